"""The engine and the slow twin side by side: play, replay, and say where they differ.

Shared by the twin tests, the planted faults and ``scripts/verify.py``.  The engine's policies call and play; the twin
gets the packets, calls and cards and derives everything else; then both transcripts and every decision's view are
compared field by field.
"""

from __future__ import annotations

import os
import random
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import product
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np

from debertz_sim.engine.blocks import begin_match, next_in_match, play_one, play_recorded
from debertz_sim.engine.deal import keep_log
from debertz_sim.errors import UserError
from debertz_sim.kernels.rng import open_streams, start_deal
from debertz_sim.kernels.state import BAID, BY_DEFAULT, DECIDING_DEALS, MADE, MAX_SHUFFLES, VIEW
from debertz_sim.policies.families import BID_NEVER, Expert, ExpertSided
from debertz_sim.policies.registry import seating
from debertz_sim.records.transcript import CALL_TEXTS, Before, Scribe
from debertz_sim.rules import RuleSet
from debertz_sim.switch_table import SWITCHES
from debertz_sim.variants import variants
from tests.one_family import one_family
from tests.positions import Position, cards_of, lay_out
from tests.reference import Dealt, MatchReplay, ReferenceError_, Replay, replay, replay_match

PLAYED = [name for name, rules in variants.items() if rules.form != "terts"]
"""The variants of the usual shape of deal, which this twin plays."""

DEALS = int(os.environ.get("DEBERTZ_TWIN_DEALS", "10000"))
"""Deals per variant in the full suite; there is a match to fifty of them."""

BIDDING = ("never", "always", "random", "points:25", "points:40", "rules")
PLAY = ("random", "greedy", "rules")
EXCHANGE = ("default", "always", "default", "never", "default")

NAMES_ONLY = ("rules", "seed", "index", "match")
"""What a transcript says about where its deal comes from, which the twin does not know."""
VIEW_FIELDS: tuple[str, ...] = VIEW.names or ()
of_view = itemgetter(*VIEW_FIELDS)


class Sitting(NamedTuple):
    """Who plays: policies of the seats in words, what the kernels take, and how the seven is exchanged."""

    words: str
    family: Expert | ExpertSided
    exchange: str


@lru_cache
def sittings(players: int) -> list[Sitting]:
    """Every pair of bidding and play policy at seat 0, with the same at all seats and with others."""
    pairs = list(product(BIDDING, PLAY))
    found = []
    for number, step in product(range(len(pairs)), (0, 1)):
        policies = [pairs[(number + step * seat * (4 * number + 7)) % len(pairs)] for seat in range(players)]
        exchange = EXCHANGE[number % len(EXCHANGE)]
        seats = {seat: {"bidding": bid, "play": play} for seat, (bid, play) in enumerate(policies)}
        words = f"{' v '.join(map('/'.join, policies))}, exchange {exchange}"
        seated = seating(players, by_seat=seats, exchange=exchange).family.seats
        found.append(Sitting(words, one_family(seated, players), exchange))
    return found


N_SITTINGS = len(sittings(2))


def sitting_of(players: int, number: int) -> Sitting:
    """The sitting of a deal, by its number."""
    return sittings(players)[number % N_SITTINGS]


@lru_cache
def _willing(players: int) -> list[Sitting]:
    return [one for one in sittings(players) if (one.family.seats.bidding[:players] != BID_NEVER).any()]


def match_sitting_of(players: int, number: int) -> Sitting:
    """The sitting of a match: somebody may play, else it would not end before its last shuffle."""
    willing = _willing(players)
    return willing[number % len(willing)]


def play_position(
    scribe: Scribe, position: Position, sitting: Sitting, seed: int, index: int
) -> tuple[Before, Position]:
    """Let the policies play given packets on the scribe's desk; returns what the deal inherits, and what was dealt.

    The packets are others where the upcard goes to the declarer, who is known only when somebody plays.
    """
    before = _play_packets(scribe, position, sitting, seed, index)
    declarer = int(scribe.desk.t.declarer)
    if scribe.rules.upcard_to == "declarer" and declarer >= 0:
        position = position.with_upcard_for(declarer)
        before = _play_packets(scribe, position, sitting, seed, index)
    return before, position


def _play_packets(scribe: Scribe, position: Position, sitting: Sitting, seed: int, index: int) -> Before:
    desk = scribe.desk
    lay_out(scribe.rules, desk, position)
    open_streams(desk.streams, seed, 0)
    start_deal(desk.streams, index)
    before = scribe.before(desk)
    play_recorded(scribe.record, sitting.family, desk, *[BY_DEFAULT] * 4)
    return before


NOTHING = Before(False, [], -1, [], [])
"""What a deal on its own inherits."""


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
        self.seen = [self.views.view(VIEW, np.ndarray)[name] for name in VIEW_FIELDS]
        """What the log holds, an array a field of the view."""
        self.deals = self.decisions = 0
        """How much has been compared."""

    def deal(self, seed: int, index: int) -> str | None:
        """Compare one deal on its own; returns the first difference in words."""
        sitting = sitting_of(self.rules.players, index)
        play_one(self.scribe.record, sitting.family, self.desk, seed, index)
        return self._compare(None, sitting)

    def position(self, position: Position, seed: int, index: int) -> str | None:
        """The same for given packets; ``seed`` and ``index`` are for policies that draw."""
        sitting = sitting_of(self.rules.players, index)
        return self._compare(play_position(self.scribe, position, sitting, seed, index)[0], sitting)

    def levelled(self, position: Position, seed: int, index: int) -> Position | None:
        """The same deal with scores that come to the same total above the target for all who write points.

        None if it cannot be had so.  Policies that look at the score may play it differently then, and the totals need
        not be level after all.  Of the deciding deals of two rounds it is the last of four.
        """
        target = self.rules.target
        alone = replace(position, scores=None, match_round=0)
        if isinstance(target, str) or self.position(alone, seed, index) or self.desk.t.outcome not in (MADE, BAID):
            return None
        written = self.desk.t.written[: self.rules.players].tolist()
        gains = [points for points in written if points > 0]
        if position.match_round == DECIDING_DEALS:
            return replace(position, scores=[target - points for points in written], deciding=3)
        if len(gains) < 1 + len(written) // self.sides:
            return None
        total = target + min(gains) - 1
        return replace(position, scores=[total - points if points > 0 else 0 for points in written])

    @property
    def sides(self) -> int:
        """How many sides there are."""
        return 2 if self.rules.sides == "pairs" else self.rules.players

    def match(self, seed: int, number: int) -> str | None:
        """Compare a whole match."""
        sitting = match_sitting_of(self.rules.players, number)
        begin_match(self.scribe.record, self.desk, seed, number)
        first_dealer = int(self.desk.m.dealer)
        deals: list[tuple[Dealt, dict[str, Any], list[list[Any]]]] = []
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
        m, players = self.desk.m, self.rules.players
        winner = int(m.winner)
        engine = {
            "over": bool(m.over),
            "winner": winner if winner >= 0 else None,
            "scores": m.scores[:players].tolist(),
            "baids": m.baids[:players].tolist(),
            "payoffs": m.payoff[:players].tolist(),
            "round_winners": [seat for seat in m.round_winners.tolist() if seat >= 0],
        }
        return first_difference(engine, {name: getattr(twin, name) for name in engine}, "match")

    def _compare(self, before: Before | None, sitting: Sitting) -> str | None:
        before = before or NOTHING
        rounds: dict[str, Any] = {}
        if before.match_round:
            rounds = {"match_round": before.match_round, "obliged": before.obliged}
            rounds["deciding_deals_before"] = before.deciding
        try:
            twin = replay(
                self.table,
                int(self.desk.t.dealer),
                *self._dealt(),
                exchange=sitting.exchange,
                pots=before.pots,
                forced_declarer=before.forced if before.forced >= 0 else None,
                scores_before=before.scores if before.in_match else None,
                baids_before=before.baids if before.in_match else None,
                **rounds,
            )
        except ReferenceError_ as error:
            return f"the twin refuses: {error}"
        transcript = self.scribe.write(self.desk, before if before != NOTHING else None)
        return self._difference(transcript, self._columns(), twin)

    def _dealt(self) -> Dealt:
        """The twin's input from what the engine dealt and chose."""
        t, log = self.desk.t, self.desk.log
        players = self.rules.players
        chosen = log.chosen[: log.count].tolist()
        n_calls = int((self.views.trick[: log.count] == 0).sum())
        first, second, full = (
            [cards_of(hand) for hand in packets[:players].tolist()] for packets in (t.first, t.second, t.full)
        )
        calls = [CALL_TEXTS[call] for call in chosen[:n_calls]]
        freza = int(t.freza) if t.freza >= 0 else None
        return Dealt(first, int(t.upcard), second if full != first else None, freza, calls, chosen[n_calls:])

    def _columns(self) -> list[list[Any]]:
        """What the seats saw: for each field of the view one value a decision."""
        count = self.desk.log.count
        return [values[:count].tolist() for values in self.seen]

    def _difference(self, transcript: dict[str, Any], columns: list[list[Any]], twin: Replay) -> str | None:
        self.deals += 1
        self.decisions += len(twin.decisions)
        engine = {name: value for name, value in transcript.items() if name not in NAMES_ONLY}
        if engine != twin.transcript:
            return first_difference(engine, twin.transcript, "")
        views = [of_view(decision["view"]) for decision in twin.decisions]
        # without a decision there is no column, but the engine's are then empty too
        expected = [list(column) for column in zip(*views, strict=True)] or [[] for _ in VIEW_FIELDS]
        if columns == expected:
            return None
        for name, seen, right in zip(VIEW_FIELDS, columns, expected, strict=True):
            if found := first_difference(seen, right, f"view.{name}"):
                return found
        return None


def replace_some(rules: RuleSet, values: Mapping[str, list[Any]], dice: random.Random) -> RuleSet:
    """A rule set with about a third of the switches drawn anew, as far as the rules allow it."""
    for switch, choices in values.items():
        if dice.random() < 0.3:
            changed = with_value(rules, switch, dice.choice(choices))
            rules = changed or rules
    return rules


def with_value(rules: RuleSet, switch: str, value: Any) -> RuleSet | None:
    """The rules with one switch set; None where they refuse it."""
    try:
        return rules.with_(**{switch: value})
    except UserError:
        return None


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
