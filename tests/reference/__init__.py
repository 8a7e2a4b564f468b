"""A slow, plain Debertz for two, three and four players, the engine's twin.

Written from the rules alone (RULES.md, the deal transcript of CONTRACT.md, docs/rules/settled.md) and sharing no
line with the package under test, so that a mistake in one of the two shows as a difference between them.
It takes what was dealt and what was chosen, and derives everything else.
"""

from tests.reference.deal import OutOfChoices, ReferenceError_, Replay, replay
from tests.reference.match import Dealt, MatchReplay, replay_match

__all__ = ["Dealt", "MatchReplay", "OutOfChoices", "ReferenceError_", "Replay", "replay", "replay_match"]
