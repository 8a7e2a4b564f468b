"""Simple figures: histogram of margins, forest plot of differences.

Colours are those of Okabe and Ito, safe for colour-blind readers; hatching and filled or hollow marks say the same
in black and white.  matplotlib is imported when a figure is drawn, and no window system is touched.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from debertz_sim.errors import UserError
from debertz_sim.files import atomic_writer, format_of
from debertz_sim.report.labels import count_label, group_label, metric_label, word
from debertz_sim.report.tables import rules_name
from debertz_sim.stats import ARM, PERCENTAGE_POINTS, Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BLUE, ORANGE, GREY = "#0072B2", "#E69F00", "#999999"


def margin_histogram(estimates: Sequence[Estimate], provenance: Mapping[str, Any], lang: str = "en") -> Figure:
    """Bars for the ``margin_histogram`` estimates (bins {from, to} of whole points, both ends included).

    Bars right of zero (declarer ahead), left of it and around it differ in colour and hatching; thin lines are the
    intervals.  With bins of unequal width the height is the share per point, so that areas stay comparable.

    Raises
    ------
    UserError
        There are no such estimates, or none that has data.
    """
    bins = [e for e in estimates if e.metric == "margin_histogram" and ARM not in e.group and e.value is not None]
    if not bins:
        raise UserError("margin histogram: the result holds no margin_histogram estimates with data")
    edges = [(int(e.group["from"]), int(e.group["to"])) for e in bins]
    widths = [to - start + 1 for start, to in edges]
    even = len(set(widths)) == 1
    figure, axes = _canvas((8, 4.5))
    of_game = "_terts" if dict(provenance.get("rules") or {}).get("form") == "terts" else ""
    for kind, colour, hatch in (("behind", ORANGE, "///"), ("level", GREY, "..."), ("ahead", BLUE, "")):
        chosen = [place for place, (start, to) in enumerate(edges) if _sign(start, to) == kind]
        if not chosen:
            continue
        scales = [100 if even else 100 / widths[place] for place in chosen]
        values = [(bins[place].value or 0.0) * scale for place, scale in zip(chosen, scales, strict=True)]
        errors = [_arms(bins[place], scale) for place, scale in zip(chosen, scales, strict=True)]
        axes.bar(
            [edges[place][0] - 0.5 for place in chosen],
            values,
            [widths[place] for place in chosen],
            align="edge",
            yerr=list(zip(*errors, strict=True)),
            error_kw={"elinewidth": 0.8, "capsize": 0},
            color=colour,
            hatch=hatch,
            edgecolor="black",
            linewidth=0.5,
            label=word(kind + of_game, lang),
        )
    axes.axvline(0, color="black", linewidth=1)
    axes.set_xlabel(word("margin_axis" + of_game, lang))
    axes.set_ylabel(word("share" if even else "share_per_point", lang))
    axes.legend(frameon=False)
    _finish(figure, axes, provenance, lang)
    return figure


def _sign(start: int, to: int) -> str:
    return "ahead" if start > 0 else "behind" if to < 0 else "level"


def forest(
    estimates: Sequence[Estimate], provenance: Mapping[str, Any], metric: str | None = None, lang: str = "en"
) -> Figure:
    """Paired differences as points with their intervals, one under another, in the order given.

    Parameters
    ----------
    estimates
        The differences among them (group ``arm`` as ``"B-A"``) are drawn, the rest is left out.
    metric
        Draw this metric alone and label the lines by group; otherwise lines are labelled by metric and group.

    Raises
    ------
    UserError
        There are no such differences, or they are not all in one unit.
    """
    chosen = [e for e in estimates if e.is_difference and e.low is not None and metric in (None, e.metric)]
    if not chosen:
        raise UserError(f"forest plot: the result holds no paired differences of {metric or 'any metric'}")
    if len({e.unit for e in chosen}) > 1:
        raise UserError("forest plot: the differences have different units; name one metric")
    arms = list(dict.fromkeys(str(e.group[ARM]) for e in chosen))
    percent = chosen[0].unit == PERCENTAGE_POINTS
    scale = 100 if percent else 1
    figure, axes = _canvas((8, 1.7 + 0.34 * len(chosen)))
    for clear, face in ((True, BLUE), (False, "white")):
        lines = [place for place, e in enumerate(chosen) if _clear_of_zero(e) == clear]
        if not lines:
            continue
        axes.errorbar(
            [(chosen[place].value or 0.0) * scale for place in lines],
            lines,
            xerr=list(zip(*(_arms(chosen[place], scale) for place in lines), strict=True)),
            fmt="s" if clear else "o",
            color="black",
            markerfacecolor=face,
            markersize=7,
            capsize=3,
            label=word("clear_of_zero" if clear else "includes_zero", lang),
        )
    axes.axvline(0, color="black", linewidth=1, linestyle="--")
    axes.set_yticks(range(len(chosen)), [_line_label(e, metric, arms, lang) for e in chosen])
    axes.set_ylim(len(chosen) - 0.5, -0.5)
    axes.grid(axis="x", color="#dddddd")
    axes.set_axisbelow(True)
    parts = [metric_label(metric, lang)] if metric else []
    parts.append(f"{word('difference', lang)} {arms[0]}" if len(arms) == 1 else word("difference", lang))
    axes.set_xlabel(", ".join([*parts, word("pp", lang)] if percent else parts))
    _finish(figure, axes, provenance, lang)
    # above the plot: inside it any corner may hold a point
    axes.legend(frameon=False, loc="lower right", bbox_to_anchor=(1, 1), ncols=2)
    return figure


def _clear_of_zero(estimate: Estimate) -> bool:
    return estimate.low is not None and estimate.high is not None and (estimate.low > 0 or estimate.high < 0)


def _line_label(estimate: Estimate, metric: str | None, arms: Sequence[str], lang: str) -> str:
    """What tells this line from the others: metric, group and arm, as far as they are not common to all."""
    arm = str(estimate.group[ARM])
    named = "" if metric else metric_label(estimate.metric, lang)
    parts = [part for part in (named, group_label(estimate, lang), arm if len(arms) > 1 else "") if part]
    return ", ".join(parts) or arm


def save_figure(figure: Figure, path: str | Path, force: bool = False) -> None:
    """Write a figure as .png or .svg, whole or not at all; the same figure gives the same bytes.

    Raises
    ------
    UserError
        Another ending, or the file cannot be written; see ``files.atomic_writer``.
    """
    import matplotlib

    kind = format_of(path, ["png", "svg"])
    with matplotlib.rc_context({"svg.hashsalt": "debertz"}), atomic_writer(path, force) as stream:
        figure.savefig(stream, format=kind, dpi=150, metadata={"Date": None} if kind == "svg" else None)


def _canvas(size: tuple[float, float]) -> tuple[Figure, Any]:
    # not pyplot: a figure of its own needs no window system and leaves nothing behind
    from matplotlib.figure import Figure

    figure = Figure(size, layout="constrained")
    return figure, figure.add_subplot()


def _arms(estimate: Estimate, scale: float) -> tuple[float, float]:
    """How far the interval reaches below and above the value."""
    value, low, high = estimate.value, estimate.low, estimate.high
    if value is None or low is None or high is None:
        return 0.0, 0.0
    return (value - low) * scale, (high - value) * scale


def _finish(figure: Figure, axes: Any, provenance: Mapping[str, Any], lang: str) -> None:
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    parts = []
    if provenance.get("deals_done") is not None:
        parts.append(f"n = {count_label(provenance['deals_done'], lang)}")
    if name := rules_name(provenance):
        parts.append(f"{word('rules', lang)} {name}")
    if provenance.get("seed") is not None:
        parts.append(f"{word('seed', lang)} {provenance['seed']}")
    if provenance.get("confidence") is not None:
        parts.append(f"{100 * provenance['confidence']:.10g} % {word('interval', lang)}")
    figure.supxlabel("; ".join(parts), fontsize=8, color="#444444", x=0.99, ha="right")
