"""A deal as somebody recorded it, in numbers: what ``transcript_input`` reads and the referee plays again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from debertz_sim.kernels.state import PASS
from debertz_sim.records.seats import Seats
from debertz_sim.rules import RuleSet


@dataclass(frozen=True, slots=True)
class Trick:
    """One trick as written; ``leader`` is None where it was left out."""

    leader: int | None
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Exchange:
    """The trump seven for the upcard; cards are None where they were left out."""

    seat: int
    gave: int | None
    took: int | None


@dataclass(frozen=True, slots=True)
class Claim:
    """The match ended by a claim."""

    seat: int
    after_trick: int


@dataclass(frozen=True, slots=True)
class Recorded:
    """A transcript in numbers.  Hands and packets are masks by seat; None: not written.

    ``exchange`` is None both where none was made and where nothing is said of it (``says_exchange``); ``bella_call`` is
    the trick of the call, 0 for never, None where nothing is said of it; ``match_round`` is 0 where there are none.
    """

    rules: RuleSet
    seats: Seats
    upcard: int
    calls: tuple[int, ...]
    plays: tuple[Trick, ...]
    first: list[int] | None
    second: list[int] | None
    freza: int | None
    hands: list[int] | None
    says_exchange: bool
    exchange: Exchange | None
    redeal: int | None
    bella_call: int | None
    claim: Claim | None
    forced: int | None
    pots: list[int]
    scores: list[int] | None
    baids: list[int] | None
    match_round: int
    obliged: list[int]
    deciding: int
    given: Mapping[str, Any]

    @property
    def dealer(self) -> int:
        """The dealer's seat."""
        return self.seats.dealer

    @property
    def declarer(self) -> int | None:
        """Who plays, as far as the record says so."""
        if self.forced is not None:
            return self.forced
        if self.calls and self.calls[-1] != PASS:
            return self.seats.caller(len(self.calls) - 1)
        return None

    @property
    def trump(self) -> int | None:
        """The trump suit, as far as the record says so."""
        if self.forced is not None:
            return self.upcard // 8
        return self.calls[-1] if self.declarer is not None else None

    @property
    def all_passed(self) -> bool:
        """Whether every call that could be made is a pass."""
        return len(self.calls) == 2 * self.rules.in_play and self.calls[-1] == PASS

    @property
    def cards_played(self) -> list[int]:
        """All cards in the order of play."""
        return [card for trick in self.plays for card in trick.cards]
