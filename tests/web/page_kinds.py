"""Every kind of page that there is, and how somebody comes to it."""

from collections.abc import Callable
from typing import TypeVar

from playwright.sync_api import Page, expect
from web.browsing import (
    TITLES,
    allowed,
    board,
    end,
    numbers_field,
    open_more,
    place,
    play,
    start,
    tap,
    wait_for_turn,
)
from web.conftest import NewPage

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
    expect(page.locator(".game-card")).to_have_count(len(TITLES))
    expect(page.get_by_role("heading", name="Continue")).to_be_visible()


@_page
def _new_game(page: Page, _: NewPage) -> None:
    page.goto("/new/factor-frenzy?setup=2-14")
    open_more(page)
    page.get_by_role("button", name="Who wins?").click()
    expect(page.locator(".best-play p")).to_contain_text("Whoever starts wins")


@_page
def _new_game_refused(page: Page, _: NewPage) -> None:
    page.goto("/new/divisor-duel")
    page.get_by_label("A friend, on this device").check()
    open_more(page)
    numbers_field(page).fill("1000000000000000")
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
def _game_with_the_tutor(page: Page, _: NewPage) -> None:
    start(page, "factor-frenzy", against="The tutor")
    wait_for_turn(page)
    play(page, 5)
    expect(page.locator(".notice.tutor")).to_contain_text("But the tutor lets that go.")


@_page
def _game_with_a_hint_and_its_proof(page: Page, _: NewPage) -> None:
    start(page, "factor-frenzy", "2-14")
    wait_for_turn(page)
    for step in (1, 2, 3):
        page.get_by_role("button", name="Hint").click()
        expect(page.locator(".notice.hint")).to_contain_text(f"Hint {step} of 3.")
    page.get_by_role("button", name="Show the proof").click()
    expect(board(page).locator(".reason-sign").first).to_be_visible()


@_page
def _third_loss_in_a_row(page: Page, _: NewPage) -> None:
    for _row in range(3):
        start(page, "divisor-duel", "12", level=5)
        wait_for_turn(page)
        play(page, 2)
        expect(end(page).locator(".review-sentence")).to_be_visible()
    expect(page.locator(".next-level")).to_be_visible()


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
def _game_lost(page: Page, _: NewPage) -> None:
    start(page, "divisor-duel", "210", level=5)
    wait_for_turn(page)
    play(page, 2)
    while end(page).count() == 0:
        play(page, str(allowed(page).last.get_attribute("data-number")))
    expect(board(page).locator(".cell.reply")).to_be_visible()


@_page
def _big_board(page: Page, _: NewPage) -> None:
    start(page, "factor-frenzy", "2-30")
    wait_for_turn(page)
    play(page, 6)
    page.keyboard.press("f")
    expect(page.get_by_role("button", name="Close the big board")).to_be_visible()


@_page
def _tabs_of_several_numbers(page: Page, _: NewPage) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    start(page, "divisor-game", "36+48+60")
    wait_for_turn(page)
    page.get_by_role("button", name="48", exact=True).click()
    expect(board(page).locator(".factorisation")).to_have_text("2⁴·3")


@_page
def _analysis_of_a_pairing(page: Page, _: NewPage) -> None:
    page.goto("/analysis/factor-clash:2-20:15,5")
    page.get_by_role("button", name="Show the proof").click()
    expect(page.locator(".graph-pairs line").first).to_be_attached()


@_page
def _analysis_of_groups(page: Page, _: NewPage) -> None:
    page.goto("/analysis/factor-duel:2-30:4,9")
    page.get_by_role("button", name="Show the proof").click()
    expect(page.locator(".graph-frame").first).to_be_visible()
    expect(board(page).locator(".verdict").first).to_be_visible()
    page.get_by_text("The picture in words").click()


@_page
def _analysis_of_a_line(page: Page, _: NewPage) -> None:
    page.goto("/analysis/factor-challenge:2-12:6")
    page.get_by_role("button", name="Show the proof").click()
    steps = page.get_by_role("group", name="Step through the reason")
    steps.get_by_role("button", name="Last").click()
    expect(page.locator(".preview-board .cell").first).to_be_visible()


@_page
def _analysis_of_divisor_duel(page: Page, _: NewPage) -> None:
    page.goto("/analysis/divisor-duel:36+12:36/2")
    page.get_by_role("button", name="Show the proof").click()
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
    allowed(page).first.click()
    expect(page.get_by_role("button", name="Try another")).to_be_visible()


@_page
def _about(page: Page, _: NewPage) -> None:
    page.goto("/about/factor-duel")
    expect(page.get_by_role("heading", name="What is known")).to_be_visible()
    for details in page.locator("summary").all():
        details.click()


@_page
def _lessons(page: Page, _: NewPage) -> None:
    page.goto("/learn")
    expect(page.locator(".lessons .emblem")).to_have_count(5)


@_page
def _lesson(page: Page, _: NewPage) -> None:
    page.goto("/learn/factor-clash")
    place(page, 7).click()
    expect(page.locator(".verdict-sentence.is-win")).to_be_visible()


@_page
def _lesson_with_a_wrong_answer(page: Page, _: NewPage) -> None:
    page.goto("/learn/divisor-duel")
    allowed(page).first.click()
    expect(page.locator(".verdict-sentence.is-loss")).to_be_visible()


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
    expect(page.locator(".game-card")).to_have_count(len(TITLES))
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()


@_page
def _menu(page: Page, _: NewPage) -> None:
    start(page, "factor-clash", "2-20")
    wait_for_turn(page)
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog", name="Menu")).to_be_visible()
