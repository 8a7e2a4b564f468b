"""Exact odds for a player who sees six cards and the upcard: his nine, the opponent's nine, and their contest."""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim.cards import FULL_PACK, RANK_LETTERS, Rank, card_text
from debertz_sim.errors import UserError
from debertz_sim.exact.contest import Table, contest_counts, holder_counts, judge
from debertz_sim.exact.fours import Fours, Ranks, cards_of, four_values, just, ways_to_get
from debertz_sim.exact.fours import contest_counts as contest_of_fours
from debertz_sim.exact.fours import held_counts as held_fours
from debertz_sim.exact.hand import SUITS, best_counts, redeal_rights
from debertz_sim.exact.own_place import Declarer, Seen, odds_at_places
from debertz_sim.exact.patterns import Hands
from debertz_sim.exact.seats import PLACES, may_exchange, require_contest
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
    FIRST_PACKET,
    FULL_HAND,
    UNSEEN,
    Counts,
    ExactValue,
    Group,
    MeldRules,
    add_counts,
    exact_values,
    tables_of,
)
from debertz_sim.sequences import SequenceTables

SECOND_PACKET = FULL_HAND - FIRST_PACKET
NINE_TERTS_RANK = 2 * (8 * 3 + 2) + 1  # a trump sequence of three whose top is the nine
ME, OPPONENT = 0, 1
NAMES = ("me", "opponent")
HIS: Group = (("seat", "opponent"),)

Bools = NDArray[np.bool_]


class Question(NamedTuple):
    """What is asked: the six cards (a mask), upcard, trump suit, and who may exchange the seven (none: nobody).

    ``gained``: cards, not among those six, that each of us is taken to get (masks).
    """

    hand: int
    upcard: int
    trump: int
    exchangers: tuple[int, ...]
    gained: tuple[int, int] = (0, 0)

    @property
    def held(self) -> tuple[int, int]:
        """What each of us is known to have in the end, before an exchange (masks)."""
        return self.hand | self.gained[ME], self.gained[OPPONENT]

    @property
    def unseen(self) -> int:
        """Mask of the cards of which nothing is known: 25 if none is taken to be gained."""
        return FULL_PACK & ~self.held[ME] & ~self.held[OPPONENT] & ~(1 << self.upcard)

    @property
    def picks(self) -> tuple[int, int]:
        """How many unknown cards each of us gets."""
        return SECOND_PACKET - self.gained[ME].bit_count(), FULL_HAND - self.gained[OPPONENT].bit_count()

    def suit(self, suit: int) -> tuple[tuple[int, int], int]:
        """One suit of what we have, and of the unseen cards, as ranks."""
        mine, his = (cards >> 8 * suit & 255 for cards in self.held)
        return (mine, his), self.unseen >> 8 * suit & 255


class Melds(NamedTuple):
    """What both players hold in many deals, in all suits or in trumps alone; every array ``(n,)``, mine first."""

    ranks: tuple[IntArray, IntArray]
    points: tuple[IntArray, IntArray]
    bella: tuple[IntArray, IntArray]

    def contest(self, weights: IntArray, place: str) -> Hands:
        """Both hands in the order of turn, me being at ``place``."""
        hands = Hands(np.stack(self.ranks), np.stack(self.points) * weights, weights)
        return hands.ordered((ME, OPPONENT) if place == "forehand" else (OPPONENT, ME))


class Trumps(NamedTuple):
    """Every way the trump suit can lie, and what both hold there before the seven exchange and as it would be after it.

    ``taken``: cards picked by both; ``can``: bool ``(2, n)``, whether this player may exchange; ``doubtful``: whether
    he may, but would break a terts 9-8-7, the upcard not being the jack; ``weights``: how often this way occurs, in
    units of 1 / ``scale``.
    """

    taken: IntArray
    before: Melds
    after: Melds
    can: Bools
    doubtful: Bools
    weights: IntArray
    scale: int


class Deals(NamedTuple):
    """All deals: plain suits at places ``i`` with trumps at places ``j``; ``weights`` in the unit of the trumps'."""

    plain: Tally
    trumps: Trumps
    i: IntArray
    j: IntArray
    weights: IntArray


def my_hand_odds(
    rules: MeldRules,
    hand: int,
    upcard: int,
    trump: int | None = None,
    after_exchange: bool = False,
    declarer: Declarer = "me",
) -> list[ExactValue]:
    """Exact odds of melds for ``hand``, a mask of six cards (bit ``8 * suit + rank``), and the card ``upcard``.

    My second packet and the opponent's nine are random cards of the 25 unseen.  ``trump`` is a suit 0..3 (None: the
    upcard's).  With ``after_exchange`` the default player of RULES.md section 3 (``seven_exchange``,
    ``terts_question``) has changed the seven of trump, on either side; this needs trump to be the upcard's suit and
    is without effect otherwise.  ``declarer`` matters for ``seven_exchange = declarer`` alone.

    Group {} is mine, {seat: opponent} his.  The contest's values have ``i_am`` forehand or dealer.  Since a player who
    may ask about his terts decides by who would win a tie, the other values too can depend on my place: then {} is
    the mean of both places, and values with ``i_am`` stand beside.  ``redeal_right`` is judged before the exchange.
    Fours, where the rules count them: ``any_four``, ``four_of_a_kind``, ``four_points``, ``four_winner``,
    ``four_points_scored``.  Three and four seats: see ``own_place.odds_at_places``.
    Raises ``UserError`` for wrong cards, for an exchange among more than two players, and for ``form = terts``.
    """
    require_contest(rules)
    suit = upcard >> 3 if trump is None else trump
    _require_cards(hand, upcard, suit)
    if rules.players > 2:
        if after_exchange and may_exchange(rules, upcard, suit):
            raise UserError(
                f"after the exchange: counted for two players only, not {rules.players}; leave it out, or sample"
            )
        return odds_at_places(rules, Seen(hand, upcard, suit), declarer)
    exchangers = _exchangers(rules, declarer) if after_exchange and suit == upcard >> 3 else ()
    question = Question(hand, upcard, suit, exchangers)
    deals = _deals(rules, question)
    total = comb(UNSEEN, SECOND_PACKET) * comb(UNSEEN - SECOND_PACKET, FULL_HAND) * deals.trumps.scale

    marginal: dict[str, Counts] = {}
    contest: list[ExactValue] = []
    for place in PLACES[rules.players]:
        names = NAMES if place == "forehand" else NAMES[::-1]
        melds = _after_exchange(rules, place, deals)
        hands = melds.contest(deals.weights, place)
        marginal[place] = _held(rules, melds, deals.weights)
        counts = holder_counts(hands) | contest_counts(rules.sequence_tie, hands, Table(names, names))
        if worth := four_values(rules):
            fours = _fours(rules, place, question, list(worth))
            marginal[place] |= held_fours(worth, fours, ME) | held_fours(worth, fours, OPPONENT, HIS)
            counts |= contest_of_fours(worth, fours, NAMES)
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


def _deals(rules: MeldRules, question: Question) -> Deals:
    tables = tables_of(rules)
    mine, his = question.picks
    suits = [pair_suit(tables, False, *question.suit(suit)) for suit in SUITS if suit != question.trump]
    plain = combine(suits, {"picked0": mine, "picked1": his})
    trumps = _trump_deals(rules, tables, question)
    i, j = partners(cards_taken(plain), trumps.taken, mine << 5 | his)
    return Deals(plain, trumps, i, j, plain.counts[i] * trumps.weights[j])


def _trump_deals(rules: MeldRules, tables: SequenceTables, question: Question) -> Trumps:
    """Every way the trump suit can lie, with the exchanges that are possible."""
    held, unseen = question.suit(question.trump)
    picks = np.stack(ways_for_two(unseen))
    can = np.zeros(picks.shape, np.bool_)
    for player in question.exchangers:
        can[player] = (picks[player] | held[player]) & SEVEN == SEVEN
    weights, scale = np.ones_like(picks[ME]), 1
    if rules.seven_from_first_packet:
        can[ME] &= question.hand >> 8 * question.trump & SEVEN == SEVEN
        # Each of the opponent's nine is in his first packet in 2 of 3 deals; the third is listed apart, unexchanged.
        late = can[OPPONENT]
        weights = np.concatenate([np.where(late, 2, 3), np.ones(late.sum(), np.int64)])
        scale = 3
        picks = np.concatenate([picks, picks[:, late]], axis=1)
        can = np.concatenate([can, np.zeros((2, late.sum()), np.bool_)], axis=1)
    holdings = picks | np.array(held)[:, None]
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
        can,
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


def _after_exchange(rules: MeldRules, place: str, deals: Deals) -> Melds:
    """The melds of both when the default player has decided about the seven, me being at ``place``."""
    before = _whole(deals.plain, deals.i, deals.trumps.before, deals.j)
    after = _whole(deals.plain, deals.i, deals.trumps.after, deals.j)
    keeps = _keeps(rules, place, deals).any(axis=0)

    def chosen(pair: str) -> tuple[IntArray, IntArray]:
        mine, his = (np.where(keeps, b, a) for b, a in zip(getattr(before, pair), getattr(after, pair), strict=True))
        return mine, his

    return Melds(chosen("ranks"), chosen("points"), chosen("bella"))


def _keeps(rules: MeldRules, place: str, deals: Deals) -> Bools:
    """Whether each player could exchange but does not, ``(2, n)``.

    He keeps the seven for a terts 9-8-7 that would score; where he may not ask, for one that is his best sequence.
    """
    before = _whole(deals.plain, deals.i, deals.trumps.before, deals.j)
    worth = [_worth_keeping(rules, place, before, player) for player in (ME, OPPONENT)]
    keeps: Bools = deals.trumps.doubtful[:, deals.j] & np.stack(worth)
    return keeps


def _fours(rules: MeldRules, place: str, question: Question, letters: list[str]) -> Fours:
    """Our fours of the ranks ``letters`` when the default player has decided about the seven, me being at ``place``.

    In the units of the weights of deals.  The exchange can complete the four of the upcard, and break four sevens.
    """
    upcard, seven = RANK_LETTERS[question.upcard & 7], 1 << 8 * question.trump
    scale = 3 if rules.seven_from_first_packet else 1

    def at_least(fours: tuple[Ranks, ...]) -> int:
        takes = [upcard in ranks for ranks in fours]
        asks = any(takes) or any("7" in ranks for ranks in fours)
        wanted = [cards_of(ranks) for ranks in fours]
        for player in (ME, OPPONENT):
            if takes[player]:
                wanted[player] = wanted[player] & ~(1 << question.upcard) | seven
        mine, his = wanted[ME] & ~question.hand, wanted[OPPONENT]
        ways = 0 if mine & his else ways_to_get((mine, his), question.unseen, question.picks)
        if not asks or not ways:
            return ways * scale
        deals = _deals(rules, question._replace(gained=(mine, his)))
        exchanges = deals.trumps.can[:, deals.j] & ~_keeps(rules, place, deals)
        fits = np.ones(len(deals.weights), np.bool_)
        for player, ranks in enumerate(fours):
            if takes[player]:
                fits &= exchanges[player]
            if "7" in ranks:
                fits &= ~exchanges[player]
        return int(deals.weights[fits].sum())

    return just(letters, 2, at_least)


def _worth_keeping(rules: MeldRules, place: str, before: Melds, player: int) -> Bools:
    """Whether the player would keep his terts 9-8-7, had he one, in each deal ``(n,)``."""
    if not rules.terts_question:
        best: Bools = before.ranks[player] == NINE_TERTS_RANK
        return best
    turn = (ME, OPPONENT) if place == "forehand" else (OPPONENT, ME)
    judged = judge(rules.sequence_tie, np.stack([before.ranks[who] for who in turn]), Table(NAMES, NAMES))
    own = turn.index(player)
    scores: Bools = judged.scores[own] | judged.waits[own]
    return scores


def _held(rules: MeldRules, melds: Melds, weights: IntArray) -> Counts:
    """What I hold (group {}) and what the opponent holds (seat), whoever wins the contest."""
    counts: Counts = {}
    totals = np.union1d(*melds.points)
    for player, group in ((ME, ()), (OPPONENT, HIS)):
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


def cards_taken(pairs: Tally) -> IntArray:
    """The numbers of cards both hands picked, as one number that adds over suits."""
    return pairs["picked0"] << 5 | pairs["picked1"]
