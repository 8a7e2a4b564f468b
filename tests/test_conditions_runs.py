"""Conditions, known cards and groups in whole runs: against the same deals filtered by hand, and against exact odds."""

from __future__ import annotations

import json
import shlex
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

from debertz_sim import api
from debertz_sim.cards import cards_of, hand_text
from debertz_sim.cli.main import cli
from debertz_sim.conditions.choice import choose
from debertz_sim.conditions.columns import lexicon
from debertz_sim.conditions.layout import packets
from debertz_sim.errors import UserError
from debertz_sim.exact import contest_odds
from debertz_sim.experiment import ExperimentSpec, Run, run
from debertz_sim.experiment.sums import Sums
from debertz_sim.results import Result as Outcome
from debertz_sim.results import first_difference, identical
from debertz_sim.stats import Estimate
from debertz_sim.variants import variants
from tests.conditions_tools import decks_of
from tests.experiment_tools import compare, simulate

DEALS = 3000
SEED = 7  # that of the specs
HANDS = tuple(f"{part}_{kind}_{place}" for part in ("six", "dealt") for kind in ("trumps", "terts") for place in (0, 1))


@pytest.fixture(scope="module")
def plain() -> dict[str, Any]:
    """All columns of ordinary deals, the hands as dealt worked out from the shuffles."""
    rows = run(simulate(amount=DEALS), keep_rows=True).rows
    assert rows is not None
    words = lexicon(variants["moscow"])
    names = [*words.derived, *words.hands]
    return dict(rows) | words.complete(rows, names, packets(variants["moscow"], decks_of(None, DEALS, SEED)))


@pytest.mark.parametrize(
    "given",
    [
        "outcome == made",
        "outcome in (made, baid) and trump_cards >= 4",
        "six_trumps_0 + six_trumps_1 >= 6",  # few: played one by one
        "six_trumps_0 + six_trumps_1 >= 2",
        "six_terts_0 > six_terts_1 and round == 2 and margin < 0",
        "dealer == 1 and (call_1 == pass or six_trumps_0 == six_trumps_1)",
    ],
)
def test_rejection_keeps_exactly_the_deals_that_satisfy_the_condition(given: str, plain: dict[str, Any]) -> None:
    spec = simulate(amount=DEALS, given=given, chunk=1000)
    assert spec.choice is not None and spec.choice.fit is None
    columns = (*lexicon(variants["moscow"]).engine, "margin", *HANDS)
    found = run(spec, keep_rows=True, columns=columns)
    assert found.rows is not None and spec.choice.condition is not None
    expected = np.flatnonzero(spec.choice.condition(plain))
    assert 0 < len(expected) < DEALS
    assert found.rows["index"].tolist() == expected.tolist()
    for name in columns:
        assert (found.rows[name] == plain[name][expected]).all(), name
    accepted = found.get("given_accepted")
    assert (accepted.k, accepted.n) == (len(expected), DEALS)
    assert found.provenance["deals_kept"] == len(expected)
    kept = plain["outcome"][expected]
    assert (found.get("made").k, found.get("made").n) == (np.sum(kept == 1), np.sum(np.isin(kept, (1, 2, 3))))
    assert found.get("all_pass").n == len(expected)


def test_a_condition_on_one_hand_is_dealt_and_the_rest_judged(plain: dict[str, Any]) -> None:
    given = "six_trumps_0 >= 3 and outcome == made and dealt_terts_1 == 0 and upcard_rank >= J"
    choice = simulate(given=given).choice
    assert choice is not None and choice.fit is not None
    assert choice.describe() == {
        "condition": given,
        "dealt": "upcard_rank >= J and six_trumps_0 >= 3",
        "judged": "dealt_terts_1 == 0 and outcome == made",
        "known": [],
        "probability": str(choice.fit.probability),
    }
    found = run(simulate(amount=DEALS, given=given), keep_rows=True, columns=("six_trumps_0", "outcome", "upcard_rank"))
    assert found.rows is not None
    assert found.rows["six_trumps_0"].min() >= 3 and set(found.rows["outcome"]) == {1}
    assert set(found.rows["upcard_rank"]) == {4, 5, 6, 7}
    assert found.get("given_probability").fraction == str(choice.fit.probability)
    # the same share of ordinary deals: among them, those dealt so, and of these those kept
    dealt = (plain["six_trumps_0"] >= 3) & (plain["upcard_rank"] >= 4)
    kept = dealt & (plain["outcome"] == 1) & (plain["dealt_terts_1"] == 0)
    assert _apart(int(dealt.sum()), DEALS, float(choice.fit.probability)) < 5
    accepted = found.get("given_accepted")
    assert accepted.value is not None
    assert _apart(int(kept.sum()), int(dealt.sum()), accepted.value) < 5


def _apart(k: int, n: int, chance: float) -> float:
    """Standard errors between a share and a chance."""
    return abs(k / n - chance) / (chance * (1 - chance) / n) ** 0.5


def test_conditional_estimates_agree_with_exact_odds() -> None:
    odds = {(v.metric, *v.group.values()): v.value for v in contest_odds(variants["moscow"])}
    some = 1 - odds[("nobody_has_sequence",)]
    both = odds[("several_have_sequence",)]
    mine = (some + both) / 2  # forehand has one as often as the dealer
    given = "dealt_terts_0 + dealt_fifty_0 >= 1"
    spec = simulate(amount=60_000, given=given, by=("dealt_terts_1", "dealt_fifty_1"))
    assert spec.choice is not None and spec.choice.fit is not None
    assert spec.choice.fit.probability == mine
    found = run(spec)
    none = found.get("share_of_deals", dealt_terts_1=0, dealt_fifty_1=0)
    assert none.k is not None and none.n == 60_000
    assert _apart(none.n - none.k, none.n, float(both / mine)) < 4.5


def test_known_cards_leave_the_others_as_they_must_be() -> None:
    # forehand has two aces of the three that are not turned up: the dealer's six are random ones of the rest
    spec = simulate(amount=40_000, hands=("forehand:Ah Ad Kx ?",), upcard="As", by=("six_aces_1", "six_aces_0"))
    found = run(spec, keep_rows=True, columns=("six_aces_1", "upcard", "six_aces_0"))
    assert found.rows is not None
    assert set(found.rows["upcard"]) == {7} and set(found.rows["six_aces_0"]) == {2, 3}
    alone = found.rows["six_aces_0"] == 2
    # the ace of clubs is not in forehand's hand: among the 25 other cards it is in the dealer's six with chance 6/25
    assert _apart(int((found.rows["six_aces_1"][alone] == 1).sum()), int(alone.sum()), 6 / 25) < 4.5


def test_a_condition_on_the_upcard_is_dealt() -> None:
    spec = simulate(amount=40_000, given="upcard_rank == A", by=("six_aces_0",))
    found = run(spec)
    assert found.get("given_probability").fraction == "1/8"
    for aces in range(4):
        chance = Fraction(comb(3, aces) * comb(28, 6 - aces), comb(31, 6))
        share = found.get("share_of_deals", six_aces_0=aces)
        assert share.k is not None and _apart(share.k, 40_000, float(chance)) < 4.5


def by_metric(estimates: tuple[Estimate, ...], keys: set[str]) -> dict[str, list[Estimate]]:
    found: dict[str, list[Estimate]] = {}
    for estimate in estimates:
        if set(estimate.group) == keys:
            found.setdefault(estimate.metric, []).append(estimate)
    return found


@pytest.mark.parametrize(
    ("name", "by", "more"),
    [
        ("moscow", ("trump_cards", "upcard_rank"), {}),
        ("moscow", ("round",), {"given": "six_trumps_0 >= 2"}),
        ("passive4", ("call_1", "trump_is_upcard_suit"), {}),
        ("pairs", ("margin:50", "declarer"), {}),
        ("terts", ("outcome", "dealt_terts_0"), {}),
    ],
)
def test_groups_add_up_to_all_deals(name: str, by: tuple[str, ...], more: dict[str, Any]) -> None:
    found = run(simulate(name, DEALS, by=by, chunk=700, **more))
    keys = {text.partition(":")[0] for text in by}
    groups = by_metric(found.estimates, keys)
    whole = by_metric(found.estimates, set())
    shares = groups.pop("share_of_deals")
    assert sum(share.k or 0 for share in shares) == DEALS and {share.n for share in shares} == {DEALS}
    assert len(shares) > 2
    groups.pop("played_in_round", None)  # has groups of the same name anyway
    assert len(groups) >= 2
    for metric, parts in groups.items():
        (total,) = whole[metric]
        assert sum(part.n or 0 for part in parts) == total.n, metric
        if total.k is not None:
            assert sum(part.k or 0 for part in parts) == total.k
        else:
            assert total.value is not None and total.n is not None
            summed = sum((part.value or 0) * (part.n or 0) for part in parts)
            assert summed == pytest.approx(total.value * total.n)


def test_groups_are_those_of_the_rows() -> None:
    found = run(simulate(amount=DEALS, by=("margin:50", "declarer_place", "trump")), keep_rows=True, columns=())
    rows = found.rows
    assert rows is not None
    margin = rows["declarer_points"].astype(int) - rows["defender_points"]
    chosen = (margin // 50 == 1) & (rows["declarer_place"] == 0) & (rows["trump"] == 3)
    group = {"margin": "50..99", "declarer_place": "forehand", "trump": "h"}
    assert found.get("share_of_deals", **group).k == chosen.sum() > 0
    played = chosen & np.isin(rows["outcome"], (1, 2, 3))
    assert found.get("made", **group).n == played.sum()
    assert found.get("made", **group).k == (played & (rows["outcome"] == 1)).sum()
    assert found.get("margin", **group).value == pytest.approx(margin[played].mean())


def test_a_split_that_is_there_anyway_is_not_told_twice() -> None:
    found = run(simulate(amount=500, by=("round",)))
    assert len([e for e in found.estimates if e.metric == "made" and set(e.group) == {"round"}]) == 2 + 1  # and none


@pytest.mark.parametrize(
    "spec",
    [
        simulate(amount=DEALS, given="six_trumps_0 >= 3 and margin > 0", by=("upcard_rank",)),
        simulate("three", DEALS, hands=("middle:Jx xh ?",), upcard="9h"),
        simulate("terts", DEALS, hands=("dealer:As Ks Qs xs xh Kx",), given="outcome == dealer"),
        compare("moscow", "kharkov", amount=DEALS, given="six_trumps_0 >= 2 and outcome == baid"),
    ],
)
def test_no_number_depends_on_chunks_or_workers_and_all_come_from_provenance(spec: ExperimentSpec) -> None:
    from dataclasses import replace

    whole = run(spec)
    assert first_difference(whole, run(replace(spec, chunk=311, workers=3))) is None
    again = ExperimentSpec.from_provenance(json.loads(whole.to_json())["provenance"])
    assert again == replace(spec, workers=1)
    assert identical(whole, run(again))


def test_a_partial_run_goes_on_from_its_sums() -> None:
    spec = simulate(amount=DEALS, given="round == 1", by=("upcard_rank", "six_trumps_0"), chunk=500)
    whole = Run(spec)
    looks = iter([False, False, True])
    part = Run(spec, stop=lambda: next(looks, True))
    for _ in part:
        pass
    assert 0 < part.sums.units < DEALS
    saved = Outcome.from_json(part.result().to_json())
    again = Run.resumed(saved, 1)
    for one in (again, whole):
        for _ in one:
            pass
    assert identical(again.result(), whole.result())
    assert Sums.from_json(json.loads(json.dumps(whole.sums.to_json())), whole.plan.empty()).groups.keys() == (
        whole.sums.groups.keys()
    )


def test_a_comparison_judges_by_a_and_pairs_the_same_deals() -> None:
    given = "six_trumps_0 + six_trumps_1 >= 4 and outcome == made"
    found = run(compare("moscow", "kharkov", amount=DEALS, given=given))
    rows = [run(simulate(name, DEALS), keep_rows=True).rows for name in ("moscow", "kharkov")]
    assert rows[0] is not None and rows[1] is not None
    words = lexicon(variants["moscow"])
    trumps = words.complete({}, ["six_trumps_0", "six_trumps_1"], packets(variants["moscow"], decks_of(None, DEALS, 7)))
    kept = (sum(trumps.values()) >= 4) & (rows[0]["outcome"] == 1)
    differing = np.flatnonzero(kept & (rows[0]["outcome"] != rows[1]["outcome"]))
    assert found.get("made", arm="A").n == found.get("made", arm="A").k == kept.sum()
    assert found.get("made", arm="B").k == (kept & (rows[1]["outcome"] == 1)).sum()
    assert found.get("outcome_differs", arm="B-A").k == len(differing)
    assert found.provenance["first_differing"]["B-A"] == differing[:10].tolist()


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        ({"given": "outcom == made"}, "--given, character 1: 'outcom' is no column here; did you mean outcome?"),
        ({"given": "six_terts_0 == 3"}, "no deal fits"),
        ({"by": ("trumps",)}, "--by: 'trumps' is no column here; did you mean trump?"),
        ({"by": ("trump:2",)}, "trump is no number"),
        ({"by": ("margin:0",)}, "write a whole number from 1 on"),
        ({"by": ("margin", "margin:20")}, "margin comes twice"),
        ({"hands": ("dealer:7",)}, "ends without a suit"),
        ({"unit": "matches", "given": "outcome == made"}, "are for single deals; leave out --matches"),
    ],
)
def test_what_makes_no_sense_is_refused(more: dict[str, Any], complaint: str) -> None:
    with pytest.raises(UserError) as error:
        simulate(amount=10, **more)
    assert complaint in str(error.value) and "\n" not in str(error.value)


def test_comparisons_refuse_what_they_cannot_judge() -> None:
    with pytest.raises(UserError, match="need rule sets that play the same deals"):
        compare("moscow", "three", amount=10, given="outcome == made")
    with pytest.raises(UserError, match="--by goes with simulate"):
        compare("moscow", "kharkov", amount=10, by=("round",))


def test_wildcards_in_too_many_hands_are_refused() -> None:
    hands = tuple(f"{place}:xh xs Kx" for place in ("forehand", "second", "third", "dealer"))
    with pytest.raises(UserError, match="too many hands with cards known by suit or rank alone"):
        choose(variants["pairs"], hands)


# Commands


def call(*args: str) -> Result:
    return CliRunner().invoke(cli, list(args))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C")
    return tmp_path


QUICK = ("--deals", "2000", "--seed", "7", "--bidding", "random", "--play", "random", "--lang", "en")


def test_the_command_tells_what_was_dealt_and_what_was_kept(folder: Path) -> None:
    asked = ("--given", "six_trumps_0 >= 3 and outcome == made", "--by", "trump_cards", "--upcard", "Jh")
    done = call("simulate", *QUICK, *asked)
    assert done.exit_code == 0, done.output
    assert "Dealt so that six_trumps_0 >= 3: probability " in done.stdout and "% exactly" in done.stdout
    assert "Kept where outcome == made: " in done.stdout
    assert "Known cards, dealt there: --upcard Jh" in done.stdout
    assert "played (*: < 30)" in done.stdout
    stars = [line for line in done.stdout.splitlines() if line.split()[:1] and "*" in line.split("%")[0]]
    assert any(line.split()[1].endswith("*") for line in stars if len(line.split()) > 1)


def test_few_deals_are_warned_of(folder: Path) -> None:
    done = call("simulate", *QUICK, "--given", "margin > 150")
    assert done.exit_code == 0
    assert "warning: only " in done.stderr and "satisfy the condition" in done.stderr
    assert "warning" not in call("simulate", *QUICK, "--given", "margin > 0").stderr


def test_the_command_line_and_rerun_repeat_it(folder: Path) -> None:
    asked = ("--given", "six_trumps_0 >= 2 and margin > 0", "--by", "round,upcard_rank", "--hand", "dealer:Kx x")
    assert call("simulate", *QUICK, *asked, "--out", "one.json").exit_code == 0
    one = Outcome.load("one.json")
    done = call(*shlex.split(str(one.provenance["command"]))[1:], "--out", "two.json")
    assert done.exit_code == 0, done.output
    assert identical(one, Outcome.load("two.json"))
    assert call("rerun", "one.json").stdout.startswith("identical")
    words = ("compare", "moscow", "kharkov", *QUICK, "--hand", "dealer:Jh xh", "--out", "three.json")
    assert call(*words).exit_code == 0
    assert call("rerun", "three.json").stdout.startswith("identical")


def test_transcripts_and_deal_show_the_deals_that_were_kept(folder: Path) -> None:
    asked = ("--given", "six_trumps_1 >= 3 and round == 2", "--hand", "forehand:Kx xh")
    done = call("simulate", *QUICK[2:], "--deals", "60", *asked, "--transcripts", "t.jsonl", "--format", "json")
    assert done.exit_code == 0, done.output
    lines = [json.loads(line) for line in Path("t.jsonl").read_text().splitlines()]
    assert len(lines) == json.loads(done.stdout)["provenance"]["deals_kept"] > 3
    for line in lines:
        forehand = line["first_packets"][1 - line["dealer"]]
        trumps = [card for card in line["first_packets"][line["dealer"]] if card[1] == line["upcard"][1]]
        assert len(trumps) >= 3 and line["result"]["round"] == 2
        kings = [card for card in forehand if card[0] == "K"]
        hearts = [card for card in forehand if card[1] == "h"]
        assert kings and hearts and len({*kings, *hearts}) >= 2
    index = str(lines[0]["index"])
    shown = call("deal", *QUICK[2:8], "--index", index, *asked, "--format", "json")
    assert json.loads(shown.stdout) == lines[0]
    missing = next(k for k in range(60) if k not in {line["index"] for line in lines})
    refused = call("deal", *QUICK[2:8], "--index", str(missing), *asked)
    assert refused.exit_code == 2
    after = next(line["index"] for line in lines if line["index"] > missing)
    assert f"the next that does is deal {after}" in refused.stderr


def test_deals_that_differ_are_shown_as_they_were_dealt(folder: Path) -> None:
    asked = ("--hand", "dealer:Jh 9h 7h", "--upcard", "Ah", "--given", "six_aces_0 >= 1 and round == 1")
    done = call("compare", "moscow", "moscow+overtrump=never", *QUICK, *asked, "--show", "2")
    assert done.exit_code == 0, done.output
    shown = done.stdout.split("=" * 60)[1:]
    assert len(shown) == 4  # two deals, twice each
    assert all("upcard Ah" in deal for deal in shown)
    command = next(line for line in done.stdout.splitlines() if line.startswith("To see one: "))
    for one in command.removeprefix("To see one: ").split("; "):
        again = call(*shlex.split(one)[1:])
        assert again.exit_code == 0, again.output
        assert any(again.stdout.strip() in deal for deal in shown)


def test_rows_hold_the_columns_that_are_asked_for(folder: Path) -> None:
    import pandas as pd

    asked = ("--rows", "--columns", "outcome,six_trumps_dealer,upcard_rank", "--out", "rows.parquet")
    done = call("simulate", *QUICK, *asked, "--given", "six_trumps_1 == 4")
    assert done.exit_code == 0, done.output
    frame = pd.read_parquet("rows.parquet")
    assert list(frame.columns) == ["index", "outcome", "six_trumps_1", "upcard_rank"]
    assert len(frame) == 2000 and set(frame["six_trumps_1"]) == {4}
    assert call("simulate", *QUICK, "--columns", "outcome").exit_code == 2


def test_the_vocabulary_is_listed(folder: Path) -> None:
    for name in ("moscow", "passive4", "terts"):
        listed = json.loads(call("columns", "--rules", name, "--format", "json").stdout)
        assert [line["column"] for line in listed] == list(lexicon(variants[name]).words)
        table = call("columns", "--rules", name).stdout
        assert "terts_0" in table and "terts_1" not in table


def test_python_takes_the_same_words() -> None:
    found = api.simulate(
        deals=500, seed=7, bidding="random", play="random", hands={"forehand": "Jh 9h xh"}, upcard="7h", by="round"
    )
    assert found.get("share_of_deals", round=1).n == 500
    deal = api.deal(seed=7, index=3, bidding="random", play="random", hands={"forehand": "Jh 9h xh"}, upcard="7h")
    forehand = deal["first_packets"][1 - deal["dealer"]]
    assert {"Jh", "9h"} <= set(forehand) and deal["upcard"] == "7h"
    assert sum(card[1] == "h" for card in forehand) >= 3
    assert api.score(deal) == deal
    paired = api.compare("moscow", "kharkov", deals=500, seed=7, bidding="random", play="random", given="round == 1")
    assert paired.get("played_in_round", round=1, arm="A").value == 1


def test_every_seat_of_every_company_can_be_known() -> None:
    for name in ("three", "solo4", "passive4", "pairs", "klabor-pairs", "terts"):
        rules = variants[name]
        words = lexicon(rules)
        for place in range(rules.in_play):
            who = words.words.aliases
            place_name = next(alias.removeprefix("tricks_") for alias, name in who.items() if name == f"tricks_{place}")
            made = choose(rules, (f"{place_name}:As Kd xh Jx ? x",), "9c")
            assert made is not None and made.fit is not None
            dealt = packets(rules, decks_of(made.fit, 50))
            for hand in dealt.first[place].tolist():
                cards = hand_text(hand).split()
                assert {"As", "Kd"} <= set(cards) and len(cards) == (9 if name == "terts" else 6)
                assert len({c for c in cards if c[1] == "h"} | {c for c in cards if c[0] == "J"}) >= 2
            assert all(len(cards_of(hand)) <= 9 for hand in dealt.full[place].tolist())
            assert set(dealt.upcard.tolist()) == {8 + 2}
