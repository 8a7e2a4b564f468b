"""A match of the twin: deals chained by dealer, pots, scores and baids until it is over (RULES.md sections 2 to 4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.reference import score
from tests.reference.deal import ReferenceError_, Replay, replay


class Dealt(NamedTuple):
    """One shuffle of a match: packets (seat-indexed), and the calls and cards that were chosen."""

    first_packets: list[list[int]]
    upcard: int
    second_packets: list[list[int]]
    freza: int
    calls: Iterable[str] = ()
    cards: Iterable[int] = ()


@dataclass
class MatchReplay:
    """A match: its deals, and how it stands after the last of them."""

    deals: list[Replay] = field(default_factory=list)
    over: bool = False
    winner: int | None = None
    scores: list[int] = field(default_factory=lambda: [0, 0])
    baids: list[int] = field(default_factory=lambda: [0, 0])
    payoffs: list[float] = field(default_factory=lambda: [0.0, 0.0])
    """What each seat pays at the end."""


def replay_match(
    rules: dict[str, Any], first_dealer: int, deals: Iterable[Dealt], *, exchange: str = "default"
) -> MatchReplay:
    """Derive a whole match; every shuffle, also one that is passed out or redealt, is one entry of ``deals``.

    If the entries end first, the match is returned as not over.  Raises ReferenceError_ as ``replay`` does, and
    for entries after the end.
    """
    match = MatchReplay()
    per_dealer = rules["hanging"] == "per_dealer"
    # One row of pots for everybody, or one for each dealer.
    pots: list[list[int]] = [[], []]
    marks = [0, 0]
    dealer, forced = first_dealer, None
    for dealt in deals:
        if match.over:
            raise ReferenceError_(f"deal {len(match.deals) + 1} is too much: the match was over")
        mine = dealer if per_dealer else 0
        played = replay(
            rules,
            dealer,
            dealt.first_packets,
            dealt.upcard,
            dealt.second_packets,
            dealt.freza,
            dealt.calls,
            dealt.cards,
            exchange=exchange,
            pots=pots[mine],
            forced_declarer=forced,
            scores_before=list(match.scores),
            baids_before=list(match.baids),
        )
        match.deals.append(played)
        result = played.transcript["result"]
        _count(match, marks, result)
        if result["match_over"]:
            pots[mine] = result["burned"]
            result["burned"] = pots[0] + pots[1]
            match.over, match.winner = True, result["match_winner"]
            match.payoffs = score.payoffs(rules, match.scores, marks, match.winner)
            continue
        pots[mine] = result["pots"]
        dealer = result["next_dealer"]
        if rules["hanging"] == "forced_deal" and result["outcome"] != "redeal":
            forced = result["declarer"] if result["outcome"] == "hanging_baid" else None
    return match


def _count(match: MatchReplay, marks: list[int], result: dict[str, Any]) -> None:
    """Add a deal to scores, baids and marks."""
    if result["written"] is not None:
        for seat in (0, 1):
            match.scores[seat] += result["written"][seat]
    if result["outcome"] in ("baid", "hanging_baid"):
        marks[result["declarer"]] += 1
    if result["outcome"] == "baid":
        match.baids[result["declarer"]] += 1
