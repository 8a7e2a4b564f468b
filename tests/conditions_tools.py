"""What the tests of conditions share: all deals that a fitting can make."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from debertz_sim.cards import card_text
from debertz_sim.conditions.fitting import Fit
from debertz_sim.engine.deal import new_desk
from debertz_sim.engine.fitting import deal_decks, deal_fitting

Path = tuple[int, tuple[int, ...]]  # upcard, mask of each parcel


def every_way(fit: Fit) -> Iterator[Path]:
    """The upcard and parcels of each way through the diagrams; every one must be equally likely."""
    f = fit.fitting
    starts = np.diff(f.root_ends, prepend=0)
    for upcard, node, ways in zip(f.root_card.tolist(), f.root_node.tolist(), starts.tolist(), strict=True):
        yield from ((upcard, parcels) for parcels in _onwards(f, upcard, node, 0, ways, (0,) * f.allotments.shape[1]))


def _onwards(f: Any, upcard: int, node: int, step: int, ways: int, have: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if step == 4:
        assert ways == 1
        yield have
        return
    start, stop = f.first_edge[node : node + 2].tolist()
    assert f.edge_ends[stop - 1] == ways
    suit = (upcard // 8 + step) % 4
    before = 0
    for edge in range(start, stop):
        each = int(f.edge_ways[edge])
        number, left = divmod(int(f.edge_ends[edge]) - before, each)
        assert left == 0
        before = int(f.edge_ends[edge])
        for allotment in f.allotments[f.edge_first[edge] : f.edge_first[edge] + number].tolist():
            after = tuple(mine | cards << 8 * suit for mine, cards in zip(have, allotment, strict=True))
            yield from _onwards(f, upcard, int(f.edge_next[edge]), step + 1, each, after)


def decks_of(fit: Fit | None, deals: int, seed: int = 5, first: int = 0) -> np.ndarray[Any, np.dtype[np.int8]]:
    """Decks of deals ``first`` .., made to fit or as they come."""
    decks = np.zeros((deals, 32), np.int8)
    if fit is None:
        deal_decks(new_desk(), np.uint64(seed), first, decks)
    else:
        deal_fitting(fit.fitting, new_desk(), np.uint64(seed), first, decks)
    return decks


def can_match(hand: int, tokens: Sequence[str]) -> bool:
    """Whether the cards of a hand can be matched with what is written, one to one, by trying."""
    cards = [card_text(card) for card in range(32) if hand >> card & 1]

    def match(left: Sequence[str], free: frozenset[str]) -> bool:
        if not left:
            return True
        token, *rest = left
        fitting = [c for c in free if all(a in ("x?" + b) for a, b in zip(token * (2 // len(token)), c, strict=True))]
        return any(match(rest, free - {card}) for card in fitting)

    return match(sorted(tokens, key=lambda token: ("x" in token) + ("?" in token)), frozenset(cards))
