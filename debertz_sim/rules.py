"""A rule set: every switch of RULES.md section 3, checked, hashable, and lowered for the kernels.

A :class:`RuleSet` cannot exist with a value or a combination that the rules refuse.  It round-trips through TOML and
JSON; ``lower()`` turns it into the record that the kernels read.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from debertz_sim import sequences, switches
from debertz_sim.cards import RANK_LETTERS
from debertz_sim.errors import UserError
from debertz_sim.switch_table import BY_NAME, SWITCHES, Points, Value, find, value_text

if TYPE_CHECKING:
    import numpy as np

PLAIN_POINTS = {"T": 10, "J": 2, "Q": 3, "K": 4, "A": 11}
TRUMP_POINTS = PLAIN_POINTS | {"9": 14, "J": 20}
OTHER_POINTS: dict[str, tuple[dict[str, int], dict[str, int]]] = {  # what differs from the standard: plain, trump
    "standard": ({}, {}),
    "belote": ({"A": 10}, {"A": 10}),
    "terts": ({"K": 3, "Q": 2, "J": 1}, {"K": 3, "Q": 2, "9": 13}),
}


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The rules of one variant; fields are the switches, defaults are Moscow's.

    Raises ``UserError`` for a value out of range and for combinations that RULES.md section 3 refuses.  Two rule sets
    are equal if all switches are; ``name`` is a label only.
    """

    name: str = field(default="moscow", compare=False)
    players: int = 2
    sides: str = "each"
    passive_dealer: bool = False
    second_packet: int = 3
    upcard_to: str = "nobody"
    second_round_suits: str = "other"
    all_pass: str = "redeal"
    redeal_four_sevens: bool = False
    redeal_max_points: int | str = "none"
    seven_exchange: str = "any"
    seven_from_first_packet: bool = False
    terts_question: bool = True
    sequence_order: str = "natural"
    sequence_points: Mapping[int, int] = Points({3: 20, 4: 50})  # type: ignore[assignment]
    sequence_rank: str = "class"
    sequence_tie: str = "trump_then_turn"
    sequences_need_trick: bool | str = False
    defenders_pool: bool = True
    instant_win: str = "none"
    fours: str | Mapping[str, int] = "none"
    bella_to: str = "holder"
    bella_needs_trick: bool = False
    bella_call: str = "any_turn"
    first_lead: str = "forehand"
    overtrump: str = "always"
    overtrump_partner: bool = True
    trick_points: str = "standard"
    declarer_beats: str = "sum"
    baid_to: str = "split"
    hanging: str = "pot"
    baid_penalty: int = 0
    no_trick_penalty: int = 0
    next_dealer: str = "higher"
    target: int | str = 501
    both_reach: str = "last_trick"
    early_claim: str = "on"
    match_unit: str = "points"
    payoff: str = "none"
    freza_shown: bool = True
    form: str = "usual"

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise UserError(f"name of the rules: it must be a text, not {self.name!r}")
        for switch in SWITCHES:
            object.__setattr__(self, switch.name, switch.check(getattr(self, switch.name)))
        for broken, reason in refusals(self):
            if broken:
                raise UserError(reason)

    @property
    def in_play(self) -> int:
        """How many seats play a deal: all, or all but a passive dealer."""
        return self.players - self.passive_dealer

    def with_(self, **changes: Any) -> RuleSet:
        """These rules with some switches changed, checked anew.

        The label grows by the changes (``moscow+target=301``) unless ``name=`` is given.  Raises ``UserError`` for
        an unknown switch, naming the nearest, and for whatever the constructor refuses.
        """
        name = changes.pop("name", None)
        values = {key: find(key).check(value) for key, value in changes.items()}
        changed = {key: value for key, value in values.items() if value != getattr(self, key)}
        label = "".join(f"+{key}={value_text(value)}" for key, value in changed.items())
        table: dict[str, Any] = {entry.name: getattr(self, entry.name) for entry in fields(self)} | changed
        return RuleSet(**table | {"name": name or self.name + label})

    def to_dict(self) -> dict[str, Any]:
        """The full switch table in JSON types (lengths of ``sequence_points`` as texts), ``name`` first."""
        table: dict[str, Any] = {"name": self.name}
        for switch in SWITCHES:
            value = getattr(self, switch.name)
            table[switch.name] = {str(key): n for key, n in value.items()} if isinstance(value, Mapping) else value
        return table

    @classmethod
    def from_dict(cls, table: Mapping[str, Any]) -> RuleSet:
        """The rules of a switch table; a switch that is not in it has Moscow's value."""
        return cls().with_(**{"name": "unnamed"} | dict(table))

    def to_toml(self) -> str:
        """A TOML file that can be edited and fed back: each switch with what its value does, its choices, source."""
        lines = [f"name = {json.dumps(self.name, ensure_ascii=False)}"]
        for switch in SWITCHES:
            value = getattr(self, switch.name)
            lines += [
                "",
                f"# {switch.describe(value)}",
                f"# takes: {switch.choices()}",
                f"# source: {switch.source(value)}",
                f"{switch.name} = {_toml(value)}",
            ]
        return "\n".join(lines) + "\n"

    @classmethod
    def from_toml(cls, text: str) -> RuleSet:
        """The rules of such a file (a file with ``base`` or several tables is read by ``variants.read_toml``)."""
        try:
            return cls.from_dict(load_toml(text))
        except ValueError as error:
            raise UserError(f"rules are not valid TOML: {error}") from None

    def differences(self, other: RuleSet) -> dict[str, tuple[Value, Value]]:
        """The switches that differ, in the order of the table: {switch: (value here, value there)}."""
        pairs = {switch.name: (getattr(self, switch.name), getattr(other, switch.name)) for switch in SWITCHES}
        return {name: (here, there) for name, (here, there) in pairs.items() if here != there}

    def notes(self) -> list[str]:
        """One line for each switch that is accepted but cannot matter in its company."""
        reasons = {name: reason for name, so, reason in reversed(_without_effect(self)) if so}
        return [f"{name} has no effect here: {reasons[name]}" for name in BY_NAME if name in reasons]

    def require_matches(self) -> RuleSet:
        """These rules; raises ``UserError`` if they are of a game without matches."""
        if self.form == "terts":
            raise UserError(f"rules {self.name}: terts has no target and so no matches; play single deals")
        return self

    @property
    def hash(self) -> str:
        """Twelve hexadecimal digits that depend on the switches alone, not on the name."""
        table = self.to_dict()
        del table["name"]
        return hashlib.sha256(json.dumps(table, sort_keys=True).encode()).hexdigest()[:12]

    def lower(self) -> np.recarray[Any, Any]:
        """The record that the kernels read, shape (1,), of the type in ``kernels.state.RULES_OF`` for its players."""
        import numpy as np

        from debertz_sim.kernels.state import RULES_OF

        record = np.zeros(1, RULES_OF[self.players]).view(np.recarray)
        names = record.dtype.names or ()
        for switch in SWITCHES:
            if switch.name in names:
                record[switch.name] = _lowered(switch.name, getattr(self, switch.name))
        record["natural_order"] = self.sequence_order == "natural"
        record["in_play"] = self.in_play
        record["pool"] = self.defenders_pool and self.in_play == 3 and self.sides == "each"
        if self.sides == "pairs":  # one side stands against the declarer's
            record["declarer_beats"] = switches.DeclarerBeats.EACH
        if self.in_play == 4:
            record["seven_exchange"] = switches.SevenExchange.NONE
        record["tricks"] = 16 if self.form == "terts" else 6 + self.second_packet
        record["team"] = [seat % 2 if self.sides == "pairs" else seat for seat in range(4)]
        record["points"] = card_points(self.trick_points)
        record["strength"] = strength = trick_strength()
        record["above"] = [[sum(1 << q for q in range(8) if row[q] > row[r]) for r in range(8)] for row in strength]
        if not isinstance(self.fours, str):
            other = self.fours.get("other", 0)
            record["has_fours"] = 1
            record["four_points"] = [self.fours.get(letter, other) for letter in RANK_LETTERS]
        record["length_points"] = [self.sequence_points.get(length, 0) for length in range(9)]
        tables = sequences.sequence_tables(
            self.sequence_order == "strength", self.sequence_points, self.sequence_rank == "length"
        )
        for name, table in tables._asdict().items():
            record[f"run_{name}"] = table
        record["run_key"] *= 2
        if self.sequence_tie in ("trump_then_turn", "trump_or_nobody"):
            record["run_key"][:, 1] += record["run_key"][:, 1] > 0
        return record


def card_points(trick_points: str) -> list[list[int]]:
    """Points of the ranks 7 8 9 T J Q K A in tricks, plain suit then trump (RULES.md sections 2, 3 and 6)."""
    plain, trump = OTHER_POINTS[trick_points]
    return [[table.get(letter, 0) for letter in RANK_LETTERS] for table in (PLAIN_POINTS | plain, TRUMP_POINTS | trump)]


def trick_strength() -> list[list[int]]:
    """Place 0..7 of the ranks 7 8 9 T J Q K A in a trick, plain suit then trump; higher wins (RULES.md section 2)."""
    return [[order.index(rank) for rank in range(8)] for order in (sequences.PLAIN_STRENGTH, sequences.TRUMP_STRENGTH)]


def _lowered(name: str, value: Value) -> int:
    """A switch value as the integer of the kernels."""
    if name == "target" and value == "one_deal":
        return switches.ONE_DEAL
    if name == "redeal_max_points" and value == "none":
        return switches.NO_LIMIT
    enum = BY_NAME[name].enum
    if enum is None:
        return int(value)  # type: ignore[arg-type]
    return enum[value_text(value).upper()].value


def _toml(value: Value) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {points}" for key, points in value.items()) + " }"
    return json.dumps(value)


def load_toml(text: str) -> dict[str, Any]:
    """The tables of a TOML text; raises ``ValueError`` for whatever it cannot read."""
    try:
        return tomllib.loads(text)  # TOMLDecodeError is a ValueError; so is a number of too many digits
    except RecursionError:
        raise ValueError("brackets nested too deep") from None


def parse_setting(text: str) -> tuple[str, Value]:
    """A ``--set`` text ``switch=value`` as (switch, value); raises ``UserError`` with what would be right."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise UserError(f"setting {text!r}: write switch=value, for example target=301")
    switch = find(name.strip())
    return switch.name, switch.parse(value)


def refusals(rules: RuleSet) -> list[tuple[bool, str]]:
    """The combinations that make no sense, as (is it so here, the reason), after RULES.md section 3."""
    four_in_play = rules.in_play == 4
    pairs = rules.sides == "pairs"
    return [
        (pairs and rules.players != 4, f"sides=pairs needs four players, not {rules.players}"),
        (rules.passive_dealer and rules.players != 4, f"passive_dealer needs four players, not {rules.players}"),
        (rules.passive_dealer and pairs, "passive_dealer goes with sides=each only: his partner would be alone"),
        (
            four_in_play and rules.second_packet == 3,
            "four in play need second_packet=2: with 3 they would hold 36 cards, the pack has 32",
        ),
        (
            not four_in_play and rules.second_packet == 2,
            f"second_packet=2 is for four in play; {rules.in_play} in play need second_packet=3",
        ),
        (
            four_in_play and rules.upcard_to == "nobody",
            "four in play need upcard_to=dealer or upcard_to=declarer: their hands take the whole pack",
        ),
        (
            not four_in_play and rules.upcard_to != "nobody",
            f"upcard_to={rules.upcard_to} is for four in play; {rules.in_play} in play need upcard_to=nobody",
        ),
        (rules.fours != "none" and rules.players > 2, f"fours are for two players only, not {rules.players}"),
        (
            rules.form == "two_rounds" and not pairs,
            "form=two_rounds is a match of two sides; it needs players=4 and sides=pairs",
        ),
        (rules.form == "two_rounds" and rules.target == "one_deal", "form=two_rounds needs a target in points"),
        (rules.form == "terts" and rules.players != 2, f"form=terts is for two players only, not {rules.players}"),
        (rules.form == "terts" and rules.target != "one_deal", "form=terts has no match; target must be one_deal"),
        (
            rules.match_unit == "kush" and rules.target != "one_deal",
            f"match_unit=kush counts one-deal matches; target must be one_deal, not {rules.target}",
        ),
    ]


def _without_effect(rules: RuleSet) -> list[tuple[str, bool, str]]:
    """Switches that cannot matter in their company, as (switch, is it so here, the reason)."""
    four_in_play = rules.in_play == 4
    pairs = rules.sides == "pairs"
    one_defender = rules.players == 2 or pairs
    no_exchange = rules.seven_exchange == "none" or four_in_play
    one_deal = rules.target == "one_deal"
    kush = rules.match_unit == "kush"
    alone = "the defending side is one" if pairs else "there is one defender"
    return [
        ("seven_exchange", four_in_play and rules.seven_exchange != "none", "with four in play the upcard is dealt"),
        ("seven_from_first_packet", no_exchange, "there is no seven exchange"),
        ("terts_question", no_exchange, "there is no seven exchange"),
        ("terts_question", rules.sequence_order == "strength", "in order of strength 9-8-7 of trump is no sequence"),
        ("terts_question", 3 not in rules.sequence_points, "a sequence of three has no value"),
        (
            "sequences_need_trick",
            rules.sequences_need_trick == "terts_only" and 3 not in rules.sequence_points,
            "a sequence of three has no value",
        ),
        ("defenders_pool", rules.in_play != 3, "it is for three players, each for himself"),
        ("bella_needs_trick", rules.bella_to == "holder_both_tricks", "who wins both tricks has a trick"),
        ("bella_needs_trick", rules.bella_call == "after_trick", "bella is called after a trick"),
        ("overtrump_partner", not pairs, "there are no partners"),
        ("overtrump_partner", rules.overtrump == "never", "there is no duty to overtrump"),
        ("declarer_beats", one_defender, alone),
        ("baid_to", one_defender and rules.baid_to != "lost", f"{alone}: split and leader are the same"),
        ("baid_to", kush, "kush counts the same for every defender"),
        ("baid_penalty", one_deal, "a match of one deal has no third baid"),
        ("no_trick_penalty", kush, "kush has no penalties"),
        ("both_reach", one_deal, "one deal is won by the larger score"),
        ("early_claim", one_deal, "one deal has no target to reach"),
        ("payoff", one_deal and rules.payoff in ("difference", "hundreds"), "one deal has no target to be short of"),
        ("freza_shown", rules.players == 4, "all cards are dealt, there is no freza"),
        ("all_pass", rules.form == "two_rounds", "in two rounds only the winners of the first are obliged"),
        *_without_effect_in_terts(rules),
    ]


# What stands in the way of the switches that the game terts does not read.
_NO_PART_OF_TERTS = {
    "passive_dealer": "both play",
    "second_packet": "terts deals nine cards at once",
    "upcard_to": "the upcard is drawn with the stock",
    "second_round_suits": "terts has no auction",
    "all_pass": "terts has no auction",
    "redeal_four_sevens": "terts has no redeals",
    "redeal_max_points": "terts has no redeals",
    "seven_from_first_packet": "terts deals nine cards at once",
    "terts_question": "terts has its own announcements",
    "sequence_order": "in terts runs follow the natural order",
    "sequence_rank": "terts ranks groups by length, top, trump",
    "sequence_tie": "of equal groups that of the leader stands",
    "sequences_need_trick": "in terts an announcement scores at once",
    "defenders_pool": "terts has no declarer",
    "instant_win": "terts has no match",
    "bella_to": "in terts the marriage is announced by its holder",
    "bella_needs_trick": "in terts an announcement scores at once",
    "bella_call": "in terts the marriage is announced with a word",
    "first_lead": "terts has no declarer",
    "overtrump": "terts has no duty to beat",
    "overtrump_partner": "terts has no duty to beat",
    "declarer_beats": "terts has no declarer",
    "baid_to": "terts has no declarer",
    "hanging": "terts has no declarer",
    "baid_penalty": "terts has no declarer",
    "no_trick_penalty": "terts has no penalties",
    "next_dealer": "terts has no match",
    "both_reach": "terts has no match",
    "early_claim": "terts has no match",
    "match_unit": "terts has no match",
    "payoff": "terts has no match",
    "freza_shown": "all cards of the stock are drawn",
}


def _without_effect_in_terts(rules: RuleSet) -> list[tuple[str, bool, str]]:
    """All switches that terts does not read."""
    return [(name, rules.form == "terts", reason) for name, reason in _NO_PART_OF_TERTS.items()]
