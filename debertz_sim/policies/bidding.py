"""Simple bidding policies: a call (suit 0..3 or PASS) from a view."""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import inlined, inner, kernel, lowest, popcount
from debertz_sim.kernels.bits import bit, holding
from debertz_sim.kernels.rng import BIDDING, below
from debertz_sim.kernels.state import PASS


@inlined
def nth_bit(mask, n):
    """Index of the n-th set bit of a mask, counted from 0, n <= 8 (a hand has nine cards).

    Always eight steps, without a branch: a loop of n steps would be mispredicted nearly every time.
    """
    for k in range(8):
        mask = mask & (mask - 1) if k < n else mask
    return lowest(mask)


@kernel
def points_with_trump(rules, hand, trump):
    """Card points of a hand with this suit as trump."""
    total = np.int64(0)
    for suit in range(4):
        is_trump = 1 if suit == trump else 0
        cards = holding(hand, suit)
        while cards:
            total += rules.points[is_trump, lowest(cards)]
            cards &= cards - 1
    return total


@inner
def best_suit(rules, v):
    """The legal suit in which the hand counts most; ties to the earlier of s c d h."""
    best = np.int64(-1)
    most = np.int64(-1)
    for suit in range(4):
        if v.legal & bit(suit):
            points = points_with_trump(rules, v.hand, suit)
            if points > most:
                most = points
                best = suit
    return best, most


@inner
def call_never(rules, v):
    """Pass; where that is not allowed, the suit with most points."""
    if v.legal & bit(PASS):
        return PASS
    suit, _ = best_suit(rules, v)
    return suit


@inner
def call_always(rules, v):
    """Play in round 1 (whoever is asked first); in round 2 the suit with most points."""
    if v.round == 1:
        return v.upcard >> 3
    suit, _ = best_suit(rules, v)
    return suit


@inner
def call_random(v, streams):
    """Every legal call equally likely."""
    return nth_bit(v.legal, below(streams, BIDDING + v.seat, popcount(v.legal)))


@inner
def call_points(rules, v, threshold):
    """Play in the suit with most points if they reach the threshold, or if a pass is not allowed."""
    suit, points = best_suit(rules, v)
    if points >= threshold or not v.legal & bit(PASS):
        return suit
    return PASS
