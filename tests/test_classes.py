"""Hand classes: a dense index both ways, tested over every hand and upcard of one trump suit."""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np
import pytest

from debertz_sim.kernels.classes import N_CLASSES, SLOT_BITS, class_codes, class_hand, class_sizes

pytestmark = pytest.mark.compiled

BURNSIDE = 8 * (736281 + 3 * 18921 + 2 * 315) // 6


def codes_of(hands: np.ndarray, upcards: np.ndarray) -> np.ndarray:
    """Class codes of masks and cards."""
    codes = np.zeros(len(hands), np.int64)
    class_codes(hands, upcards, codes)
    return codes


def all_hands() -> tuple[np.ndarray, np.ndarray]:
    """Every six cards with every upcard of the spade suit: 5,890,248 pairs."""
    masks = np.array([sum(1 << card for card in hand) for hand in combinations(range(31), 6)], np.int64)
    hands, upcards = [], []
    for upcard in range(8):
        low = (1 << upcard) - 1
        hands.append((masks & low) | ((masks & ~low) << 1))  # the 31 cards other than the upcard
        upcards.append(np.full(len(masks), upcard))
    return np.concatenate(hands), np.concatenate(upcards)


def relabelled(hands: np.ndarray, order: tuple[int, ...]) -> np.ndarray:
    """The masks with suit s moved to order[s]."""
    return sum(((hands >> 8 * suit & 255) << 8 * order[suit]) for suit in range(4))


def test_there_are_as_many_classes_as_burnside_counts() -> None:
    assert BURNSIDE == N_CLASSES == 1_058_232


@pytest.mark.slow
def test_every_hand_with_every_upcard_has_one_class_and_every_class_its_hands() -> None:
    hands, upcards = all_hands()
    assert len(hands) == 5_890_248
    index = codes_of(hands, upcards) >> SLOT_BITS
    assert index.min() == 0 and index.max() == N_CLASSES - 1
    sizes = np.zeros(N_CLASSES, np.int64)
    class_sizes(sizes)
    assert (np.bincount(index, minlength=N_CLASSES) == sizes).all()
    # hands of one class are each other's relabellings: the sorted side holdings are the same
    sides = np.sort(np.stack([hands >> 8 * suit & 255 for suit in (1, 2, 3)]), axis=0)
    signature = ((upcards << 8 | hands & 255) << 24) | (sides[0] << 16 | sides[1] << 8 | sides[2])
    assert len(np.unique(signature)) == len(np.unique(signature * N_CLASSES + index)) == N_CLASSES


@pytest.mark.slow
def test_the_hand_of_a_class_has_that_class_and_its_slots_are_clubs_diamonds_hearts() -> None:
    found = [class_hand(index) for index in range(N_CLASSES)]
    codes = codes_of(np.array([hand for hand, _ in found]), np.array([upcard for _, upcard in found]))
    assert (codes >> SLOT_BITS == np.arange(N_CLASSES)).all()
    assert (codes & 63 == (1 | 2 << 2 | 3 << 4)).all()


@pytest.mark.parametrize("trump", range(4))
def test_exchanging_plain_suits_keeps_the_class_and_moves_the_slots(trump: int) -> None:
    rng = np.random.default_rng(5)
    packs = rng.permuted(np.tile(np.arange(32), (5000, 1)), axis=1)
    hands = (1 << packs[:, :6]).sum(axis=1)
    upcards = 8 * trump + rng.integers(0, 8, 5000)
    free = (hands >> upcards & 1) == 0
    hands, upcards = hands[free], upcards[free]
    codes = codes_of(hands, upcards)
    plain = [suit for suit in range(4) if suit != trump]
    for order in permutations(plain):
        to = list(range(4))
        for suit, other in zip(plain, order, strict=True):
            to[suit] = other
        moved = codes_of(relabelled(hands, tuple(to)), upcards)
        assert (moved >> SLOT_BITS == codes >> SLOT_BITS).all()
        for slot in range(3):
            before = hands >> 8 * (codes >> 2 * slot & 3) & 255
            after = relabelled(hands, tuple(to)) >> 8 * (moved >> 2 * slot & 3) & 255
            assert (before == after).all()
