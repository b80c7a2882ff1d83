"""Whole games against the computer, to their review."""

import re

from playwright.sync_api import Page, expect
from web.browsing import (
    TITLES,
    allowed,
    asked,
    board,
    decision_of,
    end,
    focused,
    game_id,
    game_of,
    moves_made,
    place,
    wait_for_turn,
)

_SURROUNDINGS = """() => {
  const names = [];
  for (let element = document.activeElement; element; element = element.parentElement) names.push(element.className);
  return names.join(" ");
}"""


def play_with_keys(page: Page, game: str) -> None:
    """Choose, play and review a game with the keyboard alone, and ask for another."""
    page.goto("/")
    _tab_to(page, f"Choose how to play {TITLES[game]}")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/new/{game}")
    _tab_to(page, "3 club")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_url("**/games/*")
    wait_for_turn(page)
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    assert game_of(page)["players"][1]["level"] == 1
    for turn in range(60):
        before = moves_made(page).count()
        if turn % 2:
            _type_a_number(page, turn)
        else:
            _walk_to_a_number(page)
        page.keyboard.press("Enter")
        assert focused(page) != "nothing"
        goes_on = wait_for_turn(page, before)
        assert focused(page) != "nothing"
        if not goes_on:
            break
        expect(board(page).locator('[tabindex="0"]')).to_have_count(1)
    check_review(page)
    passed = _tab_to(page, "Rematch")
    assert not any("review" in place for place in passed), passed
    page.keyboard.press("Enter")
    expect(end(page)).to_have_count(0)
    assert focused(page) != "nothing"


def check_review(page: Page) -> None:
    """See the end of the game and its review, as the server has it."""
    expect(end(page)).to_contain_text(re.compile("You win|Computer wins"))
    review = asked(page, f"/api/games/{game_id(page)}/review")
    sign = game_of(page)["position"]["board"].get("sign")
    expect(end(page).locator(".review-summary")).to_contain_text(decision_of(review, sign))
    expect(end(page).locator(".review-table tbody tr")).to_have_count(len(review["moves"]))
    assert len(review["moves"]) == moves_made(page).count()


def _tab_to(page: Page, name: str) -> list[str]:
    """Press Tab until what has this name has the focus; in which parts of the page other things had it before."""
    wanted = page.get_by_role("link", name=name).or_(page.get_by_role("button", name=name)).or_(page.get_by_label(name))
    expect(wanted.first).to_be_visible()
    passed: list[str] = []
    for _ in range(80):
        page.keyboard.press("Tab")
        if wanted.first.evaluate("(element) => element === document.activeElement"):
            return passed
        passed.append(page.evaluate(_SURROUNDINGS))
    raise AssertionError(f"Tab does not lead to {name}")


def _type_a_number(page: Page, turn: int) -> None:
    choices = allowed(page)
    number = choices.nth(turn % choices.count()).get_attribute("data-number")
    assert number is not None
    page.keyboard.type(number)
    expect(place(page, number).first).to_be_focused()


def _walk_to_a_number(page: Page) -> None:
    """Go to the board by Tab, and over it by arrows until something can be played."""
    is_on_board = "() => document.activeElement.closest('.play-board .board') !== null"
    while not page.evaluate(is_on_board):
        page.keyboard.press("Tab")
    page.keyboard.press("Home")
    is_free = "() => document.activeElement.classList.contains('free')"
    for _ in range(60):
        if page.evaluate(is_free):
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"the arrows do not lead to a number that is allowed, but to {focused(page)}")
