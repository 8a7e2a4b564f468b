"""Results as one HTML page that needs nothing else: style and pictures stand in the file, nothing is fetched.

The page carries no script, and a policy that forbids the browser to load anything from elsewhere.
"""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from debertz_sim.report.canvas import figure_bytes
from debertz_sim.report.gallery import Material, draw, kinds_of
from debertz_sim.report.labels import LANGS, count_label, decimal_text, level_text
from debertz_sim.report.tables import Sheet, footer, policies_text, rules_name, sheets
from debertz_sim.report.texts import ANSWERS, PAIRINGS, PROVENANCE, remarks, text

POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"

STYLE = """
:root { color-scheme: light; --ink: #1a1a1a; --soft: #555; --line: #d5d5d5; --shade: #f4f4f1; --mark: #fff1cc; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 76rem; color: var(--ink); background: #fff;
  font: 1rem/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.35rem; line-height: 1.25; margin: 3rem 0 .25rem; padding-top: 1rem;
  border-top: 2px solid var(--ink); }
h3 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
a { color: #005a8f; }
.source, footer { color: var(--soft); font-size: .9rem; overflow-wrap: anywhere; }
pre { margin: .4rem 0; padding: .6rem .8rem; background: var(--shade); white-space: pre-wrap; overflow-wrap: anywhere;
  font: .9rem/1.45 ui-monospace, "DejaVu Sans Mono", monospace; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 32rem), 1fr)); gap: 1.5rem;
  align-items: start; }
figure { margin: 0; overflow-x: auto; }
figure img { display: block; width: 100%; min-width: 21rem; height: auto; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { padding: .15rem .7rem .15rem 0; text-align: left; vertical-align: top; white-space: nowrap; }
thead th { border-bottom: 1.5px solid var(--ink); vertical-align: bottom; }
tbody th { font-weight: 600; }
tbody { border-bottom: 1px solid var(--line); }
.right { text-align: right; }
.columns { columns: 24rem; column-gap: 3rem; }
.rules td { white-space: normal; }
.differs { background: var(--mark); font-weight: 600; }
.differs td:first-child::before { content: "\\2260\\00a0"; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1.2rem; margin: 0; font-size: .9rem; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 40rem) {
  dl { grid-template-columns: 1fr; } dd { margin-bottom: .4rem; }
  table { font-size: .8rem; } th, td { padding-right: .5rem; } .words { white-space: normal; }
}
@media print {
  @page { margin: 15mm; }
  body { max-width: none; padding: 0; font-size: 9pt; }
  h2 { break-before: page; } h2.first { break-before: auto; }
  h2, h3, dt { break-after: avoid; }
  figure, tbody tr, pre { break-inside: avoid; }
  .figures { display: block; } figure, .wide { overflow: visible; } figure img { min-width: 0; max-height: 230mm; }
  figure { margin-bottom: 6mm; }
  table { font-size: 7pt; line-height: 1.3; } th, td { padding-right: 1.5mm; } .words { white-space: normal; }
}
"""


class Section(NamedTuple):
    """One file of the page.

    Parameters
    ----------
    file
        Its name, as the reader may type it; empty where there is none.
    material
        What it holds; with looks its course is drawn too.
    rules
        The switches of each rule set by arm (``""`` where there is one): name -> value as it is typed.
    again
        Commands: the first makes the result once more, a second one compares it.
    from_rows
        Whether it comes from rows of deals.
    """

    file: str
    material: Material
    rules: Mapping[str, Mapping[str, str]]
    again: Sequence[str]
    from_rows: bool = False


def page(sections: Sequence[Section], lang: str = "en", program: str = "") -> str:
    """The page as HTML: for each section pictures, numbers, the commands that repeat it, provenance and rules.

    The same sections give the same text.  ``program``: name and version, for the last line.

    Raises
    ------
    ValueError
        Unknown language.
    """
    if lang not in LANGS:
        raise ValueError(f"language {lang!r}: must be one of {', '.join(LANGS)}")
    title = text("page_title", lang)
    body = [f"<h1>{_safe(title)}</h1>"]
    if len(sections) > 1:
        items = (f'<li><a href="#{_anchor(n)}">{_safe(_heading(its))}</a></li>' for n, its in enumerate(sections))
        body += [f"<nav><h3>{_safe(text('contents', lang))}</h3>", "<ol>", *items, "</ol></nav>"]
    for number, section in enumerate(sections):
        body += _section(section, number, lang)
    if program:
        body.append(f"<footer><p>{_safe(text('made_by', lang, program))}</p></footer>")
    head = [
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_safe(POLICY)}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<link rel="icon" href="data:,">',
        f"<title>{_safe(title)}: {_safe('; '.join(map(_heading, sections)))}</title>",
        f"<style>{STYLE}</style>",
    ]
    lines = ["<!DOCTYPE html>", f'<html lang="{lang}">', "<head>", *head, "</head>", "<body>", *body, "</body>"]
    return "\n".join([*lines, "</html>"]) + "\n"


def _safe(words: object) -> str:
    return html.escape(str(words), quote=True)


def _anchor(number: int) -> str:
    return f"file-{number + 1}"


def _heading(section: Section) -> str:
    """``"moscow.json: simulate, moscow"``."""
    source = section.material.provenance
    kind = (source.get("options") or {}).get("kind", "")
    what = ", ".join(str(part) for part in (kind, rules_name(source)) if part)
    return ": ".join(filter(None, [section.file, what]))


def _section(section: Section, number: int, lang: str) -> Iterable[str]:
    estimates, source, _ = section.material
    first = ' class="first"' if number == 0 else ""
    yield f'<section id="{_anchor(number)}">'
    yield f"<h2{first}>{_safe(_heading(section))}</h2>"
    yield f'<p class="source">{_safe(footer(source, lang))}</p>'
    figures = [draw(section.material, kind, None, lang) for kind in kinds_of(section.material)]
    if figures:
        yield f"<h3>{_safe(text('figures', lang))}</h3>"
        yield f'<div class="figures">{"".join(map(figure_tag, figures))}</div>'
    yield f"<h3>{_safe(text('tables', lang))}</h3>"
    yield from map(_table, sheets(estimates, source, lang))
    notes = [*([text("from_rows", lang)] if section.from_rows else []), *remarks(source, lang)]
    yield from (f'<p class="source">{_safe(note)}</p>' for note in notes)
    if section.again:
        yield f"<h3>{_safe(text('again', lang))}</h3>"
        yield f"<pre>{_safe(section.again[0])}</pre>"
        yield from (f"<p>{_safe(text('again_check', lang))}</p><pre>{_safe(line)}</pre>" for line in section.again[1:])
    yield f"<h3>{_safe(text('source', lang))}</h3>"
    yield from _provenance(source, lang)
    yield f"<h3>{_safe(text('rules_table', lang))}</h3>"
    yield from _rules(section.rules, source.get("arms", {}), lang)
    yield "</section>"


def figure_tag(figure: Any) -> str:
    """A picture as a part of a page."""
    # as an image of its own: the identifiers inside two inlined pictures could not be told apart
    svg = base64.b64encode(figure_bytes(figure, "svg")).decode("ascii")
    title = figure.get_suptitle() or figure.axes[0].get_xlabel()
    return f'<figure><img alt="{_safe(title)}" src="data:image/svg+xml;base64,{svg}"></figure>'


def _table(sheet: Sheet) -> str:
    """A table with one body for each metric, whose name stands once."""

    first_number = min(sheet.right)

    def cell(tag: str, place: int, words: str, more: str = "") -> str:
        side = ' class="right"' if place in sheet.right else ' class="words"' if place < first_number else ""
        return f"<{tag}{side}{more}>{_safe(words)}</{tag}>"

    head = "".join(cell("th", place, words, ' scope="col"') for place, words in enumerate(sheet.headers))
    bodies = []
    for metric, group in groupby(sheet.rows, key=lambda row: row[0]):
        rows = list(group)
        lines = ["".join(cell("td", place, words) for place, words in enumerate(row) if place) for row in rows]
        lines[0] = f'<th class="words" scope="rowgroup" rowspan="{len(rows)}">{_safe(metric)}</th>' + lines[0]
        bodies.append("<tbody>" + "\n".join(f"<tr>{line}</tr>" for line in lines) + "</tbody>")
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead>\n' + "\n".join(bodies) + "</table></div>"


def _provenance(source: Mapping[str, Any], lang: str) -> Iterable[str]:
    yield "<dl>"
    for key, names in PROVENANCE.items():
        value = source.get(key)
        if value is not None and value != {}:
            name = names[LANGS.index(lang)]
            yield f"<dt>{_safe(name)}</dt><dd>{_safe(_value(key, value, lang))}</dd>"
    yield "</dl>"


def _value(key: str, value: Any, lang: str) -> str:
    if isinstance(value, bool):
        return ANSWERS[value][LANGS.index(lang)]
    if key == "pairing" and value in PAIRINGS:
        return PAIRINGS[value][LANGS.index(lang)]
    if key == "confidence":
        return f"{level_text(value, lang)} %"
    if key == "policies":
        return policies_text(value, lang)
    if key == "seconds":
        return decimal_text(str(value), lang)
    if isinstance(value, int) and re.fullmatch(r"(deals|matches)_\w+", key):
        return count_label(value, lang)
    return str(value)


def _rules(rules: Mapping[str, Mapping[str, str]], names: Mapping[str, str], lang: str) -> Iterable[str]:
    """The switches, those in which the rule sets differ first; ``names`` of the rule sets by arm."""
    switches = [name for name in dict.fromkeys(name for table in rules.values() for name in table) if name != "name"]
    differ = [name for name in switches if len({table.get(name) for table in rules.values()}) > 1]
    if differ:
        yield f'<p class="source">{_safe(text("rules_differ", lang))}</p>'
    arms = [f"{arm} {names.get(arm, '')}".strip() or rules[arm].get("name", "") for arm in rules]
    head = "".join(f'<th scope="col">{_safe(words)}</th>' for words in (text("switch", lang), *arms))
    layout = "wide rules" if len(rules) > 1 else "rules columns"
    yield f'<div class="{layout}"><table><thead><tr>{head}</tr></thead><tbody>'
    for name in [*differ, *(name for name in switches if name not in differ)]:
        style = ' class="differs"' if name in differ else ""
        values = "".join(f"<td>{_safe(table.get(name, ''))}</td>" for table in rules.values())
        yield f"<tr{style}><td>{_safe(name)}</td>{values}</tr>"
    yield "</tbody></table></div>"
