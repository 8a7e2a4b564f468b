"""P-values without further packages: what judges samples in the tests and in ``scripts/verify.py``.

A judge states the chance of a false alarm and compares a p-value with it; the p-values of a good sample are uniform.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike


def gamma_tail(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x) for a > 0, x >= 0.

    Below x = a + 1 by the power series of 1 - Q, above by the continued fraction (modified Lentz).
    """
    if not (a > 0 and x >= 0):
        raise ValueError(f"gamma tail of a = {a}, x = {x}: must be a > 0 and x >= 0")
    if x == 0:
        return 1.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        step = a
        while term > total * 1e-17:
            step += 1
            term *= x / step
            total += term
        return 1 - front * total
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    fraction, factor, i = d, 0.0, 0
    while abs(factor - 1) > 1e-15:
        i += 1
        numerator = -i * (i - a)
        b += 2
        d = 1 / (numerator * d + b or tiny)
        c = b + numerator / c or tiny
        factor = c * d
        fraction *= factor
    return front * fraction


def chi_square_tail(statistic: float, freedom: float) -> float:
    """The chance that a chi-square variable with ``freedom`` degrees is at least ``statistic``."""
    return gamma_tail(freedom / 2, statistic / 2)


def frequencies_p(counts: ArrayLike, chances: ArrayLike | None = None) -> float:
    """Pearson's test that the classes of any shape have these chances (in proportion; equal ones by default).

    Classes that cannot occur must be empty, or the p-value is 0; expected counts below some 5 make it inexact.
    """
    found = np.asarray(counts, np.float64).ravel()
    weights = np.ones_like(found) if chances is None else np.asarray(chances, np.float64).ravel()
    possible = weights > 0
    if found[~possible].any():
        return 0.0
    expected = (weights / weights.sum() * found.sum())[possible]
    return chi_square_tail(float(((found[possible] - expected) ** 2 / expected).sum()), len(expected) - 1)


def independence_p(table: ArrayLike) -> float:
    """Pearson's test that rows and columns of a table of counts have nothing to do with each other.

    Rows and columns without counts are left out; one row or column alone tells nothing, p = 1.
    """
    found = np.asarray(table, np.float64)
    found = found[found.sum(axis=1) > 0][:, found.sum(axis=0) > 0]
    rows, columns = found.shape
    if min(rows, columns) < 2:
        return 1.0
    expected = np.outer(found.sum(axis=1), found.sum(axis=0)) / found.sum()
    return chi_square_tail(float(((found - expected) ** 2 / expected).sum()), (rows - 1) * (columns - 1))


def uniform_p(values: ArrayLike) -> float:
    """Kolmogorov and Smirnov's test that continuous values are uniform between 0 and 1.

    By the limit law at (√n + 0.12 + 0.11 / √n) D (Stephens 1970), good from n = 20 on.
    """
    ordered = np.sort(np.asarray(values, np.float64))
    n = len(ordered)
    steps = np.arange(n + 1) / n
    distance = float(max((steps[1:] - ordered).max(), (ordered - steps[:-1]).max()))
    t = (math.sqrt(n) + 0.12 + 0.11 / math.sqrt(n)) * distance
    if t < 0.2:  # there the tail is 1 to twelve digits, and the alternating series slow
        return 1.0
    return min(1.0, 2 * math.fsum(math.exp(-2 * (i * t) ** 2) * (1 if i % 2 else -1) for i in range(1, 40)))


def binomial_tail(k: int, n: int, p: float) -> float:
    """The chance of at least ``k`` hits in ``n`` trials: how surprising so many are."""
    logs = (
        math.lgamma(n + 1) - math.lgamma(i + 1) - math.lgamma(n - i + 1) + i * math.log(p) + (n - i) * math.log1p(-p)
        for i in range(k, n + 1)
    )
    return min(1.0, math.fsum(math.exp(log) for log in logs))
