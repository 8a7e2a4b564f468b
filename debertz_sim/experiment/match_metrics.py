"""The table of what is measured of whole matches: shares of matches, means over them, shares of their deals."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from debertz_sim.experiment.metrics import PLACES, Condition, Features, Frame
from debertz_sim.stats import NUMBER, POINTS, Group


def every_match(f: Features) -> NDArray[np.bool_]:
    """Every match."""
    return f["shuffles"] >= 0


@dataclass(frozen=True)
class MatchShare:
    """The share of matches whose columns (by name, shape (matches,)) fulfil ``hit``, among those of ``among``."""

    metric: str
    group: Group
    hit: Condition
    among: Condition = every_match


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


MATCH_RATIOS = (MatchRatio("second_hanging_in_row", "second_hangings", "played"),)


def match_shares(frame: Frame) -> list[MatchShare]:
    """The shares of matches, in the order of the report."""
    table = [
        *_winners(frame),
        MatchShare("early_claim", {}, lambda f: f["claims"] > 0),
        MatchShare("extra_deal", {}, lambda f: f["extra_deals"] > 0),
        MatchShare("pot_burned", {}, lambda f: f["burned"] > 0),
        MatchShare("unfinished", {}, lambda f: f["unfinished"] > 0),
    ]
    if frame.two_rounds:
        table += [
            MatchShare("both_rounds_won", {}, lambda f: _both_won(f) & (f["round_1_winner"] == f["round_2_winner"])),
            MatchShare("deciding_round", {}, lambda f: _both_won(f) & (f["round_1_winner"] != f["round_2_winner"])),
            MatchShare(
                "first_round_winner_wins", {}, lambda f: f["winner"] == f["round_1_winner"], lambda f: _won(f, 1)
            ),
        ]
    return table


def match_means(frame: Frame) -> list[MatchMean]:
    """The means over matches, in the order of the report."""
    table = [
        MatchMean("match_length", "played"),
        MatchMean("baids_per_match", "baids"),
        MatchMean("hanging_baids_per_match", "hanging_baids"),
        MatchMean("pot_burned_points", "burned", POINTS),
    ]
    if frame.two_rounds:
        table.append(MatchMean("deciding_deals", "deciding_deals"))
    if frame.pays:
        table.append(MatchMean("match_payoff", "payoff_halves", scale=2))
    return table


def _winners(frame: Frame) -> list[MatchShare]:
    """Who won, by where he sat when the first deal was dealt; of a side by where one of it sat."""
    places = list(enumerate(PLACES[frame.players]))
    if frame.pairs:  # forehand is of one side, the dealer of the other
        places = [(0, "forehand"), (frame.players - 1, "dealer")]
    key = "side" if frame.pairs else "seat"
    table = [
        MatchShare("match_won", {key: f"first_{name}"}, _won_by(frame, place))
        for place, name in [places[-1], *places[:-1]]
    ]
    return [*table, MatchShare("match_won", {key: "nobody"}, lambda f: f["winner"] < 0)]


def _won_by(frame: Frame, place: int) -> Condition:
    sides = 2 if frame.pairs else frame.players

    def hit(f: Features) -> NDArray[np.bool_]:
        ahead = f["first_dealer"] + place + 1 - f["winner"]
        return np.asarray((f["winner"] >= 0) & (ahead % sides == 0))

    return hit


def _won(f: Features, number: int) -> NDArray[np.bool_]:
    return np.asarray(f[f"round_{number}_winner"] >= 0)


def _both_won(f: Features) -> NDArray[np.bool_]:
    return _won(f, 1) & _won(f, 2)
