"""The random streams: what a seed means, that streams are apart, that cards and bounded draws are uniform."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from debertz_sim._jit import kernel, multiply_high
from debertz_sim.cards import card_text, hand_text
from debertz_sim.engine.deal import new_desk
from debertz_sim.kernels.dealing import cards_needed, deal_packets, open_table, take_first_packets, take_second_packets
from debertz_sim.kernels.rng import (
    BIDDING,
    CARDS,
    LOT,
    MATCH_PURPOSES,
    N_PURPOSES,
    PLAY,
    STREAM_VERSION,
    below,
    open_streams,
    shuffle,
    start_deal,
    word,
)
from debertz_sim.variants import variants
from tests.rng_tools import many_decks, new_streams

# A correct generator fails one of these tests for one seed in ERROR_RATE; the seeds are fixed, so none fails by chance.
ERROR_RATE = 1e-5
DECKS = 200_000

# Seed, deal: first packets of seat 0 and seat 1, upcard, second packets, freza.  A change here is a new STREAM_VERSION.
GOLDEN = {
    (0, 0): ("As Js Ac Tc 9h 8h", "Ks Qs Ts Jd 9d Ah", "7c", "9s 8s Td", "Kc Qc Qd", "Qh"),
    (0, 1): ("8s Tc 9c Ah Jh Th", "As Js Ad Kd Td Qh", "Kh", "Ks Ts 8c", "7s Qc 9h", "Qs"),
    (1, 0): ("Qs 7s Qc Td 9d Kh", "Jc Tc 8c Jh 9h 7h", "7d", "Ks Ts Kd", "Js 7c Qd", "Th"),
    (1, 1): ("Js 8s 9c 7c Jh 9h", "7s Ac Ad Kd 7d Ah", "8d", "9s Qd Kh", "As Ks Qh", "7h"),
    (7, 0): ("Js Ac Td 9d 8d Th", "As Qs 9s Qc 9c Kh", "Jh", "Ts 7c Kd", "Jc 8c 7d", "Ad"),
    (7, 1): ("8s 7s Qc 8c Ad Jh", "Ts Kd Jd Td 9d 7h", "Qd", "9c Th 8h", "9s Jc Qh", "Ks"),
}


def dealt(seed: int, index: int) -> tuple[str, ...]:
    desk, rules = new_desk(), variants["moscow"].lower()[0]
    open_streams(desk.streams, seed, 0)
    start_deal(desk.streams, index)
    shuffle(desk.t.deck, desk.streams, CARDS, cards_needed(rules))
    open_table(rules, desk.t, index % 2, -1)
    deal_packets(rules, desk.t)
    take_first_packets(rules, desk.t)
    take_second_packets(rules, desk.t)
    first, second = ([hand_text(int(hands[seat])) for seat in (0, 1)] for hands in (desk.t.first, desk.t.second))
    return (*first, card_text(int(desk.t.upcard)), *second, card_text(int(desk.t.freza)))


def test_golden_deals() -> None:
    assert STREAM_VERSION == "1"
    assert {place: dealt(*place) for place in GOLDEN} == GOLDEN


def test_every_deck_is_a_permutation() -> None:
    decks = many_decks(5000, seed=3)
    assert (np.sort(decks, axis=1) == np.arange(32)).all()


def test_a_longer_shuffle_goes_on_where_a_shorter_one_stopped() -> None:
    streams = new_streams()
    open_streams(streams, 5, 0)
    for index in range(20):
        decks = np.zeros((33, 32), np.int8)
        for count in range(1, 33):
            start_deal(streams, index)
            shuffle(decks[count], streams, CARDS, count)
        for count in range(1, 33):
            assert (decks[count, :count] == decks[32, :count]).all()


def first_words(seed: int, first_purpose: int, index: int, count: int = 2) -> list[list[int]]:
    """The first words of every slot of a deal."""
    streams = new_streams()
    open_streams(streams, seed, first_purpose)
    start_deal(streams, index)
    return [[int(next_word(streams, slot)) for _ in range(count)] for slot in range(N_PURPOSES)]


@kernel
def next_word(streams, slot):  # type: ignore[no-untyped-def]
    return word(streams, slot)


def test_streams_are_apart() -> None:
    """Seeds, purposes (those of matches too), deals: no two share a word, and neighbours share half of their bits."""
    found = [
        number
        for seed in (0, 1, 2, 2**62)
        for purpose in (0, MATCH_PURPOSES)
        for index in (0, 1, 2, 4096, 10**12)
        for words in first_words(seed, purpose, index)
        for number in words
    ]
    assert len({CARDS, LOT, *(BIDDING + seat for seat in range(4)), *(PLAY + seat for seat in range(4))}) == N_PURPOSES
    assert len(set(found)) == len(found) == 4 * 2 * 5 * N_PURPOSES * 2
    pairs = np.array(found, np.uint64)
    shared = np.bitwise_count(~(pairs[1:] ^ pairs[:-1])).astype(float)
    # 64 fair coins each: mean 32, variance 16
    z = (shared.mean() - 32) / math.sqrt(16 / len(shared))
    assert abs(z) < NormalDist().inv_cdf(1 - ERROR_RATE / 2)


def test_a_slot_does_not_move_another() -> None:
    streams = new_streams()
    open_streams(streams, 9, 0)
    start_deal(streams, 4)
    for _ in range(3):
        next_word(streams, PLAY)
    assert int(next_word(streams, CARDS)) == first_words(9, 0, 4)[CARDS][0]


def p_value(chi_square: float, freedom: int) -> float:
    """Both tails, by the cube-root approximation of Wilson and Hilferty (1931)."""
    spread = 2 / (9 * freedom)
    z = ((chi_square / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return 2 * NormalDist().cdf(-abs(z))


def position_by_card(decks: NDArray[np.int8]) -> float:
    """p-value of every card being equally likely in every place.

    Rows and columns of the table both have fixed sums within each deck, so (31/32) of the usual statistic has the
    chi-square law with 31 * 31 degrees of freedom.
    """
    places = np.arange(32)
    table = np.bincount((places * 32 + decks).ravel(), minlength=1024).astype(float)
    expected = len(decks) / 32
    return p_value(31 / 32 * float(((table - expected) ** 2 / expected).sum()), 31 * 31)


def neighbours(decks: NDArray[np.int8], place: int) -> float:
    """p-value of all ordered pairs of different cards being equally likely in two places side by side."""
    pairs = decks[:, place].astype(np.int64) * 32 + decks[:, place + 1]
    table = np.bincount(pairs, minlength=1024).reshape(32, 32)
    assert table.diagonal().sum() == 0
    expected = len(decks) / (32 * 31)
    different = table[~np.eye(32, dtype=bool)]
    return p_value(float(((different - expected) ** 2 / expected).sum()), 32 * 31 - 1)


BORDERS = (0, 11, 17, 26, 30)  # a word serves places 0-11, 12-26, 27-30


@pytest.mark.compiled
def test_cards_are_uniform() -> None:
    decks = many_decks(DECKS)
    assert position_by_card(decks) > ERROR_RATE
    for place in BORDERS:
        assert neighbours(decks, place) > ERROR_RATE


@pytest.mark.compiled
def test_a_wrong_shuffle_fails() -> None:
    decks = many_decks(DECKS, wrong=True)
    assert (np.sort(decks[:1000], axis=1) == np.arange(32)).all()
    assert position_by_card(decks) < ERROR_RATE
    assert any(neighbours(decks, place) < ERROR_RATE for place in BORDERS)


@kernel
def draw_below(streams, n, out):  # type: ignore[no-untyped-def]
    for k in range(out.shape[0]):
        out[k] = below(streams, LOT, n)


@kernel
def draw_without_rejection(streams, n, out):  # type: ignore[no-untyped-def]
    for k in range(out.shape[0]):
        out[k] = np.int64(multiply_high(word(streams, LOT), np.uint64(n)))


def counts(draw: Any, n: int, modulus: int) -> NDArray[np.int64]:
    streams = new_streams()
    open_streams(streams, 11, 0)
    start_deal(streams, 0)
    out = np.zeros(60_000, np.int64)
    draw(streams, n, out)
    assert out.min() >= 0
    assert out.max() < n
    return np.bincount(out % modulus, minlength=modulus)


def chi_square(found: NDArray[np.int64]) -> float:
    expected = found.sum() / len(found)
    return float(((found - expected) ** 2 / expected).sum())


@pytest.mark.parametrize("n", [1, 2, 3, 7, 9, 32])
def test_small_bounds_are_uniform(n: int) -> None:
    found = counts(draw_below, n, n)
    assert found.sum() == 60_000
    assert n == 1 or p_value(chi_square(found), n - 1) > ERROR_RATE


def test_a_large_bound_needs_and_has_rejection() -> None:
    """Below 3 * 2**61, 8/3 words fall to a value: without rejection 0 and 1 modulo 3 get three, 2 gets two."""
    n = 3 * 2**61
    assert p_value(chi_square(counts(draw_below, n, 3)), 2) > ERROR_RATE
    assert p_value(chi_square(counts(draw_without_rejection, n, 3)), 2) < ERROR_RATE


TWIN = """
import json
from tests.test_rng import drawn_by_hand
print(json.dumps(drawn_by_hand()))
"""


def drawn_by_hand() -> dict[str, list[int]]:
    """Words, bounded draws and shuffles through the kernels one by one; the same with the JIT on and off."""
    found = {}
    for seed in (0, 7, 2**63 - 1):
        streams = new_streams()
        open_streams(streams, seed, MATCH_PURPOSES)
        start_deal(streams, 3)
        found[f"words {seed}"] = [int(next_word(streams, BIDDING)) for _ in range(20)]
        out = np.zeros(20, np.int64)
        draw_below(streams, 5, out)
        found[f"below {seed}"] = out.tolist()
        draw_below(streams, 3 * 2**61, out)
        found[f"far below {seed}"] = out.tolist()
    found["decks"] = many_decks(20).ravel().tolist()
    return found


def test_without_the_compiler_everything_is_the_same() -> None:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    twin = subprocess.run([sys.executable, "-c", TWIN], env=environment, capture_output=True, text=True, check=False)
    assert twin.returncode == 0, twin.stderr
    assert json.loads(twin.stdout) == drawn_by_hand()
