"""What is to be run: one frozen object, the same from the command line, a script or Python."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from debertz_sim.conditions.choice import Choice, choose
from debertz_sim.errors import UserError
from debertz_sim.experiment.design import METHODS, deals_of_shuffle
from debertz_sim.policies.registry import Seating, seating
from debertz_sim.rules import RuleSet
from debertz_sim.stats import DEFAULT_CONFIDENCE, is_level
from debertz_sim.switch_table import value_text
from debertz_sim.variants import from_spec, variants

SIMULATE, COMPARE = "simulate", "compare"
KINDS = (SIMULATE, COMPARE)
DEALS, MATCHES = "deals", "matches"
UNITS = (DEALS, MATCHES)
ARM_NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
IN_TERTS = "play_in_terts"  # in provenance, of policies
MAX_SEED = 2**63 - 1
DEALS_APART = 10**12  # rule sets that cannot share their deals begin so far from each other, A at deal 0
CHUNKS = {DEALS: 16_384, MATCHES: 1_024}  # some 10 ms of work each, so that Ctrl-C and the progress line are prompt


@dataclass(frozen=True)
class ExperimentSpec:
    """An experiment, checked.

    Parameters
    ----------
    kind
        ``simulate`` or ``compare``.
    arms
        The rule sets; one for simulate, in a comparison A, B, ... of any numbers of seats (see ``paired``).
    seed
        Root of all random streams.
    amount, unit
        How many ``deals`` or ``matches``; with ``precision`` at most so many (``None``: no bound).
    policies
        Who decides at which seat; of rule sets with fewer seats than others the first of these.
    confidence
        Level of the intervals.
    precision
        Go on until the headline's half-width is below this, in units of the headline (0.001 for 0.1 %).
    headline
        The metric that ``precision`` and the progress line look at; empty: ``default_headline``.
    one_at_a_time
        In a comparison of A and B: also A with each switch in which B differs changed alone.
    given, hands, upcard
        The condition that deals must satisfy, and cards that are known before the deal, as texts: see
        ``conditions.parser`` and ``conditions.known``.  In a comparison places and conditions are those of A.
    by
        Columns by which deals are sorted into groups, see ``conditions.choice.parse_by``.
    until_decided
        In a comparison: go on until one rule set is ahead of all others on the headline, to ``amount`` at most.
    simultaneous
        Whether the intervals are to hold all at once.
    reduce
        Methods of ``design.METHODS`` for narrower intervals; then only metrics without groups are measured.
    workers, chunk
        Threads, and units of work given to them at a time (``None``: as ``CHUNKS`` says); no number depends on them.
    ends_at
        Of ``until_decided``: do so many deals and no more, to repeat a run.

    Raises
    ------
    UserError
        Values or combinations that make no sense, rules that cannot be played yet, seats that do not match.
    """

    kind: str
    arms: tuple[RuleSet, ...]
    seed: int
    amount: int | None
    unit: str = DEALS
    policies: Seating | None = None
    confidence: float = DEFAULT_CONFIDENCE
    precision: float | None = None
    headline: str = ""
    one_at_a_time: bool = False
    until_decided: bool = False
    simultaneous: bool = False
    reduce: tuple[str, ...] = ()
    workers: int = 1
    chunk: int | None = None
    given: str = ""
    hands: tuple[str, ...] = ()
    upcard: str | None = None
    by: tuple[str, ...] = ()
    ends_at: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "arms", tuple(self.arms))
        for broken, reason in self._refusals():
            if broken:
                raise UserError(reason)
        _ = self.choice  # reads the texts
        if not self.headline:
            object.__setattr__(self, "headline", default_headline(self.arms[0]))
        policies = self.policies or seating(self.players)
        # where terts stands beside other games, each arm has its own in ``seated_for``
        games = {policies.for_game(rules.form) for rules in self.arms}
        object.__setattr__(self, "policies", games.pop() if len(games) == 1 else policies)
        for rules in self.arms:
            self.seated_for(rules)  # refuses what cannot play there

    @property
    def _chosen(self) -> bool:
        return bool(self.given or self.hands or self.upcard is not None or self.by)

    def _refusals(self) -> list[tuple[bool, str]]:
        simulate = self.kind == SIMULATE
        return [
            (self.kind not in KINDS, f"kind {self.kind!r}: must be one of {', '.join(KINDS)}"),
            (self.unit not in UNITS, f"unit {self.unit!r}: must be one of {', '.join(UNITS)}"),
            (simulate and len(self.arms) != 1, f"simulate takes one rule set, not {len(self.arms)}"),
            (not simulate and len(self.arms) < 2, "compare takes two rule sets or more; name them: A B"),
            (len(self.arms) > len(ARM_NAMES), f"compare takes up to {len(ARM_NAMES)} rule sets, not {len(self.arms)}"),
            (
                not simulate and self.unit == MATCHES,
                "compare plays deals: matches of two rule sets do not stay on the same deals; leave out --matches",
            ),
            (
                simulate and self.unit == MATCHES and self.arms[0].form == "terts",
                f"rules {self.arms[0].name}: terts has no target and so no matches; leave out --matches",
            ),
            (
                self._chosen and self.unit == MATCHES,
                "--given, --hand, --upcard and --by are for single deals; leave out --matches",
            ),
            (
                self._chosen and not self.paired,
                "--given, --hand and --upcard need rule sets that play the same deals: equal seats and cards",
            ),
            (bool(self.by) and not simulate, "--by goes with simulate, not with compare"),
            (self.one_at_a_time and len(self.arms) != 2, "one at a time needs exactly two rule sets, A and B"),
            (
                self.one_at_a_time and not self.paired,
                "one at a time: A and B have different numbers of seats or cards, so no switch can be changed alone",
            ),
            (
                self.one_at_a_time and not self.arms[0].differences(self.arms[-1]),
                "one at a time: A and B do not differ in any switch",
            ),
            (not _whole(self.seed, 0, MAX_SEED), f"seed {self.seed!r}: must be a whole number from 0 to 2**63 - 1"),
            (
                self.amount is not None and not _whole(self.amount, 1, None),
                f"number of {self.unit} {self.amount!r}: must be a whole number from 1 on",
            ),
            (
                not self.paired and (self.amount or 0) > DEALS_APART,
                f"number of deals {self.amount}: without pairing at most {DEALS_APART:.0e}",
            ),
            (self.amount is None and self.precision is None, f"say how many {self.unit}, or which precision"),
            *self._refusals_of_deciding(),
            *self._refusals_of_reducing(),
            (
                self.precision is not None and not self.precision > 0,
                f"precision {self.precision!r}: must be a half-width above 0",
            ),
            (
                self.precision is not None and not self.comparable,
                "precision: terts and the other games have no metric in common to watch; say how many deals",
            ),
            (
                not is_level(self.confidence),
                f"confidence {self.confidence!r}: must lie between 0 and 1 and not round to them, such as 0.95",
            ),
            (not _whole(self.workers, 1, None), f"workers {self.workers!r}: must be a whole number from 1 on"),
            (
                self.chunk is not None and not _whole(self.chunk, 1, None),
                f"chunk {self.chunk!r}: must be a whole number from 1 on",
            ),
            (
                self.policies is not None and self.policies.players != self.players,
                f"policies for {self.policies.players if self.policies else 0} seats, the rules have {self.players}",
            ),
        ]

    def _refusals_of_deciding(self) -> list[tuple[bool, str]]:
        asked = self.until_decided
        return [
            (asked and self.kind == SIMULATE, "until decided: only a comparison has somebody ahead; use a precision"),
            (asked and self.precision is not None, "until decided: it ends by itself; leave out the precision"),
            (
                asked and not self.paired,
                "until decided: the rule sets have different numbers of seats or cards, so they do not play the same "
                "deals; say how many deals, or which precision",
            ),
            (
                asked and self.one_at_a_time,
                "until decided: it compares the rule sets themselves; leave out one at a time",
            ),
        ]

    def _refusals_of_reducing(self) -> list[tuple[bool, str]]:
        asked, unknown = bool(self.reduce), [name for name in self.reduce if name not in METHODS]
        return [
            (bool(unknown), f"reduce {', '.join(unknown)}: must be of {', '.join(METHODS)}"),
            (len(set(self.reduce)) < len(self.reduce), f"reduce {','.join(self.reduce)}: name each method once"),
            (
                asked and self._chosen,
                "reduce: it deals in ways of its own; leave out --given, --hand, --upcard, --by",
            ),
            (asked and self.unit == MATCHES, "reduce: in a match deals follow from each other; leave out matches"),
            (asked and self.until_decided, "reduce: until decided counts plain deals; leave one of them out"),
            (
                asked and not self.paired,
                "reduce: the rule sets have different numbers of seats or cards; it needs the same deals",
            ),
            (
                asked and any(rules.form == "terts" for rules in self.arms),
                "reduce: terts has no auction, packets or upcard to deal in proportion; leave it out",
            ),
        ]

    @property
    def choice(self) -> Choice | None:
        """Which deals are looked at and how they are sorted; ``None``: all of them, not sorted."""
        return choose(self.arms[0], self.hands, self.upcard, self.given, self.by)

    @property
    def players(self) -> int:
        """Seats of a deal; of rule sets that differ in it the largest number."""
        return max((rules.players for rules in self.arms), default=0)

    @property
    def seated(self) -> Seating:
        """The policies."""
        assert self.policies is not None  # set in __post_init__
        return self.policies

    def seated_for(self, rules: RuleSet) -> Seating:
        """The policies at the seats that these rules have, for their game."""
        n = rules.players
        there = (
            self.seated
            if n == self.players
            else replace(self.seated, bidding=self.seated.bidding[:n], play=self.seated.play[:n])
        )
        return there.for_game(rules.form, rules.sides)

    def described(self) -> dict[str, Any]:
        """The policies for provenance; where terts stands beside other games also their versions in terts."""
        if self.comparable:
            return self.seated.describe()
        return self.seated.describe() | {IN_TERTS: self.seated.for_game("terts").describe()["play"]}

    @property
    def paired(self) -> bool:
        """Whether all arms play the same deals: they have equal numbers of seats and of cards in play."""
        return len({(rules.players, rules.in_play, rules.form == "terts") for rules in self.arms}) == 1

    @property
    def comparable(self) -> bool:
        """Whether a metric means the same in all arms: terts has others than the usual games."""
        return len({rules.form == "terts" for rules in self.arms}) == 1

    def first_deal(self, number: int) -> int:
        """The number of the first deal of arm ``number``; without pairing each arm has deals of its own."""
        return 0 if self.paired else number * DEALS_APART

    @property
    def multiple(self) -> int:
        """Deals come in this number: as many as each shuffle gives."""
        return deals_of_shuffle(self.reduce, self.arms[0]) if self.reduce else 1

    def whole(self, units: int) -> int:
        """So many deals or matches, or as many more as make the last shuffle whole."""
        return -(-units // self.multiple) * self.multiple

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Which of ``played()`` are compared, by number: A with all others, and for a decision the others too."""
        with_first = [(0, other) for other in range(1, len(self.played()))]
        return with_first + ([*combinations(range(1, len(self.arms)), 2)] if self.until_decided else [])

    def flips(self) -> dict[str, RuleSet]:
        """A with each switch in which B differs changed alone, by ``switch=value``; empty unless ``one_at_a_time``.

        A change that makes no sense alone is left out.
        """
        found: dict[str, RuleSet] = {}
        if self.one_at_a_time:
            base = self.arms[0]
            for name, (_, value) in base.differences(self.arms[1]).items():
                try:
                    found[f"{name}={value_text(value)}"] = base.with_(**{name: value})
                except UserError:
                    continue
        return found

    def played(self) -> tuple[RuleSet, ...]:
        """All rule sets that are played: the arms, then the flips."""
        return (*self.arms, *self.flips().values())

    def options(self) -> dict[str, Any]:
        """What provenance keeps, beside rules, policies, seed and confidence, to make the same object again."""
        return {
            "kind": self.kind,
            "unit": self.unit,
            "amount": self.amount,
            "precision": self.precision,
            "headline": self.headline,
            "one_at_a_time": self.one_at_a_time,
            "given": self.given,
            "hands": list(self.hands),
            "upcard": self.upcard,
            "by": list(self.by),
            "until_decided": self.until_decided,
            "simultaneous": self.simultaneous,
            "reduce": list(self.reduce),
        }

    @classmethod
    def from_provenance(cls, provenance: Mapping[str, Any], workers: int = 1) -> ExperimentSpec:
        """The experiment that a result came from.

        Raises
        ------
        UserError
            The provenance is not one of simulate or compare, or its policies are not known here any more.
        """
        try:
            options, policies = provenance["options"], provenance["policies"]
            if IN_TERTS in policies:  # versions that are other ones by now are refused
                Seating.from_description(policies | {"play": policies[IN_TERTS], "game": "terts"})
            kind, tables = options["kind"], provenance["rules"]
            arms = [tables] if kind == SIMULATE else [tables[arm] for arm in provenance["arms"]]
            return cls(
                kind=kind,
                arms=tuple(from_spec(table) for table in arms),
                seed=provenance["seed"],
                amount=options["amount"],
                unit=options["unit"],
                policies=Seating.from_description(policies),
                confidence=provenance["confidence"],
                precision=options["precision"],
                headline=options["headline"],
                one_at_a_time=options["one_at_a_time"],
                # results of older versions know nothing of these
                until_decided=options.get("until_decided", False),
                simultaneous=options.get("simultaneous", False),
                reduce=tuple(options.get("reduce", ())),
                workers=workers,
                given=options.get("given", ""),  # results of older versions have no conditions
                hands=tuple(options.get("hands", ())),
                upcard=options.get("upcard"),
                by=tuple(options.get("by", ())),
            )
        except (KeyError, TypeError) as error:
            raise UserError(f"provenance: not that of simulate or compare ({error} is missing or wrong)") from None

    def as_done(self, units: int) -> ExperimentSpec:
        """The same with the number of units that were done as a fixed number.

        A run until somebody is ahead keeps its looks, as its intervals depend on how many there may be.
        """
        if self.until_decided:
            return replace(self, ends_at=units)
        return replace(self, amount=units, precision=None)

    def command_line(self) -> str:
        """The command that repeats this, as it can be typed."""
        words = ["debertz", self.kind]
        if self.kind == SIMULATE:
            words += rules_words(self.arms[0])
        else:
            words += [_arm_word(rules) for rules in self.arms]
        if self.until_decided:
            words += ["--until-decided", "--max-deals", str(self.amount), *self._headline_words()]
        elif self.amount is not None and self.precision is None:
            words += [f"--{self.unit}", str(self.amount)]
        words += ["--seed", str(self.seed), *self._policy_words(), *self._chosen_words()]
        if self.precision is not None:
            words += self._precision_words()
        if self.confidence != DEFAULT_CONFIDENCE:
            words += ["--confidence", repr(self.confidence)]
        if self.reduce:
            words += ["--reduce", ",".join(self.reduce)]
        flags = {"--one-at-a-time": self.one_at_a_time, "--simultaneous": self.simultaneous}
        return shlex.join([*words, *(flag for flag, on in flags.items() if on)])

    def deal_command(self, rules: RuleSet) -> str:
        """The command that shows a deal as one of the rule sets plays it, without the deal's number.

        Of a condition it has the part that is dealt, which any rule set can have: the rest is A's to judge.
        """
        words = ["debertz", "deal", "--seed", str(self.seed), *rules_words(rules)]
        words += [] if self.seated == seating(self.players) else self._policy_words()
        dealt = self.choice and self.choice.dealt
        return shlex.join(words + self._card_words() + (["--given", str(dealt)] if dealt else []))

    def _headline_words(self) -> list[str]:
        return [] if self.headline == default_headline(self.arms[0]) else ["--headline", self.headline]

    def _chosen_words(self) -> list[str]:
        words = self._card_words() + (["--given", self.given] if self.given else [])
        return [*words, *(["--by", ",".join(self.by)] if self.by else [])]

    def _card_words(self) -> list[str]:
        words = [word for hand in self.hands for word in ("--hand", hand)]
        return words + ([] if self.upcard is None else ["--upcard", self.upcard])

    def _policy_words(self) -> list[str]:
        words = []
        for role, choices in (("bidding", self.seated.bidding), ("play", self.seated.play)):
            words += [f"--{role}", choices[0].name]
            for seat, choice in enumerate(choices):
                if choice != choices[0]:
                    words += ["--seat", f"{seat}:{role}={choice.name}"]
        return words + ([] if self.seated.exchange == "default" else ["--exchange", self.seated.exchange])

    def _precision_words(self) -> list[str]:
        from debertz_sim.experiment.estimates import headlines

        assert self.precision is not None
        share = headlines(in_match=True)[self.headline]
        words = ["--precision", f"{100 * self.precision:g}%" if share else f"{self.precision:g}pt"]
        words += self._headline_words()
        if self.amount is None:
            return words
        return [*words, "--max-deals" if self.unit == DEALS else "--matches", str(self.amount)]


def default_headline(rules: RuleSet) -> str:
    """The metric to watch unless another one is named."""
    return "margin" if rules.form == "terts" else "made"


def rules_words(rules: RuleSet) -> list[str]:
    """Options that name these rules: the nearest variant and what differs from it."""
    name = _base_of(rules)
    words = [] if name == "moscow" else ["--rules", name]
    for switch, (_, value) in variants[name].differences(rules).items():
        words += ["--set", f"{switch}={value_text(value)}"]
    return words


def _arm_word(rules: RuleSet) -> str:
    name = _base_of(rules)
    changes = variants[name].differences(rules).items()
    return name + "".join(f"+{switch}={value_text(value)}" for switch, (_, value) in changes)


def _base_of(rules: RuleSet) -> str:
    name = rules.name.split("+")[0]
    if name in variants:
        return name
    return min(variants, key=lambda other: len(variants[other].differences(rules)))


def _whole(number: object, low: int, high: int | None) -> bool:
    return type(number) is int and number >= low and (high is None or number <= high)
