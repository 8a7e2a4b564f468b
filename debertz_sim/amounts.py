"""Numbers of deals as people write them."""

from __future__ import annotations

import re
from decimal import Decimal

from debertz_sim.errors import UserError

MAX_DEALS = 10**15


def parse_deals(text: str | float) -> int:
    """A number of deals written ``1000000``, ``1_000_000``, ``1e6``, ``250k`` or ``1M``.

    Raises ``UserError`` unless it is a whole number from 1 to ``MAX_DEALS``.
    """
    found = re.fullmatch(r"([+-]?\d[\d_]*(?:\.\d+)?(?:e\+?\d{1,3})?)([kmg]?)", str(text).strip().lower())
    if not found:
        raise UserError(f"number of deals {text!r}: write it as 1000000, 1e6, 250k or 1M")
    number = Decimal(found[1]) * {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}[found[2]]
    if not 1 <= number <= MAX_DEALS or number != int(number):
        raise UserError(f"number of deals {text!r}: it must be a whole number from 1 to {MAX_DEALS:.0e}")
    return int(number)
