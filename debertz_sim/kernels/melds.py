"""Sequences and fours: who holds what and what scores (RULES.md section 2, "Melds"; docs/rules/settled.md)."""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import inlined, inner, lowest
from debertz_sim.kernels.bits import ALL_SUITS, SUIT, bit, holding, next_in_play, of_side, seat_after
from debertz_sim.kernels.state import (
    BY_BOTH,
    BY_LAST_TRICK,
    BY_LENGTH,
    BY_NOBODY,
    BY_TOP,
    BY_TRUMP,
    BY_TURN,
    UNCONTESTED,
)
from debertz_sim.switches import SequencesNeedTrick, SequenceTie

FOUR_ORDER = np.array([0, 1, 2, 5, 7, 3, 4, 6])
"""Place of a four of a kind among fours by rank 7 8 9 T J Q K A: jacks, then A T K Q 9 8 7 (RULES.md section 6)."""


@inlined
def hand_key(rules, hand, trump):
    """The best sequence of a hand: 2 * (8 * class + top) + 1 if it is trump and that breaks ties; 0 for none."""
    best = np.int64(0)
    for suit in range(4):
        best = max(best, np.int64(rules.run_key[1 if suit == trump else 0, holding(hand, suit)]))
    return best


@inlined
def key_class(key):
    """The class (length) of a hand's key."""
    return key >> 4


@inlined
def key_top(key):
    """The place of the top card of a hand's key."""
    return (key >> 1) & 7


@inner
def sequence_cards(rules, hand, trump):
    """The cards of a hand that lie in sequences."""
    cards = np.int64(0)
    for suit in range(4):
        is_trump = 1 if suit == trump else 0
        cards |= np.int64(rules.run_cards[is_trump, holding(hand, suit)]) << np.int64(8 * suit)
    return cards


@inner
def _count_sequences(rules, t, seat):
    for suit in range(4):
        is_trump = 1 if suit == t.trump else 0
        cards = holding(t.full[seat], suit)
        t.held_points[seat] += rules.run_points[is_trump, cards]
        t.held_terts_points[seat] += rules.run_terts_points[is_trump, cards]
        t.held_terts[seat] += rules.run_terts[is_trump, cards]
        t.held_longer[seat] += rules.run_longer[is_trump, cards]


@inlined
def find_sequences(rules, t):
    """Look at the full hands; in a forced deal sequences do not count."""
    trump = t.trump
    counts = t.forced < 0
    for seat in range(rules.players):
        t.held_points[seat] = 0
        t.held_terts_points[seat] = 0
        t.held_terts[seat] = 0
        t.held_longer[seat] = 0
        key = hand_key(rules, t.full[seat], trump)
        if key:
            _count_sequences(rules, t, seat)
        t.seq_key[seat] = key if counts else 0


@inlined
def fours_in(rules, hand):
    """The ranks of which a hand holds all four and which have a value, as eight bits."""
    ranks = hand & (hand >> np.int64(8)) & (hand >> np.int64(16)) & (hand >> np.int64(24)) & SUIT
    found = np.int64(0)
    while ranks:
        if rules.four_points[lowest(ranks)] > 0:
            found |= ranks & -ranks
        ranks &= ranks - 1
    return found


@inner
def find_fours(rules, t):
    """Fours of a kind: the holder of the best one scores all of his (RULES.md section 6, belote)."""
    best = np.int64(-1)
    for seat in range(rules.players):
        t.held_fours[seat] = 0
        t.four_points[seat] = 0
        ranks = fours_in(rules, t.full[seat])
        while ranks:
            rank = lowest(ranks)
            ranks &= ranks - 1
            t.held_fours[seat] += 1
            t.four_points[seat] += rules.four_points[rank]
            if FOUR_ORDER[rank] > best:
                best = FOUR_ORDER[rank]
                t.four_scorer = seat


@inner
def _same_camp(rules, t, seat, other):
    """Whether two seats score sequences together: partners, or both defenders of three who pool."""
    if rules.pool and seat != t.passive and other != t.passive:
        return (seat == t.declarer) == (other == t.declarer)
    return rules.team[seat] == rules.team[other]


@inner
def _camp(rules, t, seat):
    """The seats of a camp that hold sequences, as bits."""
    if rules.players == 2:
        return bit(seat)
    seats = np.int64(0)
    for other in range(rules.players):
        if t.seq_key[other] and _same_camp(rules, t, seat, other):
            seats |= bit(other)
    return seats


@inner
def _first_in_turn(rules, t, seats):
    for k in range(rules.players):
        seat = seat_after(t.dealer, k + 1, rules.players)
        if seats & bit(seat):
            return seat
    return -1


@inner
def _break_tie(rules, t, tied):
    """The best of several camps are equal in class and top: what the tie switch makes of it."""
    tie = rules.sequence_tie
    winner = -1
    t.decided_by = BY_TRUMP
    for seat in range(rules.players):
        if tied & bit(seat) and t.seq_key[seat] & 1:
            winner = seat
    if winner < 0 and (tie == SequenceTie.TRUMP_THEN_TURN or tie == SequenceTie.TURN):
        winner = _first_in_turn(rules, t, tied)
        t.decided_by = BY_TURN
    t.scorers = 0
    if winner >= 0:
        t.unbeaten = bit(winner)
        t.scorers = _camp(rules, t, winner)
        return
    t.unbeaten = tied
    if tie == SequenceTie.LAST_TRICK or tie == SequenceTie.BOTH:
        for seat in range(rules.players):
            if tied & bit(seat):
                t.scorers |= _camp(rules, t, seat)
    if tie == SequenceTie.LAST_TRICK:
        t.tied = tied
        t.decided_by = BY_LAST_TRICK
    else:
        t.decided_by = BY_BOTH if tie == SequenceTie.BOTH else BY_NOBODY


@inner
def _settle_camps(rules, t, tied):
    """More than two seats: the best sequence of all, which the seats ``tied`` share, wins for its camp."""
    camp = _camp(rules, t, lowest(tied))
    if tied & ~camp:
        _break_tie(rules, t, tied)
    else:
        t.unbeaten = tied
        t.scorers = camp
        second = np.int64(0)
        for seat in range(rules.players):
            if not camp & bit(seat):
                second = max(second, t.seq_key[seat] >> 1)
        if second:
            t.decided_by = BY_LENGTH if second >> 3 < t.seq_key[lowest(tied)] >> 4 else BY_TOP
    if t.passive >= 0 and t.seq_key[t.passive]:
        t.scorers |= bit(t.passive)


@inlined
def settle_contest(rules, t):
    """Only the camp of the best sequence scores; fills ``unbeaten``, ``scorers``, ``tied`` and ``decided_by``."""
    best = np.int64(0)
    second = np.int64(0)  # best of those who do not share it
    tied = np.int64(0)
    for seat in range(rules.players):
        key = t.seq_key[seat] >> 1
        if key > best:
            second = best
            best = key
            tied = bit(seat)
        elif key == best:
            tied |= bit(seat)
        else:
            second = max(second, key)
    t.decided_by = UNCONTESTED
    if best == 0:
        t.unbeaten = t.scorers = 0
    elif rules.players > 2:
        _settle_camps(rules, t, tied)
    elif tied & (tied - 1):
        _break_tie(rules, t, tied)
    else:
        t.unbeaten = t.scorers = tied
        if second:
            t.decided_by = BY_LENGTH if second >> 3 < best >> 3 else BY_TOP


@inner
def _last_trick_wins(rules, t, seat, last_trick):
    """Whether a seat's camp has won the tie that the last trick decides: a tied seat's side took it."""
    if last_trick >= 0:
        for other in range(rules.players):
            if (
                t.tied & bit(other)
                and rules.team[other] == rules.team[last_trick]
                and _same_camp(rules, t, seat, other)
            ):
                return True
    return False


@inlined
def sequence_points_of(rules, t, v, seat, last_trick):
    """Points that a seat's sequences score by the tricks taken so far.

    ``last_trick``: the seat that took the last trick, -1 while it is open (a tie that hangs on it scores nothing yet).
    """
    points = t.held_points[seat] if t.scorers & bit(seat) else np.int64(0)
    if points == 0 or seat == t.passive:  # a passive dealer's need no trick
        return points
    if t.decided_by == BY_LAST_TRICK and not _last_trick_wins(rules, t, seat, last_trick):
        return np.int64(0)
    if rules.sequences_need_trick != SequencesNeedTrick.NO and of_side(v.tricks, rules, seat) == 0:
        if rules.sequences_need_trick == SequencesNeedTrick.YES:
            return np.int64(0)
        points -= t.held_terts_points[seat]
    return points


@inner
def _plan_words(rules, t, leader):
    named = np.int64(0)
    namers = 0
    seat = leader
    for k in range(rules.players):
        if k == rules.in_play:  # a passive dealer speaks last
            seat = t.passive
        own = key_class(t.seq_key[seat])
        if own >= named:
            namers = namers + 1 if own == named else 1
            t.say_class[seat] = own
            named = own
        seat = next_in_play(seat, t.passive, rules.players)
    asked = False
    seat = leader
    for k in range(rules.players):
        if k == rules.in_play:
            seat = t.passive
        if namers > 1 and t.say_class[seat] == named:
            if not asked or t.unbeaten & bit(seat):
                t.say_top[seat] = key_top(t.seq_key[seat])
            asked = True
        if t.scorers & bit(seat):
            t.show[seat] = sequence_cards(rules, t.full[seat], t.trump)
        seat = next_in_play(seat, t.passive, rules.players)


@inlined
def plan_announcements(rules, t, leader):
    """Who will say and show what, in the order of play of the first trick (docs/rules/settled.md).

    A seat names his best class with his first card unless a higher one has been named.  With the first trick complete,
    what was asked and compared and the scoring sequences and fours are public.
    """
    for seat in range(rules.players):
        t.say_class[seat] = 0
        t.say_top[seat] = -1
        t.show[seat] = 0
    if t.unbeaten:
        _plan_words(rules, t, leader)
    if t.four_scorer >= 0:
        t.show[t.four_scorer] |= fours_in(rules, t.full[t.four_scorer]) * ALL_SUITS
