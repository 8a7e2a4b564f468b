"""How the table of three and four seats is learned: the lessons as rows for the fit, and a group's rounds."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from debertz_sim._jit import inlined, kernel, lowest
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
from debertz_sim.training.fit import Sample, fit, gain, joined
from debertz_sim.training.rounds import HELD_OUT, OPPONENTS, SEEDS_A_ROUND, Note, Round, quantised
from debertz_sim.variants import variants

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
    _describe(rules, lessons.views, lessons.values, *sample)
    return sample


def _seated(players: int, table: NDArray[np.int16], turn: int) -> ExpertSided:
    """Every other seat plays from a table, shipped or not, and those between what ``OPPONENTS`` says."""
    others = seating(players, play=OPPONENTS[turn % len(OPPONENTS)]).family.seats
    for seat in range(players):
        if (seat + turn // 2) % 2 == 0:
            others.play[seat] = PLAY_EXPERT
    others.tables[:] = table.ctypes.data
    return ExpertSided(others)


def _batch(
    rule_sets: Sequence[RuleSet], table: NDArray[np.int16], plan: Round, seed: int, number: int
) -> tuple[Sample, Sample, int]:
    """What one batch teaches, what of it is held out, and its deals."""
    turn, variant = divmod(number, len(rule_sets))
    rules = rule_sets[variant]
    record = rules.lower()[0]
    lessons, deals = collect(record, _seated(rules.players, table, turn), seed + number, 0, plan.batch, plan.explore)
    judges = lessons.deals % HELD_OUT == 0
    learned, held = (rows_of(record, lessons.those(chosen)) for chosen in (~judges, judges))
    return learned, held, deals


def learn_round(
    group: str,
    rule_sets: Sequence[RuleSet],
    numbers: NDArray[np.int16],
    plan: Round,
    seed: int,
    note: Note,
    threads: int = 1,
) -> NDArray[np.int16]:
    """One round for one group: the numbers that fit the games of those before; the same with any number of threads.

    ``numbers``: int16, shape (MODEL.n_numbers,); ``rule_sets`` take turns batch by batch, all bid ``rules``; every card
    is laid in the actual deal (``plan.worlds`` is of no account).
    """
    table = MODEL.table(numbers)
    with ThreadPoolExecutor(threads) as pool:
        batches = list(
            pool.map(
                lambda number: _batch(rule_sets, table, plan, seed, number), range(-(-plan.decisions // plan.batch))
            )
        )
    learned, held = joined([rows for rows, _, _ in batches]), joined([rows for _, rows, _ in batches])
    weights = fit(learned, GROUP_SIZE + 1, plan.ridge, plan.steps)[:-1]
    mine = slice(GROUPS.index(group) * GROUP_SIZE, (GROUPS.index(group) + 1) * GROUP_SIZE)
    found = numbers.copy()
    found[mine] = quantised(weights)
    (old, _), (new, error) = (gain(held, np.append(known[mine], 0) / POINT) for known in (numbers, found))
    note(
        f"{group}: {sum(deals for _, _, deals in batches):,} deals, {len(held.ends) - 1:,} decisions held out; "
        f"the card chosen is worth {old:.3f} points more than the mean before, {new:.3f} +- {error:.3f} now"
    )
    return found


def learn(rounds: Sequence[Round], seed: int, note: Note, threads: int = 1) -> NDArray[np.int16]:
    """All rounds of all groups, from nothing known."""
    numbers = np.zeros(MODEL.n_numbers, np.int16)
    for group in GROUPS:
        rule_sets = [variants[name] for name in TAUGHT_BY[group]]
        for number, plan in enumerate(rounds):
            note(f"{group}, round {number + 1} of {len(rounds)}: {plan}")
            numbers = learn_round(group, rule_sets, numbers, plan, seed + SEEDS_A_ROUND * number, note, threads)
    return numbers
