"""The worlds that a searching policy looks at: drawn, or all of them with their weights."""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import copy_record, inlined, inner
from debertz_sim.policies.search_auction import auction_tells, calls_fit, calls_weight
from debertz_sim.worlds.agree import set_table
from debertz_sim.worlds.find import ANY_WORDS, TRIES, all_worlds, draw_world, few_worlds
from debertz_sim.worlds.survey import survey

NOTHING, WORDS, CALLS = range(3)  # what is used beside cards and play: each takes in the one before


@inner
def _weigh(seats, rules, v, t, w, streams, hands, weights, found):
    """Weigh worlds by the auction; returns the sum."""
    total = np.int64(0)
    for k in range(found):
        weights[k] = calls_weight(seats, rules, v, t, w, streams, hands[k])
        total += weights[k]
    return total


@inlined
def turn_back(v, t, w):
    """The view as it was in the auction, but for whose turn it is."""
    copy_record(w, v)
    w.upcard = t.upcard
    w.upcard_seat = -1
    w.exchanger = -1
    w.trick = 0


@inner
def likely_worlds(seats, rules, v, s, t, w, streams, slot, infer, hands, weights):
    """Fill ``hands`` and ``weights`` (int64, (worlds + 1, 4), (worlds + 1,)) from a view; returns how many there are.

    ``infer``: whether words, melds, exchange and auction are used; without, only cards known and the play.  ``s`` and
    ``t`` (SURVEY, TABLE) are filled for the view, ``w`` (VIEW) is scribbled on.  All worlds are taken, with weights,
    where the ways are few; else as many as there is room for are drawn, each of weight 1 (fewer, if of a hundred draws
    none agrees).  What agrees with nothing, because somebody does not announce or bid as expected, is left out of
    account, the auction first.
    """
    survey(rules, v, s, t, w)
    set_table(rules, v, t)
    turn_back(v, t, w)
    clues = NOTHING
    if infer:
        clues = CALLS if auction_tells(seats, v) else WORDS
    found = np.int64(0)
    while found == 0:
        for k in range(weights.shape[0]):
            weights[k] = 1
        exchange = seats.exchange if clues else np.int64(ANY_WORDS)
        if few_worlds(s, hands):
            found = all_worlds(rules, v, s, t, streams, slot, exchange, hands)
            if clues == CALLS and _weigh(seats, rules, v, t, w, streams, hands, weights, found) == 0:
                found = np.int64(0)
        else:
            for _ in range(TRIES * (hands.shape[0] - 1)):
                if found == hands.shape[0] - 1 or not draw_world(rules, v, s, t, streams, slot, exchange, hands[found]):
                    break
                if clues < CALLS or calls_fit(seats, rules, v, t, w, streams, slot, hands[found]):
                    found += 1
        clues -= 1
    return found
