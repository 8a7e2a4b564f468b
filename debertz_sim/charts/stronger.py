"""The same deals played by the fast player that charts are built with and by a slower, stronger one.

What stronger play adds to a declarer's worth, by the trumps on both sides, makes the corrections of a chart; what it
adds to the lead of one call over another is the check of hands that are close.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim.charts.corrections import SHAPE
from debertz_sim.charts.game import Game
from debertz_sim.equilibrium.leaves import N_SIDES, PLAY_FIRST, SUITS
from debertz_sim.policies.registry import seating
from debertz_sim.variants import resolve

BLOCK = 250
FAST, STRONG = "expert", "rollout:64"
OWN, OTHER = (1, 2, 3, 4, 5), (1, 2, 3)  # trumps: the first and last stand for fewer and more


def in_kush(block: dict[str, Any]) -> dict[str, Any]:
    """The same plays in kush: 1 to a declarer who made it, 2 to the other on a baid.

    A declarer who made it is ahead; on a baid he is behind by all points of the deal, on a hanging baid by half of
    them.  All points of a deal are the same however it is played, and as ``expert`` plays alike whoever declared, one
    of both declarers is behind by all of them, unless both hang.
    """
    ahead = {name: block[name] * np.array([1, -1], np.float32)[:, None] for name in ("e", "r")}  # to the declarer
    lost = np.abs(block["e"]).max(axis=1, keepdims=True)
    hung = (ahead["e"] < 0).all(axis=1, keepdims=True)
    whole = np.where(hung, 2 * lost, lost)
    kush = {
        name: np.where(worth > 0, 1, np.where(2 * worth == -whole, 0, np.where(worth < 0, -2, 0)))
        for name, worth in ahead.items()
    }
    return {"deals": block["deals"]} | {name: worth * np.array([1, -1])[:, None] for name, worth in kush.items()}


class Sides(NamedTuple):
    """Of every way to declare: the declarer's seat, trumps on both sides, and what stronger play adds to his worth."""

    seat: NDArray[np.int64]
    own: NDArray[np.int64]
    other: NDArray[np.int64]
    gain: NDArray[np.float64]
    deal: NDArray[np.int64]


def play(rules: str, seed: int, first: int, deals: int, keep: Path) -> dict[str, Any]:
    """A block of deals played both ways; taken from ``keep`` where it is there already."""
    path = keep / f"roll_{first}.npz"
    if not path.exists():
        resolved = resolve(rules)
        dealt, fast = Game(resolved, seating(2, "rules", FAST)).leaves(seed, first, deals, 0.0)
        _, strong = Game(resolved, seating(2, "rules", STRONG)).leaves(seed, first, deals, 0.0)
        keep.mkdir(parents=True, exist_ok=True)
        np.savez(path, deals=dealt, e=fast, r=strong)
    with np.load(path) as file:
        return {name: file[name] for name in ("deals", "e", "r")}


def sides(block: dict[str, Any], first: int) -> Sides:
    """All ways to declare in the deals of a block."""
    found: list[list[Any]] = [[], [], [], [], []]
    hand, upcard_suit = block["deals"]["hand"], block["deals"]["upcard"] >> 3
    for call in range(SUITS + 1):
        suit = upcard_suit if call == PLAY_FIRST else np.full(len(hand), call)
        may = (suit == upcard_suit) == (call == PLAY_FIRST)
        for seat in range(N_SIDES):
            sign = 1 if seat == 0 else -1
            own, other = (np.bitwise_count(hand[:, who] >> 8 * suit & 255) for who in (seat, 1 - seat))
            gain = sign * (block["r"] - block["e"])[:, seat, call]
            for into, column in zip(
                found, (np.full(len(hand), seat), own, other, gain, first + np.arange(len(hand))), strict=True
            ):
                into.append(column[may])
    whole = [np.concatenate(columns) for columns in found]
    return Sides(whole[0], whole[1].astype(int), whole[2].astype(int), whole[3].astype(float), whole[4])


def mean_of(gain: NDArray[np.float64], deal: NDArray[np.int64]) -> tuple[float, float, int]:
    """Mean, standard error with the ways to declare of one deal taken together, and how many deals."""
    if not len(gain):
        return 0.0, float("inf"), 0
    mean = float(gain.mean())
    _, place = np.unique(deal, return_inverse=True)
    by_deal = np.bincount(place, gain - mean)
    return mean, float(np.sqrt((by_deal**2).sum())) / len(gain), len(by_deal)


def table_of(played: Sides) -> tuple[NDArray[np.float64], list[dict[str, Any]]]:
    """The corrections, and the means they were made of."""
    own = np.clip(played.own, OWN[0], OWN[-1])
    other = np.clip(played.other, OTHER[0], OTHER[-1])
    rows, table = [], np.zeros(SHAPE)
    by_own = {mine: mean_of(played.gain[own == mine], played.deal[own == mine]) for mine in OWN}
    cells = {}
    for mine in OWN:
        for his in OTHER:
            here = (own == mine) & (other == his)
            cells[mine, his] = mean_of(played.gain[here], played.deal[here])
    # how much the true means scatter about those of the declarer's trumps, beyond their errors
    scatter = [(cell[0] - by_own[key[0]][0]) ** 2 - cell[1] ** 2 for key, cell in cells.items() if cell[2] > 1]
    between = max(0.0, float(np.mean(scatter)))
    for (mine, his), (mean, se, n) in cells.items():
        trust = between / (between + se * se) if n > 1 else 0.0
        value = by_own[mine][0] + trust * (mean - by_own[mine][0])
        for a in range(10):
            for b in range(10):
                if np.clip(a, OWN[0], OWN[-1]) == mine and np.clip(b, OTHER[0], OTHER[-1]) == his:
                    table[:, a, b] = value
        rows.append({"own": mine, "other": his, "gain": mean, "se": se, "deals": n, "used": value})
    return table, rows
