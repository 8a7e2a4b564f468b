"""Estimates for people: tables, figures, words in three languages."""
