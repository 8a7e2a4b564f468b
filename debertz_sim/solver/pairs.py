"""The exact solver for pairs: what seats 0 and 2 still make against 1 and 3 when all cards are open."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from debertz_sim._jit import highest, inlined, inner, kernel, lowest, popcount
from debertz_sim.kernels.bits import bit
from debertz_sim.kernels.scoring import LAST_TRICK_POINTS
from debertz_sim.kernels.state import new_record
from debertz_sim.kernels.tricks import card_points, must_beat
from debertz_sim.solver.pairs_order import WEIGHTS, order_moves
from debertz_sim.solver.pairs_state import (
    DOMINANCE,
    EVERY_REDUCTION,
    MEMORY,
    MOVES,
    PAIRS,
    SAME,
    SLOTS,
    TRUMP,
    beats,
    legal_moves,
)

_SPREAD = 0x9E3779B  # odd, of 28 bits: times a key of 34 it stays below 2**62
_EPOCHS = 1 << 12
_NOTHING = np.int64(-1)

# By how much more a side makes than the other, per card that it holds, [is_trump, place], and for the lead: regression
# on 3,000 solved deals (scripts/train_pairs.py does it on others: the same but for chance), cards without points made
# equal; mean error 14.  The search begins there.
PROMISES = np.array([[0, 0, 0, 0, 0, 1, 5, 24], [14, 14, 14, 17, 18, 22, 32, 61]])
_LEAD_PROMISES = 9

__all__ = ["PAIRS", "card_values", "future_points", "new_table", "reaches"]


def new_table() -> Any:
    """Scratch for the solver, half a megabyte: one for each thread."""
    table = new_record(PAIRS)
    table.weights[:] = WEIGHTS
    table.reduce = EVERY_REDUCTION
    return table


@inlined
def _place(rules, trump, card):
    """A card's number in the solver."""
    suit = card >> 3
    if suit == trump:
        return TRUMP + rules.strength[1, card & 7]
    return 8 * (suit if suit < trump else suit - 1) + rules.strength[0, card & 7]


@inner
def _find_same(s, suit):
    """Cards without points of the same owners from the top down are worth the same: the first such set stands for all.

    They are the lowest of their suit, and while an owner keeps his place among them it does not matter which they are.
    """
    owner = np.zeros(MOVES, np.int64)
    low = 0  # how many; none are looked at where nothing is to be the same
    for place in range(MOVES):
        where = 8 * suit + place
        for seat in range(4):
            if s.hand[seat] & bit(where):
                owner[place] = seat
        if low == place and s.points[where] == 0 and s.reduce & SAME:
            low += 1
    first = np.full(256, -1, np.int64)  # by the owners, written in base 4 behind a 1
    for cards in range(1 << low):
        owners = 1
        for place in range(low):
            if cards >> place & 1:
                owners = 4 * owners + owner[place]
        if first[owners] < 0:
            first[owners] = cards
        for dear in range(0, 256, 1 << low):
            s.same[suit, dear | cards] = dear | first[owners]


@inner
def _load(s, rules, trump, hands, to_move, lying):
    """Write a position into the record; returns all points still to be won, those lying and the last ten included."""
    for best in range(2):
        for trump_led in range(2):
            s.must[best, trump_led] = must_beat(rules, 0, 2 if best else 1, trump_led)
    for seat in range(4):
        s.hand[seat] = 0
    s.ply = 0
    s.left = popcount(hands[to_move])
    total = np.int64(LAST_TRICK_POINTS)
    for card in range(32):
        place = _place(rules, trump, np.int64(card))
        worth = card_points(rules, trump, np.int64(card))
        s.points[place] = worth
        for seat in range(4):
            if hands[seat] >> card & 1:
                s.hand[seat] |= bit(place)
                total += worth
    for k in range(lying.shape[0]):
        if lying[k] >= 0:
            total += card_points(rules, trump, lying[k])
    for suit in range(4):
        _find_same(s, suit)
    s.epoch += 1
    if s.epoch == _EPOCHS:
        s.epoch = 1
        for k in range(SLOTS):
            s.slots[k] = 0
    return total


@inlined
def _key(s, seat):
    """The cards still out, leader and number of the position; at the start of a trick they are all there is to know."""
    cards = s.hand[0] | s.hand[1] | s.hand[2] | s.hand[3]
    return (
        s.same[0, cards & 255]
        | s.same[1, cards >> 8 & 255] << 8
        | s.same[2, cards >> 16 & 255] << 16
        | s.same[3, cards >> 24] << 24
        | seat << 32
    )


@inlined
def _last_winner(s, seat):
    """Who wins when everybody has one card."""
    best = highest(s.hand[seat])
    for k in range(1, 4):
        card = highest(s.hand[(seat + k) & 3])
        if beats(card, best):
            best = card
    winner = np.int64(0)
    for k in range(4):
        if s.hand[k] == bit(best):
            winner = np.int64(k)
    return winner


@inlined
def _list_moves(s, seat, lying, led, best, holder):
    """List the moves of this ply, of whose blocks none has been tried yet; returns how many."""
    legal = legal_moves(s, s.hand[seat], led, best, 1 - ((holder ^ seat) & 1))
    if not legal & (legal - 1):
        s.moves[s.ply, 0] = lowest(legal)
        s.tried[s.ply, 0] = -1
        return 1
    for k in range(MOVES):
        s.tried[s.ply, k] = -1
    return order_moves(s, seat, lying, led, best, holder, legal)


@inlined
def _bound_by(other, worth, ours):
    """What a card is at most worth (at least, for the other side) after what was found for another of its block."""
    gap = abs((other & 31) - worth)
    return (other >> 5) + (gap if ours else -gap)


@inner
def _search(s, seat, lying, led, best, holder, laid, need, rest):
    """Whether seats 0 and 2 can make ``need`` of the ``rest``: a bound of what they make, from below if they can.

    ``seat`` is to lay on ``lying`` cards worth ``laid``, of which ``holder``'s ``best`` is the best; ``led``: the place
    of the suit led.  The points lying are part of the rest.
    """
    s.nodes += 1
    low = np.int64(0)
    high = rest
    place = np.int64(0)
    key = np.int64(0)
    if lying == 0:
        if need <= 0:
            return np.int64(0)
        if need > rest:
            return rest
        if s.left == 1:
            return np.int64(0) if _last_winner(s, seat) & 1 else rest
        key = _key(s, seat)
        place = (key * _SPREAD >> 28) & (SLOTS - 1)
        key |= s.epoch << 34
        entry = s.slots[place]
        if entry >> 16 == key:
            low = entry >> 8 & 255
            high = entry & 255
            if low >= need:
                return low
            if high < need:
                return high
    hand = s.hand[seat]
    moves = s.moves[s.ply]
    tried = s.tried[s.ply]
    count = _list_moves(s, seat, lying, led, best, holder)
    ours = seat & 1 == 0
    value = np.int64(-1) if ours else rest + 1
    for k in range(count):
        card = moves[k] & 31
        block = moves[k] >> 5 & 7
        worth = s.points[card]
        if tried[block] >= 0:
            bound = _bound_by(tried[block], worth, ours)
            if ours and bound < need:
                value = max(value, bound)
                continue
            if not ours and bound >= need:
                value = min(value, bound)
                continue
        wins = lying == 0 or beats(card, best)
        s.hand[seat] = hand ^ bit(card)
        s.ply += 1
        if lying == 3:
            winner = seat if wins else holder
            won = rest if s.left == 1 else laid + worth
            gain = np.int64(0) if winner & 1 else won
            s.left -= 1
            got = gain + _search(
                s, winner, np.int64(0), _NOTHING, _NOTHING, _NOTHING, np.int64(0), need - gain, rest - won
            )
            s.left += 1
        else:
            got = _search(
                s,
                (seat + 1) & 3,
                lying + 1,
                card & 24 if lying == 0 else led,
                card if wins else best,
                seat if wins else holder,
                laid + worth,
                need,
                rest,
            )
        s.ply -= 1
        s.hand[seat] = hand
        if s.reduce & DOMINANCE:
            tried[block] = got << 5 | worth
        if ours:
            value = max(value, got)
            if value >= need:
                break
        else:
            value = min(value, got)
            if value < need:
                break
    if lying == 0 and s.reduce & MEMORY:
        if value >= need:
            low = max(low, value)
        else:
            high = min(high, value)
        s.slots[place] = key << 16 | low << 8 | high
    return value


class Trick(NamedTuple):
    """The trick under way as the search is told of it."""

    lying: Any
    led: Any
    best: Any
    holder: Any
    laid: Any


@inlined
def cards_lying(lying):
    """How many cards lie in the trick: those before the first -1."""
    count = np.int64(0)
    while count < lying.shape[0] and lying[count] >= 0:
        count += 1
    return count


@inlined
def _trick(s, rules, trump, to_move, lying):
    """The trick in which the cards of ``lying`` lie, its last one laid by the seat before ``to_move``."""
    count = cards_lying(lying)
    led = _NOTHING
    best = _NOTHING
    holder = _NOTHING
    laid = np.int64(0)
    for k in range(count):
        card = _place(rules, trump, lying[k])
        laid += s.points[card]
        if k == 0:
            led = card & 24
        if k == 0 or beats(card, best):
            best = card
            holder = (to_move - count + k) & 3
    return Trick(count, led, best, holder, laid)


@inner
def _close_in(s, seat, trick, rest, guess):
    """The exact value: asks for what is just out of reach, or just within it, until both are known."""
    low = np.int64(0)
    high = rest
    need = guess
    while low < high:
        need = min(max(need, low + 1), high)
        value = _search(s, seat, trick.lying, trick.led, trick.best, trick.holder, trick.laid, need, rest)
        if value >= need:
            low = value
            need = value + 1
        else:
            high = value
            need = value
    return low


@inner
def _guess(s, seat, total):
    """What seats 0 and 2 may make by the cards they hold."""
    twice = total + (-_LEAD_PROMISES if seat & 1 else _LEAD_PROMISES)
    for side in range(4):
        cards = s.hand[side]
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            promise = PROMISES[1 if card >= TRUMP else 0, card & 7]
            twice += -promise if side & 1 else promise
    return twice >> 1


@inner
def _value_of_card(s, seat, trick, card, rest, guess):
    """What seats 0 and 2 make of the rest if this card is laid."""
    worth = s.points[card]
    wins = trick.lying == 0 or beats(card, trick.best)
    holder = seat if wins else trick.holder
    s.hand[seat] ^= bit(card)
    if trick.lying == 3:
        won = rest if s.left == 1 else trick.laid + worth
        gain = np.int64(0) if holder & 1 else won
        s.left -= 1
        new = Trick(np.int64(0), _NOTHING, _NOTHING, _NOTHING, np.int64(0))
        value = gain + _close_in(s, holder, new, rest - won, guess - gain)
        s.left += 1
    else:
        led = card & 24 if trick.lying == 0 else trick.led
        further = Trick(trick.lying + 1, led, card if wins else trick.best, holder, trick.laid + worth)
        value = _close_in(s, (seat + 1) & 3, further, rest, guess)
    s.hand[seat] ^= bit(card)
    return value


@kernel
def future_points(rules, trump, hands, to_move, lying, table):
    """What seats 0 and 2 still make, with best play of all: card points and the last ten.

    ``rules``: a record of type RULES with pairs; ``hands``: masks, int64 of shape (4,), of the cards still held;
    ``to_move``: the seat whose turn it is; ``lying``: the cards lying in the trick in the order of play, int64 of shape
    (3,), -1 behind the last: they are in no hand, and their points are still to be won; ``table``: from ``new_table``.
    """
    total = _load(table, rules, trump, hands, to_move, lying)
    trick = _trick(table, rules, trump, to_move, lying)
    return _close_in(table, to_move, trick, total, _guess(table, to_move, total))


@kernel
def reaches(rules, trump, hands, to_move, lying, needed, table):
    """Whether seats 0 and 2 still make ``needed`` points with best play of all; arguments as ``future_points``."""
    total = _load(table, rules, trump, hands, to_move, lying)
    if needed <= 0 or needed > total:
        return needed <= 0
    trick = _trick(table, rules, trump, to_move, lying)
    found = _search(
        table, to_move, trick.lying, trick.led, trick.best, trick.holder, trick.laid, np.int64(needed), total
    )
    return found >= needed


@kernel
def card_values(rules, trump, hands, to_move, lying, legal, values, table):
    """Fill ``values`` (int64, shape (32,), by card) with what the mover's side still makes after each legal card.

    ``legal``: mask of the cards to look at; other arguments as ``future_points``.
    """
    total = _load(table, rules, trump, hands, to_move, lying)
    trick = _trick(table, rules, trump, to_move, lying)
    guess = _guess(table, to_move, total)
    while legal:
        card = lowest(legal)
        legal &= legal - 1
        guess = _value_of_card(table, to_move, trick, _place(rules, trump, card), total, guess)
        values[card] = total - guess if to_move & 1 else guess
