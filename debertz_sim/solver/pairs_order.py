"""Which moves the solver of pairs tries, and in which order.

Dominance.  Two cards of one hand and suit between which no other hand holds a card, nor the best card so far lies, form
a block: they beat and are beaten by the same cards and satisfy the same duties.  Swapping them turns the game after one
into the game after the other, but for who gets their points: the one laid goes with this trick, the one kept with a
later one.  So where the mover's side is sure to win this trick the dearest card of a block is at least as good as the
others, and where it is sure to lose it the cheapest; elsewhere the values differ by no more than the points do, which
the search uses.  (Points must not fall with strength, as they do under no rule set.)

The order is a sum of learned weights; it never changes a value.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from debertz_sim._jit import highest, inlined, popcount
from debertz_sim.kernels.bits import bit
from debertz_sim.solver.pairs_state import DOMINANCE, TRUMP, TRUMPS, above, beats, below, can_beat, suit_of

# Kinds of moves; leads first.
LEAD_TRUMP_LAST, LEAD_TRUMP_MASTER, LEAD_TRUMP_PARTNER, LEAD_TRUMP_LOW = range(4)
LEAD_RUFFED, LEAD_MASTER, LEAD_PARTNER, LEAD_PARTNER_RUFFS, LEAD_LOW = range(4, 9)
WIN_SURE, WIN_OPEN, PARTNER_SURE, PARTNER_OPEN, LOSE_OPEN, LOSE_SURE = range(9, 15)

WON, OPEN, LOST = 1, 0, -1
# Whose the trick will surely be; a partner who may win it may also hold back.
SURE = np.array([WON, WON, OPEN, OPEN, OPEN, WON, OPEN, WON, OPEN, WON, OPEN, WON, OPEN, OPEN, LOST])

_SCORE_BIAS = 1 << 20

WEIGHTS_FILE = Path(__file__).parent / "data" / "pairs_order.csv"
"""What ``scripts/train_pairs.py`` learned: a line for each kind, a column for each feature."""


@inlined
def _kind_of_lead(s, seat, card):
    left = s.hand[(seat + 1) & 3]
    partner = s.hand[(seat + 2) & 3]
    right = s.hand[(seat + 3) & 3]
    suit = suit_of(card)
    against = (left | right) & suit
    his = partner & suit
    mastered = against & above(card) == 0
    by_partner = his != 0 and against & above(highest(his | bit(card))) == 0
    if card >= TRUMP:
        if not against:
            return LEAD_TRUMP_LAST
        return LEAD_TRUMP_MASTER if mastered else (LEAD_TRUMP_PARTNER if by_partner else LEAD_TRUMP_LOW)
    if (left & suit == 0 and left & TRUMPS != 0) or (right & suit == 0 and right & TRUMPS != 0):
        return LEAD_RUFFED
    if mastered:
        return LEAD_MASTER
    if his == 0 and partner & TRUMPS != 0:
        return LEAD_PARTNER_RUFFS
    return LEAD_PARTNER if by_partner else LEAD_LOW


@inlined
def _kind_of_answer(s, seat, lying, led, best, holder, card):
    wins = beats(card, best)
    left = s.hand[(seat + 1) & 3]
    if wins or (holder ^ seat) & 1 == 0:
        sure = lying == 3 or not can_beat(left, led, card if wins else best)
        if wins:
            return WIN_SURE if sure else WIN_OPEN
        return PARTNER_SURE if sure else PARTNER_OPEN
    return LOSE_OPEN if lying == 1 and can_beat(s.hand[(seat + 2) & 3], led, best) else LOSE_SURE


@inlined
def _score(s, seat, lying, led, kind, card):
    w = s.weights[kind]
    suit = suit_of(card)
    against = popcount((s.hand[(seat + 1) & 3] | s.hand[(seat + 3) & 3]) & suit)
    total = w[0] + w[1] * s.points[card] + w[2] * (card & 7) + w[3] * popcount(s.hand[seat] & suit) + w[4] * against
    if lying == 0:
        return total + w[5] * s.left + w[6] * popcount(s.hand[(seat + 2) & 3] & suit)
    return total + (w[5] if card >= TRUMP else 0) + (w[6] if card & 24 != led else 0)


@inlined
def _insert(moves, count, move):
    """Put a move among ``count`` sorted ones, the highest first."""
    k = count
    while k > 0 and moves[k - 1] < move:
        moves[k] = moves[k - 1]
        k -= 1
    moves[k] = move


@inlined
def order_moves(s, seat, lying, led, best, holder, legal):
    """List the moves worth trying at this ply, the most promising first; returns how many.

    A move is ``score << 8 | block << 5 | card``.
    """
    moves = s.moves[s.ply]
    walls = s.hand[(seat + 1) & 3] | s.hand[(seat + 2) & 3] | s.hand[(seat + 3) & 3]
    if lying:
        walls |= bit(best)
    count = 0
    block = np.int64(-1)
    previous = np.int64(-1)
    kind = 0
    while legal:
        card = highest(legal)
        legal ^= bit(card)
        joined = (
            previous >= 0
            and (previous ^ card) < 8
            and not walls & below(previous) & ~below(card)
            and s.reduce & DOMINANCE
        )
        sure = SURE[kind]
        dearer = previous
        previous = card
        if joined and (sure == WON or (sure == OPEN and s.points[card] == s.points[dearer])):
            continue
        if not joined:
            block += 1
            kind = (
                _kind_of_lead(s, seat, card) if lying == 0 else _kind_of_answer(s, seat, lying, led, best, holder, card)
            )
        move = ((_score(s, seat, lying, led, kind, card) + _SCORE_BIAS) << 8) | (block << 5) | card
        if joined and sure == LOST:
            # it takes the place of the dearer one
            k = 0
            while moves[k] & 31 != dearer:
                k += 1
            count -= 1
            while k < count:
                moves[k] = moves[k + 1]
                k += 1
        _insert(moves, count, move)
        count += 1
    return count


def _read_weights():
    lines = WEIGHTS_FILE.read_text("utf-8").splitlines()
    return np.array([line.split(",")[1:] for line in lines[1:]], np.int64)


WEIGHTS = _read_weights()
