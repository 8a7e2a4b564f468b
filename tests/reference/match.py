"""A match of the twin: deals chained by dealer, pots, scores and baids until it is over (RULES.md sections 2 to 4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from tests.reference.deal import ReferenceError_, Replay, replay
from tests.reference.score import DECIDING_DEALS, payoffs
from tests.reference.seats import Seats


class Dealt(NamedTuple):
    """One shuffle of a match: packets (seat-indexed), and the calls and cards that were chosen."""

    first_packets: list[list[int]]
    upcard: int
    second_packets: list[list[int]] | None
    """None where the deal ended before them."""
    freza: int | None
    calls: Iterable[str] = ()
    cards: Iterable[int] = ()


@dataclass
class MatchReplay:
    """A match: its deals, and how it stands after the last of them; in pairs a side's number is at both partners."""

    deals: list[Replay]
    over: bool
    winner: int | None
    scores: list[int]
    """Those of the round that is played, where a match has rounds."""
    baids: list[int]
    payoffs: list[float]
    """What each seat pays at the end."""
    round_winners: list[int]
    """Of the first two of two rounds, as far as they are over."""


class _State:
    """What a deal of a match hands on to the next one."""

    def __init__(self, rules: dict[str, Any], dealer: int) -> None:
        self.rules = rules
        self.dealer = dealer
        self.match_round = 1 if rules["form"] == "two_rounds" else 0
        self.obliged: list[int] = []
        self.clear()

    def clear(self) -> None:
        """Begin a round, or a match."""
        nought = [0] * self.rules["players"]
        self.scores, self.baids, self.marks = list(nought), list(nought), list(nought)
        # One row of pots for everybody, or one for each dealer.
        self.pots: list[list[int]] = [[] for _ in nought]
        self.forced: int | None = None
        self.deciding = 0

    def add(self, result: dict[str, Any]) -> None:
        """Add a deal to scores, baids and marks."""
        if result["written"] is not None:
            self.scores = [score + more for score, more in zip(self.scores, result["written"], strict=True)]
        for seat in range(self.rules["players"]):
            if result["declarer"] is not None and seat in Seats(self.rules, self.dealer).side(result["declarer"]):
                self.marks[seat] += result["outcome"] in ("baid", "hanging_baid")
                self.baids[seat] += result["outcome"] == "baid"

    def go_on(self, result: dict[str, Any]) -> None:
        """Hand dealer and forced deal on to the next deal of the same round."""
        if self.rules["hanging"] == "forced_deal" and result["outcome"] != "redeal":
            self.forced = result["declarer"] if result["outcome"] == "hanging_baid" else None
        if self.match_round == 3 and result["totals"] is not None:
            self.deciding = (self.deciding + 1) % DECIDING_DEALS

    def next_round(self, round_winners: list[int]) -> None:
        """The second round, or the deciding deals."""
        self.clear()
        self.match_round += 1
        self.obliged = Seats(self.rules, 0).side(round_winners[0]) if self.match_round == 2 else []


def replay_match(
    rules: dict[str, Any], first_dealer: int, deals: Iterable[Dealt], *, exchange: str = "default"
) -> MatchReplay:
    """Derive a whole match; every shuffle, also one that is passed out or redealt, is one entry of ``deals``.

    If the entries end first, the match is returned as not over.  Raises ReferenceError_ as ``replay`` does, and
    for entries after the end.
    """
    state = _State(rules, first_dealer)
    played: list[Replay] = []
    round_winners: list[int] = []
    over, winner = False, None
    for dealt in deals:
        if over:
            raise ReferenceError_(f"deal {len(played) + 1} is too much: the match was over")
        row = state.pots[state.dealer if rules["hanging"] == "per_dealer" else 0]
        deal = _play(state, dealt, exchange, row)
        played.append(deal)
        result = deal.transcript["result"]
        state.add(result)
        if "burned" in result:
            row[:] = result["burned"]
            result["burned"] = [points for pots in state.pots for points in pots]
        else:
            row[:] = result["pots"]
        over, winner = result["match_over"], result["match_winner"]
        if "round_winner" in result:
            round_winners.append(result["round_winner"])
        if over:
            continue
        if "round_winner" in result:
            state.next_round(round_winners)
        else:
            state.go_on(result)
        state.dealer = result["next_dealer"]
    paid = payoffs(rules, state.scores, state.marks, winner)
    return MatchReplay(played, over, winner, state.scores, state.baids, paid, round_winners)


def _play(state: _State, dealt: Dealt, exchange: str, pots: list[int]) -> Replay:
    return replay(
        state.rules,
        state.dealer,
        dealt.first_packets,
        dealt.upcard,
        dealt.second_packets,
        dealt.freza,
        dealt.calls,
        dealt.cards,
        exchange=exchange,
        pots=pots,
        forced_declarer=state.forced,
        scores_before=list(state.scores),
        baids_before=list(state.baids),
        match_round=state.match_round or None,
        obliged=state.obliged,
        deciding_deals_before=state.deciding,
    )
