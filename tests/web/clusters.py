"""A private PostgreSQL for tests, with the programs that are installed."""

import os
import pwd
import shutil
import subprocess
import tempfile
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest
from processes import PATIENCE
from web.servers import free_port

_numbers = count(1)


def _programs() -> Path:
    """Where the programs of PostgreSQL are."""
    found = shutil.which("initdb")
    folders = [Path(found).resolve().parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for folder in folders:
        if (folder / "initdb").exists() and (folder / "pg_ctl").exists():
            return folder
    pytest.fail(
        "PostgreSQL is not installed: initdb is neither in PATH nor in /usr/lib/postgresql/*/bin", pytrace=False
    )


def name_of(url: str) -> str:
    """The name of a database."""
    return url.rpartition("/")[2]


class Cluster:
    """A private PostgreSQL in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        """Set it up, and start it."""
        self._folder, self._programs = folder, _programs()
        # It refuses to be run by root.
        self._user = "postgres" if os.geteuid() == 0 else None
        if self._user:
            owner = pwd.getpwnam(self._user)
            os.chown(folder, owner.pw_uid, owner.pw_gid)
        self.port = free_port()
        self._run("initdb", "-D", "games", "-U", "games", "-A", "trust", "-E", "UTF8", "--no-locale")
        self.start()

    def start(self) -> None:
        """Start, and wait until it is there."""
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self._folder}"
        self._run("pg_ctl", "-D", "games", "-l", "log", "-w", "-o", options, "start")

    def stop(self) -> None:
        """Stop at once, whoever is connected."""
        self._run("pg_ctl", "-D", "games", "-w", "-m", "fast", "stop")

    def new_database(self) -> str:
        """The URL of a database with nothing in it."""
        name = f"games{next(_numbers)}"
        self.ask(f"CREATE DATABASE {name}")
        return f"postgresql://games@127.0.0.1:{self.port}/{name}"

    def ask(self, query: str) -> list[Any]:
        """What a query gives."""
        address = f"postgresql://games@127.0.0.1:{self.port}/postgres"
        with closing(psycopg.connect(address, autocommit=True)) as connection:
            cursor = connection.execute(query.encode())
            return cursor.fetchall() if cursor.description else []

    def backends(self, url: str) -> list[int]:
        """The processes that serve the connections to a database."""
        return [row[0] for row in self.ask(f"SELECT pid FROM pg_stat_activity WHERE datname = '{name_of(url)}'")]  # noqa: S608

    def cut(self, url: str) -> int:
        """Take the connections to a database away; how many there were."""
        return len([self.ask(f"SELECT pg_terminate_backend({pid})") for pid in self.backends(url)])

    def _run(self, program: str, *arguments: str) -> None:
        # Its output goes to a file: what it starts would keep a pipe open.
        with tempfile.TemporaryFile() as out:
            command = [str(self._programs / program), *arguments]
            ended = subprocess.run(
                command, cwd=self._folder, user=self._user, stdout=out, stderr=out, timeout=PATIENCE, check=False
            )
            out.seek(0)
            assert ended.returncode == 0, out.read().decode()
