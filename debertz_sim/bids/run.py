"""A bid computed: worlds in chunks, looks at what is known, the result with a verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any

from debertz_sim import provenance
from debertz_sim._jit import KERNEL_HASH
from debertz_sim.bids.estimates import estimates, lead_of, margin_of
from debertz_sim.bids.posterior import KUSH_STEP, STEP, GameValue, Means, ahead, best_chances, half_width, means_of
from debertz_sim.bids.roll import BY_POLICY, NoWorld, Rolled, roll
from debertz_sim.bids.samples import sample_deals
from debertz_sim.bids.spec import BidSpec, call_name
from debertz_sim.bids.tally import nothing, tally
from debertz_sim.bids.value import game_value
from debertz_sim.engine.calls import CHOSEN, JUDGED
from debertz_sim.experiment.course import Course
from debertz_sim.experiment.executors import Executor, Threads
from debertz_sim.experiment.sums import Sums
from debertz_sim.experiment.warm import deciding
from debertz_sim.experiment.work import Chunk, Done, Stopped
from debertz_sim.kernels.rng import STREAM_VERSION
from debertz_sim.league.bends import SOLVED, published
from debertz_sim.results import Result
from debertz_sim.stats import Estimate

MOST = 4096  # worlds that a thread rolls out at a time
SECONDS = 0.5  # or as many as it does in this time
WORLDS = "worlds"
SAMPLES = 3  # deals that are shown
CHOOSING, SEARCHED_CHOOSING, OPEN_CHOOSING = 8192, 64, 2048  # worlds on which a later call is chosen
UNSEEN = "rollout:64"  # the best play without seeing the cards, beside which open hands are measured
FIRST_LOOK, FIRST_SEARCHED_LOOK, GROWTH = 1024, 32, 8


@dataclass(frozen=True)
class Later:
    """The caller's call in round 2 after passes of all: the call (``BY_POLICY``), and its means by call if chosen."""

    call: int = BY_POLICY
    calls: tuple[int, ...] = ()
    means: Means | None = None


class BidRun(Course):
    """A run of a bid: iterate over it to do the work, chunk by chunk; then ask for the result.

    Parameters
    ----------
    spec
        What is asked.
    stop
        Asked before each chunk; once it says yes, the run ends as a partial one.
    executor
        Who does the chunks; threads as many as the spec's workers, unless given.
    """

    def __init__(
        self, spec: BidSpec, stop: Callable[[], bool] = lambda: False, executor: Executor | None = None
    ) -> None:
        self.spec = spec
        self._settled: tuple[GameValue, Later] | None = None
        self._worlds_a_second = 0.0  # of one thread, in the chunk done last
        parts = (nothing(len(spec.calls), spec.explain),)
        super().__init__(Sums(0, 0, parts), stop, executor or Threads(spec.workers))

    @classmethod
    def resumed(cls, result: Result, workers: int, stop: Callable[[], bool] = lambda: False) -> BidRun:
        """The run of a partial result, to be gone on with; raises ``UserError`` as ``Course.go_on_from``."""
        run = cls(BidSpec.from_provenance(result.provenance, workers), stop)
        run.go_on_from(result.provenance)
        return run

    @property
    def unit(self) -> str:
        """What is played."""
        return WORLDS

    @property
    def total(self) -> int | None:
        """Worlds in all."""
        return None if self.spec.goes_on else self.spec.most_worlds

    @property
    def entries(self) -> list[str]:
        """The entry kernels that the run needs, with what decides in them."""
        kernel = "open_block" if self.spec.open_hands else "call_block"
        return [f"{kernel}-{name}" for name in deciding(self.spec.policies)]

    @property
    def fingerprint(self) -> str:
        """Which sums are kept, in which order."""
        return f"bid {self.spec.calls}"

    def command_line(self) -> str:
        """The command that repeats the run."""
        return self.spec.command_line()

    def __iter__(self) -> Iterator[Done]:
        """As ``Course``; the value of the game and the later call are settled first."""
        if not self.stop():
            self._settle()
        yield from super().__iter__()

    def _settle(self) -> tuple[GameValue, Later]:
        if self._settled is None:
            value = game_value(self.spec)
            self._settled = value, choose_later(self.spec, value)
        return self._settled

    @property
    def value(self) -> GameValue:
        """What a deal is worth to forehand."""
        return self._settle()[0]

    @property
    def later(self) -> Later:
        """The caller's later call."""
        return self._settle()[1]

    @property
    def best_at(self) -> float:
        """Worlds at which the confidence sequence is narrowest, fixed beforehand."""
        spec = self.spec
        return float(_first_look(spec) * GROWTH if spec.goes_on else spec.most_worlds)

    def _look(self) -> int:
        done, most = self.sums.units, self.spec.most_worlds
        if not self.spec.goes_on:
            return most
        if done >= most or (done and self._enough()):
            return done
        first = _first_look(self.spec)
        return min(most, done + max(first, done // GROWTH // first * first))

    def _enough(self) -> bool:
        spec, means = self.spec, self.means()
        if spec.until_decided:
            return self.ahead() is not None
        best, *others = means.order
        if not others:
            return True
        error = means.lead_error(best, others[0])
        return half_width(error, 0.0, means.n, spec.confidence, None) < (spec.precision or 0.0)

    def means(self) -> Means:
        """Of the worlds done so far."""
        return means_of(self.sums.parts[0], self.sums.units, self.value)

    def ahead(self) -> int | None:
        """The place of the call that is ahead by now, among the spec's calls."""
        step = KUSH_STEP if self.spec.in_kush else STEP
        return ahead(self.means(), self.spec.confidence, self.best_at, step)

    def _chunks(self) -> Iterator[Chunk]:
        first = self.sums.units
        while first < self.target:
            fitting = min(MOST, max(1, round(self._worlds_a_second * SECONDS)))
            size = min(self.spec.chunk or fitting, self.target - first)
            yield Chunk(first, size)
            first += size

    def _work(self, chunk: Chunk, given_up: Callable[[], bool]) -> Done:
        start = perf_counter()
        if given_up():
            raise Stopped
        part = _sums_of(self.spec, self._roll(chunk.first, chunk.units))
        self._worlds_a_second = chunk.units / max(perf_counter() - start, 1e-6)
        return Done(chunk, Sums(chunk.units, int(part["tries"][0]), (part,), chunk.units), None)

    def _roll(self, first: int, count: int) -> Rolled:
        spec = self.spec
        return roll(spec, spec.spot, spec.calls, self.later.call, JUDGED, first, count)

    def headline(self) -> Estimate:
        """The lead of the best call over the second; where there is only one call its margin."""
        means = self.means()
        best, *others = means.order
        return lead_of(self, means, best, others[0]) if others else margin_of(self, means, best)

    def provenance(self) -> dict[str, Any]:
        """Where the result comes from; of a partial run also the sums, from which it can be gone on with."""
        spec, n = self.spec, self.sums.units
        return provenance.record(
            command=spec.command_line(),
            rules=spec.rules.to_dict(),
            rules_hash=spec.rules.hash,
            seed=spec.seed,
            stream=STREAM_VERSION,
            deals_requested=spec.most_worlds,
            deals_done=n,
            partial=not self.finished,
            policies=spec.described(),
            started=self.started,
            seconds=self.seconds,
            workers=spec.workers,
            kernel_hash=KERNEL_HASH,
            confidence=spec.confidence,
            options=spec.options(),
            **self._told(),
            **self._to_go_on(),
        )

    def _told(self) -> dict[str, Any]:
        spec, later, value = self.spec, self.later, self.value
        chosen = None if later.means is None else {"call": call_name(later.call), "worlds": later.means.n}
        return {
            "game_value": value.told(),
            "later_call": chosen or {"call": None, "by": spec.later if spec.spot.round == 1 else None},
            "dealt_for_a_world": int(self.sums.parts[0]["tries"][0]) / max(self.sums.units, 1),
            "decision": self.decision(),
            "samples": sample_deals(spec, self._roll(0, min(SAMPLES, self.sums.units))),
            **({"open_hands_bias": open_hands_bias()} if spec.open_hands else {}),
        }

    def decision(self) -> dict[str, Any]:
        """The best call, the next one and its distance, and whether it is ahead."""
        means = self.means()
        best, *others = means.order
        lead = lead_of(self, means, best, others[0]) if others else None
        return {
            "best": call_name(self.spec.calls[best]),
            "over": call_name(self.spec.calls[others[0]]) if others else None,
            **{name: getattr(lead, name, None) for name in ("low", "high")},
            "lead": getattr(lead, "value", None),
            "decided": self.ahead() is not None,
            "best_probability": float(best_chances(means)[best]) if means.n > 1 else None,
            "worlds": means.n,
            "confidence": self.spec.confidence,
        }

    def result(self) -> Result:
        """The estimates with their provenance."""
        return Result(tuple(estimates(self)), self.provenance())


def open_hands_bias() -> dict[str, Any]:
    """What open hands bend, as published: by how much a declarer gets more than where nobody sees the cards."""
    found = published()
    whose = {"bids": "rules", "a": SOLVED, "b": UNSEEN}
    told = {metric: found.get(metric, **whose).to_dict() for metric in ("margin_in_tricks", "made")}
    return {"than": UNSEEN, "source": "results/bends", **told}


def _first_look(spec: BidSpec) -> int:
    return min(FIRST_SEARCHED_LOOK if spec.searching else FIRST_LOOK, spec.most_worlds)


def _sums_of(spec: BidSpec, rolled: Rolled) -> Any:
    target = spec.rules.target if isinstance(spec.rules.target, int) else 0
    return tally(rolled.worlds, rolled.rows, rolled.winners, spec.spot.seat, target, spec.explain)


def choose_later(spec: BidSpec, value: GameValue) -> Later:
    """The caller's call in round 2, should it come to it: the one with the best mean in worlds of its own.

    They are other worlds than those on which it is judged, so that a lucky choice gains nothing.  Where the opponent
    would hardly ever pass that far, the call is left to the bidding policy.
    """
    if not spec.chooses_later:
        return Later()
    plain = replace(spec, spot=spec.next_spot, score=None, pot=0, explain=False)
    count = SEARCHED_CHOOSING if spec.searching else OPEN_CHOOSING if spec.open_hands else CHOOSING

    def block(first: int) -> Any:
        size = min(MOST // 4, count - first)
        return _sums_of(plain, roll(plain, plain.spot, plain.calls, BY_POLICY, CHOSEN, first, size))

    sums = Sums(0, 0, (nothing(len(plain.calls), False),))
    try:
        with ThreadPoolExecutor(spec.workers, "debertz") as pool:
            for part in pool.map(block, range(0, count, MOST // 4)):
                sums = sums.merge(Sums(0, 0, (part,)))
    except NoWorld:
        return Later()
    means = means_of(sums.parts[0], count, value)
    return Later(plain.calls[means.order[0]], plain.calls, means)


def run_bid(spec: BidSpec, executor: Executor | None = None) -> Result:
    """Compute a bid to its end; raises ``UserError`` if no world fits or a policy's choice was not legal."""
    run = BidRun(spec, executor=executor)
    for _ in run:
        pass
    return run.result()
