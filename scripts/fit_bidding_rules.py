#!/usr/bin/env python
"""Where the numbers of bidding ``rules`` between two come from: a regression of margins, and duels of thresholds.

    python scripts/fit_bidding_rules.py

For each situation (forehand and dealer, rounds 1 and 2) that player is made to declare whatever he holds, with play
``rules`` on both sides under Moscow, and his written margin is regressed on what his six cards show.  The slopes, in
units of 5.5 written points, stand beside the shipped counts.  Then the shipped thresholds meet their neighbours on
duplicate deals: a positive figure would mean that the neighbour is better.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click
import numpy as np
from duel import duel
from numpy.typing import NDArray

from debertz_sim._jit import kernel
from debertz_sim.engine.blocks import play_one
from debertz_sim.engine.deal import new_desk
from debertz_sim.kernels.state import PASS
from debertz_sim.policies import bidding_rules as shipped
from debertz_sim.policies.registry import seating, user_policy
from debertz_sim.variants import variants

UNIT = 5.5  # written points
SITUATIONS = ("forehand, round 1", "dealer, round 1", "forehand, round 2", "dealer, round 2")
HAND, UPCARD, TRUMP, MARGIN = range(4)
COUNTS = {
    "jack": shipped.TRUMP_RANKS[4],
    "nine": shipped.TRUMP_RANKS[2],
    "ace, ten, king, queen": shipped.TRUMP_RANKS[7],
    "eight": shipped.TRUMP_RANKS[1],
    "seven": shipped.TRUMP_RANKS[0],
    "seven takes a card": shipped.TAKES,
    "  the jack (more)": shipped.TAKES_JACK - shipped.TAKES,
    "further trump": shipped.FURTHER_TRUMP,
    "bella": shipped.BELLA,
    "side ace": shipped.SIDE_ACE,
    "side ten": shipped.SIDE_TEN,
    "bare ten": shipped.BARE_TEN,
    "void side suit": shipped.SIDE_VOID,
    "terts": 20 // shipped.POINTS_A_UNIT,
    "fifty": 50 // shipped.POINTS_A_UNIT,
}


def declares(situation: int) -> Callable[[Any, Any, Any], int]:
    """Only this player plays: in round 1 the upcard's suit, in round 2 any other with equal chance."""
    dealer, second = situation % 2, situation // 2 + 1

    def call(view: Any, rules: Any, word: Any) -> int:
        if view.round != second or (view.seat == view.dealer) != (dealer == 1):
            return PASS
        suit = view.upcard >> 3
        return int(suit if second == 1 else (suit + 1 + np.int64(word % np.uint64(3))) & 3)

    return call


@kernel
def collect(rules, policies, desk, seed, out):  # type: ignore[no-untyped-def]
    """Six cards, upcard, trump and written margin of each deal's declarer into ``out`` (int64, shape (deals, 4))."""
    t = desk.t
    for k in range(out.shape[0]):
        play_one(rules, policies, desk, seed, k)
        out[k, 0] = t.first[t.declarer]
        out[k, 1] = t.upcard
        out[k, 2] = t.trump
        out[k, 3] = t.written[t.declarer] - t.written[1 - t.declarer]


def features(deals: NDArray[np.int64], second: bool) -> NDArray[np.float64]:
    """What a hand shows, a column for each of ``COUNTS``."""
    hand, upcard, trump = deals[:, HAND], deals[:, UPCARD], deals[:, TRUMP]
    held = [(hand >> (8 * ((trump + k) & 3))) & 255 for k in range(4)]  # trumps first
    trumps = [held[0] >> rank & 1 for rank in range(8)]
    takes = trumps[0] * (not second)
    fifties = [cards & cards >> 1 & cards >> 2 & cards >> 3 for cards in held]
    terts = [cards & cards >> 1 & cards >> 2 for cards in held]
    columns = [
        trumps[4],
        trumps[2],
        trumps[7] + trumps[3] + trumps[6] + trumps[5],
        trumps[1],
        trumps[0],
        takes,
        takes * (upcard & 7 == 4),
        np.maximum(sum(trumps) - 1, 0),
        trumps[5] * trumps[6],
        sum(cards >> 7 & 1 for cards in held[1:]),
        sum((cards >> 3 & 1) * (cards != 8) for cards in held[1:]),
        sum(cards == 8 for cards in held[1:]),
        sum(cards == 0 for cards in held[1:]),
        sum((three > 0) & (four == 0) for three, four in zip(terts, fifties, strict=True)),
        sum(four > 0 for four in fifties),
    ]
    return np.column_stack(columns).astype(float)


def regress(deals: int, seed: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Slopes common to the four situations, and the count at which each margin is 0, both in units."""
    rules = variants["moscow"].lower()[0]
    parts, margins = [], []
    for situation in range(4):
        name = user_policy(declares(situation), "bidding", f"declares{situation}")
        out = np.zeros((deals, 4), np.int64)
        collect(rules, seating(2, name, "rules").family, new_desk(), np.uint64(seed + situation), out)
        own_level = np.zeros((deals, 4))
        own_level[:, situation] = 1
        parts.append(np.hstack([own_level, features(out, situation >= 2)]))
        margins.append(out[:, MARGIN])
    solution = np.linalg.lstsq(np.vstack(parts), np.concatenate(margins).astype(float), rcond=None)[0] / UNIT
    return solution[4:], -solution[:4]


def with_threshold(situation: int, change: int) -> str:
    """The shipped bidding with one of its four thresholds changed; returns the policy's name."""
    enough = [int(shipped.ENOUGH[shipped.TWO, 0, k // 2, k % 2]) + (change if k == situation else 0) for k in range(4)]
    first_f, first_d, second_f, second_d = enough
    count_hand = shipped.count_hand

    def call(view: Any, rules: Any, word: Any) -> int:
        suit, count = count_hand(rules, view)
        if view.round == 1:
            wanted = first_d if view.seat == view.dealer else first_f
        else:
            wanted = second_d if view.seat == view.dealer else second_f
        return int(suit if count >= wanted else PASS)

    return user_policy(call, "bidding", f"threshold{situation}-{1 + change}")


@click.command(help=(__doc__ or "").partition("\n")[0])
@click.option("--deals", default=600_000, show_default=True, type=click.IntRange(min=1000), help="For each situation.")
@click.option("--seed", default=11, show_default=True, type=click.IntRange(min=0))
def main(deals: int, seed: int) -> None:
    """Print both tables."""
    slopes, levels = regress(deals, seed)
    for (name, count), slope in zip(COUNTS.items(), slopes, strict=True):
        click.echo(f"{name:24s} {slope:6.2f}   shipped {count}")
    for name, level in zip(SITUATIONS, levels, strict=True):
        click.echo(f"margin 0 at, {name:18s} {level:6.2f}")
    for situation, name in enumerate(SITUATIONS):
        for change in (-1, 1):
            margin = duel(with_threshold(situation, change), "rules", deals, seed + 10, bidding=True)
            shift = f"{shipped.ENOUGH[shipped.TWO, 0, situation // 2, situation % 2]} {change:+d}"
            click.echo(f"threshold {name}, {shift}: {margin.value:+.3f} ({margin.low:+.3f} to {margin.high:+.3f})")


if __name__ == "__main__":
    main()
