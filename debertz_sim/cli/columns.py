"""``debertz columns``: the vocabulary of ``--given``, ``--by`` and ``--rows``."""

from __future__ import annotations

from pathlib import Path

import click

from debertz_sim.cli.listing import render, write
from debertz_sim.cli.options import destination, output_options, rules_options

FORMATS = ("json", "csv", "markdown")
HEADERS = ("column", "values", "meaning")
MAX_WORDS = 10

EXAMPLES = """\b
Examples:
  debertz columns
  debertz columns --rules pairs --format markdown
"""


@click.command(epilog=EXAMPLES)
@rules_options
@output_options()
def command(rules: str, settings: tuple[str, ...], format_: str | None, out: Path | None, force: bool) -> None:
    """What a deal can be asked for: by --given and --by of simulate, and in the rows that it writes.

    Places can be written as numbers or names: terts_0 is terts_forehand.
    """
    from debertz_sim.conditions.columns import lexicon
    from debertz_sim.variants import resolve

    kind, path = destination(format_, out, force, FORMATS)
    rows = [
        (column.name, _values(list(column.kind.words)), column.about)
        for column in lexicon(resolve(rules, settings)).words.values()
    ]
    write(render(HEADERS, rows, kind), path, force)


def _values(words: list[str]) -> str:
    """The words of a column, or that it is a number."""
    if not words:
        return "number"
    return " ".join(words if len(words) <= MAX_WORDS else [*words[: MAX_WORDS - 2], "...", words[-1]])
