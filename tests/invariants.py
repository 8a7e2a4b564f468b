"""What must hold in every deal and match of every variant, checked in compiled code on the engine's records.

Cards are conserved, tricks are won by the card that wins them and within the duty to follow suit, points add up, what
is written and what hangs is what was made, pots are conserved or reported burned, and matches end.
``scripts/invariants.py`` runs it on a million deals of each variant; whether the rules themselves are right is the slow
twin's business.
"""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import kernel, merged, popcount
from debertz_sim.engine.blocks import begin_match, next_in_match
from debertz_sim.engine.deal import play_deal
from debertz_sim.kernels.bits import bit, suit_mask
from debertz_sim.kernels.match import open_match
from debertz_sim.kernels.rng import open_streams
from debertz_sim.kernels.state import (
    BAID,
    CLAIM,
    HANGING_BAID,
    INSTANT_WIN,
    MADE,
    MAX_SHUFFLES,
)
from debertz_sim.switches import BaidTo, Hanging, MatchUnit

FAULTS = (
    "none",
    "a policy's choice was not legal",
    "cards dealt twice, lost or of the wrong number",
    "a trick: cards not held, suit not followed, or the wrong winner",
    "tricks or card points do not add up",
    "totals are not card points, last ten and melds",
    "written points are not totals, pots and penalties",
    "the pot is not what it was",
    "the next dealer is no seat",
    "scores are not what was written",
    "the match did not end, or ended without a reason",
    "pots left are not those reported burned",
)
"""What a code returned by the checks means."""
(
    SOUND,
    ILLEGAL,
    CARDS,
    TRICK,
    POINTS,
    TOTALS,
    WRITTEN,
    POT,
    DEALER,
    SCORES,
    ENDING,
    BURNED,
) = range(len(FAULTS))

ALL_CARDS = 0xFFFFFFFF


@kernel
def _cards(rules, t, v):
    """Hands are disjoint and complete, and nothing but the stock is missing."""
    seen = np.int64(0)
    count = 0
    for seat in range(rules.players):
        seen |= t.full[seat]
        count += popcount(t.full[seat])
        size = rules.tricks if v.trick or t.trump >= 0 else 6
        if t.trump >= 0 and t.full[seat] == t.first[seat] and seat != t.passive:
            size = 6  # won at once in a forced deal
        if seat == t.passive:
            size = 5 if size > 6 else 0
        if popcount(t.full[seat]) != size:
            return CARDS
    if popcount(seen) != count:
        return CARDS
    if v.trick and rules.players == 4 and seen != ALL_CARDS:
        return CARDS
    if v.trick and rules.players < 4 and (seen & (bit(v.upcard) | bit(t.freza)) or v.upcard == t.freza):
        return CARDS
    return SOUND


@kernel
def _tricks(rules, t, v):
    """Replay the tricks from the full hands."""
    hands = t.full.copy()
    tricks = np.zeros(4, np.int64)
    points = np.zeros(4, np.int64)
    for trick in range(v.trick):
        seat = np.int64(v.leaders[trick])
        winner = seat
        best = np.int64(-1)
        led = np.int64(-1)
        gained = np.int64(0)
        for k in range(rules.in_play):
            card = np.int64(v.plays[trick, k])
            suit = card >> 3
            is_trump = 1 if suit == t.trump else 0
            if card < 0 or not hands[seat] & bit(card):
                return TRICK
            if k and suit != led and hands[seat] & suit_mask(led):
                return TRICK
            if k and suit != led and not is_trump and hands[seat] & suit_mask(t.trump):
                return TRICK
            strength = 100 * is_trump + rules.strength[is_trump, card & 7]
            if k == 0:
                led = suit
            if (is_trump or suit == led) and strength > best:
                best = strength
                winner = seat
            gained += rules.points[is_trump, card & 7]
            hands[seat] ^= bit(card)
            seat = (seat + 1) % rules.players
            if seat == t.passive:
                seat = (seat + 1) % rules.players
        if trick + 1 < v.trick and v.leaders[trick + 1] != winner:
            return TRICK
        if trick + 1 == rules.tricks and t.last_trick != winner:
            return TRICK
        tricks[winner] += 1
        points[winner] += gained
    for seat in range(rules.players):
        if tricks[seat] != v.tricks[seat] or points[seat] != v.points[seat]:
            return POINTS
        if t.outcome != CLAIM and seat != t.passive and hands[seat]:
            return CARDS
    return SOUND


@kernel
def _own_total(rules, t, v, seat):
    total = v.points[seat] + t.seq_scored[seat]
    if seat == t.last_trick:
        total += 10
    if seat == t.bella_to:
        total += 20
    if seat == t.four_scorer:
        total += t.four_points[seat]
    return total


@kernel
def _totals(rules, t, v):
    for seat in range(rules.players):
        total = np.int64(0)
        for other in range(rules.players):
            if rules.team[other] == rules.team[seat]:
                total += _own_total(rules, t, v, other)
        if total != t.totals[seat]:
            return TOTALS
    return SOUND


@kernel
def _hanging_points(rules, m):
    """All points that hang, of all dealers."""
    total = np.int64(0)
    for k in range(m.n_pots):
        total += m.pots[k]
    for seat in range(rules.players):
        total += m.dealer_pots[seat]
    return total


@kernel
def _penalties(rules, t, v, baids):
    """What the sides together lose by penalties; ``baids``: the declarer's before the deal, -1 where it is no match."""
    fined = np.int64(0)
    for seat in range(rules.players):
        if seat == rules.team[seat] and seat != t.passive:
            won = np.int64(0)
            for other in range(rules.players):
                if rules.team[other] == rules.team[seat]:
                    won += v.tricks[other]
            fined += rules.no_trick_penalty if won == 0 else 0
    if t.outcome == BAID and baids >= 2:
        fined += rules.baid_penalty
    return fined


@kernel
def _written(rules, t, v, before, after, baids):
    """Sum of what the sides write against their totals; ``before``, ``after``: points hanging."""
    written = np.int64(0)
    totals = np.int64(0)
    for seat in range(rules.players):
        if t.written[seat] != t.written[rules.team[seat]]:
            return WRITTEN
        if seat == rules.team[seat]:
            written += t.written[seat]
            totals += t.totals[seat]
    if rules.match_unit == MatchUnit.KUSH:
        kush = np.int64(0)
        if t.outcome == MADE:
            kush = 1
        elif t.outcome == BAID:
            kush = 2 if rules.sides else 2 * (rules.in_play - 1)
        return SOUND if written == kush else WRITTEN
    if t.outcome == HANGING_BAID and rules.hanging == Hanging.VOID:
        return SOUND if written == 0 and before == after else WRITTEN
    lost = np.int64(0)
    if t.outcome == BAID and rules.baid_to == BaidTo.LOST:
        lost = t.totals[t.declarer] + before - after
    if t.outcome == HANGING_BAID and rules.hanging != Hanging.EACH_OWN and after - before != t.totals[t.declarer]:
        return POT
    if t.outcome != HANGING_BAID and after > before:
        return POT
    if written + _penalties(rules, t, v, baids) + lost + after != totals + before:
        return WRITTEN
    return SOUND


@kernel
def check_deal(rules, t, v, before, after, baids):
    """The first thing that is wrong with a finished deal (an index of FAULTS)."""
    if t.fault:
        return ILLEGAL
    fault = _cards(rules, t, v)
    if fault or v.trick == 0:
        return fault if before == after or t.outcome == INSTANT_WIN else POT
    fault = _tricks(rules, t, v)
    if fault or t.outcome == CLAIM:
        return fault
    fault = _totals(rules, t, v)
    return fault if fault else _written(rules, t, v, before, after, baids)


@kernel
def check_deals(rules, policies, desk, seed, first, count, found):
    """Whether deals ``first`` .. on their own are sound; else ``found`` (int64, shape (3,)) gets fault and index."""
    open_streams(desk.streams, seed, 0)
    m = desk.m
    for index in range(first, first + count):
        open_match(m, index % rules.players)
        play_deal(rules, policies, desk, index)
        fault = check_deal(rules, desk.t, desk.v, 0, _hanging_points(rules, m), -1)
        over = desk.t.outcome == INSTANT_WIN
        if fault == SOUND and not over and not 0 <= desk.t.next_dealer < rules.players:
            fault = DEALER
        if fault:
            found[0] = fault
            found[1] = index
            return False
    return True


@kernel
def _after_deal(rules, t, m, scores, hung, burned):
    """What a match makes of a sound deal; ``scores``, ``hung`` and ``burned`` are those before it."""
    played = t.outcome in (MADE, BAID, HANGING_BAID, CLAIM)
    for seat in range(rules.players):
        expected = scores[seat] + (t.written[seat] if played else 0)
        if m.round_over:
            expected = np.int64(0)
        if m.scores[seat] != expected:
            return SCORES
    if m.over or m.round_over:
        if _hanging_points(rules, m) or (t.next_dealer >= 0) != (m.round_over == 1):
            return BURNED
        if not played and t.outcome != INSTANT_WIN:
            return ENDING
    elif not 0 <= t.next_dealer < rules.players:
        return DEALER
    elif not played and _hanging_points(rules, m) != hung:
        return POT
    if m.burned < burned:
        return BURNED
    return SOUND


@merged
def check_match(rules, policies, desk, seed, number):
    """The first fault of a match and the shuffle in which it shows, (SOUND, shuffles) if there is none."""
    begin_match(rules, desk, seed, number)
    t = desk.t
    m = desk.m
    scores = np.zeros(4, np.int64)
    for shuffle in range(MAX_SHUFFLES):
        hung = _hanging_points(rules, m)
        burned = m.burned
        declarers = m.baids.copy()
        for seat in range(rules.players):
            scores[seat] = m.scores[seat]
        next_in_match(rules, policies, desk, number, shuffle)
        after = _hanging_points(rules, m) + m.burned - burned
        baids = declarers[t.declarer] if t.declarer >= 0 else np.int64(-1)
        fault = check_deal(rules, t, desk.v, hung, after, baids)
        if fault == SOUND:
            fault = _after_deal(rules, t, m, scores, hung, burned)
        if fault:
            return fault, shuffle
        if m.over:
            return SOUND, shuffle + 1
    return ENDING, MAX_SHUFFLES


@kernel
def check_matches(rules, policies, desk, seed, first, count, found):
    """As ``check_deals`` for matches; ``found`` gets fault, match and shuffle, else in the last the shuffles played."""
    total = 0
    for number in range(first, first + count):
        fault, shuffle = check_match(rules, policies, desk, seed, number)
        total += shuffle
        if fault:
            found[0] = fault
            found[1] = number
            found[2] = shuffle
            return False
    found[2] = total
    return True
