"""From a shuffled pack to packets; wins and redeals that need no trick (RULES.md section 2, "Deal" and "Redeals")."""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import inlined, inner, load_bytes, lowest
from debertz_sim.kernels.bits import bit, holding, seat_after
from debertz_sim.kernels.rng import CARDS, shuffle
from debertz_sim.kernels.state import BY_DEFAULT, DECK, FAULT_REDEAL, FEW_POINTS, FOUR_SEVENS, INSTANT_WIN, OPEN, REDEAL
from debertz_sim.switches import InstantWin, UpcardTo

_SEVENS = 0x01010101
_NINE_TO_ACE = 0xFC
_EIGHT_TO_ACE = 0xFE
_PASSIVE_PACKET = 4  # what is left over for a passive dealer


@inlined
def cards_needed(rules):
    """How many cards of the pack a deal uses, the bottom card included."""
    return 32 if rules.players == 4 else 2 + rules.players * (6 + rules.second_packet)


@inlined
def take_deck(t, streams, index, count):
    """The pack of deal ``index``: the one that lies ready, else ``count`` cards of it are shuffled."""
    if streams.decks:
        load_bytes(t, streams.decks + DECK * (index - streams.first_deck), DECK)  # the deck is the table's first field
    else:
        shuffle(t.deck, streams, CARDS, count)


@inlined
def _packet(deck, place, size):
    mask = np.int64(0)
    for k in range(size):
        mask |= bit(deck[(place + k) & 31])  # the bottom card comes last
    return mask


@inlined
def deal_packets(rules, t):
    """First packets and upcard.  ``t.deck[0]`` is the bottom card of the pack, ``deck[1]`` its top, then downwards."""
    n = rules.players
    deck = t.deck
    dealer = t.dealer  # in a local: after a store to the table the compiler would load it anew
    place = 1
    for seat in range(n):
        t.first[seat] = 0
    for _ in range(2):
        for k in range(rules.in_play):
            seat = seat_after(dealer, k + 1, n)
            t.first[seat] |= _packet(deck, place, 3)
            place += 3
    t.upcard = np.int64(deck[place])
    t.stock = place + 1
    t.freza = np.int64(deck[0]) if n < 4 else np.int64(-1)  # four seats leave no stock


@inlined
def upcard_owner(rules, t):
    """The seat that gets the upcard with the second packets, -1 if it stays on the table."""
    if t.passive >= 0 or rules.upcard_to == UpcardTo.DEALER:
        return t.dealer
    return t.declarer if rules.upcard_to == UpcardTo.DECLARER else np.int64(-1)


@inlined
def _deal_second_packets(rules, t):
    n = rules.players
    place = t.stock
    dealer, passive, upcard_seat, full = t.dealer, t.passive, t.upcard_seat, rules.second_packet
    for k in range(n):
        seat = seat_after(dealer, k + 1, n)
        size = full
        if seat == passive:
            size = np.int64(_PASSIVE_PACKET)
        elif seat == upcard_seat:
            size -= 1
        t.second[seat] = _packet(t.deck, place, size)
        place += size


@inlined
def open_table(rules, t, dealer, forced):
    """Forget the deal before; the packets are still to come.  A forced deal has its declarer from the start."""
    t.dealer = dealer
    t.passive = dealer if rules.passive_dealer else np.int64(-1)
    t.forced = forced
    t.stock = -1
    t.upcard_seat = -1
    t.n_calls = 0
    t.declarer = forced
    t.trump = -1
    t.round = 0
    t.outcome = OPEN
    t.claimer = -1
    t.reason = 0
    t.unbeaten = 0
    t.scorers = 0
    t.tied = 0
    t.four_scorer = -1
    t.decided_by = 0
    t.bella_holder = -1
    t.redeal_plan = BY_DEFAULT
    t.exchange_plan = BY_DEFAULT
    t.bella_plan = BY_DEFAULT
    t.claim_plan = BY_DEFAULT
    t.bella_call = 0
    t.bella_lost = 0
    t.bella_to = -1
    t.last_trick = -1
    t.to_beat = 0
    t.next_dealer = -1
    t.fault = 0
    for k in range(2):
        t.bella_tricks[k] = 0
        t.bella_winners[k] = -1
    for seat in range(rules.players):
        t.seq_key[seat] = 0
        t.seq_scored[seat] = 0
        t.totals[seat] = 0
        t.written[seat] = 0


@inlined
def take_first_packets(rules, t):
    """Six cards in hand; a forced deal's trump is the upcard's suit."""
    for seat in range(rules.players):
        t.hand[seat] = t.first[seat]
        t.full[seat] = t.first[seat]
    if t.forced >= 0:
        t.trump = t.upcard >> 3


@inlined
def take_second_packets(rules, t):
    """The full hands, before any exchange; second packets that do not lie ready are dealt."""
    t.upcard_seat = upcard_owner(rules, t)
    if t.stock >= 0:
        _deal_second_packets(rules, t)
    if t.upcard_seat >= 0:
        t.hand[t.upcard_seat] |= bit(t.upcard)
    for seat in range(rules.players):
        t.hand[seat] |= t.second[seat]
        t.full[seat] = t.hand[seat]


@inlined
def look_for_dealt_win(rules, t):
    """Six of one suit, nine to ace, in the first packets: the match is won before the auction, by the first in turn."""
    if rules.instant_win == InstantWin.DEALT_SIX_TO_ACE:
        for k in range(rules.in_play, 0, -1):
            seat = seat_after(t.dealer, k, rules.players)
            for suit in range(4):
                if holding(t.first[seat], suit) == _NINE_TO_ACE:
                    t.outcome = INSTANT_WIN
                    t.claimer = seat


@inlined
def look_for_trump_win(rules, t):
    """Eight to ace of trump in the full hand, after the exchange: the match is won before the first trick."""
    if rules.instant_win == InstantWin.SEVEN_TRUMPS_TO_ACE:
        for seat in range(rules.players):
            if holding(t.full[seat], t.trump) & _EIGHT_TO_ACE == _EIGHT_TO_ACE:
                t.outcome = INSTANT_WIN
                t.claimer = seat


@inner
def plain_points(rules, hand):
    """Card points of a hand with every suit counted as plain."""
    total = np.int64(0)
    while hand:
        total += rules.points[0, lowest(hand) & 7]
        hand &= hand - 1
    return total


@inner
def redeal_right(rules, t, seat):
    """The reason for which this seat may ask for a redeal, 0 if for none."""
    if rules.redeal_four_sevens and t.full[seat] & _SEVENS == _SEVENS:
        return FOUR_SEVENS
    if rules.redeal_max_points >= 0 and plain_points(rules, t.full[seat]) <= rules.redeal_max_points:
        return FEW_POINTS
    return 0


@inlined
def look_for_redeal(rules, t):
    """The default player claims his right, asked in turn, forehand first; a recorded deal says who did."""
    if t.redeal_plan == BY_DEFAULT and not rules.redeal_four_sevens and rules.redeal_max_points < 0:
        return
    for k in range(rules.in_play):
        seat = seat_after(t.dealer, k + 1, rules.players)
        if t.redeal_plan == BY_DEFAULT or t.redeal_plan == seat:
            reason = redeal_right(rules, t, seat)
            if reason:
                t.outcome = REDEAL
                t.claimer = seat
                t.reason = reason
                return
            if t.redeal_plan == seat:
                t.fault = FAULT_REDEAL
