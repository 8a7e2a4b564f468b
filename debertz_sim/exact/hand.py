"""Exact chances of what one hand of n cards from the pack holds (RULES.md section 7)."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np

from debertz_sim.cards import FULL_PACK, RANK_LETTERS
from debertz_sim.errors import UserError
from debertz_sim.exact.fours import count_fours, four_values
from debertz_sim.exact.fours import held_counts as held_fours
from debertz_sim.exact.suits import hand_suit, ways
from debertz_sim.exact.tally import Field, IntArray, Tally, combine, tally
from debertz_sim.exact.values import FULL_HAND, Counts, ExactValue, MeldRules, classes_of, exact_values, tables_of
from debertz_sim.rules import card_points

PACK = 32
LARGEST_HAND = 16
SUITS = range(4)
# Card points of a whole pack stay below 256 in every counting of tricks.
POINT_FIELDS = (Field("picked", 5, True), Field("points", 8, True))


def hand_odds(rules: MeldRules, hand_size: int) -> list[ExactValue]:
    """Exact chances of melds in ``hand_size`` random cards of the 32 (1 to 16), trump being a fixed suit.

    Metrics and groups are those of the command ``odds``: sequences as ``rules`` cut and value them; runs by their whole
    length; bella and four of a kind as held, whether or not the rules count them; ``any_four`` and ``four_points``
    where they count fours; ``redeal_right`` for a full hand only, and for the rights that the rules give.  Classes
    beside ``best_is_terts`` and ``best_is_fifty`` are named ``best_is_run5`` and so on.
    Raises ``UserError`` for another hand size.
    """
    if not 1 <= hand_size <= LARGEST_HAND:
        raise UserError(f"hand size: {hand_size} cards cannot be counted (it takes 1 to {LARGEST_HAND})")
    tables = tables_of(rules)
    strength = rules.sequence_order == "strength"
    # Hands up to a full one are kept, so that values which need more cards than these are listed, as 0.
    largest = max(hand_size, FULL_HAND)
    suits = [hand_suit(tables, strength, suit == 0) for suit in SUITS]
    every = combine(suits, {"picked": largest})
    hands = every.select(every["picked"] == hand_size)
    counts = best_counts(rules, hands["rank"], hands.counts)
    for metric, name, column in (("sequence_points", "points", "points"), ("sequences_count", "count", "sequences")):
        for value in np.unique(every[column]):
            counts[metric, ((name, int(value)),)] = int(hands.counts[hands[column] == value].sum())
    for length in range(3, 9):
        counts["run_at_least", (("length", length),)] = int(hands.counts[hands["longest"] >= length].sum())
    bella = hands["bella"] == 1
    counts["bella", ()] = int(hands.counts[bella].sum())
    counts["bella_and_sequence", ()] = int(hands.counts[bella & (hands["rank"] > 0)].sum())
    for rank in RANK_LETTERS:
        counts["four_of_a_kind", (("rank", rank),)] = comb(PACK - 4, hand_size - 4) if hand_size >= 4 else 0
    if worth := four_values(rules):
        counts |= held_fours(worth, count_fours(list(worth), (0,), FULL_PACK, (hand_size,)), 0)
    values = exact_values(counts, comb(PACK, hand_size))
    if hand_size == 6 + rules.second_packet:
        values += redeal_rights(rules, 0, FULL_PACK, hand_size)
    return values


def best_counts(rules: MeldRules, rank: IntArray, weights: IntArray) -> Counts:
    """Numbers of hands with any sequence and by the class of the best, from ``rank`` and ``weights``, both ``(n,)``."""
    counts: Counts = {("any_sequence", ()): int(weights[rank > 0].sum())}
    length = rank >> 4
    classes = classes_of(rules)
    # With sequence_rank = length the best is a whole run; its class is that of the longest piece with a value.
    valued = sorted(int(n) for n in rules.sequence_points)
    bounds = dict(zip(valued, [*valued[1:], 9], strict=True))
    for least, kind in classes.items():
        inside = (length >= least) & (length < bounds.get(least, least))
        counts[f"best_is_{kind}", ()] = int(weights[inside].sum())
    return counts


def redeal_rights(rules: MeldRules, held: int, free: int, full: int) -> list[ExactValue]:
    """``redeal_right`` for each right the rules give, of a hand that has ``held`` and gets random cards of ``free``.

    ``held``, ``free``: masks of cards without a common card; ``full``: cards in the full hand.  Points count with trump
    as a plain suit (RULES.md section 3); a hand with both rights counts in both.
    """
    picks, cards = full - held.bit_count(), free.bit_count()
    found = []
    if rules.redeal_four_sevens:
        sevens = sum(1 << 8 * suit for suit in SUITS)
        missing = (sevens & ~held).bit_count()
        possible = sevens & ~(held | free) == 0 and missing <= picks
        number = comb(cards - missing, picks - missing) if possible else 0
        found.append(ExactValue("redeal_right", {"kind": "four_sevens"}, Fraction(number, comb(cards, picks))))
    if rules.redeal_max_points != "none":
        hands = combine([_point_suit(rules, held, free, suit) for suit in SUITS], {"picked": picks})
        few = (hands["picked"] == picks) & (hands["points"] <= int(rules.redeal_max_points))
        number = int(hands.counts[few].sum())
        found.append(ExactValue("redeal_right", {"kind": "points"}, Fraction(number, comb(cards, picks))))
    return found


def _point_suit(rules: MeldRules, held: int, free: int, suit: int) -> Tally:
    """Cards picked and plain card points of the whole holding, for one suit."""
    picks = ways(free >> 8 * suit & 255)
    holding = picks | (held >> 8 * suit & 255)
    plain = np.array(card_points(rules.trick_points)[0], np.int64)
    points = (holding[:, None] >> np.arange(8) & 1) @ plain
    return tally(POINT_FIELDS, [np.bitwise_count(picks).astype(np.int64), points], np.ones_like(picks))
