"""Sampled chances of melds, under the names of the exact ones: rows of ``engine.sample`` in, counts out.

Nothing here counts as ``exact`` does: hands are looked up suit by suit in the tables of the rules, and the contest is
the engine's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim.cards import RANK_LETTERS
from debertz_sim.engine.deal import new_desk
from debertz_sim.engine.sample import (
    N_COLUMNS,
    S_DEALT,
    S_DECIDED_BY,
    S_DECLARER,
    S_FULL,
    S_PLAYED,
    S_SCORED,
    S_SCORERS,
    S_TRUMP,
    S_UPCARD,
    sample_deals,
    sample_hands,
    sample_played,
    sample_unseen,
)
from debertz_sim.errors import UserError
from debertz_sim.exact.hand import best_counts
from debertz_sim.experiment.faults import fault_in_deal
from debertz_sim.kernels.state import BY_BOTH, BY_LAST_TRICK, BY_LENGTH, BY_NOBODY, BY_TOP, BY_TRUMP, BY_TURN
from debertz_sim.rules import RuleSet, card_points
from debertz_sim.sequences import place_order, runs, sequence_tables
from debertz_sim.stats import POINTS, Estimate, next_total, normal_mean, wilson
from debertz_sim.switch_table import nearest

if TYPE_CHECKING:
    from debertz_sim.chances.spec import OddsSpec

IntArray = NDArray[np.int64]
Bools = NDArray[np.bool_]
Group = tuple[tuple[str, str | int], ...]

SEVENS = 0x01010101
PART_OF = ("i_am", "upcard_rank")  # group keys that say which part of the deals a number is about
DECIDED_BY = {
    BY_LENGTH: "length",
    BY_TOP: "top",
    BY_TRUMP: "trump",
    BY_TURN: "turn",
    BY_LAST_TRICK: "last_trick",
    BY_NOBODY: "nobody",
    BY_BOTH: "both",
}


CHUNK = 1 << 16  # deals between two looks; even, as both places of a hand take turns


class Tally:
    """Hits and sums by metric and group, and how many deals each part of the sample has."""

    def __init__(self) -> None:
        self.deals: dict[Group, int] = {}
        self.hits: dict[tuple[str, Group], int] = {}
        self.sums: dict[tuple[str, Group], tuple[int, int]] = {}

    def count(self, part: Group, deals: int) -> None:
        """So many deals more belong to this part of the sample."""
        self.deals[part] = self.deals.get(part, 0) + deals

    def hit(self, metric: str, group: Group, number: int) -> None:
        """So many hits more."""
        self.hits[metric, group] = self.hits.get((metric, group), 0) + number

    def add(self, metric: str, group: Group, values: IntArray) -> None:
        """Values ``(n,)`` to be averaged."""
        total, squares = self.sums.get((metric, group), (0, 0))
        self.sums[metric, group] = total + int(values.sum()), squares + int((values * values).sum())

    def plus(self, other: Tally) -> Tally:
        """Both together, as a new tally."""
        both = Tally()
        for tally in (self, other):
            for part, deals in tally.deals.items():
                both.count(part, deals)
            for (metric, group), number in tally.hits.items():
                both.hit(metric, group, number)
            for name, (total, squares) in tally.sums.items():
                before = both.sums.get(name, (0, 0))
                both.sums[name] = before[0] + total, before[1] + squares
        return both

    def to_json(self) -> dict[str, Any]:
        """The tally in JSON values."""
        return {
            "deals": list(self.deals.items()),
            "hits": [(*name, number) for name, number in self.hits.items()],
            "sums": [(*name, *numbers) for name, numbers in self.sums.items()],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Tally:
        """Read what ``to_json`` gave; raises ``ValueError``, ``TypeError`` or ``KeyError`` for anything else."""
        tally = cls()
        tally.deals = {_group(part): int(deals) for part, deals in data["deals"]}
        tally.hits = {(metric, _group(group)): int(number) for metric, group, number in data["hits"]}
        tally.sums = {
            (metric, _group(group)): (int(total), int(squares)) for metric, group, total, squares in data["sums"]
        }
        return tally

    def estimate(self, metric: str, group: Group, confidence: float) -> Estimate:
        """The estimate of one metric and group; a group without a hit has none."""
        n = self.deals.get(tuple(item for item in group if item[0] in PART_OF), 0)
        if metric == "sequence_points_scored":
            total, squares = self.sums.get((metric, group), (0, 0))
            return normal_mean(total, squares, n, confidence, metric=metric, group=dict(group), unit=POINTS)
        return wilson(self.hits.get((metric, group), 0), n, confidence, metric=metric, group=dict(group))

    def estimates(self, confidence: float) -> list[Estimate]:
        """All there is, in the order in which it came."""
        return [self.estimate(metric, group, confidence) for metric, group in [*self.hits, *self.sums]]


def _group(items: Iterable[tuple[str, str | int]]) -> Group:
    return tuple((name, value) for name, value in items)


class Melds(NamedTuple):
    """What hands ``(n,)`` hold; ``key``: the best sequence, ``longest``: the longest whole run."""

    key: IntArray
    points: IntArray
    sequences: IntArray
    longest: IntArray
    bella: Bools


class MeldTables:
    """The tables of one rule set, by which hands are looked up suit by suit."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.strength = rules.sequence_order == "strength"
        by_length = rules.sequence_rank == "length"
        self.sequences = sequence_tables(self.strength, rules.sequence_points, by_length)

    @cached_property
    def longest(self) -> IntArray:
        """The longest run, ``[is_trump, holding]``."""
        orders = [place_order(self.strength, trump) for trump in (False, True)]
        table = [
            [max((length for _, length in runs(cards, order)), default=0) for cards in range(256)] for order in orders
        ]
        return np.array(table, np.int64)

    @cached_property
    def plain_points(self) -> IntArray:
        """Card points of a holding with its suit plain, shape (256,)."""
        points = card_points(self.rules.trick_points)[0]
        table = [sum(points[rank] for rank in range(8) if cards >> rank & 1) for cards in range(256)]
        return np.array(table, np.int64)

    def melds(self, hands: IntArray, trump: IntArray | int) -> Melds:
        """Look up hands ``(n,)`` with their trump suits ``(n,)`` or the one of all."""
        key, points, sequences, longest = (np.zeros(len(hands), np.int64) for _ in range(4))
        tables = self.sequences
        for suit in range(4):
            where = np.broadcast_to(np.asarray(trump) == suit, hands.shape).astype(np.int64), hands >> 8 * suit & 255
            key = np.maximum(key, tables.key[where])
            points += tables.points[where]
            sequences += tables.terts[where] + tables.longer[where]
            longest = np.maximum(longest, self.longest[where])
        trumps = hands >> 8 * np.asarray(trump)
        return Melds(key, points, sequences, longest, trumps & 0b1100000 == 0b1100000)

    def best(self, tally: Tally, group: Group, melds: Melds) -> None:
        """Any sequence, and the class of the best."""
        for (metric, rest), number in best_counts(self.rules, 2 * melds.key, np.ones_like(melds.key)).items():
            tally.hit(metric, (*group, *rest), number)
        tally.hit("bella", group, int(melds.bella.sum()))

    def points(self, tally: Tally, group: Group, melds: Melds) -> None:
        """The points of all sequences of a hand."""
        for value, number in zip(*np.unique(melds.points, return_counts=True), strict=True):
            tally.hit("sequence_points", (*group, ("points", int(value))), int(number))

    def redeal_rights(self, tally: Tally, group: Group, dealt: IntArray) -> None:
        """The rights that full hands give before an exchange."""
        sevens = int((dealt & SEVENS == SEVENS).sum())
        tally.hit("redeal_right", (*group, ("kind", "four_sevens")), sevens)
        if self.rules.redeal_max_points != "none":
            points = self.plain_points[dealt[:, None] >> np.arange(0, 32, 8) & 255].sum(axis=1)
            few = int((points <= int(self.rules.redeal_max_points)).sum())
            tally.hit("redeal_right", (*group, ("kind", "points")), few)


def tally_hands(tables: MeldTables, tally: Tally, hands: IntArray) -> None:
    """What single hands ``(n,)`` hold, spades being trump."""
    melds = tables.melds(hands, 0)
    tally.count((), len(hands))
    tables.best(tally, (), melds)
    tables.points(tally, (), melds)
    tables.redeal_rights(tally, (), hands)
    tally.hit("bella_and_sequence", (), int((melds.bella & (melds.key > 0)).sum()))
    for value, number in zip(*np.unique(melds.sequences, return_counts=True), strict=True):
        tally.hit("sequences_count", (("count", int(value)),), int(number))
    for length in range(3, 9):
        tally.hit("run_at_least", (("length", length),), int((melds.longest >= length).sum()))
    for rank, letter in enumerate(RANK_LETTERS):
        four = SEVENS << rank
        tally.hit("four_of_a_kind", (("rank", letter),), int((hands & four == four).sum()))


def tally_contest(tables: MeldTables, tally: Tally, rows: IntArray) -> None:
    """The contest of random deals (rows of ``sample_deals``), over all and by the rank of the upcard."""
    _contest(tables, tally, (), rows, ("forehand", "dealer"))
    for rank, letter in enumerate(RANK_LETTERS):
        part = rows[rows[:, S_UPCARD] & 7 == rank]
        _contest(tables, tally, (("upcard_rank", letter),), part, ("forehand", "dealer"))


def tally_unseen(tables: MeldTables, tally: Tally, rows: IntArray) -> None:
    """What my hand became (rows of ``sample_unseen``, an even number: forehand's and the dealer's in turn)."""
    tally.count((), len(rows))
    for me, place in enumerate(("forehand", "dealer")):
        part = rows[me::2]
        place_group: Group = (("i_am", place),)
        for seat, owner in ((me, ()), (1 - me, (("seat", "opponent"),))):
            melds = _melds(tables, part, seat)
            for group in (owner, (*place_group, *owner)):
                tables.best(tally, group, melds)
                tables.points(tally, group, melds)
                tables.redeal_rights(tally, group, _dealt(part, seat))
        names = ("me", "opponent") if place == "forehand" else ("opponent", "me")
        _contest(tables, tally, place_group, part, names)


def tally_played(tables: MeldTables, tally: Tally, rows: IntArray) -> None:
    """What was held and scored in deals that were played (rows of ``sample_played``)."""
    rows = rows[rows[:, S_PLAYED] == 1]
    names = ("forehand", "dealer")
    _holders(tables, tally, (), rows)
    scored = rows[:, S_SCORED : S_SCORED + 2]
    for who, winning in zip((*names, "nobody", "both"), _who(*(scored.T > 0)), strict=True):
        if who == "both" and tables.rules.sequence_tie != "both":
            continue
        tally.hit("sequence_winner", (("seat", who),), int(winning.sum()))
    _decided_by(tally, (), rows)
    for place, name in enumerate(names):
        tables.best(tally, (("seat", name),), _melds(tables, rows, place))
        tally.add("sequence_points_scored", (("seat", name),), scored[:, place])
    declarers = scored[np.arange(len(rows)), rows[:, S_DECLARER]]
    tally.add("sequence_points_scored", (("side", "declarer"),), declarers)
    tally.add("sequence_points_scored", (("side", "defenders"),), scored.sum(axis=1) - declarers)


def _dealt(rows: IntArray, place: int) -> IntArray:
    return rows[:, S_DEALT + place]


def _melds(tables: MeldTables, rows: IntArray, place: int) -> Melds:
    return tables.melds(rows[:, S_FULL + place], rows[:, S_TRUMP])


def _who(first: Bools, second: Bools) -> Iterable[Bools]:
    """First alone, second alone, neither, both."""
    return first & ~second, second & ~first, ~(first | second), first & second


def _holders(tables: MeldTables, tally: Tally, part: Group, rows: IntArray) -> None:
    """How many hold sequences, and how many deals there are."""
    tally.count(part, len(rows))
    holding = np.add(*((_melds(tables, rows, place).key > 0).astype(np.int64) for place in (0, 1)))
    for number, metric in enumerate(("nobody_has_sequence", "exactly_one_has_sequence", "several_have_sequence")):
        tally.hit(metric, part, int((holding == number).sum()))


def _decided_by(tally: Tally, part: Group, rows: IntArray) -> None:
    for code, rule in DECIDED_BY.items():
        number = int((rows[:, S_DECIDED_BY] == code).sum())
        if number:
            tally.hit("sequence_decided_by", (*part, ("rule", rule)), number)


def _contest(tables: MeldTables, tally: Tally, part: Group, rows: IntArray, names: tuple[str, str]) -> None:
    """Whose sequences would score, by the cards alone; ``names``: forehand and dealer."""
    _holders(tables, tally, part, rows)
    _decided_by(tally, part, rows)
    still_open = rows[:, S_DECIDED_BY] == BY_LAST_TRICK
    scorers = rows[:, S_SCORERS]
    scores: Any = [(scorers >> place & 1 == 1) & ~still_open for place in (0, 1)]
    first, second, neither, both = _who(*scores)
    outcomes = dict(zip(names, (first, second), strict=True))
    outcomes |= {"nobody": neither & ~still_open, "both": both, "last_trick": still_open}
    for who, winning in outcomes.items():
        tally.hit("sequence_winner", (*part, ("seat", who)), int(winning.sum()))
    for place, name in enumerate(names):
        points = _melds(tables, rows, place).points
        seat: Group = (*part, ("seat", name))
        tally.add("sequence_points_scored", seat, points * scores[place])
        tally.add("sequence_points_scored", (*seat, ("if", "last_trick")), points * still_open)


def sample(spec: OddsSpec, stop: Callable[[], bool], tally: Tally, done: int = 0) -> tuple[Tally, int, bool]:
    """Draw the deals that a question asks for: their tally, how many they are, and whether ``stop`` ended it early.

    ``tally`` and ``done``: what is drawn already; going on from there gives what an uninterrupted sample gives.

    Raises
    ------
    UserError
        The headline is no metric of this question, the rules cannot be played yet, or a policy chose what is not legal.
    KeyboardInterrupt
        ``stop`` said yes before the first chunk.
    """
    draw = _drawer(spec)
    wanted = spec.deals
    while True:
        if spec.precision is not None:
            half_width = _half_width(tally, spec) if done else None
            wanted = next_total(done, half_width, spec.precision, chunk=CHUNK, maximum=spec.max_deals)
        if done >= wanted:
            return tally, done, False
        if stop():
            if not done:
                raise KeyboardInterrupt
            return tally, done, True
        count = min(CHUNK, wanted - done)
        tally, done = tally.plus(draw(done, count)), done + count


def _half_width(tally: Tally, spec: OddsSpec) -> float | None:
    """Half the width of the first estimate of the headline's metric."""
    estimates = tally.estimates(spec.confidence)
    for estimate in estimates:
        if estimate.metric == spec.headline:
            return None if estimate.low is None or estimate.high is None else (estimate.high - estimate.low) / 2
    names = list(dict.fromkeys(estimate.metric for estimate in estimates))
    raise UserError(f"headline {spec.headline!r}{nearest(spec.headline, names) or '; there are ' + ', '.join(names)}")


def _drawer(spec: OddsSpec) -> Callable[[int, int], Tally]:
    """A function (first deal, how many) -> their tally."""
    assert spec.seed is not None  # the spec has checked it
    seed = spec.seed
    rules = spec.rules.lower()[0]
    desk = new_desk()
    tables = MeldTables(spec.rules)
    if spec.seating is not None:
        spec.rules.require_playable()

    def draw(first: int, count: int) -> Tally:
        tally = Tally()
        rows = np.zeros((count, N_COLUMNS), np.int64)
        if spec.seating is not None:
            fault = sample_played(rules, spec.seating.family, desk, seed, first, rows)
            if fault >= 0:
                raise fault_in_deal(rules, spec.seating, seed, fault)
            tally_played(tables, tally, rows)
        elif spec.hand is not None and spec.upcard is not None:
            trump = spec.upcard >> 3 if spec.trump is None else spec.trump
            exchange = int(spec.after_exchange and trump == spec.upcard >> 3)
            mine = int(spec.declarer == "me")
            sample_unseen(rules, desk, seed, first, spec.hand, spec.upcard, trump, mine, exchange, rows)
            tally_unseen(tables, tally, rows)
        elif spec.players is not None:
            sample_deals(rules, desk, seed, first, rows)
            tally_contest(tables, tally, rows)
        else:
            hands = np.zeros(count, np.int64)
            sample_hands(desk, seed, first, spec.hand_size, hands)
            tally_hands(tables, tally, hands)
        return tally

    return draw
