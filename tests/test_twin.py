"""The engine equals the slow twin: transcripts and every decision's view, on whole deals and whole matches.

The fast suite takes a few hundred deals of each variant, the full one (``pytest -m slow``) 20,000 deals and 500
matches; ``DEBERTZ_TWIN_DEALS`` sets another number.  ``scripts/verify.py`` does the same on a million deals.
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
from debertz_sim.engine.blocks import play_block
from debertz_sim.engine.rows import COLUMNS, N_COLUMNS
from debertz_sim.kernels.state import MAX_SHUFFLES
from debertz_sim.records.transcript import OUTCOME_TEXTS, Scribe, deal_transcript, match_transcripts, to_line
from debertz_sim.rules import RuleSet
from debertz_sim.variants import from_spec, variants
from tests.rulebook.values import VALUES
from tests.twin_tools import (
    DEALS,
    SITTINGS,
    TWO_PLAYERS,
    Twins,
    replace_some,
    sitting_of,
    stacked_position,
    variant_and,
)

SEED = 20
FEW = len(SITTINGS) if JIT_OFF else 10 * len(SITTINGS)
TAKERS = {
    (switch, str(value)): [name for name in TWO_PLAYERS if variant_and(switch, value, name)]
    for switch, values in VALUES.items()
    for value in values
}
"""The variants on which each value can be set alone."""
SINGLE_SWITCHES = [(switch, value) for switch in VALUES for value in VALUES[switch] if TAKERS[switch, str(value)]]


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


@pytest.mark.parametrize("name", TWO_PLAYERS)
def test_some_deals_and_matches(name: str) -> None:
    """Every variant, all sittings."""
    twins = Twins(variants[name])
    compare_deals(twins, range(FEW))
    compare_positions(twins, range(FEW // 2))
    compare_matches(twins, range(FEW // 24))


@pytest.mark.slow
@pytest.mark.parametrize("name", TWO_PLAYERS)
def test_many_deals(name: str) -> None:
    """The full number of deals of a variant."""
    twins = Twins(variants[name])
    compare_deals(twins, range(FEW, FEW + DEALS))
    compare_positions(twins, range(FEW, FEW + DEALS // 10))


@pytest.mark.slow
@pytest.mark.parametrize("name", TWO_PLAYERS)
def test_many_matches(name: str) -> None:
    """The full number of matches of a variant."""
    compare_matches(Twins(variants[name]), range(1000, 1000 + DEALS // 40))


def flip_one(switch: str, value: Any, names: list[str], deals: int, matches: int) -> None:
    """One switch alone on top of some variants."""
    for name in names:
        twins = Twins(variants[name].with_(**{switch: value}))
        compare_deals(twins, range(deals))
        compare_positions(twins, range(deals))
        compare_matches(twins, range(matches))


def test_values_left_out_are_not_implemented() -> None:
    """No value drops out of these tests unnoticed: every one is taken by some variant or refused by the engine."""
    for switch, values in VALUES.items():
        for value in values:
            missing = variants["moscow"].with_(target="one_deal").with_(**{switch: value}).not_implemented()
            assert bool(missing) == (not TAKERS[switch, str(value)])


@pytest.mark.parametrize(("switch", "value"), SINGLE_SWITCHES, ids=str)
def test_single_switch(switch: str, value: Any) -> None:
    """Each value alone on top of one variant, not the same one for all."""
    takers = TAKERS[switch, str(value)]
    name = takers[SINGLE_SWITCHES.index((switch, value)) % len(takers)]
    flip_one(switch, value, [name], 6 if JIT_OFF else len(SITTINGS), 1)


@pytest.mark.slow
@pytest.mark.parametrize(("switch", "value"), SINGLE_SWITCHES, ids=str)
def test_single_switch_on_all_variants(switch: str, value: Any) -> None:
    """Each value alone on top of every variant."""
    flip_one(switch, value, TAKERS[switch, str(value)], max(1, DEALS // 400), max(1, DEALS // 10000))


def mixed_rules(number: int) -> RuleSet:
    """A rule set with many switches changed at random."""
    return replace_some(variants[TWO_PLAYERS[number % len(TWO_PLAYERS)]], VALUES, random.Random(number))


@pytest.mark.parametrize("number", range(12))
def test_mixed_rules(number: int) -> None:
    """Switches in any company."""
    twins = Twins(mixed_rules(number))
    deals = 6 if JIT_OFF else len(SITTINGS)
    compare_deals(twins, range(deals))
    compare_positions(twins, range(deals))
    compare_matches(twins, range(2))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(100, 160))
def test_more_mixed_rules(number: int) -> None:
    """Switches in any company, more of it."""
    twins = Twins(mixed_rules(number))
    compare_deals(twins, range(DEALS // 50))
    compare_positions(twins, range(DEALS // 50))
    compare_matches(twins, range(DEALS // 1000))


@pytest.mark.parametrize("kind", VALUES["both_reach"])
def test_level_totals(kind: str) -> None:
    """Both reach the target with the same total."""
    twins = Twins(variants["moscow"].with_(both_reach=kind, early_claim="off"))
    level = 0
    for index in range(FEW // 4):
        position = stacked_position(twins.rules, random.Random(index))
        levelled = twins.levelled(position, SEED, index)
        if levelled is not None:
            assert twins.position(levelled, SEED, index) is None, f"both_reach = {kind}: levelled position {index}"
            scores = twins.desk.m.scores
            level += scores[0] == scores[1]
    assert level


# What is written about a deal, beside the comparison with the twin


def columns_of(transcript: dict[str, Any]) -> dict[str, int]:
    """What the row of a deal must say, read from its transcript."""
    result, dealer = transcript["result"], transcript["dealer"]
    seats = [1 - dealer, dealer]
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
    for place, seat in enumerate(seats):
        if result["totals"] is not None:
            held = [meld for meld in transcript["melds"] if meld["seat"] == seat]
            found |= {
                f"tricks_{place}": result["tricks"][seat],
                f"card_points_{place}": result["card_points"][seat],
                f"total_{place}": result["totals"][seat],
                f"written_{place}": result["written"][seat],
                f"terts_{place}": sum(meld["kind"] == "terts" for meld in held),
                f"bella_{place}": sum(meld["kind"] == "bella" for meld in held),
                f"sequence_points_{place}": sum(meld["points"] for meld in held if meld["kind"] != "bella"),
            }
    return found


@pytest.mark.parametrize("name", ["moscow", "klabor", "online", "one-deal"])
def test_rows_tell_the_same(name: str) -> None:
    """The columns of a block are the numbers of the transcripts."""
    scribe = Scribe(variants[name])
    rows = np.zeros((4 if JIT_OFF else 40, N_COLUMNS), np.int32)
    for sitting in SITTINGS:
        assert play_block(scribe.record, sitting.family, scribe.desk, SEED, 100, rows) == -1
        transcripts = scribe.deals(sitting.family, SEED, range(100, 100 + len(rows)))
        for row, transcript in zip(rows.tolist(), transcripts, strict=True):
            named = dict(zip(COLUMNS, row, strict=True))
            expected = columns_of(transcript)
            assert {column: named[column] for column in expected} == expected


def test_transcript_names_its_rules() -> None:
    """A shipped variant by name, a changed one by its base, any other by its table; each reads back."""
    family = sitting_of(5).family
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
    deals = list(match_transcripts(variants["moscow-301"], SITTINGS[-1].family, 7, 3))
    assert [deal["index"] for deal in deals] == list(range(3 * MAX_SHUFFLES, 3 * MAX_SHUFFLES + len(deals)))
    for one, after in pairwise(deals):
        written = one["result"]["written"] or [0, 0]
        assert after["dealer"] == one["result"]["next_dealer"]
        assert after["pots"] == one["result"]["pots"]
        assert after["scores_before"] == [a + b for a, b in zip(one["scores_before"], written, strict=True)]
    assert [deal["result"]["match_over"] for deal in deals] == [False] * (len(deals) - 1) + [True]


def test_a_line_is_one_line() -> None:
    """JSON that reads back."""
    transcript = deal_transcript(variants["moscow"], sitting_of(8).family, 7, 0)
    line = to_line(transcript)
    assert "\n" not in line
    assert json.loads(line) == transcript
