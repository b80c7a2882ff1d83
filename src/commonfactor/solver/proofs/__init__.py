"""Reasons that a reader can check, each with a checker that does not trust the solver."""
