"""What stronger play changes in a deal's worth to its declarer, by the trumps on both sides.

    python scripts/chart_corrections.py --keep build/corrections

Every deal is played for every declarer and trump twice, on the same cards: by ``expert``, with which charts are built,
and by ``rollout:64``, which is stronger and slower (everybody knowing the auction that made him declarer, bid by
``rules``).  The mean difference to the declarer is taken for each number of his trumps and the defender's among nine
cards, and drawn towards that of his trumps alone as far as their errors ask (empirical Bayes).  Written: the tables
that ``debertz chart build --correct`` reads, in points and in kush (of the same plays), and both as text with errors.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from debertz_sim._jit import KERNEL_HASH
from debertz_sim.charts.stronger import BLOCK, FAST, STRONG, Sides, in_kush, mean_of, play, sides, table_of
from debertz_sim.files import write_atomic

HERE = Path(__file__).resolve().parents[1] / "results" / "charts"


def page(rows: list[dict[str, Any]], about: dict[str, Any]) -> str:
    """The means as text."""
    lines = [
        "# What stronger play changes",
        "",
        f"`{about['command']}`: {about['deals']:,} deals, seed {about['seed']}, rules {about['rules']}; "
        f"{STRONG} against {FAST} on the same cards, every seat and trump; kernels {KERNEL_HASH}.",
        f"In {about['unit']} to the declarer, 95 % intervals; 1 trump stands for fewer too, the last number for more. "
        "Used: drawn towards the mean of the declarer's trumps.",
        "",
        "| declarer's trumps | defender's | gain | 95 % interval | deals | used |",
        "|---|---|---|---|---|---|",
    ]
    for row in rows:
        low, high = row["gain"] - 1.96 * row["se"], row["gain"] + 1.96 * row["se"]
        lines.append(
            f"| {row['own']} | {row['other']} | {row['gain']:+.3f} | [{low:+.3f}, {high:+.3f}] "
            f"| {row['deals']:,} | {row['used']:+.3f} |"
        )
    return "\n".join(lines) + "\n"


def main() -> None:
    """Play, sum up, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", default="moscow")
    parser.add_argument("--deals", type=int, default=8000)
    parser.add_argument("--seed", type=int, default=77)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--keep", type=Path, default=Path("build") / "corrections", help="folder of the blocks played")
    parser.add_argument("--out", type=Path, default=HERE)
    asked = parser.parse_args()
    starts = range(0, asked.deals, BLOCK)

    def block(first: int) -> dict[str, Any]:
        return play(asked.rules, asked.seed, first, min(BLOCK, asked.deals - first), asked.keep)

    with ThreadPoolExecutor(asked.workers) as pool:
        blocks = list(pool.map(block, starts))
    command = f"python scripts/chart_corrections.py --rules {asked.rules} --deals {asked.deals} --seed {asked.seed}"
    about = {"command": command, "deals": asked.deals, "seed": asked.seed, "rules": asked.rules}
    about |= {"fast": FAST, "strong": STRONG, "kernel_hash": KERNEL_HASH}
    asked.out.mkdir(parents=True, exist_ok=True)
    write(blocks, asked.out / "corrections", about | {"unit": "points"})
    write([in_kush(one) for one in blocks], asked.out / "corrections-kush", about | {"unit": "kush"})


def write(blocks: list[dict[str, Any]], path: Path, about: dict[str, Any]) -> None:
    """The corrections of blocks as JSON and as text."""
    found = [sides(one, BLOCK * number) for number, one in enumerate(blocks)]
    played = Sides(*(np.concatenate(columns) for columns in zip(*found, strict=True)))
    table, rows = table_of(played)
    mean, se, _ = mean_of(played.gain, played.deal)
    kept = {
        "table": np.round(table, 3 if about["unit"] == "points" else 4).tolist(),
        "source": "measured",
        "about": about | {"mean": mean, "se": se},
    }
    write_atomic(path.with_suffix(".json"), json.dumps(kept, indent=1) + "\n", force=True)
    write_atomic(path.with_suffix(".md"), page(rows, about), force=True)


if __name__ == "__main__":
    main()
