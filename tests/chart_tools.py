"""Charts made by hand: known calls, leads and errors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from debertz_sim.cards import mask, parse_card, parse_cards
from debertz_sim.charts.view import Cards, place_of
from debertz_sim.kernels.classes import N_CLASSES
from debertz_sim.policies.charted import PASS_2, Chart, save
from debertz_sim.policies.registry import seating
from debertz_sim.variants import resolve

CHECK = {"deals": 4096, "divisions": 84, "seed": 11}


def cards(hand: str, upcard: str) -> Cards:
    return Cards(mask(parse_cards(hand)), parse_card(upcard))


def class_of(hand: str, upcard: str) -> int:
    return place_of(cards(hand, upcard)).number


def chart_of_passes(rules: str = "moscow", objective: str = "points", **about: Any) -> Chart:
    """It passes with every hand, ten points (or a kush) ahead of playing, with an error of 1 (a tenth of a kush)."""
    calls = np.zeros((4, N_CLASSES), np.uint8)
    calls[2:] = PASS_2
    lead, error = (10.0, 1.0) if objective == "points" else (1.0, 0.1)
    source = {"policies": seating(2, "rules", "greedy").describe(), "options": {}}
    made = {
        "format": "debertz-chart/1",
        "objective": objective,
        "rules": resolve(rules, ()).to_dict(),
        "value": 2.5,
        "value_se": 0.25,
        "deals": 1000,
        "check": CHECK,
        "provenance": source,
        **about,
    }
    leads = np.full((4, N_CLASSES), lead, np.float32)
    return Chart("by-hand", calls, leads, np.full((4, N_CLASSES), error, np.float32), made)


def kept(chart: Chart, folder: Path, name: str = "by_hand.npz") -> str:
    """The path of the chart in a file."""
    path = folder / name
    save(chart, path, force=True)
    return str(path)
