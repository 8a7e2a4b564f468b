"""Open deals from the shuffles of a seed: what ``debertz solve --deals`` and the benchmarks solve.

Deal I is shuffle I, dealt by seat I mod players as in every command; forehand plays in the upcard's suit, nothing is
exchanged, and the first lead is as the rules say.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim._jit import kernel
from debertz_sim.kernels.bits import seat_after
from debertz_sim.kernels.dealing import (
    cards_needed,
    deal_packets,
    open_table,
    take_deck,
    take_first_packets,
    take_second_packets,
)
from debertz_sim.kernels.rng import STREAMS, open_streams, start_deal
from debertz_sim.kernels.state import TABLE, new_record
from debertz_sim.kernels.tricks import first_leader


class OpenDeals(NamedTuple):
    """Positions before the first lead, a row each: ``hands`` int64 (n, players), ``trump``, ``to_move`` int64 (n,)."""

    hands: NDArray[np.int64]
    trump: NDArray[np.int64]
    to_move: NDArray[np.int64]


@kernel
def _fill(rules, t, streams, seed, first, hands, trump, to_move):
    open_streams(streams, seed, 0)
    for k in range(trump.shape[0]):
        index = first + k
        dealer = index % rules.players
        start_deal(streams, index)
        take_deck(t, streams, index, cards_needed(rules))
        open_table(rules, t, dealer, np.int64(-1))
        deal_packets(rules, t)
        t.declarer = seat_after(dealer, 1, rules.players)
        take_first_packets(rules, t)
        take_second_packets(rules, t)
        trump[k] = t.upcard >> 3
        to_move[k] = first_leader(rules, t)
        for seat in range(rules.players):
            hands[k, seat] = t.hand[seat]


def open_deals(rules: Any, seed: int, first: int, count: int) -> OpenDeals:
    """Deals ``first`` .. ``first + count - 1`` of a seed under a lowered rule set (a record of type RULES)."""
    n = int(rules.players)
    deals = OpenDeals(np.zeros((count, n), np.int64), np.zeros(count, np.int64), np.zeros(count, np.int64))
    _fill(rules, new_record(TABLE), new_record(STREAMS), np.uint64(seed), np.int64(first), *deals)
    return deals
