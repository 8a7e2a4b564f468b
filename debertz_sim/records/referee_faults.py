"""The kernels' faults in words: trick, seat, card, and what would have been legal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NoReturn

from debertz_sim.cards import SUIT_LETTERS, card_text, cards_of, hand_text
from debertz_sim.errors import UserError
from debertz_sim.kernels.match import safe_points
from debertz_sim.kernels.state import (
    ALL_PASS,
    CLAIM,
    DECIDING_DEALS,
    FAULT_CALL,
    FAULT_CARD,
    FAULT_CLAIM,
    FAULT_EXCHANGE,
    FAULT_REDEAL,
    INSTANT_WIN,
    PASS,
    REDEAL,
)
from debertz_sim.records.recorded import Recorded
from debertz_sim.records.referee_cards import Layout
from debertz_sim.records.seats import side_of
from debertz_sim.rules import RuleSet

_ENDS = {
    ALL_PASS: "all have passed",
    REDEAL: "the cards are dealt anew",
    INSTANT_WIN: "the match is won at once by seat {claimer}",
    CLAIM: "the match has been claimed",
}


class Faults:
    """Looks at the desk on which a record was played again and raises the first broken rule.

    ``winner_of`` says who takes a complete trick (leader, cards).
    """

    def __init__(self, rules: RuleSet, record: Any, desk: Any, winner_of: Callable[[int, Iterable[int]], int]) -> None:
        self.rules = rules
        self.record = record
        self.desk = desk
        self.winner_of = winner_of

    def check(self, recorded: Recorded, layout: Layout, call_tricks: Callable[[], list[int]]) -> None:
        """Raise ``UserError`` for the first choice that broke a rule, and for choices after the end.

        ``call_tricks`` finds out in which tricks bella might have been called (it uses the desk).
        """
        t = self.desk.t
        self.check_calls(recorded)
        if t.fault == FAULT_REDEAL or (recorded.redeal is not None and recorded.redeal == t.passive):
            self._redeal(recorded)
        self.check_exchange(layout.exchanger)
        self._check_leaders(recorded)
        self._check_bella(recorded, call_tricks)
        if t.fault == FAULT_CARD and self._laid() < len(recorded.cards_played):
            self._card(recorded.cards_played[self._laid()])
        if t.fault == FAULT_CLAIM:
            self._claim(recorded)
        self._check_end(recorded)

    # The auction

    def check_calls(self, recorded: Recorded) -> None:
        """Raise ``UserError`` for a call that is not legal or comes after the end of the auction."""
        t, v = self.desk.t, self.desk.v
        made = int(t.n_calls)
        if made == len(recorded.calls):
            return
        call = _call_text(recorded.calls[made])
        if t.fault == FAULT_CALL:
            legal = ", ".join(_call_text(c) for c in range(PASS, -1, -1) if v.legal >> c & 1)
            raise UserError(f"auction: call {made + 1}: seat {v.seat} may not call {call}; legal: {legal}")
        if made:
            last = f"seat {t.declarer}'s {_call_text(t.trump)}"
            raise UserError(f"auction: call {made + 1} ({call}) is too much; {last} ended the auction")
        raise UserError(f"auction: it must be []; {self._end(t.outcome)} by {hand_text(int(t.first[t.claimer]))}")

    # Rights before the play

    def _redeal(self, recorded: Recorded) -> NoReturn:
        seat = recorded.redeal
        if seat == self.desk.t.passive:
            raise UserError(f"redeal: seat {seat} is the passive dealer and has no right to it; it must be left out")
        hand = int(self.desk.t.full[seat])
        points = sum(int(self.record.points[0, card & 7]) for card in cards_of(hand))
        raise UserError(
            f"redeal: seat {seat} has no right to it with {hand_text(hand)} ({points} points; these rules have "
            f"redeal_four_sevens={'yes' if self.rules.redeal_four_sevens else 'no'}, "
            f"redeal_max_points={self.rules.redeal_max_points}); it must be left out"
        )

    def check_exchange(self, seat: int | None) -> None:
        """Raise ``UserError`` if this seat exchanged the seven without a right to it."""
        t = self.desk.t
        if t.fault != FAULT_EXCHANGE:
            return
        if self.rules.in_play == 4:
            why = "with four in play the upcard is dealt"
        elif self.rules.seven_exchange == "none":
            why = "these rules have none"
        elif seat == t.passive:
            why = "he is the passive dealer"
        elif t.round == 2:
            why = "trump was named in round 2"
        elif t.upcard == 8 * t.trump:
            why = "the upcard is the trump seven itself"
        elif self.rules.seven_exchange == "declarer" and seat != t.declarer:
            why = f"only the declarer, seat {t.declarer}, may exchange"
        else:
            why = "his seven came with the second packets"
        raise UserError(f"exchange: seat {seat} has no right to it, {why}; it must be null")

    # The play

    def _laid(self) -> int:
        """How many cards were accepted before the play stopped at a card."""
        return int(self.rules.in_play * (self.desk.v.trick - 1) + self.desk.v.lying)

    def _check_leaders(self, recorded: Recorded) -> None:
        v = self.desk.v
        for number, trick in enumerate(recorded.plays, 1):
            leader = int(v.leaders[number - 1])
            if trick.leader is not None and leader >= 0 and trick.leader != leader:
                why = "leads to the first trick" if number == 1 else f"won trick {number - 1} and leads"
                raise UserError(f"trick {number}: leader {trick.leader} is not right; it is seat {leader}, who {why}")

    def _card(self, card: int) -> NoReturn:
        v = self.desk.v
        hand, legal = int(v.hand), int(v.legal)
        if hand >> card & 1:
            why = self._duty(card, cards_of(legal))
        else:
            earlier = [n for n, trick in enumerate(v.plays[: v.trick - 1].tolist(), 1) if card in trick]
            why = f"it was played in trick {earlier[0]}" if earlier else "he does not hold it"
        raise UserError(
            f"trick {v.trick}: seat {v.seat} may not play {card_text(card)}, {why}; legal: {hand_text(legal)}"
        )

    def _duty(self, card: int, legal: list[int]) -> str:
        """Which duty a held card breaks, told from the cards that would keep it."""
        suit = legal[0] // 8
        if suit == card // 8:
            return "he must beat the trump that lies"
        if suit == int(self.desk.v.plays[self.desk.v.trick - 1][0]) // 8:
            return f"he must follow suit ({SUIT_LETTERS[suit]})"
        return f"he must trump ({SUIT_LETTERS[suit]})"

    def _check_bella(self, recorded: Recorded, call_tricks: Callable[[], list[int]]) -> None:
        t, v = self.desk.t, self.desk.v
        call = recorded.bella_call
        if not call or t.bella_call == call:
            return
        if v.trick == 0:
            raise UserError(f"bella: called in trick {call}, but no card is played; it must be null")
        holder = int(t.bella_holder)
        if holder < 0:
            raise UserError("bella: nobody holds king and queen of trump; there is no call")
        tricks = ", ".join(map(str, call_tricks()))
        right = f"legal: trick {tricks}" if tricks else "he cannot call it yet"
        mode = self.rules.bella_call
        raise UserError(f"bella: seat {holder} may not call it in trick {call} (bella_call={mode}); {right}")

    def _claim(self, recorded: Recorded) -> NoReturn:
        claim = recorded.claim
        assert claim is not None and recorded.scores is not None
        trick = recorded.plays[claim.after_trick - 1]
        winner = self.winner_of(int(self.desk.v.leaders[claim.after_trick - 1]), trick.cards)
        if winner != claim.seat:
            why = f"it was won by seat {winner}, and only the winner of a trick may claim after it"
        elif self.rules.target == "one_deal":
            why = "one deal has no target to reach"
        elif self.rules.early_claim == "off":
            why = "these rules have no early claim"
        elif claim.after_trick == self.record.tricks:
            why = "it is the last, and the deal is counted"
        elif self.desk.m.match_round == DECIDING_DEALS:
            why = "the deciding deals have no target to reach"
        elif self.rules.early_claim == "defender" and self.desk.t.declarer in side_of(self.rules, claim.seat):
            why = "the declarer may not claim" if claim.seat == self.desk.t.declarer else "he is the declarer's partner"
        else:
            safe = int(safe_points(self.record, self.desk.t, self.desk.v, winner))
            why = f"{recorded.scores[winner]} written and {safe} safe do not reach {self.rules.target}"
        raise UserError(f"claim: seat {claim.seat} may not claim after trick {claim.after_trick}: {why}")

    # The end

    def _end(self, outcome: int) -> str:
        return _ENDS[outcome].format(claimer=self.desk.t.claimer)

    def _check_end(self, recorded: Recorded) -> None:
        """Whether cards or a claim are recorded beyond what could happen."""
        t, v = self.desk.t, self.desk.v
        played = recorded.cards_played
        if t.fault == FAULT_CALL and (played or recorded.claim or recorded.redeal is not None):
            raise UserError(f"auction: it is not finished; seat {v.seat} is to call before anything else happens")
        if t.outcome in _ENDS and v.trick == 0 and played:
            raise UserError(f"plays: there are none, as {self._end(t.outcome)}; it must be []")
        if t.outcome == CLAIM and len(played) > self.rules.in_play * v.trick:
            raise UserError(f"trick {v.trick + 1}: it is too much, as {self._end(CLAIM)} after trick {v.trick}")
        claim = recorded.claim
        if claim is None:
            return
        if t.outcome != CLAIM:
            complete = int(v.tricks[: self.rules.players].sum())
            raise UserError(f"claim: after trick {claim.after_trick}, but only {complete} tricks are complete")
        if t.claimer != claim.seat:
            raise UserError(
                f"claim: seat {t.claimer} won trick {v.trick} and alone may claim after it, not seat {claim.seat}"
            )


def _call_text(call: int) -> str:
    return "pass" if call == PASS else f"play {SUIT_LETTERS[call]}"
