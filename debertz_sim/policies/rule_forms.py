"""The two forms of rules that are fitted: a count of the cards, and a tree of questions; with their words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim.policies.rule_hands import RANKS, Holding, Masks, of_ranks

Numbers = Mapping[str, int]
"""What counts how much: trumps by group of ranks, side cards by rank; see TRUMPS and SIDES."""
TRUMPS = {"jack": "J", "nine": "9", "royal": "KQ", "high": "AT", "low": "87"}
SIDES = {"ace": "A", "ten": "T", "other jack": "J"}
Enough = tuple[float, float, float, float]


class Tables(NamedTuple):
    """A count of six cards: what a holding counts as trumps and beside them (shape (256,)), and the exchange.

    ``take`` (shape (9,)): what a trump seven adds that takes nothing, then by the rank of the upcard.
    """

    trump: Masks
    side: Masks
    take: Masks


def tables(numbers: Numbers) -> Tables:
    """A count by its numbers; the trump seven counts as what it takes."""
    ranks = {rank: numbers[group] for group, held in TRUMPS.items() for rank in held}
    sides = {held: numbers[card] for card, held in SIDES.items()}
    take = [0, *(ranks[rank] - ranks["7"] for rank in RANKS)]
    take[1] = 0  # no seven can take itself
    return Tables(of_ranks(ranks), of_ranks(sides), np.array(take))


def count_of(numbers: Numbers) -> Callable[[Holding], NDArray[np.float64]]:
    """The count as a rule's."""
    found = tables(numbers)

    def count(holding: Holding) -> NDArray[np.float64]:
        a, b, c = holding.sides
        cards = found.trump[holding.exchanged.trumps] + found.side[a] + found.side[b] + found.side[c]
        return np.asarray(cards, float)

    return count


def count_words(numbers: Numbers, enough: Enough) -> str:
    """The count in words."""
    n = numbers
    first, dealer, second, last = (int(least) for least in enough)
    return (
        f"Counts his six cards with a suit as trump. Trumps: jack {n['jack']}, nine {n['nine']}, king and queen "
        f"{n['royal']} each, ace and ten {n['high']} each, eight and seven {n['low']} each; in round 1 the seven "
        f"counts as the upcard that it may take. Other suits: ace {n['ace']}, ten {n['ten']}, jack "
        f"{n['other jack']}. Plays in the suit that counts most (in round 1 there is only the upcard's; of suits that "
        "count the same the longer, then the one with the higher card of A K Q J 10 9 8 7 where they first differ) if "
        f"it counts at least: round 1, forehand {first}, dealer {dealer}; round 2, forehand {second}, dealer {last}."
    )


def strength(holding: Holding) -> Masks:
    """The card points of the trumps, 10 more for each of them, and bella."""
    return holding.trump_points + 10 * holding.n_trumps + 20 * (holding.has("K") & holding.has("Q"))


QUESTIONS: dict[str, tuple[str, Callable[[Holding], Masks]]] = {
    "trumps": ("trumps", lambda hand: hand.n_trumps),
    "jack": ("jack of trump", lambda hand: hand.has("J").astype(np.int64)),
    "nine": ("nine of trump", lambda hand: hand.has("9").astype(np.int64)),
    "royals": ("king and queen of trump", lambda hand: hand.has("K").astype(np.int64) + hand.has("Q")),
    "strength": ("strength", strength),
    "points": ("card points of all six", lambda hand: hand.points),
    "aces": ("aces of other suits", lambda hand: hand.side("A")),
    "high": ("aces and tens of other suits", lambda hand: hand.side("AT")),
    "other jacks": ("jacks of other suits", lambda hand: hand.side("J")),
}
"""What a tree may ask: what is counted, in words, and the number."""

PASSES, LIGHT, PLAYS = range(3)  # what a tree ends in: a pass; enough for the dealer in round 1; enough for everybody
ENDS = ("pass", "the dealer plays in round 1, else pass", "play")
TREE_ENOUGH = (PLAYS, LIGHT, PLAYS, PLAYS)


class Node(NamedTuple):
    """A question: does the hand have at least so much; where to go on if it does, and if not (a node, or an end)."""

    ask: str
    least: int
    yes: Node | int
    no: Node | int


Tree = Node | int


def grades(tree: Tree, answers: Mapping[str, Masks]) -> NDArray[np.int64]:
    """Where each class ends, by the answers to the questions."""
    if not isinstance(tree, Node):
        return np.full(len(next(iter(answers.values()))), tree)
    yes = answers[tree.ask] >= tree.least
    return np.where(yes, grades(tree.yes, answers), grades(tree.no, answers))


def answers_of(holding: Holding) -> dict[str, Masks]:
    """The answers to all questions, the seven as the card it takes."""
    hand = holding.exchanged
    return {name: number(hand) for name, (_, number) in QUESTIONS.items()}


def preference(holding: Holding) -> NDArray[np.float64]:
    """Between suits that are good enough: with the jack, then longer, then more trump points; below 1."""
    length = 8 * holding.has("J") + holding.n_trumps
    return (64 * length + holding.trump_points) / 1024


def tree_count(tree: Tree) -> Callable[[Holding], NDArray[np.float64]]:
    """The tree as a rule's count: where it ends, and the preference between suits."""
    return lambda holding: grades(tree, answers_of(holding)) + preference(holding)


def questions(tree: Tree) -> list[Node]:
    """The questions of a tree, the first first, then those on its yes side."""
    return [tree, *questions(tree.yes), *questions(tree.no)] if isinstance(tree, Node) else []


def tree_words(tree: Tree) -> str:
    """The tree in words: numbered questions."""
    asked = questions(tree)

    def goal(end: Tree) -> str:
        return f"go to {1 + asked.index(end)}" if isinstance(end, Node) else ENDS[end]

    lines = [
        f"({number}) {QUESTIONS[node.ask][0].capitalize()}: at least {node.least}? Yes: {goal(node.yes)}; no: "
        f"{goal(node.no)}."
        for number, node in enumerate(asked, 1)
    ]
    return (
        "Asks of his six cards with a suit as trump, in round 1 a seven of the upcard's suit taken for the upcard. "
        "Strength: the card points of the trumps, 10 more for each trump, 20 more for king and queen together. "
        + " ".join(lines)
        + " Of several suits that say play: that with its jack, then the longer, then the one with more trump points."
    )
