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
from debertz_sim.records.transcript import CALL_TEXTS, CARD_TEXTS, Transcript
from debertz_sim.rules import RuleSet, card_points, trick_strength
from debertz_sim.variants import variants
from tests.positions import Position, dealt, lay_out, stacked_position
from tests.rulebook.engine import Recorder
from tests.twin_tools import PLAYED, Sitting, play_position, sittings, twin_table

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
def deals(draw: st.DrawFn) -> Played:
    """Any variant and sitting; any pack, or one stacked and late in a match."""
    rules = variants[draw(st.sampled_from(PLAYED))]
    if rules.upcard_to == "dealer" and draw(st.booleans()):
        rules = rules.with_(upcard_to="declarer")
    sitting = draw(st.sampled_from(sittings(rules.players)))
    shuffled = st.builds(dealt, st.just(rules), st.integers(0, rules.players - 1), st.permutations(range(32)))
    stacked = st.integers(0, 10**6).map(lambda number: stacked_position(rules, random.Random(number)))
    return played(rules, sitting, draw(st.one_of(shuffled, stacked)), draw(st.integers(0, 10**6)))


def played(rules: RuleSet, sitting: Sitting, position: Position, index: int) -> Played:
    """Let the policies play a position; ``index`` is for those that draw."""
    recorder = recorder_of(rules)
    desk = recorder.desk
    before, position = play_position(recorder.scribe, position, sitting, SEED, index)
    assert desk.t.fault == 0
    count = desk.log.count
    fields = ("seat", "hand", "full", "legal", "trick")
    columns = zip(*(recorder.views[name][:count].tolist() for name in fields), strict=True)
    views = [dict(zip(fields, values, strict=True)) for values in columns]
    return Played(
        rules, sitting, position, recorder.scribe.write(desk, before), views, desk.log.chosen[:count].tolist()
    )


def recorder_of(rules: RuleSet) -> Recorder:
    """A desk for these rules."""
    return Recorder(twin_table(rules))


def tricks(deal: Played) -> list[tuple[list[int], list[int]]]:
    """Seats in the order of play and the cards of each trick."""
    players = deal.rules.players
    passive = deal.position.dealer if deal.rules.passive_dealer else None
    found = []
    for trick in deal.transcript["plays"]:
        order = [(trick["leader"] + step) % players for step in range(players)]
        cards = [parse_card(card) for card in trick["cards"]]
        found.append(([seat for seat in order if seat != passive][: len(cards)], cards))
    return found


def hands_dealt(deal: Played) -> list[set[int]]:
    """The hands before any exchange, six cards where the deal ended before the second packets."""
    hands = [set(first) for first in deal.position.first]
    if deal.transcript["second_packets"] is not None:
        hands = [hand | set(second) for hand, second in zip(hands, deal.position.second, strict=True)]
        owner = deal.transcript["result"]["declarer"] if deal.rules.upcard_to == "declarer" else deal.position.dealer
        if deal.rules.players == 4:
            hands[owner].add(deal.position.upcard)
    return hands


@few
@given(deals())
def test_cards_are_conserved(deal: Played) -> None:
    """What is dealt is played, card for card, but for the seven that was given for the upcard."""
    hands = hands_dealt(deal)
    swap = deal.transcript["exchange"]
    if swap:
        gave, took = parse_card(swap["gave"]), parse_card(swap["took"])
        assert took == deal.position.upcard
        if deal.rules.passive_dealer:
            hands[deal.position.dealer] ^= {gave, took}
        hands[swap["seat"]].remove(gave)
        hands[swap["seat"]].add(took)
    assert [[parse_card(card) for card in hand] for hand in deal.transcript["hands"]] == [sorted(h) for h in hands]
    assert len(set().union(*hands)) == sum(map(len, hands))
    laid: list[list[int]] = [[] for _ in hands]
    for seats, cards in tricks(deal):
        for seat, card in zip(seats, cards, strict=True):
            laid[seat].append(card)
    for seat, hand in enumerate(hands):
        assert len(set(laid[seat])) == len(laid[seat])
        assert set(laid[seat]) <= hand
        plays = not (deal.rules.passive_dealer and seat == deal.position.dealer)
        if deal.transcript["result"]["totals"] is not None and plays:
            assert set(laid[seat]) == hand
        assert plays or not laid[seat]


def may_play(rules: RuleSet, hand: set[int], lying: list[int], trump: int, partner_wins: bool) -> set[int]:
    """The duty to follow, to trump and to beat a trump; ``lying``: the trick so far."""
    if not lying:
        return hand
    led = lying[0] // 8
    same = {card for card in hand if card // 8 == led}
    trumps = {card for card in hand if card // 8 == trump}
    legal = same or trumps or hand
    if legal is hand or (same and led != trump):
        return legal
    free = rules.overtrump == "never" or (rules.overtrump == "trump_lead" and led != trump)
    if free or (partner_wins and not rules.overtrump_partner):
        return legal
    strength = trick_strength()[1]
    best = max((strength[card % 8] for card in lying if card // 8 == trump), default=-1)
    return {card for card in legal if strength[card % 8] > best} or legal


def winner_of(cards: list[int], trump: int) -> int:
    """The place of the card that wins a trick, or what lies of it."""
    strengths = trick_strength()

    def rank(place: int) -> tuple[int, int]:
        suit = cards[place] // 8
        height = 2 if suit == trump else int(suit == cards[0] // 8)
        return height, strengths[suit == trump][cards[place] % 8]

    return max(range(len(cards)), key=rank)


@few
@given(deals())
def test_legality(deal: Played) -> None:
    """Every choice is legal, and the legal cards are those that the rules of play allow; who wins a trick leads."""
    decisions = list(zip(deal.views, deal.chosen, strict=True))
    assert all(view["legal"] >> choice & 1 for view, choice in decisions)
    of_play = iter((view, choice) for view, choice in decisions if view["trick"])
    leader = None
    for seats, cards in tricks(deal):
        trump = "scdh".index(deal.transcript["result"]["trump"])
        assert leader in (None, seats[0])
        for place, (seat, card) in enumerate(zip(seats, cards, strict=True)):
            view, choice = next(of_play)
            hand = {card for card in range(32) if view["hand"] >> card & 1}
            assert view["hand"] & view["full"] == view["hand"]
            winning = seats[winner_of(cards[:place], trump)] if place else seat
            partner_wins = deal.rules.sides == "pairs" and winning == (seat + 2) % 4
            expected = may_play(deal.rules, hand, cards[:place], trump, partner_wins)
            assert view["legal"] == sum(1 << card for card in expected)
            assert (view["seat"], choice) == (seat, card)
        leader = seats[winner_of(cards, trump)]
    assert next(of_play, None) is None


DECK = {"standard": 152, "belote": 148, "terts": 140}
"""Points of all 32 cards, one suit of them trump."""


@few
@given(deals())
def test_points_add_up(deal: Played) -> None:
    """Card points are those of the cards played; totals add the last ten and the melds that score."""
    result, players = deal.transcript["result"], deal.rules.players
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
    assert points == DECK[deal.rules.trick_points] - sum(worth[card // 8 == trump][card % 8] for card in left)
    own = list(result["card_points"])
    own[result["last_trick"]] += 10
    for meld in deal.transcript["melds"]:
        if meld["to"] is not None:
            own[meld["to"]] += meld["points"]
    pairs = deal.rules.sides == "pairs"
    assert result["totals"] == [own[seat] + (own[seat - 2] if pairs else 0) for seat in range(players)]


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
    freza = None if one.freza is None else change(one.freza)
    other = replace(one, first=first, second=second, upcard=change(one.upcard), freza=freza)
    found = replayed(deal, other, names.__getitem__)
    assert in_any_order(found) == in_any_order(renamed(deal.transcript, names.__getitem__))


SEATS = {"seat", "declarer", "last_trick", "leader", "to", "next_dealer", "winner", "dealer"}
"""What names a seat in a transcript."""
SIDES = {"match_winner", "round_winner"}
"""What names a side by its lower seat."""
PER_SEAT = {"first_packets", "second_packets", "hands", "tricks", "card_points", "totals", "written"}
PER_SEAT |= {"scores_before", "baids_before"}


def moved(per_seat: list[Any], steps: int) -> list[Any]:
    """A list of one entry a seat with everybody moved so many seats clockwise."""
    return per_seat[-steps:] + per_seat[:-steps]


def turned(tree: Any, rules: RuleSet, steps: int, key: str = "") -> Any:
    """A transcript with everybody moved so many seats clockwise."""
    sides = 2 if rules.sides == "pairs" else rules.players
    if key in SEATS | SIDES and isinstance(tree, int):
        return (tree + steps) % (sides if key in SIDES else rules.players)
    if key in PER_SEAT and tree is not None:
        return moved(tree, steps)
    if key == "obliged":
        return sorted((seat + steps) % rules.players for seat in tree)
    if isinstance(tree, dict):
        return {name: turned(value, rules, steps, name) for name, value in tree.items()}
    if isinstance(tree, list):
        return [turned(value, rules, steps) for value in tree]
    return tree


@few
@given(deals(), st.integers(1, 3))
def test_seats_are_alike(deal: Played, steps: int) -> None:
    """The same deal with everybody moved round the table has the same result, seats moved."""
    one, players = deal.position, deal.rules.players
    steps = 1 + steps % (players - 1)
    other = replace(
        one,
        dealer=(one.dealer + steps) % players,
        first=moved(one.first, steps),
        second=moved(one.second, steps),
        forced=None if one.forced is None else (one.forced + steps) % players,
        scores=one.scores and moved(one.scores, steps),
        baids=moved(one.baids, steps),
        round_winner=None if one.round_winner is None else (one.round_winner + steps) % 2,
    )
    found = replayed(deal, other)
    assert in_any_order(found) == in_any_order(turned(deal.transcript, deal.rules, steps))


@pytest.mark.slow
@few
@given(deals())
def test_what_is_known_stays_true(deal: Played) -> None:
    """Of a deal that is still being played the transcript says nothing that the end belies, and who is to move."""
    final = deal.transcript
    assume(final["result"]["totals"] is not None)
    in_play = deal.rules.in_play
    laid = [card for trick in final["plays"] for card in trick["cards"]]
    for n_cards in range(len(laid)):
        found = replayed(deal, deal.position, n_cards=n_cards)
        view = [view for view in deal.views if view["trick"]][n_cards]
        legal = [CARD_TEXTS[card] for card in range(32) if view["legal"] >> card & 1]
        assert found["to_move"] == {"seat": view["seat"], "legal": legal}
        assert sum(found["result"]["tricks"]) == n_cards // in_play
        assert found["result"]["outcome"] is found["result"]["totals"] is found["result"]["written"] is None
        assert [card for trick in found["plays"] for card in trick["cards"]] == laid[:n_cards]
        for meld, at_last in zip(found["melds"], final["melds"], strict=True):
            assert meld["scored"] in (None, at_last["scored"])
            if meld["scored"] is not None:
                assert meld["to"] == at_last["to"]
