#!/usr/bin/env python
"""Learns in which order the two-player solver tries cards, and its guess; writes debertz_sim/solver/data/order.json.

    python scripts/train_solver.py
    python scripts/train_solver.py --go-on --passes 6

Nothing learned changes a value, only how many positions are visited.  From flat scores, on training deals of the seed:
positions that searches visited are taken, all their cards are tried alone, and a class of cards is scored by how often
it settled the position for how much work (the order by chance over cost visits fewest); a network learns the value of
solved positions; then single scores are changed as long as fresh deals need fewer positions.  Seeds 0 to 99 are left to
tests.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from debertz_sim.kernels.rng import STREAMS, open_streams
from debertz_sim.kernels.state import new_record
from debertz_sim.solver import state, training, two
from debertz_sim.solver.guess import UNIT
from debertz_sim.solver.learned import DATA
from debertz_sim.variants import variants

GROUPS = ("lead_scores", "follow_scores", "ruff_scores", "discard_scores")
RULES = "moscow"
TOP_SCORE = 31
SHARED = 0.5  # how much more a position counts in which tries cost more: to this power
Learner = NDArray[np.float64]


class Trainer:
    """A solver's record with the training deals of a seed, dealt one after another.

    It starts from flat scores, or goes on from the shipped ones.
    """

    def __init__(self, seed: int, go_on: bool) -> None:
        self.seed = seed
        self.table = two.new_table()
        made: dict[str, Any] = {"commands": [], "deals": 0}
        if go_on:
            made = json.loads(DATA.read_text("utf-8"))["made"]
        self.commands = [*made["commands"], " ".join(["python", "scripts/train_solver.py", *sys.argv[1:]])]
        self.dealt: int = made["deals"]
        self.rules = variants[RULES].lower()[0]
        self.streams = new_record(STREAMS)
        if not go_on:
            for name in GROUPS:
                self.table[name] = (TOP_SCORE + 1) // 2
            self.table["guess_rows"] = 0
            self.table["guess_out"] = 0
        self.refresh()

    def refresh(self) -> None:
        """Make the tables anew from the scores."""
        self.table.ready = 0
        two.prepare(self.rules, self.table)

    def deals(self, count: int) -> NDArray[np.int64]:
        """Fresh deals as (leader's, follower's) hands of the solver's cards."""
        hands = np.zeros((count, 2), np.int64)
        training.deal_hands(self.table, self.streams, self.seed, self.dealt, hands)
        self.dealt += count
        return hands

    def nodes(self, deals: NDArray[np.int64]) -> NDArray[np.float64]:
        """Positions visited a deal: exactly, and to learn whether the leader gets more than half."""
        found = np.zeros(2, np.int64)
        training.count_nodes(self.table, deals, found)
        return found / len(deals)


def score_classes(trainer: Trainer, count: int) -> None:
    """Score all classes by chance over cost, from positions that the search of ``count`` deals visits."""
    positions = np.zeros((30 * count, 3), np.int64)
    open_streams(trainer.streams, trainer.seed, 0)
    found = training.sample_visited(trainer.table, trainer.streams, trainer.deals(count), 30, positions)
    sizes = [len(trainer.table[name]) for name in GROUPS]
    seen = np.zeros((len(GROUPS), max(sizes), 3))
    training.try_cards(trainer.table, positions[:found], SHARED, seen)
    for group, (name, size) in enumerate(zip(GROUPS, sizes, strict=True)):
        trainer.table[name] = as_scores(seen[group, :size])
    trainer.refresh()


def as_scores(seen: NDArray[np.float64]) -> NDArray[np.int64]:
    """Scores 1..31 from (weight, weight of successes, weighted cost) of every class."""
    chance = (seen[:, 1] + 0.5) / (seen[:, 0] + 1)
    cost = (seen[:, 2] + 1) / (seen[:, 0] + 1)
    merit = np.log(chance / cost)
    known = np.repeat(merit, np.minimum(seen[:, 0], 1000).astype(int))
    low, high = np.quantile(known, [0.01, 0.99]) if len(known) else (0.0, 1.0)
    return np.clip(np.round(1 + (TOP_SCORE - 1) * (merit - low) / (high - low + 1e-9)), 1, TOP_SCORE).astype(np.int64)


def learn_guess(trainer: Trainer, count: int, epochs: int) -> float:
    """Fit the network to solved positions; returns the mean error on deals that it did not learn from."""
    hands = trainer.deals(count)
    open_streams(trainer.streams, trainer.seed, 0)
    training.play_on(trainer.table, trainer.streams, hands[3 * count // 4 :])
    terms = np.zeros((count, state.N_TERMS), np.int8)
    amounts = np.zeros((count, state.N_AMOUNTS), np.int64)
    values = np.zeros(count, np.int64)
    training.solve_for_guess(trainer.table, hands, terms, amounts, values)
    inputs = np.hstack([terms, amounts / UNIT, np.ones((count, 1))]).astype(np.float32)
    learn = slice(count // 20, count)
    rows, out = fit_network(inputs[learn], values[learn].astype(np.float32), epochs, trainer.seed)
    rows[state.N_TERMS : state.N_TERMS + state.N_AMOUNTS] /= UNIT
    rows[:, :-1] *= UNIT
    rows[:, -1] *= UNIT * UNIT
    trainer.table["guess_rows"] = np.round(rows).astype(np.int64)
    trainer.table["guess_out"] = np.round(UNIT * out).astype(np.int64)
    held_out = hands[: count // 20]
    return float(np.abs(training.guesses(trainer.table, held_out) - values[: count // 20]).mean())


def fit_network(
    inputs: NDArray[np.float32], values: NDArray[np.float32], epochs: int, seed: int
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Weights into hidden units (last column: straight into the output) and out of them, by Adam (Kingma and Ba 2015).

    The loss is quadratic up to an error of 10 points and linear beyond.
    """
    rng = np.random.default_rng(seed)
    width, batch = inputs.shape[1], 500
    few = inputs[:40_000].astype(np.float64)
    straight = np.linalg.solve(few.T @ few + 20 * np.eye(width), few.T @ values[:40_000])
    weights = [rng.normal(0, 0.15, (width, state.HIDDEN)), rng.normal(0, 0.3, state.HIDDEN), straight]
    weights = [part.astype(np.float32) for part in weights]
    means = [np.zeros_like(part) for part in weights]
    squares = [np.zeros_like(part) for part in weights]
    step = 0
    for epoch in range(epochs):
        rate = 1e-2 * (1 - epoch / epochs) + 1e-5
        order = rng.permutation(len(values))
        for first in range(0, len(values) - batch + 1, batch):
            x = inputs[order[first : first + batch]]
            hidden = np.maximum(x @ weights[0], 0)
            error = hidden @ weights[1] + x @ weights[2] - values[order[first : first + batch]]
            error = np.clip(error, -10, 10) / batch
            slopes = [x.T @ (np.outer(error, weights[1]) * (hidden > 0)), hidden.T @ error, x.T @ error]
            step += 1
            for part, mean, square, slope in zip(weights, means, squares, slopes, strict=True):
                mean += 0.1 * (slope - mean)
                square += 0.001 * (slope**2 - square)
                part -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return np.column_stack([weights[0], weights[2]]), weights[1]


def climb(trainer: Trainer, passes: int, count: int, say: Callable[[str], None]) -> None:
    """Change single scores while that saves positions, exact and threshold alike, on ``count`` fresh deals a pass."""
    rng = np.random.default_rng([trainer.seed, trainer.dealt])
    table = trainer.table
    places = [(group, place) for group, name in enumerate(GROUPS) for place in range(len(table[name]))]
    idle = set[tuple[int, int]]()  # classes that no deal met
    for number in range(passes):
        deals = trainer.deals(count)
        best = float(np.log(trainer.nodes(deals)).sum())
        for group, place in [places[k] for k in rng.permutation(len(places))]:
            if (group, place) in idle and number % 3:
                continue
            scores, old = table[GROUPS[group]], int(table[GROUPS[group]][place])
            kept, before = old, best
            for step in rng.permutation([-9, -4, -2, 2, 4, 9])[:3]:
                scores[place] = min(max(old + step, 1), TOP_SCORE)
                training.refill(table, group, place)
                cost = float(np.log(trainer.nodes(deals)).sum())
                if cost < best - 2e-4:
                    best, kept = cost, int(scores[place])
                if cost == before and scores[place] != old:
                    idle.add((group, place))
                    break
                idle.discard((group, place))
            scores[place] = kept
            training.refill(table, group, place)
        say(f"pass {number + 1}: {np.exp(best / 2):.1f} on its own deals, {_text(trainer)}")


def _text(trainer: Trainer) -> str:
    """Positions a deal on deals that nothing is learned from, those after all others."""
    hands = np.zeros((4000, 2), np.int64)
    training.deal_hands(trainer.table, trainer.streams, trainer.seed, 1_000_000_000, hands)
    exact, threshold = trainer.nodes(hands)
    return f"{exact:.1f} positions a deal exactly, {threshold:.1f} by threshold"


def write(trainer: Trainer, text: str) -> None:
    """The data file: how it was made, then every learned table."""
    names = (*GROUPS, "guess_rows", "guess_out")
    learned: dict[str, Any] = {name: trainer.table[name].tolist() for name in names}
    lines = ",\n".join(f'  "{name}": {json.dumps(values, separators=(",", ":"))}' for name, values in learned.items())
    about = {"commands": trainer.commands, "rules": RULES, "seed": trainer.seed, "deals": trainer.dealt, "result": text}
    DATA.write_text(f'{{\n"made": {json.dumps(about)},\n"learned": {{\n{lines}\n}}\n}}\n', encoding="utf-8")


def learn_afresh(trainer: Trainer, deals: int, positions: int, epochs: int, say: Callable[[str], None]) -> None:
    """Scores of classes and the guess, from nothing."""
    say(f"flat: {_text(trainer)}")
    for part in (deals // 8, deals // 2):
        score_classes(trainer, part)
        say(f"scored from {part} deals: {_text(trainer)}")
    say(f"guess: mean error {learn_guess(trainer, positions, epochs):.2f} points, {_text(trainer)}")
    for _ in range(2):
        score_classes(trainer, deals)
        say(f"scored from {deals} deals: {_text(trainer)}")


@click.command(help=(__doc__ or "").partition("\n")[0])
@click.option("--seed", default=1001, show_default=True, type=click.IntRange(min=100), help="Of the training deals.")
@click.option("--go-on", is_flag=True, help="Start from the shipped scores, with passes over all of them alone.")
@click.option("--deals", default=8000, show_default=True, help="Deals whose positions score the classes, each time.")
@click.option("--positions", default=200_000, show_default=True, help="Solved positions for the guess.")
@click.option("--epochs", default=30, show_default=True, help="Of the guess.")
@click.option("--passes", default=6, show_default=True, help="Over all scores at the end.")
@click.option("--pass-deals", default=300, show_default=True, help="Deals of a pass.")
def main(seed: int, go_on: bool, deals: int, positions: int, epochs: int, passes: int, pass_deals: int) -> None:
    """Run all steps."""
    trainer = Trainer(seed, go_on)

    def say(text: str) -> None:
        click.echo(text, err=True)

    if not go_on:
        learn_afresh(trainer, deals, positions, epochs, say)
    climb(trainer, passes, pass_deals, say)
    write(trainer, _text(trainer))
    say(f"wrote {Path(DATA).name}")


if __name__ == "__main__":
    main()
