"""The record that the solver of pairs works on.

Cards are relabelled: trump is the top byte, and the bits of each suit stand in trick strength, so that a card beats
another one of its suit, and a trump any plain card, by being the larger number.  Seats 0 and 2 play against 1 and 3.
"""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import inlined
from debertz_sim.kernels.bits import SUIT, bit
from debertz_sim.kernels.state import DECK, MAX_SEATS

_INT = np.int64
TRUMP = 24  # the first trump; also the place of its suit
TRUMPS = SUIT << TRUMP
SLOTS = 1 << 16
MOVES = 8  # at most, of a hand

# A move's score is a sum over what can be said of the card: weights[KIND_OF_MOVE, FEATURE].
KINDS = 15
FEATURES = 7

# Reductions: dominated cards are left out, positions are remembered, those that are worth the same are one.
DOMINANCE, MEMORY, SAME = 1, 2, 4
EVERY_REDUCTION = DOMINANCE | MEMORY | SAME

PAIRS = np.dtype(
    [
        ("hand", _INT, (MAX_SEATS,)),  # cards still held
        ("points", _INT, (DECK,)),
        ("must", _INT, (2, 2)),  # whether a trump has to be beaten, [it is the partner's, trump was led]
        ("same", _INT, (4, 256)),  # for the cards of a suit still out the first such set that is worth as much
        ("reduce", _INT),  # which reductions are made, see below; the values are the same without any
        ("left", _INT),  # tricks, the one under way included
        ("ply", _INT),
        ("nodes", _INT),  # cards laid since the table was made
        ("moves", _INT, (DECK, MOVES)),
        ("tried", _INT, (DECK, MOVES)),
        ("weights", _INT, (KINDS, FEATURES)),
        ("epoch", _INT),  # number of the position whose entries count
        ("slots", _INT, (SLOTS,)),  # key << 16 | lower bound << 8 | upper bound
    ],
    align=True,
)


@inlined
def suit_of(card):
    """All cards of a card's suit."""
    return np.int64(SUIT) << (card & 24)


@inlined
def above(card):
    """The cards of its suit that beat a card."""
    return suit_of(card) & ~((np.int64(2) << card) - 1)


@inlined
def below(card):
    """All cards of lower number."""
    return bit(card) - 1


@inlined
def beats(card, best):
    """Whether a card laid later beats the best one so far."""
    return (card > best) & (((card ^ best) < 8) | (card >= TRUMP))


@inlined
def can_beat(hand, led, best):
    """Whether a hand still to lay has a card that it may lay and that beats the best; ``led``: the suit's place."""
    cards = hand & (np.int64(SUIT) << led)
    if cards:
        return cards & above(best) != 0  # a trump laid on a plain lead stands in another suit
    cards = hand & TRUMPS
    return (cards & above(best) if best >= TRUMP else cards) != 0


@inlined
def legal_moves(s, hand, led, best, ally):
    """The cards that may be laid on ``best``, which is the partner's (``ally`` 1) or not; ``led`` -1: all."""
    if led < 0:
        return hand
    cards = hand & (np.int64(SUIT) << led)
    if cards:
        if led != TRUMP:
            return cards
    else:
        cards = hand & TRUMPS
        if not cards:
            return hand
    if best >= TRUMP and s.must[ally, 1 if led == TRUMP else 0]:
        higher = cards & above(best)
        if higher:
            return higher
    return cards
