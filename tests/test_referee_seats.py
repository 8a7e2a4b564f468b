"""The referee with three and four seats: sides, a passive dealer, the upcard in a hand, fours, two rounds."""

from __future__ import annotations

import copy
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from debertz_sim.errors import UserError
from debertz_sim.records import referee
from debertz_sim.records.seats import side_of
from debertz_sim.records.transcript_text import load, to_text
from debertz_sim.variants import variants
from tests.referee_tools import (
    PLAYABLE,
    Transcript,
    all_pass,
    bare,
    deals,
    find,
    is_exchanged,
    is_played,
    matches,
    refused,
    truncated,
)

FOUR_IN_PLAY = [name for name in PLAYABLE if variants[name].in_play == 4]
BY_DECLARER = {"base": "solo4", "set": {"upcard_to": "declarer"}}


def with_upcard_to_declarer(count: int) -> list[Transcript]:
    rules = variants["solo4"].with_(upcard_to="declarer")
    return list(deals(rules, count))


# Cards


@pytest.mark.parametrize("name", FOUR_IN_PLAY)
def test_the_upcard_completes_the_dealers_hand(name: str) -> None:
    deal = find(lambda deal: is_played(deal) and not deal["melds"], name)
    dealer, upcard = deal["dealer"], deal["upcard"]
    other = (dealer + 1) % 4
    assert [len(packet) for packet in deal["second_packets"]] == [1 if seat == dealer else 2 for seat in range(4)]
    assert upcard in deal["hands"][dealer] and deal["freza"] is None and deal["exchange"] is None
    swapped = copy.deepcopy(deal["hands"])
    swapped[dealer][swapped[dealer].index(upcard)] = swapped[other][0]
    swapped[other][0] = upcard
    only_hands = bare(deal, "first_packets", "second_packets") | {"hands": swapped}
    refused(only_hands, f"hands: seat {dealer} must hold {upcard}, the upcard, which goes to him")
    in_packet = copy.deepcopy(deal["second_packets"])
    in_packet[dealer].append(upcard)
    refused(deal | {"second_packets": in_packet}, "second_packets: the seats have 2, 2, 2, 2 cards; right is ")
    moved = copy.deepcopy(deal["second_packets"])
    moved[dealer].append(moved[other].pop())
    right = ", ".join("1" if seat == dealer else "2" for seat in range(4))
    refused(
        bare(deal, "hands", "plays") | {"second_packets": moved},
        f"second_packets: they must be of {right} cards, as the upcard goes to seat {dealer}",
    )
    refused(deal | {"freza": upcard}, "freza", "four seats leave no card for it")
    refused(deal | {"exchange": {"seat": dealer}}, "exchange: seat", "with four in play the upcard is dealt")
    short = [hand[:-1] if seat == 2 else hand for seat, hand in enumerate(deal["hands"])]
    refused(deal | {"hands": short}, "hands: seat 2 has 7 cards; each seat must have 6 or 8")


def test_the_upcard_goes_to_the_declarer() -> None:
    takers = set()
    for deal in with_upcard_to_declarer(80):
        assert referee.score(deal) == deal
        if not is_played(deal):
            continue
        declarer = deal["result"]["declarer"]
        takers.add((declarer - deal["dealer"]) % 4)
        assert deal["upcard"] in deal["hands"][declarer]
        assert len(deal["second_packets"][declarer]) == 1
        assert referee.score(bare(deal, "hands")) == deal
        by_plays = referee.score(bare(deal, "hands", "first_packets", "second_packets"))
        assert by_plays["hands"] == deal["hands"]
        assert referee.score(bare(deal, "first_packets", "second_packets"))["result"] == deal["result"]
        cut = bare(deal) | {"auction": deal["auction"][:-1], "plays": []}
        assert "to_move" in referee.score(cut)  # what lies ready does not say who will declare
        assert "to_move" in referee.score(bare(cut, "first_packets", "second_packets"))
    assert takers == {0, 1, 2, 3}


def test_a_passive_dealer_has_five_cards() -> None:
    deal = find(lambda deal: is_played(deal) and not is_exchanged(deal), "passive4")
    dealer = deal["dealer"]
    assert (deal["first_packets"][dealer], len(deal["second_packets"][dealer]), len(deal["hands"][dealer])) == (
        [],
        4,
        5,
    )
    assert deal["upcard"] in deal["hands"][dealer]
    for field in ("hands", "first_packets", "second_packets"):  # his cards follow from the others'
        left_out = copy.deepcopy(deal)
        left_out[field][dealer] = None
        assert referee.score(left_out) == deal
    missing = copy.deepcopy(deal["hands"])
    missing[(dealer + 1) % 4] = None
    refused(deal | {"hands": missing}, f"hands: the cards of seat {(dealer + 1) % 4} are missing")
    six = [deal["hands"][seat][:6] for seat in range(4)]
    refused(deal | {"first_packets": six}, "first_packets", "a passive dealer must have 0")
    refused(deal | {"hands": six}, "hands: the seats have 5, 6, 6, 6 cards; right is 0, 6, 6, 6 or 5, 9, 9, 9")
    refused(deal | {"hands": [hand[:4] for hand in six]}, "hands", "a passive dealer must have 0 or 5")
    turn = [(dealer + k) % 4 for k in (1, 2, 3)]
    passes = [{"seat": seat, "call": "pass"} for seat in turn]
    bid = [*passes, {"seat": dealer, "call": "pass"}]
    refused(
        bare(deal) | {"auction": bid},
        f"auction: call 4: it is seat {turn[0]}'s turn to call, not seat {dealer}, the passive dealer's",
    )
    refused(bare(deal) | {"auction": [*passes, *passes, passes[0]]}, "7 calls", "at most 6")
    four = copy.deepcopy(deal)
    four["plays"][0]["cards"].append(deal["hands"][dealer][0])
    refused(four, "trick 1", "3 cards")
    later = copy.deepcopy(deal)
    later["plays"][1]["leader"] = dealer
    refused(later, f"trick 2: leader {dealer} is not right")
    refused(bare(deal) | {"redeal": {"seat": dealer}}, f"redeal: seat {dealer} is the passive dealer")
    other_rules = variants["klabor"]
    with pytest.raises(UserError):
        referee.score(bare(deal), other_rules)


def test_exchange_with_a_passive_dealer() -> None:
    deal = find(is_exchanged, "passive4")
    dealer, made = deal["dealer"], deal["exchange"]
    assert made["gave"] in deal["hands"][dealer] and made["took"] in deal["hands"][made["seat"]]
    assert len(deal["hands"][dealer]) == 5
    bare_hands = bare(deal, "exchange", "first_packets", "second_packets")
    assert referee.score(bare_hands)["exchange"] == made
    by_plays = referee.score(bare(deal, "exchange", "first_packets", "second_packets", "hands"))
    assert (by_plays["exchange"], by_plays["hands"]) == (made, deal["hands"])
    kept = copy.deepcopy(bare_hands)  # the seven stays in nobody's hand but an unplayed one's
    hand = kept["hands"][dealer]
    spare = next(card for card in hand if card != made["gave"])
    third = next(seat for seat in range(4) if seat not in (dealer, made["seat"]))
    hand.remove(made["gave"])
    hand.append(kept["hands"][third][0])
    kept["hands"][third][0] = made["gave"]
    assert spare
    refused(kept, f"exchange: seat {dealer}, the passive dealer, must hold {made['gave']} after it")
    seven_dealt = find(
        lambda deal: (
            is_played(deal)
            and deal["result"]["round"] == 1
            and f"7{deal['result']['trump']}" in deal["second_packets"][deal["dealer"]]
        ),
        "passive4",
    )
    dealer = seven_dealt["dealer"]
    refused(seven_dealt | {"exchange": {"seat": dealer}}, f"exchange: seat {dealer} has no right to it", "passive")


# Play


@pytest.mark.parametrize("name", ["pairs", "klabor-pairs"])
def test_nobody_need_overtrump_his_partner(name: str) -> None:
    strict = {"base": name, "set": {"overtrump_partner": True}}
    found = 0
    for deal in deals(variants[name], 200):
        try:
            referee.score(bare(deal) | {"rules": strict})
        except UserError as error:
            line = str(error)
            assert "he must beat the trump that lies" in line
            trick = int(line.removeprefix("trick ").partition(":")[0])
            seat = int(line.partition("seat ")[2][0])
            before = deal["plays"][trick - 1]
            laid = [(before["leader"] + k) % 4 for k in range(4)].index(seat)
            to_beat = truncated(deal, 4 * (trick - 1) + laid)
            assert deal["plays"][trick - 1]["cards"][laid] in referee.score(to_beat)["to_move"]["legal"]
            found += 1
    assert found > 3


# Melds and result


def test_fours() -> None:
    held = find(lambda deal: any(meld["kind"] == "four" for meld in deal["melds"]), "belote")
    place = next(place for place, meld in enumerate(held["melds"]) if meld["kind"] == "four")
    four = held["melds"][place]
    rank = four["cards"][0][0]
    assert four["cards"] == [rank + suit for suit in "scdh"]
    assert four["points"] == (200 if rank == "J" else 100)
    assert (four["scored"], four["to"]) == (True, four["seat"])
    melds = [sum(meld["points"] for meld in held["melds"] if meld["to"] == seat) for seat in (0, 1)]
    last = [10 * (seat == held["result"]["last_trick"]) for seat in (0, 1)]
    points = held["result"]["card_points"]
    assert held["result"]["totals"] == [a + b + c for a, b, c in zip(points, last, melds, strict=True)]
    for key, wrong in (("points", 50), ("scored", False), ("to", None), ("kind", "fifty")):
        changed = copy.deepcopy(held)
        changed["melds"][place][key] = wrong
        refused(changed, f"melds[{place}]")
    refused(held | {"melds": [*held["melds"][:place], *held["melds"][place + 1 :]]}, "melds: four", "is missing")
    elsewhere = referee.score(bare(held) | {"rules": "moscow"})
    assert not any(meld["kind"] == "four" for meld in elsewhere["melds"])
    cut = referee.score(truncated(held, 5))
    assert cut["melds"][place] == four


FOURS: Transcript = {
    "rules": "belote",
    "dealer": 0,
    "upcard": "8h",
    "auction": [{"seat": 1, "call": "play"}],
    "hands": [
        ["Ts", "Js", "Tc", "Jc", "Td", "Jd", "Th", "Jh", "7s"],
        ["As", "Ks", "Ac", "Kc", "Ad", "Kd", "Ah", "Kh", "Qh"],
    ],
}


def test_the_best_four_wins_for_all_of_its_holder() -> None:
    melds = referee.score(FOURS)["melds"]
    found = [(m["seat"], m["kind"], m["cards"][0][0], m["points"], m["scored"]) for m in melds]
    assert found == [
        (0, "four", "J", 200, True),
        (0, "four", "T", 100, True),
        (1, "terts", "A", 20, True),
        (1, "four", "A", 100, False),
        (1, "four", "K", 100, False),
        (1, "bella", "K", 20, None),
    ]


def test_sequences_of_a_passive_dealer() -> None:
    deal = find(
        lambda deal: any(meld["seat"] == deal["dealer"] for meld in deal["melds"]) and len(deal["melds"]) > 1,
        "passive4",
    )
    place = next(place for place, meld in enumerate(deal["melds"]) if meld["seat"] == deal["dealer"])
    assert deal["melds"][place]["to"] == deal["dealer"]
    assert deal["result"]["totals"][deal["dealer"]] == deal["result"]["written"][deal["dealer"]] > 0
    changed = copy.deepcopy(deal)
    changed["melds"][place] |= {"scored": False}
    refused(changed, f"melds[{place}]", "scored: false is not right; it must be true")
    assert referee.score(truncated(deal, 4))["melds"][place]["scored"] is True


@pytest.mark.parametrize("name", [name for name in PLAYABLE if variants[name].players > 2])
def test_partners_have_one_number(name: str) -> None:
    rules = variants[name]
    for deal in deals(rules, 30):
        if not is_played(deal):
            continue
        result, melds = deal["result"], deal["melds"]
        own = [points + 10 * (seat == result["last_trick"]) for seat, points in enumerate(result["card_points"])]
        for meld in melds:
            if meld["to"] is not None:
                own[meld["to"]] += meld["points"]
        for seat in range(rules.players):
            assert result["totals"][seat] == sum(own[partner] for partner in side_of(rules, seat))
        assert sum(result["tricks"]) == 6 + rules.second_packet
        for key in ("totals", "written", "tricks", "card_points"):
            wrong = copy.deepcopy(deal)
            wrong["result"][key][2] += 1
            refused(wrong, f"result.{key}[2]", f"must be {deal['result'][key][2]}")


def test_two_numbers_stand_for_two_sides() -> None:
    for match in matches(variants["pairs"], 3):
        short = copy.deepcopy(match)
        for deal in short:
            for table, fields in ((deal, ("scores_before", "baids_before")), (deal["result"], ("totals", "written"))):
                table |= {field: table[field][:2] for field in fields if table[field]}
        assert referee.score_match(short) == match
        assert [referee.score(deal) for deal in short] == match
    deal = match[1]
    ours, theirs, *_ = deal["scores_before"]
    apart = [ours, theirs, ours + 1, theirs]
    refused(deal | {"scores_before": apart}, "scores_before", "partners")
    refused(deal | {"baids_before": [0, 0, 1, 0]}, "baids_before", "partners")
    refused(deal | {"scores_before": [1, 2, 3]}, "scores_before", "4 whole numbers")


def test_pots_with_several_seats() -> None:
    for name in ("three", "pairs", "solo4", "passive4", "online-3", "klabor-3"):
        outcomes = set()
        rules = variants[name]
        for deal in deals(rules, 60):
            outcome = deal["result"]["outcome"]
            if outcome not in ("made", "baid") or rules.hanging == "forced_deal":
                continue
            outcomes.add(outcome)
            with_pot = referee.score(bare(deal) | {"pots": [41]})
            assert referee.score(with_pot) == with_pot
            sides = [seat for seat in range(rules.players) if side_of(rules, seat)[0] == seat]
            gained = [with_pot["result"]["written"][seat] - deal["result"]["written"][seat] for seat in sides]
            assert sum(gained) == 41
            declarer = side_of(rules, deal["result"]["declarer"])[0]
            assert (gained[sides.index(declarer)] == 41) == (outcome == "made")
            assert with_pot["result"]["pots"] == []
        assert outcomes == ({"made", "baid"} if rules.hanging != "forced_deal" else set())


def test_forced_deal_of_a_passive_dealer() -> None:
    rules = {"base": "passive4", "set": {"hanging": "forced_deal"}}
    deal = bare(find(is_played, "passive4")) | {"rules": rules, "auction": [], "pots": [30]}
    dealer = deal["dealer"]
    refused(deal | {"forced": {"declarer": dealer}}, f"forced.declarer: seat {dealer} is the passive dealer")
    forced = referee.score(bare(deal, "exchange", "plays") | {"forced": {"declarer": (dealer + 1) % 4}})
    assert forced["to_move"]["seat"] == (dealer + 1) % 4


# Wins at once


def test_dealt_win_of_a_partner() -> None:
    six = [["Jh", "Kh", "9h", "Ah", "Th", "Qh"], ["As", "8d", "8c", "Ks", "Jd", "9s"]]
    other = [["7s", "8s", "7c", "9c", "7d", "9d"], ["Ts", "Js", "Qs", "Tc", "Jc", "Qc"]]
    deal = {"rules": "klabor-pairs", "dealer": 0, "upcard": "Kc", "auction": [], "first_packets": [*other, *six]}
    won = referee.score(deal | {"scores_before": [0, 0], "baids_before": [0, 0]})
    assert won["result"]["outcome"] == "instant_win"
    assert (won["result"]["winner"], won["result"]["match_winner"], won["result"]["burned"]) == (2, 0, [])
    assert referee.score(won) == won
    burned = referee.score(
        deal | {"scores_before": [0, 0], "baids_before": [0, 0], "forced": {"declarer": 1}, "pots": [26]}
    )
    assert burned["result"]["burned"] == [26]
    assert referee.score(burned) == burned
    refused(deal | {"auction": [{"call": "play"}]}, "auction: it must be []", "won at once by seat 2")


def test_dealt_win_ends_both_rounds() -> None:
    first = [["7s", "8s", "7c", "8c", "7d", "8d"], ["9h", "Th", "Jh", "Qh", "Kh", "Ah"]]
    rest = [["As", "Ac", "Ad", "9s", "Ts", "Js"], ["Ks", "Qs", "Kc", "Qc", "Kd", "Qd"]]
    deal = {"rules": "klabor-two-rounds", "dealer": 3, "upcard": "7h", "auction": [], "first_packets": first + rest}
    won = referee.score(deal | {"scores_before": [20, 30], "baids_before": [0, 1], "match_round": 1})
    assert (won["result"]["match_over"], won["result"]["match_winner"], won["result"]["winner"]) == (True, 1, 1)
    assert "round_winner" not in won["result"]
    assert referee.score(won) == won


# Claims and the end of a match


def test_claims_of_sides() -> None:
    rules = variants["pairs"].with_(early_claim="on", target=301)
    spec = {"base": "pairs", "set": {"early_claim": "on", "target": 301}}
    claimed = [match[-1] for match in matches(rules, 40) if "claim" in match[-1]]
    assert len(claimed) > 5
    by_partner = 0
    for deal in claimed:
        claim = deal["claim"]
        side = side_of(rules, claim["seat"])
        written = deal["result"]["written"]
        assert all((written[seat] > 0) == (seat in side) for seat in range(4))
        assert written[side[0]] == written[side[1]]
        assert deal["result"]["match_winner"] == side[0]
        assert deal["scores_before"][side[0]] + written[side[0]] >= 301
        partner = bare(deal) | {"claim": claim | {"seat": claim["seat"] ^ 2}}
        refused(partner, f"seat {claim['seat']} won trick {claim['after_trick']}")
        only_defenders = bare(deal) | {"rules": spec | {"set": spec["set"] | {"early_claim": "defender"}}}
        if deal["result"]["declarer"] == claim["seat"] ^ 2:
            refused(only_defenders, "he is the declarer's partner")
            by_partner += 1
    assert by_partner


@pytest.mark.parametrize(
    ("name", "scores", "open_still"),
    [
        ("three", [501, 501, 0], True),  # the third may have taken the last trick
        ("three", [501, 510, 0], False),
        ("three", [501, 501, 501], False),
        ("three", [501, 0, 0], False),
        ("moryak", [510, 510, 0], True),
        ("moryak", [510, 505, 0], False),
        ("moryak", [520, 510, 510], True),  # seat 0 declared, both defenders are level
        ("passive4", [510, 510, 0, 0], True),
        ("passive4", [510, 505, 0, 0], False),
        ("pairs", [510, 510, 510, 510], False),
        ("klabor-pairs", [510, 510, 510, 510], True),
        ("klabor-3", [510, 510, 505], True),
    ],
)
def test_scores_after_which_there_is_another_deal(name: str, scores: list[int], open_still: bool) -> None:
    zeros = [0] * len(scores)
    deal = bare(find(is_played, name)) | {"scores_before": scores, "baids_before": zeros}
    deal["plays"] = deal["plays"][:1]
    if open_still:
        assert referee.score(deal)["to_move"]
    else:
        refused(deal, "scores_before: the match was over, as seat", "had reached 501")


def test_burned_pots_of_other_dealers() -> None:
    deal = next(
        match[-1]
        for match in matches(variants["passive4"].with_(hanging="per_dealer", target=101), 400)
        if match[-1]["result"]["burned"]
    )
    assert referee.score(deal) == deal  # the other dealers' pots are known from the match alone
    wrong = copy.deepcopy(deal)
    wrong["result"]["burned"] = ["much"]
    refused(wrong, "result.burned")


# Two rounds


def two_rounds(number: int) -> list[Transcript]:
    *_, match = matches(variants["klabor-two-rounds"], number + 1)
    return match


def test_rounds_follow_each_other() -> None:
    ends = Counter()
    for match in matches(variants["klabor-two-rounds"], 30):
        assert referee.score_match(match) == match
        rounds = [deal["match_round"] for deal in match]
        assert rounds == sorted(rounds)
        winners = [deal["result"]["round_winner"] for deal in match if "round_winner" in deal["result"]]
        last = match[-1]["result"]
        if rounds[-1] == 3:
            assert sorted(winners) == [0, 1]
            played = [deal for deal in match if deal["match_round"] == 3 and deal["result"]["totals"]]
            assert len(played) % 4 == 0
            assert "round_winner" not in last
        else:
            assert winners == [last["match_winner"]] * 2
        for deal in match:
            obliged = side_of(variants["pairs"], winners[0]) if deal["match_round"] == 2 else []
            assert deal["obliged"] == obliged
        for deal, following in pairwise(match):
            if "round_winner" in deal["result"]:
                assert following["scores_before"] == following["baids_before"] == [0, 0, 0, 0]
                assert (following["dealer"], following["pots"]) == ((deal["dealer"] + 1) % 4, [])
                assert "forced" not in following
        ends[rounds[-1]] += 1
    assert set(ends) == {2, 3}


def test_wrong_rounds() -> None:
    match = next(match for match in matches(variants["klabor-two-rounds"], 30) if match[-1]["match_round"] == 3)
    places = {number: next(k for k, d in enumerate(match) if d["match_round"] == number) for number in (2, 3)}

    def changed(place: int, *words: str, **fields: Any) -> None:
        deals_ = [*match[:place], match[place] | fields, *match[place + 1 :]]
        with pytest.raises(UserError) as caught:
            referee.score_match(deals_)
        for word in (f"deal {place + 1}: ", *words):
            assert word in str(caught.value), str(caught.value)

    changed(places[2], "match_round: 1 is not right; it must be 2, as the match stands", match_round=1)
    won = match[places[2]]["obliged"]
    lost = [1, 3] if won == [0, 2] else [0, 2]
    changed(places[2], f"obliged: {lost} is not right; it must be {won}", obliged=lost)
    changed(places[2], "deciding_deals_before: 0 is not right; it must be null", deciding_deals_before=0)
    changed(places[3] + 1, "deciding_deals_before", deciding_deals_before=3)
    changed(0, "match_round: 2 is not right; it must be 1", match_round=2)
    typed = [bare(d, "match_round", "obliged", "deciding_deals_before", "scores_before", "baids_before") for d in match]
    assert [deal["result"] for deal in referee.score_match(typed)] == [deal["result"] for deal in match]


def test_a_single_deal_of_a_round() -> None:
    match = next(match for match in matches(variants["klabor-two-rounds"], 30) if match[-1]["match_round"] == 3)
    first, second, deciding = (
        next(deal for deal in match if deal["match_round"] == k and is_played(deal)) for k in (1, 2, 3)
    )
    refused(bare(first, "match_round"), "match_round: it is missing")
    refused(bare(first) | {"match_round": 4}, "match_round: 4", "3 for the deciding deals")
    refused(bare(first) | {"obliged": [0, 2]}, "obliged: [0, 2] is not right; in match_round 1 it must be []")
    refused(bare(first) | {"deciding_deals_before": 1}, "deciding_deals_before: in match_round 1 there are none")
    refused(bare(second, "obliged"), "obliged: it is missing", "[0, 2] or [1, 3]")
    refused(bare(second) | {"obliged": [0, 1]}, "obliged: [0, 1] is not right; it must be [0, 2] or [1, 3]")
    refused(bare(deciding, "deciding_deals_before"), "deciding_deals_before: it is missing")
    refused(bare(deciding) | {"deciding_deals_before": 4}, "deciding_deals_before: 4")
    refused(bare(deciding) | {"scores_before": [10, 20]}, "scores_before", "they must be level")
    refused(bare(first) | {"scores_before": [501, 20]}, "scores_before: the round was over, as seats 0+2 with 501")
    beyond = bare(deciding) | {"scores_before": [700, 520], "deciding_deals_before": 2}
    assert referee.score(beyond)["result"]["match_over"] is False  # there is no target any more
    refused(bare(first, "scores_before", "baids_before"), "match_round: it belongs to a match")
    other = {"rules": "klabor-pairs"}
    refused(bare(first, "obliged") | other, "match_round: only a match of two rounds has it")
    alone = referee.score(bare(first, "scores_before", "baids_before", "match_round", "obliged"))
    assert "match_round" not in alone and "match_over" not in alone["result"]
    last = bare(deciding) | {"deciding_deals_before": 3, "scores_before": [300, 10]}
    assert referee.score(last)["result"]["match_winner"] == 0


def test_obliged_in_the_second_round() -> None:
    deal = bare(next(deal for deal in two_rounds(1) if deal["match_round"] == 2), "plays", "exchange", "hands")
    turn = [(deal["dealer"] + 1 + k) % 4 for k in range(8)]
    deal["auction"] = [{"seat": seat, "call": "pass"} for seat in turn]
    del deal["second_packets"]
    for obliged in ([0, 2], [1, 3]):
        asked = deal | {"obliged": obliged}
        if deal["dealer"] in obliged:
            refused(asked, f"auction: call 8: seat {deal['dealer']} may not call pass; legal: play ")
        else:
            assert referee.score(asked)["result"]["outcome"] == "all_pass"
    for others in ({"match_round": 1, "obliged": []}, {"match_round": 3, "obliged": [], "deciding_deals_before": 2}):
        assert referee.score(deal | others)["result"]["outcome"] == "all_pass"


def test_obliged_is_the_last_to_speak() -> None:
    deal = bare(find(is_played, "passive4"), "plays", "exchange", "hands", "second_packets")
    turn = [(deal["dealer"] + k) % 4 for k in (1, 2, 3)]
    deal |= {
        "rules": {"base": "passive4", "set": {"all_pass": "obliged"}},
        "auction": [{"seat": seat, "call": "pass"} for seat in turn * 2],
    }
    refused(deal, f"auction: call 6: seat {turn[2]} may not call pass; legal: play ")
    assert all_pass(referee.score(deal | {"rules": "passive4"}))


# Much of everything


def _kinds(deal: Transcript, hanging: str) -> list[str]:
    """What is special about a deal of a match."""
    kinds = [deal["result"]["outcome"]]
    kinds += [f"pot {hanging}"] * bool(deal["pots"]) + ["forced"] * ("forced" in deal)
    return kinds + ["round"] * ("round_winner" in deal["result"])


@pytest.mark.slow
def test_matches_of_every_kind() -> None:
    """Every outcome, pots of each kind, forced deals and rounds: written, read, and the same again."""
    seen: Counter[str] = Counter()
    played = [(variants[name].with_(redeal_max_points=13), 12) for name in PLAYABLE]
    for rules, count in [*played, (variants["passive4"].with_(target=1501), 30), (variants["klabor-3"], 60)]:
        for match in matches(rules, count, seed=11):
            assert referee.score_match(match) == match
            texts = "---\n".join(map(to_text, match))
            assert referee.score_match([entry.transcript for entry in load(texts)]) == match
            for deal in match:
                assert referee.score(deal) == deal
                seen.update(_kinds(deal, rules.hanging))
    for kind in ("made", "baid", "hanging_baid", "all_pass", "redeal", "claim", "forced", "round"):
        assert seen[kind], (kind, seen)
    for hanging in ("pot", "queue", "forced_deal", "per_dealer"):
        assert seen[f"pot {hanging}"], (hanging, seen)
