"""The stage: how much of a window the board takes, what is pinned above it, what colours and lines on it mean."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect
from web.browsing import TITLES, allowed, asked, board, end, focused, game_of, place, play, start, wait_for_turn
from web.conftest import NewPage

DESKTOP: ViewportSize = {"width": 1280, "height": 860}
PHONE: ViewportSize = {"width": 360, "height": 740}
WALL: ViewportSize = {"width": 1920, "height": 1080}

_BOX = "(element) => { const { x, y, width, height } = element.getBoundingClientRect(); return [x, y, width, height]; }"


def _stage(page: Page) -> Locator:
    return page.locator(".stage").first


def _share(page: Page) -> float:
    """How much of the window the board takes that is in sight."""
    x, y, width, height = _stage(page).evaluate(_BOX)
    window = page.viewport_size
    assert window is not None
    seen = (min(x + width, window["width"]) - x) * (min(y + height, window["height"]) - y)
    return float(seen / (window["width"] * window["height"]))


def _smallest_tile(page: Page) -> float:
    """The smaller side of the tiles."""
    return float(min(board(page).locator(".cell").first.evaluate(_BOX)[2:]))


def _columns(page: Page) -> int:
    return len({round(cell.evaluate(_BOX)[0]) for cell in board(page).locator(".cell").all()})


def _colour(target: Locator, name: str = "background-color") -> str:
    return str(target.evaluate("(element, name) => getComputedStyle(element).getPropertyValue(name)", name))


@pytest.mark.parametrize("game", TITLES)
def test_point_1_the_board_takes_more_than_half_of_a_desktop(new_page: NewPage, game: str) -> None:
    page = new_page(viewport=DESKTOP)
    start(page, game)
    wait_for_turn(page)
    assert _share(page) >= 0.55
    assert page.evaluate("() => document.documentElement.scrollHeight") == DESKTOP["height"]


@pytest.mark.parametrize(("high", "columns", "least"), [(20, 5, 110), (30, 6, 110), (50, 10, 80)])
def test_point_1_numbers_are_large_and_multiples_stand_in_columns(
    new_page: NewPage, high: int, columns: int, least: int
) -> None:
    page = new_page(viewport=DESKTOP)
    start(page, "factor-frenzy", f"2-{high}")
    wait_for_turn(page)
    assert _columns(page) == columns
    assert _smallest_tile(page) >= least
    page.set_viewport_size(PHONE)
    if high <= 30:
        expect(page.locator(".pool")).to_have_attribute("style", re.compile(r"--columns: 5\b"))
    assert _smallest_tile(page) >= 44
    x, _, width, _ = _stage(page).evaluate(_BOX)
    assert 2 * x + width == PHONE["width"]
    assert x <= 12


def test_point_1_a_phone_on_its_side_has_the_board_beside_the_panel(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 740, "height": 360}, has_touch=True)
    start(page, "factor-clash")
    wait_for_turn(page)
    x, y, width, height = _stage(page).evaluate(_BOX)
    assert y + height <= 360
    left, top, _, _ = page.locator(".actions").evaluate(_BOX)
    assert left >= x + width
    assert top < y + height


def test_point_1_a_pool_that_is_too_large_for_the_window_scrolls_beside_the_panel(new_page: NewPage) -> None:
    page = new_page(viewport=DESKTOP)
    start(page, "factor-challenge", "2-400")
    wait_for_turn(page)
    assert page.evaluate("() => document.documentElement.scrollHeight") == DESKTOP["height"]
    assert _smallest_tile(page) >= 44
    expect(place(page, 400)).not_to_be_in_viewport()
    page.keyboard.type("400")
    expect(place(page, 400)).to_be_in_viewport(ratio=1)
    expect(page.locator(".stage-head .target")).to_be_in_viewport(ratio=1)
    expect(page.locator(".status")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("game", ["factor-clash", "divisor-duel"])
def test_point_1_the_big_board_fills_the_wall(new_page: NewPage, game: str) -> None:
    page = new_page(viewport=WALL)
    start(page, game)
    wait_for_turn(page)
    allowed(page).first.click()
    wait_for_turn(page, 1)
    button = page.get_by_role("button", name="Big board")
    button.click()
    expect(page.locator(".big-turn")).to_contain_text("You are to move")
    assert _share(page) >= 0.8
    assert focused(page) != "nothing"
    last = game_of(page)["last"]["deed"]
    expect(page.locator(".big-last")).to_have_text(f"Computer {last}.")
    expect(page.locator(".players, .actions, .moves, header.site").filter(visible=True)).to_have_count(0)
    page.keyboard.press("f")
    expect(page.locator(".actions")).to_be_visible()
    assert focused(page) != "nothing"
    page.keyboard.press("f")
    page.get_by_role("button", name="Close the big board").click()
    expect(page.locator(".actions")).to_be_visible()
    assert focused(page) != "nothing"


def test_point_2_numbers_keep_their_places_and_say_whose_they_are(new_page: NewPage) -> None:
    page = new_page(reduced_motion="reduce")
    start(page, "factor-frenzy", "2-14")
    wait_for_turn(page)
    before = {cell.get_attribute("data-number"): cell.evaluate(_BOX) for cell in board(page).locator(".cell").all()}
    play(page, 4)
    page.mouse.move(1, 1)
    after = {cell.get_attribute("data-number"): cell for cell in board(page).locator(".cell").all()}
    assert {number: cell.evaluate(_BOX) for number, cell in after.items()} == before
    assert place(page, 4).locator(".ply").inner_text().split() == ["●", "1"]
    assert _colour(place(page, 4)) == "rgb(0, 114, 178)"
    expect(place(page, 4).locator(".factors")).to_have_text("2·2")
    expect(place(page, 8)).to_have_class(re.compile("swept"))
    assert _colour(place(page, 8)) == "rgba(0, 0, 0, 0)"
    expect(place(page, 8).locator(".ply")).to_have_count(0)
    theirs = game_of(page)["position"]["moves"][1]
    assert _colour(place(page, theirs)) == "rgb(230, 159, 0)"
    assert place(page, theirs).locator(".ply").inner_text().split() == ["◆", "2"]


@pytest.mark.parametrize(
    ("notation", "pinned", "marked"),
    [
        ("factor-clash:2-20:15,12", "Match 12 = 2·2·3", [12]),
        ("factor-challenge:2-20:12,7", "Match your 12 = 2·2·3", [12]),
        ("factor-duel:2-20:9,4,7,3", "Your numbers: 7, 9", [7, 9]),
        ("factor-frenzy:2-20:6", "Pick any number", []),
    ],
)
def test_point_3_what_the_pick_must_match_is_pinned_and_marked(
    page: Page, notation: str, pinned: str, marked: list[int]
) -> None:
    page.goto(f"/analysis/{notation}")
    expect(page.locator(".stage-head .target")).to_have_text(pinned)
    expect(board(page).locator(".target-tile .number")).to_have_text([str(number) for number in marked])


def test_point_3_the_pin_speaks_of_whoever_is_to_move(new_page: NewPage) -> None:
    page = new_page()
    start(page, "factor-challenge", "2-20", against="A friend, on this device")
    wait_for_turn(page)
    for number in (12, 7):
        place(page, number).click()
    expect(page.locator(".stage-head .target")).to_have_text("Match their 12 = 2·2·3")
    page.locator(".stage").evaluate("(stage) => { stage.style.minHeight = '200vh'; }")
    page.mouse.wheel(0, 500)
    expect(page.locator(".stage-head .target")).to_be_in_viewport(ratio=1)


def test_point_4_primes_in_common_have_the_accent_of_the_game_and_controls_no_colour_of_a_player(page: Page) -> None:
    page.goto("/analysis/factor-clash:2-20:15,12")
    expect(place(page, 10).locator(".factors b, .verdict")).to_have_count(1)
    page.goto("/games/nothing")
    start(page, "factor-clash", "2-20")
    wait_for_turn(page)
    play(page, 6)
    target = game_of(page)["position"]["board"]["target"]["numbers"][0]
    for cell in game_of(page)["position"]["board"]["cells"]:
        shown = place(page, cell["number"]).locator(".factors b").all_inner_texts()
        assert {*map(int, shown)} == ({*cell["shared"]} if len(cell["factors"]) > 1 else set()), target
    players = {"rgb(0, 114, 178)", "rgb(230, 159, 0)"}
    controls = page.locator("a, button:not(.cell)")
    colours = {_colour(each, name) for each in controls.all() for name in ("color", "background-color")}
    assert colours.isdisjoint(players)


def test_point_4_verdicts_have_sign_word_and_colour(page: Page) -> None:
    page.goto("/analysis/factor-frenzy:2-14:")
    expect(board(page).locator(".verdict").first).to_be_visible()
    told = {cell.inner_text(): _colour(cell, "color") for cell in board(page).locator(".verdict").all()}
    assert told == {"✓ wins": "rgb(0, 112, 79)", "✕ loses": "rgb(168, 67, 0)"}


def test_point_5_every_game_has_its_emblem_accent_and_picture(page: Page) -> None:
    page.goto("/")
    cards = page.locator(".game-card")
    expect(cards).to_have_count(len(TITLES))
    games = asked(page, "/api/catalogue")["games"]
    for card, game in zip(cards.all(), games, strict=True):
        assert card.locator(".emblem path").get_attribute("d") == game["emblem"]
        assert card.evaluate("(card) => card.style.getPropertyValue('--game')") == game["accent"]
        expect(card.locator(".picture")).to_be_visible()
    page.goto("/rules/factor-duel")
    expect(page.locator("header .emblem path")).to_have_attribute("d", games[3]["emblem"])


def test_point_5_a_line_that_crosses_a_number_of_a_picture_keeps_off_its_digits(page: Page) -> None:
    page.goto("/")
    pictures = page.locator(".picture:has(path.way)")
    expect(pictures).not_to_have_count(0)
    for picture in pictures.all():
        for tile in ("player-1", "player-2"):
            number = picture.locator(f".{tile} text:not(.shape)").first
            expect(number).to_have_css("paint-order", "stroke")
            expect(number).to_have_css("stroke", _colour(picture.locator(f".{tile} rect:not(.edge)").first, "fill"))


def test_point_5_numbers_are_set_in_the_typeface_that_ships_with_the_page(page: Page) -> None:
    start(page, "factor-clash", "2-20")
    wait_for_turn(page)
    page.wait_for_function("() => [...document.fonts].every(({ status }) => status === 'loaded')")
    assert page.evaluate("() => [...document.fonts].map(({ family }) => family)") == ["Fredoka", "Nunito"]
    assert _colour(place(page, 6).locator(".number"), "font-family").startswith("Fredoka")
    assert _colour(page.locator("html"), "font-family").startswith("Nunito")


def test_point_5_the_first_page_has_one_large_way_to_play_and_the_last_game(page: Page) -> None:
    start(page, "factor-duel", "2-20")
    wait_for_turn(page)
    play(page, 6)
    address, made = page.url, len(game_of(page)["position"]["moves"])
    page.goto("/")
    page.get_by_role("link", name=f"Go on with Factor Duel, move {made + 1}").click()
    page.wait_for_url(address)
    page.goto("/")
    page.get_by_role("region", name="Play").get_by_role("button", name="Play").click()
    page.wait_for_url("**/games/*")
    assert wait_for_turn(page)
    assert game_of(page)["game"] == "factor-duel"


@pytest.mark.parametrize(("game", "setup"), [("divisor-duel", "36+48+60"), ("divisor-game", "36+48+60")])
def test_point_6_several_numbers_fit_one_phone_as_tabs(new_page: NewPage, game: str, setup: str) -> None:
    page = new_page(viewport=PHONE, has_touch=True)
    start(page, game, setup)
    wait_for_turn(page)
    tabs = board(page).locator("button.value")
    expect(tabs).to_have_text(["36", "48", "60"])
    expect(tabs.nth(0)).to_have_attribute("aria-expanded", "true")
    for tab, factors in zip(tabs.all(), ("2·2·3·3", "2⁴·3", "2·2·3·5"), strict=True):
        tab.tap()
        expect(tab).to_have_attribute("aria-expanded", "true")
        expect(board(page).locator(".factorisation")).to_have_text(factors)
        _, y, _, height = board(page).locator(".cell").last.evaluate(_BOX)
        assert y + height <= page.locator(".actions").evaluate(_BOX)[1]
    allowed(page).first.tap()
    wait_for_turn(page, 1)
    expect(board(page).locator(".trail .by").first).to_contain_text("60")


def test_point_7_pointing_at_a_number_shows_what_it_shares(page: Page) -> None:
    start(page, "factor-clash", "2-20")
    wait_for_turn(page)
    play(page, 6)
    free = next(cell for cell in game_of(page)["position"]["board"]["cells"] if cell["status"] == "free")
    place(page, free["number"]).hover()
    expect(page.locator(".link text")).to_have_text(free["bond"]["tie"])


def _shown_links(page: Page) -> list[str]:
    texts: list[str] = page.locator(".link text").all_inner_texts()
    return texts


def test_point_8_the_line_of_a_move_says_what_it_answers(page: Page) -> None:
    page.clock.install()
    start(page, "factor-clash", "2-20", against="A friend, on this device")
    wait_for_turn(page)
    for number in (12, 9):
        place(page, number).click()
        expect(place(page, number)).to_have_class(re.compile("gone"))
    page.mouse.move(1, 1)
    expect(page.locator(".link text")).to_have_text("3")
    page.clock.fast_forward(600)
    assert _shown_links(page) == []


_LEAVING = """(cells) => cells.map((cell) => {
  const { animationDelay, animationDuration } = getComputedStyle(cell, "::before");
  return [Number(cell.dataset.number), parseFloat(animationDelay), parseFloat(animationDuration)];
})"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_point_8_what_is_swept_leaves_one_after_the_other_unless_rest_was_asked_for(
    new_page: NewPage, motion: str
) -> None:
    page = new_page(reduced_motion=motion)
    start(page, "factor-frenzy", "2-14", against="A friend, on this device")
    wait_for_turn(page)
    place(page, 6).click()
    swept = board(page).locator(".cell.swept")
    expect(swept.locator(".number")).to_have_text(["2", "3", "12"])
    leaving = swept.evaluate_all(_LEAVING)
    if motion == "reduce":
        assert page.evaluate("() => document.getAnimations().length") == 0
    else:
        delays = [delay for _, delay, _ in leaving]
        assert delays == sorted({*delays})
        assert {0.15 <= duration <= 0.3 for _, _, duration in leaving} == {True}
    # Nothing has to be waited for.
    place(page, 5).click()
    expect(place(page, 5)).to_have_class(re.compile("player-2"))


def test_point_9_a_win_is_celebrated_and_a_loss_is_explained_first(new_page: NewPage) -> None:
    page = new_page(viewport=PHONE)
    start(page, "factor-clash", "2-20")
    wait_for_turn(page)
    play(page, 11)
    expect(end(page).locator(".winner .star")).to_be_visible()
    expect(page.locator(".pool.won-1 .cell.player-1")).to_have_count(1)
    expect(page.get_by_role("button", name="Rematch")).to_have_class("primary")
    # Once: neither for who comes back nor for who reads the whole review.
    for address in (page.url, f"{page.url}/review"):
        page.goto(address)
        expect(page.locator(".review-sentence")).to_be_visible()
        expect(page.locator(".pool .cell.player-1")).to_have_count(1)
        expect(page.locator(".pool.won-1")).to_have_count(0)


def _lost(page: Page) -> Any:
    """Lose at once where another move would have won; the review of it."""
    start(page, "divisor-duel", "210", level=5)
    wait_for_turn(page)
    play(page, 2)
    while end(page).count() == 0:
        allowed(page).last.click()
        wait_for_turn(page)
    return asked(page, f"/api/games/{page.url.rpartition('/')[2]}/review")


def test_point_9_after_a_loss_the_reason_comes_first_and_trying_again_is_the_main_thing(page: Page) -> None:
    review = _lost(page)
    assert review["winner"] == 2
    made = review["moves"][review["decisive"] - 1]
    refutation = next(claim for claim in made["claims"] if claim["kind"] == "refutation")
    assert refutation["move"] == made["move"]
    expect(page.locator(".refutation")).to_have_text(made["refutation"])
    expect(board(page).locator(".cell.reply")).to_have_attribute("data-number", str(refutation["reply"]))
    expect(board(page).locator(".cell.reply .verdict")).to_have_text("↩ answer")
    main = page.locator("button.primary").filter(visible=True)
    expect(main).to_have_text(["Try again from here"])
    first = page.locator(".end").get_by_text(made["refutation"]).evaluate(_BOX)[1]
    assert first < main.evaluate(_BOX)[1] < page.locator(".step-line").evaluate(_BOX)[1]


def test_point_9_what_beats_a_mistake_is_joined_with_it_on_the_board(page: Page) -> None:
    notation = "factor-clash:2-12:5,10,6,9,12,2,4,8"
    review = asked(page, f"/api/positions/{notation}/review")
    page.goto(f"/review/{notation}")
    made = review["moves"][review["decisive"] - 1]
    refutation = next(claim for claim in made["claims"] if claim["kind"] == "refutation")
    expect(board(page).locator(".cell.reply .number")).to_have_text(str(refutation["reply"]))
    expect(page.locator(".link.bad")).to_have_count(1)
    page.get_by_role("button", name="Show what was better", exact=True).click()
    expect(board(page).locator(".cell.better .number")).to_have_text(str(made["better"]))
    expect(board(page).locator(".cell.better .verdict")).to_have_text("✓ better")


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_point_24_on_paper_there_is_the_board_and_nothing_else(new_page: NewPage, colours: Any) -> None:
    page = new_page(color_scheme=colours)
    start(page, "factor-clash", "2-20")
    wait_for_turn(page)
    play(page, 6)
    page.emulate_media(media="print")
    assert _colour(page.locator(".cell.barred").first) == "rgb(255, 255, 255)"
    assert _colour(place(page, 6)) == "rgb(0, 114, 178)"
    expect(board(page).locator(".cell").first).to_be_visible()
    expect(page.locator(".stage-head .target")).to_be_visible()
    assert page.get_by_role("heading", level=1).evaluate(_BOX)[1] >= 0
    expect(page.locator("button:not(.cell), a, .players, .moves").filter(visible=True)).to_have_count(0)
    page.emulate_media(media="screen")


def test_point_5_five_cards_of_equal_height_stand_in_one_row_and_play(new_page: NewPage) -> None:
    page = new_page(viewport=DESKTOP)
    page.goto("/")
    cards = page.get_by_role("list", name="Games", exact=True).locator(".game-card")
    expect(cards).to_have_count(5)
    boxes = [card.evaluate(_BOX) for card in cards.all()]
    assert len({(y, height) for _, y, _, height in boxes}) == 1
    assert boxes[0][1] + boxes[0][3] <= DESKTOP["height"]
    expect(page.get_by_role("list", name="More games").locator(".game-card")).to_have_count(len(TITLES) - 5)
    expect(cards.first.get_by_role("button")).to_have_count(1)
    expect(cards.first.get_by_role("img")).to_have_attribute("aria-label", "0 of 5 stars")
    cards.nth(3).locator(".picture").click(force=True)
    page.wait_for_url("**/games/*")
    assert game_of(page)["game"] == "factor-duel"


def test_point_5_the_links_of_a_card_do_not_play(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Rules of Factor Duel").click()
    expect(page.get_by_role("heading", name="How to play Factor Duel")).to_be_visible()
    page.go_back()
    page.get_by_role("link", name="Choose how to play Factor Duel").click()
    expect(page.get_by_role("button", name="Start")).to_be_visible()
