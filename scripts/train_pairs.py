#!/usr/bin/env python
"""Learns in which order the solver of pairs tries moves: hill climbing on the number of cards it has to lay.

    python scripts/train_pairs.py --steps 535 --deals 160 --out debertz_sim/solver/data/pairs_order.csv
    python scripts/train_pairs.py --deals 3000

The deals are the open deals of seed 20261130 (``solver/deals.py``); no test and no benchmark uses that seed.  The order
never changes a value, so this can go wrong in speed alone.  The same steps give the same weights on any machine; 535
of them take some ten minutes of one core.  Without --out: the regression behind the first guess (``pairs.PROMISES``).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
import numpy as np

from debertz_sim.files import write_atomic
from debertz_sim.kernels.scoring import LAST_TRICK_POINTS
from debertz_sim.solver import pairs
from debertz_sim.solver.batch import future_points
from debertz_sim.solver.deals import OpenDeals, open_deals
from debertz_sim.solver.pairs_order import WEIGHTS_FILE
from debertz_sim.variants import variants

SEED = 20261130
LOOKS = 20  # deals between two looks at whether a try is worth going on with
PATIENCE = 1.01
# Where the climb begins: set by hand, a row for each kind of move as the file has them.
START = (
    (-240, -8, 0, 0, 0, 0, 0),
    (480, 8, 0, 0, 0, 0, 0),
    (240, 8, 0, 0, 0, 0, 0),
    (-160, -16, -8, 0, 0, 0, 0),
    (-80, -32, -8, 0, 0, 0, 0),
    (640, 16, 0, 0, 0, 0, 0),
    (480, 16, 0, 0, 0, 0, 0),
    (400, 16, 0, 0, 0, 0, 0),
    (0, -32, -8, 0, 0, 0, 0),
    (480, 16, -8, 0, 0, -80, 0),
    (160, 0, 0, 0, 0, -40, 0),
    (560, 24, -8, 0, 0, -160, 0),
    (80, 8, 0, 0, 0, -80, 0),
    (0, -32, -8, 0, 0, -80, 0),
    (0, -32, -8, 0, 0, -160, 0),
)
STEP_SIZES = (2, 5, 12, 30, 80, 200)


def nodes(record: Any, deals: OpenDeals, table: Any, best: Sequence[int] | None) -> list[int] | None:
    """Cards laid to solve the deals up to each of them; ``None`` once they are clearly more than ``best`` has."""
    lying = np.full(3, -1)
    table.nodes = 0
    found: list[int] = []
    for place, (hands, trump, to_move) in enumerate(zip(*deals, strict=True)):
        pairs.future_points(record, trump, hands, to_move, lying, table)
        found.append(int(table.nodes))
        if best is not None and place % LOOKS == LOOKS - 1 and found[-1] > PATIENCE * best[place]:
            return None
    return found if best is None or found[-1] < best[-1] else None


def climb(record: Any, deals: OpenDeals, steps: int) -> Iterator[Any]:
    """Try so many times to change one to three of the weights; hands back each set that is better than all before."""
    table = pairs.new_table()
    dice = random.Random(SEED)
    best = table.weights[:] = np.array(START)
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


def promises(record: Any, deals: OpenDeals) -> tuple[Any, float]:
    """What ``solver.pairs.PROMISES`` are: 16 numbers by [is_trump, place] and one for the lead, and the mean error.

    Least squares on by how much more seats 0 and 2 make than the others.  As each side has 16 cards, what is added to
    all of the 16 numbers changes nothing; here the least of them is 0.
    """
    card = np.arange(32)
    is_trump = (deals.trump[:, None] == card >> 3).astype(int)
    place = record.strength[is_trump, card & 7]
    held = deals.hands[:, :, None] >> card & 1
    side = held[:, 0] + held[:, 2] - held[:, 1] - held[:, 3]
    columns = np.zeros((len(deals.trump), 17))
    for row, (kinds, places, signs) in enumerate(zip(is_trump, place, side, strict=True)):
        np.add.at(columns[row], 8 * kinds + places, signs)
    columns[:, 16] = 1 - 2 * (deals.to_move & 1)
    total = (record.points[is_trump, card & 7] * (held.sum(axis=1) > 0)).sum(axis=1) + LAST_TRICK_POINTS
    margin = 2 * future_points(record, *deals) - total
    found = np.linalg.lstsq(columns, margin, rcond=None)[0]
    error = np.abs(margin - columns @ found).mean() / 2
    found[:16] -= found[:16].min()
    return found, float(error)


@click.command(help=(__doc__ or "").partition("\n")[0])
@click.option("--steps", default=535, show_default=True, type=click.IntRange(min=0))
@click.option("--deals", default=160, show_default=True, type=click.IntRange(min=1))
@click.option("--rules", default="pairs", show_default=True)
@click.option("--out", type=click.Path(path_type=Path), help="Overwritten.  [default: only the first guess is learned]")
def main(steps: int, deals: int, rules: str, out: Path | None) -> None:
    """Train, and write the weights whenever they are better."""
    record = variants[rules].lower()[0]
    if out is None:
        found, error = promises(record, open_deals(record, SEED, 0, deals))
        click.echo(
            f"plain {np.round(found[:8])}, trumps {np.round(found[8:16])}, lead {found[16]:.0f}; error {error:.1f}"
        )
        return
    head, *lines = WEIGHTS_FILE.read_text("utf-8").splitlines()
    kinds = [line.partition(",")[0] for line in lines]
    for weights in climb(record, open_deals(record, SEED, 0, deals), steps):
        rows = [",".join(map(str, [kind, *row])) for kind, row in zip(kinds, weights, strict=True)]
        write_atomic(out, "\n".join([head, *rows]) + "\n", force=True)


if __name__ == "__main__":
    main()
