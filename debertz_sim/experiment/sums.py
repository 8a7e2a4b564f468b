"""What chunks of work leave behind: whole numbers that add up in any order, and their JSON form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from debertz_sim.engine.tally import FIRST_DIFFERING, NO_DEAL

# The one array that is not added up: the smallest deal numbers, ascending, NO_DEAL where there are no more.
FIRST = "found"

Part = dict[str, NDArray[np.int64]]
Key = tuple[int, ...]


@dataclass(frozen=True)
class Sums:
    """Sums over units (deals or matches).

    Parameters
    ----------
    units, shuffles
        Deals or matches done; deals shuffled for them.
    parts
        Arrays by name: one part, or in a comparison one for each arm beside the first.
    kept
        Deals that satisfy the condition, where there is one (else all).
    groups
        Where deals are sorted into groups: the part of each group that has deals.
    """

    units: int
    shuffles: int
    parts: tuple[Part, ...]
    kept: int = 0
    groups: Mapping[Key, Part] = field(default_factory=dict)

    def merge(self, other: Sums) -> Sums:
        """The sums of both."""
        pairs = zip(self.parts, other.parts, strict=True)
        parts = tuple({name: _add(name, one[name], two[name]) for name in one} for one, two in pairs)
        groups = dict(self.groups)
        for key, part in other.groups.items():
            mine = groups.get(key)
            groups[key] = part if mine is None else {name: mine[name] + part[name] for name in part}
        kept = self.kept + other.kept
        return Sums(self.units + other.units, self.shuffles + other.shuffles, parts, kept, groups)

    def to_json(self) -> dict[str, Any]:
        """JSON values; of an array only the entries that are not 0."""
        parts = [_part_to_json(part) for part in self.parts]
        groups = [[list(key), _part_to_json(part)] for key, part in self.groups.items()]
        return {"units": self.units, "shuffles": self.shuffles, "parts": parts, "kept": self.kept, "groups": groups}

    @classmethod
    def from_json(cls, data: Mapping[str, Any], empty: Sums) -> Sums:
        """Read ``to_json`` back; ``empty`` says which arrays of which shape there must be.

        Raises
        ------
        ValueError
            The data are not such sums.
        """
        try:
            if len(data["parts"]) != len(empty.parts):
                raise ValueError(f"sums: {len(data['parts'])} parts, must be {len(empty.parts)}")
            pairs = zip(data["parts"], empty.parts, strict=True)
            parts = tuple(_part_from_json(part, blank) for part, blank in pairs)
            units = int(data["units"])
            groups = {
                tuple(map(int, key)): _part_from_json(part, empty.parts[0]) for key, part in data.get("groups", ())
            }
            return cls(units, int(data["shuffles"]), parts, int(data.get("kept", units)), groups)
        except (KeyError, TypeError, IndexError, OverflowError) as error:
            raise ValueError(f"sums: not readable ({type(error).__name__}: {error})") from None


def no_deals() -> NDArray[np.int64]:
    """An empty list of deal numbers, to be filled up and merged."""
    return np.full(FIRST_DIFFERING, NO_DEAL, np.int64)


def _add(name: str, one: NDArray[np.int64], two: NDArray[np.int64]) -> NDArray[np.int64]:
    if name == FIRST:
        return np.sort(np.concatenate([one, two]))[: one.size]
    return one + two


def _part_to_json(part: Part) -> dict[str, Any]:
    return {name: _sparse(array) for name, array in part.items()}


def _part_from_json(data: Mapping[str, Any], blank: Part) -> Part:
    return {name: _dense(data[name], array) for name, array in blank.items()}


def _sparse(array: NDArray[np.int64]) -> list[list[int]]:
    flat = array.ravel()
    return [[int(place), int(flat[place])] for place in np.flatnonzero(flat)]


def _dense(entries: Any, blank: NDArray[np.int64]) -> NDArray[np.int64]:
    array = np.zeros(blank.size, np.int64)
    for place, value in entries:
        if not 0 <= place < blank.size:
            raise IndexError(f"entry {place} of {blank.size}")
        array[place] = value
    return array.reshape(blank.shape)
