"""What a learned policy knows: look-up tables described by their axes, and the small arrays they are the sums of.

A policy adds up one number of each *block*.  A block has an axis for everything that its number may depend on; so that
it can be learned it is the sum of *pieces*, arrays over some of the axes, some of them made coarser.  Pieces are what
is trained and shipped; blocks are what the kernels read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import prod
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

POINT = 64  # the numbers are in units of 1/POINT points
DATA = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Axis:
    """``size`` values; ``coarse``: which of fewer values each of them becomes in the piece axis ``~name``."""

    name: str
    size: int
    coarse: tuple[int, ...] = ()


@dataclass(frozen=True)
class Block:
    """A table over ``axes``, the last running fastest; ``pieces``: the axes of each, by name, ``~name`` coarsened."""

    name: str
    axes: tuple[Axis, ...]
    pieces: tuple[tuple[str, ...], ...]

    @property
    def shape(self) -> tuple[int, ...]:
        """The size of each axis."""
        return tuple(axis.size for axis in self.axes)

    def maps(self, piece: Sequence[str]) -> list[NDArray[np.int64]]:
        """For each axis the place along the piece that its values have: zeros where the piece lacks it."""
        found = []
        for axis in self.axes:
            if axis.name in piece:
                found.append(np.arange(axis.size))
            elif "~" + axis.name in piece:
                found.append(np.array(axis.coarse))
            else:
                found.append(np.zeros(axis.size, np.int64))
        return found

    def piece_shape(self, piece: Sequence[str]) -> tuple[int, ...]:
        """The shape of a piece, 1 along the axes that it lacks."""
        return tuple(int(places.max()) + 1 for places in self.maps(piece))


@dataclass(frozen=True)
class Part:
    """Blocks one after another, for one kind of decision."""

    blocks: tuple[Block, ...]

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Where each block begins, and where the last ends."""
        return (0, *np.cumsum([prod(block.shape) for block in self.blocks]).tolist())

    @cached_property
    def pieces(self) -> list[tuple[int, tuple[str, ...], int]]:
        """Every piece: the number of its block, its axes, and where its numbers begin among all."""
        found, start = [], 0
        for number, block in enumerate(self.blocks):
            for piece in block.pieces:
                found.append((number, piece, start))
                start += prod(block.piece_shape(piece))
        return found

    @property
    def n_numbers(self) -> int:
        """How many numbers the pieces have."""
        number, piece, start = self.pieces[-1]
        return start + prod(self.blocks[number].piece_shape(piece))

    def columns(self, places: NDArray[np.int32]) -> NDArray[np.int32]:
        """Which numbers make up what stands at places of the part.

        ``places``: shape (rows, blocks), one place of every block, counted from the part's beginning.  Returns shape
        (rows, pieces).
        """
        found = np.zeros((len(places), len(self.pieces)), np.int32)
        for column, (number, piece, start) in enumerate(self.pieces):
            block = self.blocks[number]
            every = np.ravel_multi_index(np.ix_(*block.maps(piece)), block.piece_shape(piece)).ravel()
            found[:, column] = start + every[places[:, number] - self.starts[number]]
        return found

    def table(self, numbers: NDArray[np.int16]) -> NDArray[np.int16]:
        """What the kernels read, from the numbers of all pieces (int16, shape (n_numbers,))."""
        found = np.zeros(self.starts[-1], np.int16)
        for number, piece, start in self.pieces:
            block = self.blocks[number]
            shape = block.piece_shape(piece)
            part = numbers[start : start + prod(shape)].reshape(shape)
            for axis, places in enumerate(block.maps(piece)):
                if part.shape[axis] > 1:
                    part = part.take(places, axis)
            view = found[self.starts[number] : self.starts[number + 1]].reshape(block.shape)
            view += part
        return found


@dataclass(frozen=True)
class Model:
    """All that a policy knows: its parts one after another in one table; ``name`` is that of the shipped file."""

    name: str
    parts: tuple[Part, ...]

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Where every block of every part begins in the table."""
        found, start = [], 0
        for part in self.parts:
            found += [start + begin for begin in part.starts[:-1]]
            start += part.starts[-1]
        return tuple(found)

    def split(self, numbers: NDArray[np.int16]) -> list[NDArray[np.int16]]:
        """The numbers of each part."""
        return np.split(numbers, np.cumsum([part.n_numbers for part in self.parts])[:-1])

    def table(self, numbers: NDArray[np.int16]) -> NDArray[np.int16]:
        """The table that the kernels read, from the numbers of all parts."""
        return np.concatenate([part.table(own) for part, own in zip(self.parts, self.split(numbers), strict=True)])

    @property
    def n_numbers(self) -> int:
        """How many numbers all parts have."""
        return sum(part.n_numbers for part in self.parts)

    @property
    def path(self) -> Path:
        """The shipped file."""
        return DATA / f"{self.name}.npz"


@lru_cache(maxsize=8)
def shipped(model: Model) -> NDArray[np.int16]:
    """The table of the shipped numbers; kept, as kernels read it by its address."""
    with np.load(model.path) as file:
        return model.table(file["numbers"])


def save(model: Model, numbers: NDArray[np.int16], about: Mapping[str, str], path: Path | None = None) -> Path:
    """Write the numbers of a model, with how they were made; returns the file."""
    path = model.path if path is None else path
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, numbers=numbers, **{key: np.array(about[key]) for key in about})
    return path
