"""A line on stderr that says what is being done, while it is done; on a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

CLEAR = "\r\x1b[K"


@contextmanager
def stage(silent: bool = False) -> Iterator[Callable[[str], None]]:
    """A function to call with each new text; the line is gone at the end.

    ``silent``: say nothing, as is done where stderr is no terminal.
    """
    shown = not silent and sys.stderr.isatty()

    def note(text: str) -> None:
        if shown:
            click.echo(f"{CLEAR}{text}", nl=False, err=True)

    try:
        yield note
    finally:
        note("")
