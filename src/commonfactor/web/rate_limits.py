"""Limits: how often a client may ask, how many sockets it may have open, how many lines a cause may log.

A client is an address. Of an IPv6 address only the first 64 bits count, since a network gets at
least all addresses that share them.
"""

import logging
import traceback
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from enum import Enum
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from math import ceil
from time import monotonic_ns

from starlette.datastructures import Headers
from starlette.types import Scope

from commonfactor.web.refusals import Code, RefusalError
from commonfactor.web.settings import Rate, Settings

MOST_CLIENTS = 10_000
"""How many clients a limiter remembers."""

HELD_UNTIL_GONE = "commonfactor.held_until_gone"
"""The ASGI extension of a WebSocket: an ``ExitStack`` that is closed when its connection is really gone."""

LINES_AT_ONCE = 20
LINES_PER_SECOND = 3.0

_LONGEST_TRACEBACK = 40
"""How many lines of a traceback are kept, the last ones."""

_SECOND = 1_000_000_000
_BITS_OF_ONE_CLIENT = 64
_FORWARDING = {b"x-forwarded-for", b"forwarded"}
_MOST_DOUBTED = 100

_log = logging.getLogger(__name__)


class RequestKind(Enum):
    """The kinds of things that clients do, each with a limit of its own."""

    REQUESTS = "sends requests"
    CREATIONS = "creates games"
    JOINS = "joins games"
    MOVES = "moves"
    ANALYSES = "asks for analyses"
    READINGS = "looks at games"


class Limiter:
    """Token buckets, one for each client."""

    def __init__(self, rate: Rate, clock: Callable[[], int], most_clients: int = MOST_CLIENTS) -> None:
        """Begin with full buckets; the ``clock`` tells nanoseconds and never goes back."""
        self._clock, self._most_clients = clock, most_clients
        # Whole nanoseconds: rounded seconds would now and then refuse the last token of a full bucket.
        self._time_per_token = round(60 * _SECOND / rate.per_minute)
        self._time_to_fill = rate.burst * self._time_per_token
        # When each bucket will be full again, which says all about it; the one longest unused comes first.
        self._full_at: OrderedDict[str, int] = OrderedDict()

    def take(self, client: str) -> float | None:
        """Take a token from a client's bucket, or return the seconds until there is one."""
        now = self._clock()
        full_at = max(now, self._full_at.get(client, now))
        wait = full_at + self._time_per_token - self._time_to_fill - now
        self._full_at[client] = full_at if wait > 0 else full_at + self._time_per_token
        self._full_at.move_to_end(client)
        # The bucket dropped here is the one most likely to be full, and a full one need not be remembered.
        if len(self._full_at) > self._most_clients:
            self._full_at.popitem(last=False)
        return wait / _SECOND if wait > 0 else None

    def charge(self, client: str, tokens: int) -> None:
        """Take more tokens from a client that has just taken one, even into debt."""
        self._full_at[client] += tokens * self._time_per_token

    def __len__(self) -> int:
        return len(self._full_at)


class OpenSockets:
    """How many sockets each client holds open."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    @contextmanager
    def place_for(self, client: str) -> Iterator[bool]:
        """Hold a place for one more socket during the block; yields False if the client has none left."""
        if self._open[client] >= self._most:
            yield False
            return
        self._open[client] += 1
        try:
            yield True
        finally:
            self._open[client] -= 1
            if not self._open[client]:
                del self._open[client]

    def __len__(self) -> int:
        return len(self._open)


class Clients:
    """Clients by address: an IPv4 address, or the first half of an IPv6 address."""

    def __init__(self, trusted_proxies: Iterable[str]) -> None:
        """Trust X-Forwarded-For from these addresses or networks."""
        self._trusted = tuple(ip_network(proxy) for proxy in trusted_proxies)
        self._doubted: set[str] = set()

    def peer_at(self, peer: str) -> tuple[str, bool]:
        """The client that a connection comes from, and whether it is a trusted proxy."""
        address = _address(peer)
        return (peer, False) if address is None else (_client_at(address), self._is_trusted(address))

    def of(self, scope: Scope) -> str:
        """The client that a request or a handshake comes from."""
        peer = scope["client"][0] if scope.get("client") else ""
        address = _address(peer)
        if address is None:  # a Unix socket, for example
            return peer
        # Every proxy appends the address it was called from; what untrusted ones say may be made up.
        forwarded = ",".join(Headers(scope=scope).getlist("x-forwarded-for"))
        named = [entry.strip() for entry in forwarded.split(",")]
        while named and self._is_trusted(address) and (further := _address(named.pop())):
            address = further
        return _client_at(address)

    def warn_of_forwarding(self, scope: Scope) -> None:
        """Log once per peer that forwards for others untrusted: they then share the limits of one client."""
        if not any(name in _FORWARDING for name, _ in scope["headers"]):
            return
        peer = scope["client"][0] if scope.get("client") else ""
        address = _address(peer)
        is_known = address is None or self._is_trusted(address) or peer in self._doubted
        if not is_known and len(self._doubted) < _MOST_DOUBTED:
            self._doubted.add(peer)
            _log.warning(
                "%s sends X-Forwarded-For or Forwarded, which is ignored; if it is your proxy, add --trust-proxy %s",
                peer,
                peer,
            )

    def _is_trusted(self, address: IPv4Address | IPv6Address) -> bool:
        return any(address in network for network in self._trusted)


class RateLimits:
    """Admits requests, each kind at its own rate."""

    def __init__(self, settings: Settings) -> None:
        rates = settings.limits._asdict()
        self._clients = Clients(settings.trusted_proxies)
        self._limiters = {kind: Limiter(rates[kind.name.lower()], monotonic_ns) for kind in RequestKind}
        self.sockets = OpenSockets(settings.limits.sockets)

    def client(self, scope: Scope) -> str:
        return self._clients.of(scope)

    def admit(self, scope: Scope, kind: RequestKind = RequestKind.REQUESTS) -> str:
        """Admit a request or refuse it; returns the client. Routes ask again for the kinds that cost more."""
        if kind is RequestKind.REQUESTS:
            self._clients.warn_of_forwarding(scope)
        client = self.client(scope)
        wait = self._limiters[kind].take(client)
        if wait is not None:
            raise RefusalError(
                Code.TOO_MANY_REQUESTS,
                f"This address {kind.value} more often than is allowed. Please wait {ceil(wait)} s.",
                retry_after=wait,
            )
        return client


@lru_cache(maxsize=1024)
def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(text)
    except ValueError:
        return None
    # An IPv4 client of a dual-stack listener appears as ::ffff:192.0.2.1.
    return getattr(address, "ipv4_mapped", None) or address


def _client_at(address: IPv4Address | IPv6Address) -> str:
    if isinstance(address, IPv4Address):
        return str(address)
    return str(IPv6Network((int(address), _BITS_OF_ONE_CLIENT), strict=False))


class LogLimit(logging.Filter):
    """Lets each logging statement write some lines at once, then a few a second, and counts what it drops.

    Attach it to a handler. There are few statements, so remembering all of them needs no bound.
    """

    def __init__(self, clock: Callable[[], int]) -> None:
        super().__init__()
        self._lines = Limiter(Rate(LINES_AT_ONCE, 60 * LINES_PER_SECOND), clock)
        self._left_out: Counter[str] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to write a record; one that follows others left out says how many."""
        statement = f"{record.pathname}:{record.lineno}"
        if self._lines.take(statement) is not None:
            self._left_out[statement] += 1
            return False
        message = record.getMessage()
        if left_out := self._left_out.pop(statement, 0):
            message += f" ({left_out:,} more like this were left out before it)"
        record.msg, record.args = message, None
        if record.exc_info and not record.exc_text:  # the formatter would make the same text, without an end
            lines = "".join(traceback.format_exception(*record.exc_info)).rstrip("\n").split("\n")
            record.exc_text = "\n".join(lines[-_LONGEST_TRACEBACK:])
        self._lines.charge(statement, message.count("\n") + (record.exc_text or "").count("\n"))
        return True
