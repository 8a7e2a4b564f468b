"""One number with its interval, and the ways to get it from integer counts and sums.

Nothing here knows what was counted.  A number that cannot be given is ``None``, never NaN.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from operator import index
from statistics import NormalDist
from typing import Any, TypeAlias

Group: TypeAlias = Mapping[str, str | int]
Column: TypeAlias = list[str | None] | list[int | None] | list[float | None]

DEFAULT_CONFIDENCE = 0.95

METHODS = ("exact", "wilson", "normal", "sequence")

# What the value counts, which decides how a table writes it.
PROPORTION = "proportion"  # 0..1, written in percent
PERCENTAGE_POINTS = "percentage_points"  # difference of two proportions, written in points of a percent
POINTS = "points"  # points of the game
NUMBER = "number"  # anything else that is averaged: deals, cards, stakes
UNITS = (PROPORTION, PERCENTAGE_POINTS, POINTS, NUMBER)

_FIELDS = ("value", "low", "high", "se", "n", "k", "method", "fraction")

# Comparisons: the group key that names the arm (A, B, C, ...) of an estimate or the difference (B-A) of two.
ARM = "arm"


def difference_arm(arm: str, base: str = "A") -> str:
    """The name under which the difference ``arm - base`` stands in a group, ``"B-A"``."""
    return f"{arm}-{base}"


@dataclass(frozen=True)
class Estimate:
    """One number of a result; the keys of its JSON form are the field names.

    Parameters
    ----------
    metric, group
        What was measured, and for which part of the deals; group values are strings or integers.
    value, low, high, se
        The number, its interval and its standard error, as a fraction of 1 or in units of the metric; ``None``
        where there is nothing to tell from (``n`` = 0; for the spread of a mean, ``n`` = 1).
    n, k
        Deals (or matches) looked at; hits among them if the number is a proportion.  ``None`` if exact.
    method
        ``exact``, ``wilson``, ``normal`` or ``sequence``.
    fraction
        The exact number as ``"a/b"`` if the method is ``exact``.
    unit
        One of ``UNITS``.

    Raises
    ------
    ValueError
        A number that is not finite, an unknown method or unit, a group key that is also a field name.
    """

    metric: str
    group: Group
    value: float | None
    low: float | None
    high: float | None
    se: float | None
    n: int | None
    k: int | None
    method: str
    fraction: str | None = None
    unit: str = field(default=NUMBER, compare=False)

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise ValueError(f"estimate {self.metric}: method {self.method!r}, must be one of {', '.join(METHODS)}")
        if self.unit not in UNITS:
            raise ValueError(f"estimate {self.metric}: unit {self.unit!r}, must be one of {', '.join(UNITS)}")
        for name in ("value", "low", "high", "se"):
            number = getattr(self, name)
            if number is not None and not math.isfinite(number):
                raise ValueError(f"estimate {self.metric}: {name} is {number}, must be finite or None")
        for key in self.group:
            if key in _FIELDS or key in ("metric", "unit"):
                raise ValueError(f"estimate {self.metric}: group key {key!r} is a field name")
        plain = {key: value if isinstance(value, str) else index(value) for key, value in self.group.items()}
        object.__setattr__(self, "group", plain)

    @property
    def is_difference(self) -> bool:
        """Whether this is a difference of two arms, not a share of deals on which they differ."""
        return self.unit != PROPORTION and "-" in str(self.group.get(ARM, ""))

    def to_dict(self) -> dict[str, Any]:
        """The JSON form: all fields, group as a plain dictionary."""
        head: dict[str, Any] = {"metric": self.metric, "group": dict(self.group)}
        return head | {name: getattr(self, name) for name in _FIELDS} | {"unit": self.unit}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Estimate:
        """Read the JSON form back; keys it does not know are left out, a missing unit follows from the method.

        Raises
        ------
        ValueError
            A key is missing or holds the wrong kind of value.
        """
        try:
            unit = data.get("unit", PROPORTION if data["method"] == "wilson" else NUMBER)
            value, low, high, se = (_number(name, data[name]) for name in ("value", "low", "high", "se"))
            n, k = (_count(name, data[name]) for name in ("n", "k"))
            fraction = None if data["fraction"] is None else str(data["fraction"])
            metric, group, method = str(data["metric"]), data["group"], str(data["method"])
            return cls(metric, group, value, low, high, se, n, k, method, fraction, unit)
        except KeyError as error:
            raise ValueError(f"estimate {data.get('metric', '?')}: key {error.args[0]!r} is missing") from None
        except (TypeError, AttributeError) as error:
            raise ValueError(f"estimate {data.get('metric', '?')}: {error}") from None


def _number(name: str, value: Any) -> float | None:
    if value is None or (isinstance(value, int | float) and not isinstance(value, bool)):
        return None if value is None else float(value)
    raise TypeError(f"{name} is {value!r}, must be a number or null")


def _count(name: str, value: Any) -> int | None:
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    raise TypeError(f"{name} is {value!r}, must be a whole number or null")


def is_level(confidence: float) -> bool:
    """Whether a confidence lies between 0 and 1, and not so close to them that it counts as one of them."""
    return 0.5 < (1 + confidence) / 2 < 1


@lru_cache(maxsize=16)
def z_value(confidence: float) -> float:
    """Half-width of a two-sided normal interval, in standard errors.

    Raises
    ------
    ValueError
        The confidence is not between 0 and 1.
    """
    if not is_level(confidence):
        raise ValueError(f"confidence is {confidence}, must lie between 0 and 1, such as 0.95")
    return NormalDist().inv_cdf((1 + confidence) / 2)


def wilson(
    k: int, n: int, confidence: float = DEFAULT_CONFIDENCE, *, metric: str, group: Group | None = None
) -> Estimate:
    """Proportion of ``k`` hits in ``n`` trials with the score interval of Wilson (1927).

    ``se`` is the plug-in error sqrt(p (1 - p) / n); at p = 0 and 1 it would claim certainty, so there it is
    ``None`` and the interval, which stays of positive width, says how much is known.

    Raises
    ------
    ValueError
        Not 0 <= k <= n, or the confidence is not between 0 and 1.
    """
    k, n = index(k), index(n)
    z = z_value(confidence)
    if not 0 <= k <= n:
        raise ValueError(f"{metric}: {k} hits in {n} trials, must be 0 <= hits <= trials")
    if n == 0:
        return Estimate(metric, group or {}, None, None, None, None, 0, 0, "wilson", None, PROPORTION)
    p = k / n
    low, high = wilson_bounds(k, n, z)
    se = math.sqrt(p * (1 - p) / n) if 0 < k < n else None
    return Estimate(metric, group or {}, p, low, high, se, n, k, "wilson", None, PROPORTION)


def wilson_bounds(k: float, n: float, z: float) -> tuple[float, float]:
    """Wilson's interval for 0 <= k <= n hits in n > 0 trials, z standard errors to each side; neither need be whole."""
    p = k / n
    centre = (k + z * z / 2) / (n + z * z)
    half = z / (n + z * z) * math.sqrt(k * (n - k) / n + z * z / 4)
    # the bounds at 0 and n hits are 0 and 1 exactly; floating point only comes close
    return 0.0 if k == 0 else min(centre - half, p), 1.0 if k == n else max(centre + half, p)


def normal_mean(
    total: int,
    total_sq: int,
    n: int,
    confidence: float = DEFAULT_CONFIDENCE,
    *,
    metric: str,
    group: Group | None = None,
    unit: str = POINTS,
    divisor: int = 1,
) -> Estimate:
    """Mean of ``n`` integers from their sum and their sum of squares, with a normal interval.

    What is averaged may be fractions: the integers divided by ``divisor``.  The sample variance of the integers is
    (n Σx² - (Σx)²) / (n (n - 1)), whose numerator is an exact integer, so nothing is lost to cancellation.  The
    interval is the large-sample one; below some 30 values it is too narrow.

    Raises
    ------
    ValueError
        Sums that no n integers can have, or the confidence is not between 0 and 1.
    """
    total, total_sq, n = index(total), index(total_sq), index(n)
    z = z_value(confidence)
    spread = n * total_sq - total * total
    if n < 0 or spread < 0 or (n == 0 and (total or total_sq)):
        raise ValueError(f"{metric}: no {n} integers have the sum {total} and the sum of squares {total_sq}")
    if n == 0:
        return Estimate(metric, group or {}, None, None, None, None, 0, None, "normal", None, unit)
    value = total / (n * divisor)
    if n == 1:
        return Estimate(metric, group or {}, value, None, None, None, 1, None, "normal", None, unit)
    se = math.sqrt(spread / (n * n * (n - 1))) / divisor
    return Estimate(metric, group or {}, value, value - z * se, value + z * se, se, n, None, "normal", None, unit)


def exact(fraction: Fraction | int, *, metric: str, group: Group | None = None, unit: str = PROPORTION) -> Estimate:
    """A number known by counting: no error, and the fraction in lowest terms beside the decimal value."""
    fraction = Fraction(fraction)
    value = float(fraction)
    text = f"{fraction.numerator}/{fraction.denominator}"
    return Estimate(metric, group or {}, value, value, value, 0.0, None, None, "exact", text, unit)


def flat_columns(estimates: Iterable[Estimate]) -> dict[str, Column]:
    """Estimates as columns of equal length: metric, one column for each group key, then the other fields.

    Where an estimate has no such group key the cell is ``None``.  A group column that holds both words and
    integers is turned into words, so that every column has one type.
    """
    rows = [estimate.to_dict() for estimate in estimates]
    keys = list(dict.fromkeys(key for row in rows for key in row["group"]))
    columns: dict[str, Column] = {"metric": [row["metric"] for row in rows]}
    for key in keys:
        cells = [row["group"].get(key) for row in rows]
        if any(isinstance(cell, str) for cell in cells):
            cells = [None if cell is None else str(cell) for cell in cells]
        columns[key] = cells
    return columns | {name: [row[name] for row in rows] for name in (*_FIELDS, "unit")}
