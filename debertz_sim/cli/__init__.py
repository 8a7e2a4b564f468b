"""The command line: parse, call, print.  ``main`` is the entry point of ``debertz``."""

from debertz_sim.cli.main import main

__all__ = ["main"]
