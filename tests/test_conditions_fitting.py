"""Deals made to fit: every deal that fits is among them and equally likely, and no other; against enumeration."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise
from math import comb

import numpy as np
import pytest

from debertz_sim.cards import FULL_PACK, cards_of, mask, parse_card, parse_cards
from debertz_sim.conditions.columns import lexicon
from debertz_sim.conditions.fitting import Fit, TooMany, can_fit, fit
from debertz_sim.conditions.known import Hand, Known, parse_known
from debertz_sim.conditions.layout import packets
from debertz_sim.conditions.parser import parse
from debertz_sim.errors import UserError
from debertz_sim.exact import hand_odds
from debertz_sim.rules import RuleSet
from debertz_sim.variants import variants
from tests.conditions_tools import can_match, decks_of, every_way
from tests.slow_melds import Slow

MOSCOW = variants["moscow"]


def fitted(given: str = "", hands: tuple[str, ...] = (), upcard: str | None = None, rules: RuleSet = MOSCOW) -> Fit:
    condition = parse(given, lexicon(rules).words) if given else None
    return fit(rules, parse_known(hands, upcard, rules), condition)


def hands_of(free: int, size: int) -> list[int]:
    return [mask(cards) for cards in combinations(cards_of(free), size)]


@pytest.mark.parametrize(
    "written",
    [
        "As Ks Qs xh ? ?",
        "As Ks Qs Kx ?",
        "As Ks Qs xh Kx ?",
        "As Qs Ts xh xh Kx",
        "7s 8s Kh Kx Qx xd",
        "7s 8s Ks Kx xh Qx",
        "7s Ks Kx xh Qx xs",
    ],
)
def test_wildcards_of_one_hand_count_every_hand_once(written: str) -> None:
    upcard = parse_card("9h")
    tokens = written.split()
    named = mask(parse_cards(" ".join(token for token in tokens if not re.search("[x?]", token))))
    free = FULL_PACK & ~named & ~(1 << upcard)
    expected = {rest for rest in hands_of(free, 6 - named.bit_count()) if can_match(rest | named, tokens)}
    found = [parcels for _, parcels in every_way(fitted(hands=(f"forehand:{written}",), upcard="9h"))]
    assert len(found) == len(expected)
    assert {cards for (cards,) in found} == expected


def test_wildcards_of_two_hands_count_every_pair_once() -> None:
    written = {0: "As Ks Qs Js xh Kx", 1: "7s 8s 9s 7c xh Qx"}
    upcard = parse_card("Jh")
    named = {place: mask(parse_cards(text[:11])) for place, text in written.items()}
    free = FULL_PACK & ~named[0] & ~named[1] & ~(1 << upcard)
    expected = {
        (one, two)
        for one in hands_of(free, 2)
        if can_match(one | named[0], written[0].split())
        for two in hands_of(free & ~one, 2)
        if can_match(two | named[1], written[1].split())
    }
    hands = (f"forehand:{written[0]}", f"dealer:{written[1]}")
    found = [parcels for _, parcels in every_way(fitted(hands=hands, upcard="Jh"))]
    assert len(found) == len(expected)
    assert set(found) == expected


def test_an_unknown_upcard_is_as_likely_as_the_deals_it_leaves() -> None:
    found = Counter(upcard for upcard, _ in every_way(fitted(hands=("forehand:As Ks Qs Js xh Kx",))))
    free = FULL_PACK & ~mask(parse_cards("As Ks Qs Js"))
    tokens = ["As", "Ks", "Qs", "Js", "xh", "Kx"]
    named = mask(parse_cards("As Ks Qs Js"))
    expected = {
        upcard: sum(can_match(rest | named, tokens) for rest in hands_of(free & ~(1 << upcard), 2))
        for upcard in cards_of(free)
    }
    assert found == Counter({upcard: ways for upcard, ways in expected.items() if ways})


def slow_columns(slow: Slow, six: int, full: int, trump: int) -> dict[str, int]:
    """Some columns of a hand as dealt, from the slow melds."""
    found = {}
    for part, hand in (("six", six), ("dealt", full)):
        sequences = slow.sequences(hand, trump)
        found[f"{part}_terts_0"] = sum(length == 3 for length, _, _ in sequences)
        found[f"{part}_fifty_0"] = sum(length > 3 for length, _, _ in sequences)
        found[f"{part}_sequence_points_0"] = slow.points(hand, trump)
        found[f"{part}_run_0"] = max(slow.longest(hand, trump), min(2, _longest_pair(slow, hand, trump)))
        found[f"{part}_trumps_0"] = (hand >> 8 * trump & 255).bit_count()
        found[f"{part}_aces_0"] = (hand & 0x80808080).bit_count()
    return found


def _longest_pair(slow: Slow, hand: int, trump: int) -> int:
    """1, or 2 where two cards are adjacent."""
    order = ["789TJQKA".index(letter) for letter in slow.orders[0]]
    suits = [hand >> 8 * suit & 255 for suit in range(4)]
    pairs = any(s >> a & 1 and s >> b & 1 for s in suits for a, b in pairwise(order))
    return 2 if pairs else 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "named"),
    [
        ("dealt_sequence_points_0 >= 70", "As Ks Qs 9s 8d"),
        ("dealt_terts_0 == 2 or dealt_fifty_0 == 1", "As Ks Qs Js 9s"),
        ("six_trumps_0 >= 1 and dealt_run_0 >= 5", "As Ks Qs Js 9s"),
        ("not (six_aces_0 == dealt_aces_0) and upcard_suit == h", "As Ks Qs Js 9s"),
    ],
)
def test_conditions_on_melds_keep_exactly_the_hands_that_satisfy_them(given: str, named: str) -> None:
    slow = Slow(MOSCOW)
    upcard, held = parse_card("7h"), mask(parse_cards(named))
    free = FULL_PACK & ~held & ~(1 << upcard)
    both = "six_" in given
    tried = 0
    expected = set()
    for last in cards_of(free) if both else [None]:
        own = held | (1 << last if last is not None else 0)
        for rest in hands_of(free & ~own, 3 if both else 4):
            tried += 1
            columns = slow_columns(slow, own, own | rest, 3) | {"h": 3, "upcard_suit": 3}
            if eval(given, {}, columns):
                expected.add((own ^ held, rest) if both else (rest,))
    made = fitted(given, (f"forehand:{named}",), "7h")
    found = [parcels for _, parcels in every_way(made)]
    assert len(found) == len(expected) > 0
    assert set(found) == expected
    assert made.probability == Fraction(len(expected), tried)


def test_probabilities_are_those_of_exact_counting() -> None:
    six = {value.metric: value.value for value in hand_odds(MOSCOW, 6) if not value.group}
    assert fitted("six_terts_0 + six_fifty_0 >= 1").probability == six["any_sequence"]
    nine = [value for value in hand_odds(MOSCOW, 9) if value.metric == "sequence_points" and value.value]
    assert len(nine) == 7
    for value in nine:
        assert fitted(f"dealt_sequence_points_1 == {value.group['points']}").probability == value.value
    counts = {value.group["length"]: value.value for value in hand_odds(MOSCOW, 9) if value.metric == "run_at_least"}
    assert fitted("dealt_run_0 >= 6").probability == counts[6]
    assert fitted("six_to_ace_0 == 6").probability == Fraction(4, 906192)
    assert fitted("dealt_sevens_0 == 4").probability == Fraction(63, 17980)
    assert fitted("upcard_rank == J").probability == Fraction(1, 8)
    assert fitted("six_spades_0 == 6").probability == Fraction(28, 906192)
    eight = {value.metric: value.value for value in hand_odds(variants["pairs"], 8) if not value.group}
    for place in range(4):  # the dealer's eight have the upcard
        made = fitted(f"dealt_terts_{place} + dealt_fifty_{place} > 0", rules=variants["pairs"])
        assert made.probability == eight["any_sequence"]


def test_dealt_six_to_the_ace_is_dealt_every_time() -> None:
    made = fitted("six_to_ace_1 == 6")
    dealt = packets(MOSCOW, decks_of(made, 500))
    assert set(dealt.first[1].tolist()) == {0xFC << 8 * suit for suit in range(4)}


def chi_square(counts: np.ndarray, cells: int) -> float:
    """Standard deviations by which Pearson's statistic exceeds its mean (equal chances)."""
    expected = counts.sum() / cells
    return float(((counts - expected) ** 2 / expected).sum() - cells + 1) / (2 * (cells - 1)) ** 0.5


def test_every_way_is_dealt_equally_often() -> None:
    made = fitted(hands=("forehand:As Ks Qs Js xh ?", "dealer:Ad Kd Qd Jd 9d Th"), upcard="Jh")
    ways = {parcels[0]: k for k, (_, parcels) in enumerate(every_way(made))}
    assert len(ways) == 6 * 15 + 15  # one heart of six and a card of 15 others, or two hearts
    decks = decks_of(made, 40_000)
    assert (np.sort(decks, axis=1) == np.arange(32)).all()
    dealt = packets(MOSCOW, decks)
    known = mask(parse_cards("As Ks Qs Js"))
    counts = np.bincount([ways[hand] for hand in (dealt.first[0] & ~known).tolist()], minlength=len(ways))
    assert abs(chi_square(counts, len(ways))) < 5
    # what no hand took falls anywhere: the seven of clubs among the places of the other cards
    free = made.fitting.other_places
    seven = parse_card("7c")
    where = (decks == seven).argmax(axis=1)[dealt.first[0] >> seven & 1 == 0]
    assert set(where.tolist()) == set(free.tolist())
    assert abs(chi_square(np.bincount(where, minlength=32)[free], len(free))) < 5


def test_a_deal_that_is_not_uniform_is_found() -> None:
    # one heart, then any card: hands with two hearts come twice as often as they should
    rng = np.random.default_rng(1)
    heart, other = rng.integers(0, 6, 40_000), rng.integers(0, 20, 40_000)
    other += other >= heart
    low, high = np.minimum(heart, other), np.maximum(heart, other)
    counts = np.bincount(21 * low + high)
    assert chi_square(counts[counts > 0], 6 * 15 + 15) > 5


def test_an_open_card_of_a_full_hand_may_come_in_either_packet() -> None:
    made = fitted("dealt_to_ace_0 == 7", upcard="Jh")
    dealt = packets(MOSCOW, decks_of(made, 9_000))
    suited = np.select([dealt.full[0] >> 8 * s & 254 == 254 for s in range(4)], [0, 1, 2, 3])
    in_first = np.bitwise_count(dealt.first[0] >> 8 * suited & 254)
    # seven of nine cards, six of which come first: hypergeometric
    assert np.bincount(in_first, minlength=7)[4:].sum() == 9_000
    for count in (4, 5, 6):
        share = (in_first == count).mean()
        exact = comb(7, count) * comb(2, 6 - count) / comb(9, 6)
        assert abs(share - exact) < 5 * (exact * (1 - exact) / 9_000) ** 0.5


def test_a_deal_depends_on_seed_and_index_alone() -> None:
    made = fitted("six_terts_0 == 2")
    whole = decks_of(made, 300)
    assert (decks_of(made, 100, first=150) == whole[150:250]).all()
    assert not (decks_of(made, 300, seed=6) == whole).all(axis=1).any()


def test_what_cannot_be_is_refused() -> None:
    for given, hands in (
        ("six_terts_0 == 3", ()),
        ("six_aces_0 == 0", ("forehand:As",)),
        ("", ("forehand:Kx Kx Kx", "dealer:Kx Kx")),
        ("", ("forehand:xh xh xh xh xh", "dealer:xh xh xh xh")),
    ):
        with pytest.raises(UserError, match="no deal fits"):
            fitted(given, hands)
    four = tuple(f"{place}:xh xs Kx" for place in ("forehand", "second", "third", "dealer"))
    with pytest.raises(TooMany):
        fitted(hands=four, rules=variants["pairs"])


def test_conditions_on_one_hand_can_be_fitted_and_others_cannot() -> None:
    words = lexicon(MOSCOW).words

    def places(text: str) -> frozenset[int] | None:
        return can_fit(MOSCOW, parse(text, words))

    assert places("six_terts_1 > 0 and upcard_rank == J") == {1}
    assert places("upcard == Jh") == set()
    assert places("six_terts_1 > six_terts_0") is None
    assert places("six_terts_1 > 0 or outcome == made") is None
    assert places("six_terts_1 > 0 and dealer == 0") is None


@pytest.mark.parametrize(
    ("hands", "upcard", "complaint"),
    [
        (("middle:As",), None, "write PLACE:CARDS"),
        (("forehand As",), None, "write PLACE:CARDS"),
        (("forehand:As As",), None, "As is written twice"),
        (("forehand:As Ks Qs Js Ts 9s 8s",), None, "cards written: 7; it takes 1 to 6"),
        (("forehand:",), None, "cards written: 0"),
        (("forehand:As", "dealer:As Ks"), None, "--hand dealer: As is in another hand already"),
        (("forehand:As",), "As", "--hand forehand: As is the upcard already"),
        (("forehand:As", "forehand:Ks"), None, "forehand comes twice"),
        (("forehand:xz",), None, "'xz': suit 'z' is no suit"),
        (("forehand:6x",), None, "'6' in '6x' is not known there"),
        (("forehand:♥x",), None, "'♥' is no rank"),
    ],
)
def test_known_cards_that_make_no_sense_are_refused(hands: tuple[str, ...], upcard: str | None, complaint: str) -> None:
    with pytest.raises(UserError) as error:
        parse_known(hands, upcard, MOSCOW)
    assert complaint in str(error.value) and "\n" not in str(error.value)


def test_a_passive_dealer_has_no_first_packets() -> None:
    with pytest.raises(UserError, match="a passive dealer gets no first packets"):
        parse_known(("dealer:As",), None, variants["passive4"])


def test_known_cards_are_written_as_they_are_read() -> None:
    known = parse_known(("dealer:Кп x♥ 10x ?", "forehand:?h Тп"), "10ч", MOSCOW)
    assert known == Known(
        (
            Hand(0, mask(parse_cards("As")), (0, 0, 0, 1)),
            Hand(1, mask(parse_cards("Ks")), (0, 0, 0, 1), (0, 0, 0, 1, 0, 0, 0, 0)),
        ),
        parse_card("Th"),
    )
    words = known.options(2)
    assert words == ["--hand", "forehand:As xh", "--hand", "dealer:Ks xh Tx", "--upcard", "Th"]
    assert parse_known((words[1], words[3]), words[5], MOSCOW) == known
