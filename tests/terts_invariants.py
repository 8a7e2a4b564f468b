"""What must hold in every deal of terts, checked in compiled code on the engine's records; see ``invariants``."""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import kernel, popcount
from debertz_sim.engine.terts import play_terts_one
from debertz_sim.kernels.bits import bit, suit_mask
from tests.invariants import ALL_CARDS, CARDS, ILLEGAL, POINTS, SOUND, TOTALS, TRICK

TRICKS, STOCK_TRICKS, WORD_TRICKS = 16, 7, 8
RUN_POINTS = (20, 50, 100, 100, 100, 100)  # of the variant's kinds, terts to run8
FOURS = 6
MARRIAGE = 7


@kernel
def _wins(rules, trump, led, card):
    """Whether the second card of a trick takes it, by the tables of strength alone."""
    if card // 8 == led // 8:
        table = 1 if card // 8 == trump else 0
        return rules.strength[table, card % 8] > rules.strength[table, led % 8]
    return card // 8 == trump


@kernel
def _tricks(rules, t, v):
    """Every trick is played from hands as dealt, drawn and exchanged, and led by the winner of the one before."""
    hands = np.zeros(2, np.int64)
    hands[0] = t.dealt[0]
    hands[1] = t.dealt[1]
    leader = 1 - t.dealer
    points = np.zeros(2, np.int64)
    tricks = np.zeros(2, np.int64)
    for number in range(TRICKS):
        if v.exchange_trick == number + 1:
            if not hands[v.exchanger] & bit(8 * t.trump):
                return CARDS
            hands[v.exchanger] ^= bit(8 * t.trump) | bit(t.upcard)
        led = np.int64(v.plays[number, 0])
        card = np.int64(v.plays[number, 1])
        other = 1 - leader
        if v.leaders[number] != leader or not hands[leader] & bit(led) or not hands[other] & bit(card):
            return TRICK
        if number >= STOCK_TRICKS and card // 8 != led // 8:
            trumps = hands[other] & suit_mask(t.trump)
            free = trumps == 0 or trumps == bit(8 * t.trump + 4)
            if hands[other] & suit_mask(led // 8) or (card // 8 != t.trump and not free):
                return TRICK
        hands[leader] ^= bit(led)
        hands[other] ^= bit(card)
        leader = other if _wins(rules, t.trump, led, card) else leader
        tricks[leader] += 1
        for played in (led, card):
            points[leader] += rules.points[1 if played // 8 == t.trump else 0, played % 8]
        if number < STOCK_TRICKS:
            hands[leader] |= bit(t.stock[2 * number])
            hands[1 - leader] |= bit(t.stock[2 * number + 1])
            if popcount(hands[0]) != 9 or popcount(hands[1]) != 9:
                return CARDS
    if hands[0] or hands[1] or t.last_trick != leader:
        return TRICK
    for seat in range(2):
        if tricks[seat] != v.tricks[seat] or points[seat] != v.points[seat]:
            return POINTS
    return SOUND


@kernel
def check_terts(rules, t, v):
    """The first fault of a deal that lies on a desk; the points of groups are those of the variant."""
    if t.fault:
        return ILLEGAL
    stock = bit(t.upcard)
    for place in range(t.stock.shape[0] - 1):
        stock |= bit(t.stock[place])
    if t.stock[t.stock.shape[0] - 1] != (8 * t.trump if v.exchanger >= 0 else t.upcard):
        return CARDS
    dealt = t.dealt[0] | t.dealt[1]
    if popcount(t.dealt[0]) != 9 or popcount(t.dealt[1]) != 9 or popcount(stock) != 14:
        return CARDS
    if (dealt | stock) != ALL_CARDS or v.played[0] | v.played[1] != ALL_CARDS or v.played[0] & v.played[1]:
        return CARDS
    if t.hand[0] or t.hand[1] or v.known[0] or v.known[1] or v.stock or v.upcard != -1:
        return CARDS
    fault = _tricks(rules, t, v)
    if fault:
        return fault
    if v.points[0] + v.points[1] != 140 or v.tricks[0] + v.tricks[1] != TRICKS:
        return POINTS
    said = np.int64(0)
    scored = np.int64(0)
    for seat in range(2):
        announced = 20 * t.counts[seat, MARRIAGE]
        for kind in range(FOURS):
            announced += RUN_POINTS[kind] * t.counts[seat, kind]
        more = v.announced[seat] - announced
        if more < 100 * t.counts[seat, FOURS] or more > 200 * t.counts[seat, FOURS] or more % 100:
            return TOTALS
        if t.totals[seat] != v.points[seat] + v.announced[seat] + (10 if t.last_trick == seat else 0):
            return TOTALS
        if (
            t.counts[seat, MARRIAGE] != (1 if v.married == seat else 0)
            or t.counts[seat, MARRIAGE] > t.marriage_held[seat]
        ):
            return TOTALS
        for kind in range(FOURS + 1):
            scored += t.counts[seat, kind]
    for number in range(WORD_TRICKS):
        if v.words[number, 0] % 256 or v.words[number, 1] % 256:
            said += 1
    return SOUND if said == scored else TOTALS  # one group a trick scores, if any is named


@kernel
def check_terts_deals(rules, policies, desk, seed, first, count, found):
    """Whether deals ``first`` .. are sound; else ``found`` (int64, shape (3,)) gets fault and index."""
    for index in range(first, first + count):
        play_terts_one(rules, policies, desk, seed, index)
        fault = check_terts(rules, desk.t, desk.v)
        if fault:
            found[0] = fault
            found[1] = index
            return False
    return True
