#!/usr/bin/env python
"""The streams' raw output through dieharder, a public battery of tests of random numbers; and RANDU, which must fail.

    python scripts/battery.py > results/calibration/dieharder.txt

Needs dieharder (Debian: apt-get install dieharder).  ``--mode deals --test 203:1`` runs one test of one stream.  Each
test reads words of a seed of its own, so that no two look at the same numbers.  Exit code 1 if a stream of the engine
fails or RANDU does not.  By hand: python scripts/calibration.py --raw deals --seed 1 | dieharder -g 200 -a
"""

from __future__ import annotations

import argparse
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # the tests are not installed

from tests.calibration.raw import MODES  # noqa: E402

# dieharder's tests by number and tuple size, -1 its default.  Left out: 5, 6, 7 and 14, which dieharder itself calls
# suspect or not to be used, and most of the 33 lags of 203, which read 200 billion numbers.
TESTS = [
    *((number, -1) for number in (0, 1, 2, 3, 4, 8, 9, 10, 11, 12, 13, 15, 16, 17, 100, 101, 102)),
    *((200, n) for n in range(1, 13)),
    *((number, n) for number in (201, 202) for n in range(2, 6)),
    *((203, n) for n in (0, 1, 2, 3, 5, 9, 19, 32)),
    *((number, -1) for number in (204, 205, 206, 207, 208, 209)),
]
CONTROL = "randu"
CONTROL_TESTS = [(0, -1), (2, -1), (12, -1), (100, -1), (200, 2)]
FAILS = 1e-6  # a p-value this near to 0 or 1 fails, as dieharder has it
WEAK = 5e-3

COLUMNS = ("test_name", "ntuple", "tsamples", "psamples", "pvalues", "assessment")


class Found(NamedTuple):
    """One p-value of the battery."""

    mode: str
    line: str
    p: float

    @property
    def failed(self) -> bool:
        return min(self.p, 1 - self.p) < FAILS

    @property
    def weak(self) -> bool:
        return min(self.p, 1 - self.p) < WEAK


def run_test(mode: str, number: int, size: int, seed: int) -> list[Found]:
    """One dieharder test on the words of a mode.

    Raises
    ------
    SystemExit
        dieharder gave no result.
    """
    source = [sys.executable, str(ROOT / "scripts" / "calibration.py"), "--raw", mode, "--seed", str(seed)]
    battery = ["dieharder", "-g", "200", "-d", str(number), "-c", "|"]
    battery += ["-n", str(size)] if size >= 0 else []
    battery += [part for column in COLUMNS for part in ("-D", column)]
    with subprocess.Popen(source, stdout=subprocess.PIPE) as words:
        done = subprocess.run(battery, stdin=words.stdout, capture_output=True, text=True, check=False)
        words.terminate()
    rows = [[cell.strip() for cell in line.split("|")] for line in done.stdout.splitlines()]
    rows = [row for row in rows if len(row) == len(COLUMNS) and row[-1] in ("PASSED", "WEAK", "FAILED")]
    if not rows:
        sys.exit(f"dieharder -d {number}: no result: {done.stdout}{done.stderr}")
    found = []
    for name, ntuple, tsamples, psamples, p, _ in rows:
        line = f"{mode:9} {seed:>6} {number:>4} {name:<22}{ntuple:>3}{tsamples:>11}{psamples:>9}"
        found.append(Found(mode, line, float(p)))
    return found


def parse() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--mode", action="append", choices=MODES, help="which words (default: all)")
    parser.add_argument("--test", action="append", help="NUMBER or NUMBER:TUPLE (default: see TESTS)")
    parser.add_argument("--seed", type=int, default=1, help="test k of a mode reads seed SEED * 1000 + k")
    options = parser.parse_args()
    options.mode = options.mode or list(MODES)
    if shutil.which("dieharder") is None:
        parser.error("dieharder is not installed (Debian: apt-get install dieharder)")
    if options.test:
        pairs = (test.partition(":") for test in options.test)
        options.test = [(int(number), int(size) if size else -1) for number, _, size in pairs]
    return options


def heading(arguments: Sequence[str], modes: Sequence[str]) -> str:
    """The command, dieharder's version, what the words are, and the columns' names."""
    version = subprocess.run(["dieharder", "-l"], capture_output=True, text=True, check=False).stdout.splitlines()[1]
    lines = [shlex.join(["python", "scripts/battery.py", *arguments]), " ".join(version.strip("#").split())]
    lines += [f"{mode:9} {MODES[mode]}" for mode in modes]
    columns = f"{'words':9} {'seed':>6} {'-d':>4} {'test':<22}{'-n':>3}{'tsamples':>11}{'psamples':>9}  p-value"
    return "\n".join([*lines, "", columns])


def judged(results: Sequence[Found], modes: Sequence[str]) -> tuple[str, bool]:
    """A summary, and whether a stream of the engine failed or RANDU did not."""
    lines, bad = [], False
    for mode in modes:
        mine = [found for found in results if found.mode == mode]
        failed, weak = sum(f.failed for f in mine), sum(f.weak for f in mine)
        bad |= (failed > 0) != (mode == CONTROL)
        expected = "must fail" if mode == CONTROL else f"{2 * WEAK * len(mine):.1f} expected"
        lines.append(f"{mode}: {len(mine)} p-values, {failed} failed, {weak} within {WEAK} of 0 or 1 ({expected})")
    number = sum(found.mode != CONTROL for found in results)
    lines.append(f"A good stream fails one of {number} with a chance of {2 * FAILS * number:.1e}.")
    lines.append("the battery finds something wrong" if bad else "as it should be")
    return "\n".join(lines), bad


def main() -> int:
    """Run, print every p-value, judge; return the exit code."""
    options = parse()
    start = time.perf_counter()
    print(heading(sys.argv[1:], options.mode))
    results: list[Found] = []
    for mode in options.mode:
        tests = options.test or (CONTROL_TESTS if mode == CONTROL else TESTS)
        for k, (number, size) in enumerate(tests):
            for found in run_test(mode, number, size, options.seed * 1000 + k):
                verdict = "FAILED" if found.failed else "weak" if found.weak else ""
                print(f"{found.line}  {found.p:.8f} {verdict}".rstrip(), flush=True)
                results.append(found)
    summary, bad = judged(results, options.mode)
    print(f"\n{summary}")
    print(f"{time.perf_counter() - start:.0f} s", file=sys.stderr)
    return int(bad)


if __name__ == "__main__":
    sys.exit(main())
