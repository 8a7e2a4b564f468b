"""Sampled worlds are solved with open hands, and the card that does best on average is played. Two seats and pairs.

Worlds, what counts, :bid, :plain and ties: as play rollout:N. A card is worth the points that its side still makes
after it when all play their best with all cards open. For the bid the melds are counted as they stand, as if every side
took a trick, and a bella as its holder's. With :roll a card counts the mean of that and of what it brings in a rollout.

Without :roll it is perfect information Monte Carlo: with open hands it would play a different card in each world, so it
overrates what will be known later and never pays for finding out. A rollout errs the other way, as expert plays on; the
mean of both is right more often than either.
"""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import at_address, copy_record, entry, inlined, inner, lowest
from debertz_sim.kernels.bits import next_in_play
from debertz_sim.kernels.rng import STREAMS
from debertz_sim.kernels.scoring import judge, total_up
from debertz_sim.kernels.state import RULES, VIEW, new_record
from debertz_sim.policies.expert import PLAY_RULES_VERSION as EXPERT
from debertz_sim.policies.families import FOR_BID, ROLL, SEATING
from debertz_sim.policies.search_value import (
    CHANCE,
    SEARCHED,
    add_value,
    half_bids,
    open_world,
    roll_out,
    side_points,
    take_worlds,
)
from debertz_sim.solver import pairs, two
from debertz_sim.solver.pairs_state import PAIRS
from debertz_sim.solver.state import SOLVER
from debertz_sim.worlds.state import new_survey, new_table, new_view

PLAY_RULES_VERSION = f"1.{EXPERT}"  # by which it reads the others' cards

solver_at = at_address(SOLVER, new_record)
pairs_at = at_address(PAIRS, new_record)


@inner
def _worth(rules, v, t, w, future, left, for_bid):
    """What a card is worth whose side still makes ``future`` of the points that are ``left``, the last ten included.

    For the bid the melds are counted as if every side takes a trick, the last one decides nothing and bella is called.
    """
    points = side_points(rules, v, v.points, np.int64(-1)) + future
    if not for_bid:
        return points
    copy_record(w, v)
    other = next_in_play(v.seat, v.passive, v.players)
    w.points[v.seat] += future
    w.points[other] += left - future
    for seat in range(v.players):
        w.tricks[seat] += 1
    t.last_trick = -1
    if t.bella_holder >= 0:
        t.bella_call = 1
        for k in range(2):
            t.bella_winners[k] = t.bella_holder
    total_up(rules, t, w)
    judge(rules, t)
    return CHANCE * half_bids(rules, v, t.outcome) + points


@inner
def _points_left(rules, v, t):
    """Card points not yet won, the last ten included."""
    left = np.int64(10)
    for seat in range(v.players):
        cards = t.full[seat] if seat != v.passive else np.int64(0)
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            left += rules.points[1 if card >> 3 == v.trump else 0, card & 7]
        left -= v.points[seat]
    return left


@inlined
def _add_up(rules, v, t, w, values, weight, for_bid, out):
    """Add a world's values to the sums."""
    left = _points_left(rules, v, t)
    cards = v.legal
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        add_value(out, card, weight, _worth(rules, v, t, w, values[card], left, for_bid))


@entry(SEATING, RULES, VIEW, STREAMS, SEARCHED)
def solve_two(seats, rules, v, streams, out):
    """Solve every legal card of the seat that decides in its worlds, two seats; fills ``out`` as ``rollouts`` does."""
    s = new_survey()
    t = new_table()
    w = new_view()
    end = new_table()
    table = solver_at(seats.solver)
    values = np.zeros(32, np.int64)
    hands = np.zeros((seats.worlds[v.seat] + 1, 4), np.int64)
    weights = np.zeros(seats.worlds[v.seat] + 1, np.int64)
    take_worlds(seats, rules, v, s, t, w, streams, hands, weights, out)
    for_bid = seats.options[v.seat] & FOR_BID != 0
    rolls = seats.options[v.seat] & ROLL != 0
    out.weight *= 2 if rolls else 1
    led = np.int64(v.plays[v.trick - 1, 0]) if v.lying else np.int64(-1)
    for k in range(out.worlds):
        if weights[k]:
            open_world(rules, v, s, t, w, hands[k], for_bid)
            two.card_values(rules, v.trump, t.hand[0], t.hand[1], v.seat, led, v.legal, values, table)
            _add_up(rules, v, t, w, values, weights[k], for_bid, out)
            if rolls:
                open_world(rules, v, s, t, w, hands[k], for_bid)
                roll_out(seats, rules, v, t, w, end, weights[k], for_bid, out)
    return out.weight


@entry(SEATING, RULES, VIEW, STREAMS, SEARCHED)
def solve_pairs(seats, rules, v, streams, out):
    """The same for pairs."""
    s = new_survey()
    t = new_table()
    w = new_view()
    end = new_table()
    table = pairs_at(seats.solver)
    values = np.zeros(32, np.int64)
    hands = np.zeros((seats.worlds[v.seat] + 1, 4), np.int64)
    weights = np.zeros(seats.worlds[v.seat] + 1, np.int64)
    take_worlds(seats, rules, v, s, t, w, streams, hands, weights, out)
    for_bid = seats.options[v.seat] & FOR_BID != 0
    rolls = seats.options[v.seat] & ROLL != 0
    out.weight *= 2 if rolls else 1
    lying = np.full(3, -1, np.int64)
    for k in range(v.lying):
        lying[k] = v.plays[v.trick - 1, k]
    for k in range(out.worlds):
        if weights[k]:
            open_world(rules, v, s, t, w, hands[k], for_bid)
            pairs.card_values(rules, v.trump, hands[k], v.seat, lying, v.legal, values, table)
            _add_up(rules, v, t, w, values, weights[k], for_bid, out)
            if rolls:
                open_world(rules, v, s, t, w, hands[k], for_bid)
                roll_out(seats, rules, v, t, w, end, weights[k], for_bid, out)
    return out.weight
