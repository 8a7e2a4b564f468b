"""A deal transcript as somebody wrote it: its fields read and checked for form, before any rule is asked.

What a field says is taken apart here (cards, seats, calls, tricks); whether it was legal is the referee's to say.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, NoReturn

from debertz_sim.cards import FULL_PACK, SUIT_LETTERS, card_text, mask, parse_cards
from debertz_sim.errors import UserError
from debertz_sim.kernels.state import DECIDING_DEALS, MAX_SHUFFLES, PASS
from debertz_sim.records.recorded import Claim, Exchange, Recorded, Trick
from debertz_sim.records.seats import FIRST_PACKET, Seats
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
    "match_round",
    "obliged",
    "deciding_deals_before",
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


def read(given: object, rules: RuleSet | None = None) -> Recorded:
    """Read the fields of a transcript; ``rules`` stand in place of those it names.

    Raises ``UserError`` (one line, the field named) for whatever is not of the form of a transcript.
    """
    if not isinstance(given, Mapping):
        _wrong("transcript", given, 'a table {"rules": ..., "dealer": ..., ...}')
    _check_fields(given, rules is not None)
    rules = from_spec(given["rules"]) if rules is None else rules
    if rules.form == "terts":
        raise UserError(f"format: {FORMAT} is not that of a deal of terts (rules {rules.name}); write debertz-terts/1")
    given = by_seat(given, rules)
    melds = given.get("melds")
    if melds is not None and (not isinstance(melds, list) or not all(isinstance(meld, Mapping) for meld in melds)):
        _wrong("melds", melds, "a list of tables with seat, kind, cards")
    reader = _Reader(given, rules)
    upcard = reader.card("upcard", given["upcard"])
    forced = reader.forced()
    calls = reader.auction(upcard // 8, forced)
    scores = reader.numbers("scores_before")
    baids = reader.numbers("baids_before", least=0)
    for field in ("baids_before", "match_round", "obliged", "deciding_deals_before"):
        if given.get(field) is not None and scores is None:
            raise UserError(f"{field}: it belongs to a match; scores_before is needed beside it")
    match_round = reader.match_round()
    first = reader.first_packets()
    return Recorded(
        rules=rules,
        seats=reader.seats,
        upcard=upcard,
        calls=calls,
        plays=reader.plays(),
        first=first,
        second=reader.second_packets(first, upcard),
        freza=reader.freza(),
        hands=reader.hands(),
        says_exchange="exchange" in given,
        exchange=reader.exchange(),
        redeal=reader.redeal(),
        bella_call=reader.bella_call(),
        claim=reader.claim(),
        forced=forced,
        pots=reader.pots(),
        scores=scores,
        baids=baids,
        match_round=match_round,
        obliged=reader.obliged(match_round),
        deciding=reader.deciding(match_round),
        given=given,
    )


def by_seat(given: Mapping[str, Any], rules: RuleSet) -> Mapping[str, Any]:
    """The same transcript; in pairs two numbers, one a side, stand for four, one a seat."""
    if rules.sides != "pairs":
        return given

    def doubled(table: Mapping[str, Any], fields: tuple[str, ...]) -> dict[str, Any]:
        short = (field for field in fields if isinstance(table.get(field), list) and len(table[field]) == 2)
        return dict(table) | {field: table[field] * 2 for field in short}

    given = doubled(given, ("scores_before", "baids_before"))
    if isinstance(given.get("result"), Mapping):
        given |= {"result": doubled(given["result"], ("totals", "written"))}
    return given


def show(value: object) -> str:
    """A value as JSON, cut short: what messages call it."""
    text = json.dumps(value, ensure_ascii=False, default=repr)
    return text if len(text) <= 60 else text[:57] + "..."


def _wrong(field: str, value: object, right: str) -> NoReturn:
    raise UserError(f"{field}: {show(value)} is not right; it must be {right}")


def _check_fields(given: Mapping[str, Any], rules_known: bool) -> None:
    """Refuse another format, a needed field that is missing, and an unknown one that looks like a known one."""
    kind = given.get("format", FORMAT)
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
        self.tricks = FIRST_PACKET + rules.second_packet
        self.seats = Seats(rules, self.seat("dealer", given["dealer"]))

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
        if self.rules.sides == "pairs" and value[:2] != value[2:]:
            _wrong(field, value, "the same number for seats 0 and 2, and for seats 1 and 3: they are partners")
        return value

    def match_round(self) -> int:
        """Which round of two is played, 0 where there are none."""
        value = self.given.get("match_round")
        if self.rules.form != "two_rounds":
            for field in ("match_round", "obliged", "deciding_deals_before"):
                if self.given.get(field) is not None:
                    raise UserError(f"{field}: only a match of two rounds has it (form=two_rounds); leave it out")
            return 0
        if self.given.get("scores_before") is None:
            return 0
        right = f"1 or 2, or {DECIDING_DEALS} for the deciding deals"
        if value is None:
            raise UserError(f"match_round: it is missing; beside scores_before it is needed, {right}")
        if type(value) is not int or not 1 <= value <= DECIDING_DEALS:
            _wrong("match_round", value, right)
        return value

    def obliged(self, match_round: int) -> list[int]:
        """In the second round the seats of the side that won the first, else nobody."""
        value = self.given.get("obliged")
        if match_round == 2:
            if value not in ([0, 2], [1, 3]):
                what = "it is missing; it" if value is None else f"{show(value)} is not right; it"
                raise UserError(f"obliged: {what} must be [0, 2] or [1, 3], the side that won the first round")
            return list(value)
        if value:
            raise UserError(f"obliged: {show(value)} is not right; in match_round {match_round} it must be []")
        return []

    def deciding(self, match_round: int) -> int:
        """How many of four deciding deals were played out before this one."""
        value = self.given.get("deciding_deals_before")
        if match_round != DECIDING_DEALS:
            if value is not None:
                raise UserError(
                    f"deciding_deals_before: in match_round {match_round} there are none; it must be left out"
                )
            return 0
        if value is None:
            raise UserError("deciding_deals_before: it is missing; in match_round 3 it is needed, 0 to 3")
        if type(value) is not int or not 0 <= value <= 3:
            _wrong("deciding_deals_before", value, "0 to 3, the deciding deals played out before this one")
        scores = self.given["scores_before"]
        if value == 0 and scores[0] != scores[1]:
            raise UserError(
                f"scores_before: {show(scores)} is not right; with no deciding deal played out they must be level"
            )
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
        if declarer == self.seats.passive:
            raise UserError(
                f"forced.declarer: seat {declarer} is the passive dealer; it must be one of the other seats"
            )
        return declarer

    def auction(self, upcard_suit: int, forced: int | None) -> tuple[int, ...]:
        """The calls, forehand first; whose turn it was is checked, what he might call is not."""
        value = self.given.get("auction")
        in_play = self.rules.in_play
        entries = [] if value is None else self.listed("auction", value, 2 * in_play, "calls")
        if forced is not None and entries:
            raise UserError("auction: a forced deal has none; it must be []")
        calls = []
        for place, entry in enumerate(entries):
            suit = upcard_suit if place < in_play else -1
            calls.append(self._call(f"auction: call {place + 1}", entry, self.seats.caller(place), suit))
        return tuple(calls)

    def _call(self, field: str, entry: object, turn: int, round_suit: int) -> int:
        form = f'{{"seat": {turn}, "call": "pass"}} or {{"seat": {turn}, "call": "play", "suit": "h"}}'
        if not isinstance(entry, Mapping):
            _wrong(field, entry, form)
        if self.seat(f"{field}: seat", entry.get("seat", turn)) != turn:
            why = ", the passive dealer's" if entry["seat"] == self.seats.passive else "'s"
            raise UserError(f"{field}: it is seat {turn}'s turn to call, not seat {entry['seat']}{why}")
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
            in_play = self.rules.in_play
            if len(cards) > in_play or (len(cards) < in_play and number < len(entries)):
                right = f"{in_play} cards" + (
                    " at most" if number == len(entries) else f", as trick {number + 1} follows"
                )
                _wrong(where, table["cards"], right)
            tricks.append(Trick(None if leader is None else self.seat(f"{where}: leader", leader), tuple(cards)))
        return tuple(tricks)

    def first_packets(self) -> list[int] | None:
        return self._held("first_packets", [self.seats.first_sizes()], FULL_PACK)

    def second_packets(self, first: list[int] | None, upcard: int) -> list[int] | None:
        """Where somebody gets the upcard it may be anybody as far as the sizes go: the auction shows who it was."""
        takers = range(self.players) if self.rules.in_play == 4 else [None]
        seen = None if first is None else sum(first) | 1 << upcard
        return self._held("second_packets", [self.seats.second_sizes(seat) for seat in takers], seen)

    def hands(self) -> list[int] | None:
        return self._held("hands", [self.seats.first_sizes(), self.seats.hand_sizes()], 0)

    def _held(self, field: str, forms: list[list[int]], seen: int | None) -> list[int] | None:
        """Cards by seat as masks; every card once, as many for each seat as one of the ``forms`` says.

        What a passive dealer has may be null: it is what is left of the pack without the others' cards and those
        ``seen`` (None: not known, so that he must be written).
        """
        value = self.given.get(field)
        if value is None:
            return None
        if not isinstance(value, list) or len(value) != self.players:
            _wrong(field, value, f"{self.players} lists of cards, one a seat")
        passive = self.seats.passive
        left_out = passive if passive is not None and seen is not None and value[passive] is None else None
        holders: dict[int, int] = {}
        for seat, words in enumerate(value):
            if words is None and seat != left_out:
                raise UserError(f"{field}: the cards of seat {seat} are missing")
            cards = [] if seat == left_out else self.cards(f"{field}: seat {seat}", words)
            if seat != left_out:
                self._check_size(field, seat, len(cards), forms)
            for card in cards:
                if card in holders:
                    raise UserError(
                        f"{field}: {card_text(card)} is written for seat {holders[card]} and for seat {seat}"
                    )
                holders[card] = seat
        held = [mask(card for card in holders if holders[card] == seat) for seat in range(self.players)]
        if left_out is not None:
            rest = FULL_PACK & ~(sum(held) | (seen or 0))
            held[left_out] = rest if rest.bit_count() in {form[left_out] for form in forms} else 0
        sizes = [hand.bit_count() for hand in held]
        if sizes not in forms:
            right = " or ".join(", ".join(map(str, form)) for form in forms)
            raise UserError(f"{field}: the seats have {', '.join(map(str, sizes))} cards; right is {right}")
        return held

    def _check_size(self, field: str, seat: int, size: int, forms: list[list[int]]) -> None:
        right = [sorted({form[other] for form in forms}) for other in range(self.players)]
        if size not in right[seat]:
            who = "each seat" if right.count(right[seat]) == self.players else "he"
            who = "a passive dealer" if seat == self.seats.passive else who
            raise UserError(
                f"{field}: seat {seat} has {size} cards; {who} must have {' or '.join(map(str, right[seat]))}"
            )

    def freza(self) -> int | None:
        value = self.given.get("freza")
        if value is None:
            return None
        if self.players == 4:
            raise UserError(f"freza: {show(value)} is written; four seats leave no card for it, it must be null")
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
