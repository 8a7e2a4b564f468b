"""Play ``expert`` of two seats once more, slow and plain, from docs/expert.md: cards as texts, the shipped numbers."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np

from debertz_sim.cards import card_text
from debertz_sim.policies.expert_table import MODEL
from tests.slow_policies import SUITS, Sight, sight

ROUGHLY = {
    "place": [0, 0, 0, 1, 1, 1, 2, 3],
    "above": [0, 1, 2, 2],
    "own": [0, 1, 2, 2],
    "out": [0, 1, 2, 2, 2],
}


@cache
def pieces(part: int) -> list[tuple[tuple[str, ...], Any]]:
    """The pieces of a part: the names of their axes, and their numbers with an axis for each name."""
    with np.load(MODEL.path) as file:
        numbers = file["numbers"]
    if part:
        numbers = numbers[MODEL.parts[0].n_numbers :]
    found, start = [], 0
    for block in MODEL.parts[part].blocks:
        for names in block.pieces:
            sizes = []
            for name in names:
                axis = next(axis for axis in block.axes if axis.name == name.lstrip("~"))
                sizes.append(max(axis.coarse) + 1 if name.startswith("~") else axis.size)
            # a block of few classes gets the rough values too
            rough = next(axis for axis in block.axes if axis.name == "place").size == 4
            size = int(np.prod(sizes))
            names = tuple("~" + name if rough and name in ROUGHLY else name for name in names)
            found.append((names, numbers[start : start + size].reshape(sizes)))
            start += size
    return found


def certain(v: Any, s: Sight) -> list[str]:
    """Cards that he must hold."""
    other = 1 - int(v.seat)
    shown = {card_text(card) for card in range(32) if int(v.shown[other]) >> card & 1}
    shown |= {card_text(int(v.took))} if v.exchanger == other else set()
    return [
        card for card in shown if not int(v.played[other]) >> "scdh".index(card[1]) * 8 + "789TJQKA".index(card[0]) & 1
    ]


def masters(s: Sight, suit: str) -> int:
    return sum(s.is_master(card) for card in s.of(s.hand, suit))


def weighed(s: Sight) -> list[str]:
    """The cards that get a count: of touching cards the highest if it wins, the lowest if it loses."""
    found = []
    for suit in SUITS:
        live = s.low([*s.of(s.hand, suit), *s.of(s.his, suit)])
        mine = set(s.hand)
        lower = {b for a, b in pairwise(live) if a in mine and b in mine}  # has a touching card below it
        upper = {a for a, b in pairwise(live) if a in mine and b in mine}
        for card in s.of(s.legal, suit):
            wins = s.wins(card) if s.lying else s.is_master(card)
            loses = not wins
            open_ = not s.lying and loses
            if (wins and card not in upper) or (loses and card not in lower) or (open_ and card not in upper):
                found.append(card)
    return found


def features(v: Any, s: Sight, card: str) -> dict[str, int]:
    """What the numbers of a card depend on."""
    suit = card[1]
    mine, his = s.of(s.hand, suit), s.of(s.his, suit)
    above = [other for other in his if s.strength(other) > s.strength(card)]
    trumps, his_trumps = s.of(s.hand, s.trump), s.of(s.his, s.trump)
    sure = certain(v, s)
    sure_here = [other for other in sure if other[1] == suit]
    unseen = 32 - len(s.hand) - sum(int(v.played[seat]).bit_count() for seat in range(2)) - 1 - (v.freza >= 0)
    his_left = len(s.hand) - len(s.lying)
    share = 0
    if len(s.his) == his_left:
        share = 3
    elif len(s.his) / unseen < 2 / 3:
        share = 2
    elif len(s.his) / unseen <= 0.9:
        share = 1
    some = [0, 1, 1, 2, 2, 3, 3, 3, 3][len(his_trumps)]
    own_master = any(s.is_master(trump) for trump in trumps)
    state = 0
    for place in range(8):
        for digit, cards in ((1, mine), (2, his)):
            state += digit * 3**place * any(s.strength(other) == place for other in cards)
    found = {
        "kind": int(suit == s.trump),
        "state": state,
        "place": s.strength(card),
        "above": min(3, len(above)),
        "top": int(card == mine[-1]),
        "own": min(3, len(mine) - 1),
        "out": min(4, len(his)),
        "left": max(0, len(s.hand) - 2),
        "trumps": 8 * some + 2 * min(3, len(trumps)) + own_master,
        "control": 4 * some + min(3, len(trumps)),
        "masters": min(3, sum(masters(s, other) for other in SUITS if other != suit)),
        "sure": 0 if not sure_here else 2 if any(s.strength(o) > s.strength(card) for o in sure_here) else 1,
        "known": 4 * min(3, len(sure)) + share,
    }
    if s.lying:
        lead = s.lying[0]
        found["lying"] = s.strength(lead)
        if s.of(s.hand, lead[1]):
            found["way"] = 2 * (lead[1] == s.trump) + (s.strength(card) > s.strength(lead))
        else:
            found["way"] = 4 if suit == s.trump else 5
    return found


def counts(v: Any) -> dict[str, int]:
    """What each weighed card counts, in units of 1/64 point."""
    s = sight(v)
    found = {}
    for card in weighed(s):
        has = features(v, s, card)
        values = has | {f"~{name}": values[has[name]] for name, values in ROUGHLY.items()}
        found[card] = sum(
            int(array[tuple(values[name] for name in names)]) for names, array in pieces(int(bool(s.lying)))
        )
    return found


def expert_cards(v: Any) -> list[str]:
    """Play ``expert``: the cards of the highest count, by suits and then from low to high."""
    s = sight(v)
    if len(s.legal) == 1:
        return s.legal
    found = counts(v)
    most = max(found.values())
    best = [card for card in found if found[card] == most]
    return sorted(best, key=lambda card: (SUITS.index(card[1]), s.strength(card)))
