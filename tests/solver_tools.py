"""Positions of two players, a compiled look at every line of play, and solvers with parts switched off or spoilt."""

from __future__ import annotations

import random
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from debertz_sim._jit import kernel, lowest
from debertz_sim.kernels.bits import bit
from debertz_sim.kernels.scoring import LAST_TRICK_POINTS
from debertz_sim.kernels.tricks import beats, card_points
from debertz_sim.rules import RuleSet
from debertz_sim.solver import two
from debertz_sim.variants import variants
from tests.positions import mask
from tests.reference.minimax import legal_replies

RULE_SETS: list[RuleSet] = [
    *(
        variants["moscow"].with_(overtrump=overtrump, trick_points=points)
        for overtrump, points in product(("always", "trump_lead", "never"), ("standard", "belote", "terts"))
    ),
    *(variants["terts"].with_(trick_points=points) for points in ("terts", "standard")),
]
RECORDS = [rules.lower()[0] for rules in RULE_SETS]
TABLES = [rules.to_dict() for rules in RULE_SETS]


class Position(NamedTuple):
    """Cards held, whose turn it is, the other's card that lies (-1: none), and the number of the rules."""

    number: int
    trump: int
    hands: tuple[frozenset[int], frozenset[int]]
    to_move: int
    led: int

    def arguments(self) -> tuple[Any, ...]:
        """What the kernels take, but for the table."""
        masks = (mask(list(hand)) for hand in self.hands)
        return RECORDS[self.number], self.trump, *masks, self.to_move, self.led

    def legal(self) -> frozenset[int]:
        """The cards that may be played."""
        hand = self.hands[self.to_move]
        return hand if self.led < 0 else legal_replies(TABLES[self.number], self.trump, hand, self.led)


def some_position(dice: random.Random, cards: int) -> Position:
    """So many cards each, often of few suits; a card of the trick may lie already."""
    trump, to_move = dice.randrange(4), dice.randrange(2)
    pack = dice.sample(range(32), 32)
    if dice.random() < 0.6:  # the more cards of few suits, the more they have to do with one another
        pack.sort(key=lambda card: card // 8 not in (trump, (trump + 1) % 4))
        pack = dice.sample(pack[: max(2 * cards, 11)], 2 * cards)
    hands = [set(pack[:cards]), set(pack[cards : 2 * cards])]
    led = hands[1 - to_move].pop() if dice.random() < 0.25 else -1
    return Position(dice.randrange(len(RULE_SETS)), trump, (frozenset(hands[0]), frozenset(hands[1])), to_move, led)


@kernel
def plain_points(rules, trump, hand0, hand1, to_move, led):  # type: ignore[no-untyped-def]
    """Seat 0's future points by looking at every line of play."""
    if led < 0 and hand0 == 0:
        return np.int64(0)
    mover = hand1 if to_move else hand0
    legal = mover if led < 0 else two.legal_replies(rules, trump, mover, led)
    best = np.int64(-1)
    while legal:
        card = lowest(legal)
        legal &= legal - 1
        left0 = hand0 if to_move else hand0 ^ bit(card)
        left1 = hand1 ^ bit(card) if to_move else hand1
        if led < 0:
            value = plain_points(rules, trump, left0, left1, 1 - to_move, card)
        else:
            winner = to_move if beats(rules, trump, card, led) else 1 - to_move
            won = card_points(rules, trump, card) + card_points(rules, trump, led)
            won += 0 if left0 else LAST_TRICK_POINTS
            value = plain_points(rules, trump, left0, left1, winner, np.int64(-1)) + (0 if winner else won)
        if best < 0 or (value < best if to_move else value > best):
            best = value
    return best


def total_points(position: Position) -> int:
    """All points to come."""
    record, trump = RECORDS[position.number], position.trump
    cards = position.hands[0] | position.hands[1] | ({position.led} - {-1})
    return LAST_TRICK_POINTS + sum(int(record.points[int(card // 8 == trump), card % 8]) for card in cards)


def disagreement(position: Position, value: int, table: Any) -> str | None:
    """Where the solver contradicts a value of seat 0, if anywhere; ``None`` if it agrees."""
    arguments = position.arguments()
    found = two.future_points(*arguments, table)
    if found != value:
        return f"{position}: {found}, not {value}"
    for needed in (value - 1, value, value + 1):
        if two.reaches(*arguments, needed, table) != (value >= needed):
            return f"{position}: wrong about {needed}, the value is {value}"
    values = np.full(32, -1, np.int64)
    two.card_values(*arguments, mask(list(position.legal())), values, table)
    best = values.max() if position.to_move == 0 else total_points(position) - values.max()
    return None if best == value else f"{position}: cards are worth {values}, the position {value}"
