"""What holds for all tests."""

import gc
import sys
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# The tests assert no speeds, and take the same examples every time; ``make verify`` looks for new ones.
settings.register_profile("same", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
settings.register_profile("new", settings.get_profile("same"), derandomize=False, print_blob=True)
settings.load_profile("same")


def pytest_collection_finish() -> None:
    """Keep thousands of collected tests out of every later collection of garbage."""
    gc.freeze()


@pytest.fixture(autouse=True)
def _unfollowed(request: pytest.FixtureRequest) -> Iterator[None]:
    """Pause coverage in tests to which it adds time only, up to three times theirs."""
    following = sys.gettrace()
    if request.node.get_closest_marker("unfollowed") or "browser" in request.fixturenames:
        sys.settrace(None)
    yield
    sys.settrace(following)
