"""Every kind of page by every rule of axe in every size and colour, for ``make verify``.

Screenshots of all of them are left in build/screenshots, to be looked at.
"""

from pathlib import Path

import pytest
from web.conftest import NewPage
from web.page_checks import colour, fit, found_by_axe, opened
from web.page_kinds import PAGES

SCREENSHOTS = Path(__file__).parents[2] / "build" / "screenshots"


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_in_any_size_and_colours(new_page: NewPage, name: str) -> None:
    page = opened(new_page, name)
    complaints = []
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    for width in (1280, 360):
        fit(page, width)
        for colours in ("light", "dark"):
            colour(page, colours)
            page.screenshot(path=SCREENSHOTS / f"{name}-{width}-{colours}.png")
            complaints += [f"{width} px wide, {colours}: {complaint}" for complaint in found_by_axe(page)]
    assert complaints == []
