"""What ``simulate`` and ``compare`` measure of the game terts; docs/statistics.md, "Terts"."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from debertz_sim.engine.deal import laid_decks
from debertz_sim.engine.terts import new_terts_desk, play_terts_block
from debertz_sim.engine.terts_rows import DEALER_WON, FOREHAND_WON, LEVEL, TERTS_COLUMNS
from debertz_sim.experiment.metrics import (
    BIN_WIDTH,
    PLACES,
    Condition,
    Feature,
    Frame,
    Mean,
    Share,
    Table,
    bin_edges,
)
from debertz_sim.kernels.terts_state import KINDS, WORD_TRICKS
from debertz_sim.policies.registry import Seating
from debertz_sim.rules import RuleSet
from debertz_sim.stats import NUMBER

OUTCOMES = (None, "forehand", "dealer", "level")
"""What the numbers in the column ``outcome`` mean."""

_SEATS = dict(enumerate(PLACES[2]))
_NOBODY = -1
_WON = {"forehand": FOREHAND_WON, "dealer": DEALER_WON, "nobody": LEVEL}
_BIN_WIDTH = 50  # of margin_histogram: totals differ by hundreds
_TRICK_POINTS, _MARRIAGE = 162, 20  # at most, whatever trick_points says


def most_ahead_in_terts(rules: RuleSet) -> int:
    """More points than one player can be ahead of the other: all tricks, and a group in every trick with words."""
    fours = [0] if isinstance(rules.fours, str) else [*rules.fours.values()]
    return _TRICK_POINTS + _MARRIAGE + WORD_TRICKS * max(*rules.sequence_points.values(), *fours)


_mine = threading.local()


def play_terts(
    rules: Any,
    seated: Seating,
    seed: int,
    first: int,
    rows: NDArray[np.int32],
    decks: NDArray[np.int8] | None = None,
    first_deck: int = 0,
) -> None:
    """Deals from number ``first`` on, a row each (int32, shape (deals, N_TERTS_COLUMNS or more)).

    ``decks``, ``first_deck``: as for ``engine.deal.laid_decks``.
    """
    if not hasattr(_mine, "desk"):
        _mine.desk = new_terts_desk()
    with laid_decks(_mine.desk, first_deck, decks):
        fault = play_terts_block(rules, seated.family, _mine.desk, seed, first, rows)
    assert fault < 0, f"deal {fault} of seed {seed}: a policy of terts chose what is not legal"


def terts_table(frame: Frame) -> Table:
    """What is measured in a frame of terts."""
    return Table(TERTS_COLUMNS, _features(frame), list(_shares(frame)), list(_means()), "deal_won")


def _features(frame: Frame) -> dict[str, Feature]:
    found = {
        "outcome": Feature("outcome", FOREHAND_WON, LEVEL),
        "exchanger": Feature("exchanger_place", _NOBODY, 0),
        "last_trick": Feature("last_trick_place", 0, 1),
        "marriage": Feature("marriage_place", _NOBODY, 1),
        "margin_bin": Feature("total_0", -_bins(frame), _bins(frame), "total_1", _BIN_WIDTH),
    }
    found |= {f"marriage_held_{place}": Feature(f"marriage_held_{place}", 0, 1) for place in _SEATS}
    return found | {kind: Feature(kind, 0, 1) for kind in KINDS}


def _bins(frame: Frame) -> int:
    """How far the margin reaches in bins of this width."""
    return -(-frame.bins * BIN_WIDTH // _BIN_WIDTH)


def _shares(frame: Frame) -> Iterable[Share]:
    """Every deal is played to its end, so that all shares are of all deals."""

    def share(metric: str, feature: str, value: int, **group: str | int) -> Share:
        return Share(metric, group, _is(feature, value), _every_deal)

    yield from (share("deal_won", "outcome", number, seat=seat) for seat, number in _WON.items())
    yield from (share("last_trick", "last_trick", place, seat=seat) for place, seat in _SEATS.items())
    yield from (share("group_scored", kind, 1, kind=kind) for kind in KINDS)
    yield from (share("marriage_held", f"marriage_held_{place}", 1, seat=seat) for place, seat in _SEATS.items())
    yield from (share("marriage_scored", "marriage", place, seat=seat) for place, seat in _SEATS.items())
    yield share("marriage_scored", "marriage", _NOBODY, seat="nobody")
    yield Share("seven_exchanged", {}, lambda f: f["exchanger"] != _NOBODY, _every_deal)
    for number in range(-_bins(frame), _bins(frame) + 1):
        start, to = bin_edges(number, _BIN_WIDTH)
        yield Share("margin_histogram", {"from": start, "to": to}, _is("margin_bin", number), _every_deal, "bin")


def _means() -> Iterable[Mean]:
    yield Mean("margin", "total_0", "total_1")
    for metric, column in (("total", "total"), ("trick_points", "trick_points"), ("announced_points", "announced")):
        for place, seat in _SEATS.items():
            yield Mean(metric, f"{column}_{place}", group={"seat": seat})
    for place, seat in _SEATS.items():
        yield Mean("tricks", f"tricks_{place}", unit=NUMBER, group={"seat": seat})
    yield from (Mean("groups_scored", kind, unit=NUMBER, group={"kind": kind}) for kind in KINDS)


def _is(feature: str, value: int) -> Condition:
    return lambda f: f[feature] == value


_every_deal: Condition = lambda f: f["outcome"] >= FOREHAND_WON  # noqa: E731
