#!/usr/bin/env python
"""Where the thresholds of bidding ``rules`` for three and four seats come from: what playing is worth at each count.

    python scripts/fit_bidding_sides.py
    python scripts/fit_bidding_sides.py pairs

For every situation, round and place the same deals are played twice: the caller whose turn comes there plays in his
best suit, and he passes; everybody else bids and plays ``rules``.  The difference of his written points (compared with
the mean of the others in play, in pairs with the other side) is averaged over the deals in which his hand has the same
count.  Printed are the count from which on playing gains most in all, the gains just below and at it, and what is
shipped.  The shipped numbers are those of the second round of this, each round with the numbers of the one before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from debertz_sim._jit import kernel
from debertz_sim.engine.blocks import play_one
from debertz_sim.engine.deal import keep_log, new_desk
from debertz_sim.kernels.bits import seat_after
from debertz_sim.kernels.state import PASS
from debertz_sim.policies import bidding_rules as shipped
from debertz_sim.policies.registry import seating, user_policy
from debertz_sim.rules import RuleSet
from debertz_sim.variants import variants

SUM: dict[str, Any] = {"declarer_beats": "sum", "baid_to": "split"}
OBLIGED: dict[str, Any] = {"all_pass": "obliged"}
SITUATIONS: dict[str, tuple[int, int, list[tuple[str, dict[str, Any]]]]] = {
    "three-sum": (shipped.THREE_SUM, 0, [("three", {})]),
    "three-sum-obliged": (shipped.THREE_SUM, 1, [("moryak", {})]),
    "three-each": (shipped.THREE_EACH, 0, [("passive4", {}), ("online-3", {})]),
    "three-each-obliged": (shipped.THREE_EACH, 1, [("passive4", OBLIGED), ("klabor-3", {})]),
    "four-sum": (shipped.FOUR_SUM, 0, [("solo4", SUM)]),
    "four-sum-obliged": (shipped.FOUR_SUM, 1, [("solo4", SUM | OBLIGED)]),
    "four-each": (shipped.FOUR_EACH, 0, [("solo4", {}), ("online-solo4", {})]),
    "four-each-obliged": (shipped.FOUR_EACH, 1, [("solo4", OBLIGED), ("online-solo4", OBLIGED)]),
    "pairs": (shipped.PAIRS, 0, [("pairs", {}), ("online-pairs", {})]),
    "pairs-obliged": (shipped.PAIRS, 1, [("pairs", OBLIGED), ("klabor-pairs", {})]),
}
MOST = 100  # above any count


def steered(round_: int, place: int, plays: bool) -> Callable[[Any, Any, Any], int]:
    """Bidding ``rules``, but one caller plays (or passes, where he may) whatever he holds."""

    def call(view: Any, rules: Any, word: Any) -> int:
        here = seat_after(view.seat, view.players - view.dealer - 1, view.players)
        if view.round == round_ and here == place:
            if plays:
                return int(shipped.count_hand(rules, view)[0])
            if view.legal >> PASS & 1:
                return PASS
        return int(shipped.call_rules(rules, view))

    return call


@kernel
def compared(rules, t, seat):  # type: ignore[no-untyped-def]
    """A seat's written points less the mean of the others in play, in pairs less those of the other side."""
    if rules.sides:
        return t.written[seat] - t.written[seat_after(seat, 1, 4)] + 0.0
    others = 0.0
    for k in range(rules.players):
        if k != seat and k != t.passive:
            others += t.written[k]
    return t.written[seat] - others / (rules.in_play - 1)


@kernel
def collect(rules, playing, passing, desks, views, seed, at, gains):  # type: ignore[no-untyped-def]
    """Count of the hand and gain of playing for each deal that comes to this caller; returns how many.

    ``at``: round and place.  ``gains``: float64, shape (deals, 2).
    """
    found = 0
    one, other = desks
    for index in range(gains.shape[0]):
        play_one(rules, playing, one, seed, index)
        where = -1
        for k in range(one.log.count):
            view = views[k]
            place = seat_after(view.seat, view.players - view.dealer - 1, view.players)
            if view.trick == 0 and view.round == at[0] and place == at[1]:
                where = k
        if where >= 0:
            play_one(rules, passing, other, seed, index)
            view = views[where]
            gains[found, 0] = shipped.count_hand(rules, view)[1]
            gains[found, 1] = compared(rules, one.t, view.seat) - compared(rules, other.t, view.seat)
            found += 1
    return found


def gains_of(rules: RuleSet, round_: int, place: int, deals: int, seed: int) -> NDArray[np.float64]:
    """Counts and gains of the deals that come to this caller."""
    names = [
        user_policy(steered(round_, place, plays), "bidding", f"at{round_}{place}-{int(plays)}")
        for plays in (True, False)
    ]
    playing, passing = (seating(rules.players, name, "rules").family for name in names)
    desks = new_desk(), new_desk()
    views = keep_log(desks[0])
    gains = np.zeros((deals, 2))
    found = collect(rules.lower()[0], playing, passing, desks, views, np.uint64(seed), (round_, place), gains)
    return gains[:found]


def report(name: str, deals: int, seed: int) -> None:
    """Print the line of every caller of a situation."""
    situation, obliged, games = SITUATIONS[name]
    rule_sets = [variants[variant].with_(**changes) for variant, changes in games]
    in_play = rule_sets[0].in_play
    for round_ in (1, 2):
        for place in range(in_play - (obliged if round_ == 2 else 0)):
            gains = np.concatenate([gains_of(rules, round_, place, deals, seed) for rules in rule_sets])
            counts, gain = gains[:, 0].astype(int), gains[:, 1]
            by_count = np.bincount(counts, gain, minlength=MOST)
            best = int(np.cumsum(by_count[::-1])[::-1].argmax())
            near = []
            for count in (best - 1, best):
                part = gain[counts == count]
                near.append(f"at {count} {part.mean():+5.1f} ± {1.96 * part.std() / len(part) ** 0.5:.1f}")
            ours = shipped.ENOUGH[situation, obliged, round_ - 1, place]
            click.echo(f"{name}, round {round_}, place {place}: from {best} ({', '.join(near)}), shipped {ours}")


@click.command(help=(__doc__ or "").partition("\n")[0])
@click.argument("situations", nargs=-1, type=click.Choice(list(SITUATIONS)))
@click.option("--deals", default=60_000, show_default=True, type=click.IntRange(min=1000), help="For each variant.")
@click.option("--seed", default=51, show_default=True, type=click.IntRange(min=0))
def main(situations: tuple[str, ...], deals: int, seed: int) -> None:
    """Print what playing is worth."""
    for name in situations or SITUATIONS:
        report(name, deals, seed)


if __name__ == "__main__":
    main()
