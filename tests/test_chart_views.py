"""What charts say when they are read: hands, maps, surprises, by charts whose calls are known."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest
from matplotlib.patches import Rectangle
from matplotlib.text import Text

from debertz_sim.charts import show, surprise
from debertz_sim.charts.query import answers, read_hand, read_hands
from debertz_sim.charts.show import Sides, Trumps, first_round, maps, most_splits, second_round, summary
from debertz_sim.charts.view import Cards, bounded_errors, cards_of_class, classes, errors_of, one_name, place_of
from debertz_sim.charts.views import Asked, maps_view
from debertz_sim.errors import UserError
from debertz_sim.kernels.classes import N_CLASSES
from debertz_sim.policies.charted import DECISIONS, Chart
from debertz_sim.report.canvas import figure_bytes
from debertz_sim.report.heatmap import HATCH, heat_maps
from tests.chart_tools import cards, chart_of_passes, class_of, kept

ALL = range(len(DECISIONS))
HAND, UPCARD = "As Js 9s Kc 8d 7h", "Ts"
PAIRS = 8 * comb(31, 6)  # hands with a given suit turned up


def cell(its: show.Map, trumps: Trumps, sides: Sides) -> tuple[int, int]:
    return its.rows.index(trumps), its.columns.index(sides)


# --- classes ---


def test_a_class_is_shown_by_a_hand_of_its_own() -> None:
    for index in np.random.default_rng(1).integers(N_CLASSES, size=300):
        place = place_of(cards_of_class(int(index)))
        assert place.number == index
        holdings = classes().holdings[1:, index]
        if len(set(holdings.tolist())) == 3:  # else either of equal holdings may stand in a slot
            assert place.suits == (1, 2, 3)


def test_sizes_count_every_hand() -> None:
    assert classes().sizes.sum() == PAIRS


def test_calls_of_equal_holdings_are_one() -> None:
    equal, apart = class_of("Js 9s Ac 7c Ad 7d", "Ts"), class_of("Js 9s Ac 7c Ad 8d", "Ts")
    calls = chart_of_passes().calls
    calls[2, [equal, apart]] = 1
    named = one_name(calls)
    assert (named[2, equal], named[2, apart]) == (0, 1)
    assert (named[:2] == calls[:2]).all()


def test_a_small_error_counts_as_the_usual_one() -> None:
    chart = chart_of_passes()
    index = class_of(HAND, UPCARD)
    chart.errors[0, index] = 0.01
    chart.errors[1, index] = 7
    assert errors_of(chart, 0)[index] == 1
    assert errors_of(chart, 1)[index] == 7


@pytest.mark.parametrize("together", [1, 12, 84])
def test_errors_of_means_are_bounded(together: int) -> None:
    """Deals that tell about ``together`` of the classes at once, and tell all of them the same."""
    rng = np.random.default_rng(together)
    n_classes, a_class = 168, 50
    said = rng.normal(size=(4000, n_classes // together, a_class)).mean(axis=2)
    spread = np.repeat(said, together, axis=1).mean(axis=1).std()
    weights = np.full(n_classes, 1 / n_classes)
    errors = np.full(n_classes, 1 / np.sqrt(a_class))
    bound = bounded_errors(((weights * errors) ** 2).sum(), (weights * errors).sum(), 1.0, together)
    apart = np.sqrt(((weights * errors) ** 2).sum())
    assert spread <= bound * 1.05
    assert spread >= bound * 0.95  # nothing better can be said of deals like these
    assert together == 1 or spread > 2 * apart  # as if they were independent would be far too small


# --- hands ---


def by_hand() -> Chart:
    chart = chart_of_passes()
    index = class_of(HAND, UPCARD)
    chart.calls[0, index], chart.leads[0, index], chart.errors[0, index] = 1, 5, 2
    chart.calls[3, index], chart.leads[3, index] = 0, 1.5
    chart.leads[1, index] = -4
    chart.errors[2, index] = np.inf
    return chart


def test_what_a_chart_calls_with_a_hand() -> None:
    found = answers(by_hand(), [cards(HAND, UPCARD)], ALL, 0.95)
    assert [(its.seat, its.round, its.call, its.suit) for its in found] == [
        ("forehand", 1, "play", "s"),
        ("dealer", 1, "pass", None),
        ("forehand", 2, "pass", None),
        ("dealer", 2, "play", "c"),
    ]
    first, dealer, unseen, second = found
    assert (first.lead, first.se, first.close, first.reached) == (5, 2, False, True)
    assert (first.low, first.high) == pytest.approx((5 - 1.96 * 2, 5 + 1.96 * 2), abs=1e-3)
    assert (dealer.lead, dealer.close) == (-4, True)
    assert (unseen.lead, unseen.low, unseen.close, unseen.reached) == (None, None, True, False)
    assert second.close
    assert first.hand_class == class_of(HAND, UPCARD)
    assert first.hands_in_class == 6


def test_the_suit_named_is_the_hands_own() -> None:
    """The same class with its suits exchanged; the slot of the single king is named."""
    for suits in ("scdh", "hdcs", "dhsc"):
        change = str.maketrans("scdh", suits)
        found = answers(by_hand(), [cards(HAND.translate(change), UPCARD.translate(change))], ALL, 0.95)
        assert (found[0].suit, found[3].suit) == (suits[0], suits[1])


def test_higher_confidence_makes_it_close() -> None:
    chart = by_hand()
    sure, unsure = (answers(chart, [cards(HAND, UPCARD)], [0], level)[0].close for level in (0.95, 0.999))
    assert (sure, unsure) == (False, True)


@pytest.mark.parametrize(
    ("hand", "upcard", "said"),
    [
        ("As Js 9s Kc 8d", "Ts", "cards written: 5, needed: 6"),
        ("As Js 9s Kc 8d As", "Ts", "As is written twice"),
        ("As Js 9s Kc 8d 7h", "As", "As is in the hand already"),
        ("As Js 9s Kc 8d 7h", "1s", "'1' in '1s'"),
    ],
)
def test_wrong_hands_are_refused(hand: str, upcard: str, said: str) -> None:
    with pytest.raises(UserError, match=re.escape(said)):
        read_hand(hand, upcard)


def test_hands_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "hands.csv"
    path.write_text(f"upcard,note,hand\n{UPCARD},x,{HAND}\n7h,,A♠ J♠ 9♠ K♣ 8♦ 8h\n", encoding="utf-8")
    assert [its.text for its in read_hands(path)] == [HAND, "As Js 9s Kc 8d 8h"]
    path.write_text(f"upcard,hand\n{UPCARD},{HAND}\nTs,As\n", encoding="utf-8")
    with pytest.raises(UserError, match=r"line 3: hand 'As': cards written: 1, needed: 6"):
        read_hands(path)
    path.write_text("upcard,cards\n", encoding="utf-8")
    with pytest.raises(UserError, match="column 'hand' is missing"):
        read_hands(path)
    path.write_text("upcard,hand\n", encoding="utf-8")
    with pytest.raises(UserError, match="there is no hand in it"):
        read_hands(path)


# --- maps ---


def test_trumps_and_sides_of_a_hand() -> None:
    index = class_of("7s 9s Ac Tc Td 8h", "Js")
    trumps, sides = first_round(True)
    assert trumps[index] == 0b00010100  # the nine and the jack that the seven is exchanged for
    assert first_round(False)[0][index] == 0b00000101
    assert sorted(sides[:, index].tolist()) == sorted([0b10001000, 0b00001000, 0b00000010])
    trumps, sides = second_round(False)
    assert trumps[index] == 0b10001000  # ace and ten of clubs: 21 points
    assert sorted(sides[:, index].tolist()) == sorted([0b00000101, 0b00001000, 0b00000010])
    other = class_of("Js 9s Ac 7c 8d 7d", "Ts")
    assert second_round(False)[0][other] == 0b10000001
    assert second_round(True)[0][other] == 0b00010100


def test_a_map_holds_every_hand_once() -> None:
    found = maps(chart_of_passes(), None, None, 0.95)
    assert [its.decision for its in found] == list(DECISIONS)
    for its in found:
        assert its.hands.sum() == PAIRS
        assert its.classes.sum() == N_CLASSES
    (only,) = maps(chart_of_passes(), "dealer_1", "10", 0.95)
    assert only.hands.sum() == comb(31, 6)


def test_a_map_of_known_calls() -> None:
    """With three trumps or more it plays, 12 ahead; else it passes, 10 ahead."""
    chart = chart_of_passes()
    long = np.bitwise_count(first_round(True)[0]) >= 3
    chart.calls[0], chart.leads[0] = long, np.where(long, 12, 10)
    (its,) = maps(chart, "forehand_1", None, 0.95)
    for row, trumps in enumerate(its.rows):
        there = its.hands[row] > 0
        assert set(its.played[row, there]) == {float(trumps.count >= 3)}
        assert its.lead[row, there] == pytest.approx(12 if trumps.count >= 3 else -10)
    cells = list(its.cells())
    assert sum(its["hands"] for its in cells) == PAIRS
    assert {its["close"] for its in cells} == {False}
    played = summary(chart, 0.95)[0]["played"]
    assert played == pytest.approx(sum(its["hands"] * its["played"] for its in cells) / PAIRS, abs=1e-5)


def test_cells_that_are_open() -> None:
    chart = chart_of_passes()
    row, column = cell(maps(chart, "forehand_1", None, 0.95)[0], Trumps(3, "J9"), Sides(1, 0))
    sharp = maps(chart, "forehand_1", None, 0.95)[0]
    chart.errors[0] = 60
    blunt = maps(chart, "forehand_1", None, 0.95)[0]
    assert not sharp.open[row, column]
    assert sharp.open.sum() == 0
    assert blunt.open.sum() > 100
    chart.errors[0] = np.inf
    unknown = maps(chart, "forehand_1", None, 0.95)[0]
    assert unknown.open.sum() == 0
    assert np.isnan(unknown.lead).all()
    assert (unknown.unseen == unknown.hands).all()


def test_no_deal_tells_more_of_a_cell_than_said() -> None:
    """Hands of nine cards, every six of them: never more in a cell than ``most_splits``, which some reach."""
    rng = np.random.default_rng(3)
    trumps, sides = first_round(False)
    rows, row_of, strengths = show._rows(trumps)
    column_of = show._column(sides)
    reached = np.zeros((len(rows), len(show.SIDE_PAIRS) + 1), int)
    drawn = [rng.permutation(np.arange(1, 32))[:9] for _ in range(150)]
    drawn += [np.array([4, 1, 9, 10, 12, 13, 14, 17, 18])]  # jack and eight, and no ace or ten beside them
    for hand in drawn:
        indexes = [place_of(Cards(sum(1 << int(card) for card in six), 0)).number for six in combinations(hand, 6)]
        found = Counter(zip(row_of[indexes].tolist(), column_of[indexes].tolist(), strict=True))
        for (row, column), count in found.items():
            reached[row, column] = max(reached[row, column], count)
    most = most_splits()[strengths]
    assert (reached <= most).all()
    row, column = rows.index(Trumps(2, "J")), 0
    assert reached[row, column] == most[row, column] == 35


@pytest.mark.parametrize(("decision", "upcard"), [("forehand", None), (None, "1"), (None, "Js")])
def test_wrong_maps_are_refused(decision: str | None, upcard: str | None) -> None:
    with pytest.raises(UserError, match=r"is not one of|is no rank"):
        maps(chart_of_passes(), decision, upcard, 0.95)


def test_the_picture_hatches_what_is_open() -> None:
    chart = chart_of_passes()
    chart.errors[1] = 60
    view = maps_view(Asked(chart, 0.95, "en", "test"), None, None)
    found = view.parts[1].maps
    figure = heat_maps(found, view.about)
    hatched, cells = [], []
    for its, axes in zip(found, figure.axes, strict=True):
        squares = [patch for patch in axes.patches if isinstance(patch, Rectangle)]
        hatched.append(sum(patch.get_hatch() == HATCH for patch in squares))
        cells.append(len(squares))
        assert hatched[-1] == its.open.sum()
        assert cells[-1] == (its.hands > 0).sum()
    assert hatched[1] > 100
    assert [hatched[place] for place in (0, 2, 3)] == [0, 0, 0]
    assert figure_bytes(figure, "svg") == figure_bytes(heat_maps(found, view.about), "svg")


def test_shades_tell_play_from_pass_in_grey() -> None:
    chart = chart_of_passes()
    chart.calls[0] = np.bitwise_count(first_round(True)[0]) >= 3
    view = maps_view(Asked(chart, 0.95, "en", "test"), "forehand_1", None)
    (its,) = view.parts[1].maps
    (axes,) = heat_maps([its], view.about).axes
    grey: dict[bool, set[float]] = {True: set(), False: set()}
    for patch in axes.patches:
        row = round(patch.get_y() + 0.5)
        red, green, blue, _ = patch.get_facecolor()
        grey[its.rows[row].count >= 3].add(round(0.3 * red + 0.59 * green + 0.11 * blue, 2))
    assert max(grey[True]) < min(grey[False]) - 0.3


@pytest.mark.parametrize("lang", ["ru", "uk"])
def test_pictures_are_in_one_language(lang: str) -> None:
    view = maps_view(Asked(chart_of_passes(), 0.95, lang, "test"), None, "J")
    figure = heat_maps(view.parts[1].maps, view.about, lang)
    figure.draw_without_rendering()
    said = " ".join(text.get_text() for text in figure.findobj(Text))
    assert set(re.findall("[A-Za-z]{2,}", said)) == {"by", "hand", "moscow"}
    assert re.search(r"[ТВ] ", said)
    assert not re.search(r"\d\.\d", said)


# --- surprises ---


def others_pass() -> np.ndarray:
    return chart_of_passes().calls


def test_clear_disagreements_are_found() -> None:
    chart = chart_of_passes()
    clear, near, moot = class_of(HAND, UPCARD), class_of("Ks Qs Ac 8d 8h 7h", "Ts"), class_of("Ks 8s Ac Tc 8h 7h", "Ts")
    chart.calls[0, [clear, near]], chart.leads[0, clear], chart.leads[0, near] = 1, 20, 1.5
    chart.calls[2, [clear, moot]], chart.calls[0, moot] = 0, 1  # the chart itself plays with them in round 1
    chart.leads[0, moot] = 0.5
    found = surprise.disagreements(chart, others_pass(), 0.95, 20)
    assert [(its.decision, its.hand_class, its.kind, its.call, its.other) for its in found.found] == [
        ("forehand_1", clear, "bid", "s", "pass")
    ]
    assert found.looked_at == 3
    assert [row["classes"] for row in found.counts] == [3, 0, 0, 0]
    assert [row["clear"] for row in found.counts] == [1, 0, 0, 0]
    assert found.found[0].sure
    assert surprise.disagreements(chart_of_passes(), others_pass(), 0.95, 20).found == []


def test_luck_does_not_come_first() -> None:
    """A larger lead that is less sure stands behind; one clear of 0 by itself alone is marked."""
    chart = chart_of_passes()
    sure, unsure = class_of(HAND, UPCARD), class_of("Ks Qs Ac 8d 8h 7h", "9s")
    chart.calls[0, [sure, unsure]] = 1
    chart.leads[0, [sure, unsure]] = 15, 18
    chart.errors[0, unsure] = 9
    found = surprise.disagreements(chart, others_pass(), 0.95, 20).found
    assert [(its.hand_class, its.sure) for its in found] == [(sure, True), (unsure, False)]


def test_bids_and_passes_share_the_list() -> None:
    chart = chart_of_passes()
    other = others_pass()
    some = np.flatnonzero(np.bitwise_count(classes().holdings[0]) == 2)
    chart.calls[0, some[::2]] = 1
    other[0, some[1::2]] = 1
    found = surprise.disagreements(chart, other, 0.95, 9).found
    assert [its.kind for its in found] == ["bid"] * 5 + ["pass"] * 4
    alike = {(its.kind, its.upcard) for its in found}
    assert len(alike) == 9


def test_a_deal_shows_the_surprise(tmp_path: Path) -> None:
    """The dealer names hearts' king in round 2 after three passes; the deal has his hand and that auction."""
    chart = chart_of_passes()
    index = class_of(HAND, UPCARD)
    chart.calls[3, index], chart.leads[3, index] = 0, 20
    chart = replace(chart, name=kept(chart, tmp_path))
    (its,) = surprise.disagreements(chart, others_pass(), 0.95, 20).found
    assert (its.decision, its.hand, its.upcard, its.call) == ("dealer_2", HAND, UPCARD, "c")
    deal = surprise.sample_deal(chart, surprise.players(chart), its, 7, 5)
    assert deal["index"] >= 5
    dealer = deal["dealer"]
    assert Cards(cards(" ".join(deal["first_packets"][dealer]), deal["upcard"]).hand, 0).text == HAND
    calls = [call.get("suit") or call["call"] for call in deal["auction"]]
    assert calls == ["pass", "pass", "pass", "c"]
    row = surprise.told(its, deal)
    assert (row["auction"], row["declarer"]) == ("pass pass pass c", "dealer")
    assert row["outcome"] in ("made", "baid", "hanging_baid")
    assert row["written_dealer"] == deal["result"]["written"][dealer]
    assert len(row["opponent"].split()) == 9
    assert surprise.sample_deal(chart, surprise.players(chart), its, 7, 5) == deal


def test_a_bidding_policy_as_calls() -> None:
    calls = surprise.calls_by(chart_of_passes(), "never")
    assert (calls == others_pass()).all()
    assert surprise.calls_by(chart_of_passes(), "points:40")[0].any()
    with pytest.raises(UserError, match="random"):
        surprise.calls_by(chart_of_passes(), "random")
