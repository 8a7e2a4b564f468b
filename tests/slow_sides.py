"""The policies of three and four seats once more, slow and plain, from their words alone.

Everything is lists of cards as texts; the counts are the tables of docs/policies.md, written out again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from debertz_sim.cards import card_text, cards_of
from debertz_sim.kernels.state import PASS
from tests.slow_policies import ALL, PLAIN, POINTS, SUITS, TRUMP, TRUMP_POINTS, best_suits, rules_count

TRUMP_LEADS = {  # none out, master, seven or eight, nine, another; each own trump
    "defender": (-2, 5, 2, -14, -1, -4),
    "declarer": (-7, 15, 4, -16, -8, 0),
    "partner": (-7, 6, 3, 1, 3, -1),
}
MASTER_LEADS = {  # sum, each own card, each card out, not the ace
    "defender": (-1, 2, -1, 1),
    "declarer": (10, 2, -2, -2),
    "partner": (2, 0, -1, -1),
}
LOW_LEADS = {  # sum, each own card, each card out, an ally may hold a higher one; led by himself, an ally, an opponent
    "defender": (-3, 1, -1, 5, 5, 4, -1),
    "declarer": (3, 1, 0, 1, 7, 4, 2),
    "partner": (-9, 0, 1, 3, 2, 6, 2),
}
GAP_LEADS = {"defender": 5, "declarer": 10, "partner": 3}

ENOUGH = {  # (seats in play, against whom, an obliged one): round 1 and round 2, forehand first
    (3, "sum", 0): ((25, 25, 25), (25, 25, 25)),
    (3, "sum", 1): ((26, 26, 21), (27, 28)),
    (3, "each", 0): ((22, 21, 19), (21, 20, 20)),
    (3, "each", 1): ((22, 21, 18), (22, 22)),
    (4, "sum", 0): ((26, 26, 26, 27), (24, 25, 25, 27)),
    (4, "sum", 1): ((27, 28, 28, 24), (27, 28, 27)),
    (4, "each", 0): ((24, 23, 23, 20), (19, 19, 19, 22)),
    (4, "each", 1): ((24, 23, 23, 20), (21, 21, 22)),
    (4, "pairs", 0): ((24, 19, 23, 23), (21, 22, 20, 21)),
    (4, "pairs", 1): ((26, 18, 26, 22), (23, 18, 25)),
}


def _cards(mask: Any) -> list[str]:
    return [card_text(card) for card in cards_of(int(mask))]


@dataclass(frozen=True)
class Sight:
    """A view of three or four seats in words."""

    me: int
    role: str
    trump: str
    legal: list[str]
    hand: list[str]
    lying: list[tuple[int, str]]  # who played what
    leads: list[tuple[int, str]]  # of the tricks before
    allies: list[int]
    opponents: list[int]
    still: list[int]  # who has to play after him
    may: dict[int, list[str]]  # what each may hold

    def strength(self, card: str) -> int:
        """Its place among the cards of its suit."""
        return (TRUMP if card[1] == self.trump else PLAIN).index(card[0])

    def points(self, card: str) -> int:
        """Card points (standard)."""
        return (TRUMP_POINTS if card[1] == self.trump else POINTS).get(card[0], 0)

    def of(self, cards: Iterable[str], suit: str) -> list[str]:
        """Those of one suit, from low to high."""
        return sorted({card for card in cards if card[1] == suit}, key=self.strength)

    def beats(self, card: str, other: str) -> bool:
        """Whether it wins over a card that lies before it."""
        if card[1] == other[1]:
            return self.strength(card) > self.strength(other)
        return card[1] == self.trump

    def held(self, seats: Iterable[int]) -> list[str]:
        """What these seats may hold, all together."""
        return [card for seat in seats for card in self.may[seat]]

    def is_master(self, card: str) -> bool:
        """Whether no opponent may hold a higher one of its suit."""
        return all(self.strength(card) > self.strength(his) for his in self.of(self.held(self.opponents), card[1]))

    def gap(self, seats: Iterable[int], suit: str) -> bool:
        """Whether one of these opponents may hold none of the suit, but a trump."""
        return any(self.of(self.may[seat], self.trump) and not self.of(self.may[seat], suit) for seat in seats)


def sight(v: Any, pairs: bool) -> Sight:
    """The words for a view in the play."""
    me, players, passive = int(v.seat), int(v.players), int(v.passive)
    in_play = [seat for seat in range(players) if seat != passive]
    others = [seat for seat in in_play if seat != me]
    if pairs:
        allies = [(me + 2) % 4]
    else:
        allies = [seat for seat in others if int(v.declarer) not in (me, seat)]
    known = {}
    for seat in range(players):
        cards = set(_cards(v.shown[seat]))
        cards |= {card_text(int(v.took))} if int(v.exchanger) == seat else set()
        cards |= {card_text(int(v.upcard))} if int(v.upcard_seat) == seat else set()
        known[seat] = cards - set(_cards(v.played[seat]))
    gone = {card for seat in range(players) for card in _cards(v.played[seat])} | set(_cards(v.hand))
    gone |= {card_text(int(card)) for card in (v.upcard, v.freza) if card >= 0}
    gone |= {card for seat in range(players) if seat != me for card in known[seat]}
    tricks = len(_cards(v.full))
    may = {}
    for seat in others:
        lacks = [suit for number, suit in enumerate(SUITS) if v.void[seat] >> number & 1]
        may[seat] = sorted(known[seat])
        if len(known[seat]) < tricks - len(_cards(v.played[seat])):
            may[seat] += [card for card in ALL if card not in gone and card[1] not in lacks]
    order = [(int(v.leader) + step) % players for step in range(players)]
    order = [seat for seat in order if seat != passive]
    lying = [(seat, card_text(int(card))) for seat, card in zip(order, v.plays[v.trick - 1][: v.lying], strict=False)]
    leads = [(int(v.leaders[k]), card_text(int(v.plays[k][0]))) for k in range(int(v.trick) - 1)]
    own = me == int(v.declarer)
    role = "declarer" if own else "partner" if pairs and int(v.declarer) in allies else "defender"
    return Sight(
        me,
        role,
        SUITS[v.trump],
        _cards(v.legal),
        _cards(v.hand),
        lying,
        leads,
        allies,
        [seat for seat in others if seat not in allies],
        order[len(lying) + 1 :],
        may,
    )


def _offer(s: Sight, suit: str) -> tuple[int, str]:
    """What a suit offers as a lead: its count and card."""
    mine, his = s.of(s.hand, suit), s.of(s.held(s.opponents), suit)
    lowest, highest = mine[0], mine[-1]
    if suit == s.trump:
        none, master, low, nine, other, own = TRUMP_LEADS[s.role]
        if not his:
            return none + own * len(mine), highest
        if s.is_master(highest):
            return master + own * len(mine), highest
        return (low if lowest[0] in "78" else nine if lowest[0] == "9" else other) + own * len(mine), lowest
    if s.gap(s.opponents, suit):
        return GAP_LEADS[s.role], lowest
    allied = s.of(s.held(s.allies), suit)
    out = len({*his, *allied})
    if s.is_master(highest):
        base, own, each, lesser = MASTER_LEADS[s.role]
        return base + own * len(mine) + each * out + (0 if highest[0] == "A" else lesser), highest
    base, own, each, ally, by_me, by_ally, by_opponent = LOW_LEADS[s.role]
    count = base + own * len(mine) + each * out
    count += ally if any(s.strength(card) > s.strength(lowest) for card in allied) else 0
    leaders = {seat for seat, card in s.leads if card[1] == suit}
    count += by_me if s.me in leaders else 0
    count += by_ally if leaders & set(s.allies) else 0
    count += by_opponent if leaders & set(s.opponents) else 0
    return count, lowest


def _first_by(cards: list[str], value: Any) -> list[str]:
    """Those of highest value, the earlier suit first."""
    best = max(value(card) for card in cards)
    return sorted((card for card in cards if value(card) == best), key=lambda card: SUITS.index(card[1]))


def _smear(s: Sight, cards: list[str]) -> str:
    """The card of one suit for an ally's trick."""
    trumps = cards[0][1] == s.trump
    tens = [card for card in cards if card[0] == "T" and not trumps]
    lesser = [card for card in cards if not s.is_master(card)]
    return (tens or lesser[-1:] or (cards[:1] if trumps else cards[-1:]))[0]


def _without_suit_and_trump(s: Sight, safe: bool) -> list[str]:
    def length(card: str) -> int:
        return len(s.of(s.legal, card[1]))

    gifts = []
    for suit in SUITS:
        below = [card for card in s.of(s.legal, suit) if card[0] != "A"]
        gifts += [card for card in below[-1:] if card[0] in "JQKT"]
    if safe and gifts:
        return _first_by(gifts, lambda card: (s.strength(card) - 2 * s.is_master(card), -length(card)))
    return _first_by(s.legal, lambda card: (-s.strength(card), -length(card)))


def _trumps_in(s: Sight, winners: list[str], followed: bool) -> str:
    masters = [card for card in winners if s.is_master(card)]
    lesser = [card for card in winners if card not in masters]
    if followed or not lesser:
        return (masters or winners)[0]
    return ([card for card in lesser if card[0] != "9"] or lesser)[-1]


def _wins_last(s: Sight, winners: list[str], cards: list[str], by_opponent: bool) -> str:
    """With nobody of the other side to come."""
    trumps = cards[0][1] == s.trump
    ten_out = "T" + cards[0][1] in s.held(s.opponents)
    bare = not sum(s.points(card) for _, card in s.lying)
    if not trumps and by_opponent and bare and winners == ["A" + cards[0][1]] and len(cards) > 1 and ten_out:
        return cards[0]
    if len(winners) > 1 and s.is_master(winners[-1]):
        if not s.is_master(winners[-2]):
            return winners[-2]
        return winners[0] if trumps else winners[-1]
    return winners[-1]


def _winning(s: Sight) -> tuple[int, str]:
    """Whose card is winning, and which."""
    winner, best = s.lying[0]
    for seat, card in s.lying[1:]:
        if s.beats(card, best):
            winner, best = seat, card
    return winner, best


def sides_cards(v: Any, pairs: bool) -> list[str]:
    """Play ``rules`` with three and four seats: what the words allow, the order of suits deciding among it."""
    s = sight(v, pairs)
    if not s.lying:
        offers = {card: count for count, card in (_offer(s, suit) for suit in SUITS if s.of(s.hand, suit))}
        return _first_by(list(offers), offers.__getitem__)
    led = s.lying[0][1][1]
    winner, best = _winning(s)
    later = [seat for seat in s.still if seat in s.opponents]
    followed = s.gap(later, led)
    ruffed = followed and best[1] != s.trump
    over = [card for card in s.of(s.held(later), best[1]) if s.strength(card) > s.strength(best)]
    safe = winner in s.allies and not over and not ruffed
    cards = s.of(s.legal, led) or s.of(s.legal, s.trump)
    if not cards:
        return _without_suit_and_trump(s, safe)
    winners = [card for card in cards if s.beats(card, best)]
    if cards[0][1] != led and winners:
        return [_trumps_in(s, winners, followed)]
    if cards[0][1] == led and ruffed:
        return cards[:1]
    if safe:
        return [_smear(s, cards)]
    if not winners:
        return cards[:1]
    if not later:
        return [_wins_last(s, winners, cards, winner in s.opponents)]
    theirs = s.of(s.held(later), led)
    unbeaten = [card for card in winners if all(s.strength(card) > s.strength(his) for his in theirs)]
    if led != s.trump:
        return unbeaten[-1:] or cards[:1]
    to_come = [seat for seat in s.still if seat in s.allies and s.may[seat]]
    return unbeaten[:1] if unbeaten and (winner in s.allies or not to_come) else cards[:1]


def sides_calls(v: Any, against: str, upcard_to: str) -> list[int]:
    """Bidding ``rules`` with three and four seats; ``against``: sum, each, or pairs."""
    seated, in_play = int(v.players), int(v.in_play)
    callers = [(int(v.dealer) + step) % seated for step in range(1, seated + 1)][:in_play]
    place = callers.index(int(v.seat))
    gets_upcard = upcard_to == "declarer" or (upcard_to == "dealer" and v.seat == v.dealer)
    suits, most = best_suits(v, lambda view, trump: rules_count(view, trump, gets_upcard, in_play < 4))
    if not v.legal >> PASS & 1:
        return suits
    return suits if most >= ENOUGH[in_play, against, int(v.obliged)][v.round - 1][place] else [PASS]


def greedy_cards(v: Any, pairs: bool) -> list[str]:
    """Play ``greedy``, however many seats."""
    s = sight(v, pairs)
    plain = [card for card in s.legal if card[1] != s.trump]
    if not s.lying and plain:
        return _first_by(plain, s.strength)
    winners = [card for card in s.legal if s.lying and s.beats(card, _winning(s)[1])]
    return _first_by(winners or s.legal, lambda card: (-s.points(card), card[1] != s.trump, -s.strength(card)))
