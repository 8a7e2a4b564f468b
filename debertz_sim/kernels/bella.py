"""Bella, king and queen of trump: when it is called and who scores it (RULES.md section 2 and the bella switches)."""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import inlined, inner, kernel
from debertz_sim.kernels.bits import bit, of_side
from debertz_sim.kernels.state import BY_DEFAULT, FAULT_BELLA
from debertz_sim.switches import BellaCall, BellaTo

BELLA_POINTS = 20
_QUEEN_KING = 0x60


@inlined
def bella_cards(trump):
    """King and queen of trump as a mask."""
    return np.int64(_QUEEN_KING) << np.int64(8 * trump)


@inlined
def find_bella(rules, t):
    """Who holds it, after the exchange."""
    cards = bella_cards(t.trump)
    passive = t.passive
    holder = np.int64(-1)
    for seat in range(rules.players):
        holder = seat if t.full[seat] & cards == cards and seat != passive else holder
    t.bella_holder = holder


@inner
def may_call(rules, t, v, seat, lying, card):
    """Whether the mode lets the holder call before he plays ``card`` (at least one of K, Q is still in his hand)."""
    left = t.hand[seat] & bella_cards(t.trump)
    if left == 0:
        return False
    if rules.bella_call == BellaCall.ANY_TURN:
        return True
    if rules.bella_call == BellaCall.FIRST_CARD:
        return left == bella_cards(t.trump) and left & bit(card) != 0
    if rules.bella_call == BellaCall.ON_LEAD:
        return lying == 0
    return v.tricks[seat] > 0


@inner
def watch_bella(rules, t, v, seat, lying, best_seat, card, wins):
    """The holder is about to play ``card``, which ``wins`` the trick so far or not: note it, and the call."""
    cards = bella_cards(t.trump)
    left = t.hand[seat] & cards
    if left & bit(card):
        if left == cards:
            t.bella_tricks[0] = v.trick
            lost = not wins and rules.team[best_seat] != rules.team[seat]
            t.bella_lost = 1 if lost and rules.bella_to == BellaTo.FIRST_TRICK_WINNER else 0
        else:
            t.bella_tricks[1] = v.trick
    if t.bella_call == 0:
        if t.bella_plan == BY_DEFAULT:
            if not t.bella_lost and may_call(rules, t, v, seat, lying, card):
                t.bella_call = v.trick
        elif t.bella_plan == v.trick:
            if may_call(rules, t, v, seat, lying, card):
                t.bella_call = v.trick
            else:
                t.fault = FAULT_BELLA
    if t.bella_call and t.bella_tricks[0]:
        v.bella = seat


@inlined
def note_bella_trick(t, v, winner):
    """A trick is complete: was one of the two cards in it?"""
    for k in range(2):
        if t.bella_tricks[k] == v.trick:
            t.bella_winners[k] = winner


@kernel
def bella_scorer(rules, t, v):
    """The seat to which a called bella belongs for certain by the tricks so far, -1 if to none (yet)."""
    holder = t.bella_holder
    if holder < 0 or t.bella_call == 0 or (rules.bella_needs_trick and of_side(v.tricks, rules, holder) == 0):
        return -1
    if rules.bella_to == BellaTo.HOLDER:
        return holder
    if rules.bella_to == BellaTo.FIRST_TRICK_WINNER:
        return t.bella_winners[0]
    for k in range(2):
        if t.bella_winners[k] < 0 or rules.team[t.bella_winners[k]] != rules.team[holder]:
            return -1
    return holder
