"""Play ``expert`` of three and four seats: what it counts, that suits are alike to it, how it learns, its strength."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from debertz_sim._jit import JIT_OFF, kernel
from debertz_sim.cards import card_text, cards_of, parse_card
from debertz_sim.engine.blocks import play_one
from debertz_sim.engine.deal import keep_log, new_desk
from debertz_sim.policies.expert_sides import best_sides, card_expert_sides
from debertz_sim.policies.expert_sides_table import GROUPS, MODEL, ROLE_SIZE, ROLES
from debertz_sim.policies.explained import expert_counts
from debertz_sim.policies.families import ExpertSided
from debertz_sim.policies.learned import POINT, shipped
from debertz_sim.policies.registry import seating
from debertz_sim.training.collect import collect
from debertz_sim.training.rounds import Round
from debertz_sim.training.sides import GROUP_SIZE, TAUGHT_BY, learn_round, rows_of
from debertz_sim.variants import variants
from tests import slow_expert_sides as slow
from tests.test_policies import record_of, renamed

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scripts"))
from duel import duel

SEED = 78
DEALS = 3 if JIT_OFF else 40
SURE = 0.9999
TABLES = ("three", "klabor-3", "passive4", "moryak", "solo4", "online-solo4", "pairs", "klabor-pairs")


@kernel
def count_of(tables: Any, rules: Any, v: Any, card: Any) -> Any:
    """What a single card counts."""
    return best_sides(tables, rules, v, np.int64(1) << card)[1]


@kernel
def choice(tables: Any, rules: Any, v: Any) -> Any:
    """The card that is played."""
    return card_expert_sides(tables, rules, v)


def decisions(name: str, count: int) -> Any:
    """Every view of the play of some deals in which all are experts, and what was played."""
    rules = variants[name]
    family = seating(rules.players, play="expert").family
    assert isinstance(family, ExpertSided)
    desk = new_desk()
    views = keep_log(desk)
    for index in range(count):
        assert play_one(rules.lower()[0], family, desk, SEED, index) < 0
        chosen = desk.log.chosen[: desk.log.count].tolist()
        yield from ((record_of(v), card) for v, card in zip(views, chosen, strict=False) if v["trick"])


@pytest.mark.parametrize("name", TABLES)
def test_counts_are_those_of_the_words(name: str) -> None:
    """Each legal card counts the sum that docs/expert.md describes; the first of the highest is played.

    With the suits renamed it is one of the highest again, and a view decides the same once more.
    """
    rules, rng = variants[name], random.Random(SEED)
    record, address = rules.lower()[0], shipped(MODEL).ctypes.data
    compared = 0
    for view, chosen in decisions(name, DEALS):
        expected = slow.counts(view, rules)
        legal = cards_of(int(view["legal"]))
        for card in legal:
            assert count_of(address, record, view, np.int64(card)) == expected[card_text(card)]
        best = [parse_card(card) for card in slow.cards(view, rules)]
        assert chosen == best[0] == choice(address, record, view)
        suits = rng.sample(range(4), 4)
        under_new_names = [8 * suits[card >> 3] + (card & 7) for card in best]
        assert choice(address, record, record_of(renamed(view, suits))) in under_new_names
        compared += len(legal) > 1
    assert compared > 4 * DEALS


@pytest.mark.parametrize("name", ["three", "pairs"])
def test_decisions_are_explained(name: str) -> None:
    """The card played is worth 0, every other legal one no more, by the difference of the counts."""
    rules, address = variants[name].lower()[0], shipped(MODEL).ctypes.data
    for view, chosen in decisions(name, 2):
        found = expert_counts(rules, view)
        assert set(found) == set(cards_of(int(view["legal"])))
        assert found[chosen] == max(found.values()) == 0
        most = count_of(address, rules, view, np.int64(chosen))
        for card, worth in found.items():
            assert worth == (count_of(address, rules, view, np.int64(card)) - most) / POINT


def test_every_group_and_role_has_numbers_of_its_own() -> None:
    """Those that occur: partners only in pairs."""
    numbers = shipped(MODEL).reshape(len(GROUPS), len(ROLES), ROLE_SIZE)
    for group, name in enumerate(GROUPS):
        for role, what in enumerate(ROLES):
            assert numbers[group, role].any() == (what != "partner" or name == "pairs")
    assert len({tuple(numbers[group, 0]) for group in range(3)}) == 3


@pytest.mark.parametrize("name", ["passive4", "solo4", "pairs"])
def test_rows_of_the_fit_are_what_the_kernels_read(name: str) -> None:
    """The numbers at a row's columns add up to what the card counts."""
    rules = variants[name]
    record, table = rules.lower()[0], shipped(MODEL)
    lessons, _ = collect(record, seating(rules.players, play="expert").family, SEED, 0, 10 if JIT_OFF else 500, 0.1)
    sample = rows_of(record, lessons)
    group = GROUPS.index("pairs" if name == "pairs" else "three" if rules.passive_dealer else "four each")
    numbers = np.append(table[group * GROUP_SIZE : (group + 1) * GROUP_SIZE], 0).astype(int)
    for d, view in enumerate(lessons.views):
        legal = cards_of(int(view["legal"]))
        rows = range(sample.ends[d], sample.ends[d + 1])
        assert len(rows) == len(legal)
        for row, card in zip(rows, legal, strict=True):
            count = count_of(table.ctypes.data, record, record_of(view), np.int64(card))
            assert numbers[sample.columns[row]].sum() == count
            assert sample.brought[row] == lessons.values[d, card]


@pytest.mark.compiled
def test_learning_is_repeatable_and_changes_its_group_alone() -> None:
    """A tiny round, the same to the last number with more threads; with another seed another."""
    zero = np.zeros(MODEL.n_numbers, np.int16)
    rule_sets = [variants[name] for name in TAUGHT_BY["pairs"]]
    said: list[str] = []
    first, second, other = (
        learn_round("pairs", rule_sets, zero, Round(20_000, 2_000, 0, steps=5), seed, said.append, threads)
        for seed, threads in ((1, 1), (1, 2), (2, 1))
    )
    np.testing.assert_array_equal(first, second)
    assert (first != other).any() and first.dtype == np.int16
    start = GROUPS.index("pairs") * GROUP_SIZE
    assert first[start : start + GROUP_SIZE].any()
    assert not np.delete(first, slice(start, start + GROUP_SIZE)).any()
    assert said[0] == said[1] != said[2]


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("three", "declarer"),
        ("three", "defenders"),
        ("klabor-3", "declarer"),
        ("klabor-3", "defenders"),
        ("passive4", "declarer"),
        ("passive4", "defenders"),
        ("solo4", "declarer"),
        ("solo4", "defenders"),
        ("pairs", None),
        ("klabor-pairs", None),
    ],
)
def test_expert_is_stronger_than_rules(name: str, role: str | None) -> None:
    """Trick points a deal on duplicate deals: a point above ``rules`` with all of the interval."""
    margin = duel("expert", "rules", 40_000, SEED, rules=name, role=role, confidence=SURE)
    assert margin.low is not None and margin.low > 1
