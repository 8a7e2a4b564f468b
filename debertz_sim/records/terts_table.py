"""A completed transcript of terts as a page for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from debertz_sim.cards import SUIT_LETTERS
from debertz_sim.records.transcript_table import LAST_TRICK, grid, ranks_of, trick_points
from debertz_sim.variants import from_spec


def terts_table(deal: Mapping[str, Any]) -> str:
    """The page, ending in a line feed; the winner's card of each trick is marked ``*``."""
    blocks = [_heading(deal), _cards(deal), _tricks(deal), _score(deal), list(_outcome(deal))]
    return "\n\n".join("\n".join(line.rstrip() for line in block) for block in blocks if block) + "\n"


def _heading(deal: Mapping[str, Any]) -> list[str]:
    labels = [f"{label} {deal[label]}" for label in ("seed", "index") if label in deal]
    return [", ".join([f"rules {from_spec(deal['rules']).name}", *labels, f"dealer seat {deal['dealer']}"])]


def _cards(deal: Mapping[str, Any]) -> list[str]:
    """The cards dealt, by suit."""
    rows = []
    for seat, cards in enumerate(deal["hands"]):
        suits = (f"{suit}: {ranks_of(cards, suit)}" for suit in SUIT_LETTERS)
        rows.append([f"seat {seat}", *suits, "(dealer)" if seat == deal["dealer"] else ""])
    lines = [*grid(rows), f"upcard {deal['upcard']}, trump {deal['result']['trump']}"]
    if exchange := deal["exchange"]:
        lines.append("exchange before trick {before_trick}: seat {seat} gave {gave}, took {took}".format(**exchange))
    return lines


def _tricks(deal: Mapping[str, Any]) -> list[str]:
    """One line a trick: cards by seat, draws by seat, what was announced."""
    plays = deal["plays"]
    if not plays:
        return []
    rows: list[list[Any]] = [
        ["trick", "leader", "seat 0", "seat 1", "points", "drawn 0", "drawn 1", "announced"],
    ]
    for number, (play, winner) in enumerate(zip(plays, _winners(deal), strict=True), 1):
        cells, drawn = ["", ""], ["", ""]
        for place, card in enumerate(play["cards"]):
            seat = (play["leader"] + place) % 2
            cells[seat] = card + ("*" if seat == winner else "")
        worth: int | str = ""
        if winner is not None:
            worth = trick_points(deal, play["cards"])
            for seat, card in zip((winner, 1 - winner), play.get("drawn") or (), strict=False):
                drawn[seat] = card
        rows.append([number, f"seat {play['leader']}", *cells, worth, *drawn, "; ".join(_said(play))])
    return grid(rows, frozenset({0, 4}))


def _winners(deal: Mapping[str, Any]) -> list[int | None]:
    """Who won each trick: who leads to the next one, or has to."""
    last = deal["result"]["last_trick"]
    if last is None and len(deal["plays"][-1]["cards"]) == 2:
        last = deal["to_move"]["seat"]
    return [*(play["leader"] for play in deal["plays"][1:]), last]


def _said(play: Mapping[str, Any]) -> Iterator[str]:
    for entry in play["announced"]:
        fate = entry["points"] if entry["scored"] else "beaten"
        yield f"seat {entry['seat']} {entry['kind']} {' '.join(entry['cards'])} {fate}"


def _score(deal: Mapping[str, Any]) -> list[str]:
    result = deal["result"]
    lines = {
        "tricks": result["tricks"],
        "card points": result["card_points"],
        "last trick": [LAST_TRICK * (seat == result["last_trick"]) for seat in (0, 1)],
        "announced": result["announced"],
        "total": result["totals"],
    }
    rows = [[name, *numbers] for name, numbers in lines.items() if numbers is not None]
    return grid([["", "seat 0", "seat 1"], *rows], frozenset({1, 2}))


def _outcome(deal: Mapping[str, Any]) -> Iterator[str]:
    if move := deal.get("to_move"):
        yield "not finished"
        yield f"to move: seat {move['seat']}, legal: {' '.join(move['legal'])}"
    else:
        winner = deal["result"]["winner"]
        yield "level, won by nobody" if winner is None else f"won by seat {winner}"
