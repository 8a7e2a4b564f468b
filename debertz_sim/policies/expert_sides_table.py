"""The table of play ``expert`` for three and four seats: its axes (see ``learned``; each block is its only piece).

A group of variants, a role and a kind of decision have numbers of their own: the table holds the four parts below for
each role of each group, one after another. Axes of the card come last, so that the numbers of all cards of a suit lie
together.
"""

from __future__ import annotations

from debertz_sim.policies.learned import Axis, Block, Model, Part

GROUPS = ("three", "four each", "pairs")
"""Groups of variants: three in play; four, each for himself; pairs."""
ROLES = ("defender", "declarer", "partner")

# Of the card: plain or trump; place by strength; whether no opponent may hold a higher one; how many higher ones
# opponents may hold, and allies; whether higher and lower own cards of the suit are left; whether it wins the trick so
# far; whether it has no, few or many points.
TRUMP = Axis("trump", 2)
PLACE = Axis("place", 8)
MASTER = Axis("master", 2)
ABOVE = Axis("above", 4)
ALLIED_ABOVE = Axis("allied above", 3)
ENDS = Axis("ends", 4)
WINS = Axis("wins", 2)
WORTH = Axis("worth", 3)
# Of its suit: where the four, three, two highest cards are (gone, own, an opponent's, an ally's, of either, as digits
# of base 5, the highest counting most); own cards, and those that opponents may hold; who has led it before (oneself,
# allies, opponents); whether an opponent, and all allies, may hold none, but a trump.
TOPS = Axis("tops", 625)
TOPS_3 = Axis("tops 3", 125)
TOPS_2 = Axis("tops 2", 25)
OWN = Axis("own", 4)
OUT = Axis("out", 5)
OUT_3 = Axis("out 3", 4)
BEFORE = Axis("before", 8)
GAP = Axis("gap", 2)
ALLIED_GAP = Axis("allied gap", 2)
# Of the hand: cards left, less one; own trumps, and those that opponents and allies may hold; own plain masters; steps
# in turn to the declarer.
LEFT = Axis("left", 9)
OWN_TRUMPS = Axis("own trumps", 5)
OWN_TRUMPS_2 = Axis("own trumps 2", 3)
TRUMPS_OUT = Axis("trumps out", 6)
TRUMPS_OUT_3 = Axis("trumps out 3", 4)
ALLIED_TRUMPS = Axis("allied trumps", 4)
MASTERS = Axis("masters", 4)
DISTANCE = Axis("distance", 4)
# Of the trick: an ally wins so far; how many cards that opponents still to play may hold beat the card (if it does not
# win: the one that does); such an opponent may trump; points in it (none, below 9, below 14, more); the declarer has
# played, is still to play, wins; an ally is still to play; an ally has led; trumps were not led.
ALLY = Axis("ally", 2)
RISK = Axis("risk", 4)
RUFFABLE = Axis("ruffable", 2)
THREAT = Axis("threat", 2)
POINTS = Axis("points", 4)
DECLARER_AT = Axis("declarer at", 3)
ALLY_AFTER = Axis("ally after", 2)
ALLY_LED = Axis("ally led", 2)
RUFF = Axis("ruff", 2)


def _block(name: str, *axes: Axis) -> Block:
    return Block(name, axes, (tuple(axis.name for axis in axes),))


LEAD = Part(
    (
        _block("lead tops", TRUMP, TOPS, PLACE),
        _block("lead above", TRUMP, OUT, PLACE, ABOVE, ALLIED_ABOVE),
        _block("lead length", TRUMP, LEFT, OWN, PLACE, ENDS),
        _block("lead history", TRUMP, BEFORE, GAP, ALLIED_GAP, PLACE, MASTER),
        _block("lead trumps", OWN_TRUMPS, TRUMPS_OUT, ALLIED_TRUMPS, TRUMP, MASTER, WORTH),
        _block("lead distance", DISTANCE, TRUMP, TOPS_2, PLACE),
        _block("lead masters", MASTERS, LEFT, TRUMP, MASTER),
    )
)
PLAIN = Part(
    (
        _block("plain tops", TOPS_3, PLACE, WINS),
        _block("plain length", OWN, OUT_3, ABOVE, PLACE, WINS),
        _block("plain trick", RUFFABLE, ALLY, POINTS, RISK, PLACE, WINS),
        _block("plain trumps", OWN_TRUMPS_2, TRUMPS_OUT_3, PLACE, WINS),
        _block("plain left", LEFT, ALLY, PLACE, WINS),
        _block("plain turn", DECLARER_AT, ALLY_AFTER, ALLY_LED, ALLY, PLACE, WINS),
    )
)
TRUMPS = Part(
    (
        _block("trumps tops", RUFF, TOPS, PLACE),
        _block("trumps length", OWN, OUT_3, RUFF, ABOVE, PLACE, WINS),
        _block("trumps trick", RUFFABLE, ALLY, POINTS, RUFF, RISK, PLACE, WINS),
        _block("trumps left", LEFT, ALLY, RUFF, PLACE, WINS),
        _block("trumps turn", DECLARER_AT, ALLY_AFTER, ALLY_LED, RUFF, PLACE, WINS),
    )
)
DISCARD = Part(
    (
        _block("discard tops", TOPS_2, OWN, PLACE),
        _block("discard trick", POINTS, ALLY, THREAT, DECLARER_AT, ALLY_AFTER, PLACE),
        _block("discard length", OUT, GAP, PLACE, ABOVE),
        _block("discard trumps", TRUMPS_OUT_3, LEFT, PLACE, MASTER),
    )
)
KINDS = (LEAD, PLAIN, TRUMPS, DISCARD)
"""To lead; to follow a plain suit; to follow trumps or to trump; neither the suit nor a trump in hand."""
MODEL = Model("expert_sides", KINDS * (len(ROLES) * len(GROUPS)))
ROLE_SIZE = sum(part.starts[-1] for part in KINDS)
"""Numbers that a role has."""
