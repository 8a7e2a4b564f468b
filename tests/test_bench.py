"""``bench`` and ``warmup``: what they report; not how fast this machine is."""

from __future__ import annotations

import csv
import json

import pytest
from click.testing import CliRunner, Result

from debertz_sim import bench
from debertz_sim.cli.main import cli

pytestmark = pytest.mark.compiled
QUICK = ("--rounds", "3", "--seconds", "0.001", "--threads", "1")


def run(*args: str) -> Result:
    result = CliRunner().invoke(cli, list(args))
    assert result.exit_code == 0, result.output
    return result


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
    assert {line["rules"] for line in table} == {"moscow", "klabor", "online"}
    assert all("matches_per_second" in line for line in table if line["work"] == "matches")
    assert found["memory_peak_mb"] is None or found["memory_peak_mb"] > 10
    assert found["machine"]["kernel_hash"]


def test_a_match_counts_its_deals() -> None:
    matches = next(work for work in bench.WORKS if work.name == "matches")
    runner = matches.start(matches)
    one = [runner(number, 1) for number in range(12)]
    assert all(deals > 3 for deals in one)
    assert runner(0, 12) == sum(one)


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


def test_warmup() -> None:
    result = run("warmup")
    assert "kinds of work ready in" in result.stdout
    assert result.stderr == ""
    assert run("warmup", "--quiet").stdout == ""
