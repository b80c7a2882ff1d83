"""An acknowledged move is never lost, doubled or reordered, whatever becomes of the server."""

from pathlib import Path

from web.killing import play_and_kill


def test_twenty_five_kills_lose_no_acknowledged_move(tmp_path: Path) -> None:
    players = play_and_kill(tmp_path, kills=25)
    assert sum(len(moves) for player in players for moves in player.acknowledged.values()) > 250
    assert sum(player.sent_again for player in players) >= 25
