"""The yardstick of ``debertz bench``: a bare loop of shuffle, nine random legal tricks and card points, nothing else.

No upcard's exchange, no auction, melds, views or rows; two hands in local variables.  Compiled like everything else.
"""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import inlined, kernel, lowest, popcount
from debertz_sim.kernels.bits import bit, suit_mask
from debertz_sim.kernels.rng import CARDS, PLAY, below, open_streams, shuffle, start_deal


@inlined
def _pick(streams, slot, cards):
    """A random card of a mask, by the plain loop."""
    for _ in range(below(streams, slot, popcount(cards))):
        cards &= cards - 1
    return lowest(cards)


@kernel
def _answer(strength, hand, trump, led_card):
    """Legal answers to a lead, trump to be overtrumped."""
    cards = hand & suit_mask(led_card >> 3)
    if not cards:
        cards = hand & suit_mask(trump)
        return cards if cards else hand
    if led_card >> 3 == trump:
        higher = np.int64(0)
        rest = cards
        while rest:
            card = rest & -rest
            if strength[1, popcount(card - 1) & 7] > strength[1, led_card & 7]:
                higher |= card
            rest ^= card
        return higher if higher else cards
    return cards


@kernel
def play_bare(points, strength, streams, deck, seed, first, count):
    """Deals ``first`` .. ``first + count - 1``; returns the card points that seat 0 took in all (last ten included).

    ``points`` and ``strength``: the tables [is_trump, rank] of a rule set (int64); ``deck``: int8, shape (32,).
    """
    open_streams(streams, seed, 0)
    total = np.int64(0)
    for index in range(first, first + count):
        start_deal(streams, index)
        shuffle(deck, streams, CARDS, 19)
        own = np.int64(0)
        other = np.int64(0)
        for k in range(9):
            own |= bit(deck[k])
            other |= bit(deck[9 + k])
        trump = np.int64(deck[18]) >> 3
        mine = True  # whose lead it is
        for _ in range(9):
            hand = own if mine else other
            lead = _pick(streams, PLAY, hand)
            legal = _answer(strength, other if mine else own, trump, lead)
            answer = _pick(streams, PLAY + 1, legal)
            lead_trump = 1 if lead >> 3 == trump else 0
            answer_trump = 1 if answer >> 3 == trump else 0
            if answer >> 3 == lead >> 3:
                beaten = strength[answer_trump, answer & 7] > strength[lead_trump, lead & 7]
            else:
                beaten = answer_trump == 1
            own ^= bit(lead if mine else answer)
            other ^= bit(answer if mine else lead)
            mine = mine != beaten
            if mine:
                total += points[lead_trump, lead & 7] + points[answer_trump, answer & 7]
        if mine:
            total += 10
    return total
