"""A question about melds, checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from debertz_sim.cards import SUIT_LETTERS, card_text, hand_text, mask, parse_card, parse_cards
from debertz_sim.errors import UserError
from debertz_sim.exact.seats import may_exchange, require_contest
from debertz_sim.policies.registry import Seating
from debertz_sim.rules import RuleSet
from debertz_sim.stats import is_level
from debertz_sim.variants import from_spec

KIND = "odds"
HAND_SIZES = (6, 8, 9)
DEFAULT_SAMPLE = 100_000

Declarer = Literal["me", "opponent"]


def seated(rules: RuleSet, players: int | None) -> RuleSet:
    """These rules for so many players (None: as they are).

    What another number of seats needs is set as everywhere: two or three get 6 + 3 cards and the upcard lies open; four
    get 6 + 2, the upcard is the dealer's, and each plays for himself.  Raises ``UserError`` where that cannot be.
    """
    if players is None or players == rules.players:
        return rules
    if players not in (2, 3, 4):
        raise UserError(f"players {players}: must be 2, 3 or 4")
    four = players == 4
    return rules.with_(
        players=players,
        sides="each",
        passive_dealer=False,
        second_packet=2 if four else 3,
        upcard_to="dealer" if four else "nobody",
    )


@dataclass(frozen=True)
class OddsSpec:
    """One question about melds.

    Parameters
    ----------
    rules
        The rule set.
    hand_size
        How many random cards one hand has.
    players
        Between how many hands the contest is, all seats of the rules; ``None``: no contest.
    hand, upcard, trump
        My six cards, a mask; the upcard; the trump suit, ``None`` for the upcard's.
    after_exchange, declarer
        With ``hand``: whether the default player has exchanged the seven, and who is the declarer, where that matters
        (for the exchange, and for who gets the upcard).
    deals, precision, max_deals, headline
        How many deals to sample beside the exact numbers (0: none); or the half-width to reach, and the metric that
        must reach it.
    seating
        Who bids and plays the sampled deals; ``None``: nobody does, they are dealt only.
    seed, confidence, simultaneous
        Root seed of the sample; level of its intervals, and whether all of them are to hold at once.

    Raises
    ------
    UserError
        A question that cannot be asked.
    """

    rules: RuleSet
    hand_size: int = 9
    players: int | None = None
    hand: int | None = None
    upcard: int | None = None
    trump: int | None = None
    after_exchange: bool = False
    declarer: Declarer = "me"
    deals: int = 0
    precision: float | None = None
    max_deals: int | None = None
    headline: str = "any_sequence"
    seating: Seating | None = None
    seed: int | None = None
    confidence: float = 0.95
    simultaneous: bool = False

    def __post_init__(self) -> None:
        of_hand = self.upcard is not None or self.trump is not None or self.after_exchange
        contest = self.players is not None or self.hand is not None
        if contest:
            require_contest(self.rules)
        for wrong, reason in (
            (self.hand_size not in HAND_SIZES, f"hand size {self.hand_size}: must be one of 6, 8, 9"),
            (
                self.players not in (None, self.rules.players),
                f"players {self.players}: rules {self.rules.name} are for {self.rules.players}",
            ),
            (
                contest and self.hand_size != 9,
                "hand size: with players or a hand it is what the rules deal; leave it out",
            ),
            (
                self.hand is not None and self.players is not None,
                "hand: its rules say how many play; leave players out",
            ),
            (self.hand is None and of_hand, "upcard, trump and after-exchange go with a hand of six cards"),
            (self.hand is not None and self.upcard is None, "hand: the upcard is needed too, such as Jh"),
            (
                self.seating is not None and self.hand is not None,
                "after-auction: samples whole deals; leave the hand out",
            ),
            (self.seating is not None and self.players is None, "after-auction: is about a contest; give players"),
            (
                not is_level(self.confidence),
                f"confidence {self.confidence!r}: must lie between 0 and 1 and not round to them, such as 0.95",
            ),
            (
                self.simultaneous and not (self.sampled or not self.counted),
                "simultaneous: exact numbers have no intervals; say how many deals to sample",
            ),
            (self.sampled and self.seed is None, "seed: a sample needs one"),
        ):
            if wrong:
                raise UserError(reason)

    @property
    def counted(self) -> bool:
        """Whether there are exact numbers: not of played deals, nor after an exchange among more than two players."""
        if self.seating is not None:
            return False
        if self.hand is None or self.upcard is None or not self.after_exchange or self.rules.players == 2:
            return True
        return not may_exchange(self.rules, self.upcard, self.upcard >> 3 if self.trump is None else self.trump)

    @property
    def sampled(self) -> bool:
        """Whether deals are drawn at all."""
        return bool(self.deals) or self.precision is not None

    def options(self) -> dict[str, Any]:
        """The question in JSON values, without rules, seed, confidence and policies; see ``from_provenance``."""
        return {
            "kind": KIND,
            "hand_size": self.hand_size,
            "players": self.players,
            "hand": None if self.hand is None else hand_text(self.hand).split(),
            "upcard": None if self.upcard is None else card_text(self.upcard),
            "trump": None if self.trump is None else SUIT_LETTERS[self.trump],
            "after_exchange": self.after_exchange,
            "declarer": self.declarer,
            "deals": self.deals,
            "precision": self.precision,
            "max_deals": self.max_deals,
            "headline": self.headline,
            "simultaneous": self.simultaneous,
        }

    @classmethod
    def from_provenance(cls, provenance: Mapping[str, Any]) -> OddsSpec:
        """The question that a result's provenance records; raises ``UserError`` if it records none."""
        try:
            options = dict(provenance["options"])
            if options.pop("kind") != KIND:
                raise ValueError("kind")
            hand, upcard, trump = (options.pop(name) for name in ("hand", "upcard", "trump"))
            return cls(
                rules=from_spec(provenance["rules"]),
                hand=None if hand is None else mask(parse_cards(" ".join(hand), 6, "hand")),
                upcard=None if upcard is None else parse_card(upcard),
                trump=None if trump is None else SUIT_LETTERS.index(trump),
                seating=Seating.from_description(provenance["policies"]) if provenance["policies"] else None,
                seed=provenance["seed"],
                confidence=provenance["confidence"],
                **options,
            )
        except (KeyError, TypeError, ValueError) as error:
            raise UserError(
                f"provenance of odds: {type(error).__name__} {error}; it must be that of an odds result"
            ) from None
