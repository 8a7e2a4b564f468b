"""A recorded deal of terts as somebody wrote it: its fields read, and the pack laid out as they say.

What a field says is taken apart here (cards, groups, draws); whether it was legal is the referee's to say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, NoReturn

from debertz_sim.cards import SUIT_LETTERS, card_text, cards_of, mask, parse_cards
from debertz_sim.errors import UserError
from debertz_sim.kernels.terts_groups import HOLDING
from debertz_sim.kernels.terts_state import (
    BELLA,
    FOURS,
    HAND,
    KINDS,
    MARRIAGE,
    N_GRADES,
    STOCK,
    STOCK_TRICKS,
    TRICKS,
    WORD_TRICKS,
)
from debertz_sim.kernels.tricks import beats
from debertz_sim.records.terts import TERTS_FORMAT, terts_scribe
from debertz_sim.records.transcript_input import LABELS, show
from debertz_sim.rules import RuleSet
from debertz_sim.variants import from_spec

FIELDS = ("format", "rules", "dealer", "upcard", "hands", "exchange", "plays", "to_move", "result")
KIND_NAMES = (*KINDS, "bella")

_beats = getattr(beats, "py_func", beats)  # one trick does not pay for compiling
_KING_QUEEN = 0x60


def _groups() -> dict[int, int]:
    """{cards as a hand: group of the kernels}."""
    found: dict[int, int] = {}
    for grade in range(N_GRADES):
        cards = int(HOLDING[grade])
        if cards & (cards - 1):
            found |= {cards << 8 * suit: 8 * (1 + grade) + suit for suit in range(4)}
        else:
            found[cards * 0x01010101] = 8 * (1 + grade) + FOURS
    return found


_GROUPS = _groups()


@dataclass(frozen=True, slots=True)
class TertsTrick:
    """One trick as written: cards in the order of play, the words of leader and opponent, what was drawn."""

    leader: int
    cards: tuple[int, ...]
    words: tuple[int, int]
    drawn: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class TertsRecorded:
    """A transcript of terts in numbers; ``hands`` are masks, ``exchange`` is (seat, trick before which it was).

    ``broken`` is what was wrong with the trick at which the reading stopped: a rule may be broken before it.
    """

    rules: RuleSet
    record: Any  # of type RULES
    dealer: int
    upcard: int
    hands: tuple[int, int]
    exchange: tuple[int, int] | None
    tricks: tuple[TertsTrick, ...]
    broken: UserError | None
    given: Mapping[str, Any]

    @property
    def cards_played(self) -> list[int]:
        """All cards in the order of play."""
        return [card for trick in self.tricks for card in trick.cards]

    def deck(self) -> list[int]:
        """The pack from which the cards were dealt, the bottom card first; what is not known lies anyhow.

        Raises ``UserError`` where hands, upcard and draws contradict each other.
        """
        where = {card: f"in the hand of seat {seat}" for seat in (0, 1) for card in cards_of(self.hands[seat])}
        if self.upcard in where:
            raise UserError(f"upcard: {card_text(self.upcard)} is {where[self.upcard]}")
        where[self.upcard] = "the upcard"
        stock = []
        for number, trick in enumerate(self.tricks[:STOCK_TRICKS], 1):
            for place, card in enumerate(trick.drawn or ()):
                if number == STOCK_TRICKS and place == 1:
                    self._check_last(card)
                    continue
                if card in where:
                    raise UserError(f"trick {number}: drawn: {card_text(card)} is {where[card]}")
                where[card] = f"drawn in trick {number}"
                stock.append(card)
        stock += [card for card in range(32) if card not in where]
        pack = []
        for packet in range(6):
            hand = cards_of(self.hands[(self.dealer + 1 + packet) % 2])
            pack += hand[packet // 2 * 3 : packet // 2 * 3 + 3]
        pack += [self.upcard, *stock[: STOCK - 1]]
        return [pack[-1], *pack[:-1]]

    def _check_last(self, card: int) -> None:
        last = self.upcard if self.exchange is None else 8 * (self.upcard // 8)
        if card != last:
            what = "the upcard" if self.exchange is None else "the trump seven given for the upcard"
            raise UserError(
                f"trick {STOCK_TRICKS}: drawn: {card_text(card)} is not right; it must be {what}, {card_text(last)}"
            )


def read_terts(given: Mapping[str, Any], rules: RuleSet | None = None) -> TertsRecorded:
    """Read the fields of a transcript of terts; ``rules`` stand in place of those it names.

    Raises ``UserError`` (one line, the field named) for whatever is not of the form of such a transcript.
    """
    _check_fields(given, rules is not None)
    rules = from_spec(given["rules"]) if rules is None else rules
    if rules.form != "terts":
        raise UserError(f"rules: {rules.name} is not a game of terts, but format is {TERTS_FORMAT}")
    reader = _Reader(given, rules)
    tricks = reader.tricks()
    exchange = reader.exchange()
    hands = reader.hands()
    if hands is None:
        if reader.broken is not None:
            raise reader.broken
        hands = reader.hands_played(tricks, exchange)
    dealt = reader.dealer, reader.upcard, hands, exchange
    return TertsRecorded(rules, reader.record, *dealt, tricks, reader.broken, given)


def _wrong(field: str, value: object, right: str) -> NoReturn:
    raise UserError(f"{field}: {show(value)} is not right; it must be {right}")


def _check_fields(given: Mapping[str, Any], rules_known: bool) -> None:
    if given.get("format", TERTS_FORMAT) != TERTS_FORMAT:
        _wrong("format", given["format"], f'"{TERTS_FORMAT}", as the rules are those of terts')
    for field in given:
        close = get_close_matches(str(field), FIELDS, n=1, cutoff=0.8)
        if field not in FIELDS and field not in LABELS and close:
            raise UserError(f"{show(field)}: there is no such field; did you mean {close[0]}?")
    needed = ["dealer", "upcard"] if rules_known else ["rules", "dealer", "upcard"]
    for field in needed:
        if field not in given:
            raise UserError(
                f"{field}: it is missing; a transcript of terts needs {', '.join(needed)} and hands or all plays"
            )


class _Reader:
    """Reads single fields; every method raises ``UserError`` naming the field."""

    def __init__(self, given: Mapping[str, Any], rules: RuleSet) -> None:
        self.given = given
        self.record = terts_scribe(rules, rules.name).record
        self.dealer = self.seat("dealer", given["dealer"])
        (self.upcard,) = self.cards("upcard", [given["upcard"]], 1)
        self.trump = self.upcard // 8
        self.broken: UserError | None = None

    def seat(self, field: str, value: object) -> int:
        if type(value) is not int or value not in (0, 1):
            _wrong(field, value, "a seat, 0 or 1")
        return value

    def cards(self, field: str, value: object, count: int | None = None) -> list[int]:
        """Cards written as a list of texts, or as one text."""
        words = value.split() if isinstance(value, str) else value
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            _wrong(field, value, 'cards such as ["Ah", "Th"]')
        return parse_cards(" ".join(words), count, field)

    def table(self, field: str, value: object, needed: tuple[str, ...], optional: tuple[str, ...]) -> Mapping[str, Any]:
        form = ", ".join([*needed, *(f"{key} (may be left out)" for key in optional)])
        if not isinstance(value, Mapping) or any(key not in value for key in needed):
            _wrong(field, value, f"a table with {form}")
        for key in value:
            if key not in needed and key not in optional:
                raise UserError(f"{field}: {show(key)} has no place there; it is a table with {form}")
        return value

    def hands(self) -> tuple[int, int] | None:
        """The nine cards dealt to each, if they are written."""
        value = self.given.get("hands")
        if value is None:
            return None
        if not isinstance(value, list) or len(value) != 2:
            _wrong("hands", value, "two lists of cards, one a seat")
        one, other = (self.cards(f"hands: seat {seat}", words, HAND) for seat, words in enumerate(value))
        if twice := set(one) & set(other):
            raise UserError(f"hands: {card_text(min(twice))} is written for seat 0 and for seat 1")
        return mask(one), mask(other)

    def hands_played(self, tricks: tuple[TertsTrick, ...], exchange: tuple[int, int] | None) -> tuple[int, int]:
        """The nine cards dealt to each, from what he played and drew in a complete deal."""
        if len(tricks) < TRICKS or len(tricks[-1].cards) < 2:
            raise UserError("hands: they are missing; without them all plays are needed")
        held = [Counter[int](), Counter[int]()]  # what each played, less what he drew: what he was dealt
        seen: set[int] = set()
        for number, trick in enumerate(tricks, 1):
            for place, card in enumerate(trick.cards):
                if card in seen:
                    raise UserError(f"trick {number}: {card_text(card)} was played before")
                seen.add(card)
                held[(trick.leader + place) % 2][card] += 1
        for trick in tricks[:STOCK_TRICKS]:
            winner = self.winner(trick)
            for seat, card in zip((winner, 1 - winner), trick.drawn or (), strict=True):
                held[seat][card] -= 1
        if exchange is not None:
            held[exchange[0]][8 * self.trump] += 1
            held[exchange[0]][self.upcard] -= 1
        for seat in (0, 1):
            for card, count in held[seat].items():
                if count < 0:
                    raise UserError(f"hands: seat {seat} drew or took {card_text(card)}, but he has not played it")
        one, other = (mask(card for card, count in cards.items() if count) for cards in held)
        if one.bit_count() != HAND or other.bit_count() != HAND:
            raise UserError("hands: they are missing, and do not follow from plays, draws and exchange")
        return one, other

    def exchange(self) -> tuple[int, int] | None:
        value = self.given.get("exchange")
        if value is None:
            return None
        table = self.table("exchange", value, ("seat", "before_trick"), ("gave", "took"))
        trick = table["before_trick"]
        if type(trick) is not int or not 1 <= trick <= STOCK_TRICKS:
            _wrong("exchange.before_trick", trick, f"the number of a trick with stock, 1 to {STOCK_TRICKS}")
        for key, right in (("gave", 8 * self.trump), ("took", self.upcard)):
            if table.get(key) is not None and self.cards(f"exchange.{key}", [table[key]], 1) != [right]:
                _wrong(f"exchange.{key}", table[key], card_text(right))
        return self.seat("exchange.seat", table["seat"]), trick

    def tricks(self) -> tuple[TertsTrick, ...]:
        """The plays; who leads follows from the trick before."""
        entries = self.given.get("plays")
        entries = [] if entries is None else entries
        if not isinstance(entries, list) or len(entries) > TRICKS:
            _wrong("plays", entries, f"a list of at most {TRICKS} tricks")
        found: list[TertsTrick] = []
        leader = 1 - self.dealer
        for number, entry in enumerate(entries, 1):
            try:
                found.append(self.trick(number, entry, leader, number == len(entries)))
            except UserError as error:
                self.broken = error
                break
            if len(found[-1].cards) == 2:
                leader = self.winner(found[-1])
        return tuple(found)

    def trick(self, number: int, entry: object, leader: int, is_last: bool) -> TertsTrick:
        """One trick, led by ``leader``; the last one written may be unfinished."""
        where = f"trick {number}"
        table = self.table(where, entry, ("cards",), ("leader", "announced", "drawn"))
        if table.get("leader") is not None and self.seat(f"{where}: leader", table["leader"]) != leader:
            raise UserError(f"{where}: leader: seat {leader} leads, not seat {table['leader']}")
        cards = self.cards(where, table["cards"])
        if len(cards) > 2 or (len(cards) < 2 and not is_last):
            _wrong(where, table["cards"], "two cards" + (" at most" if is_last else ""))
        words = self.words(where, number, leader, table.get("announced"))
        return TertsTrick(leader, tuple(cards), words, self.drawn(where, number, len(cards), table.get("drawn")))

    def winner(self, trick: TertsTrick) -> int:
        """Who takes a complete trick."""
        led, answer = trick.cards
        return 1 - trick.leader if _beats(self.record, self.trump, answer, led) else trick.leader

    def drawn(self, where: str, number: int, cards: int, value: object) -> tuple[int, int] | None:
        """The cards drawn after a trick, the winner's first."""
        if number > STOCK_TRICKS or cards < 2:
            if value is not None:
                why = "there is no stock left" if number > STOCK_TRICKS else "the trick is not complete"
                raise UserError(f"{where}: drawn: {show(value)} is written, but {why}")
            return None
        if value is None:
            raise UserError(f"{where}: drawn is missing; it must be the card of the winner and that of the other")
        one, other = self.cards(f"{where}: drawn", value, 2)
        return one, other

    def words(self, where: str, number: int, leader: int, value: object) -> tuple[int, int]:
        """What leader and opponent said, as words of the kernels."""
        entries = [] if value is None else value
        if not isinstance(entries, list):
            _wrong(f"{where}: announced", value, "a list of announcements")
        if entries and number > WORD_TRICKS:
            raise UserError(f"{where}: announced: there are announcements in tricks 1 to {WORD_TRICKS} only")
        words = [0, 0]
        for entry in entries:
            table = self.table(f"{where}: announced", entry, ("seat", "cards"), ("kind", "points", "scored"))
            seat = self.seat(f"{where}: announced: seat", table["seat"])
            place = 0 if seat == leader else 1
            word = self.group(f"{where}, seat {seat}", table)
            if words[place] & (MARRIAGE if word == MARRIAGE else MARRIAGE - 1):
                what = "the marriage is" if word == MARRIAGE else "two groups are"
                raise UserError(f"{where}, seat {seat}: {what} announced; there is one announcement in a trick")
            words[place] += word
        return words[0], words[1]

    def group(self, where: str, table: Mapping[str, Any]) -> int:
        """The group (or MARRIAGE) that an entry of ``announced`` names."""
        cards = mask(self.cards(f"{where}: announced", table["cards"]))
        kind = table.get("kind")
        if kind is not None and kind not in KIND_NAMES:
            _wrong(f"{where}: announced: kind", kind, f"one of {', '.join(KIND_NAMES)}")
        marriage = _KING_QUEEN << 8 * self.trump
        if kind == KIND_NAMES[BELLA] or cards == marriage:
            if cards != marriage or kind not in (None, KIND_NAMES[BELLA]):
                trump = SUIT_LETTERS[self.trump]
                _wrong(f"{where}: announced: cards", table["cards"], f"K{trump} Q{trump}, the marriage (kind bella)")
            return MARRIAGE
        if cards not in _GROUPS:
            _wrong(f"{where}: announced: cards", table["cards"], "a run of three or more, or a four of a kind")
        return _GROUPS[cards]
