"""What a child reads on the way from the first page to a win has no words that only scholars know."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect
from web.browsing import TITLES, allowed, asked, board, start, tap, wait_for_turn

LEARNED = re.compile(
    r"\b(pools?|openings?|proper divisors?|nimbers?|exclusive.or|co-?prime|notation|setups?)\b", re.IGNORECASE
)
_TOLD = """() => {
  const named = [...document.querySelectorAll("[aria-label], [title], [alt]")];
  const names = named.flatMap((each) => [each.ariaLabel, each.title, each.alt]);
  return [document.body.innerText, document.title, ...names].join(" ");
}"""


def learned_words(page: Page) -> list[str]:
    """The words of scholars among all that the page says, aloud too."""
    return [found[0] for found in LEARNED.finditer(page.evaluate(_TOLD))]


@pytest.mark.parametrize("address", ["/", "/learn"])
def test_points_15_and_16_the_first_page_and_the_lessons_are_told_in_plain_words(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator(".card .emblem").last).to_be_visible()
    assert learned_words(page) == []


@pytest.mark.parametrize("game", TITLES)
def test_point_15_rules_are_told_in_plain_words(page: Page, game: str) -> None:
    games = asked(page, "/api/catalogue")["games"]
    setup = next(each["recommended_setup"] for each in games if each["name"] == game)
    page.goto(f"/rules/{game}?setup={setup.replace('+', '%2B')}")
    expect(page.locator(".rules-short li")).to_have_count(5)
    for _ in _positions(page):
        assert learned_words(page) == []
        allowed(page).first.click()
        expect(page.get_by_role("button", name="Try another")).to_be_visible()
        assert learned_words(page) == []


def _positions(page: Page) -> Iterator[Locator]:
    """The positions to try, one after the other."""
    following = page.get_by_role("button", name="Next")
    while True:
        expect(board(page).locator(".cell").first).to_be_visible()
        yield board(page)
        if following.get_attribute("aria-disabled") == "true":
            return
        following.click()


@pytest.mark.parametrize("game", ["factor-clash", "divisor-duel", "factor-challenge", "factor-duel", "factor-frenzy"])
def test_point_16_a_lesson_is_told_in_plain_words(page: Page, game: str) -> None:
    page.goto(f"/learn/{game}")
    for lesson in asked(page, "/assets/lessons.json"):
        if lesson["game"] == game:
            for number in range(1, len(lesson["exercises"]) + 1):
                page.get_by_role("button", name=f"Position {number}").click()
                expect(board(page).locator(".cell").first).to_be_visible()
                assert learned_words(page) == []
                page.get_by_role("button", name="No move wins").click()
                assert learned_words(page) == []


@pytest.mark.parametrize("game", TITLES)
def test_point_11_a_board_is_told_in_plain_words(page: Page, game: str) -> None:
    start(page, game)
    wait_for_turn(page)
    assert learned_words(page) == []
    allowed(page).first.click()
    wait_for_turn(page, 0)
    for barred in board(page).locator(".cell.barred, .cell.gone").all()[:2]:
        tap(barred)
        assert learned_words(page) == []
    page.keyboard.type("999")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".notice.hint")).to_be_visible()
    assert learned_words(page) == []
