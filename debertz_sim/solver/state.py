"""The solver's scratch record: answers kept, and what is looked up of one suit (docs/solver.md).

Inside the solver trumps are suit 3 and the eight places of a suit are its ranks in trick strength, so that of two cards
``8 * suit + place`` the later one takes the trick if it is greater and either of the same suit or a trump.  A suit as
two hands hold it is a number of eight digits in base 3, digit ``place`` 0 if the card is in neither hand, 1 if the
leader, 2 if the follower has it; four of them, 16 bits each, are the whole position.
"""

from __future__ import annotations

import numpy as np

TRUMP = 3  # the suit that trumps become
SLOTS = 1 << 12  # answers kept; more would cost more than they save, because they leave the fast cache
STATES = 3**8  # of one suit

# Kinds of leads.  From a plain suit: the follower has no trumps; the leader can draw them; he cannot; he has none
# himself; the follower's only trump is one that he need not play.  From trumps.
NO_TRUMPS, CAN_DRAW, CANNOT_DRAW, NO_OWN_TRUMPS, FREE_JACK, FROM_TRUMPS = range(6)
KINDS = 6

# How many classes of cards the learned ordering tells apart, see order.py.
N_LEADS = KINDS * 3 * 4 * 4 * 3 * 3 * 2
N_FOLLOWS = 2 * 2 * 3 * 3 * 3 * 3 * 2
N_RUFFS = 3 * 3 * 3 * 2
N_DISCARDS = 3 * 4 * 4 * 3 * 2
# The network of the guess, see guess.py.
N_CARD_TERMS = 2 * 2 * 8 * 4
N_TERMS = N_CARD_TERMS + 2 * 5 * 5
N_AMOUNTS = 4
HIDDEN = 16

_INT = np.int64
_PER_STATE = (2, STATES)  # plain, trump

# A list of cards is a word of eight bytes, ``8 * score + place`` each, the highest first in the lowest byte; 0 ends it.
SOLVER = np.dtype(
    [
        ("nodes", _INT),  # positions visited since somebody set it to 0
        ("ready", _INT),  # 1 if the tables below are those of the rules ``points``, ``duty``, ``free``
        ("reductions", _INT),  # which of ``REDUCTIONS`` are made
        ("exact", _INT),  # 2: two cards each are valued in closed form; 0: all tricks are searched
        ("blind", _INT),  # spoils the keys: 0 the table of answers is used, -1 never hits
        ("kept", _INT, (SLOTS, 2)),  # the position; bounds of the leader's points, lower + 256 * upper
        ("duty", _INT),  # 1 if a trump led must be beaten
        ("free", _INT),  # the trump that need not be played where one is void of the suit led, as a mask; 0: none
        ("points", _INT, (2, 8)),  # by place, plain and trump
        ("place", _INT, (2, 8)),  # of each rank
        ("worth", _INT, (32,)),  # points of every card
        ("digit", _INT, (32,)),  # the card's unit in a position
        ("info", _INT, _PER_STATE),  # bounds, see bounds.py
        ("cover", _INT, (STATES,)),  # more of them
        ("leads", _INT, (KINDS, STATES)),  # lists by kind
        ("follows", np.int32, (2, STATES, 8)),  # the follower's answers to each place led
        ("ruffs", _INT, (STATES,)),  # the follower's trumps, played to another suit
        ("discards", _INT, (STATES,)),
        ("terms", _INT, (24,)),  # of the guess, see guess.py
        ("amounts", _INT, (N_AMOUNTS,)),
        ("hidden", _INT, (HIDDEN + 1,)),
        ("lead_scores", _INT, (N_LEADS,)),  # learned
        ("follow_scores", _INT, (N_FOLLOWS,)),
        ("ruff_scores", _INT, (N_RUFFS,)),
        ("discard_scores", _INT, (N_DISCARDS,)),
        ("guess_rows", _INT, (N_TERMS + N_AMOUNTS + 1, HIDDEN + 1)),
        ("guess_out", _INT, (HIDDEN,)),
    ],
    align=True,
)

DOMINANCE, BOUNDS = 1, 2
REDUCTIONS = DOMINANCE | BOUNDS
