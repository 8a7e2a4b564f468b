"""The hand classes that a deal's two nine-card hands may have been in the auction."""

from __future__ import annotations

from debertz_sim._jit import inlined, kernel, lowest
from debertz_sim.equilibrium.leaves import N_SIDES
from debertz_sim.kernels.bits import bit
from debertz_sim.kernels.classes import class_code

ALL_SPLITS = 84  # ways in which six of nine cards may have come first


@inlined
def _code_splits(hand, upcard, codes):
    """Every six of nine cards: the code of each."""
    place = 0
    first_gone = hand
    while first_gone:
        a = lowest(first_gone)
        first_gone &= first_gone - 1
        second_gone = first_gone
        while second_gone:
            b = lowest(second_gone)
            second_gone &= second_gone - 1
            third_gone = second_gone
            while third_gone:
                c = lowest(third_gone)
                third_gone &= third_gone - 1
                codes[place] = class_code(hand & ~(bit(a) | bit(b) | bit(c)), upcard)
                place += 1


@kernel
def split_block(deals, codes):
    """The class codes of the hands of deals (records DEAL) into ``codes`` (int32, shape (deals, N_SIDES, splits)).

    With one split it is that of the deal itself, else there must be room for ALL_SPLITS.
    """
    for k in range(len(deals)):
        if deals[k].played:
            for seat in range(N_SIDES):
                if codes.shape[2] == 1:
                    codes[k, seat, 0] = class_code(deals[k].first[seat], deals[k].upcard)
                else:
                    _code_splits(deals[k].hand[seat], deals[k].upcard, codes[k, seat])
