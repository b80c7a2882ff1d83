"""Sixty hostile names in every view of the page: shown as what they are, or refused in one sentence."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Dialog, Page, expect
from web.browsing import end, explanation, place, start, wait_for_turn
from web.conftest import NewPage
from web.hostile_names import HOSTILE_NAMES
from web.servers import RunningServer

from commonfactor.arena.terms import check_name
from commonfactor.rules.base import SetupError

SLICES = 2
"""In how many tests the good names are shown, so that they can run side by side."""


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

    def opened(**options: Any) -> Page:
        page = new_page(**options)

        def note(dialog: Dialog) -> None:
            windows.append(dialog.message)
            dialog.dismiss()

        page.on("dialog", note)
        page.on("popup", lambda popup: windows.append(popup.url))
        return page

    yield opened
    assert windows == []


class Company(NamedTuple):
    """Somebody who invites, somebody who is invited, and somebody who watches; and what their pages were made of."""

    ann: Page
    bob: Page
    watcher: Page
    skeletons: dict[str, list[str]]

    def look(self, view: str, page: Page, place: str, *names: str) -> None:
        """See exactly these names, and note of which elements the page is made."""
        expect(page.locator(place)).to_have_count(len(names))
        # As they are in the document: where the comparison waits, blanks are made alike.
        assert page.locator(place).all_text_contents() == [*names], view
        self.skeletons[view] = page.evaluate(
            "() => [...document.querySelectorAll('*')].map(({ tagName, className }) => `${tagName} ${className}`)"
        )


@pytest.mark.parametrize("part", range(SLICES))
def test_good_names_are_text_in_every_view_and_nothing_else(quiet_page: NewPage, part: int) -> None:
    company = Company(quiet_page(), quiet_page(), quiet_page(), {})
    _be_invited(company, "Bob")
    _play_twice(company, "Ann", "Bob")
    expected = {**company.skeletons}
    names = GOOD[part::SLICES]
    for first, second in zip(names[::2], [*names[1::2], *names[:1]], strict=False):
        company.skeletons.clear()
        _be_invited(company, second)
        _play_twice(company, first, second)
        assert company.skeletons == expected


def _be_invited(company: Company, host: str) -> None:
    wanted = {"game": "factor-clash", "setup": "2-4", "opponent": "friend", "names": [host]}
    created = company.ann.request.post("/api/games", data=wanted).json()
    company.bob.goto(f"/games/{created['id']}#{created['invitation']}")
    company.look("invitation", company.bob, "h1 bdi", host)


def _play_twice(company: Company, first: str, second: str) -> None:
    """Play two games, of which each wins one, and look at all that tells of them."""
    ann, bob, watcher, _ = company
    start(ann, "factor-clash", "2-4", against="A friend, elsewhere", name=first)
    bob.goto(ann.get_by_label("Link for your friend").input_value())
    company.look("invitation", bob, "h1 bdi", first)
    bob.get_by_label("Your name").fill(second)
    bob.get_by_role("button", name="Join the game").click()
    watcher.goto(ann.url)
    for view, page in (("watching", watcher), ("invited", bob), ("inviting", ann)):
        expect(page.locator(".players")).to_contain_text("to move")
        company.look(view, page, ".players bdi", first, second)
    assert f"{first} and {second}" in ann.title()
    ann.get_by_role("link", name="Common Factor").click()
    expect(ann.locator(".game-card")).to_have_count(5)
    company.look("list of games", ann, ".continue bdi", first, second)
    ann.locator(".continue a").click()
    _win(company, (ann, first), (bob, second))
    ann.get_by_role("button", name="Rematch").click()
    company.look("offer", bob, ".notice bdi", first)
    bob.get_by_role("button", name="Accept").click()
    _win(company, (bob, second), (ann, first))


def _win(company: Company, starter: tuple[Page, str], winner: tuple[Page, str]) -> None:
    """Win by the second move, and look at the end and its review."""
    watcher = company.watcher
    for (page, name), number in ((starter, 2), (winner, 4)):
        wait_for_turn(page)
        place(page, number).click()
        expect(explanation(watcher)).to_have_text(f"{name} took {number}.")
        assert (
            place(watcher, number).first.get_attribute("aria-label")
            == f"{number}, taken by {name} at move {number // 2}"
        )
    for page in company[:3]:
        expect(end(page).locator(".review-board .cell.last")).to_be_visible()
    company.look("end", watcher, ".end .winner bdi", f"{winner[1]} wins")
    company.look("review", watcher, ".review-table bdi", starter[1], winner[1])
    expect(end(watcher).locator(".review-summary")).to_contain_text(f"{winner[1]} won.")


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
