"""The Python interface: the same words as the commands, results with ``.to_frame()``, ``.estimates``, ``.provenance``.

>>> import debertz_sim as dz
>>> dz.odds(hand_size=6).get("any_sequence").fraction
'6659/75516'
>>> result = dz.simulate("moscow", deals=2000, seed=7, bidding="always", play="random")
>>> sum(result.get(outcome).k for outcome in ("made", "baid", "hanging_baid"))
2000
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from debertz_sim.amounts import MAX_DEALS, parse_deals
from debertz_sim.analysis.open_deals import solve_deals
from debertz_sim.analysis.played import analysed
from debertz_sim.analysis.position import from_text, from_transcript, usual_rules
from debertz_sim.analysis.solved import solved
from debertz_sim.bids import BidSpec, read_spot, run_bid
from debertz_sim.bids.batch import Batch, run_batch, spots_of
from debertz_sim.chances.odds import odds
from debertz_sim.conditions.columns import lexicon
from debertz_sim.errors import UserError
from debertz_sim.experiment.one_deal import chosen_transcript
from debertz_sim.experiment.run import run
from debertz_sim.experiment.spec import COMPARE, DEALS, MATCHES, MAX_SEED, SIMULATE, ExperimentSpec
from debertz_sim.league import LeagueSpec, run_league
from debertz_sim.policies.defaults import DEFAULT_BIDDING, DEFAULT_PLAY
from debertz_sim.policies.registry import seating, user_policy
from debertz_sim.records import referee
from debertz_sim.records import transcript as transcripts
from debertz_sim.results import Result
from debertz_sim.rules import RuleSet
from debertz_sim.variants import from_spec, variants

Rules = RuleSet | str | Mapping[str, Any]
Seats = Mapping[int, Mapping[str, str]]
Amount = int | float | str

DEFAULT_DEALS = 1_000_000
DECIDING_DEALS = 10_000_000  # until somebody is ahead, at most

LEAGUE_DEALS = 10_000  # each is played in all ways of sitting

__all__ = [
    "Result",
    "RuleSet",
    "analyse",
    "bid",
    "compare",
    "deal",
    "league",
    "match",
    "odds",
    "score",
    "simulate",
    "solve",
    "user_policy",
    "variants",
]


def _drawn(seed: int | None) -> int:
    return int.from_bytes(os.urandom(8), "big") >> 1 if seed is None else seed


def _seed(seed: int | None) -> int:
    return _number_below("seed", _drawn(seed), MAX_SEED + 1)


def _workers(workers: int | None) -> int:
    if workers is not None:
        return workers
    return len(os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1))


def _amount(given: Amount | None, largest: Amount | None, precision: float | None) -> int | None:
    """How many deals, or with a precision how many at most."""
    if given is not None and largest is not None:
        raise UserError("deals and max_deals: give one of them; max_deals goes with precision")
    if largest is not None and precision is None:
        raise UserError("max_deals goes with precision; without it say deals")
    chosen = largest if given is None else given
    if chosen is None:
        return None if precision is not None else DEFAULT_DEALS
    return parse_deals(chosen)


def _methods(given: str | Iterable[str]) -> tuple[str, ...]:
    """Methods of ``reduce``, written with commas or as a list."""
    return tuple(given.split(",")) if isinstance(given, str) and given else tuple(given)


def _number(name: str, value: int) -> int:
    """A deal's or match's number."""
    return _number_below(name, value, MAX_DEALS)


def _number_below(name: str, value: int, bound: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < bound:
        raise UserError(f"{name} {value!r}: must be a whole number from 0 to {bound - 1}")
    return value


def simulate(
    rules: Rules = "moscow",
    *,
    deals: Amount | None = None,
    matches: Amount | None = None,
    max_deals: Amount | None = None,
    seed: int | None = None,
    bidding: str = DEFAULT_BIDDING,
    play: str = DEFAULT_PLAY,
    seats: Seats | None = None,
    exchange: str = "default",
    precision: float | None = None,
    headline: str = "",
    confidence: float = 0.95,
    simultaneous: bool = False,
    reduce: str | Iterable[str] = (),
    workers: int | None = None,
    rows: bool = False,
    given: str = "",
    hands: Mapping[str, str] | None = None,
    upcard: str | None = None,
    by: Sequence[str] = (),
    columns: Sequence[str] = (),
) -> Result:
    """Play deals (default a million) or whole matches, and estimate every metric of the command ``simulate``.

    Parameters
    ----------
    rules
        A variant's name, a rule set, or a table of switches.
    deals, matches
        How many of either, as a number or as the commands take it (``"1M"``).
    max_deals
        With ``precision``, how many at most.
    seed
        Root of all random streams; drawn if missing, and kept in provenance.
    bidding, play, seats, exchange
        Who decides, see ``policies.registry.seating``; names of :func:`user_policy` work as well.
    precision, headline
        Go on until the half-width of the metric ``headline`` (``made`` unless said otherwise) is below this (0.001 for
        0.1 % of a proportion).
    confidence
        Level of the intervals.
    simultaneous
        Widen the intervals so that all of them hold together.
    reduce
        Methods for narrower intervals, ``seats``, ``suits``, ``strata``, ``controls``, as a list or with commas; the
        result then has the metrics without groups alone (docs/statistics.md).
    workers
        Threads; all cores if missing.  No number depends on it.
    rows
        Keep one row of integers a deal in ``Result.rows``.
    given
        Look at deals alone that satisfy this condition, see ``docs/conditions.md``.
    hands, upcard
        Cards known before the deal: of the first packets by place, ``{"forehand": "As Kx xh"}``; the upcard.
    by
        Columns by which deals are sorted into groups; every metric without groups is reported for each.
    columns
        What the rows hold, instead of the engine's columns.

    Raises
    ------
    UserError
        Unknown rules or policies, numbers that make no sense, or an illegal choice of a user's policy.

    Examples
    --------
    >>> result = simulate("kharkov", deals=1000, seed=1, bidding="always", play="random")
    >>> result.get("made").n
    1000
    >>> frame = result.to_frame()
    >>> set(frame.columns) >= {"metric", "value", "low", "high", "se", "n", "k", "method"}
    True
    """
    if rows and reduce:
        raise UserError("reduce deals a shuffle in several ways and keeps no rows; leave one of them out")
    table = from_spec(rules)
    in_matches = matches is not None
    amount = _amount(matches if in_matches else deals, max_deals, precision)
    return run(
        ExperimentSpec(
            SIMULATE,
            (table,),
            _drawn(seed),
            amount,
            MATCHES if in_matches else DEALS,
            seating(table.players, bidding, play, seats, exchange),
            confidence,
            precision,
            headline,
            simultaneous=simultaneous,
            reduce=_methods(reduce),
            workers=_workers(workers),
            given=given,
            hands=_hands(hands),
            upcard=upcard,
            by=(by,) if isinstance(by, str) else tuple(by),
        ),
        keep_rows=rows,
        columns=tuple(lexicon(table).words.find(name, "columns").name for name in columns),
    )


def _hands(hands: Mapping[str, str] | None) -> tuple[str, ...]:
    return tuple(f"{place}:{cards}" for place, cards in (hands or {}).items())


def compare(
    *arms: Rules,
    deals: Amount | None = None,
    max_deals: Amount | None = None,
    seed: int | None = None,
    bidding: str = DEFAULT_BIDDING,
    play: str = DEFAULT_PLAY,
    seats: Seats | None = None,
    exchange: str = "default",
    precision: float | None = None,
    headline: str = "",
    confidence: float = 0.95,
    one_at_a_time: bool = False,
    until_decided: bool = False,
    simultaneous: bool = False,
    reduce: str | Iterable[str] = (),
    workers: int | None = None,
    given: str = "",
    hands: Mapping[str, str] | None = None,
    upcard: str | None = None,
) -> Result:
    """Play the same deals (default a million) under two rule sets or more; differences carry paired intervals.

    Rule sets with different numbers of seats or cards are not paired: each plays deals of its own, differences carry
    the intervals of independent samples, and ``provenance["pairing"]`` is ``"none"``.  The words are those of
    :func:`simulate`.  Estimates have the group ``arm``: ``A``, ``B``, ... and ``B-A``.  ``one_at_a_time``: also each
    switch in which B differs from A changed alone.  ``until_decided``: go on until one rule set is ahead of all others
    on the headline, to ``max_deals`` (ten million) at most; ``provenance["verdict"]`` says who is, and every interval
    is that of a confidence sequence.  Conditions and places are those of A.

    Raises
    ------
    UserError
        As :func:`simulate`; fewer than two rule sets; ``one_at_a_time`` where they are not paired.

    Examples
    --------
    >>> result = compare("moscow", "kharkov", deals=1000, seed=1, bidding="always", play="random")
    >>> result.get("outcome_differs", arm="B-A").n
    1000
    """
    tables = tuple(from_spec(rules) for rules in arms)
    if until_decided and deals is not None:
        raise UserError("deals and until_decided: give one of them; max_deals bounds a decision")
    amount = parse_deals(max_deals or DECIDING_DEALS) if until_decided else _amount(deals, max_deals, precision)
    players = max((table.players for table in tables), default=2)
    return run(
        ExperimentSpec(
            COMPARE,
            tables,
            _drawn(seed),
            amount,
            DEALS,
            seating(players, bidding, play, seats, exchange),
            confidence,
            precision,
            headline,
            one_at_a_time,
            until_decided,
            simultaneous,
            _methods(reduce),
            workers=_workers(workers),
            given=given,
            hands=_hands(hands),
            upcard=upcard,
        )
    )


def league(
    *policies: str,
    rules: Rules = "moscow",
    deals: Amount = LEAGUE_DEALS,
    seed: int | None = None,
    bidding: str = "",
    objective: str = "",
    role: str = "",
    exchange: str = "default",
    confidence: float = 0.95,
    workers: int | None = None,
) -> Result:
    """Policies against each other on the same deals with the seats changed: who wins how much from whom.

    Estimates: ``margin`` {a, b}, points a deal of a over b (of two sides each pair once, else in both orders), and with
    more than two policies ``margin_over_field`` {a}; the intervals hold all at once.

    Parameters
    ----------
    policies
        Play policies, or with free bids ``BIDDING+PLAY``.
    rules, deals, seed, exchange, workers
        As for :func:`simulate`; each deal is played in all ways of sitting.
    bidding, objective, role, confidence
        As ``league.LeagueSpec`` says.

    Raises
    ------
    UserError
        As :func:`simulate`; fewer than two policies, or one twice; a role where there is none.

    Examples
    --------
    >>> result = league("greedy", "random", deals=500, seed=1)
    >>> result.get("margin", a="greedy", b="random").low > 5
    True
    """
    return run_league(
        LeagueSpec(
            from_spec(rules),
            policies,
            _drawn(seed),
            parse_deals(deals),
            bidding,
            objective,
            role,
            exchange,
            confidence,
            _workers(workers),
        )
    )


def bid(
    hand: str | None = None,
    upcard: str | None = None,
    seat: str | None = None,
    *,
    round: int | None = None,
    auction: str | None = None,
    dealer: str | None = None,
    hands: Iterable[Mapping[str, Any]] | None = None,
    rules: Rules = "moscow",
    bidding: str = DEFAULT_BIDDING,
    play: str = DEFAULT_PLAY,
    exchange: str = "default",
    later: str = "best",
    value: float | None = None,
    score: tuple[int, int] | None = None,
    pot: int = 0,
    worlds: Amount | None = None,
    precision: float | None = None,
    until_decided: bool = False,
    max_worlds: Amount | None = None,
    explain: bool = False,
    seed: int | None = None,
    confidence: float = 0.95,
    workers: int | None = None,
) -> Result:
    """Play or pass: every legal call of a hand of six, made in the same deals of the hidden cards.

    Estimates: ``margin`` {call}, written points of the deal, mine minus his (a call is ``s``, ``c``, ``d``, ``h`` or
    ``pass``); ``best_probability`` {call}; ``lead`` {call, over}; ``declared_by`` {call, declarer: me, opponent,
    nobody}; ``made``, ``baid``, ``hanging_baid`` {call, declarer}; ``deal_won``, ``deal_level``, ``deal_lost`` {call};
    with a score ``match_won`` {call} and ``match_lead``; more in docs/bid.md.  ``provenance["decision"]`` has the best
    call and whether it is ahead yet.

    Parameters
    ----------
    hand, upcard, seat, round, auction, dealer
        Six cards and one; ``forehand`` or ``dealer``; 1 or 2; or ``auction="pass,pass"``; or who deals: ``me``,
        ``opponent``.
    hands
        Instead of them many, mappings with these keys; the result has the group ``hand`` and one row a hand.
    rules, bidding, play, exchange, seed, confidence, workers
        As for :func:`simulate`; play ``open`` solves the cards with open hands.
    later
        The caller's later calls in this auction: ``best``, or a bidding policy.
    value
        What a deal is worth to forehand, for deals that are dealt anew; sampled if missing.
    score, pot
        Own and opponent's points before the deal, and points hanging: also the chance to win the match.
    worlds, precision, until_decided, max_worlds
        How many deals (a hundred thousand, fewer for slow play); or until the best call's lead has this half-width, or
        until a call is ahead by a confidence sequence, at most ``max_worlds`` (ten million).
    explain
        Also what drives the margins.

    Raises
    ------
    UserError
        Cards, places or policies that are not right, or rules that are not for two.

    Examples
    --------
    Against an opponent who plays with every hand the best call with a strong one is to wait for him.

    >>> result = bid("Jh 9h Ah As 7c 8d", "Kh", "forehand", worlds=500, seed=1, bidding="always", play="random")
    >>> result.provenance["decision"]["best"]
    'pass'
    """
    goes_on = precision is not None or until_decided
    if (worlds if goes_on else max_worlds) is not None:
        raise UserError("worlds goes without precision and until_decided; max_worlds bounds these")
    given = max_worlds if goes_on else worlds
    words = {"hand": hand, "upcard": upcard, "seat": seat, "round_": round, "auction": auction, "dealer": dealer}
    if hands is not None and any(word is not None for word in words.values()):
        raise UserError("hand and hands: give one of them")
    if hands is None and (hand is None or upcard is None):
        raise UserError("hand and upcard: both are needed, or hands")
    spots = [read_spot(**words)] if hands is None else spots_of(hands)  # type: ignore[arg-type]
    if not spots:
        raise UserError("hands: there are none")
    spec = BidSpec(
        from_spec(rules),
        spots[0],
        _drawn(seed),
        None if given is None else parse_deals(given),
        bidding,
        play,
        exchange,
        later,
        value,
        None if score is None else (score[0], score[1]),
        pot,
        precision,
        until_decided,
        confidence,
        explain,
        _workers(workers),
    )
    return run_bid(spec) if hands is None else run_batch(Batch(spec, tuple(spots)))


def deal(
    rules: Rules = "moscow",
    *,
    seed: int | None = None,
    index: int = 0,
    bidding: str = DEFAULT_BIDDING,
    play: str = DEFAULT_PLAY,
    seats: Seats | None = None,
    exchange: str = "default",
    given: str = "",
    hands: Mapping[str, str] | None = None,
    upcard: str | None = None,
) -> dict[str, Any]:
    """One deal, cards to score, as a transcript: the very deal ``index`` that ``simulate`` plays with this seed.

    ``given``, ``hands``, ``upcard``: as for :func:`simulate`; ``UserError`` if the deal does not satisfy the condition.

    Examples
    --------
    >>> record = deal("moscow", seed=7, index=12, bidding="always", play="random")
    >>> record["format"], len(record["plays"])
    ('debertz-deal/1', 9)
    """
    table = from_spec(rules)
    seated = seating(table.players, bidding, play, seats, exchange).for_game(table.form, table.sides)
    return chosen_transcript(table, seated, _seed(seed), _number("index", index), given, _hands(hands), upcard)


def match(
    rules: Rules = "moscow",
    *,
    seed: int | None = None,
    number: int = 0,
    bidding: str = DEFAULT_BIDDING,
    play: str = DEFAULT_PLAY,
    seats: Seats | None = None,
    exchange: str = "default",
) -> list[dict[str, Any]]:
    """One whole match, a transcript a deal: match ``number`` that ``simulate(matches=...)`` plays with this seed.

    Examples
    --------
    >>> deals = match("moscow", seed=7, bidding="always", play="random")
    >>> [record["result"]["match_over"] for record in deals][-2:]
    [False, True]
    """
    table = from_spec(rules)
    seated = seating(table.players, bidding, play, seats, exchange)
    return list(transcripts.match_transcripts(table, seated.family, _seed(seed), _number("number", number)))


def score(transcript: Mapping[str, Any], rules: Rules | None = None) -> dict[str, Any]:
    """Check every rule of a recorded deal and score it; see ``docs/transcripts.md`` for what has to be given.

    Raises
    ------
    UserError
        The first broken rule: trick, seat, card and the cards that were legal.

    Examples
    --------
    >>> record = deal("moscow", seed=7, index=12, bidding="always", play="random")
    >>> score(record) == record
    True
    """
    return referee.score(transcript, None if rules is None else from_spec(rules))


def analyse(transcript: Mapping[str, Any], rules: Rules | None = None) -> dict[str, Any]:
    """A recorded deal, scored, with its ``analysis``: every card's value with open hands, and what it lost.

    Two players and pairs; see ``docs/solve.md`` for the fields.  Raises ``UserError`` as :func:`score`, and where there
    is no solver.
    """
    done = score(transcript, rules)
    return analysed(done, from_spec(done["rules"]))


def solve(
    hands: str | Sequence[str] | Mapping[str, Any] | None = None,
    *,
    trump: str | None = None,
    lead: int = 0,
    led: str | None = None,
    trick: int | None = None,
    need: int | None = None,
    deals: Amount | None = None,
    seed: int | None = None,
    rules: Rules | None = None,
    workers: int | None = None,
    confidence: float = 0.95,
) -> dict[str, Any] | Result:
    """What open hands are worth, for two players and pairs, as the command ``solve`` says it.

    Parameters
    ----------
    hands
        The cards still held, ``"Js 9s | Ks Tc"`` or a text a seat; or a transcript, whose position after its plays (or
        before its ``trick``) is meant.
    trump, lead, led
        With hands: the suit, the seat that led to the trick, the cards lying in it.
    need
        Ask only whether the seat to move (in pairs its side) makes so many points.
    deals, seed, workers, confidence
        Instead of hands: solve so many deals of a seed; then a ``Result`` comes back, not a dictionary.
    rules
        Default: those of the transcript; for two hands moscow, for four pairs.

    Raises
    ------
    UserError
        Cards, rules or a position that are not right; no solver for these rules.

    Examples
    --------
    >>> solve("Js 9s Ac | As Tc 8c", trump="s", lead=0)["values"]
    [76, 0]
    """
    if deals is not None:
        if hands is not None:
            raise UserError("hands and deals: give one of them")
        table = from_spec("moscow" if rules is None else rules)
        return solve_deals(table, parse_deals(deals), _seed(seed), _workers(workers), confidence)
    if isinstance(hands, Mapping):
        done = score(hands, rules)
        return solved(from_transcript(done, from_spec(done["rules"]), trick), need)
    if hands is None:
        raise UserError("hands: they are missing; give them, a transcript, or deals")
    texts = hands.split("|") if isinstance(hands, str) else list(hands)
    table = from_spec(usual_rules(len(texts)) if rules is None else rules)
    return solved(from_text(table, trump, texts, lead, led), need)
