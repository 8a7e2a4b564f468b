"""The ways in which the hidden cards can lie, counted and numbered.

Cards that may be at the same places are one group.  A world deals the groups one after another: so many cards of each
to every place, and which ones; counting from the last group backwards gives the number of worlds below every split, so
a number between 0 and the total names a world, all worlds have one, and a uniform number draws a uniform world.
"""

from __future__ import annotations

from math import comb

import numpy as np

from debertz_sim._jit import inner, popcount
from debertz_sim.kernels.bits import bit
from debertz_sim.worlds.state import GROUPS, PLACES

MOST_HIDDEN = 26
CHOOSE = np.array([[comb(n, k) for k in range(MOST_HIDDEN + 1)] for n in range(MOST_HIDDEN + 1)], np.int64)
"""Binomial coefficients [n, k]."""


@inner
def subset(cards, size, number):
    """Subset ``number`` of those of this size, 0 <= number < CHOOSE[popcount(cards), size]."""
    chosen = np.int64(0)
    left = popcount(cards)
    while size:
        left -= 1
        with_it = CHOOSE[left, size - 1]
        card = cards & -cards
        cards ^= card
        if number < with_it:
            chosen |= card
            size -= 1
        else:
            number -= with_it
    return chosen


@inner
def group_cards(s):
    """Sort the hidden cards into groups by the places where they may be."""
    s.n_groups = 0
    for may in range(1, GROUPS):
        cards = s.hidden
        for place in range(PLACES):
            seat = s.holder[place]
            barred = s.barred[seat] if seat >= 0 else np.int64(0)
            if s.wants[place] == 0:
                barred = s.hidden
            cards &= ~barred if may & bit(place) else barred
        if cards:
            s.cards[s.n_groups] = cards
            s.may[s.n_groups] = may
            s.n_groups += 1


@inner
def _splits(s, g, a, b):
    """In how many ways group g gives a cards to the first place and b to the second; -1 if it may not."""
    size = popcount(s.cards[g])
    may = s.may[g]
    if (a and not may & 1) or (b and not may & 2) or (a + b < size and not may & 4):
        return np.int64(-1)
    return CHOOSE[size, a] * CHOOSE[size - a, b]


@inner
def count_ways(s):
    """Fill ``ways`` and ``total``: 0 if the cards can lie in no way at all."""
    for a in range(s.wants[0] + 1):
        for b in range(s.wants[1] + 1):
            s.ways[s.n_groups, a, b] = 0
    s.ways[s.n_groups, 0, 0] = 1
    grouped = np.int64(0)
    for g in range(s.n_groups - 1, -1, -1):
        size = popcount(s.cards[g])
        grouped += size
        for first in range(s.wants[0] + 1):
            for second in range(s.wants[1] + 1):
                ways = np.int64(0)
                for a in range(min(first, size) + 1):
                    for b in range(min(second, size - a) + 1):
                        below = s.ways[g + 1, first - a, second - b]
                        if below:
                            splits = _splits(s, g, a, b)
                            if splits > 0:
                                ways += splits * below
                s.ways[g, first, second] = ways
    s.total = s.ways[0, s.wants[0], s.wants[1]]
    if grouped < popcount(s.hidden) or grouped != s.wants[0] + s.wants[1] + s.wants[2]:
        s.total = 0  # a card that can be nowhere, or too many or too few cards


@inner
def lay_out(s, v, number, hands):
    """World ``number``: what every seat still holds, into ``hands`` (int64, shape (4,))."""
    for seat in range(v.players):
        hands[seat] = s.known[seat]
    hands[v.seat] = v.hand
    first = s.wants[0]
    second = s.wants[1]
    at_first = np.int64(0)
    at_second = np.int64(0)
    at_last = np.int64(0)
    for g in range(s.n_groups):
        size = popcount(s.cards[g])
        a = np.int64(0)
        b = np.int64(0)
        while True:  # the split in whose range the number lies
            below = s.ways[g + 1, first - a, second - b]
            inside = _splits(s, g, a, b) * below if below else np.int64(0)
            if inside > 0:
                if number < inside:
                    break
                number -= inside
            b += 1
            if b > min(second, size - a):
                b = np.int64(0)
                a += 1
        which = number // below
        number -= which * below
        others = CHOOSE[size - a, b]
        chosen = subset(s.cards[g], a, which // others)
        rest = s.cards[g] ^ chosen
        at_first |= chosen
        chosen = subset(rest, b, which % others)
        at_second |= chosen
        at_last |= rest ^ chosen
        first -= a
        second -= b
    if s.holder[0] >= 0:
        hands[s.holder[0]] |= at_first
    if s.holder[1] >= 0:
        hands[s.holder[1]] |= at_second
    if s.holder[2] >= 0:
        hands[s.holder[2]] |= at_last
