"""What strategies cost against a chart, and what a best reply gains against them, on the same deals.

A profile is a strategy of each seat.  Every deal is played once and is worth something by each profile, averaged over
all divisions of its hands; what one profile is worth above another is the mean of the differences, deal by deal.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim.charts.check import add_up, best_reply, in_sample
from debertz_sim.charts.corrections import Corrections
from debertz_sim.charts.game import BLOCK, Crew, Game, Rows
from debertz_sim.equilibrium.leaves import DEALER, FOREHAND, N_SIDES
from debertz_sim.equilibrium.splits import split_block
from debertz_sim.equilibrium.stakes import N_STAKES, stake_block
from debertz_sim.errors import UserError
from debertz_sim.policies.charted import Chart
from debertz_sim.policies.registry import Seating
from debertz_sim.stats import z_value
from debertz_sim.variants import from_spec

CHART = "chart"


class Figure(NamedTuple):
    """A mean over deals and its standard error, in the objective's unit a deal."""

    value: float
    se: float
    deals: int

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """The large-sample interval."""
        half = z_value(confidence) * self.se
        return self.value - half, self.value + half


def game_of(chart: Chart) -> tuple[Game, float]:
    """The game that a chart was learned for, and its value to forehand.

    Raises
    ------
    UserError
        The chart does not say, or its policies are others by now.
    """
    try:
        made = chart.about["provenance"]
        kept = made["options"]["corrections"]
        table = kept and Corrections.from_json(kept).table
        rules, policies = from_spec(chart.about["rules"]), Seating.from_description(made["policies"])
        return Game(rules, policies, str(chart.about["objective"]), table), -float(chart.about["all_pass"])
    except (KeyError, TypeError, ValueError) as error:
        raise UserError(f"chart {chart.name}: it does not say how it was built ({error!r})") from None


Contrast = Mapping[str, float]
"""Profiles by name, and how often each is counted in: ``{"a": 1, "b": -1}`` is what a is worth above b."""


def contrasts_of(
    game: Game,
    crew: Crew,
    profiles: Mapping[str, Rows],
    contrasts: Mapping[str, Contrast],
    value: float,
    seed: int,
    deals: int,
) -> dict[str, Figure]:
    """The contrasts of what deals of a seed are worth to forehand by the profiles.

    ``value``: of the game to forehand, which the dealer gets when all pass.
    """

    def play(start: int) -> list[tuple[float, float]]:
        count = min(BLOCK, deals - start)
        dealt, leaves = game.leaves(seed, start, count, value)
        codes = np.zeros((count, N_SIDES, game.splits), np.int32)
        split_block(dealt, codes)
        stakes = np.zeros((count, N_SIDES, N_STAKES), np.float32)
        worth: dict[str, NDArray[np.float64]] = {}
        for name, rows in profiles.items():
            worth[name] = np.zeros(count)
            stake_block(game.record, dealt, leaves, codes, *rows, -value, stakes, worth[name])
        found = [sum(share * worth[name] for name, share in terms.items()) for terms in contrasts.values()]
        return [(float(np.sum(each)), float(np.sum(each * each))) for each in found]

    sums = np.sum(list(crew.pool.map(play, range(0, deals, BLOCK))), axis=0)
    means = sums[:, 0] / deals
    spreads = np.maximum(sums[:, 1] / deals - means * means, 0)
    return {
        name: Figure(float(mean), sqrt(spread / deals), deals)
        for name, mean, spread in zip(contrasts, means, spreads, strict=True)
    }


def learn_reply(
    game: Game, crew: Crew, rows: Rows, chart: Rows, value: float, seed: int, deals: int
) -> tuple[Rows, float]:
    """Best replies to ``rows`` in both seats, learned on deals of a seed, and what both gain together on these.

    Where a class never came they bid by the chart.
    """
    sums = add_up(game, crew, rows, value, seed, deals)
    reply = best_reply(game, sums, chart)
    return reply, sum(in_sample(game, sums, rows, reply))


class Judgement(NamedTuple):
    """How a strategy fares, in the objective's unit a deal.

    Parameters
    ----------
    cost
        What it loses against a chart's bidding: as forehand, as dealer, and the mean of the two.
    exposed
        What it loses against best replies learned on other deals, beyond the value of the game: as forehand, as
        dealer, and the mean of the two; a bound from below.
    exposed_in_sample
        The mean of the two on the deals that the replies were learned from: too high.
    """

    cost: tuple[Figure, Figure, Figure]
    exposed: tuple[Figure, Figure, Figure]
    exposed_in_sample: float

    @property
    def exposed_mean(self) -> float:
        """Halfway between held out and in sample."""
        return (self.exposed[2].value + self.exposed_in_sample) / 2


def judge(
    game: Game,
    crew: Crew,
    styles: Mapping[str, Rows],
    chart: Rows,
    value: float,
    seed: int,
    learned: int,
    tested: int,
) -> dict[str, Judgement]:
    """Judge strategies against a chart.

    Replies are learned on ``learned`` deals of ``seed`` + 1 and all tested on the same ``tested`` deals of ``seed``.
    """
    replies = {name: learn_reply(game, crew, rows, chart, value, seed + 1, learned) for name, rows in styles.items()}
    profiles, contrasts = cost_contrasts(styles, chart)
    for name, own in styles.items():
        _add(profiles, contrasts, f"{name} exposed", own, replies[name][0])
    found = contrasts_of(game, crew, profiles, contrasts, value, seed, tested)
    return {
        name: Judgement(_three(found, f"{name} cost"), _three(found, f"{name} exposed"), replies[name][1] / N_SIDES)
        for name in styles
    }


def cost_contrasts(styles: Mapping[str, Rows], chart: Rows) -> tuple[dict[str, Rows], dict[str, Contrast]]:
    """The profiles and contrasts that tell what each style loses against a chart: ``NAME cost forehand``, ..."""
    profiles: dict[str, Rows] = {CHART: chart}
    contrasts: dict[str, Contrast] = {}
    for name, own in styles.items():
        _add(profiles, contrasts, f"{name} cost", own, chart)
    return profiles, contrasts


def _add(profiles: dict[str, Rows], contrasts: dict[str, Contrast], name: str, own: Rows, other: Rows) -> None:
    profiles[f"{name} forehand"] = own[FOREHAND], other[DEALER]
    profiles[f"{name} dealer"] = other[FOREHAND], own[DEALER]
    contrasts.update(_losses(name))


_PLACES = ("forehand", "dealer", "mean")


def _losses(name: str) -> dict[str, Contrast]:
    """What is lost as forehand, as dealer and on average, against what the chart is worth against itself."""
    forehand, dealer = f"{name} forehand", f"{name} dealer"
    both: dict[str, float] = {dealer: 0.5, forehand: -0.5}
    lost: tuple[Contrast, Contrast, Contrast] = {CHART: 1.0, forehand: -1.0}, {dealer: 1.0, CHART: -1.0}, both
    return {f"{name} {place}": terms for place, terms in zip(_PLACES, lost, strict=True)}


def _three(found: Mapping[str, Figure], name: str) -> tuple[Figure, Figure, Figure]:
    forehand, dealer, mean = (found[f"{name} {place}"] for place in _PLACES)
    return forehand, dealer, mean
