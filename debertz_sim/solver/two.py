"""Two players with open hands: exact card points, every card's value, a threshold, the line of best play.

Cards and hands are those of the engine (card = 8 * suit + rank, suits s c d h, ranks 7 8 9 T J Q K A).  Seats 0 and 1
hold as many cards each, at most nine, but that the one whose card already lies (``led``) holds one less.  "Future
points" are the card points of all tricks still to be completed and the ten of the last one.  The search itself is in
search.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from debertz_sim._jit import inner, kernel, lowest
from debertz_sim.kernels.bits import ONE, bit
from debertz_sim.kernels.state import new_record
from debertz_sim.kernels.terts import legal_answers
from debertz_sim.kernels.tricks import beats, legal_cards
from debertz_sim.solver.bounds import fill_bounds
from debertz_sim.solver.learned import learned
from debertz_sim.solver.order import fill_lists
from debertz_sim.solver.position import bound_of_trick, guess_of, own_hand, total_of, value_of
from debertz_sim.solver.state import REDUCTIONS, SLOTS, SOLVER, TRUMP
from debertz_sim.switches import Form

_SEVEN, _NINE, _JACK = 0, 2, 4


def new_table() -> Any:
    """Scratch memory of the solver (half a megabyte): a record of type ``SOLVER``; one per thread."""
    s = new_record(SOLVER)
    s.reductions = REDUCTIONS
    s.exact = 2
    for name, scores in learned().items():
        s[name] = scores
    return s


@inner
def legal_replies(rules, trump, hand, led):
    """The cards with which the other of two players may answer a lead, as a mask."""
    if rules.form == Form.TERTS:
        return legal_answers(trump, hand, led >> 3)
    return legal_cards(rules, trump, 1, hand, led >> 3, led, 0)


@inner
def forget(s):
    """Forget all answers kept."""
    for slot in range(SLOTS):
        s.kept[slot, 0] = 0


@inner
def _fits(rules, s):
    """Whether the tables were made for these rules: their points, and what may be answered to a lead."""
    same = s.ready == 1
    for kind in range(2):
        for rank in range(8):
            same &= s.points[kind, s.place[kind, rank] & 7] == rules.points[kind, rank]
    low, high = bit(_SEVEN), bit(_JACK)
    same &= s.duty == (legal_replies(rules, 0, low | high, np.int64(_NINE)) == high)
    free = legal_replies(rules, 0, high | bit(8), np.int64(16)) != high
    return same & ((s.free != 0) == free)


@kernel
def prepare(rules, s):
    """Make the tables for these rules unless they are there; about a millisecond, once."""
    if _fits(rules, s):
        return
    low, high = bit(_SEVEN), bit(_JACK)
    for kind in range(2):
        for rank in range(8):
            s.place[kind, rank] = rules.strength[kind, rank]
            s.points[kind, rules.strength[kind, rank]] = rules.points[kind, rank]
    for suit in range(4):
        unit = ONE << np.int64(16 * suit)
        for place in range(8):
            s.worth[8 * suit + place] = s.points[1 if suit == TRUMP else 0, place]
            s.digit[8 * suit + place] = unit
            unit *= 3
    s.duty = 1 if legal_replies(rules, 0, low | high, np.int64(_NINE)) == high else 0
    free = legal_replies(rules, 0, high | bit(8), np.int64(16)) != high
    s.free = bit(8 * TRUMP + s.place[1, _JACK]) if free else 0
    fill_bounds(s)
    fill_lists(s)
    forget(s)
    s.ready = 1


@inner
def _replies(rules, s, trump, hand, led):
    """The legal replies as the solver's cards; none if nothing is led."""
    return own_hand(s, trump, legal_replies(rules, trump, hand, led)) if led >= 0 else np.int64(0)


@inner
def _card(s, trump, card):
    """One of the engine's cards as the solver's, -1 for none."""
    return lowest(own_hand(s, trump, bit(card))) if card >= 0 else np.int64(-1)


@kernel
def future_points(rules, trump, hand0, hand1, to_move, led, table):
    """Seat 0's future points when both play their best.

    Parameters
    ----------
    rules
        Record of type ``RULES``; of its switches ``overtrump``, ``trick_points`` and ``form`` matter.
    trump
        Suit 0..3.
    hand0, hand1
        The cards of the seats, masks; a card that lies is in no hand.
    to_move
        Seat that plays next.
    led
        The other seat's card that lies in the trick, -1 if ``to_move`` leads.
    table
        Scratch memory from :func:`new_table`.
    """
    prepare(rules, table)
    leader = to_move if led < 0 else 1 - to_move
    lead = own_hand(table, trump, hand1 if leader else hand0)
    follow = own_hand(table, trump, hand0 if leader else hand1)
    replies = _replies(rules, table, trump, hand1 if to_move else hand0, led)
    card = _card(table, trump, led)
    value = value_of(table, lead, follow, card, replies, guess_of(table, lead, follow, card))
    return value if leader == 0 else total_of(table, lead, follow, card) - value


@kernel
def reaches(rules, trump, hand0, hand1, to_move, led, needed, table):
    """Whether seat 0 can make its future points at least ``needed``; arguments as for :func:`future_points`."""
    prepare(rules, table)
    leader = to_move if led < 0 else 1 - to_move
    lead = own_hand(table, trump, hand1 if leader else hand0)
    follow = own_hand(table, trump, hand0 if leader else hand1)
    replies = _replies(rules, table, trump, hand1 if to_move else hand0, led)
    card = _card(table, trump, led)
    if leader == 0:
        return bound_of_trick(table, lead, follow, card, replies, needed) >= needed
    wanted = total_of(table, lead, follow, card) - needed + 1  # the leader's, for seat 0 to fail
    return bound_of_trick(table, lead, follow, card, replies, wanted) < wanted


@kernel
def card_values(rules, trump, hand0, hand1, to_move, led, legal, values, table):
    """Fill ``values`` (int64, shape (32,), by card) with the mover's future points, for every card of mask ``legal``.

    The other arguments are those of :func:`future_points`; entries of other cards are left as they are.
    """
    prepare(rules, table)
    mover = hand1 if to_move else hand0
    other = hand0 if to_move else hand1
    mine = own_hand(table, trump, mover)
    his = own_hand(table, trump, other)
    lying = _card(table, trump, led)
    total = total_of(table, mine, his, lying)
    near = guess_of(table, mine, his, lying) if led < 0 else total - guess_of(table, his, mine, lying)
    while legal:
        card = lowest(legal)
        legal &= legal - 1
        played = _card(table, trump, card)
        if led < 0:
            replies = _replies(rules, table, trump, other, card)
            values[card] = value_of(table, mine ^ bit(played), his, played, replies, near)
        else:
            values[card] = total - value_of(table, his, mine, lying, bit(played), total - near)
        near = values[card]


@kernel
def best_line(rules, trump, hand0, hand1, to_move, led, line, table):
    """Fill ``line`` (int8, shape (18,)) with the cards of best play in their order; returns how many.

    Of equally good cards the one with the lowest number is played.  The other arguments are those of
    :func:`future_points`.
    """
    values = np.zeros(32, np.int64)
    count = 0
    while hand0 | hand1:
        mover = hand1 if to_move else hand0
        legal = mover if led < 0 else legal_replies(rules, trump, mover, led)
        card_values(rules, trump, hand0, hand1, to_move, led, legal, values, table)
        card = lowest(legal)
        while legal:
            if values[lowest(legal)] > values[card]:
                card = lowest(legal)
            legal &= legal - 1
        line[count] = card
        count += 1
        if to_move:
            hand1 ^= bit(card)
        else:
            hand0 ^= bit(card)
        if led < 0:
            led = card
            to_move = 1 - to_move
        else:
            if not beats(rules, trump, card, led):
                to_move = 1 - to_move
            led = np.int64(-1)
    return count
