#!/usr/bin/env python
"""How many open positions a second the solver solves, on one thread, beside the bare loop and beside another solver.

    python scripts/bench_solver.py
    python scripts/bench_solver.py --section pairs --section colver --rounds 7

Every round does every kind of work once, so that a slow spell of the machine hits them alike; rates are medians over
the rounds (of processor time), ratios to the bare loop (``debertz bench``) are taken within a round.  Positions are the
open deals of seed 1, those of fewer cards after some tricks of random legal play.

The section ``colver`` needs the package of that name (the extra ``dev``).  It solves belote contrée: the same 32 cards,
points and last ten, other duties (a trump must be beaten on a ruff too, and nobody need trump his partner's trick), so
its rates are those of a related game, and its values are not ours.  Its figure is for the values of all legal cards, as
is our line ``every card`` beside it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any, NamedTuple

import click
import numpy as np

from debertz_sim.analysis.position import Position, lowered
from debertz_sim.cards import cards_of
from debertz_sim.cli.listing import render
from debertz_sim.engine.bare import play_bare
from debertz_sim.errors import UserError
from debertz_sim.kernels.rng import STREAMS
from debertz_sim.kernels.state import new_record
from debertz_sim.provenance import package_version
from debertz_sim.solver import batch
from debertz_sim.solver.deals import open_deals
from debertz_sim.variants import variants

SEED = 1
OPEN_CARDS = {"two": (18, 12), "pairs": (32, 20, 16), "colver": (32, 20, 16)}
SECTIONS = tuple(OPEN_CARDS)
RULES = {"two": "moscow", "pairs": "pairs"}
BARE = "bare loop"
# Ranks 7 8 9 T J Q K A and suits s c d h as colver numbers them.
_COLVER_RANK = (0, 1, 2, 6, 3, 4, 5, 7)
_COLVER_SUIT = (0, 3, 2, 1)


class Work(NamedTuple):
    """What is timed: ``run(n)`` solves n positions (or plays n deals)."""

    name: str
    cards: int
    run: Callable[[int], None]


def _bare() -> Work:
    record = variants["moscow"].lower()[0]
    tables = record.points.copy(), record.strength.copy(), new_record(STREAMS), np.zeros(32, np.int8)
    return Work(BARE, 18, lambda n: play_bare(*tables, SEED, 0, n))


def positions(rules_name: str, cards: int, count: int) -> list[Position]:
    """The first open deals of the seed, played on at random until so many cards are open."""
    rules = variants[rules_name]
    dice = random.Random(SEED)
    found = []
    for hands, trump, to_move in zip(*open_deals(lowered(rules), SEED, 0, count), strict=True):
        at: Position | None = Position(rules, int(trump), tuple(map(int, hands)), int(to_move))
        while at is not None and sum(hand.bit_count() for hand in at.hands) > cards:
            at = at.after(dice.choice(at.legal))
        assert at is not None
        found.append(at)
    return found


def _repeated(arrays: Sequence[Any], n: int) -> list[Any]:
    """The first n of some rows, over and over if they are fewer."""
    places = np.arange(n) % len(arrays[0])
    return [array[places] for array in arrays]


def _ours(section: str, cards: int, count: int) -> list[Work]:
    at = positions(RULES[section], cards, count)
    record = lowered(at[0].rules)
    columns = (
        np.array([position.hands for position in at]),
        np.array([position.trump for position in at]),
        np.array([position.to_move for position in at]),
    )
    half = np.array([position.total // 2 + 1 for position in at])

    def threshold(n: int) -> None:
        hands, trump, to_move, needed = _repeated((*columns, half), n)
        batch.reaches(record, hands, trump, to_move, needed)

    return [
        Work(f"{section}, value", cards, lambda n: _ignored(batch.future_points(record, *_repeated(columns, n)))),
        Work(f"{section}, more than half", cards, threshold),
        Work(f"{section}, every card", cards, lambda n: _ignored(batch.card_values(record, *_repeated(columns, n)))),
    ]


def _ignored(_: Any) -> None:
    """What is timed has no use."""


def _colver(cards: int, count: int) -> list[Work]:
    try:
        import colver
    except ImportError:
        raise UserError('section colver: the package is not installed; pip install "debertz-sim[dev]"') from None
    dice = random.Random(SEED)
    games = []
    for position in positions("pairs", 32, count):
        hands = [[8 * _COLVER_SUIT[card // 8] + _COLVER_RANK[card % 8] for card in cards_of(h)] for h in position.hands]
        game = colver.Env.deal_with_hands((position.to_move - 1) % 4, hands)
        game.set_contract(_COLVER_SUIT[position.trump], 80, position.to_move % 2, 0)
        game.set_phase_playing()
        for _ in range(32 - cards):
            game.step(dice.choice(game.legal_actions()))
        games.append(game)

    def run(n: int) -> None:
        for k in range(n):
            games[k % len(games)].solve_scores()

    return [Work(f"colver {package_version('colver')} (belote contrée), every card", cards, run)]


def measure(works: Sequence[Work], rounds: int, seconds: float, note: Callable[[str], None]) -> list[list[float]]:
    """Units a second of processor time, a list of rounds for each work; the length of a run is found by trial."""
    sizes = []
    for work in works:
        note(f"warming up: {work.name}, {work.cards} cards")
        work.run(1)
        n, spent = 1, 0.0
        while spent < seconds / 4:
            n *= 2
            spent = _time(work, n)
        sizes.append(max(1, round(n * seconds / spent)))
    rates: list[list[float]] = [[] for _ in works]
    for number in range(rounds):
        note(f"round {number + 1} of {rounds}")
        for its, work, n in zip(rates, works, sizes, strict=True):
            its.append(n / _time(work, n))
    return rates


def _time(work: Work, n: int) -> float:
    start = time.process_time()
    work.run(n)
    return time.process_time() - start


@click.command(help=(__doc__ or "").partition("\n")[0])
@click.option("--section", "sections", multiple=True, type=click.Choice(SECTIONS), help="Repeatable.  [default: all]")
@click.option("--rounds", default=5, show_default=True, type=click.IntRange(min=1))
@click.option("--seconds", default=1.0, show_default=True, type=click.FloatRange(min=0.01), help="Of one run, about.")
@click.option("--deals", default=200, show_default=True, type=click.IntRange(min=1), help="How many different deals.")
@click.option("--format", "kind", default="table", type=click.Choice(["table", "json", "csv", "markdown"]))
def main(sections: tuple[str, ...], rounds: int, seconds: float, deals: int, kind: str) -> None:
    """Time everything and print the rates."""
    works = [_bare()]
    for section in sections or SECTIONS:
        for cards in OPEN_CARDS[section]:
            works += _colver(cards, deals) if section == "colver" else _ours(section, cards, deals)
    rates = measure(works, rounds, seconds, lambda text: click.echo(text, err=True))
    rows = []
    for work, its in zip(works, rates, strict=True):
        ratio = median(rate / bare for rate, bare in zip(its, rates[0], strict=True))
        rows.append(
            [work.name, str(work.cards), f"{median(its):.4g}", f"{min(its):.4g}", f"{max(its):.4g}", f"{ratio:.3g}"]
        )
    click.echo(render(["work", "open cards", "per second", "min", "max", "ratio to bare"], rows, kind), nl=False)


if __name__ == "__main__":
    try:
        main()
    except UserError as error:
        raise SystemExit(f"Error: {error}") from None
