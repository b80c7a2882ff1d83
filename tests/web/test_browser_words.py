"""What a child reads on the way from the first page to a win has no words that only scholars know."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect
from web.browsing import TITLES, allowed, asked, board, play_to_the_end, start, tap, wait_for_turn

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


@pytest.mark.parametrize("game", TITLES)
def test_points_11_and_13_a_game_with_the_tutor_is_told_in_plain_words(page: Page, game: str) -> None:
    start(page, game, against="The tutor")
    wait_for_turn(page)
    allowed(page).first.click()
    wait_for_turn(page, 1)
    for step in (1, 2, 3):
        if allowed(page).count() > 0:
            page.keyboard.press("h")
            expect(page.locator(".notice.hint")).to_contain_text(f"Hint {step} of 3.")
            assert learned_words(page) == []
    for key in "ma":
        page.keyboard.press(key)
    page.get_by_role("button", name="Menu").click()
    assert learned_words(page) == []
    page.keyboard.press("Escape")
    for status in ("free", "barred"):
        for target in board(page).locator(f".cell.{status}").all()[:1]:
            target.hover(force=True)
            expect(board(page).locator(".explanation p")).not_to_be_empty()
            assert learned_words(page) == []
    play_to_the_end(page)
    expect(page.locator(".review-sentence")).to_be_visible()
    assert learned_words(page) == []
