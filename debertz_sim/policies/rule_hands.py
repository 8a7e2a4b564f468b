"""Every hand class as a player sees it: the trumps it would have, and the side cards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

RANKS = "789TJQKA"
TRUMP_POINTS = dict(zip(RANKS, (0, 0, 14, 10, 20, 3, 4, 11), strict=True))
SIDE_POINTS = dict(zip(RANKS, (0, 0, 0, 10, 2, 3, 4, 11), strict=True))
NONE_TURNED = -1
Masks = NDArray[np.int64]
Truth = NDArray[np.bool_]


def of_ranks(weights: dict[str, int]) -> Masks:
    """What each holding counts if its ranks count so: shape (256,)."""
    held = np.arange(256)
    found: Masks = np.sum([weight * (held >> RANKS.index(rank) & 1) for rank, weight in weights.items()], axis=0)
    return found


_TRUMP_POINTS, _SIDE_POINTS = of_ranks(TRUMP_POINTS), of_ranks(SIDE_POINTS)


@dataclass(frozen=True)
class Holding:
    """The six cards with one suit as trump: the holding in it, and the three others; masks of ranks, shape (classes,).

    ``upcard`` is the rank turned up where the trump is the upcard's suit, else NONE_TURNED.
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

    @property
    def trump_points(self) -> Masks:
        """The card points of the trumps."""
        return _TRUMP_POINTS[self.trumps]

    @property
    def points(self) -> Masks:
        """The card points of the six cards."""
        a, b, c = self.sides
        return self.trump_points + _SIDE_POINTS[a] + _SIDE_POINTS[b] + _SIDE_POINTS[c]

    def side(self, ranks: str) -> Masks:
        """How many cards of these ranks beside the trumps."""
        wanted = sum(1 << RANKS.index(rank) for rank in ranks)
        found: Masks = np.sum([np.bitwise_count(cards & wanted) for cards in self.sides], axis=0).astype(np.int64)
        return found

    @property
    def exchanged(self) -> Holding:
        """With the trump seven, where it is held and may be exchanged, as the card it takes."""
        takes = (self.trumps & 1).astype(bool) & (self.upcard != NONE_TURNED)
        taken = self.trumps & ~1 | 1 << np.maximum(self.upcard, 0)
        return replace(self, trumps=np.where(takes, taken, self.trumps))


@lru_cache(maxsize=1)
def holdings() -> tuple[Holding, Holding, Holding, Holding]:
    """Every class as seen with the upcard's suit as trump, then with the suit of each slot."""
    from debertz_sim.kernels.classes import N_CLASSES, class_hands

    hands, ranks = np.zeros(N_CLASSES, np.int64), np.zeros(N_CLASSES, np.int64)
    class_hands(hands, ranks)
    up, a, b, c = ((hands >> 8 * suit) & 255 for suit in range(4))
    none = np.full(N_CLASSES, NONE_TURNED)
    return (
        Holding(up, (a, b, c), ranks),
        Holding(a, (up, b, c), none),
        Holding(b, (up, a, c), none),
        Holding(c, (up, a, b), none),
    )
