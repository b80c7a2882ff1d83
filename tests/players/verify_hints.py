"""Neither hints nor reasons claim anything false at a thousand random positions of every game.

``test_hints`` looks at a tenth of them.
"""

import pytest
from claim_checks import check_help
from random_positions import SETUPS


@pytest.mark.parametrize(
    ("game", "setup", "count"),
    [(game, setup, count) for game, counts in SETUPS.items() for setup, count in counts.items()],
)
def test_no_help_is_false(game: str, setup: str, count: int) -> None:
    check_help(game, setup, count)
