"""The command ``report``: one page that is whole, escaped, repeatable, and opens in a browser without a network."""

from __future__ import annotations

import base64
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from debertz_sim.cli import report as report_module
from debertz_sim.cli.main import cli
from debertz_sim.report.gallery import Material
from debertz_sim.report.page import Section, page
from debertz_sim.report.tables import cells
from debertz_sim.results import Result as Outcome
from debertz_sim.stats import ARM, wilson
from tests.browser import browser, overflow, visit

RANDOM = ("--bidding", "random", "--play", "random", "--seed", "7")
VOID = {"meta", "link", "img", "br"}
needs_browser = pytest.mark.skipif(browser() is None, reason="no Chromium or Chrome is installed")


class Parsed(HTMLParser):
    """Tags must close in order; keeps the text, the tags, the attributes and the pictures."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not {"style", "title"} & set(self.open):
            self.words.append(data)

    @property
    def pictures(self) -> list[bytes]:
        head = "data:image/svg+xml;base64,"
        sources = [value for name, value in self.attributes if name == "src"]
        assert all(source.startswith(head) for source in sources)
        return [base64.b64decode(source.removeprefix(head)) for source in sources]


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C")


def call(*args: str) -> Result:
    return CliRunner().invoke(cli, list(args))


@cache
def files() -> dict[str, bytes]:
    """A file of each sort, made once."""
    made: dict[str, bytes] = {}
    for name, words in {
        "simulate.json": ("simulate", *RANDOM, "--deals", "500"),
        "matches.json": ("simulate", *RANDOM, "--matches", "20"),
        "compare.json": ("compare", "moscow", "online", "--one-at-a-time", *RANDOM, "--deals", "300"),
        "apart.json": ("compare", "moscow", "three", *RANDOM, "--deals", "300"),
        "odds.json": ("odds",),
        "rows.parquet": ("simulate", *RANDOM, "--deals", "500", "--rows"),
    }.items():
        done = call(*words, "--out", name)
        assert done.exit_code == 0, done.output
        made[name] = Path(name).read_bytes()
    return made


@pytest.fixture
def laid_out(tmp_path: Path) -> list[str]:
    for name, content in files().items():
        (tmp_path / name).write_bytes(content)
    return list(files())


@pytest.mark.slow
def test_a_page_of_every_sort_of_file(laid_out: list[str]) -> None:
    done = call("report", *laid_out, "--out", "r.html")
    assert done.exit_code == 0 and done.output == ""
    text = Path("r.html").read_text("utf-8")
    parsed = Parsed(text)
    words = " ".join(parsed.words)
    assert parsed.tags.count("section") == len(laid_out) and parsed.tags.count("h1") == 1
    for name in laid_out:
        assert any(word.startswith(f"{name}: ") for word in parsed.words)
        if name.endswith(".json"):
            result = Outcome.load(name)
            for estimate in result.estimates:
                value, interval = cells(estimate)
                assert value in parsed.words, (name, estimate)
                assert any(word.startswith(interval) for word in parsed.words), (name, estimate)
            assert str(result.provenance["command"]) in words and f"debertz rerun {name}" in words
            assert str(result.provenance["rules_hash"]) in words
    assert "--rows --out rows.parquet" in words and "take the match as the unit" in words and "Not paired" in words
    # margin and trumps thrice; what the comparisons give; the chances; the running estimate of the rows alone
    assert len(parsed.pictures) == 2 * 3 + 5 + 4 + 1 + 1
    for picture in parsed.pictures:
        assert ElementTree.fromstring(picture).tag.endswith("svg")


@pytest.mark.slow
def test_the_page_asks_for_nothing(laid_out: list[str]) -> None:
    call("report", *laid_out, "--out", "r.html")
    text = Path("r.html").read_text("utf-8")
    parsed = Parsed(text)
    assert not {"script", "iframe", "object", "base"} & set(parsed.tags)
    links = [value for name, value in parsed.attributes if name in ("src", "href", "srcset", "action", "data")]
    assert links and all(link.startswith(("data:", "#")) for link in links)
    policies = [value for name, value in parsed.attributes if name == "content" and "default-src" in value]
    assert len(policies) == 1 and policies[0].startswith("default-src 'none'; img-src data:;")
    style = re.search("<style>(.*)</style>", text, re.DOTALL)
    assert style is not None and "url(" not in style[1] and "@import" not in style[1]
    targets = {value for name, value in parsed.attributes if name == "id"}
    assert {link[1:] for link in links if link.startswith("#")} <= targets


def test_everything_is_escaped() -> None:
    evil = "<script>alert('x')</script>\"&amp;"
    estimates = [
        wilson(1, 2, metric="made", group={ARM: "A"}),
        wilson(1, 2, metric=evil, group={ARM: "A", "seat": evil, evil: 3}),
    ]
    source: dict[str, Any] = {
        "arms": {"A": evil},
        "options": {"kind": evil, "headline": "made"},
        "command": evil,
        "policies": {"bidding": [evil], "play": [evil], evil: evil},
        "rules_hash": evil,
        "first_deals": {evil: 1},
        "first_differing": {evil: [1]},
        "confidence": 0.95,
        "deals_done": 2,
        "seed": evil,
        "interval_unit": evil,
        "git": evil,
        "pairing": evil,
    }
    section = Section(evil, Material(estimates, source), {"A": {evil: evil}, "B": {evil: "x"}}, [evil, evil])
    for lang in ("en", "ru", "uk"):
        text = page([section, section], lang, evil)
        parsed = Parsed(text)
        assert "script" not in parsed.tags
        assert not any(name.startswith("on") for name, _ in parsed.attributes)
        assert text.count("<script") == 0 and sum(evil in word for word in parsed.words) > 15
        assert all(b"<script" not in picture for picture in parsed.pictures)


@pytest.mark.slow
def test_the_same_files_give_the_same_page(laid_out: list[str]) -> None:
    for out in ("one.html", "two.html"):
        assert call("report", "simulate.json", "odds.json", "--lang", "ru", "--out", out).exit_code == 0
    assert Path("one.html").read_bytes() == Path("two.html").read_bytes()
    text = Path("one.html").read_text("utf-8")
    assert '<html lang="ru">' in text and "Откуда это" in text and "висячий байд" in text


def test_differing_switches_stand_first_and_are_marked(laid_out: list[str]) -> None:
    call("report", "compare.json", "--out", "r.html")
    text = Path("r.html").read_text("utf-8")
    marked = re.findall(r'<tr class="differs"><td>(\w+)</td><td>([^<]*)</td><td>([^<]*)</td>', text)
    rules = Outcome.load("compare.json").provenance["rules"]
    differ = [name for name in rules["A"] if rules["A"][name] != rules["B"][name] and name != "name"]
    assert [name for name, _, _ in marked] == differ
    assert ("hanging", rules["A"]["hanging"], rules["B"]["hanging"]) in marked


@pytest.mark.slow
def test_running_estimates_are_drawn_when_asked(laid_out: list[str]) -> None:
    call("report", "simulate.json", "--out", "without.html")
    call("report", "simulate.json", "--running", "--out", "with.html")
    counts = [len(Parsed(Path(name).read_text("utf-8")).pictures) for name in ("without.html", "with.html")]
    assert counts == [2, 3]


@pytest.mark.slow
def test_the_examples_of_the_help_work_when_pasted() -> None:
    lines = [line.strip() for line in report_module.EXAMPLES.splitlines() if line.strip().startswith("debertz ")]
    assert len(lines) == 3
    for line in lines:
        words = line.split()[1:] + (list(RANDOM[:4]) if "compare " in line else [])
        done = call(*words)
        assert done.exit_code == 0, (line, done.output)


def test_bad_input_is_one_line(laid_out: list[str]) -> None:
    Path("there.html").write_text("kept", "utf-8")
    cases = {
        ("simulate.json",): "Missing option '--out'",
        ("--out", "x.html"): "Missing argument",
        ("simulate.json", "--out", "x.pdf"): "must be one of .html",
        ("simulate.json", "--out", "there.html"): "exists already; give another name or --force",
        ("simulate.json", "absent.json", "--out", "x.html"): "absent.json: cannot be read",
        ("simulate.json", "--lang", "de", "--out", "x.html"): "'de' is not one of",
    }
    for args, message in cases.items():
        done = call("report", *args)
        assert done.exit_code == 2 and message in done.stderr and done.stderr.count("\n") == 1, (args, done.output)
    assert Path("there.html").read_text("utf-8") == "kept" and not Path("x.html").exists()


# --- in a browser ---


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_page_opens_without_a_network_and_without_complaints(
    laid_out: list[str], tmp_path: Path, lang: str
) -> None:
    call("report", *laid_out, "--lang", lang, "--out", "r.html")
    seen = visit(Path("r.html"), tmp_path)
    assert seen.complaints == [] and seen.fetched == []
    shown = Parsed(seen.dom)
    assert len(shown.pictures) == 17 and shown.tags.count("section") == len(laid_out)


@needs_browser
@pytest.mark.slow
def test_the_page_fits_windows_of_all_widths(laid_out: list[str], tmp_path: Path) -> None:
    call("report", *laid_out, "--out", "r.html")
    for width in (500, 1400):  # narrower ones a browser without a phone does not make
        assert overflow(Path("r.html"), tmp_path, width) <= 0, width


@needs_browser
@pytest.mark.slow
def test_a_page_that_complains_and_fetches_is_noticed(tmp_path: Path) -> None:
    Path("bad.html").write_text(
        '<!DOCTYPE html><title>x</title><body><img src="http://debertz.invalid/x.png">'
        '<div style="width:5000px">x</div><script>console.error("ouch"); foo()</script></body>',
        "utf-8",
    )
    seen = visit(Path("bad.html"), tmp_path)
    assert seen.fetched == ["http://debertz.invalid/x.png"]
    assert "ouch" in seen.complaints and any("foo is not defined" in line for line in seen.complaints)
    assert overflow(Path("bad.html"), tmp_path, 1400) > 3000
