"""Moscow against Kharkov: a million deals under both rules, the exact contest odds, two pictures.

Makes everything in ``results/moscow-vs-kharkov/``; from the project's folder:

    python scripts/moscow_vs_kharkov.py

``--deals 20000 --out FOLDER`` tries it at reduced size.  An existing file is overwritten only in the default folder.
"""

from __future__ import annotations

from pathlib import Path

import click

import debertz_sim as dz
from debertz_sim.files import write_atomic
from debertz_sim.report.figures import forest, margin_histogram, save_figure

COMMAND = "python scripts/moscow_vs_kharkov.py"
HERE = Path(__file__).resolve().parent.parent / "results" / "moscow-vs-kharkov"
SEED = 1

PAGE = """# Moscow against Kharkov

The two rule sets differ in one switch: what breaks a tie between equal sequences (RULES.md section 3, `sequence_tie`;
rule text 000).
Remade by `{command}`; {deals:,} deals, seed {seed}, confidence 95 %.

- `compare.json`, `compare.md`: every metric under both rules on the same deals, and their paired differences.
- `moscow.json`, `simulate.md`: Moscow alone, the same deals.
- `odds-moscow.json`, `odds-kharkov.json`: the exact chances of the contest of sequences (random hands given the
  upcard, no auction).
- `margin.png`: declarer's points minus defender's points, Moscow. `difference.png`: differences of `made`.

Deals whose outcome differs between the rules: {differs}.
"""


@click.command(help=(__doc__ or "").partition("\n")[0])
@click.option("--deals", default=1_000_000, show_default=True, type=click.IntRange(min=1))
@click.option("--out", "folder", default=HERE, type=click.Path(path_type=Path))
def main(deals: int, folder: Path) -> None:
    """Play, count, draw, write."""
    folder.mkdir(parents=True, exist_ok=True)
    force = folder == HERE
    both = dz.compare("moscow", "kharkov", deals=deals, seed=SEED)
    moscow = dz.simulate("moscow", deals=deals, seed=SEED)
    both.save(folder / "compare.json", force)
    both.save(folder / "compare.md", force)
    moscow.save(folder / "moscow.json", force)
    moscow.save(folder / "simulate.md", force)
    for name in ("moscow", "kharkov"):
        dz.odds(name, players=2).save(folder / f"odds-{name}.json", force)
    save_figure(margin_histogram(moscow.estimates, moscow.provenance), folder / "margin.png", force)
    save_figure(forest(both.estimates, both.provenance, metric="made"), folder / "difference.png", force)
    differs = both.get("outcome_differs", arm="B-A")
    text = f"{differs.k:,} of {differs.n:,} ({100 * (differs.value or 0):.3f} %, "
    text += f"95 % interval {100 * (differs.low or 0):.3f} to {100 * (differs.high or 0):.3f} %)"
    page = PAGE.format(command=COMMAND, deals=deals, seed=SEED, differs=text)
    write_atomic(folder / "README.md", page, force)
    click.echo(page)


if __name__ == "__main__":
    main()
