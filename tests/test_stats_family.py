"""Many intervals at once: how wide each has to be, that all hold together, and that the ordinary ones do not."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from debertz_sim.stats import (
    ARM,
    PERCENTAGE_POINTS,
    POINTS,
    PROPORTION,
    Estimate,
    cross_sums,
    exact,
    family_confidence,
    independent_difference,
    normal_mean,
    paired_difference,
    proportion_sequence,
    ratio_sums,
    simultaneous,
    wilson,
)
from tests.pvalues import binomial_tail


def bounds(estimate: Estimate) -> tuple[float, float]:
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.low, estimate.high


def test_each_member_has_its_part_of_the_error() -> None:
    assert family_confidence(0.95, 1) == pytest.approx(0.95)
    assert family_confidence(0.95, 50) == pytest.approx(0.999)
    family = [
        wilson(30, 100, metric="made", group={"round": 1}),
        normal_mean(9, 41, 3, metric="margin"),
        exact(Fraction(1, 3), metric="bella"),
        wilson(0, 0, metric="hanging_baid"),
        normal_mean(5, 25, 1, metric="declarer_points"),
    ]
    share, mean, *others = simultaneous(family, 0.9)
    # two members: each 95 %, which here is what they had; the exact number and those without interval are none
    assert share == family[0]
    assert share.unit == PROPORTION
    assert bounds(mean) == pytest.approx(bounds(family[1]))
    assert (mean.unit, mean.se, mean.method) == (POINTS, family[1].se, "normal")
    assert others == family[2:]
    share, mean, *others = simultaneous(family)
    assert share == wilson(30, 100, 0.975, metric="made", group={"round": 1})
    assert bounds(mean) == pytest.approx(bounds(normal_mean(9, 41, 3, 0.975, metric="margin")))
    assert simultaneous([family[2]]) == [family[2]]
    assert simultaneous([]) == []


def three_arms(k_a: int, k_b: int, n: int = 1_000) -> list[Estimate]:
    a, b = (wilson(k, n, metric="made", group={"round": 1, ARM: arm}) for k, arm in ((k_a, "A"), (k_b, "B")))
    return [a, b, independent_difference(a, b, group={"round": 1, ARM: "B-A"})]


@pytest.mark.parametrize(("k_a", "k_b"), [(300, 320), (0, 5), (0, 0), (1_000, 3)])
def test_differences_of_arms_are_computed_from_their_arms(k_a: int, k_b: int) -> None:
    level = family_confidence(0.95, 3)
    a, b, difference = simultaneous(three_arms(k_a, k_b))
    assert a == wilson(k_a, 1_000, level, metric="made", group={"round": 1, ARM: "A"})
    assert difference == independent_difference(a, b, level, group={"round": 1, ARM: "B-A"})
    assert difference.unit == PERCENTAGE_POINTS
    # alone in its family with the same part of the error it is no narrower
    alone = simultaneous([three_arms(k_a, k_b)[2]], level)[0]
    assert bounds(alone)[0] <= bounds(difference)[0] + 1e-12
    assert bounds(alone)[1] >= bounds(difference)[1] - 1e-12


def test_intervals_without_counts_are_wide_enough() -> None:
    # arms that never differ: the bound for 0 in the base's deals; a share of 0 of 900 deals in 40 matches
    sums = ratio_sums([1, 0] * 200, [1] * 400)
    cross = cross_sums([1, 0] * 200, [1] * 400, [1, 0] * 200, [1] * 400)
    same = paired_difference(sums, sums, cross, 400, metric="made", unit=PERCENTAGE_POINTS)
    never = wilson(0, 40, metric="baid")
    clustered = Estimate("baid", {}, 0.0, never.low, never.high, None, 900, 0, "wilson", None, PROPORTION)
    level = family_confidence(0.95, 2)
    wide_same, wide_clustered = simultaneous([same, clustered])
    for wide, wanted in (
        (wide_same, wilson(0, 400, level, metric="m")),
        (wide_clustered, wilson(0, 40, level, metric="m")),
    ):
        assert wanted.high is not None and wide.high is not None
        assert wanted.high <= wide.high <= 1.05 * wanted.high
    assert wide_same.low == pytest.approx(-bounds(wide_same)[1])
    assert wide_clustered.low == 0.0


def test_shares_stay_between_0_and_1() -> None:
    share = Estimate("made", {}, 0.01, 0.0, 0.024, 0.007, 100, 1, "normal", None, PROPORTION)
    members = [share, *(wilson(1, 9, metric="m", group={"i": i}) for i in range(20))]
    low, high = bounds(simultaneous(members)[0])
    assert low == 0.0
    assert 0.024 < high < 0.05


def test_paired_differences_grow_with_z() -> None:
    rng = np.random.default_rng(2)
    x = rng.integers(0, 2, (2, 500))
    one = [1] * 500
    sums = ratio_sums(x[0], one), ratio_sums(x[1], one), cross_sums(x[0], one, x[1], one)
    found = paired_difference(*sums, 500, metric="won", unit=PERCENTAGE_POINTS)
    wide = simultaneous([found] * 4)[0]
    wanted = paired_difference(*sums, 500, family_confidence(0.95, 4), metric="won", unit=PERCENTAGE_POINTS)
    assert bounds(wide) == pytest.approx(bounds(wanted))


def test_what_cannot_be_widened_is_refused() -> None:
    always = proportion_sequence(3, 10, best_at=100, metric="made")
    with pytest.raises(ValueError, match="made: a confidence sequence"):
        simultaneous([always])
    with pytest.raises(ValueError, match="between 0 and 1"):
        simultaneous([wilson(1, 2, metric="m")], 95)
    with pytest.raises(ValueError, match="at least 1"):
        family_confidence(0.95, 0)
    with pytest.raises(ValueError, match="between 0 and 1"):
        family_confidence(1.0, 3)


def family_of_deals(rng: np.random.Generator) -> tuple[list[Estimate], list[float]]:
    """Twenty-two metrics of 2,000 deals that hang together, and their true values.

    A deal's strength s is uniform on 0 .. 99; nine shares count s below ten, twenty, ..., ninety, nine count s - all
    but - the other way round, three are of s's last digit, and one is the mean of s.
    """
    n = 2_000
    s = rng.integers(0, 100, n)
    found, truth = [], []
    for tens in range(10, 100, 10):
        found += [
            wilson(int((s < tens).sum()), n, metric=f"below {tens}"),
            wilson(int((s >= tens).sum()), n, metric=f"{tens}"),
        ]
        truth += [tens / 100, 1 - tens / 100]
    for digit in (0, 1, 2):
        found.append(wilson(int((s % 10 == digit).sum()), n, metric=f"digit {digit}"))
        truth.append(0.1)
    found.append(normal_mean(int(s.sum()), int(s @ s), n, metric="mean"))
    truth.append(49.5)
    return found, truth


def test_all_hold_at_once_and_the_ordinary_ones_do_not() -> None:
    rng = np.random.default_rng(12)
    runs, missed, missed_before = 2_000, 0, 0
    for _ in range(runs):
        family, truth = family_of_deals(rng)
        missed_before += not all(holds(e, t) for e, t in zip(family, truth, strict=True))
        missed += not all(holds(e, t) for e, t in zip(simultaneous(family), truth, strict=True))
    assert binomial_tail(missed, runs, 0.05) > 1e-6
    assert missed > 0  # wide enough, not endless
    assert missed_before > 0.25 * runs


def holds(estimate: Estimate, truth: float) -> bool:
    low, high = bounds(estimate)
    return low <= truth <= high
