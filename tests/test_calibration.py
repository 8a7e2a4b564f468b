"""The calibration suite at small size: the sound passes, every planted fault is found; judge, raw words, scripts."""

from __future__ import annotations

import math
import runpy
import shutil
import subprocess
import sys
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from debertz_sim.kernels.rng import CARDS, LOT, MATCH_PURPOSES, N_PURPOSES
from tests.calibration import suite as whole
from tests.calibration.judge import LEVEL, MOST, Band, Check, Verdict, covered
from tests.calibration.raw import MODES, raw_words
from tests.calibration.sources import ENGINE
from tests.calibration.suite import CHECKS, Task, judged, suite

SCRIPTS = Path(__file__).parents[1] / "scripts"
SLOW = {"runs", "p-values", "reduced", "pairs", "matches", "leaders"}

pytestmark = pytest.mark.compiled


def marked(name: str, fault: str | None) -> object:
    slow = name in SLOW and fault is not None
    return pytest.param(name, fault, marks=[pytest.mark.slow] * slow, id=f"{name}: {fault or 'sound'}")


@pytest.mark.slow
@pytest.mark.parametrize(("name", "fault"), [marked(name, None) for name in CHECKS])
def test_what_is_sound_passes(name: str, fault: None) -> None:
    _, verdicts, _ = judged(Task(name, None, 0.01))
    assert verdicts
    assert not [verdict for verdict in verdicts if verdict.failed]
    assert all(0 <= verdict.p <= 1 for verdict in verdicts)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "fault"), [marked(name, fault) for name in CHECKS for fault in CHECKS[name].faults])
def test_planted_faults_are_found(name: str, fault: str) -> None:
    _, verdicts, _ = judged(Task(name, fault, CHECKS[name].least))
    assert any(verdict.failed for verdict in verdicts)


def test_every_check_has_its_fault_and_the_error_rate_is_kept() -> None:
    number = sum(len(CHECKS[name].verdicts(None, 0.001)) for name in CHECKS if name not in SLOW)
    assert 300 < number < MOST
    assert MOST * LEVEL <= 1e-3
    assert all(check.faults and check.sound not in check.faults.values() for check in CHECKS.values())


# --- the judge ---


def test_coverage_is_judged_by_exact_binomial_tails() -> None:
    # 8 of 10 where at least 90 % are promised: three chances of ten or fewer covered, twice
    ten = [math.comb(10, k) * 0.9**k * 0.1 ** (10 - k) for k in range(11)]
    assert covered("m", 8, 10, Band(0.9)).p == pytest.approx(min(1, 2 * sum(ten[:9])))
    assert covered("m", 6, 10, Band(0.9)).p == pytest.approx(2 * sum(ten[:7]))
    assert covered("m", 10, 10, Band(0.9)).p == 1
    # all 400 where at most 96 % are promised
    assert covered("m", 400, 400, Band(0.94, 0.96)).p == pytest.approx(2 * 0.96**400)
    assert covered("m", 380, 400, Band(0.94, 0.96)).p > 0.5


def test_a_shrunk_coverage_fails_at_the_stated_level() -> None:
    assert not covered("m", 18_700, 20_000, Band(0.94, 0.96)).failed
    assert covered("m", 18_600, 20_000, Band(0.94, 0.96)).failed
    assert covered("m", 19_400, 20_000, Band(0.94, 0.96)).failed


def test_the_suite_fails_if_a_verdict_does_or_a_fault_is_missed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(p: float, scale: float) -> list[Verdict]:
        return [Verdict("a", "so", 0.5), Verdict("b", "so", p)]

    monkeypatch.setitem(whole.CHECKS, "good", Check("good", "m", run, 0.3, {"bad": 1e-9}))
    monkeypatch.setitem(whole.CHECKS, "failing", Check("failing", "m", run, 1e-7, {"bad": 1e-9}))
    monkeypatch.setitem(whole.CHECKS, "blind", Check("blind", "m", run, 0.3, {"bad": 0.1}))
    assert suite(["good"]) == 0
    assert "all as promised" in capsys.readouterr().out
    assert suite(["good", "failing"], every=True) == 1
    out = capsys.readouterr().out
    assert "4 verdicts, 1 failed" in out and "the suite fails" in out
    assert suite(["blind"]) == 1
    assert "1 planted faults, 1 not found" in capsys.readouterr().out
    assert suite(["blind"], faults=False) == 0


# --- sources and raw words ---


def test_raw_words_are_those_of_the_streams() -> None:
    deals = next(iter(raw_words("deals", 5)))
    assert (deals[:7] == ENGINE.raw(5, 7, 1, 3)).all()
    chunks = list(islice(raw_words("deals", 5), 2))
    assert (chunks[1][0] == ENGINE.raw(5, 1, 1, 3, first=len(chunks[0]))[0]).all()
    long = np.concatenate(list(islice(raw_words("long", 5), 2)))
    assert (long == ENGINE.raw(5, 1, 1, len(long)).ravel()).all()
    purposes = next(iter(raw_words("purposes", 5)))
    assert (purposes[:3] == ENGINE.raw(5, 3, N_PURPOSES, 2)).all()
    seeds = list(islice(raw_words("seeds", 5), 2))
    assert (seeds[0][2] == ENGINE.raw((5 << 32) + 2, 1, N_PURPOSES, 1)[0, :, 0]).all()
    assert (seeds[1][0] == ENGINE.raw((5 << 32) + len(seeds[0]), 1, N_PURPOSES, 1)[0, :, 0]).all()


def test_words_come_from_the_purpose_asked_for() -> None:
    alone, of_matches = ENGINE.raw(1, 4, 2, 2), ENGINE.raw(1, 4, 2, 2, MATCH_PURPOSES)
    assert len({*alone.ravel().tolist(), *of_matches.ravel().tolist()}) == 32
    # a draw below 2**63 - 1 is nearly the upper 63 bits of the lot's first word
    draws = ENGINE.draws(1, 4, 2**63 - 1)
    assert np.abs(draws - (alone[:, LOT, 0] >> np.uint64(1)).astype(np.int64)).max() <= 1
    # the first card drawn is the upper five bits of the first word
    assert (ENGINE.packs(1, 4)[:, 0] == alone[:, CARDS, 0] >> np.uint64(59)).all()


def script(name: str, *arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, str(SCRIPTS / name), *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
def test_the_script_writes_words_until_nobody_reads(mode: str) -> None:
    with script("calibration.py", "--raw", mode, "--seed", "3") as process:
        assert process.stdout is not None and process.stderr is not None
        found = np.frombuffer(process.stdout.read(8_000), "<u8")
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0
    assert (found == next(iter(raw_words(mode, 3))).ravel()[:1_000]).all()


@pytest.mark.slow
def test_the_script_runs_the_suite_side_by_side() -> None:
    with script("calibration.py", "--only", "bounds", "--scale", "0.1", "--every", "--workers", "2") as process:
        out = process.communicate()[0].decode()
    assert process.returncode == 0
    assert "all as promised" in out
    assert "below 3 * 2**61" in out
    assert "2 planted faults, 0 not found" in out


def test_verify_runs_the_suite_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole, "CHECKS", {"shares": CHECKS["shares"]})
    monkeypatch.setattr(sys, "argv", ["verify.py", "--statistics", "--workers", "1"])
    with pytest.raises(SystemExit) as end:
        runpy.run_path(str(SCRIPTS / "verify.py"), run_name="__main__")
    assert end.value.code == 0


# --- dieharder's results ---


@pytest.mark.skipif(shutil.which("dieharder") is None, reason="dieharder is not installed")
@pytest.mark.slow
def test_the_battery_finds_randu_and_nothing_in_the_streams() -> None:
    with script("battery.py", "--test", "100") as process:
        out = process.communicate()[0].decode()
    assert process.returncode == 0, out
    rows = [line.split() for line in out.splitlines() if "sts_monobit" in line]
    assert [row[0] for row in rows] == list(MODES)
    assert ["FAILED" in row for row in rows] == [mode == "randu" for mode in MODES]


@pytest.mark.parametrize(("p", "failed", "weak"), [(0.5, False, False), (0.004, False, True), (1 - 1e-7, True, True)])
def test_p_values_of_the_battery_fail_near_0_and_near_1(p: float, failed: bool, weak: bool) -> None:
    battery = runpy.run_path(str(SCRIPTS / "battery.py"), run_name="battery")
    found = battery["Found"]("deals", "", p)
    assert (found.failed, found.weak) == (failed, weak)


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [["--only", "cards"], ["--scale", "0"], ["--workers", "0"], ["--raw", "x"]])
def test_bad_options_are_refused(arguments: list[str]) -> None:
    with script("calibration.py", *arguments) as process:
        _, err = process.communicate()
    assert process.returncode == 2
    assert arguments[1].encode() in err or b"must be" in err or b"at least" in err
