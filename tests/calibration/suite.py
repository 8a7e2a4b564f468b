"""All checks and their planted faults, run side by side, and the table of what came of them."""

from __future__ import annotations

import multiprocessing
import sys
import time
from collections.abc import Sequence
from contextlib import nullcontext
from typing import NamedTuple

import numpy as np

from debertz_sim import __version__
from debertz_sim.kernels.rng import STREAM_VERSION
from tests.calibration import coverage, looks, played, reduced, streams
from tests.calibration.judge import LEVEL, MOST, Check, Verdict, worst

CHECKS: dict[str, Check] = {
    check.name: check for part in (streams, coverage, reduced, looks, played) for check in part.CHECKS
}


class Task(NamedTuple):
    """A check of the sound thing (``fault`` None) or of one with a mistake."""

    check: str
    fault: str | None
    scale: float


def judged(task: Task) -> tuple[Task, list[Verdict], float]:
    """The verdicts, and the seconds they took."""
    start = time.perf_counter()
    verdicts = CHECKS[task.check].verdicts(task.fault, task.scale)
    return task, verdicts, time.perf_counter() - start


def tasks(names: Sequence[str], scale: float, faults: bool) -> list[Task]:
    """The sound things, and every planted fault at the smallest scale at which it is found."""
    found = [Task(name, None, scale) for name in names]
    if faults:
        found += [Task(name, fault, CHECKS[name].least) for name in names for fault in CHECKS[name].faults]
    return found


def line(task: Task, verdicts: Sequence[Verdict]) -> str:
    """One check in a line: how many verdicts failed, and the worst of them."""
    failed, least = sum(verdict.failed for verdict in verdicts), worst(verdicts)
    name = task.check if task.fault is None else f"{task.check}: {task.fault}"
    return f"{name:46}{len(verdicts):>9}{failed:>8}{least.p:>12.2g}  {least.what}: {least.found}"


def suite(
    names: Sequence[str] = (), scale: float = 1.0, faults: bool = True, workers: int = 1, every: bool = False
) -> int:
    """Run checks, print their table, return the exit code: 1 if a verdict failed or a planted fault was not found.

    Parameters
    ----------
    names
        Checks by name; none means all.
    scale
        1 is the full size, 0.1 a tenth of the repetitions.
    faults
        Whether each check is also tried on what has a mistake and must fail.
    workers
        Processes.
    every
        Whether each verdict gets a line, too.
    """
    work = tasks(names or list(CHECKS), scale, faults)
    results: dict[Task, list[Verdict]] = {}
    with multiprocessing.get_context("spawn").Pool(min(workers, len(work))) if workers > 1 else nullcontext() as pool:
        for task, verdicts, seconds in pool.imap_unordered(judged, work) if pool else map(judged, work):
            results[task] = verdicts
            print(f"{len(results)} of {len(work)}: {task.check}, {seconds:.1f} s", file=sys.stderr)
    print(f"debertz-sim {__version__}, stream version {STREAM_VERSION}, numpy {np.__version__}, size {scale:g}\n")
    sound = {task: verdicts for task, verdicts in results.items() if task.fault is None}
    print(f"{'check':46}{'verdicts':>9}{'failed':>8}{'smallest p':>12}  where")
    for task in work:
        if task.fault is None:
            print(line(task, results[task]))
            if every:
                for verdict in results[task]:
                    print(f"    {verdict.what:70} {verdict.found}, p = {verdict.p:.3g}")
    number = sum(map(len, sound.values()))
    failed = sum(verdict.failed for verdicts in sound.values() for verdict in verdicts)
    print(f"{number} verdicts, {failed} failed.  Each fails below p = {LEVEL:g}, so that of a thousand sound suites")
    print(f"with other seeds at most {1000 * number * LEVEL:.2g} would fail (by Bonferroni's inequality).\n")
    assert number <= MOST
    missed = []
    if faults:
        print(f"{'planted fault, must fail':46}{'verdicts':>9}{'failed':>8}{'smallest p':>12}  where")
        for task in work:
            if task.fault is not None:
                print(line(task, results[task]))
                missed += [task] * (not any(verdict.failed for verdict in results[task]))
        print(f"{len(work) - len(sound)} planted faults, {len(missed)} not found.\n")
    print("the suite fails" if failed or missed else "all as promised")
    return int(bool(failed or missed))
