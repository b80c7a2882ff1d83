"""The games: what may be played, what it does, and the words to say so.

Pure: nothing here reads, prints, waits, or draws at random.
"""
