"""The command ``solve``, and ``--analyse`` of ``deal`` and ``score``, as a user types them."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import debertz_sim as dz
from debertz_sim.cli.main import cli

POSITION = ("--hands", "Js 9s Ac | Ts Kc 7d", "--trump", "s")
DEAL = ("--seed", "7", "--index", "12")
PAIRS = ("Js 9s Ac | 8d Kc 7h | As Ts 8s | 9c Tc", "s")


def run(*args: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(cli, list(args), input=stdin)


def good(*args: str, stdin: str | None = None) -> str:
    result = run(*args, stdin=stdin)
    assert result.exit_code == 0, result.output
    return result.stdout


def bad(*args: str, stdin: str | None = None) -> str:
    """The one line of a run that ends with exit code 2."""
    result = run(*args, stdin=stdin)
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    return line


def solved(*args: str, stdin: str | None = None) -> dict[str, Any]:
    answer = json.loads(good("solve", *args, "--format", "json", stdin=stdin))
    assert isinstance(answer, dict)
    return answer


def plain(answer: dict[str, Any]) -> dict[str, Any]:
    """Without what differs from run to run."""
    return {key: value for key, value in answer.items() if key != "provenance"}


def test_position_in_every_form(tmp_path: Path) -> None:
    answer = solved(*POSITION)
    assert answer["format"] == "debertz-solve/1"
    assert answer["values"] == [answer["cards"][0]["value"], 0] == [answer["position"]["points_left"], 0]
    assert {card["card"] for card in answer["cards"]} == {"Js", "9s", "Ac"}
    assert len(answer["best_line"]) == 6
    rows = list(csv.DictReader(io.StringIO(good("solve", *POSITION, "--format", "csv"))))
    assert [{key: str(value) for key, value in card.items()} for card in answer["cards"]] == rows
    assert good("solve", *POSITION, "--format", "markdown").startswith("| card | value | loss |")
    page = good("solve", *POSITION)
    assert f"with best play of all, of {answer['position']['points_left']} points left: seat 0" in page
    target = tmp_path / "answer.json"
    good("solve", *POSITION, "--out", str(target))
    assert plain(json.loads(target.read_text())) == plain(answer)
    assert "exists" in bad("solve", *POSITION, "--out", str(target))


def test_hands_in_every_notation() -> None:
    by_seat = ("--hand", "1:Т♠ К♣ 7♦".replace("Т", "10"), "--hand", "0: s:J9 c:A", "--trump", "п")
    assert plain(solved(*by_seat)) == plain(solved(*POSITION, "--lead", "0")) == plain(solved(*POSITION))


def test_the_command_of_an_answer_repeats_it() -> None:
    for args in (
        POSITION,
        (*POSITION, "--need", "40"),
        (*POSITION, "--rules", "klabor", "--lead", "1"),
        ("--hands", PAIRS[0], "--trump", PAIRS[1], "--led", "Jc", "--lead", "3"),
        ("--hands", PAIRS[0], "--trump", PAIRS[1], "--led", "Jc", "--lead", "3", "--rules", "online-pairs"),
        (*DEAL, "--trick", "5", "--set", "overtrump=never"),
    ):
        answer = solved(*args)
        again = shlex.split(answer["provenance"]["command"])
        assert again[:2] == ["debertz", "solve"]
        assert plain(solved(*again[2:])) == plain(answer)


def test_threshold() -> None:
    value = solved(*DEAL, "--trick", "3")["values"]
    mover = solved(*DEAL, "--trick", "3")["position"]["to_move"]
    for needed, reached in ((value[mover], True), (value[mover] + 1, False)):
        answer = solved(*DEAL, "--trick", "3", "--need", str(needed))
        assert answer["threshold"] == {"seat": mover, "points": needed, "reached": reached}
        assert "values" not in answer
    assert f"seat {mover} can make 0 of the" in good("solve", *DEAL, "--trick", "3", "--need", "0")


def test_position_of_a_seed_and_of_its_transcript(tmp_path: Path) -> None:
    path = tmp_path / "deal.json"
    for rules in ("moscow", "pairs"):
        good("deal", *DEAL, "--rules", rules, "--out", str(path), "--force")
        for trick in ("1", "6"):
            of_file = solved(str(path), "--trick", trick)
            assert plain(of_file) == plain(solved(*DEAL, "--rules", rules, "--trick", trick))
    deal = json.loads(path.read_text())
    del deal["result"], deal["melds"]
    deal["plays"] = deal["plays"][:3]
    answer = solved("-", stdin=json.dumps(deal))
    assert [len(hand) for hand in answer["position"]["hands"]] == [5] * 4
    assert plain(answer) == plain(dz.solve(deal))
    assert "which trick" in bad("solve", str(path))


def test_pairs_page() -> None:
    page = good("solve", "--hands", PAIRS[0], "--trump", "s", "--led", "Jc", "--lead", "3")
    assert "in the trick: seat 3 Jc" in page
    assert "seats 0+2 makes" in page
    assert re.search(r"^  seat 3: \(Jc\) Ac Kc ", page, re.MULTILINE)


def test_deals_of_a_seed(tmp_path: Path) -> None:
    path = tmp_path / "solved.json"
    result = run("solve", "--deals", "60", "--seed", "4", "--rules", "klabor", "--workers", "2", "--out", str(path))
    assert result.exit_code == 0
    assert re.search(r"^60 deals solved in .* a second on 2 threads$", result.stderr, re.MULTILINE)
    stored = json.loads(path.read_text())
    assert [one["metric"] for one in stored["estimates"]] == ["solved_points", "solved_points", "solved_majority"]
    assert stored["provenance"]["command"] == "debertz solve --deals 60 --seed 4 --rules klabor"
    assert good("rerun", str(path), "--quiet").startswith("identical")
    assert "сторона" not in good("solve", "--deals", "20", "--seed", "4", "--lang", "ru")
    assert "очки при открытых картах" in good("solve", "--deals", "20", "--seed", "4", "--lang", "ru")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ((), "nothing given; give one of --hands, FILE, --seed (with --index), --deals"),
        ((*POSITION, "--seed", "3"), "--hands and --seed given"),
        ((*POSITION, "--hand", "0:As"), "--hands and --hand: give one of them"),
        ((*POSITION, "--trick", "3"), "--trick: it goes with --seed or FILE"),
        ((*DEAL, "--trump", "s"), "--trump: it goes with --hands"),
        (("--deals", "5", "--need", "3"), "--need: it asks for one position"),
        (("--hands", "As | Ks"), "trump: it is missing"),
        (("--hands", "As | Ks | Qs", "--trump", "s"), "hands: there are 3"),
        (("--hand", "0:As", "--hand", "2:Ks", "--trump", "s"), "--hand: seat 1 has none"),
        (("--hand", "0:As", "--hand", "0:Ks", "--trump", "s"), "seat 0 has a hand already"),
        (("--hand", "As", "--trump", "s"), "write it as 0:'As Ks'"),
        (("--seed", "3", "--rules", "three"), "there is no solver for 3 in play, each for himself"),
        (("--deals", "3", "--rules", "passive4"), "there is no solver for 3 in play, each for himself"),
        (("--deals", "3", "--rules", "terts"), "most of terts is played with a stock"),
        (("--seed", "3", "--rules", "terts"), "terts is played with a stock"),
        (("no-such-file",), "no-such-file: cannot be read"),
        ((*POSITION, "--led", "Ac"), "Ac is in seat 0's hand and in the trick"),
    ],
)
def test_wrong_usage(args: tuple[str, ...], words: str) -> None:
    line = bad("solve", *args)
    assert line.startswith("Error: ")
    assert words in line


def test_analyse_a_deal_and_a_transcript(tmp_path: Path) -> None:
    shown = (*DEAL, "--play", "rules")  # a player who does not say what he thought of his cards
    page = good("deal", *shown, "--analyse")
    assert page.startswith(good("deal", *shown))
    assert re.search(r"^lost: seat 0 \d+, seat 1 \d+$", page, re.MULTILINE)
    path = tmp_path / "deal.txt"
    good("deal", *shown, "--format", "text", "--out", str(path))
    assert page.partition("\nopen hands")[2] == good("score", str(path), "--analyse").partition("\nopen hands")[2]
    deal = json.loads(good("deal", *shown, "--analyse", "--format", "json"))
    assert deal == dz.analyse(dz.deal(seed=7, index=12, play="rules"))
    assert json.loads(good("score", "-", "--format", "json", stdin=json.dumps(deal))) == deal
    match = good("score", "-", "--analyse", stdin="\n".join(json.dumps(dz.deal(seed=7, index=i)) for i in range(4)))
    assert match.count("\nopen hands: ") == 4


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--rules", "three"), "there is no solver for 3 in play, each for himself"),
        (("--rules", "terts"), "terts is played with a stock"),
        (("--format", "text"), "--analyse: the short text form has no place for it"),
    ],
)
def test_analyse_is_refused(args: tuple[str, ...], words: str) -> None:
    assert words in bad("deal", *DEAL, "--analyse", *args)
