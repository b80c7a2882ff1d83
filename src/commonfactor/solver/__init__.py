"""Exact verdicts with reasons: what every position and every move is worth, and why."""
