"""Sixty hostile names in every view of the page: shown as what they are, or refused in one sentence."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Dialog, Page, expect
from web.browsing import end, explanation, place, start, wait_for_turn
from web.conftest import NewPage
from web.hostile_names import HOSTILE_NAMES
from web.servers import RunningServer

from commonfactor.arena.terms import check_name
from commonfactor.rules.base import SetupError

SLICES = 4
"""In how many tests the good names are shown, so that they can run side by side."""

Skeletons = dict[str, list[str]]
"""Of which elements each view is made."""


def _is_good(name: str) -> bool:
    try:
        check_name(name)
    except SetupError:
        return False
    return True


GOOD = [name for name in HOSTILE_NAMES.values() if _is_good(name)]
BAD = [name for name in HOSTILE_NAMES.values() if not _is_good(name)]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server at which one address may start many games at once."""
    with RunningServer(tmp_path_factory.mktemp("server"), "--creations", "10000", "--joins", "10000") as running:
        yield running


@pytest.fixture
def quiet_page(new_page: NewPage) -> Iterator[NewPage]:
    """Pages on which nothing may ask or tell in a window of its own."""
    windows: list[str] = []

    def opened() -> Page:
        page = new_page()

        def note(dialog: Dialog) -> None:
            windows.append(dialog.message)
            dialog.dismiss()

        page.on("dialog", note)
        page.on("popup", lambda popup: windows.append(popup.url))
        return page

    yield opened
    assert windows == []


@pytest.mark.parametrize("part", range(SLICES))
def test_good_names_are_text_in_every_view_and_nothing_else(quiet_page: NewPage, part: int) -> None:
    pages = quiet_page(), quiet_page(), quiet_page()
    expected = _shown_in_every_view(pages, "Ann", "Bob")
    names = GOOD[part::SLICES]
    for first, second in zip(names, [*names[1:], names[0]], strict=True):
        assert _shown_in_every_view(pages, first, second) == expected


def _shown_in_every_view(pages: tuple[Page, Page, Page], first: str, second: str) -> Skeletons:
    """Play a game between two such names before a third pair of eyes, and look at all that tells of it."""
    ann, bob, watcher = pages
    skeletons: Skeletons = {}

    def look(view: str, page: Page, names: str, *texts: str) -> None:
        expect(page.locator(names)).to_have_count(len(texts))
        # The texts as they are in the document; what is compared by waiting has its blanks made alike.
        assert page.locator(names).all_text_contents() == [*texts], view
        skeletons[view] = page.evaluate(
            "() => [...document.querySelectorAll('*')].map(({ tagName, className }) => `${tagName} ${className}`)"
        )

    start(ann, "factor-clash", "2-12", against="A friend, elsewhere", name=first)
    bob.goto(ann.get_by_label("Link for your friend").input_value())
    look("join", bob, "h1 bdi", first)
    bob.get_by_label("Your name").fill(second)
    bob.get_by_role("button", name="Join the game").click()
    watcher.goto(ann.url)
    for view, page in (("watching", watcher), ("invited", bob), ("inviting", ann)):
        expect(page.locator(".players")).to_contain_text("to move")
        look(view, page, ".players bdi", first, second)
    assert f"{first} and {second}" in ann.title()
    ann.goto("/")
    look("home", ann, ".continue bdi", first, second)
    ann.locator(".continue a").click()
    wait_for_turn(ann)
    place(ann, 11).click()
    for view, page in (("watched", watcher), ("lost", bob)):
        look(view, page, ".end .winner bdi", f"{first} wins")
        expect(explanation(page)).to_have_text(f"{first} took 11.")
    assert place(watcher, 11).first.get_attribute("aria-label") == f"11, taken by {first} at move 1"
    end(ann).get_by_role("link", name="Whole review").click()
    look("review", ann, ".review-table bdi", first)
    expect(ann.locator(".review-summary")).to_contain_text(f"{first} won.")
    return skeletons


@pytest.mark.parametrize("form", ["new game", "invitation"])
def test_bad_names_are_refused_in_one_sentence(quiet_page: NewPage, form: str) -> None:
    page = quiet_page()
    if form == "invitation":
        host = quiet_page()
        start(host, "factor-clash", "2-12", against="A friend, elsewhere", name="Ann")
        page.goto(host.get_by_label("Link for your friend").input_value())
    else:
        page.goto("/new/factor-clash")
    field = page.get_by_label("ame (may be left empty)")
    refused = 0
    for name in BAD:
        field.fill(name)
        # A field keeps no line ends, and what stands around a name is not sent.
        if _is_good(str(field.evaluate("(field) => field.value.trim()"))):
            continue
        with page.expect_response("**/api/games**") as answer:
            page.locator("[type=submit]").click()
        assert answer.value.status == 400
        expect(page.locator("form .problem")).to_have_text(answer.value.json()["error"]["message"])
        assert answer.value.json()["error"]["message"].startswith("A name ")
        refused += 1
    assert refused > 15
