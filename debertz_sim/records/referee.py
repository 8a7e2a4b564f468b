"""The referee: takes a recorded deal or match, checks every rule, and writes what follows from it.

The kernels play the recorded calls and cards again and say where a choice was not legal; here the cards are laid out
for them, and their answers are put in words.  The first broken rule is one ``UserError``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from debertz_sim.cards import FULL_PACK, card_text
from debertz_sim.engine.blocks import play_recorded
from debertz_sim.engine.deal import keep_log
from debertz_sim.errors import UserError
from debertz_sim.kernels.dealing import upcard_owner
from debertz_sim.kernels.match import make_match, open_match, reached_winner
from debertz_sim.kernels.state import BAID, BY_DEFAULT, DECIDING_DEALS, MATCH, MAX_SEATS
from debertz_sim.kernels.tricks import beats
from debertz_sim.policies.families import SCRIPT, SEATING, Scripted
from debertz_sim.records.recorded import Recorded
from debertz_sim.records.referee_cards import Layout, lay_out
from debertz_sim.records.referee_faults import Faults
from debertz_sim.records.referee_output import merged
from debertz_sim.records.seats import Seats, side_of, side_text
from debertz_sim.records.transcript import Scribe, Transcript
from debertz_sim.records.transcript_input import by_seat, read, show
from debertz_sim.rules import RuleSet
from debertz_sim.variants import from_spec

# A call or a trick does not pay for compiling.
_beats = getattr(beats, "py_func", beats)
_upcard_owner = getattr(upcard_owner, "py_func", upcard_owner)


def score(transcript: Mapping[str, Any], rules: RuleSet | None = None) -> Transcript:
    """Check a recorded deal and complete it.

    Parameters
    ----------
    transcript
        As ``docs/transcripts.md`` describes; what is left out is derived where it can be.
    rules
        In place of the rules that it names.

    Returns
    -------
    dict
        The same transcript with ``melds`` and ``result``; while it is not finished with ``to_move`` (whose turn it
        is, and what would be legal) and a result with what is known.

    Raises
    ------
    UserError
        One line with the first broken rule, and what would have been legal; or a field that is not right.
    """
    if _of_terts(transcript, rules):
        from debertz_sim.records.terts_referee import score_terts

        return score_terts(transcript, rules)
    recorded = read(transcript, rules)
    referee = _referee(recorded.rules, recorded.rules.name)
    referee.open_deal(recorded)
    return referee.complete(recorded, rules is not None)


def card_views(transcript: Mapping[str, Any], rules: RuleSet | None = None) -> list[Any]:
    """What each seat saw when it laid its card: a record of type VIEW for every card of a recorded deal, in order.

    Raises ``UserError`` as ``score``.
    """
    recorded = read(transcript, rules)
    referee = Referee(recorded.rules)
    views = keep_log(referee.desk)
    referee.open_deal(recorded)
    referee.complete(recorded, rules is not None)
    first = len(recorded.calls)
    return [views[first + place] for place in range(len(recorded.cards_played))]


def _of_terts(transcript: object, rules: RuleSet | None) -> bool:
    """Whether this is a deal of terts: its format says so, or, where none is written, the rules."""
    if not isinstance(transcript, Mapping):
        return False
    kind = transcript.get("format")
    if kind is None and rules is None and transcript.get("rules") is not None:
        rules = from_spec(transcript["rules"])
    return kind == "debertz-terts/1" or (kind is None and rules is not None and rules.form == "terts")


def score_match(transcripts: Iterable[Mapping[str, Any]], rules: RuleSet | None = None) -> list[Transcript]:
    """Check and complete the deals of one match, also that rules, dealer, pots, scores and baids carry over.

    Of those fields the first deal needs ``rules`` and ``dealer``; where the others, or those of a later deal, are left
    out they are filled in.  The match may be unfinished; the last deal may be.

    Raises
    ------
    UserError
        As ``score``; the deal is named, counting from 1.
    """
    done: list[Transcript] = []
    for number, given in enumerate(transcripts, 1):
        try:
            if not isinstance(given, Mapping):
                raise UserError(f"{show(given)} is not a transcript; it must be a table")
            if not done:
                played_by = (rules or from_spec(given.get("rules"))).require_matches()
                referee = _referee(played_by, played_by.name)
            carried = referee.carried(done[-1]) if done else _at_first(played_by)
            recorded = read(_filled(by_seat(given, played_by), carried, rules), rules)
            if not done:
                referee.open_match(recorded)
            done.append(referee.complete(recorded, rules is not None))
        except UserError as error:
            raise UserError(f"deal {number}: {error}") from None
    if not done:
        raise UserError("there is no deal in the match")
    return done


@lru_cache(maxsize=8)
def _referee(rules: RuleSet, name: str) -> Referee:
    """A referee for these rules; two rule sets that differ in their name alone are equal, hence ``name``."""
    return Referee(rules)


class Referee:
    """Plays recorded deals again on a desk of its own."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.scribe = Scribe(rules)
        self.desk = self.scribe.desk
        self.record = self.scribe.record
        self.inherited = self.desk.m.copy()  # what the deal under way found, as it is played several times
        self.script: Any = np.zeros(1, SCRIPT).view(np.recarray)[0]
        self.policies = Scripted(np.zeros(1, SEATING).view(np.recarray)[0], self.script)

    # What the deal inherits

    def open_deal(self, recorded: Recorded) -> None:
        """Put down what a single deal says it inherits."""
        m = self.desk.m
        open_match(m, recorded.dealer)
        m.forced = -1 if recorded.forced is None else recorded.forced
        if self.rules.hanging == "per_dealer":
            m.dealer_pots[recorded.dealer] = sum(recorded.pots)
        else:
            m.n_pots = len(recorded.pots)
            m.pots[: len(recorded.pots)] = recorded.pots
        if recorded.scores is not None:
            self._resume_match(recorded, recorded.scores)

    def _resume_match(self, recorded: Recorded, scores: list[int]) -> None:
        """Put down how the match stands, with what is needed of its rounds."""
        m, players = self.desk.m, self.rules.players
        m.in_match = 1
        m.scores[:players] = scores
        m.baids[:players] = recorded.baids or [0] * players
        m.match_round = recorded.match_round
        m.deciding = recorded.deciding
        if recorded.obliged:
            m.round_winners[0] = recorded.obliged[0]
        if recorded.match_round == DECIDING_DEALS:
            m.round_winners[:] = 0, 1  # one each; whose was the first does not matter any more
        else:
            self._require_open_match(scores)

    def _require_open_match(self, scores: list[int]) -> None:
        """Refuse scores with which the match (or its round) was over; some may have asked for another deal."""
        target = self.rules.target
        if target == "one_deal":
            if any(scores):
                raise UserError(
                    f"scores_before: {show(scores)} is not right; in a match of one deal nothing is written yet"
                )
            return
        assert isinstance(target, int)
        best = max(scores)
        if best >= target and not self._extra_deal(target):
            what = "round" if self.desk.m.match_round else "match"
            who = side_text(self.rules, scores.index(best))
            raise UserError(f"scores_before: the {what} was over, as {who} with {best} had reached {target}")

    def _extra_deal(self, target: int) -> bool:
        """Whether some deal could have ended with these scores and no winner: who played it is not known."""
        t, m = self.desk.t, self.desk.m
        seats = range(self.rules.players)
        reached = sum({1 << side_of(self.rules, seat)[0] for seat in seats if m.scores[seat] >= target})
        for dealer, declarer, last in product(seats, repeat=3):
            t.passive = dealer if self.rules.passive_dealer else -1
            t.declarer, t.last_trick = declarer, last
            sat_out = t.passive in (declarer, last)
            if not sat_out and reached_winner(self.record, t, m, np.int64(reached)) < 0:
                return True
        return False

    def open_match(self, recorded: Recorded) -> None:
        """Put down what the first deal of a match inherits: nothing."""
        open_match(self.desk.m, recorded.dealer)
        make_match(self.record, self.desk.m)

    def carried(self, last: Transcript) -> dict[str, Any]:
        """What the next deal of the match inherits from the ``last``."""
        if "to_move" in last:
            raise UserError("the deal before it is not finished")
        if self.desk.m.over:
            raise UserError(
                f"it is too much; the match was over with the deal before it (outcome {last['result']['outcome']})"
            )
        before = self.scribe.before(self.desk)
        deciding = before.match_round == DECIDING_DEALS
        return {
            "rules": last["rules"],
            "dealer": int(self.desk.m.dealer),
            "pots": before.pots,
            "scores_before": before.scores,
            "baids_before": before.baids,
            "match_round": before.match_round or None,
            "obliged": list(before.obliged) if before.match_round else None,
            "deciding_deals_before": before.deciding if deciding else None,
            "forced": {"declarer": before.forced} if before.forced >= 0 else None,
        }

    # Playing it again

    def complete(self, recorded: Recorded, other_rules: bool) -> Transcript:
        """Play the record on the open match, check it, and return its completed transcript."""
        before = self.scribe.before(self.desk)
        self.inherited = self.desk.m.copy()
        faults = Faults(self.rules, self.record, self.desk, self._winner)
        nothing = [0] * self.rules.players
        self._play(recorded, Layout(recorded.first or nothing, nothing, -1, None, False, False))
        faults.check_calls(recorded)
        leader = int(self.desk.v.leader)
        upcard_seat = int(_upcard_owner(self.record, self.desk.t))
        if recorded.exchange is not None and recorded.trump is not None:
            seat = recorded.exchange.seat
            seven = [(1 << 8 * recorded.trump) * (seat == other) for other in range(self.rules.players)]
            self._play(recorded, Layout(seven, nothing, -1, seat, False, False))
            faults.check_exchange(seat)
        layout = lay_out(recorded, self._all_played(recorded, leader), None if upcard_seat < 0 else upcard_seat)
        plans = _Plans.of(recorded)
        self._play(recorded, layout, plans)
        faults.check(recorded, layout, lambda: self._call_tricks(recorded, layout, plans))
        if self.desk.t.outcome == BAID and before.in_match and recorded.baids is None and self.rules.baid_penalty:
            raise UserError(f"baids_before: they are needed, as a third baid costs {self.rules.baid_penalty}")
        return merged(recorded, layout, self.scribe.write(self.desk, before), other_rules)

    def _play(self, recorded: Recorded, layout: Layout, plans: _Plans | None = None) -> None:
        """Play the calls and, with ``plans``, the cards, on the match as it stood before the deal."""
        t, m, script = self.desk.t, self.desk.m, self.script
        n = self.rules.players
        for field in MATCH.names or ():
            m[field] = self.inherited[field]
        t.first[:n] = layout.first
        t.second[:n] = layout.second
        t.upcard = recorded.upcard
        t.freza = layout.freza
        m.dealer = recorded.dealer
        cards = recorded.cards_played if plans else []
        script.next_call = script.next_card = 0
        script.n_calls = len(recorded.calls)
        script.calls[: len(recorded.calls)] = recorded.calls
        script.n_cards = len(cards)
        script.cards[: len(cards)] = cards
        redeal, bella, claim = plans or _Plans()
        exchange = int(layout.exchanger is not None)
        play_recorded(self.record, self.policies, self.desk, redeal, exchange, bella, claim)

    def _all_played(self, recorded: Recorded, leader: int) -> list[int] | None:
        """What each seat has played (a passive dealer: what is left), if all is played and no hands are written."""
        tricks = int(self.record.tricks)
        if recorded.hands is not None or leader < 0 or len(recorded.cards_played) < tricks * self.rules.in_play:
            return None
        hands = [0] * self.rules.players
        seen: dict[int, int] = {}
        for number, trick in enumerate(recorded.plays, 1):
            for seat, card in zip(recorded.seats.turn_from(leader), trick.cards, strict=True):
                if seen.setdefault(card, number) != number:
                    raise UserError(f"trick {number}: {card_text(card)} was played in trick {seen[card]} already")
                hands[seat] |= 1 << card
            leader = self._winner(leader, trick.cards)
        if recorded.seats.passive is not None:
            hands[recorded.seats.passive] = FULL_PACK & ~sum(hands)
        return hands

    def _winner(self, leader: int, cards: Iterable[int]) -> int:
        """Who takes a complete trick, under the trump of the deal on the desk."""
        best, winner = -1, leader
        turn = Seats(self.rules, int(self.desk.t.dealer)).turn_from(leader)
        for seat, card in zip(turn, cards, strict=True):
            if best < 0 or _beats(self.record, int(self.desk.t.trump), card, best):
                best, winner = card, seat
        return winner

    def _call_tricks(self, recorded: Recorded, layout: Layout, plans: _Plans) -> list[int]:
        """The tricks in which bella might have been called."""
        found = []
        for trick in range(1, int(self.record.tricks) + 1):
            self._play(recorded, layout, plans._replace(bella=trick))
            if self.desk.t.bella_call == trick:
                found.append(trick)
        return found


class _Plans(NamedTuple):
    """What was done with the rights of the play, as the TABLE has it; defaults: nothing."""

    redeal: int = MAX_SEATS
    bella: int = 0
    claim: int = 0

    @classmethod
    def of(cls, recorded: Recorded) -> _Plans:
        """The plans of a record; a bella of which nothing is said is called as the default player does."""
        return cls(
            MAX_SEATS if recorded.redeal is None else recorded.redeal,
            BY_DEFAULT if recorded.bella_call is None else recorded.bella_call,
            0 if recorded.claim is None else recorded.claim.after_trick,
        )


def _at_first(rules: RuleSet) -> dict[str, Any]:
    """What the first deal of a match inherits."""
    zeros = [0] * rules.players
    first: dict[str, Any] = {"pots": [], "scores_before": zeros, "baids_before": zeros, "forced": None}
    return first | ({"match_round": 1, "obliged": []} if rules.form == "two_rounds" else {})


def _filled(given: Mapping[str, Any], carried: Mapping[str, Any], rules: RuleSet | None) -> dict[str, Any]:
    """A deal of a match with what it inherits; raises ``UserError`` where it says something else."""
    out = dict(given)
    for field, right in carried.items():
        value = given.get(field)
        if field == "rules" and value is not None and rules is None:
            if from_spec(value) != from_spec(right):
                raise UserError(f"rules: {show(value)} is not right; the whole match is played by {show(right)}")
        elif value is None:
            out[field] = right
        elif field != "rules" and value != right:
            raise UserError(f"{field}: {show(value)} is not right; it must be {show(right)}, as the match stands")
    return out
