"""Deal transcripts (``debertz-deal/1``): one deal from the packets to the written points, as a dictionary.

The engine leaves a finished deal on its ``Desk``; a :class:`Scribe` reads it there.  Fields and their order are those
of the file format; docs/rules/settled.md, "Transcript", says what is listed in which order.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from debertz_sim import sequences
from debertz_sim.cards import RANK_LETTERS, SUIT_LETTERS, card_text
from debertz_sim.engine.blocks import begin_match, next_in_match, play_one
from debertz_sim.engine.deal import Desk, laid_decks, new_desk
from debertz_sim.errors import UserError
from debertz_sim.kernels.bella import BELLA_POINTS, bella_scorer
from debertz_sim.kernels.melds import FOUR_ORDER
from debertz_sim.kernels.state import (
    BY_LAST_TRICK,
    CLAIM,
    DECIDING_DEALS,
    FAULT_CALL,
    FAULT_CARD,
    FEW_POINTS,
    FOUR_SEVENS,
    INSTANT_WIN,
    MAX_SHUFFLES,
    OPEN,
    PASS,
    REDEAL,
)
from debertz_sim.records.seats import Seats, side_of
from debertz_sim.rules import RuleSet
from debertz_sim.variants import variants

FORMAT = "debertz-deal/1"

# Texts of the numbers in ``kernels.state``; an open deal has no outcome yet, an uncontested sequence no decision.
OUTCOME_TEXTS = (None, "made", "baid", "hanging_baid", "all_pass", "redeal", "instant_win", "claim")
DECIDED_BY_TEXTS = (None, "length", "top", "trump", "turn", "last_trick", "nobody", "both")
REASON_TEXTS = {FOUR_SEVENS: "four_sevens", FEW_POINTS: "points"}
CALL_TEXTS = (*SUIT_LETTERS, "pass")
KINDS = {3: "terts", 4: "fifty"}

CARD_TEXTS = tuple(card_text(card) for card in range(32))
FOURS_DOWN = sorted(range(8), key=lambda rank: -int(FOUR_ORDER[rank]))  # ranks, the best four first
_ALL_SUITS = 0x01010101  # one rank in every suit
_KING, _QUEEN = RANK_LETTERS.index("K"), RANK_LETTERS.index("Q")

Transcript = dict[str, Any]
Deck = Callable[[Any, int, int], NDArray[np.int8] | None]
Fields = dict[str, Any]
"""A record as Python values; per-seat fields are lists."""


class Piece(NamedTuple):
    """One sequence of a holding of a suit."""

    grade: int  # what it is ranked by: its length, or that of the whole run under sequence_rank = length
    top: int  # place of its top card
    length: int
    ranks: tuple[int, ...]  # highest first


class Before(NamedTuple):
    """What a deal inherits from its match; to be taken before it is played.

    The last three are those of a match of two rounds (``match_round`` 0: it has none).
    """

    in_match: bool
    pots: list[int]
    forced: int
    scores: list[int]
    baids: list[int]
    match_round: int = 0
    obliged: Sequence[int] = ()
    deciding: int = 0


@lru_cache(maxsize=64)
def _pieces(strength: bool, lengths: tuple[int, ...], by_length: bool) -> tuple[tuple[tuple[Piece, ...], ...], ...]:
    """The sequences of every holding, indexed [is_trump][holding]."""
    tables = []
    for trump in (False, True):
        order = sequences.place_order(strength, trump)
        table = []
        for holding in range(256):
            found = []
            for top, whole in sequences.runs(holding, order):
                run = sum(1 << order[top - k] for k in range(whole))
                for length, place, ranks in sequences.cut(run, order, lengths):
                    found.append(Piece(whole if by_length else length, place, length, ranks))
            table.append(tuple(found))
        tables.append(tuple(table))
    return tuple(tables)


_SUIT_TEXTS = tuple(
    tuple([CARD_TEXTS[8 * suit + rank] for rank in range(8) if holding >> rank & 1] for holding in range(256))
    for suit in range(4)
)


def hand_texts(hand: int) -> list[str]:
    """The cards of a hand (mask), in the order of their numbers."""
    s, c, d, h = _SUIT_TEXTS
    return s[hand & 255] + c[hand >> 8 & 255] + d[hand >> 16 & 255] + h[hand >> 24 & 255]


def rules_spec(rules: RuleSet) -> str | dict[str, Any]:
    """What ``variants.from_spec`` reads these rules from again: a name, a base and changes, or a full table."""
    base = rules.name.partition("+")[0]
    table = rules.to_dict()
    if base not in variants:
        return table
    changes = variants[base].differences(rules)
    return {"base": base, "set": {switch: table[switch] for switch in changes}} if changes else base


def plain(record: Any) -> Fields:
    """A record as Python values."""
    values = zip(record.dtype.names, record.item(), strict=True)
    return {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in values}


def _or_none(number: int) -> int | None:
    """The records' -1 is null in a file."""
    return None if number < 0 else number


class Scribe:
    """Writes the transcripts of deals that are played under one rule set.

    ``record`` is what the kernels read of it (type RULES), ``desk`` a desk for its own ``deals`` and ``match``.
    """

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.record = rules.lower()[0]
        self.desk = new_desk()
        self._seats = range(rules.players)
        self._spec = rules_spec(rules)
        self._four_points: list[int] = self.record["four_points"].tolist()
        self._pieces = _pieces(
            rules.sequence_order == "strength", tuple(sorted(rules.sequence_points)), rules.sequence_rank == "length"
        )

    # Playing

    def deals(self, policies: Any, seed: int, indices: Iterable[int], deck: Deck | None = None) -> Iterator[Transcript]:
        """The transcripts of deals on their own; ``policies``: a family of ``policies.families``.

        ``deck``: from a desk, the seed and the deal's number to its pack (``None``: as it is shuffled).  Raises
        ``UserError`` where a policy's choice is not legal.
        """
        for index in indices:
            with laid_decks(self.desk, index, deck and deck(self.desk, seed, index)):
                play_one(self.record, policies, self.desk, seed, index)
            self._require_legal(f"deal {index}")
            yield self.write(self.desk, None, seed=seed, index=index)

    def match(self, policies: Any, seed: int, number: int) -> Iterator[Transcript]:
        """The transcripts of a match, one a shuffle, as long as it is not over (at most ``MAX_SHUFFLES``)."""
        desk = self.desk
        begin_match(self.record, desk, seed, number)
        for shuffle in range(MAX_SHUFFLES):
            before = self.before(desk)
            next_in_match(self.record, policies, desk, number, shuffle)
            self._require_legal(f"match {number}, shuffle {shuffle}")
            yield self.write(desk, before, seed=seed, index=MAX_SHUFFLES * number + shuffle, match=number)
            if desk.m["over"]:
                return

    def _require_legal(self, where: str) -> None:
        if self.desk.t["fault"]:
            v = self.desk.v
            what = f"card in trick {v['trick']}" if v["trick"] else f"call in round {v['round']}"
            raise UserError(f"{where}: the policy of seat {v['seat']} chose a {what} that is not legal")

    def before(self, desk: Desk) -> Before:
        """What the next deal of the desk's match inherits."""
        m = desk.m
        n = self.rules.players
        scores, baids = m["scores"][:n].tolist(), m["baids"][:n].tolist()
        pots, match_round = self._pots(m, int(m["dealer"])), int(m["match_round"])
        obliged = side_of(self.rules, int(m["round_winners"][0])) if match_round == 2 else []
        inherited = bool(m["in_match"]), pots, int(m["forced"]), scores, baids
        return Before(*inherited, match_round, obliged, int(m["deciding"]))

    def _pots(self, m: Any, dealer: int) -> list[int]:
        """The points that hang, oldest first; those of one dealer where each has his own."""
        if self.rules.hanging == "per_dealer":
            pot = int(m["dealer_pots"][dealer])
            return [pot] if pot else []
        return list(m["pots"][: m["n_pots"]].tolist())

    # Writing

    def write(
        self,
        desk: Desk,
        before: Before | None,
        *,
        seed: int | None = None,
        index: int | None = None,
        match: int | None = None,
    ) -> Transcript:
        """The transcript of the deal that lies on a desk.

        ``before``: None for a deal on its own that no pot waits for; ``seed``, ``index``, ``match``: what it is called.
        A deal that stopped for want of a legal choice gets ``to_move`` and a result with what is known.
        """
        before = before or Before(False, [], -1, [], [])
        t, v = plain(desk.t), plain(desk.v)
        names = {"seed": seed, "index": index, "match": match}
        out: Transcript = {"format": FORMAT, "rules": self._spec}
        out |= {name: number for name, number in names.items() if number is not None}
        out |= {"dealer": t["dealer"], "pots": before.pots}
        if before.in_match:
            out |= {"scores_before": before.scores, "baids_before": before.baids}
        if before.match_round:
            out |= {"match_round": before.match_round, "obliged": list(before.obliged)}
        if before.match_round == DECIDING_DEALS:
            out["deciding_deals_before"] = before.deciding
        if before.forced >= 0:
            out["forced"] = {"declarer": before.forced}
        out |= self._dealt(t)
        out["auction"] = self._auction(t)
        if t["outcome"] == REDEAL:
            out["redeal"] = {"seat": t["claimer"], "reason": REASON_TEXTS[t["reason"]]}
        out["exchange"] = None
        if v["exchanger"] >= 0:
            out["exchange"] = {
                "seat": v["exchanger"],
                "gave": CARD_TEXTS[8 * t["trump"]],
                "took": CARD_TEXTS[v["took"]],
            }
        out["hands"] = [hand_texts(t["full"][seat]) for seat in self._seats]
        out["plays"] = _plays(v)
        out["melds"] = self._melds(desk, t, v) if v["trick"] else []
        if t["outcome"] == CLAIM:
            out["claim"] = {"seat": t["claimer"], "after_trick": v["trick"]}
        if t["fault"] in (FAULT_CALL, FAULT_CARD):
            legal = hand_texts(v["legal"]) if v["trick"] else [CALL_TEXTS[c] for c in range(5) if v["legal"] >> c & 1]
            out["to_move"] = {"seat": v["seat"], "legal": legal}
        out["result"] = self._result(t, v, desk.m, before)
        return out

    def _dealt(self, t: Fields) -> Fields:
        """The packets; the second ones and the bottom card are null where the deal ended before them."""
        complete = t["full"][0] != t["first"][0]
        freza = complete and self.rules.freza_shown and t["freza"] >= 0
        return {
            "first_packets": [hand_texts(t["first"][seat]) for seat in self._seats],
            "upcard": CARD_TEXTS[t["upcard"]],
            "second_packets": [hand_texts(t["second"][seat]) for seat in self._seats] if complete else None,
            "freza": CARD_TEXTS[t["freza"]] if freza else None,
        }

    def _auction(self, t: Fields) -> list[Fields]:
        seats = Seats(self.rules, t["dealer"])
        entries: list[Fields] = []
        for turn, call in enumerate(t["calls"][: t["n_calls"]]):
            seat = seats.caller(turn)
            entries.append({"seat": seat, "call": "pass"})
            if call != PASS:
                entries[-1] = {"seat": seat, "call": "play", "suit": SUIT_LETTERS[call]}
        return entries

    def _melds(self, desk: Desk, t: Fields, v: Fields) -> list[Fields]:
        """Every sequence, four and bella held, with what became of it."""
        entries: list[Fields] = []
        for seat in self._seats:
            for suit, piece in self._sequences(t["full"][seat], t["trump"]):
                kind = KINDS.get(piece.length, f"run{piece.length}")
                cards = [8 * suit + rank for rank in piece.ranks]
                scored = self._sequence_scored(t, v, seat, piece.length)
                entries.append(_entry(seat, kind, cards, self.rules.sequence_points[piece.length], scored))
            for rank in self._fours(t["full"][seat]):
                cards = [8 * suit + rank for suit in range(4)]
                entries.append(_entry(seat, "four", cards, self._four_points[rank], seat == t["four_scorer"]))
            if seat == t["bella_holder"]:
                entries.append(self._bella(desk, t, v))
        return entries

    def _fours(self, hand: int) -> list[int]:
        """The ranks of which a hand has four of a kind, best first."""
        return [rank for rank in FOURS_DOWN if self._four_points[rank] and hand >> rank & _ALL_SUITS == _ALL_SUITS]

    def _sequences(self, hand: int, trump: int) -> list[tuple[int, Piece]]:
        """The sequences of a hand with their suits: best first, trump before plain, else by suit."""
        found = [(suit, piece) for suit in range(4) for piece in self._pieces[suit == trump][hand >> 8 * suit & 255]]
        if len(found) > 1:
            found.sort(key=lambda held: (-held[1].grade, -held[1].top, held[0] != trump))
        return found

    def _sequence_scored(self, t: Fields, v: Fields, seat: int, length: int) -> bool | None:
        """Whether a sequence scores; None while that hangs on a trick to come."""
        if not t["scorers"] >> seat & 1:
            return False
        if t["outcome"] != OPEN:  # where terts alone need a trick, a part of what he holds may score
            without_terts = t["held_points"][seat] - t["held_terts_points"][seat]
            return bool(t["seq_scored"][seat] > (without_terts if length == 3 else 0))
        if seat == t["passive"]:
            return True
        need = self.rules.sequences_need_trick
        waits = need is True or (need == "terts_only" and length == 3)
        hangs = waits and not any(v["tricks"][partner] for partner in side_of(self.rules, seat))
        return None if hangs or t["decided_by"] == BY_LAST_TRICK else True

    def _bella(self, desk: Desk, t: Fields, v: Fields) -> Fields:
        open_deal = t["outcome"] == OPEN
        to = bella_scorer(self.record, desk.t, desk.v) if open_deal else t["bella_to"]
        scored: bool | None = to >= 0
        if not scored and open_deal and self._bella_may_score(t):
            scored = None
        cards = [8 * t["trump"] + rank for rank in (_KING, _QUEEN)]
        entry = _entry(t["bella_holder"], "bella", cards, BELLA_POINTS, scored)
        return entry | {"to": _or_none(to), "call": t["bella_call"] or None}

    def _bella_may_score(self, t: Fields) -> bool:
        """Whether a bella that does not score yet may still do so."""
        side = side_of(self.rules, t["bella_holder"])
        taken = [winner for winner in t["bella_winners"] if winner >= 0]
        if self.rules.bella_to == "holder_both_tricks" and any(winner not in side for winner in taken):
            return False
        played = sum(trick > 0 for trick in t["bella_tricks"])
        return bool(t["bella_call"]) or played < (1 if self.rules.bella_call == "first_card" else 2)

    def _result(self, t: Fields, v: Fields, m: Any, before: Before) -> Fields:
        n = self.rules.players
        outcome = t["outcome"]
        with_tricks = v["trick"] > 0
        decided = with_tricks and outcome not in (OPEN, CLAIM)
        over = before.in_match and bool(m["over"])
        result = {
            "outcome": OUTCOME_TEXTS[outcome],
            "declarer": _or_none(t["declarer"]),
            "trump": SUIT_LETTERS[t["trump"]] if t["trump"] >= 0 else None,
            "round": t["round"] or None,
            "tricks": v["tricks"][:n] if with_tricks else None,
            "card_points": v["points"][:n] if with_tricks else None,
            "last_trick": _or_none(t["last_trick"]),
            "totals": t["totals"][:n] if decided else None,
            "written": t["written"][:n] if decided or outcome == CLAIM else None,
            "pots": [] if over else self._pots(m, t["dealer"]),
            "next_dealer": _or_none(t["next_dealer"]),
            "sequence_decided_by": DECIDED_BY_TEXTS[t["decided_by"]] if with_tricks else None,
        }
        if outcome == INSTANT_WIN:
            result["winner"] = t["claimer"]
        if before.in_match:
            result |= {"match_over": over, "match_winner": _or_none(int(m["winner"]))}
            round_winner = int(m["round_winners"][before.match_round - 1]) if before.match_round in (1, 2) else -1
            if round_winner >= 0:
                result["round_winner"] = round_winner
            if over or round_winner >= 0:
                result["burned"] = self._burned(m)
        return result

    def _burned(self, m: Any) -> list[int]:
        """The pots left at the end of a match or of a round."""
        if self.rules.hanging == "per_dealer":
            return [pot for pot in m["dealers_left"][: self.rules.players].tolist() if pot]
        return list(m["pots"][: m["n_left"]].tolist())


def _entry(seat: int, kind: str, cards: Iterable[int], points: int, scored: bool | None) -> Fields:
    """A meld; what scores goes to its holder."""
    texts = [CARD_TEXTS[card] for card in cards]
    to = seat if scored else None
    return {"seat": seat, "kind": kind, "cards": texts, "points": points, "scored": scored, "to": to}


def _plays(v: Fields) -> list[Fields]:
    """The tricks so far, the last one perhaps unfinished."""
    return [
        {"leader": leader, "cards": [CARD_TEXTS[card] for card in cards if card >= 0]}
        for leader, cards in zip(v["leaders"], v["plays"], strict=True)
        if cards[0] >= 0
    ]


def scribe_of(rules: RuleSet) -> Any:
    """A scribe for the game that these rules are of: anything with the method ``deals``."""
    if rules.form == "terts":
        from debertz_sim.records.terts import TertsScribe

        return TertsScribe(rules)
    return Scribe(rules)


def deal_transcript(rules: RuleSet, policies: Any, seed: int, index: int, deck: Deck | None = None) -> Transcript:
    """Deal ``index`` of a seed on its own, as ``simulate`` plays it; ``policies``: a family of ``policies.families``.

    ``deck``: as for ``Scribe.deals``.  Raises ``UserError`` where a policy's choice is not legal, and for rules that
    the engine cannot play.
    """
    return next(scribe_of(rules).deals(policies, seed, [index], deck))


def match_transcripts(rules: RuleSet, policies: Any, seed: int, number: int) -> Iterator[Transcript]:
    """The deals of match ``number`` of a seed, as ``simulate --matches`` plays it; errors as ``deal_transcript``."""
    rules.require_matches()
    return Scribe(rules).match(policies, seed, number)


def to_line(transcript: Mapping[str, Any]) -> str:
    """One line of JSON, without a line end; cards and numbers only, so that it is plain ASCII."""
    return json.dumps(transcript, separators=(", ", ": "))
