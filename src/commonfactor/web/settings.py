"""What the server can be told when it is started, and what holds unless told otherwise.

Everything that waits has a time-out here, and everything that queues has a bound;
docs/http-api.md lists them.
"""

from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

DEFAULT_PORT = 8000


class Rate(NamedTuple):
    """How often one address may ask for something: so many at once, and so many a minute in the long run."""

    burst: int
    per_minute: float


def rate(per_minute: int) -> Rate:
    """So many a minute, of which those of a quarter of a minute may come at once."""
    return Rate(max(1, per_minute // 4), per_minute)


class Limits(NamedTuple):
    """How often one address may do what costs something. Forty pupils behind one address can play."""

    creations: Rate = rate(240)
    joins: Rate = rate(240)
    moves: Rate = rate(3_000)
    analyses: Rate = rate(1_200)
    readings: Rate = rate(6_000)
    sockets: int = 400
    """How many sockets one address may hold open."""
    requests: Rate = rate(18_000)
    """Requests of any kind, refused ones and those for files of the page included."""


class Settings(NamedTuple):
    """How a server is run."""

    database: str
    """Where the games are stored, as a URL."""
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    public_urls: tuple[str, ...] = ()
    """Under which addresses the server is reached, if not only on this machine."""
    trusted_proxies: tuple[str, ...] = ()
    """Which addresses are believed when they say for whom they ask."""
    limits: Limits = Limits()
    days_kept: int = 90
    """After how many days a game that nobody touches is removed."""
    most_games: int = 500_000
    """How many games are stored. One address cannot create as many before those without a move are removed again."""


def with_password(database: str, password: str) -> str:
    """The URL of a database with a password for its user; ``ValueError`` if it has no user, or a password already."""
    scheme, found, rest = database.partition("://")
    user, at, place = rest.partition("@")
    if not found or not at or not user or ":" in user or "/" in user:
        raise ValueError("a password file needs a database written as postgresql://USER@HOST/NAME")
    return f"{scheme}://{user}:{quote(password, safe='')}@{place}"


def default_database(data_home: str | None, home: Path) -> str:
    """Where games are stored unless told otherwise: in the user's data directory."""
    folder = Path(data_home) if data_home else home / ".local" / "share"
    return f"sqlite:///{folder / 'commonfactor' / 'games.sqlite'}"
