"""Hands with their contest of sequences, a row a deal: what ``odds`` samples.

The cards are those of the engine's shuffle: row i of ``sample_deals`` and ``sample_played`` has the packets of deal i
of the same seed.  Places count in turn: 0 forehand, the last the dealer.
"""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import kernel
from debertz_sim.engine.deal import play_deal
from debertz_sim.kernels.bits import bit, seat_after
from debertz_sim.kernels.dealing import cards_needed, deal_packets, open_table, take_first_packets, take_second_packets
from debertz_sim.kernels.exchange import default_exchange, exchange_right, make_exchange
from debertz_sim.kernels.match import open_match
from debertz_sim.kernels.melds import find_fours, find_sequences, settle_contest
from debertz_sim.kernels.rng import CARDS, open_streams, shuffle, start_deal
from debertz_sim.kernels.state import ALL_PASS, INSTANT_WIN, REDEAL

PLACES = 4
PASSIVE_PACKET = 4  # what a passive dealer gets beside the upcard
COLUMNS = (
    *(f"dealt_{place}" for place in range(PLACES)),  # full hands before an exchange
    *(f"full_{place}" for place in range(PLACES)),  # after it
    *(f"scored_{place}" for place in range(PLACES)),  # points scored for sequences; of deals that were played alone
    "upcard",
    "trump",
    "scorers",  # places whose sequences score, as bits; under a tie that the last trick decides: all who may
    "unbeaten",  # places whose best sequence nobody beats, as bits
    "winner",  # of these the one that ties fall to: the trump one where trump matters, else the first in turn; -1 none
    "decided_by",
    "fours_to",  # place whose fours count, -1 nobody
    "played",  # 1 if the deal had a declarer and all tricks; of deals that were played alone
    "declarer",  # his place, -1 none
    "me",  # of sample_unseen: my place
    "other",  # and an opponent's, each in turn
)
N_COLUMNS = len(COLUMNS)
S_DEALT, S_FULL, S_SCORED = 0, PLACES, 2 * PLACES
(
    S_UPCARD,
    S_TRUMP,
    S_SCORERS,
    S_UNBEATEN,
    S_WINNER,
    S_DECIDED_BY,
    S_FOURS_TO,
    S_PLAYED,
    S_DECLARER,
    S_ME,
    S_OTHER,
) = range(3 * PLACES, N_COLUMNS)

# Who is the declarer of deals without an auction.
NO_DECLARER, I_DECLARE, OPPONENT_DECLARES, ANY_DECLARER = range(4)


@kernel
def _note(rules, t, row):
    row[S_UPCARD] = t.upcard
    row[S_TRUMP] = t.trump
    row[S_SCORERS] = 0
    row[S_UNBEATEN] = 0
    row[S_WINNER] = -1
    row[S_DECIDED_BY] = t.decided_by
    row[S_FOURS_TO] = -1
    row[S_DECLARER] = -1
    best = np.int64(0)
    for place in range(rules.players):
        seat = seat_after(t.dealer, place + 1, rules.players)
        row[S_DEALT + place] = t.first[seat] | t.second[seat] | (bit(t.upcard) if seat == t.upcard_seat else 0)
        row[S_FULL + place] = t.full[seat]
        row[S_SCORED + place] = t.seq_scored[seat]
        if t.scorers & bit(seat):
            row[S_SCORERS] |= bit(place)
        if t.unbeaten & bit(seat):
            row[S_UNBEATEN] |= bit(place)
            if t.seq_key[seat] > best:
                best = t.seq_key[seat]
                row[S_WINNER] = place
        if seat == t.declarer:
            row[S_DECLARER] = place
        if seat == t.four_scorer:
            row[S_FOURS_TO] = place


@kernel
def _judge(rules, t, row):
    find_sequences(rules, t)
    settle_contest(rules, t)
    if rules.has_fours:
        find_fours(rules, t)
    row[S_PLAYED] = 0
    _note(rules, t, row)


@kernel
def sample_hands(desk, seed, first, size, hands):
    """``size`` random cards for each row: ``hands`` (int64, shape (deals,)) gets masks."""
    t = desk.t
    open_streams(desk.streams, seed, 0)
    for k in range(hands.shape[0]):
        start_deal(desk.streams, first + k)
        shuffle(t.deck, desk.streams, CARDS, size)
        hand = np.int64(0)
        for place in range(size):
            hand |= bit(t.deck[place])
        hands[k] = hand


@kernel
def sample_deals(rules, desk, seed, first, declarer, rows):
    """Random deals ``first`` .. with the upcard's suit as trump, no auction, no exchange.

    ``declarer``: NO_DECLARER, or ANY_DECLARER: each place in play in turn.  ``rows``: int64, shape (deals, N_COLUMNS).
    """
    t = desk.t
    open_streams(desk.streams, seed, 0)
    for k in range(rows.shape[0]):
        start_deal(desk.streams, first + k)
        shuffle(t.deck, desk.streams, CARDS, cards_needed(rules))
        open_table(rules, t, (first + k) % rules.players, -1)
        deal_packets(rules, t)
        take_first_packets(rules, t)
        if declarer == ANY_DECLARER:
            place = (first + k) // rules.players % rules.in_play
            t.declarer = seat_after(t.dealer, place + 1, rules.players)
        take_second_packets(rules, t)
        t.trump = t.upcard >> 3
        _judge(rules, t, rows[k])


@kernel
def _unseen_packet(deck, place, size, seen):
    """The next ``size`` cards of the pack that are not ``seen``, and the place after them."""
    packet = np.int64(0)
    while size:
        card = bit(deck[place])
        place += 1
        if not card & seen:
            packet |= card
            size -= 1
    return packet, place


@kernel
def _lay_unseen(rules, t, me, hand, seen):
    """The second packet of ``hand``, which seat ``me`` has, then the packets of the others in turn."""
    t.first[me] = hand
    t.second[me], place = _unseen_packet(t.deck, 0, rules.second_packet - (1 if me == t.upcard_seat else 0), seen)
    for k in range(1, rules.players):
        seat = seat_after(me, k, rules.players)
        if seat == t.passive:
            t.first[seat] = 0
            t.second[seat], place = _unseen_packet(t.deck, place, PASSIVE_PACKET, seen)
        else:
            t.first[seat], place = _unseen_packet(t.deck, place, 6, seen)
            size = rules.second_packet - (1 if seat == t.upcard_seat else 0)
            t.second[seat], place = _unseen_packet(t.deck, place, size, seen)


@kernel
def sample_unseen(rules, desk, seed, first, hand, upcard, trump, declarer, exchange, rows):
    """What a hand of six may become: all others' cards and its second packet are random ones of the 25 unseen.

    ``hand`` sits at each place in play in turn.  ``exchange``: 1 if the default player may have exchanged the seven
    (trump being the upcard's suit by round 1); ``declarer``: I_DECLARE, OPPONENT_DECLARES (each of them in turn) or
    ANY_DECLARER (the same, me too).  ``rows`` as for ``sample_deals``.
    """
    t = desk.t
    open_streams(desk.streams, seed, 0)
    seen = hand | bit(upcard)
    others = rules.in_play - 1
    dealer = np.int64(0)
    for k in range(rows.shape[0]):
        start_deal(desk.streams, first + k)
        shuffle(t.deck, desk.streams, CARDS, 32)
        place = (first + k) % rules.in_play
        turn = (first + k) // rules.in_play
        step = np.int64(0)
        if declarer == OPPONENT_DECLARES:
            step = 1 + turn % others
        elif declarer == ANY_DECLARER:
            step = turn % rules.in_play
        me = seat_after(dealer, place + 1, rules.players)
        open_table(rules, t, dealer, -1)
        t.declarer = seat_after(dealer, 1 + (place + step) % rules.in_play, rules.players)
        t.upcard = upcard
        take_first_packets(rules, t)
        take_second_packets(rules, t)  # says who gets the upcard
        _lay_unseen(rules, t, me, hand, seen)
        take_first_packets(rules, t)
        take_second_packets(rules, t)
        t.trump = trump
        t.round = 1
        if exchange:
            seat = exchange_right(rules, t)
            if seat >= 0 and default_exchange(rules, t, seat):
                make_exchange(t, desk.v, seat)
        _judge(rules, t, rows[k])
        rows[k, S_ME] = place
        rows[k, S_OTHER] = (place + 1 + turn // others % others) % rules.in_play


@kernel
def sample_played(rules, policies, desk, seed, first, rows):
    """Deals ``first`` .. as ``blocks.play_block`` plays them; returns -1, or the deal in which a choice was not legal.

    ``rows`` as for ``sample_deals``.
    """
    t = desk.t
    open_streams(desk.streams, seed, 0)
    for k in range(rows.shape[0]):
        index = first + k
        open_match(desk.m, index % rules.players)
        play_deal(rules, policies, desk, index)
        if t.fault:
            return np.int64(index)
        unplayed = t.outcome == ALL_PASS or t.outcome == REDEAL or t.outcome == INSTANT_WIN
        rows[k, S_PLAYED] = 0 if unplayed else 1
        _note(rules, t, rows[k])
    return np.int64(-1)
