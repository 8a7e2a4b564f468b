"""What scripts/train_solver.py runs: training deals, positions that a search visits, cards tried alone."""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import inner, kernel, lowest, popcount
from debertz_sim.kernels.bits import bit, holding, suit_mask
from debertz_sim.kernels.rng import CARDS, PLAY, below, open_streams, shuffle, start_deal
from debertz_sim.kernels.scoring import LAST_TRICK_POINTS
from debertz_sim.solver.bounds import CAN_BE_DRAWN, trump_bounds
from debertz_sim.solver.guess import find_terms
from debertz_sim.solver.order import (
    discard_class,
    ends,
    fill_follows,
    fill_leads,
    fill_others,
    follow_class,
    hands_of,
    lead_class,
    lead_list,
    ruff_class,
)
from debertz_sim.solver.position import bound, bound_of_trick, guess_of, own_hand, sums, value_of
from debertz_sim.solver.search import lead_kind, takes
from debertz_sim.solver.state import FROM_TRUMPS, KINDS, N_AMOUNTS, N_FOLLOWS, N_LEADS, SLOTS, TRUMP
from debertz_sim.solver.two import forget

LEADS, FOLLOWS, RUFFS, DISCARDS = range(4)
NOTHING = np.int64(-1)


@kernel
def deal_hands(s, streams, seed, first, hands):
    """Deals ``first`` .. of a seed into ``hands`` (shape (n, 2)): nine cards each; the nineteenth shows the trump."""
    deck = np.zeros(32, np.int8)
    open_streams(streams, seed, 0)
    for k in range(len(hands)):
        start_deal(streams, first + k)
        shuffle(deck, streams, CARDS, 19)
        for seat in range(2):
            hand = np.int64(0)
            for place in range(9):
                hand |= bit(deck[9 * seat + place])
            hands[k, seat] = own_hand(s, np.int64(deck[18]) >> 3, hand)


@kernel
def count_nodes(s, hands, found):
    """Positions visited to solve all deals, and to say whether the leader gets more than half: into ``found``."""
    forget(s)
    s.nodes = 0
    for k in range(len(hands)):
        value_of(s, hands[k, 0], hands[k, 1], NOTHING, np.int64(0), guess_of(s, hands[k, 0], hands[k, 1], NOTHING))
    found[0] = s.nodes
    forget(s)
    s.nodes = 0
    for k in range(len(hands)):
        total = sums(s, hands[k, 0] | hands[k, 1])[1] + LAST_TRICK_POINTS
        bound(s, hands[k, 0], hands[k, 1], total // 2 + 1)
    found[1] = s.nodes


@inner
def _replies(s, hand, led):
    """The cards that may be played to a lead, in rule sets in which no trump is exempt."""
    cards = hand & suit_mask(led >> 3)
    if not cards:
        cards = hand & suit_mask(TRUMP)
        return cards if cards else hand
    higher = cards & ~(2 * bit(led) - 1)
    return higher if s.duty and led >> 3 == TRUMP and higher else cards


@inner
def _some_card(streams, cards):
    """One of some cards by chance."""
    for _ in range(below(streams, PLAY, popcount(cards))):
        cards &= cards - 1
    return lowest(cards)


@kernel
def play_on(s, streams, hands):
    """Play up to seven tricks of each deal by chance, so that positions of all sizes are left."""
    for k in range(len(hands)):
        start_deal(streams, k)
        lead, follow = hands[k]
        for _ in range(below(streams, PLAY, 8)):
            card = _some_card(streams, lead)
            reply = _some_card(streams, _replies(s, follow, card))
            lead ^= bit(card)
            follow ^= bit(reply)
            if takes(reply, card):
                lead, follow = follow, lead
        hands[k, 0] = lead
        hands[k, 1] = follow


@kernel
def solve_for_guess(s, hands, terms, amounts, values):
    """The leader's points of positions, and what the guess sees of them."""
    for k in range(len(hands)):
        lead, follow = hands[k]
        values[k] = value_of(s, lead, follow, NOTHING, np.int64(0), guess_of(s, lead, follow, NOTHING))
        guess_of(s, lead, follow, NOTHING)  # leaves its terms in the record
        units, points = sums(s, lead)
        more_units, more_points = sums(s, follow)
        total = points + more_points + LAST_TRICK_POINTS
        for place in range(find_terms(s, lead, follow, units + 2 * more_units, total, popcount(lead))):
            terms[k, s.terms[place]] += 1
        for place in range(N_AMOUNTS):
            amounts[k, place] = s.amounts[place]


@kernel
def guesses(s, hands):
    """The guesses at the leader's points."""
    found = np.zeros(len(hands), np.int64)
    for k in range(len(hands)):
        found[k] = guess_of(s, hands[k, 0], hands[k, 1], NOTHING)
    return found


@kernel
def sample_visited(s, streams, hands, share, positions):
    """About ``share`` positions of every deal that its search visited, as (lead, follow, wanted); returns how many."""
    count = 0
    for k in range(len(hands)):
        start_deal(streams, k)
        forget(s)
        value_of(s, hands[k, 0], hands[k, 1], NOTHING, np.int64(0), guess_of(s, hands[k, 0], hands[k, 1], NOTHING))
        visited = 0
        for slot in range(SLOTS):
            visited += s.kept[slot, 0] != 0
        for slot in range(SLOTS):
            if s.kept[slot, 0] and below(streams, PLAY, visited) < share and count < len(positions):
                for suit in range(4):
                    lead, follow = hands_of((s.kept[slot, 0] >> np.int64(16 * suit)) & 0xFFFF)
                    positions[count, 0] |= lead << np.int64(8 * suit)
                    positions[count, 1] |= follow << np.int64(8 * suit)
                lower = s.kept[slot, 1] & 255
                upper = s.kept[slot, 1] >> 8
                reached = lower > 0 and (upper == 255 or below(streams, PLAY, 2) == 0)
                positions[count, 2] = lower if reached else upper + 1
                count += 1
    return count


@inner
def _kind(s, lead, follow, card):
    """The kind of a lead."""
    trumps = trump_bounds(s.points[1], holding(lead, TRUMP), holding(follow, TRUMP))
    return FROM_TRUMPS if card >> 3 == TRUMP else lead_kind(s, lead, follow, (trumps >> CAN_BE_DRAWN) & 1)


@inner
def _is_tried(s, lead, follow, card):
    """Whether the search leads this card, and not another instead of it."""
    suit = card >> 3
    cards = lead_list(s, _kind(s, lead, follow, card), holding(lead, suit), holding(follow, suit))
    while cards and cards & 7 != card & 7:
        cards >>= 8
    return cards != 0


@inner
def _is_answer(lead, follow, led, card):
    """Whether the search plays this card to the lead, and not another instead of it."""
    suit = card >> 3
    other = holding(lead | bit(led), suit)
    tops, bottoms = ends(holding(follow, suit), other)
    return (tops if takes(card, led) else bottoms) & bit(card & 7) != 0


@inner
def _answer_class(s, lead, follow, led, card):
    """Group and class of an answer; the card led is out of the leader's hand."""
    suit = card >> 3
    own = holding(follow, suit)
    other = holding(lead, suit)
    if suit == led >> 3:
        trump = 1 if suit == TRUMP else 0
        return FOLLOWS, follow_class(s, trump, own, other | bit(led & 7), led & 7, card & 7)
    if suit == TRUMP:
        return RUFFS, ruff_class(s, own, other, card & 7)
    return DISCARDS, discard_class(s, own, other, card & 7)


@inner
def _add(seen, weight, success, cost):
    seen[0] += weight
    seen[1] += weight * success
    seen[2] += weight * cost


@inner
def _try_leads(s, lead, follow, wanted, share, costs, wins, seen):
    """Try every lead alone; returns one that fails, -1 if none does."""
    total = 0.0
    tried = 0
    won = 0
    failing = NOTHING
    rest = lead
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        costs[card] = 0
        if _is_tried(s, lead, follow, card):
            forget(s)
            before = s.nodes
            found = bound_of_trick(s, lead ^ bit(card), follow, card, _replies(s, follow, card), wanted)
            costs[card] = s.nodes - before + 1
            wins[card] = found >= wanted
            total += costs[card]
            tried += 1
            won += wins[card]
            if not wins[card] and (failing < 0 or (lead + card) % 3 == 0):
                failing = card
    rest = lead if won and tried > 1 else np.int64(0)
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        if costs[card] > 0:
            suit = card >> 3
            own, other = holding(lead, suit), holding(follow, suit)
            place = lead_class(s, _kind(s, lead, follow, card), own, other, card & 7)
            _add(seen[LEADS, place], (total / tried) ** share, wins[card], costs[card] * tried / total)
    return failing


@inner
def _try_answers(s, lead, follow, led, wanted, share, costs, wins, seen):
    """Try every answer to a lead that fails alone."""
    total = 0.0
    tried = 0
    replies = _replies(s, follow, led)
    rest = replies
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        costs[card] = 0
        if _is_answer(lead, follow, led, card):
            forget(s)
            before = s.nodes
            wins[card] = bound_of_trick(s, lead, follow, led, bit(card), wanted) < wanted
            costs[card] = s.nodes - before + 1
            total += costs[card]
            tried += 1
    rest = replies if tried > 1 else np.int64(0)
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        if costs[card] > 0:
            group, place = _answer_class(s, lead, follow, led, card)
            _add(seen[group, place], (total / tried) ** share, wins[card], costs[card] * tried / total)


@kernel
def try_cards(s, positions, share, seen):
    """Try leads, and answers to one lead that fails, in positions of :func:`sample_visited`.

    Adds to ``seen`` [group, class] the weight of the tries, of those that settled the position, and of their costs
    relative to the other tries there; a position weighs its mean cost to the power ``share``.
    """
    costs = np.zeros(32)
    wins = np.zeros(32, np.int64)
    for k in range(len(positions)):
        lead, follow, wanted = positions[k]
        failing = _try_leads(s, lead, follow, wanted, share, costs, wins, seen)
        if failing >= 0:
            _try_answers(s, lead ^ bit(failing), follow, failing, wanted, share, costs, wins, seen)


@kernel
def refill(s, group, place):
    """Make the lists anew on which the score of a class has an influence."""
    if group == LEADS:
        fill_leads(s, place // (N_LEADS // KINDS))
    elif group == FOLLOWS:
        fill_follows(s, place // (N_FOLLOWS // 2))
    else:
        fill_others(s)
