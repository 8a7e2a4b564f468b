"""Who sits where in a deal of the twin: turn, sides, the passive dealer (docs/rules/settled.md, "Sides, seats and
places with three and four")."""

from __future__ import annotations

from typing import Any


class Seats:
    """The seats of one deal; every list of seats goes clockwise."""

    def __init__(self, rules: dict[str, Any], dealer: int) -> None:
        """Seat everybody round the dealer."""
        self.players: int = rules["players"]
        self.dealer = dealer
        self.pairs: bool = rules["sides"] == "pairs"
        self.passive = dealer if rules["passive_dealer"] else None
        """The dealer where he neither bids nor plays."""
        self.everybody = [(dealer + step) % self.players for step in range(1, self.players + 1)]
        """All seats, the dealer last."""
        self.turn = [seat for seat in self.everybody if seat != self.passive]
        """The seats in play, forehand first."""
        self.tricks = 8 if len(self.turn) == 4 else 9

    def side(self, seat: int) -> list[int]:
        """The seats of a seat's side, itself included, the lower first."""
        return [other for other in range(self.players) if other == seat or (self.pairs and (other - seat) % 2 == 0)]

    def sides(self) -> list[list[int]]:
        """All sides, a passive dealer's too, by their lower seats."""
        return [self.side(seat) for seat in range(self.players) if self.side(seat)[0] == seat]

    def from_seat(self, seat: int) -> list[int]:
        """The seats in play in the order in which they lay their cards when this one leads."""
        place = self.turn.index(seat)
        return self.turn[place:] + self.turn[:place]

    def defenders(self, declarer: int) -> list[int]:
        """The seats in play that are not on the declarer's side, in turn after him."""
        return [seat for seat in self.from_seat(declarer) if seat not in self.side(declarer)]

    def clockwise(self, seat: int) -> int:
        """The next seat to the left."""
        return (seat + 1) % self.players
