"""The comparison of engine and twin notices a fault in any switch.

For each value of each switch the engine's record is made of another value while the twin keeps the right one; the
comparison must report a difference, and none on the same deal without the fault.  Each is planted for two, three and
four players wherever it can matter.
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
from debertz_sim.rules import RuleSet
from debertz_sim.variants import variants
from tests.positions import stacked_position
from tests.rulebook.values import SAME_FOR_ONE_DEFENDER, SHAPE, VALUES
from tests.twin_tools import Twins, with_value

SEED = 31
MOSCOW = variants["moscow"]
BASES = ("moscow", "three", "pairs", "passive4", "solo4")
COMPANY: dict[str, dict[str, Any]] = {
    "match_unit": {"target": "one_deal"},
    "both_reach": {"early_claim": "off"},
    "overtrump_partner": {"overtrump": "always"},
}
"""What a switch needs to matter."""
TRIES = 2000

Search = Callable[[Twins, int], str | None]


def rules_with(base: str, switch: str, value: Any) -> RuleSet | None:
    """A base with a value in the company it needs; None where the value cannot be set or cannot matter."""
    if base == "moscow" and isinstance(value, str) and (switch, value) in SAME_FOR_ONE_DEFENDER:
        return None
    rules = with_value(variants[base].with_(**COMPANY.get(switch, {})), switch, value)
    return None if rules is None or any(note.startswith(f"{switch} has") for note in rules.notes()) else rules


def faults() -> Iterator[tuple[str, str, Any, Any]]:
    """(base, switch, right value, the engine's value): each value is right once and wrong once on each base.

    Of how many cards go where no value can be wrong in the engine alone, but for the seat that gets the upcard.
    """
    for base in BASES:
        for switch, values in VALUES.items():
            found = [value for value in values if rules_with(base, switch, value)]
            if len(found) > 1 and (switch not in SHAPE or switch == "upcard_to"):
                yield from ((base, switch, right, found[place - 1]) for place, right in enumerate(found))


def in_deal(twins: Twins, number: int) -> str | None:
    """A deal as it is shuffled."""
    return twins.deal(SEED, number)


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
    if switch in ("payoff", "form") or values == {"pot", "forced_deal"}:
        return in_match
    if switch == "upcard_to":
        return in_deal
    if switch == "both_reach" and values == {"larger", "larger_or_extra_deal"}:
        return in_level_position
    return in_position


def by_base() -> Iterator[Any]:
    """The faults as parameters; what is planted on an earlier base too is left to the whole suite."""
    seen = set()
    for fault in faults():
        again = str(fault[1:]) in seen
        seen.add(str(fault[1:]))
        yield pytest.param(*fault, marks=pytest.mark.slow if again else ())


@pytest.mark.parametrize(("base", "switch", "right", "wrong"), list(by_base()), ids=str)
def test_fault_is_noticed(base: str, switch: str, right: Any, wrong: Any) -> None:
    """The first deal on which the fault bites differs, and agrees without the fault."""
    rules, fault = rules_with(base, switch, right), rules_with(base, switch, wrong)
    assert rules is not None
    assert fault is not None
    search = search_of(switch, right, wrong)
    faulty = Twins(rules, fault)
    bites = next((number for number in range(TRIES) if search(faulty, number)), None)
    assert bites is not None, f"{base}, {switch}: an engine with {wrong} for {right} went unnoticed"
    assert search(Twins(rules), bites) is None


@pytest.mark.parametrize(
    ("switch", "value", "other"), [(*pair, other) for pair, other in SAME_FOR_ONE_DEFENDER.items()]
)
def test_same_for_two(switch: str, value: str, other: str) -> None:
    """The values left out above are indeed the same between two players."""
    twins = Twins(MOSCOW.with_(**{switch: value}), MOSCOW.with_(**{switch: other}))
    assert [in_position(twins, number) for number in range(100)] == [None] * 100


def test_every_value_is_covered() -> None:
    """All values of all switches but those that lay out a deal, and each is right once and wrong once."""
    planted = {(switch, str(value)) for _, switch, right, wrong in faults() for value in (right, wrong)}
    shape = {switch: VALUES[switch] for switch in SHAPE} | {"upcard_to": ["nobody"]}
    every = {(switch, str(value)) for switch, values in VALUES.items() for value in values}
    assert every - planted == {(switch, str(value)) for switch, values in shape.items() for value in values}


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
