"""The command bid: pasted examples, formats, bad input, Ctrl-C and going on, rerun, batches."""

from __future__ import annotations

import csv
import io
import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import debertz_sim as dz
from debertz_sim.cli import bid as bid_module
from debertz_sim.cli.main import cli
from debertz_sim.results import Result as Outcome
from debertz_sim.results import identical

pytestmark = pytest.mark.compiled

HAND = "Jh 9h Ah As 7c 8d"
SPOT = ("--hand", HAND, "--upcard", "Kh", "--seat", "forehand")


def call(*args: str) -> Result:
    return CliRunner().invoke(cli, ["bid", *args])


def bid(*args: str, worlds: int = 400) -> Result:
    return call(*SPOT, "--worlds", str(worlds), "--seed", "7", *args)


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C")


@pytest.mark.slow
def test_the_examples_of_the_help_work_when_pasted() -> None:
    Path("hands.csv").write_text(f"hand,upcard,seat,round\n{HAND},Kh,forehand,1\n", "utf-8")
    lines = [line.strip() for line in bid_module.EXAMPLES.splitlines() if line.strip().startswith("debertz ")]
    assert len(lines) > 5
    for line in lines:
        fewer = line if "--worlds" in line or "--until" in line else f"{line} --worlds 300"
        done = call(*shlex.split(fewer.replace("--worlds 50", "--worlds 3"))[2:])
        assert done.exit_code == 0, (line, done.output)
        assert line in call("--help").output


def test_the_table_says_what_to_call() -> None:
    done = bid(worlds=2000)
    assert done.exit_code == 0 and done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[0].split()[:2] == ["call", "margin"] and lines[2].startswith("♥") and lines[3].startswith("pass")
    assert "♥ is ahead of pass by" in done.stdout and "decided after 2,000 deals" in done.stdout
    assert "A deal is worth" in done.stdout and "opponent plays ♠" in done.stdout
    assert sum(line[:1] in "123" and "T" in line for line in lines) >= 3  # three deals
    explained = bid("--explain").stdout
    for words in ("points in tricks", "my trumps 4", "my side aces", "who scores sequences", "my second packet"):
        assert words in explained and words not in done.stdout


def test_formats() -> None:
    whole = Outcome.from_json(bid("--format", "json").stdout)
    assert whole.provenance["options"]["kind"] == "bid" and len(whole.provenance["samples"]) == 3
    assert identical(whole, dz.bid(HAND, "Kh", "forehand", worlds=400, seed=7))
    assert whole.provenance["command"].startswith("debertz bid --hand 'As 7c 8d Ah Jh 9h' --upcard Kh")
    for ending in ("json", "csv", "parquet", "md", "html"):
        assert bid("--out", f"x.{ending}").exit_code == 0, ending
        assert Path(f"x.{ending}").stat().st_size > 500
    assert identical(Outcome.load("x.json"), whole)
    assert "exists already" in bid("--out", "x.json").stderr
    assert bid("--out", "x.png").exit_code == 2
    assert CliRunner().invoke(cli, ["rerun", "x.json"]).stdout.startswith("identical")
    assert CliRunner().invoke(cli, ["report", "x.json", "--out", "r.html"]).exit_code == 0


def test_the_command_of_a_result_makes_it_again() -> None:
    asked = ("--confidence", "0.9", "--value", "-2.5", "--later", "never", "--explain", "--set", "target=301")
    first = Outcome.from_json(bid(*asked, "--score", "-20:100", "--pot", "15", "--format", "json").stdout)
    again = call(*shlex.split(first.provenance["command"])[2:], "--format", "json")
    assert identical(first, Outcome.from_json(again.stdout))
    assert first.get("match_won", call="h").n == 400


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--hand", "Jh 9h", "--upcard", "Kh", "--seat", "dealer"), "cards written: 2, needed: 6"),
        (("--upcard", "Kh"), "--hand is missing"),
        ((*SPOT, "--auction", "pass"), "the dealer calls, not forehand"),
        ((*SPOT, "--rules", "pairs"), "bid is for the auction between two"),
        ((*SPOT, "--score", "1-2"), "write your points and his as 350:420"),
        ((*SPOT, "--precision", "1%"), "write it as 0.5pt"),
        ((*SPOT, "--precision", "1pt", "--worlds", "5"), "--max-worlds bounds these"),
        ((*SPOT, "--max-worlds", "5"), "without them use --worlds"),
        ((*SPOT, "--hands", "x.csv"), "it stands in the file"),
        (("--hands", "none.csv"), "cannot be read"),
        ((*SPOT, "--worlds", "1.5"), "whole number"),
    ],
)
def test_bad_input_is_one_line(args: tuple[str, ...], message: str) -> None:
    done = call(*args)
    assert done.exit_code == 2 and message in done.stderr and done.stderr.count("\n") == 1 and done.stdout == ""


def test_batches() -> None:
    Path("hands.csv").write_text(f"hand,upcard,seat\n{HAND},Kh,forehand\n7s 8s 9c Td Kd 8d,Ah,dealer\n", "utf-8")

    def batch(*args: str) -> Result:
        return call("--hands", "hands.csv", "--worlds", "300", "--seed", "7", *args)

    rows = list(csv.DictReader(io.StringIO(batch("--format", "csv").stdout)))
    assert [row["best"] for row in rows] == ["h", "pass"] and rows[1]["margin_s"] == ""
    alone = Outcome.from_json(bid("--format", "json", worlds=300).stdout)
    assert float(rows[0]["margin_h"]) == alone.get("margin", call="h").value
    assert batch("--out", "b.parquet").exit_code == 0 and batch("--out", "b.json").exit_code == 0
    columns: dict[str, Any] = dz.Result.load("b.json").to_frame().to_dict("list")
    assert set(columns["hand"]) == {0, 1}
    assert CliRunner().invoke(cli, ["rerun", "b.json"]).stdout.startswith("identical")
    table = batch().stdout.splitlines()
    assert table[0].split()[:2] == ["hand", "six"] and "♥" in table[2]
    assert json.loads(batch("--format", "json").stdout)["provenance"]["options"]["hands"][1]["seat"] == "dealer"
