"""Bids by a table that has a call for every hand class at each of the four decisions, between two players.

The class of a hand: the rank of the upcard, the six cards' holding in its suit, and the three other holdings without
regard to which suit is which. Forehand and dealer have each a call for round 1 (play or pass) and for round 2 (one of
the suits, or pass). Where two plain suits hold the same ranks and the table names one of them, it is the earlier of
s c d h. A call that is not allowed (a pass of an obliged dealer whose table lets him pass) becomes the suit in which
his six cards count most, as that of never.
"""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import inner, load_int16
from debertz_sim.kernels.bits import bit
from debertz_sim.kernels.classes import SLOT_BITS, class_code, slot_suit
from debertz_sim.kernels.state import PASS
from debertz_sim.policies.bidding import best_suit
from debertz_sim.policies.charted import PASS_2, SHIFTS, UPCARD_SUIT

_FIRST_FOREHAND, _FIRST_DEALER, _SECOND_FOREHAND, _SECOND_DEALER = SHIFTS


@inner
def call_chart(table, rules, v):
    """The call of a chart whose packed table (``charted.packed``) lies at an address."""
    code = class_code(v.hand, v.upcard)
    calls = load_int16(table, code >> SLOT_BITS)
    deals = v.seat == v.dealer
    call = np.int64(PASS)
    if v.round == 1:
        if (calls >> (_FIRST_DEALER if deals else _FIRST_FOREHAND)) & 1:
            call = v.upcard >> 3
    else:
        named = (calls >> (_SECOND_DEALER if deals else _SECOND_FOREHAND)) & 7
        if named == UPCARD_SUIT:
            call = v.upcard >> 3
        elif named != PASS_2:
            call = slot_suit(code, named)
    if v.legal & bit(call):
        return call
    suit, _ = best_suit(rules, v)
    return suit
