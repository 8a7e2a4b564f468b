"""Rule sets: switches, refusals, round trips, variants, the lowered record, and the ``rules`` commands."""

from __future__ import annotations

import json
import pickle
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from debertz_sim import switches
from debertz_sim.errors import UserError
from debertz_sim.kernels.dealing import cards_needed
from debertz_sim.kernels.state import RULES, SETTLED
from debertz_sim.rules import RuleSet, parse_setting
from debertz_sim.switch_table import BY_NAME, SWITCHES, Points, value_text
from debertz_sim.variants import DATA, from_spec, read_toml, resolve, variants

TWO_PLAYERS = """
moscow kharkov moscow-301 moscow-1001 kharkov-301 kharkov-1001 one-deal kharkov-one-deal klabor klabor-tournament
klabor-1001 online online-obliged online-suit online-last wiki club companies
""".split()  # noqa: SIM905


# --- switches ---


def test_table_and_fields_agree() -> None:
    moscow = RuleSet()
    assert len(SWITCHES) == 40
    assert [switch.name for switch in SWITCHES] == list(moscow.to_dict())[1:]
    for switch in SWITCHES:
        assert switch.values[0] == getattr(moscow, switch.name), f"{switch.name}: the first value is Moscow's"


def test_every_value_has_a_line_and_a_source() -> None:
    for switch in SWITCHES:
        for value in switch.values:
            assert switch.describe(value)
            assert re.match(r"00[0234] |RULES\.md section \d", switch.source(value)), (switch.name, value)


def test_words_are_those_of_the_enumerations() -> None:
    with_words = [switch for switch in SWITCHES if switch.enum]
    enums = [
        value for value in vars(switches).values() if isinstance(value, type) and value.__module__ == switches.__name__
    ]
    assert {switch.enum for switch in with_words} | {None} >= set(enums)
    for switch in with_words:
        assert switch.enum
        assert [value_text(value).upper() for value in switch.values] == list(switch.enum.__members__), switch.name


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.name)
def test_settings_read_every_listed_value(switch: Any) -> None:
    for value in switch.values:
        assert parse_setting(f"{switch.name}={value_text(value)}") == (switch.name, value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("sequence_points=3:20,4:50,6:100", Points({3: 20, 4: 50, 6: 100})),
        ("sequence_points= 4:50, 3:20", Points({3: 20, 4: 50})),
        ("fours=J:200,other:100", Points({"J": 200, "other": 100})),
        ("target=one_deal", "one_deal"),
        ("target=777", 777),
        ("terts_question=TRUE", True),
        ("terts_question=false", False),
        ("sequences_need_trick=yes", True),
        ("sequences_need_trick=terts_only", "terts_only"),
        ("redeal_max_points=13", 13),
        ("early_claim=on", "on"),
    ],
)
def test_settings(text: str, value: Any) -> None:
    assert parse_setting(text)[1] == value
    assert type(parse_setting(text)[1]) is type(value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("baid_penalty=-100", "baid_penalty: '-100' is not one of: 0 | 100; the nearest is 0"),
        ("baid_penalty=90", "nearest is 100"),
        ("players=5", "nearest is 4"),
        ("taget=301", "unknown switch 'taget'; did you mean target?"),
        ("Hanging=pot", "did you mean hanging?"),
        ("zzz=1", "all switches: debertz rules show moscow"),
        ("hanging=qeue", "did you mean queue?"),
        ("target=0", "target: 0 (int) is not one of: 501 | 301"),
        ("target=-5", "the nearest is 1"),
        ("target=301.5", "target"),
        ("terts_question=1", "not one of: yes | no"),
        ("sequence_points=2:10", "2:10 is no entry"),
        ("sequence_points=3:0", "3:0 is no entry"),
        ("sequence_points=3:-20", "'3:-20' is no entry"),
        ("sequence_points=3:20,3:30", "3 stands twice"),
        ("sequence_points=none", "sequence_points: 'none'"),
        ("fours=X:10", "X:10 is no entry"),
        ("target", "write switch=value"),
        ("=3", "write switch=value"),
        ("target=" + "9" * 5000, "target"),
    ],
)
def test_wrong_settings_say_what_would_be_right(text: str, said: str) -> None:
    with pytest.raises(UserError) as error:
        parse_setting(text)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "changes",
    [
        {"target": "301"},
        {"target": True},
        {"target": 301.0},
        {"players": True},
        {"terts_question": 1},
        {"baid_penalty": False},
        {"sequence_points": {}},
        {"sequence_points": 20},
        {"sequence_points": {3: True}},
        {"hanging": None},
    ],
)
def test_wrong_types_are_refused(changes: dict[str, Any]) -> None:
    (name,) = changes
    with pytest.raises(UserError, match=name):
        RuleSet(**changes)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"sides": "pairs"}, "sides=pairs needs four players, not 2"),
        ({"sides": "pairs", "players": 3}, "sides=pairs needs four players, not 3"),
        ({"passive_dealer": True}, "passive_dealer needs four players, not 2"),
        ({"players": 4, "passive_dealer": True, "sides": "pairs"}, "passive_dealer goes with sides=each only"),
        ({"players": 4, "upcard_to": "dealer"}, "four in play need second_packet=2"),
        ({"second_packet": 2}, "2 in play need second_packet=3"),
        ({"players": 4, "passive_dealer": True, "second_packet": 2}, "3 in play need second_packet=3"),
        ({"upcard_to": "declarer"}, "upcard_to=declarer is for four in play"),
        ({"players": 4, "second_packet": 2}, "four in play need upcard_to=dealer or upcard_to=declarer"),
        ({"players": 3, "fours": {"J": 200}}, "fours are for two players only, not 3"),
        ({"match_unit": "kush"}, "target must be one_deal, not 501"),
    ],
)
def test_refused_combinations(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(UserError, match=re.escape(reason)):
        RuleSet().with_(**changes)


@pytest.mark.parametrize(
    ("changes", "note"),
    [
        ({"seven_exchange": "none"}, "terts_question has no effect here: there is no seven exchange"),
        ({"sequence_order": "strength"}, "terts_question has no effect here: in order of strength"),
        ({"target": "one_deal"}, "early_claim has no effect here"),
        ({"target": "one_deal"}, "both_reach has no effect here"),
        ({"players": 3, "overtrump": "never"}, "overtrump_partner has no effect here: there are no partners"),
        ({"bella_needs_trick": True, "bella_call": "after_trick"}, "bella_needs_trick has no effect here"),
        ({"players": 4, "second_packet": 2, "upcard_to": "dealer"}, "freza_shown has no effect here"),
        ({"players": 4, "second_packet": 2, "upcard_to": "dealer"}, "seven_exchange has no effect here"),
        ({}, "declarer_beats has no effect here: there is one defender"),
    ],
)
def test_switches_that_cannot_matter_are_named(changes: dict[str, Any], note: str) -> None:
    notes = RuleSet().with_(**changes).notes()
    assert sum(line.startswith(note) for line in notes) == 1


def test_switches_that_matter_are_not_named() -> None:
    assert variants["three"].notes() == ["overtrump_partner has no effect here: there are no partners"]
    named = {line.split()[0] for line in variants["pairs"].notes()}
    assert named.isdisjoint({"overtrump_partner", "bella_needs_trick", "both_reach", "hanging"})


def test_terts_alone_has_no_matches() -> None:
    for rules in variants.values():
        if rules.form != "terts":
            assert rules.require_matches() is rules
    with pytest.raises(UserError, match=r"rules terts: terts has no target and so no matches"):
        variants["terts"].require_matches()


# --- round trips ---

OPEN_VALUES = {
    "target": st.integers(1, 1_000_000),
    "sequence_points": st.dictionaries(st.integers(3, 8), st.integers(1, 1000), min_size=1),
    "fours": st.dictionaries(st.sampled_from([*"789TJQKA", "other"]), st.integers(1, 1000), min_size=1),
}


def value_of(name: str) -> st.SearchStrategy[Any]:
    listed = st.sampled_from(BY_NAME[name].values)
    return st.one_of(listed, OPEN_VALUES[name]) if name in OPEN_VALUES else listed


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    """Any valid rule set: random values, with those of the shape of the deal made to fit each other."""
    table = {switch.name: draw(value_of(switch.name)) for switch in SWITCHES}
    four = table["players"] == 4
    table["passive_dealer"] &= four
    table["sides"] = "pairs" if four and not table["passive_dealer"] and draw(st.booleans()) else "each"
    in_play = table["players"] - table["passive_dealer"]
    table["second_packet"] = 2 if in_play == 4 else 3
    table["upcard_to"] = draw(st.sampled_from(["dealer", "declarer"])) if in_play == 4 else "nobody"
    if table["players"] > 2:
        table["fours"] = "none"
    if table["form"] == "terts":
        table["target"] = "one_deal"
        if table["players"] > 2:
            table["form"] = "usual"
    if table["form"] == "two_rounds" and (table["sides"] == "each" or table["target"] == "one_deal"):
        table["form"] = "usual"
    if table["target"] != "one_deal":
        table["match_unit"] = "points"
    return RuleSet(name="drawn", **table)


@given(rule_sets())
def test_round_trips(rules: RuleSet) -> None:
    again = [
        RuleSet.from_toml(rules.to_toml()),
        read_toml(rules.to_toml(), "text", "text")["text"],
        RuleSet.from_dict(json.loads(json.dumps(rules.to_dict()))),
        from_spec(json.loads(json.dumps(rules.to_dict()))),
        pickle.loads(pickle.dumps(rules)),
        resolve("moscow", [f"{name}={value_text(here)}" for name, (here, _) in rules.differences(RuleSet()).items()]),
    ]
    for other in again:
        assert other == rules
        assert hash(other) == hash(rules)
        assert other.hash == rules.hash
    assert [other.name for other in again[:5]] == ["drawn"] * 5


@given(rule_sets(), rule_sets())
def test_hash_tells_rules_apart(a: RuleSet, b: RuleSet) -> None:
    assert (a.hash == b.hash) == (a == b) == (not a.differences(b))


def test_hash_is_stable_and_blind_to_the_name() -> None:
    moscow = RuleSet()
    assert moscow.hash == moscow.with_(name="other").hash == "2c51fdf49fff"
    assert moscow.with_(target=301).hash != moscow.hash


def test_with_labels_changes() -> None:
    moscow = RuleSet()
    assert moscow.with_(target=301, hanging="pot").name == "moscow+target=301"
    assert moscow.with_(target=501) == moscow
    assert moscow.with_(sequence_points={3: 10}).name == "moscow+sequence_points=3:10"
    with pytest.raises(UserError, match="did you mean hanging"):
        moscow.with_(hangin="pot")
    with pytest.raises(AttributeError):
        moscow.target = 301  # type: ignore[misc]


# --- variants ---


def expected(name: str, tables: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """A second, plain reading of the file: the base's values, then one's own."""
    own = {key: value for key, value in tables[name].items() if key not in ("base", "description", "source")}
    base = tables[name].get("base")
    return (expected(base, tables) if base else {}) | own


def test_variants_are_what_the_file_says() -> None:
    tables = tomllib.loads(DATA.read_text("utf-8"))
    assert list(variants) == list(tables)
    assert set(TWO_PLAYERS) < set(variants)
    for name in variants:
        table = variants[name].to_dict()
        assert table.pop("name") == name
        assert table == expected(name, tables)
        description, source = variants.about(name)
        assert description
        assert re.match(r"00[0234] ", source)


def test_kharkov_differs_from_moscow_in_one_switch() -> None:
    assert variants.moscow.differences(variants.kharkov) == {"sequence_tie": ("trump_then_turn", "turn")}


def test_variants_by_attribute_and_name() -> None:
    assert variants.moscow_301 is variants["moscow-301"]
    assert "moscow_301" in dir(variants)
    assert "nowhere" not in variants
    with pytest.raises(UserError, match=r"unknown rules 'moskow'; did you mean moscow\?"):
        variants["moskow"]
    with pytest.raises(AttributeError):
        _ = variants.nowhere


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("target = ", "not valid TOML"),
        ("", "there are no switches"),
        ("taget = 3", "did you mean target"),
        ("base = 'nowhere'", "unknown rules 'nowhere'"),
        ("base = 3", "base must be the name of a variant, not 3"),
        ("[a]\nbase = 'b'\n[b]\nbase = 'a'", "a circle (a > b > a)"),
        ("name = 3", "name of the rules"),
        ("players = 4", "four in play need"),
    ],
)
def test_wrong_files(text: str, said: str) -> None:
    with pytest.raises(UserError) as error:
        read_toml(text, "rules file x.toml", "x")
    assert str(error.value).startswith("rules file x.toml: ")
    assert said in str(error.value)


def test_files_have_bases_and_sections(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('base = "klabor"\nterts_question = "yes"\n[sequence_points]\n3 = 20\n')
    house = resolve(str(tmp_path / "house.toml"), ["target=77"])
    assert house == variants["klabor"].with_(terts_question=True, sequence_points={3: 20}, target=77)
    two = read_toml("[a]\nbase = 'b'\ntarget = 9\n[b]\nbase = 'kharkov'\nplayers = 3", "text", "text")
    assert two["a"] == variants["kharkov"].with_(players=3, target=9)
    (tmp_path / "two.toml").write_text("[a]\ntarget = 9\n[b]\ntarget = 8\n")
    with pytest.raises(UserError, match=r"one rule set is needed, it has 2 \(a, b\)"):
        resolve(str(tmp_path / "two.toml"))
    with pytest.raises(UserError, match="No such file"):
        resolve(str(tmp_path / "none.toml"))
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(UserError, match="UTF-8"):
        resolve(str(tmp_path / "bytes.toml"))


@pytest.mark.parametrize("spec", [3, None, {}, [], {"base": "moscow", "target": 3}, {"base": 3}, {"foo": 1}])
def test_wrong_specs(spec: Any) -> None:
    with pytest.raises(UserError):
        from_spec(spec)


def test_specs() -> None:
    assert from_spec("kharkov") is variants["kharkov"]
    spec = {"base": "kharkov", "set": {"target": 301, "sequence_points": {"3": 20, "4": 50}}}
    assert from_spec(spec) == variants["kharkov-301"]


# --- lowering ---


def test_lowered_cards_by_hand() -> None:
    rules = RuleSet().lower()[0]
    #                                7  8  9   T   J  Q  K  A
    assert rules.points.tolist() == [[0, 0, 0, 10, 2, 3, 4, 11], [0, 0, 14, 10, 20, 3, 4, 11]]
    assert 3 * rules.points[0].sum() + rules.points[1].sum() == 152
    assert "".join("789TJQKA"[rank] for rank in rules.strength[0].argsort()[::-1]) == "ATKQJ987"
    assert "".join("789TJQKA"[rank] for rank in rules.strength[1].argsort()[::-1]) == "J9ATKQ87"
    ten, jack, queen, ace = 3, 4, 5, 7
    assert rules.above[0, ten] == 1 << ace
    assert rules.above[1, ten] == 1 << jack | 1 << 2 | 1 << ace
    assert rules.above[1, jack] == 0
    assert rules.above[0, queen] == 1 << 6 | 1 << ten | 1 << ace
    assert rules.tricks == 9
    assert rules.team.tolist() == [0, 1, 2, 3]
    assert not rules.four_points.any()


def test_lowered_points_of_the_relatives() -> None:
    belote = variants["belote"].lower()[0]
    assert belote.points.tolist() == [[0, 0, 0, 10, 2, 3, 4, 10], [0, 0, 14, 10, 20, 3, 4, 10]]
    assert belote.four_points.tolist() == [100, 100, 100, 100, 200, 100, 100, 100]
    terts = RuleSet(trick_points="terts").lower()[0]
    assert 3 * terts.points[0].sum() + terts.points[1].sum() + 10 == 150
    assert RuleSet(fours={"A": 5}).lower()[0].four_points.tolist() == [0, 0, 0, 0, 0, 0, 0, 5]


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("moscow", (2, 2, 9, [0, 1, 2, 3], 0)),
        ("three", (3, 3, 9, [0, 1, 2, 3], 1)),
        ("klabor-3", (3, 3, 9, [0, 1, 2, 3], 0)),
        ("pairs", (4, 4, 8, [0, 1, 0, 1], 0)),
        ("solo4", (4, 4, 8, [0, 1, 2, 3], 0)),
        ("passive4", (4, 3, 9, [0, 1, 2, 3], 0)),
    ],
)
def test_lowered_shape_of_the_deal(name: str, shape: tuple[Any, ...]) -> None:
    rules = variants[name].lower()[0]
    assert (rules.players, rules.in_play, rules.tricks, rules.team.tolist(), rules.pool) == shape


def test_lowered_sequences() -> None:
    queen_to_nine = 0b00111100
    assert RuleSet().lower()[0].run_points[0, queen_to_nine] == 50
    assert RuleSet().lower()[0].run_points[0, 0b11111100] == 50
    assert variants["online"].lower()[0].run_points[0, 0b11111100] == 100
    club = variants["club"].lower()[0]
    assert club.natural_order == 0
    assert club.run_points[1, 1 << 4 | 1 << 2 | 1 << 7] == 20  # J 9 A of trump
    by_length = RuleSet(sequence_rank="length").lower()[0]
    assert by_length.run_key[0, 0b11111100] == 2 * (8 * 6 + 7)


@given(rule_sets())
def test_lowered_switches(rules: RuleSet) -> None:
    record = rules.lower()
    assert record.shape == (1,)
    settled = {"seven_exchange": "none"} if rules.in_play == 4 else {}  # what the company of a switch settles
    settled |= {"declarer_beats": "each"} if rules.sides == "pairs" else {}
    for switch in SWITCHES:
        if switch.name not in (record.dtype.names or ()):
            continue
        lowered = int(record[switch.name][0])
        value = getattr(rules, switch.name)
        if switch.enum:
            assert switch.enum(lowered).name == settled.get(switch.name, value_text(value)).upper()
        elif isinstance(value, str):
            words = {"none": switches.NO_LIMIT, "one_deal": switches.ONE_DEAL}
            assert lowered == words[value]
        else:
            assert lowered == value


@given(rule_sets())
def test_what_the_number_of_players_settles(rules: RuleSet) -> None:
    """The compiled kernels never read these fields; and searching policies and a user's read the record as RULES."""
    record = rules.lower()
    settled = SETTLED[rules.players]
    assert {name: int(record[name][0]) for name in settled} == settled
    *names, _ = RULES.names  # the last only tells the types apart
    assert [record.dtype.fields[name] for name in names] == [RULES.fields[name] for name in names]
    assert record.dtype.itemsize == RULES.itemsize and record.dtype != RULES


@pytest.mark.compiled
def test_a_settled_field_is_not_read() -> None:
    record = variants["three"].lower()[0]
    record.players, record.second_packet = 7, 4
    assert cards_needed(record) == 2 + 3 * (6 + 4)
