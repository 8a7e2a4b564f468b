"""The rule-based policies once more, slow and plain, from their words alone: cards as texts, no masks, no tables.

Each returns all choices between which only the order of the suits decides, that order first; so the policy must make
the first, and under another naming of the suits one of them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from debertz_sim.cards import card_text, cards_of
from debertz_sim.kernels.state import PASS

PLAIN, TRUMP = "789JQKTA", "78QKTA9J"  # from low to high
NATURAL = "789TJQKA"
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
TRUMP_POINTS = POINTS | {"J": 20, "9": 14}
SUITS = "scdh"
ALL = [rank + suit for suit in SUITS for rank in NATURAL]


class Sight(NamedTuple):
    """A view in words."""

    legal: list[str]
    hand: list[str]
    trump: str
    lying: list[str]
    his: list[str]  # the cards that the opponent may hold

    def low(self, cards: list[str]) -> list[str]:
        """From low to high by trick strength; of equals the earlier suit first."""
        return sorted(cards, key=lambda card: (self.strength(card), SUITS.index(card[1])))

    def strength(self, card: str) -> int:
        """Its place among the cards of its suit."""
        return (TRUMP if card[1] == self.trump else PLAIN).index(card[0])

    def of(self, cards: list[str], suit: str) -> list[str]:
        """Those of one suit, from low to high."""
        return self.low([card for card in cards if card[1] == suit])

    def points(self, card: str) -> int:
        """Card points (standard)."""
        return (TRUMP_POINTS if card[1] == self.trump else POINTS).get(card[0], 0)

    def is_master(self, card: str) -> bool:
        """Whether no card that he may hold beats it in its suit."""
        return not any(self.strength(other) > self.strength(card) for other in self.of(self.his, card[1]))

    def wins(self, card: str) -> bool:
        """Whether it beats the card lying."""
        led = self.lying[0]
        if card[1] == led[1]:
            return self.strength(card) > self.strength(led)
        return card[1] == self.trump


def _cards(mask: Any) -> list[str]:
    return [card_text(card) for card in cards_of(int(mask))]


def sight(v: Any) -> Sight:
    """The words for a view of a two-player deal."""
    other = 1 - int(v.seat)
    gone = {card for seat in range(2) for card in _cards(v.played[seat])} | set(_cards(v.hand))
    gone |= {card_text(int(card)) for card in (v.upcard, v.freza) if card >= 0}
    lacks = [suit for number, suit in enumerate(SUITS) if v.void[other] >> number & 1]
    his = [card for card in ALL if card not in gone and card[1] not in lacks]
    known = set(_cards(v.shown[other])) | ({card_text(int(v.took))} if v.exchanger == other else set())
    known -= set(_cards(v.played[other]))
    if known and len(known) == 9 - len(_cards(v.played[other])):
        his = sorted(known)
    lying = [card_text(int(card)) for card in v.plays[v.trick - 1][: v.lying]]
    return Sight(_cards(v.legal), _cards(v.hand), SUITS[v.trump], lying, his)


def _offer(s: Sight, suit: str) -> tuple[int, str]:
    """What a suit offers as a lead: its count and card."""
    mine, his = s.of(s.hand, suit), s.of(s.his, suit)
    lowest, highest = mine[0], mine[-1]
    if suit == s.trump:
        if not his:
            return -7, highest
        if s.is_master(highest):
            return 4, highest
        return (-2 if lowest[0] in "78" else -5), lowest
    count = len(mine) - len(his)
    if not his and s.of(s.his, s.trump):
        return count + 4, lowest
    if s.is_master(highest):
        return count, highest
    above = [card for card in his if s.strength(card) > s.strength(highest)]
    if len(above) == 1:
        return count + (0 if highest[0] == "T" else 2), highest
    return count + (4 if highest[0] in "J987" else 2), lowest


def _first_by(cards: list[str], value: Any) -> list[str]:
    """Those of highest value, the earlier suit first."""
    best = max(value(card) for card in cards)
    return sorted((card for card in cards if value(card) == best), key=lambda card: SUITS.index(card[1]))


def rules_cards(v: Any) -> list[str]:
    """Play ``rules``."""
    s = sight(v)
    if not s.lying:
        offers = {card: count for count, card in (_offer(s, suit) for suit in SUITS if s.of(s.hand, suit))}
        return _first_by(list(offers), offers.__getitem__)
    winners = s.low([card for card in s.legal if s.wins(card)])
    led = s.lying[0]
    if not winners:
        if s.legal[0][1] in (led[1], s.trump):
            return s.low(s.legal)[:1]
        return _first_by(s.legal, lambda card: (-s.strength(card), len(s.of(s.legal, card[1]))))
    suit = winners[0][1]
    lower = [card for card in s.of(s.legal, suit) if card not in winners]
    if suit != s.trump and s.points(led) == 0 and winners == ["A" + suit] and lower and "T" + suit in s.his:
        return lower[:1]
    if len(winners) > 1 and s.is_master(winners[-1]):
        if not s.is_master(winners[-2]):
            return [winners[-2]]
        return winners[:1] if suit == s.trump else winners[-1:]
    return winners[-1:]


def greedy_cards(v: Any) -> list[str]:
    """Play ``greedy``."""
    s = sight(v)
    plain = [card for card in s.legal if card[1] != s.trump]
    if not s.lying and plain:
        return _first_by(plain, s.strength)
    winners = [card for card in s.legal if s.lying and s.wins(card)]
    return _first_by(winners or s.legal, lambda card: (-s.points(card), card[1] != s.trump, -s.strength(card)))


def _terts_and_fifties(ranks: str) -> int:
    """Points of the sequences of one suit's cards (Moscow)."""
    points, run = 0, 0
    for rank in NATURAL + " ":
        if rank in ranks:
            run += 1
            continue
        points += {3: 20, 4: 50, 5: 50, 6: 50}.get(run, 0)
        run = 0
    return points


def rules_count(v: Any, trump: str, gets_upcard: bool = False, exchanges: bool = True) -> int:
    """The count of bidding ``rules``."""
    upcard = card_text(int(v.upcard))
    hand = _cards(v.hand) + ([upcard] if gets_upcard else [])
    count = 0
    for suit in SUITS:
        ranks = "".join(card[0] for card in hand if card[1] == suit)
        count += _terts_and_fifties(ranks) // 5
        if suit == trump:
            count += sum({"J": 10, "9": 6, "8": 2, "7": 2}.get(rank, 4) for rank in ranks)
            count += max(0, len(ranks) - 1) + (2 if "K" in ranks and "Q" in ranks else 0)
            if v.round == 1 and "7" in ranks and exchanges:
                count += 8 if upcard[0] == "J" else 2
        else:
            count += (5 if "A" in ranks else 0) + (3 if "T" in ranks else 0) - (1 if ranks == "T" else 0) + (not ranks)
    return count


def best_suits(v: Any, count: Any) -> tuple[list[int], int]:
    counts = {suit: count(v, SUITS[suit]) for suit in range(4) if v.legal >> suit & 1}
    most = max(counts.values())
    return [suit for suit in counts if counts[suit] == most], most


def rules_calls(v: Any) -> list[int]:
    """Bidding ``rules``."""
    suits, count = best_suits(v, rules_count)
    enough = 18 if v.round == 2 else 19 if v.seat == v.dealer else 20
    return suits if count >= enough or not v.legal >> PASS & 1 else [PASS]


def _card_points(v: Any, trump: str) -> int:
    return sum((TRUMP_POINTS if card[1] == trump else POINTS).get(card[0], 0) for card in _cards(v.hand))


def points_calls(v: Any, threshold: int) -> list[int]:
    """Bidding ``points:T``."""
    suits, points = best_suits(v, _card_points)
    return suits if points >= threshold or not v.legal >> PASS & 1 else [PASS]


def never_calls(v: Any) -> list[int]:
    """Bidding ``never``."""
    return [PASS] if v.legal >> PASS & 1 else best_suits(v, _card_points)[0]


def always_calls(v: Any) -> list[int]:
    """Bidding ``always``."""
    return [int(v.upcard) >> 3] if v.round == 1 else best_suits(v, _card_points)[0]
