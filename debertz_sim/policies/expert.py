"""Learned play: every card counts the sum of a few looked-up numbers, and the highest count is played.

Two seats. Of touching cards of a suit (no card between them that the opponent may hold) only the highest and the lowest
are weighed: the highest where it wins, the lowest where it loses, both where a lead's fate is open. Each of them counts
five numbers of the shipped table, ties to the earlier suit of s c d h. What they depend on: of the card its place by
trick strength, how many higher ones he may hold, whether it is the highest of its suit in hand, and how many of the
suit are in hand and may be in his (of a lead: which ones); how many cards are left; who may hold how many trumps;
who declared, in which round; how many masters the other suits have; who has led the suit and whether he has thrown from
it; which of his cards are known; and the card led. The numbers were learned from some millions of decisions of its own
games: every legal card was laid, the deal played out, and what it brought compared with the other cards
(docs/expert.md).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from debertz_sim._jit import highest, inlined, inner, load_int16, lowest, popcount
from debertz_sim.kernels.bits import bit, holding
from debertz_sim.kernels.tricks import must_beat, unseen
from debertz_sim.policies.expert_sides import card_expert_sides
from debertz_sim.policies.expert_table import MODEL
from debertz_sim.policies.knowledge import all_of, by_strength, card_at

PLAY_RULES_VERSION = "1"

NO_COUNT = np.int64(-(2**31))  # of a card that is not weighed

(
    LEAD_STATE,
    LEAD_COURSE,
    LEAD_HISTORY,
    LEAD_MASTERS,
    LEAD_KNOWN,
    ANSWER_COURSE,
    ANSWER_TRUMPS,
    ANSWER_HISTORY,
    ANSWER_MASTERS,
    ANSWER_KNOWN,
) = MODEL.starts

TERNARY = np.array([int(f"{mask:b}", 3) for mask in range(256)])
"""A mask's bits read as digits of base 3."""


def _blocks() -> np.ndarray:
    """Ends of blocks of touching cards, by the state of a suit: bits 0-7 highest, 8-15 lowest, 16-23 worth leading."""
    state = np.arange(3**8)
    digits = state[:, None] // 3 ** np.arange(8) % 3
    tops, bottoms = np.zeros(3**8, np.int64), np.zeros(3**8, np.int64)
    for found, places in ((tops, range(7, -1, -1)), (bottoms, range(8))):
        last = np.zeros(3**8, np.int64)  # the live card seen last
        for place in places:
            here = digits[:, place]
            found |= np.where((here == 1) & (last != 1), 1 << place, 0)
            last = np.where(here == 0, last, here)
    his_best = np.where(digits == 2, np.arange(8), -1).max(axis=1)
    below_his = (1 << (his_best + 1)) - 1
    return tops | bottoms << 8 | (tops | bottoms & below_his) << 16


BLOCKS = _blocks()
_ROUGH_PLACE = np.array([0, 0, 0, 1, 1, 1, 2, 3])


class Outlook(NamedTuple):
    """A view as the table knows it; masks by strength, suits as bits 8 * suit."""

    hand: Any
    his: Any  # he may hold
    sure: Any  # he must hold
    trump: Any
    left: Any
    role: Any
    trumps: Any
    known: Any
    masters: Any  # in the whole hand
    led_by_me: Any
    led_by_him: Any
    thrown: Any
    lying: Any  # where the card led is, -1: one leads oneself
    way: Any  # of an answer, were it a losing card


@inlined
def _remember(rules, v, other):
    """Suits led by oneself, by him, thrown from by him (bit 8 * suit each); trumps that he would have had to play."""
    me = np.int64(0)
    him = np.int64(0)
    thrown = np.int64(0)
    beating = np.int64(0)
    for k in range(v.trick - 1):
        led = np.int64(v.plays[k, 0])
        answer = np.int64(v.plays[k, 1])
        suit = bit(led & 24)
        if v.leaders[k] == other:
            him |= suit
        else:
            me |= suit
            if (answer ^ led) & 24:
                thrown |= bit(answer & 24)
            elif led >> 3 == v.trump and must_beat(rules, other, v.seat, True):
                above = rules.above[1, led & 7]
                if not above & bit(answer & 7):
                    beating |= above
    return me, him, thrown, beating << np.int64(8 * v.trump)


@inlined
def _masters(mine, his):
    """How many cards of a suit no card of his beats."""
    return popcount(mine >> (highest(his) + 1)) if his else popcount(mine)


@inlined
def _some(count):
    """0, 1-2, 3-4, more: as 0 to 3."""
    return min((count + 1) >> 1, 3)


@inlined
def outlook_of(rules, v):
    other = 1 - v.seat
    trump = v.trump
    hidden = unseen(v)
    me, him, thrown, beating = _remember(rules, v, other)
    his = hidden & ~all_of(v.void[other]) & ~beating
    sure = v.shown[other]
    if v.exchanger == other:
        sure |= bit(v.took)
    sure &= ~v.played[other]
    left = popcount(v.hand)
    his_left = left - v.lying
    if popcount(sure) == his_left:
        his = sure
    may = popcount(his)
    share = 0
    if may == his_left:
        share = 3
    elif 3 * may < 2 * popcount(hidden):
        share = 2
    elif 10 * may <= 9 * popcount(hidden):
        share = 1
    known = 4 * min(popcount(sure), 3) + share
    hand = by_strength(v.hand, trump)
    his = by_strength(his, trump)
    masters = np.int64(0)
    for suit in range(4):
        masters += _masters(holding(hand, suit), holding(his, suit))
    mine = holding(hand, trump)
    theirs = holding(his, trump)
    trumps = 8 * _some(popcount(theirs)) + 2 * min(popcount(mine), 3) + (1 if mine > theirs else 0)
    role = (1 if v.declarer == v.seat else 0) + (2 if v.round == 2 else 0)
    lying = np.int64(-1)
    way = np.int64(0)
    if v.lying:
        led = np.int64(v.plays[v.trick - 1, 0])
        lying = lowest(by_strength(bit(led), trump))
        if holding(hand, led >> 3):
            way = np.int64(2 if led >> 3 == trump else 0)
        else:
            way = np.int64(4 if mine else 5)
    return Outlook(
        hand,
        his,
        by_strength(sure, trump),
        trump,
        left - 2,
        role,
        trumps,
        known,
        masters,
        me,
        him,
        thrown,
        lying,
        way,
    )


@inlined
def candidates(o, suit):
    """The cards of a suit that are weighed; legal or not."""
    ends = BLOCKS[TERNARY[holding(o.hand, suit)] + 2 * TERNARY[holding(o.his, suit)]]
    if o.lying < 0:
        return ends >> 16
    if o.way == 4:
        return ends & 255
    if o.way == 5 or o.lying >> 3 != suit:
        return ends >> 8 & 255
    losing = bit(o.lying & 7) - 1
    return ends & 255 & ~losing | ends >> 8 & losing


@inlined
def places_of(o, suit, place):
    """Where the five numbers of a card stand in the table."""
    mine = holding(o.hand, suit)
    his = holding(o.his, suit)
    higher = his >> (place + 1)
    above = popcount(higher)
    top = 1 if mine >> (place + 1) == 0 else 0
    own = popcount(mine) - 1
    out = popcount(his)
    card = (((place * 4 + min(above, 3)) * 2 + top) * 4 + min(own, 3)) * 5 + min(out, 4)
    rough = (((_ROUGH_PLACE[place] * 3 + min(above, 2)) * 2 + top) * 3 + min(own, 2)) * 3 + min(out, 2)
    here = 8 * suit
    led = (o.led_by_me >> here & 1) + 2 * (o.led_by_him >> here & 1) + 4 * (o.thrown >> here & 1)
    masters = min(o.masters - _masters(mine, his), 3)
    certain = holding(o.sure, suit)
    sure = (2 if certain >> (place + 1) else 1) if certain else 0
    if o.lying < 0:
        kind = 1 if suit == o.trump else 0
        state = TERNARY[mine] + 2 * TERNARY[his]
        return (
            LEAD_STATE + (kind * 6561 + state) * 8 + place,
            LEAD_COURSE + ((kind * 8 + o.left) * 32 + o.trumps) * 1280 + card,
            LEAD_HISTORY + ((kind * 4 + o.role) * 8 + led) * 1280 + card,
            LEAD_MASTERS + ((kind * 8 + o.left) * 4 + masters) * 216 + rough,
            LEAD_KNOWN + ((kind * 3 + sure) * 16 + o.known) * 216 + rough,
        )
    way = o.way + (1 if o.way < 4 and place > o.lying & 7 else 0)
    return (
        ANSWER_COURSE + ((way * 8 + o.left) * 8 + (o.lying & 7)) * 1280 + card,
        ANSWER_TRUMPS + ((way * 4 + o.role) * 16 + (o.trumps >> 1)) * 1280 + card,
        ANSWER_HISTORY + (way * 8 + led) * 1280 + card,
        ANSWER_MASTERS + ((way * 8 + o.left) * 4 + masters) * 216 + rough,
        ANSWER_KNOWN + ((way * 3 + sure) * 16 + o.known) * 216 + rough,
    )


@inner
def best_two(tables, rules, v, among):
    """The card of a mask that counts most for the seat that decides, and its count; -1 if none is weighed."""
    o = outlook_of(rules, v)
    cards = by_strength(among, o.trump)
    best = np.int64(-1)
    most = NO_COUNT
    for suit in range(4):
        weighed = holding(cards, suit)
        if weighed:
            weighed &= candidates(o, suit)
        while weighed:
            place = lowest(weighed)
            weighed &= weighed - 1
            a, b, c, d, e = places_of(o, suit, place)
            count = load_int16(tables, a) + load_int16(tables, b) + load_int16(tables, c)
            count += load_int16(tables, d) + load_int16(tables, e)
            if count > most:
                most = count
                best = 8 * suit + place
    return card_at(best, o.trump) if best >= 0 else best, most


@inner
def card_expert_two(tables, rules, v):
    """The card that play ``expert`` plays with two seats."""
    if v.legal & (v.legal - 1) == 0:
        return lowest(v.legal)
    card, _ = best_two(tables, rules, v, v.legal)
    return card


@inner
def card_expert(tables, rules, v):
    """The card that play ``expert`` plays with any number of seats."""
    return card_expert_two(tables, rules, v) if v.in_play == 2 else card_expert_sides(tables, rules, v)
