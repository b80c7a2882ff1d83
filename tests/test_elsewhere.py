"""The program on systems that lack what Linux has: it works, or says in one line that it cannot."""

import sys
from pathlib import Path

import pytest
from processes import Finished, run_command
from web.servers import RunningServer

_PROGRAM = """\
import os, select, signal, sys

def take_away(place, *names):
    for name in names:
        delattr(place, name)

system = sys.argv.pop(1)
take_away(os, "sched_getaffinity")
take_away(select, "epoll")
if system == "windows":
    sys.modules.update(dict.fromkeys(["fcntl", "resource", "termios", "tty", "pty", "pwd", "grp", "readline"]))
    take_away(os, "fork", "forkpty", "register_at_fork", "nice", "killpg", "getpgid", "setsid", "getsid", "waitid")
    take_away(os, "geteuid", "getuid", "fchmod", "pread", "pwrite", "set_blocking", "O_NONBLOCK", "O_CLOEXEC")
    take_away(signal, "SIGHUP", "SIGKILL", "SIGQUIT")
    take_away(select, "poll")
sys.argv[0] = "commonfactor"
from commonfactor.__main__ import main
sys.exit(main())
"""
"""Takes away what a system does not have before anything of this program is imported."""


def run_on(system: str, *arguments: str, typed: str = "") -> Finished:
    return run_command(sys.executable, "-c", _PROGRAM, system, *arguments, typed=typed)


def check(finished: Finished, expected: str) -> None:
    assert (finished.code, finished.err) == (0, "")
    assert expected in finished.out


@pytest.mark.parametrize("system", ["macos", "windows"])
class TestBoth:
    def test_games_are_listed_and_played(self, system: str) -> None:
        check(run_on(system, "games"), "factor-clash")
        check(run_on(system, "play", "clash", typed="19\n"), "Player 1 wins the game!")

    def test_the_computer_plays_and_analyses(self, system: str) -> None:
        check(run_on(system, "analyse", "factor-clash:2-20:15,5"), "Winning moves: 10, 20 (2 of 2)")
        check(run_on(system, "play", "clash", "--players", "perfect", "random", "--seed", "1"), "wins the game!")

    def test_records_are_kept_and_read(self, system: str, tmp_path: Path) -> None:
        record = str(tmp_path / "match.jsonl")
        check(run_on(system, "play", "clash", "--record", record, typed="19\n"), "Player 1 wins the game!")
        check(run_on(system, "replay", record), "19")

    def test_a_program_plays_for_other_programs(self, system: str) -> None:
        check(run_on(system, "engine", "random", typed="quit\n"), "")


def test_a_tournament_is_played_on_macos(tmp_path: Path) -> None:
    options = ("--players", "random", "perfect", "--games", "clash", "--rounds", "1", "--jobs", "1")
    check(run_on("macos", "tournament", *options, "--out", str(tmp_path / "games.jsonl")), "perfect")


def test_it_takes_all_cores_where_the_system_does_not_tell_which(tmp_path: Path) -> None:
    options = ("--players", "random", "perfect", "--games", "clash", "--rounds", "1")
    check(run_on("macos", "tournament", *options, "--out", str(tmp_path / "games.jsonl")), "perfect")


def test_what_windows_cannot_do_is_said_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    tournament = run_on("windows", "tournament", "--players", "random", "perfect", "--out", str(file))
    assert tournament.code == 2
    assert "this system cannot keep other programs from writing to a file" in tournament.complaint
    engine = run_on("windows", "check-engine", sys.executable)
    assert engine.code == 2
    assert "engines can be run on Linux and macOS only" in engine.complaint


def test_the_server_runs_on_macos_and_says_why_it_does_not_on_windows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "commonfactor"
    program.write_text(f"#!{sys.executable}\nimport sys\nsys.argv.insert(1, 'macos')\n{_PROGRAM}", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setattr("web.servers.PROGRAM", program)
    with RunningServer(tmp_path) as server:
        assert server.said
    assert "Traceback" not in server.errors
    ended = run_on("windows", "serve", "--port", "0", "--db", f"sqlite:///{tmp_path / 'games.sqlite'}")
    assert ended.code == 2
    assert "cannot be locked against other servers" in ended.complaint
