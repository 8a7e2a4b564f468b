"""The rule book of terts: a case or more for each sentence of RULES.md section 6 and docs/rules/settled.md, "Terts".

A case is a deal with what is said and played, what must come of it, and a broken twin that makes something else of it.
Tricks are written in the order of what happens: ``x`` is the exchange, ``1:(Kh Qh Jh)`` the word of seat 1 (``Kh Qh``
of trump: the marriage), a card a card.  A deal may end early; then ``to_move`` says whose turn it is.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from tests.reference.cards import beats, parse, text
from tests.reference.terts import GROUPS, SILENCE, Group, TertsTable
from tests.rulebook.case import cards

Expected = dict[str, Any]
"""Path in the transcript (keys and indices joined by dots) -> value; ``refused`` -> a word of the message."""


@dataclass(frozen=True)
class TertsDeal:
    """What was dealt, said and played, as text; ``stock`` in the order in which it is drawn (the rest lies anyhow)."""

    dealer: int
    hands: tuple[str, str]
    upcard: str
    stock: str
    tricks: tuple[str, ...]

    def numbers(self) -> tuple[list[list[int]], int, list[int]]:
        """Hands, upcard and the thirteen cards of the stock."""
        hands, upcard = [cards(hand) for hand in self.hands], parse(self.upcard)
        stock = cards(self.stock)
        rest = set(range(32)) - {*hands[0], *hands[1], upcard, *stock}
        return hands, upcard, [*stock, *sorted(rest)]


@dataclass(frozen=True)
class TertsCase:
    """One sentence of the rules; ``broken`` is a twin without it, for which ``expected`` must not hold."""

    name: str
    deal: TertsDeal
    expected: Expected
    broken: type[TertsTable] | None = None
    rules: dict[str, Any] = field(default_factory=dict)
    """What differs from the variant terts."""
    other_rules: dict[str, Any] | None = None
    """In place of a broken twin: another value of a switch, under which ``expected`` does not hold."""


# Broken twins


def broken(**methods: Any) -> type[TertsTable]:
    """A twin with other methods."""
    return type("Broken", (TertsTable,), methods)


def _groups_without_limit(table: TertsTable, hand: set[int], to_beat: Group | None) -> list[Group]:
    found = [group for group in table.valued if hand.issuperset(group.cards)]
    return [group for group in found if to_beat is None or group.beats(to_beat, table.trump)]


def _equal_is_better(table: TertsTable, hand: set[int], to_beat: Group | None) -> list[Group]:
    found = TertsTable.may_name(table, hand, None)
    return [group for group in found if to_beat is None or not to_beat.beats(group, table.trump)]


def _trump_is_nothing(table: TertsTable, hand: set[int], to_beat: Group | None) -> list[Group]:
    found = TertsTable.may_name(table, hand, None)
    return [group for group in found if to_beat is None or group.beats(to_beat, -1)]


def _anything_beats(table: TertsTable, hand: set[int], to_beat: Group | None) -> list[Group]:
    return TertsTable.may_name(table, hand, None)


def _fours_are_lowest(table: TertsTable, hand: set[int], to_beat: Group | None) -> list[Group]:
    found = TertsTable.may_name(table, hand, to_beat)
    return [group for group in found if to_beat is None or group.is_run == to_beat.is_run or group.is_run]


def _top_alone(table: TertsTable, hand: set[int], to_beat: Group | None) -> list[Group]:
    found = TertsTable.may_name(table, hand, None)
    return [group for group in found if to_beat is None or group.cards[0] % 8 > to_beat.cards[0] % 8]


def _fours_are_highest(table: TertsTable, hand: set[int], to_beat: Group | None) -> list[Group]:
    found = TertsTable.may_name(table, hand, to_beat)
    return [group for group in found if to_beat is None or to_beat.is_run or not group.is_run]


def _fours_by_rank(table: TertsTable, hand: set[int], to_beat: Group | None) -> list[Group]:
    found = TertsTable.may_name(table, hand, None)
    return [group for group in found if to_beat is None or group.cards[0] % 8 > to_beat.cards[0] % 8]


def _not_what_was_drawn(table: TertsTable, hand: set[int], to_beat: Group | None) -> list[Group]:
    seat = next(seat for seat in (0, 1) if table.hands[seat] == hand)
    return TertsTable.may_name(table, hand & set(table.dealt[seat]), to_beat)


def _nothing_scores(table: TertsTable, seat: int, group: Group) -> None:
    return


def _played_cards_too(table: TertsTable, hand: set[int], to_beat: Group | None) -> list[Group]:
    seat = next(seat for seat in (0, 1) if table.hands[seat] == hand)
    return TertsTable.may_name(table, hand | table.played[seat], to_beat)


def _close_itself_alone(table: TertsTable, seat: int, group: Group) -> None:
    table.announced[seat] += group.points(table.rules)
    table.closed.add(group)


def _close_what_touches(table: TertsTable, seat: int, group: Group) -> None:
    TertsTable.score(table, seat, group)
    table.closed |= {other for other in GROUPS if other.is_run and set(other.cards) & set(group.cards)}


def _close_beaten_too(table: TertsTable, seat: int, group: Group) -> None:
    TertsTable.score(table, seat, group)
    if table.said:
        table.closed.add(table.said)


def _marry_again(table: TertsTable, seat: int) -> bool:
    married, table.married = table.married, -1
    may = TertsTable.may_marry(table, seat)
    table.married = married
    return may


def _marry_with_one(table: TertsTable, seat: int) -> bool:
    return table.married < 0 and bool({8 * table.trump + 5, 8 * table.trump + 6} & table.hands[seat])


def _never_marry(table: TertsTable, seat: int) -> bool:
    return False


def _marry_when_leading(table: TertsTable, seat: int) -> bool:
    return seat == table.leader and TertsTable.may_marry(table, seat)


def _follow_with_stock(table: TertsTable, seat: int) -> set[int]:
    trick, table.trick = table.trick, 16
    legal = TertsTable.legal_cards(table, seat)
    table.trick = trick
    return legal


def _any_card(table: TertsTable, seat: int) -> set[int]:
    return set(table.hands[seat])


def _never_trump(table: TertsTable, seat: int) -> set[int]:
    hand = table.hands[seat]
    follow = {card for card in hand if table.lying and card // 8 == table.lying[0] // 8}
    return follow or set(hand)


def _jack_bound(table: TertsTable, seat: int) -> set[int]:
    legal = TertsTable.legal_cards(table, seat)
    trumps = {card for card in table.hands[seat] if card // 8 == table.trump}
    void = table.trick > 7 and table.lying and not any(c // 8 == table.lying[0] // 8 for c in table.hands[seat])
    return trumps if void and trumps else legal


def _jack_always_free(table: TertsTable, seat: int) -> set[int]:
    legal = TertsTable.legal_cards(table, seat)
    jack = 8 * table.trump + 4
    return set(table.hands[seat]) if legal == {jack} else legal


def _jack_frees_all(table: TertsTable, seat: int) -> set[int]:
    jack = 8 * table.trump + 4
    legal = TertsTable.legal_cards(table, seat)
    led = table.lying[0] // 8 if table.lying else table.trump
    return set(table.hands[seat]) if jack in legal and led != table.trump else legal


def _must_beat(table: TertsTable, seat: int) -> set[int]:
    legal = TertsTable.legal_cards(table, seat)
    if not table.lying or table.trick <= 7:
        return legal
    return {card for card in legal if beats(card, table.lying[0], table.trump)} or legal


def _loser_draws_first(table: TertsTable, winner: int) -> None:
    TertsTable.draw(table, 1 - winner)


def _exchange_of_leader(table: TertsTable) -> None:
    if 8 * table.trump in table.hands[table.leader]:
        TertsTable.exchange_seven(table)


def _exchange_once_at_first(table: TertsTable) -> None:
    if table.trick == 1:
        TertsTable.exchange_seven(table)


def _seven_vanishes(table: TertsTable) -> None:
    TertsTable.exchange_seven(table)
    if table.exchanger >= 0 and table.stock:
        table.stock[-1] = table.took


def _upcard_first(table: TertsTable, winner: int) -> None:
    table.stock.insert(0, table.stock.pop())
    TertsTable.draw(table, winner)


def _silent(table: TertsTable, seat: int) -> None:
    table.words[-1][0 if seat == table.leader else 1] = SILENCE


def _words_with_stock_alone(table: TertsTable, seat: int, to_beat: Group | None) -> Group | None:
    return _silent(table, seat) if table.trick > 7 else TertsTable.speak(table, seat, to_beat)


def _silent_beside_marriage(table: TertsTable, seat: int, to_beat: Group | None) -> Group | None:
    if seat != table.leader and table.married == table.leader and to_beat is None:
        return _silent(table, seat)
    return TertsTable.speak(table, seat, to_beat)


def _run_holds_marriage(table: TertsTable, seat: int, to_beat: Group | None) -> Group | None:
    before = table.announced[seat]
    group = TertsTable.speak(table, seat, to_beat)
    if group and table.married == seat and {8 * table.trump + 5, 8 * table.trump + 6} <= set(group.cards):
        table.announced[seat] = before
    return group


def _leader_alone_speaks(table: TertsTable, seat: int, to_beat: Group | None) -> Group | None:
    if seat == table.leader:
        return TertsTable.speak(table, seat, to_beat)
    return _silent(table, seat)


def _dealer_leads(table: TertsTable) -> None:
    table.dealer = 1 - table.dealer
    TertsTable.play(table)


# Deals


def deal(hands: str, upcard: str, stock: str, *tricks: str, dealer: int = 1) -> TertsDeal:
    """A deal from its first trick; the hands are parted by a slash.  Dealer is seat 1, so that seat 0 leads."""
    seat0, seat1 = hands.split(" / ")
    return TertsDeal(dealer, (seat0, seat1), upcard, stock, tricks)


def without_stock(hands: str, upcard: str, leader: int, *tricks: str) -> TertsDeal:
    """A deal from its eighth trick: these are the hands when the stock is gone, and this seat has to lead.

    The seven tricks before it are made up: the other fourteen cards in some order that leads here.
    """
    after = [cards(hand) for hand in hands.split(" / ")]
    last = parse(upcard)
    taker = 0 if last in after[0] else 1
    trump = last // 8
    others = sorted(set(range(32)) - {*after[0], *after[1]})
    assert leader != taker, "the upcard goes to the loser of the seventh trick"
    for attempt in range(10_000):
        dice = random.Random(attempt)
        dice.shuffle(others)
        plays = [others[:7], others[7:]]
        drawn = [[card for card in hand if card != last][-(7 - (seat == taker)) :] for seat, hand in enumerate(after)]
        drawn[taker].append(last)
        turn, stock, before = 0, [], []
        for number in range(7):
            first, second = plays[turn][number], plays[1 - turn][number]
            before.append(f"{text(first)} {text(second)}")
            turn = 1 - turn if beats(second, first, trump) else turn
            stock += [drawn[turn][number], drawn[1 - turn][number]]
        if turn == leader:
            dealt = [[*plays[seat], *(card for card in after[seat] if card not in drawn[seat])] for seat in (0, 1)]
            named = tuple(" ".join(map(text, hand)) for hand in dealt)
            return TertsDeal(1, (named[0], named[1]), upcard, " ".join(map(text, stock[:13])), (*before, *tricks))
    raise AssertionError("no such seven tricks")


# Seat 0 holds K Q J of hearts, seat 1 better, equal and worse; trump is spades unless a case says otherwise.
NO_RUNS = "7c 9c Jc Kc 7d 9d Jd Kd 8h / 8c Tc Qc Ac 8d Td Qd Ad 9h"

CASES = [
    # The course of a deal
    TertsCase(
        "forehand leads first",
        deal(NO_RUNS, "8s", "", "7c"),
        {"to_move.seat": 1, "plays.0.leader": 0},
        broken(play=_dealer_leads),
    ),
    TertsCase(
        "while there is stock any card may be played",
        deal(NO_RUNS, "8s", "", "7c"),
        {"to_move.legal": ["8c", "Tc", "Qc", "Ac", "8d", "Td", "Qd", "Ad", "9h"]},
        broken(legal_cards=_follow_with_stock),
    ),
    TertsCase(
        "the winner draws first",
        deal(NO_RUNS, "8s", "7s 9s Ts", "7c 8c", "8d"),
        {"plays.0.drawn": ["7s", "9s"], "to_move.legal": ["9s", "9c", "Jc", "Kc", "7d", "9d", "Jd", "Kd", "8h"]},
        broken(draw=_loser_draws_first),
    ),
    TertsCase(
        "the loser of the seventh trick draws the upcard",
        deal(NO_RUNS, "8s", "", "7c 8c", "8d 7d", "Tc 9c", "Qc Jc", "Ac Kc", "Td 9d", "Ad Jd", "Qd"),
        {"plays.6.drawn.1": "8s"},
        broken(draw=_upcard_first),
    ),
    TertsCase(
        "without stock follow suit",
        without_stock("7s 8s 9s Ts 7h 8h 9h Th Jh / Js Qs Ks As 7c 8c 9c Qh Kh", "7s", 1, "Qh"),
        {"to_move.legal": ["7h", "8h", "9h", "Th", "Jh"]},
        broken(legal_cards=_any_card),
    ),
    TertsCase(
        "without stock who cannot follow plays a trump",
        without_stock("7s 8s 9s Ts 7h 8h 9h Th Jh / Js Qs Ks As 7c 8c 9c Qh Kh", "7s", 1, "7c"),
        {"to_move.legal": ["7s", "8s", "9s", "Ts"]},
        broken(legal_cards=_never_trump),
    ),
    TertsCase(
        "without stock nobody has to beat",
        without_stock("7s 8s 9s Ts 7h 8h 9h Th Jh / Js Qs Ks As 7c 8c 9c Qh Kh", "7s", 1, "Qs"),
        {"to_move.legal": ["7s", "8s", "9s", "Ts"]},
        broken(legal_cards=_must_beat),
    ),
    TertsCase(
        "the jack alone need not trump",
        without_stock("Js 7d 8d 9d 7h 8h 9h Th Jh / 7s Qs Ks As 7c 8c 9c Qh Kh", "7s", 0, "7h Qh", "7c"),
        {"to_move.legal": ["Js", "7d", "8d", "9d", "8h", "9h", "Th", "Jh"]},
        broken(legal_cards=_jack_bound),
    ),
    TertsCase(
        "the jack with another trump does not free from trumping",
        without_stock("Js 8s 8d 9d 7h 8h 9h Th Jh / 7s Qs Ks As 7c 8c 9c Qh Kh", "7s", 0, "7h Qh", "7c"),
        {"to_move.legal": ["8s", "Js"]},
        broken(legal_cards=_jack_frees_all),
    ),
    TertsCase(
        "the jack follows a trump that is led",
        without_stock("Js 7d 8d 9d 7h 8h 9h Th Jh / 7s Qs Ks As 7c 8c 9c Qh Kh", "7s", 0, "7h Qh", "Qs"),
        {"to_move.legal": ["Js"]},
        broken(legal_cards=_jack_always_free),
    ),
    # Announcements
    TertsCase(
        "the leader's group scores unless it is beaten",
        deal("Jh Qh Kh 7c 9c Jc 7d 9d Jd / 9h 8c Tc Qc Ac 8d Td Qd Ad", "8s", "", "0:(Kh Qh Jh) 7c 8c"),
        {
            "plays.0.announced.0": {
                "seat": 0,
                "kind": "terts",
                "cards": ["Kh", "Qh", "Jh"],
                "points": 20,
                "scored": True,
            },
            "result.announced": [20, 0],
        },
        broken(score=_nothing_scores),
    ),
    TertsCase(
        "a higher top beats, and scores in its place",
        deal("Jh Qh Kh 7c 9c Jc 7d 9d Jd / 9h 8c Tc Qc Ac 8d Kd Qd Ad", "8s", "", "0:(Kh Qh Jh) 1:(Ad Kd Qd) 7c 8c"),
        {
            "plays.0.announced.0.scored": False,
            "plays.0.announced.1.scored": True,
            "result.announced": [0, 20],
        },
        broken(speak=_leader_alone_speaks),
    ),
    TertsCase(
        "a lower top does not beat",
        deal("Jh Qh Kh 7c 9c Jc 7d Qd Jd / 9h 8c Tc Qc Ac 8d 9d Td Ad", "8s", "", "0:(Kh Qh Jh) 1:(Td 9d 8d) 7c 8c"),
        {"refused": "trick 1"},
        broken(may_name=_anything_beats),
    ),
    TertsCase(
        "a longer run beats a higher top",
        deal("Ah Qh Kh 7c 9c Kc 7s 9s Js / 7d 8d 9d Td 8c Tc Qc Ac 9h", "8s", "", "0:(Ah Kh Qh) 1:(Td 9d 8d 7d) 7c 8c"),
        {"result.announced": [0, 50]},
        broken(may_name=_top_alone),
    ),
    TertsCase(
        "of equal groups the leader's stands",
        deal("Jh Qh Kh 7c 9c Jc 7d 9d 8h / 9h 8c Tc Qc Ac Jd Kd Qd 8d", "8s", "", "0:(Kh Qh Jh) 1:(Kd Qd Jd) 7c 8c"),
        {"refused": "trick 1"},
        broken(may_name=_equal_is_better),
    ),
    TertsCase(
        "of equal groups trump is better",
        deal("Jh Qh Kh 7c 9c Jc 7d 9d 8h / 9h 8c Tc Qc Ac Js Ks Qs 8d", "8s", "", "0:(Kh Qh Jh) 1:(Ks Qs Js) 7c 8c"),
        {"result.announced": [0, 20]},
        broken(may_name=_trump_is_nothing),
    ),
    TertsCase(
        "a four beats a fifty",
        deal(
            "7h 8h 9h Th 7c 9c Jc 7d 9d / Qs Qc Qd Qh 8c Tc Ac 8d Td", "8s", "", "0:(Th 9h 8h 7h) 1:(Qs Qc Qd Qh) 7c 8c"
        ),
        {"result.announced": [0, 100]},
        broken(may_name=_fours_are_lowest),
    ),
    TertsCase(
        "a run of five beats a four",
        deal(
            "As Ac Ad Ah 7c 9c 7d 9d Qd / 7h 8h 9h Th Jh 8c Tc 8d Td",
            "8s",
            "",
            "0:(As Ac Ad Ah) 1:(Jh Th 9h 8h 7h) 7c 8c",
        ),
        {"result.announced": [0, 100]},
        broken(may_name=_fours_are_highest),
    ),
    TertsCase(
        "jacks are the highest four",
        deal(
            "As Ac Ad Ah 7c 9c 7d 9d Qd / Js Jc Jd Jh 8c Tc 8d Td 8h", "8s", "", "0:(As Ac Ad Ah) 1:(Js Jc Jd Jh) 7c 8c"
        ),
        {"result.announced": [0, 200]},
        broken(may_name=_fours_by_rank),
    ),
    TertsCase(
        "queens do not beat kings",
        deal(
            "Ks Kc Kd Kh 7c 9c 7d 9d Ad / Qs Qc Qd Qh 8c Tc 8d Td 8h", "8s", "", "0:(Ks Kc Kd Kh) 1:(Qs Qc Qd Qh) 7c 8c"
        ),
        {"refused": "trick 1"},
        broken(may_name=_anything_beats),
    ),
    TertsCase(
        "where the leader is silent the opponent may announce",
        deal("9h Qh Kh 7c 9c Jc 7d 9d 8h / Jh 8c Tc Qc Ac Jd Kd Qd 8d", "8s", "", "7c 1:(Kd Qd Jd) 8c"),
        {"result.announced": [0, 20]},
        broken(speak=_leader_alone_speaks),
    ),
    TertsCase(
        "a card that has been played belongs to no group",
        deal("Jh Qh Kh 7c 9c Jc 7d 9d 8d / 9h 8c Tc Qc Ac Jd Kd Qd 8h", "8s", "", "Kh 9h", "0:(Kh Qh Jh) 7c 8c"),
        {"refused": "trick 2"},
        broken(may_name=_played_cards_too),
    ),
    TertsCase(
        "a drawn card belongs to groups from the next trick on",
        deal("8h Qh Kh 7c 9c Jc 7d 9d Ah / 9h 8c Tc Qc Ac Jd Kd Td 8d", "8s", "Jh", "Ah 9h", "0:(Kh Qh Jh) 7c 8c"),
        {"result.announced": [20, 0]},
        broken(may_name=_not_what_was_drawn),
    ),
    TertsCase(
        "the trick after the last draw allows an announcement",
        without_stock("8s 9s Ts Ks 7h 9h Th Jh Ah / Js 7s Qs As 7c 8c 9c Qh Kh", "8s", 1, "1:(9c 8c 7c) Qs 8s"),
        {"result.announced": [0, 20]},
        broken(speak=_words_with_stock_alone),
    ),
    TertsCase(
        "later tricks allow none",
        without_stock(
            "8s 9s Ts Ks 7h 9h Th Jh Ah / Js 7s Qs As 7c 8c 9c Qh Kh", "8s", 1, "Js 8s", "1:(9c 8c 7c) As 9s"
        ),
        {"refused": "trick 9"},
        broken(word_tricks=9),
    ),
    TertsCase(
        "first a run, later one that holds it",
        deal(
            "Th Jh Qh Kh 7c 9c Ac 7d 9d / 9h 8c Tc Qc Jc Jd Kd Td 8d",
            "8s",
            "",
            "0:(Kh Qh Jh) Ac 8c",
            "0:(Kh Qh Jh Th) 7c Qc",
        ),
        {"result.announced": [70, 0]},
        broken(score=_close_what_touches),
    ),
    TertsCase(
        "a run contained in one that has scored may not be announced",
        deal(
            "Th Jh Qh Kh 7c 9c Ac 7d 9d / 9h 8c Tc Qc Jc Jd Kd Td 8d",
            "8s",
            "",
            "0:(Kh Qh Jh Th) Ac 8c",
            "0:(Qh Jh Th) 7c Qc",
        ),
        {"refused": "trick 2"},
        broken(score=_close_itself_alone),
    ),
    TertsCase(
        "a group that has scored may not be announced again",
        deal(
            "8h Jh Qh Kh 7c 9c Ac 7d 9d / 9h 8c Tc Qc Jc Jd Kd Td 8d",
            "8s",
            "",
            "0:(Kh Qh Jh) Ac 8c",
            "0:(Kh Qh Jh) 7c Qc",
        ),
        {"refused": "trick 2"},
        broken(may_name=_groups_without_limit),
    ),
    TertsCase(
        "runs may overlap",
        deal(
            "Th Jh Qh Kh 7c 9c Ac 7d 9d / 9h 8c Tc Qc Jc Jd Kd Td 8d",
            "8s",
            "",
            "0:(Kh Qh Jh) Ac 8c",
            "0:(Qh Jh Th) 7c Qc",
        ),
        {"result.announced": [40, 0]},
        broken(score=_close_what_touches),
    ),
    TertsCase(
        "a beaten group may be announced again",
        deal(
            "8h Jh Qh Kh 7c 9c Ac 7d 9d / 9h 8c Tc Qc Jc Ad Kd Qd 8d",
            "8s",
            "",
            "0:(Kh Qh Jh) 1:(Ad Kd Qd) Ac 8c",
            "0:(Kh Qh Jh) 7c Qc",
        ),
        {"result.announced": [20, 20]},
        broken(score=_close_beaten_too),
    ),
    # The marriage
    TertsCase(
        "the marriage stands beside one's own group",
        deal("Ks Qs Jh Qh Kh 7c 9c 7d 9d / 9h 8c Tc Qc Jc Jd Kd Td 8d", "8s", "", "0:(Kh Qh Jh) 0:(Ks Qs) 7c 8c"),
        {"plays.0.announced.1.kind": "bella", "plays.0.announced.1.points": 20, "result.announced": [40, 0]},
        broken(may_marry=_never_marry),
    ),
    TertsCase(
        "the marriage stands beside the opponent's group",
        deal("8h Ah Jh Qh Kh 7c 9c 7d 9d / Ks Qs Tc 8c Jc Jd Kd Td 8d", "8s", "", "0:(Kh Qh Jh) 1:(Ks Qs) 7c 8c"),
        {"plays.0.announced.0.scored": True, "result.announced": [20, 20]},
        broken(may_marry=_marry_when_leading),
    ),
    TertsCase(
        "a leader who names the marriage alone leaves the group to the opponent",
        deal("8h Ah Ks Qs Kh 7c 9c 7d 9d / 8c Qc Tc 9h Jc Jd Kd Qd 8d", "8s", "", "0:(Ks Qs) 7c 1:(Kd Qd Jd) 8c"),
        {"result.announced": [20, 20]},
        broken(speak=_silent_beside_marriage),
    ),
    TertsCase(
        "the marriage scores once",
        deal("8h Ah Ks Qs Kh 7c 9c 7d 9d / 8c Qc Tc 9h Jc Jd Kd Qd 8d", "8s", "", "0:(Ks Qs) Ah 9h", "0:(Ks Qs) 7c 8c"),
        {"refused": "trick 2"},
        broken(may_marry=_marry_again),
    ),
    TertsCase(
        "the marriage needs both cards in hand",
        deal("8h Ah Ks Qs Kh 7c 9c 7d 9d / 8c Qc Tc 9h Jc Jd Kd Qd 8d", "8s", "", "Ks 9h", "0:(Ks Qs) 7c 8c"),
        {"refused": "trick 2"},
        broken(may_marry=_marry_with_one),
    ),
    TertsCase(
        "the marriage is contained in no run",
        deal("Js Ks Qs 8h Kh 7c 9c 7d 9d / 9h 8c Tc Qc Jc Jd Kd Td 8d", "8s", "", "0:(Ks Qs Js) 0:(Ks Qs) 7c 8c"),
        {"result.announced": [40, 0]},
        broken(speak=_run_holds_marriage),
    ),
    # The exchange
    TertsCase(
        "the seven is exchanged by its holder, whoever leads",
        deal("8h Ah Ks Qs Kh 7c 9c 7d 9d / 7s Qc Tc 9h Jc Jd Kd Qd 8d", "As", "", "x 7c"),
        {
            "exchange": {"seat": 1, "gave": "7s", "took": "As", "before_trick": 1},
            "to_move.legal": ["As", "Tc", "Jc", "Qc", "8d", "Jd", "Qd", "Kd", "9h"],
        },
        broken(exchange_seven=_exchange_of_leader),
    ),
    TertsCase(
        "the seven may be exchanged before any trick with stock",
        deal(
            "7s 8h 9c Jc Kc 7d 9d Jd Kd / 8c Tc Qc Ac 8d Td Qd Ad 9h",
            "8s",
            "",
            *("9c 8c", "Jc Tc", "8d 7d", "Td 9d", "Ad Kd", "Ac Kc", "x Qc"),
        ),
        {"exchange.before_trick": 7},
        broken(exchange_seven=_exchange_once_at_first),
    ),
    TertsCase(
        "the seven given for the upcard is drawn last",
        deal(
            "7s 8h 9c Jc Kc 7d 9d Jd Kd / 8c Tc Qc Ac 8d Td Qd Ad 9h",
            "8s",
            "",
            *("x 9c 8c", "Jc Tc", "8d 7d", "Td 9d", "Ad Kd", "Ac Kc", "Qc 8h", "9h"),
        ),
        {"plays.6.drawn.1": "7s"},
        broken(exchange_seven=_seven_vanishes),
    ),
    # The switches that terts reads
    TertsCase(
        "seven_exchange: none",
        deal("8h Ah Ks Qs Kh 7c 9c 7d 9d / 7s Qc Tc 9h Jc Jd Kd Qd 8d", "As", "", "x 7c"),
        {"refused": "exchange"},
        rules={"seven_exchange": "none"},
        other_rules={"seven_exchange": "any"},
    ),
    TertsCase(
        "seven_exchange: declarer, and nobody is one",
        deal("8h Ah Ks Qs Kh 7c 9c 7d 9d / 7s Qc Tc 9h Jc Jd Kd Qd 8d", "As", "", "x 7c"),
        {"refused": "exchange"},
        rules={"seven_exchange": "declarer"},
        other_rules={"seven_exchange": "any"},
    ),
    TertsCase(
        "sequence_points: the value of a run",
        deal("Jh Qh Kh 7c 9c Jc 7d 9d Jd / 9h 8c Tc Qc Ac 8d Td Qd Ad", "8s", "", "0:(Kh Qh Jh) 7c 8c"),
        {"result.announced": [30, 0]},
        rules={"sequence_points": {3: 30, 4: 50}},
        other_rules={"sequence_points": {3: 20, 4: 50}},
    ),
    TertsCase(
        "sequence_points: a length without a value is no group",
        deal("Jh Qh Kh 7c 9c Jc 7d 9d Jd / 9h 8c Tc Qc Ac 8d Td Qd Ad", "8s", "", "0:(Kh Qh Jh) 7c 8c"),
        {"refused": "trick 1"},
        rules={"sequence_points": {4: 50}},
        other_rules={"sequence_points": {3: 20, 4: 50}},
    ),
    TertsCase(
        "fours: the value of a rank",
        deal("As Ac Ad Ah 7c 9c 7d 9d Qd / 8h 8c Tc Qc Kc Jd Kd Td 8d", "8s", "", "0:(As Ac Ad Ah) 7c 8c"),
        {"result.announced": [40, 0]},
        rules={"fours": {"A": 40}},
        other_rules={"fours": {"J": 200, "Q": 100, "K": 100, "A": 100}},
    ),
    TertsCase(
        "fours: a rank without a value is no group",
        deal("Ts Tc Td Th 7c 9c 7d 9d Qd / 8h 8c Ac Qc Kc Jd Kd Ad 8d", "8s", "", "0:(Ts Tc Td Th) 7c 8c"),
        {"refused": "trick 1"},
        other_rules={"fours": {"J": 200, "other": 100}},
    ),
    TertsCase(
        "trick_points: terts",
        deal("9s Kd Qd Jd 7c 9c 7d 9d 8h / 7h 8c Ac Qc Kc 8d Ad 9h Th", "8s", "", "9s Kc", "Jd Ad"),
        {"result.card_points": [16, 12]},
        other_rules={"trick_points": "standard"},
    ),
]
