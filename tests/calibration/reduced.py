"""Estimates of reduced variance: kinds of known frequency, controls of known mean, deals that belong together."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim.stats import POINTS, Estimate, Moments, clustered, controlled, moments, stratified
from tests.calibration.coverage import USUAL, holds, narrow
from tests.calibration.judge import Check, Verdict, covered, runs_at

DEALS = 1_000
KINDS = 8  # of upcards, equally frequent


class Deals(NamedTuple):
    """Deals whose points hang on the kind of upcard and on the cards, columns of shape (deals,).

    Points are 1, and 4 for each step of the kind (14 on the average), 3 for each pip of the cards' three dice (31.5),
    and a die's for the play (3.5).
    """

    kind: NDArray[np.int64]
    cards: NDArray[np.int64]
    points: NDArray[np.int64]


TRUTH = 50.0
CARDS = Fraction(21, 2)  # the mean of three dice


def some_deals(n: int, rng: np.random.Generator, kind: NDArray[np.int64] | None = None) -> Deals:
    """Random deals, all kinds equally likely unless they are given."""
    if kind is None:
        kind = rng.integers(0, KINDS, n)
    cards = rng.integers(1, 7, (n, 3)).sum(axis=1)
    play = rng.integers(1, 7, n)
    return Deals(kind, cards, 1 + 4 * kind + 3 * cards + play)


def with_ones(points: NDArray[np.int64], *controls: NDArray[np.int64]) -> Moments:
    """Points over deals, and controls."""
    return moments(np.column_stack([points, np.ones_like(points), *controls]))


class Rules(NamedTuple):
    """The three techniques, from sums to an estimate."""

    kinds: Callable[[list[Moments]], Estimate]
    control: Callable[[Moments], Estimate]
    twins: Callable[[Moments, Moments], Estimate]


def _kinds(strata: list[Moments]) -> Estimate:
    return stratified(strata, [1] * KINDS, metric="points", unit=POINTS).estimate


def _control(sums: Moments) -> Estimate:
    return controlled(sums, [CARDS], metric="points", unit=POINTS).estimate


def _twins(units: Moments, singles: Moments) -> Estimate:
    return clustered(units, singles, metric="points", unit=POINTS).estimate


def _merged(strata: list[Moments]) -> Estimate:
    """The kinds forgotten: the error of deals as they come, although none came by chance."""
    whole = strata[0]
    for part in strata[1:]:
        whole = whole.merge(part)
    return clustered(whole, whole, metric="points", unit=POINTS).estimate


def _without_control(sums: Moments) -> Estimate:
    """The corrected value beside the error of the uncorrected one."""
    own = Moments(sums.n, sums.sums[:2], tuple(row[:2] for row in sums.products[:2]))
    plain = clustered(own, own, metric="points", unit=POINTS).estimate
    value, half = _control(sums).value or 0.0, 1.96 * (plain.se or 0.0)
    return Estimate("points", {}, value, value - half, value + half, plain.se, sums.n, None, "normal")


def _singles(units: Moments, singles: Moments) -> Estimate:
    """Deals that belong together taken for separate ones."""
    return _twins(singles, singles)


SOUND = Rules(_kinds, _control, _twins)


def reduced(rule: Rules, scale: float) -> list[Verdict]:
    """Intervals of estimates with reduced variance cover like others."""
    runs, rng = runs_at(scale, 5_000), np.random.default_rng(41)
    good = dict.fromkeys(("kinds in proportion", "kinds sorted afterwards", "a control", "deals and their twins"), 0)
    in_turn = np.arange(DEALS) % KINDS
    for _ in range(runs):
        dealt = some_deals(DEALS, rng, in_turn)
        good["kinds in proportion"] += holds(rule.kinds(by_kind(dealt)), TRUTH)
        deals = some_deals(DEALS, rng)
        good["kinds sorted afterwards"] += holds(rule.kinds(by_kind(deals)), TRUTH)
        good["a control"] += holds(rule.control(with_ones(deals.points, deals.cards)), TRUTH)
        # twins share the upcard
        twin = some_deals(DEALS, rng, deals.kind)
        units = moments(np.column_stack([deals.points + twin.points, np.full(DEALS, 2)]))
        singles = with_ones(np.concatenate([deals.points, twin.points]))
        good["deals and their twins"] += holds(rule.twins(units, singles), TRUTH)
    return [covered(f"{name}, {DEALS:,} deals", hits, runs, USUAL) for name, hits in good.items()]


def by_kind(deals: Deals) -> list[Moments]:
    """The sums of each kind."""
    return [with_ones(deals.points[deals.kind == kind]) for kind in range(KINDS)]


CHECKS = [
    Check(
        "reduced",
        "intervals with reduced variance cover",
        reduced,
        SOUND,
        {
            "kinds forgotten": SOUND._replace(kinds=_merged),
            "error of the uncorrected": SOUND._replace(control=_without_control),
            "twins as separate deals": SOUND._replace(twins=_singles),
            "z too small": Rules(
                lambda strata: narrow(_kinds(strata)),
                lambda sums: narrow(_control(sums)),
                lambda units, singles: narrow(_twins(units, singles)),
            ),
        },
        least=0.4,
    )
]
