"""Rounds of learning: play with what is known, see what every card would have brought, fit, and play again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim.policies.expert_table import MODEL
from debertz_sim.policies.families import Expert
from debertz_sim.policies.learned import POINT
from debertz_sim.policies.registry import seating
from debertz_sim.rules import RuleSet
from debertz_sim.training.collect import collect
from debertz_sim.training.fit import Sample, fit, gain, joined
from debertz_sim.training.two import PARTS, rows_of

HELD_OUT = 8  # every eighth deal judges the fit instead of feeding it
BIDS = ("always", "rules")
OPPONENTS = ("expert", "rules", "expert", "random")
"""Who sits opposite, batch by batch, under each of the bids: positions that its own games alone would not show."""
SEEDS_A_ROUND = 1000

Note = Callable[[str], None]


@dataclass(frozen=True)
class Round:
    """How a round learns.

    ``decisions`` in batches of ``batch``, a card in every ``1 / explore`` played at random, each card laid in
    ``worlds`` deals; ``ridge`` and ``steps`` of the fit.
    """

    decisions: int
    batch: int
    worlds: int
    explore: float = 0.05
    ridge: float = 20.0
    steps: int = 35


class Batch(NamedTuple):
    """For each part of the model the rows to learn from and those held out; the deals played."""

    learned: list[Sample]
    held: list[Sample]
    deals: int


def quantised(weights: NDArray[np.float64]) -> NDArray[np.int16]:
    """Points as the table keeps them."""
    limit = np.iinfo(np.int16).max
    return np.clip(np.rint(POINT * weights), -limit, limit).astype(np.int16)


def _batch(rules: RuleSet, table: NDArray[np.int16], plan: Round, seed: int, number: int) -> Batch:
    opponent = OPPONENTS[number // len(BIDS) % len(OPPONENTS)]
    seated = seating(rules.players, BIDS[number % len(BIDS)], "expert", {1: {"play": opponent}})
    family = Expert(seated.family.seats)
    family.seats.tables[:] = table.ctypes.data
    record = rules.lower()[0]
    lessons, deals = collect(record, family, seed + number, 0, plan.batch, plan.explore, worlds=plan.worlds)
    judges = lessons.deals % HELD_OUT == 0
    learned, held = (
        [rows_of(record, lessons.those(chosen), part) for part in range(len(PARTS))] for chosen in (~judges, judges)
    )
    return Batch(learned, held, deals)


def learn_round(
    rules: RuleSet, numbers: NDArray[np.int16], plan: Round, seed: int, note: Note, threads: int = 1
) -> NDArray[np.int16]:
    """The numbers that fit the games played with these numbers; they do not depend on the number of threads.

    ``seed`` and the ``SEEDS_A_ROUND`` after it are used; ``note`` is told how the fit does on the deals held out.
    """
    table = MODEL.table(numbers)
    with ThreadPoolExecutor(threads) as pool:
        batches = list(
            pool.map(lambda number: _batch(rules, table, plan, seed, number), range(-(-plan.decisions // plan.batch)))
        )
        deals = sum(batch.deals for batch in batches)
        note(f"{deals:,} deals played")
        return np.concatenate(
            list(pool.map(lambda part: _fit_part(batches, part, deals, numbers, plan, note), range(len(PARTS))))
        )


def _fit_part(
    batches: Sequence[Batch], part: int, deals: int, numbers: NDArray[np.int16], plan: Round, note: Note
) -> NDArray[np.int16]:
    weights = fit(joined([batch.learned[part] for batch in batches]), PARTS[part].n_numbers, plan.ridge, plan.steps)
    found = quantised(weights)
    held = joined([batch.held[part] for batch in batches])
    (old, _), (new, error) = (gain(held, known / POINT) for known in (MODEL.split(numbers)[part], found))
    a_deal = (len(held.ends) - 1) * HELD_OUT / deals
    note(
        f"{('leads', 'answers')[part]}: {len(held.ends) - 1:,} decisions held out; the card chosen is worth {old:.3f} "
        f"points more than the mean before, {new:.3f} +- {error:.3f} now, that is {(new - old) * a_deal:+.3f} a deal"
    )
    return found


def learn(
    rules: RuleSet,
    rounds: Sequence[Round],
    seed: int,
    note: Note,
    threads: int = 1,
    start: NDArray[np.int16] | None = None,
) -> NDArray[np.int16]:
    """All rounds, from nothing known or from ``start``."""
    numbers = np.zeros(MODEL.n_numbers, np.int16) if start is None else start
    for number, plan in enumerate(rounds):
        note(f"round {number + 1} of {len(rounds)}: {plan}")
        numbers = learn_round(rules, numbers, plan, seed + SEEDS_A_ROUND * number, note, threads)
    return numbers
