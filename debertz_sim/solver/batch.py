"""Many positions at once: arrays in, arrays out, on as many threads as wanted; no number depends on how many.

A position is a row: ``hands`` int64 (n, players), masks of the cards still held; ``trump`` and ``to_move`` int64 (n,);
``lying`` int64 (n, 3), the cards of the trick in the order of play, -1 behind the last (left out: nothing lies).  Two
players, or pairs.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from debertz_sim._jit import kernel
from debertz_sim.kernels.bits import seat_after
from debertz_sim.kernels.tricks import beats, legal_cards
from debertz_sim.solver import pairs, two

Ints = NDArray[np.int64]
MOST_LYING = 3
CARDS = 32
_ROWS = 64  # solved between two looks at the queue; whole deals of pairs take milliseconds each
_MANY_ROWS = 4096


@kernel
def legal_now(rules, trump, hand, to_move, lying):
    """The cards (mask) that the seat to move may lay from ``hand`` on the cards ``lying`` (int64, shape (3,))."""
    if lying[0] < 0:
        return hand
    if rules.players == 2:
        return two.legal_replies(rules, trump, hand, lying[0])
    count = pairs.cards_lying(lying)
    best = lying[0]
    holder = seat_after(to_move, rules.players - count, rules.players)
    leader = holder
    for k in range(1, count):
        if beats(rules, trump, lying[k], best):
            best = lying[k]
            holder = seat_after(leader, k, rules.players)
    return legal_cards(rules, trump, to_move, hand, lying[0] >> 3, best, holder)


@kernel
def _points_of_two(rules, hands, trump, to_move, lying, out, table):
    for k in range(trump.shape[0]):
        out[k] = two.future_points(rules, trump[k], hands[k, 0], hands[k, 1], to_move[k], lying[k, 0], table)


@kernel
def _points_of_pairs(rules, hands, trump, to_move, lying, out, table):
    for k in range(trump.shape[0]):
        out[k] = pairs.future_points(rules, trump[k], hands[k], to_move[k], lying[k], table)


@kernel
def _reaches_of_two(rules, hands, trump, to_move, lying, needed, out, table):
    for k in range(trump.shape[0]):
        out[k] = two.reaches(rules, trump[k], hands[k, 0], hands[k, 1], to_move[k], lying[k, 0], needed[k], table)


@kernel
def _reaches_of_pairs(rules, hands, trump, to_move, lying, needed, out, table):
    for k in range(trump.shape[0]):
        out[k] = pairs.reaches(rules, trump[k], hands[k], to_move[k], lying[k], needed[k], table)


@kernel
def _cards_of_two(rules, hands, trump, to_move, lying, out, table):
    for k in range(trump.shape[0]):
        legal = legal_now(rules, trump[k], hands[k, to_move[k]], to_move[k], lying[k])
        led = lying[k, 0]
        two.card_values(rules, trump[k], hands[k, 0], hands[k, 1], to_move[k], led, legal, out[k], table)


@kernel
def _cards_of_pairs(rules, hands, trump, to_move, lying, out, table):
    for k in range(trump.shape[0]):
        legal = legal_now(rules, trump[k], hands[k, to_move[k]], to_move[k], lying[k])
        pairs.card_values(rules, trump[k], hands[k], to_move[k], lying[k], legal, out[k], table)


def future_points(
    rules: Any, hands: Ints, trump: Ints, to_move: Ints, lying: Ints | None = None, workers: int = 1
) -> Ints:
    """What seat 0 (in pairs seats 0 and 2) still makes of each position with best play of all, int64 (n,).

    ``rules``: a record of type RULES of two players or pairs; the other arguments as in the module's text.  Card points
    of all tricks from the one under way on, and the last ten.
    """
    columns = _columns(hands, trump, to_move, lying)
    out = np.zeros(len(columns[1]), np.int64)
    return _solve(rules, (_points_of_two, _points_of_pairs), columns, out, workers)


def reaches(
    rules: Any, hands: Ints, trump: Ints, to_move: Ints, needed: Ints, lying: Ints | None = None, workers: int = 1
) -> NDArray[np.bool_]:
    """Whether seat 0 (in pairs seats 0 and 2) still makes ``needed`` (int64, (n,)) points, bool (n,); see above."""
    columns = (*_columns(hands, trump, to_move, lying), np.ascontiguousarray(needed, np.int64))
    out = np.zeros(len(columns[1]), np.bool_)
    return _solve(rules, (_reaches_of_two, _reaches_of_pairs), columns, out, workers)


def card_values(
    rules: Any, hands: Ints, trump: Ints, to_move: Ints, lying: Ints | None = None, workers: int = 1
) -> Ints:
    """What the mover (in pairs his side) still makes after each card, int64 (n, 32), -1 for cards he may not lay."""
    columns = _columns(hands, trump, to_move, lying)
    out = np.full((len(columns[1]), CARDS), -1, np.int64)
    return _solve(rules, (_cards_of_two, _cards_of_pairs), columns, out, workers)


def _columns(hands: Ints, trump: Ints, to_move: Ints, lying: Ints | None) -> tuple[Ints, Ints, Ints, Ints]:
    if lying is None:
        lying = np.full((len(trump), MOST_LYING), -1)
    hands, trump, to_move, lying = (np.ascontiguousarray(column, np.int64) for column in (hands, trump, to_move, lying))
    return hands, trump, to_move, lying


def _solve(rules: Any, kernels: tuple[Any, Any], columns: tuple[Ints, ...], out: Any, workers: int) -> Any:
    """Fill ``out`` row by row, in pieces that the threads take as they are free."""
    two_players = rules.players == 2
    work = kernels[0] if two_players else kernels[1]
    new_table: Callable[[], Any] = two.new_table if two_players else pairs.new_table
    size = _MANY_ROWS if two_players else _ROWS
    pieces = [slice(first, first + size) for first in range(0, len(out), size)]

    def do(its: list[slice]) -> None:
        table = new_table()
        while its:
            try:
                piece = its.pop()
            except IndexError:  # another thread took the last one
                return
            work(rules, *(column[piece] for column in columns), out[piece], table)

    if workers == 1 or len(pieces) < 2:
        do(pieces)
        return out
    with ThreadPoolExecutor(workers, "debertz") as pool:
        for done in [pool.submit(do, pieces) for _ in range(min(workers, len(pieces)))]:
            done.result()
    return out
