"""The contest of sampled deals, under the names of the exact counts: rows of ``engine.sample`` in, counts out.

Who wins and scores is the engine's own word; nothing is judged here.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from debertz_sim.cards import RANK_LETTERS
from debertz_sim.chances.held import Bools, Melds, MeldTables
from debertz_sim.chances.tally import IntArray, Tally
from debertz_sim.engine.sample import (
    S_DEALT,
    S_DECIDED_BY,
    S_DECLARER,
    S_FOURS_TO,
    S_FULL,
    S_ME,
    S_OTHER,
    S_PLAYED,
    S_SCORED,
    S_SCORERS,
    S_TRUMP,
    S_UNBEATEN,
    S_UPCARD,
    S_WINNER,
)
from debertz_sim.exact.contest import Table
from debertz_sim.exact.seats import PLACES, names_from, pooled, pools, table_from, table_of
from debertz_sim.exact.values import Group
from debertz_sim.kernels.state import BY_BOTH, BY_LAST_TRICK, BY_LENGTH, BY_NOBODY, BY_TOP, BY_TRUMP, BY_TURN

DECIDED_BY = {
    BY_LENGTH: "length",
    BY_TOP: "top",
    BY_TRUMP: "trump",
    BY_TURN: "turn",
    BY_LAST_TRICK: "last_trick",
    BY_NOBODY: "nobody",
    BY_BOTH: "both",
}
NOBODY, SEVERAL, OPEN = -1, -2, -3  # who wins, where it is no place


def tally_contest(tables: MeldTables, tally: Tally, rows: IntArray) -> None:
    """The contest of random deals (rows of ``sample_deals``), over all and by the rank of the upcard."""
    table = table_of(tables.rules, PLACES[tables.rules.players])
    parts: list[tuple[Group, IntArray]] = [((), rows)]
    for rank, letter in enumerate(RANK_LETTERS):
        parts.append(((("upcard_rank", letter),), rows[rows[:, S_UPCARD] & 7 == rank]))
    for group, part in parts:
        tally.count(group, len(part))
        _contest(tables, tally, group, part, table)


def tally_by_declarer(tables: MeldTables, tally: Tally, rows: IntArray, pool: bool) -> None:
    """The same rows by the declarer's place; ``pool``: the defenders score together."""
    rules = tables.rules
    names = PLACES[rules.players]
    for place in range(rules.in_play):
        table = pooled(rules, names, place) if pool else table_of(rules, names)
        part = rows[rows[:, S_DECLARER] == place]
        group: Group = (("declarer", names[place]),)
        tally.count(group, len(part))
        _settled(tables, tally, group, part, table, not pool)


def tally_unseen(tables: MeldTables, tally: Tally, rows: IntArray) -> None:
    """What hands became (rows of ``sample_unseen``): mine, an opponent's, a passive dealer's, at any place of mine."""
    rules = tables.rules
    tally.count((), len(rows))
    for me in range(rules.in_play):
        part = rows[rows[:, S_ME] == me]
        i_am: Group = (("i_am", PLACES[rules.players][me]),)
        tally.count(i_am, len(part))
        every = np.arange(len(part))
        owners: list[tuple[IntArray, Group]] = [
            (part[:, S_ME], ()),
            (part[:, S_OTHER], (("seat", "opponent"),)),
        ]
        if rules.passive_dealer:
            owners.append((np.full(len(part), rules.in_play), (("seat", PLACES[rules.players][-1]),)))
        for places, owner in owners:
            full = part[every, S_FULL + places]
            melds = tables.melds(full, part[:, S_TRUMP])
            for group in (owner, (*i_am, *owner)):
                tables.best(tally, group, melds)
                tables.points(tally, group, melds)
                tables.fours(tally, group, full)
                tables.redeal_rights(tally, group, part[every, S_DEALT + places])


def tally_my_contest(tables: MeldTables, tally: Tally, rows: IntArray, pool: bool) -> None:
    """The contest of the same rows by my place; ``pool``: the defenders score together, by the declarer's place."""
    rules = tables.rules
    for me in range(rules.in_play):
        part = rows[rows[:, S_ME] == me]
        i_am: Group = (("i_am", PLACES[rules.players][me]),)
        if not pool:
            _contest(tables, tally, i_am, part, table_from(rules, me))
            continue
        names = names_from(rules.players, me)
        for place in range(rules.in_play):
            group = (*i_am, ("declarer", names[place]))
            by_declarer = part[part[:, S_DECLARER] == place]
            if len(by_declarer):
                tally.count(group, len(by_declarer))
                _settled(tables, tally, group, by_declarer, pooled(rules, names, place), False)


def tally_played(tables: MeldTables, tally: Tally, rows: IntArray) -> None:
    """What was held and scored in deals that were played (rows of ``sample_played``)."""
    rules = tables.rules
    rows = rows[rows[:, S_PLAYED] == 1]
    names = PLACES[rules.players]
    table = table_of(rules, names)
    tally.count((), len(rows))
    _holders(tables, tally, (), rows)
    camps = _camps(rows, table, pools(rules))
    several = ("both",) if rules.sequence_tie == "both" else ()
    _winners(tally, (), _scoring_winner(rows, camps), table, True, several)
    _decided_by(tally, (), rows)
    scored = rows[:, S_SCORED : S_SCORED + rules.players]
    for place, name in enumerate(names):
        tables.best(tally, (("seat", name),), _melds(tables, rows, place))
        tally.add("sequence_points_scored", (("seat", name),), scored[:, place])
    if table.shared:
        for camp in table.all_camps:
            tally.add("sequence_points_scored", (("side", camp),), scored[:, table.members(camp)].sum(axis=1))
    declarer = np.arange(rules.players) == rows[:, S_DECLARER, None]
    if table.shared:  # partners are one side
        declarer |= np.roll(declarer, 2, axis=1)
    defenders = ~declarer
    defenders[:, rules.in_play :] = False
    for side, members in (("declarer", declarer), ("defenders", defenders)):
        tally.add("sequence_points_scored", (("side", side),), np.where(members, scored, 0).sum(axis=1))
    _fours(tables, tally, (), rows, names)


def _camps(rows: IntArray, table: Table, pool: bool) -> IntArray:
    """The number of each place's camp in each deal, ``(n, places)``."""
    own = np.array([table.all_camps.index(camp) for camp in table.camps])
    camps = np.tile(own, (len(rows), 1))
    if pool:
        in_play = len(own) if table.passive is None else table.passive
        camps[:, :in_play] = np.arange(in_play) != rows[:, S_DECLARER, None]
        camps[:, in_play:] = 2
    return camps


def _scoring_winner(rows: IntArray, camps: IntArray) -> IntArray:
    """The place whose best sequence won and scored points in deals that were played, ``(n,)``; see ``NOBODY``.

    Of ties the first in turn whose own sequences scored; SEVERAL if such are of several camps.
    """
    places = range(camps.shape[1])
    scored = rows[:, S_SCORED : S_SCORED + len(places)] > 0
    unbeaten = np.stack([rows[:, S_UNBEATEN] >> place & 1 == 1 for place in places], axis=1) & scored
    winner = np.where(unbeaten.any(axis=1), unbeaten.argmax(axis=1), NOBODY)
    same = camps == np.take_along_axis(camps, np.maximum(winner, 0)[:, None], axis=1)
    winner[(unbeaten & ~same).any(axis=1)] = SEVERAL
    # Where the contest was decided, a partner may score although the best sequence burned: it won all the same.
    named = rows[:, S_WINNER]
    decided = (named >= 0) & ~np.isin(rows[:, S_DECIDED_BY], (BY_NOBODY, BY_BOTH, BY_LAST_TRICK))
    with_named = camps == np.take_along_axis(camps, np.maximum(named, 0)[:, None], axis=1)
    return np.where(decided, np.where((scored & with_named).any(axis=1), named, NOBODY), winner)


def _melds(tables: MeldTables, rows: IntArray, place: int) -> Melds:
    return tables.melds(rows[:, S_FULL + place], rows[:, S_TRUMP])


def _holders(tables: MeldTables, tally: Tally, part: Group, rows: IntArray) -> None:
    """How many hold sequences."""
    places = range(tables.rules.players)
    holding = np.sum([_melds(tables, rows, place).key > 0 for place in places], axis=0)
    for metric, having in (
        ("nobody_has_sequence", holding == 0),
        ("exactly_one_has_sequence", holding == 1),
        ("several_have_sequence", holding > 1),
    ):
        tally.hit(metric, part, int(having.sum()))


def _decided_by(tally: Tally, part: Group, rows: IntArray) -> None:
    for code, rule in DECIDED_BY.items():
        number = int((rows[:, S_DECIDED_BY] == code).sum())
        if number:
            tally.hit("sequence_decided_by", (*part, ("rule", rule)), number)


def _contest(tables: MeldTables, tally: Tally, part: Group, rows: IntArray, table: Table) -> None:
    """Whose sequences and fours would score, by the cards alone."""
    _holders(tables, tally, part, rows)
    _settled(tables, tally, part, rows, table, True)
    _fours(tables, tally, part, rows, table.names)


def _settled(tables: MeldTables, tally: Tally, part: Group, rows: IntArray, table: Table, by_seat: bool) -> None:
    still_open = rows[:, S_DECIDED_BY] == BY_LAST_TRICK
    winner = rows[:, S_WINNER].copy()
    winner[rows[:, S_DECIDED_BY] == BY_NOBODY] = NOBODY
    winner[rows[:, S_DECIDED_BY] == BY_BOTH] = SEVERAL
    winner[still_open] = OPEN
    tie = tables.rules.sequence_tie
    _winners(tally, part, winner, table, by_seat, (tie,) if tie in ("both", "last_trick") else ())
    _decided_by(tally, part, rows)
    may = [rows[:, S_SCORERS] >> place & 1 == 1 for place in range(len(table.names))]
    waits = [own & still_open if place != table.passive else own & False for place, own in enumerate(may)]
    points = [_melds(tables, rows, place).points for place in range(len(table.names))]
    seats = {name: [place] for place, name in enumerate(table.names)}
    sides = {camp: table.members(camp) for camp in table.all_camps} if table.shared else {}
    for key, owners in (("seat", seats), ("side", sides)):
        for name, owned in owners.items():
            group: Group = (*part, (key, name))
            tally.add("sequence_points_scored", group, _points(points, may, waits, owned))
            if tie == "last_trick":
                waiting = np.sum([points[place] * waits[place] for place in owned], axis=0)
                tally.add("sequence_points_scored", (*group, ("if", "last_trick")), waiting)


def _points(points: list[IntArray], may: list[Bools], waits: list[Bools], owned: Iterable[int]) -> IntArray:
    """What these places together score for certain."""
    total: IntArray = np.sum([points[place] * (may[place] & ~waits[place]) for place in owned], axis=0)
    return total


def _winners(
    tally: Tally, part: Group, winner: IntArray, table: Table, by_seat: bool, undecided: tuple[str, ...]
) -> None:
    """Who wins, by seat and where hands share a camp by side; ``undecided``: what else may come of a tie."""
    seats = {name: [place] for place, name in enumerate(table.names)} if by_seat else {}
    sides = {camp: table.members(camp) for camp in table.all_camps} if table.shared else {}
    for key, owners in (("seat", seats), ("side", sides)):
        if owners:
            outcomes = owners | {"nobody": [NOBODY]} | {name: [SEVERAL, OPEN] for name in undecided}
            for name, winners in outcomes.items():
                tally.hit("sequence_winner", (*part, (key, name)), int(np.isin(winner, winners).sum()))


def _fours(tables: MeldTables, tally: Tally, part: Group, rows: IntArray, names: tuple[str, ...]) -> None:
    """Whose fours count."""
    if not tables.four_values:
        return
    for place, name in enumerate((*names, "nobody")):
        counts = rows[:, S_FOURS_TO] == (place if place < len(names) else NOBODY)
        tally.hit("four_winner", (*part, ("seat", name)), int(counts.sum()))
        if place < len(names):
            points = tables.four_points(rows[:, S_FULL + place])
            tally.add("four_points_scored", (*part, ("seat", name)), points * counts)
