"""What a sample has counted: hits and sums by metric and group, and the estimates that follow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from debertz_sim.exact.values import MEANS, Group
from debertz_sim.stats import POINTS, Estimate, normal_mean, wilson

IntArray = NDArray[np.int64]

PART_OF = ("i_am", "upcard_rank", "declarer")  # group keys that say which part of the deals a number is about


class Tally:
    """Hits and sums by metric and group, and how many deals each part of the sample has."""

    def __init__(self) -> None:
        self.deals: dict[Group, int] = {}
        self.hits: dict[tuple[str, Group], int] = {}
        self.sums: dict[tuple[str, Group], tuple[int, int]] = {}

    def count(self, part: Group, deals: int) -> None:
        """So many deals more belong to this part of the sample."""
        self.deals[part] = self.deals.get(part, 0) + deals

    def hit(self, metric: str, group: Group, number: int) -> None:
        """So many hits more."""
        self.hits[metric, group] = self.hits.get((metric, group), 0) + number

    def add(self, metric: str, group: Group, values: IntArray) -> None:
        """Values ``(n,)`` to be averaged."""
        total, squares = self.sums.get((metric, group), (0, 0))
        self.sums[metric, group] = total + int(values.sum()), squares + int((values * values).sum())

    def plus(self, other: Tally) -> Tally:
        """Both together, as a new tally."""
        both = Tally()
        for tally in (self, other):
            for part, deals in tally.deals.items():
                both.count(part, deals)
            for (metric, group), number in tally.hits.items():
                both.hit(metric, group, number)
            for name, (total, squares) in tally.sums.items():
                before = both.sums.get(name, (0, 0))
                both.sums[name] = before[0] + total, before[1] + squares
        return both

    def to_json(self) -> dict[str, Any]:
        """The tally in JSON values."""
        return {
            "deals": list(self.deals.items()),
            "hits": [(*name, number) for name, number in self.hits.items()],
            "sums": [(*name, *numbers) for name, numbers in self.sums.items()],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Tally:
        """Read what ``to_json`` gave; raises ``ValueError``, ``TypeError`` or ``KeyError`` for anything else."""
        tally = cls()
        tally.deals = {_group(part): int(deals) for part, deals in data["deals"]}
        tally.hits = {(metric, _group(group)): int(number) for metric, group, number in data["hits"]}
        tally.sums = {
            (metric, _group(group)): (int(total), int(squares)) for metric, group, total, squares in data["sums"]
        }
        return tally

    def estimate(self, metric: str, group: Group, confidence: float) -> Estimate:
        """The estimate of one metric and group; a group without a hit has none."""
        n = self.deals.get(tuple(item for item in group if item[0] in PART_OF), 0)
        if metric in MEANS:
            total, squares = self.sums.get((metric, group), (0, 0))
            return normal_mean(total, squares, n, confidence, metric=metric, group=dict(group), unit=POINTS)
        return wilson(self.hits.get((metric, group), 0), n, confidence, metric=metric, group=dict(group))

    def estimates(self, confidence: float) -> list[Estimate]:
        """All there is, in the order in which it came."""
        return [self.estimate(metric, group, confidence) for metric, group in [*self.hits, *self.sums]]


def _group(items: Iterable[tuple[str, str | int]]) -> Group:
    return tuple((name, value) for name, value in items)
