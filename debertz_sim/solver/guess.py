"""A guess at the leader's points, from which the search closes in: a sum of learned terms (docs/solver.md)."""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import inner, popcount
from debertz_sim.kernels.bits import bit, holding
from debertz_sim.solver.order import above
from debertz_sim.solver.search import sure_of_both
from debertz_sim.solver.state import N_AMOUNTS, N_CARD_TERMS, N_GUESS, N_SUIT_TERMS, TRUMP

GUESS_UNIT = 64  # terms are in 64ths of a point


@inner
def find_terms(s, lead, follow, state, total, cards):
    """Fill ``s.terms`` with the places of the terms that count once; returns how many.

    There is a term for every card (how the numbers of trumps compare, plain or trump, whose, its place, how many of the
    other's are higher) and for every suit (how many cards each has).  ``s.amounts`` are multiplied by the last terms.
    """
    balance = min(max(popcount(holding(lead, TRUMP)) - popcount(holding(follow, TRUMP)), -2), 2) + 2
    first = balance * (N_CARD_TERMS + N_SUIT_TERMS)
    count = 0
    own = np.int64(0)
    for suit in range(4):
        kind = 1 if suit == TRUMP else 0
        mine = holding(lead, suit)
        his = holding(follow, suit)
        lengths = min(popcount(mine), 4) * 5 + min(popcount(his), 4)
        s.terms[count] = first + N_CARD_TERMS + 25 * kind + lengths
        count += 1
        for place in range(8):
            owned = mine & bit(place)
            if owned or his & bit(place):
                higher = min(popcount((his if owned else mine) & above(place)), 3)
                s.terms[count] = first + 32 * (2 * kind + (0 if owned else 1)) + 4 * place + higher
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
    """About how many of the ``total`` points the leader gets, between what he and the other are sure of."""
    found = np.int64(0)
    for k in range(find_terms(s, lead, follow, state, total, cards)):
        found += s.guess_terms[s.terms[k]]
    for k in range(N_AMOUNTS):
        found += s.guess_terms[N_GUESS - N_AMOUNTS + k] * s.amounts[k]
    return min(max(found // GUESS_UNIT, s.amounts[0]), total - s.amounts[1])
