"""Transcripts of terts: written, read, completed, refused."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import pytest

from debertz_sim.errors import UserError
from debertz_sim.policies.policy import TERTS
from debertz_sim.policies.registry import seating
from debertz_sim.records.referee import score, score_match
from debertz_sim.records.terts import TertsScribe
from debertz_sim.records.transcript import deal_transcript, to_line
from debertz_sim.records.transcript_table import to_table
from debertz_sim.records.transcript_text import to_text
from tests.terts_tools import TERTS as RULES

Deal = dict[str, Any]


@lru_cache(maxsize=1)
def _written() -> tuple[str, ...]:
    deals = []
    for play in ("random", "rules"):
        deals += list(TertsScribe(RULES).deals(seating(2, play=play).for_game(TERTS).family, 5, range(300)))
    return tuple(map(json.dumps, deals))


def deals() -> Iterator[Deal]:
    """Complete transcripts."""
    return map(json.loads, _written())


def find(test: Callable[[Deal], Any]) -> Deal:
    """The first deal of which ``test`` is true."""
    return next(deal for deal in deals() if test(deal))


def truncated(deal: Deal, played: int) -> Deal:
    """The deal after so many cards; what follows is left out."""
    out = {key: value for key, value in copy.deepcopy(deal).items() if key not in ("result", "to_move")}
    whole, half = divmod(played, 2)
    out["plays"] = out["plays"][: whole + half]
    if half:
        last = out["plays"][-1]
        last["cards"] = last["cards"][:1]
        last.pop("drawn", None)
        leader = last["leader"]
        led = [entry for entry in last["announced"] if entry["seat"] == leader]
        if not any(entry["kind"] != "bella" for entry in led):
            last["announced"] = led  # the opponent's word comes after this card
    exchange = out["exchange"]
    if exchange and exchange["before_trick"] > whole + 1:
        out["exchange"] = None
    return out


def refused(deal: Deal, *words: str) -> None:
    """Assert that the referee refuses a deal in one line with these words."""
    with pytest.raises(UserError) as caught:
        score(deal)
    line = str(caught.value)
    assert "\n" not in line
    for word in words:
        assert word in line, line


# What comes back


@pytest.mark.slow
def test_complete_deals_come_back_as_they_are() -> None:
    for deal in deals():
        assert score(deal) == deal
        bare = {key: value for key, value in copy.deepcopy(deal).items() if key != "result"}
        for play in bare["plays"]:
            play["announced"] = [{"seat": e["seat"], "cards": e["cards"]} for e in play["announced"]]
            del play["leader"]
        assert score(bare) == deal


def test_hands_follow_from_all_plays() -> None:
    for deal in deals():
        without = {key: value for key, value in deal.items() if key != "hands"}
        assert score(without)["hands"] == deal["hands"]


def test_the_seven_may_be_drawn_given_and_drawn_again() -> None:
    def twice(deal: Deal) -> bool:
        seven = "7" + deal["result"]["trump"]
        drawn = [card for play in deal["plays"] for card in play.get("drawn", [])]
        return drawn.count(seven) == 2

    deal = find(twice)
    assert score({key: value for key, value in deal.items() if key != "hands"}) == deal | {"hands": deal["hands"]}


def test_an_unfinished_deal_says_who_is_to_move() -> None:
    for deal in list(deals())[::40]:
        flat = [card for play in deal["plays"] for card in play["cards"]]
        for played, card in enumerate(flat):
            done = score(truncated(deal, played))
            assert card in done["to_move"]["legal"]
            assert done["result"]["totals"] is None and done["result"]["last_trick"] is None
            assert sum(done["result"]["tricks"]) == played // 2


def test_rules_of_the_command_line_win() -> None:
    deal = find(lambda deal: any(e["kind"] == "terts" for play in deal["plays"] for e in play["announced"]))
    bare = {key: value for key, value in copy.deepcopy(deal).items() if key != "result"}
    for play in bare["plays"]:
        for entry in play["announced"]:
            entry.pop("points")
    other = RULES.with_(sequence_points={**RULES.sequence_points, 3: 30})
    done = score(bare, other)
    assert done["rules"] == {"base": "terts", "set": {"sequence_points": other.to_dict()["sequence_points"]}}
    assert sum(done["result"]["announced"]) > sum(deal["result"]["announced"])


def test_deal_transcript_and_line() -> None:
    deal = deal_transcript(RULES, seating(2).for_game(TERTS).family, 5, 3)
    assert deal["format"] == "debertz-terts/1" and (deal["seed"], deal["index"]) == (5, 3)
    assert json.loads(to_line(deal)) == deal
    assert deal == list(deals())[303]


def test_table_shows_what_was_said_and_drawn() -> None:
    deal = find(lambda deal: deal["exchange"] and any(not e["scored"] for p in deal["plays"] for e in p["announced"]))
    page = to_table(deal)
    assert (
        "exchange before trick {before_trick}: seat {seat} gave {gave}, took {took}".format(**deal["exchange"]) in page
    )
    assert " beaten" in page
    for words in ("trump " + deal["result"]["trump"], "announced", "drawn 0", "won by seat"):
        assert words in page
    unfinished = to_table(score(truncated(deal, 9)))
    assert "to move: seat" in unfinished and "not finished" in unfinished
    assert "to move" in to_table(score(truncated(deal, 0)))


# What is refused


@pytest.mark.slow
def test_every_illegal_card_is_named() -> None:
    reasons = set()
    for deal in list(deals())[::30]:
        flat = [card for play in deal["plays"] for card in play["cards"]]
        for played in range(32):
            cut = truncated(deal, played)
            move = score(cut)["to_move"]
            held = set(flat[played:])
            for card in sorted(held - set(move["legal"]))[:4]:
                wrong = copy.deepcopy(cut)
                if played % 2 == 0:
                    wrong["plays"].append({"cards": []})
                wrong["plays"][-1]["cards"].append(card)
                if played % 2 and played < 14:
                    wrong["plays"][-1]["drawn"] = deal["plays"][played // 2]["drawn"]
                with pytest.raises(UserError) as caught:
                    score(wrong)
                line = str(caught.value)
                if "drawn" in line:
                    continue  # the card is one that he was to draw
                assert line.startswith(f"trick {played // 2 + 1}, seat {move['seat']}: {card}: "), line
                assert sorted(line.partition("; legal: ")[2].split()) == sorted(move["legal"])
                reasons.add(line.split(": ")[2].partition(";")[0][:14])
    assert reasons == {"he does not ho", "he must follow", "he must play a"}


def _said(deal: Deal, kind: str) -> tuple[int, Deal]:
    return next(
        (number, entry)
        for number, play in enumerate(deal["plays"], 1)
        for entry in play["announced"]
        if entry["kind"] == kind
    )


def test_words_that_may_not_be_said() -> None:
    deal = find(
        lambda deal: any(e["kind"] == "terts" and e["scored"] for p in deal["plays"][:5] for e in p["announced"])
    )
    number, entry = _said(deal, "terts")
    where = f"trick {number}, seat {entry['seat']}: "
    entry["cards"] = ["Xx", *entry["cards"][1:]]
    refused(deal, f"trick {number}", "Xx")

    deal = find(
        lambda deal: any(e["kind"] == "terts" and e["scored"] for p in deal["plays"][:5] for e in p["announced"])
    )
    number, entry = _said(deal, "terts")
    strange = next(
        suit + rank for suit in "789TJQKA" for rank in "scdh" if suit + rank in deal["hands"][1 - entry["seat"]]
    )
    run = next(
        group
        for group in (
            ["9", "8", "7"],
            ["T", "9", "8"],
            ["J", "T", "9"],
            ["Q", "J", "T"],
            ["K", "Q", "J"],
            ["A", "K", "Q"],
        )
        if strange[0] in group
    )
    entry["cards"] = [rank + strange[1] for rank in run]
    refused(deal, where[: len(f"trick {number}")], "he does not hold", "he may announce")

    deal = find(
        lambda deal: any(e["kind"] == "terts" and e["scored"] for p in deal["plays"][:7] for e in p["announced"])
    )
    number, entry = _said(deal, "terts")
    play = deal["plays"][number - 1]
    play["announced"].append(dict(entry))
    refused(deal, f"trick {number}, seat {entry['seat']}", "two groups are announced")


def test_a_group_that_has_scored_is_refused() -> None:
    """A leader who wins names his terts again in the next trick, all its cards still in hand."""

    def again(deal: Deal) -> tuple[int, Deal] | None:
        for number, (play, after) in enumerate(zip(deal["plays"][:6], deal["plays"][1:], strict=False), 2):
            for entry in play["announced"]:
                leads = play["leader"] == after["leader"] == entry["seat"]
                kept = not set(entry["cards"]) & set(play["cards"])
                if entry["kind"] == "terts" and entry["scored"] and leads and kept and not after["announced"]:
                    return number, entry
        return None

    deal = find(again)
    found = again(deal)
    assert found is not None
    number, entry = found
    deal["plays"][number - 1]["announced"] = [{"seat": entry["seat"], "cards": entry["cards"]}]
    refused(deal, f"trick {number}, seat {entry['seat']}", "terts", "it has scored already")


def test_words_after_the_eighth_trick_are_refused() -> None:
    deal = next(deals())
    deal["plays"][8]["announced"] = [{"seat": deal["plays"][8]["leader"], "cards": ["9s", "8s", "7s"]}]
    refused(deal, "trick 9", "tricks 1 to 8 only")


def _set(path: str, value: Any) -> Callable[[Deal], None]:
    def change(deal: Deal) -> None:
        *steps, last = path.split(".")
        node: Any = deal
        for step in steps:
            node = node[int(step) if step.isdigit() else step]
        if value is DROP:
            del node[last]
        else:
            node[int(last) if last.isdigit() else last] = value

    return change


DROP = object()
REFUSALS: dict[str, tuple[Callable[[Deal], None], tuple[str, ...]]] = {
    "format": (_set("format", "debertz-terts/2"), ("format", "must be")),
    "no rules": (_set("rules", DROP), ("rules: it is missing",)),
    "no dealer": (_set("dealer", DROP), ("dealer: it is missing",)),
    "dealer": (_set("dealer", 2), ("dealer: 2", "a seat, 0 or 1")),
    "other rules": (_set("rules", "moscow"), ("moscow is not a game of terts",)),
    "misspelt": (_set("exchanged", None), ("did you mean exchange?",)),
    "upcard": (_set("upcard", "1x"), ("upcard", "1x")),
    "ten cards": (_set("hands.0", ["7s"] * 10), ("hands: seat 0",)),
    "hands": (_set("hands", [[]]), ("hands", "two lists")),
    "leader": (_set("plays.0.leader", 0), ("trick 1: leader: seat 1 leads, not seat 0",)),
    "three cards": (_set("plays.1.cards", ["7s", "8s", "9s"]), ("trick 2", "two cards")),
    "no draw": (_set("plays.1.drawn", DROP), ("trick 2: drawn is missing",)),
    "draw without stock": (_set("plays.7.drawn", ["7s", "8s"]), ("trick 8", "no stock left")),
    "unknown key": (_set("plays.0.said", []), ("trick 1", '"said" has no place there')),
    "exchange before trick 8": (
        _set("exchange", {"seat": 0, "before_trick": 8}),
        ("exchange.before_trick", "1 to 7"),
    ),
    "exchange without a seat": (_set("exchange", {"before_trick": 1}), ("exchange", "a table with seat, before_trick")),
    "kind": (
        _set("plays.7.announced", [{"seat": 0, "kind": "tierce", "cards": ["9s", "8s", "7s"]}]),
        ("kind", "one of terts, fifty"),
    ),
    "no group": (
        _set("plays.7.announced", [{"seat": 0, "cards": ["9s", "8s", "7c"]}]),
        ("a run of three or more, or a four of a kind",),
    ),
    "result": (_set("result.card_points.0", 141), ("result.card_points: [141",)),
    "winner": (_set("result.winner", 7), ("result.winner: 7 is not right",)),
    "result is no table": (_set("result", [1]), ("result", "it must be a table")),
    "to_move": (_set("to_move", {"seat": 0}), ("to_move",)),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_what_cannot_be_is_refused(name: str) -> None:
    change, words = REFUSALS[name]
    deal = find(lambda deal: deal["dealer"] == 0)
    change(deal)
    refused(deal, *words)


def test_exchanges_that_could_not_be() -> None:
    deal = find(lambda deal: deal["exchange"] and deal["exchange"]["before_trick"] > 1 and deal["upcard"][0] != "7")
    for change, word in (
        ({"gave": "As" if deal["upcard"][1] != "s" else "Ac"}, "exchange.gave"),
        ({"took": "7c" if deal["upcard"][1] != "c" else "7s"}, "exchange.took"),
        ({"seat": 1 - deal["exchange"]["seat"]}, "seat"),
    ):
        refused(deal | {"exchange": deal["exchange"] | change}, word)

    none = find(lambda deal: deal["exchange"] is None and deal["upcard"][0] == "7")
    none["plays"] = none["plays"][:2]
    del none["result"]
    refused(none | {"exchange": {"seat": 0, "before_trick": 1}}, "the upcard is", "itself")

    late = find(lambda deal: deal["exchange"] and deal["exchange"]["before_trick"] > 4)
    refused(truncated(late, 5) | {"exchange": late["exchange"]}, "exchange.before_trick", "ends in trick 3")

    dealt = find(lambda deal: deal["exchange"] and deal["exchange"]["before_trick"] == 1)
    refused(
        dealt | {"rules": {"base": "terts", "set": {"seven_exchange": "none"}}},
        "exchange before trick 1",
        "seven_exchange=none",
    )


def test_draws_that_could_not_be() -> None:
    deal = next(deals())
    right = deal["plays"][0]["drawn"]
    deal["plays"][0]["drawn"] = [right[0], deal["plays"][1]["drawn"][0]]
    refused(deal, "trick 2: drawn", "drawn in trick 1")
    deal = find(lambda deal: deal["exchange"] is None)
    deal["plays"][6]["drawn"].reverse()
    refused(deal, "trick 7: drawn", "the upcard")
    deal = next(deals())
    deal["plays"][0]["drawn"][0] = deal["hands"][0][0]
    refused(deal, "trick 1: drawn", "in the hand of seat 0")


def test_scored_and_points_of_announcements_are_checked() -> None:
    for key, value in (("scored", None), ("points", 21), ("kind", "fifty")):
        deal = find(lambda deal: any(e["kind"] == "terts" for p in deal["plays"] for e in p["announced"]))
        number, entry = _said(deal, "terts")
        entry[key] = (not entry["scored"]) if key == "scored" else value
        refused(deal, f"trick {number}, seat {entry['seat']}: announced: {key}")


def test_terts_has_no_matches_and_no_short_form() -> None:
    deal = next(deals())
    with pytest.raises(UserError, match="terts has no target and so no matches"):
        score_match([deal])
    with pytest.raises(UserError, match="no short text form"):
        to_text(deal)


def test_a_deal_without_a_format_is_known_by_its_rules() -> None:
    deal = next(deals())
    assert score({key: value for key, value in deal.items() if key != "format"})["result"] == deal["result"]


def test_a_deal_of_terts_in_the_usual_format_is_refused() -> None:
    deal = next(deals())
    refused(deal | {"format": "debertz-deal/1", "auction": []}, "format", "write debertz-terts/1")
