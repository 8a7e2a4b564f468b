"""Four of a kind: who holds which, and whose count (RULES.md section 6; docs/rules/settled.md).

Two fours have no card in common, so the deals in which hands hold at least given ones are binomials, and those in which
they hold just these follow by inclusion and exclusion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from math import comb

import numpy as np

from debertz_sim.cards import FULL_PACK, RANK_LETTERS
from debertz_sim.exact.values import Counts, Group, MeldRules

ALL_OF_RANK = 0x01010101  # the four sevens; shifted, the four of another rank
ORDER = "JATKQ987"
"""Ranks of fours, the best first."""

Ranks = tuple[str, ...]
Fours = dict[tuple[Ranks, ...], int]
"""How many deals have just these fours, by the ranks that each hand holds four of (in the order of ``ORDER``)."""


def four_values(rules: MeldRules) -> dict[str, int]:
    """Points of a four by rank, for the ranks that have a value, the best first; empty where fours do not count."""
    if isinstance(rules.fours, str):
        return {}
    worth = {letter: rules.fours.get(letter, rules.fours.get("other", 0)) for letter in ORDER}
    return {letter: points for letter, points in worth.items() if points}


def count_fours(letters: Sequence[str], held: Sequence[int], free: int, picks: Sequence[int]) -> Fours:
    """Deals by the fours of one or two hands, which have ``held`` (masks) and pick so many of the cards ``free``.

    ``letters``: the ranks that are looked at.
    """

    def at_least(fours: tuple[Ranks, ...]) -> int:
        wanted = [cards_of(ranks) & ~own for ranks, own in zip(fours, held, strict=True)]
        return ways_to_get(wanted, free, picks)

    return just(letters, len(held), at_least)


def ways_to_get(wanted: Sequence[int], free: int, picks: Sequence[int]) -> int:
    """In how many ways hands that pick so many of the cards ``free`` get those that they want (masks, none twice)."""
    if any(cards & ~free for cards in wanted):
        return 0
    left, ways = free.bit_count() - sum(cards.bit_count() for cards in wanted), 1
    for cards, picked in zip(wanted, picks, strict=True):
        more = picked - cards.bit_count()
        ways *= comb(left, more) if more >= 0 else 0
        left -= more
    return ways


def just(letters: Sequence[str], hands: int, at_least: Callable[[tuple[Ranks, ...]], int]) -> Fours:
    """Deals by fours, from the number of those in which hands have certain fours and perhaps others."""
    owners = list(product(range(hands + 1), repeat=len(letters)))  # of each rank; the last number: nobody
    held = [
        tuple(tuple(rank for rank, own in zip(letters, owner, strict=True) if own == hand) for hand in range(hands))
        for owner in owners
    ]
    found = np.array([at_least(fours) for fours in held], np.int64).reshape((hands + 1,) * len(letters))
    for axis in range(len(letters)):  # what was counted for nobody says nothing of this rank: take the holders away
        rank = np.moveaxis(found, axis, 0)
        rank[-1] -= rank[:-1].sum(axis=0)
    return {fours: number for fours, number in zip(held, found.ravel().tolist(), strict=True) if number}


def cards_of(ranks: Iterable[str]) -> int:
    """All cards of these ranks, a mask."""
    return sum(ALL_OF_RANK << RANK_LETTERS.index(letter) for letter in ranks)


def held_counts(values: Mapping[str, int], fours: Fours, hand: int, group: Group = ()) -> Counts:
    """What one of the hands holds: any four, which, and what they are worth if they count."""
    ranks = {held[hand] for held in fours}
    totals = sorted({0, *(sum(values[rank] for rank in own) for own in ranks)})
    counts: Counts = {("any_four", group): 0}
    counts |= {("four_of_a_kind", (*group, ("rank", rank))): 0 for rank in RANK_LETTERS if rank in values}
    counts |= {("four_points", (*group, ("points", points))): 0 for points in totals}
    for held, number in fours.items():
        own = held[hand]
        counts["any_four", group] += number if own else 0
        counts["four_points", (*group, ("points", sum(values[rank] for rank in own)))] += number
        for rank in own:
            counts["four_of_a_kind", (*group, ("rank", rank))] += number
    return counts


def contest_counts(values: Mapping[str, int], fours: Fours, names: Sequence[str]) -> Counts:
    """Whose fours count, the holder of the best one's, and the points summed over deals; ``names`` of the hands."""
    counts: Counts = {("four_winner", (("seat", name),)): 0 for name in (*names, "nobody")}
    counts |= {("four_points_scored", (("seat", name),)): 0 for name in names}
    order = list(values)
    for held, number in fours.items():
        best = [min(map(order.index, ranks), default=len(order)) for ranks in held]
        winner = best.index(min(best))
        if not held[winner]:
            counts["four_winner", (("seat", "nobody"),)] += number
            continue
        seat = ("seat", names[winner])
        counts["four_winner", (seat,)] += number
        counts["four_points_scored", (seat,)] += number * sum(values[rank] for rank in held[winner])
    return counts


def fours_of_two(values: Mapping[str, int], upcard: int, size: int) -> Fours:
    """The fours of two random hands of ``size`` cards, the upcard being in neither."""
    return count_fours(list(values), (0, 0), FULL_PACK & ~(1 << upcard), (size, size))
