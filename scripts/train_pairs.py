#!/usr/bin/env python
"""Learns in which order the solver of pairs tries moves: hill climbing on the number of cards it has to lay.

    python scripts/train_pairs.py --steps 1500 --out debertz_sim/solver/data/pairs_order.csv

The deals are the open deals of seed 20261130 (``solver/deals.py``); no test and no benchmark uses that seed.  The order
never changes a value, so this can go wrong in speed alone.  The same steps give the same weights on any machine.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
import numpy as np

from debertz_sim.files import write_atomic
from debertz_sim.solver.deals import OpenDeals, open_deals
from debertz_sim.solver.pairs import future_points, new_table
from debertz_sim.solver.pairs_order import WEIGHTS_FILE
from debertz_sim.variants import variants

SEED = 20261130
LOOKS = 20  # deals between two looks at whether a try is worth going on with
PATIENCE = 1.01
STEP_SIZES = (2, 5, 12, 30, 80, 200)


def nodes(record: Any, deals: OpenDeals, table: Any, best: Sequence[int] | None) -> list[int] | None:
    """Cards laid to solve the deals up to each of them; ``None`` once they are clearly more than ``best`` has."""
    lying = np.full(3, -1)
    table.nodes = 0
    found: list[int] = []
    for place, (hands, trump, to_move) in enumerate(zip(*deals, strict=True)):
        future_points(record, trump, hands, to_move, lying, table)
        found.append(int(table.nodes))
        if best is not None and place % LOOKS == LOOKS - 1 and found[-1] > PATIENCE * best[place]:
            return None
    return found if best is None or found[-1] < best[-1] else None


def climb(record: Any, deals: OpenDeals, steps: int) -> Iterator[Any]:
    """Try so many times to change one to three of the weights; hands back each set that is better than all before."""
    table = new_table()
    dice = random.Random(SEED)
    best = table.weights.copy()
    least = nodes(record, deals, table, None)
    for step in range(steps):
        table.weights[:] = best
        for _ in range(dice.choice((1, 1, 2, 3))):
            kind, feature = (dice.randrange(size) for size in best.shape)
            size = dice.choice(STEP_SIZES) if feature == 0 else dice.choice(STEP_SIZES[:4])
            table.weights[kind, feature] += dice.choice((-size, size))
        found = nodes(record, deals, table, least)
        if found is not None:
            least, best = found, table.weights.copy()
            click.echo(f"step {step}: {least[-1] / len(least):,.0f} cards a deal", err=True)
            yield best


@click.command(help=(__doc__ or "").partition("\n")[0])
@click.option("--steps", default=1500, show_default=True, type=click.IntRange(min=0))
@click.option("--deals", default=200, show_default=True, type=click.IntRange(min=1))
@click.option("--rules", default="pairs", show_default=True)
@click.option("--out", required=True, type=click.Path(path_type=Path), help="Overwritten.")
def main(steps: int, deals: int, rules: str, out: Path) -> None:
    """Train, and write the weights whenever they are better."""
    record = variants[rules].lower()[0]
    head, *lines = WEIGHTS_FILE.read_text("utf-8").splitlines()
    kinds = [line.partition(",")[0] for line in lines]
    for weights in climb(record, open_deals(record, SEED, 0, deals), steps):
        rows = [",".join(map(str, [kind, *row])) for kind, row in zip(kinds, weights, strict=True)]
        write_atomic(out, "\n".join([head, *rows]) + "\n", force=True)


if __name__ == "__main__":
    main()
