"""Deals made to fit what is known of them, and packs that are only shuffled.

A FITTING says how: the upcard is drawn, then suit by suit which of its cards go to which parcel (some cards of some
hand), by a diagram in which every step is as likely as the number of deals that it leaves; all other cards fall where
the shuffle puts them.  So every deal that fits is equally likely, and none is dealt in vain.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from debertz_sim._jit import kernel
from debertz_sim.kernels.rng import CARDS, below, open_streams, shuffle, start_deal
from debertz_sim.kernels.state import DECK


class Fitting(NamedTuple):
    """Arrays that say how to deal; made by ``conditions.fitting``.

    ``root_ends`` (int64, shape (roots,)): the number of ways, added up, of each upcard ``root_card``, whose diagram
    begins at node ``root_node``.  Node n has the edges ``first_edge[n]`` .. ``first_edge[n + 1] - 1``, with their ways
    added up in ``edge_ends``; each leads to ``edge_next`` and takes one of several equally good allotments of a suit,
    those from ``edge_first`` on, each of which leaves ``edge_ways`` ways.  ``allotments`` (int64, shape (allotments,
    parcels)): the cards of a suit that go to each parcel, eight bits.  The upcard's suit comes first.

    ``place_of`` (int64, shape (32,)): where in the deck a card must lie, -1 anywhere.  ``parcel_places`` (int64, shape
    (parcels, 32)): the deck's places of a parcel; ``other_places``: those of the other cards; ``upcard_place``: that of
    the upcard.
    """

    root_ends: Any
    root_card: Any
    root_node: Any
    first_edge: Any
    edge_ends: Any
    edge_next: Any
    edge_first: Any
    edge_ways: Any
    allotments: Any
    place_of: Any
    parcel_places: Any
    other_places: Any
    upcard_place: Any


@kernel
def _find(ends, start, stop, ways):
    """The first place from ``start`` on whose entry is above ``ways``; ``ends`` ascends up to ``stop``."""
    while start < stop:
        middle = (start + stop) >> 1
        if ends[middle] > ways:
            stop = middle
        else:
            start = middle + 1
    return start


@kernel
def _choose(fitting, streams, parcel_of):
    """Draw an upcard and the parcels: ``parcel_of`` (int64, shape (32,)) gets each card's parcel, -1 for none."""
    for card in range(DECK):
        parcel_of[card] = -1
    roots = fitting.root_ends.shape[0]
    root = _find(fitting.root_ends, 0, roots, below(streams, CARDS, fitting.root_ends[roots - 1]))
    upcard = fitting.root_card[root]
    node = fitting.root_node[root]
    for step in range(4):
        suit = ((upcard >> 3) + step) & 3
        start = fitting.first_edge[node]
        stop = fitting.first_edge[node + 1]
        ways = below(streams, CARDS, fitting.edge_ends[stop - 1])
        edge = _find(fitting.edge_ends, start, stop, ways)
        if edge > start:
            ways -= fitting.edge_ends[edge - 1]
        allotment = fitting.edge_first[edge] + ways // fitting.edge_ways[edge]
        for parcel in range(fitting.allotments.shape[1]):
            cards = fitting.allotments[allotment, parcel]
            for rank in range(8):
                if (cards >> rank) & 1:
                    parcel_of[8 * suit + rank] = parcel
        node = fitting.edge_next[edge]
    return upcard


@kernel
def deal_fitting(fitting, desk, seed, first, decks):
    """Decks of deals ``first`` .. that fit, ``decks`` (int8, shape (deals, 32)) in the order of a shuffled pack.

    Every deal is a function of seed and index alone.
    """
    streams = desk.streams
    shuffled = desk.t.deck
    open_streams(streams, seed, 0)
    parcel_of = np.empty(DECK, np.int64)
    filled = np.empty(fitting.parcel_places.shape[0], np.int64)
    for k in range(decks.shape[0]):
        start_deal(streams, first + k)
        shuffle(shuffled, streams, CARDS, DECK)
        upcard = _choose(fitting, streams, parcel_of)
        for parcel in range(filled.shape[0]):
            filled[parcel] = 0
        others = 0
        for i in range(DECK):
            card = np.int64(shuffled[i])
            if card == upcard:
                place = fitting.upcard_place
            elif fitting.place_of[card] >= 0:
                place = fitting.place_of[card]
            elif parcel_of[card] >= 0:
                parcel = parcel_of[card]
                place = fitting.parcel_places[parcel, filled[parcel]]
                filled[parcel] += 1
            else:
                place = fitting.other_places[others]
                others += 1
            decks[k, place] = card


@kernel
def deal_decks(desk, seed, first, decks):
    """The decks of deals ``first`` .. as they are shuffled anyhow; all 32 cards, as ``deal_fitting``."""
    open_streams(desk.streams, seed, 0)
    for k in range(decks.shape[0]):
        start_deal(desk.streams, first + k)
        shuffle(desk.t.deck, desk.streams, CARDS, DECK)
        for i in range(DECK):
            decks[k, i] = desk.t.deck[i]
