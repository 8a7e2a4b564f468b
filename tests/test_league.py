"""Leagues: margins are what the transcripts say, sums add up, intervals hold at once, runs can be gone on with."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.patches import Rectangle

from debertz_sim.errors import UserError
from debertz_sim.experiment.work import Chunk
from debertz_sim.league import LeagueRun, LeagueSpec, run_league
from debertz_sim.league import run as running
from debertz_sim.league.duplicate import Duplicate
from debertz_sim.policies.registry import seating
from debertz_sim.records.transcript import deal_transcript
from debertz_sim.report.gallery import Material, draw, kinds_of
from debertz_sim.report.tables import payoffs, standings
from debertz_sim.results import Result, identical
from debertz_sim.rules import RuleSet
from debertz_sim.stats import Estimate, normal_mean, z_value
from debertz_sim.variants import variants

CALLS = "fixed:points:30"  # policies that are compiled together for all numbers of seats
LAST_TEN = 10


def league(*names: str, rules: str = "moscow", deals: int = 600, **more: Any) -> LeagueSpec:
    return LeagueSpec(variants[rules], names or ("greedy", "random"), 7, deals, more.pop("bidding", CALLS), **more)


# The slow twin: what one entrant wins from another, deal by deal, from transcripts.


def points_of(deal: dict[str, Any], objective: str, players: int, terts: bool) -> list[int]:
    """Each seat's points; in pairs the written ones stand at both partners."""
    told = deal["result"]
    if told["card_points"] is None:  # thrown in
        return [0] * players
    if objective == "written":
        return list(told["totals"] if terts else told["written"])
    return [points + LAST_TEN * (seat == told["last_trick"]) for seat, points in enumerate(told["card_points"])]


def twin(spec: LeagueSpec, a: int, b: int, index: int) -> Fraction | None:
    rules, n = spec.rules, spec.rules.players
    in_play = [seat for seat in range(n) if not (rules.passive_dealer and seat == index % n)]

    def played(*seats: int) -> tuple[list[int], int | None]:
        its = {
            seat: {"bidding": spec.policies.bidding[one].name, "play": spec.policies.play[one].name}
            for seat, one in enumerate(seats)
        }
        family = seating(n, by_seat=its, exchange=spec.exchange).for_game(rules.form).family
        deal = deal_transcript(rules, family, spec.seed, index)
        terts = rules.form == "terts"
        return points_of(deal, spec.objective, n, terts), None if terts else deal["result"]["declarer"]

    def alone(seat: int, one: int, others: int) -> tuple[list[int], int | None]:
        return played(*(one if place == seat else others for place in range(n)))

    if spec.role:
        plain, declarer = played(*[b] * n)
        if declarer is None:
            return None
        one, others = (a, b) if spec.role == "declarer" else (b, a)
        changed, same = alone(declarer, one, others)
        assert same == declarer
        sign = 1 if spec.role == "declarer" else -1
        ahead = [2 * points[declarer] - sum(points[seat] for seat in in_play) for points in (changed, plain)]
        return Fraction(sign * (ahead[0] - ahead[1]))
    if n == 2 or rules.sides == "pairs":

        def side(points: list[int], parity: int) -> int:
            own = points[parity::2]
            return own[0] if spec.objective == "written" else sum(own)

        (there, _), (back, _) = played(*(a, b) * (n // 2)), played(*(b, a) * (n // 2))
        return Fraction(side(there, 0) - side(there, 1) + side(back, 1) - side(back, 0), 2)
    found = []
    for seat in in_play:
        points, _ = alone(seat, a, b)
        others_of = [points[other] for other in in_play if other != seat]
        found.append(points[seat] - Fraction(sum(others_of), len(others_of)))
    return sum(found, Fraction()) / len(found)


@pytest.mark.parametrize(
    ("rules", "more"),
    [
        ("moscow", {}),
        ("moscow", {"objective": "written", "exchange": "always"}),
        ("pairs", {}),
        ("klabor-pairs", {"objective": "written"}),
        ("three", {}),
        ("passive4", {"objective": "written"}),
        ("solo4", {}),
        ("three", {"role": "declarer"}),
        ("passive4", {"role": "defenders"}),
        ("terts", {}),
        ("terts", {"objective": "written"}),
    ],
)
def test_margins_are_what_the_transcripts_say(rules: str, more: dict[str, Any]) -> None:
    spec, deals = league(rules=rules, **more), 40
    for a, b in ((0, 1), (1, 0)):
        margins = spec.duplicate.margins(a, b, 3, deals)
        told = [margin for index in range(3, 3 + deals) if (margin := twin(spec, a, b, index)) is not None]
        assert [Fraction(int(margin), spec.duplicate.unit) for margin in margins] == told
        assert len(told) > deals // 4 and len(set(told)) > 5


def test_free_bids_are_each_entrants_own() -> None:
    spec = league("points:20+greedy", "points:45+greedy", "never+random", bidding="")
    assert (spec.bidding, spec.objective) == ("free", "written")
    for a, b in spec.pairs:
        margins = spec.duplicate.margins(a, b, 0, 30)
        assert [Fraction(int(margin), 2) for margin in margins] == [twin(spec, a, b, index) for index in range(30)]


@pytest.mark.parametrize("rules", ["moscow", "pairs", "terts"])
def test_between_two_sides_the_margins_mirror_and_one_wins_nothing_from_himself(rules: str) -> None:
    its = league(rules=rules).duplicate
    assert (its.margins(0, 1, 0, 200) == -its.margins(1, 0, 0, 200)).all()
    assert its.margins(0, 1, 0, 200).any() and not its.margins(0, 0, 0, 200).any()


def test_fixed_bids_do_not_depend_on_who_plays() -> None:
    its = league("greedy", "random", rules="three", bidding="fixed:random").duplicate
    ways = [its.play(seats, 0, 300).declarer for seats in ((0, 0, 0), (1, 0, 1), (1, 1, 1))]
    assert (ways[0] == ways[1]).all() and (ways[0] == ways[2]).all() and len(set(ways[0].tolist())) > 2


# --- sums and estimates ---


def by_hand(spec: LeagueSpec) -> list[Estimate]:
    """The estimates from all margins at once, with the textbook's formulas."""
    members = spec.members
    z = z_value(1 - (1 - spec.confidence) / members)
    margins = {pair: spec.duplicate.margins(*pair, 0, spec.deals) / spec.duplicate.unit for pair in spec.pairs}
    if spec.duplicate.two_sides:
        margins |= {(b, a): -values for (a, b), values in list(margins.items())}
    found = []

    def add(metric: str, values: Any, **group: str) -> None:
        value, se = float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values)))
        found.append(Estimate(metric, group, value, value - z * se, value + z * se, se, len(values), None, "normal"))

    for a, b in spec.pairs:
        add("margin", margins[a, b], a=spec.entrants[a], b=spec.entrants[b])
    if len(spec.entrants) > 2:
        for a, name in enumerate(spec.entrants):
            add(
                "margin_over_field",
                np.mean([margins[a, b] for b in range(len(spec.entrants)) if b != a], axis=0),
                a=name,
            )
    return found


@pytest.mark.parametrize(
    "spec",
    [
        league("greedy", "random", confidence=0.9),
        league("points:20+greedy", "points:36+greedy", "points:45+random", "never+greedy", bidding="free"),
        league("greedy", "random", rules="three", deals=300),
        league("greedy", "random", rules="three", deals=300, role="defenders"),
    ],
)
def test_every_estimate_is_what_the_margins_say(spec: LeagueSpec) -> None:
    result, told = run_league(spec), by_hand(spec)
    assert [(e.metric, e.group, e.n, e.k, e.method) for e in result.estimates] == [
        (e.metric, e.group, e.n, None, "normal") for e in told
    ]
    for mine, its in zip(result.estimates, told, strict=True):
        for name in ("value", "low", "high", "se"):
            assert getattr(mine, name) == pytest.approx(getattr(its, name), abs=1e-9), (mine, name)
    members = len(told)
    assert result.provenance.get("simultaneous", 1) == members == spec.members


def test_the_intervals_of_a_league_hold_all_at_once() -> None:
    """The means of many seeds lie in the intervals of each league, all of them, as often as the level says."""
    spec = league("points:20+random", "points:36+random", "never+random", bidding="free", deals=100, confidence=0.8)
    many = run_league(replace(spec, deals=40_000, seed=1))
    truth = [estimate.value or 0.0 for estimate in many.estimates]
    all_hold = each_alone = 0
    trials = 150
    for seed in range(2, 2 + trials):
        found = run_league(replace(spec, seed=seed)).estimates
        all_hold += all((e.low or 0) <= value <= (e.high or 0) for e, value in zip(found, truth, strict=True))
        z = z_value(0.8)
        each_alone += all(abs((e.value or 0) - value) <= z * (e.se or 0) for e, value in zip(found, truth, strict=True))
    assert all_hold >= 0.8 * trials - 3 * (trials * 0.8 * 0.2) ** 0.5
    assert each_alone < 0.8 * trials - 3 * (trials * 0.8 * 0.2) ** 0.5  # uncorrected ones do not


def test_a_stronger_policy_is_seen() -> None:
    result = run_league(league("random", "greedy", deals=2000, bidding=""))
    margin = result.get("margin", a="random", b="greedy")
    assert margin.high is not None and margin.high < -8
    assert standings(result.estimates) == ["greedy", "random"]
    assert payoffs(result.estimates)["greedy", "random"].low == -margin.high


# --- runs ---


@pytest.mark.parametrize("more", [{"workers": 3}, {"chunk": 7}, {"workers": 2, "chunk": 250}])
def test_no_number_depends_on_workers_or_chunks(more: dict[str, int]) -> None:
    spec = league("greedy", "random", rules="three", deals=1000)
    assert identical(run_league(spec), run_league(replace(spec, **more)))


def stop_after(chunks: int) -> tuple[Callable[[], bool], Callable[[], None]]:
    seen = [0]

    def count() -> None:
        seen[0] += 1

    return lambda: seen[0] >= chunks, count


@pytest.mark.parametrize("more", [{}, {"rules": "three", "role": "declarer"}])
def test_a_stopped_league_can_be_gone_on_with(more: dict[str, Any]) -> None:
    spec = league("greedy", "random", deals=500, chunk=60, workers=2, **more)
    stop, count = stop_after(2)
    first = LeagueRun(spec, stop)
    for _ in first:
        count()
    assert not first.finished
    partial = Result.from_json(first.result().to_json())
    assert partial.provenance["partial"] and 0 < partial.provenance["deals_done"] < 500
    rest = LeagueRun.resumed(partial, 1)
    for _ in rest:
        pass
    whole = run_league(spec)
    assert rest.finished and identical(rest.result(), whole)
    assert not whole.provenance["partial"] and "sums" not in whole.provenance
    shorter = run_league(replace(spec, deals=partial.provenance["deals_done"]))
    assert identical(partial, shorter)
    with pytest.raises(UserError, match="not a partial one"):
        LeagueRun.resumed(whole, 1)
    with pytest.raises(UserError, match="kernel_hash was other"):
        LeagueRun.resumed(Result(partial.estimates, {**partial.provenance, "kernel_hash": "other"}), 1)
    with pytest.raises(UserError, match="resume: sums: not readable"):
        LeagueRun.resumed(Result(partial.estimates, {**partial.provenance, "sums": {"units": 3, "parts": [7]}}), 1)


def test_chunks_follow_the_pace() -> None:
    run = LeagueRun(league(deals=100_000))
    chunks = run._chunks()
    assert next(iter(chunks)) == Chunk(0, 1)
    run._deals_a_second = 900.0
    assert next(iter(chunks)) == Chunk(1, round(900 * running.SECONDS))
    run._deals_a_second = 1e9
    assert next(iter(chunks)).units == running.MOST


@pytest.mark.parametrize(
    "spec",
    [
        league("greedy", "random"),
        league("points:20+greedy", "never+random", bidding="free", rules="pairs", confidence=0.9),
        league("greedy", "random", rules="three", role="defenders", objective="written", exchange="never"),
        LeagueSpec(variants["moscow"].with_(overtrump="never"), ("greedy", "random"), 7, 20, workers=1),
    ],
)
def test_provenance_makes_the_same_league_again(spec: LeagueSpec) -> None:
    result = run_league(replace(spec, deals=20))
    again = LeagueSpec.from_provenance(result.provenance)
    assert again == replace(spec, deals=20) and identical(run_league(again), result)
    assert result.provenance["policies"]["play"] == [f"{name.partition('+')[2] or name}/1" for name in spec.entrants]
    assert result.provenance["rules_hash"] == spec.rules.hash
    with pytest.raises(UserError, match="version 9 was used"):
        old = {**result.provenance["policies"], "play": ["greedy/9", "random/1"]}
        LeagueSpec.from_provenance({**result.provenance, "policies": old})
    with pytest.raises(UserError, match="not that of a league"):
        LeagueSpec.from_provenance({"options": {"kind": "league"}})
    with pytest.raises(UserError, match="of simulate, not of a league"):
        LeagueSpec.from_provenance({**result.provenance, "options": {"kind": "simulate"}})


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: league("greedy", "random", deals=0), "number of deals 0: must be a whole number from 1"),
        (lambda: LeagueSpec(variants["moscow"], (), 1, 5), "name 2 to 100 policies"),
        (lambda: league("greedy"), "name 2 to 100 policies"),
        (lambda: league("greedy", "random", "greedy"), "greedy is named twice"),
        (lambda: league("points:07+greedy", "points:7+greedy", bidding="free"), "points:7+greedy is named twice"),
        (lambda: league("greedy", "randam"), "unknown play policy 'randam'; did you mean random"),
        (lambda: league("greedy", "random", bidding="always"), "write it as free or fixed:NAME"),
        (lambda: league("greedy", "random", bidding="fixed:alway"), "did you mean always"),
        (
            lambda: league("greedy", "random", bidding="free"),
            "with free bids name bidding and play, such as rules+greedy",
        ),
        (lambda: league("never+greedy", "random", bidding=""), "'random': with free bids name bidding and play"),
        (lambda: league("never+greedy", "random"), "'never+greedy': he bids for himself"),
        (lambda: league("greedy", "random", objective="won"), "objective 'won': must be one of trick, written"),
        (lambda: league("greedy", "random", role="dealer"), "role 'dealer': must be one of declarer, defenders"),
        (lambda: league("greedy", "random", role="declarer"), "for three or four seats, each for himself"),
        (lambda: league("greedy", "random", role="declarer", rules="pairs"), "each for himself"),
        (
            lambda: league("never+greedy", "points:9+random", bidding="", role="declarer", rules="three"),
            "who declares must not depend on the entrants",
        ),
        (lambda: league("greedy", "random", exchange="often"), "exchange 'often' is not one of"),
        (lambda: league("greedy", "random", confidence=1.0), "confidence 1.0: must lie between 0 and 1"),
        (lambda: league("greedy", "random", workers=0), "workers 0: must be a whole number"),
        (lambda: league("greedy", "random", chunk=0), "chunk 0: must be a whole number"),
        (lambda: LeagueSpec(variants["moscow"], ("greedy", "random"), -1, 5), "seed -1: must be a whole number"),
    ],
)
def test_refusals_are_one_line(make: Callable[[], object], message: str) -> None:
    with pytest.raises(UserError, match=re.escape(message)) as caught:
        make()
    assert "\n" not in str(caught.value)


def test_a_single_deal_has_no_interval() -> None:
    result = run_league(league(deals=1))
    assert result.estimates[0].low is None and result.estimates[0].n == 1
    assert "no interval" in result.render("table") and draw(material(result)) is not None


def test_policies_that_never_differ_have_no_interval() -> None:
    result = run_league(league("never+greedy", "never+random", bidding="free", deals=50))  # nobody ever plays
    (margin,) = result.estimates
    assert (margin.value, margin.low, margin.se, margin.n) == (0, None, None, 50)


def test_a_policy_that_cannot_play_the_game_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from debertz_sim.policies import registry

    able = registry.find("play", "greedy").policy
    unable = replace(able, name="unable", terts="", terts_module=None)
    monkeypatch.setattr(registry, "policies", [*registry.policies, unable])
    with pytest.raises(UserError, match="play 'unable' cannot play terts"):
        league("greedy", "unable", rules="terts")


# --- reports ---


def material(result: Result) -> Material:
    return Material(result.estimates, result.provenance)


def told(*margins: tuple[str, str, float]) -> list[Estimate]:
    """Margins of ± 0.5 between these, and each one's over the field."""
    found = [normal_mean(0, 0, 0, metric="margin", group={"a": a, "b": b}) for a, b, _ in margins]
    found = [
        replace(e, value=value, low=value - 0.5, high=value + 0.5, se=0.2, n=100)
        for e, (*_, value) in zip(found, margins, strict=True)
    ]
    won: dict[str, float] = {}
    for a, b, value in margins:
        won[a] = won.get(a, 0.0) + value
        won[b] = won.get(b, 0.0) - value
    first = found[0]
    return found + [
        replace(first, metric="margin_over_field", group={"a": name}, value=value, low=value - 0.5, high=value + 0.5)
        for name, value in won.items()
    ]


SOURCE = {
    "options": {"kind": "league", "objective": "trick", "role": ""},
    "rules": {"name": "moscow", "players": 2},
    "confidence": 0.95,
    "deals_done": 100,
    "seed": 7,
}


def test_the_table_goes_by_the_standings() -> None:
    found = told(("x", "y", -3.0), ("x", "z", 0.25), ("y", "z", 4.0))
    assert standings(found) == ["y", "x", "z"]
    text = Result(tuple(found), SOURCE).render("table")
    lines = [line.split() for line in text.splitlines()]
    assert [line[:2] for line in lines[2:5]] == [["1", "y"], ["2", "x"], ["3", "z"]]
    pairs = [line[:3] for line in lines if line[:1] and line[0] in "xyz"]
    assert pairs == [["y", "x", "+3.00"], ["y", "z", "+4.00"], ["x", "z", "+0.25"]]
    assert text.count("not resolved") == 1


def test_of_two_each_stands_by_his_own_margin() -> None:
    among = told(("x", "y", 1.0), ("y", "x", 2.0))[:2]  # each for himself: both orders are measured
    assert standings(among) == ["y", "x"] and standings(among[:1]) == ["x", "y"]
    assert standings(told(("x", "y", -1.0))[:1]) == ["y", "x"]


def test_the_picture_shows_every_pair_with_signs_and_hatching() -> None:
    found = told(("x", "y", -3.0), ("x", "z", 0.25), ("y", "z", 4.0))
    its = Material(found, SOURCE)
    assert kinds_of(its) == ["payoffs"]
    axes: Any = draw(its).axes[0]
    words = {(round(text.get_position()[0]), round(text.get_position()[1])): text.get_text() for text in axes.texts}
    assert words[1, 0] == "+3.00\n± 0.50" and words[0, 1] == "-3.00\n± 0.50" and words[3, 0] == "+7.00\n± 0.50"
    assert len(words) == 3 * 2 + 3
    squares = {
        (round(its.get_x() + 0.5), round(its.get_y() + 0.5)): its for its in axes.patches if isinstance(its, Rectangle)
    }
    assert squares[0, 1].get_hatch() and not squares[1, 0].get_hatch()
    assert squares[2, 1].get_facecolor()[:3] == to_rgb("white")  # x and z: the interval includes 0
    assert [label.get_text() for label in axes.get_yticklabels()] == ["y", "x", "z"]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["y", "x", "z", "the field"]


def test_too_many_entrants_are_refused_by_the_picture() -> None:
    many = [(f"p{n}", f"p{m}", 1.0) for n in range(26) for m in range(n)]
    with pytest.raises(UserError, match="26 policies, a picture holds 25"):
        draw(Material(told(*many), SOURCE))


def test_a_rule_set_of_its_own_is_kept_whole() -> None:
    rules: RuleSet = variants["moscow"].with_(trick_points="belote")
    its = Duplicate(rules, seating(2, "always", "random"), 7)
    assert its.play((0, 1), 0, 50).points.sum(axis=1).max() <= 152
    words = LeagueSpec(rules, ("greedy", "random"), 7, 10).command_line()
    assert words.startswith("debertz league greedy random --set trick_points=belote --deals 10 --seed 7")
