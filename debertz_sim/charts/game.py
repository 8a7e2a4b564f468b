"""The game whose auction is studied: rules, play policy, objective; its deals in rounds of blocks, by threads."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim.engine.deal import new_desk
from debertz_sim.equilibrium.leaves import DEAL, KUSH, N_CALLS, N_SIDES, POINTS, WIN, leaf_block
from debertz_sim.equilibrium.splits import ALL_SPLITS, split_block
from debertz_sim.equilibrium.stakes import (
    FIRST_PASS,
    FIRST_PLAY,
    N_SECOND,
    N_STAKES,
    ROW,
    SECOND,
    stake_block,
)
from debertz_sim.equilibrium.styles import style_rows
from debertz_sim.errors import UserError
from debertz_sim.kernels.classes import N_CLASSES
from debertz_sim.policies import families
from debertz_sim.policies.charted import PLAY_1, unit_of
from debertz_sim.policies.registry import Seating, seating
from debertz_sim.rules import RuleSet

OBJECTIVES = {"points": POINTS, "kush": KUSH, "win": WIN}
BLOCK = 2048  # deals that a thread plays at a time
ROUND = 8 * BLOCK  # deals between two changes of the strategies
SEATS = ("forehand", "dealer")

_BLIND = {families.PLAY_RANDOM, families.PLAY_GREEDY, families.PLAY_RULES, families.PLAY_EXPERT}
_DRAWN = {families.BID_RANDOM, families.BID_USER}

Rows = tuple[NDArray[np.float32], NDArray[np.float32]]
"""A strategy of forehand and one of the dealer, each of shape (N_CLASSES, ROW); see ``equilibrium.stakes``."""


class Block(NamedTuple):
    """Deals played and coded, with what is at stake in them by the strategies they were played for."""

    deals: NDArray[Any]  # records DEAL
    codes: NDArray[np.int32]
    stakes: NDArray[np.float32]
    values: NDArray[np.float64]  # to forehand


@dataclass(frozen=True)
class Game:
    """Rules, policies and objective of an auction between two.

    Parameters
    ----------
    rules
        Two players, of the usual form.
    policies
        Play of both seats; the bidding counts only for play that reads it.
    objective
        One of ``OBJECTIVES``: written points, mine minus his; kush; 1 for writing more, -1 for less.
    corrections
        Added to a declarer's worth by seat, his trumps and the defender's: float64, shape (N_SIDES, 10, 10).
    """

    rules: RuleSet
    policies: Seating
    objective: str = "points"
    corrections: NDArray[np.float64] | None = field(default=None, compare=False)
    _of_thread: Any = field(default_factory=threading.local, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Refuse what has no auction between two."""
        if self.rules.players != 2 or self.rules.form != "usual":
            raise UserError(
                f"rules {self.rules.name}: charts are for the auction between two; {self.rules.name} "
                + ("has no auction" if self.rules.form == "terts" else f"seats {self.rules.players}")
            )
        if self.objective not in OBJECTIVES:
            raise UserError(f"objective {self.objective!r} is not one of {', '.join(OBJECTIVES)}")

    @cached_property
    def record(self) -> Any:
        """What the kernels read of the rules."""
        return self.rules.lower()[0]

    @property
    def unit(self) -> str:
        """What worths are counted in: points, kush (where the rules write it, or by the objective), or win."""
        return unit_of({"objective": self.objective, "rules": self.rules.to_dict()})

    @cached_property
    def blind(self) -> bool:
        """Whether play is the same whoever declared, so that one play for each trump is enough."""
        same = self.rules.first_lead == "forehand" and self.rules.seven_exchange != "declarer"
        return same and all(choice.policy.id in _BLIND for choice in self.policies.play)

    @cached_property
    def splits(self) -> int:
        """How many divisions of the hands a deal serves: all, unless play or the auction's right depends on them."""
        bound = self.rules.seven_from_first_packet or self.rules.instant_win == "dealt_six_to_ace"
        return 1 if bound else ALL_SPLITS

    def leaves(self, seed: int, first: int, deals: int, value: float) -> tuple[NDArray[Any], NDArray[np.float32]]:
        """Play deals: what is noted of them (DEAL) and their leaves, float32, shape (deals, N_SIDES, N_CALLS).

        ``value``: what a deal is worth to forehand, which a deal dealt anew by right gets.

        Raises
        ------
        UserError
            A policy's choice was not legal.
        """
        desk = self._of_thread.__dict__.setdefault("desk", None) or new_desk()
        self._of_thread.desk = desk
        dealt = np.zeros(deals, DEAL)
        leaves = np.zeros((deals, N_SIDES, N_CALLS), np.float32)
        changes = np.zeros((N_SIDES, 10, 10)) if self.corrections is None else self.corrections
        fault = leaf_block(
            self.record,
            self.policies.family,
            desk,
            seed,
            first,
            self.blind,
            OBJECTIVES[self.objective],
            value,
            changes,
            dealt,
            leaves,
        )
        if fault >= 0:
            raise UserError(f"deal {fault}: a policy's choice was not legal")
        return dealt, leaves

    def block(self, seed: int, first: int, deals: int, rows: Rows, value: float) -> Block:
        """Play deals and put what is at stake by these strategies beside them."""
        dealt, leaves = self.leaves(seed, first, deals, value)
        codes = np.zeros((deals, N_SIDES, self.splits), np.int32)
        split_block(dealt, codes)
        stakes = np.zeros((deals, N_SIDES, N_STAKES), np.float32)
        values = np.zeros(deals)
        stake_block(self.record, dealt, leaves, codes, *rows, -value, stakes, values)
        return Block(dealt, codes, stakes, values)

    def style(self, bidding: str) -> Rows:
        """What a bidding policy calls with every class, as strategies.

        Raises
        ------
        UserError
            It is unknown, or draws its calls.
        """
        chosen = seating(2, bidding, "random")
        if chosen.bidding[0].policy.id in _DRAWN:
            raise UserError(f"bidding {bidding!r}: it must call alike with the same hand; take a built-in policy")
        rows = no_rows()
        for seat in range(N_SIDES):
            style_rows(self.record, chosen.family, new_desk(), seat, rows[seat])
        return rows


def rows_of(calls: NDArray[np.uint8]) -> Rows:
    """The strategies of a chart's calls (uint8, shape (4, N_CLASSES); see ``policies.charted``)."""
    rows = no_rows()
    every = np.arange(N_CLASSES)
    for seat, into in enumerate(rows):
        into[every, np.where(calls[seat] == PLAY_1, FIRST_PLAY, FIRST_PASS)] = 1
        into[every, SECOND + calls[N_SIDES + seat].astype(int)] = 1
    return rows


def calls_of(rows: Rows) -> NDArray[np.uint8]:
    """The call that weighs most at each decision, ties to the earlier: uint8, shape (4, N_CLASSES)."""
    first = [own[:, FIRST_PLAY] >= own[:, FIRST_PASS] for own in rows]
    second = [own[:, SECOND : SECOND + N_SECOND].argmax(axis=1) for own in rows]
    return np.array(first + second).astype(np.uint8)


def no_rows() -> Rows:
    """Strategies in which nothing weighs: every call alike."""
    return np.zeros((N_CLASSES, ROW), np.float32), np.zeros((N_CLASSES, ROW), np.float32)


class Crew:
    """Threads that play blocks and divide the classes; what comes out never depends on how many they are."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.pool = ThreadPoolExecutor(workers, "debertz")

    def blocks(self, game: Game, seed: int, first: int, deals: int, rows: Rows, value: float) -> list[Block]:
        """Deals ``first`` .. in blocks, all by the same strategies."""
        starts = range(first, first + deals, BLOCK)

        def play(start: int) -> Block:
            return game.block(seed, start, min(BLOCK, first + deals - start), rows, value)

        return list(self.pool.map(play, starts))

    def divide(self, work: Any) -> None:
        """Do ``work(seat, share, shares)`` for each seat and each share of the classes."""
        shares = max(1, -(-self.workers // N_SIDES))
        jobs = [(seat, share, shares) for seat in range(N_SIDES) for share in range(shares)]
        list(self.pool.map(lambda job: work(*job), jobs))

    def close(self) -> None:
        """Let the threads go; work not begun is dropped."""
        self.pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def crew(workers: int) -> Iterator[Crew]:
    """A crew for the time of the block."""
    found = Crew(workers)
    try:
        yield found
    finally:
        found.close()
