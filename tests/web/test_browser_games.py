"""A whole game of each kind in the browser, by mouse and by keys alone."""

import pytest
from playwright.sync_api import Page, expect
from web.browsing import TITLES, allowed, asked, fill_in, game_of, play_to_the_end, submit
from web.whole_games import check_review, play_with_keys

every_game = pytest.mark.parametrize("game", TITLES)
every_board = pytest.mark.parametrize("game", ["factor-clash", "divisor-duel"])
"""A game for each kind of board; verify_games.py takes the others."""


@every_game
def test_a_game_is_played_by_mouse_from_the_first_page_to_its_review(page: Page, game: str) -> None:
    page.goto("/")
    page.get_by_role("link", name=f"Choose how to play {TITLES[game]}").click()
    fill_in(page, level=1)
    submit(page)
    play_to_the_end(page)
    check_review(page)
    played = game_of(page)
    assert (played["game"], played["position"]["over"], played["result"]["by"]) == (game, True, "rules")


def test_one_click_on_the_first_page_starts_the_recommended_game(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play Factor Frenzy now").click()
    expect(allowed(page).first).to_be_visible()
    known = game_of(page)
    recommended = {each["name"]: each["recommended_setup"] for each in asked(page, "/api/catalogue")["games"]}
    assert (known["game"], known["setup"]) == ("factor-frenzy", recommended["factor-frenzy"])
    # Nothing is kept on the device yet.
    assert (known["opponent"], known["players"][1]["program"]) == ("computer", "tutor")


@every_board
def test_a_game_is_played_with_the_keyboard_alone(page: Page, game: str) -> None:
    play_with_keys(page, game)
