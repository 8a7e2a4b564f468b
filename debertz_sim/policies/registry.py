"""The policies by name, and who sits where.

Importing this loads no compiler: versions and words that stand beside a compiled policy are read when asked for.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from inspect import cleandoc
from typing import Any

from debertz_sim.errors import UserError
from debertz_sim.kernels.state import new_record
from debertz_sim.policies import families
from debertz_sim.policies.built_in import policies
from debertz_sim.policies.defaults import DEFAULT_BIDDING, DEFAULT_PLAY
from debertz_sim.policies.policy import BIDDING, KINDS, PLAY, TERTS, USUAL, Choice, Policy
from debertz_sim.switch_table import nearest

EXCHANGES = ("default", "always", "never")
USER = "user:"  # before the name of a user's own policy

UserFunction = Callable[[Any, Any, Any], int]


_own: dict[tuple[str, str], Policy] = {}  # policies of the user, by kind and name


def user_policy(function: UserFunction, kind: str, name: str | None = None, version: str = "1") -> str:
    """Make a function of the user a policy; returns the name by which it can be used wherever a policy is named.

    ``function(view, rules, word)`` must be one that numba can compile (a plain function or a compiled one); it gets a
    copy of a VIEW record, the RULES record and 64 random bits of its seat's own stream, and returns a card of
    ``view.legal`` (``kind`` play) or a call of it, suit 0..3 or 4 = pass (``kind`` bidding).  A choice that is not
    legal ends the run with an error.  A second function of the same name replaces the first in seatings made later.

    Raises
    ------
    UserError
        Another kind or a name that cannot be one; or the function cannot be compiled, with the compiler's reason.
    """
    if kind not in KINDS:
        raise UserError(f"user policy: kind {kind!r} is not one of {', '.join(KINDS)}")
    name = (getattr(function, "__name__", "") if name is None else name).removeprefix(USER)
    if not re.fullmatch(r"\w[\w.-]*", name) or not re.fullmatch(r"[\w.-]+", version):
        raise UserError(f"user policy: name {name!r}, version {version!r}: use letters, digits, '_', '-' and '.'")
    from debertz_sim.policies.user import address_of

    try:
        address = address_of(function)
    except TypeError as error:
        raise UserError(f"user policy {name}: {error}") from error
    of_kind = {BIDDING: families.BID_USER, PLAY: families.PLAY_USER}
    text = cleandoc(function.__doc__ or "a function of the user")
    policy = Policy(USER + name, kind, of_kind[kind], text.splitlines()[0], text, revision=version, address=address)
    _own[kind, policy.name] = policy
    return policy.name


def known(kind: str) -> Iterator[Policy]:
    """The policies of one kind, the user's own last."""
    yield from (policy for policy in policies if policy.kind == kind)
    yield from (policy for policy in _own.values() if policy.kind == kind)


_of_this_thread = threading.local()


def _entry_address(policy: Policy, players: int) -> int:
    """The address of what a searching policy asks; 0 of another policy."""
    if policy.id == families.PLAY_ROLLOUT:
        from debertz_sim.policies.search import rollouts

        return rollouts.address
    if policy.id == families.PLAY_PIMC:
        from debertz_sim.policies.search_solved import solve_pairs, solve_two

        return (solve_two if players == 2 else solve_pairs).address
    return 0


def _scratch_address(players: int) -> int:
    """The address of this thread's scratch record of the solver for so many seats."""
    from debertz_sim.solver import pairs, two

    tables = _of_this_thread.__dict__.setdefault("tables", {})
    if players not in tables:
        tables[players] = (two if players == 2 else pairs).new_table()
    address: int = tables[players].__array_interface__["data"][0]
    return address


def find(kind: str, name: str) -> Choice:
    """The policy that a name such as ``rules`` or ``points:30`` means.

    Raises
    ------
    UserError
        There is none (the nearest is named), or its parameter is missing, out of range, or not taken.
    """
    by_name = {policy.name: policy for policy in known(kind)}
    whole = next((by_name[key] for key in (name, USER + name) if key in by_name), None)
    if whole is not None and whole.parameter is None:
        return Choice(whole)
    word, _, value = name.partition(":")
    policy = by_name.get(word)
    if policy is None:
        if name.startswith(USER):
            raise UserError(f"{kind} {name!r}: a function of the user that is not known here; register it in Python")
        forms = [known_policy.form for known_policy in by_name.values()]
        hint = nearest(word, by_name) or f"; there are {', '.join(forms)}"
        raise UserError(f"unknown {kind} policy {name!r}{hint}")
    if policy.parameter is None:
        raise UserError(f"{kind} {name!r}: {word} takes no parameter; write it as {word}")
    if policy.tables:
        policy.table(value)
        return Choice(policy, value)
    value, *options = value.split(":")
    if not re.fullmatch(r"\d{1,4}", value, re.ASCII) or not policy.least <= int(value) <= policy.most:
        raise UserError(f"{kind} {name!r}: write it as {policy.form} with {policy.parameter[0]} {policy.parameter[1]}")
    for option in options:
        if option not in policy.options or options.count(option) > 1:
            words = f"one of {', '.join(policy.options)}, each once" if policy.options else "nothing"
            raise UserError(f"{kind} {name!r}: {option!r} behind {word}:{value}; there may stand {words}")
    return Choice(policy, int(value), tuple(option for option in policy.options if option in options))


@dataclass(frozen=True)
class Seating:
    """Who decides at which seat; see :func:`seating`.

    ``bidding`` and ``play`` have one entry a seat; ``exchange`` is one of ``EXCHANGES``; ``game`` is USUAL or TERTS
    (which has no bidding).
    """

    bidding: tuple[Choice, ...]
    play: tuple[Choice, ...]
    exchange: str = "default"
    game: str = USUAL

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.bidding)

    @property
    def family(self) -> families.Family:
        """What the entry kernels take; it is only read, so threads may share it, unless a policy solves open deals.

        Its scratch belongs to one thread: the family is that of the thread that asks.
        """
        if all(card.policy.id != families.PLAY_PIMC for card in self.play):
            return self._shared_family
        mine: dict[Seating, families.Family] = _of_this_thread.__dict__.setdefault("families", {})
        if self not in mine:
            mine[self] = self._new_family(_scratch_address(self.players))
        return mine[self]

    @property
    def entries(self) -> list[str]:
        """The names of what its decisions are compiled into: the family, and each searching policy by itself."""
        bids, plays = self._ids
        searching = dict.fromkeys(choice.policy.name for choice in self.play if choice.policy.id in families.SEARCHING)
        kind = families.kind_of(set(bids), set(plays), self.players)
        return [kind.__name__, *(f"{name}-{self.players}" for name in searching)]

    @property
    def _ids(self) -> tuple[list[int], list[int]]:
        """The ids of bidding and play by which the kernels know the policies."""
        bids = [call.policy.id if self.game == USUAL else families.BID_NEVER for call in self.bidding]
        return bids, [card.policy.id_in(self.game) for card in self.play]

    @cached_property
    def _shared_family(self) -> families.Family:
        return self._new_family(0)

    @property
    def _asks_expert(self) -> bool:
        """Whether somebody plays ``expert``, or goes on with it at every seat when he tries a card."""
        return not {families.PLAY_EXPERT, *families.SEARCHING}.isdisjoint(self._ids[1])

    def _new_family(self, solver: int) -> families.Family:
        from debertz_sim.kernels import exchange
        from debertz_sim.policies import expert_sides_table, expert_table
        from debertz_sim.policies.learned import shipped

        model = expert_table.MODEL if self.players == 2 else expert_sides_table.MODEL
        seats = new_record(families.SEATING)
        bids, plays = self._ids
        for seat, (call, card) in enumerate(zip(self.bidding, self.play, strict=True)):
            seats.bidding[seat] = bids[seat]
            if call.policy.tables:
                seats.charts[seat] = call.policy.table(str(call.parameter)).table.ctypes.data
            else:
                seats.threshold[seat] = call.parameter or 0
            seats.play[seat] = plays[seat]
            if self._asks_expert:
                seats.tables[seat] = shipped(model).ctypes.data
            seats.search[seat] = _entry_address(card.policy, self.players)
            seats.worlds[seat] = card.parameter or 0
            seats.options[seat] = sum(families.OPTIONS[option] for option in card.options)
            seats.user_call[seat] = call.policy.address
            seats.user_card[seat] = card.policy.address
        seats.solver = solver
        seats.exchange = getattr(exchange, f"EXCHANGE_{self.exchange.upper()}")
        return families.family_of(seats, self.players)

    def describe(self) -> dict[str, Any]:
        """The seating in JSON values, for provenance: per role one ``name/version`` a seat, and the exchange.

        A user's own policy is marked by its name: ``user:NAME/VERSION``.
        """
        roles = {BIDDING: self.bidding, PLAY: self.play}
        texts: dict[str, Any] = {role: [self._text(choice) for choice in seats] for role, seats in roles.items()}
        texts["exchange"] = self.exchange
        return texts if self.game == USUAL else texts | {"game": self.game}

    def _text(self, choice: Choice) -> str:
        return f"{choice.name}/{choice.version_in(self.game)}"

    def for_game(self, form: str, sides: str = "pairs") -> Seating:
        """The same seating for the game of a rule set's ``form`` and ``sides``.

        Raises
        ------
        UserError
            A policy cannot play it.
        """
        game = TERTS if form == TERTS else USUAL
        for choice in self.play:
            if game == TERTS and not choice.policy.terts and choice.policy.terts_module is None:
                able = ", ".join(policy.name for policy in known(PLAY) if policy.terts or policy.terts_module)
                raise UserError(f"play {choice.name!r} cannot play terts, whose view is another; take one of {able}")
            if choice.policy.id == families.PLAY_PIMC and self.players > 2 and sides != "pairs":
                raise UserError(
                    f"play {choice.name!r}: open deals are solved for two seats and for pairs; "
                    f"where three or four play each for himself take rollout:{choice.parameter}"
                )
        return replace(self, game=game)

    @classmethod
    def from_description(cls, description: Mapping[str, Any]) -> Seating:
        """The seating that ``describe`` described.

        Raises
        ------
        UserError
            The description is none, a policy is not known here (a user's own must be registered first) or has another
            version by now.
        """
        try:
            texts = {role: [str(text) for text in description[role]] for role in KINDS}
            exchange, game = str(description["exchange"]), str(description.get("game", USUAL))
        except (KeyError, TypeError):
            raise UserError("policies: bidding, play (one NAME/VERSION a seat) and exchange are needed") from None
        roles = {role: [_as_described(role, text, game) for text in texts[role]] for role in KINDS}
        return _seated(roles, exchange).for_game(game)


def _as_described(role: str, text: str, game: str) -> Choice:
    name, _, version = text.rpartition("/")
    choice = find(role, name)
    here = choice.version_in(game)
    if here != version:
        raise UserError(f"{role} {name}: version {version or '(none)'} was used, here it is version {here}")
    return choice


def _seated(roles: Mapping[str, Sequence[Choice]], exchange: str) -> Seating:
    if exchange not in EXCHANGES:
        raise UserError(f"exchange {exchange!r} is not one of {', '.join(EXCHANGES)}{nearest(exchange, EXCHANGES)}")
    if len(roles[BIDDING]) != len(roles[PLAY]) or not roles[PLAY]:
        raise UserError(f"policies: {len(roles[BIDDING])} seats for bidding and {len(roles[PLAY])} for play")
    tabled = next((choice for choice in roles[BIDDING] if choice.policy.tables), None)
    if tabled is not None and len(roles[BIDDING]) != 2:
        raise UserError(f"bidding {tabled.name!r}: it is made for two players; these rules have {len(roles[BIDDING])}")
    return Seating(tuple(roles[BIDDING]), tuple(roles[PLAY]), exchange)


def seating(
    players: int,
    bidding: str = DEFAULT_BIDDING,
    play: str = DEFAULT_PLAY,
    by_seat: Mapping[int, Mapping[str, str]] | None = None,
    exchange: str = "default",
) -> Seating:
    """Seat policies by name: ``bidding`` and ``play`` everywhere, but for the seats of ``by_seat``.

    ``by_seat`` is such as ``{0: {"bidding": "points:30"}, 1: {"play": "random"}}``; ``exchange`` says when the holder
    of the trump seven exchanges it: as the default player of RULES.md does, always, or never.

    Raises
    ------
    UserError
        An unknown policy, parameter, role, exchange, or a seat that is not there.
    """
    names = {BIDDING: [bidding] * players, PLAY: [play] * players}
    for seat, roles in (by_seat or {}).items():
        if seat not in range(players):
            raise UserError(f"seat {seat}: these rules have seats 0 to {players - 1}")
        for role, name in roles.items():
            if role not in KINDS:
                raise UserError(f"seat {seat}: role {role!r} is not one of {', '.join(KINDS)}")
            names[role][seat] = name
    return _seated({role: [find(role, name) for name in names[role]] for role in KINDS}, exchange)
