"""The trump seven for the upcard (RULES.md section 2, "Deal", and the switches of the exchange)."""

from __future__ import annotations

from debertz_sim._jit import inlined, inner
from debertz_sim.kernels.bits import bit, holding
from debertz_sim.kernels.melds import find_sequences, key_class, key_top, settle_contest
from debertz_sim.switches import SevenExchange

_NINE_EIGHT_SEVEN = 0b111
_NINE, _JACK = 2, 4
EXCHANGE_DEFAULT, EXCHANGE_ALWAYS, EXCHANGE_NEVER = 0, 1, 2


@inlined
def exchange_right(rules, t):
    """The seat that may exchange, or -1: trump by round 1 or by a forced deal, and the upcard is not the seven."""
    if rules.seven_exchange == SevenExchange.NONE or t.round == 2 or t.upcard & 7 == 0:
        return -1
    seven = bit(8 * t.trump)
    holder = -1
    for seat in range(rules.players):
        held = t.first[seat] if rules.seven_from_first_packet else t.full[seat]
        holder = seat if held & seven and seat != t.passive else holder
    return holder if rules.seven_exchange == SevenExchange.ANY or holder == t.declarer else -1


@inner
def _is_cut_out(rules, cards):
    """Whether 9-8-7, all three in this trump holding, are one of its sequences."""
    # The run that ends in the seven: is its last piece of three cards?
    length = 3
    while length < 8 and cards & bit(length):
        length += 1
    run = bit(length) - 1
    above = run & ~_NINE_EIGHT_SEVEN
    return (
        rules.run_points[1, _NINE_EIGHT_SEVEN] > 0
        and rules.run_cards[1, run] & _NINE_EIGHT_SEVEN == _NINE_EIGHT_SEVEN
        and rules.run_terts[1, run] == rules.run_terts[1, above] + 1
        and rules.run_longer[1, run] == rules.run_longer[1, above]
    )


@inlined
def default_exchange(rules, t, seat):
    """Whether the default player exchanges: yes, unless it breaks a scoring 9-8-7 and the upcard is not the jack."""
    cards = holding(t.full[seat], t.trump)
    if cards & _NINE_EIGHT_SEVEN != _NINE_EIGHT_SEVEN or t.upcard & 7 == _JACK or not rules.natural_order:
        return True
    return not _is_cut_out(rules, cards) or not _pioneer_scores(rules, t, seat)


@inner
def _pioneer_scores(rules, t, seat):
    """Whether a terts 9-8-7 of this seat would score; where he may not ask: whether it is his best sequence."""
    find_sequences(rules, t)
    if rules.terts_question:
        settle_contest(rules, t)
        return t.scorers & bit(seat) != 0
    own_best = t.seq_key[seat]
    return key_class(own_best) == 3 and key_top(own_best) == _NINE


@inlined
def make_exchange(t, v, seat):
    """In public: the seven on the stock, the upcard into the hand."""
    seven = 8 * t.trump
    t.full[seat] ^= bit(seven) | bit(t.upcard)
    t.hand[seat] = t.full[seat]
    if t.passive >= 0:
        t.full[t.passive] ^= bit(seven) | bit(t.upcard)
    v.exchanger = seat
    v.took = t.upcard
    v.upcard = seven
