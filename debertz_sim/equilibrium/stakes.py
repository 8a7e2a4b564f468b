"""What is at stake at each decision of a deal, over all ways of dividing both hands, by leaves and strategies.

Forehand may play (PLAY of his stakes); if he passes, the dealer may (ELSEWHERE); then forehand chooses among the suits
of round 2 and a pass, then the dealer does.  A leaf does not depend on the division of the hands, so each side enters
the other's stakes only by how often, over all its divisions, it passes and names each suit: the work grows with the
number of divisions, not with its square.  Stakes are the seat's own gain times the other's reach; the value of a call
is the mean of its stakes over all deals, divided by the mean reach.
"""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import inlined, kernel
from debertz_sim.equilibrium.leaves import DEALER, FOREHAND, PLAY_FIRST, SUITS
from debertz_sim.kernels.classes import N_SLOTS, SLOT_BITS, slot_suit
from debertz_sim.switches import AllPass, SecondRoundSuits

# The calls of round 2 as a class knows them: the suits of its slots, the upcard's suit, pass.
UPCARD_SUIT, PASSES = N_SLOTS, N_SLOTS + 1
N_SECOND = N_SLOTS + 2

# A row of a strategy (float32): what weighs for play and pass in round 1, then for each call of round 2; the weights
# that are above 0 are the shares.  The other half belongs to whoever learns: the strategy's average, in the same order.
FIRST_PLAY, FIRST_PASS, SECOND = 0, 1, 2
N_WEIGHTS = SECOND + N_SECOND
AVERAGE = 8
ROW = 16

# Stakes of one seat: in round 1 by playing and by the other's playing; in round 2 by suit and by passing; how often
# the other lets it come to his decision of round 1, and of round 2.
PLAY, ELSEWHERE, NAME = 0, 1, 2
PASS_TOO = NAME + SUITS
FIRST_REACH = PASS_TOO + 1
REACH = FIRST_REACH + 1
N_STAKES = REACH + 1


@inlined
def first_share(row):
    """The share of play in round 1; even where nothing weighs."""
    play = max(row[FIRST_PLAY], np.float32(0.0))
    total = play + max(row[FIRST_PASS], np.float32(0.0))
    return play / total if total > 0 else np.float32(0.5)


@inlined
def second_shares(row, legal, shares):
    """The shares of the calls of round 2 (into float32, shape (N_SECOND,)); ``legal``: which may be made, as bits."""
    total = np.float32(0.0)
    n_legal = np.float32(0.0)
    for call in range(N_SECOND):
        may = (legal >> call) & 1
        weight = max(row[SECOND + call], np.float32(0.0)) if may else np.float32(0.0)
        shares[call] = weight
        total += weight
        n_legal += np.float32(may)
    for call in range(N_SECOND):
        if total > 0:
            shares[call] /= total
        else:
            shares[call] = np.float32((legal >> call) & 1) / n_legal


@inlined
def legal_second(rules, seat):
    """Which calls of round 2 a seat may make, as bits."""
    legal = np.int64((1 << N_SLOTS) - 1)
    if rules.second_round_suits != SecondRoundSuits.OTHER:
        legal |= 1 << UPCARD_SUIT
    if seat == FOREHAND or rules.all_pass != AllPass.OBLIGED:
        legal |= 1 << PASSES
    return legal


@inlined
def call_suit(code, upcard_suit, call):
    """The suit that a call of round 2 other than a pass names."""
    return upcard_suit if call == UPCARD_SUIT else slot_suit(code, call)


@inlined
def _sum_up(rows, codes, legal, upcard_suit, leaves, all_pass, shares, sums):
    """Over a seat's divisions, means: its pass in round 1, then by suit what it names, its pass, and what they bring.

    ``sums`` (float64, shape (SUITS + 3,)).  The last is of the seat's own leaves and of ``all_pass``.
    """
    for k in range(SUITS + 3):
        sums[k] = 0.0
    for split in range(len(codes)):
        code = np.int64(codes[split])
        row = rows[code >> SLOT_BITS]
        waits = np.float64(np.float32(1.0) - first_share(row))
        second_shares(row, legal, shares)
        sums[0] += waits
        brought = shares[PASSES] * all_pass
        sums[1 + SUITS] += waits * shares[PASSES]
        for call in range(PASSES):
            if shares[call] > 0:
                suit = call_suit(code, upcard_suit, call)
                sums[1 + suit] += waits * shares[call]
                brought += shares[call] * leaves[suit]
        sums[2 + SUITS] += waits * brought
    for k in range(SUITS + 3):
        sums[k] /= len(codes)


@kernel
def stake_block(rules, deals, leaves, codes, forehand_rows, dealer_rows, all_pass, stakes, values):
    """The stakes of both seats in a block of deals, by fixed strategies.

    Parameters
    ----------
    rules
        The RULES record.
    deals, leaves, codes
        As ``leaf_block`` and ``split_block`` fill them.
    forehand_rows, dealer_rows
        The strategies (float32, shape (classes, ROW)).
    all_pass
        What a deal in which all pass is worth to forehand.
    stakes
        Filled (float32, shape (deals, N_SIDES, N_STAKES)); of deals without an auction with zeros.
    values
        Filled: what each deal is worth to forehand (float64, shape (deals,)).
    """
    shares = np.zeros(N_SECOND, np.float32)
    f = np.zeros(SUITS + 3)
    d = np.zeros(SUITS + 3)
    for k in range(len(deals)):
        stakes[k] = 0.0
        values[k] = 0.0
        if not deals[k].played:
            continue
        upcard_suit = deals[k].upcard >> 3
        own, his = leaves[k, FOREHAND], leaves[k, DEALER]
        legal = legal_second(rules, FOREHAND)
        _sum_up(forehand_rows, codes[k, FOREHAND], legal, upcard_suit, own, 0.0, shares, f)
        legal = legal_second(rules, DEALER)
        _sum_up(dealer_rows, codes[k, DEALER], legal, upcard_suit, his, all_pass, shares, d)
        mine, other = stakes[k, FOREHAND], stakes[k, DEALER]
        dealt_over = (1.0 - d[0]) * his[PLAY_FIRST]
        mine[PLAY] = own[PLAY_FIRST]
        mine[ELSEWHERE] = dealt_over
        mine[PASS_TOO] = d[2 + SUITS]
        mine[FIRST_REACH] = 1.0
        mine[REACH] = d[0]
        other[PLAY] = -f[0] * his[PLAY_FIRST]
        other[ELSEWHERE] = -f[2 + SUITS]
        other[PASS_TOO] = -f[1 + SUITS] * all_pass
        other[FIRST_REACH] = f[0]
        other[REACH] = f[1 + SUITS]
        for suit in range(SUITS):
            mine[NAME + suit] = d[0] * own[suit]
            other[NAME + suit] = -f[1 + SUITS] * his[suit]
        values[k] = (1.0 - f[0]) * own[PLAY_FIRST] + f[0] * dealt_over
        values[k] += d[0] * f[2 + SUITS] + f[1 + SUITS] * d[2 + SUITS]
