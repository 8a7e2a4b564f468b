"""What a chart says about single hands."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from debertz_sim.cards import card_text, mask, parse_card, parse_cards
from debertz_sim.charts.view import Cards, classes, errors_of, place_of, reached, suit_named
from debertz_sim.errors import UserError
from debertz_sim.files import read_parquet
from debertz_sim.kernels.classes import HAND
from debertz_sim.policies.charted import DECISIONS, Chart
from debertz_sim.stats import z_value

COLUMNS = ("hand", "upcard")


class Answer(NamedTuple):
    """A call of a chart, for one hand at one decision.

    ``suit``: the letter of the suit named, None for a pass.  ``lead``: what the call is worth above the best other, in
    the chart's unit, given that it comes to the decision, with interval and standard error; None where no deal told.
    ``close``: the interval includes 0.  ``clipped``: the lead is this long or longer.  ``reached``: False where the
    chart itself plays with this hand in round 1.
    """

    hand: str
    upcard: str
    hand_class: int
    hands_in_class: int
    seat: str
    round: int
    call: str
    suit: str | None
    lead: float | None
    low: float | None
    high: float | None
    se: float | None
    close: bool
    clipped: bool
    reached: bool


def read_hand(hand: str, upcard: str, where: str = "") -> Cards:
    """Six cards and an upcard; ``where``: what a message begins with.

    Raises
    ------
    UserError
        They cannot be read, are not six, or the upcard is among them.
    """
    cards = parse_cards(hand, HAND, f"{where}--hand" if not where else f"{where}: hand")
    try:
        turned = parse_card(upcard)
    except UserError as error:
        raise UserError(f"{where or '--upcard'}: {error}") from None
    if turned in cards:
        raise UserError(f"{where or '--upcard'}: {card_text(turned)} is in the hand already; a card lies in one place")
    return Cards(mask(cards), turned)


def read_hands(path: Path) -> list[Cards]:
    """The hands of a file: .csv with the columns ``hand`` and ``upcard`` (others are left out), or .parquet.

    Raises
    ------
    UserError
        It cannot be read, a column is missing, or a line holds no hand; the line is named.
    """
    if path.suffix.lower() == ".parquet":
        columns, _ = read_parquet(path)
        _require(path, columns)
        rows = zip(map(str, columns["hand"]), map(str, columns["upcard"]), strict=True)
        numbered: Iterable[tuple[int, tuple[str, str]]] = enumerate(rows, 1)
        word = "row"
    else:
        numbered, word = _csv_rows(path), "line"
    found = [read_hand(hand, upcard, f"{path}, {word} {number}") for number, (hand, upcard) in numbered]
    if not found:
        raise UserError(f"{path}: there is no hand in it")
    return found


def _csv_rows(path: Path) -> list[tuple[int, tuple[str, str]]]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file)
            _require(path, reader.fieldnames or ())
            return [(reader.line_num, (line["hand"] or "", line["upcard"] or "")) for line in reader]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise UserError(f"{path}: cannot be read ({getattr(error, 'strerror', None) or error})") from None


def _require(path: Path, columns: Iterable[str]) -> None:
    missing = [name for name in COLUMNS if name not in columns]
    if missing:
        raise UserError(f"{path}: column {missing[0]!r} is missing; columns hand and upcard are needed")


def answers(chart: Chart, hands: Sequence[Cards], places: Sequence[int], confidence: float) -> list[Answer]:
    """What the chart calls with each hand at each of the decisions (places in DECISIONS)."""
    z = z_value(confidence)
    sizes = classes().sizes
    errors = {place: errors_of(chart, place) for place in places}
    found = []
    for cards in hands:
        index, suits = place_of(cards)
        for place in places:
            seat, _, number = DECISIONS[place].partition("_")
            suit = suit_named(int(chart.calls[place, index]), place, cards, suits)
            found.append(
                Answer(
                    cards.text,
                    cards.upcard_text,
                    index,
                    int(sizes[index]),
                    seat,
                    int(number),
                    "pass" if suit is None else "play",
                    suit,
                    **_lead(chart, place, index, z * float(errors[place][index]), z),
                    reached=bool(reached(chart.calls[:, index : index + 1], place)[0]),
                )
            )
    return found


def _lead(chart: Chart, place: int, index: int, half: float, z: float) -> dict[str, Any]:
    """Lead and interval; ``half``: half the interval's width."""
    lead = float(chart.leads[place, index])
    if not np.isfinite(half):
        return {"lead": None, "low": None, "high": None, "se": None, "close": True, "clipped": False}
    low, high = lead - half, lead + half
    numbers = {"lead": round(lead, 4), "low": round(low, 4), "high": round(high, 4), "se": round(half / z, 4)}
    return {**numbers, "close": low <= 0, "clipped": abs(lead) >= chart.scale * (1 - 1e-6)}
