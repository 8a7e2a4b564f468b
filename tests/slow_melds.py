"""Melds and their contest, slowly and plainly, from RULES.md section 2 alone: what exact counting is tested against.

Shares no code with the package but the numbers of the cards.
"""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from debertz_sim.exact import ExactValue
from debertz_sim.rules import RuleSet

RANKS = "789TJQKA"
TIES = ("trump_then_turn", "turn", "trump_or_nobody", "last_trick", "nobody", "both")
KING_QUEEN = 0b1100000
Name = tuple[object, ...]
Values = dict[Name, Fraction]


def table(values: list[ExactValue]) -> Values:
    """Values by (metric, sorted group items); no metric and group may come twice."""
    found = {key(value.metric, value.group): value.value for value in values}
    assert len(found) == len(values)
    return found


def key(metric: str, group: dict[str, object]) -> tuple[object, ...]:
    return (metric, *sorted(group.items()))


class Slow:
    """Melds of a hand, slowly: patterns of x and . along the order of a suit."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        strength = rules.sequence_order == "strength"
        self.orders = ("789JQKTA", "78QKTA9J") if strength else (RANKS, RANKS)
        self.suit = lru_cache(None)(self._suit)
        self.sequences = lru_cache(None)(self._sequences)
        self.best = lru_cache(None)(self._best)
        self.points = lru_cache(None)(self._points)

    def _suit(self, holding: int, trump: bool) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """(length, top place) of the sequences, and of the whole runs of three and more."""
        pattern = "".join("x" if holding >> RANKS.index(letter) & 1 else "." for letter in self.orders[trump])
        lengths = sorted(self.rules.sequence_points)
        sequences, whole = [], []
        for run in re.finditer("x+", pattern):
            left, top = run.end() - run.start(), run.end() - 1
            whole.append((left, top))
            while left >= lengths[0]:
                piece = max(n for n in lengths if n <= left)
                sequences.append((piece, top))
                left, top = left - piece, top - piece
        return sequences, whole

    def _sequences(self, hand: int, trump: int) -> list[tuple[int, int, bool]]:
        """(length, top, is trump) of every sequence of the hand."""
        suits = [(self.suit(hand >> 8 * suit & 255, suit == trump), suit == trump) for suit in range(4)]
        return [(*sequence, is_trump) for (cut, _), is_trump in suits for sequence in cut]

    def _best(self, hand: int, trump: int) -> tuple[int, int, bool]:
        """The sequence the hand is judged by, (0, 0, False) if none."""
        if self.rules.sequence_rank == "class":
            return max(self.sequences(hand, trump), default=(0, 0, False))
        shortest = min(self.rules.sequence_points)
        suits = [(self.suit(hand >> 8 * suit & 255, suit == trump)[1], suit == trump) for suit in range(4)]
        whole = [(*run, is_trump) for found, is_trump in suits for run in found if run[0] >= shortest]
        return max(whole, default=(0, 0, False))

    def _points(self, hand: int, trump: int) -> int:
        return sum(self.rules.sequence_points[length] for length, _, _ in self.sequences(hand, trump))

    def holding_tables(self, trump: bool) -> NDArray[np.int64]:
        """Best length, points, pieces and longest run of each of the 256 holdings of a suit, ``(4, 256)``."""
        suit = 0 if trump else 1  # a hand in one suit alone, trump being suit 0
        hands = [holding << 8 * suit for holding in range(256)]
        columns = [
            (self.best(h, 0)[0], self.points(h, 0), len(self.sequences(h, 0)), self.longest(h, 0)) for h in hands
        ]
        return np.array(columns, np.int64).T

    def longest(self, hand: int, trump: int) -> int:
        suits = (self.suit(hand >> 8 * suit & 255, suit == trump)[1] for suit in range(4))
        return max((length for whole in suits for length, _ in whole), default=0)

    def contest(self, tie: str, first: tuple[int, int, bool], second: tuple[int, int, bool]) -> tuple[str, str]:
        """Who scores (first, second, nobody, both, last_trick) and which rule decided; forehand is first."""
        if not first[0] or not second[0]:
            return ("first" if first[0] else "second" if second[0] else "nobody"), ""
        for place, rule in enumerate(("length", "top")):
            if first[place] != second[place]:
                return ("first" if first[place] > second[place] else "second"), rule
        if tie.startswith("trump") and first[2] != second[2]:
            return ("first" if first[2] else "second"), "trump"
        return {
            "trump_then_turn": ("first", "turn"),
            "turn": ("first", "turn"),
            "trump_or_nobody": ("nobody", "nobody"),
        }.get(tie, (tie, tie))


def kind(length: int, lengths: list[int]) -> str:
    """The name of the class of a sequence or whole run."""
    least = max((n for n in lengths if n <= length), default=length)
    return {3: "terts", 4: "fifty"}.get(least, f"run{least}")


def contest_metrics(slow: Slow, tie: str, hands: tuple[int, int], trump: int, names: tuple[str, str]) -> list:
    """(metric, group items.., value) of one deal; ``names`` of the first and the second in turn."""
    best = [slow.best(hand, trump) for hand in hands]
    winner, rule = slow.contest(tie, *best)
    having = sum(one[0] > 0 for one in best)
    called = {"first": names[0], "second": names[1]}
    rows: list[tuple[tuple[object, ...], int]] = [
        ((("nobody_has_sequence", "exactly_one_has_sequence", "several_have_sequence")[having],), 1),
        (("sequence_winner", ("seat", called.get(winner, winner))), 1),
    ]
    if rule:
        rows.append((("sequence_decided_by", ("rule", rule)), 1))
    for place, hand, seat in zip(("first", "second"), hands, names, strict=True):
        if winner in (place, "both"):
            rows.append((("sequence_points_scored", ("seat", seat)), slow.points(hand, trump)))
        if winner == "last_trick":
            rows.append((("sequence_points_scored", ("if", "last_trick"), ("seat", seat)), slow.points(hand, trump)))
    return rows


def held_counts(slow: Slow, hands: NDArray[np.int64], trump: int) -> Counter[Name]:
    """How many of ``hands`` (masks) have each sequence metric and bella, by tables of 256 holdings."""
    best, points, pieces, longest = (np.zeros((4, len(hands)), np.int64) for _ in range(4))
    for suit in range(4):
        holding = hands >> 8 * suit & 255
        tables = slow.holding_tables(suit == trump)
        best[suit], points[suit], pieces[suit], longest[suit] = (column[holding] for column in tables)
    bella = hands >> 8 * trump & KING_QUEEN == KING_QUEEN
    length = best.max(axis=0)
    found: Counter[Name] = Counter({("any_sequence",): int((length > 0).sum()), ("bella",): int(bella.sum())})
    found["bella_and_sequence",] = int((bella & (length > 0)).sum())
    for value in range(3, 9):
        found[f"best_is_{kind(value, sorted(slow.rules.sequence_points))}",] += int((length == value).sum())
        found["run_at_least", ("length", value)] = int((longest.max(axis=0) >= value).sum())
    for metric, name, column in (("sequence_points", "points", points), ("sequences_count", "count", pieces)):
        for value, number in zip(*np.unique(column.sum(axis=0), return_counts=True), strict=True):
            found[metric, (name, int(value))] = int(number)
    return +found
