"""What stronger play changes in the worth of a deal, by seat of the declarer and the trumps on both sides.

A chart is built with a fast player, who is not the best: where a slower, stronger one gains or loses systematically on
the same deals, the difference is added to the leaves.  ``scripts/chart_corrections.py`` measures it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from debertz_sim.errors import UserError
from debertz_sim.rules import RuleSet

SHAPE = (2, 10, 10)  # seat of the declarer, his trumps in nine cards, the defender's


@dataclass(frozen=True)
class Corrections:
    """``table`` (float64, shape SHAPE): what is added to a declarer's worth; ``source``: the file it was read from."""

    source: str
    table: NDArray[np.float64] = field(compare=False)
    about: Mapping[str, Any] = field(default_factory=dict, compare=False)

    def require_unit(self, rules: RuleSet, objective: str) -> Corrections:
        """These, if they are in what the rules write and the objective counts; raises ``UserError``."""
        unit = self.about.get("unit")
        if unit != rules.match_unit or objective != "points":
            counted = f"{rules.match_unit} of rules {rules.name}" if objective == "points" else f"objective {objective}"
            raise UserError(f"{self.source}: corrections are in {unit}, the build counts {counted}")
        return self

    def to_json(self) -> dict[str, Any]:
        """In JSON values."""
        return {"source": self.source, "table": self.table.tolist(), "about": dict(self.about)}

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> Corrections:
        """Corrections that were kept; raises ``ValueError`` or ``KeyError`` if they are none."""
        table = np.array(found["table"], float)
        if table.shape != SHAPE or not np.isfinite(table).all():
            raise ValueError(f"table of shape {table.shape}, must be {SHAPE} finite numbers")
        return cls(str(found["source"]), table, dict(found.get("about", {})))

    @classmethod
    def load(cls, path: Path) -> Corrections:
        """Corrections from a file; raises ``UserError`` if it holds none."""
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
            return cls.from_json(found | {"source": str(path)})
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise UserError(f"{path}: not a file of corrections ({error})") from None
