"""The contest of sequences between all hands of a deal, for two, three and four seats."""

from __future__ import annotations

from typing import NamedTuple

from debertz_sim.cards import RANK_LETTERS, Rank
from debertz_sim.errors import UserError
from debertz_sim.exact.contest import TIES, Table, contest_counts, holder_counts
from debertz_sim.exact.fours import contest_counts as contest_of_fours
from debertz_sim.exact.fours import four_values, fours_of_two
from debertz_sim.exact.patterns import Hands, Layout, patterns
from debertz_sim.exact.suits import ALL_RANKS
from debertz_sim.exact.values import (
    FULL_HAND,
    Counts,
    ExactValue,
    Group,
    MeldRules,
    add_counts,
    exact_values,
    tables_of,
)

PLACES = {
    2: ("forehand", "dealer"),
    3: ("forehand", "middle", "dealer"),
    4: ("seat0", "seat1", "seat2", "seat3"),
}
"""Names of the places in turn, the dealer last, by number of seats."""

SIDES = ("0+2", "1+3")
"""Names of the sides in pairs: forehand's and the dealer's, by their seats."""

UNSEEN = 31
PASSIVE_CARDS = 5
FOUR_IN_PLAY_CARDS = 8


class View(NamedTuple):
    """One way to look at a deal: what its numbers are called, and for which orders of the hands they are the mean.

    ``group`` stands before their groups; ``orders``: for each, which of the counted hands sits at each place.
    """

    group: Group
    table: Table
    orders: tuple[tuple[int, ...], ...]
    by_seat: bool = True


def require_contest(rules: MeldRules) -> None:
    """Refuse the game in which melds are announced trick by trick, so that hands as dealt do not meet."""
    if rules.form == "terts":
        raise UserError("form=terts: its melds are announced trick by trick; there is no contest of hands to count")


def hand_cards(rules: MeldRules) -> tuple[int, ...]:
    """Cards that each place holds in the end, without what is no hand's; a passive dealer's five included."""
    if rules.passive_dealer:
        return FULL_HAND, FULL_HAND, FULL_HAND, PASSIVE_CARDS
    return (FULL_HAND if rules.players < 4 else FOUR_IN_PLAY_CARDS,) * rules.players


def upcard_goes(rules: MeldRules) -> str:
    """Who holds the upcard in the end: nobody, dealer or declarer."""
    return "dealer" if rules.passive_dealer else rules.upcard_to


def table_of(rules: MeldRules, names: tuple[str, ...]) -> Table:
    """Who scores together where no declarer is known: partners in pairs, otherwise everybody by himself.

    ``names``: of the places in turn.
    """
    if rules.sides == "pairs":
        return Table(names, SIDES * 2)
    return Table(names, names, len(names) - 1 if rules.passive_dealer else None)


def may_exchange(rules: MeldRules, upcard: int, trump: int) -> bool:
    """Whether anybody may change the seven of trump for this upcard."""
    four_in_play = rules.players - rules.passive_dealer == 4
    return trump == upcard >> 3 and upcard & 7 != Rank.SEVEN and rules.seven_exchange != "none" and not four_in_play


def names_from(players: int, me: int) -> tuple[str, ...]:
    """The places in turn as I, at place ``me``, call them: me, and the others by their place; between two: opponent."""
    others = PLACES[players] if players > 2 else ("opponent",) * 2
    return (*others[:me], "me", *others[me + 1 :])


def table_from(rules: MeldRules, me: int) -> Table:
    """``table_of`` as I, at place ``me``, call it; sides of pairs are mine and theirs."""
    names = names_from(rules.players, me)
    table = table_of(rules, names)
    if not table.shared:
        return table
    return Table(names, tuple("mine" if camp == table.camps[me] else "theirs" for camp in table.camps))


def pooled(rules: MeldRules, names: tuple[str, ...], declarer: int) -> Table:
    """Who scores together where both defenders do; ``declarer``: his place."""
    in_play = len(names) - rules.passive_dealer
    camps = ["declarer" if place == declarer else "defenders" for place in range(in_play)]
    return Table(names, (*camps, *names[in_play:]), in_play if rules.passive_dealer else None)


def pools(rules: MeldRules) -> bool:
    """Whether two defenders score their sequences together."""
    return rules.defenders_pool and rules.sides == "each" and rules.players - rules.passive_dealer == 3


def views(rules: MeldRules) -> list[View]:
    """How a contest of the rules is looked at: without a declarer, then by his place wherever that matters."""
    names = PLACES[rules.players]
    table = table_of(rules, names)
    dealt = tuple(range(rules.players))
    if upcard_goes(rules) == "declarer":
        # The counted deals have the upcard in the last hand: that one is the declarer's.
        orders = [(*dealt[:who], dealt[-1], *dealt[who:-1]) for who in dealt]
        return [
            View((), table, tuple(orders)),
            *(View((("declarer", names[who]),), table, (order,)) for who, order in enumerate(orders)),
        ]
    found = [View((), table, (dealt,))]
    if pools(rules):
        found += [
            View((("declarer", names[who]),), pooled(rules, names, who), (dealt,), by_seat=False) for who in range(3)
        ]
    return found


def contest_odds(rules: MeldRules) -> list[ExactValue]:
    """Exact odds of the contest of sequences between random hands, by rank of the upcard and overall.

    As many hands as the rules have seats, each with the cards it has in the end.  The upcard's suit is trump; where a
    hand gets the upcard it has it; no auction, no exchange, and whether a side takes a trick is not asked.  Values
    with ``upcard_rank`` in their group are given that rank, those without are over all upcards.  Under
    ``sequence_tie = last_trick`` the winner ``last_trick`` is still open; ``sequence_points_scored`` counts what is
    decided, and with ``if: last_trick`` in the group what the last trick would add if it fell to the camp (mean over
    all deals).

    Seats are places in turn (``PLACES``), the sides of pairs are ``SIDES``.  Without an auction nobody is
    declarer, so every seat scores by itself; where defenders pool, values with ``declarer`` in the group say what
    follows if he sits there.  Where the declarer gets the upcard such values are given too, and the others are the mean
    over his places.

    Fours, where the rules count them, are a contest of their own (``four_winner``, ``four_points_scored``).
    Raises ``UserError`` for ``form = terts``.
    """
    require_contest(rules)
    dealt, deals = deal_all(rules)
    seen = views(rules)
    overall: list[ExactValue] = []
    by_rank: list[ExactValue] = []
    for view in seen:
        found = [_look(rules, view, hands) for hands in dealt]
        total = deals * len(view.orders)
        overall += exact_values(add_counts(found), total * len(found), view.group)
        if not view.group:  # by declarer and upcard there would be more rows than anybody reads
            for letter, counts in zip(RANK_LETTERS, found, strict=True):
                by_rank += exact_values(counts, total, (("upcard_rank", letter),))
    if values := four_values(rules):
        names = PLACES[rules.players]
        fours = [contest_of_fours(values, fours_of_two(values, rank, FULL_HAND), names) for rank in range(len(dealt))]
        overall += exact_values(add_counts(fours), deals * len(fours))
        for letter, counts in zip(RANK_LETTERS, fours, strict=True):
            by_rank += exact_values(counts, deals, (("upcard_rank", letter),))
    return overall + by_rank


def deal_all(rules: MeldRules) -> tuple[list[Hands], int]:
    """The hands of all deals, for each rank of the upcard, and how many deals that are."""
    cards = list(hand_cards(rules))
    held = upcard_goes(rules) != "nobody"
    cards[-1] -= held
    piles = [*cards, UNSEEN - sum(cards)]
    # All hands that hold no upcard are dealt alike: a passive dealer's is the only one of another size.
    alike = range(len(cards) - held)
    layout = Layout(tables_of(rules), [size for size in piles if size], len(cards), alike)
    nothing = [0] * len(cards)
    plain = layout.suit(False, ALL_RANKS, nothing)
    trumps = [
        layout.suit(True, ALL_RANKS ^ 1 << rank, [*nothing[:-1], held << rank]) for rank in range(len(RANK_LETTERS))
    ]
    return patterns(layout, [plain] * 3, trumps, TIES[rules.sequence_tie][0]), layout.total


def _look(rules: MeldRules, view: View, hands: Hands) -> Counts:
    """What a view says of these deals, summed over its orders; who has sequences only where no declarer is named."""
    found = [holder_counts(hands)] * len(view.orders) if not view.group else []
    for order in view.orders:
        found.append(contest_counts(rules.sequence_tie, hands.ordered(order), view.table, view.by_seat))
    return add_counts(found)
