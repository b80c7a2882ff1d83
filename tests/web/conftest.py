"""A server and a browser for the tests of the page.

Both last for one module: Playwright's own event loop occupies the thread as long as it is started, and tests of other
modules run loops of their own there.
"""

from collections.abc import Iterator
from typing import Any, Protocol
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, WebError, sync_playwright
from web.browsers import chromium, launch_arguments
from web.servers import RunningServer


class NewPage(Protocol):
    """Opens a page in a browser that has nothing in common with those opened before."""

    def __call__(self, **options: Any) -> Page:
        """Take the options of Playwright's ``new_context``."""
        ...


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """The server of a module; whoever needs one alone starts it."""
    with RunningServer(tmp_path_factory.mktemp("server")) as running:
        yield running
    assert "Traceback" not in running.errors, running.errors


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium."""
    path = chromium()
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=launch_arguments())
        yield running
        running.close()


@pytest.fixture
def new_page(browser: Browser, server: RunningServer) -> Iterator[NewPage]:
    """Pages of the server; one that fails in its script or asks another server for anything fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def watch_request(request: Request) -> None:
        if urlsplit(request.url).hostname not in {None, "127.0.0.1"}:
            complaints.append(f"The page asked for {request.url}")

    def watch_errors(error: WebError) -> None:
        complaints.append(f"The page failed: {error.error}")

    def watch_console(message: ConsoleMessage) -> None:
        # What the server refuses and a connection that breaks are written there too, and belong to many tests.
        is_of_network = message.text.startswith(("Failed to load resource", "WebSocket connection to"))
        if message.type == "error" and not is_of_network:
            complaints.append(f"The console says: {message.text}")

    def opened(**options: Any) -> Page:
        context = browser.new_context(**{"base_url": server.address, **options})
        contexts.append(context)
        context.on("request", watch_request)
        context.on("weberror", watch_errors)
        context.on("console", watch_console)
        context.add_init_script(
            "document.addEventListener('securitypolicyviolation', (event) =>"
            " console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`))"
        )
        return context.new_page()

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """A page of the server, in a fresh browser."""
    return new_page()
