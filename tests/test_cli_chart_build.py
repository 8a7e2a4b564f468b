"""The commands chart build and chart best-response: files, formats, bad input, Ctrl-C and going on, rerun."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from debertz_sim.charts.build import Learner
from debertz_sim.charts.game import Crew
from debertz_sim.cli.main import cli
from debertz_sim.policies.charted import load
from debertz_sim.results import Result as Outcome

pytestmark = pytest.mark.compiled

SMALL = ("--play", "greedy", "--deals", "2k", "--check", "1k", "--seed", "5", "--trust", "100", "--quiet")


def call(*args: str) -> Result:
    return CliRunner().invoke(cli, ["chart", *args])


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C")


def test_a_build_writes_a_chart_its_values_and_a_result_that_can_be_repeated() -> None:
    done = call("build", *SMALL, "--chart", "a.npz", "--values", "a.parquet", "--out", "a.json")
    assert done.exit_code == 0, done.output
    assert done.stdout == "" and not Path("a.npz.part").exists()
    chart = load(str(Path("a.npz").resolve()))
    result = Outcome.load(Path("a.json"))
    by = {(e.metric, *e.group.values()): e for e in result.estimates}
    assert by["reply_gain", "both", "in_sample"].value > by["reply_gain", "both", "held_out"].value
    assert chart.about["value"] == by["game_value", "forehand"].value
    assert chart.about["deals"] == 2000 and chart.about["check"]["divisions"] == 84
    assert all(0 <= by["would_play", d].value <= 1 for d in ("forehand_1", "dealer_1", "forehand_2", "dealer_2"))
    import pandas as pd

    values = pd.read_parquet("a.parquet")
    assert len(values) == chart.calls.shape[1] and values["hands"].sum() == 5_890_248
    np.testing.assert_array_equal(values["forehand_1_call"], chart.calls[0])
    again = CliRunner().invoke(cli, ["rerun", "a.json", "--quiet"])
    assert again.exit_code == 0 and again.stdout.startswith("identical"), again.output
    used = CliRunner().invoke(
        cli, ["simulate", "--bidding", "chart:a.npz", "--play", "greedy", "--deals", "1k", "--seed", "1", "--quiet"]
    )
    assert used.exit_code == 0, used.output
    kept = call("build", *SMALL, "--chart", "a.npz")
    assert kept.exit_code == 2 and "a.npz" in kept.stderr and "--force" in kept.stderr


def test_a_build_that_is_stopped_is_kept_and_gone_on_with(monkeypatch: pytest.MonkeyPatch) -> None:
    folder, learn = Path.cwd(), Learner.learn

    def press(self: Learner, crew: Crew, deals: int) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        learn(self, crew, 800)

    with monkeypatch.context() as pressed:
        pressed.setattr(Learner, "learn", press)
        stopped = call("build", *SMALL, "--chart", "some.npz")
    assert stopped.exit_code == 130, stopped.output
    assert "800 of 2,000 deals" in stopped.stderr and "--resume some.npz.part" in stopped.stderr
    part = str(folder / "some.npz.part")
    refused = call("build", "--resume", part, "--deals", "5k")
    assert refused.exit_code == 2 and "--deals stands in the build already" in refused.stderr
    target = str(folder / "some.npz")
    resumed = call("build", "--resume", part, "--chart", target, "--quiet")
    assert resumed.exit_code == 0, resumed.output
    assert load(target).about["deals"] == 2000 and not Path(part).exists()


def test_a_reply_to_a_style_is_a_chart_and_can_be_repeated() -> None:
    words = ("rule:jack-and-two", "--play", "greedy", "--deals", "2k", "--seed", "3", "--quiet")
    done = call("best-response", *words, "--chart", "reply.npz", "--out", "r.json")
    assert done.exit_code == 0, done.output
    chart = load(str(Path("reply.npz").resolve()))
    assert chart.about["reply_to"] == "rule:jack-and-two"
    provenance = json.loads(Path("r.json").read_text())["provenance"]
    assert "best-response rule:jack-and-two" in provenance["command"] and provenance["deals_done"] == 2000
    again = CliRunner().invoke(cli, ["rerun", "r.json", "--quiet"])
    assert again.exit_code == 0 and again.stdout.startswith("identical"), again.output
    table = call("best-response", *words)
    assert "in sample (too high)" in table.stdout and "held out (too low)" in table.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("build", "--seed", "1"), "say with --chart FILE.npz"),
        (("build", "--chart", "a.txt"), "must end in .npz"),
        (("build", "--chart", "a.npz", "--rules", "three"), "charts are for the auction between two"),
        (("build", "--chart", "a.npz", "--rules", "terts"), "charts are for the auction between two"),
        (("build", "--chart", "a.npz", "--deals", "10"), "at least 1000 are needed"),
        (("build", "--chart", "a.npz", "--start", "random"), "it must call alike with the same hand"),
        (("build", "--chart", "a.npz", "--start", "ruls"), "unknown bidding policy 'ruls'"),
        (("build", "--chart", "a.npz", "--seed", str(2**61)), "below 2**61"),
        (("build", "--chart", "a.npz", "--correct", "none.json"), "none.json: not a file of corrections"),
        (("build", "--resume", "none.npz.part"), "none.npz.part: not a build"),
        (("build", "--chart", "a.npz", "--values", "a.csv"), "unknown ending '.csv'"),
        (("best-response", "rule:jak"), "unknown rule 'jak'"),
        (("best-response", "random"), "it must call alike with the same hand"),
        (("bild",), "did you mean build"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(words: tuple[str, ...], said: str) -> None:
    done = call(*words)
    assert done.exit_code == 2 and said in done.stderr, done.output
    assert len(done.stderr.strip().splitlines()) == 1 and done.stdout == ""
