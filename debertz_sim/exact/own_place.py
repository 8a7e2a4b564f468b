"""Exact odds for a player who sees six cards and the upcard, among three or four seats, before a seven exchange."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import comb
from typing import Literal, NamedTuple

import numpy as np

from debertz_sim.cards import FULL_PACK
from debertz_sim.exact.contest import TIES, contest_counts, holder_counts
from debertz_sim.exact.hand import SUITS, best_counts, redeal_rights
from debertz_sim.exact.patterns import Hands, Layout, patterns
from debertz_sim.exact.seats import PLACES, hand_cards, names_from, pooled, pools, table_from, upcard_goes
from debertz_sim.exact.suits import ALL_RANKS, hand_suit
from debertz_sim.exact.tally import combine
from debertz_sim.exact.values import (
    FIRST_PACKET,
    UNSEEN,
    ExactValue,
    Group,
    MeldRules,
    add_counts,
    exact_values,
    tables_of,
)

Declarer = Literal["me", "opponent"]
Values = dict[tuple[str, Group], Fraction]


class Seen(NamedTuple):
    """What I see: six cards (a mask), the upcard, the trump suit."""

    hand: int
    upcard: int
    trump: int

    @property
    def unseen(self) -> int:
        """Mask of the 25 cards that are neither mine nor the upcard."""
        return FULL_PACK & ~self.hand & ~(1 << self.upcard)


class Sitting(NamedTuple):
    """I at one place: ``me``, and who gets the upcard (None: nobody)."""

    me: int
    owner: int | None


def odds_at_places(rules: MeldRules, seen: Seen, declarer: Declarer) -> list[ExactValue]:
    """As ``own_hand.my_hand_odds``, for three and four seats and the hands before an exchange.

    Group {} is mine, {seat: opponent} that of an opponent in play, the mean over them, and over my places; where a
    place's value differs, that with ``i_am`` stands beside.  A passive dealer's five are {seat: seat3}.  The contest's
    values have ``i_am``; their seats are me and the places of the others, their sides in pairs mine and theirs.
    ``declarer``: who gets the upcard under ``upcard_to = declarer``; the opponents are equally likely to be the one.
    """
    names = PLACES[rules.players]
    in_play = range(rules.players - rules.passive_dealer)
    marginal: dict[str, Values] = {}
    contest: list[ExactValue] = []
    dealt: dict[bool, tuple[list[Hands], int]] = {}
    for me in in_play:
        sittings = [Sitting(me, owner) for owner in _owners(rules, me, declarer)]
        mine = sittings[0].owner == me
        if mine not in dealt:
            dealt[mine] = _deal(rules, seen, sittings[0])
        (hands,), deals = dealt[mine]
        marginal[names[me]] = _mean([_held(rules, seen, sitting) for sitting in sittings])
        contest += _contest(rules, hands, deals, sittings)
    return _places(marginal) + contest


def _owners(rules: MeldRules, me: int, declarer: Declarer) -> list[int | None]:
    """The places that may get the upcard, equally likely."""
    goes = upcard_goes(rules)
    if goes == "nobody":
        return [None]
    if goes == "dealer":
        return [rules.players - 1]
    return [me] if declarer == "me" else [place for place in range(rules.players) if place != me]


def _deal(rules: MeldRules, seen: Seen, sitting: Sitting) -> tuple[list[Hands], int]:
    """All deals of the unseen cards: my hand first, the owner of the upcard last if he is another, and their number."""
    order = _order(rules, sitting)
    held = _held_cards(rules, seen, sitting)
    cards = hand_cards(rules)
    piles = [cards[place] - held[place].bit_count() for place in order]
    others = range(1, rules.players if sitting.owner in (None, sitting.me) else rules.players - 1)
    piles.append(UNSEEN - sum(piles))
    layout = Layout(tables_of(rules), [size for size in piles if size], rules.players, others)
    suits = [
        layout.suit(
            suit == seen.trump,
            seen.unseen >> 8 * suit & ALL_RANKS,
            [held[place] >> 8 * suit & ALL_RANKS for place in order],
        )
        for suit in SUITS
    ]
    plain = [suits[suit] for suit in SUITS if suit != seen.trump]
    return patterns(layout, plain, [suits[seen.trump]], TIES[rules.sequence_tie][0]), layout.total


def _order(rules: MeldRules, sitting: Sitting) -> list[int]:
    """The places in the order in which their hands are counted: mine, those dealt alike, the upcard's owner."""
    return sorted(range(rules.players), key=lambda place: (place != sitting.me, place == sitting.owner))


def _held_cards(rules: MeldRules, seen: Seen, sitting: Sitting) -> list[int]:
    """The cards of each place that I know of, masks."""
    return [
        (seen.hand if place == sitting.me else 0) | (1 << seen.upcard if place == sitting.owner else 0)
        for place in range(rules.players)
    ]


def _contest(rules: MeldRules, hands: Hands, deals: int, sittings: list[Sitting]) -> list[ExactValue]:
    """The contest from my place: every hand or side by itself, then with pooled defenders by the declarer's place."""
    me = sittings[0].me
    names = names_from(rules.players, me)
    i_am: Group = (("i_am", PLACES[rules.players][me]),)
    looks = [(i_am, table_from(rules, me), True)]
    if pools(rules):
        looks += [((*i_am, ("declarer", names[who])), pooled(rules, names, who), False) for who in range(3)]
    values = []
    for group, seats, by_seat in looks:
        found = [holder_counts(hands)] * len(sittings) if by_seat else []
        for sitting in sittings:
            order = _order(rules, sitting)
            in_turn = hands.ordered([order.index(place) for place in range(rules.players)])
            found.append(contest_counts(rules.sequence_tie, in_turn, seats, by_seat))
        values += exact_values(add_counts(found), deals * len(sittings), group)
    return values


def _held(rules: MeldRules, seen: Seen, sitting: Sitting) -> Values:
    """What I hold, an opponent in play (the mean over them), and a passive dealer, whoever wins the contest."""
    held, cards = _held_cards(rules, seen, sitting), hand_cards(rules)
    in_play = range(rules.players - rules.passive_dealer)
    own = {place: _one_hand(rules, seen, held[place], cards[place]) for place in range(rules.players)}
    values = own[sitting.me] | _mean(
        [_named(own[place], (("seat", "opponent"),)) for place in in_play if place != sitting.me]
    )
    if rules.passive_dealer:
        values |= _named(own[len(in_play)], (("seat", PLACES[rules.players][-1]),))
    return values


def _one_hand(rules: MeldRules, seen: Seen, held: int, cards: int) -> Values:
    tables, strength = tables_of(rules), rules.sequence_order == "strength"
    picks = cards - held.bit_count()
    suits = [
        hand_suit(
            tables,
            strength,
            suit == seen.trump,
            seen.unseen >> 8 * suit & ALL_RANKS,
            held >> 8 * suit & ALL_RANKS,
        )
        for suit in SUITS
    ]
    hands = combine(suits, {"picked": picks})
    hands = hands.select(hands["picked"] == picks)
    counts = best_counts(rules, hands["rank"], hands.counts)
    for points in np.unique(hands["points"]):
        counts["sequence_points", (("points", int(points)),)] = int(hands.counts[hands["points"] == points].sum())
    counts["bella", ()] = int(hands.counts[hands["bella"] == 1].sum())
    values = {name: Fraction(number, comb(UNSEEN, picks)) for name, number in counts.items()}
    if cards >= FIRST_PACKET:  # a passive dealer has no right to a redeal
        for right in redeal_rights(rules, held, seen.unseen, cards):
            values[right.metric, tuple(right.group.items())] = right.value
    return values


def _named(values: Values, owner: Group) -> Values:
    return {(metric, (*owner, *group)): value for (metric, group), value in values.items()}


def _mean(parts: Iterable[Values]) -> Values:
    """The mean of each value over the parts; what a part lacks counts as 0 there."""
    every = list(parts)
    names = list(dict.fromkeys(name for part in every for name in part))
    kinds = [_kind(name) for name in names]
    names.sort(key=lambda name: (kinds.index(_kind(name)), dict(name[1]).get("points", 0)))
    return {name: sum((part.get(name, Fraction(0)) for part in every), Fraction(0)) / len(every) for name in names}


def _kind(name: tuple[str, Group]) -> tuple[str, Group]:
    """What a value is about, whatever the points: values of one kind are listed together."""
    return name[0], tuple(item for item in name[1] if item[0] != "points")


def _places(marginal: dict[str, Values]) -> list[ExactValue]:
    """The mean over my places, and each place's own values where they differ from it."""
    mean = _mean(marginal.values())
    found = [ExactValue(metric, dict(group), value) for (metric, group), value in mean.items()]
    for place, values in marginal.items():
        for name, value in mean.items():
            own = values.get(name, Fraction(0))
            if own != value:
                found.append(ExactValue(name[0], dict((("i_am", place), *name[1])), own))
    return found
