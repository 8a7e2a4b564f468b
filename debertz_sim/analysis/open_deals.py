"""The open deals of a seed solved: what forehand's side makes on average when all cards are open."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

import numpy as np

from debertz_sim._jit import KERNEL_HASH
from debertz_sim.analysis.position import lowered, require_solvable
from debertz_sim.errors import UserError
from debertz_sim.experiment.spec import rules_words
from debertz_sim.kernels.rng import STREAM_VERSION
from debertz_sim.kernels.scoring import LAST_TRICK_POINTS
from debertz_sim.provenance import record
from debertz_sim.results import Result
from debertz_sim.rules import RuleSet
from debertz_sim.solver import batch
from debertz_sim.solver.deals import open_deals
from debertz_sim.stats import Estimate, normal_mean, wilson
from debertz_sim.variants import from_spec

KIND = "solve"
_CHUNK = {2: 65_536, 4: 512}  # deals between two looks at Ctrl-C, by players


def require_open(rules: RuleSet) -> RuleSet:
    """The rules, if their deals can be solved before the first lead; raises ``UserError``."""
    require_solvable(rules)
    if rules.form == "terts":
        raise UserError(f"rules {rules.name}: most of terts is played with a stock; only its open endings are solved")
    return rules


def solve_deals(
    rules: RuleSet,
    deals: int,
    seed: int,
    workers: int = 1,
    confidence: float = 0.95,
    stop: Callable[[], bool] = lambda: False,
) -> Result:
    """Solve deals 0 .. ``deals`` - 1 of a seed (``solver.deals``) on ``workers`` threads.

    Metrics: ``solved_points``, the card points with the last ten that each side makes with best play of all, for the
    groups {seat} forehand and dealer, in pairs {side} forehand_side and dealer_side; ``solved_majority``, the share of
    deals in which forehand's side makes more than the other.  Once ``stop`` says yes the result is a partial one.

    Raises
    ------
    UserError
        There is no solver for these rules.
    KeyboardInterrupt
        Stopped before the first chunk was done.
    """
    require_open(rules)
    started, clock = datetime.now(UTC), time.perf_counter()
    sums, done = np.zeros(5, np.int64), 0
    while done < deals and not stop():
        count = min(_CHUNK[rules.players], deals - done)
        sums += _chunk(rules, seed, done, count, workers)
        done += count
    if not done:
        raise KeyboardInterrupt
    provenance = record(
        command=shlex.join(["debertz", "solve", "--deals", str(deals), "--seed", str(seed), *rules_words(rules)]),
        rules=rules.to_dict(),
        rules_hash=rules.hash,
        seed=seed,
        stream=STREAM_VERSION,
        deals_requested=deals,
        deals_done=done,
        partial=done < deals,
        policies={},
        started=started,
        seconds=time.perf_counter() - clock,
        workers=workers,
        kernel_hash=KERNEL_HASH,
        confidence=confidence,
        options={"kind": KIND, "deals": deals},
    )
    return Result(tuple(_estimates(rules, sums, done, confidence)), provenance)


def rerun(provenance: Mapping[str, Any], workers: int = 1) -> Result:
    """The same deals once more; raises ``UserError`` if the provenance is not one of solved deals."""
    try:
        if provenance["options"]["kind"] != KIND:
            raise ValueError("kind")
        rules, deals = from_spec(provenance["rules"]), int(provenance["deals_done"])
        seed, confidence = int(provenance["seed"]), float(provenance["confidence"])
    except (KeyError, TypeError, ValueError) as error:
        raise UserError(
            f"provenance of solve: {type(error).__name__} {error}; it must be that of solved deals"
        ) from None
    return solve_deals(rules, deals, seed, workers, confidence)


def _chunk(rules: RuleSet, seed: int, first: int, count: int, workers: int) -> Any:
    """Sums over deals: forehand's points and their squares, the dealer's, and how often forehand makes more."""
    record = lowered(rules)
    deals = open_deals(record, seed, first, count)
    even = batch.future_points(record, deals.hands, deals.trump, deals.to_move, workers=workers)
    forehand_even = (np.arange(first, first + count) % rules.players + 1) % 2 == 0  # forehand sits behind the dealer
    total = _totals(record, deals.hands, deals.trump)
    forehand = np.where(forehand_even, even, total - even)
    dealer = total - forehand
    more = (forehand > dealer).sum()
    return np.array([forehand.sum(), forehand @ forehand, dealer.sum(), dealer @ dealer, more], np.int64)


def _totals(record: Any, hands: batch.Ints, trump: batch.Ints) -> batch.Ints:
    """All points of each deal, with the last ten."""
    held = np.bitwise_or.reduce(hands, axis=1)
    total = np.full(len(trump), LAST_TRICK_POINTS, np.int64)
    for card in range(32):
        total += (held >> card & 1) * record.points[(trump == card >> 3).astype(int), card & 7]
    return total


def _estimates(rules: RuleSet, sums: Any, done: int, confidence: float) -> list[Estimate]:
    key, ending = ("seat", "") if rules.players == 2 else ("side", "_side")
    means = [
        normal_mean(
            int(sums[2 * place]),
            int(sums[2 * place + 1]),
            done,
            confidence,
            metric="solved_points",
            group={key: f"{name}{ending}"},
        )
        for place, name in enumerate(("forehand", "dealer"))
    ]
    more = wilson(int(sums[4]), done, confidence, metric="solved_majority", group={key: f"forehand{ending}"})
    return [*means, more]
