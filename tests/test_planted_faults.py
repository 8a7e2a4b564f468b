"""The comparison of engine and twin notices a fault in any switch.

For each value of each switch the engine's record is made of another value while the twin keeps the right one; the
comparison must report a difference, and none on the same deal without the fault.
"""

from __future__ import annotations

import importlib.util
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from debertz_sim._jit import JIT_OFF
from debertz_sim.variants import variants
from tests.rulebook.values import SAME_FOR_TWO, VALUES
from tests.twin_tools import Twins, stacked_position

SEED = 31
MOSCOW = variants["moscow"]
ONE_DEAL = MOSCOW.with_(target="one_deal")
COMPANY = {"match_unit": ONE_DEAL, "both_reach": MOSCOW.with_(early_claim="off")}
"""Where a switch matters only in some company."""
TRIES = 2000

Search = Callable[[Twins, int], str | None]


def playable(switch: str, value: Any) -> bool:
    """Whether the engine knows a value, and two players can tell it from the others."""
    if isinstance(value, str) and (switch, value) in SAME_FOR_TWO:
        return False
    return not COMPANY.get(switch, MOSCOW).with_(**{switch: value}).not_implemented()


def faults() -> Iterator[tuple[str, Any, Any]]:
    """(switch, right value, the engine's value): each value is right once and wrong once."""
    for switch, values in VALUES.items():
        found = [value for value in values if playable(switch, value)]
        if len(found) > 1:
            yield from ((switch, right, found[place - 1]) for place, right in enumerate(found))


def in_position(twins: Twins, number: int) -> str | None:
    """A deal from a stacked pack."""
    return twins.position(stacked_position(twins.rules, random.Random(number)), SEED, number)


def in_level_position(twins: Twins, number: int) -> str | None:
    """A deal after which both have the same total, above the target."""
    healthy = Twins(twins.rules)
    level = healthy.levelled(stacked_position(twins.rules, random.Random(number)), SEED, number)
    return twins.position(level, SEED, number) if level else None


def in_match(twins: Twins, number: int) -> str | None:
    """A whole match."""
    return twins.match(SEED, number)


def search_of(switch: str, right: Any, wrong: Any) -> Search:
    """Where a fault can show at all."""
    values = {str(right), str(wrong)}
    if switch == "payoff" or values == {"pot", "forced_deal"}:
        return in_match
    if switch == "both_reach" and values == {"larger", "larger_or_extra_deal"}:
        return in_level_position
    return in_position


@pytest.mark.parametrize(("switch", "right", "wrong"), list(faults()), ids=str)
def test_fault_is_noticed(switch: str, right: Any, wrong: Any) -> None:
    """The first deal on which the fault bites differs, and agrees without the fault."""
    base = COMPANY.get(switch, MOSCOW)
    rules, fault = base.with_(**{switch: right}), base.with_(**{switch: wrong})
    search = search_of(switch, right, wrong)
    faulty = Twins(rules, fault)
    bites = next((number for number in range(TRIES) if search(faulty, number)), None)
    assert bites is not None, f"{switch}: an engine with {wrong} for {right} went unnoticed"
    assert search(Twins(rules), bites) is None


@pytest.mark.parametrize(("switch", "value", "other"), [(*pair, other) for pair, other in SAME_FOR_TWO.items()])
def test_same_for_two(switch: str, value: str, other: str) -> None:
    """The values left out above are indeed the same between two players."""
    twins = Twins(MOSCOW.with_(**{switch: value}), MOSCOW.with_(**{switch: other}))
    assert [in_position(twins, number) for number in range(100)] == [None] * 100


def test_every_switch_is_covered() -> None:
    """All switches of the rule book but those the engine refuses."""
    refused = {switch for switch, values in VALUES.items() if sum(playable(switch, value) for value in values) < 2}
    assert {switch for switch, _, _ in faults()} == VALUES.keys() - refused
    assert refused == {"fours"}


def load_verify() -> ModuleType:
    """``scripts/verify.py`` as a module."""
    spec = importlib.util.spec_from_file_location("verify", Path(__file__).parent.parent / "scripts" / "verify.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("kind", ["deal", "position", "match"])
def test_verify_stops_at_a_fault(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The script's worker reports the first difference and the command that leads there again."""
    verify = load_verify()
    chunk = verify.Chunk("moscow", kind, 1, 0, 40)
    sound = verify.compare(chunk)
    assert (sound.difference, sound.number) == (None, 39)
    assert sound.deals >= 40
    faulty = Twins(MOSCOW, MOSCOW.with_(first_lead="declarer"))
    monkeypatch.setattr(verify, "twins_of", lambda rules: faulty)
    report = verify.compare(chunk)
    assert report.difference
    words = verify.command(report).split()
    assert words[:4] == ["python", "scripts/verify.py", "--rules", "moscow"]
    monkeypatch.setattr("sys.argv", words[1:])
    assert list(verify.chunks(verify.parse())) == [verify.Chunk("moscow", kind, 1, report.number, 1)]


@pytest.mark.slow
@pytest.mark.skipif(JIT_OFF, reason="it runs the compiled engine in a process of its own")
def test_verify_as_a_command() -> None:
    """It counts what it compared, exits 0, and refuses nonsense."""
    script = Path(__file__).parent.parent / "scripts" / "verify.py"
    base = [sys.executable, str(script), "--rules", "klabor", "--workers", "1"]
    done = subprocess.run([*base, "--deals", "50", "--matches", "2"], capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    assert lines[0] == "python scripts/verify.py --deals 50 --matches 2 --seed 1"
    assert lines[3].split()[:4] == ["klabor", "45", "5", "2"]
    assert "no difference" in done.stdout
    assert subprocess.run([*base, "--deals", "0"], capture_output=True, check=False).returncode == 2
