"""What follows from a view: the cards the other side may hold, and hands in order of trick strength.

A hand *by strength* has the eight bits of each suit reordered so that the higher bit wins: places 0..7 are the plain
ranks 7 8 9 J Q K T A and the trump ranks 7 8 Q K T A 9 J (RULES.md section 2).  The highest bit of a suit is then its
strongest card and the lowest its cheapest, because points rise with strength; and ``mine > his`` says that a master
heads the suit.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from debertz_sim._jit import inlined, inner, popcount
from debertz_sim.kernels.bits import SUIT, bit, holding, next_in_play, suit_mask
from debertz_sim.kernels.tricks import known_cards, unseen

RANK_AT = np.array([[0, 1, 2, 4, 5, 6, 3, 7], [0, 1, 5, 6, 3, 7, 2, 4]])
"""The rank (7 8 9 T J Q K A = 0..7) at each place, [is_trump, place]."""


@inlined
def by_strength(cards: Any, trump: Any) -> Any:
    """A mask of cards with the eight bits of each suit in order of trick strength."""
    plain = (cards & 0x87878787) | ((cards & 0x70707070) >> 1) | ((cards & 0x08080808) << 3)
    h = holding(cards, trump)
    low = (h & 0x03) | ((h & 0x60) >> 3) | ((h & 0x08) << 1)  # 7 8 Q K T
    high = ((h & 0x80) >> 2) | ((h & 0x04) << 4) | ((h & 0x10) << 3)  # A 9 J
    return (plain & ~suit_mask(trump)) | ((low | high) << np.int64(8 * trump))


@inlined
def card_at(where: Any, trump: Any) -> Any:
    """The card at ``where`` = 8 * suit + place."""
    suit = where >> 3
    return 8 * suit + RANK_AT[1 if suit == trump else 0, where & 7]


@inlined
def all_of(suits: Any) -> Any:
    """All cards of the suits that are given as bits 0..3."""
    return ((suits * 0x00204081) & 0x01010101) * SUIT  # the product puts bit i at 8 * i


@inner
def may_hold(rules: Any, v: Any) -> Any:
    """The cards that opponents may hold: those the seat has not seen, without the suits that they have shown to lack.

    Where the cards that an opponent must hold (of sequences laid open, or taken for the seven) are as many as he has
    left, only these.
    """
    hidden = unseen(v)
    cards = np.int64(0)
    for seat in range(v.players):
        if rules.team[seat] != rules.team[v.seat]:
            sure = v.shown[seat]
            if v.exchanger == seat:
                sure |= bit(v.took)
            sure &= ~v.played[seat]
            if sure and popcount(sure) == rules.tricks - popcount(v.played[seat]):
                cards |= sure
            else:
                cards |= hidden & ~all_of(v.void[seat])
    return cards


class Sight(NamedTuple):
    """What three and four seats may hold, as a seat sees it: masks of cards; gaps: bit 8 * suit each.

    ``..._after``: of those who have still to play to the trick.  A gap is a suit of which an opponent may hold no
    card while he may hold a trump.
    """

    opponents: Any
    allies: Any
    opponents_after: Any
    allies_after: Any
    gaps: Any
    gaps_after: Any


@inlined
def at_most(place: Any) -> Any:
    """All places of a suit up to this one."""
    return bit(place + 1) - 1


@inlined
def suits_in(cards: Any) -> Any:
    """Bit 8 * suit for every suit of which there is a card."""
    cards |= cards >> 4
    cards |= cards >> 2
    return (cards | cards >> 1) & 0x01010101


@inlined
def allied(rules: Any, v: Any, seat: Any) -> Any:
    """Whether another seat plays with the one that decides: in pairs his partner, else defenders with each other."""
    if rules.sides:
        return rules.team[seat] == rules.team[v.seat]
    return v.seat != v.declarer and seat != v.declarer


@inner
def sight_of(rules: Any, v: Any) -> Any:
    """The sight of the seat that decides, in the play of three or four."""
    known = v.shown[0] | v.shown[1] | v.shown[2] | v.shown[3]  # what is played or in hand is not unseen anyway
    if v.exchanger >= 0:
        known |= bit(v.took)
    free = unseen(v) & ~known
    opponents = np.int64(0)
    allies = np.int64(0)
    opponents_after = np.int64(0)
    allies_after = np.int64(0)
    gaps = np.int64(0)
    gaps_after = np.int64(0)
    seat = v.seat
    for k in range(v.lying + 1, v.lying + rules.in_play):
        seat = next_in_play(seat & 3, v.passive, v.players)
        cards = known_cards(v, seat)
        if popcount(cards) < rules.tricks - popcount(v.played[seat]):
            cards |= free & ~all_of(v.void[seat])
        after = k < rules.in_play
        if allied(rules, v, seat):
            allies |= cards
            allies_after |= cards if after else 0
        else:
            gap = 0x01010101 & ~suits_in(cards) if holding(cards, v.trump) else np.int64(0)
            opponents |= cards
            gaps |= gap
            opponents_after |= cards if after else 0
            gaps_after |= gap if after else 0
    return Sight(opponents, allies, opponents_after, allies_after, gaps, gaps_after)
