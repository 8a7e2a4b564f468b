"""The table of the twin: cards, turn, what is legal, and what each seat may see (RULES.md section 2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.reference import melds, score
from tests.reference.cards import SEVEN, SUITS, TRUMP_STRENGTH, beats, card_points, mask, text, texts
from tests.reference.seats import Seats

Decision = dict[str, Any]
Chooser = Callable[[str, int, set[int], "Table"], int]
"""Called with kind ("call" or "card"), seat, the legal choices and the table; returns the choice."""

PASS = 4
BLANK = [-1, -1, -1, -1]
"""A trick of ``plays`` before its first card; shared, never changed."""


@dataclass
class Before:
    """What a deal inherits from the match."""

    pots: list[int]
    forced_declarer: int | None = None
    scores: list[int] | None = None
    """None for a deal on its own, and so are the baids."""
    baids: list[int] | None = None
    match_round: int = 0
    """1, 2 or, for the deciding deals, 3 in a match of two rounds."""
    obliged: list[int] = field(default_factory=list)
    """In the second round the seats of the side that won the first."""
    deciding: int = 0
    """Deciding deals played out since the sums were last compared."""


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
        seats: Seats,
        first_packets: list[list[int]],
        upcard: int,
        before: Before,
        choose: Chooser,
    ) -> None:
        """Deal the first packets and turn the upcard."""
        self.rules = rules
        self.seats = seats
        self.turn = seats.turn
        self.before = before
        self.choose = choose
        self.decisions: list[Decision] = []
        players = seats.players
        self.first = [set(packet) for packet in first_packets]
        self.full = [set(packet) for packet in first_packets]
        """Whole hands: the first packets, then with the second ones and the exchange."""
        self.hands = self.full
        """Cards not yet played."""
        self.upcard = self.open_card = upcard
        self.freza = -1
        self.upcard_seat = -1
        self.forced = before.forced_declarer is not None
        self.declarer = -1 if before.forced_declarer is None else before.forced_declarer
        self.trump = upcard // 8 if self.forced else -1
        self.obliged = not self.forced and self._last_is_obliged()
        self.round = 0
        self.auction: list[dict[str, Any]] = []
        self.exchanger = self.took = -1
        self.trick = 0
        self.lying: list[int] = []
        self.best = self.winning = -1
        """The card that wins the trick as it lies, and whose it is."""
        self.plays: list[tuple[int, list[int]]] = []
        self.play_rows = [BLANK] * 9  # as many as a view has, also where eight tricks are played
        self.leaders = [-1] * 9
        self.winners: list[int] = []
        self.tricks = [0] * players
        self.points = [0] * players
        self.void = [0] * players
        self.played = [0] * players
        self.full_mask = [mask(hand) for hand in self.full]
        self.sequences: list[list[melds.Sequence]] = [[] for _ in range(players)]
        self.fours: list[list[int]] = [[] for _ in range(players)]
        self.best_fours: int | None = None
        self.contest = melds.NO_CONTEST
        self.announced = [-1] * players
        self.top = [-1] * players
        self.shown = [0] * players
        self.bella_holder = -1
        self.bella_call: int | None = None
        self.bella_tricks: list[int] = []
        """The tricks to which king and queen were played."""
        self.bella_lost = False
        """Whether the first of them lost to what already lay in its trick from another side."""
        self.nobody = [0] * (4 - players)
        self.silent = [-1] * (4 - players)
        """What stands in a view for the seats that nobody sits at: its per-seat lists always have four entries."""
        self.known_all_along = self._known_all_along()

    # The auction and what follows before the play

    def _last_is_obliged(self) -> bool:
        """Whether the last to speak must name a suit if nobody has."""
        if self.rules["form"] == "two_rounds":
            return self.turn[-1] in self.before.obliged
        return bool(self.rules["all_pass"] == "obliged")

    def hold_auction(self) -> bool:
        """Ask for calls until somebody plays; False if all pass."""
        for self.round in (1, 2):
            for seat in self.turn:
                suits = {self.upcard // 8}
                if self.round == 2:
                    suits = set(range(4)) if self.rules["second_round_suits"] == "any" else set(range(4)) - suits
                obliged = self.obliged and self.round == 2 and seat == self.turn[-1]
                call = self._decide("call", seat, suits if obliged else suits | {PASS})
                if call == PASS:
                    self.auction.append({"seat": seat, "call": "pass"})
                    continue
                self.auction.append({"seat": seat, "call": "play", "suit": SUITS[call]})
                self.declarer, self.trump = seat, call
                return True
        return False

    def upcard_goes_to(self) -> int:
        """Who gets the upcard with the second packets; the declarer is known by then."""
        if self.seats.passive is not None or self.rules["upcard_to"] == "dealer":
            return self.seats.dealer
        return self.declarer if self.rules["upcard_to"] == "declarer" else -1

    def deal_second(self, second_packets: list[list[int]], freza: int | None) -> None:
        """Second packets, and the upcard where it goes to somebody; else the freza, if the rules show it."""
        self.upcard_seat = self.upcard_goes_to()
        sizes = second_sizes(self.seats, self.upcard_seat)
        if [len(packet) for packet in second_packets] != sizes:
            raise ReferenceError_(f"the second packets of seats 0, 1 … are of {sizes} cards")
        for seat, packet in enumerate(second_packets):
            self.full[seat] |= set(packet)
        if self.upcard_seat >= 0:
            self.full[self.upcard_seat].add(self.upcard)
        if freza is not None and self.rules["freza_shown"]:
            self.freza = freza

    def exchange(self, seat: int) -> dict[str, Any]:
        """Give the trump seven for the upcard; returns the entry of the transcript."""
        seven = 8 * self.trump + SEVEN
        self.full[seat].remove(seven)
        self.full[seat].add(self.upcard)
        if self.upcard_seat >= 0:
            self.full[self.upcard_seat].remove(self.upcard)
            self.full[self.upcard_seat].add(seven)
        self.exchanger, self.took, self.open_card = seat, self.upcard, seven
        return {"seat": seat, "gave": text(seven), "took": text(self.upcard)}

    def judge_melds(self) -> None:
        """Find melds and their contest on the full hands, before the first trick."""
        self.hands = [set(hand) for hand in self.full]
        self.full_mask = [mask(hand) for hand in self.full]
        self.sequences = [melds.sequences(hand, self.trump, self.rules) for hand in self.full]
        self.fours = [melds.fours(hand, self.rules) for hand in self.full]
        self.best_fours = melds.fours_winner(self.fours)
        if not self.forced:
            self.contest = melds.contest(self.sequences, self.seats, self.declarer, self.rules)
        for seat in self.turn:
            if self.full[seat].issuperset(melds.bella_cards(self.trump)):
                self.bella_holder = seat

    # The play

    def play_trick(self, leader: int) -> int:
        """One trick; returns its winner."""
        self.trick += 1
        self.lying = []
        self.leaders[self.trick - 1] = leader
        self.plays.append((leader, self.lying))
        self.best = -1
        self.winning = leader
        for seat in self.seats.from_seat(leader):
            card = self._decide("card", seat, self.legal_cards(seat))
            self._lay(seat, card)
            if self.best < 0 or beats(card, self.best, self.trump):
                self.best, self.winning = card, seat
        winner = self.winning
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
        if self.winning in self.seats.side(seat) and not self.rules["overtrump_partner"]:
            return legal
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
        """Make public the tops that were asked for, and the sequences and fours that score."""
        order = self.seats.from_seat(leader)
        if self.seats.passive is not None:
            self._announce(self.seats.passive)
            order = [*order, self.seats.passive]
        highest = max(self.announced)
        named = [seat for seat in order if self.announced[seat] == highest]
        if highest > 0 and len(named) > 1:
            # The first to name it was asked; the tops of the others are told unless they are beaten.
            for seat in named:
                if seat == named[0] or seat in self.contest.unbeaten:
                    self.top[seat] = self.sequences[seat][0].top
        for seat in self.contest.laid_open():
            self.shown[seat] = melds.sequence_mask(self.sequences[seat])
        if self.best_fours is not None:
            self.shown[self.best_fours] |= melds.fours_mask(self.fours[self.best_fours])

    # Bella

    def _call_bella(self, seat: int, card: int) -> None:
        """The default player's call, made with this card at the latest; also notes when king or queen falls."""
        if seat != self.bella_holder:
            return
        pair = melds.bella_cards(self.trump)
        left = [c for c in pair if c in self.hands[seat]]
        first = card in pair and len(left) == 2
        if first:
            theirs = bool(self.lying) and self.winning not in self.seats.side(seat)
            self.bella_lost = theirs and not beats(card, self.best, self.trump)
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
        if self.bella_call is None:
            return None
        if self.rules["bella_needs_trick"] and score.by_side(self.seats, self.tricks)[holder] == 0:
            return None
        if self.rules["bella_to"] == "holder":
            return holder
        takers = [self.winners[trick - 1] for trick in self.bella_tricks]
        if self.rules["bella_to"] == "first_trick_winner":
            return takers[0] if takers else None
        both = len(takers) == 2 and all(taker in self.seats.side(holder) for taker in takers)
        return holder if both else None

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

    def _known_all_along(self) -> dict[str, Any]:
        """The part of every view that stays the same through the deal."""
        target, before = self.rules["target"], self.before
        return {
            "players": self.seats.players,
            "in_play": len(self.turn),
            "passive": -1 if self.seats.passive is None else self.seats.passive,
            "dealer": self.seats.dealer,
            "obliged": int(self.obliged),
            "forced": int(self.forced),
            "pot": score.pot_in_play(self.rules, before.pots),
            "target": 0 if target == "one_deal" or before.match_round == 3 else target,
            "scores": (before.scores or [0] * self.seats.players) + self.nobody,
            "match_round": before.match_round,
        }

    def _view(self, seat: int, legal: set[int]) -> dict[str, Any]:
        """The VIEW record of a seat that has to decide."""
        nobody, silent = self.nobody, self.silent
        full, played = self.full_mask[seat], self.played
        return {
            **self.known_all_along,
            "seat": seat,
            "round": self.round,
            "declarer": self.declarer,
            "trump": self.trump,
            "upcard": self.open_card,
            "upcard_seat": self.upcard_seat,
            "freza": self.freza,
            "exchanger": self.exchanger,
            "took": self.took,
            "hand": full & ~played[seat],
            "full": full,
            "legal": mask(legal),
            "n_calls": len(self.auction),
            "trick": self.trick,
            "leader": self.leaders[self.trick - 1] if self.trick else -1,
            "lying": len(self.lying),
            "void": self.void + nobody,
            "played": played + nobody,
            "tricks": self.tricks + nobody,
            "points": self.points + nobody,
            "announced": self.announced + silent,
            "top": self.top + silent,
            "shown": self.shown + nobody,
            "bella": self.bella_holder if self.bella_call is not None and self.bella_tricks else -1,
            "plays": self.play_rows,
            "leaders": self.leaders[:],
        }


def second_sizes(seats: Seats, upcard_seat: int) -> list[int]:
    """Cards of each seat's second packet, seat 0 first."""
    sizes = []
    for seat in range(seats.players):
        if seat == seats.passive:
            sizes.append(4)
        elif len(seats.turn) == 4:
            sizes.append(1 if seat == upcard_seat else 2)
        else:
            sizes.append(3)
    return sizes
