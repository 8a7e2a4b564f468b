"""What it is worth to bid by a count of the cards, for every threshold at once."""

from __future__ import annotations

from debertz_sim._jit import kernel


@kernel
def count_worths(held, takes, values, trump, side, take, worths):
    """Sum up a seat's worth by the count of each class in the upcard's suit and by its best count in another.

    Parameters
    ----------
    held
        The holdings of each class, the upcard's suit first (uint8, shape (classes, 4)).
    takes
        What a trump seven would take in round 1, as an index of ``take``, 0 without it (uint8, shape (classes,)).
    values
        What the class is worth, summed over deals: by playing in round 1; by passing in it and then by naming each of
        the three other suits, then by passing again (float64, shape (classes, 5)).
    trump, side
        What a holding counts as trumps, and beside them (int64, shape (256,)).
    take
        What taking each upcard adds (int64, shape (9,)): nothing, then by rank.
    worths
        Zeros, filled: shape (3, counts, counts): by the count in round 1 and the best of round 2 (ties to the earlier
        suit), what playing brings, what naming the best suit brings, and what passing twice brings.  A count below 0
        or above the last is taken for that.
    """
    last = worths.shape[1] - 1
    for k in range(len(held)):
        a, b, c, d = held[k, 0], held[k, 1], held[k, 2], held[k, 3]
        sides = side[a] + side[b] + side[c] + side[d]
        first = sides + trump[a] - side[a] + take[takes[k]]
        best, most = 0, trump[b] - side[b]
        if trump[c] - side[c] > most:
            best, most = 1, trump[c] - side[c]
        if trump[d] - side[d] > most:
            best, most = 2, trump[d] - side[d]
        first = min(max(first, 0), last)
        second = min(max(most + sides, 0), last)
        worths[0, first, second] += values[k, 0]
        worths[1, first, second] += values[k, 1 + best]
        worths[2, first, second] += values[k, 4]
