"""The table of play ``expert`` for two seats: its axes, and the pieces that are learned (see ``learned``)."""

from __future__ import annotations

from debertz_sim.policies.learned import Axis, Block, Model, Part

# Of the card: the suit is plain or trump; place by strength; cards above it that he may hold; whether it is one's
# highest of the suit; own cards of the suit, and those that he may hold.
KIND = Axis("kind", 2)
PLACE = Axis("place", 8, (0, 0, 0, 1, 1, 1, 2, 3))
ABOVE = Axis("above", 4, (0, 1, 2, 2))
TOP = Axis("top", 2, (0, 1))
OWN = Axis("own", 4, (0, 1, 2, 2))
OUT = Axis("out", 5, (0, 1, 2, 2, 2))
CARD = (OWN, OUT, PLACE, ABOVE, TOP)  # cards of one suit lie near each other
ROUGH = (Axis("own", 3), Axis("out", 3), Axis("place", 4), Axis("above", 3), Axis("top", 2))
STATE = Axis("state", 3**8)  # of the whole suit: each place mine, his perhaps, or neither
SURE = Axis("sure", 3)  # he is known to hold none of the suit; some, none higher; a higher one
# Of the hand.
LEFT = Axis("left", 8)  # cards left, less 2
TRUMPS = Axis("trumps", 32)  # trumps that he may hold (0, 1-2, 3-4, more), own (0, 1, 2, more), own highest a master
CONTROL = Axis("control", 16)  # the same without the last
MASTERS = Axis("masters", 4)  # in the other suits
KNOWN = Axis("known", 16)  # cards known to be his, 0..3; what share of the unseen cards he may hold
# Of an answer: plain suit followed losing, winning; trumps likewise; trumping; throwing away.
WAY = Axis("way", 6)
LYING = Axis("lying", 8)  # place of the card led

_CARD = ("own", "out", "place", "above", "top")
_COARSE = ("~own", "~out", "~place", "~above", "top")

LEAD = Part(
    (
        Block("lead state", (STATE, KIND, PLACE), (("state", "kind", "place"),)),
        Block(
            "lead course",
            (KIND, LEFT, TRUMPS, *CARD),
            (("kind", "left", *_CARD), ("kind", "trumps", *_CARD), ("kind", "left", "trumps", *_COARSE)),
        ),
        Block("lead masters", (KIND, LEFT, MASTERS, *ROUGH), (("kind", "left", "masters", *_CARD),)),
        Block("lead known", (KIND, SURE, KNOWN, *ROUGH), (("kind", "sure", "known", *_CARD),)),
    )
)
ANSWER = Part(
    (
        Block(
            "answer course",
            (WAY, LEFT, LYING, *CARD),
            (("way", "left", *_CARD), ("way", "lying", *_CARD), ("way", "left", "lying", *_COARSE)),
        ),
        Block("answer trumps", (WAY, CONTROL, *CARD), (("way", "control", *_CARD),)),
        Block("answer masters", (WAY, LEFT, MASTERS, *ROUGH), (("way", "left", "masters", *_CARD),)),
        Block("answer known", (WAY, SURE, KNOWN, *ROUGH), (("way", "sure", "known", *_CARD),)),
    )
)
MODEL = Model("expert_two", (LEAD, ANSWER))
