"""From a bidding policy's id to its kernel: the built-in ones, which also the searching policies ask."""

from __future__ import annotations

from debertz_sim._jit import inner
from debertz_sim.policies.bidding import call_always, call_never, call_points, call_random
from debertz_sim.policies.bidding_rules import call_rules
from debertz_sim.policies.chart import call_chart
from debertz_sim.policies.families import BID_ALWAYS, BID_CHART, BID_NEVER, BID_RANDOM, BID_RULES


@inner
def call_basic(seats, rules, v, streams):
    """The call of never, always, random or points:T."""
    policy = seats.bidding[v.seat]
    if policy == BID_NEVER:
        return call_never(rules, v)
    if policy == BID_ALWAYS:
        return call_always(rules, v)
    if policy == BID_RANDOM:
        return call_random(v, streams)
    return call_points(rules, v, seats.threshold[v.seat])


@inner
def call_ruled(seats, rules, v, streams):
    """The call of one of these, of rules, or of a chart."""
    if seats.bidding[v.seat] == BID_RULES:
        return call_rules(rules, v)
    if seats.bidding[v.seat] == BID_CHART:
        return call_chart(seats.charts[v.seat], rules, v)
    return call_basic(seats, rules, v, streams)
