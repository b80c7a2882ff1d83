"""Browsers that have nothing in common, for one test after another."""

from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, WebError

PATIENCE = 60_000.0
"""How many milliseconds to wait for anything, far longer than it takes on the busiest machine."""


class Profile:
    """A browser with a memory of its own, which can be wiped, and a list of what its pages do wrong.

    Chromium takes more than a second to open the first page of a new one, and a third of that once this was wiped.
    """

    def __init__(self, browser: Browser, options: dict[str, Any]) -> None:
        """Take the options of Playwright's ``new_context``; the address of the server is one of them."""
        self.complaints: list[str] = []
        self._origin = options["base_url"]
        self._context = browser.new_context(**options)
        self._context.set_default_timeout(PATIENCE)
        # Only through a page can the memory be reached.
        self._blank = self._context.new_page()
        self._memory = self._context.new_cdp_session(self._blank)
        self._context.on("request", self._watch_request)
        self._context.on("weberror", self._watch_errors)
        self._context.on("console", self._watch_console)
        self._context.add_init_script(
            "document.addEventListener('securitypolicyviolation', (event) =>"
            " console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`))"
        )

    def new_page(self) -> Page:
        """A page that is watched."""
        return self._context.new_page()

    def wipe(self) -> list[str]:
        """Close the pages and forget all that they have left; what was wrong with them."""
        for page in self._context.pages:
            if page is not self._blank:
                page.close()
        self._context.clear_cookies()
        self._memory.send("Storage.clearDataForOrigin", {"origin": self._origin, "storageTypes": "all"})
        self._memory.send("Network.clearBrowserCache")
        complaints, self.complaints = self.complaints, []
        return complaints

    def _watch_request(self, request: Request) -> None:
        if urlsplit(request.url).hostname not in {None, urlsplit(self._origin).hostname}:
            self.complaints.append(f"The page asked for {request.url}")

    def _watch_errors(self, error: WebError) -> None:
        self.complaints.append(f"The page failed: {error.error}")

    def _watch_console(self, message: ConsoleMessage) -> None:
        # What the server refuses and a connection that breaks are written there too, and belong to many tests.
        is_of_network = message.text.startswith(("Failed to load resource", "WebSocket connection to"))
        if message.type == "error" and not is_of_network:
            self.complaints.append(f"The console says: {message.text}")


class Profiles:
    """Lends profiles, each to one test at a time."""

    def __init__(self, browser: Browser) -> None:
        """Make profiles of this browser, as many as are wanted at once."""
        self._browser = browser
        self._idle: dict[str, list[Profile]] = {}
        self._lent: list[tuple[Profile, list[Profile]]] = []

    def lend(self, options: dict[str, Any]) -> Profile:
        """A profile with these options that remembers nothing."""
        idle = self._idle.setdefault(repr(sorted(options.items())), [])
        profile = idle.pop() if idle else Profile(self._browser, options)
        self._lent.append((profile, idle))
        return profile

    def take_back(self) -> list[str]:
        """Wipe all that were lent; what was wrong with their pages."""
        complaints = []
        while self._lent:
            profile, idle = self._lent.pop()
            complaints += profile.wipe()
            idle.append(profile)
        return complaints
