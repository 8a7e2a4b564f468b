"""Worlds are drawn, every legal card is tried in each of them, and the card that does best on average is played.

Worlds. A world says who holds which hidden card. All are equally likely that agree with what the seat has seen: cards
played and known, suits shown to be lacking, trumps not beaten, what was announced, shown, exchanged and left unsaid;
and the others bid by the policies that sit there (the first packet is a random part of the hand). N worlds are drawn
from the seat's own stream (a part of it for each trick), or all are taken, with their weights, where few are left.

Trying a card. pimc: the open deal is solved, so the card is worth the points that its side still makes when everybody
knows all cards. rollout: the card is laid and everybody, the seat itself too, goes on with play expert, which sees
only what it may.

What counts. Card points of the side, the last ten included; each for himself the declarer's against those of all
defenders. With :bid the chance to make (to break) the bid, melds included, a hanging baid counting half; of equal
chances the card points. With :plain a world need only agree with cards known and the play.

Ties go to the earlier suit of s c d h, within it to the lower rank. A single legal card is played without search.
"""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import call_entry, copy_record, entry, inlined, inner, lowest, on_stack
from debertz_sim.kernels.rng import PLAY, STREAMS, start_part
from debertz_sim.kernels.scoring import LAST_TRICK_POINTS, judge, total_up
from debertz_sim.kernels.state import BAID, DECK, MADE, RULES, VIEW, new_record
from debertz_sim.policies.families import FOR_BID, PLAIN, SEATING
from debertz_sim.policies.knowledge import allied
from debertz_sim.policies.playout import play_out
from debertz_sim.policies.search_worlds import likely_worlds
from debertz_sim.worlds.agree import find_melds, take_hands
from debertz_sim.worlds.clues import follow_bella
from debertz_sim.worlds.state import new_survey, new_table, new_view

PLAY_RULES_VERSION = "1"

# What a search finds: the worlds and their weight together; for every legal card the sum of its values.
SEARCHED = np.dtype([("worlds", np.int64), ("weight", np.int64), ("sums", np.int64, (DECK,))], align=True)
new_searched = on_stack(SEARCHED, new_record)

CHANCE = 1 << 16  # what half a bid counts beside card points, which are fewer than that


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
def _value(rules, v, t, end, for_bid):
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
    start_part(streams, PLAY + v.seat, v.trick)
    infer = seats.options[v.seat] & PLAIN == 0
    out.worlds = likely_worlds(seats, rules, v, s, t, w, streams, PLAY + v.seat, infer, hands, weights)
    out.weight = 0
    for k in range(out.worlds):
        out.weight += weights[k]
    for card in range(32):
        out.sums[card] = 0


@entry(SEATING, RULES, VIEW, STREAMS, SEARCHED)
def rollouts(seats, rules, v, streams, out):
    """Try every legal card of the seat that decides in its worlds, everybody going on with ``expert``.

    Fills ``out``; returns the weight of the worlds together.
    """
    s = new_survey()
    t = new_table()
    t2 = new_table()
    w = new_view()
    hands = np.zeros((seats.worlds[v.seat] + 1, 4), np.int64)
    weights = np.zeros(seats.worlds[v.seat] + 1, np.int64)
    take_worlds(seats, rules, v, s, t, w, streams, hands, weights, out)
    for_bid = seats.options[v.seat] & FOR_BID != 0
    for k in range(out.worlds):
        if weights[k]:
            open_world(rules, v, s, t, w, hands[k], for_bid)
            cards = v.legal
            while cards:
                card = lowest(cards)
                cards &= cards - 1
                copy_record(t2, t)
                copy_record(w, v)
                play_out(seats, rules, t2, w, card)
                out.sums[card] += weights[k] * _value(rules, v, t2, w, for_bid)
    return out.weight


@inner
def best_card(legal, sums):
    """The legal card with the largest sum; ties to the earlier suit, then the lower rank."""
    best = lowest(legal)
    cards = legal
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if sums[card] > sums[best]:
            best = card
    return np.int64(best)


@inner
def card_search(seats, rules, v, streams):
    """The card of a searching policy, whose entry is called by the address in the seating."""
    if v.legal & (v.legal - 1) == 0:
        return np.int64(lowest(v.legal))
    out = new_searched()
    call_entry(seats.search[v.seat], seats, rules, v, streams, out)
    return best_card(v.legal, out.sums)
