"""The command that serves the games to browsers and other programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from commonfactor.cli.values import number_in_option

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from commonfactor.terminal.exits import ExitCode
    from commonfactor.web.settings import Settings

_HIGHEST_PORT = 65_535
_MOST_PER_MINUTE = 1_000_000
_MOST_SOCKETS = 100_000
_MOST_DAYS = 36_500
_MOST_GAMES = 100_000_000


def serve(options: Namespace) -> ExitCode:
    """Serve the page and the interface until told to stop."""
    from commonfactor.terminal.exits import ExitCode
    from commonfactor.terminal.streams import complain

    settings = _settings(options)
    try:
        from commonfactor.web.assets import NoPageError
        from commonfactor.web.ground import LostGroundError, StoreError
        from commonfactor.web.server import CannotServeError
        from commonfactor.web.server import serve as serve_until_stopped
    except ImportError as error:
        complain(f"this system cannot run the server: {error}")
        return ExitCode.BAD_INPUT

    def announce(address: str) -> None:
        print(f"Common Factor is at {address}", flush=True)
        for warning in _warnings(settings, options):
            complain(warning)

    try:
        serve_until_stopped(settings, announce)
    except LostGroundError as error:
        complain(f"the server has ended, because {error}")
        return ExitCode.STORAGE_LOST
    except (StoreError, NoPageError, CannotServeError) as error:
        complain(str(error))
        return ExitCode.BAD_INPUT
    return ExitCode.FINISHED


def _warnings(settings: Settings, options: Namespace) -> Iterator[str]:
    """What whoever runs the server should change."""
    import os
    from urllib.parse import urlsplit

    if not _is_loopback(settings.host) and not settings.public_urls:
        yield (
            "others reach this server only under an address that it knows: "
            "add --public-url, such as --public-url http://192.168.1.20:8000"
        )
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        yield "the server runs as root and needs no such rights: run it as a user of its own"
    if options.db and urlsplit(options.db).password:
        yield (
            "other users of this machine can see the password in --db: "
            "put it in a file and add --db-password-file, or put the URL in COMMONFACTOR_DB"
        )


def _is_loopback(host: str) -> bool:
    from ipaddress import ip_address

    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _settings(options: Namespace) -> Settings:
    from commonfactor.web.settings import Limits, Settings, rate

    def number(option: str, text: str, least: int, most: int) -> int:
        return _bounded(option, number_in_option(option, text), least, most)

    return Settings(
        database=_database(options),
        host=options.host,
        port=number("--port", options.port, 0, _HIGHEST_PORT),
        public_urls=tuple(options.public_url),
        trusted_proxies=tuple(options.trust_proxy),
        limits=Limits(
            creations=rate(number("--creations", options.creations, 1, _MOST_PER_MINUTE)),
            joins=rate(number("--joins", options.joins, 1, _MOST_PER_MINUTE)),
            moves=rate(number("--moves", options.moves, 1, _MOST_PER_MINUTE)),
            analyses=rate(number("--analyses", options.analyses, 1, _MOST_PER_MINUTE)),
            readings=rate(number("--readings", options.readings, 1, _MOST_PER_MINUTE)),
            sockets=number("--sockets", options.sockets, 1, _MOST_SOCKETS),
            requests=rate(number("--requests", options.requests, 1, _MOST_PER_MINUTE)),
        ),
        days_kept=number("--keep-days", options.keep_days, 1, _MOST_DAYS),
        most_games=number("--most-games", options.most_games, 1, _MOST_GAMES),
    )


def _database(options: Namespace) -> str:
    """The URL of the database, with the password that stands in a file."""
    from os import environ
    from pathlib import Path

    from commonfactor.rules.base import SetupError
    from commonfactor.web.settings import default_database, with_password

    url = options.db or environ.get("COMMONFACTOR_DB")
    file = options.db_password_file or environ.get("COMMONFACTOR_DB_PASSWORD_FILE")
    if not file:
        return url or default_database(environ.get("XDG_DATA_HOME"), Path.home())
    try:
        password = Path(file).read_text(encoding="utf-8").rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        cause = error.strerror if isinstance(error, OSError) else "it is no text in UTF-8"
        raise SetupError(f"the password file {file} cannot be read: {cause}") from None
    try:
        return with_password(url or "", password)
    except ValueError as error:
        raise SetupError(str(error)) from None


def _bounded(option: str, number: int, least: int, most: int) -> int:
    from commonfactor.rules.base import SetupError

    if not least <= number <= most:
        raise SetupError(f"{option} is a number from {least} to {most:,}, not {number:,}")
    return number
