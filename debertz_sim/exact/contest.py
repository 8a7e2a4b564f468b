"""Whose sequences score when hands meet (RULES.md section 2, "Melds"; switch ``sequence_tie``; settled sentences)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim.exact.patterns import Hands
from debertz_sim.exact.tally import IntArray
from debertz_sim.exact.values import Counts, Group

Bools = NDArray[np.bool_]

# Who wins a contest, where it is no hand's number.
NOBODY, BOTH, OPEN = -1, -2, -3

# What settles equal classes and tops, by tie rule: (trump decides first, what decides then, who wins then).
FIRST_IN_TURN = 0
TIES: dict[str, tuple[bool, str, int]] = {
    "trump_then_turn": (True, "turn", FIRST_IN_TURN),
    "turn": (False, "turn", FIRST_IN_TURN),
    "trump_or_nobody": (True, "nobody", NOBODY),
    "last_trick": (False, "last_trick", OPEN),
    "nobody": (False, "nobody", NOBODY),
    "both": (False, "both", BOTH),
}


class Table(NamedTuple):
    """Who sits at a contest.

    ``names``: the hands in turn; ``camps``: for each hand the name of the camp that scores together (its own name where
    every hand is a camp); ``passive``: the hand of a passive dealer, whose sequences score in any case.
    """

    names: tuple[str, ...]
    camps: tuple[str, ...]
    passive: int | None = None

    @property
    def all_camps(self) -> list[str]:
        """The camps, the declarer's first."""
        return sorted(dict.fromkeys(self.camps), key="declarer".__ne__)

    @property
    def shared(self) -> bool:
        """Whether any camp has several hands."""
        return len(set(self.camps)) < len(self.names)

    def members(self, camp: str) -> list[int]:
        """The hands of a camp."""
        return [hand for hand, name in enumerate(self.camps) if name == camp]


class Judged(NamedTuple):
    """Contests that are settled, for ``n`` deals.

    ``winner``: the hand whose best sequence wins, or NOBODY, BOTH, OPEN, ``(n,)``; ``scores``: whose sequences score,
    ``(hands, n)``; ``waits``: whose would if the last trick falls to their camp; ``decided_by``: which of ``rules``
    settled it, -1 where at most one camp has sequences.
    """

    winner: IntArray
    scores: Bools
    waits: Bools
    decided_by: IntArray
    rules: tuple[str, ...]


def judge(tie: str, ranks: IntArray, table: Table) -> Judged:
    """Settle the contests of best sequences ``ranks`` ``(hands, n)``, in the order of turn."""
    trump_decides, last, otherwise = TIES[tie]
    camps = table.all_camps
    of = np.array([camps.index(camp) for camp in table.camps])
    key = ranks >> 1
    best = key.max(axis=0)
    tied = (key == best) & (best > 0)
    camp_tied = np.stack([tied[table.members(camp)].any(axis=0) for camp in camps])
    named = (ranks if trump_decides else key).argmax(axis=0)  # the first in turn of equals
    leading = ranks.max(axis=0)
    contested = camp_tied.sum(axis=0) > 1
    settled = ~contested | (otherwise == FIRST_IN_TURN) | (trump_decides & (leading & 1 == 1))
    winner = np.where(best == 0, NOBODY, np.where(settled, named, otherwise))

    in_camp = of[:, None] == of[named]
    scores = in_camp & settled & (best > 0)
    unsettled = camp_tied[of] & ~settled
    waits = unsettled & (otherwise == OPEN)
    if otherwise == BOTH:
        scores |= unsettled
    if table.passive is not None:
        scores[table.passive] = True
        waits[table.passive] = False

    second = np.where(in_camp, 0, ranks).max(axis=0)
    same_top = second >> 1 == best
    reasons = [second >> 4 != best >> 3, ~same_top, same_top & trump_decides & (second != leading)]
    decided_by = np.select(reasons, [0, 1, 2], 3)
    decided_by[second == 0] = -1
    return Judged(winner, scores, waits, decided_by, ("length", "top", "trump", last))


def holder_counts(hands: Hands) -> Counts:
    """How many of the hands have sequences, as sums of weights."""
    having = (hands.ranks > 0).sum(axis=0)
    return {
        ("nobody_has_sequence", ()): _sum(hands.weights, having == 0),
        ("exactly_one_has_sequence", ()): _sum(hands.weights, having == 1),
        ("several_have_sequence", ()): _sum(hands.weights, having > 1),
    }


def contest_counts(tie: str, hands: Hands, table: Table, by_seat: bool = True) -> Counts:
    """Who wins the contest of ``hands`` (in turn), by what, and who scores: sums of weights and of points.

    Where hands share a camp, winners and points are given by ``side`` too; ``by_seat``: winners by seat at all.
    """
    judged = judge(tie, hands.ranks, table)
    weights = hands.weights
    counts: Counts = {}
    sides = {camp: table.members(camp) for camp in table.all_camps} if table.shared else {}
    seats = {name: [hand] for hand, name in enumerate(table.names)}
    otherwise = TIES[tie][2]
    for key, owners in (("seat", seats if by_seat else {}), ("side", sides)):
        for name, owned in owners.items():
            counts["sequence_winner", ((key, name),)] = _sum(weights, np.isin(judged.winner, owned))
        if owners:
            counts["sequence_winner", ((key, "nobody"),)] = _sum(weights, judged.winner == NOBODY)
            if otherwise in (BOTH, OPEN):
                name = "both" if otherwise == BOTH else "last_trick"
                counts["sequence_winner", ((key, name),)] = _sum(weights, judged.winner == otherwise)
    for number, rule in enumerate(judged.rules):
        if rule != "trump" or TIES[tie][0]:
            counts["sequence_decided_by", (("rule", rule),)] = _sum(weights, judged.decided_by == number)
    for key, owners in (("seat", seats), ("side", sides)):
        for name, owned in owners.items():
            group: Group = ((key, name),)
            counts["sequence_points_scored", group] = _sum(hands.points[owned], judged.scores[owned])
            if otherwise == OPEN:
                group = (*group, ("if", "last_trick"))
                counts["sequence_points_scored", group] = _sum(hands.points[owned], judged.waits[owned])
    return counts


def _sum(numbers: NDArray[np.int64], where: Bools) -> int:
    return int(numbers[where].sum())
