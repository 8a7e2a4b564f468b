"""The judges themselves: closed forms, known quantiles, uniform p-values of good samples, small ones of bad samples."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.pvalues import (
    binomial_tail,
    chi_square_tail,
    frequencies_p,
    gamma_tail,
    independence_p,
    uniform_p,
)


@pytest.mark.parametrize("freedom", [2, 4, 10, 62, 300, 962])
@pytest.mark.parametrize("spread", [-4.0, -1.0, 0.0, 0.5, 2.0, 5.0, 12.0])
def test_chi_square_of_even_freedom_is_a_poisson_sum(freedom: int, spread: float) -> None:
    statistic = max(freedom + spread * math.sqrt(2 * freedom), 0.1)
    half = statistic / 2
    wanted = math.fsum(math.exp(-half + i * math.log(half) - math.lgamma(i + 1)) for i in range(freedom // 2))
    assert chi_square_tail(statistic, freedom) == pytest.approx(wanted, rel=1e-9)


@pytest.mark.parametrize("statistic", [0.01, 0.5, 2.0, 3.841458820694124, 30.0, 200.0])
def test_chi_square_of_one_degree_is_a_normal_tail(statistic: float) -> None:
    assert chi_square_tail(statistic, 1) == pytest.approx(math.erfc(math.sqrt(statistic / 2)), rel=1e-10)


def test_chi_square_quantiles_from_tables() -> None:
    # 95 % points printed in every textbook
    for freedom, quantile in ((1, 3.841), (5, 11.070), (9, 16.919), (31, 44.985)):
        assert chi_square_tail(quantile, freedom) == pytest.approx(0.05, abs=1e-4)
    assert gamma_tail(3, 0) == 1
    with pytest.raises(ValueError, match="must be"):
        gamma_tail(0, 1)


def test_kolmogorov_quantiles_from_tables() -> None:
    # n equidistant values shifted by D have the distance D (+ 1 / 2n); limit law: 5 % at 1.3581, 1 % at 1.6276
    n = 10_000
    even = (np.arange(n) + 0.5) / n
    for quantile, chance in ((1.3581, 0.05), (1.6276, 0.01)):
        shift = quantile / (math.sqrt(n) + 0.12 + 0.11 / math.sqrt(n)) - 0.5 / n
        assert uniform_p(even + shift) == pytest.approx(chance, abs=2e-4)
    assert uniform_p(even) == 1.0


def test_binomial_tail_by_hand() -> None:
    assert binomial_tail(2, 3, 0.5) == pytest.approx(0.5)
    assert binomial_tail(0, 3, 0.2) == pytest.approx(1)
    assert binomial_tail(3, 3, 0.1) == pytest.approx(0.001)
    assert binomial_tail(4, 3, 0.1) == 0


def test_good_samples_have_uniform_p_values() -> None:
    # three judgements of 1,000 p-values each, false alarm 1 in 10,000 each
    rng = np.random.default_rng(1)
    frequencies = [frequencies_p(rng.multinomial(2_000, [0.1, 0.2, 0.3, 0.4]), [1, 2, 3, 4]) for _ in range(1_000)]
    tables = [
        independence_p(rng.multinomial(3_000, np.outer([0.2, 0.3, 0.5], [0.4, 0.6]).ravel()).reshape(3, 2))
        for _ in range(1_000)
    ]
    distances = [uniform_p(rng.random(200)) for _ in range(1_000)]
    assert uniform_p(frequencies) > 1e-4
    assert uniform_p(tables) > 1e-4
    assert uniform_p(distances) > 1e-4


def test_bad_samples_are_found() -> None:
    rng = np.random.default_rng(2)
    assert frequencies_p(rng.multinomial(20_000, [0.27, 0.24, 0.25, 0.24])) < 1e-4
    assert frequencies_p([5, 1, 4], [1, 0, 1]) == 0
    assert frequencies_p([5, 0, 5], [1, 0, 1]) == 1
    assert independence_p([[600, 400], [400, 600]]) < 1e-4
    assert independence_p([[600, 400], [0, 0]]) == 1
    assert uniform_p(rng.random(2_000) ** 1.1) < 1e-4
