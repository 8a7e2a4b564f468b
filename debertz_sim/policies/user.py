"""A user's own policy: a numba-compilable function ``(view, rules, word) -> int`` called through its address.

``view`` is a copy of the seat's VIEW record, ``rules`` the RULES record (to read only), ``word`` 64 random bits of the
seat's own stream.  A play policy returns a card of ``view.legal``, a bidding policy a suit 0..3 or 4 = pass.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from debertz_sim._jit import call_back, callback, inlined
from debertz_sim.kernels.state import RULES, VIEW


@inlined
def ask_user(address, v, rules, random_word):
    """The choice of the function at this address, which sees a copy of the view."""
    return call_back(address, v, rules, random_word)


def address_of(function: Callable[[Any, Any, Any], int]) -> int:
    """Compile a function and return its address, good for this process alone; raises ``TypeError`` if it cannot be."""
    return callback(function, VIEW, RULES)
