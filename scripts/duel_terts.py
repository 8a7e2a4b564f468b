#!/usr/bin/env python
"""Two policies against each other in the game terts, on duplicate deals: the same cards twice, seats swapped.

    python scripts/duel_terts.py rules greedy

The figure is A's mean margin a deal over B in totals (card points, last ten, announcements).
"""

from __future__ import annotations

from dataclasses import replace

import click
import numpy as np
from numpy.typing import NDArray

from debertz_sim.engine.terts import new_terts_desk, play_terts_block
from debertz_sim.engine.terts_rows import C_DEALER, C_PLACE, N_PLACE, N_TERTS_COLUMNS, P_TOTAL
from debertz_sim.policies.registry import seating
from debertz_sim.rules import RuleSet
from debertz_sim.stats import DEFAULT_CONFIDENCE, Estimate, normal_mean
from debertz_sim.variants import resolve

CHUNK = 100_000


def margins(rules: RuleSet, pair: tuple[str, str], seed: int, first: int, count: int) -> NDArray[np.int64]:
    """Seat 0's total minus seat 1's in each deal."""
    rows = np.zeros((count, N_TERTS_COLUMNS), np.int32)
    seats = seating(2, by_seat={seat: {"play": name} for seat, name in enumerate(pair)}).for_game(rules.form)
    fault = play_terts_block(rules.lower()[0], seats.family, new_terts_desk(), seed, first, rows)
    assert fault < 0, f"deal {fault}: a choice that is not legal"
    forehand, dealer = (rows[:, C_PLACE + place * N_PLACE + P_TOTAL].astype(np.int64) for place in range(2))
    return np.where(rows[:, C_DEALER] == 1, forehand - dealer, dealer - forehand)


def duel(
    a: str, b: str, deals: int, seed: int, rules: str = "terts", confidence: float = DEFAULT_CONFIDENCE
) -> Estimate:
    """A's mean margin over B on ``deals`` deals (2 or more), each played twice; the pair's mean is one observation."""
    rule_set = resolve(rules)
    total = total_sq = 0
    for first in range(0, deals, CHUNK):
        count = min(CHUNK, deals - first)
        both = margins(rule_set, (a, b), seed, first, count) - margins(rule_set, (b, a), seed, first, count)
        total += int(both.sum())
        total_sq += int(both @ both)
    double = normal_mean(total, total_sq, deals, confidence, metric="margin", group={"a": a, "b": b})
    assert double.value is not None and double.low is not None and double.high is not None and double.se is not None
    return replace(double, value=double.value / 2, low=double.low / 2, high=double.high / 2, se=double.se / 2)


@click.command(help=(__doc__ or "").partition("\n")[0])
@click.argument("a")
@click.argument("b")
@click.option("--rules", default="terts", show_default=True)
@click.option("--deals", default=100_000, show_default=True, type=click.IntRange(min=2))
@click.option("--seed", default=1, show_default=True, type=click.IntRange(min=0))
def main(a: str, b: str, rules: str, deals: int, seed: int) -> None:
    """Play and say who was better."""
    margin = duel(a, b, deals, seed, rules)
    click.echo(
        f"{a} - {b}: {margin.value:+.2f} points a deal, 95 % interval {margin.low:+.2f} to {margin.high:+.2f} "
        f"({deals:,} duplicate deals, {rules}, seed {seed})"
    )


if __name__ == "__main__":
    main()
