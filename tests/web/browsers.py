"""A Chromium for the tests: that of the system, or else one that is installed now.

``python tests/web/browsers.py`` makes sure that there is one, and says in one line what to install if there cannot be.
"""

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import sync_playwright

# The shell has no windows at all, and takes a fifth less of the processor.
SYSTEM_NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)

PACKAGE_INSTALLERS = {
    "apt-get": (("update",), ("install", "--yes", "chromium-headless-shell"), ("install", "--yes", "chromium")),
    "dnf": (("install", "--assumeyes", "chromium"),),
    "apk": (("add", "chromium"),),
}

PATIENCE = 600.0
"""How many seconds a download may take."""


class NoBrowserError(Exception):
    """There is no browser, and none could be installed; the message says what to do."""


def chromium() -> str:
    """Where a Chromium is that starts; it is installed if there is none, by one process if many ask."""
    with _alone():
        for browser in (_of_system, _of_playwright, _newly_of_playwright, _newly_of_system):
            path = browser()
            if path is not None:
                return path
    raise NoBrowserError(
        "The tests of the page need a browser, and none could be installed:"
        " install Chromium with the package manager of your system, such as: apt-get install chromium"
    )


def launch_arguments() -> list[str]:
    """What Chromium has to be told besides what Playwright tells it: it has no sandbox for root."""
    return ["--no-sandbox"] if os.geteuid() == 0 else []


@contextmanager
def _alone() -> Iterator[None]:
    with Path(sys.prefix, "browser.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _of_system() -> str | None:
    paths = (shutil.which(name) for name in SYSTEM_NAMES)
    return next((path for path in paths if path is not None and _starts(path)), None)


def _of_playwright() -> str | None:
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() and _starts(path) else None


def _newly_of_playwright() -> str | None:
    _has_run(sys.executable, "-m", "playwright", "install", "chromium")
    return _of_playwright()


def _newly_of_system() -> str | None:
    installers = [name for name in PACKAGE_INSTALLERS if shutil.which(name)]
    if os.geteuid() != 0 or not installers:
        return None
    for arguments in PACKAGE_INSTALLERS[installers[0]]:
        if _has_run(installers[0], *arguments) and (path := _of_system()):
            return path
    return None


def _starts(path: str) -> bool:
    """Whether this is a browser: some systems have a script of that name which only says how to get one."""
    return _has_run(path, "--version")


def _has_run(*command: str) -> bool:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        ended = subprocess.run(
            command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return ended.returncode == 0


if __name__ == "__main__":
    try:
        chromium()
    except NoBrowserError as error:
        sys.exit(str(error))
