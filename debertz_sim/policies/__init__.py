"""Decisions: they see the rules, their seat's view and their own random stream, nothing else."""
