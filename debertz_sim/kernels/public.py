"""What all may know: opening the view of a deal, and turning it towards the seat that decides."""

from __future__ import annotations

from debertz_sim._jit import inlined
from debertz_sim.kernels.auction import auction_round, caller, legal_calls
from debertz_sim.kernels.scoring import pot_at_stake
from debertz_sim.kernels.state import DECIDING_DEALS, MAX_SEATS, MAX_TRICKS


@inlined
def open_view(rules, t, v, m):
    """Before the auction: the upcard lies open, nothing else is known."""
    v.players = rules.players
    v.in_play = rules.in_play
    v.passive = t.passive
    v.dealer = t.dealer
    v.obliged = t.obliged
    v.forced = 1 if t.forced >= 0 else 0
    v.round = 0
    v.declarer = t.forced
    v.trump = t.trump
    v.upcard = t.upcard
    v.upcard_seat = -1
    v.freza = -1
    v.exchanger = -1
    v.took = -1
    v.n_calls = 0
    v.trick = 0
    v.leader = -1
    v.lying = 0
    v.bella = -1
    v.pot = pot_at_stake(rules, m, t.dealer)
    v.target = rules.target if m.match_round != DECIDING_DEALS else 0
    v.match_round = m.match_round
    for seat in range(MAX_SEATS):
        v.void[seat] = 0
        v.played[seat] = 0
        v.tricks[seat] = 0
        v.points[seat] = 0
        v.announced[seat] = -1
        v.top[seat] = -1
        v.shown[seat] = 0
        v.scores[seat] = m.scores[seat]
    for trick in range(MAX_TRICKS):
        v.leaders[trick] = -1
        for k in range(MAX_SEATS):
            v.plays[trick, k] = -1


@inlined
def turn_to_caller(rules, t, v):
    """The view of the seat that has to call."""
    seat = caller(rules, t)
    v.seat = seat
    v.hand = t.first[seat]
    v.full = t.first[seat]
    v.round = auction_round(rules, t)
    v.n_calls = t.n_calls
    v.legal = legal_calls(rules, t)


@inlined
def publish_trump(rules, t, v):
    """The auction is over and the second packets are dealt: trump, declarer and the bottom card are known."""
    v.declarer = t.declarer
    v.trump = t.trump
    v.round = t.round
    v.n_calls = t.n_calls
    v.upcard_seat = t.upcard_seat
    if rules.freza_shown:
        v.freza = t.freza


@inlined
def turn_to_player(t, v, seat, lying, legal):
    """The view of a seat that has to play one of the ``legal`` cards."""
    v.seat = seat
    v.lying = lying
    v.hand = t.hand[seat]
    v.full = t.full[seat]
    v.legal = legal
