"""The records that the kernels read and write: rules, table, view.

All three are numpy record types passed by reference.  Integers are signed 64-bit throughout (masks have at most
32 bits), because mixing signed and unsigned integers silently turns into floating point under numba; only the
random streams are unsigned.  Cards are ``8 * suit + rank``, suits s c d h = 0..3, ranks 7 8 9 T J Q K A = 0..7;
a hand is a mask with bit ``card`` set.  -1 stands for "none", "not yet" or "not known".
"""

from __future__ import annotations

from typing import Any

import numpy as np

from debertz_sim.switches import UpcardTo

MAX_SEATS = 4
MAX_TRICKS = 9
MAX_CALLS = 2 * MAX_SEATS
DECK = 32  # cards
PASS = 4  # a call is a suit 0..3 ("play" in it) or PASS

_SEATS = (MAX_SEATS,)
_INT = np.int64

# A RuleSet as the kernels see it.  Names are those of the switches; the members of the enumerations are in
# ``switches.py``.  Tables are indexed [is_trump, rank] or [is_trump, holding].
RULES_FIELDS: list[tuple[str, type] | tuple[str, type, tuple[int, ...]]] = [
    ("players", _INT),
    ("sides", _INT),
    ("passive_dealer", _INT),
    ("second_packet", _INT),
    ("upcard_to", _INT),
    ("second_round_suits", _INT),
    ("all_pass", _INT),
    ("redeal_four_sevens", _INT),
    ("redeal_max_points", _INT),
    ("seven_exchange", _INT),
    ("seven_from_first_packet", _INT),
    ("terts_question", _INT),
    ("sequence_tie", _INT),
    ("sequences_need_trick", _INT),
    ("defenders_pool", _INT),
    ("instant_win", _INT),
    ("bella_to", _INT),
    ("bella_needs_trick", _INT),
    ("bella_call", _INT),
    ("first_lead", _INT),
    ("overtrump", _INT),
    ("overtrump_partner", _INT),
    ("declarer_beats", _INT),
    ("baid_to", _INT),
    ("hanging", _INT),
    ("baid_penalty", _INT),
    ("no_trick_penalty", _INT),
    ("next_dealer", _INT),
    ("target", _INT),
    ("both_reach", _INT),
    ("early_claim", _INT),
    ("match_unit", _INT),
    ("payoff", _INT),
    ("freza_shown", _INT),
    ("form", _INT),
    ("in_play", _INT),  # seats that play a deal: all, or all but a passive dealer
    ("pool", _INT),  # 1 if both defenders are one camp in the contest of sequences
    ("natural_order", _INT),  # 1 if sequences run in natural order (only there a terts 9-8-7 of trump exists)
    ("tricks", _INT),  # tricks in a deal
    ("team", _INT, _SEATS),  # side of each seat
    ("points", _INT, (2, 8)),
    ("strength", _INT, (2, 8)),  # 0..7, higher wins
    ("above", _INT, (2, 8)),  # ranks of the same suit that beat this one
    ("has_fours", _INT),
    ("four_points", _INT, (8,)),  # four of a kind by rank, 0 where they have no value
    ("length_points", _INT, (9,)),  # a sequence of this length, 0 where it has no value
    ("run_key", np.int16, (2, 256)),  # 2 * SequenceTables.key, plus 1 for a trump sequence where trump breaks ties
    ("run_points", np.int16, (2, 256)),  # these as in SequenceTables
    ("run_terts_points", np.int16, (2, 256)),
    ("run_terts", np.int16, (2, 256)),
    ("run_longer", np.int16, (2, 256)),
    ("run_cards", np.int16, (2, 256)),
]
RULES = np.dtype(RULES_FIELDS, align=True)

# What the number of players settles for good.  Each number has a type of its own for its rules (the last field only
# tells the types apart), for which kernels are compiled without what it rules out.  All can be read as RULES.
_EACH_PLAYS = {"sides": 0, "passive_dealer": 0, "upcard_to": UpcardTo.NOBODY}
SETTLED: dict[int, dict[str, int]] = {
    2: {"players": 2, "in_play": 2, "pool": 0, **_EACH_PLAYS},
    3: {"players": 3, "in_play": 3, "has_fours": 0, **_EACH_PLAYS},
    4: {"players": 4, "has_fours": 0},
}
RULES_OF = {players: np.dtype([*RULES_FIELDS, (f"of_{players}", _INT)], align=True) for players in SETTLED}

# What one seat may see when it has to decide (RULES.md section 2, "What all may know"; docs/rules/settled.md).
# Engine policies get nothing else.  The same record is reused for every decision of a deal.
VIEW = np.dtype(
    [
        ("players", _INT),
        ("in_play", _INT),  # seats that play this deal
        ("passive", _INT),  # the dealer who neither bids nor plays, -1 where every seat does
        ("seat", _INT),  # who decides
        ("dealer", _INT),
        ("obliged", _INT),  # 1 if the last to speak must name a suit
        ("forced", _INT),  # 1 in a forced deal
        ("round", _INT),  # 1 or 2 from the start of that round on; 0 in a forced deal
        ("declarer", _INT),
        ("trump", _INT),
        ("upcard", _INT),  # the card turned up: after an exchange the trump seven
        ("upcard_seat", _INT),  # who has it in hand (a passive dealer: among his five), -1 while it lies open
        ("freza", _INT),
        ("exchanger", _INT),  # who took the upcard for the seven
        ("took", _INT),  # the card he took
        ("hand", _INT),  # own cards: six in the auction, later those not yet played
        ("full", _INT),  # own hand after the exchange, complete (in the auction: the six)
        ("legal", _INT),  # cards: mask; auction: bit s = play in suit s, bit 4 = pass
        ("n_calls", _INT),  # calls made so far, forehand first
        ("trick", _INT),  # 1.. ; 0 in the auction
        ("leader", _INT),  # of the current trick
        ("lying", _INT),  # cards lying in the current trick
        ("void", _INT, _SEATS),  # bit s: the seat has shown that it has no suit s
        ("played", _INT, _SEATS),  # all cards each seat has played, current trick included
        ("tricks", _INT, _SEATS),  # tricks won
        ("points", _INT, _SEATS),  # card points in tricks won, without the last ten
        ("announced", _INT, _SEATS),  # class named; 0 silent, -1 has not spoken yet
        ("top", _INT, _SEATS),  # place of the top card where public
        ("shown", _INT, _SEATS),  # cards of sequences and fours laid open
        ("bella", _INT),  # seat whose bella is public
        ("plays", np.int8, (MAX_TRICKS, MAX_SEATS)),  # cards in the order of play, trick by trick
        ("leaders", np.int8, (MAX_TRICKS,)),
        ("pot", _INT),  # points waiting for this deal's winner
        ("target", _INT),  # 0: one deal
        ("scores", _INT, _SEATS),  # written before this deal; 0 for a deal on its own
        ("match_round", _INT),  # of two rounds: 1, 2, 3 the deciding deals; 0 elsewhere
    ],
    align=True,
)

# Outcomes of a deal, in the order of results.OUTCOMES; OPEN while it is being played.
OPEN, MADE, BAID, HANGING_BAID, ALL_PASS, REDEAL, INSTANT_WIN, CLAIM = range(8)

# What settled the contest of sequences; UNCONTESTED where at most one side holds one, or they do not count.
UNCONTESTED, BY_LENGTH, BY_TOP, BY_TRUMP, BY_TURN, BY_LAST_TRICK, BY_NOBODY, BY_BOTH = range(8)

FOUR_SEVENS, FEW_POINTS = 1, 2  # reasons for a redeal
FAULT_CALL, FAULT_CARD, FAULT_REDEAL, FAULT_EXCHANGE, FAULT_BELLA, FAULT_CLAIM = range(
    1, 7
)  # choices that are not legal
BY_DEFAULT = -1  # a plan: as the default player does

# One deal as only the referee knows it.  Together with VIEW (whose public fields it does not repeat) it is the
# whole state; every field is set anew for each deal.
TABLE = np.dtype(
    [
        ("deck", np.int8, (DECK,)),  # first of all; the bottom card first, then from the top downwards
        ("dealer", _INT),
        ("passive", _INT),  # as in the view
        ("obliged", _INT),
        ("forced", _INT),  # declarer of a forced deal, else -1
        ("first", _INT, _SEATS),  # first packets
        ("second", _INT, _SEATS),
        ("stock", _INT),  # place of the deck's card that is dealt next, -1: the second packets lie ready
        ("upcard", _INT),  # as turned up
        ("upcard_seat", _INT),  # who gets it with the second packets, -1: nobody
        ("freza", _INT),
        ("hand", _INT, _SEATS),  # cards still held
        ("full", _INT, _SEATS),  # complete hands after the exchange
        ("calls", np.int8, (MAX_CALLS,)),
        ("n_calls", _INT),
        ("declarer", _INT),
        ("trump", _INT),
        ("round", _INT),
        ("outcome", _INT),
        ("claimer", _INT),  # of a redeal, an instant win or an early end
        ("reason", _INT),  # of a redeal
        ("seq_key", _INT, _SEATS),  # 2 * (8 * class + top) + 1 if trump where trump matters; 0 without a sequence
        ("held_points", _INT, _SEATS),  # value of all sequences in the hand, whether they count or not
        ("held_terts_points", _INT, _SEATS),  # of those of three cards
        ("held_terts", _INT, _SEATS),  # how many of three cards
        ("held_longer", _INT, _SEATS),  # how many of more
        ("held_fours", _INT, _SEATS),  # how many fours of a kind
        ("four_points", _INT, _SEATS),  # value of all fours in the hand
        ("four_scorer", _INT),  # seat of the best four, -1: nobody has one
        ("say_class", _INT, _SEATS),  # class named with the first card
        ("say_top", _INT, _SEATS),  # top told after the first trick, -1: not told
        ("show", _INT, _SEATS),  # cards laid open after the first trick
        ("unbeaten", _INT),  # seats whose best sequence nobody beats, as bits
        ("scorers", _INT),  # seats whose sequences score unless a trick is still wanted
        ("tied", _INT),  # seats between whom the last trick decides
        ("decided_by", _INT),
        ("seq_scored", _INT, _SEATS),  # points scored for sequences
        ("bella_holder", _INT),
        # What a recorded deal did with its rights; BY_DEFAULT where nothing is recorded.
        ("redeal_plan", _INT),  # the seat that asks for a redeal, MAX_SEATS: nobody
        ("exchange_plan", _INT),  # 1: exchanged, 0: not
        ("bella_plan", _INT),  # trick in which bella is called, 0: never
        ("claim_plan", _INT),  # trick after which the match is claimed, 0: never
        ("bella_call", _INT),  # trick of the call, 0 none
        ("bella_lost", _INT),  # its first card lost to a card already lying (bella_to = first_trick_winner)
        ("bella_tricks", _INT, (2,)),  # tricks to which its first and second card were played
        ("bella_winners", _INT, (2,)),  # who won them
        ("bella_to", _INT),  # seat that scores it
        ("last_trick", _INT),
        ("totals", _INT, _SEATS),
        ("to_beat", _INT),  # the raw score that the declarer had to beat; 0 before it is judged
        ("written", _INT, _SEATS),
        ("next_dealer", _INT),
        ("fault", _INT),  # FAULT_...: a choice that is not legal; whose and where stands in the view
    ],
    align=True,
)

MAX_SHUFFLES = 4096  # of one match
DECIDING_DEALS = 3  # as a number of a match's round, after its two rounds

# What a deal inherits from the deals before it and hands on.
MATCH = np.dtype(
    [
        ("in_match", _INT),  # 0: a deal on its own; no target, no claim, no baid penalty
        ("dealer", _INT),
        ("forced", _INT),  # declarer of the next deal, if forced, else -1
        ("scores", _INT, _SEATS),
        ("baids", _INT, _SEATS),  # baids collected, hanging ones apart
        ("marks", _INT, _SEATS),  # the same with the hanging ones
        ("n_pots", _INT),
        ("pots", _INT, (MAX_SHUFFLES,)),  # oldest first
        ("dealer_pots", _INT, _SEATS),  # hanging = per_dealer
        ("n_left", _INT),  # pots left (and still standing in ``pots``) when the latest round ended
        ("dealers_left", _INT, _SEATS),  # the same for hanging = per_dealer
        # Two rounds: which one is played (3: the deciding deals, 0: no such form), who won the first two (the side's
        # lower seat, -1: not yet), how many deciding deals were played out since the last level count.
        ("match_round", _INT),
        ("round_winners", _INT, (2,)),
        ("deciding", _INT),
        ("round_over", _INT),  # 1 if the latest deal ended a round (not the match)
        ("over", _INT),
        ("winner", _INT),  # seat (in pairs the side's lower one) or -1
        ("burned", _INT),  # points still hanging when the match or a round ended, all rounds together
        ("payoff", np.float64, _SEATS),  # what each loser pays
    ],
    align=True,
)

MAX_DECISIONS = 64  # more than a deal can have
VIEW_SIZE = VIEW.itemsize

# Where a log is wanted: every decision's view (stored from ``address`` on) and what was chosen.
LOG = np.dtype([("address", _INT), ("count", _INT), ("chosen", _INT, (MAX_DECISIONS,))], align=True)


class Record(np.record):
    """A record whose fields come before numpy's own attributes (``round``, ``base``), as they do in compiled code."""

    def __getattribute__(self, name: str) -> Any:
        """The field of this name, else the attribute."""
        field = np.void.__getattribute__(self, "dtype").fields.get(name)
        return self.getfield(*field[:2]) if field else super().__getattribute__(name)


def new_record(kind: np.dtype[Any]) -> Any:
    """A record of one of these types, all zero."""
    return np.zeros(1, np.dtype((Record, kind)))[0]
