"""From a view to the numbered worlds: whose cards are known, who wants how many, what is barred."""

from __future__ import annotations

from debertz_sim._jit import inner, popcount
from debertz_sim.kernels.bella import bella_cards
from debertz_sim.kernels.bits import next_in_play
from debertz_sim.kernels.tricks import known_cards, unseen
from debertz_sim.worlds.clues import mute_bella, read_plays
from debertz_sim.worlds.spread import count_ways, group_cards
from debertz_sim.worlds.state import PLACES

PASSIVE_CARDS = 5  # of a passive dealer, the upcard or the seven among them


@inner
def _place_seats(rules, v, s):
    """Who is at which place and how many unknown cards he has."""
    for place in range(PLACES):
        s.holder[place] = -1
        s.wants[place] = 0
    left = popcount(s.hidden)
    seat = v.seat
    for place in range(v.in_play - 1):
        seat = next_in_play(seat & 3, v.passive, v.players)
        s.holder[place] = seat
        s.wants[place] = rules.tricks - popcount(v.played[seat]) - popcount(s.known[seat])
        left -= s.wants[place]
    if v.in_play < 4:  # else nothing is left over
        s.holder[PLACES - 1] = v.passive
        s.wants[PLACES - 1] = left


@inner
def survey(rules, v, s, t, w):
    """Fill the SURVEY ``s`` from the view of the seat that decides; ``t`` and ``w`` are records to scribble on.

    Known are the cards laid open, taken for the seven, dealt in public, and the second one of a called bella.  Barred
    is what the play rules out and, as long as the cards can lie so at all, what a bella not called rules out.
    """
    s.hidden = unseen(v)
    for seat in range(v.players):
        s.known[seat] = 0
        if seat != v.seat:
            s.known[seat] = known_cards(v, seat)
            if v.bella == seat:
                s.known[seat] |= bella_cards(v.trump) & ~v.played[seat]
            s.hidden &= ~s.known[seat]
    read_plays(rules, v, s)
    _place_seats(rules, v, s)
    mute_bella(rules, v, s, t, w)
    group_cards(s)
    count_ways(s)
    if s.total == 0:  # somebody has not called as the default player does
        read_plays(rules, v, s)
        group_cards(s)
        count_ways(s)
