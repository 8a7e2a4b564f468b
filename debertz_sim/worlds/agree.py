"""Whether a world agrees with what was said and done before the first trick.

The world's hands are laid on a table and the kernels of the game itself say what the default player would have
announced, shown, exchanged and claimed with them; silence excludes what they would not have left unsaid.
"""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import inlined, inner
from debertz_sim.kernels.bella import find_bella
from debertz_sim.kernels.bits import bit
from debertz_sim.kernels.dealing import look_for_redeal, look_for_trump_win, open_table
from debertz_sim.kernels.exchange import EXCHANGE_ALWAYS, EXCHANGE_NEVER, default_exchange, exchange_right
from debertz_sim.kernels.melds import find_fours, find_sequences, plan_announcements, settle_contest
from debertz_sim.kernels.state import OPEN


@inner
def set_table(rules, v, t):
    """What is the same in all worlds: everything but the hands."""
    open_table(rules, t, v.dealer, v.declarer if v.forced else np.int64(-1))
    t.obliged = v.obliged
    t.upcard = v.took if v.exchanger >= 0 else v.upcard  # as turned up
    t.upcard_seat = v.upcard_seat
    t.freza = v.freza
    t.declarer = v.declarer
    t.trump = v.trump
    t.round = v.round


@inlined
def take_hands(v, t, hands):
    """Lay a world's hands on the table, but for cards played since; a full hand is what was played and what is left."""
    for seat in range(v.players):
        t.hand[seat] = hands[seat] & ~v.played[seat]
        t.full[seat] = hands[seat] | v.played[seat]


@inlined
def undo_exchange(v, t):
    """Give the seven back (or, called once more, exchange it again)."""
    if v.exchanger >= 0:
        swap = bit(v.took) | bit(v.upcard)
        t.full[v.exchanger] ^= swap
        if v.passive >= 0:
            t.full[v.passive] ^= swap


@inner
def _exchanges_so(rules, v, t, exchange):
    """Whether the holder of the seven, who decides by the mode ``exchange``, would have done what was done."""
    if v.exchanger >= 0:
        return exchange == EXCHANGE_ALWAYS or default_exchange(rules, t, v.exchanger)
    if exchange == EXCHANGE_NEVER:
        return True
    for seat in range(rules.players):
        t.first[seat] = 0  # what was in the packets is not known: no right that needs it
    seat = exchange_right(rules, t)
    return seat < 0 or not (exchange == EXCHANGE_ALWAYS or default_exchange(rules, t, seat))


@inner
def _begins_so(rules, v, t, exchange):
    """Whether nobody would have had a right to a redeal or won at once, and the seven would have gone as it did."""
    undo_exchange(v, t)
    look_for_redeal(rules, t)
    agrees = t.outcome == OPEN and _exchanges_so(rules, v, t, exchange)
    undo_exchange(v, t)
    look_for_trump_win(rules, t)
    agrees = agrees and t.outcome == OPEN
    t.outcome = OPEN
    return agrees


@inlined
def find_melds(rules, v, t):
    """Fill what the table keeps of melds and words."""
    t.tied = 0
    t.four_scorer = -1
    find_sequences(rules, t)
    settle_contest(rules, t)
    if rules.has_fours:
        find_fours(rules, t)
    find_bella(rules, t)
    plan_announcements(rules, t, np.int64(v.leaders[0]))


@inlined
def _speaks_so(rules, v, t):
    """Whether the words and the cards shown are those of the view."""
    for seat in range(rules.players):
        if v.announced[seat] >= 0 and v.announced[seat] != t.say_class[seat]:
            return False
        if v.trick > 1 and (v.top[seat] != t.say_top[seat] or v.shown[seat] != t.show[seat]):
            return False
    return True


@inner
def agrees(rules, v, t, hands, exchange):
    """Whether a world's hands agree with the beginning of the deal; they and their melds then lie on the table."""
    take_hands(v, t, hands)
    if not _begins_so(rules, v, t, exchange):
        return False
    find_melds(rules, v, t)
    return _speaks_so(rules, v, t)
