"""Two-player hands with their contest of sequences, a row a deal: what ``odds`` samples.

The cards are those of the engine's shuffle: row i of ``sample_deals`` and ``sample_played`` has the packets of deal i
of the same seed.  Places: 0 forehand, 1 dealer.
"""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import kernel
from debertz_sim.engine.deal import play_deal
from debertz_sim.kernels.bits import bit, seat_after
from debertz_sim.kernels.dealing import cards_needed, deal_packets, open_table, take_first_packets, take_second_packets
from debertz_sim.kernels.exchange import default_exchange, exchange_right, make_exchange
from debertz_sim.kernels.match import open_match
from debertz_sim.kernels.melds import find_sequences, settle_contest
from debertz_sim.kernels.rng import CARDS, open_streams, shuffle, start_deal
from debertz_sim.kernels.state import ALL_PASS, INSTANT_WIN, REDEAL

COLUMNS = (
    "dealt_0",  # nine cards before an exchange, by place
    "dealt_1",
    "full_0",  # after it
    "full_1",
    "upcard",
    "trump",
    "scorers",  # places whose sequences score, as bits; under a tie that the last trick decides: all who may
    "decided_by",
    "scored_0",  # points scored for sequences; of deals that were played alone
    "scored_1",
    "played",  # 1 if the deal had a declarer and all tricks; of deals that were played alone
    "declarer",  # his place
)
N_COLUMNS = len(COLUMNS)
(
    S_DEALT,
    _,
    S_FULL,
    _,
    S_UPCARD,
    S_TRUMP,
    S_SCORERS,
    S_DECIDED_BY,
    S_SCORED,
    _,
    S_PLAYED,
    S_DECLARER,
) = range(N_COLUMNS)


@kernel
def _note(rules, t, row):
    row[S_UPCARD] = t.upcard
    row[S_TRUMP] = t.trump
    row[S_SCORERS] = 0
    row[S_DECIDED_BY] = t.decided_by
    row[S_DECLARER] = -1
    for place in range(rules.players):
        seat = seat_after(t.dealer, place + 1, rules.players)
        row[S_DEALT + place] = t.first[seat] | t.second[seat]
        row[S_FULL + place] = t.full[seat]
        row[S_SCORED + place] = t.seq_scored[seat]
        if t.scorers & bit(seat):
            row[S_SCORERS] |= bit(place)
        if seat == t.declarer:
            row[S_DECLARER] = place


@kernel
def _judge(rules, t, row):
    find_sequences(rules, t)
    settle_contest(rules, t)
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
def sample_deals(rules, desk, seed, first, rows):
    """Random deals ``first`` .. with the upcard's suit as trump, no auction, no exchange.

    ``rows``: int64, shape (deals, N_COLUMNS).
    """
    t = desk.t
    open_streams(desk.streams, seed, 0)
    for k in range(rows.shape[0]):
        start_deal(desk.streams, first + k)
        shuffle(t.deck, desk.streams, CARDS, cards_needed(rules))
        open_table(rules, t, (first + k) % rules.players, -1)
        deal_packets(rules, t)
        take_first_packets(rules, t)
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
def sample_unseen(rules, desk, seed, first, hand, upcard, trump, i_declare, exchange, rows):
    """What a hand of six may become: its second packet and the opponent's cards are random ones of the 25 unseen.

    In even rows ``hand`` is forehand's, in odd ones the dealer's.  ``exchange``: 1 if the default player may have
    exchanged the seven (trump being the upcard's suit by round 1), ``i_declare``: 1 if the holder of ``hand`` is the
    declarer.  ``rows`` as for ``sample_deals``.
    """
    t = desk.t
    open_streams(desk.streams, seed, 0)
    seen = hand | bit(upcard)
    for k in range(rows.shape[0]):
        start_deal(desk.streams, first + k)
        shuffle(t.deck, desk.streams, CARDS, 32)
        me = (first + k + 1) % 2
        other = 1 - me
        open_table(rules, t, 0, -1)
        t.first[me] = hand
        t.upcard = upcard
        t.second[me], place = _unseen_packet(t.deck, 0, rules.second_packet, seen)
        t.first[other], place = _unseen_packet(t.deck, place, 6, seen)
        t.second[other], place = _unseen_packet(t.deck, place, rules.second_packet, seen)
        take_first_packets(rules, t)
        take_second_packets(rules, t)
        t.trump = trump
        t.declarer = me if i_declare else other
        t.round = 1
        if exchange:
            seat = exchange_right(rules, t)
            if seat >= 0 and default_exchange(rules, t, seat):
                make_exchange(t, desk.v, seat)
        _judge(rules, t, rows[k])


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
