"""A user's own policy: compiled once, called blind with a copy of the view, checked like any other."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

from debertz_sim._jit import lowest
from debertz_sim.chances.odds import odds
from debertz_sim.cli.main import cli
from debertz_sim.engine.blocks import play_block
from debertz_sim.engine.deal import new_desk
from debertz_sim.engine.rows import C_DECLARER_PLACE, C_OUTCOME, N_COLUMNS
from debertz_sim.errors import UserError
from debertz_sim.experiment.run import run
from debertz_sim.experiment.spec import SIMULATE, ExperimentSpec
from debertz_sim.kernels.bits import bit
from debertz_sim.kernels.state import ALL_PASS, FAULT_CALL, FAULT_CARD, PASS
from debertz_sim.policies import registry
from debertz_sim.policies.play_basic import card_greedy
from debertz_sim.policies.registry import Seating, seating, user_policy
from debertz_sim.results import Result
from debertz_sim.variants import variants

MOSCOW = variants["moscow"]
DEALS = 300
NS_PER_DECISION = 300  # far above what is measured (10 to 20), so that a busy machine does not fail


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    """Every test has a registry without users' policies."""
    registry._own.clear()
    yield
    registry._own.clear()


def first_legal(view: Any, rules: Any, random_word: Any) -> int:
    """Plays the legal card of the lowest number."""
    return lowest(view.legal)


def vandal(view: Any, rules: Any, random_word: Any) -> int:
    """As first_legal, then spoils all it was given."""
    card = lowest(view.legal)
    view.legal = 0
    view.hand = 0
    view.trump = 3 - view.trump
    view.leader = 9
    view.tricks[0] = 9
    view.points[1] = 1000
    view.plays[0, 0] = 31
    view.seat = 1 - view.seat
    return card


def by_word(view: Any, rules: Any, random_word: Any) -> int:
    """One of the legal cards, by the random word."""
    cards = view.legal
    for _ in range(np.int64(random_word & np.uint64(3))):
        if cards & (cards - 1):
            cards &= cards - 1
    return lowest(cards)


def greedy_again(view: Any, rules: Any, random_word: Any) -> int:
    return card_greedy(rules, view)  # type: ignore[no-any-return]


def never_again(view: Any, rules: Any, random_word: Any) -> int:
    return PASS


def rows_of(seated: Seating, deals: int = DEALS, seed: int = 5) -> NDArray[np.int32]:
    rows = np.zeros((deals, N_COLUMNS), np.int32)
    assert play_block(MOSCOW.lower()[0], seated.family, new_desk(), seed, 0, rows) == -1
    return rows


@pytest.mark.slow
def test_a_copy_of_a_built_in_policy_plays_the_same() -> None:
    mine = seating(2, "random", user_policy(greedy_again, "play"))
    assert (rows_of(mine) == rows_of(seating(2, "random", "greedy"))).all()
    passing = rows_of(seating(2, user_policy(never_again, "bidding"), "random"))
    assert (passing == rows_of(seating(2, "never", "random"))).all()
    assert (passing[:, C_OUTCOME] == ALL_PASS).all()


def test_it_sits_beside_others() -> None:
    name = user_policy(never_again, "bidding", "shy")
    rows = rows_of(seating(2, "always", "random", {1: {"bidding": name, "play": "greedy"}}))
    forehand_is_shy = np.arange(DEALS) % 2 == 0  # seat 0 deals
    assert (rows[forehand_is_shy, C_DECLARER_PLACE] == 1).all()
    assert (rows[~forehand_is_shy, C_DECLARER_PLACE] == 0).all()


def test_it_works_on_a_copy() -> None:
    one = rows_of(seating(2, "always", user_policy(first_legal, "play")))
    two = rows_of(seating(2, "always", user_policy(vandal, "play")))
    assert (one == two).all()


def test_its_random_word_is_that_of_its_seat_and_deal() -> None:
    seated = seating(2, "always", user_policy(by_word, "play"))
    rows = rows_of(seated)
    assert (rows == rows_of(seated)).all()
    assert (rows != rows_of(seating(2, "always", user_policy(first_legal, "play")))).any()
    later = np.zeros((50, N_COLUMNS), np.int32)
    play_block(MOSCOW.lower()[0], seated.family, new_desk(), 5, 250, later)
    assert (later == rows[250:]).all()


@pytest.mark.slow
def test_an_illegal_choice_is_reported() -> None:
    def revoke(view: Any, rules: Any, random_word: Any) -> int:
        return lowest(~view.legal) if view.trick == 4 and view.lying == 1 else lowest(view.legal)

    seated = seating(2, "always", user_policy(revoke, "play"))
    desk = new_desk()
    assert play_block(MOSCOW.lower()[0], seated.family, desk, 5, 40, np.zeros((9, N_COLUMNS), np.int32)) == 40
    assert desk.t.fault == FAULT_CARD
    assert (desk.v.trick, desk.v.lying) == (4, 1)
    with pytest.raises(UserError, match=r"deal 0 of seed 5, trick 4, seat \d: play user:revoke chose .*; legal: "):
        run(ExperimentSpec(SIMULATE, (MOSCOW,), 5, 100, policies=seated))
    with pytest.raises(UserError, match="user:revoke chose"):
        odds(players=2, after_auction=True, simulate=100, seed=5, bidding="always", play="revoke")


@pytest.mark.parametrize("call", [-1, 5, 64])
def test_a_call_that_is_none_is_reported(call: int) -> None:
    def wild(view: Any, rules: Any, random_word: Any) -> int:
        return call

    desk = new_desk()
    seated = seating(2, user_policy(wild, "bidding"), "random")
    assert play_block(MOSCOW.lower()[0], seated.family, desk, 5, 7, np.zeros((1, N_COLUMNS), np.int32)) == 7
    assert desk.t.fault == FAULT_CALL


@pytest.mark.compiled
def test_what_it_raises_is_an_illegal_choice() -> None:
    def clumsy(view: Any, rules: Any, random_word: Any) -> int:
        if view.trick == 2:
            raise ValueError("out of ideas")
        return lowest(view.legal)

    seated = seating(2, "always", user_policy(clumsy, "play"))
    with pytest.raises(UserError, match=r"trick 2, seat \d: play user:clumsy chose -1"):
        run(ExperimentSpec(SIMULATE, (MOSCOW,), 5, 10, policies=seated))


@pytest.mark.compiled
def test_what_cannot_be_compiled_is_refused_in_one_line() -> None:
    def unknown(view: Any, rules: Any, random_word: Any) -> int:
        return no_such_thing(view)  # type: ignore[name-defined, no-any-return]  # noqa: F821

    def wrong_field(view: Any, rules: Any, random_word: Any) -> int:
        return int(view.other_hand)

    def broken(view: Any, rules: Any, random_word: Any) -> float:
        return 0.5

    for function, reason in ((unknown, "no_such_thing"), (wrong_field, "other_hand"), (broken, "integer, not float64")):
        with pytest.raises(UserError, match=f"user policy {function.__name__}: .*{reason}") as caught:
            user_policy(function, "play")  # type: ignore[arg-type]
        assert "\n" not in str(caught.value)
    assert list(registry._own) == []


def test_names_and_versions() -> None:
    assert user_policy(first_legal, "play", "mine", "2.1") == "user:mine"
    for name in ("mine", "user:mine"):
        assert seating(2, "rules", name).describe()["play"] == ["user:mine/2.1"] * 2
    with pytest.raises(UserError, match="unknown bidding policy 'mine'"):
        seating(2, "mine")
    for name, version, kind in (("", "1", "play"), ("a b", "1", "play"), ("a", "1/2", "play"), ("a", "1", "playing")):
        with pytest.raises(UserError, match="user policy"):
            user_policy(first_legal, kind, name, version)
    old = seating(2, "always", "mine")
    user_policy(by_word, "play", "mine", "3")
    assert (rows_of(old) != rows_of(seating(2, "always", "mine"))).any()


def test_a_rerun_needs_the_function(tmp_path: Path) -> None:
    seated = seating(2, "always", user_policy(first_legal, "play", "mine"))
    result = run(ExperimentSpec(SIMULATE, (MOSCOW,), 5, 50, policies=seated))
    assert result.provenance["policies"]["play"] == ["user:mine/1"] * 2
    assert Seating.from_description(result.provenance["policies"]) == seated
    path = tmp_path / "mine.json"
    result.save(path)
    registry._own.clear()
    again = CliRunner().invoke(cli, ["rerun", str(path)])
    assert (again.exit_code, again.stdout) == (2, "")
    assert again.stderr.splitlines()[-1].startswith("Error: play 'user:mine': a function of the user")
    assert Result.load(path).provenance["policies"] == seated.describe()


@pytest.mark.compiled
def test_the_call_costs_little(capsys: pytest.CaptureFixture[str]) -> None:
    """Beside the same decisions compiled in; the least of several interleaved rounds."""
    deals = 20_000
    mine, built_in = (seating(2, "always", play) for play in (user_policy(greedy_again, "play"), "greedy"))
    rules, desk, rows = MOSCOW.lower()[0], new_desk(), np.zeros((deals, N_COLUMNS), np.int32)
    seconds: dict[Seating, list[float]] = {mine: [], built_in: []}
    for _ in range(6):
        for seated, found in seconds.items():
            start = time.perf_counter()
            play_block(rules, seated.family, desk, 1, 0, rows)
            found.append(time.perf_counter() - start)
    cost = (min(seconds[mine]) - min(seconds[built_in])) / (deals * 18) * 1e9
    with capsys.disabled():
        print(f" [a user's decision costs {cost:.0f} ns more than a built-in one]", end="")
    assert cost < NS_PER_DECISION


TWIN = """
import json
from tests.test_user_policy import twins
print(json.dumps(twins()))
"""


def twins() -> list[list[list[int]]]:
    """Rows of a few deals with a user's bidding and play."""
    shy = user_policy(never_again, "bidding")
    names = [user_policy(function, "play") for function in (by_word, vandal)]
    return [rows_of(seating(2, "always", name, {1: {"bidding": shy}}), 6).tolist() for name in names]


def test_without_the_compiler_it_plays_the_same() -> None:
    env = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", TWIN], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == twins()


def test_bits_helper_is_usable_in_a_policy() -> None:
    """Functions of the kernels may be called from a user's policy."""

    def trumps_first(view: Any, rules: Any, random_word: Any) -> int:
        for card in range(31, -1, -1):
            if view.legal & bit(card) and card >> 3 == view.trump:
                return card
        return lowest(view.legal)

    rows_of(seating(2, "always", user_policy(trumps_first, "play")))
