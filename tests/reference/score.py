"""Scoring of the twin: a deal's written points, pots, next dealer, end of the match (RULES.md sections 3 and 4).

Lists have one entry a seat; in pairs a side's number stands at both partners.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.reference.seats import Seats

BAIDS_FREE = 2
"""Baids of a match that cost nothing under ``baid_penalty``."""
DECIDING_DEALS = 4
"""Deals after which the sums are compared where each side has won a round."""


class Settled(NamedTuple):
    """What a deal that was played out is worth."""

    outcome: str
    written: list[int]
    pots: list[int]


def pot_in_play(rules: dict[str, Any], pots: list[int]) -> int:
    """The points that go with this deal once it is decided: in a queue the oldest pot, else all."""
    return sum(pots[:1]) if rules["hanging"] == "queue" else sum(pots)


def by_side(seats: Seats, own: list[int]) -> list[int]:
    """Each seat's own numbers summed over its side."""
    return [sum(own[partner] for partner in seats.side(seat)) for seat in range(seats.players)]


def outcome_of(rules: dict[str, Any], seats: Seats, declarer: int, totals: list[int]) -> str:
    """Whether the declarer's side made it."""
    if seats.pairs:
        to_beat = totals[seats.defenders(declarer)[0]]
    else:
        others = [totals[seat] for seat in seats.defenders(declarer)]
        to_beat = sum(others) if rules["declarer_beats"] == "sum" else max(others)
    if totals[declarer] == to_beat:
        return "hanging_baid"
    return "made" if totals[declarer] > to_beat else "baid"


def settle(
    rules: dict[str, Any],
    seats: Seats,
    declarer: int,
    totals: list[int],
    tricks: list[int],
    pots: list[int],
    baids_before: list[int] | None,
) -> Settled:
    """Turn raw scores into written ones.  ``baids_before`` is None where the count is not known."""
    outcome = outcome_of(rules, seats, declarer, totals)
    if outcome == "hanging_baid":
        return _hanging(rules, seats, declarer, totals, tricks, pots)
    pot = pot_in_play(rules, pots)
    left = pots[1:] if rules["hanging"] == "queue" else []
    declaring = seats.side(declarer)
    if rules["match_unit"] == "kush":
        units = [0] * seats.players
        for seat in declaring if outcome == "made" else seats.defenders(declarer):
            units[seat] = 1 if outcome == "made" else 2
        return Settled(outcome, units, left)
    written = list(totals)
    if outcome == "made":
        for seat in declaring:
            written[seat] += pot
    else:
        shares = _shares(rules, seats, declarer, totals, totals[declarer] + pot)
        for seat in declaring:
            written[seat] = 0
        for seat, share in shares.items():
            written[seat] += share
        if baids_before is not None and baids_before[declarer] >= BAIDS_FREE:
            for seat in declaring:
                written[seat] -= rules["baid_penalty"]
    _punish_no_trick(rules, seats, tricks, written)
    return Settled(outcome, written, left)


def _shares(rules: dict[str, Any], seats: Seats, declarer: int, totals: list[int], lost: int) -> dict[int, int]:
    """Who writes the points that the declarer has lost, and how many of them."""
    takers = seats.defenders(declarer)
    if rules["baid_to"] == "lost":
        return {}
    if seats.pairs:
        return dict.fromkeys(takers, lost)
    if rules["baid_to"] == "leader":
        highest = max(totals[seat] for seat in takers)
        takers = [seat for seat in takers if totals[seat] == highest]
    shares = {}
    for place, seat in enumerate(takers):
        odd = 1 if place < lost % len(takers) else 0
        shares[seat] = lost // len(takers) + odd
    return shares


def _hanging(
    rules: dict[str, Any], seats: Seats, declarer: int, totals: list[int], tricks: list[int], pots: list[int]
) -> Settled:
    """A hanging baid, by the six ways of the switch."""
    kind = rules["hanging"]
    nothing = [0] * seats.players
    left = list(pots)
    if kind not in ("each_own", "void"):
        left = [*pots, totals[declarer]] if kind == "queue" else [sum(pots) + totals[declarer]]
    if kind == "void" or rules["match_unit"] == "kush":
        return Settled("hanging_baid", nothing, left)
    written = list(totals)
    if kind != "each_own":
        for seat in seats.side(declarer):
            written[seat] = 0
    _punish_no_trick(rules, seats, tricks, written)
    return Settled("hanging_baid", written, left)


def _punish_no_trick(rules: dict[str, Any], seats: Seats, tricks: list[int], written: list[int]) -> None:
    won = by_side(seats, tricks)
    for seat in seats.turn:
        if won[seat] == 0:
            written[seat] -= rules["no_trick_penalty"]


def next_dealer(rules: dict[str, Any], seats: Seats, declarer: int, outcome: str, totals: list[int]) -> int:
    """Who deals after a deal that was played out."""
    if rules["next_dealer"] == "clockwise":
        after = seats.clockwise(seats.dealer)
        if outcome == "hanging_baid" and rules["hanging"] == "forced_deal" and rules["passive_dealer"]:
            # He plays the forced deal, so that he cannot be its passive dealer.
            return seats.clockwise(after) if after == declarer else after
        return after
    if outcome == "made":
        return declarer
    defenders = seats.defenders(declarer)
    if outcome == "hanging_baid":
        return defenders[0]
    # In pairs both have the same number.  Of equal ones ``max`` takes the first.
    return max(defenders, key=lambda seat: totals[seat])


def match_end(
    rules: dict[str, Any], seats: Seats, scores: list[int], declarer: int, last_trick: int
) -> tuple[bool, int | None]:
    """Whether the match is over after a deal that was played out, and who has won it (a side's lower seat).

    ``scores`` are the totals after the deal.
    """
    target = rules["target"]
    every = [side[0] for side in seats.sides()]
    if target == "one_deal":
        return True, _only(_largest(every, scores))
    reached = [seat for seat in every if scores[seat] >= target]
    if len(reached) < 2:
        return bool(reached), _only(reached)
    kind = rules["both_reach"]
    last = seats.side(last_trick)[0]
    if kind == "defender":
        against = {seats.side(seat)[0] for seat in seats.defenders(declarer)}
        winner = _only(_largest([seat for seat in reached if seat in against], scores))
    elif kind == "last_trick" and last in reached:
        winner = last
    else:
        largest = _largest(reached, scores)
        winner = _only(largest)
        if winner is None and kind == "larger" and last in largest:
            winner = last
    return winner is not None, winner


def deciding_end(seats: Seats, scores: list[int], played: int) -> tuple[bool, int | None]:
    """The same in deciding deals, of which ``played`` are through since the sums were last compared."""
    if played < DECIDING_DEALS:
        return False, None
    winner = _only(_largest([side[0] for side in seats.sides()], scores))
    return winner is not None, winner


def may_go_on(rules: dict[str, Any], scores: list[int]) -> bool:
    """Whether a match can stand like this between two deals: some deal before this one asked for another.

    Who declared and who took the last trick of it is not known.
    """
    if rules["target"] == "one_deal":
        return True
    for dealer in range(rules["players"]):
        seats = Seats(rules, dealer)
        for declarer in seats.turn:
            if any(not match_end(rules, seats, scores, declarer, last)[0] for last in seats.turn):
                return True
    return False


def _largest(some: list[int], scores: list[int]) -> list[int]:
    """The seats among these that have the largest score."""
    return [seat for seat in some if scores[seat] == max(scores[other] for other in some)]


def _only(some: list[int]) -> int | None:
    return some[0] if len(some) == 1 else None


def payoffs(rules: dict[str, Any], scores: list[int], marks: list[int], winner: int | None) -> list[float]:
    """What each seat pays at the end of a match; ``marks`` are his side's baids, hanging ones included."""
    seats = Seats(rules, 0)
    paid = [0.0] * seats.players
    if winner is None:
        return paid
    target = 0 if rules["target"] == "one_deal" else rules["target"]
    kind = rules["payoff"]
    for loser in range(seats.players):
        if loser in seats.side(winner):
            continue
        if kind == "stake":
            paid[loser] = 1.0
        elif kind == "difference":
            paid[loser] = float(max(0, target - scores[loser]))
        elif kind == "hundreds":
            paid[loser] = float(max(0, target // 100 * 100 - scores[loser]))
        elif kind == "stake_marks":
            paid[loser] = 1 + marks[loser] / 2
    return paid
