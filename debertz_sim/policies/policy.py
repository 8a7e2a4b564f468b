"""What a policy is: its name, words and version; and a choice of one with its parameter, as a seat has it."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from inspect import cleandoc
from typing import Any

from debertz_sim.policies import families

BIDDING, PLAY = "bidding", "play"
KINDS = (BIDDING, PLAY)
USUAL, TERTS = "usual", "terts"  # games: a play policy has rules of its own for terts
TABLE_MODULE = "debertz_sim.policies.chart"  # how a table of calls is read
MAX_THRESHOLD = 200  # of points:T; above what any six cards can count


@dataclass(frozen=True)
class Policy:
    """One row of the registry.

    Parameters
    ----------
    name, kind
        As it is asked for (a parameter is written ``name:VALUE``); ``bidding`` or ``play``.
    id
        One of the ids of ``families``.
    about, rule
        One line, and the rule in words; without words those of ``module``.
    parameter
        Name and meaning of the parameter, if there is one; between ``least`` and ``most``.
    tables
        Where the parameter is a name: a function that finds the table (with ``table`` and ``version``) of a name, as
        ``module:function``.
    options
        Words that may stand behind it, each once: ``name:VALUE:WORD``.
    module, revision
        Where a policy lives whose version is kept beside its code as ``{KIND}_RULES_VERSION``; else the version.
    address
        By what the kernels call a user's function.
    sides_module
        Where the words for three and four seats are kept, if they are others.
    terts, terts_module
        What a play policy does in the game terts, in words; where the version is kept, as ``TERTS_RULES_VERSION``, and
        the words if there are no others.  Without either it cannot play terts.
    """

    name: str
    kind: str
    id: int
    about: str
    rule: str = ""
    parameter: tuple[str, str] | None = None
    least: int = 0
    most: int = MAX_THRESHOLD
    tables: str = ""
    options: tuple[str, ...] = ()
    module: str | None = None
    revision: str = "1"
    address: int = 0
    sides_module: str | None = None
    terts: str = ""
    terts_module: str | None = None

    @property
    def version(self) -> str:
        """The version, which a result's provenance keeps; it is raised when decisions change."""
        if self.module is None or self.tables:
            return self.revision
        return str(getattr(import_module(self.module), f"{self.kind.upper()}_RULES_VERSION"))

    def version_in(self, game: str) -> str:
        """The version of what it does in a game."""
        if game == TERTS and self.terts_module is not None:
            return str(import_module(self.terts_module).TERTS_RULES_VERSION)
        return self.version

    def id_in(self, game: str) -> int:
        """The id by which the kernels of a game know it."""
        return families.PLAY_RULES if game == TERTS and self.id == families.PLAY_EXPERT else self.id

    def table(self, name: str) -> Any:
        """The table of a name; raises ``UserError`` where there is none."""
        module, _, function = self.tables.partition(":")
        return getattr(import_module(module), function)(name)

    @property
    def words(self) -> str:
        """What the policy does, exact enough to repeat a decision by hand."""
        parts = [words_of(self.module) or self.rule, words_of(self.sides_module)]
        if self.tables:
            parts.append(str(import_module(self.tables.partition(":")[0]).listed()))
        terts = self.terts or words_of(self.terts_module)
        return "\n\n".join(filter(None, [*parts, f"Terts. {terts}" if terts else ""]))

    @property
    def form(self) -> str:
        """The name as it is typed, with its parameter: ``points:T``."""
        return f"{self.name}:{self.parameter[0]}" if self.parameter else self.name


@dataclass(frozen=True)
class Choice:
    """A policy with its parameter, as one seat has it."""

    policy: Policy
    parameter: int | str | None = None
    options: tuple[str, ...] = ()

    def version_in(self, game: str) -> str:
        """The version of what it does in a game: of a table its own."""
        if self.policy.tables:
            return str(self.policy.table(str(self.parameter)).version)
        return self.policy.version_in(game)

    @property
    def about(self) -> str:
        """One line: of a table its own."""
        return str(self.policy.table(str(self.parameter)).about_line) if self.policy.tables else self.policy.about

    @property
    def words(self) -> str:
        """What it does: of a table what it says of itself, then how it is read."""
        if not self.policy.tables:
            return self.policy.words
        return f"{self.policy.table(str(self.parameter)).words}\n\n{words_of(TABLE_MODULE)}"

    @property
    def name(self) -> str:
        """As it is typed: ``rules``, ``points:30``, ``rollout:64:bid``."""
        if self.parameter is None:
            return self.policy.name
        return ":".join([self.policy.name, str(self.parameter), *self.options])


def words_of(module: str | None) -> str:
    """The words that a module begins with."""
    return "" if module is None else cleandoc(import_module(module).__doc__ or "")
