"""What the auction tells of the hidden hands: the calls that the others would have made with them.

Which six of a hand were in the first packet is not known: all are equally likely.  The others are taken to bid by the
policies that sit there; a policy that draws its calls, or is a user's own, tells nothing.
"""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import inlined, inner, popcount
from debertz_sim.kernels.auction import caller
from debertz_sim.kernels.bits import bit, seat_after
from debertz_sim.kernels.dealing import look_for_dealt_win
from debertz_sim.kernels.exchange import exchange_right
from debertz_sim.kernels.public import turn_to_caller
from debertz_sim.kernels.rng import below
from debertz_sim.kernels.state import OPEN, PASS
from debertz_sim.policies.calls import call_ruled
from debertz_sim.policies.families import BID_RANDOM, BID_USER
from debertz_sim.worlds.agree import take_hands, undo_exchange
from debertz_sim.worlds.spread import CHOOSE, subset

FIRST_PACKET = 6


@inlined
def _tells(seats, v, seat):
    """Whether this seat's calls say anything about its hand."""
    if seat == v.seat or seat == v.passive:
        return False
    spoke = seat_after(seat, v.players - v.dealer - 1, v.players) < v.n_calls
    return spoke and seats.bidding[seat] != BID_RANDOM and seats.bidding[seat] != BID_USER


@inner
def auction_tells(seats, v):
    """Whether the calls of any other seat say anything."""
    tell = False
    for seat in range(v.players):
        tell = tell or _tells(seats, v, seat)
    return tell


@inlined
def _dealt(v, t, seat):
    """The cards that came in the seat's packets; the table's full hands are those before the exchange."""
    return t.full[seat] & ~bit(t.upcard) if v.upcard_seat == seat else t.full[seat]


@inner
def _calls_so(seats, rules, v, t, w, streams, seat, first):
    """Whether a seat with this first packet would have called as it did, and the deal gone on as it did."""
    for other in range(v.players):
        t.first[other] = 0
    t.first[seat] = first
    look_for_dealt_win(rules, t)
    if t.outcome != OPEN or (v.exchanger == seat and exchange_right(rules, t) != seat):
        t.outcome = OPEN
        return False
    for call in range(v.n_calls):
        t.n_calls = call
        if caller(rules, t) == seat:
            turn_to_caller(rules, t, w)
            said = v.trump if call == v.n_calls - 1 else np.int64(PASS)
            if call_ruled(seats, rules, w, streams) != said:
                return False
    return True


@inner
def calls_fit(seats, rules, v, t, w, streams, slot, hands):
    """Whether the others would have called as they did in a world, their first packets drawn from their hands.

    ``t`` is a table set for the view (``worlds.agree.set_table``), ``w`` a copy of the view as it was in the auction.
    """
    take_hands(v, t, hands)
    undo_exchange(v, t)
    for seat in range(v.players):
        if _tells(seats, v, seat):
            dealt = _dealt(v, t, seat)
            number = below(streams, slot, CHOOSE[popcount(dealt), FIRST_PACKET])
            if not _calls_so(seats, rules, v, t, w, streams, seat, subset(dealt, FIRST_PACKET, number)):
                return False
    return True


@inner
def calls_weight(seats, rules, v, t, w, streams, hands):
    """Out of all ways in which the others' first packets may have been part of their hands: how many fit the calls."""
    take_hands(v, t, hands)
    undo_exchange(v, t)
    weight = np.int64(1)
    for seat in range(v.players):
        if _tells(seats, v, seat):
            dealt = _dealt(v, t, seat)
            fit = np.int64(0)
            for number in range(CHOOSE[popcount(dealt), FIRST_PACKET]):
                if _calls_so(seats, rules, v, t, w, streams, seat, subset(dealt, FIRST_PACKET, number)):
                    fit += 1
            weight *= fit
            if weight == 0:
                break
    return weight
