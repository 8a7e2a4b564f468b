"""Pictures: that they draw the numbers they are given, that grey paper keeps them apart, and the command ``plot``."""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result
from matplotlib.colors import to_rgb

from debertz_sim.cli import plot as plot_module
from debertz_sim.cli.main import cli
from debertz_sim.errors import UserError
from debertz_sim.experiment import run
from debertz_sim.experiment.looks import replay
from debertz_sim.experiment.row_results import RowFile
from debertz_sim.league import LeagueSpec, run_league
from debertz_sim.report import canvas, figures, shares
from debertz_sim.report.canvas import figure_bytes
from debertz_sim.report.gallery import KINDS, Material, draw, kinds_of
from debertz_sim.report.running import running
from debertz_sim.results import Result as Outcome
from debertz_sim.stats import (
    ARM,
    exact,
    mean_sequence,
    normal_mean,
    proportion_sequence,
    wilson,
)
from debertz_sim.stats.looks import Look, look, look_points
from debertz_sim.variants import variants
from scripts import pictures
from tests.experiment_tools import compare, simulate

SOURCE = {"deals_done": 1000, "seed": 7, "confidence": 0.95, "rules": {"name": "moscow"}}
PLAYED = ("made", "baid", "hanging_baid")


def call(*args: str) -> Result:
    return CliRunner().invoke(cli, ["plot", *args])


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C")


def bars_of(axes: Any) -> dict[float, tuple[float, float]]:
    """Left edge -> (bottom, height) of the bars."""
    return {round(bar.get_x(), 6): (bar.get_y(), bar.get_height()) for bar in axes.patches}


def points_of(axes: Any) -> list[tuple[float, float, float, float]]:
    """(x, y, low, high) of points with horizontal intervals, by y."""
    found = []
    for container in axes.containers:
        line, _, (reach,) = container.lines
        for x, y, segment in zip(line.get_xdata(), line.get_ydata(), reach.get_segments(), strict=True):
            found.append((float(x), float(y), float(segment[0][0]), float(segment[1][0])))
    return sorted(found, key=lambda point: point[1])


# --- outcomes ---


@cache
def kept(name: str, unit: str = "deals", amount: int = 3000) -> Outcome:
    return run(simulate(name, amount, unit), keep_rows=True)


@pytest.mark.parametrize("name", ["moscow", "online", "three", "pairs", "passive4"])
def test_the_sign_of_the_margin_is_the_outcome(name: str) -> None:
    """What lets the histogram name its bars: the rows of played deals say so, for the sum and for each defender."""
    rows = kept(name).rows
    assert rows is not None
    margin = rows["declarer_points"] - rows["to_beat"]
    for code, sign in ((1, 1), (2, -1), (3, 0)):
        of_outcome = rows["outcome"] == code
        assert of_outcome.any() and (np.sign(margin[of_outcome]) == sign).all()


def test_the_bars_of_an_outcome_add_up_to_its_share() -> None:
    result = kept("moscow")
    axes: Any = draw(Material(result.estimates, SOURCE), "margin").axes[0]
    areas = {"made": 0.0, "baid": 0.0, "hanging_baid": 0.0}
    for bar in axes.patches:
        styles = {style.hatch: outcome for outcome, style in canvas.OUTCOMES.items()}
        areas[styles[str(bar.get_hatch() or "")]] += bar.get_width() * bar.get_height() / 100
    for outcome in PLAYED:
        assert areas[outcome] == pytest.approx(result.get(outcome).value), outcome
    labels = {text.get_text() for text in axes.get_legend().get_texts()}
    assert any(label.startswith("hanging baid: ") for label in labels)


def test_a_comparison_draws_an_outline_for_each_arm() -> None:
    result = run(compare("moscow", "online", amount=2000))
    axes: Any = draw(Material(result.estimates, result.provenance), "margin").axes[0]
    assert len(axes.patches) == 2
    for arm, outline in zip("AB", axes.patches, strict=True):
        data = outline.get_data()
        inside = np.diff(data.edges) @ data.values
        assert inside == pytest.approx(100)
        zero = np.flatnonzero(data.edges == -0.5)[0]
        assert data.values[zero] == pytest.approx(100 * (result.get("hanging_baid", arm=arm).value or 0))


def test_trumps_stack_up_to_all_deals() -> None:
    result = kept("moscow")
    axes: Any = shares.by_trumps(result.estimates, SOURCE).axes[0]
    for trumps in (2, 3, 4):
        mine = sorted((bar.get_y(), bar.get_height()) for bar in axes.patches if abs(bar.get_x() + 0.4 - trumps) < 0.01)
        baid, hanging, made = (
            100 * (result.get(m, trump_cards=trumps).value or 0) for m in ("baid", "hanging_baid", "made")
        )
        assert [height for _, height in mine] == pytest.approx([baid, hanging, made])
        assert mine[-1][0] + mine[-1][1] == pytest.approx(100)
    ticks = [tick.get_text() for tick in axes.get_xticklabels()]
    assert f"3\nn = {result.get('baid', trump_cards=3).n:,}" in ticks
    three = result.get("baid", trump_cards=3)
    reaches = [segment for lines in axes.collections for segment in lines.get_segments() if segment[0][0] == 3]
    assert [float(y) for _, y in reaches[0]] == pytest.approx([100 * (three.low or 0), 100 * (three.high or 0)])


def test_trumps_of_a_comparison_are_lines() -> None:
    found = [
        wilson(k, 100, metric="baid", group={"trump_cards": trumps, ARM: arm})
        for arm, hits in (("A", (40, 20)), ("B", (30, 10)))
        for trumps, k in enumerate(hits, 2)
    ]
    axes: Any = draw(Material(found, {"arms": {"A": "moscow", "B": "x"}}), "trumps").axes[0]
    heights = [container.lines[0].get_ydata().tolist() for container in axes.containers]
    assert np.array(heights) == pytest.approx(np.array([[40, 20], [30, 10]]))


# --- chances ---


def test_odds_show_the_exact_the_sampled_and_how_far_off() -> None:
    found = [
        exact(Fraction(1, 4), metric="bella"),
        exact(Fraction(1, 10), metric="any_sequence"),
        exact(Fraction(3), metric="sequence_points_scored", unit="points"),
        wilson(270, 1000, metric="bella"),
        wilson(200, 1000, metric="any_sequence"),
    ]
    figure = shares.odds(found, SOURCE)
    left, right = figure.axes
    assert [bar.get_width() for bar in left.patches] == pytest.approx([25, 10])
    bella, sequence = found[3], found[4]
    assert bella.se and sequence.se
    points = points_of(right)
    assert [point[0] for point in points] == pytest.approx([0.02 / bella.se, 0.1 / sequence.se])
    assert points[0][2] < 0 < points[0][3] and points[1][2] > 0
    legend = right.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["interval holds the exact value", "interval misses it"]
    assert [tick.get_text() for tick in left.get_yticklabels()] == ["bella", "any sequence"]
    assert {text.get_text() for text in left.texts} == {"25 %", "10 %"}


def test_odds_without_a_sample_have_one_panel_and_the_upcard_only_when_asked() -> None:
    found = [exact(Fraction(1, 4), metric="bella")]
    found += [exact(Fraction(1, 5), metric="bella", group={"upcard_rank": rank}) for rank in "789TJQKA"]
    (axes,) = shares.odds(found, SOURCE).axes
    assert len(axes.patches) == 1
    assert len(shares.odds(found, SOURCE, "bella").axes[0].patches) == 9
    with pytest.raises(UserError, match="no chances of made"):
        shares.odds(found, SOURCE, "made")


# --- variants ---


def test_variants_show_each_arm_by_name() -> None:
    found = [wilson(k, 100, metric="made", group={ARM: arm}) for arm, k in zip("ABC", (50, 60, 70), strict=True)]
    found.append(wilson(5, 100, metric="outcome_differs", group={ARM: "B-A"}))
    axes: Any = figures.variants(found, {"arms": {"A": "moscow", "B": "three", "C": "pairs"}}, "made").axes[0]
    points = points_of(axes)
    assert [point[0] for point in points] == pytest.approx([50, 60, 70])
    assert [point[2] for point in points] == pytest.approx([100 * (e.low or 0) for e in found[:3]])
    assert [tick.get_text() for tick in axes.get_yticklabels()] == ["A moscow", "B three", "C pairs"]
    with pytest.raises(UserError, match="no baid of two or more"):
        figures.variants(found, {"arms": {"A": "moscow"}}, "baid")


# --- the running estimate ---


def test_a_look_has_both_intervals() -> None:
    share = wilson(30, 100, 0.9, metric="made")
    both = look(100, share, 0.9, best_at=1000)
    assert both.always == proportion_sequence(30, 100, 0.9, best_at=1000, metric="made")
    mean = normal_mean(500, 4000, 100, 0.9, metric="margin")
    always = look(100, mean, 0.9, best_at=1000).always
    wanted = mean_sequence(500, 4000, 100, 0.9, best_at=1000, metric="margin")
    assert (always.low, always.high) == pytest.approx((wanted.low, wanted.high))
    no_spread = normal_mean(5, 25, 1, metric="margin")
    assert look(1, no_spread, best_at=10).always.low is None


def test_look_points_grow_evenly() -> None:
    points = look_points(100_000, 50, first=100)
    assert points[0] == 100 and points[-1] == 100_000 and points == sorted(set(points)) and len(points) <= 50
    ratios = np.diff(np.log(points))
    assert ratios.max() < 1.2 * ratios.min()
    assert look_points(30, first=100) == [30]


def running_edges(axes: Any) -> tuple[np.ndarray[Any, Any], dict[str, list[float]]]:
    dashed = [line for line in axes.lines if line.get_linestyle() == "--"]
    plain = [line for line in axes.lines if line.get_linestyle() == "-"]
    return dashed[0].get_xdata(), {
        "always_low": dashed[0].get_ydata().tolist(),
        "always_high": dashed[1].get_ydata().tolist(),
        "value": next(line for line in plain if line.get_label() == "estimate").get_ydata().tolist(),
    }


def test_the_running_estimate_draws_what_the_looks_say() -> None:
    looks = [look(n, wilson(n // 3, n, metric="made"), best_at=10_000) for n in look_points(10_000, first=100)]
    axes: Any = running(looks, SOURCE).axes[0]
    x, edges = running_edges(axes)
    assert x.tolist() == [its.units for its in looks]
    assert edges["value"] == pytest.approx([100 * (its.fixed.value or 0) for its in looks])
    assert edges["always_low"] == pytest.approx([100 * (its.always.low or 0) for its in looks])
    assert edges["always_high"] == pytest.approx([100 * (its.always.high or 0) for its in looks])
    assert all((its.always.low or 0) < (its.fixed.low or 0) for its in looks)
    assert axes.get_xscale() == "log"
    nothing = Look(1, wilson(0, 0, metric="made"), wilson(0, 0, metric="made"))
    with pytest.raises(UserError, match="fewer than two looks"):
        running([nothing, looks[0]], SOURCE)


def test_a_replay_ends_at_the_result_and_passes_through_shorter_runs() -> None:
    spec = simulate("moscow", 3000)
    result = run(spec)
    looks = replay(result)
    assert looks[-1].units == 3000
    assert looks[-1].fixed == result.get("made")
    middle = looks[len(looks) // 2]
    assert middle.fixed == run(replace(spec, amount=middle.units)).get("made")
    assert [its.units for its in looks] == sorted({its.units for its in looks})
    assert replay(result, "margin")[-1].fixed == result.get("margin")
    with pytest.raises(UserError, match="headline 'mad'"):
        replay(result, "mad")


def test_a_replay_of_a_comparison_follows_the_difference() -> None:
    result = run(compare("moscow", "online", amount=2000))
    last = replay(result)[-1]
    assert last.fixed == result.get("made", arm="B-A")
    assert last.always.low is not None and last.fixed.low is not None and last.always.low < last.fixed.low


def test_a_replay_that_comes_out_otherwise_is_refused() -> None:
    result = run(simulate("moscow", 500))
    other = Outcome(
        [replace(e, value=0.5) if e.metric == "made" and not e.group else e for e in result.estimates],
        result.provenance,
    )
    with pytest.raises(UserError, match="another version of the program"):
        replay(other)


# --- rows ---


def row_file(name: str, unit: str = "deals", amount: int = 3000) -> tuple[RowFile, Outcome]:
    result = kept(name, unit, amount)
    assert result.rows is not None
    words = ("open", "made", "baid", "hanging_baid", "all_pass", "redeal", "instant_win", "claim")
    return RowFile(result.rows, words, result.provenance), result


@pytest.mark.parametrize(
    ("name", "unit", "amount"), [("moscow", "deals", 3000), ("three", "deals", 2000), ("moscow", "matches", 60)]
)
def test_rows_tell_what_the_run_told(name: str, unit: str, amount: int) -> None:
    rows, result = row_file(name, unit, amount)
    known = {(e.metric, *e.group.items()): e for e in result.estimates}
    found = {(e.metric, *e.group.items()): e for e in rows.result().estimates}
    same = [key for key in found if key in known and key[0] != "margin_histogram"]
    assert len(same) > 20
    for key in same:
        mine, other = found[key], known[key]
        assert (mine.n, mine.k, mine.method) == (other.n, other.k, other.method), key
        numbers = [(mine.value, other.value), (mine.low, other.low), (mine.high, other.high)]
        assert all(a == pytest.approx(b) for a, b in numbers), key
    bins = {(e.group["from"], e.group["to"]): e.k for e in rows.result().estimates if e.metric == "margin_histogram"}
    for e in result.estimates:
        if e.metric == "margin_histogram":
            start, to = int(e.group["from"]), int(e.group["to"])
            inside = [k or 0 for (low, high), k in bins.items() if start <= int(low) and int(high) <= to]
            assert sum(inside) == e.k, (start, to)


def test_looks_at_rows_are_those_at_shorter_runs() -> None:
    rows, result = row_file("moscow")
    looks = rows.looks("baid")
    assert looks[-1].fixed == result.get("baid")
    middle = looks[40]
    assert middle.fixed == run(simulate("moscow", middle.units)).get("baid")
    by_match, of_matches = row_file("moscow", "matches", 60)
    last = by_match.looks("margin")[-1]
    assert last.units == 60 and last.fixed.value == pytest.approx(of_matches.get("margin").value)
    with pytest.raises(UserError, match="rows tell made, baid"):
        rows.looks("bella")


# --- black and white, and the footer ---


def luminance(colour: str) -> float:
    return float(np.dot(to_rgb(colour), (0.299, 0.587, 0.114)))


def test_pictures_can_be_read_without_colours() -> None:
    styles = list(canvas.OUTCOMES.values())
    assert len({style.hatch for style in styles}) == len(styles)
    arms = [(canvas.arm_style(place)["linestyle"], canvas.MARKS[place]) for place in range(4)]
    assert len({line for line, _ in arms}) == len({mark for _, mark in arms}) == 4
    assert abs(luminance(canvas.BLUE) - luminance(canvas.ORANGE)) > 0.2


def test_every_kind_says_n_rules_and_seed() -> None:
    deals, both = kept("moscow"), run(compare("moscow", "online", amount=500, one_at_a_time=True))
    chances = [exact(Fraction(1, 4), metric="bella"), wilson(270, 1000, metric="bella")]
    source = {**SOURCE, "options": {"kind": "odds"}}
    entrants = run_league(LeagueSpec(variants["moscow"], ("greedy", "random"), 7, 50))
    looks = [look(n, wilson(n // 3, n, metric="made"), best_at=1000) for n in (10, 100, 1000)]
    seen = set()
    for material in (
        Material(deals.estimates, deals.provenance, lambda metric: looks),
        Material(both.estimates, both.provenance),
        Material(chances, source),
        Material(entrants.estimates, entrants.provenance),
    ):
        for kind in kinds_of(material):
            foot = draw(material, kind).get_supxlabel()
            assert foot.startswith("n = ") and "rules " in foot and "moscow" in foot and "seed 7" in foot, kind
            seen.add(kind)
    assert seen == set(KINDS)
    assert tuple(sorted(KINDS)) == tuple(sorted(plot_module.KINDS))


def test_the_same_picture_has_the_same_bytes() -> None:
    material = Material(kept("moscow").estimates, SOURCE)
    for kind in ("png", "svg"):
        assert figure_bytes(draw(material), kind) == figure_bytes(draw(material), kind)


def test_too_many_lines_are_refused() -> None:
    found = [exact(Fraction(1, 4), metric="bella", group={"rank": str(k)}) for k in range(200)]
    with pytest.raises(UserError, match="200 lines, a picture holds 150; name one metric"):
        shares.odds(found, SOURCE)


# --- the command ---

RANDOM = ("--bidding", "random", "--play", "random", "--seed", "7")


def make(*args: str) -> None:
    done = CliRunner().invoke(cli, list(args))
    assert done.exit_code == 0, done.output


def test_the_examples_of_the_help_work_when_pasted() -> None:
    lines = [line.strip() for line in plot_module.EXAMPLES.splitlines() if line.strip().startswith("debertz ")]
    assert len(lines) > 2
    for line in lines:
        words = shlex.split(line)[1:]
        words += RANDOM[:4] if words[0] == "simulate" else ()  # the kernels that the other tests compile
        make(*words)
    assert {path.name for path in Path().iterdir()} == {"moscow.json", "margin.png", "running.svg"}


def test_plot_knows_what_each_file_gives() -> None:
    make("simulate", *RANDOM, "--deals", "500", "--out", "s.json")
    make("simulate", *RANDOM, "--deals", "500", "--rows", "--out", "r.parquet")
    make("compare", "moscow", "kharkov", "--one-at-a-time", *RANDOM, "--deals", "500", "--out", "c.json")
    make("odds", "--out", "o.json")
    make("league", "greedy", "random", "--deals", "50", "--seed", "7", "--out", "l.json")
    given = {}
    for name in ("s.json", "r.parquet", "c.json", "o.json", "l.json"):
        given[name] = [line.split()[0] for line in call(name, "--list").stdout.splitlines()]
    assert given == {
        "s.json": ["margin", "trumps", "running"],
        "r.parquet": ["margin", "trumps", "running"],
        "c.json": ["switches", "differences", "margin", "trumps", "variants", "running"],
        "o.json": ["odds"],
        "l.json": ["payoffs"],
    }
    for name, kinds in given.items():
        for kind in kinds:
            out = f"{name}-{kind}.svg"
            done = call(name, "--kind", kind, "--out", out, "--lang", "uk")
            assert done.exit_code == 0 and done.output == "", (name, kind, done.output)
            assert Path(out).read_text("utf-8").startswith("<?xml")
    assert call("s.json", "--out", "x.png").exit_code == 0
    assert Path("x.png").read_bytes().startswith(b"\x89PNG")


def test_bad_input_is_one_line() -> None:
    make("simulate", *RANDOM, "--deals", "200", "--out", "s.json")
    Path("text.json").write_text("{}", "utf-8")
    Path("no.parquet").write_text("nothing", "utf-8")
    Path("there.png").write_text("kept", "utf-8")
    from debertz_sim.files import write_parquet

    write_parquet("other.parquet", [{"a": np.arange(3)}])
    cases = {
        ("s.json",): "say where to, with --out",
        ("s.json", "--out", "x.gif"): "must be one of .png .svg",
        ("s.json", "--out", "there.png"): "exists already; give another name or --force",
        ("absent.json", "--out", "x.png"): "absent.json: cannot be read",
        ("text.json", "--out", "x.png"): "text.json: result: format is None",
        ("no.parquet", "--out", "x.png"): "no.parquet: not a Parquet file",
        ("absent.parquet", "--out", "x.png"): "absent.parquet: cannot be read",
        ("other.parquet", "--out", "x.png"): "other.parquet: not a file of rows",
        ("s.json", "--kind", "odds", "--out", "x.png"): "this file gives margin, trumps, running",
        ("s.json", "--metric", "mede", "--out", "x.png"): "metric 'mede': this file has",
        ("s.json", "--kind", "margin", "--metric", "baid", "--out", "x.png"): "margin is of no single metric",
        ("s.json", "--kind", "pie", "--out", "x.png"): "'pie' is not one of",
    }
    for args, message in cases.items():
        done = call(*args)
        assert done.exit_code == 2 and message in done.stderr and done.stderr.count("\n") == 1, (args, done.output)
    assert Path("there.png").read_text("utf-8") == "kept" and not Path("x.png").exists()
    assert call("s.json", "--out", "there.png", "--force").exit_code == 0


def test_a_metric_alone_chooses_a_picture_that_can_be_of_it() -> None:
    result = run(compare("moscow", "online", amount=500))
    axes: Any = draw(Material(result.estimates, result.provenance), metric="baid").axes[0]
    labels = [tick.get_text() for tick in axes.get_yticklabels()]
    assert "declarer forehand" in labels and axes.get_xlabel() == "baid, difference B-A, pp"


def test_the_page_of_pictures_shows_every_kind(tmp_path: Path) -> None:
    words = pictures.PAGE.read_text("utf-8")
    assert set(re.findall(r"^\| `(\w+)` \|", words, re.MULTILINE)) == set(KINDS)
    shown = re.findall(r"!\[[^]]*\]\((pictures/\w+\.png)\)", words)
    drawn = {line[line.index("--out") + 1] for line in pictures.commands() if line[0] == "plot"}
    assert {f"pictures/{name}" for name in drawn} == set(shown) and len(shown) == len(KINDS)
    assert all((pictures.PAGE.parent / name).is_file() for name in shown)


@pytest.mark.slow
def test_the_commands_of_that_page_work(tmp_path: Path) -> None:
    done = CliRunner().invoke(pictures.main, ["--deals", "300", "--out", str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    assert len(list((tmp_path / "out").glob("*.png"))) == len(KINDS)


@pytest.mark.parametrize("ending", ["png", "html"])
def test_commands_write_pictures_and_pages_at_once(ending: str) -> None:
    make("simulate", *RANDOM, "--deals", "300", "--out", f"s.{ending}")
    make("odds", "--out", f"o.{ending}")
    make("compare", "moscow", "online", *RANDOM, "--deals", "300", "--out", f"c.{ending}")
    for name in "soc":
        content = Path(f"{name}.{ending}").read_bytes()
        assert content.startswith(b"\x89PNG" if ending == "png" else b"<!DOCTYPE html>")


def test_a_result_without_pictures_says_so() -> None:
    result = json.loads(Outcome((wilson(1, 2, metric="bella"),), SOURCE).to_json())
    Path("bare.json").write_text(json.dumps(result), "utf-8")
    done = call("bare.json", "--out", "x.png")
    assert done.exit_code == 2 and "no picture can be drawn" in done.stderr
