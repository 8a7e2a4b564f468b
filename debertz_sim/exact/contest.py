"""Whose sequences score when two hands meet (RULES.md section 2, "Melds", and the switch ``sequence_tie``)."""

from __future__ import annotations

from enum import IntEnum
from math import comb
from typing import NamedTuple

import numpy as np

from debertz_sim.cards import RANK_LETTERS
from debertz_sim.errors import UserError
from debertz_sim.exact.suits import ALL_RANKS, pair_suit
from debertz_sim.exact.tally import IntArray, Tally, combine, partners
from debertz_sim.exact.values import (
    FULL_HAND,
    Counts,
    ExactValue,
    MeldRules,
    add_counts,
    exact_values,
    tables_of,
)


class Winner(IntEnum):
    """Who scores sequences: the first in turn, the second, neither, both, or (open) who takes the last trick."""

    NOBODY = 0
    FIRST = 1
    SECOND = 2
    BOTH = 3
    OPEN = 4


# What settles equal classes and tops, by tie rule: (trump decides first, what decides then, who scores then).
TIES: dict[str, tuple[bool, str, Winner]] = {
    "trump_then_turn": (True, "turn", Winner.FIRST),
    "turn": (False, "turn", Winner.FIRST),
    "trump_or_nobody": (True, "nobody", Winner.NOBODY),
    "last_trick": (False, "last_trick", Winner.OPEN),
    "nobody": (False, "nobody", Winner.NOBODY),
    "both": (False, "both", Winner.BOTH),
}


class Hands(NamedTuple):
    """Both hands of many deals, first in turn before second; each array ``(n,)``."""

    rank0: IntArray
    rank1: IntArray
    points0: IntArray
    points1: IntArray
    weights: IntArray

    def turned(self) -> Hands:
        """The same deals with the second hand first in turn."""
        return Hands(self.rank1, self.rank0, self.points1, self.points0, self.weights)


def winners(tie: str, rank0: IntArray, rank1: IntArray) -> IntArray:
    """The :class:`Winner` of each pair of best sequences ``(n,)``; ``rank0`` belongs to the first in turn."""
    trump_decides, _, otherwise = TIES[tie]
    shift = 0 if trump_decides else 1
    one, two = rank0 >> shift, rank1 >> shift
    tied = np.where(rank0 > 0, int(otherwise), int(Winner.NOBODY))
    decided = np.where(one > two, int(Winner.FIRST), int(Winner.SECOND))
    return np.where(one == two, tied, decided).astype(np.int64)


def contest_counts(tie: str, hands: Hands, names: tuple[str, str]) -> Counts:
    """The contest's metrics over ``hands``, as sums of their weights; ``names``: the seats first and second in turn."""
    rank0, rank1, weights = hands.rank0, hands.rank1, hands.weights
    winner = winners(tie, rank0, rank1)
    having = (rank0 > 0).astype(np.int64) + (rank1 > 0)
    counts: Counts = {}
    for metric, number in (("nobody_has_sequence", 0), ("exactly_one_has_sequence", 1), ("several_have_sequence", 2)):
        counts[metric, ()] = int(weights[having == number].sum())
    seats = {Winner.FIRST: names[0], Winner.SECOND: names[1], Winner.NOBODY: "nobody"}
    undecided = {Winner.BOTH: "both", Winner.OPEN: "last_trick"}
    otherwise = TIES[tie][2]
    if otherwise in undecided:
        seats[otherwise] = undecided[otherwise]
    for who, seat in seats.items():
        counts["sequence_winner", (("seat", seat),)] = int(weights[winner == who].sum())
    counts |= _decided_by(tie, hands)
    for seat, own, points in ((names[0], Winner.FIRST, hands.points0), (names[1], Winner.SECOND, hands.points1)):
        scoring = (winner == own) | (winner == Winner.BOTH)
        counts["sequence_points_scored", (("seat", seat),)] = int((weights * points)[scoring].sum())
        if otherwise == Winner.OPEN:
            group = (("seat", seat), ("if", "last_trick"))
            counts["sequence_points_scored", group] = int((weights * points)[winner == Winner.OPEN].sum())
    return counts


def _decided_by(tie: str, hands: Hands) -> Counts:
    """How often each rule settles the contest, both having sequences."""
    rank0, rank1, weights = hands.rank0, hands.rank1, hands.weights
    trump_decides, last, _ = TIES[tie]
    contested = (rank0 > 0) & (rank1 > 0)
    rules = {"length": rank0 >> 4 != rank1 >> 4, "top": rank0 >> 1 != rank1 >> 1}
    if trump_decides:
        rules["trump"] = rank0 != rank1
    counts: Counts = {}
    for rule, differs in rules.items():
        counts["sequence_decided_by", (("rule", rule),)] = int(weights[contested & differs].sum())
        contested = contested & ~differs
    counts["sequence_decided_by", (("rule", last),)] = int(weights[contested].sum())
    return counts


def require_two(rules: MeldRules) -> None:
    """Refuse rules for more than two players, whose contest is not counted yet."""
    if rules.players != 2:
        raise UserError(f"players: the exact contest is for 2 players so far, not {rules.players}")


def contest_odds(rules: MeldRules) -> list[ExactValue]:
    """Exact odds of the contest of sequences between two random hands of nine, by rank of the upcard and overall.

    The upcard's suit is trump; no auction, no exchange, and whether a side takes a trick is not asked.  Values with
    ``upcard_rank`` in their group are given that rank, those without are over all upcards.  Under ``sequence_tie =
    last_trick`` the winner ``last_trick`` is still open; ``sequence_points_scored`` counts what is decided, and with
    ``if: last_trick`` in the group what the seat's taking the last trick would add (mean over all deals).
    Raises ``UserError`` for more than two players.
    """
    require_two(rules)
    tables = tables_of(rules)
    most = {"picked0": FULL_HAND, "picked1": FULL_HAND}
    plain = combine([pair_suit(tables, False, 0, ALL_RANKS)] * 3, most)
    total = comb(31, FULL_HAND) * comb(31 - FULL_HAND, FULL_HAND)
    values = []
    found = []
    for rank, letter in enumerate(RANK_LETTERS):
        trump = pair_suit(tables, True, 0, ALL_RANKS ^ 1 << rank)
        counts = contest_counts(rules.sequence_tie, complete_hands(plain, trump), ("forehand", "dealer"))
        values += exact_values(counts, total, (("upcard_rank", letter),))
        found.append(counts)
    return exact_values(add_counts(found), total * len(found)) + values


def complete_hands(plain: Tally, trump: Tally) -> Hands:
    """All ways of filling two hands of nine from the plain suits together and the trump suit."""
    i, j = partners(cards_taken(plain), cards_taken(trump), FULL_HAND << 5 | FULL_HAND)
    return Hands(
        np.maximum(plain["rank0"][i], trump["rank0"][j]),
        np.maximum(plain["rank1"][i], trump["rank1"][j]),
        plain["points0"][i] + trump["points0"][j],
        plain["points1"][i] + trump["points1"][j],
        plain.counts[i] * trump.counts[j],
    )


def cards_taken(pairs: Tally) -> IntArray:
    """The numbers of cards both hands picked, as one number that adds over suits."""
    return pairs["picked0"] << 5 | pairs["picked1"]
