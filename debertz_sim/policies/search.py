"""Every legal card is tried in sampled worlds, everybody going on with play expert, and the best on average is played.

Worlds. A world says who holds which hidden card. All are equally likely that agree with what the seat has seen: cards
played and known, suits shown to be lacking, trumps not beaten, what was announced, shown, exchanged and left unsaid;
and the others bid by the policies that sit there (the first packet is a random part of the hand). N worlds are drawn
from the seat's own stream, a part of it for each trick; where few are left all are taken. Every card that another seat
has played, though in that world expert would have played another, makes the world a quarter as likely (six at most).

Trying a card. It is laid in each world, and everybody, the seat itself too, goes on with expert, which sees only what
it may.

What counts. Card points of the side, the last ten included; each for himself the declarer's against those of all
defenders. With :bid the chance to make (to break) the bid, melds included, a hanging baid counting half; of equal
chances the card points. With :plain a world need only agree with cards known and the play.

Ties go to the earlier suit of s c d h, within it to the lower rank. A single legal card is played without search.
"""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import call_entry, entry, inner, lowest
from debertz_sim.kernels.rng import STREAMS
from debertz_sim.kernels.state import RULES, VIEW
from debertz_sim.policies.expert import PLAY_RULES_VERSION as EXPERT
from debertz_sim.policies.families import FOR_BID, SEATING
from debertz_sim.policies.search_value import SEARCHED, new_searched, open_world, roll_out, take_worlds
from debertz_sim.worlds.state import new_survey, new_table, new_view

PLAY_RULES_VERSION = f"1.{EXPERT}"  # what it goes on with is part of it


@entry(SEATING, RULES, VIEW, STREAMS, SEARCHED)
def rollouts(seats, rules, v, streams, out):
    """Try every legal card of the seat that decides in its worlds, everybody going on with ``expert``.

    Fills ``out``; returns the weight of the worlds together.
    """
    s = new_survey()
    t = new_table()
    w = new_view()
    end = new_table()
    hands = np.zeros((seats.worlds[v.seat] + 1, 4), np.int64)
    weights = np.zeros(seats.worlds[v.seat] + 1, np.int64)
    take_worlds(seats, rules, v, s, t, w, streams, hands, weights, out)
    for_bid = seats.options[v.seat] & FOR_BID != 0
    for k in range(out.worlds):
        if weights[k]:
            open_world(rules, v, s, t, w, hands[k], for_bid)
            roll_out(seats, rules, v, t, w, end, weights[k], for_bid, out)
    return out.weight


@inner
def best_card(legal, out):
    """The legal card with the best chance, then most points; ties to the earlier suit, then the lower rank."""
    best = lowest(legal)
    cards = legal
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        gain = out.halves[card] - out.halves[best]
        if gain > 0 or (gain == 0 and out.points[card] > out.points[best]):
            best = card
    return np.int64(best)


@inner
def card_search(seats, rules, v, streams):
    """The card of a searching policy, whose entry is called by the address in the seating."""
    if v.legal & (v.legal - 1) == 0:
        return np.int64(lowest(v.legal))
    out = new_searched()
    call_entry(seats.search[v.seat], seats, rules, v, streams, out)
    return best_card(v.legal, out)
