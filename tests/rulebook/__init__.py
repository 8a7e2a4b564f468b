"""The rule book as data: one case or more for each sentence of RULES.md section 2 and each switch value of section 3.

A case names a deal and what must come of it, and, for a switch, what another value makes of the same deal.
"""

from tests.rulebook import auction, bella, claims, ending, exchange, matches, play, scoring, sequences, sights, ties
from tests.rulebook.case import Case, MatchCase

CASES: list[Case] = [
    case
    for part in (auction, play, exchange, sequences, ties, bella, scoring, ending, claims, sights)
    for case in part.CASES
]
MATCH_CASES: list[MatchCase] = matches.MATCH_CASES

__all__ = ["CASES", "MATCH_CASES", "Case", "MatchCase"]
