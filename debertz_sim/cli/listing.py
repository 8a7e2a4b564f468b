"""Lists of texts, as several commands print them."""

from __future__ import annotations

import csv
import io
import json
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click


def render(headers: Sequence[str], rows: Sequence[Sequence[Any]], kind: str) -> str:
    """Rows of texts as a table, CSV, Markdown, or JSON (a list of objects with the headers as keys)."""
    if kind == "json":
        return json.dumps([dict(zip(headers, row, strict=True)) for row in rows], indent=2, ensure_ascii=False) + "\n"
    if kind == "csv":
        stream = io.StringIO()
        csv.writer(stream, lineterminator="\n").writerows([headers, *rows])
        return stream.getvalue()
    if kind == "markdown":
        lines = [headers, ["---"] * len(headers), *rows]
        return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)
    return _table(headers, rows)


def _table(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Aligned columns, wrapped to the terminal's width; unwrapped where stdout is not a terminal."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for place, header in enumerate(headers):
        table.add_column(Text(header), no_wrap=place == 0)
    for row in rows:
        table.add_row(*map(Text, row))
    terminal = sys.stdout.isatty()
    width = shutil.get_terminal_size().columns if terminal else sum(_widths(headers, rows)) + 2 * len(headers)
    console = Console(file=io.StringIO(), width=width, force_terminal=terminal)
    with console.capture() as captured:
        console.print(table)
    return "".join(line.rstrip() + "\n" for line in captured.get().splitlines())


def _widths(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> list[int]:
    return [max(map(len, column)) for column in zip(headers, *rows, strict=True)]


def write(text: str, path: Path | None, force: bool) -> None:
    """Write to ``path``, else to stdout."""
    if path is None:
        click.echo(text, nl=False)
        return
    from debertz_sim.files import write_atomic

    write_atomic(path, text, force)
