"""The best small rules: a count of the cards, and a decision tree, fitted by what they are worth against a chart.

What a strategy of one seat is worth against a chart is a sum over classes of what the chart's deals told (``Sums``), so
that every small rule can be tried exactly on the same deals.  What was fitted is judged on others (``judge``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from debertz_sim.charts.check import Sums
from debertz_sim.equilibrium.counting import count_worths
from debertz_sim.equilibrium.leaves import N_SIDES
from debertz_sim.equilibrium.stakes import PASSES
from debertz_sim.equilibrium.tell import S_DEALS, S_ELSEWHERE, S_PLAY, S_SECOND
from debertz_sim.kernels.classes import N_CLASSES, N_SLOTS, class_hands
from debertz_sim.policies.rule_forms import Tables, tables

N_COUNTS = 128  # counts that are told apart


@dataclass(frozen=True)
class Values:
    """The classes and what each call is worth against a chart, for ``count_worths``.

    ``held`` uint8 (N_CLASSES, 4), ``takes`` uint8 (N_CLASSES,), ``of_seat`` float64 (N_SIDES, N_CLASSES, 5), in points
    a deal: summed over the classes, the worth of a strategy.
    """

    held: NDArray[np.uint8]
    takes: NDArray[np.uint8]
    of_seat: NDArray[np.float64]

    @classmethod
    def of(cls, sums: Sums) -> Values:
        """From the sums of deals played by a chart."""
        hands, ranks = np.zeros(N_CLASSES, np.int64), np.zeros(N_CLASSES, np.int64)
        class_hands(hands, ranks)
        held = np.array([(hands >> 8 * suit) & 255 for suit in range(4)]).T
        takes = np.where(held[:, 0] & 1, 1 + ranks, 0)
        of_seat = np.zeros((N_SIDES, N_CLASSES, 2 + N_SLOTS))
        for own, values in zip(sums.of_seat, of_seat, strict=True):
            values[:, 0] = own[:, S_PLAY]
            second = own[:, S_ELSEWHERE, None] + own[:, S_SECOND : S_SECOND + PASSES + 1]
            values[:, 1 : 1 + N_SLOTS] = second[:, :N_SLOTS]
            values[:, 1 + N_SLOTS] = second[:, PASSES]
            values /= own[:, S_DEALS].sum()
        return cls(np.ascontiguousarray(held, np.uint8), takes.astype(np.uint8), of_seat)


def worth_by_enough(values: Values, seat: int, count: Tables) -> NDArray[np.float64]:
    """What a seat gets a deal, by what is enough in round 1 and in round 2: shape (N_COUNTS + 1, N_COUNTS + 1)."""
    cells = np.zeros((3, N_COUNTS, N_COUNTS))
    count_worths(values.held, values.takes, values.of_seat[seat], count.trump, count.side, count.take, cells)
    plays, names, passes = np.zeros((3, N_COUNTS + 1, N_COUNTS + 1))
    plays[:-1] = cells[0].sum(axis=1)[::-1].cumsum()[::-1, None]
    names[1:, :-1] = cells[1].cumsum(axis=0)[:, ::-1].cumsum(axis=1)[:, ::-1]
    passes[1:, 1:] = cells[2].cumsum(axis=0).cumsum(axis=1)
    return plays + names + passes


def best_enough(values: Values, count: Tables) -> tuple[float, tuple[int, int, int, int]]:
    """The worth of both seats together with the best thresholds, and these: round 1 of both, then round 2."""
    total, enough = 0.0, []
    for seat in range(N_SIDES):
        worth = worth_by_enough(values, seat, count)
        place = np.unravel_index(worth.argmax(), worth.shape)
        total += float(worth[place])
        enough.append((int(place[0]), int(place[1])))
    (a, c), (b, d) = enough
    return total, (a, b, c, d)


Numbers = dict[str, int]


def climb(start: Numbers, worth: Callable[[Numbers], float], least: Mapping[str, int]) -> tuple[Numbers, float]:
    """Change one number by one or two, or two numbers by one each, for as long as that gains.

    ``least``: bounds from below, 0 for a number that has none there.
    """
    best, most = dict(start), worth(start)
    single = [{name: step} for name in start for step in (1, -1, 2, -2)]
    pairs = [{a: i, b: j} for a, b in combinations(start, 2) for i in (1, -1) for j in (1, -1)]
    while True:
        before = most
        for change in single + pairs:
            numbers = best | {name: best[name] + step for name, step in change.items()}
            if all(number >= least.get(name, 0) for name, number in numbers.items()):
                found = worth(numbers)
                if found > most:
                    best, most = numbers, found
        if most <= before:
            return best, most


def fit_count(values: Values, start: Numbers) -> tuple[Numbers, tuple[int, int, int, int], float]:
    """The best count near ``start``: its numbers, what is enough, and what both seats get a deal by it."""
    numbers, _ = climb(start, lambda tried: best_enough(values, tables(tried))[0], {"other jack": -9})
    worth, enough = best_enough(values, tables(numbers))
    return numbers, enough, worth
