"""The rules pages: up to date, complete in both languages, cited, and different where a switch is."""

from __future__ import annotations

import re
import shutil
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from debertz_sim.errors import UserError
from debertz_sim.rules import RuleSet
from debertz_sim.switch_table import DATA, SWITCHES, Points, Value, value_text
from debertz_sim.variants import variants
from scripts import rules_pages
from scripts.rules_pages import LANGUAGES, PAGES, USUAL, Sentence, facts, idle, read, sentences

MADE = dict(rules_pages.pages())
VARIANT_PAGES = [path for path in MADE if path.stem in variants]
COMPANIES = """
moscow three pairs solo4 passive4 klabor klabor-3 klabor-two-rounds online one-deal moryak-one-deal
""".split()  # noqa: SIM905
OTHER_VALUES: dict[str, list[Value]] = {
    "target": [777],
    "sequence_points": [Points({3: 10, 5: 60}), Points({4: 50})],
    "fours": [Points({"A": 90})],
}
CITED = re.compile(r" \[(?:[^\[\]]|\[settled\.md\]\(\.\./settled\.md\))+\]$")


def relative(path: Path) -> str:
    return str(path.relative_to(PAGES))


# --- the files ---


def test_pages_are_up_to_date() -> None:
    assert rules_pages.stale() == [], "run python scripts/rules_pages.py"


def test_check_finds_stale_missing_and_superfluous_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(rules_pages, "PAGES", tmp_path)
    for language in LANGUAGES:
        shutil.copytree(PAGES / language, tmp_path / language)
    shutil.copy(PAGES / "README.md", tmp_path)
    assert rules_pages.main(["--check"]) == 0
    stale, missing, extra = (tmp_path / "ru" / name for name in ("klabor.md", "moscow.md", "bura.md"))
    stale.write_text(stale.read_text("utf-8").replace("501", "502"), "utf-8")
    missing.unlink()
    extra.write_text("# Bura\n")
    assert rules_pages.main(["--check"]) == 1
    told = capsys.readouterr().err
    assert [name for name in ("klabor", "moscow", "bura", "kharkov") if f"ru/{name}.md" in told] == [
        "klabor",
        "moscow",
        "bura",
    ]
    extra.unlink()
    assert rules_pages.main([]) == 0
    assert rules_pages.main(["--check"]) == 0


def test_every_variant_has_a_page_in_both_languages_and_stands_in_both_indexes() -> None:
    assert len(VARIANT_PAGES) == 2 * len(variants)
    for path, folder in ((PAGES / "README.md", "en/"), (PAGES / "ru" / "README.md", "")):
        listed = re.findall(r"^\| \[([\w-]+)\]\(([\w/.-]+)\)", MADE[path], re.MULTILINE)
        assert sorted(listed) == sorted((name, f"{folder}{name}.md") for name in variants)


@pytest.mark.parametrize("path", MADE, ids=relative)
def test_links_resolve(path: Path) -> None:
    links = re.findall(r"\]\(([^)]+)\)", MADE[path])
    assert links
    for link in links:
        assert (path.parent / link).is_file(), link


# --- sentences ---


def values_of(switch: Any) -> list[Value]:
    return [*switch.values, *OTHER_VALUES.get(switch.name, [])]


def with_value(company: RuleSet, name: str, value: Value) -> RuleSet | None:
    """The rules of the company with one switch changed; none if they are refused or the switch is idle there."""
    try:
        rules = company.with_(**{name: value})
    except UserError:
        return None
    return None if name in idle(rules) or rules.form == "terts" else rules


def rules_told(rules: RuleSet, name: str, language: str) -> tuple[str, ...]:
    """The texts that are told for a switch; examples are none."""
    return tuple(s.text for s in sentences(rules, language) if name in s.switches and s.section != "example")


@cache
def told(name: str, language: str) -> dict[str, dict[str, tuple[str, ...]]]:
    """By company and value of a switch, the texts of the sentences that are told for it."""
    (switch,) = (switch for switch in SWITCHES if switch.name == name)
    found: dict[str, dict[str, tuple[str, ...]]] = defaultdict(dict)
    for company in (variants[company] for company in COMPANIES):
        for value in values_of(switch):
            if rules := with_value(company, name, value):
                texts = rules_told(rules, name, language)
                found[company.name][value_text(value)] = texts
    for rules in (rules for rules in variants.values() if rules.form != "terts" and name not in idle(rules)):
        found[rules.name][value_text(getattr(rules, name))] = rules_told(rules, name, language)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.name)
def test_every_value_of_every_switch_has_a_sentence_of_its_own(switch: Any, language: str) -> None:
    companies = told(switch.name, language)
    reached = {value for values in companies.values() for value, texts in values.items() if texts}
    expected = {value_text(value) for value in values_of(switch)}
    if switch.name in ("form", "trick_points"):
        expected -= {"terts"}  # the terts page, below
    assert expected <= reached
    for company, values in companies.items():
        assert all(values.values()), company
        assert all("{" not in text for texts in values.values() for text in texts)
        if switch.name == "next_dealer" and variants[company].target == "one_deal":
            continue  # nobody deals next, whatever the switch says
        assert len(set(values.values())) == len(values), f"{company}: two values of {switch.name} read the same"


def entries() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for file in (*USUAL, "terts"):
        for section, listed in read(file).items():
            for entry in listed:
                yield file, section, entry


def test_conditions_name_values_that_exist() -> None:
    derived = {
        "in_play": {"2", "3", "4"},
        "defence": {"one", "two", "three", "pair"},
        "goal": {"points", "one_deal", "kush"},
        "unit": {"points", "kush"},
        "hangs": {"yes", "no"},
        "exchange": {"yes", "no"},
    }
    possible = {switch.name: set(map(value_text, switch.values)) for switch in SWITCHES} | derived
    assert set(facts(RuleSet())) == set(possible)
    for _, section, entry in entries():
        assert section in read("words")["sections"]
        assert set(entry) <= {"switch", "value", "when", "source", "en", "ru"}
        assert "switch" in entry or "source" in entry
        conditions = dict(entry.get("when", {}))
        if "value" in entry:
            conditions[entry["switch"]] = entry["value"]
        for name, wanted in conditions.items():
            for option in wanted if isinstance(wanted, list) else [wanted]:
                assert option == "*" or option.removeprefix("!") in possible[name], entry


def test_every_sentence_is_told_somewhere() -> None:
    spoken: set[str] = set()
    companies = [variants[name] for name in COMPANIES]
    # Some sentences need two switches changed at once.
    companies += [rules.with_(hanging="forced_deal") for rules in companies]
    companies += [variants["solo4"].with_(upcard_to="declarer"), variants["passive4"].with_(no_trick_penalty=100)]
    companies += [variants["three"].with_(target="one_deal", match_unit="kush")]
    companies += [variants["online"].with_(seven_exchange="none")]
    for switch in SWITCHES:
        for company in (*companies, *variants.values()):
            for value in values_of(switch):
                rules = company if getattr(company, switch.name) == value else with_value(company, switch.name, value)
                if rules:
                    spoken |= templates(rules)
    silent = [entry["en"] for _, _, entry in entries() if entry["en"] not in spoken]
    assert not silent


def switches_of(entry: dict[str, Any]) -> list[str]:
    names: str | list[str] = entry.get("switch", [])
    return [names] if isinstance(names, str) else names


@cache
def templates(rules: RuleSet) -> frozenset[str]:
    """The English texts, braces unfilled, that are told for these rules."""
    known, silent = facts(rules), idle(rules)
    files = ("terts",) if rules.form == "terts" else USUAL
    return frozenset(
        entry["en"]
        for file, _, entry in entries()
        if file in files
        and rules_pages.told(entry, known)
        and not silent.intersection(
            [entry["switch"]] if isinstance(entry.get("switch"), str) else entry.get("switch", ())
        )
    )


def test_a_switch_without_a_sentence_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = [name for name in USUAL if name != "play"]
    monkeypatch.setattr(rules_pages, "USUAL", kept)
    with pytest.raises(ValueError, match="moscow: no sentence for first_lead, overtrump"):
        sentences(variants["moscow"], "en")


@pytest.mark.parametrize("name", variants)
def test_both_languages_tell_the_same(name: str) -> None:
    def frame(language: str) -> list[tuple[str, tuple[str, ...], str]]:
        return [(s.section, s.switches, s.source) for s in sentences(variants[name], language)]

    def numbers(sentence: Sentence) -> set[str]:
        return set(re.findall(r"\d{2,}", sentence.text)) - {"10"}  # also the rank

    assert frame("en") == frame("ru")
    for english, russian in zip(sentences(variants[name], "en"), sentences(variants[name], "ru"), strict=True):
        assert not re.search(r"[А-Яа-я]", english.text)
        assert not re.search(r"[A-Za-z]", russian.text), russian.text
        if english.switches:
            assert numbers(english) == numbers(russian), (english.text, russian.text)


# --- citations and figures ---


@pytest.mark.parametrize("path", VARIANT_PAGES, ids=relative)
def test_every_rule_of_a_page_cites_a_text(path: Path) -> None:
    page = MADE[path]
    rules, language = variants[path.stem], path.parent.name
    expected = [f"- {s.text} {rules_pages.cite(s.source, language)}" for s in sentences(rules, language)]
    assert len(expected) > 15
    assert set(expected) <= set(page.splitlines())
    for line in expected:
        assert CITED.search(line), line


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_paragraph_of_the_common_page_cites_a_text(language: str) -> None:
    page = MADE[PAGES / language / "common.md"]
    blocks = re.split(r"\n\n|\n(?=- |\d\. )", page[page.index("\n## ") :].strip())[:-1]  # without the links
    cited = [block for block in blocks if not block.startswith(("#", "|"))]
    assert len(cited) > 20
    for block in cited:
        assert CITED.search(" ".join(block.split())), block


def test_settled_sections_that_are_cited_exist() -> None:
    sections = set(re.findall(r"^## (.*)$", (PAGES / "settled.md").read_text("utf-8"), re.MULTILINE))
    cited = {
        name
        for _, _, entry in entries()
        for part in entry.get("source", "").split("; ")
        if part.startswith("settled.md")
        for name in re.findall(r"'([^']+)'", part)
    }
    assert cited
    assert all(name in {re.sub(r" \(.*\)", "", section) for section in sections} for name in cited), cited - sections


def test_a_citation_that_is_not_translated_is_an_error() -> None:
    assert rules_pages.cite("000 Odessa, 'Draw'; RULES.md section 4", "ru") == (
        "[000 Одесса, «Ничья или висяк»; RULES.md, раздел 4]"
    )
    with pytest.raises(ValueError, match=r"citations\.toml"):
        rules_pages.cite("000 Odessa, 'Dinner'", "ru")


@pytest.mark.parametrize("path", MADE, ids=relative)
def test_sums_are_right(path: Path) -> None:
    for terms, total in re.findall(r"(\d+(?: \+ \d+)+) = (\d+)", MADE[path]):
        assert sum(map(int, terms.split(" + "))) == int(total), (terms, total)


def test_sums_are_there() -> None:
    assert "90 + 60 + 70 = 220" in MADE[PAGES / "en" / "klabor.md"]
    assert "152 + 10 = 162" in MADE[PAGES / "ru" / "pairs.md"]
    assert "140 + 10 = 150" in MADE[PAGES / "ru" / "terts.md"]


def test_values_of_melds_are_those_of_the_rules() -> None:
    assert "Three in a row (terts) 20, four (fifty) 50, six 100." in MADE[PAGES / "en" / "online.md"]
    assert "five 50, seven 100, eight 100." in MADE[PAGES / "en" / "online.md"]
    assert "six 50, seven 50, eight 50 + 20 = 70." in MADE[PAGES / "en" / "belote.md"]
    assert "четыре валета — 200, четыре любых других — 100" in MADE[PAGES / "ru" / "belote.md"]
    custom = rules_pages.words(RuleSet().with_(sequence_points={3: 10, 5: 60}), "en")
    assert custom["runs"] == "Three in a row (terts) 10, five 60"
    assert custom["long_runs"] == "four 10, six 60, seven 60, eight 60 + 10 = 70"


@pytest.mark.parametrize(
    ("name", "english", "russian"),
    [
        ("terts", "| points | 20 | 13 | 11 | 10 | 3 | 2 | 0 | 0 |", "| **козырь** | В | 9 | Т | 10 | К | Д | 8 | 7 |"),
        ("belote", "| points | 10 | 10 | 4 | 3 | 2 | 0 | 0 | 0 |", "| очки | 20 | 14 | 10 | 10 | 4 | 3 | 0 | 0 |"),
        ("moscow", "| **plain** | A | 10 | K | Q | J | 9 | 8 | 7 |", "| очки | 11 | 10 | 4 | 3 | 2 | 0 | 0 | 0 |"),
    ],
)
def test_card_tables(name: str, english: str, russian: str) -> None:
    assert english in MADE[PAGES / "en" / f"{name}.md"]
    assert russian in MADE[PAGES / "ru" / f"{name}.md"]


# --- the tables ---


def test_short_lines_in_russian_are_complete() -> None:
    english = tomllib.loads(DATA.read_text("utf-8"))
    assert {name: list(lines) for name, lines in read("lines_ru").items()} == {
        name: list(lines) for name, lines in english.items()
    }
    assert all(re.search(r"[А-Яа-я]", text) for lines in read("lines_ru").values() for text in lines.values())


def test_texts_on_variants_are_complete() -> None:
    assert set(read("variants")) == set(variants)
    for texts in read("variants").values():
        assert texts["group"] in read("words")["groups"]
        assert texts["about_en"] and texts["about_ru"] and texts["description_ru"] and len(texts["title"]) == 2


@pytest.mark.parametrize("path", VARIANT_PAGES, ids=relative)
def test_the_table_of_switches_says_what_the_program_plays(path: Path) -> None:
    rules = variants[path.stem]
    rows = re.findall(r"^\| `(\w+)` \| \**([^|*]+)\** \|", MADE[path], re.MULTILINE)
    listed = dict(rows)
    rest = set(re.findall(r"`(\w+)`", MADE[path].strip().splitlines()[-1]))
    assert len(rows) == len(listed)
    assert set(listed) | rest == {switch.name for switch in SWITCHES}
    assert not set(listed) & rest
    assert {name: value_text(getattr(rules, name)) for name in listed} == listed
    if rules.form != "terts":
        assert rest == idle(rules)


def test_differences_leave_nothing_out() -> None:
    page = MADE[PAGES / "en" / "klabor-3.md"]
    part = page[page.index("## What differs") : page.index("## All switches")]
    assert "- `players` **3** (2): three seats" in part
    assert "Matter here, not there: `defenders_pool` no, `declarer_beats` each, `baid_to` leader." in part
    changed = variants["klabor-3"].differences(variants["moscow"])
    assert set(re.findall(r"`(\w+)`", part[part.index("And from") :])) == set(changed) - idle(variants["klabor-3"])
