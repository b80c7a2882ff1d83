"""A game being played: the match, and its record."""
