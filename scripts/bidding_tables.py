#!/usr/bin/env python
"""Published bidding tables: how often the equilibrium bids and makes it, and what rules and customs cost.

From the project's folder:

    python scripts/bidding_tables.py

Everything in ``results/bidding/``.  ``--share 0.01 --out FOLDER`` tries it with a hundredth of the deals, ``--chart
RULES=FILE`` takes another chart than the shipped one; a chart that is neither shipped nor given (that of Moscow with an
obliged dealer) is built first, from ``--built`` deals.  An existing file is overwritten only in the default folder.
"""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any, NamedTuple

import click
import numpy as np

import debertz_sim as dz
from debertz_sim._jit import KERNEL_HASH
from debertz_sim.charts.game import SEATS, Game, Rows, crew, rows_of
from debertz_sim.charts.judge import Figure, Judgement, game_of, judge
from debertz_sim.charts.spec import Build, BuildSpec
from debertz_sim.errors import UserError
from debertz_sim.files import write_atomic
from debertz_sim.kernels.state import ALL_PASS, BAID, HANGING_BAID, MADE
from debertz_sim.policies.charted import Chart, load, save, shipped
from debertz_sim.policies.registry import seating
from debertz_sim.policies.rule_book import RULES
from debertz_sim.stats import Estimate, wilson
from debertz_sim.variants import resolve

COMMAND = "python scripts/bidding_tables.py"
HERE = Path(__file__).resolve().parent.parent / "results" / "bidding"
DOCS = HERE.parent.parent / "docs" / "bidding-rules.md"
MARK, END = "<!-- made by scripts/bidding_tables.py -->\n", "<!-- end -->"
SEED = 20261202  # no chart, rule or policy was made on deals of this seed
PLAY = "expert"
PLAYED, LEARNED, TESTED = 1_000_000, 2_000_000, 1_000_000  # deals at full size
BUILT = 4_000_000
TABLES = {
    "moscow": ("moscow", ()),
    "kharkov": ("kharkov", ()),
    "one-deal": ("one-deal", ()),
    "obliged": ("moscow", ("all_pass=obliged",)),
}
"""By the name of the chart: the rules."""
OUTCOMES = {MADE: "made", BAID: "baid", HANGING_BAID: "hanging baid"}
OTHERS = ("rules", "points:36", "points:40")
"""Bidding policies that are judged beside the rules."""


class Line(NamedTuple):
    """A line of a table in a file: for which rules or rule, what, and the number."""

    of: str
    metric: str
    value: float
    low: float
    high: float
    n: int


def chart_for(name: str, given: dict[str, str], built: int, folder: Path, workers: int) -> Chart:
    """The chart of a table: given, shipped, or built from so many deals and kept in the folder."""
    if name in given or name in shipped():
        return load(given.get(name, name))
    base, changes = TABLES[name]
    policies = seating(2, play=PLAY)
    spec = BuildSpec(resolve(base, list(changes)), policies, "points", built, built // 4, SEED + 1, "rule:count")
    save(built_chart(spec, name, folder / f"{name}.part.npz", workers), folder / f"{name}.npz", True)
    return load(str(folder / f"{name}.npz"))


def built_chart(spec: BuildSpec, name: str, kept: Path, workers: int) -> Chart:
    """A chart built from first to last."""
    with crew(workers) as threads:
        under_way = Build(spec, kept)
        under_way.learn(threads, lambda: False)
        return under_way.finish(threads, name).chart


def frequencies(name: str, chart: Chart, deals: int, workers: int) -> tuple[list[Line], str]:
    """How often each seat plays in each round, and what comes of it, with the command that deals the same."""
    base, changes = TABLES[name]
    bidding = f"chart:{chart.name}"
    rules = resolve(base, list(changes))
    result = dz.simulate(rules, deals=deals, seed=SEED, bidding=bidding, play=PLAY, rows=True, workers=workers)
    rows: Any = result.rows
    found = [wilson(int(np.sum(rows["outcome"] == ALL_PASS)), deals, metric="all pass")]
    for round_ in (1, 2):
        for place, seat in enumerate(SEATS):
            here = (rows["round"] == round_) & (rows["declarer_place"] == place)
            found.append(wilson(int(here.sum()), deals, metric=f"{seat} plays in round {round_}"))
            for outcome, word in OUTCOMES.items():
                hits = int(np.sum(here & (rows["outcome"] == outcome)))
                text = f"{word}, {seat} in round {round_}"
                found.append(wilson(hits, int(here.sum()), metric=text))
    return [_line(name, estimate) for estimate in found if estimate.n], result.provenance["command"]


def _line(of: str, estimate: Estimate) -> Line:
    assert estimate.value is not None and estimate.low is not None and estimate.high is not None and estimate.n
    return Line(of, estimate.metric, estimate.value, estimate.low, estimate.high, estimate.n)


def styles_of(game: Game) -> dict[str, Rows]:
    """The rules and the other bidding policies."""
    found = {f"rule:{name}": rows_of(rule.calls) for name, rule in RULES.items()}
    return found | {name: game.style(name) for name in OTHERS}


PLACES = ("forehand", "dealer", "mean")


def judged_lines(judged: dict[str, Judgement]) -> list[Line]:
    """The judgements as lines."""
    lines = []
    for name, one in judged.items():
        for what, figures in (("cost", one.cost), ("exposed, held out", one.exposed)):
            lines += [_figure(name, f"{what}, {place}", figure) for place, figure in zip(PLACES, figures, strict=True)]
        # the replies' own deals: as uncertain as so many others would be
        inside = one.exposed[2]._replace(value=one.exposed_in_sample)
        lines.append(_figure(name, "exposed, in sample, mean", inside))
        lines.append(_figure(name, "exposed, halfway, mean", inside._replace(value=one.exposed_mean)))
    return lines


def _figure(of: str, metric: str, figure: Figure) -> Line:
    low, high = figure.interval()
    return Line(of, metric, figure.value, low, high, figure.deals)


@click.command(help=(__doc__ or "").partition("\n")[0])
@click.option("--chart", "charts", multiple=True, metavar="RULES=FILE", help="Take this chart (repeat).")
@click.option("--only", type=click.Choice(["frequencies", "rules"]), help="Make one of the two tables.")
@click.option("--rule", "names", multiple=True, help="Judge this policy only (repeat).")
@click.option("--share", default=1.0, show_default=True, type=click.FloatRange(0, 1, min_open=True))
@click.option("--built", default=BUILT, show_default=True, type=click.IntRange(min=1000), help="Deals to build from.")
@click.option("--workers", default=2, show_default=True, type=click.IntRange(min=1))
@click.option("--out", "folder", default=HERE, type=click.Path(path_type=Path))
def main(
    charts: tuple[str, ...],
    only: str | None,
    names: tuple[str, ...],
    share: float,
    built: int,
    workers: int,
    folder: Path,
) -> None:
    """Play, judge, write."""
    folder.mkdir(parents=True, exist_ok=True)
    given = dict(_given(chart) for chart in charts)
    command = " ".join([COMMAND, *_again(charts, only, names, share, built)])
    if only != "rules":
        _write_frequencies(folder, command, given, max(100, round(share * PLAYED)), built, workers)
    if only != "frequencies":
        sizes = max(100, round(share * LEARNED)), max(100, round(share * TESTED))
        _write_rules(folder, command, load(given.get("moscow", "moscow")), names, sizes, workers)


def _given(chart: str) -> tuple[str, str]:
    name, equals, file = chart.partition("=")
    if name not in TABLES or not equals:
        raise UserError(f"--chart {chart!r}: write RULES=FILE, RULES one of {', '.join(TABLES)}")
    return name, file


def _again(charts: tuple[str, ...], only: str | None, names: tuple[str, ...], share: float, built: int) -> list[str]:
    words = [f"--chart {chart}" for chart in charts] + [f"--only {only}"] * (only is not None)
    words += [f"--rule {name}" for name in names]
    return words + [f"--share {share:g}"] * (share != 1) + [f"--built {built}"] * (built != BUILT)


def _write_frequencies(folder: Path, command: str, given: dict[str, str], deals: int, built: int, workers: int) -> None:
    lines, notes = [], []
    for name in TABLES:
        chart = chart_for(name, given, built, folder, workers)
        found, how = frequencies(name, chart, deals, workers)
        lines += found
        notes.append(f"{name}: chart {chart.version}, built from {chart.about['deals']:,} nine-card deals; `{how}`")
        click.echo(f"frequencies, {name}: done")
    _write(folder, "frequencies", FREQUENCIES, command, lines, notes, "share", percent=True)


def _write_rules(
    folder: Path, command: str, chart: Chart, names: tuple[str, ...], sizes: tuple[int, int], workers: int
) -> None:
    game, value = game_of(chart)
    styles = {name: rows for name, rows in styles_of(game).items() if not names or name in names}
    learned, tested = sizes
    with crew(workers) as threads:
        judged = judge(game, threads, styles, rows_of(chart.calls), value, SEED, learned, tested)
    notes = [
        f"rules {game.rules.name} ({game.rules.hash}), play {PLAY}, by {game.objective}; chart {chart.version}, value "
        f"{value:+.3f} to forehand; replies learned on {learned:,} nine-card deals of seed {SEED + 1}, everything "
        f"tested on {tested:,} of seed {SEED}, each over {game.splits} x {game.splits} divisions of its hands"
    ]
    _write(folder, "rules", JUDGED, command, judged_lines(judged), notes, "points a deal", percent=False)
    if folder == HERE and not names:
        _into_docs(judged_lines(judged), notes)


def _into_docs(lines: list[Line], notes: list[str]) -> None:
    """Put what the rules cost into the page on them."""
    wanted = {
        "cost, mean": "cost",
        "exposed, held out, mean": "exposed, held out",
        "exposed, in sample, mean": "in sample",
    }
    kept = [line._replace(metric=wanted[line.metric]) for line in lines if line.metric in wanted]
    head, _, rest = DOCS.read_text(encoding="utf-8").partition(MARK)
    table = "\n".join([*_pivot(kept, percent=False), "", *(f"n, seed: {note}." for note in notes)])
    write_atomic(DOCS, f"{head}{MARK}\n{table}\n\n{END}{rest.partition(END)[2]}", True)


FREQUENCIES = """# How often the equilibrium bids, and what comes of it

Shares: of all deals for playing and for all pass; of the deals played by that seat in that round for made, baid and
hanging baid. 95 % intervals (Wilson).
"""
JUDGED = """# What rules and customs cost

In points a deal, 95 % intervals; mean: of forehand and dealer, as one who is each half of the time.

- cost: what is lost against an opponent who bids by the chart.
- exposed: what is lost, beyond the value of the game, against the best reply to the rule. Held out (the reply tested on
  other deals than it was learned from) is too low, in sample too high; the truth lies between.
"""


def _write(
    folder: Path, name: str, head: str, command: str, lines: list[Line], notes: list[str], unit: str, percent: bool
) -> None:
    """A table as CSV and as a page."""
    force = folder == HERE
    source = f"{command}; seed {SEED}; confidence 95 %; kernels {KERNEL_HASH}"
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*Line._fields, "unit", "seed", "confidence", "kernel_hash", "command"])
    for line in lines:
        writer.writerow([*line, unit, SEED, 0.95, KERNEL_HASH, command])
    write_atomic(folder / f"{name}.csv", text.getvalue(), force)
    page = [head, f"    {source}", "", *(f"- {note}" for note in notes), ""]
    page += _pivot(lines, percent)
    write_atomic(folder / f"{name}.md", "\n".join(page) + "\n", force)


def _pivot(lines: list[Line], percent: bool) -> list[str]:
    """A line for each metric and a column for each ``of``, or the other way round where there are more of those."""
    metrics, ofs = (
        list(dict.fromkeys(column)) for column in ([each.metric for each in lines], [each.of for each in lines])
    )
    cells = {(line.metric, line.of): _cell(line, percent) for line in lines}
    if percent:
        rows = [[metric, *(cells.get((metric, of), "") for of in ofs)] for metric in metrics]
        heads = ["", *ofs]
    else:
        rows = [[of, *(cells[metric, of] for metric in metrics)] for of in ofs]
        heads = ["", *metrics]
    return [_row(heads), _row(["---"] + ["---:"] * (len(heads) - 1)), *map(_row, rows)]


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(line: Line, percent: bool) -> str:
    scale, digits = (100, 2) if percent else (1, 3)
    value, low, high = (f"{scale * number:.{digits}f}" for number in (line.value, line.low, line.high))
    return f"{value}{' %' if percent else ''} [{low}, {high}]" + (f" n = {line.n:,}" if percent else "")


if __name__ == "__main__":
    main()
