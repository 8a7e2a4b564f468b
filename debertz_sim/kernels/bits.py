"""Cards and masks: the few expressions that every other kernel uses."""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import fix_fields, inlined
from debertz_sim.kernels.state import RULES_OF, SETTLED

# Here, because this stands below every kernel that reads rules; ``state`` must do without numba.
for _players, _settled in SETTLED.items():
    fix_fields(RULES_OF[_players], _settled)

SUIT = 0xFF  # mask of one suit's eight cards
ALL_SUITS = 0x01010101  # times a mask of ranks: these ranks of every suit
ONE = np.int64(1)


@inlined
def bit(index):
    """The mask with this one bit set."""
    return ONE << np.int64(index)


@inlined
def suit_mask(suit):
    """All cards of a suit."""
    return np.int64(SUIT) << np.int64(8 * suit)


@inlined
def holding(hand, suit):
    """The eight bits of one suit of a hand."""
    return (hand >> np.int64(8 * suit)) & SUIT


@inlined
def seat_after(seat, steps, players):
    """The seat ``steps`` places clockwise, 0 <= steps <= players.

    The mask changes nothing, but tells the compiler that the seat is no index from the end of an array.
    """
    other = seat + steps
    return (other - players if other >= players else other) & 3


@inlined
def next_in_play(seat, passive, players):
    """The next seat clockwise but for a passive dealer (-1 where there is none)."""
    other = seat_after(seat, 1, players)
    return seat_after(other, 1, players) if other == passive else other


@inlined
def turn_order(passive, players):
    """Who follows whom, four bits a seat: where every card asks, looking it up is cheaper than counting."""
    order = np.int64(0)
    for seat in range(players):
        order |= next_in_play(seat, passive, players) << np.int64(4 * seat)
    return order


@inlined
def next_seat(order, seat):
    """The next seat in play by a ``turn_order``."""
    return (order >> np.int64(4 * seat)) & 3


@inlined
def of_side(values, rules, seat):
    """The sum over a seat's side of per-seat values that are kept for each partner alone."""
    return values[seat & 3] + values[(seat ^ 2) & 3] if rules.sides else values[seat & 3]
