"""Fitting small rules: the fast sums say what strategies are worth, and what is found is the best near by."""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

from debertz_sim.charts.check import Sums, gains_of, worth_of
from debertz_sim.charts.fits import N_COUNTS, Values, best_enough, climb, worth_by_enough
from debertz_sim.charts.game import crew, rows_of
from debertz_sim.charts.judge import Figure, contrasts_of, cost_contrasts, game_of, judge
from debertz_sim.charts.spec import BuildSpec
from debertz_sim.charts.trees import Grower
from debertz_sim.equilibrium.leaves import N_SIDES
from debertz_sim.equilibrium.stakes import N_SECOND, UPCARD_SUIT
from debertz_sim.equilibrium.tell import N_SUMS, S_DEALS, S_ELSEWHERE, S_PLAY, S_SECOND
from debertz_sim.errors import UserError
from debertz_sim.kernels.classes import N_CLASSES
from debertz_sim.policies.charted import Chart, load, save, shipped
from debertz_sim.policies.registry import seating
from debertz_sim.policies.rule_book import COUNT, COUNT_ENOUGH, RULES, TREE, Rule
from debertz_sim.policies.rule_forms import PASSES, PLAYS, TREE_ENOUGH, Node, count_of, questions, tables, tree_count
from debertz_sim.policies.rule_hands import holdings
from debertz_sim.variants import variants

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scripts"))
import bidding_tables
import fit_rules


@pytest.fixture(scope="module")
def sums() -> Sums:
    """Sums as a made-up game would give them: good hands gain by playing, with noise."""
    draw = np.random.default_rng(3)
    strong = [RULES["count"].count(holding) - 11 for holding in holdings()]
    seats = []
    for _ in range(N_SIDES):
        own = np.zeros((N_CLASSES, N_SUMS))
        own[:, S_DEALS] = draw.integers(1, 50, N_CLASSES)

        def noisy(worth: NDArray[np.float64], deals: NDArray[np.float64] = own[:, S_DEALS]) -> NDArray[np.float64]:
            return np.asarray(deals * worth + draw.normal(0, 3, N_CLASSES) * np.sqrt(deals))

        own[:, S_PLAY] = noisy(strong[0])
        own[:, S_ELSEWHERE] = noisy(np.full(N_CLASSES, -1.0))
        for slot in range(3):
            own[:, S_SECOND + slot] = noisy(0.5 * strong[1 + slot])
        own[:, S_SECOND + UPCARD_SUIT] = 0
        own[:, S_SECOND + N_SECOND - 1] = noisy(np.zeros(N_CLASSES))
        seats.append(own)
    return Sums(1000, (seats[0], seats[1]), 0.0, 0.0)


@pytest.fixture(scope="module")
def values(sums: Sums) -> Values:
    return Values.of(sums)


def rule_worth(sums: Sums, its: Rule) -> list[float]:
    rows = rows_of(its.calls)
    return [worth_of(sums, seat, rows[seat]) for seat in range(N_SIDES)]


@pytest.mark.parametrize("enough", [COUNT_ENOUGH, (9, 14, 11, 15), (0, 127, 128, 1)])
def test_worth_by_enough_is_what_the_strategy_is_worth(
    sums: Sums, values: Values, enough: tuple[int, int, int, int]
) -> None:
    its = Rule("x", "", "", lambda hand: np.maximum(count_of(COUNT)(hand), 0), enough)
    for seat, expected in enumerate(rule_worth(sums, its)):
        found = worth_by_enough(values, seat, tables(COUNT))
        assert found.shape == (N_COUNTS + 1, N_COUNTS + 1)
        assert found[enough[seat], enough[2 + seat]] == pytest.approx(expected, abs=1e-9)


def test_best_enough_is_the_best_of_all(values: Values) -> None:
    worth, enough = best_enough(values, tables(COUNT))
    tried = [worth_by_enough(values, seat, tables(COUNT)) for seat in range(N_SIDES)]
    assert worth == pytest.approx(sum(float(each.max()) for each in tried))
    assert worth == pytest.approx(sum(float(tried[seat][enough[seat], enough[2 + seat]]) for seat in range(N_SIDES)))


def test_climbing_finds_the_top_of_a_hill_and_keeps_bounds() -> None:
    def hill(numbers: dict[str, int]) -> float:
        return -((numbers["a"] + numbers["b"] - 9) ** 2) - 0.1 * (numbers["a"] - 7) ** 2 - numbers["c"]

    best, worth = climb({"a": 0, "b": 0, "c": 3}, hill, {"c": -2})
    assert (best, worth) == ({"a": 7, "b": 2, "c": -2}, 2.0)


def test_no_single_change_gains_on_what_was_found(values: Values) -> None:
    def worth(numbers: dict[str, int]) -> float:
        return best_enough(values, tables(COUNT | numbers))[0]

    spoiled = {"jack": COUNT["jack"] - 2, "ace": COUNT["ace"] + 2}
    numbers, most = climb(spoiled, worth, {})
    assert most == worth(numbers) > worth(spoiled)
    for name, number in numbers.items():
        assert all(worth(numbers | {name: number + step}) <= most for step in (-2, -1, 1, 2) if number + step >= 0)


def test_a_trees_state_is_what_its_rule_is_worth(sums: Sums, values: Values) -> None:
    grower = Grower(values)
    its = Rule("x", "", "", tree_count(TREE), TREE_ENOUGH)
    assert grower.state(TREE).worth == pytest.approx(sum(rule_worth(sums, its)), abs=1e-9)


def test_trees_gain_by_growing_and_by_polishing(values: Values) -> None:
    grower, told = Grower(values), []
    tree = grower.grow(3, lambda size, worth: told.append((size, worth)))
    assert [size for size, _ in told] == [1, 2, 3]
    assert len(questions(tree)) == 3
    assert told[0][1] > grower.state(0).worth
    assert told[-1][1] == pytest.approx(grower.state(tree).worth)
    poor = Node("trumps", 2, yes=PLAYS, no=PASSES)
    polished = grower.polish(poor, rounds=1)
    assert grower.state(polished).worth > grower.state(poor).worth
    assert len(questions(polished)) == 1


@pytest.fixture(scope="module")
def chart(tmp_path_factory: pytest.TempPathFactory) -> Chart:
    spec = BuildSpec(variants["moscow"], seating(2, play="greedy"), "points", 4096, 1024, 5)
    return bidding_tables.built_chart(spec, "small", tmp_path_factory.mktemp("chart") / "part.npz", 2)


@pytest.fixture(scope="module")
def file(chart: Chart, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("chart") / "small.npz"
    save(chart, path)
    return str(path)


def test_costs_are_differences_on_the_same_deals(chart: Chart) -> None:
    game, value = game_of(chart)
    assert (game.rules, game.objective) == (variants["moscow"], "points")
    rows = rows_of(chart.calls)
    profiles, contrasts = cost_contrasts({"itself": rows, "never": game.style("never")}, rows)
    found: dict[str, Figure] = {}
    for workers in (1, 2):
        with crew(workers) as threads:
            again = contrasts_of(game, threads, profiles, contrasts, value, 9, 5000)
        assert found in ({}, again)
        found = again
    for place in ("forehand", "dealer", "mean"):
        assert found[f"itself cost {place}"] == Figure(0.0, 0.0, 5000)
    cost = [found[f"never cost {place}"].value for place in ("forehand", "dealer", "mean")]
    assert cost[0] + cost[1] == pytest.approx(2 * cost[2])
    with crew(2) as threads:
        gains = gains_of(game, threads, rows, game.style("never"), value, 9, 5000)
    assert (-gains.mean[0], -gains.mean[1]) == pytest.approx(cost[:2], abs=1e-4)
    assert found["never cost forehand"].se == pytest.approx(gains.se[0], rel=1e-3)
    low, high = found["never cost mean"].interval()
    assert high - cost[2] == pytest.approx(1.96 * found["never cost mean"].se, rel=1e-3)
    assert low < cost[2]


def test_replies_look_better_on_their_own_deals(chart: Chart) -> None:
    game, value = game_of(chart)
    with crew(2) as threads:
        styles = {"four": rows_of(RULES["four-trumps"].calls)}
        judged = judge(game, threads, styles, rows_of(chart.calls), value, 11, 4000, 4000)["four"]
    assert judged.exposed_in_sample > judged.exposed[2].value
    assert judged.exposed[2].value < judged.exposed_mean < judged.exposed_in_sample
    assert judged.cost[2].deals == 4000


def test_charts_that_do_not_say_how_they_were_built_are_refused(chart: Chart) -> None:
    about = {key: value for key, value in chart.about.items() if key != "provenance"}
    with pytest.raises(UserError, match="does not say how it was built"):
        game_of(Chart(chart.name, chart.calls, chart.leads, chart.errors, about))


def test_the_fitting_script_at_reduced_size(file: str) -> None:
    args = ["--chart", file, "--deals", "3000", "--tested", "2000", "--questions", "2", "--polish", "0"]
    first, second = (CliRunner().invoke(fit_rules.main, args) for _ in range(2))
    assert first.exit_code == 0, first.output
    assert first.output == second.output
    assert "without it" in first.output
    assert "2,000 other deals" in first.output


def test_the_tables_script_at_reduced_size(file: str, tmp_path: Path) -> None:
    charts = [word for name in bidding_tables.TABLES for word in ("--chart", f"{name}={file}")]
    args = [*charts, "--share", "0.002", "--rule", "rule:count", "--out", str(tmp_path)]
    result = CliRunner().invoke(bidding_tables.main, args, catch_exceptions=False)
    assert result.exit_code == 0
    lines = (tmp_path / "frequencies.csv").read_text(encoding="utf-8").splitlines()
    cells = [dict(zip(lines[0].split(","), line.split(","), strict=False)) for line in lines[1:]]
    plays = [
        each
        for each in cells
        if each["of"] == "kharkov" and ("plays" in each["metric"] or each["metric"] == "all pass")
    ]
    assert sum(float(each["value"]) for each in plays) == pytest.approx(1)
    assert {each["of"] for each in cells} == set(bidding_tables.TABLES)
    obliged = [each for each in cells if (each["of"], each["metric"]) == ("obliged", "all pass")]
    assert float(obliged[0]["value"]) == 0
    page = (tmp_path / "rules.md").read_text(encoding="utf-8")
    assert "rule:count" in page
    assert "rule:tree" not in page
    assert "seed" in page
    again = CliRunner().invoke(bidding_tables.main, args)
    assert again.exit_code != 0  # an existing file stays


PUBLISHED = bidding_tables.HERE / "rules.csv"


@pytest.mark.compiled
@pytest.mark.skipif("moscow" not in shipped() or not PUBLISHED.exists(), reason="the tables are not made yet")
@pytest.mark.parametrize("name", ["rule:count", "rule:jack-and-two"])
def test_published_costs_come_out_again_on_other_deals(name: str) -> None:
    with PUBLISHED.open(encoding="utf-8", newline="") as lines:
        rows = [row for row in csv.DictReader(lines) if row["of"] == name]
    chart = load("moscow")
    game, value = game_of(chart)
    own = rows_of(RULES[name.removeprefix("rule:")].calls)
    profiles, contrasts = cost_contrasts({"x": own}, rows_of(chart.calls))
    with crew(2) as threads:
        found = contrasts_of(game, threads, profiles, contrasts, value, 77, 20_000)
    for place in ("forehand", "dealer", "mean"):
        row = next(row for row in rows if row["metric"] == f"cost, {place}")
        error = (float(row["high"]) - float(row["low"])) / 2 / 1.96
        figure = found[f"x cost {place}"]
        assert abs(figure.value - float(row["value"])) < 4 * float(np.hypot(figure.se, error))
