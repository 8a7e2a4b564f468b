"""Hand classes: six cards and an upcard, up to exchange of the three plain suits, as a dense index.

The auction cannot tell the plain suits apart: what counts is the rank of the upcard, the trump holding and the
*multiset* of the three other holdings.  Counting them by Burnside's lemma gives 8 * (736281 + 3 * 18921 + 2 * 315) / 6
= 1,058,232 classes.

The index runs over the upcard's rank, then the trump holding, then the side holdings.  These are sorted by their *key*
(more cards first, then the larger mask) into *slots* 0, 1, 2; equal holdings may take either slot.  A class remembers
no suits, so whoever ranks a hand also gets the suit that stands in each slot.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import comb

import numpy as np

from debertz_sim._jit import inlined, kernel, popcount
from debertz_sim.kernels.bits import bit, holding

HAND = 6  # cards of a first packet
N_SLOTS = 3
SLOT_BITS = 6  # of a code: the suits of the three slots, two bits each
UPCARD_RANKS = 8
TRUMPS_LEFT = 128  # holdings in the upcard's suit without the upcard

_MASKS = sorted(range(256), key=lambda mask: (mask.bit_count(), mask))
KEY = np.zeros(256, np.int64)
"""The place of a holding among all, fewer cards first."""
KEY[_MASKS] = range(256)
MASK = np.array(_MASKS)
"""The holding at each place."""
COUNT = np.array([mask.bit_count() for mask in range(256)])
_FIRST = np.array([KEY[_MASKS].searchsorted(sum(comb(8, k) for k in range(n))) for n in range(9)])
"""The first place of the holdings of n cards."""


def _ways(counts: tuple[int, int, int]) -> int:
    """How many multisets of three holdings have these numbers of cards, largest first."""
    a, b, c = (comb(8, n) for n in counts)
    if counts[0] == counts[2]:
        return a * (a + 1) * (a + 2) // 6
    if counts[0] == counts[1]:
        return a * (a + 1) // 2 * c
    return a * (b * (b + 1) // 2 if counts[1] == counts[2] else b * c)


def _side_starts() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """For each number of side cards: how many multisets, and where those of each split begin; the splits in order."""
    totals, starts, splits = np.zeros(HAND + 1, np.int64), np.zeros((9, 9, 9), np.int64), []
    for counts in combinations_with_replacement(range(HAND, -1, -1), 3):
        cards = sum(counts)
        if cards <= HAND:
            starts[counts] = totals[cards]
            splits.append((cards, totals[cards], *counts))
            totals[cards] += _ways((counts[0], counts[1], counts[2]))
    return totals, starts, np.array(sorted(splits))


SIDE_CLASSES, _SPLIT_START, _SPLITS = _side_starts()
_TRUMP_START = np.zeros(TRUMPS_LEFT + 1, np.int64)
for _trumps in range(TRUMPS_LEFT):
    _cards = HAND - _trumps.bit_count()
    _TRUMP_START[_trumps + 1] = _TRUMP_START[_trumps] + (SIDE_CLASSES[_cards] if _cards >= 0 else 0)
A_RANK = int(_TRUMP_START[TRUMPS_LEFT])
"""Classes with one rank turned up."""
N_CLASSES = UPCARD_RANKS * A_RANK


@inlined
def _squeeze(holding_, rank):
    """A holding without the place of the upcard, in seven bits."""
    low = bit(rank) - 1
    return (holding_ & low) | ((holding_ >> 1) & ~low)


@inlined
def _stretch(squeezed, rank):
    """The reverse of ``_squeeze``."""
    low = bit(rank) - 1
    return (squeezed & low) | ((squeezed & ~low) << 1)


@inlined
def class_code(hand, upcard):
    """``index << SLOT_BITS | suits``: the class of six cards and an upcard, the suit of slot k in bits 2k, 2k + 1."""
    trump = upcard >> 3
    a, b, c = (trump + 1) & 3, (trump + 2) & 3, (trump + 3) & 3
    # the suit below the key, so that sorting moves both; earlier suits first among equals
    a = KEY[holding(hand, a)] << 2 | (3 - a)
    b = KEY[holding(hand, b)] << 2 | (3 - b)
    c = KEY[holding(hand, c)] << 2 | (3 - c)
    a, b = max(a, b), min(a, b)
    b, c = max(b, c), min(b, c)
    a, b = max(a, b), min(a, b)
    suits = (3 - (a & 3)) | (3 - (b & 3)) << 2 | (3 - (c & 3)) << 4
    a >>= 2
    b >>= 2
    c >>= 2
    n_a, n_b, n_c = COUNT[MASK[a]], COUNT[MASK[b]], COUNT[MASK[c]]
    a -= _FIRST[n_a]
    b -= _FIRST[n_b]
    c -= _FIRST[n_c]
    size_b, size_c = _FIRST[n_b + 1] - _FIRST[n_b], _FIRST[n_c + 1] - _FIRST[n_c]
    within = np.int64(0)
    if n_a == n_b:
        if n_b == n_c:
            within = a * (a + 1) * (a + 2) // 6 + b * (b + 1) // 2 + c
        else:
            within = (a * (a + 1) // 2 + b) * size_c + c
    elif n_b == n_c:
        within = a * (size_b * (size_b + 1) // 2) + b * (b + 1) // 2 + c
    else:
        within = (a * size_b + b) * size_c + c
    trumps = _squeeze(holding(hand, trump), upcard & 7)
    index = (upcard & 7) * A_RANK + _TRUMP_START[trumps] + _SPLIT_START[n_a, n_b, n_c] + within
    return index << SLOT_BITS | suits


@inlined
def slot_suit(code, slot):
    """The suit that stands in a slot of a code."""
    return (code >> (2 * slot)) & 3


@kernel
def class_codes(hands, upcards, codes):
    """``class_code`` of many: hands and upcards (int64, shape (n,)) into ``codes`` (int64, shape (n,))."""
    for k in range(len(hands)):
        codes[k] = class_code(hands[k], upcards[k])


@inlined
def _below_triangle(place):
    """The row and column of a place in a triangle listed row by row, the diagonal included."""
    row = np.int64((np.sqrt(8.0 * place + 1.0) - 1.0) / 2.0)
    while row * (row + 1) // 2 > place:
        row -= 1
    while (row + 1) * (row + 2) // 2 <= place:
        row += 1
    return row, place - row * (row + 1) // 2


@inlined
def _below_pyramid(place):
    """The three places, largest first, of a place among the multisets of three."""
    top = np.int64(0)
    while (top + 1) * (top + 2) * (top + 3) // 6 <= place:
        top += 1
    middle, low = _below_triangle(place - top * (top + 1) * (top + 2) // 6)
    return top, middle, low


@kernel
def class_hand(index):
    """A hand of a class and its upcard, the upcard's suit being spades and the slots clubs, diamonds, hearts."""
    rank = index // A_RANK
    rest = index % A_RANK
    trumps = np.searchsorted(_TRUMP_START, rest, side="right") - 1
    rest -= _TRUMP_START[trumps]
    cards = HAND - popcount(trumps)
    split = np.int64(0)
    for k in range(len(_SPLITS)):
        if _SPLITS[k, 0] == cards and _SPLITS[k, 1] <= rest:
            split = k
    rest -= _SPLITS[split, 1]
    n_a, n_b, n_c = _SPLITS[split, 2], _SPLITS[split, 3], _SPLITS[split, 4]
    size_b, size_c = _FIRST[n_b + 1] - _FIRST[n_b], _FIRST[n_c + 1] - _FIRST[n_c]
    if n_a == n_b and n_b == n_c:
        a, b, c = _below_pyramid(rest)
    elif n_a == n_b:
        a, b = _below_triangle(rest // size_c)
        c = rest % size_c
    elif n_b == n_c:
        pairs = size_b * (size_b + 1) // 2
        a = rest // pairs
        b, c = _below_triangle(rest % pairs)
    else:
        c = rest % size_c
        b = rest // size_c % size_b
        a = rest // (size_c * size_b)
    hand = _stretch(trumps, rank) | MASK[_FIRST[n_a] + a] << 8 | MASK[_FIRST[n_b] + b] << 16
    return hand | MASK[_FIRST[n_c] + c] << 24, rank


@kernel
def class_hands(hands, upcards):
    """``class_hand`` of every class, into two int64 arrays of shape (N_CLASSES,)."""
    for index in range(len(hands)):
        hands[index], upcards[index] = class_hand(index)


@kernel
def class_sizes(sizes):
    """How many hands with a given upcard's suit each class has: 1, 3 or 6 (into int64, shape (N_CLASSES,))."""
    for index in range(len(sizes)):
        hand, _ = class_hand(index)
        a, b, c = holding(hand, 1), holding(hand, 2), holding(hand, 3)
        if a == c:
            sizes[index] = 1
        else:
            sizes[index] = 3 if a == b or b == c else 6
