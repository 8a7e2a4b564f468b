"""The engine equals the slow twin: transcripts and every decision's view, on whole deals and whole matches.

The fast suite takes some dozens of deals of each variant, the full one (``pytest -m slow``) 10,000 deals, a tenth of
them from stacked packs, and 200 matches; ``DEBERTZ_TWIN_DEALS`` sets another number.  ``scripts/verify.py`` does the
same on a million deals.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from debertz_sim._jit import JIT_OFF
from debertz_sim.engine.blocks import play_block, play_matches
from debertz_sim.engine.rows import COLUMNS, MATCH_COLUMNS, N_COLUMNS, N_MATCH_COLUMNS
from debertz_sim.kernels.state import HANGING_BAID, MAX_SHUFFLES
from debertz_sim.records.transcript import OUTCOME_TEXTS, Scribe, deal_transcript, match_transcripts, to_line
from debertz_sim.rules import RuleSet
from debertz_sim.variants import from_spec, variants
from tests.positions import stacked_position
from tests.rulebook.values import VALUES
from tests.twin_tools import (
    DEALS,
    N_SITTINGS,
    PLAYED,
    Twins,
    match_sitting_of,
    play_position,
    replace_some,
    sitting_of,
    sittings,
    with_value,
)

SEED = 20
FEW = N_SITTINGS if JIT_OFF else 2 * N_SITTINGS
FEWER = range(0, N_SITTINGS, 6 if JIT_OFF else 3)
SINGLE_SWITCHES = [(switch, value) for switch in VALUES for value in VALUES[switch]]
TAKERS = {
    (switch, str(value)): [name for name in PLAYED if with_value(variants[name], switch, value)]
    for switch, value in SINGLE_SWITCHES
}
"""The variants on which each value can be set alone, or has it."""


def compare_deals(twins: Twins, indices: Iterable[int]) -> None:
    """Deals as they are shuffled."""
    for index in indices:
        assert twins.deal(SEED, index) is None, f"{twins.rules.name}: deal {index} of seed {SEED}"


def compare_positions(twins: Twins, indices: Iterable[int]) -> None:
    """Deals with long sequences, four of a kind, pots, scores near the target."""
    for index in indices:
        position = stacked_position(twins.rules, random.Random(index))
        assert twins.position(position, SEED, index) is None, f"{twins.rules.name}: stacked position {index}"


def compare_matches(twins: Twins, numbers: Iterable[int]) -> None:
    """Whole matches."""
    for number in numbers:
        assert twins.match(SEED, number) is None, f"{twins.rules.name}: match {number} of seed {SEED}"


@pytest.mark.parametrize("name", PLAYED)
def test_some_deals_and_matches(name: str) -> None:
    """Every variant, all sittings."""
    twins = Twins(variants[name])
    compare_deals(twins, range(FEW))
    compare_positions(twins, range(FEW // 2))
    compare_matches(twins, range(FEW // 18))


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAYED)
def test_many_deals(name: str) -> None:
    """The full number of deals of a variant."""
    twins = Twins(variants[name])
    stacked = DEALS // 10
    compare_deals(twins, range(FEW, FEW + DEALS - stacked))
    compare_positions(twins, range(FEW, FEW + stacked))
    assert twins.deals == DEALS


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAYED)
def test_many_matches(name: str) -> None:
    """The full number of matches of a variant."""
    compare_matches(Twins(variants[name]), range(1000, 1000 + DEALS // 50))


def flip_one(switch: str, value: Any, names: list[str], deals: range, matches: int) -> None:
    """One switch alone on top of some variants."""
    for name in names:
        twins = Twins(variants[name].with_(**{switch: value}))
        compare_deals(twins, deals)
        compare_positions(twins, deals)
        compare_matches(twins, range(matches))


def test_no_value_is_left_out() -> None:
    """Every value of every switch is taken by some variant."""
    assert all(TAKERS.values())


@pytest.mark.parametrize(("switch", "value"), SINGLE_SWITCHES, ids=str)
def test_single_switch(switch: str, value: Any) -> None:
    """Each value alone on top of two variants, not the same ones for all."""
    takers = TAKERS[switch, str(value)]
    place = SINGLE_SWITCHES.index((switch, value))
    names = {takers[place % len(takers)], takers[(place + 1 + len(takers) // 2) % len(takers)]}
    flip_one(switch, value, sorted(names), FEWER, 1)


@pytest.mark.slow
@pytest.mark.parametrize(("switch", "value"), SINGLE_SWITCHES, ids=str)
def test_single_switch_on_all_variants(switch: str, value: Any) -> None:
    """Each value alone on top of every variant that has another one; with its own each variant stands above."""
    others = [name for name in TAKERS[switch, str(value)] if getattr(variants[name], switch) != value]
    flip_one(switch, value, others, range(max(1, DEALS // 400)), max(1, DEALS // 10000))


def mixed_rules(number: int) -> RuleSet:
    """A rule set with many switches changed at random."""
    return replace_some(variants[PLAYED[number % len(PLAYED)]], VALUES, random.Random(number))


@pytest.mark.parametrize("number", range(0, 2 * len(PLAYED), 5 if JIT_OFF else 2))
def test_mixed_rules(number: int) -> None:
    """Switches in any company."""
    twins = Twins(mixed_rules(number))
    compare_deals(twins, FEWER)
    compare_positions(twins, FEWER)
    compare_matches(twins, range(2))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(100, 200))
def test_more_mixed_rules(number: int) -> None:
    """Switches in any company, more of it."""
    twins = Twins(mixed_rules(number))
    compare_deals(twins, range(DEALS // 50))
    compare_positions(twins, range(DEALS // 50))
    compare_matches(twins, range(DEALS // 1000))


LEVEL = ("moscow", "three", "pairs", "passive4", "klabor-two-rounds")


@pytest.mark.parametrize("name", LEVEL)
@pytest.mark.parametrize("kind", VALUES["both_reach"])
def test_level_totals(name: str, kind: str) -> None:
    """Several reach the target with the same total, and the last deciding deal leaves the sums level."""
    twins = Twins(variants[name].with_(both_reach=kind, early_claim="off"))
    level = 0
    for index in range(FEW):
        position = stacked_position(twins.rules, random.Random(index))
        levelled = twins.levelled(position, SEED, index)
        if levelled is not None:
            assert twins.position(levelled, SEED, index) is None, f"{name}, both_reach = {kind}: position {index}"
            m = twins.desk.m
            scores = m.scores[: twins.rules.players].tolist()
            level += sum(score == max(scores) for score in scores[: twins.sides]) > 1 and not m.round_over
    assert level


def compare_hanging(rules: RuleSet, indices: range) -> None:
    """Of so many deals from stacked packs those that end level, which few do."""
    twins = Twins(rules)
    for index in indices:
        position = stacked_position(rules, random.Random(index))
        play_position(twins.scribe, position, sitting_of(rules.players, index), SEED, index)
        if twins.desk.t.outcome == HANGING_BAID:
            assert twins.position(position, SEED, index) is None, f"{rules.name}: stacked position {index}"
    assert twins.deals >= len(indices) // 2000


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("name", PLAYED)
def test_hanging_baids(name: str) -> None:
    """Hanging baids of every variant that follow on pots and late in matches, beside those of the deals above."""
    compare_hanging(variants[name], range(DEALS // 4))


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("name", ["three", "klabor-pairs", "klabor-two-rounds", "passive4", "solo4"])
@pytest.mark.parametrize("hanging", VALUES["hanging"])
def test_hanging_baids_by_any_rule(hanging: str, name: str) -> None:
    """Each way to settle them."""
    compare_hanging(variants[name].with_(hanging=hanging), range(DEALS // 4))


# What is written about a deal, beside the comparison with the twin


def columns_of(rules: RuleSet, transcript: dict[str, Any]) -> dict[str, int]:
    """What the row of a deal must say, read from its transcript."""
    result, dealer = transcript["result"], transcript["dealer"]
    seats = [(dealer + step) % rules.players for step in range(1, rules.players + 1)]
    declarer, last = result["declarer"], result["last_trick"]
    found = {
        "dealer": dealer,
        "outcome": OUTCOME_TEXTS.index(result["outcome"]),
        "declarer": -1 if declarer is None else declarer,
        "declarer_place": -1 if declarer is None else seats.index(declarer),
        "round": result["round"] or 0,
        "exchanger_place": seats.index(transcript["exchange"]["seat"]) if transcript["exchange"] else -1,
        "last_trick_place": -1 if last is None else seats.index(last),
    }
    if result["totals"] is None:
        return found
    for place, seat in enumerate(seats):
        held = [meld for meld in transcript["melds"] if meld["seat"] == seat]
        kinds = [meld["kind"] for meld in held]
        sequences = [meld["points"] for meld in held if meld["kind"] not in ("bella", "four")]
        found |= {
            f"tricks_{place}": result["tricks"][seat],
            f"card_points_{place}": result["card_points"][seat],
            f"total_{place}": result["totals"][seat],
            f"written_{place}": result["written"][seat],
            f"terts_{place}": kinds.count("terts"),
            f"bella_{place}": kinds.count("bella"),
            f"fours_{place}": kinds.count("four"),
            f"sequence_points_{place}": sum(sequences),
        }
    declaring = {declarer, (declarer + 2) % 4} if rules.sides == "pairs" else {declarer}
    against = [seat for seat in seats if seat not in declaring and not (rules.passive_dealer and seat == dealer)]
    totals = [result["totals"][seat] for seat in against[: 1 if rules.sides == "pairs" else None]]
    found["declarer_points"] = result["totals"][declarer]
    found["defender_points"] = sum(totals)
    found["to_beat"] = max(totals) if rules.declarer_beats == "each" else sum(totals)
    return found


@pytest.mark.parametrize(
    "name", ["moscow", "klabor", "online", "one-deal", "three", "pairs", "solo4", "passive4", "belote"]
)
def test_rows_tell_the_same(name: str) -> None:
    """The columns of a block are the numbers of the transcripts."""
    rules = variants[name]
    scribe = Scribe(rules)
    rows = np.zeros((2 if JIT_OFF else 20, N_COLUMNS), np.int32)
    for sitting in sittings(rules.players):
        assert play_block(scribe.record, sitting.family, scribe.desk, SEED, 100, rows) == -1
        transcripts = scribe.deals(sitting.family, SEED, range(100, 100 + len(rows)))
        for row, transcript in zip(rows.tolist(), transcripts, strict=True):
            named = dict(zip(COLUMNS, row, strict=True))
            expected = columns_of(rules, transcript)
            assert {column: named[column] for column in expected} == expected


def match_columns_of(deals: list[dict[str, Any]]) -> dict[str, int]:
    """What the row of a match must say, read from its transcripts."""
    results = [deal["result"] for deal in deals]
    outcomes = [result["outcome"] for result in results]
    played = [outcome for outcome in outcomes if outcome in ("made", "baid", "hanging_baid")]
    deciding = [deal["result"] for deal in deals if deal.get("match_round") == 3]
    winner = results[-1]["match_winner"]
    return {
        "shuffles": len(deals),
        "played": len(played),
        "first_dealer": deals[0]["dealer"],
        "winner": -1 if winner is None else winner,
        "burned": sum(sum(result.get("burned", ())) for result in results),
        "baids": played.count("baid"),
        "hanging_baids": played.count("hanging_baid"),
        "second_hangings": sum(pair == ("hanging_baid", "hanging_baid") for pair in pairwise(played)),
        "claims": outcomes.count("claim"),
        "deciding_deals": sum(result["totals"] is not None for result in deciding),
        "unfinished": not results[-1]["match_over"],
    } | {
        f"round_{number}_winner": next((deal["result"]["round_winner"] for deal in of_round), -1)
        for number in (1, 2)
        for of_round in [[d for d in deals if d.get("match_round") == number and "round_winner" in d["result"]]]
    }


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("name", ["moscow", "three", "pairs", "passive4", "solo4", "klabor-3", "klabor-two-rounds"])
def test_match_rows_tell_the_same(name: str) -> None:
    """The columns of a block of matches are the numbers of the transcripts."""
    scribe = Scribe(variants[name])
    family = match_sitting_of(variants[name].players, 20).family
    rows, where = np.zeros((20_000, N_COLUMNS), np.int32), np.zeros((20_000, 2), np.int64)
    match_rows, done = np.zeros((100, N_MATCH_COLUMNS), np.int32), np.zeros(2, np.int64)
    assert play_matches(scribe.record, family, scribe.desk, SEED, 7, match_rows, where, rows, done) == -1
    assert done[0] == len(match_rows)
    filled = 0
    for number, row in enumerate(match_rows.tolist(), 7):
        deals = list(scribe.match(family, SEED, number))
        named = dict(zip(MATCH_COLUMNS, row, strict=True))
        expected = match_columns_of(deals)
        assert {column: named[column] for column in expected} == expected
        assert [named[f"score_{seat}"] for seat in range(4)] == scribe.desk.m.scores.tolist()
        assert named["payoff_halves"] == 2 * scribe.desk.m.payoff.sum()
        for shuffle, deal in enumerate(deals):
            named = dict(zip(COLUMNS, rows[filled].tolist(), strict=True))
            expected = columns_of(scribe.rules, deal)
            assert {column: named[column] for column in expected} == expected
            assert where[filled].tolist() == [number, shuffle]
            filled += 1
    assert filled == done[1]


def test_transcript_names_its_rules() -> None:
    """A shipped variant by name, a changed one by its base, any other by its table; each reads back."""
    family = sitting_of(2, 5).family
    changed = variants["kharkov"].with_(target=77, sequence_points={3: 20, 5: 60})
    for rules, spec in [
        (variants["klabor"], "klabor"),
        (changed, {"base": "kharkov", "set": {"sequence_points": {"3": 20, "5": 60}, "target": 77}}),
        (changed.with_(name="ours"), changed.to_dict() | {"name": "ours"}),
    ]:
        transcript = deal_transcript(rules, family, 7, 3)
        assert transcript["rules"] == spec
        assert from_spec(spec) == rules
        assert (transcript["seed"], transcript["index"]) == (7, 3)


def test_match_transcripts_chain() -> None:
    """The deals of a match are numbered by match and shuffle, and each begins where the one before it ended."""
    deals = list(match_transcripts(variants["moscow-301"], sittings(2)[-1].family, 7, 3))
    assert [deal["index"] for deal in deals] == list(range(3 * MAX_SHUFFLES, 3 * MAX_SHUFFLES + len(deals)))
    for one, after in pairwise(deals):
        written = one["result"]["written"] or [0, 0]
        assert after["dealer"] == one["result"]["next_dealer"]
        assert after["pots"] == one["result"]["pots"]
        assert after["scores_before"] == [a + b for a, b in zip(one["scores_before"], written, strict=True)]
    assert [deal["result"]["match_over"] for deal in deals] == [False] * (len(deals) - 1) + [True]


def test_a_line_is_one_line() -> None:
    """JSON that reads back."""
    transcript = deal_transcript(variants["moscow"], sitting_of(2, 8).family, 7, 0)
    line = to_line(transcript)
    assert "\n" not in line
    assert json.loads(line) == transcript
