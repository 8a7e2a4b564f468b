"""From a policy id to its kernel, one line each; specialised by family (see ``families``)."""

from __future__ import annotations

from debertz_sim._jit import JIT_OFF, inlined, inner, overload
from debertz_sim.kernels.rng import BIDDING, PLAY, word
from debertz_sim.policies.calls import call_basic, call_ruled
from debertz_sim.policies.expert import card_expert, card_expert_two
from debertz_sim.policies.families import (
    BID_USER,
    PLAY_EXPERT,
    PLAY_RANDOM,
    PLAY_RULES,
    PLAY_USER,
    Basic,
    Expert,
    ExpertSided,
    Ruled,
    Scripted,
    Sided,
    User,
)
from debertz_sim.policies.play_basic import card_greedy, card_random
from debertz_sim.policies.play_rules import card_rules
from debertz_sim.policies.play_sides import card_sides
from debertz_sim.policies.scripted import next_call, next_card
from debertz_sim.policies.search import card_search
from debertz_sim.policies.user import ask_user


@inlined
def _card_basic(seats, rules, v, streams):
    if seats.play[v.seat] == PLAY_RANDOM:
        return card_random(v, streams)
    return card_greedy(rules, v)


@inner
def _card_ruled(seats, rules, v, streams):
    if seats.play[v.seat] == PLAY_RULES:
        return card_rules(rules, v)
    return _card_basic(seats, rules, v, streams)


@inner
def _card_sided(seats, rules, v, streams):
    if seats.play[v.seat] == PLAY_RULES and v.in_play > 2:
        return card_sides(rules, v)
    return _card_ruled(seats, rules, v, streams)


@inner
def _card_expert(seats, rules, v, streams):
    if seats.play[v.seat] == PLAY_EXPERT:
        return card_expert_two(seats.tables[v.seat], rules, v)
    return _card_ruled(seats, rules, v, streams)


@inner
def _card_expert_sided(seats, rules, v, streams):
    if seats.play[v.seat] == PLAY_EXPERT:
        return card_expert(seats.tables[v.seat], rules, v)
    return _card_sided(seats, rules, v, streams)


@inner
def _call_user(seats, rules, v, streams):
    if seats.bidding[v.seat] == BID_USER:
        return ask_user(seats.user_call[v.seat], v, rules, word(streams, BIDDING + v.seat))
    return call_ruled(seats, rules, v, streams)


@inner
def _card_user(seats, rules, v, streams):
    if seats.play[v.seat] == PLAY_USER:
        return ask_user(seats.user_card[v.seat], v, rules, word(streams, PLAY + v.seat))
    if seats.search[v.seat]:
        return card_search(seats, rules, v, streams)
    return _card_expert_sided(seats, rules, v, streams)


# What each family is asked by; Scripted has a script instead.
_CALLS = {
    Basic: call_basic,
    Ruled: call_ruled,
    Sided: call_ruled,
    Expert: call_ruled,
    ExpertSided: call_ruled,
    User: _call_user,
}
_CARDS = {
    Basic: _card_basic,
    Ruled: _card_ruled,
    Sided: _card_sided,
    Expert: _card_expert,
    ExpertSided: _card_expert_sided,
    User: _card_user,
}


def choose_call(policies, rules, v, streams):
    """The call of seat ``v.seat``."""
    if isinstance(policies, Scripted):
        return next_call(policies.script)
    return _CALLS[type(policies)](policies.seats, rules, v, streams)


def choose_card(policies, rules, v, streams):
    """The card of seat ``v.seat``."""
    if isinstance(policies, Scripted):
        return next_card(policies.script)
    return _CARDS[type(policies)](policies.seats, rules, v, streams)


if not JIT_OFF:

    @overload(choose_call, jit_options={"forceinline": True})
    def _compile_choose_call(policies, rules, v, streams):
        family = policies.instance_class
        if family is Scripted:
            return lambda policies, rules, v, streams: next_call(policies.script)
        choose = _CALLS[family]
        return lambda policies, rules, v, streams: choose(policies.seats, rules, v, streams)

    @overload(choose_card, jit_options={"forceinline": True})
    def _compile_choose_card(policies, rules, v, streams):
        family = policies.instance_class
        if family is Scripted:
            return lambda policies, rules, v, streams: next_card(policies.script)
        choose = _CARDS[family]
        return lambda policies, rules, v, streams: choose(policies.seats, rules, v, streams)
