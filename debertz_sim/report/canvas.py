"""What all pictures share: colours, the empty figure, numbers on its axes, the footer, the file.

Colours are those of Okabe and Ito, safe for colour-blind readers; hatching, marks and line styles say the same in black
and white.  matplotlib is imported when a figure is drawn, and no window system is touched.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from debertz_sim.errors import UserError
from debertz_sim.files import atomic_writer, format_of
from debertz_sim.report.labels import count_label, decimal_text, interval_label, word
from debertz_sim.report.tables import rules_name
from debertz_sim.stats import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BLUE, ORANGE, GREEN, GREY, LIGHT = "#0072B2", "#E69F00", "#009E73", "#999999", "#dddddd"
MAX_LINES = 150  # one under another; more would not be read, and a page so tall not be drawn
DPI = 150


class Style(NamedTuple):
    """How an outcome is drawn: colour, and hatching for black and white."""

    colour: str
    hatch: str


LINES = ("-", "--", ":", "-.")
MARKS = "osD^vPX*"
ARM_COLOURS = (BLUE, ORANGE, GREEN, "#CC79A7", "#56B4E9", "#D55E00", "black")
OUTCOMES = {"made": Style(BLUE, ""), "hanging_baid": Style(GREY, "...."), "baid": Style(ORANGE, "////")}


def canvas(size: tuple[float, float], columns: int = 1, **more: Any) -> tuple[Figure, Any]:
    """An empty figure of ``size`` inches and its axes (an array of them for several ``columns``)."""
    # not pyplot: a figure of its own needs no window system and leaves nothing behind
    from matplotlib.figure import Figure

    figure = Figure(size, layout="constrained")
    return figure, figure.subplots(1, columns, **more)


def arm_style(place: int) -> dict[str, Any]:
    """Colour and line of the arm at this place of a comparison."""
    return {"color": ARM_COLOURS[place % len(ARM_COLOURS)], "linestyle": LINES[place % len(LINES)]}


def arms_of(estimate: Estimate, scale: float) -> tuple[float, float]:
    """How far the interval reaches below and above the value."""
    value, low, high = estimate.value, estimate.low, estimate.high
    if value is None or low is None or high is None:
        return 0.0, 0.0
    return (value - low) * scale, (high - value) * scale


def clear_of(estimate: Estimate, number: float) -> bool:
    """Whether the interval leaves the number out."""
    return estimate.low is not None and estimate.high is not None and not estimate.low <= number <= estimate.high


def lines_axis(axes: Any, labels: Sequence[str]) -> None:
    """One label a line, the first on top, with a light grid behind what is drawn."""
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.grid(axis="x", color=LIGHT)
    axes.set_axisbelow(True)


def require_few(lines: Sequence[Any], what: str) -> None:
    """Raise a ``UserError`` for more lines than a picture can hold."""
    if len(lines) > MAX_LINES:
        raise UserError(f"{what}: {len(lines)} lines, a picture holds {MAX_LINES}; name one metric")


def finish(figure: Figure, provenance: Mapping[str, Any], lang: str, title: str = "") -> None:
    """Title, footer, no frame on top and right, numbers as the language writes them."""
    for axes in figure.axes:
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        for axis in (axes.xaxis, axes.yaxis):
            _localise(axis, lang)
    if title:
        figure.suptitle(title, fontsize=11, x=0.01, ha="left")
    figure.supxlabel(footer(provenance, lang), fontsize=8, color="#444444", x=0.99, ha="right")


def _localise(axis: Any, lang: str) -> None:
    """Decimal commas on an axis of plain numbers, where the language has them."""
    from matplotlib.ticker import ScalarFormatter

    class Local(ScalarFormatter):
        def __call__(self, x: float, pos: int | None = None) -> str:
            return decimal_text(super().__call__(x, pos), lang)

    if lang != "en" and type(axis.get_major_formatter()) is ScalarFormatter:
        axis.set_major_formatter(Local())


def count_formatter(lang: str) -> Callable[[float, Any], str]:
    """Whole numbers of an axis, with their thousands set apart."""
    return lambda x, _: count_label(round(x), lang)


def footer(provenance: Mapping[str, Any], lang: str) -> str:
    """``n = 1,000; rules moscow; seed 7; 95 % interval``, as far as the provenance knows them."""
    parts = []
    if provenance.get("deals_done") is not None:
        parts.append(f"n = {count_label(provenance['deals_done'], lang)}")
    if name := rules_name(provenance):
        parts.append(f"{word('rules', lang)} {name}")
    if provenance.get("seed") is not None:
        parts.append(f"{word('seed', lang)} {provenance['seed']}")
    if provenance.get("confidence") is not None and provenance.get("deals_done") is not None:
        parts.append(interval_label(provenance["confidence"], lang))
    return "; ".join(parts)


def figure_bytes(figure: Figure, kind: str) -> bytes:
    """The figure as ``png`` or ``svg``; the same figure gives the same bytes."""
    import matplotlib

    stream = io.BytesIO()
    with matplotlib.rc_context({"svg.hashsalt": "debertz"}):
        figure.savefig(stream, format=kind, dpi=DPI, metadata={"Date": None} if kind == "svg" else None)
    return stream.getvalue()


def save_figure(figure: Figure, path: str | Path, force: bool = False) -> None:
    """Write a figure as .png or .svg, whole or not at all.

    Raises
    ------
    UserError
        Another ending, or the file cannot be written; see ``files.atomic_writer``.
    """
    kind = format_of(path, ["png", "svg"])
    with atomic_writer(path, force) as stream:
        stream.write(figure_bytes(figure, kind))
