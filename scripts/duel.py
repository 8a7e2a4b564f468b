#!/usr/bin/env python
"""Two policies against each other on duplicate deals: the same cards again with the seats changed.

    python scripts/duel.py rules greedy
    python scripts/duel.py --bidding rules points:36
    python scripts/duel.py --rules pairs rules greedy
    python scripts/duel.py --rules three --as defenders rules greedy

Without ``--bidding`` the names are play policies.  Between two, forehand declares the suit of the upcard in every
deal; with three and four seats all bid ``rules``.  The margin is in trick points, the last ten included (``--written``:
in written points).  With ``--bidding`` they are bidding policies, everybody plays ``rules``, and the margin is in
written points.  Thrown-in deals count 0.

The figure is A's mean margin a deal.  Two seats: his points minus B's.  Pairs: those of A's side minus those of B's.
Each for himself with three and four: A sits at each seat in turn with B at all others, and his points are compared with
the mean of the others in play.  ``--as declarer`` (``defenders``): of deals that are played, how much better A does in
that role than B, the other role being B's both times; the margin is the declarer's points minus those of all defenders
together, or the reverse.

The name ``two-handed`` is the play ``rules`` of two seats, which knows no allies, at whatever table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from debertz_sim.engine.blocks import play_block
from debertz_sim.engine.deal import new_desk
from debertz_sim.engine.rows import (
    C_DEALER,
    C_DECLARER,
    C_LAST_TRICK,
    C_PLACE,
    N_COLUMNS,
    N_PLACE,
    P_CARD_POINTS,
    P_WRITTEN,
)
from debertz_sim.kernels.scoring import LAST_TRICK_POINTS
from debertz_sim.policies.play_rules import card_rules
from debertz_sim.policies.registry import seating, user_policy
from debertz_sim.rules import RuleSet
from debertz_sim.stats import DEFAULT_CONFIDENCE, Estimate, normal_mean
from debertz_sim.variants import resolve

CHUNK = 100_000
ROLES = ("declarer", "defenders")
TWO_HANDED = "two-handed"


class Table:
    """Deals of a rule set, played with A at some seats and B at the others.

    ``column`` (P_CARD_POINTS or P_WRITTEN) says which points are counted; card points with the last ten.
    """

    def __init__(self, rules: RuleSet, a: str, b: str, seed: int, bidding: bool, column: int) -> None:
        self.rules, self.names, self.seed, self.column = rules, (a, b), seed, column
        self.role = "bidding" if bidding else "play"
        self.calls = "always" if rules.players == 2 else "rules"

    def play(self, seats_of_a: Sequence[int], first: int, count: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Each seat's points, shape (deals, players), and the declarers, -1 where a deal was thrown in."""
        n = self.rules.players
        by_seat = {seat: {self.role: self.names[seat not in seats_of_a]} for seat in range(n)}
        family = seating(n, bidding=self.calls, play="rules", by_seat=by_seat).family
        rows = np.zeros((count, N_COLUMNS), np.int32)
        fault = play_block(self.rules.lower()[0], family, new_desk(), np.uint64(self.seed), first, rows)
        assert fault < 0, f"deal {fault}: a choice that is not legal"
        points = np.zeros((count, n), np.int64)
        deals = np.arange(count)
        for place in range(n):
            seat = (rows[:, C_DEALER] + 1 + place) % n
            points[deals, seat] = rows[:, C_PLACE + place * N_PLACE + self.column]
            if self.column == P_CARD_POINTS:
                points[deals, seat] += np.where(rows[:, C_LAST_TRICK] == place, LAST_TRICK_POINTS, 0)
        return points, rows[:, C_DECLARER].astype(np.int64)

    def passive(self, first: int, count: int) -> NDArray[np.int64]:
        """The seat that sits out each deal, -1 for none."""
        dealers = (first + np.arange(count)) % self.rules.players
        return np.asarray(dealers if self.rules.passive_dealer else np.full(count, -1), np.int64)


def by_turns(table: Table, first: int, count: int) -> tuple[NDArray[np.int64], int]:
    """A's margins summed over all ways to seat him, and by what to divide them."""
    n = table.rules.players
    total = np.zeros(count, np.int64)
    if table.rules.sides == "pairs":
        once = 2 if table.column == P_WRITTEN else 1  # written points stand at both partners
        for sign, seats in ((1, (0, 2)), (-1, (1, 3))):
            points, _ = table.play(seats, first, count)
            total += sign * (points @ np.array([1, -1, 1, -1]))
        return total, 2 * once
    passive = table.passive(first, count)
    others = table.rules.in_play - 1
    for seat in range(n):
        points, _ = table.play((seat,), first, count)
        in_play = np.where(np.arange(n) == passive[:, None], 0, points)
        own = in_play[:, seat]
        total += np.where(passive == seat, 0, (others + 1) * own - in_play.sum(axis=1))
    return total, others * table.rules.in_play


def in_role(table: Table, role: str, first: int, count: int) -> tuple[NDArray[np.int64], int]:
    """How much better A does in a role than B, in every deal that is played; each for himself."""
    n = table.rules.players
    passive = table.passive(first, count)
    everybody = np.arange(n)

    def margin(points: NDArray[np.int64], declarer: NDArray[np.int64]) -> NDArray[np.int64]:
        in_play = np.where(everybody == passive[:, None], 0, points)
        own = in_play[np.arange(count), declarer]
        others: NDArray[np.int64] = in_play.sum(axis=1) - own
        return own - others if role == "declarer" else others - own

    plain, declarer = table.play((), first, count)
    better = -margin(plain, declarer)
    for seat in range(n):
        seats = (seat,) if role == "declarer" else tuple(other for other in range(n) if other != seat)
        points, same = table.play(seats, first, count)
        assert (same == declarer).all()
        better += np.where(declarer == seat, margin(points, declarer), 0)
    return better[declarer >= 0], 1


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
    table = Table(rule_set, a, b, seed, bidding, P_WRITTEN if bidding or written else P_CARD_POINTS)
    total = total_sq = count = 0
    unit = 1
    for first in range(0, deals, CHUNK):
        size = min(CHUNK, deals - first)
        margins, unit = by_turns(table, first, size) if role is None else in_role(table, role, first, size)
        total += int(margins.sum())
        total_sq += int(margins @ margins)
        count += len(margins)
    whole = normal_mean(total, total_sq, count, confidence, metric="margin", group={"a": a, "b": b})
    return _divided(whole, unit)


def _divided(whole: Estimate, unit: int) -> Estimate:
    assert whole.value is not None and whole.low is not None and whole.high is not None and whole.se is not None
    return replace(whole, value=whole.value / unit, low=whole.low / unit, high=whole.high / unit, se=whole.se / unit)


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
