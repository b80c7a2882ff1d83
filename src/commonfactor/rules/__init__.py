"""The games: what may be played, what it does, and the words to say so. No input, output, clock or chance."""
