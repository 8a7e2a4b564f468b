"""``debertz cache``: where compiled code is kept, and how to clear it."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any, NamedTuple

import click

from debertz_sim.errors import UserError

EXAMPLES = """\b
Examples:
  debertz cache info
  debertz cache clear --stale --yes
"""


class Folder(NamedTuple):
    """Compiled code of one state of the sources."""

    path: Path
    files: int
    size: int  # bytes

    @classmethod
    def of(cls, path: Path) -> Folder:
        """Look at a folder; files that vanish meanwhile (another process clears) do not count."""
        sizes = []
        for file in path.rglob("*") if path.is_dir() else ():
            try:
                if file.is_file():
                    sizes.append(file.stat().st_size)
            except OSError:
                continue
        return cls(path, len(sizes), sum(sizes))


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
        found = {"folder": str(current.path), "hash": KERNEL_HASH, "files": current.files, "bytes": current.size}
        found["stale"] = [{"folder": str(old.path), "files": old.files, "bytes": old.size} for old in stale]
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
    doomed = stale if stale_only or not current.files else [current, *stale]
    if not doomed:
        click.echo("nothing to clear")
        return
    total = Folder(current.path.parent, sum(folder.files for folder in doomed), sum(folder.size for folder in doomed))
    question = f"Remove {len(doomed)} folders of {total.path} ({_size(total)})?"
    if not yes and not click.confirm(question, err=True):
        click.echo("nothing removed")
        return
    for folder in doomed:
        try:
            shutil.rmtree(folder.path)
        except OSError as error:
            raise UserError(f"cache {folder.path}: cannot be removed ({error.strerror or error})") from None
    click.echo(f"removed {_size(total)}")


def _folders(current: Path) -> tuple[Folder, list[Folder]]:
    """The folder in use and those of other hashes beside it; whatever else lies there is not ours."""
    others = [path for path in current.parent.iterdir() if re.fullmatch("[0-9a-f]{16}", path.name) and path != current]
    return Folder.of(current), [Folder.of(path) for path in sorted(others) if path.is_dir() and not path.is_symlink()]


def _size(folder: Folder) -> str:
    return f"{folder.size / 1e6:.1f} MB in {folder.files} files"
