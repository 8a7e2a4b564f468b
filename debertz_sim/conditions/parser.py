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

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from debertz_sim.conditions.language import (
    COMPARISONS,
    FLAG,
    NUMBER,
    AllOf,
    Among,
    AnyOf,
    Arithmetic,
    Chain,
    Condition,
    Kind,
    Not,
    Operand,
    Read,
    Value,
    Vocabulary,
)
from debertz_sim.errors import UserError
from debertz_sim.switch_table import nearest

LARGEST = 2**62
DEEPEST = 60  # nesting of a condition

_MEANT = {"=": "==", "&&": "and", "||": "or", "&": "and", "|": "or", "!": "not", "<>": "!=", "=>": ">=", "=<": "<="}
_TOKENS = re.compile(
    r"\s*(?:(?P<number>\d+(?![\w.]))|(?P<name>\w+)|(?P<sign>==|!=|<=|>=|<>|=>|=<|&&|\|\||[-<>+*(),=&|!])|(?P<other>\S))"
)
_WORDS = frozenset(("and", "or", "not", "in"))


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
        return self.joined("or", AnyOf, self.both)

    def both(self) -> _Parsed:
        return self.joined("and", AllOf, self.single)

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
                return Chain((Read(column), Value(1, FLAG)), ("==",))
            word = next(iter(column.kind.words), "1")
            raise self.wrong(found.at, f"{found.text!r} is no condition; compare it, such as {found.text} == {word}")
        raise self.wrong(at, "a number is no condition; compare it with something")

    def single(self) -> _Parsed:
        if self.accept("not"):
            self.deeper()
            found = Not(self.truth(self.single, "a comparison after 'not'"))
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
            among = self.with_column(Among(first, tuple(several)), at)
            return Not(among) if negated else among
        if not signs:
            return operands[0]
        resolved = self.resolve(operands, at)
        kind = resolved[0].kind
        if not kind.ordered and (unordered := [sign for sign in signs if sign not in ("==", "!=")]):
            raise self.wrong(at, f"values of the kind {kind.name!r} have no order; {unordered[0]!r} needs numbers")
        return self.with_column(Chain(tuple(resolved), tuple(signs)), at)

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
            found = Arithmetic(sign, self.number(found, at), two)
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
            if isinstance(inner, Value) and inner.value > 0:  # -0 and --1 stay sums: 0 and 1 might be read as words
                return Value(-inner.value)
            return Arithmetic("-", Value(0), inner)
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
            return Value(kind.words[operand.text], kind)
        if operand.text.isdecimal():
            return self._literal(operand) if kind is NUMBER else None
        if operand.text not in self.vocabulary:
            return None
        column = self.vocabulary[operand.text]
        if column.twin and column.kind is not kind:
            column = self.vocabulary[column.twin]
        return Read(column) if column.kind is kind or (column.kind is FLAG and kind is NUMBER) else None

    def _literal(self, name: _Name) -> Operand:
        if len(name.text) > 18:
            raise self.wrong(name.at, f"the number {name.text[:6]}... is too large")
        return Value(int(name.text))

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
