"""Runs until somebody is ahead, intervals that hold all at once, what pairing is worth."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

from debertz_sim.cli.main import cli
from debertz_sim.errors import UserError
from debertz_sim.experiment import ExperimentSpec, Run, run
from debertz_sim.experiment.estimates import pair_estimates
from debertz_sim.experiment.intervals import Intervals
from debertz_sim.experiment.program import Program, frame_of, program
from debertz_sim.experiment.verdict import FIRST_LOOK, best_at, judge, next_look
from debertz_sim.report.texts import remarks
from debertz_sim.results import Result, identical
from debertz_sim.stats import family_confidence, proportion_sequence, wilson
from debertz_sim.variants import variants
from tests.experiment_tools import RANDOM, compare, simulate
from tests.pvalues import binomial_tail

STATED, JUDGE = 0.05, 1e-6
RUNS, MOST = 300, 1_000_000
ARMS = ("A", "B")
Part = dict[str, NDArray[np.int64]]


def looks() -> Iterator[int]:
    n = 0
    while n < MOST:
        n = next_look(n, MOST)
        yield n


class Deals:
    """Made-up deals of two rule sets in the form in which a run sums them up."""

    def __init__(self) -> None:
        self.program: Program = program(frame_of([variants["moscow"], variants["kharkov"]], False))
        (cell,) = (c for c in self.program.cells if c.share.metric == "made" and not c.share.group)
        states = {"made": (1, 1), "lost": (0, 1), "not played": (0, 0)}
        of_state = {name: np.flatnonzero((cell.hit == h) & (cell.among == y))[0] for name, (h, y) in states.items()}
        size = len(cell.hit)
        start = int(self.program.tally.first_joint[cell.histogram])
        names = [*states]
        self.kinds = [(a, b) for a in names for b in names]
        self.places = [start + int(of_state[a]) * size + int(of_state[b]) for a, b in self.kinds]

    def part(self, numbers: NDArray[Any]) -> Part:
        """So many deals of each kind."""
        joint = np.zeros(self.program.n_joint, np.int64)
        joint[self.places] = numbers
        moments = np.zeros((len(self.program.means), 7), np.int64)
        return {"joint": joint, "moments": moments, "differing": np.zeros(1, np.int64)}

    def races(self, differing: float, seed: int, lead: float = 0.0) -> Iterator[Iterator[tuple[int, Part]]]:
        """Runs of two rule sets that differ on a part of the deals, a third of these by whether it is played at all.

        Without a ``lead`` exchanging A and B changes no chance, so that they are equal.
        """
        rng = np.random.default_rng(seed)
        one_way = {("made", "lost"): 1 - lead, ("made", "not played"): 0.5, ("lost", "not played"): 0.25}
        other_way = {(b, a): weight for (a, b), weight in one_way.items()} | {("lost", "made"): 1 + lead}
        agreeing = {("made", "made"): 0.6, ("lost", "lost"): 0.3, ("not played", "not played"): 0.1}
        differ, agree = sum({**one_way, **other_way}.values()), 1 - differing
        chances = {kind: weight * differing / differ for kind, weight in {**one_way, **other_way}.items()}
        chances |= {kind: weight * agree for kind, weight in agreeing.items()}
        p = np.array([chances[kind] for kind in self.kinds])
        steps = np.diff([0, *looks()])
        for _ in range(RUNS):
            totals = np.cumsum([rng.multinomial(step, p / p.sum()) for step in steps], axis=0)
            yield zip(looks(), map(self.part, totals), strict=True)


def names(deals: Deals, race: Iterator[tuple[int, Part]]) -> str | None:
    for n, part in race:
        verdict = judge(deals.program, {ARMS: part}, n, "made", 1 - STATED, best_at(MOST))
        if verdict.ahead is not None:
            return verdict.ahead
    return None


def naive(deals: Deals, race: Iterator[tuple[int, Part]]) -> str | None:
    for n, part in race:
        gap = pair_estimates(deals.program, part, n, Intervals(1 - STATED), ARMS, "made")[-1]
        if gap.low is not None and gap.high is not None and (gap.low > 0 or gap.high < 0):
            return "B" if gap.low > 0 else "A"
    return None


@pytest.mark.slow
@pytest.mark.parametrize("differing", [0.1, 0.001], ids=["common", "rare"])
def test_equal_rule_sets_seldom_have_one_ahead_and_the_naive_rule_fails(differing: float) -> None:
    deals = Deals()
    decided = [names(deals, race) for race in deals.races(differing, seed=1)]
    false_winners = RUNS - decided.count(None)
    assert binomial_tail(false_winners, RUNS, STATED) > JUDGE, false_winners
    control = RUNS - [naive(deals, race) for race in deals.races(differing, seed=1)].count(None)
    assert binomial_tail(control, RUNS, STATED) < JUDGE, control


@pytest.mark.slow
def test_a_real_lead_is_found() -> None:
    deals = Deals()
    decided = [names(deals, race) for race in deals.races(0.01, seed=2, lead=0.2)]
    assert decided.count("A") == 0
    assert decided.count("B") > 0.95 * RUNS


def test_looks_are_few_and_end_where_they_should() -> None:
    seen = [*looks()]
    assert seen[:3] == [FIRST_LOOK, 2 * FIRST_LOOK, 3 * FIRST_LOOK] and seen[-1] == MOST
    assert all(n % FIRST_LOOK == 0 for n in seen) and len(seen) < 60
    assert next_look(0, 500) == 500


# runs


def until_decided(*arms: str, amount: int = 2_000_000, **more: Any) -> ExperimentSpec:
    return ExperimentSpec("compare", tuple(variants[arm] for arm in arms), 7, amount, until_decided=True, **more)


@pytest.fixture(scope="module")
def decided() -> Result:
    return run(until_decided("moscow", "kharkov", "klabor", workers=2))


@pytest.mark.slow
def test_a_run_ends_at_the_look_that_decides(decided: Result) -> None:
    verdict, done = decided.provenance["verdict"], decided.provenance["deals_done"]
    assert verdict["ahead"] in ("A", "B", "C")
    assert verdict["metric"] == "made" and verdict["deals"] == done < 2_000_000 and verdict["confidence"] == 0.95
    assert [*verdict["pairs"]] == ["B-A", "C-A", "C-B"]
    values = {arm: decided.get("made", arm=arm).value for arm in "ABC"}
    assert max(values, key=lambda arm: values[arm] or 0) == verdict["ahead"]
    for pair, ahead in verdict["pairs"].items():
        gap = decided.get("made", arm=pair)
        assert gap.method == "sequence" and gap.low is not None and gap.high is not None
        if ahead == pair[0]:
            assert gap.value is not None and gap.value > 0
        # the look before does not decide: with fewer deals at most it ends undecided
    before = done - FIRST_LOOK
    earlier = Run(replace(until_decided("moscow", "kharkov", "klabor"), ends_at=before))
    for _ in earlier:
        pass
    assert earlier.sums.units == before and earlier.decision().ahead is None


def test_every_interval_of_such_a_run_holds_at_all_looks(decided: Result) -> None:
    assert {estimate.method for estimate in decided.estimates if estimate.low is not None} == {"sequence"}
    made = decided.get("made", arm="A")
    assert made.k is not None and made.n is not None
    again = proportion_sequence(made.k, made.n, best_at=best_at(2_000_000), metric="made", group={"arm": "A"})
    assert made == again
    plain = wilson(made.k, made.n, metric="made")
    assert made.low is not None and plain.low is not None and made.low < plain.low


def test_the_other_pairs_are_those_of_their_own_comparison(decided: Result) -> None:
    done = decided.provenance["deals_done"]
    spec = ExperimentSpec("compare", (variants["kharkov"], variants["klabor"]), 7, done)
    assert decided.get("made", arm="C-B").value == run(spec).get("made", arm="B-A").value


def test_what_differs_in_nothing_is_never_decided() -> None:
    result = run(until_decided("moscow", "moscow", amount=30_000, policies=RANDOM))
    assert result.provenance["verdict"]["ahead"] is None
    assert result.provenance["deals_done"] == 30_000
    assert "made: not decided after 30,000 deals." in remarks(result.provenance)


def test_means_and_shares_of_all_deals_can_decide() -> None:
    # without bidding in round 2 more deals are passed out; with random play every deal counts in both
    spec = until_decided("moscow", "klabor", amount=200_000, headline="margin")
    assert run(spec).provenance["verdict"]["ahead"] is not None


@pytest.mark.slow
def test_stopped_gone_on_with_and_repeated_it_is_the_same(decided: Result, tmp_path: Path) -> None:
    spec = until_decided("moscow", "kharkov", "klabor", chunk=7000)
    count = iter(range(100))
    part = Run(spec, stop=lambda: next(count) > 4)
    for _ in part:
        pass
    assert 0 < part.sums.units < decided.provenance["deals_done"] and not part.finished
    part.result().save(tmp_path / "part.json")
    rest = Run.resumed(Result.load(tmp_path / "part.json"), workers=1)
    for _ in rest:
        pass
    assert identical(rest.result(), decided)
    again = ExperimentSpec.from_provenance(decided.provenance).as_done(decided.provenance["deals_done"])
    assert identical(run(again), decided)
    # a partial one can be repeated as well
    stopped = ExperimentSpec.from_provenance(part.provenance()).as_done(part.sums.units)
    assert identical(run(stopped), part.result())


def test_shares_that_differ_on_few_deals_keep_to_what_both_arms_leave_possible() -> None:
    deals = Deals()
    numbers = np.array(
        [{("made", "made"): 8000, ("lost", "lost"): 2000, ("made", "lost"): 5}.get(kind, 0) for kind in deals.kinds]
    )
    ways = Intervals(0.95, best_at=1e5)
    a, b, gap = pair_estimates(deals.program, deals.part(numbers), 10_005, ways, ARMS, "made")
    assert gap.value == pytest.approx(-5 / 10_005)
    wider = Intervals(0.975, best_at=1e5)
    low, high = (wider.share(e.k or 0, e.n or 0, metric="made", group={}) for e in (a, b))
    assert (gap.low, gap.high) == ((high.low or 0) - (low.high or 0), (high.high or 0) - (low.low or 0))


# all at once


@pytest.mark.parametrize(
    "spec", [simulate(amount=4000), simulate(amount=60, unit="matches"), compare("moscow", "klabor")]
)
def test_simultaneous_intervals_have_the_level_of_their_number(spec: ExperimentSpec) -> None:
    plain, wide = run(spec), run(replace(spec, simultaneous=True))
    members = [e for e in plain.estimates if e.low is not None and e.method != "exact"]
    assert wide.provenance["simultaneous"] == len(members) > 20
    assert [(e.metric, e.group, e.value, e.se) for e in wide.estimates] == [
        (e.metric, e.group, e.value, e.se) for e in plain.estimates
    ]
    level = family_confidence(0.95, len(members))
    if spec.unit == "deals":
        arm = {} if spec.kind == "simulate" else {"arm": "A"}
        made, margin = wide.get("made", **arm), wide.get("margin", **arm)
        assert made == wilson(made.k or 0, made.n or 0, level, metric="made", group=arm)
        assert margin.se is not None and margin.value is not None and margin.high is not None
        assert margin.high - margin.value > 1.5 * 1.96 * margin.se
    assert any("hold all at once" in line for line in remarks(wide.provenance))


def test_a_precision_counts_the_wide_interval() -> None:
    spec = simulate(amount=None, precision=0.01, simultaneous=True)  # type: ignore[arg-type]
    wide, plain = run(spec), run(replace(spec, simultaneous=False))
    assert wide.provenance["deals_done"] > plain.provenance["deals_done"]
    made = wide.get("made")
    assert made.high is not None and made.low is not None and (made.high - made.low) / 2 < 0.01


# what pairing is worth


def test_unpaired_deals_are_those_of_the_two_errors() -> None:
    result = run(compare("moscow", "kharkov", amount=20_000))
    needed = result.provenance["unpaired_deals"]["B-A"]
    for metric in ("made", "margin"):
        a, b, gap = (result.get(metric, arm=arm).se for arm in ("A", "B", "B-A"))
        assert a and b and gap
        assert needed[metric] == pytest.approx(20_000 * (a * a + b * b) / (gap * gap), rel=0.01)
        assert needed[metric] > 40_000
    lines = remarks(result.provenance)
    assert any(f"would need {needed['made']:,} deals" in line for line in lines)


# the command


def call(*args: str) -> Any:
    return CliRunner().invoke(cli, [*args, "--seed", "7"])


FEW = ("--bidding", "random", "--play", "random", "--deals", "2000")


def test_the_command_says_who_is_ahead_and_shows_deals() -> None:
    done = call(
        "compare",
        "moscow",
        "moscow+overtrump=never",
        "--bidding",
        "always",
        "--play",
        "random",
        "--until-decided",
        "--headline",
        "margin",
        "--max-deals",
        "300k",
        "--show",
        "2",
    )
    assert done.exit_code == 0, done.output
    assert re.search(r"margin: (A|B) ahead, decided after [\d,]+ deals\.|margin: not decided after", done.stdout)
    first = re.search(r"First deals whose outcome differs, B-A: (\d+), (\d+)", done.stdout)
    assert first is not None
    shown = re.findall(r"^deal (\d+) under (\w)", done.stdout, re.MULTILINE)
    assert shown == [(first[1], "A"), (first[1], "B"), (first[2], "A"), (first[2], "B")]
    commands = re.search(r"To see one: (.*); (.*)", done.stdout)
    assert commands is not None
    pages = [CliRunner().invoke(cli, command.split()[1:]).stdout for command in commands.groups()]
    assert all(page in done.stdout for page in pages) and pages[0] != pages[1]


def test_what_the_deals_cannot_tell_is_called_that() -> None:
    done = call("compare", "moscow", "kharkov", *FEW)
    rows = [line for line in done.stdout.splitlines() if line.startswith(("all pass", "margin  "))]
    assert rows and "not resolved" in rows[0]
    data = json.loads(call("compare", "moscow", "kharkov", *FEW, "--format", "json").stdout)
    marked = sum("not resolved" in line for line in done.stdout.splitlines())
    within = [
        e
        for e in data["estimates"]
        if e["unit"] != "proportion"
        and "-" in e["group"]["arm"]
        and e["low"] is not None
        and e["low"] <= 0 <= e["high"]
    ]
    assert marked == len(within) > 0


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["compare", "moscow", "three", "--until-decided"], "until decided: the rule sets have different numbers"),
        (["compare", "moscow", "klabor", "--until-decided", "--deals", "5"], "--deals and --until-decided"),
        (["compare", "moscow", "klabor", "--until-decided", "--precision", "1%"], "leave out the precision"),
        (["compare", "moscow", "klabor", "--until-decided", "--one-at-a-time"], "leave out one at a time"),
        (["compare", "moscow", "klabor", "--until-decided", "--reduce", "seats"], "leave one of them out"),
        (["compare", "moscow", "klabor", "--show", "1", "--format", "json"], "--show goes with a table"),
        (["compare", "moscow", "three", "--show", "1"], "--show: the rule sets do not play the same deals"),
        (["simulate", "--until-decided"], "No such option"),
    ],
)
def test_bad_input_is_one_line(args: list[str], message: str) -> None:
    done = call(*args)
    assert done.exit_code == 2
    assert message in done.stderr
    assert done.stdout == ""


def test_only_a_comparison_decides() -> None:
    with pytest.raises(UserError, match="only a comparison has somebody ahead"):
        replace(simulate(), until_decided=True)
