"""Policies of the game terts by id, specialised by family as in ``dispatch``; a card or a word from a TERTS_VIEW.

``random`` and ``greedy`` play their cards as in the usual game and leave their words to the default player.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from debertz_sim._jit import JIT_OFF, inlined, inner, overload
from debertz_sim.kernels.terts import default_word
from debertz_sim.policies.families import PLAY_RANDOM, PLAY_RULES, Basic, Ruled
from debertz_sim.policies.play_basic import card_greedy, card_random
from debertz_sim.policies.scripted import next_card
from debertz_sim.policies.terts_rules import terts_card_rules, terts_word_rules


class TertsScripted(NamedTuple):
    """A recorded deal: the words and cards of a TERTS_SCRIPT, whoever sits there."""

    seats: Any
    script: Any


@inlined
def _word_basic(seats, rules, v):
    return default_word(v)


@inner
def _word_ruled(seats, rules, v):
    if seats.play[v.seat] == PLAY_RULES:
        return terts_word_rules(rules, v)
    return default_word(v)


@inlined
def _word_scripted(script, v):
    return np.int64(script.words[v.trick - 1, 0 if v.seat == v.leader else 1])


@inlined
def _card_basic(seats, rules, v, streams):
    if seats.play[v.seat] == PLAY_RANDOM:
        return card_random(v, streams)
    return card_greedy(rules, v)


@inner
def _card_ruled(seats, rules, v, streams):
    if seats.play[v.seat] == PLAY_RULES:
        return terts_card_rules(rules, v)
    return _card_basic(seats, rules, v, streams)


def choose_word(policies, rules, v):
    """The word of seat ``v.seat``."""
    if isinstance(policies, TertsScripted):
        return _word_scripted(policies.script, v)
    return (_word_ruled if isinstance(policies, Ruled) else _word_basic)(policies.seats, rules, v)


def choose_terts_card(policies, rules, v, streams):
    """The card of seat ``v.seat``."""
    if isinstance(policies, TertsScripted):
        return next_card(policies.script)
    return (_card_ruled if isinstance(policies, Ruled) else _card_basic)(policies.seats, rules, v, streams)


def always_asks(policies):
    """Whether a seat is asked for its word also where it can only be silent: a record may say otherwise."""
    return isinstance(policies, TertsScripted)


if not JIT_OFF:

    @overload(choose_word, jit_options={"forceinline": True})
    def _compile_choose_word(policies, rules, v):
        family = policies.instance_class
        if family is TertsScripted:
            return lambda policies, rules, v: _word_scripted(policies.script, v)
        if family is Basic:
            return lambda policies, rules, v: _word_basic(policies.seats, rules, v)
        return lambda policies, rules, v: _word_ruled(policies.seats, rules, v)

    @overload(choose_terts_card, jit_options={"forceinline": True})
    def _compile_choose_terts_card(policies, rules, v, streams):
        family = policies.instance_class
        if family is TertsScripted:
            return lambda policies, rules, v, streams: next_card(policies.script)
        if family is Basic:
            return lambda policies, rules, v, streams: _card_basic(policies.seats, rules, v, streams)
        return lambda policies, rules, v, streams: _card_ruled(policies.seats, rules, v, streams)

    @overload(always_asks, jit_options={"forceinline": True})
    def _compile_always_asks(policies):
        asks = policies.instance_class is TertsScripted
        return lambda policies: asks
