"""The auction: two rounds, forehand first, dealer last (RULES.md section 2, "Auction")."""

from __future__ import annotations

from debertz_sim._jit import inlined
from debertz_sim.kernels.bits import bit, seat_after
from debertz_sim.kernels.state import ALL_PASS, PASS
from debertz_sim.switches import AllPass, Form, SecondRoundSuits

_ALL_SUITS = 15


@inlined
def dealer_obliged(rules, t, m):
    """Whether the last to speak must name a suit; of two rounds in the second alone, if his side won the first."""
    if t.forced >= 0:
        return 0
    if rules.form == Form.TWO_ROUNDS:
        won_first = m.match_round == 2 and rules.team[t.dealer] == rules.team[m.round_winners[0]]
        return 1 if m.in_match and won_first else 0
    return 1 if rules.all_pass == AllPass.OBLIGED else 0


@inlined
def caller(rules, t):
    """The seat whose turn it is to call."""
    turn = t.n_calls if t.n_calls < rules.in_play else t.n_calls - rules.in_play
    return seat_after(t.dealer, turn + 1, rules.players)


@inlined
def auction_round(rules, t):
    """1 or 2."""
    return 1 if t.n_calls < rules.in_play else 2


@inlined
def legal_calls(rules, t):
    """Bit s: "play" in suit s; bit PASS: pass."""
    upcard_suit = t.upcard >> 3
    if t.n_calls < rules.in_play:
        return bit(upcard_suit) | bit(PASS)
    calls = bit(PASS) | _ALL_SUITS
    if rules.second_round_suits == SecondRoundSuits.OTHER:
        calls &= ~bit(upcard_suit)
    if t.obliged and t.n_calls == 2 * rules.in_play - 1:
        calls &= ~bit(PASS)
    return calls


@inlined
def make_call(rules, t, call):
    """Record a legal call; the first "play" ends the auction, as does the last pass."""
    seat = caller(rules, t)
    t.calls[t.n_calls] = call
    if call != PASS:
        t.round = auction_round(rules, t)
        t.declarer = seat
        t.trump = call
    t.n_calls += 1
    if call == PASS and t.n_calls == 2 * rules.in_play:
        t.outcome = ALL_PASS
