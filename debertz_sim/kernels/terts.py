"""The game terts: dealing, exchange, words, draw and strict play (RULES.md section 6; docs/rules/settled.md, "Terts").

Which card wins a trick and what it counts are those of ``tricks``.
"""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import inlined, inner
from debertz_sim.kernels.bits import bit, holding, suit_mask
from debertz_sim.kernels.exchange import EXCHANGE_ALWAYS, EXCHANGE_NEVER
from debertz_sim.kernels.terts_groups import (
    INSIDE,
    KIND,
    best_group,
    better_group,
    grade_of,
    group_cards,
    group_points,
    may_name,
    only_better,
    valued_grades,
)
from debertz_sim.kernels.terts_state import (
    BELLA,
    BY_DEFAULT,
    FAULT_EXCHANGE,
    MARRIAGE,
    N_KINDS,
    N_LISTS,
    STOCK,
    STOCK_TRICKS,
    TRICKS,
    WORD_TRICKS,
)
from debertz_sim.switches import SevenExchange

MARRIAGE_POINTS = 20
LAST_TRICK_POINTS = 10

_KING_QUEEN = 0x60
_NINE_EIGHT_SEVEN = 0b111
_JACK = 4


# The deal


@inlined
def lay_out_terts(t, dealer):
    """Nine cards each by three, the upcard, the stock; ``t.deck[0]`` is the bottom card, ``deck[1]`` the top one."""
    t.dealer = dealer
    for seat in range(2):
        t.dealt[seat] = 0
    place = 1
    for packet in range(6):
        seat = (dealer + 1 + packet) & 1
        for _ in range(3):
            t.dealt[seat] |= bit(t.deck[place])
            place += 1
    t.upcard = np.int64(t.deck[place])
    t.trump = t.upcard >> 3
    for k in range(STOCK - 2):
        t.stock[k] = t.deck[place + 1 + k]
    t.stock[STOCK - 2] = t.deck[0]
    t.stock[STOCK - 1] = t.upcard


@inlined
def open_terts(rules, t, v):
    """The nine cards are taken up, the upcard lies open, nothing has been said or played."""
    v.valued = valued_grades(rules)
    t.last_trick = -1
    t.fault = 0
    v.dealer = t.dealer
    v.trump = t.trump
    v.said = 0
    v.trick = 0
    v.leader = -1
    v.lying = 0
    v.upcard = t.upcard
    v.stock = STOCK
    v.exchanger = -1
    v.exchange_trick = 0
    v.took = -1
    v.married = -1
    for seat in range(2):
        t.hand[seat] = t.dealt[seat]
        t.totals[seat] = 0
        t.marriage_held[seat] = 0
        for kind in range(N_KINDS):
            t.counts[seat, kind] = 0
        v.played[seat] = 0
        v.known[seat] = 0
        v.tricks[seat] = 0
        v.points[seat] = 0
        v.announced[seat] = 0
    for suit in range(N_LISTS):
        v.closed[suit] = 0
    for trick in range(WORD_TRICKS):
        v.words[trick, 0] = -1
        v.words[trick, 1] = -1
    for trick in range(TRICKS):
        v.leaders[trick] = -1
        v.plays[trick, 0] = -1
        v.plays[trick, 1] = -1


# The exchange


@inlined
def seven_holder(rules, t, v):
    """The seat that may exchange the trump seven before this trick, or -1.

    Nobody is a declarer, so under ``seven_exchange = declarer`` nobody may.
    """
    if rules.seven_exchange != SevenExchange.ANY or v.trick > STOCK_TRICKS or v.upcard & 7 == 0:
        return -1
    seven = bit(8 * t.trump)
    if t.hand[0] & seven:
        return 0
    return 1 if t.hand[1] & seven else -1


@inlined
def keeps_seven(t, v, seat):
    """Whether the default player keeps the seven for a run that ends in it and may still be announced."""
    cards = holding(t.hand[seat], t.trump)
    if cards & _NINE_EIGHT_SEVEN != _NINE_EIGHT_SEVEN or v.trick == STOCK_TRICKS or t.upcard & 7 == _JACK:
        return False
    with_seven = may_name(v.valued, v.closed, t.hand[seat], t.trump)
    without = may_name(v.valued, v.closed, t.hand[seat] & ~bit(8 * t.trump), t.trump)
    return with_seven != without


@inlined
def exchange_terts(rules, t, v, mode):
    """Before a trick with stock: the seven for the upcard, as the plan says, else by ``mode`` (EXCHANGE_...)."""
    if t.exchange_plan != BY_DEFAULT and t.exchange_plan != v.trick:
        return
    if v.exchanger >= 0 or (t.exchange_plan == BY_DEFAULT and mode == EXCHANGE_NEVER):
        return
    seat = seven_holder(rules, t, v)
    if seat < 0:
        if t.exchange_plan == v.trick:
            t.fault = FAULT_EXCHANGE
        return
    if t.exchange_plan == BY_DEFAULT and mode != EXCHANGE_ALWAYS and keeps_seven(t, v, seat):
        return
    seven = 8 * t.trump
    t.hand[seat] ^= bit(seven) | bit(t.upcard)
    t.stock[STOCK - 1] = seven
    v.known[seat] = (v.known[seat] & ~bit(seven)) | bit(t.upcard)
    v.exchanger = seat
    v.exchange_trick = v.trick
    v.took = t.upcard
    v.upcard = seven


# Words


@inlined
def holds_marriage(t, hand):
    """Whether a hand holds king and queen of trump."""
    return holding(hand, t.trump) & _KING_QUEEN == _KING_QUEEN


@inlined
def note_marriages(t):
    """Remember who has held the marriage in a trick with words."""
    for seat in range(2):
        if holds_marriage(t, t.hand[seat]):
            t.marriage_held[seat] = 1


@inlined
def look_at_words(t, v, seat, said):
    """Put what a seat may say into its view; false if it can only be silent.

    ``said``: the group that has to be beaten, 0 for none.
    """
    hand = t.hand[seat]
    anything = np.int64(0)
    for suit in range(N_LISTS):
        grades = may_name(v.valued, v.closed, hand, suit)
        if said:
            grades = only_better(grades, suit, said, t.trump)
        v.groups[suit] = grades
        anything |= grades
    v.marriage = 1 if v.married < 0 and holds_marriage(t, hand) else 0
    return anything != 0 or v.marriage == 1


@inlined
def is_legal_word(v, word):
    """Whether a word is one of those in the view."""
    group = word & (MARRIAGE - 1)
    if word < 0 or word >= 2 * MARRIAGE or (word & MARRIAGE and not v.marriage):
        return False
    return group == 0 or (group >= 8 and group & 7 < N_LISTS and v.groups[group & 7] & bit(grade_of(group)) != 0)


@inlined
def default_word(v):
    """What the default player says: the best group, and the marriage."""
    return best_group(v.groups, v.trump) + (MARRIAGE if v.marriage else 0)


@inner
def score_group(rules, t, v, seat, group):
    """A group scores: it, and what it contains, is closed."""
    suit = group & 7
    v.closed[suit] |= INSIDE[grade_of(group)]
    v.announced[seat] += group_points(rules, group)
    t.counts[seat, KIND[grade_of(group)]] += 1


@inner
def hear_word(t, v, seat, place, word):
    """A word is spoken: its cards are known to all, the marriage scores.  ``place``: 0 leader, 1 opponent."""
    v.words[v.trick - 1, place] = word
    group = word & (MARRIAGE - 1)
    if group:
        v.known[seat] |= group_cards(group)
    if word & MARRIAGE:
        v.known[seat] |= np.int64(_KING_QUEEN) << np.int64(8 * t.trump)
        v.married = seat
        v.announced[seat] += MARRIAGE_POINTS
        t.counts[seat, BELLA] += 1


@inlined
def answer_beats(t, said, group):
    """Whether the opponent's group (0 for none) takes the leader's place."""
    return group != 0 and (said == 0 or better_group(group, said, t.trump))


# Cards


@inlined
def legal_answers(trump, hand, led):
    """The cards that may be played to a lead without stock: follow suit; else a trump, but the jack need not."""
    cards = hand & suit_mask(led)
    if cards:
        return cards
    trumps = hand & suit_mask(trump)
    return trumps if trumps & ~bit(8 * trump + _JACK) else hand


@inlined
def lay_terts_card(t, v, seat, lying, card):
    """A seat plays a legal card."""
    t.hand[seat] ^= bit(card)
    v.played[seat] |= bit(card)
    v.known[seat] &= ~bit(card)
    v.plays[v.trick - 1, lying] = card


@inlined
def finish_terts_trick(t, v, winner, points):
    """The winner takes the trick; while there is stock both draw, he first."""
    v.tricks[winner] += 1
    v.points[winner] += points
    if v.trick <= STOCK_TRICKS:
        place = STOCK - v.stock
        t.hand[winner] |= bit(t.stock[place])
        t.hand[1 - winner] |= bit(t.stock[place + 1])
        v.stock -= 2
        if v.stock == 0:
            v.known[1 - winner] |= bit(v.upcard)
            v.upcard = -1
    if v.trick == TRICKS:
        t.last_trick = winner


@inlined
def total_terts(t, v):
    """Card points, the last ten, announcements."""
    for seat in range(2):
        t.totals[seat] = v.points[seat] + v.announced[seat] + (LAST_TRICK_POINTS if t.last_trick == seat else 0)
