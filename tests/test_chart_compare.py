"""Two rule sets by the same deals, charts against each other, forehand against dealer."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from debertz_sim.charts import compare
from debertz_sim.charts.check import Sums, add_up
from debertz_sim.charts.compare import Differences, comparable, pair, play_both
from debertz_sim.charts.differences import calls_apart, changed_classes, rules_apart, seats_apart
from debertz_sim.charts.game import Game, Rows, crew, rows_of
from debertz_sim.equilibrium.tell import S_DEALS, S_FIRST_REACH, S_REACH, S_SECOND
from debertz_sim.errors import UserError
from debertz_sim.kernels.classes import N_CLASSES
from debertz_sim.policies.charted import DECISIONS
from debertz_sim.policies.registry import seating
from debertz_sim.variants import resolve
from tests.chart_tools import chart_of_passes, class_of

SEED, DEALS, VALUE = 5, 3000, 2.5
HAND, UPCARD = "As Js 9s Kc 8d 7h", "Ts"
ALL = range(len(DECISIONS))


def game(rules: str, *settings: str, objective: str = "points", play: str = "greedy") -> Game:
    return Game(resolve(rules, settings), seating(2, "rules", play), objective)


@cache
def by_rules() -> Rows:
    """The strategies of the bidding policy ``rules``."""
    return game("moscow").style("rules")


def played(a: str, b: str, workers: int = 2) -> Differences:
    with crew(workers) as threads:
        return play_both(game(a), game(b), threads, by_rules(), VALUE, SEED, DEALS)


@cache
def both() -> Differences:
    return played("moscow", "kharkov")


@cache
def alone(rules: str) -> Sums:
    with crew(2) as threads:
        return add_up(game(rules), threads, by_rules(), VALUE, SEED, DEALS)


def test_differences_are_those_of_the_sums() -> None:
    """Each rule set played and summed up by itself; no part of that knows of differences."""
    found = both()
    assert 0 < found.differing < DEALS / 20
    assert found.deals == DEALS
    a, b = alone("moscow"), alone("kharkov")
    for seat in range(2):
        assert (found.base[seat] == a.of_seat[seat]).all()
        firsts = [compare._first(sums, by_rules()[seat]) for sums in (a.of_seat[seat], b.of_seat[seat])]
        assert compare._first(found.delta[seat], by_rules()[seat]) == pytest.approx(firsts[1] - firsts[0], abs=1e-2)
        seconds = [sums[:, S_SECOND : S_REACH - 1] for sums in (a.of_seat[seat], b.of_seat[seat])]
        delta = found.delta[seat][:, S_SECOND : S_REACH - 1]
        assert delta == pytest.approx(seconds[1] - seconds[0], abs=1e-2)
        assert np.abs(delta).max() > 10
    assert found.worth[0] == pytest.approx(b.total - a.total, abs=1e-2)
    assert abs(found.worth[0]) > 10


def test_what_calling_brings_is_the_worth_without_the_passing() -> None:
    """Against the same sums: what the strategy is worth minus what it is worth passing at a decision."""
    from debertz_sim.charts.check import worth_of

    found = both()
    for place in ALL:
        seat = place % 2
        passing = compare._passing(by_rules(), place)
        gains = []
        for rules in ("moscow", "kharkov"):
            sums = alone(rules)
            gains.append(worth_of(sums, seat, by_rules()[seat]) - worth_of(sums, seat, passing))
        assert found.calling[place, 0] / found.deals == pytest.approx(gains[1] - gains[0], abs=1e-4)
    assert np.abs(found.calling[:, 0]).min() > 1


def test_rules_that_do_not_differ_differ_nowhere() -> None:
    found = played("moscow", "moscow-301")
    assert (found.differing, found.worth.any(), found.calling.any()) == (0, False, False)
    assert not any(sums.any() for sums in found.delta)
    told = rules_apart(game("moscow"), found, by_rules(), (chart_of_passes(), None), 0.95, 20)
    assert told.estimates[0].k == 0
    assert [row["resolved"] for row in told.decisions] == [0] * 4
    assert [row["resolvable"] for row in told.decisions] == [None] * 4
    assert told.classes == []


def test_threads_change_nothing() -> None:
    one, two = played("moscow", "kharkov", 3), both()
    assert (one.calling == two.calling).all()
    assert all((a == b).all() for a, b in zip(one.delta + one.base, two.delta + two.base, strict=True))


def test_rules_with_another_auction_are_refused() -> None:
    moscow = game("moscow")
    assert comparable(moscow, game("kharkov")) is None
    assert comparable(moscow, game("moscow", objective="kush")) == "units"
    assert comparable(moscow, game("one-deal")) == "units"  # it writes kush
    assert comparable(moscow, game("moscow", "all_pass=obliged")) == "auctions"
    assert comparable(moscow, game("moscow", "seven_from_first_packet=yes")) == "packets"
    assert comparable(moscow, game("moscow", play="random")) == "play"
    with crew(1) as threads, pytest.raises(UserError, match="their auctions differ"):
        play_both(moscow, game("moscow", "all_pass=obliged"), threads, by_rules(), VALUE, SEED, 1)


def test_a_deal_over_before_its_auction_is_skipped() -> None:
    """Six of one suit from the nine up win at once under one of the rules; so both count without divisions of hands."""
    settings = "seven_from_first_packet=yes"
    a = game("moscow", settings)
    b = game("moscow", settings, "instant_win=dealt_six_to_ace")
    with crew(2) as threads:
        found = play_both(a, b, threads, by_rules(), VALUE, SEED, DEALS)
    assert found.deals + found.skipped + found.over == DEALS
    assert found.differing == 0


# --- single classes ---


def made_up(agreeing: int, differing: float) -> Differences:
    """One class came a thousand times at forehand; in ``agreeing`` of them playing gains so much more under B."""
    found = Differences(deals=1000, differing=agreeing)
    index = class_of(HAND, UPCARD)
    base, delta = found.base[0], found.delta[0]
    base[index, [S_DEALS, S_FIRST_REACH]] = 1000
    base[index, compare.S_PLAY], base[index, compare.S_FIRST_SQUARES] = 2000, 1000 * 50**2
    delta[index, compare.S_PLAY], delta[index, compare.S_FIRST_SQUARES] = agreeing * differing, agreeing * differing**2
    return found


@pytest.mark.parametrize(("agreeing", "resolved"), [(1, 0), (2, 0), (3, 0), (40, 1)])
def test_a_handful_of_deals_resolves_nothing(agreeing: int, resolved: int) -> None:
    """However large and however alike the differences; forty of them do."""
    found = made_up(agreeing, 100.0)
    told = rules_apart(game("moscow"), found, rows_of(chart_of_passes().calls), (chart_of_passes(), None), 0.95, 20)
    row = told.decisions[0]
    assert (row["classes"], row["moved"], row["resolved"]) == (1, 1, resolved)
    assert len(told.classes) == resolved
    for its in told.classes:
        assert its["hand"] == "As Js 9s Kc 8d 7h"
        assert (its["call"], its["over"], its["change"]) == ("pass", "s", -4.0)  # forty times 100 of a thousand


def test_a_pair_of_calls() -> None:
    calls = chart_of_passes().calls[0]
    its = pair(game("moscow"), made_up(40, 100.0), rows_of(chart_of_passes().calls), 0, calls, calls)
    index = class_of(HAND, UPCARD)
    assert its.known.sum() == its.moved.sum() == 1
    assert (its.lead[index], its.change[index], its.rival[index]) == (-2, -4, 1)
    assert its.lead_se[index] == pytest.approx(np.sqrt(1000 * 2500 - 2000**2 / 1000) / 1000)
    assert its.change_se[index] == pytest.approx(np.sqrt(40 * 100**2) / 1000)


def test_columns_of_the_classes_that_moved() -> None:
    other = chart_of_passes("kharkov")
    found = changed_classes(game("moscow"), made_up(3, 10.0), rows_of(other.calls), (chart_of_passes(), other))
    assert {name: its[0] for name, its in found.items()}["decision"] == "forehand_1"
    assert [len(its) for its in found.values()] == [1] * len(found)


def test_no_false_discoveries() -> None:
    """Of 2,000 classes that differ by chance alone, in 20 of 400 deals each: none is told apart in 5 runs."""
    rng = np.random.default_rng(8)
    chart = chart_of_passes()
    rows, told, naive = rows_of(chart.calls), 0, 0
    for _ in range(5):
        found = Differences(deals=10_000, differing=20)
        base, delta = found.base[0], found.delta[0]
        changes = rng.normal(0, 60, (2000, 20)).round()
        base[:2000, [S_DEALS, S_FIRST_REACH]] = 400
        delta[:2000, compare.S_PLAY] = changes.sum(axis=1)
        delta[:2000, compare.S_FIRST_SQUARES] = (changes**2).sum(axis=1)
        its = pair(game("moscow"), found, rows, 0, chart.calls[0], chart.calls[0])
        naive += int((np.abs(its.change[:2000]) > 1.96 * its.change_se[:2000]).sum())
        told += rules_apart(game("moscow"), found, rows, (chart, None), 0.95, 0).decisions[0]["resolved"]
    assert told == 0
    assert 0.03 < naive / 10_000 < 0.07  # each alone would be taken for real as often as its level says


# --- calls, seats ---


def test_charts_by_their_calls() -> None:
    a, b = chart_of_passes(), chart_of_passes("one-deal", "kush")
    clear, near, moot = (class_of(hand, "Ts") for hand in (HAND, "Ks Qs Ac 8d 8h 7h", "Ks 8s Ac Tc 8h 7h"))
    b.calls[0, [clear, near]], b.leads[0, near] = 1, 0.1
    a.calls[0, moot] = b.calls[0, moot] = 1
    b.calls[2, [clear, moot]] = 0  # neither comes to round 2 with the last, nor B with the first
    told = calls_apart(a, b, 0.95, 20)
    assert [row["classes"] for row in told.decisions] == [2, 0, 0, 0]
    assert [row["classes_clear"] for row in told.decisions] == [1, 0, 0, 0]
    assert told.decisions[0]["close"] == pytest.approx(told.decisions[0]["clear"], rel=0.6) != 0
    (row,) = told.classes
    assert (row["hand_class"], row["call_a"], row["call_b"], row["lead_a"], row["lead_b"]) == (
        clear,
        "pass",
        "s",
        10,
        1,
    )
    assert calls_apart(a, a, 0.95, 20).classes == []


def test_the_same_suit_under_another_slot_is_no_difference() -> None:
    a, b = chart_of_passes(), chart_of_passes()
    index = class_of("Js 9s Ac 7c Ad 7d", "Ts")
    a.calls[2, index], b.calls[2, index] = 0, 1
    assert [row["classes"] for row in calls_apart(a, b, 0.95, 20).decisions] == [0] * 4


def test_forehand_against_dealer() -> None:
    chart = chart_of_passes()
    index = class_of(HAND, UPCARD)
    chart.calls[1, index] = 1  # the dealer plays, 10 ahead; forehand passes, 10 ahead
    chart.leads[2] = 9
    told = seats_apart(chart, 0.95, 5)
    first, second = told.decisions
    assert (first["resolved"], first["calls_resolved"]) == (1, 1)
    assert second["resolved"] == 0  # 1 apart with an error of 1.4
    assert first["only_dealer"] > 0 == first["only_forehand"]
    (row,) = told.classes
    assert (row["hand_class"], row["forehand_call"], row["dealer_call"], row["change"]) == (index, "pass", "s", 20)
    means = {its.group["round"]: its.value for its in told.estimates}
    assert means["2"] == pytest.approx(-1)
    assert means["1"] == pytest.approx(20 * 6 * 4 / (4 * 5_890_248), rel=1e-3)
    assert told.compared == 2 * N_CLASSES
