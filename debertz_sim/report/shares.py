"""Pictures of shares: outcomes by the declarer's trumps, chances of melds exact and sampled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from debertz_sim.errors import UserError
from debertz_sim.report.canvas import (
    BLUE,
    LIGHT,
    MARKS,
    ORANGE,
    OUTCOMES,
    arm_style,
    arms_of,
    canvas,
    clear_of,
    finish,
    lines_axis,
    require_few,
)
from debertz_sim.report.labels import count_label, group_label, metric_label, word
from debertz_sim.report.tables import cells
from debertz_sim.report.texts import text
from debertz_sim.stats import ARM, PROPORTION, Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TRUMPS = "trump_cards"
PALE = "#9ecae1"

Key = tuple[Any, ...]


def by_trumps(estimates: Sequence[Estimate], provenance: Mapping[str, Any], lang: str = "en") -> Figure:
    """How deals end, by the declarer's trumps: baid (with its interval), hanging baid, made, up to 100 %.

    Below each number stands how many deals it rests on.  Of a comparison the baids alone are drawn, a line for each
    rule set.

    Raises
    ------
    UserError
        There are no such estimates with data.
    """
    found = [e for e in estimates if TRUMPS in e.group and e.value is not None]
    if not any(e.metric == "baid" for e in found):
        raise UserError("trumps: the result holds no baid by trump_cards")
    if any(ARM in e.group for e in found):
        return _baid_lines(found, provenance, lang)
    baid, made, hanging = (
        {int(e.group[TRUMPS]): e for e in found if e.metric == metric and set(e.group) == {TRUMPS}}
        for metric in ("baid", "made", "hanging_baid")
    )
    trumps = list(baid)
    figure, axes = canvas((8, 4.5))
    floor = [0.0] * len(trumps)
    for metric, shares in (("baid", baid), ("hanging_baid", hanging), ("made", made)):
        heights = [100 * (shares[t].value or 0.0) if t in shares else 0.0 for t in trumps]
        look = OUTCOMES[metric]
        errors: dict[str, Any] = {}
        if metric == "baid":
            errors = {
                "yerr": list(zip(*(arms_of(baid[t], 100) for t in trumps), strict=True)),
                "error_kw": {"elinewidth": 1.5, "capsize": 4},
            }
        axes.bar(
            trumps,
            heights,
            0.8,
            floor,
            color=look.colour,
            hatch=look.hatch,
            edgecolor="black",
            linewidth=0.5,
            label=metric_label(metric, lang),
            **errors,
        )
        floor = [a + b for a, b in zip(floor, heights, strict=True)]
    axes.set_xticks(trumps, [f"{t}\nn = {count_label(baid[t].n or 0, lang)}" for t in trumps], fontsize=9)
    axes.set_ylim(0, 100)
    axes.set_xlabel(text("trumps_axis", lang))
    axes.set_ylabel(text("played_share_axis", lang))
    axes.legend(frameon=False, loc="lower right", bbox_to_anchor=(1, 1), ncols=3)
    finish(figure, provenance, lang, text("trumps_title", lang))
    return figure


def _baid_lines(found: Sequence[Estimate], provenance: Mapping[str, Any], lang: str) -> Figure:
    names = provenance.get("arms", {})
    figure, axes = canvas((8, 4.5))
    for place, (arm, name) in enumerate(names.items()):
        mine = [e for e in found if e.metric == "baid" and e.group[ARM] == arm and set(e.group) == {ARM, TRUMPS}]
        # side by side, so that intervals do not cover each other
        shift = 0.12 * (place - (len(names) - 1) / 2)
        axes.errorbar(
            [int(e.group[TRUMPS]) + shift for e in mine],
            [100 * (e.value or 0.0) for e in mine],
            yerr=list(zip(*(arms_of(e, 100) for e in mine), strict=True)),
            marker=MARKS[place % len(MARKS)],
            **arm_style(place),
            markerfacecolor="white",
            capsize=3,
            label=f"{arm} {name}",
        )
    axes.set_xticks(sorted({int(e.group[TRUMPS]) for e in found}))
    axes.set_ylim(bottom=0)
    axes.grid(axis="y", color=LIGHT)
    axes.set_xlabel(text("trumps_axis", lang))
    axes.set_ylabel(text("per_cent", lang, metric_label("baid", lang)))
    axes.legend(frameon=False, loc="lower right", bbox_to_anchor=(1, 1), ncols=min(4, len(names)))
    finish(figure, provenance, lang, text("trumps_title", lang))
    return figure


class Lines(NamedTuple):
    """What the picture of odds shows, a line each: the keys of the lines, exact and sampled estimates by key."""

    keys: list[Key]
    exact: dict[Key, Estimate]
    sampled: dict[Key, Estimate]

    def shown(self, key: Key) -> Estimate:
        """The better one."""
        return self.exact.get(key) or self.sampled[key]


def odds(
    estimates: Sequence[Estimate], provenance: Mapping[str, Any], metric: str | None = None, lang: str = "en"
) -> Figure:
    """Chances of melds: exact ones as bars, sampled ones as points on them; beside it how far the sample is off.

    How far: the sampled value minus the exact one, in standard errors of the sample, with its interval.  Means of
    points are left out.

    Parameters
    ----------
    metric
        This metric alone, then also by the rank of the upcard.

    Raises
    ------
    UserError
        There are no chances with data, or too many for one picture.
    """
    lines = _lines(estimates, metric)
    if not lines.keys:
        raise UserError(f"odds: the result holds no chances of {metric or 'melds'}")
    require_few(lines.keys, "odds")
    both = any(key in lines.exact and key in lines.sampled for key in lines.keys)
    size = (10 if both else 8, 2.0 + 0.24 * len(lines.keys))
    figure, found = canvas(size, 2, width_ratios=(3, 2), sharey=True) if both else canvas(size)
    axes = found[0] if both else found
    _chances(axes, lines, lang)
    lines_axis(axes, [_label(lines.shown(key), metric, lang) for key in lines.keys])
    if both:
        _errors(found[1], lines, lang)
    finish(figure, provenance, lang, text("odds_both_title" if both else "odds_title", lang))
    return figure


def _lines(estimates: Sequence[Estimate], metric: str | None) -> Lines:
    chosen = [e for e in estimates if e.unit == PROPORTION and e.value is not None and metric in (None, e.metric)]
    if metric is None:
        chosen = [e for e in chosen if "upcard_rank" not in e.group]
    by_key: dict[bool, dict[Key, Estimate]] = {True: {}, False: {}}
    for e in chosen:
        by_key[e.method == "exact"][(e.metric, *e.group.items())] = e
    return Lines(list({**by_key[True], **by_key[False]}), by_key[True], by_key[False])


def _label(estimate: Estimate, metric: str | None, lang: str) -> str:
    parts = [] if metric else [metric_label(estimate.metric, lang)]
    return ", ".join([*parts, *filter(None, [group_label(estimate, lang)])]) or metric_label(estimate.metric, lang)


def _chances(axes: Any, lines: Lines, lang: str) -> None:
    counted = [(place, lines.exact[key]) for place, key in enumerate(lines.keys) if key in lines.exact]
    if counted:
        values = [100 * (e.value or 0.0) for _, e in counted]
        style = {"color": PALE, "edgecolor": "black", "linewidth": 0.5}
        axes.barh([place for place, _ in counted], values, 0.7, **style, label=word("exact", lang))
    sampled = [(place, lines.sampled[key]) for place, key in enumerate(lines.keys) if key in lines.sampled]
    if sampled:
        axes.errorbar(
            [100 * (e.value or 0.0) for _, e in sampled],
            [place for place, _ in sampled],
            xerr=list(zip(*(arms_of(e, 100) for _, e in sampled), strict=True)),
            fmt="D",
            color="black",
            markerfacecolor=ORANGE,
            markersize=4,
            capsize=2,
            label=text("sampled", lang),
        )
    shown = [lines.shown(key) for key in lines.keys]
    for place, e in enumerate(shown):
        reach = 100 * (e.high or e.value or 0.0)
        beside = {"xytext": (6, 0), "textcoords": "offset points", "va": "center", "fontsize": 8}
        axes.annotate(cells(e, lang)[0], (reach, place), **beside)
    axes.set_xlim(0, 120 * max(e.high or e.value or 0.0 for e in shown) or 1)
    axes.set_xlabel(text("chance_axis", lang))
    axes.legend(frameon=False, loc="lower right", bbox_to_anchor=(1, 1), ncols=2)


def _errors(axes: Any, lines: Lines, lang: str) -> None:
    """Sampled minus exact in standard errors; where the sample has no error of its own there is no point."""
    found: dict[bool, list[tuple[int, float, tuple[float, float]]]] = {False: [], True: []}
    for place, key in enumerate(lines.keys):
        truth, mine = lines.exact.get(key), lines.sampled.get(key)
        if truth and mine and mine.se and mine.value is not None and truth.value is not None:
            off = (mine.value - truth.value) / mine.se
            found[clear_of(mine, truth.value)].append((place, off, arms_of(mine, 1 / mine.se)))
    for misses, points in found.items():
        if points:
            axes.errorbar(
                [off for _, off, _ in points],
                [place for place, _, _ in points],
                xerr=list(zip(*(reach for _, _, reach in points), strict=True)),
                fmt="s" if misses else "o",
                color="black",
                markerfacecolor=BLUE if misses else "white",
                markersize=4,
                capsize=2,
                label=text("misses_exact" if misses else "holds_exact", lang),
            )
    axes.axvline(0, color="black", linewidth=1, linestyle="--")
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color=LIGHT)
    axes.set_axisbelow(True)
    axes.set_xlabel(text("errors_axis", lang))
    axes.legend(frameon=False, loc="lower right", bbox_to_anchor=(1, 1))
