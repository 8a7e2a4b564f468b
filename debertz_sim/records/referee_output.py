"""What a record says of melds and result against what follows from its cards, and the completed transcript."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from debertz_sim.cards import parse_cards
from debertz_sim.errors import UserError
from debertz_sim.records.recorded import Recorded
from debertz_sim.records.referee_cards import Layout
from debertz_sim.records.transcript import CARD_TEXTS, Transcript, rules_spec
from debertz_sim.records.transcript_input import FIELDS, show

_BEFORE_THE_END = ("first_packets", "second_packets", "freza", "hands")
_RESULTS = (
    *("outcome", "declarer", "trump", "round", "tricks", "card_points", "last_trick", "totals", "written", "pots"),
    *("next_dealer", "sequence_decided_by", "winner", "match_over", "match_winner", "round_winner", "burned"),
)


def merged(recorded: Recorded, layout: Layout, built: Transcript, other_rules: bool) -> Transcript:
    """The completed transcript: ``built`` as far as it can be known, with the labels and further fields of the record.

    ``other_rules``: the record is scored by other rules than its own, so that its melds and result say nothing.
    Raises ``UserError`` where the record says something else than what follows from it.
    """
    given = recorded.given
    in_auction = built["result"]["declarer"] is None and "to_move" in built
    if not in_auction:
        _check_dealt(recorded, built)
    if not other_rules:
        _check_results(recorded, built)
    out = {"format": built["format"], "rules": rules_spec(recorded.rules) if other_rules else given["rules"]}
    out |= {field: value for field, value in given.items() if field not in FIELDS}
    out |= {field: value for field, value in built.items() if field not in out}
    if in_auction:  # what lies ready for later is no news yet, but the record says it
        out |= {field: given[field] for field in _BEFORE_THE_END if field in given}
    freza_shown = recorded.rules.freza_shown and recorded.rules.players < 4 and built["second_packets"] is not None
    for field, known in (
        ("first_packets", layout.packets_known),
        ("second_packets", layout.packets_known or out["second_packets"] is None),
        ("freza", recorded.freza is not None or not freza_shown),
        ("hands", layout.hands_known),
        ("baids_before", recorded.baids is not None),
    ):
        if not known:
            out.pop(field, None)
    return out


def _check_dealt(recorded: Recorded, built: Transcript) -> None:
    """Cards of later than the end of the deal, and what was done after it, must not be written."""
    outcome = built["result"]["outcome"]
    for field, written in (
        ("second_packets", recorded.second),
        ("freza", recorded.freza),
        ("exchange", recorded.exchange),
    ):
        if written is not None and built[field] is None:
            raise UserError(
                f"{field}: {show(recorded.given[field])} is written; with the outcome {outcome} it must be null"
            )
    if recorded.hands is not None:
        for seat, (hand, right) in enumerate(zip(recorded.hands, built["hands"], strict=True)):
            if hand != sum(1 << card for card in parse_cards(" ".join(right))):
                raise UserError(f"hands: seat {seat} must have {' '.join(right)} with the outcome {outcome}")


def _check_results(recorded: Recorded, built: Transcript) -> None:
    given = recorded.given
    for field in ("redeal", "to_move"):
        if given.get(field) is not None:
            if field not in built:
                raise UserError(f"{field}: {show(given[field])} is written, but there is none; it must be left out")
            _compare(field, given[field], built[field])
    if given.get("melds") is not None:
        _check_melds(given["melds"], built["melds"])
    result = given.get("result")
    if result is None:
        return
    if not isinstance(result, Mapping):
        raise UserError(f"result: {show(result)} is not right; it must be a table")
    right = built["result"]
    if recorded.rules.hanging == "per_dealer" and _holds_all(result.get("burned"), right.get("burned")):
        right["burned"] = result["burned"]  # the other dealers' pots are not in this record
    for key, value in result.items():
        if key in right:
            _compare(f"result.{key}", value, right[key])
        elif key in _RESULTS and value is not None:
            raise UserError(f"result.{key}: {show(value)} is written, but it does not apply here; it must be left out")


def _holds_all(given: object, own: object) -> bool:
    """Whether a list of pots holds all of another."""
    if not isinstance(given, list) or not isinstance(own, list) or not all(type(pot) is int for pot in given):
        return False
    return not Counter(own) - Counter(given)


def _compare(path: str, given: object, right: object) -> None:
    """Refuse a value that is not the right one; of tables only the keys given count, for lists the place is named."""
    if isinstance(given, Mapping) and isinstance(right, Mapping):
        for key, value in given.items():
            if key not in right:
                raise UserError(f"{path}: {show(key)} has no place there; it has {', '.join(right)}")
            _compare(f"{path}.{key}", value, right[key])
    elif isinstance(given, list) and isinstance(right, list) and len(given) == len(right):
        for place, (value, wanted) in enumerate(zip(given, right, strict=True)):
            _compare(f"{path}[{place}]", value, wanted)
    elif type(given) is not type(right) or given != right:
        raise UserError(f"{path}: {show(given)} is not right; it must be {show(right)}")


def _check_melds(given: list[Mapping[str, Any]], right: list[dict[str, Any]]) -> None:
    """Melds in any order; each must be held, and be worth what is written."""
    left = list(right)
    for place, meld in enumerate(given):
        cards = _cards(f"melds[{place}]", meld.get("cards"))
        name = f"melds[{place}]: {show(meld.get('kind'))} {' '.join(cards)} of seat {show(meld.get('seat'))}"
        same = [one for one in left if one["seat"] == meld.get("seat") and set(one["cards"]) == set(cards)]
        found = next((one for one in same if one["kind"] == meld.get("kind")), None)
        if found is None:
            held = ", ".join(_words(one) for one in left) or "no more melds"
            raise UserError(f"{name} is not held; held: {held}")
        left.remove(found)
        for key, value in meld.items():
            if key != "cards":
                _compare(f"{name}: {key}", value, found.get(key))
    if left:
        raise UserError(f"melds: {_words(left[0])} is missing")


def _cards(where: str, written: object) -> list[str]:
    if not isinstance(written, list) or not all(isinstance(card, str) for card in written):
        raise UserError(f'{where}: cards: {show(written)} is not right; it must be cards such as ["Qh", "Jh", "Th"]')
    return [CARD_TEXTS[card] for card in parse_cards(" ".join(written), None, where)]


def _words(meld: Mapping[str, Any]) -> str:
    return f"{meld['kind']} {' '.join(meld['cards'])} of seat {meld['seat']}"
