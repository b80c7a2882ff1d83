"""Questions and answers stay in sight and in reach over the big board."""

import re

from playwright.sync_api import Page, expect
from web.browsing import explanation, place, play, start, tap, wait_for_turn


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
