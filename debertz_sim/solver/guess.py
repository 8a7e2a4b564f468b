"""A guess at the leader's points, from which the search closes in: a small learned network (docs/solver.md)."""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import inner, popcount
from debertz_sim.kernels.bits import bit, holding
from debertz_sim.solver.order import above
from debertz_sim.solver.search import sure_of_both
from debertz_sim.solver.state import HIDDEN, N_AMOUNTS, N_CARD_TERMS, N_TERMS, TRUMP

UNIT = 64  # weights are in 64ths, and those of the last column in 64ths of that


@inner
def find_terms(s, lead, follow, state, total, cards):
    """Fill ``s.terms`` with the places of the terms that a position has; returns how many.

    There is a term for every card (plain or trump, whose, its place, how many of the other's are higher) and for every
    suit (how many cards each has).  ``s.amounts`` are four numbers besides.
    """
    count = 0
    own = np.int64(0)
    for suit in range(4):
        kind = 1 if suit == TRUMP else 0
        mine = holding(lead, suit)
        his = holding(follow, suit)
        s.terms[count] = N_CARD_TERMS + 25 * kind + min(popcount(mine), 4) * 5 + min(popcount(his), 4)
        count += 1
        for place in range(8):
            owned = mine & bit(place)
            if owned or his & bit(place):
                higher = min(popcount((his if owned else mine) & above(place)), 3)
                s.terms[count] = 32 * (2 * kind + (0 if owned else 1)) + 4 * place + higher
                count += 1
                own += s.points[kind, place] if owned else 0
    leader, follower = sure_of_both(s, lead, follow, state, total, cards)
    s.amounts[0] = leader
    s.amounts[1] = follower
    s.amounts[2] = total
    s.amounts[3] = own
    return count


@inner
def guess(s, lead, follow, state, total, cards):
    """About how many of the ``total`` points the leader gets, between what he and the other are sure of.

    Every term adds its row of weights to the hidden units, every amount a multiple of its row; what they have above 0
    counts with the weights ``guess_out``, the last column counts as it is.
    """
    count = find_terms(s, lead, follow, state, total, cards)
    for unit in range(HIDDEN + 1):
        s.hidden[unit] = s.guess_rows[N_TERMS + N_AMOUNTS, unit]
    for k in range(count):
        term = s.terms[k]
        for unit in range(HIDDEN + 1):
            s.hidden[unit] += s.guess_rows[term, unit]
    for k in range(N_AMOUNTS):
        for unit in range(HIDDEN + 1):
            s.hidden[unit] += s.amounts[k] * s.guess_rows[N_TERMS + k, unit]
    found = s.hidden[HIDDEN]
    for unit in range(HIDDEN):
        found += max(s.hidden[unit], 0) * s.guess_out[unit]
    return min(max(found // (UNIT * UNIT), s.amounts[0]), total - s.amounts[1])
