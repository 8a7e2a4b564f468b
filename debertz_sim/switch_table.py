"""The rule switches: their values, what each value does, its source, and how values are written and checked.

The table itself is ``data/switches.toml``, one entry a switch of RULES.md section 3.  Python values are those of the
variant files: ``bool`` for yes and no, ``int``, ``str``, and :class:`Points` for the two tables of points.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from enum import IntEnum
from pathlib import Path

from debertz_sim import switches
from debertz_sim.cards import RANK_LETTERS
from debertz_sim.errors import UserError

DATA = Path(__file__).parent / "data" / "switches.toml"

MAX_TARGET = 1_000_000
MAX_MELD_POINTS = 1_000

# Switches that take more than the listed values: what they take, and the keys of those that are tables of points.
OPEN = {
    "target": f"any number from 1 to {MAX_TARGET}",
    "sequence_points": f"points from 1 to {MAX_MELD_POINTS} for lengths from 3 to 8",
    "fours": f"points from 1 to {MAX_MELD_POINTS} for ranks and other",
}
TABLE_KEYS: dict[str, tuple[int | str, ...]] = {
    "sequence_points": tuple(range(3, 9)),
    "fours": (*RANK_LETTERS, "other"),
}


class Points(Mapping[int | str, int]):
    """An immutable, hashable table of points: ``sequence_points`` by length, ``fours`` by rank letter or ``other``."""

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[int, int] | Mapping[str, int] | Mapping[int | str, int]) -> None:
        self._items: tuple[tuple[int | str, int], ...] = tuple(items.items())

    def __getitem__(self, key: int | str) -> int:
        return dict(self._items)[key]

    def __iter__(self) -> Iterator[int | str]:
        return (key for key, _ in self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(frozenset(self._items))

    def __repr__(self) -> str:
        return f"Points({dict(self._items)!r})"


Value = bool | int | str | Points


def nearest(word: str, known: Iterable[str]) -> str:
    """``; did you mean X?`` for the known word most like ``word``, or an empty text if none is like it."""
    found = get_close_matches(word.lower(), known, n=1, cutoff=0.6)
    return f"; did you mean {found[0]}?" if found else ""


def value_text(value: object) -> str:
    """A value as ``--set`` takes it: yes or no, a word, a number, or ``3:20,4:50``."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ",".join(f"{key}:{points}" for key, points in value.items())
    return str(value)


def _is_number(text: str) -> bool:
    """Whether the text is a plain number of a sane length."""
    return text.isascii() and text.isdecimal() and len(text) <= 18


@dataclass(frozen=True, slots=True)
class Switch:
    """One switch: ``lines`` has for each listed value, as text, what it does and its source; ``*`` stands for others.

    ``values`` are the listed values in Python form, the Moscow value first.
    """

    name: str
    values: tuple[Value, ...]
    lines: Mapping[str, tuple[str, str]]
    enum: type[IntEnum] | None

    def describe(self, value: Value) -> str:
        """One line that says what this value does."""
        return self._line(value)[0]

    def source(self, value: Value) -> str:
        """The rule texts, or the section of RULES.md, that this value comes from."""
        return self._line(value)[1]

    def _line(self, value: Value) -> tuple[str, str]:
        return self.lines.get(value_text(value)) or self.lines["*"]

    def choices(self) -> str:
        """What may be written, for messages and help: ``pot | queue | forced_deal``."""
        return " | ".join([*map(value_text, self.values), *([OPEN[self.name]] if self.name in OPEN else [])])

    def refuse(self, value: object) -> UserError:
        """The error for a value that this switch does not have; it names the nearest one, or all."""
        text = value_text(value)
        numbers = [listed for listed in self.values if type(listed) is int]
        if self.name == "target" and _is_number(text.removeprefix("-")):
            hint = f"; the nearest is {min(max(int(text), 1), MAX_TARGET)}"
        elif numbers and _is_number(text.removeprefix("-")):
            hint = f"; the nearest is {min(numbers, key=lambda number: abs(number - int(text)))}"
        else:
            hint = nearest(text, map(value_text, self.values))
        shown = repr(value) if isinstance(value, str) else f"{value_text(value)} ({type(value).__name__})"
        return UserError(f"{self.name}: {shown} is not one of: {self.choices()}{hint}")

    def parse(self, text: str) -> Value:
        """The value written in ``text`` as for ``--set``; raises ``UserError`` with the values that would be right."""
        text = text.strip()
        if self.name in TABLE_KEYS and ":" in text:
            return self.check(self._parse_table(text))
        if _is_number(text) and any(type(listed) is int for listed in self.values):
            return self.check(int(text))
        return self.check(text.lower())

    def _parse_table(self, text: str) -> dict[str, int]:
        table: dict[str, int] = {}
        for part in text.split(","):
            key, _, points = (word.strip() for word in part.partition(":"))
            if key in table:
                raise UserError(f"{self.name}: {key} stands twice in {text!r}")
            if not _is_number(points):
                raise UserError(f"{self.name}: {part.strip()!r} is no entry; it takes {self.choices()}")
            table[key] = int(points)
        return table

    def check(self, value: object) -> Value:
        """The value in its canonical form; raises ``UserError`` if it is none of this switch's values.

        The texts yes, no, true, false stand for booleans, and keys of tables may be texts, as JSON and TOML have them.
        """
        if isinstance(value, Mapping) and self.name in TABLE_KEYS:
            return self._check_table(value)
        if isinstance(value, str) and any(listed is True for listed in self.values):
            value = {"yes": True, "true": True, "no": False, "false": False}.get(value, value)
        for listed in self.values:
            if listed == value and type(listed) is type(value):
                return listed
        if self.name == "target" and type(value) is int and 1 <= value <= MAX_TARGET:
            return value
        raise self.refuse(value)

    def _check_table(self, table: Mapping[object, object]) -> Points:
        keys = {str(key): key for key in TABLE_KEYS[self.name]}
        found: dict[int | str, int] = {}
        for written, points in table.items():
            if str(written) not in keys or type(points) is not int or not 1 <= points <= MAX_MELD_POINTS:
                raise UserError(f"{self.name}: {written}:{points} is no entry; it takes {self.choices()}")
            found[keys[str(written)]] = points
        if not found:
            raise UserError(f"{self.name}: the table is empty; it takes {self.choices()}")
        return Points({key: found[key] for key in keys.values() if key in found})


def _python(name: str, text: str) -> Value:
    """A listed value in Python form."""
    if ":" in text:
        entries = (entry.split(":") for entry in text.split(","))
        return Points(
            {int(key) if key.isdecimal() and name == "sequence_points" else key: int(n) for key, n in entries}
        )
    return {"yes": True, "no": False}.get(text, int(text) if text.isdecimal() else text)


def _read() -> tuple[Switch, ...]:
    table = tomllib.loads(DATA.read_text("utf-8"))
    rows = []
    for name, lines in table.items():
        values = tuple(_python(name, text) for text in lines if text != "*")
        enum = getattr(switches, "".join(word.capitalize() for word in name.split("_")), None)
        rows.append(Switch(name, values, {text: (line, source) for text, (line, source) in lines.items()}, enum))
    return tuple(rows)


SWITCHES = _read()
BY_NAME: dict[str, Switch] = {switch.name: switch for switch in SWITCHES}


def find(name: str) -> Switch:
    """The switch of this name; raises ``UserError`` naming the nearest one."""
    try:
        return BY_NAME[name]
    except KeyError:
        hint = nearest(name, BY_NAME) or "; all switches: debertz rules show moscow"
        raise UserError(f"unknown switch {name!r}{hint}") from None
