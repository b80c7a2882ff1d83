"""Links lead somewhere, and no page has words that are not used here; ``make check`` runs this too."""

import re
from pathlib import Path

import pytest
from documentation.pages import DOCS, HEADING, PAGES, ROOT, name_of, prose_of

LINK = re.compile(r"\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$", re.MULTILINE)

UNUSED_WORDS = re.compile(
    r"(?<!\w)/(?:home|mnt|opt|root|srv|tmp|usr)/|\b(?:colors?|behaviors?|neighbors?|factoriz\w+|recogniz\w+|analyz\w+|organiz\w+)\b"
)
"""Places on one machine, and American spellings."""


def anchors_of(page: Path) -> set[str]:
    """The fragments under which the headings of a page can be reached."""
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for _, title in HEADING.findall(prose_of(page))}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_relative_link_leads_somewhere(page: Path) -> None:
    for link in (inline or reference for inline, reference in LINK.findall(prose_of(page))):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, fragment = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{link} leads nowhere"
        assert not fragment or fragment in anchors_of(target), f"{link} leads to no heading"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_no_page_has_words_that_are_not_used_here(page: Path) -> None:
    assert UNUSED_WORDS.findall(page.read_text(encoding="utf-8")) == []


def test_the_index_names_every_page() -> None:
    links = {inline for inline, _ in LINK.findall(prose_of(DOCS / "README.md"))}
    assert {page.name for page in DOCS.glob("*.md")} - {"README.md"} <= links


def test_every_part_of_make_verify_is_listed() -> None:
    listed = re.findall(r"^\| `make verify PART=(\w+)`", prose_of(ROOT / "CONTRIBUTING.md"), re.MULTILINE)
    folders = {campaign.parent.name for campaign in (ROOT / "tests").glob("*/verify_*.py")}
    assert sorted(listed) == sorted({*folders, "samples"})
