"""Options that several commands share, with the ways in which their values are written.

Each ``*_options`` and ``*_option`` is a decorator for a click command; its docstring names the arguments that the
command gets.  Nothing heavy is imported here.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click
from click.shell_completion import CompletionItem

from debertz_sim.amounts import parse_deals
from debertz_sim.errors import UserError
from debertz_sim.policies.defaults import DEFAULT_BIDDING, DEFAULT_PLAY

F = TypeVar("F", bound=Callable[..., Any])

SEED_BITS = 63
FORMATS = ("table", "json", "csv", "markdown")
FILE_FORMATS = ("json", "csv", "parquet", "markdown")
LANGUAGES = ("en", "ru", "uk")


class Precision(NamedTuple):
    """The half-width to reach, of a proportion (``0.1%`` is 0.001) or of a mean in card points (``0.5pt``)."""

    half_width: float
    unit: str  # "proportion" or "points"


class SeatPolicy(NamedTuple):
    """A policy for one seat; ``role`` is bidding or play."""

    seat: int
    role: str
    policy: str


def parse_precision(text: str) -> Precision:
    """A half-width written ``0.1%`` or ``0.5pt``; raises ``UserError`` for anything else, or 0."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?|\.\d+)\s*(%|pt)", str(text).strip().lower())
    if not found or float(found[1]) == 0:
        raise UserError(f"precision {text!r}: write a half-width above 0 as 0.1% (of a proportion) or 0.5pt (points)")
    number = float(found[1])
    return Precision(number / 100, "proportion") if found[2] == "%" else Precision(number, "points")


def parse_confidence(text: str) -> float:
    """A confidence level written ``0.95`` or ``95%``; raises ``UserError`` unless it lies between 0 and 1."""
    word = str(text).strip()
    try:
        level = float(word.removesuffix("%")) / (100 if word.endswith("%") else 1)
    except ValueError:
        level = 0.0
    if not 0 < level < 1:
        raise UserError(f"confidence {text!r}: it must be a level between 0 and 1, such as 0.95 or 95%")
    return level


def parse_seat(text: str) -> SeatPolicy:
    """A policy of one seat written ``0:bidding=NAME``; whether the policy exists is the registry's to say."""
    found = re.fullmatch(r"([0-3]):(bidding|play)=(\S+)", str(text).strip())
    if not found:
        raise UserError(f"seat {text!r}: write it as 0:bidding=NAME or 1:play=NAME")
    return SeatPolicy(int(found[1]), found[2], found[3])


def parse_methods(text: str) -> tuple[str, ...]:
    """Names with commas between them; which there are is the experiment's to say."""
    return tuple(word.strip() for word in str(text).split(",")) if str(text).strip() else ()


def _stack(*decorators: Callable[[F], F]) -> Callable[[F], F]:
    """The decorators as one; help lists them in this order."""

    def decorate(function: F) -> F:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return decorate


def _complete_rules(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from debertz_sim.variants import variants

    names = [CompletionItem(name, help=variants.about(name)[0]) for name in variants if name.startswith(incomplete)]
    return names or [CompletionItem(incomplete, type="file")]


def _complete_setting(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from debertz_sim.switch_table import SWITCHES, value_text

    settings = [f"{switch.name}={value_text(value)}" for switch in SWITCHES for value in switch.values]
    return [CompletionItem(setting) for setting in settings if setting.startswith(incomplete)]


def rules_argument(name: str, nargs: int = 1, metavar: str | None = None) -> Callable[[F], F]:
    """A positional rule set (variant or ``FILE.toml``) with shell completion; ``name``: str, tuple if several."""
    return click.argument(name, nargs=nargs, metavar=metavar or name.upper(), shell_complete=_complete_rules)


set_option = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="SWITCH=VALUE",
    shell_complete=_complete_setting,
    help="Change one switch of the rules; repeatable.",
)

rules_options = _stack(
    click.option(
        "--rules",
        default="moscow",
        show_default=True,
        metavar="NAME|FILE.toml",
        shell_complete=_complete_rules,
        help="Variant (see: debertz rules list) or a file from: debertz rules show NAME --toml.",
    ),
    set_option,
)
"""``rules``: str, ``settings``: tuple of str; for ``variants.resolve(rules, settings)``."""

rules_choice = _stack(
    click.option(
        "--rules",
        metavar="NAME|FILE.toml",
        shell_complete=_complete_rules,
        help="Variant.  [default: those of the transcript; two hands: moscow, four: pairs]",
    ),
    set_option,
)
"""As ``rules_options``, with ``rules`` None if not given."""


def drawn_seed() -> int:
    """A seed drawn from the system, below 2**63; ``tell_seed`` it when nothing can be wrong any more."""
    return int.from_bytes(os.urandom(8), "big") >> (64 - SEED_BITS)


def tell_seed(seed: int) -> None:
    """Print a drawn seed to stderr, so that the run can be repeated."""
    click.echo(f"seed {seed} (drawn; repeat with --seed {seed})", err=True)


seed_option = click.option(
    "--seed",
    type=click.IntRange(0, 2**SEED_BITS - 1),
    metavar="S",
    help="Seed of the random streams.  [default: drawn, and printed]",
)
"""``seed``: int below 2**63, ``None`` if not given; see ``drawn_seed``."""


def all_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


workers_option = click.option(
    "--workers",
    type=click.IntRange(min=1),
    default=all_cores,
    show_default="all cores",
    metavar="N",
    help="How many threads; never changes a number.",
)
"""``workers``: int."""

stopping_options = _stack(
    click.option(
        "--precision",
        type=parse_precision,
        metavar="P",
        help="Go on until the headline's half-width is below P (0.1%, 0.5pt).",
    ),
    click.option("--max-deals", type=parse_deals, metavar="N", help="Stop there, whatever the precision."),
    click.option("--headline", metavar="METRIC", help="The metric that --precision looks at."),
)
"""``precision``: Precision or None, ``max_deals``: int or None, ``headline``: str or None."""

confidence_option = click.option(
    "--confidence",
    type=parse_confidence,
    default="0.95",
    show_default=True,
    metavar="C",
    help="Level of the intervals.",
)
"""``confidence``: float."""

simultaneous_option = click.option(
    "--simultaneous", is_flag=True, help="Widen the intervals so that all of the table hold together."
)
"""``simultaneous``: bool."""

reduce_option = click.option(
    "--reduce",
    type=parse_methods,
    default="",
    metavar="METHOD[,METHOD...]",
    help="Narrower intervals by seats, suits, strata, controls; metrics without groups alone.",
)
"""``reduce``: tuple of str."""

exchange_option = click.option(
    "--exchange",
    type=click.Choice(["default", "always", "never"]),
    default="default",
    show_default=True,
    help="When the holder of the trump seven exchanges it.",
)
"""``exchange``: str."""

policy_options = _stack(
    click.option(
        "--bidding", default=DEFAULT_BIDDING, show_default=True, metavar="POLICY", help="Bidding of all seats."
    ),
    click.option("--play", default=DEFAULT_PLAY, show_default=True, metavar="POLICY", help="Play of all seats."),
    click.option(
        "--seat",
        "seats",
        type=parse_seat,
        metavar="SEAT:ROLE=POLICY",
        multiple=True,
        help="Policy of one seat, such as 0:bidding=points:30; repeatable.",
    ),
    exchange_option,
)
"""``bidding``, ``play``: str, ``seats``: tuple of SeatPolicy, ``exchange``: str; see ``by_seat``."""


chosen_options = _stack(
    click.option(
        "--given",
        default="",
        metavar="CONDITION",
        help="Look only at deals that satisfy it, such as 'six_trumps_0 >= 3 and outcome == made' (debertz columns).",
    ),
    click.option(
        "--hand",
        "hands",
        multiple=True,
        metavar="PLACE:CARDS",
        help="Cards known in the first packets: forehand:'As Kx xh ?'; repeatable.",
    ),
    click.option("--upcard", metavar="CARD", help="The upcard, if it is known."),
)
"""``given``: str, ``hands``: tuple of str, ``upcard``: str or None."""


def by_seat(role: str, policy: str, seats: Iterable[SeatPolicy], players: int) -> list[str]:
    """The policy of each of the ``players`` seats in one role; raises ``UserError`` for a seat that is not there."""
    found = [policy] * players
    for setting in seats:
        if setting.seat >= players:
            raise UserError(f"--seat {setting.seat}: these rules have seats 0 to {players - 1}")
        if setting.role == role:
            found[setting.seat] = setting.policy
    return found


def default_language() -> str:
    """The language of the locale if it is one of ours, else English."""
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    language = next((name for name in names if name), "")[:2].lower()
    return language if language in LANGUAGES else "en"


lang_option = click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    default=default_language,
    show_default="locale, else en",
    help="Language of the labels; keys in files stay English.",
)
"""``lang``: str."""


def output_options(formats: Iterable[str] = FORMATS) -> Callable[[F], F]:
    """``format_``: str or None, ``out``: Path or None, ``force``: bool; for ``destination``."""
    return _stack(
        click.option(
            "--format", "format_", type=click.Choice(list(formats)), show_default="table", help="Format on stdout."
        ),
        click.option(
            "--out",
            type=click.Path(path_type=Path),
            metavar="FILE",
            help="Write a file instead; its ending decides the format.",
        ),
        click.option("--force", is_flag=True, help="Overwrite an existing file."),
    )


def destination(
    format_: str | None, out: Path | None, force: bool, allowed: Iterable[str] = FILE_FORMATS
) -> tuple[str, Path | None]:
    """The format, and the file to write or ``None`` for stdout; call it before the work begins.

    Raises ``UserError`` if the ending says nothing or something else than ``--format``, if the file exists and
    ``--force`` is not given, or if it cannot be written.
    """
    if out is None or str(out) == "-":
        return format_ or "table", None
    from debertz_sim.files import check_target, format_of

    kind = format_of(out, allowed)
    if format_ not in (None, kind):
        raise UserError(f"--out {out}: its ending says {kind}, --format says {format_}; leave one of them out")
    check_target(out, force)
    return kind, out


progress_options = _stack(
    click.option("--quiet", is_flag=True, help="Nothing on stderr but errors."),
    click.option("--no-progress", is_flag=True, help="No progress line."),
)
"""``quiet``, ``no_progress``: bool."""
