"""The command line: the ``rules`` commands, shared options, exit codes, and how light ``--help`` is."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from debertz_sim.cli import options
from debertz_sim.cli.main import COMMANDS, cli
from debertz_sim.errors import UserError
from debertz_sim.switch_table import SWITCHES
from debertz_sim.variants import from_spec, resolve, variants


def run(*args: str) -> Result:
    return CliRunner().invoke(cli, list(args))


def test_rules_list() -> None:
    result = run("rules", "list")
    assert result.exit_code == 0
    for name in (*variants, "terts", "klabor-two-rounds"):
        assert re.search(rf"^{name} ", result.stdout, re.MULTILINE)
    table = json.loads(run("rules", "list", "--format", "json").stdout)
    assert [row["name"] for row in table] == list(variants)


def test_rules_show_gives_every_switch_with_source() -> None:
    lines = run("rules", "show", "kharkov", "--set", "target=301").stdout.splitlines()
    for switch in SWITCHES:
        (line,) = [line for line in lines if re.match(rf"{switch.name} +\S+ .*  \S", line)]
        assert re.search(r"00[0234] |RULES\.md section", line)
    assert any(re.match(r"target +301 ", line) for line in lines)
    table = json.loads(run("rules", "show", "kharkov", "--format", "json").stdout)
    assert from_spec(table["rules"]) == variants["kharkov"]
    assert len(run("rules", "show", "kharkov", "--format", "csv").stdout.splitlines()) == 1 + len(SWITCHES)
    assert len(run("rules", "show", "kharkov", "--format", "markdown").stdout.splitlines()) == 2 + len(SWITCHES)


def test_rules_show_toml_feeds_back(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    assert run("rules", "show", "online", "--toml").stdout == variants["online"].to_toml()
    assert run("rules", "show", "online", "--set", "target=77", "--out", str(path)).exit_code == 0
    assert resolve(str(path)) == variants["online"].with_(target=77)
    before = path.read_text()
    result = run("rules", "show", "moscow", "--out", str(path))
    assert result.exit_code == 2
    assert path.read_text() == before
    assert run("rules", "show", "moscow", "--out", str(path), "--force").exit_code == 0
    assert run("rules", "diff", str(path), "moscow").stdout == "moscow and moscow do not differ\n"
    assert run("rules", "show", "moscow", "--format", "csv", "--out", str(path)).exit_code == 2


def test_rules_check(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('target = "one_deal"\nearly_claim = "on"\nplayers = 3\n')
    result = run("rules", "check", str(path))
    assert result.exit_code == 0
    assert "mine: valid" in result.stdout
    assert "early_claim has no effect here" in result.stdout
    path.write_text('early_claim = "of"\n')
    result = run("rules", "check", str(path))
    assert result.exit_code == 2
    assert result.stderr.startswith(f"Error: rules file {path}: early_claim: 'of' is not one of")


def test_rules_diff() -> None:
    rows = json.loads(run("rules", "diff", "moscow", "kharkov", "--format", "json").stdout)
    assert [(row["switch"], row["moscow"], row["kharkov"]) for row in rows] == [
        ("sequence_tie", "trump_then_turn", "turn")
    ]


@pytest.mark.slow
def test_any_two_variants_can_be_compared_switch_by_switch() -> None:
    rows = json.loads(run("rules", "diff", "three", "klabor-two-rounds", "--format", "json").stdout)
    table = {row["switch"]: (row["three"], row["klabor-two-rounds"]) for row in rows}
    assert table["players"] == ("3", "4") and table["sides"] == ("each", "pairs")
    assert table["form"] == ("usual", "two_rounds") and table["upcard_to"] == ("nobody", "dealer")
    differing = variants["three"].differences(variants["klabor-two-rounds"])
    assert list(table) == list(differing)
    for a in variants:
        for b in variants:
            assert run("rules", "diff", a, b).exit_code == 0


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["rules", "show", "moskow"], "did you mean moscow?"),
        (["rules", "diff", "moscow", "tree"], "did you mean three?"),
        (["rules", "show", "three", "--set", "sides=pairs"], "sides=pairs needs four players, not 3"),
        (["rules", "show", "pairs", "--set", "fours=J:200"], "fours are for two players only, not 4"),
        (["rules", "show", "solo4", "--set", "form=two_rounds"], "needs players=4 and sides=pairs"),
        (["rules", "show", "moscow", "--set", "baid_penalty=-100"], "baid_penalty: '-100'"),
        (["rules", "show", "moscow", "--set", "-5"], "setting '-5'"),
        (["rules", "show", "moscow", "--set", "hangin=pot"], "did you mean hanging?"),
        (["rules", "show"], "(see: debertz rules show --help)"),
        (["rules", "list", "--format", "xml"], "'xml' is not one of"),
        (["rules", "list", "--out", "x.xml"], "unknown ending '.xml'"),
        (["rulez"], "did you mean rules?"),
        (["--nope"], "--nope"),
    ],
)
def test_wrong_usage_is_one_line_and_exit_2(args: list[str], said: str) -> None:
    result = CliRunner().invoke(cli, args, prog_name="debertz")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("Error: ")
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


def _from_ctrl_c() -> SystemError:
    """What compiled code makes of Ctrl-C."""
    error = SystemError("returned a result with an exception set")
    error.__cause__ = KeyboardInterrupt()
    return error


@pytest.mark.parametrize(
    ("raised", "code", "said"),
    [
        (UserError("what\nwhere"), 2, "Error: what where\n"),
        (RuntimeError("odd"), 1, "Error: internal failure, RuntimeError: odd (DEBERTZ_DEBUG=1"),
        (KeyboardInterrupt(), 130, "Interrupted."),
        (_from_ctrl_c(), 130, "Interrupted."),
    ],
)
def test_exit_codes(monkeypatch: pytest.MonkeyPatch, raised: BaseException, code: int, said: str) -> None:
    def fail(*_: Any) -> None:
        raise raised

    monkeypatch.setattr("debertz_sim.cli.rules.resolve", fail)
    monkeypatch.delenv("DEBERTZ_DEBUG", raising=False)
    result = run("rules", "show", "moscow")
    assert result.exit_code == code
    assert said in result.stderr
    assert "Traceback" not in result.stderr
    monkeypatch.setenv("DEBERTZ_DEBUG", "1")
    assert ("Traceback" in run("rules", "show", "moscow").stderr) == (code == 1)


def process(*args: str, **more: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *args], capture_output=True, text=True, check=False, **more)


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys\n"
        "from debertz_sim.cli.main import cli\n"
        "cli.main(['--help'], prog_name='debertz', standalone_mode=False)\n"
        "heavy = {'numba', 'numpy', 'pandas', 'matplotlib', 'rich', 'pyarrow'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    result = process("-c", code)
    assert result.returncode == 0, result.stderr
    for name, text in COMMANDS.items():
        assert re.search(rf"^  {name} +{re.escape(text)}$", result.stdout, re.MULTILINE)


def test_brackets_without_end_are_one_line(tmp_path: Path) -> None:
    path = tmp_path / "deep.toml"
    path.write_text("x=" + "[" * 5000)
    for words in (("rules", "check", str(path)), ("rules", "show", str(path))):
        result = run(*words)
        said = f"Error: rules file {path}: not valid TOML: brackets nested too deep\n"
        assert (result.exit_code, result.stderr) == (2, said)


def test_rules_commands_need_no_compiler() -> None:
    code = (
        "import sys\n"
        "from debertz_sim.cli.main import cli\n"
        "cli.main(['rules', 'show', 'moscow'], standalone_mode=False)\n"
        "assert not {'numba', 'pandas'} & set(sys.modules)\n"
    )
    result = process("-c", code)
    assert result.returncode == 0, result.stderr


def test_shell_completion() -> None:
    def complete(words: str) -> list[str]:
        place = str(words.count(" "))
        env = os.environ | {"_DEBERTZ_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": place}
        return process("-c", "from debertz_sim.cli import main; main()", env=env).stdout.split()

    assert complete("debertz s") == ["plain,simulate", "plain,solve", "plain,score"]
    assert complete("debertz rules show kharkov-o") == ["plain,kharkov-one-deal"]
    assert complete("debertz rules show moscow --set hanging=q") == ["plain,hanging=queue"]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1000000", 10**6),
        ("1_000_000", 10**6),
        ("1e6", 10**6),
        ("1M", 10**6),
        ("250k", 250_000),
        ("1.5k", 1500),
        ("1", 1),
    ],
)
def test_numbers_of_deals(text: str, number: int) -> None:
    assert options.parse_deals(text) == number


@pytest.mark.parametrize("text", ["0", "-5", "1.5", "1e-3", "many", "", "1e400", "1e999", "2kk", "nan", "x1"])
def test_wrong_numbers_of_deals(text: str) -> None:
    with pytest.raises(UserError, match="number of deals"):
        options.parse_deals(text)


def test_other_option_values() -> None:
    assert options.parse_precision("0.1%") == options.Precision(0.001, "proportion")
    assert options.parse_precision(".5pt") == options.Precision(0.5, "points")
    assert options.parse_confidence("95%") == options.parse_confidence("0.95") == 0.95
    assert options.parse_seat("1:bidding=points:30") == options.SeatPolicy(1, "bidding", "points:30")
    for parse, wrong in (
        (options.parse_precision, ["0%", "0.1", "-1%", "1pts"]),
        (options.parse_confidence, ["0", "1", "100%", "x", "nan"]),
        (options.parse_seat, ["4:play=x", "0:bid=x", "0:play=", "play=x"]),
    ):
        for text in wrong:
            with pytest.raises(UserError):
                parse(text)
    seats = [options.parse_seat("1:play=random"), options.parse_seat("0:bidding=never")]
    assert options.by_seat("play", "rules", seats, 2) == ["rules", "random"]
    with pytest.raises(UserError, match="seats 0 to 1"):
        options.by_seat("play", "rules", [options.parse_seat("2:play=random")], 2)


def test_drawn_seeds(capsys: pytest.CaptureFixture[str]) -> None:
    seeds = {options.drawn_seed() for _ in range(5)}
    assert len(seeds) == 5
    assert all(0 <= seed < 2**63 for seed in seeds)
    assert capsys.readouterr() == ("", "")
    options.tell_seed(7)
    assert capsys.readouterr() == ("", "seed 7 (drawn; repeat with --seed 7)\n")


@pytest.mark.parametrize(("locale", "language"), [("ru_RU.UTF-8", "ru"), ("uk_UA", "uk"), ("de_DE", "en"), ("C", "en")])
def test_default_language(monkeypatch: pytest.MonkeyPatch, locale: str, language: str) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    assert options.default_language() == language
