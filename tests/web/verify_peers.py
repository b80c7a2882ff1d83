"""Players beside thousands of peers that say nothing or never read: nobody waits, and the peers are sent away."""

import asyncio
import logging
import resource
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import AsyncExitStack
from multiprocessing import get_context
from pathlib import Path
from statistics import quantiles

import pytest
from web.peers import Player, greeting, handshake, request, stay
from web.servers import RunningServer

SILENT, UNREADING = 1_100, 1_050
PLAYERS = 10
SECONDS_BETWEEN_MOVES = 0.5
MOST_SECONDS_TO_ACKNOWLEDGE = 0.1
MOST_SECONDS_CONNECTED = 20.0
MOST_LOG_BYTES = 100_000

_log = logging.getLogger(__name__)


@pytest.fixture(autouse=True)
def many_descriptors() -> Iterator[None]:
    """Both sides of every connection are on this machine, and this process has one of them."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 4_096)), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


async def play_until(is_over: asyncio.Event, player: Player, delay: float) -> None:
    await asyncio.sleep(delay)
    while not is_over.is_set():
        await player.move_and_take_back()
        await asyncio.sleep(SECONDS_BETWEEN_MOVES)


async def besiege(server: RunningServer, watched: Player, addresses: Sequence[str]) -> dict[str, float]:
    """Send all kinds of peers at once, from processes of their own: they must not delay the players on this side."""
    kinds = {
        "silent": (SILENT, (b"", b"")),
        "HTTP": (UNREADING // 2, (request(server.port, "/api/openapi.json") * 20, b"")),
        "WebSocket": (UNREADING // 2, (handshake(server.port, watched.game), greeting())),
    }
    loop = asyncio.get_running_loop()
    with ProcessPoolExecutor(len(kinds), get_context("spawn")) as processes:
        stayed = await asyncio.gather(
            *(
                loop.run_in_executor(processes, stay, server.port, address, *kind, MOST_SECONDS_CONNECTED)
                for address, kind in zip(addresses, kinds.values(), strict=True)
            )
        )
    return dict(zip(kinds, stayed, strict=True))


async def campaign(server: RunningServer, addresses: Sequence[str]) -> tuple[list[float], dict[str, float]]:
    async with AsyncExitStack() as stack:
        players = [await stack.enter_async_context(Player(server)) for _ in range(PLAYERS)]
        watched = await stack.enter_async_context(Player(server, "2-250"))
        is_over = asyncio.Event()
        async with asyncio.TaskGroup() as playing:
            for number, player in enumerate([*players, watched]):
                playing.create_task(play_until(is_over, player, number * SECONDS_BETWEEN_MOVES / PLAYERS))
            stayed = await besiege(server, watched, addresses)
            is_over.set()
    return [seconds for player in players for seconds in player.seconds], stayed


@pytest.mark.parametrize(
    "addresses",
    [["127.0.0.1"] * 3, ["127.0.0.2", "127.0.0.3", "127.0.0.4"]],
    ids=["the players' address", "other addresses"],
)
def test_players_do_not_notice_peers_that_are_silent_or_never_read(tmp_path: Path, addresses: list[str]) -> None:
    with RunningServer(tmp_path) as server:
        seconds, stayed = asyncio.run(campaign(server, addresses))
        p99 = quantiles(seconds, n=100)[98]
        _log.info("%d acknowledgements, p99 %.0f ms, slowest %.0f ms", len(seconds), 1000 * p99, 1000 * max(seconds))
        _log.info("seconds until the last had gone: %s; log: %d bytes", stayed, len(server.errors))
        assert p99 <= MOST_SECONDS_TO_ACKNOWLEDGE
        assert len(server.errors) <= MOST_LOG_BYTES
        assert "Traceback" not in server.errors
