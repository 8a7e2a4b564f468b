"""From the table of metrics to the arrays of ``engine.tally``, and back from counts to hits and denominators."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim.engine.tally import N_KEY, Tally
from debertz_sim.experiment.metrics import BIN_WIDTH, Condition, Feature, Frame, Mean, Share, Table, table
from debertz_sim.experiment.terts import most_ahead_in_terts
from debertz_sim.rules import RuleSet

MAX_STATES = 1024  # of a histogram; a larger one saves increments, but its classes squared are what a comparison keeps

_ALL_CARDS_AND_BELLA = 152 + 10 + 20
_SHORTEST_RUN, _FOUR = 3, 4  # cards


class Cell(NamedTuple):
    """A share within its histogram: which classes hit and which are its base, 0 or 1 each; the base's number."""

    share: Share
    histogram: int
    hit: NDArray[np.int64]
    among: NDArray[np.int64]
    base: int


class Program(NamedTuple):
    """The compiled table: what the kernels take, and the cells by which their counts are read.

    The base of ``played`` are the played deals, the denominator of the means.
    """

    cells: tuple[Cell, ...]
    means: tuple[Mean, ...]
    played: Cell
    tally: Tally

    @property
    def n_classes(self) -> int:
        """Classes of all histograms."""
        return int(self.tally.first_class[-1])

    @property
    def n_joint(self) -> int:
        """Pairs of classes, histogram by histogram."""
        return int(self.tally.first_joint[-1])

    @property
    def n_bases(self) -> int:
        """Denominators, that of the means (the last) included."""
        return int(self.tally.base_of.max()) + 1

    @property
    def fingerprint(self) -> str:
        """A short hash of what is tallied where: sums can be gone on with only where it is the same."""
        names = repr([(cell.share.metric, dict(cell.share.group)) for cell in self.cells])
        digest = hashlib.sha256(
            names.encode() + repr([(mean.metric, dict(mean.group)) for mean in self.means]).encode()
        )
        for array in self.tally:
            digest.update(array.astype("<i8").tobytes())
        return digest.hexdigest()[:16]

    def classes(self, histogram: int) -> slice:
        """Where the classes of a histogram stand among all."""
        start, end = self.tally.first_class[histogram : histogram + 2]
        return slice(start, end)

    def joint(self, histogram: int, counts: NDArray[np.int64]) -> NDArray[np.int64]:
        """The pairs of a histogram's classes: rows those of A, columns those of B."""
        start, end = self.tally.first_joint[histogram : histogram + 2]
        size = self.classes(histogram).stop - self.classes(histogram).start
        return counts[start:end].reshape(size, size)


def frame_of(rule_sets: Sequence[RuleSet], in_match: bool) -> Frame:
    """What the table of these rule sets (of equal seats) depends on: it has what any of them needs."""
    several = rule_sets[0].in_play > 2
    return Frame(
        players=rule_sets[0].players,
        bins=-(-max(map(_most_ahead, rule_sets)) // BIN_WIDTH),
        forced=in_match and any(rules.hanging == "forced_deal" for rules in rule_sets),
        passive=rule_sets[0].passive_dealer,
        pairs=all(rules.sides == "pairs" for rules in rule_sets),
        each=several and any(rules.declarer_beats == "each" and rules.sides == "each" for rules in rule_sets),
        fours=any(rules.fours != "none" for rules in rule_sets),
        two_rounds=in_match and any(rules.form == "two_rounds" for rules in rule_sets),
        pays=in_match and any(rules.payoff != "none" for rules in rule_sets),
        terts=rule_sets[0].form == "terts",
    )


def _most_ahead(rules: RuleSet) -> int:
    """More points than one side can be ahead of another."""
    if rules.form == "terts":
        return most_ahead_in_terts(rules)
    hand = 6 + rules.second_packet
    cards = 2 * hand if rules.sides == "pairs" else (rules.in_play - 1) * hand
    fours = 0 if isinstance(rules.fours, str) else max(rules.fours.values())
    melds = cards // _SHORTEST_RUN * max(rules.sequence_points.values()) + cards // _FOUR * fours
    return _ALL_CARDS_AND_BELLA + melds


@lru_cache(maxsize=32)
def program(frame: Frame) -> Program:
    """Sort the shares into histograms, the states of each histogram into classes, and lay the tables out flat."""
    whole = table(frame)
    known, listed = whole.features, whole.shares
    wanted = [_looked_at(known, share) for share in listed]
    histograms = _histograms(known, wanted)
    cells: dict[int, Cell] = {}
    states = []
    n_bases = 0
    for number, names in enumerate(histograms):
        mine = [place for place, its in enumerate(wanted) if _home(histograms, its) == number]
        grid = _grid(known, names)
        masks = np.array([(listed[place].hit(grid), listed[place].among(grid)) for place in mine])
        # states that no share tells apart are one class
        kinds, class_of = np.unique(masks.reshape(2 * len(mine), -1), axis=1, return_inverse=True)
        hit, among = kinds[::2].astype(np.int64), kinds[1::2].astype(np.int64)
        different, base_of = np.unique(among, axis=0, return_inverse=True)
        for i, place in enumerate(mine):
            cells[place] = Cell(listed[place], number, hit[i], among[i], n_bases + int(base_of.ravel()[i]))
        n_bases += len(different)
        states.append(class_of.ravel())
    ordered = tuple(cells[place] for place in range(len(listed)))
    keys = [[known[name] for name in names] for names in histograms]
    played = next(cell for cell in ordered if cell.share.metric == whole.counted)
    return Program(ordered, tuple(whole.means), played, _lay_out(whole, keys, states, ordered, n_bases))


class _Probe(Mapping[str, NDArray[np.int64]]):
    """Features that note which of them are asked for."""

    def __init__(self, known: Mapping[str, Feature]) -> None:
        self.known, self.asked = known, dict[str, None]()

    def __getitem__(self, name: str) -> NDArray[np.int64]:
        self.asked[name] = None
        return np.full(1, self.known[name].low)

    def __iter__(self) -> Iterator[str]:
        return iter(self.known)

    def __len__(self) -> int:
        return len(self.known)


def _looked_at(known: Mapping[str, Feature], share: Share) -> tuple[str, ...]:
    probe = _Probe(known)
    conditions: tuple[Condition, ...] = (share.among, share.hit)
    for condition in conditions:
        condition(probe)
    return tuple(probe.asked)


def _size(known: Mapping[str, Feature], names: Sequence[str]) -> int:
    return int(np.prod([known[name].high - known[name].low + 1 for name in names]))


def _histograms(known: Mapping[str, Feature], wanted: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """As few sets of features as hold, each with at most MAX_STATES states, all those looked at together."""
    found: list[tuple[str, ...]] = []
    for names in wanted:
        for place, others in enumerate(found):
            union = tuple(dict.fromkeys(others + names))
            if len(union) == len(others) or _size(known, union) <= MAX_STATES:
                found[place] = union
                break
        else:
            found.append(names)
    return found


def _home(histograms: Sequence[tuple[str, ...]], names: tuple[str, ...]) -> int:
    return next(place for place, others in enumerate(histograms) if set(names) <= set(others))


def _grid(known: Mapping[str, Feature], names: Sequence[str]) -> dict[str, NDArray[np.int64]]:
    """Every state of these features, the last one running fastest."""
    values = [np.arange(known[name].low, known[name].high + 1) for name in names]
    return dict(zip(names, (axis.ravel() for axis in np.meshgrid(*values, indexing="ij")), strict=True))


def _starts(sizes: Sequence[int]) -> NDArray[np.int64]:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)


def _lists(lists: Sequence[Sequence[int]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Lists end to end, and where each begins."""
    return np.array([number for numbers in lists for number in numbers], np.int64), _starts([*map(len, lists)])


def _lay_out(
    whole: Table,
    keys: Sequence[Sequence[Feature]],
    states: Sequence[NDArray[np.int64]],
    cells: Sequence[Cell],
    n_bases: int,
) -> Tally:
    sizes = [int(class_of.max()) + 1 for class_of in states]
    first_class = _starts(sizes)
    hits, bases = [], []
    for number, size in enumerate(sizes):
        mine = [place for place, cell in enumerate(cells) if cell.histogram == number]
        for kind in range(size):
            hits.append([place for place in mine if cells[place].hit[kind]])
            bases.append(sorted({cells[place].base for place in mine if cells[place].among[kind]}))
    flat_keys = [_key(whole, feature) for of_histogram in keys for feature in of_histogram]
    return Tally(
        np.array(flat_keys, np.int64).reshape(-1, N_KEY),
        _starts([len(of_histogram) for of_histogram in keys]),
        _starts([len(class_of) for class_of in states]),
        np.concatenate([start + class_of for start, class_of in zip(first_class[:-1], states, strict=True)]),
        first_class,
        _starts([size * size for size in sizes]),
        np.array([(_column(whole, mean.column), _column(whole, mean.minus)) for mean in whole.means], np.int64),
        *_lists(hits),
        *_lists(bases),
        np.array([cell.base for cell in cells] + [n_bases] * len(whole.means), np.int64),
    )


def _column(whole: Table, name: str | None) -> int:
    return -1 if name is None else whole.columns.index(name)


def _key(whole: Table, feature: Feature) -> list[int]:
    size = feature.high - feature.low + 1
    return [_column(whole, feature.column), _column(whole, feature.minus), feature.width, feature.low, size]
