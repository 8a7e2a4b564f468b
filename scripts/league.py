"""Published leagues: who plays how well, and who bids how well; everything in ``results/league/``.

From the project's folder:

    python scripts/league.py

``--only NAME`` plays one of them, ``--share 0.01 --out FOLDER`` tries them with a hundredth of the deals.  An existing
file is overwritten only in the default folder.  Ctrl-C ends at once; a single league that can be gone on with is played
by its command, which stands on the page.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import click

from debertz_sim.files import write_atomic
from debertz_sim.league import LeagueSpec, run_league
from debertz_sim.report.canvas import save_figure
from debertz_sim.report.payoffs import payoff_matrix
from debertz_sim.variants import resolve

COMMAND = "python scripts/league.py"
HERE = Path(__file__).resolve().parent.parent / "results" / "league"
SEED = 20261130  # no policy was made on deals of this seed


class League(NamedTuple):
    """A league to publish: what it shows, who takes part, under which rules and bids, on how many deals."""

    about: str
    entrants: tuple[str, ...]
    deals: int
    rules: str = "moscow"
    bidding: str = ""
    objective: str = ""
    role: str = ""


FAST = ("expert", "rules", "greedy", "random")
LEAGUES = {
    "moscow-fast": League("the fast players, forehand declaring the upcard's suit", FAST, 200_000),
    "moscow-search": League(
        "the searching players beside the fast ones, forehand declaring the upcard's suit",
        ("pimc:64:roll", "rollout:64", "pimc:64", "pimc:64:plain", "expert", "rules"),
        2_000,
    ),
    "moscow-bidding": League(
        "bidding, everybody playing expert",
        ("rules+expert", "points:36+expert", "points:40+expert", "always+expert", "random+expert"),
        100_000,
    ),
    **{
        f"{rules}{f'-{role}' if role else ''}": League("the fast players", FAST, deals, rules, role=role)
        for rules, role, deals in (
            ("pairs", "", 100_000),
            ("three", "", 50_000),
            ("three", "declarer", 50_000),
            ("three", "defenders", 50_000),
            ("solo4", "", 50_000),
            ("passive4", "", 50_000),
        )
    },
}

PAGE = """# Leagues

Policies against each other on the same deals with the seats changed; what the numbers mean stands in
[docs/league.md](../../docs/league.md). Remade by `{command}`, seed {seed}, confidence 95 %: in each league all
intervals hold at once.
"""


@click.command(help=(__doc__ or "").partition("\n")[0])
@click.option("--only", "names", multiple=True, type=click.Choice(list(LEAGUES)), help="Play this one (repeat).")
@click.option("--share", default=1.0, show_default=True, type=click.FloatRange(0, 1, min_open=True))
@click.option("--workers", default=1, show_default=True, type=click.IntRange(min=1))
@click.option("--out", "folder", default=HERE, type=click.Path(path_type=Path))
def main(names: tuple[str, ...], share: float, workers: int, folder: Path) -> None:
    """Play, draw, write."""
    folder.mkdir(parents=True, exist_ok=True)
    force = folder == HERE
    for name in names or LEAGUES:
        its = LEAGUES[name]
        spec = LeagueSpec(
            resolve(its.rules),
            its.entrants,
            SEED,
            max(2, round(share * its.deals)),
            its.bidding,
            its.objective,
            its.role,
            workers=workers,
        )
        result = run_league(spec)
        result.save(folder / f"{name}.json", force)
        save_figure(payoff_matrix(result.estimates, result.provenance), folder / f"{name}.png", force)
        click.echo(f"{name}: {result.provenance['seconds']:.0f} s")
    again = [f"--only {name}" for name in names] + ([] if share == 1 else [f"--share {share:g}"])
    write_atomic(folder / "README.md", _page(folder, " ".join([COMMAND, *again])), force)


def _page(folder: Path, command: str) -> str:
    """The page of all leagues whose results lie in the folder."""
    from debertz_sim.report.texts import remarks
    from debertz_sim.results import Result

    parts = [PAGE.format(command=command, seed=SEED)]
    for name, its in LEAGUES.items():
        if (folder / f"{name}.json").exists():
            result = Result.load(folder / f"{name}.json")
            command = f"    {result.provenance['command']}"
            notes = "\n".join(remarks(result.provenance))
            parts += [f"## {name}: {its.about}\n", f"{command}\n", result.render("markdown"), f"{notes}\n"]
            parts.append(f"![{name}]({name}.png)\n")
    return "\n".join(parts)


if __name__ == "__main__":
    main()
