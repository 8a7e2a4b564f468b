"""The policies of terts as their words say (``debertz policies show NAME``), by hand, from what a seat sees."""

from __future__ import annotations

from typing import Any

from tests.reference.cards import RANKS, beats, card_points
from tests.reference.terts import Group, Word, default_word

WITH_STOCK = {
    "plain": {"7": 0, "8": 0, "9": 2, "J": 2, "Q": 2, "K": 3, "T": 10, "A": 10},
    "trump": {"7": 8, "8": 10, "Q": 13, "K": 13, "T": 17, "A": 17, "9": 21, "J": 38},
}
LEAD_PLAIN = {"7": 0, "8": 0, "9": 0, "K": 0, "T": 2, "J": 2, "Q": 2, "A": 7}
WITHOUT_STOCK = {
    "plain": {"7": 1, "8": 1, "9": 0, "J": 0, "Q": 0, "K": 0, "T": 7, "A": 13},
    "trump": {"7": 9, "8": 9, "Q": 10, "K": 14, "T": 15, "A": 17, "9": 18, "J": 41},
}

View = dict[str, Any]


def _set(bits: int) -> set[int]:
    return {card for card in range(32) if bits >> card & 1}


class SlowTerts:
    """A seat's view with the questions that the words ask of it."""

    def __init__(self, rules: dict[str, Any], view: View) -> None:
        """Look at what the seat sees."""
        self.rules, self.view, self.trump = rules, view, view["trump"]
        self.hand = _set(view["hand"])
        seen = self.hand | _set(view["played"][0]) | _set(view["played"][1]) | {view["upcard"]}
        self.unseen = set(range(32)) - seen
        self.led = view["plays"][-1][0] if view["plays"][-1] else None

    def points(self, *cards: int) -> int:
        """Card points."""
        plain, trump = card_points(self.rules)
        return sum((trump if card // 8 == self.trump else plain)[card % 8] for card in cards)

    def price(self, table: dict[str, dict[str, int]], card: int) -> int:
        """The price of a card without what comes to it."""
        return table["trump" if card // 8 == self.trump else "plain"][RANKS[card % 8]]

    def comes_to_it(self, card: int) -> int:
        """What its part in groups adds to the price of a card."""
        open_groups = [
            group for group in self.view["valued"] if self.hand.issuperset(group) and group not in self.view["closed"]
        ]
        in_group = any(card in group for group in open_groups)
        more = 29 if in_group else 0
        if self.view["trick"] <= 6:
            more += 4 if not in_group and self._near_run(card) else 0
            more += 9 if self._near_four(card) else 0
        return more

    def _near_run(self, card: int) -> bool:
        for low in range(card - 2, card + 1):
            run = range(low, low + 3)
            if low < 0 or low // 8 != (low + 2) // 8 or low // 8 != card // 8:
                continue
            others = [other for other in run if other != card]
            if sum(o in self.hand for o in others) == 1 and sum(o in self.unseen for o in others) == 1:
                return True
        return False

    def _near_four(self, card: int) -> bool:
        rank = [card % 8 + 8 * suit for suit in range(4)]
        valued = tuple(rank) in self.view["valued"]
        return valued and sum(c in self.hand for c in rank) == 3 and sum(c in self.unseen for c in rank) == 1

    def card(self, legal: list[int]) -> int:
        """The card of ``rules``; ``legal`` is in the order of suits and ranks."""
        count = self._count_with_stock if self.view["trick"] <= 7 else self._count_without_stock
        return max(legal, key=count)  # the first of equals

    def _count_with_stock(self, card: int) -> int:
        if self.led is None:
            price = self.price({"plain": LEAD_PLAIN, "trump": WITH_STOCK["trump"]}, card)
            return -price - self.comes_to_it(card)
        price = self.price(WITH_STOCK, card) + self.comes_to_it(card)
        points = self.points(self.led, card)
        if not beats(card, self.led, self.trump):
            return -points - price
        less = 2
        if self.view["trick"] == 7:
            less += self.price(WITH_STOCK, self.view["upcard"]) - 12
        return points - price - less

    def _trick(self, mine: int, his: int, wins: bool) -> int:
        points = self.points(mine, his)
        return (points if wins else -points) - self.price(WITHOUT_STOCK, mine) + self.price(WITHOUT_STOCK, his)

    def _count_without_stock(self, card: int) -> int:
        if self.led is not None:
            return self._trick(card, self.led, beats(card, self.led, self.trump))
        follow = {other for other in self.unseen if other // 8 == card // 8}
        trumps = {other for other in self.unseen if other // 8 == self.trump}
        answers = follow or (trumps if trumps - {8 * self.trump + 4} else self.unseen)
        return min(self._trick(card, other, not beats(other, card, self.trump)) for other in answers)

    def word(self, legal: list[Word]) -> Word:
        """The word of ``rules``."""
        named = [word.group for word in legal if word.group and not word.marriage]
        marriage = any(word.marriage for word in legal)
        low: Group | None = None
        for group in named:  # in the order of suits
            if low is None or low.beats(group, self.trump):
                low = group
        left = 9 - self.view["trick"]
        if self.view["said"] or 3 * len(named) <= 4 * left:
            return Word(low, marriage)
        return default_word(self.view, legal)


def greedy_card(rules: dict[str, Any], view: View, legal: list[int]) -> int:
    """The card of ``greedy``."""
    slow = SlowTerts(rules, view)
    trump = view["trump"]
    plain_order, trump_order = "789JQKTA", "78QKTA9J"

    def strength(card: int) -> int:
        return (trump_order if card // 8 == trump else plain_order).index(RANKS[card % 8])

    def cheap(card: int) -> tuple[int, bool, int, int]:
        return slow.points(card), card // 8 == trump, strength(card), card // 8

    if slow.led is not None:
        return min([card for card in legal if beats(card, slow.led, trump)] or legal, key=cheap)
    plain = [card for card in legal if card // 8 != trump]
    return max(plain, key=strength) if plain else min(legal, key=cheap)
