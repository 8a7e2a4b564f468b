"""What weaker play and open hands bend: everything in ``results/bends/``, and the numbers that the package quotes.

From the project's folder:

    python scripts/bends.py

``--share 0.01 --out FOLDER`` tries it with a hundredth of the deals.  An existing file is overwritten only in the
default folder, and only then the package's own copy (``debertz_sim.league.bends.published``) is made anew.
"""

from __future__ import annotations

from pathlib import Path

import click

import debertz_sim
from debertz_sim.files import write_atomic
from debertz_sim.league.bends import MADE, MARGIN, PUBLISHED, SOLVED, TRUMPS, Bends, bends
from debertz_sim.report.labels import count_label
from debertz_sim.report.tables import cells, policies_text
from debertz_sim.results import Result
from debertz_sim.stats import Estimate
from debertz_sim.variants import resolve

COMMAND = "python scripts/bends.py"
HERE = Path(__file__).resolve().parent.parent / "results" / "bends"
DATA = Path(debertz_sim.__file__).parent / "data" / PUBLISHED
SEED = 20261130  # no policy was made on deals of this seed
RULES = "moscow"
SEARCH = "rollout:64"
DEALS = {SOLVED: 100_000, "expert": 100_000, "rules": 100_000, "pimc:64": 5_000, SEARCH: 20_000}
PAIRS = ((SOLVED, SEARCH), (SOLVED, "pimc:64"), (SOLVED, "expert"), ("expert", SEARCH), ("rules", SEARCH))
BIDS = {
    "rules": "everybody bids `rules`: the deals as they are played",
    "always": "forehand declares the upcard's suit in every deal: no selection by the auction",
}

PAGE = """# What weaker play and open hands bend

{rules}, two players; remade by `{command}` ({seconds} s here), seed {seed}; {policies}.
Every deal has the same declarer, trump and melds in all rows; what differs is who plays the 18 cards, both seats alike.
`{solved}`: both see all cards and play their best. Margin: the declarer's points in tricks minus the defender's, with
the last ten. Made: the declarer is ahead with the melds. Differences are paired, deal by deal; every interval has
{confidence} % alone; groups of fewer than 100 deals are left out. `bends.json` has every number; in Python
`debertz_sim.league.bends.published()` reads it.

How to use it: a study that solves open hands, or lets a fast policy play, sees the numbers of that row; what it bends
is the difference to the best play without seeing the cards, here `{search}`. In short, as `rules` bids:

{short}
"""


@click.command(help=(__doc__ or "").partition("\n")[0])
@click.option("--share", default=1.0, show_default=True, type=click.FloatRange(0, 1, min_open=True))
@click.option("--workers", default=1, show_default=True, type=click.IntRange(min=1))
@click.option("--out", "folder", default=HERE, type=click.Path(path_type=Path))
def main(share: float, workers: int, folder: Path) -> None:
    """Play, solve, write."""
    folder.mkdir(parents=True, exist_ok=True)
    published = folder == HERE
    deals = {player: max(2, round(share * n)) for player, n in DEALS.items()}
    spec = Bends(resolve(RULES), deals, PAIRS, tuple(BIDS), SEED)
    command = COMMAND if share == 1 else f"{COMMAND} --share {share:g}"
    result = bends(spec, workers, command, lambda what: click.echo(what, err=True))
    result.save(folder / "bends.json", published)
    write_atomic(folder / "README.md", page(result), published)
    if published:
        result.save(DATA, force=True)


def page(result: Result) -> str:
    """The tables in Markdown."""
    source = result.provenance
    parts = [
        PAGE.format(
            rules=source["rules"]["name"].capitalize(),
            command=source["command"],
            seconds=round(source["seconds"]),
            seed=source["seed"],
            policies=policies_text(source["policies"]),
            solved=SOLVED,
            search=SEARCH,
            confidence=f"{100 * source['confidence']:g}",
            short="\n".join(_short(result, a, b) for a, b in PAIRS if b == SEARCH),
        )
    ]
    for bids, about in BIDS.items():
        mine = [e for e in result.estimates if e.group["bids"] == bids]
        parts.append(f"## Bids {bids}: {about}\n")
        for metric, heading in ((MARGIN, "Margin in tricks, points a deal"), (MADE, "Made")):
            parts.append(f"### {heading}\n\n{_table([e for e in mine if e.metric == metric])}\n")
    return "\n".join(parts)


def _short(result: Result, a: str, b: str) -> str:
    """By how much one gets more than the other, of all deals."""
    margin, made = (_cell(result.get(metric, bids="rules", a=a, b=b)) for metric in (MARGIN, MADE))
    return f"- `{a}` − `{b}`: {margin} points, {made} made"


def _table(estimates: list[Estimate]) -> str:
    """A line for each player and for each difference, a column for all deals and for each number of trumps."""
    trumps = sorted({int(e.group[TRUMPS]) for e in estimates if TRUMPS in e.group})
    known = {(e.group["a"], e.group.get("b"), e.group.get(TRUMPS)): e for e in estimates}
    heads = ["", "n", "all", *(f"{t} trump{'' if t == 1 else 's'}" for t in trumps)]
    lines = [heads, ["---", *["---:"] * (len(heads) - 1)]]
    for a, b in dict.fromkeys((a, b) for a, b, _ in known):
        name = f"`{a}`" if b is None else f"`{a}` − `{b}`"
        row = [known.get((a, b, t)) for t in (None, *trumps)]
        whole = known[a, b, None]
        lines.append([name, count_label(whole.n or 0, "en"), *(_cell(e) for e in row)])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(estimate: Estimate | None) -> str:
    if estimate is None:
        return ""
    value, interval = cells(estimate)
    sign = "+" if "b" in estimate.group and (estimate.value or 0) > 0 and not value.startswith("+") else ""
    return f"{sign}{value} {interval}"


if __name__ == "__main__":
    main()
