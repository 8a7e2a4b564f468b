"""``--reduce``: how shuffles are dealt for narrower intervals, and what of them is known exactly.

Controls are quantities of the cards as dealt whose means over all deals are known: sums over the cards of a hand from
all pairs of an upcard and another card, sequences and their contest from the exact odds.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim.cards import Rank
from debertz_sim.engine import reduced as dealt
from debertz_sim.exact import ExactValue, contest_odds, hand_odds
from debertz_sim.exact.seats import PLACES, hand_cards, pools, upcard_goes
from debertz_sim.rules import RuleSet

SEATS, SUITS, STRATA, CONTROLS = METHODS = ("seats", "suits", "strata", "controls")
FIRST_PACKETS = 6
RANKS = 8

Whole = NDArray[np.int64]


class Control(NamedTuple):
    """A column of what was dealt (``engine.reduced``) and its exact mean over all deals."""

    column: int
    mean: Fraction


class Design(NamedTuple):
    """How each shuffle is dealt; see ``engine.reduced.play_shuffles``.

    Parameters
    ----------
    moves, turns
        int64, shapes (deals of a shuffle, 32) and (deals of a shuffle,).
    by_rank
        Whether the upcards' ranks come in turn.
    controls
        What is controlled for beside the upcard's rank.
    ranks
        Whether the upcard's rank is controlled for: its frequencies are known, and as controls its ranks are strata.
    """

    moves: Whole
    turns: Whole
    by_rank: bool
    controls: tuple[Control, ...]
    ranks: bool

    @property
    def deals(self) -> int:
        """Deals of a shuffle."""
        return len(self.moves)

    @property
    def fingerprint(self) -> str:
        """What is summed, in a word."""
        columns = [control.column for control in self.controls]
        digest = hashlib.sha256(repr((self.moves.tolist(), self.turns.tolist(), self.by_rank, columns)).encode())
        return digest.hexdigest()[:16]

    @property
    def means(self) -> list[Fraction]:
        """The controls' exact means in one shuffle, those of the ranks (but one) first."""
        of_deal = [Fraction(1, RANKS)] * ((RANKS - 1) * self.ranks) + [control.mean for control in self.controls]
        return [self.deals * mean for mean in of_deal]


def deals_of_shuffle(methods: Sequence[str], rules: RuleSet) -> int:
    """How many deals each shuffle gives."""
    return (rules.in_play if SEATS in methods else 1) * (4 if SUITS in methods else 1)


def design(methods: Sequence[str], rules: RuleSet) -> Design:
    """How shuffles are dealt by these methods."""
    shifts = range(rules.in_play if SEATS in methods else 1)
    turns = range(4 if SUITS in methods else 1)
    moves = [_handed_on(rules, shift) for shift in shifts for _ in turns]
    controls = _controls(rules) if CONTROLS in methods else ()
    ranks = STRATA in methods or CONTROLS in methods
    return Design(np.array(moves), np.array([*turns] * len(shifts)), STRATA in methods, controls, ranks)


def _handed_on(rules: RuleSet, shift: int) -> list[int]:
    """The pack's places, with the packets of each place in play taken from that ``shift`` places on.

    Every fixed rearrangement of a shuffled pack is a shuffled pack.  Of four in play one gets the upcard in the place
    of a card, so that there only one card of the second packets is handed on.
    """
    n, size = rules.in_play, rules.second_packet
    first, second = 1, 2 + FIRST_PACKETS * n
    columns = [[first + 3 * n * half + 3 * place + i for place in range(n)] for half in range(2) for i in range(3)]
    columns += [[second + size * place + i for place in range(n)] for i in range(size)]
    moves = list(range(32))
    for column in columns:
        if column[-1] <= 32:  # the last one is the bottom card
            for place in range(n):
                moves[column[place] % 32] = column[(place + shift) % n] % 32
    return moves


# --- controls ---


@lru_cache(maxsize=32)
def _controls(rules: RuleSet) -> tuple[Control, ...]:
    """What the places were dealt, with exact means; left out is what is not counted exactly for these rules."""
    found = []
    contest = _contest_means(rules)
    for place in range(rules.in_play):
        full = hand_cards(rules)[place]
        has_upcard = upcard_goes(rules) != "nobody" and place == rules.players - 1
        means = _card_means(rules, full, has_upcard)
        if rules.sequence_order != "strength":  # there the points depend on which suit is trump
            means[dealt.HELD] = _mean_points(hand_odds(rules, full))
        if contest is not None:
            means[dealt.SCORED] = contest[PLACES[rules.players][place]]
        found += [Control(dealt.N_DEALT * place + column, mean) for column, mean in means.items()]
    return tuple(found)


def _card_means(rules: RuleSet, full: int, has_upcard: bool) -> dict[int, Fraction]:
    """Means of what is a sum over the cards of a hand, which has the upcard or not, and of bella."""
    cards = np.arange(32)
    trump = cards[:, None] >> 3 == cards >> 3  # [upcard, card]
    rank = np.broadcast_to(cards & 7, (32, 32))
    points = np.array(rules.lower()[0].points, np.int64)[trump.astype(int), rank]
    values = {
        dealt.DEALT_TRUMPS: trump,
        dealt.DEALT_POINTS: points,
        dealt.DEALT_JACK: trump & (rank == Rank.JACK),
        dealt.DEALT_NINE: trump & (rank == Rank.NINE),
        dealt.DEALT_ACES: rank == Rank.ACE,
    }
    means = {column: FIRST_PACKETS * _other_card(value) for column, value in values.items()}
    others = full - has_upcard
    means[dealt.FULL_POINTS] = others * _other_card(points) + has_upcard * Fraction(int(np.trace(points)), 32)
    # king and queen beside another upcard, or one of them beside the other
    means[dealt.BELLA] = Fraction(6 * others * (others - 1), 8 * 31 * 30) + has_upcard * Fraction(2 * others, 8 * 31)
    return means


def _other_card(value: NDArray[np.int64] | NDArray[np.bool_]) -> Fraction:
    """The mean of ``value[upcard, card]`` over all cards but the upcard."""
    return Fraction(int(value.sum() - np.trace(value)), 32 * 31)


def _contest_means(rules: RuleSet) -> dict[str, Fraction] | None:
    """Points that each place scores for sequences; not where that depends on the declarer or on the last trick."""
    if upcard_goes(rules) == "declarer" or pools(rules) or rules.sequence_tie == "last_trick":
        return None
    wanted = (value for value in contest_odds(rules) if value.metric == "sequence_points_scored")
    return {str(value.group["seat"]): value.value for value in wanted if [*value.group] == ["seat"]}


def _mean_points(values: Iterable[ExactValue]) -> Fraction:
    """The mean of the distribution ``sequence_points`` {points}."""
    wanted = (value for value in values if value.metric == "sequence_points")
    return sum((int(value.group["points"]) * value.value for value in wanted), Fraction(0))
