"""A sound human's game for two players: a count for every lead, four rules for the answer.

Words. A card that "he may hold" is one not seen: not in one's own hand, not played, not the upcard lying open, not
the freza, and not of a suit in which he has failed to follow (nor a trump, if he has failed to trump); if the cards
of his that are known (sequences laid open, the card taken for the seven) are as many as he has left, only these. A
card is a master if he may hold no higher one of its suit. Low and high go by trick strength: plain A T K Q J 9 8 7,
trump J 9 A T K Q 8 7.

Leading. Each suit offers one card and a count; the highest count is led, ties to the earlier suit of s c d h.
Trumps: if he may hold none, the highest, -7 (they are saved for the end and the last trick). If the highest is a
master, that, +4 (trumps are drawn). Else the lowest: -2 if it is the seven or eight, -5 if it is another.
A plain suit counts own cards in it minus cards in it that he may hold, and then:
he may hold none of it, but trumps: the lowest, +4 (he has to trump); the highest is a master: the highest, 0;
one card he may hold beats the highest: the highest, 0 if it is the ten, +2 if not;
two or more beat the highest: the lowest, +4 if the highest is a jack or lower, +2 if not.

Following. Whoever cannot win plays the lowest legal card; if he has neither the suit nor a trump, the lowest by the
order A T K Q J 9 8 7 over all suits, of equals the one from the longest suit, then of the earlier suit.
Whoever can win, wins, with one exception, the hold-up: to a plain card without points, where of the suit only the ace
wins, there is a lower card to play, and he may hold the ten, the lowest is played and the ace waits for the ten.
He wins with the highest card, but if it is a master and he has other winners: with the next highest of them, if that
is no master (the master stays at home); if that is a master too, in a plain suit with the highest, with trumps with
the lowest winner.
"""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import highest, inlined, inner, lowest, popcount
from debertz_sim.kernels.bits import bit, holding
from debertz_sim.policies.knowledge import by_strength, card_at, may_hold
from debertz_sim.policies.play_basic import winning_card

PLAY_RULES_VERSION = "1"

# What is added to the count of a lead; docs/policies.md says how these numbers were found.
DRAWS_TRUMPS = 4
SAVED_TRUMP = -7
LOW_TRUMP = -2
OTHER_TRUMP = -5
FORCES_TRUMP = 4
HARMLESS = 4
ORDINARY = 2

# Places by strength.
_TRUMP_EIGHT = 1
_PLAIN_JACK = 3
_TEN = 6
_ACE = 7


@inlined
def _trump_lead(mine, his):
    """Place and count of the lead that the trumps offer."""
    if his == 0:
        return highest(mine), SAVED_TRUMP
    if mine > his:
        return highest(mine), DRAWS_TRUMPS
    place = lowest(mine)
    return place, LOW_TRUMP if place <= _TRUMP_EIGHT else OTHER_TRUMP


@inlined
def _plain_lead(mine, his, trumps_out):
    """Place and count of the lead that a plain suit offers."""
    count = popcount(mine) - popcount(his)
    top = highest(mine)
    if his == 0 and trumps_out:
        return lowest(mine), count + FORCES_TRUMP
    if mine > his:
        return top, count
    above = his >> (top + 1)
    if above & (above - 1):  # two or more
        return lowest(mine), count + (HARMLESS if top <= _PLAIN_JACK else ORDINARY)
    return top, count if top == _TEN else count + ORDINARY


@inlined
def _lead(hand, his, trump):
    """Where (suit and place) the lead with the highest count is."""
    trumps_out = holding(his, trump) != 0
    best = np.int64(0)
    most = np.int64(-100)
    for suit in range(4):
        mine = holding(hand, suit)
        if mine:
            if suit == trump:
                place, count = _trump_lead(mine, holding(his, suit))
            else:
                place, count = _plain_lead(mine, holding(his, suit), trumps_out)
            if count > most:
                most = count
                best = 8 * suit + place
    return best


@inlined
def _discard(legal):
    """Where the lowest card is; of equals that of the longest suit."""
    best = np.int64(0)
    least = np.int64(1000)
    for suit in range(4):
        mine = holding(legal, suit)
        if mine:
            price = 16 * lowest(mine) - popcount(mine)
            if price < least:
                least = price
                best = 8 * suit + lowest(mine)
    return best


@inlined
def _winners(mine, suit, best, trump):
    """Those cards of a suit that win a trick in which ``best`` is winning."""
    if best >> 3 == suit:
        beaten = holding(by_strength(bit(best), trump), suit)
        return mine & ~(2 * beaten - 1)
    return mine if suit == trump else np.int64(0)


@inlined
def win_with(winners, his, is_trump):
    """The place of the winner to play."""
    top = highest(winners)
    others = winners ^ bit(top)
    if others == 0 or winners < his:
        return top
    if others < his:
        return highest(others)
    return lowest(winners) if is_trump else top


@inner
def card_rules(rules, v):
    """The card that play ``rules`` plays."""
    legal = v.legal
    if legal & (legal - 1) == 0:
        return lowest(legal)
    trump = v.trump
    cards = by_strength(legal, trump)
    if v.lying == 0:
        return card_at(_lead(cards, by_strength(may_hold(rules, v), trump), trump), trump)
    led = np.int64(v.plays[v.trick - 1, 0])
    suit = led >> 3
    mine = holding(cards, suit)
    if mine == 0:
        suit = trump
        mine = holding(cards, suit)
        if mine == 0:
            return card_at(_discard(cards), trump)
    best = winning_card(rules, v)
    winners = _winners(mine, suit, best, trump)
    if winners == 0:
        return card_at(8 * suit + lowest(mine), trump)
    if winners & (winners - 1) == 0 and (suit == trump or winners != bit(_ACE)):
        return card_at(8 * suit + lowest(winners), trump)
    his = holding(by_strength(may_hold(rules, v), trump), suit)
    if suit != trump and winners == bit(_ACE):
        holds_up = mine != winners and his & bit(_TEN) != 0 and rules.points[0, led & 7] == 0
        return card_at(8 * suit + (lowest(mine) if holds_up else _ACE), trump)
    return card_at(8 * suit + win_with(winners, his, suit == trump), trump)
