"""The client asks, waits no longer than it may, and says what went wrong."""

import os
import time
from itertools import chain

import pytest
from agents.engine_processes import hostile_engine, own_engine

from commonfactor.agents.engine_client import EngineClient
from commonfactor.agents.engine_errors import (
    EngineNotStartedError,
    EngineRefusedError,
    EngineSilentError,
    EngineUnreadableError,
    EngineUntoldError,
)
from commonfactor.agents.engines.process_link import EngineLink
from commonfactor.agents.protocol import LONGEST_LINE, Accepted, Go, Kind, SetOption, Word
from commonfactor.rules.notation import parse
from commonfactor.solver.analysis import Verdict

LINE = parse("factor-clash:2-20:18,14")


def test_a_client_asks_for_everything_that_an_engine_can_tell() -> None:
    with EngineClient.start(own_engine()) as client:
        assert client.name.startswith("Common Factor ")
        assert client.name.endswith(" perfect")
        assert client.options["seed"].kind is Kind.NUMBER
        assert "bestmove" not in client.commands()
        assert client.legal_moves(LINE) == ("2", "4", "6", "7", "8", "10", "12", "16", "20")
        found = client.best_move(LINE, Go(seconds=5))
        assert (found.move, found.info.verdict, found.info.line) == (7, Verdict.WIN, ("7",))


def test_a_search_can_be_stopped_before_and_after_its_end() -> None:
    with EngineClient.start(own_engine()) as client:
        client.begin(parse("factor-frenzy:2-300:"), Go(seconds=600))
        assert client.stop().info.verdict is Verdict.UNKNOWN
        client.begin(LINE, Go(nodes=10_000))
        while not client.link.has_unread():
            time.sleep(0.01)
        assert client.stop().move == 7
        client.ping()


def test_while_a_search_is_open_nothing_else_is_asked() -> None:
    with EngineClient.start(own_engine("greedy")) as client:
        client.begin(LINE, Go(seconds=0.01))
        with pytest.raises(ValueError, match="a search was begun"):
            client.ping()
        client.found()
        client.ping()


def test_after_a_refusal_the_conversation_goes_on() -> None:
    with EngineClient.start(own_engine("greedy")) as client:
        with pytest.raises(EngineRefusedError, match="the engine refused setoption: there is no option 'colour'"):
            client.set_option("colour", "red")
        with pytest.raises(EngineRefusedError, match="the engine refused go: greedy does not search to a depth"):
            client.best_move(LINE, Go(depth=3))
        client.begin(LINE, Go(depth=3))
        with pytest.raises(EngineRefusedError, match="the engine refused go"):
            client.stop()
        client.ping()


def test_after_any_other_error_the_engine_is_gone() -> None:
    client = EngineClient.start(hostile_engine("hello_then_silence"), patience=0.2)
    with pytest.raises(EngineSilentError):
        client.legal_moves(LINE)
    with pytest.raises(EngineNotStartedError, match="the engine was closed"):
        client.ping()
    client.close()


def test_what_an_engine_says_unasked_is_an_error() -> None:
    client = EngineClient.start(hostile_engine("answers_twice"))
    with pytest.raises(EngineUnreadableError):
        client.legal_moves(LINE)


def test_a_line_that_no_engine_may_be_sent_is_not_sent() -> None:
    with EngineClient.start(own_engine("greedy")) as client:
        with pytest.raises(EngineUntoldError, match="at most 65,536 bytes"):
            client.set_option("book", "x" * 70_000)
        client.ping()


def test_an_engine_may_repeat_the_longest_command() -> None:
    command = SetOption("book", "x" * (LONGEST_LINE - len("setoption book ")))
    assert len(str(command)) == LONGEST_LINE
    with EngineClient.start(["sed", "--unbuffered", "s/^/= /"]) as repeats_everything:
        assert repeats_everything.ask(command) == [Accepted(Word.SETOPTION, f"book {command.value}")]


def test_what_was_not_begun_cannot_be_found() -> None:
    with (
        EngineClient.start(own_engine("greedy")) as client,
        pytest.raises(ValueError, match="no search was begun"),
    ):
        client.found()


def test_closing_twice_is_closing() -> None:
    client = EngineClient.start(own_engine("greedy"))
    client.close()
    client.close()
    with pytest.raises(EngineNotStartedError):
        client.ping()


def test_an_engine_that_was_killed_is_sent_nothing() -> None:
    link = EngineLink(["cat"])
    link.end()
    # The system may give the number of its input to another file at once.
    with pytest.raises(EngineNotStartedError, match="the input of the engine was ended"):
        link.write_line(b"ping", time.monotonic() + 5)


def test_a_closed_client_does_not_touch_files_of_others() -> None:
    client = EngineClient.start(hostile_engine("refuses_go"))
    client.close()
    pipes = [os.pipe() for _ in range(4)]  # they get the numbers that the pipes of the engine had
    for _, writing in pipes:
        os.write(writing, b"mine")
    assert not client.link.has_unread()
    assert client.link.exit_code(0) == 0
    assert [os.read(reading, 10) for reading, _ in pipes] == [b"mine"] * 4
    for descriptor in chain(*pipes):
        os.close(descriptor)
