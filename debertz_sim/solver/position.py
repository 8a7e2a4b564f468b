"""Positions as the solver holds them: any number of cards, a trick under way or not (docs/solver.md).

Hands are masks of the solver's cards (state.py); a card that lies is in no hand.  The leader is who leads, or has led,
to the trick; ``led`` is his card, -1 for none.
"""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import inner, lowest, popcount
from debertz_sim.kernels.bits import bit, holding
from debertz_sim.kernels.scoring import LAST_TRICK_POINTS
from debertz_sim.solver.guess import guess
from debertz_sim.solver.search import search, takes, value_of_one, value_of_two
from debertz_sim.solver.state import TRUMP

_START_BELOW, _STEP_DOWN = 3, 2  # points, by trial on training deals


@inner
def own_hand(s, trump, hand):
    """A hand with trumps as suit 3 and places for ranks."""
    found = np.int64(0)
    for suit in range(4):
        kind = 1 if suit == trump else 0
        first = 8 * (TRUMP if suit == trump else trump if suit == TRUMP else suit)
        cards = holding(hand, suit)
        while cards:
            found |= bit(first + s.place[kind, lowest(cards)])
            cards &= cards - 1
    return found


@inner
def sums(s, hand):
    """The units of a hand's cards, and their points."""
    units = np.int64(0)
    points = np.int64(0)
    while hand:
        card = lowest(hand)
        units += s.digit[card]
        points += s.worth[card]
        hand &= hand - 1
    return units, points


@inner
def bound(s, lead, follow, wanted):
    """A bound of the leader's points, as ``search`` gives it, with any number of cards each."""
    cards = popcount(lead)
    units, points = sums(s, lead)
    more_units, more_points = sums(s, follow)
    total = points + more_points + LAST_TRICK_POINTS
    if cards == 0:  # the last trick's winner would lead
        return total
    if cards <= s.exact:
        return value_of_one(lead, follow, total) if cards == 1 else value_of_two(s, lead, follow, total)
    return search(s, lead, follow, units + 2 * more_units, units + more_units, total, cards, wanted)


@inner
def bound_of_trick(s, lead, follow, led, replies, wanted):
    """The same while a trick is under way: ``led`` has left the leader's hand, ``replies`` may be played to it."""
    if led < 0:
        return bound(s, lead, follow, wanted)
    worst = np.int64(255)
    while replies and worst >= wanted:
        reply = lowest(replies)
        replies &= replies - 1
        points = s.worth[led] + s.worth[reply]
        rest = follow ^ bit(reply)
        if takes(reply, led):
            left = sums(s, lead | rest)[1] + LAST_TRICK_POINTS
            value = left - bound(s, rest, lead, left - wanted + 1)
        else:
            value = points + bound(s, lead, rest, wanted - points)
        worst = min(worst, value)
    return worst


@inner
def value_of(s, lead, follow, led, replies, near):
    """The leader's points exactly: null windows that close in on it from a guess.

    It is asked below rather than above: that somebody can get so much is shown sooner than that he cannot get more.
    """
    lower = np.int64(0)
    upper = total_of(s, lead, follow, led)
    wanted = near - _START_BELOW
    while lower < upper:
        wanted = min(max(wanted, lower + 1), upper)
        found = bound_of_trick(s, lead, follow, led, replies, wanted)
        if found >= wanted:
            lower = found
            wanted = found + 1
        else:
            upper = found
            wanted = found - _STEP_DOWN
    return lower


@inner
def guess_of(s, lead, follow, led):
    """A guess at the leader's points; a card that lies counts as his."""
    if led >= 0:
        lead |= bit(led)
    units, points = sums(s, lead)
    more_units, more_points = sums(s, follow)
    total = points + more_points + LAST_TRICK_POINTS
    return guess(s, lead, follow, units + 2 * more_units, total, popcount(lead))


@inner
def total_of(s, lead, follow, led):
    """All future points."""
    return sums(s, lead | follow)[1] + LAST_TRICK_POINTS + (s.worth[led] if led >= 0 else 0)
