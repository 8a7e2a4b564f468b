"""What the hands were as dealt: columns that are a sum or a maximum over the four suits of a hand.

One table serves three: the columns of sampled deals, the odds by which deals are made to fit a condition, and the
documented vocabulary.  Everywhere here the upcard's suit is taken as trump, as nobody has called yet.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from debertz_sim.cards import Rank
from debertz_sim.conditions.language import FLAG, NUMBER, Kind
from debertz_sim.rules import RuleSet
from debertz_sim.sequences import place_order, runs

Table = NDArray[np.int64]
HOLDINGS = np.arange(256)
LENGTH = np.bitwise_count(HOLDINGS).astype(np.int64)
SIX, DEALT = "six", "dealt"
PARTS = {SIX: "first six cards", DEALT: "full hand as dealt"}
SUIT_NAMES = ("spades", "clubs", "diamonds", "hearts")


@dataclass(frozen=True)
class Holding:
    """One number of a hand.

    Parameters
    ----------
    about
        What it is, to be followed by "in", whose, and a part of ``PARTS``.
    table
        From the rules to its value for each holding of a suit, int64 ``(2, 256)``: plain suits, the upcard's suit.
    largest
        Whether the largest suit counts (else the suits add up).
    suit
        The only suit that counts, if it is one.
    """

    about: str
    table: Callable[[RuleSet], Table]
    largest: bool = False
    suit: int | None = None
    kind: Kind = NUMBER


def _both(values: NDArray[Any]) -> Table:
    return np.stack([values, values]).astype(np.int64)


def _trump(values: NDArray[Any]) -> Table:
    return np.stack([np.zeros(256, np.int64), values.astype(np.int64)])


def _has(*ranks: Rank) -> NDArray[np.int64]:
    cards = sum(1 << rank for rank in ranks)
    held: NDArray[np.int64] = (HOLDINGS & cards == cards).astype(np.int64)
    return held


def _points(rules: RuleSet, trump_counts: bool) -> Table:
    points = rules.lower()[0].points
    bits = HOLDINGS[:, None] >> np.arange(8) & 1
    return np.stack([bits @ points[0], bits @ points[int(trump_counts)]]).astype(np.int64)


def _sequences(name: str) -> Callable[[RuleSet], Table]:
    def table(rules: RuleSet) -> Table:
        return np.array(rules.lower()[0][f"run_{name}"], np.int64)

    return table


def _longest(rules: RuleSet) -> Table:
    strength = rules.sequence_order == "strength"
    orders = [place_order(strength, trump) for trump in (False, True)]
    longest = [[max((n for _, n in runs(held, order)), default=0) for held in range(256)] for order in orders]
    return np.array(longest, np.int64)


def _from_ace(rules: RuleSet) -> Table:
    counts = [next(n for n in range(9) if n == 8 or not held >> (7 - n) & 1) for held in range(256)]
    return _both(np.array(counts))


HOLDINGS_OF: dict[str, Holding] = {
    "trumps": Holding("cards of the upcard's suit", lambda rules: _trump(LENGTH)),
    **{name: Holding(f"{name}", lambda rules: _both(LENGTH), suit=suit) for suit, name in enumerate(SUIT_NAMES)},
    "longest_suit": Holding("cards of the longest suit", lambda rules: _both(LENGTH), largest=True),
    "points": Holding("card points, the upcard's suit as trump,", lambda rules: _points(rules, True)),
    "plain_points": Holding("card points, every suit as plain,", lambda rules: _points(rules, False)),
    "aces": Holding("aces", lambda rules: _both(_has(Rank.ACE))),
    "sevens": Holding("sevens", lambda rules: _both(_has(Rank.SEVEN))),
    "jack": Holding("the jack of the upcard's suit", lambda rules: _trump(_has(Rank.JACK)), kind=FLAG),
    "nine": Holding("the nine of the upcard's suit", lambda rules: _trump(_has(Rank.NINE)), kind=FLAG),
    "seven": Holding("the seven of the upcard's suit", lambda rules: _trump(_has(Rank.SEVEN)), kind=FLAG),
    "bella": Holding("bella in the upcard's suit", lambda rules: _trump(_has(Rank.QUEEN, Rank.KING)), kind=FLAG),
    "terts": Holding("sequences of three", _sequences("terts")),
    "fifty": Holding("longer sequences", _sequences("longer")),
    "sequence_points": Holding("points of all sequences", _sequences("points")),
    "run": Holding("cards of the longest run (1: no two adjacent)", _longest, largest=True),
    "to_ace": Holding("cards of the longest run that ends in an ace (9 to ace: 6)", _from_ace, largest=True),
}


@lru_cache(maxsize=256)
def table_of(name: str, rules: RuleSet) -> Table:
    """The values of ``HOLDINGS_OF[name]`` for the holdings of a plain suit and of the upcard's suit, ``(2, 256)``."""
    table = HOLDINGS_OF[name].table(rules)
    table.flags.writeable = False
    return table


def values_of(name: str, rules: RuleSet, hands: NDArray[np.int64], upcard_suit: NDArray[np.int64]) -> NDArray[np.int64]:
    """``HOLDINGS_OF[name]`` of many hands (masks, ``(n,)``) with their upcards' suits ``(n,)``."""
    holding, table = HOLDINGS_OF[name], table_of(name, rules)
    result = np.zeros(hands.shape, np.int64)
    for suit in range(4) if holding.suit is None else [holding.suit]:
        value = table[(upcard_suit == suit).astype(np.int64), hands >> 8 * suit & 255]
        result = np.maximum(result, value) if holding.largest else result + value
    return result
