"""The server's exclusive claim on its database, and whether it still holds.

A server caches games between requests, so it must be the only one on its database, and must notice when that is no
longer the one it opened. A SQLite file is claimed by locking the file itself, a PostgreSQL database by an advisory
lock that lasts as long as its connection.
"""

import os
import select
import socket
import stat
import sys
from pathlib import Path
from threading import Lock
from typing import ClassVar

# Far beyond the bytes that SQLite locks.
_LOCKED_BYTE = 1 << 62

_Identity = tuple[int, int]


class StoreError(Exception):
    """The database cannot be used; the message says why."""


class ClaimLostError(StoreError):
    """The database is gone, or no longer belongs to this server; ``is_final`` if it cannot come back."""

    def __init__(self, message: str, *, is_final: bool) -> None:
        super().__init__(message)
        self.is_final = is_final


def in_use(database: str) -> str:
    """The complaint about a database that another server has claimed."""
    return f"another server uses the database {database}; stop it, or choose another one with --db"


class FileClaim:
    """A SQLite file that is locked by this process.

    The lock's file is opened before SQLite opens the file and closed after SQLite has closed it: closing any
    descriptor of a file drops all POSIX locks that the process has on it, and SQLite's are of that kind.
    """

    is_far, number = False, 1
    _of_this_process: ClassVar[set[_Identity]] = set()

    def __init__(self, path: Path, database: str) -> None:
        """Lock the file, which is created with its folder if it is new; ``StoreError`` if it cannot be locked."""
        self._path, self.is_held = path.absolute(), True
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if _identity(path) in self._of_this_process:
            raise StoreError(in_use(database))
        self._file = open(path, "rb+", buffering=0, opener=lambda file, _: os.open(file, os.O_RDWR | os.O_CREAT, 0o600))  # noqa: SIM115  # stays open
        try:
            self._lock(database)
        except BaseException:
            self._file.close()
            raise
        self._of_this_process.add(self._own)
        self._files: dict[Path, _Identity | None] = {self._path: self._own}

    def watch_log(self) -> None:
        """Watch SQLite's write-ahead log too, which exists from the first write on."""
        log = Path(f"{self._path.resolve()}-wal")
        self._files[log] = _identity(log)

    def check(self) -> None:
        """Raise ``ClaimLostError`` if another file, or none, is where the database was opened."""
        for path, identity in self._files.items():
            if _identity(path) != identity:
                self.is_held = False
        if not self.is_held:
            raise ClaimLostError("the database file was removed or replaced under the running server", is_final=True)

    def hang_up(self) -> None:
        """Do nothing: reading and writing a file cannot be interrupted."""

    def close(self) -> None:
        self._of_this_process.discard(self._own)
        self._file.close()

    def _lock(self, database: str) -> None:
        status = os.fstat(self._file.fileno())
        self._own = status.st_dev, status.st_ino
        if not stat.S_ISREG(status.st_mode):
            raise StoreError(f"the database {database} is not a plain file")
        try:
            _lock_file(self._file.fileno())
        except BlockingIOError:
            raise StoreError(in_use(database)) from None
        except (OSError, ImportError) as error:
            raise StoreError(
                f"the database {database} cannot be locked against other servers ({error}); "
                "choose a file on a local disk, or PostgreSQL, with --db"
            ) from None
        # Each name would have a write-ahead log of its own, and what one log holds is missing under the other names.
        if status.st_nlink > 1:
            raise StoreError(f"the database {database} has another name, a hard link; remove the link or copy the file")


def _lock_file(descriptor: int) -> None:
    import fcntl  # noqa: PLC0415  # which not every system has

    if sys.platform == "linux":
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    else:  # where flock would shut out SQLite's own locks
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, _LOCKED_BYTE)


def _identity(path: Path) -> _Identity | None:
    try:
        status = os.stat(path)  # noqa: PTH116  # half as fast through a Path
    except OSError:
        return None
    return status.st_dev, status.st_ino


class ConnectionClaim:
    """A PostgreSQL database whose lock goes with the connection that took it."""

    is_far = True
    """Whether only an answer of the database shows that the claim holds."""

    def __init__(self) -> None:
        self.number = 0
        """How often the database was claimed; whatever was read under an earlier claim may be out of date."""
        self._socket: socket.socket | None = None
        self._is_locked = False
        # The journal's thread connects and disconnects while the event loop looks.
        self._changing = Lock()

    def connected(self, descriptor: int) -> None:
        """Watch the socket of a new connection, which has no lock yet."""
        self.disconnected()
        with self._changing:
            self._socket = socket.socket(fileno=os.dup(descriptor))

    def locked(self) -> None:
        """Note that the connection has got the lock."""
        with self._changing:
            self._is_locked = True
            self.number += 1

    def disconnected(self) -> None:
        """Let go of the socket, and of the lock with it."""
        with self._changing:
            self._is_locked = False
            if self._socket:
                self._socket.close()
            self._socket = None

    @property
    def is_held(self) -> bool:
        """Whether the connection that has the lock is open at both ends."""
        with self._changing:
            return self._is_locked and self._socket is not None and not _has_ended(self._socket)

    def check(self) -> None:
        """Raise ``ClaimLostError`` without an open connection that has the lock."""
        if not self.is_held:
            raise ClaimLostError("the connection to the database, and its lock with it, is lost", is_final=False)

    def hang_up(self) -> None:
        """Shut down the socket, so that a thread waiting for an answer wakes up."""
        with self._changing:
            if self._socket:
                self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self.disconnected()


DatabaseClaim = FileClaim | ConnectionClaim


def _has_ended(connection: socket.socket) -> bool:
    """Whether the other end has hung up, even if there is something left to read."""
    if not hasattr(select, "poll"):
        return False  # the next statement will tell
    poll = select.poll()
    poll.register(connection, getattr(select, "POLLRDHUP", 0))
    return bool(poll.poll(0))
