"""Sums over deals played by fixed strategies: what every call of every hand class is worth, and what a reply gains."""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import inlined, kernel
from debertz_sim.equilibrium.learn import class_stakes
from debertz_sim.equilibrium.stakes import (
    ELSEWHERE,
    FIRST_REACH,
    N_SECOND,
    PLAY,
    REACH,
    first_share,
    legal_second,
    second_shares,
)
from debertz_sim.kernels.classes import SLOT_BITS

# A row of sums (float64): of deals; in round 1 of the stakes by playing and by the other's playing; in round 2 of the
# stakes by call; of the reaches of both rounds; of the squares of what playing gains over passing in round 1 (where the
# seat goes on by its strategy), and of what each call of round 2 gains over each later one.
S_DEALS, S_PLAY, S_ELSEWHERE, S_SECOND = 0, 1, 2, 3
S_FIRST_REACH = S_SECOND + N_SECOND
S_REACH = S_FIRST_REACH + 1
S_FIRST_SQUARES = S_REACH + 1
S_SQUARES = S_FIRST_SQUARES + 1
PAIRS = [(a, b) for a in range(N_SECOND) for b in range(a + 1, N_SECOND)]
"""The pairs of calls whose squares stand at S_SQUARES and after."""
N_SUMS = S_SQUARES + len(PAIRS)


@kernel
def sum_block(rules, deals, codes, stakes, seat, share, shares_of, rows, sums):
    """Add a block's deals to one seat's sums (float64, shape (classes, N_SUMS)); ``rows``: what the seat itself does.

    Classes are divided as in ``learn_block``.
    """
    own = np.zeros(N_SECOND, np.float32)
    shares = np.zeros(N_SECOND, np.float32)
    legal = legal_second(rules, seat)
    for k in range(len(deals)):
        if not deals[k].played:
            continue
        upcard_suit = deals[k].upcard >> 3
        stake = stakes[k, seat]
        for split in range(codes.shape[2]):
            code = np.int64(codes[k, seat, split])
            index = code >> SLOT_BITS
            if shares_of == 1 or index % shares_of == share:
                class_stakes(code, upcard_suit, legal, stake, own)
                second_shares(rows[index], legal, shares)
                _add(sums[index], stake, own, shares)


@inlined
def _add(sums, stake, own, shares):
    gain = np.float64(stake[PLAY]) - stake[ELSEWHERE]
    sums[S_DEALS] += 1.0
    sums[S_PLAY] += stake[PLAY]
    sums[S_ELSEWHERE] += stake[ELSEWHERE]
    sums[S_FIRST_REACH] += stake[FIRST_REACH]
    sums[S_REACH] += stake[REACH]
    for call in range(N_SECOND):
        sums[S_SECOND + call] += own[call]
        gain -= np.float64(shares[call]) * own[call]
    sums[S_FIRST_SQUARES] += gain * gain
    place = S_SQUARES
    for a in range(N_SECOND):
        for b in range(a + 1, N_SECOND):
            ahead = np.float64(own[a]) - own[b]
            sums[place] += ahead * ahead
            place += 1


@inlined
def _worth(row, legal, stake, own, shares):
    """What a seat gets by a strategy."""
    play = np.float64(first_share(row))
    second_shares(row, legal, shares)
    later = np.float64(0.0)
    for call in range(N_SECOND):
        later += np.float64(shares[call]) * own[call]
    return play * stake[PLAY] + (1.0 - play) * (stake[ELSEWHERE] + later)


@kernel
def gain_block(rules, deals, codes, stakes, seat, rows, reply, gains):
    """What a seat gains in each deal (into float64, shape (deals,)) by ``reply`` over ``rows``, both strategies."""
    own = np.zeros(N_SECOND, np.float32)
    shares = np.zeros(N_SECOND, np.float32)
    legal = legal_second(rules, seat)
    for k in range(len(deals)):
        gains[k] = 0.0
        if not deals[k].played:
            continue
        upcard_suit = deals[k].upcard >> 3
        stake = stakes[k, seat]
        for split in range(codes.shape[2]):
            code = np.int64(codes[k, seat, split])
            index = code >> SLOT_BITS
            class_stakes(code, upcard_suit, legal, stake, own)
            gains[k] += _worth(reply[index], legal, stake, own, shares) - _worth(rows[index], legal, stake, own, shares)
        gains[k] /= codes.shape[2]
