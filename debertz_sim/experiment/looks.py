"""A finished experiment played again, to see its headline grow: the picture of a running estimate."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from debertz_sim.errors import UserError
from debertz_sim.experiment.run import Run
from debertz_sim.experiment.spec import ExperimentSpec
from debertz_sim.results import Result
from debertz_sim.stats import Estimate
from debertz_sim.stats.looks import Look, look, look_points

FIRST_LOOK, NUMBER_OF_CHUNKS = 100, 1000


def replay(
    result: Result, metric: str | None = None, workers: int = 1, stop: Callable[[], bool] = lambda: False
) -> list[Look]:
    """Looks at the headline of a result of simulate or compare, from a hundred deals or matches to its end.

    Everything that was played follows from provenance, so that the last look is the estimate in the result; the
    sequence is narrowest there.  Of a comparison it is the difference B - A.

    Parameters
    ----------
    metric
        A metric without groups instead of the result's headline.
    stop
        Asked before each chunk; once it says yes the looks end.

    Raises
    ------
    UserError
        The provenance is not one of simulate or compare, the metric is none that can be watched, or this version of the
        program plays other deals than the one that made the result.
    """
    source = result.provenance
    spec = ExperimentSpec.from_provenance(source, workers)
    total = int(source["matches_done"] if "matches_done" in source else source["deals_done"])
    spec = replace(
        spec.as_done(total),
        amount=total,
        until_decided=False,
        headline=metric or spec.headline,
        chunk=max(FIRST_LOOK, total // NUMBER_OF_CHUNKS),
    )
    points = look_points(total, first=FIRST_LOOK)
    run, seen = Run(spec, stop=stop), []
    for _ in run:
        units = run.sums.units
        if points and units >= points[0]:
            points = [point for point in points if point > units]
            seen.append((units, run.headline()))
    if seen and run.finished:
        _require_same(seen[-1][1], result)
    whole = seen[-1][1].n if seen else None
    return [look(units, now, spec.confidence, best_at=_best_at(now, whole, total)) for units, now in seen]


def _best_at(estimate: Estimate, whole: int | None, total: int) -> float:
    """Where the sequence is narrowest: at the end, counted as its interval counts."""
    return float(whole or total) if estimate.method == "wilson" else float(total)


def _require_same(again: Estimate, result: Result) -> None:
    there = [e for e in result.estimates if (e.metric, e.group) == (again.metric, again.group)]
    if there and there[0].value != again.value:
        raise UserError(
            f"running: played again, {again.metric} is {again.value}, the result says {there[0].value}; "
            "another version of the program made it"
        )
