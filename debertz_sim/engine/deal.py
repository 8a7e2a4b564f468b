"""One deal from the packets to the raw scores, with policies deciding."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np

from debertz_sim._jit import inlined, inner, merged, store_record
from debertz_sim.kernels.auction import dealer_obliged, legal_calls, make_call
from debertz_sim.kernels.bella import find_bella
from debertz_sim.kernels.bits import bit, next_seat, turn_order
from debertz_sim.kernels.dealing import (
    cards_needed,
    deal_packets,
    look_for_dealt_win,
    look_for_redeal,
    look_for_trump_win,
    open_table,
    take_deck,
    take_first_packets,
    take_second_packets,
)
from debertz_sim.kernels.exchange import (
    EXCHANGE_ALWAYS,
    EXCHANGE_NEVER,
    default_exchange,
    exchange_right,
    make_exchange,
)
from debertz_sim.kernels.match import claim, close_deal, may_claim
from debertz_sim.kernels.melds import find_fours, find_sequences, plan_announcements, settle_contest
from debertz_sim.kernels.public import open_view, publish_trump, turn_to_caller, turn_to_player
from debertz_sim.kernels.rng import STREAMS, start_deal
from debertz_sim.kernels.scoring import judge, total_up
from debertz_sim.kernels.state import (
    BY_DEFAULT,
    CLAIM,
    FAULT_CALL,
    FAULT_CARD,
    FAULT_CLAIM,
    FAULT_EXCHANGE,
    LOG,
    MATCH,
    MAX_DECISIONS,
    OPEN,
    TABLE,
    VIEW,
    VIEW_SIZE,
    new_record,
)
from debertz_sim.kernels.tricks import (
    beats,
    card_points,
    complete_trick,
    first_leader,
    lay_card,
    legal_cards,
    open_trick,
)
from debertz_sim.policies.dispatch import choose_call, choose_card


class Desk(NamedTuple):
    """The records that one worker plays on, of the types TABLE, VIEW, MATCH, STREAMS and LOG.

    Records and not arrays: a record is a bare pointer for numba, while every array passed to a kernel is
    reference-counted, which would cost as much as the play itself.
    """

    t: Any
    v: Any
    m: Any
    streams: Any
    log: Any


def new_desk() -> Desk:
    """Fresh records."""
    return Desk(*(new_record(kind) for kind in (TABLE, VIEW, MATCH, STREAMS, LOG)))


@contextmanager
def laid_decks(desk: Any, first: int, decks: Any) -> Iterator[None]:
    """Within it the desk deals ``decks`` (int8, shape (deals, 32)) as deals ``first`` ..; None: as it shuffles."""
    desk.streams.decks = 0 if decks is None else decks.ctypes.data
    desk.streams.first_deck = first
    try:
        yield
    finally:
        desk.streams.decks = 0


def keep_log(desk: Desk) -> Any:
    """Let the desk log all decisions of its latest deal; returns the array of views (VIEW, shape (MAX_DECISIONS,)).

    The caller keeps the array alive as long as the desk plays.
    """
    views = np.zeros(MAX_DECISIONS, VIEW).view(np.recarray)
    desk.log.address = views.ctypes.data
    return views


@inlined
def _note(log, v, choice):
    if log.address:
        store_record(log.address + log.count * VIEW_SIZE, v)
        log.chosen[log.count] = choice
        log.count += 1


@inlined
def _hold_auction(rules, policies, t, v, streams, log):
    while t.declarer < 0 and t.outcome == OPEN:
        turn_to_caller(rules, t, v)
        call = choose_call(policies, rules, v, streams)
        _note(log, v, call)
        if call < 0 or call > 4 or not legal_calls(rules, t) & bit(call):
            t.fault = FAULT_CALL
            return
        make_call(rules, t, call)


@inlined
def _exchange_seven(rules, policies, t, v):
    mode = policies.seats.exchange
    if t.exchange_plan != BY_DEFAULT:
        mode = EXCHANGE_ALWAYS if t.exchange_plan else EXCHANGE_NEVER
    if mode != EXCHANGE_NEVER:
        seat = exchange_right(rules, t)
        if seat >= 0 and (mode == EXCHANGE_ALWAYS or default_exchange(rules, t, seat)):
            make_exchange(t, v, seat)
        elif t.exchange_plan == 1:
            t.fault = FAULT_EXCHANGE


@inner
def _claimed(rules, t, v, m, trick, winner):
    """Whether the winner of this trick ends the match."""
    if t.claim_plan == BY_DEFAULT:
        return may_claim(rules, t, v, m, winner)
    if t.claim_plan == trick:
        if may_claim(rules, t, v, m, winner):
            return True
        t.fault = FAULT_CLAIM
    return False


@inner
def _play_tricks(rules, policies, t, v, m, streams, log):
    trump = t.trump
    order = turn_order(t.passive, rules.players)
    leader = first_leader(rules, t) & 3
    plan_announcements(rules, t, leader)
    for trick in range(1, rules.tricks + 1):
        open_trick(v, trick, leader)
        seat = leader
        best_seat = leader
        best_card = np.int64(-1)
        led = np.int64(-1)
        points = np.int64(0)
        for lying in range(rules.in_play):
            legal = legal_cards(rules, trump, seat, t.hand[seat], led, best_card, best_seat)
            turn_to_player(t, v, seat, lying, legal)
            card = choose_card(policies, rules, v, streams)
            _note(log, v, card)
            if card < 0 or card > 31 or not legal & bit(card):
                t.fault = FAULT_CARD
                return
            wins = lying == 0 or beats(rules, trump, card, best_card)
            lay_card(rules, t, v, trick, seat, lying, led, best_seat, card, wins)
            if wins:
                best_card = card
                best_seat = seat
            if lying == 0:
                led = card >> 3
            points += card_points(rules, trump, card)
            seat = next_seat(order, seat)
        leader = best_seat
        complete_trick(rules, t, v, trick, leader, points)
        if m.in_match and _claimed(rules, t, v, m, trick, leader):
            claim(rules, t, v, leader)
        if t.outcome == CLAIM or t.fault:
            return
    total_up(rules, t, v)
    judge(rules, t)


@merged
def take_up_hands(rules, policies, desk):
    """A deal whose auction is over, up to its first lead: second packets, redeal, exchange, melds."""
    t, v = desk.t, desk.v
    if t.outcome == OPEN and t.fault == 0:
        take_second_packets(rules, t)
        look_for_redeal(rules, t)
    if t.outcome == OPEN and t.fault == 0:
        publish_trump(rules, t, v)
        _exchange_seven(rules, policies, t, v)
        look_for_trump_win(rules, t)
    if t.outcome == OPEN and t.fault == 0:
        find_sequences(rules, t)
        settle_contest(rules, t)
        if rules.has_fours:
            find_fours(rules, t)
        find_bella(rules, t)


@merged
def play_on(rules, policies, desk):
    """Play a deal whose auction is over (or that had none), up to its written points."""
    t, v, m, streams, log = desk
    take_up_hands(rules, policies, desk)
    if t.outcome == OPEN and t.fault == 0:
        _play_tricks(rules, policies, t, v, m, streams, log)
    if t.fault == 0:
        close_deal(rules, t, v, m)


@merged
def play_packets(rules, policies, desk):
    """Play the deal whose packets lie on the table, up to its written points."""
    t, v, m, streams, log = desk
    log.count = 0
    t.obliged = dealer_obliged(rules, t, m)
    take_first_packets(rules, t)
    open_view(rules, t, v, m)
    look_for_dealt_win(rules, t)
    if t.outcome == OPEN:
        _hold_auction(rules, policies, t, v, streams, log)
    play_on(rules, policies, desk)


@merged
def play_deal(rules, policies, desk, index):
    """Shuffle ``index`` of the desk's streams, dealt by ``match.dealer``, and play it."""
    t = desk.t
    m = desk.m
    streams = desk.streams
    start_deal(streams, index)
    take_deck(t, streams, index, cards_needed(rules))
    open_table(rules, t, m.dealer, m.forced)
    deal_packets(rules, t)
    play_packets(rules, policies, desk)
