"""QR codes of links, for phones."""

import asyncio
from typing import Annotated

import segno
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from commonfactor.web.answer_types import Answer
from commonfactor.web.api.bodies import Body, answer, body
from commonfactor.web.api.operations import Operation
from commonfactor.web.rate_limits import RateLimits, RequestKind


class Link(Body, frozen=True):
    """A link to draw. Longer ones, and other characters, would keep the server busy."""

    text: Annotated[str, Meta(min_length=1, max_length=200, pattern=r"^[!-~]+$(?!\n)")]


class QrCode(Answer, frozen=True):
    """A text as a picture."""

    image: Annotated[str, Meta(description="The QR code as an SVG picture, in the form of a data: address.")]


class CodesApi:
    """QR codes."""

    def __init__(self, limits: RateLimits) -> None:
        self._limits = limits

    @Operation("/api/codes", QrCode, body=Link, tag="games")
    async def code(self, request: Request) -> Response:
        """The QR code of a link. It is sent in the body, since whoever knows a link may have a seat by it."""
        self._limits.admit(request.scope, RequestKind.CREATIONS)
        text = (await body(request, Link)).text
        return answer(QrCode(await asyncio.to_thread(_picture, text)))


def _picture(text: str) -> str:
    return segno.make(text, error="m", micro=False).svg_data_uri(dark="#000", light="#fff", omitsize=True)
