"""Compiled code on disk: never stale, never needed, and cleared on request."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from debertz_sim import _jit
from debertz_sim.cli.main import cli

PACKAGE = Path(_jit.__file__).parent

# The entry kernel lies in one module and what it calls in another: the case that numba's own cache gets wrong.
RUN = """
from debertz_sim import _jit
from debertz_sim.policies.bidding import points_with_trump
from debertz_sim.variants import variants
print(points_with_trump(variants["moscow"].lower()[0], 0xFF, 0), _jit.CACHE_FOLDER)
"""
POINTS = 20 + 14 + 11 + 10 + 4 + 3  # all trumps

pytestmark = pytest.mark.compiled
as_root = hasattr(os, "getuid") and os.getuid() == 0


def run(code: str, package: Path = PACKAGE, **environment: str | None) -> subprocess.CompletedProcess[str]:
    """Run code with the package at this place; an environment variable of ``None`` is taken away."""
    given = os.environ | {"PYTHONPATH": str(package.parent), "PYTHONDONTWRITEBYTECODE": "1"} | environment
    env = {key: value for key, value in given.items() if value is not None}
    command = [sys.executable, "-P", "-c", code]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False, cwd="/")


def printed(code: str, package: Path = PACKAGE, **environment: str | None) -> list[str]:
    done = run(code, package, **environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def compiled(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.nbi"))


def copy_of_package(place: Path) -> Path:
    package = place / PACKAGE.name
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    return package


@pytest.mark.slow
def test_an_edit_in_a_callee_is_seen(tmp_path: Path) -> None:
    """The trap: a helper's module changes, its caller's does not."""
    package, cache = copy_of_package(tmp_path), tmp_path / "cache"
    points, folder = printed(RUN, package, DEBERTZ_CACHE_DIR=str(cache))
    assert int(points) == POINTS
    assert Path(folder).parent == cache
    assert compiled(Path(folder))
    again = printed(RUN, package, DEBERTZ_CACHE_DIR=str(cache))
    assert again == [points, folder]
    helper = package / "kernels" / "bits.py"
    text = helper.read_text("utf-8")
    edited = text.replace("(hand >> np.int64(8 * suit)) & SUIT", "(hand >> np.int64(8 * suit)) & 0x7F")  # no aces
    assert edited != text
    helper.write_text(edited, "utf-8")
    fewer, other = printed(RUN, package, DEBERTZ_CACHE_DIR=str(cache))
    assert int(fewer) == POINTS - 11
    assert other != folder
    helper.write_text(text, "utf-8")
    assert printed(RUN, package, DEBERTZ_CACHE_DIR=str(cache)) == [points, folder]


def test_the_hash_covers_every_kernel_source(tmp_path: Path) -> None:
    package = copy_of_package(tmp_path)
    before = _jit.kernel_hash(package)
    assert before == _jit.kernel_hash(PACKAGE) == _jit.KERNEL_HASH
    makers = [path for path in package.rglob("*.py") if re.search(r"^@(kernel|inlined)", path.read_text("utf-8"), re.M)]
    assert len(makers) > 10
    for path in (*makers, package / "_jit.py", package / "switches.py"):
        text = path.read_text("utf-8")
        path.write_text(text + "# changed\n", "utf-8")
        assert _jit.kernel_hash(package) != before, path
        path.write_text(text, "utf-8")
    assert _jit.kernel_hash(package) == before
    (package / "cards.py").write_text("# changed\n", "utf-8")
    assert _jit.kernel_hash(package) == before


def test_without_a_place_to_write_it_still_runs(tmp_path: Path) -> None:
    """Neither home nor package nor temporary folder can be written: compiled anew, with the same result."""
    package = copy_of_package(tmp_path)
    nowhere = str(tmp_path / "file" / "below")
    (tmp_path / "file").write_text("not a folder")
    places = dict.fromkeys(("HOME", "DEBERTZ_CACHE_DIR", "XDG_CACHE_HOME", "TMPDIR", "TEMP", "TMP"), nowhere)
    # the fallback of the temporary folder is the working directory or /tmp, so it is put out of reach as well
    code = f"import tempfile\ntempfile.gettempdir = lambda: {nowhere!r}\n{RUN}"
    package.chmod(0o500)
    try:
        assert printed(code, package, **places) == [str(POINTS), "None"]
    finally:
        package.chmod(0o700)
    assert not list(package.rglob("__pycache__"))


def test_without_home_the_temporary_folder_serves(tmp_path: Path) -> None:
    code = f"import os, pwd\npwd.getpwuid = None\nos.path.expanduser = lambda path: path\n{RUN}"
    points, folder = printed(code, TMPDIR=str(tmp_path), HOME=None, DEBERTZ_CACHE_DIR=None, XDG_CACHE_HOME=None)
    assert int(points) == POINTS
    assert Path(folder).parent.parent == tmp_path
    assert Path(folder).parent.stat().st_mode & 0o077 == 0


@pytest.mark.skipif(as_root, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_passed_over(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    _, folder = printed(RUN, DEBERTZ_CACHE_DIR=str(closed), XDG_CACHE_HOME=str(tmp_path))
    assert Path(folder).parent == tmp_path / "debertz_sim"


def test_a_folder_open_to_all_is_not_used(tmp_path: Path) -> None:
    """Compiled code is executed from there."""
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    _, folder = printed(RUN, DEBERTZ_CACHE_DIR=str(shared), XDG_CACHE_HOME=str(tmp_path))
    assert Path(folder).parent == tmp_path / "debertz_sim"


def test_the_command_shows_and_clears(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    current, stale, other = (tmp_path / name for name in (_jit.KERNEL_HASH, "0123456789abcdef", "not-ours"))
    for folder in (current, stale, other):
        folder.mkdir()
        (folder / "code.nbc").write_bytes(b"x" * 1000)
    monkeypatch.setattr(_jit, "CACHE_FOLDER", current)

    def cache(*args: str, answer: str | None = None) -> tuple[int, str, str]:
        done = CliRunner().invoke(cli, ["cache", *args], input=answer)
        return done.exit_code, done.stdout, done.stderr

    code, text, _ = cache("info")
    assert code == 0
    assert all(word in text for word in (str(current), _jit.KERNEL_HASH, "0.0 MB in 1 files", str(stale)))
    assert str(other) not in text
    found = json.loads(cache("info", "--format", "json")[1])
    assert found == {
        "folder": str(current),
        "hash": _jit.KERNEL_HASH,
        "files": 1,
        "bytes": 1000,
        "stale": [{"folder": str(stale), "files": 1, "bytes": 1000}],
    }
    assert cache("clear", answer="n\n")[:2] == (0, "nothing removed\n")
    assert stale.exists()
    assert cache("clear", "--stale", answer="y\n")[0] == 0
    assert (stale.exists(), current.exists(), other.exists()) == (False, True, True)
    assert cache("clear", "--stale")[1] == "nothing to clear\n"
    assert cache("clear", "--yes")[0] == 0
    assert (current.exists(), other.exists()) == (False, True)
    assert cache("clear", "--yes")[1] == "nothing to clear\n"
    foreign = stale / "thesis.txt"
    module = stale / f"kernels_{'0' * 40}"
    module.mkdir(parents=True)
    for file in (foreign, module / "code.nbi", stale / "run.used"):
        file.write_text("x")
    code, said, error = cache("clear", answer="")
    assert (code, said) == (2, "") and error.endswith("Error: cache clear: nobody is there to answer; give --yes\n")
    assert cache("clear", "--yes")[:2] == (
        0,
        f"left {stale}: it holds other things than compiled code (1)\nremoved 0.0 MB in 2 files\n",
    )
    assert list(stale.iterdir()) == [foreign]
    assert cache("clear", "--yes")[1] == "nothing to clear\n"
    monkeypatch.setattr(_jit, "CACHE_FOLDER", None)
    assert json.loads(cache("info", "--format", "json")[1])["folder"] is None
    assert "compiled anew" in cache("info")[1]
    assert cache("clear", "--yes")[1] == "there is no cache to clear\n"
