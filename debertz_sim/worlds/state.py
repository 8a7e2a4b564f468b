"""The record of what a seat knows about the hidden cards, and the number of ways in which they can lie."""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import on_stack
from debertz_sim.kernels.state import MAX_SEATS, MAX_TRICKS, TABLE, VIEW, new_record

PLACES = 3  # where a hidden card can be: with one of the others, or in the stock
GROUPS = 8  # sets of cards that may be at the same places
FULL = 10  # one more than a hand has cards

# What follows from one view.  ``place`` k is the hand of seat ``holder[k]``, or (-1) the stock; the last place takes
# whatever the first two leave.
SURVEY = np.dtype(
    [
        ("holder", np.int64, (PLACES,)),
        ("wants", np.int64, (PLACES,)),  # unknown cards at this place
        ("known", np.int64, (MAX_SEATS,)),  # cards not played that the seat holds for certain
        ("barred", np.int64, (MAX_SEATS,)),  # cards that it holds for certain not
        ("hidden", np.int64),  # cards whose place is not known
        ("n_groups", np.int64),
        ("cards", np.int64, (GROUPS,)),  # of a group
        ("may", np.int64, (GROUPS,)),  # the places where these may be, as bits
        ("ways", np.int64, (GROUPS + 1, FULL, FULL)),  # to deal group g and those after it with so many left to place
        ("total", np.int64),  # ways in all: the worlds are numbered 0 .. total - 1
        # The course of the play: who played the k-th card of a trick, whose card was winning before it, whether it won
        # so far; and who took the trick (-1: still open).
        ("player", np.int8, (MAX_TRICKS, MAX_SEATS)),
        ("best_before", np.int8, (MAX_TRICKS, MAX_SEATS)),
        ("wins", np.int8, (MAX_TRICKS, MAX_SEATS)),
        ("winner", np.int8, (MAX_TRICKS,)),
    ],
    align=True,
)

new_survey = on_stack(SURVEY, new_record)
new_table = on_stack(TABLE, new_record)
new_view = on_stack(VIEW, new_record)
