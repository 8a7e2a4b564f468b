"""The game terts: rule book, engine against twin, planted faults."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from debertz_sim._jit import JIT_OFF
from debertz_sim.engine.terts import new_terts_desk, play_terts_block, play_terts_one, play_terts_recorded
from debertz_sim.engine.terts_rows import N_TERTS_COLUMNS, TERTS_COLUMNS
from debertz_sim.kernels.state import new_record
from debertz_sim.kernels.terts_state import FAULT_CARD, FAULT_WORD, MARRIAGE, TERTS_SCRIPT
from debertz_sim.policies.families import SEATING, Ruled
from debertz_sim.policies.registry import seating
from debertz_sim.policies.terts import TertsScripted
from debertz_sim.records.terts import TertsScribe
from tests.invariants import CARDS, POINTS, SOUND, TOTALS, TRICK
from tests.reference.cards import parse, texts
from tests.reference.terts import GROUPS, IllegalChoice, TertsTable, Word
from tests.rulebook.case import Refused, cards, look_up
from tests.rulebook.terts import CASES, TertsCase, TertsDeal
from tests.terts_invariants import check_terts, check_terts_deals
from tests.terts_tools import TERTS, TertsTwins, group_numbers, lay_pack, twin_rules

DEALS = int(os.environ.get("DEBERTZ_TWIN_DEALS", "20000")) // 2
"""Deals in the full suite; half as many again are played at random by the twin and replayed."""

# The rule book


class Said:
    """A trick of a case taken apart: whether the seven is exchanged, the words by seat, the cards."""

    def __init__(self, line: str, trump: int) -> None:
        """Read a line such as ``x 0:(Kh Qh Jh) 7c 8c``."""
        tokens = re.findall(r"x|\d:\([^)]*\)|\S+", line)
        self.exchanged = "x" in tokens
        self.words: dict[int, Word] = {}
        self.cards = [parse(token) for token in tokens if re.fullmatch(r"[789TJQKA][scdh]", token)]
        for token in tokens:
            if ":" in token:
                seat, named = int(token[0]), tuple(cards(token[3:-1]))
                word = self.words.get(seat, Word(None, False))
                if set(named) == {8 * trump + 6, 8 * trump + 5}:
                    word = word._replace(marriage=True)
                else:
                    word = word._replace(group=next(group for group in GROUPS if group.cards == named))
                self.words[seat] = word


class OutOfCards(Exception):
    """A case ends here."""


def twin(table: dict[str, Any], case: TertsDeal, kind: type[TertsTable] = TertsTable) -> dict[str, Any]:
    """The twin, or a broken one, as an implementation of the rule book."""
    hands, upcard, stock = case.numbers()
    tricks = [Said(line, upcard // 8) for line in case.tricks]
    asked: set[tuple[int, int]] = set()
    legal_now: list[int] = []

    def choose(what: str, seat: int, legal: list[Any], view: dict[str, Any]) -> Any:
        place = game.trick - 1
        said = tricks[place] if place < len(tricks) else Said("", upcard // 8)
        if what == "exchange":
            return said.exchanged
        if what == "word":
            asked.add((place, seat))
            return said.words.get(seat, Word(None, False))
        if len(said.cards) <= view["lying"]:
            legal_now[:] = legal
            raise OutOfCards(seat)
        return said.cards[view["lying"]]

    game = kind(table, case.dealer, hands, upcard, stock, choose, "ask")
    move = None
    try:
        game.play()
    except OutOfCards as end:
        move = {"seat": end.args[0], "legal": texts(legal_now)}
    except IllegalChoice as error:
        raise Refused(str(error)) from error
    for place, said in enumerate(tricks):
        if said.exchanged and game.exchange_trick != place + 1:
            raise Refused(f"trick {place + 1}: no exchange")
        for seat in said.words:
            if (place, seat) not in asked:
                raise Refused(f"trick {place + 1}: seat {seat} is not asked for a word")
    return game.transcript() | ({"to_move": move} if move else {})


def engine(table: dict[str, Any], case: TertsDeal) -> dict[str, Any]:
    """The engine as an implementation of the rule book."""
    hands, upcard, stock = case.numbers()
    tricks = [Said(line, upcard // 8) for line in case.tricks]
    scribe = TertsScribe(TERTS.from_dict(table))
    script = new_record(TERTS_SCRIPT)
    leaders = [play["leader"] for play in _leaders(table, case)]
    numbers = group_numbers()
    for place, said in enumerate(tricks):
        for seat, word in said.words.items():
            if place >= len(script.words):
                raise Refused(f"trick {place + 1}: no words any more")
            number = numbers[word.group.cards] if word.group else 0
            script.words[place, 0 if seat == leaders[place] else 1] = number + MARRIAGE * word.marriage
    flat = [card for said in tricks for card in said.cards]
    script.cards[: len(flat)] = flat
    script.n_cards = len(flat)
    plan = next((place + 1 for place, said in enumerate(tricks) if said.exchanged), 0)
    lay_pack(scribe.desk.t.deck, case.dealer, hands, upcard, stock)
    policies = TertsScripted(new_record(SEATING), script)
    fault = play_terts_recorded(scribe.record, policies, scribe.desk, case.dealer, plan)
    v = scribe.desk.v
    if fault == FAULT_WORD or (fault == FAULT_CARD and script.next_card < script.n_cards) or fault > FAULT_CARD:
        raise Refused(f"trick {v.trick}, seat {v.seat}: fault {fault}{' exchange' if fault > FAULT_CARD else ''}")
    if plan and v.exchange_trick != plan:
        raise Refused("no exchange")
    return scribe.write(scribe.desk)


def _leaders(table: dict[str, Any], case: TertsDeal) -> list[dict[str, Any]]:
    """Who leads to each trick of a case, words and exchange left out."""
    bare = [" ".join(re.findall(r"(?<![\w(:])[789TJQKA][scdh](?![^()]*\))", line)) for line in case.tricks]
    found: list[dict[str, Any]] = twin(table, TertsDeal(case.dealer, case.hands, case.upcard, case.stock, tuple(bare)))[
        "plays"
    ]
    return found


def holds(case: TertsCase, play: Callable[[dict[str, Any], TertsDeal], dict[str, Any]], rules: dict[str, Any]) -> bool:
    """Whether an implementation makes of a case what must come of it."""
    table = twin_rules(TERTS.with_(**rules))
    try:
        found = play(table, case.deal)
    except Refused as refusal:
        return case.expected.get("refused", "not refused") in str(refusal)
    if "refused" in case.expected:
        return False
    return all(look_up(found, path) == value for path, value in case.expected.items())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_rule_book(case: TertsCase) -> None:
    assert holds(case, twin, case.rules)
    assert holds(case, engine, case.rules)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case_fails_when_its_rule_is_broken(case: TertsCase) -> None:
    assert (case.broken is None) != (case.other_rules is None)
    if case.broken is not None:
        kind = case.broken
        assert not holds(case, lambda table, deal: twin(table, deal, kind), case.rules)
    else:
        assert not holds(case, twin, case.rules | (case.other_rules or {}))
        assert not holds(case, engine, case.rules | (case.other_rules or {}))


# Engine and twin


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("part", range(4))
def test_engine_and_twin_agree(part: int) -> None:
    """All pairs of policies, all modes of the exchange; transcripts and every decision's view."""
    twins = TertsTwins()
    count = DEALS // 4
    for index in range(part * count, (part + 1) * count):
        assert (difference := twins.deal(11, index)) is None, f"deal {index}: {difference}"
    assert twins.deals == count
    assert twins.decisions > 30 * count


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("part", range(4))
def test_engine_replays_what_the_twin_plays(part: int) -> None:
    """Stacked packs, words and exchanges at random: what no policy would say."""
    twins = TertsTwins()
    count = DEALS // 8
    for number in range(part * count, (part + 1) * count):
        assert (difference := twins.recorded(number)) is None, f"deal {number}: {difference}"
    assert twins.deals == count


def test_engine_and_twin_agree_at_first() -> None:
    twins = TertsTwins()
    for index in range(54):
        assert (difference := twins.deal(7, index)) is None, f"deal {index}: {difference}"
        assert (difference := twins.recorded(index)) is None, f"random deal {index}: {difference}"


OTHERS = {
    "sequence_points": {3: 20, 4: 40, 5: 60},
    "fours": {"J": 200, "other": 100},
    "trick_points": "standard",
    "seven_exchange": "none",
}


@pytest.mark.parametrize("switch", OTHERS)
def test_other_values_agree_too(switch: str) -> None:
    """A switch that terts reads, with another value in both."""
    twins = TertsTwins(TERTS.with_(**{switch: OTHERS[switch]}))
    for number in range(40):
        assert (difference := twins.deal(3, number)) is None, difference
        assert (difference := twins.recorded(number)) is None, difference


@pytest.mark.parametrize("switch", OTHERS)
def test_fault_in_a_switch_is_noticed(switch: str) -> None:
    """The engine's record is made of another value than the twin's."""
    twins, healthy = TertsTwins(fault=TERTS.with_(**{switch: OTHERS[switch]})), TertsTwins()
    for number in range(400):
        if twins.recorded(number) is not None:
            assert healthy.recorded(number) is None
            return
    pytest.fail(f"{switch}: no difference in {twins.deals} deals")


VIEW_FAULTS = ("hand", "known", "closed", "words", "plays", "announced", "upcard", "stock", "took")


@pytest.mark.parametrize("field", VIEW_FAULTS)
def test_fault_in_a_view_is_noticed(field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a seat sees is compared field by field."""
    import tests.terts_tools as tools

    right = tools.seen
    monkeypatch.setattr(tools, "seen", lambda view: right(view) | {field: -7})
    difference = TertsTwins().deal(7, 0)
    assert difference is not None and f"view.{field}" in difference


# Conservation


@pytest.mark.parametrize("plays", [("random", "random"), ("greedy", "rules"), ("rules", "rules")])
def test_points_and_cards_are_conserved(plays: tuple[str, str]) -> None:
    deals = 60 if JIT_OFF else 3000
    rows = np.zeros((deals, N_TERTS_COLUMNS), np.int32)
    seats = {seat: {"play": play} for seat, play in enumerate(plays)}
    family = Ruled(seating(2, by_seat=seats).family.seats)
    assert play_terts_block(TERTS.lower()[0], family, new_terts_desk(), 5, 0, rows) == -1
    column = dict(zip(TERTS_COLUMNS, rows.T, strict=True))
    assert (column["card_points_0"] + column["card_points_1"] == 140).all()
    assert (column["tricks_0"] + column["tricks_1"] == 16).all()
    for place in (0, 1):
        last = np.where(column["last_trick_place"] == place, 10, 0)
        assert (column[f"total_{place}"] == column[f"card_points_{place}"] + column[f"announced_{place}"] + last).all()
    assert (column["dealer"] == np.arange(deals) % 2).all()
    by_kind = {"terts": 20, "fifty": 50, "run5": 100, "run6": 100, "run7": 100, "run8": 100}
    for place in (0, 1):
        runs = sum(points * column[f"{kind}_{place}"] for kind, points in by_kind.items())
        fours = column[f"announced_{place}"] - runs - 20 * (column["marriage_place"] == place)
        assert ((fours >= 100 * column[f"four_{place}"]) & (fours <= 200 * column[f"four_{place}"])).all()


def test_a_row_does_not_depend_on_the_block() -> None:
    record, family = TERTS.lower()[0], Ruled(seating(2, play="rules").family.seats)
    whole, part = np.zeros((50, N_TERTS_COLUMNS), np.int32), np.zeros((20, N_TERTS_COLUMNS), np.int32)
    play_terts_block(record, family, new_terts_desk(), 9, 0, whole)
    play_terts_block(record, family, new_terts_desk(), 9, 30, part)
    assert (whole[30:] == part).all()


# Invariants


@pytest.mark.slow
@pytest.mark.parametrize("play", ["random", "greedy", "rules"])
def test_every_deal_is_sound(play: str) -> None:
    """``scripts/invariants.py`` takes a million deals."""
    found = np.zeros(3, np.int64)
    family = Ruled(seating(2, play=play).family.seats)
    deals = 30 if JIT_OFF else 5000
    assert check_terts_deals(TERTS.lower()[0], family, new_terts_desk(), 9, 0, deals, found), found


def _swap_cards(desk: Any) -> None:
    desk.t.dealt[0] ^= desk.t.dealt[1] & -desk.t.dealt[1]


def _swap_plays(desk: Any) -> None:
    desk.v.plays[0, 0], desk.v.plays[0, 1] = desk.v.plays[0, 1], desk.v.plays[0, 0]


def _move_points(desk: Any) -> None:
    desk.v.points[0] += 1
    desk.v.points[1] -= 1


def _add_total(desk: Any) -> None:
    desk.t.totals[0] += 1


def _forget_a_group(desk: Any) -> None:
    seat = int(desk.t.counts[1, 0] > 0)
    desk.t.counts[seat, 0] -= 1
    desk.v.announced[seat] -= 20
    desk.t.totals[seat] -= 20


HARMS = {_swap_cards: CARDS, _swap_plays: TRICK, _move_points: POINTS, _add_total: TOTALS, _forget_a_group: TOTALS}


@pytest.mark.parametrize("harm", HARMS, ids=lambda harm: harm.__name__)
def test_an_unsound_deal_is_noticed(harm: Callable[[Any], None]) -> None:
    desk = new_terts_desk()
    record, family = TERTS.lower()[0], Ruled(seating(2, play="rules").family.seats)
    index = 0
    while desk.t.counts[0, 0] + desk.t.counts[1, 0] == 0:
        play_terts_one(record, family, desk, 9, index)
        index += 1
    assert check_terts(record, desk.t, desk.v) == SOUND
    harm(desk)
    assert check_terts(record, desk.t, desk.v) == HARMS[harm]
