"""Exact odds for six cards and an upcard, against plain enumeration of every deal."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from debertz_sim.cards import mask, parse_card, parse_cards
from debertz_sim.exact import my_hand_odds, own_hand
from debertz_sim.rules import RuleSet
from tests.slow_melds import (
    KING_QUEEN,
    RANKS,
    TIES,
    Slow,
    contest_metrics,
    four_held,
    four_metrics,
    held_counts,
    kind,
    table,
)


def cards(text: str) -> int:
    return mask(parse_cards(text))


@pytest.mark.slow
def test_my_nine_and_his_nine_by_enumeration() -> None:
    """Before an exchange each hand is a plain choice from the 25 unseen: all 2,300 of mine, all 2,042,975 of his."""
    rules = RuleSet(redeal_four_sevens=True, redeal_max_points=13)
    hand, upcard = cards("7h 8h Qh Ks Qs 9d"), parse_card("Kc")
    unseen = [card for card in range(32) if not hand >> card & 1 and card != upcard]
    values = table(my_hand_odds(rules, hand, upcard, trump=3))
    expected = {}
    for held, picks, seat in ((hand, 3, ()), (0, 9, (("seat", "opponent"),))):
        chosen = np.fromiter(itertools.chain.from_iterable(itertools.combinations(unseen, picks)), np.int64)
        hands = np.left_shift(1, chosen.reshape(-1, picks)).sum(axis=1) | held
        found = held_counts(Slow(rules), hands, trump=3)
        worth = sum((hands >> card & 1) * (0, 0, 0, 10, 2, 3, 4, 11)[card & 7] for card in range(32))
        found["redeal_right", ("kind", "points")] = int((worth <= 13).sum())
        found["redeal_right", ("kind", "four_sevens")] = int((hands & 0x01010101 == 0x01010101).sum())
        known = {(name[0], *sorted((*name[1:], *seat))): number for name, number in found.items()}
        expected |= {name: Fraction(number, len(hands)) for name, number in known.items() if number}
    asked = {name[0] for name in values}
    mine = {name: value for name, value in values.items() if value and not any("i_am" in item for item in name[1:])}
    assert mine == {name: value for name, value in expected.items() if name[0] in asked}


# Reduced deals, every one of which can be played through: so many cards to me, so many to the opponent.
REDUCED = {
    "my terts": ("9h 8h 7h Kc Qc Jc", "Ah", 0, 4),
    "his terts": ("Qh Jh 9c 8c 7c Ad", "Kh", 0, 4),
    "my terts or bella": ("9h 8h 7h Qh Kc Qc", "Kh", 0, 4),
    "always for the jack": ("9h 8h 7h Kc Qc Tc", "Jh", 0, 4),
    "the seven may come": ("9h Qh Ks Qs 9s 8s", "Kh", 1, 2),
    "a higher run beside the seven": ("Kh Qh Jh 7h 8c 7c", "Ah", 0, 4),
    "upcard seven, a run of five": ("Kc Qc Jc Tc 9c Kd", "7h", 0, 4),
}
OTHER_EXCHANGES = {
    "no question": RuleSet(terts_question=False, sequence_tie="turn"),
    "first packet": RuleSet(seven_from_first_packet=True, sequence_tie="both"),
    "declarer": RuleSet(seven_exchange="declarer", sequence_tie="last_trick"),
    "none": RuleSet(seven_exchange="none"),
    "strength": RuleSet(sequence_order="strength", sequence_tie="trump_or_nobody"),
    "length": RuleSet(sequence_rank="length", sequence_points={3: 20, 4: 50, 5: 60}, sequence_tie="nobody"),
}
FOURS = {"J": 200, "other": 100}
FOUR_CASES = {
    "the fourth king on the table": ("Ks Kd Kc 7h 8h Td", "Kh", 1, 2),
    "four sevens to break or keep": ("7h 7s 7d 8h 9h Qc", "Ah", 1, 2),
    "he has the seven": ("Jc Js Jd Qs Qc As", "Kh", 0, 4),
}
FOUR_RULES = {
    "belote": RuleSet(fours=FOURS, terts_question=False, sequence_tie="turn"),
    "first packet, question": RuleSet(fours=FOURS, seven_from_first_packet=True),
    "kings only, declarer": RuleSet(fours={"K": 70}, seven_exchange="declarer"),
    "none": RuleSet(fours=FOURS, seven_exchange="none"),
}
EXCHANGES = [
    *((RuleSet(sequence_tie=tie), case, f"{tie}: {case}") for tie in TIES for case in ("my terts", "his terts")),
    *((rules, case, f"{name}: {case}") for name, rules in OTHER_EXCHANGES.items() for case in REDUCED),
    *((rules, case, f"{name}: {case}") for name, rules in FOUR_RULES.items() for case in FOUR_CASES),
]


def exchanged(slow: Slow, hands: dict[str, int], turn: tuple[str, str], upcard: int) -> dict[str, int]:
    """Both hands after the default player's exchange (RULES.md section 3, ``terts_question``)."""
    trump = upcard >> 3
    seven = 1 << 8 * trump
    holder = next((seat for seat in turn if hands[seat] & seven), None)
    if holder is None:
        return hands
    best = {seat: slow.best(hands[seat], trump) for seat in turn}
    if slow.rules.terts_question:
        winner, _ = slow.contest(slow.rules.sequence_tie, best[turn[0]], best[turn[1]])
        keep = winner in ("both", "last_trick") or {"first": turn[0], "second": turn[1]}.get(winner) == holder
    else:
        keep = best[holder] == (3, 2, True)
    terts = slow.rules.sequence_order == "natural" and (3, 2, True) in slow.sequences(hands[holder], trump)
    if terts and keep and upcard & 7 != RANKS.index("J"):
        return hands
    return {**hands, holder: hands[holder] & ~seven | 1 << upcard}


def exchanges(
    slow: Slow, dealt: dict[str, int], held: int, turn: tuple[str, str], upcard: int
) -> list[tuple[dict[str, int], int]]:
    """What may become of a deal, with weights that add up to 3; I am the declarer."""
    seven = 1 << (upcard & 24)
    after = exchanged(slow, dealt, turn, upcard)
    rules = slow.rules
    if rules.seven_exchange == "none" or (rules.seven_exchange == "declarer" and dealt["opponent"] & seven):
        return [(dealt, 3)]
    if rules.seven_from_first_packet and dealt["opponent"] & seven:
        return [(after, 2), (dealt, 1)]  # any of his cards is one of the first six of nine in two of three deals
    late = rules.seven_from_first_packet and not held & seven
    return [(dealt if late else after, 3)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "case"),
    [
        pytest.param(*row[:2], id=row[2], marks=[pytest.mark.slow] if row[0] in list(FOUR_RULES.values())[1:] else [])
        for row in EXCHANGES
    ],
)
def test_my_hand_after_the_exchange(rules: RuleSet, case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text, up, to_me, to_him = (REDUCED | FOUR_CASES)[case]
    monkeypatch.setattr(own_hand, "SECOND_PACKET", to_me)
    monkeypatch.setattr(own_hand, "FULL_HAND", to_him)
    held, upcard = cards(text), parse_card(up)
    trump = upcard >> 3
    unseen = [card for card in range(32) if not held >> card & 1 and card != upcard]
    values = table(my_hand_odds(rules, held, upcard, after_exchange=True))
    slow = Slow(rules)
    means: Counter[tuple[object, ...]] = Counter()
    for place, turn in (("forehand", ("me", "opponent")), ("dealer", ("opponent", "me"))):
        found: Counter[tuple[object, ...]] = Counter()
        for packet in itertools.combinations(unseen, to_me):
            mine = held | mask(packet)
            for his in itertools.combinations([card for card in unseen if card not in packet], to_him):
                dealt = {"me": mine, "opponent": mask(his)}
                for after, weight in exchanges(slow, dealt, held, turn, upcard):
                    for name, value in deal_metrics(slow, rules.sequence_tie, after, trump, turn):
                        found[name] += weight * value
        total = 3 * comb(25, to_me) * comb(25 - to_me, to_him)
        i_am = ("i_am", place)
        given = {name: values.get((name[0], *sorted([*name[1:], i_am])), values.get(name)) for name in found}
        assert given == {name: Fraction(number, total) for name, number in found.items()}
        means.update({name: Fraction(number, 2 * total) for name, number in found.items() if name in values})
    no_place = {name: value for name, value in values.items() if value and not any("i_am" in item for item in name[1:])}
    assert no_place == {name: value for name, value in means.items() if value}


def deal_metrics(slow: Slow, tie: str, hands: dict[str, int], trump: int, turn: tuple[str, str]) -> list:
    """The contest's metrics of one deal and what each player holds."""
    rows = contest_metrics(slow, tie, (hands[turn[0]], hands[turn[1]]), trump, turn)
    for player, hand in hands.items():
        seat = () if player == "me" else (("seat", player),)
        best = slow.best(hand, trump)[0]
        if best:
            rows.append((("any_sequence", *seat), 1))
            rows.append(((f"best_is_{kind(best, sorted(slow.rules.sequence_points))}", *seat), 1))
        rows.append((("sequence_points", ("points", slow.points(hand, trump)), *seat), 1))
        rows.append((("bella", *seat), int(hand >> 8 * trump & KING_QUEEN == KING_QUEEN)))
        if slow.rules.fours != "none":
            rows += four_held(slow.rules, hand, seat)
    return rows + (four_metrics(slow.rules, hands) if slow.rules.fours != "none" else [])


def test_the_place_decides_whether_the_terts_is_kept() -> None:
    """I have 9-8-7 of trump and K-Q-J; he may tie it, and then forehand keeps the seven and the dealer does not."""
    hand, upcard = cards("9h 8h 7h Kc Qc Jc"), parse_card("Ah")
    values = my_hand_odds(RuleSet(sequence_tie="turn"), hand, upcard, after_exchange=True)
    forty = {
        v.group.get("i_am"): v.value
        for v in values
        if v.metric == "sequence_points" and v.group.get("points") == 40 and "seat" not in v.group
    }
    assert forty["forehand"] > forty["dealer"]
    assert forty[None] == (forty["forehand"] + forty["dealer"]) / 2


def test_no_exchange_where_trump_is_another_suit_or_the_rules_have_none() -> None:
    hand, upcard = cards("7h 8h Qh Ks Qs 9d"), parse_card("Jh")
    other = {"hand": hand, "upcard": upcard, "trump": 0}
    assert my_hand_odds(RuleSet(), **other, after_exchange=True) == my_hand_odds(RuleSet(), **other)
    none = RuleSet(seven_exchange="none")
    assert my_hand_odds(none, hand, upcard, after_exchange=True) == my_hand_odds(RuleSet(), hand, upcard)
    assert my_hand_odds(RuleSet(), hand, upcard, after_exchange=True) != my_hand_odds(RuleSet(), hand, upcard)


def test_the_declarer_alone_exchanges() -> None:
    rules = RuleSet(seven_exchange="declarer")
    hand, upcard = cards("7h 8h Qh Ks Qs 9d"), parse_card("Kh")
    mine = table(my_hand_odds(rules, hand, upcard, after_exchange=True, declarer="me"))
    his = table(my_hand_odds(rules, hand, upcard, after_exchange=True, declarer="opponent"))
    assert mine["bella",] > his["bella",] == 0
