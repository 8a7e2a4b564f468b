"""Sequences and fours of the twin, and their contests (RULES.md section 2, "Melds", and section 6, "belote")."""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.reference.cards import JACK, KING, NATURAL, NINE, PLAIN, QUEEN, RANKS, SEVEN, TRUMP, mask
from tests.reference.seats import Seats

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
    """How the holders of sequences compare before the first trick; a passive dealer's sequences always score."""

    winners: list[int]
    """Seats that score theirs, as far as the contest goes."""
    tied: dict[int, list[int]]
    """Seats whose tie waits for the last trick, each with the seats that score if its side takes that trick."""
    unbeaten: list[int]
    """Seats whose best sequence nobody's beats."""
    decided_by: str | None

    def laid_open(self) -> set[int]:
        """Seats whose sequences are shown after the first trick."""
        return {*self.winners}.union(*self.tied.values())

    def after_last(self, side: list[int]) -> set[int]:
        """Seats that score theirs once this side has taken the last trick."""
        return {*self.winners}.union(*(camp for seat, camp in self.tied.items() if seat in side))


NO_CONTEST = Contest([], {}, [], None)


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


def camps(seats: Seats, declarer: int, rules: dict[str, Any]) -> list[list[int]]:
    """The seats that score together if one of them holds the best sequence."""
    if seats.pairs:
        return seats.sides()
    if rules["defenders_pool"] and len(seats.turn) == 3:
        found = [[declarer], seats.defenders(declarer)]
    else:
        found = [[seat] for seat in seats.turn]
    return found if seats.passive is None else [*found, [seats.passive]]


def contest(held: list[list[Sequence]], seats: Seats, declarer: int, rules: dict[str, Any]) -> Contest:
    """Whose sequences score; ``held`` lists those of each seat, best first."""
    holders = [seat for seat in seats.everybody if held[seat]]
    groups = [[seat for seat in camp if held[seat]] for camp in camps(seats, declarer, rules)]
    groups = [group for group in groups if group]
    if not groups:
        return NO_CONTEST
    always = [seat for seat in holders if seat == seats.passive]

    def rank(seat: int) -> tuple[int, int]:
        return held[seat][0].grade, held[seat][0].top

    best = max(rank(seat) for seat in holders)
    level = [seat for seat in holders if rank(seat) == best]
    rivals = [group for group in groups if any(seat in level for seat in group)]
    if len(rivals) == 1:
        others = [rank(seat) for seat in holders if seat not in rivals[0]]
        decided_by = None
        if others:
            decided_by = "length" if max(others)[0] != best[0] else "top"
        return Contest(rivals[0] + always, {}, level, decided_by)

    def won_by(seat: int, rule: str) -> Contest:
        [camp] = [group for group in rivals if seat in group]
        return Contest(camp + always, {}, [seat], rule)

    tie = rules["sequence_tie"]
    trumps = [seat for seat in level if held[seat][0].trump]
    if tie in ("trump_then_turn", "trump_or_nobody") and trumps:
        return won_by(trumps[0], "trump")
    if tie in ("trump_then_turn", "turn"):
        return won_by(level[0], "turn")
    if tie == "last_trick":
        return Contest(always, {seat: group for group in rivals for seat in group if seat in level}, level, tie)
    if tie == "both":
        return Contest([seat for group in rivals for seat in group] + always, {}, level, tie)
    return Contest(always, {}, level, "nobody")


def keeps_seven(
    held: list[list[Sequence]], holder: int, trump: int, upcard: int, seats: Seats, declarer: int, rules: dict[str, Any]
) -> bool:
    """Whether the default player keeps the trump seven for the sake of the terts 9-8-7.

    ``held`` are the sequences before the exchange.  In order of strength there is no such terts.
    """
    pioneer = (8 * trump + NINE, 8 * trump + NINE - 1, 8 * trump + SEVEN)
    own = [s for s in held[holder] if s.cards == pioneer]
    if rules["sequence_order"] == "strength" or not own or upcard == 8 * trump + JACK:
        return False
    if rules["terts_question"]:
        return holder in contest(held, seats, declarer, rules).laid_open()
    # Best first, and trump before plain: nothing of his own beats it if it stands first.
    return held[holder][0] is own[0]


def fours(hand: set[int], rules: dict[str, Any]) -> list[int]:
    """The ranks of which the hand holds all four, best first; none where the switch is off."""
    if rules["fours"] == "none":
        return []
    return [rank for rank in reversed(FOURS_UP) if all(8 * suit + rank in hand for suit in range(4))]


def fours_winner(held: list[list[int]]) -> int | None:
    """The seat with the best four of a kind; ``held`` lists the ranks of each seat's fours, best first."""
    holders = [seat for seat, ranks in enumerate(held) if ranks]
    return max(holders, key=lambda seat: FOURS_UP.index(held[seat][0]), default=None)


def four_points(rank: int, rules: dict[str, Any]) -> int:
    """What four of a rank are worth."""
    return int(rules["fours"]["J" if rank == JACK else "other"])


def bella_cards(trump: int) -> tuple[int, int]:
    """King and queen of trump."""
    return 8 * trump + KING, 8 * trump + QUEEN


def sequence_mask(held: list[Sequence]) -> int:
    """All cards of some sequences."""
    return mask(card for sequence in held for card in sequence.cards)


def fours_mask(ranks: list[int]) -> int:
    """All cards of some fours of a kind."""
    return mask(8 * suit + rank for rank in ranks for suit in range(4))
