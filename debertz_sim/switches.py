"""The choices of procedure that a rule switch can name, as small integers for the kernels.

Each class belongs to one switch of RULES.md section 3; member names are the upper-case value names
and the first member is the Moscow value.  ``rules.py`` keeps the switch table itself (types, texts, sources).
Booleans lower to 0 and 1 and need no class.
"""

from __future__ import annotations

from enum import IntEnum


class Form(IntEnum):
    USUAL = 0
    TWO_ROUNDS = 1
    TERTS = 2


class Sides(IntEnum):
    EACH = 0
    PAIRS = 1


class UpcardTo(IntEnum):
    NOBODY = 0
    DEALER = 1
    DECLARER = 2


class SecondRoundSuits(IntEnum):
    OTHER = 0
    ANY = 1


class AllPass(IntEnum):
    REDEAL = 0
    OBLIGED = 1


class SevenExchange(IntEnum):
    ANY = 0
    DECLARER = 1
    NONE = 2


class SequenceOrder(IntEnum):
    NATURAL = 0
    STRENGTH = 1


class SequenceRank(IntEnum):
    CLASS = 0
    LENGTH = 1


class SequenceTie(IntEnum):
    TRUMP_THEN_TURN = 0
    TURN = 1
    TRUMP_OR_NOBODY = 2
    LAST_TRICK = 3
    NOBODY = 4
    BOTH = 5


class SequencesNeedTrick(IntEnum):
    NO = 0
    YES = 1
    TERTS_ONLY = 2


class InstantWin(IntEnum):
    NONE = 0
    DEALT_SIX_TO_ACE = 1
    SEVEN_TRUMPS_TO_ACE = 2


class BellaTo(IntEnum):
    HOLDER = 0
    FIRST_TRICK_WINNER = 1
    HOLDER_BOTH_TRICKS = 2


class BellaCall(IntEnum):
    ANY_TURN = 0
    FIRST_CARD = 1
    ON_LEAD = 2
    AFTER_TRICK = 3


class FirstLead(IntEnum):
    FOREHAND = 0
    DECLARER = 1


class Overtrump(IntEnum):
    ALWAYS = 0
    TRUMP_LEAD = 1
    NEVER = 2


class TrickPoints(IntEnum):
    STANDARD = 0
    BELOTE = 1
    TERTS = 2


class DeclarerBeats(IntEnum):
    SUM = 0
    EACH = 1


class BaidTo(IntEnum):
    SPLIT = 0
    LEADER = 1
    LOST = 2


class Hanging(IntEnum):
    POT = 0
    QUEUE = 1
    FORCED_DEAL = 2
    PER_DEALER = 3
    EACH_OWN = 4
    VOID = 5


class NextDealer(IntEnum):
    HIGHER = 0
    CLOCKWISE = 1


class BothReach(IntEnum):
    LAST_TRICK = 0
    LARGER = 1
    LARGER_OR_EXTRA_DEAL = 2
    DEFENDER = 3


class EarlyClaim(IntEnum):
    ON = 0
    OFF = 1
    DEFENDER = 2


class Payoff(IntEnum):
    NONE = 0
    STAKE = 1
    DIFFERENCE = 2
    HUNDREDS = 3
    STAKE_MARKS = 4


class MatchUnit(IntEnum):
    POINTS = 0
    KUSH = 1


ONE_DEAL = 0
"""What ``target = "one_deal"`` lowers to."""

NO_LIMIT = -1
"""What ``redeal_max_points = "none"`` lowers to."""
