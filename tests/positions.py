"""Deals laid on a table card by card, with what they inherit from their match, for two, three and four seats.

Stacked ones come from packs that give long sequences, four of a kind, the same sequence to several seats, scores near
the target and pots more often than a shuffle does.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any

from debertz_sim.kernels.match import open_match
from debertz_sim.rules import RuleSet

FIRST_PACKET = 6
PASSIVE_CARDS = 5  # the upcard among them


@dataclass(frozen=True)
class Position:
    """A deal with what it inherits: packets (seat-indexed), upcard, freza, and the state of the match."""

    dealer: int
    first: list[list[int]]
    upcard: int
    second: list[list[int]]
    freza: int | None
    """None where the whole pack is dealt."""
    pots: list[int]
    forced: int | None
    scores: list[int] | None
    """None for a deal on its own."""
    baids: list[int]
    match_round: int = 0
    """1, 2 or 3 in a match of two rounds."""
    round_winner: int | None = None
    """Of the first of two rounds, the lower seat."""
    deciding: int = 0
    """Deciding deals played out before."""

    def with_upcard_for(self, seat: int) -> Position:
        """The same first packets with the upcard going to this seat, which is dealt one second card less."""
        second = [list(packet) for packet in self.second]
        short = min(range(len(second)), key=lambda other: len(second[other]))
        if short != seat:
            second[short].append(second[seat].pop())
        return replace(self, second=second)


def side_numbers(rules: RuleSet, numbers: list[int]) -> list[int]:
    """A number a seat, with the lower partner's at both in pairs."""
    return [numbers[seat % 2] if rules.sides == "pairs" else numbers[seat] for seat in range(rules.players)]


def stacked_pack(dice: random.Random) -> list[int]:
    """The 32 cards in an order that tends to give one hand neighbours of a suit or of a rank, or no order at all.

    A pack cut into blocks of ranks tends to give several hands the same sequence in different suits.
    """
    suits = dice.sample(range(4), 4)
    order = dice.choice(("suit", "suit", "block", "rank"))
    first_cut = dice.randrange(2, 5)
    blocks = [(rank >= first_cut) + (rank >= first_cut + 3) for rank in range(8)]
    noise = dice.choice((0.5, 2, 5, 100))

    if order == "rank":
        places = [4 * rank + suit for suit in suits for rank in range(8)]
    else:
        apart = blocks if order == "block" else [0] * 8
        places = [32 * apart[rank] + 8 * suit + rank for suit in suits for rank in range(8)]
    gauss = dice.gauss
    keys = [place + gauss(0, noise) for place in places]
    pack = sorted(range(32), key=keys.__getitem__)
    start = dice.randrange(32)
    return pack[start:] + pack[:start]


def dealt(rules: RuleSet, dealer: int, pack: list[int]) -> Position:
    """A deal on its own from some order of the pack: first packets, second ones, upcard and freza."""
    seats = range(rules.players)
    cut = [0 if rules.passive_dealer and seat == dealer else FIRST_PACKET for seat in seats]
    sizes = [size + rules.second_packet if size else PASSIVE_CARDS for size in cut]
    hands = [pack[sum(sizes[:seat]) : sum(sizes[: seat + 1])] for seat in seats]
    rest = pack[sum(sizes) :]
    upcard, freza = (rest[0], rest[1]) if rest else (hands[dealer].pop(), None)
    first = [hand[:size] for hand, size in zip(hands, cut, strict=True)]
    second = [hand[size:] for hand, size in zip(hands, cut, strict=True)]
    return Position(dealer, first, upcard, second, freza, [], None, None, [0] * rules.players)


def stacked_position(rules: RuleSet, dice: random.Random) -> Position:
    """A deal from a stacked pack, often late in a match, with pots where they can stand."""
    seats = range(rules.players)
    dealer = dice.choice(seats)
    passive = dealer if rules.passive_dealer else None
    pack = stacked_pack(dice)
    hands: list[list[int]] = [[] for _ in seats]
    for seat in dice.sample(seats, rules.players):
        size = PASSIVE_CARDS if seat == passive else FIRST_PACKET + rules.second_packet
        hands[seat], pack = pack[:size], pack[size:]
        if dice.random() < 0.5:
            dice.shuffle(hands[seat])
    upcard, freza = _cards_turned(rules, hands, pack, dealer, dice)
    cut = [0 if seat == passive else FIRST_PACKET for seat in seats]
    first = [hand[:size] for hand, size in zip(hands, cut, strict=True)]
    second = [hand[size:] for hand, size in zip(hands, cut, strict=True)]
    pots: list[int] = []
    if rules.hanging not in ("void", "each_own") and dice.random() < 0.5:
        pots = [dice.randrange(1, 120) for _ in range(3 if rules.hanging == "queue" else 1)]
    forced = None
    if rules.hanging == "forced_deal" and pots and dice.random() < 0.7:
        forced = dice.choice([seat for seat in seats if seat != passive])
    scores = None
    if dice.random() < 0.7:
        target = rules.target
        near = [0 if isinstance(target, str) else target - dice.randrange(1, 150) for _ in seats]
        scores = side_numbers(rules, near)
    baids = side_numbers(rules, [dice.randrange(4) for _ in seats])
    position = Position(dealer, first, upcard, second, freza, pots, forced, scores, baids)
    return _in_a_round(position, dice) if rules.form == "two_rounds" and scores else position


def _cards_turned(
    rules: RuleSet, hands: list[list[int]], rest: list[int], dealer: int, dice: random.Random
) -> tuple[int, int | None]:
    """Upcard and freza; where the whole pack is dealt the upcard is taken from the hand it goes to (or may go to)."""
    if not rest:
        owner = dice.randrange(len(hands)) if rules.upcard_to == "declarer" else dealer
        return hands[owner].pop(dice.randrange(len(hands[owner]))), None
    upcard, freza = dice.sample(rest, 2)
    if dice.random() < 0.3:  # an upcard from the middle of the runs
        place = dice.randrange(len(hands[0]))
        upcard, hands[0][place] = hands[0][place], upcard
    return upcard, freza


def _in_a_round(position: Position, dice: random.Random) -> Position:
    """One of the rounds of a match of two rounds; in the deciding deals scores may be any."""
    match_round = dice.randrange(1, 4)
    winner = dice.randrange(2) if match_round > 1 else None
    if match_round < 3:
        return replace(position, match_round=match_round, round_winner=winner)
    sums = [dice.randrange(-100, 700) for _ in range(2)]
    return replace(position, match_round=3, round_winner=winner, scores=2 * sums, deciding=dice.randrange(4))


def lay_out(rules: RuleSet, desk: Any, position: Position) -> None:
    """Put a position on a desk: packets on the table, the rest in the match."""
    m = desk.m
    open_match(m, position.dealer)
    lay_packets(desk, position.first, position.upcard, position.second, position.freza)
    if position.forced is not None:
        m.forced = position.forced
    if rules.hanging == "per_dealer":
        m.dealer_pots[position.dealer] = sum(position.pots)
    else:
        m.n_pots = len(position.pots)
        m.pots[: m.n_pots] = position.pots
    if position.scores is not None:
        m.in_match = 1
        m.match_round = position.match_round or int(rules.form == "two_rounds")
        m.scores[: rules.players] = position.scores
        m.baids[: rules.players] = position.baids
    if position.match_round > 1:
        m.deciding = position.deciding
        m.round_winners[0] = position.round_winner
        if position.match_round == 3:
            m.round_winners[1] = 1 - m.round_winners[0]


def lay_packets(desk: Any, first: list[list[int]], upcard: int, second: list[list[int]], freza: int | None) -> None:
    """Put the cards of a deal on a table."""
    for seat, packets in enumerate(zip(first, second, strict=True)):
        desk.t.first[seat], desk.t.second[seat] = map(mask, packets)
    desk.t.upcard, desk.t.freza = upcard, -1 if freza is None else freza


def cards_of(hand: int) -> list[int]:
    """The cards of a mask, ascending."""
    return [card for card in range(32) if hand >> card & 1]


def mask(cards: list[int]) -> int:
    """Cards as a mask."""
    return sum(1 << card for card in cards)
