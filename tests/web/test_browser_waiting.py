"""What the page says while the computer takes its time."""

import re

from playwright.sync_api import Page, WebSocketRoute, expect
from web.browsing import allowed, moves_made, play, start, wait_for_turn

STILL = "The computer is still thinking. Please wait…"


class Line:
    """The socket of a page, on which what the server says can be held back."""

    def __init__(self, page: Page) -> None:
        """Stand between a page that is still to be opened and the server."""
        self.is_held = False
        self._held: list[str | bytes] = []
        self._page: WebSocketRoute | None = None
        page.route_web_socket(re.compile("/events"), self._connect)

    def release(self) -> None:
        """Let the page hear all that was held back, and whatever comes."""
        self.is_held = False
        assert self._page is not None
        for message in self._held:
            self._page.send(message)

    def _connect(self, page: WebSocketRoute) -> None:
        self._page = page
        page.connect_to_server().on_message(self._hear)

    def _hear(self, message: str | bytes) -> None:
        if self.is_held:
            self._held.append(message)
        elif self._page:
            self._page.send(message)


def test_a_page_that_waits_for_more_than_two_seconds_says_so(page: Page) -> None:
    line = Line(page)
    page.clock.install()
    start(page, "factor-clash", "2-20")
    wait_for_turn(page)
    play(page, 6)
    sentence, before = page.locator(".status .sentence"), moves_made(page).count()
    line.is_held = True
    # From here on the page's time passes only as it is told to.
    page.clock.pause_at(page.evaluate("Date.now()") + 1_000)
    with page.expect_response("**/moves"):
        allowed(page).first.click()
    passed = 0
    while sentence.inner_text() != "The computer is thinking…":  # which comes after 400 ms
        page.clock.run_for(20)
        passed += 20
        assert passed < 10_000
    page.clock.run_for(1_550)
    expect(sentence).to_have_text("The computer is thinking…")
    page.clock.run_for(50)
    expect(sentence).to_have_text(STILL)
    expect(page.get_by_role("status")).to_have_text(STILL)
    page.clock.resume()
    line.release()
    wait_for_turn(page, before)
    expect(sentence).not_to_contain_text("thinking")
