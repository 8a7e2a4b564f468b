"""The auction as a game: leaves and stakes against the engine's deals, learning against games with a known answer."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from debertz_sim.charts.game import Game, calls_of, no_rows, rows_of
from debertz_sim.engine.blocks import play_block
from debertz_sim.engine.deal import new_desk
from debertz_sim.engine.rows import COLUMNS, N_COLUMNS
from debertz_sim.equilibrium.learn import learn_block
from debertz_sim.equilibrium.leaves import DEAL, DEALER, FOREHAND, PLAY_FIRST
from debertz_sim.equilibrium.splits import ALL_SPLITS, split_block
from debertz_sim.equilibrium.stakes import (
    AVERAGE,
    N_STAKES,
    N_WEIGHTS,
    PASSES,
    ROW,
    SECOND,
    stake_block,
)
from debertz_sim.kernels.classes import N_CLASSES, SLOT_BITS, class_codes
from debertz_sim.policies.charted import FORMAT, Chart, save
from debertz_sim.policies.registry import seating
from debertz_sim.variants import resolve

pytestmark = pytest.mark.compiled

SEED = 11


def engine_rows(rules: str, bidding: str, play: str, deals: int) -> dict[str, np.ndarray]:
    """Rows of the engine's deals, by column."""
    rows = np.zeros((deals, N_COLUMNS), np.int32)
    resolved = resolve(rules)
    assert play_block(resolved.lower()[0], seating(2, bidding, play).family, new_desk(), SEED, 0, rows) == -1
    return {name: rows[:, COLUMNS.index(name)] for name in ("outcome", "written_0", "written_1", "declarer", "round")}


@pytest.mark.parametrize("rules", ["moscow", "kharkov", "one-deal", "klabor", "online", "belote"])
@pytest.mark.parametrize("bidding", ["rules", "points:25"])
def test_a_deal_is_worth_what_the_engine_writes_for_it(rules: str, bidding: str, tmp_path: Path) -> None:
    """Its own division of the hands, the bidding as a chart: in every deal the value is the engine's."""
    deals = 4000
    game = Game(resolve(rules), seating(2, "never", "greedy"))
    rows = game.style(bidding)
    chart = tmp_path / "chart.npz"
    nothing = np.zeros((4, N_CLASSES), np.float32)
    save(Chart("style", calls_of(rows), nothing, nothing, {"format": FORMAT, "objective": "points"}), chart)
    played = engine_rows(rules, f"chart:{chart}", "greedy", deals)
    all_pass, redeal = 1000.0, -77.0
    dealt, leaves = game.leaves(SEED, 0, deals, redeal)
    codes = np.zeros((deals, 2, 1), np.int32)
    split_block(dealt, codes)
    stakes, values = np.zeros((deals, 2, N_STAKES), np.float32), np.zeros(deals)
    stake_block(game.record, dealt, leaves, codes, *rows, all_pass, stakes, values)
    odd = np.arange(deals) % 2 == 1  # there seat 1 deals, as in a chart's deals
    written = (played["written_0"] - played["written_1"]).astype(float)
    outcome = played["outcome"]
    expected = np.where(outcome == 4, all_pass, np.where(outcome == 5, redeal, written))
    auction = odd & (outcome != 6)
    assert auction.sum() > 1500
    np.testing.assert_allclose(values[auction], expected[auction], atol=1e-3)
    assert (outcome[odd] == 4).any() or game.rules.all_pass == "obliged"


def test_one_play_for_a_trump_is_the_play_for_either_declarer() -> None:
    game = Game(resolve("moscow"), seating(2, "never", "expert"))
    assert game.blind
    _, once = game.leaves(SEED, 0, 3000, 0.0)
    object.__setattr__(game, "blind", False)
    _, twice = game.leaves(SEED, 0, 3000, 0.0)
    assert (once == twice).all()


@pytest.mark.parametrize("setting", ["first_lead=declarer", "seven_exchange=declarer"])
def test_where_the_declarer_matters_to_play_he_is_not_taken_out(setting: str) -> None:
    rules = resolve("moscow", [setting])
    game = Game(rules, seating(2, "never", "greedy"))
    assert not game.blind
    _, twice = game.leaves(SEED, 0, 3000, 0.0)
    object.__setattr__(game, "blind", True)
    _, once = game.leaves(SEED, 0, 3000, 0.0)
    assert (once != twice).any()


def test_the_divisions_of_a_deal_are_all_ways_to_take_six_of_nine() -> None:
    game = Game(resolve("moscow"), seating(2, "never", "greedy"))
    dealt, _ = game.leaves(SEED, 0, 50, 0.0)
    codes = np.zeros((50, 2, ALL_SPLITS), np.int32)
    split_block(dealt, codes)
    for k in range(50):
        for seat in (FOREHAND, DEALER):
            cards = [card for card in range(32) if dealt[k]["hand"][seat] >> card & 1]
            hands = np.array([sum(1 << card for card in six) for six in combinations(cards, 6)], np.int64)
            expected = np.zeros(len(hands), np.int64)
            class_codes(hands, np.full(len(hands), dealt[k]["upcard"]), expected)
            assert sorted(codes[k, seat]) == sorted(expected)


def test_stakes_of_all_divisions_are_the_mean_of_every_pair_of_them() -> None:
    """84 * 84 deals one by one, each by its own two classes, give the stakes and value of the deal as a whole."""
    game = Game(resolve("moscow"), seating(2, "never", "greedy"))
    rng = np.random.default_rng(3)
    rows = no_rows()
    for own in rows:
        own[:, :N_WEIGHTS] = rng.random((len(own), N_WEIGHTS), dtype=np.float32)
    dealt, leaves = game.leaves(SEED, 0, 2, 0.0)
    codes = np.zeros((2, 2, ALL_SPLITS), np.int32)
    split_block(dealt, codes)
    stakes, values = np.zeros((2, 2, N_STAKES), np.float32), np.zeros(2)
    stake_block(game.record, dealt, leaves, codes, *rows, -5.0, stakes, values)
    n = ALL_SPLITS * ALL_SPLITS
    for k in range(2):
        pairs = np.zeros((n, 2, 1), np.int32)
        pairs[:, FOREHAND, 0] = np.repeat(codes[k, FOREHAND], ALL_SPLITS)
        pairs[:, DEALER, 0] = np.tile(codes[k, DEALER], ALL_SPLITS)
        one_by_one, worth = np.zeros((n, 2, N_STAKES), np.float32), np.zeros(n)
        same, same_leaves = np.repeat(dealt[k : k + 1], n), np.repeat(leaves[k : k + 1], n, axis=0)
        stake_block(game.record, same, same_leaves, pairs, *rows, -5.0, one_by_one, worth)
        np.testing.assert_allclose(one_by_one.mean(axis=0), stakes[k], rtol=2e-4, atol=2e-3)
        assert worth.mean() == pytest.approx(values[k], abs=1e-3)


def test_a_style_is_what_the_policy_calls() -> None:
    """A style made a chart and the chart made a style again: the same calls."""
    game = Game(resolve("moscow"), seating(2, "never", "greedy"))
    rows = game.style("rules")
    again = rows_of(calls_of(rows))
    for own, other in zip(rows, again, strict=True):
        assert (own[:, :N_WEIGHTS] == other[:, :N_WEIGHTS]).all()


def tiny(payoffs: np.ndarray, rounds: int = 20_000) -> tuple[np.ndarray, np.ndarray]:
    """Learn a game of few classes; ``payoffs`` [forehand class, dealer class, seat, call] to forehand, as leaves.

    A round has every pair of classes once; the classes' codes name their suits alike.  All pass is worth 0.
    """
    rules = resolve("moscow").lower()[0]
    kinds = payoffs.shape[:2]
    rows = np.zeros((kinds[0], ROW), np.float32), np.zeros((kinds[1], ROW), np.float32)
    suits = 1 | 2 << 2 | 3 << 4
    mine, his = (axis.ravel() for axis in np.meshgrid(*map(np.arange, kinds), indexing="ij"))
    dealt = np.zeros(len(mine), DEAL)
    dealt["played"] = 1
    leaves = payoffs[mine, his].astype(np.float32)
    codes = (np.stack([mine, his], axis=1) << SLOT_BITS | suits).astype(np.int32)[:, :, None]
    stakes, values = np.zeros((len(mine), 2, N_STAKES), np.float32), np.zeros(len(mine))
    for number in range(1, rounds + 1):
        stake_block(rules, dealt, leaves, codes, *rows, 0.0, stakes, values)
        weight = np.float32(number / rounds)
        for seat in (FOREHAND, DEALER):
            learn_block(rules, dealt, codes, stakes, seat, 0, 1, weight, weight * weight, rows[seat])
    found = []
    for own in rows:
        average = own[:, AVERAGE : AVERAGE + N_WEIGHTS].astype(float)
        first_shares = average[:, :SECOND] / average[:, :SECOND].sum(axis=1, keepdims=True)
        second = average[:, SECOND:]
        found.append(np.hstack([first_shares, second / np.maximum(second.sum(axis=1, keepdims=True), 1e-9)]))
    return found[0], found[1]


def test_a_game_that_must_be_mixed_is_solved_exactly() -> None:
    """A signalling game with one equilibrium, worked out by hand.

    Forehand's class is strong or weak, the dealer has one class.  Strong: playing is worth 1, weak: playing costs 3.
    If forehand passes, the dealer may play, which wins him 2 from a weak hand and costs him 3 against a strong one, or
    pass; a price of 100 rules the later suits out.  The weak hand always passes.  The strong one passes so often that
    the dealer is level, 3 s = 2, and the dealer plays so often that the strong one is, 3 d = 1.
    """
    payoffs = np.zeros((2, 1, 2, 5))
    payoffs[:, :, FOREHAND, :PLAY_FIRST] = -100.0
    payoffs[:, :, DEALER, :PLAY_FIRST] = 100.0
    payoffs[:, 0, FOREHAND, PLAY_FIRST] = 1.0, -3.0
    payoffs[:, 0, DEALER, PLAY_FIRST] = 3.0, -2.0
    forehand, dealer = tiny(payoffs)
    assert forehand[1, 0] < 0.01
    assert forehand[0, 1] == pytest.approx(2 / 3, abs=0.01)
    assert dealer[0, 0] == pytest.approx(1 / 3, abs=0.01)
    assert (forehand[:, SECOND + PASSES] > 0.99).all() and dealer[0, SECOND + PASSES] > 0.99


def test_a_suit_that_surely_wins_is_named_and_one_that_loses_is_not() -> None:
    """Forehand names clubs or diamonds or passes; nothing else pays; the dealer has two classes that he cannot see.

    Against either class one suit wins 1 and the other loses 1, so forehand is level whatever he does and the value 0;
    with a third suit that wins 1/4 against both he names that one always.
    """
    payoffs = np.zeros((1, 2, 2, 5))
    payoffs[:, :, FOREHAND, PLAY_FIRST] = -100.0
    payoffs[:, :, DEALER] = 100.0
    payoffs[0, 0, FOREHAND, 1], payoffs[0, 1, FOREHAND, 1] = 1.0, -1.0
    payoffs[0, 0, FOREHAND, 2], payoffs[0, 1, FOREHAND, 2] = -1.0, 1.0
    payoffs[0, :, FOREHAND, 3] = 0.25
    forehand, _ = tiny(payoffs)
    assert forehand[0, SECOND + 2] > 0.98
    payoffs[0, :, FOREHAND, 3] = -0.25  # negative control: the third suit now loses
    forehand, _ = tiny(payoffs)
    assert forehand[0, SECOND + 2] < 0.02
