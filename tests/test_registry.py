"""The table of policies, how names are read, and that a seating survives its description."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner, Result

from debertz_sim.cli.main import cli
from debertz_sim.errors import UserError
from debertz_sim.kernels.exchange import EXCHANGE_ALWAYS, EXCHANGE_DEFAULT, EXCHANGE_NEVER
from debertz_sim.policies import bidding_rules, families, play_rules, registry
from debertz_sim.policies.policy import BIDDING, KINDS, PLAY
from debertz_sim.policies.registry import Seating, find, known, policies, seating

BIDDERS = ("never", "always", "random", "points:T", "rules", "chart:NAME", "rule:NAME")
PLAYERS = ("random", "greedy", "rules", "expert", "rollout:N", "pimc:N")


@pytest.fixture(autouse=True)
def _built_in_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without what tests before have registered."""
    monkeypatch.setattr(registry, "_own", {})


def run(*args: str) -> Result:
    return CliRunner().invoke(cli, list(args))


def test_every_id_has_one_row() -> None:
    bids, plays = ([policy.id for policy in policies if policy.kind == kind] for kind in KINDS)
    assert sorted(bids) == sorted([*range(families.BID_USER), families.BID_CHART])  # a chart and a rule bid by tables
    assert sorted(plays) == list(range(families.PLAY_USER))
    assert [policy.form for policy in known(BIDDING)] == list(BIDDERS)
    assert [policy.form for policy in known(PLAY)] == list(PLAYERS)
    for policy in policies:
        assert policy.version
        assert len(policy.about) < 100
        assert policy.words.endswith(".")


def test_versions_of_the_rules_policies_stand_beside_their_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bidding_rules, "BIDDING_RULES_VERSION", "77")
    monkeypatch.setattr(play_rules, "PLAY_RULES_VERSION", "88")
    seated = seating(2, play="rules")
    assert seated.describe() == {"bidding": ["rules/77"] * 2, "play": ["rules/88"] * 2, "exchange": "default"}
    assert Seating.from_description(seated.describe()) == seated
    with pytest.raises(UserError, match="bidding rules: version 76 was used, here it is version 77"):
        Seating.from_description(seated.describe() | {"bidding": ["rules/76", "rules/77"]})


@pytest.mark.parametrize("threshold", [0, 7, 30, 200])
def test_points_take_a_threshold(threshold: int) -> None:
    choice = find(BIDDING, f"points:{threshold}")
    assert (choice.name, choice.parameter) == (f"points:{threshold}", threshold)


@pytest.mark.parametrize(
    ("kind", "name", "message"),
    [
        (BIDDING, "points", "write it as points:T"),
        (BIDDING, "points:", "from 0 to 200"),
        (BIDDING, "points:201", "from 0 to 200"),
        (BIDDING, "points:-1", "from 0 to 200"),
        (BIDDING, "points:3.5", "from 0 to 200"),
        (BIDDING, "points:٣", "from 0 to 200"),
        (BIDDING, "pionts:30", "did you mean points"),
        (BIDDING, "nevr", "did you mean never"),
        (BIDDING, "greedy", "unknown bidding policy 'greedy'"),
        (PLAY, "gredy", "did you mean greedy"),
        (PLAY, "points:30", "unknown play policy"),
        (PLAY, "rules:3", "takes no parameter"),
        (PLAY, "", "there are random, greedy, rules"),
        (PLAY, "user:mine", "register it in Python"),
        (PLAY, "pimc", "write it as pimc:N with N worlds, a whole number from 1 to 4096"),
        (PLAY, "pimc:0", "from 1 to 4096"),
        (PLAY, "rollout:4097", "from 1 to 4096"),
        (PLAY, "rollout:12345", "from 1 to 4096"),
        (PLAY, "rollout:64:", "one of plain, bid, each once"),
        (PLAY, "pimc:64:bud", "'bud' behind pimc:64"),
        (PLAY, "pimc:64:bid:bid", "each once"),
        (PLAY, "pimc:64:plan", "one of plain, bid, roll, each once"),
        (BIDDING, "points:30:bid", "there may stand nothing"),
    ],
)
def test_wrong_names(kind: str, name: str, message: str) -> None:
    with pytest.raises(UserError, match=message) as caught:
        find(kind, name)
    assert "\n" not in str(caught.value)


def test_searching_policies_take_worlds_and_options() -> None:
    choice = find(PLAY, "rollout:256:bid:plain")
    assert (choice.parameter, choice.options) == (256, ("plain", "bid"))
    assert choice.name == "rollout:256:plain:bid"
    seated = seating(2, "rules", "pimc:8", {1: {"play": choice.name}})
    assert Seating.from_description(json.loads(json.dumps(seated.describe()))) == seated
    assert seated.entries == ["User", "pimc-2", "rollout-2"]


@pytest.mark.parametrize("sides", ["each", "pairs"])
def test_open_deals_are_solved_for_two_sides(sides: str) -> None:
    seated = seating(4, play="pimc:8", by_seat={1: {"play": "rollout:8"}})
    if sides == "pairs":
        assert seated.for_game("usual", sides) == seated
        return
    with pytest.raises(UserError, match="each for himself take rollout:8"):
        seated.for_game("usual", sides)


def test_a_seating_fills_the_record_of_the_kernels() -> None:
    seated = seating(2, "points:30", "greedy", {1: {"bidding": "never", "play": "random"}}, "never")
    seats = seated.family.seats
    assert type(seated.family) is families.Basic
    assert seats.bidding[:2].tolist() == [families.BID_POINTS, families.BID_NEVER]
    assert seats.threshold[:2].tolist() == [30, 0]
    assert seats.play[:2].tolist() == [families.PLAY_GREEDY, families.PLAY_RANDOM]
    assert seats.exchange == EXCHANGE_NEVER
    assert seating(2, exchange="always").family.seats.exchange == EXCHANGE_ALWAYS
    assert seating(2).family.seats.exchange == EXCHANGE_DEFAULT
    assert type(seating(2, "never", "rules").family) is families.Ruled
    assert type(seating(2, "rules", "random").family) is families.Ruled
    assert seating(4).players == 4


def test_a_seating_survives_its_description() -> None:
    seated = seating(3, "points:30", "greedy", {2: {"bidding": "random"}, 0: {"play": "rules"}}, "always")
    text = json.dumps(seated.describe())
    again = Seating.from_description(json.loads(text))
    assert again == seated
    assert hash(again) == hash(seated)
    assert again.family.seats.tobytes() == seated.family.seats.tobytes()
    assert seated.describe()["bidding"] == ["points:30/1", "points:30/1", "random/1"]


@pytest.mark.parametrize(
    "description",
    [
        {},
        {"bidding": ["never/1"], "play": ["random/1"]},
        {"bidding": ["never/1"], "play": ["random/1", "random/1"], "exchange": "default"},
        {"bidding": [], "play": [], "exchange": "default"},
        {"bidding": ["never"], "play": ["random/1"], "exchange": "default"},
        {"bidding": ["never/2"], "play": ["random/1"], "exchange": "default"},
        {"bidding": ["points/1"], "play": ["random/1"], "exchange": "default"},
        {"bidding": ["never/1"], "play": ["random/1"], "exchange": "sometimes"},
        {"bidding": 3, "play": ["random/1"], "exchange": "default"},
    ],
)
def test_wrong_descriptions(description: dict[str, object]) -> None:
    with pytest.raises(UserError) as caught:
        Seating.from_description(description)
    assert "\n" not in str(caught.value)


def test_wrong_seatings() -> None:
    for by_seat, message in (
        ({2: {"play": "random"}}, "seats 0 to 1"),
        ({0: {"bid": "random"}}, "role 'bid'"),
        ({0: {"play": "never"}}, "unknown play policy"),
    ):
        with pytest.raises(UserError, match=message):
            seating(2, by_seat=by_seat)
    with pytest.raises(UserError, match="did you mean always"):
        seating(2, exchange="alway")


def test_the_registry_loads_no_compiler() -> None:
    code = (
        "import sys\n"
        "from debertz_sim.policies.registry import Seating, seating\n"
        "seating(2, 'points:30', 'greedy').describe()\n"
        "assert not {'numba', 'pandas'} & set(sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_policies_command() -> None:
    result = run("policies")
    assert result.exit_code == 0
    assert [line.split()[:2] for line in result.stdout.splitlines()[1:]] == [
        *(["bidding", form] for form in BIDDERS),
        *(["play", form] for form in PLAYERS),
    ]
    table = json.loads(run("policies", "--format", "json").stdout)
    assert [(row["kind"], row["name"], row["description"]) for row in table] == [
        (policy.kind, policy.form, policy.about) for kind in KINDS for policy in known(kind)
    ]
    points = next(row for row in table if row["name"] == "points:T")
    assert points["parameters"] == "T: card points, a whole number from 0 to 200"
    assert len(run("policies", "--format", "csv").stdout.splitlines()) == len(policies) + 1
    assert run("policies", "--format", "markdown").stdout.startswith("| kind | name |")


def test_policies_show() -> None:
    shown = run("policies", "show", "points:30")
    assert shown.exit_code == 0
    assert "ties to the earlier of s c d h" in " ".join(shown.stdout.split())
    both = json.loads(run("policies", "show", "random", "--format", "json").stdout)
    assert [(row["kind"], row["name"]) for row in both] == [(BIDDING, "random"), (PLAY, "random")]
    assert all(row["words"] for row in both)
    for name, message in (
        ("points:300", "from 0 to 200"),
        ("gredy", "did you mean greedy"),
        ("never:1", "no parameter"),
    ):
        wrong = run("policies", "show", name)
        assert (wrong.exit_code, wrong.stdout) == (2, "")
        assert message in wrong.stderr
