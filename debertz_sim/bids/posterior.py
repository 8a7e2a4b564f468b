"""Means of several calls with one covariance: intervals, leads, the chance that each is the best, who is ahead."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from functools import lru_cache
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from debertz_sim.experiment.sums import Part
from debertz_sim.stats import family_confidence, limit_leads, sequence_factor, z_value

DRAWS = 65_536  # of several means at once; the chance of being the best is told to some .2 %
STEP, KUSH_STEP = 100.0, 1.0  # by how much calls differ in a deal that matters: what ``limit_leads`` asks for
VALUE_SHARE = 0.2  # of the error that a verdict may have: for the sampled value of the game

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class GameValue:
    """What a deal is worth to forehand, with its standard error (0: given), where it comes from, and the play there."""

    value: float
    se: float = 0.0
    source: str = "given"
    deals: int = 0
    play: str = ""

    def told(self) -> dict[str, Any]:
        """The fields, for provenance."""
        return asdict(self)


@dataclass(frozen=True)
class Means:
    """Mean margins of the calls after n worlds.

    Parameters
    ----------
    mean
        Shape (calls,).
    sampling
        Covariance of the means over the worlds, shape (calls, calls); NaN-free, 0 where n < 2.
    anew
        The mean of a, by which the value of the game enters: shape (calls,).
    value
        That value.
    n
        Worlds.
    """

    mean: Floats
    sampling: Floats
    anew: Floats
    value: GameValue
    n: int

    @property
    def covariance(self) -> Floats:
        """With the error of the game's value, which is independent of the worlds."""
        return np.asarray(self.sampling + self.value.se**2 * np.outer(self.anew, self.anew))

    @property
    def order(self) -> list[int]:
        """The calls from the best on; of equal ones the earlier first."""
        return sorted(range(len(self.mean)), key=lambda call: -self.mean[call])

    def lead(self, best: int, other: int) -> tuple[float, float, float]:
        """Mean difference, its standard error over the worlds, and by how much V changes it."""
        a, b = best, other
        variance = self.sampling[a, a] + self.sampling[b, b] - 2 * self.sampling[a, b]
        return (
            float(self.mean[a] - self.mean[b]),
            math.sqrt(max(variance, 0.0)),
            float(self.anew[a] - self.anew[b]),
        )

    def lead_error(self, best: int, other: int) -> float:
        """Standard error of a lead, the game's value included."""
        _, sampled, anew = self.lead(best, other)
        return math.hypot(sampled, self.value.se * anew)


def means_of(part: Part, n: int, value: GameValue) -> Means:
    """From the sums of ``tally``; n at least 1."""
    calls = len(part["sums"]) // 2
    weights = np.concatenate([np.eye(calls), value.value * np.eye(calls)])  # x + V a
    sums = part["sums"].astype(np.float64)
    mean = weights.T @ sums / n
    # from sums around the mean of x and a, so that nothing is lost to cancellation
    around = part["products"].astype(np.float64) - np.outer(sums, sums) / n
    sampling = weights.T @ around @ weights / (n * (n - 1)) if n > 1 else np.zeros((calls, calls))
    return Means(mean, sampling, sums[calls:] / n, value, n)


def best_chances(means: Means) -> Floats:
    """The chance of each call to be the best, if the true means lie around the sampled ones as the errors say.

    Jointly normal, nothing known before.  Of two calls it is exact, of more from ``DRAWS`` draws that are always the
    same.  Calls that did the same in every world share their chance.
    """
    calls = len(means.mean)
    if calls == 1:
        return np.ones(1)
    if calls == 2:
        ahead, error = means.lead(0, 1)[0], means.lead_error(0, 1)
        chance = float(NormalDist().cdf(ahead / error)) if error > 0 else 0.5 + 0.5 * float(np.sign(ahead))
        return np.array([chance, 1 - chance])
    draws = means.mean + _normals(calls) @ _root(means.covariance).T
    top = draws >= draws.max(axis=1, keepdims=True) - 1e-9
    return np.asarray((top / top.sum(axis=1, keepdims=True)).mean(axis=0))


@lru_cache(maxsize=4)
def _normals(count: int) -> Floats:
    half = np.random.default_rng(count).standard_normal((DRAWS // 2, count))
    return np.concatenate([half, -half])


def _root(covariance: Floats) -> Floats:
    """A lower triangle whose square the covariance is; rows without spread stay 0."""
    size = len(covariance)
    root = np.zeros((size, size))
    scale = float(np.trace(covariance)) or 1.0
    for row in range(size):
        for column in range(row + 1):
            rest = covariance[row, column] - root[row, :column] @ root[column, :column]
            if row == column:
                root[row, row] = math.sqrt(rest) if rest > 1e-12 * scale else 0.0
            elif root[column, column] > 0:
                root[row, column] = rest / root[column, column]
    return root


def ahead(means: Means, confidence: float, best_at: float, step: float = STEP) -> int | None:
    """The call that is ahead of all others, to be asked at every look; ``None`` while that is not decided yet.

    Over all looks together a worse call is named with chance at most 1 - ``confidence``: for that it would have to be
    ahead of the best one, so that there are as many ways to err as other calls.  Each has a confidence sequence, and a
    part of the error is kept for the value of the game where it is sampled.
    """
    calls = len(means.mean)
    if calls == 1:
        return 0
    level, beyond = verdict_levels(calls, confidence, means.value.se > 0)
    best = means.order[0]
    for other in means.order[1:]:
        difference, error, anew = means.lead(best, other)
        sure = difference - beyond * means.value.se * abs(anew)
        if error == 0 and sure > 0:  # the same in every world: which needs worlds enough to mean anything
            if means.n < 1000:
                return None
        elif sure <= 0 or not limit_leads(sure, error**2, means.n, means.n, level, best_at=best_at, step=step):
            return None
    return best


def verdict_levels(calls: int, confidence: float, sampled: bool) -> tuple[float, float]:
    """The confidence of each sequence, and how many errors of the game's value are allowed for."""
    others = calls - 1
    if not sampled:
        return family_confidence(confidence, others), 0.0
    error = 1 - confidence
    return family_confidence(1 - (1 - VALUE_SHARE) * error, others), z_value(1 - VALUE_SHARE * error)


def half_width(error: float, of_value: float, n: int, confidence: float, best_at: float | None) -> float:
    """Of the interval around a mean or lead of ``n`` worlds.

    Parameters
    ----------
    error, of_value
        Standard errors: over the worlds, and what the sampled value of the game adds.
    best_at
        For a confidence sequence, where it is narrowest; ``None``: the interval of one look.
    """
    if best_at is None:
        return z_value(confidence) * math.hypot(error, of_value)
    if of_value == 0:
        return float(sequence_factor(n, confidence, best_at=best_at)) * error
    share = VALUE_SHARE * (1 - confidence)
    return float(sequence_factor(n, confidence + share, best_at=best_at)) * error + z_value(1 - share) * of_value
