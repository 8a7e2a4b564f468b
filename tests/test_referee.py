"""The referee: what the engine played it accepts and reproduces; every way to break a rule gets its own line."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debertz_sim import referee
from debertz_sim.errors import UserError
from debertz_sim.policies.registry import seating
from debertz_sim.rules import RuleSet
from debertz_sim.transcript import Scribe, rules_spec
from debertz_sim.transcript_text import load, read_text, to_text
from debertz_sim.variants import from_spec, variants
from tests.reference import ReferenceError_, replay
from tests.rulebook import CASES
from tests.rulebook.case import Deal, cards, contrast_deal, full_rules

Transcript = dict[str, Any]
PLAYABLE = [name for name, rules in variants.items() if not rules.not_implemented()]


def deals(
    rules: RuleSet, count: int, bidding: str = "random", play: str = "random", seed: int = 5
) -> Iterator[Transcript]:
    """Transcripts of deals on their own."""
    return Scribe(rules).deals(seating(2, bidding, play).family, seed, range(count))


def matches(rules: RuleSet, count: int, bidding: str = "random", seed: int = 5) -> Iterator[list[Transcript]]:
    """Transcripts of whole matches."""
    scribe = Scribe(rules)
    return (list(scribe.match(seating(2, bidding, "random").family, seed, number)) for number in range(count))


@lru_cache(maxsize=64)
def _found(name: str, settings_: tuple[tuple[str, Any], ...], test: Callable[[Transcript], bool], play: str) -> str:
    rules = variants[name].with_(**dict(settings_))
    return json.dumps(next(deal for deal in deals(rules, 5000, play=play) if test(deal)))


def find(test: Callable[[Transcript], bool], name: str = "moscow", play: str = "random", **changes: Any) -> Transcript:
    """The first deal of which ``test`` is true."""
    found: Transcript = json.loads(_found(name, tuple(changes.items()), test, play))
    return found


def refused(deal: Transcript, *words: str) -> str:
    """Assert that the referee refuses a deal in one line that has these words; returns the line."""
    with pytest.raises(UserError) as caught:
        referee.score(deal)
    line = str(caught.value)
    assert "\n" not in line
    for word in words:
        assert word in line, line
    return line


def bare(deal: Transcript, *drop: str) -> Transcript:
    """A copy without what the referee works out, and without further fields."""
    return {field: copy.deepcopy(value) for field, value in deal.items() if field not in ("melds", "result", *drop)}


def truncated(deal: Transcript, cards_left: int) -> Transcript:
    """A copy of which only so many cards were played."""
    out = bare(deal, "claim")
    flat = [card for trick in deal["plays"] for card in trick["cards"]][:cards_left]
    leaders = [trick["leader"] for trick in deal["plays"]]
    out["plays"] = [{"leader": leaders[k // 2], "cards": flat[k : k + 2]} for k in range(0, len(flat), 2)]
    return out


def seat_of(deal: Transcript, played: int) -> int:
    """Who plays the card number ``played`` (from 0)."""
    leader: int = deal["plays"][played // 2]["leader"]
    return (leader + played % 2) % 2


def is_played(deal: Transcript) -> bool:
    return bool(deal["plays"])


def is_exchanged(deal: Transcript) -> bool:
    return deal["exchange"] is not None


def in_round_two(deal: Transcript) -> bool:
    return is_played(deal) and deal["result"]["round"] == 2


def all_pass(deal: Transcript) -> bool:
    return bool(deal["result"]["outcome"] == "all_pass")


def has_bella(deal: Transcript) -> bool:
    return any(meld["kind"] == "bella" for meld in deal["melds"])


def has_sequence(deal: Transcript) -> bool:
    return any(meld["kind"] == "terts" and meld["scored"] for meld in deal["melds"])


# What the engine played


@pytest.mark.parametrize("name", PLAYABLE)
def test_engine_deals_are_reproduced(name: str) -> None:
    rules = variants[name]
    for bidding, play in (("random", "random"), ("points:40", "greedy")):
        for deal in deals(rules, 120, bidding, play):
            before = copy.deepcopy(deal)
            assert referee.score(deal) == before
            assert deal == before  # the input is left alone


@pytest.mark.parametrize("name", PLAYABLE)
def test_what_is_left_out_is_derived(name: str) -> None:
    for deal in deals(variants[name], 60):
        without = referee.score(bare(deal))
        assert without == deal
        left = referee.score(bare(deal, "first_packets", "second_packets", "freza", "exchange", "pots", "format"))
        assert left["result"] == deal["result"]
        assert left["melds"] == deal["melds"]
        assert left["exchange"] == deal["exchange"]
        if is_played(deal):
            assert "first_packets" not in left  # nobody can know them
            assert "freza" not in left
            assert referee.score(bare(deal, "hands")) == deal  # from the packets
            by_plays = bare(deal, "hands", "first_packets", "second_packets")
            for trick in by_plays["plays"]:
                del trick["leader"]
            assert referee.score(by_plays)["hands"] == deal["hands"]
            assert referee.score(bare(deal, "second_packets")) == deal
            assert referee.score(bare(deal, "first_packets")) == deal


@pytest.mark.parametrize("name", PLAYABLE)
def test_truncated_at_every_card(name: str) -> None:
    for deal in deals(variants[name], 12):
        flat = [card for trick in deal["plays"] for card in trick["cards"]]
        for played in range(len(flat)):
            scored = referee.score(truncated(deal, played))
            assert scored["to_move"]["seat"] == seat_of(deal, played)
            assert flat[played] in scored["to_move"]["legal"]
            assert scored["result"]["outcome"] is None
            assert scored["result"]["trump"] == deal["result"]["trump"]
            assert referee.score(scored) == scored
            assert len(scored["melds"]) == len(deal["melds"])


@pytest.mark.parametrize("name", PLAYABLE)
def test_truncated_in_the_auction(name: str) -> None:
    for deal in deals(variants[name], 40):
        for made in range(len(deal["auction"])):
            cut = bare(deal, "redeal", "exchange", "hands") | {"auction": deal["auction"][:made], "plays": []}
            scored = referee.score(cut)
            assert scored["to_move"]["seat"] == deal["auction"][made]["seat"]
            assert deal["auction"][made].get("suit", "pass") in scored["to_move"]["legal"]
            assert referee.score(scored) == scored


def test_calls_alone_can_be_scored() -> None:
    deal = find(all_pass)
    scored = referee.score(bare(deal, "hands", "first_packets", "second_packets", "freza"))
    assert scored["result"] == deal["result"]
    assert "hands" not in scored
    assert referee.score(scored) == scored


@pytest.mark.parametrize("name", PLAYABLE)
def test_matches_are_reproduced(name: str) -> None:
    keep = ("rules", "dealer", "upcard", "auction", "hands", "plays", "melds", "claim", "redeal")
    for deals_ in matches(variants[name], 4):
        assert referee.score_match(deals_) == deals_
        typed = [{field: deal[field] for field in keep if field in deal} for deal in deals_]
        for deal in typed[1:]:
            del deal["rules"], deal["dealer"]
        assert [deal["result"] for deal in referee.score_match(typed)] == [deal["result"] for deal in deals_]
        for deal in deals_:
            assert referee.score(deal) == deal


def _twin(rules: dict[str, Any], case: Deal) -> Transcript | None:
    try:
        played = replay(
            rules,
            case.dealer,
            [cards(packet) for packet in case.first],
            cards(case.upcard)[0],
            [cards(packet) for packet in case.second],
            cards(case.freza)[0],
            case.calls.split(),
            cards(case.cards),
            exchange=case.exchange,
            pots=case.pots,
            forced_declarer=case.forced,
            scores_before=list(case.scores) if case.scores else None,
            baids_before=list(case.baids) if case.baids else None,
        )
    except ReferenceError_:
        return None
    return played.transcript


def test_agrees_with_the_twin_on_the_rule_book() -> None:
    compared = 0
    for case in CASES:
        sides = [(case.rules, case.deal)]
        if case.other_rules is not None:
            sides.append((case.other_rules, contrast_deal(case)))
        for changes, dealt in sides:
            rules = RuleSet.from_dict(full_rules(changes) | {"name": "case"})
            twin = _twin(full_rules(changes), dealt)
            foreign = dealt.forced is not None and rules.hanging != "forced_deal"
            if twin is None or foreign or rules.not_implemented():
                continue
            compared += 1
            twin["rules"] = rules_spec(rules)
            scored = json.loads(json.dumps(referee.score(twin)))
            assert scored == json.loads(json.dumps(twin)), case.name
    assert compared > 150


def test_other_rules_win() -> None:
    deal = find(lambda deal: deal["result"]["sequence_decided_by"] == "trump")
    turned = referee.score(deal, variants["kharkov"])
    assert turned["rules"] == "kharkov"
    assert turned["result"]["sequence_decided_by"] == "turn"
    assert referee.score(turned) == turned


def test_further_fields_are_kept() -> None:
    deal = find(is_played)
    scored = referee.score(deal | {"place": "Odessa", "policies": {"play": "random"}})
    assert scored == deal | {"place": "Odessa", "policies": {"play": "random"}}
    refused({"dealr" if field == "dealer" else field: value for field, value in deal.items()}, "dealr", "mean dealer?")


# The play


@pytest.mark.parametrize("name", ["moscow", "klabor", "online", "club"])
def test_every_illegal_card_is_named(name: str) -> None:
    reasons = set()
    for deal in deals(variants[name], 25):
        flat = [card for trick in deal["plays"] for card in trick["cards"]]
        for played in range(len(flat)):
            move = referee.score(truncated(deal, played))["to_move"]
            held = set(deal["hands"][move["seat"]]) - set(flat[:played])
            strange = set(deal["hands"][1 - move["seat"]]) - set(flat[:played])
            for card in sorted(held - set(move["legal"])) + sorted(strange)[:1]:
                wrong = truncated(deal, played)
                if played % 2 == 0:
                    wrong["plays"].append({"cards": []})
                wrong["plays"][-1]["cards"].append(card)
                line = refused(wrong, f"trick {played // 2 + 1}: seat {move['seat']} may not play {card}, ")
                legal = line.partition("; legal: ")[2].split()
                assert sorted(legal) == sorted(move["legal"])
                reasons.add(re.sub(r" \([scdh]\)", "", line.partition(", ")[2].partition(";")[0]))
    assert reasons == {
        "he does not hold it",
        "he must follow suit",
        "he must trump",
        "he must beat the trump that lies",
    }


def test_leaders() -> None:
    deal = find(is_played)
    first = copy.deepcopy(deal)
    first["plays"][0]["leader"] = deal["dealer"]
    refused(first, f"trick 1: leader {deal['dealer']} is not right; it is seat {1 - deal['dealer']}")
    later = copy.deepcopy(deal)
    later["plays"][4]["leader"] ^= 1
    winner = deal["plays"][4]["leader"]
    for hands in (True, False):
        refused(
            later if hands else bare(later, "hands"), f"trick 5: leader {1 - winner}", f"seat {winner}, who won trick 4"
        )


def test_form_of_tricks() -> None:
    deal = find(is_played)
    short = copy.deepcopy(deal)
    card = short["plays"][3]["cards"].pop()
    refused(short, "trick 4", "2 cards", "trick 5 follows")
    long = copy.deepcopy(deal)
    long["plays"][3]["cards"].append("7s" if card != "7s" else "8s")
    refused(long, "trick 4")
    twice = copy.deepcopy(deal)
    twice["plays"][5]["cards"][0] = deal["plays"][1]["cards"][0]
    refused(twice, f"trick 6: {deal['plays'][1]['cards'][0]} was played in trick 2 already")
    refused(deal | {"plays": [*deal["plays"], {"cards": ["7s", "8s"]}]}, "10 tricks", "at most 9")
    refused(deal | {"plays": [["Ah", "Kh"]]}, "trick 1", "table with cards")


# The cards


def test_cards_that_are_no_deal() -> None:
    deal = bare(find(lambda deal: is_played(deal) and not is_exchanged(deal)))
    mine, other = deal["hands"]
    refused(deal | {"upcard": mine[0]}, mine[0])
    refused(deal | {"freza": deal["upcard"]}, f"freza: {deal['upcard']} is the upcard")
    refused(deal | {"freza": mine[0]}, f"hands: seat 0 cannot hold {mine[0]}, the freza")
    refused(deal | {"hands": [[*mine[:8], other[0]], other]}, other[0], "seat 0", "seat 1")
    refused(deal | {"hands": [mine[:8], other]}, "hands: seat 0 has 8 cards; each seat must have 6 or 9")
    refused(deal | {"hands": [mine[:6], other[:6]]}, "hands: seat 0 has 6 cards; after the auction each seat has 9")
    refused(deal | {"hands": [mine]}, "hands", "2 lists of cards")
    refused(deal | {"hands": [[*mine[:8], "1h"], other]}, "hands: seat 0", "'1'")
    refused(deal | {"hands": [[*mine[:8], "Тh"], other]}, "mixes alphabets")
    packets = deal["first_packets"]
    refused(deal | {"first_packets": [[*packets[0][:5], deal["upcard"]], packets[1]]}, "first_packets", deal["upcard"])
    refused(deal | {"first_packets": [packets[0][:5], packets[1]]}, "first_packets: seat 0 has 5 cards")
    refused(deal | {"first_packets": packets[::-1]}, "first_packets", "is not in his hand")
    without = bare(deal, "hands", "first_packets")
    without["plays"] = without["plays"][:4]
    refused(without, "hands: they are missing, and 8 of 18 cards are played")
    refused(bare(deal, "upcard"), "upcard: it is missing")
    refused(deal | {"dealer": 2}, "dealer: 2", "0 to 1")
    refused(deal | {"format": "debertz-deal/9"}, "format")
    refused(deal | {"format": "debertz-terts/1"}, "not implemented")
    refused(deal | {"rules": "moskow"}, "did you mean moscow?")


def test_hands_of_a_passed_deal() -> None:
    deal = find(all_pass)
    full = find(is_played)
    refused(
        bare(deal, "first_packets") | {"hands": full["hands"], "upcard": full["upcard"]},
        "where all pass each seat has 6",
    )
    refused(deal | {"second_packets": full["second_packets"]}, "second_packets")
    refused(deal | {"freza": full["freza"]}, "freza")
    refused(deal | {"plays": full["plays"]}, "plays: there are none, as all have passed")
    refused(deal | {"exchange": {"seat": 0}}, "exchange: no trump has been named")


# The auction


def test_auction() -> None:
    deal = bare(find(in_round_two))
    suit = deal["upcard"][1]
    other = next(letter for letter in "scdh" if letter != suit)
    calls = deal["auction"]

    def called(*entries: dict[str, Any]) -> Transcript:
        return deal | {"auction": list(entries)}

    seats = [1 - deal["dealer"], deal["dealer"]]
    passes = [{"seat": seat, "call": "pass"} for seat in seats * 2]
    refused(called({"seat": seats[1], "call": "pass"}), f"auction: call 1: it is seat {seats[0]}'s turn")
    line = refused(
        called(passes[0], {"seat": seats[1], "call": "play", "suit": other}), "auction: call 2", f"play {other}"
    )
    assert line.endswith(f"legal: pass, play {suit}")
    refused(
        called(*passes[:2], {"seat": seats[0], "call": "play", "suit": suit}),
        "auction: call 3",
        f"may not call play {suit}",
    )
    refused(called(*calls, {"call": "pass"}), f"auction: call {len(calls) + 1} (pass) is too much", "ended the auction")
    refused(called(*passes, passes[0]), "5 calls", "at most 4")
    refused(called(*passes[:2]), "auction: it is not finished", f"seat {seats[0]} is to call")
    refused(called({"seat": seats[0], "call": "double"}), "auction: call 1", '"call": "pass"')
    refused(called(*passes[:2], {"call": "play"}), "auction: call 3", '"suit"')
    refused(called(*passes[:2], {"call": "play", "suit": "x"}), "auction: call 3")
    obliged = bare(find(all_pass)) | {"rules": "online-obliged"}
    refused(obliged, "auction: call 4", "may not call pass; legal: play")


# Exchange, redeal, wins before the first trick


def test_exchange() -> None:
    deal = bare(find(is_exchanged))
    made = deal["exchange"]
    seven, upcard, seat = made["gave"], made["took"], made["seat"]
    refused(
        deal | {"exchange": None}, f"hands: seat {seat} cannot hold {upcard}, the upcard without the seven exchange"
    )
    refused(deal | {"exchange": made | {"seat": 1 - seat}}, f"seat {1 - seat} does not hold {upcard} after it")
    wrong = "7s" if seven != "7s" else "7c"
    refused(deal | {"exchange": made | {"gave": wrong}}, f"exchange.gave: {wrong}", f"must be {seven}, the trump seven")
    refused(deal | {"exchange": made | {"took": wrong}}, f"exchange.took: {wrong}", f"must be {upcard}, the upcard")
    refused(
        deal | {"rules": {"base": "moscow", "set": {"seven_exchange": "none"}}}, "exchange", "these rules have none"
    )
    refused(deal | {"exchange": made | {"with": 1}}, "exchange", "with")
    unsaid = bare(deal, "exchange") | {"rules": {"base": "moscow", "set": {"seven_exchange": "none"}}}
    refused(unsaid, "exchange", "these rules have none")


def test_exchange_needs_its_right() -> None:
    def by_defender(deal: Transcript) -> bool:
        return is_exchanged(deal) and deal["exchange"]["seat"] != deal["result"]["declarer"]

    deal = bare(find(by_defender))
    only = {"base": "moscow", "set": {"seven_exchange": "declarer"}}
    refused(deal | {"rules": only}, "exchange", "only the declarer")

    def from_second(deal: Transcript) -> bool:
        return is_exchanged(deal) and deal["exchange"]["gave"] in deal["second_packets"][deal["exchange"]["seat"]]

    first = {"base": "moscow", "set": {"seven_from_first_packet": True}}
    late = bare(find(from_second)) | {"rules": first}
    refused(late, "exchange", "his seven came with the second packets")
    assert referee.score(bare(late, "first_packets", "second_packets"))["exchange"] == late["exchange"]

    def seven_in_two(deal: Transcript) -> bool:
        return in_round_two(deal) and any(f"7{deal['result']['trump']}" in hand for hand in deal["hands"])

    deal = bare(find(seven_in_two))
    seven = f"7{deal['auction'][-1]['suit']}"
    (seat,) = [seat for seat in (0, 1) if seven in deal["hands"][seat]]
    exchange = {"seat": seat, "gave": seven, "took": deal["upcard"]}
    refused(deal | {"exchange": exchange}, f"exchange: seat {seat} has no right to it, trump was named in round 2")

    def upcard_seven(deal: Transcript) -> bool:
        return is_played(deal) and deal["result"]["round"] == 1 and deal["upcard"][0] == "7"

    refused(bare(find(upcard_seven)) | {"exchange": {"seat": 0}}, "exchange", "the upcard is the trump seven itself")


def test_redeal() -> None:
    deal = find(lambda deal: deal["result"]["outcome"] == "redeal", redeal_max_points=13)
    assert referee.score(bare(deal)) == deal
    refused(deal | {"redeal": {"seat": deal["redeal"]["seat"], "reason": "four_sevens"}}, "redeal.reason", '"points"')
    refused(
        deal | {"rules": "moscow"},
        f"redeal: seat {deal['redeal']['seat']} has no right to it",
        "redeal_max_points=none",
    )
    refused(deal | {"redeal": {"seat": 1 - deal["redeal"]["seat"]}}, "redeal", "has no right")
    played = find(is_played)
    refused(played | {"redeal": deal["redeal"]}, "redeal", "has no right")
    refused(
        deal | {"plays": [{"cards": [deal["hands"][1 - deal["dealer"]][0]]}]},
        "plays: there are none, as the cards are dealt anew",
    )
    # the right need not be used
    unused = referee.score(bare(deal, "redeal"))
    assert unused["to_move"]["seat"] == 1 - deal["dealer"]


NINE_TO_ACE: Transcript = {
    "rules": "klabor",
    "dealer": 0,
    "upcard": "7h",
    "first_packets": [["7s", "8s", "7c", "8c", "7d", "8d"], ["9h", "Th", "Jh", "Qh", "Kh", "Ah"]],
    "auction": [],
}


def test_dealt_win_is_compulsory() -> None:
    won = referee.score(NINE_TO_ACE)
    assert (won["result"]["outcome"], won["result"]["winner"]) == ("instant_win", 1)
    assert (won["hands"], won["second_packets"], won["freza"], won["plays"]) == (won["first_packets"], None, None, [])
    going_on = NINE_TO_ACE | {"auction": [{"seat": 1, "call": "play", "suit": "h"}]}
    refused(going_on, "auction: it must be []", "won at once by seat 1", "Ah Kh Qh Jh Th 9h")
    nine = [
        ["7s", "8s", "7c", "8c", "7d", "8d", "As", "Ac", "Ad"],
        ["9h", "Th", "Jh", "Qh", "Kh", "Ah", "9s", "Ts", "Js"],
    ]
    unknown = {"rules": "klabor", "dealer": 0, "upcard": "7h", "auction": [], "hands": nine}
    refused(unknown, "first_packets: they are needed", "9h to Ah")
    # once the auction went on they were not the first six
    assert "to_move" in referee.score(unknown | going_on | {"first_packets": None})


def test_trump_win_is_compulsory() -> None:
    rules = {"base": "moscow", "set": {"instant_win": "seven_trumps_to_ace"}}
    deal = {
        "rules": rules,
        "dealer": 0,
        "upcard": "Ah",
        "auction": [{"seat": 1, "call": "play", "suit": "h"}],
        "hands": [
            ["7s", "8s", "7c", "8c", "7d", "8d", "As", "Ac", "Ad"],
            ["8h", "9h", "Th", "Jh", "Qh", "Kh", "Ah", "9s", "Ts"],
        ],
    }
    won = referee.score(deal)
    assert (won["result"]["outcome"], won["result"]["winner"]) == ("instant_win", 1)
    assert won["exchange"] == {"seat": 1, "gave": "7h", "took": "Ah"}
    refused(deal | {"plays": [{"cards": ["9s"]}]}, "plays: there are none, as the match is won at once by seat 1")


# Melds


def test_melds() -> None:
    deal = find(has_sequence)
    place = next(place for place, meld in enumerate(deal["melds"]) if meld["kind"] == "terts" and meld["scored"])
    meld = deal["melds"][place]

    def changed(**fields: Any) -> Transcript:
        melds = copy.deepcopy(deal["melds"])
        melds[place] |= fields
        return deal | {"melds": melds}

    refused(changed(points=50), f"melds[{place}]", "points: 50 is not right; it must be 20")
    refused(changed(scored=False), f"melds[{place}]", "scored: false is not right; it must be true")
    refused(changed(to=1 - meld["seat"]), f"melds[{place}]", "to")
    refused(changed(seat=1 - meld["seat"]), f"melds[{place}]", "is not held")
    refused(changed(kind="fifty"), f"melds[{place}]", "is not held; held: terts")
    refused(changed(cards=["9s", "8s", "7s"]), f"melds[{place}]", "9s 8s 7s", "is not held")
    refused(changed(cards=3), f"melds[{place}]", "cards")
    refused(
        deal | {"melds": []}, f"melds: {deal['melds'][0]['kind']} {' '.join(deal['melds'][0]['cards'])}", "is missing"
    )
    refused(deal | {"melds": "terts"}, "melds", "a list")
    shuffled = deal | {"melds": [one | {"cards": one["cards"][::-1]} for one in deal["melds"][::-1]]}
    assert referee.score(shuffled) == deal


def test_bella_call() -> None:
    deal = find(has_bella, bella_call="first_card")
    (meld,) = [meld for meld in deal["melds"] if meld["kind"] == "bella"]
    played = [number for number, trick in enumerate(deal["plays"], 1) if set(trick["cards"]) & set(meld["cards"])]
    assert meld["call"] == played[0]
    for call in range(1, 10):
        again = bare(deal) | {"bella_call": call}
        if call == played[0]:
            assert referee.score(again) == deal
        else:
            refused(again, f"bella: seat {meld['seat']} may not call it in trick {call}", f"legal: trick {played[0]}")
    never = referee.score(bare(deal) | {"bella_call": None})
    (silent,) = [meld for meld in never["melds"] if meld["kind"] == "bella"]
    assert (silent["scored"], silent["to"], silent["call"]) == (False, None, None)
    assert referee.score(never) == never
    late = copy.deepcopy(deal)
    late["melds"] = [one | {"call": 9} if one["kind"] == "bella" else one for one in deal["melds"]]
    refused(late, "bella", "in trick 9")
    refused(bare(find(lambda deal: is_played(deal) and not has_bella(deal))) | {"bella_call": 1}, "bella: nobody holds")
    refused(bare(find(all_pass)) | {"bella_call": 1}, "bella", "no card is played")
    refused(truncated(deal, 0) | {"bella_call": 1}, "bella", "cannot call it yet")
    refused(bare(deal) | {"bella_call": 10}, "bella_call: 10", "1 to 9")


# Result and score


@pytest.mark.parametrize("name", ["moscow", "klabor", "kharkov-one-deal"])
def test_every_part_of_the_result_is_checked(name: str) -> None:
    kinds: dict[str, Transcript] = {}
    for match in matches(variants[name], 12):
        for deal in match:
            kinds.setdefault(deal["result"]["outcome"], deal)
    assert len(kinds) >= 2
    for deal in kinds.values():
        for key, value in deal["result"].items():
            wrong = copy.deepcopy(deal)
            if isinstance(value, list) and value:
                wrong["result"][key][0] += 1
            else:
                wrong["result"][key] = 77 if value != 77 else 78
            refused(wrong, f"result.{key}", "is not right; it must be")
    over = kinds["made"] | {"result": kinds["made"]["result"] | {"winner": 1}}
    refused(over, "result.winner", "does not apply")
    refused(kinds["made"] | {"result": [1]}, "result", "table")


def test_result_of_an_unfinished_deal() -> None:
    deal = find(is_played)
    cut = truncated(deal, 11)
    refused(cut | {"result": deal["result"]}, "result.outcome", "it must be null")
    scored = referee.score(cut)
    refused(scored | {"to_move": {"seat": 1 - scored["to_move"]["seat"]}}, "to_move.seat")
    refused(deal | {"to_move": scored["to_move"]}, "to_move", "must be left out")


def test_pots() -> None:
    deal = bare(find(is_played)) | {"pots": [40]}
    assert sum(referee.score(deal)["result"]["written"]) == sum(referee.score(deal)["result"]["totals"]) + 40
    refused(deal | {"pots": [40, 20]}, "pots: 2 are written", "one sum, 60")
    refused(deal | {"pots": [0]}, "pots", "above 0")
    refused(deal | {"pots": 40}, "pots", "a list")
    refused(deal | {"rules": {"base": "moscow", "set": {"hanging": "void"}}}, "pots: nothing hangs under hanging=void")
    queue = deal | {"rules": {"base": "moscow", "set": {"hanging": "queue"}}, "pots": [40, 20]}
    assert referee.score(queue)["result"]["pots"] == [20]
    wrong = referee.score(queue)
    wrong["result"]["pots"] = [40]
    refused(wrong, "result.pots[0]: 40 is not right; it must be 20")


def test_forced_deals() -> None:
    rules = {"base": "moscow", "set": {"hanging": "forced_deal"}}
    deal = bare(find(is_played)) | {"rules": rules}
    refused(deal | {"pots": [40]}, "forced: it is missing")
    refused(deal | {"forced": {"declarer": 0}, "pots": [40]}, "auction: a forced deal has none")
    refused(deal | {"forced": {"declarer": 0}, "auction": []}, "pots", "missing")
    refused(deal | {"forced": {"declarer": 4}, "auction": [], "pots": [40]}, "forced.declarer: 4")
    refused(deal | {"rules": "moscow", "forced": {"declarer": 0}, "auction": [], "pots": [40]}, "no forced deals")


def test_before_a_deal_of_a_match() -> None:
    deal = bare(find(is_played))
    refused(deal | {"scores_before": [501, 20]}, "scores_before: the match was over", "seat 0 with 501 had reached 501")
    refused(deal | {"scores_before": [20]}, "scores_before", "2 whole numbers")
    refused(deal | {"scores_before": [20, True]}, "scores_before")
    refused(deal | {"baids_before": [0, 0]}, "baids_before", "scores_before is needed")
    refused(deal | {"scores_before": [0, 0], "baids_before": [0, -1]}, "baids_before", "whole numbers from 0")
    refused(deal | {"rules": "one-deal", "scores_before": [0, 10]}, "scores_before", "nothing is written yet")
    extra = {"base": "moscow", "set": {"both_reach": "larger_or_extra_deal"}}
    assert referee.score(deal | {"rules": extra, "scores_before": [510, 510]})["result"]["match_over"]
    refused(deal | {"rules": extra, "scores_before": [510, 520]}, "the match was over")
    baid = find(lambda deal: deal["result"]["outcome"] == "baid")
    fined = {"base": "moscow", "set": {"baid_penalty": 100}}
    refused(bare(baid) | {"rules": fined, "scores_before": [0, 0]}, "baids_before: they are needed", "100")
    written = referee.score(bare(baid) | {"rules": fined, "scores_before": [0, 0], "baids_before": [2, 2]})
    assert written["result"]["written"][baid["result"]["declarer"]] == -100


# Claims


def claimed(test: Callable[[Transcript], bool] = lambda deal: True) -> Transcript:
    """A deal that ended by a claim."""
    for match in matches(variants["moscow-301"], 60):
        if "claim" in match[-1] and test(match[-1]):
            return match[-1]
    raise AssertionError("no match ended by such a claim")


def test_claim() -> None:
    deal = claimed(lambda deal: deal["claim"]["after_trick"] >= 3)
    claim = deal["claim"]
    trick = claim["after_trick"]
    assert referee.score(bare(deal)) == deal
    early = bare(deal) | {"plays": deal["plays"][: trick - 1]}
    refused(early, f"claim: after trick {trick}, but only {trick - 1} tricks are complete")
    refused(bare(deal) | {"claim": claim | {"seat": 1 - claim["seat"]}}, f"seat {claim['seat']} won trick {trick}")
    won_before = [k for k in range(1, trick) if deal["plays"][k]["leader"] == claim["seat"]]
    if won_before:
        line = refused(
            bare(deal) | {"claim": claim | {"after_trick": won_before[-1]}}, "may not claim", "do not reach 301"
        )
        assert f"{deal['scores_before'][claim['seat']]} written" in line
    refused(bare(deal, "scores_before", "baids_before"), "claim", "scores_before is needed")
    for switch, words in (("off", "no early claim"), ("defender", "the declarer may not")):
        other = {"base": "moscow-301", "set": {"early_claim": switch}}
        if switch == "off" or deal["result"]["declarer"] == claim["seat"]:
            refused(bare(deal) | {"rules": other}, f"seat {claim['seat']} may not claim", words)
    left = [sorted(set(hand) - {c for t in deal["plays"] for c in t["cards"]})[0] for hand in deal["hands"]]
    lead = left[claim["seat"]]
    beyond = bare(deal) | {"plays": [*deal["plays"], {"cards": [lead]}]}
    refused(beyond, f"trick {trick + 1}: it is too much", "claimed after trick")
    refused(deal | {"claim": claim | {"after_trick": 0}}, "claim.after_trick: 0")


def test_claims_that_cannot_be() -> None:
    deal = bare(find(is_played)) | {"scores_before": [500, 500], "baids_before": [0, 0]}
    last = deal["plays"][8]["cards"]
    for seat in (0, 1):
        refused(deal | {"claim": {"seat": seat, "after_trick": 9}}, "claim", "trick 9")
    assert len(last) == 2
    refused(deal | {"rules": "one-deal", "scores_before": [0, 0], "claim": {"seat": 0, "after_trick": 4}}, "claim")
    loser = 1 - deal["plays"][3]["leader"]
    refused(
        deal | {"scores_before": [0, 0], "claim": {"seat": loser, "after_trick": 3}}, f"it was won by seat {1 - loser}"
    )
    passed = bare(find(all_pass)) | {"scores_before": [0, 0], "claim": {"seat": 0, "after_trick": 1}}
    refused(passed, "claim: after trick 1, but only 0 tricks are complete")


# Matches


def match_refused(deals_: list[Transcript], number: int, *words: str) -> None:
    with pytest.raises(UserError) as caught:
        referee.score_match(deals_)
    line = str(caught.value)
    assert line.startswith(f"deal {number}: ")
    for word in words:
        assert word in line, line


def test_match_carries_over() -> None:
    match = next(match for match in matches(variants["moscow"], 40) if any(deal["pots"] for deal in match))
    third = match[2]

    def changed(**fields: Any) -> list[Transcript]:
        return [*match[:2], bare(third) | fields, *match[3:]]

    match_refused(changed(dealer=1 - third["dealer"]), 3, "dealer", f"it must be {third['dealer']}")
    match_refused(changed(scores_before=[1, 1]), 3, "scores_before: [1, 1]", str(third["scores_before"]))
    match_refused(changed(baids_before=[7, 7]), 3, "baids_before")
    match_refused(changed(rules="kharkov"), 3, "rules", "moscow")
    match_refused(changed(forced={"declarer": 0}), 3, "forced", "must be null")
    match_refused([*match, match[-1]], len(match) + 1, "the match was over")
    match_refused([match[0], *match[2:]], 2)
    match_refused([truncated(match[0], 5), match[1]], 2, "not finished")
    match_refused([match[0] | {"scores_before": [5, 0]}, *match[1:]], 1, "scores_before")
    place = next(place for place, deal in enumerate(match) if deal["pots"])
    wrong = [*match[:place], match[place] | {"pots": [1]}, *match[place + 1 :]]
    match_refused(wrong, place + 1, "pots: [1]", str(match[place]["pots"]))
    assert referee.score_match([*match[:2], truncated(third, 5)])[2]["to_move"]
    with pytest.raises(UserError, match="no deal"):
        referee.score_match([])


def test_match_of_forced_deals() -> None:
    for match in matches(variants["klabor"], 40):
        place = next((place for place, deal in enumerate(match) if "forced" in deal), None)
        if place is not None:
            break
    assert place is not None
    unforced = [*match[:place], bare(match[place], "forced", "pots"), *match[place + 1 :]]
    assert referee.score_match(unforced) == match
    other = {"declarer": 1 - match[place]["forced"]["declarer"]}
    match_refused([*match[:place], match[place] | {"forced": other}], place + 1, "forced")


def test_match_by_other_rules() -> None:
    first = next(matches(variants["moscow-301"], 1))[0]
    (scored,) = referee.score_match([first], variants["kharkov-301"])
    assert scored["rules"] == "kharkov-301"


# The short text form


@pytest.mark.parametrize("name", PLAYABLE)
def test_text_round_trip(name: str) -> None:
    for deal in deals(variants[name].with_(target=77) if name == "club" else variants[name], 60, "points:40"):
        text = to_text(deal)
        (typed,) = read_text(text)
        scored = referee.score(typed)
        assert scored == deal
        assert to_text(scored) == text
        cut = referee.score(truncated(deal, 7)) if is_played(deal) else deal
        (typed,) = read_text(to_text(cut))
        assert referee.score(typed) == cut


def test_text_of_matches() -> None:
    for name in ("moscow-301", "klabor"):
        for match in matches(variants[name], 6):
            text = "---\n".join(map(to_text, match))
            assert referee.score_match([entry.transcript for entry in load(text)]) == match


SHEET = """
# a game in the kitchen
Rules: moscow          # the usual ones
set: target=301 overtrump=never
dealer: 0
scores: 120 : 96
baids: 0 0
upcard: Дч
freza: Кч
seat 0: Тп 10п 9т 7т Вб 10б 8б Вч 10ч
seat 1: s:KQ7 c:KQJ8 h:Q9
auction: пас играю
exchange: 1
bella: none
1: Kп 10п
"""


def test_typed_sheet() -> None:
    sheet = SHEET.replace("Kп", "Кп")
    (typed,) = read_text(sheet)
    scored = referee.score(typed)
    assert scored["rules"] == {"base": "moscow", "set": {"overtrump": "never", "target": 301}}
    assert scored["auction"] == [{"seat": 1, "call": "pass"}, {"seat": 0, "call": "play", "suit": "h"}]
    assert scored["exchange"] == {"seat": 1, "gave": "7h", "took": "Qh"}
    assert scored["plays"] == [{"leader": 1, "cards": ["Ks", "Ts"]}]
    assert scored["result"]["card_points"] == [14, 0]
    assert scored["to_move"]["seat"] == 0
    assert read_text(sheet.replace("пас играю", "pass ♥"))[0]["auction"][1] == {"call": "play", "suit": "h"}
    with pytest.raises(UserError, match=r"line 15: trick 1: .*mixes alphabets"):
        read_text(SHEET)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("dealer: 0", "dealer 0", "line 5: 'dealer 0' has no colon"),
        ("dealer: 0", "dealr: 0", "line 5: 'dealr' is not a word of the short form; did you mean dealer?"),
        ("dealer: 0", "gibberish: 0", "line 5: 'gibberish' is not a word of the short form; the words are"),
        ("dealer: 0", "dealer: left", "line 5: 'left' is not the number of a seat"),
        ("freza: Кч", "dealer: 1", "line 9: dealer is written twice (first in line 5)"),
        ("Rules: moscow ", "Rules: moskow ", "line 3: unknown rules 'moskow'; did you mean moscow?"),
        ("target=301", "targt=301", "line 4: unknown switch 'targt'; did you mean target?"),
        ("target=301", "players=4", "line 4: four in play"),
        ("120 : 96", "120 : ninety", "line 6: 'ninety' is not a whole number"),
        ("upcard: Дч", "upcard: Дч Тч", "line 8: upcard: one card is needed"),
        ("10п 9т", "10п 1т", "line 10: seat 0: '1' in '1т' is not known there"),
        ("seat 0: ", "seat 3: ", "line 10: seat 0 is missing beside seat 3"),
        ("пас играю", "пас выиграю", "line 12: 'выиграю' is not a call; calls are pass"),
        ("exchange: 1", "exchange: yes", "line 13: 'yes' is not the number of a seat"),
        ("bella: none", "bella: soon", "line 14: 'soon' is not the trick of the call"),
        ("1: Кп 10п", "2: Кп 10п", "line 15: trick 2 is not the next; it must be 1"),
        ("1: Кп 10п", "1: Кп 10", "line 15: trick 1: '10' ends without a suit"),
        ("1: Кп 10п", "claim: seat 0", "line 15: claim: 'seat 0' is not right; write seat and trick"),
        ("1: Кп 10п", "---", "there is no deal after the last line"),
        ("# a game in the kitchen", "---", "line 2: --- parts two deals; there is none before it"),
    ],
)
def test_malformed_sheet(old: str, new: str, words: str) -> None:
    sheet = SHEET.replace("Kп", "Кп")
    assert old in sheet
    with pytest.raises(UserError) as caught:
        referee.score(read_text(sheet.replace(old, new, 1))[0])
    assert words in str(caught.value)


def test_files_of_deals() -> None:
    several = list(deals(variants["moscow"], 3))
    lines = "\n".join(map(json.dumps, several)) + "\n"
    assert [entry.transcript for entry in load(lines)] == several
    assert [entry.where for entry in load(lines)] == ["line 1", "line 2", "line 3"]
    assert [entry.transcript for entry in load(json.dumps(several, indent=1))] == several
    assert [entry.transcript for entry in load(json.dumps(several[0], indent=1))] == several[:1]
    for text, words in (
        (lines[:-50], "line 3, column"),
        (lines + "[1]\n", "line 4: '[1]' is not a transcript"),
        (json.dumps(several[0], indent=1)[:-50], "not complete JSON"),
        ('{"dealer": 0, "dealer": 1}', "'dealer' stands twice"),
        ('{"dealer": NaN}', "NaN is not a number"),
        ('{"dealer": ' + "9" * 5000 + "}", "too many digits"),
        ("[" * 100_000, "nested too deep"),
        (" \n", "nothing in it"),
    ):
        with pytest.raises(UserError) as caught:
            load(text)
        assert words in str(caught.value)


# Garbage

SAMPLES = [
    json.dumps(deal)
    for name in ("moscow", "klabor", "online")
    for deal in [*deals(variants[name], 6), *next(matches(variants[name], 1))[-2:]]
]
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 40)
    | st.integers()
    | st.floats()
    | st.text(max_size=4)
    | st.sampled_from(["Ah", "7s", "pass", "play", "h", "moscow", "bella", "terts", "points"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def _paths(tree: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    items: Any = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in items:
        yield from _paths(value, (*path, key))


@settings(max_examples=600, deadline=None)
@given(st.data())
def test_mutated_json_never_breaks_it(data: st.DataObject) -> None:
    deal = json.loads(data.draw(st.sampled_from(SAMPLES)))
    for _ in range(data.draw(st.integers(1, 2))):
        path = data.draw(st.sampled_from(list(_paths(deal))[1:]))
        parent = deal
        for key in path[:-1]:
            parent = parent[key]
        if data.draw(st.booleans()):
            parent[path[-1]] = data.draw(VALUES)
        else:
            del parent[path[-1]]
    for judge in (referee.score, lambda deal: referee.score_match([deal])):
        try:
            scored = judge(deal)
        except UserError as error:
            assert "\n" not in str(error)
        else:
            json.dumps(scored)


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_mutated_text_never_breaks_it(data: st.DataObject) -> None:
    text = to_text(json.loads(data.draw(st.sampled_from(SAMPLES))))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 12)))
        text = (
            text[:start] + data.draw(st.text(max_size=3) | st.sampled_from(["\n", "---", ": ", "Ah", "{"])) + text[end:]
        )
    try:
        for entry in load(text):
            referee.score(entry.transcript)
    except UserError as error:
        assert "\n" not in str(error)


@settings(max_examples=100, deadline=None)
@given(VALUES)
def test_no_transcript_at_all(value: Any) -> None:
    with pytest.raises(UserError):
        referee.score(value)
    with pytest.raises(UserError):
        referee.score_match([value])


def test_rules_of_samples_are_read_back() -> None:
    for sample in SAMPLES:
        from_spec(json.loads(sample)["rules"])
