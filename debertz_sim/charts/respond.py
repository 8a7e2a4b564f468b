"""Best replies to strategies and how much they gain: of a chart the NashConv, of a human style what it gives away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from debertz_sim.charts.check import Gains, Sums, add_up, best_reply, gains_of, in_sample, never_stop
from debertz_sim.charts.game import SEATS, Crew, Game, Rows, no_rows
from debertz_sim.equilibrium.stakes import FIRST_PASS, FIRST_PLAY, N_WEIGHTS, SECOND
from debertz_sim.kernels.classes import N_CLASSES, class_sizes
from debertz_sim.policies.charted import DECISIONS, PASS_2, PLAY_1, SECOND_ROUND
from debertz_sim.stats import Estimate, exact
from debertz_sim.stats.estimate import POINTS, z_value

LEARNING, TESTING = 1 << 61, 1 << 62
"""What the seeds of the deals to learn a reply from, and of those to test it on, differ in from the seed given."""
UNREACHED = LEARNING | TESTING
"""And of the deals by which hands that always play in round 1 are given a call for round 2."""

BOTH = "both"
IN_SAMPLE, HELD_OUT, MEAN = "in_sample", "held_out", "mean"

Note = Callable[[str, int], None]
"""Hears what is being done (``learning``, ``testing``) and how many of its deals are done."""


def silent(what: str, deals: int) -> None:
    """Nobody hears."""


@dataclass(frozen=True)
class Response:
    """Best replies to strategies, what they were learned from, and what they gain where.

    Parameters
    ----------
    rows, reply
        The strategies, and each side's best reply to the other's.
    value
        What a deal was taken to be worth to forehand: all pass costs him as much.
    sums
        Of the deals that the replies were learned from.
    within
        What each side gains a deal on these: too much.
    without
        What each gains on others: too little.
    """

    rows: Rows
    reply: Rows
    value: float
    sums: Sums
    within: tuple[float, float]
    without: Gains

    @property
    def complete(self) -> bool:
        """Whether as many deals were tested as learned from."""
        return self.without.deals >= self.sums.deals

    def estimates(self, confidence: float) -> list[Estimate]:
        """``game_value`` and ``reply_gain`` {by, measured}: forehand's reply, the dealer's, both; and their middle.

        The error of the gains in sample is taken to be that of as many deals held out.
        """
        z = z_value(confidence)

        def estimate(metric: str, group: dict[str, str | int], value: float, se: float, n: int) -> Estimate:
            return Estimate(metric, group, value, value - z * se, value + z * se, se, n, None, "normal", unit=POINTS)

        mean, se = self.sums.value
        found = [estimate("game_value", {"seat": "forehand"}, mean, se, self.sums.deals)]
        out = self.without
        rows = [(SEATS[seat], self.within[seat], out.mean[seat], out.se[seat]) for seat in (0, 1)]
        for by, inside, outside, error in [*rows, (BOTH, sum(self.within), out.both, out.se_both)]:
            scaled = error * sqrt(out.deals / self.sums.deals)
            middle = sqrt(error**2 + scaled**2) / 2
            found += [
                estimate("reply_gain", {"by": by, "measured": IN_SAMPLE}, inside, scaled, self.sums.deals),
                estimate("reply_gain", {"by": by, "measured": HELD_OUT}, outside, error, out.deals),
                estimate("reply_gain", {"by": by, "measured": MEAN}, (inside + outside) / 2, middle, out.deals),
            ]
        return found


def respond(
    game: Game,
    crew: Crew,
    rows: Rows,
    value: float,
    seed: int,
    deals: int,
    stop: Callable[[], bool] = never_stop,
    note: Note = silent,
) -> Response:
    """Learn each side's best reply on ``deals`` deals and test it on as many others.

    ``value`` is that of the game to forehand; where strategies are far from an equilibrium, what is gained depends on
    it a little, as it is what a deal in which all pass is taken to be worth.
    """
    sums = add_up(game, crew, rows, value, seed ^ LEARNING, deals, stop, lambda done: note("learning", done))
    reply = best_reply(game, sums, rows)
    within = in_sample(game, sums, rows, reply)
    without = gains_of(game, crew, rows, reply, value, seed ^ TESTING, deals, stop, lambda done: note("testing", done))
    return Response(rows, reply, value, sums, within, without)


def with_unreached(game: Game, crew: Crew, rows: Rows, value: float, seed: int, deals: int) -> Rows:
    """The strategies, where they play in round 1 with the best call of round 2 as well.

    A hand that plays in round 1 never comes to round 2 by itself, so learning says nothing of it there; but who is
    dealt such a hand and has passed wants to know.  Nobody's other decisions are touched by it.
    """
    sums = add_up(game, crew, rows, value, seed ^ UNREACHED, deals)
    best = best_reply(game, sums, rows)
    found = no_rows()
    for own, reply, into in zip(rows, best, found, strict=True):
        into[:] = own
        plays = own[:, FIRST_PLAY] > own[:, FIRST_PASS]
        into[plays, SECOND:N_WEIGHTS] = reply[plays, SECOND:N_WEIGHTS]
    return found


def settled_value(game: Game, crew: Crew, rows: Rows, seed: int, deals: int) -> float:
    """What a deal by these strategies is worth to forehand if all pass means the other side is forehand next.

    Two runs of ``deals`` deals, which depend on the value taken for all pass linearly.
    """
    at_0, at_1 = (add_up(game, crew, rows, taken, seed, deals).value[0] for taken in (0.0, 1.0))
    return at_0 / (1.0 - (at_1 - at_0))


def call_shares(calls: NDArray[np.uint8]) -> list[Estimate]:
    """``would_play`` {decision}: with how many of all hands and upcards a chart plays there, whoever comes to it."""
    sizes = np.zeros(N_CLASSES, np.int64)
    class_sizes(sizes)
    whole, found = int(sizes.sum()), []
    for number, decision in enumerate(DECISIONS):
        plays = calls[number] != PASS_2 if number in SECOND_ROUND else calls[number] == PLAY_1
        found.append(exact(Fraction(int(sizes[plays].sum()), whole), metric="would_play", group={"decision": decision}))
    return found
