"""Chances of melds: counted by ``exact``, sampled beside it."""
