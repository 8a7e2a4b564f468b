"""Bidding rules that a human can remember, and customs, as calls for every hand class: ``rule:NAME``.

A rule looks at a hand as a player does: the trumps it would have, and the side cards.  It is worked out for all classes
at once and then bids as a chart does (see ``chart``).  The fitted ones come from ``scripts/fit_rules.py``; what each
costs stands in ``docs/bidding-rules.md``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from debertz_sim.errors import UserError
from debertz_sim.policies.charted import PASS_2, packed
from debertz_sim.policies.rule_forms import (
    LIGHT,
    PASSES,
    PLAYS,
    TREE_ENOUGH,
    Enough,
    Node,
    Tree,
    count_of,
    count_words,
    tree_count,
    tree_words,
)
from debertz_sim.policies.rule_hands import Holding, Truth, holdings
from debertz_sim.switch_table import nearest

Count = Callable[[Holding], NDArray[np.float64]]
"""How good a hand is with a suit as trump: it is played in if that reaches what the decision asks for."""


@dataclass(frozen=True)
class Rule:
    """A count, and how much is enough for forehand and dealer in round 1, then in round 2; ``words`` say both."""

    name: str
    about: str
    words: str
    count: Count
    enough: Enough

    @property
    def about_line(self) -> str:
        """One line about it."""
        return self.about

    @cached_property
    def calls(self) -> NDArray[np.uint8]:
        """The call of every class at the four decisions, as a chart's; of equal suits the earlier slot."""
        first, *others = holdings()
        upcard_suit = self.count(first)
        slots = np.array([self.count(one) for one in others])
        best = slots.argmax(axis=0)
        most = slots.max(axis=0)
        named = [np.where(most >= enough, best, PASS_2) for enough in self.enough[2:]]
        return np.array([upcard_suit >= enough for enough in self.enough[:2]] + named).astype(np.uint8)

    @cached_property
    def table(self) -> NDArray[np.int16]:
        """What the kernels read."""
        return packed(self.calls)

    @cached_property
    def version(self) -> str:
        """A short hash of the calls."""
        return hashlib.sha256(self.calls.tobytes()).hexdigest()[:8]


COUNT = {"jack": 8, "nine": 5, "royal": 4, "high": 3, "low": 2, "ace": 2, "ten": 1, "other jack": -1}
COUNT_ENOUGH = (12, 10, 12, 12)
TREE: Tree = Node(
    "strength",
    36,
    yes=Node(
        "strength",
        52,
        yes=Node("points", 17, yes=PLAYS, no=LIGHT),
        no=Node(
            "jack",
            1,
            yes=Node("high", 1, yes=PLAYS, no=LIGHT),
            no=Node("high", 2, yes=PLAYS, no=PASSES),
        ),
    ),
    no=Node("points", 50, yes=Node("strength", 25, yes=PLAYS, no=PASSES), no=PASSES),
)

_WHERE = (
    " In either round and seat; in round 2, where several suits do, the one with most trump points, ties to the longer "
    "suit, then to the one with the higher card of A K Q J 10 9 8 7 where they first differ."
)


def _custom(name: str, about: str, words: str, plays: Callable[[Holding], Truth]) -> Rule:
    """A custom that says in which suits a hand plays, the same for all seats and rounds."""

    def count(holding: Holding) -> NDArray[np.float64]:
        return np.where(plays(holding), 1 + holding.trump_points / 64, 0.0)

    return Rule(name, about, words + _WHERE, count, (1, 1, 1, 1))


def _bold_dealer(holding: Holding) -> NDArray[np.float64]:
    grade = np.where(holding.has("J"), (holding.n_trumps >= 3) * PLAYS + (holding.n_trumps == 2) * LIGHT, 0)
    return np.where(grade > 0, grade + holding.trump_points / 64, 0.0)


_CUSTOMS = (
    _custom(
        "jack-and-two",
        "the trump jack and two more trumps",
        "Plays with the jack of the suit and at least two more cards of it among his six.",
        lambda hand: hand.has("J") & (hand.n_trumps >= 3),
    ),
    _custom(
        "jack-and-nine",
        "both jack and nine of trump",
        "Plays with both jack and nine of the suit, whatever else he holds.",
        lambda hand: hand.has("J") & hand.has("9"),
    ),
    _custom(
        "third-and-ace",
        "jack or nine with two more trumps, and a side ace",
        "Plays with the jack or the nine of the suit, at least three cards of it in all, and the ace of another suit.",
        lambda hand: (hand.has("J") | hand.has("9")) & (hand.n_trumps >= 3) & (hand.side("A") >= 1),
    ),
    _custom(
        "thirty-and-ace",
        "thirty points in trumps and a side ace",
        "Plays if the cards of the suit among his six count at least 30 card points as trumps (jack 20, nine 14, ace "
        "11, ten 10, king 4, queen 3; the upcard not counted) and he has the ace of another suit.",
        lambda hand: (hand.trump_points >= 30) & (hand.side("A") >= 1),
    ),
    _custom(
        "four-trumps",
        "four trumps, whatever they are",
        "Plays with at least four cards of the suit among his six.",
        lambda hand: hand.n_trumps >= 4,
    ),
    _custom(
        "bella-third",
        "bella and a third trump, or the jack and two more",
        "Plays with king, queen and at least one more card of the suit, or with its jack and at least two more.",
        lambda hand: ((hand.has("K") & hand.has("Q")) | hand.has("J")) & (hand.n_trumps >= 3),
    ),
)

_ALL = (
    Rule(
        "count",
        "a count of the six cards, fitted for Moscow",
        count_words(COUNT, COUNT_ENOUGH),
        count_of(COUNT),
        COUNT_ENOUGH,
    ),
    Rule("tree", "a few questions, fitted for Moscow", tree_words(TREE), tree_count(TREE), TREE_ENOUGH),
    *_CUSTOMS,
    Rule(
        "bold-dealer",
        "the jack and two more trumps; the dealer in round 1 with the jack and one more",
        "Plays with the jack of the suit and at least two more cards of it among his six; the dealer in round 1 with "
        "the jack and at least one more. In round 2, where several suits do, the one with most trump points, ties to "
        "the longer suit, then to the one with the higher card of A K Q J 10 9 8 7 where they first differ.",
        _bold_dealer,
        (PLAYS, LIGHT, PLAYS, PLAYS),
    ),
)
RULES: dict[str, Rule] = {rule.name: rule for rule in _ALL}
"""The rules by name."""


def listed() -> str:
    """The rules that there are, in words."""
    return "Rules: " + "; ".join(f"{rule.name} ({rule.about})" for rule in _ALL) + "."


def rule(name: str) -> Rule:
    """The rule of this name.

    Raises
    ------
    UserError
        There is none.
    """
    if name not in RULES:
        hint = nearest(name, RULES) or f"; there are {', '.join(RULES)}"
        raise UserError(f"unknown rule {name!r}{hint}")
    return RULES[name]
