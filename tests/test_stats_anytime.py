"""Confidence sequences, decisions at every look: values by hand, false winners, power, and controls that must fail."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from debertz_sim.stats import (
    PERCENTAGE_POINTS,
    CrossSums,
    Estimate,
    RatioSums,
    cross_sums,
    difference_sequence,
    leader,
    limit_leads,
    log_evidence,
    mean_sequence,
    normal_mean,
    paired_difference,
    proportion_sequence,
    ratio_sums,
    sequence_factor,
    sign_leads,
    wilson,
)
from debertz_sim.stats.anytime import DIFFERING_PARTS
from tests.pvalues import binomial_tail

# Runs of two equal options: looks at every LOOK deals up to a million.  A rate is called too high if so many false
# winners would come up with a chance below JUDGE at the stated 5 %.
RUNS, LOOK, LOOKS = 2_000, 1_000, 1_000
DEALS = np.arange(1, LOOKS + 1) * LOOK
STATED, JUDGE = 0.05, 1e-6
BEST_AT = LOOK * LOOKS


def acceptable(false_winners: int, runs: int) -> bool:
    return binomial_tail(false_winners, runs, STATED) > JUDGE


class Races:
    """Runs of two arms that differ on a part of the deals; deals won by A alone and by B alone at every look."""

    def __init__(self, differing: float, lead: float = 0.0, seed: int = 1) -> None:
        rng = np.random.default_rng(seed)
        fresh = rng.binomial(LOOK, differing, (RUNS, LOOKS))
        by_b = rng.binomial(fresh, (1 + lead) / 2)
        self.b = np.cumsum(by_b, axis=1)
        self.a = np.cumsum(fresh - by_b, axis=1)

    @property
    def difference(self) -> NDArray[Any]:
        return (self.b - self.a) / DEALS

    @property
    def variance(self) -> NDArray[Any]:
        """As ``paired_difference`` has it for denominators that are always 1."""
        return (self.a + self.b - (self.b - self.a) ** 2 / DEALS) / (DEALS * (DEALS - 1.0))

    def sums(self, run: int, look: int) -> tuple[RatioSums, RatioSums, CrossSums, int]:
        """One look's sums, of deals of which both arms win a third of those on which they agree."""
        n, a, b = int(DEALS[look]), int(self.a[run, look]), int(self.b[run, look])
        both = (n - a - b) // 3
        one = RatioSums(a + both, n, a + both, a + both, n)
        other = RatioSums(b + both, n, b + both, b + both, n)
        return one, other, CrossSums(both, a + both, b + both, n), n

    def signs(self, **more: float) -> NDArray[np.int64]:
        """The exact decisions; each pair of numbers asked for once."""
        pairs, place = np.unique(self.a * (1 << 32) + self.b, return_inverse=True)
        decided = sign_leads(pairs >> 32, pairs % (1 << 32), best_at=BEST_AT, **more)
        return decided[place].reshape(self.a.shape)

    def limits(self) -> NDArray[np.int64]:
        return limit_leads(self.difference, self.variance, DEALS, DEALS, best_at=BEST_AT)


@pytest.fixture(scope="module", params=[0.3, 0.0006], ids=["common", "rare"])
def equal(request: pytest.FixtureRequest) -> tuple[float, Races]:
    return request.param, Races(request.param)


# --- who leads ---


def test_equal_options_seldom_have_a_winner_by_signs(equal: tuple[float, Races]) -> None:
    differing, races = equal
    decided = races.signs() if differing < 0.01 else races.signs(best_at_differing=differing * BEST_AT)
    false_winners = int((decided != 0).any(axis=1).sum())
    assert acceptable(false_winners, RUNS)
    assert false_winners > 0  # it does decide


def test_equal_options_seldom_have_a_winner_in_the_limit(equal: tuple[float, Races]) -> None:
    _, races = equal
    false_winners = int((races.limits() != 0).any(axis=1).sum())
    assert acceptable(false_winners, RUNS)
    assert false_winners > 0


def test_control_the_naive_rule_names_winners_far_too_often(equal: tuple[float, Races]) -> None:
    _, races = equal
    naive = np.abs(races.difference) > 1.96 * np.sqrt(races.variance)
    false_winners = int((naive & (races.variance > 0)).any(axis=1).sum())
    assert false_winners > 0.2 * RUNS
    assert not acceptable(false_winners, RUNS)


@pytest.mark.slow
@pytest.mark.parametrize("differing", [0.3, 0.0006])
def test_a_lead_of_four_errors_is_found_before_the_end(differing: float) -> None:
    races = Races(differing, lead=4 / math.sqrt(differing * BEST_AT), seed=2)
    for decided in (races.signs(best_at_differing=differing * BEST_AT), races.limits()):
        before_the_end = decided[:, :-1]
        assert (before_the_end == 1).any(axis=1).mean() > 0.85
        assert (before_the_end == -1).any(axis=1).mean() < 0.01
        first = np.where((before_the_end != 0).any(axis=1), (before_the_end != 0).argmax(axis=1), LOOKS)
        assert np.median(first) < 0.7 * LOOKS


def test_without_a_forecast_of_the_differing_deals_it_takes_a_little_longer() -> None:
    races = Races(0.0006, lead=4 / math.sqrt(0.0006 * BEST_AT), seed=3)
    assert (races.signs()[:, :-1] == 1).any(axis=1).mean() > 0.7


@pytest.mark.parametrize("lead", [0.0, 0.3])
def test_leader_decides_by_the_sums_as_the_arrays_do(lead: float) -> None:
    races = Races(0.0006, lead, seed=4)
    signs, limits = races.signs(), races.limits()
    for run, look in [(run, look) for run in range(0, RUNS, 100) for look in (0, 40, 300, 999)]:
        sums = races.sums(run, look)
        assert leader(*sums, best_at=BEST_AT, matched=True) == ("A", None, "B")[signs[run, look] + 1]
        assert leader(*sums, best_at=BEST_AT) == ("A", None, "B")[limits[run, look] + 1]
    assert lead == 0.0 or set(signs[::100, 999]) == {1}


def skewed_runs(differing: float, ratio: float, seed: int) -> tuple[NDArray[Any], ...]:
    """Two arms with one ratio, of which B counts more deals: difference, variance, base at every look.

    On ``differing`` of the deals only B's denominator is 1; nearly all of these are hits where the ratio is nearly 1.
    """
    rng = np.random.default_rng(seed)
    more = np.cumsum(fresh := rng.binomial(LOOK, differing, (RUNS, LOOKS)), axis=1)
    hits = np.cumsum(rng.binomial(fresh, ratio), axis=1)
    base = DEALS - more
    known = np.cumsum(rng.binomial(LOOK - fresh, ratio), axis=1)
    r_a, r_b = known / base, (known + hits) / DEALS
    # influence (xB - R_B yB) / ȳB - (xA - R_A yA) / ȳA, squared and summed over the four kinds of deals
    w_a, w_b = DEALS / base, 1.0
    total = hits * (w_b * (1 - r_b)) ** 2 + (more - hits) * (w_b * r_b) ** 2
    total += known * (w_b * (1 - r_b) - w_a * (1 - r_a)) ** 2 + (base - known) * (w_b * r_b - w_a * r_a) ** 2
    return r_b - r_a, total / (DEALS * (DEALS - 1.0)), base


@pytest.mark.parametrize(("differing", "ratio"), [(0.01, 0.97), (0.05, 0.997), (0.0006, 0.65)])
def test_one_sided_differences_seldom_have_a_winner(differing: float, ratio: float) -> None:
    difference, variance, base = skewed_runs(differing, ratio, 5)
    decided = limit_leads(difference, variance, base, DEALS, best_at=BEST_AT)
    assert acceptable(int((decided != 0).any(axis=1).sum()), RUNS)


def test_control_without_a_minimum_one_sided_differences_have_winners() -> None:
    difference, variance, base = skewed_runs(0.05, 0.997, 5)
    decided = limit_leads(difference, variance, base, DEALS, best_at=BEST_AT, minimum=0)
    assert not acceptable(int((decided != 0).any(axis=1).sum()), RUNS)


def test_a_few_deals_that_differ_decide_nothing() -> None:
    # five deals, all B's: 2.2 errors, but by chance alone one run in sixteen begins with five for the same side
    n, b = 1_000_000, 5
    nothing, some = RatioSums(0, n, 0, 0, n), RatioSums(b, n, b, b, n)
    sums = (nothing, some, CrossSums(0, 0, b, n), n)
    assert leader(*sums, best_at=n, matched=True, best_at_differing=5) is None
    assert leader(*sums, best_at=n) is None
    naive = paired_difference(*sums, metric="won")
    assert naive.low is not None and naive.low > 0
    assert sign_leads(0, 4000, best_at=n) == 1
    assert sign_leads(4000, 0, best_at=n) == -1


def test_signs_are_exact_at_every_single_deal() -> None:
    # all 2^800 series of equally likely winners at once: chances of B's wins, those that are decided taken out
    chance, decided = np.ones(1), 0.0
    for n in range(1, 801):
        chance = np.convolve(chance, [0.5, 0.5])
        b = np.arange(n + 1)
        there = sign_leads(n - b, b, best_at=800, best_at_differing=800) != 0
        decided += float(chance[there].sum())
        chance[there] = 0.0
    assert decided + chance.sum() == pytest.approx(1)
    assert 0.015 < decided < STATED


@pytest.mark.parametrize("n", [200, 20_000, 1_000_000])
def test_without_a_forecast_the_capital_is_shared_among_the_scales(n: int) -> None:
    ahead = np.arange(0, 10 * math.isqrt(n), 2)
    b = (n + ahead) // 2
    capital = np.mean([np.exp(log_evidence(b, n + 0 * b, 0.5, best_at=BEST_AT * part)) for part in DIFFERING_PARTS], 0)
    assert (sign_leads(n - b, b, best_at=BEST_AT) == (capital >= 20)).all()
    assert 0 < (capital >= 20).sum() < len(b)


def test_leader_without_data() -> None:
    empty, one = RatioSums(0, 0, 0, 0, 0), RatioSums(1, 1, 1, 1, 1)
    assert leader(empty, empty, CrossSums(0, 0, 0, 0), 0, best_at=100) is None
    assert leader(empty, empty, CrossSums(0, 0, 0, 0), 0, best_at=100, matched=True) is None
    assert leader(one, one, CrossSums(1, 1, 1, 1), 1, best_at=100) is None


def test_arms_that_do_not_match_are_refused() -> None:
    a, b = ratio_sums([1, 0, 0], [1, 1, 0]), ratio_sums([1, 0, 1], [1, 1, 1])
    cross = cross_sums([1, 0, 0], [1, 1, 0], [1, 0, 1], [1, 1, 1])
    with pytest.raises(ValueError, match="matched arms"):
        leader(a, b, cross, 3, best_at=100, matched=True)
    points = ratio_sums([2, 0], [1, 1])
    with pytest.raises(ValueError, match="matched arms"):
        leader(points, points, cross_sums([2, 0], [1, 1], [2, 0], [1, 1]), 2, best_at=100, matched=True)


# --- shares ---


def test_evidence_by_hand() -> None:
    # a mixture of weight 2 around 1/2 is the uniform law: two hits in two have the chance 1/3 under it, 1/4 under 1/2
    best_at = 2 / weight_of_one_trial()
    assert log_evidence(2, 2, 0.5, best_at=best_at) == pytest.approx(math.log(4 / 3))
    assert log_evidence(0, 0, 0.5, best_at=best_at) == pytest.approx(0)


def weight_of_one_trial() -> float:
    """The mixture's weight w for best_at = 1: one hit in two has the capital w / (w + 1)."""
    capital = math.exp(float(log_evidence(1, 2, 0.5, best_at=1.0)))
    return capital / (1 - capital)


@pytest.mark.parametrize("p", [0.5, 0.3, 0.002])
def test_the_game_is_fair(p: float) -> None:
    # the mean capital over all outcomes is 1, whatever n
    for n in (1, 7, 60):
        k = np.arange(n + 1)
        logs = [math.lgamma(n + 1) - math.lgamma(i + 1) - math.lgamma(n - i + 1) for i in range(n + 1)]
        chance = np.exp(np.array(logs) + k * math.log(p) + (n - k) * math.log1p(-p))
        capital = np.exp(log_evidence(k, np.full(n + 1, n), p, best_at=50))
        assert float(chance @ capital) == pytest.approx(1)


@given(st.integers(1, 10**7), st.data(), st.sampled_from([0.5, 0.9, 0.95, 0.999]), st.sampled_from([20, 10**4, 10**7]))
def test_share_interval_holds_its_value(n: int, data: st.DataObject, confidence: float, best_at: int) -> None:
    k = data.draw(st.integers(0, n))
    estimate = proportion_sequence(k, n, confidence, best_at=best_at, metric="m")
    low, high = bounds(estimate)
    assert 0 <= low <= k / n <= high <= 1
    assert low < high
    # the ends are where the capital reaches 1 / α
    bar = -math.log1p(-confidence)
    for end in {low, high} - {0.0, 1.0}:
        if min(end, 1 - end) > 1e-12:
            assert log_evidence(k, n, end, confidence, best_at=best_at) == pytest.approx(bar, rel=1e-3, abs=1e-3)


def bounds(estimate: Estimate) -> tuple[float, float]:
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.low, estimate.high


def test_share_intervals_hold_at_every_look_and_the_ordinary_one_does_not() -> None:
    rng = np.random.default_rng(9)
    for p in (0.3, 0.01):
        hits = np.cumsum(rng.binomial(LOOK, p, (RUNS, 200)), axis=1)
        trials = np.broadcast_to(DEALS[:200], hits.shape)
        missed = (log_evidence(hits, trials, p, best_at=200 * LOOK) >= math.log(20)).any(axis=1).sum()
        assert acceptable(int(missed), RUNS)
        assert missed > 0
        z = (hits - trials * p) / np.sqrt(trials * p * (1 - p))  # Wilson's interval holds p where |z| < 1.96
        assert not acceptable(int((np.abs(z) > 1.96).any(axis=1).sum()), RUNS)


def test_share_interval_is_about_as_wide_as_the_factor_says() -> None:
    ordinary, whole = wilson(300_000, 10**6, metric="m"), proportion_sequence(300_000, 10**6, best_at=10**6, metric="m")
    ratio = np.diff(bounds(whole))[0] / np.diff(bounds(ordinary))[0]
    assert ratio == pytest.approx(float(sequence_factor(10**6, best_at=10**6)) / 1.959964, rel=0.01)
    assert (whole.method, whole.k, whole.n, whole.value, whole.unit) == ("sequence", 300_000, 10**6, 0.3, "proportion")


def test_shares_at_the_ends_and_without_data() -> None:
    none = proportion_sequence(0, 1000, best_at=1000, metric="m")
    every = proportion_sequence(1000, 1000, best_at=1000, metric="m")
    assert (none.low, every.high, none.se, every.se) == (0.0, 1.0, None, None)
    assert none.high == pytest.approx(1 - (every.low or 0))
    assert 0.001 < (none.high or 0) < 0.02
    nothing = proportion_sequence(0, 0, best_at=1000, metric="m")
    assert (nothing.value, nothing.low, nothing.high) == (None, None, None)


# --- means and differences ---


def test_factor_is_least_where_it_is_to_be() -> None:
    n = np.arange(1, 4_001)
    factors = sequence_factor(n, best_at=1_000)
    assert abs(int(n[factors.argmin()]) - 1_000) <= 1
    # u = ln((1 + u) / α²) is solved by 8.211 at α = 0.05, and the least factor is √(1 + u)
    assert factors.min() == pytest.approx(math.sqrt(9.2113), abs=1e-3)
    assert sequence_factor(10, best_at=1_000) > 2 * factors.min()
    assert sequence_factor(1_000, 0.99, best_at=1_000) > factors.min()


def test_mean_and_difference_are_the_ordinary_ones_made_wider() -> None:
    rng = np.random.default_rng(4)
    x, y = rng.integers(-50, 200, (2, 400)), rng.integers(0, 2, (2, 400))
    factor = float(sequence_factor(400, best_at=1_000))
    plain = normal_mean(int(x[0].sum()), int(x[0] @ x[0]), 400, metric="m")
    wide = mean_sequence(int(x[0].sum()), int(x[0] @ x[0]), 400, best_at=1_000, metric="m")
    assert (wide.value, wide.se, wide.method) == (plain.value, plain.se, "sequence")
    assert bounds(wide)[1] - (wide.value or 0) == pytest.approx(factor * (plain.se or 0))
    sums = ratio_sums(x[0] * y[0], y[0]), ratio_sums(x[1] * y[1], y[1])
    cross = cross_sums(x[0] * y[0], y[0], x[1] * y[1], y[1])
    paired = paired_difference(*sums, cross, 400, metric="m")
    always = difference_sequence(*sums, cross, 400, best_at=1_000, metric="m")
    assert (always.value, always.se, always.n) == (paired.value, paired.se, 400)
    assert bounds(always)[0] == pytest.approx((paired.value or 0) - factor * (paired.se or 0))


def test_difference_holds_at_every_look() -> None:
    races = Races(0.05, lead=0.02, seed=8)
    gap = np.abs(races.difference - 0.05 * 0.02)
    missed = (gap > sequence_factor(DEALS, best_at=BEST_AT) * np.sqrt(races.variance)).any(axis=1).sum()
    assert acceptable(int(missed), RUNS)
    assert missed > 0


def test_no_spread_is_no_certainty() -> None:
    sums = ratio_sums([1, 0, 1], [1, 1, 1])
    cross = cross_sums([1, 0, 1], [1, 1, 1], [1, 0, 1], [1, 1, 1])
    share = difference_sequence(sums, sums, cross, 3, best_at=100, metric="m", unit=PERCENTAGE_POINTS)
    bound = proportion_sequence(0, 3, best_at=100, metric="m").high
    assert (share.value, share.se, share.high, share.method) == (0.0, None, bound, "sequence")
    mean = difference_sequence(sums, sums, cross, 3, best_at=100, metric="m")
    assert (mean.value, mean.se, mean.low) == (0.0, None, None)
    same = mean_sequence(6, 12, 3, best_at=100, metric="m")
    assert (same.value, same.se, same.low, same.method) == (2.0, None, None, "sequence")
    assert mean_sequence(0, 0, 0, best_at=100, metric="m").value is None


@pytest.mark.parametrize("best_at", [0, -1, math.nan])
def test_impossible_best_at_is_refused(best_at: float) -> None:
    with pytest.raises(ValueError, match="must be above 0"):
        sequence_factor(10, best_at=best_at)
    with pytest.raises(ValueError, match="must be above 0"):
        sign_leads(1, 2, best_at=best_at)


@pytest.mark.parametrize("confidence", [0.0, 1.0, 95])
def test_impossible_confidence_is_refused(confidence: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        sequence_factor(10, confidence, best_at=10)
    with pytest.raises(ValueError, match="between 0 and 1"):
        proportion_sequence(0, 0, confidence, best_at=10, metric="m")


def test_impossible_shares_and_steps_are_refused() -> None:
    with pytest.raises(ValueError, match="0 <= hits <= trials"):
        proportion_sequence(3, 2, best_at=10, metric="m")
    with pytest.raises(ValueError, match="between 0 and 1"):
        log_evidence(1, 2, 1.0, best_at=10)
    with pytest.raises(ValueError, match="step is 0"):
        limit_leads(0.1, 0.1, 10, 10, best_at=10, step=0)
