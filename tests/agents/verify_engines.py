"""The conformance test against every player and every hostile engine, and how soon a search stops."""

import time
from concurrent.futures import ThreadPoolExecutor
from statistics import median

import pytest
from agents.engine_processes import hostile_engine, nothing_left, own_engine
from agents.hostile_engines import REASONS

from commonfactor.agents.engine_client import EngineClient
from commonfactor.agents.engines.conformance import LONG_SEARCHES, findings
from commonfactor.agents.protocol import Go
from commonfactor.rules.notation import parse

PLAYERS = ["random", "greedy", "lookahead:1", "lookahead:9", "slips:0.2", "perfect", "tutor"]
TOGETHER = 8


@pytest.mark.parametrize("player", PLAYERS)
def test_every_player_passes_every_check(player: str) -> None:
    with nothing_left():
        assert [finding for finding in findings(own_engine(player), 0.5) if not finding.has_passed] == []


def failed_checks(kind: str) -> int:
    return sum(not finding.has_passed for finding in findings(hostile_engine(kind), 0.1))


def test_every_hostile_engine_fails_and_leaves_nothing_behind() -> None:
    with nothing_left(), ThreadPoolExecutor(TOGETHER) as together:
        counts = dict(zip(REASONS, together.map(failed_checks, [kind.__name__ for kind in REASONS]), strict=True))
    assert [kind.__name__ for kind, count in counts.items() if not count] == []


@pytest.mark.parametrize("player", PLAYERS)
def test_a_search_stops_within_a_tenth_of_a_second(player: str) -> None:
    delays = []
    with EngineClient.start(own_engine(player)) as client:
        for _ in range(5):
            for notation in LONG_SEARCHES:
                client.begin(parse(notation), Go(seconds=60))
                time.sleep(0.2)
                started = time.monotonic()
                client.stop()
                delays.append(time.monotonic() - started)
    assert median(delays) < 0.1
