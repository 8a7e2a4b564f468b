"""Open hands of pairs valued by looking at every line of play (RULES.md section 2, "Play"; ``overtrump_partner``)."""

from __future__ import annotations

from typing import Any

from tests.reference.cards import TRUMP_STRENGTH, beats, card_points

LAST_TEN = 10
Hands = tuple[frozenset[int], ...]


class Game:
    """One deal's values, by looking at every line of play once; seats 0 and 2 against 1 and 3.

    ``rules``: the switches ``overtrump``, ``overtrump_partner`` and ``trick_points``.
    """

    def __init__(self, rules: dict[str, Any], trump: int) -> None:
        self.rules = rules
        self.trump = trump
        plain, trumps = card_points(rules)
        self.worth = [(trumps if card // 8 == trump else plain)[card % 8] for card in range(32)]
        self.known: dict[Any, int] = {}

    def future_points(self, hands: Hands, to_move: int, lying: tuple[int, ...] = ()) -> int:
        """What seats 0 and 2 still get of the card points and the last ten when everybody plays his best."""
        key = hands, to_move, lying
        if key not in self.known:
            values = self.card_values(hands, to_move, lying).values()
            self.known[key] = max(values) if to_move % 2 == 0 else min(values)
        return self.known[key]

    def card_values(self, hands: Hands, to_move: int, lying: tuple[int, ...] = ()) -> dict[int, int]:
        """For every card that may be played: what seats 0 and 2 still get after it."""
        legal = self.legal(hands[to_move], to_move, lying)
        return {card: self._after(hands, to_move, (*lying, card)) for card in legal}

    def legal(self, hand: frozenset[int], seat: int, lying: tuple[int, ...]) -> frozenset[int]:
        """Follow suit, else trump, else anything; a trump that must be beaten is, if it can be."""
        if not lying:
            return hand
        led = lying[0] // 8
        same = frozenset(card for card in hand if card // 8 == led)
        cards = same or frozenset(card for card in hand if card // 8 == self.trump) or hand
        best = self._best(lying)
        if lying[best] // 8 != self.trump or next(iter(cards)) // 8 != self.trump or (same and led != self.trump):
            return cards
        partners = (len(lying) - best) % 2 == 0
        duty = {"always": True, "trump_lead": led == self.trump, "never": False}[self.rules["overtrump"]]
        if not duty or (partners and not self.rules["overtrump_partner"]):
            return cards
        mine = lying[best] % 8
        higher = frozenset(
            card for card in cards if card // 8 == self.trump and TRUMP_STRENGTH[card % 8] > TRUMP_STRENGTH[mine]
        )
        return higher or cards

    def _best(self, lying: tuple[int, ...]) -> int:
        best = 0
        for place in range(1, len(lying)):
            if beats(lying[place], lying[best], self.trump):
                best = place
        return best

    def _after(self, hands: Hands, to_move: int, lying: tuple[int, ...]) -> int:
        left = tuple(hand - {lying[-1]} if seat == to_move else hand for seat, hand in enumerate(hands))
        if len(lying) < 4:
            return self.future_points(left, (to_move + 1) % 4, lying)
        winner = (to_move + 1 + self._best(lying)) % 4
        over = not any(left)
        won = sum(self.worth[card] for card in lying) + LAST_TEN * over
        return won * (winner % 2 == 0) + (0 if over else self.future_points(left, winner))
