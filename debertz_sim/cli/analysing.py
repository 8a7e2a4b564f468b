"""The option ``--analyse`` of ``deal`` and ``score``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from debertz_sim.errors import UserError

if TYPE_CHECKING:
    from debertz_sim.policies.registry import Seating

analyse_option = click.option(
    "--analyse",
    is_flag=True,
    help="Add what each card was worth with open hands, and what it lost (two players, pairs).",
)
"""``analyse``: bool; for ``require_room_for_analysis`` and ``analysed_deal``."""


def require_room_for_analysis(analyse: bool, kind: str) -> None:
    """Refuse an analysis in the short text form, which has no place for it."""
    if analyse and kind == "text":
        raise UserError("--analyse: the short text form has no place for it; use --format table or json")


def analysed_deal(transcript: Mapping[str, Any], seated: Seating | None) -> dict[str, Any]:
    """The transcript with its analysis; ``seated``: whose own scores are shown beside."""
    from debertz_sim.analysis.played import analysed
    from debertz_sim.variants import from_spec

    return analysed(transcript, from_spec(transcript["rules"]), seated)
