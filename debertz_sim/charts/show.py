"""A chart as maps: the trumps of a hand against the aces and tens beside them.

A map's rows are kinds of trump holdings, its columns the aces and tens in the other suits.  In round 1 the trump is the
upcard's suit, and a seven that its holder may exchange counts as the upcard.  In round 2 it is the suit in which the
six cards count most (of equal ones the longer, then that of the earlier slot): fixed by the cards alone, so that a
chart which passes has its place too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from debertz_sim.cards import RANK_LETTERS, parse_card
from debertz_sim.charts.view import SPLITS, bounded_errors, classes, decision_places, plays, signed
from debertz_sim.errors import UserError
from debertz_sim.kernels.classes import HAND
from debertz_sim.policies.charted import DECISIONS, FIRST_ROUND, Chart
from debertz_sim.stats import z_value
from debertz_sim.variants import from_spec

HIGH = "J9A"  # the trumps that a row names
LONG = 5  # so many trumps and more share the rows in which the ace is not looked at
MANY = 4  # so many aces and tens and more share a column
SIDE_PAIRS = [(0, 0), (0, 1), (1, 0), (0, 2), (1, 1), (2, 0), (0, 3), (1, 2), (2, 1), (3, 0)]
"""Aces and tens beside the trumps, by column; in a further column there are more of them."""

_TRUMP_POINTS = np.array([0, 0, 14, 10, 20, 3, 4, 11])  # 7 8 9 T J Q K A
_POINTS = np.array([sum(_TRUMP_POINTS[rank] for rank in range(8) if cards >> rank & 1) for cards in range(256)])
_COUNT = np.array([cards.bit_count() for cards in range(256)])
_SIDE_COLUMN = np.full((4, 4), len(SIDE_PAIRS))
for _column_, _pair in enumerate(SIDE_PAIRS):
    _SIDE_COLUMN[_pair] = _column_
_CHOOSE = np.array([[comb(n, k) for k in range(10)] for n in range(10)])
_ACE, _TEN, _NINE, _JACK = (1 << RANK_LETTERS.index(letter) for letter in "AT9J")


@dataclass(frozen=True, order=True)
class Trumps:
    """A row: how many trumps (LONG: or more), and those of HIGH among them."""

    count: int
    high: str

    @property
    def key(self) -> str:
        """As files name it: ``2: J``, ``5+: J 9``, ``3``."""
        return ": ".join(filter(None, [f"{self.count}{'+' if self.count == LONG else ''}", " ".join(self.high)]))


@dataclass(frozen=True)
class Sides:
    """A column: aces and tens beside the trumps; None of both: MANY or more."""

    aces: int | None
    tens: int | None

    @property
    def key(self) -> str:
        """As files name it: ``-``, ``A T``, ``4+``."""
        if self.aces is None or self.tens is None:
            return f"{MANY}+"
        return " ".join("A" * self.aces + "T" * self.tens) or "-"


@dataclass(frozen=True)
class Map:
    """One decision of a chart; the arrays have shape (rows, columns).

    Parameters
    ----------
    decision
        One of DECISIONS.
    rows, columns
        Strongest trumps first; few aces and tens first.
    hands, classes
        How many hands with a given suit turned up a cell stands for, and how many classes.
    played
        The share of the hands with which the chart plays, NaN in an empty cell.
    lead, error
        The mean over the hands of what playing is ahead of passing (``view.Signed``), in the chart's unit, and a bound
        of its standard error (``view.bounded_errors``); NaN where nothing is known.
    unseen
        How many hands of a cell no deal told about; they are left out of the mean.
    z
        Standard errors in half an interval.
    """

    decision: str
    rows: list[Trumps]
    columns: list[Sides]
    hands: NDArray[np.int64]
    classes: NDArray[np.int64]
    played: NDArray[np.float64]
    lead: NDArray[np.float64]
    error: NDArray[np.float64]
    unseen: NDArray[np.int64]
    z: float

    @property
    def open(self) -> NDArray[np.bool_]:
        """The cells whose interval includes 0."""
        with np.errstate(invalid="ignore"):
            return np.isfinite(self.lead) & (np.abs(self.lead) <= self.z * self.error)

    def cells(self) -> Iterator[dict[str, Any]]:
        """The cells that have hands, as rows of a file."""
        for row, trumps in enumerate(self.rows):
            for column, sides in enumerate(self.columns):
                if self.hands[row, column] == 0:
                    continue
                lead, error = float(self.lead[row, column]), float(self.error[row, column])
                known = np.isfinite(lead) and np.isfinite(error)
                yield {
                    "decision": self.decision,
                    "trumps": trumps.key,
                    "sides": sides.key,
                    "hands": int(self.hands[row, column]),
                    "classes": int(self.classes[row, column]),
                    "unseen": int(self.unseen[row, column]),
                    "played": round(float(self.played[row, column]), 6),
                    "lead": round(lead, 4) if known else None,
                    "low": round(lead - self.z * error, 4) if known else None,
                    "high": round(lead + self.z * error, 4) if known else None,
                    "se": round(error, 4) if known else None,
                    "close": bool(self.open[row, column]) if known else None,
                }


def maps(chart: Chart, decision: str | None, upcard: str | None, confidence: float) -> list[Map]:
    """The maps of a chart's decisions (all four, or one), of all hands or those with one rank turned up.

    Raises
    ------
    UserError
        Another decision, or no rank.
    """
    rank = None if upcard is None else RANK_LETTERS.index(rank_letter(upcard))
    return [_map(chart, place, rank, z_value(confidence)) for place in decision_places(decision)]


def rank_letter(text: str) -> str:
    """The letter of a rank, written as in a card; raises ``UserError`` for anything else."""
    try:
        return RANK_LETTERS[parse_card(text + ("s" if text.isascii() else "п")) & 7]
    except UserError:
        raise UserError(f"upcard {text!r} is no rank; ranks are {' '.join(RANK_LETTERS)}") from None


def _map(chart: Chart, place: int, rank: int | None, z: float) -> Map:
    rules = from_spec(chart.about["rules"])
    if place in FIRST_ROUND:
        trumps, sides = first_round(rules.seven_exchange != "none")
    else:
        trumps, sides = second_round(rules.second_round_suits == "any")
    rows, row_of, strengths = _rows(trumps)
    most = most_splits()[strengths]
    if place not in FIRST_ROUND:  # one deal may be looked at with several suits as trump
        most = np.minimum(SPLITS, most * (4 if rules.second_round_suits == "any" else 3))
    columns = [Sides(*pair) for pair in SIDE_PAIRS] + [Sides(None, None)]
    cell = row_of * len(columns) + _column(sides)
    shape = (len(rows), len(columns))
    sizes = classes().sizes.copy()
    if rank is not None:
        sizes[classes().upcards != rank] = 0
    ahead = signed(chart, place)

    def summed(what: NDArray[Any]) -> NDArray[np.float64]:
        return np.bincount(cell, what, shape[0] * shape[1]).reshape(shape).astype(float)

    hands = summed(sizes)
    known = np.where(ahead.seen, sizes, 0).astype(float)
    errors = np.where(ahead.seen, ahead.errors, 0.0)
    total = summed(known)
    with np.errstate(invalid="ignore", divide="ignore"):
        return Map(
            DECISIONS[place],
            rows,
            columns,
            hands.astype(np.int64),
            summed(sizes > 0).astype(np.int64),
            summed(sizes * plays(chart.calls, place)) / np.where(hands > 0, hands, np.nan),
            summed(known * ahead.leads) / np.where(total > 0, total, np.nan),
            bounded_errors(summed((known * errors) ** 2), summed(known * errors), total, most),
            (hands - total).astype(np.int64),
            z,
        )


def first_round(exchanges: bool) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The trump holding of every class in round 1, shape (N_CLASSES,), and the others, shape (3, N_CLASSES).

    ``exchanges``: a seven of trumps becomes the upcard.
    """
    found = classes()
    trumps = found.holdings[0]
    if exchanges:
        trumps = np.where(trumps & 1, trumps & ~1 | 1 << found.upcards, trumps)
    return trumps, found.holdings[1:]


def second_round(any_suit: bool) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """As ``first_round``, the trump being the suit in which the six cards count most; ``any_suit``: of all four."""
    holdings = classes().holdings
    worth = _POINTS[holdings] * 16 + _COUNT[holdings]
    if not any_suit:
        worth[0] = -1
    order = np.r_[1:4, 0]  # of equal ones a slot's before the upcard's suit
    best = order[worth[order].argmax(axis=0)]
    every = np.arange(holdings.shape[1])
    others = np.array([[suit for suit in range(4) if suit != trump] for trump in range(4)])
    return holdings[best, every], holdings[others[best].T, every]


@lru_cache(maxsize=1)
def most_splits() -> NDArray[np.int64]:
    """How many of the 84 ways to take six of nine cards fall into one cell at most: by strength of row and column.

    It runs over what nine cards may be: which of the high trumps, how many others, aces and tens beside them, the rest.
    """
    high, low, aces, tens = (its.ravel() for its in np.meshgrid(range(8), range(6), range(4), range(4), indexing="ij"))
    trumps = _COUNT[high] + low
    rest = HAND - trumps - aces - tens
    count = np.minimum(trumps, LONG)
    cell = (count * 8 + np.where(count < LONG, high, high & 6)) * (len(SIDE_PAIRS) + 1) + _SIDE_COLUMN[aces, tens]
    found = np.zeros(64 * (len(SIDE_PAIRS) + 1))
    for held in zip(high, low, aces, tens, strict=True):
        others = 9 - int(_COUNT[held[0]]) - sum(map(int, held[1:]))
        fits = (high & ~held[0] == 0) & (rest >= 0) & (others >= 0)
        ways = _CHOOSE[held[1], low] * _CHOOSE[held[2], aces] * _CHOOSE[held[3], tens]
        ways = np.where(fits, ways * _CHOOSE[max(others, 0), np.maximum(rest, 0)], 0)
        found = np.maximum(found, np.bincount(cell, ways, len(found)))
    return found.astype(np.int64).reshape(64, -1)


def _rows(trumps: NDArray[np.int64]) -> tuple[list[Trumps], NDArray[np.int64], NDArray[np.int64]]:
    """The rows, strongest first, the row of each class, and each row's strength."""
    count = np.minimum(_COUNT[trumps], LONG)
    high = (trumps & _JACK > 0) * 4 + (trumps & _NINE > 0) * 2 + ((trumps & _ACE > 0) & (count < LONG))
    strength = count * 8 + high
    there = np.unique(strength)[::-1]
    row_of = np.zeros(64, np.int64)
    row_of[there] = np.arange(len(there))
    rows = [
        Trumps(int(its) >> 3, "".join(letter for letter, bit in zip(HIGH, (4, 2, 1), strict=True) if its & bit))
        for its in there
    ]
    return rows, row_of[strength], there


def _column(sides: NDArray[np.int64]) -> NDArray[np.int64]:
    """The column of each class."""
    aces, tens = ((sides & card > 0).sum(axis=0) for card in (_ACE, _TEN))
    found: NDArray[np.int64] = _SIDE_COLUMN[aces, tens]
    return found


def summary(chart: Chart, confidence: float) -> list[dict[str, Any]]:
    """For each decision: the share of hands that play, of those that are close, and of those that no deal told about.

    Hands weigh alike; whether it comes to the decision with them is not asked.
    """
    z = z_value(confidence)
    sizes = classes().sizes
    found = []
    for place, decision in enumerate(DECISIONS):
        ahead = signed(chart, place)
        near = ahead.seen & (chart.leads[place] <= z * ahead.errors)
        shares = {"played": plays(chart.calls, place), "close": near, "unseen": ~ahead.seen}
        means = {name: round(float(sizes[its].sum() / sizes.sum()), 6) for name, its in shares.items()}
        found.append({"decision": decision, **means})
    return found
