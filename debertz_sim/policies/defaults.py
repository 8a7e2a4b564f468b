"""Which policies decide where nobody says otherwise."""

DEFAULT_BIDDING = "rules"
DEFAULT_PLAY = "expert"
