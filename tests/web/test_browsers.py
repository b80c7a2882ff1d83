"""Which browser the tests of the page use, and how they get one."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from web.browsers import NoBrowserError, chromium, launch_arguments

BROWSER = "#!/bin/sh\necho Chromium 150\n"
NO_BROWSER = "#!/bin/sh\necho 'Chromium has to be installed with another command.'\nexit 1\n"


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with all the programs that there are; Playwright has no browser of its own and cannot get one."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("web.browsers._of_playwright", lambda: None)
    monkeypatch.setattr("web.browsers._newly_of_playwright", lambda: None)
    return tmp_path


def program(folder: Path, name: str, text: str) -> Path:
    (folder / name).write_text(text, encoding="ascii")
    (folder / name).chmod(0o755)
    return folder / name


def installer(folder: Path, knows: str = "*") -> Path:
    """A package installer that writes down what it is told, and then installs a browser if it knows it."""
    notes, browser = folder / "notes", folder / "chromium"
    script = f"""#!/bin/sh
        echo "$@" >> {notes}
        case "$*" in "install "{knows}) ;; *) exit 1 ;; esac
        printf '#!/bin/sh\\n' > {browser}
        {os.defpath.split(os.pathsep)[0]}/chmod +x {browser}
    """
    program(folder, "apt-get", script)
    return notes


@pytest.mark.parametrize("name", ["chromium-headless-shell", "chromium", "google-chrome"])
def test_the_browser_of_the_system_is_taken(programs: Path, name: str) -> None:
    browser = program(programs, name, BROWSER)
    assert chromium() == str(browser)


def test_a_program_that_only_tells_how_to_get_a_browser_is_passed_over(programs: Path) -> None:
    program(programs, "chromium", NO_BROWSER)
    browser = program(programs, "google-chrome", BROWSER)
    assert chromium() == str(browser)


def test_the_browser_of_playwright_comes_next(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notes = installer(programs)
    monkeypatch.setattr("web.browsers._of_playwright", lambda: "/there/chrome")
    assert chromium() == "/there/chrome"
    assert not notes.exists()


def test_root_installs_a_browser_once_though_many_ask(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    notes = installer(programs)
    with ThreadPoolExecutor(4) as pool:
        found = set(pool.map(lambda _: chromium(), range(4)))
    assert found == {str(programs / "chromium")}
    assert notes.read_text(encoding="ascii").splitlines() == ["update", "install --yes chromium-headless-shell"]


def test_root_installs_the_whole_browser_where_there_is_no_shell(
    programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    notes = installer(programs, "'--yes chromium'")
    assert chromium() == str(programs / "chromium")
    assert notes.read_text(encoding="ascii").splitlines()[-1] == "install --yes chromium"


def test_nobody_else_installs_one(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    notes = installer(programs)
    with pytest.raises(NoBrowserError):
        chromium()
    assert not notes.exists()


@pytest.mark.usefixtures("programs")
def test_without_a_browser_one_line_says_what_to_install() -> None:
    with pytest.raises(NoBrowserError, match=r"^The tests of the page need a browser, .*: apt-get install chromium$"):
        chromium()


@pytest.mark.parametrize(("user", "arguments"), [(0, ["--no-sandbox"]), (1000, [])])
def test_only_root_goes_without_a_sandbox(monkeypatch: pytest.MonkeyPatch, user: int, arguments: list[str]) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: user)
    assert launch_arguments() == arguments
