"""Cards of the twin: 8 * suit + rank, suits s c d h, ranks 7 8 9 T J Q K A (RULES.md section 2, "Cards")."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

SUITS = "scdh"
RANKS = "789TJQKA"
SEVEN, NINE, TEN, JACK, QUEEN, KING, ACE = 0, 2, 3, 4, 5, 6, 7

NATURAL = [RANKS.index(r) for r in "789TJQKA"]
"""Ranks from low to high in the order of sequences."""
PLAIN = [RANKS.index(r) for r in "789JQKTA"]
"""Ranks from low to high as a plain suit takes tricks."""
TRUMP = [RANKS.index(r) for r in "78QKTA9J"]
"""Ranks from low to high as trumps take tricks."""

PLAIN_STRENGTH = [PLAIN.index(rank) for rank in range(8)]
TRUMP_STRENGTH = [TRUMP.index(rank) for rank in range(8)]


def text(card: int) -> str:
    """The canonical text of a card, rank first: 31 is ``Ah``."""
    return RANKS[card % 8] + SUITS[card // 8]


def texts(cards: Iterable[int]) -> list[str]:
    """The canonical texts of some cards, in their order."""
    return [text(card) for card in cards]


def parse(word: str) -> int:
    """The card that a canonical text names; ValueError if it names none."""
    if len(word) != 2:
        raise ValueError(f"{word!r} is not a card: write rank and suit, like Th")
    return 8 * SUITS.index(word[1]) + RANKS.index(word[0])


def mask(cards: Iterable[int]) -> int:
    """The set of cards as an integer with bit ``card`` set."""
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits


def beats(card: int, other: int, trump: int) -> bool:
    """Whether a card played later takes the trick from another that is the best so far."""
    if card // 8 == other // 8:
        strength = TRUMP_STRENGTH if card // 8 == trump else PLAIN_STRENGTH
        return strength[card % 8] > strength[other % 8]
    return card // 8 == trump


def _points(worth: dict[str, int]) -> list[int]:
    return [worth.get(rank, 0) for rank in RANKS]


_POINTS = {
    "standard": (
        _points({"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}),
        _points({"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3}),
    ),
    "belote": (
        _points({"A": 10, "T": 10, "K": 4, "Q": 3, "J": 2}),
        _points({"J": 20, "9": 14, "A": 10, "T": 10, "K": 4, "Q": 3}),
    ),
    "terts": (
        _points({"A": 11, "T": 10, "K": 3, "Q": 2, "J": 1}),
        _points({"J": 20, "9": 13, "A": 11, "T": 10, "K": 3, "Q": 2}),
    ),
}


def card_points(rules: dict[str, Any]) -> tuple[list[int], list[int]]:
    """What each rank is worth, as a plain card and as a trump (switch ``trick_points``)."""
    return _POINTS[rules["trick_points"]]
