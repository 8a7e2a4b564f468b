#!/usr/bin/env python
"""Two policies against each other on duplicate deals: the same cards again with the seats changed.

    python scripts/duel.py rules greedy
    python scripts/duel.py --bidding rules points:36
    python scripts/duel.py --rules pairs rules greedy
    python scripts/duel.py --rules three --as defenders rules greedy
    python scripts/duel.py --rules terts --written rules greedy

A short form of ``debertz league A B`` that can also let a policy play against itself.  Without ``--bidding`` the names
are play policies.  Between two, forehand declares the suit of the upcard in every deal; with three and four seats all
bid ``rules``.  The margin is in trick points, the last ten included (``--written``: in written points).  With
``--bidding`` they are bidding policies, everybody plays ``rules``, and the margin is in written points.  Thrown-in
deals count 0.  How the seats change, and what ``--as`` compares, stands in ``debertz_sim.league.duplicate``.

The name ``two-handed`` is the play ``rules`` of two seats, which knows no allies, at whatever table.
"""

from __future__ import annotations

from typing import Any

import click

from debertz_sim.experiment.work import BLOCK
from debertz_sim.league.duplicate import DECLARER, DEFENDERS, TRICK, WRITTEN, Duplicate
from debertz_sim.policies.play_rules import card_rules
from debertz_sim.policies.registry import Seating, seating, user_policy
from debertz_sim.rules import RuleSet
from debertz_sim.stats import DEFAULT_CONFIDENCE, Estimate, normal_mean
from debertz_sim.variants import resolve

ROLES = (DECLARER, DEFENDERS)
TWO_HANDED = "two-handed"


def duel(
    a: str,
    b: str,
    deals: int,
    seed: int,
    rules: str = "moscow",
    bidding: bool = False,
    confidence: float = DEFAULT_CONFIDENCE,
    role: str | None = None,
    written: bool = False,
) -> Estimate:
    """A's mean margin over B on ``deals`` deals (2 or more), seats changed; a deal's mean is one observation."""
    if role is not None and bidding:
        raise click.UsageError("--as compares play policies: who declares must not depend on A and B")
    rule_set = resolve(rules)
    if role is not None and (rule_set.sides == "pairs" or rule_set.players == 2):
        raise click.UsageError("--as is for three or four seats, each for himself")
    objective = WRITTEN if bidding or written else TRICK
    duplicate = Duplicate(rule_set, _entrants(rule_set, a, b, bidding), seed, objective, role or "")
    total = squares = n = 0
    for first in range(0, deals, BLOCK):
        margins = duplicate.margins(0, 1, first, min(BLOCK, deals - first))
        total, squares, n = total + int(margins.sum()), squares + int(margins @ margins), n + len(margins)
    group = {"a": a, "b": b}
    return normal_mean(total, squares, n, confidence, metric="margin", group=group, divisor=duplicate.unit)


def _entrants(rules: RuleSet, a: str, b: str, bidding: bool) -> Seating:
    role = "bidding" if bidding else "play"
    calls = "always" if rules.players == 2 else "rules"
    return seating(2, bidding=calls, play="rules", by_seat={0: {role: a}, 1: {role: b}})


def two_handed() -> str:
    """Make the play ``rules`` of two seats a policy of its own; returns its name."""

    def play(view: Any, rules: Any, word: Any) -> int:
        return card_rules(rules, view)  # type: ignore[no-any-return]

    return user_policy(play, "play", TWO_HANDED)


@click.command(help=(__doc__ or "").partition("\n")[0])
@click.argument("a")
@click.argument("b")
@click.option("--bidding", is_flag=True, help="A and B are bidding policies; everybody plays rules.")
@click.option("--as", "role", type=click.Choice(ROLES), help="Compare A and B in this role.")
@click.option("--written", is_flag=True, help="Written points instead of trick points.")
@click.option("--rules", default="moscow", show_default=True)
@click.option("--deals", default=100_000, show_default=True, type=click.IntRange(min=2))
@click.option("--seed", default=1, show_default=True, type=click.IntRange(min=0))
def main(a: str, b: str, bidding: bool, role: str | None, written: bool, rules: str, deals: int, seed: int) -> None:
    """Play and say who was better."""
    if TWO_HANDED in (a, b):
        two_handed()
    margin = duel(a, b, deals, seed, rules, bidding, role=role, written=written)
    unit = "written points" if bidding or written else "trick points"
    where = f" as {role}" if role else ""
    click.echo(
        f"{a} - {b}{where}: {margin.value:+.3f} {unit} a deal, 95 % interval {margin.low:+.3f} to {margin.high:+.3f} "
        f"({deals:,} duplicate deals, {rules}, seed {seed})"
    )


if __name__ == "__main__":
    main()
