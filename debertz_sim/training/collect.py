"""What every legal card of a played deal would have brought: the lessons of the learned policies.

Deals are played by the policies of a seating.  At each decision with a choice every legal card is laid in the actual
deal and the deal played out (``policies.playout``).  What a card brings is thus an unbiased sample of its value in the
view of the seat that decides: the hidden cards lie as they lie given the whole public course of the deal, against
players who play as these do.  With two seats the other hand can be dealt anew instead, as often as one likes: what a
card brings then follows from what the other may hold alone, whoever he is.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim._jit import copy_record, inlined, inner, kernel, lowest, popcount, store_record
from debertz_sim.engine.deal import Desk, new_desk, play_deal
from debertz_sim.kernels.bits import bit
from debertz_sim.kernels.match import open_match, open_single
from debertz_sim.kernels.public import open_view, publish_trump, turn_to_player
from debertz_sim.kernels.rng import PLAY, below, open_streams
from debertz_sim.kernels.scoring import LAST_TRICK_POINTS
from debertz_sim.kernels.state import (
    BAID,
    HANGING_BAID,
    MADE,
    MAX_DECISIONS,
    TABLE,
    VIEW,
    VIEW_SIZE,
    Record,
    new_record,
)
from debertz_sim.kernels.tricks import first_leader, open_trick
from debertz_sim.policies.bidding import nth_bit
from debertz_sim.policies.dispatch import choose_card
from debertz_sim.policies.expert import may_hold_two
from debertz_sim.policies.knowledge import allied
from debertz_sim.policies.playout import lay_and_turn, play_out

NO_VALUE = -(2**15)  # of a card that is not legal


class Scratch(NamedTuple):
    """The records on which deals are played out."""

    t: Any
    v: Any


class Lessons(NamedTuple):
    """Decisions with a choice.

    ``views``: VIEW records, shape (decisions,); ``values``: int16, shape (decisions, 32): what each legal card brought
    the camp of its player (two seats and pairs: the side; else the declarer or all defenders), in trick points of the
    whole deal with the last ten, summed over ``worlds`` deals, NO_VALUE for the other cards; ``deals``: the deal of
    each decision, shape (decisions,).
    """

    views: NDArray[Any]
    values: NDArray[np.int16]
    deals: NDArray[np.int64]
    worlds: int = 1

    def those(self, where: NDArray[np.bool_]) -> Lessons:
        """Some of them."""
        return Lessons(self.views[where], self.values[where], self.deals[where], self.worlds)


@inlined
def _begin_anew(rules, t, v, m):
    """Turn a deal that has been played back to its first lead."""
    upcard = v.upcard
    exchanger = v.exchanger
    took = v.took
    open_view(rules, t, v, m)
    publish_trump(rules, t, v)
    v.upcard = upcard
    v.exchanger = exchanger
    v.took = took
    for seat in range(rules.players):
        t.hand[seat] = t.full[seat]
    t.bella_holder = -1
    leader = first_leader(rules, t) & 3
    open_trick(v, 1, leader)
    turn_to_player(t, v, leader, 0, t.hand[leader])


@inlined
def _brought(rules, t, v, me):
    """Trick points of the camp of the seat that ``me`` (the view before) belongs to."""
    points = np.int64(0)
    for seat in range(rules.players):
        if seat == me.seat or (seat != me.passive and allied(rules, me, seat)):
            points += v.points[seat]
            if t.last_trick == seat:
                points += LAST_TRICK_POINTS
    return points


@inlined
def _dealt_anew(v, streams):
    """A hand of the other of two seats, all that are possible being equally likely."""
    hand, his, _ = may_hold_two(v)
    pool = his & ~hand
    for _ in range(popcount(v.hand) - v.lying - popcount(hand)):
        card = bit(nth_bit(pool, below(streams, PLAY + (v.seat & 3), popcount(pool))))
        hand |= card
        pool ^= card
    return hand


@inner
def _try_cards(rules, seats, t, v, streams, scratch, worlds, values):
    """What each legal card brings; in the actual deal, or summed over ``worlds`` of two seats."""
    for card in range(32):
        values[card] = 0 if v.legal & bit(card) else NO_VALUE
    for _ in range(max(worlds, 1)):
        hand = _dealt_anew(v, streams) if worlds else np.int64(0)
        cards = v.legal
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            copy_record(scratch.t, t)
            copy_record(scratch.v, v)
            if worlds:
                scratch.t.hand[1 - v.seat] = hand
            play_out(seats, rules, scratch.t, scratch.v, card)
            values[card] += _brought(rules, scratch.t, scratch.v, v)


@kernel
def _collect(rules, policies, desk, scratch, seed, first, explore, worlds, address, values, deals):
    t = desk.t
    v = desk.v
    streams = desk.streams
    open_streams(streams, seed, 0)
    open_match(desk.m, first % rules.players)
    found = 0
    index = np.int64(first)
    while found + MAX_DECISIONS <= values.shape[0]:
        open_single(desk.m, index % rules.players)
        play_deal(rules, policies, desk, index)
        if t.outcome == MADE or t.outcome == BAID or t.outcome == HANGING_BAID:
            _begin_anew(rules, t, v, desk.m)
            going_on = True
            while going_on:
                if popcount(v.legal) > 1:
                    store_record(address + found * VIEW_SIZE, v)
                    deals[found] = index
                    _try_cards(rules, policies.seats, t, v, streams, scratch, worlds, values[found])
                    found += 1
                if below(streams, PLAY + (v.seat & 3), 1000) < explore:
                    card = nth_bit(v.legal, below(streams, PLAY + (v.seat & 3), popcount(v.legal)))
                else:
                    card = choose_card(policies, rules, v, streams)
                going_on = lay_and_turn(rules, t, v, card)
        index += 1
    return found, index


def collect(
    rules: Any,
    policies: Any,
    seed: int,
    first: int,
    decisions: int,
    explore: float,
    desk: Desk | None = None,
    worlds: int = 0,
) -> tuple[Lessons, int]:
    """Play deals ``first`` .. of a seed until about ``decisions`` decisions are found; also returns the next deal.

    Parameters
    ----------
    rules
        A RULES record.
    policies
        A family of ``policies.families`` whose ``seats.tables`` point at what ``expert`` knows: everybody plays out
        with it.
    explore
        How often (0..1) a card is played at random instead, so that the positions after mistakes are seen too.
    worlds
        0: the cards are laid in the actual deal.  Else, with two seats, in so many deals in each of which the other
        hand is dealt anew from the cards that its holder may hold.
    """
    room = decisions + MAX_DECISIONS
    views, values = np.zeros(room, np.dtype((Record, VIEW))), np.zeros((room, 32), np.int16)
    deals = np.zeros(room, np.int64)
    scratch = Scratch(new_record(TABLE), new_record(VIEW))
    thousandths = round(1000 * explore)
    address = views.ctypes.data
    desk = new_desk() if desk is None else desk
    found, index = _collect(
        rules, policies, desk, scratch, np.uint64(seed), first, thousandths, worlds, address, values, deals
    )
    return Lessons(views[:found], values[:found], deals[:found], max(worlds, 1)), int(index)
