"""What a deal is worth to forehand when both bid and play by the same policies: given, or sampled."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from debertz_sim.bids.posterior import GameValue
from debertz_sim.bids.spec import BidSpec
from debertz_sim.engine.rows import C_CLAIMER, C_OUTCOME, C_PLACE, N_COLUMNS, N_PLACE, P_WRITTEN
from debertz_sim.experiment.work import BLOCK, play_rows
from debertz_sim.kernels.state import ALL_PASS, INSTANT_WIN, REDEAL
from debertz_sim.policies import charted
from debertz_sim.policies.registry import Seating, seating
from debertz_sim.rules import RuleSet

DEALS = 65_536
CHART = "chart"
STAND_IN = "expert"  # for play that is too slow, and for open hands


def game_value(spec: BidSpec) -> GameValue:
    """The value of the game for a question; raises ``UserError`` if a policy's choice was not legal.

    Sampled on deals 0 .. ``DEALS`` - 1 of the seed, the very deals that ``simulate`` plays, whose dealt-anew deals are
    worth the value itself: all pass loses it (the other side is forehand then), a redeal by right keeps it.
    """
    if spec.value is not None:
        return GameValue(spec.value)
    if not may_be_dealt_anew(spec.rules):
        return GameValue(0.0, source="unused")
    known = _of_chart(spec)
    if known is not None:
        return known
    play = STAND_IN if spec.searching or spec.open_hands else spec.play
    seated = seating(2, spec.bidding, play, exchange=spec.exchange)
    return _sampled(_Key(spec.rules, seated, spec.seed), spec.workers)


def _of_chart(spec: BidSpec) -> GameValue | None:
    """The value that a chart was built with, if the bids are a chart's and rules and play the same."""
    kind, _, name = spec.bidding.partition(":")
    if kind != CHART:
        return None
    about = charted.load(name).about
    rules = {key: value for key, value in dict(about.get("rules") or {}).items() if key != "name"}
    same = rules == {key: value for key, value in spec.rules.to_dict().items() if key != "name"}
    play = dict(about.get("policies") or {}).get("play")
    if about["objective"] != "points" or not same or play != spec.policies.describe()["play"] or "value" not in about:
        return None
    return GameValue(float(about["value"]), float(about.get("value_se") or 0.0), spec.bidding, int(about["deals"]))


def may_be_dealt_anew(rules: RuleSet) -> bool:
    """Whether a deal can end without being played, so that its value matters."""
    return rules.all_pass == "redeal" or rules.redeal_four_sevens or rules.redeal_max_points != "none"


class _Key:
    """Rules, policies and seed, by which a value is remembered."""

    def __init__(self, rules: RuleSet, seated: Seating, seed: int) -> None:
        self.rules, self.seated, self.seed = rules, seated, seed
        self._same = (rules.hash, seated, seed)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self._same == other._same

    def __hash__(self) -> int:
        return hash(self._same)


@lru_cache(maxsize=32)
def _remembered(key: _Key) -> list[GameValue]:
    return []


def _sampled(key: _Key, workers: int) -> GameValue:
    """Threads do not change the value, so that they are no part of what is remembered."""
    known = _remembered(key)
    if not known:
        known.append(_sample(key, workers))
    return known[0]


def _sample(key: _Key, workers: int) -> GameValue:
    record = key.rules.lower()[0]
    target = key.rules.target if isinstance(key.rules.target, int) else 0

    def block(first: int) -> Any:
        rows = np.zeros((BLOCK, N_COLUMNS), np.int32)
        play_rows(record, key.seated, key.seed, first, rows)
        return _block_sums(rows.astype(np.int64), target)

    with ThreadPoolExecutor(workers, "debertz") as pool:
        total = sum(pool.map(block, range(0, DEALS, BLOCK)))
    return replace(value_from(total), play=key.seated.play[0].name)


def _block_sums(rows: Any, target: int) -> Any:
    """Sums and products of (1, x, w): x forehand's written points minus the dealer's, w the weight of the deal."""
    outcome = rows[:, C_OUTCOME]
    x = rows[:, C_PLACE + P_WRITTEN] - rows[:, C_PLACE + N_PLACE + P_WRITTEN]
    x = np.where(np.isin(outcome, (ALL_PASS, REDEAL)), 0, x)
    x = np.where(outcome == INSTANT_WIN, np.where(rows[:, C_CLAIMER] == 0, target, -target), x)
    # V = mean(x) - V p(all pass) + V p(redeal): a deal weighs 1, thrown in 2, dealt again 0
    w = 1 + (outcome == ALL_PASS).astype(np.int64) - (outcome == REDEAL)
    columns = np.stack([np.ones_like(x), x, w])
    return columns @ columns.T


def value_from(sums: Any) -> GameValue:
    """The ratio of the sums of x and w, with the error of a ratio; ``sums``: (3, 3) products of (1, x, w)."""
    n, x, w = (int(number) for number in sums[0])
    xx, xw, ww = int(sums[1, 1]), int(sums[1, 2]), int(sums[2, 2])
    value = x / w
    spread = xx - 2 * value * xw + value * value * ww
    return GameValue(value, math.sqrt(spread * n / (n - 1)) / w, "sampled", n)
