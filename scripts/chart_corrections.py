"""What stronger play changes in a deal's worth to its declarer, by the trumps on both sides: results/charts/corrections.

    python scripts/chart_corrections.py --keep build/corrections

Every deal is played for every declarer and trump twice, on the same cards: by ``expert``, with which charts are built,
and by ``rollout:64``, which is stronger and slower (everybody knowing the auction that made him declarer, bid by
``rules``).  The mean difference to the declarer is taken for each number of his trumps and the defender's among nine
cards, and drawn towards that of his trumps alone as far as their errors ask (empirical Bayes).  Written: the table that
``debertz chart build --correct`` reads, and the same as text with errors.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ThreadPoolExecutor
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim._jit import KERNEL_HASH
from debertz_sim.charts.corrections import SHAPE
from debertz_sim.charts.game import Game
from debertz_sim.equilibrium.leaves import N_SIDES, PLAY_FIRST, SUITS
from debertz_sim.files import write_atomic
from debertz_sim.policies.registry import seating
from debertz_sim.variants import resolve

HERE = Path(__file__).resolve().parents[1] / "results" / "charts"
BLOCK = 250
FAST, STRONG = "expert", "rollout:64"
OWN, OTHER = (1, 2, 3, 4, 5), (1, 2, 3)  # trumps: the first and last stand for fewer and more


class Sides(NamedTuple):
    """Of every way to declare: the declarer's seat, trumps on both sides, and what stronger play adds to his worth."""

    seat: NDArray[np.int64]
    own: NDArray[np.int64]
    other: NDArray[np.int64]
    gain: NDArray[np.float64]
    deal: NDArray[np.int64]


def play(rules: str, seed: int, first: int, deals: int, keep: Path) -> dict[str, Any]:
    """A block of deals played both ways; taken from ``keep`` where it is there already."""
    path = keep / f"roll_{first}.npz"
    if not path.exists():
        resolved = resolve(rules)
        dealt, fast = Game(resolved, seating(2, "rules", FAST)).leaves(seed, first, deals, 0.0)
        _, strong = Game(resolved, seating(2, "rules", STRONG)).leaves(seed, first, deals, 0.0)
        keep.mkdir(parents=True, exist_ok=True)
        np.savez(path, deals=dealt, e=fast, r=strong)
    with np.load(path) as file:
        return {name: file[name] for name in ("deals", "e", "r")}


def sides(block: dict[str, Any], first: int) -> Sides:
    """All ways to declare in the deals of a block."""
    found: list[list[Any]] = [[], [], [], [], []]
    hand, upcard_suit = block["deals"]["hand"], block["deals"]["upcard"] >> 3
    for call in range(SUITS + 1):
        suit = upcard_suit if call == PLAY_FIRST else np.full(len(hand), call)
        may = (suit == upcard_suit) == (call == PLAY_FIRST)
        for seat in range(N_SIDES):
            sign = 1 if seat == 0 else -1
            own, other = (np.bitwise_count(hand[:, who] >> 8 * suit & 255) for who in (seat, 1 - seat))
            gain = sign * (block["r"] - block["e"])[:, seat, call]
            for into, column in zip(
                found, (np.full(len(hand), seat), own, other, gain, first + np.arange(len(hand))), strict=True
            ):
                into.append(column[may])
    seat, own, other, gain, deal = (np.concatenate(columns) for columns in found)
    return Sides(seat, own.astype(int), other.astype(int), gain.astype(float), deal)


def mean_of(gain: NDArray[np.float64], deal: NDArray[np.int64]) -> tuple[float, float, int]:
    """Mean, standard error with the ways to declare of one deal taken together, and how many deals."""
    if not len(gain):
        return 0.0, float("inf"), 0
    mean = float(gain.mean())
    _, place = np.unique(deal, return_inverse=True)
    by_deal = np.bincount(place, gain - mean)
    return mean, float(np.sqrt((by_deal**2).sum())) / len(gain), len(by_deal)


def table_of(played: Sides) -> tuple[NDArray[np.float64], list[dict[str, Any]]]:
    """The corrections, and the means they were made of."""
    own = np.clip(played.own, OWN[0], OWN[-1])
    other = np.clip(played.other, OTHER[0], OTHER[-1])
    rows, table = [], np.zeros(SHAPE)
    by_own = {mine: mean_of(played.gain[own == mine], played.deal[own == mine]) for mine in OWN}
    cells = {}
    for mine in OWN:
        for his in OTHER:
            here = (own == mine) & (other == his)
            cells[mine, his] = mean_of(played.gain[here], played.deal[here])
    # how much the true means scatter about those of the declarer's trumps, beyond their errors
    scatter = [(cell[0] - by_own[key[0]][0]) ** 2 - cell[1] ** 2 for key, cell in cells.items() if cell[2] > 1]
    between = max(0.0, float(np.mean(scatter)))
    for (mine, his), (mean, se, n) in cells.items():
        trust = between / (between + se * se) if n > 1 else 0.0
        value = by_own[mine][0] + trust * (mean - by_own[mine][0])
        for a in range(10):
            for b in range(10):
                if np.clip(a, OWN[0], OWN[-1]) == mine and np.clip(b, OTHER[0], OTHER[-1]) == his:
                    table[:, a, b] = value
        rows.append({"own": mine, "other": his, "gain": mean, "se": se, "deals": n, "used": value})
    return table, rows


def page(rows: list[dict[str, Any]], about: dict[str, Any]) -> str:
    """The means as text."""
    lines = [
        "# What stronger play changes",
        "",
        f"`{about['command']}`: {about['deals']:,} deals, seed {about['seed']}, rules {about['rules']}; "
        f"{STRONG} against {FAST} on the same cards, every seat and trump; kernels {KERNEL_HASH}.",
        "Points to the declarer with 95 % intervals; 1 trump stands for fewer too, the last number for more. "
        "Used: drawn towards the mean of the declarer's trumps.",
        "",
        "| declarer's trumps | defender's | gain | 95 % interval | deals | used |",
        "|---|---|---|---|---|---|",
    ]
    for row in rows:
        low, high = row["gain"] - 1.96 * row["se"], row["gain"] + 1.96 * row["se"]
        lines.append(
            f"| {row['own']} | {row['other']} | {row['gain']:+.2f} | [{low:+.2f}, {high:+.2f}] "
            f"| {row['deals']:,} | {row['used']:+.2f} |"
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
    with ThreadPoolExecutor(asked.workers) as pool:
        blocks = list(
            pool.map(
                lambda first: sides(
                    play(asked.rules, asked.seed, first, min(BLOCK, asked.deals - first), asked.keep), first
                ),
                starts,
            )
        )
    played = Sides(*(np.concatenate(columns) for columns in zip(*blocks, strict=True)))
    table, rows = table_of(played)
    command = f"python scripts/chart_corrections.py --rules {asked.rules} --deals {asked.deals} --seed {asked.seed}"
    overall = mean_of(played.gain, played.deal)
    about = {
        "command": command,
        "deals": asked.deals,
        "seed": asked.seed,
        "rules": asked.rules,
        "fast": FAST,
        "strong": STRONG,
        "kernel_hash": KERNEL_HASH,
        "mean": overall[0],
        "se": overall[1],
        "largest": float(np.abs(table).max()),
        "typical_se": sqrt(float(np.mean([row["se"] ** 2 for row in rows]))),
    }
    asked.out.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"table": np.round(table, 3).tolist(), "source": "measured", "about": about}, indent=1)
    write_atomic(asked.out / "corrections.json", text + "\n", force=True)
    write_atomic(asked.out / "corrections.md", page(rows, about), force=True)


if __name__ == "__main__":
    main()
