"""The command league: pasted examples, formats, bad input, Ctrl-C and going on, rerun."""

from __future__ import annotations

import json
import os
import shlex
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import debertz_sim as dz
from debertz_sim.cli import league as league_module
from debertz_sim.cli.main import cli
from debertz_sim.experiment.executors import Threads
from debertz_sim.results import Result as Outcome
from debertz_sim.results import identical

THREE = ("points:20+greedy", "never+greedy", "never+random", "--lang", "en")


def call(*args: str) -> Result:
    return CliRunner().invoke(cli, list(args))


def league(*args: str, deals: int = 300) -> Result:
    return call("league", *THREE, "--deals", str(deals), "--seed", "7", *args)


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C")


@pytest.mark.slow
def test_the_examples_of_the_help_work_when_pasted() -> None:
    lines = [line.strip() for line in league_module.EXAMPLES.splitlines() if line.strip().startswith("debertz ")]
    assert len(lines) > 3
    for line in lines:
        done = call(*shlex.split(line.replace("20k", "300"))[1:])
        assert done.exit_code == 0, (line, done.output)
        assert line in call("league", "--help").output


def test_formats(tmp_path: Path) -> None:
    done = league()
    assert done.exit_code == 0 and done.stderr == ""
    assert done.stdout.splitlines()[0].split()[:2] == ["place", "policy"]
    assert "Every deal is played twice, with the sides changed" in done.stdout
    assert "The 6 intervals hold all at once" in done.stdout
    whole = Outcome.from_json(league("--format", "json").stdout)
    assert whole.provenance["options"]["kind"] == "league" and len(whole.estimates) == 6
    assert identical(whole, dz.league(*THREE[:3], deals=300, seed=7))
    for ending in ("json", "csv", "parquet", "md", "html", "png", "svg"):
        assert league("--out", f"x.{ending}").exit_code == 0, ending
        assert (tmp_path / f"x.{ending}").stat().st_size > 500
    assert identical(Outcome.load("x.json"), whole)
    assert Path("x.csv").read_text().splitlines()[1].startswith("margin,points:20+greedy,never+greedy,")
    assert "| 1 | never+greedy |" in Path("x.md").read_text()
    page = Path("x.html").read_text()
    assert "What the row wins from the column" in page and "margin_over_field" not in page
    assert call("plot", "x.json", "--list").stdout.split()[0] == "payoffs"
    assert call("plot", "x.json", "--out", "y.png", "--lang", "ru").exit_code == 0
    assert call("report", "x.json", "--out", "r.html").exit_code == 0
    refused = league("--out", "x.json")
    assert refused.exit_code == 2 and "exists already" in refused.stderr
    russian = league("--lang", "ru")
    assert "место" in russian.stdout and "Каждая сдача сыграна дважды" in russian.stdout


def test_workers_change_no_number_and_rerun_agrees() -> None:
    assert league("--out", "a.json", "--workers", "1").exit_code == 0
    assert league("--out", "b.json", "--workers", "3").exit_code == 0
    assert identical(Outcome.load("a.json"), Outcome.load("b.json"))
    done = call("rerun", "a.json")
    assert done.exit_code == 0 and done.stdout == "identical: a.json, 6 estimates\n"
    command = Outcome.load("a.json").provenance["command"]
    assert call(*shlex.split(command)[1:], "--out", "c.json").exit_code == 0
    assert identical(Outcome.load("a.json"), Outcome.load("c.json"))
    data = json.loads(Path("a.json").read_text())
    data["estimates"][0]["value"] += 1e-9
    Path("a.json").write_text(json.dumps(data))
    done = call("rerun", "a.json")
    assert done.exit_code == 1 and done.stdout.startswith("not identical: a.json, margin")


def test_a_seed_is_drawn_and_said() -> None:
    done = call("league", "greedy", "random", "--deals", "20", "--format", "json", "--bidding", "fixed:never")
    seed = json.loads(done.stdout)["provenance"]["seed"]
    assert f"seed {seed} (drawn; repeat with --seed {seed})" in done.stderr


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("greedy",), "name 2 to 100 policies"),
        ((), "name 2 to 100 policies"),
        (("greedy", "greedy"), "greedy is named twice"),
        (("greedy", "rondom"), "did you mean random?"),
        (("greedy", "random", "--bidding", "always"), "write it as free or fixed:NAME"),
        (("greedy", "random", "--objective", "tricks"), "'tricks' is not one of 'trick', 'written'"),
        (("greedy", "random", "--as", "declarer"), "for three or four seats, each for himself"),
        (("greedy", "random", "--rules", "moskow"), "did you mean moscow"),
        (("greedy", "random", "--deals", "many"), "write it as 1000000"),
        (("greedy", "random", "--out", "x.gif"), "must be one of .json"),
        (("greedy", "random", "--resume", "x.json"), "entrants is settled by the file"),
        (("--resume", "absent.json"), "absent.json: cannot be read"),
    ],
)
def test_bad_input_is_one_line(args: tuple[str, ...], message: str) -> None:
    done = call("league", *args)
    assert done.exit_code == 2 and message in done.stderr and done.stderr.count("\n") == 1, done.output
    assert done.stdout == ""


class Pressing(Threads):
    """Press Ctrl-C once the first chunk is done."""

    def run(self, *args: Any) -> Iterator[Any]:
        """As that of the threads."""
        chunks = super().run(*args)
        yield next(chunks)
        os.kill(os.getpid(), signal.SIGINT)
        yield from chunks


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("out", [None, "mine.json", "mine.md"])
def test_ctrl_c_keeps_what_is_known_and_it_can_be_gone_on_with(
    out: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = ("--out", out) if out else ()
    with monkeypatch.context() as patch:
        patch.setattr(sys.modules["debertz_sim.league.run"], "Threads", Pressing)
        stopped = league(*wanted, deals=50_000)
    assert stopped.exit_code == 130
    kept = out if out == "mine.json" else "debertz-partial-7.json"
    partial = Outcome.load(kept)
    done = partial.provenance["deals_done"]
    assert partial.provenance["partial"] and 0 < done < 50_000
    assert f"Interrupted after {done:,} of 50,000 deals; the partial result is kept in {kept}" in stopped.stderr
    go_on = stopped.stderr.splitlines()[-1].partition("Go on with: ")[2]
    assert go_on.startswith(f"debertz league --resume {kept}")
    data = json.loads(Path(kept).read_text())
    data["provenance"]["options"]["deals"] = 400 + done  # the rest need not be so long
    data["provenance"]["next_look"] = 400 + done
    Path(kept).write_text(json.dumps(data))
    more = () if "--out" in go_on else ("--out", "whole.json")
    finished = call(*shlex.split(go_on)[1:], *more)
    assert finished.exit_code == 0, finished.output
    whole = dz.league(*THREE[:3], deals=400 + done, seed=7)
    if out == "mine.md":
        assert f"n = {400 + done:,} deals" in Path("mine.md").read_text()
    else:
        assert identical(Outcome.load(out or "whole.json"), whole)
    other = call("simulate", "--resume", kept)
    assert other.exit_code == 2 and other.stderr.count("\n") == 1


def test_a_partial_result_of_another_command_says_how_to_go_on() -> None:
    data = {"format": "debertz-result/1", "provenance": {"options": {"kind": "simulate"}}, "estimates": []}
    Path("s.json").write_text(json.dumps(data))
    done = call("league", "--resume", "s.json")
    assert done.exit_code == 2 and "go on with: debertz simulate --resume s.json" in done.stderr
