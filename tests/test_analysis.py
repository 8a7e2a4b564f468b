"""Played deals looked at with open hands: values, losses, and positions that are refused."""

from __future__ import annotations

from typing import Any

import pytest

from debertz_sim.analysis import explain
from debertz_sim.analysis.open_deals import rerun, solve_deals
from debertz_sim.analysis.played import FIELD, analysed, page
from debertz_sim.analysis.position import (
    Position,
    best_line,
    can_make,
    from_text,
    from_transcript,
    played_positions,
    value_of,
    values_of,
)
from debertz_sim.cards import card_text, cards_of, mask, parse_cards
from debertz_sim.errors import UserError
from debertz_sim.policies.registry import seating
from debertz_sim.records.referee import card_views, score
from debertz_sim.records.transcript import deal_transcript
from debertz_sim.results import identical
from debertz_sim.solver.deals import open_deals
from debertz_sim.variants import variants
from tests.referee_tools import all_pass, deals, find, is_played, truncated
from tests.reference.minimax_pairs import Game

SOLVABLE = ["moscow", "klabor", "companies", "belote", "pairs", "online-pairs"]


def played(name: str, count: int) -> list[dict[str, Any]]:
    return [deal for deal in deals(variants[name], 4 * count) if is_played(deal)][:count]


def points_made(deal: dict[str, Any]) -> list[int]:
    """Card points and the last ten, by side."""
    result = deal["result"]
    made = [points + 10 * (seat == result["last_trick"]) for seat, points in enumerate(result["card_points"])]
    return [sum(made[side::2]) for side in range(2)]


@pytest.mark.parametrize("name", SOLVABLE)
def test_losses_add_up(name: str) -> None:
    for deal in played(name, 6):
        analysis = analysed(deal, variants[name])[FIELD]
        lost = [sum(analysis["loss"][side::2]) for side in range(2)]
        assert all(loss >= 0 for loss in analysis["loss"])
        made = points_made(deal)
        for side in range(2):
            assert analysis["values"][side] - lost[side] + lost[1 - side] == made[side]
        assert sum(row["loss"] for row in analysis["cards"]) == sum(lost)


@pytest.mark.parametrize("name", SOLVABLE)
def test_the_cards_are_those_that_were_legal(name: str) -> None:
    for deal in played(name, 3):
        rows = analysed(deal, variants[name])[FIELD]["cards"]
        views = card_views(deal)
        laid = [card for trick in deal["plays"] for card in trick["cards"]]
        assert [row["card"] for row in rows] == laid
        assert len(views) == len(rows)
        for row, view in zip(rows, views, strict=True):
            assert row["seat"] == view.seat and row["trick"] == view.trick
            assert list(row["values"]) == [card_text(card) for card in cards_of(int(view.legal))]
            assert row["values"][row["card"]] == row["value"]
            assert row["best"] == max(row["values"].values()) == row["value"] + row["loss"]
            assert {row["values"][card] for card in row["best_cards"]} == {row["best"]}


@pytest.mark.parametrize("name", ["moscow", "pairs"])
def test_the_best_line_loses_nothing(name: str) -> None:
    rules = variants[name]
    deal = played(name, 1)[0]
    start = from_transcript(deal, rules, 1)
    line = [card_text(card) for _, card in best_line(start)]
    size = rules.players
    deal = {key: value for key, value in deal.items() if key not in ("result", "melds", "claim")}
    deal["plays"] = [{"cards": line[place : place + size]} for place in range(0, len(line), size)]
    best = analysed(score(deal), rules)
    assert best[FIELD]["loss"] == [0] * size
    assert points_made(best) == best[FIELD]["values"][:2]
    assert best[FIELD]["values"][0] == value_of(start)


def test_unfinished_and_unplayed_deals() -> None:
    rules = variants["moscow"]
    deal = score(truncated(played("moscow", 1)[0], 7))
    analysis = analysed(deal, rules)[FIELD]
    assert len(analysis["cards"]) == 7
    at = from_transcript(deal, rules)
    assert (at.to_move, [card_text(card) for card in at.legal]) == (deal["to_move"]["seat"], deal["to_move"]["legal"])
    assert len(at.lying) == 1
    passed = find(all_pass)
    assert analysed(passed, rules)[FIELD] is None
    assert page(analysed(passed, rules), rules) == "open hands: no card was laid\n"
    with pytest.raises(UserError, match=r"there is no play in this deal \(outcome all_pass\)"):
        from_transcript(passed, rules)


def test_trick_of_a_transcript() -> None:
    deal = played("pairs", 1)[0]
    rules = variants["pairs"]
    for trick in (1, 4, 8):
        at = from_transcript(deal, rules, trick)
        assert at.to_move == deal["plays"][trick - 1]["leader"]
        rest = [card for played_trick in deal["plays"][trick - 1 :] for card in played_trick["cards"]]
        assert sum(at.hands) == mask(parse_cards(" ".join(rest)))
    with pytest.raises(UserError, match="trick 9: the deal has tricks 1 to 8"):
        from_transcript(deal, rules, 9)
    with pytest.raises(UserError, match="say which trick"):
        from_transcript(deal, rules)


@pytest.mark.parametrize("name", SOLVABLE)
def test_outcome_with_best_play(name: str) -> None:
    """A deal in which nothing was lost on balance had the outcome of best play; one by hand beside."""
    seen = set()
    for deal in played(name, 25):
        if deal["result"]["outcome"] not in ("made", "baid", "hanging_baid"):
            continue
        analysis = analysed(deal, variants[name])[FIELD]
        result, declarer = deal["result"], deal["result"]["declarer"]
        gain = analysis["values"][declarer] - points_made(deal)[declarer % 2]
        margin = result["totals"][declarer] - result["totals"][declarer ^ 1] + 2 * gain
        assert analysis["outcome"] == ("made" if margin > 0 else "baid" if margin < 0 else "hanging_baid")
        seen.add(analysis["outcome"])
    assert {"made", "baid"} <= seen


def test_page() -> None:
    rules = variants["moscow"]
    deal = analysed(played("moscow", 1)[0], rules)
    lines = page(deal, rules).splitlines()
    assert len(lines) == 2 + 18 + 3
    assert lines[-1] == "lost: seat 0 {}, seat 1 {}".format(*deal[FIELD]["loss"])
    assert max(map(len, lines)) <= 100
    losing = next(row for row in deal[FIELD]["cards"] if row["loss"])
    assert any(f" {losing['card']} " in line and line.endswith(" ".join(losing["best_cards"])) for line in lines)


def test_a_policy_shows_its_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def by_number(seated: Any, rules: Any, view: Any, streams: Any) -> dict[int, float]:
        seen.append((int(view.seat), int(streams.index)))
        return {card: card / 8 for card in cards_of(int(view.legal))}

    monkeypatch.setitem(explain.EXPLAINERS, "greedy", by_number)
    rules = variants["moscow"]
    deal = played("moscow", 1)[0]
    seated = seating(2, by_seat={0: {"play": "greedy"}, 1: {"play": "random"}})
    rows = analysed(deal, rules, seated)[FIELD]["cards"]
    assert [row["seat"] for row in rows if "scores" in row] == [0] * 9
    assert seen == [(0, deal["index"])] * 9
    first = next(row for row in rows if "scores" in row)
    assert first["scores"] == {card: round(parse_cards(card)[0] / 8, 3) for card in first["values"]}
    assert "policy's scores" in page(analysed(deal, rules, seated), rules)


@pytest.mark.compiled
@pytest.mark.parametrize("play", ["expert", "pimc:8"])
def test_a_policy_lays_the_card_of_the_highest_score(play: str) -> None:
    rules = variants["moscow"]
    seated = seating(2, "always", play)
    deal = deal_transcript(rules, seated.family, 2, 3)
    rows = analysed(deal, rules, seated)[FIELD]["cards"]
    chosen = [row for row in rows if len(row["values"]) > 1]
    assert all("scores" in row for row in chosen)
    for row in chosen:
        if row["card"] in row["scores"]:  # expert weighs one card of several that are worth the same
            assert row["scores"][row["card"]] == max(row["scores"].values())
    assert sum(row["card"] in row["scores"] for row in chosen) > len(chosen) / 2


def test_values_of_a_position_seen_by_hand() -> None:
    """Trumps spades: jack and ace are sure, the nine falls or is drawn; the last trick is worth ten."""
    at = from_text(variants["moscow"], "s", ["Js Ac", "9s Tc"], 0)
    assert at.total == 20 + 11 + 14 + 10 + 10
    assert values_of([at]) == [{parse_cards("Js")[0]: 65, parse_cards("Ac")[0]: 65}]
    assert (can_make(at, 65), can_make(at, 66)) == (True, False)
    other = from_text(variants["moscow"], "s", ["Js Ac", "9s Tc"], 1)
    assert values_of([other]) == [{parse_cards("9s")[0]: 0, parse_cards("Tc")[0]: 0}]
    assert (can_make(other, 0), can_make(other, 1)) == (True, False)
    lying = from_text(variants["moscow"], "s", ["Ac", "9s Tc"], 0, "Js")
    assert (lying.to_move, lying.legal) == (1, parse_cards("9s"))
    assert [card_text(card) for _, card in best_line(lying)] == ["9s", "Ac", "Tc"]


def test_thresholds_are_those_of_the_values() -> None:
    for name in ("moscow", "pairs"):
        for at, card in played_positions(played(name, 1)[0], variants[name])[9:]:
            assert card is not None
            best = max(values_of([at])[0].values())
            assert (can_make(at, best), can_make(at, best + 1)) == (True, False)


def test_played_on_as_the_reference_does() -> None:
    """A position walks through a deal of pairs: legal cards and values are those of looking at all lines."""
    rules = variants["online-pairs"]
    positions = [at for at, _ in played_positions(played("online-pairs", 1)[0], rules)][-12:]
    game = Game(rules.to_dict(), positions[0].trump)
    for at in positions:
        hands = tuple(frozenset(cards_of(hand)) for hand in at.hands)
        right = game.card_values(hands, at.to_move, at.lying)
        total = at.total
        own = values_of([at])[0]
        assert own == {card: value if at.to_move % 2 == 0 else total - value for card, value in right.items()}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("pairs", "s", ["As", "Ks", "Qs"]), "hands: there are 3; rules pairs have 4 seats"),
        (("three", "s", ["As", "Ks", "Qs"]), "rules three: open hands are solved for two players and for pairs"),
        (("solo4", "s", ["As", "Ks", "Qs", "Js"]), "there is no solver for 4 in play, each for himself"),
        (("moscow", None, ["As", "Ks"]), "trump: it is missing"),
        (("moscow", "x", ["As", "Ks"]), "trump 'x' is no suit"),
        (("moscow", "s", ["As", "As"]), "As is in seat 0's hand and in seat 1's hand"),
        (("moscow", "s", ["As Kc", "Ks"]), "seat 1 holds 1 card and must hold 2"),
        (("moscow", "s", ["As", "Ks"], 0, "As"), "As is in seat 0's hand and in the trick"),
        (("moscow", "s", ["As", "Ks"], 0, "Qs"), "seat 0 holds 1 card and must hold 0, as its card lies in the trick"),
        (("moscow", "s", ["", ""]), "seat 0 holds 0 cards; rules moscow deal 9, one at least"),
        (("moscow", "s", ["", "Ks"], 0, "Qs Js"), "cards led: Qs Js: that is a whole trick; at most 1 can lie"),
        (("moscow", "s", ["As", "Ks"], 2), "lead 2: these rules have seats 0 to 1"),
        (("moscow", "s", ["As Xs", "Ks"]), "hand of seat 0: 'X' in 'Xs'"),
        (
            ("pairs", "s", ["8c", "Kc", "Jd Qd", "Ad Td"], 0, "7c 7d"),
            "seat 1's 7d was not legal with Kc left; legal: Kc",
        ),
    ],
)
def test_refusals(words: tuple[Any, ...], message: str) -> None:
    name, trump, hands, *rest = words
    with pytest.raises(UserError, match=message.replace("(", r"\(")):
        from_text(variants[name], trump, hands, *rest)


def test_a_transcript_of_terts_is_refused() -> None:
    rules = variants["terts"]
    with pytest.raises(UserError, match="terts is played with a stock"):
        analysed(deal_transcript(rules, seating(2).for_game("terts").family, 1, 0), rules)


@pytest.mark.parametrize("name", ["moscow", "pairs"])
def test_solved_deals(name: str) -> None:
    rules = variants[name]
    result = solve_deals(rules, 40, 9, workers=2)
    key, ending = ("seat", "") if name == "moscow" else ("side", "_side")
    forehand = result.get("solved_points", **{key: f"forehand{ending}"})
    dealer = result.get("solved_points", **{key: f"dealer{ending}"})
    made, totals = [], []
    for k, (hands, trump, to_move) in enumerate(zip(*open_deals(rules.lower()[0], 9, 0, 40), strict=True)):
        at = Position(rules, int(trump), tuple(map(int, hands)), int(to_move))
        place = (k + 1) % rules.players
        even = value_of(at)
        made.append(even if place % 2 == 0 else at.total - even)
        totals.append(at.total)
    assert forehand.value == pytest.approx(sum(made) / 40)
    assert dealer.value == pytest.approx((sum(totals) - sum(made)) / 40)
    more = sum(2 * points > total for points, total in zip(made, totals, strict=True))
    assert result.get("solved_majority", **{key: f"forehand{ending}"}).k == more
    assert identical(rerun(result.provenance, 1), result)


def test_solving_stops_between_chunks() -> None:
    answers = iter([False, True])
    result = solve_deals(variants["pairs"], 2000, 1, stop=lambda: next(answers))
    assert result.provenance["partial"] and result.provenance["deals_done"] == 512
    with pytest.raises(KeyboardInterrupt):
        solve_deals(variants["pairs"], 10, 1, stop=lambda: True)
