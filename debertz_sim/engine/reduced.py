"""Shuffles dealt several times or in proportion, for narrower intervals: the entry kernel of ``--reduce``.

Each shuffle is a unit: all its deals are played, and they depend on each other.  Every deal of it is by itself a
uniformly random one (docs/statistics.md, "Fewer deals for the same width").
"""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import inlined, kernel, popcount
from debertz_sim.engine.deal import play_packets
from debertz_sim.engine.rows import note_row
from debertz_sim.kernels.bits import bit, holding, seat_after
from debertz_sim.kernels.dealing import deal_packets, open_table, take_first_packets, take_second_packets
from debertz_sim.kernels.match import open_match, open_single
from debertz_sim.kernels.melds import find_sequences, settle_contest
from debertz_sim.kernels.rng import CARDS, open_streams, shuffle, start_deal

APART = 48  # bits: the policies' streams of deal t of shuffle i are those of deal i + t * 2**APART
DEALT_TRUMPS, DEALT_POINTS, DEALT_JACK, DEALT_NINE, DEALT_ACES, FULL_POINTS, BELLA, HELD, SCORED = range(9)
N_DEALT = 9  # columns of what a place was dealt
_NINE, _JACK, _BELLA, _ACE = 1 << 2, 1 << 4, 0b01100000, 1 << 7


@inlined
def _put_rank_up(pack, place, rank):
    """Exchange the card at ``place`` for the one of its suit with this rank, wherever that lies."""
    card = np.int64(pack[place])
    wanted = (card & 24) | rank
    for k in range(32):
        if pack[k] == wanted:
            pack[k] = card
    pack[place] = wanted


@inlined
def _card_points(rules, hand, trump):
    total = np.int64(0)
    for card in range(32):
        if hand & bit(card):
            total += rules.points[1 if card >> 3 == trump else 0, card & 7]
    return total


@inlined
def _note_dealt(rules, t, row):
    """What each place in play was dealt, the upcard's suit being trump; nobody is declarer.

    Where the upcard goes to a player the dealer has it here.
    """
    take_first_packets(rules, t)
    t.declarer = t.dealer
    take_second_packets(rules, t)
    t.declarer = -1
    t.trump = t.upcard >> 3
    find_sequences(rules, t)
    settle_contest(rules, t)
    for place in range(rules.in_play):
        seat = seat_after(t.dealer, place + 1, rules.players)
        base = N_DEALT * place
        trumps = holding(t.first[seat], t.trump)
        row[base + DEALT_TRUMPS] = popcount(trumps)
        row[base + DEALT_POINTS] = _card_points(rules, t.first[seat], t.trump)
        row[base + DEALT_JACK] = 1 if trumps & _JACK else 0
        row[base + DEALT_NINE] = 1 if trumps & _NINE else 0
        row[base + DEALT_ACES] = popcount(t.first[seat] & (_ACE * np.int64(0x01010101)))
        row[base + FULL_POINTS] = _card_points(rules, t.full[seat], t.trump)
        row[base + BELLA] = 1 if holding(t.full[seat], t.trump) & _BELLA == _BELLA else 0
        row[base + HELD] = t.held_points[seat]
        row[base + SCORED] = t.held_points[seat] if t.scorers & bit(seat) else 0


@kernel
def play_shuffles(rules, policies, desk, seed, first, moves, turns, by_rank, rows, dealt):
    """Shuffles ``first`` .. of a seed, each dealt ``len(moves)`` times; the dealer of shuffle i is seat i mod players.

    Parameters
    ----------
    moves, turns
        Deal t has at place p of the pack the shuffle's card ``moves[t, p]``, its suit turned on by ``turns[t]`` (int64,
        shapes (deals, 32) and (deals,)); the first is the shuffle itself.
    by_rank
        Whether shuffle i has an upcard of rank (i // players) mod 8, exchanged within its suit.
    rows, dealt
        A row a deal, shuffle by shuffle: int32, shape (deals, N_COLUMNS), and what was dealt, int64, shape (deals,
        N_DEALT * places) or (0, 0) if nobody asks.

    Returns
    -------
    int
        -1, or the shuffle in which a policy's choice was not legal.
    """
    t = desk.t
    open_streams(desk.streams, seed, 0)
    pack = np.empty(32, np.int8)
    up = 1 + 6 * rules.in_play
    dealer = first % rules.players
    open_match(desk.m, dealer)
    row = 0
    for k in range(rows.shape[0] // moves.shape[0]):
        index = first + k
        start_deal(desk.streams, index)
        shuffle(pack, desk.streams, CARDS, 32)
        if by_rank:
            _put_rank_up(pack, up, (index // rules.players) & 7)
        for deal in range(moves.shape[0]):
            if deal:
                start_deal(desk.streams, index + (np.int64(deal) << APART))
            for place in range(32):
                t.deck[place] = (pack[moves[deal, place]] + 8 * turns[deal]) & 31
            open_single(desk.m, dealer)
            open_table(rules, t, dealer, np.int64(-1))
            deal_packets(rules, t)
            if dealt.shape[0]:
                _note_dealt(rules, t, dealt[row])
                open_table(rules, t, dealer, np.int64(-1))
                deal_packets(rules, t)
            play_packets(rules, policies, desk)
            if t.fault:
                return np.int64(index)
            note_row(rules, t, desk.v, rows[row])
            row += 1
        dealer = seat_after(dealer, 1, rules.players)
    return np.int64(-1)
