"""Counterfactual regrets of every hand class: chance-sampled, regret matching, weighted averages.

M. Zinkevich, M. Johanson, M. Bowling, C. Piccione, "Regret minimization in games with incomplete information" (2007);
N. Brown, T. Sandholm, "Solving imperfect-information games via discounted regret minimization" (2019) for the weights.
"""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import inlined, kernel
from debertz_sim.equilibrium.stakes import (
    AVERAGE,
    ELSEWHERE,
    FIRST_PASS,
    FIRST_PLAY,
    N_SECOND,
    NAME,
    PASS_TOO,
    PASSES,
    PLAY,
    SECOND,
    call_suit,
    first_share,
    legal_second,
    second_shares,
)
from debertz_sim.kernels.classes import SLOT_BITS


@inlined
def class_stakes(code, upcard_suit, legal, stake, own):
    """The stakes of round 2 in the order of the class's calls (into float32, shape (N_SECOND,)); 0 where illegal."""
    for call in range(PASSES):
        may = (legal >> call) & 1
        own[call] = stake[NAME + call_suit(code, upcard_suit, call)] if may else np.float32(0.0)
    own[PASSES] = stake[PASS_TOO] if (legal >> PASSES) & 1 else np.float32(0.0)


@inlined
def _learn(row, legal, stake, own, shares, weight, average_weight):
    """Add a deal's regrets and its strategy to the row."""
    play = first_share(row)
    second_shares(row, legal, shares)
    later = np.float32(0.0)
    for call in range(N_SECOND):
        later += shares[call] * own[call]
    elsewhere = stake[ELSEWHERE] + later
    expected = play * stake[PLAY] + (np.float32(1.0) - play) * elsewhere
    row[FIRST_PLAY] += weight * (stake[PLAY] - expected)
    row[FIRST_PASS] += weight * (elsewhere - expected)
    row[AVERAGE + FIRST_PLAY] += average_weight * play
    row[AVERAGE + FIRST_PASS] += average_weight * (np.float32(1.0) - play)
    reached = average_weight * (np.float32(1.0) - play)
    for call in range(N_SECOND):
        if (legal >> call) & 1:
            row[SECOND + call] += weight * (own[call] - later)
            row[AVERAGE + SECOND + call] += reached * shares[call]


@kernel
def learn_block(rules, deals, codes, stakes, seat, share, shares_of, weight, average_weight, rows):
    """Let one seat's rows (float32, shape (classes, ROW)) learn from a block, deal by deal.

    Only the classes whose index leaves ``share`` modulo ``shares_of`` are learned, so that threads can divide them:
    each row sees its deals in their order, whoever serves it.
    """
    own = np.zeros(N_SECOND, np.float32)
    shares = np.zeros(N_SECOND, np.float32)
    legal = legal_second(rules, seat)
    for k in range(len(deals)):
        if not deals[k].played:
            continue
        upcard_suit = deals[k].upcard >> 3
        for split in range(codes.shape[2]):
            code = np.int64(codes[k, seat, split])
            if shares_of == 1 or (code >> SLOT_BITS) % shares_of == share:
                class_stakes(code, upcard_suit, legal, stakes[k, seat], own)
                _learn(rows[code >> SLOT_BITS], legal, stakes[k, seat], own, shares, weight, average_weight)
