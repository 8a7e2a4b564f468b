"""One suit: every way its cards can lie, with what a hand makes of them.

Best sequences are ranked by ``2 * key + trump`` with the key of :mod:`debertz_sim.sequences`, so that of equals
the trump one is the best, and a shift takes trump, or the top card, out of the comparison again.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from debertz_sim.cards import Rank
from debertz_sim.exact.tally import Field, IntArray, Tally, tally
from debertz_sim.sequences import NATURAL_ORDER, SequenceTables, cut, place_order, runs

ALL_RANKS = 255
SEVEN = 1
QUEEN_KING = 1 << Rank.QUEEN | 1 << Rank.KING
# A card count stays below 32 (a hand of 16 and a suit of 8), a rank below 2 * 128, points of one hand below
# 5 sequences of 1,000.
HAND_FIELDS = (
    Field("picked", 5, True),
    Field("rank", 8, False),
    Field("points", 13, True),
    Field("sequences", 4, True),
    Field("longest", 4, False),
    Field("bella", 1, False),
)
PAIR_FIELDS = (
    Field("picked0", 5, True),
    Field("picked1", 5, True),
    Field("rank0", 8, False),
    Field("rank1", 8, False),
    Field("points0", 13, True),
    Field("points1", 13, True),
)


def rank_of(tables: SequenceTables, trump: bool, holding: IntArray) -> IntArray:
    """``2 * key + trump`` of the best sequence in each holding ``(n,)`` of a suit; 0 where it has none."""
    key: IntArray = tables.key[int(trump)].astype(np.int64)[holding]
    return np.where(key > 0, 2 * key + int(trump), 0)


def points_of(tables: SequenceTables, trump: bool, holding: IntArray) -> IntArray:
    """Points of all sequences in each holding ``(n,)``."""
    points: IntArray = tables.points[int(trump)].astype(np.int64)[holding]
    return points


def has_bella(holding: IntArray) -> IntArray:
    """1 where the holding ``(n,)`` of trumps has king and queen."""
    both: IntArray = (holding & QUEEN_KING == QUEEN_KING).astype(np.int64)
    return both


def ways(free: int) -> IntArray:
    """Every set of ranks ``(n,)`` that can be picked from the mask ``free``."""
    masks = np.arange(ALL_RANKS + 1)
    inside: IntArray = masks[masks & ~free == 0]
    return inside


def ways_for_two(free: int) -> tuple[IntArray, IntArray]:
    """Every way in which two hands can pick from ``free``: two arrays of masks without a common card."""
    picks = ways(free)
    i, j = np.nonzero(picks[:, None] & picks == 0)
    return picks[i], picks[j]


def hand_suit(tables: SequenceTables, strength: bool, trump: bool, free: int = ALL_RANKS, held: int = 0) -> Tally:
    """One hand in one suit (fields ``HAND_FIELDS``): it has ``held``, and each pick from ``free`` once."""
    picks = ways(free)
    holding = picks | held
    sequences = (tables.terts[int(trump)] + tables.longer[int(trump)]).astype(np.int64)[holding]
    longest = _longest_runs(place_order(strength, trump))[holding]
    bella = has_bella(holding) * int(trump)
    columns = [
        np.bitwise_count(picks).astype(np.int64),
        rank_of(tables, trump, holding),
        points_of(tables, trump, holding),
        sequences,
        longest,
        bella,
    ]
    return tally(HAND_FIELDS, columns, np.ones_like(picks))


def pair_suit(tables: SequenceTables, trump: bool, held: tuple[int, int], free: int) -> Tally:
    """Two hands in one suit (fields ``PAIR_FIELDS``): each has ``held`` and picks from ``free``."""
    picks0, picks1 = ways_for_two(free)
    holding0, holding1 = picks0 | held[0], picks1 | held[1]
    columns = [
        np.bitwise_count(picks0).astype(np.int64),
        np.bitwise_count(picks1).astype(np.int64),
        rank_of(tables, trump, holding0),
        rank_of(tables, trump, holding1),
        points_of(tables, trump, holding0),
        points_of(tables, trump, holding1),
    ]
    return tally(PAIR_FIELDS, columns, np.ones_like(picks0))


@lru_cache(maxsize=4)
def _longest_runs(order: tuple[int, ...]) -> IntArray:
    lengths = [max((length for _, length in runs(holding, order)), default=0) for holding in range(256)]
    return np.array(lengths, np.int64)


@lru_cache(maxsize=16)
def holds_nine_terts(lengths: tuple[int, ...]) -> NDArray[np.bool_]:
    """Which of the 256 holdings of trumps are cut so that 9-8-7 is one of the sequences (natural order)."""
    found = np.zeros(256, np.bool_)
    for holding in range(256):
        found[holding] = any(s.length == 3 and s.top == Rank.NINE for s in cut(holding, NATURAL_ORDER, lengths))
    return found
