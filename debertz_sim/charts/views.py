"""The views of a chart as the commands print them: numbers with their provenance, and the parts to read."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import numpy as np

from debertz_sim._jit import KERNEL_HASH
from debertz_sim.charts.check import never_stop
from debertz_sim.charts.compare import play_both, require_comparable
from debertz_sim.charts.differences import calls_apart, changed_classes, rules_apart, seats_apart
from debertz_sim.charts.game import Game, crew, rows_of
from debertz_sim.charts.query import Answer
from debertz_sim.charts.show import maps, rank_letter, summary
from debertz_sim.charts.surprise import calls_by, disagreements, players, sample_deal, told
from debertz_sim.charts.view import policies_of, told_by
from debertz_sim.errors import UserError
from debertz_sim.kernels.rng import STREAM_VERSION
from debertz_sim.policies.charted import Chart, load
from debertz_sim.policies.registry import Seating, seating
from debertz_sim.provenance import record
from debertz_sim.report.chart_views import (
    Part,
    about_part,
    calls_parts,
    deals_parts,
    maps_part,
    query_part,
    seats_parts,
    surprise_parts,
)
from debertz_sim.results import Result
from debertz_sim.stats import Estimate
from debertz_sim.variants import from_spec

FORMAT = "debertz-chart-view/1"
KEPT = ("objective", "value", "value_se", "deals", "check", "nashconv", "reply_to")  # of a chart, in provenance
DEALS = "chart-deals"  # the kind of a comparison by deals, in the options of its provenance
Row = dict[str, Any]


@dataclass(frozen=True)
class View:
    """What a command shows.

    Parameters
    ----------
    data
        The JSON form.
    rows
        One table of it, for CSV.
    parts
        The tables to read.
    about
        What the pictures say of the chart.
    partial
        Whether the deals were interrupted.
    columns
        What a Parquet file gets; None: the columns of ``rows``.
    """

    data: Row
    rows: list[Row]
    parts: list[Part]
    about: Row
    partial: bool = False
    columns: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Asked:
    """What all views are asked with: the chart, how sure, the language, the command as it was typed."""

    chart: Chart
    confidence: float
    lang: str
    command: str

    @property
    def about(self) -> Row:
        """What the views say of their chart."""
        deals, seed = told_by(self.chart)
        own = {
            "chart": self.chart.name,
            "unit": self.chart.unit,
            "longest": self.chart.scale,
            "told_deals": deals,
            "told_seed": seed,
        }
        return {**self.chart.about, **own, "confidence": self.confidence}

    def data(self, view: str, more: Mapping[str, Any], seed: int | None = None) -> Row:
        """The JSON form with its provenance."""
        return {"format": FORMAT, "view": view, "provenance": self.provenance(seed=seed), **more}

    def provenance(
        self,
        seed: int | None = None,
        deals: int | None = None,
        done: int | None = None,
        started: datetime | None = None,
        seconds: float = 0.0,
        workers: int | None = None,
        **more: Any,
    ) -> Row:
        """Where a view comes from."""
        rules = from_spec(self.chart.about["rules"])
        its = {key: self.chart.about[key] for key in KEPT if key in self.chart.about}
        chart = {"name": self.chart.name, "calls": self.chart.version, **its}
        return record(
            command=self.command,
            rules=rules.to_dict(),
            rules_hash=rules.hash,
            seed=seed,
            stream=None if seed is None else STREAM_VERSION,
            deals_requested=deals,
            deals_done=done,
            partial=deals != done,
            policies=policies_of(self.chart) or {},
            started=started or datetime.now(UTC),
            seconds=seconds,
            workers=workers,
            kernel_hash=KERNEL_HASH,
            confidence=self.confidence,
            rules_name=rules.name,
            chart=chart,
            **more,
        )


def maps_view(asked: Asked, decision: str | None, upcard: str | None) -> View:
    """The maps, and how often the chart plays; raises ``UserError`` as ``show.maps``."""
    found = maps(asked.chart, decision, upcard, asked.confidence)
    shares = summary(asked.chart, asked.confidence)
    about = asked.about | {"upcard": None if upcard is None else rank_letter(upcard)}
    cells = [cell for its in found for cell in its.cells()]
    data = asked.data("maps", {"upcard": about["upcard"], "decisions": shares, "cells": cells})
    return View(data, cells, [about_part(about, shares, asked.lang), maps_part(found, about, asked.lang)], about)


def query_view(asked: Asked, answers: Sequence[Answer]) -> View:
    """Calls with single hands."""
    rows = [answer._asdict() for answer in answers]
    part = query_part(rows, asked.about, asked.lang)
    return View(asked.data("query", {"answers": rows}), rows, [part], asked.about)


def surprising_view(asked: Asked, against: str, count: int, seed: int, play: str | None) -> View:
    """The clearest differences to a bidding policy, each with a deal of the seed."""
    found = disagreements(asked.chart, calls_by(asked.chart, against), asked.confidence, count)
    seated = players(asked.chart, play)
    rows = [told(its, sample_deal(asked.chart, seated, its, seed, number)) for number, its in enumerate(found.found)]
    options = {"against": against, "looked_at": found.looked_at, "seed": seed, "play": seated.play[0].name}
    data = asked.data("surprising", {**options, "counts": found.counts, "surprises": rows}, seed)
    parts = surprise_parts(rows, found.counts, options, asked.about, asked.lang)
    return View(data, rows or found.counts, parts, asked.about)


def seats_view(asked: Asked, count: int) -> View:
    """Forehand against dealer."""
    found = seats_apart(asked.chart, asked.confidence, count)
    estimates = [its.to_dict() for its in found.estimates]
    more = {"compared": found.compared, "estimates": estimates, "rounds": found.decisions, "classes": found.classes}
    parts = seats_parts(found.estimates, found.decisions, found.classes, found.compared, asked.about, asked.lang)
    return View(asked.data("seats", more), found.decisions, parts, asked.about)


# Two charts


def game_of(chart: Chart) -> Game:
    """The game that a chart is of; raises ``UserError`` where its policies have other versions by now."""
    about = chart.about
    described = policies_of(chart)
    options = about.get("provenance", {}).get("options", {})
    changes = options.get("corrections")
    table = None if not changes else np.array(changes["table"], float)
    rules, objective = from_spec(about["rules"]), str(about["objective"])
    # the bidding counts only for play that reads it; a chart that learning began with may be gone
    plain = {**described, "bidding": seating(2).describe()["bidding"]}
    game = Game(rules, Seating.from_description(plain), objective, table)
    return game if game.blind else Game(rules, Seating.from_description(described), objective, table)


def calls_view(asked: Asked, other: Chart, why: str | None, count: int) -> View:
    """Two charts by their calls; ``why``: why not by deals."""
    found = calls_apart(asked.chart, other, asked.confidence, count)
    names = {"a": asked.chart.name, "b": other.name, "why": why, "compared": found.compared}
    units = {"unit_a": asked.chart.unit, "unit_b": other.unit}
    data = asked.data("calls", {**names, **units, "decisions": found.decisions, "classes": found.classes})
    parts = calls_parts(found.decisions, found.classes, names | units, asked.about, asked.lang)
    return View(data, found.decisions, parts, asked.about)


def deals_view(
    asked: Asked,
    other: Chart,
    deals: int,
    seed: int,
    workers: int,
    count: int,
    stop: Callable[[], bool] = never_stop,
    tell: Callable[[int], None] = lambda done: None,
) -> View:
    """Two rule sets by the same deals; raises ``UserError`` where that cannot be."""
    started, began = datetime.now(UTC), time.perf_counter()
    a, b = game_of(asked.chart), game_of(other)
    require_comparable(a, b, f"--deals: {asked.chart.name} and {other.name}")
    rows = rows_of(asked.chart.calls)
    value = float(asked.chart.about.get("value") or 0.0)
    with crew(workers) as hands:
        done = play_both(a, b, hands, rows, value, seed, deals, stop, tell)
    found = rules_apart(a, done, rows, (asked.chart, other), asked.confidence, count)
    played = done.deals + done.skipped + done.over
    arms = {"A": asked.chart.name, "B": other.name}
    source = asked.provenance(
        seed,
        deals,
        played,
        started,
        time.perf_counter() - began,
        workers,
        arms=arms,
        options={"kind": DEALS, "value": value, "charts": [asked.chart.version, other.version], "count": count},
        skipped=done.skipped,
        over_before_auction=done.over,
        compared=found.compared,
    )
    source["rules"] = {"A": a.rules.to_dict(), "B": b.rules.to_dict()}
    estimates = [its.to_dict() for its in found.estimates]
    data = {"format": "debertz-result/1", "view": "deals", "provenance": source, "estimates": estimates}
    data |= {"decisions": found.decisions, "classes": found.classes}
    named = {"a": arms["A"], "b": arms["B"], "deals": played, "seed": seed, "compared": found.compared}
    named["partial"] = played < deals
    parts = deals_parts(found.estimates, found.decisions, found.classes, named, asked.about, asked.lang)
    columns = changed_classes(a, done, rows, (asked.chart, other))
    return View(data, found.decisions, parts, asked.about, played < deals, columns)


def rerun(result: Result, workers: int) -> Result:
    """A comparison by deals once more, from its provenance.

    Raises
    ------
    UserError
        It is none, or a chart is not the one it was.
    """
    source = result.provenance
    options = source.get("options") or {}
    if options.get("kind") != DEALS:
        raise UserError("only comparisons of charts by the same deals can be repeated")
    charts = [load(source["arms"][arm]) for arm in "AB"]
    for chart, version in zip(charts, options["charts"], strict=True):
        if chart.version != version:
            raise UserError(f"chart {chart.name}: its calls have changed (hash {chart.version}, {version} was used)")
    asked = Asked(charts[0], source["confidence"], "en", source["command"])
    view = deals_view(asked, charts[1], source["deals_done"], source["seed"], workers, options["count"])
    return Result(tuple(Estimate.from_dict(its) for its in view.data["estimates"]), view.data["provenance"])


def columns_of(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Rows as columns."""
    return {name: [row[name] for row in rows] for name in rows[0]} if rows else {}
