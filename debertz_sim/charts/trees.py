"""The best small tree of questions, grown by what it is worth against a chart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from debertz_sim.charts.fits import Values
from debertz_sim.equilibrium.leaves import DEALER, FOREHAND, N_SIDES
from debertz_sim.kernels.classes import N_CLASSES, N_SLOTS
from debertz_sim.policies.rule_forms import (
    LIGHT,
    PASSES,
    PLAYS,
    QUESTIONS,
    TREE_ENOUGH,
    Node,
    Tree,
    answers_of,
    grades,
    preference,
    questions,
)
from debertz_sim.policies.rule_hands import holdings

_ANSWERS = 160  # above every answer
_EVERY = np.arange(N_CLASSES)


@dataclass(frozen=True)
class State:
    """What a tree leads to: the suit of round 2 that each class would name, and its worth in round 2, by seat."""

    worth: float
    suit: NDArray[np.int64]
    later: list[NDArray[np.float64]]


class Grower:
    """Grows trees on the values of one chart."""

    def __init__(self, values: Values) -> None:
        self.values = values.of_seat
        self.answers = [answers_of(holding) for holding in holdings()]
        self.wish = np.array([preference(holding) for holding in holdings()[1:]])

    def state(self, tree: Tree) -> State:
        """What both seats together get a deal by a tree, against the chart."""
        first, *others = (grades(tree, answers) for answers in self.answers)
        slots = np.array(others)
        suit = (slots + self.wish).argmax(axis=0)
        grade = slots[suit, _EVERY]
        total, later = 0.0, []
        for seat, values in enumerate(self.values):
            named = np.where(grade >= TREE_ENOUGH[N_SIDES + seat], values[_EVERY, 1 + suit], values[:, 1 + N_SLOTS])
            total += float(np.where(first >= TREE_ENOUGH[seat], values[:, 0], named).sum())
            later.append(named)
        return State(total, suit, later)

    def split(self, tree: Tree) -> Tree:
        """The tree with the end split that gains most, the suits of round 2 taken as they are; itself if none gains."""
        state = self.state(tree)
        leaf = [_places(tree, answers) for answers in self.answers]
        named = np.array(leaf[1:])[state.suit, _EVERY]
        forehand = self.values[FOREHAND, :, 0] - state.later[FOREHAND]
        dealer = self.values[DEALER, :, 0] - state.later[DEALER]
        second = sum(own[_EVERY, 1 + state.suit] - own[:, 1 + N_SLOTS] for own in self.values)
        best, found = 1e-9, tree
        for place in range(_ends(tree)):
            here, there = leaf[0] == place, named == place
            for name in QUESTIONS:
                answer = self.answers[0][name][here]
                other = np.array([answers[name] for answers in self.answers[1:]])[state.suit, _EVERY][there]
                firm = _by(answer, forehand[here]) + _by(other, second[there])
                light = _by(answer, dealer[here])
                gain, least, no, yes = _cut(firm, light)
                if gain > best:
                    best, found = gain, _put(tree, place, Node(name, least, yes, no))[0]
        return found

    def grow(self, size: int, tell: Callable[[int, float], None] = lambda size, worth: None) -> Tree:
        """A tree of so many questions, or fewer if no more gains."""
        tree: Tree = PASSES
        for _ in range(size):
            grown = self.split(tree)
            if grown == tree:
                break
            tree = grown
            tell(len(questions(tree)), self.state(tree).worth)
        return tree

    def polish(self, tree: Tree, rounds: int = 3) -> Tree:
        """Change one question, number or end at a time for as long as that gains."""
        most = self.state(tree).worth
        for _ in range(rounds):
            before = most
            place = 0
            while place < len(_variants(tree)):
                for changed in _variants(tree)[place]:
                    worth = self.state(changed).worth
                    if worth > most + 1e-9:
                        tree, most = changed, worth
                place += 1
            if most <= before:
                break
        return tree


def _by(answer: NDArray[np.int64], gain: NDArray[np.float64]) -> NDArray[np.float64]:
    """The gain of the classes that give each answer."""
    return np.bincount(answer, gain, _ANSWERS).astype(float)


def _cut(firm: NDArray[np.float64], light: NDArray[np.float64]) -> tuple[float, int, int, int]:
    """The gain of the best cut of an end, its least answer, and the ends below and above it."""
    below, above = (
        [(0.0, dealer, dealer + rest) for rest, dealer in zip(*sums, strict=True)]
        for sums in (
            (firm.cumsum(), light.cumsum()),
            (firm.sum() - firm.cumsum(), light.sum() - light.cumsum()),
        )
    )
    low, high = np.array(below), np.array(above)
    gains = low.max(axis=1) + high.max(axis=1) - low[-1].max()
    cut = int(gains.argmax())
    return float(gains[cut]), cut + 1, int(low[cut].argmax()), int(high[cut].argmax())


def _ends(tree: Tree) -> int:
    return _ends(tree.no) + _ends(tree.yes) if isinstance(tree, Node) else 1


def _places(tree: Tree, answers: dict[str, NDArray[np.int64]], first: int = 0) -> NDArray[np.int64]:
    """The number of the end, from the left, at which each class arrives."""
    if not isinstance(tree, Node):
        return np.full(N_CLASSES, first)
    no = _places(tree.no, answers, first)
    yes = _places(tree.yes, answers, first + _ends(tree.no))
    return np.where(answers[tree.ask] >= tree.least, yes, no)


def _put(tree: Tree, place: int, node: Tree) -> tuple[Tree, int]:
    """The tree with the end of that number replaced, and the number less the ends passed."""
    if not isinstance(tree, Node):
        return (node if place == 0 else tree), place - 1
    no, place = _put(tree.no, place, node)
    yes, place = _put(tree.yes, place, node)
    return tree._replace(no=no, yes=yes), place


_LEASTS = {
    "trumps": (2, 3, 4),
    "jack": (1,),
    "nine": (1,),
    "royals": (1, 2),
    "strength": (24, 32, 40, 48, 56),
    "points": (20, 30, 40, 50),
    "aces": (1, 2),
    "high": (1, 2, 3),
    "other jacks": (1,),
}
"""What another question may ask for when it takes the place of one."""


def _variants(tree: Tree) -> list[list[Tree]]:
    """The trees with one thing changed, grouped by what: each question's least, each question, each end."""
    if not isinstance(tree, Node):
        return [[end for end in (PASSES, LIGHT, PLAYS) if end != tree]]
    steps = (-4, -2, -1, 1, 2, 4) if tree.ask in ("strength", "points") else (-1, 1)
    own: list[Tree] = [tree._replace(least=tree.least + step) for step in steps if tree.least + step > 0]
    own += [
        tree._replace(ask=ask, least=least) for ask, leasts in _LEASTS.items() for least in leasts if ask != tree.ask
    ]
    no: list[list[Tree]] = [[tree._replace(no=changed) for changed in group] for group in _variants(tree.no)]
    yes: list[list[Tree]] = [[tree._replace(yes=changed) for changed in group] for group in _variants(tree.yes)]
    return [own, *no, *yes]
