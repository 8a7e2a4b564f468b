"""The sums and estimates of ``--reduce``.

A shuffle with all its deals is the unit.  Its columns are the sums over its deals of the numerators and denominators
of all metrics without groups, in a comparison those of both arms, and of the controls.  From the columns' sums and sums
of products ``stats.reduction`` makes the estimates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim.engine.rows import C_UPCARD
from debertz_sim.engine.tally import classify
from debertz_sim.experiment.design import RANKS, Design
from debertz_sim.experiment.program import Cell, Program
from debertz_sim.experiment.sums import Part
from debertz_sim.stats import (
    PERCENTAGE_POINTS,
    PROPORTION,
    CrossSums,
    Estimate,
    Group,
    Moments,
    RatioSums,
    Reduced,
    clustered,
    controlled,
    paired_difference,
    wilson,
)

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]

_SINGLE_THREAD = 200_000  # multiplications; with some more, waiting for the threads costs more than the work


class Entry(NamedTuple):
    """A metric without groups: name, unit, and which columns of its arm are its numerator and denominator."""

    metric: str
    unit: str
    x: int
    y: int


class Columns(NamedTuple):
    """The columns of one arm: numerators of shares, of means, then denominators."""

    cells: tuple[Cell, ...]
    means: tuple[int, ...]
    bases: tuple[Cell, ...]
    entries: tuple[Entry, ...]

    @property
    def number(self) -> int:
        """Of the columns."""
        return len(self.cells) + len(self.means) + len(self.bases)


def columns_of(its: Program) -> Columns:
    """The columns of a program's metrics without groups."""
    cells = tuple(cell for cell in its.cells if not cell.share.group)
    means = tuple(place for place, mean in enumerate(its.means) if not mean.group)
    bases = {cell.base: cell for cell in (*cells, its.played)}
    first = len(cells) + len(means)
    place_of = {base: first + place for place, base in enumerate(bases)}
    entries = [Entry(cell.share.metric, PROPORTION, x, place_of[cell.base]) for x, cell in enumerate(cells)]
    for x, place in enumerate(means, len(cells)):
        entries.append(Entry(its.means[place].metric, its.means[place].unit, x, place_of[its.played.base]))
    return Columns(cells, means, tuple(bases.values()), tuple(entries))


def _values(its: Program, rows: NDArray[np.int32]) -> Floats:
    """The columns of deals, shape (deals, columns)."""
    columns = columns_of(its)
    classes = np.empty((len(its.tally.first_key) - 1, len(rows)), np.int64)
    classify(its.tally, rows, classes)

    def state(cell: Cell, kind: Whole) -> Whole:
        found: Whole = kind[classes[cell.histogram] - its.classes(cell.histogram).start]
        return found

    played = state(its.played, its.played.among)
    found = [state(cell, cell.hit) for cell in columns.cells]
    for column, minus in its.tally.means[list(columns.means)].tolist():
        value = rows[:, column].astype(np.int64)
        found.append(played * (value - rows[:, minus] if minus >= 0 else value))
    found += [state(cell, cell.among) for cell in columns.bases]
    return np.array(found, np.float64).T


def _control_values(plan: Design, rows: NDArray[np.int32], dealt: Whole) -> Floats:
    """The controls of deals, shape (deals, controls)."""
    ranks = rows[:, C_UPCARD, None] & 7 == np.arange(RANKS - 1)
    found = [ranks] if plan.ranks else []
    found += [dealt[:, [control.column for control in plan.controls]]] if plan.controls else []
    return np.concatenate([part.astype(np.float64) for part in found] or [np.empty((len(rows), 0))], axis=1)


def empty(plan: Design, programs: Sequence[Program]) -> Part:
    """Sums of nothing over the columns of these arms and the controls."""
    own = sum(columns_of(its).number for its in programs)
    number = own + len(plan.means)
    return {
        "sums": np.zeros(number, np.int64),
        "products": np.zeros((number, number), np.int64),
        "deal_products": np.zeros((own, own), np.int64),
    }


def add(
    plan: Design, programs: Sequence[Program], blocks: Sequence[NDArray[np.int32]], dealt: Whole, part: Part
) -> None:
    """Add a block of shuffles, the rows of their deals under each arm, to the sums.

    Products of whole numbers that add up to less than 2**53 are exact as floating-point numbers: a block is small.
    """
    own = np.concatenate([_values(its, rows) for its, rows in zip(programs, blocks, strict=True)], axis=1)
    whole = np.concatenate([own, _control_values(plan, blocks[0], dealt)], axis=1)
    units = whole.reshape(-1, plan.deals, whole.shape[1]).sum(axis=1)
    part["sums"] += units.sum(axis=0).astype(np.int64)
    part["products"] += _products(units)
    part["deal_products"] += _products(own)


def _products(table: Floats) -> Whole:
    """Sums of products of any two columns, in pieces so small that the library does not share them out to threads."""
    rows = max(8, _SINGLE_THREAD // table.shape[1] ** 2)
    pieces = (table[start : start + rows] for start in range(0, len(table), rows))
    found: Whole = np.sum([piece.T @ piece for piece in pieces], axis=0).astype(np.int64)
    return found


class Reduction(NamedTuple):
    """Sums over ``deals`` deals under one rule set or two, and how they were dealt."""

    plan: Design
    programs: tuple[Program, ...]
    part: Part
    deals: int
    confidence: float

    def of_arm(self, arm: int = 0, group: Group | None = None, only: str | None = None) -> list[Reduced]:
        """The metrics of one arm, or this metric alone, under this group."""
        first = sum(columns_of(its).number for its in self.programs[:arm])
        found = []
        for entry in columns_of(self.programs[arm]).entries:
            if only in (None, entry.metric):
                found.append(self._ratio(entry, (first + entry.x, first + entry.y), group or {}))
        return found

    def differences(self, group: Group, only: str | None = None) -> list[Reduced]:
        """The second arm less the first; both have the same columns."""
        columns = columns_of(self.programs[0])
        found = []
        for entry in columns.entries:
            if only in (None, entry.metric):
                places = entry.x, entry.y, columns.number + entry.x, columns.number + entry.y
                found.append(self._difference(entry, places, group))
        return found

    def _ratio(self, entry: Entry, places: tuple[int, int], group: Group) -> Reduced:
        units = self._moments(places)
        x, y = units.sums
        if entry.unit == PROPORTION and x in (0, y):
            # no spread to tell from: Wilson's interval, with no more trials than there are shuffles
            trials = min(units.n, y)
            bounds = wilson(trials if x else 0, trials, self.confidence, metric=entry.metric, group=group)
            return Reduced(replace(bounds, n=y, k=x), None)
        return self._narrow(entry.metric, places, group, entry.unit, y)

    def _difference(self, entry: Entry, places: tuple[int, int, int, int], group: Group) -> Reduced:
        unit = PERCENTAGE_POINTS if entry.unit == PROPORTION else entry.unit
        units = self._moments(places)
        xa, ya, xb, yb = units.sums
        (xaxa, xaya, xaxb, xayb), (_, yaya, yaxb, yayb), (_, _, xbxb, xbyb), (*_, ybyb) = units.products
        a, b = RatioSums(xa, ya, xaxa, xaya, yaya), RatioSums(xb, yb, xbxb, xbyb, ybyb)
        cross = CrossSums(xaxb, xayb, yaxb, yayb)
        plain = paired_difference(a, b, cross, units.n, self.confidence, metric=entry.metric, group=group, unit=unit)
        if plain.method == "wilson" or plain.se is None:  # too few differ for a normal interval
            return Reduced(replace(plain, n=self.deals), None)
        return self._narrow(entry.metric, places, group, unit, self.deals)

    def _narrow(self, metric: str, places: Sequence[int], group: Group, unit: str, n: int) -> Reduced:
        """The estimate with the shuffle as unit, less what the controls are off; ``n`` is what it is to say."""
        arms, gained = len(places) // 2, 1.0
        units, means = self._moments(places), self.plan.means
        found = Reduced(Estimate(metric, group, None, None, None, None, n, None, "normal", None, unit), None)
        if self.plan.deals > 1:
            products = self.part["deal_products"][np.ix_(places, places)].tolist()
            deals = Moments(self.deals, units.sums, tuple(map(tuple, products)))
            found = clustered(units, deals, self.confidence, arms=arms, metric=metric, group=group, unit=unit)
            gained = found.factor or 1.0
        if means:
            first = len(self.part["deal_products"])
            whole = self._moments([*places, *range(first, first + len(means))])
            found = controlled(whole, means, self.confidence, arms=arms, metric=metric, group=group, unit=unit)
        factor = None if found.factor is None else found.factor * (gained if means else 1.0)
        return Reduced(replace(found.estimate, n=n), factor)

    def _moments(self, places: Sequence[int]) -> Moments:
        """The sums over shuffles of these columns."""
        products = self.part["products"][np.ix_(places, places)].tolist()
        sums = self.part["sums"][list(places)].tolist()
        return Moments(self.deals // self.plan.deals, tuple(sums), tuple(map(tuple, products)))
