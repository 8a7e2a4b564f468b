"""Shuffles, bounded draws and the independence of streams, judged on the packs and words of consecutive deals."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from debertz_sim.kernels.rng import BIDDING, CARDS, LOT, MATCH_PURPOSES, N_PURPOSES, PLAY
from tests.calibration import sources as src
from tests.calibration.judge import Check, Verdict, runs_at
from tests.calibration.sources import Source
from tests.pvalues import apart_p, different_p, frequencies_p, permuted_p, serial_p, uniform_p

# A deal of two, three and four seats needs so many cards.
CARDS_NEEDED = (20, 29, 32)
# The first place that each word of a shuffle serves.
HEADS = (0, 12, 27)
PURPOSES = {
    CARDS: "cards",
    LOT: "lot",
    **{BIDDING + seat: f"bidding {seat}" for seat in range(4)},
    **{PLAY + seat: f"play {seat}" for seat in range(4)},
}


def verdict(what: str, p: float, n: int, of: str = "deals") -> Verdict:
    """A verdict on ``n`` units."""
    return Verdict(what, f"p = {p:.4f}, {n:,} {of}", p)


def positions(source: Source, scale: float) -> list[Verdict]:
    """Every card equally often in every place."""
    n = runs_at(scale, 1_000_000)
    found = []
    for seed, cards in enumerate(CARDS_NEEDED, 1):
        found.append(verdict(f"{cards} places by 32 cards", permuted_p(source.packs(seed, n, cards)), n))
    return found


def neighbours(source: Source, scale: float) -> list[Verdict]:
    """Every pair of cards equally often in two places, side by side or served first by two words."""
    n = runs_at(scale, 1_000_000)
    packs = source.packs(4, n)
    pairs = [*((place, place + 1) for place in range(31)), *combinations(HEADS, 2)]
    return [verdict(f"places {a} and {b}", different_p(packs[:, a], packs[:, b]), n) for a, b in pairs]


def order_of(columns: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
    """Which of the 24 orders four different numbers have, shape (n, 4) -> (n,)."""
    ranks = columns.argsort(axis=1).argsort(axis=1)
    return np.asarray(ranks @ np.array([64, 16, 4, 1]))


ORDERS = order_of(np.array(list(permutations(range(4))), np.int8))


def orders_p(codes: NDArray[np.int64]) -> float:
    """Test of all 24 orders being equally likely."""
    return frequencies_p(np.bincount(codes, minlength=256)[ORDERS])


def orders(source: Source, scale: float) -> list[Verdict]:
    """All 24 orders: of the four cards of a rank within the pack, of the cards in four places."""
    n = runs_at(scale, 500_000)
    packs = source.packs(5, n)
    places = packs.argsort(axis=1)  # of each card
    found = []
    for rank in range(8):
        codes = order_of(places[:, rank::8])
        found.append(verdict(f"the four cards of rank {rank}", orders_p(codes), n))
    for first in range(0, 32, 4):
        codes = order_of(packs[:, first : first + 4])
        found.append(verdict(f"places {first} to {first + 3}", orders_p(codes), n))
    return found


def bounds(source: Source, scale: float) -> list[Verdict]:
    """Every number below a bound equally often; a large bound by its remainders modulo 3."""
    n = runs_at(scale, 2_000_000)
    found = []
    for seed, bound in enumerate((2, 3, 4, 5, 6, 7, 8, 9, 20, 32), 1):
        p = frequencies_p(np.bincount(source.draws(seed, n, bound), minlength=bound))
        found.append(verdict(f"below {bound}", p, n, "draws"))
    # 8/3 words fall to a number below 3 * 2**61: without rejection 0 and 1 modulo 3 get three, 2 gets two
    p = frequencies_p(np.bincount(source.draws(11, n, 3 << 61) % 3, minlength=3))
    found.append(verdict("below 3 * 2**61", p, n, "draws"))
    return found


LINKED = (0, 1, 12, 13, 27, 28)  # places whose cards tell most about a word


def linked(what: str, one: NDArray[np.int8], two: NDArray[np.int8]) -> list[Verdict]:
    """Whether cards of packs tell anything of other packs, place by place."""
    return [
        verdict(f"{what}: place {a} and place {b}", apart_p(one[:, a], two[:, b], 32), len(one), "pairs")
        for a in LINKED
        for b in LINKED
    ]


def deals(source: Source, scale: float) -> list[Verdict]:
    """Deals have nothing to do with the next deal, nor with the ten after it."""
    n = runs_at(scale, 500_000)
    packs = source.packs(6, 2 * n)
    found = linked("deal and next deal", packs[::2], packs[1::2])
    series = {
        "the place of card 0": packs.argmin(axis=1),
        "cards of a suit in the first six": (packs[:, 1:7] < 8).sum(axis=1),
        "the first card": packs[:, 0],
        "the thirteenth card": packs[:, 12],
    }
    found += [verdict(f"{name}, lags 1 to 10", serial_p(values, 10), 2 * n) for name, values in series.items()]
    return found


def seeds(source: Source, scale: float) -> list[Verdict]:
    """The deals of a seed have nothing to do with those of the next seed, nor with the next deals there."""
    n = runs_at(scale, 500_000)
    one, two = source.packs(7, n + 1), source.packs(8, n)
    return linked("same deal", one[:n], two) + linked("deal moved by one", one[1:], two)


def bytes_p(one: NDArray[np.uint64], two: NDArray[np.uint64], low: bool) -> float:
    """Test of the pairs of two words' lowest or highest bytes."""
    shift = np.uint64(0 if low else 56)
    first, second = ((words >> shift) & np.uint64(255) for words in (one, two))
    return apart_p(first, second, 256)


def purposes(source: Source, scale: float) -> list[Verdict]:
    """What is drawn for one purpose has nothing to do with another, in the same deal, the next one, and in matches."""
    n = runs_at(scale, 500_000)
    words = source.raw(9, n + 1, N_PURPOSES, 2)
    found = []
    for a, b in combinations(range(N_PURPOSES), 2):
        names = f"{PURPOSES[a]} and {PURPOSES[b]}"
        one, two = words[:, a], words[:, b]
        found += [
            verdict(f"{names}, high bytes", bytes_p(one[:n, 0], two[:n, 0], low=False), n),
            verdict(f"{names}, low bytes", bytes_p(one[:n, 0], two[:n, 0], low=True), n),
            verdict(f"{names}, second word and first", bytes_p(one[:n, 1], two[:n, 0], low=False), n),
            verdict(f"{names}, next deal and deal", bytes_p(one[1:, 0], two[:n, 0], low=False), n),
        ]
    of_matches = source.raw(9, n, N_PURPOSES, 1, MATCH_PURPOSES)
    for slot, name in PURPOSES.items():
        p = bytes_p(words[:n, slot, 0], of_matches[:, slot, 0], low=False)
        found.append(verdict(f"{name} of single deals and of matches", p, n))
    return found


def p_values(source: Source, scale: float) -> list[Verdict]:
    """p-values of a thousand seeds are uniform: of places, pairs, orders, next deals, bytes and bounded draws."""
    repetitions, n = runs_at(scale, 1_000, 200), 5_000
    found: dict[str, list[float]] = {}

    def note(name: str, p: float) -> None:
        found.setdefault(name, []).append(p)

    for seed in range(100, 100 + repetitions):
        packs = source.packs(seed, n)
        note("places by cards", permuted_p(packs))
        note("20 places by cards", permuted_p(packs[:, :20]))
        note("first and thirteenth place, suits", suits_p(packs[:, 0], packs[:, 12]))
        note("orders of the aces", orders_p(order_of(packs.argsort(axis=1)[:, 7::8])))
        note("thirteenth card of a deal, first of the next", apart_p(packs[::2, 12] >> 2, packs[1::2, 0] >> 2, 8))
        note("below 9", frequencies_p(np.bincount(source.draws(seed, n, 9), minlength=9)))
        words = source.raw(seed, n, 3, 1)[:, :, 0] >> np.uint64(60)
        note("cards and lot", apart_p(words[:, CARDS], words[:, LOT], 16))
        note("cards and bidding", apart_p(words[:, CARDS], words[:, BIDDING], 16))
    return [verdict(name, uniform_p(values), repetitions, "p-values") for name, values in found.items()]


def suits_p(first: NDArray[np.int8], second: NDArray[np.int8]) -> float:
    """Test of the suits in two places: 7 to 8 for the same suit against another."""
    table = np.bincount((first >> 3).astype(np.int64) * 4 + (second >> 3), minlength=16)
    return frequencies_p(table.reshape(4, 4), 8 - np.eye(4))


CHECKS = [
    Check(
        "positions",
        "every card is equally likely in every place",
        positions,
        src.ENGINE,
        {"any place": src.ANY_PLACE, "bound off by one": src.NEVER_IN_PLACE, "byte with %": src.BY_BYTE},
    ),
    Check(
        "neighbours",
        "every pair of cards is equally likely in two places",
        neighbours,
        src.ENGINE,
        {"any place": src.ANY_PLACE, "bound off by one": src.NEVER_IN_PLACE, "one word twice": src.ONE_WORD_TWICE},
    ),
    Check(
        "orders",
        "all 24 orders of four cards are equally likely",
        orders,
        src.ENGINE,
        {"any place": src.ANY_PLACE, "bound off by one": src.NEVER_IN_PLACE},
    ),
    Check(
        "bounds",
        "bounded draws are uniform",
        bounds,
        src.ENGINE,
        {"byte with %": src.BY_BYTE, "no rejection": src.WITHOUT_REJECTION},
        least=0.1,
    ),
    Check("deals", "deals are independent", deals, src.ENGINE, {"overlapping streams": src.OVERLAPPING}),
    Check("seeds", "neighbouring seeds are independent", seeds, src.ENGINE, {"seed + number": src.SEED_PLUS_INDEX}),
    Check(
        "purposes",
        "the purposes of the stream are independent",
        purposes,
        src.ENGINE,
        {
            "bidding draws the cards' words": src.SHARED,
            "purposes spaced like deals": src.SPACED_LIKE_DEALS,
            "matches draw the deals' words": src.MATCHES_SHARED,
        },
    ),
    Check(
        "p-values",
        "p-values of many seeds are uniform",
        p_values,
        src.ENGINE,
        {
            "any place": src.ANY_PLACE,
            "overlapping streams": src.OVERLAPPING,
            "byte with %": src.BY_BYTE,
            "bidding draws the cards' words": src.SHARED,
        },
        least=0.2,
    ),
]
