"""Which policies sit where, and the families by which entry kernels are specialised.

A policy is an integer id of the registry.  A run's policies travel as one record inside a small named tuple whose
*type* says which family of policies must be compiled: a run without ``rules`` never compiles it.  Each family contains
the ones before it, as far as they are of its number of seats.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Any, NamedTuple

import numpy as np

from debertz_sim.kernels.state import MAX_CALLS, MAX_SEATS, MAX_TRICKS

_SEATS = (MAX_SEATS,)

SEATING = np.dtype(
    [
        ("bidding", np.int64, _SEATS),
        ("threshold", np.int64, _SEATS),  # the T of points:T
        ("play", np.int64, _SEATS),
        ("tables", np.int64, _SEATS),  # of a learned policy: the address of what it has learned
        ("search", np.int64, _SEATS),  # of a searching policy: the address of its entry
        ("solver", np.int64),  # address of a solver's scratch record, which belongs to one thread
        ("worlds", np.int64, _SEATS),  # the N of pimc:N and rollout:N
        ("options", np.int64, _SEATS),  # and what stands behind it, OPTIONS as bits
        ("exchange", np.int64),  # kernels.exchange.EXCHANGE_*
        ("charts", np.int64, _SEATS),  # of chart:NAME and rule:NAME: the address of the packed table
        ("user_call", np.int64, _SEATS),  # addresses of a user's compiled policies
        ("user_card", np.int64, _SEATS),
    ],
    align=True,
)

# The calls and cards of a recorded deal, in order; ``next_...`` counts those already made.
SCRIPT = np.dtype(
    [
        ("calls", np.int8, (MAX_CALLS,)),
        ("n_calls", np.int64),
        ("next_call", np.int64),
        ("cards", np.int8, (MAX_SEATS * MAX_TRICKS,)),
        ("n_cards", np.int64),
        ("next_card", np.int64),
    ],
    align=True,
)

# Bidding ids and play ids; the registry gives them names, versions and words.
BID_NEVER, BID_ALWAYS, BID_RANDOM, BID_POINTS, BID_RULES, BID_CHART, BID_USER = range(7)
PLAY_RANDOM, PLAY_GREEDY, PLAY_RULES, PLAY_EXPERT, PLAY_ROLLOUT, PLAY_PIMC, PLAY_USER = range(7)
SEARCHING = {PLAY_ROLLOUT, PLAY_PIMC}
BY_ADDRESS = {PLAY_USER, *SEARCHING}

# What may stand behind pimc:N and rollout:N, as bits.
PLAIN, FOR_BID, ROLL = 1, 2, 4
OPTIONS = {"plain": PLAIN, "bid": FOR_BID, "roll": ROLL}


class Basic(NamedTuple):
    """never, always, random, points:T; random, greedy."""

    seats: Any  # a SEATING record


class Ruled(NamedTuple):
    """Basic, bidding by charts and the ``rules`` policies of two seats."""

    seats: Any


class Sided(NamedTuple):
    """Ruled and the play ``rules`` of three and four seats."""

    seats: Any


class Expert(NamedTuple):
    """Ruled and the play ``expert`` of two seats."""

    seats: Any


class ExpertSided(NamedTuple):
    """Sided and the play ``expert`` of three and four seats."""

    seats: Any


class User(NamedTuple):
    """All of these and what is called by its address: a user's own functions, the searching policies."""

    seats: Any


class Scripted(NamedTuple):
    """A recorded deal: the calls and cards of a SCRIPT, whoever sits there."""

    seats: Any
    script: Any  # a SCRIPT record


Family = Basic | Ruled | Sided | Expert | ExpertSided | User


def kind_of(bids: Set[int], plays: Set[int], players: int) -> type[Family]:
    """The smallest family that contains these policies, by their ids."""
    if BID_USER in bids or not BY_ADDRESS.isdisjoint(plays):
        return User
    if PLAY_EXPERT in plays:
        return Expert if players == 2 else ExpertSided
    if not {BID_RULES, BID_CHART}.isdisjoint(bids) or PLAY_RULES in plays:
        return Ruled if players == 2 else Sided
    return Basic


def family_of(seats: Any, players: int) -> Family:
    """The smallest family that contains every policy seated."""
    return kind_of({*seats.bidding[:players].tolist()}, {*seats.play[:players].tolist()}, players)(seats)
