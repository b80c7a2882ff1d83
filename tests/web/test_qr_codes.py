"""Links are drawn, and nothing that is no link for a person."""

import json

import pytest
from starlette.routing import Router
from web.asking import Asking
from web.sample import SETTINGS

from commonfactor.web.api.operations import routes_of
from commonfactor.web.api.qr_codes import CodesApi
from commonfactor.web.middleware import Middleware
from commonfactor.web.rate_limits import RateLimits


@pytest.fixture
def asking() -> Asking:
    return Asking(Middleware(Router(list(routes_of(CodesApi(RateLimits(SETTINGS))))), SETTINGS))


JSON = [("content-type", "application/json")]


def test_a_link_becomes_a_picture_that_fits_any_size(asking: Asking) -> None:
    answer = asking.http("POST", "/api/codes", JSON, b'{"text": "http://192.168.0.5:8000/games/k3#inv"}')
    assert answer.status == 200
    assert answer.json["image"].startswith("data:image/svg+xml")
    assert "viewBox" in answer.json["image"]


@pytest.mark.parametrize("text", ["", "x" * 201, "http://a b", "http://ö", "http://a\n", 7])
def test_what_is_no_link_is_refused(asking: Asking, text: object) -> None:
    body = json.dumps({"text": text}).encode()
    assert asking.http("POST", "/api/codes", JSON, body).refusal == (400, "bad_request")
