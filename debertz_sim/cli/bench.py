"""``debertz bench``: how fast this machine plays."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import click

from debertz_sim.cli.listing import render, write
from debertz_sim.cli.options import destination, output_options, progress_options
from debertz_sim.cli.stage import stage

COLUMNS = {
    "work": "work",
    "rules": "rules",
    "bidding": "bidding",
    "play": "play",
    "threads": "threads",
    "deals_per_second": "deals/s",
    "min": "min",
    "max": "max",
    "deals_per_cpu_second": "deals/CPU s",
    "ratio_to_bare": "ratio to bare",
    "cards_per_second": "cards/s",
    "card_time_to_moscow": "time a card to moscow's",
}

EXAMPLES = """\b
Examples:
  debertz bench
  debertz bench --rounds 15 --seconds 0.5 --format json
  debertz bench --variants --threads 1
"""


def _number(ctx: click.Context, param: click.Parameter, value: float) -> float:
    if math.isnan(value):  # no range holds it off
        raise click.BadParameter("it must be a number", ctx, param)
    return value


@click.command(epilog=EXAMPLES)
@click.option("--rounds", type=click.IntRange(min=1), default=5, show_default=True, help="How often all is run.")
@click.option(
    "--seconds",
    type=click.FloatRange(0.001, 60),
    default=0.15,
    show_default=True,
    callback=_number,
    help="About how long one run takes.",
)
@click.option(
    "--threads",
    type=click.IntRange(1, 256),
    multiple=True,
    default=(1, 2),
    show_default=True,
    help="Threads that share a run; repeatable.",
)
@click.option("--variants", "every_variant", is_flag=True, help="Deals of every variant instead of the usual lines.")
@output_options()
@progress_options
def command(
    rounds: int,
    seconds: float,
    threads: tuple[int, ...],
    every_variant: bool,
    format_: str | None,
    out: Path | None,
    force: bool,
    quiet: bool,
    no_progress: bool,
) -> None:
    """How fast this machine plays: deals a second, beside a bare loop of shuffle and random legal tricks.

    Everything is run once in each round; the rates are medians over the rounds, the ratios those within a round.
    Variants differ in how many cards a deal has: the last column is the processor time for a card over moscow's.
    """
    from debertz_sim.bench import bench

    kind, path = destination(format_, out, force, ("json", "csv", "markdown"))
    with stage(quiet or no_progress) as note:
        result = bench(rounds, seconds, tuple(dict.fromkeys(threads)), note, every_variant)
    if kind == "json":
        write(json.dumps(result, indent=2) + "\n", path, force)
        return
    for_people = kind == "table"
    headers = list(COLUMNS.values()) if for_people else list(COLUMNS)
    text = render(headers, [[_cell(line[key], for_people) for key in COLUMNS] for line in result["benchmarks"]], kind)
    if for_people:
        text += (
            f"\nmedians of {rounds} rounds; memory peak {result['memory_peak_mb']} MB; {_versions(result['machine'])}\n"
        )
    write(text, path, force)


def _cell(value: Any, for_people: bool) -> str:
    if value is None:
        return ""
    return f"{value:,}" if for_people and isinstance(value, int) else str(value)


def _versions(machine: dict[str, Any]) -> str:
    return "{cores} cores, python {python}, numba {numba}, kernels {kernel_hash}".format(**machine)
