"""The computer's moves: dropped from a full queue or not, every game goes on."""

import asyncio
from pathlib import Path

import pytest
from web.playing import Place, Scene

from commonfactor.web import worker_lanes
from commonfactor.web.worker_lanes import FairQueue

GAMES = 12


def test_moves_that_were_dropped_from_a_full_queue_are_made_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_lanes, "FairQueue", lambda _: FairQueue(1))
    monkeypatch.setattr(worker_lanes, "_LONGEST_ADVICE", 0.005)

    async def scenario(place: Place) -> list[int]:
        seats = await asyncio.gather(*(place.new_game(level=1, you=2) for _ in range(GAMES)))
        games = [await scene.application.games.game(seat.game) for seat in seats]
        async with asyncio.timeout(30):
            await asyncio.gather(*(game.thinking for game in games if game.thinking))
        return [len(game.table.game.line.moves) for game in games]

    with Scene(tmp_path) as scene:
        assert scene.play(scenario) == [1] * GAMES
