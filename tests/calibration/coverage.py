"""Intervals at one look: what share of many samples of a known law has an interval that holds the truth.

Samples are drawn as counts of a few kinds of deals (or matches), whose chances are known, so that the truth is too; the
interval is the package's own, from the same integer sums that a run has.  What is judged is called a rule: a function
from sums to an ``Estimate``; the faults are rules that have been used elsewhere and promise too much.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim.experiment.estimates import ratio
from debertz_sim.stats import (
    PERCENTAGE_POINTS,
    POINTS,
    PROPORTION,
    CrossSums,
    Estimate,
    RatioSums,
    independent_difference,
    normal_mean,
    paired_difference,
    simultaneous,
    unpaired_difference,
    wilson,
    z_value,
)
from tests.calibration.judge import Band, Check, Verdict, covered, runs_at
from tests.pvalues import two_sided_p, uniform_p

# What intervals of 95 % are promised to cover.  Hits are whole, so that the coverage of a share's interval swings about
# 95 %; the normal interval of skewed numbers is a little low.
USUAL = Band(0.94, 0.96)
AT_LEAST = Band(0.945)  # of rules that are made to cover too much rather than too little


def holds(estimate: Estimate, truth: float) -> bool:
    """Whether the interval holds the truth; a missing one holds everything that is not its value."""
    if estimate.low is None or estimate.high is None:
        return estimate.value == truth
    return estimate.low <= truth <= estimate.high


def narrow(estimate: Estimate, part: float = 0.85) -> Estimate:
    """The interval shrunk about its value: 1.67 standard errors instead of 1.96."""
    if estimate.value is None or estimate.low is None or estimate.high is None:
        return estimate
    value = estimate.value
    return replace(estimate, low=value - part * (value - estimate.low), high=value + part * (estimate.high - value))


# --- shares ---

ShareRule = Callable[[int, int, float], Estimate]


def score(k: int, n: int, confidence: float) -> Estimate:
    """Wilson's interval."""
    return wilson(k, n, confidence, metric="share")


def wald(k: int, n: int, confidence: float) -> Estimate:
    """The value plus and minus z times its plug-in error (Wald): nothing at all at no hits."""
    half = z_value(confidence) * math.sqrt(k * (n - k) / n) / n
    return replace(score(k, n, confidence), low=k / n - half, high=k / n + half)


def score_too_narrow(k: int, n: int, confidence: float) -> Estimate:
    """Wilson's with a z too small."""
    return narrow(score(k, n, confidence))


# trials, chance, confidence, coverage: where few hits are expected the swing is wider
SHARES = [
    (1_000, 0.5, 0.95, USUAL),
    (10_000, 0.3, 0.95, USUAL),
    (1_000_000, 0.62, 0.95, USUAL),
    (10_000, 0.01, 0.95, USUAL),
    (100_000, 0.002, 0.95, USUAL),
    (1_000_000, 0.0006, 0.95, USUAL),
    (10_000, 0.3, 0.9, Band(0.89, 0.91)),
    (10_000, 0.3, 0.99, Band(0.988, 0.992)),
    (100_000, 0.002, 0.99, Band(0.986, 0.994)),
    (1_000, 0.01, 0.95, Band(0.93, 0.97)),
    (10_000, 0.0003, 0.95, Band(0.92, 0.98)),
    (50, 0.3, 0.95, Band(0.93, 0.97)),
    (20, 0.1, 0.95, Band(0.93, 0.98)),
]


def shares(rule: ShareRule, scale: float) -> list[Verdict]:
    """Intervals of a share, each number of hits asked for once."""
    runs, rng, found = runs_at(scale, 100_000), np.random.default_rng(21), []
    for n, p, confidence, band in SHARES:
        hits, times = np.unique(rng.binomial(n, p, runs), return_counts=True)
        good = sum(
            int(count) for k, count in zip(hits.tolist(), times, strict=True) if holds(rule(k, n, confidence), p)
        )
        found.append(covered(f"{100 * p:g} % of {n:,}, {100 * confidence:g} % sure", good, runs, band))
    return found


# --- numbers of a few kinds ---


class Law(NamedTuple):
    """Kinds of deals or matches: their chances, and a row of integers for each kind."""

    what: str
    chances: NDArray[np.float64]
    rows: NDArray[np.int64]

    def samples(self, n: int, runs: int, rng: np.random.Generator) -> Iterator[NDArray[np.int64]]:
        """How many of each kind there are among n, run by run."""
        yield from rng.multinomial(n, self.chances, runs)

    def mean(self, column: int) -> float:
        """The expected number of one column."""
        return float(self.chances @ self.rows[:, column])


def law(what: str, *kinds: tuple[float, Sequence[int]]) -> Law:
    """Kinds as pairs of a weight and a row."""
    weights = np.array([weight for weight, _ in kinds], np.float64)
    return Law(what, weights / weights.sum(), np.array([row for _, row in kinds], np.int64))


def ratio_of(counts: NDArray[np.int64], rows: NDArray[np.int64]) -> RatioSums:
    """The sums of numerators and denominators, columns 0 and 1."""
    x, y = rows[:, 0], rows[:, 1]
    return RatioSums(*(int(counts @ column) for column in (x, y, x * x, x * y, y * y)))


# --- means ---

MeanRule = Callable[[int, int, int], Estimate]


def plain_mean(total: int, total_sq: int, n: int) -> Estimate:
    """The normal interval."""
    return normal_mean(total, total_sq, n, metric="mean")


def mean_with_small_z(total: int, total_sq: int, n: int) -> Estimate:
    """A z too small."""
    return narrow(plain_mean(total, total_sq, n))


def mean_by_poisson(total: int, total_sq: int, n: int) -> Estimate:
    """The error of counts, √(mean / n), whatever the spread is."""
    found = plain_mean(total, total_sq, n)
    half = z_value(0.95) * math.sqrt(max(total, 0)) / n
    return replace(found, low=total / n - half, high=total / n + half, se=half / z_value(0.95))


MEANS = [
    (law("die", *((1, (k,)) for k in range(1, 7))), 1_000),
    (law("margin, two humps", *((math.exp(-(((abs(k) - 40) / 25) ** 2)), (k,)) for k in range(-162, 163))), 1_000),
    (law("terts, fifty or nothing", (0.82, (0,)), (0.155, (20,)), (0.025, (50,))), 5_000),
    (law("a pot in one match of fifty", (0.98, (0,)), (0.01, (162,)), (0.01, (324,))), 20_000),
]


def means(rule: MeanRule, scale: float) -> list[Verdict]:
    """Intervals of means."""
    runs, rng, found = runs_at(scale, 20_000), np.random.default_rng(22), []
    for kinds, n in MEANS:
        x, truth = kinds.rows[:, 0], kinds.mean(0)
        good = sum(holds(rule(int(c @ x), int(c @ x**2), n), truth) for c in kinds.samples(n, runs, rng))
        found.append(covered(f"{kinds.what}, n = {n:,}", good, runs, USUAL))
    return found


# --- ratios over matches ---

RatioRule = Callable[[RatioSums, int, str], Estimate]


def by_match(sums: RatioSums, matches: int, unit: str) -> Estimate:
    """The match as unit."""
    return ratio(sums, matches, 0.95, metric="share", group={}, unit=unit)


def by_deal(sums: RatioSums, matches: int, unit: str) -> Estimate:
    """As if the deals of a match were independent."""
    if unit == PROPORTION:
        return wilson(sums.x, sums.y, metric="share")
    return normal_mean(sums.x, sums.xx, sums.y, metric="share")


def normal_at_few_hits(sums: RatioSums, matches: int, unit: str) -> Estimate:
    """Always the normal interval, however few hits."""
    found = by_match(sums, matches, unit)
    if found.value is None or found.se is None:
        return found
    half = z_value(0.95) * found.se
    return replace(found, low=found.value - half, high=found.value + half)


def by_match_with_small_z(sums: RatioSums, matches: int, unit: str) -> Estimate:
    """A z too small."""
    return narrow(by_match(sums, matches, unit))


def match_law() -> Law:
    """Matches of 5 to 14 deals: who wins early makes more of his deals, so that hits and length hang together."""
    kinds = []
    for length in range(5, 15):
        for strength, p in ((1, 0.35), (1, 0.85)):
            p_made = p - 0.02 * (length - 9)
            for made in range(length + 1):
                chance = math.comb(length, made) * p_made**made * (1 - p_made) ** (length - made)
                kinds.append((strength * chance, (made, length)))
    return law("made in matches", *kinds)


def points_law() -> Law:
    """Points of a side in matches to 501, whose last deal goes past it, over the deals played."""
    kinds = [
        (math.exp(-(((length - 9) / 3) ** 2)) / (1 + over), (501 + 9 * over, length))
        for length in range(4, 18)
        for over in range(8)
    ]
    return law("points by deal in matches", *kinds)


def rare_law(hits: float, together: int, matches: int) -> Law:
    """Matches of nine deals; ``hits`` of all their deals are expected, ``together`` at a time."""
    p = hits / together / matches
    return law(f"{hits:g} hits, {together} at a time", (1 - p, (0, 9)), (p, (together, 9)))


FEW_HITS = Band(0.92, 0.98)
RATIOS = [
    (match_law(), 400, PROPORTION, USUAL),
    (points_law(), 300, POINTS, USUAL),
    (match_law(), 5_000, PROPORTION, USUAL),
    *((rare_law(hits, k, 400), 400, PROPORTION, FEW_HITS) for hits, k in ((3, 1), (10, 1), (9, 3), (30, 1), (30, 3))),
    (rare_law(400, 2, 1_000), 1_000, PROPORTION, USUAL),
]


def ratios(rule: RatioRule, scale: float) -> list[Verdict]:
    """Intervals of ratios of two sums over matches."""
    runs, rng, found = runs_at(scale, 20_000), np.random.default_rng(23), []
    for kinds, matches, unit, band in RATIOS:
        truth = kinds.mean(0) / kinds.mean(1)
        good = sum(
            holds(rule(ratio_of(c, kinds.rows), matches, unit), truth) for c in kinds.samples(matches, runs, rng)
        )
        found.append(covered(f"{kinds.what}, {matches:,} matches", good, runs, band))
    return found


# --- differences on the same deals ---

PairRule = Callable[[RatioSums, RatioSums, CrossSums, int, str], Estimate]


def paired(a: RatioSums, b: RatioSums, cross: CrossSums, n: int, unit: str) -> Estimate:
    """The package's paired difference."""
    return paired_difference(a, b, cross, n, metric="made", unit=unit)


def blind(a: RatioSums, b: RatioSums, cross: CrossSums, n: int, unit: str) -> Estimate:
    """The error of separate samples: far too wide."""
    return unpaired_difference(a, b, n, n, metric="made", unit=unit)


def plug_in(a: RatioSums, b: RatioSums, cross: CrossSums, n: int, unit: str) -> Estimate:
    """Always the normal interval, however few deals differ."""
    found = paired(a, b, cross, n, unit)
    if found.value is None or found.se is None:
        return replace(found, low=found.value, high=found.value)
    half = z_value(0.95) * found.se
    return replace(found, low=found.value - half, high=found.value + half)


def paired_with_small_z(a: RatioSums, b: RatioSums, cross: CrossSums, n: int, unit: str) -> Estimate:
    """The normal interval with a z too small."""
    return narrow(paired(a, b, cross, n, unit))


def one_sided(by_b: float, by_a: float, n: int) -> Law:
    """Shares of n deals of which B alone wins ``by_b`` on the average and A alone ``by_a``; 60 % are won by both."""
    what = f"{by_b:g} deals for B, {by_a:g} for A"
    rest = n - by_b - by_a
    return law(what, (by_b, (0, 1, 1, 1)), (by_a, (1, 1, 0, 1)), (0.6 * rest, (1, 1, 1, 1)), (0.4 * rest, (0, 1, 0, 1)))


# rows: numerator and denominator of A, of B
PAIRS = [
    (one_sided(120, 80, 2_000), 2_000, PERCENTAGE_POINTS, USUAL),
    (one_sided(600, 0.1, 20_000), 20_000, PERCENTAGE_POINTS, USUAL),
    (
        law("played by B alone too", (54, (1, 1, 1, 1)), (31, (0, 1, 0, 1)), (5, (1, 1, 0, 1)), (6, (0, 0, 1, 1)),
            (4, (0, 0, 0, 0))),
        2_000, PERCENTAGE_POINTS, USUAL,
    ),
    (
        law("points", (80, (30, 1, 30, 1)), (10, (-20, 1, -20, 1)), (4, (0, 1, 50, 1)), (5, (20, 1, 0, 1)),
            (1, (0, 0, 162, 1))),
        5_000, POINTS, USUAL,
    ),
    *((one_sided(b, a, 100_000), 100_000, PERCENTAGE_POINTS, AT_LEAST)
      for b, a in ((1, 0), (3, 0), (6, 2), (19, 0), (30, 30), (60, 20), (70, 50))),
]  # fmt: skip


def pair_sums(counts: NDArray[np.int64], rows: NDArray[np.int64]) -> tuple[RatioSums, RatioSums, CrossSums]:
    """The sums that a comparison has."""
    a, b = rows[:, :2], rows[:, 2:]
    cross = CrossSums(*(int(counts @ (a[:, i] * b[:, j])) for i in (0, 1) for j in (0, 1)))
    return ratio_of(counts, a), ratio_of(counts, b), cross


def pairs(rule: PairRule, scale: float) -> list[Verdict]:
    """Intervals of differences of two rule sets on the same deals."""
    runs, rng, found = runs_at(scale, 10_000), np.random.default_rng(24), []
    for kinds, n, unit, band in PAIRS:
        truth = kinds.mean(2) / kinds.mean(3) - kinds.mean(0) / kinds.mean(1)
        good = sum(holds(rule(*pair_sums(c, kinds.rows), n, unit), truth) for c in kinds.samples(n, runs, rng))
        found.append(covered(f"{kinds.what} of {n:,}", good, runs, band))
    return found


# --- differences of separate samples ---

ApartRule = Callable[[Estimate, Estimate], Estimate]


def errors_added(a: Estimate, b: Estimate) -> Estimate:
    """Plug-in errors added as squares (Wald): nothing at all where neither share has a hit."""
    found = independent_difference(a, b)
    half = z_value(0.95) * math.hypot(a.se or 0.0, b.se or 0.0)
    return replace(found, low=(found.value or 0.0) - half, high=(found.value or 0.0) + half)


def error_of_one(a: Estimate, b: Estimate) -> Estimate:
    """A is taken for known."""
    return independent_difference(replace(a, low=a.value, high=a.value, se=0.0), b)


APART_SHARES = [
    (0.6, 20_000, 0.62, 20_000, USUAL),
    (0.3, 500, 0.1, 2_000, USUAL),
    (0.01, 10_000, 0.012, 10_000, USUAL),
    (0.0002, 10_000, 0.0005, 10_000, Band(0.93)),
    (0.0, 1_000, 0.003, 1_000, Band(0.93)),
]
APART_MEANS = [(MEANS[0], MEANS[0]), (MEANS[2], MEANS[3])]


def apart(rule: ApartRule, scale: float) -> list[Verdict]:
    """Intervals of differences of rule sets that played deals of their own."""
    runs, rng, found = runs_at(scale, 20_000), np.random.default_rng(25), []
    for p, n, q, m, band in APART_SHARES:
        ks, ls = rng.binomial(n, p, runs).tolist(), rng.binomial(m, q, runs).tolist()
        good = sum(
            holds(rule(wilson(k, n, metric="made"), wilson(hits, m, metric="made")), q - p)
            for k, hits in zip(ks, ls, strict=True)
        )
        found.append(covered(f"{100 * p:g} % of {n:,}, {100 * q:g} % of {m:,}", good, runs, band))
    for (a, n), (b, m) in APART_MEANS:
        x, y, truth = a.rows[:, 0], b.rows[:, 0], b.mean(0) - a.mean(0)
        both = zip(a.samples(n, runs, rng), b.samples(m, runs, rng), strict=True)
        good = sum(
            holds(rule(plain_mean(int(c @ x), int(c @ x**2), n), plain_mean(int(d @ y), int(d @ y**2), m)), truth)
            for c, d in both
        )
        found.append(covered(f"means: {a.what}, {b.what}", good, runs, USUAL))
    return found


# --- families ---

FamilyRule = Callable[[list[Estimate]], list[Estimate]]


def one_by_one(estimates: list[Estimate]) -> list[Estimate]:
    """Each as if it were alone."""
    return estimates


def family_of_strengths(n: int, rng: np.random.Generator) -> tuple[list[Estimate], list[float]]:
    """Shares and a mean of deals whose strength is uniform on 0 .. 99, with their true values: all hang together."""
    counts = rng.multinomial(n, np.full(100, 0.01))
    s = np.arange(100)
    found, truth = [], []
    for tens in range(10, 100, 10):
        found.append(wilson(int(counts[s < tens].sum()), n, metric=f"below {tens}"))
        truth.append(tens / 100)
    for digit in range(4):
        found.append(wilson(int(counts[s % 10 == digit].sum()), n, metric=f"digit {digit}"))
        truth.append(0.1)
    found.append(normal_mean(int(counts @ s), int(counts @ s**2), n, metric="mean"))
    return found, [*truth, 49.5]


def family_apart(n: int, rng: np.random.Generator) -> tuple[list[Estimate], list[float]]:
    """Two arms' shares and their differences, of separate samples, three times."""
    found, truth = [], []
    for name, p, q in (("made", 0.6, 0.62), ("baid", 0.3, 0.3), ("bella", 0.01, 0.012)):
        a, b = (
            wilson(int(rng.binomial(n, chance)), n, metric=name, group={"arm": arm})
            for arm, chance in (("A", p), ("B", q))
        )
        found += [a, b, independent_difference(a, b, group={"arm": "B-A"})]
        truth += [p, q, q - p]
    return found, truth


FAMILIES = [("fourteen metrics of the same deals", family_of_strengths), ("three metrics of two arms", family_apart)]


def families(rule: FamilyRule, scale: float) -> list[Verdict]:
    """All intervals of a family at once: at least the confidence, for Bonferroni's parts are never too small."""
    runs, rng, found = runs_at(scale, 10_000), np.random.default_rng(26), []
    for what, family in FAMILIES:
        good = 0
        for _ in range(runs):
            estimates, truth = family(5_000, rng)
            good += all(holds(e, t) for e, t in zip(rule(estimates), truth, strict=True))
        found.append(covered(what, good, runs, AT_LEAST))
    return found


# --- p-values ---


class Errors(NamedTuple):
    """The ways to standard errors that are judged by p-values."""

    mean: MeanRule = plain_mean
    ratio: RatioRule = by_match
    pair: PairRule = paired
    apart: ApartRule = independent_difference


def z_values(errors: Errors, scale: float) -> list[Verdict]:
    """Two-sided p-values of the truth, by value and standard error, are uniform over a thousand samples."""
    runs, rng = runs_at(scale, 1_000, 200), np.random.default_rng(27)
    melds, n = MEANS[2][0], 20_000
    x, of_matches, of_points, same = melds.rows[:, 0], RATIOS[0][0], PAIRS[3][0], PAIRS[0][0]

    def mean_of(counts: NDArray[np.int64]) -> Estimate:
        return errors.mean(int(counts @ x), int(counts @ x**2), n)

    def draw(kinds: Law, size: int) -> NDArray[np.int64]:
        return rng.multinomial(size, kinds.chances)

    cases: dict[str, tuple[Callable[[], Estimate], float]] = {
        "mean of melds": (lambda: mean_of(draw(melds, n)), melds.mean(0)),
        "share of deals in matches": (
            lambda: errors.ratio(ratio_of(draw(of_matches, 4_000), of_matches.rows), 4_000, PROPORTION),
            of_matches.mean(0) / of_matches.mean(1),
        ),
        "paired difference of shares": (
            lambda: errors.pair(*pair_sums(draw(same, 20_000), same.rows), 20_000, PERCENTAGE_POINTS),
            same.mean(2) - same.mean(0),
        ),
        "paired difference of points": (
            lambda: errors.pair(*pair_sums(draw(of_points, 20_000), of_points.rows), 20_000, POINTS),
            of_points.mean(2) / of_points.mean(3) - of_points.mean(0) / of_points.mean(1),
        ),
        "difference of separate means": (lambda: errors.apart(mean_of(draw(melds, n)), mean_of(draw(melds, n))), 0.0),
    }
    found = []
    for what, (sample, truth) in cases.items():
        estimates = [sample() for _ in range(runs)]
        z = [((e.value or 0.0) - truth) / e.se for e in estimates if e.se]
        p = uniform_p(two_sided_p(z))
        found.append(Verdict(what, f"p = {p:.4f}, {len(z):,} p-values", p))
    return found


CHECKS = [
    Check("shares", "Wilson's interval covers", shares, score, {"Wald": wald, "z too small": score_too_narrow}),
    Check(
        "means",
        "the normal interval of a mean covers",
        means,
        plain_mean,
        {"errors of counts": mean_by_poisson, "z too small": mean_with_small_z},
        least=0.1,
    ),
    Check(
        "matches",
        "the interval of ratios over matches covers",
        ratios,
        by_match,
        {"deals as units": by_deal, "normal at few hits": normal_at_few_hits, "z too small": by_match_with_small_z},
        least=0.1,
    ),
    Check(
        "pairs",
        "the interval of a paired difference covers",
        pairs,
        paired,
        {"as if unpaired": blind, "normal at few deals": plug_in, "z too small": paired_with_small_z},
        least=0.1,
    ),
    Check(
        "apart",
        "the interval of a difference of separate samples covers",
        apart,
        independent_difference,
        {"Wald": errors_added, "error of one sample": error_of_one},
    ),
    Check(
        "families",
        "simultaneous intervals hold all at once",
        families,
        simultaneous,
        {"one by one": one_by_one},
        least=0.02,
    ),
    Check(
        "z-values",
        "p-values from standard errors are uniform",
        z_values,
        Errors(),
        {
            "errors of counts": Errors(mean=mean_by_poisson),
            "deals as units": Errors(ratio=by_deal),
            "as if unpaired": Errors(pair=blind),
            "error of one sample": Errors(apart=error_of_one),
        },
        least=1.0,
    ),
]
