"""A server and a browser for the tests of the page.

Both last for one module: Playwright's own event loop occupies the thread as long as it is started, and tests of other
modules run loops of their own there.
"""

from collections.abc import Iterator
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from web.browsers import chromium, launch_arguments
from web.profiles import Profiles
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


@pytest.fixture(scope="module")
def profiles(browser: Browser) -> Profiles:
    """What the pages of that browser remember."""
    return Profiles(browser)


@pytest.fixture
def new_page(profiles: Profiles, server: RunningServer) -> Iterator[NewPage]:
    """Pages of the server; one that fails in its script or asks another server for anything fails the test."""

    def opened(**options: Any) -> Page:
        return profiles.lend({"base_url": server.address, **options}).new_page()

    yield opened
    assert profiles.take_back() == []


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """A page of the server, in a fresh browser."""
    return new_page()
