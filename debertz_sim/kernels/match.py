"""What makes deals a match: target, early claim, the winner, what the losers pay (RULES.md section 3)."""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import inlined, inner, kernel
from debertz_sim.kernels.bella import BELLA_POINTS, bella_scorer
from debertz_sim.kernels.bits import bit
from debertz_sim.kernels.melds import sequence_points_of
from debertz_sim.kernels.scoring import find_next_dealer, write_scores
from debertz_sim.kernels.state import (
    ALL_PASS,
    BAID,
    CLAIM,
    HANGING_BAID,
    INSTANT_WIN,
    MAX_SEATS,
    REDEAL,
)
from debertz_sim.switches import ONE_DEAL, BothReach, EarlyClaim, MatchUnit, Payoff


@inlined
def open_single(m, dealer):
    """A further deal on its own, after ``open_match``: nothing of the deal before is carried over."""
    m.dealer = dealer
    m.forced = -1
    m.n_pots = 0
    for seat in range(MAX_SEATS):
        m.dealer_pots[seat] = 0


@kernel
def open_match(m, dealer):
    """A deal on its own, or the first of a match (set ``in_match`` for that)."""
    m.in_match = 0
    m.dealer = dealer
    m.forced = -1
    m.n_pots = 0
    m.over = 0
    m.winner = -1
    m.burned = 0
    for seat in range(MAX_SEATS):
        m.scores[seat] = 0
        m.baids[seat] = 0
        m.hangings[seat] = 0
        m.dealer_pots[seat] = 0
        m.payoff[seat] = 0.0


@kernel
def safe_points(rules, t, v, seat):
    """Points of this deal that a seat cannot lose any more."""
    total = v.points[seat] + sequence_points_of(rules, t, v, seat, -1)
    if bella_scorer(rules, t, v) == seat:
        total += BELLA_POINTS
    return total


@inner
def may_claim(rules, t, v, m, seat):
    """Whether the winner of the trick just completed (not the last) may end the match with what is safe."""
    if not m.in_match or rules.early_claim == EarlyClaim.OFF or rules.target == ONE_DEAL or t.last_trick >= 0:
        return False
    if rules.early_claim == EarlyClaim.DEFENDER and seat == t.declarer:
        return False
    return m.scores[seat] + safe_points(rules, t, v, seat) >= rules.target


@inner
def claim(rules, t, v, seat):
    """End the deal: the claimer writes what is safe, the others nothing."""
    t.outcome = CLAIM
    t.claimer = seat
    t.bella_to = bella_scorer(rules, t, v)
    for other in range(rules.players):
        t.seq_scored[other] = sequence_points_of(rules, t, v, other, -1)
        t.written[other] = 0
    t.written[seat] = safe_points(rules, t, v, seat)


@inner
def _larger(rules, t, m, reached, last_trick_decides):
    """The larger total among ``reached``; equal: the one who took the last trick, or nobody."""
    best = np.int64(-(2**40))
    winner = -1
    for seat in range(rules.players):
        if reached & bit(seat):
            if m.scores[seat] > best:
                best = m.scores[seat]
                winner = seat
            elif m.scores[seat] == best:
                winner = -1
    if winner >= 0 or not last_trick_decides:
        return winner
    last = t.last_trick
    return last if reached & bit(last) and m.scores[last] == best else -1


@inner
def _reached_winner(rules, t, m, reached):
    """Who wins when the seats ``reached`` have all come to the target in this deal; -1: another deal."""
    if reached & (reached - 1) == 0:
        return _larger(rules, t, m, reached, False)
    if rules.both_reach == BothReach.LAST_TRICK:
        if reached & bit(t.last_trick):
            return t.last_trick
        return _larger(rules, t, m, reached, False)
    if rules.both_reach == BothReach.LARGER:
        return _larger(rules, t, m, reached, True)
    if rules.both_reach == BothReach.DEFENDER:
        return _larger(rules, t, m, reached & ~bit(t.declarer), False)
    return _larger(rules, t, m, reached, False)


@inner
def _one_deal_winner(rules, t, m):
    """The larger written score (kush: whoever wrote any); nobody if that is not one player."""
    if rules.match_unit == MatchUnit.KUSH:
        winners = 0
        for seat in range(rules.players):
            if t.written[seat] > 0:
                winners |= bit(seat)
        return _larger(rules, t, m, winners, False)
    return _larger(rules, t, m, bit(rules.players) - 1, False)


@inner
def _pay(rules, m):
    """What each loser pays: nothing where nobody has won."""
    for seat in range(rules.players):
        m.payoff[seat] = 0.0
        if m.winner < 0 or rules.team[seat] == rules.team[m.winner]:
            continue
        if rules.payoff == Payoff.STAKE:
            m.payoff[seat] = 1.0
        elif rules.payoff == Payoff.DIFFERENCE:
            m.payoff[seat] = max(0.0, rules.target - m.scores[seat])
        elif rules.payoff == Payoff.HUNDREDS:
            m.payoff[seat] = max(0.0, rules.target // 100 * 100 - m.scores[seat])
        elif rules.payoff == Payoff.STAKE_MARKS:
            m.payoff[seat] = 1.0 + 0.5 * (m.baids[seat] + m.hangings[seat])


@inner
def _end(rules, t, m, winner):
    """The match is over; pots still hanging are burned."""
    m.over = 1
    m.winner = winner
    t.next_dealer = -1
    m.burned = 0
    for k in range(m.n_pots):
        m.burned += m.pots[k]
    for seat in range(rules.players):
        m.burned += m.dealer_pots[seat]
    _pay(rules, m)


@inner
def _close_in_match(rules, t, m):
    if t.outcome == ALL_PASS or t.outcome == REDEAL:
        return
    if t.outcome == INSTANT_WIN:
        _end(rules, t, m, t.claimer)
        return
    reached = np.int64(0)
    for seat in range(rules.players):
        m.scores[seat] += t.written[seat]
        if m.scores[seat] >= rules.target:
            reached |= bit(seat)
    if t.outcome == BAID:
        m.baids[t.declarer] += 1
    elif t.outcome == HANGING_BAID:
        m.hangings[t.declarer] += 1
    if t.outcome == CLAIM:
        _end(rules, t, m, t.claimer)
    elif rules.target == ONE_DEAL:
        _end(rules, t, m, _one_deal_winner(rules, t, m))
    elif reached:
        winner = _reached_winner(rules, t, m, reached)
        if winner >= 0:
            _end(rules, t, m, winner)


@inlined
def close_deal(rules, t, v, m):
    """A deal has its outcome: written points, pots, the next dealer, and in a match the totals and its end."""
    played_out = t.outcome != ALL_PASS and t.outcome != REDEAL and t.outcome != INSTANT_WIN and t.outcome != CLAIM
    if played_out:
        write_scores(rules, t, v, m)
    if t.outcome != INSTANT_WIN and t.outcome != CLAIM:
        find_next_dealer(rules, t)
    if m.in_match:
        _close_in_match(rules, t, m)
    m.dealer = t.next_dealer
