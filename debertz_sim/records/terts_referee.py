"""The referee of terts: takes a recorded deal, checks every rule, and writes what follows from it.

The kernels play the recorded words and cards again and say where a choice was not legal; their answers are put in
words here.  The first broken rule is one ``UserError``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from debertz_sim.cards import SUIT_LETTERS, card_text, hand_text
from debertz_sim.engine.terts import play_terts_recorded
from debertz_sim.errors import UserError
from debertz_sim.kernels.state import new_record
from debertz_sim.kernels.terts_groups import KIND, better_group, group_cards, group_points
from debertz_sim.kernels.terts_state import (
    FAULT_EXCHANGE,
    FAULT_WORD,
    KINDS,
    MARRIAGE,
    N_GRADES,
    N_LISTS,
    TERTS_SCRIPT,
)
from debertz_sim.policies.families import SEATING
from debertz_sim.policies.terts import TertsScripted
from debertz_sim.records.terts import TertsScribe, group_texts, terts_scribe
from debertz_sim.records.terts_input import TertsRecorded, TertsTrick, read_terts
from debertz_sim.records.transcript import Transcript, rules_spec
from debertz_sim.records.transcript_input import show
from debertz_sim.rules import RuleSet

_DERIVED = ("hands", "exchange", "plays", "to_move", "result")

_group_cards, _group_points, _better_group = (
    getattr(function, "py_func", function) for function in (group_cards, group_points, better_group)
)


def score_terts(given: Mapping[str, Any], rules: RuleSet | None = None) -> Transcript:
    """Check a recorded deal of terts and complete it; see ``referee.score``.

    While it is not finished it gets ``to_move`` and a result with what is known.
    """
    recorded = read_terts(given, rules)
    scribe = terts_scribe(recorded.rules, recorded.rules.name)
    _play(recorded, scribe)
    _check_exchange(recorded, scribe)
    if scribe.desk.t.fault == FAULT_WORD:
        raise _word_error(recorded, scribe)
    complete = scribe.desk.t.fault == 0
    played = len(recorded.cards_played)
    if not complete and scribe.desk.v.played[0].bit_count() + scribe.desk.v.played[1].bit_count() < played:
        raise _card_error(recorded, scribe)
    if recorded.broken is not None:
        raise recorded.broken
    if recorded.exchange is not None and scribe.desk.v.exchanger < 0:
        before, end = recorded.exchange[1], int(scribe.desk.v.trick)
        raise UserError(f"exchange.before_trick: {before} is not right; the record ends in trick {end}")
    written = scribe.write(scribe.desk)
    out = {key: value for key, value in given.items() if key not in _DERIVED}
    out |= {"rules": rules_spec(recorded.rules) if rules is not None else given["rules"]}
    out |= {"dealer": written["dealer"], "upcard": written["upcard"]}
    _check_given(given, written)
    return out | {key: written[key] for key in _DERIVED if key in written}


def _play(recorded: TertsRecorded, scribe: TertsScribe) -> None:
    """Let the engine play the record on the scribe's desk."""
    script = new_record(TERTS_SCRIPT)
    for number, trick in enumerate(recorded.tricks[: len(script.words)]):
        script.words[number] = trick.words
    cards = recorded.cards_played
    script.cards[: len(cards)] = cards
    script.n_cards = len(cards)
    desk = scribe.desk
    desk.t.deck[:] = recorded.deck()
    plan = recorded.exchange[1] if recorded.exchange else 0
    play_terts_recorded(scribe.record, TertsScripted(new_record(SEATING), script), desk, recorded.dealer, plan)


def _check_exchange(recorded: TertsRecorded, scribe: TertsScribe) -> None:
    """An exchange that is written must have been possible, and have come to pass."""
    if recorded.exchange is None:
        return
    seat, before = recorded.exchange
    t, v = scribe.desk.t, scribe.desk.v
    seven = card_text(8 * (recorded.upcard // 8))
    if t.fault == FAULT_EXCHANGE:
        why = f"seat {seat} does not hold {seven}"
        if recorded.rules.seven_exchange != "any":
            why = f"nobody may under seven_exchange={recorded.rules.seven_exchange}"
        elif recorded.upcard % 8 == 0:
            why = f"the upcard is {seven} itself"
        raise UserError(f"exchange before trick {before}, seat {seat}: {why}")
    if v.exchanger >= 0 and v.exchanger != seat:
        raise UserError(f"exchange before trick {before}, seat {seat}: {seven} is held by seat {v.exchanger}")


def _word_error(recorded: TertsRecorded, scribe: TertsScribe) -> UserError:
    """Why the word at which the engine stopped was not legal."""
    v = scribe.desk.v
    seat, number = int(v.seat), int(v.trick)
    trick: TertsTrick = recorded.tricks[number - 1]
    word = trick.words[0 if seat == trick.leader else 1]
    group = word & (MARRIAGE - 1)
    hand = int(v.hand)
    where = f"trick {number}, seat {seat}"
    if group and not int(v.groups[group & 7]) >> ((group >> 3) - 1) & 1:
        what = f"{KINDS[KIND[(group >> 3) - 1]]} {' '.join(group_texts(group))}"
        missing = int(_group_cards(group)) & ~hand
        why = "it has scored already, or lies in one that has"
        if missing:
            why = f"he does not hold {hand_text(missing)}"
        elif not _group_points(scribe.record, group):
            why = "it has no value"
        elif int(v.said) and not _better_group(group, int(v.said), recorded.upcard // 8):
            why = f"it does not beat {' '.join(group_texts(int(v.said)))}"
    else:
        trump = SUIT_LETTERS[recorded.upcard // 8]
        what, why = f"the marriage K{trump} Q{trump}", "he does not hold both cards"
        if v.married >= 0:
            why = "it has been announced already"
    return UserError(
        f"{where}: {what} may not be announced, {why}; he may announce: {_may_say(v, recorded.upcard // 8)}"
    )


def _may_say(v: Any, trump: int) -> str:
    """All that a seat may announce, in words."""
    groups = [
        " ".join(group_texts(8 * (1 + grade) + suit))
        for suit in range(N_LISTS)
        for grade in range(N_GRADES)
        if int(v.groups[suit]) >> grade & 1
    ]
    if v.marriage:
        groups.append(f"K{SUIT_LETTERS[trump]} Q{SUIT_LETTERS[trump]}")
    return ", ".join(groups) or "nothing"


def _card_error(recorded: TertsRecorded, scribe: TertsScribe) -> UserError:
    """Why the card at which the engine stopped was not legal."""
    v = scribe.desk.v
    number, trump = int(v.trick), recorded.upcard // 8
    trick = recorded.tricks[number - 1]
    card = trick.cards[int(v.lying)]
    hand, legal = int(v.hand), int(v.legal)
    why = "he does not hold it"
    if int(v.played[0] | v.played[1]) >> card & 1:
        why = "it was played before"
    elif hand >> card & 1:
        led = trick.cards[0] // 8
        follows = legal >> 8 * led & 0xFF
        why = f"he must follow {SUIT_LETTERS[led]}" if follows else f"he must play a trump ({SUIT_LETTERS[trump]})"
    return UserError(f"trick {number}, seat {int(v.seat)}: {card_text(card)}: {why}; legal: {hand_text(legal)}")


def _check_given(given: Mapping[str, Any], written: Transcript) -> None:
    """What was given beside the choices must be what follows from them."""
    for number, (mine, right) in enumerate(zip(given.get("plays") or [], written["plays"], strict=False), 1):
        for said, entry in zip(mine.get("announced") or [], right["announced"], strict=True):
            for key in ("kind", "points", "scored"):
                if said.get(key) is not None and said[key] != entry[key]:
                    raise UserError(
                        f"trick {number}, seat {entry['seat']}: announced: {key}: {show(said[key])} is not right; "
                        f"it must be {show(entry[key])}"
                    )
    result = given.get("result") or {}
    if not isinstance(result, Mapping):
        raise UserError(f"result: {show(result)} is not right; it must be a table")
    for key, value in result.items():
        right = written["result"].get(key)
        if key in written["result"] and value != right:
            raise UserError(f"result.{key}: {show(value)} is not right; it must be {show(right)}")
    move = given.get("to_move")
    if move is not None and move != written.get("to_move"):
        raise UserError(f"to_move: {show(move)} is not right; it must be {show(written.get('to_move'))}")
