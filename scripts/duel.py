#!/usr/bin/env python
"""Two policies against each other on duplicate deals: the same cards twice, seats swapped.

    python scripts/duel.py rules greedy
    python scripts/duel.py --bidding rules points:36

Without ``--bidding`` the names are play policies: forehand declares the suit of the upcard in every deal, and the
margin is in trick points, the last ten included.  With it they are bidding policies, both sides play ``rules``, and
the margin is in written points (thrown-in deals count 0).  The figure is A's mean margin a deal over B.
"""

from __future__ import annotations

from dataclasses import replace

import click
import numpy as np
from numpy.typing import NDArray

from debertz_sim.engine.blocks import play_block
from debertz_sim.engine.deal import new_desk
from debertz_sim.engine.rows import C_DEALER, C_LAST_TRICK, C_PLACE, N_COLUMNS, N_PLACE, P_CARD_POINTS, P_WRITTEN
from debertz_sim.kernels.scoring import LAST_TRICK_POINTS
from debertz_sim.policies.families import Basic, Ruled, User
from debertz_sim.policies.registry import seating
from debertz_sim.rules import RuleSet
from debertz_sim.stats import DEFAULT_CONFIDENCE, Estimate, normal_mean
from debertz_sim.variants import resolve

CHUNK = 100_000


def margins(
    rules: RuleSet, policies: Basic | Ruled | User, seed: int, first: int, count: int, column: int
) -> NDArray[np.int64]:
    """Seat 0's points minus seat 1's in each deal, from a column of each place; card points with the last ten."""
    rows = np.zeros((count, N_COLUMNS), np.int32)
    fault = play_block(rules.lower()[0], policies, new_desk(), np.uint64(seed), first, rows)
    assert fault < 0, f"deal {fault}: a choice that is not legal"
    forehand, dealer = (rows[:, C_PLACE + place * N_PLACE + column].astype(np.int64) for place in range(2))
    margin = forehand - dealer
    if column == P_CARD_POINTS:
        margin += np.choose(rows[:, C_LAST_TRICK] + 1, [0, LAST_TRICK_POINTS, -LAST_TRICK_POINTS])
    return np.where(rows[:, C_DEALER] == 1, margin, -margin)


def duel(
    a: str,
    b: str,
    deals: int,
    seed: int,
    rules: str = "moscow",
    bidding: bool = False,
    confidence: float = DEFAULT_CONFIDENCE,
) -> Estimate:
    """A's mean margin over B on ``deals`` deals (2 or more), each played twice; the pair's mean is one observation."""
    rule_set = resolve(rules)
    role, column = ("bidding", P_WRITTEN) if bidding else ("play", P_CARD_POINTS)
    total = total_sq = 0
    for first in range(0, deals, CHUNK):
        count = min(CHUNK, deals - first)
        both = np.zeros(count, np.int64)
        for sign, pair in ((1, (a, b)), (-1, (b, a))):
            by_seat = {seat: {role: name} for seat, name in enumerate(pair)}
            sitting = seating(2, bidding="always", play="rules", by_seat=by_seat)
            both += sign * margins(rule_set, sitting.family, seed, first, count, column)
        total += int(both.sum())
        total_sq += int(both @ both)
    double = normal_mean(total, total_sq, deals, confidence, metric="margin", group={"a": a, "b": b})
    assert double.value is not None and double.low is not None and double.high is not None and double.se is not None
    return replace(double, value=double.value / 2, low=double.low / 2, high=double.high / 2, se=double.se / 2)


@click.command(help=(__doc__ or "").partition("\n")[0])
@click.argument("a")
@click.argument("b")
@click.option("--bidding", is_flag=True, help="A and B are bidding policies; both sides play rules.")
@click.option("--rules", default="moscow", show_default=True)
@click.option("--deals", default=100_000, show_default=True, type=click.IntRange(min=2))
@click.option("--seed", default=1, show_default=True, type=click.IntRange(min=0))
def main(a: str, b: str, bidding: bool, rules: str, deals: int, seed: int) -> None:
    """Play and say who was better."""
    margin = duel(a, b, deals, seed, rules, bidding)
    unit = "written points" if bidding else "trick points"
    click.echo(
        f"{a} - {b}: {margin.value:+.3f} {unit} a deal, 95 % interval {margin.low:+.3f} to {margin.high:+.3f} "
        f"({deals:,} duplicate deals, {rules}, seed {seed})"
    )


if __name__ == "__main__":
    main()
