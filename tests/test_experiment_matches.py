"""What is reported of matches: what rows and transcripts of the same matches say, for every variant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from debertz_sim.experiment import run
from debertz_sim.experiment.match_metrics import match_means, match_shares
from debertz_sim.experiment.program import frame_of
from debertz_sim.experiment.work import plan
from debertz_sim.records.transcript import Scribe
from debertz_sim.rules import RuleSet
from debertz_sim.stats import normal_mean, wilson
from debertz_sim.variants import variants
from tests.experiment_tools import (
    ALWAYS,
    BAID,
    HANGING_BAID,
    MADE,
    PLACES,
    PLAYABLE,
    expected_shares,
    expected_values,
    key,
    simulate,
)


@pytest.mark.parametrize("name", ["klabor", "klabor-two-rounds", "passive4", "online-3", "belote"])
def test_matches_take_the_match_as_unit(name: str) -> None:
    result = run(simulate(name, 400, "matches", chunk=150), keep_rows=True)
    rows = result.rows
    assert rows is not None
    match = rows["match"]
    assert np.unique(match).tolist() == list(range(400))
    assert result.provenance["matches_done"] == 400
    assert result.provenance["deals_done"] == len(match)
    rules = variants[name]
    forced = rules.hanging == "forced_deal"
    wanted, values = expected_shares(rows, rules, (0, 1, 2) if forced else (1, 2)), expected_values(rows, rules)
    played = np.isin(rows["outcome"], (MADE, BAID, HANGING_BAID))
    checked = few = 0
    for estimate in result.estimates:
        if estimate.metric in values:
            hit, among = values[estimate.metric] * played, played
        elif key(estimate) in wanted:
            hit, among = wanted[key(estimate)]
        else:
            continue
        checked += 1
        x, y = np.bincount(match, hit, 400), np.bincount(match, among, 400)
        value = x.sum() / y.sum()
        assert estimate.n == y.sum()
        assert estimate.value == pytest.approx(value, abs=1e-12)
        assert estimate.low is not None and estimate.high is not None
        se = np.sqrt(((x - value * y) ** 2).sum() * 400 / 399) / y.sum()
        trials = min(value * (1 - value) / se**2, y.sum()) if se else 0
        if value in (0, 1) and estimate.unit == "proportion":  # no spread: as many trials as can be independent ones
            assert estimate.high - estimate.low == pytest.approx(
                wilson(0, min(400, int(y.sum())), metric="").high, rel=1e-9
            )
            continue
        assert estimate.se == pytest.approx(se, rel=1e-9)
        if estimate.unit == "proportion" and trials * min(value, 1 - value) <= 100:  # few hits: trials of that error
            few += 1
            half = np.sqrt(value * (1 - value) / trials + 1.959963985**2 / (4 * trials**2)) * 1.959963985
            assert estimate.method == "wilson"
            assert estimate.high - estimate.low == pytest.approx(2 * half / (1 + 1.959963985**2 / trials), rel=1e-6)
        else:
            assert estimate.method == "normal"
            assert estimate.high - estimate.low == pytest.approx(2 * 1.959963985 * se, rel=1e-6)
    assert checked == len(wanted) + len(values)
    assert few
    assert not forced or result.get("made", round=0).n  # forced deals have no auction


def test_match_metrics_are_what_the_rows_say() -> None:
    changes = {"payoff": "stake_marks", "target": 301}
    result = run(simulate("moscow", 500, "matches", changes=changes, policies=ALWAYS), keep_rows=True)
    rows = result.rows
    assert rows is not None
    starts = np.flatnonzero(rows["shuffle"] == 0)
    by_match = [
        dict(zip(rows, parts, strict=True))
        for parts in zip(*(np.split(column, starts[1:]) for column in rows.values()), strict=True)
    ]
    played = [np.isin(one["outcome"], (MADE, BAID, HANGING_BAID)) for one in by_match]
    length = np.array([its.sum() for its in played])
    baids = np.array([(one["outcome"] == BAID).sum() for one in by_match])
    hangings = np.array([(one["outcome"] == HANGING_BAID).sum() for one in by_match])
    claims = np.array([(one["outcome"] == 7).any() for one in by_match])
    for metric, column in (("match_length", length), ("baids_per_match", baids), ("hanging_baids_per_match", hangings)):
        squares = int(column @ column)
        assert result.get(metric) == normal_mean(int(column.sum()), squares, 500, metric=metric)
    assert result.get("early_claim") == wilson(int(claims.sum()), 500, metric="early_claim")
    won = [result.get("match_won", seat=seat).k for seat in ("first_dealer", "first_forehand", "nobody")]
    assert sum(k or 0 for k in won) == 500
    twice = 0
    for one, its in zip(by_match, played, strict=True):
        hung = one["outcome"][its] == HANGING_BAID
        twice += int((hung[1:] & hung[:-1]).sum())
    second = result.get("second_hanging_in_row")
    assert (second.k, second.n) == (twice, length.sum())
    payoff = result.get("match_payoff").value
    assert payoff is not None and 1 <= payoff < 1 + 0.5 * (baids.mean() + hangings.mean())
    frame = frame_of(plan(simulate("moscow", 500, "matches", changes=changes)).spec.arms, True)
    assert {estimate.metric for estimate in result.estimates} >= {mean.metric for mean in match_means(frame)}
    assert {estimate.metric for estimate in result.estimates} >= {share.metric for share in match_shares(frame)}


def told(deals: Iterable[Mapping[str, Any]], rules: RuleSet) -> dict[str, Any]:
    """What the transcripts of one match say about it."""
    deals = list(deals)
    results = [deal["result"] for deal in deals]
    outcomes = [result["outcome"] for result in results]
    played = [outcome for outcome in outcomes if outcome in ("made", "baid", "hanging_baid")]
    sides = 2 if rules.sides == "pairs" else rules.players
    won = results[-1]["match_winner"]
    place = "nobody"
    if won is not None:
        names = PLACES[rules.players]
        seats = {(deals[0]["dealer"] + 1 + k) % sides: f"first_{name}" for k, name in enumerate(names)}
        if sides == 2 and rules.players == 4:
            seats = {deals[0]["dealer"] % 2: "first_dealer", 1 - deals[0]["dealer"] % 2: "first_forehand"}
        place = seats[won]
    rounds = [result["round_winner"] for result in results if result.get("round_winner") is not None]
    if rules.form == "two_rounds" and results[-1].get("round_winner") is None and deals[-1]["match_round"] == 2:
        rounds.append(won)  # the second round ended the match
    return {
        "won": place,
        "match_length": len(played),
        "baids_per_match": played.count("baid"),
        "hanging_baids_per_match": played.count("hanging_baid"),
        "second": sum(pair == ("hanging_baid",) * 2 for pair in pairwise(played)),
        "early_claim": "claim" in outcomes,
        "pot_burned_points": sum(sum(result.get("burned", [])) for result in results),
        "deciding_deals": sum(
            deal.get("match_round") == 3 and outcome in ("made", "baid", "hanging_baid")
            for deal, outcome in zip(deals, outcomes, strict=True)
        ),
        "rounds": rounds,
        "winner": won,
    }


@pytest.mark.parametrize("name", PLAYABLE)
def test_match_metrics_are_what_the_transcripts_say(name: str) -> None:
    matches, rules = 60, variants[name]
    spec = simulate(name, matches, "matches")
    result = run(spec)
    scribe = Scribe(rules)
    tales = [told(scribe.match(spec.seated.family, 7, number), rules) for number in range(matches)]
    key_of_winner = "side" if rules.sides == "pairs" else "seat"
    won = {str(e.group[key_of_winner]): e.k for e in result.estimates if e.metric == "match_won"}
    assert sum(k or 0 for k in won.values()) == matches
    assert len(won) == 3 if rules.sides == "pairs" else rules.players + 1
    assert won == {place: sum(tale["won"] == place for tale in tales) for place in won}
    for metric in ("match_length", "baids_per_match", "hanging_baids_per_match", "pot_burned_points"):
        column = [tale[metric] for tale in tales]
        again = normal_mean(sum(column), sum(x * x for x in column), matches, metric=metric)
        assert result.get(metric) == again
    for metric in ("early_claim", "pot_burned"):
        column = [bool(tale[metric if metric == "early_claim" else "pot_burned_points"]) for tale in tales]
        assert result.get(metric).k == sum(column)
    second = result.get("second_hanging_in_row")
    assert (second.k, second.n) == (sum(tale["second"] for tale in tales), sum(tale["match_length"] for tale in tales))
    assert result.get("unfinished").k == 0
    if rules.form == "two_rounds":
        assert result.get("deciding_deals").value == sum(tale["deciding_deals"] for tale in tales) / matches
        both = [tale["rounds"] for tale in tales if len(tale["rounds"]) == 2]
        assert result.get("both_rounds_won").k == sum(one == two for one, two in both)
        assert result.get("deciding_round").k == sum(one != two for one, two in both)
        first = result.get("first_round_winner_wins")
        assert first.n == sum(bool(tale["rounds"]) for tale in tales)
        assert first.k == sum(tale["rounds"][:1] == [tale["winner"]] for tale in tales)


def test_payoff_is_reported_only_where_the_rules_have_one() -> None:
    metrics = {estimate.metric for estimate in run(simulate("moscow", 20, "matches")).estimates}
    assert "match_payoff" not in metrics
    assert "match_length" in metrics
