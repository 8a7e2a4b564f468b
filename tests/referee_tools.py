"""Transcripts for the tests of the referee: from the engine, by what they should have, cut short."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import pytest

from debertz_sim.errors import UserError
from debertz_sim.policies.registry import seating
from debertz_sim.records import referee
from debertz_sim.records.transcript import Scribe
from debertz_sim.rules import RuleSet
from debertz_sim.variants import from_spec, variants

Transcript = dict[str, Any]
PLAYABLE = [name for name, rules in variants.items() if rules.form != "terts"]
KINDS = (
    *("moscow", "one-deal", "klabor", "online-last", "club", "belote"),
    *("three", "moryak", "solo4", "passive4", "klabor-pairs", "klabor-two-rounds"),
)
EVERY_VARIANT = [pytest.param(name, marks=() if name in KINDS else pytest.mark.slow) for name in PLAYABLE]
"""All of them as parameters of a test; those that add little to the others in the whole suite only."""


def deals(
    rules: RuleSet, count: int, bidding: str = "random", play: str = "random", seed: int = 5
) -> Iterator[Transcript]:
    """Transcripts of deals on their own."""
    return Scribe(rules).deals(seating(rules.players, bidding, play).family, seed, range(count))


def matches(rules: RuleSet, count: int, bidding: str = "random", seed: int = 5) -> Iterator[list[Transcript]]:
    """Transcripts of whole matches."""
    scribe = Scribe(rules)
    family = seating(rules.players, bidding, "random").family
    return (list(scribe.match(family, seed, number)) for number in range(count))


@lru_cache(maxsize=64)
def _found(name: str, settings_: tuple[tuple[str, Any], ...], test: Callable[[Transcript], bool], play: str) -> str:
    rules = variants[name].with_(**dict(settings_))
    return json.dumps(next(deal for deal in deals(rules, 5000, play=play) if test(deal)))


def find(test: Callable[[Transcript], bool], name: str = "moscow", play: str = "random", **changes: Any) -> Transcript:
    """The first deal of which ``test`` is true."""
    found: Transcript = json.loads(_found(name, tuple(changes.items()), test, play))
    return found


def refused(deal: Transcript, *words: str) -> str:
    """Assert that the referee refuses a deal in one line that has these words; returns the line."""
    with pytest.raises(UserError) as caught:
        referee.score(deal)
    line = str(caught.value)
    assert "\n" not in line
    for word in words:
        assert word in line, line
    return line


def bare(deal: Transcript, *drop: str) -> Transcript:
    """A copy without what the referee works out, and without further fields."""
    return {field: copy.deepcopy(value) for field, value in deal.items() if field not in ("melds", "result", *drop)}


def truncated(deal: Transcript, cards_left: int) -> Transcript:
    """A copy of which only so many cards were played."""
    out = bare(deal, "claim")
    flat = [card for trick in deal["plays"] for card in trick["cards"]][:cards_left]
    leaders = [trick["leader"] for trick in deal["plays"]]
    n = from_spec(deal["rules"]).in_play
    out["plays"] = [{"leader": leaders[k // n], "cards": flat[k : k + n]} for k in range(0, len(flat), n)]
    return out


def seat_of(deal: Transcript, played: int) -> int:
    """Who plays the card number ``played`` (from 0)."""
    rules = from_spec(deal["rules"])
    trick, place = divmod(played, rules.in_play)
    leader = deal["plays"][trick]["leader"]
    seats = [(leader + k) % rules.players for k in range(rules.players)]
    return [seat for seat in seats if not (rules.passive_dealer and seat == deal["dealer"])][place]


def is_played(deal: Transcript) -> bool:
    return bool(deal["plays"])


def is_exchanged(deal: Transcript) -> bool:
    return deal["exchange"] is not None


def in_round_two(deal: Transcript) -> bool:
    return is_played(deal) and deal["result"]["round"] == 2


def all_pass(deal: Transcript) -> bool:
    return bool(deal["result"]["outcome"] == "all_pass")


def has_bella(deal: Transcript) -> bool:
    return any(meld["kind"] == "bella" for meld in deal["melds"])


def has_sequence(deal: Transcript) -> bool:
    return any(meld["kind"] == "terts" and meld["scored"] for meld in deal["melds"])


@lru_cache
def samples() -> list[str]:
    """Some transcripts as JSON, of every kind."""
    return [
        json.dumps(deal)
        for name in ("moscow", "klabor", "online", "belote", "passive4", "klabor-two-rounds")
        for deal in [*deals(variants[name], 4), *next(matches(variants[name], 1))[-2:]]
    ]
