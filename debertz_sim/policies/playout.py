"""A deal gone on with from the middle: one card laid, then everybody plays ``expert`` to the end."""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import inlined, inner
from debertz_sim.kernels.bits import next_in_play
from debertz_sim.kernels.public import turn_to_player
from debertz_sim.kernels.tricks import beats, card_points, complete_trick, lay_card, legal_cards, open_trick
from debertz_sim.policies.expert import card_expert


@inlined
def _lying(rules, v):
    """The best card of the trick under way, whose it is, and the points in it; -1 and the leader before any card."""
    best_card = np.int64(-1)
    best_seat = v.leader
    points = np.int64(0)
    seat = v.leader
    for k in range(v.lying):
        card = np.int64(v.plays[v.trick - 1, k])
        if k == 0 or beats(rules, v.trump, card, best_card):
            best_card = card
            best_seat = seat
        points += card_points(rules, v.trump, card)
        seat = next_in_play(seat & 3, v.passive, v.players)
    return best_card, best_seat, points


@inlined
def lay_and_turn(rules, t, v, card):
    """Let the seat whose turn it is in the view lay ``card``, and turn the view to the next; False after the last."""
    best_card, best_seat, points = _lying(rules, v)
    lying = v.lying
    led = np.int64(v.plays[v.trick - 1, 0]) >> 3 if lying else np.int64(-1)
    wins = lying == 0 or beats(rules, v.trump, card, best_card)
    lay_card(rules, t, v, v.trick, v.seat, lying, led, best_seat, card, wins)
    if wins:
        best_card = card
        best_seat = v.seat
    if lying == 0:
        led = card >> 3
    lying += 1
    seat = next_in_play(v.seat & 3, v.passive, v.players)
    if lying == rules.in_play:
        complete_trick(rules, t, v, v.trick, best_seat, points + card_points(rules, v.trump, card))
        if v.trick == rules.tricks:
            return False
        seat = best_seat
        open_trick(v, v.trick + 1, seat)
        lying = np.int64(0)
        led = np.int64(-1)
        best_card = np.int64(-1)
    turn_to_player(t, v, seat, lying, legal_cards(rules, v.trump, seat, t.hand[seat], led, best_card, best_seat))
    return True


@inner
def play_out(seats, rules, t, v, card):
    """Let the seat whose turn it is in the view lay ``card``, and everybody go on with ``expert`` to the last trick.

    ``t`` and ``v`` (records TABLE and VIEW) are written to: pass copies.  Of the table are read ``hand`` and ``full``
    (what each seat still holds and held; a card that lies in the trick is in no ``hand``), ``trump``, ``passive`` and
    ``bella_holder`` (-1: nobody's bella is followed, else the bella fields beside it); before the end of the first
    trick also ``say_class``, ``say_top`` and ``show`` (``melds.plan_announcements``).  Afterwards ``v.points``,
    ``v.tricks`` and ``t.last_trick`` are those of the whole deal.
    """
    while lay_and_turn(rules, t, v, card):
        card = card_expert(seats.tables[v.seat], rules, v)
