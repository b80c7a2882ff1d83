"""The command that starts the server."""

import os
from argparse import Namespace
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from commonfactor.cli.option_values import number_from_to
from commonfactor.rules.base import SetupError
from commonfactor.rules.registry import games_of_others
from commonfactor.terminal.exits import ExitCode, complain
from commonfactor.terminal.screen import show_code
from commonfactor.web.settings import Limits, Rate, Settings, default_database, rate, with_password


def serve(options: Namespace) -> ExitCode:
    settings = _settings(options)
    try:
        from commonfactor.web.assets import NoPageError
        from commonfactor.web.database_claim import ClaimLostError, StoreError
        from commonfactor.web.local_network import code_of
        from commonfactor.web.server import CannotServeError
        from commonfactor.web.server import serve as serve_until_stopped
    except ImportError as error:
        complain(f"this system cannot run the server: {error}")
        return ExitCode.BAD_INPUT

    def announce(address: str) -> None:
        print(f"Common Factor is at {address}", flush=True)
        if options.lan is not None:
            show_code(code_of(address))
        for warning in _warnings(settings, options):
            complain(warning)

    try:
        serve_until_stopped(settings, announce)
    except ClaimLostError as error:
        complain(f"the server has ended, because {error}")
        return ExitCode.STORAGE_LOST
    except (StoreError, NoPageError, CannotServeError) as error:
        complain(str(error))
        return ExitCode.BAD_INPUT
    return ExitCode.FINISHED


def _warnings(settings: Settings, options: Namespace) -> Iterator[str]:
    yield from games_of_others().failures
    if options.lan is None and not _is_loopback(settings.host) and not settings.public_urls:
        yield (
            "others reach this server only under an address that it knows: "
            "use --lan in your own network, or add --public-url, such as --public-url http://192.168.1.20:8000"
        )
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        yield "the server runs as root and needs no such rights: run it as a user of its own"
    if options.db and urlsplit(options.db).password:
        yield (
            "other users of this machine can see the password in --db: "
            "put it in a file and add --db-password-file, or put the URL in COMMONFACTOR_DB"
        )


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _settings(options: Namespace) -> Settings:
    return Settings(
        database=_database(options),
        host=options.host if options.lan is None else _own_address(options.lan),
        port=number_from_to("--port", options.port, 0, 65_535),
        public_urls=tuple(options.public_url),
        trusted_proxies=tuple(options.trust_proxy),
        limits=Limits(
            creations=_rate("--creations", options.creations),
            joins=_rate("--joins", options.joins),
            moves=_rate("--moves", options.moves),
            analyses=_rate("--analyses", options.analyses),
            readings=_rate("--readings", options.readings),
            sockets=number_from_to("--sockets", options.sockets, 1, 100_000),
            requests=_rate("--requests", options.requests),
        ),
        days_kept=number_from_to("--keep-days", options.keep_days, 1, 36_500),
        most_games=number_from_to("--most-games", options.most_games, 1, 100_000_000),
    )


def _own_address(named: str) -> str:
    """The address of this machine in its network, found unless it is named."""
    from commonfactor.web.local_network import network_address

    if named in {"0.0.0.0", "::"}:  # noqa: S104  # compared, not bound to
        raise SetupError(f"--lan takes one address of this machine, such as 192.168.1.20, or finds it; {named} is none")
    found = named or network_address()
    if found is None:
        raise SetupError("this machine is in no network that --lan can see; name its address: --lan 192.168.1.20")
    return found


def _rate(option: str, text: str) -> Rate:
    return rate(number_from_to(option, text, 1, 1_000_000))


def _database(options: Namespace) -> str:
    """The URL of the database, with the password from its file."""
    url = options.db or os.environ.get("COMMONFACTOR_DB")
    file = options.db_password_file or os.environ.get("COMMONFACTOR_DB_PASSWORD_FILE")
    if not file:
        return url or default_database(os.environ.get("XDG_DATA_HOME"), Path.home())
    try:
        password = Path(file).read_text(encoding="utf-8").rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        cause = error.strerror if isinstance(error, OSError) else "it is no text in UTF-8"
        raise SetupError(f"the password file {file} cannot be read: {cause}") from None
    try:
        return with_password(url or "", password)
    except ValueError as error:
        raise SetupError(str(error)) from None
