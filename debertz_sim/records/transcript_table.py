"""A completed transcript as a page for people: cards, auction, tricks, melds, score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from debertz_sim.cards import RANK_LETTERS, SUIT_LETTERS
from debertz_sim.kernels.state import DECIDING_DEALS
from debertz_sim.records.seats import Seats, side_of, side_text
from debertz_sim.rules import card_points
from debertz_sim.variants import from_spec

LAST_TRICK = 10


def to_table(transcript: Mapping[str, Any]) -> str:
    """The page, ending in a line feed; the winner's card of each trick is marked ``*``."""
    if transcript["format"] == "debertz-terts/1":
        from debertz_sim.records.terts_table import terts_table

        return terts_table(transcript)
    seats = Seats(from_spec(transcript["rules"]), transcript["dealer"])
    blocks = [_heading(transcript, seats), _cards(transcript, seats), _before_play(transcript)]
    if transcript["plays"]:
        blocks.append(_tricks(transcript, seats))
    if transcript["melds"]:
        blocks.append(_melds(transcript))
    blocks += [_score(transcript, seats), list(_outcome(transcript, seats, transcript["result"]))]
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


def _numbered(seats: Seats, numbers: Sequence[int]) -> str:
    """One number a side, with the side named where there are more than two seats."""
    lower = [seat for seat in range(len(numbers)) if side_of(seats.rules, seat)[0] == seat]
    named = len(numbers) > 2
    return ", ".join(
        f"{side_text(seats.rules, seat)} {numbers[seat]}" if named else f"{numbers[seat]}" for seat in lower
    )


def _heading(deal: Mapping[str, Any], seats: Seats) -> list[str]:
    labels = [f"{label} {deal[label]}" for label in ("seed", "match", "index") if label in deal]
    lines = [", ".join([f"rules {seats.rules.name}", *labels, f"dealer seat {deal['dealer']}"])]
    if deal.get("match_round") == DECIDING_DEALS:
        lines.append(f"deciding deals, {deal['deciding_deals_before']} of them played out before")
    elif "match_round" in deal:
        obliged = f", obliged as dealers: seats {'+'.join(map(str, deal['obliged']))}" if deal["obliged"] else ""
        lines.append(f"round {deal['match_round']} of the match{obliged}")
    for field, words in (("scores_before", "written before"), ("baids_before", "baids before")):
        if deal.get(field):
            lines.append(f"{words}: {_numbered(seats, deal[field])}")
    if deal.get("pots"):
        lines.append(f"pots: {' '.join(map(str, deal['pots']))}")
    if deal.get("forced") is not None:
        lines.append(f"forced deal, declarer seat {deal['forced']['declarer']}")
    return lines


def _cards(deal: Mapping[str, Any], seats: Seats) -> list[str]:
    """Hands by suit, as they are at the first trick, and the cards of the table."""
    lines = []
    if deal.get("hands"):
        rows = []
        for seat, cards in enumerate(deal["hands"]):
            suits = (f"{suit}: {ranks_of(cards, suit)}" for suit in SUIT_LETTERS)
            rows.append([f"seat {seat}", *suits, f"({_role(seats, seat)})"])
        lines = grid(rows)
    freza = f"  freza {deal['freza']}" if deal.get("freza") else ""
    holders = [seat for seat, hand in enumerate(deal.get("hands") or ()) if deal["upcard"] in hand]
    dealt = f", dealt to seat {holders[0]}" if holders and deal.get("exchange") is None else ""
    return [*lines, f"upcard {deal['upcard']}{dealt}{freza}"]


def _role(seats: Seats, seat: int) -> str:
    """Place and partner of a seat."""
    partner = [f"with seat {other}" for other in side_of(seats.rules, seat) if other != seat]
    return ", ".join([seats.place(seat), *(["passive"] if seat == seats.passive else []), *partner])


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


def _tricks(deal: Mapping[str, Any], seats: Seats) -> list[str]:
    """One line a trick: a column for each seat in play, in the order of the seats."""
    winners = _winners(deal, seats)
    in_play = sorted(seats.turn_from(0))
    rows: list[list[Any]] = [["trick", "leader", *(f"seat {seat}" for seat in in_play), "points", "won by"]]
    for number, (trick, winner) in enumerate(zip(deal["plays"], winners, strict=True), 1):
        laid = dict(zip(seats.turn_from(trick["leader"]), trick["cards"], strict=False))
        cells = [laid.get(seat, "") + ("*" if seat == winner else "") for seat in in_play]
        worth = trick_points(deal, trick["cards"])
        done = [worth, f"seat {winner}"] if winner is not None else ["", ""]
        rows.append([number, f"seat {trick['leader']}", *cells, *done])
    return grid(rows, frozenset({0, 2 + len(in_play)}))


def trick_points(deal: Mapping[str, Any], cards: Iterable[str]) -> int:
    """The points of some cards under the rules and the trump of a deal."""
    points = card_points(from_spec(deal["rules"]).trick_points)
    return sum(points[card[1] == deal["result"]["trump"]][RANK_LETTERS.index(card[0])] for card in cards)


def _winners(deal: Mapping[str, Any], seats: Seats) -> list[int | None]:
    """Who won each trick: who leads to the next one."""
    plays = deal["plays"]
    last: int | None = deal["result"]["last_trick"]
    if deal.get("claim"):
        last = deal["claim"]["seat"]
    elif last is None and len(plays[-1]["cards"]) == seats.rules.in_play:
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


def _score(deal: Mapping[str, Any], seats: Seats) -> list[str]:
    """A column a seat; in pairs partners side by side, with a column for their side."""
    result = deal["result"]
    if result["tricks"] is None:
        return []
    players = range(seats.rules.players)
    pairs = seats.rules.sides == "pairs"
    own = {
        "tricks": result["tricks"],
        "card points": result["card_points"],
        "last trick": [LAST_TRICK * (seat == result["last_trick"]) for seat in players],
        "melds": [sum(meld["points"] for meld in deal["melds"] if meld["to"] == seat) for seat in players],
    }
    of_side = {"total": result["totals"], "written": result["written"]}
    columns: list[list[Any]] = [["", *own, *(name for name, numbers in of_side.items() if numbers is not None)]]
    for seat in (0, 2, 1, 3) if pairs else players:
        column = [f"seat {seat}", *(numbers[seat] for numbers in own.values())]
        if seat == seats.passive:  # he takes no tricks
            column[1:4] = "", "", ""
        sums = [numbers[seat] for numbers in of_side.values() if numbers is not None]
        columns.append(column + (["" for _ in sums] if pairs else sums))
        if pairs and seat > 1:
            side = [numbers[seat] + numbers[seat - 2] for numbers in own.values()]
            columns.append([f"{seat - 2}+{seat}", *side, *sums])
    return grid(list(zip(*columns, strict=True)), frozenset(range(1, len(columns))))


def _outcome(deal: Mapping[str, Any], seats: Seats, result: Mapping[str, Any]) -> Iterator[str]:
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
    if "round_winner" in result:
        yield f"round {deal['match_round']} of the match won by {side_text(seats.rules, result['round_winner'])}"
    if result.get("match_over"):
        winner = result["match_winner"]
        yield "match over, won by " + ("nobody" if winner is None else side_text(seats.rules, winner))
    if result.get("burned"):
        yield f"burned: {' '.join(map(str, result['burned']))}"
    if result["next_dealer"] is not None:
        yield f"next dealer: seat {result['next_dealer']}"
    if move := deal.get("to_move"):
        yield f"to move: seat {move['seat']}, legal: {' '.join(move['legal'])}"
