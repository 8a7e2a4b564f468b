"""The raw output of the streams, without end: what a public battery of tests is fed with."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from debertz_sim._jit import kernel
from debertz_sim.kernels.rng import CARDS, N_PURPOSES, STREAMS, open_streams, start_deal, word
from debertz_sim.kernels.state import new_record
from tests.calibration.sources import CONGRUENTIAL, ENGINE

WORDS = 1 << 18  # of a chunk, about

MODES = {
    "long": "one stream, the cards of deal 0, word after word",
    "deals": "the three words of each deal's shuffle, deal after deal",
    "purposes": "two words of every purpose (cards, lot, bidding, play), deal after deal",
    "seeds": "the first word of every purpose of deal 0, seed after seed",
    "randu": "no stream of the engine: RANDU, which every battery finds",
}


@kernel
def _go_on(streams, out):  # type: ignore[no-untyped-def]
    for k in range(out.shape[0]):
        out[k] = word(streams, CARDS)


@kernel
def _of_seeds(streams, first, out):  # type: ignore[no-untyped-def]
    for k in range(out.shape[0]):
        open_streams(streams, first + k, 0)
        start_deal(streams, 0)
        for slot in range(out.shape[1]):
            out[k, slot] = word(streams, slot)


def raw_words(mode: str, seed: int) -> Iterator[NDArray[np.uint64]]:
    """Chunks of 64-bit words in the order of ``mode``, one of ``MODES``; ``seeds`` begin with 2**32 ``seed``.

    Raises
    ------
    KeyError
        There is no such mode.
    """
    streams = new_record(STREAMS)
    open_streams(streams, seed, 0)
    start_deal(streams, 0)
    source, purposes, words = {
        "long": (ENGINE, 1, 1),
        "deals": (ENGINE, 1, 3),
        "purposes": (ENGINE, N_PURPOSES, 2),
        "seeds": (ENGINE, N_PURPOSES, 1),
        "randu": (CONGRUENTIAL, 1, WORDS),
    }[mode]
    units = WORDS // (purposes * words)
    first = 0
    while True:
        if mode == "long":
            out = np.zeros(WORDS, np.uint64)
            _go_on(streams, out)
        elif mode == "seeds":
            out = np.zeros((units, purposes), np.uint64)
            _of_seeds(streams, (seed << 32) + first, out)
        else:
            out = source.raw(seed, units, purposes, words, first=first)
        yield out
        first += units
