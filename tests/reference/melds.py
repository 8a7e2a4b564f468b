"""Sequences and fours of the twin, and their contests (RULES.md section 2, "Melds", and section 6, "belote")."""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.reference.cards import JACK, KING, NATURAL, NINE, PLAIN, QUEEN, RANKS, SEVEN, TRUMP, mask

FOURS_UP = [RANKS.index(rank) for rank in "789QKTAJ"]
"""Ranks of a four of a kind, from the lowest four to the highest."""


class Sequence(NamedTuple):
    """One sequence of a hand."""

    grade: int
    """The class it is compared by: its length, or that of the whole run under ``sequence_rank = length``."""
    top: int
    """Place 0..7 of its top card in the order of its suit."""
    trump: bool
    cards: tuple[int, ...]
    """Highest first."""
    points: int


class Contest(NamedTuple):
    """How the holders of sequences compare before the first trick."""

    winners: tuple[int, ...]
    """Seats that score theirs, as far as the contest goes."""
    tied: tuple[int, ...]
    """Seats whose tie waits for the last trick."""
    decided_by: str | None


def _runs(hand: set[int], suit: int, order: list[int]) -> list[list[int]]:
    """The whole runs of three or more in one suit, each highest first."""
    runs: list[list[int]] = []
    run: list[int] = []
    for rank in reversed(order):
        card = 8 * suit + rank
        if card in hand:
            run.append(card)
            continue
        if len(run) >= 3:
            runs.append(run)
        run = []
    if len(run) >= 3:
        runs.append(run)
    return runs


def sequences(hand: set[int], trump: int, rules: dict[str, Any]) -> list[Sequence]:
    """All sequences of a hand, best first; a run is cut from the top into the lengths that have a value."""
    worth: dict[int, int] = rules["sequence_points"]
    found = []
    for suit in range(4):
        order = NATURAL
        if rules["sequence_order"] == "strength":
            order = TRUMP if suit == trump else PLAIN
        for run in _runs(hand, suit, order):
            rest = run
            while True:
                length = max((n for n in worth if n <= len(rest)), default=0)
                if not length:
                    break
                grade = len(run) if rules["sequence_rank"] == "length" else length
                top = order.index(rest[0] % 8)
                found.append(Sequence(grade, top, suit == trump, tuple(rest[:length]), worth[length]))
                rest = rest[length:]
    # Sorting is stable, and the suits came in their order.
    found.sort(key=lambda s: (-s.grade, -s.top, not s.trump))
    return found


def contest(held: list[list[Sequence]], turn: list[int], rules: dict[str, Any]) -> Contest:
    """Who of the two seats has the best sequence; ``turn`` lists the seats, forehand first."""
    first, second = turn
    if not held[first] or not held[second]:
        return Contest(tuple(seat for seat in turn if held[seat]), (), None)
    mine, other = held[first][0], held[second][0]
    if mine.grade != other.grade:
        return Contest((first if mine.grade > other.grade else second,), (), "length")
    if mine.top != other.top:
        return Contest((first if mine.top > other.top else second,), (), "top")
    tie = rules["sequence_tie"]
    if tie in ("trump_then_turn", "trump_or_nobody") and mine.trump != other.trump:
        return Contest((first if mine.trump else second,), (), "trump")
    if tie in ("trump_then_turn", "turn"):
        return Contest((first,), (), "turn")
    if tie == "last_trick":
        return Contest((), (first, second), "last_trick")
    if tie == "both":
        return Contest((first, second), (), "both")
    return Contest((), (), "nobody")


def keeps_seven(
    held: list[list[Sequence]], holder: int, trump: int, upcard: int, turn: list[int], rules: dict[str, Any]
) -> bool:
    """Whether the default player keeps the trump seven for the sake of the terts 9-8-7.

    ``held`` are the sequences before the exchange.  In order of strength there is no such terts.
    """
    pioneer = (8 * trump + NINE, 8 * trump + NINE - 1, 8 * trump + SEVEN)
    own = [s for s in held[holder] if s.cards == pioneer]
    if rules["sequence_order"] == "strength" or not own or upcard == 8 * trump + JACK:
        return False
    if rules["terts_question"]:
        result = contest(held, turn, rules)
        return holder in result.winners or holder in result.tied
    # Best first, and trump before plain: nothing of his own beats it if it stands first.
    return held[holder][0] is own[0]


def fours(hand: set[int], rules: dict[str, Any]) -> list[int]:
    """The ranks of which the hand holds all four, best first; none where the switch is off."""
    if rules["fours"] == "none":
        return []
    return [rank for rank in reversed(FOURS_UP) if all(8 * suit + rank in hand for suit in range(4))]


def fours_winner(held: list[list[int]]) -> int | None:
    """The seat with the best four of a kind."""
    best = max((FOURS_UP.index(ranks[0]) for ranks in held if ranks), default=None)
    for seat, ranks in enumerate(held):
        if ranks and FOURS_UP.index(ranks[0]) == best:
            return seat
    return None


def four_points(rank: int, rules: dict[str, Any]) -> int:
    """What four of a rank are worth."""
    return int(rules["fours"]["J" if rank == JACK else "other"])


def bella_cards(trump: int) -> tuple[int, int]:
    """King and queen of trump."""
    return 8 * trump + KING, 8 * trump + QUEEN


def sequence_mask(held: list[Sequence]) -> int:
    """All cards of some sequences."""
    return mask(card for sequence in held for card in sequence.cards)
