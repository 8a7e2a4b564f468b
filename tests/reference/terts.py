"""The game terts, slow and plain (RULES.md section 6, docs/rules/settled.md, section "Terts").

Two seats, hands as sets of cards.  Every decision is asked of a chooser and kept with what its seat could see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from tests.reference.cards import JACK, KING, QUEEN, RANKS, SEVEN, SUITS, beats, card_points, mask, text, texts

TRICKS, STOCK_TRICKS, WORD_TRICKS = 16, 7, 8
KIND_NAMES = {3: "terts", 4: "fifty", 5: "run5", 6: "run6", 7: "run7", 8: "run8"}
FOURS_FROM_THE_TOP = "JATKQ987"


class Group(NamedTuple):
    """A run or a four: its cards, the highest first (of a four by suit)."""

    is_run: bool
    cards: tuple[int, ...]

    @property
    def kind(self) -> str:
        return KIND_NAMES[len(self.cards)] if self.is_run else "four"

    def contains(self, other: Group) -> bool:
        """Whether announcing this one rules the other out."""
        if self.is_run and other.is_run:
            return set(other.cards) <= set(self.cards)
        return self == other

    def points(self, rules: dict[str, Any]) -> int:
        """0 where the rules give it no value."""
        if self.is_run:
            by_length: dict[Any, int] = rules["sequence_points"]
            return by_length.get(len(self.cards), by_length.get(str(len(self.cards)), 0))
        fours = rules["fours"]
        if fours == "none":
            return 0
        return int(fours.get(RANKS[self.cards[0] % 8], fours.get("other", 0)))

    def beats(self, other: Group, trump: int) -> bool:
        """Longer; a four above 4-runs and below 5-runs; then the higher top; then trump."""

        def worth(group: Group) -> tuple[float, int, bool]:
            if group.is_run:
                return len(group.cards), group.cards[0] % 8, group.cards[0] // 8 == trump
            return 4.5, -FOURS_FROM_THE_TOP.index(RANKS[group.cards[0] % 8]), False

        return worth(self) > worth(other)


class Word(NamedTuple):
    """What is said in a trick; silence is ``Word(None, False)``."""

    group: Group | None
    marriage: bool


SILENCE = Word(None, False)
Chooser = Callable[[str, int, list[Any], "dict[str, Any]"], Any]
"""Called with "word", "card" or (where exchanges are asked for) "exchange", the seat, all legal choices and what the
seat sees (of an exchange nothing); returns the choice."""


class IllegalChoice(Exception):
    """A choice that the rules do not allow."""


class Replay(NamedTuple):
    """The transcript of a deal, and every decision: what the seat saw."""

    transcript: dict[str, Any]
    decisions: list[dict[str, Any]]


def all_groups() -> list[Group]:
    """Every run of three or more cards, every four."""
    runs = [
        Group(True, tuple(8 * suit + top - k for k in range(length)))
        for suit in range(4)
        for length in range(3, 9)
        for top in range(length - 1, 8)
    ]
    return runs + [Group(False, tuple(8 * suit + rank for suit in range(4))) for rank in range(8)]


GROUPS = all_groups()


class TertsTable:
    """One deal; -1 stands for none, not yet, not known."""

    word_tricks = WORD_TRICKS

    def __init__(
        self,
        rules: dict[str, Any],
        dealer: int,
        dealt: list[list[int]],
        upcard: int,
        stock: list[int],
        choose: Chooser,
        exchange: str = "default",
    ) -> None:
        """``stock``: the thirteen cards under the upcard in the order in which they are drawn.

        ``exchange``: when the seven is exchanged: "default", "always", "never", or "ask".
        """
        assert sorted([*dealt[0], *dealt[1], upcard, *stock]) == list(range(32))
        self.rules, self.dealer, self.choose, self.exchange_mode = rules, dealer, choose, exchange
        self.trump = upcard // 8
        self.upcard = self.turned = upcard
        self.dealt = [sorted(hand) for hand in dealt]
        self.hands = [set(hand) for hand in dealt]
        self.stock = [*stock, upcard]
        self.valued = [group for group in GROUPS if group.points(rules) > 0]
        self._valued_cards = sorted(group.cards for group in self.valued)
        self.closed: set[Group] = set()
        self.married = self.exchanger = self.took = -1
        self.exchange_trick = 0
        self.trick, self.leader = 0, -1
        self.lying: list[int] = []
        self.said: Group | None = None
        self.plays: list[dict[str, Any]] = []
        self.leaders: list[int] = []
        self.words: list[list[Word | None]] = []
        self.played: list[set[int]] = [set(), set()]
        self.known: list[set[int]] = [set(), set()]
        self.tricks, self.points, self.announced = [0, 0], [0, 0], [0, 0]
        self.last_trick = -1
        self.decisions: list[dict[str, Any]] = []

    # What a seat may do

    def may_name(self, hand: set[int], to_beat: Group | None) -> list[Group]:
        """The groups that a hand may announce."""
        found = [group for group in self.valued if hand.issuperset(group.cards) and group not in self.closed]
        return [group for group in found if to_beat is None or group.beats(to_beat, self.trump)]

    def may_marry(self, seat: int) -> bool:
        """Whether a seat may announce the marriage."""
        return self.married < 0 and {8 * self.trump + KING, 8 * self.trump + QUEEN} <= self.hands[seat]

    def legal_cards(self, seat: int) -> set[int]:
        """The cards that a seat may play."""
        hand = self.hands[seat]
        if not self.lying or self.trick <= STOCK_TRICKS:
            return set(hand)
        led = self.lying[0] // 8
        if follow := {card for card in hand if card // 8 == led}:
            return follow
        trumps = {card for card in hand if card // 8 == self.trump}
        return trumps if trumps - {8 * self.trump + JACK} else set(hand)

    # What happens in a trick

    def exchange_seven(self) -> None:
        """Before a trick with stock."""
        mode, seven = self.exchange_mode, 8 * self.trump + SEVEN
        holders = [seat for seat in (0, 1) if seven in self.hands[seat]]
        if self.rules["seven_exchange"] != "any" or not holders:
            return
        (seat,) = holders
        if mode == "never" or (mode == "default" and self._keeps(seat, seven)):
            return
        if mode == "ask" and not self.choose("exchange", seat, [False, True], {}):
            return
        self.hands[seat] ^= {seven, self.upcard}
        self.known[seat] = self.known[seat] - {seven} | {self.upcard}
        self.exchanger, self.exchange_trick, self.took = seat, self.trick, self.upcard
        self.upcard = self.stock[-1] = seven

    def _keeps(self, seat: int, seven: int) -> bool:
        """The default player keeps a seven that still belongs to a run he may announce."""
        if self.trick == STOCK_TRICKS or self.upcard % 8 == JACK:
            return False
        return any(group.is_run and seven in group.cards for group in self.may_name(self.hands[seat], None))

    def speak(self, seat: int, to_beat: Group | None) -> Group | None:
        """The word of a seat; returns the group that it names."""
        groups = self.may_name(self.hands[seat], to_beat)
        marriage = self.may_marry(seat)
        legal = [
            Word(group, married) for group in [None, *groups] for married in ([False, True] if marriage else [False])
        ]
        word = SILENCE
        if len(legal) > 1:
            self._keep_view("word", seat, groups, marriage, to_beat, set())
            word = self.choose("word", seat, legal, self.decisions[-1])
            if word not in legal:
                raise IllegalChoice(f"trick {self.trick}, seat {seat}: {word} is not among {legal}")
        self.words[-1][0 if seat == self.leader else 1] = word
        if word.group:
            self.known[seat] |= set(word.group.cards)
        if word.marriage:
            self.married = seat
            self.announced[seat] += 20
            self.known[seat] |= {8 * self.trump + KING, 8 * self.trump + QUEEN}
        return word.group

    def score(self, seat: int, group: Group) -> None:
        """A group scores."""
        self.announced[seat] += group.points(self.rules)
        self.closed |= {other for other in GROUPS if group.contains(other)}

    def ask_card(self, seat: int) -> None:
        """A seat plays a card."""
        legal = self.legal_cards(seat)
        self._keep_view("card", seat, [], False, self.said, legal)
        card = self.choose("card", seat, sorted(legal), self.decisions[-1])
        if card not in legal:
            raise IllegalChoice(f"trick {self.trick}, seat {seat}: {text(card)} is not among {texts(sorted(legal))}")
        self.hands[seat].remove(card)
        self.known[seat].discard(card)
        self.played[seat].add(card)
        self.lying.append(card)

    def play(self) -> None:
        """All sixteen tricks; forehand leads first."""
        leader = 1 - self.dealer
        for self.trick in range(1, TRICKS + 1):
            leader = self.play_trick(leader)
        self.last_trick = leader

    def play_trick(self, leader: int) -> int:
        """One trick; returns its winner."""
        other = 1 - leader
        self.leader, self.lying, self.said = leader, [], None
        self.leaders.append(leader)
        self.plays.append({"leader": leader, "cards": self.lying, "announced": []})
        self.words.append([None, None])
        with_words = self.trick <= self.word_tricks
        answer: Group | None = None
        if self.trick <= STOCK_TRICKS:
            self.exchange_seven()
        if with_words:
            self.said = self.speak(leader, None)
            if self.said:
                answer = self.speak(other, self.said)
                self.score(other if answer else leader, answer or self.said)
        self.ask_card(leader)
        if with_words and self.said is None:
            answer = self.speak(other, None)
            if answer:
                self.score(other, answer)
        self.ask_card(other)
        if with_words:
            self.plays[-1]["announced"] = list(self._entries(answer))
        winner = other if beats(self.lying[1], self.lying[0], self.trump) else leader
        plain, trump = card_points(self.rules)
        self.tricks[winner] += 1
        self.points[winner] += sum((trump if card // 8 == self.trump else plain)[card % 8] for card in self.lying)
        if self.trick <= STOCK_TRICKS:
            self.draw(winner)
        return winner

    def draw(self, winner: int) -> None:
        """Both draw; what lies under the stock is drawn in sight of all."""
        cards = [self.stock.pop(0), self.stock.pop(0)]
        self.hands[winner].add(cards[0])
        self.hands[1 - winner].add(cards[1])
        self.plays[-1]["drawn"] = texts(cards)
        if not self.stock:
            self.known[1 - winner].add(cards[1])
            self.upcard = -1

    def _entries(self, answer: Group | None) -> Iterator[dict[str, Any]]:
        """What was said in the trick, the leader's word first, a group before the marriage."""
        for place, seat in enumerate((self.leader, 1 - self.leader)):
            word = self.words[-1][place]
            assert word is not None
            if word.group:
                points, scored = word.group.points(self.rules), place == 1 or answer is None
                cards = texts(word.group.cards)
                yield {"seat": seat, "kind": word.group.kind, "cards": cards, "points": points, "scored": scored}
            if word.marriage:
                cards = [text(8 * self.trump + rank) for rank in (KING, QUEEN)]
                yield {"seat": seat, "kind": "bella", "cards": cards, "points": 20, "scored": True}

    # What a seat sees

    def _keep_view(
        self, ask: str, seat: int, groups: list[Group], marriage: bool, said: Group | None, legal: set[int]
    ) -> None:
        words = [
            [None if word is None else (_cards(word.group), word.marriage) for word in trick] for trick in self.words
        ]
        self.decisions.append(
            {
                "ask": ask,
                "seat": seat,
                "dealer": self.dealer,
                "trump": self.trump,
                "hand": mask(self.hands[seat]),
                "legal": mask(legal),
                "groups": sorted(group.cards for group in groups),
                "marriage": marriage,
                "said": _cards(said),
                "trick": self.trick,
                "leader": self.leader,
                "lying": len(self.lying),
                "upcard": self.upcard,
                "stock": len(self.stock),
                "exchanger": self.exchanger,
                "exchange_trick": self.exchange_trick,
                "took": self.took,
                "played": [mask(cards) for cards in self.played],
                "known": [mask(cards) for cards in self.known],
                "tricks": list(self.tricks),
                "points": list(self.points),
                "announced": list(self.announced),
                "valued": self._valued_cards,
                "closed": sorted(group.cards for group in self.closed),
                "married": self.married,
                "words": words[:WORD_TRICKS],
                "plays": [list(play["cards"]) for play in self.plays],
                "leaders": list(self.leaders),
            }
        )

    def transcript(self) -> dict[str, Any]:
        """The transcript, without the names of rules and seed; totals of a finished deal alone."""
        finished = self.last_trick >= 0
        totals = [self.points[seat] + self.announced[seat] + 10 * (seat == self.last_trick) for seat in (0, 1)]
        exchange = None
        if self.exchanger >= 0:
            exchange = {
                "seat": self.exchanger,
                "gave": text(8 * self.trump + SEVEN),
                "took": text(self.took),
                "before_trick": self.exchange_trick,
            }
        return {
            "format": "debertz-terts/1",
            "dealer": self.dealer,
            "upcard": text(self.turned),
            "hands": [texts(hand) for hand in self.dealt],
            "exchange": exchange,
            "plays": [play | {"cards": texts(play["cards"])} for play in self.plays],
            "result": {
                "trump": SUITS[self.trump],
                "tricks": self.tricks,
                "card_points": self.points,
                "last_trick": self.last_trick if finished else None,
                "announced": self.announced,
                "totals": totals if finished else None,
                "winner": totals.index(max(totals)) if finished and totals[0] != totals[1] else None,
            },
        }


def _cards(group: Group | None) -> tuple[int, ...]:
    return group.cards if group else ()


def replay_terts(
    rules: dict[str, Any],
    dealer: int,
    dealt: list[list[int]],
    upcard: int,
    stock: list[int],
    choose: Chooser,
    exchange: str = "default",
) -> Replay:
    """Play a whole deal; see ``TertsTable``.  Raises IllegalChoice for a choice that is not legal."""
    table = TertsTable(rules, dealer, dealt, upcard, stock, choose, exchange)
    table.play()
    return Replay(table.transcript(), table.decisions)


def default_word(table_view: dict[str, Any], legal: list[Word]) -> Word:
    """What the default player says: the best group (equal plain runs: the earlier suit), and the marriage."""
    trump = table_view["trump"]
    best: Word = SILENCE
    for word in legal:
        if word.group and (best.group is None or word.group.beats(best.group, trump)):
            best = word
    return Word(best.group, any(word.marriage for word in legal))
