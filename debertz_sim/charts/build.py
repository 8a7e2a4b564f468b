"""Learning an equilibrium of the auction: counterfactual regrets over sampled deals, kept so that it can go on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from debertz_sim.charts.game import ROUND, Crew, Game, Rows, no_rows
from debertz_sim.equilibrium.learn import learn_block
from debertz_sim.equilibrium.stakes import AVERAGE, N_WEIGHTS, SECOND
from debertz_sim.errors import UserError
from debertz_sim.files import atomic_writer
from debertz_sim.kernels.classes import N_CLASSES

UNIT = 1_000_000  # deals: a deal's weight is its number in this unit, its strategy's the square of that
STAKE, LEARNED_STAKE = 20.0, 1.0  # what the calls that learning starts from are taken to gain a deal


@dataclass
class Learner:
    """The state of learning: strategies, deals learned from, and the value of the game so far."""

    game: Game
    seed: int
    rows: Rows = field(default_factory=no_rows)
    deals: int = 0
    ahead: int = 0  # deals that were learned from before the first, as far as weights go
    worth: float = 0.0  # weighted sum of the deals' worth to forehand
    weights: float = 0.0

    @classmethod
    def started(cls, game: Game, seed: int, start: Rows, trust: int, learned: bool = False) -> Learner:
        """Before the first deal; ``start`` is trusted as if it had been learned from ``trust`` deals.

        A class comes in as many divisions of them as it is likely to.  A rule of thumb has the weight of the first
        round.  What was ``learned`` itself counts in the average too, and later deals are weighted as later ones; but
        its calls are taken to be close, so that new deals can change them.
        """
        learner = cls(game, seed, ahead=trust if learned else 0)
        visits = trust * game.splits / N_CLASSES
        weight, stake = (trust / 2 / UNIT, LEARNED_STAKE) if learned else (ROUND / UNIT, STAKE)
        for own, given in zip(learner.rows, start, strict=True):
            own[:, :N_WEIGHTS] = visits * stake * weight * given[:, :N_WEIGHTS]
            own[:, AVERAGE : AVERAGE + N_WEIGHTS] = visits * (learner.ahead / UNIT) ** 2 / 3 * given[:, :N_WEIGHTS]
        return learner

    @property
    def value(self) -> float:
        """What a deal is worth to forehand, by what has been learned."""
        return self.worth / self.weights if self.weights else 0.0

    def learn(self, crew: Crew, deals: int) -> None:
        """Learn from the next deals, a round or less of them."""
        blocks = crew.blocks(self.game, self.seed, self.deals, deals, self.rows, self.value)
        weight = (self.ahead + self.deals + deals) / UNIT

        def change(seat: int, share: int, shares: int) -> None:
            for block in blocks:
                learn_block(
                    self.game.record,
                    block.deals,
                    block.codes,
                    block.stakes,
                    seat,
                    share,
                    shares,
                    np.float32(weight),
                    np.float32(weight * weight),
                    self.rows[seat],
                )

        crew.divide(change)
        played = sum(int(block.deals["played"].sum()) for block in blocks)
        late = weight**3  # so that it is the value of the latest strategies
        self.worth += late * sum(float(block.values.sum()) for block in blocks)
        self.weights += late * played
        self.deals += deals

    def run(self, crew: Crew, total: int, stop: Callable[[], bool]) -> Iterator[int]:
        """Learn until ``total`` deals are done or ``stop`` says yes, round by round; gives the deals done."""
        while self.deals < total and not stop():
            self.learn(crew, min(ROUND, total - self.deals))
            yield self.deals

    def average(self) -> Rows:
        """The weighted average of all strategies so far; where a class has not come yet, what learning starts from."""
        found = no_rows()
        for own, into in zip(self.rows, found, strict=True):
            into[:, :N_WEIGHTS] = own[:, AVERAGE : AVERAGE + N_WEIGHTS]
            for decision in (slice(0, SECOND), slice(SECOND, N_WEIGHTS)):
                unseen = ~into[:, decision].any(axis=1)
                into[unseen, decision] = own[unseen, decision].clip(min=0)
        return found

    def save(self, path: Path, about: str) -> None:
        """Keep the state in a file, with words that say what it belongs to."""
        with atomic_writer(path, force=True) as file:
            np.savez(
                file,
                forehand=self.rows[0],
                dealer=self.rows[1],
                state=np.array([self.deals, self.worth, self.weights]),
                about=np.array(about),
            )

    @staticmethod
    def about(path: Path) -> str:
        """The words that a state was kept with; raises ``UserError`` if the file holds none."""
        try:
            with np.load(path, allow_pickle=False) as file:
                return str(file["about"])
        except Exception as error:  # whatever is wrong within a file that is no archive
            raise UserError(f"{path}: not a build that can be gone on with ({error})") from None

    def load(self, path: Path) -> None:
        """Take up a state that was kept; raises ``UserError`` if the file holds none."""
        try:
            with np.load(path, allow_pickle=False) as file:
                self.rows = file["forehand"], file["dealer"]
                deals, self.worth, self.weights = (float(number) for number in file["state"])
        except (OSError, ValueError, KeyError) as error:
            raise UserError(f"{path}: not a build that can be gone on with ({error})") from None
        self.deals = int(deals)
