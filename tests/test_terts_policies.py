"""Policies of terts: what their words say, how good they are, who may play."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from debertz_sim.engine.terts import new_terts_desk, play_terts_one
from debertz_sim.errors import UserError
from debertz_sim.policies import registry
from debertz_sim.policies.policy import PLAY, TERTS
from debertz_sim.policies.registry import Seating, known, seating, user_policy
from scripts.duel import duel
from tests.reference.terts import default_word
from tests.slow_terts import SlowTerts, greedy_card
from tests.terts_tools import PLAYS, TertsTwins
from tests.terts_tools import TERTS as RULES

CHOSEN = 300


@pytest.mark.parametrize(
    "rules", [RULES, RULES.with_(sequence_points={3: 20, 4: 50}, fours={"other": 100})], ids=["terts", "other"]
)
def test_choices_are_those_of_the_words(rules: Any) -> None:
    """Every word and card of greedy and rules, every word of random, replayed by hand from what the seat may see."""
    twins = TertsTwins(rules)
    seen: Counter[str] = Counter()

    def watch(kind: str, seat: int, legal: list[Any], view: dict[str, Any], choice: Any) -> None:
        name = PLAYS[index % 3 if seat == 0 else index // 3 % 3]
        seen[f"{name} {kind}"] += 1
        if kind == "word":
            right = SlowTerts(twins.table, view).word(legal) if name == "rules" else default_word(view, legal)
            assert choice == right, (index, view)
        elif name != "random":
            slow = SlowTerts(twins.table, view).card if name == "rules" else None
            right = slow(legal) if slow else greedy_card(twins.table, view, legal)
            assert choice == right, (index, view)

    for index in range(90):
        assert twins.deal(21, index, watch) is None
    assert min(seen[f"{name} card"] for name in PLAYS) > CHOSEN
    assert min(seen[f"{name} word"] for name in PLAYS) > CHOSEN // 5


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("better", "worse", "least"), [("rules", "greedy", 70), ("rules", "random", 90), ("greedy", "random", 30)]
)
def test_policies_differ_clearly(better: str, worse: str, least: float) -> None:
    """On duplicate deals with seats swapped, the interval of the margin lies wholly above."""
    margin = duel(better, worse, 4000, 3, "terts", confidence=0.999, written=True)
    assert margin.low is not None and margin.low > least
    back = duel(worse, better, 4000, 3, "terts", written=True)
    assert back.value == -(margin.value or 0)


@pytest.mark.compiled
def test_duel_of_equals_is_level() -> None:
    assert duel("greedy", "greedy", 500, 3, "terts", written=True).value == 0


@pytest.mark.compiled
def test_random_cards_are_spread_evenly() -> None:
    """The first card of forehand in many deals: each of the nine places of his hand equally often."""
    record, family = RULES.lower()[0], seating(2, play="random").for_game(TERTS).family
    desk = new_terts_desk()
    places: Counter[int] = Counter()
    deals = 4500
    for index in range(deals):
        play_terts_one(record, family, desk, 17, index)
        leader = 1 - int(desk.t.dealer)
        hand = [card for card in range(32) if int(desk.t.dealt[leader]) >> card & 1]
        if desk.v.exchange_trick != 1:
            places[hand.index(int(desk.v.plays[0, 0]))] += 1
    expected = sum(places.values()) / 9
    assert sum((places[k] - expected) ** 2 / expected for k in range(9)) < 26.1  # chi-square, 8 degrees, 0.1 %


def test_every_play_policy_says_what_it_does_in_terts() -> None:
    for policy in known(PLAY):
        if not policy.name.startswith("user:"):
            assert ("Terts." in policy.words) == (policy.name not in ("pimc", "rollout"))  # which cannot play it


def test_seating_for_terts_round_trips() -> None:
    seated = seating(2, play="greedy", by_seat={1: {"play": "rules"}}).for_game(TERTS)
    described = seated.describe()
    assert described["game"] == TERTS
    assert described["play"] == ["greedy/1", "rules/1"]
    assert Seating.from_description(described) == seated
    with pytest.raises(UserError, match="version 0 was used, here it is version 1"):
        Seating.from_description(described | {"play": ["greedy/1", "rules/0"]})
    assert "game" not in seating(2).describe()


def test_a_users_policy_cannot_play_terts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_own", {})

    def lowest_card(view: Any, rules: Any, word: Any) -> Any:
        """The lowest legal card."""
        return view.legal & -view.legal

    name = user_policy(lowest_card, PLAY, "lowest_terts")
    with pytest.raises(UserError, match="play 'user:lowest_terts' cannot play terts"):
        seating(2, play=name).for_game(TERTS)
    assert seating(2, play=name).for_game("usual").play[0].name == name
