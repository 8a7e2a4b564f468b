#!/usr/bin/env python
"""Where the counts of leads of play ``rules`` for three and four seats come from: duels with each of them changed.

    python scripts/fit_play_sides.py
    python scripts/fit_play_sides.py --role defender --by 1 --by -1

For each count of a role: the policy with that count changed against the shipped one, on duplicate deals, all bidding
``rules``; a positive figure means that the change is better.  Defenders and declarers are compared in that role in
``three``, ``solo4`` and ``passive4`` and as a side in ``pairs``, a declarer's partner in ``pairs`` and
``klabor-pairs``.  The shipped numbers were found by such steps, taken one at a time where the sum over the tables of
trick points and 0.3 times written points gained; the start was a regression of what a random lead costs or gains.
"""

from __future__ import annotations

import importlib.util
import sys
import tempfile
from pathlib import Path
from typing import Any

import click
from duel import duel

from debertz_sim.policies import play_sides
from debertz_sim.policies.registry import user_policy

ROLES = {"defender": play_sides.DEFENDER, "declarer": play_sides.DECLARER, "partner": play_sides.PARTNER}
NAMES = {
    "trumps: none out": play_sides.T_NONE,
    "trumps: master": play_sides.T_MASTER,
    "trumps: seven or eight": play_sides.T_LOW,
    "trumps: nine": play_sides.T_NINE,
    "trumps: another": play_sides.T_OTHER,
    "trumps: each own": play_sides.T_OWN,
    "master": play_sides.M_SUM,
    "master: each own": play_sides.M_OWN,
    "master: each out": play_sides.M_OUT,
    "master: not the ace": play_sides.M_NO_ACE,
    "low": play_sides.L_SUM,
    "low: each own": play_sides.L_OWN,
    "low: each out": play_sides.L_OUT,
    "low: ally may be higher": play_sides.L_ALLY,
    "low: led by himself": play_sides.L_BY_ME,
    "low: led by an ally": play_sides.L_BY_ALLY,
    "low: led by an opponent": play_sides.L_BY_OPPONENT,
    "gap": play_sides.GAP,
}
TABLES: dict[str, list[tuple[str, str | None]]] = {
    "defender": [("three", "defenders"), ("solo4", "defenders"), ("passive4", "defenders"), ("pairs", None)],
    "declarer": [("three", "declarer"), ("solo4", "declarer"), ("passive4", "declarer"), ("pairs", None)],
    "partner": [("pairs", None), ("klabor-pairs", None)],
}


def changed(folder: Path, role: str, what: int, change: int) -> str:
    """Make the policy with one count changed; returns its name.

    The module is copied to a file of its own, because compiled code is kept by file and does not see a changed table.
    """
    path = folder / f"{role}_{what}_{'less' if change < 0 else 'more'}{abs(change)}.py"
    text = Path(play_sides.__file__).read_text(encoding="utf-8")
    path.write_text(f"{text}\nCOUNTS[{ROLES[role]}, {what}] += {change}\n", encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    card_sides = module.card_sides

    def play(view: Any, rules: Any, word: Any) -> int:
        return card_sides(rules, view)  # type: ignore[no-any-return]

    return user_policy(play, "play", path.stem)


@click.command(help=(__doc__ or "").partition("\n")[0])
@click.option("--role", "roles", multiple=True, type=click.Choice(list(ROLES)), help="Only this role (repeat).")
@click.option("--by", "changes", multiple=True, type=int, default=(2, -2), show_default=True, help="Change (repeat).")
@click.option("--deals", default=40_000, show_default=True, type=click.IntRange(min=1000))
@click.option("--seed", default=31, show_default=True, type=click.IntRange(min=0))
def main(roles: tuple[str, ...], changes: tuple[int, ...], deals: int, seed: int) -> None:
    """Print what each change would gain or lose."""
    with tempfile.TemporaryDirectory() as folder:
        for role in roles or ROLES:
            for name, what in NAMES.items():
                for change in changes:
                    policy = changed(Path(folder), role, what, change)
                    gains = []
                    for table, in_role in TABLES[role]:
                        margin = duel(policy, "rules", deals, seed, table, role=in_role)
                        assert margin.value is not None and margin.se is not None
                        gains.append(f"{table} {margin.value:+.2f} ± {1.96 * margin.se:.2f}")
                    count = play_sides.COUNTS[ROLES[role], what]
                    click.echo(f"{role}, {name}, {count} {change:+d}: {', '.join(gains)}")


if __name__ == "__main__":
    main()
