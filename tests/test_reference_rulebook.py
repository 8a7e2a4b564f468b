"""The rule book against every implementation, and the twin's own manners.

An implementation is added by one entry of IMPLEMENTATIONS (deals) and MATCH_IMPLEMENTATIONS (chains of deals);
what it has to do is written in ``tests/rulebook/case.py``.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.reference import Dealt, OutOfChoices, ReferenceError_, replay, replay_match
from tests.reference.cards import SUITS, parse, texts
from tests.reference.melds import sequences
from tests.rulebook import CASES, MATCH_CASES, Case, MatchCase
from tests.rulebook.case import (
    MOSCOW,
    Deal,
    Expected,
    Implementation,
    MatchImplementation,
    Refused,
    cards,
    contrast_deal,
    deal,
    full_rules,
    look_up,
)
from tests.rulebook.engine import engine, engine_match
from tests.rulebook.values import SHAPE, VALUES


def dealt_of(case: Deal) -> Dealt:
    """What the twin takes of a deal."""
    return Dealt(
        [cards(packet) for packet in case.first],
        parse(case.upcard),
        [cards(packet) for packet in case.second],
        None if case.freza is None else parse(case.freza),
        case.calls.split(),
        cards(case.cards),
    )


def twin(rules: dict[str, Any], case: Deal) -> dict[str, Any]:
    """The slow twin as an implementation of the rule book."""
    try:
        played = replay(
            rules,
            case.dealer,
            *dealt_of(case),
            exchange=case.exchange,
            pots=case.pots,
            forced_declarer=case.forced,
            scores_before=list(case.scores) if case.scores else None,
            baids_before=list(case.baids) if case.baids else None,
            match_round=case.match_round,
            obliged=case.obliged,
            deciding_deals_before=case.deciding,
        )
    except OutOfChoices as end:
        legal = sorted(end.legal)
        words = texts(legal) if end.kind == "card" else sorted([*SUITS, "pass"][call] for call in legal)
        return {"to_move": {"seat": end.seat, "legal": words}}
    except ReferenceError_ as error:
        raise Refused(str(error)) from error
    return {**played.transcript, "decisions": played.decisions}


def twin_match(rules: dict[str, Any], first_dealer: int, deals: tuple[Deal, ...]) -> dict[str, Any]:
    """The slow twin's matches as an implementation of the rule book."""
    match = replay_match(rules, first_dealer, [dealt_of(one) for one in deals])
    return {
        "deals": [played.transcript for played in match.deals],
        "over": match.over,
        "winner": match.winner,
        "scores": match.scores,
        "payoffs": match.payoffs,
        "round_winners": match.round_winners,
    }


ALL_CASES: list[Case | MatchCase] = [*CASES, *MATCH_CASES]
IMPLEMENTATIONS: dict[str, Implementation] = {"twin": twin, "engine": engine}
MATCH_IMPLEMENTATIONS: dict[str, MatchImplementation] = {"twin": twin_match, "engine": engine_match}


def meets(result: dict[str, Any], expected: Expected) -> None:
    """Assert that a result says what is expected."""
    found = {path: look_up(result, path) for path in expected}
    assert found == expected


def check(play: Implementation, rules: dict[str, Any], dealt: Deal, expected: Expected) -> None:
    """Assert one side of a case."""
    if "refused" in expected:
        with pytest.raises(Refused, match=rf"\b{expected['refused']}\b"):
            play(full_rules(rules), dealt)
        return
    meets(play(full_rules(rules), dealt), expected)


@pytest.mark.parametrize("name", IMPLEMENTATIONS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_rule(case: Case, name: str) -> None:
    """Each sentence and each value of a switch does what it says, and another value does something else."""
    check(IMPLEMENTATIONS[name], case.rules, case.deal, case.expected)
    if case.other_rules is not None:
        check(IMPLEMENTATIONS[name], case.other_rules, contrast_deal(case), case.other_expected)


@pytest.mark.parametrize("name", MATCH_IMPLEMENTATIONS)
@pytest.mark.parametrize("case", MATCH_CASES, ids=lambda case: case.name)
def test_match_rule(case: MatchCase, name: str) -> None:
    """The same for what shows only over several deals."""
    play = MATCH_IMPLEMENTATIONS[name]
    meets(play(full_rules(case.rules), case.first_dealer, case.deals), case.expected)
    if case.other_rules is not None:
        other = play(full_rules(case.other_rules), case.first_dealer, case.other_deals or case.deals)
        meets(other, case.other_expected)


@pytest.mark.parametrize("case", ALL_CASES, ids=lambda case: case.name)
def test_contrast_is_one(case: Case | MatchCase) -> None:
    """Swapping the value must change an asserted outcome, else the case could not notice."""
    if case.other_rules is not None:
        shared = case.expected.keys() & case.other_expected.keys()
        assert any(case.expected[path] != case.other_expected[path] for path in shared)
    assert case.expected


CONTRASTS = [
    (full_rules(case.rules), full_rules(case.other_rules)) for case in ALL_CASES if case.other_rules is not None
]


@pytest.mark.parametrize(
    ("switch", "value"), [(switch, value) for switch in VALUES for value in VALUES[switch]], ids=str
)
def test_every_value_has_a_case(switch: str, value: Any) -> None:
    """Some case sets each value against another one, with all other switches alike.

    Of how many cards go where no switch can differ alone.
    """
    together = {switch, *SHAPE} if switch in SHAPE else {switch}
    alone = [pair for pair in CONTRASTS if {name for name in MOSCOW if pair[0][name] != pair[1][name]} <= together]
    values = [(one[switch], other[switch]) for one, other in alone]
    assert any(value in pair for pair in values if pair[0] != pair[1])


def test_names_are_unique() -> None:
    """A failing case can be told by its name."""
    names = [case.name for case in ALL_CASES]
    assert len(set(names)) == len(names)


PLAIN = deal(
    "0 | 7s Ks Jc 9d Td Jh / Ts Js Qs 8c Tc Qc | 7d | 9s Th Qh / 8h 9h Ah | Qd",
    "d: 9h Qh Th 8h Ks Qs Jc Tc 8c Td 9d Js 7s Ts Qc Jh Ah 9s",
)


def play_plain(changes: dict[str, Any] | None = None, **swap: Any) -> dict[str, Any]:
    """PLAIN with some fields swapped."""
    return twin(full_rules(changes or {}), Deal(**{**vars(PLAIN), **swap}))


@pytest.mark.parametrize(
    ("changes", "swap", "message"),
    [
        ({"players": 3}, {}, r"first packets of \[6, 6, 6\] cards and second of \[3, 3, 3\]"),
        ({"form": "terts"}, {}, "form = terts"),
        ({}, {"freza": "7d"}, "not 20 different cards"),
        ({}, {"second": ("9s Th", "8h 9h Ah")}, r"second of \[3, 3\]"),
        ({}, {"dealer": 2}, "seats, 0 or 1"),
        ({}, {"exchange": "often"}, "exchange = 'often'"),
        ({}, {"calls": "x"}, "call 'x'"),
        ({}, {"calls": "d d"}, "d is too much"),
        ({}, {"cards": PLAIN.cards + " 7c"}, "7c is too much"),
        ({}, {"cards": "7c"}, "trick 1: seat 1 may not play 7c"),
        ({}, {"pots": (1, 2)}, "at most 1 with hanging = pot"),
        ({"hanging": "void"}, {"pots": (1,)}, "at most 0 with hanging = void"),
        ({}, {"scores": (501, 20)}, "was reached already"),
    ],
)
def test_twin_refuses(changes: dict[str, Any], swap: dict[str, Any], message: str) -> None:
    """What is not a deal is refused in one line that says what is wrong."""
    with pytest.raises(Refused, match=message):
        play_plain(changes, **swap)


def test_twin_goes_on_from_an_equal_score() -> None:
    """Equal scores at the target are no finished match where they ask for another deal."""
    extra = {"both_reach": "larger_or_extra_deal", "early_claim": "off"}
    goes_on = play_plain(extra, scores=(510, 510), baids=(0, 0))
    assert goes_on["result"]["match_over"] is True
    with pytest.raises(Refused, match="was reached already"):
        play_plain({"both_reach": "larger"}, scores=(510, 510), baids=(0, 0))


def test_twin_refuses_a_deal_after_the_match() -> None:
    """A chain of deals ends with its match."""
    rules = full_rules({"target": "one_deal"})
    with pytest.raises(ReferenceError_, match="deal 2 is too much"):
        twin_match(rules, 0, (PLAIN, PLAIN))


def test_sequences_of_all_hands() -> None:
    """The cut and the classes give the published counts for all 28,048,800 hands of nine cards."""
    rules = full_rules({})
    by_suit: Counter[tuple[int, int, int]] = Counter()
    for holding in range(256):
        found = sequences({rank for rank in range(8) if holding >> rank & 1}, 3, rules)
        best = max((sequence.grade for sequence in found), default=0)
        by_suit[holding.bit_count(), sum(sequence.points for sequence in found), best] += 1
    hands: Counter[tuple[int, int, int]] = Counter({(0, 0, 0): 1})
    for _ in range(4):
        longer: Counter[tuple[int, int, int]] = Counter()
        for (count, points, best), ways in hands.items():
            for (more, plus, other), times in by_suit.items():
                longer[count + more, points + plus, max(best, other)] += ways * times
        hands = longer
    points_of_nine: Counter[int] = Counter()
    best_of: Counter[tuple[int, int]] = Counter()
    for (count, points, best), ways in hands.items():
        best_of[count, best] += ways
        if count == 9:
            points_of_nine[points] += ways
    assert points_of_nine == {
        0: 19096536, 20: 6882264, 40: 387480, 50: 1586160, 60: 1080, 70: 91824, 100: 3456
    }  # fmt: skip
    assert (best_of[6, 0], best_of[8, 0], best_of[9, 0]) == (826284, 8142534, 19096536)
    assert round(best_of[9, 4] / 28048800, 6) == 0.059947
