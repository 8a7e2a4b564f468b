"""Confidence sequences: intervals that hold at every look at once, and who leads by them.

An ordinary interval keeps its promise at one number of deals that was fixed beforehand.  Whoever looks again and again
and stops as soon as one side is ahead is wrong far more often than it says.  The intervals here contain the truth at
all numbers of deals together with the stated confidence, so that they may be looked at as often as one likes and
the run be ended for any reason.  The price is a width of some 1.5 times the ordinary one.

Each rests on a game that is fair if the hypothesis is true: its capital, the likelihood of what was seen averaged over
alternatives and divided by the likelihood under the hypothesis, is a martingale that begins with 1, and by Ville's
inequality it ever reaches 1/α with chance at most α.  What the data have brought to 1/α is refused.

- Shares (exact at any n): under the share p the hits are compared with a beta mixture of mean p (Robbins 1970; Howard,
  Ramdas, McAuliffe, Sekhon 2021).  Of two arms that play the same deals, the deals that only one of them wins are such
  a series, with p = 1/2 if neither is better.
- Means and differences of ratios (in the limit of many deals): a normal mixture with the sample variance in the place
  of the unknown one (Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas 2024), for finite variance; it is the ordinary
  interval with ``sequence_factor`` in the place of z.

The breadth of the mixture decides where an interval is narrowest beside the ordinary one: ``best_at``, which is to be
fixed before the first look.  Far from there it stays valid and grows slowly wider.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from operator import index
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from debertz_sim.stats.estimate import (
    DEFAULT_CONFIDENCE,
    NUMBER,
    POINTS,
    PROPORTION,
    Estimate,
    Group,
    is_level,
    normal_mean,
)
from debertz_sim.stats.paired import CrossSums, RatioSums, difference_and_variance, without_spread

# Smallest weight of differing deals with which ``leader`` trusts the limit law, see there.
MINIMUM_WEIGHT = 30.0
# Where nobody says how many deals will differ, the mixture covers these parts of the deals.
DIFFERING_PARTS = (1.0, 1e-2, 1e-4)

_log_gamma = np.vectorize(math.lgamma, otypes=[float])


@lru_cache(maxsize=16)
def _tuning(confidence: float) -> float:
    """The number u of prior variances that n steps must weigh for (1 + 1/u) log((1 + u) / α²) to be least.

    There u = log((1 + u) / α²), which the iteration finds; the interval is √(1 + u) standard errors wide.
    """
    if not is_level(confidence):
        raise ValueError(f"confidence is {confidence}, must lie between 0 and 1, such as 0.95")
    base = -2 * math.log1p(-confidence)
    u = base + 1
    for _ in range(60):
        u = math.log1p(u) + base
    return u


def _checked(best_at: float, what: str = "best_at") -> float:
    if not best_at > 0:
        raise ValueError(f"{what} is {best_at}, must be above 0")
    return best_at


def sequence_factor(
    n: ArrayLike, confidence: float = DEFAULT_CONFIDENCE, *, best_at: float
) -> NDArray[np.float64] | np.float64:
    """Half-width after ``n`` deals in standard errors: what z is for one look, for all looks.

    Parameters
    ----------
    n
        Deals, at least 1, of any shape.
    best_at
        The number of deals at which the factor is least (3.03 at 95 %, where z is 1.96).

    Raises
    ------
    ValueError
        The confidence is not between 0 and 1, or ``best_at`` not positive.
    """
    u = np.asarray(n, np.float64) * (_tuning(confidence) / _checked(best_at))
    return np.sqrt((1 + 1 / u) * (np.log1p(u) - 2 * math.log1p(-confidence)))


# --- shares ---


def log_evidence(
    k: ArrayLike, n: ArrayLike, p: float, confidence: float = DEFAULT_CONFIDENCE, *, best_at: float
) -> NDArray[np.float64]:
    """Logarithm of the capital against the share ``p`` after ``k`` hits in ``n`` trials, of any one shape.

    If p is true it ever reaches log(1/α) with chance at most α, whatever p, n and ``best_at`` are.

    Raises
    ------
    ValueError
        p or the confidence is not between 0 and 1, or ``best_at`` not positive.
    """
    if not 0 < p < 1:
        raise ValueError(f"share is {p}, must lie between 0 and 1")
    weight = _checked(best_at) / _tuning(confidence)  # the mixture's weight, in trials
    k, n = np.asarray(k, np.float64), np.asarray(n, np.float64)
    a, b = weight * p, weight * (1 - p)
    mixture = _log_gamma(k + a) - math.lgamma(a) + _log_gamma(n - k + b) - math.lgamma(b)
    mixture -= _log_gamma(n + weight) - math.lgamma(weight)
    return np.asarray(mixture - k * math.log(p) - (n - k) * math.log1p(-p), np.float64)


def proportion_sequence(
    k: int,
    n: int,
    confidence: float = DEFAULT_CONFIDENCE,
    *,
    best_at: float,
    metric: str,
    group: Group | None = None,
) -> Estimate:
    """Proportion of ``k`` hits in ``n`` trials with an interval that holds at all looks, exactly.

    ``best_at`` is the number of trials at which it is to be narrowest.  ``se`` as in ``wilson``.

    Raises
    ------
    ValueError
        Not 0 <= k <= n, the confidence is not between 0 and 1, or ``best_at`` not positive.
    """
    k, n = index(k), index(n)
    if not 0 <= k <= n:
        raise ValueError(f"{metric}: {k} hits in {n} trials, must be 0 <= hits <= trials")
    bar = -math.log1p(-confidence) if is_level(confidence) else _tuning(confidence)
    if n == 0:
        return Estimate(metric, group or {}, None, None, None, None, 0, 0, "sequence", None, PROPORTION)

    def refused(p: float) -> bool:
        return bool(log_evidence(k, n, p, confidence, best_at=best_at) >= bar)

    # the capital is convex in p and at most 1 at p = k/n, so that what is not refused is one interval around it
    p = k / n
    low = 0.0 if k == 0 else _edge(refused, 0.0, p)
    high = 1.0 if k == n else _edge(refused, 1.0, p)
    se = math.sqrt(p * (1 - p) / n) if 0 < k < n else None
    return Estimate(metric, group or {}, p, low, high, se, n, k, "sequence", None, PROPORTION)


def _edge(refused: Callable[[float], bool], outside: float, inside: float) -> float:
    """Where refusal begins on the way from ``inside`` to ``outside``, rounded towards ``outside``."""
    while (middle := (outside + inside) / 2) not in (outside, inside) and abs(outside - inside) > 1e-16:
        if refused(middle):
            outside = middle
        else:
            inside = middle
    return outside


# --- means and differences ---


def mean_sequence(
    total: int,
    total_sq: int,
    n: int,
    confidence: float = DEFAULT_CONFIDENCE,
    *,
    best_at: float,
    metric: str,
    group: Group | None = None,
    unit: str = POINTS,
) -> Estimate:
    """Mean of ``n`` integers from their sum and sum of squares, with an interval for all looks, in the limit.

    No interval, and ``se`` ``None``, where the sample shows no spread.

    Raises
    ------
    ValueError
        Sums that no n integers can have, the confidence is not between 0 and 1, or ``best_at`` not positive.
    """
    whole = normal_mean(total, total_sq, n, confidence, metric=metric, group=group, unit=unit)
    return _stretched(whole, confidence, best_at)


def difference_sequence(
    a: RatioSums,
    b: RatioSums,
    cross: CrossSums,
    n: int,
    confidence: float = DEFAULT_CONFIDENCE,
    *,
    best_at: float,
    metric: str,
    group: Group | None = None,
    unit: str = NUMBER,
) -> Estimate:
    """B's ratio minus A's over the same ``n`` deals, as ``paired_difference``, with an interval for all looks.

    In the limit of many differing deals; ``limit_leads`` says from when it is to be trusted.  Without any spread the
    interval of a difference of shares is that of 0 in all the base's deals.

    Raises
    ------
    ValueError
        Sums that no ``n`` deals can have, the confidence is not between 0 and 1, or ``best_at`` not positive.
    """
    difference, variance = difference_and_variance(a, b, cross, n)
    value = None if difference is None else float(difference)
    if value is not None and variance == 0:
        bound = proportion_sequence(0, min(a.y, b.y), confidence, best_at=best_at, metric=metric).high
        return without_spread(value, bound, n, "sequence", metric=metric, group=group, unit=unit)
    se = None if variance is None else math.sqrt(variance)
    plain = Estimate(metric, group or {}, value, None, None, se, n, None, "sequence", None, unit)
    return _stretched(plain, confidence, best_at)


def _stretched(estimate: Estimate, confidence: float, best_at: float) -> Estimate:
    """The estimate with the interval for all looks around its value."""
    value, se, n = estimate.value, estimate.se, estimate.n
    if value is None or not se or not n:
        return replace(estimate, low=None, high=None, se=None, method="sequence")
    half = float(sequence_factor(n, confidence, best_at=best_at)) * se
    return replace(estimate, low=value - half, high=value + half, method="sequence")


# --- who leads ---


def sign_leads(
    a_better: ArrayLike,
    b_better: ArrayLike,
    confidence: float = DEFAULT_CONFIDENCE,
    *,
    best_at: float,
    best_at_differing: float | None = None,
) -> NDArray[np.int64]:
    """Which arm wins more of the deals that only one of them wins: -1 A, 1 B, 0 not decided yet.

    Exact at every number of deals, however rare the differing ones: over all looks together the worse arm is named
    with chance at most 1 - ``confidence``, and of two equal arms any.

    Parameters
    ----------
    a_better, b_better
        Deals won by A alone, by B alone, so far; of any one shape.
    best_at
        Deals (of all kinds) at which a decision is to need least.
    best_at_differing
        How many of those are expected to differ, if that is known before the first look; otherwise an average over
        ``DIFFERING_PARTS`` of ``best_at`` is taken, which costs some 20 % more deals.

    Raises
    ------
    ValueError
        The confidence is not between 0 and 1, or a number of deals to be best at not positive.
    """
    a_better, b_better = np.asarray(a_better, np.int64), np.asarray(b_better, np.int64)
    if best_at_differing is None:
        scales = [_checked(best_at) * part for part in DIFFERING_PARTS]
    else:
        scales = [_checked(best_at_differing, "best_at_differing")]
    n = a_better + b_better
    evidence = [log_evidence(b_better, n, 0.5, confidence, best_at=scale) for scale in scales]
    capital = np.logaddexp.reduce(evidence, axis=0) - math.log(len(scales))
    decided = capital >= -math.log1p(-confidence)
    return np.where(decided, np.sign(b_better - a_better), 0)


def limit_leads(
    difference: ArrayLike,
    variance: ArrayLike,
    base: ArrayLike,
    n: ArrayLike,
    confidence: float = DEFAULT_CONFIDENCE,
    *,
    best_at: float,
    step: float = 1.0,
    minimum: float = MINIMUM_WEIGHT,
) -> NDArray[np.int64]:
    """Which of two ratios over the same deals is larger: -1 A, 1 B, 0 not decided yet.  In the limit of many deals.

    Parameters
    ----------
    difference, variance
        B - A and its squared standard error, after ``n`` deals; like ``base`` and ``n`` of any one shape.
    base
        The smaller denominator of the two.
    best_at
        Deals at which a decision is to need least.
    step, minimum
        Nothing is decided before the differing deals weigh as much as ``minimum`` of them that differ by a whole
        ``step`` in the numerator.  The limit law needs it: as long as one deal can outweigh all that were seen, an
        estimated variance means little.

    Raises
    ------
    ValueError
        The confidence is not between 0 and 1, ``best_at`` or the step not positive.
    """
    difference, variance, n = (np.asarray(column, np.float64) for column in (difference, variance, n))
    # a deal on which the arms differ by a step moves the difference by step / base
    weight = variance * (np.asarray(base, np.float64) / _checked(step, "step")) ** 2
    factor = sequence_factor(n, confidence, best_at=best_at)
    decided = (weight >= minimum) & (variance > 0) & (np.abs(difference) > factor * np.sqrt(variance))
    return np.where(decided, np.sign(difference).astype(np.int64), 0)


def leader(
    a: RatioSums,
    b: RatioSums,
    cross: CrossSums,
    n: int,
    confidence: float = DEFAULT_CONFIDENCE,
    *,
    best_at: float,
    matched: bool = False,
    best_at_differing: float | None = None,
    step: float = 1.0,
    minimum: float = MINIMUM_WEIGHT,
) -> Literal["A", "B"] | None:
    """The arm with the larger ratio, to be asked at every look; ``None`` while that is not decided yet.

    Over all looks together the wrong arm is named (of two equal ones, any) with chance at most 1 - ``confidence``.

    Parameters
    ----------
    a, b, cross, n
        What was summed over the ``n`` deals so far.
    best_at
        Deals at which a decision is to need least, such as the most that will be played.
    matched
        Whether by their nature all numerators are 0 or 1 and each deal counts in both arms' denominators or in neither
        (who wins the deal, with two policies): then ``sign_leads`` decides, exactly, otherwise ``limit_leads``.  Not to
        be read off the sample.
    best_at_differing
        As in ``sign_leads``.
    step, minimum
        As in ``limit_leads``: 1 for shares; for points of the game the greatest difference that one deal is likely to
        make.

    Raises
    ------
    ValueError
        Sums that no ``n`` deals can have or that are not matched, the confidence is not between 0 and 1, or a number of
        deals to be best at or the step not positive.
    """
    if matched:
        if not (a.xx == a.x and b.xx == b.x and a.yy == b.yy == cross.yy):
            raise ValueError("the sums are not those of matched arms: numerators 0 or 1, denominators the same")
        won = a.x - cross.xx, b.x - cross.xx
        side = int(sign_leads(*won, confidence, best_at=best_at, best_at_differing=best_at_differing))
    else:
        difference, variance = difference_and_variance(a, b, cross, n)
        if difference is None or variance is None:
            return None
        numbers = float(difference), float(variance), min(a.y, b.y), n
        side = int(limit_leads(*numbers, confidence, best_at=best_at, step=step, minimum=minimum))
    return ("A", None, "B")[side + 1]
