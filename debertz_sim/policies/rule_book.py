"""Bidding rules that a human can remember, and customs, as calls for every hand class: ``rule:NAME``.

A rule looks at a hand as a player does: the trumps it would have, and the side cards.  It is worked out for all classes
at once and then bids as a chart does (see ``chart``).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from debertz_sim.errors import UserError
from debertz_sim.policies.charted import PASS_2, packed
from debertz_sim.switch_table import nearest

RANKS = "789TJQKA"
Masks = NDArray[np.int64]
Truth = NDArray[np.bool_]


@dataclass(frozen=True)
class Holding:
    """The six cards with one suit as trump: the holding in it, and the three others; masks of ranks, shape (classes,).

    ``upcard`` is the rank turned up where the trump is the upcard's suit, else -1.
    """

    trumps: Masks
    sides: tuple[Masks, Masks, Masks]
    upcard: Masks

    def has(self, rank: str) -> Truth:
        """Whether the trump of this rank is held."""
        return (self.trumps >> RANKS.index(rank) & 1).astype(bool)

    @property
    def n_trumps(self) -> Masks:
        """How many trumps."""
        return np.bitwise_count(self.trumps).astype(np.int64)

    def side(self, ranks: str) -> Masks:
        """How many cards of these ranks beside the trumps."""
        wanted = sum(1 << RANKS.index(rank) for rank in ranks)
        return np.sum([np.bitwise_count(cards & wanted) for cards in self.sides], axis=0).astype(np.int64)


Count = Callable[[Holding], NDArray[np.float64]]
"""How good a hand is with a suit as trump: it is played in if that reaches what the decision asks for."""


@dataclass(frozen=True)
class Rule:
    """A count, and how much is enough for forehand and dealer in round 1, then in round 2; ``words`` say both."""

    name: str
    about: str
    words: str
    count: Count
    enough: tuple[float, float, float, float]

    @cached_property
    def calls(self) -> NDArray[np.uint8]:
        """The call of every class at the four decisions, as those of a chart; the suit that counts most, ties earlier."""
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


@lru_cache(maxsize=1)
def holdings() -> tuple[Holding, Holding, Holding, Holding]:
    """Every class as seen with the upcard's suit as trump, then with the suit of each slot."""
    from debertz_sim.kernels.classes import N_CLASSES, class_hands

    hands, ranks = np.zeros(N_CLASSES, np.int64), np.zeros(N_CLASSES, np.int64)
    class_hands(hands, ranks)
    up, a, b, c = ((hands >> 8 * suit) & 255 for suit in range(4))
    none = np.full(N_CLASSES, -1)
    return (
        Holding(up, (a, b, c), ranks),
        Holding(a, (up, b, c), none),
        Holding(b, (up, a, c), none),
        Holding(c, (up, a, b), none),
    )


def _jack_and_two(holding: Holding) -> NDArray[np.float64]:
    return (holding.has("J") & (holding.n_trumps >= 3)).astype(float)


_ALL = (
    Rule(
        "jack-and-two",
        "the trump jack and two more trumps",
        "Plays, in either round and seat, with the jack of the suit and at least two more cards of it among his six.",
        _jack_and_two,
        (1, 1, 1, 1),
    ),
)
RULES: dict[str, Rule] = {rule.name: rule for rule in _ALL}
"""The rules by name."""


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
