"""Bids: every world is replayed by the engine, means are those of plain simulation, verdicts keep their promise."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import debertz_sim as dz
from debertz_sim.bids import BidRun, BidSpec, read_spot, run_bid
from debertz_sim.bids.batch import Batch, read_hands, run_batch, spots_of
from debertz_sim.bids.posterior import GameValue, Means, ahead, best_chances, means_of
from debertz_sim.bids.roll import BY_POLICY, Rolled, roll
from debertz_sim.bids.spec import call_name
from debertz_sim.bids.tally import FACTORS, N_ENDS, PARTS, ends, margins, nothing, parts, tally
from debertz_sim.bids.value import value_from
from debertz_sim.cards import cards_of, hand_text
from debertz_sim.engine.blocks import begin_match, next_in_match
from debertz_sim.engine.calls import (
    CHOSEN,
    D_DECLARER,
    D_FULL,
    D_OUTCOME,
    D_POINTS,
    D_ROUND,
    D_TRUMP,
    D_WRITTEN,
    JUDGED,
    W_FIRST_OTHER,
    W_FREZA,
    W_SECOND_OTHER,
    W_SECOND_OWN,
    W_TRIES,
)
from debertz_sim.engine.deal import laid_decks, new_desk
from debertz_sim.engine.rows import (
    C_DECLARER_PLACE,
    C_OUTCOME,
    C_PLACE,
    C_ROUND,
    C_TRUMP,
    N_COLUMNS,
    N_PLACE,
    P_WRITTEN,
)
from debertz_sim.errors import UserError
from debertz_sim.experiment.sums import Sums
from debertz_sim.experiment.work import play_rows
from debertz_sim.kernels.classes import N_CLASSES
from debertz_sim.kernels.rng import open_streams
from debertz_sim.kernels.state import ALL_PASS, MADE, MAX_SHUFFLES, PASS, REDEAL
from debertz_sim.policies.charted import Chart, save
from debertz_sim.policies.registry import seating
from debertz_sim.results import identical
from debertz_sim.variants import variants

pytestmark = pytest.mark.compiled

STRONG, WEAK, MIDDLING = "Jh 9h Ah As 7c 8d", "7s 8s 9c Td Kd 8d", "As Ts 9s Kc Qc 7d"  # WEAK: rules never plays it
FAR = 4.5  # standard errors; by chance one comparison in 150,000 is farther off


def spec(hand: str = STRONG, upcard: str = "Kh", seat: str | None = "forehand", **more: Any) -> BidSpec:
    where = {name: more.pop(name) for name in ("round_", "auction") if name in more}
    rules = variants[more.pop("rules", "moscow")]
    return BidSpec(rules, read_spot(hand, upcard, seat, **where), more.pop("seed", 7), **{"worlds": 2000, **more})


def rolled(its: BidSpec, count: int, later: int = BY_POLICY) -> Rolled:
    return roll(its, its.spot, its.calls, later, JUDGED, 0, count)


# --- worlds, replayed ---


def deck_of(its: BidSpec, world: Any) -> Any:
    """The pack from which the plain engine deals this world."""
    own, other = (
        [cards_of(its.spot.hand), cards_of(int(world[W_SECOND_OWN]))],
        [
            cards_of(int(world[W_FIRST_OTHER])),
            cards_of(int(world[W_SECOND_OTHER])),
        ],
    )
    forehand, dealer = (own, other) if its.spot.seat == 0 else (other, own)
    dealt = [int(world[W_FREZA]), *forehand[0][:3], *dealer[0][:3], *forehand[0][3:], *dealer[0][3:], its.spot.upcard]
    dealt += [*forehand[1], *dealer[1]]
    return np.array([*dealt, *(card for card in range(32) if card not in dealt)], np.int8)


def replayed(its: BidSpec, worlds: Any, bidding: str) -> Any:
    """The engine's rows of the same packs, both seats bidding so."""
    decks = np.stack([deck_of(its, world) for world in worlds])
    rows = np.zeros((len(worlds), N_COLUMNS), np.int32)
    play_rows(its.rules.lower()[0], seating(2, bidding, its.play), 0, 0, rows, decks)
    return rows.astype(np.int64)


def told(its: BidSpec, rows: Any) -> Any:
    """Of engine rows what a row of a bid says: outcome, declarer (0 me), round, trump, written by me and by him."""
    own, other = its.spot.seat, 1 - its.spot.seat
    declarer = np.where(rows[:, C_DECLARER_PLACE] < 0, -1, rows[:, C_DECLARER_PLACE] != own)
    written = [rows[:, C_PLACE + place * N_PLACE + P_WRITTEN] for place in (own, other)]
    return np.stack([rows[:, C_OUTCOME], declarer, rows[:, C_ROUND], rows[:, C_TRUMP], *written], axis=1)


def said(rows: Any) -> Any:
    return rows[:, [D_OUTCOME, D_DECLARER, D_ROUND, D_TRUMP, D_WRITTEN, D_WRITTEN + 1]]


SPOTS = [
    ("Jh 9h Ah As 7c 8d", "Kh", "forehand", 1, "always", "h"),
    (WEAK, "Kh", "forehand", 1, "rules", "pass"),
    (WEAK, "Ah", "dealer", 1, "rules", "pass"),
    (WEAK, "Ah", "dealer", 2, "rules", "pass"),
    (WEAK, "Qh", "forehand", 2, "rules", "pass"),
]


@pytest.mark.parametrize("rules", ["moscow", pytest.param("online", marks=pytest.mark.slow)])
@pytest.mark.parametrize(("hand", "upcard", "seat", "round_", "bidding", "call"), SPOTS)
def test_every_world_is_what_the_engine_plays(
    hand: str, upcard: str, seat: str, round_: int, bidding: str, call: str, rules: str
) -> None:
    """The worlds' packs dealt to the engine, whose policies call alike, give the rows of that call: no world in which
    the opponent would not have passed, and nothing played otherwise."""
    its = spec(hand, upcard, seat, round_=round_, rules=rules, bidding="rules", later="rules")
    found = rolled(its, 500)
    place = [call_name(c) for c in its.calls].index(call)
    assert (said(found.rows[:, place]) == told(its, replayed(its, found.worlds, bidding))).all()
    packets = found.worlds[:, [W_FIRST_OTHER, W_SECOND_OWN, W_SECOND_OTHER]]
    whole = np.bitwise_or.reduce(packets, axis=1) | 1 << found.worlds[:, W_FREZA]
    assert [np.bitwise_count(packets[:, column]).tolist() for column in range(3)] == [[6] * 500, [3] * 500, [3] * 500]
    assert (np.bitwise_count(whole) == 13).all() and not (whole & (its.spot.hand | 1 << its.spot.upcard)).any()


def test_a_call_that_the_opponent_would_not_have_made_is_seen_by_the_replay() -> None:
    """Negative control: worlds that are not conditioned on his pass are replayed with other rows."""
    its = spec(WEAK, "Ah", "dealer", bidding="rules", later="rules")
    free = replace(its, bidding="never")  # he would always pass
    worlds = rolled(free, 500).worlds
    fits = rolled(its, 500).worlds
    for packs, fit in ((worlds, False), (fits, True)):
        rows = replayed(its, packs, "rules")
        played_first = (rows[:, C_ROUND] == 1) & (rows[:, C_DECLARER_PLACE] == 0)
        assert played_first.any() != fit
    assert (worlds[:, W_TRIES] == 1).all() and fits[:, W_TRIES].max() > 1


def test_calls_meet_the_same_worlds_and_worlds_depend_on_seed_and_number_alone() -> None:
    its = spec(MIDDLING, "8h", "dealer", round_=2)
    whole, part = rolled(its, 60), roll(its, its.spot, its.calls, BY_POLICY, JUDGED, 20, 40)
    assert (whole.worlds[20:] == part.worlds).all() and (whole.rows[20:] == part.rows).all()
    alone = roll(its, its.spot, its.calls[1:2], BY_POLICY, JUDGED, 0, 60)
    assert (alone.rows[:, 0] == whole.rows[:, 1]).all()
    others = roll(its, its.spot, its.calls, BY_POLICY, CHOSEN, 0, 60).worlds
    assert (others != whole.worlds).any(axis=1).all()
    assert (rolled(replace(its, seed=8), 60).worlds != whole.worlds).any(axis=1).all()


def test_hidden_cards_are_uniform() -> None:
    """Each of the 25 cards is as often in each packet as it should be; the sum of squares is chi-squared (24 degrees),
    above 60 with chance 0.00006."""
    its = spec(WEAK, "Kh", "forehand")
    worlds = roll(its, its.spot, (PASS,), BY_POLICY, JUDGED, 0, 20_000).worlds
    unseen = [card for card in range(32) if not (its.spot.hand | 1 << its.spot.upcard) >> card & 1]
    for column, size in ((W_FIRST_OTHER, 6), (W_SECOND_OWN, 3), (W_SECOND_OTHER, 3)):
        counts = np.array([(worlds[:, column] >> card & 1).sum() for card in unseen])
        p = size / 25
        # cards of one packet exclude each other: their counts have 25/24 of the binomial spread
        assert ((counts - 20_000 * p) ** 2).sum() / (20_000 * p * (1 - p)) * 24 / 25 < 60
        lopsided = np.where(np.arange(25) < 12, counts * 1.05, counts * 0.95)
        assert ((lopsided - 20_000 * p) ** 2).sum() / (20_000 * p * (1 - p)) * 24 / 25 > 60


def of_simulation(place: str, hand: str, upcard: str, given: str, deals: int) -> tuple[float, float]:
    """Mean and error of written points, mine minus his, of simulated deals; all pass counts 0."""
    result = dz.simulate(
        deals=deals, seed=11, bidding="rules", rows=True, hands={place: hand}, upcard=upcard, given=given
    )
    assert result.rows is not None
    own = 0 if place == "forehand" else 1
    x = result.rows[f"written_{own}"].astype(float) - result.rows[f"written_{1 - own}"]
    return float(x.mean()), float(x.std(ddof=1) / math.sqrt(len(x)))


@pytest.mark.slow
def test_means_are_those_of_plain_simulation_with_the_same_passes() -> None:
    """The dealer, who passes by ``rules`` as in the simulation, after forehand's pass; and what the pass is worth
    knowing: without the condition the simulation says something else."""
    its = spec(WEAK, "Ah", "dealer", worlds=40_000, later="rules", value=0.0)
    bid = run_bid(its).get("margin", call="pass")
    assert bid.value is not None and bid.se is not None

    def distance(given: str) -> float:
        mean, error = of_simulation("dealer", WEAK, "Ah", given, 60_000)
        return abs(mean - (bid.value or 0.0)) / math.hypot(error, bid.se or 0.0)

    assert distance("call_1 == pass") < FAR
    assert distance("") > 2 * FAR


@pytest.mark.slow
def test_matches_go_on_as_the_engine_plays_them() -> None:
    its = spec(STRONG, "Kh", "forehand", bidding="always", score=(430, 380), pot=20)
    found, rules, desk = rolled(its, 40), its.rules.lower()[0], new_desk()
    assert found.winners is not None and 0 < found.winners[:, 0].sum() < 40
    for number in range(40):
        begin_match(rules, desk, np.uint64(its.seed), number)
        open_streams(desk.streams, np.uint64(its.seed), JUDGED)
        m = desk.m
        m.dealer, m.scores[0], m.scores[1], m.n_pots, m.pots[0] = 1, 430, 380, 1, 20
        deck = deck_of(its, found.worlds[number])[None, :]
        with laid_decks(desk, number * MAX_SHUFFLES, deck):
            next_in_match(rules, its.policies.family, desk, number, 0)
        shuffle = 0
        while not m.over:
            shuffle += 1
            next_in_match(rules, its.policies.family, desk, number, shuffle)
        assert found.winners[number, 0] == m.winner, number  # seat 0 is the caller


@pytest.mark.slow
def test_open_hands_are_solved() -> None:
    its = spec(STRONG, "Kh", "forehand", play="open")
    rows = rolled(its, 6).rows[:, 0]
    for row in rows:
        hands = [hand_text(int(row[D_FULL + whose])) for whose in (0, 1)]
        assert (
            dz.solve(hands, trump="scdh"[int(row[D_TRUMP])], lead=0)["values"] == row[D_POINTS : D_POINTS + 2].tolist()
        )
        totals = row[D_WRITTEN] + row[D_WRITTEN + 1]
        assert row[D_OUTCOME] != MADE or totals > row[D_POINTS] + row[D_POINTS + 1] - 1
    result = run_bid(replace(its, worlds=50))
    bias = result.provenance["open_hands_bias"]
    assert bias["margin_in_tricks"]["value"] == pytest.approx(2.89, abs=0.005)
    assert "Open hands: both see all cards." in "\n".join(notes(result))


def notes(result: Any, lang: str = "en") -> list[str]:
    from debertz_sim.report.texts import remarks

    return remarks(result.provenance, lang)


# --- from rows to numbers: the twin in plain Python ---


def plain(rows: Any, seat: int, value: float) -> list[float]:
    """Margins of rows, one by one."""
    found = []
    for row in rows.tolist():
        margin = float(row[D_WRITTEN] - row[D_WRITTEN + 1])
        if row[D_OUTCOME] == ALL_PASS:
            margin = -value if seat == 0 else value  # the other side is forehand next
        elif row[D_OUTCOME] == REDEAL:
            margin = value if seat == 0 else -value
        found.append(margin)
    return found


@pytest.mark.parametrize(("seat", "rules"), [("forehand", "moscow"), ("dealer", "moscow"), ("dealer", "klabor")])
def test_means_errors_and_leads_are_those_of_the_textbook(seat: str, rules: str) -> None:
    its = spec(WEAK, "Ah", seat, rules=rules)
    found, value = rolled(its, 800), 3.25
    part = tally(found.worlds, found.rows, None, its.spot.seat, 501, True)
    means = means_of(part, 800, GameValue(value, 0.4))
    table = np.array([plain(found.rows[:, call], its.spot.seat, value) for call in range(2)])
    assert means.mean == pytest.approx(table.mean(axis=1))
    assert means.sampling == pytest.approx(np.cov(table) / 800)
    difference = table[0] - table[1]
    lead, error, anew = means.lead(0, 1)
    assert (lead, error) == pytest.approx((difference.mean(), difference.std(ddof=1) / math.sqrt(800)))
    shift = np.array([plain(found.rows[:, call], its.spot.seat, value + 1) for call in range(2)]) - table
    assert anew == pytest.approx(shift[0].mean() - shift[1].mean())
    assert means.lead_error(0, 1) == pytest.approx(math.hypot(error, 0.4 * anew))


def test_bins_and_parts_add_up_to_the_margins() -> None:
    its = spec(MIDDLING, "8h", "dealer")
    found = rolled(its, 700)
    part = tally(found.worlds, found.rows, None, its.spot.seat, 501, True)
    x, a = margins(found.rows, its.spot.seat, 501)
    assert (parts(found.rows, x).sum(axis=-1) == x).all() and part["parts"].shape == (2, len(PARTS), 2)
    for call in range(2):
        assert part["ends"][call].sum(axis=0).tolist() == [
            700,
            x[:, call].sum(),
            (x[:, call] ** 2).sum(),
            a[:, call].sum(),
            (a[:, call] ** 2).sum(),
        ]
        played = part["outcomes"][call][:, 1:4].sum()
        for name in FACTORS:
            assert part[f"by_{name}"][call][:, 0].sum() == played
        assert part["won"][call].sum() == played and part["outcomes"][call].sum() == 700
    trumps = part["by_my_trumps"][0]
    row = found.rows[:, 0]
    held = [
        bin(int(hand) >> 8 * int(trump) & 0xFF).count("1")
        for hand, trump in zip(row[:, D_FULL], row[:, D_TRUMP], strict=True)
    ]
    assert trumps[:, 0].tolist() == np.bincount(held, minlength=9).tolist()
    assert (ends(found.rows)[:, 0] == its.calls[0]).all() and N_ENDS == 9


def test_the_value_of_the_game_is_what_deals_are_worth_that_are_dealt_anew_by_it() -> None:
    """Of rows (x, weight) the value V solves V = mean(x) - V share(all pass) + V share(redeal)."""
    x = np.array([30, -10, 0, 45, 0, -60, 22, 0], np.int64)
    w = np.array([1, 1, 2, 1, 0, 1, 1, 2], np.int64)
    columns = np.stack([np.ones_like(x), x, w])
    found = value_from(columns @ columns.T)
    share = [(w == weight).mean() for weight in (2, 0)]
    assert found.value == pytest.approx(x.mean() - found.value * share[0] + found.value * share[1])
    rest = x - found.value * w
    assert found.se == pytest.approx(math.sqrt((rest**2).sum() / 7 / 8) / w.mean())


def test_the_sampled_value_is_that_of_simulated_deals() -> None:
    result = run_bid(spec(WEAK, "Ah", "forehand", worlds=100))
    value = result.get("game_value")
    deals = dz.simulate(deals=value.n, seed=7, rows=True).rows
    assert deals is not None
    x = deals["written_0"].astype(float) - deals["written_1"]
    assert value.value == pytest.approx(x.sum() / (len(x) + (deals["outcome"] == ALL_PASS).sum()))


# --- chances and verdicts ---


def of_means(mean: list[float], covariance: Any, n: int = 10_000) -> Means:
    return Means(np.array(mean), np.asarray(covariance, float), np.zeros(len(mean)), GameValue(0.0), n)


def test_the_chance_to_be_the_best_is_that_of_the_joint_normal() -> None:
    """Two calls exactly; three against a million draws of another generator, within .004 (its error is .0005, that of
    the draws inside .002); correlated errors matter."""
    two = best_chances(of_means([1.0, 0.0], [[1.0, 0.6], [0.6, 1.0]]))
    assert two[0] == pytest.approx(0.5 + 0.5 * math.erf(1 / math.sqrt(0.8) / math.sqrt(2)))
    covariance = np.array([[1.0, 0.5, 0.0], [0.5, 2.0, -0.3], [0.0, -0.3, 0.5]])
    mean = [0.3, 0.0, 0.2]
    draws = np.random.Generator(np.random.MT19937(5)).multivariate_normal(mean, covariance, 1_000_000)
    wins = np.bincount(draws.argmax(axis=1), minlength=3) / 1_000_000
    assert best_chances(of_means(mean, covariance)) == pytest.approx(wins, abs=0.004)
    assert best_chances(of_means(mean, np.diag(np.diag(covariance)))) != pytest.approx(wins, abs=0.004)
    assert best_chances(of_means([0.0] * 3, np.zeros((3, 3)))) == pytest.approx([1 / 3] * 3)
    assert best_chances(of_means([1.0], [[1.0]])) == pytest.approx([1.0])


def test_over_all_looks_a_worse_call_is_hardly_ever_ahead() -> None:
    """Two calls, one better by a hair (a thousandth of the spread): at 90 % the worse one is named in at most 10 % of
    400 runs (more than 59 of them has chance .001 if it were 10 %); the rule of one look names it in far more."""
    rng = np.random.default_rng(3)
    wrong = hasty_wrong = 0
    for _ in range(400):
        sums, done = np.zeros(2), 0
        named = hasty = None
        for look in range(1024, 60_000, 1024):
            count = look - done
            sums += count * np.array([0.06, 0.0]) + 60 * math.sqrt(count) * rng.standard_normal(2)
            done = look
            means = of_means((sums / done).tolist(), 3600.0 * np.eye(2) / done, done)
            named = ahead(means, 0.9, 8192.0) if named is None else named
            difference, error, _ = means.lead(*means.order)
            hasty = means.order[0] if hasty is None and difference > 1.645 * error else hasty
        wrong += named not in (None, 0)
        hasty_wrong += hasty not in (None, 0)
    assert wrong <= 59 < hasty_wrong


def test_a_sampled_value_of_the_game_delays_the_verdict() -> None:
    means = replace(of_means([5.0, 0.0], np.eye(2)), anew=np.array([0.0, -1.0]))
    assert ahead(means, 0.95, 10_000.0) == 0
    assert ahead(replace(means, value=GameValue(2.0, 2.0, "sampled")), 0.95, 10_000.0) is None
    assert ahead(of_means([5.0, 0.0], np.eye(2), n=5), 0.95, 10_000.0) is None  # too few to tell their spread


def test_of_kush_a_verdict_is_reached_and_no_card_points_are_told() -> None:
    result = run_bid(spec(rules="one-deal", worlds=1000, explain=True))
    assert result.provenance["decision"]["decided"]
    parts_told = {e.group["part"] for e in result.estimates if e.metric == "margin_from"}
    assert parts_told == {"next_deal"}
    lead = result.get("lead", call="h", over="pass")
    assert lead.value is not None and 0.5 < lead.value < 3


def test_a_chart_brings_the_value_of_its_game(tmp_path: Path) -> None:
    its = spec(WEAK, "Ah", worlds=100)
    calls = np.zeros((4, N_CLASSES), np.uint8)
    calls[2:] = 4  # always passes
    about = {
        "format": "debertz-chart/1",
        "objective": "points",
        "rules": its.rules.to_dict(),
        "policies": its.policies.describe(),
        "deals": 1000,
        "value": 2.75,
        "value_se": 0.1,
    }
    leads = np.zeros((4, N_CLASSES), np.float32)
    save(Chart("mine", calls, leads, leads, about), tmp_path / "mine.npz")
    name = f"chart:{tmp_path / 'mine.npz'}"
    told = run_bid(replace(its, bidding=name)).provenance["game_value"]
    assert (told["value"], told["se"], told["source"]) == (2.75, 0.1, name)
    other = run_bid(replace(its, bidding=name, rules=variants["kharkov"])).provenance["game_value"]
    assert other["source"] == "sampled" and other["value"] == 0  # nobody ever plays


def test_a_later_call_is_chosen_on_other_worlds_than_those_it_is_judged_on() -> None:
    its = spec("Js 9s As Ac 7h 8d", "Kh", "forehand", worlds=1000)
    run = BidRun(its)
    for _ in run:
        pass
    later = run.later
    assert later.means is not None and later.call == 0  # spades in round 2
    on_chosen = roll(its, its.spot._replace(passes=2), later.calls, BY_POLICY, CHOSEN, 0, later.means.n)
    x, _ = margins(on_chosen.rows, 0, 501)
    assert later.means.mean[:3] == pytest.approx(x.mean(axis=0)[:3])
    forced = rolled(its, 1000, later=later.call).rows[:, 1]
    mine = forced[(forced[:, D_DECLARER] == 0)]
    assert len(mine) and (mine[:, D_TRUMP] == 0).all() and (mine[:, D_ROUND] == 2).all()
    assert run.result().get("declared_by", call="pass", declarer="me").k == len(mine)
    by_policy = run_bid(replace(its, later="never"))
    assert by_policy.get("declared_by", call="pass", declarer="me").k == 0


# --- runs ---


def test_workers_and_chunks_change_no_number() -> None:
    its = spec(MIDDLING, "8h", "dealer", worlds=3000, explain=True)
    whole = run_bid(its)
    assert identical(whole, run_bid(replace(its, workers=3, chunk=257)))
    assert whole.provenance["decision"] == run_bid(replace(its, workers=2)).provenance["decision"]


def test_a_stopped_run_goes_on_to_the_same_numbers() -> None:
    its = spec(worlds=3000, chunk=500)
    looks = iter([False] * 5 + [True] * 100)
    run = BidRun(its, stop=lambda: next(looks))
    for _ in run:
        pass
    part = run.result()
    assert part.provenance["partial"] and 0 < part.provenance["deals_done"] < 3000
    again = BidRun.resumed(part, 1)
    for _ in again:
        pass
    assert identical(again.result(), run_bid(its))


def test_precision_and_verdict_end_a_run() -> None:
    result = run_bid(spec(worlds=100_000, precision=2.0))
    lead = result.get("lead", call="h", over="pass")
    assert lead.low is not None and lead.high is not None
    assert (lead.high - lead.low) / 2 < 2.0 and result.provenance["deals_done"] < 30_000
    decided = run_bid(spec(worlds=50_000, until_decided=True))
    assert decided.provenance["decision"]["decided"] and decided.provenance["deals_done"] <= 4096
    assert decided.get("margin", call="h").method == "sequence"
    few = run_bid(spec(worlds=50))
    assert not few.provenance["decision"]["decided"] and "Not decided yet" in notes(few)[0]


def test_shares_of_a_call_add_up() -> None:
    result = run_bid(spec(MIDDLING, "8h", "dealer", worlds=2500))
    for call in ("h", "pass"):
        of = {e.group["declarer"]: e for e in result.estimates if e.metric == "declared_by" and e.group["call"] == call}
        assert sum(e.k or 0 for e in of.values()) == 2500
        for declarer in ("me", "opponent"):
            ended = [
                e.k
                for e in result.estimates
                if e.metric in ("made", "baid", "hanging_baid") and e.group == {"call": call, "declarer": declarer}
            ]
            assert sum(k or 0 for k in ended) == of[declarer].k
        over = sum(
            e.k or 0
            for e in result.estimates
            if e.metric in ("deal_won", "deal_level", "deal_lost", "all_pass") and e.group == {"call": call}
        )
        assert over == 2500


def test_the_last_to_speak_who_is_obliged_must_name_a_suit() -> None:
    obliged = spec(WEAK, "Ah", "dealer", round_=2, rules="online-obliged")
    assert [call_name(call) for call in obliged.calls] == ["s", "c", "d"]
    assert spec(WEAK, "Ah", "dealer", round_=2).calls == (0, 1, 2, PASS)
    assert spec(WEAK, "Ah", "forehand").calls == (3, PASS)
    result = run_bid(replace(obliged, worlds=300))
    assert "best_probability" in {e.metric for e in result.estimates}


# --- words ---


def test_ways_to_say_the_spot() -> None:
    spot = read_spot(STRONG, "Kh", "dealer", 2)
    assert (
        spot == read_spot(STRONG, "Kh", auction="pass, pass pass") == read_spot(STRONG, "Kh", dealer="me", round_="2")
    )
    assert read_spot("s:A h:JA9 c:7 d:8", "К♥", auction="").passes == 0
    assert (spot.seat, spot.round, spot.passes) == (1, 2, 3)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"hand": "Jh 9h"}, "cards written: 2, needed: 6"),
        ({"upcard": "Jh"}, "upcard Jh: it is in the hand"),
        ({"seat": "deler"}, "did you mean dealer"),
        ({"seat": None}, "say whether you are forehand or dealer"),
        ({"round_": 3}, "there are rounds 1 and 2"),
        ({"auction": "pass"}, "after 1 pass the dealer calls, not forehand"),
        ({"auction": "pass,pass", "round_": 1}, "it is round 2, not 1"),
        ({"auction": "pass,h"}, "'h' is no pass"),
        ({"auction": "pass,pass,pass,pass", "seat": None}, "4 passes"),
        ({"dealer": "me"}, "then your seat is dealer, not forehand"),
        ({"dealer": "he"}, "say me or opponent"),
    ],
)
def test_spots_that_make_no_sense(words: dict[str, Any], message: str) -> None:
    with pytest.raises(UserError, match=message):
        read_spot(**{"hand": STRONG, "upcard": "Kh", "seat": "forehand"} | words)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"rules": "three"}, "bid is for the auction between two; three has 3 seats"),
        ({"rules": "terts"}, "terts has no auction"),
        ({"hand": "9h Th Jh Qh Kh Ah", "upcard": "8h", "rules": "online"}, None),
        ({"score": (501, 0)}, "the match to 501 is over"),
        ({"score": (1, 1), "rules": "one-deal"}, "play one deal, not to a target"),
        ({"score": (1, 1), "play": "open"}, "open hands cannot play a match"),
        ({"pot": 5}, "pot: it goes with a score"),
        ({"precision": 0.0}, "precision 0.0"),
        ({"precision": 1.0, "until_decided": True}, "give one of them"),
        ({"confidence": 1.0}, "confidence 1.0"),
        ({"seed": -1}, "seed -1"),
        ({"worlds": 0}, "worlds 0"),
        ({"bidding": "ruls"}, "unknown bidding policy 'ruls'"),
        ({"later": "bst"}, "unknown bidding policy 'bst'"),
    ],
)
def test_questions_that_make_no_sense(more: dict[str, Any], message: str | None) -> None:
    if message is None:
        spec(**more)
        return
    with pytest.raises(UserError, match=message):
        spec(**more)


def test_a_hand_that_has_won_is_no_question_and_an_impossible_pass_is_told() -> None:
    name = next(
        name for name, rules in variants.items() if rules.instant_win == "dealt_six_to_ace" and rules.players == 2
    )
    with pytest.raises(UserError, match="it has won already"):
        spec("9h Th Jh Qh Kh Ah", "8h", rules=name)
    with pytest.raises(UserError, match="there was none in which the opponent would have passed"):
        run_bid(spec(WEAK, "Ah", "dealer", bidding="always"))


def test_many_hands(tmp_path: Path) -> None:
    file = tmp_path / "hands.csv"
    file.write_text(f"hand,upcard,seat,round\n{STRONG},Kh,forehand,\n{MIDDLING},8h,dealer,2\n", "utf-8")
    spots = read_hands(file)
    batch = Batch(spec(worlds=400), tuple(spots))
    whole = run_batch(batch)
    for number, spot in enumerate(spots):
        alone = run_bid(replace(batch.spec, spot=spot))
        mine = [e for e in whole.estimates if e.group.get("hand") == number and e.metric == "margin"]
        assert [e.value for e in mine] == [alone.get("margin", call=str(e.group["call"])).value for e in mine]
        assert whole.rows is not None and whole.rows["best"][number] == alone.provenance["decision"]["best"]
    assert identical(whole, run_batch(Batch.from_provenance(whole.provenance)))
    frame = whole.rows_frame()
    assert len(frame) == 2 and frame["margin_s"].isna().tolist() == [True, False]
    frame[["hand", "upcard", "seat", "round"]].to_parquet(tmp_path / "hands.parquet")
    assert read_hands(tmp_path / "hands.parquet") == spots


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hand,upcard\n", "holds no hands"),
        ("hand,upcard,seet\nx,y,z\n", "unknown column 'seet'; did you mean seat"),
        ("hand,seat\nAs,dealer\n", "row 1: upcard is missing"),
        (f"hand,upcard,seat\n{STRONG},Kh,dealer\n{STRONG},Jh,dealer\n", "row 2: upcard Jh"),
        ("hand,upcard,seat\nJh, 9h,Kh,dealer\n", "more cells than columns"),
    ],
)
def test_files_of_hands_that_are_wrong(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "hands.csv"
    file.write_text(text, "utf-8")
    with pytest.raises(UserError, match=message):
        read_hands(file)
    with pytest.raises(UserError, match="cannot be read"):
        read_hands(tmp_path / "none.csv")


def test_hands_of_python_and_their_row_numbers() -> None:
    assert spots_of([{"hand": STRONG, "upcard": "Kh", "seat": "dealer", "round": 2.0}])[0].passes == 3
    with pytest.raises(UserError, match="row 1: hand is missing"):
        spots_of([{"hand": float("nan"), "upcard": "Kh"}])


def test_sums_survive_json() -> None:
    part = tally(*rolled(spec(), 100)[:2], None, 0, 501, True)
    sums = Sums(100, 100, (part,), 100)
    again = Sums.from_json(sums.to_json(), Sums(0, 0, (nothing(2, True),)))
    assert all((again.parts[0][name] == array).all() for name, array in part.items())
