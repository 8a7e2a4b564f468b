"""Sequences of one suit: how a holding is cut into them (RULES.md section 2, "Melds").

The one place that reads ``sequence_order``, ``sequence_points`` and ``sequence_rank``.  A holding is an 8-bit
mask over the ranks 7 8 9 T J Q K A; the tables made here serve engine, policies and exact counting alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

# Ranks by place, low to high: 7 8 9 T J Q K A = 0..7.
NATURAL_ORDER = (0, 1, 2, 3, 4, 5, 6, 7)
PLAIN_STRENGTH = (0, 1, 2, 4, 5, 6, 3, 7)  # A T K Q J 9 8 7
TRUMP_STRENGTH = (0, 1, 5, 6, 3, 7, 2, 4)  # J 9 A T K Q 8 7


class Sequence(NamedTuple):
    """One sequence: its length, the place of its top card (0..7 in its own order) and its cards, highest first."""

    length: int
    top: int
    ranks: tuple[int, ...]


def place_order(strength: bool, trump: bool) -> tuple[int, ...]:
    """The ranks from the lowest place to the highest, in which sequences of this suit run."""
    if not strength:
        return NATURAL_ORDER
    return TRUMP_STRENGTH if trump else PLAIN_STRENGTH


def runs(holding: int, order: tuple[int, ...]) -> list[tuple[int, int]]:
    """The maximal runs of a holding as (top place, length), highest first; runs of one card included."""
    found = []
    place = 7
    while place >= 0:
        length = 0
        while place - length >= 0 and holding >> order[place - length] & 1:
            length += 1
        if length:
            found.append((place, length))
        place -= length + 1
    return found


def cut(holding: int, order: tuple[int, ...], lengths: tuple[int, ...]) -> list[Sequence]:
    """Cut every run from the top: the longest length that has a value and fits, then the rest again."""
    sequences = []
    for top, length in runs(holding, order):
        while piece := max((n for n in lengths if n <= length), default=0):
            sequences.append(Sequence(piece, top, tuple(order[top - k] for k in range(piece))))
            top -= piece
            length -= piece
    return sequences


class SequenceTables(NamedTuple):
    """What the kernels look up, each an int16 array ``[is_trump, holding]`` of shape (2, 256).

    ``key``: best sequence as 8 * class + top place, 0 for none; ``points``: value of all sequences;
    ``terts_points``: value of those of three cards; ``terts``, ``longer``: how many of three and of more cards;
    ``cards``: the ranks that lie in sequences.
    """

    key: NDArray[np.int16]
    points: NDArray[np.int16]
    terts_points: NDArray[np.int16]
    terts: NDArray[np.int16]
    longer: NDArray[np.int16]
    cards: NDArray[np.int16]


def sequence_tables(strength: bool, points: Mapping[int, int], by_length: bool) -> SequenceTables:
    """The tables of one rule set; ``by_length``: the longer whole run ranks first (``sequence_rank = length``)."""
    return _tables(strength, tuple(sorted(points.items())), by_length)


@lru_cache(maxsize=64)
def _tables(strength: bool, points: tuple[tuple[int, int], ...], by_length: bool) -> SequenceTables:
    value = dict(points)
    lengths = tuple(value)
    tables = SequenceTables(*(np.zeros((2, 256), np.int16) for _ in SequenceTables._fields))
    for trump in (0, 1):
        order = place_order(strength, bool(trump))
        for holding in range(256):
            where = trump, holding
            for sequence in cut(holding, order, lengths):
                tables.points[where] += value[sequence.length]
                if sequence.length == 3:
                    tables.terts[where] += 1
                    tables.terts_points[where] += value[3]
                else:
                    tables.longer[where] += 1
                tables.cards[where] |= sum(1 << rank for rank in sequence.ranks)
                tables.key[where] = max(tables.key[where], 8 * sequence.length + sequence.top)
            if by_length:
                shortest = min(lengths)
                whole = [8 * length + top for top, length in runs(holding, order) if length >= shortest]
                tables.key[where] = max(whole, default=0)
    for table in tables:
        table.flags.writeable = False
    return tables
