"""The commands simulate, compare and rerun: pasted examples, files, bad input, Ctrl-C and going on."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from debertz_sim.cli import compare as compare_module
from debertz_sim.cli import rerun as rerun_module
from debertz_sim.cli import simulate as simulate_module
from debertz_sim.cli.interrupt import Interrupt
from debertz_sim.cli.main import cli
from debertz_sim.errors import UserError
from debertz_sim.experiment import ExperimentSpec, run
from debertz_sim.experiment.executors import Threads
from debertz_sim.policies.registry import seating
from debertz_sim.results import Result as Outcome
from debertz_sim.results import identical
from debertz_sim.variants import variants

RANDOM = ("--bidding", "random", "--play", "random", "--seed", "7", "--lang", "en")
SPEC_150K = ExperimentSpec("simulate", (variants["moscow"],), 7, 150_000, policies=seating(2, "random", "random"))


def call(*args: str) -> Result:
    return CliRunner().invoke(cli, list(args))


def simulate(*args: str) -> Result:
    return call("simulate", *RANDOM, *args)


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C")


@pytest.mark.parametrize("module", [simulate_module, compare_module, rerun_module])
def test_the_examples_of_the_help_work_when_pasted(module: object) -> None:
    name = module.__name__.rpartition(".")[2]  # type: ignore[attr-defined]
    lines = [line.strip() for line in module.EXAMPLES.splitlines() if line.strip().startswith("debertz ")]  # type: ignore[attr-defined]
    assert lines
    for line in lines:
        done = call(*shlex.split(line)[1:])
        assert done.exit_code == 0, (line, done.output)
        assert line in call(name, "--help").output


def test_stdout_carries_the_result_alone() -> None:
    done = simulate("--deals", "500", "--format", "json")
    assert done.exit_code == 0
    data = json.loads(done.stdout)
    assert data["format"] == "debertz-result/1"
    source = data["provenance"]
    assert (source["seed"], source["deals_done"], source["partial"]) == (7, 500, False)
    assert source["command"] == "debertz simulate --deals 500 --seed 7 --bidding random --play random"
    spec = ExperimentSpec("simulate", (variants["moscow"],), 7, 500, policies=seating(2, "random", "random"))
    assert identical(Outcome.from_json(done.stdout), run(spec))


def test_formats(tmp_path: Path) -> None:
    table = simulate("--deals", "500").stdout
    assert "made" in table and "95 % interval" in table and "seed 7" in table
    assert simulate("--deals", "500", "--format", "csv").stdout.startswith("metric,")
    assert simulate("--deals", "500", "--format", "markdown").stdout.startswith("| metric |")
    assert "взял" in call("simulate", *RANDOM[:-2], "--lang", "ru", "--deals", "500").stdout
    for ending in ("json", "csv", "md", "parquet", "png", "svg"):
        done = simulate("--deals", "500", "--out", f"x.{ending}")
        assert done.exit_code == 0 and done.stdout == ""
        assert (tmp_path / f"x.{ending}").stat().st_size > 500


def test_a_seed_is_drawn_and_said() -> None:
    done = call("simulate", "--bidding", "random", "--play", "random", "--deals", "50", "--format", "json")
    said = re.search(r"seed (\d+) \(drawn; repeat with --seed (\d+)\)", done.stderr)
    assert said is not None and said[1] == said[2]
    assert json.loads(done.stdout)["provenance"]["seed"] == int(said[1])
    quiet = call("simulate", "--bidding", "random", "--play", "random", "--deals", "50", "--quiet")
    assert quiet.stderr == "" and "seed " in quiet.stdout


def test_matches_say_that_the_match_is_the_unit() -> None:
    done = simulate("--matches", "50")
    assert "match won" in done.stdout and "take the match as the unit" in done.stdout
    assert "match won" not in simulate("--deals", "50").stdout


def test_rows_go_to_the_file_and_the_result_to_stdout(tmp_path: Path) -> None:
    from pyarrow import parquet

    done = simulate("--deals", "500", "--rows", "--out", "rows.parquet")
    assert done.exit_code == 0 and "made" in done.stdout
    table = parquet.read_table(tmp_path / "rows.parquet")
    assert table.num_rows == 500
    kept = run(
        ExperimentSpec("simulate", (variants["moscow"],), 7, 500, policies=seating(2, "random", "random")),
        keep_rows=True,
    ).rows
    assert kept is not None
    assert table.column_names == list(kept)
    assert "tricks_1" in kept and "tricks_2" not in kept
    assert all((table[name].to_numpy() == column).all() for name, column in kept.items())
    words = json.loads(table.schema.metadata[b"debertz-rows"])
    assert words["outcome"][1] == "made" and words["provenance"]["seed"] == 7
    source = words["provenance"]
    assert (source["deals_done"], source["partial"]) == (500, False) and source["seconds"] > 0


@pytest.mark.parametrize("name", ["three", "passive4", "klabor-two-rounds"])
def test_rows_have_the_columns_of_the_seats(name: str, tmp_path: Path) -> None:
    from pyarrow import parquet

    rules = variants[name]
    done = simulate("--rules", name, "--matches", "5", "--rows", "--out", "rows.parquet")
    assert done.exit_code == 0, done.output
    table = parquet.read_table(tmp_path / "rows.parquet").to_pydict()
    places = {int(column[-1]) for column in table if column.startswith("tricks_")}
    assert places == set(range(rules.players))
    played = [place for place, outcome in enumerate(table["outcome"]) if outcome in (1, 2, 3)]
    tricks = [sum(table[f"tricks_{place}"][row] for place in places) for row in played]
    assert set(tricks) == {6 + rules.second_packet}
    if rules.passive_dealer:
        assert not any(table["tricks_3"])
    assert (set(table["match_round"]) > {1, 2}) == (rules.form == "two_rounds")


def test_transcripts_alone_go_to_stdout() -> None:
    done = simulate("--deals", "20", "--transcripts", "-")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [deal["index"] for deal in lines] == list(range(20))
    assert "made" in done.stderr
    silent = simulate("--deals", "20", "--transcripts", "-", "--quiet")
    assert silent.stdout == done.stdout and silent.stderr == ""


def test_transcripts_of_matches_go_to_a_file(tmp_path: Path) -> None:
    done = simulate("--matches", "3", "--transcripts", "m.jsonl", "--format", "json")
    lines = [json.loads(line) for line in (tmp_path / "m.jsonl").read_text().splitlines()]
    assert len(lines) == json.loads(done.stdout)["provenance"]["deals_done"]
    assert [deal["result"]["match_over"] for deal in lines].count(True) == 3


def test_compare_shows_pairs_and_where_they_differ() -> None:
    done = call("compare", "moscow", "moscow+overtrump=never", *RANDOM, "--deals", "2000")
    assert done.exit_code == 0
    assert "A moscow" in done.stdout and "B moscow+overtrump=never" in done.stdout and "B-A" in done.stdout
    said = re.search(r"First deals whose outcome differs, B-A: (.*)", done.stdout)
    assert said is not None
    differing = [int(deal) for deal in said[1].split(", ")]
    assert len(differing) == 10
    rows = [
        run(ExperimentSpec("simulate", (rules,), 7, 2000, policies=seating(2, "random", "random")), keep_rows=True).rows
        for rules in (variants["moscow"], variants["moscow"].with_(overtrump="never"))
    ]
    outcome = [its["outcome"] for its in rows if its is not None]
    assert differing == (outcome[0] != outcome[1]).nonzero()[0][:10].tolist()


@pytest.mark.parametrize("ending", ["png", "svg"])
@pytest.mark.parametrize("more", [(), ("--one-at-a-time",)])
def test_compare_draws_a_forest(ending: str, more: tuple[str, ...], tmp_path: Path) -> None:
    done = call("compare", "moscow", "klabor", *RANDOM, "--deals", "500", "--out", f"f.{ending}", *more)
    assert done.exit_code == 0, done.output
    assert (tmp_path / f"f.{ending}").stat().st_size > 5000
    if ending == "svg" and more:
        assert "seven_exchange" in (tmp_path / "f.svg").read_text() or variants["klabor"].seven_exchange == "any"


BAD = [
    (["simulate", "--deals", "0"], "number of deals '0'"),
    (["simulate", "--deals", "-5"], "number of deals '-5'"),
    (["simulate", "--matches", "0"], "number of deals '0'"),
    (["simulate", "--deals", "5", "--matches", "5"], "--deals and --matches: give one of them"),
    (["simulate", "--bidding", "nosuch"], "unknown bidding policy 'nosuch'"),
    (["simulate", "--play", "greddy"], "did you mean greedy?"),
    (["simulate", "--seat", "2:play=greedy"], "seat 2: these rules have seats 0 to 1"),
    (["simulate", "--rules", "moskow"], "did you mean moscow?"),
    (["simulate", "--set", "baid_penalty=-100"], "baid_penalty"),
    (["simulate", "--rules", "three", "--seat", "3:play=greedy"], "seat 3: these rules have seats 0 to 2"),
    (["simulate", "--rules", "three", "--headline", "margin_to_beat"], "headline 'margin_to_beat': must be one of"),
    (["simulate", "--rules", "three", "--set", "sides=pairs"], "sides=pairs needs four players, not 3"),
    (["simulate", "--set", "players=4"], "four in play need second_packet=2"),
    (["simulate", "--deals", "5", "--headline", "match_length"], "headline 'match_length': must be one of"),
    (["simulate", "--seed", "-1"], "--seed"),
    (["simulate", "--confidence", "2"], "confidence '2'"),
    (["simulate", "--confidence", "0.9999999999999999"], "confidence 0.9999999999999999: must lie between 0 and 1"),
    (["simulate", "--confidence", "1e-20"], "confidence 1e-20: must lie between 0 and 1"),
    (["simulate", "--precision", "0.1%", "--deals", "5"], "--deals and --precision: give one of them"),
    (["simulate", "--max-deals", "5"], "--max-deals bounds --precision"),
    (["simulate", "--precision", "0.5pt"], "precision: made is measured in other units"),
    (["simulate", "--precision", "5%", "--headline", "margin"], "precision: margin is measured in other units"),
    (["simulate", "--headline", "luck"], "headline 'luck': must be one of"),
    (["simulate", "--rows"], "--rows: give the file with --out FILE.parquet"),
    (["simulate", "--rows", "--out", "x.csv"], "--rows: give the file with --out FILE.parquet"),
    (["simulate", "--out", "there.json"], "there.json: exists already"),
    (["simulate", "--transcripts", "there.json"], "there.json: exists already"),
    (["simulate", "--out", "nowhere/x.json"], "there is no folder"),
    (["simulate", "--out", "x.txt"], "unknown ending '.txt'"),
    (["simulate", "--resume", "missing.json"], "missing.json"),
    (["simulate", "--resume", "there.json"], "there.json"),
    (["compare"], "name two rule sets or more"),
    (["compare", "moscow"], "name two rule sets or more"),
    (["compare", "moscow", "kharkow"], "did you mean kharkov?"),
    (["compare", "moscow", "moscow+overtrump=perhaps"], "overtrump: 'perhaps'"),
    (["compare", "moscow", "kharkov", "--matches", "5"], "compare plays deals"),
    (["compare", "moscow", "moscow", "--one-at-a-time"], "do not differ in any switch"),
    (["rerun", "missing.json"], "missing.json"),
    (["rerun", "there.json"], "there.json"),
]


@pytest.mark.parametrize(("args", "message"), BAD, ids=[" ".join(args) for args, _ in BAD])
def test_bad_input_is_one_line_and_loses_nothing(args: list[str], message: str, tmp_path: Path) -> None:
    there = tmp_path / "there.json"
    there.write_text("precious")
    done = call(*args)
    assert done.exit_code == 2, done.output
    assert message in done.stderr
    assert [line for line in done.stderr.splitlines() if not line.startswith("seed ")] == [done.stderr.splitlines()[-1]]
    assert done.stdout == ""
    assert there.read_text() == "precious"
    assert os.listdir(tmp_path) == ["there.json"]


def test_force_overwrites(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("old")
    assert simulate("--deals", "50", "--out", "x.json", "--force").exit_code == 0
    assert Outcome.load(tmp_path / "x.json").provenance["deals_done"] == 50


@pytest.mark.parametrize(
    "args",
    [
        (
            "simulate",
            *RANDOM,
            "--deals",
            "700",
            "--set",
            "target=301",
            "--seat",
            "1:play=greedy",
            "--exchange",
            "never",
        ),
        ("simulate", *RANDOM, "--matches", "40", "--rules", "klabor"),
        ("simulate", *RANDOM, "--precision", "1%", "--confidence", "0.9"),
        ("compare", "moscow", "kharkov", "klabor+target=301", *RANDOM, "--deals", "600"),
        ("compare", "moscow", "klabor", *RANDOM, "--deals", "600", "--one-at-a-time"),
        ("simulate", *RANDOM, "--deals", "300", "--rules", "passive4", "--seat", "3:play=greedy"),
        ("simulate", *RANDOM, "--matches", "20", "--rules", "klabor-two-rounds", "--seat", "2:bidding=points:30"),
        ("simulate", *RANDOM, "--rules", "solo4", "--precision", "2pt", "--headline", "margin_to_beat"),
        ("compare", "pairs", "solo4", *RANDOM, "--deals", "200", "--one-at-a-time", "--seat", "3:play=greedy"),
        ("compare", "moscow", "three", "pairs+target=301", *RANDOM, "--deals", "300"),
    ],
)
def test_rerun_and_the_command_in_the_provenance_repeat_a_result(args: tuple[str, ...], tmp_path: Path) -> None:
    assert call(*args, "--out", "x.json").exit_code == 0
    done = call("rerun", "x.json", "--workers", "2")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith("identical: x.json, ")
    result = Outcome.load(tmp_path / "x.json")
    again = call(*shlex.split(result.provenance["command"])[1:], "--format", "json")
    assert identical(result, Outcome.from_json(again.stdout))


def test_rerun_tells_a_difference_and_other_versions(tmp_path: Path) -> None:
    simulate("--deals", "300", "--out", "x.json")
    data = json.loads((tmp_path / "x.json").read_text())
    data["provenance"]["kernel_hash"] = "other"
    (tmp_path / "x.json").write_text(json.dumps(data))
    done = call("rerun", "x.json")
    assert done.exit_code == 0 and "note: kernel_hash was other, here it is" in done.stderr
    data["estimates"][6]["k"] += 1
    (tmp_path / "x.json").write_text(json.dumps(data))
    done = call("rerun", "x.json")
    assert done.exit_code == 1
    assert done.stdout.startswith(f"not identical: x.json, {data['estimates'][6]['metric']}")
    data["provenance"]["command"] = "debertz rules list"
    (tmp_path / "x.json").write_text(json.dumps(data))
    done = call("rerun", "x.json")
    assert done.exit_code == 2 and "cannot be repeated" in done.stderr


# Ctrl-C. The transcripts on stdout say when the first chunk is being written; they also make a chunk long enough.


def interrupted(presses: int, *args: str) -> tuple[int, str, list[str]]:
    """Press Ctrl-C after the first transcript; exit code, stderr, transcripts."""
    program = [sys.executable, "-c", "from debertz_sim.cli import main; main()"]
    command = [*program, "simulate", *RANDOM, "--transcripts", "-", "--quiet", *args]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stderr is not None
    first = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    said = process.stderr.readline()
    for _ in range(presses - 1):
        process.send_signal(signal.SIGINT)
    with process:  # not communicate, which forgets what readline left in its buffers
        out, err = process.stdout.read(), process.stderr.read()
    return process.returncode, said + err, [first, *out.splitlines()]


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_the_first_ctrl_c_keeps_what_is_known_and_it_can_be_gone_on_with(tmp_path: Path) -> None:
    code, said, lines = interrupted(1, "--deals", "150000", "--workers", "1")
    assert code == 130
    kept = tmp_path / "debertz-partial-7.json"
    assert f"of 150,000 deals; the partial result is kept in {kept.name}" in said
    assert f"Go on with: debertz simulate --resume {kept.name}" in said
    partial = Outcome.load(kept)
    done = partial.provenance["deals_done"]
    assert partial.provenance["partial"] and 0 < done < 150_000
    assert len(lines) == done
    before = kept.read_bytes()
    whole = call("simulate", "--resume", kept.name, "--format", "json")
    assert whole.exit_code == 0
    assert identical(Outcome.from_json(whole.stdout), run(SPEC_150K))
    assert kept.read_bytes() == before
    settled = call("simulate", "--resume", kept.name, "--deals", "5")
    assert settled.exit_code == 2 and "--deals is settled by the file" in settled.stderr
    other = call("compare", "--resume", kept.name)
    assert other.exit_code == 2 and f"debertz simulate --resume {kept.name}" in other.stderr


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_a_partial_result_goes_where_out_says(tmp_path: Path) -> None:
    code, said, _ = interrupted(1, "--deals", "150000", "--workers", "1", "--out", "mine.json")
    assert code == 130 and "kept in mine.json" in said
    done = Outcome.load(tmp_path / "mine.json").provenance["deals_done"]
    assert os.listdir(tmp_path) == ["mine.json"]
    go_on, again = (line.partition(" with: ")[2] for line in said.splitlines()[-2:])
    assert go_on == "debertz simulate --resume mine.json --out mine.json --force"
    assert f"stdout holds deals 0 to {done - 1} only" in said
    assert again == f"{SPEC_150K.command_line()} --transcripts -"
    assert call(*shlex.split(go_on)[1:]).exit_code == 0
    assert identical(Outcome.load(tmp_path / "mine.json"), run(SPEC_150K))
    refused = call("simulate", "--resume", "mine.json", "--transcripts", "t.jsonl")
    assert refused.exit_code == 2 and "--transcripts wants every deal" in refused.stderr


class Pressing(Threads):
    """Press Ctrl-C once the first chunk is done."""

    def run(self, *args: Any) -> Iterator[Any]:
        """As that of the threads."""
        chunks = super().run(*args)
        yield next(chunks)
        os.kill(os.getpid(), signal.SIGINT)
        yield from chunks


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_files_of_deals_that_are_not_whole_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pyarrow import parquet

    monkeypatch.setattr(sys.modules["debertz_sim.experiment.run"], "Threads", Pressing)
    files = ("--transcripts", "t.jsonl", "--rows", "--out", "r.parquet")
    stopped = simulate("--deals", "5000", "--workers", "1", *files)
    assert stopped.exit_code == 130
    _, transcripts, rows = stopped.stderr.splitlines()[-3:]
    table = parquet.read_table("r.parquet")
    source = json.loads(table.schema.metadata[b"debertz-rows"])["provenance"]
    n = table.num_rows
    assert 0 < n < 5000 and (source["deals_done"], source["partial"]) == (n, True)
    assert len(Path("t.jsonl").read_text().splitlines()) == n
    assert transcripts.startswith(f"t.jsonl holds deals 0 to {n - 1} only")
    assert rows.startswith(f"r.parquet holds deals 0 to {n - 1} only")
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    for line in (transcripts, rows):
        assert call(*shlex.split(line.partition(" with: ")[2])[1:]).exit_code == 0
    assert parquet.read_table("r.parquet").num_rows == 5000
    assert len(Path("t.jsonl").read_text().splitlines()) == 5000


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_a_partial_result_that_cannot_be_kept_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise UserError("output x: cannot be written (Permission denied)")

    monkeypatch.setattr(sys.modules["debertz_sim.experiment.run"], "Threads", Pressing)
    monkeypatch.setattr(Outcome, "save", refuse)
    stopped = simulate("--deals", "150000", "--workers", "1")
    assert stopped.exit_code == 130 and "made" in stopped.stdout
    assert "could not be kept: output x: cannot be written (Permission denied)" in stopped.stderr
    assert stopped.stderr.endswith(f"Do it all again with: {SPEC_150K.command_line()}\n")


@pytest.mark.parametrize("raised", [SystemError("a result with an exception set"), KeyboardInterrupt(), ValueError()])
def test_after_the_second_press_any_exception_is_an_interrupt(
    raised: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Ended(Exception):
        pass

    def leave(code: int) -> None:
        raise Ended(code)

    monkeypatch.setattr("debertz_sim.cli.interrupt.os._exit", leave)
    interrupt = Interrupt()
    with pytest.raises(Ended, match="130"), interrupt.listening():
        interrupt.presses = 2
        raise raised
    with pytest.raises(KeyboardInterrupt):
        interrupt.asked()
    if not isinstance(raised, KeyboardInterrupt):
        with pytest.raises(type(raised)), Interrupt().listening():
            raise raised


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_the_second_ctrl_c_ends_at_once(tmp_path: Path) -> None:
    code, said, lines = interrupted(2, "--deals", "150000", "--workers", "1", "--out", "mine.json")
    assert code == 130
    assert "Interrupted." in said
    assert len(lines) < 16_384
    assert os.listdir(tmp_path) == []


def test_partial_files_never_overwrite(tmp_path: Path) -> None:
    from debertz_sim.cli.interrupt import _free_name

    (tmp_path / "debertz-partial-7.json").write_text("precious")
    (tmp_path / "debertz-partial-7-2.json").write_text("precious")
    assert _free_name(7).name == "debertz-partial-7-3.json"
