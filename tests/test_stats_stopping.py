"""Stopping at a width: what the interval covers then, summed up exactly over all ways that a run can go."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from debertz_sim.stats import next_total, wilson

LOOK = 10_000  # as in the runs: looks at multiples of this, the first no earlier
NOMINAL = 0.95
# Wilson's interval itself covers a little more or less than it says, as hits are whole: at p = 0.002 and the fixed
# 10,000 deals 94.45 %.  Stopping may not cost more than that: at least this much is covered at every width below.
AT_LEAST = 0.944

Interval = Callable[[int, int], tuple[float, float]]


def score(k: int, n: int) -> tuple[float, float]:
    estimate = wilson(k, n, NOMINAL, metric="share")
    assert estimate.low is not None and estimate.high is not None
    return estimate.low, estimate.high


def plug_in(k: int, n: int) -> tuple[float, float]:
    half = 1.959964 * math.sqrt(k * (n - k) / n) / n
    return k / n - half, k / n + half


class Stopped(NamedTuple):
    """How runs end: the chance that the interval then holds the share, and the mean number of deals."""

    covered: float
    deals: float


def binomial(n: int, p: float) -> tuple[int, NDArray[np.float64]]:
    """The least number of hits that has any weight, and the chances from there on."""
    middle, spread = n * p, 9 * math.sqrt(n * p * (1 - p)) + 15
    first, last = max(0, int(middle - spread)), min(n, int(middle + spread))
    k = np.arange(first, last + 1)
    ways = math.lgamma(n + 1) - np.array([math.lgamma(i + 1) + math.lgamma(n - i + 1) for i in k.tolist()])
    return first, np.exp(ways + k * math.log(p) + (n - k) * math.log1p(-p))


def stopped(p: float, target: float, chunk: int = LOOK, minimum: int = LOOK, interval: Interval = score) -> Stopped:
    """All runs of a share ``p`` at once: the hits' chances at each total, what stops there and what goes on where."""
    first = next_total(0, None, target, chunk=chunk, minimum=minimum)
    low_end, chances = binomial(first, p)
    waiting = {first: dict(enumerate(chances.tolist(), low_end))}
    covered = deals = ended = 0.0
    while waiting:
        n = min(waiting)
        going: dict[int, dict[int, float]] = {}
        for k, chance in waiting.pop(n).items():
            if chance < 1e-14:
                continue
            low, high = interval(k, n)
            total = next_total(n, (high - low) / 2, target, chunk=chunk, minimum=minimum)
            if total > n:
                going.setdefault(total, {})[k] = chance
                continue
            covered += chance * (low <= p <= high)
            deals += chance * n
            ended += chance
        for total, part in going.items():
            begin = min(part)
            before = np.zeros(max(part) - begin + 1)
            before[[k - begin for k in part]] = list(part.values())
            more, chances = binomial(total - n, p)
            there = waiting.setdefault(total, {})
            for k, chance in enumerate(np.convolve(before, chances).tolist(), begin + more):
                there[k] = there.get(k, 0.0) + chance
    assert ended == pytest.approx(1, abs=1e-9)
    return Stopped(covered, deals)


@pytest.mark.parametrize(
    ("p", "targets"),
    [
        (0.3, (0.01, 0.005, 0.003, 0.002)),
        (0.01, (0.003, 0.002, 0.0015, 0.001, 0.0007, 0.0005)),
        (0.002, (0.002, 0.0012, 0.001, 0.0008, 0.0006, 0.0005, 0.0004, 0.0003, 0.0002)),
    ],
)
def test_the_interval_at_the_end_covers_what_it_says(p: float, targets: tuple[float, ...]) -> None:
    for target in targets:
        found = stopped(p, target)
        assert AT_LEAST <= found.covered <= 0.96, (p, target)
        # nor does it take longer than the look after a share known beforehand would need
        needed = max(LOOK, p * (1 - p) * (1.959964 / target) ** 2)
        assert found.deals < 1.1 * needed + LOOK, (p, target)


def test_looking_costs_nothing_beside_a_number_fixed_beforehand() -> None:
    # the widths at which p = 0.002 stops after about as many deals as a fixed number, mean coverage of both
    fixed = [
        sum(w * (score(k, n)[0] <= 0.002 <= score(k, n)[1]) for k, w in hits(n)) for n in range(20_000, 200_000, LOOK)
    ]
    ended = [stopped(0.002, 1.96 * math.sqrt(0.002 / n)).covered for n in range(20_000, 200_000, LOOK)]
    assert abs(np.mean(ended) - np.mean(fixed)) < 0.003
    assert abs(np.mean(ended) - NOMINAL) < 0.003


def hits(n: int) -> list[tuple[int, float]]:
    first, chances = binomial(n, 0.002)
    return list(enumerate(chances.tolist(), first))


@pytest.mark.parametrize("p", [0.01, 0.002])
def test_control_the_plug_in_error_from_the_first_deals_on_does_not_cover(p: float) -> None:
    # the error of no hit is 0, of few too small: lucky beginnings end the run
    assert stopped(p, p / 4, chunk=100, minimum=100, interval=plug_in).covered < 0.9
