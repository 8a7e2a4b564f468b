"""The language of ``--given``: a text in, a condition out, which says which of many deals satisfy it.

    condition   = both {"or" both}
    both        = single {"and" single}
    single      = "not" single | comparison
    comparison  = sum {("==" | "!=" | "<" | "<=" | ">" | ">=") sum} | sum ["not"] "in" "(" sum {"," sum} ")"
    sum         = product {("+" | "-") product}
    product     = factor {"*" factor}
    factor      = "-" factor | NUMBER | NAME | "(" condition ")"

A chain ``a < b < c`` means ``a < b and b < c``.  A NAME is a column, or a word of the column that it is compared with
(``outcome == made``).  A column that is yes or no may stand alone as a condition.  A condition is checked when it is
read; what can be evaluated has no type errors left, and no number in it can outgrow 64 bits.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim.errors import UserError
from debertz_sim.switch_table import nearest

Columns = Mapping[str, NDArray[Any]]
Array = NDArray[Any]

LARGEST = 2**62
DEEPEST = 60  # nesting of a condition

COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
}
ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}
_MEANT = {"=": "==", "&&": "and", "||": "or", "&": "and", "|": "or", "!": "not", "<>": "!=", "=>": ">=", "=<": "<="}
_TOKENS = re.compile(
    r"\s*(?:(?P<number>\d+(?![\w.]))|(?P<name>\w+)|(?P<sign>==|!=|<=|>=|<>|=>|=<|&&|\|\||[-<>+*(),=&|!])|(?P<other>\S))"
)
_WORDS = frozenset(("and", "or", "not", "in"))


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
class _Value(Operand):
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
class _Read(Operand):
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
class _Arithmetic(Operand):
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
class _Chain(Condition):
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
class _Among(Condition):
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
class _Not(Condition):
    inner: Condition

    def parts(self) -> Iterator[Condition]:
        yield self.inner

    def __call__(self, columns: Columns) -> NDArray[np.bool_]:
        return ~self.inner(columns)

    def __str__(self) -> str:
        return f"not ({self.inner})"


@dataclass(frozen=True)
class _All(Condition):
    inner: tuple[Condition, ...]

    def parts(self) -> Iterator[Condition]:
        yield from self.inner

    def __call__(self, columns: Columns) -> NDArray[np.bool_]:
        return reduce(operator.and_, (part(columns) for part in self.inner))

    def __str__(self) -> str:
        return " and ".join(f"({part})" if isinstance(part, _Any) else str(part) for part in self.inner)

    def conjuncts(self) -> list[Condition]:
        return [one for part in self.inner for one in part.conjuncts()]


@dataclass(frozen=True)
class _Any(Condition):
    inner: tuple[Condition, ...]

    def parts(self) -> Iterator[Condition]:
        yield from self.inner

    def __call__(self, columns: Columns) -> NDArray[np.bool_]:
        return reduce(operator.or_, (part(columns) for part in self.inner))

    def __str__(self) -> str:
        return " or ".join(map(str, self.inner))


def every(conditions: list[Condition]) -> Condition:
    """The condition that all of these (one or more) are satisfied."""
    return conditions[0] if len(conditions) == 1 else _All(tuple(conditions))


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


class _Token(NamedTuple):
    kind: str  # number, name, sign, end
    text: str
    at: int


class _Name(NamedTuple):
    """A name, or a number, of which it is not yet known what it stands for."""

    text: str
    at: int


_Parsed = Condition | Operand | _Name


def parse(text: str, vocabulary: Vocabulary, what: str = "condition") -> Condition:
    """Read a condition.

    Parameters
    ----------
    text
        ``outcome == made and trump_cards >= 4``; the grammar stands at the head of this module.
    vocabulary
        The columns that there are.
    what
        What messages call the text.

    Raises
    ------
    UserError
        One line: where, what was found, what would be right.
    """
    return _Parser(text, vocabulary, what).condition()


class _Parser:
    def __init__(self, text: str, vocabulary: Vocabulary, what: str) -> None:
        self.text, self.vocabulary, self.what = text, vocabulary, what
        self.tokens = list(self._tokens())
        self.place = 0
        self.depth = 0

    def _tokens(self) -> Iterator[_Token]:
        for found in _TOKENS.finditer(self.text):
            kind = str(found.lastgroup)
            token = _Token(kind, found[kind], found.start(kind))
            if kind == "other" or token.text in _MEANT:
                right = f"; write {_MEANT[token.text]}" if token.text in _MEANT else " means nothing here"
                raise self.wrong(token.at, f"{token.text!r}{right}")
            yield token
        yield _Token("end", "the end", len(self.text.rstrip()))

    def wrong(self, at: int, reason: str) -> UserError:
        return UserError(f"{self.what}, character {at + 1}: {reason}")

    def expected(self, right: str) -> UserError:
        token = self.tokens[self.place]
        found = token.text if token.kind == "end" else repr(token.text)
        return self.wrong(token.at, f"found {found}, needed {right}")

    def accept(self, *texts: str) -> str:
        token = self.tokens[self.place]
        if token.kind == "end" or token.text not in texts:
            return ""
        self.place += 1
        return token.text

    def need(self, text: str, right: str) -> None:
        if not self.accept(text):
            raise self.expected(right)

    def condition(self) -> Condition:
        found = self.truth(self.either, "a comparison, such as outcome == made")
        if self.tokens[self.place].kind != "end":
            raise self.expected("and, or, or the end")
        return found

    def either(self) -> _Parsed:
        return self.joined("or", _Any, self.both)

    def both(self) -> _Parsed:
        return self.joined("and", _All, self.single)

    def joined(
        self, word: str, made: Callable[[tuple[Condition, ...]], Condition], inner: Callable[[], _Parsed]
    ) -> _Parsed:
        at = self.tokens[self.place].at
        first = inner()
        if self.tokens[self.place].text != word:
            return first
        parts = [self.as_condition(first, at)]
        while self.accept(word):
            parts.append(self.truth(inner, f"a comparison after {word!r}"))
        return made(tuple(parts))

    def truth(self, inner: Callable[[], _Parsed], right: str) -> Condition:
        token = self.tokens[self.place]
        if token.kind == "end":
            raise self.expected(right)
        return self.as_condition(inner(), token.at)

    def as_condition(self, found: _Parsed, at: int) -> Condition:
        """A condition, or a column that is yes or no."""
        if isinstance(found, Condition):
            return found
        if isinstance(found, _Name):
            if found.text.isdecimal():
                raise self.wrong(found.at, f"{found.text!r} is a number, no condition; compare it with something")
            column = self.vocabulary.find(found.text, f"{self.what}, character {found.at + 1}")
            if column.kind is FLAG:
                return _Chain((_Read(column), _Value(1, FLAG)), ("==",))
            word = next(iter(column.kind.words), "1")
            raise self.wrong(found.at, f"{found.text!r} is no condition; compare it, such as {found.text} == {word}")
        raise self.wrong(at, "a number is no condition; compare it with something")

    def single(self) -> _Parsed:
        if self.accept("not"):
            self.deeper()
            found = _Not(self.truth(self.single, "a comparison after 'not'"))
            self.depth -= 1
            return found
        return self.comparison()

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.wrong(self.tokens[self.place].at, f"nested more than {DEEPEST} deep")

    def comparison(self) -> _Parsed:
        at = self.tokens[self.place].at
        operands, signs = [self.sum()], list[str]()
        while sign := self.accept(*COMPARISONS):
            signs.append(sign)
            operands.append(self.sum())
        negated = not signs and self.tokens[self.place].text == "not" and bool(self.accept("not"))
        if negated and self.tokens[self.place].text != "in":
            raise self.expected("'in'")
        if not signs and self.accept("in"):
            operands += self.members()
            first, *several = self.resolve(operands, at)
            among = self.with_column(_Among(first, tuple(several)), at)
            return _Not(among) if negated else among
        if not signs:
            return operands[0]
        resolved = self.resolve(operands, at)
        kind = resolved[0].kind
        if not kind.ordered and (unordered := [sign for sign in signs if sign not in ("==", "!=")]):
            raise self.wrong(at, f"values of the kind {kind.name!r} have no order; {unordered[0]!r} needs numbers")
        return self.with_column(_Chain(tuple(resolved), tuple(signs)), at)

    def with_column(self, found: Condition, at: int) -> Condition:
        """What holds for every deal or for none is hardly what was meant."""
        if not found.needs:
            raise self.wrong(at, "this compares constants; one side must be a column")
        return found

    def members(self) -> list[_Parsed]:
        self.need("(", "'(' after in")
        found = [self.sum()]
        while self.accept(","):
            found.append(self.sum())
        self.need(")", "',' or ')'")
        return found

    def sum(self) -> _Parsed:
        return self.arithmetic(("+", "-"), self.product)

    def product(self) -> _Parsed:
        return self.arithmetic(("*",), self.factor)

    def arithmetic(self, signs: tuple[str, ...], inner: Callable[[], _Parsed]) -> _Parsed:
        at = self.tokens[self.place].at
        found = inner()
        while sign := self.accept(*signs):
            start = self.tokens[self.place].at
            two = self.number(inner(), start)
            found = _Arithmetic(sign, self.number(found, at), two)
            if found.most > LARGEST:
                raise self.wrong(at, "this can outgrow 64 bits; use smaller numbers")
        return found

    def number(self, found: _Parsed, at: int) -> Operand:
        """An operand that can be added."""
        if isinstance(found, Condition):
            raise self.wrong(at, "this is a condition, needed a number")
        operand = self.resolve([found], at)[0] if isinstance(found, _Name) else found
        if operand.kind not in (NUMBER, FLAG):
            raise self.wrong(at, f"this is of the kind {operand.kind.name!r}; only numbers can be reckoned with")
        return operand

    def factor(self) -> _Parsed:
        token = self.tokens[self.place]
        if self.accept("-"):
            self.deeper()
            inner = self.number(self.factor(), token.at + 1)
            self.depth -= 1
            return _Value(-inner.value) if isinstance(inner, _Value) else _Arithmetic("-", _Value(0), inner)
        if self.accept("("):
            self.deeper()
            found = self.either()
            self.need(")", "')'")
            self.depth -= 1
            return found
        if token.kind in ("number", "name") and token.text not in _WORDS:
            self.place += 1
            return _Name(token.text, token.at)
        raise self.expected("a column, a number or '('")

    def resolve(self, operands: list[_Parsed], at: int) -> list[Operand]:
        """Say what names stand for: all operands of a comparison are of one kind."""
        for operand in operands:
            if isinstance(operand, Condition):
                raise self.wrong(at, "a condition cannot be compared; join conditions with and, or")
        kinds = [kind for operand in operands for kind in self.kinds_of(operand)]
        for kind in dict.fromkeys([*kinds, NUMBER]):
            found = [self.of_kind(operand, kind) for operand in operands]
            if None not in found:
                return [one for one in found if one is not None]
        raise self._unresolved(operands, kinds[0] if kinds else NUMBER, at)

    def kinds_of(self, operand: _Parsed) -> list[Kind]:
        if not isinstance(operand, _Name):
            return [operand.kind] if isinstance(operand, Operand) else []
        if operand.text not in self.vocabulary:
            return []
        column = self.vocabulary[operand.text]
        return [column.kind, *([self.vocabulary[column.twin].kind] if column.twin else [])]

    def of_kind(self, operand: _Parsed, kind: Kind) -> Operand | None:
        """The operand as a value of this kind, ``None`` if it is none."""
        if not isinstance(operand, _Name):
            assert isinstance(operand, Operand)
            return operand if operand.kind is kind else None
        if operand.text in kind.words:
            return _Value(kind.words[operand.text], kind)
        if operand.text.isdecimal():
            return self._literal(operand) if kind is NUMBER else None
        if operand.text not in self.vocabulary:
            return None
        column = self.vocabulary[operand.text]
        if column.twin and column.kind is not kind:
            column = self.vocabulary[column.twin]
        return _Read(column) if column.kind is kind or (column.kind is FLAG and kind is NUMBER) else None

    def _literal(self, name: _Name) -> Operand:
        if len(name.text) > 18:
            raise self.wrong(name.at, f"the number {name.text[:6]}... is too large")
        return _Value(int(name.text))

    def _unresolved(self, operands: list[_Parsed], kind: Kind, at: int) -> UserError:
        """What is wrong with operands that are of no common kind."""
        for operand in operands:
            if isinstance(operand, _Name) and self.of_kind(operand, kind) is None:
                return self._unknown(operand, kind)
        found = next(o.kind.name for o in operands if isinstance(o, Operand) and o.kind is not kind)
        return self.wrong(at, f"a {found} cannot be compared with the kind {kind.name!r}")

    def _unknown(self, name: _Name, kind: Kind) -> UserError:
        words = list(dict.fromkeys(kind.words))
        if name.text in self.vocabulary or name.text.isdecimal():
            its = "a number" if name.text.isdecimal() else f"of the kind {self.vocabulary[name.text].kind.name!r}"
            values = f"compared with one of {_listed(words)}" if words else "compared with numbers"
            return self.wrong(name.at, f"{name.text!r} is {its}, but stands beside {kind.name!r}, which is {values}")
        if words:
            close = nearest(name.text, words)
            return self.wrong(
                name.at, f"{name.text!r} is no value of the kind {kind.name!r}{close}; there are {_listed(words)}"
            )
        try:
            self.vocabulary.find(name.text, f"{self.what}, character {name.at + 1}")
        except UserError as error:
            return error
        raise AssertionError(name)


def _listed(words: list[str]) -> str:
    return ", ".join(words if len(words) <= 12 else [*words[:10], "..."])
