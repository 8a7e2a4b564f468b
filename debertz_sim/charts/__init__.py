"""Bidding charts: the call for every hand class at each decision of the auction between two, built, checked and read.

``game`` plays the deals, ``build`` learns an equilibrium, ``check`` says how far from one it is, ``chart`` is what is
kept.
"""
