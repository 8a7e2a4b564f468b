"""One row of integers a deal of terts; places are 0 forehand and 1 dealer, -1 stands for "nobody".

``outcome`` stands in the column that it has in the rows of the usual game, and its numbers are among those of a played
deal, so that both are tallied by the same kernels.
"""

from __future__ import annotations

from debertz_sim._jit import inlined
from debertz_sim.engine.rows import C_OUTCOME
from debertz_sim.kernels.terts_state import BELLA, KINDS

FOREHAND_WON, DEALER_WON, LEVEL = 1, 2, 3

DEAL_COLUMNS = (
    "dealer",
    "outcome",
    "trump",
    "upcard",
    "exchanger_place",
    "exchange_trick",
    "last_trick_place",
    "marriage_place",
    *KINDS,  # groups that scored, of both
)
PLACE_COLUMNS = ("tricks", "card_points", "trick_points", "announced", "total", "marriage_held", *KINDS)
TERTS_COLUMNS = DEAL_COLUMNS + tuple(f"{name}_{place}" for place in range(2) for name in PLACE_COLUMNS)
N_TERTS_COLUMNS = len(TERTS_COLUMNS)

C_DEALER, _, C_TRUMP, C_UPCARD, C_EXCHANGER, C_EXCHANGE_TRICK, C_LAST_TRICK, C_MARRIAGE, C_KIND = range(9)
assert DEAL_COLUMNS[C_OUTCOME] == "outcome"
C_PLACE = len(DEAL_COLUMNS)
N_PLACE = len(PLACE_COLUMNS)
P_TRICKS, P_CARD_POINTS, P_TRICK_POINTS, P_ANNOUNCED, P_TOTAL, P_MARRIAGE, P_KIND = range(7)


@inlined
def _place_of(t, seat):
    return -1 if seat < 0 else (seat - t.dealer - 1) & 1


@inlined
def note_terts_row(t, v, row):
    """Fill one row (int32, shape (N_TERTS_COLUMNS,)) from a finished deal."""
    forehand = 1 - t.dealer
    margin = t.totals[forehand] - t.totals[t.dealer]
    row[C_DEALER] = t.dealer
    row[C_OUTCOME] = FOREHAND_WON if margin > 0 else (DEALER_WON if margin < 0 else LEVEL)
    row[C_TRUMP] = t.trump
    row[C_UPCARD] = t.upcard
    row[C_EXCHANGER] = _place_of(t, v.exchanger)
    row[C_EXCHANGE_TRICK] = v.exchange_trick
    row[C_LAST_TRICK] = _place_of(t, t.last_trick)
    row[C_MARRIAGE] = _place_of(t, v.married)
    for kind in range(BELLA):
        row[C_KIND + kind] = t.counts[0, kind] + t.counts[1, kind]
    for place in range(2):
        seat = (t.dealer + 1 + place) & 1
        base = C_PLACE + N_PLACE * place
        row[base + P_TRICKS] = v.tricks[seat]
        row[base + P_CARD_POINTS] = v.points[seat]
        row[base + P_TRICK_POINTS] = t.totals[seat] - v.announced[seat]
        row[base + P_ANNOUNCED] = v.announced[seat]
        row[base + P_TOTAL] = t.totals[seat]
        row[base + P_MARRIAGE] = t.marriage_held[seat]
        for kind in range(BELLA):
            row[base + P_KIND + kind] = t.counts[seat, kind]
