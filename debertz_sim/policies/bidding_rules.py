"""Bidding ``rules``."""

from __future__ import annotations

from debertz_sim._jit import kernel
from debertz_sim.policies.bidding import call_points

BIDDING_RULES_VERSION = "1"


@kernel
def call_rules(rules, v):
    return call_points(rules, v, 36)
