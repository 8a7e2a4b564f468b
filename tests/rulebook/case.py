"""What a rule-book case is: a deal, the rules, what they make of it, and what another value would make of it.

Cases are data, so that every implementation can be held against them.  An implementation is a function that takes
a full switch table and a ``Deal`` and returns the deal transcript of CONTRACT.md as a dictionary; it raises
``Refused`` with a line that names the offending card or call where a choice is not legal.  It may add

- ``to_move``: ``{"seat", "legal"}`` where the choices end before the deal (it is asked for nothing else then);
  legal calls are written ``pass`` or a suit letter;
- ``decisions``: what each seat could see, as the twin gives it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

RANKS, SUITS = "789TJQKA", "scdh"

MOSCOW: dict[str, Any] = {
    "form": "usual",
    "players": 2,
    "sides": "each",
    "passive_dealer": False,
    "second_packet": 3,
    "upcard_to": "nobody",
    "second_round_suits": "other",
    "all_pass": "redeal",
    "redeal_four_sevens": False,
    "redeal_max_points": "none",
    "seven_exchange": "any",
    "seven_from_first_packet": False,
    "terts_question": True,
    "sequence_order": "natural",
    "sequence_points": {3: 20, 4: 50},
    "sequence_rank": "class",
    "sequence_tie": "trump_then_turn",
    "sequences_need_trick": False,
    "defenders_pool": True,
    "instant_win": "none",
    "fours": "none",
    "bella_to": "holder",
    "bella_needs_trick": False,
    "bella_call": "any_turn",
    "first_lead": "forehand",
    "overtrump": "always",
    "overtrump_partner": True,
    "trick_points": "standard",
    "declarer_beats": "sum",
    "baid_to": "split",
    "hanging": "pot",
    "baid_penalty": 0,
    "no_trick_penalty": 0,
    "next_dealer": "higher",
    "target": 501,
    "both_reach": "last_trick",
    "early_claim": "on",
    "match_unit": "points",
    "payoff": "none",
    "freza_shown": True,
}
"""The rules that a case changes."""

THREE: dict[str, Any] = {"players": 3}
PASSIVE: dict[str, Any] = {"players": 4, "passive_dealer": True}
SOLO: dict[str, Any] = {"players": 4, "second_packet": 2, "upcard_to": "dealer"}
PAIRS: dict[str, Any] = {**SOLO, "sides": "pairs"}
"""What a case for more than two players changes first: each for himself, or two against two."""


class Refused(Exception):
    """An implementation does not accept a choice of a case."""


def card(word: str) -> int:
    """The number 8 * suit + rank of a card."""
    return 8 * SUITS.index(word[1]) + RANKS.index(word[0])


def cards(words: str) -> list[int]:
    """The numbers of some cards."""
    return [card(word) for word in words.split()]


def mask(words: str) -> int:
    """A set of cards as an integer, for the masks of a view."""
    return sum(1 << number for number in cards(words))


@dataclass(frozen=True)
class Deal:
    """What was dealt and chosen, as text; packets of seat 0 first, cards in the order of play."""

    dealer: int
    first: tuple[str, ...]
    upcard: str
    second: tuple[str, ...]
    freza: str | None
    calls: str
    cards: str
    exchange: str = "default"
    pots: tuple[int, ...] = ()
    forced: int | None = None
    scores: tuple[int, ...] | None = None
    baids: tuple[int, ...] | None = None
    match_round: int | None = None
    obliged: tuple[int, ...] = ()
    deciding: int = 0
    """Deciding deals of a match of two rounds that went before."""


def deal(packs: str, play: str, **more: Any) -> Deal:
    """Read a deal written ``dealer | first packets | upcard | second packets | freza`` and ``calls: cards``.

    Packets of the seats are parted by slashes, as in ``"0 | 7s 8c … / Ah Kh … | Jh | 9s … / Ts … | 8d"``; ``-``
    stands for no card: a passive dealer's first packet, and the freza of four seats.  ``more``: the other fields.
    """
    dealer, first, upcard, second, freza = packs.split(" | ")
    calls, laid = (part.strip() for part in play.split(":"))
    return Deal(
        int(dealer), _packets(first), upcard, _packets(second), None if freza == "-" else freza, calls, laid, **more
    )


def _packets(words: str) -> tuple[str, ...]:
    return tuple("" if packet == "-" else packet for packet in words.split(" / "))


Expected = dict[str, Any]
"""Path in the transcript (keys and indices joined by dots) -> value; ``refused`` -> a word of the message."""


@dataclass(frozen=True)
class Case:
    """One sentence of the rules, or one value of a switch against another."""

    name: str
    deal: Deal
    rules: dict[str, Any]
    """What differs from ``MOSCOW``."""
    expected: Expected
    other_rules: dict[str, Any] | None = None
    """The contrast: the same deal with another value; None where the rule is common to all variants."""
    other_expected: Expected = field(default_factory=dict)
    other_play: str | None = None
    """``calls: cards`` of the contrast where they cannot be the same."""
    other_deal: Deal | None = None
    """The whole deal of the contrast where even the packets cannot be the same."""


@dataclass(frozen=True)
class MatchCase:
    """The same for a chain of deals; paths begin with the number of the deal, or over, winner, scores, payoffs,
    round_winners."""

    name: str
    first_dealer: int
    deals: tuple[Deal, ...]
    """Their dealers, pots and scores follow from the deals before."""
    rules: dict[str, Any]
    expected: Expected
    other_rules: dict[str, Any] | None = None
    other_expected: Expected = field(default_factory=dict)
    other_deals: tuple[Deal, ...] | None = None


Implementation = Callable[[dict[str, Any], Deal], dict[str, Any]]
MatchImplementation = Callable[[dict[str, Any], int, tuple[Deal, ...]], dict[str, Any]]


def look_up(tree: Any, path: str) -> Any:
    """The value at a path such as ``result.written.0``.

    Two last steps have a meaning of their own: ``#`` is the number of entries, and ``lines`` (of ``melds``) tells
    each meld in a line like ``"1 terts Qh Jh Th 20 to 1"`` (``to nobody`` where it scores nothing).
    """
    for step in path.split("."):
        if step == "#":
            tree = len(tree)
        elif step == "lines":
            tree = [_meld_line(meld) for meld in tree]
        else:
            tree = tree[int(step)] if isinstance(tree, (list, tuple)) else tree[step]
    return tree


def _meld_line(meld: dict[str, Any]) -> str:
    to = "nobody" if meld["to"] is None else meld["to"]
    return f"{meld['seat']} {meld['kind']} {' '.join(meld['cards'])} {meld['points']} to {to}"


def full_rules(changes: dict[str, Any]) -> dict[str, Any]:
    """Moscow with some switches changed; KeyError for a name that is no switch."""
    for name in changes:
        MOSCOW[name]
    return {**MOSCOW, **changes}


def contrast_deal(case: Case) -> Deal:
    """The deal of a case as it is played under the other value."""
    if case.other_deal is not None:
        return case.other_deal
    if case.other_play is None:
        return case.deal
    calls, cards = (part.strip() for part in case.other_play.split(":"))
    return replace(case.deal, calls=calls, cards=cards)
