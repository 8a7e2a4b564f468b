"""What was learned from solved deals: scores of classes of cards, and the guess (scripts/train_solver.py)."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

DATA = Path(__file__).parent / "data" / "order.json"


@lru_cache(maxsize=1)
def learned() -> dict[str, NDArray[np.int64]]:
    """The learned fields of a ``SOLVER`` record by name."""
    found = json.loads(DATA.read_text("utf-8"))
    return {name: np.array(values, np.int64) for name, values in found["learned"].items()}
