"""What the tests of experiments share: small specs, and estimates worked out from rows without the table of metrics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from debertz_sim.experiment import ExperimentSpec
from debertz_sim.experiment.metrics import BIN_WIDTH
from debertz_sim.policies.registry import seating
from debertz_sim.rules import RuleSet
from debertz_sim.variants import variants

RANDOM = seating(2, "random", "random")
ALWAYS = seating(2, "always", "random")
MADE, BAID, HANGING_BAID, ALL_PASS, REDEAL, INSTANT_WIN = range(1, 7)
PLACES = {
    2: ("forehand", "dealer"),
    3: ("forehand", "middle", "dealer"),
    4: ("forehand", "second", "third", "dealer"),
}

Columns = Mapping[str, Any]
Key = tuple[Any, ...]


def simulate(name: str = "moscow", amount: int = 5000, unit: str = "deals", **more: Any) -> ExperimentSpec:
    changes = more.pop("changes", {})
    more.setdefault("policies", seating(variants[name].players, "random", "random"))
    return ExperimentSpec("simulate", (variants[name].with_(**changes),), 7, amount, unit, **more)


def compare(*names: str, amount: int = 5000, **more: Any) -> ExperimentSpec:
    arms = tuple(variants[name] for name in names)
    seated = seating(max(rules.players for rules in arms), "random", "random")
    return ExperimentSpec("compare", arms, 7, amount, policies=seated, **more)


PLAYABLE = [name for name, rules in variants.items() if rules.form != "terts"]

# The slow twin: every share as (hits, among) over the rows, written down without the table of metrics.


class Sides:
    """Who sits with whom, deal by deal, from places, teams and the declarer alone; arrays of shape (deals,)."""

    def __init__(self, rows: Columns, rules: RuleSet) -> None:
        self.rows, self.rules = rows, rules
        self.places = PLACES[rules.players]
        self.in_play = self.places[:-1] if rules.passive_dealer else self.places
        self.modulus = 2 if rules.sides == "pairs" else rules.players
        self.declarer = np.maximum(rows["declarer_place"], 0)

    def of_declarer(self, place: int) -> Any:
        """Whether this place is the declarer's or his partner's."""
        return (place - self.declarer) % self.modulus == 0

    def column(self, name: str) -> list[Any]:
        """The column of each place that plays."""
        return [self.rows[f"{name}_{place}"] for place in range(len(self.in_play))]

    def added(self, name: str, of_declarer: bool, once: bool = False) -> Any:
        """A side's sum; ``once``: partners both have their side's number."""
        total = np.zeros(len(self.declarer), np.int64)
        for place, column in enumerate(self.column(name)):
            total += column * (self.of_declarer(place) == of_declarer)
        return total // 2 if once and self.rules.sides == "pairs" else total

    def to_beat(self) -> Any:
        """What the declarer's raw score is held against."""
        if self.rules.declarer_beats == "sum" or self.rules.sides == "pairs":
            return self.added("total", False, once=True)
        others = [np.where(self.of_declarer(k), 0, total) for k, total in enumerate(self.column("total"))]
        return np.max(others, axis=0)

    def sequence_points(self, of_declarer: bool) -> Any:
        """What a side scored for sequences: its raw score without everything else (and without fours)."""
        last = self.rows["last_trick_place"]
        mine = ((last - self.declarer) % self.modulus == 0) == of_declarer
        bella = self.rows["bella_side"] == (1 if of_declarer else 2)
        return self.added("total", of_declarer, True) - self.added("card_points", of_declarer) - 10 * mine - 20 * bella


def expected_shares(
    rows: Columns, rules: RuleSet, rounds: tuple[int, ...] = (1, 2), reach: int = 0
) -> dict[Key, tuple[Any, Any]]:
    outcome = rows["outcome"]
    dealt, played = np.ones(len(outcome), bool), np.isin(outcome, (MADE, BAID, HANGING_BAID))
    sides = Sides(rows, rules)
    margin = sides.added("total", True, once=True) - sides.to_beat()
    found: dict[Key, tuple[Any, Any]] = {
        ("all_pass",): (outcome == ALL_PASS, dealt),
        ("redeal_right",): (outcome == REDEAL, dealt),
        ("instant_win",): (outcome == INSTANT_WIN, dealt),
        ("seven_exchanged",): (played & (rows["exchanger_place"] >= 0), played),
    }
    for metric, code in (("made", MADE), ("baid", BAID), ("hanging_baid", HANGING_BAID)):
        found[metric,] = (outcome == code, played)
        parts: dict[Key, Any] = {
            ("declarer_seat", seat): rows["declarer_place"] == place for place, seat in enumerate(sides.in_play)
        }
        parts |= {("round", number): rows["round"] == number for number in rounds}
        parts |= {("trump_cards", number): rows["trump_cards"] == number for number in range(10)}
        if rows["match_round"].any():
            parts |= {("match_round", number): rows["match_round"] == number for number in (1, 2, 3)}
        for group, part in parts.items():
            if (played & part).any() or group[0] != "trump_cards":
                found[metric, *group] = (part & (outcome == code), part & played)
    found |= {("played_in_round", "round", number): (played & (rows["round"] == number), played) for number in rounds}
    for place, seat in enumerate(sides.places):
        for name in ("terts", "fifty"):
            found[f"{name}_held", "seat", seat] = (played & (rows[f"{name}_{place}"] > 0), played)
    for place, seat in enumerate(sides.in_play):
        found["declarer_seat", "seat", seat] = (played & (rows["declarer_place"] == place), played)
        found["bella_held", "seat", seat] = (played & (rows[f"bella_{place}"] > 0), played)
        if rules.fours != "none":
            found["four_held", "seat", seat] = (played & (rows[f"fours_{place}"] > 0), played)
        if len(sides.in_play) > 2 and rules.sides == "each":
            found["no_trick", "seat", seat] = (played & (rows[f"tricks_{place}"] == 0), played)
    scored = {"declarer": sides.sequence_points(True) > 0, "defenders": sides.sequence_points(False) > 0}
    if rules.passive_dealer:
        scored["passive_dealer"] = rows[f"total_{rules.players - 1}"] > 0
    if rules.fours != "none":  # points of fours and of sequences cannot be told apart: the row's word for it
        scored = {side: (rows["sequence_side"] & code) > 0 for side, code in (("declarer", 1), ("defenders", 2))}
        fours = {side: rows["four_side"] == code for side, code in (("declarer", 1), ("defenders", 2), ("nobody", 0))}
        found |= {("four_scored", "side", side): (played & its, played) for side, its in fours.items()}
    scored["nobody"] = ~np.any(list(scored.values()), axis=0)
    found |= {("sequence_scored", "side", side): (played & its, played) for side, its in scored.items()}
    for side in ("declarer", "defenders"):
        found["no_trick", "side", side] = (played & (sides.added("tricks", side == "declarer") == 0), played)
    far = reach or -(-abs(margin[played]).max() // BIN_WIDTH) * BIN_WIDTH
    for low in range(1, far, BIN_WIDTH):
        high = low + BIN_WIDTH - 1
        found["margin_histogram", "from", low, "to", high] = (played & (margin >= low) & (margin <= high), played)
        found["margin_histogram", "from", -high, "to", -low] = (played & (margin <= -low) & (margin >= -high), played)
    found["margin_histogram", "from", 0, "to", 0] = (played & (margin == 0), played)
    return found


def expected_values(rows: Columns, rules: RuleSet, arms: Iterable[RuleSet] = ()) -> dict[str, Any]:
    """The numbers whose means are reported; in a comparison all arms have what one of them has."""
    sides = Sides(rows, rules)
    declarer, defenders = (sides.added("total", own, once=True) for own in (True, False))
    values = {"declarer_points": declarer, "defender_points": defenders, "margin": declarer - defenders}
    every = [its for its in (rules, *arms) if its.sides == "each" and its.in_play > 2]
    if any(its.declarer_beats == "each" for its in every):
        values |= {"points_to_beat": sides.to_beat(), "margin_to_beat": declarer - sides.to_beat()}
    values |= {"declarer_written": sides.added("written", True, once=True)}
    values |= {"defender_written": sides.added("written", False, once=True)}
    if rules.passive_dealer:
        values["passive_dealer_written"] = rows[f"written_{rules.players - 1}"]
    return values


def key(estimate: Any) -> Key:
    flat = [part for pair in estimate.group.items() if pair[0] not in ("arm", "switch") for part in pair]
    return (estimate.metric, *flat)
