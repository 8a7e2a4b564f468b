"""Intervals of many numbers that hold all at once.

Of a hundred intervals with 95 % confidence about five miss.  Bonferroni's inequality gives each of m intervals the m-th
part of the error: then all of them hold together with the stated confidence, however the numbers depend on each other.
Šidák's part 1 - (1 - α)^(1/m) would be at most 3 % larger at 95 %, which is half a percent of the width, and needs the
numbers to be independent or jointly normal; so it is not used.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from operator import index

from debertz_sim.stats.estimate import (
    ARM,
    DEFAULT_CONFIDENCE,
    PROPORTION,
    Estimate,
    is_level,
    wilson,
    z_value,
)
from debertz_sim.stats.independent import independent_difference


def family_confidence(confidence: float, members: int) -> float:
    """The confidence that each of ``members`` intervals needs for all of them to hold with ``confidence``.

    Raises
    ------
    ValueError
        The confidence is not between 0 and 1, or there is no member.
    """
    if index(members) < 1:
        raise ValueError(f"a family of {members} intervals, must be at least 1")
    if not is_level(confidence):
        raise ValueError(f"confidence is {confidence}, must lie between 0 and 1, such as 0.95")
    return 1 - (1 - confidence) / members


def simultaneous(
    estimates: Iterable[Estimate], confidence: float = DEFAULT_CONFIDENCE, *, given: float = DEFAULT_CONFIDENCE
) -> list[Estimate]:
    """The estimates in their order with intervals widened so that all of them hold at once with ``confidence``.

    Exact numbers and those without interval are no members of the family and stay as they are.  Wilson's interval is
    computed again from its counts, the normal one from its error.  A Wilson-type interval of which the estimate does
    not tell the counts (a difference; the share 0 or 1 of deals in matches) is computed from its two arms if they are
    among the estimates; else both its sides grow with z², faster than any side of Wilson's does.

    Parameters
    ----------
    given
        The confidence of the intervals as they are.

    Raises
    ------
    ValueError
        An interval is a confidence sequence (it depends on more than the estimate tells; ask for it with
        ``family_confidence`` from the start), or a confidence is not between 0 and 1.
    """
    family = list(estimates)
    members = [estimate for estimate in family if estimate.method != "exact" and estimate.low is not None]
    if not members:
        return family
    level = family_confidence(confidence, len(members))
    known = {_key(estimate): estimate for estimate in members}
    return [_widened(estimate, known, given, level) for estimate in family]


_Key = tuple[str, frozenset[tuple[str, str | int]]]


def _key(estimate: Estimate) -> _Key:
    return estimate.metric, frozenset(estimate.group.items())


def _widened(estimate: Estimate, known: dict[_Key, Estimate], given: float, level: float) -> Estimate:
    value, low, high, se = estimate.value, estimate.low, estimate.high, estimate.se
    if estimate.method == "exact" or value is None or low is None or high is None:
        return estimate
    if estimate.method == "sequence":
        raise ValueError(f"{estimate.metric}: a confidence sequence cannot be widened afterwards")
    if estimate.method == "normal" and se is not None:
        half = z_value(level) * se
        return _between(estimate, value - half, value + half)
    if estimate.k is not None and estimate.n is not None:
        k, n, metric, group = estimate.k, estimate.n, estimate.metric, estimate.group
        if _same(wilson(k, n, given, metric=metric), estimate):
            return wilson(k, n, level, metric=metric, group=group)
    a, b = (known.get(key) for key in _arms(estimate))
    if a is not None and b is not None and a.unit == b.unit and _same(independent_difference(a, b, given), estimate):
        wide_a, wide_b = (_widened(arm, known, given, level) for arm in (a, b))
        return independent_difference(wide_a, wide_b, level, group=estimate.group)
    growth = (z_value(level) / z_value(given)) ** 2
    return _between(estimate, value - (value - low) * growth, value + (high - value) * growth)


def _between(estimate: Estimate, low: float, high: float) -> Estimate:
    """With these bounds, as far as numbers of this kind reach."""
    if estimate.unit == PROPORTION or estimate.method == "wilson":
        low, high = max(low, 0.0 if estimate.unit == PROPORTION else -1.0), min(high, 1.0)
    return replace(estimate, low=low, high=high)


def _arms(estimate: Estimate) -> tuple[_Key, _Key]:
    """The keys under which the arms of a difference ``B-A`` stand: A, B."""
    arm, _, base = str(estimate.group.get(ARM, "")).partition("-")
    others = {key: value for key, value in estimate.group.items() if key != ARM}
    a, b = (frozenset({**others, ARM: name}.items()) for name in (base, arm))
    return (estimate.metric, a), (estimate.metric, b)


def _same(found: Estimate, estimate: Estimate) -> bool:
    """Whether both have the same interval, but for what floating point loses."""
    if None in (found.low, found.high, estimate.low, estimate.high):
        return False
    pairs = ((found.low, estimate.low), (found.high, estimate.high))
    return all(abs((x or 0.0) - (y or 0.0)) <= 1e-12 for x, y in pairs)
