"""Recorded deals looked at card by card."""
