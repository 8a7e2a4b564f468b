"""The learned play of three and four seats."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from debertz_sim._jit import highest, inlined, inner, load_int16, lowest, popcount
from debertz_sim.kernels.bits import bit, holding, next_in_play
from debertz_sim.kernels.tricks import card_points
from debertz_sim.policies.knowledge import allied, at_most, by_strength, card_at, sight_of, suits_in
from debertz_sim.policies.play_sides import DECLARER, DEFENDER, PARTNER, led_before, winning

LEAD, PLAIN, TRUMPS, DISCARD = range(4)
KINDS = ("lead", "plain", "trumps", "discard")
"""Kinds of decisions: to lead; to follow a plain suit; to follow trumps or to trump; neither suit nor trump in hand."""

THREE, FOUR_EACH, PAIRS = range(3)
GROUPS = ("three", "four_each", "pairs")
"""Groups of variants that share their tables."""
ROLES = 3

# Sizes of the tables of each kind, in the order in which its function below gives the places in them.
SIZES = (
    (10000, 960, 2304, 1024, 1440, 256, 144),
    (2000, 1024, 1024, 192, 288, 512),
    (5000, 2048, 2048, 576, 512),
    (800, 768, 320, 576),
)


def _starts() -> tuple[tuple[int, ...], ...]:
    """Where each table begins among those of a role."""
    start, all_starts = 0, []
    for sizes in SIZES:
        starts = []
        for size in sizes:
            starts.append(start)
            start += size
        all_starts.append(tuple(starts))
    return tuple(all_starts)


STARTS = _starts()
STRIDE = sum(map(sum, SIZES))
"""Numbers that a role has."""
L0, L1, L2, L3, L4, L5, L6 = STARTS[LEAD]
P0, P1, P2, P3, P4, P5 = STARTS[PLAIN]
T0, T1, T2, T3, T4 = STARTS[TRUMPS]
D0, D1, D2, D3 = STARTS[DISCARD]

_TOPS = np.array([sum(5**k for k in range(4) if mask >> k & 1) for mask in range(16)])


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
    after: Any  # allies and opponents still to play, the declarer's part in the trick


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
def _masters(spot_hand, opponents, trump):
    """Own plain cards that no opponent may beat, 3 for more."""
    count = np.int64(0)
    for suit in range(4):
        if suit != trump:
            mine = holding(spot_hand, suit)
            his = holding(opponents, suit)
            count += popcount(mine & ~at_most(highest(his))) if his else popcount(mine)
    return _least(count, 3)


@inlined
def role_of(rules, v):
    """DEFENDER, DECLARER or PARTNER."""
    if rules.team[v.seat] != rules.team[v.declarer]:
        return np.int64(DEFENDER)
    return np.int64(DECLARER) if v.seat == v.declarer else np.int64(PARTNER)


@inner
def spot_of(rules, v):
    """The decision that a view in the play calls for."""
    trump = v.trump
    sight = sight_of(rules, v)
    role = role_of(rules, v)
    hand = by_strength(v.hand, trump)
    opponents = by_strength(sight.opponents, trump)
    allies = by_strength(sight.allies, trump)
    later = by_strength(sight.opponents_after, trump)
    kind = np.int64(LEAD)
    by_me = by_ally = by_opponent = distance = masters = np.int64(0)
    led = top = place = ally = danger = ruffable = points = after = np.int64(0)
    if v.lying == 0:
        by_me, by_ally, by_opponent = led_before(rules, v)
        distance = _distance(v)
        masters = _masters(hand, opponents, trump)
    else:
        led = np.int64(v.plays[v.trick - 1, 0]) >> 3
        best, best_seat = winning(rules, v)
        top = best >> 3
        place = np.int64(rules.strength[1 if top == trump else 0, best & 7])
        ally = _flag(allied(rules, v, best_seat))
        danger = _above(holding(later, top), place)
        ruffable = _flag(led != trump and sight.gaps_after & bit(8 * led))
        for k in range(v.lying):
            points += card_points(rules, trump, np.int64(v.plays[v.trick - 1, k]))
        points = _points_class(points)
        declarer_after = _flag(popcount(v.played[v.declarer]) < v.trick)
        after = ((_flag(best_seat == v.declarer) * 2 + declarer_after) * 2 + _flag(sight.allies_after)) * 2 + _flag(
            allied(rules, v, v.leader)
        )
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
        after,
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
    here = bit(8 * line.suit)
    card = line.is_trump * 8 + place
    master = _flag(line.his >> (place + 1) == 0)
    gap = _flag(spot.gaps & here)
    ally_gap = _flag(line.allied == 0 and spot.allied_trumps)
    before = _flag(spot.by_me & here) * 4 + _flag(spot.by_ally & here) * 2 + _flag(spot.by_opponent & here)
    ends = _flag(line.mine >> (place + 1)) * 2 + _flag(line.mine & (bit(place) - 1))
    ally_above = _least(popcount(line.allied >> (place + 1)), 2)
    trumps = (_least(spot.own_trumps, 4) * 6 + _least(spot.trumps_out, 5)) * 4 + _least(spot.allied_trumps, 3)
    return (
        L0 + (line.is_trump * 625 + line.tops) * 8 + place,
        L1 + ((card * 4 + _above(line.his, place)) * 3 + ally_above) * 5 + line.out,
        L2 + ((card * 4 + line.own) * 4 + ends) * 9 + spot.left,
        L3 + (card * 2 + master) * 32 + before * 4 + gap * 2 + ally_gap,
        L4 + (trumps * 2 + master) * 6 + line.is_trump * 3 + _worth(line.is_trump, place),
        L5 + (spot.distance * 2 + gap) * 32 + card * 2 + master,
        L6 + ((spot.masters * 9 + spot.left) * 2 + line.is_trump) * 2 + master,
    )


@inlined
def plain_places(spot, line, place):
    wins = _flag(spot.top == line.suit and place > spot.place)
    card = place * 2 + wins
    risk = _above(line.later, place) if wins else spot.danger
    return (
        P0 + (line.tops // 5) * 16 + card,
        P1 + ((_above(line.his, place) * 4 + line.own) * 4 + _least(line.out, 3)) * 16 + card,
        P2 + (((risk * 2 + spot.ruffable) * 2 + spot.ally) * 4 + spot.points) * 16 + card,
        P3 + (_least(spot.own_trumps, 2) * 4 + _least(spot.trumps_out, 3)) * 16 + card,
        P4 + (spot.left * 2 + spot.ally) * 16 + card,
        P5 + (spot.after * 2 + spot.ally) * 16 + card,
    )


@inlined
def trump_places(spot, line, place):
    wins = _flag(spot.top != spot.trump or place > spot.place)
    card = (place * 2 + wins) * 2 + _flag(spot.led != spot.trump)
    risk = _above(line.later, place) if wins else spot.danger
    return (
        T0 + line.tops * 8 + place,
        T1 + ((_above(line.his, place) * 4 + line.own) * 4 + _least(line.out, 3)) * 32 + card,
        T2 + (((risk * 2 + spot.ruffable) * 2 + spot.ally) * 4 + spot.points) * 32 + card,
        T3 + (spot.left * 2 + spot.ally) * 32 + card,
        T4 + spot.after * 32 + card,
    )


@inlined
def discard_places(spot, line, place):
    threat = _flag(spot.danger or (spot.top != spot.trump and spot.ruffable))
    above = _above(line.his, place)
    return (
        D0 + (place * 25 + line.tops // 25) * 4 + line.own,
        D1 + ((spot.points * 4 + spot.ally * 2 + threat) * 6 + spot.after // 4 * 2 + _flag(spot.after & 2)) * 8 + place,
        D2 + ((place * 5 + line.out) * 4 + above) * 2 + _flag(spot.gaps & bit(8 * line.suit)),
        D3 + ((_least(spot.trumps_out, 3) * 9 + spot.left) * 8 + place) * 2 + _flag(above == 0),
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
        return _sum(table, trump_places(spot, line, place))
    return _sum(table, discard_places(spot, line, place))


@inner
def card_expert_sides(tables, rules, v):
    """The card that play ``expert`` plays with three and four seats."""
    legal = v.legal
    if legal & (legal - 1) == 0:
        return lowest(legal)
    spot = spot_of(rules, v)
    table = tables + 2 * STRIDE * (group_of(rules) * ROLES + spot.role)
    cards = by_strength(legal, spot.trump)
    best = np.int64(0)
    most = np.int64(-(1 << 40))
    suits = suits_in(cards)
    while suits:
        suit = lowest(suits) >> 3
        suits &= suits - 1
        line = line_of(spot, suit)
        mine = holding(cards, suit)
        while mine:
            place = lowest(mine)
            mine &= mine - 1
            count = _score(table, spot, line, place)
            if count > most:
                most = count
                best = 8 * suit + place
    return card_at(best, spot.trump)
