"""Difference of two ratios measured on the same deals.

Each deal i gives every arm (rule set, policy) a numerator x_i and a denominator y_i: for the share of made deals
x = 1 if made, y = 1 if the deal was played; for a mean over all deals y = 1 always.  The arm's ratio is
R = Σx / Σy, and the quantity wanted is D = R_B - R_A.

Derivation.  The delta method replaces a ratio by its linear part at the means: R̂ - R ≈ (1/N) Σ (x_i - R y_i) / ȳ.
Hence D̂ - D ≈ (1/N) Σ d_i with the deal's influence

    d_i = (xB_i - R_B yB_i) / ȳB - (xA_i - R_A yA_i) / ȳA,

whose sum is zero at the estimated ratios, so that Var D̂ ≈ Σ d_i² / (N (N - 1)).  With ȳ = Σy / N this is

    Var D̂ ≈ N / (N - 1) · (Q_A / (ΣyA)² + Q_B / (ΣyB)² - 2 C / (ΣyA ΣyB)),
    Q = Σx² - 2 R Σxy + R² Σy²,
    C = Σ xA xB - R_B Σ xA yB - R_A Σ yA xB + R_A R_B Σ yA yB.

The normal interval needs some hundred deals on which the arms differ.  With fewer, above all in one direction, the
error is known too badly; there a difference of shares gets Newcombe's interval for paired shares (1998, method 8, with
the correlation r of two classes of one sample): let s deals be won by B alone, f by A alone, with Wilson's bounds
around s / base and f / base; then D reaches down by √(a² + b² + 2 r a b), a and b being the sides of s downwards and
of f upwards, and up by the same of the other two sides.  Where the denominators differ too, s and f are the numbers of
whole deals with the same sum and the same sum of squares.

All sums are integers, add up over chunks in any order, and are combined as exact fractions: arms that behave alike
on every deal give exactly 0 with exactly no error.  Without the term C this is the error of two independent
samples; what the common deals are worth is that term.
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from debertz_sim.stats.estimate import (
    DEFAULT_CONFIDENCE,
    NUMBER,
    PERCENTAGE_POINTS,
    Estimate,
    Group,
    wilson,
    wilson_bounds,
    z_value,
)

# Up to so many differing deals the normal interval of a difference of shares covers noticeably less than it says.
FEW = 100


class RatioSums(NamedTuple):
    """One arm's sums over the deals: of numerators, denominators, their squares and their products."""

    x: int
    y: int
    xx: int
    xy: int
    yy: int

    def merge(self, other: RatioSums) -> RatioSums:
        """The sums of both sets of deals together."""
        return RatioSums(*(a + b for a, b in zip(self, other, strict=True)))


class CrossSums(NamedTuple):
    """Sums of products between the arms over the deals; the first letter is A's quantity, the second B's."""

    xx: int
    xy: int
    yx: int
    yy: int

    def merge(self, other: CrossSums) -> CrossSums:
        """The sums of both sets of deals together."""
        return CrossSums(*(a + b for a, b in zip(self, other, strict=True)))


def ratio_sums(x: ArrayLike, y: ArrayLike) -> RatioSums:
    """The sums of one arm from its integer columns ``x``, ``y`` of shape (deals,)."""
    x, y = np.asarray(x, np.int64), np.asarray(y, np.int64)
    return RatioSums(int(x.sum()), int(y.sum()), int(x @ x), int(x @ y), int(y @ y))


def cross_sums(xa: ArrayLike, ya: ArrayLike, xb: ArrayLike, yb: ArrayLike) -> CrossSums:
    """The sums between two arms from their integer columns of shape (deals,)."""
    xa, ya, xb, yb = (np.asarray(column, np.int64) for column in (xa, ya, xb, yb))
    return CrossSums(int(xa @ xb), int(xa @ yb), int(ya @ xb), int(ya @ yb))


def paired_difference(
    a: RatioSums,
    b: RatioSums,
    cross: CrossSums,
    n: int,
    confidence: float = DEFAULT_CONFIDENCE,
    *,
    metric: str,
    group: Group | None = None,
    unit: str = NUMBER,
) -> Estimate:
    """B's ratio minus A's over the same ``n`` deals, with the paired standard error and a normal interval.

    The value is ``None`` if an arm has no denominator, the error ``None`` if ``n`` < 2.  Of shares that differ on at
    most ``FEW`` deals the interval is Newcombe's (method ``wilson``).  Where the sample shows no spread (as a rule: no
    deal on which the arms differ) a plug-in error of 0 would claim certainty: ``se`` is ``None`` then, the interval of
    proportions says how often the arms may differ by Wilson's bound for 0 of the base's deals, and means, which have no
    bound, get none.  The interval of a mean is too narrow if only some dozen deals differ, all in one direction (93
    instead of 95 % at 19, 85 % at 3).

    Raises
    ------
    ValueError
        Sums that no ``n`` deals can have, or the confidence is not between 0 and 1.
    """
    difference, variance = difference_and_variance(a, b, cross, n)
    if difference is not None and variance == 0:
        bound = wilson(0, min(a.y, b.y), confidence, metric=metric).high
        return without_spread(float(difference), bound, n, "wilson", metric=metric, group=group, unit=unit)
    found = _estimate(difference, variance, n, confidence, metric, group, unit)
    if difference is None or variance is None or unit != PERCENTAGE_POINTS:
        return found
    base = min(a.y, b.y)
    lead = difference * base
    differing = variance * Fraction(n - 1, n) * base**2 + lead * difference
    if differing > min(FEW, base):
        return found
    low, high = _newcombe(float(lead), float(differing), base, z_value(confidence))
    return replace(found, low=max(low, -1.0), high=min(high, 1.0), method="wilson")


def _newcombe(lead: float, differing: float, base: int, z: float) -> tuple[float, float]:
    """Bounds of a difference of paired shares: B wins ``lead`` more of the ``differing`` ones among ``base`` deals."""
    s, f = max((differing + lead) / 2, 0.0), max((differing - lead) / 2, 0.0)
    p, q = s / base, f / base
    (p_low, p_high), (q_low, q_high) = (wilson_bounds(k, base, z) for k in (s, f))
    # two classes of one sample hinder each other
    against = math.sqrt(p * q / ((1 - p) * (1 - q))) if p < 1 and q < 1 else 0.0

    def side(a: float, b: float) -> float:
        return math.sqrt(a * a + b * b + 2 * against * a * b)

    return lead / base - side(p - p_low, q_high - q), lead / base + side(p_high - p, q - q_low)


def difference_and_variance(
    a: RatioSums, b: RatioSums, cross: CrossSums, n: int
) -> tuple[Fraction | None, Fraction | None]:
    """B's ratio minus A's over the same ``n`` deals and the square of its standard error, as exact fractions.

    The difference is ``None`` if an arm has no denominator, the variance also if ``n`` < 2.

    Raises
    ------
    ValueError
        Sums that no ``n`` deals can have.
    """
    difference = _difference(a, b)
    if difference is None or n < 2:
        return difference, None
    ra, rb = Fraction(a.x, a.y), Fraction(b.x, b.y)
    common = cross.xx - rb * cross.xy - ra * cross.yx + ra * rb * cross.yy
    spread = _residual(a) / a.y**2 + _residual(b) / b.y**2 - 2 * common / (a.y * b.y)
    return difference, _sound(spread * Fraction(n, n - 1), n)


def without_spread(
    value: float, bound: float | None, n: int, method: str, *, metric: str, group: Group | None, unit: str
) -> Estimate:
    """No two deals of the sample differ by different amounts: the interval of a difference of shares is ``value`` plus
    and minus ``bound``, that of means is ``None``."""
    if unit != PERCENTAGE_POINTS or bound is None:
        return Estimate(metric, group or {}, value, None, None, None, n, None, "normal", None, unit)
    low, high = max(value - bound, -1.0), min(value + bound, 1.0)
    return Estimate(metric, group or {}, value, low, high, None, n, None, method, None, unit)


def unpaired_difference(
    a: RatioSums,
    b: RatioSums,
    n_a: int,
    n_b: int,
    confidence: float = DEFAULT_CONFIDENCE,
    *,
    metric: str,
    group: Group | None = None,
    unit: str = NUMBER,
) -> Estimate:
    """B's ratio minus A's from two separate samples; beside the paired one it shows what pairing gains.

    ``n`` of the estimate is the smaller of the two samples.
    """
    difference = _difference(a, b)
    variance = None if difference is None or min(n_a, n_b) < 2 else _unpaired_variance(a, b, n_a, n_b)
    return _estimate(difference, variance, min(n_a, n_b), confidence, metric, group, unit)


class PairingGain(NamedTuple):
    """What it is worth that both arms play the same deals.

    Parameters
    ----------
    deals
        Deals that each arm would have to play on its own for an interval no wider than the paired one.
    factor
        Variance of the unpaired difference over that of the paired one, both from ``n`` deals: how many times as many
        deals.  Below 1 the arms' results go against each other and pairing costs.
    n
        Deals that both were computed from.
    """

    deals: int
    factor: float
    n: int


def deals_needed_unpaired(a: RatioSums, b: RatioSums, cross: CrossSums, n: int) -> PairingGain | None:
    """How many deals an unpaired comparison would need for the width that pairing reached with ``n``, by the same sums.

    ``None`` if there is no error to compare: an arm without denominator, ``n`` < 2, no spread in the difference.

    Raises
    ------
    ValueError
        Sums that no ``n`` deals can have.
    """
    _, variance = difference_and_variance(a, b, cross, n)
    if not variance:
        return None
    factor = _unpaired_variance(a, b, n, n) / variance
    return PairingGain(math.ceil(n * factor), float(factor), n)


def _unpaired_variance(a: RatioSums, b: RatioSums, n_a: int, n_b: int) -> Fraction:
    part_a = _residual(a) / a.y**2 * Fraction(n_a, n_a - 1)
    return _sound(part_a + _residual(b) / b.y**2 * Fraction(n_b, n_b - 1), min(n_a, n_b))


def _sound(variance: Fraction, n: int) -> Fraction:
    if variance < 0:
        raise ValueError(f"the sums belong to no {n} deals (negative variance)")
    return variance


def _difference(a: RatioSums, b: RatioSums) -> Fraction | None:
    return Fraction(b.x, b.y) - Fraction(a.x, a.y) if a.y and b.y else None


def _residual(sums: RatioSums) -> Fraction:
    """Σ (x - R y)² at the estimated ratio R."""
    ratio = Fraction(sums.x, sums.y)
    return sums.xx - 2 * ratio * sums.xy + ratio**2 * sums.yy


def _estimate(
    difference: Fraction | None,
    variance: Fraction | None,
    n: int,
    confidence: float,
    metric: str,
    group: Group | None,
    unit: str,
) -> Estimate:
    z = z_value(confidence)
    value = None if difference is None else float(difference)
    if value is None or variance is None:
        return Estimate(metric, group or {}, value, None, None, None, n, None, "normal", None, unit)
    se = math.sqrt(variance)
    return Estimate(metric, group or {}, value, value - z * se, value + z * se, se, n, None, "normal", None, unit)
