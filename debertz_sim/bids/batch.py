"""Many hands at once: read from a CSV or Parquet file, one row a hand; one result for all of them."""

from __future__ import annotations

import csv
import math
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from debertz_sim import provenance
from debertz_sim._jit import KERNEL_HASH
from debertz_sim.bids.run import BidRun
from debertz_sim.bids.spec import KIND, BidSpec, Spot, read_spot
from debertz_sim.errors import UserError
from debertz_sim.files import read_parquet
from debertz_sim.kernels.rng import STREAM_VERSION
from debertz_sim.results import Result
from debertz_sim.stats import Estimate
from debertz_sim.switch_table import nearest

COLUMNS = {
    "hand": "hand",
    "upcard": "upcard",
    "seat": "seat",
    "round": "round_",
    "auction": "auction",
    "dealer": "dealer",
}
NEEDED = ("hand", "upcard")
KEPT = ("margin", "lead", "best_probability", "deal_won", "match_won", "match_lead")
CALLS = ("s", "c", "d", "h", "pass")


def read_hands(path: Path) -> list[Spot]:
    """The hands of a file: columns hand, upcard, and seat, round, auction or dealer as for one hand.

    Raises
    ------
    UserError
        The file cannot be read, a column is missing or unknown, there are no rows, or a row is wrong; the message
        names file and row.
    """
    rows = list(_parquet_rows(path) if path.suffix.lower() == ".parquet" else _csv_rows(path))
    if not rows:
        raise UserError(f"{path}: it holds no hands; write one a row below the names of the columns")
    return spots_of(rows, str(path))


def spots_of(rows: Iterable[Mapping[str, Any]], what: str = "hands") -> list[Spot]:
    """The hands of rows with the columns of ``read_hands``; raises ``UserError`` that names the row, counted from 1."""
    found = []
    for number, row in enumerate(rows, 1):
        words = {name: _word(value) for name, value in row.items()}
        for name in words:
            if name not in COLUMNS:
                raise UserError(
                    f"{what}: unknown column {name!r}{nearest(name, COLUMNS)}; there may be {', '.join(COLUMNS)}"
                )
        for name in NEEDED:
            if not words.get(name):
                raise UserError(f"{what}, row {number}: {name} is missing")
        try:
            found.append(read_spot(**{COLUMNS[name]: word for name, word in words.items() if word is not None}))
        except UserError as error:
            raise UserError(f"{what}, row {number}: {error}") from None
    return found


def _word(value: Any) -> str | None:
    """A cell as text, ``None`` for an empty one."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value).strip() or None


def _csv_rows(path: Path) -> Iterator[dict[str, Any]]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file, restkey="", strict=True)
            for row in reader:
                if "" in row:
                    raise UserError(f"{path}, line {reader.line_num}: more cells than columns; quote cells with commas")
                yield {name.strip(): cell for name, cell in row.items()}
    except OSError as error:
        raise UserError(f"{path}: cannot be read ({error.strerror or error})") from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise UserError(f"{path}: not a CSV file in UTF-8 ({error})") from None


def _parquet_rows(path: Path) -> Iterator[dict[str, Any]]:
    columns, _ = read_parquet(path)
    for cells in zip(*columns.values(), strict=True):
        yield dict(zip(columns, cells, strict=True))


@dataclass(frozen=True)
class Batch:
    """A question about many hands: ``spec`` says all but the spots."""

    spec: BidSpec
    spots: tuple[Spot, ...]

    def options(self) -> dict[str, Any]:
        """What provenance keeps."""
        options = {name: value for name, value in self.spec.options().items() if name not in self.spec.spot.words()}
        return options | {"hands": [spot.words() for spot in self.spots]}

    @classmethod
    def from_provenance(cls, source: Mapping[str, Any], workers: int = 1) -> Batch:
        """The question that a result answers; raises ``UserError`` as ``BidSpec.from_provenance``."""
        try:
            spots = tuple(spots_of(source["options"]["hands"]))
            one = dict(source) | {"options": {**source["options"], **spots[0].words()}}
        except (KeyError, TypeError, IndexError) as error:
            raise UserError(f"provenance: not that of a batch of bids ({error} is missing or wrong)") from None
        return cls(BidSpec.from_provenance(one, workers), spots)


def run_batch(
    batch: Batch,
    file: str = "",
    stop: Callable[[], bool] = lambda: False,
    seen: Callable[[int], None] = lambda _: None,
) -> Result:
    """Compute every hand; estimates have the group ``hand`` (its number from 0), ``rows`` one row a hand.

    Each hand is what ``run_bid`` makes of it with the same seed.  ``file``: what provenance's command names; ``seen``
    is told the number of hands done.  Once ``stop`` says yes the result is a partial one, with the hands done so far.

    Raises
    ------
    UserError
        A hand that these rules do not allow, or as ``run_bid``; the message names the hand's row.
    KeyboardInterrupt
        Stopped before the first hand was done.
    """
    started, clock = datetime.now(UTC), perf_counter()
    found: list[Estimate] = []
    decisions: list[dict[str, Any]] = []
    rows: list[dict[str, Any]] = []
    value: dict[str, Any] = {}
    for number, spot in enumerate(batch.spots):
        if stop():
            break
        try:
            run = BidRun(replace(batch.spec, spot=spot))
            for _ in run:
                pass
        except UserError as error:
            raise UserError(f"hands, row {number + 1}: {error}") from None
        result = run.result()
        value = value or result.provenance["game_value"]
        kept = [e for e in result.estimates if _is_kept(e)]
        found += [replace(e, group={"hand": number, **e.group}) for e in kept]
        decisions.append(run.decision())
        rows.append(_row(spot, kept, decisions[-1], batch.spec.score is not None))
        seen(number + 1)
    if not rows:
        raise KeyboardInterrupt
    source = _provenance(batch, file, started, perf_counter() - clock, len(rows), value, decisions)
    return Result(tuple(found), source, _columns(rows))


def _is_kept(e: Estimate) -> bool:
    if e.metric == "made":
        return e.group["declarer"] == "me"
    return e.metric in KEPT and set(e.group) <= {"call", "over"}


def _row(spot: Spot, estimates: Sequence[Estimate], told: Mapping[str, Any], in_match: bool) -> dict[str, Any]:
    """One row of the wide table: the hand, its best call, and margin and chances of every call (NaN: not legal)."""
    row: dict[str, Any] = {**spot.words(), "best": told["best"]}
    row |= {"lead": told["lead"], "lead_low": told["low"], "lead_high": told["high"], "over": told["over"] or ""}
    row |= {name: told[name] for name in ("best_probability", "decided", "worlds")}
    known = {(e.metric, e.group["call"]): e for e in estimates if "over" not in e.group}
    for call in CALLS:
        margin = known.get(("margin", call))
        for name, field in (("margin", "value"), ("margin_low", "low"), ("margin_high", "high")):
            row[f"{name}_{call}"] = getattr(margin, field, None)
        for metric in ("made", "deal_won", *(("match_won",) if in_match else ())):
            row[f"{metric}_{call}"] = getattr(known.get((metric, call)), "value", None)
    return row


def _columns(rows: Sequence[Mapping[str, Any]]) -> dict[str, NDArray[Any]]:
    """The rows as arrays; a number that is missing is NaN."""
    columns: dict[str, NDArray[Any]] = {}
    for name, first in rows[0].items():
        cells = [row[name] for row in rows]
        if isinstance(first, str | bool):
            columns[name] = np.array(cells)
        elif name in ("round", "worlds"):
            columns[name] = np.array(cells, np.int64)
        else:
            columns[name] = np.array([math.nan if cell is None else cell for cell in cells], np.float64)
    return columns


def _provenance(
    batch: Batch,
    file: str,
    started: datetime,
    seconds: float,
    done: int,
    value: Mapping[str, Any],
    decisions: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    spec = batch.spec
    return provenance.record(
        command=shlex.join(["debertz", KIND, "--hands", file or "FILE", *spec.common_words()]),
        rules=spec.rules.to_dict(),
        rules_hash=spec.rules.hash,
        seed=spec.seed,
        stream=STREAM_VERSION,
        deals_requested=spec.most_worlds * len(batch.spots),
        deals_done=sum(told["worlds"] for told in decisions),
        partial=done < len(batch.spots),
        policies=spec.described(),
        started=started,
        seconds=seconds,
        workers=spec.workers,
        kernel_hash=KERNEL_HASH,
        confidence=spec.confidence,
        options=Batch(spec, batch.spots[:done]).options(),
        game_value=dict(value),
        decisions=[dict(told) for told in decisions],
    )
