"""Three and four seats: every card counts the sum of a few looked-up numbers, and the highest count is played.

Opponents, allies, who may hold what, gaps and masters are those of play ``rules``. Leading, a card counts seven
numbers, following a plain suit six, following trumps or trumping five, with neither four: each read from a table for
the group of variants (three in play; four, each for himself; pairs) and the role (declarer, his partner, defender).
What they depend on: where the highest cards of the card's suit may be; its place by trick strength, how many higher
ones opponents and allies may hold, how many of the suit are in hand and out; the trumps in hand and out; how many cards
are left. Of a lead also who has led the suit before, where the declarer sits, who may trump, and how many masters are
in hand; of an answer whether it wins, who wins so far, who is still to play and may beat that, and the points lying.
Ties go to the earlier suit of s c d h, within it to the lower card. The numbers were learned from some millions of
decisions of its own games, as for two seats (docs/expert.md).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from debertz_sim._jit import highest, inlined, inner, load_int16, lowest, popcount
from debertz_sim.kernels.bits import bit, holding, next_in_play
from debertz_sim.policies.expert_sides_table import MODEL, ROLE_SIZE, ROLES
from debertz_sim.policies.knowledge import allied, at_most, by_strength, card_at, sight_of, suits_in
from debertz_sim.policies.play_sides import DECLARER, DEFENDER, PARTNER, led_before, winning

LEAD, PLAIN, TRUMPS, DISCARD = range(4)  # kinds of decisions: the parts of the table, in this order
THREE, FOUR_EACH, PAIRS = range(3)  # groups of variants, likewise
NO_COUNT = np.int64(-(2**31))  # below what any card counts

(
    LEAD_TOPS,
    LEAD_ABOVE,
    LEAD_LENGTH,
    LEAD_HISTORY,
    LEAD_TRUMPS,
    LEAD_DISTANCE,
    LEAD_MASTERS,
    PLAIN_TOPS,
    PLAIN_LENGTH,
    PLAIN_TRICK,
    PLAIN_TRUMPS,
    PLAIN_LEFT,
    PLAIN_TURN,
    TRUMPS_TOPS,
    TRUMPS_LENGTH,
    TRUMPS_TRICK,
    TRUMPS_LEFT,
    TRUMPS_TURN,
    DISCARD_TOPS,
    DISCARD_TRICK,
    DISCARD_LENGTH,
    DISCARD_TRUMPS,
) = MODEL.starts[:22]

_TOPS = np.array([int(f"{mask:04b}", 5) for mask in range(16)])  # a mask's bits as digits of base 5


class Spot(NamedTuple):
    """A decision, as far as it is the same for all cards."""

    kind: Any
    role: Any
    trump: Any
    hand: Any  # hands by strength
    opponents: Any
    allies: Any
    opponents_after: Any
    gaps: Any
    own_trumps: Any
    trumps_out: Any
    allied_trumps: Any
    left: Any  # own cards left, less one
    # Leading.
    by_me: Any
    by_ally: Any
    by_opponent: Any
    distance: Any  # of the declarer
    masters: Any
    # Following.
    led: Any
    top: Any  # suit of the card that wins so far, and its place
    place: Any
    ally: Any
    danger: Any  # cards with which an opponent still to play may beat it
    ruffable: Any
    points: Any
    turn: Any  # whether the declarer has played, has still to play, wins; an ally is still to play; an ally led


@inlined
def _flag(condition):
    return np.int64(1) if condition else np.int64(0)


@inlined
def _least(count, limit):
    return count if count < limit else np.int64(limit)


@inlined
def _above(cards, place):
    """How many of a suit's cards are above a place, 3 for more."""
    return _least(popcount(cards >> (place + 1)), 3)


@inlined
def _points_class(points):
    if points < 9:
        return np.int64(0) if points == 0 else np.int64(1)
    return np.int64(2) if points < 14 else np.int64(3)


@inlined
def _distance(v):
    """Steps in turn to the declarer."""
    seat = v.seat
    steps = np.int64(0)
    while seat != v.declarer:
        seat = next_in_play(seat & 3, v.passive, v.players)
        steps += 1
    return steps


@inlined
def _masters(hand, opponents, trump):
    """Own plain cards that no opponent may beat, 3 for more."""
    count = np.int64(0)
    for suit in range(4):
        if suit != trump:
            mine = holding(hand, suit)
            his = holding(opponents, suit)
            count += popcount(mine & ~at_most(highest(his))) if his else popcount(mine)
    return _least(count, 3)


@inlined
def role_of(rules, v):
    """DEFENDER, DECLARER or PARTNER."""
    if rules.team[v.seat] != rules.team[v.declarer]:
        return np.int64(DEFENDER)
    return np.int64(DECLARER) if v.seat == v.declarer else np.int64(PARTNER)


@inlined
def spot_of(rules, v):
    """The decision that a view in the play calls for."""
    trump = v.trump
    sight = sight_of(rules, v)
    role = role_of(rules, v)
    hand = by_strength(v.hand, trump)
    opponents = by_strength(sight.opponents, trump)
    allies = by_strength(sight.allies, trump)
    kind = np.int64(LEAD)
    by_me = by_ally = by_opponent = distance = masters = np.int64(0)
    later = led = top = place = ally = danger = ruffable = points = turn = np.int64(0)
    if v.lying == 0:
        by_me, by_ally, by_opponent = led_before(rules, v)
        distance = _distance(v)
        masters = _masters(hand, opponents, trump)
    else:
        later = by_strength(sight.opponents_after, trump)
        led = np.int64(v.plays[v.trick - 1, 0]) >> 3
        best, best_seat, points = winning(rules, v)
        top = best >> 3
        place = np.int64(rules.strength[1 if top == trump else 0, best & 7])
        ally = _flag(allied(rules, v, best_seat))
        danger = _above(holding(later, top), place)
        ruffable = _flag(led != trump and sight.gaps_after & bit(8 * led))
        points = _points_class(points)
        declarer_at = np.int64(2) if best_seat == v.declarer else _flag(popcount(v.played[v.declarer]) < v.trick)
        turn = (declarer_at * 2 + _flag(sight.allies_after)) * 2 + _flag(allied(rules, v, v.leader))
        if holding(hand, led):
            kind = np.int64(TRUMPS) if led == trump else np.int64(PLAIN)
        else:
            kind = np.int64(TRUMPS) if holding(hand, trump) else np.int64(DISCARD)
    return Spot(
        kind,
        role,
        trump,
        hand,
        opponents,
        allies,
        later,
        sight.gaps,
        popcount(holding(hand, trump)),
        popcount(holding(opponents, trump)),
        popcount(holding(allies, trump)),
        popcount(hand) - 1,
        by_me,
        by_ally,
        by_opponent,
        distance,
        masters,
        led,
        top,
        place,
        ally,
        danger,
        ruffable,
        points,
        turn,
    )


class Line(NamedTuple):
    """A suit of a decision."""

    suit: Any
    is_trump: Any
    mine: Any
    his: Any
    allied: Any
    later: Any
    tops: Any  # where the four highest cards are: base 5, gone 0, own 1, opponents 2, allies 3, either 4
    own: Any
    out: Any


@inlined
def line_of(spot, suit):
    """What is known of a suit."""
    mine = holding(spot.hand, suit)
    his = holding(spot.opponents, suit)
    others = holding(spot.allies, suit)
    tops = _TOPS[mine >> 4] + 2 * _TOPS[his >> 4] + 3 * _TOPS[others >> 4] - _TOPS[(his & others) >> 4]
    return Line(
        suit,
        _flag(suit == spot.trump),
        mine,
        his,
        others,
        holding(spot.opponents_after, suit),
        tops,
        _least(popcount(mine), 4) - 1,
        _least(popcount(his), 4),
    )


@inlined
def _worth(is_trump, place):
    """0, 1, 2: a card without points, with few, with many."""
    if place < (2 if is_trump else 3):
        return np.int64(0)
    return np.int64(1) if place < (4 if is_trump else 6) else np.int64(2)


@inlined
def lead_places(spot, line, place):
    """Where the numbers of a lead stand in the table of a role."""
    here = bit(8 * line.suit)
    suit = line.is_trump
    master = _flag(line.his >> (place + 1) == 0)
    gap = _flag(spot.gaps & here)
    ally_gap = _flag(line.allied == 0 and spot.allied_trumps)
    before = _flag(spot.by_me & here) * 4 + _flag(spot.by_ally & here) * 2 + _flag(spot.by_opponent & here)
    ends = _flag(line.mine >> (place + 1)) * 2 + _flag(line.mine & (bit(place) - 1))
    ally_above = _least(popcount(line.allied >> (place + 1)), 2)
    trumps = (_least(spot.own_trumps, 4) * 6 + _least(spot.trumps_out, 5)) * 4 + _least(spot.allied_trumps, 3)
    return (
        LEAD_TOPS + (suit * 625 + line.tops) * 8 + place,
        LEAD_ABOVE + (((suit * 5 + line.out) * 8 + place) * 4 + _above(line.his, place)) * 3 + ally_above,
        LEAD_LENGTH + (((suit * 9 + spot.left) * 4 + line.own) * 8 + place) * 4 + ends,
        LEAD_HISTORY + (((suit * 8 + before) * 2 + gap) * 2 + ally_gap) * 16 + place * 2 + master,
        LEAD_TRUMPS + ((trumps * 2 + suit) * 2 + master) * 3 + _worth(suit, place),
        LEAD_DISTANCE + ((spot.distance * 2 + suit) * 25 + line.tops // 25) * 8 + place,
        LEAD_MASTERS + ((spot.masters * 9 + spot.left) * 2 + suit) * 2 + master,
    )


@inlined
def plain_places(spot, line, place):
    """Where those of a card that follows a plain suit stand."""
    wins = _flag(spot.top == line.suit and place > spot.place)
    card = place * 2 + wins
    risk = _above(line.later, place) if wins else spot.danger
    return (
        PLAIN_TOPS + (line.tops // 5) * 16 + card,
        PLAIN_LENGTH + ((line.own * 4 + _least(line.out, 3)) * 4 + _above(line.his, place)) * 16 + card,
        PLAIN_TRICK + (((spot.ruffable * 2 + spot.ally) * 4 + spot.points) * 4 + risk) * 16 + card,
        PLAIN_TRUMPS + (_least(spot.own_trumps, 2) * 4 + _least(spot.trumps_out, 3)) * 16 + card,
        PLAIN_LEFT + (spot.left * 2 + spot.ally) * 16 + card,
        PLAIN_TURN + (spot.turn * 2 + spot.ally) * 16 + card,
    )


@inlined
def trumps_places(spot, line, place):
    """Where those of a trump that does not lead stand."""
    wins = _flag(spot.top != spot.trump or place > spot.place)
    ruff = _flag(spot.led != spot.trump)
    card = place * 2 + wins
    risk = _above(line.later, place) if wins else spot.danger
    return (
        TRUMPS_TOPS + (ruff * 625 + line.tops) * 8 + place,
        TRUMPS_LENGTH + (((line.own * 4 + _least(line.out, 3)) * 2 + ruff) * 4 + _above(line.his, place)) * 16 + card,
        TRUMPS_TRICK + ((((spot.ruffable * 2 + spot.ally) * 4 + spot.points) * 2 + ruff) * 4 + risk) * 16 + card,
        TRUMPS_LEFT + ((spot.left * 2 + spot.ally) * 2 + ruff) * 16 + card,
        TRUMPS_TURN + (spot.turn * 2 + ruff) * 16 + card,
    )


@inlined
def discard_places(spot, line, place):
    """Where those of a card that neither follows nor trumps stand."""
    threat = _flag(spot.danger or (spot.top != spot.trump and spot.ruffable))
    above = _above(line.his, place)
    return (
        DISCARD_TOPS + (line.tops // 25 * 4 + line.own) * 8 + place,
        DISCARD_TRICK + ((spot.points * 4 + spot.ally * 2 + threat) * 6 + (spot.turn >> 1)) * 8 + place,
        DISCARD_LENGTH + ((line.out * 2 + _flag(spot.gaps & bit(8 * line.suit))) * 8 + place) * 4 + above,
        DISCARD_TRUMPS + ((_least(spot.trumps_out, 3) * 9 + spot.left) * 8 + place) * 2 + _flag(above == 0),
    )


@inlined
def group_of(rules):
    """The group of variants that the rules belong to."""
    if rules.sides:
        return np.int64(PAIRS)
    return np.int64(THREE) if rules.in_play == 3 else np.int64(FOUR_EACH)


@inlined
def _sum(table, places):
    total = np.int64(0)
    for place in places:
        total += load_int16(table, place)
    return total


@inlined
def _score(table, spot, line, place):
    """What a card counts: the sum of the numbers at its places."""
    if spot.kind == LEAD:
        return _sum(table, lead_places(spot, line, place))
    if spot.kind == PLAIN:
        return _sum(table, plain_places(spot, line, place))
    if spot.kind == TRUMPS:
        return _sum(table, trumps_places(spot, line, place))
    return _sum(table, discard_places(spot, line, place))


@inner
def best_sides(tables, rules, v, among):
    """The card of a mask that counts most for the seat that decides, and its count."""
    spot = spot_of(rules, v)
    table = tables + 2 * ROLE_SIZE * (len(ROLES) * group_of(rules) + spot.role)
    cards = by_strength(among, spot.trump)
    best = np.int64(0)
    most = NO_COUNT
    suits = suits_in(cards)
    while suits:
        suit = lowest(suits) >> 3
        suits &= suits - 1
        line = line_of(spot, suit)
        weighed = holding(cards, suit)
        while weighed:
            place = lowest(weighed)
            weighed &= weighed - 1
            count = _score(table, spot, line, place)
            if count > most:
                most = count
                best = 8 * suit + place
    return card_at(best, spot.trump), most


@inner
def card_expert_sides(tables, rules, v):
    """The card that play ``expert`` plays with three and four seats."""
    if v.legal & (v.legal - 1) == 0:
        return lowest(v.legal)
    card, _ = best_sides(tables, rules, v, v.legal)
    return card
