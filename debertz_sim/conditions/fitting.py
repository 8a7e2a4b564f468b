"""Deals made to fit known cards and conditions on one hand, every deal that fits being equally likely.

A hand is four holdings of eight bits, so what is asked of it is followed suit by suit: a state is what the suits so far
have brought (cards of each parcel, features of the hand), and every state knows the number of ways to go on.
``engine.fitting`` deals by these numbers, and they give the probability of the condition exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import factorial, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim.cards import FULL_PACK
from debertz_sim.conditions.columns import Lexicon, lexicon
from debertz_sim.conditions.holdings import DEALT, HOLDINGS_OF, SIX, table_of
from debertz_sim.conditions.known import Hand, Known
from debertz_sim.conditions.language import Condition
from debertz_sim.conditions.layout import layout
from debertz_sim.engine.fitting import Fitting
from debertz_sim.errors import UserError
from debertz_sim.kernels.state import DECK
from debertz_sim.rules import RuleSet

IntArray = NDArray[np.int64]
Bools = NDArray[np.bool_]
Family = frozenset[tuple[int, ...]]

LARGEST = 2**62
# States times allotments of a suit, at one step.  More take too long: a condition can be met by rejection instead,
# which costs little unless it is rare; known cards cannot.
MAX_COMBINATIONS, MOST_FOR_CONDITION = 12_000_000, 1_000_000
UPCARD_COLUMNS = frozenset(("upcard", "upcard_rank", "upcard_suit"))


class TooMany(Exception):
    """There are too many states to be counted."""


class Parcel(NamedTuple):
    """Cards that are followed: open places of a hand.  ``part``: first packets, second, or (``dealt``) both."""

    place: int
    part: str
    places: tuple[int, ...]


@dataclass(frozen=True)
class Feature:
    """What a state remembers: a value of each allotment of a suit, and how the values of two suits go together."""

    value: Callable[[IntArray, int, int], IntArray]  # of allotments (n, parcels), suit, upcard
    merge: Callable[[IntArray, IntArray], IntArray]
    broken: bool = False  # whether it tells suits apart, and not only the upcard's from the others


@dataclass(frozen=True)
class Fit:
    """How deals are made to fit.

    Parameters
    ----------
    fitting
        The arrays for ``engine.fitting.deal_fitting``.
    probability
        Of the condition, given what is known; 1 where there is no condition.
    """

    fitting: Fitting
    probability: Fraction


def fit(rules: RuleSet, known: Known, condition: Condition | None = None) -> Fit:
    """Make deals fit what is known, and a condition on the upcard and one hand as dealt.

    Parameters
    ----------
    rules
        Seats and packets, and what counts as a sequence.
    known
        Cards that lie somewhere.
    condition
        Reads columns of the upcard and of hands as dealt at one place.

    Raises
    ------
    UserError
        No deal fits what is known and the condition.
    TooMany
        They cannot be counted: too many hands with wildcards, or too many columns at once.
    """
    return _Builder(rules, known, condition).fit()


def can_fit(rules: RuleSet, condition: Condition) -> frozenset[int] | None:
    """The places (none or one) that a condition looks at, ``None`` if ``fit`` cannot take it."""
    hands = lexicon(rules).hands
    if not condition.needs <= UPCARD_COLUMNS | hands.keys():
        return None
    places = frozenset(hands[name][2] for name in condition.needs if name in hands)
    return places if len(places) <= 1 else None


class _Level(NamedTuple):
    """One suit in a diagram: from ``states`` by ``kinds`` of allotments to the next states (-1: nowhere)."""

    leads: IntArray  # (states, kinds)
    sizes: IntArray  # allotments of a kind, (kinds,)
    order: IntArray  # allotments sorted by kind, (allotments, parcels)


class _Diagram(NamedTuple):
    levels: list[_Level]
    accepted: Bools  # of the last states
    ways: list[IntArray]  # of the states at each level, the last of all included
    known_ways: int  # the same of the first state without the condition


class _Builder:
    def __init__(self, rules: RuleSet, known: Known, condition: Condition | None) -> None:
        self.rules, self.known, self.condition = rules, known, condition
        self.words: Lexicon = lexicon(rules)
        self.layout = layout(rules)
        self.hands = {hand.place: hand for hand in known.hands}
        self.columns = sorted(condition.needs & self.words.hands.keys()) if condition else []
        self.parcels = self._parcels()
        self.wild = [hand for hand in known.hands if hand.has_wildcards]
        self.features = [self._card_count(k) for k in range(len(self.parcels))]
        self.features += [self._served(hand) for hand in self.wild if any(hand.ranks)]
        self.features += [self._column(name) for name in self.columns]
        self.most = MOST_FOR_CONDITION if condition else MAX_COMBINATIONS
        self.diagrams: dict[object, _Diagram] = {}
        most = factorial(DECK) // prod(factorial(len(parcel.places)) for parcel in self.parcels)
        rest = DECK - self.known.cards.bit_count() - sum(len(parcel.places) for parcel in self.parcels)
        if most // factorial(max(rest, 0)) >= LARGEST:
            raise TooMany

    def _parcels(self) -> list[Parcel]:
        parts: dict[int, set[str]] = {hand.place: {SIX} for hand in self.known.hands if hand.has_wildcards}
        for name in self.columns:
            part, _, place = self.words.hands[name]
            parts.setdefault(place, set()).add(part)
        found = []
        for place, its in sorted(parts.items()):
            cards = self.hands[place].cards if place in self.hands else 0
            first = self.layout.first[place][cards.bit_count() :]  # the known cards lie before the open ones
            second = self.layout.second[place]
            if its == {DEALT}:
                found.append(Parcel(place, DEALT, first + second))
            else:
                found.append(Parcel(place, SIX, first))
                found += [Parcel(place, DEALT, second)] if DEALT in its else []
        return found

    # Features: what states remember.

    def _card_count(self, parcel: int) -> Feature:
        return Feature(lambda allotted, suit, upcard: _popcount(allotted[:, parcel]), np.add)

    def _column(self, name: str) -> Feature:
        """A column of a hand as dealt."""
        part, kind, place = self.words.hands[name]
        holding, table = HOLDINGS_OF[kind], table_of(kind, self.rules)
        mine = [k for k, parcel in enumerate(self.parcels) if parcel.place == place]
        looked_at = [k for k in mine if part == DEALT or self.parcels[k].part == SIX]
        held = self.hands[place].cards if place in self.hands else 0

        def value(allotted: IntArray, suit: int, upcard: int) -> IntArray:
            has = held | (1 << upcard if part == DEALT and self.layout.upcard_to == place else 0)
            cards = allotted[:, looked_at].sum(axis=1) | (has >> 8 * suit & 255)
            counts = holding.suit is None or holding.suit == suit
            result: IntArray = table[int(suit == upcard >> 3)][cards] if counts else np.zeros_like(cards)
            return result

        return Feature(value, np.maximum if holding.largest else np.add, broken=holding.suit is not None)

    def _served(self, hand: Hand) -> Feature:
        """Which of the ranks that a hand wants can be had, by choosing well among its cards."""
        parcel = self._six_of(hand.place)
        wanted = [rank for rank in range(8) if hand.ranks[rank]]
        most = tuple(hand.ranks[rank] for rank in wanted)
        families = _Families(most)

        def value(allotted: IntArray, suit: int, upcard: int) -> IntArray:
            return families.of_holdings(wanted, hand.suits[suit])[allotted[:, parcel]]

        return Feature(value, families.merge, broken=any(hand.suits))

    def _six_of(self, place: int) -> int:
        return next(k for k, its in enumerate(self.parcels) if its.place == place and its.part == SIX)

    # Diagrams: one for each upcard, the same for upcards that leave the same cards.

    def _diagram(self, upcard: int) -> _Diagram:
        suits = [(upcard // 8 + step) % 4 for step in range(4)]
        free = FULL_PACK & ~self.known.cards & ~(1 << upcard)
        broken = any(feature.broken for feature in self.features) or bool(
            self.condition and self.condition.needs & {"upcard", "upcard_suit"}
        )
        held = tuple(hand.cards for hand in self.known.hands)
        suited = tuple(tuple(hand.suits[suit] for hand in self.wild) for suit in suits)
        by_suit = tuple(tuple(cards >> 8 * suit & 255 for cards in (free, *held)) for suit in suits)
        key = upcard if broken else (upcard % 8, by_suit, suited)
        if key not in self.diagrams:
            self.diagrams[key] = self._new_diagram(upcard, suits, free)
        return self.diagrams[key]

    def _new_diagram(self, upcard: int, suits: list[int], free: int) -> _Diagram:
        states = np.zeros((1, len(self.features)), np.int64)
        levels = []
        for step, suit in enumerate(suits):
            allotted = self._allotments(suit, free >> 8 * suit & 255)
            values = np.stack(
                [feature.value(allotted, suit, upcard) for feature in self.features] or [np.zeros(len(allotted), int)],
                axis=1,
            )[:, : len(self.features)]
            kinds, kind_of, sizes = _unique_rows(values)
            if step == 0:
                states, leads = kinds, np.arange(len(kinds))[None]
            else:
                states, leads = self._merge(states, kinds)
            levels.append(_Level(leads, sizes, allotted[np.argsort(kind_of, kind="stable")]))
        fits = self._fits(states)
        accepted = fits & self._satisfy(states, upcard)
        return _Diagram(levels, accepted, _ways(levels, accepted), int(_ways(levels, fits)[0][0]))

    def _allotments(self, suit: int, free: int) -> IntArray:
        """Every way in which the free cards of a suit can go to the parcels, ``(n, parcels)``."""
        found = np.zeros((1, len(self.parcels)), np.int64)
        steps = np.concatenate([np.zeros((1, len(self.parcels)), np.int64), np.eye(len(self.parcels), dtype=np.int64)])
        room = np.array([len(parcel.places) for parcel in self.parcels], np.int64)
        for rank in range(8):
            if free >> rank & 1:
                found = (found[:, None] | steps << rank).reshape(len(found) * len(steps), len(self.parcels))
                if len(found) > self.most:
                    raise TooMany
                found = found[(_popcount(found) <= room).all(axis=1)]
        for hand in self.wild:
            found = found[_popcount(found[:, self._six_of(hand.place)]) >= hand.suits[suit]]
        return found

    def _merge(self, states: IntArray, kinds: IntArray) -> tuple[IntArray, IntArray]:
        """The states after one more suit, and where each state and kind of allotment leads."""
        if len(states) * len(kinds) > self.most:
            raise TooMany
        i, j = (side.ravel() for side in np.indices((len(states), len(kinds))))
        room = np.array([len(parcel.places) for parcel in self.parcels], np.int64)
        n = len(self.parcels)
        fits = np.flatnonzero((states[i, :n] + kinds[j, :n] <= room).all(axis=1))
        i, j = i[fits], j[fits]
        columns = [feature.merge(states[i, f], kinds[j, f]) for f, feature in enumerate(self.features)]
        after = np.stack(columns, axis=1) if columns else np.zeros((len(i), 0), np.int64)
        found, place, _ = _unique_rows(after)
        leads = np.full((len(states), len(kinds)), -1, np.int64)
        leads[i, j] = place
        return found, leads

    def _fits(self, states: IntArray) -> Bools:
        """Whether all parcels are full and all wanted ranks are there."""
        wanted = [len(parcel.places) for parcel in self.parcels]
        fits: Bools = (states[:, : len(wanted)] == np.array(wanted, np.int64)).all(axis=1)
        served = len(wanted)
        for number, _ in enumerate(hand for hand in self.wild if any(hand.ranks)):
            fits &= states[:, served + number] == _ALL_SERVED
        return fits

    def _satisfy(self, states: IntArray, upcard: int) -> Bools:
        if self.condition is None:
            return np.ones(len(states), np.bool_)
        first = len(self.features) - len(self.columns)
        columns = {name: states[:, first + k] for k, name in enumerate(self.columns)}
        for name, value in (("upcard", upcard), ("upcard_rank", upcard % 8), ("upcard_suit", upcard // 8)):
            columns[name] = np.full(len(states), value)
        return self.condition(columns)

    # Everything laid out flat.

    def fit(self) -> Fit:
        free = FULL_PACK & ~self.known.cards
        turned = self.known.upcard
        upcards = [turned] if turned >= 0 else [card for card in range(DECK) if free >> card & 1]
        diagrams = [(upcard, self._diagram(upcard)) for upcard in upcards]
        ways = [int(diagram.ways[0][0]) for _, diagram in diagrams]
        if sum(ways) == 0:
            raise UserError("no deal fits: what is known and the condition contradict each other")
        known_ways = sum(diagram.known_ways for _, diagram in diagrams)
        if known_ways >= LARGEST:
            raise TooMany
        return Fit(self._lay_out(diagrams), Fraction(sum(ways), known_ways))

    def _lay_out(self, diagrams: Sequence[tuple[int, _Diagram]]) -> Fitting:
        flat = _Flat(len(self.parcels))
        possible = [(upcard, diagram) for upcard, diagram in diagrams if diagram.ways[0][0] > 0]
        nodes = {id(diagram): flat.add(diagram) for diagram in {id(d): d for _, d in possible}.values()}
        place_of = np.full(DECK, -1, np.int64)
        for hand in self.known.hands:
            for card, place in zip(_cards(hand.cards), self.layout.first[hand.place], strict=False):
                place_of[card] = place
        parcel_places = np.full((len(self.parcels), DECK), -1, np.int64)
        for k, parcel in enumerate(self.parcels):
            parcel_places[k, : len(parcel.places)] = parcel.places
        taken = {self.layout.upcard, *place_of.tolist(), *parcel_places.ravel().tolist()}
        return Fitting(
            root_ends=np.cumsum([int(diagram.ways[0][0]) for _, diagram in possible]),
            root_card=np.array([upcard for upcard, _ in possible], np.int64),
            root_node=np.array([nodes[id(diagram)] for _, diagram in possible], np.int64),
            **flat.arrays(),
            place_of=place_of,
            parcel_places=parcel_places,
            other_places=np.array([place for place in range(DECK) if place not in taken], np.int64),
            upcard_place=np.int64(self.layout.upcard),
        )


class _Flat:
    """Diagrams put one behind the other."""

    def __init__(self, parcels: int) -> None:
        self.first_edge = [0]
        self.ends, self.next, self.first, self.ways = (list[IntArray]() for _ in range(4))
        self.allotments = [np.zeros((0, parcels), np.int64)]
        self.n_allotments = 0

    def add(self, diagram: _Diagram) -> int:
        """Append a diagram; returns the node at which it begins.  Nodes that lead nowhere have no edges."""
        root = start = len(self.first_edge) - 1
        for level, here, there in zip(diagram.levels, diagram.ways, diagram.ways[1:], strict=False):
            following = start + len(here)
            begins = self.n_allotments + np.cumsum(level.sizes) - level.sizes
            left = np.where(level.leads >= 0, there[level.leads], 0)
            state, kind = np.nonzero(left)
            each = left[state, kind]
            ends = np.cumsum(level.sizes[kind] * each)  # may wrap round, which the difference undoes
            edges = np.bincount(state, minlength=len(here))
            before = np.concatenate([[0], ends])[np.cumsum(edges) - edges]
            self.ends.append(ends - np.repeat(before, edges))
            self.next.append(following + level.leads[state, kind])
            self.first.append(begins[kind])
            self.ways.append(each)
            self.first_edge += (self.first_edge[-1] + np.cumsum(edges)).tolist()
            self.allotments.append(level.order)
            self.n_allotments += len(level.order)
            start = following
        self.first_edge += [self.first_edge[-1]] * len(diagram.ways[-1])  # the end
        return root

    def arrays(self) -> dict[str, IntArray]:
        """By their names in ``Fitting``."""
        parts = {"edge_ends": self.ends, "edge_next": self.next, "edge_first": self.first, "edge_ways": self.ways}
        joined = {name: np.concatenate(its) for name, its in parts.items()}
        return joined | {
            "first_edge": np.array(self.first_edge, np.int64),
            "allotments": np.concatenate(self.allotments),
        }


def _ways(levels: list[_Level], accepted: Bools) -> list[IntArray]:
    """How many ways lead from each state of each level to the accepted ones."""
    ways = [accepted.astype(np.int64)]
    for level in reversed(levels):
        after = np.where(level.leads >= 0, ways[0][level.leads], 0)
        ways.insert(0, after @ level.sizes)
    return ways


def _unique_rows(rows: IntArray) -> tuple[IntArray, IntArray, IntArray]:
    """Distinct rows of ``(n, columns)``, the place of each row among them, and how often each is there."""
    if rows.shape[1] == 0:
        return np.zeros((1, 0), np.int64), np.zeros(len(rows), np.int64), np.array([len(rows)], np.int64)
    packed = np.zeros(len(rows), np.int64)
    for column in rows.T:
        packed = packed * (int(column.max(initial=0)) + 1) + column
    _, first, place, counts = np.unique(packed, return_index=True, return_inverse=True, return_counts=True)
    return rows[first], place, counts


def _popcount(masks: IntArray) -> IntArray:
    return np.bitwise_count(masks).astype(np.int64)


def _cards(mask: int) -> list[int]:
    return [card for card in range(DECK) if mask >> card & 1]


_ALL_SERVED = 0  # the number of the family that serves all that is wanted


class _Families:
    """Sets of what can be served at once, numbered; a card serves its suit or its rank, never both."""

    def __init__(self, most: tuple[int, ...]) -> None:
        self.most = most
        self.numbers: dict[Family, int] = {frozenset((most,)): _ALL_SERVED}
        self.families: list[Family] = [frozenset((most,))]

    def _number(self, vectors: set[tuple[int, ...]]) -> int:
        """The number of the family of these vectors: the best of them alone tell."""
        best = frozenset(v for v in vectors if not any(_below(v, other) for other in vectors))
        if best not in self.numbers:
            self.numbers[best] = len(self.families)
            self.families.append(best)
        return self.numbers[best]

    def of_holdings(self, wanted: list[int], for_suit: int) -> IntArray:
        """The family of each of the 256 holdings of a suit of which ``for_suit`` cards serve the suit."""
        return np.array([self._of(holding, wanted, for_suit) for holding in range(256)], np.int64)

    def _of(self, holding: int, wanted: list[int], for_suit: int) -> int:
        # A holding has one card of a rank at most, so a vector is a set of ranks.
        there = [k for k, rank in enumerate(wanted) if holding >> rank & 1]
        spare = max(holding.bit_count() - for_suit, 0)
        vectors = {tuple(1 if k in some else 0 for k in range(len(wanted))) for some in _subsets(there, spare)}
        return self._number(vectors)

    def merge(self, one: IntArray, two: IntArray) -> IntArray:
        """The family of two suits together, for each pair."""
        base = len(self.families)
        pairs, place = np.unique(one * base + two, return_inverse=True)
        merged = [self._sum(self.families[pair // base], self.families[pair % base]) for pair in pairs.tolist()]
        return np.array(merged, np.int64)[place]

    def _sum(self, one: Family, two: Family) -> int:
        sums = {tuple(min(a + b, most) for a, b, most in zip(v, w, self.most, strict=True)) for v in one for w in two}
        return self._number(sums)


def _below(one: tuple[int, ...], two: tuple[int, ...]) -> bool:
    return one != two and all(a <= b for a, b in zip(one, two, strict=True))


def _subsets(items: list[int], most: int) -> list[set[int]]:
    """The largest sets of at most ``most`` of these items."""
    return [set(some) for some in combinations(items, min(most, len(items)))]
