"""Play ``rules``."""

from __future__ import annotations

from debertz_sim._jit import kernel
from debertz_sim.policies.play_basic import card_greedy

PLAY_RULES_VERSION = "1"


@kernel
def card_rules(rules, v):
    return card_greedy(rules, v)
