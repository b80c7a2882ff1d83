"""No address of the server can be asked for without limit."""

from pathlib import Path

import pytest
from starlette.routing import Route, Router, WebSocketRoute
from web.asking import Answer, AskingARunningOne

from commonfactor.web.app import Application
from commonfactor.web.middleware import Middleware
from commonfactor.web.settings import Limits, Rate, Settings
from commonfactor.web.store import Store

ONCE = Rate(1, 1)
NEW_GAME = {"game": "clash", "setup": "2-20", "opponent": "one-device"}


def middleware_with(folder: Path, limits: Limits) -> Middleware:
    settings = Settings(f"sqlite:///{folder / 'games.sqlite'}", limits=limits)
    middleware = Application(settings, Store(settings.database)).asgi
    assert isinstance(middleware, Middleware)
    return middleware


def test_every_route_has_a_limit(tmp_path: Path) -> None:
    middleware = middleware_with(tmp_path, Limits(requests=ONCE))
    assert isinstance(middleware.app, Router)
    routes = [route for route in middleware.app.routes if isinstance(route, Route | WebSocketRoute)]
    assert len(routes) == len(middleware.app.routes) > 25
    with AskingARunningOne(middleware) as asking:
        assert asking.http("GET", "/api/health").status == 200
        for route in routes:
            address = route.path.replace(":path}", "}").format(id="x", notation="x", game="x", name="x")
            if isinstance(route, WebSocketRoute):
                answers = [asking.handshake(address)]
            else:
                answers = [asking.http(method, address) for method in route.methods or ()]
            assert [answer.refusal for answer in answers] == [(429, "too_many_requests")] * len(answers), address
        assert asking.http("GET", "/nothing").refusal == (429, "too_many_requests")


@pytest.mark.parametrize("limits", [Limits(readings=ONCE), Limits(analyses=ONCE)], ids=["readings", "analyses"])
def test_what_costs_more_has_a_lower_one(tmp_path: Path, limits: Limits) -> None:
    def asked_twice(asking: AskingARunningOne, address: str) -> Answer:
        asking.http("GET", address)
        return asking.http("GET", address)

    with AskingARunningOne(middleware_with(tmp_path, limits)) as asking:
        game = f"/api/games/{asking.posted('/api/games', NEW_GAME).json['id']}"
        if limits.readings == ONCE:
            assert asked_twice(asking, f"{game}/record").refusal == (429, "too_many_requests")
            assert asking.handshake(f"{game}/events").refusal == (429, "too_many_requests")
        else:
            # Even what is refused afterwards had to be read first.
            assert asked_twice(asking, "/api/positions/nonsense/analysis").refusal == (429, "too_many_requests")
            for address in "/api/positions/nonsense/review", f"{game}/analysis", f"{game}/review":
                assert asking.http("GET", address).refusal == (429, "too_many_requests"), address
