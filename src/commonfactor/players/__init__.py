"""Programs that choose a move."""
