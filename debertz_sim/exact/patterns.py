"""How often the best sequences of several hands stand to each other in a certain way, with the points held then.

The best sequence of a hand is the largest over suits, so the deals in which every hand stays within a limit of its own
are counted suit by suit and multiplied; deals in which a hand is *at* a limit are differences of such counts.  Points
go along as first moments: the sum over suits of what is held in that suit, weighted by what the others do.  Thus the
number of states never grows with the number of hands, and every number is an exact integer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import factorial, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim.exact.suits import points_of, rank_of
from debertz_sim.exact.tally import IntArray
from debertz_sim.exact.values import FULL_HAND
from debertz_sim.sequences import SequenceTables

CHUNK = 256  # limits counted at once; what they need fits into the processor's cache
SUIT_CARDS = 8


class Hands(NamedTuple):
    """Patterns or whole deals: best sequences of all hands, how often they occur, and the points held in all of these.

    ``ranks``: ``(hands, n)``; ``points``: ``(hands, n)``, summed over the deals; ``weights``: ``(n,)``, deals.
    """

    ranks: IntArray
    points: IntArray
    weights: IntArray

    def ordered(self, order: Sequence[int]) -> Hands:
        """The same deals with the hands in another order."""
        return Hands(self.ranks[list(order)], self.points[list(order)], self.weights)


@dataclass(frozen=True)
class Suit:
    """One suit: what its ways of lying mean.

    ``ranks``: the distinct best sequences of all hands, ``(m, hands)``; ``weights``: float64 ``(m, columns * counts)``:
    in how many ways, column 0, and with how many points of each hand, by the cards that each pile takes.
    """

    ranks: IntArray
    weights: NDArray[np.float64]


class Layout:
    """Where the unseen cards go: piles, of which the first ``hands`` are hands, the others are nobody's.

    ``sizes``: cards of each pile; ``alike``: hands that are dealt alike, so that exchanging them changes no count.
    """

    def __init__(self, tables: SequenceTables, sizes: Sequence[int], hands: int, alike: Sequence[int]) -> None:
        self.tables = tables
        self.sizes = tuple(sizes)
        self.hands = hands
        self.alike = list(alike)
        # How many cards of a suit go to each pile but the last, which takes the rest.
        free = self.sizes[:-1]
        most = [range(min(SUIT_CARDS, size) + 1) for size in free]
        self.counts = np.array([taken for taken in product(*most) if sum(taken) <= SUIT_CARDS], np.int64)
        self._radix = np.cumprod([1, *(size + 1 for size in free[:-1])])
        self.box = prod(size + 1 for size in free)
        full = np.array(free)
        self.together = self._place(self.counts[:, None] + self.counts)
        self.missing = self._place(full - self.counts[:, None] - self.counts)
        self._number = np.full(self.box + 1, -1)
        self._number[self._place(self.counts)] = np.arange(len(self.counts))

    @property
    def total(self) -> int:
        """The number of ways to deal the piles."""
        return factorial(sum(self.sizes)) // prod(factorial(size) for size in self.sizes)

    def _place(self, taken: IntArray) -> IntArray:
        """The number of each vector of cards taken; ``box`` for those that a pile cannot hold."""
        fits = ((taken >= 0) & (taken <= np.array(self.sizes[:-1]))).all(axis=-1)
        return np.where(fits, taken @ self._radix, self.box)

    def suit(self, trump: bool, free: int, held: Sequence[int]) -> Suit:
        """The suit of which the cards ``free`` (a mask) are unseen and each hand has ``held`` already."""
        ranks = [rank for rank in range(SUIT_CARDS) if free >> rank & 1]
        piles = np.indices((len(self.sizes),) * len(ranks)).reshape(len(ranks), len(self.sizes) ** len(ranks))
        bits = np.array([1 << rank for rank in ranks], np.int64)[:, None]
        picks = [(bits * (piles == pile)).sum(axis=0) for pile in range(len(self.sizes))]
        taken = np.stack([np.bitwise_count(pick).astype(np.int64) for pick in picks[:-1]], axis=1)
        number = self._number[self._place(taken)]
        possible = number >= 0
        holdings = [pick[possible] | own for pick, own in zip(picks, held, strict=False)]
        best = np.stack([rank_of(self.tables, trump, holding) for holding in holdings], axis=1)
        distinct, which = _unique_rows(best)
        place = which * len(self.counts) + number[possible]
        size = len(distinct) * len(self.counts)
        columns = [None, *(points_of(self.tables, trump, holding) for holding in holdings)]
        weights = np.stack([np.bincount(place, column, size).reshape(len(distinct), -1) for column in columns], axis=1)
        return Suit(distinct, weights.reshape(len(distinct), -1).astype(np.float64))

    def most_points(self) -> int:
        """No hand's sequences are worth more."""
        cards = np.maximum(np.bitwise_count(np.arange(256)), 1)
        return int(np.ceil((self.tables.points / cards).max() * FULL_HAND))


def patterns(layout: Layout, plain: Sequence[Suit], trumps: Sequence[Suit], trump_decides: bool) -> list[Hands]:
    """All patterns of best sequences, one :class:`Hands` for each of the ``trumps`` that may go with the plain suits.

    A pattern has the best sequence of all as it is, and the lesser ones only as far as a contest looks at them: of a
    lower class, of a lower top, equal to it but for trump.  Each stands for its highest; ranks of trump and plain
    sequences differ only if ``trump_decides``.
    """
    ranks = _all_ranks((*plain, *trumps), trump_decides)
    grids = [_levels(ranks, best) for best in ranks]
    limits = np.concatenate([_grid(levels, layout.hands) for levels in grids])
    counts = _count(layout, plain, trumps, limits if trump_decides else limits | 1)
    found = []
    for number in counts:
        start, parts = 0, []
        for levels in grids:
            shape = (len(levels),) * layout.hands
            end = start + len(levels) ** layout.hands
            cells = number[:, start:end].reshape(-1, *shape)
            for axis in range(1, layout.hands + 1):
                cells = np.diff(cells, axis=axis, prepend=0)
            parts.append(cells.reshape(-1, end - start))
            start = end
        cells = np.concatenate(parts, axis=1)
        best = np.repeat(ranks, [len(levels) ** layout.hands for levels in grids])
        occurs = (limits.max(axis=1) == best) & (cells[0] > 0)
        found.append(Hands(limits[occurs].T, cells[1:, occurs], cells[0, occurs]))
    return found


def _all_ranks(suits: Sequence[Suit], trump_decides: bool) -> list[int]:
    """Every rank that a best sequence can have, 0 for none."""
    ranks = np.unique(np.concatenate([suit.ranks.ravel() for suit in suits]))
    return sorted({int(rank) if trump_decides else int(rank) & ~1 for rank in ranks})


def _levels(ranks: Sequence[int], best: int) -> list[int]:
    """The limits between which a contest with this best sequence tells hands apart, each an existing rank."""
    bounds = {0, (best >> 4 << 4) - 1, (best >> 1 << 1) - 1, best - 1, best}
    return sorted({max((rank for rank in ranks if rank <= bound), default=0) for bound in bounds})


def _grid(levels: Sequence[int], hands: int) -> IntArray:
    return np.array(list(product(levels, repeat=hands)), np.int64)


def _unique_rows(rows: IntArray) -> tuple[IntArray, IntArray]:
    """The distinct rows of ranks ``(n, hands)``, and which of them each row is."""
    packed = rows @ (1 << 8 * np.arange(rows.shape[1], dtype=np.int64))
    _, first, which = np.unique(packed, return_index=True, return_inverse=True)
    return rows[first], which


def _count(layout: Layout, plain: Sequence[Suit], trumps: Sequence[Suit], limits: IntArray) -> NDArray[Any]:
    """Deals in which no hand exceeds its limit, ``(trumps, 1 + hands, n)``: how many, and points of each hand in them.

    ``limits``: ``(n, hands)``.  Hands that are dealt alike are sorted by their limits first, so that of limits which
    differ only in who has which one is counted.
    """
    order = np.tile(np.arange(layout.hands), (len(limits), 1))
    order[:, layout.alike] = np.array(layout.alike)[np.argsort(limits[:, layout.alike], axis=1, kind="stable")]
    distinct, which = _unique_rows(np.take_along_axis(limits, order, axis=1))
    counted = np.concatenate(
        [
            _count_chunk(layout, plain, trumps, distinct[start : start + CHUNK])
            for start in range(0, len(distinct), CHUNK)
        ],
        axis=2,
    )[:, :, which]
    column = 1 + np.argsort(order, axis=1)  # where a hand stands after sorting
    points = np.take_along_axis(counted, column.T[None], axis=1)
    return np.concatenate([counted[:, :1], points], axis=1)


def _count_chunk(layout: Layout, plain: Sequence[Suit], trumps: Sequence[Suit], limits: IntArray) -> NDArray[Any]:
    columns = range(1, layout.hands + 1)
    three = _three_suits(layout, plain, limits)
    if 2 * layout.total * layout.most_points() >= 1 << 63:  # two hands may score together
        three = three.astype(object)
    found = []
    for trump in trumps:
        fourth = _within(layout, trump, limits)
        sums = [(three[0] * fourth[0]).sum(axis=0)]
        sums += [(three[k] * fourth[0] + three[0] * fourth[k]).sum(axis=0) for k in columns]
        found.append(np.stack(sums))
    return np.stack(found)


def _within(layout: Layout, suit: Suit, limits: IntArray) -> IntArray:
    """The suit within limits ``(n, hands)``: ways and points ``(columns, counts, n)`` by the cards that piles take."""
    keep = (suit.ranks[:, None, :] <= limits).all(axis=2).astype(np.float64)
    found = (suit.weights.T @ keep).astype(np.int64)  # whole numbers far below 2**53: exact
    return found.reshape(1 + layout.hands, len(layout.counts), len(limits))


def _three_suits(layout: Layout, suits: Sequence[Suit], limits: IntArray) -> IntArray:
    """Three suits together, ``(columns, counts, n)``: what leaves just these numbers of cards to the fourth suit."""
    alike = all(suit is suits[0] for suit in suits)
    within = [_within(layout, suits[0], limits)] * 3 if alike else [_within(layout, suit, limits) for suit in suits]
    found = np.zeros((1 + layout.hands, len(layout.counts), len(limits)), np.int64)
    for marked, times in {2: 3}.items() if alike else {0: 1, 1: 1, 2: 1}.items():
        one, two = (within[suit][0] for suit in range(3) if suit != marked)
        others = _two_suits(layout, one, two)
        for taken, missing in enumerate(layout.missing):
            rest = others[missing]
            if marked == 2:
                found[0] += rest * within[2][0, taken]
            found[1:] += times * rest * within[marked][1:, taken, None]
    return found


def _two_suits(layout: Layout, one: IntArray, two: IntArray) -> IntArray:
    """Ways of two suits ``(box + 1, n)`` by the cards that piles take together; the last row stays 0."""
    found = np.zeros((layout.box + 1, one.shape[1]), np.int64)
    for taken, together in enumerate(layout.together):
        found[together] += one[taken] * two
    found[layout.box] = 0
    return found
