"""Checks, their verdicts, and what is a failure.

Every verdict is a p-value: the chance of a result at least as bad if nothing is wrong.  It fails below ``LEVEL``.  A
sound suite of m verdicts fails with a chance of at most m ``LEVEL``, whatever they have to do with each other; with up
to ``MOST`` verdicts that is at most one run in a thousand.  The seeds are fixed, so that a suite that has passed passes
again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from tests.pvalues import binomial_tail

LEVEL = 1e-6
MOST = 1_000


class Verdict(NamedTuple):
    """One judged number: what was looked at, what was found, and its p-value."""

    what: str
    found: str
    p: float

    @property
    def failed(self) -> bool:
        return self.p < LEVEL


@dataclass(frozen=True)
class Check:
    """One kind of promise, judged in several places.

    Parameters
    ----------
    name, promise
        Its name on the command line, and in one line what is promised.
    run
        ``run(thing, scale)`` judges a thing; ``scale`` 1 is the full size, smaller numbers have fewer repetitions.
    sound
        The thing as the package has it: a source of random numbers, a way to make intervals.
    faults
        Things with one mistake each, by what the mistake is; at least one verdict must fail for each.
    least
        The smallest scale at which the faults are found.
    """

    name: str
    promise: str
    run: Callable[[Any, float], list[Verdict]]
    sound: Any
    faults: Mapping[str, Any]
    least: float = 0.02

    def verdicts(self, fault: str | None = None, scale: float = 1.0) -> list[Verdict]:
        """What comes of the sound thing, or of one with a mistake."""
        return self.run(self.sound if fault is None else self.faults[fault], scale)


class Band(NamedTuple):
    """Between which shares the true coverage is promised to lie."""

    low: float
    high: float = 1.0


def covered(what: str, hits: int, runs: int, band: Band) -> Verdict:
    """Whether ``hits`` intervals that hold the truth, of ``runs``, agree with a coverage within the band.

    Each side of the band is a one-sided exact binomial test; p is twice the smaller, at most 1.
    """
    too_few = binomial_tail(runs - hits, runs, 1 - band.low)
    too_many = binomial_tail(hits, runs, band.high) if band.high < 1 else 1.0
    share = f"{100 * hits / runs:6.2f} % of {runs:,} (promised {100 * band.low:g} to {100 * band.high:g})"
    return Verdict(what, share, min(1.0, 2 * min(too_few, too_many)))


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """The one with the smallest p-value."""
    return min(verdicts, key=lambda verdict: verdict.p)


def runs_at(scale: float, full: int, least: int = 1) -> int:
    """How many repetitions ``scale`` means."""
    return max(least, round(full * scale))
