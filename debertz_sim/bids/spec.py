"""What a bid is asked about: one frozen object, the same from the command line, a script or Python."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from debertz_sim.cards import SUIT_LETTERS, card_text, hand_text, mask, parse_card, parse_cards
from debertz_sim.errors import UserError
from debertz_sim.experiment.spec import DEALS_APART, MAX_SEED, rules_words
from debertz_sim.kernels.state import MAX_SHUFFLES, PASS
from debertz_sim.policies import families
from debertz_sim.policies.defaults import DEFAULT_BIDDING, DEFAULT_PLAY
from debertz_sim.policies.registry import Seating, seating
from debertz_sim.rules import RuleSet
from debertz_sim.stats import DEFAULT_CONFIDENCE, is_level
from debertz_sim.switch_table import nearest
from debertz_sim.variants import from_spec

KIND = "bid"
SEATS = ("forehand", "dealer")
OPEN_HANDS = "open"  # a play of its own: both hands seen and solved
BEST = "best"  # the later call that did best in worlds of its own
PASS_NAME = "pass"
MOST_PASSES = 3
WORLDS, SEARCHED_WORLDS, OPEN_WORLDS, MATCH_WORLDS = 100_000, 200, 20_000, 10_000
MOST_WORLDS = 10_000_000  # with a precision, or until a call is ahead
MAX_WORLDS = DEALS_APART // MAX_SHUFFLES
_NINE_TO_ACE = 0xFC


class Spot(NamedTuple):
    """Who has to call what on: six cards (a mask), the upcard, the seat (0 forehand, 1 dealer), passes so far."""

    hand: int
    upcard: int
    seat: int
    passes: int

    @property
    def round(self) -> int:
        """1 or 2."""
        return 1 + self.passes // 2

    def words(self) -> dict[str, Any]:
        """As it is typed, by option."""
        return {
            "hand": hand_text(self.hand),
            "upcard": card_text(self.upcard),
            "seat": SEATS[self.seat],
            "round": self.round,
        }


def call_name(call: int) -> str:
    """What a call is called: the letter of its suit, or pass."""
    return PASS_NAME if call == PASS else SUIT_LETTERS[call]


def read_spot(
    hand: str,
    upcard: str,
    seat: str | None = None,
    round_: int | str | None = None,
    auction: str | None = None,
    dealer: str | None = None,
) -> Spot:
    """The spot that these words describe.

    Parameters
    ----------
    hand, upcard
        Six cards and one, in any notation of ``cards``.
    seat
        ``forehand`` or ``dealer``; may be left out where auction or dealer say it.
    round_, auction
        1 (the default) or 2; what was said, ``pass,pass``.  Whoever calls, all before him have passed.
    dealer
        ``me`` or ``opponent``: another way to say the seat.

    Raises
    ------
    UserError
        Cards that cannot be read, or words that contradict each other.
    """
    cards = mask(parse_cards(hand, 6, "hand"))
    turned = parse_card(upcard)
    if cards >> turned & 1:
        raise UserError(f"upcard {card_text(turned)}: it is in the hand {hand_text(cards)}; a card lies in one place")
    place = _seat(seat, dealer)
    said = None if auction is None else _passes(auction)
    if place is None and said is None:
        raise UserError("seat: say whether you are forehand or dealer (--seat forehand)")
    if round_ is not None and str(round_) not in ("1", "2"):
        raise UserError(f"round {round_!r}: there are rounds 1 and 2")
    passes = said if said is not None else 2 * (int(round_ or 1) - 1) + (place or 0)
    found = Spot(cards, turned, passes % 2, passes)
    if place is not None and place != found.seat:
        raise UserError(
            f"auction {auction!r}: after {_counted(passes)} the {SEATS[found.seat]} calls, not {SEATS[place]}"
        )
    if round_ is not None and int(round_) != found.round:
        raise UserError(f"auction {auction!r}: after {_counted(passes)} it is round {found.round}, not {round_}")
    return found


def _counted(passes: int) -> str:
    return f"{passes or 'no'} pass{'' if passes == 1 else 'es'}"


def _seat(seat: str | None, dealer: str | None) -> int | None:
    """0 or 1 as both words say it, ``None`` if neither does."""
    if seat is not None and seat not in SEATS:
        raise UserError(f"seat {seat!r} is not forehand or dealer{nearest(seat, SEATS)}")
    if dealer is not None and dealer not in ("me", "opponent"):
        raise UserError(f"dealer {dealer!r}: say me or opponent")
    place = None if seat is None else SEATS.index(seat)
    by_dealer = None if dealer is None else int(dealer == "me")
    if None not in (place, by_dealer) and place != by_dealer:
        raise UserError(
            f"dealer {dealer}: then your seat is {SEATS[by_dealer or 0]}, not {seat}; leave one of them out"
        )
    return by_dealer if place is None else place


def _passes(auction: str) -> int:
    """How many passes a text says."""
    calls = [word for word in re.split(r"[\s,]+", auction.strip().lower()) if word]
    for call in calls:
        if call not in (PASS_NAME, "пас", "p", "-"):
            raise UserError(f"auction {auction!r}: {call!r} is no pass; once somebody has played there is no call left")
    if len(calls) > MOST_PASSES:
        raise UserError(f"auction {auction!r}: {len(calls)} passes; after four the deal is over, so name at most three")
    return len(calls)


def read_score(text: str) -> tuple[int, int]:
    """Own and opponent's points, written ``350:420``; raises ``UserError``."""
    found = re.fullmatch(r"\s*(-?\d{1,6})\s*:\s*(-?\d{1,6})\s*", text)
    if not found:
        raise UserError(f"score {text!r}: write your points and his as 350:420")
    return int(found[1]), int(found[2])


@dataclass(frozen=True)
class BidSpec:
    """A bid to be computed, checked.

    Parameters
    ----------
    rules
        Of two players, with an auction.
    spot
        Hand, upcard, seat, passes.
    seed
        Root of the random streams.
    worlds
        How many; with ``precision`` or ``until_decided`` how many at most.
    bidding, play, exchange
        Policies of both, see ``policies.registry.seating``; play ``OPEN_HANDS`` solves the cards with open hands.
    later
        The caller's calls after this one: ``BEST``, or a bidding policy (which then also bids for him in the later
        deals of a match).
    value
        What a deal is worth to forehand, for those that are dealt anew; ``None``: it is sampled.
    score, pot
        Own and opponent's points before the deal, for the chance to win the match; points hanging.
    precision
        Go on until the lead of the best call has a half-width below this.
    until_decided
        Go on until one call is ahead of all others by a confidence sequence.
    confidence
        Of every interval, and of the verdict.
    explain
        Whether to measure what drives the margin.
    workers, chunk
        Threads, and worlds given to them at a time; no number depends on them.

    Raises
    ------
    UserError
        Values or combinations that make no sense, unknown policies.
    """

    rules: RuleSet
    spot: Spot
    seed: int
    worlds: int | None = None
    bidding: str = DEFAULT_BIDDING
    play: str = DEFAULT_PLAY
    exchange: str = "default"
    later: str = BEST
    value: float | None = None
    score: tuple[int, int] | None = None
    pot: int = 0
    precision: float | None = None
    until_decided: bool = False
    confidence: float = DEFAULT_CONFIDENCE
    explain: bool = False
    workers: int = 1
    chunk: int | None = None

    def __post_init__(self) -> None:
        for broken, reason in self._refusals():
            if broken:
                raise UserError(reason)
        self.policies.for_game(self.rules.form)  # who cannot play here says so now
        if self.worlds is None:
            object.__setattr__(self, "worlds", self._usual_worlds())
        if not 1 <= self.most_worlds <= MAX_WORLDS:
            raise UserError(f"worlds {self.worlds!r}: must be a whole number from 1 to {MAX_WORLDS}")

    def _refusals(self) -> list[tuple[bool, str]]:
        rules, target = self.rules, self.rules.target
        game = "has no auction" if rules.form == "terts" else f"has {rules.players} seats"
        whole = isinstance(target, int)
        score = self.score or (0, 0)
        return [
            (
                rules.players != 2 or rules.form != "usual",
                f"rules {rules.name}: bid is for the auction between two; {rules.name} {game}",
            ),
            (
                rules.instant_win == "dealt_six_to_ace"
                and any(self.spot.hand >> 8 * suit & 0xFF == _NINE_TO_ACE for suit in range(4)),
                f"hand {hand_text(self.spot.hand)}: under rules {rules.name} it has won already",
            ),
            (
                type(self.seed) is not int or not 0 <= self.seed <= MAX_SEED,
                f"seed {self.seed!r}: must be a whole number from 0 to 2**63 - 1",
            ),
            (self.score is not None and not whole, f"score: rules {rules.name} play one deal, not to a target"),
            (
                self.score is not None and whole and max(score) >= int(target),
                f"score {score[0]}:{score[1]}: the match to {target} is over; both must be below {target}",
            ),
            (
                self.score is not None and self.play == OPEN_HANDS,
                "score: open hands cannot play a match; leave one out",
            ),
            (bool(self.pot) and self.score is None, "pot: it goes with a score; a deal alone counts it for nobody"),
            (self.pot < 0, f"pot {self.pot}: must be points from 0 on"),
            (
                bool(self.pot) and rules.hanging in ("each_own", "void", "forced_deal"),
                f"pot: under rules {rules.name} (hanging={rules.hanging}) no points hang while there is an auction",
            ),
            (
                self.precision is not None and self.until_decided,
                "precision and until_decided: give one of them",
            ),
            (
                self.precision is not None and not self.precision > 0,
                f"precision {self.precision}: must be a half-width in points above 0",
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

    def _usual_worlds(self) -> int:
        if self.goes_on:
            return MOST_WORLDS
        if self.searching:
            return SEARCHED_WORLDS
        if self.play == OPEN_HANDS:
            return OPEN_WORLDS
        return MATCH_WORLDS if self.score is not None else WORLDS

    @property
    def goes_on(self) -> bool:
        """Whether something else than the number of worlds decides when to stop."""
        return self.precision is not None or self.until_decided

    @property
    def most_worlds(self) -> int:
        """How many worlds there are at most."""
        return self.worlds or 0

    @property
    def searching(self) -> bool:
        """Whether the play is one that searches, a thousand times slower than the others."""
        return any(choice.policy.id in families.SEARCHING for choice in self.policies.play)

    @property
    def in_kush(self) -> bool:
        """Whether deals are written in kush, so that margins are no sum of card points."""
        return self.rules.match_unit == "kush"

    @property
    def open_hands(self) -> bool:
        """Whether the cards are solved."""
        return self.play == OPEN_HANDS

    @cached_property
    def policies(self) -> Seating:
        """Who bids and plays at which seat; the caller's bidding is that of his later calls."""
        own = {} if self.later == BEST else {self.spot.seat: {"bidding": self.later}}
        play = "random" if self.open_hands else self.play
        return seating(2, self.bidding, play, own, self.exchange)

    def described(self) -> dict[str, Any]:
        """The policies for provenance."""
        found = self.policies.describe()
        return found | {"play": [OPEN_HANDS] * 2} if self.open_hands else found

    @cached_property
    def calls(self) -> tuple[int, ...]:
        """The legal calls: suits in the order s c d h, then the pass."""
        turned = self.spot.upcard >> 3
        if self.spot.round == 1:
            return (turned, PASS)
        suits = [suit for suit in range(4) if suit != turned or self.rules.second_round_suits == "any"]
        bound = self.rules.all_pass == "obliged" and self.spot.passes == MOST_PASSES
        return (*suits, *(() if bound else (PASS,)))

    @property
    def chooses_later(self) -> bool:
        """Whether the caller may come to call again, and then makes the call that did best in other worlds."""
        return self.spot.round == 1 and self.later == BEST

    @property
    def next_spot(self) -> Spot:
        """Where the caller stands in round 2 after passes of all."""
        return self.spot._replace(passes=self.spot.passes + 2)

    def options(self) -> dict[str, Any]:
        """What provenance keeps, beside rules, seed and confidence, to make the same object again."""
        return {
            "kind": KIND,
            **self.spot.words(),
            "worlds": self.worlds,
            "bidding": self.bidding,
            "play": self.play,
            "exchange": self.exchange,
            "later": self.later,
            "value": self.value,
            "score": None if self.score is None else list(self.score),
            "pot": self.pot,
            "precision": self.precision,
            "until_decided": self.until_decided,
            "explain": self.explain,
        }

    @classmethod
    def from_provenance(cls, provenance: Mapping[str, Any], workers: int = 1) -> BidSpec:
        """The question that a result answers.

        Raises
        ------
        UserError
            The provenance is not that of a bid, or a policy is not known here or has another version by now.
        """
        try:
            options = provenance["options"]
            if options["kind"] != KIND:
                raise UserError(f"provenance: of {options['kind']}, not of a bid")
            described = dict(provenance["policies"])
            if options["play"] == OPEN_HANDS:
                described["play"] = seating(2, play="random").describe()["play"]
            Seating.from_description(described)  # refuses other versions
            words = (options[name] for name in ("hand", "upcard", "seat", "round"))
            same = ("worlds", "bidding", "play", "exchange", "later", "value", "pot", "precision", "until_decided")
            return cls(
                rules=from_spec(provenance["rules"]),
                spot=read_spot(*words),
                seed=provenance["seed"],
                score=None if options["score"] is None else tuple(options["score"]),
                confidence=provenance["confidence"],
                explain=options["explain"],
                workers=workers,
                **{name: options[name] for name in same},
            )
        except (KeyError, TypeError) as error:
            raise UserError(f"provenance: not that of a bid ({error} is missing or wrong)") from None

    def command_line(self) -> str:
        """The command that repeats this, as it can be typed."""
        words = ["debertz", KIND]
        for name, value in self.spot.words().items():
            words += [f"--{name}", str(value)]
        return shlex.join([*words, *self.common_words()])

    def common_words(self) -> list[str]:
        """The options that do not say the spot."""
        words = [*rules_words(self.rules), "--seed", str(self.seed)]
        usual = {"bidding": DEFAULT_BIDDING, "play": DEFAULT_PLAY, "exchange": "default", "later": BEST, "pot": 0}
        for name, default in usual.items():
            if getattr(self, name) != default:
                words += [f"--{name}", str(getattr(self, name))]
        if self.value is not None:
            words += ["--value", repr(self.value)]
        if self.score is not None:
            words += ["--score", f"{self.score[0]}:{self.score[1]}"]
        if self.precision is not None:
            words += ["--precision", f"{self.precision!r}pt"]
        words += ["--until-decided"] if self.until_decided else []
        words += ["--max-worlds" if self.goes_on else "--worlds", str(self.worlds)]
        if self.confidence != DEFAULT_CONFIDENCE:
            words += ["--confidence", repr(self.confidence)]
        return [*words, *(["--explain"] if self.explain else [])]
