"""What exact counting takes and gives: the switches it reads, and one exact number with its name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

from debertz_sim.sequences import SequenceTables, sequence_tables

KINDS = {3: "terts", 4: "fifty"}
FULL_HAND = 9
FIRST_PACKET = 6
UNSEEN = 25  # cards that who sees six and the upcard does not see


class MeldRules(Protocol):
    """The switches that exact counting reads (RULES.md section 3); a ``RuleSet`` has them all."""

    @property
    def players(self) -> int: ...
    @property
    def sides(self) -> str: ...
    @property
    def passive_dealer(self) -> bool: ...
    @property
    def upcard_to(self) -> str: ...
    @property
    def defenders_pool(self) -> bool: ...
    @property
    def fours(self) -> str | Mapping[str, int]: ...
    @property
    def form(self) -> str: ...
    @property
    def second_packet(self) -> int: ...
    @property
    def redeal_four_sevens(self) -> bool: ...
    @property
    def redeal_max_points(self) -> int | str: ...
    @property
    def seven_exchange(self) -> str: ...
    @property
    def seven_from_first_packet(self) -> bool: ...
    @property
    def terts_question(self) -> bool: ...
    @property
    def sequence_order(self) -> str: ...
    @property
    def sequence_points(self) -> Mapping[Any, int]: ...
    @property
    def sequence_rank(self) -> str: ...
    @property
    def sequence_tie(self) -> str: ...
    @property
    def trick_points(self) -> str: ...


MEANS = ("sequence_points_scored", "four_points_scored")
"""Metrics that are means of points; all others are chances."""

Group = tuple[tuple[str, str | int], ...]
Counts = dict[tuple[str, Group], int]
"""How many deals (or points summed over deals) stand behind each metric and group."""


@dataclass(frozen=True, slots=True)
class ExactValue:
    """One exact number: a chance, or a mean of points (``MEANS``).

    ``metric`` and ``group`` are those of the command ``odds``; ``value`` is in lowest terms.
    """

    metric: str
    group: dict[str, str | int]
    value: Fraction


def exact_values(counts: Counts, total: int, extra: Group = ()) -> list[ExactValue]:
    """``counts`` out of ``total`` as fractions, ``extra`` put before each group."""
    return [
        ExactValue(metric, dict((*extra, *group)), Fraction(number, total))
        for (metric, group), number in counts.items()
    ]


def add_counts(parts: Iterable[Counts]) -> Counts:
    """The sums of several counts, metric by metric; what a part lacks counts as 0 there."""
    total: Counts = {}
    for part in parts:
        for name, number in part.items():
            total[name] = total.get(name, 0) + number
    return total


def tables_of(rules: MeldRules) -> SequenceTables:
    """The sequence tables of these rules."""
    points = {int(length): value for length, value in rules.sequence_points.items()}
    return sequence_tables(rules.sequence_order == "strength", points, rules.sequence_rank == "length")


def classes_of(rules: MeldRules) -> dict[int, str]:
    """Names of the classes of sequences by length: those with a value, terts and fifty always."""
    lengths = sorted({3, 4, *(int(length) for length in rules.sequence_points)})
    return {length: KINDS.get(length, f"run{length}") for length in lengths}
