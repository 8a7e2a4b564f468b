"""A played deal looked at with open hands: what each card was worth, what would have been best, what was lost.

The values are the solver's: what the mover's side still makes, in card points with the last ten, if from then on
everybody plays his best with all cards open.  Losses add up: what a side made in the end is its value before the first
lead, less what its cards lost, and what those of the other side did.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from debertz_sim.analysis.explain import explanations
from debertz_sim.analysis.position import is_played, played_positions, require_solvable, values_of
from debertz_sim.cards import card_text
from debertz_sim.policies.registry import Seating
from debertz_sim.records.seats import side_text
from debertz_sim.records.transcript_table import grid
from debertz_sim.rules import RuleSet

TERTS_FORMAT = "debertz-terts/1"
SCORES_SHOWN = 4  # on the page
FIELD = "analysis"  # of a transcript


class Laid(NamedTuple):
    """A card that was laid: ``values`` of every legal card, by card; a forced card loses nothing."""

    trick: int
    seat: int
    card: int
    values: dict[int, int]

    @property
    def value(self) -> int:
        """What the mover's side still made after it."""
        return self.values[self.card]

    @property
    def best(self) -> int:
        """What it could have made."""
        return max(self.values.values())

    @property
    def loss(self) -> int:
        """What the card lost."""
        return self.best - self.value

    @property
    def best_cards(self) -> list[int]:
        """The cards that make the most."""
        return [card for card, value in self.values.items() if value == self.best]


def laid_cards(deal: Mapping[str, Any], rules: RuleSet, workers: int = 1) -> list[Laid]:
    """Every card of a completed transcript's play with its values; raises ``UserError`` where there is no play."""
    positions = [(position, card) for position, card in played_positions(deal, rules) if card is not None]
    values = values_of([position for position, _ in positions], workers)
    return [
        Laid(place // rules.players + 1, position.to_move, card, found)
        for place, ((position, card), found) in enumerate(zip(positions, values, strict=True))
        if card is not None
    ]


def analysed(deal: Mapping[str, Any], rules: RuleSet, seated: Seating | None = None) -> dict[str, Any]:
    """The transcript with its ``analysis``.

    ``seated``: the policies whose own scores are shown beside, where they have any (``analysis.explain``).

    The field holds ``values``, what each seat's side makes with best play from the first lead; ``outcome``, what that
    would have been with the melds as they were scored; ``loss``, by seat; and ``cards``, for each card laid ``trick``,
    ``seat``, ``card``, ``value``, ``best``, ``best_cards``, ``loss``, ``values`` of all legal cards, and ``scores`` of
    the seat's policy.  It is ``None`` where the deal was not played.
    """
    require_solvable(rules)
    if deal["format"] != TERTS_FORMAT and not is_played(deal):
        return {**deal, FIELD: None}
    cards = laid_cards(deal, rules)
    scores = explanations(deal, rules, seated) if seated else {}
    rows = []
    for place, laid in enumerate(cards):
        row: dict[str, Any] = {
            "trick": laid.trick,
            "seat": laid.seat,
            "card": card_text(laid.card),
            "value": laid.value,
            "best": laid.best,
            "best_cards": [card_text(card) for card in laid.best_cards],
            "loss": laid.loss,
            "values": {card_text(card): value for card, value in laid.values.items()},
        }
        if scores.get(place):
            row["scores"] = {card_text(card): round(score, 3) for card, score in scores[place].items()}
        rows.append(row)
    loss = [sum(laid.loss for laid in cards if laid.seat == seat) for seat in range(rules.players)]
    values = _first_values(deal, rules, cards)
    analysis = {"values": values, "outcome": _best_outcome(deal, values), "loss": loss, "cards": rows}
    return {**deal, FIELD: analysis}


def _first_values(deal: Mapping[str, Any], rules: RuleSet, cards: list[Laid]) -> list[int] | None:
    """What each seat's side makes with best play of all from the first lead; ``None`` before it."""
    if not cards:
        return None
    first = cards[0]
    total = played_positions(deal, rules)[0][0].total
    return [first.best if (seat - first.seat) % 2 == 0 else total - first.best for seat in range(rules.players)]


def _best_outcome(deal: Mapping[str, Any], values: list[int] | None) -> str | None:
    """Made, baid or hanging baid with best play from the first lead and the melds as they were scored.

    ``None`` where the deal has no end of which that could be said.
    """
    result = deal["result"]
    if values is None or result["totals"] is None or result["last_trick"] is None:
        return None
    declarer = result["declarer"]
    melds = [
        sum(meld["points"] for meld in deal["melds"] if meld["to"] is not None and (meld["to"] - seat) % 2 == 0)
        for seat in (declarer, declarer + 1)
    ]
    margin = values[declarer] + melds[0] - values[declarer ^ 1] - melds[1]
    return "made" if margin > 0 else "baid" if margin < 0 else "hanging_baid"


def page(deal: Mapping[str, Any], rules: RuleSet) -> str:
    """The analysis as a part of the deal's page, ending in a line feed."""
    cards = (deal[FIELD] or {}).get("cards")
    if not cards:
        return "open hands: no card was laid\n"
    lines = ["open hands: what the mover's side still makes after each card, and with the best one"]
    rows = [["trick", "seat", "card", "makes", "best", "loss", "better", "policy's scores"]]
    for row in cards:
        better = " ".join(row["best_cards"]) if row["loss"] else ""
        forced = len(row["values"]) == 1
        numbers = [row["value"], "" if forced else row["best"], row["loss"] or ""]
        rows.append([row["trick"], f"seat {row['seat']}", row["card"], *numbers, better, _scores(row)])
    if not any(row[-1] for row in rows[1:]):
        rows = [row[:-1] for row in rows]
    lines += grid(rows, frozenset({0, 3, 4, 5}))
    lines += ["", *_sums(deal, rules)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _scores(row: Mapping[str, Any]) -> str:
    """A policy's first choices, the best one first; nothing where there was no choice."""
    if len(row["values"]) == 1:
        return ""
    best_first = sorted(row.get("scores", {}).items(), key=lambda item: -item[1])
    return "  ".join(f"{card} {score:.4g}" for card, score in best_first[:SCORES_SHOWN])


def _sums(deal: Mapping[str, Any], rules: RuleSet) -> list[str]:
    analysis = deal[FIELD]
    lower = [seat for seat in range(rules.players) if seat < 2]
    best = ", ".join(f"{side_text(rules, seat)} {analysis['values'][seat]}" for seat in lower)
    lost = ", ".join(f"seat {seat} {loss}" for seat, loss in enumerate(analysis["loss"]))
    outcome = f"; with the melds as scored: {analysis['outcome'].replace('_', ' ')}" if analysis["outcome"] else ""
    return [f"with best play from the first lead: {best}{outcome}", f"lost: {lost}"]
