"""The searching policies: legal, repeatable, blind, and right where it can be checked by going through everything."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, groupby, islice
from typing import Any, NamedTuple

import numpy as np
import pytest

from debertz_sim._jit import JIT_OFF, kernel
from debertz_sim.cards import cards_of, mask
from debertz_sim.engine.blocks import play_block, play_one
from debertz_sim.engine.deal import keep_log, new_desk
from debertz_sim.engine.rows import N_COLUMNS
from debertz_sim.kernels.rng import PLAY, open_streams, start_deal
from debertz_sim.kernels.state import PASS, VIEW, new_record
from debertz_sim.policies.dispatch import choose_card
from debertz_sim.policies.explain import Explained, explain
from debertz_sim.policies.registry import Seating, seating
from debertz_sim.policies.search_auction import FIRST_PACKET, auction_tells, calls_fit, calls_weight
from debertz_sim.policies.search_play import play_weight
from debertz_sim.policies.search_worlds import turn_back
from debertz_sim.variants import variants
from debertz_sim.worlds.agree import set_table
from debertz_sim.worlds.find import find_worlds
from debertz_sim.worlds.spread import CHOOSE
from debertz_sim.worlds.state import new_table, new_view
from tests import slow_policies as slow
from tests.pvalues import frequencies_p
from tests.reference.minimax import card_values
from tests.reference.worlds import worlds
from tests.twin_tools import twin_table

SEED = 5
ERROR_RATE = 1e-6
DEALS = 2 if JIT_OFF else 40
ROLLOUTS = ["moscow", "three", "pairs", "solo4", "passive4", "belote", "klabor-3", "klabor-pairs", "online-obliged"]
SEARCHING = [
    *(("moscow", name) for name in ("rollout:4", "rollout:4:plain:bid", "pimc:4", "pimc:4:bid", "pimc:4:roll")),
    *(("pairs", name) for name in ("rollout:4:bid", "pimc:2:roll", "pimc:2:plain:bid")),
    *(("three", name) for name in ("rollout:4", "rollout:4:bid")),
]


class Decided(NamedTuple):
    """A decision: its deal, its view, what was chosen, the calls before it."""

    index: int
    view: Any
    chosen: int
    calls: list[int]


@lru_cache
def record_for(rules: str) -> Any:
    """A variant's record."""
    return variants[rules].lower()[0]


def seated(rules: str, play: str, bidding: str = "rules") -> Seating:
    """One policy at all seats."""
    return seating(variants[rules].players, bidding, play)


def decisions(rules: str, play: str, bidding: str = "rules") -> Iterator[Decided]:
    """The decisions in the play of deals 0, 1, ..."""
    desk = new_desk()
    views = keep_log(desk)
    family = seated(rules, play, bidding).family
    for index in range(10**9):
        assert play_one(record_for(rules), family, desk, SEED, index) < 0
        chosen = desk.log.chosen[: desk.log.count].tolist()
        calls = [choice for view, choice in zip(views, chosen, strict=False) if view["trick"] == 0]
        for view, choice in zip(views, chosen, strict=False):
            if view["trick"]:
                yield Decided(index, copied(view), choice, calls)


def streams_at(index: int) -> Any:
    """Streams at a deal of the seed."""
    streams = new_desk().streams
    open_streams(streams, np.uint64(SEED), 0)
    start_deal(streams, index)
    return streams


def found(rules: str, play: str, decided: Decided, bidding: str = "rules") -> Explained:
    """What a searching policy finds in a decision."""
    return explain(seated(rules, play, bidding), record_for(rules), decided.view, streams_at(decided.index))


def best_of(explained: Explained) -> int:
    """The card with the best chance, then points; ties to the lowest number."""
    chances = explained.chances or dict.fromkeys(explained.points, 0.0)
    return max(explained.points, key=lambda card: (round(chances[card], 9), round(explained.points[card], 9), -card))


@pytest.mark.parametrize("rules", ROLLOUTS)
def test_choices_are_legal(rules: str) -> None:
    """The engine stops at a choice that is not legal; in every shape of deal."""
    rows = np.zeros((DEALS, N_COLUMNS), np.int32)
    assert play_block(record_for(rules), seated(rules, "rollout:3").family, new_desk(), SEED, 0, rows) == -1


@pytest.mark.parametrize(("rules", "play"), SEARCHING)
def test_choices_repeat_and_follow_from_the_view(rules: str, play: str) -> None:
    """Played again from another deal on, in another thread, the deals are the same; choices are as explained."""
    whole, part = (np.zeros((count, N_COLUMNS), np.int32) for count in (DEALS, DEALS // 2))
    record = record_for(rules)
    play_block(record, seated(rules, play).family, new_desk(), SEED, 0, whole)

    def again() -> None:
        play_block(record, seated(rules, play).family, new_desk(), SEED, DEALS - DEALS // 2, part)

    worker = threading.Thread(target=again)
    worker.start()
    worker.join()
    np.testing.assert_array_equal(whole[DEALS - DEALS // 2 :], part)
    searched = 0
    for _, decided in zip(range(4 * DEALS), decisions(rules, play), strict=False):
        if int(decided.view.legal).bit_count() > 1:
            assert best_of(found(rules, play, decided)) == decided.chosen
            searched += 1
    assert searched > DEALS


def test_pimc_is_minimax_over_all_worlds() -> None:
    """In the last three tricks: the plain enumeration of worlds, each card by plain minimax, added up by weight."""
    rules = variants["moscow"]
    table = twin_table(rules)
    checked = 0
    for decided in decisions("moscow", "rules", "always"):
        view = decided.view
        if view.trick < 7 or int(view.legal).bit_count() == 1:
            continue
        plain = {name: np.asarray(view[name]).tolist() for name in VIEW.names or ()}
        every = worlds(table, plain, decided.calls)
        if len(every) > 60:
            continue
        me, led = int(view.seat), int(view.plays[view.trick - 1, 0]) if view.lying else -1
        sums = dict.fromkeys(cards_of(int(view.legal)), 0)
        weights = weighed("moscow", view, list(every))
        for hands, weight in zip(every, weights, strict=True):
            open_hands = (frozenset(cards_of(hands[0])), frozenset(cards_of(hands[1])))
            total = left_in(rules.lower()[0], view, hands)
            values = card_values(table, int(view.trump), open_hands, me, led)
            for card, value in values.items():
                sums[card] += weight * (int(view.points[me]) + (value if me == 0 else total - value))
        here = found("moscow", "pimc:60", decided, "always")
        assert here.worlds == len(every)
        assert here.points == pytest.approx({card: value / sum(weights) for card, value in sums.items()})
        checked += 1
        if checked == (3 if JIT_OFF else 30):
            return


def left_in(record: Any, view: Any, hands: tuple[int, ...]) -> int:
    """The points of all cards not won yet, the last ten included."""
    lying = sum(1 << int(card) for card in view.plays[view.trick - 1][: view.lying])
    cards = cards_of(hands[0] | hands[1] | lying)
    return 10 + sum(int(record.points[int(card >> 3 == view.trump), card & 7]) for card in cards)


@kernel
def weights_of(seats, rules, v, hands, weights):  # type: ignore[no-untyped-def]
    """How the play weighs worlds."""
    t = new_table()
    w = new_view()
    for k in range(hands.shape[0]):
        weights[k] = play_weight(seats, rules, v, t, w, hands[k])


def weighed(rules: str, view: Any, every: list[tuple[int, ...]]) -> list[int]:
    """The weights of worlds by the others' cards."""
    hands, weights = np.zeros((len(every), 4), np.int64), np.zeros(len(every), np.int64)
    hands[:, : len(every[0])] = every
    weights_of(seated(rules, "rollout:1").family.seats, record_for(rules), view, hands, weights)
    return [int(weight) for weight in weights]


@pytest.mark.parametrize("rules", ["moscow", "three", "pairs", "passive4"])
def test_the_others_cards_are_read(rules: str) -> None:
    """In the true deal: a quarter for each card of another seat that expert in that seat's view did not choose."""
    family = seated(rules, "expert").family
    seen = set()
    by_deal = groupby(decisions(rules, "rules"), lambda its: its.index)
    for _, played in islice(by_deal, 2 if JIT_OFF else 40):
        of_deal = list(played)
        expert = [int(choose_card(family, record_for(rules), copied(its.view), streams_at(0))) for its in of_deal]
        last = of_deal[-1].view
        full = {int(its.view.seat): int(its.view.full) for its in of_deal}
        if last.passive >= 0:
            full[int(last.passive)] = 0
        hands = tuple(full[seat] & ~int(last.played[seat]) for seat in range(int(last.players)))
        strange = sum(
            its.view.seat != last.seat and int(its.view.legal).bit_count() > 1 and its.chosen != card
            for its, card in zip(of_deal[:-1], expert[:-1], strict=True)
        )
        assert weighed(rules, last, [hands]) == [4 ** (6 - min(6, strange))]
        seen.add(strange)
    assert len(seen) > 1


def copied(view: Any) -> Any:
    """A record of its own."""
    copy = new_record(VIEW)
    for name in VIEW.names or ():
        copy[name] = view[name]
    return copy


def test_the_bid_is_what_counts() -> None:
    """A declarer sure of his bid, or sure to lose it, has the same chance with every card; some decide it."""
    chances = []
    for _, decided in zip(range(30 if JIT_OFF else 400), decisions("moscow", "expert"), strict=False):
        if decided.view.trick > 6 and int(decided.view.legal).bit_count() > 1:
            for play in ("rollout:8:bid", "pimc:8:bid"):
                its = found("moscow", play, decided).chances
                assert its is not None
                assert all(0 <= chance <= 1 for chance in its.values())
                chances += its.values()
    assert {0.0, 1.0} <= set(chances)
    assert any(0 < chance < 1 for chance in chances)


@kernel
def judge_calls(seats, rules, v, streams, hands, times):  # type: ignore[no-untyped-def]
    """How often drawn first packets fit the calls, and in how many of all ways they do."""
    t = new_table()
    w = new_view()
    set_table(rules, v, t)
    turn_back(v, t, w)
    fit = 0
    for _ in range(times):
        if calls_fit(seats, rules, v, t, w, streams, np.int64(PLAY), hands):
            fit += 1
    return fit, calls_weight(seats, rules, v, t, w, streams, hands)


def ways_that_fit(view: Any, hand: int, calls: list[int]) -> int:
    """How many sixes of the other's nine would have made the calls that he made, by the words of bidding rules."""
    other = 1 - int(view.seat)
    dealt = set(cards_of(hand))
    upcard = int(view.took) if view.exchanger >= 0 else int(view.upcard)
    if view.exchanger == other:
        dealt ^= {upcard, int(view.upcard)}
    fit = 0
    for first in combinations(sorted(dealt), FIRST_PACKET):
        fits = True
        for number, call in enumerate(calls):
            then = new_record(VIEW)
            then.players = then.in_play = 2
            then.seat, then.dealer, then.upcard, then.passive = other, view.dealer, upcard, -1
            then.hand = mask(first)
            then.round = 1 + number // 2
            suit = 1 << upcard // 8
            then.legal = (suit if number < 2 else 15 & ~suit) | 1 << PASS
            if (int(view.dealer) + 1 + number) % 2 == other:
                fits = fits and slow.rules_calls(then)[0] == call
        fit += fits
    return fit


def test_the_auction_weighs_worlds() -> None:
    """As many first packets fit the calls as the words of bidding rules say, and drawn ones fit as often."""
    record = record_for("moscow")
    seats = seated("moscow", "rollout:8").family.seats
    weighed = set()
    for decided in decisions("moscow", "rules"):
        view = decided.view
        if view.trick != 2 or not auction_tells(seats, view):
            continue
        hands = np.zeros((2, 4), np.int64)
        assert find_worlds(record, view, streams_at(decided.index), PLAY, hands) == 1
        times = 20 if JIT_OFF else 4000
        fit, weight = judge_calls(seats, record, view, streams_at(decided.index), hands[0], times)
        other = 1 - int(view.seat)
        assert weight == ways_that_fit(view, int(hands[0, other]) | int(view.played[other]), decided.calls)
        chances = [weight, CHOOSE[9, 6] - weight]
        assert (
            frequencies_p([fit, times - fit], chances) > ERROR_RATE if all(chances) else fit == (times if weight else 0)
        )
        weighed.add(weight)
        if len(weighed) == (3 if JIT_OFF else 12):
            return


def test_what_fits_nothing_is_left_out_of_account() -> None:
    """An opponent whose calls nobody would have made with any hand is still played against."""
    for decided in decisions("moscow", "rules", "random"):
        if decided.view.trick == 3 and int(decided.view.legal).bit_count() > 1:
            for play in ("rollout:4", "pimc:4"):
                assert found("moscow", play, decided, "points:200").worlds > 0  # nobody plays on so many points
            return
