"""``--reduce``: shuffles are dealt as they should, controls have the means they are said to have, nothing is biased."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from debertz_sim.cli.main import cli
from debertz_sim.engine import reduced
from debertz_sim.engine.blocks import play_block
from debertz_sim.engine.deal import new_desk
from debertz_sim.engine.reduced import N_DEALT, play_shuffles
from debertz_sim.engine.rows import C_DECLARER_POINTS, C_UPCARD, N_COLUMNS
from debertz_sim.errors import UserError
from debertz_sim.experiment import ExperimentSpec, Run, run
from debertz_sim.experiment.design import METHODS, Design, design
from debertz_sim.policies.registry import Seating, seating
from debertz_sim.report.texts import remarks
from debertz_sim.results import Result, identical
from debertz_sim.rules import RuleSet
from debertz_sim.stats import Estimate
from debertz_sim.variants import variants
from tests.experiment_tools import PLAYABLE, compare
from tests.pvalues import binomial_tail

FAR = 5.0  # standard errors: one of two million numbers is further from the truth
SEED = 7
TABLES = ["moscow", "three", "pairs", "solo4", "passive4"]
DEALT_ALIKE = range(reduced.DEALT_TRUMPS, reduced.FULL_POINTS)  # what the first packets alone decide
ALWAYS = seating(2, "always", "random")


def played(rules: RuleSet, plan: Design, shuffles: int, seated: Seating | None = None) -> tuple[Any, Any]:
    """Rows and what was dealt, of shape (shuffles, deals, columns)."""
    seated = seated or seating(rules.players, "always", "random")
    rows = np.zeros((shuffles * plan.deals, N_COLUMNS), np.int32)
    dealt = np.zeros((len(rows), N_DEALT * rules.in_play), np.int64)
    ways = plan.moves, plan.turns, plan.by_rank
    assert play_shuffles(rules.lower()[0], seated.family, new_desk(), SEED, 0, *ways, rows, dealt) == -1
    return rows.reshape(shuffles, plan.deals, -1), dealt.reshape(shuffles, plan.deals, rules.in_play, N_DEALT)


# how shuffles are dealt


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("policies", [("random", "random"), ("rules", "rules")])
def test_the_first_deal_of_a_shuffle_is_the_plain_one(name: str, policies: tuple[str, str]) -> None:
    rules = variants[name]
    seated = seating(rules.players, *policies)
    plain = np.zeros((300, N_COLUMNS), np.int32)
    play_block(rules.lower()[0], seated.family, new_desk(), SEED, 0, plain)
    rows, _ = played(rules, design(("seats", "suits", "controls"), rules), 300, seated)
    assert (rows[:, 0] == plain).all()
    assert (rows[:, 1:] != plain[:, None]).any()


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_hands_go_on_one_place_at_a_time(name: str) -> None:
    rules = variants[name]
    plan = design(("seats",), rules)
    assert plan.deals == rules.in_play
    assert all(sorted(move) == [*range(32)] for move in plan.moves.tolist())
    rows, dealt = played(rules, plan, 200)
    assert (rows[:, :, C_UPCARD] == rows[:, :1, C_UPCARD]).all()
    whole = rules.in_play < 4
    columns = [*DEALT_ALIKE, *([reduced.FULL_POINTS, reduced.BELLA, reduced.HELD] if whole else [])]
    for deal in range(plan.deals):
        for place in range(rules.in_play):
            other = (place + deal) % rules.in_play
            assert (dealt[:, deal, place][:, columns] == dealt[:, 0, other][:, columns]).all()
    if not whole:  # one of the two second cards goes along
        assert (dealt[:, 1, 0, reduced.FULL_POINTS] == dealt[:, 0, 1, reduced.FULL_POINTS]).mean() > 0.1


def test_suits_turn_and_the_hands_stay_alike() -> None:
    rows, dealt = played(variants["moscow"], design(("suits",), variants["moscow"]), 200)
    upcards = rows[:, :, C_UPCARD]
    assert (upcards == (upcards[:, :1] + 8 * np.arange(4)) % 32).all()
    assert (dealt == dealt[:, :1]).all()
    # the policies draw anew, or nothing would be learned
    assert (rows[:, 1:, C_DECLARER_POINTS] != rows[:, :1, C_DECLARER_POINTS]).mean() > 0.5


@pytest.mark.parametrize("name", TABLES)
def test_upcards_come_rank_by_rank_at_each_dealer(name: str) -> None:
    rules = variants[name]
    rows, _ = played(rules, design(("strata",), rules), 800)
    ranks = rows[:, 0, C_UPCARD] & 7
    assert (ranks == np.arange(800) // rules.players % 8).all()
    plain, _ = played(rules, design(("controls",), rules), 800)
    assert (rows[:, 0, C_UPCARD] >> 3 == plain[:, 0, C_UPCARD] >> 3).all()
    same = plain[:, 0, C_UPCARD] & 7 == ranks
    assert (rows[same] == plain[same]).all() and 50 < same.sum() < 160


def test_every_order_of_a_suit_is_as_likely_below_the_upcard_that_is_wanted() -> None:
    orders = np.array([*permutations(range(8))], np.int8)
    rest = np.arange(8, 32, dtype=np.int8)
    found: Counter[bytes] = Counter()
    for order in orders:
        pack = np.concatenate([order, rest])
        reduced._put_rank_up(pack, 3, 5)
        assert pack[3] == 5 and sorted(pack) == [*range(32)]
        found[pack[:8].tobytes()] += 1
    assert set(found.values()) == {8} and len(found) == 5040


# controls


def means_off(rules: RuleSet, shuffles: int = 6000) -> dict[int, float]:
    """How many standard errors each control's mean is off what it is said to be."""
    plan = design(("controls",), rules)
    _, dealt = played(rules, plan, shuffles)
    columns = dealt.reshape(shuffles, -1)
    found = {}
    for control in plan.controls:
        values = columns[:, control.column]
        found[control.column] = float((values.mean() - float(control.mean)) / (values.std() / shuffles**0.5))
    return found


@pytest.mark.parametrize("name", PLAYABLE)
def test_controls_have_their_exact_means(name: str) -> None:
    off = means_off(variants[name])
    assert len(off) >= (reduced.BELLA + 1) * variants[name].in_play
    assert max(map(abs, off.values())) < FAR, off


def test_a_wrong_mean_is_noticed() -> None:
    rules = variants["moscow"]
    plan = design(("controls",), rules)
    means = {control.column: control.mean for control in plan.controls}
    _, dealt = played(rules, plan, 6000)
    # points that score for points that are held: a tenth too much
    values = dealt[:, 0, 0, reduced.SCORED]
    assert abs(values.mean() - float(means[reduced.HELD])) > FAR * values.std() / 6000**0.5


def test_what_cannot_be_counted_is_no_control() -> None:
    def kinds(rules: RuleSet) -> set[int]:
        return {control.column % N_DEALT for control in design(("controls",), rules).controls}

    everything = set(range(N_DEALT))
    assert kinds(variants["moscow"]) == everything
    assert kinds(variants["moscow"].with_(sequence_tie="last_trick")) == everything - {reduced.SCORED}
    assert kinds(variants["three"]) == everything - {reduced.SCORED} and variants["three"].defenders_pool
    assert kinds(variants["moscow"].with_(sequence_order="strength")) == everything - {reduced.HELD}


# estimates

SETS = [("seats",), ("suits",), ("strata",), ("controls",), ("seats", "controls"), ("suits", "strata", "controls")]


def always(name: str = "moscow", amount: int = 40_000, **more: Any) -> ExperimentSpec:
    seated = seating(variants[name].players, "always", "random")
    return ExperimentSpec("simulate", (variants[name],), more.pop("seed", SEED), amount, policies=seated, **more)


@cache
def plainly(name: str, policies: tuple[str, str], compared: str = "") -> dict[tuple[Any, ...], Estimate]:
    """Many plain deals of another seed."""
    arms = tuple(variants[arm] for arm in (name, compared) if arm)
    kind = "compare" if compared else "simulate"
    seated = seating(arms[0].players, *policies)
    result = run(ExperimentSpec(kind, arms, 99, 300_000, policies=seated, workers=2))
    return {key(estimate): estimate for estimate in result.estimates}


def key(estimate: Estimate) -> tuple[Any, ...]:
    return (estimate.metric, *estimate.group.items())


def far_off(estimates: tuple[Estimate, ...], truth: dict[tuple[Any, ...], Estimate]) -> list[Any]:
    """Numbers more than ``FAR`` of both standard errors from the plain ones."""
    found = []
    for estimate in estimates:
        plain = truth[key(estimate)]
        assert plain.value is not None and estimate.value is not None
        error = ((estimate.se or 0.0) ** 2 + (plain.se or 0.0) ** 2) ** 0.5
        if abs(estimate.value - plain.value) > FAR * error:
            found.append((estimate, plain))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("methods", SETS, ids="+".join)
@pytest.mark.parametrize(
    ("name", "policies"),
    [("moscow", ("always", "random")), ("moscow", ("rules", "rules")), ("solo4", ("rules", "random"))],
    ids=["random", "rules", "four"],
)
def test_nothing_is_biased(name: str, policies: tuple[str, str], methods: tuple[str, ...]) -> None:
    seated = seating(variants[name].players, *policies)
    spec = ExperimentSpec("simulate", (variants[name],), SEED, 60_000, policies=seated, reduce=methods, workers=2)
    result = run(spec)
    assert len(result.estimates) >= 12
    assert not far_off(result.estimates, plainly(name, policies))


@pytest.mark.slow
@pytest.mark.parametrize("methods", SETS, ids="+".join)
def test_no_difference_is_biased(methods: tuple[str, ...]) -> None:
    policies = ("always", "random")
    spec = ExperimentSpec(
        "compare",
        (variants["moscow"], variants["klabor"]),
        SEED,
        60_000,
        policies=seating(2, *policies),
        reduce=methods,
        workers=2,
    )
    result = run(spec)
    gaps = [e for e in result.estimates if e.group["arm"] == "B-A"]
    assert len(gaps) * 3 == len(result.estimates)
    assert any(gap.low is not None and gap.low > 0 for gap in gaps)
    assert not far_off(result.estimates, plainly("moscow", policies, "klabor"))


@pytest.mark.slow
def test_a_wrong_mean_would_show_as_bias(monkeypatch: pytest.MonkeyPatch) -> None:
    means = Design.means.fget  # type: ignore[attr-defined]

    def wrong(self: Design) -> list[Any]:
        return [mean * 102 / 100 for mean in means(self)]

    monkeypatch.setattr(Design, "means", property(wrong))
    result = run(always(amount=100_000, reduce=("controls",)))
    assert far_off(result.estimates, plainly("moscow", ("always", "random")))


@pytest.mark.slow
@pytest.mark.parametrize("methods", [("seats",), ("seats", "strata", "controls")], ids="+".join)
def test_intervals_cover_at_their_level(methods: tuple[str, ...]) -> None:
    truth = plainly("moscow", ("always", "random"))
    runs, missed = 150, Counter[str]()
    for seed in range(runs):
        result = run(always(amount=2000, reduce=methods, seed=seed))
        for metric in ("made", "margin"):
            mine, value = result.get(metric), truth[metric,].value
            assert mine.low is not None and mine.high is not None and value is not None
            missed[metric] += not mine.low <= value <= mine.high
    for metric in ("made", "margin"):
        # the truth is itself known to a tenth of an interval, which costs a twentieth of a standard error
        assert binomial_tail(missed[metric], runs, 0.055) > 1e-5, missed
        assert binomial_tail(runs - missed[metric], runs, 0.955) > 1e-5, missed


def test_the_gain_is_what_plain_deals_would_need() -> None:
    plain = run(always())
    for methods in SETS[:5]:
        result = run(always(reduce=methods))
        factors = result.provenance["reduction"]["factors"][""]
        for metric in ("made", "margin", "declarer_points"):
            mine, other = result.get(metric).se, plain.get(metric).se
            assert mine and other
            assert factors[metric] == pytest.approx((other / mine) ** 2, rel=0.06), (methods, metric)
    assert any("Variance reduced by" in line for line in remarks(result.provenance))


def test_controls_and_seats_gain_where_the_play_is_random() -> None:
    factors = {methods: run(always(reduce=methods)).provenance["reduction"]["factors"][""] for methods in SETS[:5]}
    assert factors["controls",]["margin"] > 2 and factors["seats",]["margin"] > 4
    assert factors["seats", "controls"]["declarer_points"] > 4
    assert factors["suits",]["margin"] < 0.5  # the same hands over again
    assert 0.95 < factors["strata",]["margin"] < 1.05


def test_without_spread_the_interval_is_that_of_so_many_shuffles() -> None:
    result = run(always(amount=4000, reduce=("seats",)))
    none = result.get("instant_win")
    assert (none.value, none.k, none.n, none.method) == (0.0, 0, 4000, "wilson")
    assert none.high == pytest.approx(1.96**2 / (2000 + 1.96**2), rel=0.01)
    same = run(replace(compare("moscow", "moscow", amount=4000), reduce=("controls",)))
    gap = same.get("made", arm="B-A")
    assert (gap.value, gap.se, gap.method, gap.n) == (0.0, None, "wilson", 4000)


def test_metrics_without_groups_alone_and_deals_in_whole_shuffles() -> None:
    spec = always("three", amount=1000, reduce=("seats",))
    result = run(spec)
    assert result.provenance["deals_done"] == 1002
    reduction = result.provenance["reduction"]
    assert (reduction["deals_of_shuffle"], reduction["shuffles"]) == (3, 334)
    assert all(not estimate.group for estimate in result.estimates)
    plain = run(replace(spec, reduce=()))
    assert [e.metric for e in result.estimates] == [e.metric for e in plain.estimates if not e.group]
    assert result.get("made").n == 1002


def test_one_switch_at_a_time_is_reduced_alike() -> None:
    spec = replace(compare("moscow", "kharkov", amount=3000, one_at_a_time=True), reduce=("controls",))
    result = run(spec)
    differing = variants["moscow"].differences(variants["kharkov"])
    for name, (_, value) in differing.items():
        alone = ExperimentSpec("compare", (spec.arms[0], spec.arms[0].with_(**{name: value})), SEED, 3000)
        pair = run(replace(alone, policies=spec.policies, reduce=("controls",)))
        switches = {str(e.group["switch"]) for e in result.estimates if "switch" in e.group}
        (switch,) = (word for word in switches if word.startswith(f"{name}="))
        mine = result.get("margin", switch=switch, arm="B-A")
        assert replace(mine, group={"arm": "B-A"}) == pair.get("margin", arm="B-A")


@pytest.mark.parametrize(
    "spec",
    [
        always(amount=5000, reduce=("seats", "suits"), chunk=999),
        always("three", amount=5000, reduce=("seats", "controls"), chunk=1000),
        replace(compare("moscow", "klabor", "kharkov", amount=5000, chunk=1500), reduce=("strata", "controls")),
        always(amount=None, precision=0.02, reduce=("controls",), chunk=3000),  # type: ignore[arg-type]
    ],
)
def test_workers_chunks_and_stops_change_nothing(spec: ExperimentSpec, tmp_path: Path) -> None:
    whole = run(replace(spec, chunk=None))
    assert identical(run(replace(spec, workers=3)), whole)
    count = iter(range(100))
    part = Run(spec, stop=lambda: next(count) > 1)
    for _ in part:
        pass
    assert not part.finished and part.sums.units > 0
    part.result().save(tmp_path / "part.json")
    rest = Run.resumed(Result.load(tmp_path / "part.json"), workers=2)
    for _ in rest:
        pass
    assert identical(rest.result(), whole)
    again = ExperimentSpec.from_provenance(whole.provenance).as_done(whole.provenance["deals_done"])
    assert identical(run(again), whole)


# the command


def call(*args: str) -> Any:
    return CliRunner().invoke(cli, [*args, "--seed", "7"])


def test_the_command_says_what_was_gained() -> None:
    few = ("--bidding", "always", "--play", "random", "--deals", "5000")
    done = call("simulate", "--reduce", "seats,controls", *few)
    assert done.exit_code == 0, done.output
    assert "Variance reduced by seats, controls. Plain deals that one such deal is worth: made " in done.stdout
    assert "margin within" not in done.stdout
    source = json.loads(call("compare", "moscow", "klabor", "--reduce", "controls", *few, "--format", "json").stdout)
    assert source["provenance"]["reduction"]["factors"]["B-A"]["margin"] > 1
    assert "--reduce controls" in source["provenance"]["command"]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--reduce", "luck"], f"reduce luck: must be of {', '.join(METHODS)}"),
        (["--reduce", "seats,seats"], "reduce seats,seats: name each method once"),
        (["--reduce", "seats", "--matches", "5"], "reduce: in a match deals follow from each other"),
        (["--reduce", "seats", "--rules", "terts"], "reduce: terts has no auction"),
        (["--reduce", "seats", "--rows", "--out", "x.parquet"], "leave out --rows and --transcripts"),
        (["--reduce", "seats", "--transcripts", "-"], "leave out --rows and --transcripts"),
    ],
)
def test_bad_input_is_one_line(args: list[str], message: str) -> None:
    done = call("simulate", *args)
    assert done.exit_code == 2
    assert message in done.stderr
    assert done.stdout == ""


def test_rule_sets_side_by_side_cannot_be_reduced() -> None:
    with pytest.raises(UserError, match="reduce: the rule sets have different numbers"):
        replace(compare("moscow", "three"), reduce=("seats",))


@pytest.mark.slow
def test_a_policy_at_fault_is_named() -> None:
    from tests.test_experiment import faulty

    with pytest.raises(UserError, match=r"a deal of shuffle 0 of seed 7, seat \d: bidding user:calls_five chose 5"):
        run(replace(always(amount=10), policies=faulty()["bidding"], reduce=("seats",)))
