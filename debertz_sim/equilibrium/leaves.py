"""What a deal is worth to forehand for each call that may end its auction."""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import inlined, kernel
from debertz_sim.engine.deal import play_on
from debertz_sim.kernels.auction import dealer_obliged, make_call
from debertz_sim.kernels.bits import holding
from debertz_sim.kernels.dealing import (
    cards_needed,
    deal_packets,
    look_for_dealt_win,
    open_table,
    take_deck,
    take_first_packets,
)
from debertz_sim.kernels.match import close_deal, open_match, open_single
from debertz_sim.kernels.public import open_view
from debertz_sim.kernels.rng import open_streams, start_deal
from debertz_sim.kernels.scoring import judge
from debertz_sim.kernels.state import BAID, HANGING_BAID, INSTANT_WIN, MADE, OPEN, PASS, REDEAL
from debertz_sim.switches import SecondRoundSuits

FOREHAND, DEALER = 0, 1  # seats: seat 1 deals
N_SIDES = 2
SUITS = 4
PLAY_FIRST = SUITS  # in a seat's row of leaves: he plays in round 1; before it his suits of round 2
N_CALLS = SUITS + 1

POINTS, KUSH, WIN = range(3)  # objectives

# What is noted of a deal beside its leaves.
DEAL = np.dtype(
    [
        ("hand", np.int64, (N_SIDES,)),  # nine cards, as dealt
        ("first", np.int64, (N_SIDES,)),  # six of them
        ("upcard", np.int64),
        ("played", np.int64),  # 0 if the deal was over before its auction
    ],
    align=True,
)


@inlined
def _sign(x):
    return np.float64(x > 0) - np.float64(x < 0)


@inlined
def _worth(rules, t, objective, redeal):
    """What the finished deal is worth to forehand; a deal dealt anew is worth ``redeal``."""
    if t.outcome == REDEAL:
        return redeal
    if t.outcome == INSTANT_WIN:
        won = 1.0 if t.claimer == FOREHAND else -1.0
        return won * rules.target if objective == POINTS else won
    ahead = np.float64(t.written[FOREHAND] - t.written[DEALER])
    if objective == POINTS:
        return ahead
    if objective == WIN:
        return _sign(ahead)
    side = 1.0 if t.declarer == FOREHAND else -1.0
    if t.outcome == MADE:
        return side
    return -2.0 * side if t.outcome == BAID else 0.0


@inlined
def _set_auction(rules, desk, seat, suit, first_round):
    """The deal anew, after the auction in which this call was the last."""
    t, v, m, _, _ = desk
    open_single(m, DEALER)
    open_table(rules, t, DEALER, -1)
    deal_packets(rules, t)
    t.obliged = dealer_obliged(rules, t, m)
    take_first_packets(rules, t)
    open_view(rules, t, v, m)
    passes = seat if first_round else rules.players + seat
    for _ in range(passes):
        make_call(rules, t, PASS)
    make_call(rules, t, suit)


@inlined
def _close_for(rules, desk, seat):
    """Score the deal just played as if this seat were its declarer."""
    t, v, m, _, _ = desk
    open_single(m, DEALER)
    t.declarer = seat
    judge(rules, t)
    close_deal(rules, t, v, m)


@inlined
def _corrected(t, corrections, seat, worth):
    """The worth with what stronger play changes, by the trumps of declarer and defender."""
    if t.outcome != MADE and t.outcome != BAID and t.outcome != HANGING_BAID:
        return worth
    own = holding(t.full[seat], t.trump)
    other = holding(t.full[1 - seat], t.trump)
    change = corrections[seat, _count(own), _count(other)]
    return worth + change if seat == FOREHAND else worth - change


@inlined
def _count(cards):
    total = np.int64(0)
    while cards:
        cards &= cards - 1
        total += 1
    return total


@inlined
def _play_leaves(rules, policies, desk, blind, objective, redeal, corrections, leaves):
    """Fill a deal's leaves; returns False if a policy's choice was not legal.

    ``blind``: nobody's play depends on who declared, so that the deal is played once for a trump and scored twice.
    """
    t = desk.t
    upcard_suit = t.upcard >> 3
    for call in range(N_CALLS):
        first_round = call == PLAY_FIRST
        suit = upcard_suit if first_round else np.int64(call)
        for seat in range(N_SIDES):
            if suit == upcard_suit and not first_round and rules.second_round_suits == SecondRoundSuits.OTHER:
                leaves[seat, call] = 0.0
                continue
            if blind and seat == DEALER:
                if t.outcome == MADE or t.outcome == BAID or t.outcome == HANGING_BAID:
                    _close_for(rules, desk, seat)
            else:
                _set_auction(rules, desk, seat, suit, first_round)
                play_on(rules, policies, desk)
                if t.fault:
                    return False
            worth = _worth(rules, t, objective, redeal)
            leaves[seat, call] = np.float32(_corrected(t, corrections, seat, worth))
    return True


@kernel
def leaf_block(rules, policies, desk, seed, first, blind, objective, redeal, corrections, deals, leaves):
    """Deals ``first`` .. of a seed: what is noted of each (records DEAL) and its leaves.

    ``leaves`` (float32, shape (deals, N_SIDES, N_CALLS)): the deal's worth to forehand when that seat plays, by suit in
    round 2 and, last, in round 1.  ``corrections`` (float64, shape (N_SIDES, 10, 10)): what is added for a declarer, to
    his own points, by his trumps and the defender's.  Returns -1, or the deal in which a policy's choice was not legal.
    """
    t, _, m, streams, log = desk
    open_streams(streams, seed, 0)
    open_match(m, DEALER)
    log.count = 0
    for k in range(len(leaves)):
        start_deal(streams, first + k)
        take_deck(t, streams, first + k, cards_needed(rules))
        open_table(rules, t, DEALER, -1)
        deal_packets(rules, t)
        look_for_dealt_win(rules, t)
        deal = deals[k]
        deal.upcard = t.upcard
        deal.played = 1 if t.outcome == OPEN else 0
        for seat in range(N_SIDES):
            deal.first[seat] = t.first[seat]
        if t.outcome == OPEN:
            if not _play_leaves(rules, policies, desk, blind, objective, redeal, corrections, leaves[k]):
                return np.int64(first + k)
            for seat in range(N_SIDES):
                deal.hand[seat] = t.first[seat] | t.second[seat]
    return np.int64(-1)
