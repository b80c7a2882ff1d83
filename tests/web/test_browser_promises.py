"""When the page shows what happens, how little it loads, and how it serves those who see, move or trust less."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from web.browsing import Held, allowed, board, end, game_of, place, play, start, tap, wait_for_turn
from web.conftest import NewPage

from commonfactor.rules.registry import all_games

FIRST_LOAD = 60_000
"""How many bytes of script and style may come before the first page is there, as they are sent."""

EARLIEST_ANSWER = 350
"""How many milliseconds after a move the computer's answer shows, at least."""

_MEASURE = """() => {
  addEventListener("click", ({ timeStamp }) => {
    const look = () => {
      if (document.querySelectorAll(".moves ol > li").length > 1) window.answered ??= performance.now() - timeStamp;
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
  }, { capture: true, once: true });
}"""

_ANIMATED = """() => [...document.querySelectorAll("*")].flatMap((element) => {
  const { transitionProperty, transitionDuration, animationName, animationDuration, animationIterationCount } =
    getComputedStyle(element);
  const seconds = (durations) => durations.split(", ").map(parseFloat);
  const moved = element
    .getAnimations()
    .flatMap(({ effect }) => effect.getKeyframes().flatMap(Object.keys))
    .filter((key) => !["offset", "computedOffset", "easing", "composite"].includes(key));
  return [
    ...seconds(transitionDuration)
      .filter((duration) => duration > 0)
      .map((duration) => ({ properties: transitionProperty.split(", "), duration })),
    ...(animationName === "none" ? [] : seconds(animationDuration)).map((duration) => ({
      properties: [...new Set(moved)],
      duration: animationIterationCount === "infinite" ? Infinity : duration * animationIterationCount,
    })),
  ];
})"""


def test_a_move_shows_before_the_server_has_heard_of_it(page: Page) -> None:
    start(page, "factor-clash", "2-20")
    wait_for_turn(page)
    held = Held(page, "**/moves")
    place(page, 6).click()
    expect(place(page, 6)).to_have_class(re.compile("pending"))
    assert game_of(page)["position"]["moves"] == []
    held.let_go()
    assert wait_for_turn(page, 0)


def test_the_answer_of_the_computer_does_not_come_too_soon_to_be_noticed(page: Page) -> None:
    start(page, "factor-clash", "2-20")
    wait_for_turn(page)
    page.evaluate(_MEASURE)
    play(page, 6)
    assert page.evaluate("() => answered") >= EARLIEST_ANSWER


def test_the_first_page_is_small_and_sets_no_cookie(page: Page) -> None:
    sizes = {}

    def note(response: Any) -> None:
        if response.request.resource_type in {"script", "stylesheet"}:
            assert response.headers["content-encoding"] == "gzip"
            sizes[response.url] = response.request

    page.on("response", note)
    page.goto("/")
    expect(page.locator(".game-card")).to_have_count(len(all_games()))
    assert {request.resource_type for request in sizes.values()} == {"script", "stylesheet"}
    received = [request.sizes()["responseBodySize"] for request in sizes.values()]
    assert 0 not in received, "nothing may be there from before"
    assert sum(received) <= FIRST_LOAD
    assert page.context.cookies() == []


@pytest.mark.parametrize("address", ["/", "/rules/factor-clash", "/games/nothing"])
def test_without_javascript_the_page_says_so(new_page: NewPage, address: str) -> None:
    page = new_page(java_script_enabled=False)
    page.goto(address)
    assert page.locator("body").inner_text() == (
        "This page needs JavaScript, which is switched off here."
        " The same games run in a terminal without it: commonfactor play."
    )


def _animated_by_a_move(page: Page) -> Any:
    """What moves while a move is on its way, and when it has been answered."""
    start(page, "factor-clash", "2-20")
    wait_for_turn(page)
    held = Held(page, "**/moves")
    place(page, 6).click()
    expect(board(page).locator(".pending")).to_be_visible()
    animated = page.evaluate(_ANIMATED)
    held.let_go()
    wait_for_turn(page, 0)
    return animated + page.evaluate(_ANIMATED)


def test_what_moves_is_short_and_cheap(page: Page) -> None:
    animated = _animated_by_a_move(page)
    assert animated
    for each in animated:
        assert {*each["properties"]} <= {"transform", "opacity", "translate", "scale"}
        assert 0.15 <= each["duration"] <= 0.3


def test_nothing_moves_for_those_who_asked_for_rest(new_page: NewPage) -> None:
    page = new_page(reduced_motion="reduce")
    assert _animated_by_a_move(page) == []
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert page.evaluate(_ANIMATED) == []


def test_nothing_is_lost_where_the_system_chooses_the_colours(new_page: NewPage) -> None:
    page = new_page(forced_colors="active")
    start(page, "factor-clash", "2-20")
    wait_for_turn(page)
    play(page, 6)
    styles = {
        status: board(page)
        .locator(f".cell.{status}")
        .first.evaluate(
            "(cell) => [getComputedStyle(cell).borderTopStyle, getComputedStyle(cell).borderTopWidth,"
            " getComputedStyle(cell.querySelector('.number')).textDecorationLine]"
        )
        for status in ("free", "barred", "gone")
    }
    assert styles["free"][0] == "solid"
    assert styles["barred"][0] == "dashed"
    assert styles["gone"][0] == "double"
    assert "0px" not in {width for _, width, _ in styles.values()}
    # What was taken stays as readable as what was not.
    assert {decoration for _, _, decoration in styles.values()} == {"none"}
    assert {*board(page).locator(".gone .shape").all_inner_texts()} == {"●", "◆"}
    page.keyboard.press("a")
    expect(board(page).locator(".verdict").first).to_be_visible()
    signs = {text.split()[0] for text in board(page).locator(".verdict").all_inner_texts()}
    assert signs <= {"✓", "✕"}
    tap(board(page).locator(".barred").first)
    expect(board(page).locator(".explanation")).to_contain_text("is not allowed")
    focus = allowed(page).first
    page.keyboard.type(str(focus.get_attribute("data-number")))
    assert focus.evaluate("(cell) => getComputedStyle(cell).outlineStyle") != "none"
    expect(end(page)).to_have_count(0)
