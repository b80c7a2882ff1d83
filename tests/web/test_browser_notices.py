"""Questions and answers stay in sight and in reach: over the big board, and on a phone without covering numbers."""

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from web.browsing import board, end, explanation, place, play, showing, start, tap, wait_for_turn
from web.conftest import NewPage

PHONE: ViewportSize = {"width": 360, "height": 740}

_TOP = "(element) => element.getBoundingClientRect().top"

_FOLLOW_STAGE = """() => {
  window.tops = new Set();
  const look = () => window.tops.add(document.querySelector(".stage").getBoundingClientRect().top + scrollY);
  look();
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


def test_the_swap_is_answered_at_the_big_board(page: Page) -> None:
    start(page, "factor-duel", "2-20", against="A friend, on this device", swap=True)
    wait_for_turn(page)
    page.keyboard.press("f")
    expect(page.locator(".tray")).to_be_hidden()
    place(page, 4).click()
    question = page.locator(".notice.question")
    expect(question).to_be_in_viewport(ratio=1)
    question.get_by_role("button", name="Swap sides").click()
    expect(place(page, 4)).to_have_class(re.compile("player-2"))
    expect(page.locator(".tray")).to_be_hidden()


def test_reasons_and_hints_are_told_at_the_big_board(page: Page) -> None:
    start(page, "factor-clash", "2-20")
    wait_for_turn(page)
    play(page, 6)
    page.keyboard.press("f")
    tap(place(page, 6))
    expect(explanation(page)).to_be_in_viewport(ratio=1)
    page.keyboard.press("h")
    hint = page.locator(".notice.hint")
    expect(hint).to_be_in_viewport(ratio=1)
    page.keyboard.press("h")
    expect(hint).to_contain_text("Hint 2 of 3.")
    hint.get_by_role("button", name="Close").click()
    expect(hint).to_have_count(0)


@pytest.fixture
def phone(new_page: NewPage) -> Page:
    """A phone, held upright."""
    return new_page(viewport=PHONE, has_touch=True)


def test_on_a_phone_the_board_stays_where_it_is_when_the_computer_is_to_move(phone: Page) -> None:
    start(phone, "factor-clash", "2-20", level=3)
    wait_for_turn(phone)
    expect(phone.locator(".players li").last).to_contain_text("level 3 club")
    phone.evaluate(_FOLLOW_STAGE)
    with showing(phone, "level 3 club, to move"):
        place(phone, 6).tap()
    wait_for_turn(phone, 1)
    assert phone.evaluate("() => window.tops.size") == 1


def test_on_a_phone_the_review_keeps_the_columns_of_the_game(phone: Page) -> None:
    start(phone, "factor-frenzy", "2-30", against="A friend, on this device")
    wait_for_turn(phone)
    pool = phone.locator(".pool")
    expect(pool).to_have_attribute("style", re.compile(r"--columns: 5\b"))
    tile = board(phone).locator(".cell").first
    before = tile.bounding_box()
    phone.get_by_role("button", name="Menu").click()
    phone.get_by_role("button", name="Resign…").click()
    phone.get_by_role("button", name="Resign", exact=True).click()
    expect(end(phone)).to_be_visible()
    phone.wait_for_function(
        "(before) => document.querySelector('.cell').getBoundingClientRect().height < before",
        arg=before and before["height"],
    )
    expect(pool).to_have_attribute("style", re.compile(r"--columns: 5\b"))


def test_on_a_phone_a_question_covers_no_numbers(phone: Page) -> None:
    start(phone, "factor-duel", "2-30", against="A friend, on this device", swap=True)
    wait_for_turn(phone)
    place(phone, 4).tap()
    question = phone.locator(".notice.question")
    expect(question).to_be_in_viewport()
    phone.evaluate("() => scrollTo(0, 0)")
    bottom = phone.locator(".stage").evaluate("(stage) => stage.getBoundingClientRect().bottom")
    assert question.evaluate(_TOP) >= bottom
