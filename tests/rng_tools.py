"""Kernels that the tests of the random streams share: many shuffles at once, and one that is wrong on purpose."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from debertz_sim._jit import kernel
from debertz_sim.kernels.rng import CARDS, STREAMS, below, open_streams, shuffle, start_deal
from debertz_sim.kernels.state import new_record


def new_streams() -> Any:
    return new_record(STREAMS)


@kernel
def shuffle_many(streams, seed, first, decks):  # type: ignore[no-untyped-def]
    open_streams(streams, seed, 0)
    for k in range(decks.shape[0]):
        start_deal(streams, first + k)
        shuffle(decks[k], streams, CARDS, 32)


@kernel
def shuffle_many_wrongly(streams, seed, first, decks):  # type: ignore[no-untyped-def]
    """The popular mistake: every card changes places with any other, its own past included."""
    open_streams(streams, seed, 0)
    for k in range(decks.shape[0]):
        start_deal(streams, first + k)
        deck = decks[k]
        for card in range(32):
            deck[card] = card
        for place in range(32):
            other = below(streams, CARDS, 32)
            drawn = deck[other]
            deck[other] = deck[place]
            deck[place] = drawn


def many_decks(count: int, seed: int = 1, wrong: bool = False) -> NDArray[np.int8]:
    """The packs of deals 0 .. count - 1, shape (count, 32)."""
    decks = np.zeros((count, 32), np.int8)
    (shuffle_many_wrongly if wrong else shuffle_many)(new_streams(), seed, 0, decks)
    return decks
