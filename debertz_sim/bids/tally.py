"""From rows of worlds to whole numbers that add up: margins with their products, how deals end, what drives them.

A margin is ``x + V * a``: written points, mine minus theirs, and V (what a deal is worth to forehand) for a deal that
is dealt anew, a = 1 if I am forehand then, -1 if the other is, else 0.  x and a are summed apart, so that the sums are
whole numbers whatever V is.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from debertz_sim.engine.calls import (
    D_BELLA,
    D_CLAIMER,
    D_DECLARER,
    D_FOURS,
    D_FULL,
    D_OUTCOME,
    D_POINTS,
    D_SEQUENCES,
    D_TRUMP,
    D_WRITTEN,
    W_SECOND_OWN,
    W_TRIES,
)
from debertz_sim.experiment.sums import Part
from debertz_sim.kernels.bella import BELLA_POINTS
from debertz_sim.kernels.state import ALL_PASS, BAID, HANGING_BAID, INSTANT_WIN, MADE, REDEAL

Ints = NDArray[np.int64]

ME, OTHER, NOBODY = range(3)
WHOSE = ("me", "opponent", "nobody")
N_OUTCOMES = 8
WON, LEVEL, LOST = range(3)
N_ENDS = 9  # my suits, the opponent's, nobody's: who plays what in the end
MOMENTS = 5  # of margins in a bin: worlds, sums of x, x², a, a²
PARTS = ("tricks", "sequences", "bella", "fours", "bid")
_ACES = 0x80808080


def margins(rows: Ints, seat: int, target: int) -> tuple[Ints, Ints]:
    """x and a of each row (rows int64, shape (..., columns of ``engine.calls``)); ``seat``: the caller's.

    An instant win counts the target (0 where a match is one deal).
    """
    outcome = rows[..., D_OUTCOME]
    x = rows[..., D_WRITTEN] - rows[..., D_WRITTEN + 1]
    x = x + np.where(outcome == INSTANT_WIN, np.where(rows[..., D_CLAIMER] == ME, target, -target), 0)
    own = 1 if seat == 0 else -1  # whether I am forehand in this deal
    a = own * ((outcome == REDEAL).astype(np.int64) - (outcome == ALL_PASS))
    return x, a


def ends(rows: Ints) -> Ints:
    """Who plays what in the end, 0 .. N_ENDS - 1."""
    declarer = rows[..., D_DECLARER]
    return np.where(declarer < 0, N_ENDS - 1, 4 * declarer + rows[..., D_TRUMP])


def _bits(cards: Ints) -> Ints:
    return np.bitwise_count(cards).astype(np.int64)


def _trumps(rows: Ints) -> Ints:
    return np.int64(0xFF) << (8 * np.maximum(rows[..., D_TRUMP], 0))


def _scorer(own: Ints, other: Ints) -> Ints:
    """0 me, 1 the opponent, 2 nobody, 3 both."""
    return np.where(own > 0, np.where(other > 0, 3, ME), np.where(other > 0, OTHER, NOBODY))


def _my_trumps(rows: Ints, worlds: Ints) -> Ints:
    return _bits(rows[..., D_FULL] & _trumps(rows))


def _their_trumps(rows: Ints, worlds: Ints) -> Ints:
    return _bits(rows[..., D_FULL + 1] & _trumps(rows))


def _my_aces(rows: Ints, worlds: Ints) -> Ints:
    return _bits(rows[..., D_FULL] & ~_trumps(rows) & _ACES)


def _sequences(rows: Ints, worlds: Ints) -> Ints:
    return _scorer(rows[..., D_SEQUENCES], rows[..., D_SEQUENCES + 1])


def _bella(rows: Ints, worlds: Ints) -> Ints:
    bella = rows[..., D_BELLA]
    return np.where(bella < 0, NOBODY, bella)


def _second_good(rows: Ints, worlds: Ints) -> Ints:
    return _bits(worlds[..., W_SECOND_OWN] & (_trumps(rows) | _ACES))


FACTORS: dict[str, tuple[int, Callable[[Ints, Ints], Ints]]] = {
    "my_trumps": (9, _my_trumps),
    "opponent_trumps": (9, _their_trumps),
    "my_side_aces": (4, _my_aces),
    "sequences_to": (4, _sequences),
    "bella_to": (3, _bella),
    "second_good": (4, _second_good),
}
"""What may drive a margin, of deals that are played: into how many bins, and which a row belongs to.

Trumps among my nine cards and among the opponent's, my side aces, who scores sequences and bella, and how many trumps
and aces my second packet brings.
"""


def nothing(calls: int, explain: bool) -> Part:
    """The arrays of no worlds.

    ``sums`` (2 calls,): x of each call, then a; ``products`` (2 calls, 2 calls); ``outcomes`` (calls, 3 whose, 8);
    ``won`` (calls, 3); ``ends`` (calls, N_ENDS, MOMENTS); ``tries`` (1,); of matches ``wins`` (calls,), ``both_win``
    (calls, calls) and ``unwon`` (calls,).  With ``explain`` ``parts`` (calls, PARTS, 2: sums and sums of squares) and
    ``by_...`` (calls, bins, MOMENTS) of each factor.
    """
    shapes: dict[str, tuple[int, ...]] = {
        "sums": (2 * calls,),
        "products": (2 * calls, 2 * calls),
        "outcomes": (calls, 3, N_OUTCOMES),
        "won": (calls, 3),
        "ends": (calls, N_ENDS, MOMENTS),
        "tries": (1,),
        "wins": (calls,),
        "both_win": (calls, calls),
        "unwon": (calls,),
    }
    if explain:
        shapes["parts"] = (calls, len(PARTS), 2)
        shapes |= {f"by_{name}": (calls, bins, MOMENTS) for name, (bins, _) in FACTORS.items()}
    return {name: np.zeros(shape, np.int64) for name, shape in shapes.items()}


def tally(worlds: Ints, rows: Ints, winners: Ints | None, seat: int, target: int, explain: bool) -> Part:
    """Sum up worlds (columns W_..) with their rows (worlds, calls, columns D_..); ``winners`` of matches."""
    calls = rows.shape[1]
    part = nothing(calls, explain)
    x, a = margins(rows, seat, target)
    both = np.concatenate([x, a], axis=1).astype(np.float64)  # whole numbers far below 2**53: sums are exact
    part["sums"][:] = both.sum(axis=0)
    part["products"][:] = np.rint(both.T @ both)
    part["tries"][0] = worlds[:, W_TRIES].sum()
    place = ends(rows)
    for call in range(calls):
        its = rows[:, call]
        whose = np.where(its[:, D_DECLARER] < 0, NOBODY, its[:, D_DECLARER])
        flat = np.bincount(whose * N_OUTCOMES + its[:, D_OUTCOME], minlength=3 * N_OUTCOMES)
        part["outcomes"][call] = flat.reshape(3, N_OUTCOMES)
        scored = its[np.isin(its[:, D_OUTCOME], (MADE, BAID, HANGING_BAID))]
        ahead = np.sign(scored[:, D_WRITTEN] - scored[:, D_WRITTEN + 1])
        part["won"][call] = [(ahead == sign).sum() for sign in (1, 0, -1)]
        part["ends"][call] = moments(place[:, call], x[:, call], a[:, call], N_ENDS)
    if winners is not None:
        won = (winners == ME).astype(np.int64)
        part["wins"][:], part["both_win"][:] = won.sum(axis=0), won.T @ won
        part["unwon"][:] = (winners < 0).sum(axis=0)
    if explain:
        _explain(part, worlds, rows, x, a)
    return part


def moments(codes: Ints, x: Ints, a: Ints, bins: int) -> Ints:
    """Worlds, x, x², a and a² added up by bin: shape (bins, MOMENTS)."""
    columns = [np.bincount(codes, minlength=bins)]
    columns += [np.rint(np.bincount(codes, weights=its, minlength=bins)) for its in (x, x * x, a, a * a)]
    return np.stack(columns, axis=1).astype(np.int64)


def _explain(part: Part, worlds: Ints, rows: Ints, x: Ints, a: Ints) -> None:
    played = np.isin(rows[..., D_OUTCOME], (MADE, BAID, HANGING_BAID))
    pieces = parts(rows, x)
    part["parts"][..., 0] = pieces.sum(axis=0)
    part["parts"][..., 1] = (pieces * pieces).sum(axis=0)
    for name, (bins, code_of) in FACTORS.items():
        codes = code_of(rows, worlds[:, None, :])
        for call in range(rows.shape[1]):
            where = played[:, call]
            part[f"by_{name}"][call] = moments(codes[where, call], x[where, call], a[where, call], bins)


def parts(rows: Ints, x: Ints) -> Ints:
    """What a margin x is made of, shape (..., PARTS): tricks, melds, and what the bid shifts; they add up to x."""
    tricks, sequences, fours = (
        rows[..., column] - rows[..., column + 1] for column in (D_POINTS, D_SEQUENCES, D_FOURS)
    )
    bella = BELLA_POINTS * ((rows[..., D_BELLA] == ME).astype(np.int64) - (rows[..., D_BELLA] == OTHER))
    return np.stack([tricks, sequences, bella, fours, x - tricks - sequences - bella - fours], axis=-1)
