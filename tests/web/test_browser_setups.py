"""Games with other relations, with numbers left out, and with numbers that are subtracted: chosen, shown and played."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect
from web.browsing import (
    TITLES,
    asked,
    board,
    explanation,
    game_of,
    moves_made,
    numbers_field,
    open_more,
    place,
    play,
    start,
    submit,
    tap,
    wait_for_turn,
)
from web.conftest import NewPage

MINUS = "\N{MINUS SIGN}"


def _parts(page: Page) -> tuple[Locator, Locator, Locator]:
    """The fields for the relation, for the numbers left out, and for the setup as text."""
    relation, without = page.get_by_label("Two numbers are linked if…"), page.get_by_label("Without (")
    return relation, without, page.get_by_label("The same as text")


def test_another_relation_and_numbers_left_out_are_chosen_and_played(page: Page) -> None:
    page.goto("/new/factor-clash")
    open_more(page)
    page.get_by_role("button", name="2 to 20 classic").click()
    relation, without, text = _parts(page)
    relation.select_option("one divides the other")
    without.fill("7")
    expect(text).to_have_value("2-20,relation=divides,without=7")
    submit(page)
    wait_for_turn(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text("2 to 20, linked if one divides the other, without 7")
    expect(place(page, 7)).to_have_count(0)
    play(page, 6)
    expect(moves_made(page).first).to_contain_text("6")
    tap(place(page, 11))
    expect(explanation(page)).to_have_text(re.compile("^11 is not allowed: 11 neither divides nor is a multiple of"))
    assert game_of(page)["position"]["notation"].startswith("factor-clash:2-20,relation=divides,without=7:6,")


def test_a_setup_that_is_typed_fills_the_fields_and_keeps_what_has_none(page: Page) -> None:
    page.goto("/new/juniper-green")
    open_more(page)
    relation, without, text = _parts(page)
    opening, high = page.get_by_label("First number"), page.get_by_label("To", exact=True)
    expect(text).to_have_value("1-58")
    expect(opening).to_have_value("even")
    text.fill("1-40,opening=any,relation=common-factor,odd=yes,without=7+11")
    expect(opening).to_have_value("any")
    expect(relation).to_have_value("common-factor")
    expect(without).to_have_value("7, 11")
    high.fill("30")
    expect(text).to_have_value("1-30,opening=any,relation=common-factor,without=7+11,odd=yes")
    opening.select_option("even")
    relation.select_option("one divides the other")
    without.fill("")
    expect(text).to_have_value("1-30,odd=yes")


def test_numbers_that_cannot_be_left_out_are_refused_at_their_field(page: Page) -> None:
    page.goto("/new/factor-clash")
    open_more(page)
    _, without, _ = _parts(page)
    without.fill("7 and 50")
    problem = page.locator("form .problem")
    expect(problem).to_contain_text("numbers are left out as in without=7+11", ignore_case=True)
    without.fill("7, 50")
    expect(problem).to_contain_text("50 cannot be left out")
    expect(without).to_have_value("7, 50")
    without.press("Enter")
    expect(without).to_be_focused()
    expect(without).to_have_attribute("aria-invalid", "true")
    without.fill("7")
    expect(problem).to_have_count(0)


def test_a_left_out_number_leaves_a_gap_that_arrows_pass_over(page: Page) -> None:
    start(page, "factor-clash", "2-40,without=7+17", against="A friend, on this device")
    wait_for_turn(page)
    columns = {number: place(page, number).bounding_box() for number in (6, 8, 16, 18, 27, 36)}
    boxes = {number: box for number, box in columns.items() if box is not None}
    assert boxes[6]["x"] == boxes[16]["x"] == boxes[36]["x"]
    assert boxes[8]["x"] == boxes[18]["x"]
    assert boxes[6]["x"] < boxes[27]["x"] < boxes[8]["x"]
    page.keyboard.type("27")
    expect(place(page, 27)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(place(page, 27)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    expect(place(page, 16)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(place(page, 18)).to_be_focused()


def test_the_first_number_of_juniper_green_is_even(page: Page) -> None:
    start(page, "juniper-green")
    wait_for_turn(page)
    tap(place(page, 1))
    expect(explanation(page)).to_have_text("1 is not allowed: 1 is odd, and the first number must be even.")
    expect(place(page, 1)).to_have_attribute("aria-description", re.compile("^1 is odd"))
    play(page, 20)
    expect(place(page, 20)).to_have_attribute("aria-label", "20, taken by you at move 1")
    expect(page.locator(".status .sentence")).to_have_text(re.compile("divides or is a multiple of"))


@pytest.mark.parametrize(("setup", "told"), [("60", "15"), ("60+48", f"60 {MINUS} 15")])
def test_a_divisor_is_subtracted_in_words_and_signs(page: Page, setup: str, told: str) -> None:
    start(page, "divisor-game", setup, against="A friend, on this device")
    wait_for_turn(page)
    divisors = board(page).get_by_role("toolbar", name="Subtract from 60")
    fifteen = divisors.get_by_role("button", name=re.compile("^15, available"))
    expect(fifteen).to_have_text(f"{MINUS} 15leaves 45")
    fifteen.click()
    expect(moves_made(page).first).to_have_text(re.compile(rf"\b{told}$"))
    expect(board(page).locator(".value").first).to_have_text("45")
    expect(board(page).locator(".trail .by")).to_have_text(re.compile(f"{MINUS} 15$"))
    expect(page.locator(".status .sentence")).to_contain_text(re.compile("Subtract (a divisor|from one)"))
    expect(page.locator("main")).not_to_contain_text("÷")


def test_a_subtraction_that_leaves_what_a_division_would_has_a_minus(page: Page) -> None:
    page.goto("/analysis/divisor-game:4,one=no:")
    divisors = board(page).get_by_role("toolbar", name="Subtract from 4")
    expect(divisors.get_by_role("button")).to_have_text(re.compile(rf"^{MINUS} 2\b"))


def test_the_review_of_subtractions_is_written_with_a_minus(page: Page) -> None:
    page.goto("/review/divisor-game:4+3:4/1,3/1,3/1,2/1,2/1")
    expect(page.locator(".review-table tbody tr").first).to_contain_text(f"4 {MINUS} 1")
    expect(page.locator(".review-board .value")).to_have_text(["1", "1"])
    expect(page.locator(".review-board .factorisation")).to_have_text(["", ""])


def test_point_15_the_rules_of_a_game_are_those_of_its_setup(page: Page, new_page: NewPage) -> None:
    start(page, "factor-duel", "2-30,relation=shares-a-digit", against="A friend, elsewhere")
    friend = new_page()
    friend.goto(page.get_by_label("Link for your friend").input_value())
    expect(friend.get_by_role("main")).to_contain_text("2 to 30, linked if they share a digit")
    friend.get_by_role("link", name="Rules").click()
    expect(friend.get_by_role("heading", name="How to play Factor Duel")).to_be_focused()
    lines = friend.locator(".rules-short li")
    told = asked(friend, "/api/positions/factor-duel:2-30,relation=shares-a-digit:/rules")
    expect(lines).to_have_text(told["short"])
    assert len(told["short"]) == 5
    friend.reload()
    expect(lines).to_have_text(told["short"])
    friend.get_by_role("link", name="More about this game").click()
    about = friend.locator("article.rules")
    expect(about).to_contain_text("This game: 2 to 30, linked if they share a digit.")
    expect(about).to_contain_text("12 and 25 are linked, since both have a 2")
    expect(about).not_to_contain_text("factor greater than 1")
    friend.get_by_role("link", name="The rules in short").click()
    expect(lines).to_have_text(told["short"])
    expect(friend.get_by_role("link", name="Back to the game")).to_be_visible()


@pytest.mark.parametrize("game", ["factor-clash", "divisor-duel", "juniper-green"])
def test_point_15_three_positions_show_what_is_allowed_and_why(page: Page, game: str) -> None:
    page.goto(f"/rules/{game}")
    told = asked(page, f"/api/positions/{game}:{_default_setup(page, game)}:/rules")
    sentence = page.locator(".rules-told")
    for number, notation in enumerate(told["positions"], 1):
        expect(page.get_by_role("heading", name=f"Try it: {number} of {len(told['positions'])}")).to_be_visible()
        position = asked(page, f"/api/positions/{notation}")
        expect(sentence).to_have_text(position["requirement"])
        if (barred := board(page).locator(".cell.barred")).count():
            tap(barred.first)
            objection = position["objections"][str(barred.first.get_attribute("data-number"))]
            expect(explanation(page)).to_contain_text(objection)
        move = _ending(page, notation, position["legal"]) if number == len(told["positions"]) else position["legal"][0]
        board(page).locator(f'[data-number="{move}"]').click()
        expect(sentence).to_contain_text("is allowed")
        page.get_by_role("button", name="Try another").click()
        expect(sentence).to_have_text(position["requirement"])
        if number < len(told["positions"]):
            page.get_by_role("button", name="Next").click()
    board(page).locator(f'[data-number="{move}"]').click()
    expect(sentence).to_contain_text("Your opponent cannot move. You win!")


def _default_setup(page: Page, game: str) -> str:
    catalogue = asked(page, "/api/catalogue")["games"]
    return next(str(each["default_setup"]) for each in catalogue if each["name"] == game)


def _ending(page: Page, notation: str, moves: list[Any]) -> Any:
    """The move after which nobody can move."""
    comma = "" if notation.endswith(":") else ","
    return next(move for move in moves if asked(page, f"/api/positions/{notation}{comma}{move}")["over"])


def test_point_15_rules_that_cannot_be_told_lead_to_the_usual_ones(page: Page) -> None:
    page.goto("/rules/factor-clash?setup=2-1")
    expect(page.locator(".problem")).to_contain_text("The pool 2-1 is empty")
    page.get_by_role("link", name="The usual rules of this game").click()
    expect(page.get_by_role("heading", name="Try it: 1 of 3")).to_be_visible()
    page.goto("/rules/nothing")
    expect(page.locator(".problem")).to_have_text("There are no rules of a game named nothing.")


def test_point_15_what_scholars_want_to_know_is_on_a_page_of_its_own(page: Page) -> None:
    page.goto("/about/factor-clash?setup=2-30")
    expect(page.locator("article.rules")).to_contain_text("This game: 2 to 30.")
    expect(page.get_by_role("heading", name="What is known")).to_be_visible()
    page.goto("/about/nothing")
    expect(page.locator(".problem")).to_contain_text("There is no game of the name")


@pytest.mark.parametrize("where", ["new game", "menu", "analysis"])
def test_rules_of_a_setup_are_linked_from_everywhere(page: Page, where: str) -> None:
    setup = "2-12,relation=sum-is-square"
    if where == "new game":
        page.goto(f"/new/factor-frenzy?setup={setup}")
    elif where == "menu":
        start(page, "factor-frenzy", setup)
        page.get_by_role("button", name="Menu").click()
    else:
        page.goto(f"/analysis/factor-frenzy:{setup}:")
    part = page.get_by_role("dialog" if where == "menu" else "main")
    part.get_by_role("link", name=re.compile("^Rules")).click()
    page.wait_for_url(f"**/rules/factor-frenzy?setup={setup}")
    expect(page.locator(".rules-short")).to_contain_text("add up to a square")


def test_the_rules_of_a_card_are_those_of_the_game_that_it_starts(page: Page) -> None:
    page.goto("/")
    for game in asked(page, "/api/catalogue")["games"]:
        setup = game["recommended_setup"]
        query = "" if setup == game["default_setup"] else f"?setup={setup.replace('+', '%2B')}"
        link = page.get_by_role("link", name=f"Rules of {game['title']}")
        expect(link).to_have_attribute("href", f"/rules/{game['name']}{query}")


def test_a_game_without_a_page_of_its_own_has_the_rules_of_the_catalogue(page: Page) -> None:
    page.route("**/assets/rules/*.json", lambda route: route.fulfill(status=404))
    page.goto("/rules/juniper-green")
    expect(page.locator(".rules-short li")).to_have_count(5)
    page.get_by_role("link", name="More about this game").click()
    expect(page.get_by_role("heading", name="About Juniper Green")).to_be_visible()
    expect(page.get_by_text("The first number must be even.")).to_be_visible()
    page.get_by_role("link", name="The rules in short").click()
    page.get_by_role("link", name="Play Juniper Green").click()
    expect(page.get_by_role("heading", name="Juniper Green")).to_be_visible()


PHONE: ViewportSize = {"width": 360, "height": 740}


@pytest.mark.parametrize("game", TITLES)
def test_point_25_what_most_people_choose_fits_one_phone_screen(new_page: NewPage, game: str) -> None:
    page = new_page(viewport=PHONE, has_touch=True)
    page.goto(f"/new/{game}")
    for legend in ("Play against", "Level", "Who starts"):
        expect(page.get_by_role("group", name=legend)).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Start")).to_be_in_viewport(ratio=1)
    for legend in ("Numbers", "Match", "Helps"):
        expect(page.get_by_role("group", name=legend)).to_be_hidden()
    numbers = game_words(asked(page, "/api/catalogue"), game)
    expect(page.locator(".more-choices > summary")).to_have_text(f"More {numbers}")


def game_words(catalogue: Any, game: str) -> str:
    """The recommended numbers of a game as the page says them."""
    setup = next(each["recommended_setup"] for each in catalogue["games"] if each["name"] == game)
    numbers, _, opening = setup.partition(",opening=")
    told = numbers.replace("-", " to ").replace("+", " + ")
    return f"{told}, first number: {opening.replace('-', ' ')}" if opening else told


def test_point_25_what_is_chosen_under_more_is_told_in_its_line(page: Page) -> None:
    page.goto("/new/juniper-green?setup=1-30,relation=common-factor&match=3&swap=on&hints=off")
    line = page.locator(".more-choices > summary")
    expect(line).to_have_text(
        "More 1 to 30, linked if they share a factor, first to win 3 games, swap allowed, no hints"
    )
    line.click()
    expect(page.get_by_label("Two numbers are linked if…")).to_have_value("common-factor")
    page.get_by_label("Two numbers are linked if…").select_option("one divides the other")
    page.get_by_label(re.compile("^Swap allowed")).uncheck()
    expect(line).to_have_text("More 1 to 30, first to win 3 games, no hints")
    page.wait_for_url("**/new/juniper-green?setup=1-30&match=3&hints=off")


def test_point_19_an_address_fills_in_exactly_what_it_chooses(page: Page) -> None:
    page.goto("/new/factor-frenzy?setup=2-14&level=5&seat=2&hints=off&analysis=off")
    expect(page.get_by_role("radio", name="5 perfect")).to_be_checked()
    expect(page.get_by_role("radio", name="The computer starts")).to_be_checked()
    submit(page)
    wait_for_turn(page, 0)
    game = game_of(page)
    assert (game["game"], game["setup"], game["opponent"]) == ("factor-frenzy", "2-14", "computer")
    assert (game["players"][0]["level"], game["players_of_moves"]) == (5, [1])


def test_point_19_choices_are_written_to_the_address_as_they_are_made(page: Page) -> None:
    page.goto("/new/divisor-duel")
    page.get_by_role("radio", name="4 expert").check()
    page.wait_for_url("**/new/divisor-duel?level=4")
    page.get_by_role("radio", name="Toss a coin").check()
    page.wait_for_url("**/new/divisor-duel?level=4&seat=coin")
    open_more(page)
    numbers_field(page).fill("60+48")
    page.get_by_label(re.compile("^Analysis")).uncheck()
    page.wait_for_url("**/new/divisor-duel?setup=60%2B48&level=4&seat=coin&analysis=off")
    page.get_by_role("radio", name="A friend, elsewhere").check()
    page.wait_for_url("**/new/divisor-duel?setup=60%2B48&opponent=friend&seat=coin&analysis=off")
    page.reload()
    expect(page.get_by_role("radio", name="A friend, elsewhere")).to_be_checked()
    expect(page.locator(".more-choices > summary")).to_have_text("More 60 + 48, no analysis")
    page.go_back()
    assert "/new/" not in page.url


@pytest.mark.parametrize("off", [["hints"], ["analysis"], ["hints", "analysis"]])
def test_point_19_helps_that_were_switched_off_are_not_offered_until_the_game_is_over(
    page: Page, off: list[str]
) -> None:
    page.goto("/new/factor-clash?setup=2-20&level=1&" + "&".join(f"{each}=off" for each in off))
    submit(page)
    wait_for_turn(page)
    page.reload()
    wait_for_turn(page)
    page.keyboard.press("h")
    page.keyboard.press("a")
    for help_, name in (("hints", "Hint"), ("analysis", "Analysis")):
        expect(page.get_by_role("button", name=name)).to_have_count(0 if help_ in off else 1)
    expect(page.locator(".notice.hint")).to_have_count(0 if "hints" in off else 1)
    expect(page.get_by_role("region", name="Analysis")).to_have_count(0 if "analysis" in off else 1)
    page.get_by_role("button", name="Menu").click()
    menu = page.get_by_role("dialog", name="Menu")
    expect(menu.get_by_role("link", name="Open the analysis board")).to_have_count(0 if "analysis" in off else 1)
    page.keyboard.press("Escape")
    play(page, 11)
    expect(page.get_by_role("link", name="Analysis board")).to_be_visible()


def test_point_19_the_tutor_has_an_address_too(page: Page) -> None:
    page.goto("/new/factor-clash?setup=2-20&level=tutor")
    expect(page.get_by_role("radio", name="Tutor")).to_be_checked()
    submit(page)
    wait_for_turn(page)
    assert game_of(page)["players"][1]["program"] == "tutor"
    page.goto("/new/factor-clash")
    page.wait_for_url("**/new/factor-clash?level=tutor")
