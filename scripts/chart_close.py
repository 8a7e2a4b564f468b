"""Check the close hands of a chart by stronger play on the same deals: results/charts/close-SEED.

    python scripts/chart_close.py moscow --keep build/close

Every ending of the auction is played by ``expert`` and by ``rollout:64``.  Taken are the hands that a chart calls close
(its lead below --within points, whatever its error) at each decision; the change is what stronger play adds to the lead
of the chart's call over passing (of playing over passing, where it passes), with the other calls of the chart standing.
Shown before and after the chart's corrections.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from debertz_sim._jit import KERNEL_HASH
from debertz_sim.charts.corrections import Corrections
from debertz_sim.charts.game import Game, rows_of
from debertz_sim.charts.stronger import BLOCK, FAST, STRONG, play
from debertz_sim.equilibrium.splits import split_block
from debertz_sim.equilibrium.stakes import (
    ELSEWHERE,
    FIRST_REACH,
    N_STAKES,
    NAME,
    PASS_TOO,
    PLAY,
    REACH,
    stake_block,
)
from debertz_sim.files import write_atomic
from debertz_sim.kernels.classes import N_CLASSES, SLOT_BITS, class_sizes
from debertz_sim.policies.charted import DECISIONS, N_SLOTS, PASS_2, Chart, load
from debertz_sim.policies.registry import seating
from debertz_sim.variants import from_spec

ROOT = Path(__file__).resolve().parents[1]
HERE = ROOT / "results" / "charts"
Floats = NDArray[np.float64]


def stakes_of(game: Game, chart: Chart, block: dict[str, Any], leaves: Any) -> tuple[Any, Any]:
    """Codes of all divisions and the stakes of both seats by the chart's calls."""
    deals = block["deals"]
    codes = np.zeros((len(deals), 2, game.splits), np.int32)
    split_block(deals, codes)
    stakes, values = np.zeros((len(deals), 2, N_STAKES), np.float32), np.zeros(len(deals))
    worth = -float(chart.about["all_pass"])
    stake_block(game.record, deals, leaves.astype(np.float32), codes, *rows_of(chart.calls), -worth, stakes, values)
    return codes, stakes


def ahead(chart: Chart, number: int, codes: Any, stakes: Any) -> tuple[Floats, Floats]:
    """Of playing over passing in each division of each deal at a decision, as stakes; and the reach of the decision."""
    seat, second = number % 2, number >= 2
    index = codes[:, seat] >> SLOT_BITS
    stake = stakes[:, seat, None, :]
    call2 = chart.calls[2 + seat][index].astype(int)
    suits = np.stack([(codes[:, seat] >> (2 * slot)) & 3 for slot in range(N_SLOTS)])
    named = np.take_along_axis(suits, np.minimum(call2, N_SLOTS - 1)[None], axis=0)[0]
    by_suit = np.take_along_axis(stakes[:, seat], NAME + named, axis=1)
    later = np.where(call2 == PASS_2, stake[..., PASS_TOO], by_suit)
    if second:
        return later - stake[..., PASS_TOO], np.broadcast_to(stake[..., REACH], index.shape)
    return stake[..., PLAY] - stake[..., ELSEWHERE] - later, np.broadcast_to(stake[..., FIRST_REACH], index.shape)


def change(
    chart: Chart, game: Game, block: dict[str, Any], fast: Any, within: float, number: int
) -> tuple[Floats, Floats]:
    """By deal: what stronger play adds to playing over passing of close hands, and the reach it is divided by."""
    codes, before = stakes_of(game, chart, block, fast)
    _, after = stakes_of(game, chart, block, block["r"])
    index = codes[:, number % 2] >> SLOT_BITS
    close = np.abs(chart.leads[number][index]) < within
    if number >= 2:
        close &= chart.calls[number][index] != PASS_2  # of a pass the other call is not known here
    gains, reach = [], []
    for stakes in (before, after):
        gain, reached = ahead(chart, number, codes, stakes)
        gains.append(np.where(close, gain, 0).sum(axis=1))
        reach.append(np.where(close, reached, 0).sum(axis=1))
    return gains[1] - gains[0], reach[0]


def ratio(gain: Floats, reach: Floats) -> tuple[float, float]:
    """The mean change and its standard error, deals being independent."""
    total = reach.sum()
    if total == 0:
        return 0.0, float("inf")
    mean = float(gain.sum() / total)
    return mean, float(np.sqrt(((gain - mean * reach) ** 2).sum()) / total)


def main() -> None:
    """Play, compare, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("chart", nargs="?", default="moscow")
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=78)
    parser.add_argument("--within", type=float, default=2.0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--keep", type=Path, default=Path("build") / "close", help="folder of the blocks played")
    parser.add_argument("--out", type=Path, default=HERE)
    asked = parser.parse_args()
    chart = load(asked.chart)
    rules = from_spec(chart.about["rules"])
    found = chart.about["provenance"]["options"]["corrections"]
    corrections = None if found is None else Corrections.from_json(found)
    table = None if corrections is None else corrections.table
    measured = corrections is not None and corrections.about["seed"] == asked.seed
    used = "those that the corrections were measured on" if measured else "used for nothing else"
    plain = Game(rules, seating(2, "rules", FAST))
    corrected = Game(rules, seating(2, "rules", FAST), "points", table)

    def one(first: int) -> tuple[dict[str, Any], Any]:
        deals = min(BLOCK, asked.deals - first)
        block = play(rules.name, asked.seed, first, deals, asked.keep)
        return block, corrected.leaves(asked.seed, first, deals, 0.0)[1]

    with ThreadPoolExecutor(asked.workers) as pool:
        blocks = list(pool.map(one, range(0, asked.deals, BLOCK)))
    sizes = np.zeros(N_CLASSES, np.int64)
    class_sizes(sizes)
    lines = [
        f"# Close hands of chart {asked.chart}, checked by stronger play",
        "",
        f"`python scripts/chart_close.py {asked.chart} --deals {asked.deals} --seed {asked.seed} --within "
        f"{asked.within:g}`: {asked.deals:,} deals, {used}, kernels {KERNEL_HASH}. What {STRONG} "
        f"adds, on the same deals, to the lead of playing over passing by {FAST}, in hands whose lead is below "
        f"{asked.within:g} points; points with 95 % intervals. In round 2: hands with which the chart names a suit.",
        "",
        "| decision | share of hands | without corrections | with them |",
        "|---|---|---|---|",
    ]
    for number, name in enumerate(DECISIONS):
        cells = []
        for which in (0, 1):
            parts = [
                change(chart, plain, block, block["e"] if which == 0 else after, asked.within, number)
                for block, after in blocks
            ]
            mean, se = ratio(*(np.concatenate(part) for part in zip(*parts, strict=True)))
            cells.append(f"{mean:+.2f} [{mean - 1.96 * se:+.2f}, {mean + 1.96 * se:+.2f}]")
        share = sizes[np.abs(chart.leads[number]) < asked.within].sum() / sizes.sum()
        lines.append(f"| {name} | {share:.1%} | {' | '.join(cells)} |")
    write_atomic(asked.out / f"close-{asked.seed}.md", "\n".join(lines) + "\n", force=True)


if __name__ == "__main__":
    main()
