"""Where a result comes from: enough to run it again and to tell what made it."""

from __future__ import annotations

import platform
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

DISTRIBUTION = "debertz-sim"


def record(
    command: str,
    rules: Mapping[str, Any],
    rules_hash: str,
    seed: int | None,
    stream: int | str | None,
    deals_requested: int | None,
    deals_done: int | None,
    partial: bool,
    policies: Mapping[str, Any],
    started: datetime,
    seconds: float,
    workers: int | None,
    kernel_hash: str | None,
    confidence: float = 0.95,
    **more: Any,
) -> dict[str, Any]:
    """The provenance of a result, with the keys of the JSON form.

    Parameters
    ----------
    command, rules, rules_hash, policies
        The command line as it can be typed again; the full switch table (in a comparison one for each arm); its
        hash; the policies with their versions.
    seed, stream
        Root seed and the version of the random streams; ``None`` where nothing was drawn.
    deals_requested, deals_done, partial
        How many deals were asked for and played; whether the run was interrupted.
    started, seconds, workers, kernel_hash
        What may differ between two runs of the same experiment: start (with a time zone), duration, threads, and
        the hash of the compiled sources.
    more
        Further keys of one command (names of the arms, first differing deals, options), in JSON values.

    Raises
    ------
    ValueError
        ``started`` has no time zone.
    """
    if started.tzinfo is None:
        raise ValueError(f"started is {started}, must have a time zone")
    return {
        "command": command,
        "version": package_version(DISTRIBUTION),
        "kernel_hash": kernel_hash,
        "git": git_commit(Path(__file__).parents[1]),
        "python": platform.python_version(),
        "numba": package_version("numba"),
        "numpy": package_version("numpy"),
        "rules": dict(rules),
        "rules_hash": rules_hash,
        "seed": seed,
        "stream": stream,
        "deals_requested": deals_requested,
        "deals_done": deals_done,
        "partial": partial,
        "policies": dict(policies),
        "started": started.astimezone(UTC).isoformat(timespec="seconds"),
        "seconds": round(seconds, 3),
        "workers": workers,
        "confidence": confidence,
    } | more


def package_version(name: str) -> str | None:
    """The installed version of a distribution, without importing it; ``None`` if it is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def git_commit(checkout: Path) -> str | None:
    """The commit that ``checkout`` stands at, 40 or 64 hexadecimal digits; ``None`` if it is no git checkout.

    Reads the files of git itself: no process is started, and anything unexpected gives ``None``.  Folders above
    are not searched, so that a package installed inside somebody's repository does not claim his commit.
    """
    try:
        folder = checkout / ".git"
        if folder.is_file():  # a worktree: the file names the folder
            folder = checkout / folder.read_text().removeprefix("gitdir:").strip()
        head = (folder / "HEAD").read_text().strip()
        if head.startswith("ref:"):
            head = _resolve(folder, head.removeprefix("ref:").strip())
    except (OSError, UnicodeDecodeError):
        return None
    return head if re.fullmatch(r"[0-9a-f]{40}|[0-9a-f]{64}", head) else None


def _resolve(folder: Path, name: str) -> str:
    """The commit of a reference, loose or packed; empty if there is none."""
    common = folder / "commondir"
    if common.exists():
        folder = folder / common.read_text().strip()
    loose = folder / name
    if loose.is_file():
        return loose.read_text().strip()
    packed = folder / "packed-refs"
    for line in packed.read_text().splitlines() if packed.exists() else ():
        if line.endswith(f" {name}"):
            return line.split()[0]
    return ""
