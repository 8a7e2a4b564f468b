"""Why a learned policy plays what it plays: what each card counts."""

from __future__ import annotations

from typing import Any

import numpy as np

from debertz_sim._jit import kernel
from debertz_sim.kernels.bits import bit
from debertz_sim.policies import expert_sides_table, expert_table
from debertz_sim.policies.expert import NO_COUNT, best_two
from debertz_sim.policies.expert_sides import best_sides
from debertz_sim.policies.learned import POINT, shipped


@kernel
def _counts(tables: Any, rules: Any, v: Any, counts: Any) -> None:
    """The count of each legal card; NO_COUNT for the others and for those that are not weighed."""
    for card in range(32):
        counts[card] = NO_COUNT
        if v.legal & bit(card):
            if v.in_play == 2:
                _, counts[card] = best_two(tables, rules, v, bit(card))
            else:
                _, counts[card] = best_sides(tables, rules, v, bit(card))


def expert_counts(rules: Any, v: Any) -> dict[int, float]:
    """What play ``expert`` thinks of the legal cards of a view.

    Parameters
    ----------
    rules, v
        A RULES record and the VIEW record of the seat that plays.

    Returns
    -------
    dict
        By card, in trick points below the best card, which has 0.  Cards that are not weighed are missing: they are as
        good as, or worse than, the card that stands for their block of touching cards.
    """
    counts = np.zeros(32, np.int64)
    model = expert_table.MODEL if v.in_play == 2 else expert_sides_table.MODEL
    _counts(shipped(model).ctypes.data, rules, v, counts)
    found = {card: int(count) for card, count in enumerate(counts) if count != NO_COUNT}
    most = max(found.values())
    return {card: (count - most) / POINT for card, count in found.items()}
