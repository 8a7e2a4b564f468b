"""The command ``odds``: exact numbers, sampled ones beside them, what it takes and refuses."""

from __future__ import annotations

import csv
import json
import math
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from click.testing import Result as Invoked
from numpy.typing import NDArray

from debertz_sim.chances import sampled as odds_sampled
from debertz_sim.chances.odds import odds, rerun, resume
from debertz_sim.chances.spec import HAND_SIZES, OddsSpec
from debertz_sim.chances.tally import Tally
from debertz_sim.cli.main import cli
from debertz_sim.errors import UserError
from debertz_sim.exact.seats import PLACES
from debertz_sim.results import Result, identical
from debertz_sim.stats import Estimate
from debertz_sim.variants import variants
from tests.rng_tools import many_decks

MINE = ("--hand", "As Ks Qs Th 9h 7h", "--upcard", "Jh")
# Of all the comparisons of one test together; seeds are fixed, so none fails by chance.
ERROR_RATE = 1e-4


def run(*args: str) -> Invoked:
    return CliRunner().invoke(cli, ["odds", *args])


def table(*args: str) -> list[dict[str, Any]]:
    result = run(*args, "--format", "json")
    assert result.exit_code == 0, result.output
    estimates = json.loads(result.stdout)["estimates"]
    assert isinstance(estimates, list)
    return estimates


def fractions(estimates: list[dict[str, Any]]) -> dict[tuple[Any, ...], str]:
    return {(one["metric"], *one["group"].items()): one["fraction"] for one in estimates if one["method"] == "exact"}


def test_numbers_to_trust() -> None:
    """RULES.md section 7."""
    six, eight, nine = (fractions(table("--hand-size", str(size))) for size in HAND_SIZES)
    assert six["any_sequence",] == "6659/75516"  # 1 - 826284/906192
    for found, terts, fifty in ((six, 0.080314, 0.007866), (eight, 0.191401, 0.034468), (nine, 0.259221, 0.059947)):
        for metric, right in (("best_is_terts", terts), ("best_is_fifty", fifty)):
            a, b = map(int, found[metric,].split("/"))
            assert abs(a / b - right) < 5e-7
    assert nine["bella",] == "9/124"
    assert nine["four_of_a_kind", ("rank", "7")] == "63/17980"
    online = fractions(table("--rules", "online"))
    assert ("best_is_run6",) in online


def test_exact_rows_are_complete() -> None:
    for one in table("--players", "2") + table(*MINE, "--after-exchange"):
        assert set(one) >= {"metric", "group", "value", "low", "high", "se", "n", "k", "method", "fraction"}
        assert one["method"] == "exact"
        a, b = map(int, one["fraction"].split("/"))
        assert one["value"] == one["low"] == one["high"] == a / b
        assert one["se"] == 0
    groups = [one["group"] for one in table("--players", "2") if one["metric"] == "sequence_winner"]
    assert groups[:3] == [{"seat": "forehand"}, {"seat": "dealer"}, {"seat": "nobody"}]


@pytest.mark.slow
def test_three_and_four_seats() -> None:
    def names(key: str, estimates: list[dict[str, Any]]) -> list[Any]:
        winners = [one["group"] for one in estimates if one["metric"] == "sequence_winner"]
        return [group[key] for group in winners if set(group) == {key}]

    three, four = table("--players", "3"), table("--players", "4")
    pairs = table("--players", "4", "--rules", "pairs")
    assert names("seat", three) == ["forehand", "middle", "dealer", "nobody"]
    assert names("seat", four) == names("seat", pairs) == ["seat0", "seat1", "seat2", "seat3", "nobody"]
    assert names("side", pairs) == ["0+2", "1+3", "nobody"]
    assert fractions(four) != fractions(pairs)
    # The same question, whether the rules are for so many players or made to be.
    assert fractions(three) == fractions(table("--players", "3", "--rules", "three"))
    assert fractions(table("--players", "2", "--rules", "three")) == fractions(table("--players", "2"))
    assert fractions(table(*MINE, "--players", "3")) == fractions(table(*MINE, "--rules", "three"))


@pytest.mark.slow
def test_four_seats_of_other_rules() -> None:
    assert fractions(table("--players", "4")) == fractions(table("--players", "4", "--rules", "solo4"))
    seats = {one["group"].get("i_am") for one in table(*MINE, "--rules", "passive4")}
    assert seats == {None, "seat0", "seat1", "seat2"}


def test_fours() -> None:
    belote = ("--rules", "belote")
    found = fractions(table(*belote))
    assert found["four_of_a_kind", ("rank", "J")] == "63/17980"
    assert "/" in found["any_four",] and ("four_points", ("points", 300)) in found
    contest = fractions(table(*belote, "--players", "2"))
    assert contest["four_winner", ("seat", "forehand")] == contest["four_winner", ("seat", "dealer")]
    kings = fractions(table(*belote, "--hand", "Kh Ks Kd 7c 8c 9c", "--upcard", "Kc", "--after-exchange"))
    assert kings["four_of_a_kind", ("rank", "K")] != "0/1"
    plain = fractions(table(*belote, "--hand", "Kh Ks Kd 7c 8c 9c", "--upcard", "Kc"))
    assert plain["four_of_a_kind", ("rank", "K")] == "0/1"
    assert not any(key[0] == "four_winner" for key in fractions(table("--players", "2")))


def test_settings_and_exchange_change_the_numbers() -> None:
    assert fractions(table()) != fractions(table("--set", "sequence_points=3:20,4:50,6:100"))
    before, after = fractions(table(*MINE)), fractions(table(*MINE, "--after-exchange"))
    assert before["bella",] == after["bella",] == "1/100"
    mine = "sequence_winner", ("i_am", "forehand"), ("seat", "me")
    assert before[mine] != after[mine]
    assert fractions(table(*MINE, "--trump", "s"))["bella",] == "1/1"
    declarers = ("--after-exchange", "--set", "seven_exchange=declarer", "--declarer")
    assert fractions(table(*MINE, *declarers, "me")) == after
    assert fractions(table(*MINE, *declarers, "opponent")) == before


def z_scores(result: Result) -> NDArray[np.float64]:
    """How many standard errors (the exact chance's) each sampled number is off."""
    scores = []
    pairs = list(zip(result.estimates[::2], result.estimates[1::2], strict=True))
    for exact, sampled in pairs:
        assert (exact.metric, exact.group) == (sampled.metric, sampled.group)
        assert exact.method == "exact" != sampled.method
        assert exact.value is not None
        assert sampled.value is not None
        assert sampled.n is not None
        variance = exact.value * (1 - exact.value) / sampled.n if sampled.method == "wilson" else (sampled.se or 0) ** 2
        if sampled.method == "wilson" and exact.value * sampled.n < 25:  # too rare for a normal law
            assert (sampled.k or 0) < 60
        elif variance:
            scores.append((sampled.value - exact.value) / math.sqrt(variance))
        else:
            assert sampled.value == exact.value
    return np.array(scores)


def most(number: int) -> float:
    """What the largest of so many z scores exceeds with the chance ERROR_RATE at most."""
    return NormalDist().inv_cdf(1 - ERROR_RATE / (2 * number))


QUESTIONS: dict[str, dict[str, Any]] = {
    "nine": {},
    "six": {"hand_size": 6},
    "eight": {"hand_size": 8, "rules": "online"},
    "club": {"rules": "club"},
    "contest": {"players": 2},
    "contest, last trick": {"players": 2, "rules": "online-last"},
    "contest, fours": {"players": 2, "rules": "belote"},
    "three": {"players": 3, "rules": "three"},
    "pairs": {"players": 4, "rules": "pairs"},
    "mine of three": {"hand": "As Ks Qs Th 9h 7h", "upcard": "Jh", "rules": "three"},
    "mine, fours": {"hand": "7h 7s 7d 7c 8c Ac", "upcard": "Kc", "after_exchange": True, "rules": "belote"},
    "mine": {"hand": "As Ks Qs Th 9h 7h", "upcard": "Jh"},
    "mine, exchanged": {"hand": "As Ks 9h 8h 7h 7c", "upcard": "Qh", "after_exchange": True},
    "mine, no question": {
        "hand": "As Ks 9h 8h 7h 7c",
        "upcard": "Qh",
        "after_exchange": True,
        "rules": variants["moscow"].with_(terts_question=False, seven_from_first_packet=True),
    },
}


RARER: dict[str, dict[str, Any]] = {
    "passive": {"players": 4, "rules": "passive4"},
    "mine of pairs": {"hand": "As Ks Qs Th 9h 7h", "upcard": "Jh", "rules": "online-pairs"},
    "three, last trick": {"players": 3, "rules": variants["three"].with_(sequence_tie="last_trick")},
    "pairs, strength": {
        "players": 4,
        "rules": variants["pairs"].with_(sequence_tie="last_trick", sequence_order="strength"),
    },
    "pairs, length": {
        "players": 4,
        "rules": variants["online-pairs"].with_(sequence_tie="both", sequence_rank="length"),
    },
    "passive, pool": {"players": 4, "rules": variants["passive4"].with_(defenders_pool=True, sequence_tie="both")},
    "passive, last trick": {"players": 4, "rules": variants["passive4"].with_(sequence_tie="last_trick")},
    "declarer's upcard": {
        "players": 4,
        "rules": variants["solo4"].with_(upcard_to="declarer", sequence_tie="trump_or_nobody"),
    },
    "mine, declarer's upcard": {
        "hand": "As Ks Qs Th 9h 7h",
        "upcard": "Jh",
        "rules": variants["klabor-pairs"].with_(upcard_to="declarer"),
        "declarer": "opponent",
    },
    "mine, passive": {"hand": "As Ks Qs Th 9h 7h", "upcard": "Jh", "rules": "passive4", "trump": "s"},
    "mine, fours and question": {
        "hand": "7h 7s 7d 8d 8c 9c",
        "upcard": "Kc",
        "after_exchange": True,
        "rules": variants["belote"].with_(terts_question=True, seven_from_first_packet=True),
    },
}


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("name", [*QUESTIONS, *(pytest.param(name, marks=pytest.mark.slow) for name in RARER)])
def test_sampled_agrees_with_exact(name: str) -> None:
    scores = z_scores(odds(simulate=200_000, seed=11, **(QUESTIONS | RARER)[name]))
    assert len(scores) > 15
    assert np.abs(scores).max() < most(len(scores))


@pytest.mark.compiled
def test_a_wrong_shuffle_disagrees(monkeypatch: pytest.MonkeyPatch) -> None:
    def sample_wrongly(desk: Any, seed: int, first: int, size: int, hands: NDArray[np.int64]) -> None:
        decks = many_decks(len(hands), seed, wrong=True)
        hands[:] = np.bitwise_or.reduce(np.int64(1) << decks[:, :size].astype(np.int64), axis=1)

    monkeypatch.setattr(odds_sampled, "sample_hands", sample_wrongly)
    scores = z_scores(odds(simulate=65_000, seed=11))
    assert np.abs(scores).max() > most(len(scores))


@pytest.mark.compiled
def test_the_sample_is_that_of_the_seed_alone() -> None:
    one, two, other = (odds(players=2, simulate=70_000, seed=seed) for seed in (1, 1, 2))
    assert identical(one, two)
    assert not identical(one, other)
    assert one.provenance["deals_done"] == 70_000
    assert odds(players=2).provenance["seed"] is None


@pytest.mark.slow
@pytest.mark.compiled
def test_after_auction_is_about_played_deals() -> None:
    args = ("--players", "2", "--after-auction", "--bidding", "points:30", "--play", "random", "--simulate", "20k")
    found = {(one["metric"], *one["group"].items()): one for one in table(*args, "--seed", "3")}
    played = found["nobody_has_sequence",]["n"]
    assert 10_000 < played < 20_000
    assert sum(found["sequence_winner", ("seat", who)]["k"] for who in ("forehand", "dealer", "nobody")) == played
    holders = ("nobody_has_sequence", "exactly_one_has_sequence", "several_have_sequence")
    assert sum(found[metric,]["k"] for metric in holders) == played
    means = {key[1:]: one["value"] for key, one in found.items() if key[0] == "sequence_points_scored"}
    by_seat = means[("seat", "forehand"),] + means[("seat", "dealer"),]
    assert math.isclose(by_seat, means[("side", "declarer"),] + means[("side", "defenders"),])
    # who bids on good cards holds more of them than a random hand does
    assert means[("side", "declarer"),] > means[("side", "defenders"),]
    always = odds(
        players=2, after_auction=True, simulate=50_000, seed=3, bidding="always", exchange="never", play="random"
    )
    plain = odds(players=2)
    for metric in holders:
        sampled, exact = always.get(metric), plain.get(metric)
        assert sampled.value is not None
        assert sampled.se is not None
        assert exact.value is not None
        assert abs(sampled.value - exact.value) < most(3) * sampled.se


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(
    "name", ["three", *(pytest.param(name, marks=pytest.mark.slow) for name in ("pairs", "passive4", "online-solo4"))]
)
def test_after_auction_among_more(name: str) -> None:
    """Played deals of three and four: shares add up, sides have what their seats have, and nobody exchanging they are
    as likely to hold sequences as random hands."""
    rules = variants[name].with_(sequences_need_trick=False)
    asked = {"after_auction": True, "bidding": "always", "play": "random", "exchange": "never"}
    found = odds(rules, simulate=30_000, seed=4, **asked)
    played = found.get("nobody_has_sequence").n
    assert played is not None and played > 25_000
    places = PLACES[rules.players]
    winners = [found.get("sequence_winner", seat=seat).k for seat in (*places, "nobody")]
    assert sum(k for k in winners if k is not None) == played
    mean = {next(iter(one.group.items())): one.value or 0 for one in found.estimates if one.unit == "points"}
    by_seat = sum(mean["seat", place] for place in places)
    dealer_out = mean["seat", "seat3"] if rules.passive_dealer else 0
    assert math.isclose(mean["side", "declarer"] + mean["side", "defenders"], by_seat - dealer_out)
    if rules.sides == "pairs":
        assert math.isclose(mean["side", "0+2"], mean["seat", "seat0"] + mean["seat", "seat2"])
    exact = odds(rules, players=rules.players)
    checks = [("nobody_has_sequence", {}), ("several_have_sequence", {})]
    if name != "three":  # there the pool is played, and random hands know no declarer
        checks += [("sequence_winner", {"seat": place}) for place in places]
    for metric, group in checks:
        sampled, counted = found.get(metric, **group), exact.get(metric, **group)
        assert sampled.value is not None and counted.value is not None
        error = math.sqrt(counted.value * (1 - counted.value) / played)
        assert abs(sampled.value - counted.value) < most(len(checks)) * error


@pytest.mark.compiled
def test_after_the_exchange_of_three_is_sampled() -> None:
    """No exact numbers there; mine are those of two players, who exchange by the same word of mine."""
    hand = {"hand": "As Ks Qs 9h Qh 7h", "upcard": "Kh", "after_exchange": True}
    rules = variants["three"].with_(terts_question=False)
    found = odds(rules, simulate=100_000, seed=5, **hand)
    assert {one.method for one in found.estimates} == {"wilson", "normal"}
    two = odds(variants["moscow"].with_(terts_question=False), **hand)
    for metric in ("bella", "any_sequence", "best_is_fifty"):
        sampled, exact = found.get(metric), two.get(metric)
        assert sampled.value is not None and exact.value is not None
        assert abs(sampled.value - exact.value) <= most(3) * math.sqrt(exact.value * (1 - exact.value) / 100_000)
    unasked = odds(rules, **hand)
    assert unasked.provenance["deals_done"] == 100_000
    assert unasked.provenance["command"].endswith(f"--seed {unasked.provenance['seed']}")
    # Four in play never exchange: there it is counted as before.
    assert {one.method for one in odds("pairs", **hand).estimates} == {"exact"}


@pytest.mark.compiled
def test_precision_ends_the_sample() -> None:
    result = odds(precision=0.002, seed=1)
    sampled = result.estimates[1]
    assert sampled.metric == "any_sequence"
    assert half_width(sampled) < 0.002
    assert result.provenance["deals_done"] >= 10_000
    assert result.provenance["deals_requested"] is None
    bounded = odds(precision=0.0001, max_deals=30_000, seed=1)
    assert bounded.provenance["deals_done"] == 30_000
    points = odds(players=2, precision=0.1, headline="sequence_points_scored", seed=1)
    first = next(one for one in points.estimates if (one.metric, one.method) == ("sequence_points_scored", "normal"))
    assert half_width(first) < 0.1


def half_width(estimate: Estimate) -> float:
    assert estimate.low is not None
    assert estimate.high is not None
    return (estimate.high - estimate.low) / 2


@pytest.mark.slow
@pytest.mark.parametrize("name", [*QUESTIONS, "played"])
def test_provenance_is_enough_to_repeat(name: str) -> None:
    played = {"players": 2, "after_auction": True, "bidding": "points:30", "play": "random", "exchange": "always"}
    asked = QUESTIONS.get(name, played)
    result = odds(simulate=500, seed=9, confidence=0.9, **asked)
    again = rerun(json.loads(result.to_json())["provenance"])
    assert identical(result, again)
    assert again.provenance["options"] == result.provenance["options"]
    assert again.provenance["policies"] == result.provenance["policies"]


def test_a_provenance_that_is_none() -> None:
    for provenance in ({}, {"options": {"kind": "simulate"}}, {"options": 3}):
        with pytest.raises(UserError, match="provenance of odds"):
            OddsSpec.from_provenance(provenance)


def test_formats_and_files(tmp_path: Path) -> None:
    assert re.search(r"^any sequence +31\.9167 % +=", run().stdout, re.MULTILINE)
    assert run("--format", "markdown").stdout.startswith("| metric |")
    rows = list(csv.DictReader(run("--format", "csv").stdout.splitlines()))
    assert rows[0]["metric"] == "any_sequence"
    for ending in ("json", "csv", "md", "parquet"):
        path = tmp_path / f"odds.{ending}"
        assert run("--out", str(path)).exit_code == 0
        again = run("--out", str(path))
        assert (again.exit_code, again.stdout) == (2, "")
        assert "exists already" in again.stderr
        assert run("--out", str(path), "--force").exit_code == 0
    assert Result.load(tmp_path / "odds.json").get("bella").fraction == "9/124"
    assert "терц" in run("--lang", "ru").stdout


def test_what_goes_where() -> None:
    result = run("--simulate", "100")
    assert "seed " in result.stderr
    assert json.loads(run("--simulate", "100", "--format", "json").stdout)["provenance"]["command"].count("--seed") == 1
    assert "seed" not in run().stderr
    cyrillic = run("--hand", "Тп Кп Дп 10ч 9ч 7ч", "--upcard", "Вч")
    assert cyrillic.stderr == "hand As Ks Qs Th 9h 7h, upcard Jh, trump h\n"
    assert cyrillic.stdout == run(*MINE, "--quiet").stdout
    assert run(*MINE, "--quiet").stderr == run("--simulate", "100", "--quiet").stderr == ""
    assert run(*MINE, "--trump", "ч", "--quiet").stdout == cyrillic.stdout
    provenance = json.loads(run(*MINE, "--format", "json").stdout)["provenance"]
    assert provenance["options"]["hand"] == ["As", "Ks", "Qs", "Th", "9h", "7h"]
    assert provenance["command"].startswith("debertz odds --hand 'As Ks")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--players", "3", "--rules", "belote"), "fours are for two players only, not 3"),
        (("--players", "3", "--rules", "klabor-two-rounds"), "needs players=4"),
        (("--players", "2", "--rules", "terts"), "announced trick by trick"),
        ((*MINE, "--rules", "terts"), "announced trick by trick"),
        (("--players", "5"), "--players"),
        (("--hand-size", "7"), "--hand-size"),
        (("--players", "2", "--hand-size", "6"), "leave it out"),
        (("--upcard", "Jh"), "go with a hand"),
        (("--after-exchange",), "go with a hand"),
        (("--hand", "As Ks Qs Th 9h 7h"), "upcard is needed"),
        (("--hand", "As Ks Qs Th 9h", "--upcard", "Jh"), "written: 5, needed: 6"),
        (("--hand", "As Ks Qs Th 9h As", "--upcard", "Jh"), "twice"),
        (("--hand", "As Ks Qs Th 9h 7h", "--upcard", "7h"), "is in the hand too"),
        (("--hand", "As Кs Qs Th 9h 7h", "--upcard", "Jh"), "mixes alphabets"),
        ((*MINE, "--trump", "x"), "suits are s c d h"),
        (("--simulate", "10", "--confidence", "1e-20"), "not round to them"),
        ((*MINE, "--after-auction", "--seed", "1"), "leave the hand out"),
        (("--rules", "moskow"), "did you mean moscow"),
        (("--set", "target=x"), "target"),
        (("--simulate", "0"), "number of deals"),
        (("--simulate", "1k", "--precision", "1%"), "one of them"),
        (("--precision", "0.5pt"), "is a share"),
        (("--precision", "1%", "--headline", "bela", "--seed", "1"), "did you mean bella"),
        (("--players", "2", "--after-auction", "--seed", "1", "--bidding", "nevr"), "did you mean never"),
        (("--players", "2", "--after-auction", "--seed", "1", "--seat", "2:play=random"), "seats 0 to 1"),
    ],
)
def test_refusals(args: tuple[str, ...], message: str) -> None:
    result = run(*args)
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()  # no seed is drawn for what is not done
    assert line.startswith("Error: ")
    assert message in line


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize(
    "question",
    [("--simulate", "200k"), ("--precision", "0.08%"), ("--players", "2", "--after-auction", "--simulate", "200k")],
)
def test_interrupted_sample(question: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C")
    draw = Tally.plus
    calls: list[Any] = []

    def pressing(self: Tally, other: Tally) -> Tally:
        calls.append(other)
        if len(calls) == 2:
            os.kill(os.getpid(), signal.SIGINT)
        return draw(self, other)

    monkeypatch.setattr(Tally, "plus", pressing)
    result = run(*question, "--seed", "1", "--format", "json")
    assert result.exit_code == 130
    partial = Result.from_json(result.stdout)
    done = 2 * odds_sampled.CHUNK
    assert (partial.provenance["partial"], partial.provenance["deals_done"]) == (True, done)
    assert f"Interrupted after {done:,}" in result.stderr
    go_on = result.stderr.partition("Go on with: ")[2].strip()
    assert go_on == "debertz odds --resume debertz-partial-1.json --format json"
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    assert identical(partial, rerun(partial.provenance))
    resumed = run(*shlex.split(go_on)[2:])
    assert resumed.exit_code == 0
    whole = Result.from_json(run(*question, "--seed", "1", "--format", "json").stdout)
    assert identical(Result.from_json(resumed.stdout), whole)
    assert "sums" not in Result.from_json(resumed.stdout).provenance
    refused = run("--resume", "debertz-partial-1.json", "--seed", "2")
    assert refused.exit_code == 2 and "--seed is settled by the file" in refused.stderr


@pytest.mark.compiled
def test_what_cannot_be_gone_on_with(tmp_path: Path) -> None:
    whole = odds(simulate=100, seed=1)
    with pytest.raises(UserError, match="not a partial one"):
        resume(whole)
    for more, said in (
        ({"version": "0"}, "version was 0"),
        ({}, "sums: "),
        ({"kernel_hash": "x"}, "kernel_hash was x"),
    ):
        with pytest.raises(UserError, match=said):
            resume(Result(whole.estimates, {**whole.provenance, "partial": True, "sums": {"deals": 1}, **more}))
    with pytest.raises(KeyboardInterrupt):
        odds(simulate=100, seed=1, stop=lambda: True)


def test_exact_odds_are_quick_and_light() -> None:
    odds()
    seconds = []
    for _ in range(5):
        start = time.perf_counter()
        odds(hand="As Ks Qs Th 9h 7h", upcard="Jh")
        odds()
        seconds.append(time.perf_counter() - start)
    assert min(seconds) < 0.1
    code = (
        "import sys\n"
        "from debertz_sim.chances.odds import odds\n"
        "odds()\n"
        "assert not {'numba', 'pandas', 'matplotlib'} & set(sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_simultaneous_intervals_are_wider() -> None:
    """All sampled intervals hold at once; the exact numbers stay, and without a sample there is nothing to widen."""
    asked = ["--simulate", "20k", "--seed", "3", "--format", "json"]
    plain, wide = (json.loads(run(*asked, *more).stdout) for more in ([], ["--simultaneous"]))
    members = [(a, b) for a, b in zip(plain["estimates"], wide["estimates"], strict=True) if a["method"] != "exact"]
    assert wide["provenance"]["simultaneous"] == len(members) > 5
    assert all(b["low"] <= a["low"] and a["high"] <= b["high"] and a != b for a, b in members)
    alike = [(a, b) for a, b in zip(plain["estimates"], wide["estimates"], strict=True) if a["method"] == "exact"]
    assert all(a == b for a, b in alike)
    refused = run("--simultaneous")
    assert refused.exit_code == 2 and "exact numbers have no intervals" in refused.stderr
