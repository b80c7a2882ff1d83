"""An engine as a second process: lines are written to it and read from it, within limits of time and size.

The engine's session is killed when the link ends: by ``end``, by garbage collection, or when this program ends in
whatever way. Output is read only while an answer is awaited, so an engine that never stops talking blocks on its pipe.
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

from commonfactor.agents.engine_errors import (
    EngineCrashedError,
    EngineNotStartedError,
    EngineSilentError,
    EngineTooLoudError,
)
from commonfactor.agents.engines import session_guard
from commonfactor.agents.protocol import LONGEST_ANSWER
from commonfactor.rules.numerals import quoted

_MOST_AT_ONCE = 1 << 16
_KEPT_OF_ERRORS = 1 << 12
_SHOWN_OF_COMPLAINT = 200
_SECONDS_TO_DIE = 5.0
_SECONDS_BETWEEN_LOOKS = 0.005
_SECONDS_BETWEEN_SIGNS_OF_LIFE = 0.1
_SECONDS_FOR_EXIT_CODE = 0.2  # once an engine has closed its output


class EngineLink:
    """A running engine, as lines of bytes in and out."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start the engine; ``EngineNotStartedError`` if the command cannot be run."""
        if not (hasattr(select, "poll") and hasattr(os, "killpg")):
            raise EngineNotStartedError(
                "engines can be run on Linux and macOS only, since others cannot be ended safely"
            )
        session_guard.start()
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
        session_guard.watch(self._engine.pid)
        streams = (self._engine.stdin, self._engine.stdout, self._engine.stderr)
        self._writing, self._reading, self._errors = map(_nonblocking, streams)
        self._unread = bytearray()
        self._complaints = bytearray()
        self._has_errors = True

    @property
    def last_complaint(self) -> str:
        """The last line on standard error, as far as that was read."""
        lines = self._complaints.decode(errors="replace").split("\n")
        return next((line for line in reversed(lines) if line.strip()), "")[-_SHOWN_OF_COMPLAINT:]

    def write_line(self, line: bytes, deadline: float) -> None:
        """Send a line, or raise ``EngineSilentError`` if the engine does not read it in time."""
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
                raise self._crash_after("closed its input") from None

    def read_line(self, deadline: float) -> bytes:
        """The next line that the engine writes, without its end."""
        while (end := self._unread.find(b"\n")) < 0:
            self._check_length(len(self._unread))
            # A child of a dead engine may hold its output open, but what the engine wrote before must still be read.
            has_ended = _peeked_exit_code(self._engine.pid) is not None
            if not self._read(min(deadline, monotonic() + _SECONDS_BETWEEN_SIGNS_OF_LIFE)):
                if has_ended:
                    raise self._crash_after("closed its output")
                if monotonic() >= deadline:
                    raise EngineSilentError("the engine did not answer in time")
        self._check_length(end)
        line = bytes(self._unread[:end])
        del self._unread[: end + 1]
        return line

    def has_unread(self) -> bool:
        """Whether the engine has written something that nobody has read."""
        if self._finish.alive:
            with suppress(EngineCrashedError):
                self._read(monotonic())
        return bool(self._unread)

    def end_input(self) -> None:
        if self._engine.stdin is not None:
            self._engine.stdin.close()

    def exit_code(self, seconds: float) -> int | None:
        """The exit code, negative for a signal, or None if the engine still runs after a time; discards its output."""
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
        """Kill the engine and all it has started."""
        self._finish()

    def _check_length(self, length: int) -> None:
        if length > LONGEST_ANSWER:
            raise EngineTooLoudError(f"the engine wrote a line of more than {LONGEST_ANSWER:,} bytes")

    def _read(self, deadline: float) -> bool:
        """Read output and errors until a deadline, and say whether there was output."""
        while True:
            streams = [self._reading, self._errors] if self._has_errors else [self._reading]
            ready = _ready(deadline, *((stream, select.POLLIN) for stream in streams))
            if self._errors in ready:
                self._read_errors()
            if self._reading in ready:
                piece = os.read(self._reading, _MOST_AT_ONCE)
                if not piece:
                    raise self._crash_after("closed its output")
                self._unread += piece
                return True
            if not ready or monotonic() >= deadline:
                return False

    def _read_errors(self) -> None:
        piece = os.read(self._errors, _MOST_AT_ONCE)
        self._has_errors = bool(piece)
        self._complaints = (self._complaints + piece)[-_KEPT_OF_ERRORS:]

    def _crash_after(self, symptom: str) -> EngineCrashedError:
        deadline = monotonic() + _SECONDS_FOR_EXIT_CODE
        while (code := _peeked_exit_code(self._engine.pid)) is None and monotonic() < deadline:
            sleep(_SECONDS_BETWEEN_LOOKS)
        if self._has_errors and _ready(monotonic(), (self._errors, select.POLLIN)):
            self._read_errors()
        if code is None:
            return EngineCrashedError(f"the engine {symptom}")
        if code < 0:
            return EngineCrashedError(f"the engine was ended by signal {-code} ({signal.strsignal(-code)})")
        return EngineCrashedError(f"the engine ended with exit code {code}")


def _nonblocking(stream: IO[bytes] | None) -> int:
    assert stream is not None  # noqa: S101  # all three are pipes
    os.set_blocking(stream.fileno(), False)
    return stream.fileno()


def _ready(deadline: float, *streams: tuple[int, int]) -> list[int]:
    """Of some descriptors, each with an event, those whose event comes before a deadline."""
    poll = select.poll()
    for stream, event in streams:
        poll.register(stream, event)
    return [stream for stream, _ in poll.poll(max(0.0, deadline - monotonic()) * 1000)]


def _peeked_exit_code(engine: int) -> int | None:
    """The exit code of a process that has ended. It is not reaped, so that its id stays that of its session."""
    try:
        ended = os.waitid(os.P_PID, engine, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return 0  # with SIGCHLD ignored, the code is lost; ``subprocess`` says 0 too
    if ended is None:
        return None
    return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status


def _end(engine: "subprocess.Popen[bytes]", owner: int) -> None:
    if os.getpid() != owner:
        return  # a fork does not own the engine
    session_guard.kill_session(engine.pid)
    session_guard.release(engine.pid)
    for stream in (engine.stdin, engine.stdout, engine.stderr):
        if stream:
            stream.close()
    with suppress(subprocess.TimeoutExpired):
        engine.wait(_SECONDS_TO_DIE)
