"""How the tables of three and four seats are learned (``policies.expert_sides``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from debertz_sim._jit import inlined, kernel, lowest, popcount
from debertz_sim.policies import families
from debertz_sim.policies.expert_sides import (
    GROUPS,
    LEAD,
    PLAIN,
    ROLES,
    SIZES,
    STRIDE,
    TRUMPS,
    discard_places,
    lead_places,
    line_of,
    plain_places,
    spot_of,
    trump_places,
)
from debertz_sim.training.collect import Lessons, collect
from debertz_sim.training.fit import Sample, fit
from debertz_sim.variants import resolve

PIECES = max(map(len, SIZES))
NOTHING = ROLES * STRIDE  # stands in for the pieces that a kind of decision has not
UNIT = 64  # table numbers in a trick point of the margin


@inlined
def _note(places, role, row):
    for k in range(len(row)):
        row[k] = NOTHING
    k = 0
    for place in places:
        row[k] = role * STRIDE + place
        k += 1


@kernel
def _design(rules, views, values, columns, brought, ends):
    """Fill a Sample's arrays with what ``values`` say of the ``views``."""
    row = np.int64(0)
    for d in range(views.shape[0]):
        v = views[d]
        spot = spot_of(rules, v)
        cards = v.legal
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            line = line_of(spot, card >> 3)
            place = np.int64(rules.strength[line.is_trump, card & 7])
            if spot.kind == LEAD:
                _note(lead_places(spot, line, place), spot.role, columns[row])
            elif spot.kind == PLAIN:
                _note(plain_places(spot, line, place), spot.role, columns[row])
            elif spot.kind == TRUMPS:
                _note(trump_places(spot, line, place), spot.role, columns[row])
            else:
                _note(discard_places(spot, line, place), spot.role, columns[row])
            brought[row] = values[d, card]
            row += 1
        ends[d + 1] = row


def sample_of(rules: Any, lessons: Lessons) -> Sample:
    """What the lessons teach: columns of the tables of all roles one behind the other (``role * STRIDE`` + place)."""
    rows = int(np.bitwise_count(lessons.views["legal"]).sum(dtype=np.int64))
    sample = Sample(
        np.empty((rows, PIECES), np.int32), np.empty(rows, np.float64), np.zeros(len(lessons.views) + 1, np.int64)
    )
    _design(rules, lessons.views, lessons.values, *sample)
    return sample


def joined(samples: Sequence[Sample]) -> Sample:
    """Several samples as one."""
    offsets = np.cumsum([0] + [len(sample.brought) for sample in samples])
    ends = [sample.ends[1:] + offset for sample, offset in zip(samples, offsets, strict=False)]
    return Sample(
        np.concatenate([sample.columns for sample in samples]),
        np.concatenate([sample.brought for sample in samples]),
        np.concatenate([np.zeros(1, np.int64), *ends]),
    )
