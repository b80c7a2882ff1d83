"""Mechanics: what a relation between numbers demands of a pick, one per file."""
