"""The game terts by every command: simulate, compare, deal, score, rerun, odds, rules, bench, and from Python."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

import debertz_sim as dz
from debertz_sim import bench
from debertz_sim.cli.main import cli
from debertz_sim.engine.terts_rows import TERTS_COLUMNS
from debertz_sim.experiment.spec import SIMULATE, ExperimentSpec
from debertz_sim.experiment.terts import most_ahead_in_terts
from debertz_sim.experiment.warm import entries
from debertz_sim.report.labels import KEYS, METRICS
from debertz_sim.results import Result as Outcome
from debertz_sim.variants import variants

TERTS = variants["terts"]
DEALS = 2000
KINDS = ("terts", "fifty", "run5", "run6", "run7", "run8", "four")


def call(*args: str) -> Result:
    return CliRunner().invoke(cli, list(args))


def fine(*args: str) -> str:
    done = call(*args)
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C")
    yield


@pytest.fixture(scope="module")
def simulated() -> Outcome:
    return dz.simulate("terts", deals=DEALS, seed=7, rows=True)


# What is measured


def test_every_metric_follows_from_the_rows(simulated: Outcome) -> None:
    assert simulated.rows is not None
    row = {name: column.astype(np.int64) for name, column in simulated.rows.items()}
    margin = row["total_0"] - row["total_1"]
    shares: dict[tuple[str, str], Any] = {
        ("deal_won", "forehand"): margin > 0,
        ("deal_won", "dealer"): margin < 0,
        ("deal_won", "nobody"): margin == 0,
        ("last_trick", "forehand"): row["last_trick_place"] == 0,
        ("last_trick", "dealer"): row["last_trick_place"] == 1,
        ("marriage_held", "forehand"): row["marriage_held_0"] == 1,
        ("marriage_held", "dealer"): row["marriage_held_1"] == 1,
        ("marriage_scored", "forehand"): row["marriage_place"] == 0,
        ("marriage_scored", "dealer"): row["marriage_place"] == 1,
        ("marriage_scored", "nobody"): row["marriage_place"] == -1,
    }
    for (metric, seat), hits in shares.items():
        assert simulated.get(metric, seat=seat).k == hits.sum(), (metric, seat)
    assert simulated.get("seven_exchanged").k == (row["exchanger_place"] >= 0).sum()
    for kind in KINDS:
        of_both = row[f"{kind}_0"] + row[f"{kind}_1"]
        assert simulated.get("group_scored", kind=kind).k == (of_both > 0).sum()
        assert simulated.get("groups_scored", kind=kind).value == pytest.approx(of_both.mean())
    means = {"total": "total", "trick_points": "trick_points", "announced_points": "announced", "tricks": "tricks"}
    for metric, column in means.items():
        for place, seat in enumerate(("forehand", "dealer")):
            assert simulated.get(metric, seat=seat).value == pytest.approx(row[f"{column}_{place}"].mean())
    assert simulated.get("margin").value == pytest.approx(margin.mean())
    bins = [estimate for estimate in simulated.estimates if estimate.metric == "margin_histogram"]
    assert sum(estimate.k or 0 for estimate in bins) == DEALS
    for estimate in bins:
        start, to = int(estimate.group["from"]), int(estimate.group["to"])
        assert estimate.k == ((margin >= start) & (margin <= to)).sum()
    assert {estimate.n for estimate in simulated.estimates} == {DEALS}
    assert np.abs(margin).max() < most_ahead_in_terts(TERTS)


def test_points_in_tricks_are_those_of_the_rules(simulated: Outcome) -> None:
    """150 of both, all tricks and the last ten; every deal is won, lost or level."""
    both = sum(simulated.get("trick_points", seat=seat).value or 0 for seat in ("forehand", "dealer"))
    assert both == pytest.approx(150)
    assert sum(simulated.get("deal_won", seat=seat).k or 0 for seat in ("forehand", "dealer", "nobody")) == DEALS
    assert sum(simulated.get("tricks", seat=seat).value or 0 for seat in ("forehand", "dealer")) == pytest.approx(16)


def test_seven_exchanged_is_what_cards_say() -> None:
    """Always exchanged as soon as it may be: unless it is the upcard, or drawn with the last cards."""
    done = dz.simulate("terts", deals=DEALS, seed=5, play="random", exchange="always", rows=True)
    assert done.rows is not None
    can = (done.rows["upcard"] % 8 != 0).mean()
    share = done.get("seven_exchanged").value or 0
    assert can - 0.08 < share < can  # the last card under the upcard is the seven in 1 of 31 deals
    never = dz.simulate("terts", deals=200, seed=5, play="random", exchange="never")
    assert never.get("seven_exchanged").k == 0


def test_labels_are_known_in_every_language(simulated: Outcome) -> None:
    for estimate in simulated.estimates:
        assert estimate.metric in METRICS
        assert set(estimate.group) - {"from", "to"} <= set(KEYS)


# The commands


def test_simulate_and_rerun() -> None:
    fine("simulate", "--rules", "terts", "--deals", "500", "--seed", "7", "--quiet", "--out", "a.json")
    assert fine("rerun", "a.json", "--quiet").startswith("identical: a.json")
    source = json.loads(Path("a.json").read_text("utf-8"))["provenance"]
    assert source["policies"] == {
        "bidding": source["policies"]["bidding"],
        "play": ["expert/1", "expert/1"],
        "exchange": "default",
        "game": "terts",
    }
    assert source["command"] == "debertz simulate --rules terts --deals 500 --seed 7 --bidding rules --play expert"


def test_workers_and_chunks_change_nothing() -> None:
    one = dz.simulate("terts", deals=40_000, seed=3, play="random", workers=1)
    two = dz.simulate("terts", deals=40_000, seed=3, play="random", workers=2)
    assert one.estimates == two.estimates


def test_precision_watches_the_margin() -> None:
    out = fine("simulate", "--rules", "terts", "--precision", "5pt", "--seed", "1", "--quiet", "--format", "json")
    found = Outcome.from_json(out).get("margin")
    assert found.low is not None and found.high is not None and (found.high - found.low) / 2 < 5
    assert "measured in other units" in call("simulate", "--rules", "terts", "--precision", "1%", "--seed", "1").stderr
    other = call("simulate", "--rules", "terts", "--precision", "1%", "--headline", "made", "--seed", "1")
    assert other.exit_code == 2 and "headline 'made': must be one of" in other.stderr


def test_rows_have_the_columns_of_terts() -> None:
    import pyarrow.parquet as pq

    fine("simulate", "--rules", "terts", "--deals", "60", "--seed", "7", "--quiet", "--rows", "--out", "r.parquet")
    table = pq.read_table("r.parquet")
    assert table.column_names == ["index", *TERTS_COLUMNS]
    assert table.num_rows == 60
    about = json.loads(table.schema.metadata[b"debertz-rows"])
    assert about["outcome"] == [None, "forehand", "dealer", "level"]


def test_transcripts_deal_and_score_agree() -> None:
    lines = fine(
        *("simulate", "--rules", "terts", "--deals", "40", "--seed", "7", "--quiet", "--transcripts", "t.jsonl"),
        *("--format", "json"),
    )
    assert Outcome.from_json(lines).get("margin").n == 40
    deals = Path("t.jsonl").read_text("utf-8").splitlines()
    assert len(deals) == 40
    assert fine("deal", "--rules", "terts", "--seed", "7", "--index", "11", "--format", "json").strip() == deals[11]
    assert fine("score", "t.jsonl", "--format", "json").splitlines() == deals
    assert dz.score(json.loads(deals[5])) == dz.deal("terts", seed=7, index=5)
    margin = sum(
        (totals := json.loads(line)["result"]["totals"])[1 - dealer] - totals[dealer]
        for line in deals
        for dealer in [json.loads(line)["dealer"]]
    )
    assert Outcome.from_json(lines).get("margin").value == pytest.approx(margin / 40)


def test_score_names_the_first_broken_rule() -> None:
    deal = json.loads(fine("deal", "--rules", "terts", "--seed", "7", "--index", "3", "--format", "json"))
    deal["plays"][8]["cards"][1] = deal["plays"][9]["cards"][0]
    Path("d.json").write_text(json.dumps(deal))
    done = call("score", "d.json")
    assert done.exit_code == 2
    assert re.search(r"trick 9, seat \d: \w\w: he must play a trump \([scdh]\); legal: \w\w", done.stderr)


def test_compare_two_rule_sets_of_terts_is_paired() -> None:
    out = fine("compare", "terts", "terts+seven_exchange=none", "--deals", "1000", "--seed", "7", "--format", "json")
    result = Outcome.from_json(out)
    assert result.provenance["pairing"] == "same deals"
    assert result.get("seven_exchanged", arm="B").k == 0
    a, b = (result.get("margin", arm=arm) for arm in "AB")
    difference = result.get("margin", arm="B-A")
    assert difference.value == pytest.approx((b.value or 0) - (a.value or 0))
    assert (difference.se or 0) < ((a.se or 0) ** 2 + (b.se or 0) ** 2) ** 0.5 / 1.3
    differing = result.get("outcome_differs", arm="B-A")
    assert 0 < (differing.k or 0) < 1000
    first = result.provenance["first_differing"]["B-A"][0]
    winners = []
    for changes in ({}, {"seven_exchange": "none"}):
        rules = TERTS.with_(**changes)
        winners.append(dz.deal(rules.to_dict(), seed=7, index=first)["result"]["winner"])
    assert winners[0] != winners[1]


def test_compare_one_at_a_time() -> None:
    out = fine(
        *("compare", "terts", "terts+fours=none+trick_points=standard", "--one-at-a-time"),
        *("--deals", "300", "--seed", "7", "--format", "json"),
    )
    switches = {estimate.group["switch"] for estimate in Outcome.from_json(out).estimates if "switch" in estimate.group}
    assert switches == {"fours=none", "trick_points=standard"}


def test_compare_with_another_game_is_not_paired() -> None:
    result = dz.compare("moscow", "terts", deals=300, seed=7)
    assert result.provenance["pairing"] == "none"
    assert result.get("deal_won", seat="forehand", arm="B").n == 300
    alone = dz.simulate("terts", deals=300, seed=7)
    assert alone.get("total", seat="dealer").value != result.get("total", seat="dealer", arm="B").value  # other deals
    assert not [estimate for estimate in result.estimates if estimate.group.get("arm") == "B-A"]


def test_a_comparison_with_another_game_keeps_both_versions() -> None:
    fine("compare", "moscow", "terts", "--deals", "50", "--seed", "7", "--quiet", "--out", "c.json")
    assert fine("rerun", "c.json", "--quiet").startswith("identical")
    text = Path("c.json").read_text("utf-8")
    assert json.loads(text)["provenance"]["policies"]["play_in_terts"] == ["expert/1", "expert/1"]
    Path("d.json").write_text(re.sub(r'("play_in_terts": \[\s*)"expert/1"', r'\1"expert/0"', text))
    other = call("rerun", "d.json", "--quiet")
    assert other.exit_code == 2 and "version 0 was used, here it is version 1" in other.stderr


REFUSED = {
    "matches": (["simulate", "--rules", "terts", "--matches", "5", "--seed", "1"], "terts has no target"),
    "match": (["score", "--match", "d.json"], "no matches"),
    "short form": (["deal", "--rules", "terts", "--seed", "1", "--format", "text"], "no short text form"),
    "more players": (["simulate", "--rules", "terts", "--set", "players=3", "--seed", "1"], "two players only"),
    "a target": (["simulate", "--rules", "terts", "--set", "target=501", "--seed", "1"], "target must be one_deal"),
    "a contest": (["odds", "--rules", "terts", "--players", "2"], "announced trick by trick"),
    "a policy": (["simulate", "--rules", "terts", "--play", "expertt", "--seed", "1"], "expertt"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_makes_no_sense_is_refused_in_one_line(name: str) -> None:
    Path("d.json").write_text(json.dumps(dz.deal("terts", seed=1)))
    args, words = REFUSED[name]
    done = call(*args)
    assert done.exit_code == 2
    assert words in done.stderr and done.stderr.count("\n") == 1, done.stderr


def test_python_refuses_a_match() -> None:
    with pytest.raises(dz.UserError if hasattr(dz, "UserError") else Exception, match="terts has no target"):
        dz.match("terts", seed=1)


def test_a_users_policy_is_refused_by_simulate(monkeypatch: pytest.MonkeyPatch) -> None:
    from debertz_sim.policies import registry

    monkeypatch.setattr(registry, "_own", {})

    def any_card(view: Any, rules: Any, word: Any) -> Any:
        return view.legal

    name = registry.user_policy(any_card, registry.PLAY, "any_card")
    with pytest.raises(Exception, match="cannot play terts"):
        dz.simulate("terts", deals=10, seed=1, play=name)


def test_odds_of_a_hand_read_the_tables_of_terts() -> None:
    out = fine("odds", "--rules", "terts", "--format", "json")
    result = Outcome.from_json(out)
    assert result.get("best_is_run5").method == "exact"
    assert result.get("bella").fraction == "9/124"


def test_rules_commands() -> None:
    assert re.search(r"^terts +.*003 Terts", fine("rules", "list"), re.M)
    shown = fine("rules", "show", "terts")
    assert "overtrump has no effect here: terts has no duty to beat" in shown
    assert not re.search(r"^(seven_exchange|sequence_points|fours|trick_points|form|players|target) has", shown, re.M)
    assert "form" in fine("rules", "diff", "moscow", "terts")


def test_notes_name_every_switch_that_terts_does_not_read() -> None:
    """The others are read, or refused with another value."""
    from debertz_sim.switch_table import SWITCHES

    noted = {line.split()[0] for line in TERTS.notes()}
    read = {"players", "sides", "seven_exchange", "sequence_points", "fours", "trick_points", "target", "form"}
    assert noted | read == {switch.name for switch in SWITCHES}
    assert not noted & read
    assert not {line.split()[0] for line in variants["moscow"].notes()} & {"overtrump", "sequence_tie", "bella_to"}


def test_bench_counts_the_cards_of_terts(monkeypatch: pytest.MonkeyPatch) -> None:
    (work,) = [work for work in bench.WORKS if work.rules == "terts"]
    assert work.start(work)(0, 50) == (50, 50 * 32)


def test_entry_kernels_of_terts_are_their_own() -> None:
    spec = ExperimentSpec(SIMULATE, (TERTS,), 1, 10)
    assert entries(spec) == ["play_block-TertsRuled", "tally_deals"]


@pytest.mark.skipif(os.name == "nt", reason="forks")
def test_the_picture_says_who_is_ahead() -> None:
    fine("simulate", "--rules", "terts", "--deals", "300", "--seed", "7", "--quiet", "--out", "a.svg")
    text = Path("a.svg").read_text("utf-8")
    assert text.startswith("<?xml")
