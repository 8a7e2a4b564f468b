"""Worlds: what the others may hold, drawn uniformly from all deals that agree with a view, or all of them if few."""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import inlined, inner, kernel
from debertz_sim.kernels.exchange import EXCHANGE_DEFAULT
from debertz_sim.kernels.rng import below
from debertz_sim.worlds.agree import agrees, set_table
from debertz_sim.worlds.spread import lay_out
from debertz_sim.worlds.state import new_survey, new_table, new_view
from debertz_sim.worlds.survey import survey

FEW = 8  # ways for every world wanted: up to that all are looked at
TRIES = 100  # draws for a world that agrees, at most
ANY_WORDS = -1  # instead of a mode of exchange: whatever was said, shown and exchanged before the first trick


@inner
def _copy(hands, target, source):
    for seat in range(hands.shape[1]):
        hands[target, seat] = hands[source, seat]


@inner
def all_worlds(rules, v, s, t, streams, slot, exchange, hands):
    """Look at every way: all worlds that agree, or where there are more than rows in ``hands`` that many of them.

    Each set of so many is equally likely.  Returns the number of worlds; the last row is used up.
    """
    room = hands.shape[0] - 1
    found = np.int64(0)
    for number in range(s.total):
        lay_out(s, v, number, hands[room])
        if exchange == ANY_WORDS or agrees(rules, v, t, hands[room], exchange):
            if found < room:
                _copy(hands, found, room)
            else:
                row = below(streams, slot, found + 1)
                if row < room:
                    _copy(hands, row, room)
            found += 1
    return min(found, room)


@inner
def draw_world(rules, v, s, t, streams, slot, exchange, hands):
    """Draw until a world agrees, a hundred times at most; it is laid into ``hands`` (shape (4,)).  Whether one did."""
    for _ in range(TRIES):
        lay_out(s, v, below(streams, slot, s.total), hands)
        if exchange == ANY_WORDS or agrees(rules, v, t, hands, exchange):
            return True
    return False


@inlined
def few_worlds(s, hands):
    """Whether the ways are so few that all are looked at."""
    return s.total <= FEW * hands.shape[0]


@kernel
def find_worlds(rules, v, streams, slot, hands):
    """Worlds that agree with the view of a seat in the play, under the default exchange; the auction is not looked at.

    Parameters
    ----------
    rules, v, streams
        RULES, VIEW and STREAMS records; words are drawn from ``slot`` of the streams.
    hands
        int64, shape (worlds + 1, 4), one world or more: gets what every seat still holds (by seat), for a passive
        dealer his five, a row a world; the last row is used up.

    Returns how many worlds were found: all there are, if they are fewer, each of them once.  Deals that recorded
    players made who do not announce or exchange as the default player does may agree with no world; then only cards
    and play are looked at.
    """
    s = new_survey()
    t = new_table()
    w = new_view()
    survey(rules, v, s, t, w)
    set_table(rules, v, t)
    exchange = np.int64(EXCHANGE_DEFAULT)
    found = np.int64(0)
    while found == 0:
        if few_worlds(s, hands):
            found = all_worlds(rules, v, s, t, streams, slot, exchange, hands)
        else:
            while found < hands.shape[0] - 1 and draw_world(rules, v, s, t, streams, slot, exchange, hands[found]):
                found += 1
        exchange = np.int64(ANY_WORDS)
    return found
