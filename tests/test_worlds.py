"""Worlds: all of them by plain enumeration, drawn ones uniformly, and what single clues say."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest

from debertz_sim._jit import JIT_OFF, kernel, popcount
from debertz_sim.cards import mask, parse_card, parse_cards
from debertz_sim.engine.blocks import play_one
from debertz_sim.engine.deal import keep_log, new_desk
from debertz_sim.kernels.exchange import EXCHANGE_DEFAULT
from debertz_sim.kernels.rng import PLAY, below, open_streams, start_deal
from debertz_sim.kernels.state import VIEW, new_record
from debertz_sim.policies.registry import seating
from debertz_sim.rules import RuleSet
from debertz_sim.variants import variants
from debertz_sim.worlds.agree import set_table
from debertz_sim.worlds.find import all_worlds, draw_world, find_worlds
from debertz_sim.worlds.spread import CHOOSE, subset
from debertz_sim.worlds.state import new_survey, new_table, new_view
from debertz_sim.worlds.survey import survey
from tests.one_family import one_family
from tests.pvalues import chi_square_tail, frequencies_p
from tests.reference.worlds import cards_in, same_view, worlds
from tests.twin_tools import PLAYED, twin_table

SEED = 77
ERROR_RATE = 1e-6
"""The chance of a false alarm of every statistical test here."""
LATE = {2: 4, 3: 3, 4: 3}
"""Tricks, by seats, from which on all worlds are enumerated."""
VIEWS = 1 if JIT_OFF else 3
ROOM = 4000


class Seen(NamedTuple):
    """A decision: the view as the kernels and as the twin have it, the calls before it, and the full hands of all."""

    record: Any
    view: dict[str, Any]
    calls: list[int]
    full: list[int]


def copied(view: Any) -> Any:
    """A record of its own."""
    record = new_record(VIEW)
    for name in VIEW.names or ():
        record[name] = view[name]
    return record


def decisions(rules: RuleSet, play: str = "rules", late: bool = False) -> Iterator[Seen]:
    """A random decision in the play of every deal of the seed that was played, its last tricks only if ``late``."""
    desk = new_desk()
    views = keep_log(desk)
    family = one_family(seating(rules.players, "rules", play).family.seats, rules.players)
    record = rules.lower()[0]
    for index in range(10**9):
        play_one(record, family, desk, SEED, index)
        logged = list(zip(views, desk.log.chosen.tolist(), strict=True))[: int(desk.log.count)]
        first = record.tricks - LATE[rules.players] + 1 if late else 1
        wanted = [view for view, _ in logged if view["trick"] >= first]
        if wanted:
            view = copied(random.Random(index).choice(wanted))
            plain = {name: np.asarray(view[name]).tolist() for name in VIEW.names or ()}
            calls = [chosen for its, chosen in logged if its["trick"] == 0]
            yield Seen(view, plain, calls, desk.t.full[: rules.players].tolist())


def found(rules: RuleSet, seen: Seen, room: int = ROOM) -> list[tuple[int, ...]]:
    """What ``find_worlds`` finds, room for so many."""
    streams = new_desk().streams
    open_streams(streams, np.uint64(SEED), 0)
    start_deal(streams, 0)
    hands = np.zeros((room + 1, 4), np.int64)
    count = find_worlds(rules.lower()[0], seen.record, streams, PLAY, hands)
    return [tuple(row[: rules.players]) for row in hands[:count].tolist()]


def agreeing(rules: RuleSet, seen: Seen, full: list[int]) -> bool:
    """Whether the twin says that the seat would have seen the same with these full hands."""
    return same_view(twin_table(rules), seen.view, [cards_in(hand) for hand in full], seen.calls)


@pytest.mark.parametrize("name", PLAYED)
def test_all_worlds_are_those_of_the_enumeration(name: str) -> None:
    """In the last tricks: the twin, dealing the unseen cards in every way, finds the same worlds and the true one."""
    rules = variants[name]
    for _, seen in zip(range(VIEWS), decisions(rules, late=True), strict=False):
        expected = worlds(twin_table(rules), seen.view, seen.calls)
        here = found(rules, seen)
        assert len(set(here)) == len(here)
        assert set(here) == expected
        assert tuple(hand & ~gone for hand, gone in zip(seen.full, seen.view["played"], strict=False)) in expected


@pytest.mark.slow
@pytest.mark.parametrize("play", ["rules", "random"])
@pytest.mark.parametrize("name", PLAYED)
def test_all_worlds_at_length(name: str, play: str) -> None:
    """The same for more views, and with plays that break no rule but make no sense."""
    rules = variants[name]
    for _, seen in zip(range(8), decisions(rules, play, late=True), strict=False):
        assert set(found(rules, seen)) == worlds(twin_table(rules), seen.view, seen.calls)


@pytest.mark.parametrize("name", PLAYED)
def test_drawn_worlds_agree(name: str) -> None:
    """At any point of the deal what is drawn would have looked the same to the seat, and so would the true deal."""
    rules = variants[name]
    for _, seen in zip(range(4 * VIEWS), decisions(rules), strict=False):
        assert agreeing(rules, seen, seen.full)
        drawn = found(rules, seen, 6)
        assert drawn
        for hands in drawn:
            full = [hand | gone for hand, gone in zip(hands, seen.view["played"], strict=False)]
            assert sorted(map(int.bit_count, full)) == sorted(map(int.bit_count, seen.full))
            assert agreeing(rules, seen, full)


@kernel
def draw_many(rules, v, streams, hands):  # type: ignore[no-untyped-def]
    """A world drawn into every row."""
    s = new_survey()
    t = new_table()
    w = new_view()
    survey(rules, v, s, t, w)
    set_table(rules, v, t)
    for row in range(hands.shape[0]):
        if not draw_world(rules, v, s, t, streams, np.int64(PLAY), np.int64(EXCHANGE_DEFAULT), hands[row]):
            return row
    return hands.shape[0]


@kernel
def deal_seat_by_seat(rules, v, streams, hands):  # type: ignore[no-untyped-def]
    """The popular mistake: the first hand gets any cards that it may hold, the next what is left; misdeals again."""
    s = new_survey()
    t = new_table()
    w = new_view()
    survey(rules, v, s, t, w)
    row = 0
    while row < hands.shape[0]:
        left = s.hidden
        for seat in range(v.players):
            hands[row, seat] = s.known[seat]
        hands[row, v.seat] = v.hand
        for place in range(3):
            seat = s.holder[place]
            may = left & ~s.barred[seat]
            if popcount(may) < s.wants[place]:
                break
            dealt = subset(may, s.wants[place], below(streams, PLAY, CHOOSE[popcount(may), s.wants[place]]))
            hands[row, seat] |= dealt
            left ^= dealt
            if place == 2:
                row += 1
    return row


@kernel
def keep_some(rules, v, streams, hands):  # type: ignore[no-untyped-def]
    """All ways looked at and as many worlds kept as there is room for."""
    s = new_survey()
    t = new_table()
    w = new_view()
    survey(rules, v, s, t, w)
    set_table(rules, v, t)
    return all_worlds(rules, v, s, t, streams, np.int64(PLAY), np.int64(EXCHANGE_DEFAULT), hands)


def streams_at(index: int) -> Any:
    """Streams at a deal of the seed."""
    streams = new_desk().streams
    open_streams(streams, np.uint64(SEED), 0)
    start_deal(streams, index)
    return streams


def some_view(name: str, fewest: int, most: int, lopsided: bool = False) -> tuple[RuleSet, Seen, list[tuple[int, ...]]]:
    """A late decision with so many worlds.

    ``lopsided``: the first of the others holds now more, now less of what the second lacks.
    """
    rules = variants[name]
    for seen in decisions(rules, late=True):
        here = found(rules, seen)
        first, second = ((seen.view["seat"] + step) % rules.players for step in (1, 2))
        lacked = sum(0xFF << 8 * suit for suit in range(4) if seen.view["void"][second] >> suit & 1)
        if lopsided and len({(world[first] & lacked).bit_count() for world in here}) == 1:
            continue
        if fewest <= len(here) <= most:
            return rules, seen, here
    raise AssertionError


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["moscow", "three", "pairs", "passive4", "belote", "klabor-3"])
def test_draws_are_uniform(name: str) -> None:
    """Pearson's test over all worlds of a view."""
    rules, seen, here = some_view(name, 20, 300)
    hands = np.zeros((60 * len(here), 4), np.int64)
    assert draw_many(rules.lower()[0], seen.record, streams_at(1), hands) == len(hands)
    counts = Counter(tuple(row[: rules.players]) for row in hands.tolist())
    assert set(counts) <= set(here)
    assert frequencies_p([counts[world] for world in here]) > ERROR_RATE


@pytest.mark.compiled
def test_dealing_seat_by_seat_is_found_out() -> None:
    """The negative control: legal worlds, but not equally likely where one hand may not hold what another may."""
    rules, seen, here = some_view("solo4", 20, 300, lopsided=True)
    hands = np.zeros((300 * len(here), 4), np.int64)
    assert deal_seat_by_seat(rules.lower()[0], seen.record, streams_at(1), hands) == len(hands)
    counts = Counter(tuple(row) for row in hands.tolist())
    assert frequencies_p([counts[world] for world in here]) < ERROR_RATE


@pytest.mark.compiled
def test_where_there_is_no_room_for_all_every_world_is_as_likely() -> None:
    """Of M worlds looked at r are kept, each as often; that the counts hang together the factor allows for."""
    rules, seen, here = some_view("moscow", 30, 120)
    room, times = len(here) // 3, 400
    counts: Counter[tuple[int, ...]] = Counter()
    hands = np.zeros((room + 1, 4), np.int64)
    for index in range(times):
        assert keep_some(rules.lower()[0], seen.record, streams_at(index), hands) == room
        kept = {tuple(row[:2]) for row in hands[:room].tolist()}
        assert len(kept) == room
        counts.update(kept)
    expected = times * room / len(here)
    statistic = sum((counts[world] - expected) ** 2 for world in here) / expected
    statistic *= (len(here) - 1) / (len(here) - room)
    assert chi_square_tail(statistic, len(here) - 1) > ERROR_RATE


@pytest.mark.parametrize(("cards", "size"), [("7s 9s Jc Ad Kh", 2), ("7s", 1), ("Th Jh", 0), ("7s 8s 9s Ts", 4)])
def test_subsets_are_numbered(cards: str, size: int) -> None:
    hand = mask(parse_cards(cards))
    count = int(CHOOSE[hand.bit_count(), size])
    every = {int(subset(hand, size, number)) for number in range(count)}
    assert len(every) == count
    assert all(chosen & ~hand == 0 and chosen.bit_count() == size for chosen in every)


def answered(hand: str, lead: str, answer: str) -> Any:
    """The view of seat 0 before the second trick, hearts trumps: what it holds, what it led and seat 1 answered."""
    view = new_record(VIEW)
    view.players = view.in_play = 2
    view.passive = view.upcard_seat = view.freza = view.exchanger = view.took = view.bella = -1
    view.dealer, view.declarer, view.trump, view.round, view.upcard, view.trick = 1, 1, 3, 2, 24, 2
    view.top[:], view.plays[:], view.leaders[:] = -1, -1, -1
    view.leaders[:2] = 0
    view.plays[0, :2] = view.played[:2] = parse_cards(f"{lead} {answer}")
    view.played[:2] = [1 << card for card in view.played[:2].tolist()]
    view.hand = mask(parse_cards(hand))
    view.full = view.hand | view.played[0]
    return view


def hidden_from(rules: RuleSet, view: Any) -> int:
    """The cards that seat 1 holds in no world, of those whose place is not known."""
    streams = streams_at(0)
    hands = np.zeros((400, 4), np.int64)
    count = find_worlds(rules.lower()[0], view, streams, PLAY, hands)
    seen = int(view.full) | int(view.played[1]) | 1 << int(view.upcard)
    return 0xFFFFFFFF & ~seen & ~int(np.bitwise_or.reduce(hands[:count, 1]))


HAND = "As Ts 8c 9d Jd 8d Qc Kc"


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("changes", "lead", "answer", "lacks"),
    [
        ({}, "Ks", "7c", "s h"),  # neither the suit led nor a trump
        ({}, "Ks", "8h", "s"),  # trumped, and nothing had to be beaten
        ({}, "Qh", "8h", "Jh 9h Ah Th Kh"),  # no trump above the queen
        ({"overtrump": "never"}, "Qh", "8h", ""),  # where there is no such duty it tells nothing
        ({"overtrump": "trump_lead"}, "Qh", "8h", "Jh 9h Ah Th Kh"),
        ({}, "Ah", "Kh", "Jh 9h Qh"),  # nor the queen: bella would have been called
        ({"bella_call": "on_lead"}, "Ah", "Kh", "Jh 9h"),  # he has not led yet
        ({"bella_call": "after_trick"}, "Th", "Kh", "Jh 9h Ah"),  # nor won a trick
        ({"bella_to": "first_trick_winner"}, "Ah", "Kh", "Jh 9h"),  # and would have lost it
    ],
)
def test_what_an_answer_tells(changes: dict[str, str], lead: str, answer: str, lacks: str) -> None:
    """Seat 0 leads, seat 1 answers: what he cannot hold any more."""
    rules = variants["moscow"].with_(**changes)
    view = answered(HAND, lead, answer)
    suits = {suit: 0xFF << 8 * place for place, suit in enumerate("scdh")}
    expected = sum(suits[word] if word in suits else mask(parse_cards(word)) for word in lacks.split())
    seen = int(view.full) | int(view.played[1]) | 1 << int(view.upcard)
    assert hidden_from(rules, view) == expected & ~seen


@pytest.mark.compiled
def test_silence_and_words_tell() -> None:
    """Who is silent before any class is named holds no sequence, who names terts holds one and no fifty."""
    rules = variants["moscow"]
    for said, run in ((0, 0), (3, 3), (4, 4)):
        view = answered("As 8s 8c 9d Jd 8d Qc Jc Ks", "Kh", "7s")  # seat 1 leads the seven
        view.trick, view.lying, view.leader, view.leaders[:2] = 1, 1, 1, (1, -1)
        view.plays[0, :2], view.played[:2], view.full = (parse_card("7s"), -1), (0, 1 << parse_card("7s")), view.hand
        view.announced[:2] = -1, said
        others = [row[1] | int(view.played[1]) for row in found(rules, Seen(view, {}, [], []), 60)]
        runs = [max(map(longest_run, (hand >> 8 * suit & 0xFF for suit in range(4)))) for hand in others]
        assert {min(length, 4) if length >= 3 else 0 for length in runs} == {run}


def longest_run(ranks: int) -> int:
    """Consecutive ranks in a suit."""
    length = 0
    while ranks:
        ranks &= ranks << 1
        length += 1
    return length
