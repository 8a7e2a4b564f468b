"""Where in a shuffled pack everybody's cards lie, and the hands that decks hold."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim.conditions.columns import Packets, first_packets
from debertz_sim.kernels.state import DECK
from debertz_sim.rules import RuleSet

PASSIVE_PACKET = 4
BY_THREE = 3  # cards are dealt three at a time


class Layout(NamedTuple):
    """Places in the deck (the bottom card is place 0, then from the top on), for each place at the table.

    ``first``: the packets before the auction (in terts the whole hand); ``second``: those after it; ``upcard_to``: the
    place whose full hand has the upcard, -1 none.
    """

    first: tuple[tuple[int, ...], ...]
    second: tuple[tuple[int, ...], ...]
    upcard: int
    upcard_to: int


@lru_cache(maxsize=64)
def layout(rules: RuleSet) -> Layout:
    """The order in which a pack is dealt (``kernels.dealing``, ``kernels.terts``).

    Under ``upcard_to = declarer`` the second packets depend on the declarer and are left out.
    """
    n, in_play = rules.players, rules.in_play
    turns = range(first_packets(rules) // BY_THREE)
    first = [
        tuple(1 + BY_THREE * (in_play * turn + p) + k for turn in turns for k in range(BY_THREE))
        for p in range(in_play)
    ]
    first += [()] * (n - in_play)
    upcard = 1 + first_packets(rules) * in_play
    if rules.form == "terts" or rules.upcard_to == "declarer":
        return Layout(tuple(first), ((),) * n, upcard, -1)
    upcard_to = n - 1 if rules.passive_dealer or rules.upcard_to == "dealer" else -1
    place, second = upcard + 1, list[tuple[int, ...]]()
    for p in range(n):
        size = PASSIVE_PACKET if p >= in_play else rules.second_packet - (p == upcard_to)
        second.append(tuple((place + k) % DECK for k in range(size)))  # the bottom card comes last
        place += size
    return Layout(tuple(first), tuple(second), upcard, upcard_to)


def packets(rules: RuleSet, decks: NDArray[np.int8]) -> Packets:
    """The hands that lie in ``decks``, int8 ``(n, 32)``."""
    where = layout(rules)
    upcard = decks[:, where.upcard].astype(np.int64)
    first = [_mask(decks, places) for places in where.first]
    full = [hand | _mask(decks, places) for hand, places in zip(first, where.second, strict=True)]
    if where.upcard_to >= 0:
        full[where.upcard_to] = full[where.upcard_to] | 1 << upcard
    return Packets(np.stack(first), np.stack(full), upcard)


def _mask(decks: NDArray[Any], places: tuple[int, ...]) -> NDArray[np.int64]:
    """The cards at these places of each deck, as masks ``(n,)``."""
    hand = np.zeros(len(decks), np.int64)
    for place in places:
        hand |= np.int64(1) << decks[:, place].astype(np.int64)
    return hand
