#!/usr/bin/env python
"""A million random deals of each variant, and whole matches, without a broken invariant.

    python scripts/invariants.py > results/verify/invariants.txt

tests/invariants.py says what is checked (tests/terts_invariants.py of terts).  Run it from a clone with the test extras
installed.  Exit code 1 if a deal or match is not sound, with its variant, seed and number.
"""

from __future__ import annotations

import argparse
import os
import shlex
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # the tests are not installed

from debertz_sim.engine.deal import new_desk  # noqa: E402
from debertz_sim.engine.terts import new_terts_desk  # noqa: E402
from debertz_sim.policies.registry import seating  # noqa: E402
from debertz_sim.rules import RuleSet  # noqa: E402
from debertz_sim.variants import variants  # noqa: E402
from tests import invariants as inv  # noqa: E402
from tests.terts_invariants import check_terts_deals  # noqa: E402

POLICIES = ("random", "random")


def check(name: str, seed: int, deals: int, matches: int) -> tuple[int, str]:
    """Deals of all matches of a variant, and what was wrong (an empty text: nothing)."""
    rules = variants[name]
    if rules.form == "terts":
        return _check_terts(rules, seed, deals)
    record, family = rules.lower()[0], seating(rules.players, *POLICIES).family
    found = np.zeros(3, np.int64)
    if not inv.check_deals(record, family, new_desk(), seed, 0, deals, found):
        return 0, f"deal {found[1]} of seed {seed}: {inv.FAULTS[found[0]]}"
    if not inv.check_matches(record, family, new_desk(), seed, 0, matches, found):
        return 0, f"match {found[1]} of seed {seed}, shuffle {found[2]}: {inv.FAULTS[found[0]]}"
    return int(found[2]), ""


def _check_terts(rules: RuleSet, seed: int, deals: int) -> tuple[int, str]:
    """The same of terts, which has no matches."""
    found = np.zeros(3, np.int64)
    family = seating(rules.players, *POLICIES).for_game(rules.form).family
    if not check_terts_deals(rules.lower()[0], family, new_terts_desk(), seed, 0, deals, found):
        return 0, f"deal {found[1]} of seed {seed}: {inv.FAULTS[found[0]]}"
    return 0, ""


def parse() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--deals", type=int, default=1_000_000, help="random deals of each variant")
    parser.add_argument("--matches", type=int, default=10_000, help="whole matches of each variant")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    return parser.parse_args()


def main() -> int:
    """Check all variants and print a line for each."""
    options = parse()
    print(f"python scripts/invariants.py --deals {options.deals} --matches {options.matches} --seed {options.seed}")
    print(f"bidding {POLICIES[0]}, play {POLICIES[1]}\n")
    print(f"{'rules':<20}{'deals':>10}{'matches':>9}{'their deals':>13}  broken")
    names = list(variants)
    check(names[0], options.seed, 1, 1)  # compiled once, before the threads start
    start = time.perf_counter()
    broken = 0
    with ThreadPoolExecutor(options.workers) as pool:
        found = pool.map(lambda name: check(name, options.seed, options.deals, options.matches), names)
        for name, (shuffles, wrong) in zip(names, found, strict=True):
            broken += bool(wrong)
            matches = 0 if variants[name].form == "terts" else options.matches
            print(f"{name:<20}{options.deals:>10}{matches:>9}{shuffles:>13}  {wrong or 'nothing'}", flush=True)
    print(f"\n{'broken: ' + str(broken) if broken else 'nothing broken'}")
    print(f"{time.perf_counter() - start:.0f} s, {shlex.join(sys.argv[1:]) or 'defaults'}", file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
