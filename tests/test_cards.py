"""Cards: every notation, every way to get it wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from debertz_sim import cards
from debertz_sim.errors import UserError


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("As Ks Qs Th", "As Ks Qs Th"),
        ("AsKsQsTh", "As Ks Qs Th"),
        ("asksqsth", "As Ks Qs Th"),
        ("AS KD", "As Kd"),
        ("A♠ 10♥", "As Th"),
        ("A♠️,10♥️", "As Th"),
        ("10h10s", "Ts Th"),
        ("s:AKQ h:T98", "As Ks Qs Th 9h 8h"),
        ("♥:1098 s:A", "As Th 9h 8h"),
        ("Тп Кп 10ч", "As Ks Th"),
        ("ТпКпДпВп", "As Ks Qs Js"),
        ("тт вб", "Ac Jd"),
        ("Т♠ T♥", "As Th"),  # the trap: Cyrillic ace, Latin ten
        ("п:ТКД ч:10", "As Ks Qs Th"),
        ("7c 8C 9d", "8c 7c 9d"),
        ("", ""),
    ],
)
def test_notations(text: str, canonical: str) -> None:
    assert cards.hand_text(cards.parse_cards(text)) == canonical


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("As Zs", "'Z' in 'Zs'"),
        ("sA", "'s' in 'sA'"),
        ("1s", "'1' in '1s'"),
        ("Ax", "'x' in 'Ax'"),
        ("Ks A", "'A' ends without a suit"),
        ("Tп", "'Tп' mixes alphabets"),
        ("AsКп", "'AsКп' mixes alphabets"),
        ("п:AK", "'п:AK' mixes alphabets"),
        ("А♠", "(Cyrillic) in 'А♠'"),  # an A that looks Latin
        ("As Kd as", "As is written twice (in 'as')"),
        ("s:AKA", "As is written twice (in 's:AKA')"),
        ("s:", "'s:' has no ranks"),
        ("x:AK", "'x' in 'x:AK'"),
        (":AK", "'' in ':AK'"),
        ("As x", "unknown cards cannot be given here"),
    ],
)
def test_errors_name_the_token(text: str, named: str) -> None:
    with pytest.raises(UserError) as error:
        cards.parse_cards(text, what="hand")
    assert str(error.value).startswith("hand: ")
    assert named in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("written", ["h", "H", " h ", "♥", "♥\ufe0f", "ч", "Ч"])
def test_suits(written: str) -> None:
    assert cards.parse_suit(written) == cards.Suit.HEARTS


def test_every_suit_in_each_notation() -> None:
    for letters in ("scdh", "♠♣♦♥", "птбч"):
        assert [cards.parse_suit(letter) for letter in letters] == [0, 1, 2, 3]
    for wrong in ("", "z", "hh", "9"):
        with pytest.raises(UserError, match=f"trump '{wrong}' is no suit; suits are s c d h"):
            cards.parse_suit(wrong, "trump")


def test_mixed_alphabets_explain_the_trap() -> None:
    with pytest.raises(UserError, match=r"'T' is Latin, 'п' is Cyrillic; Latin T is a ten, Cyrillic Т an ace"):
        cards.parse_card("Tп")


def test_wrong_counts() -> None:
    assert cards.parse_cards("As Ks", 2) == [7, 6]
    with pytest.raises(UserError, match=r"upcard 'As Ks': cards written: 2, needed: 1"):
        cards.parse_cards("As Ks", 1, "upcard")
    with pytest.raises(UserError, match="written: 0, needed: 1"):
        cards.parse_card("")


def test_unknown_cards() -> None:
    assert cards.parse_partial("As x ?? х 10h") == ([7, 27], 4)
    assert cards.parse_partial("AsxKs", 3) == ([7, 6], 1)
    with pytest.raises(UserError, match="written: 1 and 2 unknown, needed: 9"):
        cards.parse_partial("As x x", 9)
    with pytest.raises(UserError, match="'s' in 'xs'"):
        cards.parse_partial("xs")


def test_numbers_are_those_of_the_kernels() -> None:
    assert [cards.card_text(card) for card in (0, 7, 8, 31)] == ["7s", "As", "7c", "Ah"]
    assert cards.parse_card("Jd") == 8 * cards.Suit.DIAMONDS + cards.Rank.JACK == 20


@given(st.integers(0, cards.FULL_PACK))
def test_hands_round_trip(hand: int) -> None:
    held = cards.cards_of(hand)
    assert cards.mask(held) == hand
    text = cards.hand_text(hand)
    assert cards.hand_text(held) == text
    for written in (text, text.replace(" ", ""), text.lower(), text.replace("T", "10")):
        assert cards.mask(cards.parse_cards(written)) == hand


LATIN_TO_CYRILLIC = str.maketrans(
    {"A": "Т", "K": "К", "Q": "Д", "J": "В", "T": "10", "s": "п", "c": "т", "d": "б", "h": "ч"}
)


@given(st.integers(0, cards.FULL_PACK))
def test_cyrillic_means_the_same(hand: int) -> None:
    assert cards.mask(cards.parse_cards(cards.hand_text(hand).translate(LATIN_TO_CYRILLIC))) == hand
