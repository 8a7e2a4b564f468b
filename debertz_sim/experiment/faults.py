"""A policy chose what is not legal: which deal, which seat, what it chose and what it might have chosen."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from debertz_sim.cards import card_text, hand_text
from debertz_sim.engine.blocks import play_block, play_matches
from debertz_sim.engine.deal import Desk, keep_log, laid_decks, new_desk
from debertz_sim.engine.reduced import play_shuffles
from debertz_sim.engine.rows import N_COLUMNS, N_MATCH_COLUMNS
from debertz_sim.errors import UserError
from debertz_sim.kernels.state import FAULT_CALL, MAX_SHUFFLES, PASS
from debertz_sim.policies.registry import Seating

SUITS = ("s", "c", "d", "h")


def fault_in_deal(
    rules: Any, policies: Seating, seed: int, index: int, decks: NDArray[np.int8] | None = None, first: int = 0
) -> UserError:
    """The error for deal ``index``, played once more with all decisions logged; ``decks`` as for ``laid_decks``."""
    desk = new_desk()
    views = keep_log(desk)
    with laid_decks(desk, first, decks):
        play_block(rules, policies.family, desk, seed, index, np.zeros((1, N_COLUMNS), np.int32))
    return _error(desk, views, policies, f"deal {index} of seed {seed}")


def fault_in_shuffle(
    rules: Any, policies: Seating, seed: int, index: int, moves: Any, turns: Any, by_rank: bool
) -> UserError:
    """The error for a deal of shuffle ``index``, dealt once more in these ways."""
    desk = new_desk()
    views = keep_log(desk)
    rows, dealt = np.zeros((len(moves), N_COLUMNS), np.int32), np.zeros((0, 0), np.int64)
    play_shuffles(rules, policies.family, desk, seed, index, moves, turns, by_rank, rows, dealt)
    return _error(desk, views, policies, f"a deal of shuffle {index} of seed {seed}")


def fault_in_match(rules: Any, policies: Seating, seed: int, number: int) -> UserError:
    """The error for match ``number``, played once more."""
    desk = new_desk()
    views = keep_log(desk)
    match_rows, rows = np.zeros((1, N_MATCH_COLUMNS), np.int32), np.zeros((MAX_SHUFFLES, N_COLUMNS), np.int32)
    where, done = np.zeros((MAX_SHUFFLES, 2), np.int64), np.zeros(2, np.int64)
    play_matches(rules, policies.family, desk, seed, number, match_rows, where, rows, done)
    deal = int(desk.streams.index) - number * MAX_SHUFFLES
    return _error(desk, views, policies, f"match {number} of seed {seed}, deal {deal}")


def _error(desk: Desk, views: Any, policies: Seating, where: str) -> UserError:
    last = int(desk.log.count) - 1
    view, chosen = views[last], int(desk.log.chosen[last])
    seat = int(view.seat)
    if desk.t.fault == FAULT_CALL:
        role, choice = "bidding", policies.bidding[seat]
        legal = [_call(call) for call in range(PASS + 1) if int(view.legal) >> call & 1]
        said = _call(chosen)
    else:
        role, choice = "play", policies.play[seat]
        legal = [hand_text(int(view.legal))]
        where += f", trick {int(view.trick)}"
        said = card_text(chosen) if 0 <= chosen < 32 else str(chosen)
    return UserError(f"{where}, seat {seat}: {role} {choice.name} chose {said}; legal: {' '.join(legal)}")


def _call(call: int) -> str:
    return "pass" if call == PASS else SUITS[call] if 0 <= call < PASS else str(call)
