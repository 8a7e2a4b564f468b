"""What a statistical command hands back: estimates, provenance and, if kept, one row a deal."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from debertz_sim.errors import UserError
from debertz_sim.files import format_of, write_atomic, write_parquet
from debertz_sim.stats import Estimate, flat_columns

if TYPE_CHECKING:
    import pandas

FORMAT_NAME = "debertz-result"
FORMAT_VERSION = 1


class ResultFormatError(UserError, ValueError):
    """A text that is not a result this version can read."""


@dataclass(frozen=True, eq=False, repr=False)
class Result:
    """The outcome of an experiment.

    Parameters
    ----------
    estimates
        Numbers with intervals, in the order of the report.
    provenance
        The keys of ``provenance.record``.
    rows
        Columns name -> array of shape (deals,), one entry a deal; ``None`` if they were not kept.
    """

    estimates: tuple[Estimate, ...]
    provenance: Mapping[str, Any]
    rows: Mapping[str, NDArray[Any]] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "estimates", tuple(self.estimates))

    def get(self, metric: str, **group: str | int) -> Estimate:
        """The one estimate of ``metric`` whose group is exactly ``group``.

        Raises
        ------
        KeyError
            There is none; the message lists the groups there are, or the metrics.
        """
        of_metric = [estimate for estimate in self.estimates if estimate.metric == metric]
        for estimate in of_metric:
            if estimate.group == group:
                return estimate
        known = [str(e.group) for e in of_metric] or list(dict.fromkeys(e.metric for e in self.estimates))
        raise KeyError(f"no {metric} {group}; there are {', '.join(known)}")

    def to_frame(self) -> pandas.DataFrame:
        """The estimates as a pandas table: metric, a column for each group key, then the other fields."""
        import pandas

        frame = pandas.DataFrame(flat_columns(self.estimates))
        # whole numbers stay whole where some are missing, and a column of numbers without any stays one of numbers
        for name in ("n", "k"):
            frame[name] = frame[name].astype("Int64")
        for name in ("value", "low", "high", "se"):
            frame[name] = frame[name].astype(float)
        return frame

    def rows_frame(self) -> pandas.DataFrame:
        """The rows as a pandas table, one a deal.

        Raises
        ------
        UserError
            The rows were not kept.
        """
        import pandas

        if self.rows is None:
            raise UserError("this result has no rows; run the experiment with rows kept")
        return pandas.DataFrame(dict(self.rows))

    def to_json(self) -> str:
        """The JSON text, one line an estimate; floating-point numbers read back to the same bits."""
        head = json.dumps(f"{FORMAT_NAME}/{FORMAT_VERSION}")
        provenance = json.dumps(dict(self.provenance), allow_nan=False, ensure_ascii=False, indent=1)
        lines = (json.dumps(e.to_dict(), allow_nan=False, ensure_ascii=False) for e in self.estimates)
        body = ",\n".join(lines)
        return f'{{"format": {head},\n"provenance": {provenance},\n"estimates": [\n{body}\n]}}\n'

    @classmethod
    def from_json(cls, text: str) -> Result:
        """Read what ``to_json`` wrote, in this or an older format version; unknown keys are left out.

        Raises
        ------
        ResultFormatError
            (a UserError and ValueError, one line) Not JSON, not a result, or of a newer version.
        """
        try:
            data = json.loads(text, parse_constant=_no_constant)
        except json.JSONDecodeError as error:
            raise ResultFormatError(
                f"result: not complete JSON at line {error.lineno}, column {error.colno} ({error.msg})"
            ) from None
        except (ValueError, RecursionError) as error:
            if isinstance(error, ResultFormatError):
                raise
            raise ResultFormatError("result: a number of too many digits, or brackets nested too deep") from None
        name = data.get("format") if isinstance(data, dict) else None
        match = re.fullmatch(rf"{FORMAT_NAME}/([1-9]\d*)", str(name))
        if match is None:
            raise ResultFormatError(f"result: format is {name!r}, must be '{FORMAT_NAME}/{FORMAT_VERSION}'")
        if int(match[1]) > FORMAT_VERSION:
            newest = f"{FORMAT_NAME}/{FORMAT_VERSION}"
            raise ResultFormatError(
                f"result: format {name} is newer than {newest}, the newest known; update the package"
            )
        return cls._from_dict(data)

    @classmethod
    def _from_dict(cls, data: Mapping[str, Any]) -> Result:
        provenance, items = data.get("provenance"), data.get("estimates")
        if not isinstance(provenance, dict) or not isinstance(items, list):
            raise ResultFormatError("result: 'provenance' must be a table and 'estimates' a list")
        estimates = []
        for place, item in enumerate(items):
            if not isinstance(item, dict):
                raise ResultFormatError(f"result: estimate {place} is {item!r}, must be a table")
            try:
                estimates.append(Estimate.from_dict(item))
            except ValueError as error:
                raise ResultFormatError(f"result: estimate {place}: {error}") from None
        return cls(tuple(estimates), provenance)

    @classmethod
    def load(cls, path: str | Path) -> Result:
        """Read a JSON result file.

        Raises
        ------
        UserError
            The file cannot be read, or as ``from_json``; the message names the file.
        """
        try:
            text = Path(path).read_text(encoding="utf-8")
        except OSError as error:
            raise UserError(f"{path}: cannot be read ({error.strerror or error})") from None
        except UnicodeDecodeError:
            raise ResultFormatError(f"{path}: not a text file in UTF-8; must be a JSON result") from None
        try:
            return cls.from_json(text)
        except ResultFormatError as error:
            raise ResultFormatError(f"{path}: {error}") from None

    def save(self, path: str | Path, force: bool = False, lang: str = "en") -> None:
        """Write the estimates in the format of the ending (.json .csv .parquet .md), whole or not at all.

        Raises
        ------
        UserError
            Unknown ending, existing file without ``force``, folder that cannot be written, pyarrow missing.
        """
        kind = format_of(path)
        if kind == "parquet":
            write_parquet(path, [flat_columns(self.estimates)], force, self._metadata)
        else:
            write_atomic(path, self.render(kind, lang), force)

    def save_rows(self, path: str | Path, force: bool = False) -> None:
        """Write the rows as Parquet, one a deal, with the provenance in the file's metadata; errors as ``save``."""
        if self.rows is None:
            raise UserError("this result has no rows; run the experiment with rows kept")
        format_of(path, ["parquet"])
        write_parquet(path, [self.rows], force, self._metadata)

    def render(self, kind: str, lang: str = "en") -> str:
        """The result as text: ``json``, ``table`` (aligned), ``markdown``, ``csv`` or ``html``."""
        from debertz_sim.report import tables

        return self.to_json() if kind == "json" else tables.render(self.estimates, self.provenance, kind, lang)

    def _metadata(self) -> dict[str, str]:
        return {FORMAT_NAME: json.dumps(dict(self.provenance), allow_nan=False, ensure_ascii=False)}

    def __repr__(self) -> str:
        source = self.provenance
        deals, seed = source.get("deals_done"), source.get("seed")
        return f"<Result of {source.get('command')!r}: {len(self.estimates)} estimates, deals={deals}, seed={seed}>"

    def __str__(self) -> str:
        return self.render("table")

    def _repr_html_(self) -> str:
        return self.render("html")


def _no_constant(name: str) -> float:
    raise ResultFormatError(f"result: {name} is not a number of JSON; must be a finite number or null")


def first_difference(a: Result, b: Result) -> str | None:
    """The first estimate in which two results differ, in one line; ``None`` if there is none.

    Compared is what depends on rules, policies, seed and deals alone: the estimates bit for bit and in order, and
    the rows where both have them; provenance is not.
    """
    if len(a.estimates) != len(b.estimates):
        return f"{len(a.estimates)} estimates and {len(b.estimates)}"
    for mine, other in zip(a.estimates, b.estimates, strict=True):
        if mine != other:
            return (
                f"{mine.metric} {dict(mine.group)}: {mine.value} and {other.metric} {dict(other.group)}: {other.value}"
            )
    return _rows_difference(a.rows, b.rows)


def _rows_difference(a: Mapping[str, NDArray[Any]] | None, b: Mapping[str, NDArray[Any]] | None) -> str | None:
    if a is None or b is None:
        return None
    if list(a) != list(b):
        return f"rows: columns {list(a)} and {list(b)}"
    for name, column in a.items():
        other = b[name]
        if column.shape != other.shape or ((column != other) & ~((column != column) & (other != other))).any():
            return f"rows: column {name}"  # two missing numbers (NaN) are the same
    return None


def identical(a: Result, b: Result) -> bool:
    """Whether two results are the same in everything that ``rerun`` compares; see ``first_difference``."""
    return first_difference(a, b) is None
