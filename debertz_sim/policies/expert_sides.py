"""The learned play of three and four seats."""

from __future__ import annotations

from debertz_sim._jit import inner
from debertz_sim.policies.play_sides import card_sides


@inner
def card_expert_sides(tables, rules, v):
    """The card that play ``expert`` plays with three and four seats."""
    return card_sides(rules, v)
