"""The course of a run: chunks out, sums in, looks at fixed totals; stopped, kept and gone on with.

Chunks come back in order, so that at every moment what is done is deals 0 .. n - 1: a run that is stopped is a shorter
run, and going on from its sums gives what an uninterrupted one gives.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from time import perf_counter
from typing import Any

from debertz_sim._jit import KERNEL_HASH
from debertz_sim.errors import UserError
from debertz_sim.experiment.executors import Executor
from debertz_sim.experiment.sums import Sums
from debertz_sim.experiment.warm import note_compiled
from debertz_sim.experiment.work import Chunk, Done
from debertz_sim.kernels.rng import STREAM_VERSION
from debertz_sim.results import Result
from debertz_sim.stats import Estimate


class Course(ABC):
    """Work in chunks: iterate over it to do the work, then ask for the result.

    Parameters
    ----------
    empty
        Sums of nothing.
    stop
        Asked before each chunk; once it says yes, the run ends as a partial one.
    executor
        Who does the chunks.
    """

    def __init__(self, empty: Sums, stop: Callable[[], bool], executor: Executor) -> None:
        self.sums = empty
        self.stop = stop
        self.executor = executor
        self.target = self._look()
        self.started = datetime.now(UTC)
        self.seconds_before = 0.0
        self._clock = perf_counter()

    @property
    @abstractmethod
    def unit(self) -> str:
        """Deals or matches."""

    @property
    @abstractmethod
    def total(self) -> int | None:
        """Deals or matches in all; ``None`` while something else than their number decides."""

    @property
    @abstractmethod
    def entries(self) -> Sequence[str]:
        """The entry kernels that the run needs, see ``warm``."""

    @property
    @abstractmethod
    def fingerprint(self) -> str:
        """What is summed up where."""

    @abstractmethod
    def headline(self) -> Estimate:
        """The one number to watch."""

    @abstractmethod
    def result(self) -> Result:
        """The estimates with their provenance."""

    @abstractmethod
    def command_line(self) -> str:
        """The command that repeats the run, as it can be typed."""

    @abstractmethod
    def _look(self) -> int:
        """Where to look next, or where we are if it is time to stop; to be asked at a look only."""

    @abstractmethod
    def _chunks(self) -> Iterable[Chunk]:
        """What is to be done up to the next look."""

    @abstractmethod
    def _work(self, chunk: Chunk, given_up: Callable[[], bool]) -> Done:
        """Do a chunk, in whatever thread; as ``executors.Work``."""

    @property
    def finished(self) -> bool:
        """Whether all has been done that was asked for."""
        return self.sums.units >= self.target and self._look() <= self.sums.units

    def __iter__(self) -> Iterator[Done]:
        """Do the work; each chunk that comes is already in ``sums``."""
        while not self.finished and not self.stop():
            if self.sums.units >= self.target:
                self.target = self._look()
            for done in self.executor.run(self._work, self._chunks(), self.stop):
                if self.sums.units == 0:
                    note_compiled(self.entries)
                self.sums = self.sums.merge(done.sums)
                yield done

    def go_on_from(self, source: Mapping[str, Any]) -> None:
        """Take up the sums of a partial result's provenance.

        Raises
        ------
        UserError
            The result is not partial, or other kernels or streams made it.
        """
        if not source.get("partial") or "sums" not in source:
            raise UserError("resume: the result is not a partial one with its sums; there is nothing to go on with")
        same = {"kernel_hash": KERNEL_HASH, "stream": STREAM_VERSION, "tally_hash": self.fingerprint}
        for name, here in same.items():
            if source.get(name) != here:
                raise UserError(f"resume: {name} was {source.get(name)}, here it is {here}; run it all again")
        try:
            self.sums = Sums.from_json(source["sums"], self.sums)
            self.target = int(source["next_look"])
            self.seconds_before = float(source["seconds"])
        except (ValueError, TypeError, KeyError) as error:
            raise UserError(f"resume: {error}") from None

    @property
    def seconds(self) -> float:
        """How long it has taken so far, earlier parts included."""
        return self.seconds_before + perf_counter() - self._clock

    def _to_go_on(self) -> dict[str, Any]:
        """What the provenance of a partial run keeps, so that it can be gone on with."""
        if self.finished:
            return {}
        return {"next_look": self.target, "tally_hash": self.fingerprint, "sums": self.sums.to_json()}
