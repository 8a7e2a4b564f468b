"""A recorded deal played again: the next call or card of its script, NO_CHOICE where it ends."""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import inner

NO_CHOICE = -1


@inner
def next_call(script):
    """The next recorded call, or NO_CHOICE."""
    if script.next_call == script.n_calls:
        return np.int64(NO_CHOICE)
    script.next_call += 1
    return np.int64(script.calls[script.next_call - 1])


@inner
def next_card(script):
    """The next recorded card, or NO_CHOICE."""
    if script.next_card == script.n_cards:
        return np.int64(NO_CHOICE)
    script.next_card += 1
    return np.int64(script.cards[script.next_card - 1])
