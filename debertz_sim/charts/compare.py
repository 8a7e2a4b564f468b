"""Two rule sets by the same deals: how much the call of every hand class, and every decision, differ in worth.

Values are linear in the leaves of the deals.  So the same strategies, those of the first chart, are valued by the
*differences* of the leaves: a deal that ends alike under both rules adds nothing, and its errors cancel.  What all pass
or a deal dealt anew is worth is held the same in both (the first chart's value), so that only this deal differs.

The error of a class's difference is taken from the sum of squares about 0, not about the mean.  Most deals add 0, so
that is nearly the same; but where only k are not 0, a sum is then at most the root of k errors from 0 (Cauchy and
Schwarz), and a handful of deals that happen to agree never leaves the wide interval of many comparisons.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim.charts.check import legal_calls, never_stop, shares_of
from debertz_sim.charts.game import BLOCK, ROUND, Crew, Game, Rows
from debertz_sim.charts.values import alike
from debertz_sim.equilibrium.leaves import N_SIDES
from debertz_sim.equilibrium.splits import split_block
from debertz_sim.equilibrium.stakes import FIRST_PASS, FIRST_PLAY, N_SECOND, N_STAKES, PASSES, SECOND, stake_block
from debertz_sim.equilibrium.tell import (
    N_SUMS,
    PAIRS,
    S_DEALS,
    S_ELSEWHERE,
    S_FIRST_REACH,
    S_FIRST_SQUARES,
    S_PLAY,
    S_REACH,
    S_SECOND,
    S_SQUARES,
    gain_block,
    sum_block,
)
from debertz_sim.errors import UserError
from debertz_sim.kernels.classes import N_CLASSES
from debertz_sim.policies.charted import DECISIONS, PLAY_1

_SAME = ("second_round_suits", "all_pass", "second_packet", "upcard_to")  # what both auctions must have in common


REASONS = {
    "units": "they count in different units",
    "auctions": "their auctions differ",
    "packets": "in one of them rights depend on which cards came first",
    "play": "the deals of one were played otherwise than those of the other",
}


def comparable(a: Game, b: Game) -> str | None:
    """Why the worths of two games cannot be compared deal by deal, one of ``REASONS``; ``None`` if they can."""
    if a.unit != b.unit:
        return "units"
    if any(getattr(a.rules, name) != getattr(b.rules, name) for name in _SAME):
        return "auctions"
    if a.splits != b.splits:
        return "packets"
    return "play" if a.policies.describe()["play"] != b.policies.describe()["play"] else None


@dataclass
class Differences:
    """What deals of a seed tell of two games, B against A, by the strategies of A.

    ``deals`` had an auction; in ``differing`` of them a leaf differs; ``skipped`` had no auction in one of the games,
    ``over`` in neither.
    ``base``: A's sums by seat, ``delta``: those of the differences of the leaves, both (N_CLASSES, N_SUMS).
    ``worth`` and ``calling``: sums and sums of squares over deals, of the difference of a deal's worth to forehand, and
    of the difference of what the calls of each decision bring their seat over passing there.
    """

    deals: int = 0
    differing: int = 0
    skipped: int = 0
    over: int = 0
    base: list[NDArray[np.float64]] = field(default_factory=lambda: [np.zeros((N_CLASSES, N_SUMS)) for _ in range(2)])
    delta: list[NDArray[np.float64]] = field(default_factory=lambda: [np.zeros((N_CLASSES, N_SUMS)) for _ in range(2)])
    worth: NDArray[np.float64] = field(default_factory=lambda: np.zeros(2))
    calling: NDArray[np.float64] = field(default_factory=lambda: np.zeros((len(DECISIONS), 2)))


class _Both(NamedTuple):
    """A block of deals played under both rules."""

    dealt: NDArray[Any]
    codes: NDArray[np.int32]
    stakes: NDArray[np.float32]
    differ: NDArray[np.intp]
    changed: NDArray[np.float32]  # stakes of the differing deals, of the differences of their leaves
    changed_worth: NDArray[np.float64]
    deals: int
    skipped: int
    over: int


def require_comparable(a: Game, b: Game, what: str) -> None:
    """Raise ``UserError``, beginning with ``what``, where two games cannot be compared deal by deal."""
    reason = comparable(a, b)
    if reason is not None:
        raise UserError(f"{what}: they cannot be compared deal by deal, {REASONS[reason]}")


def play_both(
    a: Game,
    b: Game,
    crew: Crew,
    rows: Rows,
    value: float,
    seed: int,
    deals: int,
    stop: Callable[[], bool] = never_stop,
    tell: Callable[[int], None] = lambda done: None,
) -> Differences:
    """Play deals of a seed under both rules, by the strategies ``rows`` of A; ``tell`` hears how many are done.

    ``value``: what a deal is worth to forehand, for all pass and for a deal dealt anew, in both games.

    Raises
    ------
    UserError
        The games cannot be compared deal by deal (see ``comparable``).
    """
    require_comparable(a, b, f"{a.rules.name} against {b.rules.name}")
    passing = [_passing(rows, place) for place in range(len(DECISIONS))]
    found, done = Differences(), 0
    while done < deals and not stop():
        size = min(ROUND, deals - done)

        def play(start: int, end: int = done + size) -> _Both:
            return _block(a, b, rows, value, seed, start, min(BLOCK, end - start))

        blocks = list(crew.pool.map(play, range(done, done + size, BLOCK)))

        def add(seat: int, share: int, shares: int, blocks: list[_Both] = blocks) -> None:
            for its in blocks:
                chosen, own = (seat, share, shares), rows[seat]
                sum_block(a.record, its.dealt, its.codes, its.stakes, *chosen, own, found.base[seat])
                dealt, codes = its.dealt[its.differ], its.codes[its.differ]
                sum_block(a.record, dealt, codes, its.changed, *chosen, own, found.delta[seat])

        crew.divide(add)
        for its in blocks:
            _count(found, its)
            _add_calling(a, rows, passing, its, found.calling)
        done += size
        tell(done)
    return found


def _block(a: Game, b: Game, rows: Rows, value: float, seed: int, first: int, deals: int) -> _Both:
    dealt, leaves = a.leaves(seed, first, deals, value)
    other, other_leaves = b.leaves(seed, first, deals, value)
    both = (dealt["played"] > 0) & (other["played"] > 0)
    skipped = int(((dealt["played"] > 0) != (other["played"] > 0)).sum())
    dealt["played"] = both
    codes = np.zeros((deals, N_SIDES, a.splits), np.int32)
    split_block(dealt, codes)
    stakes, worths = np.zeros((deals, N_SIDES, N_STAKES), np.float32), np.zeros(deals)
    stake_block(a.record, dealt, leaves, codes, *rows, -value, stakes, worths)
    differ = np.flatnonzero(both & (leaves != other_leaves).any(axis=(1, 2)))
    changed, changed_worth = np.zeros((len(differ), N_SIDES, N_STAKES), np.float32), np.zeros(len(differ))
    by = (other_leaves - leaves)[differ]
    stake_block(a.record, dealt[differ], by, codes[differ], *rows, 0.0, changed, changed_worth)
    return _Both(
        dealt,
        codes,
        stakes,
        differ,
        changed,
        changed_worth,
        int(both.sum()),
        skipped,
        deals - skipped - int(both.sum()),
    )


def _passing(rows: Rows, place: int) -> NDArray[np.float32]:
    """The strategy of a decision's seat, but that it passes there."""
    own = rows[place % N_SIDES].copy()
    if place < N_SIDES:
        own[:, [FIRST_PLAY, FIRST_PASS]] = 0, 1
    else:
        own[:, SECOND : SECOND + N_SECOND] = 0
        own[:, SECOND + PASSES] = 1
    return own


def _count(found: Differences, its: _Both) -> None:
    found.deals += its.deals
    found.skipped += its.skipped
    found.over += its.over
    found.differing += len(its.differ)
    found.worth += its.changed_worth.sum(), its.changed_worth @ its.changed_worth


def _add_calling(a: Game, rows: Rows, passing: list[Any], its: _Both, calling: NDArray[np.float64]) -> None:
    dealt, codes = its.dealt[its.differ], its.codes[its.differ]
    gains = np.zeros(len(its.differ))
    for place in range(len(DECISIONS)):
        seat = place % N_SIDES
        gain_block(a.record, dealt, codes, its.changed, seat, passing[place], rows[seat], gains)
        calling[place] += gains.sum(), gains @ gains


@dataclass(frozen=True)
class Pair:
    """Two calls of a decision against each other, by class: what the first is ahead of the second, in A and how much
    more so in B, with standard errors; shape (N_CLASSES,).  ``known``: some deal told; ``moved``: some deal differs."""

    lead: NDArray[np.float64]
    lead_se: NDArray[np.float64]
    change: NDArray[np.float64]
    change_se: NDArray[np.float64]
    known: NDArray[np.bool_]
    moved: NDArray[np.bool_]
    rival: NDArray[np.int64]


def pair(game: Game, found: Differences, rows: Rows, place: int, calls: NDArray[Any], others: NDArray[Any]) -> Pair:
    """The calls of a decision against others, or where these are the same the best other call (uint8, (N_CLASSES,))."""
    seat, first = place % N_SIDES, place < N_SIDES
    base, delta = found.base[seat], found.delta[seat]
    if first:
        sign = np.where(calls == PLAY_1, 1.0, -1.0)
        ahead, change = (sign * _first(sums, rows[seat]) for sums in (base, delta))
        squares = base[:, S_FIRST_SQUARES], delta[:, S_FIRST_SQUARES]
        rival = 1 - calls.astype(np.int64)
    else:
        rival = np.where(others != calls, others, rivals(game, base, seat, calls)).astype(np.int64)
        every = np.arange(N_CLASSES)
        ahead, change = (
            sums[every, S_SECOND + calls.astype(int)] - sums[every, S_SECOND + rival] for sums in (base, delta)
        )
        column = _PLACES[calls.astype(int), rival]
        squares = base[every, column], delta[every, column]
    reach = base[:, S_FIRST_REACH if first else S_REACH]
    known = (base[:, S_DEALS] > 1) & (reach > 0)
    n, reach = np.where(known, base[:, S_DEALS], 1), np.where(known, reach, 1)
    lead_se = np.sqrt(np.maximum(squares[0] - ahead * ahead / n, 0)) / reach
    change_se = np.sqrt(squares[1]) / reach
    return Pair(ahead / reach, lead_se, change / reach, change_se, known, known & (squares[1] > 0), rival)


def _first(sums: NDArray[np.float64], own: NDArray[np.float32]) -> NDArray[np.float64]:
    """What playing in round 1 is ahead of passing, summed over deals."""
    _, second = shares_of(own)
    later = (second * sums[:, S_SECOND : S_SECOND + N_SECOND]).sum(axis=1)
    ahead: NDArray[np.float64] = sums[:, S_PLAY] - sums[:, S_ELSEWHERE] - later
    return ahead


def rivals(game: Game, sums: NDArray[np.float64], seat: int, calls: NDArray[Any]) -> NDArray[np.int64]:
    """The best other call of round 2 by these sums; a suit that holds the same is no other call."""
    every = np.arange(N_CLASSES)
    others = np.broadcast_to(legal_calls(game, seat), (N_CLASSES, N_SECOND)) & ~alike()[every, calls.astype(int)]
    others[every, calls.astype(int)] = False
    totals = np.where(others, sums[:, S_SECOND : S_SECOND + N_SECOND], -np.inf)
    found: NDArray[np.int64] = totals.argmax(axis=1)
    return found


_PLACES = np.full((N_SECOND, N_SECOND), S_SQUARES)
"""Where the squares of a pair of calls stand in a row of sums."""
for _number, (_a, _b) in enumerate(PAIRS):
    _PLACES[_a, _b] = _PLACES[_b, _a] = S_SQUARES + _number
