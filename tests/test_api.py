"""The Python interface takes the words of the commands, and refuses what they refuse."""

from __future__ import annotations

from typing import Any

import pytest

import debertz_sim as dz
from debertz_sim.errors import UserError

FAST: dict[str, Any] = {"bidding": "always", "play": "random", "seed": 3}


@pytest.mark.parametrize("deals", [1000, 1e3, "1k", "1_000"])
def test_deals_as_the_commands_take_them(deals: Any) -> None:
    assert dz.simulate(deals=deals, **FAST).provenance["deals_done"] == 1000


def test_max_deals_goes_with_precision() -> None:
    result = dz.simulate(precision=1e-9, max_deals="20k", **FAST)
    assert result.provenance["deals_done"] == 20_000
    assert dz.compare("moscow", "klabor", precision=1e-9, max_deals=10_000, **FAST).provenance["deals_done"] == 10_000


def test_a_drawn_seed_gives_another_deal() -> None:
    first, second = dz.deal(), dz.deal()
    assert first["seed"] != second["seed"]
    assert dz.deal(seed=first["seed"]) == first


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: dz.deal(seed=1, index=-1), "index -1"),
        (lambda: dz.deal(seed=1, index=1.5), "index 1.5"),  # type: ignore[arg-type]
        (lambda: dz.deal(seed=1, index="3"), "index '3'"),  # type: ignore[arg-type]
        (lambda: dz.deal(seed=1, index=10**16), "index 10"),
        (lambda: dz.deal(seed=-1), "seed -1"),
        (lambda: dz.match(seed=1, number=-2), "number -2"),
        (lambda: dz.simulate(deals=0, **FAST), "number of deals 0"),
        (lambda: dz.simulate(deals=1.5, **FAST), "number of deals 1.5"),
        (lambda: dz.simulate(deals=10, workers=0, **FAST), "workers 0"),
        (lambda: dz.simulate(deals=10, max_deals=10, **FAST), "give one of them"),
        (lambda: dz.simulate(max_deals=10, **FAST), "goes with precision"),
        (lambda: dz.compare("moscow", **FAST), "two rule sets"),
    ],
)
def test_refusals(call: Any, message: str) -> None:
    with pytest.raises(UserError, match=message):
        call()
