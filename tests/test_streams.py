"""The process around a command: streams that are closed, full, or not UTF-8, and its end by a signal."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

MAIN = [sys.executable, "-c", "from debertz_sim.cli import main; main()"]
COMMANDS = ("--help", "--version", "odds", "odds --help", "rules list")

posix = pytest.mark.skipif(os.name == "nt", reason="streams and signals of POSIX")


def run(words: str, redirection: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run ``debertz`` with these words in a shell that redirects its streams."""
    line = f"{shlex.join(MAIN)} {words} {redirection}"
    env = os.environ | environment
    return subprocess.run(line, shell=True, env=env, capture_output=True, encoding="latin-1", check=False)


@posix
@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
@pytest.mark.parametrize("words", ["odds --lang ru", "deal --seed 7", "rules show moscow"])
def test_letters_that_cannot_be_written_are_replaced(words: str, encoding: str) -> None:
    done = run(words, PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n") > 10
    if encoding == "latin-1" and "--lang" in words:  # instead of ASCII click writes UTF-8
        assert "???????" in done.stdout


@posix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("words", COMMANDS)
def test_a_full_disk_behind_stdout_is_one_line(words: str) -> None:
    done = run(words, ">/dev/full")
    said = "Error: output stdout: cannot be written (No space left on device)\n"
    assert (done.returncode, done.stderr) == (2, said)


@posix
@pytest.mark.parametrize("words", COMMANDS)
def test_a_closed_stdout_loses_no_result_without_a_word(words: str) -> None:
    done = run(words, ">&-")
    assert done.returncode == 2
    assert done.stderr.startswith("Error: output stdout: cannot be written")
    assert done.stderr.count("\n") == 1


@posix
def test_closed_streams_that_are_not_needed(tmp_path: Path) -> None:
    assert run(f"odds --out {tmp_path}/odds.json", ">&-").returncode == 0
    assert run("odds", "2>&-").returncode == 0
    assert run("odds --hand-size 7", "2>&-").returncode == 2
    empty = run("score -", "<&-")
    assert (empty.returncode, empty.stderr.count("\n")) == (2, 1)


@posix
@pytest.mark.parametrize("words", COMMANDS)
def test_a_reader_that_leaves_is_no_error(words: str) -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([*MAIN, *words.split()], stdout=write, stderr=subprocess.PIPE, text=True, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (141, "")


@posix
@pytest.mark.compiled
def test_sigterm_leaves_no_half_file(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    words = ["simulate", "--bidding", "always", "--play", "random", "--seed", "7", "--deals", "1G", "--quiet"]
    words += ["--rows", "--out", "rows.parquet"]
    process: Any = subprocess.Popen([*MAIN, *words], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 120
    # the file of the check before the run is empty and gone at once
    while not any(file.stat().st_size for file in tmp_path.glob(".debertz-*.tmp")) and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGTERM)
    assert process.communicate(timeout=60)[1] == b""
    assert process.returncode == 143
    assert list(tmp_path.iterdir()) == []
