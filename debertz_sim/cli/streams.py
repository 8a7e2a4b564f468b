"""The streams of the process: always there, never failing for a letter; errors of stdout in one line."""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from debertz_sim.files import DISK_FULL, OutputError

NO_READER, TERMINATED = 141, 143
_STDOUT_FAILS = (*DISK_FULL, errno.EBADF, errno.EIO)


def prepare() -> None:
    """Make the process ready for a command.

    A closed stream becomes one that is empty (stdin), fails when written to (stdout, so that no result is lost without
    a word) or swallows all (stderr).  SIGTERM ends the process as an exception does, so that it leaves no half files.
    """
    for name, access, mode in (("stdin", os.O_RDONLY, "r"), ("stdout", os.O_RDONLY, "w"), ("stderr", os.O_WRONLY, "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, access), mode, encoding="utf-8"))
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))


@contextmanager
def stdout_checked() -> Iterator[None]:
    """Write out what the block left in the buffer of stdout.

    Ends the command quietly if the reader has gone (``| head``); raises ``OutputError`` if stdout cannot be written.
    """
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_the_rest()
        raise click.exceptions.Exit(NO_READER) from None
    except OSError as error:
        if error.filename is not None or error.errno not in _STDOUT_FAILS:
            raise
        _drop_the_rest()
        raise OutputError(f"output stdout: cannot be written ({error.strerror or error})") from None


def _drop_the_rest() -> None:
    """Lead stdout nowhere, so that the interpreter's last flush does not fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
