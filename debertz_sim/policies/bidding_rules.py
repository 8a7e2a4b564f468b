"""A count of the six cards with a suit as trump, against a threshold.

Trumps: jack 10, nine 6, ace, ten, king, queen 4 each, eight, seven 2 each; each trump but the first 1 more; king and
queen together (bella) 2 more. In round 1 a trump seven that its holder may exchange for the upcard: 8 more if the
upcard is the jack, else 2 more.
Side suits: ace 5; ten 3, but 2 if it is bare (the only card of its suit); a void suit 1.
Sequences held in the six cards: their points divided by 5 (terts 4, fifty 10), rounded down suit by suit.
Who would be dealt the upcard if he played (four in play) counts it as a seventh card of his hand.

He plays in the legal suit with the highest count, ties to the earlier of s c d h (in round 1 there is only one), if
that count reaches, forehand first and dealer last (three in play have no fourth), in round 1 / in round 2:

two players:                                  20 19          / 18 18
three, declarer against the sum:              25 25 25       / 25 25 25
  the last to speak obliged:                  26 26 21       / 27 28
three, against each:                          22 21 19       / 21 20 20
  the last to speak obliged:                  22 21 18       / 22 22
four, each for himself, against the sum:      26 26 26 27    / 24 25 25 27
  the last to speak obliged:                  27 28 28 24    / 27 28 27
four, each for himself, against each:         24 23 23 20    / 19 19 19 22
  the last to speak obliged:                  24 23 23 20    / 21 21 22
pairs:                                        24 19 23 23    / 21 22 20 21
  the last to speak obliged:                  26 18 26 22    / 23 18 25

Between two an obliged dealer changes nothing. The obliged player himself names that suit in round 2 anyway.
"""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import inlined, inner
from debertz_sim.kernels.bits import bit, holding, seat_after
from debertz_sim.kernels.state import PASS
from debertz_sim.switches import DeclarerBeats, SevenExchange, UpcardTo

BIDDING_RULES_VERSION = "1"

# scripts/fit_bidding_rules.py prints what each of these is worth; one unit is about five and a half written points
# between two.
TRUMP_RANKS = (2, 2, 6, 4, 10, 4, 4, 4)  # 7 8 9 T J Q K A
FURTHER_TRUMP = 1
BELLA = 2
SIDE_ACE, SIDE_TEN, BARE_TEN, SIDE_VOID = 5, 3, 2, 1
TAKES, TAKES_JACK = 2, 8
POINTS_A_UNIT = 5

TWO, THREE_SUM, THREE_EACH, FOUR_SUM, FOUR_EACH, PAIRS = range(6)

# By situation; then without an obliged dealer, with one; then round 1, round 2; then the place, forehand first.
ENOUGH = np.array(
    [
        [[[20, 19, 0, 0], [18, 18, 0, 0]], [[20, 19, 0, 0], [18, 18, 0, 0]]],
        [[[25, 25, 25, 0], [25, 25, 25, 0]], [[26, 26, 21, 0], [27, 28, 0, 0]]],
        [[[22, 21, 19, 0], [21, 20, 20, 0]], [[22, 21, 18, 0], [22, 22, 0, 0]]],
        [[[26, 26, 26, 27], [24, 25, 25, 27]], [[27, 28, 28, 24], [27, 28, 27, 0]]],
        [[[24, 23, 23, 20], [19, 19, 19, 22]], [[24, 23, 23, 20], [21, 21, 22, 0]]],
        [[[24, 19, 23, 23], [21, 22, 20, 21]], [[26, 18, 26, 22], [23, 18, 25, 0]]],
    ]
)
"""The counts that are enough."""

_TEN, _JACK, _ACE = 0x08, 4, 0x80
_KING_QUEEN = 0x60


def _trump_count(cards: int) -> int:
    count = sum(TRUMP_RANKS[rank] for rank in range(8) if cards >> rank & 1)
    count += FURTHER_TRUMP * max(0, cards.bit_count() - 1)
    return count + (BELLA if cards & _KING_QUEEN == _KING_QUEEN else 0)


def _side_count(cards: int) -> int:
    if cards == 0:
        return SIDE_VOID
    if cards == _TEN:
        return BARE_TEN
    return (SIDE_ACE if cards & _ACE else 0) + (SIDE_TEN if cards & _TEN else 0)


SUIT_COUNT = np.array([[count(cards) for cards in range(256)] for count in (_side_count, _trump_count)])
"""What the cards of one suit count without their sequences, [is_trump, holding]."""


@inlined
def _suit_count(rules, hand, suit, is_trump):
    cards = holding(hand, suit)
    return SUIT_COUNT[is_trump, cards] + np.int64(rules.run_points[is_trump, cards]) // POINTS_A_UNIT


@inlined
def _exchange_count(rules, v, trump):
    """What a trump seven adds that may be exchanged for the upcard."""
    if v.round == 2 or rules.seven_exchange == SevenExchange.NONE or v.in_play == 4 or v.hand & bit(8 * trump) == 0:
        return np.int64(0)
    return np.int64(TAKES_JACK if v.upcard & 7 == _JACK else TAKES)


@inlined
def _gets_upcard(rules, v):
    """Whether the upcard will be dealt to him if he plays."""
    if v.in_play < 4:
        return False
    return rules.upcard_to == UpcardTo.DECLARER or (rules.upcard_to == UpcardTo.DEALER and v.seat == v.dealer)


@inlined
def situation(rules, v):
    """Who plays against whom, as the first index of ENOUGH."""
    if v.in_play == 2:
        return TWO
    if rules.sides:
        return PAIRS
    each = 1 if rules.declarer_beats == DeclarerBeats.EACH else 0
    return (THREE_SUM if v.in_play == 3 else FOUR_SUM) + each


@inner
def count_hand(rules, v):
    """The legal suit with the highest count, and that count."""
    hand = v.hand
    if _gets_upcard(rules, v):
        hand |= bit(v.upcard)
    sides = np.int64(0)
    for suit in range(4):
        sides += _suit_count(rules, hand, suit, 0)
    best = np.int64(-1)
    most = np.int64(-1)
    for suit in range(4):
        if v.legal & bit(suit):
            gain = _suit_count(rules, hand, suit, 1) - _suit_count(rules, hand, suit, 0)
            count = sides + gain + _exchange_count(rules, v, suit)
            if count > most:
                most = count
                best = np.int64(suit)
    return best, most


@inner
def call_rules(rules, v):
    """The call that bidding ``rules`` makes."""
    suit, count = count_hand(rules, v)
    place = seat_after(v.seat, v.players - v.dealer - 1, v.players)
    enough = ENOUGH[situation(rules, v), v.obliged, v.round - 1, place]
    if count >= enough or not v.legal & bit(PASS):
        return suit
    return np.int64(PASS)
