"""The language of conditions against Python's own evaluation, row by row, and what it refuses."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from debertz_sim.conditions.columns import lexicon
from debertz_sim.conditions.language import FLAG, NUMBER, Column, Vocabulary
from debertz_sim.conditions.parser import parse
from debertz_sim.errors import UserError
from debertz_sim.variants import variants

COLUMNS = {"a": NUMBER, "b": NUMBER, "long_name_3": NUMBER, "f": FLAG}
SMALL = Vocabulary({name: Column(name, "", kind, most=9) for name, kind in COLUMNS.items()})
ROWS = 12

names = st.sampled_from(sorted(COLUMNS))
atoms = names | st.integers(0, 9).map(str)


def _sums(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pair = st.tuples(inner, st.sampled_from(["+", "-", "*", " - ", " * "]), inner).map("".join)
    return pair | inner.map(lambda text: f"({text})") | inner.map(lambda text: f"-{text}")


numbers = st.recursive(atoms, _sums, max_leaves=5)
signs = st.sampled_from(["==", "!=", "<", "<=", ">", ">=", " < ", " == "])
columns_first = st.tuples(names, st.sampled_from(["+", "*"]), numbers).map("".join) | names
chains = st.tuples(columns_first, signs, numbers, st.just("") | st.tuples(signs, numbers).map("".join)).map("".join)
memberships = st.tuples(columns_first, st.sampled_from([" in ", " not in "]), st.lists(numbers, min_size=1, max_size=4))
comparisons = chains | memberships.map(lambda m: f"{m[0]}{m[1]}({', '.join(m[2])})") | st.just("f")


def _truths(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    joined = st.tuples(inner, st.sampled_from([" and ", " or "]), inner).map("".join)
    return joined | inner.map(lambda text: f"({text})") | inner.map(lambda text: f"not {text}")


conditions = st.recursive(comparisons, _truths, max_leaves=6)


@settings(max_examples=250, deadline=None)
@given(text=conditions, seed=st.integers(0, 2**32 - 1))
def test_a_condition_means_what_it_means_in_python(text: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    table = {
        name: rng.integers(0, 2, ROWS) if kind is FLAG else rng.integers(-9, 10, ROWS) for name, kind in COLUMNS.items()
    }
    condition = parse(text, SMALL)
    found = condition({name: table[name].astype(np.int32) for name in condition.needs})
    for row in range(ROWS):
        values = {name: int(column[row]) for name, column in table.items()} | {"one": lambda *members: members}
        expected = eval(text.replace("in (", "in one("), {"__builtins__": {}}, values)
        assert found[row] == bool(expected), (text, values)


@given(text=conditions)
def test_the_conjuncts_together_are_the_condition(text: str) -> None:
    rng = np.random.default_rng(len(text))
    table = {
        name: rng.integers(0, 2, ROWS) if kind is FLAG else rng.integers(-3, 4, ROWS) for name, kind in COLUMNS.items()
    }
    condition = parse(text, SMALL)
    parts = condition.conjuncts()
    assert (np.logical_and.reduce([part(table) for part in parts]) == condition(table)).all()
    assert condition.needs == frozenset().union(*(part.needs for part in parts))


@given(text=conditions)
@example(text="f==-0")
@example(text="f in ((--1))")
def test_a_condition_is_written_so_that_it_reads_the_same(text: str) -> None:
    rng = np.random.default_rng(len(text))
    table = {
        name: rng.integers(0, 2, ROWS) if kind is FLAG else rng.integers(-3, 4, ROWS) for name, kind in COLUMNS.items()
    }
    condition = parse(text, SMALL)
    again = parse(str(condition), SMALL)
    assert (again(table) == condition(table)).all()
    assert str(again) == str(condition)


def test_the_outer_conjuncts_are_taken_apart() -> None:
    parts = parse("a > 1 and (b < 3 and f) and (a == 1 or b == 2)", SMALL).conjuncts()
    assert [sorted(part.needs) for part in parts] == [["a"], ["b"], ["f"], ["a", "b"]]


GOOD = [
    ("outcome == made", {"outcome"}),
    ("made == outcome", {"outcome"}),
    ("outcome in (baid, hanging_baid) and trump_cards>=4", {"outcome", "trump_cards"}),
    ("upcard_rank == 10 or upcard_rank in (7, J)", {"upcard_rank"}),
    ("upcard == Jh or upcard == 10s", {"upcard"}),
    ("declarer == forehand", {"declarer_place"}),
    ("declarer == 0", {"declarer"}),
    ("declarer == dealer", {"declarer", "dealer"}),
    ("exchanger_place == dealer", {"exchanger_place"}),
    ("trump == upcard_suit", {"trump", "upcard_suit"}),
    ("not trump_is_upcard_suit", {"trump_is_upcard_suit"}),
    ("forced == no", {"forced"}),
    ("terts_dealer + fifty_1 >= 1", {"terts_1", "fifty_1"}),
    ("six_bella_0 + six_bella_1 == 1", {"six_bella_0", "six_bella_1"}),
    ("call_1 == pass and call_2 == h", {"call_1", "call_2"}),
    ("-20 < margin <= 20", {"margin"}),
]


@pytest.mark.parametrize(("text", "needs"), GOOD)
def test_words_stand_for_the_values_of_their_column(text: str, needs: set[str]) -> None:
    assert parse(text, lexicon(variants["moscow"]).words).needs == needs


def test_a_rank_is_no_number_of_the_engine() -> None:
    words = lexicon(variants["moscow"]).words
    ranks = np.arange(8)  # 7 8 9 T J Q K A
    assert parse("upcard_rank == 7", words)({"upcard_rank": ranks}).tolist() == [True] + [False] * 7
    assert parse("upcard_rank > 10", words)({"upcard_rank": ranks}).tolist() == [False] * 4 + [True] * 4
    assert (
        parse("8 <= upcard_rank < J", words)({"upcard_rank": ranks}).tolist() == [False, True, True, True] + [False] * 4
    )


BAD = [
    ("outcom == made", "character 1: 'outcom' is no column here; did you mean outcome?"),
    ("trump_cards > 3 and outcome == mad", "character 32: 'mad' is no value of the kind 'outcome'; did you mean made?"),
    ("outcome < made", "values of the kind 'outcome' have no order"),
    ("margin = 3", "character 8: '='; write =="),
    ("margin > 3 && round == 1", "character 12: '&&'; write and"),
    ("margin", "character 1: 'margin' is no condition; compare it, such as margin == 1"),
    ("5", "'5' is a number, no condition"),
    ("margin + 3", "a number is no condition"),
    ("(margin > 3", "character 12: found the end, needed ')'"),
    ("margin > 3)", "character 11: found ')', needed and, or, or the end"),
    ("margin >", "found the end, needed a column, a number or '('"),
    ("margin > and", "found 'and', needed a column"),
    ("", "found the end, needed a comparison"),
    ("not", "found the end, needed a comparison after 'not'"),
    ("round == 1 or", "found the end, needed a comparison after 'or'"),
    ("round == 1 round == 2", "character 12: found 'round', needed and, or, or the end"),
    ("round in 1", "found '1', needed '(' after in"),
    ("round in (1 2)", "found '2', needed ',' or ')'"),
    ("round not 1", "found '1', needed 'in'"),
    ("trump == 3", "'3' is a number, but stands beside 'suit', which is compared with one of s, c, d, h, none"),
    ("trump == outcome", "'outcome' is of the kind 'outcome', but stands beside 'suit'"),
    ("trump + 1 == 2", "of the kind 'suit'; only numbers can be reckoned with"),
    ("(margin > 3) == (round > 2)", "a condition cannot be compared; join conditions with and, or"),
    ("(margin > 3) + 1 == 2", "this is a condition, needed a number"),
    ("1 < 2", "this compares constants; one side must be a column"),
    ("margin > 99999999999999999999", "the number 999999... is too large"),
    ("margin*margin*margin*margin > 1", "this can outgrow 64 bits"),
    ("outcome == 'made'", '"\'" means nothing here'),
    ("round == 1.5", "'.' means nothing here"),
    ("__import__(round)", "'__import__' is no column here"),
    ("outcome.__class__ == made", "'.' means nothing here"),
    ("not " * 70 + "forced", "nested more than 60 deep"),
    ("(" * 70 + "round" + ")" * 70 + " == 1", "nested more than 60 deep"),
    ("-" * 70 + "margin == 1", "nested more than 60 deep"),
    ("dealer == forehand", "'forehand' is no value of the kind 'seat'"),
    ("declarer_place == middle", "'middle' is no value of the kind 'place'"),
    ("terts_2 == 1", "'terts_2' is no column here"),
    ("upcard == Zh", "'Zh' is no value of the kind 'card'"),
]


@pytest.mark.parametrize(("text", "complaint"), BAD)
def test_what_is_wrong_is_said_in_one_line(text: str, complaint: str) -> None:
    with pytest.raises(UserError) as error:
        parse(text, lexicon(variants["moscow"]).words, "--given")
    assert complaint in str(error.value)
    assert str(error.value).startswith("--given, character ") and "\n" not in str(error.value)


@settings(max_examples=200, deadline=None)
@given(text=st.text(alphabet="ab f()+-*<>=!,0123456789.andornotin&|'\"\\\n\t_é", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        condition = parse(text, SMALL)
    except UserError as error:
        assert "\n" not in str(error).replace(text, "")
    else:
        table = {name: np.arange(5) for name in COLUMNS}
        assert condition(table).shape == (5,)
