"""The picture of a league: a square of margins, the row's over the column's, and beside it those over the field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from debertz_sim.errors import UserError
from debertz_sim.report.canvas import BLUE, LIGHT, OUTCOMES, Style, canvas, clear_of, finish
from debertz_sim.report.labels import decimal_text, word
from debertz_sim.report.tables import decimals, payoffs, points_word, standings
from debertz_sim.report.texts import text
from debertz_sim.stats import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MAX_ENTRANTS = 25  # more would not be read
PALEST, DARKEST = 0.12, 0.55  # how much of its colour a cell has; black words stay legible on it
STYLES = {
    "ahead": Style(BLUE, ""),
    "behind": Style(OUTCOMES["baid"].colour, "////"),
    "includes_zero": Style("white", ""),
}


def payoff_matrix(estimates: Sequence[Estimate], provenance: Mapping[str, Any], lang: str = "en") -> Figure:
    """What the row wins from the column, with half the width of its interval; the rows in the order of the standings.

    The stronger the colour the larger the margin; hatching says that the row is behind, white that the interval
    includes 0.

    Raises
    ------
    UserError
        More entrants than a picture can hold.
    """
    from matplotlib.patches import Patch

    order, pairs = standings(estimates), payoffs(estimates)
    if len(order) > MAX_ENTRANTS:
        raise UserError(f"payoffs: {len(order)} policies, a picture holds {MAX_ENTRANTS}")
    over_field = {str(e.group["a"]): e for e in estimates if "b" not in e.group}
    columns = [*order, *([word("field", lang)] if over_field else [])]
    figure, axes = canvas((2.2 + 1.05 * len(columns), 1.9 + 0.62 * len(order)))
    largest = max((abs(e.value or 0.0) for e in [*pairs.values(), *over_field.values()]), default=0.0) or 1.0
    for row, name in enumerate(order):
        for column, other in enumerate(order):
            if name == other:
                axes.add_patch(_square(column, row, LIGHT))
            else:
                _cell(axes, column, row, pairs[name, other], largest, lang)
        if over_field:
            _cell(axes, len(order), row, over_field[name], largest, lang)
    if over_field:
        axes.axvline(len(order) - 0.5, color="black", linewidth=2)
    axes.set_xlim(-0.5, len(columns) - 0.5)
    axes.set_ylim(len(order) - 0.5, -0.5)
    tilted = max(map(len, columns)) > 10
    axes.set_xticks(range(len(columns)), columns, rotation=25 if tilted else 0, ha="right" if tilted else "center")
    axes.set_yticks(range(len(order)), order)
    axes.tick_params(length=0)
    axes.set_xlabel(word(points_word(provenance), lang))
    handles = [
        Patch(facecolor=style.colour, hatch=style.hatch, edgecolor="black", label=word(key, lang))
        for key, style in STYLES.items()
    ]
    axes.legend(handles=handles, frameon=False, loc="lower center", bbox_to_anchor=(0.5, 1), ncols=3)
    finish(figure, provenance, lang, text("payoffs_title", lang))
    return figure


def _square(column: int, row: int, colour: Any, hatch: str = "") -> Any:
    from matplotlib.patches import Rectangle

    corner = (column - 0.5, row - 0.5)
    return Rectangle(corner, 1, 1, facecolor=colour, edgecolor="black", linewidth=0.5, hatch=hatch)


def _cell(axes: Any, column: int, row: int, estimate: Estimate, largest: float, lang: str) -> None:
    """A margin in its square."""
    from matplotlib.colors import to_rgb

    value = estimate.value or 0.0
    style = STYLES["includes_zero"] if not clear_of(estimate, 0.0) else STYLES["ahead" if value > 0 else "behind"]
    share = PALEST + (DARKEST - PALEST) * abs(value) / largest
    colour = tuple(1 - share * (1 - part) for part in to_rgb(style.colour))
    axes.add_patch(_square(column, row, colour, style.hatch))
    if estimate.low is None or estimate.high is None:
        words = f"{value:+.4g}"
    else:
        half_width = (estimate.high - estimate.low) / 2
        places = decimals(half_width) if half_width else 2
        words = f"{value:+.{places}f}\n± {half_width:.{places}f}"
    box = {"facecolor": colour, "edgecolor": "none", "pad": 1}  # so that hatching does not run through the words
    axes.text(column, row, decimal_text(words, lang), ha="center", va="center", fontsize=9, bbox=box)
