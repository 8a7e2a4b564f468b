"""Blocks of deals and of matches: the entry kernels of ``simulate`` and ``compare``."""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import kernel, merged
from debertz_sim.engine.deal import play_deal, play_packets
from debertz_sim.engine.rows import (
    M_BAIDS,
    M_BURNED,
    M_CLAIMS,
    M_DECIDING,
    M_EXTRA,
    M_FIRST_DEALER,
    M_HANGINGS,
    M_PAYOFF_HALVES,
    M_PLAYED,
    M_ROUND_WINNERS,
    M_SCORE,
    M_SECOND_HANGING,
    M_SHUFFLES,
    M_UNFINISHED,
    M_WINNER,
    N_MATCH_COLUMNS,
    note_row,
)
from debertz_sim.kernels.bits import seat_after
from debertz_sim.kernels.dealing import open_table
from debertz_sim.kernels.match import make_match, open_match, open_single
from debertz_sim.kernels.rng import LOT, MATCH_PURPOSES, below, open_streams, start_deal
from debertz_sim.kernels.state import BAID, CLAIM, DECIDING_DEALS, HANGING_BAID, MADE, MAX_SHUFFLES
from debertz_sim.switches import ONE_DEAL


@kernel
def play_block(rules, policies, desk, seed, first, rows):
    """Deals ``first`` .. ``first + len(rows) - 1`` of a seed, a row each (int32, shape (deals, N_COLUMNS)).

    The dealer of deal i is seat i mod players.  Returns -1, or the deal in which a policy's choice was not legal.
    """
    t = desk.t
    v = desk.v
    open_streams(desk.streams, seed, 0)
    dealer = first % rules.players
    open_match(desk.m, dealer)
    for k in range(rows.shape[0]):
        index = first + k
        open_single(desk.m, dealer)
        dealer = seat_after(dealer, 1, rules.players)
        play_deal(rules, policies, desk, index)
        if t.fault:
            return index
        note_row(rules, t, v, rows[k])
    return np.int64(-1)


@kernel
def play_one(rules, policies, desk, seed, index):
    """Deal ``index`` alone; everything about it stands on the desk afterwards.  Returns as ``play_block``."""
    open_streams(desk.streams, seed, 0)
    open_match(desk.m, index % rules.players)
    play_deal(rules, policies, desk, index)
    return np.int64(index) if desk.t.fault else np.int64(-1)


@kernel
def begin_match(rules, desk, seed, number):
    """Open match ``number`` of a seed; its first dealer is drawn by lot."""
    streams = desk.streams
    open_streams(streams, seed, MATCH_PURPOSES)
    start_deal(streams, number * MAX_SHUFFLES)
    open_match(desk.m, below(streams, LOT, rules.players))
    make_match(rules, desk.m)


@kernel
def next_in_match(rules, policies, desk, number, shuffle_number):
    """Play shuffle ``shuffle_number`` of the open match."""
    play_deal(rules, policies, desk, number * MAX_SHUFFLES + shuffle_number)


@merged
def _play_match(rules, policies, desk, seed, number, match_row, where, rows):
    """One match; fills its row and a row a shuffle.  Returns the shuffles used, or -1 - shuffle of a policy's fault."""
    begin_match(rules, desk, seed, number)
    t = desk.t
    m = desk.m
    for column in range(N_MATCH_COLUMNS):
        match_row[column] = 0
    match_row[M_FIRST_DEALER] = m.dealer
    extra = 0
    hung = False
    used = 0
    while not m.over and used < MAX_SHUFFLES:
        play_deal(rules, policies, desk, number * MAX_SHUFFLES + used)
        if t.fault:
            return -1 - used
        note_row(rules, t, desk.v, rows[used])
        where[used, 0] = number
        where[used, 1] = used
        used += 1
        match_row[M_EXTRA] += extra
        if t.outcome == CLAIM:
            match_row[M_CLAIMS] += 1
        if t.outcome == MADE or t.outcome == BAID or t.outcome == HANGING_BAID:
            match_row[M_PLAYED] += 1
            hangs = t.outcome == HANGING_BAID
            match_row[M_HANGINGS] += 1 if hangs else 0
            match_row[M_BAIDS] += 1 if t.outcome == BAID else 0
            match_row[M_DECIDING] += 1 if desk.v.match_round == DECIDING_DEALS else 0
            if hung and hangs:
                match_row[M_SECOND_HANGING] += 1
            hung = hangs
        if m.round_over:
            extra = 0
            hung = False
        if rules.target != ONE_DEAL and m.match_round != DECIDING_DEALS:
            for seat in range(rules.players):
                if m.scores[seat] >= rules.target:
                    extra = 1  # the target is reached and nobody has won: what follows are extra deals
    match_row[M_SHUFFLES] = used
    match_row[M_WINNER] = m.winner
    match_row[M_UNFINISHED] = 0 if m.over else 1
    match_row[M_BURNED] = m.burned
    for k in range(2):
        match_row[M_ROUND_WINNERS + k] = m.round_winners[k]
    for seat in range(rules.players):
        match_row[M_PAYOFF_HALVES] += np.int64(2 * m.payoff[seat])
        match_row[M_SCORE + seat] = m.scores[seat]
    return used


@kernel
def play_matches(rules, policies, desk, seed, first, match_rows, where, rows, done):
    """Matches ``first`` .. of a seed, as many as ``match_rows`` has rows or as the room in ``rows`` allows.

    ``match_rows`` (int32, shape (matches, N_MATCH_COLUMNS)) gets a row a match, ``rows`` (int32, shape (room,
    N_COLUMNS)) a row a shuffle and ``where`` (int64, shape (room, 2)) its match and shuffle number.  ``done`` (int64,
    shape (2,)): matches finished and rows filled.

    Returns -1, or the match in which a policy's choice was not legal.
    """
    done[0] = 0
    done[1] = 0
    for k in range(match_rows.shape[0]):
        filled = done[1]
        if filled + MAX_SHUFFLES > rows.shape[0]:
            break
        used = _play_match(rules, policies, desk, seed, first + k, match_rows[k], where[filled:], rows[filled:])
        if used < 0:
            return np.int64(first + k)
        done[0] += 1
        done[1] += used
    return np.int64(-1)


@kernel
def play_recorded(rules, policies, desk, redeal_plan, exchange_plan, bella_plan, claim_plan):
    """Play a recorded deal by its SCRIPT.

    The packets, upcard and freza lie on ``desk.t``, what the deal inherits in ``desk.m``; the plans say what was done
    with the rights (see TABLE).  Returns the fault, 0 for none; with FAULT_CALL or FAULT_CARD ``desk.v`` is the view of
    the seat that had to choose, and the script may simply have ended there.
    """
    t = desk.t
    open_table(rules, t, desk.m.dealer, desk.m.forced)
    t.redeal_plan = redeal_plan
    t.exchange_plan = exchange_plan
    t.bella_plan = bella_plan
    t.claim_plan = claim_plan
    play_packets(rules, policies, desk)
    return t.fault
