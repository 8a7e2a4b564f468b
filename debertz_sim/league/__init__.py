"""Policies against each other on the same deals with the seats changed: who wins how much from whom."""

from debertz_sim.league.run import LeagueRun, run_league
from debertz_sim.league.spec import LeagueSpec

__all__ = ["LeagueRun", "LeagueSpec", "run_league"]
