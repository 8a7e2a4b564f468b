"""``debertz cache``: where compiled code is kept, and how to clear it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click

from debertz_sim.errors import UserError

EXAMPLES = """\b
Examples:
  debertz cache info
  debertz cache clear --stale --yes
"""


# What numba and ``experiment/warm.py`` write: compiled code in a sub-folder a module, and marks of what was used.
_SUB_FOLDER = re.compile(r".+_[0-9a-f]{40}")
_OURS = re.compile(r".+\.(used|nb[ic](\.tmp\.[0-9a-f]+)?)")


class Folder(NamedTuple):
    """Compiled code of one state of the sources."""

    path: Path
    ours: list[Path]
    size: int  # bytes
    others: int  # things in it that are not ours

    @classmethod
    def of(cls, path: Path) -> Folder:
        """Look at a folder; files that vanish meanwhile (another process clears) do not count."""
        ours, size, others = [], 0, 0
        for file in _things(path):
            try:
                if _OURS.fullmatch(file.name) and not file.is_symlink() and file.is_file():
                    size += file.stat().st_size
                    ours.append(file)
                else:
                    others += 1
            except OSError:
                continue
        return cls(path, ours, size, others)

    def remove(self) -> None:
        """Remove what is ours, and folders that are empty then."""
        for file in self.ours:
            file.unlink(missing_ok=True)
        for folder in (*filter(_is_sub_folder, self.path.iterdir()), self.path):
            if not any(folder.iterdir()):
                folder.rmdir()


def _is_sub_folder(path: Path) -> bool:
    return _SUB_FOLDER.fullmatch(path.name) is not None and path.is_dir() and not path.is_symlink()


def _things(folder: Path) -> Iterator[Path]:
    """What lies in a folder and its known sub-folders."""
    for path in _entries(folder):
        if _is_sub_folder(path):
            yield from _entries(path)
        else:
            yield path


def _entries(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:  # not there (any more)
        return []


@click.group(epilog=EXAMPLES)
def command() -> None:
    """Where compiled code is kept; clear it.

    Kernels are compiled when they are first needed and kept on disk, in a folder named by a hash of their sources.
    Folders of other hashes are stale: they belong to other versions. DEBERTZ_CACHE_DIR says where the folders lie.
    """


@command.command("info")
@click.option("--format", "format_", type=click.Choice(["table", "json"]), default="table", help="Format on stdout.")
def info(format_: str) -> None:
    """Where, how large, the current hash, and stale folders."""
    from debertz_sim._jit import CACHE_FOLDER, KERNEL_HASH

    if CACHE_FOLDER is None:
        found: dict[str, Any] = {"folder": None, "hash": KERNEL_HASH, "files": 0, "bytes": 0, "stale": []}
    else:
        current, stale = _folders(CACHE_FOLDER)
        found = {"folder": str(current.path), "hash": KERNEL_HASH, "files": len(current.ours), "bytes": current.size}
        found["stale"] = [{"folder": str(old.path), "files": len(old.ours), "bytes": old.size} for old in stale]
    if format_ == "json":
        click.echo(json.dumps(found, indent=2))
    elif CACHE_FOLDER is None:
        click.echo(
            f"no folder can be written (or the compiler is off): compiled anew in every process\nhash {KERNEL_HASH}"
        )
    else:
        click.echo(f"folder  {current.path}\nhash    {KERNEL_HASH}\nsize    {_size(current)}")
        for old in stale:
            click.echo(f"stale   {old.path}  {_size(old)}")


@command.command("clear")
@click.option("--stale", "stale_only", is_flag=True, help="Only the folders of other versions.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def clear(stale_only: bool, yes: bool) -> None:
    """Remove compiled code; it is compiled again when needed."""
    from debertz_sim._jit import CACHE_FOLDER

    if CACHE_FOLDER is None:
        click.echo("there is no cache to clear")
        return
    current, stale = _folders(CACHE_FOLDER)
    doomed = stale if stale_only or not current.ours else [current, *stale]
    if not doomed:
        click.echo("nothing to clear")
        return
    size = _size(*doomed)
    if not yes and not _confirmed(f"Remove {len(doomed)} folders of {current.path.parent} ({size})?"):
        click.echo("nothing removed")
        return
    for folder in doomed:
        try:
            folder.remove()
        except OSError as error:
            raise UserError(f"cache {folder.path}: cannot be removed ({error.strerror or error})") from None
        if folder.others:
            click.echo(f"left {folder.path}: it holds other things than compiled code ({folder.others})")
    click.echo(f"removed {size}")


def _confirmed(question: str) -> bool:
    try:
        return click.confirm(question, err=True)
    except click.Abort as error:
        if isinstance(error.__context__, EOFError):
            click.echo(err=True)  # the line of the question
            raise UserError("cache clear: nobody is there to answer; give --yes") from None
        raise


def _folders(current: Path) -> tuple[Folder, list[Folder]]:
    """The folder in use and those of other hashes beside it; whatever else lies there is not ours."""
    named = [path for path in current.parent.iterdir() if re.fullmatch("[0-9a-f]{16}", path.name) and path != current]
    found = [Folder.of(path) for path in sorted(named) if path.is_dir() and not path.is_symlink()]
    return Folder.of(current), [folder for folder in found if folder.ours or not folder.others]


def _size(*folders: Folder) -> str:
    size, files = sum(folder.size for folder in folders), sum(len(folder.ours) for folder in folders)
    return f"{size / 1e6:.1f} MB in {files} files"
