"""Exact odds for a player who sees six cards and the upcard: his nine, the opponent's nine, and their contest."""

from __future__ import annotations

from math import comb
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim.cards import FULL_PACK, Rank, card_text
from debertz_sim.errors import UserError
from debertz_sim.exact.contest import Hands, Winner, cards_taken, contest_counts, require_two, winners
from debertz_sim.exact.hand import SUITS, best_counts, redeal_rights
from debertz_sim.exact.suits import (
    SEVEN,
    has_bella,
    holds_nine_terts,
    pair_suit,
    points_of,
    rank_of,
    ways_for_two,
)
from debertz_sim.exact.tally import IntArray, Tally, combine, partners
from debertz_sim.exact.values import (
    FULL_HAND,
    Counts,
    ExactValue,
    MeldRules,
    add_counts,
    exact_values,
    tables_of,
)
from debertz_sim.sequences import SequenceTables

FIRST_PACKET = 6
SECOND_PACKET = FULL_HAND - FIRST_PACKET
UNSEEN = 25
NINE_TERTS_RANK = 2 * (8 * 3 + 2) + 1  # a trump sequence of three whose top is the nine
ME, OPPONENT = 0, 1

Bools = NDArray[np.bool_]


class Question(NamedTuple):
    """What is asked: the six cards (a mask), upcard, trump suit, and who may exchange the seven (none: nobody)."""

    hand: int
    upcard: int
    trump: int
    exchangers: tuple[int, ...]

    @property
    def unseen(self) -> int:
        """Mask of the 25 cards that are neither mine nor the upcard."""
        return FULL_PACK & ~self.hand & ~(1 << self.upcard)


class Melds(NamedTuple):
    """What both players hold in many deals, in all suits or in trumps alone; every array ``(n,)``, mine first."""

    ranks: tuple[IntArray, IntArray]
    points: tuple[IntArray, IntArray]
    bella: tuple[IntArray, IntArray]

    def contest(self, weights: IntArray, place: str) -> Hands:
        """Both hands in the order of turn, me being at ``place``."""
        hands = Hands(*self.ranks, *self.points, weights)
        return hands if place == "forehand" else hands.turned()


class Trumps(NamedTuple):
    """Every way the trump suit can lie, and what both hold there before the seven exchange and as it would be after it.

    ``taken``: cards picked by both; ``doubtful``: bool ``(2, n)``, whether this player could exchange, but would break
    a terts 9-8-7, the upcard not being the jack; ``weights``: how often this way occurs, in units of 1 / ``scale``.
    """

    taken: IntArray
    before: Melds
    after: Melds
    doubtful: Bools
    weights: IntArray
    scale: int


def my_hand_odds(
    rules: MeldRules,
    hand: int,
    upcard: int,
    trump: int | None = None,
    after_exchange: bool = False,
    declarer: Literal["me", "opponent"] = "me",
) -> list[ExactValue]:
    """Exact odds of melds for ``hand``, a mask of six cards (bit ``8 * suit + rank``), and the card ``upcard``.

    My second packet and the opponent's nine are random cards of the 25 unseen.  ``trump`` is a suit 0..3 (None: the
    upcard's).  With ``after_exchange`` the default player of RULES.md section 3 (``seven_exchange``,
    ``terts_question``) has changed the seven of trump, on either side; this needs trump to be the upcard's suit and
    is without effect otherwise.  ``declarer`` matters for ``seven_exchange = declarer`` alone.

    Group {} is mine, {seat: opponent} his.  The contest's values have ``i_am`` forehand or dealer.  Since a player who
    may ask about his terts decides by who would win a tie, the other values too can depend on my place: then {} is
    the mean of both places, and values with ``i_am`` stand beside.  ``redeal_right`` is judged before the exchange.
    Raises ``UserError`` for wrong cards and for more than two players.
    """
    require_two(rules)
    suit = upcard >> 3 if trump is None else trump
    _require_cards(hand, upcard, suit)
    exchangers = _exchangers(rules, declarer) if after_exchange and suit == upcard >> 3 else ()
    question = Question(hand, upcard, suit, exchangers)
    tables = tables_of(rules)
    trumps = _trump_deals(rules, tables, question)
    plain = _plain_suits(tables, question)
    i, j = partners(cards_taken(plain), trumps.taken, SECOND_PACKET << 5 | FULL_HAND)
    weights = plain.counts[i] * trumps.weights[j]
    total = comb(UNSEEN, SECOND_PACKET) * comb(UNSEEN - SECOND_PACKET, FULL_HAND) * trumps.scale

    marginal: dict[str, Counts] = {}
    contest: list[ExactValue] = []
    for place in ("forehand", "dealer"):
        melds = _after_exchange(rules, place, plain, i, trumps, j)
        marginal[place] = _held(rules, melds, weights)
        names = ("me", "opponent") if place == "forehand" else ("opponent", "me")
        counts = contest_counts(rules.sequence_tie, melds.contest(weights, place), names)
        contest += exact_values(counts, total, (("i_am", place),))
    return _both_places(marginal, total) + _redeals(rules, question) + contest


def _require_cards(hand: int, upcard: int, trump: int) -> None:
    if not 0 <= hand <= FULL_PACK or hand.bit_count() != FIRST_PACKET:
        raise UserError(f"hand: {hand.bit_count()} cards (it takes {FIRST_PACKET} different cards)")
    if not 0 <= upcard < 32:
        raise UserError(f"upcard: {upcard} is no card (it takes 0 to 31, 8 * suit + rank)")
    if hand >> upcard & 1:
        raise UserError(f"upcard: {card_text(upcard)} is in the hand too (it takes a card that is not)")
    if trump not in SUITS:
        raise UserError(f"trump: {trump} is no suit (it takes 0 to 3 for s c d h)")


def _exchangers(rules: MeldRules, declarer: str) -> tuple[int, ...]:
    """The players who may change the seven of trump."""
    by_rule = {"none": (), "any": (ME, OPPONENT), "declarer": (ME,) if declarer == "me" else (OPPONENT,)}
    return by_rule[rules.seven_exchange]


def _plain_suits(tables: SequenceTables, question: Question) -> Tally:
    suits = [
        pair_suit(tables, False, question.hand >> 8 * suit & 255, question.unseen >> 8 * suit & 255)
        for suit in SUITS
        if suit != question.trump
    ]
    return combine(suits, {"picked0": SECOND_PACKET, "picked1": FULL_HAND})


def _trump_deals(rules: MeldRules, tables: SequenceTables, question: Question) -> Trumps:
    """Every way the trump suit can lie, with the exchanges that are possible."""
    shift = 8 * question.trump
    held = question.hand >> shift & 255
    picks = np.stack(ways_for_two(question.unseen >> shift & 255))
    can = np.zeros(picks.shape, np.bool_)
    for player in question.exchangers:
        can[player] = (picks[player] | (held if player == ME else 0)) & SEVEN == SEVEN
    weights, scale = np.ones_like(picks[ME]), 1
    if rules.seven_from_first_packet:
        can[ME] &= held & SEVEN == SEVEN
        # Each of the opponent's nine is in his first packet in 2 of 3 deals; the third is listed apart, unexchanged.
        late = can[OPPONENT]
        weights = np.concatenate([np.where(late, 2, 3), np.ones(late.sum(), np.int64)])
        scale = 3
        picks = np.concatenate([picks, picks[:, late]], axis=1)
        can = np.concatenate([can, np.zeros((2, late.sum()), np.bool_)], axis=1)
    holdings = picks | np.array([[held], [0]])
    after = np.where(can, holdings & ~SEVEN | 1 << (question.upcard & 7), holdings)
    doubtful = np.zeros_like(can)
    if rules.sequence_order == "natural" and question.upcard & 7 != Rank.JACK:
        lengths = tuple(sorted(int(length) for length in rules.sequence_points))
        doubtful = can & holds_nine_terts(lengths)[holdings]
    taken = np.bitwise_count(picks).astype(np.int64)
    return Trumps(
        taken[ME] << 5 | taken[OPPONENT],
        _trump_melds(tables, *holdings),
        _trump_melds(tables, *after),
        doubtful,
        weights,
        scale,
    )


def _trump_melds(tables: SequenceTables, mine: IntArray, his: IntArray) -> Melds:
    return Melds(
        (rank_of(tables, True, mine), rank_of(tables, True, his)),
        (points_of(tables, True, mine), points_of(tables, True, his)),
        (has_bella(mine), has_bella(his)),
    )


def _whole(plain: Tally, i: IntArray, trumps: Melds, j: IntArray) -> Melds:
    """The melds of whole hands: plain suits at places ``i``, trumps at places ``j``."""
    return Melds(
        (np.maximum(plain["rank0"][i], trumps.ranks[ME][j]), np.maximum(plain["rank1"][i], trumps.ranks[OPPONENT][j])),
        (plain["points0"][i] + trumps.points[ME][j], plain["points1"][i] + trumps.points[OPPONENT][j]),
        (trumps.bella[ME][j], trumps.bella[OPPONENT][j]),
    )


def _after_exchange(rules: MeldRules, place: str, plain: Tally, i: IntArray, trumps: Trumps, j: IntArray) -> Melds:
    """The melds of both when the default player has decided about the seven, me being at ``place``.

    He keeps it for a terts 9-8-7 that would score; where he may not ask, for one that is his best sequence.
    """
    before = _whole(plain, i, trumps.before, j)
    after = _whole(plain, i, trumps.after, j)
    keeps = np.zeros(len(i), np.bool_)
    for player in (ME, OPPONENT):
        keeps |= trumps.doubtful[player, j] & _worth_keeping(rules, place, before, player)

    def chosen(pair: str) -> tuple[IntArray, IntArray]:
        mine, his = (np.where(keeps, b, a) for b, a in zip(getattr(before, pair), getattr(after, pair), strict=True))
        return mine, his

    return Melds(chosen("ranks"), chosen("points"), chosen("bella"))


def _worth_keeping(rules: MeldRules, place: str, before: Melds, player: int) -> Bools:
    """Whether the player would keep his terts 9-8-7, had he one, in each deal ``(n,)``."""
    if not rules.terts_question:
        best: Bools = before.ranks[player] == NINE_TERTS_RANK
        return best
    first = ME if place == "forehand" else OPPONENT
    winner = winners(rules.sequence_tie, before.ranks[first], before.ranks[1 - first])
    own = Winner.FIRST if player == first else Winner.SECOND
    scores: Bools = (winner == own) | (winner == Winner.BOTH) | (winner == Winner.OPEN)
    return scores


def _held(rules: MeldRules, melds: Melds, weights: IntArray) -> Counts:
    """What I hold (group {}) and what the opponent holds (seat), whoever wins the contest."""
    counts: Counts = {}
    totals = np.union1d(*melds.points)
    for player, group in ((ME, ()), (OPPONENT, (("seat", "opponent"),))):
        points = melds.points[player]
        own = best_counts(rules, melds.ranks[player], weights)
        for total in totals:
            own["sequence_points", (("points", int(total)),)] = int(weights[points == total].sum())
        own["bella", ()] = int(weights[melds.bella[player] == 1].sum())
        counts |= {(metric, (*group, *rest)): number for (metric, rest), number in own.items()}
    return counts


def _both_places(marginal: dict[str, Counts], total: int) -> list[ExactValue]:
    """The mean over my two places, and each place's own value where they differ."""
    both = add_counts(marginal.values())
    values = exact_values(both, total * len(marginal))
    for place, counts in marginal.items():
        differing = {name: counts.get(name, 0) for name in both if counts.get(name, 0) * len(marginal) != both[name]}
        values += exact_values(differing, total, (("i_am", place),))
    return values


def _redeals(rules: MeldRules, question: Question) -> list[ExactValue]:
    """My and the opponent's rights to a redeal, on the nine cards dealt."""
    his = redeal_rights(rules, 0, question.unseen, FULL_HAND)
    return redeal_rights(rules, question.hand, question.unseen, FULL_HAND) + [
        ExactValue(value.metric, {"seat": "opponent", **value.group}, value.value) for value in his
    ]
