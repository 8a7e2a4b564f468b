"""How the learned policies are made: the description of tables, the fit, the lessons; small and repeatable."""

from __future__ import annotations

import numpy as np
import pytest

from debertz_sim._jit import JIT_OFF
from debertz_sim.cards import cards_of
from debertz_sim.policies.expert_table import MODEL
from debertz_sim.policies.learned import Axis, Block, Model, Part, save, shipped
from debertz_sim.policies.registry import seating
from debertz_sim.training.collect import NO_VALUE, collect
from debertz_sim.training.fit import Sample, fit, gain
from debertz_sim.training.rounds import Round, learn_round
from debertz_sim.variants import variants

SMALL = Part(
    (
        Block("one", (Axis("a", 3), Axis("b", 4, (0, 0, 1, 1))), (("a",), ("a", "~b"))),
        Block("two", (Axis("c", 5), Axis("d", 2)), (("c", "d"), ("c",), ("d",))),
    )
)


def test_a_table_is_the_sum_of_its_pieces() -> None:
    """Every place of the table holds the sum of the numbers that ``columns`` names for it."""
    rng = np.random.default_rng(1)
    numbers = rng.integers(-50, 50, SMALL.n_numbers).astype(np.int16)
    table = SMALL.table(numbers)
    assert SMALL.starts == (0, 12, 22) and SMALL.n_numbers == 3 + 6 + 10 + 5 + 2 and len(table) == 22
    first, second = (places.ravel() for places in np.meshgrid(np.arange(12), np.arange(12, 22)))
    columns = SMALL.columns(np.stack([first, second], axis=1))
    assert columns.shape == (120, 5)
    np.testing.assert_array_equal(numbers[columns].sum(axis=1), table[first] + table[second])
    a, b = 2, 3
    assert table[4 * a + b] == numbers[a] + numbers[3 + 2 * a + 1]  # b = 3 is 1 of the coarse ones


def test_parts_stand_one_after_another() -> None:
    model = Model("none", (SMALL, SMALL))
    numbers = np.arange(2 * SMALL.n_numbers).astype(np.int16)
    assert model.starts == (0, 12, 22, 34)
    first, second = model.split(numbers)
    np.testing.assert_array_equal(model.table(numbers), [*SMALL.table(first), *SMALL.table(second)])


def test_shipped_numbers_are_those_that_were_saved(tmp_path: object) -> None:
    with np.load(MODEL.path) as file:
        numbers, version = file["numbers"], str(file["version"])
    assert numbers.dtype == np.int16 and numbers.shape == (MODEL.n_numbers,)
    np.testing.assert_array_equal(shipped(MODEL), MODEL.table(numbers))
    assert version == next(iter(seating(2, play="expert").describe()["play"])).partition("/")[2]
    first, second = (save(MODEL, numbers, {"version": "1"}, tmp_path / name) for name in "ab")  # type: ignore[operator]
    assert first.read_bytes() == second.read_bytes()


def _sample(rng: np.random.Generator, decisions: int, noise: float) -> tuple[Sample, np.ndarray]:
    truth = rng.normal(0, 3, 12)
    sizes = rng.integers(2, 6, decisions)
    ends = np.concatenate([[0], np.cumsum(sizes)])
    columns = np.stack([rng.integers(0, 7, ends[-1]), rng.integers(7, 12, ends[-1])], axis=1).astype(np.int32)
    luck = np.repeat(rng.normal(0, 20, decisions), sizes)  # what all cards of a decision have in common
    brought = truth[columns].sum(axis=1) + luck + noise * rng.normal(0, 1, ends[-1])
    return Sample(columns, brought, ends), truth


def test_the_fit_is_that_of_the_normal_equations() -> None:
    """Against dense ridge regression on rows centred by hand."""
    sample, _ = _sample(np.random.default_rng(2), 200, 5.0)
    dense = np.zeros((len(sample.brought), 12))
    np.add.at(dense, (np.arange(len(dense))[:, None], sample.columns), 1)
    y = sample.brought.copy()
    for first, last in zip(sample.ends[:-1], sample.ends[1:], strict=True):
        dense[first:last] -= dense[first:last].mean(axis=0)
        y[first:last] -= y[first:last].mean()
    expected = np.linalg.solve(dense.T @ dense + 4.0 * np.eye(12), dense.T @ y)
    np.testing.assert_allclose(fit(sample, 12, 4.0, 60), expected, atol=1e-6)
    assert not np.allclose(fit(sample, 12, 40.0, 60), expected, atol=1e-2)  # the ridge matters


def test_the_gain_of_the_truth_is_the_best() -> None:
    sample, truth = _sample(np.random.default_rng(3), 3000, 1.0)
    right, wrong = gain(sample, truth), gain(sample, -truth)
    learned = gain(sample, fit(sample, 12, 1.0, 60))
    assert right[0] > 1 and wrong[0] < -1
    assert abs(learned[0] - right[0]) < 0.05 and 0 < right[1] < 0.2


def test_lessons_are_what_the_cards_bring() -> None:
    """Values stand at the legal cards alone; what is laid and played out adds up to the points of all cards."""
    rules = variants["moscow"]
    family = seating(2, "always", "expert").family
    lessons, following = collect(rules.lower()[0], family, 5, 0, 20 if JIT_OFF else 500, 0.2)
    assert following == lessons.deals[-1] + 1
    for view, values in zip(lessons.views, lessons.values, strict=True):
        legal = cards_of(int(view["legal"]))
        assert len(legal) > 1
        assert [card for card in range(32) if values[card] != NO_VALUE] == legal
        own = int(view["points"][view["seat"]])
        theirs = int(view["points"][1 - view["seat"]])
        assert all(own <= values[card] <= 162 - theirs for card in legal)


@pytest.mark.slow
def test_learning_repeats_itself() -> None:
    """The same seed gives the same numbers, with any number of threads; another seed gives others."""
    plan = Round(60, 20, 1, steps=3) if JIT_OFF else Round(4000, 500, 2, steps=3)
    start = np.zeros(MODEL.n_numbers, np.int16)
    notes: list[str] = []
    first, again, other = (
        learn_round(variants["moscow"], start, plan, seed, notes.append, threads)
        for seed, threads in ((1, 1), (1, 2), (9, 2))
    )
    assert first.any() and notes
    np.testing.assert_array_equal(first, again)
    assert (first != other).any()
