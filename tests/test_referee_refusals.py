"""Every way to break a rule, or to say what cannot be, gets its own line from the referee."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from typing import Any

import pytest

from debertz_sim.records import referee
from debertz_sim.variants import variants
from tests.referee_tools import (
    Transcript,
    all_pass,
    bare,
    deals,
    find,
    has_bella,
    has_sequence,
    in_round_two,
    is_exchanged,
    is_played,
    matches,
    refused,
    truncated,
)

# The play


@pytest.mark.parametrize(
    "name", ["moscow", "klabor", "online", "club", "three", "solo4", "passive4", "klabor-pairs", "online-pairs"]
)
def test_every_illegal_card_is_named(name: str) -> None:
    reasons = set()
    in_play = variants[name].in_play
    for deal in deals(variants[name], 12 if in_play == 2 else 5):
        flat = [card for trick in deal["plays"] for card in trick["cards"]]
        for played in range(len(flat)):
            move = referee.score(truncated(deal, played))["to_move"]
            held = set(deal["hands"][move["seat"]]) - set(flat[:played])
            strange = {card for hand in deal["hands"] for card in hand} - set(flat[:played]) - held
            for card in sorted(held - set(move["legal"])) + sorted(strange)[:1]:
                wrong = truncated(deal, played)
                if played % in_play == 0:
                    wrong["plays"].append({"cards": []})
                wrong["plays"][-1]["cards"].append(card)
                line = refused(wrong, f"trick {played // in_play + 1}: seat {move['seat']} may not play {card}, ")
                legal = line.partition("; legal: ")[2].split()
                assert sorted(legal) == sorted(move["legal"])
                reasons.add(re.sub(r" \([scdh]\)", "", line.partition(", ")[2].partition(";")[0]))
    assert reasons == {
        "he does not hold it",
        "he must follow suit",
        "he must trump",
        *([] if name == "passive4" else ["he must beat the trump that lies"]),
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
    card = twice["plays"][5]["cards"][0] = deal["plays"][1]["cards"][0]
    refused(twice, f"trick 6: seat {deal['plays'][5]['leader']} may not play {card}, it was played in trick 2; legal: ")
    refused(bare(twice, "hands", "first_packets"), f"trick 6: {card} was played in trick 2 already")
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
    refused(deal | {"hands": [mine[:6], other[:6]]}, "has 6 cards; after the auction he has 9")
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
    refused(deal | {"format": "debertz-terts/1"}, "moscow is not a game of terts")
    refused(deal | {"rules": "moskow"}, "did you mean moscow?")


def test_hands_of_a_passed_deal() -> None:
    deal = find(all_pass)
    full = find(is_played)
    refused(
        bare(deal, "first_packets") | {"hands": full["hands"], "upcard": full["upcard"]},
        "where all pass he has 6",
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


@pytest.mark.parametrize("written", ["hands", "first_packets"])
def test_dealt_win_in_a_forced_deal(written: str) -> None:
    six = [["Jh", "Kh", "9h", "Ah", "Th", "Qh"], ["As", "8d", "8c", "Ks", "Jd", "9s"]]
    forced = {"rules": "klabor", "dealer": 1, "upcard": "Qc", "auction": [], "forced": {"declarer": 1}, "pots": [26]}
    won = referee.score(forced | {written: six})
    assert (won["result"]["outcome"], won["result"]["winner"]) == ("instant_win", 0)
    assert won["hands"] == won["first_packets"] and won["second_packets"] is None
    assert referee.score(won) == won
    plain = {"base": "klabor", "set": {"instant_win": "none"}}
    refused(forced | {"rules": plain, written: six}, "hands: ")


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
    def second_trick_of_the_declarer(deal: Transcript) -> bool:
        winners = [trick["leader"] for trick in deal["plays"][1:]]
        return deal["claim"]["seat"] == deal["result"]["declarer"] and deal["claim"]["seat"] in winners

    deal = claimed(second_trick_of_the_declarer)
    claim = deal["claim"]
    trick = claim["after_trick"]
    assert referee.score(bare(deal)) == deal
    early = bare(deal) | {"plays": deal["plays"][: trick - 1]}
    refused(early, f"claim: after trick {trick}, but only {trick - 1} tricks are complete")
    refused(bare(deal) | {"claim": claim | {"seat": 1 - claim["seat"]}}, f"seat {claim['seat']} won trick {trick}")
    won_before = [k for k in range(1, trick) if deal["plays"][k]["leader"] == claim["seat"]]
    too_early = bare(deal) | {"claim": claim | {"after_trick": won_before[-1]}}
    refused(too_early, "may not claim", f"{deal['scores_before'][claim['seat']]} written", "do not reach 301")
    refused(bare(deal, "scores_before", "baids_before"), "claim", "scores_before is needed")
    for switch, words in (("off", "no early claim"), ("defender", "the declarer may not")):
        other = {"base": "moscow-301", "set": {"early_claim": switch}}
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
