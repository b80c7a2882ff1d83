"""A worker process: computes one task after another, so that nothing delays the server.

The server starts it as ``python -m commonfactor.web.worker``. It reads messages from standard
input, writes reports to standard output, and ends with its input, even during a task. A message
is its length in four bytes and then JSON.
"""

import gc
import logging
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread
from typing import BinaryIO, NoReturn

import msgspec

try:
    import resource
except ImportError:  # there are no such limits on Windows
    resource = None  # type: ignore[assignment]

from commonfactor.arena.record import RecordError
from commonfactor.rules.base import NotationError, SetupError
from commonfactor.rules.words import sentence
from commonfactor.solver.oracle import forget, kept_bytes
from commonfactor.web.refusals import Code, RefusalError
from commonfactor.web.tasks import TABLE_BYTES, AnyTask, CancelledTaskError, Leash

LENGTH_BYTES = 4

# Tables kept for the next task must leave it room for its own.
_MOST_KEPT = TABLE_BYTES // 4
_LARGEST_SIZE = 96 << 20

ADDRESS_SPACE = 512 << 20
"""The most that a worker may map; tasks within their budgets have taken a third of it."""

_log = logging.getLogger(__name__)


class Order(msgspec.Struct, tag="order"):
    """A task to do. The next one comes when this one is reported."""

    number: int
    task: AnyTask
    share: float = 1.0
    """The fraction of its seconds that a move may take, since others wait."""


class Cancel(msgspec.Struct, tag="cancel"):
    """The task is no longer wanted."""

    number: int


class Begun(msgspec.Struct, tag="begun"):
    """The worker has started a task."""

    number: int


class Done(msgspec.Struct, tag="done"):
    """The answer of a task."""

    number: int
    answer: msgspec.Raw


class Failed(msgspec.Struct, tag="failed"):
    """Why a task has no answer, as the name of a refusal code; None if it was cancelled."""

    number: int
    code: str | None
    message: str


Message = Order | Cancel
Report = Begun | Done | Failed

_MESSAGES: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)


def framed(message: Message | Report) -> bytes:
    """A message as it crosses a pipe."""
    content = msgspec.json.encode(message)
    return len(content).to_bytes(LENGTH_BYTES) + content


class Worker:
    """Reads and computes in two threads, so that a running task can be cancelled."""

    def __init__(self, source: BinaryIO, sink: BinaryIO) -> None:
        self._source, self._sink = source, sink
        self._orders: SimpleQueue[tuple[Order, Leash]] = SimpleQueue()
        self._lock = Lock()
        self._leashes: dict[int, Leash] = {}

    def run(self) -> NoReturn:
        """Compute until the input ends, or the process has grown too large; the server then starts another one."""
        Thread(target=self._read, daemon=True).start()
        try:
            while _is_small_again():
                order, leash = self._orders.get()
                self._write(Begun(order.number))
                report = _report_of(order, leash)
                with self._lock:
                    del self._leashes[order.number]
                self._write(report)
        finally:
            _end()

    def _read(self) -> NoReturn:
        try:
            while length := int.from_bytes(self._source.read(LENGTH_BYTES)):
                self._take(_MESSAGES.decode(self._source.read(length)))
        finally:
            _end()

    def _take(self, message: Message) -> None:
        with self._lock:
            if isinstance(message, Order):
                leash = self._leashes[message.number] = Leash(message.share)
                self._orders.put((message, leash))
            elif message.number in self._leashes:
                self._leashes[message.number].cancel()

    def _write(self, report: Report) -> None:
        self._sink.write(framed(report))
        self._sink.flush()


def _end() -> NoReturn:
    """End both threads at once: there is no reader any more, and nothing to clean up."""
    os._exit(0)


def _report_of(order: Order, leash: Leash) -> Done | Failed:
    try:
        answer = order.task.answer(leash)
        leash.check()
        return Done(order.number, msgspec.Raw(msgspec.json.encode(answer)))
    except CancelledTaskError:
        return Failed(order.number, None, "")
    except RefusalError as refusal:
        return Failed(order.number, refusal.code.name, str(refusal))
    except NotationError as error:
        if isinstance(error, RecordError):
            code, message = Code.BAD_RECORD, f"the record {error}"
        else:
            code, message = Code.BAD_SETUP if isinstance(error, SetupError) else Code.BAD_NOTATION, str(error)
        return Failed(order.number, code.name, sentence(message))
    except MemoryError:
        forget()
        _log.warning("a task of the kind %s took more memory than there is", type(order.task).__name__)
        message = "This takes more memory than the server has for one computation."
        return Failed(order.number, Code.UNAVAILABLE.name, message)
    except Exception:  # noqa: BLE001  # a bug in one task does not end the worker; it is logged
        _log.exception("a task of the kind %s failed", type(order.task).__name__)
        return Failed(order.number, Code.FAILED.name, Code.FAILED.meaning)


def _is_small_again() -> bool:
    """Whether the process is small enough to go on, after dropping tables if it must."""
    if kept_bytes() > _MOST_KEPT or _size() > _LARGEST_SIZE:
        forget()
        gc.collect()
    return _size() <= _LARGEST_SIZE


def _size() -> int:
    """The resident memory of this process; 0 on a system that does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def _limit_memory() -> None:
    """Make an allocation beyond all budgets fail here, instead of exhausting the machine."""
    if resource is not None:
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = ADDRESS_SPACE if hard == resource.RLIM_INFINITY else min(ADDRESS_SPACE, hard)
        with suppress(OSError, ValueError):  # some systems have the limit, but do not let it be set
            resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def main(niceness: int) -> NoReturn:
    """Work for the server that started this process, at a lower priority."""
    # Signals to the process group are for the server, which ends its workers itself.
    for name in {"SIGINT", "SIGTERM", "SIGHUP"} & set(signal.Signals.__members__):
        signal.signal(signal.Signals[name], signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(niceness)
    _limit_memory()
    # Nothing that prints may get between the reports.
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    logging.basicConfig()
    Worker(sys.stdin.buffer, sink).run()


if __name__ == "__main__":
    main(int(sys.argv[1]))
