"""``bench`` and ``warmup``: what they report; not how fast this machine is."""

from __future__ import annotations

import csv
import json

import numpy as np
import pytest
from click.testing import CliRunner, Result

from debertz_sim import bench
from debertz_sim.cli.main import cli
from debertz_sim.engine.blocks import play_block
from debertz_sim.engine.deal import new_desk
from debertz_sim.engine.rows import C_PLACE, N_COLUMNS, N_PLACE, P_TRICKS
from debertz_sim.policies.registry import seating
from debertz_sim.variants import variants

pytestmark = pytest.mark.compiled
QUICK = ("--rounds", "3", "--seconds", "0.001", "--threads", "1")


def run(*args: str) -> Result:
    result = CliRunner().invoke(cli, list(args))
    assert result.exit_code == 0, result.output
    return result


@pytest.mark.slow
def test_the_numbers_hang_together() -> None:
    found = json.loads(run("bench", *QUICK, "--threads", "2", "--format", "json").stdout)
    table = found["benchmarks"]
    assert len(table) == 2 * len(bench.WORKS)
    for line in table:
        assert 0 < line["min"] <= line["deals_per_second"] <= line["max"]
        assert line["rounds"] == 3
        assert line["threads"] in (1, 2)
        assert line["deals"] > 0
        assert line["deals_per_cpu_second"] > 0
    first = table[0]
    assert (first["work"], first["ratio_to_bare"]) == (bench.BARE, 1)
    assert {line["rules"] for line in table} == {"moscow", "klabor", "online", "terts"}
    assert all("matches_per_second" in line for line in table if line["work"] == "matches")
    assert all((line["cards_per_second"] is None) == (line["work"] in ("matches", "bids")) for line in table)
    assert found["memory_peak_mb"] is None or found["memory_peak_mb"] > 10
    assert found["machine"]["kernel_hash"]


def test_a_match_counts_its_deals() -> None:
    matches = next(work for work in bench.WORKS if work.name == "matches")
    runner = matches.start(matches)
    one = [runner(number, 1).deals for number in range(12)]
    assert all(deals > 3 for deals in one)
    assert runner(0, 12).deals == sum(one)


def test_cards_are_those_of_the_tricks() -> None:
    for name, cards in (("moscow", 18), ("three", 27), ("solo4", 32), ("passive4", 27)):
        never = bench.Work("deals", bench._deals, name, "never", "random")
        assert never.start(never)(0, 50) == (50, 0)
        always = bench.Work("deals", bench._deals, name, "always", "random")
        assert always.start(always)(0, 5000) == (5000, 5000 * cards)


@pytest.mark.parametrize("name", ["moscow", "three", "pairs"])
def test_cards_of_deals_thrown_in_do_not_count(name: str) -> None:
    deals, work = 2000, bench.Work("deals", bench._deals, name)
    rules = variants[name]
    lowered = rules.lower()[0]
    rows = np.zeros((deals, N_COLUMNS), np.int32)
    play_block(lowered, seating(rules.players).family, new_desk(), bench.SEED, 0, rows)
    tricks = int(rows[:, C_PLACE + P_TRICKS :: N_PLACE].sum())
    assert 0 < tricks < deals * int(lowered.tricks)
    assert work.start(work)(0, deals) == (deals, tricks * rules.in_play)


def test_every_variant_has_two_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    names = list(variants)
    assert [work.rules for work in bench.works(True)] == ["moscow", *names, *names]
    few = {name: variants[name] for name in ("moscow", "three", "pairs")}
    monkeypatch.setattr(bench, "variants", few)
    table = json.loads(run("bench", *QUICK, "--variants", "--format", "json").stdout)["benchmarks"]
    assert [(line["work"], line["rules"]) for line in table[:4]] == [
        (bench.BARE, "moscow"),
        *(("deals", name) for name in few),
    ]
    for line in table[1:]:
        assert line["card_time_to_moscow"] > 0
        assert (line["card_time_to_moscow"] == 1) or line["rules"] != "moscow"
        cards = {"moscow": 18, "three": 27, "pairs": 32}[line["rules"]]
        assert 0.2 * cards < line["cards_per_second"] / line["deals_per_second"] <= 1.001 * cards


def test_formats() -> None:
    table = run("bench", *QUICK).stdout.splitlines()
    assert table[0].split()[:3] == ["work", "rules", "bidding"]
    assert "medians of 3 rounds" in table[-1]
    rows = list(csv.DictReader(run("bench", *QUICK, "--format", "csv").stdout.splitlines()))
    assert [row["work"] for row in rows] == [work.name for work in bench.WORKS]
    assert all(int(row["deals_per_second"]) > 0 for row in rows)


@pytest.mark.slow
def test_seconds_are_a_number() -> None:
    done = CliRunner().invoke(cli, ["bench", "--seconds", "nan"])
    assert (done.exit_code, done.stdout) == (2, "")
    assert "it must be a number" in done.stderr


@pytest.mark.slow
def test_warmup() -> None:
    result = run("warmup")
    assert "kinds of work ready in" in result.stdout
    assert result.stderr == ""
    assert run("warmup", "--quiet").stdout == ""
