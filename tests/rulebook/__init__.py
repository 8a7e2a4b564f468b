"""The rule book as data: one case or more for each sentence of RULES.md section 2 and each switch value of section 3.

A case names a deal and what must come of it, and, for a switch, what another value makes of the same deal.
"""

from tests.rulebook import (
    auction,
    bella,
    claims,
    contests,
    defenders,
    ending,
    exchange,
    fours,
    hanging,
    matches,
    pairs,
    pairs_matches,
    pairs_play,
    passive,
    play,
    races,
    rounds,
    scoring,
    seats,
    seats_matches,
    seats_play,
    seats_sights,
    sequences,
    sights,
    ties,
)
from tests.rulebook.case import Case, MatchCase

TWO = (auction, play, exchange, sequences, ties, fours, bella, scoring, ending, claims, sights)
"""What two players can show."""
THREE_OR_FOUR = (seats, seats_play, seats_sights, contests, defenders, hanging, races)
FOUR = (pairs, pairs_play, passive, rounds)
"""What only three or four players can show."""

CASES: list[Case] = [case for part in (*TWO, *THREE_OR_FOUR, *FOUR) for case in part.CASES]
MATCH_CASES: list[MatchCase] = [
    case for part in (matches, seats_matches, pairs_matches, rounds) for case in part.MATCH_CASES
]

__all__ = ["CASES", "MATCH_CASES", "Case", "MatchCase"]
