"""The lessons of two seats, as rows for the fit."""

from __future__ import annotations

from typing import Any

import numpy as np

from debertz_sim._jit import kernel, lowest
from debertz_sim.policies.expert import outlook_of, places_of
from debertz_sim.policies.expert_table import LEAD, MODEL
from debertz_sim.policies.knowledge import by_strength, card_at
from debertz_sim.training.collect import NO_VALUE, Lessons
from debertz_sim.training.fit import Sample

PARTS = MODEL.parts
_ANSWERS_BEGIN = LEAD.starts[-1]


@kernel
def _describe(rules, views, values, part, places, brought, ends):
    """Fill rows with the decisions of a part (0 leads, 1 answers) in which several cards are weighed; their number."""
    row = 0
    decision = 0
    start = _ANSWERS_BEGIN if part else 0
    for d in range(views.shape[0]):
        v = views[d]
        if (v.lying != 0) != (part != 0):
            continue
        o = outlook_of(rules, v)
        first = row
        weighed = by_strength(v.legal, o.trump) & o.weighed
        while weighed:
            where = lowest(weighed)
            weighed &= weighed - 1
            a, b, c, e = places_of(o, where)
            places[row, 0] = a - start
            places[row, 1] = b - start
            places[row, 2] = c - start
            places[row, 3] = e - start
            brought[row] = values[d, card_at(where, o.trump)]
            row += 1
        if row - first > 1:
            decision += 1
            ends[decision] = row
        else:
            row = first
    return row, decision


def rows_of(rules: Any, lessons: Lessons, part: int) -> Sample:
    """The decisions of a part of ``MODEL`` among the lessons."""
    legal = int((lessons.values[(lessons.views["lying"] != 0) == bool(part)] > NO_VALUE).sum())
    places, brought = np.zeros((legal, len(PARTS[part].blocks)), np.int32), np.zeros(legal)
    ends = np.zeros(len(lessons.views) + 1, np.int64)
    rows, decisions = _describe(rules, lessons.views, lessons.values, part, places, brought, ends)
    return Sample(PARTS[part].columns(places[:rows]), brought[:rows] / lessons.worlds, ends[: decisions + 1])
