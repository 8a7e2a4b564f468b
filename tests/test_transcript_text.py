"""The short text form: round trips, what may be typed, what a line that is wrong is told; files of deals."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debertz_sim.errors import UserError
from debertz_sim.records import referee
from debertz_sim.records.transcript_text import load, read_text, to_text
from debertz_sim.variants import variants
from tests.referee_tools import EVERY_VARIANT, deals, is_played, matches, samples, truncated


@pytest.mark.parametrize("name", EVERY_VARIANT)
def test_text_round_trip(name: str) -> None:
    for deal in deals(variants[name].with_(target=77) if name == "club" else variants[name], 60, "points:40"):
        text = to_text(deal)
        (typed,) = read_text(text)
        scored = referee.score(typed)
        assert scored == deal
        assert to_text(scored) == text
        cut = referee.score(truncated(deal, 7)) if is_played(deal) else deal
        (typed,) = read_text(to_text(cut))
        assert referee.score(typed) == cut


def test_text_of_matches() -> None:
    for name in ("moscow-301", "klabor", "three", "passive4", "klabor-two-rounds"):
        for match in matches(variants[name], 6):
            text = "---\n".join(map(to_text, match))
            assert referee.score_match([entry.transcript for entry in load(text)]) == match


SHEET = """
# a game in the kitchen
Rules: moscow          # the usual ones
set: target=301 overtrump=never
dealer: 0
scores: 120 : 96
baids: 0 0
upcard: Дч
freza: Кч
seat 0: Тп 10п 9т 7т Вб 10б 8б Вч 10ч
seat 1: s:KQ7 c:KQJ8 h:Q9
auction: пас играю
exchange: 1
bella: none
1: Kп 10п
"""


def test_typed_sheet() -> None:
    sheet = SHEET.replace("Kп", "Кп")
    (typed,) = read_text(sheet)
    scored = referee.score(typed)
    assert scored["rules"] == {"base": "moscow", "set": {"overtrump": "never", "target": 301}}
    assert scored["auction"] == [{"seat": 1, "call": "pass"}, {"seat": 0, "call": "play", "suit": "h"}]
    assert scored["exchange"] == {"seat": 1, "gave": "7h", "took": "Qh"}
    assert scored["plays"] == [{"leader": 1, "cards": ["Ks", "Ts"]}]
    assert scored["result"]["card_points"] == [14, 0]
    assert scored["to_move"]["seat"] == 0
    assert read_text(sheet.replace("пас играю", "pass ♥"))[0]["auction"][1] == {"call": "play", "suit": "h"}
    with pytest.raises(UserError, match=r"line 15: trick 1: .*mixes alphabets"):
        read_text(SHEET)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("dealer: 0", "dealer 0", "line 5: 'dealer 0' has no colon"),
        ("dealer: 0", "dealr: 0", "line 5: 'dealr' is not a word of the short form; did you mean dealer?"),
        ("dealer: 0", "gibberish: 0", "line 5: 'gibberish' is not a word of the short form; the words are"),
        ("dealer: 0", "dealer: left", "line 5: 'left' is not the number of a seat"),
        ("freza: Кч", "dealer: 1", "line 9: dealer is written twice (first in line 5)"),
        ("Rules: moscow ", "Rules: moskow ", "line 3: unknown rules 'moskow'; did you mean moscow?"),
        ("target=301", "targt=301", "line 4: unknown switch 'targt'; did you mean target?"),
        ("target=301", "players=4", "line 4: four in play"),
        ("120 : 96", "120 : ninety", "line 6: 'ninety' is not a whole number"),
        ("upcard: Дч", "upcard: Дч Тч", "line 8: upcard: one card is needed"),
        ("10п 9т", "10п 1т", "line 10: seat 0: '1' in '1т' is not known there"),
        ("seat 0: ", "seat 3: ", "line 10: seat 2 is missing beside seat 3"),
        ("пас играю", "пас выиграю", "line 12: 'выиграю' is not a call; calls are pass"),
        ("exchange: 1", "exchange: yes", "line 13: 'yes' is not the number of a seat"),
        ("bella: none", "bella: soon", "line 14: 'soon' is not the trick of the call"),
        ("1: Кп 10п", "2: Кп 10п", "line 15: trick 2 is not the next; it must be 1"),
        ("1: Кп 10п", "1: Кп 10", "line 15: trick 1: '10' ends without a suit"),
        ("1: Кп 10п", "claim: seat 0", "line 15: claim: 'seat 0' is not right; write seat and trick"),
        ("1: Кп 10п", "---", "there is no deal after the last line"),
        ("# a game in the kitchen", "---", "line 2: --- parts two deals; there is none before it"),
    ],
)
def test_malformed_sheet(old: str, new: str, words: str) -> None:
    sheet = SHEET.replace("Kп", "Кп")
    assert old in sheet
    with pytest.raises(UserError) as caught:
        referee.score(read_text(sheet.replace(old, new, 1))[0])
    assert words in str(caught.value)


def test_files_of_deals() -> None:
    several = list(deals(variants["moscow"], 3))
    lines = "\n".join(map(json.dumps, several)) + "\n"
    assert [entry.transcript for entry in load(lines)] == several
    assert [entry.where for entry in load(lines)] == ["line 1", "line 2", "line 3"]
    assert [entry.transcript for entry in load(json.dumps(several, indent=1))] == several
    assert [entry.transcript for entry in load(json.dumps(several[0], indent=1))] == several[:1]
    for text, words in (
        (lines[:-50], "line 3, column"),
        (lines + "[1]\n", "line 4: '[1]' is not a transcript"),
        (json.dumps(several[0], indent=1)[:-50], "not complete JSON"),
        ('{"dealer": 0, "dealer": 1}', "'dealer' stands twice"),
        ('{"dealer": NaN}', "NaN is not a number"),
        ('{"dealer": ' + "9" * 5000 + "}", "too many digits"),
        ("[" * 100_000, "nested too deep"),
        (" \n", "nothing in it"),
    ):
        with pytest.raises(UserError) as caught:
            load(text)
        assert words in str(caught.value)


SAMPLES = samples()


@pytest.mark.slow
@settings(max_examples=400, deadline=None)
@given(st.data())
def test_mutated_text_never_breaks_it(data: st.DataObject) -> None:
    text = to_text(json.loads(data.draw(st.sampled_from(SAMPLES))))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 12)))
        text = (
            text[:start] + data.draw(st.text(max_size=3) | st.sampled_from(["\n", "---", ": ", "Ah", "{"])) + text[end:]
        )
    try:
        for entry in load(text):
            referee.score(entry.transcript)
    except UserError as error:
        assert "\n" not in str(error)
