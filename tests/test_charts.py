"""Charts: kept, bid by, built, gone on with, checked; statistics with fixed seeds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import debertz_sim as dz
from debertz_sim.charts.agree import agreement
from debertz_sim.charts.build import Learner
from debertz_sim.charts.check import add_up, best_reply, gains_of, in_sample, worth_of
from debertz_sim.charts.corrections import SHAPE, Corrections
from debertz_sim.charts.game import ROUND, Game, calls_of, crew, no_rows, rows_of
from debertz_sim.charts.respond import respond, settled_value
from debertz_sim.charts.spec import Build, BuildSpec
from debertz_sim.charts.values import earliest
from debertz_sim.equilibrium.stakes import AVERAGE, PASSES, SECOND
from debertz_sim.equilibrium.tell import S_DEALS
from debertz_sim.errors import UserError
from debertz_sim.kernels.classes import N_CLASSES, SLOT_BITS, class_codes
from debertz_sim.policies.charted import (
    FORMAT,
    PASS_1,
    PASS_2,
    PLAY_1,
    Chart,
    load,
    packed,
    save,
)
from debertz_sim.policies.registry import seating
from debertz_sim.policies.rule_book import RULES
from debertz_sim.variants import resolve

pytestmark = pytest.mark.compiled

SEED = 21
ABOUT = {"format": FORMAT, "objective": "points", "rules": {}, "value": 0.0, "value_se": 1.0}


@pytest.fixture(scope="module")
def game() -> Game:
    """Moscow with a fast player."""
    return Game(resolve("moscow"), seating(2, "never", "greedy"))


def passing() -> np.ndarray:
    """A chart's calls that never play."""
    calls = np.full((4, N_CLASSES), PASS_2, np.uint8)
    calls[:2] = PASS_1
    return calls


def kept(calls: np.ndarray, path: Path, **about: object) -> Path:
    """A chart of these calls in a file."""
    nothing = np.zeros((4, N_CLASSES), np.float32)
    save(Chart(path.stem, calls, nothing, nothing, ABOUT | about), path)
    return path


def index_of(hand: str, upcard: str) -> tuple[int, int]:
    """Class and suits of a hand."""
    from debertz_sim.cards import mask, parse_card, parse_cards

    codes = np.zeros(1, np.int64)
    class_codes(np.array([mask(parse_cards(hand, 6))]), np.array([parse_card(upcard)]), codes)
    return int(codes[0]) >> SLOT_BITS, int(codes[0]) & 63


def test_a_chart_is_read_as_it_was_written_but_for_the_steps_of_leads_and_errors(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    calls = passing()
    calls[0] = rng.integers(0, 2, N_CLASSES)
    calls[2] = rng.integers(0, 5, N_CLASSES)
    leads = rng.normal(0, 12, (4, N_CLASSES)).astype(np.float32)
    errors = np.exp(rng.normal(0, 1, (4, N_CLASSES))).clip(0.02).astype(np.float32)
    errors[3, :100] = np.inf
    path = tmp_path / "some.npz"
    save(Chart("some", calls, leads, errors, ABOUT), path)
    found = load(str(path))
    assert (found.calls == calls).all() and dict(found.about) == ABOUT
    step = (np.sqrt(np.abs(leads) / 128) + 1 / 127) * 128 / 127  # half of one, a little above the lead
    assert (np.abs(found.leads - leads) <= step + 1e-4).all()
    assert (found.leads * leads >= 0).all() and (np.abs(found.leads[np.abs(leads) > 1]) > 0.5).all()
    finite = np.isfinite(errors)
    assert (np.isfinite(found.errors) == finite).all()
    assert np.abs(found.errors[finite] / errors[finite] - 1).max() < 0.023  # half a step of a sixteenth doubling
    assert path.stat().st_size < 12_000_000
    assert (packed(calls) >> 2 & 7 == calls[2]).all()


def test_what_is_no_chart_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "text.npz").write_text("no")
    np.savez(tmp_path / "other.npz", a=1)
    for name in ("text.npz", "other.npz", "none.npz"):
        with pytest.raises(UserError, match=name):
            load(str(tmp_path / name))
    with pytest.raises(UserError, match="unknown chart 'moskow'"):
        load("moskow")
    with pytest.raises(UserError, match="unknown rule 'jack'"):
        seating(2, "rule:jack")
    with pytest.raises(UserError, match="made for two players"):
        seating(3, "rule:jack-and-two")


def test_a_chart_bids_with_its_class_alone_and_names_the_suit_in_the_slot(tmp_path: Path) -> None:
    """Forehand of the chart plays one class in round 1 and names slot 0 of another in round 2; all else passes."""
    calls = passing()
    first, _ = index_of("Jh 9h As Ts Ac 7d", "8h")
    second, suits = index_of("Jd 9d Ad Kc 7s 8s", "8h")
    calls[0, first], calls[2, second] = PLAY_1, 0
    name = f"chart:{kept(calls, tmp_path / 'one.npz')}"
    assert suits & 3 == 2  # diamonds, the longest
    done = dz.simulate(
        "moscow", deals=3000, seed=3, bidding=name, play="random", hands={"forehand": "Jh 9h As Ts Ac 7d"}, upcard="8h"
    )
    by = {(e.metric, *e.group.values()): e for e in done.estimates}
    assert by["all_pass",].k == 0 and by["played_in_round", 1].k == 3000
    done = dz.simulate(
        "moscow", deals=3000, seed=3, bidding=name, play="random", hands={"forehand": "Jd 9d Ad Kc 7s 8s"}, upcard="8h"
    )
    by = {(e.metric, *e.group.values()): e for e in done.estimates}
    assert by["played_in_round", 2].k == 3000
    # the same cards with another six, of which nothing is said
    done = dz.simulate(
        "moscow", deals=1000, seed=3, bidding=name, play="random", hands={"forehand": "Jd 9d Ad Kc 7s 7c"}, upcard="8h"
    )
    assert next(e for e in done.estimates if e.metric == "all_pass").k == 1000


def test_an_obliged_dealer_whose_chart_passes_names_the_suit_with_most_points(tmp_path: Path) -> None:
    name = f"chart:{kept(passing(), tmp_path / 'none.npz')}"
    rules = resolve("moscow", ["all_pass=obliged"])
    mine, never = (dz.simulate(rules, deals=2000, seed=5, bidding=each, play="greedy") for each in (name, "never"))
    assert [e.to_dict() for e in mine.estimates] == [e.to_dict() for e in never.estimates]


def test_the_worth_of_strategies_adds_up_to_the_value_of_the_game(game: Game) -> None:
    rows, other = game.style("rules"), game.style("points:30")
    with crew(2) as threads:
        sums = add_up(game, threads, rows, 1.0, SEED, ROUND)
        assert worth_of(sums, 0, rows[0]) == pytest.approx(sums.value[0], abs=1e-3)
        assert sums.of_seat[0][:, S_DEALS].sum() == ROUND * game.splits
        changed = gains_of(game, threads, rows, other, 1.0, SEED, ROUND)
        nothing = gains_of(game, threads, rows, rows, 1.0, SEED, ROUND)
    for seat in (0, 1):
        gain = worth_of(sums, seat, other[seat]) - worth_of(sums, seat, rows[seat])
        assert gain == pytest.approx(changed.mean[seat], abs=1e-3) and abs(gain) > 0.1
    assert nothing.both == 0 and nothing.se_both == 0


def test_a_reply_looks_too_good_where_it_was_learned(game: Game) -> None:
    with crew(2) as threads:
        found = respond(game, threads, rows_of(passing()), 0.0, SEED, ROUND)
    held_out = found.without
    for seat in (0, 1):
        assert found.within[seat] > held_out.mean[seat] + 20 * held_out.se[seat]
    middle = next(e for e in found.estimates(0.95) if e.group == {"by": "both", "measured": "mean"})
    assert middle.value == pytest.approx((sum(found.within) + held_out.both) / 2)


def test_playing_good_cards_gains_on_a_player_who_never_plays(game: Game) -> None:
    """One-sided, alpha below 1e-6 by the interval; the negative control plays everything and must lose."""
    rows = rows_of(passing())
    everything = no_rows()
    for own in everything:
        own[:, 0] = 1
        own[:, SECOND + PASSES] = 1
    with crew(2) as threads:
        good = gains_of(game, threads, rows, game.style("rule:jack-and-two"), 0.0, SEED, ROUND)
        bad = gains_of(game, threads, rows, everything, 0.0, SEED, ROUND)
    for seat in (0, 1):
        assert good.mean[seat] > 5 * good.se[seat] and bad.mean[seat] < -5 * bad.se[seat]


def test_the_settled_value_is_what_all_pass_gives_back(game: Game) -> None:
    rows = game.style("rules")
    with crew(2) as threads:
        value = settled_value(game, threads, rows, SEED, ROUND)
        assert add_up(game, threads, rows, value, SEED, ROUND).value[0] == pytest.approx(value, abs=1e-3)


def test_learning_comes_nearer_to_an_equilibrium(game: Game) -> None:
    """The middle of both measures falls from the style that learning starts from; difference far above its error."""
    start = game.style("points:35")
    with crew(2) as threads:
        learner = Learner.started(game, SEED, start, 1000)
        for _ in learner.run(threads, 8 * ROUND, lambda: False):
            pass
        middles, errors = [], []
        for rows in (start, rows_of(calls_of(learner.average()))):
            sums = add_up(game, threads, rows, learner.value, SEED + 1, 4 * ROUND)
            reply = best_reply(game, sums, rows)
            held_out = gains_of(game, threads, rows, reply, learner.value, SEED + 2, 4 * ROUND)
            middles.append((sum(in_sample(game, sums, rows, reply)) + held_out.both) / 2)
            errors.append(held_out.se_both)
    assert middles[1] < middles[0] - 6 * sum(errors)


def spec(deals: int, **changes: object) -> BuildSpec:
    """A small build."""
    policies = seating(2, "rules", "greedy")
    return BuildSpec(resolve("moscow"), policies, "points", deals, 1000, SEED, trust=1000, **changes)  # type: ignore[arg-type]


def rows_after(build: Build, workers: int, stops: list[bool]) -> bool:
    with crew(workers) as threads:
        return build.learn(threads, lambda: stops.pop(0) if stops else False)


def test_a_build_is_the_same_with_any_number_of_workers_and_when_it_was_stopped(tmp_path: Path) -> None:
    deals = 2 * ROUND + 1000
    whole = Build(spec(deals), tmp_path / "a.part")
    assert rows_after(whole, 1, [])
    wide = Build(spec(deals), tmp_path / "b.part")
    assert rows_after(wide, 5, [])
    stopped = Build(spec(deals), tmp_path / "c.part")
    assert not rows_after(stopped, 2, [False, False, True])
    assert stopped.learner.deals < deals
    resumed = Build.resumed(tmp_path / "c.part")
    assert resumed.learner.deals == stopped.learner.deals
    assert rows_after(resumed, 2, [])
    for other in (wide, resumed):
        assert other.learner.value == whole.learner.value
        for own, his in zip(whole.learner.rows, other.learner.rows, strict=True):
            assert (own == his).all()


def test_a_class_that_has_not_come_yet_keeps_the_call_that_learning_starts_from(game: Game) -> None:
    start = game.style("rule:jack-and-two")
    learner = Learner.started(game, SEED, start, 1000)
    with crew(1) as threads:
        learner.learn(threads, 100)
    came = [own[:, AVERAGE : AVERAGE + 2].any(axis=1) for own in learner.rows]
    before, after = calls_of(start), calls_of(learner.average())
    for seat in (0, 1):
        assert 0 < came[seat].sum() < 8400
        assert (before[seat] == after[seat])[~came[seat]].all()
        assert (before[2 + seat] == after[2 + seat])[~came[seat]].all()


def test_a_build_of_other_kernels_is_not_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build = Build(spec(1000), tmp_path / "a.part")
    build.save()
    monkeypatch.setattr("debertz_sim.charts.spec.KERNEL_HASH", "another")
    with pytest.raises(UserError, match="kernel_hash was"):
        Build.resumed(tmp_path / "a.part")
    (tmp_path / "text.part").write_text("no")
    with pytest.raises(UserError, match="not a build"):
        Build.resumed(tmp_path / "text.part")


def test_corrections_are_added_to_the_declarers_worth_by_trumps(game: Game) -> None:
    table = np.zeros(SHAPE)
    table[1, 3, 2] = 7.0  # a dealing declarer with three trumps against two
    changed = Game(game.rules, game.policies, "points", table)
    dealt, plain = game.leaves(SEED, 0, 2000, 0.0)
    _, added = changed.leaves(SEED, 0, 2000, 0.0)
    suit = dealt["upcard"] >> 3
    own, other = (np.bitwise_count(dealt["hand"][:, seat] >> 8 * suit & 255) for seat in (1, 0))
    expected = np.where((own == 3) & (other == 2), -7.0, 0.0)  # to forehand
    assert (added[:, 1, 4] - plain[:, 1, 4] == expected).all() and expected.any()
    assert (added[:, 0] == plain[:, 0]).all()


def test_corrections_in_another_unit_are_refused() -> None:
    measured = Corrections("some.json", np.zeros(SHAPE), {"unit": "points"})
    assert measured.require_unit(resolve("moscow"), "points") is measured
    for rules, objective in (("one-deal", "points"), ("moscow", "win")):
        with pytest.raises(UserError, match=r"some\.json: corrections are in points"):
            measured.require_unit(resolve(rules), objective)


def test_of_suits_that_hold_the_same_the_earlier_is_named() -> None:
    twins, suits = index_of("Jd 9d Jc 9c As Ts", "8h")
    order = [suits >> 2 * slot & 3 for slot in range(3)]
    same = [slot for slot in range(3) if order[slot] != 0]  # clubs and diamonds
    calls = passing()
    calls[2, twins], calls[3, twins] = same[1], order.index(0)
    found = earliest(calls)
    assert found[2, twins] == same[0] and found[3, twins] == order.index(0)
    assert (found != calls).sum() == 1


def test_agreement_counts_clear_contradictions(tmp_path: Path) -> None:
    one, two = passing(), passing()
    two[0, :10] = PLAY_1
    leads = np.ones((4, N_CLASSES), np.float32)
    errors = np.full((4, N_CLASSES), 0.1, np.float32)
    errors[0, :4] = 1.0  # of the ten that differ four are not clear
    a, b = (Chart(name, calls, leads, errors, ABOUT) for name, calls in (("a", one), ("b", two)))
    found = agreement(a, b)
    assert [row.contradicted for row in found.decisions] == [6, 0, 0, 0]
    assert found.values_agree
    assert not agreement(a, Chart("b", two, leads, errors, ABOUT | {"value": 3.0})).values_agree
    with pytest.raises(UserError, match="rules or objectives differ"):
        agreement(a, Chart("b", two, leads, errors, ABOUT | {"objective": "win"}))


def test_jack_and_two_plays_with_the_jack_and_two_more() -> None:
    calls = RULES["jack-and-two"].calls
    plays, _ = index_of("Jh 9h 7h Ts Ac 7d", "8h")
    short, _ = index_of("Jh 9h As Ts Ac 7d", "8h")
    no_jack, _ = index_of("Ah 9h 7h Ts Ac 7d", "8h")
    named, suits = index_of("Jd 9d 7d Ts Ac 7s", "8h")
    assert calls[:2, plays].tolist() == [PLAY_1] * 2
    assert calls[:2, short].tolist() == calls[:2, no_jack].tolist() == [PASS_1] * 2
    assert suits >> 2 * int(calls[2, named]) & 3 == 2 and calls[3, short] == PASS_2


@pytest.mark.parametrize("rules", ["three", "terts", "pairs"])
def test_games_without_an_auction_between_two_are_refused(rules: str) -> None:
    resolved = resolve(rules)
    with pytest.raises(UserError, match="charts are for the auction between two"):
        Game(resolved, seating(resolved.players, "rules", "random"))
