"""A bidding policy as a strategy: what it calls with every hand class at each of the four decisions."""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import kernel
from debertz_sim.equilibrium.leaves import DEALER, N_SIDES
from debertz_sim.equilibrium.stakes import FIRST_PASS, FIRST_PLAY, PASSES, SECOND, UPCARD_SUIT
from debertz_sim.kernels.auction import dealer_obliged
from debertz_sim.kernels.classes import class_hand
from debertz_sim.kernels.dealing import open_table
from debertz_sim.kernels.match import open_match
from debertz_sim.kernels.public import open_view, turn_to_caller
from debertz_sim.kernels.state import PASS
from debertz_sim.policies.calls import call_ruled


@kernel
def style_rows(rules, policies, desk, seat, rows):
    """Write what the policy of a seat calls with each class as a strategy (float32, shape (classes, ROW), zeros).

    The policy must answer a view always alike.  Its hand has the upcard in spades, the slots are clubs, diamonds,
    hearts; the other hand is not dealt.
    """
    t, v, m, streams, _ = desk
    open_match(m, DEALER)
    open_table(rules, t, DEALER, -1)
    t.obliged = dealer_obliged(rules, t, m)
    for index in range(len(rows)):
        hand, upcard = class_hand(index)
        t.first[seat] = hand
        t.upcard = upcard
        t.declarer = -1
        open_view(rules, t, v, m)
        for round_ in range(2):
            t.n_calls = N_SIDES * round_ + seat
            turn_to_caller(rules, t, v)
            call = call_ruled(policies.seats, rules, v, streams)
            if round_ == 0:
                rows[index, FIRST_PASS if call == PASS else FIRST_PLAY] = np.float32(1.0)
            elif call == PASS:
                rows[index, SECOND + PASSES] = np.float32(1.0)
            else:
                rows[index, SECOND + (UPCARD_SUIT if call == 0 else call - 1)] = np.float32(1.0)
