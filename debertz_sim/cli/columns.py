"""``debertz columns``: the vocabulary of ``--given``, ``--by`` and ``--rows``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from debertz_sim.cli.listing import render, write
from debertz_sim.cli.options import destination, output_options, rules_options

if TYPE_CHECKING:
    from debertz_sim.conditions.language import Kind

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

    The table leaves out the columns of the places after forehand (terts_1 ...); the other formats have them. A place
    may be written by its name: terts_dealer.
    """
    from debertz_sim.conditions.columns import lexicon
    from debertz_sim.variants import resolve

    kind, path = destination(format_, out, force, FORMATS)
    words = lexicon(resolve(rules, settings)).words
    at_places = set(words.aliases.values())
    rows = [
        (name, _values(its.kind), its.about)
        for name, its in words.items()
        if kind != "table" or name not in at_places or name.endswith("_0")
    ]
    write(render(HEADERS, rows, kind), path, force)


def _values(kind: Kind) -> str:
    """The words of a column, one a value, or that it is a number."""
    words = [word for word, value in kind.words.items() if kind.word(value) == word]
    if not words:
        return "number"
    return " ".join(words if len(words) <= MAX_WORDS else [*words[: MAX_WORDS - 2], "...", words[-1]])
