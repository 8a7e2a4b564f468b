#!/usr/bin/env python
"""Teaches play ``expert`` and writes what it learns to the package: the same numbers every time.

    python scripts/train_expert.py
    python scripts/train_expert.py --seats sides
    python scripts/train_expert.py --small --out /tmp/small.npz

docs/expert.md says how it learns.  The seed and the sizes of the rounds below made the shipped table.
"""

from __future__ import annotations

import time
from pathlib import Path

import click

from debertz_sim.policies import expert_sides_table, expert_table
from debertz_sim.policies.expert import PLAY_RULES_VERSION
from debertz_sim.policies.learned import save
from debertz_sim.training import rounds, sides
from debertz_sim.training.rounds import Round
from debertz_sim.variants import variants

SEED = 500_000
ROUNDS = (
    Round(decisions=200_000, batch=25_000, worlds=2, explore=0.1, steps=25),
    Round(decisions=600_000, batch=75_000, worlds=4, explore=0.1, steps=30),
    Round(decisions=1_600_000, batch=100_000, worlds=4),
    Round(decisions=4_000_000, batch=250_000, worlds=4),
    Round(decisions=4_800_000, batch=200_000, worlds=4, steps=40),
)
SIDES_SEED = 700_000
SIDES_ROUNDS = (
    Round(decisions=400_000, batch=50_000, worlds=0, ridge=30),
    Round(decisions=400_000, batch=50_000, worlds=0, ridge=30),
    Round(decisions=1_200_000, batch=100_000, worlds=0, ridge=30),
    Round(decisions=4_000_000, batch=250_000, worlds=0, ridge=30, steps=50),
)
SMALL = (Round(decisions=8_000, batch=1_000, worlds=1, steps=10),)


@click.command(help=(__doc__ or "").partition("\n")[0])
@click.option("--seats", type=click.Choice(["two", "sides"]), default="two", show_default=True, help="Whose table.")
@click.option("--threads", default=2, show_default=True, type=click.IntRange(min=1))
@click.option("--small", is_flag=True, help="One tiny round, to see that it works.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write here instead of to the package.")
def main(seats: str, threads: int, small: bool, out: Path | None) -> None:
    """Learn and save."""
    start = time.perf_counter()

    def note(text: str) -> None:
        click.echo(f"{time.perf_counter() - start:7.0f} s  {text}", err=True)

    if seats == "two":
        model, seed = expert_table.MODEL, SEED
        numbers = rounds.learn(variants["moscow"], SMALL if small else ROUNDS, seed, note, threads)
    else:
        model, seed = expert_sides_table.MODEL, SIDES_SEED
        numbers = sides.learn(SMALL if small else SIDES_ROUNDS, seed, note, threads)
    about = {"version": PLAY_RULES_VERSION, "made_by": f"scripts/train_expert.py --seats {seats}, seed {seed}"}
    path = save(model, numbers, about, out)
    note(f"{path}: {len(numbers):,} numbers, {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
