"""What leader and follower can be sure of, sums over the suits (docs/solver.md).

``info`` has in one word, for every state of a suit, what the bounds need; four words are added, fields and all.
``cover`` has three words more, of the plain suits, for a follower who can draw the leader's trumps.
"""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import highest, inlined, inner, lowest, popcount
from debertz_sim.kernels.bits import bit
from debertz_sim.solver.order import hands_of, masters
from debertz_sim.solver.state import STATES

# Fields of ``info``, as shifts.
AT_ONCE = 0  # points that the leader gets by cashing what must be followed
DRAWN = 8  # points that he gets once trumps are drawn
FOLLOWER = 16  # points that the follower gets
TRICKS = 24  # tricks that the leader wins once trumps are drawn (4 bits, as are all but points)
LEFT = 28  # points of his other cards
GUARDED = 36  # the follower's cards in suits in which the leader can beat them all
LOOSE = 40  # the leader's other cards in the other suits that the follower has
SPARE = 44  # of the trump suit: his trumps left when the follower's are drawn
CAN_BE_DRAWN = 48  # of the trump suit: 1 if he can draw them
# Fields of ``cover``: the same for the follower, once he leads and the leader's trumps are drawn.
C_TRICKS = 0
C_LEFT = 4
C_GUARDED = 12
C_LOOSE = 16
C_OPEN = 20  # the leader's cards in suits in which the follower has no master
C_VOID = 24  # 1 if there the follower has no card at all
C_PARTLY = 28  # 1 if the follower has masters, but fewer than the leader has cards

_PLACE = 0x010101  # the lowest card of each plain suit


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
def _tricks(own, other):
    """How many cards of a plain suit win once their owner leads and nobody has trumps."""
    top = masters(own, other)
    return popcount(own) if top >= popcount(other) else top


@inner
def _left(points, own, other):
    """What the other cards are worth."""
    return _sum(points, own) - _sum(points, _highest(own, _tricks(own, other)))


@inner
def _guarded(own, other):
    """The other's cards, if all can be beaten."""
    return popcount(other) if masters(own, other) >= popcount(other) else 0


@inner
def _loose(own, other):
    """Own cards that are no masters, where not all of the other's can be beaten."""
    return 0 if masters(own, other) >= popcount(other) else popcount(own) - masters(own, other)


@inner
def plain_bounds(points, lead, follow):
    """The word ``info`` of a plain suit."""
    out = popcount(follow)
    at_once = _cashed(points, lead, follow, min(masters(lead, follow), out))
    drawn = _sum(points, lead | follow) if masters(lead, follow) >= out else at_once
    follower = _cashed(points, follow, lead, min(masters(follow, lead), popcount(lead)))
    word = at_once << AT_ONCE | drawn << DRAWN | follower << FOLLOWER
    word |= _tricks(lead, follow) << TRICKS | _left(points, lead, follow) << LEFT
    return word | _guarded(lead, follow) << GUARDED | _loose(lead, follow) << LOOSE


@inner
def trump_bounds(points, lead, follow):
    """The word ``info`` of the trump suit."""
    top = masters(lead, follow)
    out = popcount(follow)
    follower = _safe(points, follow, lead) << FOLLOWER
    if top >= out:
        leader = _sum(points, lead | follow)
        own = popcount(lead)
        return leader << AT_ONCE | leader << DRAWN | follower | own << TRICKS | (own - out) << SPARE | bit(CAN_BE_DRAWN)
    leader = _cashed(points, lead, follow, top)
    leader += _safe(points, lead ^ _highest(lead, top), _highest(follow, out - top))
    return leader << AT_ONCE | follower


@inner
def plain_cover(points, lead, follow):
    """The word ``cover`` of a plain suit."""
    top = masters(follow, lead)
    word = _tricks(follow, lead) << C_TRICKS | _left(points, follow, lead) << C_LEFT
    word |= _guarded(follow, lead) << C_GUARDED | (0 if top >= popcount(lead) else popcount(follow)) << C_LOOSE
    word |= (popcount(lead) if top == 0 or follow == 0 else 0) << C_OPEN
    word |= (1 if lead and not follow else 0) << C_VOID
    return word | (1 if 0 < top < popcount(lead) else 0) << C_PARTLY


@inlined
def dearest(s, hand, count):
    """The most that so many plain cards of a hand are worth."""
    total = np.int64(0)
    for place in range(7, 2, -1):  # the lower ones are worth nothing
        found = min(count, popcount(hand & (_PLACE << np.int64(place))))
        total += found * s.points[0, place]
        count -= found
    return total


@inner
def fill_bounds(s):
    """All words, for the rules in the record."""
    for state in range(STATES):
        lead, follow = hands_of(state)
        s.info[0, state] = plain_bounds(s.points[0], lead, follow)
        s.info[1, state] = trump_bounds(s.points[1], lead, follow)
        s.cover[state] = plain_cover(s.points[0], lead, follow)
