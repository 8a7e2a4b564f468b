"""Heat maps of a bidding chart: trumps against aces and tens, darker where playing is further ahead.

Dark means play and light means pass, so that the map reads in black and white; every cell says its number, and
hatching marks the cells whose interval includes 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from debertz_sim.report.canvas import BLUE, canvas, finish
from debertz_sim.report.chart_texts import chart_text
from debertz_sim.report.labels import decimal_text, interval_label, value_label

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from debertz_sim.charts.show import Map, Sides, Trumps

PALE, ZERO, DARK = "#ffe2ac", "#cfdbe4", BLUE  # pass far ahead, level, play far ahead: ever darker in grey too
HATCH = "////"
CELL = (0.56, 0.24)  # inches


def trumps_label(trumps: Trumps, lang: str) -> str:
    """``"3: J 9"``, ``"5+"`` with the ranks as the language writes them."""
    head, _, _ = trumps.key.partition(":")
    ranks = " ".join(value_label(rank, lang) for rank in trumps.high)
    return f"{head}: {ranks}" if ranks else head


def sides_label(sides: Sides, lang: str) -> str:
    """``"A T"``, ``"–"``, ``"4+"``."""
    if sides.aces is None or sides.tens is None:
        return sides.key
    ranks = [value_label("A", lang)] * sides.aces + [value_label("T", lang)] * sides.tens
    return " ".join(ranks) or "–"


def heat_maps(maps: Sequence[Map], about: Mapping[str, Any], lang: str = "en") -> Figure:
    """The maps side by side, two in a row; ``about``: what the views of a chart say of it, with ``confidence``."""
    from matplotlib.patches import Patch

    across = min(2, len(maps))
    down = -(-len(maps) // across)
    rows = max(len(its.rows) for its in maps)
    size = (across * (1.6 + CELL[0] * len(maps[0].columns)), 1.6 + down * (1.0 + CELL[1] * rows))
    figure, axes = canvas(size, across, squeeze=False) if down == 1 else _grid(size, down, across)
    farthest = max((float(np.nanmax(np.abs(its.lead))) for its in maps if np.isfinite(its.lead).any()), default=1.0)
    for panel, its in zip(axes.flat, maps, strict=False):
        _panel(panel, its, farthest or 1.0, lang)
    handles = [
        Patch(facecolor=DARK, edgecolor="black", label=chart_text("leads_past", lang)),
        Patch(facecolor=PALE, edgecolor="black", label=chart_text("leads_behind", lang)),
        Patch(
            facecolor="white",
            hatch=HATCH,
            edgecolor="black",
            label=f"{interval_label(about['confidence'], lang)}: {chart_text('spans_zero', lang)}",
        ),
    ]
    # with five trumps and more there is room for one ace or ten at most: that corner is always empty
    axes.flat[0].legend(handles=handles, frameon=False, loc="upper right", fontsize=8)
    one = chart_text("map_title", lang, chart_text(maps[0].decision, lang)) if len(maps) == 1 else None
    finish(figure, _footer(about), lang, _title(about, one or chart_text("maps_title", lang), lang))
    return figure


def _grid(size: tuple[float, float], down: int, across: int) -> tuple[Figure, Any]:
    from matplotlib.figure import Figure

    figure = Figure(size, layout="constrained")
    return figure, figure.subplots(down, across, squeeze=False)


def _title(about: Mapping[str, Any], words: str, lang: str) -> str:
    turned = about.get("upcard")
    named = f"{Path(about['chart']).stem}: {words}"
    return f"{named}, {chart_text('upcard_rank', lang, value_label(turned, lang))}" if turned else named


def _footer(about: Mapping[str, Any]) -> dict[str, Any]:
    """What the footer of every picture is made of."""
    return {
        "deals_done": about["told_deals"],
        "rules": about.get("rules"),
        "seed": about["told_seed"],
        "confidence": about["confidence"],
    }


def _panel(axes: Any, its: Map, farthest: float, lang: str) -> None:
    from matplotlib.colors import LinearSegmentedColormap

    shades = LinearSegmentedColormap.from_list("calls", [PALE, ZERO, DARK])
    unclear = its.open
    for row, column in zip(*np.nonzero(np.isfinite(its.lead)), strict=True):
        lead = float(its.lead[row, column])
        # the root: most cells lie near 0, where shades must still be told apart
        strength = np.sign(lead) * np.sqrt(abs(lead) / farthest)
        colour = shades(0.5 + strength / 2)
        _cell(axes, int(column), int(row), colour, bool(unclear[row, column]))
        words = decimal_text(f"{lead:+.0f}" if farthest >= 10 else f"{lead:+.2f}", lang)
        dark = 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2] < 0.45
        box = {"facecolor": colour, "edgecolor": "none", "pad": 0.8} if unclear[row, column] else None
        axes.text(
            column, row, words, ha="center", va="center", fontsize=7, color="white" if dark else "black", bbox=box
        )
    axes.set_xlim(-0.5, len(its.columns) - 0.5)
    axes.set_ylim(len(its.rows) - 0.5, -0.5)
    axes.set_xticks(range(len(its.columns)), [sides_label(sides, lang) for sides in its.columns], fontsize=8)
    axes.set_yticks(range(len(its.rows)), [trumps_label(trumps, lang) for trumps in its.rows], fontsize=8)
    axes.tick_params(length=0)
    axes.set_xlabel(chart_text("sides_axis", lang))
    axes.set_ylabel(chart_text("trumps_axis", lang))
    axes.set_title(chart_text(its.decision, lang), fontsize=10)
    for row in range(1, len(its.rows)):
        if its.rows[row].count != its.rows[row - 1].count:
            axes.axhline(row - 0.5, color="black", linewidth=1.2)


def _cell(axes: Any, column: int, row: int, colour: Any, unclear: bool) -> None:
    from matplotlib.patches import Rectangle

    corner = (column - 0.5, row - 0.5)
    hatch = HATCH if unclear else ""
    axes.add_patch(Rectangle(corner, 1, 1, facecolor=colour, edgecolor="black", linewidth=0.4, hatch=hatch))
