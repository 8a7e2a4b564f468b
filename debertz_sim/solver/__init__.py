"""Perfect information: the value of a position whose cards all lie open."""
