"""Cards that are known before the deal: ``--hand PLACE:CARDS`` and ``--upcard CARD``.

A hand names up to six cards, those of the first packets (in terts up to nine).  ``As`` is that card; ``xh`` (or
``?h``) some heart, ``Kx`` some king, ``x`` or ``?`` any card.  A hand fits if its cards can be matched with what is
written, one card to each: neither of the hearts of ``Ah xh xh`` is the ace, and the cards left open may be hearts too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from debertz_sim.cards import (
    RANK_LETTERS,
    SUIT_LETTERS,
    card_text,
    hand_text,
    mask,
    parse_card,
    parse_partial,
    parse_suit,
)
from debertz_sim.conditions.columns import PLACES, first_packets
from debertz_sim.errors import UserError
from debertz_sim.rules import RuleSet
from debertz_sim.switch_table import nearest

_ANY = "xX?хХ"
_SUITED = re.compile(f"[{_ANY}](?P<suit>[^{_ANY}:])[\ufe0e\ufe0f]?")
_RANKED = re.compile(f"(?P<rank>10|[^{_ANY}:0-6])[{_ANY}]")


@dataclass(frozen=True)
class Hand:
    """What is known of the first packets at a place.

    Parameters
    ----------
    place
        0 forehand up to the dealer.
    cards
        Those known, as a mask.
    suits, ranks
        How many further cards must be of each suit, and how many others of each rank.
    """

    place: int
    cards: int
    suits: tuple[int, ...] = (0,) * 4
    ranks: tuple[int, ...] = (0,) * 8

    @property
    def has_wildcards(self) -> bool:
        """Whether cards are known by suit or rank alone."""
        return any(self.suits) or any(self.ranks)

    def text(self) -> str:
        """As it can be written, the cards left open not named."""
        named = [hand_text(self.cards)] if self.cards else []
        suits = [f"x{letter}" for letter, count in zip(SUIT_LETTERS, self.suits, strict=True) for _ in range(count)]
        ranks = [f"{letter}x" for letter, count in zip(RANK_LETTERS, self.ranks, strict=True) for _ in range(count)]
        return " ".join([*named, *suits, *ranks]) or "?"


@dataclass(frozen=True)
class Known:
    """All that is known: hands by place, and the upcard (-1: not known)."""

    hands: tuple[Hand, ...] = ()
    upcard: int = -1

    def __bool__(self) -> bool:
        return bool(self.hands) or self.upcard >= 0

    @property
    def cards(self) -> int:
        """Mask of all cards that are known to lie somewhere."""
        return sum(hand.cards for hand in self.hands) | (1 << self.upcard if self.upcard >= 0 else 0)

    def options(self, players: int) -> list[str]:
        """The options that say it."""
        words = [word for hand in self.hands for word in ("--hand", f"{PLACES[players][hand.place]}:{hand.text()}")]
        return [*words, *(["--upcard", card_text(self.upcard)] if self.upcard >= 0 else [])]


def parse_known(hands: Sequence[str], upcard: str | None, rules: RuleSet) -> Known:
    """What ``--hand`` texts (``forehand:As Kx xh``) and the ``--upcard`` text say, under these rules.

    Raises ``UserError`` for a place that is not there or comes twice, cards that cannot be read, too many of them, and
    a card that is in two places.
    """
    read = tuple(sorted((parse_hand(text, rules) for text in hands), key=lambda hand: hand.place))
    turned = -1 if upcard is None else parse_card(upcard)
    seen = 1 << turned if turned >= 0 else 0
    for one, two in pairwise(read):
        if one.place == two.place:
            raise UserError(f"--hand: {PLACES[rules.players][one.place]} comes twice; write all his cards in one")
    for hand in read:
        if seen & hand.cards:
            where = "the upcard" if turned >= 0 and hand.cards >> turned & 1 else "in another hand"
            name = PLACES[rules.players][hand.place]
            raise UserError(
                f"--hand {name}: {hand_text(seen & hand.cards)} is {where} already; a card lies in one place"
            )
        seen |= hand.cards
    return Known(read, turned)


def parse_hand(text: str, rules: RuleSet) -> Hand:
    """One ``--hand`` text; raises as ``parse_known``."""
    name, colon, cards = text.partition(":")
    places = PLACES[rules.players]
    in_play = places[: rules.in_play]
    name = name.strip().lower()
    if not colon or name not in in_play:
        if name in places:
            raise UserError(f"--hand {name}: a passive dealer gets no first packets")
        right = nearest(name, in_play) if colon else ""
        raise UserError(
            f"--hand {text!r}: write PLACE:CARDS, such as {in_play[0]}:'As Kx xh'; places: {', '.join(in_play)}{right}"
        )
    what = f"--hand {name}"
    suits, ranks, rest = [0] * 4, [0] * 8, list[str]()
    for token in re.split(r"[\s,]+", cards.strip()):
        if found := _SUITED.fullmatch(token):
            suits[parse_suit(found["suit"], f"{what}: {token!r}: suit")] += 1
        elif found := _RANKED.fullmatch(token):
            ranks[_rank(found["rank"], f"{what}: {token!r}")] += 1
        else:
            rest.append(token)
    named, unknown = parse_partial(" ".join(rest), None, what)
    written = len(named) + unknown + sum(suits) + sum(ranks)
    if not 1 <= written <= first_packets(rules):
        raise UserError(
            f"{what}: cards written: {written}; it takes 1 to {first_packets(rules)}, the first that are dealt"
        )
    return Hand(places.index(name), mask(named), tuple(suits), tuple(ranks))


def _rank(letter: str, what: str) -> int:
    """The rank 0..7 that a letter stands for in either alphabet."""
    try:
        return parse_card(letter + ("s" if letter.isascii() else "п")) & 7
    except UserError:
        raise UserError(f"{what}: {letter!r} is no rank; ranks are {' '.join(RANK_LETTERS)}") from None
