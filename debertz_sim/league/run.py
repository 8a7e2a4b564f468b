"""A league run: every pair's margins on every deal, summed up; means with intervals that hold all at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from time import perf_counter
from typing import Any

import numpy as np

from debertz_sim import provenance
from debertz_sim._jit import KERNEL_HASH
from debertz_sim.experiment.course import Course
from debertz_sim.experiment.executors import Executor, Threads
from debertz_sim.experiment.spec import DEALS
from debertz_sim.experiment.sums import Sums
from debertz_sim.experiment.warm import deciding
from debertz_sim.experiment.work import BLOCK, Chunk, Done, Stopped
from debertz_sim.kernels.rng import STREAM_VERSION
from debertz_sim.league.spec import LeagueSpec
from debertz_sim.results import Result
from debertz_sim.stats import Estimate, family_confidence, normal_mean

MARGIN, FIELD = "margin", "margin_over_field"
SECONDS = 0.5  # so long a chunk takes, whatever the policies need: Ctrl-C and the progress line are prompt
MOST = 16_384


class LeagueRun(Course):
    """A run of a league: iterate over it to do the work, chunk by chunk; then ask for the result.

    Parameters
    ----------
    spec
        What to play.
    stop
        Asked before each chunk; once it says yes, the run ends as a partial one.
    executor
        Who does the chunks; threads as many as the spec's workers, unless given.
    """

    def __init__(
        self, spec: LeagueSpec, stop: Callable[[], bool] = lambda: False, executor: Executor | None = None
    ) -> None:
        self.spec = spec
        self._deals_a_second = 0.0  # of one thread, in the chunk done last
        super().__init__(Sums(0, 0, (_nothing(spec),)), stop, executor or Threads(spec.workers))

    @classmethod
    def resumed(cls, result: Result, workers: int, stop: Callable[[], bool] = lambda: False) -> LeagueRun:
        """The run of a partial result, to be gone on with.

        Raises
        ------
        UserError
            The result is not a partial one of a league, or other kernels or streams made it.
        """
        run = cls(LeagueSpec.from_provenance(result.provenance, workers), stop)
        run.go_on_from(result.provenance)
        return run

    @property
    def unit(self) -> str:
        """What is played."""
        return DEALS

    @property
    def total(self) -> int:
        """Deals in all."""
        return self.spec.deals

    @property
    def entries(self) -> list[str]:
        """The entry kernels that the run needs, with what decides in them."""
        duplicate = self.spec.duplicate
        seated = (duplicate.seated(seats) for a, b in self.spec.pairs for seats in duplicate.arrangements(a, b))
        return [f"play_block-{name}" for name in dict.fromkeys(name for its in seated for name in deciding(its))]

    @property
    def fingerprint(self) -> str:
        """Which sums are kept, in which order."""
        return f"margins of pairs, {self.spec.duplicate.unit}-fold"

    def command_line(self) -> str:
        """The command that repeats the run."""
        return self.spec.command_line()

    def _look(self) -> int:
        return self.spec.deals

    def _chunks(self) -> Iterator[Chunk]:
        """Chunks that take about ``SECONDS``, the first of one deal."""
        first = self.sums.units
        while first < self.target:
            fitting = min(MOST, max(1, round(self._deals_a_second * SECONDS)))
            size = min(self.spec.chunk or fitting, self.target - first)
            yield Chunk(first, size)
            first += size

    def _work(self, chunk: Chunk, given_up: Callable[[], bool]) -> Done:
        start = perf_counter()
        sums = play_chunk(self.spec, chunk, given_up)
        self._deals_a_second = chunk.units / max(perf_counter() - start, 1e-6)
        return Done(chunk, sums, None)

    def headline(self) -> Estimate:
        """The leader's margin over the field; of two the margin between them."""
        found = self.estimates()
        over_field = [estimate for estimate in found if estimate.metric == FIELD] or found
        return max(over_field, key=lambda estimate: estimate.value or 0.0)

    def estimates(self) -> list[Estimate]:
        """Each pair's margin, then everybody's over the field, after the deals done so far."""
        spec, (part,) = self.spec, self.sums.parts
        names, unit = spec.entrants, spec.duplicate.unit
        level = family_confidence(spec.confidence, spec.members)

        def mean(metric: str, sums: Any, divisor: int, group: dict[str, str | int]) -> Estimate:
            total, squares = map(int, sums)
            found = normal_mean(total, squares, self.sums.kept, level, metric=metric, group=group, divisor=divisor)
            # margins without any spread (as a rule: all play alike) do not tell how certain they are
            return found if found.se else replace(found, low=None, high=None, se=None)

        found = [
            mean(MARGIN, sums, unit, {"a": names[a], "b": names[b]})
            for (a, b), sums in zip(spec.pairs, part["pairs"], strict=True)
        ]
        if not spec.alone:
            others = len(names) - 1
            found += [mean(FIELD, sums, unit * others, {"a": names[a]}) for a, sums in enumerate(part["fields"])]
        return found

    def provenance(self) -> dict[str, Any]:
        """Where the result comes from; of a partial run also the sums, from which it can be gone on with."""
        spec = self.spec
        more: dict[str, Any] = {"simultaneous": spec.members} if spec.members > 1 else {}
        return provenance.record(
            command=spec.command_line(),
            rules=spec.rules.to_dict(),
            rules_hash=spec.rules.hash,
            seed=spec.seed,
            stream=STREAM_VERSION,
            deals_requested=spec.deals,
            deals_done=self.sums.units,
            partial=not self.finished,
            policies=spec.policies.describe(),
            started=self.started,
            seconds=self.seconds,
            workers=spec.workers,
            kernel_hash=KERNEL_HASH,
            confidence=spec.confidence,
            options=spec.options(),
            **more,
            **self._to_go_on(),
        )

    def result(self) -> Result:
        """The estimates with their provenance."""
        return Result(tuple(self.estimates()), self.provenance())


def _nothing(spec: LeagueSpec) -> dict[str, Any]:
    """Sums and sums of squares of no margins, of the pairs and of each entrant's over all others."""
    return {"pairs": np.zeros((len(spec.pairs), 2), np.int64), "fields": np.zeros((len(spec.entrants), 2), np.int64)}


def play_chunk(spec: LeagueSpec, chunk: Chunk, given_up: Callable[[], bool] = lambda: False) -> Sums:
    """Play one chunk; ``given_up`` is asked between pairs, once it says yes the chunk is lost.

    Raises
    ------
    UserError
        A policy's choice was not legal.
    Stopped
        The work was given up.
    """
    part, kept = _nothing(spec), 0
    for first in range(chunk.first, chunk.first + chunk.units, BLOCK):
        deals = min(BLOCK, chunk.first + chunk.units - first)
        over_field: list[Any] = [0] * len(spec.entrants)
        for number, (a, b) in enumerate(spec.pairs):
            if given_up():
                raise Stopped
            margins = spec.duplicate.margins(a, b, first, deals)
            part["pairs"][number] += _sums(margins)
            over_field[a] = over_field[a] + margins
            if spec.duplicate.two_sides:  # what one side wins the other loses
                over_field[b] = over_field[b] - margins
        part["fields"] += [_sums(margins) for margins in over_field]
        kept += len(over_field[0])
    return Sums(chunk.units, chunk.units, (part,), kept)


def _sums(margins: Any) -> tuple[int, int]:
    return int(margins.sum()), int(margins @ margins)


def run_league(spec: LeagueSpec, executor: Executor | None = None) -> Result:
    """Play a league to its end; raises ``UserError`` if a policy's choice was not legal."""
    run = LeagueRun(spec, executor=executor)
    for _ in run:
        pass
    return run.result()
