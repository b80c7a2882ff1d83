"""The line to an engine: a second process that is written to and read from, each within a time and a size.

The engine has a session of its own, which is killed with all that is in it when the link ends: by ``end``, when
it is forgotten, or when this program ends in whatever way. Output is read only when an answer is waited for, so
an engine that talks without end waits in its pipe and takes no memory here.
"""

import os
import select
import signal
import subprocess
import weakref
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic, sleep
from typing import IO

from commonfactor.agents import engine_guard, engine_sessions
from commonfactor.agents.engine_errors import (
    EngineCrashedError,
    EngineNotStartedError,
    EngineSilentError,
    EngineTooLoudError,
)
from commonfactor.agents.protocol import LONGEST_ANSWER
from commonfactor.rules.numerals import quoted

_MOST_AT_ONCE = 1 << 16
_KEPT_OF_ERRORS = 1 << 12
_SHOWN_OF_COMPLAINT = 200
_SECONDS_TO_DIE = 5.0
_SECONDS_BETWEEN_LOOKS = 0.005
_SECONDS_BETWEEN_SIGNS_OF_LIFE = 0.1

# How long an engine that closes its output may take to end, so that its exit code can be told.
_SECONDS_FOR_EXIT_CODE = 0.2


class EngineLink:
    """An engine that runs, seen as lines of bytes."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start the engine; ``EngineNotStartedError`` if the command cannot be run."""
        if not (hasattr(select, "poll") and hasattr(os, "killpg")):
            raise EngineNotStartedError(
                "engines can be run on Linux and macOS only, since others cannot be ended safely"
            )
        engine_guard.start()
        try:
            self._engine = subprocess.Popen(  # noqa: S603  # starting what the user names is the purpose
                command,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError, IndexError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            shown = quoted(command[0]) if command else "without a word"
            raise EngineNotStartedError(f"the command {shown} cannot be run: {reason}") from None
        self._finish = weakref.finalize(self, _end, self._engine, os.getpid())
        engine_guard.watch(self._engine.pid)
        streams = (self._engine.stdin, self._engine.stdout, self._engine.stderr)
        self._writing, self._reading, self._errors = map(_unblocked, streams)
        self._unread = bytearray()
        self._complaints = bytearray()
        self._has_errors = True

    @property
    def last_complaint(self) -> str:
        """The last line that the engine wrote to standard error, as far as that was read."""
        lines = self._complaints.decode(errors="replace").split("\n")
        return next((line for line in reversed(lines) if line.strip()), "")[-_SHOWN_OF_COMPLAINT:]

    def write_line(self, line: bytes, deadline: float) -> None:
        """Send a line, unless the engine does not take it in time."""
        if self._engine.stdin is None or self._engine.stdin.closed:
            raise EngineNotStartedError("the input of the engine was ended")
        unsent = line + b"\n"
        while unsent:
            try:
                unsent = unsent[os.write(self._writing, unsent) :]
            except BlockingIOError:
                if not _ready(deadline, (self._writing, select.POLLOUT)):
                    raise EngineSilentError("the engine does not read what it is asked") from None
            except BrokenPipeError:
                raise self._end_told("closed its input") from None

    def read_line(self, deadline: float) -> bytes:
        """The next line that the engine writes, without its end."""
        while (end := self._unread.find(b"\n")) < 0:
            self._check_length(len(self._unread))
            # A child of an engine that has ended may hold its output open; what it said before must still be read.
            has_ended = _peeked_exit_code(self._engine.pid) is not None
            if not self._read(min(deadline, monotonic() + _SECONDS_BETWEEN_SIGNS_OF_LIFE)):
                if has_ended:
                    raise self._end_told("closed its output")
                if monotonic() >= deadline:
                    raise EngineSilentError("the engine did not answer in time")
        self._check_length(end)
        line = bytes(self._unread[:end])
        del self._unread[: end + 1]
        return line

    def has_unread(self) -> bool:
        """Whether the engine has said something that nobody read."""
        if self._finish.alive:
            with suppress(EngineCrashedError):
                self._read(monotonic())
        return bool(self._unread)

    def end_input(self) -> None:
        """Let the engine see the end of its input."""
        if self._engine.stdin is not None:
            self._engine.stdin.close()

    def exit_code(self, seconds: float) -> int | None:
        """How the engine ended, negative if by a signal, or None if it still runs after a time."""
        if not self._finish.alive:
            return self._engine.returncode
        deadline = monotonic() + seconds
        while (code := _peeked_exit_code(self._engine.pid)) is None and monotonic() < deadline:
            with suppress(EngineCrashedError):
                self._read(monotonic())
            self._unread.clear()
            sleep(_SECONDS_BETWEEN_LOOKS)
        return code

    def end(self) -> None:
        """Kill the engine and all that it has started."""
        self._finish()

    def _check_length(self, length: int) -> None:
        if length > LONGEST_ANSWER:
            raise EngineTooLoudError(f"the engine wrote a line of more than {LONGEST_ANSWER:,} bytes")

    def _read(self, deadline: float) -> bool:
        """Read what comes until a deadline, errors as well; whether any of it is output."""
        while True:
            streams = [self._reading, self._errors] if self._has_errors else [self._reading]
            ready = _ready(deadline, *((stream, select.POLLIN) for stream in streams))
            if self._errors in ready:
                self._read_errors()
            if self._reading in ready:
                piece = os.read(self._reading, _MOST_AT_ONCE)
                if not piece:
                    raise self._end_told("closed its output")
                self._unread += piece
                return True
            if not ready or monotonic() >= deadline:
                return False

    def _read_errors(self) -> None:
        piece = os.read(self._errors, _MOST_AT_ONCE)
        self._has_errors = bool(piece)
        self._complaints = (self._complaints + piece)[-_KEPT_OF_ERRORS:]

    def _end_told(self, symptom: str) -> EngineCrashedError:
        code = None
        deadline = monotonic() + _SECONDS_FOR_EXIT_CODE
        while code is None and monotonic() < deadline:
            code = _peeked_exit_code(self._engine.pid)
            sleep(_SECONDS_BETWEEN_LOOKS)
        if self._has_errors and _ready(monotonic(), (self._errors, select.POLLIN)):
            self._read_errors()
        if code is None:
            return EngineCrashedError(f"the engine {symptom}")
        if code < 0:
            return EngineCrashedError(f"the engine was ended by signal {-code} ({signal.strsignal(-code)})")
        return EngineCrashedError(f"the engine ended with exit code {code}")


def _unblocked(stream: IO[bytes] | None) -> int:
    assert stream is not None  # noqa: S101  # all three are pipes
    os.set_blocking(stream.fileno(), False)
    return stream.fileno()


def _ready(deadline: float, *streams: tuple[int, int]) -> list[int]:
    """The descriptors, each with an event that it is to have, for which that comes before a deadline."""
    poll = select.poll()
    for stream, event in streams:
        poll.register(stream, event)
    return [stream for stream, _ in poll.poll(max(0.0, deadline - monotonic()) * 1000)]


def _peeked_exit_code(engine: int) -> int | None:
    """How a process ended, if it has. It is not waited for, so that its number keeps belonging to its session."""
    try:
        ended = os.waitid(os.P_PID, engine, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return 0  # where SIGCHLD is ignored, nobody knows any more; ``subprocess`` says the same
    if ended is None:
        return None
    return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status


def _end(engine: "subprocess.Popen[bytes]", owner: int) -> None:
    if os.getpid() != owner:
        return  # this is a fork, and the engine is not its own
    engine_sessions.kill_session(engine.pid)
    engine_guard.release(engine.pid)
    for stream in (engine.stdin, engine.stdout, engine.stderr):
        if stream:
            stream.close()
    with suppress(subprocess.TimeoutExpired):
        engine.wait(_SECONDS_TO_DIE)
