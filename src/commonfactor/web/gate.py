"""How often each client may ask for what costs something."""

from math import ceil
from time import monotonic_ns

from starlette.types import Scope

from commonfactor.web.limits import Clients, Limiter, OpenSockets
from commonfactor.web.refusals import Code, RefusalError
from commonfactor.web.settings import Settings


class Gate:
    """Lets requests in, each kind at its own rate."""

    def __init__(self, settings: Settings) -> None:
        """Take the limits from the settings."""
        limits = settings.limits
        self._clients = Clients(settings.trusted_proxies)
        self._creations = Limiter(limits.creations, monotonic_ns)
        self._joins = Limiter(limits.joins, monotonic_ns)
        self._moves = Limiter(limits.moves, monotonic_ns)
        self._analyses = Limiter(limits.analyses, monotonic_ns)
        self._readings = Limiter(limits.readings, monotonic_ns)
        self.sockets = OpenSockets(limits.sockets)
        self._requests = Limiter(limits.requests, monotonic_ns)

    def client(self, scope: Scope) -> str:
        """Who asks."""
        return self._clients.of(scope)

    def admit(self, scope: Scope) -> str:
        """Let any request in, or refuse it; the routes ask again for what costs more than most."""
        self._clients.warn_of_forwarding(scope)
        return self._admit(self._requests, scope, "sends requests")

    def admit_creation(self, scope: Scope) -> str:
        """Let somebody create a game, or refuse."""
        return self._admit(self._creations, scope, "creates games")

    def admit_join(self, scope: Scope) -> str:
        """Let somebody join a game, or refuse."""
        return self._admit(self._joins, scope, "joins games")

    def admit_move(self, scope: Scope) -> str:
        """Let somebody move or do anything else in a game, or refuse."""
        return self._admit(self._moves, scope, "moves")

    def admit_analysis(self, scope: Scope) -> str:
        """Let somebody ask the solver, or refuse."""
        return self._admit(self._analyses, scope, "asks for analyses")

    def admit_reading(self, scope: Scope) -> str:
        """Let somebody look at a position or a game, or refuse."""
        return self._admit(self._readings, scope, "looks at games")

    def _admit(self, limiter: Limiter, scope: Scope, what: str) -> str:
        client = self.client(scope)
        wait = limiter.take(client)
        if wait is not None:
            raise RefusalError(
                Code.TOO_MANY_REQUESTS,
                f"This address {what} more often than is allowed. Please wait {ceil(wait)} s.",
                retry_after=wait,
            )
        return client
