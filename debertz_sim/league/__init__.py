"""Policies against each other on the same deals with the seats changed."""
