"""Which deals are looked at, and how they are sorted: ``--given``, ``--hand``, ``--upcard``, ``--by`` made ready.

What is known of the cards is dealt.  Of a condition, the parts that look at the upcard and at one hand as dealt are
dealt too, as far as they can be counted; other parts about the cards are judged before the deal is played, the rest
after it, and deals that fail are left out.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim.conditions.columns import Lexicon, Packets, lexicon
from debertz_sim.conditions.fitting import Fit, TooMany, can_fit, fit
from debertz_sim.conditions.known import Known, parse_known
from debertz_sim.conditions.language import NUMBER, Column, Columns, Condition, every
from debertz_sim.conditions.layout import packets
from debertz_sim.conditions.parser import parse
from debertz_sim.engine.fitting import deal_decks, deal_fitting
from debertz_sim.errors import UserError
from debertz_sim.kernels.state import DECK
from debertz_sim.rules import RuleSet

Bools = NDArray[np.bool_]


class By(NamedTuple):
    """A column by which deals are sorted; numbers in bins of ``width``."""

    column: Column
    width: int

    @property
    def text(self) -> str:
        """As it is written."""
        return self.column.name + (f":{self.width}" if self.width > 1 else "")

    def label(self, value: int) -> str | int:
        """The name of a group."""
        if self.column.kind is not NUMBER:
            return self.column.kind.word(value)
        return value if self.width == 1 else f"{value * self.width}..{(value + 1) * self.width - 1}"


@dataclass(frozen=True)
class Choice:
    """Which deals are looked at.

    Parameters
    ----------
    words
        The vocabulary of the rules by which conditions are judged.
    known
        Cards that are dealt where they are said to lie.
    condition
        What must hold, ``None`` for no condition.
    fit
        How deals are made to fit, ``None`` where they come as they come.
    dealt, early, late
        The parts of the condition that are dealt, judged before the play, judged after it.
    by
        How deals are sorted.
    """

    words: Lexicon
    known: Known
    condition: Condition | None
    fit: Fit | None
    dealt: Condition | None
    early: Condition | None
    late: Condition | None
    by: tuple[By, ...]

    def describe(self) -> dict[str, Any]:
        """What provenance tells of it: what is asked, which part of it is dealt, and how probable that part is."""
        texts = {"condition": self.condition, "dealt": self.dealt, "judged": _all_of(self.early, self.late)}
        told: dict[str, Any] = {name: None if its is None else str(its) for name, its in texts.items()}
        dealt = self.fit is not None and self.dealt is not None
        known = self.known.options(self.words.rules.players)
        return told | {"known": known, "probability": str(self.fit.probability) if self.fit and dealt else None}

    @property
    def rejects(self) -> bool:
        """Whether deals can fail."""
        return self.early is not None or self.late is not None

    def looks_at_cards(self, more: Collection[str] = ()) -> bool:
        """Whether hands as dealt must be known: for a condition, for sorting, for ``more`` columns."""
        needs = set(more) | {by.column.name for by in self.by}
        for condition in (self.early, self.late):
            needs |= condition.needs if condition else set()
        return any(name in self.words.hands for name in needs)

    def decks(self, desk: Any, seed: int, first: int, deals: int) -> NDArray[np.int8]:
        """The packs of deals ``first`` .., int8 ``(deals, 32)``."""
        decks = np.zeros((deals, DECK), np.int8)
        if self.fit is None:
            deal_decks(desk, np.uint64(seed), first, decks)
        else:
            deal_fitting(self.fit.fitting, desk, np.uint64(seed), first, decks)
        return decks

    def deck(self, desk: Any, seed: int, index: int) -> NDArray[np.int8] | None:
        """The pack of deal ``index``, int8 ``(1, 32)``; ``None`` where it comes as it comes."""
        return None if self.fit is None else self.decks(desk, seed, index, 1)

    def packets(self, decks: NDArray[np.int8]) -> Packets:
        """The hands of packs."""
        return packets(self.words.rules, decks)

    def passes_early(self, hands: Packets | None, first: int, deals: int) -> Bools:
        """Which of deals ``first`` .. pass what is judged before the play."""
        if self.early is None:
            return np.ones(deals, np.bool_)
        assert hands is not None
        columns = {"upcard": hands.upcard, "dealer": (first + np.arange(deals)) % self.words.rules.players}
        return self.early(self.words.complete(columns, self.early.needs, hands))

    def passes_late(self, columns: Columns, hands: Packets | None) -> Bools:
        """Which deals pass what is judged after the play; ``columns`` are the engine's."""
        if self.late is None:
            return np.ones(len(columns["outcome"]), np.bool_)
        return self.late(self.words.complete(columns, self.late.needs, hands))

    def sort(self, columns: Columns, hands: Packets | None) -> NDArray[np.int64]:
        """The group of each deal, ``(n, columns of by)``."""
        found = self.words.complete(columns, [by.column.name for by in self.by], hands)
        return np.stack([found[by.column.name].astype(np.int64) // by.width for by in self.by], axis=1)


@lru_cache(maxsize=32)
def choose(
    rules: RuleSet, hands: tuple[str, ...] = (), upcard: str | None = None, given: str = "", by: tuple[str, ...] = ()
) -> Choice | None:
    """Make ready what the options of these names say; ``None`` if they say nothing.

    Raises
    ------
    UserError
        Texts that cannot be read, columns that there are not, cards and conditions that no deal fits, too many
        wildcards to be counted.
    """
    if not hands and upcard is None and not given and not by:
        return None
    words = lexicon(rules)
    known = parse_known(hands, upcard, rules)
    condition = parse(given, words.words, "--given") if given else None
    sorted_by = parse_by(by, words)
    parts = condition.conjuncts() if condition else []
    dealt, made = _best_fit(rules, known, parts)
    rest = [part for part in parts if not any(part is other for other in dealt)]
    early = [part for part in rest if not words.needs_play(part.needs)]
    late = [part for part in rest if words.needs_play(part.needs)]
    return Choice(words, known, condition, made, dealt=_all(dealt), early=_all(early), late=_all(late), by=sorted_by)


def _all_of(*parts: Condition | None) -> Condition | None:
    return _all([part for part in parts if part is not None])


def _all(parts: list[Condition]) -> Condition | None:
    return every(parts) if parts else None


def _best_fit(rules: RuleSet, known: Known, parts: Sequence[Condition]) -> tuple[list[Condition], Fit | None]:
    """The parts of a condition that are dealt, and how: those about the one hand of which they ask the most."""
    of_upcard: list[Condition] = []
    of_place: dict[int, list[Condition]] = {}
    for part in parts:
        places = can_fit(rules, part)
        if places is not None:
            (of_place.setdefault(min(places), []) if places else of_upcard).append(part)
    best: tuple[list[Condition], Fit | None] = [], None
    for mine in of_place.values():
        try:
            made = fit(rules, known, every(of_upcard + mine))
        except TooMany:
            continue
        if best[1] is None or made.probability < best[1].probability:
            best = of_upcard + mine, made
    if best[1] is None and (known or of_upcard):
        try:
            best = of_upcard, fit(rules, known, _all(of_upcard))
        except TooMany:
            raise UserError(
                "--hand: too many hands with cards known by suit or rank alone to be counted; name more of them exactly"
            ) from None
    return best


def parse_by(texts: Sequence[str], words: Lexicon) -> tuple[By, ...]:
    """The columns of ``--by``, each written ``NAME`` or, for numbers, ``NAME:WIDTH``; raises ``UserError``."""
    found: list[By] = []
    for text in texts:
        name, colon, width = text.strip().partition(":")
        column = words.words.find(name, "--by")
        if colon and (column.kind is not NUMBER or not re.fullmatch("[1-9][0-9]{0,5}", width)):
            right = "write a whole number from 1 on" if column.kind is NUMBER else f"{name} is no number: no bins"
            raise UserError(f"--by {text}: bins of width {width!r}; {right}")
        if any(by.column == column for by in found):
            raise UserError(f"--by: {column.name} comes twice")
        found.append(By(column, int(width) if colon else 1))
    return tuple(found)
