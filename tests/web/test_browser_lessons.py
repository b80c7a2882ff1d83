"""The lessons: a position, a move, the answer with its reason; and what the device keeps of them."""

import re

import pytest
from playwright.sync_api import Page, expect
from web.browsing import asked, board, place
from web.conftest import NewPage


def _answer(page: Page, move: str) -> None:
    """Make a move in the open lesson, which may be a number or a change of one."""
    number, _, divisor = move.partition("/")
    if divisor:
        page.get_by_role("group", name=f"The number {number}").get_by_role(
            "button", name=re.compile(rf"^{divisor},")
        ).click()
    else:
        place(page, move).click()


def test_point_16_every_lesson_can_be_solved_and_is_remembered(page: Page) -> None:
    page.goto("/")
    page.get_by_role("banner").get_by_role("link", name="Learn").click()
    expect(page.get_by_role("heading", name="Learn to win")).to_be_focused()
    lessons = asked(page, "/assets/lessons.json")
    expect(page.locator(".lessons li")).to_have_count(len(lessons))
    for lesson in lessons:
        page.goto(f"/learn/{lesson['game']}")
        for number, exercise in enumerate(lesson["exercises"], 1):
            expect(page.locator(".lesson-question")).to_have_text("".join(map(_plain, exercise["question"])))
            if exercise["winning"]:
                _answer(page, exercise["winning"][-1])
            else:
                page.get_by_role("button", name="No move wins").click()
            verdict = page.locator(".verdict-sentence")
            expect(verdict).to_contain_text("✓ Right")
            expect(verdict).to_contain_text("".join(map(_plain, exercise["why"])))
            expect(page.get_by_role("button", name=f"Position {number}, solved")).to_be_visible()
            if number < len(lesson["exercises"]):
                page.get_by_role("button", name="Next").click()
    page.goto("/learn")
    expect(page.locator(".lessons li")).to_have_count(len(lessons))
    for card, lesson in zip(page.locator(".lessons li").all(), lessons, strict=True):
        count = len(lesson["exercises"])
        expect(card).to_contain_text(f"{count} of {count} solved")


def _plain(span: object) -> str:
    if isinstance(span, dict):
        inner = span.get("code") or span.get("strong") or span.get("emphasis") or span["spans"]
        return inner if isinstance(inner, str) else "".join(map(_plain, inner))
    return str(span)


@pytest.mark.parametrize(("game", "wrong"), [("factor-clash", "6"), ("factor-clash", "9")])
def test_point_16_a_wrong_move_is_answered_on_the_board(page: Page, game: str, wrong: str) -> None:
    page.goto(f"/learn/{game}")
    place(page, wrong).click()
    verdict = page.locator(".verdict-sentence")
    expect(verdict).to_contain_text(f"✕ {wrong} loses. Your opponent answers ")
    answered = re.search(r"answers (\d+)", verdict.inner_text())
    assert answered is not None
    reply = answered[1]
    after = asked(page, f"/api/positions/factor-clash:2-10:{wrong}/analysis")
    assert int(reply) in after["winning"]
    lost = asked(page, f"/api/positions/factor-clash:2-10:{wrong},{reply}/analysis")
    expect(verdict).to_contain_text(lost["short"] if lost["legal"] else "and you cannot move.")
    expect(board(page).locator(".cell.reply .number")).to_have_text(reply)
    page.get_by_role("button", name="Try again").click()
    expect(verdict).to_have_count(0)
    page.get_by_role("button", name="No move wins").click()
    expect(verdict).to_contain_text("One move does win.")


def test_point_16_a_game_without_a_lesson_leads_to_the_others(page: Page) -> None:
    page.goto("/learn/juniper-green")
    expect(page.get_by_role("main")).to_contain_text("There is no lesson for this game yet.")
    page.get_by_role("link", name="Factor Duel").click()
    expect(page.locator(".lesson-question")).to_be_visible()


def test_point_16_a_lesson_that_could_not_be_loaded_is_asked_for_again(new_page: NewPage) -> None:
    page = new_page()
    page.route("**/assets/lessons.json", lambda route: route.fulfill(status=503))
    page.goto("/learn")
    expect(page.locator(".problem")).to_contain_text("The lessons could not be loaded.")
    page.unroute("**/assets/lessons.json")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".lessons li")).not_to_have_count(0)
