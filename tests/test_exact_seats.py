"""The contest of two, three and four hands: against plain enumeration of small deals, and against known identities.

Sampled deals are set beside it in ``test_cli_odds.py``.
"""

from __future__ import annotations

import itertools
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import pytest

from debertz_sim.cards import mask, parse_card, parse_cards
from debertz_sim.exact import contest_odds, hand_odds, my_hand_odds
from debertz_sim.exact.contest import TIES as TIE_RULES
from debertz_sim.exact.contest import Table, contest_counts
from debertz_sim.exact.fours import count_fours
from debertz_sim.exact.patterns import Hands, Layout, patterns
from debertz_sim.exact.seats import PLACES, deal_all, hand_cards, views
from debertz_sim.exact.values import tables_of
from debertz_sim.rules import RuleSet
from debertz_sim.variants import variants
from tests.slow_melds import RANKS, TIES, Name, Slow, many_metrics, table

HEARTS = 3
SPECIAL = ("moscow", "three", "pairs", "solo4", "passive4", "online-pairs", "online-3", "club-3", "klabor-pairs")


def cards(text: str) -> int:
    return mask(parse_cards(text)) if text else 0


def deals(unseen: Sequence[int], sizes: Sequence[int]) -> list[tuple[int, ...]]:
    """Every way to deal cards to hands of these sizes, as masks."""
    if not sizes:
        return [()]
    found = []
    for picked in itertools.combinations(unseen, sizes[0]):
        rest = [card for card in unseen if card not in picked]
        found += [(mask(picked), *others) for others in deals(rest, sizes[1:])]
    return found


# Small deals: unseen cards, cards that each hand has already, how many of the unseen each gets, hands dealt alike.
SMALL: dict[str, tuple[str, tuple[str, ...], tuple[int, ...], tuple[int, ...]]] = {
    "two": ("Qs Js Ts Qh Jh Th 9h 9s Kd", ("Ks", "Kh"), (3, 3), ()),
    "three, alike": ("7s 8s 9s 7h 8h 9h 9d 8d Td 7c", ("", "", ""), (3, 3, 3), (0, 1, 2)),
    "three, I hold": ("Qs Js Ts Qh Jh Th 9h 7h", ("Ks As Kh Ah 9c 8c", "Kd Qd", "Kc Qc"), (2, 2, 2), ()),
    "four": ("7s 8s 9s 7h 8h 9h Td 9d", ("Ts Th", "Js Jh", "8d 7d", "Jd"), (2, 2, 2, 2), ()),
    "four, two alike": ("9s Ts Js 9h Th Jh 9c Tc", ("Qd Kd Ad", "", "", "Qh Kh"), (1, 3, 3, 1), (1, 2)),
}
CAMPS: dict[int, list[tuple[tuple[str, ...], int | None]]] = {
    2: [(("a", "b"), None)],
    3: [(("a", "b", "c"), None), (("declarer", "defenders", "defenders"), None), (("a", "b", "c"), 2)],
    4: [(("x", "y", "x", "y"), None), (("a", "b", "c", "d"), 3), (("defenders", "declarer", "defenders", "d"), 3)],
}
ORDERS = {
    "natural": RuleSet(),
    "strength": RuleSet(sequence_order="strength"),
    "length, five": RuleSet(sequence_rank="length", sequence_points={3: 20, 4: 40, 5: 50}),
}


def quick(wanted: Sequence[str], every: Sequence[str]) -> list[Any]:
    """All of them, those that are not wanted at every check marked as slow."""
    return [pytest.param(one, marks=[] if one in wanted else [pytest.mark.slow]) for one in every]


@pytest.mark.slow
@pytest.mark.parametrize("order", quick(["natural"], list(ORDERS)))
@pytest.mark.parametrize("case", SMALL)
def test_small_deals_by_enumeration(case: str, order: str) -> None:
    """All metrics, under all tie rules and ways to share a camp, are those of all deals gone through one by one."""
    unseen_text, held_text, sizes, alike = SMALL[case]
    rules = ORDERS[order]
    unseen, held = parse_cards(unseen_text), [cards(text) for text in held_text]
    slow, number = Slow(rules), len(held)
    names = tuple("abcd"[:number])
    every = [[mine | own for mine, own in zip(deal, held, strict=True)] for deal in deals(unseen, sizes)]
    ranked = [([slow.best(h, HEARTS) for h in deal], [slow.points(h, HEARTS) for h in deal]) for deal in every]
    for tie, (camps, passive) in itertools.product(TIES, CAMPS[number]):
        expected: Counter[Name] = Counter()
        for best, points in ranked:
            for name, value in many_metrics(tie, best, points, names, camps, passive):
                expected[name] += value
        hands, total = small_patterns(rules, unseen, held, sizes, alike, TIE_RULES[tie][0])
        assert total == len(every)
        counts = contest_counts(tie, hands, Table(names, camps, passive))
        found = {(metric, *sorted(group)): number for (metric, group), number in counts.items() if number}
        assert found == +expected, (tie, camps, passive)


def small_patterns(
    rules: RuleSet,
    unseen: Sequence[int],
    held: Sequence[int],
    sizes: Sequence[int],
    alike: Sequence[int],
    trump_decides: bool,
) -> tuple[Hands, int]:
    rest = len(unseen) - sum(sizes)
    layout = Layout(tables_of(rules), [*sizes, *([rest] if rest else [])], len(held), alike)
    free = mask(unseen)
    suits = [
        layout.suit(suit == HEARTS, free >> 8 * suit & 255, [own >> 8 * suit & 255 for own in held])
        for suit in range(4)
    ]
    (hands,) = patterns(layout, suits[:3], suits[3:], trump_decides)
    return hands, layout.total


def test_hands_that_are_not_alike_must_not_be_sorted() -> None:
    """Negative control: what a hand holds already makes it another one."""
    unseen_text, held_text, sizes, _ = SMALL["three, I hold"]
    args = RuleSet(), parse_cards(unseen_text), [cards(text) for text in held_text], sizes
    right, _ = small_patterns(*args, (), True)
    wrong, _ = small_patterns(*args, (0, 1, 2), True)
    tables = [contest_counts("turn", hands, Table(("a", "b", "c"), ("a", "b", "c"))) for hands in (right, wrong)]
    assert tables[0] != tables[1]


# Identities over the whole pack


@pytest.mark.parametrize("name", quick(["three", "pairs", "passive4"], SPECIAL))
def test_each_hand_alone_is_a_random_hand(name: str) -> None:
    """Over all upcards a hand of n is any n of 32 cards: counted with the others, it holds what it holds alone."""
    rules = variants[name]
    held, points = marginals(rules)
    for place, size in enumerate(hand_cards(rules)):
        values = table(hand_odds(rules.with_(fours="none"), size))
        mean = sum(
            name[1][1] * value for name, value in values.items() if name[0] == "sequence_points" and name[1][1] > 0
        )
        assert (held[place], points[place]) == (values["any_sequence",], mean)


def marginals(rules: RuleSet) -> tuple[list[Fraction], list[Fraction]]:
    """By place: the chance of a sequence, and the mean points held, out of the counts of the contest."""
    everybody = [f"seat{k}" for k in range(rules.players)]
    dealt, total = deal_all(rules)
    assert all(int(hands.weights.sum()) == total for hands in dealt)
    held = [sum(int(h.weights[h.ranks[place] > 0].sum()) for h in dealt) for place in range(len(everybody))]
    points = [sum(int(h.points[place].sum()) for h in dealt) for place in range(len(everybody))]
    return [Fraction(n, 8 * total) for n in held], [Fraction(n, 8 * total) for n in points]


def test_the_third_hand_left_out_leaves_two() -> None:
    (three, all_three), (two, all_two) = deal_all(variants["three"]), deal_all(variants["moscow"])
    for of_three, of_two in zip(three, two, strict=True):
        for one, other in itertools.product((False, True), repeat=2):
            both = [
                int(hands.weights[((hands.ranks[0] > 0) == one) & ((hands.ranks[1] > 0) == other)].sum())
                for hands in (of_three, of_two)
            ]
            assert Fraction(both[0], all_three) == Fraction(both[1], all_two)


@pytest.mark.parametrize("tie", quick(["trump_then_turn", "last_trick"], TIES))
@pytest.mark.parametrize("name", quick(["three", "pairs"], SPECIAL))
def test_every_contest_adds_up(name: str, tie: str) -> None:
    rules = variants[name].with_(sequence_tie=tie)
    values = table(contest_odds(rules))
    parts = {tuple(item for item in key[1:] if item[0] in ("upcard_rank", "declarer")) for key in values}
    assert len(parts) == 9 + (3 if name in ("three",) else 0)
    for part in parts:
        inside = {key: v for key, v in values.items() if set(part) <= set(key[1:]) and parted(key) == set(part)}
        having = [v for key, v in inside.items() if str(key[0]).endswith(("has_sequence", "have_sequence"))]
        assert sum(having) == (1 if not dict(part).get("declarer") else 0)
        keys = ["side"] if dict(part).get("declarer") else ["seat"] + ["side"] * (rules.sides == "pairs")
        for key in keys:
            assert sum(v for n, v in inside.items() if n[0] == "sequence_winner" and key in dict(n[1:])) == 1
            by_key = {key: points(inside, key) for key in keys}
            assert len(set(by_key.values())) == 1
        if not part or dict(part).get("upcard_rank"):
            decided = sum(v for n, v in inside.items() if n[0] == "sequence_decided_by")
            several = inside["several_have_sequence", *part]
            # Partners who alone hold sequences have no contest.
            assert decided < several if rules.sides == "pairs" else decided == several


def parted(key: Name) -> set[object]:
    return {item for item in key[1:] if item[0] in ("upcard_rank", "declarer")}  # type: ignore[index]


def points(values: dict[Name, Fraction], key: str) -> Fraction:
    """All points that are scored for certain, by seats or by sides."""
    names = [n for n in values if n[0] == "sequence_points_scored" and key in dict(n[1:]) and "if" not in dict(n[1:])]
    return sum((values[n] for n in names), Fraction(0))


@pytest.mark.parametrize("tie", quick(["both"], ["nobody", "both", "last_trick", "trump_or_nobody"]))
def test_without_turn_alike_seats_are_equal(tie: str) -> None:
    """Over all upcards the dealer's hand is like any other, but for having a trump where trump matters."""
    for name, alike in (("three", 3), ("solo4", 3 if tie == "trump_or_nobody" else 4), ("passive4", 3)):
        values = table(contest_odds(variants[name].with_(sequence_tie=tie)))
        places = PLACES[variants[name].players]
        for metric in ("sequence_winner", "sequence_points_scored"):
            assert len({values[metric, ("seat", place)] for place in places[:alike]}) == 1
            if alike < len(places):
                assert values[metric, ("seat", places[0])] != values[metric, ("seat", places[-1])]


def test_turn_favours_the_earlier() -> None:
    for name in ("three", "solo4", "passive4"):
        values = table(contest_odds(variants[name].with_(sequence_tie="turn")))
        chances = [values["sequence_winner", ("seat", place)] for place in PLACES[variants[name].players][:3]]
        assert chances == sorted(chances, reverse=True) and len(set(chances)) == 3


@pytest.mark.slow
def test_who_shares_a_camp() -> None:
    """A pool leaves the declarer his chance and gives the defenders theirs together; partners help each other."""
    values = table(contest_odds(variants["three"]))
    alone = {place: values["sequence_winner", ("seat", place)] for place in PLACES[3]}
    for place in PLACES[3]:
        declarer = ("declarer", place)
        assert values["sequence_winner", declarer, ("side", "declarer")] == alone[place]
        assert values["sequence_winner", declarer, ("side", "defenders")] == sum(alone.values()) - alone[place]
        together = values["sequence_points_scored", declarer, ("side", "defenders")]
        others = [other for other in PLACES[3] if other != place]
        assert together > sum(values["sequence_points_scored", ("seat", other)] for other in others)
    pairs, solo = table(contest_odds(variants["pairs"])), table(contest_odds(variants["solo4"]))
    for side, seats in (("0+2", ("seat0", "seat2")), ("1+3", ("seat1", "seat3"))):
        won = sum(solo["sequence_winner", ("seat", seat)] for seat in seats)
        assert pairs["sequence_winner", ("side", side)] == won
        scored = sum(solo["sequence_points_scored", ("seat", seat)] for seat in seats)
        assert pairs["sequence_points_scored", ("side", side)] > scored


def test_a_passive_dealer_always_scores() -> None:
    rules = variants["passive4"]
    values = table(contest_odds(rules))
    five = table(hand_odds(rules, 5))
    mean = sum(name[1][1] * value for name, value in five.items() if name[0] == "sequence_points")
    assert values["sequence_points_scored", ("seat", "seat3")] == mean
    assert 0 < values["sequence_winner", ("seat", "seat3")] < five["any_sequence",]


@pytest.mark.slow
def test_the_declarer_may_get_the_upcard() -> None:
    """Where he sits last, it is as if the dealer got it; values without ``declarer`` are the mean over his places."""
    rules = variants["solo4"].with_(upcard_to="declarer")
    values, dealer = table(contest_odds(rules)), table(contest_odds(variants["solo4"]))
    for place in PLACES[4]:
        seat = ("seat", place)
        assert values["sequence_winner", ("declarer", "seat3"), seat] == dealer["sequence_winner", seat]
        each = [values["sequence_winner", *sorted([("declarer", who), seat])] for who in PLACES[4]]
        assert values["sequence_winner", seat] == sum(each) / 4
    assert len(views(rules)) == 5


@pytest.mark.slow
def test_large_values_are_counted_exactly() -> None:
    """Points that would not fit into 63 bits once summed over all deals."""
    small, large = (
        table(contest_odds(variants["solo4"].with_(sequence_points={3: 2 * k, 4: 5 * k}))) for k in (1, 200)
    )
    assert all(
        large[name] == value * (200 if name[0] == "sequence_points_scored" else 1) for name, value in small.items()
    )


# My own hand among three and four


@pytest.mark.slow
@pytest.mark.parametrize("name", ["three", "pairs", "passive4"])
def test_my_hand_by_enumeration(name: str) -> None:
    """All packets that may come to me, at each place; the dealer of four has the upcard and one card less."""
    rules = variants[name]
    hand, upcard = cards("7h 8h Qh Ks Qs 9d"), parse_card("Kc")
    values = table(my_hand_odds(rules, hand, upcard, trump=HEARTS))
    unseen = [card for card in range(32) if not hand >> card & 1 and card != upcard]
    slow = Slow(rules)
    in_play = PLACES[rules.players][: rules.players - rules.passive_dealer]
    mean: Counter[Name] = Counter()
    for place, seat in enumerate(in_play):
        mine = hand | (1 << upcard if rules.upcard_to == "dealer" and place == 3 else 0)
        packets = itertools.combinations(unseen, hand_cards(rules)[place] - mine.bit_count())
        hands = [mine | mask(packet) for packet in packets]
        found: Counter[Name] = Counter()
        for full in hands:
            found["any_sequence",] += slow.best(full, HEARTS)[0] > 0
            found["sequence_points", ("points", slow.points(full, HEARTS))] += 1
        for metric, number in found.items():
            own = values.get((metric[0], *sorted([*metric[1:], ("i_am", seat)])), values[metric])
            assert own == Fraction(number, len(hands))
            mean[metric] += Fraction(number, len(hands) * len(in_play))
    assert all(values[metric] == number for metric, number in mean.items())


@pytest.mark.slow
def test_a_passive_dealers_five_by_enumeration() -> None:
    hand, upcard = cards("7h 8h Qh Ks Qs 9d"), parse_card("Kc")
    rules = variants["passive4"]
    values = table(my_hand_odds(rules, hand, upcard))
    unseen = [card for card in range(32) if not hand >> card & 1 and card != upcard]
    slow = Slow(rules)
    fives = [1 << upcard | mask(four) for four in itertools.combinations(unseen, 4)]
    found = Counter(slow.points(five, upcard >> 3) for five in fives)
    dealer = ("seat", "seat3")
    assert values["any_sequence", dealer] == 1 - Fraction(found[0], len(fives))
    mean = Fraction(sum(points * number for points, number in found.items()), len(fives))
    assert values["sequence_points_scored", ("i_am", "seat0"), dealer] == mean
    assert not any(key[0] == "redeal_right" and dealer in key for key in values)


def test_an_opponent_more_changes_the_contest_alone() -> None:
    """What I hold and what an opponent holds is the same among two and three; a third hand can only take from me."""
    hand, upcard = cards("As Ks Qs Th 9h 7h"), parse_card("Jh")
    two = table(my_hand_odds(RuleSet(sequence_tie="turn"), hand, upcard))
    three = table(my_hand_odds(variants["three"].with_(sequence_tie="turn"), hand, upcard))
    for metric in ("any_sequence", "best_is_terts", "best_is_fifty", "bella"):
        assert two[metric,] == three[metric,]
        assert two[metric, ("seat", "opponent")] == three[metric, ("seat", "opponent")]
    assert (
        three["sequence_winner", ("i_am", "forehand"), ("seat", "me")]
        < two["sequence_winner", ("i_am", "forehand"), ("seat", "me")]
    )


# Fours


def test_fours_of_small_hands_by_enumeration() -> None:
    unseen = parse_cards("Js Jc Jd Jh 9c 9d 9h As Ac 7s")
    held, picks = (cards("9s"), cards("Ad Ah")), (4, 4)
    expected: Counter[tuple[tuple[str, ...], ...]] = Counter()
    for deal in deals(unseen, picks):
        fours = []
        for own, dealt in zip(held, deal, strict=True):
            full = own | dealt
            fours.append(tuple(r for r in "JA9" if all(full >> 8 * s + RANKS.index(r) & 1 for s in range(4))))
        expected[tuple(fours)] += 1
    assert count_fours("JA9", held, mask(unseen), picks) == expected


def test_fours_of_one_hand() -> None:
    """Any two of eight ranks at most in nine cards; by inclusion and exclusion on paper."""
    values = table(hand_odds(variants["belote"], 9))
    hands = comb(32, 9)
    two = comb(24, 1)
    one = comb(28, 5)
    assert values["any_four",] == Fraction(8 * one - comb(8, 2) * two, hands)
    assert values["four_points", ("points", 300)] == Fraction(7 * two, hands)
    assert values["four_points", ("points", 200)] == Fraction(one - 7 * two + comb(7, 2) * two, hands)
    assert all(values["four_of_a_kind", ("rank", rank)] == Fraction(one, hands) for rank in RANKS)
    assert ("any_four",) not in table(hand_odds(RuleSet(), 9))
    some = table(hand_odds(RuleSet(fours={"K": 70}), 9))
    assert some["any_four",] == some["four_points", ("points", 70)] == Fraction(one, hands)


def test_the_contest_of_fours() -> None:
    """Both hands have the same chance; jacks beat all others, whose points they burn."""
    values = table(contest_odds(variants["belote"]))
    winners = {seat: values["four_winner", ("seat", seat)] for seat in ("forehand", "dealer", "nobody")}
    assert winners["forehand"] == winners["dealer"]
    assert sum(winners.values()) == 1
    deals_of_two = comb(31, 9) * comb(22, 9)
    # Upcard jack: no four of jacks; every four is 100, and only aces beat all others.
    without = values["four_points_scored", ("seat", "forehand"), ("upcard_rank", "J")]
    assert without < 100 * Fraction(7 * comb(27, 5) * comb(22, 9), deals_of_two)
    assert without > 100 * winner_of(values, "J")  # some hold two
    assert ("four_winner", ("seat", "nobody")) not in table(contest_odds(RuleSet()))


def winner_of(values: dict[Name, Fraction], rank: str) -> Fraction:
    return values["four_winner", ("seat", "forehand"), ("upcard_rank", rank)]


# Weight


def test_counting_needs_no_compiler() -> None:
    """In a fresh process four seats are counted with neither numba nor pandas."""
    code = """
import sys
from debertz_sim.exact import contest_odds
from debertz_sim.rules import RuleSet
rules = RuleSet(players=4, second_packet=2, upcard_to="dealer", sequence_rank="length")
contest_odds(rules)
print(*({"numba", "pandas"} & set(sys.modules)))
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == []


def test_the_points_are_those_of_the_patterns() -> None:
    """Points of a pattern lie between those of the least and of the richest hand it stands for."""
    (hands, *_), _ = deal_all(variants["three"])
    mean = np.divide(hands.points, hands.weights)
    assert ((mean >= 20) == (hands.ranks > 0)).all()
    assert (mean <= 100).all()
