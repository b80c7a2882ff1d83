"""What helps somebody who plays to become better: the tutor, levels that are remembered and suggested, and stars."""

from playwright.sync_api import Page, ViewportSize, expect
from web.browsing import asked, end, game_of, place, play, wait_for_turn
from web.conftest import NewPage

PHONE: ViewportSize = {"width": 360, "height": 740}


def _against_the_tutor(page: Page, game: str, setup: str) -> None:
    """Start as the page does, against the tutor."""
    page.goto(f"/new/{game}")
    created = page.request.post("/api/games", data={"game": game, "setup": setup, "level": "tutor"}).json()
    kept = {
        created["id"]: {"tokens": created["tokens"], "opponent": "computer", "names": ["Player 1", "Tutor"], "at": 0}
    }
    page.evaluate("(kept) => localStorage.setItem('commonfactor.games', JSON.stringify(kept))", kept)
    page.goto(f"/games/{created['id']}")
    wait_for_turn(page)


def test_point_13_whoever_comes_anew_plays_the_tutor_first(page: Page) -> None:
    page.goto("/")
    page.get_by_role("region", name="Play").get_by_role("button", name="Play").click()
    page.wait_for_url("**/games/*")
    assert wait_for_turn(page)
    assert [player["program"] for player in game_of(page)["players"]] == [None, "tutor"]
    expect(page.locator(".notice.tutor")).to_contain_text("After each of your moves I say what it did.")
    expect(page.locator(".players li").last).to_contain_text("helps you learn")


def test_point_13_the_tutor_says_what_each_move_did_and_lets_early_mistakes_go(page: Page) -> None:
    _against_the_tutor(page, "factor-frenzy", "2-14")
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
    _against_the_tutor(page, "factor-clash", "2-30")
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
    _against_the_tutor(page, "divisor-duel", "12")
    play(page, 2)
    expect(end(page).locator(".review-better")).to_contain_text("against the tutor")
    page.get_by_role("button", name="Try again from here").click()
    expect(end(page)).to_have_count(0)
    wait_for_turn(page)
    assert [player["program"] for player in game_of(page)["players"]] == [None, "tutor"]
