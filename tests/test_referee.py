"""The referee: what the engine and the twin played it accepts and reproduces; garbage never breaks it."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debertz_sim.errors import UserError
from debertz_sim.policies.registry import seating
from debertz_sim.records import referee
from debertz_sim.records.transcript import match_transcripts, rules_spec
from debertz_sim.records.transcript_text import load, to_text
from debertz_sim.rules import RuleSet
from debertz_sim.variants import variants
from tests.referee_tools import (
    EVERY_VARIANT,
    Transcript,
    all_pass,
    bare,
    deals,
    find,
    is_played,
    matches,
    refused,
    samples,
    seat_of,
    truncated,
)
from tests.reference import ReferenceError_, replay
from tests.rulebook import CASES
from tests.rulebook.case import Deal, cards, contrast_deal, full_rules

# What the engine played


@pytest.mark.parametrize("name", EVERY_VARIANT)
def test_deals_are_reproduced(name: str) -> None:
    rules = variants[name]
    for bidding, play in (("random", "random"), ("points:40", "greedy")):
        for deal in deals(rules, 150, bidding, play):
            before = copy.deepcopy(deal)
            assert referee.score(deal) == before
            assert deal == before  # the input is left alone


@pytest.mark.parametrize("name", EVERY_VARIANT)
def test_what_is_left_out_is_derived(name: str) -> None:
    rules = variants[name]
    for deal in deals(rules, 40):
        without = referee.score(bare(deal))
        assert without == deal
        left = referee.score(bare(deal, "first_packets", "second_packets", "freza", "exchange", "pots", "format"))
        assert left["result"] == deal["result"]
        assert left["melds"] == deal["melds"]
        assert left["exchange"] == deal["exchange"]
        if is_played(deal):
            assert "first_packets" not in left  # nobody can know them
            assert "freza" not in left or (rules.players == 4 and left["freza"] is None)
            assert referee.score(bare(deal, "hands")) == deal  # from the packets
            by_plays = bare(deal, "hands", "first_packets", "second_packets")
            for trick in by_plays["plays"]:
                del trick["leader"]
            assert referee.score(by_plays)["hands"] == deal["hands"]
            assert referee.score(bare(deal, "second_packets")) == deal
            assert referee.score(bare(deal, "first_packets")) == deal


@pytest.mark.parametrize("name", EVERY_VARIANT)
def test_truncated_at_every_card(name: str) -> None:
    for deal in deals(variants[name], 5):
        flat = [card for trick in deal["plays"] for card in trick["cards"]]
        for played in range(len(flat)):
            scored = referee.score(truncated(deal, played))
            assert scored["to_move"]["seat"] == seat_of(deal, played)
            assert flat[played] in scored["to_move"]["legal"]
            assert scored["result"]["outcome"] is None
            assert scored["result"]["trump"] == deal["result"]["trump"]
            assert referee.score(scored) == scored
            assert len(scored["melds"]) == len(deal["melds"])


@pytest.mark.parametrize("name", EVERY_VARIANT)
def test_truncated_in_the_auction(name: str) -> None:
    for deal in deals(variants[name], 15):
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


@pytest.mark.parametrize("name", EVERY_VARIANT)
def test_matches_are_reproduced(name: str) -> None:
    keep = ("rules", "dealer", "upcard", "auction", "hands", "plays", "melds", "claim", "redeal")
    for match in matches(variants[name], 4):
        assert referee.score_match(match) == match
        typed = [{field: deal[field] for field in keep if field in deal} for deal in match]
        for deal in typed[1:]:
            del deal["rules"], deal["dealer"]
        assert [deal["result"] for deal in referee.score_match(typed)] == [deal["result"] for deal in match]
        for deal in match:
            assert referee.score(deal) == deal


def _twin(rules: dict[str, Any], case: Deal) -> Transcript | None:
    try:
        played = replay(
            rules,
            case.dealer,
            [cards(packet) for packet in case.first],
            cards(case.upcard)[0],
            [cards(packet) for packet in case.second],
            None if case.freza is None else cards(case.freza)[0],
            case.calls.split(),
            cards(case.cards),
            exchange=case.exchange,
            pots=case.pots,
            forced_declarer=case.forced,
            scores_before=list(case.scores) if case.scores else None,
            baids_before=list(case.baids) if case.baids else None,
            match_round=case.match_round,
            obliged=case.obliged,
            deciding_deals_before=case.deciding,
        )
    except ReferenceError_:
        return None
    return played.transcript


@pytest.mark.slow
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
            if twin is None or foreign:
                continue
            compared += 1
            twin["rules"] = rules_spec(rules)
            scored = json.loads(json.dumps(referee.score(twin)))
            assert scored == json.loads(json.dumps(twin)), case.name
    assert compared > 600


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


# Matches


def match_refused(match: list[Transcript], number: int, *words: str) -> None:
    with pytest.raises(UserError) as caught:
        referee.score_match(match)
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


def test_match_won_at_once_in_a_forced_deal() -> None:
    family = seating(2, "always", "random").family
    match = list(match_transcripts(variants["klabor"], family, 5, 166751))
    last = match[-1]
    assert "forced" in last and last["result"]["outcome"] == "instant_win"
    assert referee.score(last) == last
    assert referee.score_match(match) == match
    (_, again), *_ = load(to_text(last))
    assert referee.score(again)["result"] == last["result"]


def test_match_by_other_rules() -> None:
    first = next(matches(variants["moscow-301"], 1))[0]
    (scored,) = referee.score_match([first], variants["kharkov-301"])
    assert scored["rules"] == "kharkov-301"


# Garbage

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


@pytest.mark.slow
@settings(max_examples=600, deadline=None)
@given(st.data())
def test_mutated_json_never_breaks_it(data: st.DataObject) -> None:
    deal = json.loads(data.draw(st.sampled_from(samples())))
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


@settings(max_examples=100, deadline=None)
@given(VALUES)
def test_no_transcript_at_all(value: Any) -> None:
    with pytest.raises(UserError):
        referee.score(value)
    with pytest.raises(UserError):
        referee.score_match([value])
