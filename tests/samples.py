"""How many random cases a test goes through: a fifth every time, all of them in ``make verify PART=samples``."""

import os

_ALL = os.environ.get("SAMPLES") == "all"
_PART = 5


def samples(most: int) -> int:
    """How many of so many cases to go through, one at least."""
    return most if _ALL else max(1, most // _PART)
