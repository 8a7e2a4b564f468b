"""Results: JSON and files round trip, provenance, tables and figures."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
import math
import re
import struct
import subprocess
import sys
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from debertz_sim import provenance
from debertz_sim.errors import UserError
from debertz_sim.report import figures, labels, tables
from debertz_sim.results import Result, ResultFormatError, first_difference, identical
from debertz_sim.stats import (
    NUMBER,
    PERCENTAGE_POINTS,
    POINTS,
    Estimate,
    cross_sums,
    exact,
    normal_mean,
    paired_difference,
    ratio_sums,
    wilson,
)

HEAVY = ("numba", "pandas", "matplotlib", "rich", "pyarrow", "scipy")

# The metrics that the interface page names, and those of matches.
METRICS = """
any_sequence best_is_terts best_is_fifty sequence_points sequences_count run_at_least bella
bella_and_sequence four_of_a_kind redeal_right nobody_has_sequence exactly_one_has_sequence several_have_sequence
sequence_winner sequence_decided_by sequence_points_scored all_pass instant_win played_in_round declarer_seat made
baid hanging_baid terts_held fifty_held bella_held sequence_scored declarer_points defender_points margin
margin_histogram seven_exchanged no_trick second_hanging_in_row declarer_written defender_written match_length
match_won baids_per_match hanging_baids_per_match pot_burned early_claim extra_deal unfinished match_payoff
outcome_differs best_probability points_to_beat margin_to_beat passive_dealer_written four_held four_scored
both_rounds_won deciding_round first_round_winner_wins deciding_deals pot_burned_points
"""


def sample_provenance(**changes: Any) -> dict[str, Any]:
    made = provenance.record(
        command="debertz simulate --deals 1000 --seed 7",
        rules={"name": "moscow", "target": 501},
        rules_hash="0123abcd",
        seed=7,
        stream="1",
        deals_requested=1000,
        deals_done=1000,
        partial=False,
        policies={"bidding": ["rules/1", "rules/1"], "play": ["rules/1", "greedy/1"]},
        started=datetime(2024, 5, 1, 12, tzinfo=UTC),
        seconds=1.23456,
        workers=2,
        kernel_hash="feed",
    )
    return made | changes


def sample_result() -> Result:
    estimates = [
        wilson(563, 1000, metric="made"),
        wilson(310, 560, metric="made", group={"round": 2}),
        wilson(0, 0, metric="redeal_right", group={"kind": "four_sevens"}),
        normal_mean(12_000, 900_000, 1000, metric="margin"),
        exact(Fraction(12, 155), metric="bella"),
        exact(Fraction(297, 31), metric="sequence_points_scored", group={"seat": "dealer"}, unit=POINTS),
    ]
    return Result(tuple(estimates), sample_provenance())


def comparison() -> Result:
    rng = np.random.default_rng(2)
    one, a = np.ones(1000, int), rng.random(1000) < 0.56
    b = a ^ (rng.random(1000) < 0.05)
    cross = cross_sums(a, one, b, one)
    difference = paired_difference(
        ratio_sums(a, one), ratio_sums(b, one), cross, 1000, metric="made", group={"arm": "B-A"}, unit=PERCENTAGE_POINTS
    )
    estimates = [
        wilson(int(a.sum()), 1000, metric="made", group={"arm": "A"}),
        wilson(int(b.sum()), 1000, metric="made", group={"arm": "B"}),
        difference,
        wilson(int((a ^ b).sum()), 1000, metric="outcome_differs", group={"arm": "B-A"}),
    ]
    return Result(tuple(estimates), sample_provenance(arms={"A": "moscow", "B": "kharkov"}))


# --- JSON ---


def test_json_round_trip() -> None:
    result = sample_result()
    again = Result.from_json(result.to_json())
    assert again.estimates == result.estimates
    assert again.provenance == result.provenance
    assert [e.unit for e in again.estimates] == [e.unit for e in result.estimates]
    assert again.to_json() == result.to_json()
    assert Result.from_json(Result((), {}).to_json()).estimates == ()


def test_json_has_the_agreed_keys() -> None:
    data = json.loads(sample_result().to_json())
    assert list(data) == ["format", "provenance", "estimates"]
    assert data["format"] == "debertz-result/1"
    agreed = ["metric", "group", "value", "low", "high", "se", "n", "k", "method", "fraction"]
    assert list(data["estimates"][0])[: len(agreed)] == agreed


@given(st.tuples(*[st.floats(allow_nan=False, allow_infinity=False)] * 4))
def test_json_keeps_every_bit(numbers: tuple[float, float, float, float]) -> None:
    value, low, high, se = numbers
    estimate = Estimate("m", {"ключ": "значение"}, value, low, high, se, 1, None, "normal")
    (again,) = Result.from_json(Result((estimate,), {}).to_json()).estimates
    read = (again.value, again.low, again.high, again.se)
    assert struct.pack("4d", *numbers) == struct.pack("4d", *read)


def test_nan_is_neither_written_nor_read() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        Result((), {"seconds": math.nan}).to_json()
    text = sample_result().to_json().replace("0.563", "NaN")
    with pytest.raises(ResultFormatError, match="NaN is not a number of JSON"):
        Result.from_json(text)


def test_truncated_file_is_one_line() -> None:
    text = sample_result().to_json().rstrip()
    for length in range(0, len(text), 7):
        with pytest.raises(ResultFormatError) as caught:
            Result.from_json(text[:length])
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"format": "debertz-result/2"}', "newer than debertz-result/1"),
        ('{"format": "debertz-deal/1"}', "format is 'debertz-deal/1', must be"),
        ('{"format": "debertz-result/x"}', "must be"),
        ("{}", "format is None"),
        ("[1]", "format is None"),
        ("[" * 100_000, "brackets nested too deep"),
        ("9" * 5000, "a number of too many digits"),
        ('{"format": "debertz-result/1", "provenance": {}}', "'estimates' a list"),
        ('{"format": "debertz-result/1", "provenance": {}, "estimates": [3]}', "estimate 0 is 3"),
        ('{"format": "debertz-result/1", "provenance": {}, "estimates": [{"metric": "m"}]}', "estimate 0: estimate m"),
    ],
)
def test_what_is_no_result_is_refused(text: str, message: str) -> None:
    with pytest.raises(ResultFormatError, match=message) as caught:
        Result.from_json(text)
    assert isinstance(caught.value, UserError)
    assert isinstance(caught.value, ValueError)
    assert "\n" not in str(caught.value)


def test_later_fields_are_ignored_and_missing_units_inferred() -> None:
    data = json.loads(sample_result().to_json())
    data["later"] = 1
    for item in data["estimates"]:
        del item["unit"]
        item["later"] = {}
    again = Result.from_json(json.dumps(data))
    assert again.estimates == sample_result().estimates
    assert again.get("made").unit == "proportion"


# --- comparing, looking up, showing ---


def test_identical_ignores_where_and_when() -> None:
    result = sample_result()
    elsewhere = Result(result.estimates, sample_provenance(seconds=9.0, workers=8, git=None))
    assert identical(result, elsewhere)
    assert identical(result, Result.from_json(result.to_json()))


def test_identical_sees_the_last_bit() -> None:
    result = sample_result()
    first = result.estimates[0]
    assert first.value is not None
    for change in ({"value": math.nextafter(first.value, 1)}, {"k": 564}, {"group": {"round": 1}}, {"metric": "baid"}):
        changed = dataclasses.replace(first, **change)
        other = Result((changed, *result.estimates[1:]), result.provenance)
        assert not identical(result, other)
        assert "made {}: 0.563" in str(first_difference(result, other))
    assert not identical(result, Result(result.estimates[:-1], result.provenance))


def test_identical_compares_rows() -> None:
    rows = {"deal": np.arange(3), "margin": np.array([5, -2, 0])}
    base = Result((), {}, rows)
    assert identical(base, Result((), {}, {name: column.copy() for name, column in rows.items()}))
    assert identical(base, Result((), {}))
    assert first_difference(base, Result((), {}, rows | {"margin": np.array([5, -2, 1])})) == "rows: column margin"
    assert not identical(base, Result((), {}, {"deal": rows["deal"]}))
    assert not identical(base, Result((), {}, {name: column[:2] for name, column in rows.items()}))


def test_get() -> None:
    result = sample_result()
    assert result.get("made", round=2).k == 310
    with pytest.raises(KeyError, match=r"\{'round': 2\}"):
        result.get("made", round=3)
    with pytest.raises(KeyError, match="margin"):
        result.get("nonsense")


def test_frames() -> None:
    pandas = pytest.importorskip("pandas")
    frame = sample_result().to_frame()
    assert list(frame.metric[:2]) == ["made", "made"]
    assert frame.n.dtype == "Int64"
    assert frame.value.dtype == float
    assert frame["round"][1] == 2
    assert pandas.isna(frame.n[4])
    rows = Result((), {}, {"deal": np.arange(3)}).rows_frame()
    assert rows.deal.tolist() == [0, 1, 2]
    with pytest.raises(UserError, match="no rows"):
        sample_result().rows_frame()
    assert Result((), {}).to_frame().empty


def test_representations() -> None:
    result = sample_result()
    assert repr(result) == ("<Result of 'debertz simulate --deals 1000 --seed 7': 6 estimates, deals=1000, seed=7>")
    assert "56.3 %" in str(result)
    page = Result(result.estimates, sample_provenance(rules={"name": "<b>"}))._repr_html_()
    assert page.startswith("<table>")
    assert "&lt;b&gt;" in page
    assert "<b>" not in page


@pytest.mark.parametrize("ending", ["json", "csv", "parquet", "md"])
def test_save(tmp_path: Path, ending: str) -> None:
    result, path = sample_result(), tmp_path / f"result.{ending}"
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    result.save(path)
    if ending == "json":
        assert identical(Result.load(path), result)
    elif ending == "csv":
        rows = list(csv.DictReader(path.read_text("utf-8").splitlines()))
        assert [float(row["low"]) if row["low"] else None for row in rows] == [e.low for e in result.estimates]
        assert [row["round"] for row in rows] == ["", "2", "", "", "", ""]
    elif ending == "parquet":
        table = pytest.importorskip("pyarrow.parquet").read_table(path)
        assert table.column("value").to_pylist() == [e.value for e in result.estimates]
        assert json.loads(table.schema.metadata[b"debertz-result"]) == result.provenance
    else:
        assert path.read_text(encoding="utf-8").startswith("| metric | for | value |")
    with pytest.raises(UserError, match="exists already"):
        result.save(path)


def test_save_rows(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    Result((), {"seed": 7}, {"deal": np.arange(3)}).save_rows(tmp_path / "rows.parquet")
    assert parquet.read_table(tmp_path / "rows.parquet").to_pydict() == {"deal": [0, 1, 2]}
    with pytest.raises(UserError, match="no rows"):
        sample_result().save_rows(tmp_path / "none.parquet")


def test_load_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "half.json").write_text('{"format": "debertz-res')
    (tmp_path / "picture.json").write_bytes(b"\x89PNG\xff")
    for name in ("half.json", "picture.json", "missing.json"):
        with pytest.raises(UserError, match=name) as caught:
            Result.load(tmp_path / name)
        assert "\n" not in str(caught.value)


# --- provenance ---


def test_provenance_has_the_agreed_keys() -> None:
    found = sample_provenance()
    agreed = """command version kernel_hash git python numba numpy rules rules_hash seed stream deals_requested
    deals_done partial policies started seconds workers confidence"""
    assert list(found) == agreed.split()
    assert found["seconds"] == 1.235
    assert found["started"] == "2024-05-01T12:00:00+00:00"
    assert found["numpy"] == np.__version__
    json.dumps(found, allow_nan=False)


def test_provenance_refuses_a_time_without_zone() -> None:
    with pytest.raises(ValueError, match="time zone"):
        provenance.record("c", {}, "", 1, 1, 1, 1, False, {}, datetime(2024, 5, 1), 1.0, 1, "")


def test_git_commit_is_read_without_git(tmp_path: Path) -> None:
    commit, other = "a" * 40, "b" * 40
    assert provenance.git_commit(tmp_path) is None
    git = tmp_path / ".git"
    (git / "refs/heads").mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    assert provenance.git_commit(tmp_path) is None  # no commit yet
    (git / "packed-refs").write_text(f"# pack-refs with: peeled\n{other} refs/heads/old/refs/heads/main\n")
    assert provenance.git_commit(tmp_path) is None
    (git / "packed-refs").write_text(f"# pack-refs with: peeled\n{commit} refs/heads/main\n")
    assert provenance.git_commit(tmp_path) == commit
    (git / "refs/heads/main").write_text(f"{other}\n")
    assert provenance.git_commit(tmp_path) == other
    (git / "HEAD").write_text(f"{commit}\n")
    assert provenance.git_commit(tmp_path) == commit
    (git / "HEAD").write_bytes(b"\xff\xfe nonsense")
    assert provenance.git_commit(tmp_path) is None


def test_git_commit_of_a_worktree(tmp_path: Path) -> None:
    commit = "c" * 40
    own, common = tmp_path / "repo/.git/worktrees/w", tmp_path / "repo/.git"
    own.mkdir(parents=True)
    (own / "HEAD").write_text("ref: refs/heads/side\n")
    (own / "commondir").write_text("../..\n")
    (common / "packed-refs").write_text(f"{commit} refs/heads/side\n")
    (tmp_path / "w").mkdir()
    (tmp_path / "w/.git").write_text(f"gitdir: {own}\n")
    assert provenance.git_commit(tmp_path / "w") == commit


def test_nothing_heavy_is_imported() -> None:
    code = f"""
import sys, debertz_sim
before = set(sys.modules)
import debertz_sim.results, debertz_sim.provenance, debertz_sim.files, debertz_sim.stats
import debertz_sim.report.tables, debertz_sim.report.figures
debertz_sim.provenance.package_version("numba")
print([name for name in {HEAVY} if name in sys.modules and name not in before])
"""
    root = Path(provenance.__file__).parents[1]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"


# --- tables ---


@pytest.mark.parametrize(
    ("estimate", "expected"),
    [
        (wilson(563_100, 1_000_000, metric="made"), ("56.310 %", "[56.213, 56.407]")),
        (wilson(56_310, 100_000, metric="made"), ("56.31 %", "[56.00, 56.62]")),
        (wilson(0, 100_000, metric="made"), ("0.0000 %", "[0.0000, 0.0038]")),
        (wilson(1, 2, metric="made"), ("50 %", "[9, 91]")),
        (wilson(0, 0, metric="made"), ("no data", "")),
        (exact(Fraction(12, 155), metric="bella"), ("7.74194 %", "= 12/155")),
        (exact(Fraction(297, 31), metric="m", unit=POINTS), ("9.58065", "= 297/31")),
        (exact(3, metric="m", unit=NUMBER), ("3", "= 3")),
        (normal_mean(5, 25, 1, metric="margin"), ("5", "no interval")),
        (normal_mean(50, 250, 10, metric="margin"), ("5", "[5, 5]")),
        (
            Estimate(
                "made", {"arm": "B-A"}, -0.0027, -0.0036, -0.0018, 0.00045, 9, None, "normal", None, PERCENTAGE_POINTS
            ),
            ("-0.270 pp", "[-0.360, -0.180]"),
        ),
        (
            Estimate("margin", {"arm": "B-A"}, 1.5, 1.0, 2.0, 0.25, 9, None, "normal", None, POINTS),
            ("+1.50", "[+1.00, +2.00]"),
        ),
        (
            Estimate("margin", {"arm": "B-A"}, -0.001, -0.5, 0.5, 0.25, 9, None, "normal", None, POINTS),
            ("+0.00", "[-0.50, +0.50]"),
        ),
        (wilson(2, 100, metric="outcome_differs", group={"arm": "B-A"}), ("2.0 %", "[0.6, 7.0]")),
    ],
)
def test_cells(estimate: Estimate, expected: tuple[str, str]) -> None:
    assert tables.cells(estimate) == expected


def test_text_table_is_aligned_and_whole() -> None:
    text = sample_result().render("table")
    lines = text.splitlines()
    assert lines[0].split() == ["metric", "for", "value", "95", "%", "interval", "n"]
    assert len({line.index("[") for line in lines if "[" in line}) == 1
    assert "made                    round 2" in text
    assert lines[-1] == (
        "n = 1,000 deals; confidence 95 %; seed 7; rules moscow; policies bidding rules/1, play rules/1 | greedy/1"
    )


def test_comparison_has_a_column_pair_for_each_arm() -> None:
    (sheet,) = tables.sheets(comparison().estimates, comparison().provenance)
    assert sheet.headers[0:2] == ["metric", "A moscow"]
    assert [sheet.headers[i] for i in sorted(sheet.right)] == ["A moscow", "B kharkov", "B-A"]
    made, differs = sheet.rows
    assert made[5].endswith(" pp")
    assert made[6].startswith("[")
    assert differs[1:5] == ["", "", "", ""]
    assert differs[5].endswith(" %")
    assert not differs[5].startswith("+")


def test_partial_result_says_so() -> None:
    found = tables.footer(sample_provenance(partial=True, deals_done=400))
    assert found.startswith("partial: interrupted after 400 deals; confidence")


def test_markdown_and_csv() -> None:
    result = comparison()
    lines = result.render("markdown").splitlines()
    assert lines[1] == "| --- | ---: | --- | ---: | --- | ---: | --- |"
    rows = list(csv.DictReader(io.StringIO(result.render("csv"))))
    assert [row["arm"] for row in rows] == ["A", "B", "B-A", "B-A"]
    assert float(rows[2]["se"]) == result.estimates[2].se
    source = result.provenance
    for row in rows:
        assert (row["confidence"], row["seed"]) == (str(source["confidence"]), str(source["seed"]))
        assert row["rules"] == tables.rules_name(source) != ""
    counted = tables.render([exact(Fraction(1, 3), metric="a")], {"confidence": 0.95, "seed": None}, "csv")
    assert next(csv.DictReader(io.StringIO(counted)))["confidence"] == ""  # it is certain
    pipe = tables.render([wilson(1, 2, metric="a", group={"kind": "x|y"})], {}, "markdown")
    assert "x\\|y" in pipe


def test_unknown_kind_and_language() -> None:
    with pytest.raises(ValueError, match="must be one of table, markdown, csv, html"):
        sample_result().render("pdf")
    with pytest.raises(ValueError, match="must be one of en, ru, uk"):
        sample_result().render("table", "de")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("width", ["40", "200"])
def test_terminal_table_cuts_nothing_off(monkeypatch: pytest.MonkeyPatch, width: str) -> None:
    monkeypatch.setenv("COLUMNS", width)
    monkeypatch.setenv("TERM", "xterm")  # of a dumb terminal the width is not asked
    result, out = sample_result(), Terminal()
    tables.show(result.estimates, result.provenance, out)
    shown = re.sub(r"\x1b\[[0-9;]*m", "", out.getvalue())
    assert max(map(len, shown.splitlines())) <= int(width)
    assert sorted(filter(str.isalnum, shown)) == sorted(filter(str.isalnum, result.render("table")))


def test_show_without_terminal_is_plain() -> None:
    out = io.StringIO()
    tables.show(sample_result().estimates, sample_provenance(), out, "ru")
    assert out.getvalue() == sample_result().render("table", "ru")


# --- labels ---


@pytest.mark.parametrize("metric", METRICS.split())
def test_every_metric_has_its_name_in_three_languages(metric: str) -> None:
    english, *others = labels.METRICS[metric]
    assert english.isascii() or "…" in english
    for name in others:
        assert name
        assert not any("a" <= letter.lower() <= "z" for letter in name)


def test_group_labels() -> None:
    estimate = wilson(1, 2, metric="made", group={"declarer_seat": "dealer", "round": 2, "arm": "A"})
    assert labels.group_label(estimate, "en") == "declarer dealer, round 2"
    assert labels.group_label(estimate, "ru") == "играющий — сдающий, круг 2"
    bins = wilson(1, 2, metric="margin_histogram", group={"from": -20, "to": -11})
    assert labels.group_label(bins, "uk") == "-20 … -11"
    assert labels.metric_label("brand_new", "ru") == "brand new"
    assert labels.count_label(1_234_567, "en") == "1,234,567"
    assert labels.count_label(1_234_567, "uk") == "1\xa0234\xa0567"


# --- figures ---


def histogram_estimates() -> list[Estimate]:
    counts = {(-20, -11): 10, (-10, -1): 20, (0, 0): 5, (1, 10): 40, (11, 20): 25}
    return [
        wilson(k, 100, metric="margin_histogram", group={"from": start, "to": to}) for (start, to), k in counts.items()
    ]


def test_margin_histogram_draws_every_bin() -> None:
    pytest.importorskip("matplotlib")
    figure = figures.margin_histogram(histogram_estimates(), sample_provenance())
    axes: Any = figure.axes[0]
    bars = {(bar.get_x(), bar.get_width()): bar.get_height() for bar in axes.patches}
    looks = {bar.get_x(): bar.get_hatch() for bar in axes.patches}
    assert len({looks[-20.5], looks[-0.5], looks[0.5]}) == 3 and looks[-20.5] == looks[-10.5]
    # unequal widths: heights are shares per point, and the areas add up to 100 %
    assert bars == pytest.approx({(-20.5, 10): 1, (-10.5, 10): 2, (-0.5, 1): 5, (0.5, 10): 4, (10.5, 10): 2.5})
    assert sum(width * height for (_, width), height in bars.items()) == pytest.approx(100)
    assert axes.get_ylabel() == "share of deals per point, %"
    assert [text.get_text() for text in axes.get_legend().get_texts()] == [
        "baid",
        "hanging baid",
        "made",
    ]
    assert figure.get_supxlabel() == "n = 1,000; rules moscow; seed 7; 95 % interval"


def test_forest_draws_the_differences_alone() -> None:
    pytest.importorskip("matplotlib")
    result = comparison()
    axes: Any = figures.forest(result.estimates, result.provenance, "made", "ru").axes[0]
    (mark,) = [container.lines[0] for container in axes.containers]
    assert result.estimates[2].value is not None
    assert mark.get_xdata()[0] == pytest.approx(100 * result.estimates[2].value)
    assert axes.get_xlabel() == "взял, разность B-A, п. п."


def test_forest_marks_intervals_that_hold_zero() -> None:
    pytest.importorskip("matplotlib")
    made = [
        Estimate(
            "made", {"arm": arm, "switch": s}, v, v - 0.01, v + 0.01, 0.005, 9, None, "normal", None, PERCENTAGE_POINTS
        )
        for arm, s, v in (("B-A", "x=1", 0.02), ("C-A", "y=2", 0.005), ("C-A", "z=3", -0.02))
    ]
    axes: Any = figures.forest(made, {}).axes[0]
    clear, holding = (container.lines[0] for container in axes.containers)
    assert clear.get_ydata().tolist() == [0, 2]
    assert holding.get_ydata().tolist() == [1]
    assert [tick.get_text() for tick in axes.get_yticklabels()] == [
        "made, x=1, B-A",
        "made, y=2, C-A",
        "made, z=3, C-A",
    ]


def test_figures_without_data_are_refused() -> None:
    pytest.importorskip("matplotlib")
    with pytest.raises(UserError, match="no margin_histogram"):
        figures.margin_histogram(sample_result().estimates, {})
    with pytest.raises(UserError, match="no paired differences of baid"):
        figures.forest(comparison().estimates, {}, "baid")
    other = Estimate("margin", {"arm": "B-A"}, 1.0, 0.5, 1.5, 0.25, 9, None, "normal", None, POINTS)
    with pytest.raises(UserError, match="different units"):
        figures.forest([*comparison().estimates, other], {})


def test_saved_figures_are_reproducible(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for ending, start in (("svg", b"<?xml"), ("png", b"\x89PNG")):
        for name in ("one", "two"):
            figure = figures.margin_histogram(histogram_estimates(), sample_provenance())
            figures.save_figure(figure, tmp_path / f"{name}.{ending}")
        one, two = ((tmp_path / f"{name}.{ending}").read_bytes() for name in ("one", "two"))
        assert one.startswith(start)
        assert one == two
    with pytest.raises(UserError, match=r"must be one of \.png \.svg"):
        figures.save_figure(figure, tmp_path / "one.gif")
