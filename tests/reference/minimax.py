"""Open hands of two players valued by looking at every line of play (RULES.md section 2, "Play"; section 6, terts)."""

from __future__ import annotations

from typing import Any

from tests.reference.cards import JACK, TRUMP_STRENGTH, beats, card_points

LAST_TEN = 10
Hands = tuple[frozenset[int], frozenset[int]]


def legal_replies(rules: dict[str, Any], trump: int, hand: frozenset[int], led: int) -> frozenset[int]:
    """Follow suit, else trump, else anything; a trump led is beaten if it must and can be."""
    same = frozenset(card for card in hand if card // 8 == led // 8)
    trumps = frozenset(card for card in hand if card // 8 == trump)
    if not same:
        free = rules["form"] == "terts" and trumps == {8 * trump + JACK}
        return hand if free or not trumps else trumps
    if led // 8 == trump and rules["form"] != "terts" and rules["overtrump"] != "never":
        higher = frozenset(card for card in same if TRUMP_STRENGTH[card % 8] > TRUMP_STRENGTH[led % 8])
        return higher or same
    return same


def future_points(rules: dict[str, Any], trump: int, hands: Hands, to_move: int, led: int = -1) -> int:
    """What seat 0 still gets of the card points and the last ten when both play their best."""
    return max_or_min(card_values(rules, trump, hands, to_move, led).values(), to_move)


def max_or_min(values: Any, seat: int) -> int:
    """The best for a seat of values that are seat 0's."""
    return int(max(values) if seat == 0 else min(values))


def card_values(rules: dict[str, Any], trump: int, hands: Hands, to_move: int, led: int = -1) -> dict[int, int]:
    """For every card that may be played: what seat 0 still gets after it."""
    hand = hands[to_move]
    legal = hand if led < 0 else legal_replies(rules, trump, hand, led)
    return {card: _after(rules, trump, hands, to_move, led, card) for card in legal}


def _after(rules: dict[str, Any], trump: int, hands: Hands, to_move: int, led: int, card: int) -> int:
    rest = hands[to_move] - {card}
    left = (rest, hands[1]) if to_move == 0 else (hands[0], rest)
    if led < 0:
        return future_points(rules, trump, left, 1 - to_move, card)
    winner = to_move if beats(card, led, trump) else 1 - to_move
    plain, trumps = card_points(rules)
    won = sum((trumps if one // 8 == trump else plain)[one % 8] for one in (led, card))
    if not left[0]:
        return won + LAST_TEN if winner == 0 else 0
    return (won if winner == 0 else 0) + future_points(rules, trump, left, winner)
