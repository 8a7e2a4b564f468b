"""In which order cards are tried, and which need not be: lists of cards for every state of a suit (docs/solver.md).

Of equivalent cards one stands for all (dominance); the rest are ordered by scores learned for classes of cards.
A state is two bytes, the leader's and the follower's places.  Everything here runs once for a rule set.
"""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import highest, inner, lowest, popcount
from debertz_sim.kernels.bits import SUIT, bit, holding
from debertz_sim.solver.state import DOMINANCE, FREE_JACK, FROM_TRUMPS, KINDS, NO_TRUMPS, STATES, TRUMP

WINS, LOSES, OPEN = range(3)  # what a lead comes to: surely won, surely lost, as the follower decides


@inner
def above(place):
    """The places above this one."""
    return SUIT & ~(2 * bit(place) - 1)


@inner
def below(place):
    """The places below this one."""
    return bit(place) - 1


@inner
def ends(hand, other):
    """The top and the bottom card of every block: cards of a hand without one of the other's between them."""
    tops = np.int64(0)
    bottoms = np.int64(0)
    rest = hand
    while rest:
        top = highest(rest)
        tops |= bit(top)
        lower = other & below(top)
        floor = highest(lower) if lower else np.int64(-1)
        block = rest & ~(2 * bit(floor) - 1) if floor >= 0 else rest
        bottoms |= bit(lowest(block))
        rest ^= block
    return tops, bottoms


@inner
def ends_of(s, trump, hand, other):
    """The same of a plain suit or of trumps: a trump that need not be played is like no other."""
    free = hand & holding(s.free, TRUMP) if trump else np.int64(0)
    tops, bottoms = ends(hand ^ free, other)
    return tops | free, bottoms | free


@inner
def role(s, kind, other, place):
    """What the lead of a place comes to against the follower's cards of the suit."""
    if other == 0:
        if kind in (NO_TRUMPS, FROM_TRUMPS):
            return WINS
        return OPEN if kind == FREE_JACK else LOSES
    if other & above(place) == 0:
        return WINS
    if other & below(place) == 0 or (kind == FROM_TRUMPS and s.duty):
        return LOSES
    return OPEN


@inner
def worth_class(points):
    """0 for nothing, 1 for a few points, 2 for many."""
    return 0 if points == 0 else 1 if points < 10 else 2


@inner
def masters(hand, other):
    """How many cards of a hand stand above all of the other's."""
    return popcount(hand & above(highest(other))) if other else popcount(hand)


@inner
def lead_class(s, kind, own, other, place):
    """The class of a lead, 0 .. N_LEADS - 1."""
    number = kind * 3 + role(s, kind, other, place)
    number = number * 4 + min(popcount(own), 4) - 1
    number = number * 4 + min(popcount(other), 3)
    number = number * 3 + min(masters(own, other), 2)
    number = number * 3 + worth_class(s.points[1 if kind == FROM_TRUMPS else 0, place])
    return number * 2 + (1 if own & above(place) == 0 else 0)


@inner
def follow_class(s, trump, own, other, led, place):
    """The class of a card (of ``own``) played to a lead of its suit, 0 .. N_FOLLOWS - 1."""
    number = trump * 2 + (1 if place > led else 0)
    number = number * 3 + worth_class(s.points[trump, led])
    number = number * 3 + worth_class(s.points[trump, place])
    number = number * 3 + min(popcount(own & above(place)), 2)
    number = number * 3 + min(popcount(own & below(place)), 2)
    return number * 2 + (1 if other & above(place) else 0)


@inner
def ruff_class(s, own, other, place):
    """The class of a trump played to a plain suit, 0 .. N_RUFFS - 1."""
    number = worth_class(s.points[1, place])
    number = number * 3 + min(popcount(own & above(place)), 2)
    number = number * 3 + min(popcount(own & below(place)), 2)
    return number * 2 + (1 if other & above(place) else 0)


@inner
def discard_class(s, own, other, place):
    """The class of a discard, 0 .. N_DISCARDS - 1."""
    number = worth_class(s.points[0, place])
    number = number * 4 + min(popcount(own), 4) - 1
    number = number * 4 + min(popcount(other), 3)
    number = number * 3 + min(masters(own, other), 2)
    return number * 2 + (1 if own & above(place) == 0 else 0)


@inner
def _insert(cards, score, place):
    """Put a card into a list."""
    entry = 8 * score + place
    shift = np.int64(0)
    while (cards >> shift) & 255 > entry:
        shift += 8
    passed = cards & (bit(shift) - 1)
    return passed | entry << shift | (cards ^ passed) << np.int64(8)


@inner
def _score(s, learned):
    """A learned score as lists have it, 1..31; eight cards of a suit, without dominance, leave no bit for more."""
    return learned if s.reductions & DOMINANCE else (learned + 1) >> 1


@inner
def lead_list(s, kind, own, other):
    """The leads from a suit."""
    trump = 1 if kind == FROM_TRUMPS else 0
    points = s.points[trump]
    tops, bottoms = ends_of(s, trump, own, other)
    cards = np.int64(0)
    last = np.int64(-1)  # the place before
    for place in range(8):
        if own & bit(place):
            kept = True
            if s.reductions & DOMINANCE:
                comes_to = role(s, kind, other, place)
                if comes_to == OPEN:  # only cards of equal worth are the same
                    between = last < 0 or other & above(last) & below(place)
                    kept = between or points[last] != points[place]
                else:
                    kept = (tops if comes_to == WINS else bottoms) & bit(place) != 0
            if kept:
                cards = _insert(cards, _score(s, s.lead_scores[lead_class(s, kind, own, other, place)]), place)
            last = np.int64(place)
    return cards


@inner
def answers_of(cards):
    """A list as one of answers, which need no scores: 8 + place in four bits each."""
    answers = np.int64(0)
    shift = np.int64(0)
    while cards:
        answers |= (8 | cards & 7) << shift
        cards = (cards >> 8) & ((np.int64(1) << 56) - 1)
        shift += 4
    return answers


@inner
def follow_list(s, trump, own, other, led):
    """The answers to a lead of their suit; ``own`` are the follower's cards, ``other`` the leader's, one led."""
    legal = own
    if trump and s.duty and own & above(led):
        legal = own & above(led)
    if s.reductions & DOMINANCE:
        tops, bottoms = ends_of(s, trump, own, other)
        legal &= (tops & above(led)) | (bottoms & below(led))
    cards = np.int64(0)
    while legal:
        place = lowest(legal)
        cards = _insert(cards, _score(s, s.follow_scores[follow_class(s, trump, own, other, led, place)]), place)
        legal &= legal - 1
    return answers_of(cards)


@inner
def ruff_list(s, own, other):
    """The trumps to be played to a plain suit."""
    tops, _ = ends_of(s, 1, own, other)
    legal = tops if s.reductions & DOMINANCE else own
    cards = np.int64(0)
    while legal:
        place = lowest(legal)
        cards = _insert(cards, _score(s, s.ruff_scores[ruff_class(s, own, other, place)]), place)
        legal &= legal - 1
    return answers_of(cards)


@inner
def discard_list(s, own, other):
    """The cards of a plain suit that may be thrown away."""
    _, bottoms = ends(own, other)
    legal = bottoms if s.reductions & DOMINANCE else own
    cards = np.int64(0)
    while legal:
        place = lowest(legal)
        cards = _insert(cards, _score(s, s.discard_scores[discard_class(s, own, other, place)]), place)
        legal &= legal - 1
    return cards


@inner
def hands_of(state):
    """The leader's and the follower's places in a state of a suit."""
    lead = np.int64(0)
    follow = np.int64(0)
    for place in range(8):
        digit = state % 3
        state //= 3
        lead |= bit(place) if digit == 1 else 0
        follow |= bit(place) if digit == 2 else 0
    return lead, follow


@inner
def fill_leads(s, kind):
    """The lists of leads of one kind."""
    for state in range(STATES):
        lead, follow = hands_of(state)
        s.leads[kind, state] = lead_list(s, kind, lead, follow)


@inner
def fill_follows(s, trump):
    """The lists of answers in plain suits or in trumps."""
    for state in range(STATES):
        lead, follow = hands_of(state)
        for led in range(8):
            if follow and lead & bit(led):
                s.follows[trump, state, led] = follow_list(s, trump, follow, lead, led)


@inner
def fill_others(s):
    """The lists of ruffs and discards."""
    for state in range(STATES):
        lead, follow = hands_of(state)
        s.ruffs[state] = ruff_list(s, follow, lead)
        s.discards[state] = discard_list(s, follow, lead)


@inner
def fill_lists(s):
    """All lists, for the rules and scores in the record."""
    for kind in range(KINDS):
        if kind != FREE_JACK or s.free:
            fill_leads(s, kind)
    fill_follows(s, 0)
    fill_follows(s, 1)
    fill_others(s)
