"""What becomes of a deal for each call that a seat may make: the same worlds, a row for every call.

Between two.  Known are the caller's six cards, the upcard, and that everybody has passed so far.  A world deals the 25
other cards at random, and again until the opponent would have passed as he did; then each call is made in it, the
auction goes on by the policies, and the deal is played.  World w is a function of the seed and w alone.
"""

from __future__ import annotations

import numpy as np

from debertz_sim._jit import inlined, inner, kernel, merged
from debertz_sim.engine.deal import play_on, take_up_hands
from debertz_sim.kernels.auction import dealer_obliged, legal_calls, make_call
from debertz_sim.kernels.bits import bit
from debertz_sim.kernels.dealing import (
    cards_needed,
    deal_packets,
    look_for_dealt_win,
    open_table,
    take_deck,
    take_first_packets,
)
from debertz_sim.kernels.match import close_deal, make_match, open_match
from debertz_sim.kernels.public import open_view, turn_to_caller
from debertz_sim.kernels.rng import (
    BIDDING,
    CARDS,
    MATCH_PURPOSES,
    N_PURPOSES,
    open_streams,
    shuffle,
    start_deal,
    start_part,
)
from debertz_sim.kernels.scoring import LAST_TRICK_POINTS, judge, total_up
from debertz_sim.kernels.state import FAULT_CALL, MAX_SHUFFLES, OPEN, PASS
from debertz_sim.kernels.tricks import first_leader
from debertz_sim.policies.dispatch import choose_call
from debertz_sim.solver import two
from debertz_sim.switches import Hanging

SEATS = 2
DEALER = 1  # seat 0 is forehand
SIX, THREE = 6, 3

# Streams of their own: those of the worlds that calls are judged on, and of the worlds that a later call is chosen on.
JUDGED, CHOSEN = 2 * MATCH_PURPOSES, 3 * MATCH_PURPOSES

NO_WORLD = -1  # a world was not found; other answers of the kernels: ALL_WELL or the world with a fault
ALL_WELL = -2

# What is asked, and what the caller knows.
QUESTION = np.dtype(
    [
        ("hand", np.int64),
        ("upcard", np.int64),
        ("seat", np.int64),
        ("passes", np.int64),  # calls made so far
        ("later", np.int64),  # his call in round 2 once he has passed in round 1; -1: as his policy bids
        ("most", np.int64),  # tries to find a world
        ("in_match", np.int64),  # 1: the match is played to its end
        ("scores", np.int64, (SEATS,)),
        ("pot", np.int64),
    ],
    align=True,
)

# A world: the opponent's six, second packets, the bottom card, and how many deals were dealt to find it.
WORLD_COLUMNS = ("first_other", "second_own", "second_other", "freza", "tries")
W_FIRST_OTHER, W_SECOND_OWN, W_SECOND_OTHER, W_FREZA, W_TRIES = range(len(WORLD_COLUMNS))

# What became of it after a call; whose it is: 0 the caller's, 1 the opponent's, -1 nobody's.
DEAL_COLUMNS = (
    "outcome",
    "declarer",
    "round",
    "trump",
    "claimer",
    "bella",
    "exchanger",
    *(f"{name}_{whose}" for name in ("written", "points", "sequences", "fours", "full") for whose in ("own", "other")),
)
(
    D_OUTCOME,
    D_DECLARER,
    D_ROUND,
    D_TRUMP,
    D_CLAIMER,
    D_BELLA,
    D_EXCHANGER,
    D_WRITTEN,  # here and below: the caller's, then the opponent's
    _,
    D_POINTS,  # in tricks, the last ten included
    _,
    D_SEQUENCES,  # scored
    _,
    D_FOURS,
    _,
    D_FULL,  # nine cards, after the exchange; 0 where they were not taken up
    _,
) = range(len(DEAL_COLUMNS))
N_WORLD_COLUMNS, N_DEAL_COLUMNS = len(WORLD_COLUMNS), len(DEAL_COLUMNS)


@inlined
def _packet(deck, place, size, seen):
    """The next ``size`` cards of the pack that are not ``seen``, and the place after them."""
    packet = np.int64(0)
    while size:
        card = bit(deck[place & 31])
        place += 1
        if not card & seen:
            packet |= card
            size -= 1
    return packet, place


@inlined
def _deal_world(t, streams, q):
    """Packets on the table: the caller's six are known, all else is shuffled."""
    shuffle(t.deck, streams, CARDS, 32)
    seen = q.hand | bit(q.upcard)
    other = 1 - q.seat
    t.first[q.seat] = q.hand
    t.upcard = q.upcard
    t.first[other], place = _packet(t.deck, 0, SIX, seen)
    t.second[q.seat], place = _packet(t.deck, place, THREE, seen)
    t.second[other], place = _packet(t.deck, place, THREE, seen)
    while bit(t.deck[place & 31]) & seen:
        place += 1
    t.freza = np.int64(t.deck[place & 31])


@inlined
def _open_match(rules, m, q):
    open_match(m, DEALER)
    if q.in_match:
        make_match(rules, m)
        for seat in range(SEATS):
            m.scores[seat] = q.scores[seat]
    if q.pot:
        if rules.hanging == Hanging.PER_DEALER:
            m.dealer_pots[DEALER] = q.pot
        else:
            m.pots[0] = q.pot
            m.n_pots = 1


@inlined
def _open_deal(rules, t, v, m):
    """Before the auction; the packets lie on the table."""
    t.obliged = dealer_obliged(rules, t, m)
    take_first_packets(rules, t)
    open_view(rules, t, v, m)


@inlined
def _next_call(policies, rules, v, streams, q, own):
    """The call of the seat whose turn it is: the caller's own later one, if it is settled, else by policy."""
    if own and v.seat == q.seat and q.later >= 0:
        return q.later
    return choose_call(policies, rules, v, streams)


@inner
def _fits(policies, rules, t, v, streams, q):
    """Whether the opponent passes as he did; the world lies on the open table."""
    for _ in range(q.passes):
        turn_to_caller(rules, t, v)
        if v.seat != q.seat and choose_call(policies, rules, v, streams) != PASS:
            return False
        make_call(rules, t, PASS)
    return True


@inlined
def _find_world(rules, policies, desk, q, index):
    """Deal until a world fits; returns how many deals it took, 0 if none does."""
    t, v, m, streams, _ = desk
    start_deal(streams, index)
    _open_match(rules, m, q)
    tries = np.int64(0)
    while tries < q.most:
        tries += 1
        _deal_world(t, streams, q)
        open_table(rules, t, DEALER, -1)
        _open_deal(rules, t, v, m)
        look_for_dealt_win(rules, t)
        if t.outcome == OPEN and _fits(policies, rules, t, v, streams, q):
            return tries
    return np.int64(0)


@inlined
def _note_world(t, q, tries, world):
    other = 1 - q.seat
    world[W_FIRST_OTHER] = t.first[other]
    world[W_SECOND_OWN] = t.second[q.seat]
    world[W_SECOND_OTHER] = t.second[other]
    world[W_FREZA] = t.freza
    world[W_TRIES] = tries


@inlined
def _keep_packets(t, world, q):
    """The packets of a world back on the table, over those of later deals of a match."""
    other = 1 - q.seat
    t.first[q.seat] = q.hand
    t.first[other] = world[W_FIRST_OTHER]
    t.second[q.seat] = world[W_SECOND_OWN]
    t.second[other] = world[W_SECOND_OTHER]
    t.freza = world[W_FREZA]
    t.upcard = q.upcard


@inlined
def _whose(q, seat):
    if seat < 0:
        return np.int64(-1)
    return np.int64(0) if seat == q.seat else np.int64(1)


@inlined
def _note_deal(rules, t, v, q, row):
    for column in range(N_DEAL_COLUMNS):
        row[column] = 0
    row[D_OUTCOME] = t.outcome
    row[D_DECLARER] = _whose(q, t.declarer)
    row[D_ROUND] = t.round
    row[D_TRUMP] = t.trump
    row[D_CLAIMER] = _whose(q, t.claimer)
    row[D_BELLA] = _whose(q, t.bella_to)
    row[D_EXCHANGER] = _whose(q, v.exchanger)
    if t.declarer < 0:
        return
    for whose in range(SEATS):
        seat = q.seat if whose == 0 else 1 - q.seat
        row[D_FULL + whose] = t.full[seat]
        row[D_WRITTEN + whose] = t.written[seat]
        row[D_POINTS + whose] = v.points[seat] + (LAST_TRICK_POINTS if seat == t.last_trick else 0)
        row[D_SEQUENCES + whose] = t.seq_scored[seat]
        row[D_FOURS + whose] = t.four_points[seat] if t.four_scorer == seat else 0


@inlined
def _begin(rules, desk, q, world, index, call):
    """The world once more, the passes so far and this call; every call finds the same random numbers."""
    t, v, m, streams, log = desk
    start_deal(streams, index)
    for slot in range(BIDDING, N_PURPOSES):
        start_part(streams, slot, 1)
    log.count = 0
    _open_match(rules, m, q)
    open_table(rules, t, DEALER, -1)
    _keep_packets(t, world, q)
    _open_deal(rules, t, v, m)
    for _ in range(q.passes):
        make_call(rules, t, PASS)
    make_call(rules, t, call)


@inlined
def _deal_next(rules, desk, index):
    """The next deal of a match, up to its auction."""
    t, v, m, streams, log = desk
    log.count = 0
    start_deal(streams, index)
    take_deck(t, streams, index, cards_needed(rules))
    open_table(rules, t, m.dealer, m.forced)
    deal_packets(rules, t)
    _open_deal(rules, t, v, m)
    look_for_dealt_win(rules, t)


@inlined
def _hold_auction(rules, policies, desk, q, own):
    """The auction from where it stands to its end; ``own``: the caller's later call is settled."""
    t, v, _, streams, _ = desk
    while t.declarer < 0 and t.outcome == OPEN:
        turn_to_caller(rules, t, v)
        said = _next_call(policies, rules, v, streams, q, own)
        if said < 0 or said > PASS or not legal_calls(rules, t) & bit(said):
            t.fault = FAULT_CALL
            return
        make_call(rules, t, said)


@merged
def _roll_out(rules, policies, desk, q, world, index, call, row):
    """Make a call in a world and play on.  Returns the match's winner (as ``call_block`` fills it), -2 for a fault."""
    t, v, m, _, _ = desk
    played = np.int64(0)
    while played == 0 or (q.in_match and not m.over and played < MAX_SHUFFLES):
        if played == 0:
            _begin(rules, desk, q, world, index, call)
        else:
            _deal_next(rules, desk, index + played)
        _hold_auction(rules, policies, desk, q, played == 0)
        play_on(rules, policies, desk)
        if t.fault:
            return np.int64(-2)
        if played == 0:
            _note_deal(rules, t, v, q, row)
        played += 1
    return _whose(q, m.winner) if m.over else np.int64(-1)


@kernel
def call_block(rules, policies, desk, seed, purpose, first, question, calls, worlds, rows, winners):
    """Worlds ``first`` .. with every call made in each.

    ``question``: record QUESTION; ``purpose``: JUDGED or CHOSEN; ``calls`` (int64, shape (calls,)): legal ones.
    ``worlds`` (int64, shape (worlds, N_WORLD_COLUMNS)), ``rows`` (int64, shape (worlds, calls, N_DEAL_COLUMNS)) and
    ``winners`` (int64, shape (worlds, calls); of the match: 0 the caller, 1 the opponent, -1 nobody) are filled.
    Returns ALL_WELL, NO_WORLD, or the world in which a policy's choice was not legal.
    """
    open_streams(desk.streams, seed, purpose)
    for k in range(worlds.shape[0]):
        index = (first + k) * MAX_SHUFFLES
        tries = _find_world(rules, policies, desk, question, index)
        if tries == 0:
            return np.int64(NO_WORLD)
        _note_world(desk.t, question, tries, worlds[k])
        for c in range(calls.shape[0]):
            found = _roll_out(rules, policies, desk, question, worlds[k], index, calls[c], rows[k, c])
            if found == -2:
                return np.int64(first + k)
            winners[k, c] = found
    return np.int64(ALL_WELL)


@inner
def _points_in(rules, trump, cards):
    total = np.int64(0)
    for card in range(32):
        if cards & bit(card):
            total += rules.points[1 if card >> 3 == trump else 0, card & 7]
    return total


@inner
def _solve(rules, t, v, table):
    """The tricks as both play them who see all cards; melds count as if both take a trick and bella is called."""
    leader = first_leader(rules, t)
    forehand = two.future_points(rules, t.trump, t.hand[0], t.hand[1], leader, np.int64(-1), table)
    v.points[0] = forehand
    v.points[1] = _points_in(rules, t.trump, t.hand[0] | t.hand[1]) + LAST_TRICK_POINTS - forehand
    for seat in range(SEATS):
        v.tricks[seat] = 1
    t.last_trick = -1  # the ten is in the points already
    if t.bella_holder >= 0:
        t.bella_call = 1
        for k in range(2):
            t.bella_winners[k] = t.bella_holder
    total_up(rules, t, v)
    judge(rules, t)


@kernel
def open_block(rules, policies, desk, seed, purpose, first, question, calls, worlds, rows, table):
    """As ``call_block`` without matches, but that the cards are played with open hands (``table``: the solver's)."""
    t, v, m, _, _ = desk
    open_streams(desk.streams, seed, purpose)
    for k in range(worlds.shape[0]):
        index = (first + k) * MAX_SHUFFLES
        tries = _find_world(rules, policies, desk, question, index)
        if tries == 0:
            return np.int64(NO_WORLD)
        _note_world(t, question, tries, worlds[k])
        for c in range(calls.shape[0]):
            _begin(rules, desk, question, worlds[k], index, calls[c])
            _hold_auction(rules, policies, desk, question, True)
            if t.fault:
                return np.int64(first + k)
            take_up_hands(rules, policies, desk)
            if t.outcome == OPEN:
                _solve(rules, t, v, table)
            close_deal(rules, t, v, m)
            _note_deal(rules, t, v, question, rows[k, c])
    return np.int64(ALL_WELL)
