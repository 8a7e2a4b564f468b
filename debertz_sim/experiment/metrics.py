"""The table of what ``simulate`` and ``compare`` measure: one entry a metric, from which tallies and names both follow.

A share counts deals: its ``hit`` and ``among`` say which, in terms of the features of a row.  They are ordinary array
expressions; ``program`` evaluates them once for every state that the features can be in, so that the compiled tally
never sees them.  A new metric is one more entry here (and a feature, if it looks at a column that none has looked at).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim.engine import rows
from debertz_sim.kernels.state import ALL_PASS, BAID, HANGING_BAID, INSTANT_WIN, MADE, REDEAL
from debertz_sim.stats import NUMBER, POINTS, Group

Features = Mapping[str, NDArray[np.int64]]
Condition = Callable[[Features], NDArray[np.bool_]]

PLACES = {
    2: ("forehand", "dealer"),
    3: ("forehand", "middle", "dealer"),
    4: ("forehand", "second", "third", "dealer"),
}
ROUNDS = (1, 2)
FORCED_ROUND = 0  # a forced deal has no auction
MAX_TRUMPS = 9
BIN_WIDTH = 20  # of margin_histogram
PLAYED = (MADE, BAID, HANGING_BAID)
OUTCOMES = ("open", "made", "baid", "hanging_baid", "all_pass", "redeal", "instant_win", "claim")


class Feature(NamedTuple):
    """A column of a row (less another one), in bins of ``width`` around 0, clipped to ``low`` .. ``high``."""

    column: str
    low: int
    high: int
    minus: str | None = None
    width: int = 1


class Frame(NamedTuple):
    """What the table depends on: seats, how far the margin reaches in bins, whether there are forced deals."""

    players: int
    bins: int
    forced: bool = False


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


MEANS = (
    Mean("declarer_points", "declarer_points"),
    Mean("defender_points", "defender_points"),
    Mean("margin", "declarer_points", "defender_points"),
    Mean("declarer_written", "declarer_written"),
    Mean("defender_written", "defender_written"),
)


def features(frame: Frame) -> dict[str, Feature]:
    """What conditions may look at; holdings and tricks count as 0 and 1 (or more)."""
    found = {
        "outcome": Feature("outcome", 0, len(OUTCOMES) - 1),
        "declarer": Feature("declarer_place", -1, frame.players - 1),
        "round": Feature("round", 0, max(ROUNDS)),
        "trump_cards": Feature("trump_cards", 0, MAX_TRUMPS),
        "sequence_side": Feature("sequence_side", 0, rows.DECLARER | rows.DEFENDERS),
        "exchanger": Feature("exchanger_place", -1, 0),
        "margin_bin": Feature("declarer_points", -frame.bins, frame.bins, "defender_points", BIN_WIDTH),
    }
    for place in range(frame.players):
        for name in ("tricks", "terts", "fifty", "bella"):
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
    places = dict(enumerate(PLACES[frame.players]))
    rounds = [*([FORCED_ROUND] if frame.forced else []), *ROUNDS]
    table = [
        Share("all_pass", {}, _is("outcome", ALL_PASS), dealt),
        Share("redeal_right", {}, _is("outcome", REDEAL), dealt),
        Share("instant_win", {}, _is("outcome", INSTANT_WIN), dealt),
        *(Share("played_in_round", {"round": r}, _both(played, _is("round", r)), played) for r in rounds),
        *(Share("declarer_seat", {"seat": name}, _is_seat(p), played) for p, name in places.items()),
    ]
    for metric, outcome in (("made", MADE), ("baid", BAID), ("hanging_baid", HANGING_BAID)):
        table.append(Share(metric, {}, _is("outcome", outcome), played))
        table += _split(metric, outcome, "declarer_seat", {name: _is_seat(p) for p, name in places.items()})
        table += _split(metric, outcome, "round", {r: _is("round", r) for r in rounds})
        trumps = {count: _is("trump_cards", count) for count in range(MAX_TRUMPS + 1)}
        table += _split(metric, outcome, "trump_cards", trumps, "if_any")
    for name in ("terts", "fifty", "bella"):
        for place, seat in places.items():
            held = _both(played, _is(f"{name}_{place}", 1))
            table.append(Share(f"{name}_held", {"seat": seat}, held, played))
    for side, bits in (("declarer", rows.DECLARER), ("defenders", rows.DEFENDERS)):
        table.append(Share("sequence_scored", {"side": side}, _both(played, _has_bit("sequence_side", bits)), played))
    nobody = _both(played, _is("sequence_side", rows.NOBODY))
    table += [
        Share("sequence_scored", {"side": "nobody"}, nobody, played),
        Share("seven_exchanged", {}, _both(played, lambda f: f["exchanger"] >= 0), played),
        Share("no_trick", {"side": "declarer"}, _both(played, _no_trick(frame.players, of_declarer=True)), played),
        Share("no_trick", {"side": "defenders"}, _both(played, _no_trick(frame.players, of_declarer=False)), played),
    ]
    return table + [_bin(number) for number in range(-frame.bins, frame.bins + 1)]


def bin_edges(number: int) -> tuple[int, int]:
    """First and last margin of a bin: ..., (-20, -1), (0, 0), (1, 20), ..."""
    if number == 0:
        return 0, 0
    inner, outer = BIN_WIDTH * (abs(number) - 1) + 1, BIN_WIDTH * abs(number)
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


def _no_trick(players: int, of_declarer: bool) -> Condition:
    """Nobody of the side has taken a trick."""

    def hit(f: Features) -> NDArray[np.bool_]:
        without: NDArray[np.bool_] = np.ones_like(f["declarer"], bool)
        for place in range(players):
            in_side = (f["declarer"] == place) == of_declarer
            without &= ~in_side | (f[f"tricks_{place}"] == 0)
        return without

    return hit


# Matches: a share counts matches, a mean adds a column up over them, a ratio's numerator and denominator are columns.


@dataclass(frozen=True)
class MatchShare:
    """The share of matches whose columns (by name, shape (matches,)) fulfil ``hit``."""

    metric: str
    group: Group
    hit: Condition


@dataclass(frozen=True)
class MatchMean:
    """The mean of a column over the matches, divided by ``scale``."""

    metric: str
    column: str
    unit: str = NUMBER
    scale: int = 1


@dataclass(frozen=True)
class MatchRatio:
    """A share of deals: one column over another, a match being the unit."""

    metric: str
    column: str
    over: str


MATCH_SHARES = (
    MatchShare(
        "match_won", {"seat": "first_dealer"}, lambda f: (f["winner"] >= 0) & (f["winner"] == f["first_dealer"])
    ),
    MatchShare(
        "match_won", {"seat": "first_forehand"}, lambda f: (f["winner"] >= 0) & (f["winner"] != f["first_dealer"])
    ),
    MatchShare("match_won", {"seat": "nobody"}, lambda f: f["winner"] < 0),
    MatchShare("early_claim", {}, lambda f: f["claims"] > 0),
    MatchShare("extra_deal", {}, lambda f: f["extra_deals"] > 0),
    MatchShare("pot_burned", {}, lambda f: f["burned"] > 0),
    MatchShare("unfinished", {}, lambda f: f["unfinished"] > 0),
)
MATCH_MEANS = (
    MatchMean("match_length", "played"),
    MatchMean("baids_per_match", "baids"),
    MatchMean("hanging_baids_per_match", "hanging_baids"),
    MatchMean("pot_burned_points", "burned", POINTS),
    MatchMean("match_payoff", "payoff_halves", scale=2),
)
MATCH_RATIOS = (MatchRatio("second_hanging_in_row", "second_hangings", "played"),)
