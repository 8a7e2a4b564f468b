"""Policies of three and four seats: the words decide every time, allies help each other, a passive dealer is none."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from debertz_sim._jit import JIT_OFF
from debertz_sim.cards import card_text, mask, parse_card, parse_cards
from debertz_sim.engine.blocks import play_one
from debertz_sim.engine.deal import keep_log, new_desk
from debertz_sim.kernels.state import PASS, VIEW, new_record
from debertz_sim.policies import registry
from debertz_sim.policies.bidding_rules import call_rules
from debertz_sim.policies.families import Ruled, Sided
from debertz_sim.policies.knowledge import allied, sight_of, suits_in
from debertz_sim.policies.play_rules import card_rules
from debertz_sim.policies.play_sides import card_sides
from debertz_sim.policies.registry import seating
from debertz_sim.variants import variants
from tests import slow_sides as slow
from tests.test_policies import choice, deals_of, family_of, record_of, renamed

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scripts"))
from duel import TWO_HANDED, duel, two_handed

SEED = 77
DEALS = 5 if JIT_OFF else 60
SURE = 0.9999

TABLES = ("three", "pairs", "solo4", "passive4", "klabor-3", "klabor-pairs", "moryak", "online-solo4", "wiki-3")
changes: dict[str, dict[str, Any]] = {
    "solo4-sum": {"declarer_beats": "sum", "baid_to": "split"},
    "solo4-obliged": {"all_pass": "obliged"},
    "solo4-sum-obliged": {"declarer_beats": "sum", "baid_to": "split", "all_pass": "obliged"},
    "passive4-obliged": {"all_pass": "obliged"},
    "pairs-declarer": {"upcard_to": "declarer"},
}
"""Tables of no named variant, by the variant that they change."""


def rules_of(table: str) -> Any:
    """A rule set of the lists above."""
    return variants[table.split("-")[0]].with_(**changes[table]) if table in changes else variants[table]


@pytest.mark.slow
@pytest.mark.parametrize("table", [*TABLES, *changes])
@pytest.mark.parametrize("play", ["rules", "greedy"])
def test_choices_are_those_of_the_words(table: str, play: str) -> None:
    """Every decision is the first of those that the slow policy allows; with the suits renamed it is one of them."""
    rules = rules_of(table)
    record, family, rng = rules.lower()[0], family_of("rules", play, rules.players), random.Random(SEED)
    pairs = rules.sides == "pairs"
    against = "pairs" if pairs else rules.declarer_beats
    plays = {"rules": slow.sides_cards, "greedy": slow.greedy_cards}[play]
    seven_counts = rules.sequence_points == {3: 20, 4: 50}
    decided = 0
    for _, decisions in deals_of("rules", play, DEALS, record):
        for view, chosen in decisions:
            suits = rng.sample(range(4), 4)
            if view["trick"]:
                allowed = [parse_card(card) for card in plays(view, pairs)]
                under_new_names = [8 * suits[card >> 3] + (card & 7) for card in allowed]
            elif seven_counts:
                allowed = slow.sides_calls(view, against, rules.upcard_to)
                under_new_names = [call if call == PASS else suits[call] for call in allowed]
            else:
                continue
            assert chosen == allowed[0]
            decided += 1
            if rng.random() < 0.2:
                assert choice(family, renamed(view, suits), record) in under_new_names
    assert decided > 4 * DEALS


@pytest.mark.parametrize("table", TABLES)
def test_the_cards_of_all_are_among_those_they_may_hold(table: str) -> None:
    """Of opponents and allies; a gap is a suit that an opponent really lacks, and often what is sure is all."""
    rules = variants[table].lower()[0]
    exact = gaps = 0
    for desk, decisions in deals_of("rules", "rules", DEALS, rules):
        for view, _ in decisions:
            if not view["trick"]:
                continue
            hands = {
                seat: int(desk.t.full[seat]) & ~int(view["played"][seat])
                for seat in range(rules.players)
                if seat not in (view["seat"], view["passive"])
            }
            sight = sight_of(rules, view)
            sides: dict[bool, int] = {True: 0, False: 0}
            for seat, hand in hands.items():
                sides[bool(allied(rules, view, seat))] |= hand
            assert sides[True] & ~int(sight.allies) == 0
            assert sides[False] & ~int(sight.opponents) == 0
            exact += sides[False] == int(sight.opponents)
            for suit in range(4):
                if int(sight.gaps) >> 8 * suit & 1:
                    gaps += 1
                    assert any(
                        not hand >> 8 * suit & 255 for seat, hand in hands.items() if not allied(rules, view, seat)
                    )
            assert int(sight.opponents_after) & ~int(sight.opponents) == 0
            assert int(sight.allies_after) & ~int(sight.allies) == 0
            assert int(sight.gaps_after) & ~int(sight.gaps) == 0
    assert exact > 0
    assert gaps > 0


def test_suits_in_a_mask() -> None:
    """Against the plain loop."""
    rng = random.Random(SEED)
    for _ in range(500):
        cards = rng.getrandbits(32) & rng.getrandbits(32) & rng.getrandbits(32)
        assert suits_in(np.int64(cards)) == sum(1 << 8 * suit for suit in range(4) if cards >> 8 * suit & 255)


def position(
    hand: str,
    lying: str = "",
    *,
    trump: str = "h",
    players: int = 3,
    declarer: int = 1,
    leader: int | None = None,
    legal: str = "",
    played: dict[int, str] | None = None,
    void: dict[int, str] | None = None,
    leads: list[tuple[int, str]] | None = None,
    passive: int = -1,
) -> Any:
    """A view of seat 0 in the play; ``lying`` in the order of play, seat 0 being next.

    ``leads``: seat and card of the tricks before.  The upcard is the trump seven and out of play.
    """
    view = new_record(VIEW)
    view.players, view.passive, view.declarer = players, passive, declarer
    view.in_play = players - (passive >= 0)
    view.freza = view.exchanger = view.took = -1
    view.trump = "scdh".index(trump)
    view.upcard, view.upcard_seat = 8 * view.trump, passive
    view.hand = view.full = mask(parse_cards(hand))
    view.legal = mask(parse_cards(legal or hand))
    in_play = [seat for seat in range(1, players) if seat != passive]
    cards = parse_cards(lying)
    before = in_play[len(in_play) - len(cards) :]
    view.trick, view.lying = 1 + len(leads or []), len(cards)
    view.leader = before[0] if before else 0
    for seat, text in (played or {}).items():
        view.played[seat] = mask(parse_cards(text))
    for place, (seat, card) in enumerate(zip(before, cards, strict=True)):
        view.played[seat] |= 1 << card
        view.plays[view.trick - 1, place] = card
    for seat, suits in (void or {}).items():
        view.void[seat] = sum(1 << "scdh".index(suit) for suit in suits)
    for place, (seat, text) in enumerate(leads or []):
        view.leaders[place], view.plays[place, 0] = seat, parse_card(text)
        view.played[seat] |= 1 << parse_card(text)
    return view


CASES = [
    # In pairs seat 2 is the partner of seat 0; with three, seat 1 declares and seat 2 is an ally.
    ("smears the ten on his partner's sure trick", "pairs", {"hand": "Ts 9s", "lying": "7s As 8s"}, "Ts"),
    ("the same card on an opponent's trick stays at home", "pairs", {"hand": "Ts 9s", "lying": "As 7s 8s"}, "9s"),
    ("does not overtake his partner", "pairs", {"hand": "Ks 9s", "lying": "7s Qs 8s", "played": {1: "As Ts"}}, "9s"),
    ("overtakes him with a card that is safe where his is not", "pairs", {"hand": "As 9s", "lying": "Qs 7s"}, "As"),
    ("smears a ten of another suit", "pairs", {"hand": "Td Kc 7c", "lying": "7s As 8s"}, "Td"),
    ("keeps the ace", "pairs", {"hand": "Ad Kc 7c", "lying": "7s As 8s"}, "Kc"),
    ("a trick that may be trumped gets nothing", "pairs", {"hand": "Ts 9s", "lying": "As 7s", "void": {1: "s"}}, "9s"),
    ("brings the nine of trumps home on his partner's jack", "pairs", {"hand": "9h 8h", "lying": "7h Jh Qh"}, "8h"),
    ("gives the ten of trumps to his partner's jack", "pairs", {"hand": "Th 8h", "lying": "Kh Jh Qh"}, "Th"),
    (
        "leads the suit that his partner has led",
        "pairs",
        {"hand": "8s 8c 8d", "leads": [(2, "9c")], "declarer": 3},
        "8c",
    ),
    ("leads trumps for a partner who declares", "pairs", {"hand": "8h 9s 8c", "declarer": 2}, "8h"),
    ("leads no low trump against a declarer", "pairs", {"hand": "8h 7h 9s 8c", "declarer": 3}, "9s"),
    ("two defenders: smears on the other's trick", "three", {"hand": "Ts 9s", "lying": "7s As"}, "Ts"),
    ("but not on the declarer's", "three", {"hand": "Ts 9s", "lying": "As 7s"}, "9s"),
    (
        "the declarer is nobody's ally",
        "three",
        {"hand": "Ts 9s", "lying": "7s As", "declarer": 0},
        "9s",
    ),
    ("makes the declarer trump", "three", {"hand": "As 8s Kd 7d", "void": {1: "s"}}, "8s"),
    ("the declarer draws trumps", "three", {"hand": "Jh 9h As 8s", "declarer": 0}, "Jh"),
    (
        "nobody has trumps any more: the ace",
        "three",
        {"hand": "Jh 9h As 8s", "declarer": 0, "void": {1: "h", 2: "h"}},
        "As",
    ),
    ("holds up the ace as last player", "three", {"hand": "As 7s", "lying": "9s 8s", "declarer": 0}, "7s"),
    ("each for himself with four: smears all the same", "solo4", {"hand": "Ts 9s", "lying": "7s As 8s"}, "Ts"),
    (
        "a passive dealer is no opponent",
        "passive4",
        {"hand": "Ts 9s", "lying": "7s As", "players": 4, "passive": 3, "void": {3: "s"}},
        "Ts",
    ),
]


@pytest.mark.parametrize(("case", "table", "cards", "expected"), CASES, ids=[case for case, *_ in CASES])
def test_play_rules_by_name(case: str, table: str, cards: dict[str, Any], expected: str) -> None:
    """The sentences of docs/policies.md on small positions, worked out by hand."""
    rules = variants[table]
    view = position(**{"players": rules.players} | cards)
    assert card_text(int(choice(family_of("never", "rules", rules.players), view, rules.lower()[0]))) == expected
    assert slow.sides_cards(view, rules.sides == "pairs")[0] == expected


@pytest.mark.slow
def test_two_seats_are_played_as_before() -> None:
    """``rules`` of two seats decides; of more, that of sides; whichever family holds the policy."""
    assert isinstance(seating(2, play="rules").family, Ruled)
    assert isinstance(seating(3, play="rules").family, Sided)
    differ = 0
    for table in ("moscow", "three"):
        rules = variants[table].lower()[0]
        for _, decisions in deals_of("always", "rules", DEALS, rules):
            for view, chosen in decisions:
                if view["trick"]:
                    two, more = int(card_rules(rules, view)), int(card_sides(rules, view))
                    assert chosen == (two if table == "moscow" else more)
                    differ += two != more
    assert differ > 0


def test_the_caller_who_is_dealt_the_upcard_counts_it() -> None:
    """The dealer of ``pairs``: a jack to come is worth ten and a further trump."""
    view = new_record(VIEW)
    view.players = view.in_play = 4
    view.passive, view.trump, view.round, view.dealer, view.seat = -1, -1, 1, 0, 0
    view.hand = view.full = mask(parse_cards("Th 8h 9s Ts 8c 7c"))  # 4 + 2 + 1 further + 3 ten + 1 void = 11
    view.legal = 1 << PASS | 1 << 3
    rules = variants["pairs"].lower()[0]
    for upcard, call in (("Jh", PASS), ("9h", PASS)):  # 22 and 18: not yet 23
        view.upcard = parse_card(upcard)
        assert call_rules(rules, view) == call
    view.hand = view.full = mask(parse_cards("Th 8h 7h Ts 8c 7c"))  # 4 + 2 + 2 + 2 further + 3 + 1 = 14
    view.upcard = parse_card("Jh")  # 14 + 10 + 1 = 25
    assert call_rules(rules, view) == 3
    view.seat = 2
    assert call_rules(rules, view) == PASS


@pytest.mark.parametrize("table", ["three", "passive4", "solo4"])
def test_a_passive_dealer_never_decides(table: str) -> None:
    """All others do."""
    rules = variants[table].lower()[0]
    desk, views = new_desk(), None
    views = keep_log(desk)
    asked: set[int] = set()
    for index in range(8):
        play_one(rules, family_of("always", "rules", rules.players), desk, SEED, index)
        seats = {int(record_of(view)["seat"]) for view in views[: desk.log.count]}
        passive = index % 4 if table == "passive4" else -1
        assert len(seats) == rules.in_play
        assert passive not in seats
        asked |= seats
    assert asked == set(range(rules.players))


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(
    ("table", "role", "other", "bar"),
    [
        ("pairs", None, "random", 25),
        ("pairs", None, "greedy", 9),
        ("pairs", None, TWO_HANDED, 6),
        ("three", "declarer", "greedy", 12),
        ("three", "defenders", "greedy", 7),
        ("three", "defenders", TWO_HANDED, 3),
        ("three", "declarer", TWO_HANDED, 0),
        ("solo4", "defenders", TWO_HANDED, 11),
        ("passive4", "defenders", TWO_HANDED, 3),
    ],
)
def test_play_rules_is_strong(
    table: str, role: str | None, other: str, bar: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Trick points a deal on duplicate deals: above the bar with all of the interval."""
    monkeypatch.setattr(registry, "_own", {})
    if other == TWO_HANDED:
        two_handed()
    margin = duel("rules", other, 20_000, SEED, rules=table, role=role, confidence=SURE)
    assert margin.low is not None and margin.low > bar


@pytest.mark.compiled
@pytest.mark.parametrize("table", ["three", "pairs", "solo4", "passive4"])
@pytest.mark.parametrize("other", ["never", "random", "points:40"])
def test_bidding_rules_is_strong(table: str, other: str) -> None:
    """Written points a deal on duplicate deals, everybody playing ``rules``: above 0 with all of the interval."""
    margin = duel("rules", other, 20_000, SEED, rules=table, bidding=True, confidence=SURE)
    assert margin.low is not None and margin.low > 0


@pytest.mark.compiled
def test_a_duel_with_oneself_is_level() -> None:
    """The negative control, in every way of seating."""
    for table, role in (("pairs", None), ("three", None), ("passive4", None), ("three", "declarer")):
        margin = duel("rules", "rules", 1_000, SEED, rules=table, role=role)
        assert margin.se == 0 or (role is None and table != "pairs")
        assert margin.value == pytest.approx(0, abs=1e-9)
