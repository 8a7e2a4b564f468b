"""The auction between two as a Bayesian game, compiled: what each call leads to, and how the charts learn from it.

A deal is played once for every trump (``leaves``).  Neither play nor score knows which six of the nine cards came
first, so one such deal serves every way of dividing both hands into first and second packets (``splits``): 84 * 84
deals for four plays.  What is at stake at each decision is linear in the leaves (``stakes``); ``learn`` changes the
regrets of each hand class by it, ``tell`` sums it up for fixed charts.
"""
