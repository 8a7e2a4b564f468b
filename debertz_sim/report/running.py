"""The picture of an estimate as the deals go by, with two intervals: for one number of deals, and for all looks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from debertz_sim.errors import UserError
from debertz_sim.report.canvas import BLUE, ORANGE, canvas, count_formatter, finish
from debertz_sim.report.labels import interval_label, metric_label, word
from debertz_sim.report.texts import text
from debertz_sim.stats import ARM, PERCENTAGE_POINTS, PROPORTION, Estimate
from debertz_sim.stats.looks import Look

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def running(looks: Sequence[Look], provenance: Mapping[str, Any], unit: str = "deals", lang: str = "en") -> Figure:
    """The estimate as a line over the number of ``deals`` or ``matches`` (on a logarithmic axis), with both intervals.

    The filled band is right for whoever looks once, at a number of deals that he fixed before; the wider one, between
    dashed lines, for whoever may stop at any look.  Looks without a value are left out.

    Raises
    ------
    UserError
        Fewer than two looks have a value.
    """
    seen = [look for look in looks if look.fixed.value is not None]
    if len(seen) < 2:
        raise UserError("running: fewer than two looks have a value; more deals are needed")
    last = seen[-1].fixed
    percent = last.unit in (PROPORTION, PERCENTAGE_POINTS)
    scale = 100 if percent else 1
    level = interval_label(provenance.get("confidence"), lang)
    figure, axes = canvas((8, 4.5))
    n = [look.units for look in seen]
    always, fixed = (_band([getattr(look, name) for look in seen], scale) for name in ("always", "fixed"))
    genitive = text(f"of_{unit}", lang)
    axes.fill_between(n, *always, color=ORANGE, alpha=0.25, linewidth=0)
    for edge, label in zip(always, (text("sequence_band", lang, level), None), strict=True):
        axes.plot(n, edge, color="black", linestyle="--", linewidth=1, label=label)
    axes.fill_between(n, *fixed, color=BLUE, alpha=0.45, linewidth=0, label=text("fixed_band", lang, level, genitive))
    for edge in fixed:
        axes.plot(n, edge, color=BLUE, linewidth=0.8)
    axes.plot(n, [scale * (look.fixed.value or 0.0) for look in seen], color="black", label=text("estimate", lang))
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(count_formatter(lang))
    axes.xaxis.set_minor_formatter(count_formatter(lang) if n[-1] < 10 * n[0] else "")
    axes.set_xlim(n[0], n[-1])
    _zoom(axes, always, len(n))
    if last.is_difference:
        axes.axhline(0, color="black", linewidth=0.8, linestyle=":")
    axes.set_xlabel(text(f"unit_{unit}", lang))
    name = metric_label(last.metric, lang)
    if last.is_difference:
        name = f"{name}, {word('difference', lang)} {last.group[ARM]}"
    in_percent = f"{name}, {word('pp', lang)}" if last.unit == PERCENTAGE_POINTS else text("per_cent", lang, name)
    axes.set_ylabel(in_percent if percent else name)
    # above the plot: inside it lines would run through the words
    axes.legend(frameon=False, fontsize=9, loc="lower left", bbox_to_anchor=(0, 1))
    finish(figure, provenance, lang, text("running_title", lang, name, text(f"unit_{unit}", lang)))
    return figure


def _band(estimates: Sequence[Estimate], scale: float) -> tuple[list[float], list[float]]:
    """Lower and upper edge; not a number where there is no interval."""
    nan = float("nan")
    return (
        [nan if e.low is None else scale * e.low for e in estimates],
        [nan if e.high is None else scale * e.high for e in estimates],
    )


def _zoom(axes: Any, band: tuple[list[float], list[float]], n: int) -> None:
    """Leave the widest fifth of the band outside, so that the rest can be read."""
    rest = [[y for y in edge[n // 5 :] if y == y] for edge in band]
    if all(rest):
        low, high = min(rest[0]), max(rest[1])
        if high > low:
            axes.set_ylim(low, high)
