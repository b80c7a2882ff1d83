"""An acknowledged move is never lost, doubled or reordered, whatever becomes of the server."""

from pathlib import Path

from web.killing import play_and_kill

KILLS = 5


def test_kills_lose_nothing_that_was_acknowledged_or_told(tmp_path: Path) -> None:
    clients, watchers = play_and_kill(tmp_path, kills=KILLS)
    games = [promises for client in clients for promises in client.promises.values()]
    assert sum(len(promises.moves) for promises in games) > 10 * KILLS
    assert sum(client.sent_again for client in clients) >= KILLS
    assert sum(watcher.returns for watcher in watchers) >= KILLS
    assert any(promises.friends_token for promises in games)
    assert any(promises.opponent == "computer" and len(promises.moves) > 1 for promises in games)
