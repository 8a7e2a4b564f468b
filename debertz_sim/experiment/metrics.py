"""The table of what ``simulate`` and ``compare`` measure: one entry a metric, from which tallies and names both follow.

A share counts deals: its ``hit`` and ``among`` say which, in terms of the features of a row.  They are ordinary array
expressions; ``program`` evaluates them once for every state that the features can be in, so that the compiled tally
never sees them.  A new metric is one more entry here (and a feature, if it looks at a column that none has looked at).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim.engine import rows
from debertz_sim.kernels.state import ALL_PASS, BAID, DECIDING_DEALS, HANGING_BAID, INSTANT_WIN, MADE, REDEAL
from debertz_sim.stats import POINTS, Group

Features = Mapping[str, NDArray[np.int64]]
Condition = Callable[[Features], NDArray[np.bool_]]

PLACES = {
    2: ("forehand", "dealer"),
    3: ("forehand", "middle", "dealer"),
    4: ("forehand", "second", "third", "dealer"),
}
ROUNDS = (1, 2)
FORCED_ROUND = 0  # a forced deal has no auction
MATCH_ROUNDS = (1, 2, DECIDING_DEALS)
MAX_TRUMPS = 9
BIN_WIDTH = 20  # of margin_histogram
PLAYED = (MADE, BAID, HANGING_BAID)
OUTCOMES = ("open", "made", "baid", "hanging_baid", "all_pass", "redeal", "instant_win", "claim")
SIDES = {"declarer": rows.DECLARER, "defenders": rows.DEFENDERS}
PASSIVE_SIDE = {"passive_dealer": rows.PASSIVE}


class Feature(NamedTuple):
    """A column of a row (less another one), in bins of ``width`` around 0, clipped to ``low`` .. ``high``."""

    column: str
    low: int
    high: int
    minus: str | None = None
    width: int = 1


class Frame(NamedTuple):
    """What the table depends on.

    Parameters
    ----------
    players, bins
        Seats; how far the margin reaches, in bins.
    forced
        Whether there are forced deals (in matches only).
    passive, pairs
        Whether the dealer only deals; whether partners sit opposite each other (in a comparison: under all rule sets).
    each
        Whether a declarer must beat each of several defenders.
    fours
        Whether four of a kind count.
    two_rounds, pays
        Of matches: whether they have two rounds, whether their losers pay.
    terts
        Whether it is the game terts, which has a table of its own.
    """

    players: int
    bins: int
    forced: bool = False
    passive: bool = False
    pairs: bool = False
    each: bool = False
    fours: bool = False
    two_rounds: bool = False
    pays: bool = False
    terts: bool = False

    @property
    def in_play(self) -> int:
        """Seats that play a deal; a passive dealer is the last place."""
        return self.players - self.passive


EVERYTHING = Frame(4, 0, *[True] * 7)
"""The frame in which every metric without groups exists that the usual games have."""


@dataclass(frozen=True)
class Share:
    """One proportion: the deals that ``hit`` among those of ``among``.

    ``shown``: ``always``, ``if_any`` (where the denominator is not 0), ``bin`` (as far out as there are hits on either
    side).
    """

    metric: str
    group: Group
    hit: Condition
    among: Condition
    shown: str = "always"


@dataclass(frozen=True)
class Mean:
    """The mean of a column (less another one) over the played deals."""

    metric: str
    column: str
    minus: str | None = None
    unit: str = POINTS
    group: Group = field(default_factory=dict)


class Table(NamedTuple):
    """All that is measured of a kind of deal.

    Parameters
    ----------
    columns
        Of the rows that its deals leave, by place.
    features, shares, means
        What conditions may look at, and what is reported, in the order of the report.
    counted
        A metric among the shares whose denominator is that of the means: the played deals.
    """

    columns: tuple[str, ...]
    features: dict[str, Feature]
    shares: list[Share]
    means: list[Mean]
    counted: str


def table(frame: Frame) -> Table:
    """What is measured in this frame."""
    if frame.terts:
        from debertz_sim.experiment.terts import terts_table

        return terts_table(frame)
    return Table(rows.COLUMNS, features(frame), shares(frame), means(frame), "made")


def means(frame: Frame) -> list[Mean]:
    """The table of means, in the order of the report."""
    listed = [
        Mean("declarer_points", "declarer_points"),
        Mean("defender_points", "defender_points"),
        Mean("margin", "declarer_points", "defender_points"),
    ]
    if frame.each:
        listed += [Mean("points_to_beat", "to_beat"), Mean("margin_to_beat", "declarer_points", "to_beat")]
    listed += [Mean("declarer_written", "declarer_written"), Mean("defender_written", "defender_written")]
    if frame.passive:
        listed.append(Mean("passive_dealer_written", f"written_{frame.players - 1}"))
    return listed


def features(frame: Frame) -> dict[str, Feature]:
    """What conditions may look at; holdings and tricks count as 0 and 1 (or more)."""
    found = {
        "outcome": Feature("outcome", 0, len(OUTCOMES) - 1),
        "declarer": Feature("declarer_place", -1, frame.players - 1),
        "round": Feature("round", 0, max(ROUNDS)),
        "match_round": Feature("match_round", 0, max(MATCH_ROUNDS)),
        "trump_cards": Feature("trump_cards", 0, MAX_TRUMPS),
        "sequence_side": Feature("sequence_side", 0, rows.DECLARER | rows.DEFENDERS | rows.PASSIVE),
        "four_side": Feature("four_side", 0, rows.DEFENDERS),
        "trickless": Feature("trickless_sides", 0, rows.DECLARER | rows.DEFENDERS),
        "exchanger": Feature("exchanger_place", -1, 0),
        "margin_bin": Feature("declarer_points", -frame.bins, frame.bins, "to_beat", BIN_WIDTH),
    }
    for place in range(frame.players):
        for name in ("tricks", "terts", "fifty", "bella", "fours"):
            found[f"{name}_{place}"] = Feature(f"{name}_{place}", 0, 1)
    return found


def dealt(f: Features) -> NDArray[np.bool_]:
    """Every deal."""
    return f["outcome"] >= 0


def played(f: Features) -> NDArray[np.bool_]:
    """Deals with a declarer and all tricks."""
    return np.isin(f["outcome"], PLAYED)


def shares(frame: Frame) -> list[Share]:
    """The table of shares, in the order of the report."""
    in_play = dict(list(enumerate(PLACES[frame.players]))[: frame.in_play])
    rounds = [*([FORCED_ROUND] if frame.forced else []), *ROUNDS]
    listed = [
        Share("all_pass", {}, _is("outcome", ALL_PASS), dealt),
        Share("redeal_right", {}, _is("outcome", REDEAL), dealt),
        Share("instant_win", {}, _is("outcome", INSTANT_WIN), dealt),
        *(Share("played_in_round", {"round": r}, _both(played, _is("round", r)), played) for r in rounds),
        *(Share("declarer_seat", {"seat": name}, _is_seat(p), played) for p, name in in_play.items()),
    ]
    for metric, outcome in (("made", MADE), ("baid", BAID), ("hanging_baid", HANGING_BAID)):
        listed.append(Share(metric, {}, _is("outcome", outcome), played))
        listed += _split(metric, outcome, "declarer_seat", {name: _is_seat(p) for p, name in in_play.items()})
        listed += _split(metric, outcome, "round", {r: _is("round", r) for r in rounds})
        if frame.two_rounds:
            listed += _split(metric, outcome, "match_round", {r: _is("match_round", r) for r in MATCH_ROUNDS})
        trumps = {count: _is("trump_cards", count) for count in range(MAX_TRUMPS + 1)}
        listed += _split(metric, outcome, "trump_cards", trumps, "if_any")
    listed += [*_held(frame), *_scored(frame)]
    listed.append(Share("seven_exchanged", {}, _both(played, lambda f: f["exchanger"] >= 0), played))
    for side, bits in SIDES.items():
        listed.append(Share("no_trick", {"side": side}, _both(played, _has_bit("trickless", bits)), played))
    if frame.in_play > 2 and not frame.pairs:  # each for himself, several defenders: and each is fined for himself
        for place, seat in in_play.items():
            listed.append(Share("no_trick", {"seat": seat}, _both(played, _is(f"tricks_{place}", 0)), played))
    return listed + [_bin(number) for number in range(-frame.bins, frame.bins + 1)]


def _held(frame: Frame) -> Iterable[Share]:
    """Who held what; a passive dealer can hold sequences, and nothing else that counts."""
    seats = {"terts": frame.players, "fifty": frame.players, "bella": frame.in_play}
    seats |= {"fours": frame.in_play} if frame.fours else {}
    for name, number in seats.items():
        for place, seat in enumerate(PLACES[frame.players][:number]):
            held = _both(played, _is(f"{name}_{place}", 1))
            yield Share("four_held" if name == "fours" else f"{name}_held", {"seat": seat}, held, played)


def _scored(frame: Frame) -> Iterable[Share]:
    """Whose sequences and fours scored; several sides' may, nobody means none of them."""
    kinds = {"sequence": SIDES | (PASSIVE_SIDE if frame.passive else {})}
    kinds |= {"four": SIDES} if frame.fours else {}
    for name, sides in kinds.items():
        for side, bits in sides.items():
            yield Share(f"{name}_scored", {"side": side}, _both(played, _has_bit(f"{name}_side", bits)), played)
        yield Share(f"{name}_scored", {"side": "nobody"}, _both(played, _is(f"{name}_side", rows.NOBODY)), played)


def bin_edges(number: int, width: int = BIN_WIDTH) -> tuple[int, int]:
    """First and last margin of a bin: ..., (-20, -1), (0, 0), (1, 20), ..."""
    if number == 0:
        return 0, 0
    inner, outer = width * (abs(number) - 1) + 1, width * abs(number)
    return (inner, outer) if number > 0 else (-outer, -inner)


def _bin(number: int) -> Share:
    start, to = bin_edges(number)
    hit = _both(played, _is("margin_bin", number))
    return Share("margin_histogram", {"from": start, "to": to}, hit, played, "bin")


def _split(
    metric: str, outcome: int, key: str, parts: Mapping[Any, Condition], shown: str = "always"
) -> Iterable[Share]:
    for value, part in parts.items():
        among = _both(played, part)
        yield Share(metric, {key: value}, _both(among, _is("outcome", outcome)), among, shown)


def _is(feature: str, value: int) -> Condition:
    return lambda f: f[feature] == value


def _is_seat(place: int) -> Condition:
    return _both(played, _is("declarer", place))


def _has_bit(feature: str, bit: int) -> Condition:
    return lambda f: (f[feature] & bit) != 0


def _both(one: Condition, other: Condition) -> Condition:
    return lambda f: one(f) & other(f)
