"""Rounds of learning: play with what is known, see what every card would have brought, fit, and play again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim.engine.deal import new_desk
from debertz_sim.policies.expert_table import MODEL
from debertz_sim.policies.families import Expert
from debertz_sim.policies.learned import POINT
from debertz_sim.policies.registry import seating
from debertz_sim.rules import RuleSet
from debertz_sim.training.collect import collect
from debertz_sim.training.fit import Sample, fit, gain
from debertz_sim.training.two import PARTS, joined, rows_of

HELD_OUT = 8  # every eighth deal judges the fit instead of feeding it
OPPONENTS = ("expert", "rules", "expert", "random", "expert", "rules", "expert", "greedy")
"""Who sits opposite, batch by batch: it learns from its own games, but not from them alone."""


class Round(NamedTuple):
    """How a round learns: decisions, of how many to a batch, ridge and steps of the fit, errors, worlds."""

    decisions: int
    batch: int = 250_000
    ridge: float = 30.0
    steps: int = 40
    explore: float = 0.05
    worlds: int = 6


def _quantised(weights: NDArray[np.float64]) -> NDArray[np.int16]:
    limit = np.iinfo(np.int16).max
    return np.clip(np.rint(POINT * weights), -limit, limit).astype(np.int16)


def learn_round(
    rules: RuleSet, bids: Sequence[str], numbers: NDArray[np.int16], plan: Round, seed: int, note: Callable[[str], None]
) -> NDArray[np.int16]:
    """One round: the numbers that fit the games of the numbers before.

    ``bids``: bidding policies that take turns, each with all opponents in turn.
    """
    table = MODEL.table(numbers)
    record = rules.lower()[0]
    desk = new_desk()
    families = []
    for opponent in OPPONENTS:
        for bidding in bids:
            by_seat = {1: {"play": opponent}}
            families.append(Expert(seating(rules.players, bidding, "expert", by_seat).family.seats))
            families[-1].seats.tables[:] = table.ctypes.data
    learned: list[list[Sample]] = [[] for _ in PARTS]
    held: list[list[Sample]] = [[] for _ in PARTS]
    next_deal = 0
    for batch in range(-(-plan.decisions // plan.batch)):
        family = families[batch % len(families)]
        lessons, next_deal = collect(record, family, seed, next_deal, plan.batch, plan.explore, desk, plan.worlds)
        judges = lessons.deals % HELD_OUT == 0
        for part in range(len(PARTS)):
            learned[part].append(rows_of(record, lessons.those(~judges), part))
            held[part].append(rows_of(record, lessons.those(judges), part))
    note(f"{next_deal:,} deals played")
    found = []
    for part, model in enumerate(PARTS):
        weights = fit(joined(learned[part]), model.n_numbers, plan.ridge, plan.steps)
        found.append(_quantised(weights))
        sample = joined(held[part])
        before = MODEL.split(numbers)[part] / POINT
        old, new = (gain(sample, known) for known in (before, found[-1] / POINT))
        per_deal = (len(sample.ends) - 1) / next_deal * HELD_OUT
        note(
            f"part {part}: {len(sample.ends) - 1:,} decisions held out; chosen above the mean {old[0]:.3f} before, "
            f"{new[0]:.3f} +- {new[1]:.3f} now; gain a deal {(new[0] - old[0]) * per_deal:.3f}"
        )
    return np.concatenate(found)
