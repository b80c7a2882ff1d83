"""The promise that acknowledged moves stay, over hundreds of kills; minutes on two cores."""

from pathlib import Path

from web.killing import play_and_kill


def test_three_hundred_kills_lose_nothing_that_was_acknowledged_or_told(tmp_path: Path) -> None:
    clients, _ = play_and_kill(tmp_path, kills=300, seed=1)
    assert sum(len(promises.moves) for client in clients for promises in client.promises.values()) > 3_000
