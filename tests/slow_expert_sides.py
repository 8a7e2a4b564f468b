"""Play ``expert`` of three and four seats once more, slow and plain, from docs/expert.md; the shipped numbers."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from debertz_sim.policies.expert_sides_table import GROUPS, KINDS, MODEL, ROLE_SIZE, ROLES
from tests.slow_policies import PLAIN, SUITS, TRUMP
from tests.slow_sides import Sight, sight


@cache
def blocks(group: str, role: str, kind: int) -> list[tuple[list[str], Any]]:
    """The blocks of a kind of decision: the names of their axes, and their numbers with an axis for each."""
    with np.load(MODEL.path) as file:
        numbers = file["numbers"]
    start = (GROUPS.index(group) * len(ROLES) + ROLES.index(role)) * ROLE_SIZE
    found = []
    for number, part in enumerate(KINDS):
        for block in part.blocks:
            size = int(np.prod(block.shape))
            if number == kind:
                found.append(([axis.name for axis in block.axes], numbers[start : start + size].reshape(block.shape)))
            start += size
    return found


def leaders(s: Sight, suit: str) -> set[int]:
    """Who has led a suit before."""
    return {seat for seat, card in s.leads if card[1] == suit}


def best_of(s: Sight) -> tuple[int, str]:
    """Who wins the trick so far, with which card."""
    best = s.lying[0]
    for seat, card in s.lying[1:]:
        best = (seat, card) if s.beats(card, best[1]) else best
    return best


def where(s: Sight, card: str) -> int:
    """0 gone or seen, 1 own, 2 an opponent's, 3 an ally's, 4 of either."""
    his, allied = card in s.held(s.opponents), card in s.held(s.allies)
    return 1 if card in s.hand else 4 if his and allied else 2 if his else 3 if allied else 0


def of_the_suit(s: Sight, card: str) -> dict[str, int]:
    """The axes that depend on the card and its suit alone."""
    suit = card[1]
    order = TRUMP if suit == s.trump else PLAIN
    mine, his = s.of(s.hand, suit), s.of(s.held(s.opponents), suit)
    allied = s.of(s.held(s.allies), suit)
    digits = [where(s, rank + suit) for rank in reversed(order)]
    number = {n: int("".join(map(str, digits[:n])), 5) for n in (2, 3, 4)}
    higher = {
        name: sum(s.strength(c) > s.strength(card) for c in cards) for name, cards in (("his", his), ("allied", allied))
    }
    own_higher = any(s.strength(c) > s.strength(card) for c in mine)
    own_lower = any(s.strength(c) < s.strength(card) for c in mine)
    who = leaders(s, suit)
    gap = s.gap(s.opponents, suit)
    return {
        "trump": int(suit == s.trump),
        "place": s.strength(card),
        "master": int(s.is_master(card)),
        "above": min(3, higher["his"]),
        "allied above": min(2, higher["allied"]),
        "ends": 2 * own_higher + own_lower,
        "worth": 0 if s.points(card) == 0 else 1 if s.points(card) < 10 else 2,
        "tops": number[4],
        "tops 3": number[3],
        "tops 2": number[2],
        "own": min(4, len(mine)) - 1,
        "out": min(4, len(his)),
        "out 3": min(3, len(his)),
        "before": 4 * (s.me in who) + 2 * bool(who & set(s.allies)) + bool(who & set(s.opponents)),
        "gap": int(gap),
        "allied gap": int(not allied and bool(s.of(s.held(s.allies), s.trump))),
    }


def of_the_hand(v: Any, s: Sight) -> dict[str, int]:
    """The axes that are the same for all cards, whether one leads or follows."""
    own = len(s.of(s.hand, s.trump))
    out = len(s.of(s.held(s.opponents), s.trump))
    seat, distance = s.me, 0
    while seat != int(v.declarer):
        seat = (seat + 1) % int(v.players)
        distance += seat != int(v.passive)
    return {
        "left": len(s.hand) - 1,
        "own trumps": min(4, own),
        "own trumps 2": min(2, own),
        "trumps out": min(5, out),
        "trumps out 3": min(3, out),
        "allied trumps": min(3, len(s.of(s.held(s.allies), s.trump))),
        "masters": min(3, sum(s.is_master(card) for card in s.hand if card[1] != s.trump)),
        "distance": distance,
    }


def of_the_trick(v: Any, s: Sight, card: str) -> dict[str, int]:
    """The axes of an answer."""
    seat, best = best_of(s)
    led = s.lying[0][1][1]
    after = [other for other in s.still if other in s.opponents]
    wins = s.beats(card, best)
    stands = card if wins else best
    risk = min(3, sum(s.strength(his) > s.strength(stands) for his in s.of(s.held(after), stands[1])))
    ruffable = led != s.trump and s.gap(after, led)
    points = sum(s.points(lying) for _, lying in s.lying)
    declarer = int(v.declarer)
    return {
        "wins": int(wins),
        "ally": int(seat in s.allies),
        "risk": risk,
        "ruffable": int(ruffable),
        "threat": int(risk > 0 or (best[1] != s.trump and ruffable)),
        "points": 0 if points == 0 else 1 if points < 9 else 2 if points < 14 else 3,
        "declarer at": 2 if seat == declarer else int(declarer == s.me or declarer in s.still),
        "ally after": int(any(s.may[other] for other in s.still if other in s.allies)),
        "ally led": int(s.lying[0][0] in s.allies),
        "ruff": int(led != s.trump),
    }


def counts(v: Any, rules: Any) -> dict[str, int]:
    """What each legal card counts."""
    s = sight(v, rules.sides == "pairs")
    group = "pairs" if rules.sides == "pairs" else "three" if v.in_play == 3 else "four each"
    if not s.lying:
        kind = 0
    elif s.of(s.hand, s.lying[0][1][1]):
        kind = 2 if s.lying[0][1][1] == s.trump else 1
    else:
        kind = 2 if s.of(s.hand, s.trump) else 3
    found = {}
    for card in s.legal:
        values = of_the_hand(v, s) | of_the_suit(s, card) | (of_the_trick(v, s, card) if s.lying else {})
        found[card] = sum(
            int(numbers[tuple(values[name] for name in names)]) for names, numbers in blocks(group, s.role, kind)
        )
    return found


def cards(v: Any, rules: Any) -> list[str]:
    """The cards of the highest count, in the order of the suits, then from low to high."""
    s = sight(v, rules.sides == "pairs")
    counted = counts(v, rules)
    best = [card for card in s.legal if counted[card] == max(counted.values())]
    return sorted(best, key=lambda card: (SUITS.index(card[1]), s.strength(card)))
