"""Chances of melds: exact ones by counting, and beside them, if asked for, sampled ones.

Three questions: what ``hand_size`` random cards hold; whose sequences score when two random hands meet (``players``);
what six cards and an upcard may become (``hand``).  Sampled alone: the contest in deals that were played
(``after_auction``).
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Literal

from debertz_sim.cards import SUIT_LETTERS, card_text, hand_text, mask, parse_card, parse_cards
from debertz_sim.errors import UserError
from debertz_sim.exact import ExactValue, contest_odds, hand_odds, my_hand_odds
from debertz_sim.policies.registry import Seating, seating
from debertz_sim.provenance import record
from debertz_sim.results import Result
from debertz_sim.rules import RuleSet
from debertz_sim.stats import POINTS, PROPORTION, Estimate, exact
from debertz_sim.variants import from_spec

if TYPE_CHECKING:
    from debertz_sim.odds_sampled import Tally

KIND = "odds"
HAND_SIZES = (6, 8, 9)
DEFAULT_SAMPLE = 100_000

Declarer = Literal["me", "opponent"]


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
        Between how many hands the contest is; ``None``: no contest.
    hand, upcard, trump
        My six cards, a mask; the upcard; the trump suit, ``None`` for the upcard's.
    after_exchange, declarer
        With ``hand``: whether the default player has exchanged the seven, and who is the declarer.
    deals, precision, max_deals, headline
        How many deals to sample beside the exact numbers (0: none); or the half-width to reach, and the metric that
        must reach it.
    seating
        Who bids and plays the sampled deals; ``None``: nobody does, they are dealt only.
    seed, confidence
        Root seed of the sample and level of its intervals.

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

    def __post_init__(self) -> None:
        asked_players = self.rules.players if self.players is None else self.players
        of_hand = self.upcard is not None or self.trump is not None or self.after_exchange
        two = self.players is not None or self.hand is not None
        for wrong, reason in (
            (self.hand_size not in HAND_SIZES, f"hand size {self.hand_size}: must be one of 6, 8, 9"),
            (asked_players not in (2, 3, 4), f"players {asked_players}: must be 2"),
            (two and asked_players != 2, f"players {asked_players}: not implemented yet, only two players are"),
            (
                two and self.rules.players != 2,
                f"rules {self.rules.name}: are for {self.rules.players} players, must be 2",
            ),
            (two and self.hand_size != 9, "hand size: with players or a hand it is 9; leave it out"),
            (self.hand is not None and self.players is not None, "hand: it is always between two; leave players out"),
            (self.hand is None and of_hand, "upcard, trump and after-exchange go with a hand of six cards"),
            (self.hand is not None and self.upcard is None, "hand: the upcard is needed too, such as Jh"),
            (
                self.seating is not None and self.hand is not None,
                "after-auction: samples whole deals; leave the hand out",
            ),
            (self.seating is not None and self.players is None, "after-auction: is about a contest; give players 2"),
            (self.sampled and self.seed is None, "seed: a sample needs one"),
        ):
            if wrong:
                raise UserError(reason)

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


def odds(
    rules: RuleSet | str | Mapping[str, Any] = "moscow",
    *,
    hand_size: int = 9,
    players: int | None = None,
    hand: str | None = None,
    upcard: str | None = None,
    trump: str | None = None,
    after_exchange: bool = False,
    declarer: Declarer = "me",
    simulate: int = 0,
    after_auction: bool = False,
    bidding: str = "rules",
    play: str = "rules",
    seats: Mapping[int, Mapping[str, str]] | None = None,
    exchange: str = "default",
    seed: int | None = None,
    precision: float | None = None,
    max_deals: int | None = None,
    headline: str | None = None,
    confidence: float = 0.95,
    command: str = "debertz odds",
) -> Result:
    """Chances of melds, as the command ``odds`` gives them.

    Parameters
    ----------
    rules
        A variant's name, a rule set, or a table of switches.
    hand_size
        6, 8 or 9 random cards.
    players
        2: whose sequences score when two random hands of nine meet, trump being the upcard's suit.
    hand, upcard, trump, after_exchange, declarer
        Six cards and the upcard as text (``"As Ks Qs Th 9h 7h"``, ``"Jh"``), the trump suit (``"h"``); see
        ``exact.my_hand_odds``.
    simulate
        How many deals to sample beside the exact numbers.
    after_auction, bidding, play, seats, exchange
        Sample deals that were played under these policies instead (``players`` 2); see ``policies.registry.seating``.
    seed
        Of the sample; drawn if missing, and kept in provenance.
    precision, max_deals, headline
        Sample until the half-width of the metric ``headline`` is below ``precision``.
    confidence
        Level of the intervals of sampled numbers.
    command
        What provenance gives as the command line.

    Raises
    ------
    UserError
        Wrong cards, rules, policies, or a question that cannot be asked.
    """
    rule_set = from_spec(rules)
    if after_auction and not simulate and precision is None:
        simulate = DEFAULT_SAMPLE
    if seed is None and (simulate or precision is not None):
        seed = int.from_bytes(os.urandom(8), "big") >> 1
    spec = OddsSpec(
        rules=rule_set,
        hand_size=hand_size,
        players=players,
        hand=None if hand is None else mask(parse_cards(hand, 6, "hand")),
        upcard=None if upcard is None else parse_card(upcard),
        trump=None if trump is None else parse_suit(trump),
        after_exchange=after_exchange,
        declarer=declarer,
        deals=simulate,
        precision=precision,
        max_deals=max_deals,
        headline=headline or ("any_sequence" if players is None else "several_have_sequence"),
        seating=seating(rule_set.players, bidding, play, seats, exchange) if after_auction else None,
        seed=seed,
        confidence=confidence,
    )
    return run(spec, command)


def parse_suit(text: str) -> int:
    """The suit 0..3 of a letter s c d h or a sign; raises ``UserError`` for anything else."""
    letters = dict(zip(SUIT_LETTERS + "♠♣♦♥", (0, 1, 2, 3) * 2, strict=True))
    if text.strip().lower() not in letters:
        raise UserError(f"trump {text!r}: must be one of s c d h")
    return letters[text.strip().lower()]


def rerun(provenance: Mapping[str, Any]) -> Result:
    """The same question once more; raises ``UserError`` if the provenance does not record one."""
    spec = OddsSpec.from_provenance(provenance)
    if provenance.get("partial"):  # it ended where it was interrupted
        spec = replace(spec, deals=int(provenance["deals_done"]), precision=None)
    return run(spec, str(provenance["command"]))


def run(spec: OddsSpec, command: str) -> Result:
    """Answer a question; ``command`` is what provenance gives as the command line.

    A sample that is interrupted (Ctrl-C) ends with the chunks that are complete; provenance says ``partial`` then.
    """
    started, clock = datetime.now(UTC), time.perf_counter()
    values = [] if spec.seating is not None else _count(spec)
    estimates = [_estimate(value) for value in values]
    drawn: dict[str, Any] = dict.fromkeys(("seed", "stream", "deals_requested", "deals_done", "kernel_hash"))
    partial = False
    if spec.sampled:
        from debertz_sim import _jit, odds_sampled
        from debertz_sim.kernels.rng import STREAM_VERSION

        tally, done, partial = odds_sampled.sample(spec)
        requested = spec.deals if spec.precision is None else spec.max_deals
        drawn = {"seed": spec.seed, "stream": STREAM_VERSION, "deals_requested": requested, "deals_done": done}
        drawn["kernel_hash"] = _jit.KERNEL_HASH
        estimates = _side_by_side(values, tally, spec.confidence) if values else tally.estimates(spec.confidence)
    provenance = record(
        command=command,
        rules=spec.rules.to_dict(),
        rules_hash=spec.rules.hash,
        partial=partial,
        policies={} if spec.seating is None else spec.seating.describe(),
        started=started,
        seconds=time.perf_counter() - clock,
        workers=1,
        confidence=spec.confidence,
        options=spec.options(),
        **drawn,
    )
    return Result(tuple(estimates), provenance)


def _count(spec: OddsSpec) -> list[ExactValue]:
    if spec.hand is not None and spec.upcard is not None:
        return my_hand_odds(spec.rules, spec.hand, spec.upcard, spec.trump, spec.after_exchange, spec.declarer)
    return hand_odds(spec.rules, spec.hand_size) if spec.players is None else contest_odds(spec.rules)


def _estimate(value: ExactValue) -> Estimate:
    unit = POINTS if value.metric == "sequence_points_scored" else PROPORTION
    return exact(value.value, metric=value.metric, group=value.group, unit=unit)


def _side_by_side(values: Iterable[ExactValue], tally: Tally, confidence: float) -> list[Estimate]:
    """Each exact number, and after it the sampled one of the same metric and group; ``method`` tells them apart."""
    estimates = []
    for value in values:
        sampled = tally.estimate(value.metric, tuple(value.group.items()), confidence)
        estimates += [_estimate(value), sampled]
    return estimates
