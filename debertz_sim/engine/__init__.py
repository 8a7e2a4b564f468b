"""Whole deals, matches and blocks of them, compiled."""
