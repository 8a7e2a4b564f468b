"""Sequences: who holds what, the contest, what scores (RULES.md section 2, "Melds"; docs/rules/settled.md)."""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import inlined, inner
from debertz_sim.kernels.bits import bit, holding, seat_after
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
    for seat in range(rules.players):
        t.held_points[seat] = 0
        t.held_terts_points[seat] = 0
        t.held_terts[seat] = 0
        t.held_longer[seat] = 0
        key = hand_key(rules, t.full[seat], t.trump)
        if key:
            _count_sequences(rules, t, seat)
        t.seq_key[seat] = key if t.forced < 0 else 0


@inner
def _first_in_turn(rules, t, seats):
    for k in range(rules.players):
        seat = seat_after(t.dealer, k + 1, rules.players)
        if seats & bit(seat):
            return seat
    return -1


@inner
def _break_tie(rules, t, tied):
    """The best of several sides are equal in class and top: what the tie switch makes of it."""
    tie = rules.sequence_tie
    for seat in range(rules.players):
        if tied & bit(seat) and t.seq_key[seat] & 1:
            t.unbeaten = t.scorers = bit(seat)
            t.decided_by = BY_TRUMP
            return
    if tie == SequenceTie.TRUMP_THEN_TURN or tie == SequenceTie.TURN:
        t.unbeaten = t.scorers = bit(_first_in_turn(rules, t, tied))
        t.decided_by = BY_TURN
    elif tie == SequenceTie.LAST_TRICK:
        t.unbeaten = t.scorers = tied
        t.decided_by = BY_LAST_TRICK
    elif tie == SequenceTie.BOTH:
        t.unbeaten = t.scorers = tied
        t.decided_by = BY_BOTH
    else:
        t.unbeaten = tied
        t.scorers = 0
        t.decided_by = BY_NOBODY


@inlined
def settle_contest(rules, t):
    """Only the holder of the best sequence scores sequences; fills ``unbeaten``, ``scorers`` and ``decided_by``."""
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
    elif tied & (tied - 1):
        _break_tie(rules, t, tied)
    else:
        t.unbeaten = t.scorers = tied
        if second:
            t.decided_by = BY_LENGTH if second >> 3 < best >> 3 else BY_TOP


@inlined
def sequence_points_of(rules, t, v, seat, last_trick):
    """Points that a seat's sequences score by the tricks taken so far.

    ``last_trick``: the seat that took the last trick, -1 while it is open (a tie that hangs on it scores nothing yet).
    """
    points = t.held_points[seat] if t.scorers & bit(seat) else np.int64(0)
    if t.decided_by == BY_LAST_TRICK and last_trick != seat:
        return np.int64(0)
    if rules.sequences_need_trick != SequencesNeedTrick.NO and v.tricks[seat] == 0:
        if rules.sequences_need_trick == SequencesNeedTrick.YES:
            return np.int64(0)
        if points:
            points -= t.held_terts_points[seat]
    return points


@inner
def _plan_words(rules, t, leader):
    named = np.int64(0)
    for k in range(rules.players):
        seat = seat_after(leader, k, rules.players)
        own = key_class(t.seq_key[seat])
        if own >= named:
            t.say_class[seat] = own
            named = own
    namers = 0
    for seat in range(rules.players):
        if t.say_class[seat] == named:
            namers += 1
        if t.scorers & bit(seat):
            t.show[seat] = sequence_cards(rules, t.full[seat], t.trump)
    asked = False
    for k in range(rules.players):
        seat = seat_after(leader, k, rules.players)
        if namers > 1 and t.say_class[seat] == named:
            if not asked or t.unbeaten & bit(seat):
                t.say_top[seat] = key_top(t.seq_key[seat])
            asked = True


@inlined
def plan_announcements(rules, t, leader):
    """Who will say and show what, in the order of play of the first trick (docs/rules/settled.md).

    A seat names his best class with his first card unless a higher one has been named.  With the first trick complete,
    what was asked and compared and the scoring sequences are public.
    """
    for seat in range(rules.players):
        t.say_class[seat] = 0
        t.say_top[seat] = -1
        t.show[seat] = 0
    if t.unbeaten:
        _plan_words(rules, t, leader)
