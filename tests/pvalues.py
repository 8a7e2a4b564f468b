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
    """The chance of at least ``k`` hits in ``n`` trials of chance 0 < p < 1: how surprising so many are."""
    if k <= 0:
        return 1.0
    if k > n:
        return 0.0
    if k <= n * p:  # the other tail has fewer terms
        return max(0.0, 1 - binomial_tail(n - k + 1, n, 1 - p))
    logs = math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
    term = math.exp(logs + k * math.log(p) + (n - k) * math.log1p(-p))
    total, odds = 0.0, p / (1 - p)
    for i in range(k, n + 1):  # above the mean each term is smaller than the one before
        total += term
        term *= (n - i) / (i + 1) * odds
        if term < total * 1e-17:
            break
    return min(1.0, total)


def permuted_p(places: ArrayLike) -> float:
    """Test that every card is equally likely in every place; ``places``: shape (packs, c), the first c cards of packs.

    The deviations of the table (place, card) from n / m, m being the number of cards, have the covariance
    n / (m - 1) (I - J/m) ⊗ (I - J/m), as far as the places go.  Its inverse on the deviations makes a chi-square
    statistic with c (m - 1) degrees of freedom for c < m places, (m - 1)² for all; m is 32.
    """
    found = np.asarray(places, np.int64)
    n, c = found.shape
    table = np.bincount((np.arange(c) * 32 + found).ravel(), minlength=32 * c).reshape(c, 32)
    deviations = table - n / 32
    statistic = (deviations**2).sum()
    if c < 32:
        statistic += (deviations.sum(axis=0) ** 2).sum() / (32 - c)
    return chi_square_tail(31 / n * float(statistic), 31 * min(c, 31))


def different_p(first: ArrayLike, second: ArrayLike) -> float:
    """Test that two places of a pack hold each of the 32 * 31 pairs of different cards equally often."""
    pairs = np.bincount(np.asarray(first, np.int64) * 32 + np.asarray(second, np.int64), minlength=1024)
    return frequencies_p(pairs.reshape(32, 32), ~np.eye(32, dtype=bool))


def apart_p(first: ArrayLike, second: ArrayLike, size: int) -> float:
    """Test that two columns of numbers 0 .. size - 1 are uniform and have nothing to do with each other."""
    return frequencies_p(
        np.bincount(np.asarray(first, np.int64) * size + np.asarray(second, np.int64), minlength=size**2)
    )


def serial_p(values: ArrayLike, lags: int) -> float:
    """Box and Pierce's test that values of a series do not follow each other, over the lags 1 .. ``lags``.

    With the weights of Ljung and Box (1978): n (n + 2) Σ r² / (n - lag), chi-square with ``lags`` degrees.
    """
    x = np.asarray(values, np.float64)
    x = x - x.mean()
    n, power = len(x), float(x @ x)
    squares = math.fsum((float(x[lag:] @ x[:-lag]) / power) ** 2 / (n - lag) for lag in range(1, lags + 1))
    return chi_square_tail(n * (n + 2) * squares, lags)


def two_sided_p(z: ArrayLike) -> np.ndarray:
    """The chances that a normal value is as far from 0, of any shape."""
    return np.asarray([math.erfc(abs(value) / math.sqrt(2)) for value in np.ravel(z)]).reshape(np.shape(z))
