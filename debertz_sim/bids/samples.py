"""Some worlds in words: both hands, the bottom card, and what became of each call."""

from __future__ import annotations

from typing import Any

from debertz_sim.bids.roll import Ints, Rolled
from debertz_sim.bids.spec import BidSpec, call_name
from debertz_sim.bids.tally import NOBODY, WHOSE
from debertz_sim.cards import SUIT_LETTERS, card_text, hand_text
from debertz_sim.engine.calls import (
    D_DECLARER,
    D_EXCHANGER,
    D_OUTCOME,
    D_ROUND,
    D_TRUMP,
    D_WRITTEN,
    W_FIRST_OTHER,
    W_FREZA,
    W_SECOND_OTHER,
    W_SECOND_OWN,
)
from debertz_sim.kernels.state import ALL_PASS, BAID, HANGING_BAID, INSTANT_WIN, MADE, REDEAL

OUTCOMES = {
    MADE: "made",
    BAID: "baid",
    HANGING_BAID: "hanging_baid",
    ALL_PASS: "all_pass",
    REDEAL: "redeal",
    INSTANT_WIN: "instant_win",
}


def sample_deals(spec: BidSpec, rolled: Rolled) -> list[dict[str, Any]]:
    """Each world: ``me`` and ``opponent`` (first and second packet), ``freza``, and ``calls`` with what became of them.

    Of a call: ``declarer`` (me, opponent, or None), ``trump``, ``round``, ``outcome``, ``exchanged`` (who took the
    upcard for the seven) and ``written`` (mine, his; None where nothing was played).
    """
    return [
        {
            "me": [hand_text(spec.spot.hand), hand_text(int(world[W_SECOND_OWN]))],
            "opponent": [hand_text(int(world[W_FIRST_OTHER])), hand_text(int(world[W_SECOND_OTHER]))],
            "freza": card_text(int(world[W_FREZA])),
            "calls": {call_name(call): _told(row) for call, row in zip(spec.calls, rows, strict=True)},
        }
        for world, rows in zip(rolled.worlds, rolled.rows, strict=True)
    ]


def _told(row: Ints) -> dict[str, Any]:
    declarer, outcome, exchanger = (int(row[column]) for column in (D_DECLARER, D_OUTCOME, D_EXCHANGER))
    played = outcome in (MADE, BAID, HANGING_BAID)
    return {
        "declarer": None if declarer < 0 else WHOSE[declarer],
        "trump": None if declarer < 0 else SUIT_LETTERS[int(row[D_TRUMP])],
        "round": None if declarer < 0 else int(row[D_ROUND]),
        "outcome": OUTCOMES[outcome],
        "exchanged": None if exchanger < 0 or exchanger == NOBODY else WHOSE[exchanger],
        "written": [int(row[D_WRITTEN]), int(row[D_WRITTEN + 1])] if played else None,
    }
