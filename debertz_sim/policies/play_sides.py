"""Three and four seats: with allies against opponents; a count for every lead, rules for the answer.

Words. In pairs the partner is an ally. Elsewhere the defenders are allies against the declarer, whatever he has to
beat; he has none. All others in play are opponents; a passive dealer is neither. A card that "somebody may hold" is
one not seen (not in one's own hand, not played, not the upcard lying open, not the freza), not known to be in another
hand (sequences laid open, a passive dealer's too; the card taken for the seven; the upcard, once it is dealt to
somebody), and not of a suit in which he has failed to follow (nor a trump, if he has failed to trump); if as many of
his cards are known as he has left, only these. An opponent has a gap in a suit if he may hold no card of it, but a
trump. A card is a master if no opponent may hold a higher one of its suit. Low and high go by trick strength: plain
A T K Q J 9 8 7, trump J 9 A T K Q 8 7. Cards out: those of a suit that somebody else may hold.

Leading. Each suit offers one card and a count, given here for a defender / the declarer / his partner; the highest
count is led, ties to the earlier suit of s c d h.
Trumps: if no opponent may hold one, the highest, -2 / -7 / -7; if the highest is a master, that, 5 / 15 / 6; else the
lowest, 2 / 4 / 3 if it is the seven or eight, -14 / -16 / 1 if it is the nine, -1 / -8 / 3 if it is another. To each of
these -4 / 0 / -1 for every own trump.
A plain suit in which an opponent has a gap: the lowest, 5 / 10 / 3 (he has to trump).
Another plain suit whose highest is a master: that, -1 / 10 / 2; 2 / 2 / 0 for each own card of it, -1 / -2 / -1 for
each card out, and 1 / -2 / -1 if it is not the ace.
Another plain suit: the lowest, -3 / 3 / -9; 1 / 1 / 0 for each own card of it, -1 / 0 / 1 for each card out, 5 / 1 / 3
if an ally may hold a higher card of it; and for a suit led before, 5 / 7 / 2 if by himself, 4 / 4 / 6 if by an ally,
-1 / 2 / 2 if by an opponent (each that is true).

Following. The trick is safe if an ally is winning it and no opponent still to play may hold a higher card of the
winning card's suit or, where that is a plain one, has a gap in it.
Smearing: with a plain suit the ten, else the highest that is no master, else the highest; with trumps the highest
that is no master, else the lowest.
Void of the suit and without a trump: if the trick is safe, of all suits the highest card below the ace that is a jack
or higher, a master counting two places lower, of equals the one from the shorter suit. If it is not, or there is
none, the lowest card, of equals the one from the shorter suit. Ties to the earlier suit.
Void of the suit, with a trump: the highest trump that wins and is no master, but not the nine if there is another; if
all that win are masters, the lowest. If an opponent still to play has a gap in the suit led: the lowest master that
wins, else the lowest that wins. If none wins: smeared if the trick is safe, else the lowest.
With the suit: if a plain card is winning and an opponent still to play has a gap in its suit, the lowest. If the trick
is safe, smeared. If nothing wins, the lowest.
If no opponent is still to play: the hold-up (an opponent is winning with a plain card, the trick has no points, only
the ace wins, there is a lower card, and an opponent may hold the ten): the lowest; else he wins as play ``rules`` for
two does: with the highest, but if that is a master and he has other winners, with the next highest if that is none;
if it is a master too, in a plain suit with the highest, with trumps with the lowest winner.
If an opponent is still to play: in a plain suit the highest, if no opponent still to play may hold a higher one; with
trumps the lowest of those, if an ally is winning or no ally is still to play who may hold a card. Else the lowest.
"""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import highest, inlined, inner, lowest, popcount
from debertz_sim.kernels.bits import ALL_SUITS, bit, holding, next_in_play
from debertz_sim.kernels.tricks import beats, card_points
from debertz_sim.policies.knowledge import allied, at_most, by_strength, card_at, sight_of, suits_in
from debertz_sim.policies.play_rules import win_with

DEFENDER, DECLARER, PARTNER = range(3)

# What a lead counts; scripts/fit_play_sides.py says how these numbers were found.
(
    T_NONE,
    T_MASTER,
    T_LOW,
    T_NINE,
    T_OTHER,
    T_OWN,
    M_SUM,
    M_OWN,
    M_OUT,
    M_NO_ACE,
    L_SUM,
    L_OWN,
    L_OUT,
    L_ALLY,
    L_BY_ME,
    L_BY_ALLY,
    L_BY_OPPONENT,
    GAP,
) = range(18)
COUNTS = np.array(
    [
        [-2, 5, 2, -14, -1, -4, -1, 2, -1, 1, -3, 1, -1, 5, 5, 4, -1, 5],
        [-7, 15, 4, -16, -8, 0, 10, 2, -2, -2, 3, 1, 0, 1, 7, 4, 2, 10],
        [-7, 6, 3, 1, 3, -1, 2, 0, -1, -1, -9, 0, 1, 3, 2, 6, 2, 3],
    ]
)
"""The counts, [role, what]."""

# Places by strength.
_TRUMP_EIGHT = 1
_TRUMP_NINE = 6
_PLAIN_JACK = 3
_TEN = 6
_ACE = 7


@inlined
def winning(rules, v):
    """The card that wins the trick so far, whose it is, and the points lying."""
    best = np.int64(v.plays[v.trick - 1, 0])
    best_seat = v.leader
    points = card_points(rules, v.trump, best)
    seat = v.leader
    for k in range(1, v.lying):
        seat = next_in_play(seat & 3, v.passive, v.players)
        card = np.int64(v.plays[v.trick - 1, k])
        points += card_points(rules, v.trump, card)
        if beats(rules, v.trump, card, best):
            best = card
            best_seat = seat
    return best, best_seat, points


@inlined
def led_before(rules, v):
    """Suits that one has led oneself, that allies and that opponents have led: bit 8 * suit each."""
    me = np.int64(0)
    allies = np.int64(0)
    opponents = np.int64(0)
    partners = np.int64(0)
    for seat in range(v.players):
        if allied(rules, v, seat):
            partners |= bit(seat)
    for k in range(v.trick - 1):
        seat = np.int64(v.leaders[k])
        suit = bit(np.int64(v.plays[k, 0]) & 24)
        if seat == v.seat:
            me |= suit
        elif partners & bit(seat):
            allies |= suit
        else:
            opponents |= suit
    return me, allies, opponents


@inlined
def _trump_lead(role, mine, his):
    """Place and count of the lead that the trumps offer."""
    own = COUNTS[role, T_OWN] * popcount(mine)
    if his == 0:
        return highest(mine), COUNTS[role, T_NONE] + own
    if mine > his:
        return highest(mine), COUNTS[role, T_MASTER] + own
    place = lowest(mine)
    if place <= _TRUMP_EIGHT:
        return place, COUNTS[role, T_LOW] + own
    if place == _TRUMP_NINE:
        return place, COUNTS[role, T_NINE] + own
    return place, COUNTS[role, T_OTHER] + own


@inlined
def _plain_lead(role, mine, his, allies):
    """Place and count of the lead that a plain suit without a gap offers, whoever has led it before."""
    out = popcount(his | allies)
    if mine > his:
        place = highest(mine)
        count = COUNTS[role, M_SUM] + COUNTS[role, M_OWN] * popcount(mine) + COUNTS[role, M_OUT] * out
        return place, count if place == _ACE else count + COUNTS[role, M_NO_ACE]
    place = lowest(mine)
    count = COUNTS[role, L_SUM] + COUNTS[role, L_OWN] * popcount(mine) + COUNTS[role, L_OUT] * out
    return place, count + COUNTS[role, L_ALLY] if allies >> (place + 1) else count


@inlined
def _lead(rules, v, hand):
    """Where (suit and place) the lead with the highest count is."""
    role = DEFENDER
    if rules.team[v.seat] == rules.team[v.declarer]:
        role = DECLARER if v.seat == v.declarer else PARTNER
    sight = sight_of(rules, v)
    opponents = by_strength(sight.opponents, v.trump)
    allies = by_strength(sight.allies, v.trump)
    by_me, by_ally, by_opponent = led_before(rules, v)
    best = np.int64(0)
    most = np.int64(-1000)
    suits = suits_in(hand)
    while suits:
        here = suits & -suits
        suits ^= here
        suit = lowest(here) >> 3
        mine = holding(hand, suit)
        his = holding(opponents, suit)
        if suit == v.trump:
            place, count = _trump_lead(role, mine, his)
        elif sight.gaps & here:
            place, count = lowest(mine), COUNTS[role, GAP]
        else:
            place, count = _plain_lead(role, mine, his, holding(allies, suit))
            if mine < his:
                count += COUNTS[role, L_BY_ME] if by_me & here else 0
                count += COUNTS[role, L_BY_ALLY] if by_ally & here else 0
                count += COUNTS[role, L_BY_OPPONENT] if by_opponent & here else 0
        if count > most:
            most = count
            best = 8 * suit + place
    return best


@inlined
def _trash(legal):
    """Where the lowest card is; of equals that of the shortest suit."""
    best = np.int64(0)
    least = np.int64(1000)
    suits = suits_in(legal)
    while suits:
        suit = lowest(suits) >> 3
        suits &= suits - 1
        mine = holding(legal, suit)
        price = 16 * lowest(mine) + popcount(mine)
        if price < least:
            least = price
            best = 8 * suit + lowest(mine)
    return best


@inlined
def _gift(legal, opponents):
    """Where the card for an ally's trick is, of any suit; -1 if there is none."""
    best = np.int64(-1)
    most = np.int64(0)
    suits = suits_in(legal & (at_most(_TEN) - at_most(_PLAIN_JACK - 1)) * ALL_SUITS)
    while suits:
        suit = lowest(suits) >> 3
        suits &= suits - 1
        mine = holding(legal, suit)
        place = highest(mine & at_most(_TEN))
        is_master = at_most(place) >= holding(opponents, suit)
        worth = 16 * (place - (2 if is_master else 0)) - popcount(mine)
        if worth > most:
            most = worth
            best = 8 * suit + place
    return best


@inlined
def _smear(mine, his, is_trump):
    """The place of the card for an ally's trick."""
    if not is_trump and mine & bit(_TEN):
        return np.int64(_TEN)
    lesser = mine & at_most(highest(his)) if his else np.int64(0)
    if lesser:
        return highest(lesser)
    return lowest(mine) if is_trump else highest(mine)


@inlined
def _ruff(winners, his, followed):
    """The place of the winning trump that he plays, void of the suit led; ``followed``: perhaps by another trump."""
    lesser = winners & at_most(highest(his)) if his else np.int64(0)
    masters = winners ^ lesser
    if followed or lesser == 0:
        return lowest(masters if masters else winners)
    if lesser & ~bit(_TRUMP_NINE):
        lesser &= ~bit(_TRUMP_NINE)
    return highest(lesser)


@inlined
def _holds_up(mine, winners, his, points):
    """Whether the ace waits for the ten."""
    return winners == bit(_ACE) and mine != winners and his & bit(_TEN) and points == 0


@inlined
def _follow(rules, v, cards):
    """Where the card is that answers a lead; ``cards``: the legal ones by strength."""
    trump = v.trump
    led = np.int64(v.plays[v.trick - 1, 0]) >> 3
    best, best_seat, points = winning(rules, v)
    top = best >> 3
    beaten = at_most(rules.strength[1 if top == trump else 0, best & 7])
    ally = allied(rules, v, best_seat)
    suit = led if holding(cards, led) else trump
    mine = holding(cards, suit)
    is_trump = suit == trump
    winners = mine & ~beaten if suit == top else (mine if is_trump else np.int64(0))
    if winners == 0 and not ally:
        return 8 * suit + lowest(mine) if mine else _trash(cards)
    sight = sight_of(rules, v)
    opponents = by_strength(sight.opponents, trump)
    after = by_strength(sight.opponents_after, trump)
    followed = sight.gaps_after & bit(8 * led) != 0
    ruffed = followed and top != trump
    safe = ally and not ruffed and holding(after, top) & ~beaten == 0
    if mine == 0:
        gift = _gift(cards, opponents) if safe else np.int64(-1)
        return gift if gift >= 0 else _trash(cards)
    his = holding(opponents, suit)
    later = holding(after, suit)
    place = lowest(mine)
    if suit != led and winners:
        place = _ruff(winners, his, followed)
    elif safe:
        place = _smear(mine, his, is_trump)
    elif ruffed and suit == led:
        pass
    elif winners and sight.opponents_after == 0:
        if is_trump or ally or not _holds_up(mine, winners, his, points):
            place = win_with(winners, his, is_trump)
    elif winners and is_trump:
        unbeaten = winners & ~at_most(highest(later)) if later else winners
        if unbeaten and (ally or sight.allies_after == 0):
            place = lowest(unbeaten)
    elif winners > later:
        place = highest(winners)
    return 8 * suit + place


@inner
def card_sides(rules, v):
    """The card that play ``rules`` plays with three and four seats."""
    legal = v.legal
    if legal & (legal - 1) == 0:
        return lowest(legal)
    cards = by_strength(legal, v.trump)
    return card_at(_follow(rules, v, cards) if v.lying else _lead(rules, v, cards), v.trump)
