"""Intervals, paired differences and sequential stopping: values by hand, coverage, and controls that must fail."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from debertz_sim.stats import (
    PERCENTAGE_POINTS,
    POINTS,
    CrossSums,
    Estimate,
    RatioSums,
    cross_sums,
    deals_needed_unpaired,
    exact,
    flat_columns,
    next_total,
    normal_mean,
    paired_difference,
    ratio_sums,
    unpaired_difference,
    wilson,
    z_value,
)

# Sampled coverages below rest on at least 3,000 repetitions: for a true 95 % their standard error is 0.4 points,
# so that the band of 93 to 97 % is five of them wide on each side (false alarm below one in a million a seed).
BAND = (0.93, 0.97)
REPETITIONS = 3_000


def binomial(n: int, p: float) -> list[float]:
    logs = [math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1) for k in range(n + 1)]
    return [math.exp(c + k * math.log(p) + (n - k) * math.log1p(-p)) for k, c in enumerate(logs)]


def exact_coverage(n: int, p: float, shrink: float = 1.0) -> float:
    """Chance that Wilson's interval, its half-width times ``shrink``, holds p: a sum over all k, no sampling."""
    covered = 0.0
    for k, chance in enumerate(binomial(n, p)):
        low, high = bounds(wilson(k, n, metric="share"))
        centre, half = (low + high) / 2, (high - low) / 2 * shrink
        covered += chance * (abs(p - centre) <= half)
    return covered


def bounds(estimate: Estimate) -> tuple[float, float]:
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.low, estimate.high


def holds(estimate: Estimate, truth: float, shrink: float = 1.0) -> bool:
    low, high = bounds(estimate)
    return abs(truth - (low + high) / 2) <= (high - low) / 2 * shrink


# --- proportions ---


def test_wilson_by_hand() -> None:
    # n = 4, k = 2, z² = 3.8414588: centre 1/2, half-width √(1 + z²/4) z / (4 + z²)
    estimate = wilson(2, 4, metric="made", group={"round": 1})
    half = 1.959963984540054 * math.sqrt(1.9603647) / 7.8414588
    assert estimate.value == 0.5
    assert bounds(estimate) == pytest.approx((0.5 - half, 0.5 + half), rel=1e-7)
    assert estimate.se == 0.25
    assert (estimate.n, estimate.k, estimate.method, estimate.unit) == (4, 2, "wilson", "proportion")


@pytest.mark.parametrize("n", [1, 2, 10, 1_000_000, 10**12])
def test_wilson_at_the_ends(n: int) -> None:
    z = z_value(0.95)
    none, every = wilson(0, n, metric="m"), wilson(n, n, metric="m")
    assert (none.value, none.low) == (0.0, 0.0)
    assert none.high == pytest.approx(z * z / (n + z * z))
    assert (every.value, every.high) == (1.0, 1.0)
    assert every.low == pytest.approx(n / (n + z * z))
    assert none.se is None
    assert every.se is None


def test_nothing_tried_gives_nulls() -> None:
    estimate = wilson(0, 0, metric="m")
    assert (estimate.value, estimate.low, estimate.high, estimate.se, estimate.n) == (None, None, None, None, 0)


@pytest.mark.parametrize("p", [0.5, 0.1, 0.01])
@pytest.mark.parametrize("n", [1_000, 2_500])
def test_wilson_covers(n: int, p: float) -> None:
    assert BAND[0] <= exact_coverage(n, p) <= BAND[1]


@pytest.mark.parametrize("p", [0.5, 0.1, 0.01])
def test_control_half_the_wilson_interval_does_not_cover(p: float) -> None:
    assert exact_coverage(1_000, p, shrink=0.5) < 0.75


@pytest.mark.parametrize(("k", "n"), [(-1, 5), (6, 5), (0, -1)])
def test_impossible_counts_are_refused(k: int, n: int) -> None:
    with pytest.raises(ValueError, match="0 <= hits <= trials"):
        wilson(k, n, metric="m")


@pytest.mark.parametrize("confidence", [0.0, 1.0, 95, math.nan, 1e-20, 0.9999999999999999])
def test_impossible_confidence_is_refused(confidence: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        wilson(1, 2, confidence, metric="m")


@given(st.integers(1, 10**9), st.data(), st.sampled_from([0.5, 0.9, 0.95, 0.999999]))
def test_wilson_interval_holds_its_value(n: int, data: st.DataObject, confidence: float) -> None:
    estimate = wilson(data.draw(st.integers(0, n)), n, confidence, metric="m")
    low, high = bounds(estimate)
    assert estimate.value is not None
    assert 0 <= low <= estimate.value <= high <= 1
    assert low < high


# --- means ---


def test_mean_by_hand() -> None:
    # 1, 2, 6: mean 3, variance (4 + 1 + 9) / 2 = 7, error √(7/3)
    estimate = normal_mean(9, 41, 3, metric="margin")
    assert estimate.value == 3
    assert estimate.se == pytest.approx(math.sqrt(7 / 3))
    assert bounds(estimate)[1] - 3 == pytest.approx(1.959963984540054 * math.sqrt(7 / 3))
    assert (estimate.n, estimate.k, estimate.method) == (3, None, "normal")


def test_mean_of_fractions() -> None:
    whole = normal_mean(120, 2000, 10, metric="m")
    half = normal_mean(120, 2000, 10, metric="m", divisor=2)
    for name in ("value", "low", "high", "se"):
        assert getattr(half, name) == pytest.approx(getattr(whole, name) / 2)
    assert half.n == 10


def test_mean_of_none_and_of_one() -> None:
    assert normal_mean(0, 0, 0, metric="m").value is None
    one = normal_mean(-7, 49, 1, metric="m")
    assert (one.value, one.low, one.high, one.se) == (-7.0, None, None, None)


def test_variance_loses_nothing_to_large_numbers() -> None:
    offset = 10**12
    values = [offset, offset + 1, offset + 2]
    estimate = normal_mean(sum(values), sum(v * v for v in values), 3, metric="m")
    assert estimate.se == pytest.approx(math.sqrt(1 / 3))


@pytest.mark.parametrize("sums", [(5, 4, 3), (1, 0, 0), (0, 5, -1)])
def test_impossible_sums_are_refused(sums: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="integers have the sum"):
        normal_mean(*sums, metric="m")


def test_mean_covers_and_half_the_interval_does_not() -> None:
    rng = np.random.default_rng(11)
    values = rng.geometric(0.2, (REPETITIONS, 500)).astype(np.int64)
    found = [normal_mean(int(row.sum()), int(row @ row), len(row), metric="m") for row in values]
    assert BAND[0] <= np.mean([holds(estimate, 5.0) for estimate in found]) <= BAND[1]
    assert np.mean([holds(estimate, 5.0, shrink=0.5) for estimate in found]) < 0.75


# --- exact values and the record itself ---


def test_exact_value() -> None:
    estimate = exact(Fraction(24, 310), metric="bella")
    assert (estimate.fraction, estimate.value) == ("12/155", 12 / 155)
    assert (estimate.low, estimate.high, estimate.se, estimate.n) == (12 / 155, 12 / 155, 0.0, None)
    assert exact(0, metric="m").fraction == "0/1"


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_no_estimate_is_nan_or_infinite(bad: float) -> None:
    with pytest.raises(ValueError, match="must be finite or None"):
        Estimate("m", {}, bad, None, None, None, 1, None, "normal")


@pytest.mark.parametrize(
    "change", [{"method": "guess"}, {"unit": "furlongs"}, {"group": {"value": 1}}, {"n": 1.5}, {"value": "1"}]
)
def test_malformed_record_is_refused(change: dict[str, object]) -> None:
    data = wilson(1, 2, metric="m").to_dict()
    with pytest.raises(ValueError, match="estimate m"):
        Estimate.from_dict(data | change)


@pytest.mark.parametrize("key", ["metric", "group", "value", "low", "high", "se", "n", "k", "method", "fraction"])
def test_missing_key_is_named(key: str) -> None:
    data = wilson(1, 2, metric="m").to_dict()
    del data[key]
    with pytest.raises(ValueError, match=f"'{key}' is missing"):
        Estimate.from_dict(data)


def test_numpy_integers_become_plain() -> None:
    counts: list[Any] = [np.int64(1), np.int64(3), np.int64(2)]
    estimate = wilson(counts[0], counts[1], metric="m", group={"round": counts[2]})
    assert json.loads(json.dumps(estimate.to_dict()))["group"] == {"round": 2}


def test_flat_columns() -> None:
    found = flat_columns(
        [
            wilson(1, 2, metric="a", group={"seat": "dealer"}),
            wilson(1, 2, metric="b", group={"seat": 1, "round": 2}),
        ]
    )
    assert found["metric"] == ["a", "b"]
    assert found["seat"] == ["dealer", "1"]
    assert found["round"] == [None, 2]
    assert found["n"] == [2, 2]


# --- paired differences ---


def two_arms(rng: np.random.Generator, shape: tuple[int, int]) -> tuple[list[np.ndarray], float]:
    """Numerators and denominators (xa, ya, xb, yb) of two arms that mostly agree, and the true difference.

    A deal is played under A with chance 0.9 and made with chance 0.6 if played; under B a share 0.1 of the deals
    not played under A is played as well, and a share 0.08 of the made ones is lost.
    """
    ya = rng.random(shape) < 0.9
    yb = ya | (rng.random(shape) < 0.1)
    hit = rng.random(shape) < 0.6
    xa, xb = ya & hit, yb & hit & (rng.random(shape) > 0.08)
    return [column.astype(np.int64) for column in (xa, ya, xb, yb)], 0.6 * 0.92 - 0.6


def both_differences(xa: np.ndarray, ya: np.ndarray, xb: np.ndarray, yb: np.ndarray) -> tuple[Estimate, Estimate]:
    a, b, n = ratio_sums(xa, ya), ratio_sums(xb, yb), len(xa)
    return (
        paired_difference(a, b, cross_sums(xa, ya, xb, yb), n, metric="made", unit=PERCENTAGE_POINTS),
        unpaired_difference(a, b, n, n, metric="made", unit=PERCENTAGE_POINTS),
    )


def test_paired_difference_by_hand() -> None:
    # denominators all 1: the mean of the per-deal differences 1, 0, 0, -1, 1, 1 and its standard error
    xa, xb = [0, 1, 0, 1, 0, 0], [1, 1, 0, 0, 1, 1]
    one = [1] * 6
    estimate = paired_difference(
        ratio_sums(xa, one), ratio_sums(xb, one), cross_sums(xa, one, xb, one), 6, metric="made"
    )
    d = np.subtract(xb, xa)
    assert estimate.value == pytest.approx(1 / 3)
    assert estimate.se == pytest.approx(d.std(ddof=1) / math.sqrt(6))
    assert (estimate.n, estimate.k, estimate.method) == (6, None, "normal")


def test_paired_difference_equals_the_sum_over_deals() -> None:
    (xa, ya, xb, yb), _ = two_arms(np.random.default_rng(5), (1, 300))
    xa, ya, xb, yb = (column[0] for column in (xa, ya, xb, yb))
    ra, rb = xa.sum() / ya.sum(), xb.sum() / yb.sum()
    influence = (xb - rb * yb) / yb.mean() - (xa - ra * ya) / ya.mean()
    paired, _ = both_differences(xa, ya, xb, yb)
    assert paired.value == pytest.approx(rb - ra)
    assert paired.se == pytest.approx(influence.std(ddof=1) / math.sqrt(300))


def test_arms_that_always_agree_are_not_certain_to_be_equal() -> None:
    rng = np.random.default_rng(3)
    x, y = rng.integers(-162, 300, 999), rng.integers(0, 2, 999)
    paired, unpaired = both_differences(x * y, y, x * y, y)
    bound = wilson(0, int(y.sum()), metric="made").high
    assert bound is not None
    assert (paired.value, paired.se, paired.low, paired.high) == (0.0, None, -bound, bound)
    sums, cross = ratio_sums(x * y, y), cross_sums(x * y, y, x * y, y)
    mean = paired_difference(sums, sums, cross, 999, metric="margin", unit=POINTS)
    assert (mean.value, mean.se, mean.low, mean.high) == (0.0, None, None, None)  # a mean has no bound
    assert unpaired.se is not None
    assert unpaired.se > 0


def test_differences_without_data() -> None:
    empty, some = ratio_sums([0, 0], [0, 0]), ratio_sums([1, 0], [1, 1])
    cross = cross_sums([0, 0], [0, 0], [1, 0], [1, 1])
    assert paired_difference(empty, some, cross, 2, metric="m").value is None
    one = ratio_sums([1], [1])
    alone = paired_difference(one, one, cross_sums([1], [1], [1], [1]), 1, metric="m")
    assert (alone.value, alone.se, alone.low) == (0.0, None, None)


def test_sums_that_no_deals_have_are_refused() -> None:
    a = ratio_sums([1, 0], [1, 1])
    with pytest.raises(ValueError, match="negative variance"):
        paired_difference(a, a, cross_sums([9, 9], [1, 1], [9, 9], [1, 1]), 2, metric="m")


def test_sums_merge_in_any_order() -> None:
    columns, _ = two_arms(np.random.default_rng(8), (1, 1_000))
    xa, ya, xb, yb = (column[0] for column in columns)
    chunks = [slice(600, 1_000), slice(0, 250), slice(250, 600)]
    merged = RatioSums(0, 0, 0, 0, 0)
    for chunk in chunks:
        merged = merged.merge(ratio_sums(xa[chunk], ya[chunk]))
    assert merged == ratio_sums(xa, ya)
    parts = [cross_sums(xa[c], ya[c], xb[c], yb[c]) for c in chunks]
    assert parts[0].merge(parts[1]).merge(parts[2]) == cross_sums(xa, ya, xb, yb)


def test_paired_error_agrees_with_the_bootstrap_and_the_unpaired_does_not() -> None:
    # 2,000 resamples know their standard error to 1.6 %; the allowance of 10 % is six of these
    rng = np.random.default_rng(21)
    columns, _ = two_arms(rng, (1, 2_000))
    xa, ya, xb, yb = (column[0] for column in columns)
    picks = rng.integers(0, 2_000, (2_000, 2_000))
    resampled = xb[picks].sum(1) / yb[picks].sum(1) - xa[picks].sum(1) / ya[picks].sum(1)
    paired, unpaired = both_differences(xa, ya, xb, yb)
    assert paired.se == pytest.approx(resampled.std(), rel=0.1)
    assert unpaired.se is not None
    assert unpaired.se > 1.5 * resampled.std()


def few_differing(s: int, f: int, n: int) -> Estimate:
    """Shares of n deals of which B alone wins s and A alone f; half of the others are won by both."""
    both = (n - s - f) // 2
    a, b = (RatioSums(k + both, n, k + both, k + both, n) for k in (f, s))
    return paired_difference(a, b, CrossSums(both, f + both, s + both, n), n, metric="won", unit=PERCENTAGE_POINTS)


@pytest.mark.parametrize(("by_b", "by_a"), [(1, 0), (3, 0), (6, 0), (19, 0), (3, 3), (10, 2), (30, 30), (60, 20)])
def test_differences_of_few_deals_cover(by_b: int, by_a: int) -> None:
    # exactly, by the two numbers' Poisson laws; the plug-in error alone covers 85 % at (3, 0)
    n, truth, covered, plain = 1_000_000, (by_b - by_a) / 1_000_000, 0.0, 0.0
    for s, chance_s in poisson(by_b):
        for f, chance_f in poisson(by_a):
            if chance_s * chance_f > 1e-9:
                estimate = few_differing(s, f, n)
                covered += chance_s * chance_f * holds(estimate, truth)
                plain += chance_s * chance_f * (abs((estimate.value or 0) - truth) <= 1.96 * (estimate.se or 4 / n))
    assert covered > 0.949
    if (by_b, by_a) in ((3, 0), (6, 0), (19, 0)):
        assert plain < 0.94


def poisson(mean: float) -> list[tuple[int, float]]:
    if mean == 0:
        return [(0, 1.0)]
    return [(k, math.exp(k * math.log(mean) - mean - math.lgamma(k + 1))) for k in range(int(3 * mean + 25))]


@pytest.mark.parametrize(("s", "f"), [(99, 0), (55, 45), (20, 80)])
def test_from_few_to_many_differing_deals_there_is_no_step(s: int, f: int) -> None:
    few, many = few_differing(s, f, 10_000), few_differing(s + 1, f + 1, 10_000)
    assert (few.method, many.method) == ("wilson", "normal")
    width = bounds(many)[1] - bounds(many)[0]
    assert few.se == pytest.approx(many.se, rel=0.02)
    assert bounds(few) == pytest.approx(bounds(many), abs=0.06 * width)


def test_newcombe_by_hand_where_everything_differs_half_and_half() -> None:
    # s = f = 10 of 20: bounds of both 0.5 -+ h; correlated by -1 the sides just add
    found = few_differing(10, 10, 20)
    half = bounds(wilson(10, 20, metric="m"))[1] - 0.5
    assert bounds(found) == pytest.approx((-2 * half, 2 * half))


def test_newcombe_by_hand_where_most_deals_differ() -> None:
    found, more, less = few_differing(30, 2, 40), bounds(wilson(30, 40, metric="m")), bounds(wilson(2, 40, metric="m"))
    against = math.sqrt(30 * 2 / (10 * 38))
    a, b = 0.75 - more[0], less[1] - 0.05
    assert bounds(found)[0] == pytest.approx(0.7 - math.sqrt(a**2 + b**2 + 2 * against * a * b))
    a, b = more[1] - 0.75, 0.05 - less[0]
    assert bounds(found)[1] == pytest.approx(0.7 + math.sqrt(a**2 + b**2 + 2 * against * a * b))


@pytest.mark.parametrize(("differing", "ratio"), [(0.0004, 0.7), (0.004, 0.7), (0.004, 0.97)])
def test_few_differing_deals_with_other_denominators_cover(differing: float, ratio: float) -> None:
    """B counts some deals more than A; the ratio is the same in both."""
    rng, n, found, plain = np.random.default_rng(41), 10_000, [], []
    for _ in range(REPETITIONS):
        more = int(rng.binomial(n, differing))
        hits, known = int(rng.binomial(more, ratio)), int(rng.binomial(n - more, ratio))
        a = RatioSums(known, n - more, known, known, n - more)
        b = RatioSums(known + hits, n, known + hits, known + hits, n)
        estimate = paired_difference(
            a, b, CrossSums(known, known, known, n - more), n, metric="made", unit=PERCENTAGE_POINTS
        )
        found.append(estimate.low is not None and holds(estimate, 0.0))
        plain.append(abs(estimate.value or 0) <= 1.96 * (estimate.se or 1))
        assert estimate.method == "wilson"
    # of fractions of a deal the interval may be wider than need be, never narrower
    assert np.mean(found) >= 0.94
    if ratio == 0.97:
        assert np.mean(plain) < 0.8


def test_pairing_is_worth_the_deals_that_an_unpaired_comparison_needs_more() -> None:
    columns, _ = two_arms(np.random.default_rng(22), (1, 4_000))
    xa, ya, xb, yb = (column[0] for column in columns)
    paired, unpaired = both_differences(xa, ya, xb, yb)
    assert paired.se is not None and unpaired.se is not None
    gain = deals_needed_unpaired(ratio_sums(xa, ya), ratio_sums(xb, yb), cross_sums(xa, ya, xb, yb), 4_000)
    assert gain is not None
    assert gain.factor == pytest.approx((unpaired.se / paired.se) ** 2)
    assert gain.factor > 2
    assert (gain.deals, gain.n) == (math.ceil(4_000 * gain.factor), 4_000)
    # as many deals in two separate samples do have the width
    more, _ = two_arms(np.random.default_rng(23), (2, gain.deals))
    a, b = ratio_sums(more[0][0], more[1][0]), ratio_sums(more[2][1], more[3][1])
    apart = unpaired_difference(a, b, gain.deals, gain.deals, metric="made", unit=PERCENTAGE_POINTS)
    assert apart.se == pytest.approx(paired.se, rel=0.05)


def test_pairing_gains_nothing_between_independent_arms_and_costs_where_they_are_opposed() -> None:
    rng = np.random.default_rng(24)
    x, one = rng.integers(0, 2, (2, 20_000)), np.ones(20_000, np.int64)
    apart = deals_needed_unpaired(
        ratio_sums(x[0], one), ratio_sums(x[1], one), cross_sums(x[0], one, x[1], one), 20_000
    )
    assert apart is not None
    assert apart.factor == pytest.approx(1, abs=0.05)
    opposed = 1 - x[0]
    lost = deals_needed_unpaired(
        ratio_sums(x[0], one), ratio_sums(opposed, one), cross_sums(x[0], one, opposed, one), 20_000
    )
    assert lost is not None
    assert lost.factor == pytest.approx(0.5, abs=0.01)
    same = deals_needed_unpaired(ratio_sums(x[0], one), ratio_sums(x[0], one), cross_sums(x[0], one, x[0], one), 20_000)
    assert same is None
    empty = ratio_sums([0, 0], [0, 0])
    assert deals_needed_unpaired(empty, empty, cross_sums([0, 0], [0, 0], [0, 0], [0, 0]), 2) is None


def test_paired_difference_covers_and_the_controls_do_not() -> None:
    columns, truth = two_arms(np.random.default_rng(34), (REPETITIONS, 1_000))
    found = [both_differences(*(column[i] for column in columns)) for i in range(REPETITIONS)]
    assert BAND[0] <= np.mean([holds(paired, truth) for paired, _ in found]) <= BAND[1]
    # blind to the common deals the interval is far too wide; halved it is too narrow
    assert np.mean([holds(unpaired, truth) for _, unpaired in found]) > 0.99
    assert np.mean([holds(paired, truth, shrink=0.5) for paired, _ in found]) < 0.75


# --- sequential stopping ---


def run_until(rng: np.random.Generator, p: float, target: float) -> Estimate:
    n, k = 0, 0
    estimate = wilson(0, 0, metric="made")
    while (total := next_total(n, half_width(estimate), target, chunk=500, minimum=1_000)) > n:
        k += int(rng.binomial(total - n, p))
        n = total
        estimate = wilson(k, n, metric="made")
    return estimate


def half_width(estimate: Estimate) -> float | None:
    if estimate.low is None or estimate.high is None:
        return None
    return (estimate.high - estimate.low) / 2


@pytest.mark.parametrize(("p", "target"), [(0.5, 0.01), (0.1, 0.005), (0.01, 0.002)])
def test_stopping_at_a_width_keeps_the_coverage(p: float, target: float) -> None:
    rng = np.random.default_rng(55)
    found = [run_until(rng, p, target) for _ in range(REPETITIONS)]
    assert all((half_width(estimate) or 1) < target for estimate in found)
    assert BAND[0] <= np.mean([holds(estimate, p) for estimate in found]) <= BAND[1]
    # no more than one early misjudgement above what a share known beforehand would need
    needed = p * (1 - p) * (z_value(0.95) / target) ** 2
    assert np.mean([estimate.n or 0 for estimate in found]) < 1.25 * needed + 500


def test_looks_are_whole_chunks_and_bounded() -> None:
    assert next_total(0, None, 0.01, chunk=4_096, minimum=10_000) == 12_288
    assert next_total(12_288, 0.02, 0.01, chunk=4_096, minimum=10_000) == 24_576  # no step more than doubles
    assert next_total(12_288, 0.011, 0.01, chunk=4_096, minimum=10_000) == 16_384
    assert next_total(12_288, 0.0099, 0.01, chunk=4_096, minimum=10_000) == 12_288
    assert next_total(12_288, 0.01, 0.01, chunk=4_096, minimum=10_000) == 16_384  # below, not at
    assert next_total(4_096, 0.001, 0.01, chunk=4_096, minimum=10_000) == 12_288  # a lucky first look
    assert next_total(12_288, 0.02, 0.01, chunk=4_096, maximum=15_000) == 15_000
    assert next_total(15_000, 0.02, 0.01, chunk=4_096, maximum=15_000) == 15_000


@pytest.mark.parametrize(("target", "chunk"), [(0.0, 1), (-1.0, 1), (math.nan, 1), (0.1, 0)])
def test_impossible_targets_are_refused(target: float, chunk: int) -> None:
    with pytest.raises(ValueError, match="must be"):
        next_total(0, None, target, chunk=chunk)
