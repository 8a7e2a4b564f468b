"""Deals of terts with policies deciding: one deal, a block of them, a recorded one."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from debertz_sim._jit import inlined, inner, kernel, merged, store_record
from debertz_sim.engine.terts_rows import note_terts_row
from debertz_sim.kernels.bits import bit
from debertz_sim.kernels.dealing import take_deck
from debertz_sim.kernels.rng import STREAMS, open_streams, start_deal
from debertz_sim.kernels.state import DECK, LOG, MAX_DECISIONS, new_record
from debertz_sim.kernels.terts import (
    answer_beats,
    exchange_terts,
    finish_terts_trick,
    hear_word,
    is_legal_word,
    lay_out_terts,
    lay_terts_card,
    legal_answers,
    look_at_words,
    note_marriages,
    open_terts,
    score_group,
    total_terts,
)
from debertz_sim.kernels.terts_state import (
    ASK_CARD,
    ASK_WORD,
    BY_DEFAULT,
    FAULT_CARD,
    FAULT_WORD,
    MARRIAGE,
    N_LISTS,
    STOCK_TRICKS,
    TERTS_TABLE,
    TERTS_VIEW,
    TERTS_VIEW_SIZE,
    TRICKS,
    WORD_TRICKS,
)
from debertz_sim.kernels.tricks import beats, card_points
from debertz_sim.policies.terts import always_asks, choose_terts_card, choose_word


class TertsDesk(NamedTuple):
    """The records that one worker plays on: TERTS_TABLE, TERTS_VIEW, STREAMS and LOG."""

    t: Any
    v: Any
    streams: Any
    log: Any


def new_terts_desk() -> TertsDesk:
    """Fresh records."""
    return TertsDesk(*(new_record(kind) for kind in (TERTS_TABLE, TERTS_VIEW, STREAMS, LOG)))


def keep_terts_log(desk: TertsDesk) -> Any:
    """Let the desk log all decisions of its latest deal; returns the views (TERTS_VIEW, shape (MAX_DECISIONS,)).

    The caller keeps the array alive as long as the desk plays.
    """
    views = np.zeros(MAX_DECISIONS, TERTS_VIEW).view(np.recarray)
    desk.log.address = views.ctypes.data
    return views


@inlined
def _note(log, v, choice):
    if log.address:
        store_record(log.address + log.count * TERTS_VIEW_SIZE, v)
        log.chosen[log.count] = choice
        log.count += 1


@inner
def _speak(rules, policies, t, v, log, seat, lying, said):
    """The word of a seat: its group, 0 for none; ``said`` is the group that has to be beaten."""
    place = 0 if seat == v.leader else 1
    word = np.int64(0)
    if look_at_words(t, v, seat, said) or always_asks(policies):
        v.seat = seat
        v.ask = ASK_WORD
        v.hand = t.hand[seat]
        v.legal = 0
        v.said = said
        v.lying = lying
        word = np.int64(choose_word(policies, rules, v))
        _note(log, v, word)
        if not is_legal_word(v, word):
            t.fault = FAULT_WORD
            return np.int64(0)
    hear_word(t, v, seat, place, word)
    return word & (MARRIAGE - 1)


@inlined
def _ask_card(rules, policies, t, v, streams, log, seat, lying, legal):
    """The card of a seat, laid on the table; -1 with a fault if it is not one of the ``legal`` ones."""
    v.seat = seat
    v.ask = ASK_CARD
    v.hand = t.hand[seat]
    v.legal = legal
    v.lying = lying
    for suit in range(N_LISTS):
        v.groups[suit] = 0
    v.marriage = 0
    card = np.int64(choose_terts_card(policies, rules, v, streams))
    _note(log, v, card)
    if card < 0 or card > 31 or not legal & bit(card):
        t.fault = FAULT_CARD
        return np.int64(-1)
    lay_terts_card(t, v, seat, lying, card)
    return card


@inner
def _words_before(rules, policies, t, v, log, leader):
    """The leader's word, and the opponent's if a group was named; returns the leader's group."""
    note_marriages(t)
    said = _speak(rules, policies, t, v, log, leader, 0, np.int64(0))
    v.said = said
    if said and t.fault == 0:
        answer = _speak(rules, policies, t, v, log, 1 - leader, 0, said)
        if t.fault == 0:
            if answer_beats(t, said, answer):
                score_group(rules, t, v, 1 - leader, answer)
            else:
                score_group(rules, t, v, leader, said)
    return said


@inner
def _play_terts(rules, policies, t, v, streams, log):
    """All sixteen tricks, or until a choice is not legal."""
    log.count = 0
    open_terts(rules, t, v)
    trump = t.trump
    leader = 1 - t.dealer
    for trick in range(1, TRICKS + 1):
        other = 1 - leader
        v.trick = trick
        v.leader = leader
        v.leaders[trick - 1] = leader
        v.said = 0
        v.lying = 0
        said = np.int64(0)
        if trick <= STOCK_TRICKS:
            exchange_terts(rules, t, v, policies.seats.exchange)
        if trick <= WORD_TRICKS and t.fault == 0:
            said = _words_before(rules, policies, t, v, log, leader)
        if t.fault:
            return
        led = _ask_card(rules, policies, t, v, streams, log, leader, 0, t.hand[leader])
        if t.fault:
            return
        if trick <= WORD_TRICKS and said == 0:
            answer = _speak(rules, policies, t, v, log, other, 1, np.int64(0))
            if t.fault:
                return
            if answer:
                score_group(rules, t, v, other, answer)
        legal = t.hand[other] if trick <= STOCK_TRICKS else legal_answers(trump, t.hand[other], led >> 3)
        card = _ask_card(rules, policies, t, v, streams, log, other, 1, legal)
        if t.fault:
            return
        points = card_points(rules, trump, led) + card_points(rules, trump, card)
        leader = other if beats(rules, trump, card, led) else leader
        finish_terts_trick(t, v, leader, points)
    total_terts(t, v)


@merged
def _play_index(rules, policies, desk, dealer, index):
    """Shuffle ``index`` of the desk's streams, dealt and played."""
    t, v, streams, log = desk
    start_deal(streams, index)
    take_deck(t, streams, index, DECK)
    lay_out_terts(t, dealer)
    t.exchange_plan = BY_DEFAULT
    _play_terts(rules, policies, t, v, streams, log)


@kernel
def play_terts_block(rules, policies, desk, seed, first, rows):
    """Deals ``first`` .. of a seed, a row each (int32, shape (deals, N_TERTS_COLUMNS)).

    The dealer of deal i is seat i mod 2.  Returns -1, or the deal in which a policy's choice was not legal.
    """
    open_streams(desk.streams, seed, 0)
    for k in range(rows.shape[0]):
        index = first + k
        _play_index(rules, policies, desk, index & 1, index)
        if desk.t.fault:
            return np.int64(index)
        note_terts_row(desk.t, desk.v, rows[k])
    return np.int64(-1)


@kernel
def play_terts_one(rules, policies, desk, seed, index):
    """Deal ``index`` alone; everything about it stands on the desk afterwards.  Returns as ``play_terts_block``."""
    open_streams(desk.streams, seed, 0)
    _play_index(rules, policies, desk, index & 1, index)
    return np.int64(index) if desk.t.fault else np.int64(-1)


@kernel
def play_terts_recorded(rules, policies, desk, dealer, exchange_plan):
    """Play a recorded deal by its TERTS_SCRIPT, from the pack that lies in ``desk.t.deck``.

    Returns the fault, 0 for none; with FAULT_WORD or FAULT_CARD ``desk.v`` is the view of the seat that had to choose,
    and the script may simply have ended there.
    """
    t, v, streams, log = desk
    lay_out_terts(t, dealer)
    t.exchange_plan = exchange_plan
    _play_terts(rules, policies, t, v, streams, log)
    return t.fault
