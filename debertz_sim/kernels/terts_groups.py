"""Groups of the game terts: their grades, what a hand holds, what beats and what contains what.

Grades from the lowest: 3-runs by top card (0..5), 4-runs (6..10), fours 7 8 9 Q K T A J (11..18), 5-runs (19..22),
6-runs (23..25), 7-runs (26, 27), the 8-run (28).  Of equal grades trump is better.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from debertz_sim._jit import inlined
from debertz_sim.kernels.bits import SUIT, bit, holding
from debertz_sim.kernels.terts_state import FOURS, KINDS, N_GRADES, N_LISTS

FOUR_ORDER = (0, 1, 2, 5, 6, 3, 7, 4)  # ranks 7 8 9 Q K T A J, the lowest four first
_FIRST_FOUR = 11


def _graded_runs() -> dict[int, tuple[int, int]]:
    """{grade: (length, rank of the top card)}."""
    found = {}
    grade = 0
    for length in range(3, 9):
        if grade == _FIRST_FOUR:
            grade += len(FOUR_ORDER)
        for top in range(length - 1, 8):
            found[grade] = length, top
            grade += 1
    return found


def _table(entries: dict[int, int], size: int = N_GRADES) -> NDArray[np.int64]:
    table = np.zeros(size, np.int64)
    for place, value in entries.items():
        table[place] = value
    table.flags.writeable = False
    return table


def _grades(which: dict[int, int], test: int) -> int:
    """The grades whose cards (holding of a suit) all lie in the holding ``test``."""
    return sum(1 << grade for grade, cards in which.items() if cards & test == cards)


_RUNS = _graded_runs()
_FOURS = {_FIRST_FOUR + place: rank for place, rank in enumerate(FOUR_ORDER)}
_RUN_CARDS = {grade: ((1 << length) - 1) << (top + 1 - length) for grade, (length, top) in _RUNS.items()}
_FOUR_BITS = {grade: 1 << rank for grade, rank in _FOURS.items()}

LENGTH = _table({grade: length for grade, (length, _) in _RUNS.items()})  # of a run; 0 for a four
FOUR_RANK = _table(_FOURS)  # of a four
HOLDING = _table(_RUN_CARDS | _FOUR_BITS)  # cards of a run within its suit; the one rank of a four
INSIDE = _table({g: _grades(_RUN_CARDS, cards) for g, cards in _RUN_CARDS.items()} | {g: 1 << g for g in _FOURS})
KIND = _table({grade: length - 3 for grade, (length, _) in _RUNS.items()} | dict.fromkeys(_FOURS, KINDS.index("four")))
RUNS_IN = _table({cards: _grades(_RUN_CARDS, cards) for cards in range(256)}, 256)
FOURS_IN = _table({ranks: _grades(_FOUR_BITS, ranks) for ranks in range(256)}, 256)


@inlined
def group_of(grade, suit):
    """The group of this grade in this suit (FOURS: the four)."""
    return 8 * (1 + grade) + suit


@inlined
def grade_of(group):
    """The grade of a group."""
    return (group >> 3) - 1


@inlined
def group_cards(group):
    """The cards of a group, as a hand."""
    cards = HOLDING[grade_of(group)]
    suit = group & 7
    return cards * 0x01010101 if suit == FOURS else cards << np.int64(8 * suit)


@inlined
def group_points(rules, group):
    """What a group scores, 0 if it has no value."""
    grade = grade_of(group)
    if group & 7 == FOURS:
        return rules.four_points[FOUR_RANK[grade]]
    return rules.length_points[LENGTH[grade]]


@inlined
def valued_grades(rules):
    """The grades that have a value."""
    valued = np.int64(0)
    for grade in range(N_GRADES):
        length = LENGTH[grade]
        points = rules.length_points[length] if length else rules.four_points[FOUR_RANK[grade]]
        valued |= bit(grade) if points > 0 else 0
    return valued


@inlined
def better_group(group, other, trump):
    """Whether a group beats another one."""
    return 2 * grade_of(group) + (group & 7 == trump) > 2 * grade_of(other) + (other & 7 == trump)


@inlined
def may_name(valued, closed, hand, suit):
    """The grades that this hand may announce in a suit (or FOURS)."""
    if suit == FOURS:
        found = FOURS_IN[hand & (hand >> 8) & (hand >> 16) & (hand >> 24) & SUIT]
    else:
        found = RUNS_IN[holding(hand, suit)]
    return found & valued & ~closed[suit]


@inlined
def only_better(grades, suit, said, trump):
    """Those grades of a suit's that beat the group ``said``."""
    grade = grade_of(said)
    least = grade if suit == trump and said & 7 != trump else grade + 1
    return (grades >> least) << least


@inlined
def best_group(groups, trump):
    """The best group of lists of grades (shape (N_LISTS,)), 0 for none; equal plain ones: the earlier suit."""
    best = np.int64(0)
    most = np.int64(-1)
    for suit in range(N_LISTS):
        grades = groups[suit]
        if grades:
            grade = np.int64(0)
            while grades >> (grade + 1):
                grade += 1
            rank = 2 * grade + (1 if suit == trump else 0)
            if rank > most:
                most = rank
                best = group_of(grade, suit)
    return best
