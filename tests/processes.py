"""The real program in a second process, through pipes or at a pseudo-terminal."""

import fcntl
import json
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

PROGRAM = Path(sys.executable).with_name("commonfactor")

PATIENCE = 60.0
"""How many seconds to wait for anything, far longer than it takes."""

Text = str | bytes


class Finished(NamedTuple):
    """A process that has ended: its exit code, and all that it wrote."""

    code: int
    out: str
    err: str

    @property
    def complaint(self) -> str:
        """The one line on standard error, which must be there and be the program's own."""
        assert "Traceback" not in self.out + self.err
        assert self.err.startswith("commonfactor: "), self.err
        assert self.err.index("\n") == len(self.err) - 1, self.err
        return self.err.removeprefix("commonfactor: ").rstrip("\n")


class Conversation:
    """A running program that is spoken to, through pipes or at a terminal."""

    def __init__(self, process: subprocess.Popen[bytes], writing: int, reading: int, errors: IO[bytes]) -> None:
        """Write to and read from the program through two file descriptors."""
        self.process = process
        self._writing, self._reading, self._errors = writing, reading, errors
        self._said = bytearray()
        self._heard = 0

    @property
    def said(self) -> str:
        """All that the program has written to standard output and was read here."""
        return self._said.decode()

    def type(self, text: Text) -> None:
        """Send keys."""
        unsent = as_bytes(text)
        while unsent:
            unsent = unsent[os.write(self._writing, unsent) :]

    def wait_for(self, text: str) -> str:
        """Read until a text appears; what was written since the last wait, up to and with that text."""
        deadline = time.monotonic() + PATIENCE
        start = self._heard
        while (found := self._said.find(text.encode(), start)) < 0:
            may_come = time.monotonic() < deadline and self.process.poll() is None
            assert self._read(0.1) or may_come, f"{text!r} does not come; {bytes(self._said[start:])!r} did"
        self._heard = found + len(text.encode())
        return self._said[start : self._heard].decode()

    def wait_until_it_waits(self, unread: int = 0) -> None:
        """Wait until the program has written so many bytes that were not read, and sleeps.

        It sleeps over its input for all the time that somebody thinks, and over its output while nobody takes that. A
        signal that comes between its last look at signals and its sleep would not wake it.
        """
        deadline = time.monotonic() + PATIENCE
        status = Path(f"/proc/{self.process.pid}/stat")
        while self._unread < unread or not status.read_text().rpartition(") ")[2].startswith("S"):
            assert time.monotonic() < deadline, "it does not wait"

    @property
    def _unread(self) -> int:
        return int.from_bytes(fcntl.ioctl(self._reading, termios.FIONREAD, bytes(4)), sys.byteorder)

    def answer(self, text: str, then: str) -> str:
        """Type a line and wait for what follows it."""
        self.type(text + "\n")
        return self.wait_for(then)

    def send(self, number: signal.Signals) -> None:
        """Send a signal to the program alone."""
        self.process.send_signal(number)

    def end_input(self) -> None:
        """Close the pipe that the program reads from."""
        os.close(self._writing)
        self._writing = -1

    def stop_listening(self) -> None:
        """Close the pipe that the program writes to."""
        os.close(self._reading)
        self._reading = -1

    def finish(self) -> Finished:
        """Read on until the program has ended by itself."""
        deadline = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < deadline, f"it does not end; it has said {bytes(self._said)!r}"
            if self._reading < 0:
                self.process.wait(PATIENCE)
            else:
                self._read(0.01)
        while self._reading >= 0 and self._read(0):
            pass
        self._errors.seek(0)
        return Finished(self.process.returncode, self.said, self._errors.read().decode())

    def _read(self, seconds: float) -> bool:
        """Read what comes within a time; whether anything did."""
        if not select.select([self._reading], [], [], max(0, seconds))[0]:
            return False
        piece = os.read(self._reading, 1 << 16)
        self._said += piece
        return bool(piece)

    def close(self) -> None:
        """End the program, whatever it does, and let go of it."""
        self.process.kill()
        self.process.wait(PATIENCE)
        for descriptor in {self._writing, self._reading} - {-1}:
            os.close(descriptor)


class Terminal(Conversation):
    """A program at a terminal, which echoes what is typed and turns control characters into signals."""

    def __init__(
        self, process: subprocess.Popen[bytes], screen: int, line: int, errors: IO[bytes], settings: list[object]
    ) -> None:
        """Hold both ends, the screen and the line that the program is at, and how the line was set before."""
        super().__init__(process, screen, screen, errors)
        self._line, self._settings = line, settings

    @property
    def is_as_it_was(self) -> bool:
        """Whether the terminal is set as it was before the program started."""
        return termios.tcgetattr(self._line) == self._settings


def run(*arguments: str, typed: Text = "", env: Mapping[str, str] | None = None, out: int | None = None) -> Finished:
    """Run the program to its end with all its input at once, and its output to ``out`` if that is given."""
    return run_command(PROGRAM, *arguments, typed=typed, env=env, out=out)


def refused(*arguments: str) -> str:
    """The complaint about a command that cannot be done, which is all it says."""
    finished = run(*arguments)
    assert (finished.code, finished.out) == (2, "")
    return finished.complaint


def as_json(*arguments: str) -> dict[str, Any]:
    """What a command answers to programs."""
    finished = run(*arguments, "--json")
    assert (finished.code, finished.err) == (0, "")
    answer: dict[str, Any] = json.loads(finished.out)
    return answer


def run_command(
    *command: str | Path, typed: Text = "", env: Mapping[str, str] | None = None, out: int | None = None
) -> Finished:
    """Run any program as ``run`` does."""
    process = subprocess.run(
        command,
        input=as_bytes(typed),
        stdout=subprocess.PIPE if out is None else out,
        stderr=subprocess.PIPE,
        env=environment(env),
        timeout=PATIENCE,
        check=False,
    )
    return Finished(process.returncode, (process.stdout or b"").decode(), process.stderr.decode())


@contextmanager
def piped(*arguments: str, env: Mapping[str, str] | None = None) -> Iterator[Conversation]:
    """The program with its standard streams at pipes."""
    stdin, writing = os.pipe()
    reading, stdout = os.pipe()
    with tempfile.TemporaryFile() as errors:
        process = _started(arguments, env, stdin, stdout, errors)
        os.close(stdin)
        os.close(stdout)
        conversation = Conversation(process, writing, reading, errors)
        try:
            yield conversation
        finally:
            conversation.close()


@contextmanager
def at_terminal(
    *arguments: str,
    env: Mapping[str, str] | None = None,
    columns: int = 80,
    echo: bool = True,
    shows_errors: bool = False,
) -> Iterator[Terminal]:
    """The program at a terminal of its own; standard error goes elsewhere unless it is to be shown there too.

    Without echo the terminal shows none of what is typed but the line ends.
    """
    screen, line = pty.openpty()
    fcntl.ioctl(line, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    if not echo:
        attributes = termios.tcgetattr(line)
        attributes[3] = attributes[3] & ~termios.ECHO | termios.ECHONL
        termios.tcsetattr(line, termios.TCSANOW, attributes)
    settings = termios.tcgetattr(line)
    with tempfile.TemporaryFile() as errors:
        process = _started(arguments, env, line, line, line if shows_errors else errors)
        terminal = Terminal(process, screen, line, errors, settings)
        try:
            yield terminal
        finally:
            terminal.close()
            os.close(line)


def _started(
    arguments: tuple[str, ...],
    env: Mapping[str, str] | None,
    stdin: int,
    stdout: int,
    errors: IO[bytes] | int,
) -> subprocess.Popen[bytes]:
    def prepare() -> None:
        # Whoever runs the tests in the background may ignore Ctrl-C, and that would be inherited.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        if os.isatty(0):
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    return subprocess.Popen(
        [PROGRAM, *arguments],
        stdin=stdin,
        stdout=stdout,
        stderr=errors,
        env=environment(env),
        start_new_session=True,
        preexec_fn=prepare,  # noqa: PLW1509 (a terminal becomes the controlling one only from inside)
    )


def environment(changes: Mapping[str, str] | None = None) -> dict[str, str]:
    """A usual environment with some changes, whatever the tests themselves run in."""
    meddling = {"COLUMNS", "LINES", "NO_COLOR", "PYTEST_ADDOPTS"}
    kept = {name: value for name, value in os.environ.items() if name not in meddling and not name.startswith("PYTHON")}
    path = os.pathsep.join([str(PROGRAM.parent), kept.get("PATH", os.defpath)])
    return {**kept, "PATH": path, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **(changes or {})}


def as_bytes(text: Text) -> bytes:
    """Text in UTF-8, bytes as they are."""
    return text.encode() if isinstance(text, str) else text
