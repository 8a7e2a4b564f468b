"""Learned play: every card counts the sum of a few looked-up numbers, and the highest count is played.

Two seats. Of touching cards of a suit (no card between them that the opponent may hold) only the highest and the lowest
are weighed: the highest where it wins, the lowest where it loses, both where a lead's fate is open. Each of them counts
four numbers of the shipped table, ties to the earlier suit of s c d h. What they depend on: of the card its place by
trick strength, how many higher ones he may hold, whether it is the highest of its suit in hand, and how many of the
suit are in hand and may be in his (of a lead: which ones); how many cards are left; who may hold how many trumps; how
many masters the other suits have; which of his cards are known; and the card led. The numbers were learned from some
millions of decisions of its own games: every legal card was laid, the deal played out with the unseen cards dealt anew,
and what it brought compared with the other cards (docs/expert.md).
"""

from __future__ import annotations

from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim._jit import inlined, inner, load_int16, lowest, popcount
from debertz_sim.kernels.bits import SUIT, bit, holding
from debertz_sim.policies.expert_sides import card_expert_sides
from debertz_sim.policies.expert_table import CARD, MODEL, ROUGH
from debertz_sim.policies.knowledge import all_of, by_strength, card_at

PLAY_RULES_VERSION = "1"

NO_COUNT = np.int64(-(2**31))  # of a card that is not weighed
ALL_CARDS = 0xFFFFFFFF
FOLLOWING_TRUMPS, TRUMPING, THROWING = 2, 4, 5  # ways to answer; 0: following a plain suit

(
    LEAD_STATE,
    LEAD_COURSE,
    LEAD_MASTERS,
    LEAD_KNOWN,
    ANSWER_COURSE,
    ANSWER_TRUMPS,
    ANSWER_MASTERS,
    ANSWER_KNOWN,
) = MODEL.starts

TERNARY = np.array([int(f"{mask:b}", 3) for mask in range(256)])
"""A mask's bits read as digits of base 3; own cards and twice his make the state of a suit."""


def _suits() -> NDArray[np.int64]:
    """By the state of a suit: ends of blocks of touching cards, and one's masters.

    Bits 0-7: highest of a block; 8-15: lowest; 16-23: those worth leading; from 24 on the number of masters.
    """
    digits = np.arange(3**8)[:, None] // 3 ** np.arange(8) % 3
    tops, bottoms = np.zeros(3**8, np.int64), np.zeros(3**8, np.int64)
    for found, places in ((tops, range(7, -1, -1)), (bottoms, range(8))):
        last = np.zeros(3**8, np.int64)  # whose the neighbour is
        for place in places:
            here = digits[:, place]
            found |= np.where((here == 1) & (last != 1), 1 << place, 0)
            last = np.where(here == 0, last, here)
    his_best = np.where(digits == 2, np.arange(8), -1).max(axis=1)
    masters = ((digits == 1) & (np.arange(8) > his_best[:, None])).sum(axis=1)
    return tops | bottoms << 8 | (tops | bottoms & (1 << his_best + 1) - 1) << 16 | masters << 24


def _cards() -> NDArray[np.int32]:
    """By state and place what the table knows of a card: its place along the axes CARD, from bit 12 on along ROUGH."""
    digits = np.arange(3**8)[:, None] // 3 ** np.arange(8) % 3
    place, higher = np.arange(8), np.arange(8) > np.arange(8)[:, None]  # [place, other place]
    above = np.minimum((digits == 2).astype(int) @ higher.T, 3)
    top = (digits == 1).astype(int) @ higher.T == 0
    own = np.clip((digits == 1).sum(axis=1) - 1, 0, 3)[:, None]
    out = np.minimum((digits == 2).sum(axis=1), 4)[:, None]
    along = np.broadcast_arrays(own, out, place, above, top.astype(int))
    rough = [np.array(axis.coarse)[values] for axis, values in zip(CARD, along, strict=True)]
    exact, coarse = (
        np.ravel_multi_index(places, [axis.size for axis in axes]) for places, axes in ((along, CARD), (rough, ROUGH))
    )
    return (exact | coarse << 12).ravel().astype(np.int32)


N_CARD, N_ROUGH = (prod(axis.size for axis in axes) for axes in (CARD, ROUGH))
SUITS, CARDS = _suits(), _cards()


class Outlook(NamedTuple):
    """A view of two seats as the table knows it; masks by strength, what belongs to a suit at bit 8 * suit."""

    states: Any  # of the suits, at 16 * suit
    masters: Any  # one's own in each suit
    all_masters: Any
    sure: Any  # he must hold
    weighed: Any  # the cards that get a count, if they are legal
    trump: Any
    left: Any
    trumps: Any
    known: Any
    lying: Any  # where the card led is, -1: one leads oneself
    way: Any  # of an answer that loses


@inlined
def _weigh(states, lying, way):
    """Which cards are weighed, and the masters of each suit and in all."""
    leads = np.int64(0)
    tops = np.int64(0)
    bottoms = np.int64(0)
    masters = np.int64(0)
    total = np.int64(0)
    for suit in range(4):
        known = SUITS[states >> np.int64(16 * suit) & 0x1FFF]
        tops |= (known & 255) << np.int64(8 * suit)
        bottoms |= (known >> 8 & 255) << np.int64(8 * suit)
        leads |= (known >> 16 & 255) << np.int64(8 * suit)
        masters |= (known >> 24) << np.int64(8 * suit)
        total += known >> 24
    if lying < 0:
        return leads, masters, total
    if way == TRUMPING:
        return tops, masters, total
    above = (SUIT << (lying & 24)) & ~(bit(lying) - 1) if way < TRUMPING else np.int64(0)
    return (tops & above) | (bottoms & ~above), masters, total


@inlined
def _some(count):
    """0, 1-2, 3-4, more: as 0 to 3."""
    return min((count + 1) >> 1, 3)


@inlined
def _share(his, his_left, hidden):
    """What share of the unseen cards he may hold: 0 all to 3 only those he has."""
    if his == his_left:
        return 3
    if 3 * his < 2 * hidden:
        return 2
    return 1 if 10 * his <= 9 * hidden else 0


@inlined
def may_hold_two(v):
    """The cards that the other of two seats must hold, that he may hold, and all that are unseen; as ``may_hold``."""
    other = 1 - v.seat
    seen = v.hand | v.played[0] | v.played[1] | bit(v.upcard)
    if v.freza >= 0:
        seen |= bit(v.freza)
    hidden = ALL_CARDS & ~seen
    sure = v.shown[other]
    if v.exchanger == other:
        sure |= bit(v.took)
    sure &= ~v.played[other]
    if sure and popcount(sure) == popcount(v.hand) - v.lying:
        return sure, sure, hidden
    return sure, hidden & ~all_of(v.void[other]), hidden


@inlined
def outlook_of(rules, v):
    """What the seat that decides knows."""
    trump = v.trump
    sure, his, hidden = may_hold_two(v)
    left = popcount(v.hand)
    known = 4 * min(popcount(sure), 3) + _share(popcount(his), left - v.lying, popcount(hidden))
    hand = by_strength(v.hand, trump)
    his = by_strength(his, trump)
    states = np.int64(0)
    for suit in range(4):
        state = TERNARY[holding(hand, suit)] + 2 * TERNARY[holding(his, suit)]
        states |= state << np.int64(16 * suit)
    mine = holding(hand, trump)
    theirs = holding(his, trump)
    trumps = 8 * _some(popcount(theirs)) + 2 * min(popcount(mine), 3) + (1 if mine > theirs else 0)
    lying = np.int64(-1)
    way = np.int64(0)
    if v.lying:
        led = np.int64(v.plays[v.trick - 1, 0])
        lying = lowest(by_strength(bit(led), trump))
        if holding(hand, led >> 3):
            way = np.int64(FOLLOWING_TRUMPS if led >> 3 == trump else 0)
        else:
            way = np.int64(TRUMPING if mine else THROWING)
    weighed, masters, total = _weigh(states, lying, way)
    certain = by_strength(sure, trump) if sure else np.int64(0)
    return Outlook(states, masters, total, certain, weighed, trump, max(left - 2, 0), trumps, known, lying, way)


@inlined
def places_of(o, where):
    """Where the four numbers of the card at ``where`` = 8 * suit + place stand in the table."""
    here = where & 24
    place = where & 7
    state = o.states >> (2 * here) & 0x1FFF
    both = np.int64(CARDS[8 * state + place])
    card = both & 0xFFF
    rough = both >> 12
    masters = min(o.all_masters - (o.masters >> here & 15), 3)
    certain = o.sure >> here & SUIT
    sure = (1 if certain else 0) + (1 if certain >> (place + 1) else 0)
    if o.lying < 0:
        kind = 1 if where >> 3 == o.trump else 0
        return (
            LEAD_STATE + 16 * state + 8 * kind + place,
            LEAD_COURSE + ((kind * 8 + o.left) * 32 + o.trumps) * N_CARD + card,
            LEAD_MASTERS + ((kind * 8 + o.left) * 4 + masters) * N_ROUGH + rough,
            LEAD_KNOWN + ((kind * 3 + sure) * 16 + o.known) * N_ROUGH + rough,
        )
    way = o.way + (1 if o.way < TRUMPING and where > o.lying else 0)
    return (
        ANSWER_COURSE + ((way * 8 + o.left) * 8 + (o.lying & 7)) * N_CARD + card,
        ANSWER_TRUMPS + (way * 16 + (o.trumps >> 1)) * N_CARD + card,
        ANSWER_MASTERS + ((way * 8 + o.left) * 4 + masters) * N_ROUGH + rough,
        ANSWER_KNOWN + ((way * 3 + sure) * 16 + o.known) * N_ROUGH + rough,
    )


@inner
def best_two(tables, rules, v, among):
    """The card of a mask that counts most for the seat that decides, and its count; -1 if none is weighed."""
    o = outlook_of(rules, v)
    weighed = by_strength(among, o.trump) & o.weighed
    best = np.int64(-1)
    most = NO_COUNT
    while weighed:
        where = lowest(weighed)
        weighed &= weighed - 1
        a, b, c, d = places_of(o, where)
        count = load_int16(tables, a) + load_int16(tables, b) + load_int16(tables, c) + load_int16(tables, d)
        best = where if count > most else best
        most = max(most, count)
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
