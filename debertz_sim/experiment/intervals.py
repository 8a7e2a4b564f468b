"""Which intervals the numbers of a comparison get: for one number of deals, or for all looks at once."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from debertz_sim.stats import (
    PERCENTAGE_POINTS,
    CrossSums,
    Estimate,
    Group,
    RatioSums,
    difference_sequence,
    mean_sequence,
    normal_mean,
    paired_difference,
    proportion_sequence,
    wilson,
)
from debertz_sim.stats.anytime import MINIMUM_WEIGHT


class Intervals(NamedTuple):
    """How numbers get their intervals.

    Parameters
    ----------
    confidence
        Level of each.
    best_at
        ``None`` if the number of deals did not depend on what was seen; else the intervals are those of confidence
        sequences, narrowest at so many deals.
    """

    confidence: float
    best_at: float | None = None

    def share(self, k: int, n: int, *, metric: str, group: Group) -> Estimate:
        """A proportion of ``k`` in ``n``."""
        if self.best_at is None:
            return wilson(k, n, self.confidence, metric=metric, group=group)
        return proportion_sequence(k, n, self.confidence, best_at=self.best_at, metric=metric, group=group)

    def mean(self, total: int, squares: int, n: int, *, metric: str, group: Group, unit: str) -> Estimate:
        """A mean of ``n`` whole numbers."""
        if self.best_at is None:
            return normal_mean(total, squares, n, self.confidence, metric=metric, group=group, unit=unit)
        return mean_sequence(
            total, squares, n, self.confidence, best_at=self.best_at, metric=metric, group=group, unit=unit
        )

    def difference(
        self, a: RatioSums, b: RatioSums, cross: CrossSums, n: int, *, metric: str, group: Group, unit: str
    ) -> Estimate:
        """B less A over the same ``n`` deals."""
        if self.best_at is None:
            return paired_difference(a, b, cross, n, self.confidence, metric=metric, group=group, unit=unit)
        found = difference_sequence(
            a, b, cross, n, self.confidence, best_at=self.best_at, metric=metric, group=group, unit=unit
        )
        if unit != PERCENTAGE_POINTS or found.se is None or (found.se * min(a.y, b.y)) ** 2 >= MINIMUM_WEIGHT:
            return found
        # too few deals differ for the limit law: what both arms' own sequences leave possible
        halves = Intervals(1 - (1 - self.confidence) / 2, self.best_at)
        of_a, of_b = (halves.share(sums.x, sums.y, metric=metric, group=group) for sums in (a, b))
        if None in (of_a.low, of_a.high, of_b.low, of_b.high):
            return found
        return replace(found, low=(of_b.low or 0.0) - (of_a.high or 0.0), high=(of_b.high or 0.0) - (of_a.low or 0.0))
