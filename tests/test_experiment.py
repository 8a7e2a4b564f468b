"""Experiments: what is tallied equals what the rows say, sums add up, intervals cover, refusals are one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from debertz_sim.errors import UserError
from debertz_sim.experiment import ExperimentSpec, Run, run
from debertz_sim.experiment.executors import Threads
from debertz_sim.experiment.match_metrics import MATCH_RATIOS, match_means, match_shares
from debertz_sim.experiment.metrics import BIN_WIDTH, Frame, bin_edges, means, shares
from debertz_sim.experiment.program import frame_of, program
from debertz_sim.experiment.run import LOOK
from debertz_sim.experiment.sums import Sums
from debertz_sim.experiment.work import Chunk, plan, play_chunk
from debertz_sim.policies.registry import Seating, seating, user_policy
from debertz_sim.report.labels import KEYS, METRICS, VALUES
from debertz_sim.results import Result, identical
from debertz_sim.stats import Estimate, cross_sums, normal_mean, paired_difference, ratio_sums, wilson
from debertz_sim.variants import variants
from tests.experiment_tools import (
    BAID,
    HANGING_BAID,
    MADE,
    PLACES,
    PLAYABLE,
    RANDOM,
    compare,
    expected_shares,
    expected_values,
    key,
    simulate,
)


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        *((name, {}) for name in PLAYABLE),
        ("kharkov", {"redeal_max_points": 13, "redeal_four_sevens": True}),
        ("online", {"instant_win": "dealt_six_to_ace"}),
        ("klabor", {"sequence_tie": "both", "all_pass": "obliged"}),
        ("klabor-3", {"sequence_tie": "both"}),
        ("solo4", {"sequence_tie": "both", "sequences_need_trick": False, "upcard_to": "declarer"}),
    ],
)
def test_every_estimate_of_deals_is_what_the_rows_say(name: str, changes: dict[str, Any]) -> None:
    result = run(simulate(name, 4000, changes=changes, chunk=2500), keep_rows=True)
    rows = result.rows
    assert rows is not None
    assert rows["index"].tolist() == list(range(4000))
    rules = variants[name].with_(**changes)
    played = np.isin(rows["outcome"], (MADE, BAID, HANGING_BAID))
    wanted = expected_shares(rows, rules)
    values = expected_values(rows, rules)
    seen = set()
    for estimate in result.estimates:
        seen.add(key(estimate))
        if estimate.metric in values:
            x = values[estimate.metric][played].tolist()
            squares = sum(value * value for value in x)
            assert estimate == normal_mean(sum(x), squares, len(x), metric=estimate.metric)
        else:
            hit, among = wanted[key(estimate)]
            again = wilson(int(hit.sum()), int(among.sum()), metric=estimate.metric, group=estimate.group)
            assert estimate == again
    assert seen == set(wanted) | {(metric,) for metric in values}


@pytest.mark.parametrize("name", ["moscow", "three", "pairs", "solo4", "passive4", "belote"])
def test_outcomes_and_bins_add_up(name: str) -> None:
    result = run(simulate(name, 20_000))
    groups: dict[Any, list[Any]] = {}
    for estimate in result.estimates:
        if estimate.metric in ("made", "baid", "hanging_baid"):
            groups.setdefault(tuple(estimate.group.items()), []).append(estimate)
    assert len(groups) > 10
    for parts in groups.values():
        assert len(parts) == 3
        assert sum(part.k for part in parts) == parts[0].n == parts[2].n
    bins = [estimate for estimate in result.estimates if estimate.metric == "margin_histogram"]
    assert sum(estimate.k or 0 for estimate in bins) == bins[0].n
    edges = [(estimate.group["from"], estimate.group["to"]) for estimate in bins]
    assert edges == [(-int(to), -int(low)) for low, to in reversed(edges)]
    level = result.get("margin_histogram", **{"from": 0, "to": 0})
    assert level.k == result.get("hanging_baid").k
    ends = [bins[0], bins[-1]]
    assert any(estimate.k for estimate in ends)  # no further out than there are deals


@pytest.mark.parametrize(
    "names", [("moscow", "klabor", "online"), ("three", "klabor-3"), ("pairs", "solo4", "klabor-two-rounds")]
)
def test_comparison_is_what_the_rows_say(names: tuple[str, ...]) -> None:
    spec = compare(*names, amount=6000, chunk=2500)
    assert spec.paired
    result = run(spec)
    rows = [run(simulate(name, 6000), keep_rows=True).rows for name in names]
    tables = [expected_shares(its, variants[name], reach=640) for name, its in zip(names, rows, strict=True) if its]
    values = [expected_values(its, variants[name], spec.arms) for name, its in zip(names, rows, strict=True) if its]
    for name, its, table in zip(names, rows, tables, strict=True):
        if its is not None and variants[name].sides == "pairs":  # what an arm of single players has, all have
            among = np.isin(its["outcome"], (MADE, BAID, HANGING_BAID))
            for place, seat in enumerate(PLACES[4]):
                table["no_trick", "seat", seat] = (among & (its[f"tricks_{place}"] == 0), among)
    played = [np.isin(its["outcome"], (MADE, BAID, HANGING_BAID)) for its in rows if its is not None]
    differences = 0
    for estimate in result.estimates:
        arm = str(estimate.group["arm"])
        if estimate.metric == "outcome_differs":
            other = rows["ABC".index(arm[0])]
            differs = np.flatnonzero(rows[0]["outcome"] != other["outcome"])  # type: ignore[index]
            assert (estimate.k, estimate.n) == (len(differs), 6000)
            assert result.provenance["first_differing"][arm] == differs[:10].tolist()
            continue
        pairs = []
        for number in ("ABC".index(letter) for letter in arm.split("-")):
            if estimate.metric in values[number]:
                y = played[number]
                pairs.append((values[number][estimate.metric] * y, y))
            else:
                empty = np.zeros(6000, bool), np.zeros(6000, bool)
                pairs.append(tables[number].get(key(estimate), empty))
        if len(pairs) == 1:
            assert (estimate.n, estimate.value) == (
                pairs[0][1].sum(),
                pairs[0][0].sum() / pairs[0][1].sum() if pairs[0][1].any() else None,
            )
            continue
        (xb, yb), (xa, ya) = pairs
        cross = cross_sums(xa, ya, xb, yb)
        direct = paired_difference(
            ratio_sums(xa, ya),
            ratio_sums(xb, yb),
            cross,
            6000,
            metric=estimate.metric,
            group=estimate.group,
            unit=estimate.unit,
        )
        assert estimate == direct
        differences += 1
    assert differences > 100


@pytest.mark.slow
@pytest.mark.parametrize("spec", [simulate(), compare("moscow", "klabor"), simulate("klabor", 60, "matches")])
def test_chunks_merge_in_any_order(spec: ExperimentSpec) -> None:
    ready = plan(spec)
    assert spec.amount is not None
    cuts = [0, 1, 7, spec.amount // 3, spec.amount // 2, spec.amount]
    chunks = [Chunk(first, end - first) for first, end in pairwise(cuts)]
    whole = play_chunk(ready, Chunk(0, spec.amount)).sums
    parts = [play_chunk(ready, chunk).sums for chunk in chunks]
    for order in ([0, 1, 2, 3, 4], [4, 2, 0, 3, 1], [3, 4, 1, 0, 2]):
        merged = ready.empty()
        for place in order:
            merged = merged.merge(parts[place])
        assert merged.to_json() == whole.to_json()


def test_sums_read_back_and_bad_ones_are_refused() -> None:
    ready = plan(compare("moscow", "klabor"))
    sums = play_chunk(ready, Chunk(0, 3000)).sums
    text = json.dumps(sums.to_json())
    again = Sums.from_json(json.loads(text), ready.empty())
    assert again.to_json() == sums.to_json()
    assert again.merge(ready.empty()).to_json() == sums.to_json()
    spoils: tuple[Callable[[Any], object], ...] = (
        lambda data: data.pop("units"),
        lambda data: data["parts"].append({}),
        lambda data: data["parts"][0].pop("joint"),
        lambda data: data["parts"][0]["joint"].append([10**9, 1]),
        lambda data: data["parts"][0].update(joint=[["x", 1]]),
    )
    for spoil in spoils:
        data = json.loads(text)
        spoil(data)
        with pytest.raises(ValueError, match="sums"):
            Sums.from_json(data, ready.empty())


def test_the_margin_always_has_a_bin() -> None:
    rich = variants["moscow"].with_(sequence_points={3: 300, 4: 1000})
    frame = frame_of([rich], False)
    assert frame.bins * BIN_WIDTH >= 152 + 10 + 20 + 2 * 1000 + 300
    assert [bin_edges(number) for number in (-2, -1, 0, 1, 2)] == [(-40, -21), (-20, -1), (0, 0), (1, 20), (21, 40)]
    bins = [estimate for estimate in run(simulate(changes={"sequence_points": {3: 300, 4: 1000}})).estimates
            if estimate.metric == "margin_histogram"]  # fmt: skip
    assert sum(estimate.k or 0 for estimate in bins) == bins[0].n
    assert int(bins[-1].group["to"]) > 900


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_share_is_tallied_for_all_numbers_of_seats(players: int) -> None:
    frame = Frame(players, 18, forced=True, passive=players == 4, each=players > 2, two_rounds=True)
    ready = program(frame)
    assert [cell.share.metric for cell in ready.cells] == [share.metric for share in shares(frame)]
    seats = [cell.share.group["seat"] for cell in ready.cells if cell.share.metric == "declarer_seat"]
    assert len(seats) == frame.in_play
    assert all((cell.hit <= cell.among).all() for cell in ready.cells)  # no hit outside the denominator
    assert all(cell.hit.any() for cell in ready.cells)
    assert len(ready.tally.base_of) == len(ready.cells) + len(means(frame))


@pytest.mark.parametrize("name", PLAYABLE)
def test_everything_has_words_in_all_languages(name: str) -> None:
    frame = frame_of([variants[name]], True)
    with_groups: list[Any] = [*shares(frame), *match_shares(frame)]
    without: list[Any] = [*means(frame), *match_means(frame), *MATCH_RATIOS]
    assert {entry.metric for entry in with_groups + without} <= set(METRICS)
    for share in with_groups:
        assert set(share.group) <= set(KEYS) | {"from", "to"}
        assert {value for value in share.group.values() if isinstance(value, str)} <= set(VALUES)


# Intervals


def watched(spec: ExperimentSpec, seed: int) -> Estimate:
    """The headline of a small run."""
    small = Run(replace(spec, seed=seed))
    for _ in small:
        pass
    return small.headline()


def covered(estimates: list[Estimate], truth: float | None) -> float:
    """The share of intervals that hold the truth."""
    assert truth is not None
    inside = [e.low is not None and e.high is not None and e.low <= truth <= e.high for e in estimates]
    return sum(inside) / len(inside)


# 1,000 right intervals at 95 % lie outside 93..97 % with probability 0.4 % (700: 1.5 %); the seeds are fixed.


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["made", "margin"])
def test_intervals_of_deals_cover_at_their_level(metric: str) -> None:
    spec = simulate(amount=500, headline=metric)
    truth = run(replace(spec, amount=1_000_000, seed=999, workers=2)).get(metric).value
    assert 0.93 <= covered([watched(spec, seed) for seed in range(1000)], truth) <= 0.97
    # the negative control: intervals of 80 % do not pass as such of 95 %
    narrow = replace(spec, confidence=0.8)
    assert covered([watched(narrow, seed) for seed in range(300)], truth) < 0.93


@pytest.mark.slow
def test_intervals_of_deals_in_matches_cover_and_independent_ones_would_not() -> None:
    # seat 0 never plays and the dealer changes clockwise: within a match the declarer's place all but alternates
    seated = seating(2, "points:0", "random", {0: {"bidding": "never"}})
    spec = simulate("moscow", 40, "matches", changes={"target": 1001, "next_dealer": "clockwise"}, policies=seated)
    truth = run(replace(spec, amount=6000, seed=999, workers=2)).get("declarer_seat", seat="forehand").value
    found = [run(replace(spec, seed=seed)).get("declarer_seat", seat="forehand") for seed in range(250)]
    assert 0.91 <= covered(found, truth) <= 0.985
    as_if_independent = [wilson(e.k or 0, e.n or 0, metric="declarer_seat") for e in found]
    assert covered(as_if_independent, truth) > 0.985
    written = simulate("moscow", 40, "matches", changes={"target": 101}, headline="declarer_written")
    mean = run(replace(written, amount=30_000, seed=999, workers=2)).get("declarer_written").value
    assert 0.93 <= covered([watched(written, seed) for seed in range(1000)], mean) <= 0.97


@pytest.mark.slow
def test_paired_differences_cover_at_their_level() -> None:
    arms = variants["moscow"], variants["moscow"].with_(overtrump="never")
    spec = ExperimentSpec("compare", arms, 7, 600, policies=RANDOM, headline="margin")
    truth = run(replace(spec, amount=600_000, seed=999, workers=2)).get("margin", arm="B-A").value
    assert 0.93 <= covered([watched(spec, seed) for seed in range(700)], truth) <= 0.97


def test_pairing_narrows_the_difference() -> None:
    result = run(compare("moscow", "kharkov", amount=20_000))
    a, b, difference = (result.get("made", arm=arm) for arm in ("A", "B", "B-A"))
    assert a.se is not None and b.se is not None and difference.se is not None
    assert difference.value == pytest.approx((b.value or 0) - (a.value or 0), abs=1e-15)
    assert difference.se < 0.2 * np.hypot(a.se, b.se)


# Precision, partial runs


def test_precision_stops_at_a_look_whatever_the_workers_and_chunks() -> None:
    spec = simulate(amount=None, precision=0.003)  # type: ignore[arg-type]
    results = [run(replace(spec, workers=w, chunk=c)) for w, c in ((1, 16_384), (2, 3000), (3, 777))]
    done = {result.provenance["deals_done"] for result in results}
    assert len(done) == 1
    (deals,) = done
    assert deals % LOOK == 0 and deals > LOOK
    assert all(identical(results[0], other) for other in results)
    made = results[0].get("made")
    assert made.low is not None and made.high is not None
    assert (made.high - made.low) / 2 < 0.003
    bounded = run(replace(spec, precision=1e-6, amount=25_001))
    assert (bounded.provenance["deals_done"], bounded.provenance["partial"]) == (25_001, False)


def test_a_precision_that_nothing_can_be_told_about_ends() -> None:
    with pytest.raises(UserError, match="none of 160,000 deals tells anything about made"):
        run(simulate(amount=None, precision=0.01, policies=seating(2, "never", "random")))  # type: ignore[arg-type]


def test_precision_of_a_comparison_without_a_difference_does_not_stop_at_once() -> None:
    same = ExperimentSpec("compare", (variants["moscow"],) * 2, 7, None, policies=RANDOM, precision=0.0002)
    result = run(same)
    assert result.get("made", arm="B-A").se is None
    assert result.provenance["deals_done"] >= 19_200  # 95 % sure that fewer than 0.02 % of the deals differ


def stop_after(chunks: int) -> tuple[Callable[[], bool], Callable[[], None]]:
    """What a run asks, and what is called once a chunk."""
    seen = [0]

    def count() -> None:
        seen[0] += 1

    return lambda: seen[0] >= chunks, count


@pytest.mark.parametrize(
    "spec",
    [
        simulate(amount=40_000, chunk=3000),
        simulate(amount=None, precision=0.002, chunk=3000),  # type: ignore[arg-type]
        compare("moscow", "klabor", amount=20_000, chunk=1000),
        simulate("klabor", 300, "matches", chunk=15),
    ],
)
@pytest.mark.parametrize("chunks", [1, 4])
def test_a_stopped_run_can_be_gone_on_with(spec: ExperimentSpec, chunks: int) -> None:
    stop, count = stop_after(chunks)
    first = Run(replace(spec, workers=2), stop=stop)
    for _ in first:
        count()
    assert not first.finished
    partial = Result.from_json(first.result().to_json())
    assert partial.provenance["partial"]
    assert 0 < first.sums.units < (spec.amount or 10**9)
    shorter = run(replace(spec, amount=first.sums.units, precision=None))
    assert identical(partial, shorter)  # what is known is what a shorter run would have said
    again = Run.resumed(partial, workers=3)
    for _ in again:
        pass
    whole = again.result()
    assert not whole.provenance["partial"] and "sums" not in whole.provenance
    assert identical(whole, run(spec))


def test_resuming_refuses_what_does_not_fit() -> None:
    stop, count = stop_after(1)
    stopped = Run(simulate(amount=90_000, chunk=3000), stop=stop)
    for _ in stopped:
        count()
    partial = stopped.result()
    with pytest.raises(UserError, match="nothing to go on with"):
        Run.resumed(run(simulate(amount=100)), 1)
    with pytest.raises(UserError, match="kernel_hash was other, here it is"):
        Run.resumed(Result(partial.estimates, {**partial.provenance, "kernel_hash": "other"}), 1)
    with pytest.raises(UserError, match="tally_hash was other, here it is"):
        Run.resumed(Result(partial.estimates, {**partial.provenance, "tally_hash": "other"}), 1)
    with pytest.raises(UserError, match="resume: sums"):
        Run.resumed(Result(partial.estimates, {**partial.provenance, "sums": {}}), 1)


# The spec


def test_provenance_makes_the_same_spec_again() -> None:
    seated = seating(2, "points:40", "random", {1: {"bidding": "never"}}, "always")
    specs = [
        simulate("kharkov", 300, changes={"target": 301}, policies=seated, confidence=0.9),
        simulate("klabor", 10, "matches"),
        compare("moscow", "kharkov", amount=200, one_at_a_time=True),
        simulate(amount=None, precision=0.02, headline="baid"),  # type: ignore[arg-type]
    ]
    for spec in specs:
        result = Result.from_json(run(spec).to_json())
        again = ExperimentSpec.from_provenance(result.provenance)
        assert again == spec
        assert [rules.name for rules in again.arms] == [rules.name for rules in spec.arms]
    assert specs[0].command_line() == (
        "debertz simulate --rules kharkov --set target=301 --deals 300 --seed 7 --bidding points:40 "
        "--seat 1:bidding=never --play random --exchange always --confidence 0.9"
    )
    assert specs[3].command_line() == (
        "debertz simulate --seed 7 --bidding random --play random --precision 2% --headline baid"
    )
    with pytest.raises(UserError, match="provenance: not that of simulate or compare"):
        ExperimentSpec.from_provenance({"command": "debertz odds"})


def test_one_at_a_time_flips_each_switch_alone() -> None:
    result = run(compare("moscow", "klabor", amount=3000, one_at_a_time=True))
    switches = {estimate.group["switch"] for estimate in result.estimates if "switch" in estimate.group}
    differing = variants["moscow"].differences(variants["klabor"])
    assert {str(switch).partition("=")[0] for switch in switches} == set(differing)
    for name, (_, value) in differing.items():
        alone = variants["moscow"].with_(**{name: value})
        pair = run(ExperimentSpec("compare", (variants["moscow"], alone), 7, 3000, policies=RANDOM))
        (mine,) = [
            estimate
            for estimate in result.estimates
            if estimate.metric == "margin"
            and estimate.group.get("arm") == "B-A"
            and str(estimate.group.get("switch", "")).startswith(f"{name}=")
        ]
        assert replace(mine, group={"arm": "B-A"}) == pair.get("margin", arm="B-A")
    assert result.get("made", arm="B-A") == run(compare("moscow", "klabor", amount=3000)).get("made", arm="B-A")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (lambda: simulate(amount=0), "number of deals 0: must be a whole number from 1 on"),
        (lambda: simulate(amount=None), "say how many deals, or which precision"),  # type: ignore[arg-type]
        (lambda: replace(simulate(), seed=-1), "seed -1"),
        (lambda: replace(simulate(), seed=2**63), "seed 9223372036854775808"),
        (lambda: replace(simulate(), workers=0), "workers 0"),
        (lambda: replace(simulate(), chunk=0), "chunk 0"),
        (lambda: replace(simulate(), confidence=1.0), "confidence 1.0"),
        (lambda: replace(simulate(), precision=0.0), "precision 0.0"),
        (lambda: replace(simulate(), kind="play"), "kind 'play'"),
        (lambda: replace(simulate(), unit="hands"), "unit 'hands'"),
        (lambda: replace(simulate(), arms=(variants["moscow"],) * 2), "simulate takes one rule set, not 2"),
        (lambda: compare("moscow"), "compare takes two rule sets or more"),
        (lambda: replace(compare("moscow", "kharkov"), unit="matches"), "compare plays deals"),
        (lambda: compare(*["moscow"] * 27), "up to 26 rule sets"),
        (lambda: compare("moscow", "moscow", one_at_a_time=True), "do not differ in any switch"),
        (lambda: compare("moscow", "moscow", "kharkov", one_at_a_time=True), "exactly two rule sets"),
        (lambda: replace(simulate(), policies=seating(3)), "policies for 3 seats, the rules have 2"),
        (lambda: run(replace(simulate(), headline="luck")), "headline 'luck': must be one of"),
        (lambda: run(replace(simulate(), headline="match_length")), "headline 'match_length': must be one of"),
    ],
)
def test_refusals_are_one_line(spec: Callable[[], object], message: str) -> None:
    with pytest.raises(UserError) as caught:
        spec()
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


# Policies at fault


def _calls_five(view: Any, rules: Any, word: Any) -> int:
    return 5


def faulty() -> dict[str, Seating]:
    def leads_the_bottom(view: Any, rules: Any, word: Any) -> int:
        card = 0
        while not view.legal >> card & 1:
            card += 1
        return 31 if view.trick == 2 and view.seat == 1 else card

    return {
        "play": seating(2, "always", user_policy(leads_the_bottom, "play", "leads_the_bottom")),
        "bidding": seating(2, user_policy(_calls_five, "bidding", "calls_five"), "random"),
    }


@pytest.mark.slow
def test_a_policy_at_fault_is_named_with_deal_seat_and_what_was_legal() -> None:
    seated = faulty()
    with pytest.raises(UserError) as caught:
        run(simulate(amount=500, policies=seated["play"], workers=2, chunk=100))
    message = str(caught.value)
    assert "seed 7, trick 2, seat 1: play user:leads_the_bottom chose Ah; legal: " in message
    assert message.startswith("deal ")
    with pytest.raises(
        UserError, match=r"^deal 0 of seed 7, seat 1: bidding user:calls_five chose 5; legal: [scdh] pass$"
    ):
        run(simulate(amount=500, policies=seated["bidding"]))
    with pytest.raises(UserError, match=r"^match \d+ of seed 7, deal \d+, trick 2, seat 1: play user:leads_the_bottom"):
        run(simulate("moscow", 50, "matches", policies=seated["play"]))


def test_an_executor_gives_chunks_back_in_order_and_stops() -> None:
    ready = plan(simulate())
    chunks = [Chunk(first, 300) for first in range(0, 6000, 300)]
    work = partial(play_chunk, ready)
    done = list(Threads(4).run(work, chunks, lambda: False))
    assert [one.chunk for one in done] == chunks
    assert list(Threads(4).run(work, chunks, lambda: True)) == []
