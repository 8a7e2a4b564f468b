"""Counting by suits: how many ways lead to each state, and how the suits' counts are put together.

A state is a row of small integers ("fields").  Every suit has its own tally; combining two of them adds some
fields (cards, points) and takes the larger of others (best sequence), and multiplies the counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np
from numpy.typing import NDArray

IntArray = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Field:
    """One number of a state: its name, the bits it needs, and whether two parts add (else the larger counts)."""

    name: str
    bits: int
    adds: bool


@dataclass(frozen=True, slots=True)
class Tally:
    """States and their counts.

    ``fields``: what the rows of ``states`` are; ``states``: int64 ``(fields, n)``, no state twice; ``counts``: int64
    ``(n,)``.
    """

    fields: tuple[Field, ...]
    states: IntArray
    counts: IntArray

    def __getitem__(self, name: str) -> IntArray:
        """The values ``(n,)`` of the field of this name."""
        column: IntArray = self.states[[field.name for field in self.fields].index(name)]
        return column

    def select(self, keep: NDArray[np.bool_]) -> Tally:
        """Only the states marked in ``keep``, bool ``(n,)``."""
        return Tally(self.fields, self.states[:, keep], self.counts[keep])


def tally(fields: tuple[Field, ...], states: Sequence[IntArray], counts: IntArray) -> Tally:
    """The tally of ``states`` (one array ``(m,)`` a field) with ``counts`` ``(m,)``, equal states put together.

    All fields together have at most 63 bits, because a state is packed into one integer to be compared.
    """
    packed = np.zeros_like(counts)
    for field, column in zip(fields, states, strict=True):
        packed = packed << field.bits | column
    order = np.argsort(packed, kind="stable")
    packed = packed[order]
    first = np.flatnonzero(np.diff(packed, prepend=-1))
    distinct = [column[order[first]] for column in states]
    return Tally(fields, np.stack(distinct), np.add.reduceat(counts[order], first))


def combine(parts: Sequence[Tally], most: Mapping[str, int]) -> Tally:
    """The tally of independent ``parts`` with the same fields; states above ``most`` in a named field are dropped."""
    return reduce(lambda one, two: _combine_two(one, two, most), parts)


def _combine_two(one: Tally, two: Tally, most: Mapping[str, int]) -> Tally:
    # Dropping the pairs that have too many cards first keeps the arrays small.
    keep = np.ones((len(one.counts), len(two.counts)), np.bool_)
    for name, limit in most.items():
        keep &= one[name][:, None] + two[name] <= limit
    i, j = np.nonzero(keep)
    columns = [
        (np.add if field.adds else np.maximum)(one.states[row, i], two.states[row, j])
        for row, field in enumerate(one.fields)
    ]
    return tally(one.fields, columns, one.counts[i] * two.counts[j])


def partners(one: IntArray, two: IntArray, total: int) -> tuple[IntArray, IntArray]:
    """All pairs of places ``(i, j)`` with ``one[i] + two[j] == total``, as two arrays of equal length."""
    order = np.argsort(two, kind="stable")
    ordered = two[order]
    low = np.searchsorted(ordered, total - one, "left")
    found = np.searchsorted(ordered, total - one, "right") - low
    i = np.repeat(np.arange(len(one)), found)
    within = np.arange(len(i)) - np.repeat(np.cumsum(found) - found, found)
    return i, order[low[i] + within]
