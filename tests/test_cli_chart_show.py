"""``debertz chart show`` and ``query`` as a user types them."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

from debertz_sim.charts.show import first_round
from debertz_sim.cli.main import cli
from debertz_sim.policies.charted import Chart
from debertz_sim.policies.registry import seating
from debertz_sim.report.chart_texts import CHART_TEXTS
from tests.chart_tools import chart_of_passes, kept

HAND = ("--hand", "As Js 9s Kc 8d 7h", "--upcard", "Ts")


def run(*args: str) -> Result:
    return CliRunner().invoke(cli, ["chart", *args])


def good(*args: str) -> str:
    result = run(*args)
    assert result.exit_code == 0, result.output
    return result.stdout


def bad(*args: str) -> str:
    """The one line of a run that ends with exit code 2."""
    result = run(*args)
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    return line


def table(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def three_trumps(rules: str = "moscow", objective: str = "points") -> Chart:
    """It plays in round 1 with three trumps or more."""
    chart = chart_of_passes(rules, objective)
    chart.calls[:2] = np.bitwise_count(first_round(True)[0]) >= 3
    return chart


@pytest.fixture(scope="module")
def charts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("charts")
    four = three_trumps("kharkov")
    four.calls[0] = np.bitwise_count(first_round(True)[0]) >= 4
    return {
        "moscow": kept(three_trumps(), folder, "moscow.npz"),
        "kharkov": kept(four, folder, "kharkov.npz"),
        "one": kept(three_trumps("one-deal", "kush"), folder, "one.npz"),
    }


def test_query_in_every_form(charts: dict[str, str], tmp_path: Path) -> None:
    answer = json.loads(good("query", charts["moscow"], *HAND, "--format", "json"))
    assert answer["provenance"]["command"].startswith("debertz chart query")
    rows = answer["answers"]
    assert [(row["seat"], row["round"], row["call"], row["suit"]) for row in rows] == [
        ("forehand", 1, "play", "s"),
        ("dealer", 1, "play", "s"),
        ("forehand", 2, "pass", None),
        ("dealer", 2, "pass", None),
    ]
    assert {"lead": rows[0]["lead"], "close": rows[0]["close"]} == {"lead": pytest.approx(10, abs=0.29), "close": False}
    as_csv = table(good("query", charts["moscow"], *HAND, "--format", "csv"))
    assert [row["call"] for row in as_csv] == [row["call"] for row in rows]
    said = good("query", charts["moscow"], *HAND, "--seat", "dealer", "--round", "1")
    assert re.search(r"As Js 9s Kc 8d 7h +Ts +dealer, round 1 +play ♠ +\+\d+\.\d +\[", said)
    assert "forehand" not in said
    assert "| play ♠ |" in good("query", charts["moscow"], *HAND, "--format", "markdown")
    many = tmp_path / "hands.csv"
    many.write_text("hand,upcard\nAs Js 9s Kc 8d 7h,Ts\nAs Ks Qc Jc 8d 7h,7s\n")
    assert len(table(good("query", charts["moscow"], "--hands", str(many), "--format", "csv"))) == 8


def test_maps_in_every_form(charts: dict[str, str], tmp_path: Path) -> None:
    answer = json.loads(good("show", charts["moscow"], "--decision", "forehand_1", "--format", "json"))
    assert {cell["decision"] for cell in answer["cells"]} == {"forehand_1"}
    assert {cell["played"] for cell in answer["cells"] if cell["trumps"].startswith("3")} == {1.0}
    assert (
        table(good("show", charts["moscow"], "--decision", "forehand_1", "--format", "csv"))[0]["trumps"] == "5+: J 9"
    )
    said = good("show", charts["moscow"], "--upcard", "J")
    assert said.count("3: J 9") >= 4
    assert "4,096 deals, seed 11" in said
    for name in ("maps.png", "maps.svg", "page.html", "cells.csv", "cells.parquet"):
        asked = ("--decision", "dealer_1", "--seed", "7", "--out", str(tmp_path / name))
        assert run("show", charts["moscow"], *asked).exit_code == 0
        assert (tmp_path / name).stat().st_size > 1000
    page = (tmp_path / "page.html").read_text()
    assert page.count("<img") == 1
    assert "Forehand against dealer" in page
    assert "exists already" in bad("show", charts["moscow"], "--out", str(tmp_path / "maps.png"))


def test_surprises(charts: dict[str, str]) -> None:
    first, again = (
        json.loads(good("show", charts["moscow"], "--surprising", "4", "--seed", "7", "--format", "json"))
        for _ in range(2)
    )
    assert first["surprises"] == again["surprises"]
    assert len(first["surprises"]) == 4
    for row in first["surprises"]:
        assert row["low"] > 0
        assert row["call"] != row["other"]
        assert row["outcome"] in ("made", "baid", "hanging_baid", "all_pass")
    said = good("show", charts["moscow"], "--surprising", "4", "--against", "never", "--seed", "7")
    assert "Surprising bids" in said
    assert "Surprising passes" not in said  # never passes where the other does not
    rows = table(good("show", charts["moscow"], "--surprising", "4", "--seed", "7", "--format", "csv"))
    assert [row["hand"] for row in rows] == [row["hand"] for row in first["surprises"]]


def test_charts_against_each_other(charts: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "deals.json"
    more = ("--deals", "2000", "--seed", "3")
    good("show", charts["moscow"], "--against", charts["kharkov"], *more, "--workers", "1", "--out", str(path))
    answer = json.loads(path.read_text())
    assert answer["format"] == "debertz-result/1"
    by_metric = {its["metric"]: its for its in answer["estimates"]}
    assert 0 < by_metric["deals_differ"]["value"] < 0.05
    assert by_metric["deals_differ"]["n"] == 2000
    assert answer["calls"]["decisions"][0]["differ"] > 0
    assert answer["calls"]["decisions"][1]["differ"] == 0
    repeated = CliRunner().invoke(cli, ["rerun", str(path), "--workers", "2", "--quiet"])
    assert repeated.output.startswith("identical"), repeated.output
    said = good("show", charts["moscow"], "--against", charts["kharkov"], *more)
    assert "In no class can these deals tell the two rule sets apart" in said
    assert good("show", charts["moscow"], "--against", charts["kharkov"], *more, "--workers", "2") == said
    columns = tmp_path / "classes.parquet"
    good("show", charts["moscow"], "--against", charts["kharkov"], *more, "--out", str(columns))
    assert columns.stat().st_size > 1000


def test_the_bidding_that_learning_began_with_may_be_gone(charts: dict[str, str], tmp_path: Path) -> None:
    def began_with(play: str) -> str:
        policies = seating(2, "rules", play).describe() | {"bidding": ["chart:gone.npz/1234"] * 2}
        source = {"policies": policies, "options": {}}
        return kept(chart_of_passes("kharkov", provenance=source), tmp_path, f"{play[:6]}.npz")

    more = ("--deals", "10", "--seed", "3")
    good("show", charts["moscow"], "--against", began_with("greedy"), *more)
    assert "gone.npz" in bad("show", began_with("rollout:2"), "--against", charts["moscow"], *more)


def test_charts_of_other_units_are_compared_by_calls(charts: dict[str, str]) -> None:
    said = good("show", charts["moscow"], "--against", charts["one"])
    assert "Only calls are compared: they count in different units." in said
    answer = json.loads(good("show", charts["moscow"], "--against", charts["one"], "--format", "json"))
    assert [row["differ"] for row in answer["decisions"]] == [0, 0, 0, 0]


def test_forehand_against_dealer(charts: dict[str, str]) -> None:
    answer = json.loads(good("show", charts["kharkov"], "--forehand-dealer", "--format", "json", "--top", "3"))
    assert answer["rounds"][0]["only_dealer"] > 0 == answer["rounds"][0]["only_forehand"]
    assert len(answer["classes"]) == 3
    assert answer["estimates"][0]["n"] == 4096


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("shwo",), "did you mean show?"),
        (("query", "moscw"), "give --hand and --upcard, or --hands FILE"),
        (("query", "@", "--hand", "As"), "give --hand and --upcard"),
        (("query", "@", "--hand", "As Js", "--upcard", "Ts"), "cards written: 2, needed: 6"),
        (("query", "@", *HAND, "--hands", "x.csv"), "leave out --hand and --upcard"),
        (("query", "@", "--hands", "nowhere.csv"), "nowhere.csv: cannot be read"),
        (("query", "nowhere.npz", *HAND), "there is no such file"),
        (("show", "@", "--upcard", "1"), "is no rank; ranks are 7 8 9 T J Q K A"),
        (("show", "@", "--decision", "forehand"), "forehand_1"),
        (("show", "@", "--forehand-dealer", "--surprising", "3"), "give one of them"),
        (("show", "@", "--forehand-dealer", "--upcard", "J"), "it is for the maps"),
        (("show", "@", "--deals", "10"), "give --against CHART"),
        (("show", "@", "--play", "rules"), "give --surprising N"),
        (("show", "@", "--surprising", "3", "--against", "nobody", "--seed", "1"), "unknown bidding policy 'nobody'"),
        (("show", "@", "--against", "nobody.npz"), "there is no such file"),
        (("show", "@", "--against", "@one", "--deals", "10"), "they count in different units"),
        (("show", "@", "--surprising", "3", "--out", "x.png"), "unknown ending '.png'"),
    ],
)
def test_wrong_usage_is_one_line(charts: dict[str, str], args: tuple[str, ...], said: str) -> None:
    names = {"@": charts["moscow"], "@one": charts["one"]}
    assert said in bad(*(names.get(word, word) for word in args))


# --- languages ---

LATIN = re.compile(r"[A-Za-z]{3,}")
CYRILLIC = re.compile("[А-Яа-яЁёІіЇїЄє]")
NAMES = {"moscow", "kharkov", "rules", "greedy", "npz", "tmp", "one"}


def test_every_text_has_all_languages_and_is_used() -> None:
    source = "".join(file.read_text("utf-8") for file in (Path(__file__).parents[1] / "debertz_sim").rglob("*.py"))
    for key, (english, *others) in CHART_TEXTS.items():
        assert not CYRILLIC.search(english), key
        for words in others:
            assert words.count("{}") == english.count("{}"), key
            assert CYRILLIC.search(words) or not LATIN.search(english), key
            assert not LATIN.search(words), key
        stem = key.removeprefix("why_")
        assert len(re.findall(f"[\"']{re.escape(stem)}[\"']", source)) >= 1 + (stem == key), f"{key} is nowhere used"


@pytest.mark.parametrize("lang", ["ru", "uk"])
def test_views_are_in_one_language(charts: dict[str, str], lang: str) -> None:
    views: list[tuple[Any, ...]] = [
        ("query", charts["moscow"], *HAND),
        ("show", charts["moscow"]),
        ("show", charts["moscow"], "--surprising", "4", "--seed", "7"),
        ("show", charts["moscow"], "--against", charts["kharkov"], "--deals", "1000", "--seed", "3"),
        ("show", charts["moscow"], "--against", charts["one"]),
        ("show", charts["kharkov"], "--forehand-dealer"),
    ]
    for view in views:
        said = good(*view, "--lang", lang)
        for path in charts.values():
            said = said.replace(path, "")
        said = re.sub(r"\b[2-9TJQKA][scdh]\b", "", said)
        assert set(LATIN.findall(said)) <= NAMES, view
        assert not re.search(r"\d\.\d", said), view
