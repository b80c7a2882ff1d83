"""Hostile names in the page: shown as what they are, or refused in one sentence."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect
from web.browsing import open_more, record_of_two_games, start
from web.conftest import NewPage
from web.hostile_names import HOSTILE_NAMES
from web.named_games import BAD, GOOD, Quiet, check_every_view, is_good

WORST = HOSTILE_NAMES["a picture that fails"], HOSTILE_NAMES["a name from right to left"]
"""Markup, and letters that turn the line around; verify_names.py takes all names through every view."""


@pytest.fixture
def quiet_page(new_page: NewPage) -> Iterator[NewPage]:
    """Pages on which nothing may ask or tell in a window of its own."""
    quiet = Quiet(new_page)
    yield quiet
    assert quiet.windows == []


def test_good_names_are_text_in_every_view_and_nothing_else(quiet_page: NewPage) -> None:
    check_every_view(quiet_page, [WORST])


def test_every_good_name_is_text_when_a_record_is_opened(quiet_page: NewPage) -> None:
    page = quiet_page()
    page.goto("/")
    games = page.get_by_role("group", name="The games of the record")
    for first, second in zip(GOOD[::2], [*GOOD[1::2], GOOD[0]], strict=False):
        page.get_by_role("textbox").fill(record_of_two_games(page, first, second))
        page.get_by_role("button", name="Open").click()
        expect(games.locator("bdi").first).to_have_text(first)
        # The first player resigns the first game, the second the second.
        assert games.locator("bdi").all_text_contents() == [first, second, second, first]
        assert games.locator("bdi *").count() == 0


@pytest.mark.parametrize("form", ["new game", "invitation"])
def test_bad_names_are_refused_in_one_sentence(quiet_page: NewPage, form: str) -> None:
    page = quiet_page()
    if form == "invitation":
        host = quiet_page()
        start(host, "factor-clash", "2-12", against="A friend, elsewhere", name="Ann")
        page.goto(host.get_by_label("Link for your friend").input_value())
    else:
        page.goto("/new/factor-clash")
        open_more(page)
    field = page.get_by_label("ame (may be left empty)")
    refused = 0
    for name in BAD:
        field.fill(name)
        # A field keeps no line ends, and what stands around a name is not sent.
        if is_good(str(field.evaluate("(field) => field.value.trim()"))):
            continue
        with page.expect_response("**/api/games**") as answer:
            page.locator("[type=submit]").click()
        assert answer.value.status == 400
        expect(page.locator("form .problem")).to_have_text(answer.value.json()["error"]["message"])
        assert answer.value.json()["error"]["message"].startswith("A name ")
        refused += 1
    assert refused > 15
