"""Two-player number games in which the last player able to move wins."""

__version__ = "0.1.0"
