"""Duplicate deals: the same cards again with the seats changed, and what one entrant wins from another in them.

How the seats change depends on the table.  Two sides (two players, pairs): A on one side with B on the other, and the
other way round; the margin is the points of A's side minus those of B's, on average over both.  Each for himself with
three and four: A sits at each seat in turn with B at all others, and his points are compared with the mean of the
others in play.  In a ``role`` (three and four seats, each for himself): of deals that are played, how much better A
does as declarer, or as the defenders, than B does there, the other role being B's both times; what counts is the
declarer's points minus those of all defenders together, or the reverse.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim.engine.rows import (
    C_DEALER,
    C_DECLARER,
    C_LAST_TRICK,
    C_PLACE,
    N_PLACE,
    P_CARD_POINTS,
    P_WRITTEN,
)
from debertz_sim.engine.terts_rows import C_DEALER as TERTS_DEALER
from debertz_sim.engine.terts_rows import C_PLACE as TERTS_PLACE
from debertz_sim.engine.terts_rows import N_PLACE as N_TERTS_PLACE
from debertz_sim.engine.terts_rows import P_TOTAL, P_TRICK_POINTS
from debertz_sim.experiment.work import play_rows, row_buffers
from debertz_sim.kernels.scoring import LAST_TRICK_POINTS
from debertz_sim.policies.policy import TERTS
from debertz_sim.policies.registry import Seating
from debertz_sim.rules import RuleSet

TRICK, WRITTEN = "trick", "written"  # what is counted: points in tricks with the last ten, or what is written
DECLARER, DEFENDERS = "declarer", "defenders"

Points = NDArray[np.int64]


class Played(NamedTuple):
    """Some deals: each seat's points, shape (deals, players), and the declarers, -1 where there is none."""

    points: Points
    declarer: Points


class Duplicate:
    """Deals of a rule set, played by entrants who change seats.

    Parameters
    ----------
    rules
        What is played.
    entrants
        Bidding and play of each entrant, in the place of a seat.
    seed
        Root of the random streams.
    objective, role
        ``TRICK`` or ``WRITTEN`` (in the game terts the total); ``DECLARER``, ``DEFENDERS``, or empty for all deals.

    Raises
    ------
    UserError
        An entrant cannot play these rules.
    """

    def __init__(self, rules: RuleSet, entrants: Seating, seed: int, objective: str = TRICK, role: str = "") -> None:
        self.rules, self.seed, self.objective, self.role = rules, seed, objective, role
        self.entrants = entrants.for_game(rules.form)
        self._record = rules.lower()[0]
        self._seated: dict[tuple[int, ...], Seating] = {}

    @property
    def two_sides(self) -> bool:
        """Whether one side sits against another, so that what one wins the other loses."""
        return self.rules.players == 2 or self.rules.sides == "pairs"

    @property
    def unit(self) -> int:
        """By what a margin must be divided to be one of points a deal."""
        if self.role:
            return 1
        if self.two_sides:  # written points of a side stand at both partners
            return 2 * (2 if self.rules.sides == "pairs" and self.objective == WRITTEN else 1)
        return self.rules.in_play * (self.rules.in_play - 1)

    def margins(self, a: int, b: int, first: int, deals: int) -> Points:
        """What entrant ``a`` wins from ``b`` in deals from number ``first`` on, times ``unit``; whole numbers.

        In a role only the deals that are played have an entry; which they are does not depend on the entrants.
        """
        if self.role:
            return self._in_role(a, b, first, deals)
        return self._of_sides(a, b, first, deals) if self.two_sides else self._alone(a, b, first, deals)

    def seated(self, seats: tuple[int, ...]) -> Seating:
        """The entrants of these numbers at the seats."""
        if seats not in self._seated:
            bidding, play = (tuple(of[one] for one in seats) for of in (self.entrants.bidding, self.entrants.play))
            seated = Seating(bidding, play, self.entrants.exchange)
            self._seated[seats] = seated.for_game(self.rules.form, self.rules.sides)
        return self._seated[seats]

    def arrangements(self, a: int, b: int) -> list[tuple[int, ...]]:
        """All ways of sitting that ``margins`` plays."""
        n = self.rules.players
        if self.two_sides:
            return [(a, b) * (n // 2), (b, a) * (n // 2)]
        one, others = (b, a) if self.role == DEFENDERS else (a, b)
        every = [_one_among(one, others, seat, n) for seat in range(n)]
        return [(b,) * n, *every] if self.role else every

    def play(self, seats: Sequence[int], first: int, deals: int) -> Played:
        """Deals from number ``first`` on with the entrants of these numbers at the seats.

        Raises
        ------
        UserError
            A policy's choice was not legal.
        """
        seated = self.seated(tuple(seats))
        (rows,) = row_buffers(1, deals)
        play_rows(self._record, seated, self.seed, first, rows)
        terts, n = seated.game == TERTS, self.rules.players
        dealer, base, width = (TERTS_DEALER, TERTS_PLACE, N_TERTS_PLACE) if terts else (C_DEALER, C_PLACE, N_PLACE)
        trick, written = (P_TRICK_POINTS, P_TOTAL) if terts else (P_CARD_POINTS, P_WRITTEN)
        column = trick if self.objective == TRICK else written
        points, every = np.zeros((deals, n), np.int64), np.arange(deals)
        for place in range(n):
            seat = (rows[:, dealer] + 1 + place) % n
            points[every, seat] = rows[:, base + place * width + column]
            if column == P_CARD_POINTS and not terts:
                points[every, seat] += np.where(rows[:, C_LAST_TRICK] == place, LAST_TRICK_POINTS, 0)
        declarer = np.full(deals, -1) if terts else rows[:, C_DECLARER]
        return Played(points, declarer.astype(np.int64))

    def _of_sides(self, a: int, b: int, first: int, deals: int) -> Points:
        there, back = (self.play(seats, first, deals).points for seats in self.arrangements(a, b))
        signs = np.where(np.arange(self.rules.players) % 2 == 0, 1, -1)
        margins: Points = (there - back) @ signs
        return margins

    def _alone(self, a: int, b: int, first: int, deals: int) -> Points:
        total, passive = np.zeros(deals, np.int64), self._passive(first, deals)
        for seat, seats in enumerate(self.arrangements(a, b)):
            points = self._in_play(self.play(seats, first, deals).points, passive)
            total += np.where(passive == seat, 0, self.rules.in_play * points[:, seat] - points.sum(axis=1))
        return total

    def _in_role(self, a: int, b: int, first: int, deals: int) -> Points:
        passive = self._passive(first, deals)

        def margin(played: Played) -> Points:
            """The role's points minus those of the other one."""
            points = self._in_play(played.points, passive)
            own = points[np.arange(deals), played.declarer]
            ahead: Points = 2 * own - points.sum(axis=1)
            return ahead if self.role == DECLARER else -ahead

        plain, *changed = (self.play(seats, first, deals) for seats in self.arrangements(a, b))
        better = -margin(plain)
        for seat, played in enumerate(changed):
            better += np.where(plain.declarer == seat, margin(played), 0)
        return better[plain.declarer >= 0]

    def _passive(self, first: int, deals: int) -> Points:
        """The seat that sits out each deal, -1 for none."""
        dealers = (first + np.arange(deals)) % self.rules.players
        return np.asarray(dealers if self.rules.passive_dealer else np.full(deals, -1), np.int64)

    def _in_play(self, points: Points, passive: Points) -> Points:
        """The points of those who play."""
        return np.where(np.arange(self.rules.players) == passive[:, None], 0, points)


def _one_among(one: int, others: int, seat: int, players: int) -> tuple[int, ...]:
    return tuple(one if place == seat else others for place in range(players))
