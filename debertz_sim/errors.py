"""The one exception that a command turns into a single line and exit code 2."""

from __future__ import annotations


class UserError(Exception):
    """Something the user can put right.

    The message is one line: what is wrong, where, and what would be right.
    """
