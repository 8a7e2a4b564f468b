"""Rows in, sums out: what is counted stands in a TALLY that ``experiment.program`` makes from the table of metrics.

A histogram sorts deals into classes by a few features of their rows; every share that is reported is a set of its
classes.  So a deal costs one increment a histogram, however many metrics there are, and the kernels know none of them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from debertz_sim._jit import inlined, kernel
from debertz_sim.engine.rows import C_OUTCOME
from debertz_sim.kernels.state import BAID, HANGING_BAID, MADE

K_COLUMN, K_MINUS, K_WIDTH, K_LOW, K_SIZE = range(5)
N_KEY = 5

FIRST_DIFFERING = 10
NO_DEAL = np.iinfo(np.int64).max  # fills up the list of differing deals


class Tally(NamedTuple):
    """Arrays of int64; histogram h has the keys ``first_key[h]`` .. ``first_key[h + 1] - 1``, and so on.

    A key (row of ``keys``) reads a column (less another one, if K_MINUS >= 0), puts it into bins of K_WIDTH that leave
    0 a bin of its own, and clips it to K_LOW .. K_LOW + K_SIZE - 1.  The keys of a histogram, in mixed radix, index
    ``class_of`` from ``first_state[h]`` on; classes are numbered through all histograms.  ``means`` are pairs of
    columns, the second (or -1) to be subtracted.  The cells (shares) that class c hits are
    ``hits[first_hit[c]:first_hit[c + 1]]``, and the bases (denominators) it belongs to likewise; ``base_of`` says the
    base of each cell.  Means come after the cells, their base is the last.
    """

    keys: Any
    first_key: Any
    first_state: Any
    class_of: Any
    first_class: Any
    first_joint: Any
    means: Any
    hits: Any
    first_hit: Any
    bases: Any
    first_base: Any
    base_of: Any


@kernel
def classify(tally, rows, classes):
    """The class of each deal in each histogram, ``classes`` (shape (histograms, deals)).

    Key by key and not deal by deal: the inner loops run over one column with everything else fixed.
    """
    deals = rows.shape[0]
    for h in range(classes.shape[0]):
        states = classes[h]
        for i in range(deals):
            states[i] = 0
        for k in range(tally.first_key[h], tally.first_key[h + 1]):
            column = tally.keys[k, K_COLUMN]
            minus = tally.keys[k, K_MINUS]
            width = tally.keys[k, K_WIDTH]
            low = tally.keys[k, K_LOW]
            size = tally.keys[k, K_SIZE]
            for i in range(deals):
                value = np.int64(rows[i, column])
                if minus >= 0:
                    value -= rows[i, minus]
                if width > 1:
                    value = (value + width - 1) // width if value >= 0 else -((width - 1 - value) // width)
                states[i] = states[i] * size + min(max(value - low, 0), size - 1)
        start = tally.first_state[h]
        for i in range(deals):
            states[i] = tally.class_of[start + states[i]]


@kernel
def _take_values(tally, mean, rows, values):
    """The values (shape (deals,)) of which a mean is taken, 0 for deals that were not played."""
    column = tally.means[mean, 0]
    minus = tally.means[mean, 1]
    for i in range(rows.shape[0]):
        value = np.int64(rows[i, column])
        if minus >= 0:
            value -= rows[i, minus]
        values[i] = value if is_played(rows[i, C_OUTCOME]) else 0


@inlined
def is_played(outcome):
    """Whether a deal had a declarer and all tricks."""
    return outcome in (MADE, BAID, HANGING_BAID)


@kernel
def tally_deals(tally, rows, counts, moments):
    """Add deals to ``counts`` (shape (classes,)) and, if played, to ``moments`` (shape (means, 2): sum, of squares)."""
    classes = np.empty((tally.first_key.shape[0] - 1, rows.shape[0]), np.int64)
    classify(tally, rows, classes)
    for h in range(classes.shape[0]):
        for i in range(rows.shape[0]):
            counts[classes[h, i]] += 1
    values = np.empty(rows.shape[0], np.int64)
    for mean in range(moments.shape[0]):
        _take_values(tally, mean, rows, values)
        total = np.int64(0)  # locals: two threads' moments may lie on one cache line
        squares = np.int64(0)
        for i in range(rows.shape[0]):
            total += values[i]
            squares += values[i] * values[i]
        moments[mean, 0] += total
        moments[mean, 1] += squares


@kernel
def _pair_values(tally, rows_a, rows_b, moments):
    a = np.empty(rows_a.shape[0], np.int64)
    b = np.empty(rows_a.shape[0], np.int64)
    for mean in range(moments.shape[0]):
        _take_values(tally, mean, rows_a, a)
        _take_values(tally, mean, rows_b, b)
        sums = np.zeros(7, np.int64)
        for i in range(rows_a.shape[0]):
            sums[0] += a[i]
            sums[1] += a[i] * a[i]
            sums[2] += b[i]
            sums[3] += b[i] * b[i]
            sums[4] += a[i] * b[i]
            if is_played(rows_b[i, C_OUTCOME]):
                sums[5] += a[i]
            if is_played(rows_a[i, C_OUTCOME]):
                sums[6] += b[i]
        moments[mean] += sums


@kernel
def tally_pairs(tally, first, rows_a, rows_b, joint, moments, differing, found):
    """Add the same deals under two rule sets.

    ``joint``: for each histogram its classes under A times its classes under B, from ``first_joint[h]`` on.
    ``moments`` (shape (means, 7)): sums of a, a², b, b², ab, a where B is played, b where A is played.  ``differing``
    (shape (1,)): deals whose outcome differs, ``found`` (shape (FIRST_DIFFERING,)) their first indices, ``first`` being
    that of the first row.
    """
    classes = np.empty((2, tally.first_key.shape[0] - 1, rows_a.shape[0]), np.int64)
    classify(tally, rows_a, classes[0])
    classify(tally, rows_b, classes[1])
    for h in range(classes.shape[1]):
        start = tally.first_class[h]
        size = tally.first_class[h + 1] - start
        corner = tally.first_joint[h]
        for i in range(rows_a.shape[0]):
            joint[corner + (classes[0, h, i] - start) * size + classes[1, h, i] - start] += 1
    _pair_values(tally, rows_a, rows_b, moments)
    for i in range(rows_a.shape[0]):
        if rows_a[i, C_OUTCOME] != rows_b[i, C_OUTCOME]:
            if differing[0] < FIRST_DIFFERING:
                found[differing[0]] = first + i
            differing[0] += 1


@kernel
def _close_cluster(base_of, x, y, cells, bases):
    for cell in range(x.shape[0]):
        if x[cell]:
            cells[cell, 0] += x[cell]
            cells[cell, 1] += x[cell] * x[cell]
            cells[cell, 2] += x[cell] * y[base_of[cell]]
            x[cell] = 0
    for base in range(y.shape[0]):
        if y[base]:
            bases[base, 0] += y[base]
            bases[base, 1] += y[base] * y[base]
            y[base] = 0


@kernel
def tally_matches(tally, rows, where, cells, bases):
    """Add whole matches, each of them one unit: deals of a match depend on each other.

    ``where[:, 0]`` is the match of each row.  With x a cell's hits (or a mean's sum) in one match and y its base's
    deals there, ``cells`` (shape (cells + means, 3)) gets the sums of x, x², xy and ``bases`` (shape (bases, 2)) those
    of y, y².
    """
    classes = np.empty((tally.first_key.shape[0] - 1, rows.shape[0]), np.int64)
    classify(tally, rows, classes)
    values = np.empty((tally.means.shape[0], rows.shape[0]), np.int64)
    for mean in range(values.shape[0]):
        _take_values(tally, mean, rows, values[mean])
    x = np.zeros(cells.shape[0], np.int64)
    y = np.zeros(bases.shape[0], np.int64)
    shares = cells.shape[0] - values.shape[0]
    for i in range(rows.shape[0]):
        for h in range(classes.shape[0]):
            c = classes[h, i]
            for k in range(tally.first_hit[c], tally.first_hit[c + 1]):
                x[tally.hits[k]] += 1
            for k in range(tally.first_base[c], tally.first_base[c + 1]):
                y[tally.bases[k]] += 1
        y[bases.shape[0] - 1] += 1 if is_played(rows[i, C_OUTCOME]) else 0
        for mean in range(values.shape[0]):
            x[shares + mean] += values[mean, i]
        if i + 1 == rows.shape[0] or where[i + 1, 0] != where[i, 0]:
            _close_cluster(tally.base_of, x, y, cells, bases)
