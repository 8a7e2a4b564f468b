"""Output appears whole or not at all, and nothing is overwritten by accident."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from debertz_sim import files
from debertz_sim.errors import UserError
from debertz_sim.files import (
    OutputError,
    OutputExists,
    atomic_writer,
    check_target,
    format_of,
    write_atomic,
    write_parquet,
)


def test_writes_text_and_bytes(tmp_path: Path) -> None:
    write_atomic(tmp_path / "a.json", "терц\n")
    write_atomic(tmp_path / "b", b"\x00\xff")
    assert (tmp_path / "a.json").read_bytes() == "терц\n".encode()
    assert (tmp_path / "b").read_bytes() == b"\x00\xff"
    assert sorted(os.listdir(tmp_path)) == ["a.json", "b"]


def test_existing_file_is_kept_without_force(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text("mine")
    for attempt in (lambda: write_atomic(path, "new"), lambda: check_target(path)):
        with pytest.raises(OutputExists, match="exists already") as caught:
            attempt()
        assert "\n" not in str(caught.value)
    assert path.read_text() == "mine"
    write_atomic(path, "new", force=True)
    assert path.read_text() == "new"


@pytest.mark.parametrize("failure", [RuntimeError, KeyboardInterrupt])
def test_crash_while_writing_leaves_nothing(tmp_path: Path, failure: type[BaseException]) -> None:
    with pytest.raises(failure), atomic_writer(tmp_path / "a.csv") as stream:
        stream.write(b"half a")
        raise failure
    assert os.listdir(tmp_path) == []


def test_crash_while_overwriting_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("old")
    with pytest.raises(RuntimeError), atomic_writer(path, force=True, text=True) as stream:
        stream.write("half a")
        raise RuntimeError
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["a.csv"]


def test_killed_process_leaves_no_half_file(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    code = (
        "import os, sys\nfrom debertz_sim.files import atomic_writer\n"
        "with atomic_writer(sys.argv[1]) as stream:\n stream.write(b'half'); stream.flush(); os._exit(9)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], cwd=Path(files.__file__).parents[1], check=False)
    assert done.returncode == 9
    assert not path.exists()


def test_file_made_meanwhile_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    with pytest.raises(OutputExists), atomic_writer(path) as stream:
        stream.write(b"mine")
        path.write_text("theirs")
    assert path.read_text() == "theirs"
    assert os.listdir(tmp_path) == ["a.csv"]


def test_unsuitable_places_are_refused_before_the_work(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    cases = [tmp_path / "missing" / "a.csv", tmp_path / "file" / "a.csv", tmp_path, Path(os.devnull)]
    for path in cases:
        with pytest.raises(OutputError) as caught:
            check_target(path, force=True)
        assert "\n" not in str(caught.value)
        assert str(path) in str(caught.value)
    assert os.listdir(tmp_path) == ["file"]


def test_folder_that_takes_no_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: object, *_: object) -> int:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(os, "open", refuse)
    for attempt in (lambda: check_target(tmp_path / "a.csv"), lambda: write_atomic(tmp_path / "a.csv", "x")):
        with pytest.raises(OutputError, match=r"a\.csv: cannot be written \(Permission denied\)"):
            attempt()


@pytest.mark.skipif(getattr(os, "geteuid", lambda: 0)() == 0, reason="root may write everywhere")
def test_read_only_folder(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(OutputError, match="cannot be written"):
        check_target(tmp_path / "a.csv")


def test_full_disk_is_one_line_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="No space left"), atomic_writer(tmp_path / "a.csv"):
        raise OSError(errno.ENOSPC, "No space left on device")
    assert os.listdir(tmp_path) == []


def test_other_system_errors_of_the_block_are_not_blamed_on_the_output(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), atomic_writer(tmp_path / "a.csv"):
        (tmp_path / "input").read_text()
    assert os.listdir(tmp_path) == []


def test_check_leaves_nothing_and_names_the_file(tmp_path: Path) -> None:
    assert check_target(tmp_path / "a.csv") == Path(os.path.realpath(tmp_path)) / "a.csv"
    assert os.listdir(tmp_path) == []


def test_permissions_are_those_of_a_new_or_of_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    old = os.umask(0o027)
    try:
        write_atomic(path, "new")
    finally:
        os.umask(old)
    assert path.stat().st_mode & 0o777 == 0o640
    path.chmod(0o604)
    write_atomic(path, "again", force=True)
    assert path.stat().st_mode & 0o777 == 0o604


def test_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.csv").write_text("old")
    (tmp_path / "link.csv").symlink_to("real.csv")
    with pytest.raises(OutputExists):
        write_atomic(tmp_path / "link.csv", "new")
    write_atomic(tmp_path / "link.csv", "new", force=True)
    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "real.csv").read_text() == "new"


def test_formats_by_ending() -> None:
    found = [format_of(f"x{ending}") for ending in (".json", ".csv", ".parquet", ".md", ".CSV")]
    assert found == ["json", "csv", "parquet", "markdown", "csv"]
    assert format_of("x.png", ["png", "svg"]) == "png"
    for name in ("x", "x.txt", "x.png", "json"):
        with pytest.raises(UserError, match=r"must be one of \.json \.csv \.parquet \.md"):
            format_of(name)


def test_parquet_in_chunks_equals_the_whole(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    deals, words = np.arange(10, dtype=np.int64), np.array(list("abcdefghij"))
    chunks = ({"deal": deals[i : i + 4], "word": words[i : i + 4]} for i in range(0, 10, 4))
    write_parquet(tmp_path / "a.parquet", chunks, metadata=lambda: {"seed": "7"})
    table = parquet.read_table(tmp_path / "a.parquet")
    assert table.to_pydict() == {"deal": deals.tolist(), "word": words.tolist()}
    assert table.schema.metadata[b"seed"] == b"7"


def test_parquet_that_breaks_off_leaves_nothing(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")

    def chunks() -> object:
        yield {"deal": [1, 2]}
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_parquet(tmp_path / "a.parquet", chunks())  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no rows"):
        write_parquet(tmp_path / "b.parquet", [])
    assert os.listdir(tmp_path) == []


def test_missing_pyarrow_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "find_spec", lambda name: None)
    for attempt in (
        lambda: check_target(tmp_path / "a.parquet"),
        lambda: write_parquet(tmp_path / "a.parquet", [{"deal": [1]}]),
    ):
        with pytest.raises(UserError, match=r"debertz-sim\[parquet\]"):
            attempt()
    assert os.listdir(tmp_path) == []
