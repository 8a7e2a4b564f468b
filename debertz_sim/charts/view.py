"""What the views of a chart share: the classes as cards, calls that are the same call, how clear a lead is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim.cards import SUIT_LETTERS, card_text, hand_text
from debertz_sim.errors import UserError
from debertz_sim.kernels.classes import N_CLASSES, N_SLOTS, SLOT_BITS, class_codes, class_hands, class_sizes
from debertz_sim.policies.charted import DECISIONS, FIRST_ROUND, PASS_2, PLAY_1, UPCARD_SUIT, Chart
from debertz_sim.switch_table import nearest

SPLITS = 84  # ways in which six of a deal's nine cards may have come first
Truth = NDArray[np.bool_]


class Classes(NamedTuple):
    """All classes: their holdings by suit as masks of ranks, the upcard's suit first, then the slots, int64 (4,
    N_CLASSES); the rank turned up; and how many hands with a given suit turned up each stands for."""

    holdings: NDArray[np.int64]
    upcards: NDArray[np.int64]
    sizes: NDArray[np.int64]


@lru_cache(maxsize=1)
def classes() -> Classes:
    """The classes, worked out once."""
    hands, upcards, sizes = (np.zeros(N_CLASSES, np.int64) for _ in range(3))
    class_hands(hands, upcards)
    class_sizes(sizes)
    holdings = np.array([hands >> 8 * suit & 255 for suit in range(1 + N_SLOTS)])
    return Classes(holdings, upcards, sizes)


class Cards(NamedTuple):
    """A hand and its upcard, as masks and as text."""

    hand: int
    upcard: int

    @property
    def text(self) -> str:
        """The six cards in canonical form."""
        return hand_text(self.hand)

    @property
    def upcard_text(self) -> str:
        """The upcard in canonical form."""
        return card_text(self.upcard)


def cards_of_class(index: int) -> Cards:
    """A hand of a class: the upcard's suit is spades, the slots are clubs, diamonds, hearts."""
    found = classes()
    hand = sum(int(found.holdings[suit, index]) << 8 * suit for suit in range(1 + N_SLOTS))
    return Cards(hand, int(found.upcards[index]))


class Place(NamedTuple):
    """The class of a hand, and the suit that stands in each of its slots."""

    number: int
    suits: tuple[int, int, int]


def place_of(cards: Cards) -> Place:
    """The class that a hand belongs to."""
    codes = np.zeros(1, np.int64)
    class_codes(np.array([cards.hand], np.int64), np.array([cards.upcard], np.int64), codes)
    code = int(codes[0])
    a, b, c = (code >> 2 * slot & 3 for slot in range(N_SLOTS))
    return Place(code >> SLOT_BITS, (a, b, c))


def decision_places(decision: str | None) -> list[int]:
    """The places of the decisions asked for, all four if none is; raises ``UserError`` for one that is not there."""
    if decision is None:
        return list(range(len(DECISIONS)))
    if decision not in DECISIONS:
        raise UserError(f"decision {decision!r} is not one of {', '.join(DECISIONS)}{nearest(decision, DECISIONS)}")
    return [DECISIONS.index(decision)]


def plays(calls: NDArray[np.uint8], place: int) -> Truth:
    """At which classes the call of a decision is to play, in whatever suit; ``calls`` of shape (4, N_CLASSES)."""
    found: Truth = calls[place] == PLAY_1 if place in FIRST_ROUND else calls[place] != PASS_2
    return found


def suit_named(call: int, place: int, cards: Cards, suits: tuple[int, int, int]) -> str | None:
    """The letter of the suit that a call names, of a hand whose slots hold these suits; ``None`` for a pass."""
    if place in FIRST_ROUND:
        return SUIT_LETTERS[cards.upcard >> 3] if call == PLAY_1 else None
    if call == PASS_2:
        return None
    return SUIT_LETTERS[cards.upcard >> 3 if call == UPCARD_SUIT else suits[call]]


def one_name(calls: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The calls with suits of equal holdings, which are one call, under the name of the earliest slot."""
    found = calls.copy()
    holdings = classes().holdings[1:]
    for place in range(len(DECISIONS)):
        if place not in FIRST_ROUND:
            for slot in (2, 1):
                for earlier in range(slot):
                    same = (found[place] == slot) & (holdings[slot] == holdings[earlier])
                    found[place][same] = earlier
    return found


def reached(calls: NDArray[np.uint8], place: int) -> Truth:
    """At which classes the same player's own calls let it come to a decision."""
    if place in FIRST_ROUND:
        return np.ones(calls.shape[1], bool)
    found: Truth = calls[place - 2] != PLAY_1
    return found


def errors_of(chart: Chart, place: int) -> NDArray[np.float64]:
    """The standard errors of a decision's leads by class, infinite where never seen.

    A class that came a few times may have told nearly the same each time by chance.  So an error below the usual one
    (the median) of the classes that stand for as many hands counts as that.
    """
    errors: NDArray[np.float64] = chart.errors[place].astype(float)
    sizes = classes().sizes
    for size in np.unique(sizes):
        alike = (sizes == size) & np.isfinite(errors)
        if alike.any():
            errors[alike] = np.maximum(errors[alike], np.median(errors[alike]))
    return errors


@dataclass(frozen=True)
class Signed:
    """What playing is ahead of passing at a decision, by class, and its standard error (infinite: never seen).

    In round 1 that is the worth of playing minus that of passing.  In round 2 a chart that names a suit is ahead of
    the *best other* call, perhaps another suit: of passing at least by that much.
    """

    leads: NDArray[np.float64]
    errors: NDArray[np.float64]

    @property
    def seen(self) -> Truth:
        """Where something is known."""
        return np.isfinite(self.errors)


def signed(chart: Chart, place: int) -> Signed:
    """The leads of a decision, negative where the chart passes."""
    sign = np.where(plays(chart.calls, place), 1.0, -1.0)
    return Signed(sign * chart.leads[place].astype(float), errors_of(chart, place))


def bounded_errors(apart: Any, together: Any, weights: Any, splits: Any = SPLITS) -> Any:
    """Upper bounds of the standard errors of weighted means over classes, NaN without weight; arrays of one shape.

    One deal tells about several classes of a seat at once, so their errors are not independent.  The variance of a sum
    is at most that many times the sum of the variances, and its error at most the sum of the errors.

    Parameters
    ----------
    apart
        The sums of (weight * error) ** 2.
    together
        The sums of weight * error.
    weights
        The sums of the weights.
    splits
        About how many of the classes one deal tells at most; of all classes 84, the divisions of its nine cards.
    """
    total = np.where(np.asarray(weights) > 0, weights, np.nan)
    return np.minimum(np.sqrt(splits * np.asarray(apart)), together) / total


def policies_of(chart: Chart) -> dict[str, Any]:
    """The policies by which its deals were played, as ``Seating.describe`` names them."""
    about = chart.about
    found: dict[str, Any] = about.get("policies") or about.get("provenance", {}).get("policies")
    return found


def told_by(chart: Chart) -> tuple[int | None, int | None]:
    """How many deals, of which seed, its leads are from; None where the chart does not say."""
    check = chart.about.get("check") or {}
    return check.get("deals"), check.get("seed")
