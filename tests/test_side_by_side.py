"""Rule sets that cannot share their deals: side by side on deals of their own, and the result says so."""

from __future__ import annotations

import json
from dataclasses import replace
from math import hypot
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

from debertz_sim.cli.main import cli
from debertz_sim.engine.blocks import play_block
from debertz_sim.engine.deal import new_desk
from debertz_sim.engine.rows import COLUMNS, N_COLUMNS
from debertz_sim.errors import UserError
from debertz_sim.experiment import Run, run
from debertz_sim.experiment.spec import DEALS_APART, ExperimentSpec
from debertz_sim.policies.registry import seating
from debertz_sim.report import tables
from debertz_sim.results import Result as Outcome
from debertz_sim.results import identical
from debertz_sim.stats import independent_difference, normal_mean, wilson
from debertz_sim.variants import variants
from tests.experiment_tools import BAID, HANGING_BAID, MADE, compare, expected_shares, expected_values, key

NAMES = ("moscow", "three", "passive4")
WORDS = ("--bidding", "random", "--play", "random", "--seed", "7", "--lang", "en")


def call(*args: str) -> Result:
    return CliRunner().invoke(cli, list(args))


def rows_of(spec: ExperimentSpec, number: int) -> dict[str, Any]:
    """The rows of an arm, played from where its deals begin."""
    rules, deals = spec.arms[number], spec.amount or 0
    rows = np.zeros((deals, N_COLUMNS), np.int32)
    family = seating(rules.players, "random", "random").family
    assert play_block(rules.lower()[0], family, new_desk(), spec.seed, number * DEALS_APART, rows) == -1
    return {name: rows[:, place].astype(np.int64) for place, name in enumerate(COLUMNS)}


def as_group(flat: tuple[Any, ...]) -> dict[str, Any]:
    """``("seat", "dealer")`` as a group."""
    return dict(zip(flat[::2], flat[1::2], strict=True))


@pytest.mark.parametrize("names", [NAMES, ("pairs", "klabor-3"), ("solo4", "passive4")])
def test_arms_and_differences_are_what_their_own_deals_say(names: tuple[str, ...]) -> None:
    spec = compare(*names, amount=3000, chunk=1100)
    assert not spec.paired
    result = run(spec)
    mine: list[dict[Any, Any]] = []
    for number, rules in enumerate(spec.arms):
        rows = rows_of(spec, number)
        played = np.isin(rows["outcome"], (MADE, BAID, HANGING_BAID))
        table = {
            metric: wilson(int(hit.sum()), int(among.sum()), metric=metric[0], group=as_group(metric[1:]))
            for metric, (hit, among) in expected_shares(rows, rules).items()
        }
        for metric, values in expected_values(rows, rules).items():
            x = values[played].tolist()
            table[(metric,)] = normal_mean(sum(x), sum(v * v for v in x), len(x), metric=metric)
        mine.append(table)
    seen, differences = set(), 0
    for estimate in result.estimates:
        arm = str(estimate.group["arm"])
        numbers = ["ABC".index(letter) for letter in arm.split("-")]
        found = [mine[number][key(estimate)] for number in numbers]
        if len(found) == 1:
            seen.add((numbers[0], key(estimate)))
            assert estimate == replace(found[0], group=estimate.group)
        else:
            differences += 1
            assert estimate == independent_difference(found[1], found[0], group=estimate.group)
    assert seen == {(number, metric) for number, table in enumerate(mine) for metric in table}
    both = sum(metric in mine[0] for table in mine[1:] for metric in table)
    assert differences == both


def test_the_result_says_that_nothing_is_paired() -> None:
    result = run(compare(*NAMES, amount=500))
    source = result.provenance
    assert source["pairing"] == "none"
    assert source["first_deals"] == {"A": 0, "B": DEALS_APART, "C": 2 * DEALS_APART}
    assert "first_differing" not in source
    assert not any(estimate.metric == "outcome_differs" for estimate in result.estimates)
    for kind in ("table", "markdown", "html"):
        assert "not paired" in tables.render(result.estimates, source, kind, "en")
    paired = run(compare("moscow", "kharkov", amount=500))
    assert paired.provenance["pairing"] == "same deals"
    assert "not paired" not in paired.render("table")


def test_metrics_stand_together_in_the_order_of_the_report() -> None:
    metrics = [estimate.metric for estimate in run(compare(*NAMES, amount=500)).estimates]
    runs = [metric for place, metric in enumerate(metrics) if place == 0 or metrics[place - 1] != metric]
    assert len(runs) == len(set(runs))
    assert runs[0] == "all_pass" and runs[-1] == "margin_histogram"
    assert runs.index("points_to_beat") + 1 == runs.index("margin_to_beat")


def test_fewer_seats_have_the_first_policies() -> None:
    seats = {2: {"play": "greedy"}, 3: {"bidding": "never"}}
    spec = replace(compare("moscow", "three", "solo4"), policies=seating(4, "random", "random", seats))
    names = [[choice.name for choice in spec.seated_for(rules).play] for rules in spec.arms]
    assert names == [["random"] * 2, ["random", "random", "greedy"], ["random", "random", "greedy", "random"]]
    assert spec.command_line() == (
        "debertz compare moscow three solo4 --deals 5000 --seed 7 --bidding random --seat 3:bidding=never "
        "--play random --seat 2:play=greedy"
    )
    result = run(replace(spec, amount=400))
    alone = run(ExperimentSpec("simulate", (variants["moscow"],), 7, 400, policies=seating(2, "random", "random")))
    assert result.get("made", arm="A") == replace(alone.get("made"), group={"arm": "A"})
    assert ExperimentSpec.from_provenance(result.provenance) == replace(spec, amount=400)


def test_workers_chunks_and_stops_change_nothing() -> None:
    spec = compare(*NAMES, amount=9000)
    whole = run(spec)
    for workers, chunk in ((2, 500), (3, 2049)):
        assert identical(whole, run(replace(spec, workers=workers, chunk=chunk)))
    seen = [0]
    stopped = Run(replace(spec, chunk=1500), stop=lambda: seen[0] >= 2)
    for _ in stopped:
        seen[0] += 1
    partial = Outcome.from_json(stopped.result().to_json())
    assert partial.provenance["partial"] and 0 < partial.provenance["deals_done"] < 9000
    again = Run.resumed(partial, workers=2)
    for _ in again:
        pass
    assert identical(again.result(), whole)
    changed = Outcome(partial.estimates, {**partial.provenance, "tally_hash": "other"})
    with pytest.raises(UserError, match="tally_hash was other"):
        Run.resumed(changed, 1)


def test_precision_watches_the_difference() -> None:
    spec = replace(compare("moscow", "three"), amount=None, precision=0.007)
    result = run(spec)
    difference = result.get("made", arm="B-A")
    assert difference.low is not None and difference.high is not None
    assert (difference.high - difference.low) / 2 < 0.007
    assert result.provenance["deals_done"] % 10_000 == 0 and result.provenance["deals_done"] > 10_000
    with pytest.raises(UserError, match="headline 'margin_to_beat': must be one of"):
        run(replace(compare("three", "passive4"), headline="margin_to_beat"))  # three has no such metric


def test_the_command_puts_them_side_by_side() -> None:
    done = call("compare", "moscow", "three", "pairs", *WORDS, "--deals", "500", "--seat", "3:play=greedy")
    assert done.exit_code == 0
    assert "C pairs" in done.stdout and "First deals" not in done.stdout
    assert "Not paired: the rule sets have different numbers of seats or cards." in done.stdout
    assert "B from 1,000,000,000,000" in done.stdout
    (middle,) = [line for line in done.stdout.splitlines() if line.startswith("declarer sits") and "middle" in line]
    assert len(middle.split("  ")) > 3 and middle.count("%") == 1  # of the three arms only one has a middle hand
    data = json.loads(call("compare", "moscow", "three", *WORDS, "--deals", "300", "--format", "json").stdout)
    assert data["provenance"]["pairing"] == "none"
    assert data["provenance"]["command"].startswith("debertz compare moscow three --deals 300 --seed 7")


def test_files_of_it_are_drawn_and_repeated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for ending in ("json", "csv", "md", "svg"):
        assert call("compare", "pairs", "three", *WORDS, "--deals", "300", "--out", f"x.{ending}").exit_code == 0
    assert call("rerun", "x.json").stdout.startswith("identical: x.json, ")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("moscow", "three", "--one-at-a-time"), "A and B have different numbers of seats or cards"),
        (("solo4", "passive4", "--one-at-a-time"), "A and B have different numbers of seats or cards"),
        (("moscow", "three", "--deals", "2e12"), "without pairing at most 1e+12"),
        (("moscow", "three", "--seat", "3:play=greedy"), "seat 3: these rules have seats 0 to 2"),
        (("moscow", "three", "--headline", "margin_to_beat"), "headline 'margin_to_beat': must be one of"),
        (("moscow", "three", "--matches", "5"), "compare plays deals"),
    ],
)
def test_refusals_are_one_line(args: tuple[str, ...], message: str) -> None:
    done = call("compare", *args, *WORDS)
    assert (done.exit_code, done.stdout) == (2, "")
    assert message in done.stderr and done.stderr.count("\n") == 1


# The interval of a difference of independent samples


def test_differences_by_hand() -> None:
    # Newcombe (1998), table II: 56/70 - 48/80, method 10: .0524 to .3339
    difference = independent_difference(wilson(48, 80, metric="x"), wilson(56, 70, metric="x"), group={"arm": "B-A"})
    assert difference.value == pytest.approx(0.2)
    assert difference.low == pytest.approx(0.0524, abs=5e-5)
    assert difference.high == pytest.approx(0.3339, abs=5e-5)
    assert (difference.n, difference.k, difference.unit, difference.method) == (
        70,
        None,
        "percentage_points",
        "wilson",
    )
    assert difference.is_difference
    a, b = normal_mean(100, 1300, 10, metric="x"), normal_mean(50, 900, 20, metric="x")
    mean = independent_difference(a, b)
    assert a.se is not None and b.se is not None
    assert (mean.value, mean.se, mean.n) == (-7.5, hypot(a.se, b.se), 10)
    assert mean.high == pytest.approx(-7.5 + 1.959964 * hypot(a.se, b.se))


def test_differences_without_data_or_spread() -> None:
    nothing = independent_difference(wilson(0, 0, metric="x"), wilson(3, 9, metric="x"))
    assert (nothing.value, nothing.low, nothing.high, nothing.n) == (None, None, None, 0)
    zero = independent_difference(wilson(0, 50, metric="x"), wilson(0, 400, metric="x"))
    assert zero.low is not None and zero.high is not None and zero.low < 0 < zero.high
    assert (zero.value, zero.se) == (0, None)
    level = independent_difference(normal_mean(20, 40, 10, metric="x"), normal_mean(30, 90, 10, metric="x"))
    assert (level.value, level.low, level.se) == (1, None, None)
    with pytest.raises(ValueError, match="must be one metric"):
        independent_difference(wilson(1, 2, metric="x"), wilson(1, 2, metric="y"))


@pytest.mark.parametrize(("p", "q", "n", "m"), [(0.5, 0.3, 60, 200), (0.02, 0.001, 300, 300), (0.0, 0.05, 500, 100)])
def test_differences_cover_at_their_level(p: float, q: float, n: int, m: int) -> None:
    rng = np.random.default_rng(5)
    inside = 0
    for x, y in zip(rng.binomial(n, p, 4000), rng.binomial(m, q, 4000), strict=True):
        found = independent_difference(wilson(int(x), n, metric="x"), wilson(int(y), m, metric="x"))
        assert found.low is not None and found.high is not None
        inside += found.low <= q - p <= found.high
    assert 0.94 <= inside / 4000 <= 0.995  # its own error is 0.0034; the method is known to be on the safe side
