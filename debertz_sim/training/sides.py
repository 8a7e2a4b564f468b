"""How the table of three and four seats is learned: the lessons as rows for the fit, and a group's rounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from debertz_sim._jit import inlined, kernel, lowest
from debertz_sim.engine.deal import new_desk
from debertz_sim.kernels.state import VIEW, Record
from debertz_sim.policies.expert_sides import (
    LEAD,
    PLAIN,
    TRUMPS,
    discard_places,
    lead_places,
    line_of,
    plain_places,
    spot_of,
    trumps_places,
)
from debertz_sim.policies.expert_sides_table import GROUPS, KINDS, MODEL, ROLE_SIZE, ROLES
from debertz_sim.policies.families import PLAY_EXPERT, ExpertSided
from debertz_sim.policies.learned import POINT
from debertz_sim.policies.registry import seating
from debertz_sim.rules import RuleSet
from debertz_sim.training.collect import Lessons, collect
from debertz_sim.training.fit import Sample, fit, gain
from debertz_sim.training.rounds import HELD_OUT, Round, quantised
from debertz_sim.training.two import joined

TAUGHT_BY = {
    "three": ("three", "klabor-3", "passive4", "moryak"),
    "four each": ("solo4", "online-solo4"),
    "pairs": ("pairs", "klabor-pairs"),
}
"""The variants whose deals a group learns from."""

GROUP_SIZE = len(ROLES) * ROLE_SIZE
_PIECES = max(len(part.blocks) for part in KINDS)
_NOTHING = GROUP_SIZE  # a number that is the same for all cards, where a kind of decision has fewer pieces


@inlined
def _note(places: Any, role: Any, row: Any) -> None:
    for k, place in enumerate(places):
        row[k] = role * ROLE_SIZE + place


@kernel
def _describe(rules: Any, views: Any, values: Any, columns: Any, brought: Any, ends: Any) -> None:
    """Fill rows with all cards of all decisions; ``columns`` holds _NOTHING everywhere before."""
    row = 0
    for d in range(views.shape[0]):
        v = views[d]
        spot = spot_of(rules, v)
        cards = v.legal
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            line = line_of(spot, card >> 3)
            place = np.int64(rules.strength[line.is_trump, card & 7])
            if spot.kind == LEAD:
                _note(lead_places(spot, line, place), spot.role, columns[row])
            elif spot.kind == PLAIN:
                _note(plain_places(spot, line, place), spot.role, columns[row])
            elif spot.kind == TRUMPS:
                _note(trumps_places(spot, line, place), spot.role, columns[row])
            else:
                _note(discard_places(spot, line, place), spot.role, columns[row])
            brought[row] = values[d, card]
            row += 1
        ends[d + 1] = row


def rows_of(rules: Any, lessons: Lessons) -> Sample:
    """The lessons as rows; columns count from the beginning of the group's numbers."""
    rows = int(np.bitwise_count(lessons.views["legal"]).sum(dtype=np.int64))
    sample = Sample(
        np.full((rows, _PIECES), _NOTHING, np.int32), np.zeros(rows), np.zeros(len(lessons.views) + 1, np.int64)
    )
    _describe(rules, lessons.views.view(np.dtype((Record, VIEW))), lessons.values, *sample)
    return sample


def _experts(players: int, table: NDArray[np.int16]) -> ExpertSided:
    """Everybody plays from a table, which need not be the shipped one."""
    seats = seating(players).family.seats
    seats.play[:] = PLAY_EXPERT
    seats.tables[:] = table.ctypes.data
    return ExpertSided(seats)


def learn_round(
    group: str,
    rule_sets: Sequence[RuleSet],
    numbers: NDArray[np.int16],
    plan: Round,
    seed: int,
    note: Callable[[str], None],
) -> NDArray[np.int16]:
    """One round for one group: the numbers (int16, shape (MODEL.n_numbers,)) that fit the games of those before.

    ``rule_sets`` take turns batch by batch; all bid ``rules``, and every card is laid in the actual deal
    (``plan.worlds`` is of no account).
    """
    table = MODEL.table(numbers)
    desk = new_desk()
    records = [rules.lower()[0] for rules in rule_sets]
    families = [_experts(rules.players, table) for rules in rule_sets]
    next_deals = [0] * len(rule_sets)
    learned: list[Sample] = []
    held: list[Sample] = []
    size = min(plan.batch, -(-plan.decisions // len(rule_sets)))
    for batch in range(-(-plan.decisions // size)):
        turn = batch % len(rule_sets)
        rules, family = records[turn], families[turn]
        lessons, next_deals[turn] = collect(rules, family, seed, next_deals[turn], size, plan.explore, desk)
        judges = lessons.deals % HELD_OUT == 0
        learned.append(rows_of(rules, lessons.those(~judges)))
        held.append(rows_of(rules, lessons.those(judges)))
    weights = fit(joined(learned), GROUP_SIZE + 1, plan.ridge, plan.steps)
    found = numbers.copy()
    start = GROUPS.index(group) * GROUP_SIZE
    before = np.append(numbers[start : start + GROUP_SIZE], 0) / POINT
    found[start : start + GROUP_SIZE] = quantised(weights[:-1])
    old, new = (gain(joined(held), known) for known in (before, weights))
    note(
        f"{group}: {sum(next_deals):,} deals played; chosen above the mean {old[0]:.3f} before, "
        f"{new[0]:.3f} +- {new[1]:.3f} now"
    )
    return found
