"""From what a record says of hands, packets, plays and exchange to the cards that were dealt."""

from __future__ import annotations

from typing import NamedTuple

from debertz_sim.cards import SUIT_LETTERS, card_text, cards_of, hand_text
from debertz_sim.errors import UserError
from debertz_sim.records.transcript_input import Recorded

FIRST_PACKET = 6
_NINE_TO_ACE = 0xFC


class Layout(NamedTuple):
    """The cards of a deal by seat, as masks.

    ``packets_known``: whether the packets are the real ones; else the hands were parted in some way that the record
    does not contradict.  ``hands_known`` is false where the auction alone is recorded.
    """

    first: list[int]
    second: list[int]
    freza: int
    exchanger: int | None
    packets_known: bool
    hands_known: bool


def lay_out(recorded: Recorded, played: list[int] | None) -> Layout:
    """The cards of a recorded deal; ``played``: what each seat has played, if all cards were.

    Raises ``UserError`` where hands, packets, upcard, freza and exchange contradict each other, or say too little.
    """
    if recorded.all_passed and recorded.second is not None:
        raise UserError("second_packets: where all pass they are not dealt; it must be null")
    exchanger = _exchanger(recorded, recorded.hands or played)
    hands = recorded.hands or played
    if hands is None:
        before = _from_packets(recorded)
        if before is None:
            return Layout([0] * recorded.rules.players, [0] * recorded.rules.players, -1, None, False, False)
        _check_exchanged(recorded, exchanger, before, given=True)
    else:
        before = hands
        if recorded.declarer is None and recorded.second is not None and hands[0].bit_count() == FIRST_PACKET:
            before = _joined(hands, recorded.second)  # in the auction the second packets lie ready
        if exchanger is not None:
            _check_exchanged(recorded, exchanger, hands, given=False)
            before = list(hands)
            before[exchanger] ^= 1 << recorded.upcard | 1 << _seven(recorded)
    _check_apart(recorded, before)
    _check_sizes(recorded, before)
    first, second, known = _part(recorded, before, exchanger)
    freza = -1 if recorded.freza is None else recorded.freza
    return Layout(first, second, freza, exchanger, known, True)


def _seven(recorded: Recorded) -> int:
    assert recorded.trump is not None
    return 8 * recorded.trump


def _exchanger(recorded: Recorded, hands: list[int] | None) -> int | None:
    """Who took the upcard: by the record, or as the hands show where it says nothing."""
    if recorded.exchange is not None:
        if recorded.trump is None:
            raise UserError("exchange: no trump has been named; it must be null")
        for field, written, right in (
            ("gave", recorded.exchange.gave, _seven(recorded)),
            ("took", recorded.exchange.took, recorded.upcard),
        ):
            if written not in (None, right):
                what = "the trump seven" if field == "gave" else "the upcard"
                raise UserError(
                    f"exchange.{field}: {card_text(written)} is not right; it must be {card_text(right)}, {what}"
                )
        return recorded.exchange.seat
    if recorded.says_exchange or hands is None or recorded.trump is None:
        return None
    return next((seat for seat, hand in enumerate(hands) if hand >> recorded.upcard & 1), None)


def _check_exchanged(recorded: Recorded, seat: int | None, hands: list[int], given: bool) -> None:
    """Whether the exchanger holds the card that he must hold before (``given``) or after the exchange."""
    if seat is None:
        return
    card, other = (_seven(recorded), recorded.upcard) if given else (recorded.upcard, _seven(recorded))
    when = "before" if given else "after"
    if not hands[seat] >> card & 1:
        raise UserError(f"exchange: seat {seat} does not hold {card_text(card)} {when} it: {hand_text(hands[seat])}")
    if hands[seat] >> other & 1 and other != card:
        raise UserError(f"exchange: seat {seat} cannot hold {card_text(other)} {when} it: {hand_text(hands[seat])}")


def _from_packets(recorded: Recorded) -> list[int] | None:
    """The hands before an exchange; None where they are not needed."""
    first, second = recorded.first, recorded.second
    if first is not None and second is None and _winner_at_once(recorded, first) is not None:
        return first
    if recorded.declarer is None:
        return first if first is None or second is None else _joined(first, second)
    if first is not None and second is not None:
        return _joined(first, second)
    total = recorded.rules.players * (FIRST_PACKET + recorded.rules.second_packet)
    raise UserError(
        f"hands: they are missing, and {len(recorded.cards_played)} of {total} cards are played; "
        "write hands, or first_packets and second_packets, or all plays"
    )


def _joined(first: list[int], second: list[int]) -> list[int]:
    return [a | b for a, b in zip(first, second, strict=True)]


def _check_apart(recorded: Recorded, before: list[int]) -> None:
    """The upcard, the freza and the hands before the exchange are all different cards."""
    if recorded.freza == recorded.upcard:
        raise UserError(f"freza: {card_text(recorded.upcard)} is the upcard already")
    for card, what in ((recorded.upcard, "upcard"), (recorded.freza, "freza")):
        for seat, hand in enumerate(before):
            if card is not None and hand >> card & 1:
                why = " without the seven exchange" if what == "upcard" else ""
                raise UserError(f"hands: seat {seat} cannot hold {card_text(card)}, the {what}{why}")
    for seat, hand in enumerate(before):
        for other in range(seat):
            if twice := cards_of(hand & before[other]):
                raise UserError(f"hands: {card_text(twice[0])} is held by seat {other} and by seat {seat}")


def _check_sizes(recorded: Recorded, before: list[int]) -> None:
    size = before[0].bit_count()
    full = FIRST_PACKET + recorded.rules.second_packet
    if size == FIRST_PACKET and _winner_at_once(recorded, before) is not None:
        return  # also in a forced deal, whose declarer is known before the second packets
    if recorded.declarer is not None and size != full:
        raise UserError(f"hands: seat 0 has {size} cards; after the auction each seat has {full}")
    if recorded.all_passed and size != FIRST_PACKET:
        raise UserError(f"hands: seat 0 has {size} cards; where all pass each seat has {FIRST_PACKET}")


def _part(recorded: Recorded, before: list[int], exchanger: int | None) -> tuple[list[int], list[int], bool]:
    """The packets, and whether they are the real ones."""
    first, second = recorded.first, recorded.second
    for packet, what in ((first, "first_packets"), (second, "second_packets")):
        for seat, cards in enumerate(packet or ()):
            if strange := cards_of(cards & ~before[seat]):
                raise UserError(
                    f"{what}: {card_text(strange[0])} of seat {seat} is not in his hand: {hand_text(before[seat])}"
                )
    if first is not None and second is not None:
        for seat, hand in enumerate(before):
            if left := cards_of(hand & ~(first[seat] | second[seat])):
                raise UserError(f"first_packets, second_packets: {card_text(left[0])} of seat {seat} is in neither")
        return first, second, True
    if before[0].bit_count() == FIRST_PACKET:
        return before, [0] * len(before), True
    if first is not None:
        return first, [hand & ~six for hand, six in zip(before, first, strict=True)], True
    if second is not None:
        return [hand & ~three for hand, three in zip(before, second, strict=True)], second, True
    _require_no_dealt_win(recorded, before)
    must = 1 << _seven(recorded) if exchanger is not None else 0
    firsts = [_six_of(hand, hand & must) for hand in before]
    return firsts, [hand & ~six for hand, six in zip(before, firsts, strict=True)], False


def _six_of(hand: int, must: int) -> int:
    """Six cards of nine with ``must`` among them, and never the six from nine to ace of a suit."""
    cards = cards_of(hand & ~must)
    # Six of a suit would be neighbours here, and six neighbours of nine contain the middle one.
    left_out = {1, len(cards) // 2, len(cards) - 2}
    return must | sum(1 << card for place, card in enumerate(cards) if place not in left_out)


def _require_no_dealt_win(recorded: Recorded, before: list[int]) -> None:
    """Where nothing happened yet, six cards from nine to ace may have won the match at once."""
    if recorded.calls or recorded.plays:
        return
    if (winner := _winner_at_once(recorded, before)) is not None:
        seat, suit = winner
        raise UserError(
            f"first_packets: they are needed, as seat {seat} holds 9{SUIT_LETTERS[suit]} to "
            f"A{SUIT_LETTERS[suit]}, which wins the match if they were his first six cards"
        )


def _winner_at_once(recorded: Recorded, hands: list[int]) -> tuple[int, int] | None:
    """The seat that holds nine to ace of a suit, and the suit, where these win the match if dealt first."""
    if recorded.rules.instant_win != "dealt_six_to_ace":
        return None
    runs = (
        (seat, suit)
        for seat, hand in enumerate(hands)
        for suit in range(4)
        if hand >> 8 * suit & _NINE_TO_ACE == _NINE_TO_ACE
    )
    return next(runs, None)
