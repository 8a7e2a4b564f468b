"""Recorded deals: written, read, checked and scored."""
