"""``debertz rules``: list the variants, show, check and compare their switches."""

from __future__ import annotations

import json
from pathlib import Path

import click

from debertz_sim.cli.listing import render, write
from debertz_sim.cli.options import destination, output_options, rules_argument, set_option
from debertz_sim.errors import UserError
from debertz_sim.switch_table import BY_NAME, SWITCHES, value_text
from debertz_sim.variants import read_file, resolve, variants


@click.group()
def command() -> None:
    """Variants and their switches.

    \b
    Examples:
      debertz rules list
      debertz rules show kharkov --set target=301
      debertz rules show moscow --toml --out mine.toml
      debertz rules diff moscow kharkov
    """


@command.command("list")
@output_options()
def list_(format_: str | None, out: Path | None, force: bool) -> None:
    """The variants, one line each."""
    kind, path = destination(format_, out, force, ("json", "csv", "markdown"))
    rows = []
    for name in variants:
        description, source = variants.about(name)
        rows.append((name, description, source))
    write(render(("name", "description", "source"), rows, kind), path, force)


@command.command("show")
@rules_argument("name")
@set_option
@click.option("--toml", is_flag=True, help="The same as --format toml: a file that can be edited and fed back.")
@output_options(("table", "json", "csv", "markdown", "toml"))
def show(name: str, settings: tuple[str, ...], toml: bool, format_: str | None, out: Path | None, force: bool) -> None:
    """Every switch of NAME (or FILE.toml): value, what it does, source."""
    rules = resolve(name, settings)
    kind, path = _show_destination("toml" if toml else format_, out, force)
    values = [(switch, getattr(rules, switch.name)) for switch in SWITCHES]
    rows = [(row.name, value_text(value), row.describe(value), row.source(value)) for row, value in values]
    headers = ("switch", "value", "what it does", "source")
    if kind == "toml":
        text = rules.to_toml()
    elif kind == "json":
        lines = [dict(zip(headers, row, strict=True)) for row in rows]
        table = {"name": rules.name, "hash": rules.hash, "rules": rules.to_dict(), "switches": lines}
        text = json.dumps(table, indent=2, ensure_ascii=False) + "\n"
    else:
        text = render(headers, rows, kind)
    if kind == "table":
        text = f"{rules.name}  (hash {rules.hash})\n\n{text}" + "".join(f"{line}\n" for line in rules.notes())
    write(text, path, force)


def _show_destination(format_: str | None, out: Path | None, force: bool) -> tuple[str, Path | None]:
    """As ``destination``, with ``.toml`` as one more ending."""
    if out is None or out.suffix.lower() != ".toml":
        return destination(format_, out, force, ("json", "csv", "markdown"))
    if format_ not in (None, "toml"):
        raise UserError(f"--out {out}: its ending says toml, --format says {format_}; leave one of them out")
    from debertz_sim.files import check_target

    check_target(out, force)
    return "toml", out


@command.command("check")
@click.argument("file", type=click.Path(path_type=Path))
def check(file: Path) -> None:
    """Check the rule sets of FILE, and name switches that cannot matter in their company."""
    for rules in read_file(file).values():
        click.echo(f"{rules.name}: valid (hash {rules.hash})")
        for line in rules.notes():
            click.echo(f"  {line}")


@command.command("diff")
@rules_argument("a")
@rules_argument("b")
@output_options()
def diff(a: str, b: str, format_: str | None, out: Path | None, force: bool) -> None:
    """The switches in which A and B (names or FILE.toml) differ."""
    first, second = resolve(a), resolve(b)
    kind, path = destination(format_, out, force, ("json", "csv", "markdown"))
    rows = []
    for name, (here, there) in first.differences(second).items():
        switch = BY_NAME[name]
        rows.append((name, value_text(here), value_text(there), switch.describe(here), switch.describe(there)))
    if not rows and kind == "table":
        write(f"{first.name} and {second.name} do not differ\n", path, force)
        return
    names = (first.name, second.name)
    write(render(("switch", *names, *(f"{name}: what it does" for name in names)), rows, kind), path, force)
