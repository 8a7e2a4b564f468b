"""Simple play policies: a card from a view."""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import inlined, inner, lowest, popcount
from debertz_sim.kernels.rng import PLAY, below
from debertz_sim.kernels.tricks import beats, card_points
from debertz_sim.policies.bidding import nth_bit


@inlined
def card_random(v, streams):
    """Every legal card equally likely; a single legal card draws nothing."""
    choices = popcount(v.legal)
    if choices == 1:
        return lowest(v.legal)
    return nth_bit(v.legal, below(streams, PLAY + (v.seat & 3), choices))


@inner
def winning_card(rules, v):
    """The card that wins the trick so far."""
    best = np.int64(v.plays[v.trick - 1, 0])
    for k in range(1, v.lying):
        card = np.int64(v.plays[v.trick - 1, k])
        if beats(rules, v.trump, card, best):
            best = card
    return best


@inner
def price(rules, v, card):
    """What a card is worth to its holder, for comparing cards: points first, then trump, then strength."""
    is_trump = 1 if card >> 3 == v.trump else 0
    return 64 * card_points(rules, v.trump, card) + 16 * is_trump + rules.strength[is_trump, card & 7]


@inner
def cheapest(rules, v, cards):
    """The card of lowest price of a mask; ties to the earlier suit."""
    best = -1
    least = np.int64(0)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        worth = price(rules, v, card)
        if best < 0 or worth < least:
            best = card
            least = worth
    return best


@inner
def winners_among(rules, v, cards):
    """Those cards of a mask that would win the trick so far."""
    best = winning_card(rules, v)
    found = np.int64(0)
    while cards:
        card = lowest(cards)
        if beats(rules, v.trump, card, best):
            found |= cards & -cards
        cards &= cards - 1
    return found


@inner
def card_greedy(rules, v):
    """Follow with the cheapest card that wins so far, else the cheapest; lead the best plain card, else a trump."""
    if v.lying:
        winners = winners_among(rules, v, v.legal)
        return cheapest(rules, v, winners if winners else v.legal)
    best = -1
    most = np.int64(-1)
    cards = v.legal
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if card >> 3 != v.trump and rules.strength[0, card & 7] > most:
            most = rules.strength[0, card & 7]
            best = card
    return best if best >= 0 else cheapest(rules, v, v.legal)
