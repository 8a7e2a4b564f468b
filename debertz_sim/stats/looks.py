"""One estimate looked at again and again: what is known at each look, with two intervals."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from debertz_sim.stats.anytime import proportion_sequence, sequence_factor
from debertz_sim.stats.estimate import DEFAULT_CONFIDENCE, Estimate


class Look(NamedTuple):
    """What is known after so many ``units`` (deals, or matches).

    ``fixed`` has the interval for a number of units fixed beforehand, ``always`` that of the confidence sequence, right
    at all looks together; both have the same value.
    """

    units: int
    fixed: Estimate
    always: Estimate


def look(units: int, fixed: Estimate, confidence: float = DEFAULT_CONFIDENCE, *, best_at: float) -> Look:
    """The look at an estimate whose independent units are so many.

    A share with Wilson's interval gets the exact sequence of shares, any other estimate the limit sequence, by its
    standard error; without one there is no interval.

    Parameters
    ----------
    units
        Deals, or where deals of a match depend on each other, matches.
    best_at
        The number of units (for a share: of its denominator) at which the sequence is to be narrowest.

    Raises
    ------
    ValueError
        The confidence is not between 0 and 1, or ``best_at`` not positive.
    """
    if fixed.method == "wilson" and fixed.k is not None and fixed.n is not None:
        always = proportion_sequence(
            fixed.k, fixed.n, confidence, best_at=best_at, metric=fixed.metric, group=fixed.group
        )
    elif fixed.se and fixed.value is not None:
        half = float(sequence_factor(units, confidence, best_at=best_at)) * fixed.se
        always = replace(fixed, low=fixed.value - half, high=fixed.value + half, method="sequence")
    else:
        always = replace(fixed, low=None, high=None, se=None, method="sequence")
    return Look(units, fixed, always)


def look_points(total: int, number: int = 150, first: int = 1) -> list[int]:
    """At most ``number`` totals from ``first`` to ``total``, in about equal proportions to each other."""
    points = np.geomspace(min(first, total), total, number)
    return sorted({*np.rint(points).astype(int).tolist(), total})
