"""A PostgreSQL server of the tests' own: on loopback, in a temporary directory, without a password, gone afterwards."""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.ports import free_port

PLACES = "/usr/lib/postgresql"
OLDEST = 15
PATIENCE = 120.0


def programs() -> Path:
    """Of the newest PostgreSQL that is installed; `make test` installs Debian's."""
    found = sorted(
        (int(place.name), place / "bin")
        for place in Path(PLACES).glob("*")
        if place.name.isdecimal() and (place / "bin" / "postgres").exists()
    )
    assert found, "PostgreSQL is missing: run `apt-get install postgresql`"
    assert found[-1][0] >= OLDEST, f"PostgreSQL {found[-1][0]} is older than {OLDEST}"
    return found[-1][1]


class Server:
    """One that can be killed and started again."""

    def __init__(self, place: Path, port: int) -> None:
        self._place, self.port = place, port
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """Of its first process."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """It does not come back before it answers."""
        words = [_program("postgres"), "-D", f"{self._place}/data", "-p", str(self.port), "-h", "127.0.0.1"]
        words += ["-k", str(self._place), "-c", "max_connections=40", "-c", "shared_buffers=32MB"]
        with (self._place / "log").open("ab") as log:
            self._process = subprocess.Popen(words, stdout=log, stderr=log, user=_user(), group=_user())
        ready = [_program("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port), "-t", "1"]
        while subprocess.run(ready, check=False).returncode:
            assert self._process.poll() is None, (self._place / "log").read_text()[-2000:]

    def kill(self) -> None:
        """As a power cut would: every process of it, at once."""
        assert self._process is not None
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGQUIT)  # immediate: its children go too, nothing is tidied
        self._process.wait(PATIENCE)

    def ended(self) -> bool:
        """Whether it does not run."""
        return self._process is None or self._process.poll() is not None

    def own(self) -> None:
        """Files that somebody else has put there are its own."""
        if os.getuid() == 0:
            subprocess.run(["chown", "-R", "postgres:postgres", self._place / "data"], check=True)

    def asking(self, database: str, question: str) -> list[str]:
        """The command that asks it, by its socket; rows come as lines, columns with bars between."""
        return ["psql", "-h", str(self._place), "-p", str(self.port), "-U", "boxcars", "-Atc", question, database]

    def make_database(self, name: str) -> str:
        """A new one; returns its address."""
        words = [_program("createdb"), "-h", "127.0.0.1", "-p", str(self.port), "-U", "boxcars", name]
        subprocess.run(words, check=True, capture_output=True)
        return f"postgresql://boxcars@127.0.0.1:{self.port}/{name}"


def _program(name: str) -> str:
    return str(programs() / name)


def _user() -> str | None:
    """PostgreSQL does not run as root: then as the user, and the group, that Debian made for it."""
    return "postgres" if os.getuid() == 0 else None


def lay(place: Path) -> Server:
    """The files of a new one."""
    if os.getuid() == 0:
        shutil.chown(place, "postgres")
    words = [_program("initdb"), "-D", f"{place}/data", "-U", "boxcars", "-A", "trust", "--no-sync"]
    words += ["-E", "UTF8", "--locale=C", "--wal-segsize=1"]
    subprocess.run(words, check=True, capture_output=True, user=_user(), group=_user())
    return Server(place, free_port())


@contextmanager
def server() -> Iterator[Server]:
    """Running."""
    place = Path(tempfile.mkdtemp(prefix="boxcars-postgres-"))
    try:
        running = lay(place)
        running.start()
        try:
            yield running
        finally:
            running.kill()
    finally:
        shutil.rmtree(place, ignore_errors=True)
