"""Results into files: the format that the ending of ``--out`` names, also a picture or a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from debertz_sim.errors import UserError

if TYPE_CHECKING:
    from debertz_sim.report.gallery import Material
    from debertz_sim.report.page import Section
    from debertz_sim.results import Result

PICTURES = ("png", "svg")
FORMATS = ("json", "csv", "parquet", "markdown", "html", *PICTURES)


def write_result(result: Result, kind: str, path: Path, force: bool, lang: str) -> None:
    """Write the result in one of ``FORMATS``; raises ``UserError`` as ``Result.save`` does, or if it has no picture."""
    if kind not in (*PICTURES, "html"):
        result.save(path, force, lang)
        return
    from debertz_sim.report.gallery import Material, draw

    material = Material(result.estimates, result.provenance)
    if kind == "html":
        command = str(result.provenance.get("command") or "")
        write_page([section("", material, [command] if command else [])], path, force, lang)
        return
    from debertz_sim.report.canvas import save_figure

    save_figure(draw(material, lang=lang), path, force)


def write_page(sections: Sequence[Section], path: Path, force: bool, lang: str) -> None:
    """Write the page of these sections."""
    from debertz_sim.files import write_atomic
    from debertz_sim.provenance import DISTRIBUTION, package_version
    from debertz_sim.report.page import page

    write_atomic(path, page(sections, lang, f"{DISTRIBUTION} {package_version(DISTRIBUTION)}"), force)


def section(name: str, material: Material, again: Sequence[str], from_rows: bool = False) -> Section:
    """The part of a page for one file, with the rules of its provenance as they are typed; raises ``UserError``."""
    from debertz_sim.report.page import Section

    return Section(name, material, _rules(material.provenance, name or "result"), again, from_rows)


def _rules(source: Mapping[str, Any], name: str) -> dict[str, dict[str, str]]:
    """The switch tables of a provenance, by arm."""
    from debertz_sim.switch_table import value_text

    rules = source.get("rules") or {}
    tables = rules if "arms" in source else {"": rules}
    try:
        return {arm: {switch: value_text(value) for switch, value in table.items()} for arm, table in tables.items()}
    except AttributeError:
        raise UserError(f"{name}: the rules in its provenance are no tables of switches") from None
