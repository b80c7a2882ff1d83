"""Every kind of page in light and dark, narrow and wide: axe finds nothing, nothing is cut off, all can be hit.

Screenshots of all of them are left in build/screenshots, to be looked at.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from web.browsing import allowed, board, end, place, play, start, tap, wait_for_turn
from web.conftest import NewPage

SCREENSHOTS = Path(__file__).parents[2] / "build" / "screenshots"

Opening = TypeVar("Opening", bound=Callable[[Page, NewPage], Page | None])

PAGES: dict[str, Callable[[Page, NewPage], Page | None]] = {}
"""How to come to each kind of page; where that takes two people, the page of the second is given back."""


def _page(opening: Opening) -> Opening:
    PAGES[opening.__name__.strip("_").replace("_", "-")] = opening
    return opening


@_page
def _home(page: Page, _: NewPage) -> None:
    start(page, "factor-clash", name="A name of 24 characters.")
    wait_for_turn(page)
    page.goto("/")
    expect(page.locator(".game-card")).to_have_count(5)
    expect(page.get_by_role("heading", name="Continue")).to_be_visible()


@_page
def _new_game(page: Page, _: NewPage) -> None:
    page.goto("/new/factor-frenzy")
    page.get_by_role("group", name="Numbers").get_by_role("textbox").fill("2-14")
    page.get_by_role("button", name="Who wins with best play?").click()
    expect(page.locator(".best-play p")).to_contain_text("Whoever starts wins")


@_page
def _new_game_refused(page: Page, _: NewPage) -> None:
    page.goto("/new/divisor-duel")
    page.get_by_label("A friend, on this device").check()
    page.get_by_role("group", name="Numbers").get_by_role("textbox").fill("1000000000000000")
    page.locator("[type=submit]").click()
    expect(page.locator(".problem")).not_to_be_empty()


@_page
def _waiting(page: Page, _: NewPage) -> None:
    start(page, "factor-duel", against="A friend, elsewhere", name="Ann")
    expect(page.get_by_label("Link for your friend")).to_be_visible()


@_page
def _join(page: Page, opened: NewPage) -> Page:
    _waiting(page, opened)
    friend = opened()
    friend.goto(page.get_by_label("Link for your friend").input_value())
    expect(friend.get_by_role("button", name="Join the game")).to_be_visible()
    return friend


@_page
def _game_with_a_friend(page: Page, opened: NewPage) -> Page:
    friend = _join(page, opened)
    friend.get_by_role("button", name="Join the game").click()
    wait_for_turn(page)
    place(page, 4).click()
    expect(allowed(friend).first).to_be_visible()
    page.get_by_role("button", name="Ask to undo").click()
    expect(friend.get_by_role("button", name="Decline")).to_be_visible()
    return friend


@_page
def _game_of_a_pool(page: Page, _: NewPage) -> None:
    start(page, "factor-clash", target=3)
    wait_for_turn(page)
    play(page, 6)
    play(page, str(allowed(page).first.get_attribute("data-number")))
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".notice.hint")).to_be_visible()
    tap(board(page).locator(".barred").first)


@_page
def _game_judged_and_drawn(page: Page, _: NewPage) -> None:
    start(page, "factor-frenzy")
    wait_for_turn(page)
    play(page, 6)
    page.keyboard.press("a")
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("as a picture").check()
    page.keyboard.press("Escape")
    expect(page.locator(".graph-number").first).to_be_visible()
    expect(board(page).locator(".verdict").first).to_be_visible()


@_page
def _game_of_a_large_pool(page: Page, _: NewPage) -> None:
    start(page, "factor-challenge", "2-120")
    wait_for_turn(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Confirm each move").check()
    page.keyboard.press("Escape")
    place(page, 60).click()
    expect(page.get_by_role("button", name="Play 60")).to_be_visible()


@_page
def _game_of_divisor_duel(page: Page, _: NewPage) -> None:
    start(page, "divisor-duel")
    wait_for_turn(page)
    allowed(page).first.click()
    wait_for_turn(page, 0)


@_page
def _game_of_a_large_number(page: Page, _: NewPage) -> None:
    start(page, "divisor-duel", "5040")
    wait_for_turn(page)


@_page
def _game_of_a_number_with_many_figures(page: Page, _: NewPage) -> None:
    start(page, "divisor-duel", "100000000000+6")
    wait_for_turn(page)
    expect(board(page).locator(".value").first).to_have_text("100,000,000,000")


@_page
def _game_with_a_hint(page: Page, _: NewPage) -> None:
    start(page, "factor-frenzy")
    wait_for_turn(page)
    play(page, 6)
    for step in (1, 2):
        page.get_by_role("button", name="Hint").click()
        expect(page.locator(".notice.hint")).to_contain_text(f"Hint {step} of 3.")
    expect(board(page).locator(".hinted")).to_have_count(2)


@_page
def _swap(page: Page, _: NewPage) -> None:
    start(page, "factor-duel", "2-20", against="A friend, on this device", swap=True)
    wait_for_turn(page)
    place(page, 4).click()
    expect(page.get_by_role("button", name="Swap sides")).to_be_visible()


@_page
def _game_over(page: Page, _: NewPage) -> None:
    start(page, "factor-clash", "2-20", target=2)
    wait_for_turn(page)
    play(page, 11)
    expect(end(page).locator(".review-table")).to_be_visible()


@_page
def _analysis_of_a_pairing(page: Page, _: NewPage) -> None:
    page.goto("/analysis/factor-clash:2-20:15,5")
    expect(page.locator(".graph-pairs line").first).to_be_attached()


@_page
def _analysis_of_groups(page: Page, _: NewPage) -> None:
    page.goto("/analysis/factor-duel:2-30:4,9")
    expect(page.locator(".graph-frame").first).to_be_visible()
    expect(board(page).locator(".verdict").first).to_be_visible()
    page.get_by_text("The picture in words").click()


@_page
def _analysis_of_a_line(page: Page, _: NewPage) -> None:
    page.goto("/analysis/factor-challenge:2-12:6")
    steps = page.get_by_role("group", name="Step through the reason")
    steps.get_by_role("button", name="Last").click()
    expect(page.locator(".preview-board .cell").first).to_be_visible()


@_page
def _analysis_of_divisor_duel(page: Page, _: NewPage) -> None:
    page.goto("/analysis/divisor-duel:36+12:36/2")
    expect(page.locator(".reason")).to_be_visible()


@_page
def _review(page: Page, _: NewPage) -> None:
    page.goto("/review/factor-duel:2-12:8,9,3,5,11,4,7")
    page.get_by_role("button", name="Show what was better", exact=True).click()
    expect(page.locator(".review-board .cell").first).to_be_visible()


@_page
def _review_of_divisor_duel(page: Page, _: NewPage) -> None:
    page.goto("/review/divisor-duel:36+12:12/2,6/3,36/2,18/6")
    expect(page.locator(".review-board .cell").first).to_be_visible()


@_page
def _rules(page: Page, _: NewPage) -> None:
    page.goto("/rules/factor-duel")
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".rules-example .cell.last")).to_be_visible()
    for details in page.locator("summary").all():
        details.click()


@_page
def _nowhere(page: Page, _: NewPage) -> None:
    answer = page.goto("/blah")
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", name="There is no such page")).to_be_visible()
    page.get_by_role("link", name="Go to the games").hover()


@_page
def _review_of_a_swapped_game(page: Page, _: NewPage) -> None:
    _swap(page, _)
    page.get_by_role("button", name="Swap sides").click()
    place(page, 5).click()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign…").click()
    page.get_by_role("button", name="Resign", exact=True).click()
    expect(end(page).locator(".review-table")).to_contain_text("swapped seats")


@_page
def _missing(page: Page, _: NewPage) -> None:
    page.goto("/analysis/factor-clash:2-20:15,7")
    expect(page.locator(".problem")).not_to_be_empty()


@_page
def _removed_game(page: Page, _: NewPage) -> None:
    page.goto("/games/nothing")
    expect(page.get_by_role("heading", name="No such game")).to_be_visible()


@_page
def _help(page: Page, _: NewPage) -> None:
    page.goto("/")
    expect(page.locator(".game-card")).to_have_count(5)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()


@_page
def _menu(page: Page, _: NewPage) -> None:
    start(page, "factor-clash", "2-20")
    wait_for_turn(page)
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog", name="Menu")).to_be_visible()


@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_wrong_with_any_page_in_any_size_and_colours(new_page: NewPage, name: str) -> None:
    def opened(**options: Any) -> Page:
        # Axe is a script of its own, which the policy of the page rightly keeps out.
        return new_page(bypass_csp=True, reduced_motion="reduce", viewport={"width": 1280, "height": 800}, **options)

    first = opened()
    page = PAGES[name](first, opened) or first
    page.evaluate(Axe().axe_script)
    complaints = []
    for width in (1280, 360):
        _fit(page, width)
        complaints += [f"{width} px wide: {complaint}" for complaint in page.evaluate(_LAYOUT)]
        for colours in ("light", "dark"):
            page.emulate_media(color_scheme=colours)
            expect(page.locator("html")).to_have_attribute("data-theme", colours)
            SCREENSHOTS.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=SCREENSHOTS / f"{name}-{width}-{colours}.png")
            complaints += [f"{width} px wide, {colours}: {complaint}" for complaint in _found_by_axe(page)]
    _fit(page, 320)
    complaints += [f"320 px wide: {complaint}" for complaint in page.evaluate(_LAYOUT)]
    _zoom(page)
    complaints += [f"zoomed: {complaint}" for complaint in page.evaluate(_LAYOUT)]
    assert complaints == []


def _fit(page: Page, width: int) -> None:
    """Make the window so tall that nothing scrolls: what sticks to an edge is then at the end of the page."""
    height, needed = 0, 800
    while height != needed:
        height = needed
        page.set_viewport_size({"width": width, "height": height})
        # Boards are laid out anew when the width has changed, one frame later.
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        needed = max(height, page.evaluate("() => document.documentElement.scrollHeight"))


def _zoom(page: Page) -> None:
    """Look at the page as at 200 % in a window of 1280 by 800 pixels."""
    metrics = {"width": 640, "height": 400, "deviceScaleFactor": 2, "mobile": False}
    page.context.new_cdp_session(page).send("Emulation.setDeviceMetricsOverride", metrics)
    page.wait_for_function("() => innerWidth === 640 && devicePixelRatio === 2")


def _found_by_axe(page: Page) -> list[str]:
    """What axe finds by all the rules that it has."""
    found = page.evaluate("() => axe.run({resultTypes: ['violations']})")["violations"]
    return [f"{each['id']} at {node['html'][:120]}" for each in found for node in each["nodes"]]


_LAYOUT = """() => {
  const complaints = [];
  const scope = document.querySelector("dialog[open]") ?? document.body;
  const boxOf = (element) => element.getBoundingClientRect();
  const nameOf = (element) => {
    const words = (element.ariaLabel ?? element.textContent).trim().slice(0, 40);
    return `${element.tagName.toLowerCase()}.${element.className} “${words}”`;
  };
  const isSeen = (element) => {
    const { width, height, bottom } = boxOf(element);
    return element.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1 && bottom > 0;
  };
  const all = (selector) => [...scope.querySelectorAll(selector)].filter(isSeen);

  const root = document.documentElement;
  const room = root.clientWidth;
  if (root.scrollWidth > room) complaints.push(`it scrolls sideways, ${root.scrollWidth} in ${room}`);

  const texts = "button, .button, .cell *, label, legend, th, td, h1, h2, h3, p, li, dt, dd, summary, select, .status";
  for (const element of all(texts)) {
    const { display, overflowX, overflowY } = getComputedStyle(element);
    if (display.startsWith("inline") && display !== "inline-flex" && display !== "inline-block") continue;
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = element;
    const isWide = overflowX !== "auto" && scrollWidth > clientWidth + 1;
    const isHigh = overflowY !== "auto" && scrollHeight > clientHeight + 1 && element.matches("button, .button");
    if (isWide || isHigh) {
      const sizes = `${scrollWidth} by ${scrollHeight} in ${clientWidth} by ${clientHeight}`;
      complaints.push(`${nameOf(element)} is cut off, ${sizes}`);
    }
  }

  const controls = all("a[href], button, input, select, textarea, summary").map((element) =>
    element.matches("[type=radio], [type=checkbox]") ? element.closest("label") : element,
  );
  // A link within a sentence is as high as its line.
  const isInline = (element) => element.matches("a") && getComputedStyle(element).display === "inline";
  for (const element of controls) {
    const { left, right, width, height } = boxOf(element);
    if (left < -0.5 || right > innerWidth + 0.5) complaints.push(`${nameOf(element)} is outside the window`);
    if (!isInline(element) && (width < 43.5 || height < 43.5)) {
      complaints.push(`${nameOf(element)} is too small, ${width.toFixed(1)} by ${height.toFixed(1)}`);
    }
  }

  // What sticks to the edge of something that scrolls covers what passes below it.
  const sticksIn = (element) => {
    while (element && getComputedStyle(element).position !== "sticky") element = element.parentElement;
    while (element && element.scrollHeight <= element.clientHeight + 1) element = element.parentElement;
    return element;
  };
  const placed = controls.map((element) => ({ element, box: boxOf(element), sticksIn: sticksIn(element) }));
  placed.forEach((one, index) => {
    for (const other of placed.slice(index + 1)) {
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      const isPartOf = one.element.contains(other.element) || other.element.contains(one.element);
      if (across > 1 && down > 1 && !isPartOf && one.sticksIn === other.sticksIn) {
        complaints.push(`${nameOf(one.element)} and ${nameOf(other.element)} overlap`);
      }
    }
  });
  return complaints;
}"""
