"""Cards and masks: the few expressions that every other kernel uses."""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import inlined

SUIT = 0xFF  # mask of one suit's eight cards
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
