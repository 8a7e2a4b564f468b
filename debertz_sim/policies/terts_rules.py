"""Stub for development."""
from debertz_sim._jit import inner
from debertz_sim.kernels.terts import default_word
from debertz_sim.policies.play_basic import card_greedy

@inner
def terts_word_rules(rules, v):
    return default_word(v)

@inner
def terts_card_rules(rules, v):
    return card_greedy(rules, v)
