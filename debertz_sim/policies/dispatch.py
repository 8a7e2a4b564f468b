"""From a policy id to its kernel, one line each; specialised by family (see ``families``)."""

from __future__ import annotations

from debertz_sim._jit import JIT_OFF, inlined, inner, overload
from debertz_sim.kernels.rng import BIDDING, PLAY, word
from debertz_sim.policies.bidding import call_always, call_never, call_points, call_random
from debertz_sim.policies.bidding_rules import call_rules
from debertz_sim.policies.expert import card_expert, card_expert_two
from debertz_sim.policies.families import (
    BID_ALWAYS,
    BID_NEVER,
    BID_RANDOM,
    BID_RULES,
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
from debertz_sim.policies.user import ask_user


@inner
def _call_basic(seats, rules, v, streams):
    policy = seats.bidding[v.seat]
    if policy == BID_NEVER:
        return call_never(rules, v)
    if policy == BID_ALWAYS:
        return call_always(rules, v)
    if policy == BID_RANDOM:
        return call_random(v, streams)
    return call_points(rules, v, seats.threshold[v.seat])


@inlined
def _card_basic(seats, rules, v, streams):
    if seats.play[v.seat] == PLAY_RANDOM:
        return card_random(v, streams)
    return card_greedy(rules, v)


@inner
def _call_ruled(seats, rules, v, streams):
    if seats.bidding[v.seat] == BID_RULES:
        return call_rules(rules, v)
    return _call_basic(seats, rules, v, streams)


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
    return _call_ruled(seats, rules, v, streams)


@inner
def _card_user(seats, rules, v, streams):
    if seats.play[v.seat] == PLAY_USER:
        return ask_user(seats.user_card[v.seat], v, rules, word(streams, PLAY + v.seat))
    return _card_expert_sided(seats, rules, v, streams)


# What each family is asked by; Scripted has a script instead.
_CALLS = {
    Basic: _call_basic,
    Ruled: _call_ruled,
    Sided: _call_ruled,
    Expert: _call_ruled,
    ExpertSided: _call_ruled,
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
