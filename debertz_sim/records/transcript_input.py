"""A deal transcript as somebody wrote it: its fields read and checked for form, before any rule is asked.

What a field says is taken apart here (cards, seats, calls, tricks); whether it was legal is the referee's to say.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, NoReturn

from debertz_sim.cards import SUIT_LETTERS, card_text, mask, parse_cards
from debertz_sim.errors import UserError
from debertz_sim.kernels.state import MAX_SHUFFLES, PASS
from debertz_sim.records.transcript import FORMAT
from debertz_sim.rules import RuleSet
from debertz_sim.variants import from_spec

MAX_POINTS = 10**9

# Fields that say what happened, and fields that are only carried along.
FIELDS = (
    "format",
    "rules",
    "dealer",
    "pots",
    "scores_before",
    "baids_before",
    "forced",
    "first_packets",
    "upcard",
    "second_packets",
    "freza",
    "auction",
    "redeal",
    "exchange",
    "hands",
    "plays",
    "bella_call",
    "claim",
    "melds",
    "to_move",
    "result",
)
LABELS = ("seed", "index", "match")


@dataclass(frozen=True, slots=True)
class Trick:
    """One trick as written; ``leader`` is None where it was left out."""

    leader: int | None
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Exchange:
    """The trump seven for the upcard; cards are None where they were left out."""

    seat: int
    gave: int | None
    took: int | None


@dataclass(frozen=True, slots=True)
class Claim:
    """The match ended by a claim."""

    seat: int
    after_trick: int


@dataclass(frozen=True, slots=True)
class Recorded:
    """A transcript in numbers.  Hands and packets are masks by seat; None: not written.

    ``exchange`` is None both where none was made and where nothing is said of it (``says_exchange``); ``bella_call`` is
    the trick of the call, 0 for never, None where nothing is said of it.
    """

    rules: RuleSet
    dealer: int
    upcard: int
    calls: tuple[int, ...]
    plays: tuple[Trick, ...]
    first: list[int] | None
    second: list[int] | None
    freza: int | None
    hands: list[int] | None
    says_exchange: bool
    exchange: Exchange | None
    redeal: int | None
    bella_call: int | None
    claim: Claim | None
    forced: int | None
    pots: list[int]
    scores: list[int] | None
    baids: list[int] | None
    given: Mapping[str, Any]

    @property
    def declarer(self) -> int | None:
        """Who plays, as far as the record says so."""
        if self.forced is not None:
            return self.forced
        if self.calls and self.calls[-1] != PASS:
            return (self.dealer + len(self.calls)) % self.rules.players
        return None

    @property
    def trump(self) -> int | None:
        """The trump suit, as far as the record says so."""
        if self.forced is not None:
            return self.upcard // 8
        return self.calls[-1] if self.declarer is not None else None

    @property
    def all_passed(self) -> bool:
        """Whether every call that could be made is a pass."""
        return len(self.calls) == 2 * self.rules.players and self.calls[-1] == PASS

    @property
    def cards_played(self) -> list[int]:
        """All cards in the order of play."""
        return [card for trick in self.plays for card in trick.cards]


def read(given: object, rules: RuleSet | None = None) -> Recorded:
    """Read the fields of a transcript; ``rules`` stand in place of those it names.

    Raises ``UserError`` (one line, the field named) for whatever is not of the form of a transcript.
    """
    if not isinstance(given, Mapping):
        _wrong("transcript", given, 'a table {"rules": ..., "dealer": ..., ...}')
    _check_fields(given, rules is not None)
    rules = from_spec(given["rules"]) if rules is None else rules
    rules.require_playable()
    melds = given.get("melds")
    if melds is not None and (not isinstance(melds, list) or not all(isinstance(meld, Mapping) for meld in melds)):
        _wrong("melds", melds, "a list of tables with seat, kind, cards")
    reader = _Reader(given, rules)
    upcard = reader.card("upcard", given["upcard"])
    forced = reader.forced()
    scores = reader.numbers("scores_before")
    baids = reader.numbers("baids_before", least=0)
    if baids is not None and scores is None:
        raise UserError("baids_before: they belong to a match; scores_before is needed beside them")
    return Recorded(
        rules=rules,
        dealer=reader.seat("dealer", given["dealer"]),
        upcard=upcard,
        calls=reader.auction(upcard // 8, forced),
        plays=reader.plays(),
        first=reader.hands("first_packets", {6}),
        second=reader.hands("second_packets", {rules.second_packet}),
        freza=reader.freza(),
        hands=reader.hands("hands", {6, 6 + rules.second_packet}),
        says_exchange="exchange" in given,
        exchange=reader.exchange(),
        redeal=reader.redeal(),
        bella_call=reader.bella_call(),
        claim=reader.claim(),
        forced=forced,
        pots=reader.pots(),
        scores=scores,
        baids=baids,
        given=given,
    )


def show(value: object) -> str:
    """A value as JSON, cut short: what messages call it."""
    text = json.dumps(value, ensure_ascii=False, default=repr)
    return text if len(text) <= 60 else text[:57] + "..."


def _wrong(field: str, value: object, right: str) -> NoReturn:
    raise UserError(f"{field}: {show(value)} is not right; it must be {right}")


def _check_fields(given: Mapping[str, Any], rules_known: bool) -> None:
    """Refuse another format, a needed field that is missing, and an unknown one that looks like a known one."""
    kind = given.get("format", FORMAT)
    if kind == "debertz-terts/1":
        raise UserError("format: debertz-terts/1 (the game of terts) is not implemented yet")
    if kind != FORMAT:
        _wrong("format", kind, f'"{FORMAT}"')
    for field in given:
        if field not in FIELDS and field not in LABELS:
            close = get_close_matches(str(field), FIELDS, n=1, cutoff=0.8)
            if close:
                raise UserError(f"{show(field)}: there is no such field; did you mean {close[0]}?")
    needed = ["rules", "dealer", "upcard", "auction"]
    if given.get("forced") is not None:
        needed.remove("auction")
    if rules_known:
        needed.remove("rules")
    for field in needed:
        if field not in given:
            raise UserError(f"{field}: it is missing; a transcript needs {', '.join(needed)} and hands or all plays")


class _Reader:
    """Reads single fields; every method raises ``UserError`` naming the field."""

    def __init__(self, given: Mapping[str, Any], rules: RuleSet) -> None:
        self.given = given
        self.rules = rules
        self.players = rules.players
        self.tricks = 6 + rules.second_packet

    def seat(self, field: str, value: object) -> int:
        if type(value) is not int or not 0 <= value < self.players:
            _wrong(field, value, f"a seat, 0 to {self.players - 1}")
        return value

    def trick(self, field: str, value: object) -> int:
        if type(value) is not int or not 1 <= value <= self.tricks:
            _wrong(field, value, f"the number of a trick, 1 to {self.tricks}")
        return value

    def card(self, field: str, value: object) -> int:
        return self.cards(field, [value], 1)[0]

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

    def listed(self, field: str, value: object, longest: int, what: str) -> list[Any]:
        if not isinstance(value, list):
            _wrong(field, value, f"a list of {what}")
        if len(value) > longest:
            raise UserError(f"{field}: {len(value)} {what} are written, there are at most {longest}")
        return value

    def numbers(self, field: str, least: int = -MAX_POINTS) -> list[int] | None:
        """One number a seat, or None where nothing is written."""
        value = self.given.get(field)
        if value is None:
            return None
        if not isinstance(value, list) or len(value) != self.players or not all(_is_number(n, least) for n in value):
            what = "whole numbers" if least < 0 else f"whole numbers from {least}"
            _wrong(field, value, f"{self.players} {what}, one a seat")
        return value

    def pots(self) -> list[int]:
        value = self.given.get("pots")
        pots = [] if value is None else self.listed("pots", value, MAX_SHUFFLES - 1, "pots")
        if not all(_is_number(pot, 1) for pot in pots):
            _wrong("pots", value, "a list of points above 0, oldest first")
        hanging = self.rules.hanging
        if pots and hanging in ("each_own", "void"):
            raise UserError(f"pots: nothing hangs under hanging={hanging}; the list must be empty")
        if len(pots) > 1 and hanging != "queue":
            raise UserError(f"pots: {len(pots)} are written; under hanging={hanging} they are one sum, {sum(pots)}")
        return pots

    def forced(self) -> int | None:
        value = self.given.get("forced")
        if value is None:
            if self.rules.hanging == "forced_deal" and self.given.get("pots"):
                raise UserError('forced: it is missing; a pot is played for in a forced deal, {"declarer": seat}')
            return None
        declarer = self.seat("forced.declarer", self.table("forced", value, ("declarer",), ())["declarer"])
        if self.rules.hanging != "forced_deal":
            raise UserError(f"forced: there are no forced deals under hanging={self.rules.hanging}; leave it out")
        if not self.given.get("pots"):
            raise UserError("pots: the points for which a forced deal is played are missing")
        return declarer

    def auction(self, upcard_suit: int, forced: int | None) -> tuple[int, ...]:
        """The calls, forehand first; whose turn it was is checked, what he might call is not."""
        value = self.given.get("auction")
        entries = [] if value is None else self.listed("auction", value, 2 * self.players, "calls")
        if forced is not None and entries:
            raise UserError("auction: a forced deal has none; it must be []")
        calls = []
        for place, entry in enumerate(entries):
            turn = (self.seat("dealer", self.given["dealer"]) + 1 + place) % self.players
            calls.append(
                self._call(f"auction: call {place + 1}", entry, turn, upcard_suit if place < self.players else -1)
            )
        return tuple(calls)

    def _call(self, field: str, entry: object, turn: int, round_suit: int) -> int:
        form = f'{{"seat": {turn}, "call": "pass"}} or {{"seat": {turn}, "call": "play", "suit": "h"}}'
        if not isinstance(entry, Mapping):
            _wrong(field, entry, form)
        if self.seat(f"{field}: seat", entry.get("seat", turn)) != turn:
            raise UserError(f"{field}: it is seat {turn}'s turn to call, not seat {entry['seat']}'s")
        suit = entry.get("suit")
        if entry.get("call") == "pass" and suit is None:
            return PASS
        if entry.get("call") == "play" and suit is None and round_suit >= 0:
            return round_suit
        if entry.get("call") != "play" or not isinstance(suit, str) or len(suit) != 1 or suit not in SUIT_LETTERS:
            _wrong(field, dict(entry), form)
        return SUIT_LETTERS.index(suit)

    def plays(self) -> tuple[Trick, ...]:
        value = self.given.get("plays")
        entries = [] if value is None else self.listed("plays", value, self.tricks, "tricks")
        tricks: list[Trick] = []
        for number, entry in enumerate(entries, 1):
            where = f"trick {number}"
            table = self.table(where, entry, ("cards",), ("leader",))
            leader = table.get("leader")
            cards = self.cards(where, table["cards"])
            if len(cards) > self.players or (len(cards) < self.players and number < len(entries)):
                right = f"{self.players} cards" + (
                    " at most" if number == len(entries) else f", as trick {number + 1} follows"
                )
                _wrong(where, table["cards"], right)
            tricks.append(Trick(None if leader is None else self.seat(f"{where}: leader", leader), tuple(cards)))
        return tuple(tricks)

    def hands(self, field: str, sizes: set[int]) -> list[int] | None:
        """Cards by seat as masks; every card once, all seats alike many."""
        value = self.given.get(field)
        if value is None:
            return None
        if not isinstance(value, list) or len(value) != self.players:
            _wrong(field, value, f"{self.players} lists of cards, one a seat")
        held: dict[int, int] = {}
        counts = set()
        for seat, words in enumerate(value):
            cards = self.cards(f"{field}: seat {seat}", words)
            counts.add(len(cards))
            if len(cards) not in sizes or len(counts) > 1:
                right = " or ".join(map(str, sorted(sizes)))
                raise UserError(f"{field}: seat {seat} has {len(cards)} cards; each seat must have {right}")
            for card in cards:
                if card in held:
                    raise UserError(f"{field}: {card_text(card)} is written for seat {held[card]} and for seat {seat}")
                held[card] = seat
        return [mask(card for card in held if held[card] == seat) for seat in range(self.players)]

    def freza(self) -> int | None:
        value = self.given.get("freza")
        if value is None:
            return None
        if not self.rules.freza_shown:
            raise UserError(f"freza: {show(value)} is written; under freza_shown=no nobody sees it, it must be null")
        return self.card("freza", value)

    def exchange(self) -> Exchange | None:
        value = self.given.get("exchange")
        if value is None:
            return None
        table = self.table("exchange", value, ("seat",), ("gave", "took"))
        cards = [
            None if table.get(key) is None else self.card(f"exchange.{key}", table[key]) for key in ("gave", "took")
        ]
        return Exchange(self.seat("exchange.seat", table["seat"]), *cards)

    def redeal(self) -> int | None:
        value = self.given.get("redeal")
        if value is None:
            return None
        return self.seat("redeal.seat", self.table("redeal", value, ("seat",), ("reason",))["seat"])

    def claim(self) -> Claim | None:
        value = self.given.get("claim")
        if value is None:
            return None
        table = self.table("claim", value, ("seat", "after_trick"), ())
        if self.given.get("scores_before") is None:
            raise UserError("claim: it ends a match; scores_before is needed beside it")
        return Claim(self.seat("claim.seat", table["seat"]), self.trick("claim.after_trick", table["after_trick"]))

    def bella_call(self) -> int | None:
        """From the field of that name, else from the bella among the melds."""
        if "bella_call" in self.given:
            call = self.given["bella_call"]
            return 0 if call is None else self.trick("bella_call", call)
        for meld in self.given.get("melds") or []:
            if meld.get("kind") == "bella" and "call" in meld:
                return 0 if meld["call"] is None else self.trick("melds: bella: call", meld["call"])
        return None


def _is_number(value: object, least: int) -> bool:
    return type(value) is int and least <= value <= MAX_POINTS
