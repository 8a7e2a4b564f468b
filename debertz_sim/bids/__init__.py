"""Bidding, computed: every legal call of a hand made in the same worlds, with margins, chances and a verdict."""

from debertz_sim.bids.run import BidRun, run_bid
from debertz_sim.bids.spec import BidSpec, read_spot

__all__ = ["BidRun", "BidSpec", "read_spot", "run_bid"]
