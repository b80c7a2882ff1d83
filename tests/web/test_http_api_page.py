"""The page about the interface is complete, and its examples are answered as it says."""

import ast
import importlib
import inspect
import json
import pkgutil
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from web.playing import Place, Reply, Scene

from commonfactor.arena.record import LARGEST_RECORD
from commonfactor.arena.terms import LONGEST_NAME
from commonfactor.cli.parser import parser
from commonfactor.web import tasks
from commonfactor.web.api import bodies
from commonfactor.web.events import AnyHappening
from commonfactor.web.openapi import description
from commonfactor.web.refusals import Code
from commonfactor.web.settings import Limits, Settings
from commonfactor.web.worker_lanes import Lane

PACKAGE = Path(bodies.__file__).parents[1]
PAGE = (Path(__file__).parents[2] / "docs" / "http-api.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

ROWS = {
    "api.bodies._HIGHEST_SINCE": "`since` | {:,}",
    "api.position_routes.DEFAULT_SECONDS": "an analysis thinks | 0.1 to 10 s, and {:g} s unless told otherwise",
    "api.position_routes.LEAST_SECONDS": "an analysis thinks | {:g} to 10 s, and 2 s unless told otherwise",
    "api.position_routes.MOST_SECONDS": "an analysis thinks | 0.1 to {:g} s, and 2 s unless told otherwise",
    "api.socket_routes.SECONDS_FOR_A_TOKEN": "the first message at a socket arrives | within {:g} s",
    "api.socket_routes.SECONDS_FOR_A_MESSAGE": "a message of the server to a socket gets through | within {:g} s",
    "api.socket_routes.SECONDS_FOR_A_GOODBYE": "a socket is closed | within {:g} s",
    "api.socket_routes.MOST_UNSENT": "unsent messages of a socket | {:,}",
    "api.socket_routes.UNSUPPORTED": "{} | the message was none that is taken here",
    "api.socket_routes.RESTARTING": "{} | the server is restarting; come back in a moment",
    "api.socket_routes.TRY_AGAIN": "{} | the game cannot be read now; come back in a moment",
    "api.socket_routes.NO_SUCH_GAME": "{} | there is no such game",
    "api.socket_routes.NO_TOKEN_IN_TIME": "{} | the first message did not come in time",
    "api.socket_routes.TOO_SLOW": "{} | too much is unsent, or a message did not get through in time; "
    "come back with `since`",
    "api.socket_routes.TOO_MANY": "{} | this address has too many sockets open",
    "boards.MOST_EXPLAINED": "the numbers or divisors of a position of which each is explained | {:,}",
    "game_limits.HIGHEST_IN_POOL": "a number of a pool | {:,}",
    "game_limits.HIGHEST_TO_DIVIDE": "a number in Divisor Duel | {:,}",
    "game_limits.MOST_FIRST_MOVES": "the possible first moves of a game | {:,}",
    "game_limits.LONGEST_GAME": "the moves of a game, at its longest | {:,}",
    "game_limits.LONGEST_NOTATION": "a position in the notation | {:,} characters",
    "game_limits.LONGEST_MATCH": "the won games that decide a match | {:,}",
    "game_limits._MOST_DIGITS": "a number, however it is meant | {} digits",
    "connections.MOST_CONNECTIONS": "open connections, fewer where the system allows fewer descriptors | {:,}",
    "connections.CONNECTIONS_BESIDE_SOCKETS": "open connections of one address | {} more than its sockets, but at most "
    "three quarters of all",
    "connections.SECONDS_FOR_A_REQUEST": "a connection sends a whole request | within {} s",
    "connections.SECONDS_UNREAD": "an answer that its client does not read at all is given up, with the connection | "
    "after {} s",
    "connections.SECONDS_UNACKNOWLEDGED": "the system gives up what a client does not take | after {} s",
    "connections.SECONDS_TO_HANG_UP": "a socket that the server has closed is cut off | after {} s",
    "connections.SEND_BUFFER": "what the system keeps for a client that does not read | {:,} bytes",
    "connections.MOST_UNREAD_BYTES": "pongs that a client has not read | {:,} bytes",
    "analyses.MOST_DRAWN_NUMBERS": "the numbers of a drawing | {}",
    "middleware.LONGEST_ADDRESS": "an address, with its parameters | {:,} characters",
    "middleware.LARGEST_BODY": "a body | {:,} bytes",
    "middleware.LARGEST_RECORD_BODY": "the body of `POST /api/records` | {:,} bytes",
    "middleware.SECONDS_FOR_A_BODY": "a body arrives | within {:g} s",
    "middleware._CLOSE_OF_A_FAILURE": "{} | the server has made a mistake, which was logged",
    "game_computer._FIRST_PAUSE": "a move of the computer that failed is tried again | "
    "after {} s, then after longer and longer, up to 60 s, until it succeeds",
    "game_computer.LONGEST_PAUSE": "a move of the computer that failed is tried again | "
    "after 2 s, then after longer and longer, up to {} s, until it succeeds",
    "journal.MOST_WAITING": "changes that wait to be stored | {:,}",
    "journal.SECONDS_FOR_WORK": "it is unknown whether something was stored | "
    "after {:g} s; the game is then read again",
    "journal.SECONDS_TO_CLOSE": "what is being stored finishes when the server stops | within {:g} s",
    "tasks.LEAST_SECONDS": "the computer thinks about a move while many others wait | {:g} s at least",
    "game_hub._SECONDS_TO_TRY_AGAIN": "something that could not be stored is to be tried again | in {} s",
    "table.EVENTS_FOR_MOVES": "the last events of a game, which are for moves only | {:,}",
    "table.MOST_OFFERS": "the offers before something else must happen | {}",
    "journal.MOST_TOGETHER": "changes that are stored in one transaction | {:,}",
    "rate_limits.MOST_CLIENTS": "addresses of which it is remembered how often they asked | {:,}",
    "rate_limits._MOST_DOUBTED": "addresses that are warned of once for naming others without being trusted | {}",
    "rate_limits.LINES_AT_ONCE": "lines of the log that one cause may write at once | {}",
    "rate_limits.LINES_PER_SECOND": "lines of the log that one cause may write in the long run | {:g} a second",
    "rate_limits._LONGEST_TRACEBACK": "lines of a traceback in the log | {}",
    "game_hub.MOST_REMEMBERED": "games in memory beside those in use; "
    "others are read when somebody asks for them | {:,}",
    "computations.MOST_CACHED_BYTES": "analyses and reviews that are remembered | {:,} bytes",
    "game_hub._SECONDS_UNTIL_ROOM": "a server that has no room for a new game is to be tried again | in {:,} s",
    "retention.HOURS_UNPLAYED": "a game that nobody touches, and in which nobody has made a move, is kept | {} hours",
    "retention.MOST_REMOVED_TOGETHER": "old games that are removed in one transaction | {:,}",
    "retention.SECONDS_BETWEEN_CLEANINGS": "such games are looked for | every {:,g} s, first so long after the start",
    "retention._SECONDS_BETWEEN_TRANSACTIONS": "such games are removed a transaction at a time | every {:g} s",
    "server._SECONDS_TO_FINISH": "requests finish when the server is told to stop | "
    "within {} s, and the server has gone within 5 s",
    "server._SECONDS_IDLE": "a connection is kept open while nothing is asked | {} s",
    "server._LONGEST_SOCKET_MESSAGE": "a message of a client to a socket | {:,} bytes",
    "server._SECONDS_BETWEEN_PINGS": "a socket is asked for a sign of life | every {} s, to be answered within 8 s",
    "server._SECONDS_FOR_A_PONG": "a socket is asked for a sign of life | every 10 s, to be answered within {} s",
    "server._BACKLOG": "connections that wait to be let in | {:,}",
    "journal.SECONDS_BETWEEN_LOOKS": "a database that is lost is noticed | within {:g} s, or at the next change",
    "journal.SECONDS_BETWEEN_PROBES": "`/api/ready` writes to the database | at most every {:g} s",
    "journal._SECONDS_TO_ASK_AGAIN": "a server that is not ready is to be asked again | in {} s",
    "store._SECONDS_TO_MISS_A_SERVER": "PostgreSQL frees the lock of a server whose machine has crashed | after {} s",
    "store._BUSY_SECONDS": "a database that is busy, or far away, is waited for | {} s",
    "table.MOST_EVENTS": "the events of a game | {:,}",
    "tasks.TABLE_BYTES": "the tables of one computation | {:,} bytes",
    "tasks.MOST_REPLIES": "the replies of a proof that are told | {:,}",
    "worker.ADDRESS_SPACE": "the address space of a worker (`RLIMIT_AS`); "
    "a computation that needs more is refused | {:,} bytes",
    "worker._MOST_KEPT": "the tables that a worker keeps for the next one | {:,} bytes",
    "worker._LARGEST_SIZE": "the memory of a worker; a larger one is replaced | {:,} bytes",
    "worker_lanes.MOST_WORKERS": "workers for moves of levels 1 to 3, and as many for other moves and hints | "
    "one for each core, up to {}",
    "worker_link.SECONDS_TO_START": "a new worker that does not take up its first computation is ended | after {:g} s",
    "worker_link.SECONDS_BEYOND_BUDGET": "a computation that takes longer than it may is ended | after {:g} s more",
    "worker_lanes.SECONDS_UNTIL_READY": "each lane has its first worker | "
    "{:g} s after the server, or when it is needed",
    "worker_link.SECONDS_TO_YIELD": "a computation that nobody waits for any more is ended | after {:g} s",
    "worker_link.SECONDS_TO_END": "a worker that is told to end is ended | after {:g} s",
    "worker_link.SECONDS_TO_COME_BACK": "a server that is stopping is to be tried again | in {} s",
    "worker_lanes._LONGEST_ADVICE": "a full queue is to be tried again | in {} s at the latest",
}
"""In which row of a table the page has each constant of the server."""

NO_LIMITS = {
    "api.game_routes._DEFAULT_LEVEL",
    "api.game_routes._SEEDS",
    "catalogue._PICTURED_MOVES",
    "catalogue._PICTURED_NUMBERS",
    "game_computer._MOST_DOUBLINGS",
    "connections._DESCRIPTORS_IF_UNLIMITED",
    "connections._DESCRIPTORS_PER_CORE",
    "connections._DESCRIPTORS_RESERVED",
    "connections._SECONDS_BETWEEN_CHECKS",
    "middleware._LONGEST_LOGGED_ADDRESS",
    "database_claim._LOCKED_BYTE",
    "tasks._SOLVER_TO_WHOLE",
    "rate_limits._BITS_OF_ONE_CLIENT",
    "rate_limits._SECOND",
    "game_hub._ID_BYTES",
    "game_hub._MOST_TOLD_AT_ONCE",
    "game_hub._TOKEN_BYTES",
    "computations._ENTRY_BYTES",
    "server._MOST_ACCEPTED_AT_ONCE",
    "settings.DEFAULT_PORT",
    "store._LOCK",
    "store._LONGEST_CAUSE",
    "worker.LENGTH_BYTES",
    "worker_lanes._MEMORY",
}
"""Constants that limit nothing that anybody could notice."""


def has_row(row: str) -> bool:
    return f"\n| {row} |" in PAGE


# Completeness


def constants() -> Iterator[tuple[str, float]]:
    """The numbers that the modules of the server name, wherever they are defined."""
    for module in pkgutil.walk_packages([str(PACKAGE)], "commonfactor.web."):
        if ".migrations." in module.name:  # which only Alembic can import
            continue
        imported = importlib.import_module(module.name)
        assigned = [node for node in ast.parse(inspect.getsource(imported)).body if isinstance(node, ast.Assign)]
        names = {
            leaf.id
            for node in assigned
            for target in node.targets
            for leaf in ast.walk(target)
            if isinstance(leaf, ast.Name)
        }
        for name in sorted(names):
            value = getattr(imported, name)
            if name.isupper() and isinstance(value, int | float) and not isinstance(value, bool):
                yield f"{module.name.removeprefix('commonfactor.web.')}.{name}", value


def test_every_limit_of_the_server_is_in_a_table_with_its_number() -> None:
    found = dict(constants())
    assert set(found) == {*ROWS, *NO_LIMITS}
    assert [row.format(found[name]) for name, row in ROWS.items() if not has_row(row.format(found[name]))] == []


def test_limits_from_elsewhere_are_in_a_table_too() -> None:
    assert has_row(f"a record | {LARGEST_RECORD:,} bytes")
    assert has_row(f"a name | {LONGEST_NAME} characters")
    assert has_row("a text in a body, such as a setup | 200 characters")
    longest = {schema["maxLength"] for schema in texts_in(description()["components"]["schemas"]["NewGame"])}
    assert longest == {200}


def texts_in(schema: Any) -> Iterator[Any]:
    if isinstance(schema, dict):
        if "maxLength" in schema:
            yield schema
        for inner in schema.values():
            yield from texts_in(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from texts_in(inner)


def test_queues_and_budgets_are_in_a_table() -> None:
    assert has_row(f"moves of levels 1 to 3 that wait | {Lane.QUICK_PLAY.value.most_waiting}")
    assert has_row(f"other moves, and hints, that wait | {Lane.DEEP_PLAY.value.most_waiting}")
    assert has_row(f"analyses, reviews and records that wait | {Lane.ANALYSIS.value.most_waiting}")
    assert has_row(f"workers for analyses, reviews and records | {Lane.ANALYSIS.most_workers}")
    quick, deep = (tasks.Choose("", level, 0, 1).budget.seconds for level in ("3", "4"))
    assert has_row(f"the computer thinks about a move at levels 1 to 3 | up to {quick:g} s")
    assert has_row(f"the computer thinks about another move or a hint | up to {deep:g} s")
    review, reasons = tasks.Review("", 1).budget.seconds, vars(tasks)["_FOR_THE_REASONS"].seconds
    assert has_row(f"a review thinks | up to {review:g} s, and up to {reasons:g} s more for its reasons")


def test_rates_are_in_a_table() -> None:
    limits = Limits()._asdict()
    most_sockets = limits.pop("sockets")
    for option, rate in limits.items():
        assert re.search(rf"^\| `--{option}` \| [^|]+ \| {rate.per_minute:,} \| {rate.burst:,} \|$", PAGE, re.MULTILINE)
    assert has_row(f"`--sockets` | sockets that are open | | {most_sockets}")
    assert has_row(f"a game that nobody touches is kept | {Settings('').days_kept} days, or as `--keep-days` says")
    assert has_row(f"games that are stored | {Settings('').most_games:,}, or as `--most-games` says")


def test_every_option_of_serve_is_named() -> None:
    actions = parser()._actions  # noqa: SLF001 (argparse has no public way to list what a parser knows)
    (commands,) = (action.choices for action in actions if isinstance(action.choices, dict))
    options = {option for action in commands["serve"]._actions for option in action.option_strings}  # noqa: SLF001 (as above)
    assert {option for option in options if f"`{option}`" not in PAGE} == {"-h", "--help"}


def test_every_address_is_named_with_its_method_and_parameters() -> None:
    for path, methods in description()["paths"].items():
        for method, operation in methods.items():
            address = path.replace("{id}", "ID").replace("{notation}", "NOTATION")
            assert f"`{method.upper()} {address}`" in PAGE, address
            for parameter in operation.get("parameters", ()):
                assert parameter["in"] == "path" or f"`{parameter['name']}`" in PAGE, parameter


def test_every_refusal_is_in_the_table_and_no_other() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| (.+) \|$", PAGE, re.MULTILINE)
    assert rows == [(code.name.lower(), str(code.status), code.meaning) for code in Code]


def test_every_kind_of_event_is_in_the_table_with_its_fields() -> None:
    table = PAGE.partition("| Kind | What has happened |")[2].partition("\n\n")[0]
    rows = dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", table, re.MULTILINE))
    kinds = {kind.__struct_config__.tag: kind for kind in AnyHappening.__args__}
    assert list(rows) == list(kinds)
    for tag, kind in kinds.items():
        fields = {field.name for field in msgspec.structs.fields(kind)} - {"player", "seed"}
        assert {field for field in fields if f"`{field}`" not in rows[tag]} == set()


@pytest.mark.parametrize("body", ["NewGame", "Joining", "Move", "SwapAnswer", "Consent", "RecordText"])
def test_every_field_of_a_body_is_named(body: str) -> None:
    fields = {field.name for field in msgspec.structs.fields(getattr(bodies, body))}
    assert {field for field in fields if f"`{field}`" not in PAGE and f'"{field}"' not in PAGE} == set()


@pytest.mark.parametrize("answer", ["Position", "Cell", "Analysis", "Review", "Catalogue", "GameSince", "Seated"])
def test_every_field_of_an_answer_is_named(answer: str) -> None:
    fields = description()["components"]["schemas"][answer]["properties"]
    assert {field for field in fields if f"`{field}`" not in PAGE and f'"{field}"' not in PAGE} == set()


# Examples


class Example(NamedTuple):
    """A request of the page, and what it says is answered."""

    method: str
    address: str
    token: str | None
    body: str | None
    answer: Any


def examples() -> list[Example]:
    found = []
    blocks = BLOCK.findall(PAGE)
    for (language, request), (following, answer) in pairwise(blocks):
        if language == "http":
            assert following == "json"
            first, *others = request.strip().splitlines()
            method, address = first.split()
            headers = [line for line in others if line.startswith("Authorization: Bearer ")]
            body = "\n".join(line for line in others if line not in headers) or None
            token = headers[0].split()[-1] if headers else None
            found.append(Example(method, address, token, body, json.loads(answer)))
    return found


def differences(shown: Any, real: Any, place: str = "") -> Iterator[str]:
    """Where a real answer is not as the page shows it."""
    if shown == "…":
        return
    if isinstance(shown, dict) and isinstance(real, dict):
        for key, value in shown.items():
            yield from differences(value, real.get(key, "nothing"), f"{place}/{key}")
    elif isinstance(shown, list) and isinstance(real, list) and shown[-1:] == ["…"]:
        yield from differences(shown[:-1], real[: len(shown) - 1], place)
    elif isinstance(shown, list) and isinstance(real, list) and len(shown) == len(real):
        for number, (entry, real_entry) in enumerate(zip(shown, real, strict=True)):
            yield from differences(entry, real_entry, f"{place}/{number}")
    elif shown != real:
        yield f"{place}: {shown!r} is {real!r}"


def test_the_examples_are_answered_as_the_page_says(tmp_path: Path) -> None:
    known = {"ID": "", "TOKEN": "", "INVITATION": "", "FRIENDS_TOKEN": ""}

    def filled(text: str) -> str:
        return re.sub(r"\b(ID|INVITATION)\b", lambda word: known[word[0]], text)

    async def scenario(place: Place) -> list[str]:
        wrong: list[str] = []
        for example in examples():
            headers = {"authorization": f"Bearer {known[example.token]}"} if example.token else {}
            body = None if example.body is None else filled(example.body).encode()
            reply: Reply = await place.asked(example.method, filled(example.address), body, **headers)
            if "tokens" in reply.json:
                known.update(ID=reply.json["id"], TOKEN=reply.json["tokens"]["1"], INVITATION=reply.json["invitation"])
            if "token" in reply.json:
                known["FRIENDS_TOKEN"] = reply.json["token"]
            wrong += [f"{example.address}{difference}" for difference in differences(example.answer, reply.json)]
        return wrong

    assert len(examples()) >= 10
    with Scene(tmp_path) as scene:
        assert scene.play(scenario) == []


def test_the_messages_of_the_socket_are_such_messages(tmp_path: Path) -> None:
    shown = [json.loads(text) for language, text in BLOCK.findall(PAGE) if language == "json" and '"type"' in text]

    async def scenario(place: Place) -> None:
        seat = await place.new_game(opponent="one-device")
        await seat.moves(14)
        async with place.socket(f"{seat.address}/events?since=1") as socket:
            socket.says({"token": seat.token})
            news, presence = await socket.hears(), await socket.hears()
        assert [set(message) for message in shown] == [set(news), set(presence)]
        assert set(shown[0]["events"][0]) == set(news["events"][0])

    with Scene(tmp_path) as scene:
        scene.play(scenario)
