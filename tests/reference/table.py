"""The table of the twin: cards, turn, what is legal, and what each seat may see (RULES.md section 2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.reference import melds
from tests.reference.cards import SEVEN, SUITS, TRUMP_STRENGTH, beats, card_points, mask, text, texts

Decision = dict[str, Any]
Chooser = Callable[[str, int, set[int], "Table"], int]
"""Called with kind ("call" or "card"), seat, the legal choices and the table; returns the choice."""

PASS = 4
BLANK = [-1, -1, -1, -1]
"""A trick of ``plays`` before its first card; shared, never changed."""


class ReferenceError_(Exception):
    """The input is not a deal, or a choice in it is not legal."""


class OutOfChoices(ReferenceError_):
    """The choices end before the deal does; says who was to choose among what."""

    def __init__(self, kind: str, seat: int, legal: set[int], trick: int) -> None:
        """Say whose choice is missing; ``trick`` is 0 in the auction."""
        super().__init__(f"no {kind} left for seat {seat}{f' in trick {trick}' if trick else ''}")
        self.kind = kind
        self.seat = seat
        self.legal = legal


class Table:
    """All that is known of one deal so far; -1 stands for none, not yet, not known."""

    def __init__(
        self,
        rules: dict[str, Any],
        dealer: int,
        first_packets: list[list[int]],
        upcard: int,
        forced_declarer: int | None,
        pot: int,
        scores: list[int] | None,
        choose: Chooser,
    ) -> None:
        """Deal the first packets and turn the upcard; ``pot`` is what waits for this deal."""
        self.rules = rules
        self.dealer = dealer
        self.turn = [1 - dealer, dealer]
        self.choose = choose
        self.decisions: list[Decision] = []
        self.pot = pot
        self.scores = list(scores) if scores is not None else [0, 0]
        self.first = [set(packet) for packet in first_packets]
        self.full = [set(packet) for packet in first_packets]
        """Whole hands: six cards at first, nine after the second packets, changed by the exchange."""
        self.hands = self.full
        """Cards not yet played."""
        self.upcard = self.open_card = upcard
        self.freza = -1
        self.forced = forced_declarer is not None
        self.declarer = -1 if forced_declarer is None else forced_declarer
        self.trump = upcard // 8 if self.forced else -1
        self.round = 0
        self.auction: list[dict[str, Any]] = []
        self.exchanger = self.took = -1
        self.trick = 0
        self.lying: list[int] = []
        self.plays: list[tuple[int, list[int]]] = []
        self.play_rows = [BLANK] * 9
        self.leaders = [-1] * 9
        self.winners: list[int] = []
        self.tricks = [0, 0]
        self.points = [0, 0]
        self.void = [0, 0]
        self.played = [0, 0]
        self.full_mask = [mask(hand) for hand in self.full]
        self.sequences: list[list[melds.Sequence]] = [[], []]
        self.fours: list[list[int]] = [[], []]
        self.contest = melds.Contest((), (), None)
        self.announced = [-1, -1]
        self.top = [-1, -1]
        self.shown = [0, 0]
        self.bella_holder = -1
        self.bella_call: int | None = None
        self.bella_tricks: list[int] = []
        """The tricks to which king and queen were played."""
        self.bella_lost = False
        """Whether the first of them lost to what already lay in its trick."""

    # The auction and what follows before the play

    def hold_auction(self) -> bool:
        """Ask for calls until somebody plays; False if all pass."""
        for self.round in (1, 2):
            for seat in self.turn:
                suits = {self.upcard // 8}
                if self.round == 2:
                    suits = set(range(4)) if self.rules["second_round_suits"] == "any" else set(range(4)) - suits
                obliged = self.round == 2 and seat == self.dealer and self.rules["all_pass"] == "obliged"
                call = self._decide("call", seat, suits if obliged else suits | {PASS})
                if call == PASS:
                    self.auction.append({"seat": seat, "call": "pass"})
                    continue
                self.auction.append({"seat": seat, "call": "play", "suit": SUITS[call]})
                self.declarer, self.trump = seat, call
                return True
        return False

    def deal_second(self, second_packets: list[list[int]], freza: int) -> None:
        """Second packets; the bottom card is shown where the rules say so."""
        for seat in (0, 1):
            self.full[seat] |= set(second_packets[seat])
        self.freza = freza if self.rules["freza_shown"] else -1

    def exchange(self, seat: int) -> dict[str, Any]:
        """Give the trump seven for the upcard; returns the entry of the transcript."""
        seven = 8 * self.trump + SEVEN
        self.full[seat].remove(seven)
        self.full[seat].add(self.upcard)
        self.exchanger, self.took, self.open_card = seat, self.upcard, seven
        return {"seat": seat, "gave": text(seven), "took": text(self.upcard)}

    def judge_melds(self) -> None:
        """Find melds and their contest on the full hands, before the first trick."""
        self.hands = [set(hand) for hand in self.full]
        self.full_mask = [mask(hand) for hand in self.full]
        self.sequences = [melds.sequences(hand, self.trump, self.rules) for hand in self.full]
        self.fours = [melds.fours(hand, self.rules) for hand in self.full]
        if not self.forced:
            self.contest = melds.contest(self.sequences, self.turn, self.rules)
        for seat in (0, 1):
            if self.full[seat].issuperset(melds.bella_cards(self.trump)):
                self.bella_holder = seat

    # The play

    def play_trick(self, leader: int) -> int:
        """One trick; returns its winner."""
        self.trick += 1
        self.lying = []
        self.leaders[self.trick - 1] = leader
        self.plays.append((leader, self.lying))
        best, winner = -1, leader
        for seat in (leader, 1 - leader):
            card = self._decide("card", seat, self.legal_cards(seat))
            self._lay(seat, card)
            if best < 0 or beats(card, best, self.trump):
                best, winner = card, seat
        plain, trumps = card_points(self.rules)
        for card in self.lying:
            self.points[winner] += (trumps if card // 8 == self.trump else plain)[card % 8]
        self.tricks[winner] += 1
        self.winners.append(winner)
        if self.trick == 1:
            self._after_first_trick(leader)
        return winner

    def legal_cards(self, seat: int) -> set[int]:
        """Follow suit, else trump, else anything; a trump that must be beaten is beaten if it can be."""
        hand = self.hands[seat]
        if not self.lying:
            return set(hand)
        led = self.lying[0] // 8
        legal = {card for card in hand if card // 8 == led}
        if legal and led != self.trump:
            return legal
        if not legal:
            legal = {card for card in hand if card // 8 == self.trump}
        if not legal:
            return set(hand)
        duty = self.rules["overtrump"]
        if duty == "always" or (duty == "trump_lead" and led == self.trump):
            highest = max((TRUMP_STRENGTH[card % 8] for card in self.lying if card // 8 == self.trump), default=-1)
            return {card for card in legal if TRUMP_STRENGTH[card % 8] > highest} or legal
        return legal

    def _lay(self, seat: int, card: int) -> None:
        """Put a card on the table, with what is said and shown along with it."""
        self._call_bella(seat, card)
        self.hands[seat].remove(card)
        self.played[seat] |= 1 << card
        if self.lying and card // 8 != self.lying[0] // 8:
            self.void[seat] |= 1 << self.lying[0] // 8
            if card // 8 != self.trump:
                self.void[seat] |= 1 << self.trump
        self.lying.append(card)
        row = list(self.play_rows[self.trick - 1])
        row[len(self.lying) - 1] = card
        self.play_rows = list(self.play_rows)
        self.play_rows[self.trick - 1] = row
        if self.trick == 1:
            self._announce(seat)

    def _announce(self, seat: int) -> None:
        """Name the best class, unless a higher one was named or sequences do not count."""
        grade = 0
        if self.sequences[seat] and not self.forced:
            grade = self.sequences[seat][0].grade
        self.announced[seat] = grade if grade >= max(self.announced) else 0

    def _after_first_trick(self, leader: int) -> None:
        """Make public the tops that were asked for, and the sequences of who won the contest."""
        if self.announced[0] == self.announced[1] > 0:
            # The leader named the class first and was asked; the other's top is told unless it is beaten.
            for seat in (0, 1):
                beaten = self.contest.winners == (1 - seat,)
                if seat == leader or not beaten:
                    self.top[seat] = self.sequences[seat][0].top
        for seat in self.contest.winners + self.contest.tied:
            self.shown[seat] = melds.sequence_mask(self.sequences[seat])

    # Bella

    def _call_bella(self, seat: int, card: int) -> None:
        """The default player's call, made with this card at the latest; also notes when king or queen falls."""
        if seat != self.bella_holder:
            return
        pair = melds.bella_cards(self.trump)
        left = [c for c in pair if c in self.hands[seat]]
        first = card in pair and len(left) == 2
        if first:
            self.bella_lost = bool(self.lying) and not beats(card, self.lying[0], self.trump)
        if card in pair:
            self.bella_tricks.append(self.trick)
        if self.bella_call is not None or not left:
            return
        mode = self.rules["bella_call"]
        allowed = (
            mode == "any_turn"
            or (mode == "first_card" and first)
            or (mode == "on_lead" and not self.lying)
            or (mode == "after_trick" and self.tricks[seat] > 0)
        )
        if allowed and not (self.rules["bella_to"] == "first_trick_winner" and self.bella_lost):
            self.bella_call = self.trick

    def bella_goes_to(self) -> int | None:
        """Who gets the bella for certain as things stand after a trick."""
        holder = self.bella_holder
        if self.bella_call is None or (self.rules["bella_needs_trick"] and self.tricks[holder] == 0):
            return None
        if self.rules["bella_to"] == "holder":
            return holder
        takers = [self.winners[trick - 1] for trick in self.bella_tricks]
        if self.rules["bella_to"] == "first_trick_winner":
            return takers[0] if takers else None
        return holder if takers == [holder, holder] else None

    # Decisions

    def _decide(self, kind: str, seat: int, legal: set[int]) -> int:
        """Ask for a choice and note it with what the seat can see."""
        view = self._view(seat, legal)
        choice = self.choose(kind, seat, legal, self)
        if choice not in legal:
            if kind == "card":
                right = " ".join(texts(sorted(legal)))
                raise ReferenceError_(
                    f"trick {self.trick}: seat {seat} may not play {text(choice)}; legal cards: {right}"
                )
            words = ["pass" if call == PASS else SUITS[call] for call in (choice, *sorted(legal))]
            raise ReferenceError_(f"round {self.round}: seat {seat} may not call {words[0]}; legal: {words[1:]}")
        self.decisions.append({"kind": kind, "seat": seat, "legal": legal, "chosen": choice, "view": view})
        return choice

    def _view(self, seat: int, legal: set[int]) -> dict[str, Any]:
        """The VIEW record of a seat that has to decide."""
        target = self.rules["target"]
        bella_public = self.bella_call is not None and self.bella_tricks
        return {
            "players": 2,
            "seat": seat,
            "dealer": self.dealer,
            "forced": int(self.forced),
            "round": self.round,
            "declarer": self.declarer,
            "trump": self.trump,
            "upcard": self.open_card,
            "freza": self.freza,
            "exchanger": self.exchanger,
            "took": self.took,
            "hand": self.full_mask[seat] & ~self.played[seat],
            "full": self.full_mask[seat],
            "legal": mask(legal),
            "n_calls": len(self.auction),
            "trick": self.trick,
            "leader": self.leaders[self.trick - 1] if self.trick else -1,
            "lying": len(self.lying),
            "void": [*self.void, 0, 0],
            "played": [*self.played, 0, 0],
            "tricks": [*self.tricks, 0, 0],
            "points": [*self.points, 0, 0],
            "announced": [*self.announced, -1, -1],
            "top": [*self.top, -1, -1],
            "shown": [*self.shown, 0, 0],
            "bella": self.bella_holder if bella_public else -1,
            "plays": self.play_rows,
            "leaders": list(self.leaders),
            "pot": self.pot,
            "target": 0 if target == "one_deal" else target,
            "scores": [*self.scores, 0, 0],
        }
