"""Intervals and decisions that are looked at again and again: confidence sequences, who leads, stopping at a width.

Whether a run of looks was right at all of them is decided at the looks where it is hardest: where the truth is farthest
outside by the rule's own measure, and where it is by the ordinary one.  There the package's own function is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim.stats import (
    PERCENTAGE_POINTS,
    Estimate,
    difference_sequence,
    limit_leads,
    log_evidence,
    mean_sequence,
    next_total,
    normal_mean,
    paired_difference,
    proportion_sequence,
    sequence_factor,
    sign_leads,
    wilson,
)
from tests.calibration.coverage import Law, holds, law, one_sided, pair_sums, score, wald
from tests.calibration.judge import Band, Check, Verdict, covered, runs_at

LOOK = 1_000  # deals from one look to the next
ALWAYS = Band(0.95)  # at all looks together, with nothing to spare


class Sequences(NamedTuple):
    """Intervals that are looked at again and again: of shares, means, paired differences; the last is ``best_at``."""

    share: Callable[[int, int, int], Estimate]
    mean: Callable[[int, int, int, int], Estimate]
    pair: Callable[..., Estimate]


def _share(k: int, n: int, best_at: int) -> Estimate:
    return proportion_sequence(k, n, best_at=best_at, metric="share")


def _mean(total: int, total_sq: int, n: int, best_at: int) -> Estimate:
    return mean_sequence(total, total_sq, n, best_at=best_at, metric="mean")


def _pair(counts: NDArray[np.int64], kinds: Law, n: int, best_at: int) -> Estimate:
    return difference_sequence(
        *pair_sums(counts, kinds.rows), n, best_at=best_at, metric="made", unit=PERCENTAGE_POINTS
    )


SEQUENCES = Sequences(_share, _mean, _pair)
ORDINARY = Sequences(
    lambda k, n, best_at: wilson(k, n, metric="share"),
    lambda total, total_sq, n, best_at: normal_mean(total, total_sq, n, metric="mean"),
    lambda counts, kinds, n, best_at: paired_difference(
        *pair_sums(counts, kinds.rows), n, metric="made", unit=PERCENTAGE_POINTS
    ),
)


def hardest(*measures: NDArray[np.float64]) -> NDArray[np.int64]:
    """The looks with the largest of each measure (runs, looks) -> (runs, measures)."""
    return np.stack([measure.argmax(axis=1) for measure in measures], axis=1)


def share_sequences(rule: Sequences, p: float, looks: int, runs: int, rng: np.random.Generator) -> int:
    """In how many runs the interval of a share holds it at all looks."""
    n = np.arange(1, looks + 1) * LOOK
    k = np.cumsum(rng.binomial(LOOK, p, (runs, looks)), axis=1)
    best_at = int(n[-1])
    evidence = log_evidence(k, np.broadcast_to(n, k.shape), p, best_at=best_at)
    z = np.abs(k - n * p) / np.sqrt(n * p * (1 - p))
    return sum(
        all(holds(rule.share(int(k[run, look]), int(n[look]), best_at), p) for look in set(worst.tolist()))
        for run, worst in enumerate(hardest(evidence, z))
    )


def mean_sequences(rule: Sequences, kinds: Law, looks: int, runs: int, rng: np.random.Generator) -> int:
    """In how many runs the interval of a mean holds it at all looks."""
    n = np.arange(1, looks + 1) * LOOK
    counts = rng.multinomial(LOOK, kinds.chances, (runs, looks)).cumsum(axis=1)
    x = kinds.rows[:, 0]
    total, squares = counts @ x, counts @ x**2
    best_at = int(n[-1])
    truth = kinds.mean(0)
    variance = (squares - total**2 / n) / (n - 1) / n
    z = np.abs(total / n - truth) / np.sqrt(variance)
    looked = hardest(z / np.asarray(sequence_factor(n, best_at=best_at)), z)
    return sum(
        all(
            holds(rule.mean(int(total[run, look]), int(squares[run, look]), int(n[look]), best_at), truth)
            for look in set(worst.tolist())
        )
        for run, worst in enumerate(looked)
    )


def pair_sequences(rule: Sequences, kinds: Law, looks: int, runs: int, rng: np.random.Generator) -> int:
    """In how many runs the interval of a paired difference holds it at all looks; the denominators are all 1."""
    n = np.arange(1, looks + 1) * LOOK
    counts = rng.multinomial(LOOK, kinds.chances, (runs, looks)).cumsum(axis=1)
    step = kinds.rows[:, 2] - kinds.rows[:, 0]
    truth, best_at = kinds.mean(2) - kinds.mean(0), int(n[-1])
    total = counts @ step
    variance = np.maximum((counts @ step**2 - total**2 / n) / (n - 1) / n, 1e-300)
    z = np.abs(total / n - truth) / np.sqrt(variance)
    looked = hardest(z / np.asarray(sequence_factor(n, best_at=best_at)), z)
    return sum(
        all(holds(rule.pair(counts[run, look], kinds, int(n[look]), best_at), truth) for look in set(worst.tolist()))
        for run, worst in enumerate(looked)
    )


MEAN_LAWS = [
    law("die", *((1, (k,)) for k in range(1, 7))),
    law("terts, fifty or nothing", (0.82, (0,)), (0.155, (20,)), (0.025, (50,))),
]
PAIR_LAWS = [one_sided(150, 150, LOOK), one_sided(40, 30, LOOK)]


def sequences(rule: Sequences, scale: float) -> list[Verdict]:
    """Confidence sequences hold the truth at all of 200 looks."""
    rng, looks, found = np.random.default_rng(31), 200, []
    runs = runs_at(scale, 2_000)
    for p in (0.3, 0.01):
        good = share_sequences(rule, p, looks, runs, rng)
        found.append(covered(f"share of {100 * p:g} %, {looks} looks", good, runs, ALWAYS))
    runs = runs_at(scale, 5_000)
    for kinds in MEAN_LAWS:
        good = mean_sequences(rule, kinds, looks, runs, rng)
        found.append(covered(f"mean: {kinds.what}, {looks} looks", good, runs, ALWAYS))
    for kinds in PAIR_LAWS:
        good = pair_sequences(rule, kinds, looks, runs, rng)
        found.append(covered(f"difference: {kinds.what} of {LOOK:,}, {looks} looks", good, runs, ALWAYS))
    return found


# --- who leads ---


class Leaders(NamedTuple):
    """Decisions from arrays: of deals won by A alone and by B alone; of difference, variance, base and deals."""

    signs: Callable[..., NDArray[Any]]
    limits: Callable[..., NDArray[Any]]


def naive_signs(a: NDArray[Any], b: NDArray[Any], *, best_at: float) -> NDArray[Any]:
    """Whoever leads by 1.96 standard errors at any look."""
    return np.asarray(np.sign(b - a) * (np.abs(b - a) > 1.96 * np.sqrt(np.maximum(a + b, 1))))


def naive_limits(difference: Any, variance: Any, base: Any, n: Any, *, best_at: float) -> NDArray[Any]:
    """The same of differences of ratios."""
    return np.asarray(np.sign(difference) * (np.abs(difference) > 1.96 * np.sqrt(variance)) * (variance > 0))


LEADERS = Leaders(sign_leads, limit_leads)


def equal_arms(rule: Leaders, differing: float, looks: int, runs: int, rng: np.random.Generator) -> tuple[int, int]:
    """Runs of two equal arms without a winner at any look: by signs, and by the limit law."""
    n = np.arange(1, looks + 1) * LOOK
    fresh = rng.binomial(LOOK, differing, (runs, looks))
    by_b = rng.binomial(fresh, 0.5)
    a, b = np.cumsum(fresh - by_b, axis=1), np.cumsum(by_b, axis=1)
    codes, place = np.unique(a * (1 << 32) + b, return_inverse=True)  # each pair of numbers asked for once
    signs = rule.signs(codes >> 32, codes % (1 << 32), best_at=n[-1])[place].reshape(a.shape)
    variance = (a + b - (b - a) ** 2 / n) / (n * (n - 1.0))
    limits = rule.limits((b - a) / n, variance, n, n, best_at=n[-1])
    return int((signs == 0).all(axis=1).sum()), int((limits == 0).all(axis=1).sum())


def more_deals(rule: Leaders, differing: float, ratio: float, looks: int, runs: int, rng: np.random.Generator) -> int:
    """Runs without a winner of two arms with one ratio, of which B counts more deals, nearly all of them hits."""
    n = np.arange(1, looks + 1) * LOOK
    more = np.cumsum(fresh := rng.binomial(LOOK, differing, (runs, looks)), axis=1)
    hits = np.cumsum(rng.binomial(fresh, ratio), axis=1)
    known = np.cumsum(rng.binomial(LOOK - fresh, ratio), axis=1)
    base = n - more
    r_a, r_b, w = known / base, (known + hits) / n, n / base
    # the squared influences of the four kinds of deals
    total = hits * (1 - r_b) ** 2 + (more - hits) * r_b**2
    total = total + known * ((1 - r_b) - w * (1 - r_a)) ** 2 + (base - known) * (w * r_a - r_b) ** 2
    decided = rule.limits(r_b - r_a, total / (n * (n - 1.0)), base, n, best_at=n[-1])
    return int((decided == 0).all(axis=1).sum())


def leaders(rule: Leaders, scale: float) -> list[Verdict]:
    """Two equal arms, looked at 400 times: in at most 5 % of the runs one of them is named."""
    rng, looks, runs, found = np.random.default_rng(32), 400, runs_at(scale, 2_000), []
    for differing in (0.3, 0.0006):
        by_signs, by_limits = equal_arms(rule, differing, looks, runs, rng)
        what = f"equal arms, {100 * differing:g} % differ, {looks} looks"
        found.append(covered(f"{what}: signs", by_signs, runs, ALWAYS))
        found.append(covered(f"{what}: limit law", by_limits, runs, ALWAYS))
    for differing, share in ((0.01, 0.97), (0.05, 0.997)):
        none = more_deals(rule, differing, share, looks, runs, rng)
        found.append(covered(f"B counts {100 * differing:g} % more, {looks} looks: limit law", none, runs, ALWAYS))
    return found


# --- stopping at a width ---


class Stopping(NamedTuple):
    """An interval and the looks at it: multiples of ``chunk``, the first not before ``minimum``."""

    interval: Callable[[int, int, float], Estimate] = score
    chunk: int = 10_000
    minimum: int = 10_000


STOPS = [(0.3, 0.01), (0.3, 0.003), (0.01, 0.001), (0.002, 0.0006), (0.002, 0.0003)]


def stopping(rule: Stopping, scale: float) -> list[Verdict]:
    """Intervals at the end of runs that stop when they are narrow enough."""
    rng, runs, found = np.random.default_rng(33), runs_at(scale, 20_000), []
    for p, target in STOPS:
        good = 0
        for _ in range(runs):
            n, k, half, estimate = 0, 0, None, rule.interval(0, 1, 0.95)
            while (total := next_total(n, half, target, chunk=rule.chunk, minimum=rule.minimum)) > n:
                k += int(rng.binomial(total - n, p))
                n = total
                estimate = rule.interval(k, n, 0.95)
                half = ((estimate.high or 0.0) - (estimate.low or 0.0)) / 2
            good += holds(estimate, p)
        found.append(covered(f"{100 * p:g} % to {100 * target:g} points", good, runs, Band(0.94, 0.965)))
    return found


CHECKS = [
    Check(
        "sequences",
        "confidence sequences hold at all looks",
        sequences,
        SEQUENCES,
        {"ordinary intervals": ORDINARY},
        least=0.02,
    ),
    Check(
        "leaders",
        "of two equal options seldom one is named",
        leaders,
        LEADERS,
        {
            "1.96 errors at any look": Leaders(naive_signs, naive_limits),
            "no minimum of differing deals": Leaders(sign_leads, partial(limit_leads, minimum=0.0)),
        },
        least=0.1,
    ),
    Check(
        "stopping",
        "stopping at a width keeps the coverage",
        stopping,
        Stopping(),
        {"plug-in error from the first deals on": Stopping(wald, 100, 100)},
        least=0.02,
    ),
]
