"""Strata, controls, clusters: unbiased, their errors true, the factor what the variance really loses."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from numpy.typing import NDArray

from debertz_sim.stats import (
    PROPORTION,
    Moments,
    Reduced,
    clustered,
    controlled,
    cross_sums,
    moments,
    normal_mean,
    paired_difference,
    ratio_sums,
    stratified,
)

REPETITIONS = 2_000
# The coverage of 2,000 intervals is known to half a point: the band is five of these wide on each side of 95 %, and an
# interval of 95 % from some hundred deals may be a little too narrow.
BAND = (0.92, 0.975)

KINDS = np.array([0.5, 0.3, 0.2])
KIND_SHARES = [Fraction(5), Fraction(3), Fraction(2)]
KIND_MEANS = np.array([2, 10, 30])
TRUTH = float(KINDS @ KIND_MEANS)  # 10

Numbers = NDArray[np.int64]


def deals(rng: np.random.Generator, kinds: Numbers) -> Numbers:
    """One value a deal: uniform within 4 of its kind's mean; the variance within is 80 / 12, between the kinds 112."""
    return KIND_MEANS[kinds] + rng.integers(-4, 5, kinds.shape)


def plain_columns(x: Numbers) -> Numbers:
    return np.stack([x, np.ones_like(x)], axis=-1)


def by_kind(x: Numbers, kinds: Numbers) -> list[Moments]:
    return [moments(plain_columns(x[kinds == kind])) for kind in range(3)]


def repeated(one: Callable[[np.random.Generator], Reduced], seed: int = 7) -> tuple[list[Reduced], NDArray[np.float64]]:
    rng = np.random.default_rng(seed)
    found = [one(rng) for _ in range(REPETITIONS)]
    return found, np.array([reduced.estimate.value for reduced in found], np.float64)


def judge(found: list[Reduced], values: NDArray[np.float64], truth: float, plain_variance: float) -> None:
    """Unbiased within five errors of the mean, errors and factors as the repetitions show them, coverage as stated."""
    assert abs(values.mean() - truth) < 5 * values.std() / math.sqrt(len(values))
    errors = np.array([reduced.estimate.se for reduced in found], np.float64)
    # a variance from 2,000 values is known to 3.2 %: the allowance is five of these
    assert (errors**2).mean() == pytest.approx(values.var(), rel=0.16)
    factors = np.array([reduced.factor for reduced in found], np.float64)
    assert np.median(factors) == pytest.approx(plain_variance / values.var(), rel=0.2)
    low, high = (np.array([getattr(r.estimate, end) for r in found], np.float64) for end in ("low", "high"))
    assert BAND[0] < ((low <= truth) & (truth <= high)).mean() < BAND[1]


# --- sums ---


def test_moments_by_hand_and_merged() -> None:
    columns = np.array([[1, 2], [3, 4], [5, 9]])
    sums = moments(columns)
    assert sums == Moments(3, (9, 15), ((35, 59), (59, 101)))
    assert sums.means() == [3, 5]
    assert np.array(sums.covariance(), float) == pytest.approx(np.cov(columns.T))
    assert moments(columns[:1]).merge(moments(columns[1:])) == sums


def test_one_kind_is_no_stratum() -> None:
    x = np.random.default_rng(1).integers(-20, 50, 200)
    reduced = stratified([moments(plain_columns(x))], [1], metric="margin")
    plain = normal_mean(int(x.sum()), int(x @ x), 200, metric="margin")
    assert reduced.estimate.value == plain.value
    assert reduced.estimate.se == pytest.approx(plain.se)
    assert reduced.factor == pytest.approx(1)


def test_two_arms_without_reduction_are_the_paired_difference() -> None:
    rng = np.random.default_rng(2)
    ya, yb = rng.integers(0, 2, (2, 300))
    xa, xb = ya * rng.integers(0, 5, 300), yb * rng.integers(0, 5, 300)
    columns = np.stack([xa, ya, xb, yb], axis=1)
    wanted = paired_difference(ratio_sums(xa, ya), ratio_sums(xb, yb), cross_sums(xa, ya, xb, yb), 300, metric="m")
    useless = np.tile([3, 4], 150)[:, None]
    with_control = controlled(moments(np.hstack([columns, useless])), [Fraction(7, 2)], arms=2, metric="m")
    for found in (
        stratified([moments(columns)], [1], arms=2, metric="m"),
        clustered(moments(columns), moments(columns), arms=2, metric="m"),
    ):
        assert found.estimate.value == pytest.approx(wanted.value)
        assert found.estimate.se == pytest.approx(wanted.se)
        assert found.factor == pytest.approx(1)
    assert with_control.estimate.value == pytest.approx(wanted.value)
    assert with_control.estimate.se == pytest.approx(wanted.se, rel=0.02)


# --- strata ---


def test_strata_by_hand() -> None:
    # kinds {1, 3} and {10, 10, 16} at 3 : 1: means 2 and 12, variances 2 and 12
    strata = [moments(plain_columns(np.array(x))) for x in ([1, 3], [10, 10, 16])]
    reduced = stratified(strata, [3, 1], metric="m")
    assert reduced.estimate.value == 3 / 4 * 2 + 1 / 4 * 12
    assert reduced.estimate.se == pytest.approx(math.sqrt((3 / 4) ** 2 * 2 / 2 + (1 / 4) ** 2 * 12 / 3))
    assert (reduced.estimate.n, reduced.estimate.method) == (5, "normal")


def sorted_afterwards(rng: np.random.Generator) -> Reduced:
    kinds = rng.choice(3, 300, p=KINDS)
    return stratified(by_kind(deals(rng, kinds), kinds), KIND_SHARES, metric="m")


def in_proportion(rng: np.random.Generator) -> Reduced:
    kinds = np.repeat([0, 1, 2], [150, 90, 60])
    return stratified(by_kind(deals(rng, kinds), kinds), KIND_SHARES, metric="m")


@pytest.mark.parametrize("way", [sorted_afterwards, in_proportion])
def test_strata_are_unbiased_and_gain_what_they_say(way: Callable[[np.random.Generator], Reduced]) -> None:
    found, values = repeated(way)
    plain = (112 + 80 / 12) / 300
    judge(found, values, TRUTH, plain)
    assert plain / values.var() > 10


def test_strata_of_unequal_sampling_are_unbiased_and_the_pooled_mean_is_not() -> None:
    kinds = np.repeat([0, 1, 2], [50, 50, 200])
    pooled = []

    def one(rng: np.random.Generator) -> Reduced:
        x = deals(rng, kinds)
        pooled.append(x.mean())
        return stratified(by_kind(x, kinds), KIND_SHARES, metric="m")

    found, values = repeated(one)
    judge(found, values, TRUTH, (112 + 80 / 12) / 300)
    assert np.mean(pooled) > TRUTH + 5


@pytest.mark.slow
def test_strata_that_tell_nothing_gain_nothing() -> None:
    def one(rng: np.random.Generator) -> Reduced:
        kinds = rng.integers(0, 10, 400)
        x = rng.integers(0, 7, 400)
        return stratified([moments(plain_columns(x[kinds == kind])) for kind in range(10)], [1] * 10, metric="m")

    found, values = repeated(one)
    judge(found, values, 3.0, 4 / 400)
    # sorting 400 deals into ten kinds afterwards costs 9 / 400 of the variance
    assert np.mean([reduced.factor for reduced in found]) == pytest.approx(1 - 9 / 400, abs=0.005)


def test_strata_of_a_ratio() -> None:
    """Deals of two kinds are played with chances 0.9 and 0.5 and, if so, made with chances 0.8 and 0.3."""
    truth = (0.25 * 0.9 * 0.8 + 0.75 * 0.5 * 0.3) / (0.25 * 0.9 + 0.75 * 0.5)

    def columns(rng: np.random.Generator) -> tuple[Numbers, Numbers]:
        kinds = (rng.random(800) > 0.25).astype(np.int64)
        played = rng.random(800) < np.array([0.9, 0.5])[kinds]
        made = played & (rng.random(800) < np.array([0.8, 0.3])[kinds])
        return np.stack([made, played], axis=1).astype(np.int64), kinds

    def one(rng: np.random.Generator) -> Reduced:
        table, kinds = columns(rng)
        strata = [moments(table[kinds == kind]) for kind in (0, 1)]
        return stratified(strata, [Fraction(1, 4), Fraction(3, 4)], metric="made", unit=PROPORTION)

    rng = np.random.default_rng(3)
    plain = np.var([t[:, 0].sum() / t[:, 1].sum() for t, _ in (columns(rng) for _ in range(REPETITIONS))])
    found, values = repeated(one)
    judge(found, values, truth, float(plain))
    assert np.median([reduced.factor for reduced in found]) > 1.1


def test_strata_without_deals() -> None:
    some, none, one = (moments(plain_columns(np.array(x, np.int64))) for x in ([1, 2, 3], [], [4]))
    assert stratified([some, none], [1, 1], metric="m").estimate.value is None
    assert stratified([some, none], [1, 0], metric="m").estimate.value == 2
    single = stratified([some, one], [1, 1], metric="m")
    assert (single.estimate.value, single.estimate.se, single.estimate.low, single.factor) == (3.0, None, None, None)
    with pytest.raises(ValueError, match="1 shares of 2 kinds"):
        stratified([some, one], [1], metric="m")
    with pytest.raises(ValueError, match="not below 0"):
        stratified([some, one], [1, -1], metric="m")
    with pytest.raises(ValueError, match="2 columns for 2 arms"):
        stratified([some], [1], arms=2, metric="m")


# --- controls ---


def with_dice(rng: np.random.Generator, n: int = 300) -> Numbers:
    """Columns x, 1 and two dice, of which the mean is 7/2; x is 3 first + second + noise of variance 4."""
    dice = rng.integers(1, 7, (n, 2))
    x = 3 * dice[:, 0] + dice[:, 1] + rng.integers(-3, 4, n)
    return np.stack([x, np.ones_like(x), dice[:, 0], dice[:, 1]], axis=1)


DICE = [Fraction(7, 2), Fraction(7, 2)]
DICE_VARIANCE = (10 * 35 / 12 + 4) / 300


@pytest.mark.parametrize("coefficients", [None, [3.0, 1.0], [1.0, 0.0]])
def test_controls_are_unbiased_and_gain_what_they_say(coefficients: list[float] | None) -> None:
    found, values = repeated(
        lambda rng: controlled(moments(with_dice(rng)), DICE, coefficients=coefficients, metric="m")
    )
    judge(found, values, 14.0, DICE_VARIANCE)
    assert DICE_VARIANCE / values.var() > (5 if coefficients != [1.0, 0.0] else 1.5)


def test_the_error_counts_the_coefficients_as_estimated() -> None:
    rng = np.random.default_rng(10)
    controls = rng.integers(0, 10, (40, 8))
    x = rng.integers(0, 50, 40) + controls[:, 0]
    reduced = controlled(moments(np.hstack([plain_columns(x), controls])), [Fraction(9, 2)] * 8, metric="m")
    design = np.hstack([np.ones((40, 1)), controls])
    solution, residual, _, _ = np.linalg.lstsq(design, x.astype(float), rcond=None)
    assert reduced.estimate.value == pytest.approx(solution @ [1, *[4.5] * 8])  # the plane at the known means
    assert reduced.estimate.se == pytest.approx(math.sqrt(residual[0] / (40 - 9) / 40))


def test_control_a_wrong_mean_makes_a_wrong_estimate() -> None:
    _, values = repeated(lambda rng: controlled(moments(with_dice(rng)), [Fraction(3), Fraction(7, 2)], metric="m"))
    assert abs(values.mean() - 14) > 1


def test_controls_that_depend_on_each_other_are_as_one() -> None:
    table = with_dice(np.random.default_rng(6))
    once = controlled(moments(table[:, :3]), DICE[:1], metric="m")
    twice = controlled(moments(np.hstack([table[:, :3], 2 * table[:, 2:3] + 1])), [*DICE[:1], Fraction(8)], metric="m")
    constant = controlled(moments(np.hstack([table[:, :3], table[:, 1:2]])), [*DICE[:1], Fraction(1)], metric="m")
    for other in (twice, constant):
        assert other.estimate.value == pytest.approx(once.estimate.value)
        assert other.estimate.se == pytest.approx(once.estimate.se)


def test_kinds_as_controls_are_strata() -> None:
    rng = np.random.default_rng(8)
    kinds = rng.choice(3, 500, p=KINDS)
    x = deals(rng, kinds)
    indicators = (kinds[:, None] == np.arange(3)).astype(np.int64)
    known = [share / 10 for share in KIND_SHARES]
    control = controlled(moments(np.hstack([plain_columns(x), indicators])), known, metric="m")
    strata = stratified(by_kind(x, kinds), KIND_SHARES, metric="m")
    assert control.estimate.value == pytest.approx(strata.estimate.value, rel=1e-9)
    assert control.estimate.se == pytest.approx(strata.estimate.se, rel=0.05)


def test_controls_of_a_difference_of_ratios() -> None:
    """A makes a played deal on a first die from 3 up, B from 4 up if the second die is 1; played unless it is 6."""
    a, b = 4 / 6, 4 / 6 - (1 / 5) * (1 / 6)

    def one(rng: np.random.Generator) -> Reduced:
        dice = rng.integers(1, 7, (600, 2))
        played = dice[:, 1] < 6
        made_a = played & (dice[:, 0] >= 3)
        made_b = made_a & ~((dice[:, 1] == 1) & (dice[:, 0] == 3))
        column = [made_a, played, made_b, played, dice[:, 0] == 3]
        return controlled(moments(np.stack(column, axis=1).astype(np.int64)), [Fraction(1, 6)], arms=2, metric="m")

    found, values = repeated(one)
    # plain: a deal's influence is -1 / (5/6) with chance 1/36
    plain = ((6 / 5) ** 2 / 36 - (b - a) ** 2) / 600
    judge(found, values, b - a, plain)


def test_controls_without_enough_deals_or_means() -> None:
    table = with_dice(np.random.default_rng(9), 3)
    few = controlled(moments(table), DICE, metric="m")
    assert few.estimate.value is not None
    assert (few.estimate.se, few.factor) == (None, None)
    assert controlled(moments(table[:0]), DICE, metric="m").estimate.value is None
    with pytest.raises(ValueError, match="1 means for 2 controls"):
        controlled(moments(table), DICE[:1], metric="m")
    with pytest.raises(ValueError, match="must be one each"):
        controlled(moments(table), DICE, coefficients=[1.0], metric="m")


# --- clusters ---


def twins(rng: np.random.Generator, likeness: int) -> tuple[Moments, Moments]:
    """150 pairs of deals: what the first gains by luck the second loses (-1) or gains as well (1)."""
    luck, own = rng.integers(-6, 7, 150), rng.integers(-2, 3, (150, 2))
    x = 10 + np.stack([luck, likeness * luck], axis=1) + own
    return moments(np.stack([x.sum(axis=1), np.full(150, 2)], axis=1)), moments(plain_columns(x.ravel()))


@pytest.mark.parametrize(("likeness", "gains"), [(-1, True), (1, False)])
def test_pairs_of_deals_are_one_unit(likeness: int, gains: bool) -> None:
    found, values = repeated(lambda rng: clustered(*twins(rng, likeness), metric="m"))
    judge(found, values, 10.0, (14 + 2) / 300)
    factor = np.median([reduced.factor for reduced in found])
    assert factor > 6 if gains else factor < 0.6
    assert found[0].estimate.n == 300


def test_clusters_must_be_of_the_same_deals() -> None:
    units, singles = twins(np.random.default_rng(1), -1)
    with pytest.raises(ValueError, match="not those of their deals"):
        clustered(units, moments(np.ones((300, 2), np.int64)), metric="m")
    nothing = moments(np.zeros((0, 2), np.int64))
    assert clustered(nothing, nothing, metric="m").estimate.value is None
    lone = moments(np.array([[5, 2]]))
    assert clustered(lone, moments(np.array([[2, 1], [3, 1]])), metric="m").estimate.se is None
    assert singles.n == 2 * units.n
