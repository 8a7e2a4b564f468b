"""From a spec to a result: chunks, looks at fixed totals, estimates, provenance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from debertz_sim import provenance
from debertz_sim._jit import KERNEL_HASH
from debertz_sim.conditions.choice import Choice
from debertz_sim.conditions.columns import lexicon
from debertz_sim.engine.rows import COLUMNS
from debertz_sim.engine.terts_rows import TERTS_COLUMNS
from debertz_sim.errors import UserError
from debertz_sim.experiment import estimates, verdict
from debertz_sim.experiment.course import Course
from debertz_sim.experiment.executors import Executor, Threads
from debertz_sim.experiment.intervals import Intervals
from debertz_sim.experiment.reduction import Reduction
from debertz_sim.experiment.spec import ARM_NAMES, CHUNKS, DEALS, SIMULATE, ExperimentSpec
from debertz_sim.experiment.verdict import Verdict
from debertz_sim.experiment.warm import entries
from debertz_sim.experiment.work import Chunk, Done, Plan, plan, play_chunk
from debertz_sim.kernels.rng import STREAM_VERSION
from debertz_sim.results import Result
from debertz_sim.stats import ARM, Estimate, Reduced, difference_arm, family_confidence, wilson
from debertz_sim.stats.sequential import next_total

LOOK = 10_000  # with a precision, looks are taken at multiples of this
PATIENCE = 10 * LOOK  # so long a precision waits for a headline that no deal has told anything about
NO_BOUND = 10**15
SAME_DEALS, NO_PAIRING = "same deals", "none"  # how the arms of a comparison are paired


class Run(Course):
    """A run of a spec: iterate over it to do the work, chunk by chunk; then ask for the result.

    Parameters
    ----------
    spec
        What to run.
    keep_rows
        Whether the chunks carry the rows of their deals (in a comparison those of A).
    columns
        What ``row_columns`` will be asked for, if it is more than the engine's columns.
    stop
        Asked before each chunk; once it says yes, the run ends as a partial one.
    executor
        Who does the chunks; threads as many as the spec's workers, unless given.

    Raises
    ------
    UserError
        The headline is no metric that this run can watch.
    """

    def __init__(
        self,
        spec: ExperimentSpec,
        keep_rows: bool = False,
        stop: Callable[[], bool] = lambda: False,
        executor: Executor | None = None,
        columns: tuple[str, ...] = (),
    ) -> None:
        self.spec = spec
        self.plan = plan(spec, keep_rows, columns)
        known = _headlines(self.plan)
        if spec.headline not in known:
            raise UserError(f"headline {spec.headline!r}: must be one of {', '.join(known)}")
        super().__init__(self.plan.empty(), stop, executor or Threads(spec.workers))

    @classmethod
    def resumed(cls, result: Result, workers: int, stop: Callable[[], bool] = lambda: False) -> Run:
        """The run of a partial result, to be gone on with.

        Raises
        ------
        UserError
            The result is not partial, or other kernels or streams made it.
        """
        run = cls(ExperimentSpec.from_provenance(result.provenance, workers), stop=stop)
        run.go_on_from(result.provenance)
        return run

    @property
    def unit(self) -> str:
        """Deals or matches."""
        return self.spec.unit

    @property
    def total(self) -> int | None:
        """Deals or matches in all; ``None`` while a precision or a verdict decides."""
        fixed = self.spec.precision is None and not self.spec.until_decided
        return self.spec.whole(self.spec.amount) if fixed and self.spec.amount is not None else None

    @property
    def entries(self) -> list[str]:
        """The entry kernels that the run needs, see ``warm``."""
        return entries(self.spec)

    @property
    def fingerprint(self) -> str:
        """What is tallied where."""
        return self.plan.fingerprint

    def command_line(self) -> str:
        """The command that repeats the run."""
        return self.spec.command_line()

    def _work(self, chunk: Chunk, given_up: Callable[[], bool]) -> Done:
        return play_chunk(self.plan, chunk, given_up)

    def _chunks(self) -> Iterator[Chunk]:
        size = self.spec.whole(self.spec.chunk or CHUNKS[self.spec.unit])
        for first in range(self.sums.units, self.target, size):
            yield Chunk(first, min(size, self.target - first))

    def _look(self) -> int:
        """Where to look next, or where we are if it is time to stop; to be asked at a look only."""
        spec, n = self.spec, self.sums.units
        if spec.precision is None:
            assert spec.amount is not None  # the spec has one of the two
            if spec.until_decided:
                last = spec.amount if spec.ends_at is None else min(spec.ends_at, spec.amount)
                return n if n and self.decision().ahead else verdict.next_look(n, last)
            return spec.whole(spec.amount)
        half_width = self.half_width() if n else None
        if half_width is None and n >= PATIENCE:
            raise UserError(
                f"precision: none of {n:,} {spec.unit} tells anything about {spec.headline}; say how many instead"
            )
        maximum = NO_BOUND if spec.amount is None else spec.amount
        return spec.whole(next_total(n, half_width, spec.precision, chunk=LOOK, maximum=maximum))

    def decision(self) -> Verdict:
        """Who is ahead on the headline so far; of a run until that is decided."""
        spec, names = self.spec, ARM_NAMES
        parts = {(names[a], names[b]): part for (a, b), part in zip(self.plan.pairs, self.sums.parts, strict=True)}
        return verdict.judge(
            self.plan.program, parts, self.sums.kept, spec.headline, spec.confidence, self._ways(1).best_at or 1.0
        )

    def _ways(self, members: int) -> Intervals:
        """The intervals that each of so many numbers gets."""
        spec = self.spec
        level = family_confidence(spec.confidence, members)
        return Intervals(level, verdict.best_at(spec.amount or 0) if spec.until_decided else None)

    def half_width(self) -> float | None:
        """Half the width of the headline's interval."""
        headline = self.headline()
        if headline.value is None:
            return None
        if headline.low is None or headline.high is None or headline.high == headline.low:
            # no deal on which the arms differ: the share of such deals is known only as well as this
            return wilson(0, self.sums.kept, self.spec.confidence, metric="").high
        return (headline.high - headline.low) / 2

    def headline(self) -> Estimate:
        """The one number to watch: of a comparison B - A, or A where they have nothing in common."""
        spec = self.spec
        found = self._measured(self._ways(self._family() if spec.simultaneous else 1), spec.headline)
        if spec.kind == SIMULATE or not spec.comparable:
            return found[0]
        wanted = difference_arm(ARM_NAMES[1])
        return next(estimate for estimate in found if estimate.group == {ARM: wanted})

    def estimates(self) -> list[Estimate]:
        """Everything that was measured, after the chunks done so far."""
        return self._measured(self._ways(self._family() if self.spec.simultaneous else 1))

    def _family(self) -> int:
        """How many intervals there are."""
        return sum(e.method != "exact" and e.low is not None for e in self._measured(self._ways(1))) or 1

    def _measured(self, ways: Intervals, only: str | None = None) -> list[Estimate]:
        """Everything with these intervals, or one metric without groups (of a comparison of A and B alone)."""
        choice = self.spec.choice
        if choice is not None and only is None:
            return self._of_choice(choice, ways)
        return self._of_metrics(ways, only)

    def _of_choice(self, choice: Choice, ways: Intervals) -> list[Estimate]:
        """How likely the condition is, every metric, and those of the groups that are not told anyway."""
        sums, found = self.sums, self._of_metrics(ways)
        told = {(estimate.metric, *estimate.group.items()) for estimate in found}
        more = estimates.group_estimates(self.plan.program, sums.groups, choice.by, sums.kept, ways.confidence)
        found += [estimate for estimate in more if (estimate.metric, *estimate.group.items()) not in told]
        return estimates.given_estimates(choice, sums.kept, sums.units, ways.confidence) + found

    def _of_metrics(self, ways: Intervals, only: str | None = None) -> list[Estimate]:
        """Every metric of the deals that are looked at, or one."""
        ready, spec, parts, n = self.plan, self.spec, self.sums.parts, self.sums.kept
        level = ways.confidence
        if spec.unit != DEALS:
            return estimates.match_estimates(ready.frame, ready.program, parts[0], n, level, only)
        if ready.design is not None:
            return [found.estimate for found in self._reduced(level, only)]
        if spec.kind == SIMULATE:
            return estimates.deal_estimates(ready.program, parts[0], level, only)
        arms, flips = ARM_NAMES[: len(spec.arms)], list(spec.flips())
        if not spec.paired:
            shown = arms if only is None else arms[:2]
            programs = [arm.program for arm in ready.arms[: len(shown)]]
            return estimates.side_by_side(programs, parts[: len(shown)], level, shown, spec.comparable, only)
        if only is not None:
            return estimates.pair_estimates(ready.program, parts[0], n, ways, (arms[0], arms[1]), only)
        found = estimates.comparison(ready.program, parts, n, ways, arms, flips)
        return found + (self._other_leads(ways) if spec.until_decided else [])

    def _other_leads(self, ways: Intervals) -> list[Estimate]:
        """The headline's differences between the rule sets but A."""
        ready, found = self.plan, []
        for (a, b), part in zip(ready.pairs, self.sums.parts, strict=True):
            if a:
                names = ARM_NAMES[a], ARM_NAMES[b]
                of_pair = estimates.pair_estimates(ready.program, part, self.sums.kept, ways, names, self.spec.headline)
                found.append(of_pair[-1])
        return found

    def _reduced(self, confidence: float, only: str | None = None) -> list[Reduced]:
        """The metrics without groups with their reduced intervals; what each gained."""
        ready, parts, arms = self.plan, self.sums.parts, len(self.spec.arms)
        assert ready.design is not None  # asked of such runs only
        if self.spec.kind == SIMULATE:
            sums = Reduction(ready.design, (ready.program,), parts[0], self.sums.units, confidence)
            return sums.of_arm(0, {}, only)
        found: list[Reduced] = []
        flips = [None] * (arms - 1) + list(self.spec.flips())
        for (a, b), part, flip in zip(ready.pairs, parts, flips, strict=True):
            if only is not None and b > 1:
                break
            switch: dict[str, str | int] = {} if flip is None else {estimates.SWITCH: flip}
            name = ARM_NAMES[b] if flip is None else ARM_NAMES[1]
            sums = Reduction(ready.design, tuple(ready.programs((a, b))), part, self.sums.units, confidence)
            if b == 1 or flip is not None:
                found += sums.of_arm(0, {**switch, ARM: ARM_NAMES[0]}, only)
            found += sums.of_arm(1, {**switch, ARM: name}, only)
            found += sums.differences({**switch, ARM: difference_arm(name)}, only)
        metrics = list(dict.fromkeys(each.estimate.metric for each in found))
        return sorted(
            found, key=lambda one: (estimates.SWITCH in one.estimate.group, metrics.index(one.estimate.metric))
        )

    def _reduction(self) -> dict[str, Any]:
        """How the shuffles were dealt, and by how much more plain deals would be needed, by metric and arm."""
        assert self.plan.design is not None
        factors: dict[str, dict[str, float]] = {}
        for estimate, factor in self._reduced(self.spec.confidence):
            if factor is not None:
                factors.setdefault(" ".join(map(str, estimate.group.values())), {})[estimate.metric] = factor
        return {
            "methods": list(self.spec.reduce),
            "deals_of_shuffle": self.plan.design.deals,
            "shuffles": self.sums.units // self.plan.design.deals,
            "factors": factors,
        }

    def provenance(self) -> dict[str, Any]:
        """Where the result comes from; of a partial run also the sums, from which it can be gone on with."""
        spec = self.spec
        matches = spec.unit != DEALS
        more: dict[str, Any] = {"options": spec.options()}
        if matches:
            more |= {"matches_requested": spec.amount, "matches_done": self.sums.units, "interval_unit": "match"}
        if spec.kind == SIMULATE:
            rules, rules_hash = spec.arms[0].to_dict(), spec.arms[0].hash
        else:
            arms = dict(zip(ARM_NAMES, spec.arms, strict=False))
            rules = {arm: its.to_dict() for arm, its in arms.items()}
            rules_hash = "+".join(its.hash for its in arms.values())
            more["arms"] = {arm: its.name for arm, its in arms.items()}
            more |= self._pairing(list(arms))
        if spec.choice is not None:
            more |= {"deals_kept": self.sums.kept, "given": spec.choice.describe()}
        if spec.simultaneous:
            more["simultaneous"] = self._family()
        if spec.until_decided:
            more["verdict"] = verdict.to_json(self.decision(), spec.headline, self.sums.units, spec.confidence)
        if spec.reduce:
            more["reduction"] = self._reduction()
        return provenance.record(
            command=spec.command_line(),
            rules=rules,
            rules_hash=rules_hash,
            seed=spec.seed,
            stream=STREAM_VERSION,
            deals_requested=None if matches else spec.amount,
            deals_done=self.sums.shuffles,
            partial=not self.finished,
            policies=spec.described(),
            started=self.started,
            seconds=self.seconds,
            workers=spec.workers,
            kernel_hash=KERNEL_HASH,
            confidence=spec.confidence,
            **more,
            **self._to_go_on(),
        )

    def _pairing(self, arms: list[str]) -> dict[str, Any]:
        """Of a comparison: where the arms differ on the same deals and what these are worth, or where each begins."""
        if not self.spec.paired:
            return {
                "pairing": NO_PAIRING,
                "first_deals": {arm: its.first for arm, its in zip(arms, self.plan.arms, strict=True)},
            }
        if self.spec.reduce:
            return {"pairing": SAME_DEALS}
        pairs = dict(zip(map(difference_arm, arms[1:]), self.sums.parts, strict=False))
        program, deals = self.plan.program, self.sums.units
        return {
            "pairing": SAME_DEALS,
            "first_differing": {arm: estimates.first_differing(part) for arm, part in pairs.items()},
            "unpaired_deals": {arm: estimates.unpaired_deals(program, part, deals) for arm, part in pairs.items()},
            "show": {arm: self.spec.deal_command(rules) for arm, rules in zip(arms, self.spec.arms, strict=True)},
        }

    def result(self, rows: Mapping[str, NDArray[Any]] | None = None) -> Result:
        """The estimates with their provenance."""
        return Result(tuple(self.estimates()), self.provenance(), rows)


def _headlines(ready: Plan) -> list[str]:
    """What can be watched: metrics without groups that all arms have, or A where they have nothing in common."""
    known = [estimates.headlines(arm.frame, ready.spec.unit != DEALS) for arm in ready.arms]
    return [metric for metric in known[0] if not ready.spec.comparable or all(metric in others for others in known)]


def row_columns(spec: ExperimentSpec, done: Done, columns: Sequence[str] = ()) -> dict[str, NDArray[Any]]:
    """The rows of a chunk as columns: deal index (or match and shuffle), then the engine's, or those named.

    ``columns``: any of the vocabulary (``conditions.columns``); hands as dealt only if the run was told of them.
    """
    assert done.rows is not None  # the run keeps rows
    rows, where, numbers, hands = done.rows
    if where is not None:
        first = {"match": where[:, 0], "shuffle": where[:, 1]}
    elif numbers is not None:
        first = {"index": numbers}
    else:
        first = {"index": np.arange(done.chunk.first, done.chunk.first + done.chunk.units)}
    names = TERTS_COLUMNS if spec.arms[0].form == "terts" else COLUMNS
    named = {name: rows[:, place] for place, name in enumerate(names)}
    words = lexicon(spec.arms[0])
    return first | words.complete(named, columns or words.engine, hands)


def run(
    spec: ExperimentSpec, keep_rows: bool = False, executor: Executor | None = None, columns: tuple[str, ...] = ()
) -> Result:
    """Run a spec to its end; with ``keep_rows`` the result holds one row a deal (``Result.rows``), see ``row_columns``.

    Raises
    ------
    UserError
        The headline is unknown, or a policy's choice was not legal.
    """
    whole = Run(spec, keep_rows, executor=executor, columns=columns)
    kept = []
    for done in whole:
        if keep_rows:
            kept.append(row_columns(spec, done, columns))
    rows = {name: np.concatenate([chunk[name] for chunk in kept]) for name in kept[0]} if kept else None
    return whole.result(rows)
