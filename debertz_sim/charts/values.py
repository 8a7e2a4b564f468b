"""From sums over deals to what every call of every class is worth, how clear the best is, and a strategy's chart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from debertz_sim.charts.check import Sums, legal_calls, shares_of
from debertz_sim.charts.game import Game, Rows, calls_of
from debertz_sim.equilibrium.leaves import N_SIDES
from debertz_sim.equilibrium.stakes import N_SECOND
from debertz_sim.equilibrium.tell import (
    PAIRS,
    S_DEALS,
    S_ELSEWHERE,
    S_FIRST_REACH,
    S_FIRST_SQUARES,
    S_PLAY,
    S_REACH,
    S_SECOND,
    S_SQUARES,
)
from debertz_sim.kernels.classes import N_CLASSES, class_hands
from debertz_sim.policies.charted import DECISIONS, N_SLOTS, PLAY_1, SECOND_ROUND, Chart


@dataclass(frozen=True)
class Leads:
    """How much better a call is than the best other, its standard error (infinite where never seen), both in points."""

    leads: NDArray[np.float64]
    errors: NDArray[np.float64]


def first_leads(sums: Sums, seat: int, rows: Rows) -> Leads:
    """Of playing over passing in round 1, shape (N_CLASSES,); after a pass the seat goes on by ``rows``."""
    own = sums.of_seat[seat]
    _, second = shares_of(rows[seat])
    ahead = own[:, S_PLAY] - own[:, S_ELSEWHERE] - (second * own[:, S_SECOND : S_SECOND + N_SECOND]).sum(axis=1)
    return _leads(ahead, own[:, S_FIRST_SQUARES], own[:, S_DEALS], own[:, S_FIRST_REACH])


def _leads(ahead: Any, squares: Any, deals: Any, reach: Any) -> Leads:
    seen = (deals > 1) & (reach > 0)
    reach, deals = np.where(seen, reach, 1), np.where(seen, deals, 1)
    spread = np.maximum(squares - ahead * ahead / deals, 0)
    return Leads(np.where(seen, ahead / reach, 0), np.where(seen, np.sqrt(spread) / reach, np.inf))


def second_values(sums: Sums, seat: int) -> NDArray[np.float64]:
    """What each call of round 2 is worth, shape (N_CLASSES, N_SECOND); NaN where it never came."""
    own = sums.of_seat[seat]
    reach = own[:, S_REACH, None]
    return np.where(reach > 0, own[:, S_SECOND : S_SECOND + N_SECOND] / np.where(reach > 0, reach, 1), np.nan)


def alike() -> NDArray[np.bool_]:
    """Which calls of round 2 are one because their suits hold the same: shape (N_CLASSES, N_SECOND, N_SECOND)."""
    hands, ranks = np.zeros(N_CLASSES, np.int64), np.zeros(N_CLASSES, np.int64)
    class_hands(hands, ranks)
    found = np.zeros((N_CLASSES, N_SECOND, N_SECOND), bool)
    for a in range(N_SLOTS):
        for b in range(N_SLOTS):
            found[:, a, b] = (hands >> 8 * (a + 1)) & 255 == (hands >> 8 * (b + 1)) & 255
    return found


def earliest(calls: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The calls of a chart, the earlier of two slots wherever both hold the same: equal charts are equal arrays."""
    first = alike().argmax(axis=2)  # of each call the first that is the same one
    first[:, N_SLOTS:] = range(N_SLOTS, N_SECOND)
    found = calls.copy()
    every = np.arange(N_CLASSES)
    for number in SECOND_ROUND:
        found[number] = first[every, calls[number]]
    return found


def second_leads(game: Game, sums: Sums, seat: int, calls: NDArray[np.uint8]) -> Leads:
    """Of a call of round 2 over the best other one, shape (N_CLASSES,)."""
    own = sums.of_seat[seat]
    every = np.arange(N_CLASSES)
    others = np.broadcast_to(legal_calls(game, seat), (N_CLASSES, N_SECOND)) & ~alike()[every, calls]
    others = others.copy()
    others[every, calls] = False
    totals = own[:, S_SECOND : S_SECOND + N_SECOND]
    rival = np.where(others, totals, -np.inf).argmax(axis=1)
    place = np.zeros((N_SECOND, N_SECOND), int)
    for number, (a, b) in enumerate(PAIRS):
        place[a, b] = place[b, a] = S_SQUARES + number
    ahead = totals[every, calls] - totals[every, rival]
    found = _leads(ahead, own[every, place[calls, rival]], own[:, S_DEALS], own[:, S_REACH])
    alone = ~others.any(axis=1)
    return Leads(np.where(alone, np.inf, found.leads), np.where(alone, 0, found.errors))


def chart_of(game: Game, name: str, rows: Rows, sums: Sums, about: Mapping[str, Any]) -> Chart:
    """The chart of a strategy, each call with its lead by the sums of deals that were played by it."""
    calls = earliest(calls_of(rows))
    leads, errors = np.zeros((2, len(DECISIONS), N_CLASSES), np.float32)
    for seat in range(N_SIDES):
        found = first_leads(sums, seat, rows)
        leads[seat] = np.where(calls[seat] == PLAY_1, found.leads, -found.leads)
        errors[seat] = found.errors
        found = second_leads(game, sums, seat, calls[N_SIDES + seat].astype(int))
        leads[N_SIDES + seat], errors[N_SIDES + seat] = found.leads, found.errors
    return Chart(name, calls, leads, errors, dict(about))
