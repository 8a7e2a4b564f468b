"""The solver for two players against looking at every line of play, and against itself without its reductions."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from debertz_sim.kernels.bits import SUIT
from debertz_sim.kernels.rng import STREAMS
from debertz_sim.kernels.state import new_record
from debertz_sim.kernels.tricks import beats
from debertz_sim.solver import order, position, state, training, two
from debertz_sim.solver.bounds import AT_ONCE, C_GUARDED, C_TRICKS, DRAWN, FOLLOWER, GUARDED, SPARE, TRICKS
from debertz_sim.solver.deals import open_deals
from debertz_sim.solver.search import sure_of_both
from debertz_sim.variants import variants
from tests.reference import minimax
from tests.solver_tools import RECORDS, TABLES, disagreement, plain_points, some_position, total_points

MOSCOW = variants["moscow"].lower()[0]
NODES = {"exact": 420.0, "threshold": 57.0}
"""Positions visited a deal at the most: seed 1, deals 0 to 9,999."""


def solver(**parts: int) -> Any:
    """A table with parts switched off."""
    table = two.new_table()
    for name, value in parts.items():
        table[name] = value
    return table


def compare_with_reference(dice: random.Random, cards: int, count: int, table: Any) -> None:
    """Every number of the solver, and the compiled look at every line, equal plain Python."""
    for _ in range(count):
        at = some_position(dice, cards)
        values = minimax.card_values(TABLES[at.number], at.trump, at.hands, at.to_move, at.led)
        value = minimax.max_or_min(values.values(), at.to_move)
        assert plain_points(*at.arguments()) == value
        assert disagreement(at, value, table) is None
        found = np.zeros(32, np.int64)
        two.card_values(*at.arguments(), sum(1 << card for card in values), found, table)
        total = total_points(at)
        assert {card: found[card] if at.to_move == 0 else total - found[card] for card in values} == values


@pytest.mark.parametrize(("cards", "count"), [(1, 100), (2, 200), (3, 300), (4, 60)])
def test_equals_plain_python(cards: int, count: int) -> None:
    """All rule sets, with one table for all of them and all trumps."""
    compare_with_reference(random.Random(cards), cards, count, solver())


@pytest.mark.slow
@pytest.mark.parametrize(("cards", "count"), [(4, 1000), (5, 300)])
def test_equals_plain_python_at_length(cards: int, count: int) -> None:
    compare_with_reference(random.Random(100 + cards), cards, count, solver())


def faults_found(cards: int, count: int, table: Any, seed: int = 3) -> list[str]:
    """Where the solver and the compiled look at every line of play differ."""
    dice = random.Random(seed * 100 + cards)
    places = (some_position(dice, cards) for _ in range(count))
    found = (disagreement(at, int(plain_points(*at.arguments())), table) for at in places)
    return [text for text in found if text]


@pytest.mark.parametrize(("cards", "count"), [(3, 400), (4, 400), (5, 400), (6, 60)])
def test_equals_every_line_of_play(cards: int, count: int) -> None:
    assert faults_found(cards, count, solver()) == []


@pytest.mark.slow
@pytest.mark.parametrize(("cards", "count"), [(3, 6000), (4, 6000), (5, 5000), (6, 2500), (7, 500)])
def test_equals_every_line_of_play_at_length(cards: int, count: int) -> None:
    """Twenty thousand positions in all."""
    assert faults_found(cards, count, solver(), seed=4) == []


def values_of(table: Any, count: int, seed: int = 2, rules: Any = MOSCOW) -> list[int]:
    """The values of nine-card deals."""
    deals = open_deals(rules, seed, 0, count)
    rows = zip(deals.hands, deals.trump, deals.to_move, strict=True)
    return [int(two.future_points(rules, t, h[0], h[1], m, -1, table)) for h, t, m in rows]


OFF = {
    "dominance": {"reductions": state.BOUNDS},
    "bounds": {"reductions": state.DOMINANCE},
    "closed form": {"exact": 0},
    "answers kept": {"blind": -1},
    "all but answers kept": {"reductions": 0, "exact": 0},
}


@pytest.mark.parametrize("off", OFF)
def test_no_reduction_changes_a_value(off: str) -> None:
    assert values_of(solver(**OFF[off]), 100) == values_of(solver(), 100)


@pytest.mark.slow
@pytest.mark.parametrize("off", OFF)
def test_no_reduction_changes_a_value_at_length(off: str) -> None:
    assert values_of(solver(**OFF[off]), 20_000) == values_of(solver(), 20_000)


@pytest.mark.slow
def test_all_reductions_off() -> None:
    """Nothing but null windows: every line that they leave is played to its end."""
    bare = solver(reductions=0, exact=0, blind=-1)
    for rules in RECORDS:
        assert values_of(bare, 40, rules=rules) == values_of(solver(), 40, rules=rules)


def test_nothing_learned_changes_a_value() -> None:
    """Scores and guess by chance give the same values of the same deals."""
    table = solver()
    dice = np.random.default_rng(5)
    for name in ("lead_scores", "follow_scores", "ruff_scores", "discard_scores"):
        table[name] = dice.integers(1, 32, len(table[name]))
    table["guess_rows"] = dice.integers(-200, 200, table["guess_rows"].shape)
    assert values_of(table, 200) == values_of(solver(), 200)


@pytest.mark.parametrize("number", range(len(RECORDS)))
def test_points_never_fall_with_strength(number: int) -> None:
    """What dominance and the bounds rest on."""
    points, strength = RECORDS[number].points, RECORDS[number].strength
    for kind in range(2):
        assert (np.diff(points[kind][np.argsort(strength[kind])]) >= 0).all()


@pytest.mark.parametrize("number", range(len(RECORDS)))
def test_bounds_hold(number: int) -> None:
    """What leader and follower are sure of, on positions of all sizes, under all rules."""
    table = solver()
    two.prepare(RECORDS[number], table)
    streams = new_record(STREAMS)
    hands = np.zeros((3000, 2), np.int64)
    training.deal_hands(table, streams, 6, 0, hands)
    training.play_on(table, streams, hands)
    for lead, follow in hands:
        units, points = position.sums(table, lead)
        more_units, more_points = position.sums(table, follow)
        total = points + more_points + 10
        cards = int(lead).bit_count()
        leader, follower = sure_of_both(table, lead, follow, units + 2 * more_units, total, cards)
        value = position.value_of(table, lead, follow, np.int64(-1), np.int64(0), leader)
        assert leader <= value <= total - follower


def test_one_best_line() -> None:
    """Both sides play legal cards, and the points of the line are the value."""
    for at in (some_position(random.Random(number), 1 + number % 9) for number in range(150)):
        record, trump, hand0, hand1, to_move, led = at.arguments()
        table = solver() if at.trump else solver(blind=-1)
        value = two.future_points(*at.arguments(), table)
        line = np.zeros(18, np.int8)
        cards = [int(card) for card in line[: two.best_line(*at.arguments(), line, table)]] or []
        hands = [hand0, hand1]
        points = 0
        for card in cards:
            legal = hands[to_move] if led < 0 else two.legal_replies(record, trump, hands[to_move], led)
            assert legal >> card & 1
            hands[to_move] ^= 1 << card
            if led < 0:
                led, to_move = card, 1 - to_move
                continue
            winner = to_move if beats(record, trump, card, led) else 1 - to_move
            if winner == 0:
                points += sum(record.points[int(one // 8 == trump), one % 8] for one in (card, led))
                points += 0 if hands[0] else 10
            to_move, led = winner, -1
        assert hands == [0, 0]
        assert points == value


def test_positions_visited() -> None:
    """The gate: what the search visits on fixed deals, which no machine makes slower or faster."""
    deals = open_deals(MOSCOW, 1, 0, 10_000)
    table = solver()
    two.prepare(MOSCOW, table)
    rows = range(len(deals.trump))
    hands = [[position.own_hand(table, deals.trump[k], hand) for hand in deals.hands[k]] for k in rows]
    found = np.zeros(2, np.int64)
    lead_first = np.array([hands[k] if deals.to_move[k] == 0 else hands[k][::-1] for k in rows])
    training.count_nodes(table, lead_first, found)
    visited = dict(zip(("exact", "threshold"), found / 10_000, strict=True))
    assert all(0 < visited[kind] <= NODES[kind] for kind in NODES), visited


def bumped(name: str, kind: int | None, field: int) -> Callable[[Any], None]:
    """One more in a field of a table wherever the suit is not empty."""

    def spoil(table: Any) -> None:
        words = table[name] if kind is None else table[name][kind]
        words[1:] += 1 << field

    return spoil


def reversed_answers(name: str) -> Callable[[Any], None]:
    """Dominance the wrong way: of every block the other end."""

    def spoil(table: Any) -> None:
        for suit in range(1, state.STATES):
            lead, follow = order.hands_of(suit)
            tops, bottoms = order.ends(follow, lead)
            ends = bottoms if name == "ruffs" else tops
            places = [place for place in range(8) if ends >> place & 1]
            entries = [32 | place if name == "ruffs" else 128 | place for place in places]
            width = 6 if name == "ruffs" else 8
            table[name][suit] = sum(entry << width * k for k, entry in enumerate(sorted(entries, reverse=True)))

    return spoil


def reversed_leads(table: Any) -> None:
    """Dominance the wrong way: of leads that surely win only the lowest."""
    for suit in range(1, state.STATES):
        lead, follow = order.hands_of(suit)
        if lead and lead & ~follow > follow & SUIT:
            low = (int(lead) & -int(lead)).bit_length() - 1
            table["leads"][state.NO_TRUMPS, suit] = 128 | low


def duties_forgotten(table: Any) -> None:
    """Answers as if a trump led need not be beaten."""
    other = solver()
    two.prepare(variants["moscow"].with_(overtrump="never").lower()[0], other)
    table["follows"] = other["follows"]


def jack_in_a_block(table: Any) -> None:
    """Dominance as if the free jack were a trump like the others."""
    other = solver()
    two.prepare(variants["moscow"].with_(overtrump="never").lower()[0], other)
    table["leads"][state.FROM_TRUMPS] = other["leads"][state.FROM_TRUMPS]
    table["follows"] = other["follows"]
    table["ruffs"] = other["ruffs"]


FAULTS = {
    "leader gets one more at once": bumped("info", 0, AT_ONCE),
    "leader gets one more, trumps drawn": bumped("info", 0, DRAWN),
    "leader gets one more in trumps": bumped("info", 1, AT_ONCE),
    "follower gets one more": bumped("info", 0, FOLLOWER),
    "follower gets one more in trumps": bumped("info", 1, FOLLOWER),
    "one trick more": bumped("info", 0, TRICKS),
    "one more guarded": bumped("info", 0, GUARDED),
    "one trump more to spare": bumped("info", 1, SPARE),
    "one trick more for the follower": bumped("cover", None, C_TRICKS),
    "one more guarded by the follower": bumped("cover", None, C_GUARDED),
    "ruffs from the bottom": reversed_answers("ruffs"),
    "discards from the top": reversed_answers("discards"),
    "winners from the bottom": reversed_leads,
    "no duty to beat a trump led": duties_forgotten,
    "the free jack in a block": jack_in_a_block,
}


@pytest.mark.parametrize("fault", FAULTS)
def test_fault_is_noticed(fault: str) -> None:
    """Each spoils the tables of one rule set, and the comparison with every line of play notices it there."""
    number = len(RECORDS) - 1 if fault == "the free jack in a block" else 0
    table = solver()
    two.prepare(RECORDS[number], table)
    FAULTS[fault](table)
    dice = random.Random(8)
    for _ in range(20_000):
        at = some_position(dice, dice.choice((3, 4, 5)))._replace(number=number)
        if disagreement(at, int(plain_points(*at.arguments())), table):
            return
    pytest.fail(f"a solver with this fault went unnoticed: {fault}")
