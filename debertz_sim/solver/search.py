"""The search: does the leader get so many of the points that are left (docs/solver.md).

A position is two masks of cards, the leader's and the follower's, with as many each; ``state`` is the same in base 3
(see state.py) and ``union`` the sum of the units of all cards.  ``total`` are the points left, the last ten among them;
the leader gets some of them, the follower the rest.  Every answer is a bound of the leader's points: a lower one if it
reaches ``wanted``, else an upper one.
"""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import highest, inlined, inner, kernel, lowest, popcount
from debertz_sim.kernels.bits import bit, holding
from debertz_sim.kernels.scoring import LAST_TRICK_POINTS
from debertz_sim.solver.bounds import (
    AT_ONCE,
    C_GUARDED,
    C_LEFT,
    C_LOOSE,
    C_OPEN,
    C_PARTLY,
    C_TRICKS,
    C_VOID,
    CAN_BE_DRAWN,
    DRAWN,
    FOLLOWER,
    GUARDED,
    LEFT,
    LOOSE,
    SPARE,
    TRICKS,
    dearest,
)
from debertz_sim.solver.state import (
    BOUNDS,
    CAN_DRAW,
    CANNOT_DRAW,
    FREE_JACK,
    FROM_TRUMPS,
    NO_OWN_TRUMPS,
    NO_TRUMPS,
    SLOTS,
    TRUMP,
)

_FIRST_TRUMP = 8 * TRUMP
_DIGITS = 0xFFFF  # of one suit
_FOLD = 0x7FFFFFFF
_SPREAD = 0x9E3779B1
_NO_BOUNDS = 255 << 8  # lower 0, upper 255
_MUCH = np.int64(255)
_SOME_SCORE = 8 * 16


@inlined
def takes(card, led):
    """Whether a card played to a lead takes the trick."""
    return (card > led) & ((card >> 3 == led >> 3) | (card >= _FIRST_TRUMP))


@inlined
def _slot(state):
    """Where a position is kept."""
    return ((((state ^ (state >> np.int64(31))) & _FOLD) * _SPREAD) >> np.int64(40)) & (SLOTS - 1)


@inlined
def pick(w0, w1, w2, w3):
    """The best head of four lists: 4 * entry + suit, below 4 if all are empty."""
    best = max((w0 & 255) << np.int64(2), (w1 & 255) << np.int64(2) | 1)
    return max(best, max((w2 & 255) << np.int64(2) | 2, (w3 & 255) << np.int64(2) | 3))


@inlined
def rest_of(cards, suit, picked):
    """A suit's list without the card picked, if it was one of this suit."""
    return cards >> np.int64(8 if picked & 3 == suit else 0)


@inlined
def card_of(picked):
    """The card that was picked."""
    return (picked & 3) << np.int64(3) | (picked >> np.int64(2)) & 7


@inner
def merged(d0, d1, d2, d3):
    """One list of answers out of lists of four suits."""
    answers = np.int64(0)
    shift = np.int64(0)
    while True:
        picked = pick(d0, d1, d2, d3)
        if picked < 4:
            return answers
        d0 = rest_of(d0, 0, picked)
        d1 = rest_of(d1, 1, picked)
        d2 = rest_of(d2, 2, picked)
        d3 = rest_of(d3, 3, picked)
        answers |= (32 | card_of(picked)) << shift
        shift += 6


@inlined
def value_of_one(lead, follow, total):
    """The leader's points with one card each."""
    return np.int64(0) if takes(lowest(follow), lowest(lead)) else total


@inlined
def _last_two(s, card, other, reply, rest, total):
    """The leader's points after a first trick of ``card`` and ``reply``, and ``other`` against ``rest`` in the last."""
    points = s.worth[card] + s.worth[reply]
    lost = takes(reply, card)
    kept = points if not lost else np.int64(0)
    last = takes(other, rest) if lost else not takes(rest, other)
    return kept + (total - points if last else np.int64(0))


@inlined
def _after_lead_of_two(s, card, other, x, y, total):
    """The leader's points with two cards each after this lead; the follower holds ``x`` > ``y``."""
    x_legal = x >> 3 == card >> 3
    y_legal = y >> 3 == card >> 3
    if not (x_legal | y_legal):
        x_legal = x >= _FIRST_TRUMP
        y_legal = y >= _FIRST_TRUMP
        if (not x_legal) | ((not y_legal) & (bit(x) == s.free)):
            x_legal = y_legal = True
    elif x_legal & (s.duty != 0) & (card >= _FIRST_TRUMP) & (x > card):
        y_legal &= y > card
    by_x = _last_two(s, card, other, x, y, total)
    by_y = _last_two(s, card, other, y, x, total)
    return min(by_x if x_legal else _MUCH, by_y if y_legal else _MUCH)


@inlined
def value_of_two(s, lead, follow, total):
    """The leader's points with two cards each."""
    a = highest(lead)
    b = lowest(lead)
    x = highest(follow)
    y = lowest(follow)
    return max(_after_lead_of_two(s, a, b, x, y, total), _after_lead_of_two(s, b, a, x, y, total))


@inlined
def lead_kind(s, lead, follow, drawn):
    """Which lists of plain leads hold, by the trumps."""
    trumps = follow >> np.int64(_FIRST_TRUMP)
    own = CANNOT_DRAW if lead >> np.int64(_FIRST_TRUMP) else NO_OWN_TRUMPS
    kind = NO_TRUMPS if trumps == 0 else CAN_DRAW if drawn else own
    return FREE_JACK if (s.free != 0) & (trumps << np.int64(_FIRST_TRUMP) == s.free) else kind


@inlined
def leader_bound(s, follow, info, drawn, total, cards, wanted):
    """Points that the leader is sure of; more of them are looked for only to reach ``wanted``."""
    at_once = (info >> np.int64(AT_ONCE)) & 255
    if not drawn:
        return at_once
    rest = cards - ((info >> np.int64(TRICKS)) & 15)
    if rest == 0:
        return total
    best = (info >> np.int64(DRAWN)) & 255
    most = total - LAST_TRICK_POINTS - ((info >> np.int64(LEFT)) & 255)
    if most + LAST_TRICK_POINTS >= wanted:
        best = max(best, most - dearest(s, follow, rest))
    if (info >> np.int64(SPARE)) & 15 >= rest:
        best += LAST_TRICK_POINTS
    if (info >> np.int64(GUARDED)) & 15 >= (info >> np.int64(LOOSE)) & 15:
        best = max(best, at_once + LAST_TRICK_POINTS)
    return best


@inlined
def follower_bound(s, lead, follow, info, i0, i1, i2, total, cards, wanted):
    """Points that the follower is sure of; more of them are looked for only to reach ``wanted``."""
    sure = (info >> np.int64(FOLLOWER)) & 255
    trumps = popcount(follow >> np.int64(_FIRST_TRUMP))
    against = popcount(lead >> np.int64(_FIRST_TRUMP))
    spare = trumps - against
    if against > 0 and ((spare <= 0) | (popcount(follow >> (highest(lead) + 1)) < against)):
        return sure
    cover = s.cover[i0] + s.cover[i1] + s.cover[i2]
    rest = cards - trumps - ((cover >> np.int64(C_TRICKS)) & 15)
    best = sure
    if (spare > 0) | ((cover >> np.int64(C_OPEN)) & 15 <= rest):
        if rest == 0:
            return total
        most = total - LAST_TRICK_POINTS - ((cover >> np.int64(C_LEFT)) & 255)
        if most + LAST_TRICK_POINTS >= wanted:
            void = 1 if (cover >> np.int64(C_VOID)) & 3 else 0
            last = LAST_TRICK_POINTS if (spare > 0) & (spare - void >= rest) else 0
            best = max(best, most - dearest(s, lead, rest) + last)
    kept = (cover >> np.int64(C_GUARDED)) & 15 > (cover >> np.int64(C_LOOSE)) & 15
    if (against == 0) & kept & ((cover >> np.int64(C_PARTLY)) & 3 == 0):
        best = max(best, sure + LAST_TRICK_POINTS)
    return best


@inner
def sure_of_both(s, lead, follow, state, total, cards):
    """Points that the leader and that the follower is sure of."""
    i0 = state & _DIGITS
    i1 = (state >> np.int64(16)) & _DIGITS
    i2 = (state >> np.int64(32)) & _DIGITS
    i3 = (state >> np.int64(48)) & _DIGITS
    info = s.info[0, i0] + s.info[0, i1] + s.info[0, i2] + s.info[1, i3]
    drawn = (info >> np.int64(CAN_BE_DRAWN)) & 1
    leader = leader_bound(s, follow, info, drawn, total, cards, 0)
    return leader, follower_bound(s, lead, follow, info, i0, i1, i2, total, cards, 0)


@kernel
def search(s, lead, follow, state, union, total, cards, wanted):
    """A bound of the leader's points, ``cards`` > ``s.exact`` each; see the head of this file."""
    s.nodes += 1
    slot = _slot(state)
    known = s.kept[slot, 1] if s.kept[slot, 0] == state else np.int64(_NO_BOUNDS)
    if known & 255 >= wanted:
        return known & 255
    if known >> 8 < wanted:
        return known >> 8
    i0 = state & _DIGITS
    i1 = (state >> np.int64(16)) & _DIGITS
    i2 = (state >> np.int64(32)) & _DIGITS
    i3 = (state >> np.int64(48)) & _DIGITS
    info = s.info[0, i0] + s.info[0, i1] + s.info[0, i2] + s.info[1, i3]
    drawn = (info >> np.int64(CAN_BE_DRAWN)) & 1
    best = np.int64(0)
    if s.reductions & BOUNDS:
        best = leader_bound(s, follow, info, drawn, total, cards, wanted)
        if best >= wanted:
            return best
        most = total - follower_bound(s, lead, follow, info, i0, i1, i2, total, cards, total - wanted + 1)
        if most < wanted:
            return most
    kind = lead_kind(s, lead, follow, drawn)
    w0 = s.leads[kind, i0]
    w1 = s.leads[kind, i1]
    w2 = s.leads[kind, i2]
    w3 = s.leads[FROM_TRUMPS, i3]
    while best < wanted:
        picked = pick(w0, w1, w2, w3)
        if picked < 4:
            break
        w0 = rest_of(w0, 0, picked)
        w1 = rest_of(w1, 1, picked)
        w2 = rest_of(w2, 2, picked)
        w3 = rest_of(w3, 3, picked)
        card = card_of(picked)
        suit = card >> 3
        first = card & 24  # of the suit answered with, where it is one
        low = np.int64(7)
        width = np.int64(4)
        if holding(follow, suit):
            index = (state >> (16 * suit)) & _DIGITS
            answers = np.int64(s.follows[1 if suit == TRUMP else 0, index, card & 7])
        elif kind in (NO_TRUMPS, FREE_JACK):
            jack = _SOME_SCORE | highest(follow) & 7 if kind == FREE_JACK else np.int64(0)
            answers = merged(s.discards[i0], s.discards[i1], s.discards[i2], jack)
            first = np.int64(0)
            low = np.int64(31)
            width = np.int64(6)
        else:
            answers = s.ruffs[i3]
            first = np.int64(_FIRST_TRUMP)
        worst = _MUCH
        while answers and worst >= wanted:
            reply = answers & low | first
            answers >>= width
            points = s.worth[card] + s.worth[reply]
            left = total - points
            lead_left = lead ^ bit(card)
            follow_left = follow ^ bit(reply)
            lost = takes(reply, card)
            next_lead = follow_left if lost else lead_left
            next_follow = lead_left if lost else follow_left
            if cards <= s.exact + 1:
                value = value_of_two(s, next_lead, next_follow, left) if s.exact else left
            else:
                union_left = union - s.digit[card] - s.digit[reply]
                state_left = state - s.digit[card] - 2 * s.digit[reply]
                state_left = 3 * union_left - state_left if lost else state_left
                wanted_left = left - wanted + 1 if lost else wanted - points
                value = search(s, next_lead, next_follow, state_left, union_left, left, cards - 1, wanted_left)
            worst = min(worst, left - value if lost else points + value)
        best = max(best, worst)
    lower = max(known & 255, best) if best >= wanted else known & 255
    upper = known >> 8 if best >= wanted else min(known >> 8, best)
    s.kept[slot, 0] = state ^ s.blind
    s.kept[slot, 1] = lower | upper << 8
    return best
