"""``--until-decided``: which rule set is ahead on the headline, to be asked at every look."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from debertz_sim.experiment.estimates import Gap, gaps
from debertz_sim.experiment.metrics import BIN_WIDTH, dealt
from debertz_sim.experiment.program import Program
from debertz_sim.experiment.sums import Part
from debertz_sim.stats import PERCENTAGE_POINTS, difference_arm, family_confidence, leader

FIRST_LOOK = 10_000  # looks are at multiples of this
STEPS = 16  # a look is not taken before so many parts of the deals more


class Verdict(NamedTuple):
    """Who leads.

    Parameters
    ----------
    ahead
        The rule set whose headline is larger than that of every other one; ``None``: not decided yet.
    pairs
        For each pair (``"B-A"``) the rule set ahead, or ``None``.
    """

    ahead: str | None
    pairs: dict[str, str | None]


def judge(
    program: Program,
    parts: Mapping[tuple[str, str], Part],
    deals: int,
    metric: str,
    confidence: float,
    best_at: float,
) -> Verdict:
    """Who leads on the metric after so many deals; ``parts``: the joint sums of each pair of rule sets.

    However often this is asked, over all looks together a worse rule set is ahead of a better one, or one of two equal
    ones ahead of the other, with chance at most 1 - ``confidence``.
    """
    level = family_confidence(confidence, len(parts))
    pairs: dict[str, str | None] = {}
    wins: dict[str, int] = {}
    for (a, b), part in parts.items():
        (gap,) = gaps(program, part, metric)
        name = leader(
            *gap.sums, deals, level, best_at=best_at, matched=_is_matched(gap, program), step=_step(gap, program)
        )
        pairs[difference_arm(b, a)] = side = {"A": a, "B": b, None: None}[name]
        if side is not None:
            wins[side] = wins.get(side, 0) + 1
    arms = {arm for pair in parts for arm in pair}
    return Verdict(next((arm for arm, won in wins.items() if won == len(arms) - 1), None), pairs)


def _is_matched(gap: Gap, program: Program) -> bool:
    """Whether every deal counts under both rule sets: only then may the deals that one alone wins be counted out.

    Which deals are played depends on the rules.
    """
    return gap.unit == PERCENTAGE_POINTS and gap.among is dealt


def _step(gap: Gap, program: Program) -> float:
    """What one deal may make: a share 1, a mean as many points as one side can be ahead."""
    return 1.0 if gap.unit == PERCENTAGE_POINTS else float(max(1, farthest(program)))


def farthest(program: Program) -> int:
    """The largest margin that has a bin."""
    bins = (cell.share.group for cell in program.cells if cell.share.metric == "margin_histogram")
    return max((abs(int(group["to"])) for group in bins), default=BIN_WIDTH)


def best_at(most: int) -> float:
    """The number of deals at which the rule needs least: between the first look and the last on a scale of ratios."""
    return float((FIRST_LOOK * max(most, FIRST_LOOK)) ** 0.5)


def next_look(deals: int, most: int) -> int:
    """The number of deals at which to look next."""
    step = max(FIRST_LOOK, deals // STEPS // FIRST_LOOK * FIRST_LOOK)
    return min(deals + step, most)


def to_json(verdict: Verdict, metric: str, deals: int, confidence: float) -> dict[str, Any]:
    """The entry ``verdict`` of the provenance."""
    return {"metric": metric, "ahead": verdict.ahead, "deals": deals, "confidence": confidence, "pairs": verdict.pairs}
