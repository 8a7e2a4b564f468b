"""What a chart is to be built from, and the whole course of building it: learning, checking, the chart."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from debertz_sim import provenance
from debertz_sim._jit import KERNEL_HASH
from debertz_sim.charts.build import Learner
from debertz_sim.charts.corrections import Corrections
from debertz_sim.charts.game import Crew, Game, Rows, calls_of, crew, rows_of
from debertz_sim.charts.respond import LEARNING, Note, Response, call_shares, respond, silent, with_unreached
from debertz_sim.charts.values import chart_of
from debertz_sim.errors import UserError
from debertz_sim.experiment.spec import rules_words
from debertz_sim.kernels.rng import STREAM_VERSION
from debertz_sim.policies.charted import FORMAT, Chart
from debertz_sim.policies.registry import Seating
from debertz_sim.results import Result
from debertz_sim.rules import RuleSet
from debertz_sim.variants import from_spec

KIND = "chart"
SAVE_EVERY = 300.0  # seconds between two savings of a build under way
LOOKS = (1 / 8, 1 / 4, 1 / 2)  # of the deals, after which it is checked how far it has come
LOOK_SHARE = 8  # a look checks with so much fewer deals
UNREACHED_SHARE = 4  # so much fewer tell what hands that do not come to round 2 should call there


@dataclass(frozen=True)
class BuildSpec:
    """A chart to build.

    Parameters
    ----------
    rules, policies, objective
        The game; see ``charts.game.Game``.
    deals, check
        Nine-card deals to learn from; and to learn best replies from, and as many to test them on.
    seed
        Of the deals; those of the check have seeds of their own.
    start
        The bidding policy that learning starts from.
    trust
        How many nine-card deals the start is worth.
    corrections
        What stronger play changes, or None.
    """

    rules: RuleSet
    policies: Seating
    objective: str
    deals: int
    check: int
    seed: int
    start: str = "rules"
    trust: int = 80_000
    corrections: Corrections | None = None

    @property
    def game(self) -> Game:
        """The game that is learned."""
        changes = None if self.corrections is None else self.corrections.table
        return Game(self.rules, self.policies, self.objective, changes)

    def to_json(self) -> dict[str, Any]:
        """In JSON values; ``from_json`` reads them."""
        return {
            "rules": self.rules.to_dict(),
            "policies": self.policies.describe(),
            "objective": self.objective,
            "deals": self.deals,
            "check": self.check,
            "seed": self.seed,
            "start": self.start,
            "trust": self.trust,
            "corrections": self.corrections and self.corrections.to_json(),
            "stream": STREAM_VERSION,
            "kernel_hash": KERNEL_HASH,
        }

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> BuildSpec:
        """The spec that was kept.

        Raises
        ------
        UserError
            It is none, or other kernels or streams were at work.
        """
        for name, here in {"kernel_hash": KERNEL_HASH, "stream": STREAM_VERSION}.items():
            if found.get(name) != here:
                raise UserError(f"resume: {name} was {found.get(name)}, here it is {here}; build it anew")
        try:
            kept = found["corrections"]
            return cls(
                from_spec(found["rules"]),
                Seating.from_description(found["policies"]),
                str(found["objective"]),
                int(found["deals"]),
                int(found["check"]),
                int(found["seed"]),
                str(found["start"]),
                int(found["trust"]),
                kept and Corrections.from_json(kept),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise UserError(f"resume: not a chart's build ({error})") from None

    def command_line(self) -> str:
        """The command that builds it anew."""
        words = ["debertz", "chart", "build", *rules_words(self.rules), "--objective", self.objective]
        words += ["--play", self.policies.play[0].name, "--deals", str(self.deals), "--check", str(self.check)]
        words += ["--seed", str(self.seed), "--start", self.start, "--trust", str(self.trust)]
        if self.corrections:
            words += ["--correct", self.corrections.source]
        return shlex.join(words)


@dataclass
class Built:
    """A chart with what was found on the way."""

    chart: Chart
    result: Result
    response: Response


class Build:
    """A build under way: go on with it until it is finished or stopped.

    Parameters
    ----------
    spec
        What to build.
    kept
        Where its state is kept when it is stopped, and now and then on the way.
    """

    def __init__(self, spec: BuildSpec, kept: Path) -> None:
        self.spec = spec
        self.kept = kept
        self.game = spec.game
        learned = spec.start.startswith("chart:")
        self.learner = Learner.started(self.game, spec.seed, self.game.style(spec.start), spec.trust, learned)
        self.started, self.clock = datetime.now(UTC), perf_counter()

    @classmethod
    def resumed(cls, kept: Path) -> Build:
        """The build whose state was kept; raises ``UserError`` if it cannot be gone on with here."""
        spec = BuildSpec.from_json(json.loads(Learner.about(kept)))
        build = cls(spec, kept)
        build.learner.load(kept)
        return build

    def save(self) -> None:
        """Keep the state."""
        self.learner.save(self.kept, json.dumps(self.spec.to_json()))

    def learn(self, crew: Crew, stop: Callable[[], bool], note: Note = silent) -> bool:
        """Learn from the rest of the deals; returns whether that was done, else the state has been kept.

        ``note`` hears ``learning a chart`` and the deals done, and now and then ``NashConv ...``.
        """
        saved = perf_counter()
        looks = [round(share * self.spec.deals) for share in LOOKS if share * self.spec.deals > self.learner.deals]
        for done in self.learner.run(crew, self.spec.deals, stop):
            note("learning a chart", done)
            if looks and done >= looks[0] and not stop():
                looks.pop(0)
                note(self._look(crew), done)
            if perf_counter() - saved > SAVE_EVERY:
                self.save()
                saved = perf_counter()
        if self.learner.deals < self.spec.deals:
            self.save()
            return False
        return True

    def _look(self, crew: Crew) -> str:
        deals = max(1, self.spec.check // LOOK_SHARE)
        found = respond(self.game, crew, self.rows, self.learner.value, self.spec.seed, deals)
        inside, outside = sum(found.within), found.without.both
        middle = (inside + outside) / 2
        return f"NashConv {middle:.3f}: {inside:.3f} in sample, {outside:.3f} held out, {deals:,} deals each"

    @property
    def rows(self) -> Rows:
        """The strategies learned so far, each decision made for its likeliest call."""
        return rows_of(calls_of(self.learner.average()))

    def finish(self, crew: Crew, name: str, note: Note = silent, confidence: float = 0.95) -> Built:
        """Check the chart that was learned, and make it."""
        spec = self.spec
        deals = max(1, spec.check // UNREACHED_SHARE)
        rows = with_unreached(self.game, crew, self.rows, self.learner.value, spec.seed, deals)
        response = respond(self.game, crew, rows, self.learner.value, spec.seed, spec.check, note=note)
        estimates = [*response.estimates(confidence), *call_shares(calls_of(rows))]
        value, value_se = response.sums.value
        source = provenance.record(
            command=spec.command_line(),
            rules=spec.rules.to_dict(),
            rules_hash=spec.rules.hash,
            seed=spec.seed,
            stream=STREAM_VERSION,
            deals_requested=spec.deals,
            deals_done=self.learner.deals,
            partial=False,
            policies=spec.policies.describe(),
            started=self.started,
            seconds=perf_counter() - self.clock,
            workers=crew.workers,
            kernel_hash=KERNEL_HASH,
            confidence=confidence,
            options={"kind": KIND, **spec.to_json()},
        )
        about = {
            "format": FORMAT,
            "objective": spec.objective,
            "value": value,
            "value_se": value_se,
            "all_pass": -response.value,
            "deals": self.learner.deals,
            "check": {"deals": response.sums.deals, "divisions": self.game.splits, "seed": spec.seed ^ LEARNING},
            "nashconv": [estimate.to_dict() for estimate in estimates if estimate.metric == "reply_gain"],
            "rules": spec.rules.to_dict(),
            "provenance": source,
        }
        return Built(chart_of(self.game, name, rows, response.sums, about), Result(tuple(estimates), source), response)


def rebuilt(found: Mapping[str, Any], workers: int = 1) -> Result:
    """What building a chart anew finds, by the provenance of a build; with the kernels that are here.

    Raises
    ------
    UserError
        The provenance is not that of a build, or a policy has another version by now.
    """
    here = {"kernel_hash": KERNEL_HASH, "stream": STREAM_VERSION}
    spec = BuildSpec.from_json(dict(found["options"]) | here)
    with TemporaryDirectory() as folder, crew(workers) as threads:
        under_way = Build(spec, Path(folder) / "build")
        under_way.learn(threads, lambda: False)
        return under_way.finish(threads, "rebuilt", confidence=float(found["confidence"])).result
