"""``debertz plot``: a picture of a result."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from debertz_sim.cli.interrupt import Interrupt
from debertz_sim.cli.options import lang_option, workers_option
from debertz_sim.errors import UserError

if TYPE_CHECKING:
    from debertz_sim.report.gallery import Material
    from debertz_sim.stats.looks import Look

KINDS = ("margin", "running", "differences", "switches", "variants", "odds", "trumps", "payoffs")

EXAMPLES = """\b
Examples:
  debertz simulate --deals 100k --seed 7 --out moscow.json
  debertz plot moscow.json --out margin.png
  debertz plot moscow.json --kind running --metric baid --lang ru --out running.svg
  debertz plot moscow.json --list
"""


@click.command(epilog=EXAMPLES)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--kind", type=click.Choice(KINDS), help="Which picture.  [default: the first that --list names]")
@click.option("--metric", metavar="METRIC", help="The metric to draw, where the picture is of one.")
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Where to: .png or .svg.")
@click.option("--list", "listed", is_flag=True, help="List the pictures that FILE gives, and draw none.")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@lang_option
@workers_option
def command(
    file: Path,
    kind: str | None,
    metric: str | None,
    out: Path | None,
    listed: bool,
    force: bool,
    lang: str,
    workers: int,
) -> None:
    """Draw a picture of FILE: a result (JSON) of simulate, compare, odds or league, or rows (Parquet) of simulate.

    Every picture carries n, rules and seed, and can be read in black and white. A running estimate of a result is got
    by playing its deals again.
    """
    from debertz_sim.files import check_target, format_of
    from debertz_sim.report.canvas import save_figure
    from debertz_sim.report.gallery import KINDS, draw, kinds_of

    if listed:
        for name in kinds_of(material(file, workers)):
            click.echo(f"{name:<12} {KINDS[name].about}")
        return
    if out is None:
        raise UserError("plot: say where to, with --out FILE.png or FILE.svg")
    format_of(out, ["png", "svg"])
    check_target(out, force)
    save_figure(draw(material(file, workers), kind, metric, lang), out, force)


def material(file: Path, workers: int) -> Material:
    """What the pictures of a file are made of; raises ``UserError`` if it is neither a result nor rows."""
    from debertz_sim.report.gallery import Material

    if file.suffix.lower() == ".parquet":
        from debertz_sim.experiment.row_results import RowFile

        rows = RowFile.load(file)
        result = rows.result()
        return Material(result.estimates, result.provenance, lambda metric: rows.looks(metric or "made"))
    from debertz_sim.results import Result

    result = Result.load(file)
    played = (result.provenance.get("options") or {}).get("kind") in ("simulate", "compare")

    def looks(metric: str | None) -> list[Look]:
        from debertz_sim.experiment.looks import replay

        interrupt = Interrupt()
        with interrupt.listening():
            seen = replay(result, metric, workers, interrupt.asked)
        if interrupt.asked():
            raise KeyboardInterrupt
        return seen

    return Material(result.estimates, result.provenance, looks if played else None)
