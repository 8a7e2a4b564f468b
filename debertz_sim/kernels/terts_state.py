"""The records of the game terts: the table, what a seat may see, a recorded deal (RULES.md section 6).

Cards, hands and -1 are as in ``state``.  A *group* (a run or a four of a kind) is ``8 * (1 + grade) + suit``, 0 for
none; ``suit`` is FOURS for a four.  Grades (0..28) order groups, see ``terts_groups``.
A *word* is a group, with MARRIAGE added where the trump marriage is announced too; 0 is silence.
"""

from __future__ import annotations

import numpy as np

TRICKS = 16
STOCK_TRICKS = 7  # after each of them both draw
WORD_TRICKS = 8  # in each of them there may be announcements
HAND = 9
STOCK = 2 * STOCK_TRICKS

N_GRADES = 29
FOURS = 4  # in place of a suit
N_LISTS = 5  # of grades: one a suit, one for fours
MARRIAGE = 256

KINDS = ("terts", "fifty", "run5", "run6", "run7", "run8", "four")
BELLA = len(KINDS)
N_KINDS = len(KINDS) + 1  # with the marriage

_INT = np.int64
_BOTH = (2,)

ASK_WORD, ASK_CARD = 0, 1

# What one seat may see when it has to speak or to play; the same record is used for every decision of a deal.
TERTS_VIEW = np.dtype(
    [
        ("seat", _INT),  # who decides
        ("dealer", _INT),
        ("trump", _INT),
        ("ask", _INT),  # ASK_WORD or ASK_CARD
        ("hand", _INT),  # own cards
        ("legal", _INT),  # cards that may be played; 0 for a word
        ("groups", _INT, (N_LISTS,)),  # grades that may be named, by suit and for fours; 0 for a card
        ("marriage", _INT),  # 1 if it may be named; 0 for a card
        ("said", _INT),  # the group the leader has named in this trick, 0 for none
        ("trick", _INT),  # 1..16
        ("leader", _INT),
        ("lying", _INT),  # cards lying in the current trick
        ("upcard", _INT),  # the open card under the stock (after an exchange the trump seven); -1 once it is drawn
        ("stock", _INT),  # cards that are still to be drawn, the upcard included
        ("exchanger", _INT),
        ("exchange_trick", _INT),  # the trick before which it was, 0: not yet
        ("took", _INT),  # the card taken for the seven
        ("played", _INT, _BOTH),  # all cards each seat has played, current trick included
        ("known", _INT, _BOTH),  # cards that all know the seat to hold: named, taken for the seven, the upcard drawn
        ("tricks", _INT, _BOTH),
        ("points", _INT, _BOTH),  # card points in tricks won, without the last ten
        ("announced", _INT, _BOTH),  # points scored by announcements
        ("valued", _INT),  # grades that have a value under the rules
        ("closed", _INT, (N_LISTS,)),  # grades that have scored or are contained in one scored
        ("married", _INT),  # who has scored the marriage, -1: nobody
        ("words", np.int16, (WORD_TRICKS, 2)),  # leader's and opponent's word, trick by trick; -1: not spoken yet
        ("plays", np.int8, (TRICKS, 2)),  # cards in the order of play
        ("leaders", np.int8, (TRICKS,)),
    ],
    align=True,
)
TERTS_VIEW_SIZE = TERTS_VIEW.itemsize

FAULT_WORD, FAULT_CARD, FAULT_EXCHANGE = range(1, 4)
BY_DEFAULT = -1  # a plan: as the default player does

# What only the referee knows.
TERTS_TABLE = np.dtype(
    [
        ("deck", np.int8, (32,)),  # first of all; the bottom card first, then from the top downwards
        ("dealer", _INT),
        ("trump", _INT),
        ("upcard", _INT),  # as turned up
        ("dealt", _INT, _BOTH),  # the nine cards
        ("hand", _INT, _BOTH),  # cards still held
        ("stock", np.int8, (STOCK,)),  # in the order in which it is drawn, the upcard last
        ("exchange_plan", _INT),  # the trick before which the seven is exchanged, 0: never, BY_DEFAULT
        ("counts", _INT, (2, N_KINDS)),  # announcements that scored
        ("marriage_held", _INT, _BOTH),  # 1 if the seat had both cards together in one of the tricks with words
        ("last_trick", _INT),
        ("totals", _INT, _BOTH),
        ("fault", _INT),  # FAULT_...; whose and where stands in the view
    ],
    align=True,
)

# A recorded deal: words as in the view (0 where nothing was said), cards in the order of play.
TERTS_SCRIPT = np.dtype(
    [
        ("words", np.int16, (WORD_TRICKS, 2)),
        ("cards", np.int8, (2 * TRICKS,)),
        ("n_cards", _INT),
        ("next_card", _INT),
    ],
    align=True,
)
