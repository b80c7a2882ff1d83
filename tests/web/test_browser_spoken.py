"""What a screen reader is told of a game: short names, reasons as descriptions, and on request what can be played."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from web.browsing import TITLES, board, explanation, game_of, moves_made, place, start, tap, wait_for_turn

SNAPSHOTS = Path(__file__).parents[1] / "data" / "aria"
"""What a page is to whoever hears it, game by game, as Playwright writes it."""

PLAYED: dict[str, tuple[str, tuple[int, ...]]] = {
    "factor-clash": ("2-12", (12, 9)),
    "divisor-duel": ("60", (2,)),
    "factor-challenge": ("2-12", (12, 10)),
    "factor-duel": ("2-12", (4, 9)),
    "factor-frenzy": ("2-12", (4, 5)),
    "juniper-green": ("1-12", (6,)),
    "divisor-game": ("12", (4,)),
}


def _played(page: Page, game: str) -> None:
    """Play some moves of a game on one device."""
    setup, moves = PLAYED[game]
    start(page, game, setup, against="A friend, on this device")
    wait_for_turn(page)
    for ply, move in enumerate(moves, 1):
        place(page, move).click()
        expect(moves_made(page)).to_have_count(ply)


@pytest.mark.parametrize("game", TITLES)
def test_point_23_a_game_is_told_in_short_names(page: Page, game: str) -> None:
    _played(page, game)
    # A pointer that rests somewhere, and the focus, would be part of it.
    page.mouse.move(1, 1)
    page.evaluate("() => document.activeElement.blur()")
    stored = (SNAPSHOTS / f"{game}.yml").read_text(encoding="utf-8")
    # To match, something may be missing in what is stored; to be equal, nothing may.
    expect(page.locator("main")).to_match_aria_snapshot(stored)
    assert page.locator("main").aria_snapshot() + "\n" == stored


@pytest.mark.parametrize("game", ["factor-clash", "divisor-duel"])
def test_point_23_the_reason_is_the_description_and_not_the_name(page: Page, game: str) -> None:
    _played(page, game)
    shown = game_of(page)["position"]["board"]
    cells = shown["cells"] if game == "factor-clash" else shown["numbers"][0]["divisors"]
    for cell in cells:
        number, status = cell.get("number", cell.get("divisor")), cell.get("status", "free")
        if status != "gone":
            word = "available" if status == "free" else "not allowed"
            expect(place(page, number)).to_have_accessible_name(f"{number}, {word}")
            expect(place(page, number)).to_have_accessible_description(cell["text"])


def test_point_23_m_says_what_can_be_played(page: Page) -> None:
    _played(page, "factor-clash")
    told = "You can play 3 or 6."
    page.keyboard.press("m")
    expect(explanation(page)).to_have_text(told)
    expect(page.get_by_role("status")).to_have_text(told)
    tap(board(page).locator(".barred").first)
    expect(explanation(page)).to_contain_text("is not allowed")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys").get_by_role("row", name="m say which")).to_be_visible()
    page.get_by_label("Single letters are shortcuts").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("m")
    expect(explanation(page)).to_contain_text("is not allowed")


def test_point_23_m_speaks_of_numbers_that_change_in_the_words_of_their_game(page: Page) -> None:
    _played(page, "divisor-duel")
    page.keyboard.press("m")
    expect(explanation(page)).to_have_text("Divide 30 by 2, 3, 5, 6, 10 or 15.")
