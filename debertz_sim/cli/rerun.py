"""``debertz rerun``: repeat a result from its provenance and say whether it is identical."""

from __future__ import annotations

import shlex
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from debertz_sim.cli.main import COMMANDS, FAILURE
from debertz_sim.cli.options import workers_option
from debertz_sim.errors import UserError

EXAMPLES = """\b
Examples:
  debertz simulate --deals 10k --seed 7 --out simulated.json
  debertz rerun simulated.json
"""


@click.command(epilog=EXAMPLES)
@click.argument("file", type=click.Path(path_type=Path))
@workers_option
@click.option("--quiet", is_flag=True, help="Nothing on stderr but errors.")
@click.pass_context
def command(ctx: click.Context, /, file: Path, workers: int, quiet: bool) -> None:
    """Repeat the result in FILE (JSON) from its provenance; exit code 1 if an estimate is not identical.

    Rules, policies, seed and the number of deals are taken from the file; other versions of the program are named.
    """
    from debertz_sim.results import Result, first_difference

    result = Result.load(file)
    again = _rerunner(result, file)
    if not quiet:
        for line in _other_versions(result):
            click.echo(line, err=True)
    repeated = again(result, workers)
    difference = first_difference(result, repeated)
    if difference is None:
        click.echo(f"identical: {file}, {len(result.estimates)} estimates")
        return
    click.echo(f"not identical: {file}, {difference}")
    ctx.exit(FAILURE)


def _rerunner(result: Any, file: Path) -> Any:
    """The function ``rerun(result, workers)`` of the module of the command that made the result."""
    words = shlex.split(str(result.provenance.get("command") or ""))
    name = words[1] if len(words) > 1 and words[0] == "debertz" else ""
    again = getattr(import_module(f"debertz_sim.cli.{name}"), "rerun", None) if name in COMMANDS else None
    if again is None:
        raise UserError(f"{file}: made by {' '.join(words[:2]) or 'an unknown command'}, which cannot be repeated")
    return again


def _other_versions(result: Any) -> list[str]:
    """One line for each part of the program that is another one now."""
    from debertz_sim._jit import KERNEL_HASH
    from debertz_sim.provenance import DISTRIBUTION, package_version

    here = {
        "version": package_version(DISTRIBUTION),
        "kernel_hash": KERNEL_HASH,
        "numba": package_version("numba"),
        "numpy": package_version("numpy"),
    }
    was = {name: result.provenance.get(name) for name in here}
    return [f"note: {name} was {was[name]}, here it is {now}" for name, now in here.items() if was[name] != now]
