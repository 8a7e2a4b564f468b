"""How far strategies are from an equilibrium, and what every call is worth against them.

The gains of both sides' best replies together are the NashConv.  A best reply learned on some deals and judged on the
same looks too good (*in sample*), judged on others too poor (*held out*); the truth lies between.  All pass counts as
minus the value of the game, which is held fixed, so that a reply is judged in this one deal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from debertz_sim.charts.game import ROUND, Crew, Game, Rows, no_rows
from debertz_sim.equilibrium.leaves import DEALER, FOREHAND, N_SIDES
from debertz_sim.equilibrium.stakes import (
    FIRST_PASS,
    FIRST_PLAY,
    N_SECOND,
    N_WEIGHTS,
    PASSES,
    SECOND,
    UPCARD_SUIT,
)
from debertz_sim.equilibrium.tell import (
    N_SUMS,
    S_DEALS,
    S_ELSEWHERE,
    S_PLAY,
    S_REACH,
    S_SECOND,
    gain_block,
    sum_block,
)
from debertz_sim.kernels.classes import N_CLASSES


def never_stop() -> bool:
    """Nobody asks to stop."""
    return False


@dataclass(frozen=True)
class Sums:
    """What a run of deals by fixed strategies told; see ``equilibrium.tell``."""

    deals: int
    of_seat: tuple[NDArray[np.float64], NDArray[np.float64]]
    total: float  # of the deals' worth to forehand
    squares: float

    @property
    def value(self) -> tuple[float, float]:
        """What a deal is worth to forehand, and its standard error."""
        mean = self.total / self.deals
        return mean, sqrt(max(0.0, self.squares / self.deals - mean * mean) / self.deals)


def add_up(
    game: Game,
    crew: Crew,
    rows: Rows,
    value: float,
    seed: int,
    deals: int,
    stop: Callable[[], bool] = never_stop,
    tell: Callable[[int], None] = lambda done: None,
) -> Sums:
    """Play deals of a seed by fixed strategies and sum up what was at stake; ``tell`` hears how many are done."""
    sums = np.zeros((N_CLASSES, N_SUMS)), np.zeros((N_CLASSES, N_SUMS))
    done, total, squares = 0, 0.0, 0.0
    while done < deals and not stop():
        blocks = crew.blocks(game, seed, done, min(ROUND, deals - done), rows, value)

        def add(seat: int, share: int, shares: int, blocks: Any = blocks) -> None:
            for block in blocks:
                own = sums[seat]
                sum_block(game.record, block.deals, block.codes, block.stakes, seat, share, shares, rows[seat], own)

        crew.divide(add)
        for block in blocks:
            total += float(block.values.sum())
            squares += float(block.values @ block.values)
            done += len(block.deals)
        tell(done)
    return Sums(done, sums, total, squares)


def legal_calls(game: Game, seat: int) -> NDArray[np.bool_]:
    """Which calls of round 2 a seat may make, shape (N_SECOND,)."""
    legal = np.ones(N_SECOND, bool)
    legal[UPCARD_SUIT] = game.rules.second_round_suits == "any"
    legal[PASSES] = seat == FOREHAND or game.rules.all_pass != "obliged"
    return legal


def best_reply(game: Game, sums: Sums, otherwise: Rows) -> Rows:
    """The best reply to what the sums were played by; where a class never came, ``otherwise``."""
    found = no_rows()
    for seat, (own, into, rows) in enumerate(zip(sums.of_seat, found, otherwise, strict=True)):
        legal = legal_calls(game, seat)
        second = np.where(legal, own[:, S_SECOND : S_SECOND + N_SECOND], -np.inf)
        play = own[:, S_PLAY] > own[:, S_ELSEWHERE] + second.max(axis=1)
        every = np.arange(N_CLASSES)
        into[every, np.where(play, FIRST_PLAY, FIRST_PASS)] = 1
        into[every, SECOND + second.argmax(axis=1)] = 1
        unseen = own[:, S_DEALS] == 0
        into[unseen] = rows[unseen]
        never = own[:, S_REACH] == 0
        into[never, SECOND:N_WEIGHTS] = rows[never, SECOND:N_WEIGHTS]
    return found


def worth_of(sums: Sums, seat: int, rows: NDArray[np.float32]) -> float:
    """What a seat gets a deal by a strategy, by the sums of what the other did.

    Of the dealer: but for the deals in which forehand plays at once, where he has nothing to say.
    """
    own = sums.of_seat[seat]
    play, second = shares_of(rows)
    later = (second * own[:, S_SECOND : S_SECOND + N_SECOND]).sum(axis=1)
    total = play * own[:, S_PLAY] + (1 - play) * (own[:, S_ELSEWHERE] + later)
    return float(total.sum() / own[:, S_DEALS].sum())


def shares_of(rows: NDArray[np.float32]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The share of play in round 1, and of each call of round 2, from a strategy's weights."""
    first = np.maximum(rows[:, :SECOND], 0).astype(float)
    second = np.maximum(rows[:, SECOND:N_WEIGHTS], 0).astype(float)
    weighed = first.sum(axis=1)
    play = np.where(weighed > 0, first[:, FIRST_PLAY] / np.where(weighed > 0, weighed, 1), 0.5)
    total = second.sum(axis=1, keepdims=True)
    return play, np.where(total > 0, second / np.where(total > 0, total, 1), 1 / N_SECOND)


@dataclass(frozen=True)
class Gains:
    """What replies gain a deal over the strategies they answer, forehand's and the dealer's; standard errors beside."""

    deals: int
    mean: tuple[float, float]
    se: tuple[float, float]
    se_both: float

    @property
    def both(self) -> float:
        """The NashConv, if both are best replies."""
        return sum(self.mean)


def gains_of(
    game: Game,
    crew: Crew,
    rows: Rows,
    reply: Rows,
    value: float,
    seed: int,
    deals: int,
    stop: Callable[[], bool] = never_stop,
    tell: Callable[[int], None] = lambda done: None,
) -> Gains:
    """Play deals of a seed by ``rows`` and see what each side would have gained by its ``reply``."""
    found = np.zeros(N_SIDES)
    squares = np.zeros(N_SIDES)
    done, both_squares = 0, 0.0
    while done < deals and not stop():
        blocks = crew.blocks(game, seed, done, min(ROUND, deals - done), rows, value)

        def gain(block: Any) -> NDArray[np.float64]:
            gains = np.zeros((N_SIDES, len(block.deals)))
            for seat in range(N_SIDES):
                gain_block(
                    game.record, block.deals, block.codes, block.stakes, seat, rows[seat], reply[seat], gains[seat]
                )
            return gains

        for gains in crew.pool.map(gain, blocks):
            found += gains.sum(axis=1)
            squares += (gains * gains).sum(axis=1)
            both_squares += float((gains.sum(axis=0) ** 2).sum())
            done += gains.shape[1]
        tell(done)
    mean = found / done
    se = np.sqrt(np.maximum(0, squares / done - mean * mean) / done)
    whole = float(mean.sum())
    se_both = sqrt(max(0.0, both_squares / done - whole * whole) / done)
    return Gains(done, (float(mean[0]), float(mean[1])), (float(se[0]), float(se[1])), se_both)


def in_sample(game: Game, sums: Sums, rows: Rows, reply: Rows) -> tuple[float, float]:
    """What each side's reply gains a deal on the very deals it was learned from."""
    gains = [worth_of(sums, seat, reply[seat]) - worth_of(sums, seat, rows[seat]) for seat in (FOREHAND, DEALER)]
    return gains[FOREHAND], gains[DEALER]
