"""Least squares for sums of looked-up numbers: which numbers explain best how cards differ within a decision.

Every row is a card of a decision, what it brought, and the numbers that its count is the sum of.  Brought and counts
are centred within their decision, so that only differences between its cards matter.  Ridge regression by conjugate
gradients with the diagonal as preconditioner; the design is never stored but as the numbers' indices.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim._jit import inner, kernel

MOST_CARDS = 32  # of a decision


class Sample(NamedTuple):
    """Cards to choose from, decision by decision.

    ``columns``: int32, shape (rows, pieces): the numbers that a card's count is the sum of; ``brought``: float64, shape
    (rows,); ``ends``: int64, shape (decisions + 1,): decision d has the rows ``ends[d]`` .. ``ends[d + 1] - 1``.
    """

    columns: NDArray[np.int32]
    brought: NDArray[np.float64]
    ends: NDArray[np.int64]


@inner
def _counts(columns, weights, first, last, found):
    """The counts of the rows ``first`` .. ``last - 1``, centred."""
    mean = 0.0
    for row in range(first, last):
        count = 0.0
        for k in range(columns.shape[1]):
            count += weights[columns[row, k]]
        found[row - first] = count
        mean += count
    mean /= last - first
    for row in range(first, last):
        found[row - first] -= mean


@kernel
def _moments(columns, brought, ends, pull, diagonal):
    """What the centred values pull at each number, and how much of it there is."""
    for d in range(ends.shape[0] - 1):
        first = ends[d]
        last = ends[d + 1]
        mean = 0.0
        for row in range(first, last):
            mean += brought[row]
        mean /= last - first
        for row in range(first, last):
            for k in range(columns.shape[1]):
                pull[columns[row, k]] += brought[row] - mean
                diagonal[columns[row, k]] += 1.0 - 1.0 / (last - first)


@kernel
def _normal(columns, ends, ridge, weights, out):
    """The normal equations' matrix times the weights."""
    counts = np.zeros(MOST_CARDS)
    for k in range(weights.shape[0]):
        out[k] = ridge * weights[k]
    for d in range(ends.shape[0] - 1):
        first = ends[d]
        _counts(columns, weights, first, ends[d + 1], counts)
        for row in range(first, ends[d + 1]):
            for k in range(columns.shape[1]):
                out[columns[row, k]] += counts[row - first]


@kernel
def _chosen(columns, brought, ends, weights):
    """What the cards with the highest counts brought beyond the mean of their decision, summed, and its square."""
    counts = np.zeros(MOST_CARDS)
    total = 0.0
    square = 0.0
    for d in range(ends.shape[0] - 1):
        first = ends[d]
        _counts(columns, weights, first, ends[d + 1], counts)
        best = 0
        mean = 0.0
        for k in range(ends[d + 1] - first):
            mean += brought[first + k]
            if counts[k] > counts[best]:
                best = k
        gain = brought[first + best] - mean / (ends[d + 1] - first)
        total += gain
        square += gain * gain
    return total, square


def joined(samples: list[Sample]) -> Sample:
    """Several samples as one."""
    ends, start = [np.zeros(1, np.int64)], 0
    for sample in samples:
        ends.append(sample.ends[1:] + start)
        start += sample.ends[-1]
    columns, brought = (np.concatenate([sample[k] for sample in samples]) for k in (0, 1))
    return Sample(columns, brought, np.concatenate(ends))


def fit(sample: Sample, n_numbers: int, ridge: float, steps: int) -> NDArray[np.float64]:
    """The weights, shape (n_numbers,), after so many steps of conjugate gradients from zero."""
    pull, diagonal = np.zeros(n_numbers), np.zeros(n_numbers)
    _moments(*sample, pull, diagonal)
    scale = 1 / (diagonal + ridge)
    weights, product = np.zeros(n_numbers), np.zeros(n_numbers)
    rest = pull
    direction = scale * rest
    size = rest @ direction
    for _ in range(steps):
        _normal(sample.columns, sample.ends, ridge, direction, product)
        length = size / (direction @ product)
        weights += length * direction
        rest = rest - length * product
        scaled = scale * rest
        size, last = rest @ scaled, size
        direction = scaled + size / last * direction
    return weights


def gain(sample: Sample, weights: NDArray[np.float64]) -> tuple[float, float]:
    """What choosing by the weights brings beyond a random choice, a decision: the mean and its standard error."""
    n = len(sample.ends) - 1
    total, square = _chosen(*sample, weights)
    mean = total / n
    return mean, ((square / n - mean * mean) / n) ** 0.5
