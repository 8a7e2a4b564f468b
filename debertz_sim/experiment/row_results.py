"""From a file of rows back to estimates: what a picture needs of single deals, with a finer histogram."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from debertz_sim.errors import UserError
from debertz_sim.experiment.estimates import ratio
from debertz_sim.files import read_parquet
from debertz_sim.results import Result
from debertz_sim.stats import POINTS, PROPORTION, Estimate, Group, RatioSums, normal_mean, wilson
from debertz_sim.stats.looks import Look, look, look_points

ROWS = "debertz-rows"  # the key of the file's metadata
NEEDED = ("outcome", "declarer_points", "defender_points", "to_beat", "trump_cards")
OUTCOMES = ("made", "baid", "hanging_baid")
METRICS = (*OUTCOMES, "margin", "all_pass")
BIN_WIDTH = 10
FIRST_LOOK = 100

Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class RowFile:
    """The rows of deals, read.

    Parameters
    ----------
    columns
        Name -> array of shape (deals,), as ``engine.rows`` and ``experiment.run.row_columns`` name them.
    words
        The outcomes by their numbers.
    provenance
        Of the run that wrote the rows.
    """

    columns: Mapping[str, NDArray[Any]]
    words: tuple[str, ...]
    provenance: Mapping[str, Any]

    @classmethod
    def load(cls, path: str | Path) -> RowFile:
        """Read what ``simulate --rows --out`` wrote.

        Raises
        ------
        UserError
            The file cannot be read, is no such file, or its deals have no declarer.
        """
        columns, metadata = read_parquet(path)
        try:
            about = json.loads(metadata[ROWS])
            source, words = dict(about["provenance"]), tuple(map(str, about["outcome"]))
        except (KeyError, TypeError, ValueError):
            raise UserError(
                f"{path}: not a file of rows; must come from: debertz simulate --rows --out FILE.parquet"
            ) from None
        absent = [name for name in NEEDED if name not in columns]
        if absent:
            raise UserError(f"{path}: rows without {', '.join(absent)}; draw the pictures of its result (JSON) instead")
        return cls(columns, words, source)

    @property
    def confidence(self) -> float:
        """Level of the intervals."""
        return float(self.provenance["confidence"])

    @property
    def unit(self) -> str:
        """What is independent of each other: ``deals``, or ``matches``."""
        return "matches" if "match" in self.columns else "deals"

    def result(self) -> Result:
        """The rows with these estimates: made, baid, hanging_baid (also by trump_cards), all_pass, the mean margin, and
        the margin histogram in bins of ten points.

        Of deals in matches the intervals take the match as the unit, as everywhere.
        """
        return Result(tuple(self._estimates()), self.provenance, self.columns)

    def looks(self, metric: str = "made") -> list[Look]:
        """Looks at one metric, from a hundred deals (or matches) to all of them.

        Raises
        ------
        UserError
            The metric is none of ``METRICS``.
        """
        if metric not in METRICS:
            raise UserError(f"metric {metric!r}: rows tell {', '.join(METRICS)}")
        value, among = self._numbers(metric)
        sums = np.cumsum(self._by_unit(value, among), axis=0)
        points = look_points(len(sums), first=FIRST_LOOK)
        seen = [(units, self._estimate(metric, {}, sums[units - 1], units)) for units in points]
        whole = len(sums) if metric == "margin" or self.unit == "matches" else int(sums[-1][1])
        return [look(units, now, self.confidence, best_at=max(whole, 1)) for units, now in seen]

    def _estimates(self) -> Iterator[Estimate]:
        for metric in OUTCOMES:
            yield self._whole(metric, {}, *self._numbers(metric))
            value, among = self._numbers(metric)
            for trumps in range(10):
                part = among * (self.columns["trump_cards"] == trumps)
                if part.any():
                    yield self._whole(metric, {"trump_cards": trumps}, value * part, part)
        for metric in ("all_pass", "margin"):
            yield self._whole(metric, {}, *self._numbers(metric))
        margin, played = self.columns["declarer_points"] - self.columns["to_beat"], self._played()
        # rounded away from zero, so that zero has a bin of its own: ... -1 is -10..-1, 0 is 0, 1 is 1..10 ...
        bins = np.sign(margin) * -(-np.abs(margin) // BIN_WIDTH)
        far = int(np.abs(bins[played == 1]).max(initial=0))
        for number in range(-far, far + 1):
            inner, outer = BIN_WIDTH * (abs(number) - 1) + 1, BIN_WIDTH * abs(number)
            start, to = (0, 0) if number == 0 else (inner, outer) if number > 0 else (-outer, -inner)
            yield self._whole("margin_histogram", {"from": start, "to": to}, played * (bins == number), played)

    def _played(self) -> Numbers:
        codes = [number for number, word in enumerate(self.words) if word in OUTCOMES]
        return np.isin(self.columns["outcome"], codes).astype(np.int64)

    def _numbers(self, metric: str) -> tuple[Numbers, Numbers]:
        """Deal by deal what counts for the metric, and whether the deal is in its denominator."""
        played = self._played()
        if metric == "margin":
            return played * (self.columns["declarer_points"] - self.columns["defender_points"]).astype(np.int64), played
        hit = (self.columns["outcome"] == self.words.index(metric)).astype(np.int64)
        return hit, np.ones_like(played) if metric == "all_pass" else played

    def _by_unit(self, value: Numbers, among: Numbers) -> Numbers:
        """The sums that an interval needs, unit by unit: x, y, x², xy, y² of shape (units, 5)."""
        if self.unit == "matches":
            match = self.columns["match"]
            first = np.flatnonzero(np.diff(match, prepend=match[:1] - 1))
            value, among = np.add.reduceat(value, first), np.add.reduceat(among, first)
        return np.stack([value, among, value * value, value * among, among * among], axis=1)

    def _whole(self, metric: str, group: Group, value: Numbers, among: Numbers) -> Estimate:
        by_unit = self._by_unit(value, among)
        return self._estimate(metric, group, by_unit.sum(axis=0), len(by_unit))

    def _estimate(self, metric: str, group: Group, sums: Numbers, units: int) -> Estimate:
        x, y, xx, xy, yy = map(int, sums)
        unit = POINTS if metric == "margin" else PROPORTION
        if self.unit == "matches":
            return ratio(RatioSums(x, y, xx, xy, yy), units, self.confidence, metric=metric, group=group, unit=unit)
        if metric == "margin":
            return normal_mean(x, xx, y, self.confidence, metric=metric, group=group)
        return wilson(x, y, self.confidence, metric=metric, group=group)
