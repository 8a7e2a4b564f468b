"""The vocabulary: every column that ``--given``, ``--rows`` and ``--by`` know, what it means and what its values are.

Three sorts: what the engine writes about a deal (``engine.rows``), what follows from it, and what the hands were as
dealt (``holdings``), which needs no play.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim.cards import RANK_LETTERS, SUIT_LETTERS, card_text
from debertz_sim.conditions.holdings import DEALT, HOLDINGS_OF, PARTS, SIX, values_of
from debertz_sim.conditions.language import FLAG, NUMBER, Column, Columns, Kind, Vocabulary
from debertz_sim.engine import rows, terts_rows
from debertz_sim.kernels.state import ALL_PASS, PASS
from debertz_sim.kernels.terts_state import KINDS
from debertz_sim.rules import RuleSet

Array = NDArray[Any]

PLACES = {
    2: ("forehand", "dealer"),
    3: ("forehand", "middle", "dealer"),
    4: ("forehand", "second", "third", "dealer"),
}
NOT_SAID = PASS + 1
_NONE = {"none": -1}

OUTCOME = Kind(
    "outcome",
    {
        word: value
        for value, word in enumerate(
            ("open", "made", "baid", "hanging_baid", "all_pass", "redeal", "instant_win", "claim")
        )
    },
)
SUIT = Kind("suit", {letter: suit for suit, letter in enumerate(SUIT_LETTERS)} | _NONE)
RANK = Kind("rank", {letter: rank for rank, letter in enumerate(RANK_LETTERS)} | {"10": 3}, ordered=True)
CARD = Kind(
    "card",
    {card_text(card): card for card in range(32)}
    | {f"10{letter}": 8 * suit + 3 for suit, letter in enumerate(SUIT_LETTERS)}
    | _NONE,
)
SEAT = Kind("seat", {str(seat): seat for seat in range(4)} | {"nobody": -1})
CALL = Kind("call", {letter: suit for suit, letter in enumerate(SUIT_LETTERS)} | {"pass": PASS, "none": NOT_SAID})
REASON = Kind("reason for a redeal", {"none": 0, "four_sevens": 1, "points": 2})
DECIDED = Kind(
    "what decided",
    {
        word: value
        for value, word in enumerate(("uncontested", "length", "top", "trump", "turn", "last_trick", "nobody", "both"))
    },
)
_SIDES = {
    "nobody": rows.NOBODY,
    "declarer": rows.DECLARER,
    "defenders": rows.DEFENDERS,
    "both": rows.DECLARER | rows.DEFENDERS,
}
_WITH_PASSIVE = {
    "passive_dealer": rows.PASSIVE,
    "declarer_and_passive": rows.DECLARER | rows.PASSIVE,
    "defenders_and_passive": rows.DEFENDERS | rows.PASSIVE,
    "all": rows.DECLARER | rows.DEFENDERS | rows.PASSIVE,
}
SIDE = Kind("side", _SIDES)
SIDE_WITH_PASSIVE = Kind("side", _SIDES | _WITH_PASSIVE)


def _place_kind(players: int) -> Kind:
    return Kind("place", {name: place for place, name in enumerate(PLACES[players])} | {"nobody": -1})


# Of a deal: (column, kind, meaning).  A place's kind depends on the number of seats and is put in later.
_PLACE = Kind("place", {})
_DEAL: tuple[tuple[str, Kind, str], ...] = (
    ("dealer", SEAT, "the seat that deals"),
    ("outcome", OUTCOME, "how the deal ended"),
    ("forced", FLAG, "a forced deal (matches only)"),
    ("declarer", SEAT, "the declarer's seat; compared with a place it is his place"),
    ("declarer_place", _PLACE, "the declarer's place"),
    ("round", NUMBER, "round of the auction in which trump was named; 0: not named, or a forced deal"),
    ("trump", SUIT, "trump"),
    ("upcard", CARD, "the upcard, as turned up"),
    ("freza", CARD, "the bottom card of the pack; none where all cards are dealt"),
    ("trump_cards", NUMBER, "the declarer's trumps in his full hand after the exchange"),
    ("exchanger_place", _PLACE, "who exchanged the seven"),
    ("declarer_points", NUMBER, "raw score of the declarer's side"),
    ("defender_points", NUMBER, "raw score of all defenders together"),
    ("declarer_written", NUMBER, "points written by the declarer's side"),
    ("defender_written", NUMBER, "points written by all defenders together"),
    ("sequence_side", SIDE, "whose sequences scored"),
    ("sequence_decided_by", DECIDED, "what settled the contest of sequences"),
    ("bella_side", SIDE, "who got the points of bella"),
    ("last_trick_place", _PLACE, "who took the last trick"),
    ("claimer_place", _PLACE, "who asked for the redeal, won at once, or claimed the match"),
    ("redeal_reason", REASON, "the right to a redeal that was used"),
    ("pot", NUMBER, "points that hung before the deal (matches only)"),
    ("four_side", SIDE, "whose fours of a kind scored"),
    ("match_round", NUMBER, "in a match of two rounds: 1, 2, 3 the deciding deals; else 0"),
    ("to_beat", NUMBER, "the raw score that the declarer had to beat"),
    ("trickless_sides", SIDE, "sides without a single trick"),
)
# Of a place: (column, kind, meaning), to be followed by the place.
_AT_PLACE: tuple[tuple[str, Kind, str], ...] = (
    ("tricks", NUMBER, "tricks won by"),
    ("card_points", NUMBER, "card points in the tricks of"),
    ("total", NUMBER, "raw score of"),
    ("written", NUMBER, "points written by"),
    ("terts", NUMBER, "sequences of three in the full hand, after the exchange, of"),
    ("fifty", NUMBER, "longer sequences in the full hand, after the exchange, of"),
    ("sequence_points", NUMBER, "points of all sequences, scored or not, of"),
    ("bella", FLAG, "bella held by"),
    ("fours", NUMBER, "fours of a kind held by"),
)
# The same of terts.
_TERTS_OUTCOME = Kind(
    "winner",
    {"forehand": terts_rows.FOREHAND_WON, "dealer": terts_rows.DEALER_WON, "level": terts_rows.LEVEL},
)
_TERTS_DEAL: tuple[tuple[str, Kind, str], ...] = (
    ("dealer", SEAT, "the seat that deals"),
    ("outcome", _TERTS_OUTCOME, "who has more points"),
    ("trump", SUIT, "trump"),
    ("upcard", CARD, "the upcard, as turned up"),
    ("exchanger_place", _PLACE, "who exchanged the seven"),
    ("exchange_trick", NUMBER, "the trick before which the seven was exchanged; 0 never"),
    ("last_trick_place", _PLACE, "who took the last trick"),
    ("marriage_place", _PLACE, "who scored the marriage"),
    *((kind, NUMBER, f"groups of the kind {kind} that scored") for kind in KINDS),
)
_TERTS_AT_PLACE: tuple[tuple[str, Kind, str], ...] = (
    ("tricks", NUMBER, "tricks won by"),
    ("card_points", NUMBER, "card points in the tricks of"),
    ("trick_points", NUMBER, "points for tricks, with the last ten, of"),
    ("announced", NUMBER, "points for groups and marriage of"),
    ("total", NUMBER, "all points of"),
    ("marriage_held", FLAG, "king and queen of trump were in the hand of"),
    *((kind, NUMBER, f"groups of the kind {kind} scored by") for kind in KINDS),
)


class Derived(NamedTuple):
    """A column that follows from others: its kind, meaning, the others, and how."""

    kind: Kind
    about: str
    needs: tuple[str, ...]
    made: Callable[..., Array]


def _call(number: int, in_play: int) -> Callable[..., Array]:
    """What was said as the ``number``-th: who declared in which round tells all calls before."""

    def made(outcome: Array, round_: Array, place: Array, trump: Array) -> Array:
        decisive = (round_.astype(np.int64) - 1) * in_play + place + 1
        said = np.select([number < decisive, number == decisive], [PASS, trump], NOT_SAID)
        return np.where(round_ > 0, said, np.where(outcome == ALL_PASS, PASS, NOT_SAID))

    return made


_OF_UPCARD = {
    "upcard_rank": Derived(RANK, "the upcard's rank", ("upcard",), lambda upcard: upcard & 7),
    "upcard_suit": Derived(SUIT, "the upcard's suit", ("upcard",), lambda upcard: upcard >> 3),
}


def _less(one: str, two: str) -> Derived:
    return Derived(NUMBER, f"{one} less {two}", (one, two), lambda a, b: a.astype(np.int64) - b)


def _derived(rules: RuleSet) -> dict[str, Derived]:
    if rules.form == "terts":
        return _OF_UPCARD | {"margin": _less("total_0", "total_1")}
    calls = ("outcome", "round", "declarer_place", "trump")
    said = {
        f"call_{number}": Derived(
            CALL, f"what was said as number {number} of the auction", calls, _call(number, rules.in_play)
        )
        for number in range(1, 2 * rules.in_play + 1)
    }
    is_its = Derived(
        FLAG, "trump is the upcard's suit", ("trump", "upcard"), lambda trump, upcard: trump == upcard >> 3
    )
    margins = {
        "margin": _less("declarer_points", "defender_points"),
        "margin_to_beat": _less("declarer_points", "to_beat"),
    }
    return _OF_UPCARD | {"trump_is_upcard_suit": is_its} | margins | said


class Lexicon(NamedTuple):
    """The vocabulary of a rule set, with where its columns come from.

    Parameters
    ----------
    words
        What there is, for ``parser.parse``.
    engine
        Columns that the engine writes.
    derived
        Columns that follow from those.
    hands
        Columns of hands as dealt: part (``six``, ``dealt``), name in ``HOLDINGS_OF``, place.
    """

    rules: RuleSet
    words: Vocabulary
    engine: tuple[str, ...]
    derived: dict[str, Derived]
    hands: dict[str, tuple[str, str, int]]

    def needs_play(self, names: Collection[str]) -> bool:
        """Whether any of these columns is known only when the deal has been played."""
        return any(name not in self.hands and name not in BEFORE_PLAY for name in names)

    def complete(self, columns: Columns, names: Collection[str], packets: Packets | None = None) -> dict[str, Array]:
        """The named columns, ``(n,)`` each, from those of the engine and from the hands (where they are asked for)."""
        found: dict[str, Array] = {}
        for name in names:
            if name in self.hands:
                assert packets is not None, "the hands were not kept"
                part, kind, place = self.hands[name]
                found[name] = values_of(kind, self.rules, packets.hand(part, place), packets.upcard >> 3)
            elif name in self.derived:
                its = self.derived[name]
                found[name] = np.asarray(its.made(*(columns[other] for other in its.needs))).astype(np.int64)
            else:
                found[name] = columns[name]
        return found


BEFORE_PLAY = ("dealer", "upcard", "upcard_rank", "upcard_suit")
"""Columns that are known as soon as the cards are dealt, beside those of the hands."""


class Packets(NamedTuple):
    """Hands as dealt, by place: masks ``(places, n)`` of the first packets and of all cards; upcards ``(n,)``."""

    first: NDArray[np.int64]
    full: NDArray[np.int64]
    upcard: NDArray[np.int64]

    def hand(self, part: str, place: int) -> NDArray[np.int64]:
        """The hands at a place, ``(n,)``."""
        hands = self.first if part == SIX else self.full
        mine: NDArray[np.int64] = hands[place]
        return mine

    def take(self, deals: NDArray[np.int64]) -> Packets:
        """Those of some deals."""
        return Packets(self.first[:, deals], self.full[:, deals], self.upcard[deals])


def joined(several: Sequence[Packets]) -> Packets:
    """Those of several blocks of deals as one."""
    first, full = (np.concatenate([getattr(one, name) for one in several], axis=1) for name in ("first", "full"))
    return Packets(first, full, np.concatenate([one.upcard for one in several]))


@lru_cache(maxsize=64)
def lexicon(rules: RuleSet) -> Lexicon:
    """The vocabulary of these rules."""
    places = PLACES[rules.players]
    columns: dict[str, Column] = {}
    aliases: dict[str, str] = {}

    kinds = {_PLACE: _place_kind(rules.players), SIDE: SIDE_WITH_PASSIVE if rules.passive_dealer else SIDE}

    def add(name: str, kind: Kind, about: str, twin: str = "") -> None:
        columns[name] = Column(name, about, kinds.get(kind, kind), twin=twin)

    def add_at_places(name: str, kind: Kind, about: str) -> None:
        for place, word in enumerate(places):
            add(f"{name}_{place}", kind, f"{about} {word}")
            aliases[f"{name}_{word}"] = f"{name}_{place}"

    terts = rules.form == "terts"
    for name, kind, about in _TERTS_DEAL if terts else _DEAL:
        add(name, kind, about, twin="declarer_place" if name == "declarer" else "")
    for name, kind, about in _TERTS_AT_PLACE if terts else _AT_PLACE:
        add_at_places(name, kind, about)
    engine = tuple(name for name in (terts_rows.TERTS_COLUMNS if terts else rows.COLUMNS) if name in columns)
    derived = _derived(rules)
    for name, its in derived.items():
        add(name, its.kind, its.about)
    hands: dict[str, tuple[str, str, int]] = {}
    for part in _parts(rules):
        for name, holding in HOLDINGS_OF.items():
            add_at_places(f"{part}_{name}", holding.kind, f"{holding.about} in the {PARTS[part]} of")
            hands |= {f"{part}_{name}_{place}": (part, name, place) for place in range(rules.players)}
    return Lexicon(rules, Vocabulary(columns, aliases), engine, derived, hands)


def _parts(rules: RuleSet) -> tuple[str, ...]:
    """Parts of a hand of which there are columns; full hands are not known before the upcard's declarer is."""
    if rules.form == "terts":
        return (DEALT,)
    return (SIX,) if rules.upcard_to == "declarer" else (SIX, DEALT)


def first_packets(rules: RuleSet) -> int:
    """How many cards a seat is dealt before anything is turned up."""
    return 9 if rules.form == "terts" else 6
