"""``debertz policies``: the bidding and play policies, described."""

from __future__ import annotations

import shutil
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

import click

from debertz_sim.cli.listing import render, write
from debertz_sim.cli.options import destination, output_options
from debertz_sim.errors import UserError

if TYPE_CHECKING:
    from debertz_sim.policies.policy import Choice, Policy

FORMATS = ("json", "csv", "markdown")
HEADERS = ("kind", "name", "version", "description", "parameters")

EXAMPLES = """\b
Examples:
  debertz policies
  debertz policies --format json
  debertz policies show points:30
  debertz policies show rule:count
"""


@click.group(invoke_without_command=True, epilog=EXAMPLES)
@output_options()
@click.pass_context
def command(ctx: click.Context, /, format_: str | None, out: Path | None, force: bool) -> None:
    """Bidding and play policies: a line each, or what one does in words."""
    if ctx.invoked_subcommand is not None:
        return
    from debertz_sim.policies.policy import KINDS
    from debertz_sim.policies.registry import known

    kind, path = destination(format_, out, force, FORMATS)
    rows = [_row(policy) for role in KINDS for policy in known(role)]
    write(render(HEADERS, rows, kind), path, force)


@command.command("show")
@click.argument("name")
@output_options(("table", *FORMATS))
def show(name: str, format_: str | None, out: Path | None, force: bool) -> None:
    """What the policies called NAME do, exact enough to repeat a decision by hand."""
    from debertz_sim.policies.policy import KINDS
    from debertz_sim.policies.registry import find, known
    from debertz_sim.switch_table import nearest

    kind, path = destination(format_, out, force, FORMATS)
    word = name.partition(":")[0]
    choices = [policy for role in KINDS for policy in known(role)]
    found = [policy for policy in choices if policy.name in (name, word)]
    if not found:
        names = dict.fromkeys(policy.name for policy in choices)
        raise UserError(f"unknown policy {name!r}{nearest(word, names) or '; all policies: debertz policies'}")
    # with its parameter a policy may have words and a version of its own
    asked = [policy if name == policy.name else find(policy.kind, name) for policy in found]
    if kind == "table":
        write("\n\n".join(map(_page, asked)) + "\n", path, force)
    else:
        rows = [(*_row(one), one.words) for one in asked]
        write(render((*HEADERS, "words"), rows, kind), path, force)


def _row(policy: Policy | Choice) -> tuple[str, ...]:
    from debertz_sim.policies.policy import USUAL, Policy

    if isinstance(policy, Policy):
        return policy.kind, policy.form, policy.version, policy.about, ": ".join(policy.parameter or ())
    kind, form, version, _, parameter = _row(policy.policy)
    if policy.policy.tables:
        return kind, policy.name, policy.version_in(USUAL), policy.about, ""
    return kind, form, version, policy.about, parameter


def _page(policy: Policy | Choice) -> str:
    """A policy in words, for people."""
    kind, form, version, about, parameter = _row(policy)
    lines = [f"{kind} {form}  (version {version}): {about}"]
    if parameter:
        lines.append("  {} is {}".format(*parameter.split(": ", 1)))
    width = shutil.get_terminal_size().columns
    paragraphs = policy.words.split("\n\n")
    lines_of = (textwrap.fill(" ".join(text.split()), width - 2, break_on_hyphens=False) for text in paragraphs)
    filled = (textwrap.indent(text, "  ") for text in lines_of)
    return "\n".join([*lines, "", "\n\n".join(filled)])
