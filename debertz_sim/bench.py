"""How fast this machine plays: kinds of work in turn, round after round, beside a bare loop of shuffle and tricks.

Every round runs every kind of work once, so that a slow spell of the machine hits them alike; ratios to the bare loop,
and of the time for a card to that of moscow, are taken within a round, and medians over the rounds.
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from statistics import median
from typing import Any, NamedTuple

import numpy as np

from debertz_sim._jit import KERNEL_HASH
from debertz_sim.bids.roll import BY_POLICY, roll
from debertz_sim.bids.spec import BidSpec, read_spot
from debertz_sim.bids.tally import tally as tally_worlds
from debertz_sim.engine import bare, blocks, rows, tally
from debertz_sim.engine.calls import JUDGED
from debertz_sim.engine.deal import new_desk
from debertz_sim.engine.terts import new_terts_desk, play_terts_block
from debertz_sim.experiment.metrics import PLAYED
from debertz_sim.experiment.program import frame_of, program
from debertz_sim.kernels.rng import STREAMS
from debertz_sim.kernels.state import MAX_SHUFFLES, new_record
from debertz_sim.policies.registry import seating
from debertz_sim.provenance import DISTRIBUTION, package_version
from debertz_sim.variants import variants

SEED = 1
BLOCK = 4096  # rows kept at a time
PROBE = 2000  # deals from which a run's length is reckoned
BARE = "bare loop"
BARE_CARDS = 18  # of a deal of the bare loop


class Played(NamedTuple):
    """How many deals were dealt, and how many cards were played in them (0: not counted)."""

    deals: int
    cards: int


Runner = Callable[[int, int], Played]
"""Plays units (deals, or matches) ``first`` .. ``first + count - 1``."""


@dataclass(frozen=True)
class Work:
    """One line of the table: what is done, under which rules and policies.

    ``start`` makes a runner with records of its own, ``probe`` is how many units are played to reckon a run's length.
    """

    name: str
    start: Callable[[Work], Runner]
    rules: str = "moscow"
    bidding: str = "rules"
    play: str = "rules"
    probe: int = PROBE


def _bare(work: Work) -> Runner:
    rules = variants[work.rules].lower()[0]
    points, strength = rules.points.copy(), rules.strength.copy()
    streams = new_record(STREAMS)
    deck = np.zeros(32, np.int8)

    def run(first: int, count: int) -> Played:
        bare.play_bare(points, strength, streams, deck, SEED, first, count)
        return Played(count, BARE_CARDS * count)

    return run


def _deals(work: Work, tallied: bool = False) -> Runner:
    rules = variants[work.rules]
    lowered = rules.lower()[0]
    terts = rules.form == "terts"
    desk, play = (new_terts_desk(), play_terts_block) if terts else (new_desk(), blocks.play_block)
    family = seating(rules.players, work.bidding, work.play).for_game(rules.form, rules.sides).family
    block = np.zeros((BLOCK, rows.N_COLUMNS), np.int32)
    table = program(frame_of([rules], False))
    counts = np.zeros(table.n_classes, np.int64)
    moments = np.zeros((len(table.tally.means), 2), np.int64)

    def run(first: int, count: int) -> Played:
        whole = 0
        for start in range(first, first + count, BLOCK):
            part = block[: min(BLOCK, first + count - start)]
            play(lowered, family, desk, SEED, start, part)
            whole += int(np.count_nonzero(part[:, rows.C_OUTCOME] <= max(PLAYED)))  # cheaper than any other way
            if tallied:
                tally.tally_deals(table.tally, part, counts, moments)
        return Played(count, whole * rules.in_play * int(lowered.tricks))

    return run


def _tallied_deals(work: Work) -> Runner:
    return _deals(work, tallied=True)


def _matches(work: Work) -> Runner:
    rules = variants[work.rules]
    lowered, desk = rules.lower()[0], new_desk()
    family = seating(rules.players, work.bidding, work.play).family
    block = np.zeros((2 * MAX_SHUFFLES, rows.N_COLUMNS), np.int32)
    where = np.zeros((len(block), 2), np.int64)
    match_rows = np.zeros((BLOCK, rows.N_MATCH_COLUMNS), np.int32)
    done = np.zeros(2, np.int64)

    def run(first: int, count: int) -> Played:
        deals, end = 0, first + count
        while first < end:
            wanted = match_rows[: min(BLOCK, end - first)]
            blocks.play_matches(lowered, family, desk, SEED, first, wanted, where, block, done)
            first += int(done[0])
            deals += int(done[1])
        return Played(deals, 0)  # a claimed deal ends before its last card

    return run


def _bids(work: Work) -> Runner:
    """Worlds of a hand of forehand: both calls made in each, summed up."""
    spec = BidSpec(
        variants[work.rules], read_spot("Jh 9h Ah As 7c 8d", "Kh", "forehand"), SEED, 1, work.bidding, work.play
    )

    def run(first: int, count: int) -> Played:
        for start in range(first, first + count, BLOCK):
            part = roll(spec, spec.spot, spec.calls, BY_POLICY, JUDGED, start, min(BLOCK, first + count - start))
            tally_worlds(part.worlds, part.rows, None, spec.spot.seat, 0, False)
        return Played(count, 0)

    return run


WORKS = (
    Work(BARE, _bare, bidding="", play="random"),
    Work("deals", _deals, bidding="always", play="random"),
    Work("deals, tallied", _tallied_deals, bidding="always", play="random"),
    Work("deals", _deals),
    Work("deals", _deals, play="expert"),
    Work("deals", _deals, rules="klabor"),
    Work("deals", _deals, rules="online"),
    Work("deals", _deals, rules="terts"),
    Work("matches", _matches, probe=PROBE // 10),
    Work("bids", _bids, play="expert"),
)


def works(every_variant: bool = False) -> list[Work]:
    """The kinds of work; with ``every_variant`` deals of every variant, by random calls and cards and by ``rules``."""
    if not every_variant:
        return list(WORKS)
    return [
        WORKS[0],
        *(Work("deals", _deals, name, "random", "random") for name in variants),
        *(Work("deals", _deals, name) for name in variants),
    ]


@dataclass(frozen=True)
class Run:
    """One timed run: units, deals and cards done, wall-clock seconds, and processor seconds of all its threads."""

    units: int
    deals: int
    cards: int
    wall: float
    cpu: float


def bench(
    rounds: int = 5,
    seconds: float = 0.15,
    threads: Sequence[int] = (1, 2),
    note: Callable[[str], None] | None = None,
    every_variant: bool = False,
) -> dict[str, Any]:
    """Time all kinds of work; the dictionary is the command's JSON.

    Parameters
    ----------
    rounds
        How often everything is run.
    seconds
        About how long one run takes.
    threads
        Numbers of threads among which a run is shared out.
    note
        Is told what is being done.
    every_variant
        Time the deals of every variant instead, see ``works``.
    """
    say = note or (lambda text: None)
    table = works(every_variant)
    runners = []
    for work in table:
        say(f"compiling {_title(work)}")
        runners.append([work.start(work) for _ in range(max(threads))])
        for runner in runners[-1]:
            runner(0, 1)
    units = [_units(work, runner[0], seconds) for work, runner in zip(table, runners, strict=True)]
    runs: dict[tuple[int, int], list[Run]] = {}
    for number in range(rounds):
        for place, work in enumerate(table):
            for count in threads:
                say(f"round {number + 1} of {rounds}: {_title(work)}, {count} threads")
                run = _timed(runners[place][:count], units[place] * count)
                runs.setdefault((place, count), []).append(run)
    lines = []
    for place, count in runs:
        moscow = next((other for other, work in enumerate(table) if _same_but_rules(work, table[place])), None)
        beside = None if moscow is None else runs[moscow, count]
        lines.append(_line(table[place], count, runs[place, count], runs[0, count], beside))
    return {"benchmarks": lines, "memory_peak_mb": memory_peak(), "machine": _machine()}


def _title(work: Work) -> str:
    return f"{work.name} ({', '.join(filter(None, (work.rules, work.bidding, work.play)))})"


def _same_but_rules(work: Work, other: Work) -> bool:
    """Whether the first is the other under the rules of moscow."""
    return work.rules == "moscow" and (work.name, work.bidding, work.play) == (other.name, other.bidding, other.play)


def _units(work: Work, runner: Runner, seconds: float) -> int:
    """How many units take about so many seconds."""
    start = time.perf_counter()
    runner(0, work.probe)
    return max(work.probe, int(work.probe * seconds / (time.perf_counter() - start)))


def _timed(runners: Sequence[Runner], units: int) -> Run:
    """Share the units out among as many threads as there are runners."""
    share = units // len(runners)

    def work(place: int) -> tuple[Played, float]:
        start = time.thread_time()
        played = runners[place](place * share, share)
        return played, time.thread_time() - start

    with ThreadPoolExecutor(len(runners)) as pool:
        start = time.perf_counter()
        parts = list(pool.map(work, range(len(runners))))
        wall = time.perf_counter() - start
    deals, cards = (sum(played[k] for played, _ in parts) for k in (0, 1))
    return Run(share * len(runners), deals, cards, wall, sum(cpu for _, cpu in parts))


def _line(
    work: Work, threads: int, runs: Sequence[Run], bare_runs: Sequence[Run], moscow_runs: Sequence[Run] | None
) -> dict[str, Any]:
    rates = [run.deals / run.wall for run in runs]
    ratios = [rate / (run.deals / run.wall) for rate, run in zip(rates, bare_runs, strict=True)]
    line = {
        "work": work.name,
        "rules": work.rules,
        "bidding": work.bidding or None,
        "play": work.play,
        "threads": threads,
        "deals_per_second": round(median(rates)),
        "min": round(min(rates)),
        "max": round(max(rates)),
        "deals_per_cpu_second": round(median(run.deals / run.cpu for run in runs)),
        "ratio_to_bare": round(median(ratios), 4),
        "cards_per_second": round(median(run.cards / run.wall for run in runs)) or None,
        "card_time_to_moscow": _card_time(runs, moscow_runs),
        "rounds": len(runs),
        "deals": runs[0].deals,
    }
    if work.start is _matches:
        line["matches_per_second"] = round(median(run.units / run.wall for run in runs))
    return line


def _card_time(runs: Sequence[Run], moscow_runs: Sequence[Run] | None) -> float | None:
    """Processor time for a card over that under moscow, all else equal; ``None`` where cards are not counted."""
    if moscow_runs is None or not all(run.cards for run in (*runs, *moscow_runs)):
        return None
    pairs = zip(runs, moscow_runs, strict=True)
    return round(median((run.cpu / run.cards) / (other.cpu / other.cards) for run, other in pairs), 4)


def memory_peak() -> float | None:
    """The most memory this process has had, in megabytes; ``None`` where the system does not tell."""
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (1e6 if platform.system() == "Darwin" else 1e3), 1)


def _machine() -> dict[str, Any]:
    packages = {name: package_version(name) for name in ("numba", "numpy")}
    versions = {"version": package_version(DISTRIBUTION), "python": platform.python_version(), **packages}
    return versions | {"kernel_hash": KERNEL_HASH, "system": platform.platform(), "cores": os.cpu_count()}
