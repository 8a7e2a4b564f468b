"""The best answer to ``expert`` in the last tricks: a plan for every course of the play, not one card for every world.

In a rollout the seat itself goes on with ``expert``; with open hands it would play another card in each world, though
it cannot tell them apart.  Here it tries all its ways of going on, and worlds go the same way until the others' cards
tell them apart.
"""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import copy_record, inner, lowest
from debertz_sim.policies.expert import card_expert
from debertz_sim.policies.playout import lay_and_turn
from debertz_sim.policies.search_value import open_world, value_of
from debertz_sim.worlds.clues import read_plays
from debertz_sim.worlds.state import new_survey, new_table, new_view

MOST_TRICKS = 5  # to which plans are made


@inner
def _others_go_on(seats, rules, t, w, card, me):
    """Lay a card and let the others play until it is this seat's turn again; their cards as a number, -1 at the end."""
    course = np.int64(0)
    while lay_and_turn(rules, t, w, card):
        if w.seat == me:
            return course
        card = card_expert(seats.tables[w.seat], rules, w)
        course = 32 * course + card
    return np.int64(-1)


@inner
def plan(seats, rules, v, hands, weights, order, course, values, depth, count, for_bid):
    """The value of the best plan from the view ``v`` on, added up over ``count`` worlds: the rows ``order[depth]``.

    ``values[depth]`` (by card) gets that of every legal card; ``order``, ``course`` (int64, shape (tricks, worlds)) are
    scratch for the tricks to come.
    """
    if count == 0:
        return np.int64(0)
    s = new_survey()
    t = new_table()
    w = new_view()
    u = new_view()
    if for_bid:
        read_plays(rules, v, s)
    best = np.int64(-1)
    cards = v.legal
    while cards:
        card = np.int64(lowest(cards))
        cards &= cards - 1
        total = np.int64(0)
        for k in range(count):
            world = order[depth, k]
            open_world(rules, v, s, t, u, hands[world], for_bid)
            copy_record(w, v)
            course[depth, k] = _others_go_on(seats, rules, t, w, card, v.seat)
            if course[depth, k] < 0:
                total += weights[world] * value_of(rules, v, t, w, for_bid)
        for k in range(count):
            seen = course[depth, k]
            if seen >= 0:
                alike = np.int64(0)
                for other in range(k, count):
                    if course[depth, other] == seen:
                        order[depth + 1, alike] = order[depth, other]
                        course[depth, other] = -1
                        alike += 1
                open_world(rules, v, s, t, u, hands[order[depth + 1, 0]], for_bid)
                copy_record(w, v)
                _others_go_on(seats, rules, t, w, card, v.seat)
                total += plan(seats, rules, w, hands, weights, order, course, values, depth + 1, alike, for_bid)
        values[depth, card] = total
        best = max(best, total)
    return best
