"""What leader and follower can be sure of, and a guess at the value: sums over the suits (docs/solver.md).

A suit's bounds are one word: eight bits what the leader gets without and with all trumps drawn, eight what the follower
gets, then from bit 24 how many suits run (all that the leader has of it wins once trumps are drawn).
"""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import highest, inner, lowest, popcount
from debertz_sim.kernels.bits import bit
from debertz_sim.solver.order import above, hands_of, masters
from debertz_sim.solver.state import BOUNDS, STATES

DRAWN, FOLLOWER, RUNS = 8, 16, 24  # shifts; what the leader gets without drawing trumps stands lowest
TRUMPS_RUN = 28  # this bit of the trump suit alone: the leader can draw all trumps
GUESS_UNIT = 64


@inner
def _sum(points, cards):
    total = np.int64(0)
    while cards:
        total += points[lowest(cards)]
        cards &= cards - 1
    return total


@inner
def _highest(cards, count):
    """The ``count`` highest of some cards."""
    found = np.int64(0)
    for _ in range(count):
        top = bit(highest(cards))
        found |= top
        cards ^= top
    return found


@inner
def _cheapest(points, cards, count):
    """What the ``count`` cheapest of some cards are worth: points never fall with strength."""
    return _sum(points, cards ^ _highest(cards, popcount(cards) - count))


@inner
def _cashed(points, own, other, count):
    """What ``count`` tricks with the highest cards bring, all of them followed."""
    return _sum(points, _highest(own, count)) + _cheapest(points, other, count)


@inner
def _safe(points, own, other):
    """What own trumps are worth less the most that can be lost to higher trumps of the other, each taking one."""
    total = _sum(points, own)
    takers = np.int64(0)
    for place in range(7, -1, -1):
        if other & bit(place):
            takers += 1
        elif own & bit(place) and takers:
            takers -= 1
            total -= points[place]
    return total


@inner
def plain_bounds(points, lead, follow):
    """The bounds' word of a plain suit."""
    top = masters(lead, follow)
    out = popcount(follow)
    leader = _cashed(points, lead, follow, min(top, out))
    runs = 1 if top >= out else 0
    drawn = _sum(points, lead | follow) if runs else leader
    follower = _cashed(points, follow, lead, min(masters(follow, lead), popcount(lead)))
    return leader | drawn << DRAWN | follower << FOLLOWER | runs << RUNS


@inner
def trump_bounds(points, lead, follow):
    """The bounds' word of the trump suit."""
    top = masters(lead, follow)
    out = popcount(follow)
    if top >= out:
        leader = _sum(points, lead | follow)
        runs = np.int64(1)
    else:
        leader = _cashed(points, lead, follow, top)
        leader += _safe(points, lead ^ _highest(lead, top), _highest(follow, out - top))
        runs = np.int64(0)
    follower = _safe(points, follow, lead)
    return leader | leader << DRAWN | follower << FOLLOWER | runs << RUNS | runs << TRUMPS_RUN


@inner
def guess_class(kind, owner, place, higher):
    """The class of a card for the guess: whose it is and how many of the other's are higher."""
    return ((kind * 2 + owner) * 8 + place) * 4 + min(higher, 3)


@inner
def guess_suit_class(kind, lead, follow):
    """The class of a suit for the guess: how many cards each has."""
    return 128 + (kind * 5 + min(lead, 4)) * 5 + min(follow, 4)


@inner
def suit_guess(s, kind, lead, follow):
    """The leader's share of a suit, in 64ths of a point."""
    total = s.guess_terms[guess_suit_class(kind, popcount(lead), popcount(follow))]
    for place in range(8):
        if lead & bit(place):
            total += s.guess_terms[guess_class(kind, 0, place, popcount(follow & above(place)))]
        elif follow & bit(place):
            total += s.guess_terms[guess_class(kind, 1, place, popcount(lead & above(place)))]
    return total


@inner
def fill_bounds(s):
    """All bounds and guesses, for the rules in the record."""
    for state in range(STATES):
        lead, follow = hands_of(state)
        wanted = s.reductions & BOUNDS
        s.info[0, state] = plain_bounds(s.points[0], lead, follow) if wanted else 0
        s.info[1, state] = trump_bounds(s.points[1], lead, follow) if wanted else 0
        for kind in range(2):
            s.guess[kind, state] = suit_guess(s, kind, lead, follow)
