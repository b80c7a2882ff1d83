"""By which names a server goes, so that it can tell its own page from the pages of other sites.

A page elsewhere can make a browser send requests to a server on the same machine, and can give
that machine a host name of its own. It can lie in neither the ``Host`` nor the ``Origin`` header:
what these say is compared, as it is, with a list.
"""

from collections.abc import Sequence
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from commonfactor.rules.numerals import quoted
from commonfactor.web.refusals import Code, RefusalError
from commonfactor.web.settings import Settings

_DEFAULT_PORTS = {"http": 80, "https": 443}
_LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
_HOW_TO_ALLOW = "Whoever runs it can allow another name with serve --public-url URL."


class Origins:
    """The hosts and origins that a server goes by."""

    def __init__(self, settings: Settings) -> None:
        """Take what the settings say; ``ValueError`` if a public address is none."""
        own = (f"http://{host}:{settings.port}" for host in (*_LOOPBACK, *_bound_host(settings.host)))
        self.hosts: set[str] = set()
        self.origins: set[str] = set()
        self._hosts_by_scheme: dict[str, set[str]] = {scheme: set() for scheme in _DEFAULT_PORTS}
        for url in (*own, *settings.public_urls):
            self._add(_address_in(url))

    def _add(self, url: SplitResult) -> None:
        host = f"[{url.hostname}]" if ":" in str(url.hostname) else str(url.hostname)
        default = _DEFAULT_PORTS[url.scheme]
        port = url.port or default
        names = {f"{host}:{port}", host} if port == default else {f"{host}:{port}"}
        self.hosts |= names
        self._hosts_by_scheme[url.scheme] |= names
        # Browsers leave the port out of an origin where it goes without saying.
        self.origins.add(f"{url.scheme}://{host}" if port == default else f"{url.scheme}://{host}:{port}")

    def is_secure(self, hosts: Sequence[str]) -> bool:
        """Whether a request came to a name by which the server is reached with https, and only so."""
        by_scheme = self._hosts_by_scheme
        return len(hosts) == 1 and hosts[0].lower() in by_scheme["https"] - by_scheme["http"]

    def check_host(self, hosts: Sequence[str]) -> None:
        """Refuse a request that does not name the server by one of its names; case is no matter."""
        if len(hosts) != 1:
            raise RefusalError(Code.WRONG_HOST, f"A request names one host, not {len(hosts)}.")
        if hosts[0].lower() not in self.hosts:
            raise RefusalError(
                Code.WRONG_HOST, f"The server does not go by the name {quoted(hosts[0])}. {_HOW_TO_ALLOW}"
            )

    def check_origin(self, origins: Sequence[str]) -> None:
        """Refuse a request from a page of another origin; programs that are no browsers name none."""
        if len(origins) > 1 or not self.origins.issuperset(origins):
            message = f"Requests from pages of {quoted(', '.join(origins))} are not answered. {_HOW_TO_ALLOW}"
            raise RefusalError(Code.FOREIGN_ORIGIN, message)


def _bound_host(host: str) -> tuple[str, ...]:
    """The host that the server is bound to, as an address writes it, unless it is bound to all there are."""
    try:
        address = ip_address(host)
    except ValueError:
        return (host,) if host else ()
    if address.is_unspecified:
        return ()
    return (f"[{address}]" if address.version == 6 else host,)


def _address_in(url: str) -> SplitResult:
    try:
        address = urlsplit(url)
        is_plain = url.isascii() and address.scheme in _DEFAULT_PORTS and address.port != 0 and address.hostname
    except ValueError:  # a port that is no number, or half a pair of brackets
        is_plain = None
    if not is_plain or "@" in url or "?" in url or "#" in url or address.path not in {"", "/"}:
        raise ValueError(f"a public address is written like https://play.example.org, not as {quoted(url)}")
    return address
