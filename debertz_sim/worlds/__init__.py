"""What a seat knows of the hidden cards: deals that agree with all it has seen."""
