"""Random streams: a pure function of (root seed, purpose, deal index), so that any deal replays at once.

Every purpose (the cards, each seat's bidding, each seat's play, ...) has a stream of its own; a policy or a rule that
draws more or less never changes the cards.  A stream is xoroshiro128++ (Blackman and Vigna, "Scrambled linear
pseudorandom number generators", 2021) started from two words of the splitmix64 finaliser (Steele, Lea and Flood 2014).
Bounded draws are exactly uniform (Lemire, "Fast random integer generation in an interval", 2019); a shuffle takes its
draws in batches from one word each (Brackett-Rozinsky and Lemire, "Batched ranged random integer generation", 2024).

Changing anything here changes what a seed means: raise STREAM_VERSION then.
"""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import inlined, kernel, multiply_high
from debertz_sim.kernels.state import MAX_SEATS

STREAM_VERSION = "1"

# Purposes, at the same time slots of a STREAMS record.
CARDS = 0
LOT = 1
BIDDING = 2  # + seat
PLAY = BIDDING + MAX_SEATS  # + seat
N_PURPOSES = PLAY + MAX_SEATS
MATCH_PURPOSES = 64  # matches use purposes of their own, this much higher

STREAMS = np.dtype(
    [
        ("base", np.uint64, (N_PURPOSES,)),
        ("s0", np.uint64, (N_PURPOSES,)),
        ("s1", np.uint64, (N_PURPOSES,)),
        ("index", np.uint64),
        # Decks that lie ready (int8, 32 cards each): the address of that of deal ``first_deck``, 0 where every deal is
        # shuffled.
        ("decks", np.int64),
        ("first_deck", np.int64),
    ],
    align=True,
)

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_ZERO = np.uint64(0)
_U17, _U21, _U27, _U28, _U30, _U31, _U36, _U47, _U49, _U15 = (
    np.uint64(n) for n in (17, 21, 27, 28, 30, 31, 36, 47, 49, 15)
)


@inlined
def mix(x):
    """The splitmix64 finaliser: a bijection of the 64-bit words."""
    x = (x ^ (x >> _U30)) * _MIX1
    x = (x ^ (x >> _U27)) * _MIX2
    return x ^ (x >> _U31)


@kernel
def open_streams(streams, seed, first_purpose):
    """Point all slots of a STREAMS record at a root seed; ``first_purpose`` is 0 or MATCH_PURPOSES."""
    root = mix(np.uint64(seed) + _GOLDEN)
    for slot in range(N_PURPOSES):
        streams.base[slot] = mix(root ^ mix(np.uint64(first_purpose + slot + 1) * _GOLDEN))


@kernel
def start_deal(streams, index):
    """Rewind every slot to the start of deal ``index``; a slot is seeded when its first word is drawn."""
    streams.index = np.uint64(index)
    for slot in range(N_PURPOSES):
        streams.s0[slot] = _ZERO
        streams.s1[slot] = _ZERO


@kernel
def start_part(streams, slot, part):
    """Go to the start of a numbered part of a slot's stream of this deal, 1 .. : the same whatever was drawn before."""
    start = mix(streams.base[slot] + (streams.index + np.uint64(1)) * _GOLDEN)
    streams.s0[slot] = mix(start ^ mix(np.uint64(part) * _GOLDEN))
    streams.s1[slot] = mix(streams.s0[slot] + _GOLDEN)


@kernel
def word(streams, slot):
    """The next 64 random bits of a slot."""
    slot = np.uint64(slot)  # an unsigned index is never one from the end
    s0 = streams.s0[slot]
    s1 = streams.s1[slot]
    if s0 == _ZERO and s1 == _ZERO:  # no xoroshiro state is all zero, so this means "not seeded yet"
        s0 = mix(streams.base[slot] + (streams.index + np.uint64(1)) * _GOLDEN)
        s1 = mix(s0 + _GOLDEN)
    total = s0 + s1
    result = ((total << _U17) | (total >> _U47)) + s0
    s1 ^= s0
    streams.s0[slot] = ((s0 << _U49) | (s0 >> _U15)) ^ s1 ^ (s1 << _U21)
    streams.s1[slot] = (s1 << _U28) | (s1 >> _U36)
    return result


@kernel
def below(streams, slot, n):
    """A uniform integer 0 <= x < n, without modulo bias."""
    bound = np.uint64(n)
    x = word(streams, slot)
    low = x * bound
    if low < bound:
        threshold = (_ZERO - bound) % bound
        while low < threshold:
            x = word(streams, slot)
            low = x * bound
    return np.int64(multiply_high(x, bound))


def _batch(first: int, last: int) -> tuple[np.uint64, np.uint64]:
    """Product of the bounds first, first - 1, ..., last and 2**64 modulo it (the words to reject)."""
    product = 1
    for n in range(last, first + 1):
        product *= n
    return np.uint64(product), np.uint64(2**64 % product)


# A word serves the bounds 32..21, the next 20..6, the last 5..2: their products are below 2**64.
_PRODUCT_A, _REJECT_A = _batch(32, 21)
_PRODUCT_B, _REJECT_B = _batch(20, 6)
_PRODUCT_C, _REJECT_C = _batch(5, 2)


@inlined
def _batch_word(streams, slot, product, reject):
    x = word(streams, slot)
    while x * product < reject:
        x = word(streams, slot)
    return x


@kernel
def shuffle(deck, streams, slot, count):
    """Draw the first ``count`` cards of a random permutation of 0..31 into ``deck`` (int8, shape (32,)).

    The permutation depends on the stream alone: a larger ``count`` only goes on where a smaller one stopped.
    """
    for card in range(32):
        deck[card] = card
    x = _batch_word(streams, slot, _PRODUCT_A, _REJECT_A)
    for place in range(min(count, 31)):
        if place == 12:
            x = _batch_word(streams, slot, _PRODUCT_B, _REJECT_B)
        elif place == 27:
            x = _batch_word(streams, slot, _PRODUCT_C, _REJECT_C)
        bound = np.uint64(32 - place)
        other = (place + np.int64(multiply_high(x, bound))) & 31  # tells the compiler that it is no index from the end
        x = x * bound
        drawn = deck[other]
        deck[other] = deck[place]
        deck[place] = drawn
