"""Every kind of page, narrow and wide, in light or dark: axe finds nothing, nothing is cut off, all can be hit."""

from itertools import cycle

import pytest
from web.conftest import NewPage
from web.page_checks import colour, fit, found_by_axe, opened, wrong_layout, zoom
from web.page_kinds import PAGES


# Most of the time goes to axe, and there to contrasts, so each kind is looked at in one of the colours; every part of
# the page is on several kinds. verify_pages.py has every kind in both.
@pytest.mark.parametrize(("name", "colours"), list(zip(PAGES, cycle(["light", "dark"]), strict=False)))
def test_nothing_is_wrong_with_any_page_in_any_size(new_page: NewPage, name: str, colours: str) -> None:
    page = opened(new_page, name)
    colour(page, colours)
    fit(page, 1280)
    wrong = {"wide": wrong_layout(page)}
    fit(page, 360)
    wrong["narrow"] = wrong_layout(page) + found_by_axe(page)
    fit(page, 320)
    wrong["narrowest"] = wrong_layout(page)
    zoom(page)
    wrong["zoomed"] = wrong_layout(page)
    assert {where: complaints for where, complaints in wrong.items() if complaints} == {}
