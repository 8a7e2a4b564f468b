"""Every deal that agrees with what a seat has seen, by plain enumeration: deal the unseen cards in all ways, play the
recorded calls and cards again, and keep the deals in which the seat would see the same."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from tests.reference.cards import mask
from tests.reference.deal import OutOfChoices, ReferenceError_, run_deal
from tests.reference.seats import Seats
from tests.reference.table import Before, Table

FIRST_PACKET = 6


def cards_in(hand: int) -> set[int]:
    """The cards of a mask."""
    return {card for card in range(32) if hand >> card & 1}


def splits(cards: set[int], sizes: list[int]) -> Iterator[list[set[int]]]:
    """All ways to deal some of the cards into hands of these sizes."""
    if not sizes:
        yield []
        return
    for chosen in combinations(sorted(cards), sizes[0]):
        for rest in splits(cards - set(chosen), sizes[1:]):
            yield [set(chosen), *rest]


def same_view(
    rules: dict[str, Any], view: dict[str, Any], full: list[set[int]], calls: list[int], exchange: str = "default"
) -> bool:
    """Whether the seat whose view it is would see the same with these full hands (after an exchange, by seat).

    ``calls`` are those of the auction.  Which six cards came first is not asked: some are taken for the first packets.
    """
    seats = Seats(rules, view["dealer"])
    hands = [set(hand) for hand in full]
    upcard = view["upcard"]
    if view["exchanger"] >= 0:
        if view["took"] not in hands[view["exchanger"]]:
            return False
        hands[view["exchanger"]] ^= {view["took"], upcard}
        if seats.passive is not None:
            hands[seats.passive] ^= {view["took"], upcard}
        upcard = view["took"]
    if view["upcard_seat"] >= 0:
        if upcard not in hands[view["upcard_seat"]]:
            return False
        hands[view["upcard_seat"]].discard(upcard)
    packets = [sorted(hand) for hand in hands]
    first = [[] if seat == seats.passive else packet[:FIRST_PACKET] for seat, packet in enumerate(packets)]
    second = [packet[len(dealt) :] for packet, dealt in zip(packets, first, strict=True)]
    freza = view["freza"] if view["freza"] >= 0 else None
    if freza is None and rules["players"] < 4:  # it was not shown: some card of the stock
        freza = min(set(range(32)) - {upcard, *(card for packet in packets for card in packet)})
    seen: list[dict[str, Any]] = []
    choices = {"call": iter(calls), "card": iter(_cards(view, seats))}

    def choose(kind: str, seat: int, legal: set[int], table: Table) -> int:
        choice = next(choices[kind], None)
        if choice is None:
            seen.append(table._view(seat, legal))
            raise OutOfChoices(kind, seat, legal, table.trick)
        return choice

    before = Before([], forced_declarer=view["declarer"] if view["forced"] else None)
    try:
        run_deal(rules, view["dealer"], first, upcard, second, freza, choose, exchange, before)
    except ReferenceError_:
        return seen == [view]
    return False


def _cards(view: dict[str, Any], seats: Seats) -> list[int]:
    """The cards played, in their order."""
    rows = view["plays"][: view["trick"]]
    return [card for row in rows for card in row if card >= 0]


def worlds(
    rules: dict[str, Any], view: dict[str, Any], calls: list[int], exchange: str = "default"
) -> set[tuple[int, ...]]:
    """What every seat may still hold, as masks by seat (a passive dealer: his five): all worlds of a view."""
    seats = Seats(rules, view["dealer"])
    others = [seat for seat in range(rules["players"]) if seat != view["seat"]]
    seen = cards_in(view["full"]) | cards_in(sum(view["played"])) | ({view["freza"]} - {-1})
    fixed: dict[int, set[int]] = {seat: cards_in(view["played"][seat]) for seat in others}
    if view["upcard_seat"] in fixed:
        fixed[view["upcard_seat"]].add(view["upcard"])
    if view["exchanger"] in fixed:
        fixed[view["exchanger"]].add(view["took"])
    seen |= {view["upcard"]}.union(*fixed.values())
    full = {seat: 5 if seat == seats.passive else seats.tricks for seat in others}
    found = set()
    sizes = [full[seat] - len(fixed[seat]) for seat in others]
    for dealt in splits(set(range(32)) - seen, sizes):
        hands = [cards_in(view["full"]) for _ in range(rules["players"])]
        for seat, cards in zip(others, dealt, strict=True):
            hands[seat] = fixed[seat] | cards
        if same_view(rules, view, hands, calls, exchange):
            found.add(tuple(mask(hand) & ~played for hand, played in zip(hands, view["played"], strict=False)))
    return found
