"""What makes deals a match: target, early claim, the winner, what the losers pay (RULES.md section 3)."""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import inlined, inner, kernel
from debertz_sim.kernels.bella import BELLA_POINTS, bella_scorer
from debertz_sim.kernels.bits import bit, seat_after
from debertz_sim.kernels.melds import sequence_points_of
from debertz_sim.kernels.scoring import find_next_dealer, spare_declarer, write_scores
from debertz_sim.kernels.state import (
    ALL_PASS,
    BAID,
    CLAIM,
    DECIDING_DEALS,
    HANGING_BAID,
    INSTANT_WIN,
    MAX_SEATS,
    REDEAL,
)
from debertz_sim.switches import ONE_DEAL, BothReach, EarlyClaim, Form, MatchUnit, Payoff

DECIDING_DEALS_PLAYED = 4  # one a dealer, before the sums are compared


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
    """A deal on its own, or the first of a match (``begin_match`` makes it one)."""
    m.in_match = 0
    m.dealer = dealer
    m.forced = -1
    m.n_pots = 0
    m.n_left = 0
    m.match_round = 0
    m.deciding = 0
    m.round_over = 0
    m.over = 0
    m.winner = -1
    m.burned = 0
    for k in range(2):
        m.round_winners[k] = -1
    for seat in range(MAX_SEATS):
        m.scores[seat] = 0
        m.baids[seat] = 0
        m.marks[seat] = 0
        m.dealer_pots[seat] = 0
        m.payoff[seat] = 0.0


@kernel
def make_match(rules, m):
    """Make the open deal the first of a match."""
    m.in_match = 1
    if rules.form == Form.TWO_ROUNDS:
        m.match_round = 1


@inlined
def side_count(rules):
    """Sides of a match; each is named by its lower seat, 0 .. sides - 1 (in pairs 0 and 1)."""
    return 2 if rules.sides else rules.players


@kernel
def safe_points(rules, t, v, seat):
    """Points of this deal that a seat (in pairs its side) cannot lose any more."""
    total = np.int64(0)
    bella = bella_scorer(rules, t, v)
    for own in range(rules.players):
        if rules.team[own] == rules.team[seat]:
            total += v.points[own] + sequence_points_of(rules, t, v, own, -1)
            if own == bella:
                total += BELLA_POINTS
            if own == t.four_scorer:
                total += t.four_points[own]
    return total


@inner
def may_claim(rules, t, v, m, seat):
    """Whether the winner of the trick just completed (not the last) may end the match with what is safe."""
    if not m.in_match or rules.early_claim == EarlyClaim.OFF or rules.target == ONE_DEAL or t.last_trick >= 0:
        return False
    if m.match_round == DECIDING_DEALS:
        return False
    if rules.early_claim == EarlyClaim.DEFENDER and rules.team[seat] == rules.team[t.declarer]:
        return False
    return m.scores[seat] + safe_points(rules, t, v, seat) >= rules.target


@inner
def claim(rules, t, v, seat):
    """End the deal: the claimer's side writes what is safe, the others nothing."""
    t.outcome = CLAIM
    t.claimer = seat
    t.bella_to = bella_scorer(rules, t, v)
    safe = safe_points(rules, t, v, seat)
    for other in range(rules.players):
        t.seq_scored[other] = sequence_points_of(rules, t, v, other, -1)
        t.written[other] = safe if rules.team[other] == rules.team[seat] else 0


@inner
def _larger(rules, t, m, reached, last_trick_decides):
    """The side with the larger total among ``reached``; equal: the one that took the last trick, or nobody."""
    best = np.int64(-(2**40))
    winner = -1
    for side in range(side_count(rules)):
        if reached & bit(side):
            if m.scores[side] > best:
                best = m.scores[side]
                winner = side
            elif m.scores[side] == best:
                winner = -1
    if winner >= 0 or not last_trick_decides:
        return winner
    last = rules.team[t.last_trick]
    return last if reached & bit(last) and m.scores[last] == best else -1


@inner
def reached_winner(rules, t, m, reached):
    """Who wins when the sides ``reached`` have all come to the target in this deal; -1: another deal."""
    if reached & (reached - 1) == 0:
        return _larger(rules, t, m, reached, False)
    if rules.both_reach == BothReach.LAST_TRICK:
        last = rules.team[t.last_trick]
        if reached & bit(last):
            return last
        return _larger(rules, t, m, reached, False)
    if rules.both_reach == BothReach.LARGER:
        return _larger(rules, t, m, reached, True)
    if rules.both_reach == BothReach.DEFENDER:
        defenders = reached & ~bit(rules.team[t.declarer])
        if t.passive >= 0:
            defenders &= ~bit(t.passive)
        return _larger(rules, t, m, defenders, False)
    return _larger(rules, t, m, reached, False)


@inner
def _one_deal_winner(rules, t, m):
    """The larger written score (kush: whoever wrote any); nobody if that is not one side."""
    sides = side_count(rules)
    if rules.match_unit == MatchUnit.KUSH:
        winners = 0
        for side in range(sides):
            if t.written[side] > 0:
                winners |= bit(side)
        return _larger(rules, t, m, winners, False)
    return _larger(rules, t, m, bit(sides) - 1, False)


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
            m.payoff[seat] = 1.0 + 0.5 * m.marks[seat]


@inner
def _burn(rules, m):
    """Nobody gets the pots that still hang; they are kept for the record as those left by the round or match."""
    m.n_left = m.n_pots
    for k in range(m.n_pots):
        m.burned += m.pots[k]
    m.n_pots = 0
    for seat in range(rules.players):
        m.burned += m.dealer_pots[seat]
        m.dealers_left[seat] = m.dealer_pots[seat]
        m.dealer_pots[seat] = 0


@inner
def _end(rules, t, m, winner):
    """The match is over; pots still hanging are burned."""
    m.over = 1
    m.winner = winner
    t.next_dealer = -1
    _burn(rules, m)
    _pay(rules, m)


@inner
def _win(rules, t, m, winner):
    """A side has won by the target or a claim: the match, or one of its two rounds."""
    if m.match_round == 0:
        _end(rules, t, m, winner)
        return
    m.round_winners[m.match_round - 1] = winner
    if m.match_round == 2 and m.round_winners[0] == winner:
        _end(rules, t, m, winner)
        return
    m.match_round += 1
    m.round_over = 1
    m.forced = -1
    t.next_dealer = seat_after(t.dealer, 1, rules.players)
    _burn(rules, m)
    for seat in range(rules.players):
        m.scores[seat] = 0
        m.baids[seat] = 0
        m.marks[seat] = 0


@inner
def _close_deciding_deal(rules, t, m):
    """One round each: after four deals the larger sum wins, level sums go on for four more."""
    m.deciding += 1
    if m.deciding == DECIDING_DEALS_PLAYED:
        m.deciding = 0
        if m.scores[0] != m.scores[1]:
            _end(rules, t, m, 0 if m.scores[0] > m.scores[1] else 1)


@inner
def _close_in_match(rules, t, m):
    m.round_over = 0
    if t.outcome == ALL_PASS or t.outcome == REDEAL:
        return
    if t.outcome == INSTANT_WIN:
        _end(rules, t, m, rules.team[t.claimer])
        return
    reached = np.int64(0)
    for seat in range(rules.players):
        m.scores[seat] += t.written[seat]
        if m.scores[seat] >= rules.target:
            reached |= bit(rules.team[seat])
        if rules.team[seat] == rules.team[t.declarer]:
            if t.outcome == BAID:
                m.baids[seat] += 1
            if t.outcome == BAID or t.outcome == HANGING_BAID:
                m.marks[seat] += 1
    if t.outcome == CLAIM:
        _win(rules, t, m, rules.team[t.claimer])
    elif rules.target == ONE_DEAL:
        _end(rules, t, m, _one_deal_winner(rules, t, m))
    elif m.match_round == DECIDING_DEALS:
        _close_deciding_deal(rules, t, m)
    elif reached:
        winner = reached_winner(rules, t, m, reached)
        if winner >= 0:
            _win(rules, t, m, winner)


@inlined
def close_deal(rules, t, v, m):
    """A deal has its outcome: written points, pots, the next dealer, and in a match the totals and its end."""
    played_out = t.outcome != ALL_PASS and t.outcome != REDEAL and t.outcome != INSTANT_WIN and t.outcome != CLAIM
    if played_out:
        write_scores(rules, t, v, m)
    if t.outcome != INSTANT_WIN and t.outcome != CLAIM:
        find_next_dealer(rules, t)
        spare_declarer(rules, t, m)
    if m.in_match:
        _close_in_match(rules, t, m)
    m.dealer = t.next_dealer
