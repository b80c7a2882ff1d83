"""How often each client may ask for what costs something."""

from enum import Enum
from math import ceil
from time import monotonic_ns

from starlette.types import Scope

from commonfactor.web.limits import Clients, Limiter, OpenSockets
from commonfactor.web.refusals import Code, RefusalError
from commonfactor.web.settings import Settings


class Deed(Enum):
    """What a client does, each kind of it with a limit of its own."""

    REQUESTS = "sends requests"
    CREATIONS = "creates games"
    JOINS = "joins games"
    MOVES = "moves"
    ANALYSES = "asks for analyses"
    READINGS = "looks at games"


class Gate:
    """Lets requests in, each kind at its own rate."""

    def __init__(self, settings: Settings) -> None:
        """Take the limits from the settings."""
        rates = settings.limits._asdict()
        self._clients = Clients(settings.trusted_proxies)
        self._limiters = {deed: Limiter(rates[deed.name.lower()], monotonic_ns) for deed in Deed}
        self.sockets = OpenSockets(settings.limits.sockets)

    def client(self, scope: Scope) -> str:
        """Who asks."""
        return self._clients.of(scope)

    def admit(self, scope: Scope, deed: Deed = Deed.REQUESTS) -> str:
        """Let a request in, or refuse it; the routes ask again for what costs more than most."""
        if deed is Deed.REQUESTS:
            self._clients.warn_of_forwarding(scope)
        client = self.client(scope)
        wait = self._limiters[deed].take(client)
        if wait is not None:
            raise RefusalError(
                Code.TOO_MANY_REQUESTS,
                f"This address {deed.value} more often than is allowed. Please wait {ceil(wait)} s.",
                retry_after=wait,
            )
        return client
