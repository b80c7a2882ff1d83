"""Refused forms: the focus goes to the field at fault, the text stays, and nobody who types is interrupted."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect
from web.browsing import (
    Held,
    board,
    end,
    moves_made,
    numbers_field,
    open_more,
    place,
    record_of_two_games,
    start,
)
from web.conftest import NewPage
from web.servers import RunningServer

BAD_NAME = "-Ann"
BAD_POSITION = "factor-clash:2-20:15,7"


class Form(NamedTuple):
    """A form that was filled in so that the server will refuse it, for one field of it."""

    page: Page
    field: Locator
    """What the server will object to."""
    elsewhere: Locator
    """Where somebody may go on typing while the answer is on its way."""
    answered_at: str
    """The request whose answer is the refusal."""
    submit: Locator

    def texts(self) -> list[str]:
        """What stands in all fields."""
        inputs = "input:not([type=radio], [type=checkbox]), textarea, select"
        values: list[str] = self.page.locator(inputs).evaluate_all("(fields) => fields.map(({ value }) => value)")
        return values


def _new_game(page: Page, field: str, text: str) -> Form:
    page.goto("/new/factor-clash")
    open_more(page)
    label, numbers = page.get_by_label("Name (may be left empty)"), numbers_field(page)
    fields = {"name": label, "numbers": page.get_by_label("From")}
    (label if field == "name" else numbers).fill(text)
    elsewhere = numbers if field == "name" else label
    answered_at = "**/api/games" if field == "name" else "**/api/positions/**"
    return Form(page, fields[field], elsewhere, answered_at, page.locator("[type=submit]"))


def _name(page: Page, _: NewPage) -> Form:
    return _new_game(page, "name", BAD_NAME)


def _numbers(page: Page, _: NewPage) -> Form:
    return _new_game(page, "numbers", "20-2")


def _second_name(page: Page, _: NewPage) -> Form:
    """The second of two names, which is sent as the first because its bearer starts."""
    page.goto("/new/factor-clash")
    page.get_by_label("A friend, on this device").check()
    page.get_by_label("The second named starts").check()
    first, second = (page.get_by_label(re.compile(f"^{which} \\(")) for which in ("First", "Second"))
    first.fill("Bob")
    second.fill(BAD_NAME)
    return Form(page, second, first, "**/api/games", page.locator("[type=submit]"))


def _invitation(page: Page, opened: NewPage) -> Form:
    _go_to_invitation(opened(), page)
    field = page.get_by_label("Your name")
    field.fill(BAD_NAME)
    return Form(page, field, field, "**/join", page.get_by_role("button", name="Join the game"))


def _paste(page: Page, _: NewPage) -> Form:
    page.goto("/")
    field = page.get_by_role("textbox")
    field.fill(BAD_POSITION)
    return Form(page, field, field, "**/api/positions/**", page.get_by_role("button", name="Open"))


def _notation(page: Page, _: NewPage) -> Form:
    page.goto("/analysis/factor-clash:2-20:15")
    field = page.get_by_label(re.compile("^Notation"))
    field.fill(BAD_POSITION)
    expect(page.get_by_role("combobox")).to_have_value("3")  # the levels come later than the notation
    return Form(page, field, field, "**/api/positions/**15,7", page.get_by_role("button", name="Open"))


every_form = pytest.mark.parametrize("fill_in", [_name, _numbers, _second_name, _invitation, _paste, _notation])


def _go_to_invitation(host: Page, guest: Page) -> None:
    wanted = {"game": "factor-clash", "setup": "2-12", "opponent": "friend", "names": ["Ann"]}
    created = host.request.post("/api/games", data=wanted).json()
    guest.goto(f"/games/{created['id']}#{created['invitation']}")


@every_form
def test_the_focus_goes_to_the_field_that_was_refused(
    page: Page, new_page: NewPage, fill_in: Callable[[Page, NewPage], Form]
) -> None:
    form = fill_in(page, new_page)
    before = form.texts()
    with page.expect_response(lambda answer: answer.status == 400) as refused:
        form.submit.click()
    expect(form.field).to_be_focused()
    expect(form.field).to_have_attribute("aria-invalid", "true")
    expect(form.field).to_have_accessible_description(refused.value.json()["error"]["message"])
    assert form.texts() == before
    page.keyboard.press("End")
    page.keyboard.type("x")
    assert form.field.input_value().endswith("x")


def test_a_server_without_room_is_told_of_in_its_own_words(new_page: NewPage, tmp_path: Path) -> None:
    with RunningServer(tmp_path, "--most-games", "1") as full:
        page = new_page(base_url=full.address)
        wanted = {"game": "factor-clash", "setup": "2-20"}
        assert page.request.post("/api/games", data=wanted).status == 201
        refusal = page.request.post("/api/games", data=wanted)
        assert (refusal.status, refusal.headers["retry-after"]) == (503, "3600")
        for address, button in (("/new/factor-clash", "Start"), ("/analysis/factor-clash:2-20:15", "Play")):
            page.goto(address)
            page.get_by_role("button", name=re.compile(f"^{button}")).first.click()
            expect(page.locator(".problem")).to_have_text(refusal.json()["error"]["message"])


@every_form
def test_a_refusal_does_not_interrupt_somebody_who_types(
    page: Page, new_page: NewPage, fill_in: Callable[[Page, NewPage], Form]
) -> None:
    form = fill_in(page, new_page)
    held = Held(page, form.answered_at)
    held.until(form.submit.click)
    form.elsewhere.click()
    page.keyboard.press("End")
    text, at_fault = form.elsewhere.input_value(), form.field.input_value()
    page.keyboard.type("1")
    held.let_go()
    expect(page.locator("form .problem")).to_be_visible()
    expect(form.submit).not_to_have_attribute("aria-disabled", "true")
    page.keyboard.type("2")
    assert form.elsewhere.input_value() == f"{text}12"
    assert form.field == form.elsewhere or form.field.input_value() == at_fault
    expect(form.elsewhere).to_be_focused()


def test_whoever_is_in_one_of_the_fields_at_fault_stays_there(page: Page) -> None:
    page.goto("/new/factor-clash")
    open_more(page)
    upper = page.get_by_label("To", exact=True)
    upper.fill("1")
    upper.press("Enter")
    expect(page.locator("form .problem")).to_be_visible()
    expect(page.locator("[type=submit]")).to_have_text("Start")
    expect(upper).to_be_focused()
    expect(upper).to_have_attribute("aria-invalid", "true")


def test_a_refusal_about_a_field_goes_when_the_field_is_changed(page: Page) -> None:
    form = _name(page, lambda **_: page)
    form.submit.click()
    expect(page.locator("form .problem")).to_contain_text("A name does not begin with a dash")
    page.keyboard.press("End")
    page.keyboard.type("a")
    expect(page.locator("form .problem")).to_have_count(0)
    expect(form.field).to_have_attribute("aria-invalid", "false")


def test_a_name_that_was_refused_is_not_used_again(page: Page) -> None:
    form = _name(page, lambda **_: page)
    form.submit.click()
    expect(form.field).to_have_attribute("aria-invalid", "true")
    page.get_by_role("link", name="Common Factor").click()
    page.get_by_role("button", name="Play Factor Clash now").click()
    page.wait_for_url("**/games/*")


def test_a_name_that_is_being_typed_stays_when_somebody_else_takes_the_seat(new_page: NewPage) -> None:
    host, slow, quick = new_page(), new_page(), new_page()
    _go_to_invitation(host, slow)
    quick.goto(slow.url)
    field = slow.get_by_label("Your name")
    field.click()
    slow.keyboard.type("Ra")
    quick.get_by_role("button", name="Join the game").click()
    expect(slow.locator("form .problem")).to_have_text("Somebody else has already taken this seat. You can watch.")
    # Among them are keys that mean something on the page of a game.
    slow.keyboard.type("chel")
    expect(field).to_have_value("Rachel")
    slow.get_by_role("button", name="Watch the game").click()
    expect(slow.get_by_text("Somebody else has already taken this seat. You are watching.")).to_be_visible()


def test_a_text_to_copy_by_hand_takes_the_focus_once(new_page: NewPage) -> None:
    host, guest = new_page(), new_page()
    # Without the permission the page has to show what it cannot copy.
    host.add_init_script("navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))")
    start(host, "factor-clash", "2-20", against="A friend, elsewhere", name="Ann")
    guest.goto(host.get_by_label("Link for your friend").input_value())
    guest.get_by_role("button", name="Join the game").click()
    place(host, 6).click()
    expect(moves_made(guest)).to_have_count(1)
    host.get_by_role("button", name="Menu").click()
    host.get_by_role("button", name="Copy the game as text").click()
    expect(host.get_by_label("Text to copy")).to_be_focused()
    host.keyboard.press("Shift+Tab")
    expect(host.get_by_role("button", name="Copy the game as text")).to_be_focused()
    place(guest, 3).click()
    expect(moves_made(host)).to_have_count(2)
    expect(host.get_by_role("button", name="Copy the game as text")).to_be_focused()


def test_the_games_of_a_record_take_the_focus_unless_somebody_types(page: Page) -> None:
    record = record_of_two_games(page, "Ann", "Bob")
    page.goto("/")
    field = page.get_by_role("textbox")
    field.fill(record)
    page.get_by_role("button", name="Open").click()
    games = page.get_by_role("group", name="The games of the record")
    expect(games).to_be_focused()
    expect(games.get_by_role("link")).to_have_count(2)

    held = Held(page, "**/api/records")
    held.until(page.get_by_role("button", name="Open").click)
    field.click()
    held.let_go()
    expect(games).to_be_visible()
    expect(field).to_be_focused()


def test_a_heading_that_comes_late_leaves_the_focus_where_the_reader_has_put_it(page: Page) -> None:
    page.goto("/")
    held = Held(page, "**/rules")
    held.until(page.get_by_role("link", name="Rules of Factor Clash").click)
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    help_button = page.get_by_role("button", name="Keys and help")
    help_button.press("Shift")
    held.let_go()
    expect(page.locator(".rules-short")).to_be_visible()
    expect(help_button).to_be_focused()


def test_a_position_that_comes_late_leaves_the_notation_that_is_being_typed(page: Page) -> None:
    page.goto("/analysis/factor-clash:2-20:15")
    field = page.get_by_label(re.compile("^Notation"))
    expect(field).to_have_value("factor-clash:2-20:15")
    held = Held(page, "**/api/positions/factor-clash:2-20:15,5")
    held.until(place(page, 5).click)
    field.fill("factor-duel:2-12:")
    held.let_go()
    expect(board(page).locator(".cell.last")).to_have_attribute("data-number", "5")
    page.keyboard.type("4")
    expect(field).to_have_value("factor-duel:2-12:4")
    field.press("Enter")
    page.wait_for_url("**/analysis/factor-duel:2-12:4")
    expect(field).to_have_value("factor-duel:2-12:4")
    expect(end(page)).to_have_count(0)
