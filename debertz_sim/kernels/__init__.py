"""The rules of the game, compiled: no policy, no statistics."""
