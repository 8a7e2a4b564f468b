"""Any policies in the widest family that the default ones are in, so that tests and commands share their kernels."""

from __future__ import annotations

from typing import Any

from debertz_sim.policies.families import Expert, ExpertSided


def one_family(seats: Any, players: int) -> Expert | ExpertSided:
    """A SEATING record in the family of play ``expert`` for this number of seats, whoever sits there."""
    return (Expert if players == 2 else ExpertSided)(seats)
