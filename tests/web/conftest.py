"""A server and a browser for the tests of the page, one of each per test process."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

import pytest
from playwright.sync_api import Page, sync_playwright
from web.browsers import chromium, launch_arguments
from web.profiles import Profiles
from web.servers import RunningServer


class NewPage(Protocol):
    """Opens a page in a browser that has nothing in common with those opened before."""

    def __call__(self, **options: Any) -> Page:
        """Take the options of Playwright's ``new_context``."""
        ...


class Chromium(NamedTuple):
    """A running browser, and the event loop by which Playwright talks to it."""

    profiles: Profiles
    loop: asyncio.AbstractEventLoop


@contextmanager
def _running(loop: asyncio.AbstractEventLoop) -> Iterator[None]:
    """Make Playwright's loop the running one of this thread, and leave none running afterwards.

    Playwright would leave it running as long as the browser is there, and no other test could run a loop in this
    thread. But a browser takes seconds to start, so there is one for all tests, and its loop is put aside in between.
    """
    asyncio._set_running_loop(loop)  # noqa: SLF001 - nothing public puts a loop aside
    try:
        yield
    finally:
        asyncio._set_running_loop(None)  # noqa: SLF001 - nothing public puts a loop aside


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """The server of all tests in this process, at which one address may do a lot at once."""
    plenty = [option for name in ("creations", "joins", "analyses") for option in (f"--{name}", "10000")]
    with RunningServer(tmp_path_factory.mktemp("server"), *plenty) as running:
        yield running
    assert "Traceback" not in running.errors, running.errors


@pytest.fixture(scope="session")
def browser() -> Iterator[Chromium]:
    """Chromium."""
    path = chromium()
    playwright = sync_playwright().start()
    loop = asyncio.get_running_loop()
    with _running(loop):
        running = playwright.chromium.launch(executable_path=path, args=launch_arguments())
    yield Chromium(Profiles(running), loop)
    with _running(loop):
        running.close()
        playwright.stop()


@pytest.fixture
def new_page(browser: Chromium, server: RunningServer) -> Iterator[NewPage]:
    """Pages of the server; one that fails in its script or asks another server for anything fails the test."""

    def opened(**options: Any) -> Page:
        return browser.profiles.lend({"base_url": server.address, **options}).new_page()

    with _running(browser.loop):
        yield opened
        assert browser.profiles.take_back() == []


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """A page of the server, in a fresh browser."""
    return new_page()
