"""A view of a chart to stdout or into a file, in the format that is asked for."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from debertz_sim.cli.listing import render, write

if TYPE_CHECKING:
    from debertz_sim.charts.views import View

FORMATS = ("json", "csv", "parquet", "markdown")


class Typed(click.Command):
    """A subcommand that remembers its arguments as they were typed, for provenance."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click does."""
        ctx.meta["typed"] = shlex.join(["debertz", *ctx.command_path.split()[1:], *args])
        return super().parse_args(ctx, args)


def complete_chart(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The shipped charts whose names begin so, else files."""
    from debertz_sim.policies.charted import shipped

    names = [CompletionItem(name) for name in shipped() if name.startswith(incomplete)]
    return names or [CompletionItem(incomplete, type="file")]


chart_argument = click.argument("name", metavar="NAME|FILE", shell_complete=complete_chart)
"""``name``: str, for ``policies.charted.load``."""


def write_view(view: View, kind: str, path: Path | None, force: bool, lang: str) -> None:
    """Write a view as table, JSON, CSV, Parquet, Markdown, picture or page; raises ``UserError`` as files do."""
    if kind in ("png", "svg"):
        from debertz_sim.report.canvas import save_figure
        from debertz_sim.report.heatmap import heat_maps

        assert path is not None  # stdout takes no picture
        drawn = next(part.maps for part in view.parts if part.maps)
        save_figure(heat_maps(drawn, view.about, lang), path, force)
    elif kind == "parquet":
        _write_parquet(view, path, force)
    else:
        write(_text(view, kind, lang), path, force)


def _text(view: View, kind: str, lang: str) -> str:
    if kind == "json":
        return json.dumps(view.data, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
    if kind == "csv":
        return csv_text(view.rows)
    from debertz_sim.report.chart_views import chart_page, render_parts

    if kind == "html":
        from debertz_sim.provenance import DISTRIBUTION, package_version

        return chart_page(view.parts, view.about, lang, f"{DISTRIBUTION} {package_version(DISTRIBUTION)}")
    return render_parts(view.parts, kind)


def csv_text(rows: Sequence[Mapping[str, Any]]) -> str:
    """Rows for programs: keys in English, numbers in full, an empty cell for what is missing."""
    lines = [["" if cell is None else str(cell) for cell in row.values()] for row in rows]
    return render(list(rows[0]), lines, "csv") if rows else ""


def _write_parquet(view: View, path: Path | None, force: bool) -> None:
    from debertz_sim.charts.views import columns_of
    from debertz_sim.errors import UserError
    from debertz_sim.files import write_parquet

    if path is None:
        raise UserError("parquet: give --out FILE.parquet")
    columns = columns_of(view.rows) if view.columns is None else view.columns
    provenance = {"provenance": json.dumps(view.data["provenance"], ensure_ascii=False)}
    write_parquet(path, [columns], force, lambda: provenance)
