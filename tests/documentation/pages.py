"""The Markdown pages of the repository, their fenced blocks and their sections."""

import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"

PAGES = sorted(
    page
    for page in ROOT.rglob("*.md")
    if not any(part.startswith(".") or part == "node_modules" for part in page.relative_to(ROOT).parts)
)
"""Every Markdown file of the repository; folders with a dot hold what tools have put there."""

RUN_PAGES = [page for page in PAGES if page.is_relative_to(DOCS) or page.parent == ROOT]


FENCE = re.compile(r"^( *)```(\S*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^(#+) (.+)$", re.MULTILINE)


class Block(NamedTuple):
    """A fenced block of a page."""

    page: Path
    line: int
    language: str
    text: str

    def __str__(self) -> str:
        return f"{name_of(self.page)}:{self.line}"


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks(language: str) -> list[Block]:
    return [block for page in RUN_PAGES for block in blocks_of(page, language)]


def blocks_of(page: Path, language: str) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for match in FENCE.finditer(text):
        if match[2] == language:
            yield Block(page, text.count("\n", 0, match.start()) + 1, language, textwrap.dedent(match[3]))


def prose_of(page: Path) -> str:
    return FENCE.sub("", page.read_text(encoding="utf-8"))


def section(page: Path, title: str) -> str:
    """What stands under a heading of the second level; what stands above all of them if there is no title."""
    parts = re.split(r"^## (.+)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return parts[0] if not title else parts[parts.index(title) + 1]
