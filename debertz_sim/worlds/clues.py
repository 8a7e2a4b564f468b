"""What the play tells of the hidden cards: every card played legally rules others out of the hand that played it."""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import inner
from debertz_sim.kernels.bella import bella_cards, note_bella_trick, watch_bella
from debertz_sim.kernels.bits import bit, next_in_play
from debertz_sim.kernels.state import BY_DEFAULT
from debertz_sim.kernels.tricks import beats, legal_cards


@inner
def _forbidding(rules, v, seat, card, hidden, led, best_card, best_seat):
    """Those hidden cards any of which in his hand would have forbidden this seat to play ``card``."""
    found = np.int64(0)
    legal = legal_cards(rules, v.trump, seat, hidden | bit(card), led, best_card, best_seat)
    while not legal & bit(card):
        found |= legal
        legal = legal_cards(rules, v.trump, seat, (hidden & ~found) | bit(card), led, best_card, best_seat)
    return found


@inner
def read_plays(rules, v, s):
    """Go through the cards played: fills the course of the play and ``barred``; ``hidden`` is set already.

    A card is barred if with it the seat would have had to play otherwise: voids shown, overtrumps not made.
    """
    for seat in range(v.players):
        s.barred[seat] = 0
    for k in range(v.trick):
        seat = np.int64(v.leaders[k])
        best_seat = seat
        best_card = np.int64(-1)
        led = np.int64(-1)
        played = v.lying if k == v.trick - 1 else v.in_play
        for lying in range(played):
            card = np.int64(v.plays[k, lying])
            if lying and seat != v.seat:
                s.barred[seat] |= _forbidding(rules, v, seat, card, s.hidden, led, best_card, best_seat)
            wins = lying == 0 or beats(rules, v.trump, card, best_card)
            s.player[k, lying] = seat
            s.best_before[k, lying] = best_seat
            s.wins[k, lying] = wins
            if lying == 0:
                led = card >> 3
            if wins:
                best_card = card
                best_seat = seat
            seat = next_in_play(seat & 3, v.passive, v.players)
        s.winner[k] = best_seat if played == v.in_play else -1


@inner
def follow_bella(rules, v, s, t, w):
    """Set what the table keeps of the bella of ``t.bella_holder`` as it stands after the cards played so far.

    The default player calls it when he may.  ``t.hand`` is that after these cards; ``w`` is a view to scribble on.
    """
    seat = t.bella_holder
    cards = bella_cards(t.trump)
    now = t.hand[seat]
    t.hand[seat] = cards
    t.bella_plan = BY_DEFAULT
    t.bella_call = 0
    t.bella_lost = 0
    w.bella = -1
    w.tricks[seat] = 0
    for k in range(2):
        t.bella_tricks[k] = 0
        t.bella_winners[k] = -1
    for k in range(v.trick):
        w.trick = k + 1
        for lying in range(v.in_play if s.winner[k] >= 0 else v.lying):
            if s.player[k, lying] == seat:
                card = np.int64(v.plays[k, lying])
                watch_bella(rules, t, w, seat, lying, np.int64(s.best_before[k, lying]), card, s.wins[k, lying] != 0)
                t.hand[seat] &= ~bit(card)
        if s.winner[k] >= 0:
            note_bella_trick(t, w, np.int64(s.winner[k]))
            if s.winner[k] == seat:
                w.tricks[seat] += 1
    t.hand[seat] = now


@inner
def mute_bella(rules, v, s, t, w):
    """A seat that has played one of king and queen of trump without a bella called: the card it then lacks, as a mask.

    Only if the default player, holding both, would have called by now; the seat's bit is set in ``barred``.
    """
    cards = bella_cards(v.trump)
    if v.bella >= 0 or s.hidden & cards == 0:
        return
    t.trump = v.trump
    for seat in range(v.players):
        if seat != v.seat and seat != v.passive and v.played[seat] & cards:
            t.bella_holder = seat
            follow_bella(rules, v, s, t, w)
            if t.bella_call:
                s.barred[seat] |= s.hidden & cards
