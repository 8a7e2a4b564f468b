"""Numbers depend on rules, policies, seed and deals alone: not on workers, chunks, hash seeds, or what ran before."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from debertz_sim.cli.main import cli
from debertz_sim.experiment import ExperimentSpec, run
from debertz_sim.experiment.spec import CHUNKS
from debertz_sim.policies.registry import seating
from debertz_sim.results import Result, identical
from debertz_sim.variants import variants

RANDOM = seating(2, "random", "random")
MOSCOW, KLABOR = variants["moscow"], variants["klabor"]
SPECS = {
    "simulate": ExperimentSpec("simulate", (MOSCOW,), 7, 5000, policies=RANDOM),
    "compare": ExperimentSpec("compare", (MOSCOW, KLABOR), 7, 5000, policies=RANDOM),
    "matches": ExperimentSpec("simulate", (KLABOR,), 7, 200, "matches", RANDOM),
}


@pytest.mark.parametrize("kind", SPECS)
def test_workers_and_chunks_change_nothing(kind: str) -> None:
    first = run(replace(SPECS[kind], workers=1, chunk=10**6), keep_rows=True)
    for workers, chunk in ((1, 1000), (2, 257), (8, 113), (8, 4096)):
        again = run(replace(SPECS[kind], workers=workers, chunk=chunk), keep_rows=True)
        assert identical(first, again), (workers, chunk)


def test_a_longer_run_begins_with_the_shorter_one() -> None:
    for kind in ("simulate", "matches"):
        short, long = (run(replace(SPECS[kind], amount=n), keep_rows=True).rows for n in (100, 150))
        assert short is not None and long is not None
        for name, column in short.items():
            assert (long[name][: len(column)] == column).all(), name


def test_another_seed_means_other_deals() -> None:
    rows = [run(replace(SPECS["simulate"], seed=seed), keep_rows=True).rows for seed in (7, 8)]
    assert rows[0] is not None and rows[1] is not None
    same = (rows[0]["upcard"] == rows[1]["upcard"]).mean()
    assert same < 0.05  # 1 in 32 by chance


def test_policies_and_rules_do_not_touch_the_cards() -> None:
    specs = [
        SPECS["simulate"],
        replace(SPECS["simulate"], policies=seating(2, "always", "greedy")),
        replace(SPECS["simulate"], arms=(variants["online"],)),
    ]
    rows = [run(spec, keep_rows=True).rows for spec in specs]
    assert all(its is not None for its in rows)
    assert all((its["upcard"] == rows[0]["upcard"]).all() for its in rows[1:])  # type: ignore[index]


def test_deals_alone_and_deals_of_matches_are_different_streams() -> None:
    alone, matches = (run(SPECS[kind], keep_rows=True).rows for kind in ("simulate", "matches"))
    assert alone is not None and matches is not None
    n = min(len(alone["upcard"]), len(matches["upcard"]))
    assert (alone["upcard"][:n] == matches["upcard"][:n]).mean() < 0.06
    assert np.unique(matches["dealer"][matches["shuffle"] == 0]).tolist() == [0, 1]  # the first dealer is drawn


def digest_in_a_process(hash_seed: str, workers: str) -> str:
    """What a fresh process makes of the estimates and rows of a run."""
    code = f"""
import hashlib
from debertz_sim.experiment import ExperimentSpec, run
from debertz_sim.experiment.spec import CHUNKS
from debertz_sim.policies.registry import seating
from debertz_sim.variants import variants
spec = ExperimentSpec("simulate", (variants["moscow"],), 7, 2000, policies=seating(2, "random", "random"),
                      workers={workers}, chunk=300)
result = run(spec, keep_rows=True)
digest = hashlib.sha256(repr([estimate.to_dict() for estimate in result.estimates]).encode())
for name, column in result.rows.items():
    digest.update(name.encode() + column.astype("<i8").tobytes())
print(digest.hexdigest())
"""
    environment = os.environ | {"PYTHONHASHSEED": hash_seed}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.mark.slow
def test_the_hash_seed_changes_nothing() -> None:
    result = run(replace(SPECS["simulate"], amount=2000), keep_rows=True)
    assert result.rows is not None
    digest = hashlib.sha256(repr([estimate.to_dict() for estimate in result.estimates]).encode())
    for name, column in result.rows.items():
        digest.update(name.encode() + column.astype("<i8").tobytes())
    assert digest_in_a_process("0", "1") == digest_in_a_process("1", "2") == digest.hexdigest()


def simulate_files(folder: Path, *options: str) -> tuple[bytes, Any, Result]:
    """Transcripts, rows and result of one command."""
    from pyarrow import parquet

    base = ["simulate", "--bidding", "random", "--play", "random", "--quiet", "--seed", "7", *options]
    rows, lines, result = folder / "rows.parquet", folder / "deals.jsonl", folder / "result.json"
    for more in (["--rows", "--out", str(rows), "--transcripts", str(lines)], ["--out", str(result)]):
        done = CliRunner().invoke(cli, [*base, "--force", *more])
        assert done.exit_code == 0, done.output
    return lines.read_bytes(), parquet.read_table(rows).to_pydict(), Result.load(result)


@pytest.mark.parametrize("amount", [("--deals", "400"), ("--matches", "30")])
def test_transcripts_rows_and_estimates_of_the_command_do_not_depend_on_workers(
    tmp_path: Path, amount: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CHUNKS, "deals", 53)
    monkeypatch.setitem(CHUNKS, "matches", 4)
    first = simulate_files(tmp_path, *amount, "--workers", "1")
    for workers in ("2", "8"):
        lines, rows, result = simulate_files(tmp_path, *amount, "--workers", workers)
        assert lines == first[0]
        assert rows == first[1]
        assert identical(result, first[2])


def test_transcripts_are_the_deals_of_the_rows() -> None:
    import json

    from debertz_sim.cards import parse_card
    from debertz_sim.records.transcript import Scribe

    rows = run(replace(SPECS["simulate"], amount=300), keep_rows=True).rows
    assert rows is not None
    scribe = Scribe(MOSCOW)
    outcomes = ("open", "made", "baid", "hanging_baid", "all_pass", "redeal", "instant_win")
    for index, deal in enumerate(scribe.deals(RANDOM.family, 7, range(300))):
        deal = json.loads(json.dumps(deal))
        assert deal["index"] == rows["index"][index]
        assert parse_card(deal["upcard"]) == rows["upcard"][index]
        assert deal["result"]["outcome"] == outcomes[rows["outcome"][index]]
        if deal["result"]["tricks"]:
            first = 1 - deal["dealer"]
            totals = [rows["total_0"][index], rows["total_1"][index]]
            assert [deal["result"]["totals"][first], deal["result"]["totals"][1 - first]] == totals
