"""The description of the interface and the server say the same."""

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple, cast
from urllib.request import Request, urlopen

import jsonschema_rs
import pytest
import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import Status, events, from_schema
from web.playing import Place, Reply, Scene, eventful_game, play_to_the_end
from web.refused import WAYS, Way
from web.servers import RunningServer

from commonfactor.rules.registry import all_games
from commonfactor.web.openapi import description
from commonfactor.web.refusals import Code

DESCRIPTION = description()
PATHS = DESCRIPTION["paths"]
SCHEMAS = DESCRIPTION["components"]["schemas"]
OPERATIONS = {(method, path): operation for path, methods in PATHS.items() for method, operation in methods.items()}

POSITIONS = [
    "factor-clash:2-20:15,5", "divisor-duel:60:6", "divisor-duel:48+30:48/2", "divisor-duel:7:", "factor-duel:2-12:5",
    "factor-frenzy:2-20:12", "factor-challenge:2-15:", "factor-clash:2-250:18", "frenzy:2-500:",
]  # fmt: skip

LONGEST_ADDRESS_OF_HTTP = 1 << 16

_OPTIONS = ("creations", "joins", "moves", "analyses", "readings", "requests")


# The description itself


def references_in(part: object) -> Iterator[str]:
    if isinstance(part, dict):
        if "$ref" in part:
            yield str(part["$ref"]).removeprefix("#/components/schemas/")
        for inner in part.values():
            yield from references_in(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from references_in(inner)


def test_schemas_are_schemas_and_each_is_used() -> None:
    assert DESCRIPTION["openapi"] == "3.1.0"
    for schema in SCHEMAS.values():
        jsonschema_rs.meta.validate(schema)
    assert set(references_in(DESCRIPTION)) == set(SCHEMAS) - {"Message"}
    assert "the schema Message" in OPERATIONS["get", "/api/games/{id}/events"]["summary"]


def test_operations_have_names_of_their_own() -> None:
    names = [operation["operationId"] for operation in OPERATIONS.values()]
    assert len(set(names)) == len(names)


def test_every_refusal_is_described_where_it_can_come() -> None:
    told = set(re.findall(r"`(\w+)`: ", json.dumps([operation["responses"] for operation in OPERATIONS.values()])))
    # A method that an address does not take has no operation.
    assert told == {code.name.lower() for code in Code} - {"wrong_method"}


# Answers of games that are played


def validator(schema: object) -> jsonschema_rs.Validator:
    return jsonschema_rs.validator_for({"allOf": [schema], "components": DESCRIPTION["components"]})


def described(method: str, address: str) -> dict[str, Any] | None:
    """The operation that an address belongs to."""
    path = address.partition("?")[0]
    for (its_method, template), operation in OPERATIONS.items():
        pattern = template.replace("{id}", "[^/]+").replace("{notation}", "[^/]+:.*")
        is_exact = not template.endswith("{notation}") or not path.endswith(("/analysis", "/review", "/rules"))
        if its_method == method.lower() and is_exact and re.fullmatch(pattern, path):
            return cast("dict[str, Any]", operation)
    return None


class DescribedPlace(Place):
    """A server whose every answer is held to the description."""

    async def asked(self, method: str, address: str, body: object = None, **headers: str) -> Reply:
        reply = await super().asked(method, address, body, **headers)
        if operation := described(method, address):
            answer = operation["responses"][str(reply.status)]
            ((content_type, content),) = answer["content"].items()
            assert reply.headers["content-type"].split(";")[0] == content_type
            validator(content["schema"]).validate(reply.json)
            assert all(name.lower() in reply.headers for name in answer.get("headers", ()))
        return reply


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """A server that answers nothing that is not described."""
    with Scene(tmp_path_factory.mktemp("games"), kind=DescribedPlace) as running:
        yield running


def test_the_server_tells_its_description(scene: Scene) -> None:
    told = scene.play(lambda place: place.got("/api/openapi.json"))
    assert told.json == json.loads(json.dumps(DESCRIPTION))


def test_answers_in_an_eventful_game_are_as_described(scene: Scene) -> None:
    async def scenario(place: Place) -> None:
        seat = await eventful_game(place)
        kinds = {event["kind"] for event in await seat.events()}
        assert kinds == {
            "created",
            "joined",
            "move",
            "swap",
            "takeback",
            "offer",
            "declined",
            "resigned",
            "next",
            "rematch",
        }
        for what in ("analysis", "review", "review?game=2", "record"):
            await place.got(f"{seat.address}/{what}")
        async with place.socket(f"{seat.address}/events?since=0") as socket:
            socket.says({"token": seat.token})
            socket.says({"type": "ping"})
            messages = [await socket.hears() for _ in range(3)]
        assert {message["type"] for message in messages} == {"game", "presence", "pong"}
        for message in messages:
            validator({"$ref": "#/components/schemas/Message"}).validate(message)

    scene.play(scenario)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_answers_in_games_with_the_computer_are_as_described(game: Any, scene: Scene) -> None:
    async def scenario(place: Place) -> None:
        seat = await place.new_game(game=game.name, setup=game.default_setup, level=1, names=["Ann"])
        for _ in range(3):
            assert (await seat.asked("hint")).status == 200
        await play_to_the_end({1: seat}, Random(1))
        for what in ("analysis", "review", "record"):
            assert (await place.got(f"{seat.address}/{what}")).status == 200

    scene.play(scenario)


@pytest.mark.parametrize("notation", POSITIONS)
def test_answers_about_positions_are_as_described(notation: str, scene: Scene) -> None:
    async def scenario(place: Place) -> None:
        for what in ("", "?why=7", "?why=48/2", "/rules", "/analysis?seconds=0.3"):
            await place.got(f"/api/positions/{notation}{what}")
        if "500" not in notation:
            assert (await place.got(f"/api/positions/{notation}/review")).status == 200

    scene.play(scenario)


@pytest.mark.parametrize("way", [way for ways in WAYS.values() for way in ways], ids=lambda way: way.__name__)
def test_refusals_are_as_described(way: Way, scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    reply = scene.play(lambda place: way(place, monkeypatch))
    validator(DESCRIPTION["components"]["schemas"]["Refusal"]).validate(reply.json)


# Whatever else can be asked


class Findings(NamedTuple):
    """What was asked, and what was wrong with the answers."""

    failures: list[str]
    errors: list[str]
    statuses: dict[str, set[int]]
    """The answers of each operation."""
    requests: int


@pytest.fixture(scope="module")
def findings(tmp_path_factory: pytest.TempPathFactory) -> Findings:
    """What schemathesis has found at a server in a second process."""
    unlimited = [word for option in _OPTIONS for word in (f"--{option}", "1000000")]
    with RunningServer(tmp_path_factory.mktemp("server"), *unlimited) as server:
        found = asked_of(server)
    assert "Traceback" not in server.errors, server.errors
    return found


def created(server: RunningServer, position: str, opponent: str) -> tuple[str, str]:
    """The id and the token of a new game."""
    body = json.dumps({"position": position, "opponent": opponent}).encode()
    request = Request(f"{server.address}/api/games", body, {"Content-Type": "application/json"})  # noqa: S310 (our own)
    with urlopen(request, timeout=10) as answer:  # noqa: S310 (our own server)
        new = json.load(answer)
    return new["id"], new["tokens"]["1"]


def asked_of(server: RunningServer) -> Findings:
    ours, token = created(server, "factor-clash:2-20:", "one-device")
    over = created(server, "factor-clash:2-20:19", "one-device")[0]
    games = [ours, created(server, "factor-clash:2-20:", "friend")[0], over]
    config = SchemathesisConfig.from_dict(
        {
            "seed": 1,
            "cache": {"enabled": False},
            "warnings": False,
            "generation": {"max-examples": 5, "deterministic": True, "no-shrink": True, "database": "none"},
            "auth": {"openapi": {"seat": {"bearer": token}}},
            "dictionaries": {"games": {"values": games}, "positions": {"values": POSITIONS[:-2]}},
            "parameters": {
                "path.id": {"dictionary": "games", "probability": 0.9},
                "path.notation": {"dictionary": "positions", "probability": 0.8},
                "query.seconds": 0.1,
            },
            "checks": {
                # Whether a text is a position or a setup is for the rules to say, not for a schema.
                "positive_data_acceptance": {"enabled": False},
                "negative_data_rejection": {"expected-statuses": [400, 401, 403, 404, 405, 409, 413, 414, 415]},
            },
        }
    )
    schema = schemathesis.openapi.from_url(f"{server.address}/api/openapi.json", config=config)
    found = Findings([], [], {}, 0)
    # Chance decides which values are put together below, and may never hit upon a request that succeeds.
    for path in (path for method, path in OPERATIONS if method == "get" and not path.endswith("/events")):
        values = {"id": over, "notation": POSITIONS[0]}
        case = schema[path]["GET"].Case(path_parameters={name: values[name] for name in re.findall(r"{(\w+)}", path)})
        assert case.call_and_validate().status_code == 200
    new = schema["/api/games"]["POST"].Case(body={"position": POSITIONS[0]}, media_type="application/json")
    assert new.call_and_validate().status_code == 201
    for event in from_schema(schema).execute():
        if isinstance(event, events.ScenarioFinished):
            found = gathered(found, event)
        elif isinstance(event, events.NonFatalError | events.FatalError):
            found.errors.append(str(event))
        elif isinstance(event, events.PhaseFinished) and event.status not in {Status.SUCCESS, Status.FAILURE}:
            found.errors.append(f"{event.phase.name}: {event.status}")
    return found


def gathered(found: Findings, event: events.ScenarioFinished) -> Findings:
    for name, interaction in event.recorder.interactions.items():
        uri, response = interaction.request.uri, interaction.response
        # What is longer does not get past the reader of HTTP, which has an answer of its own.
        if response is None or len(uri) > LONGEST_ADDRESS_OF_HTTP:
            continue
        found.statuses.setdefault(str(event.label), set()).add(response.status_code)
        for check in event.recorder.checks.get(name, ()):
            if check.failure_info:
                failure = check.failure_info.failure
                found.failures.append(f"{check.name}: {interaction.request.method} {uri[:200]}: {failure.message}")
    return found._replace(requests=found.requests + len(event.recorder.interactions))


@pytest.mark.unfollowed
def test_no_request_is_answered_other_than_described(findings: Findings) -> None:
    assert findings.errors == []
    assert findings.failures == []


@pytest.mark.unfollowed
def test_enough_was_asked(findings: Findings) -> None:
    assert findings.requests > 500
    asked = {label for label in findings.statuses if label.startswith(("GET", "POST"))}
    # The description itself was read before anything was asked.
    assert asked == {f"{method.upper()} {path}" for method, path in OPERATIONS} - {"GET /api/openapi.json"}
