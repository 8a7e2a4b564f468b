"""The tables of sequences against the slow twin: all 256 holdings of a suit, both orders, trump and plain."""

from __future__ import annotations

from typing import Any

import pytest

from debertz_sim.rules import RuleSet
from debertz_sim.sequences import cut, place_order
from tests.reference.melds import sequences

SPADES, HEARTS = 0, 3
POINTS: list[dict[int, int]] = [
    {3: 20, 4: 50},
    {3: 20, 4: 50, 6: 100},
    {3: 20, 4: 40, 5: 50},
    {4: 50},
    {3: 20},
]


@pytest.mark.parametrize("points", POINTS, ids=str)
@pytest.mark.parametrize("rank", ["class", "length"])
@pytest.mark.parametrize("order", ["natural", "strength"])
def test_tables_equal_the_twin(order: str, rank: str, points: dict[int, int]) -> None:
    rules: dict[str, Any] = {"sequence_order": order, "sequence_points": points, "sequence_rank": rank}
    record = RuleSet(sequence_order=order, sequence_points=points, sequence_rank=rank, sequence_tie="turn").lower()[0]
    for is_trump, trump in ((0, HEARTS), (1, SPADES)):
        for holding in range(256):
            found = sequences({card for card in range(8) if holding >> card & 1}, trump, rules)
            where = is_trump, holding
            best = found[0] if found else None
            assert record.run_key[where] == (2 * (8 * best.grade + best.top) if best else 0)
            assert record.run_points[where] == sum(piece.points for piece in found)
            assert record.run_terts[where] == sum(len(piece.cards) == 3 for piece in found)
            assert record.run_longer[where] == sum(len(piece.cards) > 3 for piece in found)
            assert record.run_cards[where] == sum(1 << card for piece in found for card in piece.cards)
            assert record.run_terts_points[where] == sum(piece.points for piece in found if len(piece.cards) == 3)


def test_a_long_run_is_cut_from_the_top() -> None:
    natural = place_order(False, False)
    assert [(piece.length, piece.top) for piece in cut(0b11111111, natural, (3, 4))] == [(4, 7), (4, 3)]
    assert [(piece.length, piece.top) for piece in cut(0b01111111, natural, (3, 4))] == [(4, 6), (3, 2)]
    assert [(piece.length, piece.top) for piece in cut(0b11111111, natural, (3, 4, 6))] == [(6, 7)]
