"""The promise that acknowledged moves stay, over hundreds of kills; minutes on two cores."""

from pathlib import Path

from web.killing import play_and_kill


def test_three_hundred_kills_lose_no_acknowledged_move(tmp_path: Path) -> None:
    players = play_and_kill(tmp_path, kills=300, seed=1)
    assert sum(len(moves) for player in players for moves in player.acknowledged.values()) > 3_000
