#!/usr/bin/env python
"""The rules pages, English and Russian: a page for each variant, made from its switches, so that they cannot differ.

    python scripts/rules_pages.py            # write docs/rules/README.md, en/ and ru/
    python scripts/rules_pages.py --check    # exit code 1 if a page is missing, stale or too many

Sentences, titles and translations are data in docs/rules/texts; deal.toml there describes the form of a sentence.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from debertz_sim import sequences
from debertz_sim.cards import RANK_LETTERS
from debertz_sim.rules import RuleSet, card_points, trick_strength
from debertz_sim.switch_table import BY_NAME, SWITCHES, Value, value_text
from debertz_sim.variants import DATA, variants

PAGES = Path(__file__).resolve().parent.parent / "docs" / "rules"
TEXTS = PAGES / "texts"
LANGUAGES = ("en", "ru")
USUAL = ("deal", "melds", "play", "score", "special")
LAST_TRICK = 10
MADE = "<!-- made by scripts/rules_pages.py from docs/rules/texts: edit there -->\n"


@cache
def read(name: str) -> dict[str, Any]:
    """A file of docs/rules/texts."""
    return tomllib.loads((TEXTS / f"{name}.toml").read_text("utf-8"))


def word(table: str, key: str, language: str) -> str:
    """A title or word of words.toml."""
    pair: list[str] = read("words")[table][key]
    return pair[LANGUAGES.index(language)]


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a page: its section, the switches it is told for (none: a common rule), text and source."""

    section: str
    switches: tuple[str, ...]
    text: str
    source: str


# --- facts and words of a rule set ---


def facts(rules: RuleSet) -> dict[str, str]:
    """What the conditions of sentences can ask: the switches as --set writes them, and what follows from several.

    ``defence``: one, two or three defenders each for himself, or a pair; ``goal``: points, one_deal or kush;
    ``unit``: points are written or not; ``hangs``: whether points can hang; ``exchange``: whether there is one.
    """
    known = {switch.name: value_text(getattr(rules, switch.name)) for switch in SWITCHES}
    one_deal = "kush" if rules.match_unit == "kush" else "one_deal"
    return known | {
        "in_play": str(rules.in_play),
        "defence": "pair" if rules.sides == "pairs" else {2: "one", 3: "two", 4: "three"}[rules.in_play],
        "goal": one_deal if rules.target == "one_deal" else "points",
        "unit": rules.match_unit,
        "hangs": "no" if rules.hanging in ("each_own", "void") else "yes",
        "exchange": "no" if rules.seven_exchange == "none" or rules.in_play == 4 else "yes",
    }


def words(rules: RuleSet, language: str) -> dict[str, str]:
    """What stands for the words in braces."""
    plain, trump = card_points(rules.trick_points)
    pack, hand = 3 * sum(plain) + sum(trump), 6 + rules.second_packet
    target = 0 if isinstance(rules.target, str) else rules.target
    runs = run_words(rules, language)
    number, exchange = "one" if rules.players == 2 else "several", facts(rules)["exchange"]
    return {
        "pack_points": str(pack),
        "last_trick": str(LAST_TRICK),
        "all_points": str(pack + LAST_TRICK),
        "hand": str(hand),
        "tricks": str(hand),
        "cards_in_play": str(hand * rules.in_play),
        "target": str(target),
        "target_hundreds": str(target // 100 * 100),
        "redeal_max_points": str(rules.redeal_max_points),
        "baid_penalty": str(rules.baid_penalty),
        "no_trick_penalty": str(rules.no_trick_penalty),
        "terts_points": str(rules.sequence_points.get(3, 0)),
        "runs": runs[0].upper() + runs[1:],
        "runs_lower": runs,
        "long_runs": long_run_words(rules, language),
        "four_words": four_words(rules, language),
        "card_table": card_table(rules, language),
        "defenders_write": word("roles", f"defenders_write_{number}", language),
        "several": word("roles", f"several_{'pairs' if rules.sides == 'pairs' else number}", language),
        "before_trick": word("roles", f"before_trick_{exchange}", language),
        "full_hand": word("roles", f"full_hand_{exchange}", language),
        "declarer": word("roles", f"declarer_{rules.sides}", language),
        "declarer_points": word("roles", f"declarer_points_{rules.sides}", language),
    }


def run_words(rules: RuleSet, language: str) -> str:
    """``three in a row (terts) 20, four (fifty) 50``."""
    parts = []
    for length, points in rules.sequence_points.items():
        named = length == 3 or (length == 4 and points == 50 and rules.form != "terts")
        name = f" ({word('runs', str(length), language)})" if named else ""
        parts.append(f"{word('numbers', str(length), language)}{name}{word('labels', 'is_worth', language)}{points}")
    return ", ".join(parts)


def long_run_words(rules: RuleSet, language: str) -> str:
    """What runs of the lengths without a value of their own count: ``seven 50 + 20 = 70``."""
    points, lengths = rules.sequence_points, tuple(sorted(rules.sequence_points))
    parts = []
    for length in range(min(lengths) + 1, 9):
        if length not in points:
            holding = (255 << 8 - length) & 255
            pieces = [points[piece.length] for piece in sequences.cut(holding, sequences.NATURAL_ORDER, lengths)]
            total = f" = {sum(pieces)}" if len(pieces) > 1 else ""
            number, equals = word("numbers", str(length), language), word("labels", "is_worth", language)
            parts.append(f"{number}{equals}{' + '.join(map(str, pieces))}{total}")
    return ", ".join(parts)


def four_words(rules: RuleSet, language: str) -> str:
    """``four jacks 200, four of any other rank 100``; empty where fours count nothing."""
    if isinstance(rules.fours, str):
        return ""
    equals = word("labels", "is_worth", language)
    return ", ".join(f"{word('ranks', rank, language)}{equals}{points}" for rank, points in rules.fours.items())


def card_table(rules: RuleSet, language: str) -> str:
    """Trump and plain suit from the highest card to the lowest, with points."""
    letters = read("words")["letters"]
    rows = []
    for name, points, strength in zip(
        ("trump", "plain"), reversed(card_points(rules.trick_points)), reversed(trick_strength()), strict=True
    ):
        ranks = sorted(range(8), key=strength.__getitem__, reverse=True)
        shown = [letters.get(RANK_LETTERS[r], [RANK_LETTERS[r]] * 2)[LANGUAGES.index(language)] for r in ranks]
        rows.append([f"**{word('labels', name, language)}**", *shown])
        rows.append([word("labels", "points", language), *(str(points[rank]) for rank in ranks)])
    return table(rows[0], rows[1:])


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


# --- sentences ---


def idle(rules: RuleSet) -> set[str]:
    """The switches that cannot matter in the company of the others."""
    return {note.split()[0] for note in rules.notes()}


def agrees(when: Mapping[str, Any], known: Mapping[str, str]) -> bool:
    """Whether the facts satisfy a condition; raises ``KeyError`` for a fact that does not exist."""
    for name, wanted in when.items():
        options = wanted if isinstance(wanted, list) else [wanted]
        if not any(known[name] != option[1:] if option[0] == "!" else known[name] == option for option in options):
            return False
    return True


def told(entry: Mapping[str, Any], known: Mapping[str, str]) -> bool:
    """Whether a sentence belongs on the page of rules with these facts."""
    if not agrees(entry.get("when", {}), known):
        return False
    if "value" not in entry:
        return True
    values = entry["value"] if isinstance(entry["value"], list) else [entry["value"]]
    listed = map(value_text, BY_NAME[entry["switch"]].values)
    value = known[entry["switch"]]
    return value in values or ("*" in values and value not in listed)


def sentences(rules: RuleSet, language: str) -> list[Sentence]:
    """All sentences of a page in their order.

    Raises ``ValueError`` if a switch that matters has none but an example (in the form ``terts`` most do not matter).
    """
    known, filled, silent = facts(rules), words(rules, language), idle(rules)
    found = []
    for file in ("terts",) if rules.form == "terts" else USUAL:
        for section, entries in read(file).items():
            for entry in entries:
                names = entry.get("switch", [])
                names = (names,) if isinstance(names, str) else tuple(names)
                if told(entry, known) and not silent.intersection(names):
                    found.append(
                        Sentence(section, names, entry[language].format_map(filled), _source(entry, names, rules))
                    )
    missing = (
        set(BY_NAME)
        - silent
        - {name for sentence in found for name in sentence.switches if sentence.section != "example"}
    )
    if missing and rules.form != "terts":
        raise ValueError(f"{rules.name}: no sentence for {', '.join(sorted(missing))}")
    return found


def _source(entry: Mapping[str, Any], names: Sequence[str], rules: RuleSet) -> str:
    """What a sentence cites: its own source, else that of the value of its first switch."""
    return str(entry["source"]) if "source" in entry else BY_NAME[names[0]].source(getattr(rules, names[0]))


def cite(source: str, language: str) -> str:
    """A citation in the language of the page, in square brackets; raises ``ValueError`` for words not translated."""
    if language == "ru":
        source = "; ".join(map(_russian, source.split("; ")))
    return "[" + source.replace("settled.md", "[settled.md](../settled.md)") + "]"


def _russian(part: str) -> str:
    known = read("citations")
    headings = known["settled"] if part.startswith("settled.md") else known["headings"]
    text = re.sub(r"\(([^)]*)\)", lambda found: f"({known['remarks'].get(found[1], found[1])})", part)
    text = re.sub(r"'([^']*)'", lambda found: f"«{headings.get(found[1], found[1])}»", text)
    for table_ in ("texts", "words"):
        for english in sorted(known[table_], key=len, reverse=True):
            text = text.replace(english, known[table_][english])
    if re.search(r"[A-Za-z]", re.sub(r"RULES\.md|settled\.md", "", text)):
        raise ValueError(f"citations.toml does not translate all of {part!r}: {text!r}")
    return text


def line(name: str, value: Value, language: str) -> str:
    """What a switch value does, in one short line."""
    if language == "en":
        return BY_NAME[name].describe(value)
    lines = read("lines_ru")[name]
    return str(lines.get(value_text(value)) or lines["*"])


# --- pages ---


def bullets(chosen: Sequence[Sentence], language: str) -> str:
    return "\n".join(f"- {sentence.text} {cite(sentence.source, language)}" for sentence in chosen)


def glance(rules: RuleSet, language: str) -> str:
    """The frame of a game in one line."""

    def label(key: str) -> str:
        return word("labels", f"glance_{key}", language)

    kind = "passive" if rules.passive_dealer else rules.sides
    hand = 9 if rules.form == "terts" else 6 + rules.second_packet
    tricks = 16 if rules.form == "terts" else hand
    match = label("deal") if rules.target == "one_deal" else f"{label('match')} {rules.target}"
    return (
        f"**{rules.players} {label('players')}, {label(kind)} · {hand} {label('hand')}"
        f" · {tricks} {label('tricks')} · {match}**"
    )


def variant_page(name: str, language: str) -> str:
    """The page of one variant."""
    rules, texts = variants[name], read("variants")[name]
    description, source = variants.about(name)
    if language == "ru":
        description = texts["description_ru"]
    found = sentences(rules, language)
    parts = [
        f"# {texts['title'][LANGUAGES.index(language)]} (`{name}`)",
        f"*{description[0].upper()}{description[1:]}.* {cite(source, language)}",
        texts[f"about_{language}"],
        glance(rules, language),
        navigation(name, language),
    ]
    for section, title in read("words")["sections"].items():
        chosen = [sentence for sentence in found if sentence.section == section]
        if chosen:
            parts += [f"## {title[LANGUAGES.index(language)]}", bullets(chosen, language)]
        if section == "cards":
            parts.append(card_table(rules, language))
    parts += differences(rules, found, language)
    parts += switch_list(rules, found, language)
    return MADE + "\n" + "\n\n".join(parts) + "\n"


def navigation(name: str, language: str) -> str:
    """Links to the other language, the common page, the words, the settled readings and the index."""
    other = "ru" if language == "en" else "en"
    index = "../README.md" if language == "en" else "README.md"
    links = [
        ("По-русски" if language == "en" else "In English", f"../{other}/{name}.md"),
        (word("labels", "common", language), "common.md"),
        (word("labels", "words", language), "vocabulary.md"),
        (word("labels", "settled", language), "../settled.md"),
        (word("labels", "index", language), index),
    ]
    return " · ".join(f"[{text}]({target})" for text, target in links if target != f"{name}.md")


def differences(rules: RuleSet, found: Sequence[Sentence], language: str) -> list[str]:
    """What differs from the base, line by line, and from Moscow, by values; switches without effect are left out."""
    if rules.name == "moscow":
        return [word("labels", "same", language)]
    shown = {name for sentence in found for name in sentence.switches}

    def changed(other: str) -> list[tuple[str, Value, Value]]:
        pairs = rules.differences(variants[other])
        return [(key, here, there) for key, (here, there) in pairs.items() if key in shown]

    base = tomllib.loads(DATA.read_text("utf-8"))[rules.name]["base"]
    from_base = changed(base)
    rows = [
        f"- `{key}` **{value_text(here)}** ({value_text(there)}): {line(key, here, language)}"
        for key, here, there in from_base
    ]
    parts = [f"## {word('labels', 'from', language)} [{base}]({base}.md)", "\n".join(rows)]
    woken = (idle(variants[base]) & shown) - {key for key, _, _ in from_base}
    also = [switch.name for switch in SWITCHES if switch.name in woken]
    if also:
        listed = ", ".join(f"`{name}` {value_text(getattr(rules, name))}" for name in also)
        parts.append(f"{word('labels', 'also', language)}: {listed}.")
    if base != "moscow":
        listed = ", ".join(
            f"`{key}` {value_text(here)} ({value_text(there)})" for key, here, there in changed("moscow")
        )
        parts.append(f"{word('labels', 'and_from', language)} [moscow](moscow.md): {listed}.")
    return parts


def switch_list(rules: RuleSet, found: Sequence[Sentence], language: str) -> list[str]:
    """The table of all switches, and which of them have no effect here."""
    shown = {name for sentence in found for name in sentence.switches}
    rows = []
    for switch in SWITCHES:
        if switch.name in shown:
            value = getattr(rules, switch.name)
            text = value_text(value) if value == switch.values[0] else f"**{value_text(value)}**"
            meaning, source = line(switch.name, value, language), cite(switch.source(value), language)[1:-1]
            rows.append((f"`{switch.name}`", text, meaning, source))
    header = [word("labels", key, language) for key in ("switch", "value", "meaning", "source")]
    rest = [f"`{switch.name}`" for switch in SWITCHES if switch.name not in shown]
    return [
        f"## {word('labels', 'switches', language)}",
        word("labels", "switches_lead", language),
        table(header, rows),
        f"{word('labels', 'idle', language)}: {', '.join(rest)}.",
    ]


def index_page(language: str) -> str:
    """The list of all variants, by groups."""
    header = [word("labels", key, language) for key in ("variant", "seats", "goal", "about")]
    folder = "en/" if language == "en" else ""
    parts = []
    for group in read("words")["groups"]:
        rows = []
        for name, texts in read("variants").items():
            if texts["group"] == group:
                rules = variants[name]
                goal = word("labels", "no_target", language) if rules.target == "one_deal" else str(rules.target)
                about = variants.about(name)[0] if language == "en" else texts["description_ru"]
                rows.append((f"[{name}]({folder}{name}.md)", str(rules.players), goal, about))
        parts += [f"## {word('groups', group, language)}", table(header, rows)]
    template = (TEXTS / f"index.{language}.md").read_text("utf-8")
    return MADE + "\n" + template.format_map({"variants": "\n\n".join(parts)})


def common_page(language: str) -> str:
    """The common rules, for a reader who has never played."""
    template = (TEXTS / f"common.{language}.md").read_text("utf-8")
    return f"{MADE}\n{template.format_map(words(RuleSet(), language))}\n{navigation('common', language)}\n"


def vocabulary_page(language: str) -> str:
    """The words of the game in three languages."""
    header = [word("labels", key, language) for key in ("english", "russian", "ukrainian", "word_meaning")]
    rows = [(*entry["words"], entry[language]) for entry in read("vocabulary")["word"]]
    lead = f"{word('labels', 'vocabulary_lead', language)} {cite('RULES.md section 1; 002 second site', language)}"
    title = f"# {word('labels', 'vocabulary', language)}"
    return MADE + "\n" + "\n\n".join([title, lead, table(header, rows), navigation("vocabulary", language)]) + "\n"


def pages() -> Iterator[tuple[Path, str]]:
    """Every page as (where, text)."""
    for language in LANGUAGES:
        yield PAGES / ("README.md" if language == "en" else "ru/README.md"), index_page(language)
        yield PAGES / language / "common.md", common_page(language)
        yield PAGES / language / "vocabulary.md", vocabulary_page(language)
        for name in variants:
            yield PAGES / language / f"{name}.md", variant_page(name, language)


def stale() -> list[str]:
    """What ``--check`` complains about: pages missing or not as they would be written, and files that are no page."""
    made = dict(pages())
    wrong = [path for path, text in made.items() if not path.exists() or path.read_text("utf-8") != text]
    extra = [path for language in LANGUAGES for path in (PAGES / language).glob("*.md") if path not in made]
    return sorted(str(path.relative_to(PAGES)) for path in wrong + extra)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write or check the pages; the exit code."""
    parser = argparse.ArgumentParser(description="Make the rules pages from the switches and variants.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 if a page is stale")
    if parser.parse_args(arguments).check:
        wrong = stale()
        for name in wrong:
            print(f"docs/rules/{name} is stale: run python scripts/rules_pages.py", file=sys.stderr)
        return int(bool(wrong))
    for path, text in pages():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
