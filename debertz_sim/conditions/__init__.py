"""Conditions on deals: the vocabulary of columns, the language of ``--given``, and deals made to fit."""
