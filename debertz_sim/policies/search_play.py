"""What the others' play tells of the hidden hands: with some of them ``expert`` would have played other cards."""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import copy_record, inner
from debertz_sim.kernels.state import MAX_TRICKS
from debertz_sim.kernels.tricks import open_trick
from debertz_sim.policies.expert import card_expert
from debertz_sim.policies.playout import lay_and_turn

MOST_STRANGE = 6  # cards that are counted at most
_QUARTERS = 2  # a card that expert would not have played makes a world a quarter as likely


@inner
def _begin_play(rules, v, t, w, hands):
    """The table and the view before the first card, in a world; what was said is said again as the cards are laid."""
    copy_record(w, v)
    w.bella = -1
    t.trump = v.trump
    t.passive = v.passive
    t.bella_holder = -1
    for seat in range(v.players):
        t.hand[seat] = hands[seat] | v.played[seat]
        t.full[seat] = t.hand[seat]
        t.say_class[seat] = v.announced[seat]
        t.say_top[seat] = v.top[seat]
        t.show[seat] = v.shown[seat]
        w.void[seat] = 0
        w.played[seat] = 0
        w.tricks[seat] = 0
        w.points[seat] = 0
        w.announced[seat] = -1
        w.top[seat] = -1
        w.shown[seat] = 0
    for trick in range(MAX_TRICKS):
        w.leaders[trick] = -1
        for k in range(v.in_play):
            w.plays[trick, k] = -1
    leader = np.int64(v.leaders[0])
    open_trick(w, 1, leader)
    w.seat = leader
    w.lying = 0
    w.hand = t.hand[leader]
    w.full = t.full[leader]
    w.legal = t.hand[leader]


@inner
def play_weight(seats, rules, v, t, w, hands):
    """The weight of a world: 4096 where the others played as ``expert`` would, for each other card a quarter of it.

    ``t`` and ``w`` (TABLE, VIEW) are scribbled on.
    """
    _begin_play(rules, v, t, w, hands)
    strange = np.int64(0)
    for trick in range(v.trick):
        for lying in range(v.in_play if trick < v.trick - 1 else v.lying):
            card = np.int64(v.plays[trick, lying])
            if w.seat != v.seat and w.legal & (w.legal - 1) and card_expert(seats.tables[w.seat], rules, w) != card:
                strange += 1
            lay_and_turn(rules, t, w, card)
    return np.int64(1) << _QUARTERS * (MOST_STRANGE - min(strange, MOST_STRANGE))
