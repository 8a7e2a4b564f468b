"""Pictures of margins and of differences: the histogram by outcome, the forest plot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from debertz_sim.errors import UserError
from debertz_sim.report.canvas import (
    BLUE,
    OUTCOMES,
    Style,
    arm_style,
    arms_of,
    canvas,
    clear_of,
    finish,
    lines_axis,
    require_few,
    save_figure,
)
from debertz_sim.report.labels import group_label, metric_label, word
from debertz_sim.report.tables import cells
from debertz_sim.report.texts import text
from debertz_sim.stats import ARM, PERCENTAGE_POINTS, PROPORTION, Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["forest", "margin_histogram", "save_figure", "variants"]

HISTOGRAM = "margin_histogram"
# Bins below zero, zero alone, bins that zero lies in with others, bins above it: in the order in which they are drawn.
SIDES = ("behind", "zero", "level", "ahead")
OUTCOME_OF = {"behind": "baid", "zero": "hanging_baid", "ahead": "made"}
WINNER_OF = {"behind": "dealer", "zero": "nobody", "ahead": "forehand"}
STYLES = {"behind": OUTCOMES["baid"], "zero": OUTCOMES["hanging_baid"], "ahead": OUTCOMES["made"]}


def margin_histogram(estimates: Sequence[Estimate], provenance: Mapping[str, Any], lang: str = "en") -> Figure:
    """Bars for the ``margin_histogram`` estimates (bins {from, to} of whole points, both ends included).

    The margin decides the outcome: made above zero, hanging baid at zero, baid below; the bars differ in colour and
    hatching accordingly, thin lines are the intervals.  (In the game terts, where nobody declares, they say who has
    more.)  With bins of unequal width the height is the share per point, so that areas stay comparable.  Of a
    comparison the outlines of all arms are drawn instead.

    Raises
    ------
    UserError
        There are no such estimates, or none that has data.
    """
    bins = [e for e in estimates if e.metric == HISTOGRAM and e.value is not None and not e.is_difference]
    far = max((max(-int(e.group["from"]), int(e.group["to"])) for e in bins if e.value), default=0)
    bins = [e for e in bins if -far <= int(e.group["from"]) and int(e.group["to"]) <= far]
    if not bins:
        raise UserError("margin histogram: the result holds no margin_histogram estimates with data")
    even = len({_width(e) for e in bins}) == 1
    figure, axes = canvas((8, 4.5))
    if any(ARM in e.group for e in bins):
        _outlines(axes, bins, provenance, even)
    else:
        _bars(axes, bins, estimates, even, lang)
    axes.set_ylim(bottom=0)
    axes.set_xlabel(_margin_axis(estimates, lang))
    axes.set_ylabel(word("share" if even else "share_per_point", lang))
    finish(figure, provenance, lang, text("margin_title" if _declared(estimates) else "forehand_margin_title", lang))
    return figure


def _width(estimate: Estimate) -> int:
    return int(estimate.group["to"]) - int(estimate.group["from"]) + 1


def _height(estimate: Estimate, even: bool) -> tuple[float, float]:
    """Height of a bar in per cent (per point, where widths differ), and the scale that made it."""
    scale = 100 if even else 100 / _width(estimate)
    return (estimate.value or 0.0) * scale, scale


def _bars(axes: Any, bins: Sequence[Estimate], estimates: Sequence[Estimate], even: bool, lang: str) -> None:
    handles = []
    for side in SIDES:
        chosen = [e for e in bins if _side(e) == side]
        if not chosen:
            continue
        heights = [_height(e, even) for e in chosen]
        style = STYLES.get(side, Style("white", ""))
        bars = axes.bar(
            [int(e.group["from"]) - 0.5 for e in chosen],
            [height for height, _ in heights],
            [_width(e) for e in chosen],
            align="edge",
            yerr=list(zip(*(arms_of(e, scale) for e, (_, scale) in zip(chosen, heights, strict=True)), strict=True)),
            error_kw={"elinewidth": 0.8, "capsize": 0},
            color=style.colour,
            hatch=style.hatch,
            edgecolor="black",
            linewidth=0.5,
        )
        (handle,) = [bars] if side != "zero" else axes.plot([0], [heights[0][0]], "D", color="black", mfc="white")
        handle.set_label(_side_label(side, estimates, lang))
        handles.append(handle)  # a bar of one point is hardly seen: a mark on it stands for it
    axes.legend(handles=handles, frameon=False)


def _outlines(axes: Any, bins: Sequence[Estimate], provenance: Mapping[str, Any], even: bool) -> None:
    for place, (arm, name) in enumerate(provenance.get("arms", {}).items()):
        mine = sorted((e for e in bins if e.group[ARM] == arm), key=lambda e: int(e.group["from"]))
        edges = [int(e.group["from"]) - 0.5 for e in mine] + [int(mine[-1].group["to"]) + 0.5] if mine else []
        heights = [_height(e, even)[0] for e in mine]
        axes.stairs(heights, edges, **arm_style(place), linewidth=1.5, label=f"{arm} {name}")
    axes.axvline(0, color="black", linewidth=0.5)
    axes.legend(frameon=False)


def _side(estimate: Estimate) -> str:
    start, to = int(estimate.group["from"]), int(estimate.group["to"])
    if start == to == 0:
        return "zero"
    return "ahead" if start > 0 else "behind" if to < 0 else "level"


def _declared(estimates: Sequence[Estimate]) -> bool:
    """Whether the deals have a declarer; in the game terts they are won by a seat."""
    return not any(e.metric == "deal_won" for e in estimates)


def _side_label(side: str, estimates: Sequence[Estimate], lang: str) -> str:
    """What the bars of one side mean, with the share of all of them if it is known."""
    if side == "level":
        return word("level", lang)
    if _declared(estimates):
        whole = next((e for e in estimates if e.metric == OUTCOME_OF[side] and not e.group), None)
        label = metric_label(OUTCOME_OF[side], lang)
    else:
        whole = next(e for e in estimates if e.metric == "deal_won" and e.group["seat"] == WINNER_OF[side])
        label = f"{metric_label('deal_won', lang)}: {group_label(whole, lang)}"
    return label if whole is None else f"{label}: {cells(whole, lang)[0]}"


def _margin_axis(estimates: Sequence[Estimate], lang: str) -> str:
    if not _declared(estimates):
        return text("forehand_margin_axis", lang)
    each = any(e.metric == "margin_to_beat" for e in estimates)
    return text("margin_to_beat_axis", lang) if each else word("margin_axis", lang)


def forest(
    estimates: Sequence[Estimate],
    provenance: Mapping[str, Any],
    metric: str | None = None,
    lang: str = "en",
    title: str = "",
) -> Figure:
    """Differences as points with their intervals, one under another, in the order given.

    Parameters
    ----------
    estimates
        The differences among them (group ``arm`` as ``"B-A"``) are drawn, the rest is left out.
    metric
        Draw this metric alone and label the lines by group; otherwise lines are labelled by metric and group.

    Raises
    ------
    UserError
        There are no such differences, too many, or they are not all in one unit.
    """
    chosen = [e for e in estimates if e.is_difference and e.low is not None and metric in (None, e.metric)]
    if not chosen:
        raise UserError(f"forest plot: the result holds no paired differences of {metric or 'any metric'}")
    if len({e.unit for e in chosen}) > 1:
        raise UserError("forest plot: the differences have different units; name one metric")
    require_few(chosen, "forest plot")
    arms = list(dict.fromkeys(str(e.group[ARM]) for e in chosen))
    percent = chosen[0].unit == PERCENTAGE_POINTS
    labels = [_line_label(e, metric, arms, lang) for e in chosen]
    figure, axes = _intervals(chosen, labels, 100 if percent else 1, 0.0, lang)
    parts = [metric_label(metric, lang)] if metric else []
    parts.append(f"{word('difference', lang)} {arms[0]}" if len(arms) == 1 else word("difference", lang))
    axes.set_xlabel(", ".join([*parts, word("pp", lang)] if percent else parts))
    finish(figure, provenance, lang, title)
    return figure


def _intervals(
    chosen: Sequence[Estimate], labels: Sequence[str], scale: float, zero: float | None, lang: str
) -> tuple[Figure, Any]:
    """Points with intervals, one a line; with a ``zero``, filled squares where the interval leaves it out."""
    figure, axes = canvas((8, 1.9 + 0.3 * len(chosen)))
    clear = [zero is None or clear_of(e, zero) for e in chosen]
    for wanted, face in ((True, BLUE), (False, "white")):
        lines = [place for place, its in enumerate(clear) if its == wanted]
        if not lines:
            continue
        axes.errorbar(
            [(chosen[place].value or 0.0) * scale for place in lines],
            lines,
            xerr=list(zip(*(arms_of(chosen[place], scale) for place in lines), strict=True)),
            fmt="s" if wanted else "o",
            color="black",
            markerfacecolor=face,
            markersize=6,
            capsize=3,
            label=word("clear_of_zero" if wanted else "includes_zero", lang),
        )
    lines_axis(axes, labels)
    if zero is not None:
        axes.axvline(zero, color="black", linewidth=1, linestyle="--")
        # above the plot: inside it any corner may hold a point
        axes.legend(frameon=False, loc="lower right", bbox_to_anchor=(1, 1), ncols=2)
    return figure, axes


def _line_label(estimate: Estimate, metric: str | None, arms: Sequence[str], lang: str) -> str:
    """What tells this line from the others: metric, group and arm, as far as they are not common to all."""
    arm = str(estimate.group[ARM])
    named = "" if metric else metric_label(estimate.metric, lang)
    parts = [part for part in (named, group_label(estimate, lang), arm if len(arms) > 1 else "") if part]
    return ", ".join(parts) or arm


def variants(estimates: Sequence[Estimate], provenance: Mapping[str, Any], metric: str, lang: str = "en") -> Figure:
    """One metric, without further groups, under each rule set of a comparison, with the rule sets' names.

    Raises
    ------
    UserError
        The result is no comparison, or does not hold the metric.
    """
    names = provenance.get("arms", {})
    chosen = [e for e in estimates if e.metric == metric and set(e.group) == {ARM} and e.group[ARM] in names]
    chosen = [e for e in chosen if e.value is not None]
    if not chosen:
        raise UserError(f"variants: the result holds no {metric} of two or more rule sets")
    percent = chosen[0].unit == PROPORTION
    labels = [f"{e.group[ARM]} {names[e.group[ARM]]}" for e in chosen]
    figure, axes = _intervals(chosen, labels, 100 if percent else 1, None, lang)
    label = metric_label(metric, lang)
    axes.set_xlabel(text("per_cent", lang, label) if percent else label)
    finish(figure, provenance, lang, text("variants_title", lang))
    return figure
