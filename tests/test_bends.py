"""What weaker play and open hands bend: every number is what transcripts and the solver say, whatever the workers."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from debertz_sim.cards import mask, parse_cards
from debertz_sim.errors import UserError
from debertz_sim.league import bends as bending
from debertz_sim.league.bends import MADE, MARGIN, SOLVED, TRUMPS, Bends, bends, published
from debertz_sim.policies.registry import seating
from debertz_sim.records.transcript import deal_transcript
from debertz_sim.results import Result, identical
from debertz_sim.solver import two
from debertz_sim.stats import z_value
from debertz_sim.variants import variants

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scripts"))
import bends as script

SEED, DEALS = 5, 400
SPEC = Bends(
    variants["moscow"],
    {SOLVED: DEALS, "greedy": DEALS, "random": 300},
    ((SOLVED, "greedy"), ("random", "greedy")),
    ("rules", "points:30"),
    SEED,
)


@pytest.fixture(scope="module")
def result() -> Result:
    return bends(SPEC, workers=2)


def told(player: str, bids: str) -> list[tuple[int, int, bool] | None]:
    """Of each deal the declarer's trumps, his margin in tricks, whether he made it; from transcripts, one by one."""
    rules, found = variants["moscow"], []
    record, table = rules.lower()[0], two.new_table()
    family = seating(2, bids, "greedy" if player == SOLVED else player).family
    for index in range(SPEC.deals[player]):
        deal = deal_transcript(rules, family, SEED, index)
        its = deal["result"]
        if its["declarer"] is None or its["outcome"] not in ("made", "baid", "hanging_baid"):
            found.append(None)
            continue
        declarer, trump = its["declarer"], "scdh".index(its["trump"])
        trumps = sum(card[1] == its["trump"] for card in deal["hands"][declarer])
        points = [its["card_points"][seat] + 10 * (seat == its["last_trick"]) for seat in range(2)]
        melds = [its["totals"][seat] - points[seat] for seat in range(2)]
        if player == SOLVED:
            hands = [mask(parse_cards(" ".join(hand))) for hand in deal["hands"]]
            mine = int(two.future_points(record, trump, *hands, deal["plays"][0]["leader"], -1, table))
            points = [mine, sum(points) - mine]
        margin = points[declarer] - points[1 - declarer]
        made = points[declarer] + melds[declarer] > points[1 - declarer] + melds[1 - declarer]
        assert player == SOLVED or made == (its["outcome"] == "made")
        found.append((trumps, margin, made))
    return found


@pytest.mark.parametrize("bids", SPEC.bidding)
def test_every_number_is_what_the_transcripts_say(bids: str, result: Result) -> None:
    every = {player: told(player, bids) for player in SPEC.deals}
    seen = 0
    for estimate in result.estimates:
        group = dict(estimate.group)
        if group.pop("bids") != bids:
            continue
        a, b, trumps = group["a"], group.get("b"), group.get(TRUMPS)
        both = list(zip(every[str(a)], every[str(b or a)], strict=False))
        kept = [(one, other) for one, other in both if one and other and trumps in (None, one[0])]
        place = 1 if estimate.metric == MARGIN else 2
        values = np.array([one[place] - (other[place] if b else 0) for one, other in kept], float)
        assert estimate.n == len(values) and estimate.value == pytest.approx(values.mean(), abs=1e-9), estimate
        if estimate.metric == MARGIN:
            half = z_value(0.95) * values.std(ddof=1) / len(values) ** 0.5
            assert estimate.high == pytest.approx(values.mean() + half)
        seen += 1
    assert seen >= 2 * (len(SPEC.deals) + len(SPEC.pairs)) * 2


def test_groups_are_large_enough_and_pairing_narrows(result: Result) -> None:
    sizes = [e.n or 0 for e in result.estimates if TRUMPS in e.group]
    assert sizes and min(sizes) >= bending.FEW
    apart = sum((result.get(MARGIN, bids="rules", a=name).se or 0) ** 2 for name in (SOLVED, "greedy")) ** 0.5
    paired = result.get(MARGIN, bids="rules", a=SOLVED, b="greedy").se
    assert paired is not None and paired < 0.8 * apart


def test_no_number_depends_on_workers(result: Result) -> None:
    assert identical(bends(SPEC, workers=1), result)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: Bends(variants["three"], {"greedy": 5}, (), ("rules",), 1),
            "measured for two players with an auction",
        ),
        (
            lambda: Bends(variants["terts"], {"greedy": 5}, (), ("rules",), 1),
            "measured for two players with an auction",
        ),
        (lambda: Bends(variants["moscow"], {"greedy": 5}, (("rules", "greedy"),), ("rules",), 1), "rules is compared"),
        (
            lambda: bends(
                Bends(
                    variants["moscow"].with_(sequences_need_trick="yes"),
                    {"greedy": 3000, "random": 3000},
                    (),
                    ("random",),
                    1,
                )
            ),
            "melds depend on the play",
        ),
    ],
)
def test_refusals(make: Callable[[], Any], message: str) -> None:
    with pytest.raises(UserError, match=message):
        make()


def test_the_published_table_is_the_one_that_the_package_quotes() -> None:
    result = published()
    assert identical(result, Result.load(script.HERE / "bends.json"))
    assert (script.HERE / "README.md").read_text("utf-8") == script.page(result)
    for metric in (MARGIN, MADE):
        for a, b in script.PAIRS:
            for bids in script.BIDS:
                known = [
                    e
                    for e in result.estimates
                    if e.metric == metric and {**e.group, "bids": bids, "a": a, "b": b} == e.group
                ]
                assert known[0].group.keys() == {"bids", "a", "b"} and any(TRUMPS in e.group for e in known)
    open_hands = result.get(MARGIN, bids="rules", a=SOLVED, b=script.SEARCH)
    assert open_hands.low is not None and open_hands.low > 0  # they overrate the declarer


def test_the_script_writes_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script, "DEALS", {SOLVED: 30_000, "greedy": 30_000, "random": 20_000})
    monkeypatch.setattr(script, "PAIRS", ((SOLVED, "greedy"),))
    monkeypatch.setattr(script, "SEARCH", "greedy")
    done = CliRunner().invoke(script.main, ["--share", "0.01", "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
    text = (tmp_path / "README.md").read_text()
    rows = [line for line in text.splitlines() if line.startswith("| `solved` − `greedy` |")]
    assert "- `solved` − `greedy`: " in text
    assert len(rows) == 4 and all(row.count("[") >= 2 for row in rows)
    result = Result.load(tmp_path / "bends.json")
    assert result.provenance["options"]["deals"] == {SOLVED: 300, "greedy": 300, "random": 200}
    assert "margin in tricks" in result.render("table")
    assert CliRunner().invoke(script.main, ["--share", "0.01", "--out", str(tmp_path)]).exit_code != 0  # no overwriting
