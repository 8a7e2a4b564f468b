"""What must hold in every deal and match of every variant, and that the checks notice when it does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from debertz_sim.engine.blocks import play_one
from debertz_sim.engine.deal import new_desk
from debertz_sim.kernels.state import MADE
from debertz_sim.policies.registry import seating
from debertz_sim.variants import variants
from tests import invariants as inv

NAMES = [name for name, rules in variants.items() if rules.form != "terts"]
SEED = 9
DEALS, MATCHES = 5_000, 50


def prepared(name: str) -> tuple[Any, Any, Any]:
    """Rules, policies and a desk for random play."""
    rules = variants[name]
    return rules.lower()[0], seating(rules.players, "random", "random").family, new_desk()


@pytest.mark.parametrize("name", NAMES)
def test_deals_and_matches(name: str) -> None:
    """Random deals and matches of every variant; ``scripts/invariants.py`` takes a million deals."""
    found = np.zeros(3, np.int64)
    assert inv.check_deals(*prepared(name), SEED, 0, DEALS, found), (inv.FAULTS[found[0]], found)
    assert inv.check_matches(*prepared(name), SEED, 0, MATCHES, found), (inv.FAULTS[found[0]], found)
    assert found[2] >= MATCHES


Harm = Callable[[Any], None]


def swap_cards(desk: Any) -> None:
    """One hand gets a card of another one."""
    desk.t.full[0] |= desk.t.full[1] & -desk.t.full[1]


def swap_plays(desk: Any) -> None:
    """Two players' cards of a trick change places."""
    plays = desk.v.plays
    plays[0, 0], plays[0, 1] = plays[0, 1], plays[0, 0]


def add_to(record: str, field: str, amount: int = 1) -> Harm:
    """One of a seat's numbers grows."""

    def harm(desk: Any) -> None:
        getattr(getattr(desk, record), field)[0] += amount

    return harm


HARMS: dict[str, tuple[Harm, int]] = {
    "a card in two hands": (swap_cards, inv.CARDS),
    "cards of two players": (swap_plays, inv.TRICK),
    "a trick more": (add_to("v", "tricks"), inv.POINTS),
    "a card point more": (add_to("v", "points"), inv.POINTS),
    "a point more in the total": (add_to("t", "totals"), inv.TOTALS),
    "a sequence more": (add_to("t", "seq_scored", 20), inv.TOTALS),
    "a point more written": (add_to("t", "written"), inv.WRITTEN),
    "a forced leader": (lambda desk: setattr(desk.v, "leaders", np.roll(desk.v.leaders, 1)), inv.TRICK),
}


@pytest.mark.parametrize("what", HARMS)
@pytest.mark.parametrize("name", ["moscow", "three", "pairs", "passive4", "belote"])
def test_harm_is_noticed(name: str, what: str) -> None:
    """A sound deal with one thing wrong in it is not sound any more, and what is wrong is named."""
    rules, family, desk = prepared(name)
    index = 0
    while desk.t.outcome != MADE:
        play_one(rules, family, desk, SEED, index)
        index += 1
    assert inv.check_deal(rules, desk.t, desk.v, 0, 0, -1) == inv.SOUND
    harm, fault = HARMS[what]
    harm(desk)
    assert inv.check_deal(rules, desk.t, desk.v, 0, 0, -1) in (fault, inv.WRITTEN if fault == inv.TOTALS else fault)
    assert inv.check_deal(rules, desk.t, desk.v, 0, 0, -1) != inv.SOUND


def test_lost_pot_is_noticed() -> None:
    """Points that vanish from a pot, or come from nowhere, are no sound deal."""
    rules, family, desk = prepared("three")
    play_one(rules, family, desk, SEED, 1)
    assert inv.check_deal(rules, desk.t, desk.v, 0, 0, -1) == inv.SOUND
    assert inv.check_deal(rules, desk.t, desk.v, 10, 0, -1) != inv.SOUND
    assert inv.check_deal(rules, desk.t, desk.v, 0, 10, -1) != inv.SOUND
