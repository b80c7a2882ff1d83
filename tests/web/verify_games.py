"""A whole game of every kind with the keyboard alone, for ``make verify``."""

import pytest
from playwright.sync_api import Page
from web.browsing import TITLES
from web.whole_games import play_with_keys


@pytest.mark.parametrize("game", TITLES)
def test_a_game_is_played_with_the_keyboard_alone(page: Page, game: str) -> None:
    play_with_keys(page, game)
