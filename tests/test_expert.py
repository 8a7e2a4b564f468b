"""Play ``expert`` of two seats: what it counts, that it goes on to the end, how it is learned, its strength."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from debertz_sim._jit import JIT_OFF, copy_record, kernel
from debertz_sim.cards import card_text, cards_of
from debertz_sim.engine.blocks import play_one
from debertz_sim.engine.deal import keep_log, new_desk
from debertz_sim.kernels.state import TABLE, VIEW, new_record
from debertz_sim.policies.expert import NO_COUNT, best_two
from debertz_sim.policies.expert_table import MODEL
from debertz_sim.policies.learned import shipped
from debertz_sim.policies.playout import play_out
from debertz_sim.policies.registry import seating
from debertz_sim.variants import variants
from tests import slow_expert as slow
from tests.test_policies import record_of

SEED = 77
DEALS = 5 if JIT_OFF else 150


@kernel
def count_of(tables: Any, rules: Any, v: Any, card: Any) -> Any:
    """What a single card counts."""
    return best_two(tables, rules, v, np.int64(1) << card)[1]


@kernel
def go_on(seats: Any, rules: Any, t: Any, v: Any, scratch_t: Any, scratch_v: Any, card: Any) -> None:
    """Play out on copies."""
    copy_record(scratch_t, t)
    copy_record(scratch_v, v)
    play_out(seats, rules, scratch_t, scratch_v, card)


def decisions(name: str, bidding: str, count: int) -> Any:
    """Desk, views and choices of the play of some deals, all experts."""
    rules = variants[name]
    family = seating(rules.players, bidding, "expert").family
    desk = new_desk()
    views = keep_log(desk)
    for index in range(count):
        assert play_one(rules.lower()[0], family, desk, SEED, index) < 0
        chosen = desk.log.chosen[: desk.log.count].tolist()
        made = [(record_of(view), choice) for view, choice in zip(views, chosen, strict=False)]
        yield desk, family, [(view, choice) for view, choice in made if view["trick"]]


@pytest.mark.parametrize(("name", "bidding"), [("moscow", "always"), ("moscow", "rules"), ("belote", "rules")])
def test_counts_are_those_of_the_words(name: str, bidding: str) -> None:
    """Each card's count is the sum that docs/expert.md describes; the highest count is played."""
    address = shipped(MODEL).ctypes.data
    rules = variants[name].lower()[0]
    compared = 0
    for _, _, made in decisions(name, bidding, DEALS):
        for view, chosen in made:
            expected = slow.counts(view)
            legal = cards_of(int(view["legal"]))
            for card in legal:
                count = count_of(address, rules, view, np.int64(card))
                assert expected.get(card_text(card), NO_COUNT) == count
                compared += count != NO_COUNT
            if len(legal) > 1:
                assert expected[card_text(chosen)] == max(expected.values())
    assert compared > DEALS


@pytest.mark.parametrize("name", ["moscow", "pairs", "passive4"])
def test_playing_out_ends_as_the_deal_did(name: str) -> None:
    """From every decision of a deal, its own card laid and gone on with, the same tricks and points come out."""
    rules = variants[name].lower()[0]
    scratch_t, scratch_v, table = new_record(TABLE), new_record(VIEW), new_record(TABLE)
    for desk, family, made in decisions(name, "rules", max(5, DEALS // 10)):
        for view, chosen in made:
            for field in TABLE.names or ():
                table[field] = desk.t[field]
            table.hand[:] = desk.t.full & ~view["played"]
            table.bella_holder = -1
            go_on(family.seats, rules, table, view, scratch_t, scratch_v, np.int64(chosen))
            np.testing.assert_array_equal(scratch_v["points"], desk.v["points"])
            np.testing.assert_array_equal(scratch_v["tricks"], desk.v["tricks"])
            assert scratch_t["last_trick"] == desk.t["last_trick"]
