"""What a league plays: one frozen object, the same from the command line, a script or Python."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, permutations
from typing import Any

from debertz_sim.errors import UserError
from debertz_sim.experiment.spec import DEALS_APART, MAX_SEED, rules_words
from debertz_sim.league.duplicate import DECLARER, DEFENDERS, TRICK, WRITTEN, Duplicate
from debertz_sim.policies.policy import BIDDING, PLAY, Choice
from debertz_sim.policies.registry import Seating, find, seating
from debertz_sim.rules import RuleSet
from debertz_sim.stats import DEFAULT_CONFIDENCE, is_level
from debertz_sim.variants import from_spec

LEAGUE = "league"
OBJECTIVES = (TRICK, WRITTEN)
ROLES = (DECLARER, DEFENDERS)
FIXED, FREE = "fixed:", "free"
BETWEEN = "+"  # an entrant that bids for himself is BIDDING+PLAY
MAX_ENTRANTS = 100


@dataclass(frozen=True)
class LeagueSpec:
    """A league, checked.

    Parameters
    ----------
    rules
        What is played.
    entrants
        Names, all different: play policies, or with free bids ``BIDDING+PLAY`` such as ``points:36+greedy``.
    seed, deals
        Root of the random streams; how many deals, each of which all play in all ways of sitting.
    bidding
        ``fixed:NAME``: everybody bids by that policy, so that a deal has the same declarer whoever plays; ``free``:
        each entrant by his own.  Empty: free if the entrants are pairs, else ``fixed:always`` between two (forehand
        declares the suit of the upcard) and ``fixed:rules`` with more.
    objective
        ``trick``: points in tricks with the last ten; ``written``: what is written (in the game terts the total).
        Empty: trick where bids are fixed, else written.  Deals that are thrown in count 0.
    role
        ``declarer`` or ``defenders``, for three and four seats, each for himself, see ``duplicate``; empty: the whole.
    exchange
        When the holder of the trump seven exchanges it, see ``policies.registry.seating``.
    confidence
        With which all intervals hold at once.
    workers, chunk
        Threads, and deals given to them at a time (``None``: so many that it takes half a second); no number depends
        on them.

    Raises
    ------
    UserError
        Values or combinations that make no sense, unknown policies, or one that cannot play these rules.
    """

    rules: RuleSet
    entrants: tuple[str, ...]
    seed: int
    deals: int
    bidding: str = ""
    objective: str = ""
    role: str = ""
    exchange: str = "default"
    confidence: float = DEFAULT_CONFIDENCE
    workers: int = 1
    chunk: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", self.rules)
        paired = any(BETWEEN in name for name in self.entrants)
        if not self.bidding:
            object.__setattr__(self, "bidding", FREE if paired else default_bidding(self.rules))
        if not self.objective:
            object.__setattr__(self, "objective", WRITTEN if self.bidding == FREE else TRICK)
        object.__setattr__(self, "entrants", tuple(self._name(*its) for its in self._choices))
        for broken, reason in self._refusals():
            if broken:
                raise UserError(reason)
        for a, b in self.pairs:  # who cannot play here says so now
            for seats in self.duplicate.arrangements(a, b):
                self.duplicate.seated(seats)

    def _refusals(self) -> list[tuple[bool, str]]:
        twice = [name for name in dict.fromkeys(self.entrants) if self.entrants.count(name) > 1]
        each = self.rules.players > 2 and self.rules.sides == "each"
        return [
            (
                not 2 <= len(self.entrants) <= MAX_ENTRANTS,
                f"league: name 2 to {MAX_ENTRANTS} policies, such as: debertz league rules greedy random",
            ),
            (bool(twice), f"league: {', '.join(twice)} is named twice; on the same deals he would only meet himself"),
            (self.objective not in OBJECTIVES, f"objective {self.objective!r}: must be one of {', '.join(OBJECTIVES)}"),
            (self.role not in ("", *ROLES), f"role {self.role!r}: must be one of {', '.join(ROLES)}"),
            (bool(self.role) and not each, f"role {self.role}: is for three or four seats, each for himself"),
            (
                bool(self.role) and self.bidding == FREE,
                f"role {self.role}: who declares must not depend on the entrants; fix the bids: fixed:NAME",
            ),
            (
                type(self.seed) is not int or not 0 <= self.seed <= MAX_SEED,
                f"seed {self.seed!r}: must be a whole number from 0 to 2**63 - 1",
            ),
            (
                type(self.deals) is not int or not 1 <= self.deals <= DEALS_APART,
                f"number of deals {self.deals!r}: must be a whole number from 1 to {DEALS_APART:.0e}",
            ),
            (
                not is_level(self.confidence),
                f"confidence {self.confidence!r}: must lie between 0 and 1 and not round to them, such as 0.95",
            ),
            *(
                (type(number) is not int or number < 1, f"{name} {number!r}: must be a whole number from 1 on")
                for name, number in (("workers", self.workers), ("chunk", 1 if self.chunk is None else self.chunk))
            ),
        ]

    @cached_property
    def _choices(self) -> list[tuple[Choice, Choice]]:
        """Bidding and play of each entrant."""
        if self.bidding == FREE:
            found = []
            for name in self.entrants:
                calls, _, cards = name.partition(BETWEEN)
                if not cards:
                    raise UserError(
                        f"league {name!r}: with free bids name bidding and play, such as rules{BETWEEN}{name}"
                    )
                found.append((find(BIDDING, calls), find(PLAY, cards)))
            return found
        if not self.bidding.startswith(FIXED):
            raise UserError(f"bidding {self.bidding!r}: write it as {FREE} or {FIXED}NAME, such as {FIXED}always")
        own = next((name for name in self.entrants if BETWEEN in name), None)
        if own is not None:
            raise UserError(f"league {own!r}: he bids for himself; ask for free bids, or name the play alone")
        everybody = find(BIDDING, self.bidding.removeprefix(FIXED))
        return [(everybody, find(PLAY, name)) for name in self.entrants]

    def _name(self, calls: Choice, cards: Choice) -> str:
        return f"{calls.name}{BETWEEN}{cards.name}" if self.bidding == FREE else cards.name

    @cached_property
    def policies(self) -> Seating:
        """The entrants' policies, each entrant in the place of a seat, for the game of these rules."""
        calls, cards = zip(*self._choices, strict=True)
        return replace(seating(2, exchange=self.exchange), bidding=calls, play=cards).for_game(self.rules.form)

    @cached_property
    def duplicate(self) -> Duplicate:
        """The deals."""
        return Duplicate(self.rules, self.policies, self.seed, self.objective, self.role)

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """Who is compared with whom, by number: between two sides each two once, else in both orders."""
        everybody = range(len(self.entrants))
        return [*(combinations if self.duplicate.two_sides else permutations)(everybody, 2)]

    @property
    def alone(self) -> bool:
        """Whether there are only two, so that a mean against the field says nothing more."""
        return len(self.entrants) == 2

    @property
    def members(self) -> int:
        """How many intervals there are, all of which hold at once."""
        return len(self.pairs) + (0 if self.alone else len(self.entrants))

    def options(self) -> dict[str, Any]:
        """What provenance keeps, beside rules, policies, seed and confidence, to make the same object again."""
        return {
            "kind": LEAGUE,
            "entrants": list(self.entrants),
            "deals": self.deals,
            "bidding": self.bidding,
            "objective": self.objective,
            "role": self.role,
        }

    @classmethod
    def from_provenance(cls, provenance: Mapping[str, Any], workers: int = 1) -> LeagueSpec:
        """The league that a result came from.

        Raises
        ------
        UserError
            The provenance is not that of a league, or a policy is not known here or has another version by now.
        """
        try:
            options, policies = provenance["options"], provenance["policies"]
            if options["kind"] != LEAGUE:
                raise UserError(f"provenance: of {options['kind']}, not of a league")
            Seating.from_description(policies)  # refuses other versions
            return cls(
                rules=from_spec(provenance["rules"]),
                entrants=tuple(options["entrants"]),
                seed=provenance["seed"],
                deals=options["deals"],
                bidding=options["bidding"],
                objective=options["objective"],
                role=options["role"],
                exchange=policies["exchange"],
                confidence=provenance["confidence"],
                workers=workers,
            )
        except (KeyError, TypeError) as error:
            raise UserError(f"provenance: not that of a league ({error} is missing or wrong)") from None

    def command_line(self) -> str:
        """The command that repeats this, as it can be typed."""
        words = ["debertz", LEAGUE, *self.entrants, *rules_words(self.rules)]
        words += ["--deals", str(self.deals), "--seed", str(self.seed)]
        words += ["--bidding", self.bidding, "--objective", self.objective]
        if self.role:
            words += ["--as", self.role]
        if self.exchange != "default":
            words += ["--exchange", self.exchange]
        if self.confidence != DEFAULT_CONFIDENCE:
            words += ["--confidence", repr(self.confidence)]
        return shlex.join(words)


def default_bidding(rules: RuleSet) -> str:
    """How everybody bids unless it is said otherwise."""
    return f"{FIXED}{'always' if rules.players == 2 else 'rules'}"
