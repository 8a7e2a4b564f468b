#!/usr/bin/env python
"""Where the numbers of ``rule:count`` and ``rule:tree`` come from: the best small rules against a chart, by worth.

    python scripts/fit_rules.py --chart moscow --deals 2000000

Deals are played by the chart; what any other bidding of one seat is worth against it is then known class by class,
and the numbers are changed one or two at a time for as long as both seats together gain.  Then it is printed what each
number is worth, and what the rules cost on other deals.  The same seed and deals give the same numbers.
"""

from __future__ import annotations

import click

from debertz_sim.charts.check import add_up, worth_of
from debertz_sim.charts.fits import Numbers, Values, best_enough, fit_count
from debertz_sim.charts.game import Crew, Game, Rows, crew, rows_of
from debertz_sim.charts.judge import contrasts_of, cost_contrasts, game_of
from debertz_sim.charts.trees import Grower
from debertz_sim.equilibrium.leaves import N_SIDES
from debertz_sim.policies.charted import load
from debertz_sim.policies.rule_book import COUNT, TREE, Rule
from debertz_sim.policies.rule_forms import (
    TREE_ENOUGH,
    Node,
    Tree,
    count_of,
    count_words,
    tables,
    tree_count,
    tree_words,
)

FITTING, TESTING = 1, 2  # added to the seed


@click.command(help=(__doc__ or "").partition("\n")[0])
@click.option("--chart", "name", default="moscow", show_default=True, help="A shipped chart or a file.")
@click.option("--deals", default=2_000_000, show_default=True, type=click.IntRange(min=1000), help="To fit on.")
@click.option("--tested", default=1_000_000, show_default=True, type=click.IntRange(min=1000), help="To judge on.")
@click.option("--questions", default=8, show_default=True, type=click.IntRange(1, 12), help="Of the tree.")
@click.option("--polish", default=3, show_default=True, type=click.IntRange(min=0), help="Rounds at most, of the tree.")
@click.option("--seed", default=20261201, show_default=True, type=click.IntRange(min=0))
@click.option("--workers", default=2, show_default=True, type=click.IntRange(min=1))
def main(name: str, deals: int, tested: int, questions: int, polish: int, seed: int, workers: int) -> None:
    """Fit, print, judge."""
    chart = load(name)
    game, value = game_of(chart)
    rows = rows_of(chart.calls)
    with crew(workers) as threads:
        sums = add_up(game, threads, rows, value, seed + FITTING, deals)
        level = sum(worth_of(sums, seat, rows[seat]) for seat in range(N_SIDES))
        values = Values.of(sums)
        click.echo(f"chart {chart.name}, version {chart.version}; fitted on {deals:,} deals of seed {seed + FITTING}.")
        click.echo("Losses are those of both seats together, in points a deal, against the chart.")
        count = _count(values, level)
        tree = _tree(values, level, questions, polish)
        _judge(game, threads, rows, {"count": count, "tree": tree}, value, seed + TESTING, tested)


def _count(values: Values, level: float) -> Rule:
    """Fit the count; what each number is worth."""
    numbers, enough, worth = fit_count(values, dict(COUNT))
    click.echo(f"\ncount: {numbers}, enough {enough}: loses {level - worth:.3f}")

    def more(changed: Numbers) -> float:
        return worth - best_enough(values, tables(changed))[0]

    for name, number in numbers.items():
        steps = ", ".join(f"{more(numbers | {name: number + step}):.3f} at {number + step}" for step in (-1, 1))
        click.echo(f"  {name} {number}: loses {more(numbers | {name: 0}):.3f} more without it, {steps}")
    return Rule("count", "", count_words(numbers, enough), count_of(numbers), enough)


def _tree(values: Values, level: float, questions: int, rounds: int) -> Rule:
    """Grow the tree; what each question adds."""
    grower = Grower(values)
    click.echo("\ntree")
    grown = grower.grow(questions, lambda size, worth: click.echo(f"  {size} questions: loses {level - worth:.3f}"))
    found = [grower.polish(start, rounds) for start in (grown, TREE)]
    for start, polished in zip(("it", "the shipped tree"), found, strict=True):
        click.echo(f"  {start}, changed one thing at a time: loses {level - grower.state(polished).worth:.3f}")
    tree = max(found, key=lambda each: grower.state(each).worth)
    for part, less in _without(tree):
        click.echo(
            f"  {part.ask} {part.least}: loses {grower.state(tree).worth - grower.state(less).worth:.3f} more without"
        )
    click.echo(f"  {tree}")
    return Rule("tree", "", tree_words(tree), tree_count(tree), TREE_ENOUGH)


def _without(tree: Tree) -> list[tuple[Node, Tree]]:
    """Each question, and the tree with what follows its no in its place."""
    if not isinstance(tree, Node):
        return []
    no = [(part, tree._replace(no=less)) for part, less in _without(tree.no)]
    yes = [(part, tree._replace(yes=less)) for part, less in _without(tree.yes)]
    return [(tree, tree.no), *yes, *no]


def _judge(game: Game, threads: Crew, chart: Rows, rules: dict[str, Rule], value: float, seed: int, deals: int) -> None:
    """What the rules cost on deals that they were not fitted on."""
    styles = {name: rows_of(rule.calls) for name, rule in rules.items()}
    profiles, contrasts = cost_contrasts(styles, chart)
    found = contrasts_of(game, threads, profiles, contrasts, value, seed, deals)
    click.echo(f"\ncost against the chart in points a deal, 95 % intervals, {deals:,} other deals of seed {seed}")
    for name, figure in found.items():
        low, high = figure.interval()
        click.echo(f"  {name:28s} {figure.value:+.3f} [{low:+.3f}, {high:+.3f}]")
    for rule in rules.values():
        click.echo(f"\n{rule.name}: {rule.words}")


if __name__ == "__main__":
    main()
