"""Neither hints nor reasons say anything false at a thousand random positions of every game.

``test_hints`` looks at a tenth of them.
"""

import pytest
from sentences.random_positions import SETUPS, assert_no_sentence_is_false


@pytest.mark.parametrize(
    ("game", "setup", "count"),
    [(game, setup, count) for game, counts in SETUPS.items() for setup, count in counts.items()],
)
def test_no_sentence_is_false(game: str, setup: str, count: int) -> None:
    assert_no_sentence_is_false(game, setup, count)
