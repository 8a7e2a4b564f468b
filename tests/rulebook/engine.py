"""The engine as an implementation of the rule book: recorded choices through ``play_recorded``."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from debertz_sim.engine.blocks import play_recorded
from debertz_sim.engine.deal import keep_log
from debertz_sim.kernels.match import make_match, open_match
from debertz_sim.kernels.state import BY_DEFAULT, FAULT_CALL, FAULT_CARD
from debertz_sim.policies.families import SCRIPT, Scripted
from debertz_sim.policies.registry import seating
from debertz_sim.records.transcript import CALL_TEXTS, CARD_TEXTS, Scribe, Transcript
from debertz_sim.rules import RuleSet
from tests.positions import Position, lay_out, lay_packets
from tests.rulebook.case import Deal, Refused, card, cards
from tests.twin_tools import VIEW_FIELDS


def rule_set(table: dict[str, Any]) -> RuleSet:
    """The rules of a full switch table."""
    return RuleSet(name="a case", **table)


class Recorder:
    """A desk on which recorded deals are played."""

    def __init__(self, rules: dict[str, Any]) -> None:
        """Lay an empty table."""
        self.rules = rule_set(rules)
        self.scribe = Scribe(self.rules)
        self.desk = self.scribe.desk
        self.views = keep_log(self.desk)

    def play(self, calls: list[str], numbers: list[int], exchange: str = "default") -> Transcript:
        """Play what lies on the desk; raises Refused for a choice that is not legal or comes too late."""
        script: Any = np.zeros(1, SCRIPT).view(np.recarray)[0]
        script.n_calls, script.n_cards = len(calls), len(numbers)
        script.calls[: len(calls)] = [CALL_TEXTS.index(call) for call in calls]
        script.cards[: len(numbers)] = numbers
        before = self.scribe.before(self.desk)
        policies = Scripted(seating(self.rules.players, exchange=exchange).family.seats, script)
        fault = play_recorded(self.scribe.record, policies, self.desk, *[BY_DEFAULT] * 4)
        refuse(fault, self.desk, script)
        return {**self.scribe.write(self.desk, before), "decisions": self._decisions()}

    def _decisions(self) -> list[dict[str, Any]]:
        """What each seat could see when it chose."""
        return [
            {"seat": int(view.seat), "view": {name: view[name].tolist() for name in VIEW_FIELDS}}
            for view in self.views[: self.desk.log.count]
        ]


def refuse(fault: int, desk: Any, script: Any) -> None:
    """Raise Refused if the script broke a rule or went on after the end; where it ended early nothing was broken."""
    v, log = desk.v, desk.log
    if fault in (FAULT_CALL, FAULT_CARD):
        chosen = int(log.chosen[log.count - 1])
        if chosen >= 0:
            word = CARD_TEXTS[chosen] if fault == FAULT_CARD else CALL_TEXTS[chosen]
            raise Refused(f"seat {v.seat} may not choose {word}")
    elif fault:
        raise Refused(f"fault {fault}")
    elif script.next_call < script.n_calls or script.next_card < script.n_cards:
        raise Refused("the deal was over before the choices were")


def position_of(case: Deal) -> Position:
    """A deal of the rule book as it lies on a desk."""
    first, second = ([cards(packet) for packet in packets] for packets in (case.first, case.second))
    freza = None if case.freza is None else card(case.freza)
    scores = list(case.scores) if case.scores else None
    baids = list(case.baids or [0] * len(first))
    pots = list(case.pots)
    position = Position(case.dealer, first, card(case.upcard), second, freza, pots, case.forced, scores, baids)
    # Nobody is obliged by the first round in the deciding deals; who won it is not asked for any more.
    winner = min(case.obliged, default=0)
    return replace(position, match_round=case.match_round or 0, round_winner=winner, deciding=case.deciding)


def engine(rules: dict[str, Any], case: Deal) -> dict[str, Any]:
    """One deal."""
    recorder = Recorder(rules)
    lay_out(recorder.rules, recorder.desk, position_of(case))
    found = recorder.play(case.calls.split(), cards(case.cards), case.exchange)
    if "to_move" in found and not found["plays"]:
        found["to_move"]["legal"].sort()  # the rule book lists calls by the alphabet
    return found


def engine_match(rules: dict[str, Any], first_dealer: int, deals: tuple[Deal, ...]) -> dict[str, Any]:
    """A chain of deals."""
    recorder = Recorder(rules)
    m = recorder.desk.m
    players = recorder.rules.players
    open_match(m, first_dealer)
    make_match(recorder.rules.lower()[0], m)
    played = []
    for one in deals:
        dealt = position_of(one)
        lay_packets(recorder.desk, dealt.first, dealt.upcard, dealt.second, dealt.freza)
        played.append(recorder.play(one.calls.split(), cards(one.cards)))
    return {
        "deals": played,
        "over": bool(m.over),
        "winner": int(m.winner) if m.winner >= 0 else None,
        "scores": m.scores[:players].tolist(),
        "payoffs": m.payoff[:players].tolist(),
        "round_winners": [seat for seat in m.round_winners.tolist() if seat >= 0],
    }
