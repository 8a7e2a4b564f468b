"""What ``debertz solve`` says of one position (``debertz-solve/1``), and its page for people."""

from __future__ import annotations

import shlex
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from debertz_sim._jit import KERNEL_HASH
from debertz_sim.analysis.position import USUAL_RULES, Position, best_line, can_make, sides, values_of
from debertz_sim.cards import SUIT_LETTERS, card_text, hand_text
from debertz_sim.experiment.spec import rules_words
from debertz_sim.provenance import record
from debertz_sim.records.seats import side_text
from debertz_sim.records.transcript import rules_spec
from debertz_sim.records.transcript_table import grid, ranks_of
from debertz_sim.variants import from_spec

FORMAT = "debertz-solve/1"

Solved = dict[str, Any]


def solved(position: Position, needed: int | None = None) -> Solved:
    """The position's values in JSON types.

    ``values``: what each seat's side still makes with best play of all; ``cards``: every legal card with what the
    mover's side makes after it and what that loses; ``best_line``: one line of best play.  With ``needed`` instead of
    all these only ``threshold``: whether the mover's side makes so many points.
    """
    started, clock = datetime.now(UTC), time.perf_counter()
    answer = _values(position) if needed is None else {"threshold": _threshold(position, needed)}
    rules = position.rules
    provenance = record(
        command=_command(position, needed),
        rules=rules.to_dict(),
        rules_hash=rules.hash,
        seed=None,
        stream=None,
        deals_requested=None,
        deals_done=None,
        partial=False,
        policies={},
        started=started,
        seconds=time.perf_counter() - clock,
        workers=1,
        kernel_hash=KERNEL_HASH,
    )
    del provenance["confidence"]  # nothing is estimated
    return {"format": FORMAT, "provenance": provenance, "position": _position(position), **answer}


def _command(position: Position, needed: int | None) -> str:
    """The command that solves the position."""
    words = ["debertz", "solve", "--hands", " | ".join(map(hand_text, position.hands))]
    words += ["--trump", SUIT_LETTERS[position.trump], "--lead", str((position.laid_by or [position.to_move])[0])]
    if position.lying:
        words += ["--led", " ".join(map(card_text, position.lying))]
    if needed is not None:
        words += ["--need", str(needed)]
    if position.rules != from_spec(USUAL_RULES[len(position.hands)]):
        words += rules_words(position.rules) or ["--rules", "moscow"]
    return shlex.join(words)


def _position(position: Position) -> dict[str, Any]:
    laid = zip(position.laid_by, position.lying, strict=True)
    return {
        "rules": rules_spec(position.rules),
        "trump": SUIT_LETTERS[position.trump],
        "hands": [hand_text(hand).split() for hand in position.hands],
        "lying": [{"seat": seat, "card": card_text(card)} for seat, card in laid],
        "to_move": position.to_move,
        "points_left": position.total,
    }


def _threshold(position: Position, needed: int) -> dict[str, Any]:
    return {"seat": position.to_move, "points": needed, "reached": can_make(position, needed)}


def _values(position: Position) -> dict[str, Any]:
    values = values_of([position])[0]
    best = max(values.values())
    makes = [
        best if (seat - position.to_move) % 2 == 0 else position.total - best for seat in range(len(position.hands))
    ]
    cards = sorted(values, key=lambda card: (-values[card], card))
    return {
        "values": makes,
        "cards": [{"card": card_text(card), "value": values[card], "loss": best - values[card]} for card in cards],
        "best_line": [{"seat": seat, "card": card_text(card)} for seat, card in best_line(position)],
    }


def page(answer: Mapping[str, Any], position: Position) -> str:
    """The answer as a page, ending in a line feed."""
    asked = answer["position"]
    rules = position.rules
    mover = side_text(rules, position.to_move)
    heading = [f"rules {rules.name}, trump {asked['trump']}, to move: seat {position.to_move}"]
    rows = [
        [f"seat {seat}", *(f"{suit}: {ranks_of(cards, suit)}" for suit in SUIT_LETTERS)]
        for seat, cards in enumerate(asked["hands"])
    ]
    blocks = [heading, grid(rows)]
    if asked["lying"]:
        blocks.append(["in the trick: " + ", ".join(f"seat {laid['seat']} {laid['card']}" for laid in asked["lying"])])
    if (threshold := answer.get("threshold")) is not None:
        verb = "can" if threshold["reached"] else "cannot"
        blocks.append([f"{mover} {verb} make {threshold['points']} of the {asked['points_left']} points left"])
    else:
        makes = ", ".join(f"{name} {answer['values'][seat]}" for seat, name in sides(rules))
        blocks.append([f"with best play of all, of {asked['points_left']} points left: {makes}"])
        table = [["card", f"{mover} makes", "loss"]]
        table += [[card["card"], card["value"], card["loss"] or ""] for card in answer["cards"]]
        blocks.append(grid(table, frozenset({1, 2})))
        blocks.append(_line(position))
    return "\n\n".join("\n".join(line.rstrip() for line in block) for block in blocks) + "\n"


def _line(position: Position) -> list[str]:
    """One line of best play, a trick a line."""
    lines, words = ["one line of best play:"], [f"({card_text(card)})" for card in position.lying]
    at: Position | None = position
    leader = (position.laid_by or [position.to_move])[0]
    for seat, card in best_line(position):
        assert at is not None
        if not at.lying:
            leader, words = seat, []
        words.append(card_text(card))
        at = at.after(card)
        if at is None or not at.lying:
            lines.append(f"  seat {leader}: {' '.join(words)}")
    return lines
