"""What must hold in every deal, whatever the rules: cards, legality, points, and symmetries of suits and seats."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from debertz_sim._jit import JIT_OFF
from debertz_sim.cards import parse_card
from debertz_sim.engine.blocks import play_recorded
from debertz_sim.kernels.rng import open_streams, start_deal
from debertz_sim.kernels.state import BY_DEFAULT
from debertz_sim.records.transcript import CALL_TEXTS, CARD_TEXTS, Transcript
from debertz_sim.rules import RuleSet, card_points, trick_strength
from debertz_sim.variants import variants
from tests.rulebook.engine import Recorder
from tests.twin_tools import SITTINGS, TWO_PLAYERS, Position, Sitting, lay_out, stacked_position, twin_table

SEED = 5
few = settings(max_examples=15 if JIT_OFF else 200, deadline=None)


class Played(NamedTuple):
    """A deal that policies played: what was dealt, the transcript, and every decision."""

    rules: RuleSet
    sitting: Sitting
    position: Position
    transcript: Transcript
    views: list[dict[str, int]]
    chosen: list[int]


@st.composite
def shuffled(draw: st.DrawFn) -> Position:
    """A deal on its own from any order of the pack."""
    pack = draw(st.permutations(range(32)))
    first, second = [list(pack[:6]), list(pack[6:12])], [list(pack[12:15]), list(pack[15:18])]
    return Position(draw(st.integers(0, 1)), first, pack[18], second, pack[19], [], None, None, [0, 0])


@st.composite
def deals(draw: st.DrawFn) -> Played:
    """Any variant and sitting; any pack, or one stacked and late in a match."""
    rules = variants[draw(st.sampled_from(TWO_PLAYERS))]
    sitting = draw(st.sampled_from(SITTINGS))
    stacked = st.integers(0, 10**6).map(lambda number: stacked_position(rules, random.Random(number)))
    return played(rules, sitting, draw(st.one_of(shuffled(), stacked)), draw(st.integers(0, 10**6)))


def played(rules: RuleSet, sitting: Sitting, position: Position, index: int) -> Played:
    """Let the policies play a position; ``index`` is for those that draw."""
    recorder = recorder_of(rules)
    desk = recorder.desk
    lay_out(rules, desk, position)
    open_streams(desk.streams, SEED, 0)
    start_deal(desk.streams, index)
    before = recorder.scribe.before(desk)
    assert play_recorded(recorder.scribe.record, sitting.family, desk, *[BY_DEFAULT] * 4) == 0
    count = desk.log.count
    fields = ("seat", "hand", "full", "legal", "trick", "lying")
    columns = zip(*(recorder.views[name][:count].tolist() for name in fields), strict=True)
    views = [dict(zip(fields, values, strict=True)) for values in columns]
    return Played(
        rules, sitting, position, recorder.scribe.write(desk, before), views, desk.log.chosen[:count].tolist()
    )


def recorder_of(rules: RuleSet) -> Recorder:
    """A desk for these rules."""
    return Recorder(twin_table(rules))


def tricks(deal: Played) -> list[tuple[int, list[int]]]:
    """Leader and cards of each trick."""
    return [(trick["leader"], [parse_card(card) for card in trick["cards"]]) for trick in deal.transcript["plays"]]


@few
@given(deals())
def test_cards_are_conserved(deal: Played) -> None:
    """What is dealt is played, card for card, but for the seven that was given for the upcard."""
    hands = [set(first) | set(second) for first, second in zip(deal.position.first, deal.position.second, strict=True)]
    swap = deal.transcript["exchange"]
    if swap:
        hands[swap["seat"]].remove(parse_card(swap["gave"]))
        hands[swap["seat"]].add(parse_card(swap["took"]))
        assert parse_card(swap["took"]) == deal.position.upcard
    if deal.transcript["second_packets"] is None:
        hands = [set(first) for first in deal.position.first]
    assert [[parse_card(card) for card in hand] for hand in deal.transcript["hands"]] == [sorted(h) for h in hands]
    laid: list[list[int]] = [[], []]
    for leader, cards in tricks(deal):
        for place, card in enumerate(cards):
            laid[(leader + place) % 2].append(card)
    for seat in (0, 1):
        assert len(set(laid[seat])) == len(laid[seat])
        assert set(laid[seat]) <= hands[seat]
        if deal.transcript["result"]["totals"] is not None:
            assert set(laid[seat]) == hands[seat]


def may_play(rules: RuleSet, hand: set[int], led: int | None, trump: int) -> set[int]:
    """The duty to follow, to trump and to beat a trump, between two players."""
    if led is None:
        return hand
    same = {card for card in hand if card // 8 == led // 8}
    trumps = {card for card in hand if card // 8 == trump}
    legal = same or trumps or hand
    if led // 8 == trump and legal is same and rules.overtrump != "never":
        strength = trick_strength()[1]
        return {card for card in same if strength[card % 8] > strength[led % 8]} or same
    return legal


@few
@given(deals())
def test_legality(deal: Played) -> None:
    """Every choice is legal, and the legal cards are those that the rules of play allow."""
    cards = iter(card for _, trick in tricks(deal) for card in trick)
    lead = 0
    for view, choice in zip(deal.views, deal.chosen, strict=True):
        assert view["legal"] >> choice & 1
        if not view["trick"]:
            continue
        hand = {card for card in range(32) if view["hand"] >> card & 1}
        assert view["hand"] & view["full"] == view["hand"]
        suit = "scdh".index(deal.transcript["result"]["trump"])
        expected = may_play(deal.rules, hand, lead if view["lying"] else None, suit)
        assert view["legal"] == sum(1 << card for card in expected)
        assert choice == next(cards)
        lead = choice


@few
@given(deals())
def test_points_add_up(deal: Played) -> None:
    """Card points are those of the cards played; totals add the last ten and the melds that score."""
    result = deal.transcript["result"]
    assume(result["tricks"] is not None)
    worth = card_points(deal.rules.trick_points)
    trump = "scdh".index(result["trump"])
    complete = [trick for _, trick in tricks(deal)]
    points = sum(worth[card // 8 == trump][card % 8] for trick in complete for card in trick)
    assert sum(result["card_points"]) == points
    assert sum(result["tricks"]) == len(complete)
    if result["totals"] is None:
        return
    left = set(range(32)) - {card for trick in complete for card in trick}
    assert points == 152 - sum(worth[card // 8 == trump][card % 8] for card in left)
    for seat in (0, 1):
        melds = sum(meld["points"] for meld in deal.transcript["melds"] if meld["to"] == seat)
        last = 10 if result["last_trick"] == seat else 0
        assert result["totals"][seat] == result["card_points"][seat] + last + melds


def replayed(
    deal: Played, position: Position, suit_of: Callable[[int], int] = int, n_cards: int | None = None
) -> Transcript:
    """The recorded choices of a deal, or the first cards of it, with the suits renamed, on another position."""
    recorder = recorder_of(deal.rules)
    lay_out(deal.rules, recorder.desk, position)
    n_calls = sum(view["trick"] == 0 for view in deal.views)
    calls = [CALL_TEXTS[suit_of(call) if call < 4 else call] for call in deal.chosen[:n_calls]]
    cards = [8 * suit_of(card // 8) + card % 8 for card in deal.chosen[n_calls:]]
    cards = cards[:n_cards]
    found = recorder.play(calls, cards, deal.sitting.exchange)
    del found["decisions"]
    return found


def renamed(tree: Any, suit_of: Callable[[int], int]) -> Any:
    """A transcript with other suits: cards, calls, trump."""
    if isinstance(tree, dict):
        return {key: renamed(value, suit_of) for key, value in tree.items()}
    if isinstance(tree, list):
        return [renamed(value, suit_of) for value in tree]
    if tree in CARD_TEXTS:
        card = CARD_TEXTS.index(tree)
        return CARD_TEXTS[8 * suit_of(card // 8) + card % 8]
    if isinstance(tree, str) and len(tree) == 1:
        return CALL_TEXTS[suit_of(CALL_TEXTS.index(tree))]
    return tree


def in_any_order(transcript: Transcript) -> Transcript:
    """A transcript whose hands and melds are sorted, as their order follows the suits."""
    for key in ("first_packets", "second_packets", "hands"):
        transcript[key] = transcript[key] and [sorted(cards) for cards in transcript[key]]
    transcript["melds"] = sorted(transcript["melds"], key=str)
    return transcript


def each(change: Callable[[int], int], packets: list[list[int]]) -> list[list[int]]:
    """Every card of some packets changed."""
    return [[change(card) for card in packet] for packet in packets]


@few
@given(deals(), st.permutations(range(4)))
def test_suits_are_alike(deal: Played, names: list[int]) -> None:
    """The same deal with the suits renamed, played alike, has the same result."""

    def change(card: int) -> int:
        return 8 * names[card // 8] + card % 8

    one = deal.position
    first, second = each(change, one.first), each(change, one.second)
    other = replace(one, first=first, second=second, upcard=change(one.upcard), freza=change(one.freza))
    found = replayed(deal, other, names.__getitem__)
    assert in_any_order(found) == in_any_order(renamed(deal.transcript, names.__getitem__))


SEATS = {"seat", "declarer", "last_trick", "leader", "to", "next_dealer", "winner", "match_winner", "dealer"}
"""What names a seat in a transcript."""
PER_SEAT = {"first_packets", "second_packets", "hands", "tricks", "card_points", "totals", "written"}
PER_SEAT |= {"scores_before", "baids_before"}


def swapped(tree: Any, key: str = "") -> Any:
    """A transcript with the seats swapped."""
    if key in SEATS and isinstance(tree, int):
        return 1 - tree
    if key in PER_SEAT and tree is not None:
        return tree[::-1]
    if isinstance(tree, dict):
        return {name: swapped(value, name) for name, value in tree.items()}
    if isinstance(tree, list):
        return [swapped(value) for value in tree]
    return tree


@few
@given(deals())
def test_seats_are_alike(deal: Played) -> None:
    """The same deal with the seats swapped has the same result, seats swapped."""
    one = deal.position
    other = replace(
        one,
        dealer=1 - one.dealer,
        first=one.first[::-1],
        second=one.second[::-1],
        forced=None if one.forced is None else 1 - one.forced,
        scores=one.scores and one.scores[::-1],
        baids=one.baids[::-1],
    )
    found = replayed(deal, other)
    assert in_any_order(found) == in_any_order(swapped(deal.transcript))


@pytest.mark.slow
@few
@given(deals())
def test_what_is_known_stays_true(deal: Played) -> None:
    """Of a deal that is still being played the transcript says nothing that the end belies, and who is to move."""
    final = deal.transcript
    assume(final["result"]["totals"] is not None)
    for n_cards in range(18):
        found = replayed(deal, deal.position, n_cards=n_cards)
        view = [view for view in deal.views if view["trick"]][n_cards]
        legal = [CARD_TEXTS[card] for card in range(32) if view["legal"] >> card & 1]
        assert found["to_move"] == {"seat": view["seat"], "legal": legal}
        assert sum(found["result"]["tricks"]) == n_cards // 2
        assert found["result"]["outcome"] is found["result"]["totals"] is found["result"]["written"] is None
        assert [card for trick in found["plays"] for card in trick["cards"]] == [
            CARD_TEXTS[card] for card in deal.chosen[-18:][:n_cards]
        ]
        for meld, at_last in zip(found["melds"], final["melds"], strict=True):
            assert meld["scored"] in (None, at_last["scored"])
            if meld["scored"] is not None:
                assert meld["to"] == at_last["to"]
