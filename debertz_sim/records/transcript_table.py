"""A completed transcript as a page for people: cards, auction, tricks, melds, score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from debertz_sim.cards import RANK_LETTERS, SUIT_LETTERS
from debertz_sim.rules import card_points
from debertz_sim.variants import from_spec

LAST_TRICK = 10


def to_table(transcript: Mapping[str, Any]) -> str:
    """The page, ending in a line feed; the winner's card of each trick is marked ``*``."""
    if transcript["format"] == "debertz-terts/1":
        from debertz_sim.records.terts_table import terts_table

        return terts_table(transcript)
    blocks = [heading(transcript), _cards(transcript), _before_play(transcript)]
    if transcript["plays"]:
        blocks.append(_tricks(transcript))
    if transcript["melds"]:
        blocks.append(_melds(transcript))
    blocks += [_score(transcript), _outcome(transcript)]
    return "\n\n".join("\n".join(line.rstrip() for line in block) for block in blocks if block) + "\n"


def grid(rows: Iterable[Sequence[Any]], right: frozenset[int] = frozenset()) -> list[str]:
    """Rows of cells as aligned lines, two blanks between columns; the columns ``right`` are set flush right."""
    texts = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    lines = []
    for row in texts:
        cells = (
            cell.rjust(width) if place in right else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        lines.append("  ".join(cells))
    return lines


def _seats(deal: Mapping[str, Any]) -> range:
    return range(from_spec(deal["rules"]).players)


def heading(deal: Mapping[str, Any]) -> list[str]:
    labels = [f"{label} {deal[label]}" for label in ("seed", "match", "index") if label in deal]
    lines = [", ".join([f"rules {from_spec(deal['rules']).name}", *labels, f"dealer seat {deal['dealer']}"])]
    for field, words in (("scores_before", "written before"), ("baids_before", "baids before"), ("pots", "pots")):
        if deal.get(field):
            lines.append(f"{words}: {' '.join(map(str, deal[field]))}")
    if deal.get("forced") is not None:
        lines.append(f"forced deal, declarer seat {deal['forced']['declarer']}")
    return lines


def _cards(deal: Mapping[str, Any]) -> list[str]:
    """Hands by suit, as they are at the first trick, and the cards of the table."""
    lines = []
    if deal.get("hands"):
        rows = []
        for seat, cards in enumerate(deal["hands"]):
            suits = (f"{suit}: {ranks_of(cards, suit)}" for suit in SUIT_LETTERS)
            rows.append([f"seat {seat}", *suits, "(dealer)" if seat == deal["dealer"] else ""])
        lines = grid(rows)
    freza = f"  freza {deal['freza']}" if deal.get("freza") else ""
    return [*lines, f"upcard {deal['upcard']}{freza}"]


def ranks_of(cards: Iterable[str], suit: str) -> str:
    held = sorted((card[0] for card in cards if card[1] == suit), key=RANK_LETTERS.index, reverse=True)
    return " ".join(held) or "-"


def _before_play(deal: Mapping[str, Any]) -> list[str]:
    lines = []
    if deal["auction"]:
        calls = (f"seat {call['seat']} {call['call']} {call.get('suit', '')}".rstrip() for call in deal["auction"])
        lines.append("auction: " + ", ".join(calls))
    if exchange := deal.get("exchange"):
        lines.append("exchange: seat {seat} gave {gave}, took {took}".format(**exchange))
    if redeal := deal.get("redeal"):
        lines.append("redeal: asked for by seat {}, {}".format(redeal["seat"], redeal["reason"].replace("_", " ")))
    return lines


def _tricks(deal: Mapping[str, Any]) -> list[str]:
    """One line a trick: a column for each seat, in the order of the seats."""
    winners = _winners(deal)
    rows: list[list[Any]] = [["trick", "leader", *(f"seat {seat}" for seat in _seats(deal)), "points", "won by"]]
    for number, (trick, winner) in enumerate(zip(deal["plays"], winners, strict=True), 1):
        laid = {(trick["leader"] + k) % len(_seats(deal)): card for k, card in enumerate(trick["cards"])}
        cells = [laid.get(seat, "") + ("*" if seat == winner else "") for seat in _seats(deal)]
        worth = trick_points(deal, trick["cards"])
        done = [worth, f"seat {winner}"] if winner is not None else ["", ""]
        rows.append([number, f"seat {trick['leader']}", *cells, *done])
    return grid(rows, frozenset({0, 2 + len(_seats(deal))}))


def trick_points(deal: Mapping[str, Any], cards: Iterable[str]) -> int:
    """The points of some cards under the rules and the trump of a deal."""
    points = card_points(from_spec(deal["rules"]).trick_points)
    return sum(points[card[1] == deal["result"]["trump"]][RANK_LETTERS.index(card[0])] for card in cards)


def _winners(deal: Mapping[str, Any]) -> list[int | None]:
    """Who won each trick: who leads to the next one."""
    plays = deal["plays"]
    last: int | None = deal["result"]["last_trick"]
    if deal.get("claim"):
        last = deal["claim"]["seat"]
    elif last is None and len(plays[-1]["cards"]) == len(_seats(deal)):
        last = deal["to_move"]["seat"]
    return [*(trick["leader"] for trick in plays[1:]), last]


def _melds(deal: Mapping[str, Any]) -> list[str]:
    rows = []
    for meld in deal["melds"]:
        fate = {True: f"scored by seat {meld['to']}", False: "not scored", None: "still open"}[meld["scored"]]
        if "call" in meld:
            fate += ", not called" if meld["call"] is None else f", called in trick {meld['call']}"
        rows.append([f"seat {meld['seat']}", meld["kind"], " ".join(meld["cards"]), meld["points"], fate])
    return grid(rows, frozenset({3}))


def _score(deal: Mapping[str, Any]) -> list[str]:
    result = deal["result"]
    if result["tricks"] is None:
        return []
    seats = _seats(deal)
    last = [LAST_TRICK * (seat == result["last_trick"]) for seat in seats]
    melds = [sum(meld["points"] for meld in deal["melds"] if meld["to"] == seat) for seat in seats]
    lines = {
        "tricks": result["tricks"],
        "card points": result["card_points"],
        "last trick": last,
        "melds": melds,
        "total": result["totals"],
        "written": result["written"],
    }
    rows = [[name, *numbers] for name, numbers in lines.items() if numbers is not None]
    return grid([["", *(f"seat {seat}" for seat in seats)], *rows], frozenset(range(1, 1 + len(seats))))


def _outcome(deal: Mapping[str, Any]) -> list[str]:
    return list(_outcome_lines(deal, deal["result"]))


def _outcome_lines(deal: Mapping[str, Any], result: Mapping[str, Any]) -> Iterator[str]:
    parts = [(result["outcome"] or "not finished").replace("_", " ")]
    if result["declarer"] is not None:
        parts += [f"declarer seat {result['declarer']}", f"trump {result['trump']}"]
    if result["round"] is not None:
        parts.append(f"round {result['round']}")
    if result["sequence_decided_by"] is not None:
        parts.append(f"sequences decided by {result['sequence_decided_by'].replace('_', ' ')}")
    yield ", ".join(parts)
    if "winner" in result:
        yield f"the match is won at once by seat {result['winner']}"
    if result["pots"]:
        yield f"hanging now: {' '.join(map(str, result['pots']))}"
    if result.get("match_over"):
        winner = result["match_winner"]
        yield "match over, " + ("won by nobody" if winner is None else f"won by seat {winner}")
        if result["burned"]:
            yield f"burned: {' '.join(map(str, result['burned']))}"
    if result["next_dealer"] is not None:
        yield f"next dealer: seat {result['next_dealer']}"
    if move := deal.get("to_move"):
        yield f"to move: seat {move['seat']}, legal: {' '.join(move['legal'])}"
