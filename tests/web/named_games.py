"""Games between two people in every view that shows their names, which must be text there and nothing else."""

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from playwright.sync_api import Dialog, Page, expect
from playwright.sync_api import TimeoutError as NeverHappenedError
from web.browsing import TITLES, end, explanation, moves_made, place, start, wait_for_turn
from web.conftest import NewPage
from web.hostile_names import HOSTILE_NAMES

from commonfactor.arena.terms import check_name
from commonfactor.rules.base import SetupError


def is_good(name: str) -> bool:
    """Whether somebody may be called so."""
    try:
        check_name(name)
    except SetupError:
        return False
    return True


GOOD = [name for name in HOSTILE_NAMES.values() if is_good(name)]
BAD = [name for name in HOSTILE_NAMES.values() if not is_good(name)]


class Quiet:
    """Opens pages on which nothing may ask or tell in a window of its own."""

    def __init__(self, new_page: NewPage) -> None:
        """Open them with the fixture of that name."""
        self._new_page = new_page
        self.windows: list[str] = []

    def __call__(self, **options: Any) -> Page:
        """A page that is watched for windows."""
        page = self._new_page(**options)

        def note(dialog: Dialog) -> None:
            self.windows.append(dialog.message)
            dialog.dismiss()

        page.on("dialog", note)
        page.on("popup", lambda popup: self.windows.append(popup.url))
        return page


_SKELETON = "[...document.querySelectorAll('*')].map(({ tagName, className }) => `${tagName} ${className}`)"
_IS_STILL = f"""() => {{
  const now = JSON.stringify({_SKELETON});
  if (window.lastSkeleton !== now) [window.lastSkeleton, window.stillSince] = [now, performance.now()];
  return performance.now() - window.stillSince > 1000;
}}"""


class Company(NamedTuple):
    """Somebody who invites, somebody who is invited, and somebody who watches; and what their pages were made of."""

    ann: Page
    bob: Page
    watcher: Page
    skeletons: dict[tuple[str, int], list[str]]
    """Of which elements each view was made at first. What is drawn for a moment only, such as a link, is waited out."""
    looks: Counter[str]
    """How often each view has been looked at by the names of now."""

    def look(self, view: str, page: Page, place: str, *names: str) -> None:
        """See exactly these names, in a page that comes to be made of the same elements as at first."""
        expect(page.locator(place)).to_have_count(len(names))
        # As they are in the document: where the comparison waits, blanks are made alike.
        assert page.locator(place).all_text_contents() == [*names], view
        self.looks[view] += 1
        first = self.skeletons.get((view, self.looks[view]))
        if first is None:
            page.wait_for_function(_IS_STILL)
            self.skeletons[view, self.looks[view]] = page.evaluate(_SKELETON)
            return
        wanted = json.dumps(first, ensure_ascii=False, separators=(",", ":"))
        try:
            page.wait_for_function(f"(wanted) => JSON.stringify({_SKELETON}) === wanted", arg=wanted)
        except NeverHappenedError:
            assert page.evaluate(_SKELETON) == first, view


def check_every_view(new_page: NewPage, pairs: Iterable[tuple[str, str]]) -> None:
    """Play two games with each pair of names; every view is made of what it is made of for Ann and Bob."""
    company = Company(new_page(), new_page(), new_page(), {}, Counter())
    for first, second in (("Ann", "Bob"), *pairs):
        company.looks.clear()
        _be_invited(company, second)
        _play_twice(company, first, second)


def _be_invited(company: Company, host: str) -> None:
    wanted = {"game": "factor-clash", "setup": "2-4", "opponent": "friend", "names": [host]}
    created = company.ann.request.post("/api/games", data=wanted).json()
    company.bob.goto(f"/games/{created['id']}#{created['invitation']}")
    company.look("invitation", company.bob, "h1 bdi", host)


def _play_twice(company: Company, first: str, second: str) -> None:
    """Play two games, of which each wins one, and look at all that tells of them."""
    ann, bob, watcher = company[:3]
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
    expect(ann.locator(".game-card")).to_have_count(len(TITLES))
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
        expect(moves_made(watcher).last).to_contain_text(f"{name}: {number}")
        # At the end of the game the board goes over to the review, which opens at the mistake.
        if page is winner[0]:
            watcher.get_by_role("button", name="Last").click()
        else:
            expect(explanation(watcher)).to_have_text(f"{name} took {number}.")
        label = f"{number}, taken by {name} at move {number // 2}"
        expect(place(watcher, number).first).to_have_attribute("aria-label", label)
    for page in company[:3]:
        expect(page.locator(".review-board .cell.last")).to_be_visible()
    company.look("end", watcher, ".end .winner bdi", f"{winner[1]} wins")
    company.look("review", watcher, ".review-table bdi", starter[1], winner[1])
    expect(end(watcher).locator(".review-summary")).to_contain_text(f"{winner[1]} won.")
