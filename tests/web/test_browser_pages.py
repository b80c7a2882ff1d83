"""Every kind of page, narrow and wide, light and dark: axe finds nothing, nothing is cut off, all can be hit."""

import pytest
from web.conftest import NewPage
from web.page_checks import colour, fit, found_by_axe, opened, wrong_layout, zoom
from web.page_kinds import PAGES


@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_wrong_with_any_page_in_any_size_and_colours(new_page: NewPage, name: str) -> None:
    page = opened(new_page, name)
    fit(page, 1280)
    wrong = {"wide": wrong_layout(page)}
    colour(page, "dark")
    # Colours are all that is different in the dark; verify_pages.py has every rule in every size and colour.
    wrong["wide and dark"] = found_by_axe(page, "color-contrast")
    colour(page, "light")
    fit(page, 360)
    wrong["narrow"] = wrong_layout(page) + found_by_axe(page)
    fit(page, 320)
    wrong["narrowest"] = wrong_layout(page)
    zoom(page)
    wrong["zoomed"] = wrong_layout(page)
    assert {where: complaints for where, complaints in wrong.items() if complaints} == {}
