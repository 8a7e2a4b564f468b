"""Sampled chances of melds, under the names of the exact ones: deals are drawn chunk by chunk and counted."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from debertz_sim.chances.contests import (
    tally_by_declarer,
    tally_contest,
    tally_my_contest,
    tally_played,
    tally_unseen,
)
from debertz_sim.chances.held import MeldTables, tally_hands
from debertz_sim.chances.tally import IntArray, Tally
from debertz_sim.engine.deal import new_desk
from debertz_sim.engine.sample import (
    ANY_DECLARER,
    I_DECLARE,
    N_COLUMNS,
    NO_DECLARER,
    OPPONENT_DECLARES,
    sample_deals,
    sample_hands,
    sample_played,
    sample_unseen,
)
from debertz_sim.errors import UserError
from debertz_sim.exact.seats import may_exchange, pools, upcard_goes
from debertz_sim.experiment.faults import fault_in_deal
from debertz_sim.stats import next_total
from debertz_sim.switch_table import nearest

if TYPE_CHECKING:
    from debertz_sim.chances.spec import OddsSpec

CHUNK = 1 << 16  # deals between two looks


def sample(spec: OddsSpec, stop: Callable[[], bool], tally: Tally, done: int = 0) -> tuple[Tally, int, bool]:
    """Draw the deals that a question asks for: their tally, how many they are, and whether ``stop`` ended it early.

    ``tally`` and ``done``: what is drawn already; going on from there gives what an uninterrupted sample gives.

    Raises
    ------
    UserError
        The headline is no metric of this question, the rules cannot be played yet, or a policy chose what is not legal.
    KeyboardInterrupt
        ``stop`` said yes before the first chunk.
    """
    draw = Drawer(spec)
    wanted = spec.deals
    while True:
        if spec.precision is not None:
            half_width = _half_width(tally, spec) if done else None
            wanted = next_total(done, half_width, spec.precision, chunk=CHUNK, maximum=spec.max_deals)
        if done >= wanted:
            return tally, done, False
        if stop():
            if not done:
                raise KeyboardInterrupt
            return tally, done, True
        count = min(CHUNK, wanted - done)
        tally, done = tally.plus(draw(done, count)), done + count


def _half_width(tally: Tally, spec: OddsSpec) -> float | None:
    """Half the width of the first estimate of the headline's metric."""
    estimates = tally.estimates(spec.confidence)
    for estimate in estimates:
        if estimate.metric == spec.headline:
            return None if estimate.low is None or estimate.high is None else (estimate.high - estimate.low) / 2
    names = list(dict.fromkeys(estimate.metric for estimate in estimates))
    raise UserError(f"headline {spec.headline!r}{nearest(spec.headline, names) or '; there are ' + ', '.join(names)}")


class Drawer:
    """Draws the deals that a question asks for: called with the first deal and how many, it gives their tally."""

    def __init__(self, spec: OddsSpec) -> None:
        assert spec.seed is not None  # the spec has checked it
        self.spec = spec
        self.seed = spec.seed
        self.desk = new_desk()
        self.tables = MeldTables(spec.rules)
        self.rules = spec.rules.lower()[0]
        # Where nobody is declarer, nobody pools.
        self.alone = spec.rules.with_(defenders_pool=False).lower()[0]

    def __call__(self, first: int, count: int) -> Tally:
        """Deals ``first`` .. ``first + count - 1``."""
        tally = Tally()
        if self.spec.seating is not None:
            self._played(tally, first, count)
        elif self.spec.hand is not None and self.spec.upcard is not None:
            self._unseen(tally, first, count, self.spec.hand, self.spec.upcard)
        elif self.spec.players is not None:
            self._deals(tally, first, count)
        else:
            hands = np.zeros(count, np.int64)
            sample_hands(self.desk, self.seed, first, self.spec.hand_size, hands)
            tally_hands(self.tables, tally, hands)
        return tally

    def _played(self, tally: Tally, first: int, count: int) -> None:
        seating = self.spec.seating
        assert seating is not None
        rows = _rows(count)
        fault = sample_played(self.rules, seating.family, self.desk, self.seed, first, rows)
        if fault >= 0:
            raise fault_in_deal(self.rules, seating, self.seed, fault)
        tally_played(self.tables, tally, rows)

    def _deals(self, tally: Tally, first: int, count: int) -> None:
        """Without a declarer, and by his place where that matters: ``exact.seats.views``."""
        rows = _rows(count)
        rule_set = self.spec.rules
        to_declarer = upcard_goes(rule_set) == "declarer"
        nobody = ANY_DECLARER if to_declarer else NO_DECLARER
        sample_deals(self.alone, self.desk, self.seed, first, nobody, rows)
        tally_contest(self.tables, tally, rows)
        if pools(rule_set):
            sample_deals(self.rules, self.desk, self.seed, first, ANY_DECLARER, rows)
        if to_declarer or pools(rule_set):
            tally_by_declarer(self.tables, tally, rows, pools(rule_set))

    def _unseen(self, tally: Tally, first: int, count: int, hand: int, upcard: int) -> None:
        """My hand and the unseen ones.

        The contest is as in ``exact.own_place``; after an exchange, whose sense depends on who scores together, it is
        that of the declarer who is asked for alone.
        """
        rows = _rows(count)
        spec = self.spec
        pool = pools(spec.rules)
        trump = upcard >> 3 if spec.trump is None else spec.trump
        exchange = spec.after_exchange and may_exchange(spec.rules, upcard, trump)
        declarer = I_DECLARE if spec.declarer == "me" else OPPONENT_DECLARES
        rules = self.rules if exchange else self.alone
        seen = (hand, upcard, trump)
        sample_unseen(rules, self.desk, self.seed, first, *seen, declarer, int(exchange), rows)
        tally_unseen(self.tables, tally, rows)
        tally_my_contest(self.tables, tally, rows, pool and exchange)
        if pool and not exchange:
            sample_unseen(self.rules, self.desk, self.seed, first, *seen, ANY_DECLARER, 0, rows)
            tally_my_contest(self.tables, tally, rows, True)


def _rows(count: int) -> IntArray:
    return np.zeros((count, N_COLUMNS), np.int64)
