"""A chunk of deals or matches played and tallied: what runs in a worker, without the interpreter's lock."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim.conditions.choice import Choice
from debertz_sim.conditions.columns import Packets, joined
from debertz_sim.engine.blocks import play_block, play_matches
from debertz_sim.engine.deal import Desk, laid_decks, new_desk
from debertz_sim.engine.reduced import N_DEALT, play_shuffles
from debertz_sim.engine.rows import COLUMNS, MATCH_COLUMNS, N_COLUMNS, N_MATCH_COLUMNS
from debertz_sim.engine.tally import tally_deals, tally_matches, tally_pairs
from debertz_sim.engine.terts_rows import TERTS_COLUMNS
from debertz_sim.experiment import reduction
from debertz_sim.experiment.design import Design, design
from debertz_sim.experiment.faults import fault_in_deal, fault_in_match, fault_in_shuffle
from debertz_sim.experiment.match_metrics import MATCH_RATIOS, match_means, match_shares
from debertz_sim.experiment.metrics import Frame
from debertz_sim.experiment.program import Program, frame_of, program
from debertz_sim.experiment.spec import DEALS, SIMULATE, ExperimentSpec
from debertz_sim.experiment.sums import FIRST, Key, Part, Sums, no_deals
from debertz_sim.experiment.terts import play_terts
from debertz_sim.kernels.state import MAX_SHUFFLES
from debertz_sim.policies.policy import TERTS
from debertz_sim.policies.registry import Seating
from debertz_sim.rules import RuleSet

FEW = 8  # where fewer than one deal in so many is wanted, they are played one by one
BLOCK = 2048  # deals that lie in the row buffer at a time; matches need room for one that never ends beside them


class Chunk(NamedTuple):
    """Deals or matches ``first`` .. ``first + units - 1``."""

    first: int
    units: int


class Rows(NamedTuple):
    """Rows that were kept: (shuffles, N_COLUMNS); in matches with match and shuffle number of each, (shuffles, 2).

    ``numbers``: those of the deals, where some were left out; ``hands``: the hands as dealt, where they are asked
    for.
    """

    rows: NDArray[np.int32]
    where: NDArray[np.int64] | None = None
    numbers: NDArray[np.int64] | None = None
    hands: Packets | None = None


class Block(NamedTuple):
    """Deals from number ``first`` on, played under each rule set: the rows of those that satisfy the condition.

    ``numbers``, ``hands``: as in ``Rows``.
    """

    first: int
    rows: list[NDArray[np.int32]]
    numbers: NDArray[np.int64] | None = None
    hands: Packets | None = None


class Done(NamedTuple):
    """A chunk done: its sums, and its rows if they are kept."""

    chunk: Chunk
    sums: Sums
    rows: Rows | None


class Stopped(Exception):
    """The work was given up in the middle of a chunk."""


class Arm(NamedTuple):
    """A rule set made ready: its record, who sits there, the program of its tallies, the number of its first deal."""

    rules: Any
    seated: Seating
    frame: Frame
    program: Program
    first: int


@dataclass(frozen=True)
class Plan:
    """A spec made ready: all rule sets that are played, the arms first; which are compared; how shuffles are dealt.

    ``keep_rows``: whether the rows of A's deals are handed on; ``columns``: what will be asked of them, if it is more
    than the engine's.
    """

    spec: ExperimentSpec
    arms: tuple[Arm, ...]
    keep_rows: bool
    columns: tuple[str, ...] = ()
    pairs: tuple[tuple[int, int], ...] = ()
    design: Design | None = None

    @property
    def program(self) -> Program:
        """The program of A, which is that of all where all play the same deals."""
        return self.arms[0].program

    @property
    def frame(self) -> Frame:
        """The frame of A, likewise."""
        return self.arms[0].frame

    @property
    def fingerprint(self) -> str:
        """What is tallied where, in all programs."""
        methods = [] if self.design is None else [self.design.fingerprint]
        return "+".join([*dict.fromkeys(arm.program.fingerprint for arm in self.arms), *methods])

    def programs(self, pair: tuple[int, ...]) -> list[Program]:
        """Those of some of the rule sets, by number."""
        return [self.arms[number].program for number in pair]

    def named(self, rows: NDArray[np.int32]) -> dict[str, NDArray[np.int32]]:
        """Rows of A as columns by name."""
        names = TERTS_COLUMNS if self.frame.terts else COLUMNS
        return {name: rows[:, place] for place, name in enumerate(names)}

    def empty(self) -> Sums:
        """Sums of nothing."""
        if self.spec.unit != DEALS:
            return Sums(0, 0, (self._empty_matches(),))
        if self.design is not None:
            alone = [(0,)] if self.spec.kind == SIMULATE else self.pairs
            return Sums(0, 0, tuple(reduction.empty(self.design, self.programs(pair)) for pair in alone))
        if self.spec.kind == SIMULATE or not self.spec.paired:
            return Sums(0, 0, tuple(_empty_deals(arm.program) for arm in self.arms))
        return Sums(0, 0, tuple(_empty_pair(self.program) for _ in self.pairs))

    def _empty_matches(self) -> Part:
        return {
            "cells": _zeros(len(self.program.cells) + len(self.program.means), 3),
            "bases": _zeros(self.program.n_bases, 2),
            "match_shares": _zeros(len(match_shares(self.frame)), 2),
            "match_means": _zeros(len(match_means(self.frame)), 2),
            "match_ratios": _zeros(len(MATCH_RATIOS), 5),
        }


def _empty_deals(its: Program) -> Part:
    return {"counts": _zeros(its.n_classes), "moments": _zeros(len(its.means), 2)}


def _empty_pair(its: Program) -> Part:
    return {
        "joint": _zeros(its.n_joint),
        "moments": _zeros(len(its.means), 7),
        "differing": _zeros(1),
        FIRST: no_deals(),
    }


def plan(spec: ExperimentSpec, keep_rows: bool = False, columns: tuple[str, ...] = ()) -> Plan:
    """Make a spec ready for the workers: one frame for rule sets that play the same deals, else one for each."""
    rule_sets = spec.played()

    def ready(number: int, rules: RuleSet) -> Arm:
        frame = frame_of(rule_sets if spec.paired else [rules], spec.unit != DEALS)
        return Arm(rules.lower()[0], spec.seated_for(rules), frame, program(frame), spec.first_deal(number))

    arms = tuple(ready(number, rules) for number, rules in enumerate(rule_sets))
    pairs = tuple(spec.pairs) if spec.kind != SIMULATE and spec.paired else ()
    return Plan(spec, arms, keep_rows, columns, pairs, design(spec.reduce, spec.arms[0]) if spec.reduce else None)


def _zeros(*shape: int) -> NDArray[np.int64]:
    return np.zeros(shape, np.int64)


_mine = threading.local()


def _desk() -> Desk:
    """This thread's desk."""
    if not hasattr(_mine, "desk"):
        _mine.desk = new_desk()
    desk: Desk = _mine.desk
    return desk


def play_rows(
    rules: Any,
    seated: Seating,
    seed: int,
    first: int,
    rows: NDArray[np.int32],
    decks: NDArray[np.int8] | None = None,
    first_deck: int = 0,
) -> None:
    """Deals from number ``first`` on, a row each; ``decks``, ``first_deck`` as for ``engine.deal.laid_decks``.

    Raises ``UserError`` if a policy's choice was not legal.
    """
    if seated.game == TERTS:
        play_terts(rules, seated, seed, first, rows, decks, first_deck)
        return
    desk = _desk()
    with laid_decks(desk, first_deck, decks):
        fault = play_block(rules, seated.family, desk, seed, first, rows)
    if fault >= 0:
        raise fault_in_deal(rules, seated, seed, int(fault), decks, first_deck)


def _all_deals(plan: Plan, first: int, deals: int) -> Block:
    """Deals as they come."""
    blocks = row_buffers(len(plan.arms), deals)
    for arm, rows in zip(plan.arms, blocks, strict=True):
        play_rows(arm.rules, arm.seated, plan.spec.seed, arm.first + first, rows)
    return Block(first, blocks)


def _chosen_deals(plan: Plan, choice: Choice, first: int, deals: int) -> Block:
    """Deals that are made to fit, judged and left out as the choice says; conditions are judged on A's deals."""
    looked_at = choice.looks_at_cards(plan.columns)
    decks = choice.decks(_desk(), plan.spec.seed, first, deals) if choice.fit or looked_at else None
    hands = choice.packets(decks) if decks is not None and looked_at else None
    picked = np.flatnonzero(choice.passes_early(hands, first, deals))
    blocks = row_buffers(len(plan.arms), deals)
    for arm, rows in zip(plan.arms, blocks, strict=True):
        if len(picked) * FEW < deals:
            for place in picked.tolist():
                play_rows(arm.rules, arm.seated, plan.spec.seed, first + place, rows[place : place + 1], decks, first)
        else:
            play_rows(arm.rules, arm.seated, plan.spec.seed, first, rows, decks, first)
    hands = hands and hands.take(picked)
    passed = choice.passes_late(plan.named(blocks[0][picked]), hands)
    picked = picked[passed]
    return Block(first, [rows[picked] for rows in blocks], first + picked, hands and hands.take(np.flatnonzero(passed)))


def row_buffers(number: int, deals: int) -> list[NDArray[np.int32]]:
    """This thread's row buffers; what they hold is overwritten by the next block."""
    kept: list[NDArray[np.int32]] = getattr(_mine, "buffers", [])
    if len(kept) < number or kept[0].shape[0] < deals:
        kept = [np.zeros((deals, N_COLUMNS), np.int32) for _ in range(number)]
        _mine.buffers = kept
    return [buffer[:deals] for buffer in kept[:number]]


def play_chunk(plan: Plan, chunk: Chunk, given_up: Callable[[], bool] = lambda: False) -> Done:
    """Play and tally one chunk.

    ``given_up`` is asked between blocks; once it says yes the chunk is lost.

    Raises
    ------
    UserError
        A policy's choice was not legal.
    Stopped
        The work was given up.
    """
    if plan.spec.unit != DEALS:
        return _play_matches(plan, chunk, given_up)
    if plan.design is not None:
        return _play_shuffles(plan, plan.design, chunk, given_up)
    return _play_deals(plan, chunk, given_up)


def _play_deals(plan: Plan, chunk: Chunk, given_up: Callable[[], bool]) -> Done:
    sums = plan.empty()
    choice = plan.spec.choice
    by = choice is not None and bool(choice.by)
    kept: list[Rows] = []
    n_kept = 0
    for start in range(chunk.first, chunk.first + chunk.units, BLOCK):
        if given_up():
            raise Stopped
        deals = min(BLOCK, chunk.first + chunk.units - start)
        block = _chosen_deals(plan, choice, start, deals) if choice else _all_deals(plan, start, deals)
        _tally_block(plan, block, sums.parts)
        n_kept += len(block.rows[0])
        if plan.keep_rows or by:
            kept.append(Rows(block.rows[0].copy(), None, block.numbers, block.hands))
    rows_kept = _joined(kept) if kept else None
    groups = _groups(plan, choice, rows_kept) if choice and by and rows_kept else {}
    return Done(
        chunk, Sums(chunk.units, chunk.units, sums.parts, n_kept, groups), rows_kept if plan.keep_rows else None
    )


def _tally_block(plan: Plan, block: Block, parts: tuple[Part, ...]) -> None:
    if plan.spec.kind == SIMULATE or not plan.spec.paired:
        for arm, part, rows in zip(plan.arms, parts, block.rows, strict=True):
            tally_deals(arm.program.tally, rows, part["counts"], part["moments"])
        return
    for part, (a, b) in zip(parts, plan.pairs, strict=True):
        found = no_deals() if block.numbers is not None else part[FIRST]
        differing = _zeros(1) if block.numbers is not None else part["differing"]
        first = 0 if block.numbers is not None else block.first
        joint = part["joint"], part["moments"], differing, found
        tally_pairs(plan.program.tally, first, block.rows[a], block.rows[b], *joint)
        if block.numbers is not None:  # the deals are not those from the first on
            found[: differing[0]] = block.numbers[found[: differing[0]]]
            part["differing"] += differing
            part[FIRST][:] = np.sort(np.concatenate([part[FIRST], found]))[: len(found)]


def _joined(kept: Sequence[Rows]) -> Rows:
    """The rows of several blocks as one."""
    numbers = [one.numbers for one in kept if one.numbers is not None]
    hands = [one.hands for one in kept if one.hands is not None]
    return Rows(
        np.concatenate([one.rows for one in kept]),
        None,
        np.concatenate(numbers) if numbers else None,
        joined(hands) if hands else None,
    )


def _groups(plan: Plan, choice: Choice, kept: Rows) -> dict[Key, Part]:
    """What each group of deals leaves behind, by the values of the columns that sort them."""
    values = choice.sort(plan.named(kept.rows), kept.hands)
    order = np.lexsort(values.T[::-1])
    values, rows, its = values[order], kept.rows[order], plan.program
    starts = np.flatnonzero(np.r_[True, (values[1:] != values[:-1]).any(axis=1)]) if len(values) else np.zeros(0, int)
    found = {}
    for key, start, stop in zip(values[starts].tolist(), starts, [*starts[1:], len(values)], strict=True):
        part = found[tuple(key)] = _empty_deals(its)
        tally_deals(its.tally, rows[start:stop], part["counts"], part["moments"])
    return found


def _play_shuffles(plan: Plan, design: Design, chunk: Chunk, given_up: Callable[[], bool]) -> Done:
    sums = plan.empty()
    first, last = (number // design.deals for number in (chunk.first, chunk.first + chunk.units))
    size = max(1, BLOCK // design.deals)
    asked = bool(design.controls)
    for start in range(first, last, size):
        if given_up():
            raise Stopped
        deals = min(size, last - start) * design.deals
        blocks = row_buffers(len(plan.arms), max(BLOCK, size * design.deals))
        blocks = [rows[:deals] for rows in blocks]
        dealt = np.zeros((deals * asked, N_DEALT * plan.spec.arms[0].in_play * asked), np.int64)
        for arm, rows in zip(plan.arms, blocks, strict=True):
            more = dealt if arm is plan.arms[0] else dealt[:0]
            ways = design.moves, design.turns, design.by_rank
            fault = play_shuffles(arm.rules, arm.seated.family, _desk(), plan.spec.seed, start, *ways, rows, more)
            if fault >= 0:
                raise fault_in_shuffle(arm.rules, arm.seated, plan.spec.seed, int(fault), *ways)
        for part, pair in zip(sums.parts, plan.pairs or [(0,)], strict=True):
            reduction.add(design, plan.programs(pair), [blocks[number] for number in pair], dealt, part)
    return Done(chunk, Sums(chunk.units, chunk.units, sums.parts, chunk.units), None)


def _play_matches(plan: Plan, chunk: Chunk, given_up: Callable[[], bool]) -> Done:
    (part,) = plan.empty().parts
    (arm,) = plan.arms
    (rows,) = row_buffers(1, 2 * MAX_SHUFFLES)
    where, done = np.zeros((rows.shape[0], 2), np.int64), np.zeros(2, np.int64)
    kept = []
    number, shuffles = chunk.first, 0
    while number < chunk.first + chunk.units:
        if given_up():
            raise Stopped
        match_rows = np.zeros((min(BLOCK, chunk.first + chunk.units - number), N_MATCH_COLUMNS), np.int32)
        fault = play_matches(
            arm.rules, arm.seated.family, _desk(), plan.spec.seed, number, match_rows, where, rows, done
        )
        if fault >= 0:
            raise fault_in_match(arm.rules, arm.seated, plan.spec.seed, int(fault))
        matches, filled = done.tolist()
        tally_matches(arm.program.tally, rows[:filled], where[:filled], part["cells"], part["bases"])
        _tally_whole_matches(arm.frame, match_rows[:matches], part)
        if plan.keep_rows:
            kept.append(Rows(rows[:filled].copy(), where[:filled].copy()))
        number += matches
        shuffles += filled
    rows_kept = None
    if plan.keep_rows:
        places = [block.where for block in kept if block.where is not None]
        rows_kept = Rows(np.concatenate([block.rows for block in kept]), np.concatenate(places))
    return Done(chunk, Sums(chunk.units, shuffles, (part,), chunk.units), rows_kept)


def _tally_whole_matches(frame: Frame, match_rows: NDArray[np.int32], part: Part) -> None:
    columns = dict(zip(MATCH_COLUMNS, match_rows.astype(np.int64).T, strict=True))
    for place, share in enumerate(match_shares(frame)):
        among = share.among(columns)
        part["match_shares"][place] += ((among & share.hit(columns)).sum(), among.sum())
    for place, mean in enumerate(match_means(frame)):
        values = columns[mean.column]
        part["match_means"][place] += (values.sum(), values @ values)
    for place, ratio in enumerate(MATCH_RATIOS):
        x, y = columns[ratio.column], columns[ratio.over]
        part["match_ratios"][place] += (x.sum(), y.sum(), x @ x, x @ y, y @ y)
