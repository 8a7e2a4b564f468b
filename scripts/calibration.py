#!/usr/bin/env python
"""Calibration: shuffles, streams and every kind of interval against what they promise, each with a planted fault.

    python scripts/calibration.py --every > results/calibration/statistics.txt

The same as ``python scripts/verify.py --statistics``; tests/calibration/ has the checks.  ``--scale 0.1`` is a quick
look, ``--only shares`` one check.  Exit code 1 if a verdict fails or a planted fault is not found.

    python scripts/calibration.py --raw deals --seed 1 | dieharder -g 200 -a

writes the streams' 64-bit words, without end, for a public battery; scripts/battery.py does that for all of them.
"""

from __future__ import annotations

import argparse
import os
import shlex
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # the tests are not installed

from tests.calibration.raw import MODES, raw_words  # noqa: E402


def write_raw(mode: str, seed: int) -> None:
    """Words to stdout until nobody reads them any more."""
    try:
        for chunk in raw_words(mode, seed):
            sys.stdout.buffer.write(chunk.tobytes())
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nothing more at exit


def main() -> int:
    """Read the command line, run, return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", action="append", help="a check (default: all)")
    parser.add_argument("--scale", type=float, default=1.0, help="1 is the full size")
    parser.add_argument("--no-faults", action="store_true", help="leave out the planted faults")
    parser.add_argument("--every", action="store_true", help="a line for each verdict")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--raw", choices=MODES, help="write random words to stdout instead")
    parser.add_argument("--seed", type=int, default=1, help="of --raw")
    options = parser.parse_args()
    if options.raw:
        write_raw(options.raw, options.seed)
        return 0
    from tests.calibration.suite import CHECKS, suite

    unknown = [name for name in options.only or () if name not in CHECKS]
    if unknown:
        parser.error(f"--only {unknown[0]}: must be one of {', '.join(CHECKS)}")
    if not options.scale > 0 or options.workers < 1:
        parser.error("--scale must be above 0, --workers at least 1")
    start = time.perf_counter()
    print(shlex.join(["python", "scripts/calibration.py", *sys.argv[1:]]))
    code = suite(options.only or (), options.scale, not options.no_faults, options.workers, options.every)
    print(f"{time.perf_counter() - start:.0f} s, {options.workers} workers", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
