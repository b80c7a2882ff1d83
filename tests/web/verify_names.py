"""Every good one of the hostile names in every view of the page, for ``make verify``."""

import pytest
from web.conftest import NewPage
from web.named_games import GOOD, Quiet, check_every_view

SLICES = 4
"""In how many tests the names are shown, so that they can run side by side."""


@pytest.mark.parametrize("part", range(SLICES))
def test_good_names_are_text_in_every_view_and_nothing_else(new_page: NewPage, part: int) -> None:
    quiet = Quiet(new_page)
    names = GOOD[part::SLICES]
    check_every_view(quiet, zip(names[::2], [*names[1::2], *names[:1]], strict=False))
    assert quiet.windows == []
