"""Scoring of the twin: a deal's written points, pots, next dealer, end of the match (RULES.md sections 3 and 4)."""

from __future__ import annotations

from typing import Any, NamedTuple

BAIDS_FREE = 2
"""Baids of a match that cost nothing under ``baid_penalty``."""


class Settled(NamedTuple):
    """What a deal that was played out is worth."""

    outcome: str
    written: list[int]
    pots: list[int]


def pot_in_play(rules: dict[str, Any], pots: list[int]) -> int:
    """The points that go with this deal once it is decided: in a queue the oldest pot, else all."""
    return sum(pots[:1]) if rules["hanging"] == "queue" else sum(pots)


def settle(
    rules: dict[str, Any],
    declarer: int,
    totals: list[int],
    tricks: list[int],
    pots: list[int],
    baids_before: list[int] | None,
) -> Settled:
    """Turn raw scores into written ones.  ``baids_before`` is None where the count is not known."""
    defender = 1 - declarer
    written = [0, 0]
    if totals[declarer] == totals[defender]:
        return _hanging(rules, declarer, totals, tricks, pots)
    pot = pot_in_play(rules, pots)
    left = pots[1:] if rules["hanging"] == "queue" else []
    made = totals[declarer] > totals[defender]
    written[defender] = totals[defender]
    if made:
        written[declarer] = totals[declarer] + pot
    elif rules["baid_to"] != "lost":
        written[defender] += totals[declarer] + pot
    if rules["match_unit"] == "kush":
        written[declarer], written[defender] = (1, 0) if made else (0, 2)
        return Settled("made" if made else "baid", written, left)
    if not made and baids_before is not None and baids_before[declarer] >= BAIDS_FREE:
        written[declarer] -= rules["baid_penalty"]
    _punish_no_trick(rules, tricks, written)
    return Settled("made" if made else "baid", written, left)


def _hanging(rules: dict[str, Any], declarer: int, totals: list[int], tricks: list[int], pots: list[int]) -> Settled:
    """A hanging baid, by the six ways of the switch."""
    kind = rules["hanging"]
    written = [0, 0]
    left = list(pots)
    if kind == "each_own":
        written = list(totals)
    elif kind != "void":
        written[1 - declarer] = totals[1 - declarer]
        left = [*pots, totals[declarer]] if kind == "queue" else [sum(pots) + totals[declarer]]
    if rules["match_unit"] == "kush":
        written = [0, 0]
    elif kind != "void":
        _punish_no_trick(rules, tricks, written)
    return Settled("hanging_baid", written, left)


def _punish_no_trick(rules: dict[str, Any], tricks: list[int], written: list[int]) -> None:
    for seat, won in enumerate(tricks):
        if won == 0:
            written[seat] -= rules["no_trick_penalty"]


def next_dealer(rules: dict[str, Any], dealer: int, declarer: int, outcome: str) -> int:
    """Who deals after a deal that was played out."""
    if rules["next_dealer"] == "clockwise":
        return 1 - dealer
    return declarer if outcome == "made" else 1 - declarer


def match_end(
    rules: dict[str, Any], scores: list[int], declarer: int | None, last_trick: int | None
) -> tuple[bool, int | None]:
    """Whether the match is over after a deal that was played out, and who has won it.

    ``scores`` are the totals after the deal.  Without declarer and last trick (a state between two deals) a
    match counts as over unless equal scores ask for another deal.
    """
    target = rules["target"]
    if target == "one_deal":
        return True, None if scores[0] == scores[1] else scores.index(max(scores))
    reached = [seat for seat in (0, 1) if scores[seat] >= target]
    if len(reached) < 2:
        return bool(reached), reached[0] if reached else None
    kind = rules["both_reach"]
    if kind == "defender":
        return True, None if declarer is None else 1 - declarer
    if kind == "last_trick":
        return True, last_trick
    if scores[0] != scores[1]:
        return True, scores.index(max(scores))
    if kind == "larger":
        return True, last_trick
    return False, None


def payoffs(rules: dict[str, Any], scores: list[int], marks: list[int], winner: int | None) -> list[float]:
    """What each seat pays at the end of a match; ``marks`` are his baids, hanging ones included."""
    paid = [0.0, 0.0]
    if winner is None:
        return paid
    loser = 1 - winner
    target = 0 if rules["target"] == "one_deal" else rules["target"]
    kind = rules["payoff"]
    if kind == "stake":
        paid[loser] = 1.0
    elif kind == "difference":
        paid[loser] = float(max(0, target - scores[loser]))
    elif kind == "hundreds":
        paid[loser] = float(max(0, target // 100 * 100 - scores[loser]))
    elif kind == "stake_marks":
        paid[loser] = 1 + marks[loser] / 2
    return paid
