"""The real application in this process, with a database of its own."""

from pathlib import Path

from web.asking import AskingARunningOne

from commonfactor.web.app import Application
from commonfactor.web.settings import Limits, Rate, Settings
from commonfactor.web.store import Store

# One client asks as often as a test needs.
_OFTEN = Rate(1_000_000, 1_000_000)
_PLENTY = Limits(_OFTEN, _OFTEN, _OFTEN, _OFTEN, _OFTEN, requests=_OFTEN)


def application(folder: Path) -> Application:
    """An application that keeps its games in a folder."""
    settings = Settings(f"sqlite:///{folder / 'games.sqlite'}", limits=_PLENTY)
    return Application(settings, Store(settings.database))


def inside(folder: Path) -> AskingARunningOne:
    """Requests to such an application, while it runs."""
    return AskingARunningOne(application(folder).asgi)
