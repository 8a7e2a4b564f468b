"""Narrower intervals from the same number of deals, where that is exact in expectation.

What is estimated is a ratio R = E x / E y of two columns of the deals, or the difference of two such ratios.  Both are
smooth functions of the columns' means, so the delta method gives each deal its influence g · v, with v the deal's
columns and g the gradient at the means: (1, -R) / ȳ for a ratio.  All that is needed are the columns' sums and sums of
products, which are integers and add up over chunks in any order.

- **Strata.**  The deals fall into kinds of known frequency w (the upcard's rank): Σ w v̄ over the kinds is free of the
  chance that decides how many deals of a kind come up.  It does not matter whether each kind got its part of the deals
  from the start or the deals were sorted afterwards; given the numbers of deals, the variance is Σ w² gᵀ S g / n with
  S a kind's covariance.
- **Controls.**  Columns c whose means μ are known exactly, such as an odds metric: R̂ - β (c̄ - μ) with the regression
  coefficients β of the influence on c.  With coefficients fixed beforehand the mean of a column stays exactly unbiased;
  estimated from the same deals they cost a bias of order 1/n, far below the standard error of order 1/√n.
- **Clusters.**  Deals that belong together, such as a deal and the same with seats swapped, as one unit: the columns of
  a unit are its deals' sums, and the error is that between units.

Each function reports the factor gained: the variance that as many separate deals have without the technique over that
with it.  A factor below 1 is a loss.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from debertz_sim.stats.estimate import DEFAULT_CONFIDENCE, NUMBER, PROPORTION, Estimate, Group, z_value


class Moments(NamedTuple):
    """Sums of integer columns over ``n`` deals, and of the products of any two of them.

    The columns are x, y of a ratio, or xa, ya, xb, yb of two arms; y is 1 in every deal if a plain mean is meant.
    Controls come after them.
    """

    n: int
    sums: tuple[int, ...]
    products: tuple[tuple[int, ...], ...]

    def merge(self, other: Moments) -> Moments:
        """The sums of both sets of deals together."""
        sums = tuple(a + b for a, b in zip(self.sums, other.sums, strict=True))
        rows = zip(self.products, other.products, strict=True)
        return Moments(self.n + other.n, sums, tuple(tuple(a + b for a, b in zip(*row, strict=True)) for row in rows))

    def means(self) -> list[Fraction]:
        """The columns' means."""
        return [Fraction(total, self.n) for total in self.sums]

    def scatter(self) -> list[list[int]]:
        """n (n - 1) times the columns' covariances within the sample."""
        return [
            [self.n * product - a * b for product, b in zip(row, self.sums, strict=True)]
            for row, a in zip(self.products, self.sums, strict=True)
        ]

    def covariance(self, first: int | None = None) -> list[list[Fraction]]:
        """The columns' covariances within the sample, divisor n - 1, or those of the ``first`` ones with all."""
        below = self.n * (self.n - 1)
        return [[Fraction(number, below) for number in row] for row in self.scatter()[:first]]


class Reduced(NamedTuple):
    """An estimate with reduced variance, and the variance ratio gained, from the same ``n`` deals.

    ``factor`` is ``None`` where the deals do not tell it.
    """

    estimate: Estimate
    factor: float | None


def moments(columns: ArrayLike) -> Moments:
    """The sums of integer columns, shape (deals, columns); sums of products must stay below 2⁶³ (merge chunks)."""
    table = np.asarray(columns, np.int64)
    return Moments(
        len(table),
        tuple(int(total) for total in table.sum(axis=0)),
        tuple(tuple(int(product) for product in row) for row in table.T @ table),
    )


def stratified(
    strata: Sequence[Moments],
    shares: Sequence[Fraction | int],
    confidence: float = DEFAULT_CONFIDENCE,
    *,
    arms: int = 1,
    metric: str,
    group: Group | None = None,
    unit: str = NUMBER,
) -> Reduced:
    """A ratio, or a difference of two, from deals of several kinds whose frequencies are known.

    Parameters
    ----------
    strata, shares
        The kinds' sums; their exact frequencies, as parts of 1 or as numbers of equally likely cases.
    arms
        1 for the ratio x / y, 2 for xb / yb - xa / ya.

    Returns
    -------
    Reduced
        The value is ``None`` if a kind that occurs has no deal, the error ``None`` if one has fewer than two.

    Raises
    ------
    ValueError
        Not one share for each kind, a negative share, all shares 0, or not the columns that the arms need.
    """
    weights = [Fraction(share) for share in shares]
    if len(weights) != len(strata) or min(weights, default=Fraction(-1)) < 0 or not sum(weights):
        raise ValueError(f"{metric}: {len(weights)} shares of {len(strata)} kinds, must be one each, not below 0")
    parts = [(w / sum(weights), part) for w, part in zip(weights, strata, strict=True) if w]
    deals = sum(part.n for _, part in parts)
    if any(part.n == 0 for _, part in parts):
        return _reduced(None, None, None, deals, confidence, metric, group, unit)
    within = [part.means() for _, part in parts]
    frequencies = [w for w, _ in parts]
    overall = [_dot(frequencies, column) for column in zip(*within, strict=True)]
    value, slope = _ratios(overall, arms, metric)
    if value is None or any(part.n < 2 for _, part in parts):
        return _reduced(value, None, None, deals, confidence, metric, group, unit)
    spreads = [_form(part.covariance(), slope) for _, part in parts]
    offsets = [_dot(slope, mean) - _dot(slope, overall) for mean in within]
    variance = one_deal = Fraction(0)
    for (w, part), spread, offset in zip(parts, spreads, offsets, strict=True):
        variance += w * w * spread / part.n
        # a separate deal's variance: within its kind and between kinds, less what chance adds to the kinds' means
        one_deal += w * (spread + offset**2) - w * (1 - w) * spread / part.n
    return _reduced(value, float(variance), float(one_deal) / deals, deals, confidence, metric, group, unit)


def controlled(
    sums: Moments,
    means: Sequence[Fraction],
    confidence: float = DEFAULT_CONFIDENCE,
    *,
    arms: int = 1,
    coefficients: Sequence[float] | None = None,
    metric: str,
    group: Group | None = None,
    unit: str = NUMBER,
) -> Reduced:
    """A ratio, or a difference of two, corrected by what control columns with known means are off.

    Parameters
    ----------
    sums
        The arms' columns and, after them, one for each control.
    means
        The controls' exact means over all deals.
    arms
        1 for the ratio x / y, 2 for xb / yb - xa / ya.
    coefficients
        One for each control, fixed beforehand (from other deals); by default the regression's from these.

    Returns
    -------
    Reduced
        The value is ``None`` without denominator, the error ``None`` if there are too few deals for the coefficients.

    Raises
    ------
    ValueError
        Not one mean, or one coefficient, for each control.
    """
    own = 2 * arms
    if not means or len(sums.sums) != own + len(means) or len(means) != len(coefficients or means):
        raise ValueError(f"{metric}: {len(means)} means for {len(sums.sums) - own} controls, must be one each")
    value, slope = _ratios(sums.means()[:own], arms, metric) if sums.n else (None, [])
    if value is None or sums.n < 2:
        return _reduced(value, None, None, sums.n, confidence, metric, group, unit)
    cov = sums.covariance(own)
    plain = float(_form([row[:own] for row in cov], slope))
    with_controls = np.array([float(_dot(slope, column)) for column in zip(*(row[own:] for row in cov), strict=True)])
    among = np.array([[float(cell) for cell in row[own:]] for row in sums.scatter()[own:]])
    among /= sums.n * (sums.n - 1)
    beta, fitted = np.asarray(coefficients, np.float64) if coefficients else None, 0
    if beta is None:
        # controls may depend on each other (all kinds of a card): the least solution, and as many as are independent
        beta, fitted = _regression(among, with_controls)
    off = [float(mean - known) for mean, known in zip(sums.means()[own:], means, strict=True)]
    freedom = sums.n - 1 - fitted
    rest = max(plain - 2 * float(beta @ with_controls) + float(beta @ among @ beta), 0.0)
    variance = rest / sums.n * (sums.n - 1) / freedom if freedom > 0 else None
    corrected = float(value) - float(beta @ np.array(off))
    return _reduced(corrected, variance, plain / sums.n, sums.n, confidence, metric, group, unit)


def clustered(
    units: Moments,
    singles: Moments,
    confidence: float = DEFAULT_CONFIDENCE,
    *,
    arms: int = 1,
    metric: str,
    group: Group | None = None,
    unit: str = NUMBER,
) -> Reduced:
    """A ratio, or a difference of two, over deals that come in dependent groups, such as a deal and its twin.

    Parameters
    ----------
    units
        The sums of the groups' columns, each the sum over the group's deals.
    singles
        The sums of the same deals one by one; from them the factor.
    arms
        1 for the ratio x / y, 2 for xb / yb - xa / ya.

    Returns
    -------
    Reduced
        ``n`` is the number of single deals; the error is ``None`` if there are fewer than two groups.

    Raises
    ------
    ValueError
        The sums are not of the same deals, or not the columns that the arms need.
    """
    if units.sums != singles.sums or not units.n <= singles.n:
        raise ValueError(f"{metric}: the groups' sums {units.sums} are not those of their deals, {singles.sums}")
    value, slope = _ratios(units.means(), arms, metric) if units.n else (None, [])
    if value is None or units.n < 2:
        return _reduced(value, None, None, singles.n, confidence, metric, group, unit)
    variance = _form(units.covariance(), slope) / units.n
    _, single_slope = _ratios(singles.means(), arms, metric)
    plain = _form(singles.covariance(), single_slope) / singles.n
    return _reduced(value, float(variance), float(plain), singles.n, confidence, metric, group, unit)


def _ratios(means: Sequence[Fraction], arms: int, metric: str) -> tuple[Fraction | None, list[Fraction]]:
    """The ratio or the difference of ratios at these means, and its gradient; ``None`` without denominator."""
    if arms not in (1, 2) or len(means) != 2 * arms:
        raise ValueError(f"{metric}: {len(means)} columns for {arms} arms, must be two for each of one or two arms")
    value, slope = Fraction(0), []
    for sign, x, y in zip((-1, 1)[-arms:], means[::2], means[1::2], strict=True):
        if not y:
            return None, []
        value += sign * x / y
        slope += [sign / y, -sign * x / y**2]
    return value, slope


def _dot(a: Sequence[Fraction], b: Sequence[Fraction]) -> Fraction:
    return sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))


def _form(matrix: Sequence[Sequence[Fraction]], vector: Sequence[Fraction]) -> Fraction:
    """vectorᵀ matrix vector: the variance of a deal's influence."""
    return _dot(vector, [_dot(row, vector) for row in matrix])


def _regression(among: NDArray[np.float64], outcome: NDArray[np.float64]) -> tuple[NDArray[np.float64], int]:
    """Coefficients and how many of them are independent, from covariances; controls are scaled to one another first."""
    scale = np.sqrt(np.diag(among))
    scale[scale == 0] = 1.0
    solution, _, rank, _ = np.linalg.lstsq(among / np.outer(scale, scale), outcome / scale, rcond=1e-9)
    return solution / scale, int(rank)


def _reduced(
    value: Fraction | float | None,
    variance: float | None,
    plain: float | None,
    n: int,
    confidence: float,
    metric: str,
    group: Group | None,
    unit: str,
) -> Reduced:
    """The normal interval around the value; without any spread no error, as it would claim certainty."""
    z = z_value(confidence)
    centre = None if value is None else float(value)
    if centre is None or not variance:
        return Reduced(Estimate(metric, group or {}, centre, None, None, None, n, None, "normal", None, unit), None)
    se = math.sqrt(variance)
    low, high = centre - z * se, centre + z * se
    if unit == PROPORTION:
        low, high = min(max(low, 0.0), centre), max(min(high, 1.0), centre)
    found = Estimate(metric, group or {}, centre, low, high, se, n, None, "normal", None, unit)
    return Reduced(found, None if plain is None else plain / variance)
