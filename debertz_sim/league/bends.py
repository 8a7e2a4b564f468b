"""What weaker play and open hands bend: the same deals solved with open hands, and played by each policy with itself.

Research that lets a fast policy play, or solves open hands, gets other margins and made rates than good players of the
game would.  Here everybody bids alike, so that every deal has one declarer and one contract; what differs is the play
of the 18 cards.  ``margin_in_tricks`` is the declarer's points in tricks minus the defender's, the last ten included;
``made`` says whether the declarer is ahead with the melds, which in the rules allowed here do not depend on the play.
Solved, both see all cards and play their best: the value of the open hands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from importlib.resources import files
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim._jit import KERNEL_HASH
from debertz_sim.engine.blocks import play_one
from debertz_sim.engine.deal import new_desk
from debertz_sim.engine.rows import (
    C_DECLARER_PLACE,
    C_DECLARER_POINTS,
    C_DEFENDER_POINTS,
    C_LAST_TRICK,
    C_PLACE,
    C_TRUMP_CARDS,
    N_COLUMNS,
    N_PLACE,
    P_CARD_POINTS,
)
from debertz_sim.errors import UserError
from debertz_sim.experiment.work import play_rows
from debertz_sim.kernels.rng import STREAM_VERSION
from debertz_sim.kernels.scoring import LAST_TRICK_POINTS
from debertz_sim.kernels.tricks import first_leader
from debertz_sim.policies.registry import Seating, seating
from debertz_sim.provenance import record
from debertz_sim.results import Result
from debertz_sim.rules import RuleSet
from debertz_sim.solver import batch
from debertz_sim.stats import (
    DEFAULT_CONFIDENCE,
    PERCENTAGE_POINTS,
    Estimate,
    cross_sums,
    normal_mean,
    paired_difference,
    ratio_sums,
    wilson,
)

SOLVED = "solved"
MARGIN, MADE = "margin_in_tricks", "made"
TRUMPS = "trump_cards"
FEW = 100  # groups of fewer deals are left out
PUBLISHED = "bends.json"
_AT_A_TIME = 128  # deals that a thread plays in one go

Ints = NDArray[np.int64]


class Deals(NamedTuple):
    """The deals from number 0 on as one player played them; each array has a row a deal.

    ``played``: whether there is a declarer; of the others the rest means nothing.  ``trumps``: the declarer's, in his
    full hand.  ``margin``: in tricks; ``melds``: by how much the declarer's melds count more.
    """

    played: NDArray[np.bool_]
    trumps: Ints
    margin: Ints
    melds: Ints

    def first(self, n: int) -> Deals:
        """The first ``n`` of them."""
        return Deals(self.played[:n], self.trumps[:n], self.margin[:n], self.melds[:n])

    @property
    def made(self) -> NDArray[np.bool_]:
        """Whether the declarer is ahead."""
        return self.margin + self.melds > 0


@dataclass(frozen=True)
class Bends:
    """Which deals, who plays them.

    Parameters
    ----------
    rules
        Of two players, with melds that do not depend on the play.
    deals
        How many deals each player plays, from number 0 on; ``SOLVED`` is a player.
    pairs
        Whose differences are measured, on the deals that both play.
    bidding
        Everybody's policies of bidding, one after the other.
    seed
        Of the deals.

    Raises
    ------
    UserError
        Rules for more than two, unknown players, or a pair of somebody who does not play.
    """

    rules: RuleSet
    deals: Mapping[str, int]
    pairs: Sequence[tuple[str, str]]
    bidding: Sequence[str]
    seed: int
    confidence: float = DEFAULT_CONFIDENCE

    def __post_init__(self) -> None:
        if self.rules.players != 2 or self.rules.form == "terts":
            raise UserError(f"rules {self.rules.name}: bends are measured for two players with an auction")
        for name in {name for pair in self.pairs for name in pair} - set(self.deals):
            raise UserError(f"bends: {name} is compared but does not play")

    def seated(self, player: str, bids: str) -> Seating:
        """A player at both seats; of who solves the play does not matter, only the auction."""
        return seating(2, bids, "rules" if player == SOLVED else player)


def bends(spec: Bends, workers: int = 1, command: str = "", note: Callable[[str], None] = lambda _: None) -> Result:
    """Play and solve the deals.

    Estimates, for each bidding policy with the groups {bids, a} (what ``a`` gets) and {bids, a, b} (by how much a gets
    more than b, paired), of all deals and by {trump_cards}: ``margin_in_tricks`` and ``made``.  Every interval has the
    confidence alone.

    Parameters
    ----------
    workers, command, note
        Threads, on which no number depends; what provenance gives as the command; told what is being done.

    Raises
    ------
    UserError
        The melds of these rules depend on the play.
    """
    started, clock = datetime.now(UTC), perf_counter()
    found: list[Estimate] = []
    for bids in spec.bidding:
        outcomes: dict[str, Deals] = {}
        for player, n in spec.deals.items():
            note(f"{player}, bids {bids}, {n:,} deals")
            outcomes[player] = _in_pieces(partial(_played, spec, player, bids), n, workers)
        _check_melds(spec, outcomes)
        found += _estimates(spec, bids, outcomes)
    players = [spec.seated(player, spec.bidding[0]).describe()["play"][0] for player in spec.deals if player != SOLVED]
    calls = [spec.seated(SOLVED, bids).describe()["bidding"][0] for bids in spec.bidding]
    source = record(
        command=command,
        rules=spec.rules.to_dict(),
        rules_hash=spec.rules.hash,
        seed=spec.seed,
        stream=STREAM_VERSION,
        deals_requested=max(spec.deals.values()),
        deals_done=max(spec.deals.values()),
        partial=False,
        policies={"bidding": calls, "play": players, "exchange": "default"},
        started=started,
        seconds=perf_counter() - clock,
        workers=workers,
        kernel_hash=KERNEL_HASH,
        confidence=spec.confidence,
        options={"kind": "bends", "deals": dict(spec.deals)},
    )
    return Result(tuple(found), source)


def published() -> Result:
    """The published result, as ``scripts/bends.py`` made it: ``published().get("made", bids="rules", a="solved",
    b="rollout:64")``; with ``trump_cards=4`` of the deals in which the declarer has four trumps."""
    return Result.from_json(files("debertz_sim.data").joinpath(PUBLISHED).read_text("utf-8"))


def _in_pieces(work: Callable[[int, int], Deals], deals: int, workers: int) -> Deals:
    """The work on all deals, done a few at a time on threads and put together in order."""
    pieces = [(first, min(_AT_A_TIME, deals - first)) for first in range(0, deals, _AT_A_TIME)]
    with ThreadPoolExecutor(workers, "debertz") as pool:
        done = [*pool.map(lambda piece: work(*piece), pieces)]
    return Deals(*(np.concatenate(columns) for columns in zip(*done, strict=True)))


def _played(spec: Bends, player: str, bids: str, first: int, deals: int) -> Deals:
    """What a player makes of deals from number ``first`` on."""
    seated, rules = spec.seated(player, bids), spec.rules.lower()[0]
    rows = np.zeros((deals, N_COLUMNS), np.int32)
    play_rows(rules, seated, spec.seed, first, rows)
    found = _told(rows.astype(np.int64))
    if player != SOLVED:
        return found
    margin = found.margin.copy()
    margin[found.played] = _solved(rules, seated, spec.seed, first + np.flatnonzero(found.played))
    return found._replace(margin=margin)


def _told(rows: Ints) -> Deals:
    """What rows of deals say."""
    place, each = rows[:, C_DECLARER_PLACE], np.arange(len(rows))

    def in_tricks(whose: Ints) -> Ints:
        points: Ints = rows[each, C_PLACE + whose * N_PLACE + P_CARD_POINTS]
        points += LAST_TRICK_POINTS * (rows[:, C_LAST_TRICK] == whose)
        return points

    margin = in_tricks(place) - in_tricks(1 - place)
    ahead = rows[:, C_DECLARER_POINTS] - rows[:, C_DEFENDER_POINTS]
    return Deals(place >= 0, rows[:, C_TRUMP_CARDS], margin, ahead - margin)


def _solved(rules: Any, seated: Seating, seed: int, numbers: Ints) -> Ints:
    """The declarer's margin in tricks with open hands, of these deals; each has a declarer."""
    desk, n = new_desk(), len(numbers)
    hands, trump, to_move, declarer = np.zeros((n, 2), np.int64), *np.zeros((3, n), np.int64)
    total = np.full(n, LAST_TRICK_POINTS, np.int64)
    for k, number in enumerate(numbers.tolist()):
        play_one(rules, seated.family, desk, seed, number)
        t = desk.t
        hands[k] = t.full[:2]
        trump[k], declarer[k], to_move[k] = t.trump, t.declarer, first_leader(rules, t)
        total[k] += desk.v.points[0] + desk.v.points[1]
    points = batch.future_points(rules, hands, trump, to_move)
    ahead = 2 * points - total
    return np.asarray(np.where(declarer == 0, ahead, -ahead), np.int64)


def _check_melds(spec: Bends, outcomes: Mapping[str, Deals]) -> None:
    """Raise ``UserError`` unless declarer and melds are the same whoever plays."""
    (first, one), *others = outcomes.items()
    for player, other in others:
        n = min(len(one.played), len(other.played))
        mine, its = one.first(n), other.first(n)
        if (mine.played != its.played).any() or (mine.melds != its.melds)[mine.played].any():
            raise UserError(f"rules {spec.rules.name}: melds depend on the play ({first} and {player} differ)")


def _estimates(spec: Bends, bids: str, outcomes: Mapping[str, Deals]) -> Iterable[Estimate]:
    """Every number of one way to bid."""
    for player, its in outcomes.items():
        for group, where in _groups(its):
            yield from _of_player(its, where, {"bids": bids, "a": player, **group}, spec.confidence)
    for a, b in spec.pairs:
        n = min(len(outcomes[name].played) for name in (a, b))
        one, other = outcomes[a].first(n), outcomes[b].first(n)
        for group, where in _groups(one):
            yield from _of_pair(one, other, where, {"bids": bids, "a": a, "b": b, **group}, spec.confidence)


def _groups(its: Deals) -> Iterable[tuple[dict[str, int], NDArray[np.bool_]]]:
    """All deals that are played, then those with so many trumps of the declarer."""
    yield {}, its.played
    for trumps in np.unique(its.trumps[its.played]).tolist():
        where = its.played & (its.trumps == trumps)
        if where.sum() >= FEW:
            yield {TRUMPS: trumps}, where


def _of_player(its: Deals, where: Any, group: dict[str, Any], confidence: float) -> list[Estimate]:
    margins, n = its.margin[where], int(where.sum())
    made = wilson(int(its.made[where].sum()), n, confidence, metric=MADE, group=group)
    return [_mean(margins, confidence, group), made]


def _of_pair(one: Deals, other: Deals, where: Any, group: dict[str, Any], confidence: float) -> list[Estimate]:
    n = int(where.sum())
    (x, y), ones = (its.made[where].astype(np.int64) for its in (other, one)), np.ones(n, np.int64)
    sums = ratio_sums(x, ones), ratio_sums(y, ones), cross_sums(x, ones, y, ones)
    made = paired_difference(*sums, n, confidence, metric=MADE, group=group, unit=PERCENTAGE_POINTS)
    return [_mean(one.margin[where] - other.margin[where], confidence, group), made]


def _mean(values: Ints, confidence: float, group: dict[str, Any]) -> Estimate:
    found = normal_mean(int(values.sum()), int(values @ values), len(values), confidence, metric=MARGIN, group=group)
    return found if found.se else replace(found, low=None, high=None, se=None)
