"""From sums to estimates: names, denominators and intervals of everything that was tallied.

In single deals a share has Wilson's interval and a mean the normal one; a difference between rule sets has that of the
paired difference, or, where they cannot share their deals, that of independent samples.  Deals of one match depend on
each other (dealer, pots, forced deals, and the match ends by their scores), so there the match is the unit: a share is
the ratio of two sums over matches, with the normal interval of a ratio estimator.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim.conditions.choice import By, Choice
from debertz_sim.engine.tally import NO_DEAL
from debertz_sim.experiment.intervals import Intervals
from debertz_sim.experiment.match_metrics import MATCH_RATIOS, match_means, match_shares
from debertz_sim.experiment.metrics import EVERYTHING, Condition, Frame, Mean, Share, table
from debertz_sim.experiment.program import Cell, Program
from debertz_sim.experiment.sums import FIRST, Key, Part
from debertz_sim.stats import (
    ARM,
    PERCENTAGE_POINTS,
    PROPORTION,
    CrossSums,
    Estimate,
    Group,
    RatioSums,
    deals_needed_unpaired,
    difference_arm,
    exact,
    independent_difference,
    normal_mean,
    unpaired_difference,
    wilson,
    z_value,
)
from debertz_sim.stats.estimate import wilson_bounds
from debertz_sim.stats.paired import FEW

SWITCH = "switch"  # the group key of a comparison in which one switch alone is changed


def headlines(frame: Frame = EVERYTHING, in_match: bool = False) -> dict[str, bool]:
    """The metrics that can be a headline (those without groups), and whether each is a proportion."""
    whole = table(frame)
    found = {share.metric: True for share in whole.shares if not share.group}
    found |= {mean.metric: False for mean in whole.means if not mean.group}
    if in_match:
        found |= {share.metric: True for share in match_shares(frame) if not share.group}
        found |= {mean.metric: False for mean in match_means(frame)}
        found |= {ratio.metric: True for ratio in MATCH_RATIOS}
    return found


def deal_estimates(program: Program, part: Part, confidence: float, only: str | None = None) -> list[Estimate]:
    """Estimates of single deals from ``counts`` and ``moments``; ``only``: this metric, without groups."""
    counts, moments = part["counts"], part["moments"]

    def hits(cell: Cell) -> tuple[int, int]:
        mine = counts[program.classes(cell.histogram)]
        return int(cell.hit @ mine), int(cell.among @ mine)

    found = []
    for cell, (k, n) in _shown(program, [hits], only):
        found.append(wilson(k[0], n[0], confidence, metric=cell.share.metric, group=cell.share.group))
    played = _played(program, counts)
    for mean, (total, squares) in zip(program.means, moments.tolist(), strict=True):
        if _wanted(mean, only):
            found.append(
                normal_mean(total, squares, played, confidence, metric=mean.metric, group=mean.group, unit=mean.unit)
            )
    return _in_order(found)


def group_estimates(
    program: Program, groups: Mapping[Key, Part], by: Sequence[By], deals: int, confidence: float
) -> list[Estimate]:
    """For each group of sorted deals, in order: its share of all ``deals``, and every metric without groups."""
    shares = [cell for cell in program.cells if not cell.share.group]
    means = [(place, mean) for place, mean in enumerate(program.means) if not mean.group]
    found = []
    for key, part in sorted(groups.items()):
        group = {its.column.name: its.label(value) for its, value in zip(by, key, strict=True)}
        counts = part["counts"]
        size = int(counts[program.classes(0)].sum())
        found.append(wilson(size, deals, confidence, metric="share_of_deals", group=group))
        for cell in shares:
            mine = counts[program.classes(cell.histogram)]
            k, n = int(cell.hit @ mine), int(cell.among @ mine)
            found.append(wilson(k, n, confidence, metric=cell.share.metric, group=group))
        played = _played(program, counts)
        for place, mean in means:
            total, squares = part["moments"][place].tolist()
            found.append(
                normal_mean(total, squares, played, confidence, metric=mean.metric, group=group, unit=mean.unit)
            )
    metrics = list(dict.fromkeys(estimate.metric for estimate in found))
    return sorted(found, key=lambda estimate: metrics.index(estimate.metric))


def given_estimates(choice: Choice, kept: int, deals: int, confidence: float) -> list[Estimate]:
    """How likely the condition is: what was dealt exactly, and how many of the deals satisfied the rest of it."""
    found = []
    if choice.fit is not None and choice.dealt is not None:
        found.append(exact(choice.fit.probability, metric="given_probability"))
    if choice.rejects:
        found.append(wilson(kept, deals, confidence, metric="given_accepted"))
    return found


def _in_order(found: list[Estimate]) -> list[Estimate]:
    """The long histogram last; otherwise as they come."""
    return sorted(found, key=lambda estimate: estimate.metric == "margin_histogram")


def _wanted(entry: Share | Mean, only: str | None) -> bool:
    """Whether all is wanted, or this metric, which then is meant without groups."""
    return only is None or (entry.metric == only and not entry.group)


def _played(program: Program, counts: NDArray[np.int64]) -> int:
    """Played deals: the denominator of the means."""
    cell = program.played
    return int(cell.among @ counts[program.classes(cell.histogram)])


def _shown(
    program: Program, sources: Sequence[Any], only: str | None
) -> Iterator[tuple[Cell, tuple[list[int], list[int]]]]:
    """Cells that are to be reported, with hits and denominators by each of the sources."""
    chosen = [cell for cell in program.cells if _wanted(cell.share, only)]
    numbers = [[source(cell) for source in sources] for cell in chosen]
    far = 0
    for cell, pairs in zip(chosen, numbers, strict=True):
        if cell.share.shown == "bin" and any(k for k, _ in pairs):
            far = max(far, abs(int(cell.share.group["from"])), abs(int(cell.share.group["to"])))
    for cell, pairs in zip(chosen, numbers, strict=True):
        if _is_shown(cell.share, pairs, far):
            yield cell, ([k for k, _ in pairs], [n for _, n in pairs])


def _is_shown(share: Share, pairs: Sequence[tuple[int, int]], far: int) -> bool:
    if share.shown == "if_any":
        return any(n for _, n in pairs)
    return share.shown != "bin" or max(abs(int(share.group["from"])), abs(int(share.group["to"]))) <= far


class Gap(NamedTuple):
    """A metric of two arms on the same deals: A's and B's sums, those of products, and the unit of the difference."""

    metric: str
    group: Group
    unit: str
    sums: tuple[RatioSums, RatioSums, CrossSums]
    among: Condition | None = None  # of a share: which deals count


def gaps(program: Program, part: Part, only: str | None = None) -> list[Gap]:
    """All metrics of a pair from its joint counts, shares before means; ``only``: this metric, without groups."""
    return [*_share_gaps(program, part, only), *_mean_gaps(program, part, only)]


def _share_gaps(program: Program, part: Part, only: str | None) -> Iterator[Gap]:
    @cache
    def joint(histogram: int) -> NDArray[np.int64]:
        return program.joint(histogram, part["joint"])

    @cache
    def of_arm(histogram: int, arm: int) -> NDArray[np.int64]:
        totals: NDArray[np.int64] = joint(histogram).sum(axis=1 - arm)
        return totals

    def numbers(cell: Cell, arm: int) -> tuple[int, int]:
        mine = of_arm(cell.histogram, arm)
        return int(cell.hit @ mine), int(cell.among @ mine)

    sources = [partial(numbers, arm=arm) for arm in range(2)]
    for cell, (k, n) in _shown(program, sources, only):
        a, b = (RatioSums(hits, among, hits, hits, among) for hits, among in zip(k, n, strict=True))
        x, y = cell.hit @ joint(cell.histogram), cell.among @ joint(cell.histogram)
        cross = CrossSums(int(x @ cell.hit), int(x @ cell.among), int(y @ cell.hit), int(y @ cell.among))
        yield Gap(cell.share.metric, cell.share.group, PERCENTAGE_POINTS, (a, b, cross), cell.share.among)


def _mean_gaps(program: Program, part: Part, only: str | None) -> Iterator[Gap]:
    cell = program.played
    joint = program.joint(cell.histogram, part["joint"])
    n_a, n_b = int(cell.among @ joint.sum(axis=1)), int(cell.among @ joint.sum(axis=0))
    both = int(cell.among @ joint @ cell.among)
    for mean, (a, aa, b, bb, ab, a_yb, b_ya) in zip(program.means, part["moments"].tolist(), strict=True):
        if _wanted(mean, only):
            sums = RatioSums(a, n_a, aa, a, n_a), RatioSums(b, n_b, bb, b, n_b), CrossSums(ab, a_yb, b_ya, both)
            yield Gap(mean.metric, mean.group, mean.unit, sums)


def pair_estimates(
    program: Program, part: Part, deals: int, ways: Intervals, arms: tuple[str, str], only: str | None = None
) -> list[Estimate]:
    """A, B and B - A of everything, from one pair's joint counts; then the share of deals whose outcome differs."""
    found = []
    for gap in gaps(program, part, only):
        for arm, sums in zip(arms, gap.sums[:2], strict=True):
            group: Group = {**gap.group, ARM: arm}
            if gap.unit == PERCENTAGE_POINTS:
                found.append(ways.share(sums.x, sums.y, metric=gap.metric, group=group))
            else:
                found.append(ways.mean(sums.x, sums.xx, sums.y, metric=gap.metric, group=group, unit=gap.unit))
        group = {**gap.group, ARM: difference_arm(arms[1], arms[0])}
        found.append(ways.difference(*gap.sums, deals, metric=gap.metric, group=group, unit=gap.unit))
    if only is None:
        group = {ARM: difference_arm(arms[1], arms[0])}
        found.append(ways.share(int(part["differing"][0]), deals, metric="outcome_differs", group=group))
    return _in_order(found)


def unpaired_deals(program: Program, part: Part, deals: int) -> dict[str, int]:
    """By metric (those without groups): deals that each arm would need for the same width on deals of its own."""
    gains = {gap.metric: deals_needed_unpaired(*gap.sums, deals) for gap in gaps(program, part) if not gap.group}
    return {metric: gain.deals for metric, gain in gains.items() if gain is not None}


def comparison(
    program: Program, parts: Sequence[Part], deals: int, ways: Intervals, arms: Sequence[str], flips: Sequence[str]
) -> list[Estimate]:
    """Estimates of all arms, and after them, for each switch changed alone, those without further groups."""
    found: list[Estimate] = []
    for arm, part in zip(arms[1:], parts, strict=False):
        more = pair_estimates(program, part, deals, ways, (arms[0], arm))
        found += more if not found else [estimate for estimate in more if estimate.group[ARM] != arms[0]]
    alone = []
    for flip, part in zip(flips, parts[len(arms) - 1 :], strict=False):
        for estimate in pair_estimates(program, part, deals, ways, (arms[0], arms[1])):
            if set(estimate.group) == {ARM}:
                alone.append(replace(estimate, group={SWITCH: flip, **estimate.group}))
    metrics = list(dict.fromkeys(estimate.metric for estimate in alone))
    return found + sorted(alone, key=lambda estimate: metrics.index(estimate.metric))


def side_by_side(
    programs: Sequence[Program],
    parts: Sequence[Part],
    confidence: float,
    arms: Sequence[str],
    comparable: bool,
    only: str | None = None,
) -> list[Estimate]:
    """Each arm's estimates from deals of its own, and what A and each other one both have as B - A.

    Seats are called by their places.  If the arms are not ``comparable`` (another game's metrics mean something else)
    there are no differences.
    """
    found: list[Estimate] = []
    base: dict[tuple[object, ...], Estimate] = {}
    for arm, program, part in zip(arms, programs, parts, strict=True):
        for mine in deal_estimates(program, part, confidence, only):
            found.append(replace(mine, group={**mine.group, ARM: arm}))
            key = (mine.metric, *mine.group.items())
            other = base.setdefault(key, mine) if arm == arms[0] else base.get(key)
            if arm != arms[0] and other is not None and comparable:
                group = {**mine.group, ARM: difference_arm(arm, arms[0])}
                found.append(independent_difference(other, mine, confidence, group=group))
    whole = table(EVERYTHING)
    known = [*(share.metric for share in whole.shares), *(mean.metric for mean in whole.means)]
    order = list(dict.fromkeys([*known, *(estimate.metric for estimate in found)]))
    return _in_order(sorted(found, key=lambda estimate: order.index(estimate.metric)))


def first_differing(part: Part) -> list[int]:
    """The first deals (at most ten) whose outcome differs."""
    return [int(deal) for deal in part[FIRST] if deal != NO_DEAL]


def ratio(sums: RatioSums, units: int, confidence: float, *, metric: str, group: Group, unit: str) -> Estimate:
    """A ratio of two sums over ``units`` independent units, with the normal interval of the ratio estimator.

    ``n`` is the denominator; of a proportion ``k`` is the numerator.  A proportion of 0 or 1 has no spread to tell
    from: there the interval is Wilson's with no more trials than there are units.  The normal one covers too little
    if there are few hits, or few misses, for deals that do not depend on each other (at most ``FEW``): there it is
    Wilson's with as many trials as have the same error, and never more than there are.
    """
    share = unit == PROPORTION
    if share and (sums.x in (0, sums.y)):
        trials = min(units, sums.y)
        bounds = wilson(trials if sums.x else 0, trials, confidence, metric=metric, group=group)
        return replace(bounds, n=sums.y, k=sums.x)
    # the difference to a ratio that is 0 in every unit, whose error is this ratio's own
    nothing = RatioSums(0, units, 0, 0, units)
    found = unpaired_difference(nothing, sums, units, units, confidence, metric=metric, group=group, unit=unit)
    value, se = found.value, found.se
    if not share or value is None or not se:
        return replace(found, n=sums.y, k=sums.x if share else None)
    equivalent = min(value * (1 - value) / se**2, sums.y)
    if equivalent * min(value, 1 - value) <= FEW:
        low, high = wilson_bounds(value * equivalent, equivalent, z_value(confidence))
        return replace(found, low=low, high=high, n=sums.y, k=sums.x, method="wilson")
    low, high = max(found.low or 0.0, 0.0), min(found.high or 1.0, 1.0)
    return replace(found, low=low, high=high, n=sums.y, k=sums.x)


def match_estimates(
    frame: Frame, program: Program, part: Part, matches: int, confidence: float, only: str | None = None
) -> list[Estimate]:
    """Estimates of the deals in matches, then of the matches."""
    found = _clustered(program, part, matches, confidence, only)
    for share, (k, n) in zip(match_shares(frame), part["match_shares"].tolist(), strict=True):
        if only is None or (only == share.metric and not share.group):
            found.append(wilson(k, n, confidence, metric=share.metric, group=share.group))
    for mean, (total, squares) in zip(match_means(frame), part["match_means"].tolist(), strict=True):
        if only in (None, mean.metric):
            whole = normal_mean(total, squares, matches, confidence, metric=mean.metric, unit=mean.unit)
            found.append(_scaled(whole, mean.scale))
    for per_deal, numbers in zip(MATCH_RATIOS, part["match_ratios"].tolist(), strict=True):
        if only in (None, per_deal.metric):
            sums = RatioSums(*numbers)
            found.append(ratio(sums, matches, confidence, metric=per_deal.metric, group={}, unit=PROPORTION))
    return _in_order(found)


def _clustered(program: Program, part: Part, matches: int, confidence: float, only: str | None) -> list[Estimate]:
    cells, bases = part["cells"].tolist(), part["bases"].tolist()
    base_of = program.tally.base_of.tolist()
    place_of = {id(cell): place for place, cell in enumerate(program.cells)}

    def hits(cell: Cell) -> tuple[int, int]:
        return cells[place_of[id(cell)]][0], bases[cell.base][0]

    found = []
    for cell, _ in _shown(program, [hits], only):
        x, xx, xy = cells[place_of[id(cell)]]
        y, yy = bases[cell.base]
        sums = RatioSums(x, y, xx, xy, yy)
        share = cell.share
        found.append(ratio(sums, matches, confidence, metric=share.metric, group=share.group, unit=PROPORTION))
    for place, mean in enumerate(program.means, len(program.cells)):
        if _wanted(mean, only):
            x, xx, xy = cells[place]
            y, yy = bases[base_of[place]]
            sums = RatioSums(x, y, xx, xy, yy)
            found.append(ratio(sums, matches, confidence, metric=mean.metric, group=mean.group, unit=mean.unit))
    return found


def _scaled(estimate: Estimate, scale: int) -> Estimate:
    """The estimate in units ``scale`` times as large."""

    def scaled(number: float | None) -> float | None:
        return None if number is None else number / scale

    value, low, high, se = map(scaled, (estimate.value, estimate.low, estimate.high, estimate.se))
    return replace(estimate, value=value, low=low, high=high, se=se)
