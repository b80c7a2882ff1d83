"""The settings of a server, with their defaults."""

from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

DEFAULT_PORT = 8000


class Rate(NamedTuple):
    """A limit for one address: a burst, and a rate in the long run."""

    burst: int
    per_minute: float


def rate(per_minute: int) -> Rate:
    """A rate whose burst is a quarter of a minute's worth."""
    return Rate(max(1, per_minute // 4), per_minute)


class Limits(NamedTuple):
    """The limits for one address. Forty pupils behind one address can play."""

    creations: Rate = rate(240)
    joins: Rate = rate(240)
    moves: Rate = rate(3_000)
    analyses: Rate = rate(1_200)
    readings: Rate = rate(6_000)
    sockets: int = 400
    """Open sockets at a time."""
    requests: Rate = rate(18_000)
    """All requests, including refused ones and those for files of the page."""


class Settings(NamedTuple):
    """How a server is run."""

    database: str
    """The URL of the database."""
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    public_urls: tuple[str, ...] = ()
    """The addresses at which others reach the server."""
    trusted_proxies: tuple[str, ...] = ()
    """Proxies whose X-Forwarded-For is trusted."""
    limits: Limits = Limits()
    days_kept: int = 90
    """Days until an unused game is removed."""
    most_games: int = 500_000
    """The most games stored; one address cannot create as many before those without a move are removed."""


def with_password(database: str, password: str) -> str:
    """The URL with a password for its user; ``ValueError`` if it has no user, or a password already."""
    scheme, found, rest = database.partition("://")
    user, at, place = rest.partition("@")
    if not found or not at or not user or ":" in user or "/" in user:
        raise ValueError("a password file needs a database written as postgresql://USER@HOST/NAME")
    return f"{scheme}://{user}:{quote(password, safe='')}@{place}"


def default_database(data_home: str | None, home: Path) -> str:
    """The default database, in the user's data directory."""
    folder = Path(data_home) if data_home else home / ".local" / "share"
    return f"sqlite:///{folder / 'commonfactor' / 'games.sqlite'}"
