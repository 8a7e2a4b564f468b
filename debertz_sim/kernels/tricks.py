"""Nine tricks: which cards are legal, who wins, what everybody sees (RULES.md section 2, "Play").

The state of the trick under way (suit led, best card so far and whose it is) is passed in arguments: kept in a record,
every card would wait for the stores of the one before it.
"""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import inlined, inner
from debertz_sim.kernels.bella import note_bella_trick, watch_bella
from debertz_sim.kernels.bits import bit, seat_after, suit_mask
from debertz_sim.switches import FirstLead, Overtrump


@inner
def first_leader(rules, t):
    """Who leads to the first trick."""
    if rules.first_lead == FirstLead.DECLARER:
        return t.declarer
    return seat_after(t.dealer, 1, rules.players)


@inlined
def must_beat(rules, seat, best_seat, trump_led):
    """Whether a trump lying in the trick has to be beaten by the trump that this seat plays."""
    switched_on = (rules.overtrump != Overtrump.NEVER) & ((rules.overtrump != Overtrump.TRUMP_LEAD) | trump_led)
    opposed = (rules.overtrump_partner == 1) | (rules.team[best_seat & 3] != rules.team[seat & 3])
    return switched_on & opposed


@inlined
def legal_cards(rules, trump, seat, hand, led, best_card, best_seat):
    """The cards that a seat may play, as a mask; ``led`` is the suit led, -1 if this seat leads.

    Follow suit; if void, a trump; if void of trump too, anything.  Without branches, as in ``beats``.
    """
    if led < 0:
        return hand
    suit = hand & suit_mask(led)
    trumps = hand & suit_mask(trump)
    other = trumps if trumps else hand
    cards = suit if suit else other
    higher = trumps & (rules.above[1, best_card & 7] << np.int64(8 * trump))
    plays_trump = (suit == 0) | (led == trump)
    over = plays_trump & (best_card >> 3 == trump) & (higher != 0) & must_beat(rules, seat, best_seat, led == trump)
    return higher if over else cards


@inlined
def beats(rules, trump, card, best):
    """Whether ``card``, played later, beats ``best``; without branches, as a processor cannot foresee the winner."""
    is_trump = card >> 3 == trump
    same_suit = card >> 3 == best >> 3
    table = 1 if is_trump else 0
    stronger = rules.strength[table, card & 7] > rules.strength[table, best & 7]
    return (same_suit & stronger) | (is_trump & (not same_suit))


@inlined
def card_points(rules, trump, card):
    """Points of a card under this trump."""
    return rules.points[1 if card >> 3 == trump else 0, card & 7]


@inlined
def open_trick(v, trick, leader):
    """Trick 1.. begins."""
    v.trick = trick
    v.leader = leader
    v.leaders[trick - 1] = leader


@inlined
def lay_card(rules, t, v, trick, seat, lying, led, best_seat, card, wins):
    """A seat lays a legal card, which ``wins`` the trick so far or not: what follows and what everybody sees."""
    suit = card >> 3
    if lying and suit != led:
        v.void[seat] |= bit(led)
        if suit != t.trump:
            v.void[seat] |= bit(t.trump)
    if t.bella_holder == seat:
        watch_bella(rules, t, v, seat, lying, best_seat, card, wins)
    if trick == 1:
        v.announced[seat] = t.say_class[seat]
    t.hand[seat] ^= bit(card)
    v.played[seat] |= bit(card)
    v.plays[trick - 1, lying] = card


@inlined
def complete_trick(rules, t, v, trick, winner, points):
    """All have played: the winner takes the trick and its points."""
    v.tricks[winner] += 1
    v.points[winner] += points
    if t.bella_holder >= 0:
        note_bella_trick(t, v, winner)
    if trick == 1:
        for seat in range(rules.players):
            v.top[seat] = t.say_top[seat]
            v.shown[seat] = t.show[seat]
        if t.passive >= 0:
            v.announced[t.passive] = t.say_class[t.passive]
    if trick == rules.tricks:
        t.last_trick = winner


@inner
def unseen(v):
    """Cards whose place a seat does not know: not its own, not played, not the upcard or the freza."""
    seen = v.hand | bit(v.upcard)
    if v.freza >= 0:
        seen |= bit(v.freza)
    for seat in range(v.players):
        seen |= v.played[seat]
    return np.int64(0xFFFFFFFF) & ~seen


@inlined
def known_cards(v, seat):
    """Cards that a seat must still hold: of sequences laid open, taken for the seven, or the upcard dealt to it."""
    cards = np.int64(v.shown[seat])
    if v.exchanger == seat:
        cards |= bit(v.took)
    if v.upcard_seat == seat:
        cards |= bit(v.upcard)
    return cards & ~v.played[seat]
