"""Transcripts as text: the short form that is typed from a score sheet, and files of deals in either form.

``docs/transcripts.md`` describes the short form; each line is ``word: value``, ``#`` begins a comment, and ``---``
parts the deals of one file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, NamedTuple, NoReturn

from debertz_sim.cards import SUIT_LETTERS, card_text, hand_text, parse_card, parse_cards
from debertz_sim.errors import UserError
from debertz_sim.records.transcript import Transcript, rules_spec
from debertz_sim.rules import parse_setting
from debertz_sim.switch_table import BY_NAME, value_text
from debertz_sim.variants import from_spec, resolve, variants

WORDS = (
    *("rules", "set", "seed", "index", "match", "dealer", "scores", "baids", "round", "obliged", "deciding", "pots"),
    *(
        "forced",
        "upcard",
        "freza",
        "first 0",
        "second 0",
        "seat 0",
        "auction",
        "redeal",
        "exchange",
        "bella",
        "1",
        "claim",
    ),
    *("outcome", "totals", "written"),
)
PASS_WORDS = ("pass", "пас")
PLAY_WORDS = ("play", "играю", "граю")
NONE_WORDS = ("none", "no", "-")
DEAL_BREAK = "---"


class Entry(NamedTuple):
    """One transcript of a file, and where in it (empty if it is alone)."""

    where: str
    transcript: Transcript


# Files


def load(text: str) -> list[Entry]:
    """The transcripts of a text: JSON (one object, a list, or JSON lines) or the short form.

    Raises ``UserError`` naming the line for what cannot be read.
    """
    if not text.strip():
        raise UserError("there is nothing in it; a transcript is needed")
    if text.lstrip()[0] not in "{[":
        deals = read_text(text)
        return [Entry(f"deal {number}" if len(deals) > 1 else "", deal) for number, deal in enumerate(deals, 1)]
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if len(lines) > 1 and _is_object(lines[0][1]):
        return [Entry(f"line {number}", _object(line, number)) for number, line in lines]
    found = _json(text, 1)
    deals = found if isinstance(found, list) else [found]
    if not deals:
        raise UserError("there is no deal in the list; a transcript is needed")
    return [Entry(f"deal {number}" if len(deals) > 1 else "", deal) for number, deal in enumerate(deals, 1)]


def _is_object(line: str) -> bool:
    try:
        return isinstance(_json(line, 1), dict)
    except UserError:
        return False


def _object(line: str, number: int) -> Transcript:
    found = _json(line, number)
    if not isinstance(found, dict):
        raise UserError(f"line {number}: {line.strip()[:40]!r} is not a transcript; each line must be one {{...}}")
    return found


def _json(text: str, first_line: int) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_no_twins, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        line = first_line + error.lineno - 1
        raise UserError(f"line {line}, column {error.colno}: not complete JSON ({error.msg})") from None
    except (ValueError, RecursionError):
        raise UserError(f"line {first_line}: a number of too many digits, or brackets nested too deep") from None


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) < len(pairs):
        twice = next(key for place, (key, _) in enumerate(pairs) if key in dict(pairs[:place]))
        raise UserError(f"{twice!r} stands twice in one table; it must stand there once")
    return table


def _no_constant(name: str) -> NoReturn:
    raise UserError(f"{name} is not a number of JSON; it must be a whole number")


# Reading the short form


def read_text(text: str) -> list[Transcript]:
    """The deals of a text in the short form, in the order of the file.

    Rules that a deal does not name are those of the deal before it.  Raises ``UserError`` naming the line.
    """
    deals = []
    rules: Any = None
    for lines in _split(text):
        sheet = _Sheet(lines)
        deal = sheet.transcript(rules)
        rules = deal.get("rules")
        deals.append(deal)
    return deals


def _split(text: str) -> Iterator[list[tuple[int, str]]]:
    """The lines of each deal with their numbers, without comments and blank lines."""
    lines: list[tuple[int, str]] = []
    for number, line in enumerate(text.split("\n"), 1):
        content = line.partition("#")[0].strip()
        if re.fullmatch("-{3,}", content):
            if not lines:
                raise UserError(f"line {number}: {DEAL_BREAK} parts two deals; there is none before it")
            yield lines
            lines = []
        elif content:
            lines.append((number, content))
    if not lines:
        raise UserError("there is no deal after the last line; leave out a --- at the end")
    yield lines


class _Sheet:
    """The lines of one deal; the methods read them one by one into a transcript."""

    def __init__(self, lines: list[tuple[int, str]]) -> None:
        self.lines = lines
        self.deal: Transcript = {}
        self.settings: list[str] = []
        self.seats: dict[str, dict[int, tuple[int, list[str]]]] = {}
        self.result: dict[str, Any] = {}
        self.seen: dict[str, int] = {}
        self.number = 0

    def fail(self, message: str) -> NoReturn:
        raise UserError(f"line {self.number}: {message}")

    def transcript(self, rules: Any) -> Transcript:
        """All lines as one transcript; ``rules``: where none are named."""
        if rules is not None:
            self.deal["rules"] = rules
        for number, content in self.lines:
            self.number = number
            word, colon, value = content.partition(":")
            word = " ".join(word.lower().split())
            if not colon:
                self.fail(f"{content[:40]!r} has no colon; each line is word: value, such as dealer: 0")
            if word in self.seen and word != "set":
                self.fail(f"{word} is written twice (first in line {self.seen[word]})")
            self.seen[word] = self.number
            self._line(word, value.strip())
        self._gather()
        return self.deal

    def _line(self, word: str, value: str) -> None:
        """One line by its word."""
        if found := re.fullmatch(r"(first|second|seat) ([0-3])", word):
            where = self.seats.setdefault(found[1], {})
            where[int(found[2])] = self.number, self._cards(word, value)
        elif found := re.fullmatch(r"([1-9])(?: seat ([0-3]))?", word):
            self._trick(int(found[1]), found[2], value)
        elif (read := self._readers().get(word)) is not None:
            read(word, value)
        else:
            close = get_close_matches(word, WORDS, n=1, cutoff=0.6)
            hint = f"; did you mean {close[0]}?" if close else "; the words are " + ", ".join(WORDS)
            self.fail(f"{word[:40]!r} is not a word of the short form{hint}")

    def _readers(self) -> dict[str, Callable[[str, str], None]]:
        return {
            "rules": self._rules,
            "set": self._set,
            "seed": self._label,
            "index": self._label,
            "match": self._label,
            "dealer": self._dealer,
            "scores": self._before,
            "baids": self._before,
            "round": self._round,
            "obliged": self._obliged,
            "deciding": self._round,
            "pots": self._pots,
            "forced": self._forced,
            "upcard": self._card,
            "freza": self._card,
            "auction": self._auction,
            "redeal": self._redeal,
            "exchange": self._exchange,
            "bella": self._bella,
            "claim": self._claim,
            "outcome": self._outcome,
            "totals": self._points,
            "written": self._points,
        }

    # Single words

    def _number(self, text: str, what: str) -> int:
        if not re.fullmatch(r"-?\d{1,18}", text, re.ASCII):
            self.fail(f"{text[:40]!r} is not {what}")
        return int(text)

    def _seat(self, text: str) -> int:
        return self._number(text, "the number of a seat, such as 0")

    def _numbers(self, value: str) -> list[int]:
        return [self._number(part, "a whole number") for part in re.split(r"[\s,:/]+", value) if part]

    def _cards(self, word: str, value: str) -> list[str]:
        return [card_text(card) for card in parse_cards(value, None, f"line {self.number}: {word}")]

    # Lines

    def _rules(self, word: str, value: str) -> None:
        if value not in variants:
            try:
                variants[value]
            except UserError as error:
                self.fail(str(error))
        self.deal["rules"] = value

    def _set(self, word: str, value: str) -> None:
        for setting in value.split():
            try:
                parse_setting(setting)
            except UserError as error:
                self.fail(str(error))
            self.settings.append(setting)

    def _label(self, word: str, value: str) -> None:
        self.deal[word] = self._number(value, "a whole number")

    def _dealer(self, word: str, value: str) -> None:
        self.deal["dealer"] = self._seat(value)

    def _before(self, word: str, value: str) -> None:
        self.deal[f"{word}_before"] = self._numbers(value)

    def _round(self, word: str, value: str) -> None:
        field = {"round": "match_round", "deciding": "deciding_deals_before"}[word]
        self.deal[field] = self._number(value, "a whole number")

    def _obliged(self, word: str, value: str) -> None:
        self.deal["obliged"] = [] if value.lower() in NONE_WORDS else self._numbers(value)

    def _pots(self, word: str, value: str) -> None:
        self.deal["pots"] = [] if value.lower() in NONE_WORDS else self._numbers(value)

    def _forced(self, word: str, value: str) -> None:
        self.deal["forced"] = {"declarer": self._seat(value)}

    def _card(self, word: str, value: str) -> None:
        self.deal[word] = (
            self._cards(word, value)[0]
            if len(value.split()) == 1
            else self.fail(f"{word}: one card is needed, such as {word}: Jh")
        )

    def _auction(self, word: str, value: str) -> None:
        calls: list[dict[str, Any]] = []
        for call in re.split(r"[\s,]+", value):
            if call.lower() in PASS_WORDS:
                calls.append({"call": "pass"})
            elif call.lower() in PLAY_WORDS:
                calls.append({"call": "play"})
            elif call:
                calls.append({"call": "play", "suit": self._suit(call)})
        self.deal["auction"] = calls

    def _suit(self, text: str) -> str:
        try:
            return SUIT_LETTERS[parse_card("7" + text) // 8]
        except UserError:
            self.fail(f"{text[:40]!r} is not a call; calls are pass, play (the upcard's suit) and s c d h")

    def _redeal(self, word: str, value: str) -> None:
        seat, _, reason = value.partition(" ")
        self.deal["redeal"] = {"seat": self._seat(seat)}
        if reason:
            self.deal["redeal"]["reason"] = reason.strip()

    def _exchange(self, word: str, value: str) -> None:
        self.deal["exchange"] = None if value.lower() in NONE_WORDS else {"seat": self._seat(value)}

    def _bella(self, word: str, value: str) -> None:
        number = None if value.lower() in NONE_WORDS else self._number(value, "the trick of the call, or none")
        self.deal["bella_call"] = number

    def _claim(self, word: str, value: str) -> None:
        found = re.fullmatch(r"([0-3]) after ([1-9])", " ".join(value.lower().split()))
        if not found:
            self.fail(f"claim: {value[:40]!r} is not right; write seat and trick, such as claim: 0 after 5")
        self.deal["claim"] = {"seat": int(found[1]), "after_trick": int(found[2])}

    def _outcome(self, word: str, value: str) -> None:
        self.result["outcome"] = value

    def _points(self, word: str, value: str) -> None:
        self.result[word] = self._numbers(value)

    def _trick(self, number: int, leader: str | None, value: str) -> None:
        plays = self.deal.setdefault("plays", [])
        if number != len(plays) + 1:
            self.fail(f"trick {number} is not the next; it must be {len(plays) + 1}")
        trick: dict[str, Any] = {"cards": self._cards(f"trick {number}", value)}
        if leader is not None:
            trick = {"leader": int(leader)} | trick
        plays.append(trick)

    def _gather(self) -> None:
        """Put together what stands in several lines."""
        if self.settings:
            base = self.deal.get("rules", "moscow")
            changes = dict(parse_setting(setting) for setting in self.settings)
            try:
                self.deal["rules"] = rules_spec(from_spec(base).with_(**changes))
            except UserError as error:
                raise UserError(f"line {self.seen['set']}: {error}") from None
        for word, field in (("first", "first_packets"), ("second", "second_packets"), ("seat", "hands")):
            if word in self.seats:
                self.deal[field] = self._by_seat(word, self.seats[word])
        if self.result:
            self.deal["result"] = self.result

    def _by_seat(self, word: str, lines: Mapping[int, tuple[int, list[str]]]) -> list[list[str] | None]:
        """The cards of each seat; those of a dealer may be missing, as they do if he is passive."""
        last = max(lines)
        dealer = self.deal.get("dealer")
        for seat in range(last):
            if seat not in lines and seat != dealer:
                self.number = lines[last][0]
                self.fail(f"{word} {seat} is missing beside {word} {last}")
        seats = range(last + 1 + (dealer == last + 1))
        return [lines[seat][1] if seat in lines else None for seat in seats]


# Writing the short form


def to_text(transcript: Mapping[str, Any]) -> str:
    """A complete transcript (of the engine or the referee) in the short form; the referee makes the same of it again.

    Melds stand in comments: they follow from the cards.  Raises ``UserError`` for a deal of terts: it has no such form.
    """
    if transcript["format"] == "debertz-terts/1":
        raise UserError("deals of terts have no short text form; write them as a table or as JSON")
    lines = [*_head_lines(transcript), *_card_lines(transcript), *_play_lines(transcript), *_result_lines(transcript)]
    return "".join(line.rstrip() + "\n" for line in lines)


def _head_lines(deal: Mapping[str, Any]) -> Iterator[str]:
    yield from _rules_lines(deal["rules"])
    for label in ("seed", "index", "match", "dealer"):
        if deal.get(label) is not None:
            yield f"{label}: {deal[label]}"
    for word, field in (("scores", "scores_before"), ("baids", "baids_before")):
        if deal.get(field):
            yield f"{word}: {_by_side(deal, deal[field])}"
    for word, field in (("round", "match_round"), ("deciding", "deciding_deals_before")):
        if deal.get(field) is not None:
            yield f"{word}: {deal[field]}"
    for word in ("obliged", "pots"):
        if deal.get(word):
            yield f"{word}: {_numbers(deal[word])}"
    if deal.get("forced") is not None:
        yield f"forced: {deal['forced']['declarer']}"


def _rules_lines(spec: Any) -> Iterator[str]:
    """The name of the rules, else the nearest known name and the switches that differ."""
    rules = from_spec(spec)
    short = rules_spec(rules)
    base = short if isinstance(short, str) else str(short.get("base", "moscow"))
    yield f"rules: {base}"
    for name, (_, value) in resolve(base).differences(rules).items():
        yield f"set: {BY_NAME[name].name}={value_text(value)}"


def _card_lines(deal: Mapping[str, Any]) -> Iterator[str]:
    """Hands, and of the packets what does not follow from them."""
    hands, first = deal.get("hands"), deal.get("first_packets")
    fields = {"seat": hands}
    if not hands:
        fields = {"first": first, "second": deal.get("second_packets")}
    elif first and first != hands:
        fields = {"first": first, "seat": hands}
    for word, by_seat in fields.items():
        for seat, cards in enumerate(by_seat or ()):
            if cards:  # a passive dealer's first packet is empty
                yield f"{word} {seat}: {_hand(cards)}"
    yield f"upcard: {deal['upcard']}"
    if deal.get("freza") is not None:
        yield f"freza: {deal['freza']}"


def _play_lines(deal: Mapping[str, Any]) -> Iterator[str]:
    if deal.get("forced") is None:
        yield "auction: " + " ".join(call.get("suit") or call["call"] for call in deal["auction"])
    if deal.get("redeal") is not None:
        yield "redeal: {seat} {reason}".format(**{"reason": ""} | deal["redeal"])
    if "exchange" in deal:
        yield f"exchange: {'none' if deal['exchange'] is None else deal['exchange']['seat']}"
    calls = [meld["call"] for meld in deal.get("melds") or () if "call" in meld]
    for call in [deal["bella_call"]] if "bella_call" in deal else calls:
        yield f"bella: {'none' if call is None else call}"
    for number, trick in enumerate(deal.get("plays") or (), 1):
        leader = "" if trick.get("leader") is None else f" seat {trick['leader']}"
        yield f"{number}{leader}: {' '.join(trick['cards'])}"
    if deal.get("claim") is not None:
        yield "claim: {seat} after {after_trick}".format(**deal["claim"])


def _result_lines(deal: Mapping[str, Any]) -> Iterator[str]:
    for meld in deal.get("melds") or ():
        what = {True: f"scored by seat {meld['to']}", False: "not scored", None: "still open"}[meld["scored"]]
        yield f"# seat {meld['seat']}: {meld['kind']} {' '.join(meld['cards'])}, {meld['points']}, {what}"
    result = deal.get("result") or {}
    if result.get("outcome") is not None:
        yield f"outcome: {result['outcome']}"
    for word in ("totals", "written"):
        if result.get(word) is not None:
            yield f"{word}: {_by_side(deal, result[word])}"
    if "to_move" in deal:
        yield "# to move: seat {}: {}".format(deal["to_move"]["seat"], " ".join(deal["to_move"]["legal"]))


def _by_side(deal: Mapping[str, Any], numbers: list[int]) -> str:
    """One number a seat, in pairs one a side."""
    return _numbers(numbers[:2] if from_spec(deal["rules"]).sides == "pairs" else numbers)


def _numbers(numbers: list[int]) -> str:
    return " ".join(map(str, numbers))


def _hand(cards: list[str]) -> str:
    return hand_text(parse_cards(" ".join(cards)))
