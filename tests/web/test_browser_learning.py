"""What helps somebody who plays to become better: the tutor, levels that are remembered and suggested, and stars."""

import re

from playwright.sync_api import Page, ViewportSize, expect
from web.browsing import asked, end, game_of, place, play, start, wait_for_turn
from web.conftest import NewPage

PHONE: ViewportSize = {"width": 360, "height": 740}


def test_point_13_whoever_comes_anew_plays_the_tutor_first(page: Page) -> None:
    page.goto("/")
    page.get_by_role("region", name="Play").get_by_role("button", name="Play").click()
    page.wait_for_url("**/games/*")
    assert wait_for_turn(page)
    assert [player["program"] for player in game_of(page)["players"]] == [None, "tutor"]
    expect(page.locator(".notice.tutor")).to_contain_text("After each of your moves I say what it did.")
    expect(page.locator(".players li").last).to_contain_text("helps you learn")


def test_point_13_the_tutor_says_what_each_move_did_and_lets_early_mistakes_go(page: Page) -> None:
    start(page, "factor-frenzy", "2-14", against="The tutor")
    wait_for_turn(page)
    said = page.locator(".notice.tutor")
    play(page, 5)
    told = game_of(page)["remark"]["text"]
    assert told == "5 loses, because now the tutor takes 2. But the tutor lets that go. You can win."
    expect(said).to_have_text(f"Tutor: {told}")
    expect(said.locator(".verdict")).to_have_count(0)
    expect(page.get_by_role("status")).to_contain_text(told)
    winning = asked(page, f"/api/positions/{game_of(page)['position']['notation']}/analysis")["winning"]
    play(page, winning[0])
    expect(said).to_contain_text("✓ You kept the win")
    page.reload()
    expect(said).to_contain_text("✓ You kept the win")
    page.keyboard.press("h")
    expect(page.locator(".notice.hint")).to_be_visible()
    expect(said).to_have_count(0)
    page.locator(".notice.hint").get_by_role("button", name="Close").click()
    expect(said).to_be_visible()


def test_point_13_on_a_phone_the_words_of_the_tutor_are_in_sight_and_the_board_stays(new_page: NewPage) -> None:
    page = new_page(viewport=PHONE, has_touch=True)
    start(page, "factor-clash", "2-30", against="The tutor")
    wait_for_turn(page)
    stage = page.locator(".stage")
    before = stage.bounding_box()
    expect(page.locator(".notice.tutor")).to_be_in_viewport(ratio=1)
    place(page, 12).tap()
    wait_for_turn(page, 1)
    expect(page.locator(".notice.tutor")).to_contain_text("Tutor:")
    expect(page.locator(".notice.tutor")).to_be_in_viewport(ratio=1)
    assert stage.bounding_box() == before
    bar = page.locator(".actions").bounding_box()
    said = page.locator(".notice.tutor").bounding_box()
    assert bar is not None
    assert said is not None
    assert said["y"] + said["height"] <= bar["y"]


def test_point_13_trying_again_is_with_the_tutor_too(page: Page) -> None:
    start(page, "divisor-duel", "12", against="The tutor")
    wait_for_turn(page)
    play(page, 2)
    expect(end(page).locator(".review-better")).to_contain_text("against the tutor")
    page.get_by_role("button", name="Try again from here").click()
    expect(end(page)).to_have_count(0)
    wait_for_turn(page)
    assert [player["program"] for player in game_of(page)["players"]] == [None, "tutor"]


def _end_at_once(page: Page, level: int, first: int) -> None:
    """Play Divisor Duel from 12, of which one move wins at once and another one loses."""
    start(page, "divisor-duel", "12", level=level)
    wait_for_turn(page)
    play(page, first)
    expect(end(page).locator(".review-sentence")).to_be_visible()


WON, LOST = 6, 2


def test_point_17_stars_are_earned_without_a_hint_and_kept_on_the_device(page: Page) -> None:
    _end_at_once(page, 5, WON)
    expect(end(page).locator(".winner .star")).to_be_visible()
    expect(end(page).get_by_role("img", name="1 of 5 stars")).to_have_text("☆☆☆☆★")
    _end_at_once(page, 5, WON)
    expect(end(page).locator(".stars")).to_contain_text("Level 5 is yours.")
    expect(end(page).locator(".winner .star")).to_have_count(0)
    start(page, "divisor-duel", "12", level=4)
    wait_for_turn(page)
    page.keyboard.press("h")
    expect(page.locator(".notice.hint")).to_be_visible()
    play(page, WON)
    expect(end(page).locator(".stars")).to_contain_text("Win without a hint, and the star of level 4 is yours.")
    page.reload()
    expect(end(page).get_by_role("img", name="1 of 5 stars")).to_be_visible()


def test_point_17_three_wins_or_losses_in_a_row_suggest_another_level(page: Page) -> None:
    suggested = end(page).locator(".next-level")
    for row in (1, 2, 3):
        _end_at_once(page, 5, LOST)
        expect(suggested).to_have_count(0 if row < 3 else 1)
    # The reason and another try come before that.
    main = page.locator("button.primary").filter(visible=True)
    expect(main).to_have_text(["Try again from here"])
    page.reload()
    expect(suggested).to_contain_text("This level is tough.")
    page.get_by_role("button", name="Play level 4, expert").click()
    expect(end(page)).to_have_count(0)
    wait_for_turn(page)
    assert [player["level"] for player in game_of(page)["players"]] == [None, 4]
    page.goto("/new/factor-duel")
    expect(page.get_by_role("group", name="Level").get_by_label(re.compile("^4 "))).to_be_checked()
    for _ in range(3):
        _end_at_once(page, 1, WON)
    expect(suggested).to_contain_text("You keep winning.")
    expect(page.get_by_role("button", name="Play level 2, casual")).to_be_visible()
