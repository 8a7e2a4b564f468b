"""Where the suite gets its randomness from: the engine's streams as they are used, and broken ones that it must find.

A ``Source`` fills arrays with shuffled packs, bounded draws and raw words of consecutive deals.  Each broken source has
one mistake of the kind that has been made in card programs: a loop bound off by one, a draw folded with ``%``, a stream
that two purposes share, seeds that are added to deal numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim._jit import kernel, multiply_high
from debertz_sim.kernels.rng import (
    BIDDING,
    CARDS,
    LOT,
    N_PURPOSES,
    STREAMS,
    below,
    mix,
    open_streams,
    shuffle,
    start_deal,
    word,
)
from debertz_sim.kernels.state import new_record

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_BYTE = np.uint64(255)
_MULTIPLIER = np.uint64(65539)
_MASK31 = np.uint64(2**31 - 1)


class Source(NamedTuple):
    """Kernels that fill arrays; the first argument of each is a STREAMS record to work with.

    Parameters
    ----------
    decks
        ``(streams, seed, first, cards, out)``: the first ``cards`` cards of the packs of deals first, first + 1, ...;
        out int8, shape (deals, 32).
    numbers
        ``(streams, seed, bound, out)``: one bounded draw from each deal's lot; out int64, shape (deals,).
    words
        ``(streams, seed, first_purpose, first, out)``: the first words of the first purposes of each deal; out uint64,
        shape (deals, purposes, words).
    """

    decks: Callable[..., None]
    numbers: Callable[..., None]
    words: Callable[..., None]

    def packs(self, seed: int, deals: int, cards: int = 32, first: int = 0) -> NDArray[np.int8]:
        """The packs of some deals, shape (deals, cards)."""
        out = np.zeros((deals, 32), np.int8)
        self.decks(new_record(STREAMS), seed, first, cards, out)
        return out[:, :cards]

    def draws(self, seed: int, deals: int, bound: int) -> NDArray[np.int64]:
        """A number below ``bound`` for each deal, shape (deals,)."""
        out = np.zeros(deals, np.int64)
        self.numbers(new_record(STREAMS), seed, bound, out)
        return out

    def raw(
        self, seed: int, deals: int, purposes: int = 1, words: int = 1, first_purpose: int = 0, first: int = 0
    ) -> NDArray[np.uint64]:
        """The first words of the first purposes of some deals, shape (deals, purposes, words)."""
        out = np.zeros((deals, purposes, words), np.uint64)
        self.words(new_record(STREAMS), seed, first_purpose, first, out)
        return out


# --- the engine's ---


@kernel
def fill_decks(streams, seed, first, cards, out):  # type: ignore[no-untyped-def]
    open_streams(streams, seed, 0)
    for k in range(out.shape[0]):
        start_deal(streams, first + k)
        shuffle(out[k], streams, CARDS, cards)


@kernel
def fill_numbers(streams, seed, bound, out):  # type: ignore[no-untyped-def]
    open_streams(streams, seed, 0)
    for k in range(out.shape[0]):
        start_deal(streams, k)
        out[k] = below(streams, LOT, bound)


@kernel
def _words_of_deals(streams, first, out):  # type: ignore[no-untyped-def]
    for k in range(out.shape[0]):
        start_deal(streams, first + k)
        for slot in range(out.shape[1]):
            for i in range(out.shape[2]):
                out[k, slot, i] = word(streams, slot)


@kernel
def fill_words(streams, seed, first_purpose, first, out):  # type: ignore[no-untyped-def]
    open_streams(streams, seed, first_purpose)
    _words_of_deals(streams, first, out)


ENGINE = Source(fill_decks, fill_numbers, fill_words)


# --- broken shuffles ---


@kernel
def decks_any_place(streams, seed, first, cards, out):  # type: ignore[no-untyped-def]
    """Every card changes places with any other, its own past included: 32**32 ways, not a multiple of 32!."""
    open_streams(streams, seed, 0)
    for k in range(out.shape[0]):
        start_deal(streams, first + k)
        for card in range(32):
            out[k, card] = card
        for place in range(32):
            other = below(streams, CARDS, 32)
            out[k, other], out[k, place] = out[k, place], out[k, other]


@kernel
def decks_never_in_place(streams, seed, first, cards, out):  # type: ignore[no-untyped-def]
    """The bound is one too small: no card can stay where it was."""
    open_streams(streams, seed, 0)
    for k in range(out.shape[0]):
        start_deal(streams, first + k)
        for card in range(32):
            out[k, card] = card
        for place in range(31):
            other = place + 1 + below(streams, CARDS, 31 - place)
            out[k, other], out[k, place] = out[k, place], out[k, other]


@kernel
def decks_by_byte(streams, seed, first, cards, out):  # type: ignore[no-untyped-def]
    """A byte folded with %: 256 is no multiple of most bounds, so that the first places get some per cent too much."""
    open_streams(streams, seed, 0)
    for k in range(out.shape[0]):
        start_deal(streams, first + k)
        for card in range(32):
            out[k, card] = card
        for place in range(31):
            other = place + np.int64(word(streams, CARDS) & _BYTE) % (32 - place)
            out[k, other], out[k, place] = out[k, place], out[k, other]


@kernel
def decks_one_word_twice(streams, seed, first, cards, out):  # type: ignore[no-untyped-def]
    """One word serves two batches: places from 12 on repeat what the first ones drew."""
    open_streams(streams, seed, 0)
    for k in range(out.shape[0]):
        start_deal(streams, first + k)
        for card in range(32):
            out[k, card] = card
        x = drawn = word(streams, CARDS)
        for place in range(31):
            if place == 12:
                x = drawn
            bound = np.uint64(32 - place)
            other = place + np.int64(multiply_high(x, bound))
            x = x * bound
            out[k, other], out[k, place] = out[k, place], out[k, other]


@kernel
def decks_overlapping(streams, seed, first, cards, out):  # type: ignore[no-untyped-def]
    """All deals draw from one stream and each begins a word after the one before: a shuffle uses three words."""
    open_streams(streams, seed, 0)
    start_deal(streams, first)
    for k in range(out.shape[0]):
        word(streams, CARDS)
        s0, s1 = streams.s0[CARDS], streams.s1[CARDS]
        shuffle(out[k], streams, CARDS, cards)
        streams.s0[CARDS], streams.s1[CARDS] = s0, s1


@kernel
def decks_seed_plus_index(streams, seed, first, cards, out):  # type: ignore[no-untyped-def]
    """The seed is added to the deal's number: deal 1 of seed 0 is deal 0 of seed 1."""
    open_streams(streams, 0, 0)
    for k in range(out.shape[0]):
        start_deal(streams, seed + first + k)
        shuffle(out[k], streams, CARDS, cards)


# --- broken numbers and words ---


@kernel
def numbers_by_byte(streams, seed, bound, out):  # type: ignore[no-untyped-def]
    """A byte folded with %."""
    open_streams(streams, seed, 0)
    for k in range(out.shape[0]):
        start_deal(streams, k)
        out[k] = np.int64(word(streams, LOT) & _BYTE) % bound


@kernel
def numbers_without_rejection(streams, seed, bound, out):  # type: ignore[no-untyped-def]
    """The upper half of the product, no word refused: uneven where the bound is no small part of 2**64."""
    open_streams(streams, seed, 0)
    for k in range(out.shape[0]):
        start_deal(streams, k)
        out[k] = np.int64(multiply_high(word(streams, LOT), np.uint64(bound)))


@kernel
def words_shared(streams, seed, first_purpose, first, out):  # type: ignore[no-untyped-def]
    """The first seat's bidding draws the same words as the cards."""
    open_streams(streams, seed, first_purpose)
    streams.base[BIDDING] = streams.base[CARDS]
    _words_of_deals(streams, first, out)


@kernel
def words_spaced_like_deals(streams, seed, first_purpose, first, out):  # type: ignore[no-untyped-def]
    """A purpose is as far from the next as a deal from the next: the lot of a deal is the cards of the next deal."""
    open_streams(streams, seed, first_purpose)
    for slot in range(N_PURPOSES):
        streams.base[slot] = streams.base[0] + np.uint64(slot) * _GOLDEN
    _words_of_deals(streams, first, out)


@kernel
def words_of_matches_shared(streams, seed, first_purpose, first, out):  # type: ignore[no-untyped-def]
    """Matches have no purposes of their own: the cards of match 0 are those of the single deals."""
    open_streams(streams, seed, 0)
    _words_of_deals(streams, first, out)


@kernel
def words_congruential(streams, seed, first_purpose, first, out):  # type: ignore[no-untyped-def]
    """RANDU (IBM, 1960s): 65539 x modulo 2**31, two of them in a word; any three in a row lie in 15 planes."""
    x = (mix(np.uint64(seed) + np.uint64(first)) & _MASK31) | np.uint64(1)
    for k in range(out.shape[0]):
        for slot in range(out.shape[1]):
            for i in range(out.shape[2]):
                x = (x * _MULTIPLIER) & _MASK31
                high = x
                x = (x * _MULTIPLIER) & _MASK31
                out[k, slot, i] = (high << np.uint64(33)) | (x << np.uint64(1))


ANY_PLACE = ENGINE._replace(decks=decks_any_place)
NEVER_IN_PLACE = ENGINE._replace(decks=decks_never_in_place)
BY_BYTE = ENGINE._replace(decks=decks_by_byte, numbers=numbers_by_byte)
ONE_WORD_TWICE = ENGINE._replace(decks=decks_one_word_twice)
OVERLAPPING = ENGINE._replace(decks=decks_overlapping)
SEED_PLUS_INDEX = ENGINE._replace(decks=decks_seed_plus_index)
WITHOUT_REJECTION = ENGINE._replace(numbers=numbers_without_rejection)
SHARED = ENGINE._replace(words=words_shared)
SPACED_LIKE_DEALS = ENGINE._replace(words=words_spaced_like_deals)
MATCHES_SHARED = ENGINE._replace(words=words_of_matches_shared)
CONGRUENTIAL = ENGINE._replace(words=words_congruential)
