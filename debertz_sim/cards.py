"""Cards, hands, and the ways to write them.

A card is the integer ``8 * suit + rank`` with suits s c d h (spades, clubs, diamonds, hearts) = 0..3 and ranks
7 8 9 T J Q K A = 0..7; a hand is a 32-bit mask with bit ``card`` set.  Latin and Cyrillic letters are read.  Mind the
trap: Latin ``T`` is the ten, Cyrillic ``Т`` is the ace; so one token never mixes alphabets.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from enum import IntEnum

from debertz_sim.errors import UserError


class Suit(IntEnum):
    """The suits in the order of the card numbers."""

    SPADES = 0
    CLUBS = 1
    DIAMONDS = 2
    HEARTS = 3


class Rank(IntEnum):
    """The ranks in natural order, in which sequences run."""

    SEVEN = 0
    EIGHT = 1
    NINE = 2
    TEN = 3
    JACK = 4
    QUEEN = 5
    KING = 6
    ACE = 7


SUIT_LETTERS = "scdh"
RANK_LETTERS = "789TJQKA"
FULL_PACK = (1 << 32) - 1

# Letters are looked up in upper case; the place in a card (rank first) tells rank from suit.
_NEUTRAL_RANKS = {"7": 0, "8": 1, "9": 2, "10": 3}
_RANKS = _NEUTRAL_RANKS | {"T": 3, "J": 4, "Q": 5, "K": 6, "A": 7} | {"В": 4, "Д": 5, "К": 6, "Т": 7}
_SUITS = {"♠": 0, "♣": 1, "♦": 2, "♥": 3} | {"S": 0, "C": 1, "D": 2, "H": 3} | {"П": 0, "Т": 1, "Б": 2, "Ч": 3}

_UNKNOWN = "xX?хХ"
_RANK_HELP = "ranks are 7 8 9 10 T J Q K A, or Cyrillic В Д К Т"
_SUIT_HELP = "suits are s c d h, ♠ ♣ ♦ ♥, or Cyrillic п т б ч"


def parse_card(text: str) -> int:
    """The card written in ``text`` (``As``, ``10♥``, ``Тп``); raises ``UserError`` naming what is wrong."""
    return parse_cards(text, 1, "card")[0]


def parse_suit(text: str, what: str = "suit") -> int:
    """The suit 0..3 that a letter or sign stands for (``h``, ``♥``, ``ч``); raises ``UserError`` naming ``what``."""
    letter = _without_selectors(text).upper()
    if letter not in _SUITS:
        raise UserError(f"{what} {text!r} is no suit; {_SUIT_HELP}")
    return _SUITS[letter]


def parse_cards(text: str, count: int | None = None, what: str = "cards") -> list[int]:
    """The cards written in ``text``, in the order written.

    Notations: ``As Ks Qs Th``, ``AsKsQsTh``, ``A♠ 10♥``, ``s:AKQ h:T98``, ``Тп Кп 10ч``, separated by blanks or commas.
    ``count``: how many there must be; ``what``: what messages call them.  Raises ``UserError`` for unknown letters,
    mixed alphabets in a token, duplicates and a wrong count.
    """
    cards, _ = _parse(text, what, "")
    if count is not None and len(cards) != count:
        raise UserError(f"{what} {text.strip()!r}: cards written: {len(cards)}, needed: {count}")
    return cards


def parse_partial(text: str, count: int | None = None, what: str = "cards") -> tuple[list[int], int]:
    """The known cards and the number of unknown ones, written ``x`` or ``?``; else as :func:`parse_cards`."""
    cards, unknown = _parse(text, what, _UNKNOWN)
    if count is not None and len(cards) + unknown != count:
        written = f"{len(cards)} and {unknown} unknown"
        raise UserError(f"{what} {text.strip()!r}: cards written: {written}, needed: {count}")
    return cards, unknown


def _parse(text: str, what: str, wildcards: str) -> tuple[list[int], int]:
    cards: list[int] = []
    unknown = 0
    for token in re.split(r"[\s,]+", _without_selectors(text)):
        if not token:
            continue
        _require_one_alphabet(token, what, wildcards)
        for card in _token_cards(token, what, wildcards):
            if card is None:
                unknown += 1
            elif card in cards:
                raise UserError(f"{what}: {card_text(card)} is written twice (in {token!r})")
            else:
                cards.append(card)
    return cards, unknown


def _without_selectors(text: str) -> str:
    """Without blanks around it, and without the characters that ask for text or picture form of a suit sign."""
    return text.strip().replace("\ufe0e", "").replace("\ufe0f", "")


def _require_one_alphabet(token: str, what: str, wildcards: str) -> None:
    """Refuse a token with letters of two alphabets, which may look the same and mean different cards."""
    letters = [letter for letter in token if letter.isalpha() and letter not in wildcards]
    latin = [letter for letter in letters if letter.isascii()]
    if latin and len(latin) < len(letters):
        other = next(letter for letter in letters if not letter.isascii())
        names = f"{latin[0]!r} is Latin, {other!r} is {unicodedata.name(other, 'unknown').split()[0].capitalize()}"
        raise UserError(f"{what}: {token!r} mixes alphabets ({names}; Latin T is a ten, Cyrillic Т an ace)")


def _token_cards(token: str, what: str, wildcards: str) -> list[int | None]:
    """The cards of one token, ``None`` for an unknown one."""
    suit_text, colon, rest = token.partition(":")
    if colon:
        suit = _look_up(_SUITS, suit_text, token, what, _SUIT_HELP)
        if not rest:
            raise UserError(f"{what}: {token!r} has no ranks after the suit (write for example s:AKQ)")
        return [8 * suit + rank for rank in _ranks(rest, token, what)]
    cards: list[int | None] = []
    place = 0
    while place < len(token):
        if token[place] in wildcards:
            cards.append(None)
            place += 1
            continue
        width = 2 if token.startswith("10", place) else 1
        rank = _look_up(_RANKS, token[place : place + width], token, what, _RANK_HELP)
        place += width
        if place == len(token):
            raise UserError(f"{what}: {token!r} ends without a suit ({_SUIT_HELP})")
        cards.append(8 * _look_up(_SUITS, token[place], token, what, _SUIT_HELP) + rank)
        place += 1
    return cards


def _ranks(text: str, token: str, what: str) -> list[int]:
    return [_look_up(_RANKS, letter, token, what, _RANK_HELP) for letter in re.findall("10|.", text)]


def _look_up(table: dict[str, int], letter: str, token: str, what: str, right: str) -> int:
    try:
        return table[letter.upper()]
    except KeyError:
        if letter and letter in _UNKNOWN:
            raise UserError(f"{what}: {letter!r} in {token!r}: unknown cards cannot be given here") from None
        script = " (Cyrillic)" if "\u0400" <= letter <= "\u04ff" else ""
        raise UserError(f"{what}: {letter!r}{script} in {token!r} is not known there; {right}, rank first") from None


def card_text(card: int) -> str:
    """The canonical text of a card, ``Th``."""
    return RANK_LETTERS[card % 8] + SUIT_LETTERS[card // 8]


def hand_text(hand: int | Iterable[int]) -> str:
    """The canonical text of a hand (mask or cards): suits s c d h, from the ace down, ``As Ks Qs Th``."""
    cards = cards_of(hand) if isinstance(hand, int) else hand
    return " ".join(card_text(card) for card in sorted(cards, key=lambda card: (card // 8, -card)))


def mask(cards: Iterable[int]) -> int:
    """The hand that holds these cards."""
    hand = 0
    for card in cards:
        hand |= 1 << card
    return hand


def cards_of(hand: int) -> list[int]:
    """The cards of a hand in ascending order."""
    return [card for card in range(32) if hand >> card & 1]
