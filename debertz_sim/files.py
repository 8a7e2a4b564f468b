"""Output files that appear whole or not at all, and never in place of another without ``force``."""

from __future__ import annotations

import errno
import os
import secrets
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any

from debertz_sim.errors import UserError

ENDINGS = {
    ".json": "json",
    ".csv": "csv",
    ".parquet": "parquet",
    ".md": "markdown",
    ".html": "html",
    ".png": "png",
    ".svg": "svg",
}

DISK_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class OutputExists(UserError):
    """The output file is there already and ``force`` was not given."""


class OutputError(UserError):
    """The output cannot be written where it was asked for."""


def format_of(path: str | Path, allowed: Iterable[str] = ("json", "csv", "parquet", "markdown")) -> str:
    """The format that the ending of ``path`` stands for.

    Raises
    ------
    UserError
        The ending is none of those that stand for an ``allowed`` format.
    """
    formats = {ending: name for ending, name in ENDINGS.items() if name in set(allowed)}
    ending = Path(path).suffix.lower()
    if ending not in formats:
        raise UserError(f"output {path}: unknown ending {ending!r}, must be one of {' '.join(formats)}")
    return formats[ending]


def check_target(path: str | Path, force: bool = False) -> Path:
    """Make sure, before the work begins, that ``path`` can be written; returns the file that will be written.

    A link is followed, so that it stays a link.  Whether the folder takes a new file is found out by making one,
    because permission bits do not tell (root, read-only mounts).

    Raises
    ------
    OutputExists
        There is such a file and ``force`` is false.
    OutputError
        The folder is missing or takes no files, or ``path`` is no plain file.
    UserError
        The file is to be Parquet and pyarrow is not installed.
    """
    target = _target(path, force)
    if target.suffix.lower() == ".parquet":
        require_parquet()
    handle, temporary = _open_temporary(target)
    os.close(handle)
    temporary.unlink()
    return target


@contextmanager
def atomic_writer(path: str | Path, force: bool = False, text: bool = False) -> Iterator[IO[Any]]:
    """A stream whose content becomes the file ``path`` when the block ends without an exception.

    Until then it lies in a hidden file of the same folder; an exception, also Ctrl-C, removes that and leaves an
    earlier file as it was.  ``text``: UTF-8 with plain line feeds instead of bytes.

    Raises
    ------
    OutputExists, OutputError
        As ``check_target``; also if the disk fills up or somebody else made the file meanwhile.
    """
    target = _target(path, force)
    handle, temporary = _open_temporary(target)
    try:
        stream: IO[Any]
        stream = os.fdopen(handle, "w", encoding="utf-8", newline="\n") if text else os.fdopen(handle, "wb")
        with stream:
            yield stream
            with _one_line(target):
                stream.flush()
                os.fsync(stream.fileno())
        _target(path, force)  # nobody may have made the file meanwhile
        with _one_line(target):
            if target.exists():
                shutil.copymode(target, temporary)
            os.replace(temporary, target)
    except OSError as error:
        if error.errno not in DISK_FULL:
            raise
        raise _cannot(target, error) from error
    finally:
        with suppress(FileNotFoundError):
            temporary.unlink()


def write_atomic(path: str | Path, data: bytes | str, force: bool = False) -> None:
    """Write ``data`` (text as UTF-8) to ``path``, whole or not at all; raises as ``atomic_writer``."""
    with atomic_writer(path, force) as stream, _one_line(Path(path)):
        stream.write(data.encode() if isinstance(data, str) else data)


def require_parquet() -> None:
    """Raise a UserError that names the extra if pyarrow is not installed."""
    if find_spec("pyarrow") is None:
        raise UserError("Parquet needs pyarrow, which is not installed: pip install 'debertz-sim[parquet]'")


def write_parquet(
    path: str | Path,
    chunks: Iterable[Mapping[str, Any]],
    force: bool = False,
    metadata: Callable[[], Mapping[str, str]] = dict,
) -> None:
    """Write chunks of columns (name -> array or list, all of one length) as one Parquet file, whole or not at all.

    One chunk is held in memory at a time; the first decides names and types.  ``metadata`` is asked for after the
    last chunk and kept in the file's schema, for example the provenance as JSON.

    Raises
    ------
    UserError
        pyarrow is not installed; otherwise as ``atomic_writer``.
    ValueError
        There is no chunk.
    """
    require_parquet()
    pyarrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    with atomic_writer(path, force) as stream:
        writer = None
        try:
            for chunk in chunks:
                table = pyarrow.table(dict(chunk), schema=writer.schema if writer else None)
                if writer is None:
                    # a stored schema would hide from its readers the metadata that is added at the end
                    writer = parquet.ParquetWriter(stream, table.schema, store_schema=False)
                writer.write_table(table)
            if writer is not None:
                writer.add_key_value_metadata(dict(metadata()))
        finally:
            if writer is not None:
                writer.close()
        if writer is None:
            raise ValueError(f"output {path}: no rows to write")


def read_parquet(path: str | Path) -> tuple[dict[str, Any], dict[str, str]]:
    """Columns (name -> numpy array, in the file's order) and metadata of a Parquet file.

    Raises
    ------
    UserError
        pyarrow is not installed, or the file cannot be read or is no Parquet file.
    """
    require_parquet()
    pyarrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    try:
        table = parquet.read_table(path)
    except OSError as error:
        raise UserError(f"{path}: cannot be read ({error.strerror or error})") from None
    except pyarrow.ArrowException as error:
        raise UserError(f"{path}: not a Parquet file ({error})") from None
    metadata = {key.decode(): value.decode() for key, value in (table.schema.metadata or {}).items()}
    return {name: table[name].to_numpy() for name in table.column_names}, metadata


def _target(path: str | Path, force: bool) -> Path:
    target = Path(os.path.realpath(path))
    if target.is_dir() or (target.exists() and not target.is_file()):
        raise OutputError(f"output {path}: is not a plain file; give the name of a file")
    if target.exists() and not force:
        raise OutputExists(f"output {path}: exists already; give another name or --force")
    if not target.parent.is_dir():
        raise OutputError(f"output {path}: there is no folder {target.parent}; make it first")
    return target


def _open_temporary(target: Path) -> tuple[int, Path]:
    # not tempfile: its files are private to the owner, these get the permissions of any new file
    temporary = target.with_name(f".debertz-{secrets.token_hex(6)}.tmp")
    with _one_line(target):
        return os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666), temporary


@contextmanager
def _one_line(target: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise _cannot(target, error) from error


def _cannot(target: Path, error: OSError) -> OutputError:
    return OutputError(f"output {target}: cannot be written ({error.strerror or error})")
