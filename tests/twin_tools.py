"""The engine and the slow twin side by side: play, replay, and say where they differ.

Shared by the twin tests, the planted faults and ``scripts/verify.py``.  The engine's policies call and play; the twin
gets the packets, calls and cards and derives everything else; then both transcripts and every decision's view are
compared field by field.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, NamedTuple

from debertz_sim.engine.blocks import begin_match, next_in_match, play_one, play_recorded
from debertz_sim.engine.deal import keep_log
from debertz_sim.errors import UserError
from debertz_sim.kernels.match import open_match
from debertz_sim.kernels.rng import open_streams, start_deal
from debertz_sim.kernels.state import BAID, BY_DEFAULT, MADE, MAX_SHUFFLES, VIEW
from debertz_sim.policies.families import BID_NEVER, Ruled
from debertz_sim.policies.registry import seating
from debertz_sim.records.transcript import CALL_TEXTS, Before, Scribe
from debertz_sim.rules import RuleSet
from debertz_sim.switch_table import SWITCHES
from debertz_sim.variants import variants
from tests.reference import Dealt, MatchReplay, ReferenceError_, Replay, replay, replay_match

TWO_PLAYERS = [name for name, rules in variants.items() if rules.players == 2 and not rules.not_implemented()]
"""The variants that the engine plays."""

DEALS = int(os.environ.get("DEBERTZ_TWIN_DEALS", "20000"))
"""Deals per variant in the full suite; matches are a fortieth of them."""

BIDDING = ("never", "always", "random", "points:25", "points:40", "rules")
PLAY = ("random", "greedy", "rules")
EXCHANGE = ("default", "always", "default", "never", "default")

NAMES_ONLY = ("rules", "seed", "index", "match")
"""What a transcript says about where its deal comes from, which the twin does not know."""


class Sitting(NamedTuple):
    """Who plays: policies of the two seats in words, what the kernels take, and how the seven is exchanged."""

    words: str
    family: Ruled
    exchange: str


def _sittings() -> Iterator[Sitting]:
    """Every pair of bidding and play policy at seat 0, against itself and against another one."""
    pairs = list(product(BIDDING, PLAY))
    for number, pair in enumerate(pairs):
        for other in (pair, pairs[(5 * number + 7) % len(pairs)]):
            exchange = EXCHANGE[number % len(EXCHANGE)]
            seats = {seat: {"bidding": bid, "play": play} for seat, (bid, play) in enumerate((pair, other))}
            words = f"{'/'.join(pair)} v {'/'.join(other)}, exchange {exchange}"
            # One family for all, so that one set of kernels is compiled.
            yield Sitting(words, Ruled(seating(2, by_seat=seats, exchange=exchange).family.seats), exchange)


SITTINGS = list(_sittings())


def sitting_of(number: int) -> Sitting:
    """The sitting of a deal, by its number."""
    return SITTINGS[number % len(SITTINGS)]


def match_sitting_of(number: int) -> Sitting:
    """The sitting of a match: somebody may play, else it would not end before its last shuffle."""
    willing = [sitting for sitting in SITTINGS if (sitting.family.seats.bidding[:2] != BID_NEVER).any()]
    return willing[number % len(willing)]


@dataclass(frozen=True)
class Position:
    """A deal with what it inherits: packets (seat-indexed), upcard, freza, and the state of the match."""

    dealer: int
    first: list[list[int]]
    upcard: int
    second: list[list[int]]
    freza: int
    pots: list[int]
    forced: int | None
    scores: list[int] | None
    """None for a deal on its own."""
    baids: list[int]


def stacked_pack(dice: random.Random) -> list[int]:
    """The 32 cards in an order that tends to give one hand neighbours of a suit or of a rank, or no order at all."""
    suits = dice.sample(range(4), 4)
    by_rank = dice.random() < 0.25
    noise = dice.choice((0.5, 2, 5, 100))

    def key(card: int) -> float:
        suit, rank = suits[card // 8], card % 8
        return (4 * rank + suit if by_rank else 8 * suit + rank) + dice.gauss(0, noise)

    pack = sorted(range(32), key=key)
    start = dice.randrange(32)
    return pack[start:] + pack[:start]


def stacked_position(rules: RuleSet, dice: random.Random) -> Position:
    """A deal from a stacked pack, often late in a match, with pots where they can stand."""
    pack = stacked_pack(dice)
    hands = [pack[:9], pack[9:18]]
    if dice.random() < 0.5:
        hands.reverse()
    for hand in hands:
        if dice.random() < 0.5:
            dice.shuffle(hand)
    rest = dice.sample(pack[18:], 2)
    if dice.random() < 0.3:  # an upcard from the middle of the runs
        place = dice.randrange(9)
        rest[0], hands[0][place] = hands[0][place], rest[0]
    pots: list[int] = []
    if rules.hanging not in ("void", "each_own") and dice.random() < 0.5:
        pots = [dice.randrange(1, 120) for _ in range(3 if rules.hanging == "queue" else 1)]
    forced = dice.randrange(2) if rules.hanging == "forced_deal" and pots and dice.random() < 0.7 else None
    scores = None
    if dice.random() < 0.7:
        target = rules.target
        scores = [0, 0] if isinstance(target, str) else [target - dice.randrange(1, 150) for _ in range(2)]
    baids = [dice.randrange(4) for _ in range(2)]
    first, second = [hand[:6] for hand in hands], [hand[6:] for hand in hands]
    return Position(dice.randrange(2), first, rest[0], second, rest[1], pots, forced, scores, baids)


class Twins:
    """Engine and twin under one rule set.

    ``fault``: rules that the engine's record is made of instead, while everything else follows ``rules``.
    """

    def __init__(self, rules: RuleSet, fault: RuleSet | None = None) -> None:
        """Prepare both."""
        self.rules = rules
        self.table = twin_table(rules)
        self.scribe = Scribe(rules)
        if fault is not None:
            self.scribe.record = fault.lower()[0]
        self.desk = self.scribe.desk
        self.views = keep_log(self.desk)
        self.deals = self.decisions = 0
        """How much has been compared."""

    def deal(self, seed: int, index: int) -> str | None:
        """Compare one deal on its own; returns the first difference in words."""
        sitting = sitting_of(index)
        play_one(self.scribe.record, sitting.family, self.desk, seed, index)
        return self._compare(None, sitting)

    def position(self, position: Position, seed: int, index: int) -> str | None:
        """The same for given packets; ``seed`` and ``index`` are for policies that draw."""
        sitting = sitting_of(index)
        lay_out(self.rules, self.desk, position)
        open_streams(self.desk.streams, seed, 0)
        start_deal(self.desk.streams, index)
        before = self.scribe.before(self.desk)
        play_recorded(self.scribe.record, sitting.family, self.desk, *[BY_DEFAULT] * 4)
        return self._compare(before, sitting)

    def levelled(self, position: Position, seed: int, index: int) -> Position | None:
        """The same deal with scores that both come to the same total above the target, if it can be had so.

        Policies that look at the score may play it differently then, and the totals need not be level after all.
        """
        target = self.rules.target
        alone = replace(position, scores=None)
        if isinstance(target, str) or self.position(alone, seed, index) or self.desk.t.outcome not in (MADE, BAID):
            return None
        written = self.desk.t.written[:2].tolist()
        total = target + min(written) - 1
        return replace(position, scores=[total - points for points in written]) if min(written) > 0 else None

    def match(self, seed: int, number: int) -> str | None:
        """Compare a whole match."""
        sitting = match_sitting_of(number)
        begin_match(self.scribe.record, self.desk, seed, number)
        first_dealer = int(self.desk.m.dealer)
        deals: list[tuple[Dealt, dict[str, Any], dict[str, Any]]] = []
        while not self.desk.m.over and len(deals) < MAX_SHUFFLES:
            before = self.scribe.before(self.desk)
            next_in_match(self.scribe.record, sitting.family, self.desk, number, len(deals))
            deals.append((self._dealt(), self.scribe.write(self.desk, before), self._columns()))
        try:
            twin = replay_match(self.table, first_dealer, [deal for deal, _, _ in deals], exchange=sitting.exchange)
        except ReferenceError_ as error:
            return f"the twin refuses: {error}"
        for shuffle, (theirs, (_, transcript, columns)) in enumerate(zip(twin.deals, deals, strict=True)):
            if found := self._difference(transcript, columns, theirs):
                return f"shuffle {shuffle}: {found}"
        return self._match_difference(twin)

    def _match_difference(self, twin: MatchReplay) -> str | None:
        m = self.desk.m
        winner = int(m.winner)
        engine = {
            "over": bool(m.over),
            "winner": winner if winner >= 0 else None,
            "scores": m.scores[:2].tolist(),
            "baids": m.baids[:2].tolist(),
            "payoffs": m.payoff[:2].tolist(),
        }
        return first_difference(engine, {name: getattr(twin, name) for name in engine}, "match")

    def _compare(self, before: Before | None, sitting: Sitting) -> str | None:
        before = before or Before(False, [], -1, [], [])
        dealt = self._dealt()
        try:
            twin = replay(
                self.table,
                int(self.desk.t.dealer),
                *dealt,
                exchange=sitting.exchange,
                pots=before.pots,
                forced_declarer=before.forced if before.forced >= 0 else None,
                scores_before=before.scores if before.in_match else None,
                baids_before=before.baids if before.in_match else None,
            )
        except ReferenceError_ as error:
            return f"the twin refuses: {error}"
        transcript = self.scribe.write(self.desk, before if before != Before(False, [], -1, [], []) else None)
        return self._difference(transcript, self._columns(), twin)

    def _dealt(self) -> Dealt:
        """The twin's input from what the engine dealt and chose."""
        t, log = self.desk.t, self.desk.log
        chosen = log.chosen[: log.count].tolist()
        n_calls = int((self.views.trick[: log.count] == 0).sum())
        first, second = ([cards_of(int(hand)) for hand in packets[:2]] for packets in (t.first, t.second))
        calls = [CALL_TEXTS[call] for call in chosen[:n_calls]]
        return Dealt(first, int(t.upcard), second, int(t.freza), calls, chosen[n_calls:])

    def _columns(self) -> dict[str, Any]:
        """What the seats saw: field -> one value a decision."""
        count = self.desk.log.count
        return {name: self.views[name][:count].tolist() for name in VIEW_FIELDS}

    def _difference(self, transcript: dict[str, Any], columns: dict[str, Any], twin: Replay) -> str | None:
        self.deals += 1
        self.decisions += len(twin.decisions)
        engine = {name: value for name, value in transcript.items() if name not in NAMES_ONLY}
        if engine != twin.transcript:
            return first_difference(engine, twin.transcript, "")
        for name, seen in columns.items():
            expected = [decision["view"][name] for decision in twin.decisions]
            if seen != expected:
                return first_difference(seen, expected, f"view.{name}")
        return None


VIEW_FIELDS: tuple[str, ...] = VIEW.names or ()


def lay_out(rules: RuleSet, desk: Any, position: Position) -> None:
    """Put a position on a desk: packets on the table, the rest in the match."""
    m = desk.m
    open_match(m, position.dealer)
    lay_packets(desk, position.first, position.upcard, position.second, position.freza)
    if position.forced is not None:
        m.forced = position.forced
    if rules.hanging == "per_dealer":
        m.dealer_pots[position.dealer] = sum(position.pots)
    else:
        m.n_pots = len(position.pots)
        m.pots[: m.n_pots] = position.pots
    if position.scores is not None:
        m.in_match = 1
        m.scores[:2] = position.scores
        m.baids[:2] = position.baids


def lay_packets(desk: Any, first: list[list[int]], upcard: int, second: list[list[int]], freza: int) -> None:
    """Put the cards of a deal on a table."""
    for seat in (0, 1):
        desk.t.first[seat] = mask(first[seat])
        desk.t.second[seat] = mask(second[seat])
    desk.t.upcard, desk.t.freza = upcard, freza


def cards_of(hand: int) -> list[int]:
    """The cards of a mask, ascending."""
    return [card for card in range(32) if hand >> card & 1]


def mask(cards: list[int]) -> int:
    """Cards as a mask."""
    return sum(1 << card for card in cards)


def replace_some(rules: RuleSet, values: Mapping[str, list[Any]], dice: random.Random) -> RuleSet:
    """A rule set with about a third of the switches drawn anew, as far as the rules allow it."""
    for switch, choices in values.items():
        if dice.random() < 0.3:
            changed = _playable(rules, switch, dice.choice(choices))
            rules = changed or rules
    return rules


def variant_and(switch: str, value: Any, variant: str) -> RuleSet | None:
    """A variant with one switch set; None where the rules refuse the combination or the engine cannot play it."""
    return _playable(variants[variant], switch, value)


def _playable(rules: RuleSet, switch: str, value: Any) -> RuleSet | None:
    try:
        changed = rules.with_(**{switch: value})
    except UserError:
        return None
    return None if changed.not_implemented() else changed


def twin_table(rules: RuleSet) -> dict[str, Any]:
    """The switch table in the twin's form."""
    table = {switch.name: getattr(rules, switch.name) for switch in SWITCHES}
    return {name: dict(value) if isinstance(value, Mapping) else value for name, value in table.items()}


def first_difference(engine: Any, twin: Any, path: str) -> str | None:
    """Where two trees differ first: the path, and what stands there."""
    if engine == twin:
        return None
    if isinstance(engine, dict) and isinstance(twin, dict):
        for name in {**twin, **engine}:
            missing = f"only {'the twin' if name in twin else 'the engine'} has it"
            here = f"{path}.{name}".lstrip(".")
            if (name in engine) != (name in twin):
                return f"{here}: {missing}"
            if found := first_difference(engine[name], twin[name], here):
                return found
    if isinstance(engine, list) and isinstance(twin, list) and len(engine) == len(twin):
        for place, pair in enumerate(zip(engine, twin, strict=True)):
            if found := first_difference(*pair, f"{path}.{place}"):
                return found
    return f"{path}: engine {engine}, twin {twin}"
