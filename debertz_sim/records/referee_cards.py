"""From what a record says of hands, packets, plays and exchange to the cards that were dealt."""

from __future__ import annotations

from typing import NamedTuple

from debertz_sim.cards import SUIT_LETTERS, card_text, cards_of, hand_text
from debertz_sim.errors import UserError
from debertz_sim.records.recorded import Recorded
from debertz_sim.records.seats import FIRST_PACKET

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


def lay_out(recorded: Recorded, played: list[int] | None, upcard_seat: int | None) -> Layout:
    """The cards of a recorded deal.

    ``played``: what each seat has played (a passive dealer: what he was left with), if all cards were;
    ``upcard_seat``: who gets the upcard with the second packets, as far as it is known.
    Raises ``UserError`` where hands, packets, upcard, freza and exchange contradict each other, or say too little.
    """
    if recorded.all_passed and recorded.second is not None:
        raise UserError("second_packets: where all pass they are not dealt; it must be null")
    hands = recorded.hands or played
    exchanger = _exchanger(recorded, hands, upcard_seat)
    if hands is None:
        dealt = _from_packets(recorded)
        if dealt is None:
            return Layout([0] * recorded.rules.players, [0] * recorded.rules.players, -1, None, False, False)
        _check_exchanged(recorded, exchanger, dealt, given=True)
    else:
        dealt = list(hands)
        if exchanger is not None:
            _check_exchanged(recorded, exchanger, hands, given=False)
            dealt[exchanger] ^= 1 << recorded.upcard | 1 << _seven(recorded)
            if upcard_seat is not None:
                dealt[upcard_seat] ^= 1 << recorded.upcard | 1 << _seven(recorded)
        if _sizes(dealt) != recorded.seats.first_sizes():
            _take_upcard(recorded, dealt, upcard_seat)
        elif recorded.declarer is None and recorded.second is not None:
            dealt = _joined(dealt, recorded.second)  # in the auction the second packets lie ready
    _check_apart(recorded, dealt, upcard_seat)
    _check_sizes(recorded, dealt, upcard_seat)
    first, second, known = _part(recorded, dealt, exchanger)
    freza = -1 if recorded.freza is None else recorded.freza
    return Layout(first, second, freza, exchanger, known, True)


def _sizes(hands: list[int]) -> list[int]:
    return [hand.bit_count() for hand in hands]


def _take_upcard(recorded: Recorded, hands: list[int], seat: int | None) -> None:
    """Take the upcard, which is in no packet, out of the full hand of the seat that got it."""
    if seat is None and recorded.declarer is None and recorded.rules.in_play == 4:  # the declarer will get it
        seat = next((other for other, hand in enumerate(hands) if hand >> recorded.upcard & 1), None)
    if seat is not None:
        if not hands[seat] >> recorded.upcard & 1:
            raise UserError(
                f"hands: seat {seat} must hold {card_text(recorded.upcard)}, the upcard, which goes to him; "
                f"he has {hand_text(hands[seat])}"
            )
        hands[seat] ^= 1 << recorded.upcard


def _seven(recorded: Recorded) -> int:
    assert recorded.trump is not None
    return 8 * recorded.trump


def _exchanger(recorded: Recorded, hands: list[int] | None, upcard_seat: int | None) -> int | None:
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
    if recorded.says_exchange or hands is None or recorded.trump is None or recorded.rules.in_play == 4:
        return None
    holder = next((seat for seat, hand in enumerate(hands) if hand >> recorded.upcard & 1), None)
    return None if holder == upcard_seat else holder


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
    passive = recorded.seats.passive
    if passive is not None and not given and not hands[passive] >> other & 1:
        raise UserError(
            f"exchange: seat {passive}, the passive dealer, must hold {card_text(other)} after it: "
            f"{hand_text(hands[passive])}"
        )


def _from_packets(recorded: Recorded) -> list[int] | None:
    """The cards of the packets by seat; None where they are not needed."""
    first, second = recorded.first, recorded.second
    if first is not None and second is None and _winner_at_once(recorded, first) is not None:
        return first
    if recorded.declarer is None:
        return first if first is None or second is None else _joined(first, second)
    if first is not None and second is not None:
        return _joined(first, second)
    total = recorded.rules.in_play * (FIRST_PACKET + recorded.rules.second_packet)
    raise UserError(
        f"hands: they are missing, and {len(recorded.cards_played)} of {total} cards are played; "
        "write hands, or first_packets and second_packets, or all plays"
    )


def _joined(first: list[int], second: list[int]) -> list[int]:
    return [a | b for a, b in zip(first, second, strict=True)]


def _check_apart(recorded: Recorded, dealt: list[int], upcard_seat: int | None) -> None:
    """The upcard, the freza and the cards dealt to the seats are all different."""
    if recorded.freza == recorded.upcard:
        raise UserError(f"freza: {card_text(recorded.upcard)} is the upcard already")
    goes = " without the seven exchange" if recorded.rules.in_play < 4 else ""
    if upcard_seat is not None:
        goes = f", which goes to seat {upcard_seat}{goes}"
    for card, what in ((recorded.upcard, f"the upcard{goes}"), (recorded.freza, "the freza")):
        for seat, hand in enumerate(dealt):
            if card is not None and hand >> card & 1:
                raise UserError(f"hands: seat {seat} cannot hold {card_text(card)}, {what}")
    for seat, hand in enumerate(dealt):
        for other in range(seat):
            if twice := cards_of(hand & dealt[other]):
                raise UserError(f"hands: {card_text(twice[0])} is held by seat {other} and by seat {seat}")


def _check_sizes(recorded: Recorded, dealt: list[int], upcard_seat: int | None) -> None:
    """Whether as many cards were dealt as the auction says."""
    seats, sizes = recorded.seats, _sizes(dealt)
    first = seats.first_sizes()
    if sizes == first and _winner_at_once(recorded, dealt) is not None:
        return  # also in a forced deal, whose declarer is known before the second packets
    if recorded.declarer is not None:
        second = seats.second_sizes(upcard_seat)
        if sizes == first:
            seat = seats.caller(0)
            full = seats.hand_sizes()[seat]
            raise UserError(f"hands: seat {seat} has {sizes[seat]} cards; after the auction he has {full}")
        if sizes != [six + more for six, more in zip(first, second, strict=True)]:
            right = ", ".join(map(str, second))
            raise UserError(f"second_packets: they must be of {right} cards, as the upcard goes to seat {upcard_seat}")
    if recorded.all_passed and sizes != first:
        seat = seats.caller(0)
        raise UserError(f"hands: seat {seat} has {sizes[seat]} cards; where all pass he has {first[seat]}")


def _part(recorded: Recorded, dealt: list[int], exchanger: int | None) -> tuple[list[int], list[int], bool]:
    """The packets, and whether they are the real ones."""
    first, second = recorded.first, recorded.second
    for packet, what in ((first, "first_packets"), (second, "second_packets")):
        for seat, cards in enumerate(packet or ()):
            if strange := cards_of(cards & ~dealt[seat]):
                raise UserError(
                    f"{what}: {card_text(strange[0])} of seat {seat} is not in his hand: {hand_text(dealt[seat])}"
                )
    if first is not None and second is not None:
        for seat, hand in enumerate(dealt):
            if left := cards_of(hand & ~(first[seat] | second[seat])):
                raise UserError(f"first_packets, second_packets: {card_text(left[0])} of seat {seat} is in neither")
        return first, second, True
    if _sizes(dealt) == recorded.seats.first_sizes():
        return dealt, [0] * len(dealt), True
    if first is not None:
        return first, [hand & ~six for hand, six in zip(dealt, first, strict=True)], True
    if second is not None:
        return [hand & ~later for hand, later in zip(dealt, second, strict=True)], second, True
    _require_no_dealt_win(recorded, dealt)
    must = 1 << _seven(recorded) if exchanger is not None else 0
    firsts = [0 if seat == recorded.seats.passive else _six_of(hand, hand & must) for seat, hand in enumerate(dealt)]
    return firsts, [hand & ~six for hand, six in zip(dealt, firsts, strict=True)], False


def _six_of(hand: int, must: int) -> int:
    """Six cards of seven or more with ``must`` among them, and never the six from nine to ace of a suit."""
    cards = cards_of(hand & ~must)
    # Six of a suit would be neighbours here, and six neighbours of at most eleven contain the middle one.
    spare = len(cards) - (FIRST_PACKET - must.bit_count())
    out_from = (len(cards) - spare) // 2
    return must | sum(1 << card for place, card in enumerate(cards) if not out_from <= place < out_from + spare)


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
