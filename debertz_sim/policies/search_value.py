"""What the searching policies share: taking worlds, laying one on the table, and what the end of a deal is worth."""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import copy_record, inlined, inner, lowest, on_stack
from debertz_sim.kernels.rng import PLAY, start_part
from debertz_sim.kernels.scoring import LAST_TRICK_POINTS, judge, total_up
from debertz_sim.kernels.state import BAID, DECK, MADE, new_record
from debertz_sim.policies.families import PLAIN
from debertz_sim.policies.knowledge import allied
from debertz_sim.policies.playout import play_out
from debertz_sim.policies.search_play import play_weight
from debertz_sim.policies.search_worlds import likely_worlds
from debertz_sim.worlds.agree import find_melds, take_hands
from debertz_sim.worlds.clues import follow_bella
from debertz_sim.worlds.state import new_table

# What a search finds: the worlds and their weight together; for every legal card its half bids and points, added up.
SEARCHED = np.dtype(
    [("worlds", np.int64), ("weight", np.int64), ("halves", np.int64, (DECK,)), ("points", np.int64, (DECK,))],
    align=True,
)
new_searched = on_stack(SEARCHED, new_record)

CHANCE = 1 << 16  # a half bid in a value, beside which stand the card points, which are fewer than that


@inlined
def side_points(rules, v, points, last_trick):
    """The card points of the side of seat ``v.seat``; ``last_trick`` -1: without the last ten."""
    total = np.int64(0)
    for seat in range(v.players):
        if seat == v.seat or (seat != v.passive and allied(rules, v, seat)):
            total += points[seat]
            if seat == last_trick:
                total += LAST_TRICK_POINTS
    return total


@inlined
def half_bids(rules, v, outcome):
    """0, 1 or 2 by how the deal ended for the side of seat ``v.seat``."""
    made = np.int64(1)
    if outcome == MADE:
        made = np.int64(2)
    elif outcome == BAID:
        made = np.int64(0)
    return made if v.seat == v.declarer or (rules.sides and rules.team[v.seat] == rules.team[v.declarer]) else 2 - made


@inner
def open_world(rules, v, s, t, w, hands, for_bid):
    """Lay a world on the table as it stands in the view; ``w`` is a view to scribble on."""
    take_hands(v, t, hands)
    if for_bid or v.trick == 1:
        find_melds(rules, v, t)
    if for_bid and t.bella_holder >= 0:
        follow_bella(rules, v, s, t, w)
    else:
        t.bella_holder = -1


@inner
def value_of(rules, v, t, end, for_bid):
    """What a deal that was played out is worth to the side of seat ``v.seat``; ``end`` is the view at its end."""
    points = side_points(rules, v, end.points, t.last_trick)
    if not for_bid:
        return points
    total_up(rules, t, end)
    judge(rules, t)
    return CHANCE * half_bids(rules, v, t.outcome) + points


@inner
def take_worlds(seats, rules, v, s, t, w, streams, hands, weights, out):
    """Find the worlds of the seat that decides, and open ``out`` for their values."""
    end = new_table()
    start_part(streams, PLAY + v.seat, v.trick)
    infer = seats.options[v.seat] & PLAIN == 0
    out.worlds = likely_worlds(seats, rules, v, s, t, w, streams, PLAY + v.seat, infer, hands, weights)
    out.weight = 0
    for k in range(out.worlds):
        if infer and weights[k]:
            weights[k] *= play_weight(seats, rules, v, end, w, hands[k])
        out.weight += weights[k]
    for card in range(32):
        out.halves[card] = 0
        out.points[card] = 0


@inlined
def add_value(out, card, weight, value):
    """Add a card's value in a world to what was found."""
    out.halves[card] += weight * (value // CHANCE)
    out.points[card] += weight * (value % CHANCE)


@inlined
def roll_out(seats, rules, v, t, w, end, weight, for_bid, out):
    """Add up what every legal card brings in the world on the table, everybody going on with ``expert``.

    ``w`` and ``end`` (VIEW, TABLE) are scribbled on.
    """
    cards = v.legal
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        copy_record(end, t)
        copy_record(w, v)
        play_out(seats, rules, end, w, card)
        add_value(out, card, weight, value_of(rules, v, end, w, for_bid))
