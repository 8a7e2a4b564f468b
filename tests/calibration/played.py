"""Whole runs of the package: seed, shuffle, deal, play, tally, interval, judged by chances that are counted exactly.

Forehand takes every upcard, so that hands are random ones and what they hold is known by counting.  In matches a deal
is dealt or not for what came before it, so that the share over all their deals is the same (Wald's identity).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NamedTuple

from debertz_sim import odds
from debertz_sim.experiment import ExperimentSpec, run
from debertz_sim.policies.registry import seating
from debertz_sim.results import Result
from debertz_sim.rules import RuleSet
from debertz_sim.stats import Estimate
from debertz_sim.variants import variants
from tests.calibration.coverage import AT_LEAST, USUAL, holds, narrow
from tests.calibration.judge import Band, Check, Verdict, covered, runs_at
from tests.pvalues import two_sided_p

DEALS, MATCHES = 2_000, 200
LARGE = 100  # times as many in the one run whose values are judged

# No deal ends before the play, no card changes hands, every sequence scores: the model of the counted chances.  A claim
# ends a match within a deal, which then does not count as played: just the deals that bring much.
PLAIN: dict[str, Any] = {
    "seven_exchange": "none",
    "instant_win": "none",
    "sequences_need_trick": "no",
    "early_claim": "off",
}
CLAIMS = {**PLAIN, "early_claim": "on"}


@dataclass(frozen=True)
class Runs:
    """The seed of each run, what its intervals are taken for, and what is changed in the rules."""

    seed: Callable[[int], int] = field(default=lambda number: number)
    interval: Callable[[Estimate], Estimate] = field(default=lambda estimate: estimate)
    rules: Mapping[str, Any] = field(default_factory=lambda: PLAIN)


class Known(NamedTuple):
    """A number of a result whose true value is known, and the promised coverage of its interval."""

    metric: str
    group: dict[str, Any]
    truth: float
    band: Band


def contest(rules: RuleSet) -> dict[str, float]:
    """Whose best sequence wins between two random hands, counted."""
    found = odds(rules, players=2).estimates
    return {
        str(e.group["seat"]): e.value
        for e in found
        if e.metric == "sequence_winner" and set(e.group) == {"seat"} and e.value is not None
    }


def fifty() -> float:
    """The chance that nine random cards hold a sequence of four cards or more, counted."""
    return next(
        e.value
        for e in odds(variants["moscow"], hand_size=9).estimates
        if e.metric == "run_at_least" and e.group["length"] == 4 and e.value is not None
    )


# King and queen of trump among nine of 31 cards, if the upcard is neither of them.
BELLA = float(Fraction(6, 8) * Fraction(9 * 8, 31 * 30))


def experiments(changes: Mapping[str, Any]) -> list[tuple[str, ExperimentSpec, list[Known]]]:
    """Small runs and what is known of them; the seed is still to be set."""
    moscow = variants["moscow"].with_(**changes)
    nobody = moscow.with_(sequence_tie="nobody")
    three = variants["three"].with_(**changes)
    two_seats, three_seats = seating(2, "always", "random"), seating(3, "always", "random")
    by_seat, without_ties, long = contest(moscow), contest(nobody), fifty()
    held = [
        Known("fifty_held", {"seat": "forehand"}, long, USUAL),
        Known("bella_held", {"seat": "dealer"}, BELLA, USUAL),
        Known("sequence_scored", {"side": "declarer"}, by_seat["forehand"], USUAL),
        Known("sequence_scored", {"side": "nobody"}, by_seat["nobody"], USUAL),
    ]
    differences = [
        Known("sequence_scored", {"side": side, "arm": "B-A"}, without_ties[seat] - by_seat[seat], AT_LEAST)
        for side, seat in (("declarer", "forehand"), ("nobody", "nobody"))
    ]
    apart = [Known("fifty_held", {"seat": seat, "arm": "B-A"}, 0.0, USUAL) for seat in ("forehand", "dealer")]
    return [
        ("deals", ExperimentSpec("simulate", (moscow,), 0, DEALS, policies=two_seats), held),
        ("matches", ExperimentSpec("simulate", (moscow,), 0, MATCHES, "matches", policies=two_seats), held),
        ("paired", ExperimentSpec("compare", (moscow, nobody), 0, DEALS, policies=two_seats), differences),
        ("apart", ExperimentSpec("compare", (moscow, three), 0, DEALS, policies=three_seats), apart),
    ]


def value_of(result: Result, known: Known) -> Estimate:
    """The estimate of a number whose truth is known."""
    return result.get(known.metric, **known.group)


def whole_runs(rule: Runs, scale: float) -> list[Verdict]:
    """Intervals of small runs of the package, one for each seed, and the values of a large one."""
    runs, found = runs_at(scale, 1_000), []
    for name, spec, facts in experiments(rule.rules):
        good = [0] * len(facts)
        for number in range(runs):
            result = run(replace(spec, seed=rule.seed(number)))
            for place, known in enumerate(facts):
                good[place] += holds(rule.interval(value_of(result, known)), known.truth)
        large = run(replace(spec, seed=rule.seed(runs), amount=LARGE * (spec.amount or 0)))
        for known, hits in zip(facts, good, strict=True):
            what = f"{name}: {known.metric} {', '.join(str(word) for word in known.group.values())}"
            found.append(covered(what, hits, runs, known.band))
            found.append(off_by(f"{what}, value", value_of(large, known), known.truth))
    return found


def off_by(what: str, estimate: Estimate, truth: float) -> Verdict:
    """Whether a value of many deals agrees with the truth."""
    z = ((estimate.value or 0.0) - truth) / (estimate.se or math.inf)
    return Verdict(what, f"{z:+.2f} standard errors off, n = {estimate.n:,}", float(two_sided_p(z)))


CHECKS = [
    Check(
        "runs",
        "intervals of whole runs hold what is counted exactly",
        whole_runs,
        Runs(),
        {
            "z too small": Runs(interval=lambda estimate: narrow(estimate, 0.7)),
            # one whose intervals do not all hold: shown by a share of none, much sooner than by shares of all
            "one seed for all runs": Runs(seed=lambda number: 2),
            "claimed deals left out": Runs(rules=CLAIMS),
        },
        least=0.2,
    )
]
