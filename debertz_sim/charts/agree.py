"""Two charts of the same game learned from different deals: whether they agree as far as their errors ask."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from debertz_sim.errors import UserError
from debertz_sim.kernels.classes import N_CLASSES, class_sizes
from debertz_sim.policies.charted import DECISIONS, Chart

CLEAR = 4.0  # standard errors by which both must put their call ahead


@dataclass(frozen=True)
class Decision:
    """At one decision: shares of all hands, and classes that contradict each other.

    ``same``: both call alike; ``clear``: both put their call more than CLEAR standard errors ahead; ``contradicted``:
    classes that are clear in both and called differently.
    """

    name: str
    same: float
    clear: float
    contradicted: int


@dataclass(frozen=True)
class Agreement:
    """The decisions, and the values of the game with the standard error of their difference."""

    decisions: tuple[Decision, ...]
    values: tuple[float, float]
    se: float

    @property
    def values_agree(self) -> bool:
        """Whether the values differ by less than 1.96 standard errors (wrongly said no in 5 % of pairs)."""
        return abs(self.values[0] - self.values[1]) < 1.96 * self.se


def agreement(a: Chart, b: Chart) -> Agreement:
    """Compare two charts of one game.

    Raises
    ------
    UserError
        Their rules or objectives differ.
    """
    if a.about["objective"] != b.about["objective"] or a.about["rules"] != b.about["rules"]:
        raise UserError(f"charts {a.name} and {b.name}: their rules or objectives differ; take two of one game")
    sizes = np.zeros(N_CLASSES, np.int64)
    class_sizes(sizes)
    share = sizes / sizes.sum()
    found = []
    for number, name in enumerate(DECISIONS):
        same = a.calls[number] == b.calls[number]
        clear = np.ones(N_CLASSES, bool)
        for chart in (a, b):
            clear &= chart.leads[number] > CLEAR * chart.errors[number]
        found.append(Decision(name, float(share[same].sum()), float(share[clear].sum()), int((clear & ~same).sum())))
    errors = [float(chart.about["value_se"]) for chart in (a, b)]
    return Agreement(
        tuple(found), (float(a.about["value"]), float(b.about["value"])), sqrt(errors[0] ** 2 + errors[1] ** 2)
    )
