"""Which pictures a result can give, which of them first, and how each is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from debertz_sim.errors import UserError
from debertz_sim.report import figures, shares
from debertz_sim.report.payoffs import payoff_matrix
from debertz_sim.report.running import running
from debertz_sim.report.texts import text
from debertz_sim.stats import ARM, PERCENTAGE_POINTS, Estimate
from debertz_sim.stats.looks import Look

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SWITCH = "switch"


class Material(NamedTuple):
    """What pictures are made of.

    Parameters
    ----------
    estimates, provenance
        Of a result.
    looks
        Gives the looks at a metric (``None``: the headline); ``None`` where the experiment has no course, or when it is
        not to be looked for.
    """

    estimates: Sequence[Estimate]
    provenance: Mapping[str, Any]
    looks: Callable[[str | None], Sequence[Look]] | None = None

    @property
    def headline(self) -> str:
        """The metric that the experiment watched."""
        return str((self.provenance.get("options") or {}).get("headline") or "made")

    @property
    def kind(self) -> str:
        """The command that it comes from."""
        return str((self.provenance.get("options") or {}).get("kind") or "")


class Kind(NamedTuple):
    """A kind of picture: what it shows, whether this material gives it, and how it is drawn (metric, language).

    ``of_metric``: whether it can be of one metric, named.
    """

    about: str
    fits: Callable[[Material], bool]
    draw: Callable[[Material, str | None, str], Figure]
    of_metric: bool = True


def kinds_of(material: Material) -> list[str]:
    """The kinds of picture that this material gives, the one to draw unless asked otherwise first."""
    return [name for name, kind in KINDS.items() if kind.fits(material)]


def draw(material: Material, kind: str | None = None, metric: str | None = None, lang: str = "en") -> Figure:
    """One picture; without a ``kind`` the first that fits, with a ``metric`` the first that can be of one.

    Raises
    ------
    UserError
        The material does not give this kind, or any, or does not hold the metric, or the kind is of no single one.
    """
    found = kinds_of(material)
    if not found:
        raise UserError("no picture can be drawn of this result; it holds none of the metrics that pictures show")
    of_metric = [name for name in found if KINDS[name].of_metric]
    kind = kind or next(iter(of_metric if metric is not None else found), found[0])
    if kind not in found:
        raise UserError(f"kind {kind!r}: this file gives {', '.join(found)}")
    if metric is not None and kind not in of_metric:
        raise UserError(f"metric {metric!r}: {kind} is of no single metric; of this file {_or(of_metric)} can be")
    known = {e.metric for e in material.estimates}
    if metric is not None and metric not in known:
        raise UserError(f"metric {metric!r}: this file has {', '.join(sorted(known))}")
    return KINDS[kind].draw(material, metric, lang)


def _or(names: Sequence[str]) -> str:
    return " or ".join(names) or "no picture"


def _any(estimates: Iterable[Estimate], wanted: Callable[[Estimate], bool]) -> bool:
    return any(e.value is not None and wanted(e) for e in estimates)


def _has_margin(material: Material) -> bool:
    return _any(material.estimates, lambda e: e.metric == figures.HISTOGRAM and not e.is_difference)


def _has_trumps(material: Material) -> bool:
    return _any(material.estimates, lambda e: e.metric == "baid" and shares.TRUMPS in e.group)


def _has_switches(material: Material) -> bool:
    return _any(material.estimates, lambda e: e.is_difference and SWITCH in e.group)


def _has_differences(material: Material) -> bool:
    return bool(_plain_differences(material, None))


def _has_variants(material: Material) -> bool:
    return _any(
        material.estimates, lambda e: e.metric == material.headline and e.group.keys() == {ARM} and not e.is_difference
    )


def _has_looks(material: Material) -> bool:
    return material.looks is not None


def _plain_differences(material: Material, metric: str | None) -> list[Estimate]:
    """Of one metric all groups; else of every share what has no groups."""
    found = [e for e in material.estimates if e.is_difference and SWITCH not in e.group and e.value is not None]
    if metric is not None:
        return [e for e in found if e.metric == metric]
    return [e for e in found if e.group.keys() == {ARM} and e.unit == PERCENTAGE_POINTS]


def _draw_margin(material: Material, metric: str | None, lang: str) -> Figure:
    return figures.margin_histogram(material.estimates, material.provenance, lang)


def _draw_switches(material: Material, metric: str | None, lang: str) -> Figure:
    alone = [e for e in material.estimates if SWITCH in e.group]
    title = text("switches_title", lang)
    return figures.forest(alone, material.provenance, metric or material.headline, lang, title)


def _draw_differences(material: Material, metric: str | None, lang: str) -> Figure:
    title = "differences_apart_title" if material.provenance.get("pairing") == "none" else "differences_title"
    found = _plain_differences(material, metric)
    return figures.forest(found, material.provenance, metric, lang, text(title, lang))


def _draw_variants(material: Material, metric: str | None, lang: str) -> Figure:
    return figures.variants(material.estimates, material.provenance, metric or material.headline, lang)


def _draw_trumps(material: Material, metric: str | None, lang: str) -> Figure:
    return shares.by_trumps(material.estimates, material.provenance, lang)


def _draw_odds(material: Material, metric: str | None, lang: str) -> Figure:
    return shares.odds(material.estimates, material.provenance, metric, lang)


def _draw_running(material: Material, metric: str | None, lang: str) -> Figure:
    assert material.looks is not None  # it fits
    unit = "matches" if material.provenance.get("interval_unit") == "match" else "deals"
    return running(material.looks(metric), material.provenance, unit, lang)


def _draw_payoffs(material: Material, metric: str | None, lang: str) -> Figure:
    return payoff_matrix(material.estimates, material.provenance, lang)


KINDS = {
    "switches": Kind("differences of one metric, one switch changed at a time", _has_switches, _draw_switches),
    "differences": Kind("differences B - A (forest plot)", _has_differences, _draw_differences),
    "margin": Kind("histogram of the margin by outcome", _has_margin, _draw_margin, False),
    "odds": Kind("chances of melds, exact against sampled", lambda material: material.kind == "odds", _draw_odds),
    "trumps": Kind("baid by the declarer's trumps", _has_trumps, _draw_trumps, False),
    "variants": Kind("one metric under each rule set", _has_variants, _draw_variants),
    "payoffs": Kind("who wins how much from whom", lambda material: material.kind == "league", _draw_payoffs, False),
    "running": Kind("the estimate as the deals go by, with both intervals", _has_looks, _draw_running),
}
