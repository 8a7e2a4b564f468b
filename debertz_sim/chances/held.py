"""What sampled hands hold.

Nothing here counts as ``exact`` does: hands are looked up suit by suit in the tables of the rules.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim.cards import RANK_LETTERS
from debertz_sim.chances.tally import IntArray, Tally
from debertz_sim.exact.fours import cards_of, four_values
from debertz_sim.exact.hand import best_counts
from debertz_sim.exact.values import Group
from debertz_sim.rules import RuleSet, card_points
from debertz_sim.sequences import place_order, runs, sequence_tables

Bools = NDArray[np.bool_]

SEVENS = 0x01010101


class Melds(NamedTuple):
    """What hands ``(n,)`` hold; ``key``: the best sequence, ``longest``: the longest whole run."""

    key: IntArray
    points: IntArray
    sequences: IntArray
    longest: IntArray
    bella: Bools


class MeldTables:
    """The tables of one rule set, by which hands are looked up suit by suit."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.strength = rules.sequence_order == "strength"
        by_length = rules.sequence_rank == "length"
        self.sequences = sequence_tables(self.strength, rules.sequence_points, by_length)

    @cached_property
    def longest(self) -> IntArray:
        """The longest run, ``[is_trump, holding]``."""
        orders = [place_order(self.strength, trump) for trump in (False, True)]
        table = [
            [max((length for _, length in runs(cards, order)), default=0) for cards in range(256)] for order in orders
        ]
        return np.array(table, np.int64)

    @cached_property
    def plain_points(self) -> IntArray:
        """Card points of a holding with its suit plain, shape (256,)."""
        points = card_points(self.rules.trick_points)[0]
        table = [sum(points[rank] for rank in range(8) if cards >> rank & 1) for cards in range(256)]
        return np.array(table, np.int64)

    def melds(self, hands: IntArray, trump: IntArray | int) -> Melds:
        """Look up hands ``(n,)`` with their trump suits ``(n,)`` or the one of all."""
        key, points, sequences, longest = (np.zeros(len(hands), np.int64) for _ in range(4))
        tables = self.sequences
        for suit in range(4):
            where = np.broadcast_to(np.asarray(trump) == suit, hands.shape).astype(np.int64), hands >> 8 * suit & 255
            key = np.maximum(key, tables.key[where])
            points += tables.points[where]
            sequences += tables.terts[where] + tables.longer[where]
            longest = np.maximum(longest, self.longest[where])
        trumps = hands >> 8 * np.asarray(trump)
        return Melds(key, points, sequences, longest, trumps & 0b1100000 == 0b1100000)

    def best(self, tally: Tally, group: Group, melds: Melds) -> None:
        """Any sequence, and the class of the best."""
        for (metric, rest), number in best_counts(self.rules, 2 * melds.key, np.ones_like(melds.key)).items():
            tally.hit(metric, (*group, *rest), number)
        tally.hit("bella", group, int(melds.bella.sum()))

    @cached_property
    def four_values(self) -> dict[str, int]:
        """Points of the fours that count, by rank."""
        return four_values(self.rules)

    def four_points(self, hands: IntArray) -> IntArray:
        """What all fours of each hand ``(n,)`` are worth."""
        points = np.zeros(len(hands), np.int64)
        for rank, worth in self.four_values.items():
            points += worth * _has_four(hands, rank)
        return points

    def fours(self, tally: Tally, group: Group, hands: IntArray) -> None:
        """Fours that count in hands ``(n,)``."""
        if not self.four_values:
            return
        points = self.four_points(hands)
        tally.hit("any_four", group, int((points > 0).sum()))
        for value, number in zip(*np.unique(points, return_counts=True), strict=True):
            tally.hit("four_points", (*group, ("points", int(value))), int(number))
        for rank in self.four_values:
            tally.hit("four_of_a_kind", (*group, ("rank", rank)), int(_has_four(hands, rank).sum()))

    def points(self, tally: Tally, group: Group, melds: Melds) -> None:
        """The points of all sequences of a hand."""
        for value, number in zip(*np.unique(melds.points, return_counts=True), strict=True):
            tally.hit("sequence_points", (*group, ("points", int(value))), int(number))

    def redeal_rights(self, tally: Tally, group: Group, dealt: IntArray) -> None:
        """The rights that full hands give before an exchange."""
        if self.rules.redeal_four_sevens:
            sevens = int((dealt & SEVENS == SEVENS).sum())
            tally.hit("redeal_right", (*group, ("kind", "four_sevens")), sevens)
        if self.rules.redeal_max_points != "none":
            points = self.plain_points[dealt[:, None] >> np.arange(0, 32, 8) & 255].sum(axis=1)
            few = int((points <= int(self.rules.redeal_max_points)).sum())
            tally.hit("redeal_right", (*group, ("kind", "points")), few)


def tally_hands(tables: MeldTables, tally: Tally, hands: IntArray) -> None:
    """What single hands ``(n,)`` hold, spades being trump."""
    melds = tables.melds(hands, 0)
    tally.count((), len(hands))
    tables.best(tally, (), melds)
    tables.points(tally, (), melds)
    tables.redeal_rights(tally, (), hands)
    tally.hit("bella_and_sequence", (), int((melds.bella & (melds.key > 0)).sum()))
    for value, number in zip(*np.unique(melds.sequences, return_counts=True), strict=True):
        tally.hit("sequences_count", (("count", int(value)),), int(number))
    for length in range(3, 9):
        tally.hit("run_at_least", (("length", length),), int((melds.longest >= length).sum()))
    tables.fours(tally, (), hands)
    if not tables.four_values:
        for rank in RANK_LETTERS:
            tally.hit("four_of_a_kind", (("rank", rank),), int(_has_four(hands, rank).sum()))


def _has_four(hands: IntArray, rank: str) -> Bools:
    four = cards_of(rank)
    found: Bools = hands & four == four
    return found
