"""``debertz report``: results as one page."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from debertz_sim.cli.options import lang_option, workers_option
from debertz_sim.cli.plot import material
from debertz_sim.cli.writing import section, write_page

if TYPE_CHECKING:
    from debertz_sim.report.page import Section

EXAMPLES = """\b
Examples:
  debertz compare moscow kharkov --deals 100k --seed 7 --out compare.json
  debertz odds --players 2 --out odds.json
  debertz report compare.json odds.json --out report.html
"""


@click.command(epilog=EXAMPLES)
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path))
@click.option("--out", required=True, type=click.Path(path_type=Path), metavar="FILE.html", help="The page to write.")
@click.option("--running", is_flag=True, help="Also draw running estimates; plays the deals of each result again.")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@lang_option
@workers_option
def command(files: tuple[Path, ...], out: Path, running: bool, force: bool, lang: str, workers: int) -> None:
    """One page of all FILEs: results (JSON) of simulate, compare or odds, or rows (Parquet) of simulate.

    Pictures, tables, provenance, the commands that repeat it, the rules. The page is one file that loads nothing and
    can be sent as it is.
    """
    from debertz_sim.files import check_target, format_of

    format_of(out, ["html"])
    check_target(out, force)
    write_page([_section(file, running, workers) for file in files], out, force, lang)


def _section(file: Path, running: bool, workers: int) -> Section:
    """The part of the page for one file; raises ``UserError``."""
    found = material(file, workers)
    command = str(found.provenance.get("command") or "")
    rows = file.suffix.lower() == ".parquet"
    if rows:
        again = [f"{command} --rows --out {shlex.quote(str(file))}"]
    else:
        again = [command, shlex.join(["debertz", "rerun", str(file)])]
        found = found if running else found._replace(looks=None)
    return section(str(file), found, again if command else [], rows)
