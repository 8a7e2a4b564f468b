"""The named rule sets, read from ``data/variants.toml``, and the ways in which a user may name rules."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from debertz_sim.errors import UserError
from debertz_sim.rules import RuleSet, load_toml, parse_setting
from debertz_sim.switch_table import BY_NAME, nearest

DATA = Path(__file__).parent / "data" / "variants.toml"
ABOUT = ("description", "source")  # what a section of the file may say beside its switches


class UnknownVariant(UserError, KeyError):
    """There is no variant of this name."""

    __str__ = Exception.__str__


class Variants(Mapping[str, RuleSet]):
    """The named rule sets by name; ``variants.moscow_301`` is ``variants["moscow-301"]``.

    An unknown name raises :class:`UnknownVariant`, a ``UserError`` and ``KeyError`` that names the nearest one.
    """

    def __getitem__(self, name: str) -> RuleSet:
        try:
            return _shipped()[name]
        except KeyError:
            hint = nearest(name, self) or "; all names: debertz rules list"
            raise UnknownVariant(f"unknown rules {name!r}{hint}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(_shipped())

    def __len__(self) -> int:
        return len(_shipped())

    def __getattr__(self, name: str) -> RuleSet:
        try:
            return _shipped()[name.replace("_", "-")]
        except KeyError:
            raise AttributeError(f"there are no rules {name!r}") from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(name.replace("-", "_") for name in self)]

    def __repr__(self) -> str:
        return f"<{len(self)} variants: {', '.join(self)}>"

    def about(self, name: str) -> tuple[str, str]:
        """One line that describes the variant, and the rule texts it comes from."""
        section = _sections()[self[name].name]
        return section["description"], section["source"]


variants = Variants()


@lru_cache(maxsize=1)
def _sections() -> dict[str, dict[str, Any]]:
    return tomllib.loads(DATA.read_text("utf-8"))


@lru_cache(maxsize=1)
def _shipped() -> dict[str, RuleSet]:
    sections = _sections()
    return {name: _build(name, sections, ()) for name in sections}


def _build(name: str, sections: Mapping[str, Mapping[str, Any]], path: tuple[str, ...]) -> RuleSet:
    """The rules of one section; its base is another section, else a shipped variant (``path``: who asked for it)."""
    if name in path:
        raise UserError(f"base of {name}: the bases go in a circle ({' > '.join((*path, name))})")
    switches = {key: value for key, value in sections[name].items() if key not in ABOUT}
    label = switches.pop("name", name)
    base = switches.pop("base", None)
    if base is None:
        rules = RuleSet()
    elif not isinstance(base, str):
        raise UserError(f"base must be the name of a variant, not {base!r}")
    elif base in sections and base != name:
        rules = _build(base, sections, (*path, name))
    else:
        rules = variants[base]
    return rules.with_(**switches, name=label)


def read_toml(text: str, where: str, name: str) -> dict[str, RuleSet]:
    """The rule sets of a TOML text: one flat table, or one section for each, as in ``data/variants.toml``.

    Switches stand as in ``rules show --format toml``; ``base = NAME`` says whose values the missing ones have
    (default moscow).  ``where`` is named in messages, ``name`` is the label of a flat table without ``name``.
    Raises ``UserError`` for whatever is wrong.
    """
    try:
        table = load_toml(text)
        if not table:
            raise UserError("there are no switches in it")
        in_sections = all(isinstance(value, dict) and key not in BY_NAME for key, value in table.items())
        sections = table if in_sections else {name: table}
        return {section: _build(section, sections, ()) for section in sections}
    except UserError as error:
        raise UserError(f"{where}: {error}") from None
    except ValueError as error:
        raise UserError(f"{where}: not valid TOML: {error}") from None


def read_file(path: str | Path) -> dict[str, RuleSet]:
    """The rule sets of a TOML file, see :func:`read_toml`; raises ``UserError`` if it cannot be read."""
    try:
        text = Path(path).read_text("utf-8")
    except OSError as error:
        raise UserError(f"rules file {path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise UserError(f"rules file {path}: not a text in UTF-8") from None
    return read_toml(text, f"rules file {path}", Path(path).stem)


def resolve(rules: str, settings: Iterable[str] = ()) -> RuleSet:
    """The rules that a command line names: a variant or ``FILE.toml``, with ``switch=value`` settings on top."""
    if rules.endswith(".toml") or "/" in rules or "\\" in rules:
        found = read_file(rules)
        if len(found) > 1:
            raise UserError(f"rules file {rules}: one rule set is needed, it has {len(found)} ({', '.join(found)})")
        (base,) = found.values()
    else:
        base = variants[rules]
    return base.with_(**dict(parse_setting(setting) for setting in settings))


def from_spec(spec: object) -> RuleSet:
    """The rules that a transcript or a provenance record names.

    A name, ``{"base": NAME, "set": {switch: value, ...}}``, or a table of switches as ``RuleSet.to_dict`` makes it.
    Raises ``UserError`` for anything else.
    """
    if isinstance(spec, RuleSet):
        return spec
    if isinstance(spec, str):
        return variants[spec]
    if not isinstance(spec, Mapping) or not spec:
        raise UserError(
            f'rules: a name, {{"base": NAME, "set": {{...}}}} or a table of switches is needed, not {spec!r}'
        )
    if "base" not in spec:
        return RuleSet.from_dict(spec)
    changes = spec.get("set", {})
    if set(spec) - {"base", "set"} or not isinstance(spec["base"], str) or not isinstance(changes, Mapping):
        raise UserError('rules: beside "base" (a name) there may only be "set" (a table of switches)')
    return variants[spec["base"]].with_(**changes)
