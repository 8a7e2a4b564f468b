"""One row of integers a deal: the only thing that leaves the engine in bulk, and the vocabulary of ``--rows``.

Places count from forehand (0) to the dealer (players - 1); -1 stands for "nobody".
"""

from __future__ import annotations

from debertz_sim._jit import inlined, popcount
from debertz_sim.kernels.bits import seat_after, suit_mask
from debertz_sim.kernels.state import ALL_PASS, INSTANT_WIN, MAX_SEATS, OPEN, REDEAL

DEAL_COLUMNS = (
    "dealer",
    "outcome",
    "forced",
    "declarer",
    "declarer_place",
    "round",
    "trump",
    "upcard",
    "freza",
    "trump_cards",
    "exchanger_place",
    "declarer_points",
    "defender_points",
    "declarer_written",
    "defender_written",
    "sequence_side",
    "sequence_decided_by",
    "bella_side",
    "last_trick_place",
    "claimer_place",
    "redeal_reason",
    "pot",
    "four_side",
    "match_round",
    "to_beat",
    "trickless_sides",
)
PLACE_COLUMNS = ("tricks", "card_points", "total", "written", "terts", "fifty", "sequence_points", "bella", "fours")
COLUMNS = DEAL_COLUMNS + tuple(f"{name}_{place}" for place in range(MAX_SEATS) for name in PLACE_COLUMNS)
N_COLUMNS = len(COLUMNS)

NOBODY, DECLARER, DEFENDERS, PASSIVE = 0, 1, 2, 4  # sides, as bits where several may score

(
    C_DEALER,
    C_OUTCOME,
    C_FORCED,
    C_DECLARER,
    C_DECLARER_PLACE,
    C_ROUND,
    C_TRUMP,
    C_UPCARD,
    C_FREZA,
    C_TRUMP_CARDS,
    C_EXCHANGER,
    C_DECLARER_POINTS,
    C_DEFENDER_POINTS,
    C_DECLARER_WRITTEN,
    C_DEFENDER_WRITTEN,
    C_SEQUENCE_SIDE,
    C_DECIDED_BY,
    C_BELLA_SIDE,
    C_LAST_TRICK,
    C_CLAIMER,
    C_REASON,
    C_POT,
    C_FOUR_SIDE,
    C_MATCH_ROUND,
    C_TO_BEAT,
    C_TRICKLESS,
) = range(len(DEAL_COLUMNS))
C_PLACE = len(DEAL_COLUMNS)
N_PLACE = len(PLACE_COLUMNS)
P_TRICKS, P_CARD_POINTS, P_TOTAL, P_WRITTEN, P_TERTS, P_FIFTY, P_SEQUENCE_POINTS, P_BELLA, P_FOURS = range(N_PLACE)

MATCH_COLUMNS = (
    "shuffles",
    "played",
    "first_dealer",
    "winner",
    "unfinished",
    "burned",
    "baids",
    "hanging_baids",
    "second_hangings",
    "extra_deals",
    "claims",
    "round_1_winner",
    "round_2_winner",
    "deciding_deals",
    "payoff_halves",
    *(f"score_{seat}" for seat in range(MAX_SEATS)),
)
N_MATCH_COLUMNS = len(MATCH_COLUMNS)
(
    M_SHUFFLES,
    M_PLAYED,
    M_FIRST_DEALER,
    M_WINNER,
    M_UNFINISHED,
    M_BURNED,
    M_BAIDS,
    M_HANGINGS,
    M_SECOND_HANGING,
    M_EXTRA,
    M_CLAIMS,
    M_ROUND_WINNERS,
    _,
    M_DECIDING,
    M_PAYOFF_HALVES,
    M_SCORE,
) = range(N_MATCH_COLUMNS - MAX_SEATS + 1)


@inlined
def place_of(rules, t, seat):
    """0 for forehand up to players - 1 for the dealer; -1 for nobody."""
    if seat < 0:
        return -1
    steps = seat - t.dealer - 1
    return steps if steps >= 0 else steps + rules.players


@inlined
def _side(rules, t, seat):
    if seat < 0:
        return NOBODY
    if seat == t.passive:
        return PASSIVE
    return DECLARER if rules.team[seat & 3] == rules.team[t.declarer & 3] else DEFENDERS


@inlined
def _note_played(rules, t, v, row):
    """What only a deal with a declarer and tricks has."""
    row[C_TRUMP_CARDS] = popcount(t.full[t.declarer] & suit_mask(t.trump))
    row[C_SEQUENCE_SIDE] = NOBODY
    row[C_TO_BEAT] = t.to_beat
    row[C_TRICKLESS] = DECLARER | DEFENDERS
    dealer = t.dealer
    for place in range(rules.players):
        seat = seat_after(dealer, place + 1, rules.players)
        base = C_PLACE + N_PLACE * place
        row[base + P_TRICKS] = v.tricks[seat]
        row[base + P_CARD_POINTS] = v.points[seat]
        row[base + P_TOTAL] = t.totals[seat]
        row[base + P_WRITTEN] = t.written[seat]
        row[base + P_TERTS] = t.held_terts[seat]
        row[base + P_FIFTY] = t.held_longer[seat]
        row[base + P_SEQUENCE_POINTS] = t.held_points[seat]
        row[base + P_BELLA] = 1 if t.bella_holder == seat else 0
        row[base + P_FOURS] = t.held_fours[seat] if rules.has_fours else 0
        side = _side(rules, t, seat)
        if v.tricks[seat] > 0:
            row[C_TRICKLESS] &= ~side
        if seat == rules.team[seat]:  # in pairs both partners have their side's points: counted once
            if side == DECLARER:
                row[C_DECLARER_POINTS] += t.totals[seat]
                row[C_DECLARER_WRITTEN] += t.written[seat]
            elif side == DEFENDERS:
                row[C_DEFENDER_POINTS] += t.totals[seat]
                row[C_DEFENDER_WRITTEN] += t.written[seat]
        row[C_SEQUENCE_SIDE] |= side if t.seq_scored[seat] > 0 else NOBODY


@inlined
def note_row(rules, t, v, row):
    """Fill one row (int32, shape (N_COLUMNS,)) from a finished deal."""
    for column in range(C_PLACE + N_PLACE * rules.players):
        row[column] = 0
    row[C_DEALER] = t.dealer
    row[C_OUTCOME] = t.outcome
    row[C_FORCED] = 1 if t.forced >= 0 else 0
    row[C_DECLARER] = t.declarer
    row[C_DECLARER_PLACE] = place_of(rules, t, t.declarer)
    row[C_ROUND] = t.round
    row[C_TRUMP] = t.trump
    row[C_UPCARD] = t.upcard
    row[C_FREZA] = t.freza
    row[C_EXCHANGER] = place_of(rules, t, v.exchanger)
    row[C_DECIDED_BY] = t.decided_by
    row[C_BELLA_SIDE] = _side(rules, t, t.bella_to)
    row[C_LAST_TRICK] = place_of(rules, t, t.last_trick)
    row[C_CLAIMER] = place_of(rules, t, t.claimer)
    row[C_REASON] = t.reason
    row[C_POT] = v.pot
    row[C_FOUR_SIDE] = _side(rules, t, t.four_scorer)
    row[C_MATCH_ROUND] = v.match_round
    played = t.outcome != ALL_PASS and t.outcome != REDEAL and t.outcome != INSTANT_WIN and t.outcome != OPEN
    if played:
        _note_played(rules, t, v, row)
