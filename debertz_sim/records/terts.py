"""Transcripts of the game terts (``debertz-terts/1``): one deal from the nine cards to the totals.

The engine leaves a finished deal on its desk; a :class:`TertsScribe` reads it there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from debertz_sim.cards import RANK_LETTERS, SUIT_LETTERS, cards_of
from debertz_sim.engine.deal import laid_decks
from debertz_sim.engine.terts import TertsDesk, new_terts_desk, play_terts_one
from debertz_sim.errors import UserError
from debertz_sim.kernels.terts import MARRIAGE_POINTS
from debertz_sim.kernels.terts_groups import FOUR_RANK, HOLDING, KIND, LENGTH
from debertz_sim.kernels.terts_state import FAULT_CARD, FOURS, KINDS, MARRIAGE, STOCK_TRICKS
from debertz_sim.records.transcript import CARD_TEXTS, Deck, Fields, Transcript, hand_texts, plain, rules_spec
from debertz_sim.rules import RuleSet

TERTS_FORMAT = "debertz-terts/1"

_KING, _QUEEN = RANK_LETTERS.index("K"), RANK_LETTERS.index("Q")


def group_texts(group: int) -> list[str]:
    """The cards of a group of the kernels, the highest first (of a four by suit)."""
    grade, suit = (group >> 3) - 1, group & 7
    ranks = cards_of(int(HOLDING[grade]))
    if suit == FOURS:
        return [CARD_TEXTS[8 * other + ranks[0]] for other in range(4)]
    return [CARD_TEXTS[8 * suit + rank] for rank in reversed(ranks)]


class TertsScribe:
    """Writes the transcripts of deals that are played under one rule set, on a ``desk`` of its own.

    ``record`` is what the kernels read of the rules (type RULES).
    """

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.record = rules.lower()[0]
        self.desk = new_terts_desk()
        self._spec = rules_spec(rules)

    def deals(self, policies: Any, seed: int, indices: Iterable[int], deck: Deck | None = None) -> Iterator[Transcript]:
        """The transcripts of deals; ``policies``: a family of ``policies.families``; ``deck``: as for ``Scribe.deals``.

        Raises ``UserError`` where a policy's choice is not legal.
        """
        for index in indices:
            with laid_decks(self.desk, index, deck and deck(self.desk, seed, index)):
                play_terts_one(self.record, policies, self.desk, seed, index)
            if self.desk.t["fault"]:
                v = self.desk.v
                where = f"deal {index}, trick {v['trick']}"
                raise UserError(f"{where}: the policy of seat {v['seat']} chose what is not legal")
            yield self.write(self.desk, seed=seed, index=index)

    def write(self, desk: TertsDesk, *, seed: int | None = None, index: int | None = None) -> Transcript:
        """The transcript of the deal that lies on a desk; ``seed`` and ``index``: what it is called.

        A deal that stopped for want of a card gets ``to_move`` and a result with what is known.
        """
        t, v = plain(desk.t), plain(desk.v)
        out: Transcript = {"format": TERTS_FORMAT, "rules": self._spec}
        out |= {name: number for name, number in (("seed", seed), ("index", index)) if number is not None}
        out |= {
            "dealer": t["dealer"],
            "upcard": CARD_TEXTS[t["upcard"]],
            "hands": [hand_texts(hand) for hand in t["dealt"]],
            "exchange": None,
            "plays": list(self._plays(t, v)),
        }
        if v["exchanger"] >= 0:
            out["exchange"] = {
                "seat": v["exchanger"],
                "gave": CARD_TEXTS[8 * t["trump"]],
                "took": CARD_TEXTS[v["took"]],
                "before_trick": v["exchange_trick"],
            }
        if t["fault"] == FAULT_CARD:
            out["to_move"] = {"seat": v["seat"], "legal": hand_texts(v["legal"])}
        out["result"] = self._result(t, v)
        return out

    def _plays(self, t: Fields, v: Fields) -> Iterator[Fields]:
        """The tricks so far; one in which no card has been played yet stands there if something was said."""
        for number in range(v["trick"]):
            leader = v["leaders"][number]
            cards = [CARD_TEXTS[card] for card in v["plays"][number] if card >= 0]
            words = v["words"][number] if number < len(v["words"]) else [0, 0]
            announced = list(self._announced(t["trump"], leader, words))
            if not cards and not announced:
                continue
            play = {"leader": leader, "cards": cards, "announced": announced}
            if number < STOCK_TRICKS and len(cards) == 2:
                play["drawn"] = [CARD_TEXTS[card] for card in t["stock"][2 * number : 2 * number + 2]]
            yield play

    def _announced(self, trump: int, leader: int, words: list[int]) -> Iterator[Fields]:
        groups = [max(word, 0) & (MARRIAGE - 1) for word in words]
        for place, word in enumerate(words):
            seat = leader if place == 0 else 1 - leader
            if group := groups[place]:
                grade = (group >> 3) - 1
                yield {
                    "seat": seat,
                    "kind": KINDS[KIND[grade]],
                    "cards": group_texts(group),
                    "points": self._points(group),
                    "scored": place == 1 or groups[1] == 0,
                }
            if word > 0 and word & MARRIAGE:
                cards = [CARD_TEXTS[8 * trump + rank] for rank in (_KING, _QUEEN)]
                yield {"seat": seat, "kind": "bella", "cards": cards, "points": MARRIAGE_POINTS, "scored": True}

    def _points(self, group: int) -> int:
        grade = (group >> 3) - 1
        if group & 7 == FOURS:
            return int(self.record.four_points[FOUR_RANK[grade]])
        return int(self.record.length_points[LENGTH[grade]])

    def _result(self, t: Fields, v: Fields) -> Fields:
        """What the deal came to; totals and winner are null while it is not finished."""
        finished = t["last_trick"] >= 0
        totals = t["totals"]
        return {
            "trump": SUIT_LETTERS[t["trump"]],
            "tricks": v["tricks"],
            "card_points": v["points"],
            "last_trick": t["last_trick"] if finished else None,
            "announced": v["announced"],
            "totals": totals if finished else None,
            "winner": totals.index(max(totals)) if finished and totals[0] != totals[1] else None,
        }


@lru_cache(maxsize=8)
def terts_scribe(rules: RuleSet, name: str) -> TertsScribe:
    """A scribe for these rules; two rule sets that differ in their name alone are equal, hence ``name``."""
    return TertsScribe(rules)
