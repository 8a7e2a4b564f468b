"""Bidding rules: hands decided by hand, and a slow twin of every rule that reads cards as a player does."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from click.testing import CliRunner

from debertz_sim.cards import mask, parse_cards
from debertz_sim.cli.main import cli
from debertz_sim.errors import UserError
from debertz_sim.kernels.classes import SLOT_BITS, class_codes
from debertz_sim.policies.charted import PASS_2
from debertz_sim.policies.policy import BIDDING
from debertz_sim.policies.registry import find
from debertz_sim.policies.rule_book import COUNT, COUNT_ENOUGH, RULES, TREE, Rule, rule
from debertz_sim.policies.rule_forms import (
    ENDS,
    Node,
    Tree,
    answers_of,
    count_of,
    grades,
    questions,
    tables,
)
from debertz_sim.policies.rule_hands import holdings

SUITS = "scdh"
ORDER = "789TJQKA"
TRUMP_POINTS = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
SIDE_POINTS = {"J": 2, "9": 0, "A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}


def calls(name: str, hand: str, upcard: str) -> tuple[str, str, str, str]:
    """What a rule calls as forehand and dealer in round 1 (``play``), then in round 2 (a suit); ``-`` for a pass."""
    code = np.zeros(1, np.int64)
    class_codes(np.array([mask(parse_cards(hand))]), np.array([int(parse_cards(upcard)[0])]), code)
    first_f, first_d, second_f, second_d = (int(each) for each in RULES[name].calls[:, code[0] >> SLOT_BITS])

    def suit(call: int) -> str:
        return "-" if call == PASS_2 else SUITS[int(code[0]) >> 2 * call & 3]

    return "-" if not first_f else "play", "-" if not first_d else "play", suit(second_f), suit(second_d)


PASSES = ("-", "-", "-", "-")


@pytest.mark.parametrize(
    ("name", "hand", "upcard", "expected"),
    [
        # 8 + 5 + 4 (the seven takes the queen) + side ace 2 = 19; hearts 3 - 1, diamonds 4 + 2 - 1, clubs 2 + 2 - 1
        ("count", "Js 9s 7s Ah Kd 8c", "Qs", ("play", "play", "-", "-")),
        # 4 + 4 + 2 + side ten 1 = 11: enough for the dealer alone; hearts 3 + 5
        ("count", "Ks Qs 8s Th 9h 7d", "9s", ("-", "play", "-", "-")),
        # 4 + 4 + 2 - 1 for the jack of hearts = 9; hearts 8
        ("count", "Ks Qs 8s Jh 9d 7d", "As", PASSES),
        # hearts 8 + 5; with spades as trump nothing but the jack beside
        ("count", "Jh 9h Kd 7d 8c 7c", "As", ("-", "-", "h", "h")),
        # strength 34 + 20 = 54, points 34 + 11
        ("tree", "Js 9s 8c 7c Ah 7d", "Qs", ("play", "play", "-", "-")),
        # spades 4 + 3 + 20 + 20 = 47, no jack, side ace and ten; in round 2 clubs 11 + 10, diamonds 10 + 10
        ("tree", "Ks Qs Ac Td 8h 7h", "8s", ("play", "play", "-", "-")),
        # 20 + 20 = 40 with the jack but neither ace nor ten beside: the dealer in round 1
        ("tree", "Js 8s Kc Qd 8h 7h", "As", ("-", "play", "-", "-")),
        ("tree", "8s 7s Kc Qd 8h 7h", "9s", PASSES),
        ("jack-and-two", "Js 8s 7s Ac Ad Ah", "9s", ("play", "play", "-", "-")),
        ("jack-and-two", "Js 9s Ac Ad Ah Td", "8s", PASSES),
        ("jack-and-two", "Jh 8h 7h Jc 9c 7c", "8s", ("-", "-", "c", "c")),  # 34 trump points against 20
        ("jack-and-nine", "Js 9s Ac Ad Ah Td", "8s", ("play", "play", "-", "-")),
        ("jack-and-nine", "Js As Ts Ks Qs 8s", "7s", PASSES),
        ("third-and-ace", "9s 8s 7s Ac 7d 8d", "Js", ("play", "play", "-", "-")),
        ("third-and-ace", "9s 8s 7s Kc 7d 8d", "Js", PASSES),
        ("third-and-ace", "9s As Ac 7c 7d 8d", "Js", PASSES),
        ("thirty-and-ace", "Js Ts Ac 7c 7d 8d", "9s", ("play", "play", "-", "-")),
        ("thirty-and-ace", "9s As Ks Ac 7d 8d", "8s", PASSES),  # 14 + 11 + 4
        ("thirty-and-ace", "Js Ts Kc 7c 7d 8d", "9s", PASSES),
        ("four-trumps", "9s 8s 7s Qs 7d 8d", "Js", ("play", "play", "-", "-")),
        ("four-trumps", "Js 9s As 7c 8c 8d", "8s", PASSES),
        ("four-trumps", "Jh 9h Ah Th 8c 8d", "8s", ("-", "-", "h", "h")),
        ("bella-third", "Ks Qs 7s Ac Ad 7h", "8s", ("play", "play", "-", "-")),
        ("bella-third", "Ks Qs Ac Ad Ah Td", "8s", PASSES),
        ("bella-third", "Js 8s 7s Kd Qd 7d", "9s", ("play", "play", "d", "d")),
        ("bold-dealer", "Js 8s Ac Ad 8h 7h", "9s", ("-", "play", "-", "-")),
        ("bold-dealer", "Js 8s 7s Ad 8h 7h", "9s", ("play", "play", "-", "-")),
        ("bold-dealer", "Jh 8h 7s Ad Ac 8s", "9s", PASSES),
    ],
)
def test_hands_decided_by_hand(name: str, hand: str, upcard: str, expected: tuple[str, ...]) -> None:
    assert calls(name, hand, upcard) == expected


# A twin: ranks of the trump suit and of the three others as texts, whether in round 1, and the upcard's rank.
Twin = Callable[[str, list[str]], float]


def twin_count(trumps: str, sides: list[str]) -> float:
    """``rule:count`` card by card."""
    groups = {"J": "jack", "9": "nine", "K": "royal", "Q": "royal", "A": "high", "T": "high", "8": "low", "7": "low"}
    beside = {"A": COUNT["ace"], "T": COUNT["ten"], "J": COUNT["other jack"]}
    return sum(COUNT[groups[rank]] for rank in trumps) + sum(beside.get(rank, 0) for rank in "".join(sides))


def twin_tree(trumps: str, sides: list[str]) -> float:
    """``rule:tree``, answer by answer."""
    points = sum(TRUMP_POINTS[rank] for rank in trumps)
    beside = "".join(sides)
    answers = {
        "trumps": len(trumps),
        "jack": trumps.count("J"),
        "nine": trumps.count("9"),
        "royals": trumps.count("K") + trumps.count("Q"),
        "strength": points + 10 * len(trumps) + (20 if "K" in trumps and "Q" in trumps else 0),
        "points": points + sum(SIDE_POINTS[rank] for rank in beside),
        "aces": beside.count("A"),
        "high": beside.count("A") + beside.count("T"),
        "other jacks": beside.count("J"),
    }
    at: Tree = TREE
    while isinstance(at, Node):
        at = at.yes if answers[at.ask] >= at.least else at.no
    return at + (512 * ("J" in trumps) + 64 * len(trumps) + points) / 10_000


def _custom(plays: Callable[[str, list[str]], bool]) -> Twin:
    def count(trumps: str, sides: list[str]) -> float:
        return 1 + sum(TRUMP_POINTS[rank] for rank in trumps) / 100 if plays(trumps, sides) else 0

    return count


def twin_bold(trumps: str, sides: list[str]) -> float:
    """``rule:bold-dealer``."""
    grade = 0 if "J" not in trumps or len(trumps) < 2 else 1 if len(trumps) == 2 else 2
    return grade + sum(TRUMP_POINTS[rank] for rank in trumps) / 100 if grade else 0


TWINS: dict[str, tuple[Twin, bool]] = {  # and whether the seven counts as the upcard in round 1
    "count": (twin_count, True),
    "tree": (twin_tree, True),
    "jack-and-two": (_custom(lambda trumps, _: "J" in trumps and len(trumps) >= 3), False),
    "jack-and-nine": (_custom(lambda trumps, _: "J" in trumps and "9" in trumps), False),
    "third-and-ace": (
        _custom(lambda trumps, sides: bool(set(trumps) & set("J9")) and len(trumps) > 2 and "A" in "".join(sides)),
        False,
    ),
    "thirty-and-ace": (
        _custom(lambda trumps, sides: sum(TRUMP_POINTS[rank] for rank in trumps) >= 30 and "A" in "".join(sides)),
        False,
    ),
    "four-trumps": (_custom(lambda trumps, _: len(trumps) >= 4), False),
    "bella-third": (_custom(lambda trumps, _: len(trumps) >= 3 and ("J" in trumps or {*"KQ"} <= {*trumps})), False),
    "bold-dealer": (twin_bold, False),
}


def twin_calls(its: Rule, hand: list[str], upcard: str) -> tuple[str, ...]:
    """What the twin calls, as ``calls`` says it; ties by the order of the rules' words."""
    count, exchanges = TWINS[its.name]
    held = {suit: "".join(sorted((card[0] for card in hand if card[1] == suit), key=ORDER.index)) for suit in SUITS}

    def worth(suit: str, first: bool) -> float:
        trumps = held[suit]
        if first and exchanges and "7" in trumps:
            trumps = trumps.replace("7", upcard[0])
        return count(trumps, [held[other] for other in SUITS if other != suit])

    def place(suit: str) -> tuple[float, int, list[int]]:
        return worth(suit, False), len(held[suit]), [ORDER.index(rank) for rank in reversed(held[suit])]

    turned = upcard[1]
    first = tuple("play" if worth(turned, True) >= enough else "-" for enough in its.enough[:2])
    best = max((suit for suit in SUITS if suit != turned), key=place)  # the earlier suit of alike ones
    return first + tuple(best if worth(best, False) >= enough else "-" for enough in its.enough[2:])


@pytest.mark.parametrize("name", RULES)
def test_rules_are_what_their_twins_say(name: str) -> None:
    draw = np.random.default_rng(17)
    deck = [rank + suit for suit in SUITS for rank in ORDER]
    suits_named = set()
    for _ in range(3000):
        *hand, upcard = (deck[k] for k in draw.permutation(32)[:7])
        expected = twin_calls(RULES[name], hand, upcard)
        assert calls(name, " ".join(hand), upcard) == expected, (hand, upcard)
        suits_named.add(expected[2])
    assert suits_named == {"-", *SUITS}


def test_words_say_the_numbers() -> None:
    words = RULES["count"].words
    for number in (*COUNT.values(), *COUNT_ENOUGH):
        assert f" {number}" in words
    text = RULES["tree"].words
    for number, node in enumerate(questions(TREE), 1):
        assert f"({number}) " in text
        assert f"at least {node.least}?" in text
    assert len(questions(TREE)) <= 12 >= len(COUNT) + len(set(COUNT_ENOUGH))


def test_a_tree_in_words_leads_where_the_tree_does() -> None:
    tree = Node("trumps", 3, yes=Node("jack", 1, yes=2, no=1), no=0)
    answers = {"trumps": np.array([2, 3, 4]), "jack": np.array([1, 0, 1])}
    assert grades(tree, answers).tolist() == [0, 1, 2]
    assert [node.ask for node in questions(tree)] == ["trumps", "jack"]
    assert len(ENDS) == 3


def test_the_seven_counts_as_what_it_takes_in_round_1_only() -> None:
    first, second = holdings()[:2]
    sevens = (first.trumps & 1).astype(bool)
    counted = count_of(COUNT)(first)
    plain = tables(COUNT).trump[first.trumps] + sum(tables(COUNT).side[cards] for cards in first.sides)
    gains = counted - plain
    assert (gains[~sevens] == 0).all()
    jack = sevens & (first.upcard == ORDER.index("J"))
    assert (gains[jack] == COUNT["jack"] - COUNT["low"]).all()
    assert (second.exchanged.trumps == second.trumps).all()
    assert (answers_of(first)["jack"][jack] == 1).all()


def test_unknown_rules_are_refused_with_the_nearest() -> None:
    with pytest.raises(UserError, match=r"unknown rule 'cuont'.*count"):
        rule("cuont")
    with pytest.raises(UserError, match="unknown rule"):
        find(BIDDING, "rule:")


def test_policies_show_tells_a_rules_own_words() -> None:
    shown = CliRunner().invoke(cli, ["policies", "show", "rule:count"])
    assert shown.exit_code == 0
    assert RULES["count"].version in shown.output
    assert "king and queen 4 each" in " ".join(shown.output.split())
    names = " ".join(CliRunner().invoke(cli, ["policies", "show", "rule"]).output.split())
    assert all(f"{name} (" in names for name in RULES)
