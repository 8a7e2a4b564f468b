"""One deal of an experiment as a transcript, under the conditions of the experiment."""

from __future__ import annotations

from debertz_sim.errors import UserError
from debertz_sim.experiment.spec import SIMULATE, ExperimentSpec
from debertz_sim.experiment.work import BLOCK, Chunk, plan, play_chunk
from debertz_sim.policies.registry import Seating
from debertz_sim.records.transcript import Transcript, deal_transcript
from debertz_sim.rules import RuleSet

LOOK_AHEAD = 20 * BLOCK  # so far the next deal that satisfies a condition is looked for


def chosen_transcript(
    rules: RuleSet,
    policies: Seating,
    seed: int,
    index: int,
    given: str = "",
    hands: tuple[str, ...] = (),
    upcard: str | None = None,
) -> Transcript:
    """Deal ``index`` as ``simulate`` plays it with these texts (see ``ExperimentSpec``).

    Raises
    ------
    UserError
        The texts cannot be read, or the deal does not satisfy the condition; the next one that does is named.
    """
    spec = ExperimentSpec(
        SIMULATE, (rules,), seed, index + 1, policies=policies, given=given, hands=hands, upcard=upcard
    )
    choice = spec.choice
    if choice is None:
        return deal_transcript(rules, policies.family, seed, index)
    if choice.rejects and (following := _next(spec, index)) != index:
        hint = "none of the next ones does" if following is None else f"the next that does is deal {following}"
        raise UserError(f"deal {index} of seed {seed} does not satisfy the condition {given!r}; {hint}")
    return deal_transcript(rules, policies.family, seed, index, choice.deck)


def first_that_fits(
    rules: RuleSet,
    policies: Seating,
    seed: int,
    first: int = 0,
    given: str = "",
    hands: tuple[str, ...] = (),
    upcard: str | None = None,
) -> Transcript | None:
    """The first deal of a seed, from ``first`` on, that satisfies the condition; ``None`` if none of the next does.

    Raises
    ------
    UserError
        The texts cannot be read.
    """
    spec = ExperimentSpec(
        SIMULATE, (rules,), seed, first + 1, policies=policies, given=given, hands=hands, upcard=upcard
    )
    choice = spec.choice
    index = _next(spec, first) if choice is not None and choice.rejects else first
    if index is None:
        return None
    return deal_transcript(rules, policies.family, seed, index, None if choice is None else choice.deck)


def _next(spec: ExperimentSpec, index: int) -> int | None:
    """The first deal from ``index`` on that satisfies the condition, ``None`` if there is none among the next ones."""
    ready = plan(spec, keep_rows=True)
    first, size = index, 1
    while first < index + LOOK_AHEAD:
        done = play_chunk(ready, Chunk(first, size))
        assert done.rows is not None and done.rows.numbers is not None
        if done.rows.numbers.size:
            return int(done.rows.numbers[0])
        first, size = first + size, BLOCK
    return None
