"""The vocabulary: complete, and its columns against transcripts of the same deals and the slow melds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from debertz_sim.cards import mask, parse_card, parse_cards
from debertz_sim.conditions.columns import CALL, OUTCOME, RANK, SUIT, lexicon
from debertz_sim.conditions.language import FLAG
from debertz_sim.conditions.layout import packets
from debertz_sim.engine import rows
from debertz_sim.engine.blocks import play_block
from debertz_sim.engine.deal import laid_decks, new_desk
from debertz_sim.engine.terts_rows import TERTS_COLUMNS
from debertz_sim.kernels.terts_state import KINDS
from debertz_sim.policies.registry import seating
from debertz_sim.records.transcript import Scribe
from debertz_sim.report import labels
from debertz_sim.rules import RuleSet, card_points
from debertz_sim.variants import variants
from tests.conditions_tools import decks_of
from tests.slow_melds import Slow

SEED, DEALS = 11, 150


def play(rules: RuleSet, bidding: str = "random") -> tuple[dict[str, np.ndarray[Any, Any]], list[dict[str, Any]]]:
    """The engine's columns and the transcripts of the same deals."""
    seated = seating(rules.players, bidding, "random")
    table = np.zeros((DEALS, rows.N_COLUMNS), np.int32)
    assert play_block(rules.lower()[0], seated.family, new_desk(), SEED, 0, table) == -1
    return dict(zip(rows.COLUMNS, table.T, strict=True)), list(Scribe(rules).deals(seated.family, SEED, range(DEALS)))


@pytest.mark.parametrize("name", variants)
def test_every_column_of_the_engine_is_in_the_vocabulary(name: str) -> None:
    rules = variants[name]
    known = lexicon(rules)
    here = [column for column in rows.COLUMNS if column in rows.DEAL_COLUMNS or int(column[-1]) < rules.players]
    if rules.form == "terts":
        here = [*TERTS_COLUMNS]
    assert list(known.engine) == here
    assert set(known.words) == set(here) | set(known.derived) | set(known.hands)
    assert all(column.about for column in known.words.values())


@pytest.mark.parametrize("name", ["moscow", "terts"])
def test_the_vocabulary_is_documented(name: str) -> None:
    text = (Path(__file__).parents[1] / "docs" / "conditions.md").read_text("utf-8")
    words = lexicon(variants[name]).words
    at_places = set(words.aliases.values())
    stems = {f"{column[:-2]}_P" if column in at_places else column for column in words}
    stems = {stem.replace("dealt_", "six_") for stem in stems if not stem.startswith("call_")}
    missing = {stem for stem in stems if f"`{stem}`" not in text}
    if name == "terts":
        missing = {stem for stem in missing if stem.removesuffix("_P") not in KINDS}  # named without a place
    assert missing == set()


@pytest.mark.parametrize("name", ["moscow", "passive4", "terts"])
def test_deal_columns_have_labels_in_every_language(name: str) -> None:
    words = lexicon(variants[name]).words
    at_places = set(words.aliases.values())
    for column in words.values():
        if column.name not in at_places:
            assert column.name in labels.KEYS, column.name
        spoken = {word for word in column.kind.words if word.isalpha() and len(word) > 2}
        assert spoken <= set(labels.VALUES), column.name


def test_places_can_be_named() -> None:
    words = lexicon(variants["three"]).words
    assert words["terts_middle"].name == "terts_1"
    assert words["six_aces_dealer"].name == "six_aces_2"
    assert "terts_second" not in words and "terts_3" not in words


def test_full_hands_that_wait_for_the_declarer_are_no_columns() -> None:
    words = lexicon(variants["klabor-pairs"].with_(upcard_to="declarer")).words
    assert "six_terts_0" in words and "dealt_terts_0" not in words


@pytest.mark.parametrize("name", ["moscow", "three", "passive4", "pairs", "online-obliged", "klabor"])
def test_derived_columns_are_what_the_transcript_says(name: str) -> None:
    rules = variants[name]
    known = lexicon(rules)
    columns, transcripts = play(rules)
    found = known.complete(columns, list(known.derived))
    seen = set()
    for k, deal in enumerate(transcripts):
        trump = deal["result"]["trump"]
        assert RANK.word(found["upcard_rank"][k]) + SUIT.word(found["upcard_suit"][k]) == deal["upcard"]
        assert found["trump_is_upcard_suit"][k] == (trump == deal["upcard"][1])
        calls = [call.get("suit", "pass") for call in deal["auction"]]
        said = [CALL.word(found[f"call_{number}"][k]) for number in range(1, 2 * rules.in_play + 1)]
        assert said == calls + ["none"] * (2 * rules.in_play - len(calls))
        seen.add(len(calls))
        totals, declarer = deal["result"]["totals"], deal["result"]["declarer"]
        if totals is not None and rules.sides == "each":
            others = sum(
                totals[seat]
                for seat in range(rules.in_play if not rules.passive_dealer else 4)
                if seat != declarer and not (rules.passive_dealer and seat == deal["dealer"])
            )
            assert found["margin"][k] == totals[declarer] - others
        assert OUTCOME.word(columns["outcome"][k]) == deal["result"]["outcome"]
    assert len(seen) > rules.in_play // 2


@pytest.mark.parametrize("name", ["moscow", "club", "belote", "passive4", "pairs"])
def test_hands_as_dealt_are_those_of_the_transcript(name: str) -> None:
    rules = variants[name]
    known = lexicon(rules)
    slow = Slow(rules)
    plain, trump_points = card_points(rules.trick_points)
    dealt = packets(rules, decks_of(None, DEALS, SEED))
    found = known.complete({}, list(known.hands), dealt)
    for k, deal in enumerate(Scribe(rules).deals(seating(rules.players, "never", "random").family, SEED, range(DEALS))):
        upcard = parse_card(deal["upcard"])
        trump = upcard // 8
        for place in range(rules.players):
            seat = (deal["dealer"] + 1 + place) % rules.players
            first = mask(parse_cards(" ".join(deal["first_packets"][seat])))
            hands = {"six": first}
            if deal["second_packets"] is not None:
                own = upcard if rules.players == 4 and place == 3 else None
                second = mask(parse_cards(" ".join(deal["second_packets"][seat])))
                hands["dealt"] = first | second | (1 << own if own is not None else 0)
            for part, hand in hands.items():
                got = {kind: int(found[f"{part}_{kind}_{place}"][k]) for kind in HOLDINGS}
                assert got == expected(slow, hand, trump, plain, trump_points), (k, place, part)


HOLDINGS = [name for part, name, place in lexicon(variants["moscow"]).hands.values() if part == "six" and place == 0]


def expected(slow: Slow, hand: int, trump: int, plain: list[int], trump_points: list[int]) -> dict[str, int]:
    """All columns of one hand, plainly."""
    cards = [(card // 8, card % 8) for card in range(32) if hand >> card & 1]
    lengths = [sum(suit == s for suit, _ in cards) for s in range(4)]
    trumps = {rank for suit, rank in cards if suit == trump}
    sequences = slow.sequences(hand, trump)
    from_ace = [next(n for n in range(9) if (suit, 7 - n) not in cards) for suit in range(4)]
    adjacent = 0
    for suit in range(4):
        order = ["789TJQKA".index(letter) for letter in slow.orders[suit == trump]]
        line = "".join("x" if (suit, rank) in cards else " " for rank in order)
        adjacent = max(adjacent, *(len(run) for run in line.split(" ")))
    return {
        "trumps": lengths[trump],
        "spades": lengths[0],
        "clubs": lengths[1],
        "diamonds": lengths[2],
        "hearts": lengths[3],
        "longest_suit": max(lengths),
        "points": sum((trump_points if suit == trump else plain)[rank] for suit, rank in cards),
        "plain_points": sum(plain[rank] for _, rank in cards),
        "aces": sum(rank == 7 for _, rank in cards),
        "sevens": sum(rank == 0 for _, rank in cards),
        "jack": int(4 in trumps),
        "nine": int(2 in trumps),
        "seven": int(0 in trumps),
        "bella": int({5, 6} <= trumps),
        "terts": sum(length == 3 for length, _, _ in sequences),
        "fifty": sum(length > 3 for length, _, _ in sequences),
        "sequence_points": slow.points(hand, trump),
        "run": adjacent,
        "to_ace": max(from_ace),
    }


def test_decks_that_lie_ready_are_played() -> None:
    rules = variants["moscow"]
    family = seating(2, "points:20", "random").family
    desk, table, other = new_desk(), *(np.zeros((60, rows.N_COLUMNS), np.int32) for _ in range(2))
    record = rules.lower()[0]
    play_block(record, family, desk, 3, 40, table)
    decks = decks_of(None, 60, 3, 40)
    with laid_decks(desk, 40, decks):
        play_block(record, family, desk, 3, 40, other)
    assert (table == other).all()
    with laid_decks(desk, 40, decks[::-1].copy()):
        play_block(record, family, desk, 3, 40, other)
    assert (other[:, rows.C_UPCARD] == table[::-1, rows.C_UPCARD]).all() and not (other == table).all()
    play_block(record, family, desk, 3, 40, other)
    assert (table == other).all()


def test_flags_are_zero_or_one() -> None:
    rules = variants["moscow"]
    known = lexicon(rules)
    columns, _ = play(rules)
    dealt = packets(rules, decks_of(None, DEALS, SEED))
    flags = [name for name, column in known.words.items() if column.kind is FLAG]
    found = known.complete(columns, flags, dealt)
    assert {value for column in found.values() for value in np.unique(column).tolist()} == {0, 1}
