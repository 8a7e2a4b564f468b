"""Open positions of two players or pairs: checked, played on, and valued by the solver."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from debertz_sim.cards import card_text, cards_of, hand_text, mask, parse_cards, parse_suit
from debertz_sim.errors import UserError
from debertz_sim.kernels.scoring import LAST_TRICK_POINTS
from debertz_sim.kernels.tricks import beats
from debertz_sim.records.seats import FIRST_PACKET, side_of, side_text
from debertz_sim.rules import RuleSet, card_points
from debertz_sim.solver import batch

USUAL_RULES = {2: "moscow", 4: "pairs"}
"""The rules meant where only so many hands are given."""

# A card does not pay for compiling.
_beats = getattr(beats, "py_func", beats)


def require_solvable(rules: RuleSet) -> RuleSet:
    """The rules, if there is a solver for their game: two players, or four in pairs; raises ``UserError``."""
    if rules.players == 2 or rules.sides == "pairs":
        return rules
    raise UserError(
        f"rules {rules.name}: open hands are solved for two players and for pairs; there is no solver for "
        f"{rules.in_play} in play, each for himself"
    )


def usual_rules(hands: int) -> str:
    """The name of the rules meant by so many hands; raises ``UserError`` where there is no solver."""
    if hands not in USUAL_RULES:
        raise UserError(f"hands: there are {hands}; open hands are solved for two players and for pairs (four)")
    return USUAL_RULES[hands]


@lru_cache(maxsize=16)
def lowered(rules: RuleSet) -> Any:
    """The record of these rules."""
    return rules.lower()[0]


@dataclass(frozen=True, slots=True)
class Position:
    """A moment in the play with all cards open.

    Parameters
    ----------
    rules
        Of two players, or of pairs.
    trump
        Suit 0..3.
    hands
        The cards still held, a mask for each seat.
    to_move
        The seat whose turn it is.
    lying
        The cards of the trick under way, in the order of play; they are in no hand.

    Raises
    ------
    UserError
        Rules without a solver, or a position that the play cannot come to: a card twice, hands that are not of one
        size (but for the cards lying), a card lying that was not legal.
    """

    rules: RuleSet
    trump: int
    hands: tuple[int, ...]
    to_move: int
    lying: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        require_solvable(self.rules)
        players = self.rules.players
        if len(self.hands) != players:
            raise UserError(f"hands: there are {len(self.hands)}; rules {self.rules.name} have {players} seats")
        if len(self.lying) >= players:
            raise UserError(f"cards led: {hand_text(self.lying)}: that is a whole trick; at most {players - 1} can lie")
        self._check_cards()
        self._check_sizes()
        for count in range(1, len(self.lying)):
            self._check_laid(count)

    def _check_cards(self) -> None:
        seen: dict[int, str] = {}
        places = [(f"seat {seat}'s hand", cards_of(hand)) for seat, hand in enumerate(self.hands)]
        for place, cards in [*places, ("the trick", list(self.lying))]:
            for card in cards:
                if card in seen:
                    raise UserError(f"{card_text(card)} is in {seen[card]} and in {place}; a card is only once there")
                seen[card] = place

    def _check_sizes(self) -> None:
        full = FIRST_PACKET + self.rules.second_packet
        sizes = [hand.bit_count() for hand in self.hands]
        tricks = sizes[self.to_move]
        for seat, size in enumerate(sizes):
            right = tricks - (seat in self.laid_by)
            if size != right:
                laid = ", as its card lies in the trick" if seat in self.laid_by else ""
                raise UserError(
                    f"seat {seat} holds {_cards(size)} and must hold {right}{laid} (seat {self.to_move}, whose turn it "
                    f"is, holds {tricks})"
                )
        if not 1 <= tricks <= full:
            raise UserError(
                f"seat {self.to_move} holds {_cards(tricks)}; rules {self.rules.name} deal {full}, one at least"
            )

    def _check_laid(self, count: int) -> None:
        """That card number ``count`` of the trick was legal when it was laid."""
        seat, card = self.laid_by[count], self.lying[count]
        legal = _legal(self.rules, self.trump, self.hands[seat] | 1 << card, seat, self.lying[:count])
        if not legal >> card & 1:
            raise UserError(
                f"cards led: seat {seat}'s {card_text(card)} was not legal with {hand_text(self.hands[seat])} left; "
                f"legal: {hand_text(legal)}"
            )

    @property
    def laid_by(self) -> list[int]:
        """The seats whose cards lie in the trick, in the order of play."""
        count, players = len(self.lying), self.rules.players
        return [(self.to_move - count + k) % players for k in range(count)]

    @property
    def legal(self) -> list[int]:
        """The cards that may be laid, ascending."""
        return cards_of(_legal(self.rules, self.trump, self.hands[self.to_move], self.to_move, self.lying))

    @property
    def total(self) -> int:
        """All points still to be won, those lying and the last ten included."""
        return LAST_TRICK_POINTS + sum(self.worth(card) for hand in self.hands for card in cards_of(hand)) + self.laid

    @property
    def laid(self) -> int:
        """The points lying in the trick."""
        return sum(map(self.worth, self.lying))

    def worth(self, card: int) -> int:
        """Points of a card in a trick."""
        return card_points(self.rules.trick_points)[card // 8 == self.trump][card % 8]

    def after(self, card: int) -> Position | None:
        """The position after a legal card, ``None`` after the last one of all."""
        mover, players = self.to_move, self.rules.players
        hands = tuple(hand & ~(1 << card) if seat == mover else hand for seat, hand in enumerate(self.hands))
        lying = (*self.lying, card)
        if len(lying) < players:
            return _trusted(self, hands, (mover + 1) % players, lying)
        if not any(hands):
            return None
        best = 0
        for k in range(1, players):
            if _beats(lowered(self.rules), self.trump, lying[k], lying[best]):
                best = k
        return _trusted(self, hands, (mover + 1 + best) % players, ())


def _trusted(before: Position, hands: tuple[int, ...], to_move: int, lying: tuple[int, ...]) -> Position:
    """A position that follows from a checked one by a legal card: not checked anew."""
    position = object.__new__(Position)
    for name, value in zip(
        ("rules", "trump", "hands", "to_move", "lying"),
        (before.rules, before.trump, hands, to_move, lying),
        strict=True,
    ):
        object.__setattr__(position, name, value)
    return position


def _cards(count: int) -> str:
    return f"{count} card" + "s" * (count != 1)


def _padded(lying: Sequence[int]) -> list[int]:
    return [*lying, *[-1] * (batch.MOST_LYING - len(lying))]


def _legal(rules: RuleSet, trump: int, hand: int, seat: int, lying: Sequence[int]) -> int:
    return int(batch.legal_now(lowered(rules), trump, hand, seat, np.array(_padded(lying))))


# Values


def values_of(positions: Sequence[Position], workers: int = 1) -> list[dict[int, int]]:
    """What the mover (in pairs his side) still makes after each legal card, by card, for positions of one rule set."""
    if not positions:
        return []
    found = batch.card_values(lowered(positions[0].rules), *_columns(positions), workers)
    return [{card: int(row[card]) for card in range(32) if row[card] >= 0} for row in found]


def value_of(position: Position) -> int:
    """What seat 0 (in pairs seats 0 and 2) still makes with best play of all."""
    best = max(values_of([position])[0].values())
    return position.total - best if position.to_move % 2 else best


def can_make(position: Position, needed: int) -> bool:
    """Whether the mover (in pairs his side) still makes ``needed`` points with best play of all."""
    own = position.to_move % 2 == 0
    hands, trump, to_move, lying = _columns([position])
    asked = needed if own else position.total - needed + 1  # the other side fails to make this much
    reached = batch.reaches(lowered(position.rules), hands, trump, to_move, np.array([asked]), lying)[0]
    return bool(reached) == own


def _columns(positions: Sequence[Position]) -> tuple[batch.Ints, batch.Ints, batch.Ints, batch.Ints]:
    return (
        np.array([position.hands for position in positions], np.int64),
        np.array([position.trump for position in positions], np.int64),
        np.array([position.to_move for position in positions], np.int64),
        np.array([_padded(position.lying) for position in positions], np.int64),
    )


def best_line(position: Position) -> list[tuple[int, int]]:
    """One line of best play to the end, as (seat, card); of equally good cards the one of the lowest number."""
    line = []
    at: Position | None = position
    while at is not None:
        values = values_of([at])[0]
        card = max(values, key=lambda card: (values[card], -card))
        line.append((at.to_move, card))
        at = at.after(card)
    return line


# Positions from what people write


def seat_hands(texts: Iterable[str]) -> tuple[int, ...]:
    """Hands as masks from texts such as ``As Ks Th``, one a seat; an empty one is a hand without cards."""
    return tuple(mask(parse_cards(text, None, f"hand of seat {seat}")) for seat, text in enumerate(texts))


def from_text(
    rules: RuleSet, trump: str | None, hands: Sequence[str], lead: int = 0, led: str | None = None
) -> Position:
    """The position that texts describe: a hand a seat, who led to the trick, the cards led (``Ac 7c``).

    Raises ``UserError`` as :class:`Position`, for cards that cannot be read, and for a seat that is not there.
    """
    require_solvable(rules)
    if trump is None:
        raise UserError("trump: it is missing; give a suit: s, c, d or h")
    if not 0 <= lead < rules.players:
        raise UserError(f"lead {lead}: these rules have seats 0 to {rules.players - 1}")
    lying = parse_cards(led or "", None, "cards led")
    to_move = (lead + len(lying)) % rules.players
    return Position(rules, parse_suit(trump, "trump"), seat_hands(hands), to_move, tuple(lying))


def from_transcript(deal: Mapping[str, Any], rules: RuleSet, trick: int | None = None) -> Position:
    """The position of a completed transcript (``records.referee.score``): before ``trick`` (1..), else after its plays.

    Raises
    ------
    UserError
        No cards were played in the deal, it is over, it has no such trick, or there is no solver for its game.
    """
    positions = played_positions(deal, rules)
    starts = [place for place, (position, _) in enumerate(positions) if not position.lying]
    if trick is not None:
        if not 1 <= trick <= len(starts):
            raise UserError(f"trick {trick}: the deal has tricks 1 to {len(starts)}")
        return positions[starts[trick - 1]][0]
    last, card = positions[-1]
    if card is None:
        return last
    raise UserError("the deal is played to its end; say which trick (--trick 1..) the position is to stand before")


def is_played(deal: Mapping[str, Any]) -> bool:
    """Whether a completed transcript came to its first lead."""
    result = deal["result"]
    unplayed = deal.get("redeal") is not None or result["outcome"] == "instant_win"
    return result["declarer"] is not None and deal.get("hands") is not None and not unplayed


def played_positions(deal: Mapping[str, Any], rules: RuleSet) -> list[tuple[Position, int | None]]:
    """Every position of a transcript's play with the card that was laid in it, ``None`` where the record ends.

    Raises ``UserError`` where the deal was not played, and where there is no solver for its game.
    """
    require_solvable(rules)
    if deal.get("format") == "debertz-terts/1":
        raise UserError("terts is played with a stock that nobody sees: such a deal is no open position")
    result = deal["result"]
    if not is_played(deal):
        raise UserError(f"there is no play in this deal (outcome {result['outcome'] or 'open'})")
    trump = parse_suit(result["trump"])
    hands = seat_hands(" ".join(cards) for cards in deal["hands"])
    cards = [card for trick in deal["plays"] for card in parse_cards(" ".join(trick["cards"]))]
    leader = deal["plays"][0]["leader"] if deal["plays"] else deal["to_move"]["seat"]
    at: Position | None = Position(rules, trump, hands, leader)
    found: list[tuple[Position, int | None]] = []
    for card in cards:
        assert at is not None
        found.append((at, card))
        at = at.after(card)
    return found if at is None else [*found, (at, None)]


def sides(rules: RuleSet) -> list[tuple[int, str]]:
    """The lower seat of each side with its name, ``seat 0``, in pairs ``seats 0+2``."""
    return [(seat, side_text(rules, seat)) for seat in range(rules.players) if side_of(rules, seat)[0] == seat]
