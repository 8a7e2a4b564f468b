"""Engine and twin of the game terts side by side: play, replay, and say where they differ."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any

import numpy as np

from debertz_sim.engine.terts import keep_terts_log, play_terts_one, play_terts_recorded
from debertz_sim.kernels.state import new_record
from debertz_sim.kernels.terts_groups import HOLDING
from debertz_sim.kernels.terts_state import (
    ASK_WORD,
    FOURS,
    MARRIAGE,
    TERTS_SCRIPT,
    WORD_TRICKS,
)
from debertz_sim.policies.families import SEATING, Ruled
from debertz_sim.policies.registry import seating
from debertz_sim.policies.terts import TertsScripted
from debertz_sim.records.terts import TertsScribe
from debertz_sim.rules import RuleSet
from debertz_sim.variants import variants
from tests.reference.terts import GROUPS, Replay, Word, replay_terts

TERTS = variants["terts"]
PLAYS = ("random", "greedy", "rules")
EXCHANGES = ("default", "always", "never")


def policies_of(number: int) -> tuple[Ruled, str]:
    """Who sits at the two seats in a deal, and how the seven is exchanged; all nine pairs of policies in turn."""
    seats = {0: {"play": PLAYS[number % 3]}, 1: {"play": PLAYS[number // 3 % 3]}}
    exchange = EXCHANGES[number // 9 % 3]
    return Ruled(seating(2, by_seat=seats, exchange=exchange).family.seats), exchange


def twin_rules(rules: RuleSet) -> dict[str, Any]:
    """The switch table as the twin takes it."""
    return rules.to_dict()


@cache
def group_cards(group: int) -> tuple[int, ...]:
    """The cards of a group of the kernels as the twin has them; nothing for no group."""
    if group <= 0:
        return ()
    held = int(HOLDING[(group >> 3) - 1])
    ranks = [rank for rank in range(7, -1, -1) if held >> rank & 1]
    suit = group & 7
    return tuple(8 * s + ranks[0] for s in range(4)) if suit == FOURS else tuple(8 * suit + rank for rank in ranks)


@lru_cache(maxsize=100_000)
def _lists(*grades: int) -> list[tuple[int, ...]]:
    """The groups of lists of grades, sorted; the same list is handed out again, so it must not be changed."""
    return sorted(
        group_cards(8 * (1 + grade) + suit)
        for suit, bits in enumerate(grades)
        for grade in range(29)
        if bits >> grade & 1
    )


def _valued(grades: int) -> list[tuple[int, ...]]:
    fours = sum(1 << grade for grade in range(11, 19))
    return _lists(*[grades & ~fours] * 4, grades & fours)


def _word(word: int) -> Any:
    return None if word < 0 else (group_cards(word & (MARRIAGE - 1)), bool(word & MARRIAGE))


def seen(view: Any) -> dict[str, Any]:
    """A TERTS_VIEW in the twin's terms."""
    values = zip(view.dtype.names, view.item(), strict=True)
    found = {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in values}
    trick = found["trick"]
    return found | {
        "ask": "word" if found["ask"] == ASK_WORD else "card",
        "groups": _lists(*found["groups"]),
        "marriage": bool(found["marriage"]),
        "said": group_cards(found["said"]),
        "valued": _valued(found["valued"]),
        "closed": _lists(*found["closed"]),
        "words": [[_word(word) for word in pair] for pair in found["words"][:trick]],
        "plays": [[card for card in pair if card >= 0] for pair in found["plays"][:trick]],
        "leaders": found["leaders"][:trick],
    }


class TertsTwins:
    """Engine and twin under one rule set; ``fault``: rules that the engine's record is made of instead."""

    def __init__(self, rules: RuleSet = TERTS, fault: RuleSet | None = None) -> None:
        """Prepare both."""
        self.rules = rules
        self.table = twin_rules(rules)
        self.scribe = TertsScribe(rules)
        if fault is not None:
            self.scribe.record = fault.lower()[0]
        self.desk = self.scribe.desk
        self.views = keep_terts_log(self.desk)
        self.script = new_record(TERTS_SCRIPT)
        self.scripted = TertsScripted(new_record(SEATING), self.script)
        self.deals = self.decisions = 0
        """How much has been compared."""

    def deal(self, seed: int, index: int, watch: Callable[..., None] | None = None) -> str | None:
        """The engine's policies play, the twin follows; returns the first difference in words.

        ``watch(kind, seat, legal, view, choice)`` is told every choice in the twin's terms.
        """
        family, exchange = policies_of(index)
        play_terts_one(self.scribe.record, family, self.desk, seed, index)
        choices = iter([int(c) for c in self.desk.log.chosen[: self.desk.log.count]])

        def follow(kind: str, seat: int, legal: list[Any], view: dict[str, Any]) -> Any:
            choice: Any = next(choices, -2)
            if kind == "word" and choice >= 0:
                group = next((g for g in GROUPS if g.cards == group_cards(choice & (MARRIAGE - 1))), None)
                choice = Word(group, bool(choice & MARRIAGE))
            if watch:
                watch(kind, seat, legal, view, choice)
            return choice

        hands, upcard, stock = self._dealt()
        twin = replay_terts(self.table, index % 2, hands, upcard, stock, follow, exchange)
        return self._compare(twin)

    def recorded(self, number: int) -> str | None:
        """The twin plays a stacked pack at random, what is said and exchanged included; the engine replays it."""
        dice = random.Random(number)
        pack = stacked_pack(dice)
        cards: list[int] = []

        def wild(kind: str, seat: int, legal: list[Any], view: dict[str, Any]) -> Any:
            choice = dice.choice(legal)
            if kind == "card":
                cards.append(choice)
            return choice

        dealer = dice.randrange(2)
        hands = [sorted(pack[:9]), sorted(pack[9:18])]
        upcard, stock = pack[18], pack[19:]
        twin = replay_terts(self.table, dealer, hands, upcard, stock, wild, "ask")
        self.replay(twin, dealer, hands, upcard, stock, cards)
        return self._compare(twin)

    def replay(
        self, twin: Replay, dealer: int, hands: list[list[int]], upcard: int, stock: list[int], cards: list[int]
    ) -> None:
        """Let the engine play what the twin has recorded."""
        lay_pack(self.desk.t.deck, dealer, hands, upcard, stock)
        self.script.words[:] = script_words(twin)
        self.script.n_cards = len(cards)
        self.script.next_card = 0
        self.script.cards[: len(cards)] = cards
        made = twin.transcript["exchange"]
        play_terts_recorded(self.scribe.record, self.scripted, self.desk, dealer, made["before_trick"] if made else 0)

    def _dealt(self) -> tuple[list[list[int]], int, list[int]]:
        """Hands, upcard and stock, read from the pack by the rules of dealing."""
        deck, dealer = self.desk.t.deck.tolist(), int(self.desk.t.dealer)
        pack = [*deck[1:], deck[0]]
        hands: list[list[int]] = [[], []]
        for packet in range(6):
            hands[(dealer + 1 + packet) % 2] += pack[3 * packet : 3 * packet + 3]
        return hands, pack[18], pack[19:]

    def _compare(self, twin: Replay) -> str | None:
        if self.desk.t.fault:
            return f"the engine found fault {self.desk.t.fault} in trick {self.desk.v.trick}"
        mine = self.scribe.write(self.desk)
        del mine["rules"]
        for field, right in twin.transcript.items():
            if mine[field] != right:
                return f"{field}: engine {mine[field]}, twin {right}"
        if set(mine) != set(twin.transcript):
            return f"fields {set(mine) ^ set(twin.transcript)}"
        views = [seen(view) for view in self.views[: self.desk.log.count]]
        views = [view for view in views if view["ask"] == "card" or view["groups"] or view["marriage"]]
        if len(views) != len(twin.decisions):
            return f"{len(views)} decisions, twin {len(twin.decisions)}"
        for view, right in zip(views, twin.decisions, strict=True):
            for name in set(view) | set(right):
                if view.get(name) != right.get(name):
                    where = f"trick {right['trick']}, seat {right['seat']}, {right['ask']}"
                    return f"{where}: view.{name}: engine {view.get(name)}, twin {right.get(name)}"
        self.deals += 1
        self.decisions += len(views)
        return None


def lay_pack(deck: Any, dealer: int, hands: list[list[int]], upcard: int, stock: list[int]) -> None:
    """Put the pack together from which these cards are dealt: the bottom card first, then from the top downwards."""
    pack: list[int] = []
    for packet in range(6):
        hand = hands[(dealer + 1 + packet) % 2]
        pack += hand[packet // 2 * 3 : packet // 2 * 3 + 3]
    pack += [upcard, *stock]
    deck[:] = [pack[-1], *pack[:-1]]


def script_words(twin: Replay) -> list[list[int]]:
    """The words of a deal of the twin in the kernels' numbers, trick by trick."""
    known = group_numbers()
    words = [[0, 0] for _ in range(WORD_TRICKS)]
    for number, play in enumerate(twin.transcript["plays"][:WORD_TRICKS]):
        for entry in play["announced"]:
            place = 0 if entry["seat"] == play["leader"] else 1
            cards = tuple("789TJQKA".index(card[0]) + 8 * "scdh".index(card[1]) for card in entry["cards"])
            words[number][place] += MARRIAGE if entry["kind"] == "bella" else known[cards]
    return words


def group_numbers() -> dict[tuple[int, ...], int]:
    """{cards of a group as the twin has them: the number of the kernels}."""
    fours = range(11, 19)
    numbers = [8 * (1 + grade) + suit for suit in range(4) for grade in range(29) if grade not in fours]
    numbers += [8 * (1 + grade) + FOURS for grade in fours]
    return {group_cards(number): number for number in numbers}


def stacked_pack(dice: random.Random) -> list[int]:
    """The 32 cards in an order that tends to give one hand neighbours of a suit or of a rank, or no order at all."""
    suits = dice.sample(range(4), 4)
    by_rank = dice.random() < 0.4
    noise = dice.choice((0.5, 2, 5, 100))

    def key(card: int) -> float:
        suit, rank = suits[card // 8], card % 8
        return (4 * rank + suit if by_rank else 8 * suit + rank) + dice.gauss(0, noise)

    pack = sorted(range(32), key=key)
    start = dice.randrange(32)
    return pack[start:] + pack[:start]
