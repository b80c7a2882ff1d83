"""Our own engine answers every line, at any time, and says only what it knows."""

import os
import signal
from pathlib import Path

import pytest
from processes import Conversation, piped, run

from commonfactor.agents.protocol import LONGEST_LINE, Info, answer_in
from commonfactor.arena.referee import played
from commonfactor.players.registry import player_called
from commonfactor.rules.notation import parse
from commonfactor.solver.analysis import Verdict
from commonfactor.solver.oracle import analyse

# Far beyond what can be computed in an hour.
LONG_SEARCH = "position factor-frenzy:2-300:\ngo seconds 3600\n"

# Of a second process, whose clock goes on while others have the machine and whose own time does not.
FEW_SECONDS_OF_WORK = 2.0


def answers(*commands: str, player: str = "greedy") -> list[str]:
    """All lines that an engine answers to some commands, up to the end of input."""
    ended = run("engine", player, typed="".join(f"{command}\n" for command in commands))
    assert (ended.code, ended.err) == (0, "")
    return ended.out.splitlines()


def begin_search(engine: Conversation) -> None:
    engine.type(LONG_SEARCH)
    engine.wait_for("= position factor-frenzy:2-300:\n")
    engine.answer("ping", "= ping\n")


def seconds_of_work(engine: Conversation) -> float:
    fields = Path(f"/proc/{engine.process.pid}/stat").read_text("utf-8").rpartition(") ")[2].split()
    user, system = fields[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def test_every_line_is_answered() -> None:
    commands = ["hello", "ping", "", "nonsense", "list_commands", "known_command go", "position clash:2-20:", "stop"]
    closing = [line for line in answers(*commands) if line[0] in "=?"]
    assert [line.split()[1].rstrip(":") for line in closing] == [
        "hello", "ping", "unknown", "unknown", "list_commands", "known_command", "position", "stop",
    ]  # fmt: skip


def test_a_line_that_is_too_long_is_refused_and_forgotten() -> None:
    immense = "x" * (20 * LONGEST_LINE)
    fitting = "y" * LONGEST_LINE
    assert answers(immense, fitting, "ping") == [
        "? unknown: a line has at most 65,536 bytes",
        f"? unknown: '{'y' * 23}…' is no command; list_commands lists what there is",
        "= ping",
    ]


def test_bytes_that_are_not_text_are_refused() -> None:
    ended = run("engine", "greedy", typed=b"\xff\xfe\nping \x00\n\x1b[2J\nping\n")
    assert ended.out.splitlines() == [
        "? unknown: the line is not UTF-8 from byte 1 on",
        "? ping: nothing follows ping, not even '?'",
        "? unknown: '?[2J' is no command; list_commands lists what there is",
        "= ping",
    ]


def test_a_last_line_without_an_end_is_a_line() -> None:
    assert run("engine", "greedy", typed="ping").out == "= ping\n"


def test_more_moves_than_fit_into_a_line_are_refused() -> None:
    assert answers("position clash:2-20000:", "legal")[1] == (
        "? legal: the 19,999 moves do not fit into a line of 65,536 bytes"
    )


def test_a_position_that_is_refused_leaves_the_one_before() -> None:
    told = answers("position clash:2-20:15,5", "position clash:2-20:15,7", "legal")
    assert told[-1] == "= legal 10 20"


def test_an_unknown_player_is_refused_before_anything_is_said() -> None:
    ended = run("engine", "stockfish", typed="hello\n")
    assert (ended.code, ended.out) == (2, "")
    assert "there is no player 'stockfish'" in ended.complaint


def test_a_player_from_a_file_plays_prints_where_it_does_no_harm_and_has_no_move_if_it_crashes(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "def lowest(rules, position, random):\n    print('thinking')\n    return rules.legal_moves(position)[0]\n"
        "def crashing(rules, position, random):\n    return 1 // 0\n"
    )
    typed = "position divisor-duel:60:\ngo seconds 5\nwait\n"
    played = run("engine", f"{file}:lowest", typed=typed)
    assert (played.code, played.err) == (0, "thinking\n")
    assert "\n= bestmove 2\n" in played.out
    crashed = run("engine", f"{file}:crashing", typed=typed).out
    assert "? go: " in crashed
    assert "crashed: ZeroDivisionError: integer division or modulo by zero (mine.py, line 5)\n" in crashed
    assert "bestmove" not in crashed


def test_a_player_from_a_file_that_does_not_choose_has_no_move_and_is_not_asked_twice_at_once(tmp_path: Path) -> None:
    file = tmp_path / "hung.py"
    file.write_text("import time\ndef hung(rules, position, random):\n    time.sleep(3600)\n")
    typed = "position divisor-duel:60:\ngo seconds 0.1\nwait\ngo seconds 0.1\nwait\n"
    told = run("engine", f"{file}:hung", typed=typed).out
    assert f"? go: {file}:hung did not choose in time\n" in told
    assert f"? go: {file}:hung has not come back from the search before\n" in told
    assert "bestmove" not in told


def test_an_engine_is_no_player_for_an_engine() -> None:
    refused = run("engine", "engine:cat", typed="hello\n")
    assert (refused.code, refused.out) == (2, "")
    assert "is an engine already" in refused.complaint


@pytest.mark.parametrize("name", ["random", "perfect", "slips:0.5"])
def test_the_same_seed_gives_the_same_moves_as_in_a_game_between_programs(name: str) -> None:
    player = player_called(name)
    asked, expected = [], []
    for start in ("clash:2-16:", "divisor:720:", "challenge:2-16:", "duel:2-16:", "frenzy:2-20:"):
        line = parse(start)
        for move in played(line.rules, player, player, seed=9).moves:
            asked.append(f"position {line}\ngo nodes 1000000\nwait")
            expected.append(str(move))
            line = line.play(move)
    told = answers("setoption seed 9", *asked, player=name)
    assert [text.removeprefix("= bestmove ") for text in told if text.startswith("= bestmove")] == expected


def test_a_verdict_is_told_only_if_it_is_proven() -> None:
    lines = [parse("factor-frenzy:2-200:")]
    for start in ("clash:2-12:", "divisor:720:", "challenge:2-12:", "duel:2-12:", "frenzy:2-12:"):
        line = parse(start)
        lines += [line, line.play(line.rules.legal_moves(line.position)[1])]
    told = answers(*(f"position {line}\ngo nodes 1000\nwait" for line in lines), player="perfect")
    infos = [answer for text in told if isinstance(answer := answer_in(text), Info)]
    beyond, *within = [info.verdict for info in infos if info.verdict is not None]
    assert beyond is Verdict.UNKNOWN
    assert within == [analyse(line.rules, line.position).verdict for line in lines[1:]]
    assert set(within) == {Verdict.WIN, Verdict.LOSS}


def test_depth_is_for_players_that_look_ahead() -> None:
    told = answers("position divisor-duel:48+36:", "go depth 2", "wait", "go depth 10", player="lookahead:3")
    assert told[2:] == ["= bestmove 48/2", "= wait", "? go: lookahead:3 looks 1 to 9 moves ahead, not 10"]
    told = answers("position divisor-duel:48+36:", "go depth 2", player="perfect")
    assert told[1] == "? go: perfect does not search to a depth: give it seconds or nodes"


@pytest.mark.parametrize("player", ["perfect", "lookahead:9", "tutor"])
def test_a_search_keeps_its_time_and_can_be_stopped(player: str) -> None:
    with piped("engine", player) as engine:
        engine.type("position factor-challenge:2-90:\n")
        engine.wait_for("= position")
        for go, then in (("go seconds 0.3", ""), ("go seconds 3600", "stop\n")):
            before = seconds_of_work(engine)
            engine.type(f"{go}\n{then}")
            engine.wait_for("= bestmove")
            assert seconds_of_work(engine) - before < FEW_SECONDS_OF_WORK
        engine.wait_for("= stop\n")


def test_during_a_search_most_commands_are_refused() -> None:
    with piped("engine") as engine:
        begin_search(engine)
        for command in ("position clash:2-20:", "legal", "go seconds 1", "setoption seed 1", "hello"):
            engine.answer(command, f"? {command.split()[0]}: a search is running: stop it first, or wait for it\n")
        engine.answer("known_command go", "= known_command true\n")
        engine.answer("stop", "= stop\n")
        assert engine.said.count("= bestmove") == 1


def test_a_long_search_reports_what_it_has_spent() -> None:
    with piped("engine") as engine:
        engine.type(LONG_SEARCH)
        engine.wait_for("info ")
        engine.answer("stop", "= stop\n")
        first, *_, last = (answer_in(text) for text in engine.said.splitlines() if text.startswith("info"))
    assert isinstance(first, Info)
    assert isinstance(last, Info)
    assert first.verdict is None
    assert first.seconds
    assert first.seconds >= 1
    assert (last.verdict, len(last.line)) == (Verdict.UNKNOWN, 1)


@pytest.mark.parametrize("is_searching", [False, True])
def test_it_ends_with_quit_and_with_its_input(is_searching: bool) -> None:  # noqa: FBT001  # a parameter of the test
    for last in ("quit\n", ""):
        with piped("engine") as engine:
            if is_searching:
                begin_search(engine)
            engine.type(last)
            engine.end_input()
            ended = engine.finish()
            assert (ended.code, ended.err) == (0, "")
            assert ended.out.endswith("= quit\n") == bool(last)
            assert ("= bestmove" in ended.out) == is_searching


@pytest.mark.parametrize("is_searching", [False, True])
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_signal_ends_it_at_once(number: signal.Signals, code: int, is_searching: bool) -> None:  # noqa: FBT001  # as above
    with piped("engine") as engine:
        engine.answer("hello", "= hello 1\n")
        if is_searching:
            begin_search(engine)
        engine.send(number)
        ended = engine.finish()
        assert (ended.code, ended.err) == (code, "")


def test_it_ends_when_nobody_reads_its_answers() -> None:
    with piped("engine") as engine:
        begin_search(engine)
        engine.stop_listening()
        engine.type("ping\n")
        ended = engine.finish()
        assert (ended.code, ended.err) == (141, "")


def test_output_that_cannot_be_written_is_told() -> None:
    with open("/dev/full", "wb") as full:  # noqa: PTH123  # a device
        ended = run("engine", typed="hello\n", out=full.fileno())
    assert ended.code == 2
    assert ended.complaint == "the output cannot be written: No space left on device"
