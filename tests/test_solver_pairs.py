"""The solver of pairs against looking at every line of play, and against itself with its reductions off."""

from __future__ import annotations

import random
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import pytest

from debertz_sim.policies.registry import seating
from debertz_sim.records.transcript import deal_transcript
from debertz_sim.solver import batch
from debertz_sim.solver.deals import open_deals
from debertz_sim.solver.pairs import card_values, future_points, new_table, reaches
from debertz_sim.solver.pairs_state import DOMINANCE, EVERY_REDUCTION, MEMORY, SAME
from debertz_sim.variants import variants
from tests.positions import mask, stacked_pack
from tests.reference.minimax_pairs import Game

SWITCHES = [
    {"overtrump": overtrump, "overtrump_partner": partner, "trick_points": points}
    for overtrump, partner, points in product(
        ("always", "trump_lead", "never"), (True, False), ("standard", "belote", "terts")
    )
]
RECORDS = [variants["pairs"].with_(**switches).lower()[0] for switches in SWITCHES]
MANY = [(2, 2000), (3, 1500), (4, 60)]
NODES_A_DEAL = 53_000  # laid cards on average, seed 1, deals 0 to 99


class Position(NamedTuple):
    """Cards held and lying, whose turn it is, and the number of the rules in SWITCHES."""

    number: int
    trump: int
    hands: tuple[frozenset[int], ...]
    to_move: int
    lying: tuple[int, ...]

    def arguments(self) -> tuple[Any, ...]:
        hands = np.array([mask(list(hand)) for hand in self.hands])
        return RECORDS[self.number], self.trump, hands, self.to_move, np.array(padded(self.lying))


def padded(lying: tuple[int, ...]) -> list[int]:
    return [*lying, *[-1] * (3 - len(lying))]


def some_position(dice: random.Random, tricks: int) -> Position:
    """From a stacked pack or a shuffled one, often with few suits; up to three cards of the trick already lie."""
    number, trump, seat = dice.randrange(len(SWITCHES)), dice.randrange(4), dice.randrange(4)
    pack = stacked_pack(dice) if dice.random() < 0.5 else dice.sample(range(32), 32)
    if dice.random() < 0.7:
        suits = {trump, dice.randrange(4)}
        pack.sort(key=lambda card: card // 8 not in suits)
    cards = dice.sample(pack[: 4 * tricks], 4 * tricks)
    hands = tuple(frozenset(cards[tricks * k : tricks * (k + 1)]) for k in range(4))
    lying: tuple[int, ...] = ()
    game = Game(SWITCHES[number], trump)
    for _ in range(dice.choice((0, 0, 1, 2, 3))):
        card = dice.choice(sorted(game.legal(hands[seat], seat, lying)))
        hands = tuple(hand - {card} if other == seat else hand for other, hand in enumerate(hands))
        seat, lying = (seat + 1) % 4, (*lying, card)
    return Position(number, trump, hands, seat, lying)


def compare(dice: random.Random, table: Any, tricks: int) -> None:
    """Every answer on one position against looking at all lines."""
    position = some_position(dice, tricks)
    arguments = position.arguments()
    game = Game(SWITCHES[position.number], position.trump)
    right = game.card_values(position.hands, position.to_move, position.lying)
    value = game.future_points(position.hands, position.to_move, position.lying)
    held = frozenset().union(*position.hands)
    total = sum(game.worth[card] for card in (*held, *position.lying)) + 10
    assert future_points(*arguments, table) == value, position
    for needed in (value, value + 1, dice.randrange(total + 20) - 10):
        assert reaches(*arguments, needed, table) == (value >= needed), (position, needed)
    found = np.full(32, -1)
    legal = batch.legal_now(*arguments[:2], arguments[2][position.to_move], *arguments[3:])
    card_values(*arguments, legal, found, table)
    ours = position.to_move % 2 == 0
    assert {card: found[card] for card in range(32) if found[card] >= 0} == {
        card: points if ours else total - points for card, points in right.items()
    }, position


@pytest.mark.parametrize(
    ("tricks", "count"),
    [(1, 60), (2, 60), (3, 20), *(pytest.param(*size, marks=pytest.mark.compiled) for size in MANY)],
)
def test_every_line_of_play(tricks: int, count: int) -> None:
    dice, table = random.Random(tricks + count), new_table()
    for _ in range(count):
        compare(dice, table, tricks)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("part", range(4))
def test_every_line_of_play_of_many(part: int) -> None:
    dice, table = random.Random(100 + part), new_table()
    for tricks, count in ((2, 3000), (3, 2500), (4, 250)):
        for _ in range(count):
            compare(dice, table, tricks)


def values(position: Position, table: Any, reductions: int) -> int:
    table.reduce = reductions
    return int(future_points(*position.arguments(), table))


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("tricks", "count", "reductions"),
    [
        (4, 300, [0, SAME]),
        (5, 20, [0]),
        (6, 60, [MEMORY, DOMINANCE | MEMORY]),
        (8, 6, [MEMORY, MEMORY | SAME, DOMINANCE | MEMORY]),
    ],
)
def test_reductions_change_no_value(tricks: int, count: int, reductions: list[int]) -> None:
    dice, table = random.Random(10 * tricks), new_table()
    for _ in range(count):
        position = some_position(dice, tricks)
        whole = values(position, table, EVERY_REDUCTION)
        assert [values(position, table, fewer) for fewer in reductions] == [whole] * len(reductions), position


def test_only_what_is_worth_the_same_is_remembered_as_one() -> None:
    """Of a suit's cards still out only owners and points count, from the top down."""
    dice, table, merged = random.Random(6), new_table(), 0
    for _ in range(20):
        position = some_position(dice, 3)
        future_points(*position.arguments(), table)
        for suit in range(4):
            owners = {
                place: seat for seat in range(4) for place in range(8) if table.hand[seat] >> (8 * suit + place) & 1
            }
            worths: dict[int, list[tuple[int, int]]] = {}  # by the set that stands for others
            for cards in range(256):
                places = [place for place in range(8) if cards >> place & 1]
                if owners.keys() >= set(places):
                    worth = [(owners[place], int(table.points[8 * suit + place])) for place in places]
                    found = worths.setdefault(int(table.same[suit, cards]), worth)
                    assert found == worth
                    merged += found is not worth
    assert merged > 0


@pytest.mark.compiled
def test_order_changes_no_value() -> None:
    dice, table, other = random.Random(5), new_table(), new_table()
    other.weights[:] = np.random.default_rng(5).integers(-500, 500, other.weights.shape)
    for _ in range(40):
        arguments = some_position(dice, 7).arguments()
        assert future_points(*arguments, table) == future_points(*arguments, other)
    assert other.nodes > table.nodes


@pytest.mark.compiled
def test_cards_laid_a_deal() -> None:
    """The regression gate: what the solver costs, without a clock."""
    record, table = variants["pairs"].lower()[0], new_table()
    nothing = np.full(3, -1)
    for hands, trump, to_move in zip(*open_deals(record, 1, 0, 100), strict=True):
        future_points(record, trump, hands, to_move, nothing, table)
    assert table.nodes / 100 <= NODES_A_DEAL


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["pairs", "moscow"])
def test_batches_do_not_depend_on_workers(name: str) -> None:
    record = variants[name].lower()[0]
    deals = open_deals(record, 3, 17, 130 if name == "pairs" else 9000)
    values = batch.future_points(record, *deals)
    assert (batch.future_points(record, *deals, workers=3) == values).all()
    one = [column[70:71] for column in deals]
    assert batch.future_points(record, *one) == values[70:71]
    needed = values + np.arange(len(values)) % 2
    reached = batch.reaches(record, *deals, needed, workers=2)
    assert (reached == (np.arange(len(values)) % 2 == 0)).all()
    few = [column[:40] for column in deals]
    cards = batch.card_values(record, *few, workers=2)
    held = deals.hands[np.arange(40), deals.to_move[:40]]
    assert ((cards >= 0) == (held[:, None] >> np.arange(32) & 1 == 1)).all()
    even = deals.to_move[:40] % 2 == 0
    assert (cards.max(axis=1)[even] == values[:40][even]).all()


@pytest.mark.parametrize("name", ["moscow", "pairs", "online-pairs"])
def test_open_deals_are_those_of_the_seed(name: str) -> None:
    rules = variants[name]
    deals = open_deals(rules.lower()[0], 11, 5, 8)
    family = seating(rules.players, "always", "random", exchange="never").family
    for k in range(8):
        deal = deal_transcript(rules, family, 11, 5 + k)
        if not deal["plays"]:
            continue
        hands = [mask([variant_card(card) for card in hand]) for hand in deal["hands"]]
        assert deals.hands[k].tolist() == hands
        assert "scdh"[deals.trump[k]] == deal["upcard"][1]
        assert deals.to_move[k] == deal["plays"][0]["leader"]


def variant_card(text: str) -> int:
    return 8 * "scdh".index(text[1]) + "789TJQKA".index(text[0])
