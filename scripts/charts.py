"""Remake the shipped charts and results/charts: builds, their distance from an equilibrium, agreement of two seeds.

    python scripts/charts.py --only moscow      # hours of one core each; a build that is stopped goes on

A shipped chart goes to the package, what was found beside it to results/charts; charts that are only compared with
(another seed, play left uncorrected) and all full values (Parquet) go to --work.  --share 0.01 --out FOLDER tries it
with a hundredth of the deals: then everything goes to that folder, the charts too.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from debertz_sim._jit import KERNEL_HASH
from debertz_sim.charts.agree import CLEAR, agreement
from debertz_sim.charts.check import gains_of
from debertz_sim.charts.game import SEATS, crew, rows_of
from debertz_sim.charts.respond import call_shares
from debertz_sim.charts.spec import BuildSpec
from debertz_sim.files import write_atomic
from debertz_sim.kernels.rng import STREAM_VERSION
from debertz_sim.policies.charted import DATA, ENDING, PREFIX, Chart, load
from debertz_sim.results import Result
from debertz_sim.stats import Estimate

ROOT = Path(__file__).resolve().parents[1]
HERE = ROOT / "results" / "charts"
POINTS, KUSH = HERE / "corrections.json", HERE / "corrections-kush.json"
HERE_AND_NOW = {"kernel_hash": KERNEL_HASH, "stream": STREAM_VERSION}  # only the game is taken from a build's spec
EFFECT_DEALS, EFFECT_SEED = 500_000, 79
DEBERTZ = [sys.executable, "-c", "from debertz_sim.cli import main; main()"]


@dataclass(frozen=True)
class Plan:
    """A chart: its rules, deals in millions to learn from and to check on, where it starts, whether it is shipped."""

    rules: str
    deals: float
    check: float
    correct: Path | None
    settings: tuple[str, ...] = ()
    seed: int = 1
    start: str = ""
    trust: float = 0.0
    ships: bool = False


PLANS = {
    "moscow": Plan("moscow", 20, 4, POINTS, ships=True),
    "kharkov": Plan("kharkov", 6, 2, POINTS, start="moscow", trust=6, ships=True),
    "one-deal": Plan("one-deal", 10, 2, KUSH, ships=True),
    "obliged": Plan("moscow", 5, 1, POINTS, ("all_pass=obliged",), start="moscow", trust=0.5),
    "uncorrected": Plan("moscow", 8, 0.5, None),
    "second-seed": Plan("moscow", 6, 1, POINTS, seed=2),
}


@dataclass(frozen=True)
class Places:
    """Where everything goes: shipped charts, the others with all values, and what is published."""

    shipped: Path
    work: Path
    results: Path

    def chart(self, name: str) -> Path:
        """Where a chart stands."""
        return self.shipped / f"{PREFIX}{name}{ENDING}" if PLANS[name].ships else self.work / f"{name}{ENDING}"

    def start(self, name: str) -> str:
        """How a chart to start from is named."""
        return f"chart:{name}" if self.shipped == DATA else f"chart:{self.chart(name)}"


def words(name: str, places: Places, share: float, workers: int) -> list[str]:
    """The command that builds it."""
    plan, target = PLANS[name], places.chart(name)
    part = target.with_name(target.name + ".part")
    found = ["chart", "build"]
    if part.exists():
        found += ["--resume", str(part), "--chart", str(target)]
    else:
        deals, check, trust = (
            max(1000, round(1e6 * share * number)) for number in (plan.deals, plan.check, plan.trust)
        )
        found += ["--rules", plan.rules, "--deals", str(deals), "--check", str(check), "--seed", str(plan.seed)]
        found += [word for setting in plan.settings for word in ("--set", setting)]
        if plan.start:
            found += ["--start", places.start(plan.start), "--trust", str(trust)]
        if plan.correct is not None:
            found += ["--correct", str(plan.correct.relative_to(ROOT))]
        found += ["--chart", str(target)]
    found += ["--values", str(places.work / f"{name}.parquet"), "--out", str(places.results / f"{name}.json")]
    return [*found, "--workers", str(workers), "--force"]


def build(name: str, places: Places, share: float, workers: int) -> None:
    """Build one chart, or go on with it."""
    command = words(name, places, share, workers)
    print("debertz", shlex.join(command), flush=True)
    subprocess.run([*DEBERTZ, *command], check=True, cwd=ROOT)


def number(estimate: Estimate) -> str:
    """A value with its interval."""
    return f"{estimate.value:.3f} [{estimate.low:.3f}, {estimate.high:.3f}]"


def summary(names: list[str], folder: Path) -> str:
    """The builds that are there, one row each."""
    lines = [
        "# Charts of the auction between two",
        "",
        "Made by `python scripts/charts.py`; the command of each stands in its JSON file. A deal is nine cards a side "
        "played once for every trump; it serves 84 divisions of each hand into first and second packet.",
        "Gain of best replies: of both sides together, a deal (the NashConv). In sample it is too high, held out too "
        "low. Intervals 95 %.",
        "",
        "| chart | deals | checked on | value to forehand | gain in sample | held out | mean |",
        "|---|---|---|---|---|---|---|",
    ]
    for name in names:
        result = Result.load(folder / f"{name}.json")
        by = {
            (estimate.metric, *estimate.group.values()): estimate
            for estimate in result.estimates
            if estimate.metric in ("game_value", "reply_gain")
        }
        value = by["game_value", "forehand"]
        cells = [number(by["reply_gain", "both", measured]) for measured in ("in_sample", "held_out", "mean")]
        source = result.provenance
        lines.append(f"| {name} | {source['deals_done']:,} | 2 x {value.n:,} | {number(value)} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def agreement_page(a: Chart, b: Chart) -> str:
    """What two charts say of each other."""
    found = agreement(a, b)
    lines = [
        f"# {Path(a.name).stem} and {Path(b.name).stem}, learned from different deals",
        "",
        f"Value to forehand {found.values[0]:.3f} and {found.values[1]:.3f}, standard error of the difference "
        f"{found.se:.3f}: {'they agree' if found.values_agree else 'they do NOT agree'} (5 % false alarms).",
        "",
        f"Clear: both put their own call more than {CLEAR:g} standard errors ahead.",
        "",
        "| decision | same call, of all hands | clear in both | clear classes that contradict |",
        "|---|---|---|---|",
    ]
    for row in found.decisions:
        lines.append(f"| {row.name} | {row.same:.2%} | {row.clear:.2%} | {row.contradicted} |")
    return "\n".join(lines) + "\n"


def effect_page(corrected: Chart, plain: Chart, deals: int, workers: int) -> str:
    """What the corrections change: calls, and what a player gains by them if they are right."""
    game = BuildSpec.from_json(dict(corrected.about["provenance"]["options"]) | HERE_AND_NOW).game
    with crew(workers) as threads:
        value = -float(corrected.about["all_pass"])
        rows = rows_of(plain.calls), rows_of(corrected.calls)
        gains = gains_of(game, threads, *rows, value, EFFECT_SEED, deals)
    lines = [
        "# What the corrections for stronger play change in the chart of Moscow",
        "",
        "Chart moscow against one learned from leaves as expert plays them; gains by the corrected leaves, "
        f"{deals:,} deals, seed {EFFECT_SEED}, 95 % intervals; kernels {KERNEL_HASH}.",
        "",
        "| decision | another call, of all hands | would play, corrected | uncorrected |",
        "|---|---|---|---|",
    ]
    shares = [{e.group["decision"]: e.value for e in call_shares(chart.calls)} for chart in (corrected, plain)]
    for row in agreement(corrected, plain).decisions:
        lines.append(f"| {row.name} | {1 - row.same:.2%} | {shares[0][row.name]:.2%} | {shares[1][row.name]:.2%} |")
    lines.append("")
    for seat, mean, se in zip(SEATS, gains.mean, gains.se, strict=True):
        low, high = mean - 1.96 * se, mean + 1.96 * se
        lines.append(
            f"As {seat} the corrected calls gain {mean:.3f} [{low:.3f}, {high:.3f}] points a deal on the others, "
            "against an opponent who keeps the uncorrected chart."
        )
    return "\n".join(lines) + "\n"


def main() -> None:
    """Build what is asked for, then write the pages of what is there."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="*", choices=[*PLANS, "none"], help="charts to build  [default: all]")
    parser.add_argument("--share", type=float, default=1.0, help="of the deals")
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "charts")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, help="everything goes here, instead of the package and results/charts")
    asked = parser.parse_args()
    if asked.share != 1 and asked.out is None:
        parser.error("--share: say with --out where smaller charts go; the shipped ones stay")
    places = Places(DATA, asked.work, HERE) if asked.out is None else Places(*[asked.out.resolve()] * 3)
    for folder in (places.work, places.results):
        folder.mkdir(parents=True, exist_ok=True)
    for name in PLANS if asked.only is None else asked.only:
        if name != "none":
            build(name, places, asked.share, asked.workers)
    there = [name for name in PLANS if (places.results / f"{name}.json").exists()]
    write_atomic(places.results / "README.md", summary(there, places.results), force=True)
    moscow, second, plain = (places.chart(name) for name in ("moscow", "second-seed", "uncorrected"))
    if moscow.exists() and second.exists():
        page = agreement_page(load(str(moscow)), load(str(second)))
        write_atomic(places.results / "agreement.md", page, force=True)
    if moscow.exists() and plain.exists():
        deals = max(1000, round(EFFECT_DEALS * asked.share))
        page = effect_page(load(str(moscow)), load(str(plain)), deals, asked.workers)
        write_atomic(places.results / "effect.md", page, force=True)


if __name__ == "__main__":
    main()
