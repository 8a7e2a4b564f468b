"""The commands ``deal`` and ``score`` as a user types them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from debertz_sim.cli.main import cli
from debertz_sim.policies.registry import seating
from debertz_sim.records.seats import side_text
from debertz_sim.records.transcript import deal_transcript, match_transcripts
from debertz_sim.records.transcript_table import to_table
from debertz_sim.records.transcript_text import read_text
from debertz_sim.variants import variants
from tests.referee_tools import EVERY_VARIANT, deals

DOCS = Path(__file__).parents[1] / "docs" / "transcripts.md"
SEVEN = ("deal", "--seed", "7", "--index", "12", "--play", "random", "--bidding", "random")


def run(*args: str, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(cli, list(args), input=stdin)


def good(*args: str, stdin: str | bytes | None = None) -> str:
    result = run(*args, stdin=stdin)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def bad(*args: str, stdin: str | bytes | None = None) -> str:
    """The one line of a run that ends with exit code 2."""
    result = run(*args, stdin=stdin)
    assert result.exit_code == 2
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    return line


def match_of(name: str, number: int = 0) -> list[dict[str, Any]]:
    rules = variants[name]
    return list(match_transcripts(rules, seating(rules.players, "random", "random").family, 5, number))


def test_deal_is_the_deal_of_the_seed() -> None:
    family = seating(2, "random", "random").family
    assert json.loads(good(*SEVEN, "--format", "json")) == deal_transcript(variants["moscow"], family, 7, 12)
    kharkov = json.loads(good(*SEVEN, "--format", "json", "--rules", "kharkov", "--set", "target=301"))
    assert kharkov["rules"] == "kharkov-301" or kharkov["rules"] == {"base": "kharkov", "set": {"target": 301}}
    assert kharkov["hands"] == json.loads(good(*SEVEN, "--format", "json"))["hands"]
    assert good("deal", "--seed", "7") == good("deal", "--seed", "7", "--index", "0")


def test_deal_takes_policies_by_seat() -> None:
    always = json.loads(good("deal", "--seed", "7", "--index", "12", "--bidding", "always", "--format", "json"))
    assert [call["call"] for call in always["auction"]] == ["play"]
    seated = ("--bidding", "always", "--seat", "1:bidding=never")
    waited = json.loads(good("deal", "--seed", "7", "--index", "12", *seated, "--format", "json"))
    assert [call["call"] for call in waited["auction"]] == ["pass", "play"]
    sevens = [
        json.loads(
            good(
                "deal",
                "--seed",
                "7",
                "--index",
                str(index),
                "--bidding",
                "always",
                "--exchange",
                how,
                "--format",
                "json",
            )
        )["exchange"]
        for index in range(5, 9)
        for how in ("always", "never")
    ]
    assert any(sevens[::2])
    assert not any(sevens[1::2])


def test_drawn_seed_is_printed() -> None:
    result = run("deal", "--format", "json")
    found = re.search(r"--seed (\d+)\)", result.stderr)
    assert found
    assert good("deal", "--seed", found[1], "--format", "json") == result.stdout


@pytest.mark.parametrize(
    "rules", ["moscow", "klabor", "three", "pairs", "passive4", "klabor-two-rounds", "online-solo4", "belote"]
)
def test_deal_to_score_in_every_form(rules: str) -> None:
    deal = (*SEVEN, "--rules", rules)
    table, line, sheet = (good(*deal, "--format", kind) for kind in ("table", "json", "text"))
    for recorded in (line, sheet):
        assert good("score", "-", stdin=recorded) == table
        assert json.loads(good("score", "-", "--format", "json", stdin=recorded)) == json.loads(line)
        assert good("score", "-", "--format", "text", stdin=recorded) == sheet


def test_files(tmp_path: Path) -> None:
    sheet, line = tmp_path / "sheet.txt", tmp_path / "deal.json"
    good(*SEVEN, "--out", str(sheet))
    good(*SEVEN, "--out", str(line))
    assert good("score", str(sheet)) == good("score", str(line))
    assert "exists already" in bad(*SEVEN, "--out", str(sheet))
    good(*SEVEN, "--out", str(sheet), "--force", "--format", "table")
    assert "has no colon" in bad("score", str(sheet))
    assert "unknown ending" in bad(*SEVEN, "--out", str(tmp_path / "deal.csv"))
    assert "its ending says json" in bad(*SEVEN, "--out", str(line), "--format", "text")
    assert bad("score", str(tmp_path / "none.txt")).startswith(f"Error: {tmp_path / 'none.txt'}: cannot be read")
    assert "cannot be read" in bad("score", str(tmp_path))
    line.write_bytes(b"\xff\xfe\x00")
    assert "not a text in UTF-8" in bad("score", str(line))
    line.write_bytes(b"\xef\xbb\xbf" + good(*SEVEN, "--format", "json").encode())
    good("score", str(line))


def test_table() -> None:
    deal = json.loads(good(*SEVEN, "--format", "json"))
    page = to_table(deal)
    totals = deal["result"]["totals"]
    assert re.search(rf"^total +{totals[0]} +{totals[1]}$", page, re.MULTILINE)
    assert len(re.findall(r"^ +\d  seat [01] .*\*.* seat [01]$", page, re.MULTILINE)) == 9
    points = [int(number) for number in re.findall(r"^ +\d  seat.* (\d+)  seat [01]$", page, re.MULTILINE)]
    assert sum(points) == sum(deal["result"]["card_points"])
    for number, trick in enumerate(deal["plays"][1:], 1):
        assert re.search(rf"^ +{number} .*seat {trick['leader']}$", page, re.MULTILINE)
    cut = deal | {"plays": deal["plays"][:4], "melds": None, "result": None}
    unfinished = good("score", "-", stdin=json.dumps(cut))
    assert "not finished" in unfinished
    assert f"to move: seat {deal['plays'][4]['leader']}, legal: " in unfinished
    cut["plays"][3] = deal["plays"][3] | {"cards": deal["plays"][3]["cards"][:1]}
    assert re.search(r"^ +4  seat [01] +\w\w *$", good("score", "-", stdin=json.dumps(cut)), re.MULTILINE)


@pytest.mark.parametrize("name", EVERY_VARIANT)
def test_table_of_every_variant(name: str) -> None:
    rules = variants[name]
    for deal in deals(rules, 40):
        page = to_table(deal)
        assert max(map(len, page.splitlines())) <= 100
        assert all(ord(letter) < 128 for letter in page)
        for seat, cards in enumerate(deal["hands"]):
            (line,) = re.findall(rf"^seat {seat}  (s: .*)\(", page, re.MULTILINE)
            shown = [
                rank + suit for suit, ranks in re.findall(r"([scdh]): ([^scdh:]*)", line) for rank in ranks.split()
            ]
            assert sorted(card for card in shown if card[0] != "-") == sorted(cards)
        if not deal["plays"]:
            continue
        result = deal["result"]
        tricks = re.findall(r"^ +\d  seat .*$", page, re.MULTILINE)
        assert len(tricks) == len(deal["plays"])
        for line, trick in zip(tricks, deal["plays"], strict=True):
            assert sorted(re.findall(r"([7-9TJQKA][scdh])\*?", line)) == sorted(trick["cards"])
        score = page[page.index("\ntricks ") :]
        for word, field in (("total", "totals"), ("written", "written")):
            numbers = [int(number) for number in re.search(rf"^{word} +(.*)$", score, re.MULTILINE)[1].split()]
            assert numbers == (result[field][:2] if rules.sides == "pairs" else result[field])


def test_table_names_seats_and_sides() -> None:
    def page(rules: str, *words: str) -> str:
        return good("deal", "--seed", "12", "--index", "29", "--rules", rules, "--bidding", "always", *words)

    three = page("three")
    assert re.findall(r"\((\w+)\)$", three, re.MULTILINE) == ["forehand", "middle", "dealer"]
    pairs = page("pairs")
    assert "(forehand, with seat 0)" in pairs and "(dealer, with seat 3)" in pairs
    assert re.search(r"^ +seat 0  seat 2  0\+2  seat 1  seat 3  1\+3$", pairs, re.MULTILINE)
    assert "upcard 7s, dealt to seat 1" in pairs
    passive = page("passive4", "--exchange", "never")
    assert "(dealer, passive)" in passive and "dealt to seat 1" in passive
    assert re.search(r"^trick +leader +seat 0 +seat 2 +seat 3 +points +won by$", passive, re.MULTILINE)


@pytest.mark.parametrize("name", ["moscow-301", "klabor", "one-deal", "three", "passive4", "klabor-two-rounds"])
def test_matches(name: str, tmp_path: Path) -> None:
    match = match_of(name)
    path = tmp_path / "match.jsonl"
    path.write_text("".join(json.dumps(deal) + "\n" for deal in match))
    result = run("score", str(path), "--match", "--format", "json")
    assert [json.loads(line) for line in result.stdout.splitlines()] == match
    winner = match[-1]["result"]["match_winner"]
    assert f"won by {'nobody' if winner is None else side_text(variants[name], winner)}" in result.stderr
    sheet = good("score", str(path), "--format", "text")
    assert good("score", "-", "--match", "--format", "text", stdin=sheet) == sheet
    assert "match over" in good("score", str(path), "--match").splitlines()[-1 - bool(match[-1]["result"]["burned"])]
    begun = run("score", "-", "--match", "--format", "json", stdin=json.dumps(truncated(match[0])))
    assert begun.exit_code == 0
    nothing = ":".join("0" * (2 if variants[name].sides == "pairs" else variants[name].players))
    assert f"1 deal, {nothing}; the match is not over" in begun.stderr
    if len(match) > 2:
        path.write_text("".join(json.dumps(deal) + "\n" for deal in [match[0], *match[2:]]))
        assert re.match(rf"Error: {path}: deal 2: ", bad("score", str(path), "--match"))


def truncated(deal: dict[str, Any]) -> dict[str, Any]:
    return {field: deal[field] for field in deal if field not in ("melds", "result", "claim")} | {
        "plays": deal["plays"][:1]
    }


def test_the_broken_rule_is_named_with_its_place() -> None:
    deals = [json.loads(good("deal", "--seed", "7", "--index", str(index), "--format", "json")) for index in range(3)]
    right = deals[1]["result"]["next_dealer"]
    deals[1]["result"]["next_dealer"] = 5
    lines = "".join(json.dumps(deal) + "\n" for deal in deals)
    line = bad("score", "-", stdin=lines)
    assert line == f"Error: stdin: line 2: result.next_dealer: 5 is not right; it must be {right}"


def test_rules_of_the_command_line_win() -> None:
    deal = good(*SEVEN, "--format", "json")
    assert json.loads(good("score", "-", "--rules", "kharkov", "--format", "json", stdin=deal))["rules"] == "kharkov"
    changed = json.loads(good("score", "-", "--set", "target=77", "--format", "json", stdin=deal))
    assert changed["rules"] == {"base": "moscow", "set": {"target": 77}}
    without = {key: value for key, value in json.loads(deal).items() if key != "rules"}
    assert "rules: it is missing" in bad("score", "-", stdin=json.dumps(without))
    assert good("score", "-", "--rules", "moscow", stdin=json.dumps(without)) == good("score", "-", stdin=deal)
    assert "unknown switch" in bad("score", "-", "--set", "targt=77", stdin=deal)
    assert "unknown rules" in bad("score", "-", "--rules", "moskow", stdin=deal)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("deal", "--seed", "7", "--index", "-1"), "'--index': -1"),
        (("deal", "--seed", "7", "--set", "players=4"), "four in play need second_packet=2"),
        (
            ("deal", "--seed", "7", "--rules", "three", "--seat", "3:play=random"),
            "seat 3: these rules have seats 0 to 2",
        ),
        (("deal", "--seed", "7", "--bidding", "bold"), "unknown bidding policy 'bold'"),
        (("deal", "--seed", "7", "--seat", "2:play=random"), "seat 2: these rules have seats 0 to 1"),
        (("deal", "--seed", "7", "--format", "csv"), "'csv' is not one of"),
        (("score",), "Missing argument 'FILE'"),
    ],
)
def test_wrong_usage(args: tuple[str, ...], words: str) -> None:
    assert words in bad(*args)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "[1]", "{}", "null", "rules: moscow", "---", "\x00", '{"rules": "moscow"}\n{']
)
@pytest.mark.parametrize("options", [(), ("--match",), ("--set", "target=5")])
def test_garbage(text: str, options: tuple[str, ...]) -> None:
    assert bad("score", "-", *options, stdin=text).startswith("Error: stdin: ")


def sheet_of_the_documentation(first_line: str) -> str:
    blocks = re.findall(r"```\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    (sheet,) = [block for block in blocks if block.startswith(first_line)]
    return str(sheet)


def test_the_sheet_of_the_documentation() -> None:
    sheet = sheet_of_the_documentation("# evening game")
    scored = json.loads(good("score", "-", "--format", "json", stdin=sheet))
    assert scored["result"]["written"] == read_text(sheet)[0]["result"]["written"]
    assert scored["result"]["match_over"] is False


def test_the_sheet_of_pairs() -> None:
    scored = json.loads(good("score", "-", "--format", "json", stdin=sheet_of_the_documentation("# club night")))
    assert scored["scores_before"] == [210, 185, 210, 185]
    assert scored["result"]["written"] == [112, 110, 112, 110]
    assert [len(hand) for hand in scored["hands"]] == [8, 8, 8, 8]
    assert "7s" in scored["hands"][1]


def test_the_sheet_of_a_passive_dealer() -> None:
    scored = json.loads(good("score", "-", "--format", "json", stdin=sheet_of_the_documentation("# four at")))
    assert scored["exchange"] == {"seat": 3, "gave": "7c", "took": "Tc"}
    assert scored["hands"][0] == ["7c", "7d", "8d", "9d", "9h"]
    terts = next(meld for meld in scored["melds"] if meld["seat"] == 0)
    assert (terts["cards"], terts["scored"]) == (["9d", "8d", "7d"], True)
