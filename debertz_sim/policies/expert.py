"""The learned play of two seats."""

from __future__ import annotations

from debertz_sim._jit import inner
from debertz_sim.policies.expert_sides import card_expert_sides
from debertz_sim.policies.play_rules import card_rules

PLAY_RULES_VERSION = "1"


@inner
def card_expert_two(tables, rules, v):
    """The card that play ``expert`` plays with two seats."""
    return card_rules(rules, v)


@inner
def card_expert(tables, rules, v):
    """The card that play ``expert`` plays with any number of seats."""
    return card_expert_two(tables, rules, v) if v.in_play == 2 else card_expert_sides(tables, rules, v)
