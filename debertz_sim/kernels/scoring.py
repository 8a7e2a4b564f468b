"""From tricks and melds to outcome and written points (RULES.md section 2, "Score", and section 4)."""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import inlined, inner
from debertz_sim.kernels.bella import BELLA_POINTS, bella_scorer
from debertz_sim.kernels.bits import next_in_play, of_side, seat_after
from debertz_sim.kernels.melds import sequence_points_of
from debertz_sim.kernels.state import ALL_PASS, BAID, HANGING_BAID, MADE, REDEAL
from debertz_sim.switches import BaidTo, DeclarerBeats, Hanging, MatchUnit, NextDealer

LAST_TRICK_POINTS = 10
FIRST_FINED_BAID = 3  # of a match


@inlined
def total_up(rules, t, v):
    """Raw scores: card points, the last ten, scoring melds."""
    # In locals: after a store to the table the compiler would load them anew.
    bella_to = bella_scorer(rules, t, v)
    last_trick = t.last_trick
    four_scorer = t.four_scorer
    t.bella_to = bella_to
    for seat in range(rules.players):
        scored = sequence_points_of(rules, t, v, seat, last_trick)
        total = v.points[seat] + scored
        total += LAST_TRICK_POINTS if seat == last_trick else 0
        total += BELLA_POINTS if seat == bella_to else 0
        if seat == four_scorer:
            total += t.four_points[seat]
        t.seq_scored[seat] = scored
        t.totals[seat] = total
    if rules.sides:
        for seat in range(2):
            t.totals[seat] += t.totals[seat + 2]
            t.totals[seat + 2] = t.totals[seat]


@inlined
def judge(rules, t):
    """Made, baid or hanging baid: the declarer against all others together, or against the best of them."""
    against = np.int64(0)
    side = rules.team[t.declarer & 3]
    for seat in range(rules.players):
        if rules.team[seat] != side and seat != t.passive:
            if rules.declarer_beats == DeclarerBeats.SUM:
                against += t.totals[seat]
            else:
                against = max(against, t.totals[seat])
    t.to_beat = against
    own = t.totals[t.declarer & 3]
    if own > against:
        t.outcome = MADE
    elif own < against:
        t.outcome = BAID
    else:
        t.outcome = HANGING_BAID


@inlined
def pot_at_stake(rules, m, dealer):
    """Points of earlier deals that the next decided deal wins."""
    if rules.hanging == Hanging.PER_DEALER:
        return m.dealer_pots[dealer]
    if m.n_pots == 0:
        return np.int64(0)
    if rules.hanging == Hanging.QUEUE:
        return m.pots[0]
    total = np.int64(0)
    for k in range(m.n_pots):
        total += m.pots[k]
    return total


@inlined
def _take_pot(rules, m, dealer):
    """Win the pot at stake and clear it."""
    won = pot_at_stake(rules, m, dealer)
    if rules.hanging == Hanging.PER_DEALER:
        m.dealer_pots[dealer] = 0
    elif rules.hanging == Hanging.QUEUE and m.n_pots > 0:
        m.n_pots -= 1
        for k in range(m.n_pots):
            m.pots[k] = m.pots[k + 1]
    else:
        m.n_pots = 0
    return won


@inner
def _hang(rules, t, m, points):
    """Put the declarer's points where the hanging rule says; the next deal may be forced."""
    if rules.hanging == Hanging.PER_DEALER:
        m.dealer_pots[t.dealer] += points
    elif rules.hanging == Hanging.QUEUE or m.n_pots == 0:
        m.pots[m.n_pots] = points
        m.n_pots += 1
    else:
        m.pots[0] += points
    if rules.hanging == Hanging.FORCED_DEAL:
        m.forced = t.declarer


@inlined
def _add(rules, t, seat, points):
    """Points for a seat's side."""
    t.written[seat] += points
    if rules.sides:
        t.written[seat ^ 2] += points


@inner
def _give_baid(rules, t, points):
    """A baid's points go to the defenders, in shares or to the best of them, or to nobody."""
    n = rules.players
    if rules.baid_to == BaidTo.LOST:
        return
    if rules.sides:
        _add(rules, t, seat_after(t.declarer, 1, n), points)
        return
    if rules.in_play == 2:
        t.written[next_in_play(t.declarer & 3, t.passive, n)] += points
        return
    best = np.int64(-1)
    heirs = 0
    seat = t.declarer
    for _ in range(1, rules.in_play):
        seat = next_in_play(seat, t.passive, n)
        total = t.totals[seat]
        if total > best:
            best = total
            heirs = 1
        elif total == best:
            heirs += 1
    if rules.baid_to == BaidTo.SPLIT:
        heirs = rules.in_play - 1
    share = points if heirs == 1 else points // heirs  # a division costs as much as a trick
    odd = points - share * heirs
    seat = t.declarer
    for _ in range(1, rules.in_play):
        seat = next_in_play(seat & 3, t.passive, n)
        if rules.baid_to == BaidTo.SPLIT or t.totals[seat] == best:
            t.written[seat] += share
            if odd > 0:
                t.written[seat] += 1
                odd -= 1


@inner
def _write_kush(rules, t):
    for seat in range(rules.players):
        t.written[seat] = 0
        of_declarer = rules.team[seat] == rules.team[t.declarer]
        if t.outcome == MADE and of_declarer:
            t.written[seat] = 1
        elif t.outcome == BAID and not of_declarer and seat != t.passive:
            t.written[seat] = 2


@inner
def _fine(rules, t, v, m):
    if rules.no_trick_penalty:
        for seat in range(rules.players):
            if seat != t.passive and of_side(v.tricks, rules, seat) == 0:
                t.written[seat] -= rules.no_trick_penalty
    if m.in_match and t.outcome == BAID and m.baids[t.declarer] + 1 >= FIRST_FINED_BAID:
        _add(rules, t, t.declarer, -rules.baid_penalty)


@inlined
def write_scores(rules, t, v, m):
    """What each seat writes for a deal that was played out; pots won and left hanging go through ``m``."""
    m.forced = -1
    declarer = t.declarer & 3
    for seat in range(rules.players):
        t.written[seat] = t.totals[seat]
    if t.outcome == MADE:
        _add(rules, t, declarer, _take_pot(rules, m, t.dealer))
    elif t.outcome == BAID:
        _add(rules, t, declarer, -t.totals[declarer])
        _give_baid(rules, t, t.totals[declarer] + _take_pot(rules, m, t.dealer))
    elif rules.hanging == Hanging.VOID:
        for seat in range(rules.players):
            t.written[seat] = 0
    elif rules.hanging != Hanging.EACH_OWN:
        _add(rules, t, declarer, -t.totals[declarer])
        _hang(rules, t, m, t.totals[declarer])
    if rules.match_unit == MatchUnit.KUSH:
        _write_kush(rules, t)
    elif t.outcome != HANGING_BAID or rules.hanging != Hanging.VOID:
        _fine(rules, t, v, m)


@inlined
def find_next_dealer(rules, t):
    """Who deals next, as long as the match is not over."""
    n = rules.players
    if t.outcome == REDEAL:
        t.next_dealer = t.dealer
    elif t.outcome == ALL_PASS or rules.next_dealer == NextDealer.CLOCKWISE:
        t.next_dealer = seat_after(t.dealer, 1, n)
    elif t.outcome == MADE:
        t.next_dealer = t.declarer
    else:
        t.next_dealer = next_in_play(t.declarer, t.passive, n)
        if t.outcome == BAID:
            seat = t.next_dealer
            for _ in range(2, rules.in_play):
                seat = next_in_play(seat & 3, t.passive, n)
                if t.totals[seat] > t.totals[t.next_dealer]:
                    t.next_dealer = seat


@inlined
def spare_declarer(rules, t, m):
    """The declarer of a forced deal cannot be its passive dealer: the next seat deals."""
    if rules.passive_dealer and m.forced >= 0 and t.next_dealer == m.forced:
        t.next_dealer = seat_after(t.next_dealer, 1, rules.players)
