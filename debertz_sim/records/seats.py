"""Who sits where in a recorded deal: turn, sides, places, and how many cards each seat is dealt."""

from __future__ import annotations

from dataclasses import dataclass

from debertz_sim.rules import RuleSet

FIRST_PACKET = 6
_LEFT_OVER = 4  # the second packet of a passive dealer
_PLACES = {2: ("forehand",), 3: ("forehand", "middle"), 4: ("forehand", "second", "third")}


@dataclass(frozen=True, slots=True)
class Seats:
    """The seats of a deal under some rules, with its dealer."""

    rules: RuleSet
    dealer: int

    @property
    def passive(self) -> int | None:
        """The dealer who neither bids nor plays."""
        return self.dealer if self.rules.passive_dealer else None

    def turn_from(self, seat: int) -> list[int]:
        """The seats in play, clockwise from this one on."""
        players = self.rules.players
        return [other % players for other in range(seat, seat + players) if other % players != self.passive]

    def caller(self, call: int) -> int:
        """Whose turn it is to make call number ``call``, counted from 0."""
        turn = self.turn_from((self.dealer + 1) % self.rules.players)
        return turn[call % len(turn)]

    def place(self, seat: int) -> str:
        """What a seat is called by its distance from the dealer: ``forehand`` … ``dealer``."""
        steps = (seat - self.dealer) % self.rules.players
        return _PLACES[self.rules.players][steps - 1] if steps else "dealer"

    def first_sizes(self) -> list[int]:
        """Cards of the first packets, by seat."""
        return [0 if seat == self.passive else FIRST_PACKET for seat in range(self.rules.players)]

    def second_sizes(self, upcard_seat: int | None) -> list[int]:
        """Cards of the second packets, by seat; ``upcard_seat``: who gets the upcard, if anybody does."""
        second = self.rules.second_packet
        sizes = [second - (seat == upcard_seat) for seat in range(self.rules.players)]
        if self.passive is not None:
            sizes[self.passive] = _LEFT_OVER
        return sizes

    def hand_sizes(self) -> list[int]:
        """Cards of the full hands, by seat; a passive dealer's are those that he was dealt and the upcard."""
        full = FIRST_PACKET + self.rules.second_packet
        return [_LEFT_OVER + 1 if seat == self.passive else full for seat in range(self.rules.players)]


def side_of(rules: RuleSet, seat: int) -> list[int]:
    """A seat, in pairs with its partner."""
    return sorted({seat, seat ^ 2}) if rules.sides == "pairs" else [seat]


def side_text(rules: RuleSet, seat: int) -> str:
    """A seat's side in words: ``seat 1``, in pairs ``seats 1+3``."""
    side = side_of(rules, seat)
    return f"seat{'s' if len(side) > 1 else ''} {'+'.join(map(str, side))}"
