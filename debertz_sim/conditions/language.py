"""Conditions on deals: what they are made of, and how they are evaluated over columns of many deals.

The text of a condition is read by ``conditions.parser``.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from debertz_sim.errors import UserError
from debertz_sim.switch_table import nearest

Columns = Mapping[str, NDArray[Any]]
Array = NDArray[Any]

COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
}
ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}


@dataclass(frozen=True)
class Kind:
    """What the values of a column are.

    Parameters
    ----------
    name
        For messages: ``number``, ``outcome``, ``rank`` ...
    words
        The values by the words that are written for them; empty for numbers.
    ordered
        Whether ``<`` means something.
    """

    name: str
    words: Mapping[str, int]
    ordered: bool = False

    def __hash__(self) -> int:
        return hash(self.name)

    def word(self, value: int) -> str:
        """How a value is written: the first of its words, or the number."""
        return next((word for word, its in self.words.items() if its == value), str(value))


NUMBER = Kind("number", {}, ordered=True)
FLAG = Kind("yes or no", {"no": 0, "yes": 1, "0": 0, "1": 1}, ordered=True)


@dataclass(frozen=True)
class Column:
    """One column of the vocabulary.

    ``most``: no value is larger, with or without its sign; ``twin``: the column that says the same in another way (the
    declarer's place for his seat), read instead where the comparison needs it.
    """

    name: str
    about: str
    kind: Kind = NUMBER
    most: int = 10**6
    twin: str = ""


class Condition:
    """A condition that can be evaluated; made by :func:`parse`, and written by ``str`` so that it can be read again."""

    def __call__(self, columns: Columns) -> NDArray[np.bool_]:
        """Which deals satisfy it, ``(n,)``; ``columns``: integers ``(n,)`` for each name in ``needs``."""
        raise NotImplementedError

    def parts(self) -> Iterator[Condition | Operand]:
        """What it is made of."""
        raise NotImplementedError

    @property
    def needs(self) -> frozenset[str]:
        """The columns that it reads."""
        return frozenset[str]().union(*(part.needs for part in self.parts()))

    def conjuncts(self) -> list[Condition]:
        """Conditions that are satisfied together exactly where this one is."""
        return [self]


class Operand:
    """A number, or the value of an enumeration, for every deal."""

    kind: Kind = NUMBER
    most: int = 0

    def __call__(self, columns: Columns) -> Array:
        """The values, ``(n,)`` or a scalar."""
        raise NotImplementedError

    @property
    def needs(self) -> frozenset[str]:
        """The columns that it reads."""
        return frozenset()


@dataclass(frozen=True)
class Value(Operand):
    value: int
    kind: Kind = NUMBER

    @property
    def most(self) -> int:  # type: ignore[override]
        return abs(self.value)

    def __call__(self, columns: Columns) -> Array:
        return np.asarray(self.value, np.int64)

    def __str__(self) -> str:
        return self.kind.word(self.value)


@dataclass(frozen=True)
class Read(Operand):
    column: Column

    @property
    def kind(self) -> Kind:  # type: ignore[override]
        return self.column.kind

    @property
    def most(self) -> int:  # type: ignore[override]
        return self.column.most

    @property
    def needs(self) -> frozenset[str]:
        return frozenset((self.column.name,))

    def __call__(self, columns: Columns) -> Array:
        return columns[self.column.name].astype(np.int64, copy=False)

    def __str__(self) -> str:
        return self.column.name


@dataclass(frozen=True)
class Arithmetic(Operand):
    sign: str
    one: Operand
    two: Operand

    @property
    def most(self) -> int:  # type: ignore[override]
        one, two = self.one.most, self.two.most
        return one * two if self.sign == "*" else one + two

    @property
    def needs(self) -> frozenset[str]:
        return self.one.needs | self.two.needs

    def __call__(self, columns: Columns) -> Array:
        result: Array = ARITHMETIC[self.sign](self.one(columns), self.two(columns))
        return result

    def __str__(self) -> str:
        return f"({self.one} {self.sign} {self.two})"


@dataclass(frozen=True)
class Chain(Condition):
    """Operands with comparisons between them."""

    operands: tuple[Operand, ...]
    signs: tuple[str, ...]

    def parts(self) -> Iterator[Operand]:
        yield from self.operands

    def __call__(self, columns: Columns) -> NDArray[np.bool_]:
        values = [operand(columns) for operand in self.operands]
        pairs = zip(self.signs, values, values[1:], strict=False)
        return reduce(operator.and_, (COMPARISONS[sign](one, two) for sign, one, two in pairs))

    def __str__(self) -> str:
        rest = (f" {sign} {operand}" for sign, operand in zip(self.signs, self.operands[1:], strict=True))
        return f"{self.operands[0]}{''.join(rest)}"


@dataclass(frozen=True)
class Among(Condition):
    one: Operand
    several: tuple[Operand, ...]

    def parts(self) -> Iterator[Operand]:
        yield self.one
        yield from self.several

    def __call__(self, columns: Columns) -> NDArray[np.bool_]:
        value = self.one(columns)
        return reduce(operator.or_, (value == other(columns) for other in self.several))

    def __str__(self) -> str:
        return f"{self.one} in ({', '.join(map(str, self.several))})"


@dataclass(frozen=True)
class Not(Condition):
    inner: Condition

    def parts(self) -> Iterator[Condition]:
        yield self.inner

    def __call__(self, columns: Columns) -> NDArray[np.bool_]:
        return ~self.inner(columns)

    def __str__(self) -> str:
        return f"not ({self.inner})"


@dataclass(frozen=True)
class AllOf(Condition):
    inner: tuple[Condition, ...]

    def parts(self) -> Iterator[Condition]:
        yield from self.inner

    def __call__(self, columns: Columns) -> NDArray[np.bool_]:
        return reduce(operator.and_, (part(columns) for part in self.inner))

    def __str__(self) -> str:
        return " and ".join(f"({part})" if isinstance(part, AnyOf) else str(part) for part in self.inner)

    def conjuncts(self) -> list[Condition]:
        return [one for part in self.inner for one in part.conjuncts()]


@dataclass(frozen=True)
class AnyOf(Condition):
    inner: tuple[Condition, ...]

    def parts(self) -> Iterator[Condition]:
        yield from self.inner

    def __call__(self, columns: Columns) -> NDArray[np.bool_]:
        return reduce(operator.or_, (part(columns) for part in self.inner))

    def __str__(self) -> str:
        return " or ".join(map(str, self.inner))


def every(conditions: list[Condition]) -> Condition:
    """The condition that all of these (one or more) are satisfied."""
    return conditions[0] if len(conditions) == 1 else AllOf(tuple(conditions))


class Vocabulary(Mapping[str, Column]):
    """Columns by name; ``aliases`` are other names for some of them."""

    def __init__(self, columns: Mapping[str, Column], aliases: Mapping[str, str] | None = None) -> None:
        self.columns = dict(columns)
        self.aliases = dict(aliases or {})

    def __getitem__(self, name: str) -> Column:
        return self.columns[self.aliases.get(name, name)]

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __len__(self) -> int:
        return len(self.columns)

    def __contains__(self, name: object) -> bool:
        return name in self.columns or name in self.aliases

    def find(self, name: str, what: str) -> Column:
        """The column of this name; raises ``UserError`` that begins with ``what`` and names the nearest."""
        if name not in self:
            known = [*self.columns, *self.aliases]
            raise UserError(f"{what}: {name!r} is no column here{nearest(name, known)} (all of them: debertz columns)")
        return self[name]
