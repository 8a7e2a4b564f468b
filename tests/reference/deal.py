"""One deal of the twin: from what was dealt and chosen to everything that follows (RULES.md sections 2 to 4).

Two, three or four seats.  ``Table`` in ``table.py`` holds the cards on the table and what may be known of them; the
functions here lead it through auction, exchange, tricks and score, and write the transcript of CONTRACT.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tests.reference import melds, score
from tests.reference.cards import RANKS, SEVEN, SUITS, card_points, text, texts
from tests.reference.seats import Seats
from tests.reference.table import Before, Chooser, Decision, OutOfChoices, ReferenceError_, Table, second_sizes

__all__ = ["Decision", "OutOfChoices", "ReferenceError_", "Replay", "replay", "run_deal"]

KINDS = {3: "terts", 4: "fifty"}
EXCHANGE_MODES = ("default", "always", "never")


@dataclass
class Replay:
    """What the twin makes of a deal: the transcript, and every decision with what its seat could see."""

    transcript: dict[str, Any]
    decisions: list[Decision]


def replay(
    rules: dict[str, Any],
    dealer: int,
    first_packets: list[list[int]],
    upcard: int,
    second_packets: list[list[int]] | None,
    freza: int | None,
    calls: Iterable[str],
    cards: Iterable[int],
    *,
    exchange: str = "default",
    pots: Iterable[int] = (),
    forced_declarer: int | None = None,
    scores_before: list[int] | None = None,
    baids_before: list[int] | None = None,
    match_round: int | None = None,
    obliged: Iterable[int] = (),
    deciding_deals_before: int = 0,
) -> Replay:
    """Derive a whole deal from the packets and the calls and cards that were chosen.

    ``rules`` is the full switch table, packets are seat-indexed (a passive dealer's first is empty, his second the four
    cards left over), the second ones None if they were not dealt, the freza is None where all cards are dealt, calls
    are "pass" or a suit letter, cards in the order of play.  A deal of a match of two rounds (one with
    ``scores_before``) is told its ``match_round``, else it is 1, in the second round who is obliged (the seats of the
    side that won the first), and how many deciding deals went before.  Raises ReferenceError_ for cards that are not a
    deal, for a choice that is not legal (it is named), and for choices too few (OutOfChoices) or too many.
    """
    call_words, card_list = iter(calls), iter(cards)

    def choose(kind: str, seat: int, legal: set[int], table: Table) -> int:
        try:
            if kind == "card":
                return next(card_list)
            word = next(call_words)
        except StopIteration:
            raise OutOfChoices(kind, seat, legal, table.trick) from None
        if word != "pass" and (len(word) != 1 or word not in SUITS):
            raise ReferenceError_(f"call {word!r} of seat {seat} is neither pass nor one of s c d h")
        return 4 if word == "pass" else SUITS.index(word)

    before = Before(list(pots), forced_declarer, scores_before, baids_before)
    if rules["form"] == "two_rounds" and scores_before is not None:
        before.match_round, before.obliged, before.deciding = match_round or 1, sorted(obliged), deciding_deals_before
    elif match_round or obliged or deciding_deals_before:
        raise ReferenceError_("match_round, obliged and deciding_deals_before stand in matches of two rounds only")
    result = run_deal(rules, dealer, first_packets, upcard, second_packets, freza, choose, exchange, before)
    for left in (*call_words, *card_list):
        raise ReferenceError_(f"{text(left) if isinstance(left, int) else left} is too much: the deal was over")
    return result


def run_deal(
    rules: dict[str, Any],
    dealer: int,
    first_packets: list[list[int]],
    upcard: int,
    second_packets: list[list[int]] | None,
    freza: int | None,
    choose: Chooser,
    exchange: str,
    before: Before,
) -> Replay:
    """The same with a function that chooses, so that a player can be put in its place."""
    _check(rules, dealer, first_packets, upcard, second_packets, freza, exchange, before)
    table = Table(rules, Seats(rules, dealer), first_packets, upcard, before, choose)
    transcript: dict[str, Any] = {
        "format": "debertz-deal/1",
        "dealer": dealer,
        "pots": list(before.pots),
        "first_packets": [texts(packet) for packet in first_packets],
        "upcard": text(upcard),
        "second_packets": None,
        "freza": None,
        "auction": table.auction,
        "exchange": None,
        "hands": None,
        "plays": [],
        "melds": [],
    }
    if before.forced_declarer is not None:
        transcript["forced"] = {"declarer": before.forced_declarer}
    if before.scores is not None:
        transcript["scores_before"] = list(before.scores)
    if before.baids is not None:
        transcript["baids_before"] = list(before.baids)
    if before.match_round:
        transcript["match_round"] = before.match_round
        transcript["obliged"] = list(before.obliged)
    if before.match_round == 3:
        transcript["deciding_deals_before"] = before.deciding
    transcript["result"] = _course(table, transcript, second_packets, freza, exchange, before)
    transcript["hands"] = [texts(sorted(hand)) for hand in table.full]
    return Replay(transcript, table.decisions)


def _course(
    table: Table,
    transcript: dict[str, Any],
    second_packets: list[list[int]] | None,
    freza: int | None,
    exchange: str,
    before: Before,
) -> dict[str, Any]:
    """Lead the table through the deal; fills the transcript and returns its result."""
    rules = table.rules
    if rules["instant_win"] == "dealt_six_to_ace":
        for winner in table.turn:
            if any(_holds(table.full[winner], suit, "9TJQKA") for suit in range(4)):
                return _won_at_once(table, before, winner)
    if before.forced_declarer is None and not table.hold_auction():
        return _unplayed(table, before, "all_pass", next_dealer=table.seats.clockwise(table.seats.dealer))
    if second_packets is None:
        raise ReferenceError_("the second packets are missing")
    table.deal_second(second_packets, freza)
    transcript["second_packets"] = [texts(packet) for packet in second_packets]
    transcript["freza"] = text(freza) if rules["freza_shown"] and freza is not None else None
    redeal = _redeal(table)
    if redeal:
        transcript["redeal"] = redeal
        return _unplayed(table, before, "redeal", next_dealer=table.seats.dealer)
    seat = _exchange_seat(table, exchange)
    if seat is not None:
        transcript["exchange"] = table.exchange(seat)
    if rules["instant_win"] == "seven_trumps_to_ace":
        for winner in table.turn:
            if _holds(table.full[winner], table.trump, "89TJQKA"):
                return _won_at_once(table, before, winner)
    table.judge_melds()
    claimer = _play(table, before)
    transcript["plays"] = [{"leader": leader, "cards": texts(cards)} for leader, cards in table.plays]
    transcript["melds"] = entries = _meld_entries(table, complete=claimer is None)
    if claimer is not None:
        transcript["claim"] = {"seat": claimer, "after_trick": table.trick}
        return _claimed(table, before, claimer)
    return _scored(table, before, entries)


def _holds(hand: set[int], suit: int, ranks: str) -> bool:
    return all(8 * suit + RANKS.index(rank) in hand for rank in ranks)


def _redeal(table: Table) -> dict[str, Any] | None:
    """The right to a redeal that is used: asked in turn, four sevens named before few points."""
    rules = table.rules
    plain, _ = card_points(rules)
    limit = rules["redeal_max_points"]
    for seat in table.turn:
        hand = table.full[seat]
        if rules["redeal_four_sevens"] and all(8 * suit + SEVEN in hand for suit in range(4)):
            return {"seat": seat, "reason": "four_sevens"}
        if limit != "none" and sum(plain[card % 8] for card in hand) <= limit:
            return {"seat": seat, "reason": "points"}
    return None


def _exchange_seat(table: Table, mode: str) -> int | None:
    """Who exchanges the trump seven for the upcard."""
    rules = table.rules
    forced = table.forced
    if rules["seven_exchange"] == "none" or len(table.turn) == 4:
        return None
    if table.trump != table.upcard // 8 or not (forced or table.round == 1):
        return None
    seven = 8 * table.trump + SEVEN
    held = table.first if rules["seven_from_first_packet"] else table.full
    for seat in table.turn:
        if seven not in held[seat]:
            continue
        if rules["seven_exchange"] == "declarer" and seat != table.declarer:
            return None
        if mode == "default" and not forced:
            # In a forced deal no sequence would score, so there is nothing to keep the seven for.
            held_sequences = [melds.sequences(hand, table.trump, rules) for hand in table.full]
            if melds.keeps_seven(held_sequences, seat, table.trump, table.upcard, table.seats, table.declarer, rules):
                return None
        return None if mode == "never" else seat
    return None


def _play(table: Table, before: Before) -> int | None:
    """Play the tricks; returns the seat that ends the match by a claim, if one does."""
    rules = table.rules
    target = rules["target"]
    may_claim = before.scores is not None and target != "one_deal" and rules["early_claim"] != "off"
    if before.match_round == 3:
        may_claim = False
    declaring = table.seats.side(table.declarer)
    leader = table.declarer if rules["first_lead"] == "declarer" else table.turn[0]
    for trick in range(1, table.seats.tricks + 1):
        leader = table.play_trick(leader)
        if not may_claim or trick == table.seats.tricks:
            continue
        if rules["early_claim"] == "defender" and leader in declaring:
            continue
        assert before.scores is not None
        if before.scores[leader] + _safe(table, leader) >= target:
            return leader
    return None


def _safe(table: Table, seat: int) -> int:
    """Points that nothing to come can take from a seat's side: tricks won and melds that surely score for it."""
    side = table.seats.side(seat)
    melded = sum(points for *_, points, to in _melds(table, complete=False) if to in side)
    return sum(table.points[partner] for partner in side) + melded


def _melds(table: Table, *, complete: bool) -> list[tuple[int, str, list[int], int, int | None]]:
    """Every meld held as (seat, kind, cards, points, who gets the points as things stand or None)."""
    winners = set(table.contest.winners)
    if complete:
        winners = table.contest.after_last(table.seats.side(table.winners[-1]))
    found: list[tuple[int, str, list[int], int, int | None]] = []
    for seat in range(table.seats.players):
        for sequence in table.sequences[seat]:
            length = len(sequence.cards)
            to = seat if seat in winners and not _burns(table, seat, length) else None
            found.append((seat, KINDS.get(length, f"run{length}"), list(sequence.cards), sequence.points, to))
        for rank in table.fours[seat]:
            cards = [8 * suit + rank for suit in range(4)]
            points = melds.four_points(rank, table.rules)
            found.append((seat, "four", cards, points, seat if seat == table.best_fours else None))
        if seat == table.bella_holder:
            found.append((seat, "bella", list(melds.bella_cards(table.trump)), 20, table.bella_goes_to()))
    return found


def _burns(table: Table, seat: int, length: int) -> bool:
    """Whether a sequence lacks, so far, the trick it needs."""
    need = table.rules["sequences_need_trick"]
    if need is False or (need == "terts_only" and length != 3) or seat == table.seats.passive:
        return False
    return score.by_side(table.seats, table.tricks)[seat] == 0


def _meld_entries(table: Table, *, complete: bool) -> list[dict[str, Any]]:
    """The ``melds`` of the transcript."""
    entries = []
    for seat, kind, cards, points, to in _melds(table, complete=complete):
        entry: dict[str, Any] = {"seat": seat, "kind": kind, "cards": texts(cards), "points": points}
        entry["scored"] = to is not None
        entry["to"] = to
        if kind == "bella":
            entry["call"] = table.bella_call
        entries.append(entry)
    return entries


def _unplayed(table: Table, before: Before, outcome: str, next_dealer: int | None) -> dict[str, Any]:
    """The result of a deal that was not played out and leaves the match as it was."""
    result = {
        "outcome": outcome,
        "declarer": table.declarer if table.declarer >= 0 else None,
        "trump": SUITS[table.trump] if table.trump >= 0 else None,
        "round": table.round if table.declarer >= 0 and not table.forced else None,
        "tricks": None,
        "card_points": None,
        "last_trick": None,
        "totals": None,
        "written": None,
        "pots": list(before.pots),
        "next_dealer": next_dealer,
        "sequence_decided_by": None,
    }
    if before.scores is not None:
        result["match_over"] = False
        result["match_winner"] = None
    return result


def _won_at_once(table: Table, before: Before, winner: int) -> dict[str, Any]:
    result = _unplayed(table, before, "instant_win", next_dealer=None)
    result["winner"] = winner
    if before.scores is not None:
        _end_match(result, table.seats.side(winner)[0])
    return result


def _end_match(result: dict[str, Any], winner: int | None) -> None:
    """Mark a result as the last of its match: what still hangs is burned."""
    result["match_over"] = True
    result["match_winner"] = winner
    result["burned"] = result["pots"]
    result["pots"] = []
    result["next_dealer"] = None


def _end_round_or_match(table: Table, before: Before, result: dict[str, Any], winner: int | None) -> None:
    """The target was reached; in the first two rounds that ends the round, and the match if one side has won both."""
    if before.match_round in (1, 2):
        result["round_winner"] = winner
    if before.match_round == 1 or (before.match_round == 2 and winner not in before.obliged):
        result["burned"] = result["pots"]
        result["pots"] = []
        result["next_dealer"] = table.seats.clockwise(table.seats.dealer)
    else:
        _end_match(result, winner)


def _as_played(table: Table, before: Before, outcome: str) -> dict[str, Any]:
    """The part of a result that a claimed and a finished deal have in common."""
    result = _unplayed(table, before, outcome, next_dealer=None)
    result["tricks"] = list(table.tricks)
    result["card_points"] = list(table.points)
    result["sequence_decided_by"] = table.contest.decided_by
    return result


def _claimed(table: Table, before: Before, claimer: int) -> dict[str, Any]:
    side = table.seats.side(claimer)
    result = _as_played(table, before, "claim")
    result["written"] = [_safe(table, claimer) if seat in side else 0 for seat in range(table.seats.players)]
    _end_round_or_match(table, before, result, side[0])
    return result


def _scored(table: Table, before: Before, entries: list[dict[str, Any]]) -> dict[str, Any]:
    """The result of a deal whose tricks were all played."""
    rules, seats = table.rules, table.seats
    last = table.winners[-1]
    own = [table.points[seat] + (10 if seat == last else 0) for seat in range(seats.players)]
    for entry in entries:
        if entry["to"] is not None:
            own[entry["to"]] += entry["points"]
    totals = score.by_side(seats, own)
    baids = before.baids if before.scores is not None else None
    settled = score.settle(rules, seats, table.declarer, totals, table.tricks, before.pots, baids)
    result = _as_played(table, before, settled.outcome)
    result["last_trick"] = last
    result["totals"] = totals
    result["written"] = settled.written
    result["pots"] = settled.pots
    result["next_dealer"] = score.next_dealer(rules, seats, table.declarer, settled.outcome, totals)
    if before.scores is None:
        return result
    scores = [before.scores[seat] + settled.written[seat] for seat in range(seats.players)]
    if before.match_round == 3:
        over, winner = score.deciding_end(seats, scores, before.deciding + 1)
    else:
        over, winner = score.match_end(rules, seats, scores, table.declarer, last)
    if over:
        _end_round_or_match(table, before, result, winner)
    return result


def _check(
    rules: dict[str, Any],
    dealer: int,
    first_packets: list[list[int]],
    upcard: int,
    second_packets: list[list[int]] | None,
    freza: int | None,
    exchange: str,
    before: Before,
) -> None:
    """Refuse what is not a deal."""
    players = rules["players"]
    if rules["form"] == "terts":
        raise ReferenceError_("form = terts has no deal of this shape")
    if exchange not in EXCHANGE_MODES:
        raise ReferenceError_(f"exchange = {exchange!r}: one of {', '.join(EXCHANGE_MODES)} is right")
    last = players - 1
    if not 0 <= dealer <= last or before.forced_declarer not in (None, *range(players)):
        raise ReferenceError_(f"dealer and forced declarer are seats, 0 or 1{'' if last == 1 else f' … {last}'}")
    seats = Seats(rules, dealer)
    if before.forced_declarer is not None and before.forced_declarer == seats.passive:
        raise ReferenceError_(f"seat {dealer} is declarer of a forced deal and its passive dealer")
    _check_cards(rules, seats, first_packets, upcard, second_packets, freza)
    hanging = rules["hanging"]
    most = {"queue": len(before.pots), "each_own": 0, "void": 0}.get(hanging, 1)
    if len(before.pots) > most:
        raise ReferenceError_(f"pots = {before.pots}: at most {most} with hanging = {hanging}")
    if before.scores is None:
        return
    for numbers in (before.scores, before.baids or [0] * players):
        if len(numbers) != players or any(
            numbers[partner] != numbers[s] for s in seats.turn for partner in seats.side(s)
        ):
            raise ReferenceError_(f"{numbers}: one number a seat is right, in pairs the same for both partners")
    if before.match_round != 3 and not score.may_go_on(rules, before.scores):
        raise ReferenceError_(f"scores_before = {before.scores}: the target {rules['target']} was reached already")


def _check_cards(
    rules: dict[str, Any],
    seats: Seats,
    first_packets: list[list[int]],
    upcard: int,
    second_packets: list[list[int]] | None,
    freza: int | None,
) -> None:
    """Refuse packets of the wrong size, and cards dealt twice; who gets the upcard may show only in the auction."""
    first_sizes = [0 if seat == seats.passive else 6 for seat in range(seats.players)]
    goes_to = seats.everybody if rules["upcard_to"] == "declarer" else [seats.dealer]
    if rules["upcard_to"] == "nobody":
        goes_to = [-1]
    sizes = [second_sizes(seats, seat) for seat in goes_to]
    second_sizes_given = sizes[0] if second_packets is None else [len(packet) for packet in second_packets]
    if [len(packet) for packet in first_packets] != first_sizes or second_sizes_given not in sizes:
        raise ReferenceError_(
            f"the seats get first packets of {first_sizes} cards and second of {' or '.join(map(str, sizes))}"
        )
    if (freza is None) != (seats.players == 4):
        raise ReferenceError_("four seats leave no freza" if seats.players == 4 else "the freza is missing")
    cards = [upcard, *([] if freza is None else [freza])]
    for packet in (*first_packets, *(second_packets or ())):
        cards += packet
    if len(set(cards)) != len(cards) or min(cards) < 0 or max(cards) > 31:
        raise ReferenceError_(f"the packets, the upcard and the freza are not {len(cards)} different cards")
