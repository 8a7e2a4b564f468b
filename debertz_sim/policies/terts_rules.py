"""A sound human's game of terts: what each card is worth keeping, against what the trick brings.

Every card has a price in points. With stock: plain 7 and 8: 0; 9, J and Q: 2; K: 3; T and A: 10; trump 7: 8; 8: 10;
Q and K: 13; T and A: 17; 9: 21; J: 38. To it come 29 if the card lies in a group that may still be announced from this
hand; 4 if it does not, but one other card of the hand and one unseen card would make a run of three with it (up to the
sixth trick); 9 if three of its rank are in hand, the fourth is unseen, and four of them have a value (up to the sixth
trick). Unseen is what is not in hand, not played, and not the upcard.
Without stock: plain 7 and 8: 1; 9, J, Q and K: 0; T: 7; A: 13; trump 7 and 8: 9; Q: 10; K: 14; T: 15; A: 17; 9: 18;
J: 41. Wherever two cards are equally good the earlier suit of s c d h is played, within it the lower rank of
7 8 9 T J Q K A.

Following with stock. A card that does not win counts minus the card points of the trick, minus its price. One that wins
counts plus the card points of the trick, minus its price, minus 2, as its player has to lead; in the seventh trick also
minus (the price of the upcard less 12), as the loser draws the upcard. The highest count is played.
Leading with stock. The card with the lowest price is led; plain cards have other prices here: 7, 8, 9 and K: 0; T, J
and Q: 2; A: 7. What comes to the price comes here too.

Without stock he knows the other hand. A trick counts its card points, as minus if he does not win it, minus the price
of his own card, plus the price of the other. Following: the highest count. Leading: the card whose count is highest
after the legal answer that makes it lowest.

Words. To beat the leader's group: the lowest that does. Else the lowest group that he may name, if three times the
number of groups that he may name is at most four times the number of tricks with words from this one on (8 in the
first, 1 in the eighth); if it is more, the best. Of groups of equal rank that of the earlier suit. The marriage as soon
as he may. The seven is exchanged as the default player exchanges it.
"""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import inlined, inner, lowest, popcount
from debertz_sim.kernels.bits import SUIT, bit
from debertz_sim.kernels.terts import legal_answers
from debertz_sim.kernels.terts_groups import (
    HOLDING,
    best_group,
    group_of,
    may_name,
)
from debertz_sim.kernels.terts_state import FOURS, MARRIAGE, N_LISTS, STOCK_TRICKS, WORD_TRICKS
from debertz_sim.kernels.tricks import beats, card_points

TERTS_RULES_VERSION = "1"

# By [is_trump, rank], ranks 7 8 9 T J Q K A; docs/policies.md says how the numbers were found.
PRICES = np.array([[0, 0, 2, 10, 2, 2, 3, 10], [8, 10, 21, 17, 38, 13, 13, 17]])
LEAD_PRICES = np.array([[0, 0, 0, 2, 2, 2, 0, 7], [8, 10, 21, 17, 38, 13, 13, 17]])
LATE_PRICES = np.array([[1, 1, 0, 7, 0, 0, 0, 13], [9, 9, 18, 15, 41, 10, 14, 17]])
IN_GROUP = 29
NEAR_RUN = 4
NEAR_FOUR = 9
HAS_TO_LEAD = 2
USUAL_UPCARD = 12
LAST_HOPE = 6  # the last trick in which a group in the making is spared

_NOT_ACES = 0x7F7F7F7F
_NOT_SEVENS = 0xFEFEFEFE


@inlined
def _price(prices, trump, card):
    return prices[1 if card >> 3 == trump else 0, card & 7]


@inner
def terts_unseen(v):
    """Cards whose place a seat does not know: not its own, not played, not the upcard.

    Without stock they are the other hand.
    """
    seen = v.hand | v.played[0] | v.played[1]
    if v.upcard >= 0:
        seen |= bit(v.upcard)
    return np.int64(0xFFFFFFFF) & ~seen


@inlined
def _in_groups(v):
    """Own cards in groups that may still be announced."""
    cards = np.int64(0)
    for suit in range(N_LISTS):
        grades = may_name(v.valued, v.closed, v.hand, suit)
        while grades:
            held = HOLDING[lowest(grades)]
            cards |= held * 0x01010101 if suit == FOURS else held << np.int64(8 * suit)
            grades &= grades - 1
    return cards


@inlined
def _near_runs(hand, unseen):
    """Own cards that one other own card and one unseen card would make a run of three."""
    own_below, own_above = (hand & _NOT_ACES) << 1, (hand & _NOT_SEVENS) >> 1
    new_below, new_above = (unseen & _NOT_ACES) << 1, (unseen & _NOT_SEVENS) >> 1
    own_below2, own_above2 = (own_below & _NOT_ACES) << 1, (own_above & _NOT_SEVENS) >> 1
    new_below2, new_above2 = (new_below & _NOT_ACES) << 1, (new_above & _NOT_SEVENS) >> 1
    lowest_of_run = (own_above & new_above2) | (own_above2 & new_above)
    middle_of_run = (own_below & new_above) | (own_above & new_below)
    highest_of_run = (own_below & new_below2) | (own_below2 & new_below)
    return hand & (lowest_of_run | middle_of_run | highest_of_run)


@inlined
def _near_fours(rules, hand, unseen):
    """Own cards of a rank of which three are in hand, the fourth is unseen, and four have a value."""
    s, c, d, h = hand & SUIT, (hand >> 8) & SUIT, (hand >> 16) & SUIT, (hand >> 24) & SUIT
    ranks = ((s & c & (d | h)) | (d & h & (s | c))) & (unseen | unseen >> 8 | unseen >> 16 | unseen >> 24)
    found = np.int64(0)
    while ranks:
        rank = lowest(ranks)
        if rules.four_points[rank] > 0:
            found |= bit(rank)
        ranks &= ranks - 1
    return hand & (found * 0x01010101)


@inlined
def _extra(card, groups, runs, fours):
    """What comes to the price of a card; without branches, as a processor cannot foresee them."""
    return IN_GROUP * (groups >> card & 1) + NEAR_RUN * (runs >> card & 1) + NEAR_FOUR * (fours >> card & 1)


@inlined
def _best_lead(v, groups, runs, fours):
    best = np.int64(-1)
    least = np.int64(1000)
    cards = v.legal
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        price = _price(LEAD_PRICES, v.trump, card) + _extra(card, groups, runs, fours)
        if price < least:
            least = price
            best = card
    return best


@inlined
def _best_answer(rules, v, groups, runs, fours):
    trump = v.trump
    led = np.int64(v.plays[v.trick - 1, 0])
    led_points = card_points(rules, trump, led)
    costs = np.int64(HAS_TO_LEAD)
    if v.trick == STOCK_TRICKS:
        costs += _price(PRICES, trump, v.upcard) - USUAL_UPCARD
    best = np.int64(-1)
    most = np.int64(-1000)
    cards = v.legal
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        points = led_points + card_points(rules, trump, card)
        wins = np.int64(beats(rules, trump, card, led))
        count = wins * (2 * points - costs) - points - _price(PRICES, trump, card) - _extra(card, groups, runs, fours)
        if count > most:
            most = count
            best = card
    return best


@inner
def _card_with_stock(rules, v):
    """The card while there is stock."""
    groups = _in_groups(v)
    runs = np.int64(0)
    fours = np.int64(0)
    if v.trick <= LAST_HOPE:
        unseen = terts_unseen(v)
        runs = _near_runs(v.hand, unseen) & ~groups
        fours = _near_fours(rules, v.hand, unseen)
    if v.lying:
        return _best_answer(rules, v, groups, runs, fours)
    return _best_lead(v, groups, runs, fours)


@inlined
def _count(rules, trump, mine, his, wins):
    """What a trick without stock counts for the player of ``mine``."""
    points = card_points(rules, trump, mine) + card_points(rules, trump, his)
    return (points if wins else -points) - _price(LATE_PRICES, trump, mine) + _price(LATE_PRICES, trump, his)


@inlined
def _worst_answer(rules, trump, card, his, enough):
    """What leading a card counts after the answer of this hand that makes it lowest.

    Once it is not above ``enough`` the rest of the answers is left out.
    """
    worst = np.int64(1000)
    answers = legal_answers(trump, his, card >> 3)
    while answers and worst > enough:
        answer = lowest(answers)
        answers &= answers - 1
        worst = min(worst, _count(rules, trump, card, answer, not beats(rules, trump, answer, card)))
    return worst


@inner
def _card_without_stock(rules, v):
    """The card once the other hand is known."""
    trump = v.trump
    his = terts_unseen(v)
    led = np.int64(v.plays[v.trick - 1, 0])
    best = np.int64(-1)
    most = np.int64(-1000)
    cards = v.legal
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if v.lying:
            count = _count(rules, trump, card, led, beats(rules, trump, card, led))
        else:
            count = _worst_answer(rules, trump, card, his, most)
        if count > most:
            most = count
            best = card
    return best


@inner
def terts_card_rules(rules, v):
    """The card that play ``rules`` plays."""
    if v.legal & (v.legal - 1) == 0:
        return lowest(v.legal)
    return _card_with_stock(rules, v) if v.trick <= STOCK_TRICKS else _card_without_stock(rules, v)


@inlined
def _lowest_group(groups, trump):
    """The lowest group of lists of grades; equal plain ones: the earlier suit."""
    found = np.int64(0)
    least = np.int64(1000)
    for suit in range(N_LISTS):
        grades = groups[suit]
        if grades:
            grade = lowest(grades)
            rank = 2 * grade + (1 if suit == trump else 0)
            if rank < least:
                least = rank
                found = group_of(grade, suit)
    return found


@inner
def terts_word_rules(rules, v):
    """The word that play ``rules`` says."""
    number = np.int64(0)
    for suit in range(N_LISTS):
        number += popcount(v.groups[suit])
    marriage = MARRIAGE if v.marriage else 0
    if v.said or 3 * number <= 4 * (WORD_TRICKS + 1 - v.trick):
        return _lowest_group(v.groups, v.trump) + marriage
    return best_group(v.groups, v.trump) + marriage
