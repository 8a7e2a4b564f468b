"""Bidding charts as they are kept: the call of every hand class at each decision of the auction between two.

A file is a compressed npz: the calls, and how close each is in a byte for the lead and one for its error.  Whoever
bids by a chart reads the packed table, one number a class.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from debertz_sim.errors import UserError
from debertz_sim.switch_table import nearest

FORMAT = "debertz-chart/1"
DATA = Path(__file__).parent / "data"
PREFIX, ENDING = "chart_", ".npz"

DECISIONS = ("forehand_1", "dealer_1", "forehand_2", "dealer_2")
"""The four decisions, by seat and round, in the order of every array of a chart."""
FIRST_ROUND, SECOND_ROUND = (0, 1), (2, 3)
PASS_1, PLAY_1 = 0, 1
N_SLOTS, UPCARD_SUIT, PASS_2 = 3, 3, 4
SHIFTS = (0, 1, 2, 5)  # of the four calls within a number of the packed table

LEAD_STEPS = 127  # a lead is kept in so many steps up to the scale, narrow ones near 0; a longer one as the scale
SCALES = {"points": 128.0, "kush": 3.0, "win": 2.0}
ERROR_STEPS = 16  # to a doubling
ERROR_LEAST = 1 / 8192  # of the scale
NEVER = 255  # the error of what never came


@dataclass(frozen=True)
class Chart:
    """A bidding chart.

    Parameters
    ----------
    name
        As it is asked for: a shipped one's name, else the file's.
    calls
        uint8, shape (4, classes), decisions as DECISIONS: in round 1 PLAY_1 or PASS_1; in round 2 the slot whose suit
        is named (``kernels.classes``), UPCARD_SUIT or PASS_2.
    leads, errors
        float32, shape (4, classes): what the call is worth above the best other one, in the objective's unit, given
        that the decision is reached; below 0 where the other looked better.  And the standard error of that, infinite
        where it never came.
    about
        How it was made, in JSON values: rules, objective, policies, seed, deals, value, nashconv, ...
    """

    name: str
    calls: NDArray[np.uint8]
    leads: NDArray[np.float32] = field(repr=False)
    errors: NDArray[np.float32] = field(repr=False)
    about: Mapping[str, Any]

    @cached_property
    def version(self) -> str:
        """A short hash of the calls."""
        return hashlib.sha256(self.calls.tobytes()).hexdigest()[:8]

    @cached_property
    def table(self) -> NDArray[np.int16]:
        """What the kernels read: one number a class, its calls at SHIFTS."""
        return packed(self.calls)

    @property
    def about_line(self) -> str:
        """One line about it."""
        return f"the chart {self.name}, by {self.unit}"

    @property
    def words(self) -> str:
        """How it was made."""
        made = self.about.get("provenance", {})
        play = ", ".join(dict.fromkeys(made.get("policies", {}).get("play", ()))) or "not stated"
        value = f"{self.about['value']:+.3f}" if "value" in self.about else "not stated"
        return (
            f"The chart {self.name}: an equilibrium of the auction by {self.unit}, rules "
            f"{self.about.get('rules', {}).get('name', 'not stated')}, play {play}; a deal's value to forehand: "
            f"{value}. Made by: {made.get('command', 'not stated')}"
        )

    @property
    def unit(self) -> str:
        """What values are counted in: points, kush, or win."""
        return unit_of(self.about)

    @property
    def scale(self) -> float:
        """The longest lead that is kept."""
        return SCALES[self.unit]


def unit_of(about: Mapping[str, Any]) -> str:
    """What a chart's values are counted in: the points of rules that write kush are kush."""
    objective = str(about["objective"])
    written = dict(about.get("rules") or {}).get("match_unit", "points")
    return str(written) if objective == "points" else objective


def packed(calls: NDArray[np.uint8]) -> NDArray[np.int16]:
    """The calls of every class in one number."""
    table = np.zeros(calls.shape[1], np.int16)
    for call, shift in zip(calls, SHIFTS, strict=True):
        table |= call.astype(np.int16) << shift
    return table


def save(chart: Chart, path: Path, force: bool = False) -> None:
    """Write a chart; raises ``OutputExists`` where the file is there already and ``force`` is not given."""
    from debertz_sim.files import atomic_writer

    roots = np.sqrt(np.abs(chart.leads).clip(max=chart.scale) / chart.scale)  # so that short leads have narrow steps
    steps = np.rint(np.sign(chart.leads) * roots * LEAD_STEPS)
    with np.errstate(divide="ignore"):
        doublings = np.log2(np.maximum(chart.errors / chart.scale, ERROR_LEAST) / ERROR_LEAST)
    errors = np.where(np.isfinite(chart.errors), np.rint(doublings * ERROR_STEPS).clip(0, NEVER - 1), NEVER)
    with atomic_writer(path, force) as file:
        np.savez_compressed(
            file,
            allow_pickle=False,
            calls=chart.calls,
            leads=steps.astype(np.int8),
            errors=errors.astype(np.uint8),
            about=np.array(json.dumps(dict(chart.about), ensure_ascii=False)),
        )


def shipped() -> list[str]:
    """The names of the charts that come with the package."""
    return sorted(path.name[len(PREFIX) : -len(ENDING)] for path in DATA.glob(f"{PREFIX}*{ENDING}"))


def listed() -> str:
    """The charts that there are, in words."""
    return f"Shipped charts: {', '.join(shipped()) or 'none'}."


def leads_of(steps: NDArray[np.int8], scale: float) -> NDArray[np.float32]:
    """Leads from the steps in which they are kept."""
    part = steps / np.float32(LEAD_STEPS)
    return (np.sign(part) * part * part * np.float32(scale)).astype(np.float32)


@lru_cache(maxsize=8)
def load(name: str) -> Chart:
    """The chart of a shipped name, or of a file ``*.npz``.

    Raises
    ------
    UserError
        There is none, or the file is not a chart.
    """
    if not name.endswith(ENDING):
        if name not in shipped():
            hint = nearest(name, shipped()) or f"; there are {', '.join(shipped()) or 'none'}"
            raise UserError(f"unknown chart {name!r}{hint}, or a file that ends in {ENDING}")
        path = DATA / f"{PREFIX}{name}{ENDING}"
    else:
        path = Path(name)
    try:
        with np.load(path, allow_pickle=False) as file:
            about = json.loads(str(file["about"]))
            calls, steps, kept = file["calls"], file["leads"], file["errors"]
    except FileNotFoundError:
        raise UserError(f"chart {name}: there is no such file") from None
    except Exception as error:  # whatever is wrong within a file that is no archive
        raise UserError(f"chart {name}: not a chart written by debertz chart build ({error})") from None
    if about.get("format") != FORMAT or about.get("objective") not in SCALES or calls.shape[0] != len(DECISIONS):
        raise UserError(f"chart {name}: its format is {about.get('format')!r}, this version reads {FORMAT!r}")
    scale = SCALES[unit_of(about)]
    errors = np.exp2(kept.astype(np.float32) / ERROR_STEPS) * np.float32(ERROR_LEAST * scale)
    errors[kept == NEVER] = np.inf
    return Chart(name, calls, leads_of(steps, scale), errors, about)
