"""Melds and their contest, slowly and plainly, from RULES.md section 2 alone: what exact counting is tested against.

Shares no code with the package but the numbers of the cards.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim.exact import ExactValue
from debertz_sim.rules import RuleSet

RANKS = "789TJQKA"
TIES = ("trump_then_turn", "turn", "trump_or_nobody", "last_trick", "nobody", "both")
KING_QUEEN = 0b1100000
Name = tuple[object, ...]
Values = dict[Name, Fraction]
Best = tuple[int, int, bool]


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


class Many(NamedTuple):
    """How a contest of several hands ended: who won (a hand, or nobody, both, last_trick), which rule decided ("" where
    one camp at most has sequences), whose sequences score, whose would if the last trick falls to their camp."""

    winner: int | str
    rule: str
    scores: set[int]
    waits: set[int]


def contest_of_many(tie: str, best: Sequence[Best], camps: Sequence[str], passive: int | None = None) -> Many:
    """The contest of hands in turn, from docs/rules/settled.md; ``camps``: who scores together."""
    always = {passive} if passive is not None else set()
    having = [hand for hand, one in enumerate(best) if one[0]]
    if not having:
        return Many("nobody", "", always, set())
    top = max(one[:2] for one in best)
    tied = [hand for hand in having if best[hand][:2] == top]
    camps_tied = {camps[hand] for hand in tied}
    trump = [hand for hand in tied if best[hand][2] and tie.startswith("trump")]
    if len(camps_tied) == 1 or trump or tie in ("trump_then_turn", "turn"):
        winner = trump[0] if trump else tied[0]
        others = [best[hand] for hand in having if camps[hand] != camps[winner]]
        second = max((one[:2] for one in others), default=None)
        if second is None:
            rule = ""
        elif second != top:
            rule = "length" if second[0] != top[0] else "top"
        else:
            rule = "trump" if trump else "turn"
        return Many(winner, rule, always | {h for h in having if camps[h] == camps[winner]}, set())
    together = {hand for hand in having if camps[hand] in camps_tied}
    if tie == "both":
        return Many("both", "both", always | together, set())
    if tie == "last_trick":
        return Many("last_trick", "last_trick", always, together - always)
    return Many("nobody", "nobody", always, set())


def many_metrics(
    tie: str,
    best: Sequence[Best],
    points: Sequence[int],
    names: Sequence[str],
    camps: Sequence[str],
    passive: int | None = None,
) -> list[tuple[Name, int]]:
    """(metric, group items.., value) of one deal of several hands; sides too where hands share a camp."""
    ended = contest_of_many(tie, best, camps, passive)
    shared = len(set(camps)) < len(names)
    winners = {"seat": names[ended.winner], "side": camps[ended.winner]} if isinstance(ended.winner, int) else {}
    rows: list[tuple[Name, int]] = [(("sequence_winner", ("seat", winners.get("seat", ended.winner))), 1)]
    if shared:
        rows.append((("sequence_winner", ("side", winners.get("side", ended.winner))), 1))
    if ended.rule:
        rows.append((("sequence_decided_by", ("rule", ended.rule)), 1))
    for hand, worth in enumerate(points):
        for key, name in (("seat", names[hand]), ("side", camps[hand]))[: 1 + shared]:
            if hand in ended.scores:
                rows.append((("sequence_points_scored", (key, name)), worth))
            if hand in ended.waits:
                rows.append((("sequence_points_scored", ("if", "last_trick"), (key, name)), worth))
    return rows


FOUR_ORDER = "JATKQ987"


def fours_of(rules: RuleSet, hand: int) -> list[tuple[str, int]]:
    """(rank, points) of the fours of a hand that have a value, the best first."""
    assert isinstance(rules.fours, Mapping)
    worth = {rank: rules.fours.get(rank, rules.fours.get("other", 0)) for rank in FOUR_ORDER}
    held = {rank for rank in RANKS if all(hand >> 8 * suit + RANKS.index(rank) & 1 for suit in range(4))}
    return [(rank, points) for rank, points in worth.items() if rank in held and points]


def four_metrics(rules: RuleSet, hands: Mapping[str, int]) -> list[tuple[Name, int]]:
    """Whose fours count in one deal (belote)."""
    fours = {name: fours_of(rules, hand) for name, hand in hands.items()}
    best = [(FOUR_ORDER.index(held[0][0]), name) for name, held in fours.items() if held]
    if not best:
        return [(("four_winner", ("seat", "nobody")), 1)]
    _, winner = min(best)
    points = sum(points for _, points in fours[winner])
    return [(("four_winner", ("seat", winner)), 1), (("four_points_scored", ("seat", winner)), points)]


def four_held(rules: RuleSet, hand: int, group: tuple[tuple[str, object], ...] = ()) -> list[tuple[Name, int]]:
    """What fours one hand holds."""
    fours = fours_of(rules, hand)
    rows: list[tuple[Name, int]] = [(("four_points", *sorted([*group, ("points", sum(p for _, p in fours))])), 1)]
    if fours:
        rows.append((("any_four", *group), 1))
    return rows + [(("four_of_a_kind", *sorted([*group, ("rank", rank)])), 1) for rank, _ in fours]


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
