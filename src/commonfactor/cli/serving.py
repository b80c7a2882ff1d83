"""The command that serves the games to browsers and other programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from commonfactor.cli.values import number_in_option

if TYPE_CHECKING:
    from argparse import Namespace

    from commonfactor.terminal.exits import ExitCode
    from commonfactor.web.settings import Settings

_HIGHEST_PORT = 65_535
_MOST_PER_MINUTE = 1_000_000
_MOST_SOCKETS = 100_000
_MOST_DAYS = 36_500


def serve(options: Namespace) -> ExitCode:
    """Serve the page and the interface until told to stop."""
    from commonfactor.terminal.exits import ExitCode
    from commonfactor.terminal.streams import complain
    from commonfactor.web.assets import NoPageError
    from commonfactor.web.server import CannotServeError
    from commonfactor.web.server import serve as serve_until_stopped
    from commonfactor.web.store import StoreError

    settings = _settings(options)

    def announce(address: str) -> None:
        print(f"Common Factor is at {address}", flush=True)
        if settings.host not in {"127.0.0.1", "::1", "localhost"} and not settings.public_urls:
            complain(
                "others reach this server only under an address that it knows: "
                "add --public-url, such as --public-url http://192.168.1.20:8000"
            )

    try:
        serve_until_stopped(settings, announce)
    except (StoreError, NoPageError, CannotServeError) as error:
        complain(str(error))
        return ExitCode.BAD_INPUT
    return ExitCode.FINISHED


def _settings(options: Namespace) -> Settings:
    from os import environ
    from pathlib import Path

    from commonfactor.web.settings import Limits, Settings, default_database, rate

    def number(option: str, text: str, least: int, most: int) -> int:
        return _bounded(option, number_in_option(option, text), least, most)

    return Settings(
        database=options.db or default_database(environ.get("XDG_DATA_HOME"), Path.home()),
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
        ),
        days_kept=number("--keep-days", options.keep_days, 1, _MOST_DAYS),
    )


def _bounded(option: str, number: int, least: int, most: int) -> int:
    from commonfactor.rules.base import SetupError

    if not least <= number <= most:
        raise SetupError(f"{option} is a number from {least} to {most:,}, not {number:,}")
    return number
