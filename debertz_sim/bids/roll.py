"""The crossing into the kernels: worlds of a question, each call made in them."""

from __future__ import annotations

import threading
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim.bids.spec import BidSpec, Spot
from debertz_sim.cards import hand_text
from debertz_sim.engine.calls import (
    ALL_WELL,
    N_DEAL_COLUMNS,
    N_WORLD_COLUMNS,
    NO_WORLD,
    QUESTION,
    call_block,
    open_block,
)
from debertz_sim.engine.deal import new_desk
from debertz_sim.errors import UserError
from debertz_sim.kernels.state import new_record
from debertz_sim.solver.two import new_table

MOST_TRIES = 200_000  # deals until a world fits
BY_POLICY = -1  # a later call that is left to the bidding policy

Ints = NDArray[np.int64]

_mine = threading.local()


class Rolled(NamedTuple):
    """Worlds (worlds, columns W_..), rows (worlds, calls, columns D_..), winners of matches (worlds, calls) or None."""

    worlds: Ints
    rows: Ints
    winners: Ints | None


class NoWorld(UserError):
    """The opponent would hardly ever have called as he did."""


def roll(spec: BidSpec, spot: Spot, calls: tuple[int, ...], later: int, purpose: int, first: int, count: int) -> Rolled:
    """Worlds ``first`` .. of a purpose (``engine.calls``), with these calls made in each.

    Raises
    ------
    NoWorld
        No world fits what was said.
    UserError
        A policy's choice was not legal.
    """
    worlds = np.zeros((count, N_WORLD_COLUMNS), np.int64)
    rows = np.zeros((count, len(calls), N_DEAL_COLUMNS), np.int64)
    winners = np.zeros((count, len(calls)), np.int64)
    rules, family, desk = spec.rules.lower()[0], spec.policies.family, _desk()
    made = np.array(calls, np.int64)
    where = (rules, family, desk, np.uint64(spec.seed), purpose, first)
    question = _question(spec, spot, later)
    if spec.open_hands:
        _check(spec, spot, open_block(*where, question, made, worlds, rows, _solver()))
        return Rolled(worlds, rows, None)
    _check(spec, spot, call_block(*where, question, made, worlds, rows, winners))
    if spec.score is None:
        return Rolled(worlds, rows, None)
    question.in_match = 1
    question.scores[spot.seat], question.scores[1 - spot.seat] = spec.score
    question.pot = spec.pot
    _check(spec, spot, call_block(*where, question, made, np.zeros_like(worlds), np.zeros_like(rows), winners))
    return Rolled(worlds, rows, winners)


def _question(spec: BidSpec, spot: Spot, later: int) -> Any:
    question = new_record(QUESTION)
    question.hand, question.upcard, question.seat, question.passes = spot
    question.later, question.most = later, MOST_TRIES
    return question


def _check(spec: BidSpec, spot: Spot, answer: int) -> None:
    if answer == NO_WORLD:
        raise NoWorld(
            f"bidding {spec.bidding!r}: of {MOST_TRIES:,} deals with hand {hand_text(spot.hand)} there was none "
            "in which the opponent would have passed as he did; name another --bidding"
        )
    if answer != ALL_WELL:
        raise UserError(f"world {answer}: a policy's choice was not legal")


def _desk() -> Any:
    if not hasattr(_mine, "desk"):
        _mine.desk = new_desk()
    return _mine.desk


def _solver() -> Any:
    if not hasattr(_mine, "solver"):
        _mine.solver = new_table()
    return _mine.solver
