"""Every value of a chart as a table: one row a class, as Parquet."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from debertz_sim.cards import hand_text
from debertz_sim.charts.game import SEATS, Game
from debertz_sim.charts.spec import Built
from debertz_sim.charts.values import first_leads, second_values
from debertz_sim.equilibrium.tell import S_DEALS
from debertz_sim.files import write_parquet
from debertz_sim.kernels.classes import N_CLASSES, class_hands, class_sizes
from debertz_sim.policies.charted import DECISIONS, N_SLOTS

CALLS = (*(f"slot{slot}" for slot in range(N_SLOTS)), "upcard_suit", "pass")


def columns(game: Game, built: Built) -> dict[str, Any]:
    """The columns, one row a class.

    ``hand``, ``upcard``: the class as cards, the upcard in spades, the slots clubs, diamonds, hearts; ``hands``: how
    many hands with a given upcard's suit it has.  For each seat: ``lead_1`` of playing over passing in round 1 and its
    standard error ``se_1``; the values of the calls of round 2; for each decision the call, its lead over the best
    other call and the standard error of that.  In the objective's unit, given that the decision is reached.
    """
    hands, ranks, sizes = (np.zeros(N_CLASSES, np.int64) for _ in range(3))
    class_hands(hands, ranks)
    class_sizes(sizes)
    found: dict[str, Any] = {
        "hand": [hand_text(int(hand)) for hand in hands],
        "upcard": [hand_text(1 << int(rank)) for rank in ranks],
        "hands": sizes,
    }
    chart, sums = built.chart, built.response.sums
    for seat, name in enumerate(SEATS):
        leads = first_leads(sums, seat, built.response.rows)
        found[f"{name}_deals"] = sums.of_seat[seat][:, S_DEALS].astype(np.int64)
        found[f"{name}_lead_1"], found[f"{name}_se_1"] = leads.leads, leads.errors
        for call, values in zip(CALLS, second_values(sums, seat).T, strict=True):
            found[f"{name}_2_{call}"] = values
    for number, decision in enumerate(DECISIONS):
        found[f"{decision}_call"] = chart.calls[number]
        found[f"{decision}_lead"], found[f"{decision}_se"] = chart.leads[number], chart.errors[number]
    return found


def write_values(game: Game, built: Built, path: Path, force: bool) -> None:
    """Write them; raises ``UserError`` where that cannot be done."""
    about = {"about": json.dumps(dict(built.chart.about), ensure_ascii=False)}
    write_parquet(path, [columns(game, built)], force, lambda: about)
