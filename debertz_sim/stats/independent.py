"""Difference of two estimates from samples that have nothing to do with each other.

Of two proportions the interval is Newcombe's (1998, method 10): with Wilson's bounds [l, u] around each share p,

    lower = d - sqrt((p_b - l_b)² + (u_a - p_a)²),   upper = d + sqrt((u_b - p_b)² + (p_a - l_a)²),   d = p_b - p_a,

which keeps its coverage where a share is 0 or 1.  Of two means it is the normal one, the errors added as squares.
"""

from __future__ import annotations

from math import hypot

from debertz_sim.stats.estimate import (
    DEFAULT_CONFIDENCE,
    PERCENTAGE_POINTS,
    PROPORTION,
    Estimate,
    Group,
    z_value,
)


def independent_difference(
    a: Estimate, b: Estimate, confidence: float = DEFAULT_CONFIDENCE, *, group: Group | None = None
) -> Estimate:
    """``b`` minus ``a``, two shares or two means of one metric with intervals at this confidence.

    ``n`` is the smaller of both.  The value is ``None`` if one of them has none; means of which no sample shows any
    spread get no interval.

    Raises
    ------
    ValueError
        The two are of different metrics or units.
    """
    if (a.metric, a.unit) != (b.metric, b.unit):
        raise ValueError(f"difference of {b.metric} ({b.unit}) and {a.metric} ({a.unit}): must be one metric")
    share = a.unit == PROPORTION
    unit, method = (PERCENTAGE_POINTS, "wilson") if share else (a.unit, "normal")
    n = min(a.n or 0, b.n or 0)
    bounds = (a.value, a.low, a.high, b.value, b.low, b.high)
    if a.value is None or b.value is None:
        return Estimate(a.metric, group or {}, None, None, None, None, n, None, method, None, unit)
    value = b.value - a.value
    se = None if a.se is None or b.se is None else hypot(a.se, b.se)
    low = high = None
    if share:
        p_a, l_a, u_a, p_b, l_b, u_b = (bound or 0.0 for bound in bounds)
        low = max(value - hypot(p_b - l_b, u_a - p_a), -1.0)
        high = min(value + hypot(u_b - p_b, p_a - l_a), 1.0)
    elif se:
        low, high = value - z_value(confidence) * se, value + z_value(confidence) * se
    else:
        se = None
    return Estimate(a.metric, group or {}, value, low, high, se, n, None, method, None, unit)
