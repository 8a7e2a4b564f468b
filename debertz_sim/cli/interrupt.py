"""Ctrl-C in long runs: the first press ends after the chunk under way and keeps what is known, the second at once."""

from __future__ import annotations

import os
import shlex
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from debertz_sim.cli.main import INTERRUPTED
from debertz_sim.cli.options import default_language
from debertz_sim.errors import UserError

if TYPE_CHECKING:
    from debertz_sim.results import Result

# What a resumed run takes from the command line; the rest stands in the file.
_WITH_RESUME = {"resume", "workers", "show", "format_", "out", "force", "lang", "quiet", "no_progress"}
# What holds every deal, while a resumed run plays only the rest of them.
_EVERY_DEAL = {"rows", "transcripts"}


class Interrupt:
    """The first Ctrl-C is a request, kept in ``asked``; the second raises ``KeyboardInterrupt``."""

    def __init__(self) -> None:
        self.presses = 0

    def asked(self) -> bool:
        """Whether Ctrl-C was pressed; raises if it was twice, lest compiled code have swallowed the exception."""
        if self.presses > 1:
            raise KeyboardInterrupt
        return self.presses > 0

    def _press(self, *_: object) -> None:
        self.presses += 1
        if self.presses > 1:
            raise KeyboardInterrupt
        # not through the buffer of stderr, which may be in use at this very moment
        os.write(2, b"Ending the chunk under way; Ctrl-C again ends at once.\n")

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Listen for Ctrl-C inside the block, and end the process if it raises ``KeyboardInterrupt``.

        After a second press any exception is taken for that one: compiled code in which it arises makes others of it.
        """
        before = signal.signal(signal.SIGINT, self._press)
        try:
            yield
        except BaseException as error:
            if self.presses > 1 or isinstance(error, KeyboardInterrupt):
                _stop_at_once()
            raise
        finally:
            signal.signal(signal.SIGINT, before)


def _stop_at_once() -> None:
    """End the process now: threads may be in the middle of a long chunk or of compiling."""
    click.echo("Interrupted.", err=True)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(INTERRUPTED)


def refuse_beside_resume(ctx: click.Context) -> None:
    """Raise ``UserError`` if an option is given that a resumed run cannot follow."""
    source = click.core.ParameterSource
    for parameter in ctx.command.params:
        name = parameter.name or ""
        given = ctx.get_parameter_source(name) not in (source.DEFAULT, None) and ctx.params.get(name) not in (None, ())
        if given and name in _EVERY_DEAL:
            raise UserError(
                f"--resume: plays the rest only, {parameter.opts[0]} wants every deal; run all again for it"
            )
        if given and name not in _WITH_RESUME:
            raise UserError(f"--resume: {parameter.opts[0]} is settled by the file; leave it out")


def keep(result: Result, after: str, kind: str, path: Path | None, lang: str, again: str) -> None:
    """Keep a partial result and say the command that goes on with it and brings the whole one where it belongs.

    Parameters
    ----------
    after
        What is done, such as ``1,000 of 2,000 deals``.
    kind, path, lang
        Where the result belongs; a JSON file holds the partial one already.
    again
        The command that does it all again, for want of a place to keep the partial result.
    """
    kept = path if kind == "json" else None
    try:
        if kept is None:
            kept = _free_name(result.provenance["seed"])
            result.save(kept)
    except (UserError, OSError) as error:
        click.echo(
            f"Interrupted after {after}; the partial result could not be kept: {error}. Do it all again with: {again}",
            err=True,
        )
        return
    words = ["debertz", result.provenance["options"]["kind"], "--resume", str(kept)]
    if path is not None:
        words += ["--out", str(path), "--force"]
    elif kind != "table":
        words += ["--format", kind]
    if lang != default_language():
        words += ["--lang", lang]
    click.echo(
        f"Interrupted after {after}; the partial result is kept in {kept}. Go on with: {shlex.join(words)}", err=True
    )


def _free_name(seed: int) -> Path:
    """A file of the current folder that is not there yet."""
    names = (Path(f"debertz-partial-{seed}{suffix}.json") for suffix in ["", *(f"-{k}" for k in range(2, 10_000))])
    return next(name for name in names if not name.exists())
