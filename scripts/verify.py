#!/usr/bin/env python
"""Engine against slow twin on a million deals: every transcript and every decision's view, field by field.

    python scripts/verify.py

Run it from a clone with the test extras installed.  The deals are shared evenly by all variants but terts and spread
over the policy pairs of ``tests/twin_tools.py``; a tenth of them come from stacked packs (long sequences, four of a
kind, pots, scores near the target), and whole matches go on top.  ``--deals 50000`` is a quick look, ``--rules klabor``
one variant.  Exit code 1 at the first difference, with the command that shows it again.

    python scripts/verify.py --statistics

is the calibration suite instead (scripts/calibration.py): streams, shuffles and every kind of interval.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # the tests are not installed

from debertz_sim.variants import variants  # noqa: E402
from tests.calibration.suite import suite  # noqa: E402
from tests.positions import stacked_position  # noqa: E402
from tests.terts_tools import TertsTwins  # noqa: E402
from tests.twin_tools import Twins  # noqa: E402

CHUNK = {"deal": 2000, "position": 2000, "match": 100}


class Chunk(NamedTuple):
    """Some deals, stacked positions or matches of one variant."""

    rules: str
    kind: str
    seed: int
    first: int
    amount: int


class Report(NamedTuple):
    """What came of a chunk: how much was compared, and the first difference."""

    chunk: Chunk
    deals: int
    decisions: int
    difference: str | None
    number: int


@lru_cache(maxsize=2)
def twins_of(rules: str) -> Twins | TertsTwins:
    """Engine and twin of a variant, kept from chunk to chunk."""
    return TertsTwins(variants[rules]) if variants[rules].form == "terts" else Twins(variants[rules])


def one(twins: Twins | TertsTwins, kind: str, seed: int, number: int) -> str | None:
    """The first difference in one deal, stacked position or match."""
    if kind == "deal":
        return twins.deal(seed, number)
    if isinstance(twins, TertsTwins):
        return twins.recorded(number)
    if kind == "match":
        return twins.match(seed, number)
    return twins.position(stacked_position(twins.rules, random.Random(number)), seed, number)


def compare(chunk: Chunk) -> Report:
    """Compare until the chunk ends or a difference shows."""
    twins = twins_of(chunk.rules)
    deals, decisions = twins.deals, twins.decisions
    found = None
    number = chunk.first
    for number in range(chunk.first, chunk.first + chunk.amount):
        found = one(twins, chunk.kind, chunk.seed, number)
        if found:
            break
    return Report(chunk, twins.deals - deals, twins.decisions - decisions, found, number)


def chunks(options: argparse.Namespace) -> Iterator[Chunk]:
    """The work of all variants."""
    share = -(-options.deals // len(options.rules))
    amounts = {"deal": share - share // 10, "position": share // 10, "match": options.matches}
    if options.kind:
        amounts = {options.kind: options.matches if options.kind == "match" else share}
    for rules in options.rules:
        for kind, amount in amounts.items():
            if kind == "match" and variants[rules].form == "terts":
                continue  # results there are by the deal
            for first in range(0, amount, CHUNK[kind]):
                count = min(CHUNK[kind], amount - first)
                yield Chunk(rules, kind, options.seed, options.first + first, count)


def parse() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rules", action="append", choices=list(variants), help="a variant (default: all)")
    parser.add_argument("--deals", type=int, default=1_000_000, help="in all, shared by the variants")
    parser.add_argument("--matches", type=int, default=500, help="whole matches per variant")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first deal, position and match")
    parser.add_argument("--kind", choices=CHUNK, help="only deals, only positions or only matches")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--statistics", action="store_true", help="the calibration suite instead, with --workers")
    options = parser.parse_args()
    options.rules = options.rules or list(variants)
    if min(options.deals, options.matches, options.workers) < 1 or options.first < 0:
        parser.error("--deals, --matches and --workers must be at least 1, --first at least 0")
    return options


def command(report: Report) -> str:
    """What shows a difference again."""
    chunk = report.chunk
    amount = "--matches 1" if chunk.kind == "match" else "--deals 1"
    place = f"--rules {chunk.rules} --seed {chunk.seed} --first {report.number}"
    return f"python scripts/verify.py {place} --kind {chunk.kind} {amount} --workers 1"


def main() -> int:
    """Compare, print a table, return the exit code."""
    options = parse()
    if options.statistics:
        print("python scripts/verify.py --statistics")
        return suite(workers=options.workers)
    start = time.perf_counter()
    counts: Counter[tuple[str, str]] = Counter()
    work = list(chunks(options))
    with multiprocessing.get_context("spawn").Pool(min(options.workers, len(work))) as pool:
        for done, report in enumerate(pool.imap_unordered(compare, work), 1):
            if sys.stderr.isatty():
                print(f"\r{done} of {len(work)} chunks", end="\r", file=sys.stderr)
            if report.difference:
                print(f"{report.chunk.rules}, {report.chunk.kind} {report.number}: {report.difference}")
                print(command(report))
                return 1
            rules, kind = report.chunk.rules, report.chunk.kind
            counts[rules, kind] += report.chunk.amount
            counts[rules, "deals"] += report.deals
            counts[rules, "decisions"] += report.decisions
    print(f"python scripts/verify.py --deals {options.deals} --matches {options.matches} --seed {options.seed}\n")
    columns = {"deal": "deals", "position": "stacked", "match": "matches", "deals": "in all", "decisions": "decisions"}
    print(f"{'rules':18}" + "".join(f"{title:>12}" for title in columns.values()))
    for rules in [*options.rules, "all"]:
        cells = [
            sum(n for (name, kind), n in counts.items() if kind == key and rules in (name, "all")) for key in columns
        ]
        print(f"{rules:18}" + "".join(f"{cell:12,}" for cell in cells))
    print(f"no difference ({time.perf_counter() - start:.0f} s, {options.workers} workers)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
